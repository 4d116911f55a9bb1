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
  const rulec_slot *slots = (const rulec_slot *)(told + 1);
  const int64_t *rest = (const int64_t *)(slots + told->slots);
  const rulec_row *rows = (const rulec_row *)(rest + told->rows), *row, *end;
  const int64_t *firsts = rest + told->firsts, *pool = rest + told->pool;
  rulec_now now;
  memset(out, 0, told->size * sizeof *out);
  if (player < 0 || player >= told->players) return; /* whom nothing is told */
  rulec_look_now(s, told, slots, rest, &now);
  for (row = rows + firsts[player], end = rows + firsts[player + 1]; row < end; row++) {
    if (row->guard == RULEC_BY_HELD && !rulec_held(&now, told, rest, row->by)) continue;
    if (row->op == RULEC_MARK) out[row->dest] = 1;
    else RULEC_NAMED(rulec_write_row)(s, pool, slots, row, player, out + row->dest);
  }
}
