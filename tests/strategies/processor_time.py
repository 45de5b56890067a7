"""What a process has worked, not how long it has run: a busy machine makes no difference."""

import os
from pathlib import Path

TOLD = Path("/proc/self/stat").exists()
"""Whether this system tells it."""


def seconds_of_work(pid):
    """Processor time so far."""
    after_name = Path("/proc", str(pid), "stat").read_text("ascii").rpartition(")")[2].split()
    user, system = after_name[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
