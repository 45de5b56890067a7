"""Fits the weights of the chess evaluation to games of the engine against itself.

``python -m studies.tune_evaluation --games 4000 --seed 1995 --out weights_data.inc``

Games begin with random moves. For every quiet position, White's expected share of the point is a
weighted mean of the game's result and of the share that corresponds to the value of the search. A
logistic curve turns values into shares. The fit finds the weights under which these shares are most
likely; a pull keeps them near the weights in use, and neighbours in a table change by similar
amounts. Games, not positions, are held out for the test, which uses only the results. The same seed
and the same build give the same weights.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np

from provebest.chess.probes.fitting import Term, features, self_play, terms_in_use
from provebest.games.chess_evaluation import HANDCRAFTED
from provebest.work.pool import stored_results
from studies.logistic_fit import (
    Fit,
    Observations,
    best_scale,
    expected,
    fit_weights,
    loss,
)
from studies.study import Workers, end_with, run_with_bar, study_parser
from studies.weights_file import write

RANDOM_PLIES = 8
HELD_OUT = 10
"""One game in this many is kept out of the fit."""
FIXED_FAMILIES = frozenset({"bare king"})
"""Terms set by hand: they show the way to a mate, and games end before that."""

GRIDS = {"piece squares": 4, "king's shelter": 7}
"""Tables with two dimensions, and the entries in a row; other tables have one row."""
UNORDERED_FAMILIES = frozenset({"material", "pieces", "threats"})

Game = tuple[int, list[str], list[int]]
"""White's half points, the quiet positions, and the search's value of each from White's side."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """New weights, and how well the old and the new ones predict the results of games."""

    terms: tuple[Term, ...]
    scale: float
    """The advantage, in hundredths of a pawn, at which the odds are e to 1."""
    fitted: tuple[float, float]
    """Mean loss on the fitted games, before and after."""
    held_out: tuple[float, float]
    """Mean loss on the games held out, before and after."""
    positions: int


def play_one(job: tuple[int, int, int]) -> Game:
    """Plays one game; the job is its seed, its random plies and the nodes per move."""
    seed, plies, nodes = job
    return self_play(seed=seed, random_plies=plies, nodes=nodes, evaluation=HANDCRAFTED)


def play_games(
    count: int, seed: int, nodes: int, workers: Workers, store: Path | None
) -> list[Game]:
    """Plays ``count`` games with a progress bar on stderr; the seed decides the games."""
    jobs = [((seed << 32) + number, RANDOM_PLIES, nodes) for number in range(count)]
    return run_with_bar(play_one, jobs, "games", store=store, workers=workers)


def observe(games: list[Game]) -> Observations:
    """The quiet positions of games, and the results of those games."""
    found = features([fen for _, fens, _ in games for fen in fens])
    results = [points / 2 for points, fens, _ in games for _ in fens]
    return Observations(
        begins=np.frombuffer(found.begins, np.int32),
        indices=np.frombuffer(found.indices, np.int32),
        times=np.frombuffer(found.times, np.int32),
        blends=np.frombuffer(found.blends, np.int32).reshape(-1, 2),
        results=np.array(results),
    )


def with_search(seen: Observations, games: list[Game], trust: float) -> Observations:
    """The same positions with results mixed with the search's values, whose share is ``trust``."""
    found = np.array([value for _, _, values in games for value in values], float)
    share = expected(found, best_scale(seen.results, found))
    return replace(seen, results=(1 - trust) * seen.results + trust * share)


