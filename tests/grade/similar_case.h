/* SPDX-License-Identifier: MIT */
/* A class of submissions, each of one file, for tests of grade/similar. */
#ifndef ASSAY_TESTS_GRADE_SIMILAR_CASE_H
#define ASSAY_TESTS_GRADE_SIMILAR_CASE_H

#include <assay/grade/similar.h>
#include <criterion/criterion.h>
#include <string.h>

static inline struct as_similar *new_class(const struct as_similar_config *config)
{
	struct as_error error = {0};
	struct as_similar *similar = as_similar_new(config, &error);
	cr_assert(similar, "%s", error.text);
	return similar;
}

static inline void add_bytes(
	struct as_similar *similar, const char *id, const char *name, const char *text, size_t size)
{
	struct as_error error = {0};
	const struct as_similar_file file = {
		.name = name, .language = as_source_language_of(name), .text = text, .size = size};
	const struct as_similar_submission submission = {id, &file, 1};
	cr_assert_eq(as_similar_add(similar, &submission, &error), 0, "%s", error.text);
}

static inline void add(
	struct as_similar *similar, const char *id, const char *name, const char *text)
{
	add_bytes(similar, id, name, text, strlen(text));
}

static inline struct as_similar_report compare(struct as_similar *similar)
{
	struct as_similar_report report;
	struct as_error error = {0};
	cr_assert_eq(as_similar_compare(similar, NULL, &report, &error), 0, "%s", error.text);
	return report;
}

/* The pair of two submissions, in either order, or NULL. */
static inline const struct as_similar_pair *find_pair(
	const struct as_similar_report *report, size_t one, size_t other)
{
	for (size_t i = 0; i < report->pair_count; i++) {
		const struct as_similar_side *sides = report->pairs[i].sides;
		if ((sides[0].submission == one && sides[1].submission == other) ||
			(sides[0].submission == other && sides[1].submission == one))
			return &report->pairs[i];
	}
	return NULL;
}

#endif
