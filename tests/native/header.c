/* What the header does in whole registers, held against loops that look at one thing at a time. */
#include "rulec_engine.h"
#include <stdio.h>

#define MOST 300
RULEC_DEFINE_SET(5)
RULEC_DEFINE_SET(20)
RULEC_DEFINE_FAR_SET(5)
RULEC_DEFINE_FAR_SET(20)

static uint64_t seed = 1;
static uint32_t some(uint32_t below) { return rulec_below(rulec_draw(7, seed++), below); }
static int wrong(const char *what, int size, int at) {
  printf("%s of %d: wrong at %d\n", what, size, at);
  return 1;
}

static int within(const uint8_t *byte, int size) {
  uint64_t words[MOST / 64 + 2] = {0};
  const int least = (int)some(256), more = (int)some((uint32_t)(256 - least));
  if (size > 64) rulec_words_within(words, byte, size, least, more);
  else words[0] = rulec_bytes_within(byte, size, least, more);
  for (int i = 0; i < size; i++)
    if ((words[i >> 6] >> (i & 63) & 1) != (byte[i] >= least && byte[i] <= least + more))
      return wrong("bytes within", size, i);
  return size % 64 && words[size >> 6] >> (size & 63) ? wrong("bytes within", size, size) : 0;
}

static int sums(const uint8_t *byte, int size) {
  uint32_t sum = 0;
  for (int i = 0; i < size; i++) {
    if (byte[i] && rulec_kind_of(byte, size, sum) != i) return wrong("kind of the first", size, i);
    sum += byte[i];
    if (byte[i] && rulec_kind_of(byte, size, sum - 1) != i) return wrong("kind of the last", size, i);
  }
  return (uint32_t)rulec_sum_bytes(byte, size) != sum ? wrong("sum", size, 0) : 0;
}

static int kth(int words) {
  uint64_t w[130];
  int n = 0;
  for (int i = 0; i < words; i++) w[i] = some(3) ? 0 : rulec_draw(9, seed++) & rulec_draw(9, seed++);
  for (int i = 0; i < 64 * words; i++)
    if (w[i >> 6] >> (i & 63) & 1 && rulec_kth_of(w, words, n++) != i) return wrong("k-th", words, i);
  if (rulec_kth_of(w, words, n) != -1) return wrong("k-th", words, -1);
  for (int i = 0; i < words && i < 64; i++)
    if ((rulec_filled(w, words < 64 ? words : 64) >> i & 1) != (w[i] != 0)) return wrong("filled", words, i);
  return 0;
}

static int copies(int size) {
  char from[2048], to[2048];
  const int skew = (int)some(64), other = (int)some(64);
  for (int i = 0; i < 2048; i++) { from[i] = (char)some(256); to[i] = 0; }
  rulec_copy_state(to + skew, from + other, (size_t)size);
  for (int i = 0; i < 2048; i++) {
    const int copied = i >= skew && i < skew + size;
    if (to[i] != (copied ? from[i - skew + other] : 0)) return wrong("copy", size, i - skew);
  }
  return 0;
}

#define TEST_SET(N)                                                                                \
  static int set##N##_kept(void) {                                                                 \
    set##N those = set##N##_none(), one;                                                           \
    int there[64 * N] = {0};                                                                       \
    for (int n = 0; n < 400; n++) {                                                                \
      const int i = (int)some(64 * N), put = (int)some(3) > 0;                                     \
      there[i] = put;                                                                              \
      if (some(2)) set##N##_put(&those, i, put);                                                   \
      else {                                                                                       \
        one = set##N##_single(i);                                                                  \
        those = put ? set##N##_or(those, one) : set##N##_minus(those, one);                        \
      }                                                                                            \
    }                                                                                              \
    for (int i = 0; i < 64 * N; i++)                                                               \
      if (set##N##_has(those, i) != there[i]) return wrong("set", N, i);                           \
    return 0; }
TEST_SET(5)
TEST_SET(20)

