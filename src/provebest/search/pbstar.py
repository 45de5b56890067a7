"""``pbstar``: choose a move by probability-based B*, in one call.

The two controls are ``probability/control.py`` (classic, the paper's) and ``setprobe/search.py``
(modern). Both count for the side to move; the result of ``pbstar`` speaks for MAX.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Generic

from provebest.games.checked import checked, root_of
from provebest.games.names import named
from provebest.games.protocol import Game, Move, State
from provebest.search.move_search import MoveSearch
from provebest.search.probability.beliefs import Believer
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.game_beliefs import GameBeliefs
from provebest.search.probability.result import ProbabilityResult
from provebest.search.probability.settings import ClassicSettings
from provebest.search.probability.support import with_support
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.game_sets import GameSets
from provebest.search.setprobe.search import ModernSearch
from provebest.search.setprobe.settings import ANY_GAME, ModernSettings
from provebest.vocabulary import BadInputError, Limits, Listener, check_limits, run, shorten

CONTROLS = ("modern", "classic")
DEFAULT_CONTROL = "modern"
DEFAULT_NODES = 50_000
"""States that the modern control may look at if it is given neither nodes nor seconds."""

LEAST_SECONDS = 1e-6
"""A budget of seconds must be above 0; a limit of 0 ends the search before its first step."""


def pbstar(
    game: Game[State, Move],
    believer: Believer[State, Move] | None = None,
    *,
    state: State | None = None,
    control: str = DEFAULT_CONTROL,
    settings: ClassicSettings | ModernSettings | None = None,
    history: Iterable[State] = (),
    limits: Limits = Limits(),  # noqa: B008 - frozen, so one shared default is safe
    on_event: Listener | None = None,
) -> ProbabilityResult[Move]:
    """The move that SELECT chooses and VERIFY cannot refute, for the side to move.

    ``state`` is where to begin, if that is not the game's start; MAX or MIN may be to move. All
    numbers of the result speak for MAX, as the game's do; ``result.argument`` says why.

    ``believer`` gives each move's likely and hoped-for value; the default is shallow alpha-beta
    (``GameBeliefs``). ``control`` is ``modern`` (the default), alpha-beta over sets of root moves
    and one law that says when to stop, or ``classic``, the paper's tree;
    ``settings`` are ``ModernSettings`` or ``ClassicSettings`` accordingly. ``history`` holds
    positions of the game so far: the classic control counts a return to one of them as a draw, the
    modern one refuses a history.

    The classic control says "proved" if the bounds that the game gives separate the choice from
    all other moves. Hopes do not count for that, and with a ``history`` nothing is proved.

    Raises:
        BadInputError: if the game is over or a limit left no time for a first look; for the
            classic control also if the game has neither a pass nor bounds to hope by.
    """
    check_control(control)
    check_limits(limits)
    checked(game)
    if control == "modern":
        if isinstance(settings, ClassicSettings):
            raise BadInputError("the modern control takes ModernSettings, not ClassicSettings")
        if any(True for _ in history):
            raise BadInputError("only the classic control looks at the history of a game")
        modern = modern_search(game, believer, state=state, settings=settings, limits=limits)
        for_max = _ForMax(game, modern.believer.start())
        found = run_with_events(modern, limits, on_event)
        return for_max.turned(found)
    if isinstance(settings, ModernSettings):
        raise BadInputError("the classic control takes ClassicSettings, not ModernSettings")
    chosen = replace(ClassicSettings(), win=game.least_win) if settings is None else settings
    believer = GameBeliefs(game, state=state) if believer is None else _at(believer, state)
    search = ProbabilitySearch(believer, chosen, history=history)
    for_max = _ForMax(game, search.root.state)
    return for_max.turned(with_support(search, run_with_events(search, limits, on_event)))


def run_with_events(
    search: MoveSearch[Move], limits: Limits, on_event: Listener | None
) -> ProbabilityResult[Move]:
    """Runs the search; the listener gets its events and those of the loop in one stream."""
    search.events.listen(on_event)
    return run(search, limits, search.events.pass_on)


def modern_search(
    game: Game[State, Move],
    believer: Believer[State, Move] | None = None,
    *,
    state: State | None = None,
    settings: ModernSettings | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen, so one shared default is safe
) -> ModernSearch[State, Move]:
    """The modern control on any game that has a value, not yet begun [MC-9].

    It keeps the limits on probe nodes, seconds and depth by itself, inside a probe too; the others
    are for ``run``. The numbers of its result speak for the side to move.

    Raises:
        BadInputError: if the game is over.
    """
    start = root_of(checked(game), state)  # asked once: a game may draw its start by lot
    chosen = ANY_GAME if settings is None else settings
    chosen = replace(chosen, win=min(chosen.win, game.least_win))
    if limits.depth is not None:
        chosen = replace(chosen, deepest=limits.depth)
    nodes, seconds = limits.probe_nodes, limits.seconds
    if nodes is None and seconds is None:
        nodes = DEFAULT_NODES
    # A budget must be above 0; a limit of 0 is for ``run``, which stops before the first step.
    nodes = None if nodes is None else max(nodes, 1)
    seconds = None if seconds is None else max(seconds, LEAST_SECONDS)
    believer = (
        GameBeliefs(game, 0, hopes_needed=False, state=start, sure=False, hashed=False)
        if believer is None
        else _at(believer, state)
    )
    sets = GameSets(game, limits.cancel, state=start)
    return ModernSearch(believer, sets, Budget(nodes, seconds), chosen, cancel=limits.cancel)


def _at(believer: Believer[State, Move], state: State | None) -> Believer[State, Move]:
    """Returns the believer; BadInputError if it does not begin at the given state."""
    if state is not None and believer.start() != state:
        raise BadInputError(
            f"the believer begins at {shorten(believer.start())}, not at the state that was given: "
            f"give it the same one, as in GameBeliefs(game, state=state)"
        )
    return believer


class _ForMax(Generic[State, Move]):
    """Makes results speak for MAX; asks the game who moves before the search spends its time."""

    def __init__(self, game: Game[State, Move], start: State) -> None:
        self._game, self._start = checked(game), start
        self._max_chooses = self._game.max_to_move(start)

    def turned(self, result: ProbabilityResult[Move]) -> ProbabilityResult[Move]:
        """The result of a search that counted for the side to move, with numbers for MAX."""
        seen = result if self._max_chooses else result.turned()
        return named(seen, self._game, self._start)


def check_control(control: str) -> None:
    """Raises BadInputError for a control that does not exist."""
    if control not in CONTROLS:
        raise BadInputError(f"unknown control {control!r}: there are {' and '.join(CONTROLS)}")
