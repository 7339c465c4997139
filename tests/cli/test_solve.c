/* SPDX-License-Identifier: MIT */
/* assay solve: every variant in the format of its package, and bad input. */
#include "support/command.h"

#include <sys/resource.h>

TestSuite(solve, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define INVALID ASSAY_SOURCE_DIR "/tests/data/invalid/solve"

/* `words` are the arguments of the command after "solve". */
static struct outcome solve_bytes(const char *words, const char *input, size_t size)
{
	put_bytes("input", input, size);
	AS_AUTO_FREE char *script = as_text_format(NULL, "\"$0\" solve %s <input", words);
	return command_run((const char *const[]){"/bin/sh", "-c", script, ASSAY_COMMAND, NULL});
}

static void expect_answer(const char *words, const char *input, const char *answer)
{
	AUTO_OUTCOME outcome = solve_bytes(words, input, strlen(input));
	EXPECT_STATUS(outcome, 0);
	cr_expect_str_eq(outcome.out.data, answer, "%s of %s: %s", words, input, outcome.out.data);
	cr_expect_str_empty(outcome.err.data);
}

/* ---- answers ---- */

Test(solve, every_variant_answers_in_the_format_of_its_package)
{
	expect_answer("optimal", "4\n8 15 3 7\n", "22\n");
	expect_answer("totals", "5\n1 2 1 2 1\n", "3 4\n");
	expect_answer("totals", "3\n0 5 -7\n", "-7 5\n");
	expect_answer("who", "3\n2 8 1\n3 0 5 0\n2 4 4\n", "FIRST\nSECOND\nTIE\n");
	expect_answer("moves", "4\n5 3 7 10\n", "15\nRRLL\n");
	expect_answer("moves", "3\n2 2 2\n", "4\nLLL\n");
	expect_answer("parity", "6\n3 2 2 3 1 2\n", "7\n");
	expect_answer("parity", "4\n-3 2 -2 -5\n", "-3\n");
	expect_answer("dumb", "4\n8 15 3 7\n", "23\n");
	expect_answer("dumbsmart", "2\n2\n1 2\n4\n8 15 3 7\n", "2 2\n23 22\n");
	expect_answer("two", "6\n1 2 9 9 3 1\n", "7\n");
	expect_answer("greedy", "4\n8 15 3 7\n", "15\n");
}

Test(solve, both_algorithms_answer_alike)
{
	static const char *const variants[] = {"optimal", "totals", "moves", "two"};
	const char *row = "10\n3 1 4 1 5 9 2 6 5 3\n";
	for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
		AS_AUTO_FREE char *dp = as_text_format(NULL, "%s --algorithm dp", variants[i]);
		AS_AUTO_FREE char *linear =
			as_text_format(NULL, "--algorithm=linear %s", variants[i]);
		AUTO_OUTCOME one = solve_bytes(dp, row, strlen(row));
		EXPECT_STATUS(one, 0);
		expect_answer(linear, row, one.out.data);
	}
}

Test(solve, given_moves_are_played)
{
	expect_answer("moves --replay=LRRL", "4\n1 5 2 3\n",
		"The game of these moves:\n"
		"1. first takes 1 (left): first 1, second 0\n"
		"2. second takes 3 (right): first 1, second 3\n"
		"3. first takes 2 (right): first 3, second 3\n"
		"4. second takes 5 (left): first 3, second 8\n"
		"first takes 1 2: 3\n"
		"second takes 3 5: 8\n");
	AUTO_OUTCOME few = solve_bytes("moves --replay=LRX", "4\n1 5 2 3\n", 10);
	EXPECT_COMPLAINT(few, 3, "--replay: 4 coins need 4 moves, each L or R; got 'LRX'");
	AUTO_OUTCOME other = solve_bytes("optimal --replay=LR", "2\n1 5\n", 6);
	EXPECT_COMPLAINT(other, 2, "the answers of variant optimal are no moves; omit --replay");
}

Test(solve, the_game_is_explained_turn_by_turn)
{
	expect_answer("optimal --explain", "4\n8 15 3 7\n",
		"Both play optimally:\n"
		"1. first takes 7 (right): first 7, second 0\n"
		"2. second takes 8 (left): first 7, second 8\n"
		"3. first takes 15 (left): first 22, second 8\n"
		"4. second takes 3 (left): first 22, second 11\n"
		"first takes 7 15: 22\n"
		"second takes 8 3: 11\n");
	expect_answer("two --explain", "4\n8 15 3 7\n",
		"Both play optimally, two coins per turn:\n"
		"1. first takes 8 15 (left): first 23, second 0\n"
		"2. second takes 3 7 (left): first 23, second 10\n"
		"first takes 8 15: 23\n"
		"second takes 3 7: 10\n");
	expect_answer("parity --explain", "4\n8 15 3 7\n",
		"odd places: 8 3: 11\n"
		"even places: 15 7: 22\n"
		"first takes the right end, then always the end that second has uncovered: the "
		"even places, 22\n");
	expect_answer("greedy --explain", "2\n1 2\n",
		"Both take the larger end:\n"
		"1. first takes 2 (right): first 2, second 0\n"
		"2. second takes 1 (left): first 2, second 1\n"
		"first takes 2: 2\n"
		"second takes 1: 1\n"
		"if both play optimally, first gets 2\n");
	expect_answer("who --explain", "3\n1 5\n2 3 3\n3 0 5 0\n",
		"Both play optimally:\n"
		"1. first takes 5 (left): first 5, second 0\n"
		"first takes 5: 5\n"
		"second takes: 0\n"
		"FIRST wins by 5\n"
		"Both play optimally:\n"
		"1. first takes 3 (left): first 3, second 0\n"
		"2. second takes 3 (left): first 3, second 3\n"
		"first takes 3: 3\n"
		"second takes 3: 3\n"
		"TIE\n"
		"Both play optimally:\n"
		"1. first takes 0 (left): first 0, second 0\n"
		"2. second takes 5 (left): first 0, second 5\n"
		"3. first takes 0 (left): first 0, second 5\n"
		"first takes 0 0: 0\n"
		"second takes 5: 5\n"
		"SECOND wins by 5\n");
	expect_answer("dumbsmart --explain", "1 1 5",
		"The second player helps the first:\n"
		"1. first takes 5 (left): first 5, second 0\n"
		"first takes 5: 5\n"
		"second takes: 0\n"
		"Both play optimally:\n"
		"1. first takes 5 (left): first 5, second 0\n"
		"first takes 5: 5\n"
		"second takes: 0\n");
}

