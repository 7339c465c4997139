/* SPDX-License-Identifier: MIT */
/*
 * One row of coins. Options:
 *   --n N          how many coins, even
 *   --shape SHAPE  see the table at the end
 *   --max M        the greatest value, and --min (1 where it is not given) the least
 *   --at I         with --shape giant: where the giant lies, from 0 on
 *   --seed TEXT    for the shapes that draw
 */
#include <assay/gen.h>

#define MAX_N 2000

static int64_t n, min, max;
static int64_t value[MAX_N];

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
		value[i] = min + (max - min) * i / (n - 1);
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
		value[i] = min + (max - min) * steps / (n / 2);
	}
}

/* Falls and rises: nothing fuses, and the stack of the linear algorithm stays full. */
static void make_valley(void)
{
	make_mountain();
	reverse(0, n / 2);
	reverse(n / 2, n);
}

static void make_low_high(void)
{
	for (int64_t i = 0; i < n; i++)
		value[i] = i % 2 ? max : min;
}

static void make_high_low(void)
{
	make_low_high();
	reverse(0, n);
}

/* One giant at the left end, another at an odd place inside. The strategy of odd or even places
 * gets one of them; who plays well takes the first at once, and then his opponent runs out of safe
 * coins and has to uncover the second. */
static void make_odd_even_trap(void)
{
	if (n < 6)
		gen_fail("option --n: the odd-even trap needs at least 6");
	for (int64_t i = 0; i < n; i++)
		value[i] = gen_int(1, 9);
	value[0] = max;
	value[n / 2 | 1] = max;
}

static void make_palindrome(void)
{
	for (int64_t i = 0; i < n / 2; i++)
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

/* One coin worth more than all others together, which are 1 to 9. */
static void make_giant(void)
{
	int64_t at = gen_option_int("at", 0, n - 1);
	for (int64_t i = 0; i < n; i++)
		value[i] = i == at ? max : gen_int(1, 9);
}

/* The left end is a little larger than the right one and covers a giant: who takes the larger end
 * hands the giant over. */
static void make_greedy_trap(void)
{
	for (int64_t i = 0; i < n; i++)
		value[i] = gen_int(1, max / 4 + 1);
	value[0] = max / 2 + 1;
	value[1] = max;
	value[n - 1] = max / 2;
}

static const struct {
	const char *name;
	void (*make)(void);
} shapes[] = {
	{"random", make_random},
	{"equal", make_equal},
	{"increasing", make_increasing},
	{"decreasing", make_decreasing},
	{"mountain", make_mountain},
	{"valley", make_valley},
	{"low-high", make_low_high},
	{"high-low", make_high_low},
	{"odd-even-trap", make_odd_even_trap},
	{"palindrome", make_palindrome},
	{"plateaus", make_plateaus},
	{"giant", make_giant},
	{"greedy-trap", make_greedy_trap},
};

static void make(const char *shape)
{
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		if (strcmp(shapes[i].name, shape) == 0) {
			shapes[i].make();
			return;
		}
	gen_fail("option --shape: there is no shape '%s'", shape);
}

static void write_row(void)
{
	gen_write_int(n);
	for (int64_t i = 0; i < n; i++) {
		i ? gen_space() : gen_newline();
		gen_write_int(value[i]);
	}
	gen_newline();
}

int main(int argc, char **argv)
{
	gen_start(argc, argv);
	n = gen_option_int("n", 2, MAX_N);
	if (n % 2)
		gen_fail("option --n: %" PRId64 " is odd", n);
	max = gen_option_int("max", 2, 1000000000);
	min = gen_option_int_or("min", 1, 1, max);
	make(gen_option_text("shape"));
	write_row();
	return gen_end();
}
