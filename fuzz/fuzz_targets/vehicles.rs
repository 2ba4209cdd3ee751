//! A list of vehicles: any bytes are refused, or are a list that gives a well-formed board.
#![no_main]
use gridlock::internals::board::Size;
use gridlock::internals::inputs::Vehicles;
use gridlock::internals::notation::{Exit, ShapedBoard, View};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for n in Size::MIN..=Size::MAX {
        let size = Size::new(n).expect("a size");
        let Ok(Vehicles { pieces, walls, .. }) = Vehicles::read(bytes, size) else { continue };
        for exit in [Exit::Right, Exit::Left, Exit::Up, Exit::Down] {
            let board = ShapedBoard { shape: size.into(), vehicles: pieces.clone(), walls };
            if let Ok(view) = View::of_shape(&board, "A", exit) {
                assert_eq!(view.state().pieces().count(), pieces.len());
                let own = (0..view.state().items().len()).filter(|&item| !view.is_frame(item)).count();
                assert_eq!(own, pieces.len() + walls.len());
                assert!(view.state().to_string().parse().as_ref() == Ok(view.state()));
            }
        }
    }
});
