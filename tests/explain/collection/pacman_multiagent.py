# right
from util import manhattanDistance
from game import Directions
import random, util
from game import Agent

class ReflexAgent(Agent):
    def getAction(self, gameState):
        legalMoves = gameState.getLegalActions()
        return random.choice(legalMoves)

def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()

class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best, choice = float("-inf"), None
        for action in gameState.getLegalActions(0):
            v = self.value(gameState.generateSuccessor(0, action), 1, 0)
            if v > best:
                best, choice = v, action
        return choice
    def value(self, state, agent, depth):
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        if agent == 0:
            return max(self.value(state.generateSuccessor(0, a), 1, depth) for a in state.getLegalActions(0))
        nxt = (agent + 1) % state.getNumAgents()
        nd = depth + 1 if nxt == 0 else depth
        return min(self.value(state.generateSuccessor(agent, a), nxt, nd) for a in state.getLegalActions(agent))

class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        util.raiseNotDefined()
