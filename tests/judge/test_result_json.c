/* SPDX-License-Identifier: MIT */
/* The document of a result for each audience. */
#include <assay/engine/result.h>
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static struct as_result_test usual_test(const char *name, enum as_verdict verdict)
{
	return (struct as_result_test){.name = strdup(name),
		.verdict = verdict,
		.reason = strdup("cpu"),
		.feedback = strdup("feedback"),
		.judge_message = strdup("for judges"),
		.team_message = strdup("for the team"),
		.hint = strdup("a hint"),
		.usage = {.known = true, .cpu_time_ns = 5, .wall_time_ns = 6, .memory_bytes = 7},
		.exit_code = -1,
		.has_score = true,
		.score = 0.5};
}

static char *document_text(const struct as_result *result, enum as_audience audience)
{
	AS_AUTO_JSON json_t *document = as_result_json(result, audience, NULL);
	json_t *tests = json_object_get(document, "tests");

	cr_assert_not_null(document);
	return json_dumps(json_array_get(tests, 0), JSON_COMPACT);
}

static void expect_test(struct as_result_test test, enum as_audience audience, const char *expected)
{
	AS_AUTO(as_result_clear)
	struct as_result result = {
		.verdict = AS_VERDICT_WA, .tests = malloc(sizeof(test)), .test_count = 1};
	result.tests[0] = test;
	AS_AUTO_FREE char *text = document_text(&result, audience);
	cr_expect_str_eq(text, expected);
}

#define RUN(feedback)                                                                              \
	"\"reason\":\"cpu\",\"cpu_time_ns\":5,\"wall_time_ns\":6,\"memory_bytes\":7,"              \
	"\"exit_code\":null,\"signal\":null,\"feedback\":\"" feedback "\",\"reruns\":0,"

Test(result_json, a_setter_sees_all_of_a_test)
{
	expect_test(usual_test("secret/1", AS_VERDICT_WA), AS_AUDIENCE_SETTER,
		"{\"name\":\"secret/1\",\"verdict\":\"WA\"," RUN(
			"feedback") "\"judge_message\":\"for judges\",\"team_message\":\"for the "
				    "team\","
				    "\"hint\":\"a hint\",\"score\":0.5}");
}

Test(result_json, a_student_sees_of_a_secret_test_its_verdict_and_score)
{
	expect_test(usual_test("secret/1", AS_VERDICT_WA), AS_AUDIENCE_STUDENT,
		"{\"name\":\"secret/1\",\"verdict\":\"WA\",\"score\":0.5}");
}

Test(result_json, a_student_sees_all_of_a_sample_but_messages_for_judges)
{
	struct as_result_test test = usual_test("sample/1", AS_VERDICT_WA);

	test.sight.is_sample = true;
	test.sight.feedback_is_secret = true;
	expect_test(test, AS_AUDIENCE_STUDENT,
		"{\"name\":\"sample/1\",\"verdict\":\"WA\"," RUN(
			"") "\"team_message\":\"for the team\",\"score\":0.5}");
}

Test(result_json, full_feedback_shows_what_was_failed)
{
	struct as_result_test failed = usual_test("secret/1", AS_VERDICT_WA);
	struct as_result_test passed = usual_test("secret/1", AS_VERDICT_AC);
	struct as_result_test broken = usual_test("secret/1", AS_VERDICT_JE);

	failed.sight.full_feedback = passed.sight.full_feedback = broken.sight.full_feedback = true;
	expect_test(failed, AS_AUDIENCE_STUDENT,
		"{\"name\":\"secret/1\",\"verdict\":\"WA\"," RUN(
			"feedback") "\"team_message\":\"for the team\",\"hint\":\"a "
				    "hint\",\"score\":0.5}");
	expect_test(passed, AS_AUDIENCE_STUDENT,
		"{\"name\":\"secret/1\",\"verdict\":\"AC\",\"score\":0.5}");
	expect_test(broken, AS_AUDIENCE_STUDENT,
		"{\"name\":\"secret/1\",\"verdict\":\"JE\",\"score\":0.5}");
}

Test(result_json, the_most_of_all_runs_is_of_those_that_are_shown)
{
	struct as_result_test tests[2] = {{.verdict = AS_VERDICT_AC,
						  .usage = {.known = true, .cpu_time_ns = 9},
						  .sight.is_sample = true},
		{.verdict = AS_VERDICT_AC, .usage = {.known = false, .cpu_time_ns = 99}}};
	const struct as_result result = {.tests = tests, .test_count = 2};
	struct as_result_usage usage = as_result_usage(&result, AS_AUDIENCE_STUDENT);

	cr_expect(usage.known);
	cr_expect_eq(usage.cpu_time_ns, 9);
	cr_expect_not(as_result_usage(&result, AS_AUDIENCE_SETTER).known);
	tests[0].sight.is_sample = false;
	cr_expect_not(as_result_usage(&result, AS_AUDIENCE_STUDENT).known, "nothing is shown");
}

Test(result_json, bytes_that_json_cannot_hold_are_written_as_numbers)
{
	AS_AUTO(as_result_clear)
	struct as_result result = {.verdict = AS_VERDICT_CE,
		.compile = {.verdict = AS_VERDICT_CE,
			.output = strdup("line\n\xff\xe2\x82 caf\xc3\xa9 \xe2\x82\xac")}};
	AS_AUTO_JSON json_t *document = as_result_json(&result, AS_AUDIENCE_STUDENT, NULL);
	json_t *compile = json_object_get(document, "compile");

	cr_assert_not_null(document);
	cr_expect_str_eq(json_string_value(json_object_get(compile, "output")),
		"line\n\\xFF\\xE2\\x82 caf\xc3\xa9 \xe2\x82\xac");
}

Test(result_json, unbounded_and_unknown_values_are_null)
{
	struct as_result_group group = {.name = strdup("secret"),
		.has_score = true,
		.score = NAN,
		.max_score = INFINITY,
		.unmet = SIZE_MAX};
	AS_AUTO(as_result_clear)
	struct as_result result = {.verdict = AS_VERDICT_WA,
		.scoring = true,
		.max_score = INFINITY,
		.groups = malloc(sizeof(group)),
		.group_count = 1};
	result.groups[0] = group;
	AS_AUTO_JSON json_t *document = as_result_json(&result, AS_AUDIENCE_SETTER, NULL);
	AS_AUTO_FREE char *groups = json_dumps(json_object_get(document, "groups"), JSON_COMPACT);

	cr_expect(json_is_null(json_object_get(document, "score")));
	cr_expect(json_is_null(json_object_get(document, "max_score")));
	cr_expect_str_eq(groups,
		"[{\"name\":\"secret\",\"verdict\":null,\"score\":null,\"max_score\":null}]");
}
