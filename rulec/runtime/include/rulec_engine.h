/* What every generated engine includes: bit sets of one or many words, and the random generator.
 *
 * A set over at most 64 members is a plain uint64_t (names set1_*); a wider one is a struct of
 * words (RULEC_DEFINE_SET). Everything is static inline, allocates nothing and needs no GIL.
 */
#ifndef RULEC_ENGINE_H
#define RULEC_ENGINE_H
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

#define RULEC_INLINE static inline __attribute__((always_inline, unused))

/* --- one word ---------------------------------------------------------------------------- */
typedef uint64_t set1;

RULEC_INLINE int rulec_popcount(uint64_t x) { return __builtin_popcountll(x); }
RULEC_INLINE int rulec_count(const uint64_t *w, int words) {
  int n = 0;
  for (int i = 0; i < words; i++) n += rulec_popcount(w[i]);
  return n;
}
RULEC_INLINE int rulec_first(uint64_t x) { return x ? __builtin_ctzll(x) : -1; }
RULEC_INLINE int rulec_last(uint64_t x) { return x ? 63 - __builtin_clzll(x) : -1; }

/* Index of the k-th set bit, counted from 0; k must be below the number of bits. */
RULEC_INLINE int rulec_kth(uint64_t x, int k) {
#if defined(__BMI2__)
  return __builtin_ctzll(_pdep_u64(1ull << k, x));
#else
  for (; k > 0; k--) x &= x - 1;
  return __builtin_ctzll(x);
#endif
}

RULEC_INLINE set1 set1_single(int i) { return i < 0 ? 0 : (set1)1 << i; }
RULEC_INLINE int set1_has(set1 a, int i) { return i >= 0 && ((a >> i) & 1); }
RULEC_INLINE void set1_put(set1 *a, int i, int there) {
  *a = there ? *a | (set1)1 << i : *a & ~((set1)1 << i);
}
RULEC_INLINE set1 set1_shift(set1 a, int delta) { return delta >= 0 ? a << delta : a >> -delta; }

RULEC_INLINE set1 set1_gather(const set1 *table, set1 a) {
  set1 out = 0;
  for (; a; a &= a - 1) out |= table[__builtin_ctzll(a)];
  return out;
}
RULEC_INLINE set1 set1_flood(const set1 *table, set1 seeds, set1 within) {
  set1 all = seeds & within, edge = all;
  while (edge) {
    edge = set1_gather(table, edge) & within & ~all;
    all |= edge;
  }
  return all;
}

RULEC_INLINE set1 set1_none(void) { return 0; }
RULEC_INLINE set1 set1_or(set1 a, set1 b) { return a | b; }
RULEC_INLINE set1 set1_and(set1 a, set1 b) { return a & b; }
RULEC_INLINE set1 set1_minus(set1 a, set1 b) { return a & ~b; }
RULEC_INLINE int set1_some(set1 a) { return a != 0; }
RULEC_INLINE set1 set1_if(int c, set1 a, set1 b) { return c ? a : b; }
RULEC_INLINE int set1_count(set1 a) { return rulec_popcount(a); }
RULEC_INLINE int set1_first(set1 a) { return rulec_first(a); }
RULEC_INLINE int set1_last(set1 a) { return rulec_last(a); }

/* --- checks of a debug build: an index or value that the compiler proved must never fail --------- */
#ifdef RULEC_DEBUG
static __thread int rulec_trap = 0;
RULEC_INLINE int rulec_index(int i, int n) {
  if (i >= 0 && i < n) return i;
  rulec_trap = 1; return 0;
}
RULEC_INLINE int rulec_range(int value, int lo, int hi) {
  if (value < lo || value > hi) rulec_trap = 1;
  return value;
}
RULEC_INLINE int rulec_trapped(void) { int was = rulec_trap; rulec_trap = 0; return was; }
#else
#define rulec_index(i, n) (i)
#define rulec_range(value, lo, hi) (value)
#define rulec_trapped() 0
#endif

