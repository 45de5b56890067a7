"""A real PostgreSQL server in a temporary folder, for the tests of a cache that machines share.

The server refuses to be root: as root it is started as ``postgres``, the user of Debian's package.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

USER = "postgres"
SECRET = "a5ecret"  # noqa: S105 - of a server that lives as long as a test
OPTIONS = {
    "fsync": "off",
    "max_connections": "20",
    "shared_buffers": "16MB",
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
}


def programs():
    """The folder of the newest server that is installed; skips the test if there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if not found:
        pytest.skip("PostgreSQL is not installed (on Debian: apt-get install postgresql)")
    return found[-1].parent


def as_other_user(words):
    """The command, as a user that the server accepts."""
    if os.geteuid() != 0:
        return words
    try:
        pwd.getpwnam(USER)
    except KeyError:
        pytest.skip(f"root cannot run PostgreSQL, and there is no user {USER!r}")
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("root cannot run PostgreSQL, and there is no setpriv")
    return [setpriv, "--reuid", USER, "--regid", USER, "--clear-groups", *words]


class Server:
    """Runs until it is stopped; can be started again with what it had stored."""

    def __init__(self, folder):
        self.folder, self.bin = folder, programs()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.data = folder / "data"
        secret = folder / "secret"
        secret.write_text(SECRET)
        if os.geteuid() == 0:
            shutil.chown(folder, USER)
            shutil.chown(secret, USER)
            folder.chmod(0o700)
        self._run("initdb", "-A", "scram-sha-256", "--pwfile", secret, "-U", "owner", "-N",
                  "-E", "UTF8", "--locale", "C", "-D", self.data)  # fmt: skip

    def start(self):
        words = " ".join(f"-c {name}={value!r}" for name, value in OPTIONS.items())
        self._ctl("start", "-w", "-t", "120", "-o", f"-p {self.port} {words}")

    def stop(self, mode="immediate"):
        """``immediate`` is as if it had crashed."""
        self._ctl("stop", "-m", mode)

    @contextmanager
    def frozen(self):
        """All its processes are stopped: the system still takes what is sent to it."""
        if sys.platform != "linux":
            pytest.skip("looks into /proc")
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(first, signal.SIGSTOP)  # it starts no more
        others = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        every = [first, *map(int, others)]
        for process in every:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in every:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def address(self, database="postgres", secret=SECRET, user="owner"):
        return f"postgresql://{user}:{secret}@127.0.0.1:{self.port}/{database}"

    def _ctl(self, *words):
        self._run("pg_ctl", "-D", self.data, "-l", self.folder / "log", *words)

    def _run(self, program, *words):
        command = as_other_user([str(self.bin / program), *map(str, words)])
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # the server would hold a pipe open
            stderr=subprocess.DEVNULL,
            check=False,
            cwd=self.folder,
            env=os.environ | {"LC_ALL": "C"},
        )
        log = self.folder / "log"
        said = log.read_text() if log.exists() else ""
        assert done.returncode == 0, f"{program} failed: {said}"


@contextmanager
def running():
    """A server in a folder of its own: pytest's are closed to other users."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder))
        server.start()
        try:
            yield server
        finally:
            if (server.data / "postmaster.pid").exists():
                server.stop()
