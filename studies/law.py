"""Fits the law of stopping to traces, and tests its promise.

``python -m studies.law traces.jsonl --picture docs/pictures/promise.png``

The traces are those of ``python -m studies.traces``. The doubt is a logistic curve over what the
search has seen; each position counts as one, however many depths it has. The errors come from
resampling the positions. The promise is tested for each kind of position by a law that was fitted
without that kind: a search stops at the first depth whose doubt is small enough and whose choice
holds against the attacks, and the promise is kept if the regret is within the tolerance.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from provebest.search.setprobe.law import NEVER_SURE, TOLERANCE, Attack, Law
from provebest.search.setprobe.settings import CHESS, OTHER_ENGINE
from provebest.vocabulary import BadInputError
from provebest.work.plotting import need_matplotlib, save_figure
from provebest.work.pool import KIND
from provebest.work.store import read_store
from studies.shares import Share
from studies.study import end_with, study_parser
from studies.traces import sight_of

Floats = NDArray[np.float64]

PROMISES = (0.80, 0.90, 0.95, 0.98)
FITTED = ("base", "depth", "unchanged", "share", "room", "refuted", "untried")
PULL = 0.3
"""Toward 0: that of a third of an observation."""
HARDER = 4.0
"""Standard deviations between kinds by which the base is raised: for kinds that are not here, and
for errors of the judge, which is our own search."""
PULL_OF_KINDS = 2.0
"""Of the base of a kind toward that of all: that of two observations, as some kinds are small."""

Trace = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """How many stops of a kind of position kept the promise."""

    kind: str
    promised: float
    positions: int
    stops: int
    kept: int
    spent: float
    """Median share of the nodes that a stop had used, attacks included; 0 without stops."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share that is kept (Wilson)."""
        return Share(self.kept, self.stops).interval

    @property
    def honest(self) -> bool:
        """Whether the promise lies within the interval, or below it."""
        return self.promised <= self.interval[1]


def inputs(row: dict[str, Any], attack: Attack) -> list[float]:
    """What the weights of ``FITTED`` are multiplied with, as in ``Law.doubt``."""
    share, points = row["share"], CHESS.points(row["value"])
    return [
        1.0,
        row["depth"] / 10,
        math.log(1 + row["unchanged"]),
        0.0 if share is None else math.log((share + NEVER_SURE) / (1 - share + NEVER_SURE)),
        math.log(1 - points + NEVER_SURE),
        float(attack is Attack.REFUTED),
        float(attack is Attack.UNTRIED),
    ]


def regret_of(trace: Trace, row: dict[str, Any]) -> float | None:
    """The regret of the choice of a row in points; None if nobody could afford to find out."""
    found: float | None = trace["regret"].get(row["choice"], 0.0)
    return found


def observations(traces: Sequence[Trace]) -> tuple[Floats, Floats, Floats]:
    """Inputs, whether the regret exceeds the tolerance, and weights: 1 for each position.

    A row is seen before an attack, and if there was one, also after it.
    """
    seen, bad, weights = [], [], []
    for trace in traces:
        own = []
        for row in trace["rows"]:
            regret = regret_of(trace, row)
            if regret is None:
                continue
            attacks = [Attack.UNTRIED] + ([Attack(row["attack"])] if row["attack"] else [])
            own += [(inputs(row, each), regret > TOLERANCE) for each in attacks]
        seen += [each for each, _ in own]
        bad += [float(each) for _, each in own]
        weights += [1 / len(own) for _ in own]
    if not seen:
        raise BadInputError("there is nothing to fit: the traces have no rows")
    return np.array(seen), np.array(bad), np.array(weights)


def fit(traces: Sequence[Trace]) -> Law:
    """The law for positions that are harder than these, as much as some kinds are than others.

    The kinds differ by more than the curve sees, and others will be tried. So the base is that of
    a kind which is ``HARDER`` standard deviations harder than the average.
    """
    law = most_likely(traces)
    return replace(law, base=law.base + HARDER * spread_of_kinds(traces, law))