def neighbours(terms: tuple[Term, ...]) -> list[tuple[int, int]]:
    """Pairs of adjacent entries in a table; entries of zero, which are never used, have none."""
    pairs = []
    offset = 0
    for term in terms:
        weights = term.weights
        width = GRIDS.get(term.name, len(weights))
        if term.family not in UNORDERED_FAMILIES:
            beside = [(i, i + 1) for i in range(len(weights) - 1) if (i + 1) % width]
            rows = [(i, i + width) for i in range(len(weights) - width) if (i // width + 1) % 8]
            pairs += [
                (offset + i, offset + j)
                for i, j in beside + rows
                if weights[i] != (0, 0) != weights[j]
            ]
        offset += len(weights)
    return pairs


@dataclass(frozen=True, slots=True)
class Rules:
    """The strengths of the pulls, and the share of the search's values."""

    pull: float = 0.2
    """Strength of the pull toward the weights in use."""
    together: float = 3.0
    """Strength of the pull of neighbours in a table toward the same change."""
    trust: float = 0.3
    """Share of the search's values; the rest is the share of the game's result."""


def tune(games: list[Game], terms: tuple[Term, ...], rules: Rules) -> Tuned:
    """Fits the weights to all games but one in ``HELD_OUT``."""
    used = [game for i, game in enumerate(games) if i % HELD_OUT]
    fitted, held_out = observe(used), observe(games[::HELD_OUT])
    old = np.array([pair for term in terms for pair in term.weights], float)
    free = np.array([term.family not in FIXED_FAMILIES for term in terms for _ in term.weights])
    scale = best_scale(fitted.results, fitted.values(old))
    pairs = np.array(neighbours(terms))
    fit = Fit(old, free, scale, rules.pull, pairs, rules.together)
    new = np.rint(fit_weights(with_search(fitted, used, rules.trust), fit))
    rows = ((mg, eg) for mg, eg in new.astype(int).tolist())
    tuned = tuple(
        Term(term.family, term.name, tuple(islice(rows, len(term.weights)))) for term in terms
    )
    return Tuned(
        terms=tuned,
        scale=scale,
        fitted=(loss(fitted, old, scale), loss(fitted, new, scale)),
        held_out=(loss(held_out, old, scale), loss(held_out, new, scale)),
        positions=len(fitted.results),
    )


def main(words: list[str] | None = None) -> None:
    """Plays the games, fits the weights, prints the losses and writes the weights."""
    parser = study_parser(__doc__)
    parser.add_argument("--games", type=int, default=4000, help="number of games to play")
    parser.add_argument("--seed", type=int, default=1995, help="seed of the random openings")
    parser.add_argument("--nodes", type=int, default=3000, help="nodes per move")
    usual = Rules()
    parser.add_argument(
        "--pull", type=float, default=usual.pull, help="strength of the pull to the weights in use"
    )
    parser.add_argument(
        "--together", type=float, default=usual.together, help="strength of the pull of neighbours"
    )
    parser.add_argument(
        "--trust", type=float, default=usual.trust, help="share of the search's values (0 to 1)"
    )
    parser.add_argument("--also", type=Path, help="also fit to the games in this store")
    parser.add_argument(
        "--out", type=Path, required=True, help="the file to write, native/chess/weights_data.inc"
    )
    given = parser.parse_args(words)
    if given.games < HELD_OUT or given.nodes < 1 or given.seed < 0:
        parser.error(f"--games must be {HELD_OUT} or more, --nodes 1 or more, --seed 0 or more")
    if given.pull <= 0 or given.together < 0:
        parser.error("--pull must be positive and --together must not be negative")
    if not 0 <= given.trust <= 1:
        parser.error("--trust must be from 0 to 1")
    games = play_games(given.games, given.seed, given.nodes, given.workers, given.store)
    if given.also is not None:
        games += stored_results(given.also)
    tuned = tune(games, terms_in_use(), Rules(given.pull, given.together, given.trust))
    print(f"{len(games)} games, {tuned.positions} positions fitted, scale {tuned.scale:.1f}")
    for name, (before, after) in (("fitted", tuned.fitted), ("held out", tuned.held_out)):
        print(f"loss on games {name}: {before:.5f} before, {after:.5f} after")
    write({term.name: term.weights for term in tuned.terms}, given.out)


if __name__ == "__main__":
    end_with(main)
