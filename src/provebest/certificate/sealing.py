"""Seals: a short checksum in every record of a certificate.

It locates an accidental change in any number, even in one that no back-up depends on. It does not
protect against forgery: anyone can change a record and compute its seal again. A forged claim must
still pass the checks, and the probes that are run again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

SEAL = "seal"
DIGITS = 16


def seal_of(record: Mapping[str, Any]) -> str:
    """Returns the seal that a record with this content must have."""
    content = {name: value for name, value in record.items() if name != SEAL}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:DIGITS]


def sealed(record: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the record with its seal as the last field."""
    content = {name: value for name, value in record.items() if name != SEAL}
    return {**content, SEAL: seal_of(content)}
