# right
graph = {'A': ['B', 'C'], 'B': ['D', 'E'], 'C': ['F', 'G'], 'D': [], 'E': [], 'F': [], 'G': []}
values = {'D': 3, 'E': 5, 'F': 2, 'G': 9}
def minimax(node, is_max, graph, values):
    if not graph[node]:
        return values[node]
    scores = [minimax(c, not is_max, graph, values) for c in graph[node]]
    return max(scores) if is_max else min(scores)
print(minimax('A', True, graph, values))
