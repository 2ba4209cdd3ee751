//! Lines made on a thread of their own, for libraries that give all rows in one loop.
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::sync_channel;
use std::thread;

use super::TableTextError;

/// Bytes that are sent at once.
const CHUNK: usize = 1 << 16;

/// Takes a line; false if nothing reads on.
pub(super) type Send<'s> = dyn FnMut(String) -> bool + 's;

/// Runs `produce` on another thread and gives the text that it sends, in chunks of whole lines. A panic of a library on a damaged file
/// becomes an error. If the iterator is dropped, `produce` is asked to end at its next line.
///
/// # Errors
/// The thread can't be started.
pub(super) fn in_background(
    format: &'static str,
    produce: impl FnOnce(&mut Send<'_>) -> Result<(), TableTextError> + std::marker::Send + 'static,
) -> io::Result<impl Iterator<Item = io::Result<String>>> {
    let (sender, receiver) = sync_channel::<io::Result<String>>(4);
    let work = move || {
        let mut chunk = String::new();
        let mut send = |line: String| {
            chunk.push_str(&line);
            chunk.len() < CHUNK || sender.send(Ok(std::mem::take(&mut chunk))).is_ok()
        };
        let ended = catch_unwind(AssertUnwindSafe(|| produce(&mut send)));
        let ended = ended.unwrap_or_else(|_| Err(TableTextError::Damaged { format, problem: "it is damaged".to_owned() }));
        // An error of sending means that nothing reads on.
        let _ = sender.send(Ok(chunk));
        if let Err(error) = ended {
            let _ = sender.send(Err(error.into()));
        }
    };
    thread::Builder::new().name("table".to_owned()).spawn(work)?;
    Ok(receiver.into_iter())
}
