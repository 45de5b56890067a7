"""The laws of Harris's game search, of trees written down or drawn, and of OpenSpiel's games."""

from fractions import Fraction
from functools import cache
from random import Random

from interval_laws import ENOUGH, VALID, finite_numbers, judge, keeps_tree, separated, stand
from law_certificates import certified, forge
from law_trials import Law
from random_games import MOST_STATES, Dress, Table, bounds_drawn, true_values

from provebest import Limits, ProbedBounds, Stopped, alphabeta, run
from provebest.certificate.certificate import plain
from provebest.certificate.reading import read_number
from provebest.games import NestedTree
from provebest.games.race import RaceOf
from provebest.games.trees import AdjustAfterTree, CanonicalTree, PalayTree
from provebest.search import BandwidthGameSearch
from provebest.search.intervals import interval_search, reference_search

LOSS = 60
"""Harris's N: more plies than any game drawn here has."""


# --- a race -----------------------------------------------------------------------------------


class Race:
    """A table as a race: plies to the win of whoever is the program, with errors from -d to e."""

    def __init__(self, setting):
        rng, table = setting.rng, setting.table
        self.table, self.game = table, setting.game
        self.e, self.d = rng.randint(0, 3), rng.randint(0, 3)
        self.program_is_max = table.max_moves[table.root] == (rng.random() < 0.85)
        self.errors = [rng.choice((-self.d, self.e, rng.randint(-self.d, self.e))) for _ in
                       table.moves]  # fmt: skip
        self.plies = cache(self.plies)

    def outcome(self, state):
        place = self.game.place(state)
        if self.table.moves[place]:
            return None
        won = self.table.value[place] > 0 if self.program_is_max else self.table.value[place] < 0
        return "win" if won else "loss"

    def plies(self, place):
        """Plies until the program has won, with best play; a loss counts N more."""
        if not self.table.moves[place]:
            return 0 if self.outcome(place) == "win" else LOSS
        pick = min if self.table.max_moves[place] == self.program_is_max else max
        return 1 + pick(self.plies(after) for after in self.table.moves[place])

    def estimate(self, state):
        place = self.game.place(state)
        return max(0, self.plies(place) + self.errors[place])

    def made(self):
        return RaceOf(self.game, self.outcome, self.estimate, program_is_max=self.program_is_max)


def try_race(setting, trial):
    """With true e and d: a first move at most e + d plies worse than the best."""
    rng, race = setting.rng, Race(setting)
    table, game = setting.table, race.made()
    drop = rng.random() < 0.7
    search = BandwidthGameSearch(
        game, race.e, race.d, loss_value=LOSS, mode=rng.choice(("plain", "dual")), drop=drop,
        prolong_losses=False, **setting.state,
    )  # fmt: skip
    limits = Limits(expanded=ENOUGH)
    result = run(search, limits)
    after = dict(zip(race.game.names(table.root), table.moves[table.root], strict=True))
    worth = {move: race.plies(place) for move, place in after.items()}
    if result.stopped is not Stopped.FOUND:
        trial.blame("does not end", result.stopped)
        return
    if result.verdict == "sure win" and race.plies(table.root) >= LOSS:
        trial.blame("false win", f"{result.move}: the program loses")
    if not worth or table.max_moves[table.root] != race.program_is_max:
        return
    trial.proved = True
    if worth[result.move] - min(worth.values()) > race.e + race.d:
        trial.blame("false proof", f"{result.move} is too far from the best: {worth}")
    if not table.dress.shows:
        return
    written = certified(trial, search, game, **setting.state)
    if drop:  # what was dropped need not be found again
        trial.faults = [fault for fault in trial.faults if fault[0] != "no certificate"]
    if written is not None:
        named = {plain(move): plies for move, plies in worth.items()}
        forge(trial, written, game, _race_claim_is_true(race, named), rng, **setting.state)


