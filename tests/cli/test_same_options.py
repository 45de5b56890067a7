"""Options that mean the same are the same: in every command, in the library and in the engine."""

import inspect
from collections import defaultdict
from typing import get_args, get_origin

import pytest
from typer.models import ArgumentInfo, OptionInfo

import provebest as pb
from provebest.chess import public
from provebest.chess.probes.native import MOST_THREADS
from provebest.chess.probes.prober_choice import MOST_WORKERS
from provebest.chess.uci.options import OPTIONS
from provebest.cli.commands import LOADERS
from provebest.vocabulary import BadInputError

DIFFER = {
    "--depth": "of an audit it is another engine's; a probe is nothing without its own",
    "--nodes": "an audit always has a limit, because its claims must be repeatable",
    "--prober": "suites measure our own engine; a page offers several",
    "--seconds": "a puzzle, a tour or a tree may be given no time: they then say what they have",
    "--seed": "an audit always draws; a match shuffles its openings only if it is asked to",
    "--workers": "those of one analysis share its probes; without them none is made in advance",
}
"""Options of one name that are not the same everywhere, each with the reason."""
OF_OTHER_RANGES = {"--depth", "--seconds"}
"""Those of them that are numbers of other things; of the rest only kind and default may differ."""
SHARED = ("prober", "evaluation", "threads", "workers", "chess960", "control", "cache", "nodes")
LIBRARY = {
    "analyse": public.analyse,
    "annotate": public.annotate,
    "compare": public.compare,
    "only-move": public.only_move,
}


def declared(command, kind):
    """The names and hints of a command's parameters of this kind, with their defaults."""
    function = LOADERS[command]()
    parameters = inspect.signature(function).parameters
    for name, hint in inspect.get_annotations(function, eval_str=True).items():
        told = [one for one in getattr(hint, "__metadata__", ()) if isinstance(one, kind)]
        if told:
            yield name, get_args(hint)[0], told[0], parameters[name].default


def options(command):
    """Of every option of a command: what may be written for it, and what nothing stands for."""
    for name, kind, told, default in declared(command, OptionInfo):
        names = {"--" + name.replace("_", "-"), *told.param_decls}
        several = get_origin(kind) is list or any(get_origin(one) is list for one in get_args(kind))
        for each in names:
            yield each, (str(kind), told.min, told.max, several, default)


def test_an_option_is_the_same_in_every_command():
    forms = defaultdict(lambda: defaultdict(list))
    for command in LOADERS:
        for name, form in options(command):
            forms[name][form].append(command)

    differ = {name: dict(found) for name, found in forms.items() if len(found) > 1}
    assert differ.keys() == DIFFER.keys(), differ
    ranges = {name for name in differ if len({form[1:3] for form in forms[name]}) > 1}
    assert ranges == OF_OTHER_RANGES
    assert {form[1:3] for form in forms["--workers"]} == {(1, MOST_WORKERS)}


def test_who_takes_a_position_takes_chess960_and_who_takes_time_can_be_quiet():
    for command in LOADERS:
        names = dict(options(command))
        takes = [told for *_, told, _ in declared(command, ArgumentInfo)]
        position = any("FEN" in (one.help or "") for one in takes) and command != "check"
        assert not position or "--chess960" in names, command
        assert "--seconds" not in names or "-q" in names, command


@pytest.mark.parametrize("command", LIBRARY)
def test_the_library_has_the_defaults_of_its_commands(command):
    ours = {
        name: one.default for name, one in inspect.signature(LIBRARY[command]).parameters.items()
    }
    theirs = {name: default for name, *_, default in declared(command, OptionInfo)}
    shared = [name for name in SHARED if name in ours and name in theirs]

    assert {"prober", "evaluation", "threads"} <= set(shared)
    assert {name: ours[name] for name in shared} == {name: theirs[name] for name in shared}


def test_the_library_and_the_engine_have_the_ranges_of_the_commands():
    ranges = {name: form[1:3] for name, form in options("analyse")}
    spin = OPTIONS["threads"]

    assert ranges["--threads"] == (spin.low, spin.high) == (1, MOST_THREADS)
    for name, most in (("threads", MOST_THREADS), ("workers", MOST_WORKERS)):
        for wrong in (0, most + 1, True, 1.5):
            with pytest.raises(BadInputError, match=f"{name} must be a whole number from 1 to"):
                pb.chess.analyse(control="classic", **{name: wrong})


@pytest.mark.parametrize("words", [("only-move",), ("compare", "O-O", "Kc1")])
def test_a_position_of_chess960_is_searched_if_that_is_said(answer, provebest, words):
    command, *moves = words
    asked = (command, "1k6/8/8/8/8/8/8/1K4R1 w G - 0 1", *moves, "--nodes", 3000, "-q")

    assert provebest(*asked).returncode == 2
    code, told = answer(*asked, "--chess960")
    assert code in {0, 1}
    assert told["fen"].split()[2] in {"K", "G"}
    assert "1." in provebest(*asked, "--chess960").stdout
    assert provebest("only-move", "x.epd", "--chess960").returncode == 2
