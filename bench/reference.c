/* Connect Four 7x6 and the engine's search, written by hand in C: the yardstick of the speed benchmark.
 *
 * It is the search of src/plytree/search/alphabeta/core.py for a game without evaluation and order hooks, node for node: the
 * benchmark checks that both visit the same number of nodes. Two entries: a fixed depth with every technique off, and
 * the full search (iterative deepening, table, killers, history, principal variation search, mirror symmetry).
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t i64;
typedef uint64_t u64;

enum { WIDTH = 7, HEIGHT = 6, STRIDE = 7, PLIES = 512, LOWER = 1, UPPER = 2, EXACT = 3, COMPLETE = 255 };
#define WIN 500000000LL
#define WIN_MIN (WIN - 1000000)
#define INFINITE (WIN + 1)
#define MAX_ORDER (1LL << 26)
#define MAX_HISTORY 16384

typedef struct { i64 mine, theirs; } State;
typedef struct { i64 word[4]; } Bucket;
typedef struct {
    i64 nodes, limit, horizon, cutoffs, first_cutoffs, table_hits, seldepth, complete, best_move, best_value, root_count;
    i64 mask;
    int32_t moves[PLIES * WIDTH], order[PLIES * WIDTH], killers[2 * PLIES], history[2 * WIDTH];
    int32_t pv[PLIES * PLIES], pv_length[PLIES], root_moves[WIDTH];
    Bucket *table;
} Work;

/* ---- rules --------------------------------------------------------------------------------------------------- */

static const i64 FULL = 0x3f * (1LL + (1LL << 7) + (1LL << 14) + (1LL << 21) + (1LL << 28) + (1LL << 35) + (1LL << 42));
static const i64 BOTTOM = 1LL + (1LL << 7) + (1LL << 14) + (1LL << 21) + (1LL << 28) + (1LL << 35) + (1LL << 42);

static inline int has_line(i64 stones) {
    static const int directions[4] = {1, STRIDE, STRIDE - 1, STRIDE + 1};
    for (int k = 0; k < 4; k++) {
        i64 run = stones & stones >> directions[k];
        if (run & run >> 2 * directions[k]) return 1;
    }
    return 0;
}

static inline State play(State s, i64 move) {
    i64 stones = s.mine | s.theirs, after = stones | (stones + (1LL << move * STRIDE));
    return (State){s.theirs, after ^ s.theirs};
}

static inline i64 key(State s) {
    i64 stones = s.mine | s.theirs, code = s.mine | ((stones << 1 | BOTTOM) ^ stones), mirrored = 0;
    for (int c = 0; c < WIDTH; c++) mirrored |= (code >> c * STRIDE & 0x7f) << (WIDTH - 1 - c) * STRIDE;
    u64 h = (u64)(code < mirrored ? code : mirrored) * 0x9E3779B97F4A7C15ULL;
    h ^= h >> 29;
    h *= 0xBF58476D1CE4E5B9ULL;
    return (i64)(h ^ h >> 32);
}

/* ---- the search ------------------------------------------------------------------------------------------------ */

static inline int decided(i64 value) { return value >= WIN_MIN || value <= -WIN_MIN; }
static inline i64 max64(i64 a, i64 b) { return a > b ? a : b; }
static inline i64 min64(i64 a, i64 b) { return a < b ? a : b; }

static inline void credit(Work *w, i64 side, i64 move, i64 amount) {
    i64 old = w->history[side * WIDTH + move], weight = old * (amount < 0 ? -amount : amount);
    i64 decay = weight / MAX_HISTORY - (weight % MAX_HISTORY < 0);
    w->history[side * WIDTH + move] = (int32_t)(old + amount - decay);
}

static inline i64 leaf(Work *w, i64 value, i64 ply) {
    if (ply > w->seldepth) w->seldepth = ply;
    return value;
}

/* The value of an unfinished state; the caller has counted the node. */
static inline __attribute__((always_inline)) i64 search_node(Work *w, State s, i64 alpha, i64 beta, i64 depth, i64 ply, const int full);
static __attribute__((noinline)) i64 plain(Work *w, State s, i64 alpha, i64 beta, i64 depth, i64 ply) {
    return search_node(w, s, alpha, beta, depth, ply, 0);
}
static __attribute__((noinline)) i64 strong(Work *w, State s, i64 alpha, i64 beta, i64 depth, i64 ply) {
    return search_node(w, s, alpha, beta, depth, ply, 1);
}

