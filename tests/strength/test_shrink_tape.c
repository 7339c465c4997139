/* SPDX-License-Identifier: MIT */
/* Tapes: file format, exploring and shrinking, with generators in C. */
#include "shrink_case.h"

TestSuite(shrink_tape, .timeout = 600);

/* ---- the file -------------------------------------------------------------------------------- */

static void expect_refused(const char *text, unsigned line, const char *problem)
{
	struct as_tape tape = {0};
	struct as_error error = {0};

	cr_expect_eq(as_tape_parse(&tape, text, strlen(text), &error), -1, "%s", text);
	cr_expect_eq(error.line, line, "%s: line %u", text, error.line);
	cr_expect_not_null(strstr(error.text, problem), "%s: %s", text, error.text);
	cr_expect_eq(tape.count, 0);
}

Test(shrink_tape, a_malformed_file_is_refused)
{
	char many[100 * 20] = "gen-tape 2\n";

	expect_refused("", 1, "'gen-tape 1' or 'gen-tape 2'");
	expect_refused("gen-tape 3\n", 1, "'gen-tape 1' or 'gen-tape 2'");
	expect_refused("gen-tape 2\n5\n", 2, "two numbers");
	expect_refused("gen-tape 2\n5 6\n", 2, "two numbers");
	expect_refused("gen-tape 2\n5 5", 2, "two numbers");
	expect_refused("gen-tape 2\n5 -1\n", 2, "two numbers");
	expect_refused("gen-tape 2\n18446744073709551616 1\n", 2, "two numbers");
	expect_refused("gen-tape 2\n1 1\n)\n", 3, "a part to begin");
	expect_refused("gen-tape 2\noption n 1 2\n", 2, "an option");
	expect_refused("gen-tape 2\noption n 1 2 3\n", 2, "within its bounds");
	expect_refused("gen-tape 2\noption a/b 1 2 2\n", 2, "an option");
	expect_refused(
		"gen-tape 2\noption n 1 2 2\noption n 9223372036854775808 1 1\n", 3, "an option");
	expect_refused("gen-tape 2\nrest 1 2\n", 2, "two numbers");
	expect_refused("gen-tape 2\nword abc\n", 2, "two numbers");
	for (int i = 0; i < 65; i++)
		sprintf(many + strlen(many), "option o%d 0 1 1\n", i);
	expect_refused(many, 66, "at most 64 options");
}

/* Only a generator that says so gets words: an older gen.h refuses them. */
Test(shrink_tape, words_are_for_generators_that_take_them)
{
	static const char *const words[] = {"abc", "Fizz"};
	const struct as_explore_config config = {.words = words, .word_count = 2};
	static const char *const records[] = {"gen-tape 2\n5 0\n", "gen-tape 2\nwords\n5 0\n"};

	for (int takes = 0; takes < 2; takes++) {
		AS_AUTO_EXPLORE struct as_explore *explore = as_explore_new(&config, NULL);
		AS_AUTO_TAPE struct as_tape record = {0}, tape = {0};
		AS_AUTO_BYTES struct as_bytes bytes = {0};
		cr_assert_eq(
			as_tape_parse(&record, records[takes], strlen(records[takes]), NULL), 0);
		cr_expect_eq(record.takes_words, takes);
		for (uint64_t number = 0; !as_explore_is_random(explore) && number < 100;
			number++) {
			as_tape_clear(&tape);
			cr_assert_eq(as_explore_next(explore, &tape, NULL), 0);
			cr_assert_eq(as_explore_record(explore, number, &record, NULL), 0);
		}
		as_tape_clear(&tape);
		cr_assert_eq(as_explore_next(explore, &tape, NULL), 0);
		cr_assert_eq(as_tape_format(&tape, &bytes, NULL), 0);
		cr_expect_eq(strstr(bytes.data, "\nword abc\nword Fizz\n") != NULL, takes, "%s",
			bytes.data);
	}
}