def spread_of_kinds(traces: Sequence[Trace], law: Law) -> float:
    """The standard deviation, over the kinds of positions, of the base that would suit each."""
    curve = np.array([getattr(law, name) for name in FITTED])
    shifts = []
    for kind in sorted({trace["kind"] for trace in traces if trace["rows"]}):
        rows, bad, weights = observations([t for t in traces if t["kind"] == kind])
        shift, known = 0.0, rows @ curve
        for _ in range(50):
            chance = 1 / (1 + np.exp(-(known + shift)))
            slope = float(np.sum(weights * (bad - chance))) - PULL_OF_KINDS * shift
            shift += slope / (float(np.sum(weights * chance * (1 - chance))) + PULL_OF_KINDS)
        shifts.append(shift)
    return float(np.std(shifts))


def most_likely(traces: Sequence[Trace]) -> Law:
    """The law under which these traces are most likely, with a small pull toward 0."""
    rows, bad, weights = observations(traces)
    curve = np.zeros(rows.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-rows @ curve))
        slope = rows.T @ (weights * (bad - chance)) - PULL * curve
        spread = weights * chance * (1 - chance)
        step = np.linalg.solve((rows * spread[:, None]).T @ rows + PULL * np.eye(len(curve)), slope)
        curve += step
        if np.abs(step).max() < 1e-9:
            break
    return replace(
        CHESS,
        **{name: float(weight) for name, weight in zip(FITTED, curve, strict=True)},
        loss=mean_loss(traces),
    )


def mean_loss(traces: Sequence[Trace]) -> float:
    """The mean regret of choices whose regret exceeds the tolerance."""
    found = [regret_of(trace, row) for trace in traces for row in trace["rows"]]
    losses = [regret for regret in found if regret is not None and regret > TOLERANCE]
    return float(np.mean(losses)) if losses else CHESS.loss


def errors_of(traces: Sequence[Trace], resamples: int) -> dict[str, float]:
    """The standard error of each number, by resampling the positions."""
    rng = Random(1995)
    laws = [astuple(fit(rng.choices(traces, k=len(traces)))) for _ in range(resamples)]
    names = list(CHESS.__slots__)
    spread = np.std(np.array(laws), axis=0)
    return {name: float(spread[names.index(name)]) for name in (*FITTED, "loss")}


def count_kept(traces: Sequence[Trace], law: Law, promised: float, kind: str) -> Kept:
    """Stops at the first depth at which the law and the attacks allow it."""
    stops, spent = [], []
    for trace in traces:
        attacks = 0
        for row in trace["rows"]:
            sight = sight_of(row, Attack.HELD)
            regret = regret_of(trace, row)
            if regret is None or law.doubt(sight) > 1 - promised:
                continue
            attacks += row["attack_nodes"]
            if row["attack"] == Attack.HELD.value:
                stops.append(regret <= TOLERANCE)
                spent.append((row["nodes"] + attacks) / trace["nodes"])
                break
    used = float(np.median(spent)) if spent else 0.0
    return Kept(kind, promised, len(traces), len(stops), sum(stops), used)


def reliability(traces: Sequence[Trace]) -> Iterator[Kept]:
    """Each kind by a law fitted without it, then all kinds together."""
    kinds = sorted({trace["kind"] for trace in traces})
    if len(kinds) < 2:
        raise BadInputError("a law is tested on a kind that it was not fitted to: two are needed")
    every: dict[float, list[Kept]] = {promised: [] for promised in PROMISES}
    for kind in kinds:
        own = [trace for trace in traces if trace["kind"] == kind]
        law = fit([trace for trace in traces if trace["kind"] != kind])
        for promised in PROMISES:
            kept = count_kept(own, law, promised, kind)
            every[promised].append(kept)
            yield kept
    for promised, rows in every.items():
        yield Kept(
            "all",
            promised,
            positions=sum(row.positions for row in rows),
            stops=sum(row.stops for row in rows),
            kept=sum(row.kept for row in rows),
            spent=float(
                np.average([r.spent for r in rows], weights=[r.stops + 1e-9 for r in rows])
            ),
        )


