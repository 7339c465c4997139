/* SPDX-License-Identifier: MIT */
/*
 * Rows of coins. Typical mistakes are shrunk from random rows, and the result is compared with the
 * smallest failing row, found by exhaustive search. The order: number of coins, sum of absolute
 * values, lexicographic by simplicity.
 */
#include "shrink_case.h"

TestSuite(shrink_coins, .timeout = 600);

#define MOST 64

static int64_t larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t sum_of(const int64_t *v, size_t n)
{
	int64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += v[i];
	return sum;
}

/* The margin of the first player with optimal play. */
static int64_t optimum(const int64_t *v, size_t n)
{
	int64_t lead[MOST];

	memcpy(lead, v, n * sizeof(*v));
	for (size_t length = 2; length <= n; length++)
		for (size_t i = 0; i + length <= n; i++)
			lead[i] = larger(v[i] - lead[i + 1], v[i + length - 1] - lead[i]);
	return lead[0];
}

/* ---- mistakes -------------------------------------------------------------------------------- */

static int64_t greedy(const int64_t *v, size_t n)
{
	int64_t lead = 0, sign = 1;

	for (size_t i = 0, j = n; i < j; sign = -sign)
		lead += sign * (v[i] >= v[j - 1] ? v[i++] : v[--j]);
	return lead;
}

static int64_t greedy_right(const int64_t *v, size_t n)
{
	int64_t lead = 0, sign = 1;

	for (size_t i = 0, j = n; i < j; sign = -sign)
		lead += sign * (v[i] > v[j - 1] ? v[i++] : v[--j]);
	return lead;
}

static int64_t look_ahead(const int64_t *v, size_t n)
{
	int64_t lead = 0, sign = 1;

	for (size_t i = 0, j = n; i < j; sign = -sign) {
		int64_t left = v[i] - (j - i > 1 ? larger(v[i + 1], v[j - 1]) : 0);
		int64_t right = v[j - 1] - (j - i > 1 ? larger(v[i], v[j - 2]) : 0);
		lead += sign * (left >= right ? v[i++] : v[--j]);
	}
	return lead;
}

static int64_t parity(const int64_t *v, size_t n)
{
	int64_t odd = 0;

	for (size_t i = 0; i < n; i++)
		odd += i % 2 ? -v[i] : v[i];
	return n % 2 ? odd : larger(odd, -odd);
}

/* The linear algorithm with mistakes. `strict`: a peak must exceed both neighbours; `once`: at most
 * one peak is fused per coin. */
static int64_t fuse(const int64_t *v, size_t n, bool strict, bool once)
{
	int64_t stack[MOST];
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		stack[count++] = v[i];
		while (count >= 3) {
			int64_t x = stack[count - 3], y = stack[count - 2], z = stack[count - 1];
			if (strict ? x >= y || y <= z : x > y || y < z)
				break;
			stack[count - 3] = x - y + z;
			count -= 2;
			if (once)
				break;
		}
	}
	return greedy(stack, count);
}

static int64_t strict_peaks(const int64_t *v, size_t n)
{
	return fuse(v, n, true, false);
}

static int64_t fused_once(const int64_t *v, size_t n)
{
	return fuse(v, n, false, true);
}

static int64_t strict_left(const int64_t *v, size_t n)
{
	int64_t stack[MOST];
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		stack[count++] = v[i];
		for (; count >= 3 && stack[count - 3] < stack[count - 2] &&
			stack[count - 2] >= stack[count - 1];
			count -= 2)
			stack[count - 3] += stack[count - 1] - stack[count - 2];
	}
	return greedy(stack, count);
}

/* The quadratic table with mistakes. `base`: value of a single coin; `clamp`: negative margins
 * become 0. */
static int64_t table(const int64_t *v, size_t n, int64_t base, bool clamp)
{
	int64_t lead[MOST];

	for (size_t i = 0; i < n; i++)
		lead[i] = base * v[i];
	for (size_t length = 2; length <= n; length++)
		for (size_t i = 0; i + length <= n; i++) {
			lead[i] = larger(v[i] - lead[i + 1], v[i + length - 1] - lead[i]);
			if (clamp)
				lead[i] = larger(lead[i], 0);
		}
	return lead[0];
}

