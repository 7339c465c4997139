/* SPDX-License-Identifier: MIT */
/* Compares scores, and a submission as a whole, with the expectations. */
#include "conform.h"

#include <math.h>

/* ---- scores ---- */

static bool is_score(double score, double min, double max)
{
	double slack = 1e-9 * (fabs(min) + fabs(max) + 1);

	return score >= min - slack && score <= max + slack;
}

/* A score that is not a number counts as 0. */
static double score_or_zero(double score)
{
	return isfinite(score) ? score : 0;
}

static double score_of(const struct as_result *result)
{
	return result->has_score ? score_or_zero(result->score) : 0;
}

static bool has_max(const struct as_result *result)
{
	return result->scoring && isfinite(result->max_score);
}

/* For the table, in which a row with the right verdict would otherwise not show the problem. */
static void note_score(const struct as_conform *at, const char *where)
{
	char *note = at->candidate->score_note;
	const double min = at->one->score_min, max = at->one->score_max;

	if (at->dry_run || *note)
		return;
	if (*where)
		snprintf(note, AS_SCORE_NOTE_SIZE, "wrong in %.20s", where);
	else if (min == max)
		snprintf(note, AS_SCORE_NOTE_SIZE, "not %.15g", min);
	else
		snprintf(note, AS_SCORE_NOTE_SIZE, "not %.6g to %.6g", min, max);
}

static int check_one_score(const struct as_conform *at, const char *where, double score)
{
	char source[AS_CONFORM_TEXT_SIZE] = "its tag @EXPECTED_SCORE@";

	if (is_score(score, at->one->score_min, at->one->score_max))
		return 0;
	note_score(at, where);
	if (at->item)
		as_requirement_source(at->item, at->one, source);
	if (at->one->score_min == at->one->score_max)
		return as_conform_fail(at, "the score%s%s is %s, but %s is expected by %.300s",
			*where ? " of " : "", where, AS_NUMBER(score),
			AS_NUMBER(at->one->score_min), source);
	return as_conform_fail(at,
		"the score%s%s is %s, but one from %s to %s is expected by %.300s",
		*where ? " of " : "", where, AS_NUMBER(score), AS_NUMBER(at->one->score_min),
		AS_NUMBER(at->one->score_max), source);
}

/* The score of the group itself, not of the tests and groups in it. */
static int check_group_scores(const struct as_conform *at)
{
	char source[AS_CONFORM_TEXT_SIZE];
	const struct as_result *result = &at->candidate->result;
	bool any = false;

	for (size_t g = 0; g < result->group_count; g++) {
		const struct as_result_group *group = &result->groups[g];
		if (!group->has_score || !as_glob_matches(&at->one->tests_glob, group->name))
			continue;
		any = true;
		if (check_one_score(at, group->name, score_or_zero(group->score)))
			return -1;
	}
	return any ? 0
		   : as_conform_fail(at,
			     "%.300s expects a score, but matches no group that has one; name the "
			     "group, for example secret",
			     as_requirement_source(at->item, at->one, source));
}

int as_conform_score(const struct as_conform *at)
{
	if (!at->one->has_score)
		return 0;
	if (!at->verify->package->scoring)
		return as_conform_fail(at,
			"a score is expected, but the package has none; remove the "
			"expectation, or add `scoring` to the package's type");
	return at->one->tests ? check_group_scores(at)
			      : check_one_score(at, "", score_of(&at->candidate->result));
}

/* The first test with a failure that no other finding reports, or NULL. */
static const struct as_result_test *first_failed(const struct as_conform *at)
{
	const unsigned reported = ~as_requirement_permitted(at->one);
	const struct as_result *result = &at->candidate->result;

	for (size_t i = 0; i < result->test_count; i++) {
		const enum as_verdict verdict = result->tests[i].verdict;
		if (verdict != AS_VERDICT_AC && !(as_conform_meanings(verdict) & reported))
			return &result->tests[i];
	}
	return NULL;
}

