/* SPDX-License-Identifier: MIT */
/* Columns of outcomes as a worker that was taken over, or the owner of a file, can write them. */
#include "back.h"
#include "jobs.h"

#include <criterion/criterion.h>

static struct as_store_outcome *read_row(const struct as_outcome_row *row)
{
	struct as_store_outcome *outcome = NULL;
	struct as_error error = {0};

	cr_assert_eq(as_outcome_read(row, &outcome, &error), 0, "%s", error.text);
	return outcome;
}

#define AUTO_OUTCOME AS_AUTO(free_outcome) struct as_store_outcome *
static void free_outcome(struct as_store_outcome **outcome)
{
	as_store_outcome_free(*outcome);
}

Test(outcome, a_result_of_an_older_version_has_none)
{
	cr_expect_null(read_row(&(struct as_outcome_row){.verdict = AS_VERDICT_AC}));
	cr_expect_null(
		read_row(&(struct as_outcome_row){.verdict = AS_VERDICT_AC, .groups = "{}"}));
}

Test(outcome, lists_without_numbers_are_empty)
{
	static const char *const lists[] = {"{}", "", "{", "}", "{,}", "{a}", "7,8", "NULL"};

	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
		AUTO_OUTCOME outcome = read_row(&(struct as_outcome_row){
			.verdict = AS_VERDICT_WA, .groups = lists[i], .runs = lists[i]});
		cr_expect_eq(outcome->verdict, AS_VERDICT_WA);
		cr_expect_eq(outcome->group_count, 0, "%s", lists[i]);
		cr_expect_eq(outcome->run_count, 0, "%s", lists[i]);
	}
}

Test(outcome, numbers_out_of_range_are_replaced_or_left_out)
{
	AUTO_OUTCOME outcome = read_row(&(struct as_outcome_row){.verdict = 1000,
		.is_scored = true,
		.score_e6 = INT64_MIN,
		.groups = "{-1,5,99999999999999999999999}",
		.runs = "{0,1,7, 0,1,8, -3,1,1, 4,0,-9, 9,77,9223372036854775807, 100000,1,1, "
			"10,1}"});

	cr_expect_eq(outcome->verdict, AS_VERDICT_JE);
	cr_expect_eq(outcome->score_e6, 0);
	cr_assert_eq(outcome->group_count, 3);
	cr_expect_eq(outcome->groups_e6[0], 0);
	cr_expect_eq(outcome->groups_e6[1], 5);
	cr_expect_eq(outcome->groups_e6[2], 0);
	cr_assert_eq(outcome->run_count, 3);
	cr_expect_eq(outcome->runs[0].time_ns, 7, "the first run of a test counts");
	cr_expect_eq(outcome->runs[1].test, 4);
	cr_expect_eq(outcome->runs[1].verdict, AS_VERDICT_JE);
	cr_expect_eq(outcome->runs[1].time_ns, -1);
	cr_expect_eq(outcome->runs[2].verdict, AS_VERDICT_JE);
	cr_expect_eq(outcome->runs[2].time_ns, -1);
}

Test(outcome, lists_are_cut_at_their_maximum)
{
	const size_t count = 3 * AS_STORE_MAX_RUNS;
	AS_AUTO_FREE char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; i < count; i++)
		fprintf(out, "%c%zu,1,1", i ? ',' : '{', i);
	fputc('}', out);
	fclose(out);
	AUTO_OUTCOME outcome = read_row(
		&(struct as_outcome_row){.verdict = AS_VERDICT_AC, .groups = text, .runs = text});
	cr_expect_eq(outcome->run_count, AS_STORE_MAX_RUNS);
	cr_expect_eq(outcome->group_count, AS_STORE_MAX_GROUPS);
}
