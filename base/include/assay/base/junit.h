/* SPDX-License-Identifier: MIT */
/**
 * junit: documents in JUnit XML, the subset that Jenkins' junit-10.xsd and GitLab read: suites of
 * cases. GitLab drops cases with the same classname and name, and shows the classname as the suite.
 *
 * Texts may be untrusted: they are escaped and limited in size, and characters that XML 1.0 does
 * not allow are left out. Life cycle: as_junit_open; for each suite as_junit_begin, as_junit_case
 * for each case, as_junit_end; as_junit_close. Writing returns no error: if out of memory,
 * as_junit_close fails. Not safe from several threads.
 */
#ifndef ASSAY_BASE_JUNIT_H
#define ASSAY_BASE_JUNIT_H

#include <assay/base.h>

enum as_junit_outcome { AS_JUNIT_PASSED, AS_JUNIT_FAILED, AS_JUNIT_ERROR, AS_JUNIT_SKIPPED };

#define AS_JUNIT_UNTIMED (-1) /**< the time is not known, so there is no attribute */

struct as_junit_case {
	const char *class_name; /**< the attribute is "suite's package.class_name" */
	const char *name;
	int64_t time_ns; /**< or AS_JUNIT_UNTIMED */
	enum as_junit_outcome outcome;
	const char *type;    /**< of a failure or an error: "WA" */
	const char *message; /**< of all but a case that passed; NULL: none */
};

struct as_junit;

/** NULL: out of memory. */
struct as_junit *as_junit_open(struct as_error *error) AS_MUST_USE;
/** Begins a suite; the texts are borrowed until as_junit_end. */
void as_junit_begin(struct as_junit *junit, const char *suite, const char *package)
	AS_NONNULL(1, 2, 3);
void as_junit_case(struct as_junit *junit, const struct as_junit_case *one) AS_NONNULL(1, 2);
void as_junit_end(struct as_junit *junit) AS_NONNULL(1);
/** Frees it, and returns the document of that name, "assay grade", on the heap. NULL: out of
 * memory. */
char *as_junit_close(struct as_junit *junit, const char *name, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);

#endif
