"""Makes cheap labels: positions near those of games, as Stockfish's own network values them.

``python -m studies.correction.neighbours LABELS.txt.xz --network sf.nnue --out near/``
``... --openings book.epd --parts 100``

``stockfish`` writes the file ``sf.nnue`` with its command ``export_net sf.nnue``. From every
position of the labels, or with ``--openings`` of games of our search against itself from these
openings, one to three random moves are made (none with ``--each 0``; ``--itself`` labels the
position of the game, too). If nobody is in check then, the network says what the position is worth,
on the scale of the labels. A search values such
positions by the million: most of them are a few odd moves away from those of a game. With
``--balanced`` the games from openings stay balanced, and their neighbours are those one move away
that are worth about as much. Games and
openings that are kept for the tests give none. The labels are written as arrays, which
``studies.correction.train`` reads, in parts; the same command continues after the last of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from random import Random

import numpy as np
import torch

from provebest import _native
from provebest.chess.probes.fitting import self_play
from provebest.games.chess_evaluation import static_value
from provebest.vocabulary import BadInputError
from studies.correction.balanced import BalancedGames
from studies.correction.dataset import (
    WATCHED,
    Positions,
    handcrafted,
    join,
    load,
    read_labels,
    save_arrays,
    share_of,
)
from studies.correction.inputs import encode
from studies.correction.play import LARGEST_VALUE, Start, random_move, starts_in
from studies.correction.stockfish_network import Calibrated, StockfishNetwork, calibrate
from studies.study import end_with, study_parser

Game = Callable[[str, Random], Iterable[str]]
"""The quiet positions of a game from a start."""
Part = tuple[str, Iterable[tuple[str, int]]]
"""The name of a part, and its positions, each with the number of its game."""

PART = 20_000
"""Labelled positions of a part."""
GAMES = 256
"""Games of a part from openings."""
CALIBRATED_ON = 200_000
CARELESS = 0.25
"""The share of the first moves that may lose the moved man at once."""
BALANCED = 150
"""Where a game from an opening begins after its random plies, nobody is further ahead."""
TRIES = 20
"""To find such a beginning; after that the game begins with the opening itself."""
FURTHER = (0.5, 0.25)
"""The chances of a second and a third move after the first, which is always made."""
PLAUSIBLE = 100
"""A plausible move changes the value by no more than this."""


def neighbours(fen: str, count: int, random: Random) -> Iterator[str]:
    """Up to ``count`` positions that are one to three random moves away, none of them in check.

    For a count of 0 it is the position itself.
    """
    if not count:
        yield fen
        return
    here = _native.ChessPosition(f"{fen} 0 1")
    moves = here.legal_moves()
    random.shuffle(moves)
    found = 0
    for move in moves:
        if found == count:
            return
        if random.random() >= CARELESS and not _native.exchange_at_least(here, move, 0):
            continue
        there = here.copy()
        there.play(move)
        for chance in FURTHER:
            if random.random() >= chance or not there.legal_moves():
                break
            there.play(random_move(there, random))
        if not there.is_check and there.legal_moves():
            found += 1
            yield " ".join(there.fen().split()[:4])


def label(
    fens: Sequence[str], games: Sequence[int], teacher: Calibrated, *, leave_out: bool = True
) -> Positions:
    """These positions with the teacher's values; those that are decided are left out, if asked."""
    codes = encode(fens)
    values = teacher.values(codes)
    every = Positions(
        codes=codes,
        handcrafted=handcrafted(fens),
        values=np.clip(values, -LARGEST_VALUE, LARGEST_VALUE).astype(np.int16),
        games=np.asarray(games, np.int64),
    )
    return every.take(np.abs(values) < LARGEST_VALUE) if leave_out else every


def plausible_neighbours(
    parents: Sequence[tuple[str, int]], each: int, random: Random, teacher: Calibrated
) -> Positions:
    """These positions, and of ``each`` moves from each of them those that are plausible."""
    fens: list[str] = []
    owners: list[int] = []
    for owner, (fen, _) in enumerate(parents):
        here = _native.ChessPosition(f"{fen} 0 1")
        moves = here.legal_moves()
        some = random.sample(moves, min(each, len(moves)))
        for move in (move for move in some if _native.exchange_at_least(here, move, 0)):
            there = here.copy()
            there.play(move)
            if not there.is_check and there.legal_moves():
                fens.append(" ".join(there.fen().split()[:4]))
                owners.append(owner)
    every = [fen for fen, _ in parents] + fens
    rows = np.concatenate([np.arange(len(parents)), np.array(owners, np.int64)])
    found = label(every, [parents[row][1] for row in rows], teacher, leave_out=False)
    own, others = found.values[: len(parents)], found.values[len(parents) :]
    change = np.abs(others.astype(np.int64) + own[np.array(owners, np.int64)])
    near = np.concatenate([np.ones(len(parents), bool), change <= PLAUSIBLE])
    return found.take(near & (np.abs(found.values) < LARGEST_VALUE))


