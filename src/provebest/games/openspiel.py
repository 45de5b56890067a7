"""Every suitable OpenSpiel game, through one adapter.

OpenSpiel is an optional extra. A game is suitable if it has two players who move one at a time,
nothing is hidden or left to chance, and it is zero-sum; others are refused with the reason. A
player may move several times in a row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, cast

from provebest.games.protocol import Game
from provebest.vocabulary import BadInputError, shorten

MAX_PLAYER = 0
PLAYERS = 2


@dataclass(frozen=True, slots=True)
class SpielState:
    """An OpenSpiel state, identified by the moves that led to it."""

    history: tuple[int, ...]
    spiel: Any = field(compare=False, repr=False)
    """Never changed: every move is played on a copy."""


class OpenSpielGame(Game[SpielState, int]):
    """An OpenSpiel game, given by name or as a ``pyspiel.Game``. MAX is its player 0.

    ``estimate`` returns the value of an unfinished OpenSpiel state for player 0, in the game's own
    utilities; without it such a state is worth 0. A search begins after the moves of ``opening``.

    Raises:
        BadInputError: if the game is unsuitable, an estimate is outside the game's utilities, or in
            some state chance or both players move.
    """

    def __init__(
        self,
        name_or_game: Any,
        parameters: Mapping[str, bool | int | float | str] | None = None,
        *,
        estimate: Callable[[Any], float] | None = None,
        opening: Sequence[int] = (),
    ) -> None:
        self.spiel_game = _load(name_or_game, parameters)
        _refuse_unsuitable(self.spiel_game)
        self.value_range = (self.spiel_game.min_utility(), self.spiel_game.max_utility())
        self.estimate = estimate
        self._start = SpielState((), self.spiel_game.new_initial_state())
        for move in opening:
            if move not in self.moves(self._start):
                raise BadInputError(f"{move!r} is not a legal action in {self.show(self._start)!r}")
            self._start = self.play(self._start, move)

    def start(self) -> SpielState:
        """The game's initial state, or the state after the opening."""
        return self._start

    def moves(self, state: SpielState) -> Sequence[int]:
        """The legal actions, as OpenSpiel numbers and orders them."""
        if not state.spiel.is_terminal():
            self._player(state)
        actions: list[int] = state.spiel.legal_actions()
        return actions

    def play(self, state: SpielState, move: int) -> SpielState:
        """The state after an action."""
        return SpielState((*state.history, move), state.spiel.child(move))

    def max_to_move(self, state: SpielState) -> bool:
        """Whether it is player 0's turn."""
        return not state.spiel.is_terminal() and self._player(state) == MAX_PLAYER

    def value(self, state: SpielState) -> float:
        """Player 0's return if the game is over, otherwise the estimate."""
        if state.spiel.is_terminal():
            return float(state.spiel.returns()[MAX_PLAYER])
        return 0.0 if self.estimate is None else self._utility(state, self.estimate(state.spiel))

    def show(self, state: SpielState) -> str:
        """The state as OpenSpiel prints it."""
        return str(state.spiel)

    def show_move(self, state: SpielState, move: int) -> str:
        """The action as OpenSpiel prints it."""
        return str(state.spiel.action_to_string(state.spiel.current_player(), move))

    def _player(self, state: SpielState) -> int:
        """Returns the player to move; a game's type does not guarantee one in every state."""
        spiel = state.spiel
        player = int(spiel.current_player())
        if player in range(PLAYERS):
            return player
        if spiel.is_chance_node():
            reason = "chance moves"
        elif spiel.is_simultaneous_node():
            reason = "both players move at once"
        else:
            reason = "no player is to move" if player < 0 else f"player {player} is to move"
        raise BadInputError(f"{reason} in {self.show(state)!r}, which cannot be searched")

    def _utility(self, state: SpielState, found: Any) -> float:
        least, greatest = self.value_range
        if not isinstance(found, Real) or not least <= cast("float", found) <= greatest:
            raise BadInputError(
                f"the estimate returned {shorten(found)} for {self.show(state)!r}; "
                f"expected a number from {least:g} to {greatest:g}, the utilities of the game"
            )
        return float(found)


def _load(name_or_game: Any, parameters: Mapping[str, Any] | None) -> Any:
    try:
        import pyspiel  # noqa: PLC0415 - optional, and slow to load
    except ImportError:
        raise BadInputError(
            "OpenSpiel games need open_spiel: pip install 'provebest[openspiel]'"
        ) from None
    if isinstance(name_or_game, pyspiel.Game):
        if parameters:
            raise BadInputError("parameters need the name of a game, not a pyspiel.Game")
        return name_or_game
    if str(name_or_game).partition("(")[0] not in pyspiel.registered_names():
        raise BadInputError(f"OpenSpiel has no game named {name_or_game!r}")
    try:
        if parameters:
            return pyspiel.load_game(name_or_game, dict(parameters))
        return pyspiel.load_game(name_or_game)
    except (pyspiel.SpielError, TypeError, LookupError) as error:
        reason = str(error).splitlines()[0]
        raise BadInputError(f"OpenSpiel cannot load {name_or_game!r}: {reason}") from None


def _refuse_unsuitable(game: Any) -> None:
    import pyspiel  # noqa: PLC0415 - optional, and slow to load

    kind, traits = game.get_type(), pyspiel.GameType
    faults = {
        f"it has {game.num_players()} player(s), not 2": game.num_players() != PLAYERS,
        "its players move at the same time": kind.dynamics != traits.Dynamics.SEQUENTIAL,
        "it has chance events": kind.chance_mode != traits.ChanceMode.DETERMINISTIC,
        "it has hidden information": kind.information != traits.Information.PERFECT_INFORMATION,
        "it is not zero-sum": kind.utility != traits.Utility.ZERO_SUM,
    }
    found = [fault for fault, is_there in faults.items() if is_there]
    if found:
        raise BadInputError(f"{kind.short_name} cannot be searched here: {', '.join(found)}")
