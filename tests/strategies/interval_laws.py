"""The laws of searches over intervals: B* in all its strategies, and whatever gives it bounds."""

from dataclasses import replace
from random import Random

from law_certificates import bounds_claim_is_true, certified, forge
from law_trials import Law

from provebest import IntervalSearch, Limits, ProbedBounds, Stopped, bstar, run
from provebest.games.mirrored import Mirrored
from provebest.search.intervals import STRATEGIES, interval_search
from provebest.search.intervals.depth_first import DEPTH_FIRST, DepthFirstSearch
from provebest.search.intervals.gpn import GRIDS
from provebest.search.intervals.strategy import TABLE_I, Strategy
from provebest.search.intervals.yardstick import interval_alphabeta

FORGETFUL = ("SQ", "DF")
"""Beginnings of the names of strategies that do not keep their trees."""
ENOUGH = 4000
"""Expansions within which every strategy comes to the end of a game that has one."""
FOR_EVER = 60
"""Expansions that a game may have in which play can go on for ever."""
VALID = [name for name in STRATEGIES if name not in TABLE_I or not Strategy.named(name).invalid]


def keeps_tree(strategy):
    return strategy is Anyhow or not strategy.startswith(FORGETFUL)


class Anyhow(IntervalSearch):
    """A strategy of one's own: any leaf that is open, the same in the same tree."""

    def select(self):
        waiting, leaves = [self.root], []
        for node in waiting:  # grows while it is read
            waiting += node.children or ()
            if node.children is None and node.lo < node.hi:
                leaves.append(node)
        return Random(len(waiting)).choice(leaves)


def try_strategy(strategy, make=interval_search):
    """One strategy of ``bstar`` on a user's own game, or a search that is made some other way."""

    def tries(setting, trial):
        limits = Limits(expanded=ENOUGH if setting.finite else FOR_EVER)
        if setting.rng.random() < 0.1:
            limits = Limits(expanded=setting.rng.randint(1, 6))
        search = make(setting.game, strategy, **setting.state)
        result = run(search, limits)
        truth = setting.truth()
        ends = setting.finite and limits.expanded == ENOUGH
        judge(trial, truth, result, hold=setting.hold, finite=ends, limits=limits)
        if make is interval_search and setting.rng.random() < 0.1:
            called = bstar(setting.game, strategy, limits=limits, **setting.state)
            if result != called:
                trial.blame("differs", f"bstar() says {called}")
        if result.proved:
            stand(trial, search, setting, truth, keeps=keeps_tree(strategy))

    return tries


def judge(trial, truth, result, *, hold, finite, limits):
    """What is to be true of the result of any interval search."""
    if result.counters.expanded > limits.expanded:
        trial.blame("limit passed", result.counters.expanded)
    accused = result.stopped is Stopped.BOUNDS_FALSE or result.violations > 0
    trial.proved = result.proved
    if finite and not result.proved and not accused:
        trial.blame("does not end", result.stopped)
    if not hold:
        return
    if accused:
        trial.blame("accusation", f"{result.stopped.value}, {result.violations} violations")
    judge_regret(trial, truth, result, result.regret)
    if result.proved and result.move not in truth.best:
        trial.blame("false proof", f"{result.move} {result.best}; the best is {truth.best}")
    intervals = [(arc.move, arc.lo, truth.arcs[arc.move], arc.hi) for arc in result.arcs]
    intervals.append(("the root", result.value.lo, truth.root, result.value.hi))
    if result.move is not None:
        best = truth.arcs[result.move]
        intervals.append(("the best move", result.best.lo, best, result.best.hi))
        sign = 1 if truth.max_chooses else -1
        others = [sign * worth for move, worth in truth.arcs.items() if move != result.move]
        if not accused and any(worth > sign * result.rival_bound for worth in others):
            trial.blame("false bounds", f"another is better than {result.rival_bound}")
    for name, lo, worth, hi in intervals:
        if not accused and not lo <= worth <= hi:
            trial.blame("false bounds", f"{name} is worth {worth}, not in [{lo}, {hi}]")


def judge_regret(trial, truth, result, bound):
    """The choice may not be worse than the best by more than this; None is no promise."""
    if bound is not None and truth.regret(result.move) > bound:
        trial.blame("false regret", f"{truth.regret(result.move)}, not {bound}")


def stand(trial, search, setting, truth, *, keeps, wrapped=lambda game: game):
    """What a proof rests on: the tree as it was expanded, and its certificate."""
    if not keeps:
        return
    game, state = wrapped(setting.game), setting.state
    if setting.rng.random() < 0.5:  # a game that begins there is as good as a state
        game, state = wrapped(setting.from_root()), {}
    if not setting.hold and not separated(search.root, game, max_chooses=truth.max_chooses):
        trial.blame("false proof", "what was stated of the tree does not separate the moves")
    if not setting.table.dress.shows:
        return
    written = certified(trial, search, game, **state)
    if written is not None and setting.hold:
        forge(trial, written, game, bounds_claim_is_true(truth), setting.rng, **state)


