/* SPDX-License-Identifier: MIT */
/* Texts of other formats than rows of coins, and the contract of the API. */
#include "shrink_case.h"

TestSuite(shrink_text, .timeout = 600);

static void expect_shrunk(
	enum text_result (*show)(void *, const char *, size_t), const char *from, const char *to)
{
	for (size_t batch = 1; batch <= 16; batch *= 16) {
		struct shrink_case c = {.show = show, .tells_invalid = batch > 1};
		AS_AUTO_BYTES struct as_bytes text = {0};
		set_text(&text, from);
		struct as_shrink_report report = shrink(&c, &text, batch);
		cr_expect_str_eq(text.data, to);
		cr_expect(report.complete);
		cr_expect_leq(c.max_batch, batch);
		cr_expect_eq(report.tried, c.candidates);
		/* Shrinking again changes nothing. */
		report = shrink(&c, &text, batch);
		cr_expect_eq(report.lowered, 0);
		cr_expect_str_eq(text.data, to);
	}
}

/* ---- forms ----------------------------------------------------------------------------------- */

/* Reads a number and the character after it. */
static bool number(const char **at, char end, long lo, long hi, long *value)
{
	int used = 0;
	char again[32];

	if (sscanf(*at, "%ld%n", value, &used) != 1 || *value < lo || *value > hi)
		return false;
	if (sprintf(again, "%ld", *value) != used || strncmp(*at, again, strlen(again)) != 0)
		return false;
	*at += used;
	return *(*at)++ == end;
}

/* n m, then edges; fails if there is a triangle. */
static enum text_result triangle(void *context, const char *text, size_t size)
{
	bool edge[31][31] = {0};
	long n, m, a, b;
	const char *at = text;

	(void)context;
	if (!number(&at, ' ', 1, 30, &n) || !number(&at, '\n', 0, 900, &m))
		return TEXT_INVALID;
	for (long i = 0; i < m; i++) {
		if (!number(&at, ' ', 1, n, &a) || !number(&at, '\n', 1, n, &b) || a == b)
			return TEXT_INVALID;
		edge[a][b] = edge[b][a] = true;
	}
	if (at != text + size)
		return TEXT_INVALID;
	for (a = 1; a <= n; a++)
		for (b = 1; b <= n; b++)
			for (long c = 1; c <= n; c++)
				if (edge[a][b] && edge[b][c] && edge[a][c])
					return TEXT_FAILS;
	return TEXT_PASSES;
}

Test(shrink_text, edges_and_vertices_are_removed)
{
	expect_shrunk(
		triangle, "9 8\n1 2\n9 3\n3 4\n4 9\n5 6\n7 8\n8 5\n2 9\n", "3 3\n1 2\n1 3\n2 3\n");
}

/* T; n, n values; fails if a case has two equal neighbours of at least 100. */
static enum text_result cases(void *context, const char *text, size_t size)
{
	const char *at = text;
	long t, n, value, before;
	bool fails = false;

	(void)context;
	if (!number(&at, '\n', 1, 100, &t))
		return TEXT_INVALID;
	while (t--) {
		if (!number(&at, '\n', 1, 100, &n))
			return TEXT_INVALID;
		before = -1;
		for (; n; n--, before = value) {
			if (!number(&at, n == 1 ? '\n' : ' ', 0, 1000000, &value))
				return TEXT_INVALID;
			fails = fails || (value == before && value >= 100);
		}
	}
	return at != text + size ? TEXT_INVALID : fails ? TEXT_FAILS : TEXT_PASSES;
}

Test(shrink_text, cases_are_removed)
{
	expect_shrunk(cases, "4\n1\n5\n3\n7 7 9\n5\n1 700 700 5 6\n2\n3 4\n", "1\n2\n100 100\n");
}

/* n, weights, values; fails if some item has value > weight > 5. */
static enum text_result items(void *context, const char *text, size_t size)
{
	const char *at = text;
	long n, weights[50], value;
	bool fails = false;

	(void)context;
	if (!number(&at, '\n', 1, 50, &n))
		return TEXT_INVALID;
	for (long i = 0; i < n; i++)
		if (!number(&at, i + 1 == n ? '\n' : ' ', 1, 1000, &weights[i]))
			return TEXT_INVALID;
	for (long i = 0; i < n; i++) {
		if (!number(&at, i + 1 == n ? '\n' : ' ', 1, 1000, &value))
			return TEXT_INVALID;
		fails = fails || (value > weights[i] && weights[i] > 5);
	}
	return at != text + size ? TEXT_INVALID : fails ? TEXT_FAILS : TEXT_PASSES;
}

