/* SPDX-License-Identifier: MIT */
/** A hash table from borrowed texts to numbers. Included by journal.h. */
#ifndef ASSAY_JOURNAL_NAMES_H
#define ASSAY_JOURNAL_NAMES_H

#include <assay/base.h>

/** In place of a number: not found. */
#define AS_JOURNAL_NONE SIZE_MAX

struct as_journal_name {
	const char *text; /**< NULL: free */
	size_t number;
};
struct as_journal_names {
	struct as_journal_name *items;
	size_t capacity; /**< a power of 2, or 0 */
	size_t count;
	uint64_t seed;
};

/** The text is borrowed. A number that it already had is replaced. */
int as_journal_names_put(struct as_journal_names *names, const char *text, size_t number,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** AS_JOURNAL_NONE: the text is not in the table. */
size_t as_journal_names_find(const struct as_journal_names *names, const char *text)
	AS_NONNULL(1, 2);
/** Changes the number of a text; removes a text. Both do nothing if it is not in the table. */
void as_journal_names_set(struct as_journal_names *names, const char *text, size_t number)
	AS_NONNULL(1, 2);
void as_journal_names_remove(struct as_journal_names *names, const char *text) AS_NONNULL(1, 2);
void as_journal_names_clear(struct as_journal_names *names) AS_NONNULL(1);

#endif
