/* SPDX-License-Identifier: MIT */
/* The document of a report: docs/strength.schema.json. */
#include "gaps.h"

#include <string.h>

static json_t *source_of(const struct as_strength_source *source)
{
	return json_pack("{s:o, s:s, s:I, s:I, s:I}", "path", report_text(source->path), "language",
		source->language, "places", (json_int_t)source->mutation_count, "mutants",
		(json_int_t)source->mutant_count, "cpu_time_ns", (json_int_t)source->time_ns);
}

/* One string for each verdict, which all programs and tests share. */
#define VERDICT_COUNT (AS_VERDICT_CE + 1)
struct verdict_texts {
	json_t *items[VERDICT_COUNT];
};

static void verdict_texts_init(struct verdict_texts *texts)
{
	for (int verdict = 0; verdict < VERDICT_COUNT; verdict++)
		texts->items[verdict] =
			verdict == AS_VERDICT_NONE
				? json_null()
				: json_string(as_verdict_name((enum as_verdict)verdict));
}

static void verdict_texts_clear(struct verdict_texts *texts)
{
	for (int verdict = 0; verdict < VERDICT_COUNT; verdict++)
		json_decref(texts->items[verdict]);
}

static json_t *verdicts_of(
	const struct as_matrix *matrix, size_t program, const struct verdict_texts *texts)
{
	json_t *list = json_array();

	for (size_t test = 0; test < matrix->test_count; test++)
		json_array_append(list, texts->items[as_matrix_get(matrix, program, test)]);
	return list;
}

static json_t *draws_of(const struct as_stress_draws *draws)
{
	json_t *list = json_array();

	for (size_t i = 0; i < draws->count; i++)
		json_array_append_new(list,
			json_pack("{s:o, s:I, s:I}", "test", report_text(draws->items[i].test),
				"tried", (json_int_t)draws->items[i].tried, "killed",
				(json_int_t)draws->items[i].failed));
	return list;
}

/* The folders whose input validators accept the input. */
static json_t *folders_of(const struct as_strength_program *program)
{
	json_t *list = json_array();

	for (size_t i = 0; i < program->gap.home_count; i++) {
		const char *home = program->gap.homes[i]->name;
		json_array_append_new(list, json_stringn(home, as_test_folder_length(home)));
	}
	return list;
}

/* null: no input is known on which it fails. */
static json_t *gap_of(
	const struct as_strength_report *report, const struct as_strength_program *program)
{
	if (program->state != AS_MUTANT_GAP)
		return json_null();
	return json_pack("{s:o, s:s, s:o, s:o, s:I, s:o}", "input",
		as_stress_text_json(&program->gap.input), "verdict",
		as_verdict_name(program->gap.verdict), "group", report_text(program->gap.folder),
		"groups", folders_of(program), "kills",
		(json_int_t)report->programs[program->gap.first].gap.kills, "draws",
		draws_of(&program->gap.draws));
}

static json_t *submission_of(
	const struct as_strength_report *report, size_t index, const struct verdict_texts *texts)
{
	const struct as_strength_program *own = &report->programs[index];

	return json_pack("{s:o, s:s, s:o, s:I, s:b, s:b, s:o, s:b}", "submission",
		report_text(own->path), "state", as_mutant_state_name(own->state), "verdicts",
		verdicts_of(&report->matrix, index, texts), "tried", (json_int_t)own->tried,
		"inconclusive", own->is_inconclusive, "disputed", own->is_disputed, "gap",
		gap_of(report, own), "known", own->is_known);
}

static json_t *mutant_of(
	const struct as_strength_report *report, size_t index, const struct verdict_texts *texts)
{
	const struct as_strength_program *mutant = &report->programs[index];
	const bool is_double = mutant->state == AS_MUTANT_DOUBLE;

	return json_pack(
		"{s:o, s:s, s:I, s:o, s:o, s:s, s:o, s:o, s:I, s:b, s:b, s:o, s:b, s:b, s:o}",
		"submission", report_text(report->sources[mutant->source].path), "operator",
		mutant->kind->name, "line", (json_int_t)mutant->line, "before",
		report_text(mutant->change.before), "after", report_text(mutant->change.after),
		"state", as_mutant_state_name(mutant->state), "twin",
		is_double ? json_integer((json_int_t)(mutant->twin - report->own_count))
			  : json_null(),
		"verdicts", verdicts_of(&report->matrix, index, texts), "tried",
		(json_int_t)mutant->tried, "inconclusive", mutant->is_inconclusive, "disputed",
		mutant->is_disputed, "gap", gap_of(report, mutant), "known", mutant->is_known,
		"kept_back", mutant->is_kept_back, "reason",
		mutant->reason ? report_text(mutant->reason) : json_null());
}

