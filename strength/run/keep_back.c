/* SPDX-License-Identifier: MIT */
/* With --fix, the tests are chosen by mutants of some lines, and the estimate comes from mutants of
 * the others. Mutants of a line are alike, so lines are drawn, not mutants. The draw depends on the
 * submissions and on the seed of the first round, so it is the same in all rounds. */
#include "measure.h"

#include <string.h>

#define SHARE 3

static int line_add(struct measuring *measuring, size_t source, uint32_t line, size_t *count,
	struct as_error *error)
{
	const char *path = measuring->report->sources[source].path;
	struct as_digest digest;

	for (size_t i = 0; i < *count; i++)
		if (measuring->back.items[i].source == source &&
			measuring->back.items[i].line == line)
			return 0;
	if (!as_array_reserve(measuring->back.items, *count, error))
		return -1;
	struct back_line *item = &measuring->back.items[(*count)++];
	*item = (struct back_line){.source = source, .line = line};
	as_digest_init(&digest);
	as_digest_add_text(&digest, measuring->order->keep_back);
	as_digest_add_text(&digest, path);
	as_digest_add(&digest, &line, sizeof(line));
	as_digest_end(&digest, item->key);
	return 0;
}

static int compare_lines(const void *one, const void *other)
{
	const struct back_line *a = one, *b = other;

	return strcmp(a->key, b->key);
}

int measure_keep_back(struct measuring *measuring, struct as_error *error)
{
	struct as_strength_report *report = measuring->report;
	size_t count = 0;

	report->keeps_back = measuring->order->keep_back != NULL;
	for (size_t i = 0; i < report->source_count && report->keeps_back; i++) {
		const struct as_mutations *mutations = &measuring->origins[i].mutations;
		for (size_t k = 0; k < mutations->count; k++)
			if (line_add(measuring, i, mutations->items[k].line, &count, error))
				return -1;
	}
	if (count)
		qsort(measuring->back.items, count, sizeof(*measuring->back.items), compare_lines);
	measuring->back.count = count / SHARE;
	return 0;
}

bool keep_back_has(const struct measuring *measuring, size_t source, uint32_t line)
{
	for (size_t i = 0; i < measuring->back.count; i++)
		if (measuring->back.items[i].source == source &&
			measuring->back.items[i].line == line)
			return true;
	return false;
}
