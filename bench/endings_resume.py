"""A build of tables killed at random moments and begun again: the files must be the same as of a build left alone.

python bench/endings_resume.py [--kills 10] [--names KQKR KBNK ...] [--seed 1]
"""

from __future__ import annotations

import argparse
import hashlib
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def build(folder: Path, names: list[str]) -> list[str]:
    return [sys.executable, "-m", "plytree", "tables", "build", "chess", *names, "--folder", str(folder), "--json"]


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.rglob("*.ending"))}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--names", nargs="*", default=["KQKR", "KBNK", "KPKP"])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as place:
        whole, stopped = Path(place) / "whole", Path(place) / "stopped"
        begin = time.perf_counter()
        subprocess.run(build(whole, options.names), check=True, capture_output=True)
        seconds = time.perf_counter() - begin
        killed = 0
        for _ in range(options.kills):
            running = subprocess.Popen(
                build(stopped, options.names), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                start_new_session=True,
            )  # fmt: skip
            try:
                running.wait(chance.uniform(0.02, 0.12) * seconds)
            except subprocess.TimeoutExpired:
                running.send_signal(signal.SIGKILL)
                running.wait()
                killed += 1
        subprocess.run(build(stopped, options.names), check=True, capture_output=True)
        same = digests(whole) == digests(stopped)
        print(
            f"{len(digests(whole))} tables built in {seconds:.0f} s; killed {killed} times of {options.kills} and "
            f"begun again: files {'identical' if same else 'DIFFERENT'}"
        )
        left = [path.name for path in stopped.rglob("*") if path.is_file() and path.suffix != ".ending"]
        print(f"other files left behind: {left}")


if __name__ == "__main__":
    main()
