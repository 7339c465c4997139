/* SPDX-License-Identifier: MIT */
/* Measurements that end early, and what they depend on. */
#include "judge/engine_case.h"

#include <assay/strength.h>

/* Prints its input; 12 places for a mistake. */
#define COPY                                                                                       \
	MINIMAL_PACKAGE                                                                            \
	"--- file submissions/accepted/copy.c\n"                                                   \
	"#include <stdio.h>\n"                                                                     \
	"int main(void)\n"                                                                         \
	"{\n"                                                                                      \
	"	int n, sum = 0;\n"                                                                       \
	"	scanf(\"%d\", &n);\n"                                                                    \
	"	for (int i = 0; i < n; i++)\n"                                                           \
	"		sum += 1;\n"                                                                            \
	"	printf(\"%d\\n\", sum);\n"                                                               \
	"}\n"

/* COPY that no earlier run of the tests left in the cache; free it. */
static char *make_copy(void)
{
	return as_text_format(NULL, "%s/* %lld */\n", COPY, (long long)as_now_ns());
}

static void measure(struct engine_setting *setting, struct as_strength_order *order,
	struct as_strength_report *report)
{
	struct as_error error = {0};
	order->engine = setting->engine;
	order->opened = setting->opened;
	const int failed = as_strength_measure(order, report, &error);
	engine_setting_need(setting, failed, &error);
}

static size_t count_all(const struct as_strength_report *report)
{
	size_t count = 0;
	for (int state = 0; state < AS_MUTANT_STATE_COUNT; state++)
		count += report->counts[state];
	return count;
}

static void cancel(void *context, const struct as_strength_progress *now)
{
	struct engine_setting *setting = context;
	setting->cancel = setting->cancel || now->judged == 1;
}

Test(measure, after_an_interruption_the_report_has_what_is_known)
{
	AUTO_ENGINE setting;
	AS_AUTO_FREE char *text = make_copy();
	engine_setting_make(&setting, text, 1);
	AS_AUTO(as_strength_report_clear) struct as_strength_report report = {0};
	struct as_strength_order order = {.progress = cancel, .progress_context = &setting};
	measure(&setting, &order, &report);
	cr_expect(report.interrupted);
	cr_expect_not(report.is_late);
	cr_expect_geq(report.counts[AS_MUTANT_KILLED] + report.counts[AS_MUTANT_SURVIVED], 1);
	cr_expect_gt(report.counts[AS_MUTANT_UNKNOWN], 0);
	cr_expect_eq(count_all(&report), report.mutant_count);
	for (size_t i = 0; i < report.mutant_count; i++)
		for (size_t test = 0; test < report.matrix.test_count; test++)
			cr_expect(report.programs[i].state != AS_MUTANT_UNKNOWN ||
				  as_matrix_get(&report.matrix, i, test) == AS_VERDICT_NONE);
}

Test(measure, no_mutant_is_begun_when_the_time_is_over)
{
	AUTO_ENGINE setting;
	AS_AUTO_FREE char *text = make_copy();
	engine_setting_make(&setting, text, 1);
	AS_AUTO(as_strength_report_clear) struct as_strength_report report = {0};
	struct as_strength_order order = {.time_ns = 1};
	measure(&setting, &order, &report);
	cr_expect(report.is_late);
	cr_expect_gt(report.mutant_count, 10);
	cr_expect_eq(report.counts[AS_MUTANT_UNKNOWN], report.mutant_count);
}

/* The accepted submission has no place for a mistake; the other one passes the only test. */
#define NO_MUTANT                                                                                  \
	MINIMAL_PACKAGE                                                                            \
	"--- file submissions/accepted/copy.py\n"                                                  \
	"[print(input()) for _ in '1']\n"                                                          \
	"--- file submissions/wrong_answer/one.c\n"                                                \
	"#include <stdio.h>\n"                                                                     \
	"int main(void) { puts(\"1\"); }\n"

#define ONE_DIGIT                                                                                  \
	"--- file input_validators/validate.py\n"                                                  \
	"import re, sys\n"                                                                         \
	"sys.exit(42 if re.fullmatch('[1-9]\\n', sys.stdin.read()) else 43)\n"