static int64_t base_zero(const int64_t *v, size_t n)
{
	return table(v, n, 0, false);
}

static int64_t clamped(const int64_t *v, size_t n)
{
	return table(v, n, 1, true);
}

static int64_t absolute(const int64_t *v, size_t n)
{
	int64_t lead = optimum(v, n);

	return lead < 0 ? -lead : lead;
}

static int64_t even_only(const int64_t *v, size_t n)
{
	return optimum(v, n - n % 2 ? n - n % 2 : 1);
}

static int64_t last_forgotten(const int64_t *v, size_t n)
{
	return optimum(v, n > 3 ? n - 1 : n);
}

/* The second player cooperates. */
static int64_t helped(const int64_t *v, size_t n)
{
	int64_t own[MOST] = {0}, sum[MOST] = {0};

	for (size_t length = 1; length <= n; length++)
		for (size_t i = 0; i + length <= n; i++) {
			size_t j = i + length - 1;
			bool mine = (n - length) % 2 == 0;
			int64_t left = (mine ? v[i] : 0) + (length > 1 ? own[i + 1] : 0);
			int64_t right = (mine ? v[j] : 0) + (length > 1 ? own[i] : 0);
			sum[i] = larger(left, right);
			own[i] = sum[i];
		}
	return 2 * own[0] - sum_of(v, n);
}

static int64_t total_of(const int64_t *v, size_t i, size_t j, bool wrong_step)
{
	if (i > j)
		return 0;
	if (i == j)
		return v[i];
	int64_t left = smaller(i + 2 <= j ? total_of(v, i + 2, j, wrong_step) : 0,
		wrong_step ? total_of(v, i + 1, j, wrong_step)
			   : (i + 1 < j ? total_of(v, i + 1, j - 1, wrong_step) : 0));
	int64_t right = smaller(i + 1 < j ? total_of(v, i + 1, j - 1, wrong_step) : 0,
		j >= i + 2 ? total_of(v, i, j - 2, wrong_step) : 0);
	return larger(v[i] + left, v[j] + right);
}

/* P(i+1, j) instead of P(i+1, j-1). Exponential time, so only for short rows. */
static int64_t wrong_step(const int64_t *v, size_t n)
{
	return n > 14 ? optimum(v, n) : 2 * total_of(v, 0, n - 1, true) - sum_of(v, n);
}

static int64_t sorted(const int64_t *v, size_t n)
{
	int64_t copy[MOST], lead = 0;

	memcpy(copy, v, n * sizeof(*v));
	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n; j++)
			if (copy[j] > copy[i]) {
				int64_t kept = copy[i];
				copy[i] = copy[j];
				copy[j] = kept;
			}
	for (size_t i = 0; i < n; i++)
		lead += i % 2 ? -copy[i] : copy[i];
	return lead;
}

static int64_t six_coins(const int64_t *v, size_t n)
{
	return optimum(v, n < 6 ? n : 6);
}

static int64_t ends_only(const int64_t *v, size_t n)
{
	return n == 1 ? v[0] : larger(v[0] - optimum(v + 1, n - 1), v[n - 1]);
}

static int64_t int32(const int64_t *v, size_t n)
{
	return (int32_t)optimum(v, n);
}

static int64_t single(const int64_t *v, size_t n)
{
	return (int64_t)(float)optimum(v, n);
}

struct mistake {
	const char *name;
	int64_t (*lead)(const int64_t *v, size_t n);
};
static const struct mistake mistakes[] = {
	{"greedy", greedy},
	{"greedy, right", greedy_right},
	{"look ahead", look_ahead},
	{"parity", parity},
	{"strict peaks", strict_peaks},
	{"strict on the left", strict_left},
	{"fused once", fused_once},
	{"base case 0", base_zero},
	{"clamped at 0", clamped},
	{"absolute", absolute},
	{"even only", even_only},
	{"last one forgotten", last_forgotten},
	{"the opponent helps", helped},
	{"wrong step", wrong_step},
	{"sorted", sorted},
	{"six coins", six_coins},
	{"ends only", ends_only},
};
#define MISTAKES (sizeof mistakes / sizeof *mistakes)

