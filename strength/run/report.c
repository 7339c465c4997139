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
	for (size_t i = 0; i < report->mutant_count; i++) {
		as_mutant_change_clear(&report->mutants[i].change);
		as_bytes_clear(&report->mutants[i].gap.input);
		free(report->mutants[i].gap.folder);
	}
	free(report->sources);
	free(report->mutants);
	as_names_free(report->left_out);
	free(report->no_search);
	as_matrix_clear(&report->matrix);
	*report = (struct as_strength_report){0};
}
