//! How the search is driven: threads, batches in order, progress.
