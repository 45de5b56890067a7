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


def seconds_of_ended_children():
    """Processor time of all processes that this one has started and seen end."""
    times = os.times()
    return times.children_user + times.children_system
