"""Openings from files, and the three kinds of the paper's Table 3."""

import chess
import pytest

from provebest.match.kinds import KINDS, kind_of
from provebest.match.openings import BUILT_IN, fingerprint, read_openings
from provebest.vocabulary import BadInputError


def after(*moves):
    board = chess.Board()
    for move in moves:
        board.push_san(move)
    return board


@pytest.mark.parametrize(
    ("kind", "moves"),
    [
        ("closed", "d4 Nf6 c4 g6"),  # no pawn has been captured
        ("closed", "e4 e6 d4 d5 exd5 exd5"),  # two centre pawns abut, others are gone
        ("semi-open", "e4 c5 Nf3 d6 d4 cxd4 Nxd4"),  # White's d-pawn
        ("open", "e4 e5 d4 exd4 Qxd4"),  # one of each side
        ("closed", "b4 a5 bxa5"),  # wing pawns alone
    ],
)
def test_the_kind_is_that_of_the_footnote(kind, moves):
    assert kind_of(after(*moves.split())) == kind


def test_the_built_in_openings_are_of_every_kind_and_eight_moves_long():
    openings = read_openings(BUILT_IN)
    kinds = [opening.kind for opening in openings]

    assert all(kinds.count(kind) == 8 for kind in KINDS)
    assert {len(opening.moves) for opening in openings} == {16}
    assert len({opening.board().epd() for opening in openings}) == len(openings)


def test_fen_epd_and_pgn_name_the_same_position(tmp_path):
    board = after("e4", "e5", "Nf3")
    (tmp_path / "a.fen").write_text(board.fen() + "\n", encoding="utf-8")
    told = board.epd(id="Open game", hmvc=board.halfmove_clock, fmvn=board.fullmove_number)
    (tmp_path / "b.epd").write_text(f"# a comment\n\n{told}\n", encoding="utf-8")
    (tmp_path / "c.pgn").write_text('[Opening "Open game"]\n\n1. e4 e5 2. Nf3 *', encoding="utf-8")
    (fen,), (epd,), (pgn,) = (
        read_openings(tmp_path / name) for name in ("a.fen", "b.epd", "c.pgn")
    )

    assert {opening.board().fen() for opening in (fen, epd, pgn)} == {board.fen()}
    assert (fen.name, epd.name, pgn.name) == ("line 1", "Open game", "Open game")
    assert (fen.moves, pgn.moves) == ((), ("e2e4", "e7e5", "g1f3"))
    assert read_openings(tmp_path / "c.pgn", plies=2)[0].moves == ("e2e4", "e7e5")


def test_a_seed_shuffles_the_same_way_and_changes_the_fingerprint():
    plain, once, twice = (read_openings(BUILT_IN, seed=seed) for seed in (None, 7, 7))

    assert once == twice
    assert once != plain
    assert set(once) == set(plain)
    assert fingerprint(once) == fingerprint(twice) != fingerprint(plain)


def test_only_some_kinds():
    assert {opening.kind for opening in read_openings(BUILT_IN, kinds=["open"])} == {"open"}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("x.epd", "", "has no opening"),
        ("x.epd", "rubbish", "line 1"),
        ("x.epd", chess.STARTING_FEN + "\nk7/8/8/8/8/8/8/8 w - - 0 1", "line 2"),
        ("x.fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "the game is already over"),
        ("x.pgn", "1. e4 e5 2. Ke3 *", "game 1"),
    ],
)
def test_what_cannot_be_used_is_a_sentence_with_its_place(tmp_path, name, text, said):
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(BadInputError, match=said):
        read_openings(tmp_path / name)


@pytest.mark.parametrize("text", ["f3)f3)e6", "e5)$1", f"1. e4 ${'9' * 5_000} *"])
def test_a_game_that_cannot_be_read_is_named(tmp_path, text):
    path = tmp_path / "openings.pgn"
    path.write_text(text)

    with pytest.raises(BadInputError, match=r"openings\.pgn, game 1"):
        read_openings(path)
