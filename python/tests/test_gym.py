from __future__ import annotations

import copy
import pickle
import warnings

import gridlock_puzzle.gym as rush_hour
import gymnasium
import numpy as np
import pytest
from gridlock_puzzle import Board, _environment, bench, cluster, database, generate, read_rows, solve
from gymnasium.utils.env_checker import check_env


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"flat_actions": True},
        {"shaping": 0.0, "render_mode": "ansi"},
        {"gamma": 0.9, "render_mode": "rgb_array"},
        {"boards": "data/rows45.txt", "moves": "..20"},
        {"boards": "data/rows45.txt", "split": "test", "shaping": 0.0},
        {"unit_moves": True},
        {"observation": "planes"},
        {"unit_moves": True, "observation": "planes", "flat_actions": True, "boards": "data/rows45.txt", "moves": "..20"},
    ],
)
def test_check_env(options):
    environment = gymnasium.make(rush_hour.ID, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(environment.unwrapped, skip_render_check="render_mode" not in options)


@pytest.mark.parametrize("flat", [False, True])
def test_shortest_solutions_have_reward_zero(flat):
    environment = rush_hour.RushHour(flat_actions=flat)
    for row in generate(4):
        observation, info = environment.reset(options={"board": row.board})
        assert info["distance"] == row.moves
        rewards = []
        for move in solve(row.board):
            action = environment.action(move)
            assert environment.action_masks()[action if flat else tuple(action)]
            observation, reward, terminated, truncated, info = environment.step(action)
            assert observation.tobytes() == environment.board.cells() and info["legal"] and not truncated
            rewards.append(reward)
        assert terminated and rewards == [0.0] * row.moves


def test_rewards_are_those_of_the_exact_distances():
    text = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
    states = cluster(text)
    environment = rush_hour.RushHour([text], shaping=2.0, gamma=0.9, max_moves=50)
    _, info = environment.reset(seed=4)
    environment.action_space.seed(4)
    for number in range(1, 51):
        before = environment.board
        legal = [tuple(action) for action in np.argwhere(info["action_mask"])]
        assert len(legal) == len(before.legal_moves())
        action = environment.action_space.sample() if number % 5 == 0 else legal[number % len(legal)]
        _, reward, terminated, truncated, info = environment.step(action)
        assert info["legal"] == (tuple(action) in legal)
        if not info["legal"]:
            assert environment.board == before
        expected = 2.0 * (states.distance(before) - 0.9 * states.distance(environment.board)) - 1 - (not info["legal"])
        assert reward == pytest.approx(expected) and (terminated, truncated) == (False, number == 50)


def test_seeds_splits_and_boards():
    boards = {"boards": "data/rows45.txt", "shaping": 0.0}
    train, test = (rush_hour.RushHour(**boards, split=side, test_share=0.4, split_seed=2).boards for side in ("train", "test"))
    assert len(train) + len(test) == 45 and not set(train) & set(test)
    assert test == [board.text for board in bench.split("data/rows45.txt", "test", 0.4, 2)]
    five = database(5)
    assert list(rush_hour.RushHour(five, split="test", split_seed=2, shaping=0.0).boards) == list(five.split("test", seed=2))
    families = rush_hour.RushHour(five, split="test", split_seed=2, keep="families", shaping=0.0).boards
    assert list(families) == list(bench.split(five, "test", seed=2, keep="families")) != list(five.split("test", seed=2))
    environment = rush_hour.RushHour(**boards)
    drawn = [environment.reset(seed=seed)[1]["board"] for seed in (1, 2, 3, 1)]
    assert drawn[0] == drawn[3] and len(set(drawn)) > 1


def test_wrong_settings():
    boards = ["oBBoAAoCoooCoooo"]
    for arguments in (
        ([],),
        ([*boards, "BBBooooooDAAooDoooooooCCo"],),
        (["nonsense"],),
    ):
        with pytest.raises(ValueError):
            rush_hour.RushHour(*arguments)
    with pytest.raises(FileNotFoundError):
        rush_hour.RushHour("data/none.txt")
    for options in ({"split": "both"}, {"keep": "near_twins"}, {"observation": "pixels"}, {"max_moves": 0}, {"render_mode": "human"}, {"moves": "5.."}):
        with pytest.raises(ValueError):
            rush_hour.RushHour(boards, **options)
    environment = rush_hour.RushHour(boards)
    with pytest.raises(ValueError, match="call reset before"):
        environment.step((0, 0))
    environment.reset()
    for action in ((3, 0), (0, 4), (-1, 0)):
        with pytest.raises(ValueError, match="not in the action space"):
            environment.step(action)
    with pytest.raises(ValueError):
        environment.reset(options={"board": "BBBooooooDAAooDoooooooCCo"})
    with pytest.raises(ValueError):
        environment.action("A+2")


@pytest.mark.parametrize("observation", ["cells", "planes"])
def test_unit_moves_count_steps(observation):
    environment = rush_hour.RushHour(unit_moves=True, observation=observation)
    assert environment.displacements == [-1, 1] and environment.action_space.nvec.tolist() == [environment.most_pieces, 2]
    for row in generate(4):
        _, info = environment.reset(options={"board": row.board})
        solution = solve(row.board, metric="steps")
        assert info["distance"] == len(solution)
        for step in solution:
            with pytest.raises(ValueError):
                environment.action((step.piece, 4))
            _, reward, terminated, _, info = environment.step(environment.action(step))
            assert reward == 0.0 and info["legal"]
        assert terminated


def test_planes_are_those_of_the_pieces():
    boards = [Board(row.board) for row in read_rows("data/rows45.txt")] + [Board(row.board) for row in read_rows("data/top23.txt")]
    environment = rush_hour.RushHour(boards, observation="planes", shaping=0.0)
    seen = np.zeros(len(rush_hour.PLANES), int)
    for board in boards:
        observation, _ = environment.reset(options={"board": board})
        expected = np.zeros((7, 6, 6), np.uint8)
        for row, column in board.walls:
            expected[1, row, column] = 1
        for number, piece in enumerate(board.pieces):
            name = "primary" if number == 0 else ("horizontal" if piece.orientation == "H" else "vertical") + (" car", " truck")[piece.length - 2]
            for k in range(piece.length):
                row, column = (piece.row, piece.column + k) if piece.orientation == "H" else (piece.row + k, piece.column)
                expected[rush_hour.PLANES.index(name), row, column] = 1
        expected[0] = 1 - expected[1:].sum(axis=0)
        assert (observation == expected).all() and observation.dtype == np.uint8
        seen += observation.any(axis=(1, 2))
    assert (seen > 0).all()


UPRIGHT = [Board("..A....A...BB.......", shape="5x4", exit="down"), Board("..A.C..A.C.BB.......", shape="5x4", exit="down")]


@pytest.mark.parametrize("boards", [None, "data/rows45.txt", UPRIGHT], ids=["4x4", "6x6", "5x4"])
@pytest.mark.parametrize("unit", [False, True])
@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("observation", ["cells", "planes"])
def test_the_vectorised_environment_is_many_single_ones(boards, unit, flat, observation):
    options = {"boards": boards, "unit_moves": unit, "flat_actions": flat, "observation": observation, "max_moves": 9, "gamma": 0.9}
    options |= {"moves": "..25"} if isinstance(boards, str) else {}
    count, random = 6, np.random.default_rng(9)
    envs = gymnasium.make_vec(rush_hour.ID, num_envs=count, **options)
    singles = gymnasium.make_vec(rush_hour.ID, num_envs=count, vectorization_mode="sync", **options)
    assert isinstance(envs, rush_hour.RushHourVector) and not isinstance(singles, rush_hour.RushHourVector)
    for space in ("observation_space", "action_space", "single_observation_space", "single_action_space"):
        assert getattr(envs, space) == getattr(singles, space), space

    def same(infos, expected):
        for name in ("action_mask", "legal", "moves", "distance"):
            assert (infos[name] == expected[name]).all() and infos[f"_{name}"].all(), name
        assert [envs.board(k).text for k in range(count)] == list(expected["board"])

    observations, infos = envs.reset(seed=5)
    expected, expected_infos = singles.reset(seed=5)
    assert (observations == expected).all() and observations.dtype == expected.dtype
    same(infos, expected_infos)
    ended = illegal = 0
    for turn in range(60):
        legal = (random.choice(np.argwhere(mask)) for mask in infos["action_mask"])
        actions = [one if random.random() < 0.8 else np.reshape(envs.single_action_space.sample(), -1) for one in legal]
        actions = np.array(actions).astype(np.int64)
        actions = actions[:, 0] if flat else actions
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        expected, expected_rewards, expected_terminations, expected_truncations, expected_infos = singles.step(actions)
        assert (observations == expected).all() and envs.observation_space.contains(observations)
        assert rewards == pytest.approx(expected_rewards, abs=1e-12)
        assert (terminations == expected_terminations).all() and (truncations == expected_truncations).all()
        same(infos, expected_infos)
        ended, illegal = ended + (terminations | truncations).sum(), illegal + (~infos["legal"]).sum()
    assert ended >= 30 and illegal >= 5
    envs.close()


def test_wrong_settings_of_the_vectorised_environment():
    for options in ({"num_envs": 0}, {"num_envs": 2, "render_mode": "ansi"}, {"num_envs": 2, "observation": "pixels"}):
        with pytest.raises(ValueError):
            rush_hour.RushHourVector(**options)
    envs = rush_hour.RushHourVector(num_envs=2, shaping=0.0)
    with pytest.raises(ValueError, match="call reset before"):
        envs.step(np.zeros((2, 2), int))
    with pytest.raises(ValueError, match="no board"):
        envs.board(0)
    _, infos = envs.reset(seed=[3, None])
    assert "distance" not in infos
    for actions in (np.zeros(2, int), np.full((2, 2), -1), np.full((2, 2), 99), np.zeros((3, 2), int)):
        with pytest.raises(ValueError):
            envs.step(actions)
    with pytest.raises(ValueError, match="seeds"):
        envs.reset(seed=[1])
    _, infos = envs.reset(options={"board": "oBBoAAoCoooCoooo"})
    assert [envs.board(k).text for k in range(2)] == ["oBBoAAoCoooCoooo"] * 2
    with pytest.raises(ValueError):
        envs.reset(options={"board": "BBBooooooDAAooDoooooooCCo"})


@pytest.mark.parametrize("flat", [False, True])
def test_masks_are_those_of_the_action_space(flat):
    environment = gymnasium.make(rush_hour.ID, boards="data/rows45.txt", flat_actions=flat, shaping=0.0)
    _, info = environment.reset(seed=3)
    environment.action_space.seed(5)
    actions = set()
    for _ in range(60):
        assert info["action_mask"].dtype == np.int8
        action = environment.action_space.sample(info["action_mask"])
        assert environment.action_space.contains(action)
        actions.add(str(action))
        _, _, terminated, truncated, info = environment.step(action)
        assert info["legal"]
        if terminated or truncated:
            _, info = environment.reset()
    assert len(actions) > 10
    assert environment.action_space.contains(environment.action_space.sample())
    if not flat:
        with pytest.raises(ValueError, match="mask"):
            environment.action_space.sample(np.zeros((1, 1), np.int8))


def test_boards_of_other_shapes_and_exits():
    board = Board("..A....A...BB.......", shape="5x4", exit="down")
    environment = rush_hour.RushHour([board], render_mode="rgb_array")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(rush_hour.ID, boards=[board]).unwrapped, skip_render_check=True)
    observation, info = environment.reset(seed=1)
    assert observation.shape == (4, 5) and observation.tobytes() == board.cells()
    assert info["distance"] == len(solve(board)) > 0
    for move in solve(board):
        _, reward, terminated, _, info = environment.step(environment.action(move))
        assert info["legal"] and reward == 0.0
    assert terminated
    pixels, border = environment.render(), rush_hour.CELL // 4
    assert pixels.shape == (4 * rush_hour.CELL + 2 * border, 5 * rush_hour.CELL + 2 * border, 3)
    gap = pixels[-1, border + 2 * rush_hour.CELL + 5]
    assert tuple(gap) == _environment._GROUND and tuple(pixels[0, border + 2 * rush_hour.CELL + 5]) != _environment._GROUND
    with pytest.raises(ValueError, match="4×4 with exit right"):
        rush_hour.RushHour([board, "oBBoAAoCoooCoooo"])
    with pytest.raises(ValueError, match="5×4 with exit down"):
        environment.reset(options={"board": "oBBoAAoCoooCoooo"})