static int warn(const struct as_conform *at, const char *text)
{
	return at->dry_run ? 0
			   : as_findings_add(&at->verify->findings, AS_FINDING_WARNING,
				     at->candidate->path, at->error, "%s", text);
}

/* "accepted" means all tests (legacy, "Example submissions"). A grader may give all points for
 * less; so may authors who state a score. If the maximum is unknown, nothing is checked. */
static int check_full_score(const struct as_conform *at)
{
	const struct as_result *result = &at->candidate->result;
	const struct as_result_test *test = first_failed(at);
	char text[AS_CONFORM_TEXT_SIZE], described[AS_CONFORM_TEXT_SIZE], points[64] = "";

	if (has_max(result)) {
		if (is_score(score_of(result), result->max_score, result->max_score))
			return 0;
		snprintf(points, sizeof(points), "it has %s of %s points",
			AS_NUMBER(score_of(result)), AS_NUMBER(result->max_score));
	}
	if (!test) {
		snprintf(text, sizeof(text),
			"%s, but is in accepted; move it to partially_accepted, or make it earn "
			"all points",
			points);
		return *points ? warn(at, text) : 0;
	}
	as_conform_describe(test, described);
	snprintf(text, sizeof(text),
		"%.300s; \"accepted\" means all tests%s%s; correct the answer or the submission, "
		"or move it to partially_accepted",
		described, *points ? ", and " : "", points);
	return *points && !at->candidate->tags.has_score ? as_conform_fail(at, "%s", text)
							 : warn(at, text);
}

static int differ_overall(const struct as_conform *at)
{
	const struct as_result_test *test = first_failed(at);
	char set[64], described[AS_CONFORM_TEXT_SIZE] = "";

	if (test)
		as_conform_describe(test, described);
	return as_conform_fail(at, "%.300s%sthe overall verdict is %s, but \"%.200s\" expects %s%s",
		described, *described ? "; " : "", as_verdict_name(at->candidate->result.verdict),
		at->item->submissions, as_verdict_set_text(at->one->overall, set),
		at->one->below_full_score ? "; give the groups that it may fail the grader flag "
					    "accept_if_any_accepted, or move it to wrong_answer"
					  : "");
}

/* Legacy: the verdict of the whole, as computed by the grader. */
int as_conform_overall(const struct as_conform *at)
{
	const struct as_result *result = &at->candidate->result;
	const double max = result->max_score;

	if (at->one->overall && !(as_conform_meanings(result->verdict) & at->one->overall))
		return differ_overall(at);
	if (at->one->below_full_score && has_max(result) && is_score(score_of(result), max, max))
		return as_conform_fail(at,
			"it has the full score of %s, but is in partially_accepted; move it to "
			"accepted, or add a test that it fails",
			AS_NUMBER(max));
	return at->one->overall == AS_VERDICT_BIT(AS_VERDICT_AC) && !at->one->below_full_score
		       ? check_full_score(at)
		       : 0;
}

/* ---- tags ---- */

int as_conform_tags(struct as_conform *at)
{
	const struct as_expectation_tags *tags = &at->candidate->tags;
	const enum as_verdict verdict = at->candidate->result.verdict;
	struct as_requirement score = {
		.has_score = tags->has_score, .score_min = tags->score, .score_max = tags->score};
	char set[64];

	if (tags->overall &&
		!((as_conform_meanings(verdict) | AS_VERDICT_BIT(verdict)) & tags->overall) &&
		as_conform_fail(at,
			"it is %s, but its tag @EXPECTED_RESULTS@ says %s; correct the tag or the "
			"submission",
			as_verdict_name(verdict), as_verdict_set_text(tags->overall, set)))
		return -1;
	at->one = &score;
	at->item = NULL;
	int failed = tags->has_score ? as_conform_score(at) : 0;
	at->one = NULL;
	return failed;
}
