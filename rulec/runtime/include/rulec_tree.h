/* Monte Carlo tree search, without anything of a game: nodes, UCB, information sets, solver, utilities.
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

#define RULEC_TREE_SEATS 16

/* --- nodes: an option that a seat took behind those above it -------------------------------- */
typedef struct {
  int64_t total;         /* of the utilities of who took it */
  int32_t action, seat;  /* action below 0: a secret one, as those see it who do not know which */
  int32_t first, next;   /* its first child, and its next sibling, ascending by action and seat; 0: none */
  int32_t visits, offered;
  int32_t options;       /* of the position behind it, where the solver runs */
  int32_t settled;       /* is anything proven of a child? */
  uint32_t sure, lost;   /* two bits a seat: the outcome it has at least, and how far the best it can have lies below 2 */
} rulec_node;
typedef struct {
  int64_t sum, squares;
  double spread;         /* the largest variance so far: what narrows must not end all exploration */
} rulec_seen;
typedef struct {
  rulec_node *nodes;     /* the first ones are the roots, one for each observer */
  int32_t *path;         /* of this simulation, for each observer */
  int32_t count, room;
  int32_t observers;     /* 1: every choice is open, and all share a tree; else one for each seat */
  int32_t at[RULEC_TREE_SEATS], lengths[RULEC_TREE_SEATS]; /* where an observer stands (-1: behind its tree) */
  int32_t length;        /* choices of this simulation so far */
  int32_t depth;         /* the most that are remembered */
  int32_t done, solver;
  double exploration;    /* squared */
  const char *avoided;   /* for each action two bytes, a bit a seat: what that seat does not take; NULL: nothing */
  rulec_seen seen[RULEC_TREE_SEATS]; /* of each seat's utilities, in all simulations */
} rulec_tree;

/* Room for so many more nodes; 0 if there is no memory. */
static int rulec_tree_room(rulec_tree *t, int64_t more) {
  int64_t wanted = t->count + more;
  if (wanted <= t->room) return 1;
  if (wanted < 2 * (int64_t)t->room) wanted = 2 * (int64_t)t->room;
  if (wanted > INT32_MAX) return 0;
  void *nodes = realloc(t->nodes, (size_t)wanted * sizeof *t->nodes);
  if (nodes) t->nodes = (rulec_node *)nodes;
  void *path = nodes ? realloc(t->path, (size_t)wanted * t->observers * sizeof *t->path) : NULL;
  if (path) t->path = (int32_t *)path;
  if (path) t->room = (int32_t)wanted;
  return path != NULL;
}
static int rulec_tree_begin(rulec_tree *t, int observers, int depth, double exploration, int solver) {
  memset(t, 0, sizeof *t);
  t->observers = observers; t->depth = depth; t->exploration = exploration; t->solver = solver;
  if (!rulec_tree_room(t, observers)) return 0;
  memset(t->nodes, 0, observers * sizeof *t->nodes);
  t->count = observers;
  return 1;
}
static void rulec_tree_end(rulec_tree *t) { free(t->nodes); free(t->path); }
/* Copy the part of a tree that lies behind a node, in breadth-first order, into an empty one; 0 if there is no memory. */
static int rulec_tree_graft(rulec_tree *t, const rulec_tree *old, int32_t at) {
  int32_t *from = (int32_t *)malloc(old->count * sizeof *from);
  if (!from || !rulec_tree_room(t, old->count)) { free(from); return 0; }
  t->nodes[0] = old->nodes[at];
  from[0] = at;
  for (int32_t n = 0; n < t->count; n++) {
    int32_t *link = &t->nodes[n].first;
    for (int32_t child = old->nodes[from[n]].first; child; child = old->nodes[child].next) {
      from[t->count] = child;
      t->nodes[t->count] = old->nodes[child];
      *link = t->count;
      link = &t->nodes[t->count++].next;
    }
    *link = 0;
  }
  t->nodes[0].next = 0;
  t->done = old->done;
  memcpy(t->seen, old->seen, sizeof t->seen);
  free(from);
  return 1;
}

