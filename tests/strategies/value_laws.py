"""The laws of searches that ask for values: alpha-beta, deepening, and probability-based B*."""

import math

from law_certificates import certified, forge
from law_trials import Law
from table_games import same

from provebest import (
    ClassicSettings,
    GameBeliefs,
    Limits,
    ModernSettings,
    NothingSearchedError,
    ProbabilitySearch,
    Stopped,
    alphabeta,
    deepening,
    minimax,
    pbstar,
    run,
)
from provebest.certificate.certificate import plain
from provebest.search.alphabeta.result import TO_THE_END
from provebest.search.probability.settings import Effort

DEEPEST = 16
"""No game without cycles that is drawn here goes on for longer."""
FIRST_LOOK = 20
"""Nodes within which the first look at all moves may not come to its end."""


def plain_value(setting, place, depth):
    """Minimax to this depth, with estimates at the horizon."""
    table = setting.table
    below = table.moves[place]
    if depth == 0 or not below:
        return setting.game.value(setting.game.state(place))
    pick = max if table.max_moves[place] else min
    return pick(plain_value(setting, after, depth - 1) for after in below)


def try_alphabeta(search, *, table=False):
    """``alphabeta`` or ``minimax``, to the end of the game or less deep, in a window or not."""

    def tries(setting, trial):
        rng, span = setting.rng, setting.table.span
        depth = DEEPEST if setting.finite and rng.random() < 0.5 else rng.randint(1, 4)
        options = {}
        if search is alphabeta:
            options = {"fail_soft": rng.random() < 0.5}
            if rng.random() < 0.3:
                options["order"] = lambda _, moves: list(reversed(list(moves)))
            if rng.random() < 0.3:
                options["alpha"] = rng.randint(-span - 1, span)
                options["beta"] = options["alpha"] + rng.randint(1, span)
        if table:
            options["table"] = rng.choice((True, 1, 4, 100))
        result = search(setting.game, depth, **options, **setting.state)
        alpha, beta = options.get("alpha", -math.inf), options.get("beta", math.inf)
        judge(setting, trial, result)
        inside = alpha < result.value < beta
        if setting.finite and depth == DEEPEST and inside and not result.proved:
            trial.blame("does not end", result.stopped)
        m, v = plain_value(setting, setting.table.root, depth), result.value
        right = same(v, m) or (m <= v <= alpha) or (m >= v >= beta)
        if not right and not result.proved:
            trial.blame("wrong value", f"{v} at depth {depth} in [{alpha}, {beta}]; it is {m}")

    return tries


def try_deepening(*, table=False):
    """Depth by depth, with and without a limit on expansions."""

    def tries(setting, trial):
        rng = setting.rng
        most = rng.choice((None, 1, 3, 10, 40))
        depth = DEEPEST if setting.finite else rng.randint(1, 5)
        options = {"table": rng.choice((True, 1, 4, 100))} if table else {}
        limits = Limits(expanded=most)
        result = deepening(setting.game, depth, limits=limits, **options, **setting.state)
        judge(setting, trial, result)
        if most is not None and result.counters.expanded > most:
            trial.blame("limit passed", f"{result.counters.expanded} of {most}")
        if most is None and setting.finite and not result.proved:
            trial.blame("does not end", result.stopped)

    return tries


def judge(setting, trial, result):
    """What is to be true of the result of alpha-beta; minimax is asked by nobody's estimates."""
    trial.proved = result.proved
    if not result.proved:
        return
    truth = setting.truth()
    if not same(result.value, truth.root):
        trial.blame("false proof", f"value {result.value}; it is {truth.root}")
    if (result.move not in truth.best) if truth.arcs else (result.move is not None):
        trial.blame("false proof", f"{result.move}; the best is {truth.best}")


