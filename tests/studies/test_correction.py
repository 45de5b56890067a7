"""The studies of the correction network: its inputs, its file, labels and training."""

import lzma
import os
import random
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import chess
import numpy as np
import pytest
from corrections import correction
from corrections import read_network as read_plain

from provebest.vocabulary import BadInputError
from studies.correction.balanced import BalancedGames
from studies.correction.dataset import (
    SHARES,
    TESTED,
    Label,
    as_positions,
    distance,
    load,
    read_labels,
    save_arrays,
    share_of,
)
from studies.correction.inputs import EMPTY, encode, views
from studies.correction.network import Network, as_bytes, fnv, from_bytes
from studies.correction.play import is_held_out, is_quiet, number_of, random_move, starts_in
from studies.correction.teacher import Word
from studies.correction.test import as_markdown, compare

CHECKOUT = Path(__file__).resolve().parents[2]
KINDS = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING)

TEACHER = """
import sys
import chess
board = chess.Board()
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name small teacher\\nuciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        board = chess.Board(" ".join(words[2:]))
    elif words[0] == "go":
        moves = sorted(board.legal_moves, key=lambda m: (board.is_capture(m), m.uci()))
        print("info depth 1 score cp", 3 * len(moves), "nodes 1")
        print("bestmove", moves[0].uci() if moves else "(none)", flush=True)
    elif words[0] == "quit":
        break
"""


def random_boards(count, seed):
    rng, boards = random.Random(seed), []
    while len(boards) < count:
        board = chess.Board()
        for _ in range(rng.randrange(120)):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
        boards.append(board)
    return boards


def some_network(seed=3, units=32, sets=4, buckets=2, small=8):
    rng = np.random.default_rng(seed)
    table = np.zeros(64, np.uint8)
    table[8:] = buckets - 1
    return Network(
        scale=400,
        buckets=table,
        features=rng.integers(-60, 60, (buckets * 768, units)).astype(np.int16),
        hidden_bias=rng.integers(-50, 120, units).astype(np.int16),
        small=rng.integers(-200, 201, (sets, small, units)).astype(np.int16),
        small_handcrafted=rng.integers(-200, 201, (sets, 2, small)).astype(np.int16),
        small_bias=rng.integers(-9000, 9000, (sets, small)).astype(np.int32),
        output=rng.integers(-400, 401, (sets, 2 * small)).astype(np.int16),
        output_bias=rng.integers(-20_000, 20_000, sets).astype(np.int32),
    )


def inputs_by_hand(board, side, buckets):
    """The inputs of a side's view, square by square."""
    king = board.king(side) ^ (0 if side else 56)
    mirror = 7 if chess.square_file(king) >= 4 else 0
    bucket = int(buckets[king ^ mirror])
    return sorted(
        bucket * 768
        + (man.color != side) * 384
        + KINDS.index(man.piece_type) * 64
        + (square ^ (0 if side else 56) ^ mirror)
        for square, man in board.piece_map().items()
    )


def test_the_inputs_are_those_that_the_format_names():
    boards, net = random_boards(60, seed=1), some_network()
    codes = encode([board.fen() for board in boards])
    assert ((codes != EMPTY).sum(axis=1) == [len(board.piece_map()) for board in boards]).all()
    own, other = views(codes, net.buckets)
    for row, board in enumerate(boards):
        assert sorted(own[row][own[row] >= 0]) == inputs_by_hand(board, board.turn, net.buckets)
        assert sorted(other[row][other[row] >= 0]) == inputs_by_hand(
            board, not board.turn, net.buckets
        )


def test_the_corrections_are_those_of_the_formula_and_the_same_for_both_colours():
    boards, net = random_boards(25, seed=2), some_network()
    plain, known = read_plain(as_bytes(net)), np.random.default_rng(2).integers(-2000, 2000, 25)
    found = net.corrections([board.fen() for board in boards], known).tolist()
    each = zip(boards, known.tolist(), strict=True)
    assert found == [correction(plain, board, value) for board, value in each]
    assert len({each for each in found if abs(each) < 1000}) > 5
    assert net.corrections([board.mirror().fen() for board in boards], known).tolist() == found
    sideways = [board.transform(chess.flip_horizontal) for board in boards]
    assert net.corrections([board.fen() for board in sideways], known).tolist() == found
    assert net.corrections([board.fen() for board in boards], 0 * known).tolist() != found


