"""Notes on the moves of a game: how they are judged, and what is said."""

from dataclasses import replace

import chess
import chess.pgn
import pytest
from small_notes import NOTE

from provebest.argument.notation import winning_chances
from provebest.chess.explain.analysis import Settings, analyse
from provebest.chess.explain.annotating import (
    ONLY,
    is_obvious,
    note_of,
    plies_to_annotate,
    refined,
    stands_alone,
    task_of,
)
from provebest.chess.explain.game_page import games_page
from provebest.chess.explain.losses import lost_points
from provebest.chess.explain.notes import Note, Verdict
from provebest.chess.explain.pgn_notes import add_notes, as_pgn, comment_on
from provebest.chess.explain.reasons import achieved
from provebest.games.chess_values import MATE
from provebest.games.game_so_far import read_game
from provebest.games.pgn import read_games
from provebest.vocabulary import BadInputError


@pytest.mark.parametrize(
    ("worth", "verdict"),
    [
        (50.0, Verdict.GOOD),
        (10.0, Verdict.GOOD),
        (-20.0, Verdict.INACCURACY),
        (-80.0, Verdict.MISTAKE),
        (-300.0, Verdict.BLUNDER),
        (-31_990.0, Verdict.BLUNDER),
        (None, Verdict.UNKNOWN),
    ],
)
def test_a_move_is_judged_by_the_points_it_gives_away(worth, verdict):
    assert replace(NOTE, worth=worth).verdict is verdict


@pytest.mark.parametrize(
    ("value", "worth", "points"), [(0.0, -44.1, 0.05), (0.0, -89.2, 0.10), (220.0, 0.0, 0.2311)]
)
def test_the_cost_is_in_expected_points(value, worth, points):
    assert replace(NOTE, value=value, worth=worth).cost == pytest.approx(points, abs=1e-4)


def test_a_loss_counts_when_the_game_is_nearly_decided():
    thrown_away = replace(NOTE, value=300.0, worth=200.0)

    assert winning_chances(300.0) - winning_chances(200.0) < 0.1
    assert thrown_away.verdict is Verdict.INACCURACY
    assert replace(NOTE, value=-200.0, worth=-350.0).verdict is Verdict.MISTAKE
    assert replace(NOTE, value=900.0, worth=700.0).verdict is Verdict.GOOD


def test_the_best_move_costs_nothing():
    note = replace(NOTE, played="e2e4", worth=-300.0)

    assert (note.verdict, note.cost, note.refutation) == (Verdict.BEST, 0.0, ())


def test_a_move_is_judged_by_the_analysis_of_the_position_after_it():
    after = replace(NOTE, ply=1, value=300.0, line=("e7e6", "d2d4"), worth=None)
    first, last = refined([NOTE, after])

    assert first.worth == -300.0
    assert first.verdict is Verdict.BLUNDER
    assert first.refutation == ("f2f3", "e7e6", "d2d4")
    assert last == after, "nothing is known of what came after"


def test_a_best_move_that_is_worth_less_once_it_is_played_has_a_drop():
    after = replace(NOTE, ply=1, value=60.0, line=("e7e6", "d2d4"), worth=None)
    best = replace(NOTE, played="e2e4", best="e2e4", value=20.0, worth=20.0)
    found, _ = refined([best, after])

    assert (found.value, found.worth, found.cost) == (-60.0, -60.0, 0.0)
    assert found.drop == pytest.approx(lost_points(20.0, -60.0))
    assert refined([best, replace(after, value=-60.0)])[0].drop == 0.0, "it gained"


def test_a_check_with_one_reply_is_judged_by_the_analysis_after_that_reply():
    """A position with one legal move is not searched: 14.Bh7+ seemed to win a pawn."""
    checked = "7k/8/8/8/8/8/6q1/K1B5 b - - 0 1"
    check = replace(NOTE, fen=checked, played="g2a2", best="g2g7", value=500.0, worth=480.0)
    after = {"fen": "7k/8/8/8/8/8/q7/K1B5 w - - 1 2", "played": "a1a2", "best": "a1a2"}
    forced = replace(NOTE, **after, ply=1, value=-90.0, worth=-90.0, line=("a1a2",))
    last = {"fen": "7k/8/8/8/8/8/K7/2B5 b - - 0 2", "played": "h8g8", "best": "h8g8"}
    quiet = replace(NOTE, **last, ply=2, value=-700.0, worth=-700.0, line=("h8g8",))

    first, second, third = refined([check, forced, quiet])

    assert (first.worth, first.value) == (-700.0, 500.0)
    assert first.refutation == ("g2a2", "a1a2", "h8g8")
    assert (second.value, second.worth) == (700.0, 700.0)
    assert third == quiet


