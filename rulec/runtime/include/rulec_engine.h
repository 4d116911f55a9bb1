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
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#define RULEC_INLINE static inline __attribute__((always_inline, unused))

enum { RULEC_FEW_WORDS = 4 }; /* a loop over these is as quick as to ask first which of them hold any */

/* --- one word ---------------------------------------------------------------------------- */
typedef uint64_t set1;

RULEC_INLINE int rulec_popcount(uint64_t x) { return __builtin_popcountll(x); }
RULEC_INLINE int rulec_any(const char *from, int size) {
  int any = 0;
  for (int i = 0; i < size; i++) any |= from[i];
  return any != 0;
}
/* For which of 8 to 64 bytes is the value one of the `more` + 1 from `least` on? All are compared in one step where the
 * processor can, else sixteen of them, the last ones in a step that overlaps the one before; of fewer the first and the
 * last eight. */
#if defined(__SSE2__)
RULEC_INLINE uint64_t rulec_sixteen_within(__m128i value, int least, int more) {
  const __m128i above = _mm_sub_epi8(value, _mm_set1_epi8((char)least)), span = _mm_set1_epi8((char)more);
  return (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(above, span), above));
}
#endif
RULEC_INLINE uint64_t rulec_lowest(int bits) { return bits < 64 ? (1ull << bits) - 1 : ~0ull; }
RULEC_INLINE uint64_t rulec_bytes_within(const void *from, int size, int least, int more) {
  const uint8_t *byte = (const uint8_t *)from;
  uint64_t found = 0;
#if defined(__AVX512BW__)
  if (size > 16) {
    const __m512i value = _mm512_maskz_loadu_epi8(rulec_lowest(size), byte);
    const __m512i above = _mm512_sub_epi8(value, _mm512_set1_epi8((char)least));
    return _mm512_mask_cmple_epu8_mask(rulec_lowest(size), above, _mm512_set1_epi8((char)more));
  }
#endif
#if defined(__SSE2__)
  if (size < 16) {
    const __m128i first = _mm_loadl_epi64((const __m128i *)byte);
    const __m128i last = _mm_loadl_epi64((const __m128i *)(byte + size - 8));
    found = rulec_sixteen_within(_mm_unpacklo_epi64(first, last), least, more);
    return (found & 255) | (found >> 8) << (size - 8);
  }
  for (int i = 0; i < size; i += 16) {
    const int at = i + 16 <= size ? i : size - 16;
    found |= rulec_sixteen_within(_mm_loadu_si128((const __m128i *)(byte + at)), least, more) << at;
  }
#else
  for (int i = 0; i < size; i++) found |= (uint64_t)((uint8_t)(byte[i] - least) <= more) << i;
#endif
  return found;
}
/* The same of 64 and more bytes, into as many words as there are. */
static inline void rulec_words_within(uint64_t *words, const void *from, int size, int least, int more) {
  const uint8_t *byte = (const uint8_t *)from;
  int i = 0;
  for (; i + 64 <= size; i += 64) words[i >> 6] = rulec_bytes_within(byte + i, 64, least, more);
  if (size - i >= 8) words[i >> 6] = rulec_bytes_within(byte + i, size - i, least, more);
  else if (size > i) words[i >> 6] = rulec_bytes_within(byte + size - 8, 8, least, more) >> (8 - (size - i));
}
/* The sum of so many bytes: all of 64 are added in one step where the processor can, else sixteen; what is left over is
 * read together with bytes that have been added, and these are cut off. */