/* Groups one behind the other, each with a last word that reaches past its end; what lies behind stays as it is. */
static int marks(int words) {
  uint64_t w[40];
  int32_t first[40];
  uint8_t bytes[64 * 40 + 64], there[64 * 40 + 64];
  float floats[64 * 40 + 64];
  int ids = 0;
  for (int i = 0; i < words; i++) {
    const int size = some(2) ? 64 : 1 + (int)some(64);
    w[i] = rulec_draw(9, seed++) & (some(3) ? rulec_draw(9, seed++) & rulec_draw(9, seed++) : ~0ull);
    if (!some(4)) w[i] = 0;
    w[i] &= ~0ull >> (64 - size);
    first[i] = ids;
    for (int n = 0; n < size; n++) there[ids++] = (uint8_t)(w[i] >> n & 1);
  }
  for (int i = 0; i < 64 * 40 + 64; i++) { bytes[i] = i < ids ? 0 : 77; floats[i] = bytes[i]; if (i >= ids) there[i] = 77; }
  rulec_mark_words(w, first, words, bytes, ids);
  rulec_mark_words_float(w, first, words, floats);
  for (int i = 0; i < 64 * 40 + 64; i++)
    if (bytes[i] != there[i] || floats[i] != (float)there[i]) return wrong("marks", words, i);
  return 0;
}

/* A list in fewer bytes than it has as a value: what is written is read, its neighbours stay, a trial is undone. */
#define STORED(N)                                                                                       \
  static int set##N##_stored(int size) {                                                                \
    uint64_t room[N + 2], before[N + 2];                                                                \
    char *cell = (char *)&room[1];                                                                      \
    rulec_trail trail = {0};                                                                            \
    for (int turn = 0; turn < 8; turn++) {                                                              \
      set##N value = set##N##_none(), found;                                                            \
      for (int i = 0; i < N + 2; i++) room[i] = rulec_draw(13, seed++);                                 \
      for (int i = 0; i < size; i++) ((uint8_t *)&value)[i] = (uint8_t)some(4);                         \
      memcpy(before, room, sizeof room);                                                                \
      if (turn & 1) set##N##_far_store(turn & 2 ? &trail : NULL, room, cell, value, size);              \
      else set##N##_store(cell, value, size);                                                           \
      found = set##N##_loaded(cell, size);                                                              \
      if (!set##N##_equal(found, value)) return wrong("loaded", size, turn);                            \
      if (memcmp(room, before, 8) || memcmp(cell + size, (char *)&before[1] + size, 8 * (N + 1) - size)) \
        return wrong("neighbours", size, turn);                                                         \
      if (turn & 2 && turn & 1) {                                                                       \
        rulec_take_back(&trail, room, 0);                                                               \
        if (memcmp(room, before, sizeof room)) return wrong("taken back", size, turn);                  \
      }                                                                                                 \
    }                                                                                                   \
    free(trail.changes);                                                                                \
    return 0;                                                                                           \
  }
STORED(5)
STORED(20)

int main(void) {
  uint8_t bytes[MOST];
  for (int size = 1; size <= MOST; size++)
    for (int turn = 0; turn < 6; turn++) {
      const uint32_t most = (uint32_t[]){2, 4, 256}[turn % 3];
      for (int i = 0; i < size; i++) bytes[i] = (uint8_t)(some(3) ? some(most) : 0);
      if (sums(bytes, size) || (size >= 8 && within(bytes, size))) return 1;
    }
  for (int words = 1; words < 130; words++) if (kth(words)) return 1;
  for (int size = 1; size < 1900; size++) if (copies(size)) return 1;
  for (int turn = 0; turn < 2000; turn++) if (marks(1 + (int)some(40))) return 1;
  for (int size = 1; size <= 4; size *= 2) if (set5_stored(size) || set20_stored(size)) return 1;
  for (int size = 8; size < 40; size += 8) if (set5_stored(size)) return 1;
  for (int size = 8; size < 160; size += 8) if (set20_stored(size)) return 1;
  return set5_kept() || set20_kept();
}
