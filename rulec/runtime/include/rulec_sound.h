/* A debug build looks at the whole state after every action: is every variable within its bounds, and is every
 * limited piece in exactly one place? What is to be looked at comes as a table of numbers that
 * rulec/runtime/soundness.py makes from the description of the state, so this is the same for all games.
 */
#ifndef RULEC_SOUND_H
#define RULEC_SOUND_H
#include <stdint.h>
#include <string.h>
#include "rulec_slots.h"
#ifdef RULEC_DEBUG

/* So many of a kind lie in a variable: counted over cells first, first + step, ... before `end`, or as far as there
 * are players. */
typedef struct {
  int64_t slot, form, kind, first, step, end, for_each_player;
} rulec_term;
enum { RULEC_COUNTED, RULEC_MEMBER_OF, RULEC_ENTRY_OF, RULEC_EQUAL, RULEC_SIZE };

static const int64_t *rulec_table = 0; /* slots, terms, sums, where the number of players is; then these */

RULEC_INLINE void rulec_watch(const char *table) { rulec_table = (const int64_t *)table; }

RULEC_INLINE int rulec_no_bits(const char *at, int64_t from, int64_t end) {
  for (; from < end; from++) {
    if (!(from & 7) && end - from >= 8 && !at[from >> 3]) { from += 7; continue; }
    if (rulec_bit(at, from)) return 0;
  }
  return 1;
}
/* What cells first, first + step, ... add up to, or how many of them equal `wanted`. Most of what a state holds is
 * looked at here after every action, so nothing is divided that can be counted along. */
#define RULEC_ADD_UP(T)                                            \
  for (cell = first; cell < end; cell += step) {                   \
    T number;                                                      \
    memcpy(&number, at + (int64_t)sizeof(T) * cell, sizeof(T));    \
    found += wanted ? (int64_t)number == *wanted : (int64_t)number; \
  }
static int64_t rulec_sum_of(
    const char *s, const rulec_slot *one, int64_t first, int64_t step, int64_t end, const int64_t *wanted
) {
  const char *at = s + one->offset;
  int64_t cell, number, found = 0, whole = one->along * one->step, rest, bit;
  if (one->row) {
    for (cell = first; cell < end; cell += step) {
      number = rulec_value_in(s, one, cell);
      found += wanted ? number == *wanted : number;
    }
    return found;
  }
  if (!one->along) {
    if (one->negative) switch (one->width) {
      case 1: RULEC_ADD_UP(int8_t) break;
      case 2: RULEC_ADD_UP(int16_t) break;
      case 4: RULEC_ADD_UP(int32_t) break;
      default: RULEC_ADD_UP(int64_t)
    } else switch (one->width) {
      case 1: RULEC_ADD_UP(uint8_t) break;
      case 2: RULEC_ADD_UP(uint16_t) break;
      case 4: RULEC_ADD_UP(uint32_t) break;
      default: RULEC_ADD_UP(uint64_t)
    }
    return found;
  }
  at = rulec_where(s, one, first / whole * one->step);
  rest = first % whole;
  for (cell = first; cell < end; cell += step) {
    while (rest >= whole) { rest -= whole; at += one->width * one->step; }
    bit = one->step == 1 ? rest : rest / one->step;
    number = rulec_bit(at + one->width * (rest - bit * one->step), bit) ? one->high : one->low;
    found += wanted ? number == *wanted : number;
    rest += step;
  }
  return found;
}

/* Entries of a list: how many equal `member` (any, where that is 0), or -1 if it is no list. */
RULEC_INLINE int64_t rulec_listed(const char *at, const rulec_slot *one, int64_t member) {
  int64_t bytes = one->digit / 8, found = 0, place, value, over = 0, length = 0;
  for (place = 0; place + bytes <= one->width; place += bytes) {
    value = rulec_word_at(at + place, bytes, 0);
    if ((over && value) || value > one->members) return -1;
    over |= !value;
    length += value > 0;
    found += value > 0 && (!member || value == member);
  }
  return length > one->high || !rulec_no_bits(at, 8 * place, 8 * one->width) ? -1 : found;
}

#define RULEC_BOUNDED(T)                                           \
  for (cell = 0; cell < one->cells; cell++) {                      \
    T number;                                                      \
    memcpy(&number, at + (int64_t)sizeof(T) * cell, sizeof(T));    \
    beyond |= (int64_t)number < low || (int64_t)number > high;     \
  }
