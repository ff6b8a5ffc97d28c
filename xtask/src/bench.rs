//! `cargo xtask bench`.
use crate::Failure;
pub(crate) fn run(_: &[&str]) -> Result<(), Failure> {
    Ok(())
}
