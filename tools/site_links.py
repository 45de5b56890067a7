"""What `mkdocs.yml` needs besides its plugins: rules of the papers as links, examples as code.

A docstring that cites ``[BM95-7]`` links to that rule's row on the paper's page. A label without a
row is a warning of mkdocs, and so an error of ``make docs``.
"""

import re
from typing import Any

import griffe

RULE = re.compile(r"\[((?:EH63|R72|H74|B79|BM95|MC|DB|GPN|SQ|DF)-\d+)\](?![\[(])")
ROW = re.compile(r"^\| (\w+-\d+) \|", re.MULTILINE)
STARRED = re.compile(r"\b([AB])\*(?!\*)")  # B* and A* are names, not emphasis
EXAMPLE = re.compile(r"^>>> .*\Z", re.DOTALL | re.MULTILINE)


def on_page_markdown(markdown: str, page: Any, config: Any, **_: Any) -> str:
    """Mkdocs calls this for every page: on those of the papers, each rule gets an address."""
    if not page.file.src_uri.startswith("papers/"):
        return markdown
    for rule in ROW.findall(markdown):
        config.plugins["autorefs"].register_anchor(page=page, identifier=rule, primary=True)
    return ROW.sub(r'| <a id="\1"></a>\1 |', markdown)


class Docstrings(griffe.Extension):
    """Docstrings as the site shows them; the code keeps its own."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Griffe calls this for every class, function, attribute and module."""
        if obj.docstring is not None:
            obj.docstring.value = for_the_site(obj.docstring.value)


def for_the_site(docstring: str) -> str:
    """The text with its rules as links, and with doctests at its end as a section of examples."""
    linked = RULE.sub(r"[\\[\1\\]][\1]", STARRED.sub(r"\1\\*", docstring))
    return EXAMPLE.sub(lambda found: "Examples:\n" + _indented(found[0]), linked)


def _indented(text: str) -> str:
    return re.sub(r"^(?=.)", "    ", text, flags=re.MULTILINE)
