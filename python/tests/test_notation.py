"""Texts of moves: hand-written answers, every shortest solution in every notation, and random texts that are replayed on a plain board."""

from __future__ import annotations

import json
import pathlib
import random
import re

import plain
import pytest
from gridlock_puzzle import Board, Move, bench, generate, notation, read_rows, solve, tasks

BOARDS = {
    "easy": Board("oBBoAAoCoooCoooo"),
    "wall": Board("xCCoAAoDoooDoooo"),
    "five": Board("BBBooooooDAAooDoooooooCCo"),
    "down": Board("..A....A...BB.......", shape="5x4", exit="down"),
    "goal": Board("ooooooAAoooooooo"),
    "jam": Board("..D.....D.BBAADE.....E..CC.........."),
}
LINES = [line for line in (pathlib.Path(__file__).parent / "answers.tsv").read_text().splitlines() if not line.startswith("#")]


def verdict(board: Board, answer: str) -> str:
    item = tasks.RushHour(boards=[board])[0]
    score = tasks.score(answer, item)
    assert (score.score > 0) == score.solved and (score.why is None) == score.solved and (score.illegal is None or not score.legal)
    if score.legal:
        steps = " s" if score.metric == "steps" else ""
        return f"{'solved' if score.solved else 'unsolved'} {score.moves}{steps}"
    return "unreadable" if score.moves is None else f"illegal {score.illegal}"


def test_there_are_many_answers():
    assert len(LINES) >= 200 and len({line.split("\t", 2)[2] for line in LINES}) > 190


@pytest.mark.parametrize("number", range(len(LINES)))
def test_answers_written_by_hand(number):
    name, expected, answer = LINES[number].split("\t")
    assert verdict(BOARDS[name], json.loads(answer)) == expected, answer


def boards_of_all_kinds() -> list[Board]:
    rows = [Board(row.board) for row in read_rows("data/rows45.txt")]
    small = [Board(row.board) for row in generate(4)]
    return [*rows, *small, *(board for name, board in BOARDS.items() if name != "goal")]


def test_every_shortest_solution_in_every_notation_reads_back():
    read_back = 0
    for board in boards_of_all_kinds():
        for metric in ("moves", "steps"):
            moves = solve(board, metric=metric)
            steps = [Move(move.piece, 1 if move.distance > 0 else -1) for move in moves for _ in range(abs(move.distance))]
            for name, counted in notation.NOTATIONS.items():
                text = notation.write(moves, board, name)
                expected = steps if counted == "steps" else list(moves)
                numbered = "\n".join(f"{number}. {notation.write([move], board, name)}" for number, move in enumerate(expected, 1))
                for form in (text, text.lower(), f"Answer:\n{text}", f"```\n{text}\n```", numbered):
                    reading = notation.read(form, board)
                    assert (list(reading.moves), reading.metric) == (expected, counted), form
                    played = board.copy()
                    assert notation.play(played, reading.steps) is None and played.is_goal
                    read_back += 1
                result = bench.evaluate(lambda _, text=text: text, [board], metric="steps").results[0]
                assert result.solved and result.length == moves.steps
    assert read_back == 2 * 6 * 5 * (45 + 32 + 5)


def test_the_case_decides_between_pieces_that_differ_in_nothing_else():
    cars = iter("BCDEFGHIJKLMNOPQRSTUVWXYZabcdefgh")
    rows = ["".join(2 * next(cars) for _ in range(4)) for _ in range(7)]
    board = Board("".join([*rows[:3], "AA......", *rows[3:]]))
    letters = [piece.letter for piece in board.pieces]
    alike = [letter for letter in letters if letter.swapcase() in letters]
    assert {"A", "a"} <= set(alike)
    assert notation.read("a+1 A+1", board).moves == (Move("a", 1), Move("A", 1))
    assert notation.read("z+1", board).moves == (Move("Z", 1),) and "z" not in letters


def test_writing_refuses_what_it_does_not_know():
    board = BOARDS["easy"]
    with pytest.raises(ValueError, match="choose distance"):
        notation.write([("C", 1)], board, "chess")
    with pytest.raises(ValueError, match="no piece Q"):
        notation.write([("Q", 1)], board)
    for name in notation.NOTATIONS:
        for distance in (0, 15, -15, 100):
            with pytest.raises(ValueError, match=r"C[-+]\d+: a move goes by 1 to 14 cells"):
                notation.write([("A", 1), ("C", distance)], board, name)
        for distance in (14, -14):
            assert len(notation.read(notation.write([("C", distance)], board, name), board).steps) in (1, 14)


