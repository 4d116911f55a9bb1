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
  uint64_t room[RULEC_CODED_WORDS];
  int64_t n, bytes = one->digit / 8, found = 0;
  const char *at = rulec_set_in(s, one, zone, room);
  if (one->form == RULEC_SET)
    for (n = 0; 8 * n < one->width; n++) found += rulec_popcount(rulec_members_at(at, one->width, n));
  else if (one->form == RULEC_LIST)
    while ((found + 1) * bytes <= one->width && rulec_word_at(at + found * bytes, bytes, 0)) found++;
  else if (one->width == 1 && !one->along && !one->negative && !one->row) return rulec_sum_bytes(s + one->offset + zone * each, (int)each);
  else
    for (n = 0; n < each; n++) found += rulec_value_in(s, one, zone * each + n);
  return found;
}

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

/* The number or member in a cell that lies at this byte, or is this bit. */
RULEC_INLINE int64_t rulec_told_at(const char *s, const rulec_slot *one, int64_t at) {
  if (one->along) return rulec_bit(s, at) ? one->high : one->low;
  if (one->row) return rulec_value_in(s, one, at);
  return rulec_word_at(s + at, one->width, one->negative);
}

/* Which groups of locals matter now, as bits: those of what is pending, and those of the calls that are running. */
#define RULEC_HELD_WORDS 64
RULEC_INLINE void rulec_look_now(
    const char *s, const rulec_features *told, const rulec_slot *slots, const int64_t *rest, uint64_t *held
) {
  const int64_t words = told->words, *asked = rest + told->pendings, *called = rest + told->returns;
  const int64_t pending = rulec_value_in(s, slots + told->pending, 0);
  int64_t n, word, depth;
  for (word = 0; word < words; word++) held[word] = (uint64_t)asked[pending * words + word];
  if (told->stack < 0) return;
  depth = rulec_value_in(s, slots + told->depth, 0);
  for (n = 0; n < depth; n++) {
    const int64_t back = rulec_value_in(s, slots + told->stack, n);
    for (word = 0; word < words; word++) held[word] |= (uint64_t)called[back * words + word];
  }
}

/* How many bits, in eights, are 0 from here on. */
RULEC_INLINE int64_t rulec_zero_bits(const char *at, int64_t bits) {
  uint64_t word;
  int64_t n = 0;
  for (; n + 64 <= bits; n += 64) { memcpy(&word, at + n / 8, 8); if (word) break; }
  while (n + 8 <= bits && !at[n / 8]) n += 8;
  return n;
}
/* How many bytes from here on are empty; up to 7 at the end may be left out. */
RULEC_INLINE int64_t rulec_empty_cells(const char *at, int64_t cells, uint64_t empty) {
  uint64_t words[4], word;
  int64_t n = 0;
  for (; n + 32 <= cells; n += 32) {
    memcpy(words, at + n, 32);
    if ((words[0] ^ empty) | (words[1] ^ empty) | (words[2] ^ empty) | (words[3] ^ empty)) break;
  }
  for (; n + 8 <= cells; n += 8) {
    memcpy(&word, at + n, 8);
    if (word ^= empty) return n + __builtin_ctzll(word) / 8;
  }
  return n;
}

/* So many bits, at most 64, from the beginning of a byte on; nothing behind them is read. */
RULEC_INLINE uint64_t rulec_bits_at(const char *at, int64_t bits) {
  uint64_t word = 0;
  int64_t n;
  if (bits >= 64) { memcpy(&word, at, 8); return word; }
  for (n = 0; n < bits; n += 8) word |= (uint64_t)(uint8_t)at[n / 8] << n;
  return word & ((UINT64_C(1) << bits) - 1);
}

/* The same of fewer than 33, with what follows them in their last byte, by two loads that may overlap. */
RULEC_INLINE uint64_t rulec_few_bits_at(const char *at, int64_t bits) {
  const int64_t bytes = (bits + 7) / 8;
  uint16_t low, high;
  if (bytes == 1) return (uint8_t)at[0];
  memcpy(&low, at, 2);
  memcpy(&high, at + bytes - 2, 2);
  return low | (uint64_t)high << 8 * (bytes - 2);
}

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

#define RULEC_REAL float
#define RULEC_WORD int32_t
#define RULEC_NAMED(name) name##_float
#include "rulec_compact.h"
#include "rulec_tell.h"
#undef RULEC_REAL
#undef RULEC_WORD
#undef RULEC_NAMED
#define RULEC_REAL double
#define RULEC_WORD int64_t
#define RULEC_NAMED(name) name##_double
#include "rulec_compact.h"
#include "rulec_tell.h"
#undef RULEC_REAL
#undef RULEC_WORD
#undef RULEC_NAMED

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
