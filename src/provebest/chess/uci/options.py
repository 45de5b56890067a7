"""The options that a chess program can set, each with its kind, bounds and default."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from provebest.chess.defaults import (
    DEFAULT_EXPANSIONS,
    DEFAULT_PROBE_DEPTH,
)
from provebest.chess.player.clock import read_number
from provebest.chess.player.move_request import HandOver
from provebest.chess.probes.auto import find_prober
from provebest.chess.probes.engine_facts import engine_of
from provebest.chess.probes.native import MOST_THREADS
from provebest.chess.probes.prober_choice import ProberChoice, choose_prober
from provebest.chess.probes.uci import find_engine
from provebest.chess.uci.move_data import OPTION as MOVE_DATA
from provebest.games.chess_evaluation import EVALUATIONS
from provebest.search.pbstar import CONTROLS, DEFAULT_CONTROL
from provebest.search.setprobe.settings import DEFAULT_MIN_ACT
from provebest.vocabulary import BadInputError, NotEnoughMemoryError, shorten

Result = TypeVar("Result")
Remark = Callable[[str], None]
SEARCHES = ("bstar", "alphabeta")
_HAND_OVER, _PROBER = HandOver(), ProberChoice()


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the protocol; ``kind`` is spin, check, combo, string or button."""

    name: str
    kind: str
    default: str = ""
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def declaration(self) -> str:
        """The line that declares this option to the chess program."""
        words = f"option name {self.name} type {self.kind}"
        if self.kind == "button":
            return words
        words += f" default {self.default}"
        if self.kind == "spin":
            words += f" min {self.low} max {self.high}"
        return words + "".join(f" var {choice}" for choice in self.choices)

    def read(self, text: str) -> str:
        """The value that a text stands for, in a uniform spelling.

        Raises:
            BadInputError: if this option cannot have that value.
        """
        if self.kind == "spin":
            number = read_number(text)
            if number is None or not self.low <= number <= self.high:
                raise BadInputError(
                    f"{self.name} must be a number from {self.low} to {self.high}; "
                    f"got {shorten(text)}"
                )
            return str(number)
        if self.kind == "check" or self.choices:
            allowed = self.choices or ("true", "false")
            if text.lower() not in allowed:
                raise BadInputError(
                    f"{self.name} must be {' or '.join(allowed)}; got {shorten(text)}"
                )
            return text.lower()
        return text


OPTIONS = {
    option.name.lower(): option
    for option in (
        Option("Threads", "spin", str(_PROBER.threads), 1, MOST_THREADS),
        Option("Hash", "spin", str(_PROBER.table_megabytes), 1, 4096),
        Option("Clear Hash", "button"),
        Option("MultiPV", "spin", "1", 1, 256),
        Option("Ponder", "check", "false"),
        Option("UCI_Chess960", "check", "false"),
        Option("UCI_ShowRefutations", "check", "false"),
        Option("Move Overhead", "spin", "30", 0, 5000),
        Option("Search", "combo", "bstar", choices=SEARCHES),
        Option("Control", "combo", DEFAULT_CONTROL, choices=CONTROLS),
        Option("ProbeDepth", "spin", str(DEFAULT_PROBE_DEPTH), 1, 20),
        Option("Expansions", "spin", str(DEFAULT_EXPANSIONS), 1, 1_000_000),
        Option("Probes", "spin", "0", 0, 1_000_000_000),
        Option("MinAct", "spin", str(round(1000 * DEFAULT_MIN_ACT)), 1, 499),
        Option("Prober", "string", _PROBER.name),
        Option("Evaluation", "combo", _PROBER.evaluation, choices=EVALUATIONS),
        Option("Book", "string", "<empty>"),
        Option("SyzygyPath", "string", "<empty>"),
        Option("TreeFile", "string", "<empty>"),
        Option("HandOverTime", "spin", str(round(1000 * _HAND_OVER.below)), 0, 10_000),
        Option("HandOverPieces", "spin", str(_HAND_OVER.pieces), -1, 14),
        Option("EarlyStop", "check", "true"),
        Option(MOVE_DATA, "check", "false"),
    )
}


class Values:
    """The current values of the options."""

    def __init__(self) -> None:
        self.texts = {name: option.default for name, option in OPTIONS.items()}

    def text(self, name: str) -> str:
        """The value of any option, as text."""
        return self.texts[name.lower()]

    def path(self, name: str) -> str:
        """The value of a string option; "" for the protocol's ``<empty>``."""
        text = self.text(name)
        return "" if text == "<empty>" else text

    def number(self, name: str) -> int:
        """The value of a spin option."""
        return int(self.text(name))

    def flag(self, name: str) -> bool:
        """The value of a check option."""
        return self.text(name) == "true"

    def set(self, name: str, text: str) -> str:
        """Sets an option and returns its declared name; ``name`` may be in upper or lower case.

        Raises:
            BadInputError: if there is no such option or value; then nothing changes.
        """
        option = OPTIONS.get(name.lower())
        if option is None:
            known = ", ".join(each.name for each in OPTIONS.values())
            raise BadInputError(f"there is no option {shorten(name)}; the options are {known}")
        value = option.read(text)
        if option.name == "Prober":
            _check_prober(value)
        self.texts[option.name.lower()] = value
        return option.name

    def lower_memory(self) -> str | None:
        """Goes back to the default table, or to one thread; what was changed, None if nothing."""
        for name, unit in (("Hash", " MB"), ("Threads", "")):
            now, least = self.text(name), OPTIONS[name.lower()].default
            if int(now) > int(least):
                self.set(name, least)
                return f"{name} {now}{unit}; using {least}{unit}"
        return None

    def prober(self) -> ProberChoice:
        """The prober that the options name."""
        return choose_prober(
            self.text("Prober"),
            self.text("Evaluation"),
            control=self._control(),
            threads=self.number("Threads"),
            table_megabytes=self.number("Hash"),
        )

    def _control(self) -> str:
        """The control; alpha-beta makes deep searches, as the modern control does."""
        return self.text("Control") if self.text("Search") == "bstar" else DEFAULT_CONTROL


def within_memory(use: Callable[[], Result], values: Values, remark: Remark) -> Result:
    """What ``use`` returns; if there is no memory for it, it is called again with lower options.

    Raises:
        NotEnoughMemoryError: if no option is left that can be lowered.
    """
    while True:
        try:
            return use()
        except NotEnoughMemoryError:
            lowered = values.lower_memory()
            if lowered is None:
                raise
            remark(f"not enough memory for {lowered}")


def _check_prober(name: str) -> None:
    """Raises BadInputError if there is no such prober, or its name has control characters."""
    if not name.isprintable():
        raise BadInputError(f"{shorten(name)} is not the name of a prober")
    engine = engine_of(ProberChoice(find_prober(name)).name)
    if engine is not None:
        find_engine(engine)
