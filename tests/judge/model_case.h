/* SPDX-License-Identifier: MIT */
/* A package made of groups and letters, for tests that run nothing. Each group has tests of its
 * own, one for each letter, as letter_fate says. A first group "data" makes it a graded package. */
#ifndef ASSAY_TESTS_MODEL_CASE_H
#define ASSAY_TESTS_MODEL_CASE_H

#include "test_result.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define PASS_FAIL AS_AGGREGATE_PASS_FAIL
#define SUM AS_AGGREGATE_SUM
#define MIN AS_AGGREGATE_MIN
#define NO_SCORE (-1)
#define UNBOUNDED INFINITY

/* A group comes after its parent, and directly after the descendants of its elder siblings. A
 * repeated name adds tests to that group. */
struct group_case {
	const char *name;
	size_t parent;
	enum as_aggregation aggregation;
	double max_score;
	/*
	 * A letter for each test; after a space, options of the group, separated by spaces. Graded
	 * packages: continue, first_error, always_accept, ignore_sample, any
	 * (accept_if_any_accepted), avg, max, program, accept=N, reject=N, range=N:N. Others:
	 * needs=INDEX, static=NLETTER.
	 */
	const char *tests;
};

#define MODEL_GROUPS 12
#define MODEL_TESTS 64

struct model {
	struct as_package package;
	struct as_group groups[MODEL_GROUPS];
	struct as_test tests[MODEL_TESTS];
	size_t required[MODEL_GROUPS][MODEL_GROUPS];
	char names[MODEL_TESTS][40];
	char letters[MODEL_TESTS];
	struct as_test_result results[MODEL_TESTS];
	struct as_test_result statics[MODEL_GROUPS];
};

/* A digit is accepted with that score, h with half of the maximum; - was not run. */
static inline struct as_test_result letter_fate(char letter)
{
	static const char letters[] = "AWTRMOSJ";
	static const enum as_verdict verdicts[] = {AS_VERDICT_AC, AS_VERDICT_WA, AS_VERDICT_TLE,
		AS_VERDICT_RTE, AS_VERDICT_MLE, AS_VERDICT_OLE, AS_VERDICT_SV, AS_VERDICT_JE};
	const char *at = strchr(letters, letter);
	struct as_test_result result = {.counted = letter != '-'};

	if (letter >= '0' && letter <= '9')
		result = (struct as_test_result){.counted = true,
			.verdict = AS_VERDICT_AC,
			.scored.has_score = true,
			.scored.score = letter - '0'};
	else if (letter == 'h')
		result = (struct as_test_result){.counted = true,
			.verdict = AS_VERDICT_AC,
			.scored.has_multiplier = true,
			.scored.multiplier = 0.5};
	else if (letter != '-')
		result.verdict = verdicts[at - letters];
	return result;
}

static inline void model_add_tests(struct model *model, size_t group, const char *letters)
{
	struct as_package *package = &model->package;
	for (; *letters && *letters != ' '; letters++) {
		size_t index = package->test_count++;
		cr_assert_lt(index, MODEL_TESTS);
		snprintf(model->names[index], sizeof(model->names[index]), "%s/%02zu",
			model->groups[group].name, index);
		model->tests[index] = (struct as_test){.name = model->names[index], .group = group};
		model->letters[index] = *letters;
		model->results[index] = letter_fate(*letters);
		for (size_t g = group;; g = model->groups[g].parent) {
			model->groups[g].test_count++;
			if (model->groups[g].parent == g)
				break;
		}
	}
}

static inline void model_read_word(struct model *model, size_t index, const char *word)
{
	struct as_group *group = &model->groups[index];
	struct as_grading *grading = &group->grading;
	char letter;
	size_t needed;
	if (strcmp(word, "continue") == 0)
		grading->continues = true;
	else if (strcmp(word, "first_error") == 0)
		grading->verdict = AS_GRADER_FIRST_ERROR;
	else if (strcmp(word, "always_accept") == 0)
		grading->verdict = AS_GRADER_ALWAYS_ACCEPT;
	else if (strcmp(word, "ignore_sample") == 0)
		grading->ignore_sample = true;
	else if (strcmp(word, "any") == 0)
		grading->accept_if_any = true;
	else if (strcmp(word, "avg") == 0)
		group->aggregation = AS_AGGREGATE_AVERAGE;
	else if (strcmp(word, "max") == 0)
		group->aggregation = AS_AGGREGATE_MAX;
	else if (strcmp(word, "program") == 0)
		group->aggregation = AS_AGGREGATE_PROGRAM;
	else if (sscanf(word, "accept=%lf", &grading->accept_score) == 1 ||
		 sscanf(word, "reject=%lf", &grading->reject_score) == 1 ||
		 sscanf(word, "range=%lf:%lf", &grading->range_min, &grading->range_max) == 2)
		;
	else if (sscanf(word, "needs=%zu", &needed) == 1)
		group->required[group->required_count++] = needed;
	else if (sscanf(word, "static=%lf%c", &group->static_score, &letter) == 2) {
		group->has_static = true;
		model->statics[index] = letter_fate(letter);
	} else
		cr_assert_fail("no such word: %s", word);
}

static inline void model_add_group(struct model *model, const struct group_case *from)
{
	size_t index = model->package.group_count++;
	cr_assert_lt(index, MODEL_GROUPS);
	model->groups[index] = (struct as_group){.name = (char *)from->name,
		.parent = from->parent,
		.first_test = model->package.test_count,
		.has_score = from->max_score >= 0,
		.max_score = from->max_score,
		.aggregation = from->aggregation,
		.required = model->required[index],
		.grading = {.accept_score = 1, .range_min = -INFINITY, .range_max = INFINITY}};
	model->package.scoring |= from->max_score >= 0;
	char words[128] = "", *rest = NULL;
	snprintf(words, sizeof(words), "%s", strchrnul(from->tests, ' '));
	for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		model_read_word(model, index, word);
}

/* The list ends with a NULL name. The model must not be moved afterwards. */
static inline void model_fill(struct model *model, const struct group_case *groups)
{
	*model = (struct model){.package = {.groups = model->groups, .tests = model->tests}};
	model->package.graded = groups->name && strcmp(groups->name, "data") == 0;
	for (; groups->name; groups++) {
		size_t at = 0;
		while (at < model->package.group_count &&
			strcmp(model->groups[at].name, groups->name) != 0)
			at++;
		if (at == model->package.group_count)
			model_add_group(model, groups);
		model_add_tests(model, at, groups->tests);
	}
}

#endif