/* --- which option a simulation tries --------------------------------------------------------- */
/* About the logarithm to base 2, and exact: straight between the powers. */
RULEC_INLINE double rulec_about_log2(int n) {
  int whole = 31 - __builtin_clz((unsigned)n);
  return whole + (double)(n - (1 << whole)) / (double)(1 << whole);
}
/* How far a seat's utilities lie apart, times the exploration: both squared. */
RULEC_INLINE double rulec_tree_width(const rulec_tree *t, int seat) { return t->seen[seat].spread * t->exploration; }
RULEC_INLINE void rulec_tree_descend(rulec_tree *t) {
  t->length = 0;
  for (int o = 0; o < t->observers; o++) { t->at[o] = o; t->lengths[o] = 0; }
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
static int32_t rulec_tree_add(rulec_tree *t, int32_t *link, int action, int seat) {
  rulec_node *one = &t->nodes[t->count];
  memset(one, 0, sizeof *one);
  one->action = action; one->seat = seat; one->offered = 1; one->next = *link;
  return *link = t->count++;
}
RULEC_INLINE void rulec_tree_step(rulec_tree *t, int observer, int32_t node) {
  t->path[(int64_t)observer * t->room + t->lengths[observer]++] = node;
  t->at[observer] = node;
}
RULEC_INLINE int rulec_sure(const rulec_node *one, int seat) { return one->sure >> 2 * seat & 3; }
RULEC_INLINE int rulec_best(const rulec_node *one, int seat) { return 2 - (int)(one->lost >> 2 * seat & 3); }
/* What the seat can be sure of below a node; -1: of nothing that would make any child worse than another. */
static int rulec_tree_floor(const rulec_tree *t, const rulec_node *above, int n, int seat) {
  int sure = 0, best = 0, children = 0;
  if (!above->settled) return -1;
  for (int32_t at = above->first; at; at = t->nodes[at].next, children++) {
    sure = rulec_max(sure, rulec_sure(&t->nodes[at], seat));
    best = rulec_max(best, rulec_best(&t->nodes[at], seat));
  }
  return children == n && best == 0 ? -1 : sure;
}
/* A square from 0 to 4, drawn for an option. Where choices are secret it widens or narrows its bound (randomized UCB):
 * players who choose by the same counts must not fall in step, or one would foresee what the other hides. */
RULEC_INLINE double rulec_tree_factor(const rulec_tree *t, uint64_t number, int action) {
  if (t->observers == 1) return 1;
  double even = (double)(rulec_draw(number, (uint64_t)action) >> 11) / (double)(1ull << 52);
  return even * even;
}
/* Keep the ids that their seat does not avoid, or all of them if it avoids each; how many there are. */
static int rulec_tree_permit(const rulec_tree *t, const int *ids, int n, int seat, int *kept) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (!((uint8_t)t->avoided[2 * ids[i] + seat / 8] >> seat % 8 & 1)) kept[count++] = ids[i];
  if (!count) memcpy(kept, ids, n * sizeof *ids);
  return count ? count : n;
}
/* Which of the ascending ids is tried behind where its seat stands; is it new there?
 * Options that were not tried yet are worth what the others have brought here; those that are proven to be worse
 * than another are passed by. */
static int rulec_tree_pick(rulec_tree *t, const int *ids, int n, int seat, uint64_t stream, int *fresh) {
  const int observer = t->observers > 1 ? seat : 0;
  uint64_t number = rulec_draw(stream, (uint64_t)t->length++);
  if (t->at[observer] < 0) { *fresh = 1; return ids[rulec_below(number, (uint32_t)n)]; }
  rulec_node *above = &t->nodes[t->at[observer]];
  double width = rulec_tree_width(t, seat), most = 0;
  int64_t total = 0, visits = 0;
  int32_t *link = &above->first;
  int i, known = 0, best = 0, wanted, least = rulec_tree_floor(t, above, n, seat);
  above->options = n;
  for (i = 0; i < n; i++) {
    link = rulec_tree_link(t, link, ids[i], seat);
    if (!rulec_tree_is(t, *link, ids[i], seat)) continue;
    rulec_node *one = &t->nodes[*link];
    known++; one->offered++; total += one->total; visits += one->visits;
    if (least >= 0 && rulec_best(one, seat) <= least && !(least && rulec_sure(one, seat) == least)) continue;
    double bound = width * rulec_about_log2(one->offered + 1) / one->visits * rulec_tree_factor(t, number, ids[i]);
    double value = (double)one->total / one->visits + sqrt(bound);
    if (!best || value > most) { best = *link; most = value; }
  }
  *fresh = known < n && least < 2;
  if (*fresh && best) {
    double usual = (double)total / visits + sqrt(width * rulec_about_log2(above->visits + 1));
    *fresh = usual >= most;
  }
  if (*fresh) {
    wanted = (int)rulec_below(number, (uint32_t)(n - known));
    for (i = 0, link = &above->first;; i++) {
      link = rulec_tree_link(t, link, ids[i], seat);
      if (!rulec_tree_is(t, *link, ids[i], seat) && wanted-- == 0) break;
    }
    best = rulec_tree_add(t, link, ids[i], seat);
  }
  rulec_tree_step(t, observer, best);
  return t->nodes[best].action;
}
static int rulec_tree_choose(rulec_tree *t, const int *ids, int n, int seat, uint64_t stream, int *fresh) {
  if (!t->avoided) return rulec_tree_pick(t, ids, n, seat, stream, fresh);
  int kept[n];
  n = rulec_tree_permit(t, ids, n, seat, kept);
  return rulec_tree_pick(t, kept, n, seat, stream, fresh);
}
/* The other observers see what was taken; each adds a node at most to its tree, and then leaves it. */
__attribute__((unused)) static void rulec_tree_tell(rulec_tree *t, int action, int seat) {
  for (int o = 0; o < t->observers; o++) {
    if (o == seat || t->at[o] < 0) continue;
    int32_t *link = rulec_tree_link(t, &t->nodes[t->at[o]].first, action, seat);
    if (rulec_tree_is(t, *link, action, seat)) { rulec_tree_step(t, o, *link); continue; }
    rulec_tree_step(t, o, rulec_tree_add(t, link, action, seat));
    t->at[o] = -1;
  }
}

