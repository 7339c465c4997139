/* SPDX-License-Identifier: MIT */
/*
 * What came out, held against what was expected. Authors know AC, WA, TLE and RTE: MLE and SV count
 * as RTE, OLE as RTE or WA (DESIGN.md).
 */
#include "verify.h"

#include <math.h>
#include <string.h>

#define TEXT_BYTES AS_REQUIREMENT_TEXT_SIZE
#define MORE_BYTES 64

/* The verdicts that authors may have meant by one of ours. */
static unsigned meanings(enum as_verdict verdict)
{
	const unsigned wa = AS_VERDICT_BIT(AS_VERDICT_WA), rte = AS_VERDICT_BIT(AS_VERDICT_RTE);

	switch (verdict) {
	case AS_VERDICT_MLE:
	case AS_VERDICT_SV:
		return rte;
	case AS_VERDICT_OLE:
		return rte | wa;
	case AS_VERDICT_NONE:
	case AS_VERDICT_AC:
	case AS_VERDICT_WA:
	case AS_VERDICT_RTE:
	case AS_VERDICT_TLE:
	case AS_VERDICT_JE:
	case AS_VERDICT_CE:
		break;
	}
	return AS_VERDICT_BIT(verdict);
}

static enum as_verdict verdict_of(json_t *object)
{
	enum as_verdict verdict = AS_VERDICT_NONE;
	const char *name = json_string_value(json_object_get(object, "verdict"));

	if (!name || as_verdict_parse(name, &verdict))
		return AS_VERDICT_NONE;
	return verdict;
}

struct conform {
	struct as_verify *verify;
	struct as_candidate *candidate;
	const struct as_expectation *item;
	const struct as_requirement *one;
	struct as_error *error;
	bool quiet; /* nothing is to be found, only known */
};

static int differ(const struct conform *at, const char *format, ...) AS_PRINTF(2, 3);
static int differ(const struct conform *at, const char *format, ...)
{
	char text[TEXT_BYTES];
	va_list arguments;

	at->candidate->failed = true;
	if (at->quiet)
		return 0;
	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	return as_findings_add(&at->verify->findings, AS_FINDING_ERROR, at->candidate->path,
		at->error, "%s", text);
}

/* What was judged of a submission: tests, and of each group that has one its static test. */
static const char *const judged_lists[] = {"tests", "statics"};
#define JUDGED_LISTS (sizeof(judged_lists) / sizeof(*judged_lists))

/* A static test has no name but its group's. */
static const char *name_of(json_t *test)
{
	const char *name = json_string_value(json_object_get(test, "name"));

	return name ? name : json_string_value(json_object_get(test, "group"));
}

/* "secret/2 is TLE (cpu)" */
static void describe_test(json_t *test, char text[TEXT_BYTES])
{
	bool is_static = !json_object_get(test, "name");
	const char *reason = json_string_value(json_object_get(test, "reason"));
	const char *feedback = json_string_value(json_object_get(test, "feedback"));
	char quoted[120];

	as_text_printable(
		feedback ? feedback : "", feedback ? strlen(feedback) : 0, quoted, sizeof(quoted));
	snprintf(text, TEXT_BYTES, "%s%s is %s%s%s%s%s%s",
		is_static ? "the static validation of " : "", name_of(test),
		json_string_value(json_object_get(test, "verdict")), reason ? " (" : "",
		reason ? reason : "", reason ? ")" : "", *quoted ? ": " : "", quoted);
}

/* ---- on tests ---- */

struct tally {
	size_t covered, against;
	bool met;      /* a test has a required verdict */
	bool told;     /* a message was there */
	json_t *first; /* against */
};

/* To the judge: all of judgemessage.txt, or where there is no such file the line that the verdict
 * has. */
static bool says(json_t *test, const char *message)
{
	const char *said = json_string_value(json_object_get(test, "judge_message"));

	if (!said)
		said = json_string_value(json_object_get(test, "feedback"));
	return said && strstr(said, message);
}

/* A test that was not run is "treated as having received a verdict that is not accepted" (2025-09,
 * "Group dependencies"): nobody knows which. */
static void count_one(const struct conform *at, json_t *test, struct tally *tally)
{
	const unsigned failures = AS_VERDICTS_OF_TESTS & ~AS_VERDICT_BIT(AS_VERDICT_AC);
	const unsigned required = as_requirement_required(at->one);
	const bool unmet = as_unmet_group(at->candidate->document, test) != NULL;
	unsigned meant = meanings(verdict_of(test));

	if (!as_requirement_covers(at->one, name_of(test)))
		return;
	if (unmet)
		meant &= failures;
	bool against = !((unmet ? failures : meant) & as_requirement_permitted(at->one));
	tally->covered++;
	tally->met |= (meant & required) || (unmet && (required & failures) == failures);
	tally->told |= at->one->message && says(test, at->one->message);
	if (against && !tally->first)
		tally->first = test;
	tally->against += against;
}

