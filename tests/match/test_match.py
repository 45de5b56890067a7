"""Matches between engines that behave, and engines that do not."""

import io
import threading

import chess.pgn
import pytest
from fake_player import CHEATS, DIES, IS_LATE, LONG, MATE_IN_1, SOON_DRAWN, fake_player

from provebest.match import engine_process
from provebest.match.arena import Plan
from provebest.match.game import Conditions
from provebest.match.limits import read_limit
from provebest.match.match import heading, play_match
from provebest.match.openings import Opening
from provebest.match.players import read_player
from provebest.match.record import Heading
from provebest.match.rules import Adjudication
from provebest.match.statistics import SequentialTest
from provebest.match.summary import summary
from provebest.vocabulary import BadInputError

OPENINGS = (Opening("mate", MATE_IN_1), Opening("draw", SOON_DRAWN))


def plan(tmp_path, quirk="pass", *, games=4, tc="20", openings=OPENINGS, concurrency=1, value=20):
    good = fake_player(tmp_path, "good", value=value)
    other = fake_player(tmp_path, "other", quirk, value=-value)
    limit = read_limit(tc, None, None, None)
    heading = Heading("test", ("good", "other"), limit.text, "2000.01.01")
    players = (read_player(f"uci:{good}"), read_player(f"uci:{other}"))
    return Plan(players, openings, games, Conditions(heading, limit, Adjudication()), concurrency)


def played(plan, **more):
    kept, ended = play_match(plan, cancel=threading.Event(), **more)
    return kept.in_order(), ended


def test_every_opening_is_played_with_both_colours(tmp_path):
    games, ended = played(plan(tmp_path))

    assert ended == "done"
    assert [(g.opening, g.white, g.result, g.reason) for g in games] == [
        ("mate", 0, "1-0", "checkmate"),
        ("mate", 1, "1-0", "checkmate"),
        ("draw", 0, "1/2-1/2", "threefold repetition"),
        ("draw", 1, "1/2-1/2", "threefold repetition"),
    ]
    told = summary(games)
    assert (told["wins"], told["draws"], told["losses"]) == (1, 2, 1)
    assert told["pairs"] == [0, 0, 2, 0, 0]
    assert told["faults"][0] == told["faults"][1] == {"time": 0, "illegal move": 0, "failure": 0}


def test_a_store_from_before_there_were_probes_goes_on(tmp_path):
    limit = heading(plan(tmp_path), ["good", "other"])["limit"]

    assert limit == {
        "base": 20.0,
        "increment": 0.0,
        "moves": None,
        "movetime": None,
        "nodes": None,
        "margin": 0.0,
    }


def test_the_pgn_is_the_game_with_what_the_players_said(tmp_path):
    games, _ = played(plan(tmp_path))
    for record in games:
        game = chess.pgn.read_game(io.StringIO(record.pgn))
        assert not game.errors
        assert game.headers["Result"] == record.result
        assert game.headers["White"] == ("good", "other")[record.white]
        moves = list(game.mainline())
        assert len(moves) == record.plies > 0
        for node in moves:
            mover = ("good", "other")[record.white ^ (not node.parent.turn())]
            assert f"thinking of {mover}" in node.comment
            assert node.comment.startswith("+0.20/3 " if mover == "good" else "-0.20/3 ")
        assert moves[-1].comment.endswith(record.reason)


TELLS = """print('info string move_data {"stopped_early": true, "handed_over": false}')"""
SAYS = "print('info string stops early: hands over to alpha-beta: because')"


@pytest.mark.parametrize(("quirk", "early"), [(TELLS, True), (SAYS, False)])
def test_what_is_counted_of_a_move_is_data_not_words(tmp_path, quirk, early):
    (_, game), _ = played(plan(tmp_path, quirk, games=2, openings=OPENINGS[:1]))

    other = game.efforts[1]
    assert (other.moves, other.early, other.handed_over) == (1, int(early), 0)
    assert "move_data" not in game.pgn, "data is no remark"
    assert ("stops early" in game.pgn) is not early


def test_our_own_player_tells_how_it_found_its_move():
    engine = engine_process.EngineProcess(read_player("bstar"), threading.Event())
    try:
        thought = engine.think(f"position fen {MATE_IN_1}", "go nodes 20000", None)
    finally:
        engine.close()

    assert thought.data.handed_over, "one piece besides kings and pawns"
    assert not any("move_data" in remark for remark in thought.remarks)