RULEC_INLINE int rulec_sum_bytes(const void *from, int size) {
  const uint8_t *byte = (const uint8_t *)from;
#if defined(__AVX512BW__)
  if (size >= 64) {
    __m512i sum = _mm512_setzero_si512();
    for (int i = 0; i < size; i += 64) {
      const __m512i value = _mm512_maskz_loadu_epi8(rulec_lowest(size - i), byte + i);
      sum = _mm512_add_epi64(sum, _mm512_sad_epu8(value, _mm512_setzero_si512()));
    }
    return (int)_mm512_reduce_add_epi64(sum);
  }
#endif
#if defined(__SSE2__)
  static const uint8_t last[32] = {0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
                                   255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
  const __m128i none = _mm_setzero_si128();
  if (size >= 16) {
    __m128i sum = none;
    int i = 0;
    for (; i + 16 <= size; i += 16)
      sum = _mm_add_epi64(sum, _mm_sad_epu8(_mm_loadu_si128((const __m128i *)(byte + i)), none));
    if (i < size) {
      const __m128i rest = _mm_loadu_si128((const __m128i *)(byte + size - 16));
      const __m128i kept = _mm_loadu_si128((const __m128i *)(last + (size - i)));
      sum = _mm_add_epi64(sum, _mm_sad_epu8(_mm_and_si128(rest, kept), none));
    }
    return _mm_cvtsi128_si32(sum) + _mm_cvtsi128_si32(_mm_srli_si128(sum, 8));
  }
#endif
  int sum = 0;
  for (int i = 0; i < size; i++) sum += byte[i];
  return sum;
}
/* Up to eight of so many bytes, from the one `at` a place on. */
RULEC_INLINE uint64_t rulec_eight_bytes(const uint8_t *byte, int size, int at) {
  uint64_t eight = 0;
  if (size < 8) memcpy(&eight, byte, (size_t)size);
  else if (at + 8 <= size) memcpy(&eight, byte + at, 8);
  else { memcpy(&eight, byte + size - 8, 8); eight >>= 8 * (at + 8 - size); }
  return eight;
}
RULEC_INLINE uint32_t rulec_sum_of_eight(uint64_t eight) {
  const uint64_t every_other = 0x00ff00ff00ff00ffull;
  return (uint32_t)((((eight & every_other) + (eight >> 8 & every_other)) * 0x0001000100010001ull) >> 48);
}
/* Which of so many things, as many of each kind as its byte says, is the one with this number? It is among them. What
 * does not hold it is passed over 64 kinds at a time, then eight; within these nothing is guessed. */
RULEC_INLINE int rulec_kind_of(const void *from, int size, uint32_t number) {
  const uint8_t *byte = (const uint8_t *)from;
  uint64_t eight = 0;
  uint32_t n = 0;
  int at = 0;
  for (; at + 64 < size && number >= (n = (uint32_t)rulec_sum_bytes(byte + at, 64)); at += 64) number -= n;
  for (; at < size; at += 8) {
    eight = rulec_eight_bytes(byte, size, at);
    if (number < (n = rulec_sum_of_eight(eight))) break;
    number -= n;
  }
#if defined(__SSE2__)
  if (n < 256) { /* sums up to each byte are bytes */
    const __m128i sums = _mm_cvtsi64_si128((long long)(eight * 0x0101010101010101ull));
    return at + rulec_popcount(rulec_sixteen_within(sums, 0, (int)number) & 255);
  }
#endif
  for (; at < size && number >= (eight & 255); at++) { number -= (uint32_t)(eight & 255); eight >>= 8; }
  return at;
}
RULEC_INLINE int rulec_count(const uint64_t *w, int words) {
  int n = 0;
  for (int i = 0; i < words; i++) n += rulec_popcount(w[i]);
  return n;
}
/* Which of up to 64 words hold anything. */
RULEC_INLINE uint64_t rulec_filled(const uint64_t *w, int words) {
  uint64_t filled = 0;
  int i = 0;
#if defined(__AVX512F__)
  for (; i + 8 <= words; i += 8) {
    const __m512i eight = _mm512_loadu_si512(w + i);
    filled |= (uint64_t)_mm512_test_epi64_mask(eight, eight) << i;
  }
#if defined(__AVX512VL__)
  for (; i + 4 <= words; i += 4) {
    const __m256i four = _mm256_loadu_si256((const __m256i *)(w + i));
    filled |= (uint64_t)_mm256_test_epi64_mask(four, four) << i;
  }
#endif
#endif
  for (; i < words; i++) filled |= (uint64_t)(w[i] != 0) << i;
  return filled;
}
/* The same of any number of words from `first` on, besides what is said already. */
RULEC_INLINE void rulec_fill(uint64_t *filled, const uint64_t *w, int first, int words) {
  for (int i = first; i < first + words; i++) filled[i >> 6] |= (uint64_t)(w[i] != 0) << (i & 63);
}
RULEC_INLINE int rulec_first(uint64_t x) { return x ? __builtin_ctzll(x) : -1; }
RULEC_INLINE int rulec_last(uint64_t x) { return x ? 63 - __builtin_clzll(x) : -1; }

/* A number for each bit, among zeros: 1 where the bit is set, as bytes or floats. So much room is left; nothing behind
 * it is written, since another thread may be at work there. */
RULEC_INLINE void rulec_mark_bytes(uint64_t word, uint8_t *out, int room) {
#if defined(__AVX512BW__)
  _mm512_mask_storeu_epi8(out, word, _mm512_set1_epi8(1));
#else
  const uint64_t each = 0x8040201008040201ull, most = 0x7f7f7f7f7f7f7f7full, ones = 0x0101010101010101ull;
  while (word) {
    const int bit = __builtin_ctzll(word), at = bit & ~7;
    const uint64_t some = word >> at & 255;
    uint64_t eight;
    if (at + 8 > room || !(some & (some - 1))) { out[bit] = 1; word &= word - 1; continue; }
    memcpy(&eight, out + at, 8);
    eight |= ((some * ones & each) + most) >> 7 & ones; /* byte n keeps bit n, which is carried to its highest */
    memcpy(out + at, &eight, 8);
    word &= ~(255ull << at);
  }
#endif
}
RULEC_INLINE void rulec_mark_floats(uint64_t word, float *out) {
#if defined(__AVX512F__)
  for (int at = 0; at < 64; at += 16)
    if (word >> at & 65535) _mm512_mask_storeu_ps(out + at, (__mmask16)(word >> at), _mm512_set1_ps(1));
#else
  for (; word; word &= word - 1) out[__builtin_ctzll(word)] = 1;
#endif
}
/* The same of many words; which number the first bit of each has is listed. */
RULEC_INLINE void rulec_mark_words(const uint64_t *w, const int32_t *first, int words, uint8_t *out, int room) {
  for (int i = 0; i < words; i++)
    if (w[i]) rulec_mark_bytes(w[i], out + first[i], room - first[i]);
}
RULEC_INLINE void rulec_mark_words_float(const uint64_t *w, const int32_t *first, int words, float *out) {
  for (int i = 0; i < words; i++)
    if (w[i]) rulec_mark_floats(w[i], out + first[i]);
}

/* Index of the k-th set bit, counted from 0; k must be below the number of bits. */
RULEC_INLINE int rulec_kth(uint64_t x, int k) {
#if defined(__BMI2__)
  return __builtin_ctzll(_pdep_u64(1ull << k, x));
#else
  for (; k > 0; k--) x &= x - 1;
  return __builtin_ctzll(x);
#endif
}
/* Which of many words holds the k-th bit, and the how many-eth it is there: only words that hold any are looked at. */
RULEC_INLINE int rulec_kth_word(const uint64_t *w, int words, int *k) {
  for (int first = 0; first < words; first += 64) {
    uint64_t filled = rulec_filled(w + first, words - first < 64 ? words - first : 64);
    for (; filled; filled &= filled - 1) {
      const int word = first + __builtin_ctzll(filled), n = rulec_popcount(w[word]);
      if (*k < n) return word;
      *k -= n;
    }
  }
  return -1;
}
RULEC_INLINE int rulec_kth_of(const uint64_t *w, int words, int k) {
  int word = 0;
  if (words > RULEC_FEW_WORDS) word = rulec_kth_word(w, words, &k);
  else for (int n; word < words && k >= (n = rulec_popcount(w[word])); word++) k -= n;
  return 0 <= word && word < words ? (word << 6) + rulec_kth(w[word], k) : -1;
}
/* The bits of a set at these places, pushed together. */
RULEC_INLINE uint64_t rulec_pushed(uint64_t x, uint64_t places) {
#if defined(__BMI2__)
  return _pext_u64(x, places);
#else
  /* Each bit moves by the number of gaps below it: by 1, by 2, by 4 ... (parallel suffix). Of constant places gcc
   * works out beforehand which bits move when. */
  uint64_t gaps = ~places << 1;
  x &= places;
#pragma GCC unroll 6
  for (int by = 1; by < 64; by *= 2) {
    uint64_t odd = gaps ^ (gaps << 1);
    odd ^= odd << 2; odd ^= odd << 4; odd ^= odd << 8; odd ^= odd << 16; odd ^= odd << 32;
    uint64_t moving = odd & places, moved = x & moving;
    places = (places ^ moving) | (moving >> by);
    x = (x ^ moved) | (moved >> by);
    gaps &= ~odd;
  }
  return x;
#endif
}
/* Up to 64 members of a set that stand side by side, and such members put into one that lacks them. */
RULEC_INLINE uint64_t rulec_run(const uint64_t *w, int first, int n) {
  uint64_t out = w[first >> 6] >> (first & 63);
  if ((first & 63) + n > 64) out |= w[(first >> 6) + 1] << (64 - (first & 63));
  return n < 64 ? out & ((1ull << n) - 1) : out;
}
RULEC_INLINE void rulec_put_run(uint64_t *w, int first, int n, uint64_t members) {
  w[first >> 6] |= members << (first & 63);
  if ((first & 63) + n > 64) w[(first >> 6) + 1] |= members >> (64 - (first & 63));
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
RULEC_INLINE void rulec_expect(int holds) { if (!holds) rulec_trap = 1; }
#else
#define rulec_expect(holds) ((void)(holds))
#define rulec_index(i, n) (i)
#define rulec_range(value, lo, hi) (value)
#define rulec_trapped() 0
#endif

#include "rulec_sound.h"
#include "rulec_observe.h"

/* Is this one there? Of any sort of larger set. Not a function of a set: to look at one bit of a set that lies
 * in the state or in a table, gcc would make a copy of the whole of it. */
RULEC_INLINE int rulec_has_bit(const uint64_t *words, int i) {
  return i >= 0 && ((words[i >> 6] >> (i & 63)) & 1);
}
#define rulec_has(those, i) rulec_has_bit((those).w, i)

/* --- many words -------------------------------------------------------------------------- */
/* The members of a set of many words; of more than a few words only those are looked at that hold any. */
#define RULEC_IS_SPARSE(N) (N > RULEC_FEW_WORDS && N <= 64)
#define RULEC_EACH(N, v, those)                                                                    \
  for (uint64_t v##_once = 1, v##_filled = RULEC_IS_SPARSE(N) ? rulec_filled(&rulec_word_of(those, 0), N) : 0; \
       v##_once; v##_once = 0)                                                                     \
    for (int v##_word = !RULEC_IS_SPARSE(N) ? 0 : v##_filled ? __builtin_ctzll(v##_filled) : N, v; v##_word < N; \
         v##_word = !RULEC_IS_SPARSE(N) ? v##_word + 1                                             \
                    : (v##_filled &= v##_filled - 1) ? __builtin_ctzll(v##_filled) : N)            \
      for (uint64_t v##_rest = rulec_word_of(those, v##_word);                                     \
           v##_rest && (v = 64 * v##_word + __builtin_ctzll(v##_rest), 1); v##_rest &= v##_rest - 1)
#define rulec_word_of(those, n) (((const uint64_t *)&(those))[n])

/* Sets are joined and met by whole registers, eight words and four at a time, as they are copied: what was written
 * in other pieces than it is read in has to be waited for. */
typedef uint64_t rulec_four __attribute__((vector_size(32), aligned(8), may_alias));
typedef uint64_t rulec_eight __attribute__((vector_size(64), aligned(8), may_alias));
static const rulec_eight rulec_numbers = {0, 1, 2, 3, 4, 5, 6, 7};
static const rulec_four rulec_numbers_4 = {0, 1, 2, 3};
#define RULEC_ALL(N, a, b, op)                                                                     \
  int i = 0;                                                                                       \
  for (; i + 8 <= N; i += 8) *(rulec_eight *)&a.w[i] = *(rulec_eight *)&a.w[i] op *(rulec_eight *)&b.w[i]; \
  for (; i + 4 <= N; i += 4) *(rulec_four *)&a.w[i] = *(rulec_four *)&a.w[i] op *(rulec_four *)&b.w[i]; \
  for (; i < N; i++) a.w[i] = a.w[i] op b.w[i];

/* A list may take fewer bytes in a state than as a value: so many as its longest needs. What would be cut off is a
 * mistake of the compiler, for which a debug build looks. */
RULEC_INLINE void rulec_cut(const void *value, int size, int whole) {
#ifdef RULEC_DEBUG
  for (; size < whole; size++) if (((const char *)value)[size]) rulec_trap = 1;
#endif
  (void)value; (void)size; (void)whole;
}

#define RULEC_DEFINE_SET(N)                                                                        \
  typedef struct { uint64_t w[N]; } set##N;                                                        \
  RULEC_INLINE set##N set##N##_loaded(const void *cell, int size) {                                \
    set##N r; memset(&r, 0, sizeof r); memcpy(&r, cell, size); return r; }                         \
  RULEC_INLINE void set##N##_store(void *cell, set##N value, int size) {                           \
    rulec_cut(&value, size, sizeof value); memcpy(cell, &value, size); }                           \
  RULEC_INLINE set##N set##N##_none(void) { set##N r; memset(&r, 0, sizeof r); return r; }         \
  RULEC_INLINE set##N set##N##_or(set##N a, set##N b) {                                            \
    RULEC_ALL(N, a, b, |) return a; }                                                              \
  RULEC_INLINE set##N set##N##_and(set##N a, set##N b) {                                           \
    RULEC_ALL(N, a, b, &) return a; }                                                              \
  RULEC_INLINE set##N set##N##_minus(set##N a, set##N b) {                                         \
    RULEC_ALL(N, a, b, &~) return a; }                                                             \
  RULEC_INLINE set##N set##N##_if(int c, set##N a, set##N b) { return c ? a : b; }                  \
  RULEC_INLINE int set##N##_some(set##N a) {                                                       \
    uint64_t any = 0; for (int i = 0; i < N; i++) any |= a.w[i]; return any != 0; }                \
  RULEC_INLINE int set##N##_equal(set##N a, set##N b) { return !memcmp(&a, &b, sizeof a); }        \
  RULEC_INLINE int set##N##_count(set##N a) {                                                      \
    int n = 0; for (int i = 0; i < N; i++) n += rulec_popcount(a.w[i]); return n; }                \
  RULEC_INLINE int set##N##_has(set##N a, int i) { return rulec_has(a, i); }                       \
  RULEC_INLINE void set##N##_put(set##N *a, int i, int there) {                                    \
    uint64_t one = (uint64_t)1 << (i & 63);                                                        \
    a->w[i >> 6] = there ? a->w[i >> 6] | one : a->w[i >> 6] & ~one; }                             \
  RULEC_INLINE set##N set##N##_single(int i) {                                                     \
    set##N r;                                                                                      \
    const uint64_t word = (uint64_t)(int64_t)(i >> 6), one = (uint64_t)1 << (i & 63);              \
    int k = 0;                                                                                     \
    for (; k + 8 <= N; k += 8)                                                                     \
      *(rulec_eight *)&r.w[k] = (rulec_eight)(rulec_numbers + (uint64_t)k == word) & one;          \
    for (; N > 4 && k + 4 <= N; k += 4)                                                            \
      *(rulec_four *)&r.w[k] = (rulec_four)(rulec_numbers_4 + (uint64_t)k == word) & one;          \
    for (; k < N; k++) r.w[k] = (uint64_t)k == word ? one : 0;                                     \
    return r; }                                                                                    \
  RULEC_INLINE int set##N##_first(set##N a) {                                                      \
    for (int i = 0; i < N; i++) if (a.w[i]) return (i << 6) + __builtin_ctzll(a.w[i]);             \
    return -1; }                                                                                   \
  RULEC_INLINE int set##N##_last(set##N a) {                                                       \
    for (int i = N - 1; i >= 0; i--) if (a.w[i]) return (i << 6) + 63 - __builtin_clzll(a.w[i]);   \
    return -1; }                                                                                   \
  RULEC_INLINE int set##N##_kth(set##N a, int k) { return rulec_kth_of(a.w, N, k); }              \
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
    RULEC_EACH(N, v, a) r = set##N##_or(r, table[v]);                                              \
    return r; }