def test_a_threat_is_overlooked_where_the_refutation_begins_with_it():
    bad = replace(NOTE, worth=-300.0, threat=("e7e5", "d2d4"))

    assert bad.missed == ("e7e5", "d2d4")
    mated = replace(bad, worth=5.0 - MATE)
    assert "It overlooks the threat 1...e5." in comment_on(mated)
    assert "overlooks" not in comment_on(bad), (
        "what wins material is told as allowed, or not at all"
    )
    assert replace(bad, threat=("a7a6",)).missed == ()
    assert replace(bad, worth=50.0).missed == (), "a good move overlooks nothing"


def test_what_is_comment_on_a_mistake():
    said = comment_on(replace(NOTE, worth=-80.0))

    assert said == "A mistake (from +0.50 to -0.80). 1.e4 is better."
    assert comment_on(replace(NOTE, worth=10.0)) == ""
    only = replace(NOTE, played="e2e4", only=True, second_value=-300.0)
    assert comment_on(only) == "The only move: after 1.d4, White's winning chances are only 7%."


def test_a_game_that_is_lost_before_or_won_after_a_move_has_no_error_there():
    """At 4.83 pawns 0.10 expected points are left: less than any mistake costs."""
    lost, nearly = (replace(NOTE, value=value, worth=-2000.0) for value in (-490.0, -480.0))
    won, hardly = (replace(NOTE, value=1500.0, worth=worth) for worth in (490.0, 480.0))

    assert (lost.mark, nearly.mark) == ("", "?")
    assert (won.mark, hardly.mark) == ("", "?")
    assert lost.loss == 0.05, "as much as the least error"
    assert nearly.loss == nearly.cost > 0.1


def test_what_was_taken_before_the_move_is_known_to_the_note():
    def noted(moves, played):
        game = read_game(chess.STARTING_FEN, moves.split())
        analysis = analyse(game, settings=Settings(nodes=3_000))
        return note_of(game.board(), played, len(game.played), analysis)

    taken, quiet = noted("e2e4 d7d5 e4d5", "d8d5"), noted("e2e4 d7d5 e4d5 g8f6", "b1c3")

    assert (quiet.since, quiet.captures) == ("", ())
    assert taken.captures == ("e4d5",)
    assert [move.uci() for move in taken.board().move_stack] == ["e4d5"]
    assert taken.board().fen() == taken.fen
    assert Note.from_json(taken.as_json()) == taken
    with pytest.raises(BadInputError):
        Note.from_json(taken.as_json() | {"captures": []})


def test_to_take_back_wins_nothing():
    fen = "r4rk1/2p2ppp/np1p4/p2B1Nq1/P1P1PR2/1P2Q2P/2P3P1/3R2K1 b - - 0 19"
    since = "r4rk1/2p2ppp/np1p4/p2b1Nq1/P1P1PR2/1P2Q2P/2P3P1/3R2K1 w - - 0 20"
    board = chess.Board(since)
    assert fen.split(maxsplit=1)[0] != board.fen().split()[0]
    note = replace(
        NOTE, ply=38, fen=since, played="e3d4", best="d1d5", value=300.0, worth=20.0,
        line=("d1d5", "g5g6"), answer=("e3d4", "d5e6"), second=None,
    )  # fmt: skip
    history = "r4rk1/1bp2ppp/np1p4/p2N1Nq1/P1P1PR2/1P2Q2P/2P3P1/3R2K1 b - - 0 19"
    knows = replace(note, since=history, captures=("b7d5",))

    assert "20.Rxd5 is better, winning a piece" in comment_on(note)
    assert "20.Rxd5 is better." in comment_on(knows)