@pytest.mark.parametrize(
    ("quirk", "fault", "said"),
    [
        (DIES, "failure", "other failed: it ended by itself with exit code 3"),
        (CHEATS, "illegal move", "other plays an illegal move, 'a1a1'"),
        (IS_LATE, "time", "other loses on time"),
    ],
)
def test_a_fault_loses_the_game_is_counted_and_the_engine_goes_on(tmp_path, quirk, fault, said):
    tc, number = ("1", 2) if quirk == IS_LATE else ("20", 4)
    games, ended = played(plan(tmp_path, quirk, tc=tc, games=number, openings=OPENINGS[1:]))

    assert ended == "done"
    assert [g.points for g in games] == [1.0] * number
    assert {g.fault for g in games} == {fault}
    assert all(g.reason.startswith(said) for g in games)
    assert summary(games)["faults"][1][fault] == number


def test_an_engine_that_hangs_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(engine_process, "GRACE", 0.05)
    games, _ = played(plan(tmp_path, "time.sleep(60)", games=2, tc="1", openings=OPENINGS[1:]))

    assert [g.fault for g in games] == ["failure", "failure"]
    assert "no move came in time" in games[0].reason


def test_games_side_by_side_are_the_same_games(tmp_path):
    one, _ = played(plan(tmp_path, games=8))
    three, _ = played(plan(tmp_path, games=8, concurrency=3))

    def results(games):
        return [(g.game, g.opening, g.white, g.result, g.plies) for g in games]

    assert results(one) == results(three)


def test_both_agree_on_a_win(tmp_path):
    """One thinks itself 9 pawns up, the other 9 down."""
    position = Opening("long", LONG)
    games, _ = played(plan(tmp_path, games=2, openings=(position,), value=900))

    assert [g.reason for g in games] == [
        "adjudicated: both players think White wins",
        "adjudicated: both players think Black wins",
    ]
    assert {g.plies for g in games} == {8}


def test_a_test_that_is_decided_ends_the_match(tmp_path):
    games, ended = played(
        plan(tmp_path, DIES, games=200, openings=OPENINGS[1:]), test=SequentialTest(0, 200)
    )

    assert ended == "decided"
    assert len(games) < 40


def test_a_match_goes_on_where_it_was_and_plays_nothing_twice(tmp_path):
    store, cancel, seen = tmp_path / "m.jsonl", threading.Event(), []

    def stop_after_three(kept):
        seen.append(len(kept.games))
        if len(kept.games) == 3:
            cancel.set()

    whole = plan(tmp_path, games=8)
    kept, ended = play_match(whole, store=store, cancel=cancel, on_game=stop_after_three)
    assert (ended, len(kept.games)) == ("interrupted", 3)
    first = kept.in_order()

    games, ended = played(whole, store=store)

    assert ended == "done"
    assert [g.game for g in games] == list(range(8))
    assert games[:3] == first
    assert len(store.read_text("utf-8").splitlines()) == 1 + 8
    assert played(whole, store=store) == (games, "done")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bstarr", "there is no player"),
        ("bstar:depth=3", "bstar has no option 'depth'"),
        ("bstar:search=alphabeta", "has no option 'search'"),
        ("bstar:probe-depth=99", "ProbeDepth must be a number"),
        ("bstar:probe-depth", "there is no player"),
        ("uci:no-such-engine", "no engine"),
    ],
)
def test_a_player_there_is_not_is_a_sentence(text, said):
    with pytest.raises(BadInputError, match=said):
        read_player(text)


def test_players_have_options_in_any_spelling(tmp_path):
    assert read_player("bstar:probe-depth=5,control=classic").options == {
        "ProbeDepth": "5",
        "Control": "classic",
        "Search": "bstar",
    }
    assert read_player("alphabeta:hash=32", Hash="16").options["Hash"] == "32"
    path = fake_player(tmp_path, "skilled")
    player = read_player(f"uci:{path}:Skill Level=3", Hash="16")
    assert player.command == (str(path),)
    assert player.options == {"Hash": "16", "Skill Level": "3"}


def test_an_option_that_an_engine_has_not_is_a_sentence(tmp_path):
    path = fake_player(tmp_path, "plain")
    player = read_player(f"uci:{path}:Contempt=3")
    with pytest.raises(BadInputError, match="'Contempt'; its options are Skill Level"):
        engine_process.EngineProcess(player, threading.Event())
