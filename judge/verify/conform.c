/* SPDX-License-Identifier: MIT */
/* Compares the results with the expectations of the authors. */
#include "conform.h"

#include <assay/base/fit.h>
#include <string.h>

#define MORE_BYTES 64

/* The judged parts of a submission: tests, then the static test of each group that has one. NULL:
 * no more. */
static const struct as_result_test *judged_test(const struct as_result *result, size_t index)
{
	if (index < result->test_count)
		return &result->tests[index];
	index -= result->test_count;
	return index < result->static_count ? &result->statics[index] : NULL;
}

/* ---- on tests ---- */

struct tally {
	size_t covered, against;
	bool met;                           /* a required verdict has occurred */
	bool has_message;                   /* a required message has occurred */
	const struct as_result_test *first; /* the first test that violates the expectation */
};

/* For the judges: all of judgemessage.txt, or without that file the line of feedback. */
static bool has_text(const struct as_result_test *test, const char *message)
{
	const char *text = test->judge_message ? test->judge_message : test->feedback;

	return strstr(text ? text : "", message) != NULL;
}

/* A test that was not run is "treated as having received a verdict that is not accepted" (2025-09,
 * "Group dependencies"): which one is unknown. */
static void count_one(
	const struct as_conform *at, const struct as_result_test *test, struct tally *tally)
{
	const unsigned failures = AS_VERDICTS_OF_TESTS & ~AS_VERDICT_BIT(AS_VERDICT_AC);
	const unsigned required = as_requirement_required(at->one);
	const bool unmet = as_unmet_group(&at->candidate->result, test) != NULL;
	unsigned meant = as_conform_meanings(test->verdict);

	if (!as_requirement_covers(at->one, test->name))
		return;
	if (unmet)
		meant &= failures;
	bool against = !((unmet ? failures : meant) & as_requirement_permitted(at->one));
	tally->covered++;
	tally->met |= (meant & required) || (unmet && (required & failures) == failures);
	tally->has_message |= at->one->message && has_text(test, at->one->message);
	if (against && !tally->first)
		tally->first = test;
	tally->against += against;
}

static struct tally count(const struct as_conform *at)
{
	struct tally tally = {0};
	const struct as_result_test *test;

	for (size_t i = 0; (test = judged_test(&at->candidate->result, i)); i++)
		count_one(at, test, &tally);
	return tally;
}

static void describe_against(const struct as_conform *at, const struct as_result_test *test,
	char text[AS_CONFORM_TEXT_SIZE])
{
	const char *unmet = as_unmet_group(&at->candidate->result, test);

	if (unmet)
		snprintf(text, AS_CONFORM_TEXT_SIZE, "%s is not run, since %s is not accepted",
			test->name, unmet);
	else
		as_conform_describe(test, text);
}

/* "; there are 3 more such tests", or "" if the first is the only one. */
static const char *further_text(size_t count, char text[MORE_BYTES])
{
	*text = '\0';
	if (count > 1)
		snprintf(text, MORE_BYTES, "; there %s %zu more such test%s",
			count == 2 ? "is" : "are", count - 1, count == 2 ? "" : "s");
	return text;
}

static int check_tests(const struct as_conform *at)
{
	struct tally tally = count(at);
	char set[64], source[AS_CONFORM_TEXT_SIZE], test[AS_CONFORM_TEXT_SIZE], more[MORE_BYTES];

	as_requirement_source(at->item, at->one, source);
	if (tally.first) {
		describe_against(at, tally.first, test);
		if (as_conform_fail(at, "%.300s; %.120s permits %s only%s", test, source,
			    as_verdict_set_text(as_requirement_permitted(at->one), set),
			    further_text(tally.against, more)))
			return -1;
	}
	if (tally.covered && !tally.met &&
		as_conform_fail(at,
			"no test is %s, which %.200s requires; add a test that it fails, or "
			"correct the expectation",
			as_verdict_set_text(as_requirement_required(at->one), set), source))
		return -1;
	if (tally.covered && at->one->message && !tally.has_message)
		return as_conform_fail(at,
			"no judge message of a test contains '%.*s', which %.200s requires; "
			"correct the output validator or the message",
			as_text_fit(at->one->message, 100), at->one->message, source);
	return 0;
}

/* ---- one submission ---- */

/* Reports groups without a valid score, or whose grader failed; not the groups above them. */
static int check_groups(const struct as_conform *at)
{
	const struct as_result *result = &at->candidate->result;
	const char *name = "it", *feedback = "";

	if (result->verdict != AS_VERDICT_JE)
		return 0;
	for (size_t g = 0; g < result->group_count; g++) {
		const struct as_result_group *group = &result->groups[g];
		if (*feedback || !group->has_score || !group->feedback ||
			group->verdict != AS_VERDICT_JE)
			continue;
		feedback = group->feedback;
		name = group->name;
	}
	return as_conform_fail(at, "%s is JE%s%.300s: it cannot be judged until that is fixed",
		name, *feedback ? ": " : "", feedback);
}

