"""Work spread over processes of this machine, or over a Ray cluster by one option.

    jobs = [Job("square/3", "my_module:square", {"x": 3})]     # def square(arguments, seed): return arguments["x"] ** 2
    summary = run_jobs(jobs, LinesStore(Path("squares.jsonl")), workers=2)

A job is a named function and JSON arguments. It must be idempotent: the same id and arguments give the same result,
because a job whose worker died is done again. Its randomness comes from the seed it is given, which depends only on
the run's seed and the job's id. Only the parent writes results down, each once, so a run that is killed at any moment
can be started again and does what is left.
"""

from plytree.jobs.run import Job, Summary, default_workers, run_jobs
from plytree.jobs.store import LinesStore, MemoryStore, Store

__all__ = ["Job", "LinesStore", "MemoryStore", "Store", "Summary", "default_workers", "run_jobs"]
