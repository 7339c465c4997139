/* SPDX-License-Identifier: MIT */
/**
 * statement: the statement of a package as inert HTML, its samples and its files; a page of them.
 *
 * Life cycle: as_statement_open reads all but the files; as_statement_close. A statement never
 * changes, so no lock is needed.
 */
#ifndef ASSAY_STATEMENT_H
#define ASSAY_STATEMENT_H

#include <assay/package.h>
#include <stdio.h>

/** A file of a problem that readers may see. */
struct as_statement_file {
	enum as_statement_file_kind {
		AS_STATEMENT_STATEMENT,  /**< the statement as PDF or LaTeX */
		AS_STATEMENT_PICTURE,    /**< a picture of the statement */
		AS_STATEMENT_ATTACHMENT, /**< from attachments/, or of the caller */
	} kind;
	char *name;       /**< unique within the problem */
	const char *type; /**< "application/pdf"; for unknown files application/octet-stream */
	char *path;       /**< relative to the package's folder; or */
	const void *own;  /**< the caller's; NULL: in the package */
	char *address;    /**< of links and pictures, not escaped for HTML; NULL: none */
	bool is_refused;  /**< it is not embedded: it is too large, or there was no room */
};

/** A sample. Each text is UTF-8 or shown as bytes; long texts are cut. */
struct as_statement_sample {
	char *name; /**< "1" */
	struct as_bytes input;
	struct as_bytes answer;
	struct as_bytes
		interaction; /**< lines with '<' and '>', instead of input and answer; or empty */
	bool is_cut;
};

struct as_statement {
	const struct as_package *package; /**< borrowed; NULL: all else is empty */
	struct as_bytes html; /**< of a Markdown or LaTeX statement; empty: there are only files */
	char *language;       /**< of this text, "en"; NULL: unknown */
	char **languages;     /**< of all files of statements; sorted, NULL-terminated, or NULL */
	size_t source_formula_count; /**< formulas that are shown as their source */
	char **missing; /**< pictures that the text names and that have no address; or NULL */
	struct as_statement_sample *samples;
	size_t sample_count;
	struct as_statement_file *files;
	size_t file_count;
};

struct as_statement_config {
	/** The address of a file is this and its name. NULL: pictures are embedded (`data:`), and
	 * other files have no address. */
	const char *prefix;
	/** Of the text; NULL: English, else a file that names no language, else the first. */
	const char *language;
	/** Files of the caller: kind, name, type and `own` are copied. Files of the package that
	 * have these names are left out. */
	const struct as_statement_file *own;
	size_t own_count;
	/** The editorial, from editorial/editorial.LANGUAGE.md or solution/solution.LANGUAGE.md
	 * (2025-09), without samples and attachments, in place of the statement. */
	bool is_editorial;
};

/** The size up to which a picture is embedded, and the size of all pictures together, in base64, as
 * often as each of them is shown. */
#define AS_STATEMENT_MAX_PICTURE_BYTES (UINT64_C(8) << 20)
#define AS_STATEMENT_MAX_EMBEDDED_BYTES (UINT64_C(32) << 20)
/** The number of pictures that `missing` names. */
#define AS_STATEMENT_MAX_MISSING 50

/**
 * Reads the statement of a package. Markdown, else LaTeX, becomes inert HTML: no HTML of the
 * author, only links to http, https, mailto and addresses of the files. A missing statement is not
 * an error. Links are followed only within the package. AS_ERROR_INPUT: a file cannot be read;
 * AS_ERROR_USAGE: the package has no statement in the language. Borrows the package.
 */
struct as_statement *as_statement_open(const struct as_package *package,
	const struct as_statement_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(2);
void as_statement_close(struct as_statement *statement);
/** Finds the file with a name, or NULL. */
const struct as_statement_file *as_statement_file(
	const struct as_statement *statement, const char *name) AS_NONNULL(1, 2);

/** Writes a <li> element: the points that can be earned (INFINITY: unlimited), and those of the
 * groups directly below secret if they add up to the points. */
void as_statement_write_points(FILE *out, const struct as_package *package, double points)
	AS_NONNULL(1, 2);
/** Writes <li> elements: time limit, memory limit, kind of the package. */
void as_statement_write_limits(FILE *out, const struct as_package *package) AS_NONNULL(1, 2);
/** Writes the samples, with their heading. */
void as_statement_write_samples(FILE *out, const struct as_statement *statement) AS_NONNULL(1, 2);
/** One self-contained page of a statement without a prefix: HTML, on the heap. */
char *as_statement_page(const struct as_statement *statement, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

#endif
