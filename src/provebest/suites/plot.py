"""Plots the share of a suite's positions that are solved by time or nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from provebest.vocabulary import BadInputError
from provebest.vocabulary.files import quoted_name
from provebest.work.plotting import need_matplotlib, plain, save_figure

Prices = Sequence[tuple[float, bool]]
"""For each position: the nodes or seconds used, and whether it was solved."""


def solved_shares(prices: Prices) -> list[tuple[float, float]]:
    """Pairs (price, share of all positions solved at that price or less), in order of price."""
    paid = sorted(price for price, solved in prices if solved)
    return [(price, number / len(prices)) for number, price in enumerate(paid, start=1)]


def check_plot(file: Path) -> None:
    """Checks that this is the name of a picture, and that it can be drawn.

    Raises:
        BadInputError: if matplotlib is not installed or the file is not a picture.
    """
    need_matplotlib()
    import matplotlib.pyplot as plt  # noqa: PLC0415 - optional, and slow to load

    kinds = plt.gcf().canvas.get_supported_filetypes()
    plt.close()
    kind = file.suffix.removeprefix(".")
    if kind not in kinds:
        raise BadInputError(
            f"--plot needs a picture file such as solved.png or solved.svg; got {quoted_name(file)}"
        )


def plot_suite(file: Path, title: str, unit: str, searches: Mapping[str, Prices]) -> None:
    """Writes a plot with one curve for each search.

    Raises:
        CannotWriteError: if it cannot be written.
    """
    import matplotlib.pyplot as plt  # noqa: PLC0415 - optional, and slow to load

    figure, axes = plt.subplots(figsize=(6.4, 4), layout="constrained")
    for name, prices in searches.items():
        shares = solved_shares(prices)
        if not shares:
            continue
        last = max(price for price, _ in prices)
        xs = [price for price, _ in shares] + [last]
        ys = [100 * share for _, share in shares] + [100 * shares[-1][1]]
        axes.step(xs, ys, where="post", label=f"{plain(name)}: {len(shares)} of {len(prices)}")
    axes.set(title=plain(title), xlabel=f"{unit} per position", ylabel="solved, %", xscale="log")
    axes.set_ylim(0, 100)
    axes.grid(alpha=0.3)
    if axes.lines:
        axes.legend(frameon=False, loc="lower right")
    save_figure(figure, file)
    plt.close(figure)
