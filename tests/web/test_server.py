"""What the server answers to questions, and whom it refuses."""

import chess
import pytest
from starlette.testclient import TestClient

from provebest.chess.probes.prober_choice import ProberChoice
from provebest.vocabulary import BadInputError
from provebest.web.app import make_app
from provebest.web.games import MOST_PROBLEMS
from provebest.web.guarding import Gate, is_everywhere, is_loopback, read_host
from provebest.web.serving import address
from provebest.web.tasks import TaskRoom

HOST = "127.0.0.1"
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def ask(client, what, **question):
    answer = client.post(f"/api/{what}", json=question)
    return answer.status_code, answer.json()


# --- positions and games ------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [[], ["e2e4"], ["e2e4", "d7d5", "e4d5"]])
def test_the_legal_moves_are_those_of_python_chess(client, moves):
    board = chess.Board()
    for move in moves:
        board.push_uci(move)

    code, found = ask(client, "position", start="startpos", moves=moves)
    assert code == 200
    assert found["fen"] == board.fen()
    assert set(found["names"]) == {move.uci() for move in board.legal_moves}
    assert found["names"] == {move.uci(): board.san(move) for move in board.legal_moves}
    ends = {(start, end) for start, to in found["targets"].items() for end in to}
    assert ends == {(move.uci()[:2], move.uci()[2:4]) for move in board.legal_moves}


def test_a_move_on_the_board_is_played(client):
    code, found = ask(client, "position", start="startpos", moves=["e2e4"], move="e7e5")

    assert code == 200
    assert (found["played"], found["san"], found["turn"]) == ("e7e5", "e5", "white")


@pytest.mark.parametrize(("by", "chess960", "played"), [
    ("e1g1", False, "e1g1"), ("e1h1", False, "e1g1"), ("e1c1", False, "e1c1"),
    ("e1a1", False, "e1c1"), ("e1g1", True, "e1h1"), ("e1h1", True, "e1h1"),
])  # fmt: skip
def test_castling_is_the_king_to_its_square_or_on_its_rook(client, by, chess960, played):
    code, found = ask(client, "position", start=CASTLING, moves=[], move=by, chess960=chess960)

    assert code == 200
    assert found["played"] == played
    assert found["san"] in {"O-O", "O-O-O"}


def test_a_finished_game_says_so(client):
    _, found = ask(client, "position", moves=["f2f3", "e7e5", "g2g4", "d8h4"])

    assert found["over"] == "checkmate"
    assert found["targets"] == {}


def test_games_are_read_from_pgn(client):
    pgn = '[White "Greco"]\n[Black "NN"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n'
    code, found = ask(client, "games", pgn=pgn)

    assert code == 200
    (game,) = found["games"]
    assert game["headers"]["White"] == "Greco"
    assert [move["san"] for move in game["moves"]] == ["e4", "e5", "Qh5", "Ke7", "Qxe5#"]
    board = chess.Board(game["moves"][-1]["fen"])
    assert board.is_checkmate()


def test_a_bad_game_is_a_sentence_and_does_not_touch_the_others(client):
    _, found = ask(client, "games", pgn='1. e4 e5 2. Ke5 *\n\n[Event "b"]\n\n1. d4 *\n')

    assert [game["moves"][0]["san"] for game in found["games"]] == ["d4"]
    assert len(found["problems"]) == 1
    assert "Ke5" in found["problems"][0]


def test_of_many_bad_games_only_the_first_are_told(client):
    _, found = ask(client, "games", pgn="1. Ke4 *\n\n" * 2_000 + "1. e4 *\n")

    assert found["games"] == []
    assert len(found["problems"]) == MOST_PROBLEMS + 1
    assert found["problems"][-1] == "the games after these were not read"


