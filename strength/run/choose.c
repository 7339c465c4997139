/* SPDX-License-Identifier: MIT */
/* Chooses mutants of all submissions in turn, so that each prefix of the list of mutants is spread
 * over submissions, operators and lines. */
#include "measure.h"

static const struct as_bytes *text_of(const struct origin *origin)
{
	return &origin->submitted.sources.files[0].data;
}

static int find_mutations(struct measuring *measuring, size_t index, struct as_error *error)
{
	struct origin *origin = &measuring->origins[index];
	const struct as_bytes *text = text_of(origin);

	if (as_mutants_find(origin->language, text->data, text->size, &origin->mutations, error))
		return -1;
	measuring->report->sources[index].mutation_count = origin->mutations.count;
	return 0;
}

static int add_mutant(struct measuring *measuring, size_t index, struct as_error *error)
{
	struct as_strength_source *source = &measuring->report->sources[index];
	struct origin *origin = &measuring->origins[index];
	const struct as_mutation *mutation = &origin->mutations.items[source->mutant_count++];
	const struct as_bytes *text = text_of(origin);
	const size_t place = measuring->report->own_count + measuring->report->mutant_count++;
	struct as_strength_program *mutant = &measuring->report->programs[place];

	*mutant = (struct as_strength_program){.source = index,
		.kind = as_mutant_operator(mutation->kind),
		.line = mutation->line,
		.is_kept_back = keep_back_has(measuring, index, mutation->line)};
	measuring->trials[place] = (struct trial){.measuring = measuring,
		.index = place,
		.mutation = mutation,
		.limit_ns = mutation->is_slow ? measuring->package->limits.time_limit_ns
					      : origin->limit_ns};
	return as_mutant_describe(mutation, text->data, text->size, &mutant->change, error);
}

/* Adds one mutant of each submission that has a mutation left, until there are `max` mutants. */
static int take_turns(struct measuring *measuring, size_t max, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	size_t before = SIZE_MAX;

	while (report->mutant_count < max && report->mutant_count != before) {
		before = report->mutant_count;
		for (size_t i = 0; i < report->source_count && report->mutant_count < max; i++)
			if (report->sources[i].mutant_count <
					measuring->origins[i].mutations.count &&
				add_mutant(measuring, i, error))
				return -1;
	}
	return 0;
}

static int make_room(struct measuring *measuring, size_t count, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	struct as_strength_program *programs = realloc(report->programs, count * sizeof(*programs));

	if (!programs)
		return as_error_no_memory(error);
	report->programs = programs;
	measuring->trials = calloc(count, sizeof(*measuring->trials));
	if (!measuring->trials)
		return as_error_no_memory(error);
	for (size_t i = 0; i < report->own_count; i++)
		measuring->trials[i] = (struct trial){.measuring = measuring,
			.index = i,
			.limit_ns = measuring->package->limits.time_limit_ns};
	return 0;
}

int measure_choose(struct measuring *measuring, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	const char *seed = measuring->order->seed;
	const size_t max =
		measuring->order->mutants ? measuring->order->mutants : AS_STRENGTH_MUTANTS;

	if (make_room(measuring, report->own_count + max, error))
		return -1;
	for (size_t i = 0; i < report->source_count; i++)
		if (find_mutations(measuring, i, error))
			return -1;
	if (measure_place_equivalents(measuring, error) || measure_keep_back(measuring, error))
		return -1;
	for (size_t i = 0; i < report->source_count; i++)
		if (as_mutants_choose(
			    &measuring->origins[i].mutations, max, seed ? seed : "", error))
			return -1;
	if (take_turns(measuring, max, error))
		return -1;
	const size_t count = as_strength_count_programs(report);
	measuring->progress.program_count = count;
	measure_show(measuring);
	return as_matrix_init(&report->matrix, count, measuring->package->test_count, error);
}
