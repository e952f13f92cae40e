# right
from game import Agent
import util
class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)
class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def maxValue(state, depth, alpha, beta):
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            v = float('-inf')
            for a in state.getLegalActions(0):
                v = max(v, minValue(state.generateSuccessor(0, a), depth, 1, alpha, beta))
                if v > beta: return v
                alpha = max(alpha, v)
            return v
        def minValue(state, depth, agent, alpha, beta):
            if state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            v = float('inf')
            for a in state.getLegalActions(agent):
                s = state.generateSuccessor(agent, a)
                if agent == state.getNumAgents() - 1:
                    v = min(v, maxValue(s, depth + 1, alpha, beta))
                else:
                    v = min(v, minValue(s, depth, agent + 1, alpha, beta))
                if v < alpha: return v
                beta = min(beta, v)
            return v
        best, alpha, choice = float('-inf'), float('-inf'), None
        for a in gameState.getLegalActions(0):
            v = minValue(gameState.generateSuccessor(0, a), 0, 1, alpha, float('inf'))
            if v > best: best, choice = v, a
            alpha = max(alpha, best)
        return choice
