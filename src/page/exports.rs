//! The functions of the module for the worker, which passes texts by their places in memory.

#![allow(unsafe_code)] // JavaScript has only numbers and the memory of the module

use std::{path::Path, slice};

use super::{MARK, ask};
use reversi_io::files::put::put as put_file;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Takes a message before the answer.
    fn event(text: *const u8, length: usize);
}

/// Makes room for a text. The next call that takes the text frees the room.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    Box::leak(vec![0; length].into_boxed_slice()).as_mut_ptr()
}

#[unsafe(no_mangle)]
extern "C" fn put(name: *mut u8, name_length: usize, bytes: *mut u8, length: usize) {
    // SAFETY: the worker passes the rooms that it has filled.
    let [name, bytes] = [(name, name_length), (bytes, length)].map(|(start, length)| unsafe { taken(start, length) });
    put_file(Path::new(&*String::from_utf8_lossy(&name)), bytes);
}

/// Answers a request. The upper half of the result is the place of the answer, the lower half its length.
#[unsafe(no_mangle)]
extern "C" fn answer(request: *mut u8, length: usize) -> u64 {
    // SAFETY: the worker passes the room that it has filled.
    let request = unsafe { taken(request, length) };
    let answer = ask(&String::from_utf8_lossy(&request), &mut |text| {
        // SAFETY: the worker copies the text before it returns.
        unsafe { event(text.as_ptr(), text.len()) }
    });
    // The instance ends after this answer, so the answer stays in memory.
    let answer = Box::leak(answer.into_bytes().into_boxed_slice());
    (answer.as_ptr() as u64) << 32 | answer.len() as u64
}

/// Keeps the mark in the module, by which `reversi page` knows it.
#[unsafe(no_mangle)]
extern "C" fn mark() -> *const u8 {
    MARK.as_ptr()
}

unsafe fn taken(start: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: `room` made this box.
    unsafe { Box::from_raw(slice::from_raw_parts_mut(start, length)) }.into_vec()
}
