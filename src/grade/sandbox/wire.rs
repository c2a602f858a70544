//! Messages between the processes of a run: a length in four bytes, then JSON, sometimes with an open file.

use std::{
    io::{self, IoSlice, IoSliceMut, Read, Write},
    mem::MaybeUninit,
    os::{
        fd::{AsFd as _, BorrowedFd, OwnedFd},
        unix::net::UnixStream,
    },
};

use rustix::{
    cmsg_space,
    net::{
        RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
        recvmsg, sendmsg,
    },
};
use serde::{Serialize, de::DeserializeOwned};

use super::run::RunRequest;

/// Sends a message, with an open file if there is one.
pub(super) fn send(
    mut socket: &UnixStream,
    message: &impl Serialize,
    descriptor: Option<BorrowedFd<'_>>,
) -> io::Result<()> {
    let body = serde_json::to_vec(message)?;
    let length = length(&body)?;
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(1))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if let Some(descriptor) = &descriptor {
        control.push(SendAncillaryMessage::ScmRights(std::slice::from_ref(descriptor)));
    }
    let sent = sendmsg(socket, &[IoSlice::new(&length)], &mut control, SendFlags::NOSIGNAL)?;
    socket.write_all(&length[sent..])?;
    socket.write_all(&body)
}

/// Receives a message, with an open file if there is one.
pub(super) fn receive<T: DeserializeOwned>(mut socket: &UnixStream) -> io::Result<(T, Option<OwnedFd>)> {
    let mut length = [0; 4];
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(1))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let received = recvmsg(socket, &mut [IoSliceMut::new(&mut length)], &mut control, RecvFlags::CMSG_CLOEXEC)?.bytes;
    if received == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let mut descriptors = control.drain().flat_map(|message| match message {
        RecvAncillaryMessage::ScmRights(descriptors) => descriptors.collect(),
        _ => Vec::new(),
    });
    let descriptor = descriptors.next();
    socket.read_exact(&mut length[received..])?;
    Ok((body(socket, length)?, descriptor))
}

/// The pipe with the packed files of a command, and in a conversation the command's standard input and output.
pub(super) type Pipes = (OwnedFd, Option<[OwnedFd; 2]>);

/// Sends a request with its pipes, and closes the pipes in this process.
pub(super) fn send_request(
    socket: &UnixStream,
    request: &RunRequest<impl Serialize>,
    (files, streams): Pipes,
) -> io::Result<()> {
    send(socket, request, Some(files.as_fd()))?;
    streams.iter().flatten().try_for_each(|stream| send(socket, &(), Some(stream.as_fd())))
}

pub(super) fn receive_request(socket: &UnixStream) -> io::Result<(RunRequest, Pipes)> {
    let (request, files): (RunRequest, _) = receive(socket)?;
    let stream = || receive::<()>(socket)?.1.ok_or_else(|| io::Error::other("no stream came"));
    let streams = if request.is_conversation { Some([stream()?, stream()?]) } else { None };
    Ok((request, (files.ok_or_else(|| io::Error::other("no files came"))?, streams)))
}

fn length(body: &[u8]) -> io::Result<[u8; 4]> {
    u32::try_from(body.len()).map(u32::to_le_bytes).map_err(|_| io::ErrorKind::FileTooLarge.into())
}

fn body<T: DeserializeOwned>(mut source: impl Read, length: [u8; 4]) -> io::Result<T> {
    // Only this program writes these messages, so the length can be trusted.
    let mut body = vec![0; u32::from_le_bytes(length) as usize];
    source.read_exact(&mut body)?;
    Ok(serde_json::from_slice(&body)?)
}
