/* SPDX-License-Identifier: MIT */
/* Finds the files that a mark comes from, among the submissions. */
#include "book.h"

#include <string.h>

const struct as_class_entry *grade_find_entry(
	const struct as_class_person *person, size_t package, const struct as_class_work *work)
{
	for (size_t i = person->attempt_count; i > 0; i--) {
		const struct as_class_entry *entry = &person->attempts[i - 1].entries[package];
		if (!entry->is_absent && !entry->submitted.sources.reason &&
			(!work || strcmp(entry->files, work->files) == 0))
			return entry;
	}
	return NULL;
}

size_t grade_find_attempt(const struct as_class_person *person, const struct as_class_row *row,
	const struct grade_assignment *assignment)
{
	for (size_t p = 0; p < assignment->scheme.package_count; p++) {
		const struct as_class_work *work =
			as_class_find_work(row, assignment->packages[p]->short_name);
		const struct as_class_entry *entry =
			work ? grade_find_entry(person, p, work) : NULL;
		for (size_t i = 0; entry && i < person->attempt_count; i++)
			if (entry == &person->attempts[i].entries[p])
				return i;
	}
	return person->attempt_count - 1;
}
