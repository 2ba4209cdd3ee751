//! Board text: any text is a board that is written back as itself, or refused; with each exit it is a view whose moves can be told.
#![no_main]
use gridlock::board::{Exit, State, View};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(state) = text.parse::<State>() {
        let written = state.to_string();
        assert_eq!(written.parse::<State>().as_ref(), Ok(&state));
    }
    for exit in [Exit::Right, Exit::Left, Exit::Up, Exit::Down] {
        if let Ok(view) = View::from_text(text, exit) {
            told(&view);
        }
    }
});

/// Every move leads to a view, and stands in the letters that were given.
fn told(view: &View) {
    for step in view.state().legal_moves() {
        assert!(text_of(view, step.item).is_some_and(|letter| letter.is_ascii_alphabetic()));
        assert_eq!(view.after(step).describe(step), view.describe(step));
    }
}

fn text_of(view: &View, item: usize) -> Option<char> {
    view.name(item).chars().next()
}
