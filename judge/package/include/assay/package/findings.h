/* SPDX-License-Identifier: MIT */
/** Verdicts, and findings about a package. */
#ifndef ASSAY_PACKAGE_FINDINGS_H
#define ASSAY_PACKAGE_FINDINGS_H

#include <assay/base.h>

/* ---- verdicts -------------------------------------------------------------------------------- */

/** By precedence: if several verdicts apply, the greatest value wins. */
enum as_verdict {
	AS_VERDICT_NONE, /**< not judged */
	AS_VERDICT_AC,
	AS_VERDICT_WA,
	AS_VERDICT_RTE,
	AS_VERDICT_TLE,
	AS_VERDICT_OLE,
	AS_VERDICT_MLE,
	AS_VERDICT_SV,
	AS_VERDICT_JE,
	AS_VERDICT_CE, /**< of a submission only, never of a test */
};
/** "AC", "WA", ...; "" for AS_VERDICT_NONE. */
const char *as_verdict_name(enum as_verdict verdict);
/** "Wrong answer"; "Pending" for AS_VERDICT_NONE. */
const char *as_verdict_title(enum as_verdict verdict);
/** "wrong answer"; "" for AS_VERDICT_NONE. */
const char *as_verdict_words(enum as_verdict verdict);
/** True if a test with this verdict rejects the submission: a judging error does not. */
bool as_verdict_rejects(enum as_verdict verdict);
int as_verdict_parse(const char *name, enum as_verdict *verdict) AS_MUST_USE AS_NONNULL(1, 2);

/* ---- findings -------------------------------------------------------------------------------- */

/** A problem of a package that its author should know of and that does not prevent judging. */
enum as_finding_level {
	AS_FINDING_INFO,
	AS_FINDING_WARNING,
	AS_FINDING_ERROR, /**< `verify` fails */
};
/** "info", "warning", "error". */
const char *as_finding_level_name(enum as_finding_level level);

struct as_finding {
	enum as_finding_level level;
	char *where; /**< "problem.yaml:3:5", "data/secret/1.in", "secret/1"; "": the package */
	char *text;  /**< the problem and the remedy, one printable line */
};

/** In the order in which they were found. Initialise with `= {0}`. */
struct as_findings {
	struct as_finding *items;
	size_t count;
	size_t dropped_count; /**< beyond the first 1,000 only errors are kept, and 1,000 of these
			       */
	size_t error_count;   /**< of as_findings_add, kept or not */
};
int as_findings_add(struct as_findings *findings, enum as_finding_level level, const char *where,
	struct as_error *error, const char *format, ...) AS_PRINTF(5, 6) AS_MUST_USE
	AS_NONNULL(1, 3);
/** Counts a finding that is no error and not kept, because there are 1,000 already: then true, and
 * its place need not be looked up. */
bool as_findings_drop(struct as_findings *findings) AS_NONNULL(1);
void as_findings_clear(struct as_findings *findings) AS_NONNULL(1);

/**
 * Calls `show` for each finding in order, for people. If more than AS_FINDINGS_ALIKE have the same
 * level and text, `show` is called once, at the first of them, with a copy whose `where` names the
 * first places and counts the others: "a.in, b.in, c.in and 97 more". If out of memory, it is
 * called for each.
 */
void as_findings_fold(const struct as_findings *findings,
	void (*show)(void *context, const struct as_finding *finding), void *context)
	AS_NONNULL(1, 2);
#define AS_FINDINGS_ALIKE 5

#endif