def through_a_pickle(environment):
    return pickle.loads(pickle.dumps(environment))


def drive(environment, seed: int, turns: int) -> list:
    """Plays random actions, mostly legal ones, and returns all that comes back; episodes that end begin again."""
    random, seen = np.random.default_rng(seed), []
    mask = environment.action_masks()
    for _ in range(turns):
        actions = np.argwhere(mask if random.random() < 0.8 else np.ones_like(mask))
        observation, reward, terminated, truncated, info = environment.step(tuple(random.choice(actions)))
        seen.append((observation.tolist(), reward, terminated, truncated, repr(info), environment.np_random.random()))
        seen.append(environment.action_space.sample(info["action_mask"]).tolist())
        if terminated or truncated:
            observation, info = environment.reset()
            seen.append((observation.tolist(), repr(info)))
        mask = info["action_mask"]
    return seen


@pytest.mark.parametrize("copied", [copy.deepcopy, through_a_pickle])
@pytest.mark.parametrize(
    "options", [{}, {"shaping": 0.0}, {"boards": UPRIGHT}, {"boards": "@rush5", "moves": "15..", "unit_moves": True, "observation": "planes"}]
)
def test_a_copy_goes_on_as_the_original(copied, options):
    environment = gymnasium.make(rush_hour.ID, **options, max_moves=12).unwrapped
    fresh = copied(environment)
    for both in (environment, fresh):
        both.reset(seed=2)
        both.action_space.seed(3)
    assert drive(environment, 4, 30) == drive(fresh, 4, 30)
    # in the middle of an episode, and neither plays on the board of the other
    second, before = copied(environment), environment.board
    played = drive(second, 5, 40)
    assert environment.board == before and played == drive(environment, 5, 40) != drive(second, 6, 40)


