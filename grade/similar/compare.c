/* SPDX-License-Identifier: MIT */
/* The stages of a comparison, and the report. Members are sorted by id first, so that the result
 * does not depend on the order in which they were added; the report has the callers' indices. */
#include "match.h"

#include <string.h>

void as_similar_report_clear(struct as_similar_report *report)
{
	for (size_t i = 0; i < report->pair_count; i++)
		free(report->pairs[i].regions);
	for (size_t i = 0; i < report->cluster_count; i++)
		free(report->clusters[i].submissions);
	for (size_t i = 0; i < report->common_count; i++) {
		free(report->common[i].lines);
		free(report->common[i].sharers);
	}
	free(report->pairs);
	free(report->clusters);
	free(report->submissions);
	free(report->common);
	free(report->notes);
	*report = (struct as_similar_report){0};
}

char *as_similar_note_format(const struct as_similar_note *note, char text[AS_SIMILAR_NOTE_SIZE])
{
	switch (note->kind) {
	case AS_SIMILAR_NOTE_LANGUAGE:
		snprintf(text, AS_SIMILAR_NOTE_SIZE, "not compared: not C, C++, Java or Python");
		break;
	case AS_SIMILAR_NOTE_BYTES:
		snprintf(text, AS_SIMILAR_NOTE_SIZE,
			"only the first %d bytes, up to line %u, were compared",
			AS_SIMILAR_FILE_BYTES, note->line);
		break;
	case AS_SIMILAR_NOTE_TOKENS:
		snprintf(text, AS_SIMILAR_NOTE_SIZE,
			"only the first %d tokens, up to line %u of this file, were compared",
			AS_SIMILAR_SUBMISSION_TOKENS, note->line);
		break;
	case AS_SIMILAR_NOTE_OPEN:
		snprintf(text, AS_SIMILAR_NOTE_SIZE,
			"a comment or text that begins on line %u does not end: what follows was "
			"not compared",
			note->line);
		break;
	}
	return text;
}

static int compare_ids(const void *a, const void *b)
{
	const struct as_member *one = a;
	const struct as_member *other = b;

	return strcmp(one->id, other->id);
}

static int sort_members(struct as_similar *similar, struct as_error *error)
{
	if (similar->member_count)
		qsort(similar->members, similar->member_count, sizeof *similar->members,
			compare_ids);
	for (size_t i = 1; i < similar->member_count; i++)
		if (strcmp(similar->members[i - 1].id, similar->members[i].id) == 0)
			return as_error_set(error, AS_ERROR_INPUT,
				"two submissions have the id '%s'; ids must be unique",
				similar->members[i].id);
	return 0;
}

/* ---- the report ---- */

static int report_members(
	const struct as_similar *similar, struct as_similar_report *report, struct as_error *error)
{
	report->submissions = calloc(similar->member_count + 1, sizeof *report->submissions);
	if (!report->submissions)
		return as_error_no_memory(error);
	report->submission_count = similar->member_count;
	for (size_t m = 0; m < similar->member_count; m++) {
		const struct as_member *member = &similar->members[m];
		struct as_similar_read *read = &report->submissions[member->index];
		for (size_t i = 0; i < member->token_count; i++) {
			uint16_t flags = member->tokens[i].flags;
			read->token_count += member->tokens[i].code != AS_TOKEN_NONE;
			read->base_count += (flags & AS_TOKEN_IS_BASE) != 0;
			read->common_count += flags == AS_TOKEN_IS_COMMON;
		}
	}
	return 0;
}

/* The notes of a submission are together: copies them by submission, base code first. */
static int report_notes(
	const struct as_similar *similar, struct as_similar_report *report, struct as_error *error)
{
	AS_AUTO_FREE size_t *first = calloc(similar->member_count + 1, sizeof *first);

	report->notes = calloc(similar->note_count + 1, sizeof *report->notes);
	if (!first || !report->notes)
		return as_error_no_memory(error);
	for (size_t i = similar->note_count; i-- > 0;)
		if (similar->notes[i].submission != AS_SIMILAR_BASE)
			first[similar->notes[i].submission] = i;
	for (size_t i = 0; i < similar->note_count; i++)
		if (similar->notes[i].submission == AS_SIMILAR_BASE)
			report->notes[report->note_count++] = similar->notes[i];
	for (size_t m = 0; m < similar->member_count; m++) {
		const size_t index = similar->members[m].index;
		for (size_t i = first[index];
			i < similar->note_count && similar->notes[i].submission == index; i++)
			report->notes[report->note_count++] = similar->notes[i];
	}
	return 0;
}

/* True if an earlier pair is of the same two programs. */
static bool is_repeated(
	const struct as_similar *similar, const struct as_pairs *pairs, size_t index)
{
	uint32_t roots[2], others[2];

	for (int side = 0; side < 2; side++)
		roots[side] = as_cluster_root(
			similar, (uint32_t)pairs->items[index].sides[side].submission);
	for (size_t i = 0; i < index; i++) {
		for (int side = 0; side < 2; side++)
			others[side] = as_cluster_root(
				similar, (uint32_t)pairs->items[i].sides[side].submission);
		if ((roots[0] == others[0] && roots[1] == others[1]) ||
			(roots[0] == others[1] && roots[1] == others[0]))
			return true;
	}
	return false;
}

static void remove_repeated(const struct as_similar *similar, struct as_pairs *pairs)
{
	for (size_t i = pairs->count; i-- > 0;) {
		if (!is_repeated(similar, pairs, i))
			continue;
		free(pairs->items[i].regions);
		memmove(&pairs->items[i], &pairs->items[i + 1],
			(--pairs->count - i) * sizeof *pairs->items);
	}
}

static void report_pairs(
	const struct as_similar *similar, struct as_pairs *pairs, struct as_similar_report *report)
{
	remove_repeated(similar, pairs);
	report->pair_count = pairs->count;
	report->left_out_count = pairs->left_out_count;
	report->pairs = as_steal(pairs->items);
	pairs->count = 0;
	for (size_t i = 0; i < report->pair_count; i++)
		for (int side = 0; side < 2; side++) {
			size_t *submission = &report->pairs[i].sides[side].submission;
			*submission = similar->members[*submission].index;
		}
}

static int find_pairs(struct as_similar *similar, const atomic_bool *cancel,
	struct as_similar_report *report, struct as_error *error)
{
	AS_AUTO(as_pairs_clear) struct as_pairs pairs = {.max = similar->config.max_pairs};
	struct as_seeds seeds = {0};
	int failed = as_seeds_find(similar, &seeds, cancel, error);
	AS_AUTO_FREE struct as_seed *items = seeds.items;

	(void)items;
	if (failed || as_pairs_find(similar, &seeds, &pairs, cancel, error))
		return -1;
	report_pairs(similar, &pairs, report);
	return 0;
}

int as_similar_compare(struct as_similar *similar, const atomic_bool *cancel,
	struct as_similar_report *report, struct as_error *error)
{
	AS_AUTO_SIMILAR_REPORT struct as_similar_report made = {0};

	*report = made;
	if (sort_members(similar, error) || as_clusters_find(similar, cancel, error) ||
		as_common_find(similar, cancel, error) ||
		find_pairs(similar, cancel, &made, error) ||
		report_members(similar, &made, error) || report_notes(similar, &made, error) ||
		as_clusters_report(similar, &made, error) ||
		as_common_report(similar, &made, cancel, error))
		return -1;
	*report = made;
	made = (struct as_similar_report){0};
	return 0;
}
