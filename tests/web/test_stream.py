"""The stream of a page: searches, their events, and when they end."""

import threading
import time

import chess
import pytest
from starlette.websockets import WebSocketDisconnect

from provebest.games.game_so_far import read_game
from provebest.vocabulary import BadInputError
from provebest.web.inputs import LONGEST_EACH, Wish, read_wish
from provebest.web.tasks import MOST_OF_ONE
from provebest.web.turns import Turn, Turns

ROOK = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1"
MATE = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
PATIENCE = 120
WISH = Wish(read_game(chess.STARTING_FEN), "native", "modern", 0.9, 1)
ENDED = {"done", "failed", "cancelled"}


def start(stream, kind="analyse", **wish):
    stream.send_json({"type": "start", "kind": kind, "ask": "question-1", **wish})


def until(stream, *kinds, state=None):
    """All messages up to the first of these kinds."""
    seen = []
    while True:
        seen.append(stream.receive_json())
        kind = seen[-1]["type"]
        if kind in kinds and (state is None or seen[-1]["state"] in state):
            return seen


def until_done(stream):
    return until(stream, "status", state=ENDED)


def welcome(stream):
    assert stream.receive_json() == {"type": "welcome"}
    return stream


def test_an_analysis_is_told_from_the_first_look_to_the_argument(connect):
    stream = welcome(connect())
    start(stream, start=ROOK, seconds=2)
    seen = until_done(stream)

    kinds = [one["type"] for one in seen]
    assert kinds[0] == "started"
    assert {"search", "story", "argument", "tree", "end"} <= set(kinds)
    last = [one for one in seen if one["type"] == "argument"][-1]
    assert last["final"]
    board = chess.Board(ROOK)
    assert board.parse_san(last["san"]).uci() == last["move"]
    said = [*last["brief"], *last["more"]]
    assert len(said) >= 3
    for sentence in said:
        if sentence["line"] is not None:
            assert sentence["line"]["fens"][0] == board.fen()
            assert len(sentence["line"]["fens"]) == len(sentence["line"]["moves"]) + 1
    assert seen[-1]["state"] == "done"


def test_the_race_of_a_short_search_is_told_whole_at_its_end(connect):
    stream = welcome(connect())
    start(stream, start="startpos", seconds=None)
    task = until(stream, "started")[-1]["task"]
    steps = [until(stream, "search")[-1] for _ in range(3)]
    stream.send_json({"type": "stop", "task": task})
    race = [one for one in until_done(stream) if one["type"] == "race"][-1]
    times = [seconds for seconds, _ in race["points"]]
    assert times == sorted(times)
    assert {step["seconds"] for step in steps} <= set(times)

    again = welcome(connect("tab-00002"))
    again.send_json({"type": "watch", "task": task})
    assert until(again, "race")[-1]["points"] == race["points"]


@pytest.mark.parametrize("control", ["modern", "classic"])
def test_the_moves_are_told_with_value_hope_and_chance(connect, control):
    stream = welcome(connect())
    start(stream, start=ROOK, seconds=1, control=control)
    searches = [one for one in until_done(stream) if one["type"] == "search"]

    assert searches
    for message in searches:
        assert message["looking"].endswith((".", "?"))
        best, *others = message["moves"]
        assert best["chance"] is None
        assert all(0 <= one["chance"] <= 1 for one in others)
        assert all(0 <= one["share"] <= 1 for one in message["moves"])
    names = {one["san"] for one in searches[-1]["moves"]}
    board = chess.Board(ROOK)
    assert names == {board.san(move) for move in board.legal_moves}


def test_black_s_values_are_told_from_white_s_side(connect):
    stream = welcome(connect())
    start(stream, start="4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR b KQ - 0 1", seconds=0.3)
    search = [one for one in until_done(stream) if one["type"] == "search"][-1]

    assert search["moves"][0]["share"] > 0.9
    assert search["moves"][0]["value"][0] in "+W"