def try_classic(setting, trial):
    """The paper's control; its hopes are the bounds of the game, and so is what is sure."""
    policies = ClassicSettings(
        effort=Effort(setting.rng.choice((1, 5, 30, 100))), win=setting.game.least_win
    )
    result = pbstar(setting.game, control="classic", settings=policies, **setting.state)
    truth = setting.truth()
    trial.proved = result.proved
    if setting.hold:
        judge_proof(trial, result, truth)
    judge_words(setting, trial, result, truth)
    if len(set(setting.table.moves[setting.table.root])) > 1 and setting.table.dress.shows:
        stand(setting, trial, policies, truth)


def judge_proof(trial, result, truth):
    if result.stopped is Stopped.BOUNDS_FALSE or "contradict" in result.reason:
        trial.blame("accusation", result.reason)
    if not result.proved:
        return
    if result.move not in truth.best:
        trial.blame("false proof", f"{result.move}; the best is {truth.best}")
    for move in result.moves:
        lo, hi = move.bounds
        worth = truth.arcs[move.move]
        if not (lo <= worth <= hi or same(lo, worth) or same(hi, worth)):
            trial.blame("false bounds", f"{move.move} is worth {worth}, not in [{lo}, {hi}]")


def stand(setting, trial, policies, truth):
    """Its certificate: that of a proof, and of any other end."""
    game = setting.from_root()
    search = ProbabilitySearch(GameBeliefs(game), policies)
    result = run(search)
    if not search.exact or not (setting.hold or result.proved):
        return  # too large a cycle, or bounds that contradict each other: there need not be one
    written = certified(trial, search, game)
    if written is None:
        return
    if written["claim"]["proved"] != result.proved:
        trial.blame("certificate refused", "it does not say what the result says")
    best = {plain(move) for move in truth.best}

    def is_true(claim, verdict):
        return not verdict.shown.proved or claim["move"] in best

    if setting.hold:
        forge(trial, written, game, is_true, setting.rng)


def try_modern(setting, trial):
    """Alpha-beta over sets of root moves: it proves nothing, but tells what it has seen."""
    limits = Limits(probe_nodes=setting.rng.choice((1, 10, 100, 1000)), depth=DEEPEST)
    options = {} if setting.rng.random() < 0.5 else {"settings": ModernSettings()}
    try:
        result = pbstar(setting.game, control="modern", limits=limits, **options, **setting.state)
    except NothingSearchedError:
        if limits.probe_nodes > FIRST_LOOK:
            raise
        trial.refused = True
        return
    truth = setting.truth()
    trial.proved = result.reason == TO_THE_END
    if result.reason == TO_THE_END or result.stopped is Stopped.PROVED:
        if result.move not in truth.best:
            trial.blame("false proof", f"{result.move}; the best is {truth.best}")
        if not same(result.value, truth.root):
            trial.blame("false proof", f"value {result.value}; it is {truth.root}")
    judge_words(setting, trial, result, truth)


def judge_words(setting, trial, result, truth):
    """A win that is told is one; and all values speak for MAX."""
    if result.move not in truth.arcs:
        trial.blame("false proof", f"{result.move} is not a move")
        return
    worth = truth.arcs[result.move] if truth.max_chooses else -truth.arcs[result.move]
    if "wins" in result.reason and worth < setting.game.least_win:
        trial.blame("false win", f"{result.reason}: {result.move} is worth {worth}")
    ends = all(not setting.table.moves[t] for t in setting.table.moves[setting.table.root])
    if ends and not same(result.value, truth.root):
        trial.blame("wrong value", f"{result.value}; every move ends the game, with {truth.root}")


def unhashable(table):
    return not table.dress.hashes


def unhashable_or_endless(table):
    """The paper's control counts chances by finite hopes."""
    return not table.dress.hashes or table.has_infinite_bounds


LAWS = [
    Law("alphabeta", try_alphabeta(alphabeta), over="answered"),
    Law("minimax", try_alphabeta(minimax), over="answered"),
    Law("deepening", try_deepening(), over="answered"),
    Law("alphabeta, table", try_alphabeta(alphabeta, table=True), unhashable, over="answered"),
    Law("deepening, table", try_deepening(table=True), unhashable, over="answered"),
    Law("pbstar classic", try_classic, unhashable_or_endless),
    Law("pbstar modern", try_modern),
]
