//! Server-sent events: bytes in, events out (WHATWG HTML, "Server-sent events").
//!
//! Called by both HTTP transports. Bounded: an event larger than the limit of a message is an error.

/// One event with data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// The event's type; empty means `message`.
    pub(crate) kind: String,
    /// The data lines, joined with newlines.
    pub(crate) data: Vec<u8>,
}

impl Event {
    /// Whether it can carry a message: other types are none of this protocol's, blank data keeps a stream alive.
    pub(crate) fn is_message(&self) -> bool {
        matches!(self.kind.as_str(), "" | "message") && !self.data.trim_ascii().is_empty()
    }
}

/// An event that is larger than allowed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooLong;

/// Takes bytes as they come; a cut may fall anywhere.
#[derive(Debug, Default)]
pub(crate) struct EventParser {
    line: Vec<u8>,
    kind: String,
    data: Vec<u8>,
    has_data: bool,
    /// The last byte was CR: an LF now belongs to it.
    after_cr: bool,
    begun: bool,
    limit: usize,
    /// The last `id` that was given; kept over events, as the standard says.
    pub(crate) last_id: Option<String>,
    /// The last `retry`, in milliseconds.
    pub(crate) retry: Option<u64>,
}

impl EventParser {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Takes `bytes`, gives the events that became complete.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<Vec<Event>, TooLong> {
        let mut events = Vec::new();
        let mut rest = bytes;
        while let Some(&first) = rest.first() {
            if std::mem::take(&mut self.after_cr) && first == b'\n' {
                rest = &rest[1..];
                continue;
            }
            let end = memchr::memchr2(b'\n', b'\r', rest);
            self.line.extend_from_slice(&rest[..end.unwrap_or(rest.len())]);
            if self.line.len() + self.data.len() > self.limit.saturating_add(64) {
                return Err(TooLong);
            }
            let Some(end) = end else { break };
            self.after_cr = rest[end] == b'\r';
            rest = &rest[end + 1..];
            let mut line = std::mem::take(&mut self.line);
            if !std::mem::replace(&mut self.begun, true) && line.starts_with(b"\xEF\xBB\xBF") {
                line.drain(..3);
            }
            events.extend(self.end_line(&line));
        }
        Ok(events)
    }

    /// The event that the end of the stream cut off, if it had data: the standard drops it.
    pub(crate) fn cut_off(&mut self) -> Option<Event> {
        let line = std::mem::take(&mut self.line);
        let last = self.end_line(&line);
        last.or_else(|| self.end_line(b""))
    }

    fn end_line(&mut self, line: &[u8]) -> Option<Event> {
        if line.is_empty() {
            let kind = std::mem::take(&mut self.kind);
            let data = std::mem::take(&mut self.data);
            let has_data = std::mem::take(&mut self.has_data);
            // Empty data dispatches nothing: it is how a stream is primed with an id.
            return (has_data && !data.is_empty()).then_some(Event { kind, data });
        }
        let (field, value) = match line.iter().position(|&byte| byte == b':') {
            Some(0) => return None, // a comment
            Some(at) => (&line[..at], line[at + 1..].strip_prefix(b" ").unwrap_or(&line[at + 1..])),
            None => (line, &b""[..]),
        };
        match field {
            b"data" => {
                if self.has_data {
                    self.data.push(b'\n');
                }
                self.has_data = true;
                self.data.extend_from_slice(value);
            }
            b"event" => self.kind = String::from_utf8_lossy(value).into_owned(),
            b"id" if !value.contains(&0) => self.last_id = Some(String::from_utf8_lossy(value).into_owned()),
            b"retry" if !value.is_empty() && value.iter().all(u8::is_ascii_digit) => {
                self.retry = std::str::from_utf8(value).ok().and_then(|digits| digits.parse().ok());
            }
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(chunks: &[&[u8]]) -> Vec<(String, String)> {
        let mut parser = EventParser::new(1_000);
        let mut events = Vec::new();
        for chunk in chunks {
            events.extend(parser.push(chunk).unwrap());
        }
        events.into_iter().map(|event| (event.kind, String::from_utf8(event.data).unwrap())).collect()
    }

    fn one(text: &str) -> String {
        let events = parse(&[text.as_bytes()]);
        assert_eq!(events.len(), 1, "{text:?}: {events:?}");
        events[0].1.clone()
    }

    #[test]
    fn all_three_line_ends_end_lines() {
        assert_eq!(one("data: a\n\n"), "a");
        assert_eq!(one("data: a\r\n\r\n"), "a");
        assert_eq!(one("data:a\r\r"), "a");
        assert_eq!(one("data: a\r\ndata: b\n\r\n"), "a\nb");
    }

    #[test]
    fn a_cut_may_fall_anywhere() {
        let text =
            "\u{feff}: hi\r\nevent: message\r\nid: 7\r\ndata: Gr\u{fc}\u{df}e\r\ndata: \u{1f4c1}\r\n\r\n".as_bytes();
        let whole = parse(&[text]);
        assert_eq!(whole, [("message".to_owned(), "Gr\u{fc}\u{df}e\n\u{1f4c1}".to_owned())]);
        for cut in 0..text.len() {
            assert_eq!(parse(&[&text[..cut], &text[cut..]]), whole, "cut at {cut}");
        }
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(parse(&bytes), whole);
    }

    #[test]
    fn empty_data_primes_and_dispatches_nothing() {
        let mut parser = EventParser::new(100);
        assert_eq!(parser.push(b"retry: 50\nid: 1\ndata:\n\n").unwrap(), []);
        assert_eq!((parser.last_id.as_deref(), parser.retry), (Some("1"), Some(50)));
        assert_eq!(parser.push(b"retry: x\nid: a\0b\n\n").unwrap(), []);
        assert_eq!((parser.last_id.as_deref(), parser.retry), (Some("1"), Some(50)));
    }

    #[test]
    fn fields_are_read_by_the_standard() {
        assert_eq!(one("data:  two blanks\n\n"), " two blanks");
        assert_eq!(one("data\ndata: x\n\n"), "\nx");
        assert_eq!(one(":c\nfoo: bar\ndata: x\n\n:c\n\n"), "x");
        assert_eq!(
            parse(&[b"event: ping\ndata: 1\n\ndata: 2\n\n"]),
            [("ping".to_owned(), "1".to_owned()), (String::new(), "2".to_owned())]
        );
    }

    #[test]
    fn an_event_that_is_cut_off_is_told_apart() {
        let mut parser = EventParser::new(100);
        assert_eq!(parser.push(b"data: {}").unwrap(), []);
        assert_eq!(parser.cut_off().map(|event| event.data), Some(b"{}".to_vec()));
        assert_eq!(parser.cut_off(), None);
    }

    #[test]
    fn an_endless_event_is_refused() {
        let mut parser = EventParser::new(1_000);
        assert_eq!(parser.push(&[b'x'; 2_000]), Err(TooLong));
        let mut parser = EventParser::new(1_000);
        let lines = b"data: 0123456789\n".repeat(200);
        assert_eq!(parser.push(&lines), Err(TooLong));
    }
}
