/* SPDX-License-Identifier: MIT */
/* Feeds of the Contest API for each reader, compared with the endpoints; random contests. */
#ifndef ASSAY_TESTS_FEED_CASE_H
#define ASSAY_TESTS_FEED_CASE_H

#include "api_case.h"
#include "support/schemas.h"
#include "view.h"

#define SCHEMA ASSAY_SOURCE_DIR "/tests/data/contest-api.schema.json"

/* ---- contents ---- */

/* The last line of each object by "TYPE/ID", without deleted objects. */
static inline json_t *feed_objects(const struct as_bytes *feed)
{
	json_t *objects = json_object();

	for (const char *line = feed->data; line && *line; line = strchr(line, '\n') + 1) {
		AS_AUTO_JSON json_t *parsed =
			json_loadb(line, (size_t)(strchr(line, '\n') - line), 0, NULL);
		const char *type = json_string_value(json_object_get(parsed, "type"));
		const char *id = json_string_value(json_object_get(parsed, "id"));
		AS_AUTO_FREE char *key = as_text_format(NULL, "%s/%s", type, id ? id : "");
		json_t *data = json_object_get(parsed, "data");
		cr_assert_not_null(data, "%s", line);
		if (json_is_null(data))
			cr_expect_eq(json_object_del(objects, key), 0, "deleted twice: %s", key);
		else
			json_object_set(objects, key, data);
	}
	return objects;
}

static inline size_t line_count(const char *text)
{
	size_t count = 0;

	while ((text = strchr(text, '\n'))) {
		count++;
		text++;
	}
	return count;
}

/* Removes an object of the feed, which must equal that of an endpoint. */
static inline void expect_equal(json_t *objects, const char *who, const char *type, json_t *object)
{
	const char *id = json_string_value(json_object_get(object, "id"));
	AS_AUTO_FREE char *key = as_text_format(NULL, "%s/%s", type, id ? id : "");
	AS_AUTO_FREE char *text = json_dumps(object, JSON_COMPACT);
	json_t *found = json_object_get(objects, key);
	AS_AUTO_FREE char *line = found ? json_dumps(found, JSON_COMPACT) : NULL;

	cr_expect(found && json_equal(found, object), "%s: %s is %s, in the feed %s", who, key,
		text, line);
	json_object_del(objects, key);
}

/* The last lines of the feed and the endpoints must have the same objects. */
static inline void expect_same(struct api_case *made, const char *username)
{
	static const char *const arrays[] = {"judgement-types", "languages", "problems", "groups",
		"organizations", "teams", "persons", "accounts", "submissions", "judgements",
		"runs", "clarifications", "awards", "commentary"};
	const char *who = username ? username : "public";
	AS_AUTO_BYTES struct as_bytes feed = api_feed(made, username);
	AS_AUTO_JSON json_t *objects = feed_objects(&feed);
	int status;
	AS_AUTO_JSON json_t *state = api_get(made, username, "state", NULL, NULL, &status);
	AS_AUTO_JSON json_t *contest = api_get(made, username, "contests", "club", NULL, &status);

	expect_equal(objects, who, "state", state);
	json_t *told = json_object_get(objects, "contest/");
	cr_expect(json_equal(told, contest), "%s", who);
	json_object_del(objects, "contest/");
	for (size_t i = 0; i < sizeof(arrays) / sizeof(*arrays); i++) {
		AS_AUTO_JSON json_t *list = api_get(made, username, arrays[i], NULL, NULL, &status);
		for (size_t k = 0; k < json_array_size(list); k++)
			expect_equal(objects, who, arrays[i], json_array_get(list, k));
	}
	AS_AUTO_FREE char *rest = json_dumps(objects, JSON_COMPACT);
	cr_expect_eq(json_object_size(objects), 0, "%s: only in the feed: %s", who, rest);
}

static inline void expect_all_same(struct api_case *made)
{
	for (size_t i = 0; i < READERS; i++)
		expect_same(made, usernames[i]);
}

static inline bool has_text(const struct as_bytes *feed, const char *text)
{
	return strstr(feed->data, text) != NULL;
}

/* ---- random contests ---- */

struct dice {
	uint64_t state;
};

static inline unsigned throw(struct dice * dice, unsigned sides)
{
	dice->state = dice->state * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (unsigned)(dice->state >> 33) % sides;
}