def test_a_stopped_search_still_gives_its_argument(connect):
    stream = welcome(connect())
    start(stream, start="startpos", seconds=None)
    task = until(stream, "search")[0]["task"]
    stream.send_json({"type": "stop", "task": task})
    seen = until_done(stream)

    end = next(one for one in seen if one["type"] == "end")
    assert end["stopped"] == "cancelled"
    assert end["goes_on"]
    argument = [one for one in seen if one["type"] == "argument"][-1]
    assert argument["final"]
    assert any(one["about"] == "rival" for one in [*argument["brief"], *argument["more"]])


@pytest.mark.parametrize(("control", "reached"), [("modern", "depth"), ("classic", "nodes")])
def test_a_search_goes_on_where_it_stopped(connect, control, reached):
    stream = welcome(connect())
    start(stream, start="startpos", seconds=0.5, control=control)
    before = until_done(stream)
    task = before[0]["task"]
    end = next(one for one in before if one["type"] == "end")
    assert end["goes_on"]
    stream.send_json({"type": "go on", "task": task, "seconds": None})
    stopped = [one for one in before if one["type"] == "search"][-1]
    search = {reached: -1}
    while search[reached] < stopped[reached]:  # however slow the machine is, it gets there
        message = stream.receive_json()
        assert message.get("state") not in ENDED
        search = message if message["type"] == "search" else search
    stream.send_json({"type": "stop", "task": task})
    assert until_done(stream)[-1]["state"] == "done"


def test_a_settled_search_does_not_go_on(connect):
    stream = welcome(connect())
    start(stream, start=MATE, seconds=5)
    task = until_done(stream)[0]["task"]
    stream.send_json({"type": "go on", "task": task, "seconds": 1})

    assert "more confidence" in until(stream, "error")[-1]["message"]


def test_two_pages_watch_one_search(connect):
    first, second = welcome(connect()), welcome(connect("tab-00002"))
    start(first, start=ROOK, seconds=1)
    task = until(first, "search")[0]["task"]
    second.send_json({"type": "watch", "task": task})
    ends = [
        [one for one in until_done(stream) if one["type"] == "end"] for stream in (first, second)
    ]

    assert ends[0] == ends[1]


def test_who_comes_late_is_told_everything(connect):
    first = welcome(connect())
    start(first, start=ROOK, seconds=0.5)
    seen = until_done(first)
    late = welcome(connect("tab-00002"))
    late.send_json({"type": "watch", "task": seen[0]["task"]})
    told = until_done(late)

    assert told[0]["type"] == "race"
    assert len(told[0]["points"]) >= 1
    assert [one for one in told if one["type"] == "argument"][-1]["final"]


# --- questions about moves ----------------------------------------------------------------------


def test_why_not_is_answered_by_a_sentence_about_the_move(connect):
    stream = welcome(connect())
    start(stream, "why not", start=MATE, about=["Qxf7", "Qxe5"], seconds=1)
    answer = next(one for one in until_done(stream) if one["type"] == "answer")

    assert answer["question"] == "Why not Qxe5+?"
    assert not answer["better"]
    (sentence,) = answer["sentences"]
    assert sentence["text"].startswith("Qxe5+")
    assert sentence["arrows"][0] == ["h5e5", "refuted"]


def test_why_not_of_a_better_move_says_that_it_is_better(connect):
    stream = welcome(connect())
    start(stream, "why not", start=MATE, about=["Qxe5", "Qxf7"], seconds=1)
    answer = next(one for one in until_done(stream) if one["type"] == "answer")

    assert answer["better"]
    assert answer["sentences"][0]["text"].startswith("Qxf7#")


def test_moves_are_compared(connect):
    stream = welcome(connect())
    start(stream, "compare", start=MATE, about=["Nf3", "Qxf7"], seconds=1)
    answer = next(one for one in until_done(stream) if one["type"] == "answer")

    assert answer["question"] == "Nf3 or Qxf7#?"
    assert answer["move"] == "h5f7"