@pytest.mark.parametrize("pgn", [
    "1. e4\n" + "(1. d4\n" * 10_000,
    "1. e4 e5\n" + "( 1... c5\n" * 5_000 + ")\n" * 5_000,
    "1. e4\n" + "{x}\n" * 50_000,
    "1. e4 {\n" + ("a" * 90 + "\n") * 15_000,
    "1.\n" + "Nf3 Nf6 Ng1 Ng8\n" * 1_000,
    "1. e4 " + "(1. d4 " * 20_000,
    "\x00" * 1_000,
    '[Variant "Atomic"]\n\n1. e4 *',
    "".join(f'[H{number} "x"]\n' for number in range(2_000)) + "\n1. e4 *",
])  # fmt: skip
def test_a_hostile_game_is_one_short_sentence(client, pgn):
    _, found = ask(client, "games", pgn=pgn)

    assert found["games"] == []
    (sentence,) = found["problems"]
    assert len(sentence) < 200
    assert "\n" not in sentence


# --- bad questions ------------------------------------------------------------------------------


@pytest.mark.parametrize(("what", "question", "words"), [
    ("position", {"start": "8/8/8/8/8/8/8/8 w - - 0 1"}, "king"),
    ("position", {"start": "x" * 1000}, "at most 120 characters"),
    ("position", {"start": 7}, "start cannot be 7"),
    ("position", {"moves": ["e2e5"]}, "e2e5"),
    ("position", {"moves": ["e2e4" * 10]}, "is not a move"),
    ("position", {"moves": [["e2e4"]]}, "is not a move"),
    ("position", {"moves": ["e2e4"] * 2000}, "at most 1200 half-moves"),
    ("position", {"move": "e9e4"}, "e9e4"),
    ("position", {"engine": "/bin/sh"}, "does not know"),
    ("position", [], "JSON object"),
    ("games", {"pgn": ""}, "no game"),
    ("games", {}, "no game"),
    ("export", {"task": "../../etc/passwd", "format": "html"}, "name of 8 to 64"),
    ("export", {"task": "unknown-task", "format": "html"}, "not known any more"),
    ("export", {"task": "unknown-task", "format": "exe"}, "format must be"),
])  # fmt: skip
def test_bad_input_is_one_sentence(client, what, question, words):
    answer = client.post(f"/api/{what}", json=question)

    assert answer.status_code == 400
    sentence = answer.json()["error"]
    assert words in sentence
    assert "\n" not in sentence
    assert len(sentence) < 400


def test_a_body_that_is_too_large_is_not_read(client):
    answer = client.post("/api/position", json={"start": "x" * 100_000})
    assert answer.status_code == 400
    assert "too large" in answer.json()["error"]


def test_what_is_not_json_is_refused(client):
    for body in ("{", "[" * 100_000 + "]" * 100_000, "NaN,"):
        answer = client.post(
            "/api/games", content=body, headers={"content-type": "application/json"}
        )
        assert answer.status_code == 400
        assert "JSON" in answer.json()["error"]
    assert client.post("/api/about", content="{}").status_code == 400


# --- who may ask --------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1:81", "127.0.0.1.evil.example", ""])
def test_another_name_of_this_machine_is_refused(client, host):
    """A page of another site whose name was made to lead here (DNS rebinding)."""
    assert client.get("/", headers={"host": host}).status_code == 403
    answer = client.post("/api/about", json={}, headers={"host": host})
    assert answer.status_code == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1",
                                    "http://127.0.0.1:81", "http://localhost"])  # fmt: skip
def test_another_site_is_refused(client, origin):
    answer = client.post("/api/about", json={}, headers={"origin": origin})
    assert answer.status_code == 403
    assert "own page" in answer.text


def test_a_question_without_an_origin_is_refused(client):
    del client.headers["origin"]
    assert client.post("/api/about", json={}).status_code == 403


def test_every_answer_has_a_strict_policy_and_no_cookie(client):
    for answer in (client.get("/"), client.post("/api/about", json={}), client.get("/nothing")):
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self';")
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in answer.headers
        assert "access-control-allow-origin" not in answer.headers


def test_only_the_files_of_the_page_are_served(client, tmp_path):
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "page.js").write_text("1")

    assert client.get("/page.js").text == "1"
    for path in ("/secret.txt", "/../pyproject.toml", "/%2e%2e/pyproject.toml", "/static/page.js"):
        assert client.get(path).status_code == 404


