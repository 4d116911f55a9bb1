/* The part of rulec_observe.h that writes compact observations; it is included for each type of numbers. It carries
 * out the rows of rulec/runtime/observation/features.py on a state, as rulec/runtime/observation/encoding.py does. */

static void RULEC_NAMED(rulec_write_code)(int64_t code, int64_t bits, RULEC_REAL *out) {
  int64_t bit;
  for (bit = 0; bit < bits; bit++) if (code >> bit & 1) out[bit] = 1;
}

/* A set or list at `at`. */
static void RULEC_NAMED(rulec_write_members)(
    const char *at, const rulec_slot *one, const rulec_row *row, const int64_t *places, RULEC_REAL *out
) {
  const int64_t bytes = one->digit / 8;
  int64_t n, member, place;
  uint64_t word;
  if (row->op == RULEC_ENTRIES) {
    for (n = 0; (n + 1) * bytes <= one->width && (member = rulec_word_at(at + n * bytes, bytes, 0)); n++) {
      if (row->per > 1) RULEC_NAMED(rulec_write_code)(places[member - 1], row->per, out + n * row->per);
      else out[n] = (RULEC_REAL)((double)places[member - 1] * row->factor);
    }
    return;
  }
  for (n = 0; n < one->width; n += 8)
    for (memcpy(&word, at + n, 8); word; word &= word - 1) {
      member = n * 8 + __builtin_ctzll(word);
      place = member < one->members ? places[member] : -1;
      if (place < 0) continue;
      if (row->op == RULEC_FLAGS) out[place] = 1;
      else out[place / RULEC_DIGIT] += (RULEC_REAL)((double)((int64_t)1 << place % RULEC_DIGIT) * row->factor);
    }
}

/* A number or member. `first` are the numbers of all cells of the row, `n` is which of them it is. */
static void RULEC_NAMED(rulec_write_value)(
    int64_t value, const rulec_row *row, const int64_t *places, int64_t n, RULEC_REAL *first
) {
  RULEC_REAL *out = first + n * row->each;
  int64_t digit;
  switch (row->op) {
    case RULEC_SCALED: *out = (RULEC_REAL)((double)value * row->factor); break;
    case RULEC_DIGITS:
      for (digit = 0; digit < row->each; digit++)
        out[digit] = (RULEC_REAL)(
          (double)((value - row->low) >> digit * RULEC_DIGIT & (((int64_t)1 << RULEC_DIGIT) - 1)) * row->factor
        );
      break;
    case RULEC_PLACE:
      if (places[value - row->low] >= 0) out[places[value - row->low]] = 1;
      break;
    case RULEC_BITS: RULEC_NAMED(rulec_write_code)(places[value - row->low], row->each, out); break;
    case RULEC_CODE: *out = (RULEC_REAL)((double)places[value - row->low] * row->factor); break;
    default: /* several cells share a number */
      first[places[n] / RULEC_HEAVIEST]
        += (RULEC_REAL)((double)((value - row->low) * (places[n] % RULEC_HEAVIEST)) * row->factor);
  }
}

/* --- runs of adjoining cells ------------------------------------------------------------------------------ */

/* A number for each bit: eight at a time, in vectors that compilers lower to those of the processor. */
#define RULEC_EIGHT_FLAGS(shift) { \
    const eight told = ((((none + word) & each << shift) == each << shift) & ones); \
    memcpy(out + n + shift, &told, sizeof told); }
