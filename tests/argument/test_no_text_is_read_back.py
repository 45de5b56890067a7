"""No code takes apart what was written for people: what follows from it follows from its data.

Looks through the package for patterns, cuts and comparisons of the parts of a text that something
here has written: a sentence, the name of a move, a value in words, what a line does.
"""

import ast
from pathlib import Path

import pytest

import provebest

PACKAGE = Path(provebest.__file__).parent

CUTS = {
    "partition", "rpartition", "split", "rsplit", "splitlines", "startswith", "endswith",
    "removeprefix", "removesuffix", "find", "index", "rfind", "rindex", "replace",
}  # fmt: skip
PATTERNS = {"search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn"}
WRITTEN = {
    "aim", "allows", "argument", "comment", "does", "finite", "headline", "label", "leaves",
    "participle", "phrase", "reason", "said", "sentence", "sentences", "text", "words",
}  # fmt: skip
"""Attributes, and where people are written to also variables, that hold text for people."""
WRITERS = {
    "achieved", "allowed", "best_other", "brief", "caution_about", "comment_on", "doing",
    "drawback", "for_white", "in_pawns", "in_words", "listed", "move_and_verdict",
    "participle", "percent", "san", "san_line", "say", "sentences", "side_name", "text",
    "values_for_white", "verdict_in_words", "worth_behind",
}  # fmt: skip
"""Functions and methods that write it."""
NOTATION = {"chances", "line", "move", "value"}
"""Those of a notation."""
ROOMS = ("argument", "chess/explain", "chess/motifs", "drawing", "web")
"""Where people are written to."""

EXCEPTIONS = {  # a function, or a whole file
    "drawing/lines.py as_json": "hides in JSON what could end its block of the page",
    "games/tree_json.py": "reads the text of a file, and nothing that is written here",
}


def cuts_in(file, room):
    """By function, the lines of a file in which something that was written is taken apart."""
    tree = ast.parse(file.read_text("utf-8"))
    scopes = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
    found = {}
    for scope in scopes:
        texts = _written_in(scope, told=room.startswith(ROOMS))
        lines = [node.lineno for node in ast.walk(scope) if _cuts(node, texts)]
        if lines:
            found[f"{room} {scope.name}"] = lines
    return found


def _written_in(scope, *, told):
    """The names of a function that hold such text."""
    names = set()
    if told:
        names = {each.arg for each in (*scope.args.args, *scope.args.kwonlyargs)}
        names |= {each.id for each in ast.walk(scope) if isinstance(each, ast.Name)}
        names &= WRITTEN
    for _ in range(3):  # what is made of such a name, and of that
        for target, value in _assignments(scope):
            if _is_written(value, names):
                names |= {each.id for each in ast.walk(target) if isinstance(each, ast.Name)}
    return names


def _assignments(scope):
    for node in ast.walk(scope):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                yield from zip(target.elts, node.value.elts, strict=False)
            else:
                yield target, node.value


def _is_written(node, names):
    match node:
        case ast.Name():
            written = node.id in names
        case ast.Attribute():
            written = node.attr in WRITTEN
        case ast.Call():
            written = _is_written_by(node, names)
        case ast.Subscript() | ast.FormattedValue():
            written = _is_written(node.value, names)
        case ast.JoinedStr() | ast.BoolOp():
            written = any(_is_written(each, names) for each in node.values)
        case _:
            written = False
    return written


def _is_written_by(call, names):
    match call.func:
        case ast.Name(id="str"):
            return any(_is_written(each, names) for each in call.args)
        case ast.Name(id=name):
            return name in WRITERS
        case ast.Attribute(value=owner, attr="text"):
            return not call.args
        case ast.Attribute(value=owner, attr=name):
            of_notation = name in NOTATION and ast.unparse(owner).endswith("notation")
            return name in WRITERS or of_notation or (name in CUTS and _is_written(owner, names))
    return False


def _cuts(node, names):
    if isinstance(node, ast.Compare):
        inside = any(isinstance(each, ast.In | ast.NotIn) for each in node.ops)
        return inside and any(_is_written(each, names) for each in node.comparators)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    if node.func.attr in CUTS and _is_written(node.func.value, names):
        return True
    return node.func.attr in PATTERNS and any(_is_written(each, names) for each in node.args)


def all_cuts(package):
    """The same of all files of a package."""
    found = {}
    for file in package.rglob("*.py"):
        found |= cuts_in(file, file.relative_to(package).as_posix())
    return found


def test_nothing_takes_apart_what_was_written_for_people():
    """With a reason for each exception, and none that is not needed."""
    found = all_cuts(PACKAGE)
    excused = {place: {place, place.partition(" ")[0]} & EXCEPTIONS.keys() for place in found}

    assert {place: lines for place, lines in found.items() if not excused[place]} == {}
    assert set().union(*excused.values()) == EXCEPTIONS.keys()


@pytest.mark.parametrize(
    "code",
    [
        "def tell(phrase):\n    first, _, rest = phrase.partition(' ')",
        "def tell(claim):\n    return claim.does.startswith('drawing')",
        "def tell(motif):\n    return ' to a ' in motif.phrase",
        "def tell(notation, value):\n    return notation.value(value).removeprefix('White ')",
        "def tell(notation, move):\n    name = notation.move(move)\n    return name.endswith('#')",
        "def tell(note):\n    first, *rest = note.argument.splitlines()\n    first.split(',')",
        "def linked(text):\n    return list(SAN.finditer(text))",
        "def tell(notation):\n    name, value = notation.move(1), 2\n    return name.endswith('#')",
        "def tell(found):\n    told = verdict_in_words(found)\n    return re.match('mates', told)",
    ],
)
def test_the_law_finds_text_that_is_read_back(tmp_path, code):
    file = tmp_path / "reader.py"
    file.write_text(code, encoding="utf-8")

    assert cuts_in(file, "argument/reader.py")
