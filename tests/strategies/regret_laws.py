"""The law of a largest regret: B* in all its strategies, told when it is good enough."""

import math

from interval_laws import (
    ENOUGH,
    FOR_EVER,
    VALID,
    Anyhow,
    any_may_refuse,
    judge,
    judge_regret,
    keeps_tree,
)
from law_certificates import bounds_claim_is_true, certified, forge
from law_trials import Law

from provebest import Limits, Stopped, run
from provebest.search.intervals import interval_search


def try_regret(setting, trial):
    """A largest regret: the same tree, cut off where that is reached, and a choice within it."""
    rng = setting.rng
    strategy = rng.choice([*VALID, Anyhow])
    limits = Limits(expanded=ENOUGH if setting.finite else FOR_EVER)
    whole = rng.randint(0, 2 * setting.table.span)  # no two values are farther apart
    allowed = setting.table.dress.number(whole, math.inf)
    search, plain = (
        interval_search(setting.game, strategy, regret=regret, **setting.state)
        for regret in (allowed, 0)
    )
    result = run(search, limits)
    truth = setting.truth()
    within = result.stopped is Stopped.WITHIN_REGRET
    ends = setting.finite and not within
    judge(trial, truth, result, hold=setting.hold, finite=ends, limits=limits)
    if within and not (allowed > 0 and 0 < result.regret <= allowed):
        trial.blame("false stop", f"{result.regret}; {allowed} was asked for")
    if within and setting.hold:
        judge_regret(trial, truth, result, allowed)
    longer = run(plain, limits)
    if longer.counters.expanded < result.counters.expanded:
        trial.blame("regret costs", f"{result.counters.expanded} for {longer.counters.expanded}")
    if not keeps_tree(strategy):
        return
    again = interval_search(setting.game, strategy, **setting.state)
    run(again, Limits(expanded=result.counters.expanded))
    if bounds_of(again.root) != bounds_of(search.root):
        trial.blame("differs", "the tree is not the one without a regret, cut off")
    if within and setting.table.dress.shows:
        written = certified(trial, search, setting.game, **setting.state)
        if written is not None and written["claim"]["proved"]:
            trial.blame("false proof", "the certificate calls a move proved")
        if written is not None and setting.hold:
            claim = bounds_claim_is_true(truth)
            forge(trial, written, setting.game, claim, rng, **setting.state)


def bounds_of(root):
    return [(node.move, node.lo, node.hi, node.depth) for node in root.subtree()]


LAWS = [Law("bstar, a largest regret", try_regret, any_may_refuse)]
