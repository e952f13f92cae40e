"""plytree: write the rules of a two-player game in plain Python; play it at native speed, see it think, measure it."""

import importlib
import sys

from plytree.errors import GameError, InputError
from plytree.explain.trace import explain
from plytree.games.catalog import load_game
from plytree.games.contract.game import Board, Game, RecordGame
from plytree.matches.session import Outcome, Session
from plytree.players.player import make_player
from plytree.search.engine import Engine
from plytree.search.levelwise.engine import ParallelTree
from plytree.search.limits import Clock, Limits
from plytree.search.montecarlo.engine import MonteCarlo
from plytree.search.perft.perft import perft
from plytree.search.result import Iteration, Progress, SearchResult
from plytree.search.score import Score
from plytree.search.techniques import Techniques
from plytree.search.textbook.tree import GameTree, PaperTree
from plytree.solvers.connect4 import Solver as ConnectFourSolver

__version__ = "0.1.0"
__all__ = [
    "Board", "Clock", "ConnectFourSolver", "Engine", "Game", "GameError", "GameTree", "InputError", "Iteration",
    "Limits", "MonteCarlo", "Outcome", "PaperTree", "ParallelTree", "Progress", "RecordGame", "Score", "SearchResult",
    "Session", "Techniques", "explain", "load_game", "make_player", "perft",
]  # fmt: skip

if "IPython" in sys.modules:  # in a notebook, trees and boards show as pictures
    importlib.import_module("plytree.interfaces.notebook").enable()