#include "rulec_flood.h"

/* A state, or most of it: by whole lines of the cache, as they lie in the copy. Of a few kilobytes that is twice as quick
 * as memcpy, which has to be good at copies of every sort. */
typedef uint64_t rulec_line __attribute__((vector_size(64), aligned(1), may_alias));
RULEC_INLINE void rulec_copy_state(void *to, const void *of, size_t size) {
  char *there = (char *)to;
  const char *here = (const char *)of;
  if (size < 512) { memcpy(there, here, size); return; }
  *(rulec_line *)there = *(const rulec_line *)here;
  for (size_t at = -(size_t)there & 63; at + 64 <= size; at += 64)
    *(rulec_line *)(there + at) = *(const rulec_line *)(here + at);
  *(rulec_line *)(there + size - 64) = *(const rulec_line *)(here + size - 64);
}
/* Of rows of so many bytes those that hold something in one place or the other. */
RULEC_INLINE void rulec_copy_rows(void *to, const void *of, const void *some, const void *others, int words, int size) {
  const uint64_t *here = (const uint64_t *)some, *there = (const uint64_t *)others;
  for (int word = 0; word < words; word++)
    for (uint64_t rest = here[word] | there[word]; rest; rest &= rest - 1) {
      size_t at = (size_t)size * (size_t)(64 * word + __builtin_ctzll(rest));
      memcpy((char *)to + at, (const char *)of + at, (size_t)size);
    }
}

