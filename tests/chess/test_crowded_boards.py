"""Every search ends, also where captures would go on for years."""

import random

import chess
import pytest
from crowded_boards import FEW_PIECES, LATE, PROMOTED, QUEENS, WORST, crowded_board, latenesses

from provebest.chess.explain.analysis import analyse
from provebest.chess.probes import NativeProber, Probe
from provebest.chess.probes.expansion import NativeExpander, ProbeSize
from provebest.chess.searches import Settings
from provebest.games.chess import read_position
from provebest.vocabulary import Stopped
from provebest.vocabulary.guard import guarding

GENEROUS = 5 * LATE


def test_every_search_ends_soon_after_its_deadline(session):
    boards = (*WORST, *(crowded_board(random.Random(seed)) for seed in range(6)))
    for fen in boards:
        late = latenesses(session, fen)
        assert max(late.values()) < GENEROUS, (fen, late)


@pytest.mark.parametrize("fen", [QUEENS, PROMOTED, FEW_PIECES])
def test_every_line_is_found_within_the_limits(session, fen):
    session.tell("setoption name MultiPV value 40", f"position fen {fen}")

    assert session.ask("go movetime 50")[-1].startswith("bestmove ")


@pytest.mark.parametrize("control", ["modern", "classic"])
def test_an_analysis_gives_an_answer_and_says_why_it_stopped(control):
    found = analyse(QUEENS, settings=Settings(control=control, seconds=0.2))

    assert found.stopped is Stopped.TIME_LIMIT
    assert chess.Board(QUEENS).is_legal(chess.Move.from_uci(found.move))


def test_an_expansion_that_is_cut_off_values_every_move_at_the_root_alone():
    position = read_position(QUEENS)
    deep = NativeExpander(position, real=ProbeSize(20), hope=ProbeSize(20))
    with guarding(0.0, None):  # a deadline that has passed
        facts = deep.expand((), hopes=True)

    assert len(facts) == len(position.legal_moves())
    assert {move.move for move in facts} == set(position.legal_moves())


def test_a_probe_without_limits_is_the_same_every_time():
    position = read_position(QUEENS)
    probes = [Probe(move=move, depth=depth) for move in position.legal_moves() for depth in (0, 1)]

    once, again = (NativeProber(threads=n).batch(position, probes) for n in (1, 2))

    assert once == again
    assert all(answer.nodes < 10_000 for answer in once)
