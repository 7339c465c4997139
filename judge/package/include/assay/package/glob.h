/* SPDX-License-Identifier: MIT */
/* glob: the patterns of submissions.yaml (2025-09, "Glob patterns"). */
#ifndef ASSAY_PACKAGE_GLOB_H
#define ASSAY_PACKAGE_GLOB_H

#include <assay/base.h>

/* A pattern with its braces expanded. */
struct as_glob {
	char **patterns; /* with no special sign but '*' */
	size_t count;
};

/*
 * "*" stands for any characters but '/', "{a,b}" for each of its alternatives, blanks around them
 * left out; names of a package hold neither braces nor blanks. `**`, `[...]`, a brace without its
 * partner and more than 1,000 alternatives are AS_ERROR_INPUT. Clear in any case.
 */
int as_glob_parse(struct as_glob *glob, const char *text, struct as_error *error) AS_MUST_USE;
/* True where it matches a path ("secret/1/07") or one of the folders above it. */
bool as_glob_covers(const struct as_glob *glob, const char *path);
/* True where it matches the path itself. */
bool as_glob_matches(const struct as_glob *glob, const char *path);
void as_glob_clear(struct as_glob *glob);

#endif
