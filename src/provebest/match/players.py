"""Players of a match by name: ``bstar``, ``alphabeta``, or ``uci:`` and an engine."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field

from provebest.chess.player.move_request import why_no_probes
from provebest.chess.probes.uci import command_of
from provebest.chess.uci.options import OPTIONS, SEARCHES, Values
from provebest.vocabulary import BadInputError, shorten

NAMES = "bstar, alphabeta, or uci: and an engine by path or by name, such as uci:stockfish"
SAID = re.compile(r"(?P<who>.*?)(?::(?P<options>[^:=,/]+=.*))?")
OURS = (sys.executable, "-m", "provebest", "uci")


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """A player, and the program that plays for it."""

    name: str
    """As it was written."""
    command: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    """Of UCI, by any spelling that ``same_option`` knows; all of them must exist."""
    ours: bool = False

    @property
    def why_no_probes(self) -> str | None:
        """Why a number of probes is no limit for it; None where it is one."""
        if not self.ours:
            return "another engine's probes cannot be counted"
        control = self.options.get("Control", OPTIONS["control"].default)
        return why_no_probes(self.options["Search"], control)


def read_player(text: str, **set_for_all: str) -> PlayerChoice:
    """A player like ``bstar:probe-depth=5,control=classic`` or ``uci:stockfish:Skill Level=3``.

    Raises:
        BadInputError: for a player or an option there is not.
    """
    said = SAID.fullmatch(text.strip())
    if said is None or not text.isprintable():
        raise BadInputError(f"{shorten(text)} is no player; there are {NAMES}")
    options = dict(set_for_all)
    for part in said["options"].split(",") if said["options"] else ():
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not name:
            raise BadInputError(f"options are name=value, with commas between; got {shorten(part)}")
        options = {key: had for key, had in options.items() if not same_option(key, name)}
        options[name] = value
    who = said["who"]
    if who in SEARCHES:
        return PlayerChoice(text, OURS, _ours(who, options), ours=True)
    if not who.startswith("uci:"):
        raise BadInputError(f"there is no player {shorten(who)}; there are {NAMES}")
    return PlayerChoice(text, tuple(command_of(who.removeprefix("uci:"))), options)


def same_option(one: str, other: str) -> bool:
    """``probe-depth`` is ``ProbeDepth``: neither case nor what joins the words matters."""
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).lower()


def _ours(search: str, options: Mapping[str, str]) -> dict[str, str]:
    """Under the names that the engine has, each with a value that it takes."""
    values, told = Values(), {}
    for said, value in options.items():
        known = [option.name for option in OPTIONS.values() if same_option(option.name, said)]
        if not known or known[0] == "Search":
            names = ", ".join(option.name for option in OPTIONS.values() if option.name != "Search")
            raise BadInputError(f"{search} has no option {shorten(said)}; it has {names}")
        values.set(known[0], value)
        told[known[0]] = value
    return {**told, "Search": search}