def test_what_is_won_later_is_told_with_the_move_that_wins_it():
    board = chess.Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6"):
        board.push_san(san)
    quiet = ("h7h6", "a2a3", "a7a6", "h2h3", "d7d6", "a3a4")
    note = replace(
        NOTE, ply=6, fen=board.fen(), played="f3d4", best="d2d3", line=("d2d3", "f8c5"),
        answer=("f3d4", *quiet, "c6d4"), second=None, value=20.0, worth=-300.0,
    )  # fmt: skip
    sooner = replace(note, answer=("f3d4", *quiet[:4], "c6d4"))
    ours = replace(note, played="h2h3", answer=("h2h3",), best="d2d3", value=90.0, worth=0.0)
    plan = ("d2d3", "c6b8", "h2h3", "a7a6", "a2a4", "h7h6", "f3e5", "d7d6", "e5f3")

    assert "it allows 4...h6, winning a piece (by move 7)." in comment_on(note)
    assert "it allows 4...h6, winning a piece." in comment_on(sooner), "soon enough"
    assert "4.d3 is better, winning a pawn (by move 7)." in comment_on(replace(ours, line=plan))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Rxc5 h6 h3", "winning a piece"),
        ("h3 h6 f3 g6 Kh2 Kg7 Rxc5", "winning a piece (by move 23)"),
        ("h3 h6 Rxc5 g6 f3 Kg7 Kh2 Kf6 Rc7", "winning a piece"),
        (
            "h3 h6 f3 g6 Kf2 Kg7 Rxc5 Kf6 Be5+ Ke6 Bd4 Rb8 Bg7 Rb2+ Kg3 Rxg2+ Kxg2 Kd6 Rc8",
            "winning a piece (by move 23)",
        ),
        ("h3 h6 f3 g6 Kf2 Kg7 Ke2 Kf6 Kd2 Kg7 Rxc5 Kf6 Kd3", ""),
    ],
)
def test_the_move_that_is_named_has_won_all_that_is_told(line, told):
    """Nothing is told of what a line wins after the part that is shown."""
    before = chess.Board("r5k1/5ppp/8/2n5/8/6B1/5PPP/2R3K1 w - - 0 20")
    board = before.copy()
    moves = [board.push_san(san).uci() for san in line.split()]
    note = replace(
        NOTE, ply=38, fen=before.fen(), played="g3f4", best=moves[0], line=tuple(moves),
        answer=("g3f4",), second=None, value=300.0, worth=0.0,
    )  # fmt: skip

    assert achieved(before, note) == told


def test_what_one_depth_alone_wins_is_not_told():
    board = chess.Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6"):
        board.push_san(san)
    wins, not_so = ("f3d4", "c6d4"), ("f3d4", "f8c5", "d4c6", "d7c6")
    note = replace(
        NOTE, ply=6, fen=board.fen(), played="f3d4", best="d2d3", line=("d2d3", "f8c5"),
        answer=wins, second=None, value=20.0, worth=-300.0,
    )  # fmt: skip

    assert "it allows 4...Nxd4, winning a piece" in comment_on(replace(note, answers=(wins,) * 3))
    seldom = replace(note, answers=(wins, not_so, not_so))
    assert comment_on(seldom) == "A blunder (from +0.20 to -3.00). 4.d3 is better."


def test_a_line_whose_value_knows_nothing_of_a_pawn_wins_none():
    """White may be a pawn up at the end of the line, but the value says that the game is equal."""
    fen = "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1"
    note = replace(
        NOTE, fen=fen, played="e1e2", best="e3d5", value=330.0, worth=200.0, second=None,
        line=("e3d5", "e8d7"), answer=("e1e2", "d5d4"),
    )  # fmt: skip

    assert "1.Nxd5 is better, winning a pawn." in comment_on(note)
    assert "1.Nxd5 is better." in comment_on(replace(note, value=240.0, worth=100.0))


def test_an_exchange_that_wins_a_piece_is_no_only_move_to_be_told():
    board = chess.Board("4k3/8/8/3r4/8/4N3/8/4K3 w - - 0 1")

    assert is_obvious(board, "e3d5")
    assert not is_obvious(board, "e3c2")


def test_notes_go_to_json_and_back():
    assert Note.from_json(NOTE.as_json()) == NOTE


@pytest.mark.parametrize("name", ["line", "answer", "threat", "fen", "value"])
def test_a_note_without_one_of_its_parts_is_refused(name):
    told = NOTE.as_json()
    del told[name]
    with pytest.raises(BadInputError, match="not a note on a move"):
        Note.from_json(told)


@pytest.mark.parametrize("name", ["since", "captures", "confirmed", "lines", "answers", "after"])
def test_a_note_of_the_version_before_is_read(name):
    told = NOTE.as_json()
    del told[name]
    assert Note.from_json(told) == NOTE


def test_taking_back_is_not_called_the_only_move():
    board = chess.Board()
    for name in ("e4", "e5", "Nf3", "Nc6", "d4", "exd4", "Nxd4", "Nxd4"):
        board.push_san(name)
    moves = [move.uci() for move in board.move_stack]
    analysis = analyse(chess.STARTING_FEN, moves, settings=Settings(nodes=40_000))
    note = note_of(board, "d1d4", len(moves), analysis)

    assert note.best == "d1d4"
    assert winning_chances(note.value) - winning_chances(note.second_value) > ONLY
    assert not note.only


