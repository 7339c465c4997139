/* SPDX-License-Identifier: MIT */
/* The names of states, the order of gaps, texts of documents, and clearing a report. */
#include "measure.h"

#include <string.h>

const char *as_mutant_state_name(enum as_mutant_state state)
{
	static const char *const names[AS_MUTANT_STATE_COUNT] = {"unknown", "refused", "equivalent",
		"double", "fault", "killed", "survived", "gap", "right"};

	return names[state];
}

const char *as_mutant_state_describe(enum as_mutant_state state)
{
	static const char *const texts[AS_MUTANT_STATE_COUNT] = {
		[AS_MUTANT_UNKNOWN] = "not judged",
		[AS_MUTANT_REFUSED] = "did not compile",
		[AS_MUTANT_EQUIVALENT] = "with the same code as an accepted submission",
		[AS_MUTANT_DOUBLE] = "with the same code as another mutant",
		[AS_MUTANT_FAULT] =
			"with a judging error or an unconfirmed verdict, see `assay verify`",
		[AS_MUTANT_KILLED] = "killed",
		[AS_MUTANT_SURVIVED] = "survived",
		[AS_MUTANT_GAP] = "killed only by an input that the tests lack",
		[AS_MUTANT_RIGHT] = "right by strength.yaml",
	};

	return texts[state];
}

const char *as_strength_unjudged(const struct as_strength_program *own)
{
	static const char *const reasons[AS_MUTANT_STATE_COUNT] = {
		[AS_MUTANT_UNKNOWN] = "the command was interrupted",
		[AS_MUTANT_REFUSED] = "it does not compile",
		[AS_MUTANT_FAULT] = "a judging error or an unconfirmed verdict",
	};

	return reasons[own->state];
}

size_t as_strength_count_judged(const struct as_strength_report *report)
{
	size_t count = 0;

	for (size_t i = 0; i < report->own_count; i++)
		count += !as_strength_unjudged(&report->programs[i]);
	return count;
}

bool as_strength_has_passed(const struct as_strength_program *program)
{
	return program->state == AS_MUTANT_SURVIVED || program->state == AS_MUTANT_GAP ||
	       program->state == AS_MUTANT_RIGHT;
}

json_t *report_text(const char *text)
{
	const size_t size = 4 * strlen(text) + 1;
	AS_AUTO_FREE char *shown = malloc(size);

	return shown ? json_string(as_text_printable(text, strlen(text), shown, size)) : NULL;
}

size_t as_strength_count_findings(const struct as_strength_report *report)
{
	size_t count =
		(report->dispute.right != NULL) + (report->accepts_anything && !report->knows_that);

	for (size_t i = 0; i < as_strength_count_programs(report); i++) {
		const struct as_strength_program *program = &report->programs[i];
		const bool is_false = program->reason && program->state == AS_MUTANT_KILLED;
		count += (program->path ? as_strength_has_passed(program)
					: program->state == AS_MUTANT_GAP || is_false) &&
			 !program->is_known;
	}
	for (size_t i = 0; i < report->group_gaps.count; i++)
		count += !report->group_gaps.items[i].is_known;
	for (size_t i = 0; i < report->validators.accepted_count; i++) {
		const struct as_accepted_change *change = &report->validators.accepted[i];
		count += as_accepted_is_finding(change) && !change->is_known;
	}
	return count;
}

/* ---- the order of gaps ---- */

const struct as_strength_gap *as_strength_gap_at(const struct as_strength_report *report,
	size_t place, const struct as_strength_program **program)
{
	const size_t count = as_strength_count_programs(report);
	const struct as_strength_group_gap *item =
		place < count ? NULL : &report->group_gaps.items[place - count];
	const struct as_strength_program *own = &report->programs[item ? item->program : place];

	if (program)
		*program = own;
	return item ? &item->gap : &own->gap;
}

bool as_strength_has_gap(const struct as_strength_report *report)
{
	for (size_t i = 0; i < as_strength_count_programs(report); i++)
		if (report->programs[i].state == AS_MUTANT_GAP)
			return true;
	return report->group_gaps.count > 0;
}

static const struct as_strength_program *first_of(
	const struct as_strength_report *report, size_t index)
{
	return &report->programs[report->programs[index].gap.first];
}

static int compare_gaps(const void *left, const void *right, void *context)
{
	const struct as_strength_report *report = context;
	const size_t a = *(const size_t *)left, b = *(const size_t *)right;
	const struct as_strength_program *first_a = first_of(report, a);
	const struct as_strength_program *first_b = first_of(report, b);

	if (first_a->gap.kills != first_b->gap.kills)
		return first_a->gap.kills < first_b->gap.kills ? 1 : -1;
	if (first_a != first_b)
		return first_a < first_b ? -1 : 1;
	return a < b ? -1 : 1;
}

size_t *as_strength_order_gaps(
	const struct as_strength_report *report, size_t *count, struct as_error *error)
{
	const size_t programs = as_strength_count_programs(report);
	size_t *order = calloc(programs + 1, sizeof(*order));

	*count = 0;
	if (!order) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < programs; i++)
		if (report->programs[i].state == AS_MUTANT_GAP)
			order[(*count)++] = i;
	qsort_r(order, *count, sizeof(*order), compare_gaps, (void *)report);
	return order;
}

/* ---- the end ---- */

void gap_clear(struct as_strength_gap *gap)
{
	as_bytes_clear(&gap->input);
	as_bytes_clear(&gap->answer);
	as_stress_draws_clear(&gap->draws);
	free(gap->folder);
	free(gap->homes);
	free(gap->refusal);
	*gap = (struct as_strength_gap){0};
}

void dispute_clear(struct as_strength_dispute *dispute)
{
	free(dispute->right);
	free(dispute->other);
	free(dispute->folder);
	as_bytes_clear(&dispute->input);
	*dispute = (struct as_strength_dispute){0};
}

void as_strength_report_clear(struct as_strength_report *report)
{
	for (size_t i = 0; i < report->source_count; i++)
		free(report->sources[i].path);
	for (size_t i = 0; i < as_strength_count_programs(report); i++) {
		free(report->programs[i].path);
		free(report->programs[i].reason);
		as_mutant_change_clear(&report->programs[i].change);
		gap_clear(&report->programs[i].gap);
	}
	for (size_t i = 0; i < report->group_count; i++)
		as_matrix_cover_clear(&report->groups[i].cover);
	free(report->groups);
	for (size_t i = 0; i < report->group_gaps.count; i++)
		gap_clear(&report->group_gaps.items[i].gap);
	free(report->group_gaps.items);
	free(report->group_gaps.no_search);
	dispute_clear(&report->dispute);
	as_matrix_cover_clear(&report->cover);
	free(report->instead);
	free(report->sources);
	free(report->programs);
	as_names_free(report->left_out);
	as_names_free(report->own_left_out);
	free(report->no_search);
	free(report->failed_search);
	free(report->ignores_seed);
	as_matrix_clear(&report->matrix);
	as_programs_report_clear(&report->validators);
	*report = (struct as_strength_report){0};
}
