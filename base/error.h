/* SPDX-License-Identifier: MIT */
/** Shared by the sources of base; assay/base/errors.h has the contract of struct as_error. */
#ifndef ASSAY_BASE_ERROR_H
#define ASSAY_BASE_ERROR_H

#include <assay/base.h>

/** The members of an error besides its text. `where` may be NULL. */
struct as_error_place {
	enum as_error_kind kind;
	int sys_errno;
	const char *where;
	unsigned line;
	unsigned column;
	bool lacks_remedy;
};

/** The common end of all as_error_* setters. `reason` is appended as ": <reason>" unless NULL. */
int as_error_record(struct as_error *error, const struct as_error_place *place, const char *reason,
	const char *format, va_list arguments) AS_PRINTF(4, 0);

/**
 * Records the failure of a system call on `path`. The kind follows from sys_errno (full disk or no
 * descriptors: AS_ERROR_INTERNAL; a kernel without the call: AS_ERROR_MACHINE; else
 * AS_ERROR_INPUT). The text is "<what>: <reason>". `path` may be NULL. Returns -1.
 */
int as_error_path(struct as_error *error, int sys_errno, const char *path, const char *what);
/** The same with a reason that is more specific than the number. */
int as_error_path_reason(struct as_error *error, int sys_errno, const char *path, const char *what,
	const char *reason);
/** Copies `from` to `error`, with the place `where`, unless `error` has a cause already. Returns
 * -1. */
int as_error_move(struct as_error *error, const struct as_error *from, const char *where);

#endif
