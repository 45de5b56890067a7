"""What a mark needs: rules are computed from searches that were recorded once."""

from dataclasses import replace

import chess
from fake_judge import judged_game
from small_notes import NOTE

from provebest.chess.explain.annotating import task_of
from provebest.chess.explain.confirming import NATIVE, Claim, Demand, confirmation_of
from provebest.chess.explain.looks import Look
from provebest.chess.searches import Settings
from provebest.search.setprobe.set_prober import SetValue
from studies import annotation_rules
from studies.annotation_jobs import as_json, from_json
from studies.annotation_record import RecordedMove
from studies.annotation_rules import (
    GREAT_MISTAKES,
    MARKS,
    MISTAKES,
    chosen,
    outcome_of,
    report,
    rules_like,
)
from studies.shares import Share

RULE = Demand(first_depth=6, effort=3, at_stake=3, deepest=20, cost=0.05, least=0.05)


def found(move, value):
    return SetValue(move, value, (move,), 20, finished=True, at_most={})


def look(depth, value, worth):
    return Look(depth, found("e2e4", value), found("f2f3", worth), None)


def recorded(seems, worth, judged, *, looks=True):
    """A move that first seems worth ``seems`` instead of 0, then ``worth``, and is ``judged``."""
    note = replace(NOTE, value=0.0, worth=seems)
    task = task_of(chess.Board(), chess.Move.from_uci("f2f3"), Settings(nodes=1000))
    return RecordedMove(
        game="game 1",
        note=note,
        claim=Claim.of_task(confirmation_of(note, task)),
        looks=[look(depth, 0.0, worth) for depth in range(12, 21)] if looks else [],
        answer={"move": "e2e4", "best": 0, "played": judged, "named": 0, "others": None},
    )


# 0.05 points from 0: 44.1 hundredths.
TRUE, FALSE = recorded(-300.0, -120.0, -100), recorded(-300.0, -60.0, -10)
MISSED, GOOD = recorded(-4.0, -120.0, -100), recorded(-4.0, 0.0, 0)
MOVES = [TRUE, FALSE, MISSED, GOOD]


def test_a_rule_marks_what_costs_enough():
    all_marked = outcome_of(MOVES, RULE).shares
    careful = outcome_of(MOVES, replace(RULE, cost=0.10)).shares

    assert (all_marked[MARKS], all_marked[MISTAKES]) == (Share(1, 2), Share(1, 2))
    assert (careful[MARKS], careful[MISTAKES]) == (Share(1, 1), Share(1, 2))
    assert outcome_of(MOVES, replace(RULE, cost=0.20)).shares[GREAT_MISTAKES] == Share(0, 2)


def test_what_was_not_searched_is_not_marked_and_what_was_not_judged_does_not_count():
    assert outcome_of([recorded(-300.0, -120.0, -100, looks=False)], RULE).shares[MARKS].total == 0
    assert outcome_of([replace(TRUE, answer=None)], RULE).shares[MISTAKES].total == 0


def test_the_choice_marks_the_most_mistakes_and_is_true_often_enough():
    outcomes = [outcome_of(MOVES, rule) for rule in rules_like(NATIVE)]

    choice = chosen(outcomes, 0.85)
    assert (choice.truth, choice.found) == (1, 1)
    assert choice.rule.cost == 0.12, "of equal ones the greatest"
    assert choice.rule.first_depth == NATIVE.first_depth
    assert chosen([outcome_of([FALSE], rule) for rule in rules_like(NATIVE)], 0.5) is None
    assert "No rule is true often enough." in report([FALSE], RULE, 0.5)
    assert report(MOVES, RULE, 0.85).count("\n| 0.120, each 0.07 |") == 2, (
        "in the table, and chosen"
    )


def test_looks_go_to_json_and_back():
    whole = look(9, 30.0, -20.0)
    alone = replace(whole, played=None, rest=found("d2d4", 3.0))

    assert from_json(as_json(whole)) == replace(
        whole, better=replace(whole.better, depth=9), played=replace(whole.played, depth=9)
    )
    assert from_json(as_json(alone)).played is None
    assert from_json(as_json(alone)).rest.best == "d2d4"


def test_searches_are_recorded_once(tmp_path, capsys):
    words = [*judged_game(tmp_path), "--store", str(tmp_path / "store.jsonl")]
    annotation_rules.main(words)
    told = capsys.readouterr().out
    asked = (tmp_path / "asked").read_text()

    assert f"\n| {NATIVE.cost:.3f}, each {NATIVE.least:.2f} | 2 of 2" in told
    assert "Chosen:" in told
    annotation_rules.main(words)
    assert capsys.readouterr().out == told
    assert (tmp_path / "asked").read_text() == asked


def test_only_claims_are_judged_if_nothing_else_is_asked(tmp_path):
    for name, more in (("all", []), ("claims", ["--claims"])):
        folder = tmp_path / name
        folder.mkdir()
        annotation_rules.main([*judged_game(folder), *more])
    searches = [(tmp_path / name / "asked").read_text().count("go ") for name in ("claims", "all")]

    assert 0 < searches[0] < searches[1]
