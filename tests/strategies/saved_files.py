"""Every kind of file that is saved whole, in one table: ``saved_file_law`` holds for each."""

import io
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from typing import Any, NamedTuple

from certificates import MAKERS
from readers import (
    belief_search,
    bounds_search,
    load_beliefs,
    load_bounds,
    save_beliefs,
    save_bounds,
)
from readers_of_chess import QUEEN
from uci_session import Session, remarks
from writing_commands import WRITERS, prepare, run_command

import provebest as pb
from provebest.chess.probes.remembered import GameTree
from provebest.cli.check import check
from provebest.vocabulary import CannotWriteError
from provebest.vocabulary.files import read_text

TREE_OPTIONS = ("setoption name Control value classic", "setoption name ProbeDepth value 1")


class Saved(NamedTuple):
    """A kind of file: how it is written, and what a reader makes of it."""

    name: str
    save: Callable[[Any, int], None]
    """Writes the file: ``0`` something older, ``1`` something newer."""
    read: Callable[[Any], object]
    reports: bool = True
    """Whether an error while it is written is reported."""
    kept: tuple[str, ...] = ()
    """Endings of files that may stay beside it after an error, for the next run."""


@cache
def _beliefs(newer):
    return belief_search((0, 8)[newer])


@cache
def _bounds(newer):
    return bounds_search((2, 6)[newer])


@cache
def _classic(newer):
    return pb.chess.analyse(QUEEN, control="classic", expansions=(4, 12)[newer], probe_depth=1)


@cache
def _modern(newer):
    return pb.chess.analyse(QUEEN, nodes=(5_000, 40_000)[newer])


@cache
def _certificate(newer):
    return MAKERS[("a tour", "the classic control in a game")[newer]]()


@cache
def _tree(newer):
    session = Session()
    session.tell(*TREE_OPTIONS, f"position fen {QUEEN}")
    session.ask(f"go probes {(30, 60)[newer]}")
    tree = session.engine._player.start_probers().tree
    session.engine.close()
    return tree


def _read_analysis(file):
    again = pb.chess.resume(file, nodes=20_000, expansions=12)
    return again.result.moves, again.counters


def _read_beliefs(file):
    search = load_beliefs(file)
    return search.tally, search.result(search.stopped or pb.Stopped.CANCELLED)


def _read_bounds(file):
    search = load_bounds(file)
    return search.tally, search.result(search.stopped or pb.Stopped.CANCELLED)


def _read_certificate(file):
    said = io.StringIO()
    with redirect_stdout(said):
        check(file, ask=0, prober="native", tree=None, json=True)
    return said.getvalue()


def _read_tree(file):
    tree = GameTree()
    tree.load(file)
    return list(tree._known.items())


def _save_by_engine(file, newer):
    """As a chess program does it, which cannot be told that the tree could not be written."""
    session = Session()
    session.tell(*TREE_OPTIONS, f"setoption name TreeFile value {file}", f"position fen {QUEEN}")
    session.ask(f"go probes {(30, 60)[newer]}")
    session.engine.close()
    assert all("cannot read" in r or "limit of probes" in r for r in remarks(session.said))


def _command(name):
    def save(file, newer):
        if not newer:
            file.write_text("the old text", encoding="utf-8")
            return
        prepare(file.parent)
        words = [word.replace("FILE", file.name) for word in WRITERS[name]]
        code, told, said = run_command(file.parent, *words)
        if code:
            assert code == 2, said
            assert all(line.startswith("provebest: ") for line in said.splitlines()), said
            raise CannotWriteError(said.removeprefix("provebest: ").rstrip("\n"))
        assert told

    return Saved(f"provebest {name}", save, read_text, kept=(".part",))


KINDS = {
    kind.name: kind
    for kind in (
        Saved("search", lambda file, newer: save_beliefs(_beliefs(newer), file), _read_beliefs),
        Saved("intervals", lambda file, newer: save_bounds(_bounds(newer), file), _read_bounds),
        Saved("classic", lambda file, newer: _classic(newer).save(file), _read_analysis),
        Saved("modern", lambda file, newer: _modern(newer).save(file), _read_analysis),
        Saved("certificate", lambda f, newer: _certificate(newer).write(f), _read_certificate),
        Saved("game tree", lambda file, newer: _tree(newer).save(file), _read_tree),
        Saved("TreeFile", _save_by_engine, _read_tree, reports=False),
        *(_command(name) for name in WRITERS if name != "plot"),
    )
}
"""By name. A plot is left out: its bytes are those of another library."""