/* --- lists: a digit of 8 or 16 bits for each entry, its member plus 1; the first entry lowest -- */
RULEC_INLINE int rulec_list_entry(const uint64_t *w, int words, int digit, int place) {
  int per = 64 / digit;
  if (place < 0 || place >= per * words) return -1;
  return (int)((w[place / per] >> (digit * (place % per))) & ((1u << digit) - 1)) - 1;
}
RULEC_INLINE int rulec_list_length(const uint64_t *w, int words, int digit) {
  for (int i = words - 1; i >= 0; i--) /* no entry is 0, and none is missing before the last */
    if (w[i]) return i * (64 / digit) + (63 - __builtin_clzll(w[i])) / digit + 1;
  return 0;
}
/* The highest bit of each digit of a word that stands for this member. */
RULEC_INLINE uint64_t rulec_list_matches(uint64_t word, int digit, int member) {
  const uint64_t ones = digit == 8 ? 0x0101010101010101ull : 0x0001000100010001ull;
  const uint64_t rest = ~(ones << (digit - 1)), other = word ^ ones * (uint64_t)(member + 1);
  return ~(((other & rest) + rest) | other | rest);
}
RULEC_INLINE int rulec_list_position(const uint64_t *w, int words, int digit, int member) {
  uint64_t found;
  if (member < 0) return 0;
  for (int i = 0; i < words; i++)
    if ((found = rulec_list_matches(w[i], digit, member)))
      return i * (64 / digit) + __builtin_ctzll(found) / digit + 1;
  return 0;
}
/* How often it stands there. */
RULEC_INLINE int rulec_list_times(const uint64_t *w, int words, int digit, int member) {
  int times = 0;
  if (member < 0) return 0;
  for (int i = 0; i < words; i++) times += rulec_popcount(rulec_list_matches(w[i], digit, member));
  return times;
}
RULEC_INLINE void rulec_list_put(uint64_t *w, int words, int digit, int place, int member) {
  int per = 64 / digit, bit = digit * (place % per);
  if (place < 0 || place >= per * words) return;
  w[place / per] &= ~((uint64_t)((1u << digit) - 1) << bit);
  w[place / per] |= (uint64_t)(member + 1) << bit;
}
/* An empty list becomes another one read from index `first`, modulo its length, by steps of `by`, 1 or -1. Returns 0,
 * and changes nothing, if two entries are equal. Digits of 8 bits. */
RULEC_INLINE int rulec_list_rotated(uint64_t *w, int words, int digit, const uint64_t *of, int first, int by) {
  uint64_t seen[4] = {0, 0, 0, 0};
  int length = rulec_list_length(of, words, digit);
  for (int n = 0; n < length; n++) {
    int member = rulec_list_entry(of, words, digit, n);
    if (seen[member >> 6] >> (member & 63) & 1) return 0;
    seen[member >> 6] |= 1ull << (member & 63);
  }
  if (!length) return 1;
  first %= length;
  if (first < 0) first += length;
  for (int n = 0; n < length; n++) {
    rulec_list_put(w, words, digit, n, rulec_list_entry(of, words, digit, first));
    first += by;
    if (first == length) first = 0;
    else if (first < 0) first = length - 1;
  }
  return 1;
}
RULEC_INLINE void rulec_list_join(uint64_t *w, const uint64_t *more, int words, int digit) {
  int filled = rulec_list_length(w, words, digit), member;
  for (int n = 0; (member = rulec_list_entry(more, words, digit, n)) >= 0; n++)
    rulec_list_put(w, words, digit, filled++, member);
}

