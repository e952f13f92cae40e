"""The helpers beside the tests (hostile.py, planted.py) can be imported; the students' programs are no tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
collect_ignore = ["collection", "students"]
