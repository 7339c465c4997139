/* SPDX-License-Identifier: MIT */
/**
 * html: what the HTML pages of all commands have in common: texts that stay texts, a content policy
 * with the hashes of a page's own style and script, and the parts of the style.
 *
 * A page is one file that needs no network. It is written to a stream in memory (as_html_open) and
 * taken from there (as_html_close). Writing returns no error: without memory as_html_close fails.
 */
#ifndef ASSAY_HTML_H
#define ASSAY_HTML_H

#include <assay/base.h>
#include <assay/html/style.h>

/* ---- texts ---- */

/** Writes a text with HTML's special characters and all control characters but line feeds and tabs
 * escaped. NULL is "". */
void as_html_text(FILE *out, const char *text) AS_NONNULL(1);

/* ---- numbers ---- */

/** "12 ms", "1.25 s" */
void as_html_time(FILE *out, int64_t time_ns) AS_NONNULL(1);

/* ---- a page ---- */

/** Closes a page, and returns its text, on the heap. NULL: out of memory. */
char *as_html_close(FILE *out, char **text, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