/* --- what is tried, and how it is taken back ------------------------------------------------
 * A look-ahead changes the state itself. What lies near its beginning is small: it is kept and put back as a
 * whole. Other variables lie far behind: each change of one of their cells is written down and taken back.
 */
typedef struct { uint64_t was; uint32_t at; int width; } rulec_change;
typedef struct {
  rulec_change *changes;
  int count, room;
  /* Only once states are remembered (else there is no root): */
  const unsigned char *root; /* the state as it was when the look-ahead began */
  int differ;                /* far cells that are not as they were */
  uint64_t hash;             /* of these */
} rulec_trail;

RULEC_INLINE uint64_t rulec_cell_hash(uint32_t at, uint64_t value) {
  uint64_t h = (value ^ at * 0x9E3779B97F4A7C15ull) * 0xBF58476D1CE4E5B9ull;
  h ^= h >> 29; h *= 0x94D049BB133111EBull;
  return h ^ (h >> 32);
}
RULEC_INLINE uint64_t rulec_cell(const unsigned char *p, int width) {
  uint16_t two; uint32_t four; uint64_t eight;
  if (width == 1) return *p;
  if (width == 2) { memcpy(&two, p, 2); return two; }
  if (width == 4) { memcpy(&four, p, 4); return four; }
  memcpy(&eight, p, 8); return eight;
}
RULEC_INLINE void rulec_cell_put(unsigned char *p, int width, uint64_t value) {
  uint16_t two = (uint16_t)value;
  uint32_t four = (uint32_t)value;
  if (width == 1) *p = (unsigned char)value;
  else if (width == 2) memcpy(p, &two, 2);
  else if (width == 4) memcpy(p, &four, 4);
  else memcpy(p, &value, 8);
}
RULEC_INLINE void rulec_differs(rulec_trail *t, const rulec_change *one, uint64_t value) {
  uint64_t root = rulec_cell(t->root + one->at, one->width);
  t->differ += (value != root) - (one->was != root);
  t->hash ^= rulec_cell_hash(one->at, one->was) ^ rulec_cell_hash(one->at, value);
}
static __attribute__((noinline, unused)) void rulec_note(rulec_trail *t, uint32_t at, int width, uint64_t was,
                                                         uint64_t value) {
  if (t->count == t->room) {
    t->room = t->room ? 2 * t->room : 64;
    t->changes = (rulec_change *)realloc(t->changes, t->room * sizeof *t->changes);
    if (!t->changes) abort(); /* no memory is left */
  }
  t->changes[t->count] = (rulec_change){was, at, width};
  if (t->root) rulec_differs(t, &t->changes[t->count], value);
  t->count++;
}
#define RULEC_DEFINE_FAR(BYTES, TYPE)                                                              \
  RULEC_INLINE void rulec_far##BYTES(rulec_trail *t, const void *state, TYPE *cell, TYPE value) {  \
    if (t && *cell != value)                                                                       \
      rulec_note(t, (uint32_t)((const char *)cell - (const char *)state), BYTES, *cell, value);    \
    *cell = value; }
RULEC_DEFINE_FAR(1, uint8_t)
RULEC_DEFINE_FAR(2, uint16_t)
RULEC_DEFINE_FAR(4, uint32_t)
RULEC_DEFINE_FAR(8, uint64_t)
/* Byte by byte: what is put aside one time begins in the middle of what was put aside another time. */
RULEC_INLINE void rulec_far_copy(rulec_trail *t, const void *state, uint8_t *to, const void *source, int size) {
  if (!t) memcpy(to, source, size);
  else for (int i = 0; i < size; i++) rulec_far1(t, state, to + i, ((const uint8_t *)source)[i]);
}
RULEC_INLINE void rulec_far_clear(rulec_trail *t, const void *state, uint8_t *to, int size) {
  if (!t) memset(to, 0, size);
  else for (int i = 0; i < size; i++) rulec_far1(t, state, to + i, 0);
}
RULEC_INLINE void set1_far_put(rulec_trail *t, const void *state, set1 *cell, int i, int there) {
  set1 value = *cell; set1_put(&value, i, there); rulec_far8(t, state, cell, value);
}
RULEC_INLINE void rulec_far_words(rulec_trail *t, const void *state, void *cell, const uint64_t *value, int size) {
  if (!t) memcpy(cell, value, size);
  else if (size == 1) rulec_far1(t, state, (uint8_t *)cell, (uint8_t)*value);
  else if (size == 2) rulec_far2(t, state, (uint16_t *)cell, (uint16_t)*value);
  else if (size == 4) rulec_far4(t, state, (uint32_t *)cell, (uint32_t)*value);
  else for (int i = 0; i < size / 8; i++) rulec_far8(t, state, (uint64_t *)cell + i, value[i]);
}
/* Of a variable of which few rows hold anything only these are stored, in the order of their members: `there` is the set of
 * these, `before` the number of rows below each of its words. */
