/* SPDX-License-Identifier: MIT */
/* The names of states, and clearing a report. */
#include <assay/strength.h>

const char *as_mutant_state_name(enum as_mutant_state state)
{
	static const char *const names[AS_MUTANT_STATE_COUNT] = {
		"unknown", "refused", "equivalent", "double", "fault", "killed", "survived", "gap"};

	return names[state];
}

void as_strength_report_clear(struct as_strength_report *report)
{
	for (size_t i = 0; i < report->source_count; i++)
		free(report->sources[i].path);
	for (size_t i = 0; i < report->own_count + report->mutant_count; i++) {
		free(report->programs[i].path);
		as_mutant_change_clear(&report->programs[i].change);
		as_bytes_clear(&report->programs[i].gap.input);
		free(report->programs[i].gap.folder);
	}
	for (size_t i = 0; i < report->group_count; i++)
		as_matrix_cover_clear(&report->groups[i].cover);
	free(report->groups);
	free(report->sources);
	free(report->programs);
	as_names_free(report->left_out);
	as_names_free(report->own_left_out);
	free(report->no_search);
	as_matrix_clear(&report->matrix);
	*report = (struct as_strength_report){0};
}