/* --- many words -------------------------------------------------------------------------- */
#define RULEC_DEFINE_SET(N)                                                                        \
  typedef struct { uint64_t w[N]; } set##N;                                                        \
  RULEC_INLINE set##N set##N##_none(void) { set##N r; memset(&r, 0, sizeof r); return r; }         \
  RULEC_INLINE set##N set##N##_or(set##N a, set##N b) {                                            \
    for (int i = 0; i < N; i++) a.w[i] |= b.w[i]; return a; }                                      \
  RULEC_INLINE set##N set##N##_and(set##N a, set##N b) {                                           \
    for (int i = 0; i < N; i++) a.w[i] &= b.w[i]; return a; }                                      \
  RULEC_INLINE set##N set##N##_minus(set##N a, set##N b) {                                         \
    for (int i = 0; i < N; i++) a.w[i] &= ~b.w[i]; return a; }                                     \
  RULEC_INLINE set##N set##N##_if(int c, set##N a, set##N b) { return c ? a : b; }                  \
  RULEC_INLINE int set##N##_some(set##N a) {                                                       \
    uint64_t any = 0; for (int i = 0; i < N; i++) any |= a.w[i]; return any != 0; }                \
  RULEC_INLINE int set##N##_equal(set##N a, set##N b) { return !memcmp(&a, &b, sizeof a); }        \
  RULEC_INLINE int set##N##_count(set##N a) {                                                      \
    int n = 0; for (int i = 0; i < N; i++) n += rulec_popcount(a.w[i]); return n; }                \
  RULEC_INLINE int set##N##_has(set##N a, int i) {                                                 \
    return i >= 0 && ((a.w[i >> 6] >> (i & 63)) & 1); }                                            \
  RULEC_INLINE void set##N##_put(set##N *a, int i, int there) {                                    \
    uint64_t one = (uint64_t)1 << (i & 63);                                                        \
    a->w[i >> 6] = there ? a->w[i >> 6] | one : a->w[i >> 6] & ~one; }                             \
  RULEC_INLINE set##N set##N##_single(int i) {                                                     \
    set##N r = set##N##_none(); if (i >= 0) r.w[i >> 6] = (uint64_t)1 << (i & 63); return r; }     \
  RULEC_INLINE int set##N##_first(set##N a) {                                                      \
    for (int i = 0; i < N; i++) if (a.w[i]) return (i << 6) + __builtin_ctzll(a.w[i]);             \
    return -1; }                                                                                   \
  RULEC_INLINE int set##N##_last(set##N a) {                                                       \
    for (int i = N - 1; i >= 0; i--) if (a.w[i]) return (i << 6) + 63 - __builtin_clzll(a.w[i]);   \
    return -1; }                                                                                   \
  RULEC_INLINE int set##N##_kth(set##N a, int k) {                                                 \
    for (int i = 0; i < N; i++) {                                                                  \
      int n = rulec_popcount(a.w[i]);                                                              \
      if (k < n) return (i << 6) + rulec_kth(a.w[i], k);                                           \
      k -= n; }                                                                                    \
    return -1; }                                                                                   \
  RULEC_INLINE set##N set##N##_shift(set##N a, int delta) {                                        \
    set##N r = set##N##_none();                                                                    \
    int words = (delta >= 0 ? delta : -delta) >> 6, bits = (delta >= 0 ? delta : -delta) & 63;     \
    for (int i = 0; i < N; i++) {                                                                  \
      if (delta >= 0) {                                                                            \
        if (i - words >= 0) r.w[i] = a.w[i - words] << bits;                                       \
        if (bits && i - words - 1 >= 0) r.w[i] |= a.w[i - words - 1] >> (64 - bits);               \
      } else {                                                                                     \
        if (i + words < N) r.w[i] = a.w[i + words] >> bits;                                        \
        if (bits && i + words + 1 < N) r.w[i] |= a.w[i + words + 1] << (64 - bits);                \
      } }                                                                                          \
    return r; }                                                                                    \
  RULEC_INLINE set##N set##N##_gather(const set##N *table, set##N a) {                             \
    set##N r = set##N##_none();                                                                    \
    for (int i = 0; i < N; i++)                                                                    \
      for (uint64_t x = a.w[i]; x; x &= x - 1)                                                     \
        r = set##N##_or(r, table[(i << 6) + __builtin_ctzll(x)]);                                  \
    return r; }                                                                                    \
  RULEC_INLINE set##N set##N##_flood(const set##N *table, set##N seeds, set##N within) {           \
    set##N all = set##N##_and(seeds, within), edge = all;                                          \
    while (set##N##_some(edge)) {                                                                  \
      edge = set##N##_minus(set##N##_and(set##N##_gather(table, edge), within), all);              \
      all = set##N##_or(all, edge); }                                                              \
    return all; }

/* --- lists: a digit of 8 or 16 bits for each entry, its member plus 1; the first entry lowest -- */
RULEC_INLINE int rulec_list_entry(const uint64_t *w, int words, int digit, int place) {
  int per = 64 / digit;
  if (place < 0 || place >= per * words) return -1;
  return (int)((w[place / per] >> (digit * (place % per))) & ((1u << digit) - 1)) - 1;
}
RULEC_INLINE int rulec_list_length(const uint64_t *w, int words, int digit) {
  int n = 0;
  while (rulec_list_entry(w, words, digit, n) >= 0) n++;
  return n;
}
RULEC_INLINE int rulec_list_position(const uint64_t *w, int words, int digit, int member) {
  int here;
  for (int n = 0; (here = rulec_list_entry(w, words, digit, n)) >= 0; n++)
    if (here == member) return n + 1;
  return 0;
}
RULEC_INLINE void rulec_list_put(uint64_t *w, int words, int digit, int place, int member) {
  int per = 64 / digit, bit = digit * (place % per);
  if (place < 0 || place >= per * words) return;
  w[place / per] &= ~((uint64_t)((1u << digit) - 1) << bit);
  w[place / per] |= (uint64_t)(member + 1) << bit;
}
RULEC_INLINE void rulec_list_join(uint64_t *w, const uint64_t *more, int words, int digit) {
  int filled = rulec_list_length(w, words, digit), member;
  for (int n = 0; (member = rulec_list_entry(more, words, digit, n)) >= 0; n++)
    rulec_list_put(w, words, digit, filled++, member);
}

