/* tests/games/valley.rules by hand, engine-shaped: the mask of all options of a decision, one of them, apply.
 *
 *   valley bench PLAYERS SECONDS REPEATS    games, decisions and choices a second (medians of processor time)
 *   valley stats PLAYERS GAMES              means, to compare with `playouts`
 *
 * With -DAPI every decision copies the state and writes the list of its options.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
typedef uint32_t u32;

enum { PLACE, SOLD, AGAIN, SOLD_TOO, BOUGHT, BUILT, HIRED, LOADING, GIVEN, WANTED, EATEN, OVER };
enum { HARVEST, FORESTRY, QUARRY, WEAVER, FAIR, SHOP, YARD, WORKSHOP, SCHOOL, ACADEMY, HARBOUR, EXCHANGE, INN, PASS };
enum { GRAIN, WOOD, STONE, CLOTH };

static const uint8_t TERRAIN[20] = {0, 1, 2, 0, 3, 2, 0, 1, 1, 0, 3, 2, 0, 2, 1, 0, 2, 3, 0, 1};
static const uint8_t WOOD_COST[4] = {1, 2, 1, 2}, STONE_COST[4] = {0, 0, 1, 2}, POINTS[4] = {1, 2, 3, 5};
static const uint8_t NEEDS[12][4] = {{2, 0, 0, 0}, {1, 1, 0, 0}, {0, 2, 1, 0}, {0, 0, 0, 2}, {0, 0, 2, 0}, {1, 1, 1, 0},
                                     {0, 0, 1, 1}, {2, 0, 0, 1}, {0, 1, 1, 1}, {1, 1, 1, 1}, {0, 0, 0, 3}, {0, 3, 0, 0}};
static const uint8_t REWARD[12] = {3, 4, 7, 7, 6, 8, 7, 7, 10, 13, 12, 7};
static const uint8_t COST[16] = {2, 3, 1, 4, 2, 3, 1, 4, 3, 4, 5, 2, 4, 3, 2, 5};
static const uint8_t WORTH[16] = {1, 2, 0, 3, 1, 2, 0, 3, 1, 2, 4, 0, 2, 1, 0, 4};
static const char *NEXT_TEXT[20] = {"1 4 5", "0 2 5", "1 3 6", "2 6 7", "0 5 8", "0 1 4 6 9", "2 3 5 7 10", "3 6 11",
                                    "4 9 12", "5 8 10 13", "6 9 11 14", "7 10 15", "8 13 16", "9 12 14 17",
                                    "10 13 15 18", "11 14 19", "12 17", "13 16 18", "14 17 19", "15 18"};
static u32 NEXT[20], OF_TERRAIN[4];
static int SEATS;

typedef struct {
    u32 mine[4], taken;
    uint16_t spots, ships, pile, tableau[4];
    uint8_t stock[4][4], price[4], houses[4], display[5], shown;
    int16_t coins[4], vp[4];
    uint8_t first, seat, turn, round, decision, given, meals;
    u64 rng;
} State;

static inline u32 below(State *s, u32 n) {
    s->rng = s->rng * 6364136223846793005ull + 1442695040888963407ull;
    return (u32)(((s->rng >> 32) * n) >> 32);
}

static inline int kth(u64 set, int k) {
    while (k--) set &= set - 1;
    return __builtin_ctzll(set);
}

static void draw(State *s) {
    int left = __builtin_popcount(s->pile);
    if (!left) return;
    int card = kth(s->pile, below(s, left));
    s->pile ^= 1u << card;
    s->display[s->shown++] = card;
}

/* --- options ------------------------------------------------------------------------------------------------ */

static inline u32 held(const uint8_t *stock) {
    return (stock[0] > 0) | (stock[1] > 0) << 1 | (stock[2] > 0) << 2 | (stock[3] > 0) << 3;
}

static inline u32 buyable(const State *s, int p) {
    u32 found = 0;
    for (int good = 0; good < 4; good++) found |= (u32)(s->price[good] <= s->coins[p]) << good;
    return found;
}

static inline u32 sites(const State *s, int p) {
    if (!s->houses[p]) return 0;
    u32 found = 0;
    for (int t = 0; t < 4; t++)
        if (s->stock[p][WOOD] >= WOOD_COST[t] && s->stock[p][STONE] >= STONE_COST[t]) found |= OF_TERRAIN[t];
    found &= ~s->taken;
    if (!s->mine[p]) return found;
    u32 near = 0;
    for (u32 rest = s->mine[p]; rest; rest &= rest - 1) near |= NEXT[__builtin_ctz(rest)];
    return found & near;
}

static inline u32 hirable(const State *s, int p) {
    u32 found = 0;
    for (int n = 0; n < s->shown; n++)
        if (COST[s->display[n]] + n <= s->coins[p]) found |= 1u << s->display[n];
    return found;
}

