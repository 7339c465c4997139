/* SPDX-License-Identifier: MIT */
/* statement: private header of the files that read a statement. */
#ifndef ASSAY_JUDGE_STATEMENT_STATEMENT_PRIVATE_H
#define ASSAY_JUDGE_STATEMENT_STATEMENT_PRIVATE_H

#include <assay/html.h>
#include <assay/statement.h>
#include <string.h>

/* ---- what the renderers of texts need ---- */

struct statement_links {
	/* The address of a file of the problem, for one use: embedded pictures count for each use.
	 * NULL: it has none. */
	const char *(*address)(const char *name, size_t size, void *context);
	/* Called for a picture without an address. */
	void (*missing)(const char *name, size_t size, void *context);
	void *context;
};
/* Renders Markdown as inert HTML. -1: out of memory. */
int statement_markdown(FILE *out, const char *text, size_t size,
	const struct statement_links *links, struct as_error *error) AS_MUST_USE;

/* ---- folder.c: a folder of a package ---- */

/* A folder of texts, and the beginning of the files' names. */
struct statement_place {
	const char *folder, *stem;
};
#define STATEMENT_PLACES 2
const struct statement_place *statement_places(bool is_editorial);

/* The names, sorted; NULL (and `real` NULL) if the folder does not exist. */
int statement_list(const struct as_package *package, const char *folder, char **real, char ***names,
	struct as_error *error) AS_MUST_USE;
/* The real path of a file in a folder; NULL without an error: it does not exist. */
int statement_find(const struct as_package *package, const char *folder, const char *name,
	char **real, struct as_error *error) AS_MUST_USE;
int statement_read(const struct as_package *package, const char *folder, const char *name,
	uint64_t max_bytes, struct as_bytes *bytes, struct as_error *error) AS_MUST_USE;

/* ---- files.c ---- */

int statement_files_read(struct as_statement *statement, const struct as_statement_config *config,
	struct as_error *error) AS_MUST_USE;
/* Sets the address of a picture to its contents, unless it is larger than `max_bytes`. */
int statement_file_embed(const struct as_statement *statement, struct as_statement_file *file,
	uint64_t max_bytes, struct as_error *error) AS_MUST_USE;
void statement_file_clear(struct as_statement_file *file);
/* Writes the line in place of a picture without an address. */
void statement_missing(
	FILE *out, const struct statement_links *links, const char *name, size_t size);
/* Drops source files of a statement that exists in another format: LaTeX beside PDF or Markdown. */
void statement_files_choose(struct as_statement *statement);

/* ---- language.c ---- */

/* Collects the languages of all files of the statement. */
int statement_languages_read(struct as_statement *statement, const struct statement_place *places,
	struct as_error *error) AS_MUST_USE;
/* The language of a file, "en" of "problem.en.md", on the heap; NULL: it names none. */
char *statement_language_of(const char *stem, const char *name);
/* The file of the text: of the language, or if that is NULL "problem.en.md", else "problem.md",
 * else the first; NULL: there is none. */
const char *statement_choose(
	char *const *names, const char *stem, const char *ending, const char *language);

/* ---- samples.c ---- */

int statement_samples_read(struct as_statement *statement, struct as_error *error) AS_MUST_USE;

#endif
