"""The papers' searches, a few small files each. None of them knows a particular world."""

from provebest.search.band import Band
from provebest.search.bandwidth import BandwidthSearch
from provebest.search.bandwidth_result import BandwidthResult
from provebest.search.find_path import find_path
from provebest.search.find_path_within import find_path_within
from provebest.search.look_ahead import LookAhead, varying_depth
from provebest.search.path import PathSearch
from provebest.search.path_result import PathResult
from provebest.search.path_settings import PathSettings
from provebest.search.storage import Storage

__all__ = [
    "Band",
    "BandwidthResult",
    "BandwidthSearch",
    "LookAhead",
    "PathResult",
    "PathSearch",
    "PathSettings",
    "Storage",
    "find_path",
    "find_path_within",
    "varying_depth",
]
