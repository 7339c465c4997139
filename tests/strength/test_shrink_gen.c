/* SPDX-License-Identifier: MIT */
/* Tapes of compiled generators that draw through gen.h: they are explored, replayed and shrunk. */
#include "shrink_case.h"

#include <fcntl.h>
#include <sys/wait.h>

static char folder[] = "/tmp/assay-shrink-XXXXXX";

static int shell(const char *format, ...)
{
	char command[2048];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(command, sizeof command, format, arguments);
	va_end(arguments);
	int status = system(command);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

static void make_folder(void)
{
	cr_assert_not_null(mkdtemp(folder));
}

static void remove_folder(void)
{
	cr_expect_eq(shell("rm -r %s", folder), 0);
}

TestSuite(shrink_gen, .init = make_folder, .fini = remove_folder, .timeout = 600);

static void read_made(const char *name, struct as_bytes *bytes)
{
	char path[64];
	struct as_error error = {0};

	snprintf(path, sizeof path, "%s/%s", folder, name);
	as_bytes_clear(bytes);
	cr_assert_eq(as_file_read(AT_FDCWD, path, 1 << 20, bytes, &error), 0, "%s", error.text);
}

/* A generator, and the inputs on which something fails. */
struct made {
	const char *source, *options;
	bool (*fails)(const char *input);
	const char *word; /* of a test; NULL: none */
};

static void build(const struct made *made)
{
	cr_assert_eq(
		shell("cc -O1 -I " ASSAY_GEN_INCLUDE_DIR " " ASSAY_SOURCE_DIR "/%s -o %s/program",
			made->source, folder),
		0);
}

/* Runs the generator with a tape; reads its input and its record. */
static bool run_made(const struct made *made, const struct as_tape *tape, struct as_bytes *input,
	struct as_tape *record)
{
	AS_AUTO_BYTES struct as_bytes text = {0}, recorded = {0};
	char path[64];

	cr_assert_eq(as_tape_format(tape, &text, NULL), 0);
	snprintf(path, sizeof path, "%s/tape", folder);
	cr_assert_eq(as_file_write(AT_FDCWD, path, text.data, text.size, 0600, NULL), 0);
	if (shell("cd %s && GEN_TAPE_IN=tape GEN_TAPE_OUT=record ./program %s >input 2>errors",
		    folder, made->options))
		return false;
	read_made("input", input);
	read_made("record", &recorded);
	cr_assert_eq(as_tape_parse(record, recorded.data, recorded.size, NULL), 0);
	return true;
}

static int try_made(void *context, const struct as_candidate *candidates, size_t count,
	struct as_shrink_found *found, struct as_error *error)
{
	const struct made *made = context;

	(void)error;
	for (size_t i = 0; i < count; i++) {
		AS_AUTO_BYTES struct as_bytes input = {0};
		if (!run_made(made, candidates[i].tape, &input, &found->record))
			continue;
		if (made->fails(input.data)) {
			found->index = i;
			return 0;
		}
		as_tape_clear(&found->record);
	}
	return 0;
}

/* Searches after the small inputs, and shrinks the first that fails. */
static void expect_smallest(const struct made *made, const char *smallest)
{
	const struct as_explore_config config = {
		.seed = 1, .enumerate = 60, .words = &made->word, .word_count = made->word != NULL};
	const struct as_shrink_config shrinking = {
		.attempt = try_made, .context = (void *)made, .deadline_ns = AS_UNLIMITED_NS};
	AS_AUTO_EXPLORE struct as_explore *explore = as_explore_new(&config, NULL);
	AS_AUTO_BYTES struct as_bytes input = {0}, again = {0};
	AS_AUTO_TAPE struct as_tape record = {0}, second = {0};
	bool found = false;

	build(made);
	for (uint64_t number = 0; number < 400 && !found; number++) {
		AS_AUTO_TAPE struct as_tape tape = {0};
		as_tape_clear(&record);
		cr_assert_eq(as_explore_next(explore, &tape, NULL), 0);
		bool ran = run_made(made, &tape, &input, &record);
		cr_assert_eq(as_explore_record(explore, number, ran ? &record : NULL, NULL), 0);
		found = ran && number > 70 && made->fails(input.data);
	}
	cr_assert(found);
	/* Replaying a record makes the same bytes. */
	cr_assert(run_made(made, &record, &again, &second));
	cr_expect_str_eq(input.data, again.data);
	cr_expect_eq(as_tape_compare(&record, &second), 0);
	struct as_shrink_report report;
	cr_assert_eq(as_shrink_tape(&shrinking, &record, &report, NULL), 0);
	as_tape_clear(&second);
	cr_assert(run_made(made, &record, &again, &second));
	cr_expect_str_eq(again.data, smallest, "%s", again.data);
	cr_expect(report.complete);
	cr_log_info("%lu runs", (unsigned long)report.tried);
}

/* A row in which some non-zero coin is the sum of its neighbours. */
static bool is_fibonacci(const char *input)
{
	long v[2000], n = 0;
	const char *at = input;
	char *end;

	for (long value = strtol(at, &end, 10); end != at; value = strtol(at, &end, 10)) {
		v[n++] = value;
		at = end;
	}
	for (long i = 2; i + 1 < n; i++)
		if (v[i] && v[i] == v[i - 1] + v[i + 1] && v[i - 1] && v[i + 1])
			return true;
	return false;
}

Test(shrink_gen, a_row_is_explored_and_shrunk)
{
	const struct made row = {"problems/shared/row.c",
		"--n 300 --shape random --max 9 --min 0 --seed 4", is_fibonacci, NULL};

	expect_smallest(&row, "3\n1 2 1\n");
}

/* Roads on which n is at least three roads from 1, with one of length 7. */
static bool has_far_town(const char *input)
{
	static long from[4000], to[4000], distance[1001];
	long n, count;
	int used;
	bool is_long = false, changed = true;

	if (sscanf(input, "%ld %ld%n", &n, &count, &used) != 2)
		return false;
	for (long i = 0; i < count; i++) {
		long length;
		cr_assert(sscanf(input += used, "%ld %ld %ld%n", &from[i], &to[i], &length,
				  &used) == 3);
		is_long |= length >= 7;
	}
	for (long i = 1; i <= n; i++)
		distance[i] = i == 1 ? 0 : n;
	while (changed) {
		changed = false;
		for (long i = 0; i < 2 * count; i++) {
			const long a = i % 2 ? from[i / 2] : to[i / 2];
			const long b = i % 2 ? to[i / 2] : from[i / 2];
			if (distance[b] <= distance[a] + 1)
				continue;
			distance[b] = distance[a] + 1;
			changed = true;
		}
	}
	return is_long && distance[n] >= 3;
}

Test(shrink_gen, a_graph_with_a_path_and_weights_is_shrunk)
{
	const struct made roads = {"tests/strength/programs/roads.c",
		"--n 20 --more 5 --way 9 --seed 4", has_far_town, NULL};

	expect_smallest(&roads, "4 3\n1 2 1\n2 3 1\n3 4 7\n");
}

/* At least three names, of which one begins with a letter from m on. */
static bool has_late_name(const char *input)
{
	bool is_late = false;

	for (const char *at = input; *at; at++)
		is_late |= *at == '\n' && at[1] >= 'm';
	return is_late && atol(input) >= 3;
}

Test(shrink_gen, different_words_are_shrunk)
{
	const struct made names = {
		"tests/strength/programs/names.c", "--n 10 --seed 4", has_late_name, NULL};

	expect_smallest(&names, "3\naaaaa\nbaaaa\nmaaaa\n");
}

static bool has_banana(const char *input)
{
	return strstr(input, "banana") != NULL;
}

/* No other tape has these letters in a row. */
Test(shrink_gen, a_word_of_a_test_is_tried_and_shrunk)
{
	const struct made texts = {
		"tests/strength/programs/texts.c", "--length 60 --seed 4", has_banana, "xbanana"};

	expect_smallest(&texts, "banana\n");
}
