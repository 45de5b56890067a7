"""The commands that count what was tried: they run, and find nothing in a small run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

LAWS = Path(__file__).parent
NEEDS_PROC = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="it looks into /proc")


@pytest.mark.parametrize(
    "what",
    [
        ("--fens", 200),
        ("--uci", 2_000),
        ("--caches", 30),
        ("--kills", 5),
        ("--full-disks", 40),
        ("--boards", 4),
        pytest.param(("--killed-commands", 8), marks=NEEDS_PROC),
    ],
)
def test_inputs_are_counted(what):
    name, number = what
    done = subprocess.run(
        [sys.executable, LAWS / "count_inputs.py", name, str(number)],
        check=False,
        capture_output=True,
        encoding="utf-8",
        env=dict(os.environ),
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert ", 0 faults; " in done.stdout


@NEEDS_PROC
def test_the_soak_test_tries_and_reports(tmp_path, monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(LAWS))
    monkeypatch.syspath_prepend(str(LAWS.parent / "chess"))
    import soak  # noqa: PLC0415 - needs the paths

    def broken(rng, folder):
        raise soak.FaultError("a law is broken")

    def sound(rng, folder):
        return "fine"

    trials = {sound: 1, broken: 1}
    monkeypatch.setattr(soak, "TRIALS", trials)
    run = soak.Soak(seed=3)
    for number in range(12):
        run.run(number, tmp_path)

    assert not run.report(seconds=1.0)
    said = capsys.readouterr().out
    assert "broken: a law is broken" in said
    assert set(run.faults) == {"broken"}
    assert set(run.outcomes) == {"sound", "broken"}