RULEC_INLINE void RULEC_NAMED(rulec_flag_run)(const char *at, int64_t bits, RULEC_REAL yes, RULEC_REAL *out) {
  typedef RULEC_WORD eight __attribute__((vector_size(8 * sizeof(RULEC_WORD))));
  const eight each = {1, 2, 4, 8, 16, 32, 64, 128}, none = {0};
  RULEC_WORD word;
  uint32_t next;
  int64_t n = 0;
  memcpy(&word, &yes, sizeof yes);
  const eight ones = none + word;
  for (; n + 32 <= bits; n += 32) {
    memcpy(&next, at + n / 8, 4);
    word = (RULEC_WORD)next;
    RULEC_EIGHT_FLAGS(0) RULEC_EIGHT_FLAGS(8) RULEC_EIGHT_FLAGS(16) RULEC_EIGHT_FLAGS(24)
  }
  for (; n + 8 <= bits; n += 8) { word = (uint8_t)at[n / 8]; RULEC_EIGHT_FLAGS(0) }
  if (n < bits)
    for (word = (uint8_t)at[n / 8]; n < bits; n++, word >>= 1) out[n] = word & 1 ? yes : 0;
}
#undef RULEC_EIGHT_FLAGS
/* A number for RULEC_DIGIT bits. */
RULEC_INLINE void RULEC_NAMED(rulec_code_run)(const char *at, int64_t bits, double factor, RULEC_REAL *out) {
  int64_t n;
  uint32_t code;
  for (n = 0; n + 32 <= bits; n += RULEC_DIGIT) {
    memcpy(&code, at + n / 8, 4);
    *out++ = (RULEC_REAL)((double)(int32_t)(code >> n % 8 & ((1 << RULEC_DIGIT) - 1)) * factor);
  }
  for (; n < bits; n += RULEC_DIGIT) {
    code = (uint32_t)(rulec_bits_at(at + n / 8, bits - n / 8 * 8) >> n % 8) & ((1 << RULEC_DIGIT) - 1);
    *out++ = (RULEC_REAL)((double)(int32_t)code * factor);
  }
}
/* Each bit adds to a number by its weight. */
RULEC_INLINE void RULEC_NAMED(rulec_sum_run)(
    const char *at, const rulec_row *row, const int64_t *places, RULEC_REAL *out
) {
  int64_t n, place;
  uint64_t word;
  for (n = 0; n < row->count; n += 64)
    for (word = rulec_bits_at(at + n / 8, row->count - n); word; word &= word - 1) {
      place = places[n + __builtin_ctzll(word)];
      out[place / RULEC_HEAVIEST] += (RULEC_REAL)((double)(row->low * (place % RULEC_HEAVIEST)) * row->factor);
    }
}
/* A number for each cell. */
#define RULEC_SCALE_RUN(type) \
  for (n = 0; n < count; n++) { type value; memcpy(&value, at + n * (int64_t)sizeof value, sizeof value); \
                                out[n] = (RULEC_REAL)((double)value * factor); }
RULEC_INLINE void RULEC_NAMED(rulec_number_run)(
    const char *at, const rulec_slot *one, int64_t count, double factor, RULEC_REAL *out
) {
  int64_t n;
  switch (one->width * 2 + one->negative) {
    case 2: RULEC_SCALE_RUN(uint8_t) break;
    case 3: RULEC_SCALE_RUN(int8_t) break;
    case 4: RULEC_SCALE_RUN(uint16_t) break;
    case 5: RULEC_SCALE_RUN(int16_t) break;
    case 8: RULEC_SCALE_RUN(uint32_t) break;
    case 9: RULEC_SCALE_RUN(int32_t) break;
    default: RULEC_SCALE_RUN(int64_t)
  }
}
#undef RULEC_SCALE_RUN
RULEC_INLINE void RULEC_NAMED(rulec_zeros)(RULEC_REAL *out, int64_t count) {
  int64_t n;
  if (count > 64) { memset(out, 0, (size_t)count * sizeof *out); return; }
  for (n = 0; n + 4 <= count; n += 4) memset(out + n, 0, 4 * sizeof *out);
  for (; n < count; n++) out[n] = 0;
}
/* Where each of the few pieces lies, and how many of them; cells are bytes. */
RULEC_INLINE void RULEC_NAMED(rulec_lying_run)(const char *at, const rulec_row *row, RULEC_REAL *out) {
  int64_t n = 0, met = 0, place;
  uint64_t word, words[8];
  while (n < row->count) {
    for (; n + 64 <= row->count; n += 64) {
      memcpy(words, at + n, 64);
      if (words[0] | words[1] | words[2] | words[3] | words[4] | words[5] | words[6] | words[7]) break;
    }
    const int64_t end = n + 64 < row->count ? n + 64 : row->count;
    for (; n < end; n += 8)
      for (word = rulec_bits_at(at + n, 8 * (row->count - n)); word; word &= ~(UINT64_C(255) << place * 8)) {
        if (met == row->per) return;
        place = __builtin_ctzll(word) / 8;
        out[2 * met] = (RULEC_REAL)((double)(n + place + 1) * row->factor);
        out[2 * met++ + 1] = (RULEC_REAL)((double)(word >> place * 8 & 255) / (double)row->low);
      }
  }
}

