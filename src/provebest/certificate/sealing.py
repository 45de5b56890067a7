"""Seals: a short fingerprint in every record of a certificate.

A slip in any number, even one that no back-up depends on, shows its place. A seal is no lock:
whoever changes a record on purpose can seal it again. What he claims then has to stand up to the
checks themselves, and to the prober that is asked again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

SEAL = "seal"
DIGITS = 16


def seal_of(record: Mapping[str, Any]) -> str:
    """The seal that a record with this content must carry."""
    content = {name: value for name, value in record.items() if name != SEAL}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:DIGITS]


def sealed(record: Mapping[str, Any]) -> dict[str, Any]:
    """The same record with its seal, which comes last."""
    content = {name: value for name, value in record.items() if name != SEAL}
    return {**content, SEAL: seal_of(content)}
