"""``provebest.chess`` as users see it: python-chess in, python-chess out."""

import doctest
import importlib
import io
import subprocess
import sys
from threading import Event

import chess
import chess.pgn
import chess.variant
import pytest
from counting_engine import counting_engine

import provebest as pb
from provebest.chess import public
from provebest.games.chess import START
from provebest.games.game_so_far import game_so_far

MATES = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
QUEEN = "8/8/8/8/8/k7/8/K6Q w - - 0 1"
TO_AND_FRO = "h1h2 a3b3 h2h1 b3a3 "
FOOLS_MATE = "1. f3 {a start} (1. e4 e5) 1... e5 2. g4 $6 Qh4# 0-1"


def board_after(fen, moves, *, chess960=False):
    board = chess.Board(fen, chess960=chess960)
    for move in moves.split():
        board.push_uci(move)
    return board


def game_of(text):
    return chess.pgn.read_game(io.StringIO(text))


def game_with(**headers):
    game = chess.pgn.Game()
    game.headers.update(headers)
    return game


def test_a_position_is_startpos_or_a_fen_or_a_board():
    told = [pb.chess.analyse(one, nodes=5_000) for one in ("startpos", START, chess.Board())]

    assert told[0] == told[1] == told[2]
    assert pb.chess.analyse(MATES, nodes=5_000).san == "Qxf7#"


def test_the_answer_has_what_is_asked_most_often():
    analysis = pb.chess.analyse(MATES, nodes=5_000)

    assert analysis.move == analysis.line[0] == "h5f7"
    assert analysis.value == analysis.result.value
    assert analysis.stopped is analysis.result.stopped
    assert analysis.proved == analysis.result.proved
    assert analysis.counters == analysis.result.counters
    assert "Qxf7#" in str(analysis.argument)


def test_the_board_is_left_as_it_was():
    board = board_after(START, "e2e4 e7e5")
    before = board.copy()

    pb.chess.analyse(board, nodes=2_000)

    assert board == before
    assert board.move_stack == before.move_stack


def test_the_moves_of_a_board_are_the_game_so_far():
    analysis = pb.chess.analyse(board_after(START, "e2e4 e7e5"), nodes=2_000)

    assert (analysis.start, analysis.played) == (START, ("e2e4", "e7e5"))


def test_what_the_board_has_seen_twice_is_a_draw():
    fresh, seen = chess.Board(QUEEN), board_after(QUEEN, 2 * TO_AND_FRO)

    def worth(board):
        compared = pb.chess.compare(board, ["Qh2", "Qh3"], nodes=20_000)
        return {one.move: one.value for one in compared.moves}

    assert worth(fresh)["h1h2"] > 500
    assert worth(seen)["h1h2"] == 0
    assert worth(seen)["h1h3"] > 500


def test_the_only_move_knows_the_game_so_far():
    board = board_after(QUEEN, 2 * TO_AND_FRO + "h1h2")

    seen = pb.chess.only_move(board, nodes=20_000)
    fresh = pb.chess.only_move(board.fen(), nodes=20_000)

    assert (seen.only, seen.move, seen.value) == (True, "a3b3", 0)
    assert not fresh.only


def test_a_null_move_ends_the_history():
    board = board_after(START, "e2e4 0000 d2d4 d7d5")

    game = game_so_far(board)

    assert game.start == board_after(START, "e2e4 0000").fen()
    assert game.played == ("d2d4", "d7d5")
    assert game.board().fen() == board.fen()


@pytest.mark.parametrize(("moves", "chess960"), [("e1g1", False), ("e1h1", True)])
def test_castling_is_written_by_the_rules_of_the_board(moves, chess960):
    fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
    board = board_after(fen, moves, chess960=chess960)

    game = game_so_far(board)

    assert (game.played, game.chess960) == ((moves,), chess960)
    castles = pb.chess.analyse(board, moves=["O-O-O"], nodes=2_000)
    assert castles.move == ("e8a8" if chess960 else "e8c8")
    assert castles.san == "O-O-O"


def test_text_can_be_a_position_of_chess960():
    fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1"

    assert pb.chess.analyse(fen, chess960=True, moves=["O-O"], nodes=2_000).move == "e1g1"


@pytest.mark.parametrize("moves", [["Nf3", "a3"], ["g1f3", "a2a3"], ["Nf3", "a3", "g1f3"]])
def test_moves_are_read_in_every_notation(moves):
    analysis = pb.chess.analyse(moves=moves, nodes=5_000)

    assert {one.move for one in analysis.result.moves} == {"g1f3", "a2a3"}
    as_moves = (chess.Move.from_uci("g1f3"), chess.Move.from_uci("a2a3"))
    assert pb.chess.analyse(moves=as_moves, nodes=5_000).move == analysis.move


def test_a_move_can_be_asked_about():
    analysis = pb.chess.analyse(MATES, why_not=["a3"], nodes=20_000)

    assert analysis.argument.why_not("a2a3") is not None


