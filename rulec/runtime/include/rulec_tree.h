/* What a Monte Carlo search needs and knows nothing of any game: the tree, and how hidden pieces are dealt anew.
 *
 * All sums are whole numbers, and nothing is multiplied and added in one formula: so the same is chosen on every
 * machine and, by `rulec/interp/montecarlo.py`, on the interpreter.
 */
#ifndef RULEC_TREE_H
#define RULEC_TREE_H
#include "rulec_engine.h"
#include <math.h>

#define RULEC_UNIT (1 << 20) /* the utility of a victory as clear as can be */
#define RULEC_STREAM_WORLDS 2
#define RULEC_STREAM_TREE 3

/* --- the tree: an option that somebody took behind those above it ------------------------- */
typedef struct {
  int64_t total;         /* of the utilities of who took it */
  int32_t action, seat;
  int32_t first, next;   /* what follows it, and what stands beside it, ascending by action; 0: nothing more */
  int32_t visits, offered;
} rulec_node;
typedef struct {
  int64_t sum, squares;
} rulec_seen;
typedef struct {
  rulec_node *nodes;     /* the first is the position itself */
  int32_t *path;         /* of this simulation */
  int32_t count, length, done;
  int32_t depth;         /* the longest path that is remembered */
  double exploration;    /* squared */
  rulec_seen seen[16];   /* of each seat's utilities, in all simulations */
} rulec_tree;

/* Each simulation adds one node at most. */
static int rulec_tree_begin(rulec_tree *t, int simulations, int depth, double exploration) {
  memset(t, 0, sizeof *t);
  t->depth = depth; t->exploration = exploration; t->count = 1;
  t->nodes = (rulec_node *)calloc((size_t)simulations + 1, sizeof *t->nodes);
  t->path = (int32_t *)malloc(((size_t)simulations + 1) * sizeof *t->path);
  return t->nodes && t->path;
}
static void rulec_tree_end(rulec_tree *t) { free(t->nodes); free(t->path); }

/* About the logarithm to base 2, and exact: straight between the powers. */
RULEC_INLINE double rulec_about_log2(int n) {
  int whole = 31 - __builtin_clz((unsigned)n);
  return whole + (double)(n - (1 << whole)) / (double)(1 << whole);
}
/* How far a seat's utilities lie apart, times the exploration: both squared. */
RULEC_INLINE double rulec_tree_width(const rulec_tree *t, int seat) {
  const rulec_seen *u = &t->seen[seat];
  if (!t->done) return 0;
  double spread = (double)((__int128)t->done * u->squares - (__int128)u->sum * u->sum);
  return spread / ((double)t->done * (double)t->done) * t->exploration;
}
/* The place among the nodes below `link` at which an action stands, or would. */
RULEC_INLINE int32_t *rulec_tree_link(rulec_tree *t, int32_t *link, int action, int seat) {
  while (*link && t->nodes[*link].action < action) link = &t->nodes[*link].next;
  while (*link && t->nodes[*link].action == action && t->nodes[*link].seat < seat) link = &t->nodes[*link].next;
  return link;
}
RULEC_INLINE int rulec_tree_is(const rulec_tree *t, int at, int action, int seat) {
  return at && t->nodes[at].action == action && t->nodes[at].seat == seat;
}
/* Which of the ascending ids is tried below the end of the path, which grows by it; is it new there?
 * Options that were not tried yet are worth what the seat has had on the whole. */
static int rulec_tree_choose(rulec_tree *t, const int *ids, int n, int seat, uint64_t stream, int *fresh) {
  rulec_node *above = &t->nodes[t->length ? t->path[t->length - 1] : 0];
  double width = rulec_tree_width(t, seat), most = 0;
  int32_t *link = &above->first;
  int i, known = 0, best = 0, wanted;
  for (i = 0; i < n; i++) {
    link = rulec_tree_link(t, link, ids[i], seat);
    if (!rulec_tree_is(t, *link, ids[i], seat)) continue;
    rulec_node *one = &t->nodes[*link];
    known++; one->offered++;
    double value = (double)one->total / one->visits + sqrt(width * rulec_about_log2(one->offered + 1) / one->visits);
    if (!best || value > most) { best = *link; most = value; }
  }
  *fresh = known < n;
  if (*fresh && best) {
    double usual = (double)t->seen[seat].sum / t->done + sqrt(width * rulec_about_log2(above->visits + 1));
    *fresh = usual >= most;
  }
  if (*fresh) {
    wanted = (int)rulec_below(rulec_draw(stream, (uint64_t)t->length), (uint32_t)(n - known));
    for (i = 0, link = &above->first;; i++) {
      link = rulec_tree_link(t, link, ids[i], seat);
      if (!rulec_tree_is(t, *link, ids[i], seat) && wanted-- == 0) break;
    }
    best = t->count++;
    t->nodes[best].action = ids[i]; t->nodes[best].seat = seat; t->nodes[best].offered = 1;
    t->nodes[best].next = *link; *link = best;
  }
  t->path[t->length++] = best;
  return t->nodes[best].action;
}

/* --- what a result is worth to each seat ---------------------------------------------------- */
/* Half of it is the victory, half how far ahead a seat is of the best of the others, beside what both have; alone it
 * is the points. */
static void rulec_utilities(const int *points, const uint8_t *winners, int seats, int64_t *out) {
  int won = 0;
  for (int s = 0; s < seats; s++) won += winners[s];
  for (int s = 0; s < seats; s++) {
    int64_t best = INT64_MIN, ahead, apart, much;
    if (seats == 1) { out[s] = rulec_max(-RULEC_UNIT, rulec_min(RULEC_UNIT, points[s])); break; }
    for (int other = 0; other < seats; other++)
      if (other != s && points[other] > best) best = points[other];
    ahead = points[s] - best;
    apart = ahead < 0 ? -ahead : ahead;
    much = (llabs(points[s]) + llabs(best)) / 4 + 1;
    out[s] = RULEC_UNIT / 4 + (ahead < 0 ? -1 : 1) * (apart * (RULEC_UNIT / 4) / (apart + much));
    if (winners[s]) out[s] += RULEC_UNIT / 2 / won;
  }
}
static void rulec_tree_enter(rulec_tree *t, const int64_t *utilities, int seats) {
  t->done++;
  t->nodes[0].visits++;
  for (int s = 0; s < seats; s++) {
    t->seen[s].sum += utilities[s];
    t->seen[s].squares += utilities[s] * utilities[s];
  }
  for (int n = 0; n < t->length; n++) {
    t->nodes[t->path[n]].visits++;
    t->nodes[t->path[n]].total += utilities[t->nodes[t->path[n]].seat];
  }
}

#endif
