/* SPDX-License-Identifier: MIT */
/*
 * Rows of coins, for the recipe of every package of the coin-row family. Options:
 *   --n N          the number of coins
 *   --shape SHAPE  see the table below, or `every`: all rows of --n-min to --n coins of values from
 *                  --min to --max, with their number on a line of its own before them
 *   --max M        the maximum value; --min is the minimum, 1 by default
 *   --at I         with --shape giant: the index of the giant, from 0 on; random by default
 *   --lead D       with --shape lead: the lead of the first player; random by default
 *   --copies K     repeats every coin K times, so the row has K times N coins
 *   --cases T      T rows, with T on a line of its own before them; --n-min is the minimum number
 *                  of coins of a row, N by default
 *   --seed TEXT    for the random shapes
 */
#include <assay/gen.h>

#define MAX_N 1000000
#define MAX_CASES 1000000
#define MAX_VALUE INT64_C(1000000000000)

static int64_t n, min, max, copies;
static int64_t value[MAX_N];

static int64_t smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static void make_random(void)
{
	for (int64_t i = 0; i < n; i++)
		value[i] = gen_int(min, max);
}

static void make_equal(void)
{
	for (int64_t i = 0; i < n; i++)
		value[i] = max;
}

/* From min to max in even steps. */
static void make_increasing(void)
{
	for (int64_t i = 0; i < n; i++)
		value[i] = min + (max - min) * i / larger(n - 1, 1);
}

static void reverse(int64_t from, int64_t to)
{
	for (to--; from < to; from++, to--) {
		int64_t kept = value[from];
		value[from] = value[to];
		value[to] = kept;
	}
}

static void make_decreasing(void)
{
	make_increasing();
	reverse(0, n);
}

/* Rises to the middle and falls: every triple fuses in the linear algorithm. */
static void make_mountain(void)
{
	for (int64_t i = 0; i < n; i++) {
		int64_t steps = i < n / 2 ? i : n - 1 - i;
		value[i] = min + (max - min) * steps / larger(n / 2, 1);
	}
}

/* Falls and rises: nothing fuses, and the stack of the linear algorithm stays full. */
static void make_valley(void)
{
	make_mountain();
	reverse(0, n / 2);
	reverse(n / 2, n);
}

/* Rises to the last coin but one: nothing fuses until the last coin is read, and then the whole
 * stack fuses. */
static void make_cliff(void)
{
	make_increasing();
	value[n - 1] = min;
}

static void make_low_high(void)
{
	for (int64_t i = 0; i < n; i++)
		value[i] = i % 2 ? max : min;
}

static void make_high_low(void)
{
	for (int64_t i = 0; i < n; i++)
		value[i] = i % 2 ? min : max;
}

/* One of the small coins around a giant. */
static int64_t draw_small(void)
{
	return gen_int(min, smaller(min + 8, max));
}

/* One giant at the left end, another at an odd place inside. The strategy of odd or even places
 * gets one of them. Optimal play takes the first at once; then the opponent runs out of safe coins
 * and has to uncover the second. */
static void make_odd_even_trap(void)
{
	for (int64_t i = 0; i < n; i++)
		value[i] = draw_small();
	value[0] = max;
	value[n / 2 | 1] = max;
}

/* A row of even length is a tie, since the second player can take the twin of each coin. */
static void make_palindrome(void)
{
	for (int64_t i = 0; i < (n + 1) / 2; i++)
		value[i] = value[n - 1 - i] = gen_int(min, max);
}

/* Runs of equal coins: ties wherever an algorithm compares neighbours. */
static void make_plateaus(void)
{
	for (int64_t i = 0; i < n;) {
		int64_t level = gen_int(min, max);
		for (int64_t length = gen_int(1, 4); length > 0 && i < n; length--)
			value[i++] = level;
	}
}

/* One coin far above all others. */
static void make_giant(void)
{
	int64_t at =
		gen_option_text_or("at", NULL) ? gen_option_int("at", 0, n - 1) : gen_int(0, n - 1);
	for (int64_t i = 0; i < n; i++)
		value[i] = i == at ? max : draw_small();
}

/* The left end is a little larger than the right one and covers a giant: a player that takes the
 * larger end gives the giant to the other player. */
static void make_greedy_trap(void)
{
	if (min > 1 || max < 1)
		gen_fail("option --max: the greedy trap needs 1 between --min and --max");
	for (int64_t i = 0; i < n; i++)
		value[i] = gen_int(min, max / 4 + 1);
	value[0] = max / 2 + 1;
	value[1] = max;
	value[n - 1] = max / 2;
}

/* The odd and the even places have equal sums, so that the sums do not decide the game. */
static void make_mirror_sums(void)
{
	int64_t excess = 0;
	make_random();
	for (int64_t i = 0; i < n; i++)
		excess += i % 2 ? -value[i] : value[i];
	for (int64_t i = 0; i < n && excess; i++) {
		int64_t sign = i % 2 ? -1 : 1;
		int64_t wanted = value[i] - sign * excess;
		int64_t got = smaller(larger(wanted, min), max);
		excess -= sign * (value[i] - got);
		value[i] = got;
	}
	if (excess)
		gen_fail("option --n: too few coins for sums that are equal");
}

/* Splits an odd number, 3 or more, into three odd ones. */
static void split(int64_t count, int64_t part[3])
{
	part[0] = 1 + 2 * gen_int(0, (count - 3) / 2);
	part[1] = 1 + 2 * gen_int(0, (count - part[0] - 2) / 2);
	part[2] = count - part[0] - part[1];
}

/* Writes `count` coins (an odd number) from value[at] on that fuse to one coin of value w. Three
 * coins x, y, z with x <= y and y >= z are equivalent to one coin x - y + z. So unfolding a coin
 * does not change the lead of the row. */