static struct tally count(const struct conform *at)
{
	struct tally tally = {0};
	size_t index;
	json_t *test;

	for (size_t i = 0; i < JUDGED_LISTS; i++)
		json_array_foreach(json_object_get(at->candidate->document, judged_lists[i]), index,
			test) count_one(at, test, &tally);
	return tally;
}

static void describe_against(const struct conform *at, json_t *test, char text[TEXT_BYTES])
{
	const char *unmet = as_unmet_group(at->candidate->document, test);

	if (unmet)
		snprintf(text, TEXT_BYTES, "%s is not run, since %s is not accepted", name_of(test),
			unmet);
	else
		describe_test(test, text);
}

/* Besides the first of so many. */
static const char *more_text(size_t count, char text[MORE_BYTES])
{
	*text = '\0';
	if (count > 1)
		snprintf(text, MORE_BYTES, "; there %s %zu more such test%s",
			count == 2 ? "is" : "are", count - 1, count == 2 ? "" : "s");
	return text;
}

static int check_tests(const struct conform *at)
{
	struct tally tally = count(at);
	char set[64], source[TEXT_BYTES], test[TEXT_BYTES], more[MORE_BYTES];

	as_requirement_source(at->item, at->one, source);
	if (tally.first) {
		describe_against(at, tally.first, test);
		if (differ(at, "%.300s; %.120s permits %s only%s", test, source,
			    as_verdict_set_text(as_requirement_permitted(at->one), set),
			    more_text(tally.against, more)))
			return -1;
	}
	if (tally.covered && !tally.met &&
		differ(at,
			"no test is %s, which %.200s requires: add a test that it fails, or "
			"correct what is expected",
			as_verdict_set_text(as_requirement_required(at->one), set), source))
		return -1;
	if (tally.covered && at->one->message && !tally.told)
		return differ(at,
			"no test's message to the judge holds \"%.100s\", which %.200s "
			"requires: have the output validator say so, or correct the message",
			at->one->message, source);
	return 0;
}

/* ---- scores ---- */

static bool is_score(double score, double least, double most)
{
	double slack = 1e-9 * (fabs(least) + fabs(most) + 1);

	return score >= least - slack && score <= most + slack;
}

static int check_one_score(const struct conform *at, const char *where, json_t *value)
{
	double score = json_number_value(value);
	char source[TEXT_BYTES] = "its tag @EXPECTED_SCORE@";

	if (is_score(score, at->one->score_min, at->one->score_max))
		return 0;
	if (at->item)
		as_requirement_source(at->item, at->one, source);
	if (at->one->score_min == at->one->score_max)
		return differ(at, "the score%s%s is %s, and %s was expected by %.300s",
			*where ? " of " : "", where, AS_NUMBER(score),
			AS_NUMBER(at->one->score_min), source);
	return differ(at, "the score%s%s is %s, and one from %s to %s was expected by %.300s",
		*where ? " of " : "", where, AS_NUMBER(score), AS_NUMBER(at->one->score_min),
		AS_NUMBER(at->one->score_max), source);
}

/* A score is that of a group itself, not of each test and group in it. */
static int check_group_scores(const struct conform *at)
{
	char source[TEXT_BYTES];
	bool any = false;
	size_t index;
	json_t *group;

	json_array_foreach(json_object_get(at->candidate->document, "groups"), index, group)
	{
		const char *name = json_string_value(json_object_get(group, "name"));
		if (!as_glob_matches(&at->one->tests_glob, name))
			continue;
		any = true;
		if (check_one_score(at, name, json_object_get(group, "score")))
			return -1;
	}
	return any ? 0
		   : differ(at,
			     "%.300s expects a score, and matches no group that has one: name the "
			     "group, such as secret",
			     as_requirement_source(at->item, at->one, source));
}

static int check_score(const struct conform *at)
{
	if (!at->one->has_score)
		return 0;
	if (!at->verify->package->scoring)
		return differ(at, "a score is expected of it, and the package has none: remove it, "
				  "or add `scoring` to the package's type");
	return at->one->tests
		       ? check_group_scores(at)
		       : check_one_score(at, "", json_object_get(at->candidate->document, "score"));
}

