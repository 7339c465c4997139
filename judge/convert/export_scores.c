/* SPDX-License-Identifier: MIT */
/*
 * Expresses the scores of a legacy package in 2025-09, so that each submission earns the same
 * points. A "partial" group counts the points earned although a part of it was not accepted; in any
 * other group all parts must be accepted.
 */
/* clang-format off */
/*
 *	tests    all must be accepted         -> pass-fail, max_score: the points if all are accepted
 *	         partial sum, or partial avg  -> sum
 *	         partial min                  -> pass-fail: one test rejected is 0
 *	groups   all must be accepted         -> pass-fail throughout
 *	         partial sum                  -> sum
 *	         partial min                  -> min
 */
/* clang-format on */
#include "export.h"
#include <math.h>
#include <string.h>

#define MAX_SCORE 1e9

static bool is_partial(const struct export *export, const struct as_group *group)
{
	/* There the score counts whatever the verdict is. */
	if (export->package->keeps_scores)
		return true;
	return group->grading.accept_if_any || group->grading.verdict == AS_GRADER_ALWAYS_ACCEPT;
}

static char *place_of(const struct as_group *group, struct as_error *error)
{
	return strcmp(group->name, "data") == 0 ? as_text_format(error, "data/testdata.yaml")
						: as_text_format(error, "data/%s", group->name);
}

static int refuse_group(struct export *export, const struct as_group *group, const char *what,
	struct as_error *error)
{
	AS_AUTO_FREE char *where = place_of(group, error);
	return where ? export_refuse(export, where, error, "%s", what) : -1;
}

static int set_max(struct export *export, const struct as_group *group, struct export_score *score,
	double max, struct as_error *error)
{
	if (fabs(max - round(max)) > 1e-9 || max < 0 || max > MAX_SCORE)
		return refuse_group(export, group,
			"a maximum score that is not a whole number of 0 or more", error);
	score->asked = true;
	score->max_score = llround(max);
	return 0;
}

/* A group that holds tests and nothing else. */
static int score_tests(struct export *export, const struct as_group *group,
	struct export_score *score, struct as_error *error)
{
	const struct as_grading *grading = &group->grading;
	const double count = (double)group->test_count, each = grading->accept_score;
	const bool partial = is_partial(export, group);
	if (grading->reject_score != 0)
		return refuse_group(export, group, "a reject_score other than 0", error);
	score->aggregation = AS_AGGREGATE_PASS_FAIL;
	if (export->package->domjudge_scores)
		return set_max(export, group, score,
			isnan(grading->group_score) ? 0 : grading->group_score, error);
	switch (group->aggregation) {
	case AS_AGGREGATE_SUM:
	case AS_AGGREGATE_AVERAGE:
		if (partial && !grading->continues)
			return refuse_group(export, group,
				"points up to the first failure (on_reject: break where parts "
				"count)",
				error);
		if (partial)
			score->aggregation = AS_AGGREGATE_SUM;
		return set_max(export, group, score,
			group->aggregation == AS_AGGREGATE_SUM ? count * each : each, error);
	case AS_AGGREGATE_MIN:
		return set_max(export, group, score, each, error);
	case AS_AGGREGATE_MAX:
		if (!partial)
			return set_max(export, group, score, each, error);
		return refuse_group(export, group, "the score of the best test (max)", error);
	case AS_AGGREGATE_PASS_FAIL:
	case AS_AGGREGATE_PROGRAM:
	default:
		return refuse_group(export, group, "a custom grader", error);
	}
}

struct parts {
	size_t count;
	double sum, min;
};

static int score_parts(struct export *export, size_t secret, struct export_score *scores,
	struct parts *parts, struct as_error *error)
{
	const struct as_package *package = export->package;
	for (size_t i = secret + 1; i < package->group_count; i++) {
		const struct as_group *group = &package->groups[i];
		if (group->parent != secret)
			return refuse_group(export, group, "groups in groups", error);
		if (score_tests(export, group, &scores[i], error) < 0)
			return -1;
		const double max = (double)scores[i].max_score;
		parts->sum += max;
		parts->min = parts->count == 0 ? max : fmin(parts->min, max);
		parts->count++;
	}
	for (size_t i = 0; i < package->test_count; i++)
		if (package->tests[i].group == secret && parts->count > 0)
			return refuse_group(
				export, &package->groups[secret], "tests beside groups", error);
	return 0;
}

/* A reader of `sum` expects the points of each part. */
static int note_all_or_nothing(
	struct export *export, const struct as_group *group, struct as_error *error)
{
	AS_AUTO_FREE char *where = place_of(group, error);

	if (!where || export->package->domjudge_scores || group->aggregation != AS_AGGREGATE_SUM)
		return where ? 0 : -1;
	return export_note(export, error,
		"%s: the sum becomes score_aggregation: pass-fail, because in the legacy format "
		"only an accepted submission has points; if each part gives its points, write "
		"score_aggregation: sum into data/secret/test_group.yaml of the new package",
		where);
}

