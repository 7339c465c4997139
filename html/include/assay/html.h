/* SPDX-License-Identifier: MIT */
/**
 * html: the common parts of all HTML pages: escaping of texts, a Content-Security-Policy with the
 * hashes of a page's own style and script, and the parts of the style.
 *
 * A page is a single file that needs no network. It is written to a memory stream (open_memstream),
 * and as_text_close returns its text. Writing returns no error: if out of memory, as_text_close
 * fails.
 */
#ifndef ASSAY_HTML_H
#define ASSAY_HTML_H

#include <assay/base.h>
#include <assay/html/style.h>

/* ---- texts ---- */

/** Writes a text, in an element or in an attribute. HTML's special characters are escaped;
 * invisible and invalid characters are written out as by as_html_untrusted, but line feeds and tabs
 * stay. NULL is "". */
void as_html_text(FILE *out, const char *text) AS_NONNULL(1);

/** The context of an untrusted text. */
enum as_html_kind {
	AS_HTML_LINE,      /**< in an element, on one line: a name */
	AS_HTML_BLOCK,     /**< in an element with `white-space: pre`: line feeds and tabs stay */
	AS_HTML_ATTRIBUTE, /**< in an attribute or a title, on one line */
};
/**
 * Writes at most `max` bytes of an untrusted text, so that nothing in it is hidden or interpreted.
 * HTML's special characters are escaped. Control characters, bidirectional controls, invisible
 * characters and bytes that are not UTF-8 are written out ("\x1B", "\u{202E}"), in an element in a
 * <span class="raw">. No character is cut, and a truncated line ends in an ellipsis; after a
 * truncated block the caller must say so. Returns the number of bytes of the text that were
 * written.
 */
size_t as_html_untrusted(
	FILE *out, const char *text, size_t size, size_t max, enum as_html_kind kind) AS_NONNULL(1);
/** Writes an untrusted name or other short text, in an element, on one line, isolated from the text
 * direction of its surroundings. NULL is "". */
void as_html_name(FILE *out, const char *text) AS_NONNULL(1);
/** The maximum number of bytes of a name that are shown. */
#define AS_HTML_MAX_NAME 200
/** Writes a file name into the URL of a link: all bytes but unreserved ones as %XX. */
void as_html_address(FILE *out, const char *file) AS_NONNULL(1, 2);

/* ---- numbers ---- */

/** "12 ms", "1.25 s" */
void as_html_time(FILE *out, int64_t time_ns) AS_NONNULL(1);

/** "640 B", "1.5 KiB", "12 MiB" */
void as_html_bytes(FILE *out, uint64_t bytes) AS_NONNULL(1);

/* ---- a page ---- */

/** The frame of a page; borrowed until as_html_end. */
struct as_html_page {
	const char *title;    /**< may be untrusted */
	const char *style;    /**< without "</" */
	const char *script;   /**< without "</"; NULL: none, and the policy permits none */
	const char *language; /**< of its texts, may be untrusted; NULL: English */
	bool has_pictures;    /**< the policy permits pictures in `data:` addresses */
};
/** Is in the first 1,000 bytes of each of these pages. */
#define AS_HTML_MARK "<meta name=\"generator\" content=\"assay\">"
/** Writes a page up to the beginning of <body>. Its policy allows this style and this script, by
 * their hashes, and nothing else: no other source, no style attribute, no form. */
void as_html_begin(FILE *out, const struct as_html_page *page) AS_NONNULL(1, 2);
/** Writes the script and the end of the page. */
void as_html_end(FILE *out, const struct as_html_page *page) AS_NONNULL(1, 2);

#endif