/* A search that began would give the reason for the missing input. */
Test(measure, without_a_mutant_the_time_of_searches_ends)
{
	AUTO_ENGINE setting;
	engine_setting_make(&setting, NO_MUTANT, 1);
	AS_AUTO(as_strength_report_clear) struct as_strength_report report = {0};
	struct as_stress_programs programs;
	struct as_error error = {0};
	cr_assert_eq(
		as_stress_programs_init(&programs, setting.engine, &setting.cancel, &error), 0);
	struct as_strength_order order = {.time_ns = 1, .programs = &programs.config};
	measure(&setting, &order, &report);
	cr_assert_eq(report.own_count, 1);
	cr_expect_eq(report.mutant_count, 0);
	cr_expect_eq(report.programs[0].state, AS_MUTANT_SURVIVED);
	cr_expect_eq(report.unsearched, 1);
	cr_expect_null(report.no_search, "%s", report.no_search);
}

static bool is_complete(
	const struct as_strength_report *report, const struct engine_setting *setting)
{
	AS_AUTO_JSON json_t *document = as_strength_json(report, setting->package, NULL);
	return json_is_true(json_object_get(document, "complete"));
}

Test(measure, a_wrong_submission_that_was_not_judged_makes_the_report_incomplete)
{
	AUTO_ENGINE setting;
	engine_setting_make(&setting, NO_MUTANT, 1);
	AS_AUTO(as_strength_report_clear) struct as_strength_report report = {0};
	struct as_strength_order order = {0};
	measure(&setting, &order, &report);
	cr_expect(is_complete(&report, &setting));
	report.programs[0].state = AS_MUTANT_UNKNOWN;
	cr_expect_not(is_complete(&report, &setting));
}

static void cancel_at_gap(void *context, const struct as_strength_progress *now)
{
	struct engine_setting *setting = context;
	setting->cancel = now->gap_count > 0;
}

Test(measure, after_an_interruption_of_the_choice_of_tests_the_report_has_what_is_known)
{
	AUTO_ENGINE setting;
	engine_setting_make(&setting, NO_MUTANT ONE_DIGIT, 1);
	AS_AUTO(as_strength_report_clear) struct as_strength_report report = {0};
	struct as_stress_programs programs;
	struct as_error error = {0};
	cr_assert_eq(
		as_stress_programs_init(&programs, setting.engine, &setting.cancel, &error), 0);
	struct as_strength_order order = {.wanted_tests = 1,
		.programs = &programs.config,
		.progress = cancel_at_gap,
		.progress_context = &setting};
	measure(&setting, &order, &report);
	cr_expect(report.interrupted);
	cr_assert_eq(report.own_count, 1);
	cr_expect_eq(report.programs[0].state, AS_MUTANT_GAP, "%s", report.no_search);
	cr_expect_not(report.programs[0].gap.is_test);
}

static bool is_cached(struct engine_setting *setting, const char *text, bool is_uncached)
{
	const struct as_memory_file file = {"a.c", text, strlen(text)};
	const struct as_submission submission = {
		.path = "a.c", .files = &file, .file_count = 1, .is_uncached = is_uncached};
	struct as_error error = {0};
	struct as_compiled *compiled =
		as_engine_compile(setting->opened, &submission, NULL, &error);
	engine_setting_need(setting, !compiled, &error);
	const bool cached = as_compiled_program(compiled)->cached;
	as_compiled_free(compiled);
	return cached;
}

Test(measure, a_passing_program_does_not_get_into_the_cache)
{
	char text[64];
	AUTO_ENGINE setting;
	engine_setting_make(&setting, COPY, 1);
	snprintf(text, sizeof(text), "int main(void) { return %lld; }",
		(long long)(as_now_ns() % 1000000000));
	cr_expect_not(is_cached(&setting, text, true));
	cr_expect_not(is_cached(&setting, text, true));
	cr_expect_not(is_cached(&setting, text, false));
	cr_expect(is_cached(&setting, text, false));
}

