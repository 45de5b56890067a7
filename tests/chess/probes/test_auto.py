"""The prober ``auto``: which engine searches if nobody names one."""

import pytest

from provebest.chess.probes import uci
from provebest.chess.probes.auto import VARIABLE, find_prober, find_same_prober, is_without_choice
from provebest.games.chess_evaluation import DEFAULT_EVALUATION, EVALUATIONS
from provebest.vocabulary import BadInputError


@pytest.fixture
def no_engine(monkeypatch, tmp_path):
    """A machine without engines; returns a folder that is on its PATH."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(uci, "FOLDERS", (str(tmp_path / "nowhere"),))
    return tmp_path


def install(folder, name="stockfish"):
    program = folder / name
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    return program


def test_without_an_engine_it_is_ours(no_engine):
    assert find_prober() == find_prober("auto") == "native"
    assert is_without_choice("auto")
    assert not is_without_choice("native")


def test_it_is_stockfish_if_that_is_on_the_path(no_engine):
    install(no_engine)

    assert find_prober() == "uci:stockfish"
    assert not is_without_choice("auto")


def test_the_usual_folders_count_too(no_engine, monkeypatch, tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    install(folder)
    monkeypatch.setattr(uci, "FOLDERS", (str(folder),))

    assert find_prober() == "uci:stockfish"


def test_other_engines_are_not_chosen_by_themselves(no_engine):
    install(no_engine, "ethereal-chess")

    assert find_prober() == "native"


@pytest.mark.parametrize("prefix", ["", "uci:"])
def test_the_environment_names_the_engine(no_engine, monkeypatch, prefix):
    install(no_engine)
    other = install(no_engine, "other")

    monkeypatch.setenv(VARIABLE, prefix + "other")
    assert find_prober() == "uci:other"
    monkeypatch.setenv(VARIABLE, f"{prefix}{other}")
    assert find_prober() == f"uci:{other}"
    monkeypatch.setenv(VARIABLE, "")
    assert find_prober() == "uci:stockfish"


def test_the_environment_can_forbid_other_engines(no_engine, monkeypatch):
    install(no_engine)
    monkeypatch.setenv(VARIABLE, "native")

    assert find_prober() == "native"
    assert not is_without_choice("auto")


def test_an_engine_of_the_environment_that_is_missing_is_an_error(no_engine, monkeypatch):
    install(no_engine)
    monkeypatch.setenv(VARIABLE, "nothing")

    with pytest.raises(BadInputError, match=r"PROVEBEST_ENGINE .*'nothing'"):
        find_prober()


def test_a_name_stands_for_itself(no_engine):
    assert find_prober("native") == "native"
    assert find_prober("uci:whatever") == "uci:whatever"


def test_an_evaluation_of_ours_means_our_engine(no_engine):
    install(no_engine)
    others = [name for name in EVALUATIONS if name != DEFAULT_EVALUATION]

    assert others
    assert {find_prober("auto", name) for name in others} == {"native"}
    assert find_prober("uci:stockfish", others[0]) == "uci:stockfish"


def test_work_is_continued_by_its_maker_but_no_file_names_a_program(no_engine):
    install(no_engine)

    assert find_same_prober("native") == "native"
    assert find_same_prober("uci:stockfish") == "uci:stockfish"
    assert find_same_prober("uci:/tmp/harmful") == "uci:stockfish"
    assert find_same_prober("native", "uci:other") == "uci:other"
