"""Simulates searches on 1 to 1,024 workers: how much sooner they end, and what work is useful.

``python -m studies.many_workers --store many.jsonl --picture docs/pictures/many_workers.png``

Probes of real searches are made once and recorded; then the search itself runs again with their
answers, in simulated time, on workers that are some milliseconds away. So what is asked when, and
what is asked in advance, is decided by the package's own code. Time is counted in nodes: the same
command prints the same numbers on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from provebest.games.chess_evaluation import HANDCRAFTED, correction_of
from provebest.work.plotting import need_matplotlib, save_figure
from studies.asking_ahead import ask_ahead, guess_rates, modern_log
from studies.played_positions import played_positions
from studies.simulated_workers import Network, Outcome, RecordedSearch, list_schedule, simulate
from studies.study import end_with, run_with_bar, study_parser

WORKERS = (1, 4, 16, 64, 256, 1024)
DELAYS = (0.0001, 0.001, 0.01)
SENDING = 20e-6
"""Seconds to send a job."""
CONTROL = 0.6e-3
"""Seconds of the control for an expansion; from .4 to 1 ms were measured."""
LENGTHS = {"short": 0.5e-6, "long": 63e-6}
"""Seconds for a node: our own probes of 4 plies take .25 ms on the average; the paper's took about
30 ms (2 seconds for the 70 probes of an expansion)."""
EXPANSIONS, DEPTH = 60, 4
TUNED_ON = 8
"""By these first positions it was decided what the package asks for in advance; others tell how
good that is."""


class Policy(NamedTuple):
    """What is asked for in advance."""

    name: str
    ahead: int
    bold: bool
    delays: tuple[float, ...]
    """It is simulated with these."""


POLICIES = (
    Policy("nothing", 0, bold=False, delays=DELAYS),
    Policy("1 expansion", 1, bold=False, delays=DELAYS),
    Policy("4 expansions", 4, bold=False, delays=DELAYS[:1]),
    Policy("1 expansion, always", 1, bold=True, delays=DELAYS[:1]),
    Policy("14 expansions, always", 14, bold=True, delays=DELAYS[:1]),
)


@dataclass(frozen=True, slots=True)
class Row:
    """All positions together, for one number of workers."""

    length: str
    policy: str
    delay: float
    workers: int
    speed_up: float
    useful: float


Cell = tuple[str, float, int, Outcome]
"""Policy, delay, workers, and what came out for one position."""


def _record(fen: str, length: str) -> RecordedSearch:
    return RecordedSearch(
        fen,
        depth=DEPTH,
        expansions=EXPANSIONS,
        evaluation=correction_of(HANDCRAFTED),
        seconds_per_node=LENGTHS[length],
    )


def run_position(job: tuple[str, str]) -> list[Cell]:
    """Every simulation of a position with probes of one length."""
    record = _record(*job)
    cells: list[Cell] = []
    for policy in POLICIES:
        for delay in policy.delays:
            for workers in WORKERS:
                outcome = simulate(
                    record,
                    workers,
                    ahead=policy.ahead,
                    bold=policy.bold,
                    network=Network(delay, SENDING),
                    control=CONTROL,
                )
                cells.append((policy.name, delay, workers, outcome))
    return cells


def sum_up(length: str, positions: Sequence[Sequence[Any]]) -> list[Row]:
    """The positions searched one after the other, each on all workers."""
    groups: dict[tuple[str, float, int], list[Outcome]] = {}
    for cells in positions:
        for policy, delay, workers, outcome in cells:
            groups.setdefault((policy, delay, workers), []).append(Outcome(*outcome))
    return [
        Row(
            length,
            *group,
            speed_up=sum(one.alone for one in all_) / sum(one.seconds for one in all_),
            useful=sum(one.useful for one in all_) / sum(one.useful + one.vain for one in all_),
        )
        for group, all_ in groups.items()
    ]


# --- a database of games --------------------------------------------------------------------------


def busy_share(times: Sequence[float], count: int, workers: int, network: Network) -> float:
    """The share of the workers' time that is used, for so many analyses, each on one worker.

    Their times are drawn from ``times``, always the same.
    """
    draw = random.Random(18)
    drawn = draw.choices(times, k=count)
    return sum(drawn) / (workers * list_schedule(drawn, workers, network))


# --- the command ----------------------------------------------------------------------------------


def table(rows: Sequence[Row], say: Callable[[str], None] = print) -> None:
    """Prints speed-up and useful share of every row, as a table of Markdown."""
    say("| probes | in advance | delay | " + " | ".join(f"{n:,}" for n in WORKERS) + " |")
    say("|---|---|--:|" + "--:|" * len(WORKERS))
    for length in LENGTHS:
        for policy in POLICIES:
            for delay in policy.delays:
                own = {
                    row.workers: row
                    for row in rows
                    if (row.length, row.policy, row.delay) == (length, policy.name, delay)
                }
                cells = [f"{own[n].speed_up:.1f}, {own[n].useful:.0%}" for n in WORKERS]
                cells = [cell.replace("%", " %") for cell in cells]
                say(f"| {length} | {policy.name} | {1000 * delay:g} ms | {' | '.join(cells)} |")


def draw(rows: Sequence[Row], file: Path) -> None:
    """Draws speed-up and useful share against the number of workers."""
    need_matplotlib()
    import matplotlib.pyplot as plt  # noqa: PLC0415 - optional, and slow to load

    figure, axes = plt.subplots(1, 3, figsize=(13, 4.2), layout="constrained")
    for place, length in enumerate(LENGTHS):
        for policy in POLICIES:
            own = [
                row
                for row in rows
                if (row.length, row.policy, row.delay) == (length, policy.name, DELAYS[0])
            ]
            axes[place].plot(
                [row.workers for row in own],
                [row.speed_up for row in own],
                marker="o",
                label=policy.name,
            )
            if length == "long":
                shares = [100 * row.useful for row in own]
                axes[2].plot(WORKERS, shares, marker="o", label=policy.name)
        axes[place].set_title(f"Times sooner, {length} probes")
        axes[place].set_yscale("log", base=2)
        axes[place].yaxis.set_major_formatter("{x:g}")
    axes[2].axhspan(70, 85, alpha=0.15, color="gray", label="the paper's guess")
    axes[2].set_title("Useful work in percent, long probes")
    axes[2].set_ylim(0, 102)
    for one in axes:
        one.set_xscale("log", base=2)
        one.set_xticks(WORKERS, [f"{n:,}" for n in WORKERS])
        one.set_xlabel("workers")
        one.grid(alpha=0.3)
    axes[2].legend(title="asked in advance", fontsize="small")
    save_figure(figure, file)
    plt.close(figure)


def main() -> None:
    """Runs the study."""
    parser = study_parser(__doc__)
    parser.add_argument("--positions", type=int, default=6, help="number of positions")
    parser.add_argument(
        "--skip", type=int, default=TUNED_ON, help="leave out the first positions (default 8)"
    )
    parser.add_argument("--picture", type=Path, help="draw the result into this file")
    options = parser.parse_args()
    fens = played_positions(options.skip + options.positions)[options.skip :]
    jobs = [(fen, length) for length in LENGTHS for fen in fens]
    found = run_with_bar(
        run_position, jobs, "positions", store=options.store, workers=options.workers
    )
    rows: list[Row] = []
    for length in LENGTHS:
        own = [cells for (_, of), cells in zip(jobs, found, strict=True) if of == length]
        rows += sum_up(length, own)
    print(f"one position, classic control: times sooner, useful work ({len(fens)} positions)")
    table(rows)
    rates = guess_rates(_record(fen, "short") for fen in fens)
    print(f"the first guess is right while the Obstructor's moves are expanded: {rates[False]}")
    print(f"while the Forcer's moves are expanded: {rates[True]}")
    searches = [ask_ahead(log) for fen in fens if (log := modern_log(fen))]
    alone, ahead = sum(one.alone for one in searches), sum(one.ahead for one in searches)
    vain = sum(one.vain for one in searches)
    print(
        f"one position, modern control, 3 workers: {alone / ahead:.2f} times sooner, "
        f"{alone / (alone + vain):.0%} useful"
    )
    for length in LENGTHS:
        times = [
            Outcome(*cells[0][-1]).alone
            for (_, of), cells in zip(jobs, found, strict=True)
            if of == length
        ]
        for count in (8_000, 800_000):
            shares = [busy_share(times, count, 1024, Network(d, SENDING)) for d in DELAYS]
            told = ", ".join(f"{share:.1%}" for share in shares)
            print(f"{count:,} analyses ({length} probes) on 1,024 workers: {told} of their time")
    if options.picture is not None:
        draw(rows, options.picture)


if __name__ == "__main__":
    end_with(main)
