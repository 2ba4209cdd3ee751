//! What lies on disk: rows, compression, merging.
