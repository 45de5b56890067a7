"""Chess positions, their real values and hopes, for the probability-based search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from provebest.chess.optimism import Optimism
from provebest.chess.probes.expansion import Expander, Path
from provebest.chess.probes.parallel import ParallelExpander
from provebest.games.chess_values import seen_from_root
from provebest.search.probability.beliefs import NOTHING_SURE, Belief, Question


class ChessState:
    """A position of the tree; equal to every state with the same position, by whatever moves."""

    __slots__ = ("key", "path", "retaken")

    def __init__(self, key: int, path: Path, *, retaken: bool = False) -> None:
        self.key = key
        self.path = path
        self.retaken = retaken
        """The best reply captures the piece that moved last."""

    def __hash__(self) -> int:
        return self.key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ChessState) and other.key == self.key

    def __repr__(self) -> str:
        return f"ChessState({' '.join(self.path) or 'root'})"


class ChessBeliefs:
    """A ``Believer`` that combines a prober with the rules for optimism.

    Its bounds are always ``NOTHING_SURE``, even at the end of a game: a value may depend on the
    moves that led to a position. A mate is worth less the later it comes, and a draw may be one by
    repetition.
    """

    def __init__(
        self,
        key: int,
        expander: Expander,
        only: Sequence[str] = (),
        optimism: Optimism = Optimism(),  # noqa: B008 - frozen, so one shared default is safe
    ) -> None:
        self._start = ChessState(key, ())
        self.expander = expander
        self.only = frozenset(only)
        """Root moves to choose from; empty means all."""
        self.optimism = optimism

    def start(self) -> ChessState:
        """The position to search."""
        return self._start

    def expand(
        self, state: ChessState, depth: int, *, hopes: bool
    ) -> list[Belief[ChessState, str]]:
        """Every legal move with its values; at the root, only those in ``only``."""
        beliefs = []
        for facts in self.expander.expand(state.path, hopes=hopes):
            if not state.path and self.only and facts.move not in self.only:
                continue
            after = ChessState(facts.key, (*state.path, facts.move), retaken=facts.retaken)
            real = seen_from_root(facts.real, depth + 1)
            hope = None
            if hopes and not facts.over:
                hope = self.optimism.hope(facts.hope, real, retaken=facts.retaken, depth=depth)
            beliefs.append(
                Belief(
                    facts.move,
                    after,
                    real,
                    hope,
                    facts.reply,
                    facts.over,
                    bounds=NOTHING_SURE,
                )
            )
        return beliefs

    def hopes(self, asked: Sequence[tuple[ChessState, str, ChessState, float, int]]) -> list[float]:
        """The mover's optimism for moves that were expanded without hopes."""
        promises = self.expander.hopes([(*before.path, move) for before, move, *_ in asked])
        return [
            self.optimism.hope(promise, real, retaken=after.retaken, depth=depth)
            for promise, (_, _, after, real, depth) in zip(promises, asked, strict=True)
        ]

    def work(self) -> tuple[int, int]:
        """Probes made so far, and the nodes they visited."""
        return self.expander.work()


class PreparesBeliefs:
    """Tells a parallel expander in advance which positions of a search may be expanded."""

    def __init__(self, expander: ParallelExpander) -> None:
        self._expander = expander

    def prepare(self, now: Question[ChessState], later: Iterator[Question[ChessState]]) -> None:
        """``now`` is asked next, and some of ``later`` may follow."""
        self._expander.prepare(_as_path(now), map(_as_path, later))

    def rest(self) -> None:
        """Nothing is asked any more."""
        self._expander.rest()


def _as_path(question: Question[ChessState]) -> tuple[Path, bool]:
    return question.state.path, question.hopes
