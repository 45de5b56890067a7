"""The tree of a game, kept from move to move: every search goes on from it [BM95-25].

An expansion is kept under the game that led to it, from its first position on: whoever asks again
after the same moves, from a root that was reached since or one taken back to, gets what a new probe
would say. So a search that stands at another root finds the part of the old tree below it.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Any

from provebest.chess.probes.expansion import Expander, Hope, MoveFacts, Path
from provebest.games.chess import read_position
from provebest.games.chess_values import MATE
from provebest.vocabulary import BadInputError, CannotWriteError, shorten
from provebest.vocabulary.files import read_text, writing

MOST = 2_000
"""Expansions that are kept, those asked for last; some kilobytes each."""
FORMAT, VERSION = "provebest game tree", 1

Key = tuple[str, bool, Path]
"""What the answers depend on, whether hopes were asked for, and the moves of the game."""


class GameTree:
    """All expansions of one game, by the moves that led to them."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._known: OrderedDict[Key, list[MoveFacts]] = OrderedDict()
        self.found = 0
        """Expansions that did not have to be made."""

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: Key) -> list[MoveFacts] | None:
        """What was kept; with hopes, if there were any, is as good as without."""
        name, hopes, moves = key
        for known in (key,) if hopes else (key, (name, True, moves)):
            facts = self._known.get(known)
            if facts is not None:
                self._known.move_to_end(known)
                self.found += 1
                return facts
        return None

    def put(self, key: Key, facts: list[MoveFacts]) -> None:
        """Kept until so many others have been asked for."""
        self._known[key] = facts
        self._known.move_to_end(key)
        while len(self._known) > self._most:
            self._known.popitem(last=False)

    def clear(self) -> None:
        """Another game."""
        self._known.clear()

    def save(self, path: FilePath) -> None:
        """Writes the tree; a file of that name is replaced at once or not at all.

        Raises:
            CannotWriteError: if it cannot be written.
        """
        with writing(path) as file:
            file.write(json.dumps({"format": FORMAT, "version": VERSION}) + "\n")
            for (name, hopes, moves), facts in self._known.items():
                file.write(json.dumps([name, hopes, moves, facts]) + "\n")

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
            if json.loads(head) != {"format": FORMAT, "version": VERSION}:
                raise ValueError  # noqa: TRY301 - one sentence for whatever is wrong
            read = [_read(json.loads(line)) for line in lines[-self._most :]]
        except (ValueError, TypeError, RecursionError):
            raise BadInputError(f"{shorten(str(path))} is not the tree of a game") from None
        for key, facts in read:
            self.put(key, facts)


def check_tree_file(path: FilePath) -> bool:
    """Whether there is a tree; where there is none, one can be written.

    Raises:
        BadInputError: for a file that is something else.
        CannotWriteError: if there is no folder for it.
    """
    try:
        folder, exists = path.resolve().parent.is_dir(), path.exists()
    except (OSError, ValueError):  # a name that no file can have
        raise CannotWriteError(f"{shorten(str(path))} is not the name of a file") from None
    if not folder:
        raise CannotWriteError(f"there is no folder for {shorten(str(path))}")
    if not exists:
        return False
    GameTree().load(path)
    return True


class RememberingExpander:
    """An ``Expander`` that asks another one only for what the tree of the game has not."""

    def __init__(self, expander: Expander, tree: GameTree, kind: str, game: Sequence[str]) -> None:
        self._expander, self._tree = expander, tree
        self.name, self.real, self.hope = expander.name, expander.real, expander.hope
        self._kind, self._game = kind, tuple(game)

    def expand(self, path: Path, *, hopes: bool) -> list[MoveFacts]:
        """Every legal move after these, in a fixed order."""
        line = (*self._game, *path)
        facts = self._tree.get((self._kind, hopes, line))
        if facts is not None:
            return facts
        without = self._tree.get((self._kind, False, line)) if hopes else None
        if without is None:
            facts = self._expander.expand(path, hopes=hopes)
        else:
            facts = self._with_hopes(path, without)
        self._tree.put((self._kind, hopes, line), facts)
        return facts

    def _with_hopes(self, path: Path, facts: list[MoveFacts]) -> list[MoveFacts]:
        """What was known without hopes, and only they are asked for."""
        open_moves = [fact for fact in facts if not fact.over]
        hopes = iter(self._expander.hopes([(*path, fact.move) for fact in open_moves]))
        return [fact if fact.over else fact._replace(hope=next(hopes)) for fact in facts]

    def hopes(self, paths: Sequence[Path]) -> list[Hope]:
        """The promise of the last move of each path."""
        return self._expander.hopes(paths)

    def work(self) -> tuple[int, int]:
        """Probes asked so far, and the nodes they visited; what was known cost nothing."""
        return self._expander.work()


def _read(line: Any) -> tuple[Key, list[MoveFacts]]:
    name, hopes, moves, facts = line
    if not isinstance(name, str) or not isinstance(hopes, bool):
        raise TypeError(line)
    read = [_facts(fact) for fact in facts]
    _check_moves(str(moves[0]), [str(move) for move in moves[1:]], read, "True" in name.split())
    return (name, hopes, tuple(map(str, moves))), read


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


def _facts(line: Any) -> MoveFacts:
    move, key, over, real, reply, retaken, hope = line
    sound = isinstance(move, str) and isinstance(key, int) and isinstance(real, int)
    value, *flags = hope
    if not sound or not isinstance(value, int | None) or len(flags) != len(Hope._fields) - 1:
        raise TypeError(line)
    if abs(real) > MATE or abs(value or 0) > MATE:
        raise ValueError("nothing is worth more than a mate")
    return MoveFacts(move, key, bool(over), real, reply, bool(retaken), Hope(value, *flags))
