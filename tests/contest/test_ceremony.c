/* SPDX-License-Identifier: MIT */
/* The document of the ceremony. */
#include "api_case.h"

static json_t *ceremony(struct api_case *made)
{
	struct as_error error = {0};
	json_t *document = as_contest_api_ceremony(made->api, made->log, &error);

	cr_assert_not_null(document, "%s", error.text);
	return document;
}

static void expect_json(json_t *found, const char *expected)
{
	AS_AUTO_JSON json_t *wanted = json_loads(expected, 0, NULL);
	AS_AUTO_FREE char *text = json_dumps(found, JSON_COMPACT | JSON_SORT_KEYS);

	cr_assert_not_null(wanted, "%s", expected);
	cr_expect(json_equal(found, wanted), "%s", text);
}

/* "select:0@1 reveal:1@0 ..." of teams, by their places at the freeze. */
static void expect_steps(const json_t *document, const char *expected)
{
	AS_AUTO_FREE char *text = NULL;
	size_t size, index;
	FILE *out = open_memstream(&text, &size);
	json_t *step;

	json_array_foreach(json_object_get(document, "steps"), index, step)
	{
		fprintf(out, "%s%s", index ? " " : "",
			json_string_value(json_object_get(step, "do")));
		if (json_object_get(step, "team"))
			fprintf(out, ":%d@%d",
				(int)json_integer_value(json_object_get(step, "team")),
				(int)json_integer_value(json_object_get(step, "place")));
		if (json_is_true(json_object_get(step, "pauses")))
			fputc('!', out);
	}
	fclose(out);
	cr_expect_str_eq(text, expected, "got %s", text);
}

/* ann leads at the freeze; bob solves two problems afterwards. eve is hidden. */
static void play(struct api_case *made)
{
	api_begin(made);
	api_judge(made, 11, api_submit(made, 10, "ann", "one"), "AC");
	api_judge(made, 12, api_submit(made, 11, "eve", "one"), "AC");
	api_judge(made, 21, api_submit(made, 20, "bob", "two"), "WA");
	api_state(made, at_minute(240));
	api_judge(made, 251, api_submit(made, 250, "bob", "one"), "AC");
	api_judge(made, 253, api_submit(made, 252, "bob", "two"), "AC");
	api_judge(made, 256, api_submit(made, 255, "ann", "two"), "CE");
	api_state(made, at_minute(300));
}

static const char bob_wins[] =
	"title! top! bottom! select:1@1! pick:1@1! reveal:1@1! pick:1@1! reveal:1@0! select:0@1! "
	"honor:0@1! slide:0@1! return:0@1! select:1@0! honor:1@0! slide:1@0! return:1@0! end!";

Test(ceremony, the_document_has_the_board_at_the_freeze_and_the_steps_to_the_winner)
{
	AUTO_API_CASE made = api_case_make("");

	play(&made);
	cr_expect_eq(as_contest_api_ceremony_check(made.log, NULL), 0);
	AS_AUTO_JSON json_t *document = ceremony(&made);
	json_t *teams = json_object_get(document, "teams");
	cr_assert_eq(json_array_size(teams), 2);
	expect_json(json_array_get(teams, 0),
		"{\"id\": \"ann\", \"name\": \"Ann \\\"A\\\" <b>\", \"organization\": \"KTH\", "
		"\"medal\": \"gold\", "
		"\"awards\": [\"Gold medal winner\", \"First to solve problem A\", \"Winner of "
		"organization KTH\"], "
		"\"solved\": \"1\", \"total\": \"10\", \"tie\": \"1 0 600000 600000\", "
		"\"cells\": [[\"solved\", \"10\", 1, 0], [\"failed\", \"\", 1, 0]]}");
	expect_json(json_object_get(json_array_get(teams, 1), "cells"),
		"[[\"pending\", \"\", 0, 1], [\"pending\", \"\", 1, 1]]");
	expect_json(json_object_get(document, "problems"),
		"[{\"label\": \"A\", \"name\": \"Minimal\", \"rgb\": \"#ff0000\", \"first\": 0}, "
		"{\"label\": \"B\", \"name\": \"Two\", \"first\": null}]");
	expect_steps(document, bob_wins);
	expect_json(json_array_get(json_object_get(document, "steps"), 7),
		"{\"do\": \"reveal\", \"pauses\": true, \"team\": 1, \"place\": 0, \"problem\": 1, "
		"\"cell\": [\"solved\", \"252\", 2, 0], \"first\": 1, \"solved\": \"2\", "
		"\"total\": \"522\", \"tie\": \"2 0 31320000 15120000\"}");
}

Test(ceremony, neither_thaw_nor_finalisation_change_it_but_awards_of_the_jury_do)
{
	AUTO_API_CASE made = api_case_make("");

	play(&made);
	AS_AUTO_JSON json_t *before = ceremony(&made);
	api_finish(&made, at_minute(310), at_minute(310), at_minute(310));
	api_state(&made, at_minute(311));
	AS_AUTO_JSON json_t *after = ceremony(&made);
	cr_expect(json_equal(before, after));
	api_award(&made, 320, "fair-play", "Fair play", "ann");
	api_award(&made, 321, "winner", NULL, "bob");
	api_award(&made, 322, "bronze-medal-of-the-club", "Bronze of the club", "bob");
	AS_AUTO_JSON json_t *own = ceremony(&made);
	expect_json(json_object_get(json_array_get(json_object_get(own, "teams"), 0), "awards"),
		"[\"Gold medal winner\", \"First to solve problem A\", \"Winner of organization "
		"KTH\", \"Fair play\"]");
	cr_expect_str_eq(json_string_value(json_object_get(
				 json_array_get(json_object_get(own, "teams"), 1), "medal")),
		"gold");
}

Test(ceremony, submissions_without_a_verdict_are_counted)
{
	AUTO_API_CASE made = api_case_make("");
	struct as_error error = {0};

	play(&made);
	api_submit(&made, 260, "ann", "one");
	api_judge(&made, 262, api_submit(&made, 261, "bob", "one"), "JE");
	cr_assert_null(as_contest_api_ceremony(made.api, made.log, &error));
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.text,
		"submissions without a verdict: 1; judging errors: 1: the ceremony needs a verdict "
		"for each submission; judge these again or ignore them");
	struct as_error again = {0};
	cr_expect_lt(as_contest_api_ceremony_check(made.log, &again), 0);
	cr_expect_str_eq(again.text, error.text);
}

Test(ceremony, a_contest_with_scores_has_points)
{
	AUTO_API_CASE made = api_case_make(
		"--- file contest.yaml\nid: club\nduration: 5:00:00\nscoreboard_type: score\n"
		"scoreboard_freeze_duration: 1:00:00\nstart_time: 2026-11-23T12:00:00Z\n");

	play(&made);
	AS_AUTO_JSON json_t *document = ceremony(&made);
	cr_expect_str_eq(json_string_value(json_object_get(document, "sum")), "Score");
	cr_expect_str_eq(json_string_value(json_object_get(
				 json_array_get(json_object_get(document, "teams"), 0), "solved")),
		"1");
	cr_expect_str_eq(json_string_value(json_object_get(
				 json_array_get(json_object_get(document, "teams"), 0), "total")),
		"0:10:01");
	cr_expect_gt(json_array_size(json_object_get(document, "steps")), 8);
}