def test_expansions_are_the_effort_limit_of_the_classic_control():
    analysis = pb.chess.analyse(control="classic", expansions=5, probe_depth=2)

    assert analysis.control == "classic"
    assert "effort limit" in analysis.result.reason
    assert analysis.counters.expanded < 20


def test_a_cache_keeps_the_probes(tmp_path):
    file = tmp_path / "probes"

    first, second = (
        pb.chess.analyse(control="classic", expansions=3, probe_depth=2, cache=str(file))
        for _ in range(2)
    )

    assert file.exists()
    assert first.move == second.move


def test_another_engine_can_be_asked(tmp_path):
    engine = tmp_path / "engine"
    engine.write_text(f"#!/bin/sh\nexec {sys.executable} -m provebest uci\n")
    engine.chmod(0o755)

    analysis = pb.chess.analyse(
        MATES, control="classic", expansions=1, probe_depth=1, prober=f"uci:{engine}"
    )

    assert analysis.failure is None
    assert analysis.san == "Qxf7#"
    assert "native" not in analysis.prober


def test_what_was_cancelled_before_the_first_look_says_so():
    cancel = Event()
    cancel.set()

    with pytest.raises(pb.NothingSearchedError, match="nothing was searched"):
        pb.chess.analyse(control="classic", cancel=cancel)


@pytest.mark.parametrize("means", [{"nodes": 20_000}, {"control": "classic", "expansions": 10}])
def test_a_recorded_analysis_can_be_certified_and_checked(means):
    analysis = pb.chess.analyse(certificate=True, **means)

    verdict = pb.check(analysis.certificate().as_json())

    assert verdict.holds
    assert analysis.san in verdict.shown.claim


def test_an_analysis_that_was_not_recorded_says_how_to_record_it():
    with pytest.raises(pb.BadInputError, match="certificate=True"):
        pb.chess.analyse(MATES, nodes=2_000).certificate()


def test_moves_are_compared_best_first():
    comparison = pb.chess.compare(MATES, ["Nf3", chess.Move.from_uci("h5f7")], nodes=20_000)

    assert [one.move for one in comparison.moves] == ["h5f7", "g1f3"]


def test_thresholds_say_what_wins():
    promotes = "8/8/6K1/7P/1p6/8/1k6/8 w - - 1 59"
    strict = pb.chess.Thresholds(win=5000, no_win=4000)

    assert pb.chess.only_move(promotes, nodes=100_000).only
    assert not pb.chess.only_move(promotes, nodes=100_000, thresholds=strict).only


def test_a_game_is_annotated_in_a_copy():
    game = game_of(FOOLS_MATE)
    before = str(game)

    annotated = pb.chess.annotate(game, nodes=5_000, book_moves=0)

    assert str(game) == before
    fatal = list(annotated.mainline())[2]
    assert fatal.move.uci() == "g2g4"
    assert chess.pgn.NAG_BLUNDER in fatal.nags
    assert "White is mated in 1" in fatal.comment
    assert annotated.headers["Annotator"] == "provebest"


def test_what_stands_in_the_game_stays_in_the_copy():
    game = game_of('[Event "Club"]\n[Opening "Bird\'s"]\n\n' + FOOLS_MATE)

    annotated = pb.chess.annotate(game, nodes=2_000)

    assert annotated is not game
    assert dict(annotated.headers) == {**game.headers, "ECO": "A00", "Annotator": "provebest"}
    assert [node.move for node in annotated.mainline()] == [node.move for node in game.mainline()]
    assert annotated.next().comment.startswith(game.next().comment)
    assert annotated.variations[1].move.uci() == "e2e4"
    assert chess.pgn.NAG_DUBIOUS_MOVE in annotated.next().next().next().nags


