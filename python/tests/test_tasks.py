"""Tasks for language models: what is promised about their items, and scores."""

from __future__ import annotations

import hashlib
import itertools
import json
import pickle
import re

import numpy as np
import pytest
from gridlock_puzzle import Board, bench, cluster, database, notation, solve, tasks


def digest(items) -> str:
    """A digest of what is promised: all but the answer."""
    kept = [{key: value for key, value in item.items() if key != "answer"} for item in items]
    return hashlib.sha256(json.dumps(kept, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def test_items_are_the_same_on_every_machine_and_in_every_version():
    streams = [
        tasks.RushHour(),
        tasks.RushHour(moves="3..9", walls="0..2", size=5, split="test", seed=3, wording="short", style="vehicles", notation="arrows"),
        tasks.RushHour(moves=range(1, 8), size=4, split="train", seed=2, wording="story", style="coordinates", notation="pairs"),
        tasks.RushHour(boards="data/rows45.txt", seed=7, notation="signs", wording="story"),
    ]
    assert tasks.VERSION == 2, "a new version has new digests"
    assert [digest(itertools.islice(stream, 20))[:16] for stream in streams] == EXPECTED


EXPECTED = ["5551f9a5211c1a8e", "a7c51e1f7c076a27", "173d7ad64c545a9b", "cebcf7ddaba53bf8"]


def test_an_item_depends_on_its_number_only():
    stream, other = (tasks.RushHour(walls=1, split="train", seed=5, count=60) for _ in range(2))
    backwards = [other[number] for number in range(59, -1, -1)][::-1]
    copy = pickle.loads(pickle.dumps(stream))
    assert list(stream) == backwards == list(copy) and len(stream) == len(backwards) == 60
    assert pickle.loads(pickle.dumps(other))[59] == stream[-1] == stream[59]
    assert stream[0] != tasks.RushHour(walls=1, split="train", seed=6)[0]
    for number in (60, -61):
        with pytest.raises(IndexError):
            stream[number]
    endless = tasks.RushHour(walls=1, split="train", seed=5)
    assert endless[59] == stream[59]
    with pytest.raises(TypeError):
        len(endless)
    with pytest.raises(IndexError):
        endless[-1]


def test_numbers_of_numpy_and_slices():
    stream, plain = (tasks.RushHour(moves="1..", size=4, seed=seed, count=count) for seed, count in [(np.int64(3), np.uint8(5)), (3, 5)])
    for number, place in [(np.int64(2), 2), (np.uint8(4), 4), (True, 1), (np.int32(-1), 4)]:
        assert json.dumps(stream[number]) == json.dumps(plain[place])
    assert type(stream[True]["metadata"]["index"]) is int
    assert stream[1:3] == [plain[1], plain[2]] and stream[::-2] == [plain[4], plain[2], plain[0]]
    for wrong in (1.0, "1", None):
        with pytest.raises(TypeError):
            stream[wrong]
    with pytest.raises(TypeError, match="count"):
        tasks.RushHour(count=2.5)
    with pytest.raises(TypeError, match="endless"):
        tasks.RushHour()[1:3]
    assert tasks.RushHour() and stream and not tasks.RushHour(count=0)


def test_rows_of_a_database_are_found_as_items_need_them():
    rows = database(5).where(moves="15..")
    stream, read = tasks.RushHour(boards=rows, split="train"), tasks.RushHour(boards=list(rows), split="train")
    assert stream._rows is rows
    assert [stream[number] for number in range(20)] == [read[number] for number in range(20)]
    assert pickle.loads(pickle.dumps(stream))[7] == stream[7]


@pytest.mark.parametrize("symbol", ["\U0001f697", "*", "é", "7"])
@pytest.mark.parametrize("name", notation.NOTATIONS)
def test_every_item_can_be_answered(symbol, name):
    item = tasks.RushHour(boards=["oBBoAAoCoooCoooo".replace("C", symbol)], notation=name)[0]
    assert tasks.score(item["answer"], item).score == 1.0
    assert item["metadata"]["board"] == "oBBoAAoCoooCoooo".replace("C", symbol if symbol.isalnum() else "C")
    assert (symbol in item["question"]) == symbol.isalnum() or symbol == "7"


def test_no_board_comes_again_before_all_have_come():
    stream = tasks.RushHour(moves="1..", size=4)
    boards = [stream[number]["metadata"]["board"] for number in range(64)]
    assert len(set(boards[:32])) == 32 and boards[:32] == boards[32:]
    assert set(boards) == {row.board for row in database(4)}
    assert len({tasks.RushHour(moves="1..", size=4, seed=seed)[0]["metadata"]["board"] for seed in range(60)}) > 20


def test_sides_are_those_of_the_database():
    rows = database(5).where(moves="15..")
    for side in ("train", "test"):
        stream = tasks.RushHour(boards=rows, split=side, test_share=0.3, split_seed=2)
        stream._row_number(len(rows))
        assert sorted(rows[number] for number in stream._found) == sorted(rows.split(side, test_share=0.3, seed=2))


def test_sides_have_no_family_in_common():
    sides = {}
    for side in ("train", "test"):
        stream = tasks.RushHour(moves="1..", walls="0..2", size=5, split=side, test_share=0.3, split_seed=2, keep="families")
        stream._row_number(7320)
        numbers = stream._found
        assert len(set(numbers)) == len(numbers)
        rows = [stream._rows[number] for number in numbers]
        sides[side] = {bench.family(row) for row in rows}, len(rows)
        boards = [stream[number]["metadata"]["board"] for number in range(40)]
        assert bench.split(boards, side, 0.3, 2, keep="families") == [Board(board) for board in boards]
    assert sides["train"][1] + sides["test"][1] == 7320 and not sides["train"][0] & sides["test"][0]
    assert 0.25 < sides["test"][1] / 7320 < 0.35


@pytest.mark.parametrize("style", tasks.BOARD_STYLES)
@pytest.mark.parametrize("wording", tasks.WORDINGS)
@pytest.mark.parametrize("name", notation.NOTATIONS)
def test_questions_hold_the_board_and_answers_are_right(wording, style, name):
    stream = tasks.RushHour(moves="4..12", walls="0..1", size=5, wording=wording, style=style, notation=name, count=6)
    for number, item in enumerate(stream):
        data, question = item["metadata"], item["question"]
        board = Board(data["board"])
        assert json.loads(json.dumps(item)) == item and set(item) == {"question", "answer", "metadata"}
        assert (data["index"], data["moves"], data["cluster_size"]) == (number, len(solve(board)), len(cluster(board)))
        assert data["shortest"] == len(solve(board, metric=data["metric"])) and data["metric"] == notation.NOTATIONS[name]
        assert drawn(question, style, data["shape"]) == data["board"].replace("o", ".")
        assert notation.read(item["answer"], board).metric == notation.NOTATIONS[name]
        score = tasks.score(item["answer"], item)
        assert score == tasks.Score(True, True, data["shortest"], data["shortest"], data["metric"], 1.0, None, None)
        assert stream.score_answer(answer=f"Answer: {item['answer']}", entry=item) == 1.0
        # the example of the question is in the grammar
        assert notation.read(question, Board("oBBoAAoCoooCoooo")).moves[-1].piece == "A"
        assert "{" not in question and ("wall" in question.lower()) == bool(board.walls)


def drawn(question: str, style: str, shape: str) -> str:
    """The board that a question describes."""
    width, height = map(int, shape.split("x"))
    if style == "grid":
        lines = [line.replace(" ", "") for line in question.split("\n") if re.fullmatch(r"[A-Za-z.](?: [A-Za-z.])*", line)]
        return "".join(lines)
    cells = ["."] * (width * height)
    for line in question.split("\n"):
        name = re.match(r"(wall|[A-Z]): ", line)
        if name is None:
            continue
        found = [(int(row), int(column)) for row, column in re.findall(r"\((\d+), (\d+)\)", line)]
        if style == "vehicles":
            ranges = dict(re.findall(r"(row|column)s? (\d+(?: to \d+)?)", line))
            rows, columns = ([int(number) for number in ranges[key].split(" to ")] for key in ("row", "column"))
            found = list(itertools.product(range(rows[0], rows[-1] + 1), range(columns[0], columns[-1] + 1)))
        for row, column in found:
            assert cells[(row - 1) * width + column - 1] == "."
            cells[(row - 1) * width + column - 1] = "x" if name[1] == "wall" else name[1]
    return "".join(cells)


def test_boards_of_other_shapes_and_exits():
    board = Board("..A....A...BB.......", shape="5x4", exit="down")
    for wording, style in itertools.product(tasks.WORDINGS, tasks.BOARD_STYLES):
        item = tasks.RushHour(boards=[board], wording=wording, style=style)[0]
        assert "bottom of its column" in item["question"] and item["answer"].endswith("A+2")
        assert drawn(item["question"], style, "5x4") == board.text.replace("o", ".")
        assert tasks.score("B left 1, A down 2", item).score == 1.0


def test_scores_say_why():
    item = tasks.RushHour(boards=["oBBoAAoCoooCoooo"])[0]
    for answer, why in [
        (None, "no answer"),
        ("", "the answer has no moves"),
        ("C+1", "the last state is not a goal state"),
        ("C+1 A+3", "move 2: A+3: A can move by 2 in that direction"),
        ("A up 1", "move 1: A up 1: A moves left and right only"),
        ("Q+1", "move 1: Q+1: the board has no piece Q"),
        ("C one down", '"C" is not a move'),
    ]:
        score = tasks.score(answer, item)
        assert (score.why, score.score, score.solved) == (why, 0.0, False)
    # a slide that is split is one move, as on the page
    assert (tasks.score("C+1 A+1 A-1 A+2", item).moves, tasks.score("C+1, A+1, A+1", item).score) == (2, 1.0)
    # a question about steps counts an answer with distances in steps
    steps = tasks.RushHour(boards=["oBBoAAoCoooCoooo"], notation="signs")[0]
    assert (tasks.score("C+1 A+2", steps).moves, tasks.score("C+1 A+2", steps).metric) == (3, "steps")
    # an answer in steps to a question about moves is compared with the fewest steps
    assert (tasks.score("B< Cv A> A>", item).shortest, tasks.score("B< Cv A> A>", item).score) == (3, 0.75)


def test_wrong_arguments():
    for arguments in (
        {"split": "validation"},
        {"split": "train", "keep": "near_twins"},
        {"test_share": 1.5},
        {"count": -1},
        {"wording": "long"},
        {"style": "picture"},
        {"notation": "chess"},
        {"moves": "99.."},
        {"moves": "5", "boards": ["oBBoAAoCoooCoooo"]},
        {"boards": []},
        {"size": 7},
    ):
        with pytest.raises(ValueError):
            tasks.RushHour(**arguments)
    with pytest.raises(ValueError, match="the split leaves none"):
        tasks.RushHour(boards=["oBBoAAoCoooCoooo"], split="test", test_share=0.0)[0]
    with pytest.raises(ValueError, match="no solution"):
        tasks.RushHour(boards=["ooooAAoxoooooooo"])[0]


@pytest.mark.parametrize(
    "answer",
    [
        "Answer: C+1 A+2.",
        "Answer: C+1, A+2\n\nThis frees the way, and A reaches the exit in 2 moves.",
        "First C moves.\n\n**Answer**\n\nC+1 A+2\n",
        "### Answer\n1. C+1\n2. A+2\n\nDone!",
        "**Final answer**\nC down 1, then A right 2.",
        "<think>A+2 is blocked by C.</think><answer>C+1 A+2</answer>",
        "<answer>\n[C+1, A+2]\n</answer> I hope this helps.",
        "So the solution is \\boxed{C+1 A+2}.",
        "\\[ \\boxed{\\text{C+1, A+2}} \\]",
        "Answer: [C+1, A+2]",
        "Answer: `C+1` -> `A+2`; that is all.",
        "The red car needs room, so I play C+1 and A+2.",
        "Try A+2: no. B-1 does not help. So: C+1 A+2",
    ],
)
def test_answers_are_found_in_what_models_write(answer):
    item = tasks.RushHour(boards=["oBBoAAoCoooCoooo"])[0]
    assert tasks.score(answer, item, strict=False).score == 1.0
    assert tasks.score(answer, item).why is not None, "strict is the default"
    assert tasks.RushHour(boards=["oBBoAAoCoooCoooo"]).score_answer(answer, item, strict=False) == 1.0


def test_what_is_no_answer_stays_none():
    item = tasks.RushHour(boards=["oBBoAAoCoooCoooo"])[0]
    for answer, why in [
        ("I can't solve it.", "no moves stand in the text"),
        ("<answer>I don't know</answer> maybe C+1 A+2", "no moves stand in the answer"),
        ("Answer: C+1 A+3.", "move 2: A+3: A can move by 2 in that direction"),
        ("Answer: A up 1.", "move 1: A up 1: A moves left and right only"),
    ]:
        score = tasks.score(answer, item, strict=False)
        assert (score.score, score.why) == (0.0, why)
