"""A worker process: reads one job a line from stdin, answers one line, keeps what it has loaded between jobs.

`python -m plytree.jobs.worker`. JSON in both directions, so nothing that arrives is ever unpickled.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading

from plytree.jobs.call import call
from plytree.processes import end_with_parent


def main() -> None:
    end_with_parent()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a job prints must not get between the answers
    jobs: queue.Queue[str] = queue.Queue()

    def read() -> None:
        for line in sys.stdin:
            jobs.put(line)
        os._exit(0)  # the parent is gone: nobody waits for the job in flight

    threading.Thread(target=read, daemon=True).start()
    while True:
        answers.write(json.dumps(call(json.loads(jobs.get()))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
