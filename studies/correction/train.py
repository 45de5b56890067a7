"""Trains the network that corrects the handcrafted evaluation.

``python -m studies.correction.train LABELS.txt.xz --out correction.bin --curves curves.json``

The loss is the distance from the teacher in expected points, to a power; the rate falls to nearly
nothing. Cheap labels (``--cheap``) are trained on together with the careful ones, each of which
counts ``--careful-times``. After each pass the network is tested on careful labels of games that
are not trained on, and the best one is kept. The same seed, files and number of threads give the
same network.
"""

from __future__ import annotations

import json
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from provebest.vocabulary import BadInputError
from studies.correction.dataset import (
    TESTED,
    WATCHED,
    Positions,
    distance,
    join,
    load,
    share_of,
)
from studies.correction.model import Correction
from studies.correction.network import (
    MOST_BYTES,
    Network,
    as_bytes,
    read_network,
    write_network,
)
from studies.study import end_with, study_parser

BATCH = 8192
"""Twice as many take twice as long for each: what is added up no longer fits into the cache."""
LAST_RATE = 0.02
"""The rate at the end, as a share of the first rate."""
PATIENCE = 6
"""Passes without a better network after which the training ends."""
WATCH_MOST = 100_000

RANK_2, FILE_C, RANK_3 = 8, 2, 16
BUCKETS = (1, 2, 4)


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train."""

    passes: int
    rate: float
    """The first learning rate."""
    seed: int
    """Of the order of the positions."""
    power: float = 2.0
    """Of the distance in the loss."""
    decided: float = 1.0
    """How much a decided position counts, if a balanced one counts 1."""
    share: float = 0.0
    """The share of a batch that is drawn from the labels beside."""


@dataclass(frozen=True, slots=True)
class Pass:
    """One point of the curve: root mean squares in expected points."""

    number: int
    seconds: float
    trained: float
    watched: float


def bucket_table(count: int) -> NDArray[np.uint8]:
    """The bucket of each square of the own king.

    With 2 buckets: the first rank, the rest. With 4: a1 and b1, the rest of the first rank, the
    second rank, the rest.
    """
    squares = np.arange(64)
    if count == 1:
        return np.zeros(64, np.uint8)
    if count == 2:
        return (squares >= RANK_2).astype(np.uint8)
    return (
        (squares >= FILE_C).astype(np.uint8) + (squares >= RANK_2) + (squares >= RANK_3)
    ).astype(np.uint8)


def train(
    model: Correction,
    positions: Positions,
    watched: Positions,
    given: Plan,
    on_better: Callable[[Network], None] = lambda _: None,
    beside: Positions | None = None,
) -> tuple[Network, list[Pass]]:
    """The best network by the watched games, and the curve of its training.

    ``on_better`` is called with each network that is the best so far. The given share of every
    batch is drawn at random from the labels ``beside``.
    """
    order, curve = np.random.default_rng(given.seed), []
    best, lowest, waited = model.rounded(), float("inf"), 0
    optimiser = torch.optim.Adam(model.parameters(), lr=given.rate, fused=True)
    mixed = Mixed(positions, beside, given.share)
    steps = max(1, given.passes * mixed.batches)
    falling = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps, given.rate * LAST_RATE)
    begun = time.monotonic()
    for number in range(given.passes):
        trained = _one_pass(model, mixed, order, optimiser, falling, given)
        error = model.distance(watched)
        curve.append(Pass(number, time.monotonic() - begun, trained, error))
        print(f"pass {number}: trained {trained:.4f} watched {error:.4f}", flush=True)
        if error < lowest:
            lowest, waited, best = error, 0, model.rounded()
            on_better(best)
        else:
            waited += 1
            if waited >= PATIENCE:
                break
    return best, curve


@dataclass(frozen=True, slots=True)
class Mixed:
    """Labels of which each pass takes every one, and others that fill a share of each batch."""

    positions: Positions
    beside: Positions | None
    share: float

    @property
    def drawn(self) -> int:
        """Labels of a batch that are drawn from those beside."""
        return 0 if self.beside is None else round(BATCH * self.share)

    @property
    def batches(self) -> int:
        """The batches of a pass."""
        return -(-len(self.positions) // (BATCH - self.drawn))

    def one_pass(self, order: np.random.Generator) -> Iterator[Positions]:
        """The batches of a pass, in an order of their own."""
        rows = order.permutation(len(self.positions))
        size = BATCH - self.drawn
        for at in range(0, len(rows), size):
            some = self.positions.take(rows[at : at + size])
            if self.beside is not None:
                others = order.integers(len(self.beside), size=self.drawn)
                some = join([some, self.beside.take(others)])
            yield some


def _one_pass(
    model: Correction,
    mixed: Mixed,
    order: np.random.Generator,
    optimiser: torch.optim.Optimizer,
    falling: torch.optim.lr_scheduler.LRScheduler,
    given: Plan,
) -> float:
    """Trains once on every position; returns the mean loss as a distance."""
    total, count = 0.0, 0
    for some in mixed.one_pass(order):
        loss = model.loss(model.batch(some), given.power, given.decided)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        falling.step()
        model.keep_within()
        total += float(loss.detach()) * len(some)
        count += len(some)
    return float((total / count) ** (1 / given.power))


def corrected_distance(network: Network, positions: Positions) -> float:
    """The distance of the corrected values from the truth."""
    corrections = network.corrections_of(positions.codes, positions.handcrafted)
    corrected = positions.handcrafted + corrections
    return distance(corrected, positions.values)


def main(words: list[str] | None = None) -> None:
    """Trains a network from the command line."""
    given = _options(words)
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.workers or 1)
    model = Correction(given.units, bucket_table(given.buckets), given.sets, given.small)
    if given.begin is not None:
        model.begin_with(read_network(given.begin))
    if len(as_bytes(model.rounded())) > MOST_BYTES:
        raise BadInputError("the file of this network would be larger than 1 MB")
    careful = [load(file, given.cache) for file in given.labels]
    cheap = [load(file, given.cache) for file in given.cheap]
    kept = join(careful)
    shares = share_of(kept.games)
    watched, tested = kept.take(shares == WATCHED), kept.take(shares == TESTED)
    if not len(watched) or not len(tested):
        raise BadInputError("too few games: some must be kept for the tests")
    some = np.random.default_rng(given.seed).permutation(len(watched))[:WATCH_MOST]
    repeated = [kept.take(shares > WATCHED)] * given.careful_times
    own = join([*repeated, *(_trained_on(each) for each in cheap)])
    if given.most is not None:
        chosen = np.random.default_rng(given.seed).permutation(len(own))[: given.most]
        own = own.take(np.sort(chosen))
    network, curve = train(
        model,
        own,
        watched.take(np.sort(some)),
        Plan(given.passes, given.rate, given.seed, given.power, given.decided, given.beside_share),
        lambda better: write_network(better, given.out),
        join([_trained_on(load(file, given.cache)) for file in given.beside])
        if given.beside
        else None,
    )
    before = distance(tested.handcrafted, tested.values)
    after = corrected_distance(network, tested)
    print(f"{len(tested)} positions of held-out games: handcrafted {before:.4f}, "
          f"corrected {after:.4f}, ratio {after / before:.3f}")  # fmt: skip
    if given.curves is not None:
        summary = _summary(given, len(own), curve, before, after)
        given.curves.write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")


def _trained_on(labels: Positions) -> Positions:
    """Those of games that are kept for no test."""
    return labels.take(share_of(labels.games) > WATCHED)


def _summary(
    given: Namespace, positions: int, curve: Sequence[Pass], before: float, after: float
) -> dict[str, Any]:
    return {
        "units": given.units,
        "buckets": given.buckets,
        "sets": given.sets,
        "small": given.small,
        "power": given.power,
        "decided": given.decided,
        "seed": given.seed,
        "positions": positions,
        "handcrafted": before,
        "corrected": after,
        "passes": [asdict(one) for one in curve],
    }


def _options(words: list[str] | None) -> Namespace:
    parser = study_parser(__doc__)
    parser.add_argument("labels", nargs="+", type=Path, help="files of labels")
    parser.add_argument("--out", type=Path, required=True, help="the network's file to write")
    parser.add_argument("--begin", type=Path, help="begin with the weights of this network")
    parser.add_argument("--curves", type=Path, help="also write the curves to this JSON file")
    parser.add_argument("--cache", type=Path, help="a folder that keeps the files as arrays")
    parser.add_argument("--units", type=int, default=256, help="hidden units (default 256)")
    parser.add_argument(
        "--small", type=int, default=16, help="units of the small layer (default 16)"
    )
    parser.add_argument("--buckets", type=int, default=1, choices=BUCKETS, help="of king's squares")
    parser.add_argument("--sets", type=int, default=8, help="sets of output weights (default 8)")
    parser.add_argument("--passes", type=int, default=4, help="passes over the labels")
    parser.add_argument("--rate", type=float, default=4e-3, help="the first learning rate")
    parser.add_argument("--most", type=int, help="train on only so many labels")
    parser.add_argument("--cheap", nargs="*", type=Path, default=[], help="files of cheap labels")
    parser.add_argument(
        "--careful-times", type=int, default=2, help="how often careful labels count (default 2)"
    )
    parser.add_argument(
        "--beside",
        nargs="*",
        type=Path,
        default=[],
        help="cheap labels that fill a share of each batch",
    )
    parser.add_argument("--beside-share", type=float, default=0.3, help="that share (default 0.3)")
    parser.add_argument("--power", type=float, default=2.0, help="of the distance in the loss")
    parser.add_argument(
        "--decided",
        type=float,
        default=1.0,
        help="how much a position counts that is worth 3 pawns or more; a balanced one counts 1",
    )
    parser.add_argument("--seed", type=int, default=1979, help="of weights and order")
    given = parser.parse_args(words)
    if given.units < 32 or given.units % 32 or not 1 <= given.sets <= 31:
        parser.error("--units must be a multiple of 32, --sets from 1 to 31")
    if min(given.passes, given.power, given.careful_times) < 1:
        parser.error("--passes, --power and --careful-times must be 1 or more")
    if not 0 < given.beside_share < 1:
        parser.error("--beside-share must be between 0 and 1")
    if not 0 <= given.decided <= 1:
        parser.error("--decided must be from 0 to 1")
    if given.small < 4 or given.small % 4 or given.small > 32:
        parser.error("--small must be a multiple of 4, at most 32")
    return given


if __name__ == "__main__":
    end_with(main)
