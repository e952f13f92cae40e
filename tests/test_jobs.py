"""Jobs are done once each, whatever happens to the workers."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from plytree.errors import InputError, MachineError
from plytree.jobs import Job, LinesStore, MemoryStore, run_jobs
from plytree.jobs.cluster import RayPool

JOBS = textwrap.dedent(
    """
    import os, random, signal, time
    from pathlib import Path

    def draw(arguments, seed):
        print("a job may print")
        return random.Random(seed).randrange(10**9)

    def fail(arguments, seed):
        raise ValueError("no such luck")

    def die_once(arguments, seed):
        flag = Path(arguments["flag"])
        if not flag.exists():
            flag.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return seed

    def die(arguments, seed):
        os.kill(os.getpid(), signal.SIGKILL)

    def slow(arguments, seed):
        time.sleep(0.15)
        return seed

    def process(arguments, seed):
        time.sleep(0.02)
        return os.getpid()
    """
)


@pytest.fixture(autouse=True)
def job_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "their_jobs.py").write_text(JOBS)
    monkeypatch.syspath_prepend(str(tmp_path))
    return "their_jobs"


def jobs(function: str, count: int, **arguments: object) -> list[Job]:
    return [Job(f"{function}/{i}", f"their_jobs:{function}", dict(arguments)) for i in range(count)]


def test_results_depend_on_seed_and_id_only() -> None:
    one, two, other = MemoryStore(), MemoryStore(), MemoryStore()
    run_jobs(jobs("draw", 6), one, workers=1, seed=5)
    run_jobs(jobs("draw", 6)[::-1], two, workers=2, seed=5)
    run_jobs(jobs("draw", 6), other, workers=2, seed=6)
    assert one.results == two.results
    assert len(set(one.results.values())) == 6
    assert set(one.results.values()).isdisjoint(other.results.values())


def test_a_worker_stays_alive_from_job_to_job() -> None:
    store = MemoryStore()
    run_jobs(jobs("process", 8), store, workers=2)
    assert len(set(store.results.values())) <= 2


def test_an_exception_fails_its_job_and_no_other() -> None:
    store = MemoryStore()
    summary = run_jobs([*jobs("fail", 1), *jobs("draw", 3)], store)
    assert summary.failed == {"fail/0": "ValueError: no such luck"}
    assert store.done() == {"draw/0", "draw/1", "draw/2"}


def test_a_killed_worker_costs_nothing(tmp_path: Path) -> None:
    work = [*jobs("draw", 4), *jobs("die_once", 1, flag=str(tmp_path / "flag"))]
    store, undisturbed = MemoryStore(), MemoryStore()
    summary = run_jobs(work, store, workers=2, seed=3)
    run_jobs(work, undisturbed, workers=2, seed=3)  # the flag is there now: nobody dies
    assert summary.retried == 1
    assert not summary.failed
    assert store.results == undisturbed.results


def test_a_job_that_always_kills_its_worker_is_given_up() -> None:
    store = MemoryStore()
    summary = run_jobs([*jobs("die", 1), *jobs("draw", 2)], store)
    assert "workers died" in summary.failed["die/0"]
    assert len(store.results) == 2


def test_a_run_does_only_what_is_left(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run_jobs(jobs("draw", 3), LinesStore(path), seed=1)
    seen: list[str] = []
    summary = run_jobs(jobs("draw", 5), LinesStore(path), seed=1, on_result=lambda job, *_: seen.append(job.id))
    assert sorted(seen) == ["draw/3", "draw/4"]
    assert (summary.kept, summary.done, summary.left) == (3, 2, 0)
    assert run_jobs(jobs("draw", 5), LinesStore(path), seed=1).done == 0


def test_a_half_written_line_is_dropped_and_done_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run_jobs(jobs("draw", 3), LinesStore(path), seed=1)
    whole = path.read_bytes()
    path.write_bytes(whole[:-7])
    run_jobs(jobs("draw", 3), LinesStore(path), seed=1)
    assert sorted(path.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_on_result_can_end_the_run() -> None:
    store = MemoryStore()
    summary = run_jobs(jobs("draw", 50), store, on_result=lambda *_: len(store.results) == 2)
    assert summary.done == 2


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_run_resumes_and_its_workers_end(tmp_path: Path, stop: signal.Signals) -> None:
    path = tmp_path / "results.jsonl"
    script = textwrap.dedent(
        f"""
        from pathlib import Path
        from plytree.jobs import Job, LinesStore, run_jobs
        jobs = [Job("process/first", "their_jobs:process")]
        jobs += [Job(f"slow/{{i}}", "their_jobs:slow") for i in range(12)]
        run_jobs(jobs, LinesStore(Path({str(path)!r})), seed=9)
        """
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.Popen([sys.executable, "-c", script], env=environment, stderr=subprocess.DEVNULL)
    while not path.exists() or path.read_bytes().count(b"\n") < 3:
        assert run.poll() is None
        time.sleep(0.02)
    run.send_signal(stop)
    run.wait(timeout=20)
    store = LinesStore(path)
    assert 3 <= len(store.results) < 13
    worker = store.results["process/first"]
    while Path(f"/proc/{worker}").exists() and "Z" not in Path(f"/proc/{worker}/stat").read_text().split()[2]:
        time.sleep(0.02)  # it ends by itself, or the test hangs
    undisturbed = MemoryStore()
    run_jobs(jobs("slow", 12), undisturbed, workers=4, seed=9)
    run_jobs(jobs("slow", 12), store, workers=4, seed=9)
    assert {k: v for k, v in LinesStore(path).results.items() if k != "process/first"} == undisturbed.results


def test_a_damaged_store_is_named(tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").write_text('{"id": "a"}\n')
    with pytest.raises(InputError, match=r"line 1 of .*results\.jsonl"):
        LinesStore(tmp_path / "results.jsonl")


def test_wrong_input() -> None:
    with pytest.raises(InputError, match="workers=0"):
        run_jobs(jobs("draw", 1), MemoryStore(), workers=0)
    with pytest.raises(InputError, match="same id"):
        run_jobs(jobs("draw", 1) * 2, MemoryStore())


def test_a_cluster_that_is_gone_is_told_in_one_sentence() -> None:
    class RayError(Exception):
        pass

    class Gone:
        """Ray, as it answers when its raylet was killed."""

        exceptions = SimpleNamespace(
            RayError=RayError, WorkerCrashedError=RayError, NodeDiedError=RayError, ObjectLostError=RayError
        )

        def remote(self, **options: object) -> object:
            return lambda function: SimpleNamespace(remote=lambda message: message["seed"])

        def cluster_resources(self) -> dict[str, float]:
            return {"CPU": 1.0}

        def wait(self, references: list[object]) -> object:
            raise RayError("The raylet died\n at some place")

        def init(self, **options: object) -> None:
            raise Exception("The current node timed out during startup.")

    pool = RayPool("auto", 1)
    pool._ray = Gone()
    with pytest.raises(MachineError, match="does not answer: The raylet died; what was finished is kept"):
        list(pool.answers(iter([(job, job.message(0)) for job in jobs("draw", 2)])))
    with pytest.raises(MachineError, match="Ray cannot be started here: The current node"):
        pool._start({})


@pytest.mark.usefixtures("one_cluster")
def test_ray_does_the_same_jobs_and_survives_a_killed_worker(tmp_path: Path) -> None:
    work = [*jobs("draw", 6), *jobs("die_once", 1, flag=str(tmp_path / "flag")), *jobs("fail", 1)]
    on_ray, local = MemoryStore(), MemoryStore()
    random.Random(1).shuffle(work)
    summary = run_jobs(work, on_ray, workers=2, cluster="auto", seed=4)
    run_jobs(work, local, workers=2, seed=4)
    assert summary.retried == 1
    assert summary.failed == {"fail/0": "ValueError: no such luck"}
    assert json.dumps(on_ray.results, sort_keys=True) == json.dumps(local.results, sort_keys=True)
