"""Measures how true the annotations of games are: another engine judges every played move.

``python -m studies.annotation_truth games.pgn --every 20 --store truth.jsonl``

``provebest annotate`` marks the moves of a game with a number of nodes for each, and confirms its
marks. The judge, with one thread, values the best move, the played move and the move that the
annotation names, all from the position before the move and to the same depth. Its table is empty at
each new position. Values count as expected points: 1 / (1 + exp(-v / 220)) for v hundredths of a
pawn.

- A mark (?!, ?, ??) is true if the named move is at least 0.05 points better than the played one.
- A real mistake is a played move that is at least 0.05 points worse than the judge's best move.
- An only move is confirmed if every other move is at least 0.05 points worse.

With --again N the judge searches each real mistake once more, N plies deeper. The report then says
how many it finds again, and how many of these are marked: nobody can be expected to find more of
the judge's mistakes than the judge itself.

Left out are the first 8 moves of each side, moves that were forced, and positions in which the
judge's best move is worth more than 9 pawns for either side. With --store the same command
continues. If the program has changed, it annotates again; the judge's answers are kept.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import chess.pgn

from provebest.chess.explain.analysis import Settings
from provebest.chess.explain.annotating import AnalyseMove
from provebest.chess.explain.annotation import Annotation
from provebest.chess.probes.prober_choice import ProberChoice
from provebest.chess.probes.probers import Probers
from provebest.games.pgn import games_in, read_pgn
from provebest.vocabulary import BadInputError
from provebest.vocabulary.files import quoted_name
from studies.annotation_counts import (
    LEAST,
    JudgedMove,
    as_markdown,
    claims_of,
    failures_of,
    judged_move,
    table_of,
)
from studies.annotation_jobs import JUDGE, Job, Judging, Run, do_job, found_by
from studies.annotation_judge import DECIDED, JudgeTask, about, points, start_judge
from studies.study import end_with, run_with_bar, study_parser


@dataclass(slots=True)
class Truth:
    """What has been found so far."""

    moves: list[JudgedMove] = field(default_factory=list)
    forced: int = 0
    """Moves without an alternative, which are not judged."""
    decided: int = 0
    """Moves in decided positions."""
    decided_marks: int = 0
    """Marks on them."""

    def add(self, other: Truth) -> None:
        """Adds what was found in another game."""
        self.moves += other.moves
        self.forced += other.forced
        self.decided += other.decided
        self.decided_marks += other.decided_marks

    def in_short(self) -> str:
        """The shares of all phases together, in one line."""
        return "; ".join(f"{name}: {row['all']}" for name, row in table_of(self.moves).items())

    def as_json(self) -> dict[str, Any]:
        """All counts, and the moves to look at."""
        rows = table_of(self.moves)
        return {
            "judged": len(self.moves),
            "forced": self.forced,
            "decided": self.decided,
            "marks_in_decided_positions": self.decided_marks,
            "values_are_for": "the side that moved",
            "shares": {
                name: {column: share.as_json() for column, share in row.items()}
                for name, row in rows.items()
            },
            "failures": {
                name: [move.as_json() for move in moves]
                for name, moves in failures_of(self.moves).items()
            },
        }

    def as_text(self) -> str:
        """The same for a reader; values are for White."""
        counts = (
            f"{len(self.moves)} moves judged; left out: {self.forced} forced moves and "
            f"{self.decided} moves ({self.decided_marks} of them marked) in positions decided by "
            f"more than {DECIDED // 100} pawns."
        )
        parts = [counts, as_markdown(table_of(self.moves))]
        for name, moves in failures_of(self.moves).items():
            listed = [f"- {move}" for move in moves] or ["- none"]
            parts.append("\n".join([f"{name.capitalize()} (values for White):", *listed]))
        return "\n\n".join(parts)


def judge_game(
    game: chess.pgn.Game,
    name: str,
    settings: Settings,
    judge: Judging,
    run: Run,
    *,
    again: int = 0,
) -> Truth:
    """Annotates a game and has the annotations judged; ``again``: mistakes so many plies deeper."""
    annotation = Annotation([game], settings)
    (tasks,), (notes,) = annotation.tasks, annotation.run(lambda tasks: found_by(tasks, run))
    free = [place for place, note in enumerate(notes) if not note.is_forced]
    questions: list[JudgeTask] = []
    for place in free:
        mark, only = claims_of(notes[place])
        named = notes[place].best if mark or only else None
        questions.append((*about(tasks[place]), *judge, named, bool(only)))
    answers = run([(JUDGE, *question) for question in questions], "moves judged")
    truth, places = Truth(forced=len(notes) - len(free)), list[int]()
    for place, answer in zip(free, answers, strict=True):
        if answer["decided"]:
            truth.decided += 1
            truth.decided_marks += bool(claims_of(notes[place])[0])
        else:
            truth.moves.append(judged_move(name, notes[place], answer))
            places.append(place)
    if again:
        truth.moves = _judged_again(
            truth.moves, [tasks[place] for place in places], judge, again, run
        )
    return truth


def _judged_again(
    moves: Sequence[JudgedMove],
    tasks: Sequence[AnalyseMove],
    judge: Judging,
    again: int,
    run: Run,
) -> list[JudgedMove]:
    """The moves, with what each real mistake costs by a search that is so many plies deeper."""
    engine, name, depth = judge
    asked = [place for place, move in enumerate(moves) if move.cost >= LEAST]
    jobs: list[Job] = [
        (JUDGE, *about(tasks[place]), engine, name, depth + again, None, False) for place in asked
    ]
    made = list(moves)
    for place, answer in zip(asked, run(jobs, "mistakes judged again"), strict=True):
        lost = 0.0 if answer["decided"] else points(answer["best"]) - points(answer["played"])
        made[place] = replace(moves[place], again=lost)
    return made


def choose(file: Path, given: Namespace) -> dict[str, chess.pgn.Game]:
    """The games to annotate, by their names."""
    usable = {str(each): each.game for each in games_in(read_pgn(file)) if each.game is not None}
    chosen = list(usable)[given.offset :: given.every][: given.games]
    if not chosen:
        raise BadInputError(f"{quoted_name(file)} has {len(usable)} games, and none is chosen")
    return {name: usable[name] for name in chosen}


def truth_parser(about: str | None) -> ArgumentParser:
    """A parser with the options of studies that annotate games and have them judged."""
    parser = study_parser(about)
    parser.add_argument("file", type=Path, metavar="GAMES.pgn", help="games in PGN")
    parser.add_argument("--nodes", type=int, default=500_000, help="nodes for each move annotated")
    parser.add_argument("--prober", default="native", help="prober of the annotations")
    parser.add_argument("--judge", default="stockfish", help="the UCI engine that judges")
    parser.add_argument("--depth", type=int, default=18, help="depth of the judge's searches")
    parser.add_argument("--games", type=int, help="most games to annotate (default: all)")
    parser.add_argument("--every", type=int, default=1, help="take only every Nth game")
    parser.add_argument("--offset", type=int, default=0, help="skip this many games first")
    return parser


def read_means(parser: ArgumentParser, given: Namespace) -> tuple[Settings, Judging]:
    """How moves are annotated and judged; engines that cannot be started are reported here."""
    most = 1 if given.games is None else given.games
    if min(given.nodes, given.depth, given.every, most) < 1 or given.offset < 0:
        parser.error("--nodes, --depth, --every and --games must be 1 or more, --offset 0 or more")
    settings = Settings(nodes=given.nodes, prober=ProberChoice(given.prober))
    Probers(settings.prober).close()
    judge = start_judge(given.judge)
    judge.close()
    return settings, (given.judge, judge.name, given.depth)


def main(words: list[str] | None = None) -> None:
    """Runs the study and prints its report."""
    parser = truth_parser(__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--again", type=int, default=0, metavar="N", help="judge mistakes again, N plies deeper"
    )
    given = parser.parse_args(words)
    if given.again < 0:
        parser.error("--again must be 0 or more")
    games = choose(given.file, given)
    settings, judging = read_means(parser, given)

    def run(jobs: Sequence[Job], things: str) -> list[Any]:
        return run_with_bar(do_job, jobs, things, store=given.store, workers=given.workers)

    truth = Truth()
    for number, (name, game) in enumerate(games.items(), start=1):
        truth.add(judge_game(game, name, settings, judging, run, again=given.again))
        print(f"game {number} of {len(games)}; so far {truth.in_short()}", file=sys.stderr)
    if given.json:
        head = {"nodes": given.nodes, "prober": given.prober, "judge": judging[1]}
        head |= {"depth": given.depth, "games": list(games)}
        print(json.dumps(head | truth.as_json(), ensure_ascii=False))
        return
    print(
        f"Games annotated with {given.nodes:,} nodes a move ({given.prober}): {len(games)}. "
        f"Judge: {judging[1]} at depth {given.depth}.\n\n{truth.as_text()}"
    )


if __name__ == "__main__":
    end_with(main)
