"""A move that is limited by its number of probes."""

import pytest
from uci_session import MATE_IN_2, parsed, remarks

from provebest.chess.player.clock import Go
from provebest.chess.player.move_request import SHALLOW, MoveRequest, without_probes
from provebest.games.chess import read_position

CLASSIC = ("setoption name Control value classic", "setoption name ProbeDepth value 1")
ROOK_ENDING = "8/5pk1/8/3R4/8/1r6/5PK1/8 w - - 0 1"
MOST_IN_AN_EXPANSION = 2 * 218
"""A value and a hope for each move, and no position has more moves."""


def made(said):
    """How many probes there were, as the engine says if they were the limit."""
    (number,) = [line.split()[6] for line in remarks(said) if "limit of probes reached" in line]
    return int(number)


@pytest.mark.parametrize("limit", [1, 500, 1500])
def test_no_expansion_is_begun_after_the_last_probe(session, limit):
    session.tell(*CLASSIC)

    said = session.ask(f"go probes {limit}")
    session.tell("ucinewgame")
    again = session.ask(f"go probes {limit}")

    assert limit <= made(said) < limit + MOST_IN_AN_EXPANSION
    assert made(again) == made(said)
    assert again[-1] == said[-1]
    assert parsed(again)[-1]["nodes"] == parsed(said)[-1]["nodes"]


def test_the_option_limits_every_move_but_an_endless_one(session):
    session.tell(*CLASSIC, "setoption name Probes value 300")

    assert 300 <= made(session.ask("go")) < 300 + MOST_IN_AN_EXPANSION
    assert made(session.ask("go movetime 600000")) < 300 + MOST_IN_AN_EXPANSION
    assert made(session.ask("go probes 600")) >= 600

    session.tell("setoption name Probes value 1", f"position fen {MATE_IN_2}")
    since = len(session.said)
    session.tell("go infinite")
    session.hear("info string", since)
    session.ask("stop")
    assert "continuing with alpha-beta" in remarks(session.said[since:])[0]
    assert not any("limit of probes reached" in line for line in session.said[since:])


def test_the_quota_of_expansions_may_end_it_before(session):
    said = session.ask(*CLASSIC, "setoption name Expansions value 3", "go probes 100000")

    assert remarks(said) == []
    assert said[-1].startswith("bestmove ")


def test_endings_are_not_handed_over(session):
    said = session.ask(*CLASSIC, f"position fen {ROOK_ENDING}", "go probes 100")

    assert made(said) >= 100
    assert not any("hands over" in line for line in said)


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("Search value alphabeta", "alphabeta makes no probes"),
        ("Control value modern", "the probes of the modern control get deeper and deeper"),
    ],
)
def test_other_players_say_that_it_is_no_limit_for_them(session, option, why):
    said = session.ask(f"setoption name {option}", "go probes 5 nodes 3000")

    assert remarks(said)[0] == f"info string the limit of probes has no effect: {why}"
    assert parsed(said)[-1]["nodes"] > 1000


def test_a_prober_that_fails_leaves_a_move_all_the_same(session):
    said = session.ask(*CLASSIC, "setoption name Prober value uci:true", "go probes 1000000")

    assert "hands over to alpha-beta: " in remarks(said)[0]
    assert parsed(said)[-1]["depth"] == SHALLOW


def test_without_a_limit_of_probes_nothing_takes_its_place():
    position = read_position()
    request = MoveRequest(
        position,
        ("e2e4",),
        restricted=False,
        go=Go(infinite=True),
        multipv=1,
        search="bstar",
        control="classic",
        probe_depth=2,
    )

    assert without_probes(request) == request