static const char *const verdicts[] = {"AC", "WA", "CE", "JE", "TLE"};
static const char *const teams[] = {"ann", "bob", "eve"};
static const char *const problems[] = {"one", "two"};

/* The job of one of its judgements. */
static inline int64_t job_of(
	struct api_case *made, const struct as_contest_submission *of, unsigned which)
{
	return as_contest_log_judgement(made->log, of->judgements[which % of->judgement_count])
		->job;
}

/* Opens a rejudging of the submission and the one before, adds a judgement to it, or closes it. */
static inline void random_rejudging(
	struct api_case *made, int64_t minute, size_t submission, unsigned which)
{
	const size_t open = as_contest_log_find_rejudging(made->log, submission);
	const json_int_t number = (json_int_t)submission + 1, rejudging = (json_int_t)open + 1;

	if (open == AS_CONTEST_NONE)
		api_event(made, at_minute(minute), 0,
			json_pack("{s:s, s:s, s:[I, I]}", "type", "rejudging", "reason", "why",
				"submissions", number > 1 ? number - 1 : number, number));
	else if (which % 3 > 0)
		api_event(made, at_minute(minute), 100000 + made->number,
			json_pack("{s:s, s:I, s:I}", "type", "proposal", "rejudging", rejudging,
				"submission", number - (which % 2 && number > 1)));
	else
		api_event(made, at_minute(minute), 0,
			json_pack("{s:s, s:I, s:s}", "type", "rejudging", "rejudging", rejudging,
				"state", which % 2 ? "applied" : "cancelled"));
}

/* The jury decides the submission, or withdraws that. */
static inline void random_ruling(
	struct api_case *made, int64_t minute, size_t submission, unsigned which)
{
	const json_int_t number =
		(json_int_t)as_contest_log_submission(made->log, submission)->arrival;

	if (as_contest_log_ruling(made->log, submission) && which % 2)
		api_event(made, at_minute(minute), 0,
			json_pack("{s:s, s:I, s:s}", "type", "ruling", "submission", number,
				"state", "withdrawn"));
	else
		api_event(made, at_minute(minute), 0,
			json_pack("{s:s, s:I, s:s, s:s, s:s}", "type", "ruling", "submission",
				number, "verdict", which % 3 ? "AC" : "WA", "reason", "why",
				"account", "root"));
}

/* A random change of an existing submission. `is_secret` excludes judgements of the freeze. */
static inline void random_judgement(
	struct api_case *made, struct dice *dice, int64_t minute, bool is_secret)
{
	const unsigned what = throw(dice, 20), verdict = throw(dice, 5), which = throw(dice, 1000);
	const int first = (int) throw(dice, 4), runs = (int) throw(dice, 3);
	const size_t count = as_contest_log_submission_count(made->log);
	const size_t submission = count ? throw(dice, (unsigned)count) : 0;
	const struct as_contest_submission *of =
		count ? as_contest_log_submission(made->log, submission) : NULL;

	if (!of)
		return;
	if (what == 0)
		api_ignore(made, minute, submission, !of->is_ignored);
	else if (is_secret && of->time_ms >= 240 * MINUTE)
		return;
	else if (what == 1)
		api_again(made, minute, submission, 100000 + made->number);
	else if (what >= 17)
		random_ruling(made, minute, submission, which);
	else if (what >= 14)
		random_rejudging(made, minute, submission, which);
	else if (what < 6)
		api_report(made, minute, job_of(made, of, which), first, runs, verdicts[verdict]);
	else
		api_judge_job(made, minute, job_of(made, of, which), verdicts[verdict]);
}

/* The jury marks a question, or something that is no question. */
static inline void random_mark(struct api_case *made, struct dice *dice, int64_t minute)
{
	const unsigned count = (unsigned)as_contest_log_clarification_count(made->log);

	api_event(made, at_minute(minute), 0,
		json_pack("{s:s, s:i, s:s, s:s}", "type", "question", "clarification",
			(int) throw(dice, count + 1), "action",
			as_contest_mark_name((enum as_contest_mark) throw(dice, 4)), "account",
			"judge"));
}

