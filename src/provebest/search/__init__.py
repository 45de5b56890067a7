"""The papers' searches, one file or a few small ones each. None of them knows a particular world."""

from provebest.search.find_path import find_path
from provebest.search.look_ahead import LookAhead, varying_depth
from provebest.search.path import PathSearch
from provebest.search.path_result import PathResult
from provebest.search.storage import Storage

__all__ = ["LookAhead", "PathResult", "PathSearch", "Storage", "find_path", "varying_depth"]