@pytest.mark.parametrize("copied", [copy.deepcopy, through_a_pickle])
@pytest.mark.parametrize("options", [{}, {"shaping": 0.0}, {"boards": UPRIGHT}])
def test_a_copy_of_many_boards_goes_on_as_the_original(copied, options):
    envs = gymnasium.make_vec(rush_hour.ID, num_envs=20, flat_actions=True, max_moves=7, **options).unwrapped
    with pytest.raises(ValueError, match="call reset before"):
        copied(envs).step(np.zeros(20, int))

    def play(envs, mask, turns: int) -> tuple:
        random, seen = np.random.default_rng(8), []
        for _ in range(turns):
            actions = np.array([random.choice(np.flatnonzero(one if random.random() < 0.8 else one | 1)) for one in mask])
            observations, *arrays, infos = envs.step(actions)
            seen.append((observations.tolist(), *(array.tolist() for array in arrays), repr(infos), [envs.board(k).text for k in range(20)]))
            mask = infos["action_mask"]
        return seen, mask

    _, infos = envs.reset(seed=1)
    _, mask = play(envs, infos["action_mask"], 10)
    second = copied(envs)
    played = play(second, mask, 25)
    assert [envs.board(k).text for k in range(20)] != [second.board(k).text for k in range(20)]
    assert repr(played) == repr(play(envs, mask, 25))


