/* SPDX-License-Identifier: MIT */
/*
 * expectation: the expected results of a package's submissions, from three sources: the folder of a
 * submission, submissions/submissions.yaml (2025-09, "Example submissions"), tags in its source.
 */
#ifndef ASSAY_PACKAGE_EXPECTATION_H
#define ASSAY_PACKAGE_EXPECTATION_H

#include <assay/package/glob.h>
#include <assay/package/model.h>

/* Sets of verdicts: one bit per verdict. Authors can expect four of a test; tags also CE. */
#define AS_VERDICT_BIT(verdict) (1u << (verdict))
#define AS_VERDICTS_OF_TESTS                                                                       \
	(AS_VERDICT_BIT(AS_VERDICT_AC) | AS_VERDICT_BIT(AS_VERDICT_WA) |                           \
		AS_VERDICT_BIT(AS_VERDICT_TLE) | AS_VERDICT_BIT(AS_VERDICT_RTE))

/* How a submission's times bound the time limit. */
enum as_time_use {
	AS_TIME_BY_VERDICTS, /* derived from `permitted` and `required` */
	AS_TIME_UNUSED,
	AS_TIME_LOWER, /* the time limit must be longer, by a margin */
	AS_TIME_UPPER, /* ... shorter */
};

/* The expected results of a submission on the tests of a pattern. */
struct as_requirement {
	char *tests; /* as written; NULL: all tests */
	struct as_glob tests_glob;
	unsigned permitted, required; /* of every test, of at least one; default: all */
	bool has_score;
	double score_min, score_max; /* of the group named `tests`, or of the whole */
	char *message;               /* NULL, or a part of the judge message of at least one test */
	enum as_time_use time_use;
	/* Legacy: permitted verdicts of the submission as a whole. 0: all. */
	unsigned overall;
	bool below_full_score; /* partially_accepted */
};

struct as_expectation {
	char *submissions; /* as written */
	struct as_glob glob;
	bool of_format; /* a folder of the format */
	bool of_file;   /* submissions.yaml names it */
	char *language; /* or NULL */
	char *entrypoint;
	bool model_solution;
	struct as_requirement *requirements;
	size_t count;
};

struct as_expectations {
	struct as_expectation *items; /* those of the format first */
	size_t count;
	size_t pattern_count; /* of submissions.yaml, braces expanded */
};
#define AS_AUTO_EXPECTATIONS AS_AUTO(as_expectations_clear)

/* Expectations of the format's folders. Clear in any case. */
int as_expectations_init(struct as_expectations *expectations, enum as_format format, bool scoring,
	struct as_error *error) AS_MUST_USE;
/*
 * Adds the entries of a submissions.yaml. An entry for a folder of the format replaces the keys
 * that it has, and no others. An invalid file is AS_ERROR_INPUT with the place of the error.
 */
int as_expectations_add(struct as_expectations *expectations, const struct as_document *document,
	struct as_error *error) AS_MUST_USE;
/* Both of the above; the file is optional. */
int as_expectations_load(struct as_expectations *expectations, const struct as_package *package,
	struct as_error *error) AS_MUST_USE;
void as_expectations_clear(struct as_expectations *expectations);
/* True if the format has this folder. */
bool as_expectations_know(const struct as_expectations *expectations, const char *folder);
/* True if submissions.yaml calls the submission a model solution; "accepted/a.py". */
bool as_expectations_is_model(const struct as_expectations *expectations, const char *path);
/* The language and entry point that a package gives to one of its submissions; NULL: none. */
struct as_expected_start {
	const char *language, *entry_point; /* borrowed */
};
/* `path` of the submission: "submissions/accepted/a.py". */
struct as_expected_start as_expectations_start(const struct as_expectations *expectations,
	const struct as_package *package, const char *path);
/* `path` on the disk; a submission outside of the package has no start. */
struct as_expected_start as_expectations_start_at(const struct as_expectations *expectations,
	const struct as_package *package, const char *path);
/* True if the submission is expected to be wrong or slow: it would not meet an expectation if every
 * test accepted it. Tags do not count. */
bool as_expectations_is_wrong(const struct as_expectations *expectations, const char *path);
/* True if the submission must exceed the time limit on a test. */
bool as_expectations_is_slow(const struct as_expectations *expectations, const char *path);
/* The permitted and required verdicts of a requirement, with its time_use applied. */
unsigned as_requirement_permitted(const struct as_requirement *requirement);
unsigned as_requirement_required(const struct as_requirement *requirement);
/* True if a requirement applies to the test. */
bool as_requirement_covers(const struct as_requirement *requirement, const char *test);
/* AS_TIME_UNUSED, AS_TIME_LOWER or AS_TIME_UPPER. */
enum as_time_use as_requirement_time_use(const struct as_requirement *requirement);

/* ---- in words (expectation_text.c) ---- */

#define AS_VERDICT_SET_SIZE 64
/* "AC, WA or TLE"; returns `text`. */
char *as_verdict_set_text(unsigned set, char text[AS_VERDICT_SET_SIZE]);
#define AS_REQUIREMENT_TEXT_SIZE 512
/* Where a requirement comes from: "\"accepted\" on \"secret/2\""; returns `text`. */
const char *as_requirement_source(const struct as_expectation *item,
	const struct as_requirement *one, char text[AS_REQUIREMENT_TEXT_SIZE]);

/* ---- tags (expectation_tags.c) ---- */

/*
 * The tags @EXPECTED_RESULTS@: and @EXPECTED_SCORE@: of a source, as in DOMjudge; they apply to
 * the submission as a whole.
 */
struct as_expectation_tags {
	unsigned overall; /* 0: no such tag */
	bool has_score;
	double score;
	char unknown[64]; /* the first unknown result; "" if none */
};
/* Adds the tags of a file. */
void as_expectation_tags_read(struct as_expectation_tags *tags, const char *text, size_t size);

#endif