static inline i64 search_node(Work *w, State s, i64 alpha, i64 beta, i64 depth, i64 ply, const int full) {
    i64 before = w->horizon, node_key = full ? key(s) : 0;
    if (ply > 0) { /* no end that is still ahead can be worth more, or less */
        alpha = max64(alpha, ply - WIN);
        beta = min64(beta, WIN - ply - 1);
        if (alpha >= beta) return leaf(w, alpha, ply);
    }
    int full_window = beta - alpha > 1;
    i64 table_move = -1;
    if (full && ply > 0) {
        Bucket *b = &w->table[node_key & w->mask];
        i64 entry = 0;
        if ((b->word[0] ^ b->word[1]) == node_key) entry = b->word[1];
        else if ((b->word[2] ^ b->word[3]) == node_key) entry = b->word[3];
        if (entry) {
            table_move = (entry & 0xFFFFF) - 1;
            i64 value = (entry >> 20 & 0x3FFFFFFF) - 0x20000000, bound = entry >> 58 & 3, known = entry >> 50 & 0xFF;
            if (value >= WIN_MIN) value -= ply; else if (value <= -WIN_MIN) value += ply;
            int enough = known == COMPLETE || (known >= depth && !full_window), cut = bound == EXACT && enough;
            if (!cut && (enough || decided(value))) cut = (bound != UPPER && value >= beta) || (bound != LOWER && value <= alpha);
            if (cut) {
                w->table_hits++;
                if (known < COMPLETE && !decided(value)) w->horizon++;
                return value;
            }
        }
    }
    i64 at = ply * WIDTH, count = 0, side = ply & 1;
    if (ply > 0) {
        i64 stones = s.mine | s.theirs;
        for (int c = 0; c < WIDTH; c++) if (!(stones >> (c * STRIDE + HEIGHT - 1) & 1)) w->moves[at + count++] = c;
    } else for (; count < w->root_count; count++) w->moves[count] = w->root_moves[count];
    int sorting = full && ply > 0;
    if (sorting)
        for (i64 i = 0; i < count; i++) {
            i64 move = w->moves[at + i];
            w->order[at + i] = (int32_t)(move == table_move ? 8 * MAX_ORDER
                : move == w->killers[2 * ply] ? 3 * MAX_ORDER : move == w->killers[2 * ply + 1] ? 2 * MAX_ORDER
                : w->history[side * WIDTH + move]);
        }
    i64 best = -INFINITE, best_move = -1, complete = 0, lower = alpha;
    for (i64 i = 0; i < count; i++) {
        if (sorting) {
            i64 top = i, most = w->order[at + i];
            for (i64 j = i + 1; j < count; j++) if (w->order[at + j] > most) { top = j; most = w->order[at + j]; }
            if (top > i) {
                int32_t moved = w->moves[at + top];
                for (i64 j = top; j > i; j--) { w->moves[at + j] = w->moves[at + j - 1]; w->order[at + j] = w->order[at + j - 1]; }
                w->moves[at + i] = moved;
                w->order[at + i] = (int32_t)most;
            }
        }
        i64 move = w->moves[at + i], child = w->horizon, value;
        State t = play(s, move);
        if (full_window) w->pv_length[ply + 1] = (int32_t)(ply + 1);
        w->nodes++;
        if (has_line(t.theirs)) value = leaf(w, WIN - ply - 1, ply + 1);
        else if ((t.mine | t.theirs) == FULL) value = leaf(w, 0, ply + 1);
        else if (depth <= 1) { w->horizon++; value = leaf(w, 0, ply + 1); }
        else if (!full) value = -plain(w, t, -beta, -alpha, depth - 1, ply + 1);
        else if (i == 0) value = -strong(w, t, -beta, -alpha, depth - 1, ply + 1);
        else {
            value = -strong(w, t, -alpha - 1, -alpha, depth - 1, ply + 1);
            if (alpha < value && value < beta && !(w->nodes > w->limit)) {
                w->horizon = child;
                value = -strong(w, t, -beta, -alpha, depth - 1, ply + 1);
            }
        }
        if (w->nodes > w->limit) return 0;
        if (value > best) {
            best = value;
            if (value > alpha) {
                alpha = value; best_move = move;
                if (full_window) {
                    i64 end = max64(w->pv_length[ply + 1], ply + 1);
                    w->pv[ply * PLIES + ply] = (int32_t)move;
                    for (i64 j = ply + 1; j < end; j++) w->pv[ply * PLIES + j] = w->pv[(ply + 1) * PLIES + j];
                    w->pv_length[ply] = (int32_t)end;
                }
                if (ply == 0) { w->best_move = move; w->best_value = value; }
            }
            if (value >= beta) {
                w->cutoffs++;
                w->first_cutoffs += i == 0;
                complete = w->horizon == child;
                if (sorting) {
                    if (move != w->killers[2 * ply]) { w->killers[2 * ply + 1] = w->killers[2 * ply]; w->killers[2 * ply] = (int32_t)move; }
                    i64 amount = min64(16 * depth * depth, 1600);
                    credit(w, side, move, amount);
                    for (i64 j = 0; j < i; j++) credit(w, side, w->moves[at + j], -amount);
                }
                break;
            }
        }
    }
    if (complete) w->horizon = before;
    if (best < beta) complete = w->horizon == before;
    if (full && ply > 0) {
        i64 bound = best >= beta ? LOWER : best > lower ? EXACT : UPPER, value = best;
        if (value >= WIN_MIN) value += ply; else if (value <= -WIN_MIN) value -= ply;
        i64 known = complete ? COMPLETE : min64(max64(depth, 0), COMPLETE - 1), move = best_move >= 0 ? best_move : table_move;
        i64 data = (move + 1) | (value + 0x20000000) << 20 | known << 50 | bound << 58 | 1LL << 60;
        i64 *word = w->table[node_key & w->mask].word, old = word[1];
        if ((word[0] ^ old) != node_key && (old >> 50 & 0xFF) > known && (old >> 60 & 7) == 1) word += 2;
        word[0] = node_key ^ data;
        word[1] = data;
    }
    if (ply == 0) w->complete = complete;
    return best;
}