Test(shrink_tape, a_file_is_read_as_it_was_written)
{
	const char *text = "gen-tape 2\noption n -5 9 -5\n(\n5 3\n(\n7 0\n)\n)\n"
			   "option big -9223372036854775808 9223372036854775807 -1\n(\n)\n"
			   "18446744073709551615 18446744073709551615\n(\n1 1\n";
	AS_AUTO_TAPE struct as_tape tape = {0}, again = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	cr_assert_eq(as_tape_parse(&tape, text, strlen(text), NULL), 0);
	cr_expect_eq(tape.count, 4);
	cr_expect_eq(tape.choices[2].value, UINT64_MAX);
	/* An empty part is dropped; a part without an end ends with the tape. */
	cr_assert_eq(tape.part_count, 3);
	cr_expect(tape.parts[0].from == 0 && tape.parts[0].to == 2);
	cr_expect(tape.parts[1].from == 1 && tape.parts[1].to == 2);
	cr_expect(tape.parts[2].from == 3 && tape.parts[2].to == 4);
	cr_assert_eq(as_tape_format(&tape, &bytes, NULL), 0);
	cr_expect_str_eq(bytes.data, "gen-tape 2\noption n -5 9 -5\noption big "
				     "-9223372036854775808 9223372036854775807 -1\n"
				     "5 3\n7 0\n18446744073709551615 18446744073709551615\n1 1\n");
	cr_assert_eq(as_tape_parse(&again, bytes.data, bytes.size, NULL), 0);
	cr_expect_eq(as_tape_compare(&tape, &again), 0);
	tape.old = true;
	as_bytes_clear(&bytes);
	cr_assert_eq(as_tape_format(&tape, &bytes, NULL), 0);
	cr_expect_str_eq(bytes.data,
		"gen-tape 1\n5 3\n7 0\n18446744073709551615 18446744073709551615\n1 1\n");
}

/* ---- mutations ------------------------------------------------------------------------------- */

Test(shrink_tape, a_mutated_tape_has_choices_and_options_within_their_bounds)
{
	const char *text = "gen-tape 2\noption n -5 9 4\n5 3\n9 0\n0 0\n"
			   "18446744073709551615 18446744073709551615\n1 1\n100 50\n";
	AS_AUTO_TAPE struct as_tape record = {0};
	size_t other_options = 0, shorter = 0, different = 0;

	cr_assert_eq(as_tape_parse(&record, text, strlen(text), NULL), 0);
	for (uint64_t number = 0; number < 2000; number++) {
		AS_AUTO_TAPE struct as_tape tape = {0}, again = {0};
		cr_assert_eq(as_tape_mutate(&record, number, &tape, NULL), 0);
		cr_assert_eq(as_tape_mutate(&record, number, &again, NULL), 0);
		cr_assert_eq(as_tape_compare(&tape, &again), 0);
		cr_expect_eq(tape.rest, AS_TAPE_RANDOM);
		cr_assert_leq(tape.count, record.count);
		for (size_t i = 0; i < tape.count; i++)
			cr_expect_leq(tape.choices[i].value, record.choices[i].last);
		cr_expect(tape.options[0].value >= -5 && tape.options[0].value <= 9);
		other_options += tape.options[0].value != 4;
		shorter += tape.count < record.count;
		different += as_tape_compare(&tape, &record) != 0;
	}
	cr_expect_gt(other_options, 200u);
	cr_expect_gt(shorter, 200u);
	cr_expect_gt(different, 1500u);
	const struct as_tape empty = {0};
	AS_AUTO_TAPE struct as_tape tape = {0};
	cr_expect_eq(as_tape_mutate(&empty, 1, &tape, NULL), 0);
}

/* ---- a generator in C ------------------------------------------------------------------------ */

/* Replays and records choices as gen.h does. */
struct toy {
	const struct as_tape *tape;
	struct as_tape record;
	uint64_t rest;
};

static uint64_t toy_draw(struct toy *toy, uint64_t last)
{
	uint64_t value = 0;

	if (toy->record.count < toy->tape->count) {
		value = toy->tape->choices[toy->record.count].value;
	} else if (toy->tape->rest == AS_TAPE_RANDOM) {
		toy->rest = toy->rest * 6364136223846793005u + 1442695040888963407u;
		value = (toy->rest >> 33) % ((last < toy->tape->max ? last : toy->tape->max) + 1);
	}
	value = value < last ? value : last;
	toy->record.choices = as_array_grow(
		toy->record.choices, toy->record.count, sizeof(*toy->record.choices), NULL);
	cr_assert_not_null(toy->record.choices);
	toy->record.choices[toy->record.count++] = (struct as_choice){last, value};
	return value;
}

