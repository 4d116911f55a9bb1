/* Flood fills over the neighbours of one table, as small functions named after it.
 *
 * All of them repeat `step_T`, which adds to a set what of `within` lies beside it: of a table of any kind beside
 * its last additions (`RULEC_STEP_BY_TABLE`), of a board by shifts of the whole set, one direction behind the other,
 * so that a round can go round corners (generated beside the table). It returns what it has seen beside the set;
 * behind the last step that is all there is. Questions stop at the first step that answers them. */
#ifndef RULEC_FLOOD_H
#define RULEC_FLOOD_H

#define RULEC_FLOOD static inline __attribute__((unused, const))

#define RULEC_STEP_BY_TABLE(N, T)                                                                  \
  RULEC_INLINE set##N step_##T(set##N *all, set##N *edge, set##N within) {                         \
    const set##N near = set##N##_gather(T, *edge);                                                 \
    *edge = set##N##_minus(set##N##_and(near, within), *all);                                      \
    *all = set##N##_or(*all, *edge);                                                               \
    return near; }

/* flood: all that is reached. flood_meets, near_meets: does it, or do its neighbours, meet a set? flood_until,
 * near_until: what of it, or of its neighbours, lies in `room`, or enough to meet `stop`. flood_up_to, near_up_to: how many
 * that are, or more than `most`. */
#define RULEC_DEFINE_FLOODS(N, T)                                                                  \
  RULEC_FLOOD set##N flood_##T(set##N seeds, set##N within) {                                      \
    set##N all = set##N##_and(seeds, within), edge = all;                                          \
    while (set##N##_some(edge)) step_##T(&all, &edge, within);                                     \
    return all; }                                                                                  \
  RULEC_FLOOD int flood_meets_##T(set##N seeds, set##N within, set##N room) {                      \
    set##N all = set##N##_and(seeds, within), edge = all;                                          \
    for (; set##N##_some(edge); step_##T(&all, &edge, within))                                     \
      if (set##N##_some(set##N##_and(edge, room))) return 1;                                       \
    return 0; }                                                                                    \
  RULEC_FLOOD int near_meets_##T(set##N seeds, set##N within, set##N room) {                       \
    set##N all = set##N##_and(seeds, within), edge = all;                                          \
    while (set##N##_some(edge))                                                                    \
      if (set##N##_some(set##N##_and(step_##T(&all, &edge, within), room))) return 1;              \
    return 0; }                                                                                    \
  RULEC_FLOOD set##N flood_until_##T(set##N seeds, set##N within, set##N room, set##N stop) {      \
    set##N all = set##N##_and(seeds, within), edge = all;                                          \
    const set##N enough = set##N##_and(room, stop);                                                \
    for (; set##N##_some(edge); step_##T(&all, &edge, within))                                     \
      if (set##N##_some(set##N##_and(edge, enough))) break;                                        \
    return set##N##_and(all, room); }                                                              \
  RULEC_FLOOD set##N near_until_##T(set##N seeds, set##N within, set##N room, set##N stop) {       \
    set##N all = set##N##_and(seeds, within), edge = all, found = set##N##_none();                 \
    while (set##N##_some(edge)) {                                                                  \
      found = set##N##_or(found, set##N##_and(step_##T(&all, &edge, within), room));               \
      if (set##N##_some(set##N##_and(found, stop))) break; }                                       \
    return found; }                                                                                \
  RULEC_FLOOD int flood_up_to_##T(set##N seeds, set##N within, set##N room, int most) {            \
    set##N all = set##N##_and(seeds, within), edge = all;                                          \
    int count = 0;                                                                                 \
    for (; set##N##_some(edge) && count <= most; step_##T(&all, &edge, within))                    \
      count += set##N##_count(set##N##_and(edge, room));                                           \
    return count; }                                                                                \
  RULEC_FLOOD int near_up_to_##T(set##N seeds, set##N within, set##N room, int most) {             \
    set##N all = set##N##_and(seeds, within), edge = all, found = set##N##_none();                 \
    int count = 0;                                                                                 \
    while (set##N##_some(edge) && count <= most) {                                                 \
      found = set##N##_or(found, set##N##_and(step_##T(&all, &edge, within), room));               \
      count = set##N##_count(found); }                                                             \
    return count; }

#endif
