/* SPDX-License-Identifier: MIT */
/** What the sources of base share of errors; the contract of struct as_error is in
 * assay/base/errors.h. */
#ifndef ASSAY_BASE_ERROR_H
#define ASSAY_BASE_ERROR_H

#include <assay/base.h>

/** Everything an error can hold besides its text. `where` may be NULL. */
struct as_error_place {
	enum as_error_kind kind;
	int sys_errno;
	const char *where;
	unsigned line;
	unsigned column;
	bool lacks_remedy;
};

/** All as_error_* setters end here. `reason` is appended as ": <reason>" unless NULL. */
int as_error_record(struct as_error *error, const struct as_error_place *place, const char *reason,
	const char *format, va_list arguments) AS_PRINTF(4, 0);

/**
 * Records what a system call on `path` ran into: who must act follows from sys_errno (a full disk
 * or no descriptors: AS_ERROR_INTERNAL; a kernel without the call: AS_ERROR_MACHINE; else
 * AS_ERROR_INPUT). The text is "<what>: <reason>". `path` may be NULL. Returns -1.
 */
int as_error_path(struct as_error *error, int sys_errno, const char *path, const char *what);
/** The same where the reason says more than the number does. */
int as_error_path_reason(struct as_error *error, int sys_errno, const char *path, const char *what,
	const char *reason);
/** Copies `from` to `error`, blaming `where`, unless `error` holds one already. Returns -1. */
int as_error_move(struct as_error *error, const struct as_error *from, const char *where);

#endif