/* The first test with a verdict that no other finding is about, or NULL. */
static json_t *first_failed(const struct conform *at)
{
	const unsigned told = ~as_requirement_permitted(at->one);
	size_t index;
	json_t *test;

	json_array_foreach(json_object_get(at->candidate->document, "tests"), index, test)
	{
		enum as_verdict verdict = verdict_of(test);
		if (verdict != AS_VERDICT_AC && !(meanings(verdict) & told))
			return test;
	}
	return NULL;
}

static int warn(const struct conform *at, const char *text)
{
	return at->quiet ? 0
			 : as_findings_add(&at->verify->findings, AS_FINDING_WARNING,
				   at->candidate->path, at->error, "%s", text);
}

/* "accepted" means all tests (legacy, "Example submissions"). A grader that gives all points for
 * less is taken at its word, as are authors who say a score; where the most is unknown, who knows.
 */
static int check_full_score(const struct conform *at, double score, json_t *most)
{
	json_t *test = first_failed(at);
	char text[TEXT_BYTES], said[TEXT_BYTES], points[64] = "";

	if (json_is_number(most)) {
		if (is_score(score, json_number_value(most), json_number_value(most)))
			return 0;
		snprintf(points, sizeof(points), "it has %s of %s points", AS_NUMBER(score),
			AS_NUMBER(json_number_value(most)));
	}
	if (!test) {
		snprintf(text, sizeof(text),
			"%s, and is in accepted: move it to partially_accepted, or make it earn "
			"them all",
			points);
		return *points ? warn(at, text) : 0;
	}
	describe_test(test, said);
	snprintf(text, sizeof(text),
		"%.300s; \"accepted\" means all tests%s%s: correct the answer or the submission, "
		"or "
		"move it to partially_accepted",
		said, *points ? ", and " : "", points);
	return *points && !at->candidate->tags.has_score ? differ(at, "%s", text) : warn(at, text);
}

static int differ_overall(const struct conform *at)
{
	json_t *test = first_failed(at);
	char set[64], said[TEXT_BYTES] = "";

	if (test)
		describe_test(test, said);
	return differ(at, "%.300s%sit is %s as a whole, and \"%.200s\" expects %s%s", said,
		*said ? "; " : "", as_verdict_name(verdict_of(at->candidate->document)),
		at->item->submissions, as_verdict_set_text(at->one->overall, set),
		at->one->below_full_score ? ": give the groups that it may fail the grader flag "
					    "accept_if_any_accepted, or move it to wrong_answer"
					  : "");
}

/* Legacy: of the whole, as a grader says it. */
static int check_overall(const struct conform *at)
{
	json_t *document = at->candidate->document;
	double score = json_number_value(json_object_get(document, "score"));
	json_t *most = json_object_get(document, "max_score");

	if (at->one->overall && !(meanings(verdict_of(document)) & at->one->overall))
		return differ_overall(at);
	if (at->one->below_full_score && json_is_number(most) &&
		is_score(score, json_number_value(most), json_number_value(most)))
		return differ(at,
			"it has the full score of %s, and is in partially_accepted: move it to "
			"accepted, or add a test that it fails",
			AS_NUMBER(json_number_value(most)));
	return at->one->overall && !at->one->below_full_score ? check_full_score(at, score, most)
							      : 0;
}

/* ---- tags ---- */

static int check_tags(struct conform *at)
{
	const struct as_expectation_tags *tags = &at->candidate->tags;
	json_t *document = at->candidate->document;
	struct as_requirement score = {
		.has_score = tags->has_score, .score_min = tags->score, .score_max = tags->score};
	char set[64];

	if (tags->overall &&
		!((meanings(verdict_of(document)) | AS_VERDICT_BIT(verdict_of(document))) &
			tags->overall) &&
		differ(at, "it is %s, and its tag @EXPECTED_RESULTS@ says %s",
			as_verdict_name(verdict_of(document)),
			as_verdict_set_text(tags->overall, set)))
		return -1;
	at->one = &score;
	at->item = NULL;
	int failed = tags->has_score ? check_score(at) : 0;
	at->one = NULL;
	return failed;
}

/* ---- one submission ---- */

