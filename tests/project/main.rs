//! The project as a whole: columns as the guide defines them, the documents, all readers of text, and the arrows between the
//! rooms.
mod columns;
mod docs;
#[cfg(feature = "cli")]
mod parsers;
#[cfg(feature = "cli")]
#[path = "../search/property_settings.rs"]
mod property_settings;
mod rooms;
mod sequences;
