/* SPDX-License-Identifier: MIT */
/* The names of states, and clearing a report. */
#include <assay/strength.h>

const char *as_mutant_state_name(enum as_mutant_state state)
{
	static const char *const names[AS_MUTANT_STATE_COUNT] = {
		"unknown", "refused", "equivalent", "double", "fault", "killed", "survived", "gap"};

	return names[state];
}

bool as_strength_has_passed(const struct as_strength_program *program)
{
	return program->state == AS_MUTANT_SURVIVED || program->state == AS_MUTANT_GAP;
}

size_t as_strength_count_findings(const struct as_strength_report *report)
{
	size_t count = 0;

	for (size_t i = 0; i < report->own_count + report->mutant_count; i++) {
		const struct as_strength_program *program = &report->programs[i];
		count += (program->path ? as_strength_has_passed(program)
					: program->state == AS_MUTANT_GAP) &&
			 !program->is_known;
	}
	return count;
}

void as_strength_report_clear(struct as_strength_report *report)
{
	for (size_t i = 0; i < report->source_count; i++)
		free(report->sources[i].path);
	for (size_t i = 0; i < report->own_count + report->mutant_count; i++) {
		free(report->programs[i].path);
		as_mutant_change_clear(&report->programs[i].change);
		as_bytes_clear(&report->programs[i].gap.input);
		as_bytes_clear(&report->programs[i].gap.answer);
		free(report->programs[i].gap.folder);
	}
	for (size_t i = 0; i < report->group_count; i++)
		as_matrix_cover_clear(&report->groups[i].cover);
	free(report->groups);
	as_matrix_cover_clear(&report->cover);
	free(report->instead);
	free(report->sources);
	free(report->programs);
	as_names_free(report->left_out);
	as_names_free(report->own_left_out);
	free(report->no_search);
	as_matrix_clear(&report->matrix);
	*report = (struct as_strength_report){0};
}
