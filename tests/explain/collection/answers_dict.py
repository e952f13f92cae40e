# right
def minimax(node, player):
    if not isinstance(node, list):
        return {'score': node, 'position': None}
    best = {'score': float('-inf') if player == 'max' else float('inf'), 'position': None}
    for i, child in enumerate(node):
        r = minimax(child, 'min' if player == 'max' else 'max')
        if player == 'max' and r['score'] > best['score']:
            best = {'score': r['score'], 'position': i}
        if player == 'min' and r['score'] < best['score']:
            best = {'score': r['score'], 'position': i}
    return best