def separated(root, game, *, max_chooses, replaced=False):
    """Whether the stated bounds of an expanded tree agree and separate one move, by plain minimax.

    A node is worth what was stated of it and what its children say, both at once; or what they
    say alone, if bounds may be false and are ``replaced``.
    """

    def implied(node):
        lo, hi = _pair(game.bounds(node.state))
        below = [implied(child) for child in node.children or ()]
        if None in below:
            return None
        if below:
            pick = max if game.max_to_move(node.state) else min
            low, high = pick(pair[0] for pair in below), pick(pair[1] for pair in below)
            lo, hi = (low, high) if replaced else (max(lo, low), min(hi, high))
        return (lo, hi) if lo <= hi else None

    if implied(root) is None:
        return False
    arcs = [implied(arc) for arc in root.children]
    sign = 1 if max_chooses else -1
    arcs = [tuple(sorted((sign * lo, sign * hi))) for lo, hi in arcs]
    best = max(arcs)
    arcs.remove(best)
    return all(best[0] >= hi for _, hi in arcs)


def _pair(bounds):
    return bounds if isinstance(bounds, tuple | list) else (bounds.lo, bounds.hi)


def try_probed(*, wide):
    """Bounds from probes: with a margin of the whole range they hold; with less they may not."""

    def tries(setting, trial):
        rng, span = setting.rng, setting.game.value_range
        margin = span[1] - span[0] if wide else (span[1] - span[0]) / 8 * rng.randint(0, 2)
        depth = rng.randint(0, 2)
        limits = Limits(expanded=ENOUGH if setting.finite else FOR_EVER // 2)
        strategy = rng.choice(VALID)

        def probed(game):
            return ProbedBounds(game, depth, margin)

        search = interval_search(probed(setting.game), strategy, **setting.state)
        result = run(search, limits)
        truth = setting.truth()
        judge(trial, truth, result, hold=wide, finite=setting.finite, limits=limits)
        if result.proved:
            setting.hold = wide
            stand(trial, search, setting, truth, keeps=keeps_tree(strategy), wrapped=probed)

    return tries


def try_mirrored(setting, trial):
    """The players exchanged: every value is negated, and the best move is the same."""
    limits = Limits(expanded=ENOUGH if setting.finite else FOR_EVER)
    strategy = setting.rng.choice(VALID)
    search = interval_search(Mirrored(setting.game), strategy, **setting.state)
    result = run(search, limits)
    truth = setting.truth(sign=-1)
    judge(trial, truth, result, hold=setting.hold, finite=setting.finite, limits=limits)
    if result.proved:
        stand(trial, search, setting, truth, keeps=keeps_tree(strategy), wrapped=Mirrored)


def try_yardstick(setting, trial):
    """Alpha-beta on intervals, one ply deeper at a time: it tells a move and why it stopped."""
    most = ENOUGH if setting.finite else FOR_EVER
    found = interval_alphabeta(setting.from_root(), max_expanded=most)
    trial.proved = found.stopped is Stopped.PROVED
    if found.expanded > most:
        trial.blame("limit passed", found.expanded)
    if setting.finite and found.stopped not in (Stopped.PROVED, Stopped.BOUNDS_FALSE):
        trial.blame("does not end", found.stopped)
    if setting.hold and found.stopped is Stopped.BOUNDS_FALSE:
        trial.blame("accusation", found.stopped.value)
    if setting.hold and trial.proved and found.move not in setting.truth().best:
        trial.blame("false proof", f"{found.move}; the best is {setting.truth().best}")


def finite_numbers(table):
    """A table without infinite values: a margin or an estimate could not be told there."""
    if table.dress.numbers == "endless":
        return replace(table, dress=replace(table.dress, numbers="whole"))
    return table


def with_small_table(game, strategy, **state):
    """df-B* that forgets nearly everything it has seen."""
    return DepthFirstSearch(game, DEPTH_FIRST[strategy], table=2, **state)


def may_refuse(strategy):
    """What a strategy may refuse: df-B* has a table of states, and a grid spans what is finite."""

    def refuses(table):
        if strategy.startswith("DF"):
            return not table.dress.hashes
        return strategy in GRIDS and table.has_infinite_bounds

    return refuses


def any_may_refuse(table):
    return table.has_infinite_bounds or not table.dress.hashes


LAWS = [
    *(Law(f"bstar {name}", try_strategy(name), may_refuse(name)) for name in VALID),
    Law("df-B*, a table for 2", try_strategy("DF", with_small_table), may_refuse("DF")),
    Law("bstar, a strategy of one's own", try_strategy(Anyhow)),
    Law("ProbedBounds, valid", try_probed(wide=True), any_may_refuse, takes=finite_numbers),
    Law("ProbedBounds, narrow", try_probed(wide=False), any_may_refuse, takes=finite_numbers),
    Law("Mirrored", try_mirrored, any_may_refuse),
    Law("interval_alphabeta", try_yardstick),
]
