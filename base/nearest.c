/* SPDX-License-Identifier: MIT */
/* Finds the known name nearest to an unknown one. */
#include <assay/base.h>

#include <assay/base/fit.h>
#include <string.h>

/* Longer names are compared by their beginnings. */
#define COMPARED_BYTES 40

/* The edit distance of two names: insertions, removals, replacements and swaps of adjacent
 * characters. */
static size_t name_distance(const char *a, const char *b)
{
	size_t row[COMPARED_BYTES + 1], above[COMPARED_BYTES + 1], second[COMPARED_BYTES + 1];
	size_t a_size = strnlen(a, COMPARED_BYTES), b_size = strnlen(b, COMPARED_BYTES);
	memset(above, 0, sizeof above);
	for (size_t j = 0; j <= b_size; j++)
		row[j] = j;
	for (size_t i = 1; i <= a_size; i++) {
		size_t diagonal = row[0];
		memcpy(second, above, sizeof second);
		memcpy(above, row, sizeof above);
		row[0] = i;
		for (size_t j = 1; j <= b_size; j++) {
			size_t best = diagonal + (a[i - 1] != b[j - 1]);
			if (best > row[j] + 1)
				best = row[j] + 1;
			if (best > row[j - 1] + 1)
				best = row[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
				best > second[j - 2] + 1)
				best = second[j - 2] + 1;
			diagonal = row[j];
			row[j] = best;
		}
	}
	return row[b_size];
}

const char *as_text_nearest(const char *name, const char *const *names, size_t count, size_t max)
{
	const char *nearest = NULL;
	size_t min = SIZE_MAX;
	for (size_t i = 0; i < count; i++) {
		size_t distance = name_distance(name, names[i]);
		if (distance < min && distance <= max) {
			min = distance;
			nearest = names[i];
		}
	}
	return nearest;
}

static const char *find_ignoring_case(const char *name, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcasecmp(name, names[i]) == 0)
			return names[i];
	return NULL;
}

char *as_text_suggestion(
	const char *name, const char *const *names, size_t count, char text[AS_SUGGESTION_SIZE])
{
	const char *nearest = find_ignoring_case(name, names, count);
	if (!nearest)
		nearest = as_text_nearest(name, names, count, (strlen(name) + 1) / 3);
	if (nearest)
		snprintf(text, AS_SUGGESTION_SIZE, "; did you mean '%.*s'?",
			as_text_fit(nearest, 80), nearest);
	else
		snprintf(text, AS_SUGGESTION_SIZE, ";");
	return text;
}

void as_text_choices(const char *const *names, size_t count, char *list, size_t size)
{
	size_t used = 0;

	*list = '\0';
	for (size_t i = 0; i < count && used < size; i++) {
		const char *between = i == 0 ? "" : i + 1 == count ? " or " : ", ";
		used += (size_t)snprintf(list + used, size - used, "%s%s", between, names[i]);
	}
}
