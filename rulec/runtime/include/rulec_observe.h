/* What a player knows of a state, as numbers at fixed places: the same as `knowledge.tensor`, which says what they
 * mean. What stands where comes as a table that rulec/runtime/observation/observation_tables.py makes from the description of the state.
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

/* --- compact observations --------------------------------------------------------------------------------- */

/* Their table begins with `mark`, which is -1; `size` lies where that of `rulec_told` does. The variables come next;
 * the rest is found by places in what follows these, of numbers of 8 bytes. */
typedef struct {
  int64_t mark, pending, stack, depth, slots, players, words, pendings, returns, size, rows, firsts, pool;
} rulec_features;
/* Of `count` cells, at `ahead` how many lie side by side from there on (0: fewer than 8), and `empty` the byte of which they need not be told
 * (-1: there is none): where each lies (in bytes; in bits where cells are bits of sets; of coded sets and of rows which they
 * are), and what its values become. */
typedef struct {
  int64_t op, dest, each, slot, count, cells, places, low;
  double factor;
  int64_t per, guard, by, groups, empty, ahead;
} rulec_row;
enum { RULEC_MARK, RULEC_SCALED, RULEC_DIGITS, RULEC_PLACE, RULEC_BITS, RULEC_CODE, RULEC_FLAGS, RULEC_PACKED_FLAGS,
       RULEC_PACKED, RULEC_ENTRIES, RULEC_PIECES, RULEC_LYING,
       /* Runs of adjoining cells, see rulec/runtime/observation/runs.py: `cells` is the first address, not a place. */
       RULEC_ZEROS, RULEC_NUMBER_CELL, RULEC_PLACE_CELL, RULEC_FLAG_RUN, RULEC_CODE_RUN, RULEC_SUM_RUN, RULEC_NUMBER_RUN, RULEC_LYING_RUN };
enum { RULEC_BY_NONE, RULEC_BY_HELD, RULEC_BY_DECIDER, RULEC_BY_SET };
#define RULEC_DIGIT 20
#define RULEC_HEAVIEST (1 << 24)

/* Games whose rows are written together: as many as leave room for each other in the nearest cache, with what they
 * become. */
#define RULEC_BLOCK 64
#define RULEC_NEAR 32768
#define RULEC_HELD_ROOM 512 /* words of `held` of all of them; RULEC_HELD_WORDS is an eighth */
#define RULEC_FEW_CELLS 4 /* each is told of all games before the next one */
RULEC_INLINE int64_t rulec_block_of(const void *table, int64_t stride) {
  const rulec_features *told = (const rulec_features *)table;
  int64_t games;
  if (told->mark >= 0) return 1;
  games = RULEC_NEAR / (stride + told->size * (int64_t)sizeof(float) + 1);
  if (games > RULEC_HELD_ROOM / told->words) games = RULEC_HELD_ROOM / told->words;
  return games < 8 ? 8 : games > RULEC_BLOCK ? RULEC_BLOCK : games;
}

/* Defined in rulec_observe.c. */
#define RULEC_SHARED __attribute__((visibility("hidden")))
RULEC_SHARED void rulec_observe_games_float(
    const void *states, int64_t stride, const void *table, const int32_t *players, const uint8_t *where, int64_t games,
    float *out
);
RULEC_SHARED void rulec_observe_double(const void *state, const void *table, int64_t player, double *out);

/* Numbers from 0 to 1 in 255ths. In double precision, where the product is exact: all compilers round alike. Most numbers
 * are 0 or 1: many of these at once. */
RULEC_INLINE void rulec_bytes_of(const float *row, int64_t size, uint8_t *out) {
  const float yes = 1;
  uint32_t words[32], one, other;
  int64_t n = 0, k, end;
  memcpy(&one, &yes, sizeof one);
  while (n < size) {
    end = n + 32 <= size ? n + 32 : size;
    if (end == n + 32) {
      memcpy(words, row + n, sizeof words);
      for (other = 0, k = 0; k < 32; k++) {
        other |= (uint32_t)(words[k] != 0) & (uint32_t)(words[k] != one);
        out[n + k] = words[k] ? 255 : 0;
      }
      if (!other) { n = end; continue; }
    }
    for (; n < end; n++) {
      const double value = row[n] < 0 ? 0 : row[n] > 1 ? 1 : row[n];
      out[n] = (uint8_t)(int)(value * 255 + 0.5);
    }
  }
}
#endif