enum { RULEC_LONGEST_ROW = 64 };
static const uint8_t rulec_no_row[RULEC_LONGEST_ROW] __attribute__((unused)) = {0};
RULEC_INLINE const uint8_t *rulec_row_at(
    const uint64_t *there, const uint16_t *before, int words, const uint8_t *rows, int size, int member
) {
  (void)words;
  const uint64_t word = there[member >> 6], bit = (uint64_t)1 << (member & 63);
  return word & bit ? rows + (before[member >> 6] + rulec_popcount(word & (bit - 1))) * size : rulec_no_row;
}
RULEC_INLINE void rulec_rows_before(const uint64_t *there, uint16_t *before, int words) {
  int rows = 0;
  for (int n = 0; n < words; n++) { before[n] = (uint16_t)rows; rows += rulec_popcount(there[n]); }
}
/* Is `before` what it has to be? For debug builds. */
RULEC_INLINE int rulec_rows_counted(const uint64_t *there, const uint16_t *before, int words) {
  int rows = 0, fine = 1;
  for (int n = 0; n < words; n++) { fine &= before[n] == rows; rows += rulec_popcount(there[n]); }
  return fine;
}
/* How many rows are stored. */
RULEC_INLINE int rulec_rows_stored(const uint64_t *there, const uint16_t *before, int words) {
  return before[words - 1] + rulec_popcount(there[words - 1]);
}
/* Row number `at` of `end` is laid between the others, empty; or taken out. */
static __attribute__((noinline, unused)) void rulec_row_shift(
    rulec_trail *t, const void *state, uint8_t *rows, int at, int end, int size, int out
) {
  uint8_t *first = rows + at * size, *last = rows + end * size;
  if (out) {
    if (!t) memmove(first, first + size, last - first - size);
    else for (; first + size < last; first++) rulec_far1(t, state, first, first[size]);
    rulec_far_clear(t, state, last - size, size);
  } else {
    if (!t) memmove(first + size, first, last - first);
    else for (uint8_t *to = last + size - 1; to >= first + size; to--) rulec_far1(t, state, to, to[-size]);
    rulec_far_clear(t, state, first, size);
  }
}
RULEC_INLINE void rulec_row_put(
    rulec_trail *t, const void *state, uint64_t *there, uint16_t *before, int words, uint8_t *rows, int size,
    int room, int member, int cell, uint8_t value
) {
  const int word = member >> 6, bit = member & 63;
  const int at = before[word] + rulec_popcount(there[word] & (((uint64_t)1 << bit) - 1));
  const int is = there[word] >> bit & 1;
  if (!is) {
    const int end = rulec_rows_stored(there, before, words);
    if (!value) return;
    rulec_expect(end < room); /* no more rows than there are pieces hold anything */
    if (end >= room) return;
    rulec_row_shift(t, state, rows, at, end, size, 0);
  }
  rulec_far1(t, state, rows + at * size + cell, value);
  if (is) {
    if (value || rulec_any((const char *)rows + at * size, size)) return;
    rulec_row_shift(t, state, rows, at, rulec_rows_stored(there, before, words), size, 1);
  }
  rulec_far8(t, state, there + word, there[word] ^ (uint64_t)1 << bit);
  for (int n = word + 1; n < words; n++) before[n] = (uint16_t)(before[n] + (is ? -1 : 1));
}
/* Disjoint sets take a byte for each member instead: the number of its set, plus 1. */
RULEC_INLINE int rulec_coded_within(const uint8_t *codes, int member, int code, int more) {
  return (uint8_t)(codes[member] - code) <= more;
}
/* Which of up to 64 sets have members. */
RULEC_INLINE uint64_t rulec_codes_met(const uint8_t *codes, int members, int code, int sets) {
  uint64_t found = 0;
  for (int i = 0; i < members; i++) {
    const unsigned set = (unsigned)codes[i] - (unsigned)code;
    found |= (uint64_t)(set < (unsigned)sets) << (set & 63);
  }
  return found;
}
RULEC_INLINE void rulec_code_put(rulec_trail *t, const void *state, uint8_t *codes, int member, int code, int there) {
  if (there || codes[member] == code) rulec_far1(t, state, codes + member, (uint8_t)(there ? code : 0));
}
/* The members of the sets with `more` + 1 codes from `code` on. */
RULEC_INLINE set1 set1_coded(const uint8_t *codes, int members, int code, int more) {
  return rulec_bytes_within(codes, members, code, more);
}
static inline void rulec_code(rulec_trail *t, const void *state, uint8_t *codes, int code, uint64_t was, uint64_t value) {
  for (uint64_t rest = was ^ value; rest; rest &= rest - 1) {
    const int member = rulec_first(rest);
    rulec_far1(t, state, codes + member, (uint8_t)(value >> member & 1 ? code : 0));
  }
}
RULEC_INLINE void set1_code(rulec_trail *t, const void *state, uint8_t *codes, int members, int code, set1 value) {
  rulec_code(t, state, codes, code, set1_coded(codes, members, code, 0), value);
}
#define RULEC_DEFINE_FAR_SET(N)                                                                    \
  RULEC_INLINE set##N set##N##_coded(const uint8_t *codes, int members, int code, int more) {      \
    set##N r; memset(&r, 0, sizeof r); rulec_words_within(r.w, codes, members, code, more); return r; } \
  RULEC_INLINE void set##N##_code(rulec_trail *t, const void *state, uint8_t *codes, int members,  \
                                  int code, set##N value) {                                        \
    const set##N was = set##N##_coded(codes, members, code, 0);                                    \
    for (int i = 0; i < N; i++) rulec_code(t, state, codes + 64 * i, code, was.w[i], value.w[i]); } \
  RULEC_INLINE void set##N##_far_store(rulec_trail *t, const void *state, void *cell,              \
                                       set##N value, int size) {                                   \
    rulec_cut(&value, size, sizeof value); rulec_far_words(t, state, cell, value.w, size); }       \
  RULEC_INLINE void set##N##_far(rulec_trail *t, const void *state, set##N *cell, set##N value) {  \
    if (!t) *cell = value;                                                                         \
    else for (int i = 0; i < N; i++) rulec_far8(t, state, &cell->w[i], value.w[i]); }              \
  RULEC_INLINE void set##N##_far_put(rulec_trail *t, const void *state, set##N *cell, int i,       \
                                     int there) {                                                  \
    set1_far_put(t, state, &cell->w[i >> 6], i & 63, there); }

/* Far cells become what they were when so many changes had been made. */
RULEC_INLINE void rulec_take_back(rulec_trail *t, void *state, int count) {
  while (t->count > count) {
    rulec_change *one = &t->changes[--t->count];
    unsigned char *cell = (unsigned char *)state + one->at;
    if (t->root) rulec_differs(t, &(rulec_change){rulec_cell(cell, one->width), one->at, one->width}, one->was);
    rulec_cell_put(cell, one->width, one->was);
  }
}
/* From now on it is known what differs from the root: the far cells are taken back to see it, and changed again. */
static __attribute__((noinline, unused)) void rulec_root(rulec_trail *t, unsigned char *root, unsigned char *state,
                                                         int size) {
  for (int n = t->count - 1; n >= 0; n--) {
    rulec_change *one = &t->changes[n];
    uint64_t now = rulec_cell(state + one->at, one->width);
    rulec_cell_put(state + one->at, one->width, one->was);
    one->was = now;
  }
  memcpy(root, state, size);
  t->root = root; t->differ = 0; t->hash = 0;
  for (int n = 0; n < t->count; n++) {
    rulec_change *one = &t->changes[n];
    uint64_t value = one->was;
    one->was = rulec_cell(state + one->at, one->width);
    rulec_differs(t, one, value);
    rulec_cell_put(state + one->at, one->width, value);
  }
}

