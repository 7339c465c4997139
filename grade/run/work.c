/* SPDX-License-Identifier: MIT */
/* Finds the files that a mark comes from, among the submissions. */
#include "book.h"

#include <string.h>

const struct as_class_work *grade_find_work(
	const struct as_class_row *row, const struct as_package *package)
{
	for (size_t i = 0; i < row->work_count; i++)
		if (strcmp(row->works[i].package, package->short_name) == 0)
			return &row->works[i];
	return NULL;
}

static const struct as_class_entry *find_entry(
	const struct as_class_attempt *attempt, size_t package)
{
	for (size_t i = 0; i < attempt->entry_count; i++)
		if (attempt->entries[i].package == package)
			return &attempt->entries[i];
	return NULL;
}

/* Computed as in assay/grade/class.h. */
static bool has_digest(const struct as_submitted *submitted, const char *digest)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	char found[AS_DIGEST_HEX_SIZE];

	if (as_submitted_write(submitted, &bytes, NULL))
		return false;
	as_digest_bytes(bytes.data, bytes.size, found);
	return strcmp(found, digest) == 0;
}

const struct as_class_entry *grade_find_entry(
	const struct as_class_person *person, size_t package, const struct as_class_work *work)
{
	for (size_t i = person->attempt_count; i > 0; i--) {
		const struct as_class_entry *entry = find_entry(&person->attempts[i - 1], package);
		if (entry && entry->submitted && !entry->submitted->sources.reason &&
			(!work || has_digest(entry->submitted, work->files)))
			return entry;
	}
	return NULL;
}

size_t grade_find_attempt(const struct as_class_person *person, const struct as_class_row *row,
	const struct grade_assignment *assignment)
{
	for (size_t p = 0; p < assignment->scheme.package_count; p++) {
		const struct as_class_work *work = grade_find_work(row, assignment->packages[p]);
		const struct as_class_entry *entry =
			work ? grade_find_entry(person, p, work) : NULL;
		for (size_t i = 0; entry && i < person->attempt_count; i++)
			if (entry >= person->attempts[i].entries &&
				entry < person->attempts[i].entries +
						person->attempts[i].entry_count)
				return i;
	}
	return person->attempt_count - 1;
}
