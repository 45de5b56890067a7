"""Fair turns, and journals that can be read late."""

import asyncio
import threading

from provebest.web.journal import MOST_POINTS, Journal
from provebest.web.turns import Turns

PATIENCE = 60


def never():
    return False


def in_threads(turns, owners):
    """Threads that ask for turns in this order, and the order in which they get them."""
    got, threads = [], []

    def work(owner):
        with turns.turn(owner, never):
            got.append(owner)

    for owner in owners:
        waiting = sum(map(len, turns._waiting.values()))
        thread = threading.Thread(target=work, args=(owner,))
        thread.start()
        while sum(map(len, turns._waiting.values())) == waiting:
            pass
        threads.append(thread)
    return got, threads


def test_a_tab_that_asks_for_more_does_not_make_others_wait_longer():
    turns = Turns(1)
    with turns.turn("first", never):
        got, threads = in_threads(turns, ["a", "a", "a", "b", "c", "b"])
    for thread in threads:
        thread.join(PATIENCE)

    assert got == ["a", "b", "c", "a", "b", "a"]


def test_no_more_than_so_many_run_at_a_time():
    turns, running, most, lock = Turns(2), [], [], threading.Lock()

    def work(owner):
        with turns.turn(owner, never):
            with lock:
                running.append(owner)
                most.append(len(running))
            for _ in range(1000):
                pass
            with lock:
                running.remove(owner)

    threads = [threading.Thread(target=work, args=(str(n % 3),)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(most) == 12
    assert max(most) <= 2


def test_who_is_cancelled_while_waiting_gets_no_turn():
    turns, cancelled = Turns(1), threading.Event()
    with turns.turn("first", never):
        cancelled.set()
        with turns.turn("second", cancelled.is_set) as turn:
            assert turn is None
        assert not turns.is_wanted
    with turns.turn("third", never) as turn:
        assert turn is not None, "the turn of the first was given back once"


def test_a_long_search_lets_others_go_on(monkeypatch):
    monkeypatch.setattr("provebest.web.turns.SLICE", 0)
    turns = Turns(1)
    with turns.turn("long", never) as turn:
        got, (other,) = in_threads(turns, ["short"])
        turn.share()
        got.append("long again")
    other.join(PATIENCE)

    assert got == ["short", "long again"]


def test_a_late_turn_is_taken_back_in_the_middle_of_a_step_and_waited_for_after_it(monkeypatch):
    monkeypatch.setattr("provebest.web.turns.LATE", 0)
    turns = Turns(1)
    with turns.turn("long", never) as turn:
        turn.lend()  # nobody waits
        got, (other,) = in_threads(turns, ["short"])
        turn.lend()
        turn.lend()
        other.join(PATIENCE)
        got.append("long is still at work")
        with turns.turn("next", never):
            waits = threading.Thread(target=lambda: (turn.share(), got.append("long again")))
            waits.start()
            while not turns.is_wanted:
                pass
            got.append("next")
        waits.join(PATIENCE)
    assert got == ["short", "long is still at work", "next", "long again"]
    assert turns._free == 1


def test_a_journal_keeps_the_last_word_on_each_thing():
    journal = Journal()
    for number in range(5):
        journal.write("state", {"number": number})
        journal.write(f"story {number}", {"story": number})

    last, messages = journal.read(0)
    assert last == 10
    assert messages[-2:] == [{"number": 4}, {"story": 4}]
    assert [one["story"] for one in messages if "story" in one] == [0, 1, 2, 3, 4]
    journal.write("state", {"number": 5})
    assert journal.read(last) == (11, [{"number": 5}])
    assert journal.read(11) == (11, [])


def test_a_message_that_nobody_reads_is_not_made():
    journal, made = Journal(), []

    def make(number):
        return lambda: made.append(number) or {"number": number}

    for number in range(3):
        journal.write("state", make(number))
    assert made == []
    assert journal.read(0)[1] == journal.read(0)[1] == [{"number": 2}]
    assert made == [2], "once for all readers"


def test_the_points_of_a_race_are_thinned_and_keep_both_ends():
    journal = Journal()
    for number in range(10 * MOST_POINTS):
        journal.add_point(number)

    _, (race,) = journal.read(0)
    points = race["points"]
    assert len(points) <= MOST_POINTS
    assert points[0] == 0
    assert points[-1] == 10 * MOST_POINTS - 1
    assert points == sorted(set(points))


def test_readers_are_woken_from_another_thread():
    async def read():
        journal, event = Journal(), asyncio.Event()
        stop = journal.waker(asyncio.get_running_loop(), event)
        threading.Thread(target=journal.write, args=("key", {"a": 1})).start()
        await asyncio.wait_for(event.wait(), PATIENCE)
        stop()
        return journal.read(0)[1]

    assert asyncio.run(read()) == [{"a": 1}]
