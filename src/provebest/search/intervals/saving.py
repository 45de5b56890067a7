"""An interval search as a file: the game's answers, so that it is not asked again.

A search is loaded by running it again: the same strategy on the same answers expands the same nodes
in the same order. The answers are in the file; the game is asked only for what is new. So any
strategy that keeps its tree can be saved, one of the user's own too, if its ``select`` depends on
the tree alone (not on time or chance). The format is in ``docs/saved-search.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic

from provebest.games.checked import checked
from provebest.games.protocol import Child, Game, Move, State
from provebest.search.intervals import Strategies, reference_search
from provebest.search.intervals.node import IntervalNode
from provebest.search.intervals.regret import checked_regret
from provebest.search.intervals.search import IntervalSearch
from provebest.search.intervals.squared import RefoundFlow
from provebest.search.saved_file import (
    DAMAGED,
    VERSION,
    Decode,
    Encode,
    Line,
    damaged,
    number,
    read_flag,
    read_items,
    read_lines,
    read_number,
    read_whole,
    write_lines,
)
from provebest.vocabulary import BadInputError, Interval, NothingSearchedError

FORMAT = "provebest intervals"

AnyNode = IntervalNode[Any, Any]


def save_intervals(
    search: IntervalSearch[Any, Any], file: Path | str, *, state: Encode, move: Encode
) -> None:
    """Writes the game's answers so far; an existing file is replaced completely or not at all.

    ``state`` and ``move`` turn the game's states and moves into what JSON can hold. The search
    itself is not changed and can go on.

    Raises:
        BadInputError: for a search that does not keep its tree or has met false bounds, and if
            JSON cannot hold what was given.
        NothingSearchedError: for a search that has not begun.
        CannotWriteError: if the file cannot be written.
    """
    if not isinstance(search, IntervalSearch):
        raise BadInputError(
            f"save_intervals saves B* and its variants in Python, not a {type(search).__name__}; "
            f"running a compiled search again takes less time than reading a file"
        )
    if isinstance(search, RefoundFlow):
        raise BadInputError("this strategy forgets parts of its tree, so it cannot be saved")
    if search.root.children is None:
        raise NothingSearchedError("nothing was expanded, so there is nothing to save")
    if search.violations:
        # A contradiction makes nodes forget the game's bounds, so the answers are not all here.
        raise BadInputError("bounds contradicted each other in this search, so it cannot be saved")
    write_lines(file, _lines(search, state, move))


def load_intervals(
    file: Path | str,
    game: Game[State, Move],
    strategy: Strategies = "2DRM",
    *,
    state: Decode,
    move: Decode,
    max_depth: int | None = None,
    max_nodes: int | None = None,
    regret: float | None = None,
) -> IntervalSearch[State, Move]:
    """The search as it was saved, ready to go on.

    The game, the strategy and the limits must be those with which the search was made. Of the game
    only the class's name is compared; of strategy and limits, whether they expand the same nodes.
    The largest regret is the one in the file; give another ``regret`` to go on with that. With a
    smaller one, a search that had ended within its regret goes on; with a larger one, it may end
    before all that was saved is expanded again.
    States are compared by identity, never by equality or hash, so they need not be hashable.

    Raises:
        BadInputError: if the file cannot be read, is not a saved search, is cut off or damaged, or
            was saved with another strategy or other limits.
    """
    asked = None if regret is None else checked_regret(regret)
    head, lines, end = read_lines(file, FORMAT)
    if "digest" not in end or head.get("game") != type(game).__name__:
        raise BadInputError(f"{str(file)!r} was not saved for a {type(game).__name__}")
    try:
        start, said = state(head["state"]), Interval(*map(read_number, head["bounds"]))
        max_moves = read_flag(head["max_moves"])
        answers: _Answers[State, Move] = _Answers(start, said, max_moves=max_moves)
        saved_regret = checked_regret(read_number(head.get("regret", 0)))
        expanded = read_whole(end["expanded"])
        if expanded > len(lines):  # or a line that leads back to another would be read for ever
            raise ValueError("it counts more expansions than it has")
    except DAMAGED as error:
        raise damaged(file, 1, error) from None
    for place, line in enumerate(lines):
        try:
            answers.read(place, line, state, move)
        except DAMAGED as error:
            raise damaged(file, place + 2, error) from None
    remembered = _Remembered(game, answers)
    search = reference_search(
        remembered,
        strategy,
        max_depth=max_depth,
        max_nodes=max_nodes,
        regret=saved_regret if asked is None else asked,
    )
    # As many expansions as were saved; the children of every leaf chosen must be in the file.
    while search.stopped is None and search.tally.expanded < expanded:
        if not answers.knows(search.leaf.state):
            raise BadInputError(f"{str(file)!r} was saved with another strategy or other limits")
        search.step()
    search.game = game
    return search


def _lines(search: IntervalSearch[Any, Any], state: Encode, move: Encode) -> Iterator[Line]:
    """The header, one line for each expanded node (parents first), and the last line.

    Bounds are the game's own, for the game's MAX: ``said_lo`` and ``said_hi``, not backed up.
    """
    expanded = [node for node in search.root.subtree() if node.children is not None]
    place = {id(node): number for number, node in enumerate(expanded)}
    sign = 1 if search.max_chooses else -1  # the tree speaks for the side that chooses

    def bounds(node: AnyNode) -> list[float | str]:
        said = Interval(node.said_lo, node.said_hi)
        seen = said if sign > 0 else -said
        return [number(seen.lo), number(seen.hi)]

    def child_line(node: AnyNode) -> list[Any]:
        max_moves = node.max_moves == search.max_chooses
        where = place.get(id(node))
        return [move(node.move), state(node.state), *bounds(node), max_moves, where]

    root = search.root
    regret = {"regret": number(search.largest_regret)} if search.largest_regret > 0 else {}
    yield {
        "format": FORMAT,
        "version": VERSION,
        "nodes": len(expanded),
        "game": type(search.game).__name__,
        "state": state(root.state),
        "bounds": bounds(root),
        "max_moves": search.max_chooses,
        **regret,
    }
    for node in expanded:
        yield {"children": [child_line(child) for child in node.children or ()]}
    yield {"end": True, "expanded": search.tally.expanded}


@dataclass(slots=True)
class _Known(Generic[State, Move]):
    """What is known of a state, and the number of the line with its children, if there is one.

    The object itself is kept: it is looked up by ``id``, which another object could get otherwise.
    """

    state: State
    max_moves: bool
    line: int | None


class _Answers(Generic[State, Move]):
    """The game's answers from the file, by the identity of the objects that are its states."""

    def __init__(self, start: State, bounds: Interval, *, max_moves: bool) -> None:
        self.start, self.bounds = start, bounds
        self._known: dict[int, _Known[State, Move]] = {id(start): _Known(start, max_moves, 0)}
        self._lines: dict[int, list[Child[Move, State]]] = {}

    def read(self, place: int, line: Line, state: Decode, move: Decode) -> None:
        """Takes line ``place``, which holds the children of one state.

        ``Decode`` may return one object for several children; the entry with a line wins, so that
        the children of that state are found.
        """
        children = []
        for made, encoded, lo, hi, max_moves, where in read_items(line["children"]):
            after = state(encoded)
            known = self._known.get(id(after))
            number_of_line = None if where is None else read_whole(where, place + 1)
            if known is None or known.line is None:
                self._known[id(after)] = _Known(after, read_flag(max_moves), number_of_line)
            bounds = Interval(read_number(lo), read_number(hi))
            children.append((move(made), after, bounds.lo, bounds.hi))
        self._lines[place] = children

    def knows(self, state: State) -> bool:
        """Whether the children of this state are known."""
        return self.children(state) is not None

    def children(self, state: State) -> list[Child[Move, State]] | None:
        """The children of this state, if they are known."""
        known = self._known.get(id(state))
        return None if known is None or known.line is None else self._lines.get(known.line)

    def max_moves(self, state: State) -> bool | None:
        """Whether MAX is to move, if that is known."""
        known = self._known.get(id(state))
        return None if known is None else known.max_moves