/* ---- packages -------------------------------------------------------------------------------- */

/* The rows that an input validator accepts. */
struct domain {
	const char *name;
	int64_t lo, hi;
	bool even;
	bool cases; /* a line "1" (the number of cases) comes first */
};
static const struct domain domains[] = {
	{"coinsany", -1000000000000, 1000000000000, false, false},
	{"coinshuge", 0, 1000000000, false, false},
	{"coinseven", 1, 1000000000, true, false},
	{"coinswho", -1000000000, 1000000000, false, true},
};
#define DOMAINS (sizeof domains / sizeof *domains)

struct coins {
	const struct domain *domain;
	const struct mistake *mistake;
	uint64_t valid;
};

/* Strict: a text that differs from the row's canonical form in any byte is invalid. */
static bool read_row(
	const struct domain *domain, const char *text, size_t size, int64_t *v, size_t *n)
{
	char again[MOST * 24];
	int used = 0, length = 0;
	long count = 0;
	const char *at = text;

	if (domain->cases) {
		if (strncmp(at, "1\n", 2) != 0)
			return false;
		at += 2;
		length = sprintf(again, "1\n");
	}
	if (sscanf(at, "%ld%n", &count, &used) != 1 || count < 1 || count > MOST)
		return false;
	at += used;
	length += sprintf(again + length, "%ld", count);
	for (long i = 0; i < count; i++) {
		long value;
		if (sscanf(at, "%ld%n", &value, &used) != 1 || value < domain->lo ||
			value > domain->hi)
			return false;
		at += used;
		v[i] = value;
		length += sprintf(again + length, "%s%ld", i ? " " : "\n", value);
	}
	again[length++] = '\n';
	*n = (size_t)count;
	return (size_t)length == size && memcmp(text, again, size) == 0 &&
	       (!domain->even || count % 2 == 0);
}

static enum text_result show_coins(void *context, const char *text, size_t size)
{
	struct coins *coins = context;
	int64_t v[MOST];
	size_t n;

	if (!read_row(coins->domain, text, size, v, &n))
		return TEXT_INVALID;
	coins->valid++;
	return coins->mistake->lead(v, n) != optimum(v, n) ? TEXT_FAILS : TEXT_PASSES;
}

static void write_row(
	const struct domain *domain, const int64_t *v, size_t n, struct as_bytes *text)
{
	char made[MOST * 24];
	int length = sprintf(made, "%s%zu\n", domain->cases ? "1\n" : "", n);

	for (size_t i = 0; i < n; i++)
		length += sprintf(made + length, "%s%ld", i ? " " : "", (long)v[i]);
	sprintf(made + length, "\n");
	set_text(text, made);
}

/* ---- exhaustive search ----------------------------------------------------------------------- */

struct search {
	const struct domain *domain;
	const struct mistake *mistake;
	int64_t v[MOST];
	size_t n;
};

/* Fills v[at...] in order, with absolute values that sum to `left`. True: a row fails. */
static bool search_from(struct search *search, size_t at, int64_t left)
{
	if (at + 1 == search->n) {
		for (int sign = 0; sign < (left ? 2 : 1); sign++) {
			search->v[at] = sign ? -left : left;
			if (search->v[at] >= search->domain->lo &&
				search->mistake->lead(search->v, search->n) !=
					optimum(search->v, search->n))
				return true;
		}
		return false;
	}
	for (int64_t size = 0; size <= left; size++)
		for (int sign = 0; sign < (size ? 2 : 1); sign++) {
			search->v[at] = sign ? -size : size;
			if (search->v[at] >= search->domain->lo &&
				search_from(search, at + 1, left - size))
				return true;
		}
	return false;
}

/* Up to this sum; with the minimum number of coins, only up to `max`. */
static bool search_smallest(struct search *search, size_t max_n, int64_t max)
{
	for (search->n = 1; search->n <= max_n; search->n++)
		for (int64_t sum = 0; sum <= max; sum++)
			if ((!search->domain->even || search->n % 2 == 0) &&
				search_from(search, 0, sum))
				return true;
	return false;
}

