/* Variables of a state as rows of numbers, which rulec/runtime/observation/cell_table.py writes: what reads a state by them is
 * the same for all games and need not be generated.
 */
#ifndef RULEC_SLOTS_H
#define RULEC_SLOTS_H
#include <stdint.h>
#include <string.h>

/* One variable. Cells that are bits of sets have `along` > 0 of them in each set, `step` cells apart. Sets that are
 * `coded` have a byte for each member instead of cells: the number of its set, plus 1; `width` is that of a whole set.
 * Bytes that are stored in `row`s of so many: only those that hold anything, in order; right before `offset` lies the set
 * of these, and `members` is how many there is room for. */
typedef struct {
  int64_t offset, width, negative, cells, form, low, high, members, digit, along, step, coded, row;
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
/* Of a variable stored in rows: where the set of these begins, and the row of a member; a null pointer if it holds nothing. */
RULEC_INLINE const char *rulec_rows_there(const char *s, const rulec_slot *one) {
  int64_t words = (one->cells / one->row + 63) / 64;
  if (words > 4) words = (words + 3) / 4 * 4; /* as of all sets: a multiple of a register */
  return s + one->offset - 8 * words;
}
RULEC_INLINE const char *rulec_row_of(const char *s, const rulec_slot *one, int64_t member) {
  const char *there = rulec_rows_there(s, one);
  uint64_t word;
  int64_t n, before = 0;
  if (!rulec_bit(there, member)) return 0;
  for (n = 0; n <= member >> 6; n++) {
    memcpy(&word, there + 8 * n, 8);
    if (n == member >> 6) word &= ((uint64_t)1 << (member & 63)) - 1;
    before += rulec_popcount(word);
  }
  return s + one->offset + before * one->row;
}
/* The first cell from `cell` on, before `end`, in a row that holds anything. */
RULEC_INLINE int64_t rulec_next_in_rows(const char *s, const rulec_slot *one, int64_t cell, int64_t end) {
  const char *there = rulec_rows_there(s, one);
  int64_t member = cell / one->row;
  uint64_t word;
  if (rulec_bit(there, member)) return cell;
  for (member++; (cell = member * one->row) < end; member = (member | 63) + 1) {
    memcpy(&word, there + member / 64 * 8, 8);
    if (word >>= member & 63) { cell = (member + __builtin_ctzll(word)) * one->row; break; }
  }
  return cell < end ? cell : end;
}
/* The number or member in one cell of a variable that has such. */
RULEC_INLINE int64_t rulec_value_in(const char *s, const rulec_slot *one, int64_t cell) {
  int64_t whole, rest;
  if (one->row) {
    const char *row = rulec_row_of(s, one, cell / one->row);
    return row ? (uint8_t)row[cell % one->row] : 0;
  }
  if (!one->along) return rulec_word_at(rulec_where(s, one, cell), one->width, one->negative);
  whole = one->along * one->step;
  rest = cell % whole;
  return rulec_bit(rulec_where(s, one, cell / whole * one->step + rest % one->step), rest / one->step)
    ? one->high : one->low;
}
#endif
