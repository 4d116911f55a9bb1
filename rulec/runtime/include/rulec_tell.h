/* The part of rulec_observe.c that writes numbers; it is included for each type of them. Rows hold zeros before.
 * `RULEC_OF_ONE` and `RULEC_OF_GAMES` are `static` where engines don't call the function for this type. */

/* Of one cell: a number; a 1 at its member; a 1 at each member of a set; the place of each member in a list. */
static void RULEC_NAMED(rulec_tell)(
    const char *s, const rulec_slot *one, const rulec_part *part, int64_t cell, RULEC_REAL *out
) {
  uint64_t word, room[RULEC_CODED_WORDS];
  const char *at = rulec_set_in(s, one, cell, room);
  int64_t n, value, bytes = one->digit / 8;
  if (one->form == RULEC_SET) {
    for (n = 0; 8 * n < one->width; n++, out += 64)
      for (word = rulec_members_at(at, one->width, n); word; word &= word - 1) out[__builtin_ctzll(word)] = 1;
  } else if (one->form == RULEC_LIST) {
    for (n = 0; (n + 1) * bytes <= one->width && (value = rulec_word_at(at + n * bytes, bytes, 0)); n++)
      if (out[value - 1] == 0) out[value - 1] = (RULEC_REAL)(n + 1);
  } else {
    value = rulec_value_in(s, one, cell);
    if (part->member) out[value >= 0 ? value : part->size - 1] = 1;
    else *out = (RULEC_REAL)(double)value;
  }
}

#define RULEC_TOLD(T)                                                                    \
  for (cell = 0; cell < one->cells; cell++) {                                            \
    T number;                                                                            \
    memcpy(&number, at + (int64_t)sizeof(T) * cell, sizeof(T));                          \
    if (part->member) out[cell * part->size + ((int64_t)number >= 0 ? (int64_t)number : part->size - 1)] = 1; \
    else out[cell] = (RULEC_REAL)(double)number;                                         \
  }
/* Of all cells of a variable of numbers or members that all see. */
static void RULEC_NAMED(rulec_tell_all)(
    const char *s, const rulec_slot *one, const rulec_part *part, RULEC_REAL *out
) {
  const char *at = s + one->offset;
  int64_t cell;
  if (one->negative) switch (one->width) {
    case 1: RULEC_TOLD(int8_t) break;
    case 2: RULEC_TOLD(int16_t) break;
    case 4: RULEC_TOLD(int32_t) break;
    default: RULEC_TOLD(int64_t)
  } else switch (one->width) {
    case 1: RULEC_TOLD(uint8_t) break;
    case 2: RULEC_TOLD(uint16_t) break;
    case 4: RULEC_TOLD(uint32_t) break;
    default: RULEC_TOLD(uint64_t)
  }
}
#undef RULEC_TOLD

/* The same of cells that are bits of sets and 0 or 1: most of them are 0, as the row is. */
static void RULEC_NAMED(rulec_tell_bits)(const char *s, const rulec_slot *one, RULEC_REAL *out) {
  int64_t set, n, sets = one->cells / one->along;
  uint64_t word;
  for (set = 0; set < sets; set++) {
    RULEC_REAL *first = out + set / one->step * one->step * one->along + set % one->step;
    for (n = 0; n < one->along; n += 64) {
      memcpy(&word, rulec_where(s, one, set) + n / 8, 8);
      for (; word; word &= word - 1) first[(n + __builtin_ctzll(word)) * one->step] = 1;
    }
  }
}

RULEC_OF_ONE void RULEC_NAMED(rulec_observe)(const void *state, const void *table, int64_t player, RULEC_REAL *out) {
  const char *s = (const char *)state;
  const rulec_told *told = (const rulec_told *)table;
  const rulec_slot *slots = (const rulec_slot *)(told + 1), *one;
  const rulec_part *part = (const rulec_part *)(slots + told->slots), *last = part + told->parts;
  const rulec_zones *zones = (const rulec_zones *)last;
  int64_t cell, n, seat;
  if (told->seat < 0) {
    const int32_t told_to = (int32_t)player;
    RULEC_NAMED(rulec_observe_block)(s, 0, (const rulec_features *)table, &told_to, 0, 1, out);
    return;
  }
  seat = rulec_value_in(s, slots + told->seat, 0);
  memset(out, 0, told->size * sizeof *out);
  if (player < 0 || player >= told->players) return; /* whom nothing is told */
  out[player] = 1;
  out += told->players;
  *out++ = (RULEC_REAL)rulec_value_in(s, slots + told->seats, 0);
  *out++ = (RULEC_REAL)rulec_value_in(s, slots + told->decisions, 0);
  out[rulec_value_in(s, slots + told->pending, 0)] = 1;
  out += told->pendings;
  if (seat >= 0) out[seat] = 1;
  out += told->players;
  for (; part < last; part++) {
    one = slots + part->slot;
    if (part->guard == RULEC_ALL && one->row && !part->member) {
      for (cell = 0; (cell = rulec_next_in_rows(s, one, cell, one->cells)) < one->cells; cell++)
        out[cell] = (RULEC_REAL)(double)rulec_value_in(s, one, cell);
      out += one->cells;
    } else if (part->guard == RULEC_ALL && one->form == RULEC_NUMBER && !one->along) {
      RULEC_NAMED(rulec_tell_all)(s, one, part, out);
      out += one->cells * part->size;
    } else if (part->guard == RULEC_ALL && one->along && !part->member && one->low == 0 && one->high == 1) {
      RULEC_NAMED(rulec_tell_bits)(s, one, out);
      out += one->cells;
    } else for (cell = 0; cell < one->cells; cell++) {
      const int known = rulec_told_to(s, slots, part, cell, player);
      if (known) RULEC_NAMED(rulec_tell)(s, one, part, cell, out);
      out += part->size;
      if (part->unknown) *out++ = !known;
    }
  }
  for (n = 0; n < told->zones; n++)
    for (cell = 0; cell < zones[n].zones; cell++)
      *out++ = (RULEC_REAL)rulec_lying_in(s, slots + zones[n].slot, zones[n].each, cell);
}

/* The same of many games, each `stride` bytes behind the one before; only of those at `where`, if it is given. */
RULEC_OF_GAMES void RULEC_NAMED(rulec_observe_games)(
    const void *states, int64_t stride, const void *table, const int32_t *players, const uint8_t *where, int64_t games,
    RULEC_REAL *out
) {
  const char *s = (const char *)states;
  const rulec_features *told = (const rulec_features *)table;
  const int64_t block = rulec_block_of(table, stride), size = told->size;
  int64_t n, count;
  for (n = 0; n < games; n += count) {
    count = games - n < block ? games - n : block;
    if (told->mark < 0)
      RULEC_NAMED(rulec_observe_block)(
        s + n * stride, stride, told, players + n, where ? where + n : 0, count, out + n * size
      );
    else if (!where || where[n]) /* the wide form: a block is one game */
      RULEC_NAMED(rulec_observe)(s + n * stride, table, players[n], out + n * size);
  }
}
