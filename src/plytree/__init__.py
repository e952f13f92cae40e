"""plytree: write the rules of a two-player game in plain Python; play it at native speed, see it think, measure it."""

import importlib
import sys

from plytree.errors import GameError, InputError
from plytree.games.catalog import load_game
from plytree.games.contract.game import Board, Game, RecordGame
from plytree.search.engine import Engine
from plytree.search.limits import Clock, Limits
from plytree.search.montecarlo.engine import MonteCarlo
from plytree.search.result import Iteration, Progress, SearchResult
from plytree.search.score import Score
from plytree.search.techniques import Techniques

__version__ = "0.1.0"
__all__ = [
    "Board", "Clock", "Engine", "Game", "GameError", "InputError", "Iteration", "Limits", "MonteCarlo", "Progress",
    "RecordGame", "Score", "SearchResult", "Techniques", "load_game",
]  # fmt: skip

if "IPython" in sys.modules:  # in a notebook, trees and boards show as pictures
    importlib.import_module("plytree.interfaces.notebook").enable()