static int score_secret(struct export *export, size_t secret, const struct parts *parts,
	struct export_score *scores, struct as_error *error)
{
	const struct as_package *package = export->package;
	const struct as_group *group = &package->groups[secret];
	const bool partial = is_partial(export, group);
	if (!partial && (parts->count > 1 || (parts->count == 0 && group->test_count > 1)) &&
		note_all_or_nothing(export, group, error) < 0)
		return -1;
	if (parts->count == 0)
		return score_tests(export, group, &scores[secret], error);
	if (group->aggregation != AS_AGGREGATE_SUM && group->aggregation != AS_AGGREGATE_MIN)
		return refuse_group(export, group, "grader flags other than sum and min", error);
	if (partial && !group->grading.continues)
		return refuse_group(export, group,
			"points up to the first failure (on_reject: break where parts count)",
			error);
	scores[secret].aggregation = partial ? group->aggregation : AS_AGGREGATE_PASS_FAIL;
	for (size_t i = secret + 1; !partial && i < package->group_count; i++)
		scores[i].aggregation = AS_AGGREGATE_PASS_FAIL;
	return set_max(export, group, &scores[secret],
		group->aggregation == AS_AGGREGATE_SUM ? parts->sum : parts->min, error);
}

static bool sample_earns_nothing(const struct as_package *package)
{
	for (size_t g = 0; g < package->group_count; g++) {
		const struct as_grading *grading = &package->groups[g].grading;
		if (strcmp(package->groups[g].name, "sample") != 0)
			continue;
		return package->domjudge_scores
			       ? isnan(grading->group_score) || grading->group_score == 0
			       : grading->accept_score == 0 && grading->reject_score == 0;
	}
	return true;
}

/* Only some tests may have such a score, which 2025-09 cannot express. */
static int check_validator(struct export *export, struct as_error *error)
{
	bool gives_score;
	const char *where;
	if (export_find_score(export, "output_validators/", &gives_score, &where, error) < 0)
		return -1;
	if (!gives_score)
		return 0;
	return export_refuse(export, "problem.yaml", error,
		"validation: custom with scores of the output validator (%s); remove them there, "
		"and let accept_score in testdata.yaml give the points",
		where ? where : "testlib");
}

static int check_whole(struct export *export, struct as_error *error)
{
	const struct as_package *package = export->package;
	if (package->minimizes)
		return export_refuse(export, "problem.yaml", error, "objective: min");
	if (package->validator_scores && check_validator(export, error) < 0)
		return -1;
	if (!package->groups[0].grading.ignore_sample && !sample_earns_nothing(package))
		return refuse_group(export, &package->groups[0],
			"samples that count (no ignore_sample)", error);
	return 0;
}

static int fill_scores(struct export *export, struct export_score *scores, struct as_error *error)
{
	const struct as_package *package = export->package;
	struct parts parts = {0};
	size_t secret = 0;
	while (secret < package->group_count && strcmp(package->groups[secret].name, "secret") != 0)
		secret++;
	if (secret == package->group_count)
		return as_error_set(error, AS_ERROR_INTERNAL, "a graded package without secret");
	if (check_whole(export, error) < 0 ||
		score_parts(export, secret, scores, &parts, error) < 0)
		return -1;
	return score_secret(export, secret, &parts, scores, error);
}

/* The tests and groups directly in a group that count. */
static size_t count_members(const struct as_package *package, size_t group)
{
	size_t count = 0;
	for (size_t i = 0; i < package->test_count; i++)
		count += package->tests[i].group == group;
	for (size_t i = 1; i < package->group_count; i++)
		count += package->groups[i].parent == group &&
			 !(package->groups[group].grading.ignore_sample &&
				 strcmp(package->groups[i].name, "sample") == 0);
	return count;
}

/* The flag by which a group is accepted although a part of it is not; or NULL. */
static const char *accepting_flag(const struct as_package *package, size_t group)
{
	const struct as_grading *grading = &package->groups[group].grading;
	if (package->groups[0].grading.ignore_sample &&
		strcmp(package->groups[group].name, "sample") == 0)
		return NULL;
	if (grading->verdict == AS_GRADER_ALWAYS_ACCEPT)
		return "always_accept";
	return grading->accept_if_any && count_members(package, group) > 1
		       ? "accept_if_any_accepted"
		       : NULL;
}

static int note_accepting(
	struct export *export, const struct as_group *group, struct as_error *error)
{
	AS_AUTO_FREE char *where = place_of(group, error);
	return where ? export_note(export, error,
			       "%s: a submission that fails a test may be AC in the legacy format, "
			       "and is not in 2025-09; its points stay",
			       where)
		     : -1;
}

/* 2025-09 cannot express it: there the verdict is that of the first failure. */
static int refuse_accepting(struct export *export, struct as_error *error)
{
	const struct as_package *package = export->package;
	for (size_t g = 0; g < package->group_count; g++) {
		const char *flag = accepting_flag(package, g);
		char what[256];
		if (!flag)
			continue;
		if (export->config->verdicts_may_change)
			return note_accepting(export, &package->groups[g], error);
		snprintf(what, sizeof(what),
			"%s (a submission that fails a test can be AC); with "
			"--verdicts-may-change such a submission keeps only its points",
			flag);
		return refuse_group(export, &package->groups[g], what, error);
	}
	return 0;
}

struct export_score *export_scores(struct export *export, struct as_error *error)
{
	const struct as_package *package = export->package;
	AS_AUTO_FREE struct export_score *scores = calloc(package->group_count + 1, sizeof *scores);
	if (!scores) {
		as_error_no_memory(error);
		return NULL;
	}
	if (package->scoring &&
		(fill_scores(export, scores, error) < 0 || refuse_accepting(export, error) < 0))
		return NULL;
	return as_steal(scores);
}
