"""What the soak test forgives an interrupted command: only what no program can change."""

import signal
from types import SimpleNamespace

import pytest
import soak_process
from soak_process import FaultError, check_end

KILLED = -signal.SIGINT
TRACE = 'Traceback (most recent call last):\n  File "{}", line 8, in {}\nKeyboardInterrupt\n'
IMPORTING = TRACE.format("/x/provebest/src/provebest/__init__.py", "<module>")
LATER = TRACE.format("/x/provebest/src/provebest/search/__init__.py", "<module>")
STARTING = "Fatal Python error: init_import_site: Failed\n" + TRACE.format("site.py", "main")
FINDING = "Could not import runpy module\n" + TRACE.format("runpy.py", "<module>")
RUNNING = TRACE.format("/x/provebest/cli/entry.py", "main")
CALLBACK = "Exception ignored in: <function f at 0x1>\n" + TRACE.format("f.py", "f")
WORKER = TRACE.format("spawn.py", "spawn_main")


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    monkeypatch.setattr(soak_process, "left_behind", lambda _: [])


def end(code, errors, killed_by=signal.SIGINT):
    check_end(SimpleNamespace(pid=0, returncode=code), ("", errors), killed_by=killed_by)


@pytest.mark.parametrize(
    ("code", "errors"),
    [
        (130, ""),
        (130, "provebest: interrupted\n"),
        (0, ""),  # it was done
        (KILLED, ""),
        (KILLED, "provebest: interrupted\n"),
        (KILLED, IMPORTING),
        (1, STARTING),
        (1, FINDING),
    ],
)
def test_an_interrupted_command_may_end_so(code, errors):
    end(code, errors)


@pytest.mark.parametrize(
    ("code", "errors"),
    [
        (3, ""),
        (-signal.SIGSEGV, ""),
        (-signal.SIGABRT, "Fatal Python error: init_x\n"),
        (KILLED, RUNNING),
        (KILLED, IMPORTING + LATER),
        (KILLED, CALLBACK),
        (1, IMPORTING),
        (130, CALLBACK),
        (130, WORKER),
        (0, IMPORTING),
    ],
)
def test_an_interrupted_command_may_not_end_so(code, errors):
    with pytest.raises(FaultError):
        end(code, errors)


@pytest.mark.parametrize(("code", "errors"), [(KILLED, ""), (KILLED, IMPORTING), (1, STARTING)])
def test_a_command_that_nobody_interrupted_may_not_either(code, errors):
    with pytest.raises(FaultError):
        end(code, errors, killed_by=None)