static int rulec_numbers_sound(const char *at, const rulec_slot *one) {
  const int64_t low = one->low, high = one->high;
  int64_t cell;
  int beyond = 0;
  if (one->negative) switch (one->width) {
    case 1: RULEC_BOUNDED(int8_t) break;
    case 2: RULEC_BOUNDED(int16_t) break;
    case 4: RULEC_BOUNDED(int32_t) break;
    default: RULEC_BOUNDED(int64_t)
  } else switch (one->width) {
    case 1: RULEC_BOUNDED(uint8_t) break;
    case 2: RULEC_BOUNDED(uint16_t) break;
    case 4: RULEC_BOUNDED(uint32_t) break;
    default: RULEC_BOUNDED(int64_t)
  }
  return !beyond;
}

/* Rows: no more than there is room for, each holds anything, nothing lies behind them, and all numbers are in bounds. */
static int rulec_rows_sound(const char *s, const rulec_slot *one) {
  const char *there = rulec_rows_there(s, one), *at = s + one->offset;
  const int64_t members = one->cells / one->row;
  int64_t member, cell, rows = 0;
  for (member = 0; member < members; member++) if (rulec_bit(there, member)) {
    if (rows++ == one->members) return 0;
    if (rulec_no_bits(at, 0, 8 * one->row)) return 0;
    for (cell = 0; cell < one->row; cell++) if ((uint8_t)at[cell] > one->high) return 0;
    at += one->row;
  }
  return rulec_no_bits(there, members, 8 * (s + one->offset - there)) &&
    rulec_no_bits(at, 0, 8 * (one->members - rows) * one->row);
}

static int rulec_slot_sound(const char *s, const rulec_slot *one) {
  int64_t cell, used = one->along ? one->along : one->members;
  int64_t stored = one->along ? one->cells / one->along : one->cells;
  if (one->row) return rulec_rows_sound(s, one);
  if (!one->along && one->form == RULEC_ANYTHING) return 1;
  if (!one->along && one->form == RULEC_NUMBER) return rulec_numbers_sound(s + one->offset, one);
  if (one->coded) {
    for (cell = 0; cell < one->members; cell++) if ((uint8_t)s[one->offset + cell] > one->cells) return 0;
    return 1;
  }
  for (cell = 0; cell < stored; cell++) {
    const char *at = rulec_where(s, one, cell);
    if (one->form == RULEC_LIST && !one->along) {
      if (rulec_listed(at, one, 0) < 0) return 0;
    } else if (!rulec_no_bits(at, used, 8 * one->width)) return 0;
  }
  return 1;
}

static int64_t rulec_lying(const char *s, const rulec_slot *one, const rulec_term *term, int64_t players) {
  int64_t cell, bit, found = 0, end = term->for_each_player ? term->for_each_player * players : term->end;
  if (term->form == RULEC_COUNTED) return rulec_sum_of(s, one, term->first, term->step, end, 0);
  if (term->form == RULEC_EQUAL) return rulec_sum_of(s, one, term->first, term->step, end, &term->kind);
  if (one->coded) {
    for (cell = term->first; cell < end; cell += term->step)
      for (bit = 0; bit < one->members; bit++)
        if (term->form != RULEC_MEMBER_OF || bit == term->kind) found += rulec_coded_in(s, one, cell, bit);
    return found;
  }
  for (cell = term->first; cell < end; cell += term->step) switch (term->form) {
    case RULEC_MEMBER_OF: found += rulec_bit(rulec_where(s, one, cell), term->kind); break;
    case RULEC_ENTRY_OF: found += rulec_listed(rulec_where(s, one, cell), one, term->kind + 1); break;
    default:
      for (bit = 0; bit < one->members; bit++) found += rulec_bit(rulec_where(s, one, cell), bit);
  }
  return found;
}

/* After the counts come the slots, then the terms, then of each sum its least, its most, how many terms it has. */
static int rulec_is_sound(const void *state) {
  const char *s = (const char *)state;
  const rulec_slot *slots;
  const rulec_term *terms;
  const int64_t *sums;
  int64_t n, t, have, players;
  if (!rulec_table) return 1;
  slots = (const rulec_slot *)(rulec_table + 4);
  terms = (const rulec_term *)(slots + rulec_table[0]);
  sums = (const int64_t *)(terms + rulec_table[1]);
  for (n = 0; n < rulec_table[0]; n++)
    if (!rulec_slot_sound(s, slots + n)) return 0;
  players = rulec_sum_of(s, slots + rulec_table[3], 0, 1, 1, 0);
  for (n = 0; n < rulec_table[2]; n++, sums += 3) {
    for (have = t = 0; t < sums[2]; t++, terms++) have += rulec_lying(s, slots + terms->slot, terms, players);
    if (have < sums[0] || have > sums[1]) return 0;
  }
  return 1;
}

RULEC_INLINE void rulec_look(const void *state) { if (!rulec_is_sound(state)) rulec_trap = 1; }
#define RULEC_CHECKED 1
#else
#define rulec_watch(table) ((void)(table))
#define rulec_look(state) ((void)(state))
#define RULEC_CHECKED 0
#endif
#endif
