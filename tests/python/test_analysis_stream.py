"""Engines that analyse in the background: results one by one, an end in every case."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import yaribase
from yaribase import Engine, EngineError, Position

SHOGI = Position(variant="shogi")

ENGINE = """while read -r line; do case "$line" in
usi) echo id name Odd
  echo option name USI_Variant type combo default shogi var yarishogi var shogi
  echo usiok;;
isready) echo readyok;;
%s
quit) exit 0;;
esac; done
"""
DIES = "go*) echo info depth 1 score cp 5 nodes 9 pv 7g7f; exit 0;;"
HANGS_AT_STOP = "go*) echo info depth 1 score cp 5 nodes 9 pv 7g7f;;"
TALKS = """go*) i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo info depth $i score cp 5 nodes $i pv 7g7f; done
  echo bestmove 7g7f;;"""
BREAKS_RULES = "go*) echo info depth 1 score cp 5 nodes 9 pv 7g7e; echo bestmove 7g7e;;"


def odd_engine(tmp_path: Path, answers: str, patience: float = 1.0) -> Engine:
    script = tmp_path / "engine.sh"
    script.write_text(ENGINE % answers)
    return Engine(f"sh {script}", patience=patience)


def test_results_come_while_the_engine_works(engine: Engine) -> None:
    with engine.analysis(SHOGI) as analysis:
        seen = []
        for info in analysis:
            seen.append(info)
            if info.depth >= 4:
                break
    assert [info.depth for info in seen] == sorted(info.depth for info in seen)
    assert seen[0].best is not None and SHOGI.is_legal(seen[0].best)
    assert analysis.newest is not None and analysis.newest.depth >= 4
    assert engine.analyse(SHOGI, nodes=100).nodes > 0


def test_the_last_result_is_the_answer(engine: Engine) -> None:
    engine.new_game()
    with engine.analysis(SHOGI, nodes=2000, lines=2) as analysis:
        results = list(analysis)
        assert analysis.wait() == results[-1] == analysis.newest
    assert results[-1].nodes == 2000 and len(results[-1].lines) == 2
    engine.new_game()
    assert engine.analyse(SHOGI, nodes=2000, lines=2)[:4] == results[-1][:4]
    assert list(analysis) == []


@pytest.mark.skipif("YARI_PROGRAM" not in os.environ, reason="YARI_PROGRAM names no program")
def test_the_program_is_an_engine_too() -> None:
    with Engine(f"{os.environ['YARI_PROGRAM']} usi") as engine, engine.analysis(Position(), nodes=3000) as analysis:
        results = list(analysis)
    assert len(results) > 1 and results[-1].score is not None and results[-1].nodes >= 1000


def test_a_stopped_analysis_answers(engine: Engine) -> None:
    analysis = engine.analysis(SHOGI)
    threading.Timer(0.3, analysis.stop).start()
    begun = time.monotonic()
    assert list(analysis)[-1].lines and time.monotonic() - begun < 5
    # Begins and ends at once, again and again.
    for _ in range(20):
        with engine.analysis(SHOGI):
            pass


def test_whatever_else_the_engine_is_to_do_stops_it(engine: Engine) -> None:
    first = engine.analysis(SHOGI)
    assert engine.analyse(SHOGI, nodes=200).nodes == 200
    second = engine.analysis(SHOGI)
    third = engine.analysis(SHOGI, nodes=500)
    assert third.wait().nodes == 500
    for stopped in (first, second):
        list(stopped)
    last = Engine(hash=1)
    running = last.analysis(SHOGI)
    last.close()
    list(running)
    with pytest.raises(EngineError, match="closed"):
        list(last.analysis(SHOGI))


def test_of_many_that_begin_at_once_the_last_goes_on(engine: Engine) -> None:
    streams: list[yaribase.AnalysisStream] = []
    threads = [threading.Thread(target=lambda: streams.append(engine.analysis(SHOGI))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert engine.analyse(SHOGI, nodes=100).nodes > 0
    for stream in streams:
        list(stream)


def test_an_engine_that_dies_is_an_exception(tmp_path: Path) -> None:
    with odd_engine(tmp_path, DIES) as engine:
        with pytest.raises(EngineError, match="Odd"), engine.analysis(SHOGI) as analysis:
            for info in analysis:
                assert info.depth == 1
        with pytest.raises(EngineError):
            engine.analysis(SHOGI).wait()


def test_an_engine_that_does_not_stop_is_an_exception(tmp_path: Path) -> None:
    with odd_engine(tmp_path, HANGS_AT_STOP) as engine:
        begun = time.monotonic()
        with pytest.raises(EngineError, match="Odd"), engine.analysis(SHOGI) as analysis:
            assert next(analysis).depth == 1
        assert time.monotonic() - begun < 8
        # An exception of the block is not replaced by the engine's.
        with pytest.raises(ZeroDivisionError), engine.analysis(SHOGI) as analysis:
            next(analysis)
            raise ZeroDivisionError


def test_an_engine_that_breaks_the_rules_is_an_exception(tmp_path: Path) -> None:
    with odd_engine(tmp_path, BREAKS_RULES) as engine, pytest.raises(EngineError):
        engine.analysis(SHOGI, nodes=100).wait()


def test_results_that_nobody_takes_are_bounded(tmp_path: Path) -> None:
    with odd_engine(tmp_path, TALKS) as engine:
        analysis = engine.analysis(SHOGI, depth=5000)
        analysis.wait()
        results = list(analysis)
    assert 1 < len(results) <= 1000 and results[-1].nodes == 3000


def test_other_threads_run_while_one_waits(engine: Engine) -> None:
    counted = 0
    with engine.analysis(SHOGI, seconds=0.5) as analysis:
        waiting = threading.Thread(target=analysis.wait)
        waiting.start()
        while waiting.is_alive():
            counted += 1
    assert counted > 1000


def test_ctrl_c_ends_the_waiting(tmp_path: Path) -> None:
    script = tmp_path / "silent.sh"
    script.write_text(ENGINE % "go*) :;;\nstop) echo bestmove 7g7f;;")
    program = f"""
import os, signal, threading, yaribase
engine = yaribase.Engine("sh {script}", patience=2)
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    with engine.analysis(yaribase.Position(variant="shogi")) as analysis:
        next(analysis)
except KeyboardInterrupt:
    print("ended")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "ended\n", done.stderr


def test_a_process_may_end_in_the_middle_of_it() -> None:
    program = "import yaribase; analysis = yaribase.Engine(hash=1).analysis(yaribase.Position()); print(next(analysis).depth)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.strip().isdigit()


def test_wrong_limits_are_refused(engine: Engine) -> None:
    all_wrong: list[dict[str, Any]] = [{"nodes": 0}, {"lines": 0}, {"seconds": -1.0}, {"depth": -1}]
    for wrong in all_wrong:
        with pytest.raises(ValueError, match=next(iter(wrong))):
            engine.analysis(SHOGI, **wrong)
    with pytest.raises(yaribase.ParseError):
        engine.analysis("no position")