static inline u32 loadable(const State *s, int p) {
    u32 have, need, found = 0;
    memcpy(&have, s->stock[p], 4);
    for (int ship = 0; ship < 12; ship++) {
        memcpy(&need, NEEDS[ship], 4); /* four bytes compared at once */
        if (!(s->ships >> ship & 1) && (((have | 0x80808080u) - need) & 0x80808080u) == 0x80808080u) found |= 1u << ship;
    }
    return found;
}

static inline u64 places(const State *s, int p) {
    u32 goods = held(s->stock[p]), free = ~s->spots;
    u32 fine = 1 << HARVEST | 1 << FORESTRY | 1 << QUARRY | 1 << INN;
    if (goods >> GRAIN & 1) fine |= 1 << WEAVER;
    if (goods) fine |= 1 << FAIR | 1 << EXCHANGE;
    if (buyable(s, p)) fine |= 1 << SHOP;
    if (free & (1 << YARD | 1 << WORKSHOP) && sites(s, p)) fine |= 1 << YARD | 1 << WORKSHOP;
    if (free & (1 << SCHOOL | 1 << ACADEMY) && hirable(s, p)) fine |= 1 << SCHOOL | 1 << ACADEMY;
    if (free & 1 << HARBOUR && loadable(s, p)) fine |= 1 << HARBOUR;
    return (fine & free) | 1 << PASS;
}

static inline u64 legal(const State *s) {
    int p = s->seat;
    switch (s->decision) {
    case PLACE: return places(s, p);
    case SOLD: case SOLD_TOO: case GIVEN: return held(s->stock[p]);
    case AGAIN: return 3;
    case BOUGHT: return buyable(s, p);
    case BUILT: return sites(s, p);
    case HIRED: return hirable(s, p);
    case LOADING: return loadable(s, p);
    case WANTED: return 15 & ~(1u << s->given);
    case EATEN: return held(s->stock[p]) | 16;
    }
    return 0;
}

/* --- effects ------------------------------------------------------------------------------------------------ */

static void feed(State *s) {
    for (;;) {
        if (!s->meals) {
            if (++s->turn == SEATS) {
                s->spots = 0, s->turn = 0, s->seat = s->first;
                s->decision = ++s->round == 7 ? OVER : PLACE;
                return;
            }
            s->seat = (s->seat + 1) % SEATS, s->meals = 2;
        }
        s->meals--;
        if (held(s->stock[s->seat])) {
            s->decision = EATEN;
            return;
        }
        s->vp[s->seat] -= 2;
    }
}

static void next_turn(State *s) {
    s->decision = PLACE, s->turn++;
    s->seat = s->turn % SEATS ? (s->seat + 1) % SEATS : s->first;
    if (s->turn == 3 * SEATS) {
        s->turn = 0, s->meals = 2;
        feed(s);
    }
}

static inline void sell(State *s, int p, int good) {
    s->stock[p][good]--, s->coins[p] += s->price[good];
    if (s->price[good] > 1) s->price[good]--;
}

static void place(State *s, int p, int spot) {
    static const uint8_t ASKS[14] = {0, 0, 0, 0, SOLD, BOUGHT, BUILT, BUILT, HIRED, HIRED, LOADING, GIVEN, 0, 0};
    uint8_t *stock = s->stock[p];
    int farms;
    if (spot != PASS) s->spots |= 1u << spot;
    if (ASKS[spot]) {
        s->decision = ASKS[spot];
        return;
    }
    switch (spot) {
    case HARVEST:
        farms = __builtin_popcount(s->mine[p] & OF_TERRAIN[0]);
        stock[GRAIN] += 2 + (farms < 2 ? farms : 2);
        break;
    case FORESTRY: stock[WOOD] += 2; break;
    case QUARRY: stock[STONE]++, s->coins[p]++; break;
    case WEAVER: stock[GRAIN]--, stock[CLOTH] += 2; break;
    case INN: s->first = p, s->coins[p] += 2; break;
    }
    next_turn(s);
}

static void hire(State *s, int p, int card) {
    int n = 0;
    while (s->display[n] != card) n++;
    s->coins[p] -= COST[card] + n;
    for (; n + 1 < s->shown; n++) s->display[n] = s->display[n + 1];
    s->shown--, s->tableau[p] |= 1u << card;
    draw(s);
}

static void build(State *s, int p, int field) {
    uint8_t terrain = TERRAIN[field], *stock = s->stock[p];
    stock[WOOD] -= WOOD_COST[terrain], stock[STONE] -= STONE_COST[terrain];
    s->mine[p] |= 1u << field, s->taken |= 1u << field, s->houses[p]--;
    stock[terrain]++;
}

