/* SPDX-License-Identifier: MIT */
/**
 * html: what the HTML pages of all commands have in common: texts that stay texts, a content policy
 * with the hashes of a page's own style and script, and the parts of the style.
 *
 * A page is one file that needs no network. It is written to a stream in memory (open_memstream)
 * and taken from there (as_html_close). Writing returns no error: without memory as_html_close
 * fails.
 */
#ifndef ASSAY_HTML_H
#define ASSAY_HTML_H

#include <assay/base.h>
#include <assay/html/style.h>

/* ---- texts ---- */

/** Writes a text, in an element or in an attribute, with HTML's special characters escaped, and
 * written out what as_html_untrusted writes out of a line, but line feeds and tabs. NULL is "". */
void as_html_text(FILE *out, const char *text) AS_NONNULL(1);

/** How bytes of a stranger are shown. */
enum as_html_kind {
	AS_HTML_LINE,      /**< in an element, as one line: a name */
	AS_HTML_BLOCK,     /**< in an element with `white-space: pre`: line feeds and tabs stay */
	AS_HTML_ATTRIBUTE, /**< in an attribute, as one line; of a title, too */
};
/**
 * Writes at most `most` bytes of a stranger's text, so that nothing of it is hidden or acts:
 * special characters of HTML are escaped; control characters, bidirectional controls, characters
 * that nobody can see, and bytes that are not UTF-8 are written out ("\x1B", "\u{202E}"), in an
 * element in a <span class="raw">. No character is cut in two, and a line that is cut ends in an
 * ellipsis; after a block the caller says so. Returns the number of bytes of the text that were
 * written.
 */
size_t as_html_untrusted(FILE *out, const char *text, size_t size, size_t most,
	enum as_html_kind kind) AS_NONNULL(1);
/** A name or another short text of a stranger, in an element, on one line, isolated from the
 * direction of its surroundings. NULL is "". */
void as_html_name(FILE *out, const char *text) AS_NONNULL(1);
/** The most bytes of a name that are shown. */
#define AS_HTML_MAX_NAME 200
/** The name of a file in the address of a link: every byte but the most harmless as %XX. */
void as_html_address(FILE *out, const char *file) AS_NONNULL(1, 2);

/* ---- numbers ---- */

/** "12 ms", "1.25 s" */
void as_html_time(FILE *out, int64_t time_ns) AS_NONNULL(1);

/** "640 B", "1.5 KiB", "12 MiB" */
void as_html_bytes(FILE *out, uint64_t bytes) AS_NONNULL(1);

/* ---- a page ---- */

/** The contents of a page's frame; borrowed until as_html_end. */
struct as_html_page {
	const char *title;  /**< may be of a stranger */
	const char *style;  /**< without "</" */
	const char *script; /**< without "</"; NULL: none, and the policy permits none */
};
/** Each of these pages has it in its first 1,000 bytes. */
#define AS_HTML_MARK "<meta name=\"generator\" content=\"assay\">"
/** Writes a page up to the beginning of <body>. Its policy permits this style and this script, by
 * their hashes, and nothing else: no other source, no style attribute, no form. */
void as_html_begin(FILE *out, const struct as_html_page *page) AS_NONNULL(1, 2);
/** Writes the script, and ends the page. */
void as_html_end(FILE *out, const struct as_html_page *page) AS_NONNULL(1, 2);

/** Closes a page, and returns its text, on the heap. NULL: out of memory. */
char *as_html_close(FILE *out, char **text, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