static int64_t toy_option(struct toy *toy, const char *name, int64_t lo, int64_t hi, int64_t value)
{
	struct as_tape_option option = {.lo = lo, .hi = hi};

	strcpy(option.name, name);
	for (size_t i = 0; i < toy->tape->option_count; i++)
		if (strcmp(toy->tape->options[i].name, name) == 0)
			value = toy->tape->options[i].value;
	option.value = value < lo ? lo : value > hi ? hi : value;
	toy->record.options =
		as_array_grow(toy->record.options, toy->record.option_count, sizeof(option), NULL);
	cr_assert_not_null(toy->record.options);
	toy->record.options[toy->record.option_count++] = option;
	return option.value;
}

static void toy_part(struct toy *toy, size_t from)
{
	toy->record.parts = as_array_grow(
		toy->record.parts, toy->record.part_count, sizeof(*toy->record.parts), NULL);
	cr_assert_not_null(toy->record.parts);
	toy->record.parts[toy->record.part_count++] =
		(struct as_tape_part){(uint32_t)from, (uint32_t)toy->record.count};
}

/* Makes an input: values that end with -1. */
typedef void generator(struct toy *toy, int64_t *values);
typedef bool predicate(const int64_t *values);

/* --n: that many values from 0 to 1000. */
static void by_option(struct toy *toy, int64_t *values)
{
	int64_t n = toy_option(toy, "n", 1, 100, 40);

	toy_option(toy, "max", -1000, 1000, 1000);
	for (int64_t i = 0; i < n; i++)
		*values++ = (int64_t)toy_draw(toy, 1000);
	*values = -1;
}

/* The number of values is drawn. */
static void by_choice(struct toy *toy, int64_t *values)
{
	uint64_t n = 1 + toy_draw(toy, 49);

	for (uint64_t i = 0; i < n; i++)
		*values++ = (int64_t)toy_draw(toy, 1000);
	*values = -1;
}

/* Before each value a choice decides whether it follows; a value is two choices and a part. */
static void by_parts(struct toy *toy, int64_t *values)
{
	for (int i = 0; i < 60; i++) {
		size_t from = toy->record.count;
		bool more = toy_draw(toy, 1);
		if (more)
			*values = (int64_t)toy_draw(toy, 31) * 32;
		if (more)
			*values++ += (int64_t)toy_draw(toy, 31);
		toy_part(toy, from);
		if (!more)
			break;
	}
	*values = -1;
}

/* The first choice decides the meaning of the others. */
static void by_shape(struct toy *toy, int64_t *values)
{
	int64_t n = toy_option(toy, "n", 1, 100, 40), high = 0;
	bool falls = toy_draw(toy, 3) > 0;

	for (int64_t i = 0; falls && i < n; i++)
		values[n - 1 - i] = high += (int64_t)toy_draw(toy, 20);
	if (falls && n > 4)
		values[n - 3] += 90;
	for (int64_t i = 0; !falls && i < n; i++)
		values[i] = (int64_t)toy_draw(toy, 1000);
	values[n] = -1;
}

struct job {
	generator *generate;
	predicate *fails;
	uint64_t tried;
};

static bool toy_run(const struct job *job, const struct as_tape *tape, struct as_tape *record)
{
	struct toy toy = {.tape = tape, .rest = tape->seed};
	int64_t values[128];

	job->generate(&toy, values);
	as_tape_clear(record);
	*record = toy.record;
	return job->fails(values);
}

static int try_tapes(void *context, const struct as_candidate *candidates, size_t count,
	struct as_shrink_found *found, struct as_error *error)
{
	struct job *job = context;

	(void)error;
	for (size_t i = 0; i < count; i++) {
		job->tried++;
		if (toy_run(job, candidates[i].tape, &found->record)) {
			found->index = i;
			return 0;
		}
		as_tape_clear(&found->record);
	}
	return 0;
}

static bool has_sum(const int64_t *values)
{
	int64_t sum = 0;

	for (; *values >= 0; values++)
		sum += *values;
	return sum >= 1500;
}

static bool has_peak(const int64_t *values)
{
	for (; values[0] >= 0 && values[1] >= 0 && values[2] >= 0; values++)
		if (values[1] > values[0] + 10 && values[1] > values[2] + 10)
			return true;
	return false;
}