static void unfold(int64_t at, int64_t count, int64_t w)
{
	int64_t part[3];
	if (count == 1) {
		value[at] = w;
		return;
	}
	int64_t x = w + gen_int(0, (max - w) / 4), z = w + gen_int(0, (max - w) / 4);
	split(count, part);
	unfold(at, part[0], x);
	unfold(at + part[0], part[1], x - w + z);
	unfold(at + part[0] + part[1], part[2], z);
}

/* Two coins, unfolded. */
static void make_even_lead(int64_t lead)
{
	int64_t left = 1 + 2 * gen_int(0, n / 2 - 1), low = gen_int(min, max - lead);
	bool swap = gen_draw(1);
	unfold(0, left, swap ? low + lead : low);
	unfold(left, n - left, swap ? low : low + lead);
}

/* Three coins, unfolded; the middle one is the least. The first player takes the left one and the
 * last remaining one. */
static void make_odd_lead(int64_t lead)
{
	int64_t part[3], low = gen_int(min, lead);
	int64_t right = gen_int(low, max - (lead - low));
	split(n, part);
	unfold(0, part[0], right + lead - low);
	unfold(part[0], part[1], low);
	unfold(part[0] + part[1], part[2], right);
}

/* A row in which the first player has exactly the lead --lead. The default is a random lead: 0, 1,
 * or -1 (only if n is odd). */
static void make_lead(void)
{
	int64_t least = n % 2 ? min : 0, most = n % 2 ? max : max - min;
	int64_t lead = gen_option_text_or("lead", NULL)
			       ? gen_option_int("lead", least, most)
			       : smaller(larger(gen_int(-1, 1), least), most);
	if (n == 1)
		value[0] = lead;
	else if (n % 2)
		make_odd_lead(lead);
	else
		make_even_lead(lead);
}

static void make_any(void);

static const struct {
	const char *name;
	void (*make)(void);
	int64_t least_n;
} shapes[] = {
	{"random", make_random, 1},
	{"equal", make_equal, 1},
	{"increasing", make_increasing, 1},
	{"decreasing", make_decreasing, 1},
	{"mountain", make_mountain, 1},
	{"valley", make_valley, 1},
	{"cliff", make_cliff, 1},
	{"low-high", make_low_high, 1},
	{"high-low", make_high_low, 1},
	{"odd-even-trap", make_odd_even_trap, 6},
	{"palindrome", make_palindrome, 1},
	{"plateaus", make_plateaus, 1},
	{"giant", make_giant, 1},
	{"lead", make_lead, 1},
	/* One of the shapes above, which suit all bounds of the values. */
	{"any", make_any, 1},
	{"greedy-trap", make_greedy_trap, 3},
	{"mirror-sums", make_mirror_sums, 2},
};

static size_t find_shape(const char *name)
{
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		if (strcmp(shapes[i].name, name) == 0)
			return i;
	gen_fail("option --shape: there is no shape '%s'", name);
}

static void make_any(void)
{
	size_t which;
	do
		which = (size_t)gen_draw(find_shape("any") - 1);
	while (n < shapes[which].least_n);
	shapes[which].make();
}

/* Counts up from the previous row, like an odometer. False after the last one. */
static bool make_next(void)
{
	int64_t i = n - 1;
	for (; i >= 0 && value[i] == max; i--)
		value[i] = min;
	if (i >= 0)
		value[i]++;
	return i >= 0;
}

static void write_row(void)
{
	gen_write_int(n * copies);
	for (int64_t i = 0; i < n * copies; i++) {
		i ? gen_space() : gen_newline();
		gen_write_int(value[i / copies]);
	}
	gen_newline();
}

static void write_one(size_t shape)
{
	if (n < shapes[shape].least_n)
		gen_fail("option --n: the shape %s needs at least %" PRId64, shapes[shape].name,
			shapes[shape].least_n);
	shapes[shape].make();
	write_row();
}

/* The number of rows that make_every makes. */
static int64_t count_every(int64_t n_min)
{
	int64_t total = 0;
	for (int64_t length = 1; length <= n; length++) {
		int64_t rows = 1;
		for (int64_t i = 0; i < length && rows <= MAX_CASES; i++)
			rows *= max - min + 1;
		total += length >= n_min ? rows : 0;
		if (total > MAX_CASES)
			gen_fail("option --n: more than %d rows", MAX_CASES);
	}
	return total;
}

static void write_every(void)
{
	int64_t n_max = n, n_min = gen_option_int_or("n-min", n, 1, n);
	gen_write_int(count_every(n_min));
	gen_newline();
	for (n = n_min; n <= n_max; n++) {
		value[0] = min - 1;
		for (int64_t i = 1; i < n; i++)
			value[i] = max;
		while (make_next())
			write_row();
	}
}

static void write_cases(int64_t count, size_t shape)
{
	int64_t n_max = n, n_min = gen_option_int_or("n-min", n, 1, n);
	gen_write_int(count);
	gen_newline();
	for (; count > 0; count--) {
		n = gen_int(n_min, n_max);
		write_one(shape);
	}
}

int main(int argc, char **argv)
{
	gen_start(argc, argv);
	n = gen_option_int("n", 1, MAX_N);
	max = gen_option_int("max", -MAX_VALUE, MAX_VALUE);
	min = gen_option_int_or("min", smaller(max, 1), -MAX_VALUE, max);
	copies = gen_option_int_or("copies", 1, 1, 100);
	const char *name = gen_option_text("shape");
	if (strcmp(name, "every") == 0)
		write_every();
	else if (gen_option_text_or("cases", NULL))
		write_cases(gen_option_int("cases", 1, MAX_CASES), find_shape(name));
	else
		write_one(find_shape(name));
	return gen_end();
}
