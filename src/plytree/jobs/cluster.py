"""Workers on a Ray cluster, with the same job functions. Needs the extra: pip install plytree[cluster]."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

from plytree.errors import InputError, MachineError
from plytree.jobs.call import call
from plytree.jobs.run import Job

Task = tuple[Job, dict[str, Any]]


class RayPool:
    """Keeps as many jobs in flight as the cluster has CPUs. plytree must be installed on all its machines.

    `address`: where the cluster is; "auto" takes the one that runs here, or else starts one on this machine with
    `workers` CPUs.
    """

    def __init__(self, address: str, workers: int):
        self.address, self.workers = address, workers
        self._ray: Any = None
        self._started_here = False

    def __enter__(self) -> RayPool:
        try:
            import ray
        except ImportError:
            raise InputError("--cluster needs Ray; install it with: pip install 'plytree[cluster]'") from None
        self._ray = ray
        if not ray.is_initialized():
            self._started_here = True
            path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
            options: dict[str, Any] = {"log_to_driver": False, "runtime_env": {"env_vars": {"PYTHONPATH": path}}}
            try:
                ray.init(address=self.address, **options)
            except ConnectionError as error:
                if self.address != "auto":
                    raise InputError(f"no Ray cluster answers at {self.address!r}: {error}") from None
                self._start(options)
        return self

    def _start(self, options: dict[str, Any]) -> None:
        try:
            self._ray.init(num_cpus=self.workers, include_dashboard=False, **options)
        except Exception as error:  # Ray has no class of its own for this
            raise MachineError(f"Ray cannot be started here: {str(error).splitlines()[0][:200]}") from None

    def __exit__(self, *exception: object) -> None:
        if self._started_here:
            self._ray.shutdown()

    def answers(self, jobs: Iterator[Task]) -> Iterator[tuple[Job, dict[str, Any] | None]]:
        """As Workers says. MachineError if the cluster is gone."""
        try:
            yield from self._answers(jobs)
        except self._ray.exceptions.RayError as error:
            reason = (str(error).splitlines() or [type(error).__name__])[0][:200]
            raise MachineError(f"the Ray cluster does not answer: {reason}; what was finished is kept") from None

    def _answers(self, jobs: Iterator[Task]) -> Iterator[tuple[Job, dict[str, Any] | None]]:
        ray = self._ray
        remote = ray.remote(max_retries=0)(call)  # whoever runs the jobs counts the deaths, here as on one machine
        lost = (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.ObjectLostError)
        room = max(1, int(ray.cluster_resources().get("CPU", 1)))
        flying: dict[Any, Job] = {}
        more = True
        while more or flying:
            while more and len(flying) < room:
                task = next(jobs, None)
                if task is None:
                    more = False
                else:
                    flying[remote.remote(task[1])] = task[0]
            for reference in ray.wait(list(flying))[0] if flying else ():
                job = flying.pop(reference)
                try:
                    yield job, ray.get(reference)
                except lost:
                    yield job, None