WORDS = {"left": -1, "right": 1, "up": -1, "down": 1, "<": -1, ">": 1, "^": -1, "v": 1, "+": 1, "-": -1, "": 1}
def test_boards_of_assignments():
    text = "6 6\n{}\nAAB..F\n..BCDF\nGPPCDFK\nGH.III\nGHJ...\nLLJMM.\n"
    plainly = Board("CCB..F..BQDFGAAQDFGH.IIIGHJ...LLJMM.")
    for count in (11, 12):
        board = notation.read_board(text.format(count))
        assert board == plainly and board.exit == "right" and len(solve(board)) == len(solve(plainly))
    for wrong in (text.format(10), text.format(11).replace("K", ""), text.format(11).replace("LLJMM.", "LLJMM.."), "", "\n", "6 6", "AAB..F"):
        with pytest.raises(ValueError):
            notation.read_board(wrong)
    with pytest.raises(ValueError, match="several"):
        notation.read_board("....\nAA..\n....\n....\n\n....\nAA..\n....\n....\n")
    rows = ["..B.", "P.B.", "P...", "...."]
    flipped = [row[::-1] for row in rows]
    for up, rows, exit in ((True, rows, "up"), (False, rows, "down"), (True, flipped, "up"), (False, flipped, "down")):
        mark = " " * rows[1].index("P") + "K"
        board = notation.read_board("\n".join(["4 4", "1", *([mark, *rows] if up else [*rows, mark])]))
        assert (board.exit, board.text) == (exit, "".join(rows).replace("P", "A").replace(".", "o"))
    sideways = ["....", "KB.PP", "B...", "...."]
    board = notation.read_board("\n".join(["4 4", *(row if row[0] == "K" else f" {row}" for row in sideways)]))
    assert (board.exit, board.text) == ("left", "ooooBoAABooooooo") and str(solve(board)) == "B+1 A-2"
    assert notation.read_board(Board("oBBoAAoCoooCoooo").picture()) == Board("oBBoAAoCoooCoooo")


FORMS = [
    r"(\w)([-+])(\d\d?)",
    r"(\w) (left|right|up|down) (\d\d?)",
    r"(\w): (left|right|up|down) (\d\d?)",
    r"\((\w), ([-+]?)(\d\d?)\)",
    r"(\w), ([-+]?)(\d\d?)",
    r"(\w)([-+])()",
    r"(\w)([<>^v])()",
]


def plainly(text: str) -> list[tuple[str, str, int]]:
    """The moves of a text with one move in a line, read form by form: letter, direction as it is written, cells."""
    moves = []
    for line in text.splitlines():
        found = [match for form in FORMS for match in [re.fullmatch(form, line.lower())] if match]
        assert len(found) == 1, line
        letter, direction, cells = found[0].groups()
        moves.append((letter.upper(), direction, int(cells or 1)))
    return moves


def replayed(board: str, moves: list[tuple[str, str, int]]) -> tuple[int, str]:
    """The number of legal moves from the beginning, and the state after them, on a board of texts in plain Python."""
    for number, (letter, direction, cells) in enumerate(moves):
        _, pieces = plain.pieces_of(board)
        own = pieces.get(letter)
        lies = own is not None and own[1] == own[0] + 1
        across = own is not None and direction in (("up", "down", "^", "v") if lies else ("left", "right", "<", ">"))
        after = {(l, d): state for l, d, state in plain.moves_of(board)}
        if across or (letter, WORDS[direction] * cells) not in after:
            return number, board
        board = after[letter, WORDS[direction] * cells]
    return len(moves), board