def test_a_board_is_chosen_by_its_text():
    environment = rush_hour.RushHour(UPRIGHT)
    for _ in range(5):
        _, info = environment.reset()
        environment.step(environment.action(environment.board.legal_moves()[0]))
        text = environment.board.text
        observation, info = environment.reset(options={"board": text})
        assert info["board"] == text and environment.board == Board(text, shape="5x4", exit="down")
    leftwards = rush_hour.RushHour([Board("oBBooCAAoCoooooo", exit="left")])
    _, info = leftwards.reset(options={"board": leftwards.reset()[1]["board"]})
    assert leftwards.board == Board("oBBooCAAoCoooooo", exit="left")
    # an id still names a row
    environment = rush_hour.RushHour("@rush5", shaping=0.0)
    environment.reset(options={"board": "5-0-5"})
    assert environment.board == Board("5-0-5")


def test_actions_are_whole_numbers():
    pairs, flat = rush_hour.RushHour(["oBBoAAoCoooCoooo"]), rush_hour.RushHour(["oBBoAAoCoooCoooo"], flat_actions=True)
    for environment, wrong in [(pairs, ((0.9, 1.9), "02", np.array([0.0, 2.0]), 1)), (flat, (2.0, "2", None, np.float32(2)))]:
        environment.reset()
        for action in wrong:
            with pytest.raises(TypeError, match="an action is a"):
                environment.step(action)
        before = environment.board
        for kind in (np.int8, np.uint16, np.int64, np.uint64):
            environment.reset()
            action = np.array([2, 2], kind) if environment is pairs else kind(10)
            assert environment.step(action)[4]["legal"] and environment.board == before.play("C+1")
    envs = rush_hour.RushHourVector(num_envs=2, boards=["oBBoAAoCoooCoooo"])
    envs.reset()
    for wrong in (np.full((2, 2), 2.0), [(0.9, 1.9)] * 2, [("0", "2")] * 2):
        with pytest.raises(TypeError, match="whole numbers"):
            envs.step(wrong)
    for kind in (np.int8, np.uint16, np.int64, np.uint64):
        envs.reset()
        assert envs.step(np.full((2, 2), 2, kind))[4]["legal"].all()


def test_pictures():
    environment = rush_hour.RushHour(["oBBoAAxCoooCoooo"], render_mode="rgb_array")
    environment.reset()
    pixels = environment.render()
    side = 4 * rush_hour.CELL + 2 * (rush_hour.CELL // 4)
    assert pixels.shape == (side, side, 3) and pixels.dtype == np.uint8
    colours = {tuple(colour) for colour in pixels.reshape(-1, 3)}
    assert {_environment._PRIMARY, _environment._WALL, _environment._EMPTY} <= colours
    environment = rush_hour.RushHour(["oBBoAAoCoooCoooo"], render_mode="ansi")
    environment.reset()
    assert environment.render() == Board("oBBoAAoCoooCoooo").picture()
