/* SPDX-License-Identifier: MIT */
/* modules: packages installed beside run-time systems, which a caller makes visible to runs. */
#ifndef ASSAY_PROGRAM_ROOT_MODULES_H
#define ASSAY_PROGRAM_ROOT_MODULES_H

#include <assay/program/language.h>

/* AS_ERROR_USAGE unless each name (NULL-terminated, or NULL: none) is a module of a language. */
int as_root_modules_check(const struct as_languages *languages, const char *const *modules,
	struct as_error *error) AS_MUST_USE;

#endif
