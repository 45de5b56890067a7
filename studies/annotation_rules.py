"""Chooses what a mark of ``provebest annotate`` needs, by recorded searches of judged games."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from studies.annotation_jobs import do_job
from studies.annotation_record import record_game
from studies.annotation_truth import choose, read_means, truth_parser
from studies.study import end_with, run_with_bar


def main(words: list[str] | None = None) -> None:
    """Records the searches and prints the rules."""
    parser = truth_parser(__doc__)
    given = parser.parse_args(words)
    games = choose(given.file, given)
    settings, judging = read_means(parser, given)

    def run(jobs: Sequence[Any], things: str) -> list[Any]:
        return run_with_bar(do_job, jobs, things, store=given.store, workers=given.workers)

    moves = []
    for number, (name, game) in enumerate(games.items(), start=1):
        moves += record_game(game, name, settings, judging, run)
        print(f"game {number} of {len(games)}", file=sys.stderr)


if __name__ == "__main__":
    end_with(main)
