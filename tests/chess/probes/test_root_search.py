"""Searches of one position that go on from where they were: set-probes and bounds."""

import threading
import time

import chess
import pytest

from provebest.chess.probes import RootSearch
from provebest.games.chess import read_position
from provebest.vocabulary import BadInputError

TACTICS = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"
QUIET = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
ENDING = "8/8/1p1k4/p1p2p2/P1P2P2/1P2K3/8/8 w - - 0 1"


def values_alone(fen, depth):
    """Each move's value when it is the only one that is looked at."""
    position = read_position(fen)
    return {
        move: RootSearch(position).probe([move], depth=depth).value
        for move in position.legal_moves()
    }


@pytest.mark.parametrize("fen", [TACTICS, QUIET, ENDING])
def test_the_best_of_all_is_the_best_of_each_alone(fen):
    """At depth 1; deeper, a move may be pruned for a rival that it would have beaten alone."""
    alone = values_alone(fen, 1)

    told = RootSearch(read_position(fen)).probe(depth=1)

    assert told.value == alone[told.best.move] == max(alone.values())
    assert {move.move for move in told.moves} == set(alone)


@pytest.mark.parametrize("fen", [TACTICS, QUIET, ENDING])
def test_bounds_bound(fen):
    alone = values_alone(fen, 1)

    told = RootSearch(read_position(fen)).probe(depth=1)

    assert told.best.bound == "exact"
    for move in told.moves[1:]:
        assert move.value <= told.value
        if move.bound == "upper":
            assert alone[move.move] <= move.value
        else:
            assert (move.bound, move.value) == ("exact", alone[move.move])


@pytest.mark.parametrize("fen", [TACTICS, QUIET, ENDING])
def test_a_bound_is_reached_where_a_move_alone_reaches_it(fen):
    alone = values_alone(fen, 1)
    for bound in sorted({value + more for value in alone.values() for more in (0, 1)}):
        told = RootSearch(read_position(fen)).reaches((), bound, depth=1)

        assert (told.value >= bound) == (max(alone.values()) >= bound)
        assert not told.interrupted
        if told.value >= bound:
            assert alone[told.best.move] >= told.value
            assert told.best.bound == "lower"
        else:
            assert all(alone[c.move] <= c.value < bound for c in told.moves)


def test_a_question_costs_less_than_a_value_and_knows_its_limits():
    search = RootSearch(read_position(QUIET))
    best = search.probe(depth=9)
    rest = [move.move for move in best.moves[1:]]
    before = search.nodes
    told = search.reaches(rest, best.value - 60, depth=7)
    asked = search.nodes - before

    assert told.value >= best.value - 60
    assert {move.move for move in told.moves} == set(rest)
    assert asked < RootSearch(read_position(QUIET)).probe(rest, depth=7).nodes / 10
    cut = search.reaches(rest, best.value, depth=14, nodes=500)
    assert (cut.interrupted, cut.depth, cut.nodes) == (True, 0, 500)
    stopped = threading.Event()
    stopped.set()
    assert search.reaches(rest, best.value, depth=40, cancel=stopped).interrupted
    assert search.probe(depth=9) == best, "a question changes nothing that is known"


class Fails:
    def is_set(self):
        raise ValueError("asked")


def test_who_fails_when_asked_whether_to_go_on_ends_the_search_alone():
    search, twin = RootSearch(read_position(QUIET)), RootSearch(read_position(QUIET))
    for ask in (search.probe, lambda **kw: search.reaches((), 0, **kw)):
        with pytest.raises(ValueError, match="asked"):
            ask(depth=60, cancel=Fails())
    search.forget()

    assert search.being_searched is None
    assert search.probe(depth=6).value == twin.probe(depth=6).value


@pytest.mark.parametrize(
    ("moves", "bound", "depth"), [(["e2e5"], 0, 5), ([], 40_000, 5), ([], 0, 0), ([], 0, 128)]
)
def test_a_question_that_has_no_answer_is_refused(moves, bound, depth):
    with pytest.raises(BadInputError):
        RootSearch(read_position(QUIET)).reaches(moves, bound, depth=depth)


def test_the_best_comes_first_and_lines_can_be_played():
    told = RootSearch(read_position(TACTICS)).probe(depth=7)

    assert told.line[0] == told.best.move
    for move in told.moves:
        assert move.line[0] == move.move
        board = chess.Board(TACTICS)
        for ply in move.line:
            board.push_uci(ply)
        assert move.value <= told.value


def test_only_the_set_is_looked_at():
    told = RootSearch(read_position(QUIET)).probe(["a2a3", "h2h3", "a2a3"], depth=4)

    assert {move.move for move in told.moves} == {"a2a3", "h2h3"}


def deepened(fen):
    """One object's answers to a row of questions, as B* asks them."""
    search = RootSearch(read_position(fen))
    first = [search.probe(["f3g5", "d2d3", "b1c3"], depth=depth) for depth in (3, 5)]
    rest = search.probe(["e1g1", "d2d4"], depth=5)
    return *first, rest, search.probe(["b1c3", "f3g5", "d2d3"], depth=7), search.nodes