/* --- what is known of states, while one question is being answered: 1 no way on, 2 a way on ---
 * Of a state its near part is kept, and which far cells are not as in the root. */
enum { RULEC_LUCK = 256 };
typedef struct { uint64_t hash; int answer, slot, first_far, far, differ; } rulec_entry;
typedef struct {
  int size, count, room, far_count, far_room;
  rulec_entry *entries;
  unsigned char *states;
  int *slots; /* twice as many as entries: the number of an entry and 1 more, or 0 */
  rulec_change *far; /* what stands in far cells */
  unsigned char *root; /* room for it */
  rulec_trail trail;
  signed char luck[RULEC_LUCK]; /* of words of options: does the first way that comes to mind lead on? */
} rulec_memo;

/* Room for the questions of one thread: a question may come up while another one is being answered. */
enum { RULEC_SPARE = 5 };
typedef struct { rulec_memo memo[RULEC_SPARE]; int taken; } rulec_room;
static __thread rulec_room *rulec_spare __attribute__((unused)) = NULL;

RULEC_INLINE void rulec_memo_free(rulec_memo *m) {
  free(m->entries); free(m->states); free(m->slots); free(m->far); free(m->root);
  free(m->trail.changes);
}
/* What is kept for a question: `own` if there is no room from earlier ones. */
RULEC_INLINE rulec_memo *rulec_memo_begin(rulec_memo *own, int size) {
  rulec_room *room = rulec_spare;
  if (room && room->taken < RULEC_SPARE) own = &room->memo[room->taken++];
  else memset(own, 0, sizeof *own);
  own->size = size; own->trail.root = NULL; own->trail.count = 0;
  return own;
}
RULEC_INLINE void rulec_memo_end(rulec_memo *m, rulec_memo *own) {
  if (m == own) { rulec_memo_free(m); return; }
  rulec_spare->taken--;
  if (m->room > 4096) { rulec_memo_free(m); memset(m, 0, sizeof *m); return; }
  for (int n = 0; n < m->count; n++) m->slots[m->entries[n].slot] = 0;
  m->count = m->far_count = 0;
}
/* Whether to go straight on first is learned: where that has failed, it is not done for a while. What is found
 * out is the same either way. */
RULEC_INLINE int rulec_is_lucky(rulec_memo *m, int word) {
  signed char *luck = &m->luck[word % RULEC_LUCK];
  if (*luck < 0) { ++*luck; return 0; }
  return 1;
}
RULEC_INLINE void rulec_learn(rulec_memo *m, int word, int found) {
  signed char *luck = &m->luck[word % RULEC_LUCK];
  if (found) { if (*luck < 6) ++*luck; }
  else if ((*luck -= 3) < 0) *luck = -24;
}
/* Whether an option may be taken untried is learned, too: of nine there must be a way on behind eight. */
RULEC_INLINE int rulec_is_trusted(const rulec_memo *m, int word) { return m->luck[word % RULEC_LUCK] >= 0; }
RULEC_INLINE void rulec_trust(rulec_memo *m, int word, int found) {
  signed char *luck = &m->luck[word % RULEC_LUCK];
  if (found) { if (*luck < 40) ++*luck; }
  else *luck = *luck < -60 ? -80 : *luck - 8;
}
/* Games that are played one after the other on one thread share the room. */
RULEC_INLINE void rulec_spare_begin(rulec_room *room) { memset(room, 0, sizeof *room); rulec_spare = room; }
RULEC_INLINE void rulec_spare_end(rulec_room *room) {
  for (int n = 0; n < RULEC_SPARE; n++) rulec_memo_free(&room->memo[n]);
  rulec_spare = NULL;
}

/* Four chains of eight numbers each, so that no multiplication waits for the one before it. */
typedef uint32_t rulec_lanes __attribute__((vector_size(32)));
RULEC_INLINE uint64_t rulec_memo_hash(const void *state, int size) {
  const unsigned char *p = (const unsigned char *)state;
  rulec_lanes part, odd = {0x9E3779B1u, 0x85EBCA77u, 0xC2B2AE3Du, 0x27D4EB2Fu,
                                    0x165667B1u, 0xD3A2646Du, 0xFD7046C5u, 0xB55A4F09u};
  uint64_t h = 0x9E3779B97F4A7C15ull, word;
  int i = 0;
  rulec_lanes a = odd, b = odd + 1u, c = odd + 2u, d = odd + 3u;
#define RULEC_TAKE(LANE, AT) memcpy(&part, p + i + AT, 32); LANE = (LANE ^ part) * odd; LANE ^= LANE >> 15;
  for (; i + 128 <= size; i += 128) {
    RULEC_TAKE(a, 0) RULEC_TAKE(b, 32) RULEC_TAKE(c, 64) RULEC_TAKE(d, 96)
  }
  for (; i + 32 <= size; i += 32) { RULEC_TAKE(a, 0) }
#undef RULEC_TAKE
  for (; i + 8 <= size; i += 8) {
    memcpy(&word, p + i, 8);
    h = (h ^ word) * 0xBF58476D1CE4E5B9ull; h ^= h >> 29;
  }
  a = (a ^ b << 7) * odd + ((c ^ d << 11) * odd ^ b);
  for (int k = 0; k < 8; k += 2) {
    h = (h ^ ((uint64_t)a[k] << 32 | a[k + 1])) * 0x94D049BB133111EBull; h ^= h >> 30;
  }
  return h;
}
static inline __attribute__((unused)) int rulec_memo_same(const rulec_memo *m, const rulec_entry *e, uint64_t h,
                                                          const void *state, int size) {
  if (e->hash != h || e->differ != m->trail.differ) return 0;
  if (memcmp(m->states + (size_t)(e - m->entries) * size, state, size)) return 0;
  for (int n = e->first_far; n < e->first_far + e->far; n++) /* as many differ, and all that did stand there */
    if (rulec_cell((const unsigned char *)state + m->far[n].at, m->far[n].width) != m->far[n].was) return 0;
  return 1;
}
static __attribute__((noinline, unused)) void rulec_memo_grow(rulec_memo *m) {
  int room = m->room ? 2 * m->room : 64, mask = 2 * room - 1;
  m->entries = (rulec_entry *)realloc(m->entries, room * sizeof *m->entries);
  m->states = (unsigned char *)realloc(m->states, (size_t)room * m->size);
  free(m->slots);
  m->slots = (int *)calloc(2 * room, sizeof *m->slots);
  if (!m->entries || !m->states || !m->slots) abort(); /* no memory is left */
  m->room = room;
  for (int n = 0; n < m->count; n++) {
    int at = (int)(m->entries[n].hash & (uint64_t)mask);
    while (m->slots[at]) at = (at + 1) & mask;
    m->slots[at] = n + 1; m->entries[n].slot = at;
  }
}
/* The entry of a state, a new one without an answer if there is none; `whole` bytes are near and far. */
RULEC_INLINE int rulec_memo_entry(rulec_memo *m, void *state, int size, int whole) {
  if (!m->trail.root) {
    if (!m->root && !(m->root = (unsigned char *)malloc(whole))) abort(); /* no memory is left */
    rulec_root(&m->trail, m->root, (unsigned char *)state, whole);
  }
  uint64_t h = rulec_memo_hash(state, size) ^ m->trail.hash;
  if (m->count == m->room) rulec_memo_grow(m);
  int mask = 2 * m->room - 1, at = (int)(h & (uint64_t)mask);
  for (; m->slots[at]; at = (at + 1) & mask) /* at most half of them are taken */
    if (rulec_memo_same(m, &m->entries[m->slots[at] - 1], h, state, size)) return m->slots[at] - 1;
  rulec_entry *e = &m->entries[m->count];
  *e = (rulec_entry){h, 0, at, m->far_count, 0, m->trail.differ};
  for (int n = 0; n < m->trail.count; n++) {
    rulec_change one = m->trail.changes[n];
    one.was = rulec_cell((const unsigned char *)state + one.at, one.width);
    if (one.was == rulec_cell(m->trail.root + one.at, one.width)) continue;
    if (m->far_count == m->far_room) {
      m->far_room = m->far_room ? 2 * m->far_room : 64;
      m->far = (rulec_change *)realloc(m->far, m->far_room * sizeof *m->far);
      if (!m->far) abort(); /* no memory is left */
    }
    m->far[m->far_count++] = one; e->far++;
  }
  memcpy(m->states + (size_t)m->count * size, state, size);
  m->slots[at] = ++m->count;
  return m->count - 1;
}
RULEC_INLINE const void *rulec_memo_state(const rulec_memo *m, int entry, int size) {
  return m->states + (size_t)entry * size;
}