@pytest.mark.parametrize(
    ("fen", "checks", "takes", "obvious"),
    [
        ("3q1rk1/4bppp/8/3p4/4N3/8/5PPP/3R2K1 w - - 0 1", "Nf6+", "e7f6", True),
        ("3q1rk1/4bppp/8/3pP3/4N3/8/5PPP/3R2K1 w - - 0 1", "Nf6+", "e7f6", True),
        ("3q1rk1/4bppp/8/3p4/4N3/8/5PPP/3R2K1 w - - 0 1", "Nf6+", "g8h8", False),
        ("3qr1k1/5p1p/5p2/3pP3/4N3/8/5PPP/3R2K1 w - - 0 1", "Nxf6+", "d8f6", True),
        ("3qr1k1/5p1p/8/3pP3/4N3/8/5PPP/3R2K1 w - - 0 1", "Nf6+", "d8f6", False),
        ("3qr1k1/5p1p/8/3p4/4N3/8/5PPP/3R2K1 w - - 0 1", "Nf6+", "d8f6", True),
        ("3q1rk1/4bppp/8/3p4/4N3/8/5PPP/3R2K1 w - - 0 1", "Nc3", "d5d4", False),
    ],
)
def test_taking_a_piece_that_gives_check_is_obvious_unless_it_costs_more(
    fen, checks, takes, obvious
):
    """A queen that takes a guarded knight is worth a word; a bishop that does so is not."""
    board = chess.Board(fen)
    board.push_san(checks)

    assert is_obvious(board, takes) is obvious


def test_a_game_is_written_in_lines_that_any_reader_reads():
    (game,) = read_games('[Event "x"]\n\n1. f3 {mine} e5 2. g4 Qh4# 0-1\n')
    add_notes(game, [replace(NOTE, worth=-300.0)])
    text = as_pgn(game)

    assert max(map(len, text.splitlines())) <= 255, "the longest line that readers must accept"
    (again,) = read_games(text)
    first = again.next()
    assert chess.pgn.NAG_BLUNDER in first.nags
    assert first.comment.replace("\n", " ").startswith("mine")
    assert [node.san() for node in again.variations] == ["f3", "e4"]
    assert again.headers["Annotator"] == "provebest"


def test_the_book_is_counted_in_moves_of_each_side():
    (game,) = read_games("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *")

    assert len(list(plies_to_annotate(game, book_moves=2))) == 2
    board, move = next(plies_to_annotate(game, book_moves=2))
    task = task_of(board, move, Settings(nodes=10))
    assert task.moves == ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
    assert len(list(plies_to_annotate(game, book_moves=3))) == 6, "a game of the book alone"


def test_a_comment_names_what_the_answer_wins():
    board = chess.Board()
    for name in ("e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6"):
        board.push_san(name)
    blunder = replace(
        NOTE,
        ply=6,
        fen=board.fen(),
        played="f3d4",
        best="d2d3",
        line=("d2d3", "f8c5"),
        answer=("f3d4", "c6d4"),
        second=None,
        value=20.0,
        worth=-300.0,
    )

    assert comment_on(blunder) == (
        "A blunder (from +0.20 to -3.00): it allows 4...Nxd4, winning a piece. 4.d3 is better."
    )
    threatened = replace(blunder, threat=("c6d4",))
    assert threatened.missed
    assert comment_on(threatened) == comment_on(blunder), "a move is named once"
    missed = replace(blunder, played="d2d3", answer=("d2d3",), best="c4f7", line=("c4f7", "e8f7"))
    assert "4.Bxf7+ is better." in comment_on(missed), "a line that wins nothing has no reason"


def test_what_a_line_takes_is_told_only_if_the_values_bear_it_out():
    """Else it rests on bad replies, or nothing can be saved any more."""
    board = chess.Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6"):
        board.push_san(san)
    worse = replace(
        NOTE, ply=6, fen=board.fen(), played="f3d4", best="d2d3", line=("d2d3", "f8c5"),
        answer=("f3d4", "c6d4"), second=None, value=20.0, worth=-150.0,
    )  # fmt: skip
    better = replace(
        worse,
        played="h2h3",
        best="f3e5",
        line=("f3e5", "f8c5"),
        answer=("h2h3",),
        value=90.0,
        worth=0.0,
    )

    assert "it allows 4...Nxd4, winning a piece" in comment_on(worse)
    assert "it allows" not in comment_on(replace(worse, worth=-129.0))
    assert "4.Nxe5 is better, winning a pawn." in comment_on(better)
    assert "4.Nxe5 is better." in comment_on(replace(better, worth=41.0))
    assert "4.Nxe5 is better." in comment_on(replace(better, value=-400.0, worth=-600.0))
    assert "4.Nxe5 is better, mating in 4." in comment_on(replace(better, value=MATE - 7.0))


