//! A server's process: started in a group of its own, ended with the whole group.
//!
//! Called by the stdio transport. On Unix the group gets the signals, so children of wrappers (`npx`, `uvx`, shells)
//! go too; dropping kills at once, which is what Ctrl-C does. On other systems the process alone is ended.

use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout};

use crate::error::WireError;
use crate::target::Command;

/// A running server.
pub(super) struct ServerProcess {
    child: Child,
    #[cfg(unix)]
    group: Option<nix::unistd::Pid>,
}

/// The three pipes of a process.
pub(super) struct Pipes {
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
}

impl ServerProcess {
    pub(super) fn start(command: &Command) -> Result<(Self, Pipes), WireError> {
        if let Some(directory) = command.directory.as_deref().filter(|directory| !directory.is_dir()) {
            // The system would say of the program that it does not exist.
            return Err(WireError::Setup(format!("the working directory `{}` is no directory", directory.display())));
        }
        let mut builder = tokio::process::Command::new(&command.program);
        builder.args(&command.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        builder.envs(command.environment.iter().map(|(name, value)| (name, value.reveal())));
        builder.kill_on_drop(true);
        if let Some(directory) = &command.directory {
            builder.current_dir(directory);
        }
        #[cfg(unix)]
        builder.process_group(0);
        let failed = |source| WireError::Start { program: command.program.clone(), source };
        let mut child = builder.spawn().map_err(failed)?;
        let pipes = match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
            (Some(stdin), Some(stdout), Some(stderr)) => Pipes { stdin, stdout, stderr },
            _ => return Err(failed(std::io::Error::other("its pipes could not be opened"))),
        };
        #[cfg(unix)]
        let group = child.id().and_then(|id| i32::try_from(id).ok()).map(nix::unistd::Pid::from_raw);
        Ok((
            Self {
                child,
                #[cfg(unix)]
                group,
            },
            pipes,
        ))
    }

    /// The process id, for the trace.
    pub(super) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits for the end of the process, at most `limit`.
    pub(super) async fn ended(&mut self, limit: Duration) -> Option<ExitStatus> {
        tokio::time::timeout(limit, self.child.wait()).await.ok().and_then(Result::ok)
    }

    /// Waits for the process to end by itself, then asks, then kills; whatever it started goes with it. One that did
    /// not even answer is asked at once.
    pub(super) async fn end(&mut self, grace: Duration, has_answered: bool) -> &'static str {
        let how = if has_answered && self.ended(grace).await.is_some() {
            "ended when its input closed"
        } else {
            self.ask();
            if self.ended(grace).await.is_some() { "ended by SIGTERM" } else { "killed" }
        };
        self.kill();
        // After SIGKILL it is a matter of moments; a process that cannot die even so is left to the system.
        let _ = self.ended(grace).await;
        how
    }

    #[cfg(unix)]
    fn ask(&mut self) {
        self.signal(nix::sys::signal::Signal::SIGTERM);
    }

    #[cfg(not(unix))]
    fn ask(&mut self) {
        let _ = self.child.start_kill();
    }

    /// Kills the group: members that outlive their leader are still in it. Once its leader is gone it is signalled a
    /// last time: its number may belong to somebody else later.
    pub(super) fn kill(&mut self) {
        #[cfg(unix)]
        {
            self.signal(nix::sys::signal::Signal::SIGKILL);
            if self.child.id().is_none() {
                self.group = None;
            }
        }
        let _ = self.child.start_kill();
    }

    #[cfg(unix)]
    fn signal(&self, signal: nix::sys::signal::Signal) {
        if let Some(group) = self.group {
            // No such group: everything in it is gone already.
            let _ = nix::sys::signal::killpg(group, signal);
        }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Kills what left its process group (`setsid`) and was handed to this process because its parent died.
///
/// For the end of the program, after every capture: it takes all children of this process. Works on Linux, and only
/// after [`adopt_orphans`](fn@end_orphans::adopt) was called at the start.
pub mod end_orphans {
    /// Makes orphaned descendants children of this process instead of letting them run on under process 1.
    pub fn adopt() {
        #[cfg(target_os = "linux")]
        {
            let _ = nix::sys::prctl::set_child_subreaper(true);
        }
    }

    /// Kills and reaps every child that is left; at most a thousand rounds, since a killed child hands over its own.
    pub fn kill() {
        #[cfg(target_os = "linux")]
        for _ in 0..1_000 {
            let children = children();
            if children.is_empty() {
                return;
            }
            for child in children {
                let _ = nix::sys::signal::kill(child, nix::sys::signal::Signal::SIGKILL);
                let _ = nix::sys::wait::waitpid(child, None);
            }
        }
    }

    /// The children of this process, from `/proc/<pid>/stat`: field 4 is the parent.
    #[cfg(target_os = "linux")]
    fn children() -> Vec<nix::unistd::Pid> {
        let own = std::process::id().to_string();
        let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
        let mut found = Vec::new();
        for entry in entries.flatten() {
            let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()) else { continue };
            let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
            // The name in parentheses may hold anything, so count from the last one.
            let parent = stat.rsplit(')').next().and_then(|rest| rest.split_ascii_whitespace().nth(1));
            if parent == Some(own.as_str()) {
                found.push(nix::unistd::Pid::from_raw(id));
            }
        }
        found
    }
}