/* --- ways from neighbour to neighbour ------------------------------------------------------ */
/* Steps of a shortest way from `start` to `goal`, with nothing but `over` between; `none` without one.
 * The best way: `cost` says what each space costs, at least 1. What is left up to a goal is settled from the
 * cheapest space on, the lowest number first, until a start has its turn; from there the way is walked. */
#define RULEC_DEFINE_WAYS(N)                                                                       \
  RULEC_INLINE int set##N##_steps(const set##N *table, set##N start, set##N goal, set##N over,     \
                                  int none) {                                                      \
    set##N edge = start, seen = start, room = set##N##_or(over, goal);                             \
    for (int steps = 0; set##N##_some(edge); steps++) {                                            \
      if (set##N##_some(set##N##_and(edge, goal))) return steps;                                   \
      edge = set##N##_minus(set##N##_and(set##N##_gather(table, edge), room), seen);               \
      seen = set##N##_or(seen, edge); }                                                            \
    return none; }                                                                                 \
  RULEC_INLINE void set##N##_weigh(uint64_t *cost, set##N those, uint64_t weight) {                \
    RULEC_EACH(N, v, those) cost[v] += weight; }                                                   \
  static inline __attribute__((unused)) set##N set##N##_shortest(                                  \
      const set##N *table, set##N start, set##N goal, set##N over, const uint64_t *cost) {         \
    uint64_t left[64 * N];                                                                         \
    set##N open = goal, known = goal, done = set##N##_none(), way = done;                          \
    set##N room = set##N##_or(over, goal), wanted = set##N##_or(over, start);                      \
    int at;                                                                                        \
    RULEC_EACH(N, v, goal) left[v] = cost[v];                                                      \
    for (;;) {                                                                                     \
      uint64_t least = ~0ull;                                                                      \
      at = -1;                                                                                     \
      RULEC_EACH(N, v, open) { at = left[v] < least ? v : at; least = left[v] < least ? left[v] : least; } \
      if (at < 0 || set##N##_has(start, at)) break;                                                \
      set##N##_put(&open, at, 0); set##N##_put(&done, at, 1);                                      \
      if (!set##N##_has(room, at)) continue;                                                       \
      set##N next = set##N##_minus(set##N##_and(table[at], wanted), done);                         \
      RULEC_EACH(N, v, next) {                                                                     \
        uint64_t one = left[at] + cost[v];                                                         \
        if (set##N##_has(known, v) && one >= left[v]) continue;                                    \
        left[v] = one; set##N##_put(&known, v, 1); set##N##_put(&open, v, 1); } }                  \
    while (at >= 0) {                                                                              \
      set##N##_put(&way, at, 1);                                                                   \
      if (set##N##_has(goal, at)) break;                                                           \
      uint64_t rest = left[at] - cost[at];                                                         \
      set##N next = set##N##_and(set##N##_and(table[at], room), known);                            \
      at = -1;                                                                                     \
      RULEC_EACH(N, v, next) if (at < 0 && left[v] == rest) at = v; }                              \
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
/* The id that comes first when all that there may be are shuffled by 64 random bits, and the word in which it is;
 * -1 if there is none. No two ids have the same rank. Which is less nobody can guess, so there is no branch for it. */
RULEC_INLINE int rulec_first_drawn(const uint64_t *options, const uint64_t *filled, int blocks,
                                   const int32_t *first_ids, uint64_t number, int *at) {
  uint64_t least = ~0ull, found = ~0ull;
  for (int block = 0; block < blocks; block++)
    for (uint64_t words = filled[block]; words; words &= words - 1) {
      int word = 64 * block + __builtin_ctzll(words);
      for (uint64_t rest = options[word]; rest; rest &= rest - 1) {
        uint64_t id = (uint64_t)(first_ids[word] + __builtin_ctzll(rest));
        uint64_t rank = rulec_draw(number, id);
        uint64_t less = -(uint64_t)(rank <= least);
        least ^= (least ^ rank) & less;
        found ^= (found ^ (id << 32 | (uint32_t)word)) & less;
      }
    }
  *at = (int)(uint32_t)found;
  return (int)(found >> 32);
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
