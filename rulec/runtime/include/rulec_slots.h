/* Variables of a state as rows of numbers, which rulec/runtime/observation/cell_table.py writes: what reads a state by them is
 * the same for all games and need not be generated.
 */
#ifndef RULEC_SLOTS_H
#define RULEC_SLOTS_H
#include <stdint.h>
#include <string.h>

/* One variable. Cells that are bits of sets have `along` > 0 of them in each set, `step` cells apart. Sets that are
 * `coded` have a byte for each member instead of cells: the number of its set, plus 1; `width` is that of a whole set. */
typedef struct {
  int64_t offset, width, negative, cells, form, low, high, members, digit, along, step, coded;
} rulec_slot;
enum { RULEC_NUMBER, RULEC_SET, RULEC_LIST, RULEC_ANYTHING };

RULEC_INLINE int64_t rulec_word_at(const char *at, int64_t width, int64_t negative) {
  int8_t b; int16_t h; int32_t i; int64_t q;
  switch (width) {
    case 1: memcpy(&b, at, 1); return negative ? b : (uint8_t)b;
    case 2: memcpy(&h, at, 2); return negative ? h : (uint16_t)h;
    case 4: memcpy(&i, at, 4); return negative ? i : (int64_t)(uint32_t)i;
    default: memcpy(&q, at, 8); return q;
  }
}
/* The members 64 * word .. of a set; stored sets of up to 32 members have fewer than 8 bytes. */
RULEC_INLINE uint64_t rulec_members_at(const char *at, int64_t width, int64_t word) {
  return (uint64_t)rulec_word_at(at + 8 * word, width, 0);
}
RULEC_INLINE int rulec_bit(const char *at, int64_t bit) { return (at[bit >> 3] >> (bit & 7)) & 1; }
RULEC_INLINE const char *rulec_where(const char *s, const rulec_slot *one, int64_t cell) {
  return s + one->offset + one->width * cell;
}
#define RULEC_CODED_WORDS 4 /* of the largest set of up to 256 members */
RULEC_INLINE int rulec_coded_in(const char *s, const rulec_slot *one, int64_t cell, int64_t member) {
  return (uint8_t)s[one->offset + member] == cell + 1;
}
/* The set or list in one cell; a set that is coded is put together in `room`. */
RULEC_INLINE const char *rulec_set_in(const char *s, const rulec_slot *one, int64_t cell, uint64_t *room) {
  int64_t member;
  if (!one->coded) return rulec_where(s, one, cell);
  memset(room, 0, RULEC_CODED_WORDS * sizeof *room);
  for (member = 0; member < one->members; member++)
    room[member >> 6] |= (uint64_t)rulec_coded_in(s, one, cell, member) << (member & 63);
  return (const char *)room;
}
/* The number or member in one cell of a variable that has such. */
RULEC_INLINE int64_t rulec_value_in(const char *s, const rulec_slot *one, int64_t cell) {
  int64_t whole, rest;
  if (!one->along) return rulec_word_at(rulec_where(s, one, cell), one->width, one->negative);
  whole = one->along * one->step;
  rest = cell % whole;
  return rulec_bit(rulec_where(s, one, cell / whole * one->step + rest % one->step), rest / one->step)
    ? one->high : one->low;
}
#endif
