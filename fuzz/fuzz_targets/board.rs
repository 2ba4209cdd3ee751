//! Board text, in every form: any text is refused, or is a board that its own text gives back. With each exit that fits, its moves
//! can be described.
#![no_main]
use gridlock::internals::board::State;
use gridlock::internals::forms::{BoardReading, read_board};
use gridlock::internals::notation::{Exit, View};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(state) = text.parse::<State>() {
        let written = state.to_string();
        assert_eq!(written.parse::<State>().as_ref(), Ok(&state));
    }
    for primary in [None, Some("a".to_owned())] {
        if let Ok(read) = read_board(text, &BoardReading { primary, ..BoardReading::default() }) {
            let again = View::of_size(&read.view.lettered().to_string(), read.view.size(), "A", read.view.exit());
            assert!(read.view.state().items().len() > 50 || again.is_ok_and(|again| again.state() == read.view.state()));
        }
    }
    for exit in [Exit::Right, Exit::Left, Exit::Up, Exit::Down] {
        if let Ok(view) = View::from_text(text, exit) {
            check_moves(&view);
        }
    }
});

/// Checks that every move can be played and is described by a letter of the given text.
fn check_moves(view: &View) {
    for step in view.state().legal_moves() {
        assert!(text_of(view, step.item).is_some_and(|letter| letter.is_ascii_alphabetic()));
        assert_eq!(view.after(step).describe(step), view.describe(step));
    }
}

fn text_of(view: &View, item: usize) -> Option<char> {
    view.name(item).chars().next()
}
