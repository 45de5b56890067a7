"""Every error of the package is a ProvebestError, and survives the way between two processes."""

import ast
import copy
import importlib
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

import provebest as pb
from provebest.certificate.certificate import NoCertificateError
from provebest.chess.probes.uci import ProberFailedError
from provebest.cli import main as commands
from provebest.games.chess import BadPositionError, read_position
from provebest.games.protocol import NoBoundsError
from provebest.vocabulary import CancelledError, LimitReachedError

SOURCE = Path(pb.__file__).parent
CONTROL_FLOW = {
    "CacheFailedError",
    "CancelledError",
    "LimitReachedError",
    "RefusedError",
    "WorkerLostError",
}
"""Caught inside the package and answered: with a move, an exit code, a verdict, another try, or by
going on without a cache."""

ERRORS = [
    pb.ProvebestError("something else"),
    pb.BadInputError("a ragged matrix: line 2 has 2 entries, not 3"),
    pb.EngineFailedError("stockfish ended by itself with exit code 7"),
    pb.CannotWriteError("cannot write 'a/b': No such file or directory"),
    pb.NotEnoughMemoryError("there is not enough memory"),
    pb.NothingSearchedError("nothing was searched: the limit was reached"),
    pb.JobsSetAsideError("job 4 of 6 ended its worker 3 times and was set aside"),
    BadPositionError("8/8 w - - 0 1", "two rows", ["rows", "no_white_king"], 2),
    NoBoundsError("this game does not define bounds, needed for 'x'"),
    NoCertificateError("there is no tour to certify"),
    ProberFailedError("the engine gnuchess failed 3 times"),
]
"""One of each kind."""


def kinds(kind):
    return {kind}.union(*(kinds(below) for below in kind.__subclasses__()))


def defined():
    """Every class of the package that is named as an error, private ones left out."""
    for file in SOURCE.rglob("*.py"):
        module = ".".join(("provebest", *file.relative_to(SOURCE).with_suffix("").parts))
        for found in ast.walk(ast.parse(file.read_text("utf-8"))):
            name = found.name if isinstance(found, ast.ClassDef) else ""
            if name.endswith("Error") and not name.startswith("_") and name not in CONTROL_FLOW:
                yield module, name


def sent(error, protocol=pickle.DEFAULT_PROTOCOL):
    return pickle.loads(pickle.dumps(error, protocol))  # noqa: S301 - our own


def named(error):
    return type(error).__name__


def test_every_error_is_a_provebest_error_and_is_tried_here():
    found = {getattr(importlib.import_module(module), name) for module, name in defined()}

    assert found == {type(error) for error in ERRORS}
    assert found == {kind for kind in kinds(pb.ProvebestError) if "provebest" in kind.__module__}


def test_the_five_causes_are_apart():
    causes = {
        pb.BadInputError,
        pb.CannotWriteError,
        pb.EngineFailedError,
        pb.JobsSetAsideError,
        pb.NotEnoughMemoryError,
        pb.NothingSearchedError,
    }

    assert set(pb.ProvebestError.__subclasses__()) == causes
    assert issubclass(pb.BadInputError, ValueError)
    for error in ERRORS[1:]:
        assert sum(isinstance(error, cause) for cause in causes) == 1


@pytest.mark.parametrize("flow", [CancelledError, LimitReachedError])
def test_control_flow_is_no_error(flow):
    assert not issubclass(flow, pb.ProvebestError)


@pytest.mark.parametrize("error", ERRORS, ids=named)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_an_error_is_the_same_after_pickling(error, protocol):
    back = sent(error, protocol)

    assert type(back) is type(error)
    assert (str(back), back.args, vars(back)) == (str(error), error.args, vars(error))


@pytest.mark.parametrize("error", ERRORS, ids=named)
def test_an_error_can_be_copied(error):
    back = copy.deepcopy(error)

    assert (type(back), str(back), vars(back)) == (type(error), str(error), vars(error))


class OfAUserError(pb.BadInputError):
    """With a constructor and attributes of its own."""

    def __init__(self, *, row, column):
        super().__init__(f"row {row}, column {column}")
        self.row, self.column = row, column


def test_errors_of_users_are_pickled_too():
    back = sent(OfAUserError(row=1, column=2))

    assert (str(back), back.row, back.column) == ("row 1, column 2", 1, 2)


def test_notes_on_an_error_are_kept():
    error = pb.BadInputError("bad")
    error.add_note("of line 7")

    assert sent(error).__notes__ == ["of line 7"]


def test_a_bad_position_comes_out_of_a_pool_of_processes():
    with pytest.raises(BadPositionError) as here:
        read_position("8/8/8 w - - 0 1")
    with ProcessPoolExecutor(1) as pool, pytest.raises(BadPositionError) as there:
        pool.submit(read_position, "8/8/8 w - - 0 1").result()

    assert str(there.value) == str(here.value)
    assert there.value.reasons == here.value.reasons
    assert (there.value.fen, there.value.place) == (here.value.fen, here.value.place)


@pytest.mark.parametrize("error", ERRORS, ids=named)
def test_a_command_answers_every_error_with_its_sentence_and_an_exit_code(
    error, monkeypatch, capsys
):
    def app(*, standalone_mode):
        assert not standalone_mode
        raise error

    monkeypatch.setattr(commands, "app_for", lambda _: app)
    with pytest.raises(SystemExit) as end:
        commands.main()

    assert end.value.code == (1 if isinstance(error, pb.JobsSetAsideError) else 2)
    assert capsys.readouterr() == ("", f"provebest: {error}\n")


class Hostile:
    """An object of a user whose text would be obeyed by a terminal."""

    def __repr__(self):
        return "\x1b[2K\nholds\u202e"


def endless():
    own = []
    for _ in range(100_000):
        own = [own]
    return own


class Broken:
    def __repr__(self):
        raise RuntimeError("no text")


@pytest.mark.parametrize(
    "given",
    ["\x1b[2K\n", "x" * 10**6, 10**5000, Hostile(), endless(), Broken(), "\ud800", b"\0"],
    ids=lambda given: type(given).__name__,
)
def test_whatever_is_quoted_is_one_short_line_of_visible_text(given):
    shown = pb.vocabulary.errors.shorten(given)

    assert shown
    assert len(shown) <= 60
    assert shown.isprintable()


def test_the_sentence_of_an_error_is_one_line_that_a_terminal_does_not_obey():
    error = pb.BadInputError("a\x1b]0;title\x07\nb\ud800\u202e" + "x" * 10**6)

    assert str(error).startswith("a\\x1b]0;title\\x07\\nb\\ud800\\u202ex")
    assert str(error).isprintable()
    assert len(str(error)) <= 1000
    assert str(sent(error)) == str(error)