def test_a_network_is_read_as_it_was_written_and_a_damaged_file_is_refused():
    net = some_network(units=64, sets=8, buckets=1, small=4)
    data = as_bytes(net)
    small = 8 * 4 * (2 * 64 + 2 * 2 + 4)
    assert len(data) == 92 + 2 * 768 * 64 + 2 * 64 + small + 2 * 8 * 8 + 4 * 8 + 8
    again = from_bytes(data)
    assert as_bytes(again) == data
    fens, known = [chess.STARTING_FEN], np.array([30])
    assert again.corrections(fens, known) == net.corrections(fens, known)
    assert fnv(b"a") == 0xAF63DC4C8601EC8C
    for broken in (b"", data[:-1], b"X" + data[1:], data[:500] + b"\xff\x01" + data[502:]):
        with pytest.raises(BadInputError, match="correction network"):
            from_bytes(broken)
    no_bucket = replace(net, buckets=np.full(64, 1, np.uint8))
    with pytest.raises(BadInputError, match="bucket"):
        from_bytes(as_bytes(no_bucket))


def test_labels_are_read_kept_as_arrays_and_divided_by_game(tmp_path):
    fens = [" ".join(board.fen().split()[:4]) for board in random_boards(50, seed=4)]
    labels = [Label(fen, 7 * i - 150, i % 3, 1000 + i // 2) for i, fen in enumerate(fens)]
    file = tmp_path / "labels.txt.xz"
    file.write_bytes(lzma.compress("".join(label.line() for label in labels).encode()))
    assert list(read_labels(file)) == labels
    first, second = load(file, tmp_path / "cache"), load(file, tmp_path / "cache")
    assert (first.codes == second.codes).all()
    assert first.values.tolist() == [label.value for label in labels]
    shares = share_of(np.arange(20_000))
    counts = np.bincount(shares, minlength=SHARES)
    assert counts.min() > 900
    assert counts.max() < 1100
    assert is_held_out(int(np.flatnonzero(shares == TESTED)[0]))
    bad = tmp_path / "bad.txt"
    bad.write_text(labels[0].line() + "8/8 w - - 3\n", encoding="ascii")
    with pytest.raises(BadInputError, match=r"line 2 of 'bad\.txt' is not a labelled"):
        list(read_labels(bad))


def test_arrays_of_labels_are_read_as_they_were_written_and_other_files_refused(tmp_path):
    labels = [Label(b.fen().rsplit(" ", 2)[0], 5, 1, 9) for b in random_boards(20, seed=8)]
    seen, file = as_positions(iter(labels)), tmp_path / "near.npz"
    save_arrays(seen, file)
    again = load(file, None)
    assert (again.codes == seen.codes).all()
    assert again.games.tolist() == [9] * 20
    assert [each.name for each in tmp_path.iterdir()] == ["near.npz"]
    for content in (b"", b"no arrays", file.read_bytes()[:300]):
        (tmp_path / "bad.npz").write_bytes(content)
        with pytest.raises(BadInputError, match="no arrays of labelled positions"):
            load(tmp_path / "bad.npz", None)


def test_quiet_positions_are_those_without_checks_captures_and_promotions():
    def quiet(fen, value, move):
        from provebest import _native  # noqa: PLC0415

        return is_quiet(_native.ChessPosition(fen), Word(value, move))

    assert quiet(chess.STARTING_FEN, 20, "e2e4")
    assert not quiet(chess.STARTING_FEN, None, "e2e4")
    assert not quiet(chess.STARTING_FEN, 2600, "e2e4")
    assert not quiet("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", 100, "e4d5")
    assert not quiet("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 100, "e5d6")
    assert not quiet("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 900, "a7a8q")
    assert not quiet("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", 0, "e1d1")


def test_random_moves_give_nothing_away_unless_every_move_does():
    from provebest import _native  # noqa: PLC0415

    def drawn(fen):
        position = _native.ChessPosition(fen)
        return {random_move(position, random.Random(seed)) for seed in range(200)}

    free = drawn("4k3/8/8/8/8/8/N7/4K3 w - - 0 1")
    assert {"a2b4", "a2c3", "a2c1"} <= free
    attacked = drawn("4k3/8/8/p7/8/8/N7/4K3 w - - 0 1")  # the pawn would take on b4
    assert attacked == free - {"a2b4"}


def test_openings_that_are_kept_for_the_tests_give_no_labels(tmp_path):
    boards = random_boards(200, seed=5)
    fens = sorted({" ".join(board.fen().split()[:4]) for board in boards})
    file = tmp_path / "book.epd"
    file.write_text("".join(f"{fen} id 1;\n" for fen in fens), encoding="utf-8")
    used = {start.number for start in starts_in(file)}
    refused = {number_of(fen) for fen in fens} - used
    assert used
    assert refused
    assert all(is_held_out(number) for number in refused)
    assert not any(is_held_out(number) for number in used)


@pytest.mark.parametrize("openings", [False, True])
def test_labels_are_made_in_parts_and_the_command_continues(tmp_path, openings):
    engine = tmp_path / "teacher.py"
    engine.write_text(f"#!{sys.executable}\n{TEACHER}", encoding="utf-8")
    engine.chmod(0o755)
    book = tmp_path / "book.epd"
    book.write_text(f"{chess.Board().epd()}\n8/5k2/3p4/8/2P5/8/4K3/8 w - -\n", encoding="utf-8")
    out = tmp_path / "labels"
    command = [
        sys.executable, "-c",
        "import studies.correction.labels as l; l.GAMES = 2; l.main()",
        out, "--engine", engine, "--workers", "1", "--games", "4",
    ]  # fmt: skip
    command += ["--openings", book] if openings else []

    def run():
        done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run()
    parts = sorted(out.iterdir())
    assert len(parts) == 2
    first, second = (file.read_bytes() for file in parts)
    labels = list(read_labels(parts[0]))
    assert labels
    assert all(label.value > 0 and 0 <= label.result <= 2 for label in labels)
    parts[1].unlink()
    assert "in 1 parts" in run()
    assert [file.read_bytes() for file in sorted(out.iterdir())] == [first, second]
    assert "0 labels were added" in run()


def test_a_network_that_knows_the_truth_has_a_ratio_below_one():
    labels = [
        Label(board.fen().rsplit(" ", 2)[0], 0, 1, i)
        for i, board in enumerate(random_boards(40, seed=6))
    ]
    net = some_network()
    seen = as_positions(iter(labels))
    truth = seen.handcrafted + net.corrections_of(seen.codes, seen.handcrafted)
    near = replace(seen, values=(truth + 5).astype(np.int16))
    row = compare(net, near, "random", "itself")
    assert row.ratio < 0.2
    assert row.low <= row.ratio <= row.high
    assert row.handcrafted == pytest.approx(distance(near.handcrafted, near.values))
    assert "| random | itself | 40 (40) |" in as_markdown([row])


def test_a_small_training_lowers_the_loss_and_its_integers_say_the_same():
    torch = pytest.importorskip("torch", reason="training needs PyTorch")
    from studies.correction.model import Correction  # noqa: PLC0415
    from studies.correction.train import Plan, bucket_table, corrected_distance, train  # noqa: PLC0415

    boards = random_boards(600, seed=7)
    labels = [Label(board.fen().rsplit(" ", 2)[0], 0, 1, i) for i, board in enumerate(boards)]
    seen = as_positions(iter(labels))
    net = some_network(buckets=1)
    truth = np.clip(
        seen.handcrafted + net.corrections_of(seen.codes, seen.handcrafted) // 4, -2500, 2500
    )
    seen = replace(seen, values=truth.astype(np.int16))

    def trained():
        torch.manual_seed(1)
        model = Correction(32, bucket_table(1), 2, 4)
        return train(model, seen, seen, Plan(passes=12, rate=1e-2, seed=1))

    (network, passes), (again, _) = trained(), trained()
    assert as_bytes(network) == as_bytes(again)
    assert min(one.watched for one in passes) < 0.8 * distance(seen.handcrafted, seen.values)
    best = min(one.watched for one in passes)
    assert corrected_distance(network, seen) == pytest.approx(best, abs=0.003)
    another = Correction(32, bucket_table(1), 2, 4)
    another.begin_with(network)
    assert as_bytes(another.rounded()) == as_bytes(network)
    by_king = Correction(32, bucket_table(2), 2, 4)
    by_king.begin_with(network)
    assert corrected_distance(by_king.rounded(), seen) == corrected_distance(network, seen)
    wider = Correction(96, bucket_table(1), 2, 4)
    wider.begin_with(network)
    assert np.array_equal(
        wider.rounded().corrections_of(seen.codes, seen.handcrafted),
        network.corrections_of(seen.codes, seen.handcrafted),
    )


def test_a_share_of_each_batch_is_drawn_from_the_labels_beside():
    pytest.importorskip("torch", reason="training needs PyTorch")
    from studies.correction.train import BATCH, Mixed  # noqa: PLC0415

    fens = [" ".join(board.fen().split()[:4]) for board in random_boards(40, seed=5)]
    every = as_positions(Label(fen, 0, 1, game) for game, fen in enumerate(fens))
    own, beside = every.take(np.arange(30)), every.take(np.arange(30, 40))
    mixed = Mixed(own, beside, 0.25)
    (batch,) = mixed.one_pass(np.random.default_rng(1))
    assert sorted(batch.games[:30]) == list(range(30))
    assert len(batch) == 30 + BATCH // 4
    assert set(batch.games[30:]) == set(range(30, 40))
    assert mixed.batches == 1
    (alone,) = Mixed(own, None, 0.25).one_pass(np.random.default_rng(1))
    assert sorted(alone.games) == list(range(30))


def test_the_average_of_networks_has_the_means_of_their_weights():
    pytest.importorskip("torch", reason="the table of the arrays is beside the model")
    from studies.correction.average import average  # noqa: PLC0415

    one, two = some_network(seed=3), some_network(seed=4)
    mean = average([one, two])
    apart = mean.features.astype(int) * 2 - one.features - two.features
    assert np.abs(apart).max() <= 1
    assert mean.output_bias.dtype == np.int32
    assert as_bytes(average([one, one, one])) == as_bytes(one)
    for other in (some_network(units=64), some_network(buckets=1), replace(two, scale=300)):
        with pytest.raises(BadInputError, match="different forms"):
            average([one, other])


def test_decided_positions_count_less_in_the_loss_if_asked():
    torch = pytest.importorskip("torch", reason="training needs PyTorch")
    from studies.correction.model import Correction  # noqa: PLC0415
    from studies.correction.train import bucket_table  # noqa: PLC0415

    torch.manual_seed(1)
    model = Correction(32, bucket_table(1), 2, 4)
    fens = [" ".join(board.fen().split()[:4]) for board in random_boards(3, seed=11)]
    seen = as_positions(
        Label(fen, value, 1, 0) for fen, value in zip(fens, (0, 150, -900), strict=True)
    )

    def loss(rows, decided=1.0):
        some = model.batch(seen.take(np.array(rows)))
        return float(model.loss(some, 2.0, decided).detach())

    even, ahead, lost = (loss([row]) for row in range(3))
    assert loss([0, 1, 2]) == pytest.approx((even + ahead + lost) / 3)
    assert loss([0, 1, 2], 0.4) == pytest.approx((even + 0.7 * ahead + 0.4 * lost) / 2.1)
    assert loss([0, 2], 0.0) == pytest.approx(even)


def test_neighbours_are_a_few_legal_moves_away_and_nobody_is_in_check():
    pytest.importorskip("torch", reason="labels of Stockfish's network need PyTorch")
    from studies.correction.neighbours import neighbours  # noqa: PLC0415

    start = " ".join(chess.STARTING_FEN.split()[:4])
    found = list(neighbours(start, 12, random.Random(1)))
    assert len(found) == 12
    assert found == list(neighbours(start, 12, random.Random(1)))
    assert len(set(found)) > 8
    after = [chess.Board() for _ in chess.Board().legal_moves]
    for board, move in zip(after, list(chess.Board().legal_moves), strict=True):
        board.push(move)
    one_move = {board.epd() for board in after}
    further = {chess.Board(f"{fen} 0 1").epd() for fen in found} - one_move
    assert 0 < len(further) < 12
    assert not any(chess.Board(f"{fen} 0 1").is_check() for fen in found)
    mate = "7k/5Q2/6K1/8/8/8/8/8 b - -"  # Black has no move
    assert list(neighbours(mate, 3, random.Random(1))) == []


def test_games_begin_balanced_after_random_moves():
    pytest.importorskip("torch", reason="labels of Stockfish's network need PyTorch")
    from provebest.games.chess_evaluation import static_value  # noqa: PLC0415
    from studies.correction.neighbours import beginning  # noqa: PLC0415

    begun = {beginning(chess.STARTING_FEN, 4, random.Random(seed)) for seed in range(30)}
    assert len(begun) > 25
    for fen in begun:
        assert chess.Board(fen).ply() == 4
        assert abs(static_value(fen, chess960=False)) <= 150
    queen_up = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"  # no such position is near
    assert beginning(queen_up, 1, random.Random(1)) == queen_up
    assert beginning(chess.STARTING_FEN, 0, random.Random(1)) == chess.STARTING_FEN


def test_balanced_games_have_quiet_positions_and_end_if_one_side_is_ahead():
    game = BalancedGames(nodes=100)
    found = [list(game.positions(chess.STARTING_FEN, random.Random(seed))) for seed in (5, 6, 5)]
    assert found[0] == found[2] != found[1]
    for fens in found:
        assert len(fens) > 10
        assert len(set(fens)) == len(fens)
        assert not any(chess.Board(fen).is_check() for fen in fens)
    start = random.Random(3)
    for decided in ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):
        assert list(game.positions(decided, start)) == []
    only_a_capture = "k7/8/8/8/8/2p5/1r6/K7 w - - 0 1"
    assert only_a_capture not in list(game.positions(only_a_capture, start))


def test_plausible_neighbours_are_worth_about_as_much():
    pytest.importorskip("torch", reason="labels of Stockfish's network need PyTorch")
    from studies.correction.neighbours import plausible_neighbours  # noqa: PLC0415

    class CountsMen:
        def values(self, codes):
            men = (codes != EMPTY).sum(axis=1)
            return 150.0 * (2 * (codes < 384).sum(axis=1) - men)  # own men less the other's

    parent = "4k3/8/8/3p4/4P3/8/8/4K3 w - -"
    found = plausible_neighbours([(parent, 7)], 99, random.Random(1), CountsMen())
    board = chess.Board(f"{parent} 0 1")
    men = (found.codes != EMPTY).sum(axis=1)
    assert men[0] == 4
    assert found.values[0] == 0
    assert set(men) == {4}  # exd5 wins a pawn
    safe = board.legal_moves.count() - 1
    assert len(found) == 1 + safe
    assert set(found.games) == {7}


def test_stockfishs_network_says_what_stockfish_says(tmp_path):
    pytest.importorskip("torch", reason="Stockfish's network needs PyTorch")
    engine = shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if engine is None:
        pytest.skip("Stockfish is not installed")
    from studies.correction.stockfish_network import StockfishNetwork  # noqa: PLC0415

    def told(*lines):
        words = "\n".join(lines) + "\nquit\n"
        return subprocess.run(
            [engine], input=words, capture_output=True, text=True, check=True
        ).stdout

    file = tmp_path / "sf.nnue"
    told(f"export_net {file}")
    try:
        network = StockfishNetwork(file)
    except BadInputError:
        pytest.skip("this Stockfish is not version 15.1")
    boards = [board for board in random_boards(40, seed=9) if not board.is_check()]
    linear, positional = network.values(encode([board.fen() for board in boards]))
    out = told(*(line for board in boards for line in (f"position fen {board.fen()}", "eval")))
    lines = [line.split() for line in out.splitlines() if line.startswith("NNUE evaluation")]
    for board, value, line in zip(boards, (linear + positional) / 361, lines, strict=True):
        assert (value if board.turn else -value) == pytest.approx(float(line[2]), abs=0.0101)
    (tmp_path / "bad.nnue").write_bytes(b"another file")
    with pytest.raises(BadInputError, match="not a network of Stockfish"):
        StockfishNetwork(tmp_path / "bad.nnue")