def test_the_only_move_is_found(connect):
    stream = welcome(connect())
    start(stream, "only move", start="8/8/6K1/7P/1p6/8/1k6/8 w - - 1 59", seconds=2)
    answer = next(one for one in until_done(stream) if one["type"] == "answer")

    assert answer["move"] == "h5h6"
    assert "only winning move" in answer["sentences"][0]["text"]


def test_a_game_is_annotated_with_progress(connect, client):
    stream = welcome(connect())
    moves = ["f2f3", "e7e5", "g2g4", "d8h4"]
    start(stream, "annotate", moves=moves, seconds=0.2, headers={"White": "A", "Result": "0-1"})
    seen = until_done(stream)

    assert seen[-1]["state"] == "done"
    progress = [one for one in seen if one["type"] == "progress" and "judging" in one["doing"]]
    assert progress[-1]["done"] == progress[-1]["total"] == 4
    notes = {one["ply"]: one for one in seen if one["type"] == "note"}
    assert notes[2]["mark"] == "??"
    assert notes[2]["share"] < 0.1
    summary = next(one for one in seen if one["type"] == "summary")
    assert "g4" in " ".join(summary["sentences"])
    saved = client.post("/api/export", json={"task": seen[0]["task"], "format": "pgn"}).json()
    assert '[White "A"]' in saved["text"]
    assert "$4" in saved["text"]
    page = client.post("/api/export", json={"task": seen[0]["task"], "format": "html"}).json()
    assert page["text"].startswith("<!doctype html>")


# --- exports ------------------------------------------------------------------------------------


def test_an_analysis_can_be_taken_along(connect, client):
    stream = welcome(connect())
    start(stream, start=ROOK, seconds=1, control="classic")
    task = until_done(stream)[0]["task"]
    texts = {}
    for kind in ("html", "pgn", "json", "certificate"):
        answer = client.post("/api/export", json={"task": task, "format": kind})
        assert answer.status_code == 200, answer.text
        texts[kind] = answer.json()["text"]
    tree = client.post("/api/export", json={"task": task, "format": "tree"}).json()

    assert "<!doctype html>" in texts["html"]
    assert f'[FEN "{ROOK}"]' in texts["pgn"]
    assert '"argument"' in texts["json"]
    assert '"certificate": "provebest"' in texts["certificate"]
    roles = {node["role"] for node in tree["nodes"]}
    assert {"root", "choice", "other"} <= roles
    for place, node in enumerate(tree["nodes"][1:], 1):
        assert 0 <= node["parent"] < place
        board = chess.Board(tree["nodes"][node["parent"]]["fen"])
        board.push_san(node["san"])
        assert board.fen() == node["fen"]


# --- bad wishes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("wish", "words"), [
    ({"prober": "uci:/bin/sh"}, "was not started with"),
    ({"control": "quantum"}, "control must be one of"),
    ({"confidence": 1}, "confidence must be from"),
    ({"confidence": True}, "confidence cannot be True"),
    ({"seconds": 1e9}, "seconds must be from"),
    ({"seconds": -1}, "seconds must be from"),
    ({"start": "nonsense"}, "nonsense"),
    ({"moves": ["e2e5"]}, "e2e5"),
    ({"moves": "e2e4"}, "moves cannot be"),
    ({"path": "/etc/passwd"}, "does not know"),
    ({"kind": "delete"}, "kind must be one of"),
    ({"kind": "why not", "about": ["e4"]}, "one other move"),
    ({"kind": "compare", "about": ["e4"]}, "two moves or more"),
    ({"kind": "compare", "about": ["e4", "e5"]}, "e5"),
    ({"kind": "annotate", "headers": {"Evil": "x"}}, "Evil"),
    ({"kind": "annotate", "headers": {"White": "x" * 1000}}, "White"),
    ({"ask": "../x"}, "ask must be a name"),
])  # fmt: skip
def test_a_bad_wish_is_one_sentence_and_the_stream_goes_on(connect, wish, words):
    stream = welcome(connect())
    stream.send_json({"type": "start", "kind": "analyse", "ask": "question-1", **wish})
    answer = stream.receive_json()

    assert answer["type"] == "error"
    assert words in answer["message"]
    start(stream, start=MATE, seconds=0.2)
    assert until_done(stream)[-1]["state"] == "done"