def _race_claim_is_true(race, worth):
    def is_true(claim, verdict):
        e, d = (read_number(claim[name], "") for name in ("e", "d"))
        if e < race.e or d < race.d:
            return True  # another declaration, which is not true of this estimate
        above = Fraction(worth[claim["move"]] - min(worth.values()))
        return above <= read_number(claim["within"], "") and (above == 0 or not claim["proved"])

    return is_true


# --- trees ------------------------------------------------------------------------------------


def as_tree(table):
    """The tree that a table unfolds to, with new bounds."""
    moves, waiting = [], [table.root]
    for state in waiting:  # grows while it is read
        first = len(waiting)
        waiting += table.moves[state]
        moves.append(tuple(range(first, len(waiting))))
    max_moves = tuple(table.max_moves[state] for state in waiting)
    value = tuple(table.value[state] for state in waiting)
    rng = Random(str((moves, value)))
    kind = rng.choice(("wide", "loose", "close", "false"))
    stated = bounds_drawn(rng, kind, moves, true_values(moves, max_moves, value), table.span)
    numbers = finite_numbers(table).dress.numbers
    dress = Dress("whole" if numbers == "thirds" else numbers, moves="range")
    return Table(tuple(moves), max_moves, value, stated, table.span, dress=dress)


def nested(game, expected, place=0):
    """A tree as ``NestedTree`` takes it; a turn is said if it is not the expected player's."""
    below, max_moves = game.table.moves[place], game.table.max_moves[place]
    if not below:
        return game.true(place)
    bounds = game.bounds(place)
    children = [nested(game, not max_moves, after) for after in below]
    node = {"bounds": [bounds.lo, bounds.hi], "children": children}
    return node if max_moves == expected else {**node, "turn": "MAX" if max_moves else "MIN"}


def try_nested(setting, trial):
    """A tree written down, by B* and by alpha-beta."""
    first = setting.rng.random() < 0.8
    tree = NestedTree(nested(setting.game, first), max_first=first)
    strategy, limits, truth = setting.rng.choice(VALID), Limits(expanded=ENOUGH), setting.truth()
    found = alphabeta(tree, MOST_STATES)
    moves = truth.best if truth.arcs else {None}
    if not found.proved or found.move not in moves or found.value != truth.root:
        trial.blame("false proof", f"alpha-beta: {found.move} {found.value}")
    search = interval_search(tree, strategy)
    result = run(search, limits)
    judge(trial, truth, result, hold=setting.hold, finite=True, limits=limits)
    if result.proved:
        stand(trial, search, setting, truth, keeps=keeps_tree(strategy), wrapped=lambda _: tree)


PLAIN = Table(((1,), ()), (True, False), (0, 0), ((0, 0), (0, 0)), 1)
"""For laws that draw their own trees."""
COMPILED = [name for name in VALID if keeps_tree(name)]


def drawn_tree(rng):
    width, span, seed = rng.randint(1, 3), rng.randint(1, 14), rng.randint(1, 10**6)
    family = rng.choice((CanonicalTree, CanonicalTree, PalayTree, AdjustAfterTree))
    if family is CanonicalTree:
        return CanonicalTree(width, span, seed)
    draws = rng.randint(2, 5)
    if family is PalayTree:
        return PalayTree(width, span + 1, draws, seed)
    return AdjustAfterTree(width, span + 1, draws, rng.choice((0.5, 1, 1.4)), seed)


def exhaustive(tree, state, bounds, plies):
    """Bounds of a node by plain minimax over everything so many plies below it."""
    lo, hi = bounds
    if lo == hi or plies == 0:
        return lo, hi
    below = [exhaustive(tree, at, (a, b), plies - 1) for _, at, a, b in tree.expand(state)]
    pick = max if tree.max_to_move(state) else min
    return pick(pair[0] for pair in below), pick(pair[1] for pair in below)


