/* SPDX-License-Identifier: MIT */
/* glob: the patterns of submissions.yaml (2025-09, "Glob patterns"). */
#ifndef ASSAY_PACKAGE_GLOB_H
#define ASSAY_PACKAGE_GLOB_H

#include <assay/base.h>

/* A pattern with its braces expanded. */
struct as_glob {
	char **patterns; /* '*' is the only special character */
	size_t count;
};

/*
 * "*" matches any characters except '/'. "{a,b}" matches each alternative, without the blanks
 * around it; names in a package contain neither braces nor blanks. `**`, `[...]`, an unmatched
 * brace and more than 1,000 alternatives are AS_ERROR_INPUT. Clear in any case.
 */
int as_glob_parse(struct as_glob *glob, const char *text, struct as_error *error) AS_MUST_USE;
/* True if it matches a path ("secret/1/07") or a folder above it. */
bool as_glob_covers(const struct as_glob *glob, const char *path);
/* True if it matches the path itself. */
bool as_glob_matches(const struct as_glob *glob, const char *path);
void as_glob_clear(struct as_glob *glob);

#endif