@pytest.mark.parametrize("text", ["{", "[]", '"a"', '{"type": "format disk"}', '{"type": ["a"]}',
                                  "[" * 50_000, '{"type": "watch", "task": "nobody-knows"}',
                                  "x" * 70_000])  # fmt: skip
def test_a_message_that_makes_no_sense_is_answered_by_a_sentence(connect, text):
    stream = welcome(connect())
    stream.send_text(text)
    answer = stream.receive_json()

    assert answer["type"] == "error"
    assert "\n" not in answer["message"]


def test_bytes_are_answered_by_a_sentence(connect):
    stream = welcome(connect())
    stream.send_bytes(b"\x00\x01")
    assert "text" in stream.receive_json()["message"]
    start(stream, start=MATE, seconds=0.2)
    assert until_done(stream)[-1]["state"] == "done"


def test_bytes_instead_of_a_greeting_are_refused(client):
    own = {"origin": "http://127.0.0.1", "host": "127.0.0.1"}
    with client.websocket_connect("/stream", headers=own) as stream:
        stream.send_bytes(b"hello")
        assert stream.receive_json()["type"] == "refused"


def test_a_connection_that_says_nothing_is_closed(client, monkeypatch):
    monkeypatch.setattr("provebest.web.stream.GREETING", 0.0)
    own = {"origin": "http://127.0.0.1", "host": "127.0.0.1"}
    with client.websocket_connect("/stream", headers=own) as stream:
        with pytest.raises(WebSocketDisconnect) as closed:
            stream.receive_json()
        assert closed.value.code == 1013


def test_an_error_names_the_search_that_it_is_about(connect):
    stream = welcome(connect())
    stream.send_json({"type": "watch", "task": "nobody-knows"})
    answer = stream.receive_json()
    assert answer["task"] == "nobody-knows"
    assert "not known any more" in answer["message"]


def test_another_site_cannot_open_the_stream(client):
    headers = {"origin": "http://evil.example", "host": "127.0.0.1"}
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/stream", headers=headers):
        pass


# --- limits -------------------------------------------------------------------------------------


def test_a_page_cannot_start_any_number_of_searches(connect):
    stream = welcome(connect())
    for _ in range(MOST_OF_ONE + 1):
        start(stream, start="startpos", seconds=None)
    assert "searches already" in until(stream, "error")[-1]["message"]


def test_what_goes_on_is_counted_like_what_is_started(connect):
    stream, tasks = welcome(connect()), []
    for _ in range(MOST_OF_ONE + 1):
        start(stream, start="startpos", seconds=0.05)
        tasks.append(until_done(stream)[0]["task"])
    for task in tasks:
        stream.send_json({"type": "go on", "task": task, "seconds": None})
    stream.send_json({"type": "nothing"})  # is answered by an error of its own
    refused = until(stream, "error")[-1]
    assert "searches already" in refused["message"]
    assert refused["task"] == tasks[-1]
    assert "does not know" in until(stream, "error")[-1]["message"]
    for kind, about in (("compare", ["e4", "d4"]), ("only move", []), ("annotate", [])):
        start(stream, kind, start="startpos", moves=[], about=about)
        assert "searches already" in until(stream, "error")[-1]["message"]

    other = welcome(connect("tab-00002"))  # whoever asks for more is the one who has it
    other.send_json({"type": "go on", "task": tasks[-1], "seconds": 0.05})
    other.send_json({"type": "watch", "task": tasks[-1]})
    assert until_done(other)[-1]["state"] == "done"


def test_all_pages_together_cannot_start_any_number_of_searches(connect, monkeypatch):
    monkeypatch.setattr("provebest.web.tasks.MOST_AT_WORK", 3)
    for tab in ("tab-00001", "tab-00002"):
        stream = welcome(connect(tab))
        for _ in range(2):
            start(stream, start="startpos", seconds=None)
    assert "busy" in until(stream, "error")[-1]["message"]


