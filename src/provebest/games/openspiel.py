"""Every suitable game of OpenSpiel, through one adapter.

OpenSpiel is an optional extra. A game is suitable if two players move in turn, nothing is hidden or
left to chance, and one wins what the other loses; others are refused with the reason. In turn does
not mean alternately: a player may move several times in a row.
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
    """An OpenSpiel state, known by the moves that led to it."""

    history: tuple[int, ...]
    spiel: Any = field(compare=False, repr=False)
    """Never changed: every move is played on a copy."""


class OpenSpielGame(Game[SpielState, int]):
    """A game of OpenSpiel, by name or as a ``pyspiel.Game``. MAX is its player 0.

    ``estimate`` says what an OpenSpiel state is worth to player 0 while the game goes on, in the
    game's own utilities; without one such a state is worth 0. A search begins after ``opening``.

    Raises:
        BadInputError: for an unsuitable game, an estimate that is not a utility of the game, and a
            state in mid-game in which chance moves or both players do.
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
        """What player 0 has won if the game is over, otherwise the estimate."""
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
        """The player to move; a game's type does not promise that there is one in every state."""
        spiel = state.spiel
        player = int(spiel.current_player())
        if player in range(PLAYERS):
            return player
        if spiel.is_chance_node():
            reason = "chance moves"
        elif spiel.is_simultaneous_node():
            reason = "both players move at once"
        else:
            reason = "nobody is to move" if player < 0 else f"player {player} is to move"
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
            raise BadInputError("parameters go with a game's name, not with a game already made")
        return name_or_game
    if str(name_or_game).partition("(")[0] not in pyspiel.registered_names():
        raise BadInputError(f"OpenSpiel has no game named {name_or_game!r}")
    try:
        if parameters:
            return pyspiel.load_game(name_or_game, dict(parameters))
        return pyspiel.load_game(name_or_game)
    except (pyspiel.SpielError, TypeError, LookupError) as error:
        said = str(error).splitlines()[0]
        raise BadInputError(f"OpenSpiel cannot make {name_or_game!r}: {said}") from None


def _refuse_unsuitable(game: Any) -> None:
    import pyspiel  # noqa: PLC0415 - optional, and slow to load

    kind, traits = game.get_type(), pyspiel.GameType
    faults = {
        f"it has {game.num_players()} player(s), not 2": game.num_players() != PLAYERS,
        "its players do not move in turn": kind.dynamics != traits.Dynamics.SEQUENTIAL,
        "it has chance in it": kind.chance_mode != traits.ChanceMode.DETERMINISTIC,
        "it hides something": kind.information != traits.Information.PERFECT_INFORMATION,
        "it is not zero-sum": kind.utility != traits.Utility.ZERO_SUM,
    }
    found = [fault for fault, is_there in faults.items() if is_there]
    if found:
        raise BadInputError(f"{kind.short_name} cannot be searched here: {', '.join(found)}")
