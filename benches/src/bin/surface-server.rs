//! A server on stdio that costs next to nothing: `surface-server INITIALIZE TOOLS` answers with the results in these
//! two files.
//!
//! Started by the benches: what a capture takes beyond this is ours.

use std::io::{BufRead as _, Write as _};

fn main() -> std::io::Result<()> {
    let mut files = std::env::args().skip(1);
    let initialize = std::fs::read(files.next().unwrap_or_default())?;
    let tools = std::fs::read(files.next().unwrap_or_default())?;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let Some(id) = line.split("\"id\":").nth(1).and_then(|rest| rest.split([',', '}']).next()) else { continue };
        let result = match () {
            () if line.contains("\"initialize\"") => &initialize,
            () if line.contains("\"tools/list\"") => &tools,
            () => {
                writeln!(out, "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":-32601,\"message\":\"no\"}}}}")?;
                continue;
            }
        };
        write!(out, "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":")?;
        out.write_all(result)?;
        out.write_all(b"}\n")?;
        out.flush()?;
    }
    Ok(())
}
