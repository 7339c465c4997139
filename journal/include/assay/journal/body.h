/* SPDX-License-Identifier: MIT */
/**
 * Parsed bodies of events. A body is a JSON object. An owner with a long log can parse flat objects
 * in place, into fields, which costs much less than a tree. Included by journal.h.
 */
#ifndef ASSAY_JOURNAL_BODY_H
#define ASSAY_JOURNAL_BODY_H

#include <assay/base.h>
#include <jansson.h>

struct as_journal_field {
	const char *key, *text; /**< text NULL: a number */
	int64_t number;
};
#define AS_JOURNAL_FIELDS 16
struct as_journal_body {
	json_t *json; /**< NULL: fields are used, or it is not JSON */
	struct as_journal_field fields[AS_JOURNAL_FIELDS];
	size_t field_count;
};

/** Parses a text into a tree. A text that is not JSON has none. -1: out of memory. */
int as_journal_body_tree(struct as_journal_body *body, const struct as_bytes *text,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
void as_journal_body_clear(struct as_journal_body *body) AS_NONNULL(1);
/** NULL: the body has no such key, or its value is not a text. */
const char *as_journal_body_text(const struct as_journal_body *body, const char *key)
	AS_NONNULL(1, 2);
/** False: the body has no such key, or its value is not a number. */
bool as_journal_body_number(const struct as_journal_body *body, const char *key, int64_t *number)
	AS_NONNULL(1, 2, 3);

/* ---- in place ---- */

/** A position in a text. Each function returns false at another format. */
struct as_journal_scan {
	char *at, *end;
};
bool as_journal_scan_is(const struct as_journal_scan *scan, char wanted) AS_NONNULL(1);
bool as_journal_scan_char(struct as_journal_scan *scan, char wanted) AS_NONNULL(1);
/** At most 18 digits. */
bool as_journal_scan_number(struct as_journal_scan *scan, int64_t *number) AS_NONNULL(1, 2);
/** ASCII without escapes, from `*text` to `*end`, without a NUL. */
bool as_journal_scan_text(struct as_journal_scan *scan, char **text, char **end)
	AS_NONNULL(1, 2, 3);

/** Takes the value of a key of the owner, for example an array. 1: taken. 0: another format. -1:
 * out of memory. AS_JOURNAL_FIELD: the value is a field. */
#define AS_JOURNAL_FIELD 2
typedef int (*as_journal_take)(void *context, const char *key, size_t length,
	struct as_journal_scan *scan, struct as_error *error);
/** Parses an object of texts, numbers and what `take` takes. `text` is modified only on success,
 * and the fields refer to it. 1: done. 0: another format, also more than AS_JOURNAL_FIELDS fields:
 * parse it as a tree. -1: out of memory. After 0 and -1 the body has no fields. */
int as_journal_body_scan(struct as_journal_body *body, const struct as_bytes *text,
	as_journal_take take, void *context, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
