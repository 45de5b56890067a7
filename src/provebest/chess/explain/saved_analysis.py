"""Saves the search of an analysis to a file, and continues it later; certifies it, if asked to.

The classic control saves its tree, and continues with the same nodes in the same order. The modern
control saves the answers of its probes, and replays them: ``search/setprobe/replay.py``. No program
is run because a file names it: the caller has to name a prober other than the native one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from provebest.certificate.certificate import Certificate, NoCertificateError
from provebest.certificate.recording import Recorder
from provebest.chess.beliefs import ChessBeliefs, ChessState
from provebest.chess.explain.certifying import certify_analysis
from provebest.chess.explain.saved_moves import allowed_moves, check_probes, check_tree
from provebest.chess.probes.expansion import Expander
from provebest.chess.probes.native import MOST_THREADS
from provebest.chess.probes.probers import Probers
from provebest.chess.searches import ChessSearch, Settings, make_search
from provebest.games.chess import ChessPosition
from provebest.games.chess_evaluation import HANDCRAFTED, evaluation_of, identity_of
from provebest.search.events import SetProbed
from provebest.search.probability.beliefs import NOTHING_SURE, Belief
from provebest.search.probability.control import ProbabilitySearch
from provebest.search.probability.loading import load_search
from provebest.search.probability.saving import FORMAT as TREE
from provebest.search.probability.saving import save_search
from provebest.search.saved_file import (
    DAMAGED,
    VERSION,
    damaged,
    read_flag,
    read_head,
    read_items,
    read_lines,
    read_number,
    read_whole,
    write_lines,
)
from provebest.search.setprobe.replay import RecordedProbe, ReplayedBeliefs, ReplayedSets
from provebest.search.setprobe.set_prober import SetValue
from provebest.vocabulary import BadInputError, shorten

if TYPE_CHECKING:
    from provebest.chess.explain.analysis import Analysis

PROBES = "provebest probes"
DEEPEST_PROBE = 20
"""As ``provebest.chess.analyse`` allows: a deeper one could take for ever."""
KEPT = ("control", "probe_depth", "probe_nodes", "confidence", "only", "why_not")
"""Settings that are saved; the caller gives the limits."""


@dataclass(frozen=True, slots=True)
class SearchRecord:
    """What is kept of a search that has ended; its hash table is not."""

    tree: ProbabilitySearch[Any, str] | None
    """None for the modern control."""
    expander: Expander
    scale: float
    """Of the law of stopping."""
    recorder: Recorder
    settings: Settings


class KeptSearch:
    """The search of an analysis, so that it can be saved and certified.

    It is empty in another process. ``certifiable`` says that a certificate was asked for.
    """

    def __init__(self, record: SearchRecord | None = None, *, certifiable: bool = False) -> None:
        self.record, self.certifiable = record, certifiable

    @property
    def tree(self) -> ProbabilitySearch[Any, str] | None:
        """The search if it has a tree; None for the modern control, and in another process."""
        return None if self.record is None else self.record.tree

    def __reduce__(self) -> tuple[Any, ...]:
        return (KeptSearch, ())

    def certify(self, analysis: Analysis) -> Certificate:
        """The certificate of the search.

        Raises:
            NoCertificateError: if the search was not recorded, or if there is nothing to certify.
        """
        if not self.certifiable or self.record is None:
            raise NoCertificateError(
                "the search was not recorded: call provebest.chess.analyse with certificate=True"
            )
        return certify_analysis(self.record, analysis)

    def save(self, analysis: Analysis, file: Path | str) -> None:
        """Writes the search to a file.

        Raises:
            BadInputError: if the analysis was made in another process, which has its search.
            CannotWriteError: if the file cannot be written.
        """
        if self.record is None:
            raise BadInputError("this analysis cannot be saved: its search is in another process")
        settings, tree = self.record.settings, self.record.tree
        about = {
            "start": analysis.start,
            "moves": list(analysis.played),
            "chess960": analysis.chess960,
            "prober": settings.prober.name,
            "threads": max(settings.prober.threads, settings.prober.deep_threads),
            "evaluation": identity_of(settings.prober.evaluation),
            **{name: getattr(settings, name) for name in KEPT},
        }
        if tree is not None:
            save_search(tree, file, _state_as_json, str, about=about)
        else:
            write_lines(file, _probe_lines(self.record.recorder, about))


def _probe_lines(recorder: Recorder, about: dict[str, Any]) -> Iterator[dict[str, Any]]:
    beliefs = {belief.move: belief for belief in recorder.first_look}  # a later look also has hopes
    probes = [probe for probe in recorder.probes if probe.found.finished]
    yield {
        "format": PROBES,
        "version": VERSION,
        "nodes": len(beliefs) + len(probes),
        "about": about,
        "beliefs": len(beliefs),
    }
    for belief in beliefs.values():
        yield {
            "move": belief.move,
            "state": _state_as_json(belief.state),
            "real": belief.real,
            "hope": belief.hope,
            "reply": belief.reply,
            "over": belief.over,
        }
    for probe in probes:
        yield _probe_line(probe)
    yield {"end": True}


def _probe_line(probe: SetProbed[str]) -> dict[str, Any]:
    found = probe.found
    return {
        "moves": list(probe.moves),
        "depth": probe.depth,
        "bound": probe.bound,
        "nodes": probe.nodes,
        "best": found.best,
        "value": found.value,
        "line": list(found.line),
        "at_most": dict(found.at_most),
        "share": found.share,
        "ended": found.ended,
    }


class SavedAnalysis:
    """A file written by ``Analysis.save``."""

    def __init__(self, file: Path | str) -> None:
        """Reads the first line.

        Raises:
            BadInputError: if the file is not a saved analysis.
        """
        self._file, head = file, read_head(file)
        try:
            about = head["about"]
            if head["format"] not in {TREE, PROBES}:
                raise ValueError(head["format"])
            self.start, self.played = str(about["start"]), _texts(about["moves"])
            self.chess960, self.prober = read_flag(about["chess960"]), str(about["prober"])
            self._evaluation = _text(about.get("evaluation", HANDCRAFTED))  # older files: none
            self.threads = read_whole(about.get("threads", 1), 1, MOST_THREADS)  # as above
            nodes = about["probe_nodes"]
            self.settings = Settings(
                control=str(about["control"]),
                probe_depth=read_whole(about["probe_depth"], 1, DEEPEST_PROBE),
                probe_nodes=None if nodes is None else read_whole(nodes, 1),
                confidence=float(read_number(about["confidence"])),
                only=_texts(about["only"]),
                why_not=_texts(about["why_not"]),
            )
        except DAMAGED:
            raise BadInputError(f"{str(file)!r} is not a saved analysis") from None
        self._keeps_tree = head["format"] == TREE

    @property
    def evaluation(self) -> str:
        """The evaluation of its native probes.

        Raises:
            BadInputError: if its weights are other ones now.
        """
        try:
            return evaluation_of(self._evaluation)
        except BadInputError as error:
            raise BadInputError(f"{str(self._file)!r} cannot be continued: {error}") from None

    def search(self, position: ChessPosition, settings: Settings, probers: Probers) -> ChessSearch:
        """The saved search, to continue with these probers.

        Raises:
            BadInputError: if the file is damaged, or was made with another prober.
        """
        if probers.choice.name != self.prober:
            raise BadInputError(
                f"{str(self._file)!r} was made with the prober {shorten(self.prober)}; to "
                "continue, name it: prober=..."
            )
        try:
            return self._search(position, settings, probers)
        except BadInputError as error:
            raise BadInputError(f"{str(self._file)!r} cannot be continued: {error}") from None

    def _search(self, position: ChessPosition, settings: Settings, probers: Probers) -> ChessSearch:
        allowed = allowed_moves(position, settings.only, settings.why_not)
        if self._keeps_tree:
            made = make_search(position, settings, probers)
            believer = ChessBeliefs(position.key, made.expander, settings.only)
            prober = made.search.prober
            tree = load_search(self._file, believer, _state_from_json, _text, prober=prober)
            check_tree(tree, position, allowed)
            tree.ahead = None if made.search.tree is None else made.search.tree.ahead
            return replace(made, search=tree)
        beliefs, record = self._read_probes()
        check_probes(beliefs, record, position, allowed)
        return make_search(
            position,
            settings,
            probers,
            believe=lambda believer: ReplayedBeliefs(believer, beliefs),
            probe=lambda sets: ReplayedSets(sets, record),
        )

    def _read_probes(
        self,
    ) -> tuple[list[Belief[ChessState, str]], list[RecordedProbe[str]]]:
        head, lines, _ = read_lines(self._file, PROBES)
        beliefs: list[Belief[ChessState, str]] = []
        record: list[RecordedProbe[str]] = []
        for place, line in enumerate(lines):
            try:
                if place < read_whole(head["beliefs"]):
                    beliefs.append(_read_belief(line))
                else:
                    record.append(_read_probe(line))
            except DAMAGED as error:
                raise damaged(self._file, place + 2, error) from None
        return beliefs, record


def _state_as_json(state: ChessState) -> list[Any]:
    return [str(state.key), list(state.path), state.retaken]


def _state_from_json(line: Any) -> ChessState:
    key, path, retaken = line
    return ChessState(int(_text(key)), _texts(path), retaken=read_flag(retaken))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{shorten(value)} is not text")
    return value


def _texts(values: Any) -> tuple[str, ...]:
    return tuple(map(_text, read_items(values)))


def _read_belief(line: dict[str, Any]) -> Belief[ChessState, str]:
    reply, hope = line["reply"], line["hope"]
    return Belief(
        _text(line["move"]),
        _state_from_json(line["state"]),
        read_number(line["real"]),
        None if hope is None else read_number(hope),
        None if reply is None else _text(reply),
        read_flag(line["over"]),
        bounds=NOTHING_SURE,
    )


def _read_probe(line: dict[str, Any]) -> RecordedProbe[str]:
    depth, share = read_whole(line["depth"]), line["share"]
    bound = line.get("bound")  # older files have none: they recorded only questions for values
    found = SetValue(
        _text(line["best"]),
        read_number(line["value"]),
        _texts(line["line"]),
        depth,
        finished=True,
        at_most={move: read_number(bound) for move, bound in line["at_most"].items()},
        share=None if share is None else read_number(share),
        ended=read_flag(line["ended"]),
    )
    return RecordedProbe(
        _texts(line["moves"]),
        depth,
        None if bound is None else read_number(bound),
        found,
        read_whole(line["nodes"]),
    )
