/* The part of rulec_observe.c that writes compact observations; it is included for each type of numbers. It carries
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
  for (n = 0; 8 * n < one->width; n++)
    for (word = rulec_members_at(at, one->width, n); word; word &= word - 1) {
      member = 64 * n + __builtin_ctzll(word);
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

/* A number for each bit: eight at a time, in vectors that compilers lower to those of the processor. The last eight may
 * overlap those before. */
#define RULEC_EIGHT_FLAGS(at_, shift) { \
    const eight told = ((((none + word) & each << (shift)) == each << (shift)) & ones); \
    memcpy(out + (at_), &told, sizeof told); }
RULEC_INLINE void RULEC_NAMED(rulec_flag_run)(const char *at, int64_t bits, RULEC_REAL yes, RULEC_REAL *out) {
  typedef RULEC_WORD eight __attribute__((vector_size(8 * sizeof(RULEC_WORD))));
  const eight each = {1, 2, 4, 8, 16, 32, 64, 128}, none = {0};
  RULEC_WORD word;
  uint64_t next;
  int64_t n = 0;
  memcpy(&word, &yes, sizeof yes);
  const eight ones = none + word;
  for (; n + 32 <= bits; n += 32) {
    uint32_t four;
    memcpy(&four, at + n / 8, 4);
    word = (RULEC_WORD)four;
    RULEC_EIGHT_FLAGS(n, 0) RULEC_EIGHT_FLAGS(n + 8, 8) RULEC_EIGHT_FLAGS(n + 16, 16) RULEC_EIGHT_FLAGS(n + 24, 24)
  }
  if (n == bits) return;
  next = rulec_few_bits_at(at + n / 8, bits - n);
  for (; n + 8 <= bits; n += 8, next >>= 8) { word = (RULEC_WORD)next; RULEC_EIGHT_FLAGS(n, 0) }
  if (n == bits) return;
  if (bits >= 8) {
    word = (RULEC_WORD)(next << (n + 8 - bits) | (uint64_t)(uint8_t)at[n / 8 - 1] >> (bits - n));
    RULEC_EIGHT_FLAGS(bits - 8, 0)
  } else for (; n < bits; n++, next >>= 1) out[n] = next & 1 ? yes : 0;
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
  uint64_t room[RULEC_CODED_WORDS];
  int64_t n, value, met = 0;
  for (n = 0; n < row->count; n++) {
    if (row->empty >= 0) {
      if (one->along) {
        if (ahead[n] && (value = rulec_zero_bits(s + (cells[n] >> 3), ahead[n])) > 0) { n += value - 1; continue; }
        if (!rulec_bit(s, cells[n])) continue;
      } else if (one->row) {
        value = rulec_next_in_rows(s, one, cells[n], cells[n] + (ahead[n] ? ahead[n] : 1)) - cells[n];
        if (value) { n += value - 1; continue; }
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
      RULEC_NAMED(rulec_write_members)(
        one->coded ? rulec_set_in(s, one, cells[n], room) : s + cells[n], one, row, places, out + n * row->each
      );
    else
      RULEC_NAMED(rulec_write_value)(
        rulec_told_at(s, one, cells[n]), row, places, n, out
      );
  }
}

/* --- many games at once ------------------------------------------------------------------------------------ */

/* Games that are told to the same player: where each of them lies, and where its numbers go. A row is carried out on all
 * of them before the next one, so that its operation is found out once. */
typedef struct {
  int64_t count;
  const char *s[RULEC_BLOCK];
  RULEC_REAL *out[RULEC_BLOCK];
} RULEC_NAMED(rulec_games);

/* Those of the games of which the row is told; `held` has so many words of each. */
static const RULEC_NAMED(rulec_games) *RULEC_NAMED(rulec_told_of)(
    const RULEC_NAMED(rulec_games) *all, const rulec_slot *slots, const rulec_row *row, int64_t player,
    const uint64_t *held, int64_t words, RULEC_NAMED(rulec_games) *some
) {
  const int of_all = row->op >= RULEC_ZEROS; /* other rows test each cell */
  const int64_t count = all->count;
  int64_t k, n = 0;
  if (row->guard == RULEC_BY_NONE || (row->guard != RULEC_BY_HELD && !of_all)) return all;
  if (row->guard == RULEC_BY_HELD) {
    const uint64_t *bits = held + row->by / 64;
    const int64_t bit = row->by % 64;
    for (k = 0; k < count; k++) {
      some->s[n] = all->s[k];
      some->out[n] = all->out[k];
      n += bits[k * words] >> bit & 1;
    }
  } else for (k = 0; k < count; k++) {
    some->s[n] = all->s[k];
    some->out[n] = all->out[k];
    if (row->guard == RULEC_BY_DECIDER) n += rulec_value_in(all->s[k], slots + row->by, row->groups) == player;
    else n += rulec_bit(rulec_where(all->s[k], slots + row->by, row->groups), player);
  }
  some->count = n;
  return some;
}

#define RULEC_OF_TYPE(one, each) \
  switch ((one)->width * 2 + (one)->negative) { \
    case 2: each(uint8_t) break; \
    case 3: each(int8_t) break; \
    case 4: each(uint16_t) break; \
    case 5: each(int16_t) break; \
    case 8: each(uint32_t) break; \
    case 9: each(int32_t) break; \
    default: each(int64_t) \
  }
#define RULEC_NUMBERS(type) \
  for (k = 0; k < games->count; k++) { type value; memcpy(&value, games->s[k] + at, sizeof value); \
                                       games->out[k][dest] = (RULEC_REAL)((double)value * factor); }
static void RULEC_NAMED(rulec_number_cells)(
    const RULEC_NAMED(rulec_games) *games, const rulec_slot *one, int64_t at, double factor, int64_t dest
) {
  int64_t k;
  RULEC_OF_TYPE(one, RULEC_NUMBERS)
}
#undef RULEC_NUMBERS
#define RULEC_PLACES(type) \
  for (k = 0; k < games->count; k++) { type value; memcpy(&value, games->s[k] + row->cells, sizeof value); \
                                       place = places[(int64_t)value - row->low]; \
                                       if (place >= 0) games->out[k][row->dest + place] = 1; }
static void RULEC_NAMED(rulec_place_cells)(
    const RULEC_NAMED(rulec_games) *games, const rulec_slot *one, const rulec_row *row, const int64_t *places
) {
  int64_t k, place;
  RULEC_OF_TYPE(one, RULEC_PLACES)
}
#undef RULEC_PLACES
#undef RULEC_OF_TYPE

#define RULEC_EACH(what) \
  for (k = 0; k < games->count; k++) { const char *s = games->s[k]; RULEC_REAL *to = games->out[k] + dest; what; } break
static void RULEC_NAMED(rulec_write_games)(
    const rulec_features *told, int64_t player, const RULEC_NAMED(rulec_games) *all
) {
  const rulec_slot *slots = (const rulec_slot *)(told + 1), *one;
  const int64_t *rest = (const int64_t *)(slots + told->slots);
  const rulec_row *rows = (const rulec_row *)(rest + told->rows), *row, *end;
  const int64_t *firsts = rest + told->firsts, *pool = rest + told->pool;
  const RULEC_NAMED(rulec_games) *games;
  RULEC_NAMED(rulec_games) some;
  uint64_t held[RULEC_HELD_ROOM];
  int64_t k;
  one = slots + told->pending;
  if (told->words == 1 && told->stack < 0 && one->width == 1 && !one->along)
    for (k = 0; k < all->count; k++)
      held[k] = (uint64_t)rest[told->pendings + (uint8_t)all->s[k][one->offset]];
  else for (k = 0; k < all->count; k++) rulec_look_now(all->s[k], told, slots, rest, held + k * told->words);
  for (row = rows + firsts[player], end = rows + firsts[player + 1]; row < end; row++) {
    const int64_t dest = row->dest, at = row->cells, count = row->count;
    games = RULEC_NAMED(rulec_told_of)(all, slots, row, player, held, told->words, &some);
    one = slots + row->slot;
    switch (row->op) {
      case RULEC_MARK: RULEC_EACH((void)s; *to = 1);
      case RULEC_ZEROS: RULEC_EACH((void)s; RULEC_NAMED(rulec_zeros)(to, count));
      case RULEC_NUMBER_CELL: RULEC_NAMED(rulec_number_cells)(games, one, at, row->factor, dest); break;
      case RULEC_PLACE_CELL: RULEC_NAMED(rulec_place_cells)(games, one, row, pool + row->places); break;
      case RULEC_FLAG_RUN:
        RULEC_EACH(RULEC_NAMED(rulec_flag_run)(s + at / 8, count, (RULEC_REAL)row->factor, to));
      case RULEC_CODE_RUN: RULEC_EACH(RULEC_NAMED(rulec_code_run)(s + at / 8, count, row->factor, to));
      case RULEC_SUM_RUN: RULEC_EACH(RULEC_NAMED(rulec_sum_run)(s + at / 8, row, pool + row->places, to));
      case RULEC_NUMBER_RUN:
        if (count <= RULEC_FEW_CELLS)
          for (k = 0; k < count; k++)
            RULEC_NAMED(rulec_number_cells)(games, one, at + k * one->width, row->factor, dest + k);
        else for (k = 0; k < games->count; k++)
          RULEC_NAMED(rulec_number_run)(games->s[k] + at, one, count, row->factor, games->out[k] + dest);
        break;
      case RULEC_LYING_RUN: RULEC_EACH(RULEC_NAMED(rulec_lying_run)(s + at, row, to));
      default: RULEC_EACH(RULEC_NAMED(rulec_write_row)(s, pool, slots, row, player, to));
    }
  }
}
#undef RULEC_EACH

/* The rows of numbers of `count` games, at most a block, of which each begins `stride` bytes behind the one before. */
static void RULEC_NAMED(rulec_observe_block)(
    const char *s, int64_t stride, const rulec_features *told, const int32_t *players, const uint8_t *where,
    int64_t count, RULEC_REAL *out
) {
  RULEC_NAMED(rulec_games) games;
  int64_t k, player;
  for (k = 0; k < count; k++) /* whom nothing is told */
    if ((players[k] < 0 || players[k] >= told->players) && (!where || where[k]))
      memset(out + k * told->size, 0, (size_t)told->size * sizeof *out);
  for (player = 0; player < told->players; player++) {
    games.count = 0;
    for (k = 0; k < count; k++) {
      games.s[games.count] = s + k * stride;
      games.out[games.count] = out + k * told->size;
      games.count += players[k] == player && (!where || where[k]);
    }
    if (games.count) RULEC_NAMED(rulec_write_games)(told, player, &games);
  }
}
