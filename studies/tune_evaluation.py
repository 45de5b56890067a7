"""Fits the weights of the chess evaluation to games of the engine against itself.

``python -m studies.tune_evaluation --games 4000 --seed 1995 --out weights_data.inc``

Games begin with random moves. Every quiet position in them is an observation of two things: how the
game ended, and what the search, which sees farther than the evaluation, made of it; a mean of the
two is the share of the point that White is expected to get. A logistic curve turns values into
shares; the weights move to where the shares are most likely, held back by a pull toward the weights
in use, and neighbours in a table move together. Games, not positions, are held out for the test,
and the test asks for results alone. The same seed and the same build give the same weights.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np

from provebest.chess.probes.fitting import Term, features, self_play, terms_in_use
from provebest.work.pool import stored_results
from studies.logistic_fit import (
    Fit,
    Observations,
    best_scale,
    expected,
    fit_weights,
    loss,
)
from studies.study import end_with, run_with_bar, study_parser
from studies.weights_file import write

RANDOM_PLIES = 8
HELD_OUT = 10
"""One game in so many is kept out of the fit."""
FIXED_FAMILIES = frozenset({"bare king"})
"""Set by hand: they show the way to a mate, and games are given up before."""

GRIDS = {"piece squares": 4, "king's shelter": 7}
"""Tables with two sides, and how many entries a row has; the others are one row."""
UNORDERED_FAMILIES = frozenset({"material", "pieces", "threats"})

Game = tuple[int, list[str], list[int]]
"""White's half points, the quiet positions, and what the search found in each, for White."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """New weights, and how well old and new ones predict the results of games."""

    terms: tuple[Term, ...]
    scale: float
    """Hundredths of a pawn that make the odds e to 1."""
    fitted: tuple[float, float]
    """Mean loss on the games used, before and after."""
    held_out: tuple[float, float]
    """Mean loss on the games kept out, before and after."""
    positions: int


def play_one(job: tuple[int, int, int]) -> Game:
    """One game: seed, random plies, nodes a move."""
    seed, plies, nodes = job
    return self_play(seed=seed, random_plies=plies, nodes=nodes)


def play_games(
    count: int, seed: int, nodes: int, workers: int | None, store: Path | None
) -> list[Game]:
    """That many games, the same for the same seed; a bar on stderr while they are played."""
    jobs = [((seed << 32) + number, RANDOM_PLIES, nodes) for number in range(count)]
    return run_with_bar(play_one, jobs, "games", store=store, workers=workers)


def observe(games: list[Game]) -> Observations:
    """The quiet positions of games, and the results of those games."""
    told = features([fen for _, fens, _ in games for fen in fens])
    results = [points / 2 for points, fens, _ in games for _ in fens]
    return Observations(
        begins=np.frombuffer(told.begins, np.int32),
        indices=np.frombuffer(told.indices, np.int32),
        times=np.frombuffer(told.times, np.int32),
        blends=np.frombuffer(told.blends, np.int32).reshape(-1, 2),
        results=np.array(results),
    )


def with_search(seen: Observations, games: list[Game], trust: float) -> Observations:
    """The same positions; results mixed with what the search found, which is trusted so much."""
    found = np.array([value for _, _, values in games for value in values], float)
    share = expected(found, best_scale(seen.results, found))
    return replace(seen, results=(1 - trust) * seen.results + trust * share)


def neighbours(terms: tuple[Term, ...]) -> list[tuple[int, int]]:
    """Entries side by side in one table; those that are never used, and zero, belong to nobody."""
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
    """How far the fit may go, and what it believes."""

    pull: float = 0.2
    """Toward the weights in use."""
    together: float = 3.0
    """Neighbours in a table toward the same change."""
    trust: float = 0.3
    """In the search; the rest is in the result of the game."""


def tune(games: list[Game], terms: tuple[Term, ...], rules: Rules) -> Tuned:
    """Weights fitted to all games but one in ten."""
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
    """Play, fit, say how well, write."""
    parser = study_parser(__doc__)
    parser.add_argument("--games", type=int, default=4000, help="games to play")
    parser.add_argument("--seed", type=int, default=1995, help="of the random openings")
    parser.add_argument("--nodes", type=int, default=3000, help="searched for a move")
    usual = Rules()
    parser.add_argument("--pull", type=float, default=usual.pull, help="toward weights in use")
    parser.add_argument("--together", type=float, default=usual.together, help="of neighbours")
    parser.add_argument("--trust", type=float, default=usual.trust, help="in the search's values")
    parser.add_argument("--also", type=Path, help="fit to the games kept here as well")
    parser.add_argument("--out", type=Path, required=True, help="native/chess/weights_data.inc")
    said = parser.parse_args(words)
    if said.games < HELD_OUT or said.nodes < 1 or said.seed < 0:
        parser.error(f"at least {HELD_OUT} games and one node; the seed is not negative")
    if said.pull <= 0 or said.together < 0:
        parser.error("the pull is positive, that of neighbours not negative")
    if not 0 <= said.trust <= 1:
        parser.error("trust is between 0 and 1")
    games = play_games(said.games, said.seed, said.nodes, said.workers, said.store)
    if said.also is not None:
        games += stored_results(said.also)
    tuned = tune(games, terms_in_use(), Rules(said.pull, said.together, said.trust))
    print(f"{len(games)} games, {tuned.positions} positions fitted, scale {tuned.scale:.1f}")
    for name, (before, after) in (("fitted", tuned.fitted), ("held out", tuned.held_out)):
        print(f"loss on games {name}: {before:.5f} before, {after:.5f} after")
    write({term.name: term.weights for term in tuned.terms}, said.out)


if __name__ == "__main__":
    end_with(main)
