"""The frame of every page: one file, no network, one script at most, which is named by its hash."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from importlib import resources

from provebest.drawing.board_html import symbols
from provebest.drawing.board_picture import as_image
from provebest.drawing.style import SHEET
from provebest.vocabulary.outside import escape


def page(title: str, body: Sequence[str], *, live: bool = False) -> str:
    """Returns a complete HTML page; a live one has boards, and the script that moves them."""
    script = page_script() if live else ""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy(script)}">',
            f"<title>{escape(title)}</title>",
            f"<style>{SHEET}</style></head>",
            '<body class="provebest">',
            *([symbols()] if live else []),
            *body,
            *([f"<script>{script}</script>"] if live else []),
            "</body></html>",
            "",
        ]
    )


def page_script() -> str:
    """Returns the script of live pages."""
    return resources.files("provebest.drawing").joinpath("page.js").read_text("utf-8")


def policy(script: str) -> str:
    """Returns the Content-Security-Policy: our sheet, this script, and nothing else."""
    rules = ["default-src 'none'", "img-src data:", f"style-src '{_hash(SHEET)}'"]
    if script:
        rules.append(f"script-src '{_hash(script)}'")
    return "; ".join([*rules, "base-uri 'none'", "form-action 'none'"])


def picture(svg: str, alt: str) -> str:
    """Returns a picture that scrolls sideways, by keyboard too, if it is wider than the page."""
    width = int(svg.split('width="', 1)[1].split('"', 1)[0])
    return (
        f'<div class="wide" tabindex="0" role="group" aria-label="{escape(alt)}">'
        f"{as_image(svg, alt, width=width)}</div>"
    )


def folded(summary: str, *content: str, unfolded: bool = False) -> str:
    """Returns content that the reader can unfold and fold."""
    opened = " open" if unfolded else ""
    return f"<details{opened}><summary>{escape(summary)}</summary>{''.join(content)}</details>"


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"
