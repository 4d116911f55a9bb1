/* Pieces that a player does not see, dealt anew: `rulec/runtime/hidden.py`, with the same draws.
 *
 * Where they lie is told by a table (`rulec/runtime/resampling/deal_tables.py`).
 */
#ifndef RULEC_DEAL_H
#define RULEC_DEAL_H
#include "rulec_engine.h"

#define RULEC_STREAM_RESAMPLE (1 << 21)
#define RULEC_DEAL_TRIES 64

enum { RULEC_AS_COUNTS, RULEC_AS_SET, RULEC_AS_ROW, RULEC_AS_CODES };
typedef struct { int32_t form, at, width; } rulec_place; /* at -1: there is none; of codes `width` is that of this set */
typedef struct {
  int32_t group, kinds, digit;
  int32_t seat;                   /* who sees it, -1 nobody; or, if `decides` is a place, who stands there */
  rulec_place decides, seen_by;   /* `seen_by`: the set of those who see it */
  rulec_place lies, known, noticed;
  int32_t noticed_step;           /* from player to player */
} rulec_zone;
typedef struct {
  int32_t zones, kinds, pieces; /* the last two: how many there can be at most */
  rulec_place seats;
} rulec_deals;
typedef struct {
  const rulec_deals *about;
  const rulec_zone *zones;
  int *counts, *known, *order, *comes; /* room */
  uint64_t stream, drawn;
  int player;
} rulec_dealer;

static void rulec_dealer_begin(rulec_dealer *d, const char *table, int player) {
  d->about = (const rulec_deals *)table;
  d->zones = (const rulec_zone *)(table + sizeof *d->about);
  d->player = player;
  d->counts = (int *)malloc((3 * (size_t)d->about->kinds + 2 * (size_t)d->about->pieces + (size_t)d->about->zones) * sizeof(int));
  d->known = d->counts + d->about->kinds;
  d->order = d->known + d->about->kinds;
  d->comes = d->order + d->about->kinds + 2 * d->about->pieces;
  if (!d->counts) abort(); /* no memory is left */
}
static void rulec_dealer_end(rulec_dealer *d) { free(d->counts); }

