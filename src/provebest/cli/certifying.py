"""``--certificate FILE``: the proof of a search, written beside its answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from provebest.certificate.certificate import Certificate, NoCertificateError
from provebest.cli.shared import talk

CertificateFile = Annotated[
    Path | None, typer.Option("--certificate", help="Write the proof, for: provebest check FILE.")
]


def written(file: Path, make: Callable[[], Certificate]) -> bool:
    """Whether there was something to certify; what could not be is said."""
    try:
        certificate = make()
    except NoCertificateError as error:
        talk(f"no certificate was written: {error}")
        return False
    certificate.write(file)
    talk(f"wrote {file}: {len(certificate.nodes):,} records")
    return True
