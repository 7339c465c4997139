/* SPDX-License-Identifier: MIT */
/* statement: private header of the files that read a statement. */
#ifndef ASSAY_CONTEST_PAGES_STATEMENT_PRIVATE_H
#define ASSAY_CONTEST_PAGES_STATEMENT_PRIVATE_H

#include <assay/contest/pages/statement.h>
#include <string.h>

/* ---- folder.c: a folder of a package ---- */

/* The names, sorted; NULL (and `real` NULL) if the folder does not exist. */
int statement_list(const struct as_package *package, const char *folder, char **real, char ***names,
	struct as_error *error) AS_MUST_USE;
/* The real path of a file in a folder; NULL without an error: it does not exist. */
int statement_find(const struct as_package *package, const char *folder, const char *name,
	char **real, struct as_error *error) AS_MUST_USE;
int statement_read(const struct as_package *package, const char *folder, const char *name,
	uint64_t max_bytes, struct as_bytes *bytes, struct as_error *error) AS_MUST_USE;

/* ---- files.c ---- */

int statement_files_read(
	struct as_contest_statement *statement, struct as_error *error) AS_MUST_USE;
/* Drops source files of a statement that exists in another format: LaTeX beside PDF or Markdown. */
void statement_files_choose(struct as_contest_statement *statement);

/* ---- samples.c ---- */

int statement_samples_read(
	struct as_contest_statement *statement, struct as_error *error) AS_MUST_USE;

#endif