def test_headers_that_a_game_does_not_have_are_not_made_up():
    game = chess.pgn.Game.without_tag_roster()

    assert dict(pb.chess.annotate(game).headers) == {"Annotator": "provebest"}


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: pb.chess.analyse("hello"), "FEN 'hello'"),
        (
            lambda: pb.chess.analyse(3),
            'a position is "startpos", a FEN or a chess.Board, got 3',
        ),
        (lambda: pb.chess.analyse(chess.Board(None)), "king"),
        (lambda: pb.chess.analyse(chess.variant.AtomicBoard()), "only standard chess"),
        (lambda: pb.chess.analyse(moves="e4"), "moves must be a list such as"),
        (lambda: pb.chess.analyse(moves=3), "moves must be a list such as"),
        (lambda: pb.chess.analyse(moves=[3]), "a move must look like"),
        (lambda: pb.chess.analyse(moves=["e5"]), "'e5' is not legal"),
        (lambda: pb.chess.analyse(moves=["--"]), "'--' is not legal"),
        (lambda: pb.chess.analyse(why_not=[chess.Move.from_uci("e2e5")]), "'e2e5' is not legal"),
        (lambda: pb.chess.analyse(seconds=0), "seconds must be a number above 0, got 0"),
        (lambda: pb.chess.analyse(seconds=float("nan")), "seconds must be a number above 0"),
        (lambda: pb.chess.analyse(seconds="3"), "seconds must be a number above 0, got '3'"),
        (lambda: pb.chess.analyse(seconds=True), "seconds must be a number above 0, got True"),
        (lambda: pb.chess.analyse(nodes=1.5), "nodes must be a whole number, 1 or more, got 1.5"),
        (
            lambda: pb.chess.analyse(expansions=0),
            "expansions must be a whole number, 1 or more, got 0",
        ),
        (
            lambda: pb.chess.analyse(probe_depth=21),
            "probe_depth must be a whole number from 1 to 20",
        ),
        (lambda: pb.chess.analyse(threads=0), "threads must be a whole number from 1 to 512"),
        (lambda: pb.chess.analyse(prober="stockfish"), "unknown prober 'stockfish'"),
        (lambda: pb.chess.analyse(prober=None), "prober must be"),
        (lambda: pb.chess.analyse(prober="uci:no-such-engine"), "no engine 'no-such-engine'"),
        (lambda: pb.chess.analyse(control="new"), "unknown control 'new'"),
        (lambda: pb.chess.compare("startpos", ["e4"]), "two moves or more"),
        (lambda: pb.chess.compare("startpos", "e4"), "moves must be a list such as"),
        (lambda: pb.chess.only_move("7k/5QQ1/8/8/8/8/8/K7 b - - 0 1"), "the game is over"),
        (lambda: pb.chess.annotate(chess.Board()), "chess.pgn.Game.from_board"),
        (lambda: pb.chess.annotate(game_of(FOOLS_MATE), book_moves=-1), "book_moves must be"),
        (lambda: pb.chess.annotate(game_of(""), prober="uci:no-such-engine"), "got None"),
        (lambda: pb.chess.annotate(game_of('[Variant "Atomic"]\n\n1. e4')), "only standard chess"),
        (lambda: pb.chess.annotate(game_with(Variant="Nonesuch")), "do not set up a position"),
        (lambda: pb.chess.annotate(game_with(FEN="hello")), "do not set up a position"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(call, said):
    with pytest.raises(pb.BadInputError) as refused:
        call()

    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_san_that_fits_two_moves_is_refused_as_such():
    with pytest.raises(pb.BadInputError, match="'Nd2' is ambiguous"):
        pb.chess.analyse("k7/8/8/8/8/5N2/8/KN6 w - - 0 1", moves=["Nd2"])


def test_the_examples_of_the_docstrings_are_true():
    assert doctest.testmod(public) == doctest.TestResults(failed=0, attempted=13)


def test_the_chess_room_is_loaded_when_it_is_asked_for():
    program = """
import sys, provebest as pb
late = ["chess", "provebest.chess", "provebest.certificate"]
assert not set(late) & set(sys.modules), "too early"
assert {"chess", "certify", "check"} <= set(dir(pb))
import provebest.chess
assert "provebest.chess.public" not in sys.modules, "too early"
assert "analyse" in dir(pb.chess)
pb.chess.analyse, pb.check, pb.certify
import chess
assert set(late) <= set(sys.modules), "too late"
assert chess.Board and chess is not pb.chess
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ["provebest", "provebest.chess", "provebest.games"])
def test_a_name_that_is_not_there_is_an_attribute_error(name):
    module = importlib.import_module(name)

    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'nonesuch'"):
        _ = module.nonesuch
    assert all(getattr(module, known) is not None for known in module.__all__)


def test_a_star_import_leaves_python_chess_alone():
    assert "chess" not in pb.__all__


def test_the_engine_is_the_one_that_is_found_unless_another_is_named(tmp_path, monkeypatch):
    engine = counting_engine(tmp_path)
    monkeypatch.setenv("PROVEBEST_ENGINE", str(engine))

    assert pb.chess.analyse(nodes=2_000).prober.startswith("Counter")
    compared = pb.chess.compare("startpos", ["e4", "a3"], nodes=3_000)
    assert compared.analysis.prober.startswith("Counter")
    assert pb.chess.analyse(nodes=2_000, prober="native").prober.startswith("native")
    with pytest.raises(pb.BadInputError, match='prober must be "auto", "native" or an engine'):
        pb.chess.analyse(prober=None)


def test_a_saved_analysis_goes_on_with_its_engine(tmp_path, monkeypatch):
    engine, ours, theirs = counting_engine(tmp_path), tmp_path / "ours", tmp_path / "theirs"
    pb.chess.analyse(nodes=5_000).save(ours)
    monkeypatch.setenv("PROVEBEST_ENGINE", str(engine))
    pb.chess.analyse(nodes=2_000).save(theirs)

    assert pb.chess.resume(ours, nodes=6_000).prober.startswith("native")
    assert pb.chess.resume(theirs, nodes=3_000).prober.startswith("Counter")
    monkeypatch.setenv("PROVEBEST_ENGINE", "native")
    with pytest.raises(pb.BadInputError, match="was made with the prober 'uci:"):
        pb.chess.resume(theirs, nodes=3_000)
