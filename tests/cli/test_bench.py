"""``provebest bench``: one number that changes only when a search changes."""


def test_the_signature_is_the_same_in_two_runs_and_is_the_sum(answer):
    code, told = answer("bench")
    assert code == 0
    assert told["signature"] == sum(search["work"] for search in told["searches"])
    assert all(search["expanded"] > 0 for search in told["searches"])
    names = [search["name"] for search in told["searches"]]
    assert len(set(names)) == len(names)
    assert answer("bench") == (code, told)


def test_text_and_json_tell_the_same(provebest, answer):
    _, told = answer("bench")
    done = provebest("bench")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"signature {told['signature']}" in done.stdout
    for search in told["searches"]:
        assert f"{search['work']:,}  {search['name']}" in done.stdout


def test_the_control_s_share_is_told_when_asked_for(answer):
    code, told = answer("bench", "--speed")
    assert code == 0
    assert told["speed"]["nodes"] >= 8000
    assert 0 < told["speed"]["share"] < 0.1
    assert told["speed"]["profile"]
    assert "speed" not in answer("bench")[1]
