"""Chooses how much a mark of ``provebest annotate`` needs, by searches that are recorded once.

``python -m studies.annotation_rules games.pgn --every 8 --store rules.jsonl``

Every move is annotated, and whatever seems to lose 0.03 expected points or more is searched again
as ``annotate`` does before it writes a mark. The judge of ``studies.annotation_truth`` says what is
true. A rule is the number of points that a mark needs on average at the last five depths, and at
each of the last three. The study computes what each would make of the recorded searches.

What is looked at only because of the moves beside it is not among these searches: the program
withdraws some of these marks, and finds some others.

The choice is the number that marks the most real mistakes of those whose marks are true often
enough (--true), and of equal ones the greatest. It is flattered by the games that chose it. The
first row is the rule of the program, so with other games the same command tests it.

With --claims the judge is asked only of moves that might be marked. That takes a third of the time,
but of the mistakes only the suspected ones are known then.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from provebest.chess.explain.confirming import (
    Demand,
    conclude,
    demand_of,
    needs_confirmation,
    with_confirmation,
)
from studies.annotation_counts import JudgedMove, judged_move, table_of
from studies.annotation_jobs import Job, do_job
from studies.annotation_record import RecordedMove, record_game
from studies.annotation_truth import choose, read_means, truth_parser
from studies.shares import Share
from studies.study import end_with, run_with_bar

POINTS = (0.05, 0.055, 0.06, 0.065, 0.07, 0.08, 0.09, 0.10, 0.12, 0.15, 0.20)
"""Expected points that a mark may need on average at the last depths."""
LEAST = (0.05, 0.06, 0.07)
"""What it may need at each of the last three, if that is no more."""
MARKS, MISTAKES, GREAT_MISTAKES, ONLY_MOVES = SHOWN = (
    "marks that are true",
    "mistakes of 0.05 or more that are marked",
    "mistakes of 0.10 or more that are marked",
    "only moves that are confirmed",
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rule makes of the recorded moves."""

    rule: Demand
    shares: dict[str, Share]
    """Those of ``SHOWN``."""

    @property
    def truth(self) -> float:
        """The share of marks that are true."""
        marks = self.shares[MARKS]
        return marks.hits / marks.total if marks.total else 0.0

    @property
    def found(self) -> int:
        """How many mistakes are marked."""
        return self.shares[MISTAKES].hits

    def __str__(self) -> str:
        rule = f"{self.rule.cost:.3f}, each {self.rule.least:.2f}"
        return f"| {' | '.join((rule, *map(str, self.shares.values())))} |"


def outcome_of(moves: Sequence[RecordedMove], rule: Demand) -> Outcome:
    """What a rule makes of these moves; those that were not judged do not count."""
    judged = [_with_rule(move, move.answer, rule) for move in moves if move.answer is not None]
    table = table_of(judged)
    return Outcome(rule, {name: table[name]["all"] for name in SHOWN})


def _with_rule(move: RecordedMove, answer: dict[str, Any], rule: Demand) -> JudgedMove:
    note = move.note
    if needs_confirmation(note):
        claim, found = move.claim, None
        if claim is not None and move.looks:
            found = conclude(move.looks, claim.law, rule, few=claim.few)
        note = with_confirmation(note, found)
    return judged_move(move.game, note, answer)


def rules_like(rule: Demand) -> list[Demand]:
    """The rules to choose from, the most demanding first."""
    return [
        replace(rule, cost=cost, least=least)
        for cost in reversed(POINTS)
        for least in reversed(LEAST)
        if least <= cost
    ]


def chosen(outcomes: Sequence[Outcome], true: float) -> Outcome | None:
    """The first that marks the most mistakes, of those whose marks are true often enough."""
    enough = [outcome for outcome in outcomes if outcome.truth >= true]
    return max(enough, key=lambda outcome: outcome.found, default=None)


def report(moves: Sequence[RecordedMove], rule: Demand, true: float) -> str:
    """The table of the rules, and the choice."""
    outcomes = [outcome_of(moves, each) for each in rules_like(rule)]
    choice = chosen(outcomes, true)
    heads = ("points", *SHOWN)
    lines = [
        f"| {' | '.join(heads)} |",
        f"|{'---|' * len(heads)}",
        f"{outcome_of(moves, rule)} (the program)",
        *map(str, outcomes),
    ]
    last = "No rule is true often enough." if choice is None else f"Chosen:\n{choice}"
    return "\n".join([*lines, "", last])


def main(words: list[str] | None = None) -> None:
    """Records the searches and prints the rules."""
    parser = truth_parser(__doc__)
    parser.add_argument("--claims", action="store_true", help="judge only what might be claimed")
    parser.add_argument("--true", type=float, default=0.85, help="least share of true marks")
    given = parser.parse_args(words)
    games = choose(given.file, given)
    settings, judging = read_means(parser, given)
    rule = demand_of(settings.prober)

    def run(jobs: Sequence[Job], things: str) -> list[Any]:
        return run_with_bar(do_job, jobs, things, store=given.store, workers=given.workers)

    moves: list[RecordedMove] = []
    for number, (name, game) in enumerate(games.items(), start=1):
        moves += record_game(game, name, settings, judging, run, claims=given.claims)
        print(f"game {number} of {len(games)}; so far {outcome_of(moves, rule)}", file=sys.stderr)
    print(
        f"{len(games)} games with {given.nodes:,} nodes a move ({given.prober}), "
        f"{len(moves)} moves. Judge: {judging[1]} at depth {given.depth}.\n\n"
        f"{report(moves, rule, given.true)}"
    )


if __name__ == "__main__":
    end_with(main)
