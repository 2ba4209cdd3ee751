//! The folder of a path.
use std::path::Path;

/// The folder of a path; `.` if the path has no folder part.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
