from __future__ import annotations

import copy
import importlib.metadata
import pickle

import gridlock_puzzle
import plain
import pytest
from gridlock_puzzle import Board, BoardError, Move, Piece, Row, bench, cluster, read_rows, solve, solve_many


def boards() -> list[Board]:
    return [Board(row.board) for row in read_rows("data/rows45.txt")]


def test_text_pieces_and_walls():
    board = Board("IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM")
    assert board.text == str(board) == "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
    assert board.size == 6
    assert board.walls == ((0, 3),)
    assert board.pieces[0] == Piece("A", "H", 2, 1, 2)
    assert Piece("L", "V", 1, 3, 2) in board.pieces
    assert len(board.pieces) == 12
    assert not board.is_goal
    cells = board.cells()
    letters = ["o", "x", *(piece.letter for piece in board.pieces)]
    assert "".join(letters[code] for code in cells) == board.text


def test_legal_moves_are_those_of_the_plain_rules():
    for board in boards():
        plainly = {(letter, distance): after for letter, distance, after in plain.moves_of(board.text)}
        moves = board.legal_moves()
        assert set(moves) == set(plainly) and len(moves) == len(plainly)
        for move in moves:
            assert board.play(move).text == plainly[move]
            for given in (move, str(move), tuple(move)):
                board.push(given)
                assert board.text == plainly[move]
                assert board.history == (move,)
                assert board.pop() == move
    with pytest.raises(ValueError, match="no move to take back"):
        board.pop()


def test_illegal_moves_change_nothing():
    board = Board("oBBoAAoCoooCoooo")
    for move, message in [
        ("A+2", r"A\+2: A can move by 1 in that direction"),
        ("A-1", r"A-1: A can move by 0 in that direction"),
        ("A+127", "can move by 1"),
        ("D+1", "has no piece D"),
        ("A+0", '"A.0" is not a move'),
        (("A", 0), "is not a move"),
        (("A", 10**30), "too large"),
        (("A", 200), "is not a move"),
        ("", "is not a move"),
    ]:
        with pytest.raises(ValueError, match=message):
            board.push(move)
    for move in (3, None, ("A",), ("A", "1"), [1, 2]):
        with pytest.raises(TypeError):
            board.push(move)
    assert board == Board("oBBoAAoCoooCoooo") and board.history == ()


def test_equality_hash_copies_and_pickles():
    board = Board("oBBoAAoCoooCoooo")
    other = Board(".QQ.AA.Z...Z....")
    assert board == other and len({board.frozen(), other.frozen()}) == 1
    with pytest.raises(TypeError, match="frozen"):
        hash(board)
    for change in (lambda frozen: frozen.push(frozen.legal_moves()[0]), lambda frozen: frozen.pop()):
        with pytest.raises(TypeError, match="this board is frozen"):
            change(board.frozen())
    assert board.frozen().copy() == board and board.frozen().play(board.legal_moves()[0]) != board
    assert board != Board("oBBoAAooooooCCoo") and board != board.text and not board == 3
    other.push("Z+1")
    assert board != other
    for twin in (other.copy(), copy.copy(other), copy.deepcopy(other), pickle.loads(pickle.dumps(other))):
        assert twin == other and twin.history == other.history
        twin.pop()
        assert twin == board and other.history == (Move("Z", 1),)
        assert twin.text == "oQQoAAoZoooZoooo" and twin.lettered().text == board.text


def test_moves_name_the_pieces_as_the_text_does():
    for text in ("oCCoAAoBoooBoooo", ".11.AA.2...2....", "éé..AA.ß...ß....", "....CC..AA.xBB.."):
        board = Board(text)
        own = {letter for letter in board.text if letter not in "ox"}
        assert {piece.letter for piece in board.pieces} == own and {move.piece for move in board.legal_moves()} <= own
        assert Board(board.text) == board == board.lettered() and Board(board.text).text == board.text
        for move, same in zip(board.legal_moves(), board.lettered().legal_moves()):
            assert board.play(move) == board.play(str(move)) == board.play(tuple(move)) == board.lettered().play(same)
            assert Move.parse(str(move)) == move
    assert str(solve("oCCoAAoBoooBoooo")) == "B+1 A+2" and str(solve(Board("oCCoAAoBoooBoooo").lettered())) == "C+1 A+2"
    states = cluster("oCCoAAoBoooBoooo")
    assert str(states.solution("oCCoAAoBoooBoooo")) == "B+1 A+2" and set(states.hardest.text) == set("oABC")
    assert states.distance("oBBoAAoCoooCoooo") == 2 and str(states.best_moves("oZZoAAoYoooYoooo")[0]) == "Y+1"
    for wrong in ("x+1", "o-1", ".+1", "+1", "C+0", "C+01", "CC+1", " +1", "C+1 "):
        with pytest.raises(ValueError):
            Move.parse(wrong)


def test_mirror_images():
    for board in boards():
        assert board.mirror() is None
    board = Board("BBBooooooDAAooDoooooooCCo")
    mirror = board.mirror()
    assert mirror != board and mirror.mirror() == board
    lines = [board.text[k : k + 5] for k in range(0, 25, 5)]
    assert Board("".join(lines[::-1])) == mirror


def test_pictures():
    board = Board("oBBoAAoCoooCoooo")
    assert "│ A A . C →" in board.picture()
    svg = board._repr_svg_()
    assert svg.startswith("<svg") and ">C</text>" in svg.replace("\n", "")
    assert repr(board) == "Board('oBBoAAoCoooCoooo')"


