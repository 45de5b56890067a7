"""The tree of a game, kept from move to move: every search continues with it [BM95-25].

An expansion is stored under the first position of the game and all moves that led to it. A search
that reaches the same moves from another root, after further moves or moves taken back, gets the
answer that new probes would give. So it finds the part of the old tree below its root.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from provebest.chess.probes.expansion import Expander, Hope, MoveFacts, Path
from provebest.chess.probes.prober import refutes_mate
from provebest.games.chess import read_position
from provebest.games.chess_values import MATE
from provebest.vocabulary import BadInputError, CannotWriteError, shorten
from provebest.vocabulary.files import read_text, writing

MOST = 2_000
"""Number of expansions kept, the last ones used; some kilobytes each."""
FORMAT, VERSION = "provebest game tree", 2
OLDER = "{} is a game tree of an older version; delete it, and a new one will be written"


class Asked(NamedTuple):
    """How expansions were asked for."""

    probes: str
    """The prober and the sizes of its probes."""
    chess960: bool = False


Key = tuple[Asked, bool, Path]
"""How it was asked, whether hopes are included, and the game up to the expansion."""


class GameTree:
    """All expansions of one game, by the moves that led to them."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._known: OrderedDict[Key, list[MoveFacts]] = OrderedDict()
        self.found = 0
        """Number of expansions that ``get`` has found."""

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: Key) -> list[MoveFacts] | None:
        """The stored expansion, or None. A key without hopes also finds one with hopes."""
        asked, hopes, moves = key
        for known in (key,) if hopes else (key, (asked, True, moves)):
            facts = self._known.get(known)
            if facts is not None:
                self._known.move_to_end(known)
                self.found += 1
                return facts
        return None

    def put(self, key: Key, facts: list[MoveFacts]) -> None:
        """Stores an expansion; drops the least recently used one if there are too many."""
        self._known[key] = facts
        self._known.move_to_end(key)
        while len(self._known) > self._most:
            self._known.popitem(last=False)

    def clear(self) -> None:
        """Forgets all expansions, for a new game."""
        self._known.clear()

    def save(self, path: FilePath) -> None:
        """Writes the tree to a file; an existing file is replaced completely or not at all.

        Raises:
            CannotWriteError: if the file cannot be written.
        """
        with writing(path) as file:
            file.write(json.dumps({"format": FORMAT, "version": VERSION}) + "\n")
            for (asked, hopes, moves), facts in self._known.items():
                file.write(json.dumps([asked, hopes, moves, facts]) + "\n")

    def load(self, path: FilePath) -> None:
        """Adds the expansions of a file.

        Each of them has exactly the legal moves of its position, or the file is refused: whatever a
        file says, nothing illegal is played.

        Raises:
            BadInputError: if the file cannot be read or is not a tree; nothing is added then.
        """
        text = read_text(path)
        try:
            head, *lines = text.splitlines()
            told = json.loads(head)
            older = told == {"format": FORMAT, "version": 1}
            if not older and told != {"format": FORMAT, "version": VERSION}:
                raise ValueError  # noqa: TRY301 - the same message for all faults of the file
            kept = [] if older else lines[-self._most :]
            read = [_read_expansion(json.loads(line)) for line in kept]
        except (ValueError, TypeError, RecursionError):
            raise BadInputError(f"{shorten(str(path))} is not a game tree") from None
        if older:
            raise BadInputError(OLDER.format(shorten(str(path))))
        for key, facts in read:
            self.put(key, facts)


def check_tree_file(path: FilePath) -> bool:
    """Whether a game tree exists at ``path``; False if the file does not exist yet.

    Raises:
        BadInputError: if the file is not a game tree.
        CannotWriteError: if its folder does not exist.
    """
    try:
        folder, exists = path.resolve().parent.is_dir(), path.exists()
    except (OSError, ValueError, RuntimeError):  # a name that no file can have, or a loop of links
        raise CannotWriteError(f"{shorten(str(path))} is not the name of a file") from None
    if not folder:
        raise CannotWriteError(f"there is no folder for {shorten(str(path))}")
    if not exists:
        return False
    GameTree().load(path)
    return True


class RememberingExpander:
    """An ``Expander`` that uses another one only for what the tree of the game does not have."""

    def __init__(
        self, expander: Expander, tree: GameTree, asked: Asked, game: Sequence[str]
    ) -> None:
        self._expander, self._tree = expander, tree
        self.name, self.real, self.hope = expander.name, expander.real, expander.hope
        self._asked, self._game = asked, tuple(game)

    def expand(self, path: Path, *, hopes: bool) -> list[MoveFacts]:
        """Every legal move after the moves of ``path``, in a fixed order."""
        line = (*self._game, *path)
        facts = self._tree.get((self._asked, hopes, line))
        if facts is not None:
            return facts
        without = self._tree.get((self._asked, False, line)) if hopes else None
        if without is None:
            facts = self._expander.expand(path, hopes=hopes)
        else:
            facts = self._with_hopes(path, without)
        self._tree.put((self._asked, hopes, line), facts)
        return facts

    def _with_hopes(self, path: Path, facts: list[MoveFacts]) -> list[MoveFacts]:
        """Adds hopes, by new probes, to a stored expansion without them."""
        open_moves = [fact for fact in facts if not fact.over]
        hopes = iter(self._expander.hopes([(*path, fact.move) for fact in open_moves]))
        return [fact if fact.over else fact._replace(hope=next(hopes)) for fact in facts]

    def hopes(self, paths: Sequence[Path]) -> list[Hope]:
        """The promise of the last move of each path."""
        return self._expander.hopes(paths)

    def work(self) -> tuple[int, int]:
        """The number of probes so far, and the nodes they visited; stored expansions add none."""
        return self._expander.work()


def _read_expansion(line: Any) -> tuple[Key, list[MoveFacts]]:
    (probes, chess960), hopes, moves, facts = line
    if not isinstance(probes, str) or not all(isinstance(one, bool) for one in (chess960, hopes)):
        raise TypeError(line)
    read = [_read_facts(fact) for fact in facts]
    _check_moves(str(moves[0]), [str(move) for move in moves[1:]], read, chess960)
    return (Asked(probes, chess960), hopes, tuple(map(str, moves))), read


def _check_moves(fen: str, game: list[str], facts: list[MoveFacts], chess960: bool) -> None:
    """Raises ValueError unless these are the legal moves there, and the positions they lead to."""
    position = read_position(fen, game, chess960=chess960)
    if sorted(fact.move for fact in facts) != sorted(position.legal_moves()):
        raise ValueError("other moves are legal")
    for fact in facts:
        after = position.copy()
        after.play(fact.move)
        if after.key != fact.key:
            raise ValueError("a move leads elsewhere")
        if refutes_mate(after, -fact.real, () if fact.reply is None else (fact.reply,)):
            raise ValueError("a mate is false")


def _read_facts(line: Any) -> MoveFacts:
    move, key, over, real, reply, retaken, hope = line
    sound = isinstance(move, str) and isinstance(key, int) and isinstance(real, int)
    value, *flags = hope
    if not sound or not isinstance(value, int | None) or len(flags) != len(Hope._fields) - 1:
        raise TypeError(line)
    if abs(real) > MATE or abs(value or 0) > MATE:
        raise ValueError("nothing is worth more than a mate")
    return MoveFacts(move, key, bool(over), real, reply, bool(retaken), Hope(value, *flags))
