/* What a player knows of a state, as numbers at fixed places: the same as `knowledge.tensor`, which says what they
 * mean. What stands where comes as a table that rulec/runtime/observing.py makes from the description of the state.
 */
#ifndef RULEC_OBSERVE_H
#define RULEC_OBSERVE_H
#include "rulec_slots.h"

/* The table begins with these; then come the variables, the stretches that tell of them, and the zones of which all
 * know how many pieces lie there. The first five of the numbers are those of variables. */
typedef struct {
  int64_t seat, seats, decisions, pending, slots, parts, zones, players, pendings, size;
} rulec_told;
/* How many numbers that comes to. */
RULEC_INLINE int64_t rulec_observed(const void *table) { return ((const rulec_told *)table)->size; }
/* What is told of one variable: so many numbers of each cell, and if `unknown` one more. `guard` is who is told it. */
typedef struct {
  int64_t slot, member, size, guard, by, each, unknown;
} rulec_part;
enum { RULEC_ALL, RULEC_NOBODY, RULEC_OWNER, RULEC_DECIDER, RULEC_SEEING };
/* Zones of one variable, each of so many cells. */
typedef struct {
  int64_t slot, each, zones;
} rulec_zones;

static int rulec_told_to(
    const char *s, const rulec_slot *slots, const rulec_part *part, int64_t cell, int64_t player
) {
  switch (part->guard) {
    case RULEC_ALL: return 1;
    case RULEC_NOBODY: return 0;
    case RULEC_OWNER: return cell / part->each == player;
    case RULEC_DECIDER: return rulec_value_in(s, slots + part->by, cell / part->each) == player;
    default: return rulec_bit(rulec_where(s, slots + part->by, cell / part->each), player);
  }
}

static int64_t rulec_lying_in(const char *s, const rulec_slot *one, int64_t each, int64_t zone) {
  int64_t n, bytes = one->digit / 8, found = 0;
  const char *at = rulec_where(s, one, zone);
  uint64_t word;
  if (one->form == RULEC_SET)
    for (n = 0; n < one->width; n += 8) { memcpy(&word, at + n, 8); found += rulec_popcount(word); }
  else if (one->form == RULEC_LIST)
    while ((found + 1) * bytes <= one->width && rulec_word_at(at + found * bytes, bytes, 0)) found++;
  else
    for (n = 0; n < each; n++) found += rulec_value_in(s, one, zone * each + n);
  return found;
}

#define RULEC_REAL float
#define RULEC_NAMED(name) name##_float
#include "rulec_tell.h"
#undef RULEC_REAL
#undef RULEC_NAMED
#define RULEC_REAL double
#define RULEC_NAMED(name) name##_double
#include "rulec_tell.h"
#undef RULEC_REAL
#undef RULEC_NAMED
#endif
