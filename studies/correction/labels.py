"""Makes labelled positions: quiet positions of games, valued by a teacher.

``python -m studies.correction.labels labels/ --games 200000 --workers 2``
``python -m studies.correction.labels labels/ --openings book.epd games.pgn --games 200000``

The games are those of the search against itself, or with ``--openings`` those that the teacher
plays from the openings of EPD files or the positions of PGN files. Openings and PGN games that are
kept for the tests (one in 20, by a hash of their text) are refused. The labels are written to the
folder in parts; the same command continues after the last of them, and training can read the parts
while more are made.
"""

from __future__ import annotations

import lzma
import os
from argparse import Namespace
from functools import cache
from pathlib import Path

from provebest.vocabulary import BadInputError
from studies.correction.dataset import Label
from studies.correction.play import (
    Start,
    label_self_play,
    label_teachers_games,
    number_of,
    starts_in,
)
from studies.correction.teacher import Teacher
from studies.study import end_with, run_with_bar, study_parser

GAMES = 256
"""Games of a part."""
DEPTH_1 = "depth 1"

Job = tuple[str, int, int, tuple[str, ...], str, str]
"""Part's file, its number, the seed, files of openings, the teacher's command, how it searches."""


def make_part(job: Job) -> int:
    """Makes one part, unless it exists; returns how many labels were added."""
    name, number, seed, openings, engine, go = job
    file = Path(name)
    if file.exists():
        return 0
    teacher = _teacher(engine, go)
    if openings:
        own = number_of(f"{seed} {number}")
        labels = label_teachers_games(teacher, _starts(openings), GAMES, own)
    else:
        first = (seed << 32) + number * GAMES
        labels = label_self_play(teacher, range(first, first + GAMES))
    different: dict[str, Label] = {label.fen: label for label in labels}
    beside = file.with_suffix(f".{os.getpid()}.tmp")
    text = "".join(label.line() for label in different.values())
    beside.write_bytes(lzma.compress(text.encode("ascii"), preset=1))
    beside.replace(file)
    return len(different)


@cache
def _teacher(engine: str, go: str) -> Teacher:
    """The teacher of this process; it ends with the process."""
    return Teacher([engine], go)


@cache
def _starts(openings: tuple[str, ...]) -> list[Start]:
    found = [start for file in openings for start in starts_in(Path(file))]
    if not found:
        raise BadInputError("there are no openings that may be used for labels")
    return found


def jobs_of(given: Namespace) -> list[Job]:
    """A job for each part of this run."""
    openings = tuple(str(file.resolve()) for file in given.openings or ())
    kind = number_of(" ".join((str(given.seed), given.go, *openings))) % 16**8
    parts = range(-(-given.games // GAMES))
    return [
        (
            str(given.folder / f"{kind:08x}-{number:06d}.txt.xz"),
            number,
            given.seed,
            openings,
            given.engine,
            given.go,
        )
        for number in parts
    ]


def main(words: list[str] | None = None) -> None:
    """Makes labels from the command line."""
    parser = study_parser(__doc__)
    parser.add_argument("folder", type=Path, help="where the parts are written")
    parser.add_argument("--games", type=int, default=10 * GAMES, help="number of games")
    parser.add_argument("--openings", nargs="+", type=Path, help="EPD, FEN or PGN files")
    parser.add_argument("--seed", type=int, default=1996, help="seed of the games")
    parser.add_argument("--engine", default="stockfish", help="the teacher, a UCI engine")
    parser.add_argument("--go", default=DEPTH_1, help='its effort, such as "nodes 1500"')
    given = parser.parse_args(words)
    if given.games < 1 or not 0 <= given.seed < 1 << 24:
        parser.error("--games must be 1 or more, --seed from 0 to 16777215")
    given.folder.mkdir(parents=True, exist_ok=True)
    jobs = jobs_of(given)
    if given.openings:
        _starts(jobs[0][3])
    added = run_with_bar(make_part, jobs, "parts", store=None, workers=given.workers)
    print(f"{sum(added)} labels were added in {sum(map(bool, added))} parts")


if __name__ == "__main__":
    end_with(main)
