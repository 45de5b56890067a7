"""``--certificate`` writes a proof, ``provebest check`` tells whether it holds."""

import json

import pytest

MATE = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


@pytest.fixture
def proof(provebest, tmp_path):
    done = provebest("tree", "--width", 3, "--range", 400, "--certificate", "proof.json")
    assert done.returncode == 0
    assert "wrote proof.json" in done.stderr
    return tmp_path / "proof.json"


def test_a_proof_of_a_tree_is_written_and_holds(provebest, answer, proof):
    code, told = answer("check", proof)

    assert code == 0
    assert told["holds"]
    assert told["proved"]
    assert "holds: move" in provebest("check", proof).stdout


def test_a_changed_number_is_refused_with_its_place(provebest, answer, proof):
    certificate = json.loads(proof.read_text())
    certificate["nodes"][3]["value"] += 1
    proof.write_text(json.dumps(certificate))

    code, told = answer("check", proof)

    assert code == 1
    assert not told["holds"]
    assert told["place"] == "$.nodes[3]"
    assert "refused at $.nodes[3]" in provebest("check", proof).stdout


def test_what_is_no_certificate_has_exit_code_2(provebest, tmp_path):
    for text in ("{", '{"certificate": 1}'):
        (tmp_path / "no.json").write_text(text)
        done = provebest("check", "no.json")
        assert done.returncode == 2
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1


def test_a_tree_from_a_file_is_checked_against_the_file(provebest, answer, tmp_path):
    (tmp_path / "tree.json").write_text("[[3, 5], [4, 9]]")
    (tmp_path / "other.json").write_text("[[3, 5], [4, 8, 1]]")
    provebest("tree", "tree.json", "--certificate", "proof.json")

    assert answer("check", "proof.json", "--tree", "tree.json")[0] == 0
    assert "moves and positions as stated" in answer("check", "proof.json")[1]["given"][1]
    code, told = answer("check", "proof.json", "--tree", "other.json")
    assert code == 1
    assert told["place"].startswith("$.nodes[0]")


def test_a_tour_and_an_analysis_bring_their_certificates(provebest, answer, tmp_path):
    (tmp_path / "cities.txt").write_text("0 1 2 3\n1 0 3 4\n2 3 0 1\n3 4 1 0\n")
    provebest("tour", "cities.txt", "--prove-optimal", "--certificate", "tour.json")
    analysed = ("analyse", MATE, "--control", "classic", "--expansions", 3, "--probe-depth", 1)
    provebest(*analysed, "--certificate", "classic.json")

    assert answer("check", "tour.json")[1]["proved"]
    code, told = answer("check", "classic.json", "--ask", 8)
    assert code == 0
    assert told["asked"]["values"] >= 8
    assert told["asked"]["different"] == []
    refused = provebest("check", "tour.json", "--ask", 3)
    assert refused.returncode == 2
    assert "chess" in refused.stderr


def test_an_analysis_after_the_moves_of_a_game_is_certified_with_them(provebest, answer, tmp_path):
    queen = "8/8/4k3/8/8/3QK3/8/8 w - - 0 1"
    moves = ("--after", "d3d4,e6e7,d4d3,e7e6")
    small = ("--control", "classic", "--expansions", 3, "--probe-depth", 1)
    provebest("analyse", queen, *moves, *small, "--certificate", "game.json")

    assert answer("check", "game.json", "--ask", 3)[0] == 0
    written = json.loads((tmp_path / "game.json").read_text("utf-8"))
    assert written["world"]["moves"] == ["d3d4", "e6e7", "d4d3", "e7e6"]
    refused = provebest("analyse", queen, "--after", "d3d4,e6e8")
    assert refused.returncode == 2
    assert "move 2" in refused.stderr


def test_where_nothing_can_be_certified_the_answer_is_there_and_the_exit_code_1(provebest):
    done = provebest("tree", "--strategy", "DF", "--certificate", "no.json")

    assert done.returncode == 1
    assert "arc" in done.stdout
    assert "no certificate was written" in done.stderr