/* --- what is known of states, while one question is being answered: 1 no way on, 2 a way on --- */
typedef struct { int size, count, room; uint64_t *hashes; unsigned char *states, *answers; int *slots; } rulec_memo;

RULEC_INLINE void rulec_memo_begin(rulec_memo *m, int size) { memset(m, 0, sizeof *m); m->size = size; }
RULEC_INLINE void rulec_memo_end(rulec_memo *m) { free(m->hashes); free(m->states); free(m->answers); free(m->slots); }

static inline __attribute__((unused)) uint64_t rulec_memo_hash(const rulec_memo *m, const void *state) {
  const unsigned char *p = (const unsigned char *)state;
  uint64_t h = 0x9E3779B97F4A7C15ull, word;
  for (int i = 0; i + 8 <= m->size; i += 8) {
    memcpy(&word, p + i, 8);
    h = (h ^ word) * 0xBF58476D1CE4E5B9ull; h ^= h >> 29;
  }
  return h;
}
static inline __attribute__((unused)) int rulec_memo_slot(const rulec_memo *m, uint64_t h, const void *state) {
  int mask = 2 * m->room - 1, at = (int)(h & (uint64_t)mask);
  while (m->slots[at]) { /* at most half of them are taken */
    int n = m->slots[at] - 1;
    if (m->hashes[n] == h && !memcmp(m->states + (size_t)n * m->size, state, m->size)) break;
    at = (at + 1) & mask;
  }
  return at;
}
static inline __attribute__((unused)) int rulec_memo_answer(const rulec_memo *m, const void *state) {
  int place = m->count ? m->slots[rulec_memo_slot(m, rulec_memo_hash(m, state), state)] : 0;
  return place ? m->answers[place - 1] : 0;
}
static inline __attribute__((unused)) void rulec_memo_add(rulec_memo *m, const void *state, int answer) {
  if (m->count == m->room) {
    int room = m->room ? 2 * m->room : 16;
    m->hashes = (uint64_t *)realloc(m->hashes, room * sizeof *m->hashes);
    m->states = (unsigned char *)realloc(m->states, (size_t)room * m->size);
    m->answers = (unsigned char *)realloc(m->answers, (size_t)room);
    free(m->slots);
    m->slots = (int *)calloc(2 * room, sizeof *m->slots);
    if (!m->hashes || !m->states || !m->answers || !m->slots) abort(); /* no memory is left */
    m->room = room;
    for (int n = 0; n < m->count; n++)
      m->slots[rulec_memo_slot(m, m->hashes[n], m->states + (size_t)n * m->size)] = n + 1;
  }
  uint64_t h = rulec_memo_hash(m, state);
  int at = rulec_memo_slot(m, h, state);
  m->hashes[m->count] = h;
  m->answers[m->count] = (unsigned char)answer;
  memcpy(m->states + (size_t)m->count * m->size, state, m->size);
  m->slots[at] = ++m->count;
}

/* --- ways from neighbour to neighbour ------------------------------------------------------ */
/* Steps of a shortest way from `start` to `goal`, with nothing but `over` between; `none` without one.
 * The best way: `cost` says what each space costs, `all` is the number of spaces. What is left up to a goal
 * is settled from the cheapest space on; then the way is walked from the best start, lowest number first. */
