# right
UNENDLICH = 10**9
def alphabeta(knoten, tiefe, alpha, beta, max_am_zug):
    if not isinstance(knoten, list) or tiefe == 0:
        return knoten
    if max_am_zug:
        bester = -UNENDLICH
        for kind in knoten:
            bester = max(bester, alphabeta(kind, tiefe - 1, alpha, beta, False))
            alpha = max(alpha, bester)
            if alpha >= beta:
                break
        return bester
    bester = UNENDLICH
    for kind in knoten:
        bester = min(bester, alphabeta(kind, tiefe - 1, alpha, beta, True))
        beta = min(beta, bester)
        if alpha >= beta:
            break
    return bester
