"""Children end with their parent."""

import os
import signal
import subprocess
import sys
import time

import pytest

from provebest.vocabulary.children import Leash

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no /bin/sh")

PARENT = """
import subprocess, sys, time
from provebest.vocabulary.children import Leash

child = subprocess.Popen(["sleep", "600"], stdout=subprocess.DEVNULL)
leash = Leash(child.pid)
print(child.pid, flush=True)
sys.stdin.readline()
leash.release()
"""


def is_alive(pid):
    """Whether it runs; one that has ended and is not collected yet does not."""
    shown = subprocess.run(
        ["/bin/ps", "-o", "stat=", "-p", str(pid)], capture_output=True, check=False
    )
    return shown.stdout.strip() not in (b"", b"Z")


def wait_for_end(pid):
    deadline = time.monotonic() + 60
    while is_alive(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not is_alive(pid)


def start():
    process = subprocess.Popen(
        [sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    return process, int(process.stdout.readline())


@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGTERM])
def test_a_program_on_a_leash_ends_with_its_parent(kill):
    process, child = start()
    assert is_alive(child)
    process.send_signal(kill)
    process.communicate()
    assert wait_for_end(child)


def test_a_released_program_is_left_alone():
    process, child = start()
    process.communicate(b"\n")
    assert process.returncode == 0
    assert is_alive(child)
    os.kill(child, signal.SIGKILL)


def test_release_does_not_wait_for_the_program():
    with subprocess.Popen(["/bin/sleep", "600"]) as child:
        Leash(child.pid).release()
        assert child.poll() is None
        child.kill()
