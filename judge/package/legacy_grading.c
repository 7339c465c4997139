/* SPDX-License-Identifier: MIT */
/* Grading of a group in the legacy format: the flags of the default grader, or a custom grader. */
#include "legacy.h"
#include "metadata.h"
#include "words.h"

#include <assay/base/fit.h>
#include <string.h>

static const struct grader_flag {
	const char *name;
	enum { SET_VERDICT, SET_SCORE, SET_IGNORE_SAMPLE, SET_ACCEPT_ANY } effect;
	int value;
} grader_flags[] = {
	{"worst_error", SET_VERDICT, AS_GRADER_WORST_ERROR},
	{"no_errors", SET_VERDICT, AS_GRADER_WORST_ERROR},
	{"first_error", SET_VERDICT, AS_GRADER_FIRST_ERROR},
	{"always_accept", SET_VERDICT, AS_GRADER_ALWAYS_ACCEPT},
	{"sum", SET_SCORE, AS_AGGREGATE_SUM},
	{"avg", SET_SCORE, AS_AGGREGATE_AVERAGE},
	{"min", SET_SCORE, AS_AGGREGATE_MIN},
	{"max", SET_SCORE, AS_AGGREGATE_MAX},
	{"ignore_sample", SET_IGNORE_SAMPLE, 0},
	{"accept_if_any_accepted", SET_ACCEPT_ANY, 0},
};

static const struct grader_flag *grader_flag_find(const char *name)
{
	for (size_t i = 0; i < sizeof grader_flags / sizeof *grader_flags; i++)
		if (strcmp(grader_flags[i].name, name) == 0)
			return &grader_flags[i];
	return NULL;
}

static const char *suggest_flag(const char *name, char text[AS_SUGGESTION_SIZE])
{
	const char *names[sizeof grader_flags / sizeof *grader_flags];
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		names[i] = grader_flags[i].name;
	return as_text_suggestion(name, names, sizeof names / sizeof *names, text);
}

static void set_grader_flag(struct as_group *group, const struct grader_flag *flag)
{
	switch (flag->effect) {
	case SET_VERDICT:
		group->grading.verdict = (enum as_grader_verdict)flag->value;
		break;
	case SET_SCORE:
		group->aggregation = (enum as_aggregation)flag->value;
		break;
	case SET_IGNORE_SAMPLE:
		/* It applies to the top level only; below, the flag is merely inherited. */
		group->grading.ignore_sample = strcmp(group->name, "data") == 0;
		break;
	case SET_ACCEPT_ANY:
		group->grading.accept_if_any = true;
		break;
	}
}

static int set_default_grading(const struct package_loader *loader,
	const struct package_testdata *testdata, struct as_group *group, const char *path,
	struct as_error *error)
{
	group->aggregation = AS_AGGREGATE_SUM;
	for (char **word = testdata->grader_flags; word && *word; word++) {
		const struct grader_flag *flag = grader_flag_find(*word);
		if (!flag)
			return package_error(loader, path, error,
				"grader_flags: unknown flag '%.*s' of the default grader%s use "
				"worst_error, first_error, always_accept, sum, avg, min, max, "
				"ignore_sample or accept_if_any_accepted",
				as_text_fit(*word, 40), *word,
				suggest_flag(*word, (char[AS_SUGGESTION_SIZE]){0}));
		set_grader_flag(group, flag);
	}
	return 0;
}

static int set_custom_grading(const struct package_loader *loader,
	const struct package_testdata *testdata, struct as_group *group, const char *path,
	struct as_error *error)
{
	const struct as_package *package = loader->package;
	if (!package->scoring)
		return package_error(loader, path, error,
			"grading: custom is only for packages of type scoring");
	if (!package->grader)
		return package_error(
			loader, path, error, "grading is custom, but graders/ has no program");
	group->aggregation = AS_AGGREGATE_PROGRAM;
	return package_words_append(
		&group->grading.grader_flags, (const char *const *)testdata->grader_flags, error);
}

int package_grading_fill(const struct package_loader *loader,
	const struct package_testdata *testdata, size_t index, const char *path,
	struct as_error *error)
{
	const struct as_package *package = loader->package;
	struct as_group *group = &package->groups[index];
	group->grading = testdata->grading;
	group->has_score = package->scoring;
	if (package->scoring)
		group->max_score =
			package->minimizes ? group->grading.range_min : group->grading.range_max;
	return testdata->custom ? set_custom_grading(loader, testdata, group, path, error)
				: set_default_grading(loader, testdata, group, path, error);
}