Test(measure, states_do_not_depend_on_the_number_of_workers)
{
	struct as_strength_report reports[2];
	for (unsigned i = 0; i < 2; i++) {
		AUTO_ENGINE setting;
		AS_AUTO_FREE char *text = make_copy();
		engine_setting_make(&setting, text, i + 1);
		struct as_strength_order order = {.seed = "workers"};
		measure(&setting, &order, &reports[i]);
		cr_expect_eq(reports[i].counts[AS_MUTANT_UNKNOWN], 0);
	}
	cr_assert_eq(reports[0].mutant_count, reports[1].mutant_count);
	for (size_t i = 0; i < reports[0].mutant_count; i++) {
		const struct as_strength_program *one = &reports[0].programs[i];
		cr_expect_eq(one->state, reports[1].programs[i].state, "%s", one->change.after);
		cr_expect_str_eq(one->change.after, reports[1].programs[i].change.after);
	}
	as_strength_report_clear(&reports[0]);
	as_strength_report_clear(&reports[1]);
}

/* ---- earlier measurements ---- */

/* Measures in a new engine. */
static void measure_text(
	const char *text, const struct as_strength_order *order, struct as_strength_report *report)
{
	AUTO_ENGINE setting;
	engine_setting_make(&setting, text, 1);
	struct as_stress_programs programs;
	struct as_error error = {0};
	cr_assert_eq(
		as_stress_programs_init(&programs, setting.engine, &setting.cancel, &error), 0);
	struct as_strength_order own = *order;
	own.programs = own.programs ? &programs.config : NULL;
	own.progress_context = &setting;
	measure(&setting, &own, report);
}

Test(measure, what_is_known_takes_no_time)
{
	AS_AUTO_FREE char *text = make_copy();
	AS_AUTO(as_strength_report_clear) struct as_strength_report first = {0};
	AS_AUTO(as_strength_report_clear) struct as_strength_report again = {0};
	measure_text(text, &(struct as_strength_order){.seed = "x"}, &first);
	measure_text(text, &(struct as_strength_order){.seed = "x", .time_ns = 1}, &again);
	cr_expect_not(again.is_late);
	cr_assert_eq(first.mutant_count, again.mutant_count);
	cr_expect_gt(first.counts[AS_MUTANT_KILLED], 0);
	for (size_t i = 0; i < first.mutant_count; i++) {
		cr_expect_eq(first.programs[i].state, again.programs[i].state);
		for (size_t test = 0; test < first.matrix.test_count; test++)
			cr_expect_eq(as_matrix_get(&first.matrix, i, test),
				as_matrix_get(&again.matrix, i, test));
	}
	cr_expect_eq(first.sources[0].time_ns, again.sources[0].time_ns);
}

Test(measure, an_interrupted_measurement_goes_on)
{
	AS_AUTO_FREE char *text = make_copy();
	AS_AUTO(as_strength_report_clear) struct as_strength_report first = {0};
	AS_AUTO(as_strength_report_clear) struct as_strength_report again = {0};
	size_t known = 0;
	measure_text(text, &(struct as_strength_order){.progress = cancel}, &first);
	cr_expect(first.interrupted);
	measure_text(text, &(struct as_strength_order){.time_ns = 1}, &again);
	cr_expect(again.is_late);
	for (size_t i = 0; i < first.mutant_count; i++) {
		if (first.programs[i].state == AS_MUTANT_UNKNOWN)
			continue;
		known++;
		cr_expect_eq(first.programs[i].state, again.programs[i].state);
	}
	cr_expect_gt(known, 0);
}

Test(measure, an_input_that_was_found_is_known)
{
	AS_AUTO_FREE char *text =
		as_text_format(NULL, "%s/* %lld */\n" ONE_DIGIT, NO_MUTANT, (long long)as_now_ns());
	AS_AUTO(as_strength_report_clear) struct as_strength_report first = {0};
	AS_AUTO(as_strength_report_clear) struct as_strength_report again = {0};
	const struct as_gen_config wanted = {0};
	measure_text(text, &(struct as_strength_order){.programs = &wanted}, &first);
	cr_assert_eq(first.programs[0].state, AS_MUTANT_GAP, "%s", first.no_search);
	measure_text(text, &(struct as_strength_order){.programs = &wanted, .time_ns = 1}, &again);
	cr_assert_eq(again.programs[0].state, AS_MUTANT_GAP);
	cr_expect_str_eq(again.programs[0].gap.input.data, first.programs[0].gap.input.data);
	cr_expect_str_eq(again.programs[0].gap.folder, first.programs[0].gap.folder);
	cr_expect_eq(again.programs[0].gap.verdict, first.programs[0].gap.verdict);
	cr_expect_not_null(again.programs[0].gap.like);
	cr_expect(again.is_validated);
}

