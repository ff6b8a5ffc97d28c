//! The rule that ties a section of the lock to the package's version: the table of the fingerprint specification,
//! section 5, as a function of facts.
//!
//! Called by [`judge`](super::judge()) once per section; everything it needs to know is in its argument.

/// Whether the lock is only looked at or may be rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `check`
    Check,
    /// `lock`
    Write,
}

/// How the measured surface stands to the recorded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// There is no section, or none for this profile.
    Nothing,
    /// The recorded hash is not that of the recorded content.
    Edited,
    /// Same hash.
    Same,
    /// Another hash.
    Other(Move),
}

/// How the package's version stands to the one the section was locked at, where the hash is another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where it went.
    pub version: Step,
    /// Whether it precedes the locked version.
    pub lower: bool,
    /// Whether the change breaks clients.
    pub breaks: bool,
}

/// A step from one version to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// None at all.
    SameVersion,
    /// Another version of the same compatibility line.
    SameLine,
    /// Another compatibility line.
    OtherLine,
}

/// What the rule says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// Nothing changed: the section stays as it is, with the version it was locked at.
    Keep,
    /// The section is written.
    Write,
    /// It fails.
    Refuse(Refusal),
}

/// Why it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The section was changed by hand.
    EditedByHand,
    /// The surface changed and the version did not.
    NoBump {
        /// Whether a version of the same line would not be enough.
        breaks: bool,
    },
    /// The change breaks clients, and the version is still on the same compatibility line.
    BreaksLine,
    /// The version precedes the locked one.
    LowerVersion,
    /// The change is fine under this version; the lock does not have it yet.
    NotLocked,
    /// There is no section.
    NoSection,
    /// The section is locked, and the server does not speak its era. Not of the table: it is judged before.
    EraGone,
    /// The surface changes by itself. Not of the table either.
    Unstable {
        /// Whether it changes in order alone.
        order_only: bool,
    },
    /// The capture has findings of level deny that nobody accepted. Not of the table either.
    Denied,
}

impl Refusal {
    /// The word in reports for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Refusal::EditedByHand => "edited-by-hand",
            Refusal::NoBump { .. } => "no-version-bump",
            Refusal::BreaksLine => "breaks-compatibility-line",
            Refusal::LowerVersion => "lower-version",
            Refusal::NotLocked => "not-locked",
            Refusal::NoSection => "no-section",
            Refusal::EraGone => "era-gone",
            Refusal::Unstable { order_only: true } => "order-unstable",
            Refusal::Unstable { order_only: false } => "unstable",
            Refusal::Denied => "findings",
        }
    }
}

/// Applies the rule. `allow_lower` lets a version go backwards.
#[must_use]
pub fn rule(mode: Mode, recorded: Recorded, allow_lower: bool) -> Ruling {
    match (recorded, mode) {
        (Recorded::Edited, _) => Ruling::Refuse(Refusal::EditedByHand),
        (Recorded::Same, _) => Ruling::Keep,
        (Recorded::Nothing, Mode::Check) => Ruling::Refuse(Refusal::NoSection),
        (Recorded::Nothing, Mode::Write) => Ruling::Write,
        (Recorded::Other(Move { version: Step::SameVersion, breaks, .. }), _) => {
            Ruling::Refuse(Refusal::NoBump { breaks })
        }
        (Recorded::Other(Move { version: Step::SameLine, breaks: true, .. }), _) => Ruling::Refuse(Refusal::BreaksLine),
        // `check` says it as well: the next command would only be refused.
        (Recorded::Other(Move { lower: true, .. }), _) if !allow_lower => Ruling::Refuse(Refusal::LowerVersion),
        (Recorded::Other(_), Mode::Check) => Ruling::Refuse(Refusal::NotLocked),
        (Recorded::Other(_), Mode::Write) => Ruling::Write,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(version: Step, breaks: bool) -> Recorded {
        Recorded::Other(Move { version, lower: false, breaks })
    }

    #[test]
    fn every_cell_of_the_table_in_both_modes() {
        use Refusal::*;
        use Ruling::*;
        use Step::*;
        let table = [
            (Recorded::Edited, Refuse(EditedByHand), Refuse(EditedByHand)),
            (Recorded::Same, Keep, Keep),
            (moved(SameVersion, false), Refuse(NoBump { breaks: false }), Refuse(NoBump { breaks: false })),
            (moved(SameVersion, true), Refuse(NoBump { breaks: true }), Refuse(NoBump { breaks: true })),
            (moved(SameLine, false), Refuse(NotLocked), Write),
            (moved(SameLine, true), Refuse(BreaksLine), Refuse(BreaksLine)),
            (moved(OtherLine, false), Refuse(NotLocked), Write),
            (moved(OtherLine, true), Refuse(NotLocked), Write),
            (Recorded::Nothing, Refuse(NoSection), Write),
        ];
        for (recorded, check, write) in table {
            for allow_lower in [false, true] {
                assert_eq!(rule(Mode::Check, recorded, allow_lower), check, "{recorded:?}, check");
                assert_eq!(rule(Mode::Write, recorded, allow_lower), write, "{recorded:?}, write");
            }
        }
    }

    #[test]
    fn a_lower_version_is_refused_unless_it_is_allowed() {
        for mode in [Mode::Check, Mode::Write] {
            for step in [Step::SameLine, Step::OtherLine] {
                let lower = Recorded::Other(Move { version: step, lower: true, breaks: false });
                assert_eq!(rule(mode, lower, false), Ruling::Refuse(Refusal::LowerVersion));
                let allowed = rule(mode, lower, true);
                assert_eq!(allowed, rule(mode, moved(step, false), false), "allowed, it is judged like any other");
            }
            let breaking = Recorded::Other(Move { version: Step::SameLine, lower: true, breaks: true });
            assert_eq!(
                rule(mode, breaking, true),
                Ruling::Refuse(Refusal::BreaksLine),
                "allowing lower allows no more"
            );
        }
    }
}
