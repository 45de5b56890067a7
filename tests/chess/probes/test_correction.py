"""The network that corrects the evaluation: equal to plain loops, and never mixed with its lack."""

import random
from dataclasses import replace

import chess
import pytest
from corrections import correction, random_network, read_network

import provebest as pb
from provebest import _native
from provebest.chess.explain.annotating import analyse_move, task_of
from provebest.chess.explain.recheck import recheck
from provebest.chess.probes import NativeProber, Probe, RootSearch, evaluate
from provebest.chess.probes.cache import CachedProber
from provebest.chess.probes.expansion import NativeExpander, ProbeSize
from provebest.chess.probes.fitting import self_play
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.searches import Settings
from provebest.chess.uci.options import Values
from provebest.games import chess_evaluation
from provebest.games.chess import read_position
from provebest.games.chess_evaluation import (
    CORRECTED,
    EVALUATIONS,
    HANDCRAFTED,
    WEIGHTS,
    evaluation_of,
    identity_of,
    read_correction,
)
from provebest.match.players import read_player
from provebest.vocabulary import BadInputError

MIDDLE = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"
STARTS = (
    (chess.STARTING_FEN, False),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", False),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", False),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", False),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", True),
)
LIKE_NOTHING = {"castling": 0, "en passant": 0, "promotion": 0}


def positions(seed):
    """Positions of random games; castling, en passant and promotion are preferred."""
    rng = random.Random(seed)
    met = dict(LIKE_NOTHING)
    for fen, chess960 in STARTS:
        board = chess.Board(fen, chess960=chess960)
        for _ in range(40):
            moves = list(board.legal_moves)
            if not moves or board.is_insufficient_material():
                break
            rare = [m for m in moves if m.promotion or board.is_castling(m)]
            rare += [m for m in moves if board.is_en_passant(m)]
            move = rng.choice(rare or moves)
            met["castling"] += board.is_castling(move)
            met["en passant"] += board.is_en_passant(move)
            met["promotion"] += move.promotion is not None
            board.push(move)
            yield board
    assert met["castling"]
    assert met["promotion"]


def values(board, network):
    """The value without and with the correction."""
    told = [
        _native.evaluate_fen(board.fen(), chess960=board.chess960, correction=one)
        for one in (None, network)
    ]
    return tuple(told)


def is_decided(board):
    """Whether the handcrafted evaluation knows a draw; then its scale is 0."""
    if board.is_insufficient_material():
        return True
    men = chess.Board(f"{board.board_fen()} {'w' if board.turn else 'b'} - - 0 1")
    blends = memoryview(_native.evaluation_features([men.fen()])[3]).cast("i")
    return blends[1] == 0


@pytest.mark.parametrize(
    ("hidden", "buckets", "sets", "small"),
    [(32, 1, 1, 4), (64, 3, 8, 16), (160, 64, 5, 12), (256, 2, 32, 32)],
)
def test_the_core_computes_what_the_definition_says(hidden, buckets, sets, small):
    network = random_network(hidden, buckets, sets, small, seed=hidden)
    compiled = _native.ChessCorrection(network.to_bytes())
    corrections = set()
    for board in positions(hidden):
        plain, corrected = values(board, compiled)
        expected = 0 if is_decided(board) else correction(network, board, plain)
        corrections.add(expected)

        assert corrected - plain == expected, board.fen()
    assert len(corrections) > 50


def test_sums_that_leave_sixteen_bits_wrap_around_alike():
    network = random_network(32, 2, 2)
    wild = replace(network, weights=network.weights * 800, scale=37)
    compiled = _native.ChessCorrection(wild.to_bytes())
    for board in positions(4):
        plain, corrected = values(board, compiled)

        assert corrected - plain == (0 if is_decided(board) else correction(wild, board, plain))


def test_a_correction_stays_within_ten_pawns():
    network = random_network(32)
    network = replace(network, scale=100_000, output_bias=0 * network.output_bias)
    compiled = _native.ChessCorrection(network.to_bytes())
    found = {corrected - plain for plain, corrected in (values(b, compiled) for b in positions(2))}

    assert {min(found), max(found)} <= {-1000, 1000}
    assert len(found) > 1