static bool has_three_equal(const int64_t *values)
{
	for (const int64_t *a = values; *a >= 0; a++) {
		int count = 0;
		for (const int64_t *b = a; *b >= 0; b++)
			count += *a > 20 && *a == *b;
		if (count >= 3)
			return true;
	}
	return false;
}

static bool is_long(const int64_t *values)
{
	int count = 0;

	for (; *values >= 0; values++)
		count++;
	return count >= 17;
}

/* Shrinks a random failing tape, and compares the values of the result. */
static void expect_values(
	generator *generate, predicate *fails, uint64_t seed, const int64_t *expected)
{
	struct job job = {generate, fails, 0};
	AS_AUTO_TAPE struct as_tape record = {0};
	int64_t values[128];

	do {
		const struct as_tape start = {
			.rest = AS_TAPE_RANDOM, .seed = seed++, .max = seed % 3 ? 1000 : 40};
		if (toy_run(&job, &start, &record))
			break;
	} while (seed % 1000);
	for (size_t batch = 1; batch <= 8; batch *= 8) {
		const struct as_shrink_config config = {.attempt = try_tapes,
			.context = &job,
			.batch = batch,
			.deadline_ns = AS_UNLIMITED_NS};
		AS_AUTO_TAPE struct as_tape tape = {0};
		struct as_shrink_report report;
		cr_assert_eq(as_tape_copy(&record, &tape, NULL), 0);
		cr_assert_eq(as_shrink_tape(&config, &tape, &report, NULL), 0);
		struct toy toy = {.tape = &tape};
		generate(&toy, values);
		/* The tape is a record, so replaying it gives the same record. */
		cr_expect_eq(as_tape_compare(&tape, &toy.record), 0);
		as_tape_clear(&toy.record);
		for (size_t i = 0; i == 0 || expected[i - 1] >= 0; i++)
			cr_assert_eq(values[i], expected[i], "value %zu is %ld, seed %lu", i,
				(long)values[i], (unsigned long)seed);
		uint64_t lowered = report.lowered;
		cr_assert_eq(as_shrink_tape(&config, &tape, &report, NULL), 0);
		cr_expect(report.complete && report.lowered == 0 && lowered > 0);
	}
}

Test(shrink_tape, a_tape_is_shrunk_to_the_smallest_that_fails)
{
	static generator *const generators[] = {by_option, by_choice, by_parts};
	const int64_t peak[] = {0, 11, 0, -1}, equal[] = {21, 21, 21, -1};
	/* The choices 1 and 0 are less than 0 and 11. */
	const int64_t peak_of_parts[] = {0, 32, 0, -1};
	int64_t zeros[18] = {0};

	zeros[17] = -1;
	for (size_t i = 0; i < 3; i++)
		for (uint64_t seed = 1; seed < 2000; seed += 501) {
			expect_values(generators[i], has_peak, seed, i < 2 ? peak : peak_of_parts);
			if (i < 2)
				expect_values(generators[i], has_three_equal, seed, equal);
			if (i < 2)
				expect_values(generators[i], is_long, seed, zeros);
		}
	for (uint64_t seed = 1; seed < 3000; seed += 501)
		expect_values(by_shape, has_peak, seed, peak);
	expect_values(by_option, has_sum, 1, (const int64_t[]){500, 1000, -1});
	expect_values(by_choice, has_sum, 1, (const int64_t[]){500, 1000, -1});
}

/* A slow program allows few tries. From 40 values up to 1,000. */
Test(shrink_tape, a_hundred_tries_make_a_tape_small)
{
	int small = 0;

	for (uint64_t seed = 0; seed < 40; seed++) {
		struct job job = {by_option, has_peak, 0};
		const struct as_tape start = {.rest = AS_TAPE_RANDOM, .seed = seed, .max = 1000};
		const struct as_shrink_config config = {.attempt = try_tapes,
			.context = &job,
			.max_tries = 100,
			.deadline_ns = AS_UNLIMITED_NS};
		AS_AUTO_TAPE struct as_tape tape = {0};
		uint64_t sum = 0;
		cr_assert(toy_run(&job, &start, &tape));
		cr_assert_eq(as_shrink_tape(&config, &tape, NULL, NULL), 0);
		for (size_t i = 0; i < tape.count; i++)
			sum += tape.choices[i].value;
		small += tape.count <= 8 && sum <= 200;
	}
	cr_expect_geq(small, 36, "%d of 40", small);
}

