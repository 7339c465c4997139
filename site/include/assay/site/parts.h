/* SPDX-License-Identifier: MIT */
/**
 * parts: parts of pages that every site writes. Part of site.h; it needs neither a site nor HTTP.
 */
#ifndef ASSAY_SITE_PARTS_H
#define ASSAY_SITE_PARTS_H

#include <assay/base.h>

/** Writes an address of the server for an attribute: base, path, and an escaped part (or NULL). */
void as_site_write_address(FILE *out, const char *base, const char *path, const char *part)
	AS_NONNULL(1, 2, 3);
/** Writes an untrusted text for an attribute. NULL: nothing. */
void as_site_write_attribute(FILE *out, const char *text) AS_NONNULL(1);
/** Writes the value of a field or <textarea> exactly as the user typed it. NULL: nothing. */
void as_site_write_value(FILE *out, const char *text) AS_NONNULL(1);
/** Writes an untrusted text for a <pre> that the caller writes. Longer texts are cut at `max` bytes
 * with a note. */
void as_site_write_block(FILE *out, const char *text, size_t size, size_t max) AS_NONNULL(1, 2);
/** Writes the untrusted cause of a failure, in one line; NULL or empty: a dash. */
void as_site_write_cause(FILE *out, const char *cause) AS_NONNULL(1);
/** Turns a message of the server (lower case, no full stop) into a sentence. If a message begins
 * with a name that could be a word, such as a file name without an ending, put a noun before the
 * name. */
void as_site_write_sentence(FILE *out, const char *text) AS_NONNULL(1, 2);

/** <time>: a moment in UTC, which page.js converts to the reader's time zone. */
void as_site_write_moment(FILE *out, int64_t wall_ms) AS_NONNULL(1);
/** H:MM:SS, with a sign if it is negative. */
void as_site_write_span(FILE *out, int64_t span_ms) AS_NONNULL(1);
/** Likewise, rounded up: a duration, or a time that is left. Rounded down, it would lose what can
 * still be sent in the last second. A time that has passed is rounded down. */
void as_site_write_span_up(FILE *out, int64_t span_ms) AS_NONNULL(1);

/** <span> with a verdict: its short name, "" if it is pending, and its title in words. */
void as_site_write_verdict(FILE *out, const char *name, const char *title) AS_NONNULL(1, 2, 3);
/** An <option>; `value` and `text` are untrusted. */
void as_site_write_option(FILE *out, const char *value, const char *text, bool is_selected)
	AS_NONNULL(1);
/** The beginning of a form that is sent by POST, with the field csrf (NULL: none). `kind`: "", or
 * another attribute after a blank. */
void as_site_write_form(FILE *out, const char *base, const char *path, const char *csrf,
	const char *kind) AS_NONNULL(1, 2, 3, 5);

/** A part that live.js replaces every few seconds by the same part of the page. Text that is typed
 * into its forms is kept. */
void as_site_write_live_begin(FILE *out, const char *id, int every_s) AS_NONNULL(1, 2);
void as_site_write_live_end(FILE *out) AS_NONNULL(1);

/** A file to show; borrowed. */
struct as_site_source {
	const char *name;
	const char *text;
	size_t size;
};
/** Writes files with line numbers, which are not selected with the text. Large files, and those
 * that would make the page too large, are cut with a note. `at` gives each file. */
typedef struct as_site_source as_site_source_at(const void *context, size_t index);
void as_site_write_sources(FILE *out, as_site_source_at *at, const void *context, size_t count)
	AS_NONNULL(1, 2);

#endif
