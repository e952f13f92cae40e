# right
# the leaves of a complete binary tree in an array; levels are counted from the root
def minimax(curDepth, nodeIndex, maxTurn, scores, targetDepth):
    if curDepth == targetDepth:
        return scores[nodeIndex]
    left = minimax(curDepth + 1, 2 * nodeIndex, not maxTurn, scores, targetDepth)
    right = minimax(curDepth + 1, 2 * nodeIndex + 1, not maxTurn, scores, targetDepth)
    return max(left, right) if maxTurn else min(left, right)

leaves = [7, 1, 4, 4, 8, 0, 3, 6]
print(minimax(0, 0, True, leaves, len(leaves).bit_length() - 1))
