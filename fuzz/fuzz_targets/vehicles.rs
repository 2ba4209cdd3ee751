//! A list of vehicles: any bytes are refused, or are a list that gives a well-formed board.
#![no_main]
use gridlock::board::{Exit, Size, View};
use gridlock::database::Vehicles;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for n in Size::MIN..=Size::MAX {
        let size = Size::new(n).expect("a size");
        let Ok(Vehicles { pieces, walls, .. }) = Vehicles::read(bytes, size) else { continue };
        for exit in [Exit::Right, Exit::Left, Exit::Up, Exit::Down] {
            if let Ok(view) = View::new(size, &pieces, walls, "A", exit) {
                assert_eq!(view.state().pieces().count(), pieces.len());
                assert_eq!(view.state().walls().count_ones(), walls.count_ones());
                assert!(view.state().to_string().parse().as_ref() == Ok(view.state()));
            }
        }
    }
});
