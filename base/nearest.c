/* SPDX-License-Identifier: MIT */
/* What somebody may have meant who wrote a name that there is not. */
#include <assay/base.h>

#include <string.h>

/* Longer names are compared by their beginning. */
#define COMPARED_BYTES 40

/* The number of insertions, removals and replacements between two names. */
static size_t name_distance(const char *a, const char *b)
{
	size_t row[COMPARED_BYTES + 1];
	size_t a_size = strnlen(a, COMPARED_BYTES), b_size = strnlen(b, COMPARED_BYTES);
	for (size_t j = 0; j <= b_size; j++)
		row[j] = j;
	for (size_t i = 1; i <= a_size; i++) {
		size_t diagonal = row[0];
		row[0] = i;
		for (size_t j = 1; j <= b_size; j++) {
			size_t best = diagonal + (a[i - 1] != b[j - 1]);
			if (best > row[j] + 1)
				best = row[j] + 1;
			if (best > row[j - 1] + 1)
				best = row[j - 1] + 1;
			diagonal = row[j];
			row[j] = best;
		}
	}
	return row[b_size];
}

const char *as_text_nearest(const char *name, const char *const *names, size_t count, size_t most)
{
	const char *nearest = NULL;
	size_t least = SIZE_MAX;
	for (size_t i = 0; i < count; i++) {
		size_t distance = name_distance(name, names[i]);
		if (distance < least && distance <= most) {
			least = distance;
			nearest = names[i];
		}
	}
	return nearest;
}