def as_markdown(rows: Sequence[Kept]) -> str:
    """The reliability table: a line for each kind, a column for each promise."""
    lines = [
        f"| positions | {' | '.join(f'promised {each:.0%}' for each in PROMISES)} |",
        f"|---|{'---|' * len(PROMISES)}",
    ]
    for kind in dict.fromkeys(row.kind for row in rows):
        own = [row for row in rows if row.kind == kind]
        cells = [_cell(row) for row in own]
        lines.append(f"| {kind} ({own[0].positions}) | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(row: Kept) -> str:
    if not row.stops:
        return "no stops"
    low, high = row.interval
    mark = "" if row.honest else " **no**"
    return (
        f"{row.kept} of {row.stops}: {row.kept / row.stops:.1%} ({100 * low:.0f}-{100 * high:.0f})"
        f"{mark}"
    )


def draw(rows: Sequence[Kept], file: Path) -> None:
    """Draws what was kept against what was promised, with its interval, for each kind."""
    need_matplotlib()
    import matplotlib.pyplot as plt  # noqa: PLC0415 - optional, and slow to load

    figure, axes = plt.subplots(figsize=(8, 5), layout="constrained")
    kinds = list(dict.fromkeys(row.kind for row in rows))
    for place, kind in enumerate(kinds):
        own = [row for row in rows if row.kind == kind and row.stops]
        shift = 0.0022 * (place - len(kinds) / 2)
        kept = [row.kept / row.stops for row in own]
        low = [max(0.0, k - row.interval[0]) for k, row in zip(kept, own, strict=True)]
        high = [max(0.0, row.interval[1] - k) for k, row in zip(kept, own, strict=True)]
        axes.errorbar(
            [row.promised + shift for row in own], kept, yerr=(low, high), fmt="o", ms=4,
            capsize=2, label=kind, color="black" if kind == "all" else None,
        )  # fmt: skip
    axes.plot([0.75, 1], [0.75, 1], color="grey", linewidth=1)
    axes.set(xlabel="promised", ylabel="kept, with 95 % interval", ylim=(0.6, 1.01))
    axes.grid(alpha=0.3)
    figure.legend(loc="outside right upper", frameon=False, fontsize=8)
    save_figure(figure, file)
    plt.close(figure)


def read_traces(files: Sequence[Path]) -> list[Trace]:
    """The traces of these stores.

    Raises:
        BadInputError: for a file that is not a store of traces.
    """
    traces: list[Trace] = []

    def take(row: Any) -> None:
        if not isinstance(row, dict) or not {"job", "result"} <= row.keys():
            raise ValueError("not a trace")
        traces.append({**row["result"], "nodes": row["job"][2]})

    for file in files:
        read_store(file, KIND, take)
    return traces


def main() -> None:
    """Prints the numbers with their errors, and the table."""
    parser = study_parser(__doc__)
    parser.add_argument("traces", nargs="+", type=Path, help="stores of traces")
    parser.add_argument("--picture", type=Path, help="also draw the table to this file")
    parser.add_argument("--resamples", type=int, default=100, help="for the errors")
    given = parser.parse_args()
    if given.resamples < 1:
        parser.error("--resamples must be 1 or more")
    traces = read_traces(given.traces)
    law, errors = fit(traces), errors_of(traces, given.resamples)
    print(f"{len(traces)} positions, {sum(len(trace['rows']) for trace in traces)} depths")
    spread = spread_of_kinds(traces, most_likely(traces))
    print(f"kinds differ by {spread:.3f}; the base has {HARDER:g} times that")
    counted = any(row["share"] is not None for trace in traces for row in trace["rows"])
    used = CHESS if counted else OTHER_ENGINE
    for name in (*FITTED, "loss"):
        print(f"  {name:10} {getattr(law, name):7.3f} +- {errors[name]:.3f}"
              f"   in use {getattr(used, name):7.3f}")  # fmt: skip
    rows = list(reliability(traces))
    print(as_markdown(rows))
    if given.picture is not None:
        draw(rows, given.picture)


if __name__ == "__main__":
    end_with(main)