static int rulec_lies(const unsigned char *s, const rulec_zone *z, rulec_place p, int *out) {
  int sum = 0;
  memset(out, 0, z->kinds * sizeof *out);
  if (p.at < 0) return 0;
  s += p.at;
  if (p.form == RULEC_AS_CODES) {
    for (int k = 0; k < z->kinds; k++) sum += out[k] = s[k] == p.width;
    return sum;
  }
  for (int k = 0; p.form != RULEC_AS_ROW && k < z->kinds; k++)
    sum += out[k] = p.form == RULEC_AS_SET ? s[k >> 3] >> (k & 7) & 1 : (int)rulec_cell(s + k * p.width, p.width);
  for (int n = 0; p.form == RULEC_AS_ROW && (n + 1) * z->digit <= 8 * p.width; n++) {
    int member = (int)rulec_cell(s + n * (z->digit >> 3), z->digit >> 3);
    if (!member) break;
    out[member - 1]++; sum++;
  }
  return sum;
}
/* What stays in a row keeps its place; what comes is laid where there is room. `counts` is used up. */
static void rulec_put_in_row(unsigned char *s, const rulec_zone *z, int *counts, int *order, int comes) {
  int wide = z->digit >> 3, room = 8 * z->lies.width / z->digit, given = 0, n;
  const int gap = (1 << z->digit) - 1; /* no member has so high a number */
  int *left = counts;
  for (n = 0; n < comes; n++) left[order[n]]--;
  for (n = 0; n < room; n++) {
    int member = (int)rulec_cell(s + z->lies.at + n * wide, wide);
    if (!member) break;
    if (left[member - 1] > 0) left[member - 1]--;
    else rulec_cell_put(s + z->lies.at + n * wide, wide, gap);
  }
  int end = n;
  for (int k = 0; k < z->kinds; k++)
    for (; left[k] > 0; left[k]--) order[comes++] = k;
  int to = 0;
  for (n = 0; n < end; n++) {
    int member = (int)rulec_cell(s + z->lies.at + n * wide, wide);
    if (member == gap) {
      if (given == comes) continue;
      member = order[given++] + 1;
    }
    rulec_cell_put(s + z->lies.at + to++ * wide, wide, member);
  }
  while (given < comes) rulec_cell_put(s + z->lies.at + to++ * wide, wide, order[given++] + 1);
  for (; to < end; to++) rulec_cell_put(s + z->lies.at + to * wide, wide, 0);
}
/* 0 if there is no room for so many of a kind. */
static int rulec_lay(unsigned char *s, const rulec_zone *z, rulec_place p, int *counts, int *order, int comes) {
  int fine = 1;
  if (p.form == RULEC_AS_ROW) rulec_put_in_row(s, z, counts, order, comes);
  else for (int k = 0; k < z->kinds; k++) {
    unsigned char *byte = s + p.at + (k >> 3);
    if (p.form == RULEC_AS_COUNTS) rulec_cell_put(s + p.at + k * p.width, p.width, counts[k]);
    else if (p.form == RULEC_AS_CODES) { /* a set that is laid later may have it now */
      if (counts[k] > 0) s[p.at + k] = (unsigned char)p.width;
      else if (s[p.at + k] == p.width) s[p.at + k] = 0;
    }
    else *byte = (unsigned char)((*byte & ~(1 << (k & 7))) | (counts[k] > 0) << (k & 7));
    fine &= p.form == RULEC_AS_COUNTS || counts[k] < 2;
  }
  return fine;
}
RULEC_INLINE rulec_place rulec_noticed(const rulec_zone *z, int player) {
  rulec_place p = z->noticed;
  if (p.at >= 0) p.at += player * z->noticed_step;
  return p;
}
static int rulec_sees(const unsigned char *s, const rulec_zone *z, int player) {
  if (z->seen_by.at >= 0) return s[z->seen_by.at] >> player & 1;
  if (z->decides.at < 0) return z->seat == player;
  uint64_t who = rulec_cell(s + z->decides.at, z->decides.width);
  return who == (uint64_t)player;
}
/* Of what lies there what the player does not know; how many. It knows `d->known`. */
static int rulec_unknown(const unsigned char *s, const rulec_zone *z, rulec_dealer *d) {
  int count = rulec_lies(s, z, z->lies, d->counts);
  count -= rulec_lies(s, z, z->noticed.at >= 0 ? rulec_noticed(z, d->player) : z->known, d->known);
  for (int k = 0; k < z->kinds; k++) d->counts[k] -= d->known[k];
  return count;
}
RULEC_INLINE int rulec_deal_below(rulec_dealer *d, int n) {
  return (int)rulec_below(rulec_draw(d->stream, ++d->drawn), (uint32_t)n);
}
/* Of a position that was changed nothing is known that does not lie there any more. */
static void rulec_forget(unsigned char *s, rulec_dealer *d) {
  int seats = (int)rulec_cell(s + d->about->seats.at, d->about->seats.width);
  for (int n = 0; n < d->about->zones; n++) {
    const rulec_zone *z = &d->zones[n];
    int *to_all = d->known, *now = d->order;
    rulec_lies(s, z, z->lies, d->counts);
    rulec_lies(s, z, z->known, to_all);
    for (int k = 0; k < z->kinds; k++) to_all[k] = rulec_min(to_all[k], d->counts[k]);
    if (z->known.at >= 0) rulec_lay(s, z, z->known, to_all, NULL, 0);
    for (int player = 0; z->noticed.at >= 0 && player < seats; player++) {
      rulec_lies(s, z, rulec_noticed(z, player), now);
      for (int k = 0; k < z->kinds; k++) now[k] = rulec_max(to_all[k], rulec_min(now[k], d->counts[k]));
      rulec_lay(s, z, rulec_noticed(z, player), now, NULL, 0);
    }
  }
}
/* All that the player does not know, every deal equally likely; 0 if it can't lie so. */
static int rulec_redraw(void *state, rulec_dealer *d) {
  unsigned char *s = (unsigned char *)state;
  int fine = 1;
  for (int first = 0; first < d->about->zones; first++) {
    int group = d->zones[first].group, pieces = 0, dealt = 0, earlier = 0;
    if (rulec_sees(s, &d->zones[first], d->player)) continue;
    while (d->zones[earlier].group != group || rulec_sees(s, &d->zones[earlier], d->player)) earlier++;
    if (earlier < first) continue; /* this group has been dealt */
    for (int n = first; n < d->about->zones; n++) {
      const rulec_zone *z = &d->zones[n];
      if (z->group != group || rulec_sees(s, z, d->player)) continue;
      d->comes[n] = rulec_unknown(s, z, d);
      for (int k = 0; k < z->kinds; k++)
        for (; d->counts[k] > 0; d->counts[k]--) d->order[pieces++] = k;
    }
    for (int place = pieces - 1; place > 0; place--) {
      int other = rulec_deal_below(d, place + 1), was = d->order[place];
      d->order[place] = d->order[other]; d->order[other] = was;
    }
    for (int n = first; n < d->about->zones; n++) {
      const rulec_zone *z = &d->zones[n];
      if (z->group != group || rulec_sees(s, z, d->player)) continue;
      rulec_unknown(s, z, d); /* what is known to lie here stays */
      int comes = d->comes[n], *order = d->order + pieces;
      for (int k = 0; k < comes; k++) d->known[order[k] = d->order[dealt++]]++;
      fine &= rulec_lay(s, z, z->lies, d->known, order, comes);
    }
  }
  rulec_forget(s, d);
  return fine;
}
/* Two pieces that the player does not know in each other's place; 0 if they can't lie so. */
static int rulec_exchange(void *state, rulec_dealer *d) {
  unsigned char *s = (unsigned char *)state;
  int pieces = 0, zone[2] = {0, 0}, kind[2] = {0, 0}, fine = 1;
  for (int n = 0; n < d->about->zones; n++)
    if (!rulec_sees(s, &d->zones[n], d->player)) pieces += rulec_unknown(s, &d->zones[n], d);
  if (!pieces) return 1;
  for (int which = 0; which < 2; which++) {
    int left = rulec_deal_below(d, pieces);
    for (int n = 0; n < d->about->zones && left >= 0; n++) {
      if (rulec_sees(s, &d->zones[n], d->player)) continue;
      rulec_unknown(s, &d->zones[n], d);
      for (int k = 0; k < d->zones[n].kinds && left >= 0; k++) {
        left -= d->counts[k];
        if (left < 0) { zone[which] = n; kind[which] = k; }
      }
    }
  }
  if (d->zones[zone[0]].group != d->zones[zone[1]].group) return 1;
  for (int which = 0; which < 2; which++) {
    const rulec_zone *z = &d->zones[zone[which]];
    rulec_lies(s, z, z->lies, d->counts);
    d->counts[kind[which]]--; d->counts[kind[!which]]++;
    fine &= rulec_lay(s, z, z->lies, d->counts, d->order, 0);
  }
  return fine;
}

#endif