#define RULEC_DEFINE_WAYS(N)                                                                       \
  RULEC_INLINE int set##N##_steps(const set##N *table, set##N start, set##N goal, set##N over,     \
                                  int none) {                                                      \
    set##N edge = start, seen = start, room = set##N##_or(over, goal);                             \
    for (int steps = 0; set##N##_some(edge); steps++) {                                            \
      if (set##N##_some(set##N##_and(edge, goal))) return steps;                                   \
      edge = set##N##_minus(set##N##_and(set##N##_gather(table, edge), room), seen);               \
      seen = set##N##_or(seen, edge); }                                                            \
    return none; }                                                                                 \
  static inline __attribute__((unused)) set##N set##N##_shortest(                                  \
      const set##N *table, set##N start, set##N goal, set##N over, const uint64_t *cost) {         \
    uint64_t left[64 * N];                                                                         \
    set##N open = goal, known = goal, done = set##N##_none(), way = done;                          \
    set##N room = set##N##_or(over, goal), wanted = set##N##_or(over, start);                      \
    for (set##N rest = goal; set##N##_some(rest);) {                                               \
      int v = set##N##_first(rest);                                                                \
      left[v] = cost[v]; rest = set##N##_minus(rest, set##N##_single(v)); }                        \
    while (set##N##_some(open)) {                                                                  \
      int at = -1;                                                                                 \
      for (set##N rest = open; set##N##_some(rest);) {                                             \
        int v = set##N##_first(rest);                                                              \
        if (at < 0 || left[v] < left[at]) at = v;                                                  \
        rest = set##N##_minus(rest, set##N##_single(v)); }                                         \
      open = set##N##_minus(open, set##N##_single(at));                                            \
      done = set##N##_or(done, set##N##_single(at));                                               \
      if (!set##N##_has(room, at)) continue;                                                       \
      set##N next = set##N##_minus(set##N##_and(table[at], wanted), done);                         \
      for (; set##N##_some(next);) {                                                               \
        int v = set##N##_first(next);                                                              \
        uint64_t one = left[at] + cost[v];                                                         \
        if (!set##N##_has(known, v) || one < left[v]) {                                            \
          left[v] = one;                                                                           \
          known = set##N##_or(known, set##N##_single(v));                                          \
          open = set##N##_or(open, set##N##_single(v)); }                                          \
        next = set##N##_minus(next, set##N##_single(v)); } }                                       \
    int at = -1;                                                                                   \
    for (set##N rest = set##N##_and(start, known); set##N##_some(rest);) {                         \
      int v = set##N##_first(rest);                                                                \
      if (at < 0 || left[v] < left[at]) at = v;                                                    \
      rest = set##N##_minus(rest, set##N##_single(v)); }                                           \
    while (at >= 0) {                                                                              \
      way = set##N##_or(way, set##N##_single(at));                                                 \
      if (set##N##_has(goal, at)) break;                                                           \
      uint64_t rest = left[at] - cost[at];                                                         \
      set##N next = set##N##_and(set##N##_and(table[at], room), known);                            \
      at = -1;                                                                                     \
      for (; set##N##_some(next) && at < 0;) {                                                     \
        int v = set##N##_first(next);                                                              \
        if (left[v] == rest) at = v;                                                               \
        next = set##N##_minus(next, set##N##_single(v)); } }                                       \
    return way; }
RULEC_DEFINE_WAYS(1)

/* --- randomness: a counter-based generator, so that a stream is a key and a count ---------- */
RULEC_INLINE uint64_t rulec_mix(uint64_t x) {
  x ^= x >> 30; x *= 0xBF58476D1CE4E5B9ull;
  x ^= x >> 27; x *= 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}
#define RULEC_GOLDEN 0x9E3779B97F4A7C15ull
RULEC_INLINE uint64_t rulec_key(uint64_t seed) { return rulec_mix(seed + RULEC_GOLDEN); }
RULEC_INLINE uint64_t rulec_stream(uint64_t key, uint64_t number) {
  return rulec_mix(key + (number + 1) * RULEC_GOLDEN);
}
RULEC_INLINE uint64_t rulec_draw(uint64_t stream, uint64_t count) {
  return rulec_mix(stream + (count + 1) * RULEC_GOLDEN);
}
/* A number in 0..n-1: the high half of a 64 x 64 bit product. */
RULEC_INLINE uint32_t rulec_below(uint64_t draw, uint32_t n) {
  return (uint32_t)(((unsigned __int128)draw * n) >> 64);
}
/* The seed of game `index` of a run of playouts: below 2**63, so that any language can hold it. */
RULEC_INLINE uint64_t rulec_playout_seed(uint64_t seed, uint64_t index) {
  return rulec_draw(rulec_stream(rulec_key(seed), 1), index) >> 1;
}
#define RULEC_STREAM_RANDOM_PLAY 0
#define RULEC_STREAM_CHANCE 16 /* and one more for each event of chance */

/* --- whole numbers: division that rounds down, the divisor checked before ------------------- */
RULEC_INLINE int32_t rulec_div(int32_t a, int32_t b) {
  if (b == 0) return 0;
  int32_t q = a / b; return (a % b != 0 && ((a < 0) != (b < 0))) ? q - 1 : q;
}
RULEC_INLINE int32_t rulec_mod(int32_t a, int32_t b) { return b == 0 ? 0 : a - rulec_div(a, b) * b; }
RULEC_INLINE int32_t rulec_min(int32_t a, int32_t b) { return a < b ? a : b; }
RULEC_INLINE int32_t rulec_max(int32_t a, int32_t b) { return a > b ? a : b; }

#endif
