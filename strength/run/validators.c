/* SPDX-License-Identifier: MIT */
/* The validators of the package, in the measurement and in its document. */
#include "measure.h"

#include <string.h>

/* Of the time of the measurement, validators get one part. */
#define TIME_PARTS 10

/* True if at least one gap has tests that may be added. */
static bool has_tests(const struct as_strength_report *report, size_t wanted)
{
	for (size_t i = 0; i < as_strength_count_gaps(report); i++) {
		const struct as_strength_gap *gap = as_strength_gap_at(report, i, NULL);
		if (gap->is_test && gap->home_count <= wanted)
			return true;
	}
	return false;
}

/* If the report has tests for the recipe, another measurement follows, which checks the validators.
 * An interruption is not an error. */
int measure_validators(struct measuring *measuring, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	const atomic_bool *cancel = as_engine_settings(measuring->order->engine)->cancel;
	const struct as_submission right = origin_submission(&measuring->origins[0]);
	const struct as_programs_order order = {.opened = measuring->order->opened,
		.right = &right,
		.time_ns = measuring->time_ns / TIME_PARTS,
		.cancel = cancel};
	struct as_error why = {0};

	if (has_tests(report, measuring->order->wanted_tests))
		return 0;
	if (report->interrupted)
		return 0;
	measuring->progress.is_checking_validators = true;
	measure_show(measuring);
	const int failed = as_programs_check(&order, &report->validators, &why);
	report->accepts_anything |= report->validators.accepts_anything;
	report->interrupted = as_is_cancelled(cancel);
	if (!failed || report->interrupted)
		return 0;
	if (error)
		*error = why;
	return -1;
}

/* ---- the baseline ---- */

static bool validators_have(const json_t *list, const struct as_accepted_change *change)
{
	size_t i;
	const json_t *entry;

	json_array_foreach(list, i, entry)
	{
		const char *kind = json_string_value(json_object_get(entry, "change"));
		if (kind && strcmp(kind, as_change_kind_name(change->kind)) == 0 &&
			json_is_true(json_object_get(entry, "output")) == change->is_output &&
			json_is_true(json_object_get(entry, "failure")) == change->is_failure &&
			json_is_true(json_object_get(entry, "certain")) == change->is_certain)
			return true;
	}
	return false;
}

void measure_mark_known_validators(struct measuring *measuring)
{
	struct as_programs_report *report = &measuring->report->validators;
	const json_t *list = json_object_get(
		json_object_get(measuring->order->baseline, "validators"), "accepted");

	measuring->report->knows_that = json_is_true(
		json_object_get(json_object_get(measuring->order->baseline, "validators"),
			"inputs_accept_anything"));
	for (size_t i = 0; i < report->accepted_count; i++) {
		struct as_accepted_change *change = &report->accepted[i];
		change->is_known = as_accepted_is_finding(change) && validators_have(list, change);
	}
}

/* ---- the document ---- */

static json_t *text_or_null(const char *text)
{
	return text ? report_text(text) : json_null();
}

static json_t *accepted_of(const struct as_accepted_change *change)
{
	return json_pack("{s:s, s:b, s:b, s:b, s:b, s:o, s:o, s:o, s:o, s:o, s:I}", "change",
		as_change_kind_name(change->kind), "output", change->is_output, "certain",
		change->is_certain, "failure", change->is_failure, "known", change->is_known,
		"test", report_text(change->test->name), "other_test",
		text_or_null(change->other ? change->other->name : NULL), "line",
		change->line ? json_integer(change->line) : json_null(), "before",
		text_or_null(change->before), "after", text_or_null(change->after), "count",
		(json_int_t)change->count);
}

static json_t *reach_json(enum as_reach reach)
{
	return reach == AS_REACH_UNKNOWN ? json_null() : json_boolean(reach == AS_REACH_YES);
}

static json_t *values_of(const struct as_values *values)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "group", report_text(values->group),
		"name", report_text(values->name), "least", report_text(values->least), "greatest",
		report_text(values->greatest), "reaches_lower", reach_json(values->lower),
		"reaches_upper", reach_json(values->upper));
}

json_t *report_validators(const struct as_strength_report *measured)
{
	const struct as_programs_report *report = &measured->validators;
	json_t *accepted = json_array(), *values = json_array();

	for (size_t i = 0; i < report->accepted_count; i++)
		json_array_append_new(accepted, accepted_of(&report->accepted[i]));
	for (size_t i = 0; i < report->value_count; i++)
		json_array_append_new(values, values_of(&report->values[i]));
	return json_pack("{s:b, s:b, s:I, s:I, s:o, s:o, s:o, s:o}", "inputs_accept_anything",
		measured->accepts_anything, "complete", !report->is_late && !measured->interrupted,
		"outputs", (json_int_t)report->output_count, "inputs",
		(json_int_t)report->input_count, "no_outputs", text_or_null(report->no_outputs),
		"no_inputs", text_or_null(report->no_inputs), "accepted", accepted, "values",
		values);
}