def test_the_shipped_weights_are_small_and_computed_alike():
    file = WEIGHTS.read_bytes()
    network = read_network(file)
    compiled = read_correction(WEIGHTS)

    assert len(file) < 1_000_000
    assert compiled.hash == int.from_bytes(file[-8:], "little")
    for board in positions(1):
        plain, corrected = values(board, compiled)

        assert corrected - plain == (0 if is_decided(board) else correction(network, board, plain))


def test_both_colours_and_both_halves_are_corrected_alike():
    for board in positions(6):
        value = evaluate(board.fen(), chess960=board.chess960, evaluation=CORRECTED).value
        board.clear_stack()
        mirrored = board.mirror()
        told = evaluate(mirrored.fen(), chess960=board.chess960, evaluation=CORRECTED).value
        assert told == value
        if not board.castling_rights:
            flipped = board.transform(chess.flip_horizontal)
            assert evaluate(flipped.fen(), evaluation=CORRECTED).value == value


def test_the_correction_is_a_term_and_the_terms_add_up():
    for board in positions(3):
        plain, told = (
            evaluate(board.fen(), chess960=board.chess960, evaluation=name)
            for name in (HANDCRAFTED, CORRECTED)
        )
        *terms, last = told.terms
        assert tuple(terms) == plain.terms
        assert last.family == "correction"
        assert told.for_white == (told.value if board.turn else -told.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda file: b"", "too short"),
        (lambda file: b"nonsense" + file[8:], "begins otherwise"),
        (lambda file: file[:-1], "bytes instead of"),
        (lambda file: file + b"\0", "bytes instead of"),
        (lambda file: file[:1000] + bytes([file[1000] ^ 1]) + file[1001:], "checksum"),
    ],
)
def test_a_damaged_file_is_refused_in_one_sentence(tmp_path, change, sentence):
    file = tmp_path / "correction.bin"
    file.write_bytes(change(WEIGHTS.read_bytes()))

    with pytest.raises(BadInputError, match=sentence):
        read_correction(file)


def test_a_missing_file_is_told_and_needed_only_for_the_correction(tmp_path, monkeypatch):
    monkeypatch.setattr(chess_evaluation, "WEIGHTS", tmp_path / "none.bin")

    with pytest.raises(BadInputError, match=r"none\.bin, cannot be used: No such file"):
        evaluate(MIDDLE, evaluation=CORRECTED)
    assert evaluate(MIDDLE, evaluation=HANDCRAFTED).terms


def test_an_evaluation_that_there_is_not_is_a_sentence():
    for use in (
        lambda: ProberChoice(evaluation="best"),
        lambda: NativeProber(evaluation="best"),
        lambda: pb.chess.analyse(nodes=1000, evaluation="best"),
        lambda: pb.games.Chess(evaluation="best"),
        lambda: evaluation_of("best 12"),
        lambda: Values().set("Evaluation", "best"),
        lambda: read_player("bstar:evaluation=best"),
    ):
        with pytest.raises(BadInputError, match=r"(?i)evaluation must be corrected or handcrafted"):
            use()


def test_the_tree_of_a_game_keeps_them_apart():
    labels = [ProberChoice(evaluation=name).label for name in EVALUATIONS]

    assert labels == [f"native {identity_of(CORRECTED)}", "native"]
    assert ProberChoice("uci:x", evaluation=CORRECTED).label == "uci:x"


def test_other_weights_are_not_taken_for_these():
    assert evaluation_of(identity_of(CORRECTED)) == CORRECTED
    assert evaluation_of(HANDCRAFTED) == HANDCRAFTED
    with pytest.raises(BadInputError, match="this version has 'corrected "):
        evaluation_of("corrected 0123456789abcdef")