static void RULEC_NAMED(rulec_write_row)(
    const char *s, const int64_t *pool, const rulec_slot *slots, const rulec_row *row, int64_t player,
    RULEC_REAL *out
) {
  const rulec_slot *one = slots + row->slot;
  const int64_t *cells = pool + row->cells, *places = pool + row->places;
  const int whole = one->form == RULEC_SET || one->form == RULEC_LIST;
  const int64_t *ahead = pool + row->ahead;
  const uint64_t empty = row->empty * UINT64_C(0x0101010101010101);
  int64_t n, value, met = 0;
  for (n = 0; n < row->count; n++) {
    if (row->empty >= 0) {
      if (one->along) {
        if (ahead[n] && (value = rulec_zero_bits(s + (cells[n] >> 3), ahead[n])) > 0) { n += value - 1; continue; }
        if (!rulec_bit(s, cells[n])) continue;
      } else if ((uint8_t)s[cells[n]] == (uint8_t)empty) {
        if (ahead[n]) n += rulec_empty_cells(s + cells[n], ahead[n], empty) - 1;
        continue;
      }
    }
    if (row->op == RULEC_LYING) {
      if (met == row->per) break;
      if ((value = rulec_told_at(s, one, cells[n])) == 0) continue;
      out[2 * met] = (RULEC_REAL)((double)(n + 1) * row->factor);
      out[2 * met++ + 1] = (RULEC_REAL)((double)value / (double)row->low);
      continue;
    }
    if (row->op == RULEC_PIECES) {
      out[n] = (RULEC_REAL)((double)rulec_lying_in(s, one, row->per, cells[n]) * row->factor);
      continue;
    }
    if (row->guard == RULEC_BY_DECIDER && rulec_value_in(s, slots + row->by, pool[row->groups + n]) != player)
      continue;
    if (row->guard == RULEC_BY_SET && !rulec_bit(rulec_where(s, slots + row->by, pool[row->groups + n]), player))
      continue;
    if (whole)
      RULEC_NAMED(rulec_write_members)(s + cells[n], one, row, places, out + n * row->each);
    else
      RULEC_NAMED(rulec_write_value)(
        rulec_told_at(s, one, cells[n]), row, places, n, out
      );
  }
}

static void RULEC_NAMED(rulec_observe_compactly)(
    const char *s, const void *table, int64_t player, RULEC_REAL *out
) {
  const rulec_features *told = (const rulec_features *)table;
  const rulec_slot *slots = (const rulec_slot *)(told + 1), *one;
  const int64_t *rest = (const int64_t *)(slots + told->slots);
  const rulec_row *rows = (const rulec_row *)(rest + told->rows), *row, *end;
  const int64_t *firsts = rest + told->firsts, *pool = rest + told->pool;
  uint64_t held[RULEC_HELD_WORDS];
  int64_t value;
  RULEC_REAL *to;
  if (player < 0 || player >= told->players) { /* whom nothing is told */
    memset(out, 0, told->size * sizeof *out);
    return;
  }
  rulec_look_now(s, told, slots, rest, held);
  for (row = rows + firsts[player], end = rows + firsts[player + 1]; row < end; row++) {
    if (row->guard) {
      if (row->guard == RULEC_BY_HELD) {
        if (!(held[row->by / 64] >> row->by % 64 & 1)) continue;
      } else if (row->op >= RULEC_ZEROS) {
        if (row->guard == RULEC_BY_DECIDER && rulec_value_in(s, slots + row->by, row->groups) != player) continue;
        if (row->guard == RULEC_BY_SET && !rulec_bit(rulec_where(s, slots + row->by, row->groups), player)) continue;
      }
    }
    to = out + row->dest;
    switch (row->op) {
      case RULEC_MARK: *to = 1; break;
      case RULEC_ZEROS: RULEC_NAMED(rulec_zeros)(to, row->count); break;
      case RULEC_NUMBER_CELL:
        one = slots + row->slot;
        *to = (RULEC_REAL)((double)rulec_word_at(s + row->cells, one->width, one->negative) * row->factor);
        break;
      case RULEC_PLACE_CELL:
        one = slots + row->slot;
        value = pool[row->places + rulec_word_at(s + row->cells, one->width, one->negative) - row->low];
        if (value >= 0) to[value] = 1;
        break;
      case RULEC_FLAG_RUN:
        RULEC_NAMED(rulec_flag_run)(s + row->cells / 8, row->count, (RULEC_REAL)row->factor, to); break;
      case RULEC_CODE_RUN: RULEC_NAMED(rulec_code_run)(s + row->cells / 8, row->count, row->factor, to); break;
      case RULEC_SUM_RUN: RULEC_NAMED(rulec_sum_run)(s + row->cells / 8, row, pool + row->places, to); break;
      case RULEC_NUMBER_RUN:
        RULEC_NAMED(rulec_number_run)(s + row->cells, slots + row->slot, row->count, row->factor, to); break;
      case RULEC_LYING_RUN: RULEC_NAMED(rulec_lying_run)(s + row->cells, row, to); break;
      default: RULEC_NAMED(rulec_write_row)(s, pool, slots, row, player, to);
    }
  }
}