/* A group whose score is none, or whose grader broke; those above it have nothing to say. */
static int check_groups(const struct conform *at, json_t *document)
{
	const char *name = "it", *feedback = "";
	size_t index;
	json_t *group;

	if (verdict_of(document) != AS_VERDICT_JE)
		return 0;
	json_array_foreach(json_object_get(document, "groups"), index, group)
	{
		const char *said = json_string_value(json_object_get(group, "feedback"));
		if (*feedback || !said || verdict_of(group) != AS_VERDICT_JE)
			continue;
		feedback = said;
		name = json_string_value(json_object_get(group, "name"));
	}
	return differ(at, "%s is JE%s%.300s: it cannot be judged until that is mended", name,
		*feedback ? ": " : "", feedback);
}

/* A judging error is told of once for each thing that is said. */
static int check_judging(const struct conform *at, json_t *document)
{
	size_t index, errors = 0;
	json_t *test, *first = NULL;
	char text[TEXT_BYTES], more[MORE_BYTES];

	for (size_t i = 0; i < JUDGED_LISTS; i++)
		json_array_foreach(json_object_get(document, judged_lists[i]), index, test)
		{
			if (verdict_of(test) != AS_VERDICT_JE)
				continue;
			first = first ? first : test;
			errors++;
		}
	if (!first)
		return check_groups(at, document);
	describe_test(first, text);
	return differ(at, "%.400s: it cannot be judged until that is mended%s", text,
		more_text(errors, more));
}

static int check_compiled(const struct conform *at, json_t *compile)
{
	const char *reason = json_string_value(json_object_get(compile, "reason"));
	const char *output = json_string_value(json_object_get(compile, "output"));
	char line[256];

	if (at->candidate->tags.overall & AS_VERDICT_BIT(AS_VERDICT_CE))
		return 0;
	as_compiler_quote(output ? output : "", line, sizeof(line));
	return differ(at, "it does not compile%s%s%s%s%s", reason ? " (" : "", reason ? reason : "",
		reason ? ")" : "", *line ? ": " : "", line);
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

/* Who says something of the test, and what; the first of them where they are many. */
static const char *sources_text(
	const struct as_candidate *candidate, const char *test, char text[TEXT_BYTES])
{
	size_t size = 0;

	*text = '\0';
	for (size_t e = 0; e < candidate->expectation_count; e++) {
		const struct as_expectation *item = candidate->expectations[e];
		for (size_t r = 0; r < item->count && size < TEXT_BYTES / 2; r++) {
			const struct as_requirement *one = &item->requirements[r];
			char source[TEXT_BYTES], set[64];
			unsigned permitted = as_requirement_permitted(one);
			if (permitted != AS_VERDICTS_OF_TESTS && as_requirement_covers(one, test))
				size += (size_t)snprintf(text + size, TEXT_BYTES - size,
					"%s%.100s permits %s", size ? ", " : "",
					as_requirement_source(item, one, source),
					as_verdict_set_text(permitted, set));
		}
	}
	return text;
}

/* Two sets of permitted verdicts that have none in common can never be met. */
static int check_consistent(const struct conform *at)
{
	const struct as_package *package = at->verify->package;
	char sources[TEXT_BYTES];

	for (size_t t = 0; t < package->test_count; t++) {
		const char *test = package->tests[t].name;
		if (!permitted_by_all(at->candidate, test))
			return differ(at,
				"what is expected of it on %.100s contradicts itself: %.350s: "
				"correct one",
				test, sources_text(at->candidate, test, sources));
	}
	return 0;
}

static int check_candidate(struct conform *at)
{
	json_t *document = at->candidate->document;

	if (check_consistent(at))
		return -1;
	if (!document)
		return 0;
	if (verdict_of(document) == AS_VERDICT_CE)
		return check_compiled(at, json_object_get(document, "compile"));
	if (check_judging(at, document))
		return -1;
	if (at->candidate->failed)
		return 0;
	for (size_t e = 0; e < at->candidate->expectation_count; e++) {
		at->item = at->candidate->expectations[e];
		for (size_t r = 0; r < at->item->count; r++) {
			at->one = &at->item->requirements[r];
			if (check_tests(at) || check_score(at) || check_overall(at))
				return -1;
		}
	}
	return check_tags(at);
}

bool as_conform_is_met(struct as_verify *verify, struct as_candidate *candidate)
{
	struct conform at = {.verify = verify, .candidate = candidate, .quiet = true};
	bool is_met = check_candidate(&at) == 0 && !candidate->failed;

	candidate->failed = false;
	return is_met;
}

int as_conform_check(struct as_verify *verify, struct as_error *error)
{
	for (size_t i = 0; i < verify->count; i++) {
		struct conform at = {
			.verify = verify, .candidate = &verify->candidates[i], .error = error};
		if (check_candidate(&at))
			return -1;
	}
	return 0;
}
