/* SPDX-License-Identifier: MIT */
/*
 * expectation: what a package's authors say of its submissions: by the folder that each is in, by
 * submissions/submissions.yaml (2025-09, "Example submissions"), and by tags in its source.
 */
#ifndef ASSAY_PACKAGE_EXPECTATION_H
#define ASSAY_PACKAGE_EXPECTATION_H

#include <assay/package/glob.h>
#include <assay/package/model.h>

/* Sets of verdicts: one bit a verdict. Authors know four of a test; tags say CE as well. */
#define AS_VERDICT_BIT(verdict) (1u << (verdict))
#define AS_VERDICTS_OF_TESTS                                                                       \
	(AS_VERDICT_BIT(AS_VERDICT_AC) | AS_VERDICT_BIT(AS_VERDICT_WA) |                           \
		AS_VERDICT_BIT(AS_VERDICT_TLE) | AS_VERDICT_BIT(AS_VERDICT_RTE))

/* What a submission's times say of the time limit. */
enum as_time_use {
	AS_TIME_BY_VERDICTS, /* as `permitted` and `required` suggest */
	AS_TIME_UNUSED,
	AS_TIME_LOWER, /* the time limit must be longer, by a margin */
	AS_TIME_UPPER, /* ... shorter */
};

/* What holds for a submission on the tests of a pattern. */
struct as_requirement {
	char *tests; /* as written; NULL: all tests */
	struct as_glob tests_glob;
	unsigned permitted, required; /* of every test, of at least one; all where it is not said */
	bool has_score;
	double score_min, score_max; /* of the group named `tests`, or of the whole */
	char *message; /* NULL, or part of what the judge is told about at least one test */
	enum as_time_use time_use;
	/* Legacy, where a test alone says little: of the submission as a whole. 0: anything. */
	unsigned overall;
	bool below_full_score; /* partially_accepted */
};

struct as_expectation {
	char *submissions; /* as written */
	struct as_glob glob;
	bool of_format; /* a folder that the format knows */
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

/* The folders that the format knows. Clear in any case. */
int as_expectations_init(struct as_expectations *expectations, enum as_format format, bool scoring,
	struct as_error *error) AS_MUST_USE;
/*
 * Adds what a submissions.yaml says. One that names a folder of the format replaces its keys, each
 * by itself. AS_ERROR_INPUT at the place of what is wrong.
 */
int as_expectations_add(struct as_expectations *expectations, const struct as_document *document,
	struct as_error *error) AS_MUST_USE;
/* Both, the file if there is one; beneath the package's folder. */
int as_expectations_load(struct as_expectations *expectations, const struct as_package *package,
	struct as_error *error) AS_MUST_USE;
void as_expectations_clear(struct as_expectations *expectations);
/* The name of a folder that the format knows. */
bool as_expectations_know(const struct as_expectations *expectations, const char *folder);
/* The permitted and required verdicts of a requirement, its time_use taken into account. */
unsigned as_requirement_permitted(const struct as_requirement *requirement);
unsigned as_requirement_required(const struct as_requirement *requirement);
/* The tests that a requirement is about. */
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
 * What @EXPECTED_RESULTS@: and @EXPECTED_SCORE@: in a source say of the whole, as DOMjudge's users
 * write them.
 */
struct as_expectation_tags {
	unsigned overall; /* 0: no such tag */
	bool has_score;
	double score;
	char unknown[64]; /* the first word that is no result; "" */
};
/* Adds what a file says to what others said. */
void as_expectation_tags_read(struct as_expectation_tags *tags, const char *text, size_t size);

#endif