static Work *work(i64 mask) {
    Work *w = calloc(1, sizeof(Work));
    w->limit = 1LL << 62;
    w->mask = mask;
    for (int i = 0; i < 2 * PLIES; i++) w->killers[i] = -1;
    for (int c = 0; c < WIDTH; c++) w->root_moves[c] = c;
    w->root_count = WIDTH;
    return w;
}

/* One search to a fixed depth with every technique off. */
i64 fixed_depth(i64 mine, i64 theirs, i64 depth, i64 *nodes) {
    Work *w = work(0);
    w->nodes++;
    i64 value = plain(w, (State){mine, theirs}, -INFINITE, INFINITE, depth, 0);
    *nodes = w->nodes;
    free(w);
    return value;
}

/* The full search: iterative deepening with aspiration windows, the last best move first. */
i64 full_search(i64 mine, i64 theirs, i64 depth, i64 buckets, Bucket *table, i64 *nodes) {
    Work *w = work(buckets - 1);
    w->table = table;
    i64 value = 0, known = 0;
    for (i64 d = 1; d <= depth; d++) {
        i64 alpha = -INFINITE, beta = INFINITE, width = 16;
        if (d >= 4 && known) { alpha = value - width; beta = value + width; }
        for (;;) {
            w->horizon = 0;
            w->best_move = -1;
            w->nodes++;
            i64 found = strong(w, (State){mine, theirs}, alpha, beta, d, 0);
            width *= 4;
            if (found <= alpha) alpha = found - width > -WIN_MIN ? found - width : -INFINITE;
            else if (found >= beta) beta = found + width < WIN_MIN ? found + width : INFINITE;
            else { value = found; break; }
        }
        known = !decided(value) && !w->complete;
        i64 first = w->pv[0], at = 0;
        while (w->root_moves[at] != first) at++;
        for (; at > 0; at--) w->root_moves[at] = w->root_moves[at - 1];
        w->root_moves[0] = (int32_t)first;
        if (!known && (!decided(value) || WIN - (value < 0 ? -value : value) <= d)) break;
    }
    *nodes = w->nodes;
    free(w);
    return value;
}
