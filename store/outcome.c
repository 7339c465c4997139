/* SPDX-License-Identifier: MIT */
/*
 * Outcomes as columns of a result. A list of numbers is the text "{1,2,3}": a server stores it as
 * an array of bigint. Runs are a list of three numbers each: test, verdict, time.
 *
 * The columns are untrusted: a process with the rights of a worker wrote them. A number that cannot
 * be right is read as JE, 0 or unknown, or its run is left out.
 */
#include "back.h"
#include "jobs.h"

#include <assay/base/points.h>
#include <inttypes.h>
#include <string.h>

#define NUMBERS_PER_RUN 3
/* A package has at most as many tests; a run is shorter than twelve days. */
#define MAX_TESTS 100000
#define MAX_TIME_NS INT64_C(1000000000000000)
#define SECRET "secret/"

_Static_assert(AS_STORE_SCORE_MAX_E6 == AS_POINTS_MAX_E6, "one range of points");

/* ---- from a result ---- */

static int64_t score_e6(bool has_score, double points)
{
	int64_t e6 = 0;

	return has_score && as_points_to_e6(points, &e6) ? e6 : 0;
}

/* Subtasks are the groups directly below secret. */
static bool is_subtask(const char *name)
{
	const size_t length = strlen(SECRET);

	return strncmp(name, SECRET, length) == 0 && !strchr(name + length, '/');
}

static void write_groups(FILE *out, const struct as_result *result)
{
	size_t count = 0;

	for (size_t i = 0; i < result->group_count && count < AS_STORE_MAX_GROUPS; i++)
		if (is_subtask(result->groups[i].name))
			fprintf(out, "%s%" PRId64, count++ ? "," : "",
				score_e6(result->groups[i].has_score, result->groups[i].score));
}

/* The index of a test in the package. The tests of the result are in the package's order, so the
 * search begins at `from`, after the test before. Without a package the tests are counted. */
static size_t place_of(const struct as_package *package, const char *name, size_t from)
{
	for (size_t i = from; package && i < package->test_count; i++)
		if (strcmp(package->tests[i].name, name) == 0)
			return i;
	return from;
}

static void write_runs(FILE *out, const struct as_result *result, const struct as_package *package)
{
	size_t place = 0;

	for (size_t i = 0; i < result->test_count && i < AS_STORE_MAX_RUNS; i++) {
		const struct as_result_test *test = &result->tests[i];
		place = place_of(package, test->name, place);
		fprintf(out, "%s%zu,%d,%" PRId64, i ? "," : "", place++, (int)test->verdict,
			as_result_counted_ns(test));
	}
}

void as_recorded_clear(struct as_recorded *recorded)
{
	free(recorded->groups);
	free(recorded->runs);
	recorded->groups = recorded->runs = NULL;
}

int as_recorded_outcome(struct as_recorded *recorded, const struct as_result *result,
	const struct as_package *package, struct as_error *error)
{
	size_t size;
	AS_AUTO_FILE FILE *groups = open_memstream(&recorded->groups, &size);
	AS_AUTO_FILE FILE *runs = open_memstream(&recorded->runs, &size);

	recorded->verdict = result->verdict;
	recorded->is_scored = result->scoring;
	recorded->score_e6 = score_e6(result->has_score, result->score);
	if (!groups || !runs)
		return as_error_no_memory(error);
	fputc('{', groups);
	if (result->scoring)
		write_groups(groups, result);
	fputc('}', groups);
	fputc('{', runs);
	write_runs(runs, result, package);
	fputc('}', runs);
	const int failed = fclose(as_steal(groups));
	return fclose(as_steal(runs)) || failed ? as_error_no_memory(error) : 0;
}

/* ---- from a row ---- */

static size_t count_numbers(const char *text)
{
	size_t count = 1;

	for (; *text; text++)
		count += *text == ',';
	return count;
}

/* Reads the numbers of a list up to something else; returns how many there are. */
static size_t read_numbers(const char *text, int64_t *numbers, size_t max)
{
	size_t count = 0;

	for (; count < max && (*text == '{' || *text == ','); count++) {
		char *end;
		numbers[count] = strtoll(text + 1, &end, 10);
		if (end == text + 1)
			break;
		text = end;
	}
	return count;
}

/* NULL: out of memory. */
static int64_t *list_numbers(const char *text, size_t max, size_t *count, struct as_error *error)
{
	const size_t most = count_numbers(text);
	int64_t *numbers = calloc(most < max ? most : max, sizeof(*numbers));

	if (!numbers) {
		as_error_no_memory(error);
		return NULL;
	}
	*count = read_numbers(text, numbers, most < max ? most : max);
	return numbers;
}

static uint8_t read_verdict(int64_t verdict)
{
	return verdict > AS_VERDICT_NONE && verdict <= AS_VERDICT_CE ? (uint8_t)verdict
								     : AS_VERDICT_JE;
}

static int read_groups(const char *text, struct as_store_outcome *outcome, struct as_error *error)
{
	outcome->groups_e6 = list_numbers(text, AS_STORE_MAX_GROUPS, &outcome->group_count, error);
	for (size_t i = 0; i < outcome->group_count; i++)
		if (outcome->groups_e6[i] < 0 || outcome->groups_e6[i] > AS_STORE_SCORE_MAX_E6)
			outcome->groups_e6[i] = 0;
	return outcome->groups_e6 ? 0 : -1;
}

/* Only runs of ascending tests. */
static int read_runs(const char *text, struct as_store_outcome *outcome, struct as_error *error)
{
	size_t count = 0;
	int64_t last = -1;
	AS_AUTO_FREE int64_t *numbers =
		list_numbers(text, (size_t)NUMBERS_PER_RUN * AS_STORE_MAX_RUNS, &count, error);

	outcome->runs = calloc(count / NUMBERS_PER_RUN + 1, sizeof(*outcome->runs));
	if (!numbers || !outcome->runs)
		return as_error_no_memory(error);
	for (size_t i = 0; i + NUMBERS_PER_RUN <= count; i += NUMBERS_PER_RUN) {
		if (numbers[i] <= last || numbers[i] >= MAX_TESTS)
			continue;
		last = numbers[i];
		outcome->runs[outcome->run_count++] = (struct as_store_run){.test = (uint32_t)last,
			.verdict = read_verdict(numbers[i + 1]),
			.time_ns = numbers[i + 2] >= 0 && numbers[i + 2] <= MAX_TIME_NS
					   ? numbers[i + 2]
					   : -1};
	}
	return 0;
}

void as_store_outcome_free(struct as_store_outcome *outcome)
{
	if (!outcome)
		return;
	free(outcome->groups_e6);
	free(outcome->runs);
	free(outcome);
}

int as_outcome_read(
	const struct as_outcome_row *row, struct as_store_outcome **outcome, struct as_error *error)
{
	*outcome = NULL;
	if (!row->groups || !row->runs)
		return 0;
	struct as_store_outcome *made = calloc(1, sizeof(*made));
	if (!made)
		return as_error_no_memory(error);
	made->verdict = read_verdict(row->verdict);
	made->is_scored = row->is_scored;
	made->score_e6 =
		row->score_e6 >= 0 && row->score_e6 <= AS_STORE_SCORE_MAX_E6 ? row->score_e6 : 0;
	if (read_groups(row->groups, made, error) || read_runs(row->runs, made, error)) {
		as_store_outcome_free(made);
		return -1;
	}
	*outcome = made;
	return 0;
}