Test(shrink_text, two_rows_of_one_count_lose_the_same_item)
{
	expect_shrunk(items, "5\n4 70 9 2 8\n4 60 5 100 400\n", "1\n6\n7\n");
}

/* rows columns, a grid; fails if a # is right of a #. */
static enum text_result grid(void *context, const char *text, size_t size)
{
	const char *at = text;
	long rows, columns;
	bool fails = false;

	(void)context;
	if (!number(&at, ' ', 1, 50, &rows) || !number(&at, '\n', 1, 50, &columns))
		return TEXT_INVALID;
	for (long i = 0; i < rows; i++) {
		for (long j = 0; j < columns; j++, at++) {
			if (*at != '.' && *at != '#')
				return TEXT_INVALID;
			fails = fails || (j && *at == '#' && at[-1] == '#');
		}
		if (*at++ != '\n')
			return TEXT_INVALID;
	}
	return at != text + size ? TEXT_INVALID : fails ? TEXT_FAILS : TEXT_PASSES;
}

Test(shrink_text, words_lose_characters)
{
	expect_shrunk(grid, "3 6\n..#..#\n.###..\n#.....\n", "1 2\n##\n");
}

/* A length and a word; fails if a b comes before an a. */
static enum text_result word(void *context, const char *text, size_t size)
{
	const char *at = text;
	long length;

	(void)context;
	if (!number(&at, '\n', 1, 1000, &length) ||
		size != (size_t)(at - text) + (size_t)length + 1)
		return TEXT_INVALID;
	for (long i = 0; i < length; i++)
		if (at[i] < 'a' || at[i] > 'z')
			return TEXT_INVALID;
	const char *b = strchr(at, 'b');
	return b && strchr(b, 'a') ? TEXT_FAILS : TEXT_PASSES;
}

Test(shrink_text, a_length_is_lowered_with_its_word)
{
	expect_shrunk(word, "16\nxxabyyyzzzbaqqba\n", "2\nba\n");
}

/* n, then one value per line; fails if the values rise at least twice. */
static enum text_result column(void *context, const char *text, size_t size)
{
	const char *at = text;
	long n, value, before = 0;
	int rises = 0;

	(void)context;
	if (!number(&at, '\n', 1, 1000, &n))
		return TEXT_INVALID;
	for (long i = 0; i < n; i++, before = value) {
		if (!number(&at, '\n', -1000, 1000, &value))
			return TEXT_INVALID;
		rises += i && value > before;
	}
	return at != text + size ? TEXT_INVALID : rises > 1 ? TEXT_FAILS : TEXT_PASSES;
}

Test(shrink_text, lines_with_one_value_are_removed)
{
	expect_shrunk(column, "7\n4\n-900\n3\n77\n5\n5\n80\n", "3\n-1\n0\n1\n");
}

/* ---- one number ------------------------------------------------------------------------------ */

static enum text_result at_least(void *context, const char *text, size_t size)
{
	const char *at = text;
	long value;

	if (!number(&at, '\n', INT64_MIN, INT64_MAX, &value) || at != text + size)
		return TEXT_INVALID;
	return value >= *(long *)context ? TEXT_FAILS : TEXT_PASSES;
}

Test(shrink_text, a_threshold_is_found_in_few_steps)
{
	const long thresholds[] = {0, 1, 2, 1000, 2147483648, 999999999999, INT64_MAX};

	for (size_t i = 0; i < sizeof thresholds / sizeof *thresholds; i++) {
		long threshold = thresholds[i];
		struct shrink_case c = {.show = at_least, .context = &threshold};
		AS_AUTO_BYTES struct as_bytes text = {0};
		char expected[32];
		set_text(&text, "9223372036854775807\n");
		shrink(&c, &text, 1);
		sprintf(expected, "%ld\n", threshold);
		cr_expect_str_eq(text.data, expected);
		cr_expect_lt(c.candidates, 400);
	}
}

/* ---- the contract ---------------------------------------------------------------------------- */

