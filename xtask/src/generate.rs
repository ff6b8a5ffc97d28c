//! `cargo xtask generate`.
use crate::Failure;
pub(crate) fn run(_: bool) -> Result<(), Failure> {
    Ok(())
}
