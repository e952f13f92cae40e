"""What `plytree serve` prints: the addresses that others can use."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request

from plytree.interfaces.web.server import lan_addresses


def test_only_a_server_on_all_addresses_names_them() -> None:
    assert lan_addresses("127.0.0.1") == []
    assert all(re.fullmatch(r"[\d.]+", address) for address in lan_addresses("0.0.0.0"))


def test_every_address_that_is_printed_answers() -> None:
    command = [sys.executable, "-m", "plytree", "serve", "--host", "0.0.0.0", "--port", "0", "--no-show"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    assert server.stdout is not None
    try:
        lines = [server.stdout.readline() for _ in range(1 + len(lan_addresses("0.0.0.0")))]
        addresses = [found[0] for line in lines if (found := re.search(r"http://\S+", line))]
        assert len(addresses) == len(lines)
        for address in addresses:
            with urllib.request.urlopen(f"{address}api/games", timeout=30) as answer:
                assert answer.status == 200
    finally:
        server.terminate()
        server.wait(10)