Test(solve, the_table_shows_every_interval)
{
	const char *head =
		"Total of the player to move, for the coins from i (down) to j (across):\n";
	AS_AUTO_FREE char *optimal = as_text_format(NULL,
		"%s    1  2  3  4\n 1  8 15 11 22\n 2    15 15 18\n 3        3  7\n 4           "
		"7\n",
		head);
	AS_AUTO_FREE char *dumb = as_text_format(
		NULL, "%s     1   2   3\n 1   8  15  23\n 2      15  15\n 3         -10\n", head);
	expect_answer("optimal --table", "4\n8 15 3 7\n", optimal);
	expect_answer("dumb --table", "3\n8 15 -10\n", dumb);
}

/* ---- bad input ---- */

/* A file contains the command's arguments, its complaint, and the input: add one to the folder. */
static void expect_complaint_of(const char *name)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", INVALID, name);
	cr_assert_eq(as_file_read(AT_FDCWD, path, 1 << 20, &bytes, NULL), 0, "%s", path);
	char *words_end = memchr(bytes.data, '\n', bytes.size);
	cr_assert(words_end, "%s", name);
	char *said_end = strchr(words_end + 1, '\n');
	cr_assert(said_end, "%s", name);
	*words_end = *said_end = '\0';
	const char *input = said_end + 1;
	AUTO_OUTCOME outcome =
		solve_bytes(bytes.data, input, bytes.size - (size_t)(input - bytes.data));
	AS_AUTO_FREE char *said = as_text_format(NULL, "assay: %s\n", words_end + 1);
	EXPECT_STATUS(outcome, 3);
	cr_expect_str_eq(outcome.err.data, said, "%s: %s", name, outcome.err.data);
}

Test(solve, bad_input_is_refused_with_line_column_and_expectation)
{
	AS_AUTO_FD int dir = open(INVALID, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = dir < 0 ? NULL : as_dir_list(dir, 1000, NULL);
	size_t count = 0;
	cr_assert(names);
	for (; names[count]; count++)
		expect_complaint_of(names[count]);
	cr_expect_geq(count, 30, "only %zu files were found", count);
}

Test(solve, standard_input_that_cannot_be_read_is_bad_input)
{
	AUTO_OUTCOME folder = command_run((const char *const[]){
		"/bin/sh", "-c", "\"$0\" solve optimal </", ASSAY_COMMAND, NULL});
	EXPECT_COMPLAINT(folder, 3, "stdin:1:1: cannot be read: Is a directory");
	AUTO_OUTCOME closed = command_run((const char *const[]){
		"/bin/sh", "-c", "\"$0\" solve optimal <&-", ASSAY_COMMAND, NULL});
	EXPECT_COMPLAINT(closed, 3, "stdin:1:1: cannot be read");
}

Test(solve, an_answer_that_cannot_be_written_is_an_error)
{
	AUTO_OUTCOME outcome = command_run((const char *const[]){"/bin/sh", "-c",
		"echo 1 5 | \"$0\" solve optimal >/dev/full", ASSAY_COMMAND, NULL});
	EXPECT_COMPLAINT(outcome, 5, "No space left on device");
}

/* A declared size costs no memory, and neither does a token or a gap without end. The sanitizer
 * itself takes some 30 MiB. */
Test(solve, memory_does_not_grow_with_declared_sizes_or_skipped_input)
{
	static const char *const producers[] = {
		"echo 1000000000",
		"echo 1; head -c 100000000 /dev/zero | tr '\\0' 7",
		"echo 1; head -c 100000000 /dev/zero | tr '\\0' ' '",
		"head -c 100000000 /dev/zero",
	};
	for (size_t i = 0; i < sizeof producers / sizeof *producers; i++) {
		AS_AUTO_FREE char *script =
			as_text_format(NULL, "(%s) | \"$0\" solve optimal", producers[i]);
		struct rusage usage;
		AUTO_OUTCOME outcome = command_run(
			(const char *const[]){"/bin/sh", "-c", script, ASSAY_COMMAND, NULL});
		getrusage(RUSAGE_CHILDREN, &usage);
		EXPECT_COMPLAINT(outcome, 3, "stdin:");
		cr_expect_lt(
			usage.ru_maxrss, 90 * 1024, "%s: %ld KiB", producers[i], usage.ru_maxrss);
	}
}