def test_a_draw_is_told_only_if_the_value_says_so():
    """A side that checks twice and plays on has not drawn."""
    fen = "6k1/5pp1/7p/8/3Q4/1q6/6PP/7K w - - 0 1"
    line = ("d4d8", "g8h7", "d8d3", "h7g8", "d3d8")
    drawn = replace(
        NOTE, ply=0, fen=fen, played="h2h3", best=line[0], line=line, answer=("h2h3",),
        second=None, value=0.0, worth=-300.0,
    )  # fmt: skip

    assert "1.Qd8+ is better, drawing by perpetual check." in comment_on(drawn)
    assert "1.Qd8+ is better." in comment_on(replace(drawn, value=246.0, worth=0.0))


def test_after_other_moves_than_the_only_one_a_lost_game_is_called_lost():
    note = replace(NOTE, only=True, best=NOTE.played, second_value=-700.0)
    board = note.board()
    other = next(move.uci() for move in board.legal_moves if move.uci() != note.played)
    told = comment_on(replace(note, second=other, worth=note.value))

    assert told.endswith("White is lost.")


def test_the_refutation_follows_the_played_move_and_what_is_better_stands_beside_it():
    (game,) = read_games("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Nd4 d6 *")
    board = game.end().parent.parent.board()
    note = replace(
        NOTE, ply=6, fen=board.fen(), played="f3d4", best="d2d3", line=("d2d3", "f8c5"),
        answer=("f3d4", "c6d4", "c2c3"), second=None, value=20.0, worth=-300.0,
    )  # fmt: skip
    add_notes(game, [note])
    played = list(game.mainline())[6]
    better, refutation = played.parent.variations[1], played.variations[1]

    assert (better.san(), better.starting_comment) == ("d3", "Better:")
    assert better.end().comment == "+0.20"
    assert (refutation.san(), refutation.starting_comment) == ("Nxd4", "What 4.Nd4 allows:")
    assert refutation.end().comment == "-3.00"
    assert played.next().san() == "d6", "the game goes on as it was played"


def test_a_refutation_that_was_played_is_not_repeated():
    (game,) = read_games("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Nd4 Nxd4 *")
    board = game.end().parent.parent.board()
    note = replace(
        NOTE, ply=6, fen=board.fen(), played="f3d4", best="d2d3", line=("d2d3",),
        answer=("f3d4", "c6d4"), second=None, value=20.0, worth=-300.0,
    )  # fmt: skip
    add_notes(game, [note])
    played = list(game.mainline())[6]

    assert "it allows 4...Nxd4, winning a piece" in played.comment
    assert [node.san() for node in played.variations] == ["Nxd4"]


def test_a_forced_reply_is_not_called_the_only_move():
    board = chess.Board("k7/8/1K6/8/8/8/8/7R b - - 0 1")
    analysis = analyse(board.fen(), settings=Settings(nodes=2_000))

    assert board.legal_moves.count() == 1
    assert not note_of(board, "a8b8", 0, analysis).only


def test_a_mate_is_not_called_the_only_move():
    board = chess.Board("6k1/5ppp/8/8/8/8/q4PPP/3R2K1 w - - 0 1")
    analysis = analyse(board.fen(), settings=Settings(nodes=10_000))
    note = note_of(board, "d1d8", 0, analysis)

    assert stands_alone(note.value, note.second_value)
    assert not note.only


def test_headers_of_the_file_stay():
    (game,) = read_games('[ECO "B99"]\n\n1. e4 e5 *')
    add_notes(game, [])

    assert (game.headers["ECO"], game.headers["Opening"]) == ("B99", "King's Pawn Game: Open Game")
    assert game.comment == "", "nothing was judged"


def test_a_page_has_no_argument_for_a_move_that_only_the_second_search_named():
    (game,) = read_games("1. f3 e5 *")
    first = replace(NOTE, worth=-80.0)
    unargued = replace(first, best="d2d4", line=("d2d4",))

    assert "The argument for 1.e4" in games_page([(game, [first])], "made")
    assert "The argument for" not in games_page([(game, [unargued])], "made")