def make_part(
    file: Path,
    parents: Sequence[tuple[str, int]],
    each: int,
    teacher: Calibrated,
    *,
    itself: bool = False,
    balanced: bool = False,
) -> int:
    """Writes the neighbours of these positions of games; returns how many there are.

    With ``itself`` the positions of the games are among them; with ``balanced`` they are, too, and
    their neighbours are plausible.
    """
    random = Random(file.stem)
    if balanced:
        found = plausible_neighbours(parents, each, random, teacher)
        save_arrays(found, file)
        return len(found)
    fens: list[str] = []
    games: list[int] = []
    for fen, game in parents:
        near = [fen] if itself and each else []
        near += neighbours(fen, each, random)
        fens += near
        games += [game] * len(near)
    found = label(fens, games, teacher)
    save_arrays(found, file)
    return len(found)


def main(words: list[str] | None = None) -> None:
    """Makes the labels from the command line."""
    parser = study_parser(__doc__)
    parser.add_argument("labels", nargs="+", type=Path, help="files of careful labels")
    parser.add_argument("--network", type=Path, required=True, help="what Stockfish has exported")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the parts")
    parser.add_argument("--openings", nargs="+", type=Path, help="EPD, FEN or PGN files")
    parser.add_argument(
        "--each", type=int, default=8, help="neighbours of a position (default 8); 0: itself"
    )
    parser.add_argument(
        "--itself", action="store_true", help="label the positions of the games, too"
    )
    parser.add_argument(
        "--balanced", action="store_true", help="balanced games from openings, plausible neighbours"
    )
    parser.add_argument(
        "--random-plies", type=int, default=2, help="at most, before such a game (default 2)"
    )
    parser.add_argument("--nodes", type=int, default=150, help="nodes of a move of these games")
    parser.add_argument("--parts", type=int, help="make only the first parts")
    parser.add_argument("--seed", type=int, default=1996, help="seed of the games from openings")
    parser.add_argument("--cache", type=Path, help="a folder that keeps the labels as arrays")
    given = parser.parse_args(words)
    if given.openings and given.parts is None:
        parser.error("games from openings have no end: say how many --parts")
    if given.balanced and not given.openings:
        parser.error("--balanced is for games from --openings")
    torch.set_num_threads(given.workers or 1)
    careful = join([load(file, given.cache) for file in given.labels])
    own = careful.take(share_of(careful.games) > WATCHED)
    network = StockfishNetwork(given.network)
    teacher = calibrate(network, own.take(np.arange(min(len(own), CALIBRATED_ON))))
    given.out.mkdir(parents=True, exist_ok=True)
    parts = of_labels(given.labels)
    if given.openings:
        game = BalancedGames(given.nodes).positions if given.balanced else _to_the_end(given.nodes)
        parts = from_openings(given.openings, given.seed, game, given.random_plies)
    total = 0
    for name, parents in islice(parts, given.parts):
        file = given.out / f"{name}-{given.each}.npz"
        if not file.exists():
            total += make_part(
                file,
                list(parents),
                given.each,
                teacher,
                itself=given.itself,
                balanced=given.balanced,
            )
            print(f"{file.name}: {total} new labels so far", flush=True)


def of_labels(files: Sequence[Path]) -> Iterator[Part]:
    """The labelled positions of games that are trained on."""
    for file in files:
        labels = ((each.fen, each.game) for each in read_labels(file))
        for number in count():
            if not (part := list(islice(labels, PART))):
                break
            yield f"{file.name.split('.')[0]}-{number:04d}", _trained_on(part)


def from_openings(
    files: Sequence[Path], seed: int, game: Game, random_plies: int
) -> Iterator[Part]:
    """The quiet positions of games of our search from openings that are trained on."""
    starts = [start for file in files for start in starts_in(file)]
    starts = [start for start in starts if share_of(np.array([start.number]))[0] > WATCHED]
    if not starts:
        raise BadInputError("there are no openings that may be used for labels")
    for number in count():
        random = Random(f"{seed} {number}")
        yield f"games-{seed}-{number:04d}", _games(starts, random, game, random_plies)


def beginning(start: str, plies: int, random: Random) -> str:
    """A balanced position so many random moves after the start, if one is soon found."""
    for _ in range(TRIES):
        here = _native.ChessPosition(start)
        for _ in range(plies):
            if here.legal_moves():
                here.play(random_move(here, random))
        if here.legal_moves() and abs(static_value(here.fen(), chess960=False)) <= BALANCED:
            return here.fen()
    return start


def _games(
    starts: Sequence[Start], random: Random, game: Game, random_plies: int
) -> Iterator[tuple[str, int]]:
    for _ in range(GAMES):
        start = random.choice(starts)
        begin = beginning(start.fen, random.randint(0, random_plies), random)
        fens = game(begin, random)
        yield from ((" ".join(fen.split()[:4]), start.number) for fen in fens)


def _to_the_end(nodes: int) -> Game:
    """Games of our search that are played to their end, with so many nodes a move."""

    def game(start: str, random: Random) -> list[str]:
        seed = random.getrandbits(32)
        return self_play(seed=seed, start=start, random_plies=0, nodes=nodes)[1]

    return game


def _trained_on(part: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    shares = share_of(np.array([game for _, game in part], np.int64))
    return [each for each, share in zip(part, shares, strict=True) if share > WATCHED]


if __name__ == "__main__":
    end_with(main)
