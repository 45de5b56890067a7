"""Players of a match by name: ``bstar``, ``alphabeta``, or ``uci:`` and an engine."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from provebest.chess.player.move_request import why_no_probes
from provebest.chess.probes.engine_facts import engine_of
from provebest.chess.probes.uci import command_of
from provebest.chess.uci.options import OPTIONS, SEARCHES, Values
from provebest.games.chess_evaluation import identity_of
from provebest.vocabulary import BadInputError, shorten
from provebest.vocabulary.children import python_command

NAMES = "bstar, alphabeta, or uci:ENGINE (by path or by name, such as uci:stockfish)"
PLAYER = re.compile(r"(?P<who>.*?)(?::(?P<options>[^:=,/]+=.*))?")
OURS = python_command("-m", "provebest", "uci")


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """A player of a match, and the program that plays for it."""

    name: str
    """As the user wrote it."""
    command: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    """UCI options, in any spelling that ``same_option`` accepts; all of them must exist."""
    ours: bool = False

    @property
    def why_no_probes(self) -> str | None:
        """Why a number of probes cannot be its limit; None if it can."""
        if not self.ours:
            return "another engine's probes cannot be counted"
        control = self.options.get("Control", OPTIONS["control"].default)
        return why_no_probes(self.options["Search"], control)

    @property
    def evaluation(self) -> str | None:
        """The identity of our player's evaluation; None for another engine."""
        if not self.ours:
            return None
        return identity_of(self.options.get("Evaluation", OPTIONS["evaluation"].default))


def read_player(text: str, *, evaluation: str | None = None, **set_for_all: str) -> PlayerChoice:
    """Reads a player: ``bstar:probe-depth=5,control=classic``, ``uci:stockfish:Skill Level=3``.

    ``evaluation`` is that of our own players, unless the text names another.

    Raises:
        BadInputError: for a player or an option that does not exist.
    """
    parts = PLAYER.fullmatch(text.strip())
    if parts is None or not text.isprintable():
        raise BadInputError(f"{shorten(text)} is not a player; use {NAMES}")
    options = dict(set_for_all)
    if evaluation is not None and parts["who"] in SEARCHES:
        options["Evaluation"] = evaluation
    for part in parts["options"].split(",") if parts["options"] else ():
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not name:
            raise BadInputError(f"options must be name=value,name=value; got {shorten(part)}")
        options = {key: had for key, had in options.items() if not same_option(key, name)}
        options[name] = value
    who = parts["who"]
    if who in SEARCHES:
        return PlayerChoice(text, OURS, _own_options(who, options), ours=True)
    engine = engine_of(who)
    if engine is None:
        raise BadInputError(f"there is no player {shorten(who)}; use {NAMES}")
    return PlayerChoice(text, tuple(command_of(engine)), options)


def of_this_machine(player: PlayerChoice) -> PlayerChoice:
    """The same player, by the program of this machine.

    Raises:
        BadInputError: if it does not have it.
    """
    if player.ours:
        return replace(player, command=OURS)
    parts = PLAYER.fullmatch(player.name.strip())
    who = player.name if parts is None else parts["who"]
    return replace(player, command=tuple(command_of(engine_of(who) or who)))


def same_option(one: str, other: str) -> bool:
    """Whether two spellings name the same option, as ``probe-depth`` and ``ProbeDepth`` do.

    Case, spaces, hyphens and underscores do not matter.
    """
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).lower()


def _own_options(search: str, options: Mapping[str, str]) -> dict[str, str]:
    """Options for our engine, under its names and with values that it accepts."""
    values, accepted = Values(), {}
    for name, value in options.items():
        known = [option.name for option in OPTIONS.values() if same_option(option.name, name)]
        if not known or known[0] == "Search":
            names = ", ".join(option.name for option in OPTIONS.values() if option.name != "Search")
            raise BadInputError(f"{search} has no option {shorten(name)}; its options are {names}")
        values.set(known[0], value)
        accepted[known[0]] = value
    return {**accepted, "Search": search}