class _Remembered(Game[State, Move]):
    """The game with the answers of the file in front: it is asked only for what is not there."""

    vouched = True  # the game within is asked through ``checked``

    def __init__(self, game: Game[State, Move], answers: _Answers[State, Move]) -> None:
        self.game, self._answers = checked(game), answers
        self.depth_limit, self.node_limit = game.depth_limit, game.node_limit
        self.bounds_may_be_false = game.bounds_may_be_false

    def start(self) -> State:
        return self._answers.start

    def moves(self, state: State) -> Sequence[Move]:
        known = self._answers.children(state)
        return self.game.moves(state) if known is None else [child[0] for child in known]

    def play(self, state: State, move: Move) -> State:
        return self.game.play(state, move)

    def max_to_move(self, state: State) -> bool:
        known = self._answers.max_moves(state)
        return self.game.max_to_move(state) if known is None else known

    def bounds(self, state: State) -> Interval:
        return self._answers.bounds if state is self._answers.start else self.game.bounds(state)

    def expand(self, state: State) -> list[Child[Move, State]]:
        known = self._answers.children(state)
        return self.game.expand(state) if known is None else known

    def work(self) -> tuple[int, int]:
        return self.game.work()

    def show(self, state: State) -> str:
        return self.game.show(state)

    def show_move(self, state: State, move: Move) -> str:
        return self.game.show_move(state, move)