def test_a_search_that_was_ended_counts_until_its_thread_has_ended(room):
    ended = threading.Event()
    try:
        for _ in range(MOST_OF_ONE):
            room.end(room.start("tab-00001", "analyse", WISH, lambda _: ended.wait(PATIENCE)))
        assert len(room) == 0
        with pytest.raises(BadInputError, match="searches already"):
            room.start("tab-00001", "analyse", WISH, lambda _: None)
    finally:
        ended.set()


@pytest.mark.parametrize("kind", ["compare", "why not", "only move", "annotate"])
def test_only_an_analysis_may_take_as_long_as_the_page_likes(kind):
    asked = {"kind": kind, "about": ["e4", "d4"], "seconds": None}
    assert read_wish(asked, {"native": None}).seconds == LONGEST_EACH
    with pytest.raises(BadInputError, match="seconds must be"):
        read_wish(asked | {"seconds": 3600}, {"native": None})


@pytest.mark.parametrize("seconds", [None, 30])
def test_a_long_search_pauses_between_its_steps_while_others_wait(
    connect, room, monkeypatch, seconds
):
    monkeypatch.setattr("provebest.web.turns.SLICE", 0.0)
    room.turns = Turns(1)
    long, short = welcome(connect()), welcome(connect("tab-00002"))
    start(long, start="startpos", seconds=seconds)
    task = until(long, "search")[0]["task"]
    start(short, start=ROOK, seconds=0.2)
    assert until_done(short)[-1]["state"] == "done"
    assert room.find(task).running
    long.send_json({"type": "stop", "task": task})
    assert until_done(long)[-1]["state"] == "done"


def test_the_time_of_a_search_stands_still_while_it_pauses(connect, monkeypatch):
    steps = []

    def share(_):
        steps.append("")
        if len(steps) > 3:
            return 0.0
        time.sleep(1.0)
        return 1.0

    monkeypatch.setattr(Turn, "share", share)
    stream = welcome(connect())
    start(stream, start="startpos", seconds=4)
    until_done(stream)
    assert len(steps) > 6, "it has paused for longer than its share of four seconds, and goes on"


def test_a_search_that_goes_on_has_no_file_open_to_others(connect, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    stream = welcome(connect())
    start(stream, start="startpos", seconds=0.1)
    task = until_done(stream)[0]["task"]
    stream.send_json({"type": "go on", "task": task, "seconds": None})
    until(stream, "search")
    assert list(tmp_path.iterdir()) == []


# --- when a search ends -------------------------------------------------------------------------


def no_task_is_left(room):
    """Waits until every thread of a task has ended."""
    for thread in threading.enumerate():
        if thread.name.startswith("analyse "):
            thread.join(PATIENCE)
            assert not thread.is_alive()
    assert len(room) == 0


def test_a_closed_tab_ends_its_search(connect, room):
    room.closed, room.lost = 0.0, 1e6
    stream = welcome(connect())
    start(stream, start="startpos", seconds=None)
    until(stream, "search")
    stream.close(1001)
    no_task_is_left_soon(room)


def no_task_is_left_soon(room):
    ended = threading.Event()
    for _ in range(PATIENCE * 10):
        if len(room) == 0:
            break
        ended.wait(0.1)
    no_task_is_left(room)


def test_a_server_that_ends_waits_for_its_searches(room):
    said = []

    def work(task):
        while not task.cancel.is_set():
            pass
        time.sleep(0.5)
        said.append("everything is closed")

    room.start("tab-00001", "analyse", WISH, work)
    room.end_all()
    assert said


def test_a_page_ends_its_search_when_it_asks_for_another_position(connect, room):
    stream = welcome(connect())
    start(stream, start="startpos", seconds=None)
    task = until(stream, "search")[0]["task"]
    stream.send_json({"type": "end", "task": task})
    no_task_is_left_soon(room)
