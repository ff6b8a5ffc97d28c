//! Does one schema accept every value that another accepts?
mod budget;
mod decimal;
mod pattern;
mod sample;