static uint64_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

/* A failing row of many coins. False: none was found for this mistake. */
static bool find_failing(struct coins *coins, uint64_t seed, struct as_bytes *text)
{
	uint64_t state = seed * 77 + 5;

	for (int attempt = 0; attempt < 3000; attempt++) {
		int64_t v[MOST];
		size_t n = 2 * (1 + next_random(&state) % (attempt % 2 ? 6 : 16));
		int64_t range = attempt % 3 ? 9 : 1000;
		n += !coins->domain->even && next_random(&state) % 2;
		for (size_t i = 0; i < n; i++) {
			v[i] = (int64_t)(next_random(&state) % (uint64_t)range);
			v[i] = coins->domain->lo < 0 && next_random(&state) % 3 == 0
				       ? -v[i]
				       : larger(v[i], coins->domain->lo);
		}
		write_row(coins->domain, v, n, text);
		if (show_coins(coins, text->data, text->size) == TEXT_FAILS)
			return true;
	}
	return false;
}

static size_t check_mistake(const struct domain *domain, const struct mistake *mistake)
{
	struct search search = {.domain = domain, .mistake = mistake};
	AS_AUTO_BYTES struct as_bytes text = {0}, min = {0};
	size_t checked = 0;
	const char *more = getenv("AS_SHRINK_SEEDS");
	uint64_t seeds = more ? strtoull(more, NULL, 10) : domain == &domains[0] ? 2 : 1;

	if (!search_smallest(&search, 8, 10 + (domain->lo > 0) * 4))
		return 0;
	write_row(domain, search.v, search.n, &min);
	for (uint64_t seed = 0; seed < seeds; seed++) {
		struct coins coins = {.domain = domain, .mistake = mistake};
		struct shrink_case c = {
			.show = show_coins, .context = &coins, .tells_invalid = seed % 2 == 0};
		if (!find_failing(&coins, seed, &text))
			continue;
		struct as_shrink_report report = shrink(&c, &text, seed % 2 ? 8 : 1);
		cr_expect_str_eq(text.data, min.data, "%s, %s, seed %lu", domain->name,
			mistake->name, (unsigned long)seed);
		cr_expect(report.complete);
		if (getenv("AS_SHRINK_SHOW"))
			fprintf(stderr, "%-10s %-20s %6lu tried, %6lu valid: %s", domain->name,
				mistake->name, (unsigned long)report.tried,
				(unsigned long)coins.valid, strchr(text.data, '\n') + 1);
		checked++;
	}
	return checked > 0;
}

Test(shrink_coins, each_mistake_is_shrunk_to_the_smallest_failing_row)
{
	for (size_t i = 0; i < DOMAINS; i++) {
		size_t checked = 0;
		for (size_t j = 0; j < MISTAKES; j++)
			checked += check_mistake(&domains[i], &mistakes[j]);
		cr_expect_geq(
			checked, domains[i].even ? 10 : 15, "%s: %zu", domains[i].name, checked);
	}
}

static void expect_smallest(
	size_t domain, int64_t (*lead)(const int64_t *, size_t), const char *from, const char *to)
{
	const struct mistake mistake = {"", lead};
	struct coins coins = {.domain = &domains[domain], .mistake = &mistake};
	struct shrink_case c = {.show = show_coins, .context = &coins};
	AS_AUTO_BYTES struct as_bytes text = {0};

	set_text(&text, from);
	shrink(&c, &text, 1);
	cr_expect_str_eq(text.data, to);
}

Test(shrink_coins, strict_peaks_need_a_plateau)
{
	expect_smallest(1, strict_peaks, "8\n2 3 9 9 9 1 1 5\n", "6\n0 1 1 1 0 0\n");
}

/* The smallest failing row is too large for an exhaustive search. One coin is enough to overflow,
 * and smaller values pass. */
Test(shrink_coins, an_overflow_is_shrunk_to_one_coin)
{
	expect_smallest(0, int32, "3\n999999999999 17 -5\n", "1\n2147483648\n");
	expect_smallest(0, single, "3\n999999999999 17 -5\n", "1\n16777217\n");
}
