/* SPDX-License-Identifier: MIT */
/* Estimates from the mutants what the tests let through. The mutants of a line are a family. */
#include "measure.h"

static bool is_wrong(const struct as_strength_program *mutant, bool undecided_is_wrong)
{
	return mutant->state == AS_MUTANT_KILLED || mutant->state == AS_MUTANT_GAP ||
	       (undecided_is_wrong && mutant->state == AS_MUTANT_SURVIVED);
}

static int compare_places(const void *one, const void *other)
{
	const struct as_strength_program *const a = *(const struct as_strength_program *const *)one;
	const struct as_strength_program *const b =
		*(const struct as_strength_program *const *)other;

	if (a->source != b->source)
		return a->source < b->source ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

/* Counts the families of wrong programs in mutants that are sorted by their places. */
static size_t find_families(const struct as_strength_program *const *mutants, size_t count,
	bool undecided_is_wrong, struct as_matrix_family *families)
{
	const struct as_strength_program *last = NULL;
	size_t family_count = 0;

	for (size_t i = 0; i < count; i++) {
		const struct as_strength_program *mutant = mutants[i];
		if (!is_wrong(mutant, undecided_is_wrong))
			continue;
		if (!last || compare_places(&last, &mutant) != 0)
			families[family_count++] = (struct as_matrix_family){0};
		last = mutant;
		families[family_count - 1].count++;
		families[family_count - 1].passed += mutant->state != AS_MUTANT_KILLED;
	}
	return family_count;
}

static bool is_estimated(
	const struct as_strength_report *report, const struct as_strength_program *program)
{
	return !report->keeps_back || program->is_kept_back;
}

size_t as_strength_count_estimated(
	const struct as_strength_report *report, enum as_mutant_state state)
{
	size_t count = 0;

	for (size_t i = report->own_count; i < as_strength_count_programs(report); i++)
		count += report->programs[i].state == state &&
			 is_estimated(report, &report->programs[i]);
	return count;
}

int measure_estimate(struct measuring *measuring, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	const char *seed = measuring->order->seed ? measuring->order->seed : "";
	size_t count = 0;
	AS_AUTO_FREE const struct as_strength_program **mutants =
		calloc(report->mutant_count + 1, sizeof(*mutants));
	AS_AUTO_FREE struct as_matrix_family *families =
		calloc(report->mutant_count + 1, sizeof(*families));

	if (!mutants || !families)
		return as_error_no_memory(error);
	for (size_t i = report->own_count; i < as_strength_count_programs(report); i++)
		if (is_estimated(report, &report->programs[i]))
			mutants[count++] = &report->programs[i];
	qsort(mutants, count, sizeof(*mutants), compare_places);
	for (int reading = 0; reading < 2; reading++) {
		struct as_strength_estimate *estimate = &report->estimates[reading];
		estimate->family_count = find_families(mutants, count, reading, families);
		if (as_matrix_estimate(
			    families, estimate->family_count, seed, &estimate->share, error))
			return -1;
	}
	return 0;
}
