/* SPDX-License-Identifier: MIT */
/* Adding to a report, and clearing it. */
#include "package.h"

bool as_accepted_is_finding(const struct as_accepted_change *change)
{
	return change->is_certain || change->is_failure;
}

int report_accept(struct as_programs_report *report, const struct as_accepted_change *accepted,
	struct as_text_change *change, struct as_error *error)
{
	for (size_t i = 0; i < report->accepted_count; i++) {
		struct as_accepted_change *earlier = &report->accepted[i];
		if (earlier->kind != accepted->kind || earlier->is_output != accepted->is_output ||
			earlier->is_failure != accepted->is_failure)
			continue;
		earlier->count++;
		return 0;
	}
	if (!as_array_reserve(report->accepted, report->accepted_count, error))
		return -1;
	struct as_accepted_change *added = &report->accepted[report->accepted_count++];
	*added = *accepted;
	added->count = 1;
	if (!change)
		return 0;
	added->line = change->line;
	added->before = as_steal(change->before);
	added->after = as_steal(change->after);
	return 0;
}

static void values_clear(struct as_values *values)
{
	free(values->group);
	free(values->name);
	free(values->least);
	free(values->greatest);
	*values = (struct as_values){0};
}

int report_values(
	struct as_programs_report *report, const struct as_values *values, struct as_error *error)
{
	struct as_values own = *values;

	if (!own.group || !own.name || !own.least || !own.greatest ||
		!as_array_reserve(report->values, report->value_count, error)) {
		values_clear(&own);
		return -1;
	}
	report->values[report->value_count++] = own;
	return 0;
}

void as_programs_report_clear(struct as_programs_report *report)
{
	for (size_t i = 0; i < report->accepted_count; i++) {
		free(report->accepted[i].before);
		free(report->accepted[i].after);
	}
	for (size_t i = 0; i < report->value_count; i++)
		values_clear(&report->values[i]);
	free(report->accepted);
	free(report->values);
	free(report->no_outputs);
	free(report->no_inputs);
	*report = (struct as_programs_report){0};
}