static void apply(State *s, int id) {
    int p = s->seat;
    uint8_t *stock = s->stock[p];
    switch (s->decision) {
    case PLACE: place(s, p, id); return;
    case SOLD:
        sell(s, p, id);
        if (held(stock)) {
            s->decision = AGAIN;
            return;
        }
        break;
    case AGAIN:
        if (id) {
            s->decision = SOLD_TOO;
            return;
        }
        break;
    case SOLD_TOO: sell(s, p, id); break;
    case BOUGHT:
        s->coins[p] -= s->price[id], stock[id]++;
        if (s->price[id] < 6) s->price[id]++;
        break;
    case BUILT: build(s, p, id); break;
    case HIRED: hire(s, p, id); break;
    case LOADING:
        for (int good = 0; good < 4; good++) stock[good] -= NEEDS[id][good];
        s->ships |= 1u << id, s->vp[p] += REWARD[id];
        break;
    case GIVEN: s->given = id, s->decision = WANTED; return;
    case WANTED: stock[s->given]--, stock[id] += 2; break;
    case EATEN:
        if (id < 4) stock[id]--;
        feed(s);
        return;
    }
    next_turn(s);
}

static int score(const State *s, int p) {
    int total = s->vp[p], goods = 0;
    for (int t = 0; t < 4; t++) total += POINTS[t] * __builtin_popcount(s->mine[p] & OF_TERRAIN[t]);
    for (u32 rest = s->tableau[p]; rest; rest &= rest - 1) {
        int card = __builtin_ctz(rest);
        total += WORTH[card] + __builtin_popcount(s->mine[p] & OF_TERRAIN[card / 4]);
    }
    for (int good = 0; good < 4; good++) goods += s->stock[p][good];
    return total + goods / 3 + s->coins[p] / 3;
}

static void begin(State *s, u64 seed) {
    memset(s, 0, sizeof *s);
    s->rng = seed * 0x9E3779B97F4A7C15ull + 1, s->pile = 0xFFFF;
    for (int n = 0; n < 5; n++) draw(s);
    memset(s->stock, 1, sizeof s->stock), memset(s->price, 3, sizeof s->price), memset(s->houses, 8, sizeof s->houses);
    for (int p = 0; p < 4; p++) s->coins[p] = 6;
}

/* --- measuring ---------------------------------------------------------------------------------------------- */

typedef struct { u64 games, decisions, choices; double points[4]; } Tally;
static volatile u64 sink;

static void play(u64 seed, Tally *tally) {
    State s;
    begin(&s, seed);
    while (s.decision != OVER) {
        u64 options = legal(&s);
        int count = __builtin_popcountll(options);
#ifdef API
        int ids[32], n = 0;
        State before = s;
        for (u64 rest = options; rest; rest &= rest - 1) ids[n++] = __builtin_ctzll(rest);
        apply(&s, ids[count > 1 ? below(&s, count) : 0]);
        sink += before.rng + ids[n - 1];
#else
        apply(&s, kth(options, count > 1 ? below(&s, count) : 0));
#endif
        tally->decisions++, tally->choices += count > 1;
    }
    tally->games++;
    for (int p = 0; p < SEATS; p++) tally->points[p] += score(&s, p);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int count, char **given) {
    if (count < 4) return fprintf(stderr, "valley bench PLAYERS SECONDS REPEATS | stats PLAYERS GAMES\n"), 2;
    for (int field = 0; field < 20; field++) {
        for (const char *text = NEXT_TEXT[field]; *text;) {
            char *end;
            NEXT[field] |= 1u << strtol(text, &end, 10);
            text = end;
        }
        OF_TERRAIN[TERRAIN[field]] |= 1u << field;
    }
    SEATS = atoi(given[2]);
    u64 seed = 1;
    Tally all = {0};
    if (!strcmp(given[1], "stats")) {
        for (int n = atoi(given[3]); n--;) play(seed++, &all);
        printf("valley decisions %.2f choices %.2f points", (double)all.decisions / all.games, (double)all.choices / all.games);
        for (int p = 0; p < SEATS; p++) printf(" %.2f", all.points[p] / all.games);
        return puts(""), 0;
    }
    int repeats = count > 4 ? atoi(given[4]) : 5;
    double rates[64], seconds = atof(given[3]);
    if (repeats < 1 || repeats > 64) return 2;
    for (int n = 0; n < repeats; n++) {
        double began = now(), spent;
        u64 before = all.games;
        do
            for (int k = 0; k < 500; k++) play(seed++, &all);
        while ((spent = now() - began) < seconds);
        rates[n] = (all.games - before) / spent;
    }
    qsort(rates, repeats, sizeof *rates, by_value);
    double games = rates[repeats / 2];
    printf("valley %d players games/s %.0f decisions/s %.0f choices/s %.0f\n", SEATS, games,
           games * all.decisions / all.games, games * all.choices / all.games);
    return 0;
}
