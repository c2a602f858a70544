//! The supervisor: starts a command, watches the command from outside, and ends the command.

use std::{
    io,
    os::{
        fd::{AsFd as _, OwnedFd},
        unix::net::UnixStream,
    },
    process::Stdio,
};

use anyhow::{Context as _, Result, anyhow, bail};

use super::{
    enclosure::Enclosure,
    launcher::{self, LauncherMessage},
    namespaces::Namespaces,
    outside::process,
    place::Place,
    run::{Run, RunReply, RunRequest},
    scratch::Scratch,
    watch::Watched,
    wire::{self, Pipes},
};

pub(super) const ARGUMENTS: [&str; 2] = ["sandbox", "--supervise"];

/// Runs a supervisor, which controls one command. The request comes from standard input, which is a socket; the reply
/// goes to the same socket.
pub(super) fn supervise() {
    let Ok(caller) = io::stdin().as_fd().try_clone_to_owned().map(UnixStream::from) else { return };
    let Ok((request, pipes)) = wire::receive_request(&caller) else { return };
    let enclosure = enclose(&request.place);
    let reply = match &enclosure {
        Ok(enclosure) => run(request, pipes, &caller, &**enclosure).map_err(|error| format!("{error:#}")),
        Err(error) => Err(format!("{error:#}")),
    };
    // If the caller is gone, nobody receives the reply.
    let _ = match reply {
        Ok(Some((outcome, folder))) => wire::send(&caller, &RunReply::Done(outcome), Some(folder.as_fd())),
        Ok(None) => Ok(()),
        Err(reason) => wire::send(&caller, &RunReply::Failed(reason), None),
    };
    if let Ok(enclosure) = enclosure {
        enclosure.remove(&caller);
    }
}

/// Makes the enclosure of the command.
fn enclose(place: &Place) -> Result<Box<dyn Enclosure>> {
    Ok(match place {
        Place::Namespaces { .. } => {
            let [folder, _] = place.folders();
            Box::new(Namespaces::make(folder)?)
        }
        Place::Disk { scratch, user, hidden } => Box::new(Scratch::make(scratch.into(), *user, hidden.is_some())?),
    })
}

/// Runs the command; `None` if the caller has died.
fn run(
    mut request: RunRequest,
    pipes: Pipes,
    caller: &UnixStream,
    enclosure: &dyn Enclosure,
) -> Result<Option<(Run<()>, OwnedFd)>> {
    let limits = request.command.limits;
    request.other_processes = enclosure.other_processes();
    let (launcher, theirs) = UnixStream::pair()?;
    let mut child = process("/proc/self/exe", launcher::ARGUMENTS, theirs, enclosure.user())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("the launcher")?;
    wire::send_request(&launcher, &request, pipes)?;
    let ready = match wire::receive(&launcher) {
        Ok((LauncherMessage::Ready(before), _)) => Ok(before),
        Ok((LauncherMessage::Failed(reason), _)) => Err(anyhow!(reason)),
        Ok((LauncherMessage::Ended(..), _)) => Err(anyhow!("the launcher ends before it begins")),
        Err(error) => Err(anyhow!(error).context("the launcher dies")),
    };
    let pipes = [child.stdout.take().map(OwnedFd::from), child.stderr.take().map(OwnedFd::from)];
    let [Some(stdout), Some(stderr)] = pipes else { bail!("the launcher has no pipes") };
    let watched = ready.and_then(|before| Watched::new(limits, enclosure, &child, [stdout, stderr], launcher, before));
    let end = watched.and_then(|mut watched| Ok((watched.wait_for_end(caller)?, watched)));
    // No process of the command remains, even after an error.
    enclosure.end(&mut child);
    match end? {
        (None, _) => Ok(None),
        (Some(end), watched) => watched.outcome(end).map(Some),
    }
}