def slides(moves: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """The moves with neighbours of one piece joined, until there are none."""
    moves = [move for move in moves if move[1]]
    for k, (one, other) in enumerate(zip(moves, moves[1:])):
        if one[0] == other[0]:
            return slides([*moves[:k], (one[0], one[1] + other[1]), *moves[k + 2 :]])
    return moves


def test_no_illegal_move_passes_in_random_texts():
    random.seed(47)
    boards = [board for board in boards_of_all_kinds() if board.exit == "right"]
    counts = dict.fromkeys(("solved", "unsolved", "illegal", "unreadable"), 0)
    for _ in range(3000):
        board = random.choice(boards)
        name = random.choice(list(notation.NOTATIONS))
        moves = list(solve(board))[: random.randint(1, 60)]
        lines = notation.write(moves, board, name).replace(", ", "\n" if name in ("words", "colon") else ", ")
        lines = [line.strip() for line in re.split(r"\n" if name in ("words", "colon") else r" (?!-?\d)", lines)]
        for _ in range(random.choice((0, 0, 1, 2))):  # another move, a move twice, or one move less
            k = random.randrange(len(lines))
            letter, word = random.choice(board.pieces).letter, random.choice(("left", "right", "up", "down"))
            kind, cells = random.randrange(5), random.randint(1, 4)
            made = {"words": f"{letter} {word} {cells}", "colon": f"{letter}: {word} {cells}", "pairs": f"({letter}, {cells})"}
            other = made.get(name, f"{letter}{random.choice('+-' if name != 'arrows' else '<>^v')}{cells if name == 'distance' else ''}")
            lines[k : k + 1] = [[other], [lines[k]] * 2, [], [other, lines[k]], [lines[k].lower()]][kind] or [other]
        legal, state = replayed(board.text, plainly("\n".join(lines)))
        played = board.copy()
        reading = notation.read("\n".join(lines), board)
        stopped = notation.play(played, reading.steps)
        assert (legal, state) == (len(lines) if stopped is None else stopped[0] - 1, played.text), lines
        kind = "illegal" if stopped else "solved" if plain.is_goal(state) else "unsolved"
        counts[kind] += 1
        # one character changed: the text is refused, or says what its lines say
        text = "\n".join(lines)
        at, new = random.randrange(len(text)), random.choice("ABCv12+->^(), \n:.`é\u2212")
        text = [text[:at] + new + text[at + 1 :], text[:at] + text[at + 1 :], text[:at] + new + text[at:]][random.randrange(3)]
        result = bench.judge(board, 1, text, "moves")
        if result.length is None:
            counts["unreadable"] += 1
            continue
        once_more = notation.read(text, board)
        lines = [step.text for step in once_more.steps]
        # nothing is left out: the texts of the moves and what may separate them make up the whole text
        bare = re.sub(r"[\s,]", "", text.strip("`"))
        assert (bare[2:] if len(lines) == 1 and bare[:2] in ("1.", "1)") else bare) == re.sub(r"[\s,]", "", "".join(lines)), text
        tidy = [re.sub(r"\s+", " ", re.sub(r"\s*:\s*", ": ", re.sub(r"([(,])\s*", r"\1", line))).replace("\u2212", "-") for line in lines]
        tidy = [re.sub(r"\s*([,)])", r"\1", line).replace(",", ", ") for line in tidy]
        legal, state = replayed(board.text, plainly("\n".join(tidy)))
        assert result.legal == (legal == len(lines)) and result.solved == (result.legal and plain.is_goal(state)), text
        assert result.length == len(slides([(step.piece, step.distance) for step in once_more.steps[:legal]]))
    assert all(count > 200 for count in counts.values()), counts


def test_no_text_breaks_the_reader():
    random.seed(48)
    board, read = BOARDS["five"], 0
    pieces = ["A", "D", "C", "+", "-", "1", "2", "12", " ", ",", "\n", "(", ")", ":", ".", "`", "```", "answer:", "Answer", "left", "right", "up", "down"]
    pieces += ["v", "^", "<", ">", "A+1", "D-1 A+3", "1. ", "2) ", "é", "\u2212", "\x00", "\u0131", "\u212a", "r\u0131ght", "\ud800", "\U0001f697", "a", "x"]
    for _ in range(20000):
        text = "".join(random.choice(pieces) for _ in range(random.randint(0, 12)))
        result = bench.judge(board, 1, text, "moves")
        read += result.length is not None
        assert result.length is not None or not result.legal
    assert 100 < read < 5000
    for long in ("A+1 A-1 " * 100_000, "`" * 100_001, "answer:" * 50_000, "1" * 100_000, " " * 200_000 + "!", "(" * 100_000, "A" * 100_000, "```a\n" * 30_001):
        bench.judge(board, 1, long, "moves")