static void cancel_after_search(void *context, const struct as_strength_progress *now)
{
	struct engine_setting *setting = context;
	setting->cancel = now->searched > 0;
}

/* The second program is not searched, and is not run on the input of the first. */
Test(measure, interrupted_searches_go_on)
{
	AS_AUTO_FREE char *text = as_text_format(NULL,
		"%s/* %lld */\n--- file submissions/wrong_answer/two.c\n"
		"#include <stdio.h>\nint main(void) { puts(\"1\"); return 0; }\n" ONE_DIGIT,
		NO_MUTANT, (long long)as_now_ns());
	AS_AUTO(as_strength_report_clear) struct as_strength_report first = {0};
	AS_AUTO(as_strength_report_clear) struct as_strength_report again = {0};
	AS_AUTO(as_strength_report_clear) struct as_strength_report last = {0};
	const struct as_gen_config wanted = {0};
	measure_text(text,
		&(struct as_strength_order){.programs = &wanted, .progress = cancel_after_search},
		&first);
	cr_expect(first.interrupted);
	cr_assert_eq(first.programs[0].state, AS_MUTANT_GAP, "%s", first.no_search);
	cr_expect_eq(first.programs[1].state, AS_MUTANT_SURVIVED);
	cr_expect(first.programs[1].is_inconclusive);
	cr_expect_eq(first.unsearched, 1);
	measure_text(text, &(struct as_strength_order){.programs = &wanted, .time_ns = 1}, &again);
	cr_expect_eq(again.programs[0].state, AS_MUTANT_GAP);
	cr_expect_eq(again.programs[1].state, AS_MUTANT_SURVIVED);
	measure_text(text, &(struct as_strength_order){.programs = &wanted}, &last);
	cr_expect_eq(last.programs[1].state, AS_MUTANT_GAP);
}

/* The validators are checked in the last measurement: none follows if no test can be added. */
Test(measure, validators_are_checked_unless_there_are_new_tests)
{
	const struct as_gen_config wanted = {0};
	for (size_t wanted_tests = 0; wanted_tests < 2; wanted_tests++) {
		AS_AUTO(as_strength_report_clear) struct as_strength_report report = {0};
		measure_text(NO_MUTANT ONE_DIGIT,
			&(struct as_strength_order){
				.programs = &wanted, .wanted_tests = wanted_tests},
			&report);
		cr_expect_eq(report.programs[0].gap.is_test, wanted_tests);
		cr_expect_eq(report.validators.output_count == 0, wanted_tests);
	}
}

/* The compiler has no time for a second compilation. */
static void end_compilation(void *context, const struct as_strength_progress *now)
{
	struct engine_setting *setting = context;
	if (now->program_count && now->compiled == now->program_count)
		setting->package->limits.compilation_time_ns = 1;
}

Test(measure, a_survivor_that_does_not_compile_again_was_not_searched)
{
	AS_AUTO_FREE char *text =
		as_text_format(NULL, "%s/* %lld */\n" ONE_DIGIT, COPY, (long long)as_now_ns());
	AS_AUTO(as_strength_report_clear) struct as_strength_report report = {0};
	const struct as_gen_config wanted = {0};
	measure_text(text,
		&(struct as_strength_order){.programs = &wanted,
			.progress = end_compilation,
			.time_ns = INT64_C(60000000000)},
		&report);
	cr_assert_gt(report.counts[AS_MUTANT_SURVIVED], 0);
	cr_expect_eq(report.unsearched, report.counts[AS_MUTANT_SURVIVED]);
	cr_assert_not_null(report.no_search);
	cr_expect_str_eq(report.no_search, "a program that compiled before did not compile again");
}