def test_the_same_questions_have_the_same_answers():
    assert deepened(QUIET) == deepened(QUIET)


def test_a_set_goes_on_from_where_it_was():
    search = RootSearch(read_position(QUIET))
    moves = ["f3g5", "d2d3", "b1c3"]

    shallow = search.probe(moves, depth=4)
    before = search.nodes
    known = search.probe(moves[::-1], depth=3)
    assert (known, search.nodes) == (shallow, before)

    deep = search.probe(moves, depth=6)
    assert deep.depth == 6
    assert deep.nodes > shallow.nodes
    assert search.nodes == deep.nodes


def test_forgetting_is_being_new():
    search = RootSearch(read_position(QUIET))
    first = search.probe(depth=6)

    search.forget()

    assert search.probe(depth=6) == first


def test_what_was_interrupted_says_so_and_goes_on_later():
    search = RootSearch(read_position(QUIET))
    whole = RootSearch(read_position(QUIET)).probe(depth=8)

    part = search.probe(depth=8, nodes=3_000)
    assert part.interrupted
    assert 0 < part.depth < 8
    assert part.nodes == 3_000

    rest = search.probe(depth=8)
    assert (rest.depth, rest.interrupted) == (8, False)
    assert rest.nodes > 3_000
    assert abs(rest.value - whole.value) < 100


def test_a_depth_that_was_finished_is_told_without_the_interruption_after_it():
    search = RootSearch(read_position(QUIET))
    part = search.probe(depth=8, nodes=3_000)

    again = search.probe(depth=part.depth)

    assert (again.depth, again.interrupted) == (part.depth, False)


def test_nothing_known_is_told_as_nothing():
    told = RootSearch(read_position(QUIET)).probe(depth=8, nodes=1)

    assert (told.interrupted, told.depth, told.value, told.mate) == (True, 0, None, None)
    assert {move.bound for move in told.moves} == {"none"}


def test_the_search_keeps_its_time():
    search = RootSearch(read_position(TACTICS))
    worked = time.process_time()

    told = search.probe(depth=100, seconds=0.3)

    assert time.process_time() - worked < 3
    assert told.best.move == "g3g6"


def test_the_table_is_kept_for_the_next_position_of_the_game():
    position = read_position(QUIET)
    search = RootSearch(position)
    first = search.probe(depth=8)
    for move in first.line[:2]:
        position.play(move)

    search.move_to(position)
    kept = search.probe(depth=6)

    new = RootSearch(position).probe(depth=6)
    assert kept.nodes < new.nodes
    assert {c.move for c in kept.moves} == set(position.legal_moves())


def test_another_thread_ends_the_search():
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()

    told = RootSearch(read_position(QUIET)).probe(depth=100, cancel=cancel)

    assert told.interrupted
    assert told.depth > 0


@pytest.mark.parametrize("fen", [TACTICS, QUIET, ENDING])
@pytest.mark.parametrize("nodes", [700, 20_000])
def test_depth_by_depth_or_at_once_the_search_is_the_same(fen, nodes):
    at_once = RootSearch(read_position(fen)).probe(depth=64, nodes=nodes)
    search = RootSearch(read_position(fen))
    for depth in range(1, 65):
        told = search.probe(depth=depth, nodes=nodes - search.nodes)
        if told.interrupted:
            break

    assert (told.line, told.value, told.depth) == (at_once.line, at_once.value, at_once.depth)
    assert search.nodes == at_once.nodes


def test_a_repeated_position_is_searched_for_what_it_is_worth():
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"]
    up_a_queen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

    told = RootSearch(read_position(up_a_queen, moves)).probe(depth=4)

    assert told.value > 500


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"depth": 0}, "got 0"),
        ({"depth": 128}, "1 to 127"),
        ({"depth": 3, "nodes": 0}, "got 0"),
        ({"depth": 3, "moves": ["e2e5"]}, "'e2e5' is not legal"),
    ],
)
def test_bad_questions_are_refused(asked, said):
    with pytest.raises(BadInputError, match=said):
        RootSearch(read_position()).probe(**asked)


def test_a_game_that_is_over_is_refused():
    with pytest.raises(BadInputError, match="the game is over"):
        RootSearch(read_position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")).probe(depth=1)


def test_the_table_fills_while_a_search_goes_on():
    search = RootSearch(read_position(QUIET), table_bytes=1 << 20)
    seen = []

    class Looking(threading.Event):
        """Asked every few milliseconds; ends the search when it has seen the table fill."""

        def is_set(self):
            seen.append(search.filled)
            return seen[-1] > 0

    told = search.probe(depth=60, cancel=Looking())

    assert told.interrupted
    assert seen[-1] > 0
    assert search.filled >= seen[-1]