/* A judging error is reported once for each message. */
static int check_judging(const struct as_conform *at)
{
	const struct as_result_test *test, *first = NULL;
	size_t errors = 0;
	char text[AS_CONFORM_TEXT_SIZE], more[MORE_BYTES];

	for (size_t i = 0; (test = judged_test(&at->candidate->result, i)); i++) {
		if (test->verdict != AS_VERDICT_JE)
			continue;
		first = first ? first : test;
		errors++;
	}
	if (!first)
		return check_groups(at);
	as_conform_describe(first, text);
	return as_conform_fail(at, "%.400s: it cannot be judged until that is fixed%s", text,
		further_text(errors, more));
}

static int check_compiled(const struct as_conform *at)
{
	const char *reason = at->candidate->result.compile.reason;
	const char *output = at->candidate->result.compile.output;
	char line[256];

	if (at->candidate->tags.overall & AS_VERDICT_BIT(AS_VERDICT_CE))
		return 0;
	as_compiler_quote(output ? output : "", line, sizeof(line));
	return as_conform_fail(at, "it does not compile%s%s%s%s%s", reason ? " (" : "",
		reason ? reason : "", reason ? ")" : "", *line ? ": " : "", line);
}

static unsigned permitted_by_all(const struct as_candidate *candidate, const char *test)
{
	unsigned left = AS_VERDICTS_OF_TESTS;

	for (size_t e = 0; e < candidate->expectation_count; e++) {
		const struct as_expectation *item = candidate->expectations[e];
		for (size_t r = 0; r < item->count; r++)
			if (as_requirement_covers(&item->requirements[r], test))
				left &= as_requirement_permitted(&item->requirements[r]);
	}
	return left;
}

/* The sources of a test's expectations, with what each permits; only the first ones if there are
 * many. */
static const char *sources_text(
	const struct as_candidate *candidate, const char *test, char text[AS_CONFORM_TEXT_SIZE])
{
	size_t size = 0;

	*text = '\0';
	for (size_t e = 0; e < candidate->expectation_count; e++) {
		const struct as_expectation *item = candidate->expectations[e];
		for (size_t r = 0; r < item->count && size < AS_CONFORM_TEXT_SIZE / 2; r++) {
			const struct as_requirement *one = &item->requirements[r];
			char source[AS_CONFORM_TEXT_SIZE], set[64];
			unsigned permitted = as_requirement_permitted(one);
			if (permitted != AS_VERDICTS_OF_TESTS && as_requirement_covers(one, test))
				size += (size_t)snprintf(text + size, AS_CONFORM_TEXT_SIZE - size,
					"%s%.100s permits %s", size ? ", " : "",
					as_requirement_source(item, one, source),
					as_verdict_set_text(permitted, set));
		}
	}
	return text;
}

/* Two disjoint sets of permitted verdicts can never be met. */
static int check_consistent(const struct as_conform *at)
{
	const struct as_package *package = at->verify->package;
	char sources[AS_CONFORM_TEXT_SIZE];

	for (size_t t = 0; t < package->test_count; t++) {
		const char *test = package->tests[t].name;
		if (!permitted_by_all(at->candidate, test))
			return as_conform_fail(at,
				"the expectations for %.100s contradict each other: %.350s; "
				"correct one",
				test, sources_text(at->candidate, test, sources));
	}
	return 0;
}

static int check_candidate(struct as_conform *at)
{
	if (check_consistent(at))
		return -1;
	if (!at->candidate->judged)
		return 0;
	if (at->candidate->result.verdict == AS_VERDICT_CE)
		return check_compiled(at);
	if (check_judging(at))
		return -1;
	if (at->candidate->failed)
		return 0;
	for (size_t e = 0; e < at->candidate->expectation_count; e++) {
		at->item = at->candidate->expectations[e];
		for (size_t r = 0; r < at->item->count; r++) {
			at->one = &at->item->requirements[r];
			if (check_tests(at) || as_conform_score(at) || as_conform_overall(at))
				return -1;
		}
	}
	return as_conform_tags(at);
}

/* If this judge had to guess, another judge may guess differently. */
static int report_notes(const struct as_conform *at)
{
	char **note = at->candidate->judged ? at->candidate->result.compile.notes : NULL;

	for (; note && *note; note++)
		if (as_findings_add(&at->verify->findings, AS_FINDING_WARNING, at->candidate->path,
			    at->error, "%s", *note))
			return -1;
	return 0;
}

bool as_conform_is_met(struct as_verify *verify, struct as_candidate *candidate)
{
	struct as_conform at = {.verify = verify, .candidate = candidate, .dry_run = true};
	bool is_met = check_candidate(&at) == 0 && !candidate->failed;

	candidate->failed = false;
	return is_met;
}

int as_conform_check(struct as_verify *verify, struct as_error *error)
{
	for (size_t i = 0; i < verify->count; i++) {
		struct as_conform at = {
			.verify = verify, .candidate = &verify->candidates[i], .error = error};
		if (check_candidate(&at) || report_notes(&at))
			return -1;
	}
	return 0;
}
