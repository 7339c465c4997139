/* SPDX-License-Identifier: MIT */
/** Making the bodies of entries, and checking texts that people write. Included by journal.h. */
#ifndef ASSAY_JOURNAL_ENTRY_H
#define ASSAY_JOURNAL_ENTRY_H

#include <assay/base.h>
#include <jansson.h>

/** A JSON object with type and time. It becomes NULL if a later setter runs out of memory. */
json_t *as_journal_entry_of(const char *type, int64_t wall_ms) AS_NONNULL(1);
/** Takes the value. */
void as_journal_entry_set(json_t **entry, const char *key, json_t *value) AS_NONNULL(1, 2);
/** NULL: the key is omitted. */
void as_journal_entry_text(json_t **entry, const char *key, const char *value) AS_NONNULL(1, 2);
/** Takes the value. `*list` becomes NULL if that fails, so an entry never has a shorter list. */
void as_journal_list_add(json_t **list, json_t *value) AS_NONNULL(1);

/** Checks a text by a person: not empty, at most `max_bytes`, UTF-8, no control characters other
 * than line feeds and tabs. -1: AS_ERROR_USAGE. */
int as_journal_check_text(const char *text, size_t max_bytes, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** A checked copy with one LF for each line end (free it). NULL: refused. */
char *as_journal_text(const char *text, size_t max_bytes, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** Replaces each line end of a text by one LF, in place: browsers send CR LF for a line end that a
 * user types. */
void as_journal_text_lines(char *text) AS_NONNULL(1);

#endif
