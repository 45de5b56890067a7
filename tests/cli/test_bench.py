"""``provebest bench``: one number that changes only when a search changes."""

from provebest.bench import chess_bench
from provebest.chess.probes.compiled_control import CompiledControl
from provebest.search.events import SetProbed
from provebest.search.setprobe.search import ModernSearch


def test_the_signature_is_the_same_in_two_runs_and_is_the_sum(answer):
    code, told = answer("bench")
    assert code == 0
    assert told["signature"] == sum(search["work"] for search in told["searches"])
    assert all(search["expanded"] > 0 for search in told["searches"])
    names = [search["name"] for search in told["searches"]]
    assert len(set(names)) == len(names)
    assert answer("bench") == (code, told)


def test_both_twins_of_the_modern_control_count_the_same():
    asked = []

    class Listened(ModernSearch):
        def __init__(self, *args):
            super().__init__(*args)
            self.events.on(SetProbed, lambda probe: asked.append(probe.purpose))

    reference = chess_bench.modern_work(Listened)

    assert reference == chess_bench.modern_work(CompiledControl)
    assert {"SELECT", "rivals", "VERIFY"} == set(asked), "every rule is used"


def test_text_and_json_tell_the_same(provebest, answer):
    _, told = answer("bench")
    done = provebest("bench")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"signature {told['signature']}" in done.stdout
    for search in told["searches"]:
        assert f"{search['work']:,}  {search['name']}" in done.stdout


def test_speed_tells_the_rates_of_both_twins_the_growth_and_the_profile(answer):
    code, told = answer("bench", "--speed", timeout=240)
    assert code == 0
    chess = told["chess_speed"]
    assert chess["probes"] == 70
    assert all(number > 0 for number in chess.values())
    control = told["control_speed"]
    assert control["nodes"] >= 8000
    assert 0 < control["share"] < 1
    assert control["profile"]
    speed = told["speed"]
    rates = {rate["strategy"]: rate for rate in speed["rates"]}
    assert {"BF", "2DRM", "DB", "GPN"} <= rates.keys()
    for rate in rates.values():
        assert rate["compiled_generated_per_second"] > rate["python_generated_per_second"] > 0
        assert rate["generated"] > rate["expanded"] > 0
    for costs in speed["microseconds_per_expansion"].values():
        small, large = costs["16000"], costs["500000"]
        assert 0 < large < 10 * small  # 30 times as many nodes: a quadratic step would show
    assert any("_leaf_works" in function for function in speed["profile"]["GPN"])
    assert all(0 < sum(lines.values()) <= 1 for lines in speed["profile"].values())