def try_compiled(strategy):
    """The compiled twin: the same answer as the reference, and not against exhaustive minimax."""

    def tries(setting, trial):
        tree, max_nodes = drawn_tree(setting.rng), setting.rng.choice((20, 400))
        search = interval_search(tree, strategy, max_nodes=max_nodes)
        reference = reference_search(tree, strategy, max_nodes=max_nodes)
        result, expected = run(search), run(reference)
        trial.proved = result.proved
        if repr(result) != repr(expected):
            trial.blame("differs", f"{result} and {expected}")
        seen = tree.with_invalid_bounds() if strategy.endswith("X") else tree
        if result.proved and not separated(
            reference.root, seen, max_chooses=True, replaced=seen.bounds_may_be_false
        ):
            trial.blame("false proof", "what was stated of the tree does not separate the moves")
        if isinstance(tree, AdjustAfterTree) or strategy.endswith("X"):
            return  # bounds of these trees may be false
        arcs = tree.expand(tree.start())
        known = {move: exhaustive(tree, at, (lo, hi), 5) for move, at, lo, hi in arcs}
        if result.stopped is Stopped.BOUNDS_FALSE or result.violations:
            trial.blame("accusation", f"{tree.spec}")
        if result.proved and known[result.move][1] < max(lo for lo, _ in known.values()):
            trial.blame("false proof", f"{result.move}; minimax has {known}")
        for arc in result.arcs:
            if arc.lo > known[arc.move][1] or arc.hi < known[arc.move][0]:
                trial.blame("false bounds", f"{arc}; minimax has {known}")
        if result.proved:
            certified(trial, search, None)

    return tries


# --- OpenSpiel --------------------------------------------------------------------------------

SPIELS = ("tic_tac_toe", "dots_and_boxes(num_rows=1,num_cols=2)", "nim(pile_sizes=2;1;2)")


def try_open_spiel(setting, trial):
    """Games of others through the adapter, near their ends; in one of them players move twice."""
    from provebest.games.openspiel import OpenSpielGame  # noqa: PLC0415 - an optional extra

    rng = setting.rng
    game = _spiel(rng.choice(SPIELS))
    state, opening = game.start(), []
    while len(game.moves(state)) > 5:
        opening.append(rng.choice(game.moves(state)))
        state = game.play(state, opening[-1])
    game = OpenSpielGame(game.spiel_game, opening=opening)
    if not game.moves(game.start()):
        return
    worth = {
        move: _minimax(game, game.play(game.start(), move)) for move in game.moves(game.start())
    }
    best = (max if game.max_to_move(game.start()) else min)(worth.values())
    limits, least = Limits(expanded=ENOUGH), game.value_range
    probed = ProbedBounds(game, rng.randint(0, 1), margin=least[1] - least[0])
    strategy = rng.choice(VALID)
    search = interval_search(probed, strategy)
    result, found = run(search, limits), alphabeta(game, 12)
    trial.proved = result.proved
    if not found.proved or found.value != best or worth[found.move] != best:
        trial.blame("false proof", f"alpha-beta: {found.move} {found.value}; {worth}")
    if not result.proved:
        trial.blame("accusation", f"{strategy}: {result.stopped.value}")
    elif worth[result.move] != best or best not in result.value:
        trial.blame("false proof", f"{strategy}: {result.move} {result.value}; {worth}")
    elif keeps_tree(strategy):
        certified(trial, search, probed)


@cache
def _spiel(name):
    from provebest.games.openspiel import OpenSpielGame  # noqa: PLC0415 - an optional extra

    return OpenSpielGame(name)


def _minimax(game, state):
    moves = game.moves(state)
    if not moves:
        return game.value(state)
    pick = max if game.max_to_move(state) else min
    return pick(_minimax(game, game.play(state, move)) for move in moves)


def itself(_table):
    return PLAIN


LAWS = [
    Law("BandwidthGameSearch", try_race, over="answered", without=("cycles",)),
    Law("NestedTree", try_nested, without=("cycles",), takes=as_tree),
    *(Law(f"compiled {name}", try_compiled(name), takes=itself) for name in COMPILED),
    Law("bstar 2DRMX, drawn trees", try_compiled("2DRMX"), takes=itself),
    Law("OpenSpiel", try_open_spiel, takes=itself),
]
