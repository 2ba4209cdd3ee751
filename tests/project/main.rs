//! The project as a whole: columns as the guide defines them, the documents, and the arrows between the rooms.
mod columns;
mod docs;
mod rooms;