static enum text_result everything(void *context, const char *text, size_t size)
{
	(void)context;
	(void)text;
	(void)size;
	return TEXT_FAILS;
}

Test(shrink_text, a_program_that_always_fails_gets_an_empty_text)
{
	expect_shrunk(everything, "3\n1 2 3\nabc -9\n", "");
	expect_shrunk(everything, "", "");
	expect_shrunk(everything, "no line feed", "");
}

Test(shrink_text, limits_are_respected)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	atomic_bool cancel = true;

	for (uint64_t max = 1; max < 60; max += 7) {
		struct shrink_case c = {.show = triangle};
		struct as_shrink_config config = config_of(&c, max % 2 ? 4 : 1);
		struct as_shrink_report report;
		config.max_tries = max;
		set_text(&text, "9 8\n1 2\n9 3\n3 4\n4 9\n5 6\n7 8\n8 5\n2 9\n");
		cr_assert_eq(as_shrink_text(&config, &text, &report, NULL), 0);
		cr_expect_eq(report.tried, max);
		cr_expect_eq(c.candidates, max);
		cr_expect_not(report.complete);
		cr_expect_eq(triangle(NULL, text.data, text.size), TEXT_FAILS);
	}
	struct shrink_case c = {.show = triangle};
	struct as_shrink_config config = config_of(&c, 1);
	config.cancel = &cancel;
	cr_assert_eq(as_shrink_text(&config, &text, NULL, NULL), 0);
	config.cancel = NULL;
	config.deadline_ns = as_now_ns();
	cr_assert_eq(as_shrink_text(&config, &text, NULL, NULL), 0);
	cr_expect_eq(c.calls, 0);
}

static int give_up(void *context, const struct as_candidate *candidates, size_t count,
	struct as_shrink_found *found, struct as_error *error)
{
	struct shrink_case *c = context;

	if (c->calls == 60)
		return as_error_set(error, AS_ERROR_INTERNAL, "the disk is full");
	return try_texts(context, candidates, count, found, error);
}

Test(shrink_text, an_error_keeps_the_best_text)
{
	struct shrink_case c = {.show = triangle};
	struct as_shrink_config config = config_of(&c, 1);
	struct as_shrink_report report;
	struct as_error error = {0};
	AS_AUTO_BYTES struct as_bytes text = {0};
	const char *from = "9 8\n1 2\n9 3\n3 4\n4 9\n5 6\n7 8\n8 5\n2 9\n";

	config.attempt = give_up;
	set_text(&text, from);
	cr_expect_eq(as_shrink_text(&config, &text, &report, &error), -1);
	cr_expect_str_eq(error.text, "the disk is full");
	cr_expect_eq(report.tried, 60);
	cr_expect_gt(report.lowered, 0);
	cr_expect_lt(as_text_compare(text.data, text.size, from, strlen(from)), 0);
	cr_expect_eq(triangle(NULL, text.data, text.size), TEXT_FAILS);
}

/* ---- hostile texts --------------------------------------------------------------------------- */

static uint64_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

/* Fails if the text has a byte 7. */
static enum text_result bell(void *context, const char *text, size_t size)
{
	(void)context;
	return size && memchr(text, 7, size) ? TEXT_FAILS : TEXT_PASSES;
}

static void fill(struct as_bytes *text, size_t size, const char *alphabet, size_t letters)
{
	uint64_t state = size;

	as_bytes_clear(text);
	text->data = malloc(size + 1);
	cr_assert_not_null(text->data);
	for (size_t i = 0; i < size; i++)
		text->data[i] = alphabet ? alphabet[next_random(&state) % letters]
					 : (char)next_random(&state);
	text->data[size / 2] = 7;
	text->data[size] = '\0';
	text->size = size;
}

Test(shrink_text, any_bytes_are_shrunk)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	struct shrink_case c = {.show = bell};

	for (size_t size = 1; size <= 3000; size = size * 3 + 1) {
		fill(&text, size, NULL, 0);
		shrink(&c, &text, 8);
		cr_expect_leq(text.size, 2, "%zu of %zu", text.size, size);
		fill(&text, size, "-0129 \n\r\t\0a", 12);
		shrink(&c, &text, 1);
		cr_expect_leq(text.size, 3, "%zu of %zu", text.size, size);
	}
}