/* ---- exploring ------------------------------------------------------------------------------- */

/* Every input with a sum of n and values up to 7 must appear, smaller inputs first. */
static void expect_all(generator *generate)
{
	const struct as_explore_config config = {.enumerate = 3000};
	AS_AUTO_EXPLORE struct as_explore *explore = as_explore_new(&config, NULL);
	bool seen[8][8][8] = {0};
	int64_t weight_before = 0;
	uint64_t number = 0;

	for (; !as_explore_is_random(explore); number++) {
		AS_AUTO_TAPE struct as_tape tape = {0};
		int64_t values[128] = {0}, sum = 0, n = 0;
		cr_assert_eq(as_explore_next(explore, &tape, NULL), 0);
		struct toy toy = {.tape = &tape};
		generate(&toy, values);
		cr_assert_eq(as_explore_record(explore, number, &toy.record, NULL), 0);
		as_tape_clear(&toy.record);
		while (values[n] >= 0)
			sum += values[n++];
		if (number > 5) {
			cr_expect_geq(n + sum, weight_before, "%ld", (long)n);
			weight_before = n + sum;
		}
		if (n <= 3 && sum <= 7) {
			bool *place =
				&seen[values[0]][n > 1 ? values[1] : 0][n > 2 ? values[2] : 0];
			*place = n == 3 || *place;
		}
	}
	for (int i = 0; i < 8; i++)
		for (int j = 0; i + j < 8; j++)
			for (int k = 0; i + j + k < 8; k++)
				cr_expect(seen[i][j][k], "%d %d %d", i, j, k);
}

Test(shrink_tape, small_tapes_are_all_explored_in_order_of_size)
{
	expect_all(by_option);
	expect_all(by_choice);
}

Test(shrink_tape, random_tapes_grow_and_are_reproducible)
{
	const struct as_explore_config config = {.seed = 5, .enumerate = 10};
	AS_AUTO_EXPLORE struct as_explore *one = as_explore_new(&config, NULL);
	AS_AUTO_EXPLORE struct as_explore *two = as_explore_new(&config, NULL);
	int64_t largest[2] = {0};

	for (uint64_t number = 0; number < 1200; number++) {
		AS_AUTO_TAPE struct as_tape tape = {0}, same = {0};
		AS_AUTO_BYTES struct as_bytes text = {0}, same_text = {0};
		int64_t values[128], n = 0;
		cr_assert_eq(as_explore_next(one, &tape, NULL), 0);
		cr_assert_eq(as_explore_next(two, &same, NULL), 0);
		cr_assert_eq(as_tape_format(&tape, &text, NULL), 0);
		cr_assert_eq(as_tape_format(&same, &same_text, NULL), 0);
		cr_assert_str_eq(text.data, same_text.data);
		struct toy toy = {.tape = &tape, .rest = tape.seed};
		by_option(&toy, values);
		cr_assert_eq(as_explore_record(one, number, &toy.record, NULL), 0);
		cr_assert_eq(as_explore_record(two, number, &toy.record, NULL), 0);
		as_tape_clear(&toy.record);
		while (values[n] >= 0)
			n++;
		/* The option on the command line is the upper bound, and is used in some tapes. */
		cr_assert_leq(n, 40);
		if (number > 20 && n < 40 && n > largest[number > 60])
			largest[number > 60] = n;
	}
	cr_expect_lt(largest[0], 10);
	cr_expect_gt(largest[1], 30);
	cr_expect(as_explore_is_random(one));
}

Test(shrink_tape, records_can_arrive_late_or_never)
{
	const struct as_explore_config config = {.enumerate = 100};
	AS_AUTO_EXPLORE struct as_explore *explore = as_explore_new(&config, NULL);

	for (uint64_t number = 0; number < 500; number++) {
		AS_AUTO_TAPE struct as_tape tape = {0};
		cr_assert_eq(as_explore_next(explore, &tape, NULL), 0);
		if (number % 7 == 0)
			cr_assert_eq(as_explore_record(explore, number / 7, NULL, NULL), 0);
		cr_assert_eq(as_explore_record(explore, number + 1000, NULL, NULL), 0);
	}
}
