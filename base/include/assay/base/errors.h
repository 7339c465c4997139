/* SPDX-License-Identifier: MIT */
/** The error value of all libraries. Included by base.h. */
#ifndef ASSAY_BASE_ERRORS_H
#define ASSAY_BASE_ERRORS_H

#include <assay/base.h>

/** The kind of an error follows from who must act. The values are the exit statuses of the command.
 */
enum as_error_kind {
	AS_ERROR_NONE = 0,
	AS_ERROR_USAGE = 2,    /**< the command was called wrongly */
	AS_ERROR_INPUT = 3,    /**< a package, scheme or recipe is wrong */
	AS_ERROR_MACHINE = 4,  /**< this machine cannot do it safely */
	AS_ERROR_INTERNAL = 5, /**< everything else: no memory, no disk, our own defect */
};

/** Owned by the caller. It has no pointers: initialise with `= {0}`, reuse after as_error_clear. */
struct as_error {
	enum as_error_kind kind;
	int sys_errno;     /**< 0 if no system call was the cause */
	unsigned line;     /**< 1-based; 0 if there is none */
	unsigned column;   /**< 1-based; 0 if there is none */
	char where[512];   /**< the file or thing at fault, printable; may be empty */
	char text[1024];   /**< the problem and the remedy, one printable line */
	bool lacks_remedy; /**< the text ends with the words for sys_errno, and has no remedy */
};

/**
 * Records an error and returns -1, for `return as_error_set(...)`. The first cause wins: an error
 * that is already set is kept. All of these accept error == NULL. Control characters and invalid
 * UTF-8 in the arguments are escaped as \xNN.
 */
int as_error_set(struct as_error *error, enum as_error_kind kind, const char *format, ...)
	AS_PRINTF(3, 4);
/** As as_error_set, at a place. `where` may be NULL, line and column 0. */
int as_error_at(struct as_error *error, enum as_error_kind kind, const char *where, unsigned line,
	unsigned column, const char *format, ...) AS_PRINTF(6, 7);
/** As as_error_set; appends ": " and the text of `sys_errno`. AS_ERROR_USAGE becomes
 * AS_ERROR_INTERNAL if the cause is the machine, such as a full disk. */
int as_error_sys(struct as_error *error, enum as_error_kind kind, int sys_errno, const char *format,
	...) AS_PRINTF(4, 5);
/** As as_error_sys, at a place. `where` may be NULL. */
int as_error_at_sys(struct as_error *error, enum as_error_kind kind, int sys_errno,
	const char *where, const char *format, ...) AS_PRINTF(5, 6);
/** As as_error_at_sys, but the text is complete: it says in its own words what `sys_errno` means
 * for the caller, or `sys_errno` is only for callers to tell this error from others. */
int as_error_at_cause(struct as_error *error, enum as_error_kind kind, int sys_errno,
	const char *where, const char *format, ...) AS_PRINTF(5, 6);
/** Records an error with the kind and sys_errno of `why`, but at another place and with another
 * text. */
int as_error_pass(struct as_error *error, const struct as_error *why, const char *where,
	const char *format, ...) AS_PRINTF(4, 5) AS_NONNULL(2);
/** Prefixes the text of an error that is set: "<context>: <text>". Returns -1. */
int as_error_context(struct as_error *error, const char *format, ...) AS_PRINTF(2, 3);
/** Out of memory, in words. Returns -1. */
int as_error_no_memory(struct as_error *error);
#if defined(__clang_analyzer__) && !defined(AS_ERROR_IMPLEMENTATION)
/* The analyzer sees one file at a time, and would assume that these may return anything. */
#define AS_FAILING(call)                                                                           \
	({                                                                                         \
		(void)(call);                                                                      \
		-1;                                                                                \
	})
#define as_error_set(...) AS_FAILING((as_error_set)(__VA_ARGS__))
#define as_error_at(...) AS_FAILING((as_error_at)(__VA_ARGS__))
#define as_error_sys(...) AS_FAILING((as_error_sys)(__VA_ARGS__))
#define as_error_at_sys(...) AS_FAILING((as_error_at_sys)(__VA_ARGS__))
#define as_error_at_cause(...) AS_FAILING((as_error_at_cause)(__VA_ARGS__))
#define as_error_pass(...) AS_FAILING((as_error_pass)(__VA_ARGS__))
#define as_error_context(...) AS_FAILING((as_error_context)(__VA_ARGS__))
#define as_error_no_memory(error) AS_FAILING((as_error_no_memory)(error))
#endif
void as_error_clear(struct as_error *error);
/** Writes "WHERE:LINE:COLUMN: TEXT" (without absent parts) and returns `buffer`. */
char *as_error_format(const struct as_error *error, char *buffer, size_t size) AS_NONNULL(1, 2);

#endif