Test(shrink_text, shrinking_a_large_text_ends_in_time)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	const struct {
		const char *alphabet;
		size_t letters, size;
	} rows[] = {{"\n", 1, 300000}, {" ", 1, 300000}, {"1 ", 2, 300000}, {"x", 1, 300000},
		{"-9 \n", 4, 300000}, {"12 \n", 4, 5000000}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct shrink_case c = {.show = bell};
		struct as_shrink_config config = config_of(&c, 1);
		size_t before = rows[i].size;
		config.max_tries = 60;
		fill(&text, before, rows[i].alphabet, rows[i].letters);
		cr_assert_eq(as_shrink_text(&config, &text, NULL, NULL), 0);
		cr_expect_leq(text.size, before);
	}
}

/* ---- the order ------------------------------------------------------------------------------- */

Test(shrink_text, the_order_is_total)
{
	static const char *const ascending[] = {"", "\n", "0\n", "0  \n", "1\n", "-1\n", "2\n",
		"-2", "-2\n", "1000\n", "a", "b", "aa\n", "-0", "01\n", "0 0", "1 0", "0 1", "0 2",
		"-1 1", "3 0", "x 0", "x -1", "x y", "1\n9 9", "2\n0 1"};
	const size_t count = sizeof ascending / sizeof *ascending;

	/* Rows of coins: number, sum, lexicographic. */
	cr_expect_lt(as_text_compare("2\n9 9", 5, "3\n0 0 0", 7), 0);
	cr_expect_lt(as_text_compare("3\n0 0 2", 7, "3\n1 1 1", 7), 0);
	cr_expect_lt(as_text_compare("3\n0 2 0", 7, "3\n1 0 1", 7), 0);
	cr_expect_lt(as_text_compare("2\n0 1", 5, "2\n0 -1", 6), 0);
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < count; j++) {
			const char *a = ascending[i], *b = ascending[j];
			int order = as_text_compare(a, strlen(a), b, strlen(b));
			int back = as_text_compare(b, strlen(b), a, strlen(a));
			cr_expect((order < 0) == (back > 0) && (order == 0) == (i == j),
				"'%s' and '%s'", a, b);
			for (size_t k = 0; k < count && order < 0; k++) {
				const char *c = ascending[k];
				if (as_text_compare(b, strlen(b), c, strlen(c)) < 0)
					cr_expect_lt(
						as_text_compare(a, strlen(a), c, strlen(c)), 0);
			}
		}
}

/* ---- mutations ------------------------------------------------------------------------------- */

Test(shrink_text, mutations_are_reproducible_and_often_valid)
{
	const struct as_sample samples[] = {{"3 3\n1 2\n2 3\n1 3\n", 16}, {"4 1\n1 4\n", 8}};
	size_t valid = 0, changed = 0;

	for (uint64_t i = 0; i < 2000; i++) {
		AS_AUTO_BYTES struct as_bytes text = {0}, again = {0};
		cr_assert_eq(as_mutate(samples, 2, i, &text, NULL), 0);
		cr_assert_eq(as_mutate(samples, 2, i, &again, NULL), 0);
		cr_assert_str_eq(text.data, again.data);
		valid += triangle(NULL, text.data, text.size) != TEXT_INVALID;
		changed += strcmp(text.data, samples[0].text) != 0 &&
			   strcmp(text.data, samples[1].text) != 0;
	}
	cr_expect_gt(valid, 300, "%zu", valid);
	cr_expect_gt(changed, 1500, "%zu", changed);
	cr_log_info("%zu valid", valid);
}

Test(shrink_text, any_bytes_can_be_mutated)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	const struct as_sample empty = {"", 0};

	for (uint64_t i = 0; i < 200; i++) {
		AS_AUTO_BYTES struct as_bytes text = {0};
		cr_assert_eq(as_mutate(&empty, 1, i, &text, NULL), 0);
		cr_assert_eq(text.size, 0);
	}
	for (uint64_t i = 0; i < 500; i++) {
		AS_AUTO_BYTES struct as_bytes text = {0};
		fill(&bytes, 1 + i, i % 2 ? "-19 \n\0x" : NULL, 7);
		const struct as_sample sample = {bytes.data, bytes.size};
		cr_assert_eq(as_mutate(&sample, 1, i, &text, NULL), 0);
	}
}