def test_the_switch_reaches_every_compiled_search():
    position = read_position(MIDDLE)
    size = ProbeSize(2)
    state = pb.games.Chess(MIDDLE).start()
    for told in (
        lambda name: NativeProber(evaluation=name).probe(position, Probe(depth=3)).value,
        lambda name: RootSearch(position, evaluation=name).probe(depth=4).value,
        lambda name: [
            facts.real
            for facts in NativeExpander(position, real=size, hope=size, evaluation=name).expand(
                (), hopes=False
            )
        ],
        lambda name: self_play(seed=1, random_plies=8, nodes=200, evaluation=name),
        lambda name: pb.games.Chess(MIDDLE, evaluation=name).value(state),
        lambda name: pb.chess.analyse(MIDDLE, nodes=20_000, evaluation=name).value,
        lambda name: [
            one.value
            for one in pb.chess.compare(
                MIDDLE, ["a2a3", "h2h3"], nodes=20_000, evaluation=name
            ).moves
        ],
        lambda name: pb.chess.only_move(MIDDLE, nodes=20_000, evaluation=name).value,
    ):
        corrected, handcrafted = (told(name) for name in EVALUATIONS)
        assert corrected != handcrafted
        assert corrected == told(CORRECTED)


def test_a_cache_keeps_the_two_apart(tmp_path):
    probe, position = Probe(depth=3), read_position(MIDDLE)
    caches = [CachedProber(NativeProber(evaluation=e), tmp_path / "cache") for e in EVALUATIONS]
    values_of = [cache.batch(position, [probe])[0].value for cache in caches]
    again = [cache.batch(position, [probe])[0].value for cache in caches]
    for cache in caches:
        cache.close()

    assert values_of == again
    assert [cache.found for cache in caches] == [1, 1]
    assert values_of[0] != values_of[1]


@pytest.mark.parametrize("control", ["modern", "classic"])
def test_a_saved_analysis_goes_on_with_its_own_evaluation(tmp_path, control):
    file = tmp_path / "tree.json"
    how = {"control": control, "nodes": 20_000, "evaluation": CORRECTED}
    part = pb.chess.analyse(MIDDLE, **how)
    part.save(file)
    again = pb.chess.resume(file, nodes=20_000)
    assert identity_of(CORRECTED) in part.prober
    assert again.prober == part.prober
    if control == "classic":  # the modern control asks again what was cut off
        assert again.value == part.value

    file.write_text(file.read_text().replace(identity_of(CORRECTED), "corrected " + "0" * 16))
    with pytest.raises(BadInputError, match="cannot be continued: the values are those of"):
        pb.chess.resume(file, nodes=20_000)


def test_a_certificate_names_its_evaluation_and_is_asked_again_with_it():
    how = {"control": "classic", "expansions": 5, "probe_depth": 1, "certificate": True}
    for evaluation in EVALUATIONS:
        made = pb.chess.analyse(MIDDLE, evaluation=evaluation, **how).certificate().as_json()
        assert made["sources"][0]["evaluation"] == identity_of(evaluation)
        assert recheck(made, 5).different == []
        other = EVALUATIONS[evaluation == CORRECTED]
        made["sources"][0]["evaluation"] = identity_of(other)
        assert recheck(made, 5).different


def test_a_task_of_annotating_carries_its_evaluation():
    board = chess.Board(MIDDLE)
    move = chess.Move.from_uci("a2a3")
    notes = []
    for evaluation in EVALUATIONS:
        settings = Settings(nodes=5_000, prober=ProberChoice(evaluation=evaluation))
        task = task_of(board, move, settings)
        assert task.means.evaluation == identity_of(evaluation)
        notes.append(analyse_move(task))
    assert notes[0].value != notes[1].value


def test_a_player_of_a_match_has_its_evaluation():
    named = read_player("bstar:evaluation=handcrafted", evaluation=CORRECTED)
    given = read_player("bstar", evaluation=CORRECTED)

    assert named.evaluation == HANDCRAFTED
    assert given.evaluation == identity_of(CORRECTED)
    assert given.options["Evaluation"] == CORRECTED
