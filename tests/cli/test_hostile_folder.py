"""Whatever lies in the folder where a command is typed, no process that it starts imports it."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

HOSTILE = "import os, sys\nopen({marker!r}, 'a').write(f'{{__name__}} by {{sys.argv}}\\n')\n"
OURS = ("provebest", "chess", "typer", "rich", "psycopg", "ray", "pytest", "sitecustomize")
CONSOLE = "from provebest.cli.entry import main\nmain()\n"
BY_METHOD = """
import multiprocessing, sys
from provebest.work.place import Place
from provebest.work.pool import run_jobs

def same(job):
    return list(job)

if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv[1])
    print(run_jobs(same, [(7, 2)], on=Place(1)))
"""
SUITE = '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";\n'
MATCH = ("match", "bstar", "alphabeta", "--nodes", "50", "--games", "2")
ONLY_MOVE = ("only-move", "mates.epd", "--nodes", "500")


@pytest.fixture
def run_there(tmp_path):
    """Runs a script, as the console script of a package runs, in a folder full of hostile files."""
    folder, marker, script = tmp_path / "downloads", tmp_path / "marker", tmp_path / "run.py"
    folder.mkdir()
    (folder / "mates.epd").write_text(SUITE)
    for name in (*sys.stdlib_module_names, *OURS):
        (folder / f"{name}.py").write_text(HOSTILE.format(marker=str(marker)))

    def run(text, *words):
        script.write_text(text)
        done = subprocess.run(
            [sys.executable, script, *words],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        executed = marker.read_text() if marker.exists() else ""
        assert (executed, done.returncode) == ("", 0), done.stderr
        return done.stdout

    return run


@pytest.mark.parametrize(
    "words",
    [
        (*MATCH, "--concurrency", "2"),
        (*ONLY_MOVE, "--workers", "2"),
        (*ONLY_MOVE, "--on", "local:2"),
        (*ONLY_MOVE, "--on", "ray"),
        (*MATCH, "--on", "ray"),
    ],
    ids=" ".join,
)
def test_a_command_runs_nothing_that_lies_there(run_there, monkeypatch, words):
    if "ray" in words and find_spec("ray") is None:
        pytest.skip("the extra `ray` is not installed")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)

    assert run_there(CONSOLE, *words)


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_neither_do_worker_processes_however_the_system_starts_them(run_there, method):
    assert run_there(BY_METHOD, method) == "[[7, 2]]\n"
