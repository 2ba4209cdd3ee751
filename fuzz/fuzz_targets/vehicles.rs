//! A list of vehicles: any bytes are refused, or are a list that gives a well-formed board.
#![no_main]
use gridlock::internals::board::Size;
use gridlock::internals::inputs::Vehicles;
use gridlock::internals::notation::{Exit, NamedBoard, View};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(list) = Vehicles::records(bytes) else { return };
    for n in Size::MIN..=Size::MAX {
        let size = Size::square(n).expect("a size");
        let Ok(Vehicles { pieces, walls, .. }) = Vehicles::read(&list, size, None) else { continue };
        for exit in [Exit::Right, Exit::Left, Exit::Up, Exit::Down] {
            let board = NamedBoard { size, vehicles: pieces.clone(), walls };
            if let Ok(view) = View::of_named(&board, "A", exit) {
                assert_eq!(view.state().pieces().count(), pieces.len());
                assert_eq!(view.state().items().len(), pieces.len() + walls.len());
                let has_letters = view.state().items().len() <= 50;
                assert!(!has_letters || view.state().to_string().parse().as_ref() == Ok(view.state()));
            }
        }
    }
});
