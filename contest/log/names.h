/* SPDX-License-Identifier: MIT */
/* Private header: a hash table from borrowed texts to numbers (names.c). */
#ifndef CONTEST_LOG_NAMES_H
#define CONTEST_LOG_NAMES_H

#include <assay/contest/folder.h>

/* A hash table from borrowed texts to numbers. */
struct log_name {
	const char *text; /* NULL: free */
	size_t number;
};
struct log_names {
	struct log_name *items;
	size_t capacity; /* a power of 2, or 0 */
	size_t count;
	uint64_t seed;
};

/* The text is borrowed. A number that it already had is replaced. */
int log_names_put(struct log_names *names, const char *text, size_t number,
	struct as_error *error) AS_MUST_USE;
/* AS_CONTEST_NONE: the text is not in the table. */
size_t log_names_find(const struct log_names *names, const char *text);
/* Changes the number of a text; removes a text. Both do nothing if it is not in the table. */
void log_names_set(struct log_names *names, const char *text, size_t number);
void log_names_remove(struct log_names *names, const char *text);
void log_names_clear(struct log_names *names);

#endif