def test_moves_and_rows_are_named_tuples():
    move = Move.parse("A+2")
    assert move == ("A", 2) and str(move) == "A+2" and Move.parse(str(move)) == move
    row = Row.parse("07 ..BBAA.C...C.... 12")
    assert row == (7, "ooBBAAoCoooCoooo", 12) and str(row) == "07 ooBBAAoCoooCoooo 12"
    assert Row.parse("07 ..QQAA.Z...Z.... 12").board == "ooBBAAoCoooCoooo"


def test_shapes_and_exits():
    """A board, its cluster and its solution are the same whichever way it is turned."""
    text = "oBBoAAoCoooCoooo"
    rows = [text[k : k + 4] for k in range(0, 16, 4)]
    turned = {
        "left": ["".join(row[::-1]) for row in rows],
        "down": ["".join(column) for column in zip(*rows)],
        "up": ["".join(column) for column in zip(*[row[::-1] for row in rows])],
    }
    for exit, cells in turned.items():
        board = Board("".join(cells), exit=exit)
        assert board.exit == exit and board.shape == (4, 4) and board.text.count("A") == 2
        states = cluster(board)
        assert (len(states), states.distance(board)) == (19, 2)
        steps = solve(board)
        assert len(steps) == 2 and steps == states.solution(board) and set(steps[:1]) == set(states.best_moves(board))
        for move in steps:
            assert move in board.legal_moves()
            board.push(move)
        assert board.is_goal and board in states and board not in cluster(text)
        assert pickle.loads(pickle.dumps(board)) == board == Board(board.text, exit=exit) != Board(text)
        assert [board.pop(), board.pop()] == list(steps)[::-1]
        assert eval(repr(board)) == board and board.mirror() is None
    # row by row: what lies at which cell, with a wall, in a shape that is not square and with the primary in the first row
    wide = Board("AA.B.....B..x.....CC.DDD", shape=(6, 4))
    assert wide.walls == ((2, 0),) and wide.size == 6 and [piece.letter for piece in wide.pieces][0] == "A"
    assert (wide.pieces[-1].orientation, wide.pieces[-1].row, wide.pieces[-1].column) == ("V", 0, 3)
    assert len(wide.cells()) == 24 and wide.cells()[12] == 1 and wide.cells()[:2] == b"\x02\x02"
    assert wide.picture().splitlines()[1] == "│ A A . D . . →".replace("D", wide.pieces[-1].letter)
    assert len(solve(wide)) == 2 and len(solve_many([wide, wide.copy()])[1]) == 2
    assert eval(repr(wide)) == wide and bench.family(wide) == bench.family(cluster(wide).hardest)
    for arguments in ({"exit": "east"}, {"shape": "7x7"}, {"shape": (2, 18)}, {"shape": "wide"}, {"shape": (-1, 4)}):
        with pytest.raises(ValueError):
            Board("." * 16, **arguments)
    with pytest.raises(TypeError):
        Board("." * 16, shape=4)


def test_the_bad_board_of_many_is_named():
    with pytest.raises(ValueError, match="^board 1: row 2, column 4: piece 'B' is not straight$"):
        solve_many(["oBBoAAoCoooCoooo", "..BBAA.B........"])
    with pytest.raises(TypeError, match="^board 2: a board is a Board, its text, or a Row$"):
        solve_many(["oBBoAAoCoooCoooo", "oBBoAAoCoooCoooo", 3])


def test_the_version():
    assert gridlock_puzzle.__version__ == importlib.metadata.version("gridlock-puzzle")


def test_a_board_keeps_what_is_not_given():
    left = Board("oBBooCAAoCoooooo", exit="left")
    assert Board(left, shape="4x4").exit == "left" and Board(left).exit == "left"
    assert Board(left, exit="right").exit == "right"
    upright = Board("..A....A...BB.......", shape="5x4", exit="down")
    assert Board(upright, exit="up").exit == "up" and Board(upright, exit="up").shape == (5, 4)
    assert Board("6-1-1027474756").exit == "right" == Board("6-1-1027474756", exit="right").exit
    for exit in ("left", "up", "down"):
        with pytest.raises(ValueError, match="has its exit at the right"):
            Board("6-1-1027474756", exit=exit)
    with pytest.raises(ValueError, match="there is no row 6-1-1027474757"):
        Board("6-1-1027474757")


def test_boards_over_several_lines_and_as_pictures():
    text = "oBBoAAoCoooCoooo"
    lines = [text[k : k + 4] for k in range(0, 16, 4)]
    for separator, inside in (("\n", ""), ("\r\n", " "), ("\n", " ")):
        assert Board(separator.join(inside.join(line) for line in lines)) == Board(text)
    assert Board(Board(text).picture()) == Board(text)
    assert Board("..A.\n..A.\n....\nBB..\n....", exit="down").shape == (4, 5)
    with pytest.raises(BoardError, match="several boards"):
        Board("\n".join(lines) + "\n\n" + "\n".join(lines))
    board = Board(text)
    assert board.svg() == board._repr_svg_() and board.svg(labels=False).count("<text") == 0
    assert "prefers-color-scheme" in board.svg("auto") and "prefers-color-scheme" not in board.svg("dark") != board.svg()
    assert '<title>' in board.svg() and 'role="img"' in board.svg()
    with pytest.raises(ValueError, match="light, dark, contrast or auto"):
        board.svg("red")