static inline void random_clarification(struct api_case *made, struct dice *dice, int64_t minute)
{
	const char *team = throw(dice, 2) ? teams[throw(dice, 3)] : NULL;
	const char *problem = throw(dice, 2) ? "one" : NULL;
	const int reply_to =
		(int) throw(dice, (unsigned)as_contest_log_clarification_count(made->log) + 1);

	random_mark(made, dice, minute);
	if (throw(dice, 2))
		api_clarify(made, minute, team, NULL, 0, problem, "Why?");
	else if (throw(dice, 2))
		api_clarify(made, minute, NULL, team, reply_to, problem, "Because.");
	else
		api_clarify_some(made, minute,
			json_pack("{s:[s], s:[s, s]}", "to_groups",
				throw(dice, 2) ? "open" : "staff", "to_teams",
				teams[throw(dice, 2)], "eve"),
			reply_to, "For some.");
}

/* The jury sets an award, or comments; independent of judgements. */
static inline void random_word(struct api_case *made, struct dice *dice, int64_t minute)
{
	static const char *const ids[] = {
		"winner", "first-to-solve-one", "best-costume", "rank-1", "gold-medal"};
	const unsigned which = throw(dice, 5), team = throw(dice, 3), problem = throw(dice, 2);
	const size_t count = as_contest_log_submission_count(made->log);

	if (throw(dice, 2))
		api_award(
			made, minute, ids[which], throw(dice, 4) ? "The best" : NULL, teams[team]);
	else
		api_comment(made, minute, teams[team], problems[problem],
			count && throw(dice, 2) ? 1 + (int) throw(dice, (unsigned)count) : 0,
			"They did it.");
}

/* Sets the clock: earlier or later, with or without an interval, a freeze or a thaw. */
static inline void random_clock(struct api_case *made, struct dice *dice, int64_t minute)
{
	struct as_contest_clock clock = five_hours();
	const struct as_removed_interval removed = {
		START + 20 * MINUTE, START + 20 * MINUTE + throw(dice, 3) * MINUTE + 1, 0};

	if (throw(dice, 2)) {
		clock.removed = &removed;
		clock.removed_count = 1;
	}
	clock.start_wall_ms += throw(dice, 3) * MINUTE;
	clock.freeze_duration_ms = throw(dice, 3) * 30 * MINUTE;
	if (minute > 310)
		clock.thaw_wall_ms = throw(dice, 2) ? at_minute(minute) : AS_NEVER_MS;
	if (minute > 310)
		clock.finalized_wall_ms = throw(dice, 2) ? at_minute(minute) : AS_NEVER_MS;
	api_clock(made, at_minute(minute), &clock);
}

static inline void random_step(
	struct api_case *made, struct dice *dice, int64_t minute, bool is_secret, bool has_clocks)
{
	const unsigned what = throw(dice, 20);

	/* After the end of updates, the only change is a new clock. */
	if (what < 19 && as_contest_log_state(made->log)->end_of_updates_wall_ms != AS_NEVER_MS)
		return;
	if (what < 8)
		api_submit(made, minute, teams[throw(dice, 3)], problems[throw(dice, 2)]);
	else if (what < 16)
		random_judgement(made, dice, minute, is_secret);
	else if (what < 17)
		random_word(made, dice, minute);
	else if (what < 19)
		random_clarification(made, dice, minute);
	else if (has_clocks)
		random_clock(made, dice, minute);
	if (minute % 10 == 0)
		api_state(made, at_minute(minute));
}

static inline void random_team(struct api_case *made, int64_t minute)
{
	AS_AUTO_FREE char *id = as_text_format(NULL, "r%" PRId64, minute);

	api_event(made, at_minute(minute), 0,
		json_pack("{s:s, s:s, s:s, s:s, s:s}", "type", "team", "id", id, "username", id,
			"name", "Registered", "hash", "$argon2id$"));
}

static inline void begin_without_start(struct api_case *made)
{
	struct as_contest_clock clock = five_hours();

	clock.start_wall_ms = AS_NEVER_MS;
	api_event(made, START - 10 * MINUTE, 0, log_entry_clock(&clock, 90000));
}

static inline void play(struct api_case *made, bool is_secret, int64_t last)
{
	struct dice dice = {3};

	api_begin(made);
	for (int64_t minute = 1; minute < last; minute++)
		for (int step = 0; step < 3; step++) {
			random_step(made, &dice, minute, is_secret, false);
			random_judgement(made, &dice, minute, is_secret);
		}
	api_state(made, at_minute(last));
}

#endif
