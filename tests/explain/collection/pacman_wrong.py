# wrong
from game import Agent
import util
class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)
class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def value(state, depth, agentIndex):
            if depth == 0 or state.isWin() or state.isLose():
                return self.evaluationFunction(state), None
            if agentIndex == 0:
                return max(((value(state.generateSuccessor(0, a), depth, 1)[0], a) for a in state.getLegalActions(0)))
            return max(((value(state.generateSuccessor(1, a), depth - 1, 0)[0], a) for a in state.getLegalActions(1)))
        return value(gameState, self.depth, 0)[1]
