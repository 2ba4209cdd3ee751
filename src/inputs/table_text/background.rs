//! Lines or records made on a thread of their own, for libraries that give all rows in one loop.
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::sync_channel;
use std::thread;

use super::TableTextError;

/// Items that are sent at once.
const CHUNK: usize = 1 << 10;

/// Takes a line; false if nothing reads on.
pub(super) type Send<'s> = dyn FnMut(String) -> bool + 's;

/// Runs `produce` on another thread and gives the lines or records that it sends. A panic of a library on a damaged file becomes an error.
/// If the iterator is dropped, `produce` is asked to end soon.
///
/// # Errors
/// The thread can't be started.
pub(crate) fn in_background<T: std::marker::Send + 'static>(
    format: &'static str,
    produce: impl FnOnce(&mut dyn FnMut(T) -> bool) -> Result<(), TableTextError> + std::marker::Send + 'static,
) -> io::Result<impl Iterator<Item = io::Result<T>>> {
    let (sender, receiver) = sync_channel::<Vec<io::Result<T>>>(4);
    let work = move || {
        let mut chunk = Vec::new();
        let mut send = |item: T| {
            chunk.push(Ok(item));
            chunk.len() < CHUNK || sender.send(std::mem::take(&mut chunk)).is_ok()
        };
        let ended = catch_unwind(AssertUnwindSafe(|| produce(&mut send)));
        let ended = ended.unwrap_or_else(|_| Err(TableTextError::Damaged { format, problem: "it is damaged".to_owned() }));
        chunk.extend(ended.err().map(|error| Err(error.into())));
        let _ = sender.send(chunk); // an error of sending means that nothing reads on
    };
    thread::Builder::new().name("table".to_owned()).spawn(work)?;
    Ok(receiver.into_iter().flatten())
}
