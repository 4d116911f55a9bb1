/* Writes observations: the part of the engines that is the same for all games. It is compiled once for each C compiler
 * and its options, and linked into every engine. */
#include "rulec_engine.h"

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

#define RULEC_REAL float
#define RULEC_WORD int32_t
#define RULEC_NAMED(name) name##_float
#define RULEC_OF_ONE static
#define RULEC_OF_GAMES
#include "rulec_compact.h"
#include "rulec_tell.h"
#undef RULEC_REAL
#undef RULEC_WORD
#undef RULEC_NAMED
#undef RULEC_OF_ONE
#undef RULEC_OF_GAMES
#define RULEC_REAL double
#define RULEC_WORD int64_t
#define RULEC_NAMED(name) name##_double
#define RULEC_OF_ONE
#define RULEC_OF_GAMES static
#include "rulec_compact.h"
#include "rulec_tell.h"
#undef RULEC_REAL
#undef RULEC_WORD
#undef RULEC_NAMED
#undef RULEC_OF_ONE
#undef RULEC_OF_GAMES
