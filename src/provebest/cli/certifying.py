"""The option ``--certificate FILE``, which writes the proof of a search to a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from provebest.certificate.certificate import Certificate, NoCertificateError
from provebest.cli.shared import talk

CertificateFile = Annotated[
    Path | None,
    typer.Option("--certificate", help="Write the proof to this file, for provebest check FILE."),
]


def written(file: Path, make: Callable[[], Certificate]) -> bool:
    """Makes a certificate and writes it; False, with a message, if there is nothing to certify."""
    try:
        certificate = make()
        certificate.write(file)
    except NoCertificateError as error:
        talk(f"no certificate was written: {error}")
        return False
    talk(f"wrote {file}: {len(certificate.nodes):,} records")
    return True
