"""The tree of a game, kept from move to move: every search goes on from it [BM95-25].

An expansion is kept under the game that led to it, from its first position on: whoever asks again
after the same moves, from a root that was reached since or one taken back to, gets what a new probe
would say. So a search that stands at another root finds the part of the old tree below it.
"""

from __future__ import annotations

import json
import os
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Any

from provebest.chess.probes.expansion import Expander, Hope, MoveFacts, Path
from provebest.vocabulary import BadInputError, CannotWriteError, shorten

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
        beside = path.with_name(f".{path.name}.new")
        try:
            with beside.open("w", encoding="utf-8") as file:
                file.write(json.dumps({"format": FORMAT, "version": VERSION}) + "\n")
                for (name, hopes, moves), facts in self._known.items():
                    file.write(json.dumps([name, hopes, moves, facts]) + "\n")
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        except OSError as error:
            raise CannotWriteError(f"cannot write {shorten(str(path))}: {error.strerror}") from None

    def load(self, path: FilePath) -> None:
        """Adds what a file has.

        Raises:
            BadInputError: for a file that cannot be read or is no tree; nothing is added then.
        """
        try:
            head, *lines = path.read_text("utf-8").splitlines()
            if json.loads(head) != {"format": FORMAT, "version": VERSION}:
                raise ValueError  # noqa: TRY301 - one sentence for whatever is wrong
            read = [_read(json.loads(line)) for line in lines]
        except OSError as error:
            raise BadInputError(f"cannot read {shorten(str(path))}: {error.strerror}") from None
        except (ValueError, TypeError):
            raise BadInputError(f"{shorten(str(path))} is no tree of a game") from None
        for key, facts in read:
            self.put(key, facts)


def check_tree_file(path: FilePath) -> bool:
    """Whether there is a tree; where there is none, one can be written.

    Raises:
        BadInputError: for a file that is something else.
        CannotWriteError: if there is no folder for it.
    """
    if not path.resolve().parent.is_dir():
        raise CannotWriteError(f"there is no folder for {shorten(str(path))}")
    if not path.exists():
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
    return (name, hopes, tuple(map(str, moves))), [_facts(fact) for fact in facts]


def _facts(line: Any) -> MoveFacts:
    move, key, over, real, reply, retaken, hope = line
    sound = isinstance(move, str) and isinstance(key, int) and isinstance(real, int)
    value, *flags = hope
    if not sound or not isinstance(value, int | None) or len(flags) != len(Hope._fields) - 1:
        raise TypeError(line)
    return MoveFacts(move, key, bool(over), real, reply, bool(retaken), Hope(value, *flags))