/* ---- a baseline ---- */

/* Measures a copy that was never judged, and makes the document. */
static json_t *measure_copy(struct as_strength_order order, struct as_strength_report *report)
{
	AUTO_ENGINE setting;
	AS_AUTO_FREE char *text = make_copy();
	engine_setting_make(&setting, text, 1);
	order.progress_context = &setting;
	measure(&setting, &order, report);
	return as_strength_json(report, setting.package, NULL);
}

static void cancel_at_survivor(void *context, const struct as_strength_progress *now)
{
	struct engine_setting *setting = context;
	setting->cancel = setting->cancel || now->judged > now->killed;
}

static json_t *reversed(const json_t *list)
{
	json_t *other = json_array();
	for (size_t i = json_array_size(list); i > 0; i--)
		json_array_append(other, json_array_get(list, i - 1));
	return other;
}

Test(measure, the_order_of_a_baseline_does_not_matter)
{
	AS_AUTO(as_strength_report_clear) struct as_strength_report first = {0};
	AS_AUTO(as_strength_report_clear) struct as_strength_report again = {0};
	AS_AUTO_JSON json_t *base = measure_copy((struct as_strength_order){0}, &first);
	json_object_set_new(base, "mutants", reversed(json_object_get(base, "mutants")));
	json_decref(measure_copy((struct as_strength_order){.baseline = base}, &again));
	cr_assert_eq(first.mutant_count, again.mutant_count);
	cr_expect_gt(again.counts[AS_MUTANT_SURVIVED], 1);
	for (size_t i = 0; i < again.mutant_count; i++)
		cr_expect_eq(again.programs[i].is_known, as_strength_has_passed(&first.programs[i]),
			"%s", again.programs[i].change.after);
}

/* What an interrupted measurement did not judge is new; what it judged is known, also in another
 * interrupted measurement. */
Test(measure, a_baseline_may_come_from_an_interrupted_measurement)
{
	AS_AUTO(as_strength_report_clear) struct as_strength_report first = {0};
	const struct as_strength_order part = {.progress = cancel_at_survivor};
	AS_AUTO_JSON json_t *base = measure_copy(part, &first);
	cr_expect_gt(first.counts[AS_MUTANT_UNKNOWN], 0);
	for (size_t k = 0; k < 2; k++) {
		AS_AUTO(as_strength_report_clear) struct as_strength_report report = {0};
		struct as_strength_order order = {.baseline = base};
		size_t known = 0, new = 0;
		order.progress = k ? cancel_at_survivor : NULL;
		json_decref(measure_copy(order, &report));
		for (size_t i = 0; i < first.mutant_count; i++) {
			const struct as_strength_program *own = &report.programs[i];
			known += own->is_known;
			new += as_strength_has_passed(own) && !own->is_known;
			cr_expect(!own->is_known || as_strength_has_passed(&first.programs[i]));
		}
		cr_expect_gt(known, 0);
		cr_expect(k || new, "all are known");
	}
}

/* ---- lines for the recipe ---- */

/* The second input kills more programs, so it comes first; gap-2 is a test already. */
Test(measure, lines_for_the_recipe_have_names_of_their_own)
{
	struct as_strength_program programs[] = {
		{.state = AS_MUTANT_GAP, .gap = {.first = 0, .kills = 1}},
		{.state = AS_MUTANT_KILLED},
		{.state = AS_MUTANT_GAP, .gap = {.first = 2, .kills = 2}},
		{.state = AS_MUTANT_GAP, .gap = {.first = 2}},
	};
	struct as_test tests[] = {{.name = "secret/gap-2"}, {.name = "secret/1/gap-1"}};
	const struct as_package package = {.tests = tests, .test_count = 2};
	const struct as_strength_report report = {.programs = programs, .mutant_count = 4};
	AS_AUTO_FREE char *first = as_strength_line_name(&report, &package, 2, NULL);
	AS_AUTO_FREE char *second = as_strength_line_name(&report, &package, 0, NULL);
	cr_expect_str_eq(first, "gap-3");
	cr_expect_str_eq(second, "gap-4");
}