static json_t *tests_of(const struct as_strength_report *report, const struct as_package *package)
{
	AS_AUTO_FREE struct as_matrix_test *tests = calloc(package->test_count + 1, sizeof(*tests));
	const size_t *instead = report->instead;

	if (!tests)
		return NULL;
	json_t *list = json_array();
	as_matrix_count(&report->matrix, tests);
	for (size_t i = 0; i < package->test_count; i++) {
		const bool adds = instead[i] == i || instead[i] == SIZE_MAX;
		json_array_append_new(list,
			json_pack("{s:o, s:I, s:I, s:o}", "name",
				report_text(package->tests[i].name), "kills",
				(json_int_t)tests[i].kills, "alone", (json_int_t)tests[i].alone,
				"adds_nothing_to",
				adds ? json_null() : report_text(package->tests[instead[i]].name)));
	}
	return list;
}

/* `first_test`: the test of the package that has index 0 in the cover. */
static json_t *cover_of(
	const struct as_matrix_cover *cover, const struct as_package *package, size_t first_test)
{
	json_t *names = json_array();

	for (size_t i = 0; i < cover->count; i++)
		json_array_append_new(
			names, report_text(package->tests[first_test + cover->tests[i]].name));
	return json_pack("{s:o, s:b}", "tests", names, "is_smallest", cover->is_smallest);
}

static json_t *groups_of(const struct as_strength_report *report, const struct as_package *package)
{
	json_t *list = json_array();

	for (size_t i = 0; i < report->group_count; i++) {
		const struct as_strength_group *own = &report->groups[i];
		const struct as_group *group = &package->groups[own->index];
		json_array_append_new(
			list, json_pack("{s:o, s:I, s:I, s:o, s:b, s:o}", "name",
				      report_text(group->name), "kills", (json_int_t)own->kills,
				      "alone", (json_int_t)own->alone, "cover",
				      cover_of(&own->cover, package, group->first_test),
				      "has_equal_answers", own->has_equal_answers, "gaps",
				      report_group_gaps(report, own->index)));
	}
	return list;
}

/* null: no mutant is wrong. */
static json_t *estimate_of(const struct as_strength_estimate *estimate)
{
	if (!estimate->family_count)
		return json_null();
	return json_pack("{s:I, s:f, s:f, s:f}", "families", (json_int_t)estimate->family_count,
		"share", estimate->share.share, "low", estimate->share.low, "high",
		estimate->share.high);
}

static json_t *counts_of(const struct as_strength_report *report)
{
	json_t *counts = json_object();

	for (int state = 0; state < AS_MUTANT_STATE_COUNT; state++)
		json_object_set_new(counts, as_mutant_state_name((enum as_mutant_state)state),
			json_integer((json_int_t)report->counts[state]));
	return counts;
}

static json_t *names_of(char *const *names)
{
	json_t *list = json_array();

	for (; names && *names; names++)
		json_array_append_new(list, report_text(*names));
	return list;
}

static json_t *programs_of(const struct as_strength_report *report, size_t first, size_t count,
	json_t *(*program_of)(const struct as_strength_report *report, size_t index,
		const struct verdict_texts *texts))
{
	AS_AUTO(verdict_texts_clear) struct verdict_texts texts;
	json_t *list = json_array();

	verdict_texts_init(&texts);
	for (size_t i = 0; i < count; i++)
		if (json_array_append_new(list, program_of(report, first + i, &texts))) {
			json_decref(list);
			return NULL;
		}
	return list;
}

static bool is_complete(const struct as_strength_report *report)
{
	for (size_t i = 0; i < as_strength_count_programs(report); i++)
		if (report->programs[i].state == AS_MUTANT_UNKNOWN)
			return false;
	return !report->inconclusive;
}

json_t *as_strength_json(const struct as_strength_report *report, const struct as_package *package,
	struct as_error *error)
{
	json_t *sources = json_array();

	for (size_t i = 0; i < report->source_count; i++)
		json_array_append_new(sources, source_of(&report->sources[i]));
	json_t *document = json_pack(
		"{s:s, s:o, s:b, s:I, s:I, s:o, s:o, s:o, s:{s:o, s:o}, s:o, s:o, s:o, "
		"s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
		"schema", AS_STRENGTH_SCHEMA, "package", report_text(package->short_name),
		"complete", is_complete(report), "elapsed_ns", (json_int_t)report->elapsed_ns,
		"waited_ns", (json_int_t)report->waited_ns, "disagreement",
		report_dispute(&report->dispute), "ignores_seed",
		report->ignores_seed ? report_text(report->ignores_seed) : json_null(), "counts",
		counts_of(report), "estimate", "undecided_right",
		estimate_of(&report->estimates[AS_ESTIMATE_UNDECIDED_RIGHT]), "undecided_wrong",
		estimate_of(&report->estimates[AS_ESTIMATE_UNDECIDED_WRONG]), "submissions",
		sources, "left_out", names_of(report->left_out), "tests", tests_of(report, package),
		"cover", cover_of(&report->cover, package, 0), "groups", groups_of(report, package),
		"group_searches", report_group_searches(report), "wrong",
		programs_of(report, 0, report->own_count, submission_of), "wrong_left_out",
		names_of(report->own_left_out), "mutants",
		programs_of(report, report->own_count, report->mutant_count, mutant_of),
		"validators", report_validators(report));
	if (!document)
		as_error_no_memory(error);
	return document;
}