/* --- outcomes that are proven: 2 a victory alone, 1 a shared one, 0 none ---------------------- */
/* What is sure of a node by its children: whoever moves takes what is best for it; all else may happen. */
static int rulec_tree_prove(rulec_tree *t, rulec_node *above, int seats) {
  uint32_t sure = 0, lost = 0;
  int mover = t->nodes[above->first].seat, children = 0, whole;
  for (int32_t at = above->first; at; at = t->nodes[at].next) children++;
  whole = children == above->options;
  for (int n = 0; n < seats; n++) {
    const int s = n ? (n <= mover ? n - 1 : n) : mover; /* whoever moves comes first */
    int least = 2, most = 0, best = 0, own;
    for (int32_t at = above->first; at; at = t->nodes[at].next) {
      least = rulec_min(least, rulec_sure(&t->nodes[at], s));
      most = rulec_max(most, rulec_sure(&t->nodes[at], s));
      best = rulec_max(best, rulec_best(&t->nodes[at], s));
    }
    if (!whole) { least = 0; best = 2; }
    if (s == mover) least = most;
    own = (int)(sure >> 2 * mover & 3);
    if (s != mover) best = rulec_min(best, 2 - own); /* nobody wins alone beside somebody who wins */
    sure |= (uint32_t)least << 2 * s;
    lost |= (uint32_t)(2 - best) << 2 * s;
  }
  if (sure == above->sure && lost == above->lost) return 0;
  above->sure = sure; above->lost = lost;
  return 1;
}
/* The path ends with the game, and no chance was in it. */
__attribute__((unused)) static void rulec_tree_settle(rulec_tree *t, const uint8_t *winners, int seats) {
  int won = 0, n = t->lengths[0] - 1;
  if (n < 0 || t->nodes[t->path[n]].sure || t->nodes[t->path[n]].lost) return;
  rulec_node *end = &t->nodes[t->path[n]];
  for (int s = 0; s < seats; s++) won += winners[s];
  for (int s = 0; s < seats; s++) {
    uint32_t outcome = winners[s] ? (won > 1 ? 1 : 2) : 0;
    end->sure |= outcome << 2 * s;
    end->lost |= (2 - outcome) << 2 * s;
  }
  do {
    rulec_node *above = &t->nodes[n ? t->path[n - 1] : 0];
    above->settled = 1;
    if (!rulec_tree_prove(t, above, seats)) return;
  } while (n-- > 0);
}
/* Does whoever is to decide know what it comes to? */
__attribute__((unused)) static int rulec_tree_solved(const rulec_tree *t, int seat) {
  return t->solver && rulec_sure(&t->nodes[0], seat) == rulec_best(&t->nodes[0], seat);
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
  for (int s = 0; s < seats; s++) {
    rulec_seen *u = &t->seen[s];
    u->sum += utilities[s];
    u->squares += utilities[s] * utilities[s];
    double spread = (double)((__int128)t->done * u->squares - (__int128)u->sum * u->sum);
    spread /= (double)t->done * (double)t->done;
    if (spread > u->spread) u->spread = spread;
  }
  for (int o = 0; o < t->observers; o++) {
    const int32_t *path = &t->path[(int64_t)o * t->room];
    t->nodes[o].visits++;
    for (int n = 0; n < t->lengths[o]; n++) {
      rulec_node *one = &t->nodes[path[n]];
      one->visits++;
      one->total += utilities[one->seat];
    }
  }
}

#endif
