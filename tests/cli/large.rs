//! Boards of more than 64 cells, and solutions that need not be shortest.
use crate::{Sandbox, objects};

/// A board of 16×16 with 66 pieces as a list of vehicles: the places of its pieces need 72 bits. `A` is stopped by a car.
fn sixteen() -> String {
    let mut list = "id,orientation,col,row,length\nred,H,1,6,2\nstop,V,10,6,2\n".to_owned();
    for row in 1..=4 {
        // no cell is free
        (0..8).for_each(|car| list += &format!("full{row}{car},H,{},{row},2\n", 2 * car + 1));
    }
    for row in 9..=16 {
        (0..4).for_each(|car| list += &format!("car{row}{car},H,{},{row},2\n", 4 * car + 1));
    }
    list
}

#[test]
fn boards_of_16x16_with_66_pieces_are_solved_and_drawn() {
    let sandbox = Sandbox::with("large.csv", sixteen());
    let board = "large.csv --size 16 --primary red";
    let found = sandbox.answer(&format!("solve {board} --json --count --all-first"));
    assert_eq!((&found["moves"], &found["solvable"]), (&2.into(), &true.into()));
    // the car can only leave downwards, by one cell
    assert_eq!((&found["solutions"], &found["first_moves"]), (&1.into(), &vec!["stop+1"].into()));
    let any = sandbox.answer(&format!("solve {board} --any --json"));
    assert_eq!((&any["moves"], &any["at_least"]), (&2.into(), &2.into()));
    sandbox.succeed(&format!("render {board} -o large.svg"));
    assert!(sandbox.text("large.svg").matches("<rect").count() > 66);
    for command in ["graph", "levels", "analyse"] {
        let output = if command == "graph" { "-o new.dot" } else { "" };
        sandbox.refuses(&format!("{command} {board} --max-states 1000 {output}"), 3, ["--max-states"]);
    }
}

#[test]
fn a_search_that_is_given_up_says_what_it_has_proven() {
    let sandbox = Sandbox::new();
    let board = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM";
    let mut bounds = Vec::new();
    for most in [100, 1000, 10_000] {
        let error = sandbox.fail(&format!("solve {board} --max-states {most}"), 3);
        let text = error.split("at least ").nth(1).expect("a bound").split(' ').next().expect("a number");
        bounds.push(text.parse::<u32>().expect("a number"));
        assert!(error.contains("--any"), "{error}");
    }
    assert!(bounds.is_sorted() && bounds[0] < bounds[2] && bounds[2] < 49, "{bounds:?}");
}

#[test]
fn any_solution_has_a_bound_and_an_exit_code_of_its_own() {
    let sandbox = Sandbox::new();
    let board = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM";
    let printed = sandbox.ends(&format!("solve {board} --any --json"), 5);
    let found = &objects(&printed.out)[0];
    let (moves, least) = (found["moves"].as_u64().expect("moves"), found["at_least"].as_u64().expect("a bound"));
    assert!(least < 49 && 49 <= moves && least < moves, "{found}");
    sandbox.ends(&format!("solve {board} --any"), 5).prints([&format!("at least {least} moves are needed")]);
    // with time enough it is a shortest one
    let found = sandbox.answer(&format!("solve {board} --any --seconds 600 --json"));
    assert_eq!((&found["moves"], &found["at_least"]), (&49.into(), &49.into()));
    // every other end of a file is worse
    sandbox.write("boards.txt", format!("{board}\nooooAAoxoooooooo\n"));
    sandbox.ends("solve boards.txt --any", 1);
    sandbox.ends("solve ooooAAoxoooooooo --any", 1);
    sandbox.refuses(&format!("solve {board} --any --count"), 2, ["--count"]);
    sandbox.refuses(&format!("solve {board} --seconds 3"), 2, ["--any"]);
}