def test_without_the_bundle_one_sentence_says_how_to_get_it(client):
    answer = client.get("/")
    assert answer.status_code == 503
    assert "make web" in answer.text
    assert answer.text.count("\n") == 1


# --- other hosts --------------------------------------------------------------------------------


@pytest.fixture
def far(tmp_path):
    gate = Gate("192.0.2.7", 80, "right-token")
    app = make_app(gate, TaskRoom({"native": ProberChoice()}, most=1), tmp_path)
    with TestClient(app, base_url="http://192.0.2.7") as made:
        made.headers["origin"] = "http://192.0.2.7"
        yield made


def test_another_host_needs_the_token(far):
    assert far.post("/api/about", json={}).status_code == 403
    wrong = far.post("/api/about", json={}, headers={"authorization": "Bearer wrong"})
    assert wrong.status_code == 403
    assert "token" in wrong.text
    right = far.post("/api/about", json={}, headers={"authorization": "Bearer right-token"})
    assert right.status_code == 200


def test_the_stream_of_another_host_needs_the_token(far):
    headers = {"origin": "http://192.0.2.7", "host": "192.0.2.7"}
    for hello, kind in (({}, "refused"), ({"token": "wrong"}, "refused"),
                        ({"token": "\ud800"}, "refused"), ({"token": "r\xefght"}, "refused"),
                        ({"token": "right-token"}, "welcome")):  # fmt: skip
        with far.websocket_connect("/stream", headers=headers) as stream:
            stream.send_json({"type": "hello", "tab": "tab-00001", **hello})
            assert stream.receive_json()["type"] == kind


def test_the_token_is_in_the_part_of_the_address_that_is_not_sent():
    assert address(Gate("192.0.2.7", 8765, "abc")) == "http://192.0.2.7:8765/#token=abc"
    assert address(Gate("127.0.0.1", 8765)) == "http://127.0.0.1:8765/"
    assert address(Gate("::1", 8765)) == "http://[::1]:8765/"


@pytest.mark.parametrize(("host", "means"), [
    ("LOCALHOST", "localhost"), (" 127.0.0.1 ", "127.0.0.1"), ("127.1", "127.0.0.1"),
    ("0", "0.0.0.0"), ("0x7f.1", "127.0.0.1"), ("::FFFF:127.0.0.1", "127.0.0.1"),  # noqa: S104
    ("[::1]", "::1"), ("0:0:0:0:0:0:0:1", "::1"), ("2001:DB8::A", "2001:db8::a"),
    ("My-Machine", "my-machine"), ("B\xfccher.example", "xn--bcher-kva.example"),
])  # fmt: skip
def test_the_address_that_is_printed_is_answered(host, means):
    gate = Gate(read_host(host), 8765, "abc")
    assert gate.host == means
    opened = address(gate).removeprefix("http://").partition("/")[0]
    assert gate.knows_host(opened.lower()), "as a browser writes it in its Host header"
    assert is_loopback(gate.host) == (means in {"localhost", "127.0.0.1", "::1"})
    assert is_everywhere(gate.host) == (means == "0.0.0.0")  # noqa: S104 - as a user may ask for


@pytest.mark.parametrize("host", [
    "", " ", "fe80::1%eth0", "127.0.0.1 x", "1 .1", "a/b", "a\ud800", "." * 300, "256.1.1.1",
    "http://localhost", "localhost:80", "1.2.3.4.5",
])  # fmt: skip
def test_a_host_that_no_address_can_name_is_refused(host):
    with pytest.raises(BadInputError, match="cannot listen on") as refused:
        read_host(host)
    assert "\n" not in str(refused.value)


def test_all_addresses_of_the_machine_are_answered_under_numbers_only():
    gate = Gate("0.0.0.0", 8765, "abc")  # noqa: S104 - as a user may ask for
    assert gate.knows_host("192.0.2.7:8765")
    assert gate.knows_host("[2001:db8::1]:8765")
    assert not gate.knows_host("evil.example:8765")
    assert not gate.knows_host("192.0.2.7:80")
    assert not gate.knows_host(None)
