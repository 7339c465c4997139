/* SPDX-License-Identifier: MIT */
/* The event feed of the Contest API. */
#include "api_case.h"
#include "support/schemas.h"
#include "view.h"

#define SCHEMA ASSAY_SOURCE_DIR "/tests/data/contest-api.schema.json"

/* ---- contents ---- */

/* The last line of each object by "TYPE/ID", without deleted objects. */
static json_t *feed_objects(const struct as_bytes *feed)
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

static size_t line_count(const char *text)
{
	size_t count = 0;

	while ((text = strchr(text, '\n'))) {
		count++;
		text++;
	}
	return count;
}

/* Removes an object of the feed, which must equal that of an endpoint. */
static void expect_equal(json_t *objects, const char *who, const char *type, json_t *object)
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
static void expect_same(struct api_case *made, const char *username)
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

static void expect_all_same(struct api_case *made)
{
	for (size_t i = 0; i < READERS; i++)
		expect_same(made, usernames[i]);
}

static bool has_text(const struct as_bytes *feed, const char *text)
{
	return strstr(feed->data, text) != NULL;
}

/* ---- random contests ---- */

struct dice {
	uint64_t state;
};

static unsigned throw(struct dice * dice, unsigned sides)
{
	dice->state = dice->state * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (unsigned)(dice->state >> 33) % sides;
}

static const char *const verdicts[] = {"AC", "WA", "CE", "JE", "TLE"};
static const char *const teams[] = {"ann", "bob", "eve"};
static const char *const problems[] = {"one", "two"};

/* The job of one of its judgements. */
static int64_t job_of(struct api_case *made, const struct as_contest_submission *of, unsigned which)
{
	return as_contest_log_judgement(made->log, of->judgements[which % of->judgement_count])
		->job;
}

/* A random change of an existing submission. `is_secret` excludes judgements of the freeze. */
static void random_judgement(
	struct api_case *made, struct dice *dice, int64_t minute, bool is_secret)
{
	const unsigned what = throw(dice, 14), verdict = throw(dice, 5), which = throw(dice, 1000);
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
	else if (what < 6)
		api_report(made, minute, job_of(made, of, which), first, runs, verdicts[verdict]);
	else
		api_judge_job(made, minute, job_of(made, of, which), verdicts[verdict]);
}

static void random_clarification(struct api_case *made, struct dice *dice, int64_t minute)
{
	const char *team = throw(dice, 2) ? teams[throw(dice, 3)] : NULL;
	const char *problem = throw(dice, 2) ? "one" : NULL;
	const int reply_to =
		(int) throw(dice, (unsigned)as_contest_log_clarification_count(made->log) + 1);

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
static void random_word(struct api_case *made, struct dice *dice, int64_t minute)
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
static void random_clock(struct api_case *made, struct dice *dice, int64_t minute)
{
	struct as_contest_clock clock = five_hours();
	const struct as_removed_interval removed = {
		START + 20 * MINUTE, START + 20 * MINUTE + throw(dice, 3) * MINUTE + 1};

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

static void random_step(
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

static void random_team(struct api_case *made, int64_t minute)
{
	AS_AUTO_FREE char *id = as_text_format(NULL, "r%" PRId64, minute);

	api_event(made, at_minute(minute), 0,
		json_pack("{s:s, s:s, s:s, s:s, s:s}", "type", "team", "id", id, "username", id,
			"name", "Registered", "hash", "$argon2id$"));
}

static void begin_without_start(struct api_case *made)
{
	struct as_contest_clock clock = five_hours();

	clock.start_wall_ms = AS_NEVER_MS;
	api_event(made, START - 10 * MINUTE, 0, log_entry_clock(&clock, 90000));
}

/* ---- the feed equals the endpoints ---- */

Test(feed, a_new_contest_has_lines_for_the_folder)
{
	AUTO_API_CASE made = api_case_make("");

	api_begin(&made);
	expect_all_same(&made);
	AS_AUTO_BYTES struct as_bytes feed = api_feed(&made, NULL);
	cr_expect(
		strncmp(feed.data, "{\"type\":\"contest\",\"id\":null,\"data\":{\"id\":\"club\"",
			strlen("{\"type\":\"contest\",\"id\":null,\"data\":{\"id\":\"club\"")) == 0,
		"%s", feed.data);
	cr_expect_eq(schemas_hold(SCHEMA, &feed), line_count(feed.data));
}

Test(feed, equals_the_endpoints_at_any_time)
{
	for (uint64_t seed = 1; seed <= 4; seed++) {
		AUTO_API_CASE made = api_case_make("");
		struct dice dice = {seed};
		if (seed % 2)
			api_begin(&made);
		else
			begin_without_start(&made);
		for (int64_t minute = -3; minute < 340; minute += 1 + throw(&dice, 6)) {
			random_step(&made, &dice, minute, false, true);
			if (throw(&dice, 40) == 0)
				random_team(&made, minute);
			if (throw(&dice, 20) == 0)
				expect_all_same(&made);
		}
		expect_all_same(&made);
	}
}

Test(feed, equals_the_endpoints_of_a_contest_with_scores)
{
	AUTO_API_CASE made = api_case_make("--- file contest.yaml\nid: club\nduration: 5:00:00\n"
					   "scoreboard_freeze_duration: 1:00:00\n"
					   "scoreboard_type: score\nstart_time: null\n");
	struct dice dice = {21};

	api_begin(&made);
	for (int64_t minute = -3; minute < 340; minute += 3)
		random_step(&made, &dice, minute, false, true);
	expect_all_same(&made);
}

Test(feed, fits_the_schema)
{
	AUTO_API_CASE made = api_case_make("");
	struct dice dice = {7};

	api_begin(&made);
	for (int64_t minute = -3; minute < 340; minute += 5)
		random_step(&made, &dice, minute, false, true);
	for (size_t i = 0; i < READERS; i++) {
		AS_AUTO_BYTES struct as_bytes feed = api_feed(&made, usernames[i]);
		cr_expect_eq(schemas_hold(SCHEMA, &feed), line_count(feed.data));
	}
}

/* ---- the feed is reproducible ---- */

Test(feed, is_the_same_after_a_restart_and_however_it_is_read)
{
	AUTO_API_CASE made = api_case_make("");
	struct dice dice = {11};
	struct as_contest_cursor *cursors[READERS];
	struct as_bytes early[READERS];

	for (size_t i = 0; i < READERS; i++)
		cursors[i] = api_cursor(&made, usernames[i], NULL);
	api_begin(&made);
	char *texts[READERS] = {NULL};
	for (size_t i = 0; i < READERS; i++)
		texts[i] = strdup("");
	for (int64_t minute = -3; minute < 340; minute++) {
		random_step(&made, &dice, minute, false, true);
		for (size_t i = minute % 7 ? READERS : 0; i < READERS; i++) {
			early[i] = api_take_all(cursors[i], 1 + throw(&dice, 200));
			char *joined = as_text_format(NULL, "%s%s", texts[i], early[i].data);
			free(texts[i]);
			texts[i] = joined;
			as_bytes_clear(&early[i]);
		}
	}
	for (size_t i = 0; i < READERS; i++) {
		early[i] = api_take_all(cursors[i], 100);
		char *joined = as_text_format(NULL, "%s%s", texts[i], early[i].data);
		free(texts[i]);
		texts[i] = joined;
		as_bytes_clear(&early[i]);
		as_contest_feed_close(cursors[i]);
	}
	api_case_restart(&made);
	for (size_t i = 0; i < READERS; i++) {
		AS_AUTO_BYTES struct as_bytes late = api_feed(&made, usernames[i]);
		cr_expect_str_eq(texts[i], late.data);
		free(texts[i]);
	}
}

/* Tokens are at the ends of lines: "token":"T"}. */
static char *token_of(const char *line)
{
	const char *from = strstr(line, "\"token\":\"") + strlen("\"token\":\"");

	return strndup(from, strcspn(from, "\""));
}

Test(feed, continues_after_each_token)
{
	AUTO_API_CASE made = api_case_make("");
	struct dice dice = {5};

	api_begin(&made);
	for (int64_t minute = 1; minute < 340; minute += 9)
		random_step(&made, &dice, minute, false, true);
	for (size_t i = 0; i < READERS; i++) {
		AS_AUTO_BYTES struct as_bytes feed = api_feed(&made, usernames[i]);
		AS_AUTO_FREE char *last = NULL;
		for (char *line = feed.data; *line; line = strchr(line, '\n') + 1) {
			free(last);
			last = token_of(line);
			struct as_contest_cursor *cursor = api_cursor(&made, usernames[i], last);
			cr_assert_not_null(cursor, "%s", last);
			AS_AUTO_BYTES struct as_bytes rest = api_take_all(cursor, 100000);
			cr_expect_str_eq(rest.data ? rest.data : "", strchr(line, '\n') + 1);
			as_contest_feed_close(cursor);
		}
		char token[AS_CONTEST_TOKEN_SIZE];
		const struct as_contest_api_reader reader = api_reader(&made, usernames[i]);
		cr_expect_str_eq(as_contest_feed_token(made.api, made.log, &reader, token), last);
	}
}

static void expect_refused(struct api_case *made, const char *username, const char *token)
{
	struct as_contest_cursor *cursor = api_cursor(made, username, token);

	cr_expect_null(cursor, "%s was accepted", token);
	as_contest_feed_close(cursor);
}

Test(feed, refuses_tokens_of_another_feed)
{
	AUTO_API_CASE made = api_case_make("");
	static const char *const tokens[] = {"999999", "xY-99_", "-1", "1", "x",
		"0123456789abcdef-1", "0123456789abcdef-", "%s-0", "%s-01", "%s-+1", "%s- 1",
		"%s-1x", "%s", "%s-", "%s-100000", "%s-18446744073709551617", "%s_1", "%s-1.5"};
	AS_AUTO_BYTES struct as_bytes feed = api_feed(&made, NULL);
	AS_AUTO_FREE char *good = token_of(feed.data);

	for (size_t i = 0; i < sizeof(tokens) / sizeof(*tokens); i++) {
		char name[32];
		snprintf(name, sizeof(name), "%.16s", good);
		const char *rest = strncmp(tokens[i], "%s", 2) == 0 ? tokens[i] + 2 : NULL;
		AS_AUTO_FREE char *token =
			rest ? as_text_format(NULL, "%s%s", name, rest) : strdup(tokens[i]);
		expect_refused(&made, NULL, token);
	}
	for (size_t i = 1; i < READERS - 1; i++)
		expect_refused(&made, usernames[i], good);
	struct as_contest_cursor *cursor = api_cursor(&made, NULL, "");
	AS_AUTO_BYTES struct as_bytes whole = api_take_all(cursor, 77);
	cr_expect_str_eq(whole.data, feed.data);
	as_contest_feed_close(cursor);
	/* The store was restored from a backup: event numbers repeat. */
	strcpy(made.log->epoch, "fedcba9876543210fedcba9876543210");
	expect_refused(&made, NULL, good);
}

/* ---- the freeze ---- */

static void play(struct api_case *made, bool is_secret, int64_t last)
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

static const char *const outsiders[] = {NULL, "balloons"};

Test(feed, hides_judgements_of_the_freeze)
{
	AUTO_API_CASE with = api_case_make("");
	AUTO_API_CASE without = api_case_make("");
	static const char *const endpoints[] = {"", "contests", "access", "account", "submissions",
		"judgements", "runs", "awards", "commentary", "teams", "persons", "groups",
		"organizations", "languages", "judgement-types", "clarifications", "state",
		"scoreboard", "problems"};

	play(&with, false, 320);
	play(&without, true, 320);
	AS_AUTO_BYTES struct as_bytes jurys = api_feed(&with, "root");
	AS_AUTO_BYTES struct as_bytes other = api_feed(&without, "root");
	cr_assert_gt(line_count(jurys.data), line_count(other.data) + 20);
	for (size_t i = 0; i < sizeof(outsiders) / sizeof(*outsiders); i++) {
		AS_AUTO_BYTES struct as_bytes a = api_feed(&with, outsiders[i]);
		AS_AUTO_BYTES struct as_bytes b = api_feed(&without, outsiders[i]);
		cr_expect_str_eq(a.data, b.data);
		for (size_t k = 0; k < sizeof(endpoints) / sizeof(*endpoints); k++) {
			AS_AUTO_FREE char *x = api_object(&with, outsiders[i], endpoints[k], NULL);
			AS_AUTO_FREE char *y =
				api_object(&without, outsiders[i], endpoints[k], NULL);
			cr_expect_str_eq(x, y);
		}
	}
}

Test(feed, has_judgements_and_runs_while_tests_run)
{
	static const char *const told[] = {
		"\"type\":\"judgements\",\"id\":\"1-1\",\"data\":{\"id\":\"1-1\","
		"\"submission_id\":\"1\",\"current\":true,"
		"\"start_time\":\"2026-11-23T12:05:02.500+00:00\",\"start_contest_time\":\"0:05:02."
		"500\"}",
		"\"type\":\"runs\",\"id\":\"1-1-1\",\"data\":{\"id\":\"1-1-1\","
		"\"judgement_id\":\"1-1\",\"ordinal\":1,\"judgement_type_id\":\"AC\"",
		"\"type\":\"runs\",\"id\":\"1-1-2\"",
		"\"type\":\"runs\",\"id\":\"1-1-2\",\"data\":null",
		"\"type\":\"runs\",\"id\":\"1-1-1\"",
		"\"judgement_type_id\":\"WA\"",
	};
	AUTO_API_CASE made = api_case_make("");

	api_begin(&made);
	api_submit(&made, 5, "ann", "one");
	AS_AUTO_BYTES struct as_bytes before = api_feed(&made, NULL);
	api_report(&made, 5, 1000, 0, 0, NULL);
	api_report(&made, 5, 1000, 0, 1, "AC");
	expect_all_same(&made);
	api_report(&made, 5, 1000, 0, 2, "WA");
	expect_all_same(&made);
	api_judge(&made, 5, 0, "WA");
	AS_AUTO_BYTES struct as_bytes feed = api_feed(&made, NULL);
	const char *at = feed.data + before.size;
	for (size_t i = 0; i < sizeof(told) / sizeof(*told); i++) {
		at = strstr(at, told[i]);
		cr_assert_not_null(at, "%s is not in\n%s", told[i], feed.data + before.size);
		at++;
	}
	expect_all_same(&made);
	cr_expect_eq(schemas_hold(SCHEMA, &feed), line_count(feed.data));
}

/* Each run comes after its judgement's first line, for all audiences. */
static void expect_judgements_before_runs(const struct as_bytes *feed)
{
	AS_AUTO_JSON json_t *judgements = json_object();

	for (const char *line = feed->data; line && *line; line = strchr(line, '\n') + 1) {
		AS_AUTO_JSON json_t *parsed =
			json_loadb(line, (size_t)(strchr(line, '\n') - line), 0, NULL);
		const char *type = json_string_value(json_object_get(parsed, "type"));
		const json_t *data = json_object_get(parsed, "data");
		if (strcmp(type, "judgements") == 0 && !json_is_null(data))
			json_object_set_new(judgements,
				json_string_value(json_object_get(parsed, "id")), json_true());
		else if (strcmp(type, "judgements") == 0)
			json_object_del(
				judgements, json_string_value(json_object_get(parsed, "id")));
		if (strcmp(type, "runs") == 0 && json_is_object(data))
			cr_expect(json_object_get(judgements,
					  json_string_value(json_object_get(data, "judgement_id"))),
				"%.*s", (int)strcspn(line, "\n"), line);
	}
}

Test(feed, a_run_follows_its_judgement)
{
	AUTO_API_CASE made = api_case_make("");

	play(&made, false, 320);
	api_finish(&made, at_minute(330), at_minute(330), AS_NEVER_MS);
	for (size_t i = 0; i < READERS; i++) {
		AS_AUTO_BYTES struct as_bytes feed = api_feed(&made, usernames[i]);
		expect_judgements_before_runs(&feed);
	}
}

Test(feed, additions_of_the_jury_in_the_freeze_are_for_the_jury)
{
	AUTO_API_CASE made = api_case_make("");

	api_begin(&made);
	api_submit(&made, 5, "ann", "one");
	api_submit(&made, 5, "eve", "one");
	api_comment(&made, 6, "ann", "one", 1, "Ann is quick.");
	api_comment(&made, 6, "eve", "one", 0, "Eve is there, too.");
	api_comment(&made, 6, "ann", "one", 2, "Who was that?");
	api_award(&made, 7, "best-costume", "The best costume", "bob");
	api_award(&made, 7, "gold-medal", "Gold", "ann");
	EXPECT_IDS(&made, NULL, "commentary", "", "1");
	EXPECT_IDS(&made, "eve", "commentary", "", "1");
	EXPECT_IDS(&made, "judge", "commentary", "", "1 2 3");
	api_state(&made, at_minute(240));
	AS_AUTO_BYTES struct as_bytes before = api_feed(&made, NULL);
	api_comment(&made, 241, "ann", "one", 1, "Ann will be right.");
	api_award(&made, 241, "fifth", "Fifth", "bob");
	api_award(&made, 241, "silver-medal", NULL, "bob");
	AS_AUTO_BYTES struct as_bytes frozen = api_feed(&made, NULL);
	cr_expect_str_eq(before.data, frozen.data);
	EXPECT_IDS(&made, NULL, "commentary", "", "1");
	AS_AUTO_FREE char *costume = api_object(&made, NULL, "awards", "best-costume");
	AS_AUTO_FREE char *gold = api_object(&made, NULL, "awards", "gold-medal");
	AS_AUTO_FREE char *jurys = api_object(&made, "judge", "awards", "gold-medal");
	AS_AUTO_FREE char *silver = api_object(&made, NULL, "awards", "silver-medal");
	AS_AUTO_FREE char *none = api_object(&made, "judge", "awards", "silver-medal");
	AS_AUTO_FREE char *fifth = api_object(&made, NULL, "awards", "fifth");
	cr_expect(strstr(costume, "[\"bob\"]"), "%s", costume);
	cr_expect(strstr(gold, "\"citation\":\"Gold\",\"team_ids\":null"), "%s", gold);
	cr_expect(strstr(jurys, "[\"ann\"]"), "%s", jurys);
	cr_expect(strstr(silver, "\"team_ids\":null"), "%s", silver);
	cr_expect(strstr(none, "404") && strstr(fifth, "404"), "%s %s", none, fifth);
	expect_all_same(&made);
	/* An ignored submission is in no collection, and neither are objects that refer to it. */
	api_ignore(&made, 242, 0, true);
	EXPECT_IDS(&made, "judge", "commentary", "", "2 3");
	api_ignore(&made, 242, 0, false);
	expect_all_same(&made);
	api_finish(&made, at_minute(310), at_minute(310), at_minute(309));
	EXPECT_IDS(&made, NULL, "commentary", "", "1 4");
	AS_AUTO_FREE char *final = api_object(&made, NULL, "awards", "gold-medal");
	AS_AUTO_FREE char *fifth_final = api_object(&made, NULL, "awards", "fifth");
	cr_expect(strstr(final, "[\"ann\"]"), "%s", final);
	cr_expect(strstr(fifth_final, "[\"bob\"]"), "%s", fifth_final);
	expect_all_same(&made);
	AS_AUTO_BYTES struct as_bytes feed = api_feed(&made, "root");
	cr_expect_eq(schemas_hold(SCHEMA, &feed), line_count(feed.data));
}

/* Older events name one team by "to_team"; a team that no longer exists does not become "all". */
Test(feed, a_clarification_to_some_is_sent_to_them_and_the_jury)
{
	AUTO_API_CASE made = api_case_make("");

	api_begin(&made);
	api_clarify(&made, 1, "ann", NULL, 0, "one", "Why?");
	api_clarify_some(&made, 2, json_pack("{s:[s, s]}", "to_teams", "ann", "bob"), 1, "Two.");
	api_clarify_some(&made, 3, json_pack("{s:[s]}", "to_groups", "open"), 0, "Open.");
	api_clarify_some(&made, 4, json_pack("{s:[s]}", "to_groups", "staff"), 0, "Staff.");
	api_clarify_some(&made, 5,
		json_pack("{s:[s, s], s:[s]}", "to_teams", "bob", "eve", "to_groups", "staff"), 0,
		"Both.");
	api_clarify(&made, 6, NULL, "eve", 0, NULL, "One.");
	api_clarify(&made, 7, NULL, "nobody", 0, NULL, "None.");
	api_clarify_some(&made, 8, json_pack("{s:[s]}", "to_teams", "nobody"), 0, "None.");
	api_clarify_some(&made, 9, json_pack("{s:[]}", "to_groups"), 0, "None.");
	EXPECT_IDS(&made, NULL, "clarifications", NULL, "");
	EXPECT_IDS(&made, "ann", "clarifications", NULL, "1 2 3");
	EXPECT_IDS(&made, "bob", "clarifications", NULL, "2 3 5");
	EXPECT_IDS(&made, "eve", "clarifications", NULL, "3 4 5 6");
	EXPECT_IDS(&made, "balloons", "clarifications", NULL, "");
	EXPECT_IDS(&made, "judge", "clarifications", NULL, "1 2 3 4 5 6 7 8 9");
	expect_all_same(&made);
	api_case_restart(&made);
	expect_all_same(&made);
}

/* No reader sees a hidden team or group, and none reads a text for some as one for all. */
Test(feed, recipients_that_are_hidden_are_not_named)
{
	static const struct {
		const char *who, *id, *recipients;
	} rows[] = {
		{"bob", "1", "{\"to_team_ids\": [\"bob\"]}"},
		{"eve", "1", "{\"to_team_ids\": [\"bob\", \"eve\"]}"},
		{"judge", "1",
			"{\"to_team_ids\": [\"bob\", \"eve\"], \"to_group_ids\": [\"staff\"]}"},
		{"eve", "2", "{\"to_team_ids\": [\"eve\"]}"},
		{"judge", "2", "{\"to_group_ids\": [\"staff\"]}"},
		{"eve", "3", "{\"to_group_ids\": [\"open\"]}"},
	};
	AUTO_API_CASE made = api_case_make("");

	api_begin(&made);
	api_clarify_some(&made, 5,
		json_pack("{s:[s, s], s:[s]}", "to_teams", "bob", "eve", "to_groups", "staff"), 0,
		"Both.");
	api_clarify_some(&made, 6, json_pack("{s:[s]}", "to_groups", "staff"), 0, "Staff.");
	api_clarify_some(&made, 7, json_pack("{s:[s]}", "to_groups", "open"), 0, "Open.");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *text =
			api_object(&made, rows[i].who, "clarifications", rows[i].id);
		AS_AUTO_JSON json_t *object = json_loads(text, 0, NULL),
				    *wanted = json_loads(rows[i].recipients, 0, NULL);
		cr_expect(json_equal(json_object_get(object, "to_team_ids"),
				  json_object_get(wanted, "to_team_ids")) ||
				  (!json_object_get(object, "to_team_ids") &&
					  !json_object_get(wanted, "to_team_ids")),
			"%zu: %s", i, text);
		cr_expect(json_equal(json_object_get(object, "to_group_ids"),
				  json_object_get(wanted, "to_group_ids")) ||
				  (!json_object_get(object, "to_group_ids") &&
					  !json_object_get(wanted, "to_group_ids")),
			"%zu: %s", i, text);
	}
}

/* A reply to the question of another team must not name what its reader cannot see. */
Test(feed, a_reply_to_several_names_the_question_to_its_team_only)
{
	AUTO_API_CASE made = api_case_make("");

	api_begin(&made);
	api_clarify(&made, 1, "ann", NULL, 0, "one", "Why?");
	api_clarify_some(&made, 2, json_pack("{s:[s, s]}", "to_teams", "ann", "bob"), 1, "Two.");
	AS_AUTO_BYTES struct as_bytes anns = api_feed(&made, "ann"), bobs = api_feed(&made, "bob");
	cr_expect(has_text(&anns, "\"reply_to_id\":\"1\""));
	cr_expect(has_text(&bobs, "Two.") && !has_text(&bobs, "reply_to_id"));
}

Test(feed, a_team_that_registers_receives_the_clarifications_of_its_group)
{
	AUTO_API_CASE made = api_case_make("--- file contest.yaml\nid: club\nduration: 5:00:00\n"
					   "start_time: null\nregistration: {join_code: "
					   "open-sesame, group_id: open}\n");
	struct as_contest_clock clock = five_hours();

	api_begin(&made);
	api_clarify_some(&made, 1, json_pack("{s:[s]}", "to_groups", "open"), 0, "Open.");
	api_clarify_some(&made, 2, json_pack("{s:[s]}", "to_groups", "staff"), 0, "Staff.");
	random_team(&made, 3);
	EXPECT_IDS(&made, "r3", "clarifications", NULL, "1");
	expect_same(&made, "r3");
	/* After the end of updates the feed has no further lines, unless the contest continues. */
	api_finish(&made, at_minute(310), at_minute(309), at_minute(310));
	api_state(&made, at_minute(311));
	cr_assert_neq(as_contest_log_state(made.log)->end_of_updates_wall_ms, AS_NEVER_MS);
	random_team(&made, 312);
	api_clarify_some(&made, 313, json_pack("{s:[s]}", "to_groups", "open"), 0, "Late.");
	clock.duration_ms = 400 * MINUTE;
	api_clock(&made, at_minute(314), &clock);
	api_state(&made, at_minute(315));
	EXPECT_IDS(&made, "r312", "clarifications", NULL, "1 3");
	expect_same(&made, "r312");
	expect_same(&made, "r3");
	expect_all_same(&made);
}

Test(feed, ids_chosen_by_clients_are_kept)
{
	AUTO_API_CASE made = api_case_make("");

	api_begin(&made);
	api_event(&made, at_minute(5), 1000,
		json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "type", "submission", "id", "2", "team",
			"ann", "problem", "one", "language", "c", "name", "main.c"));
	api_event(&made, at_minute(5), 1001,
		json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "type", "submission", "id", "kth-7",
			"team", "ann", "problem", "one", "language", "c", "name", "main.c"));
	api_submit(&made, 6, "bob", "one");
	api_event(&made, at_minute(7), 0,
		json_pack("{s:s, s:s, s:s}", "type", "clarification", "id", "q.1", "text", "Hm."));
	api_judge(&made, 8, 0, "AC");
	api_judge(&made, 8, 1, "AC");
	api_submit(&made, 9, "bob", "one");
	EXPECT_IDS(&made, "judge", "submissions", "", "2 kth-7 3 4");
	EXPECT_IDS(&made, "judge", "judgements", "", "2-1 kth-7-1");
	EXPECT_IDS(&made, "judge", "runs", "judgement_id=kth-7-1", "kth-7-1-1");
	EXPECT_IDS(&made, NULL, "clarifications", "", "q.1");
	AS_AUTO_FREE char *run = api_object(&made, "judge", "runs", "kth-7-1-1");
	AS_AUTO_FREE char *question = api_object(&made, "judge", "clarifications", "q.1");
	AS_AUTO_FREE char *none = api_object(&made, "judge", "submissions", "1");
	cr_expect(strstr(run, "\"judgement_id\":\"kth-7-1\""), "%s", run);
	cr_expect(strstr(question, "Hm."), "%s", question);
	cr_expect(strstr(none, "404"), "%s", none);
	expect_all_same(&made);
}

Test(feed, shows_hidden_objects_at_the_thaw)
{
	AUTO_API_CASE made = api_case_make("");
	size_t submission;

	api_begin(&made);
	submission = api_submit(&made, 5, "ann", "one");
	api_state(&made, at_minute(240));
	api_judge(&made, 241, submission, "WA");
	submission = api_submit(&made, 242, "bob", "one");
	api_report(&made, 242, 1000 + (int64_t)submission, 0, 1, "AC");
	api_judge(&made, 243, submission, "AC");
	AS_AUTO_BYTES struct as_bytes frozen = api_feed(&made, NULL);
	AS_AUTO_BYTES struct as_bytes hers = api_feed(&made, "ann");
	AS_AUTO_BYTES struct as_bytes his = api_feed(&made, "bob");
	cr_expect(has_text(&frozen, "\"id\":\"1-1\"") && has_text(&frozen, "\"id\":\"1-1-1\""));
	/* The feed does not even show that judging began. */
	cr_expect(!has_text(&frozen, "\"id\":\"2-1\"") && !has_text(&hers, "\"id\":\"2-1\""));
	cr_expect(has_text(&his, "\"id\":\"2-1\""));
	api_finish(&made, at_minute(310), at_minute(310), AS_NEVER_MS);
	AS_AUTO_BYTES struct as_bytes thawed = api_feed(&made, NULL);
	cr_expect_eq(strncmp(thawed.data, frozen.data, frozen.size), 0);
	cr_expect(has_text(&thawed, "\"id\":\"2-1\"") && has_text(&thawed, "\"id\":\"2-1-1\""));
	/* Bob has seen them before. */
	AS_AUTO_BYTES struct as_bytes later = api_feed(&made, "bob");
	cr_expect_null(strstr(later.data + his.size, "\"id\":\"2-1\""));
	expect_all_same(&made);
}

Test(feed, ends_with_the_end_of_updates)
{
	AUTO_API_CASE made = api_case_make("");

	play(&made, false, 320);
	api_finish(&made, at_minute(330), at_minute(325), at_minute(326));
	for (size_t i = 0; i < READERS; i++) {
		AS_AUTO_BYTES struct as_bytes feed = api_feed(&made, usernames[i]);
		feed.data[feed.size - 1] = '\0';
		const char *last = strrchr(feed.data, '\n') + 1;
		cr_expect(strstr(last, "\"type\":\"state\"") &&
				  !strstr(last, "\"end_of_updates\":null"),
			"%s", last);
	}
	expect_all_same(&made);
	/* Later events are not part of the contest. */
	AS_AUTO_BYTES struct as_bytes before = api_feed(&made, "root");
	api_clarify(&made, 331, "ann", NULL, 0, NULL, "Well done.");
	api_judge(&made, 332, api_submit(&made, 332, "ann", "one"), "AC");
	random_team(&made, 333);
	AS_AUTO_BYTES struct as_bytes after = api_feed(&made, "root");
	cr_expect_str_eq(before.data, after.data);
	/* But the jury can reopen the contest. */
	api_finish(&made, at_minute(340), at_minute(325), AS_NEVER_MS);
	AS_AUTO_BYTES struct as_bytes again = api_feed(&made, "root");
	cr_expect(strstr(again.data + after.size, "Well done.") &&
		  strstr(again.data + after.size, "Registered"));
	expect_all_same(&made);
}

Test(feed, deletes_objects_for_the_public_that_a_new_freeze_hides)
{
	AUTO_API_CASE made = api_case_make("");
	struct as_contest_clock clock = five_hours();

	clock.freeze_duration_ms = 0;
	api_clock(&made, START - MINUTE, &clock);
	api_state(&made, START);
	api_judge(&made, 201, api_submit(&made, 200, "ann", "one"), "AC");
	AS_AUTO_BYTES struct as_bytes before = api_feed(&made, NULL);
	AS_AUTO_BYTES struct as_bytes hers = api_feed(&made, "ann");
	cr_expect(has_text(&before, "\"id\":\"1-1\""));
	clock.freeze_duration_ms = 150 * MINUTE;
	api_clock(&made, at_minute(210), &clock);
	AS_AUTO_BYTES struct as_bytes after = api_feed(&made, NULL);
	AS_AUTO_BYTES struct as_bytes same = api_feed(&made, "ann");
	cr_expect(strstr(after.data + before.size, "\"id\":\"1-1\",\"data\":null"));
	cr_expect_null(strstr(same.data + hers.size, "\"id\":\"1-1\""));
	expect_all_same(&made);
}

Test(feed, ends_with_a_planned_end_of_updates)
{
	AUTO_API_CASE made = api_case_make("");

	play(&made, false, 320);
	api_finish(&made, at_minute(321), at_minute(325), at_minute(330));
	api_state(&made, at_minute(326));
	api_state(&made, at_minute(331));
	AS_AUTO_BYTES struct as_bytes feed = api_feed(&made, NULL);
	feed.data[feed.size - 1] = '\0';
	cr_expect(strstr(strrchr(feed.data, '\n'), "\"type\":\"state\""));
	expect_all_same(&made);
}

/* ---- the resolver of the ICPC tools ---- */

static const char *text_in(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

/* True if the feed has an object with that id. */
static bool has_object(json_t *objects, const char *type, const char *id)
{
	AS_AUTO_FREE char *key = as_text_format(NULL, "%s/%s", type, id);

	return json_object_get(objects, key) != NULL;
}

static void expect_references(json_t *objects, const char *type, const json_t *object)
{
	static const char *const keys[][2] = {{"team_id", "teams"}, {"problem_id", "problems"},
		{"language_id", "languages"}, {"submission_id", "submissions"},
		{"judgement_id", "judgements"}, {"judgement_type_id", "judgement-types"},
		{"organization_id", "organizations"}, {"reply_to_id", "clarifications"},
		{"from_team_id", "teams"}, {"source_id", "persons"}};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		const char *id = text_in(object, keys[i][0]);
		cr_expect(!*id || has_object(objects, keys[i][1], id), "%s names %s %s", type,
			keys[i][0], id);
	}
}

/* The resolver needs the feed of an admin. Updates must have ended, all references must exist, and
 * every submission must be judged, including those of hidden teams. */
Test(feed, has_everything_that_the_resolver_needs)
{
	AUTO_API_CASE made = api_case_make("");
	const char *key;
	json_t *object;

	play(&made, false, 320);
	for (size_t i = 0; i < as_contest_log_submission_count(made.log); i++) {
		const int64_t job = 900000 + (int64_t)i;
		api_again(&made, 321, i, job);
		api_judge_job(&made, 322, job, i % 2 ? "AC" : "RTE");
	}
	api_finish(&made, at_minute(330), at_minute(330), at_minute(329));
	api_state(&made, at_minute(331));
	AS_AUTO_BYTES struct as_bytes feed = api_feed(&made, "root");
	AS_AUTO_JSON json_t *objects = feed_objects(&feed);
	AS_AUTO_JSON json_t *judged = json_object();
	size_t submissions = 0, hidden = 0;
	json_object_foreach(objects, key, object)
	{
		expect_references(objects, key, object);
		if (strncmp(key, "judgements/", 11) == 0 &&
			json_is_true(json_object_get(object, "current")) &&
			json_object_get(object, "judgement_type_id"))
			json_object_set_new(judged, text_in(object, "submission_id"), json_true());
		hidden += strncmp(key, "submissions/", 12) == 0 &&
			  strcmp(text_in(object, "team_id"), "eve") == 0;
	}
	json_object_foreach(objects, key, object) if (strncmp(key, "submissions/", 12) == 0)
	{
		submissions++;
		cr_expect(json_object_get(judged, key + 12), "%s is not judged", key);
	}
	cr_expect(submissions > 20 && hidden > 0);
	object = json_object_get(objects, "state/");
	cr_expect(json_is_string(json_object_get(object, "end_of_updates")));
	object = json_object_get(objects, "contest/");
	cr_expect(json_object_get(object, "duration") &&
		  json_object_get(object, "scoreboard_freeze_duration") &&
		  json_object_get(object, "start_time"));
	feed.data[feed.size - 1] = '\0';
	cr_expect(strstr(strrchr(feed.data, '\n'), "\"end_of_updates\":\""), "%s",
		strrchr(feed.data, '\n'));
}

/* At most one judgement of a submission is current at any time. */
static void expect_one_current(const struct as_bytes *feed)
{
	AS_AUTO_JSON json_t *current = json_object();

	for (const char *line = feed->data; *line; line = strchr(line, '\n') + 1) {
		AS_AUTO_JSON json_t *parsed =
			json_loadb(line, (size_t)(strchr(line, '\n') - line), 0, NULL);
		json_t *data = json_object_get(parsed, "data");
		const char *id = json_string_value(json_object_get(parsed, "id"));
		if (strcmp(json_string_value(json_object_get(parsed, "type")), "judgements") != 0)
			continue;
		AS_AUTO_FREE char *submission = strndup(id, strcspn(id, "-"));
		const char *known = json_string_value(json_object_get(current, submission));
		if (json_is_true(json_object_get(data, "current"))) {
			cr_expect(!known || strcmp(known, id) == 0, "%s and %s", known, id);
			json_object_set_new(current, submission, json_string(id));
		} else if (known && strcmp(known, id) == 0) {
			json_object_del(current, submission);
		}
	}
}

/* ---- rejudging ---- */

Test(feed, one_of_two_judgements_is_current)
{
	AUTO_API_CASE made = api_case_make("");

	api_begin(&made);
	api_judge(&made, 6, api_submit(&made, 5, "ann", "one"), "WA");
	AS_AUTO_BYTES struct as_bytes before = api_feed(&made, NULL);
	api_again(&made, 10, 0, 77);
	AS_AUTO_BYTES struct as_bytes waiting = api_feed(&made, NULL);
	cr_expect_str_eq(before.data, waiting.data);
	api_judge_job(&made, 11, 77, "AC");
	AS_AUTO_BYTES struct as_bytes after = api_feed(&made, NULL);
	const char *old = strstr(after.data + before.size, "\"id\":\"1-1\",\"submission_id\"");
	const char *new = strstr(after.data + before.size, "\"id\":\"1-2\",\"submission_id\"");
	cr_assert(old && new &&old < new);
	cr_expect(strncmp(strstr(old, "\"current\":"), "\"current\":false", 15) == 0);
	/* First the begin, then the end. */
	cr_expect(strncmp(strstr(new, "\"current\":"), "\"current\":false", 15) == 0);
	new = strstr(new + 1, "\"id\":\"1-2\",\"submission_id\"");
	cr_assert(new &&old < new);
	cr_expect(strncmp(strstr(new, "\"current\":"), "\"current\":true", 14) == 0);
	expect_all_same(&made);
}

Test(feed, at_most_one_judgement_of_a_submission_is_current)
{
	AUTO_API_CASE made = api_case_make("");
	struct dice dice = {31};

	api_begin(&made);
	for (int64_t minute = 1; minute < 340; minute++) {
		random_step(&made, &dice, minute, false, true);
		random_judgement(&made, &dice, minute, false);
	}
	for (size_t i = 0; i < READERS; i++) {
		AS_AUTO_BYTES struct as_bytes feed = api_feed(&made, usernames[i]);
		expect_one_current(&feed);
	}
}

Test(feed, an_ignored_submission_is_deleted_after_its_judgements)
{
	AUTO_API_CASE made = api_case_make("");

	api_begin(&made);
	api_judge(&made, 6, api_submit(&made, 5, "ann", "one"), "AC");
	AS_AUTO_BYTES struct as_bytes before = api_feed(&made, NULL);
	api_ignore(&made, 10, 0, true);
	AS_AUTO_BYTES struct as_bytes after = api_feed(&made, NULL);
	const char *lines = after.data + before.size;
	const char *run = strstr(lines, "{\"type\":\"runs\",\"id\":\"1-1-1\",\"data\":null,"),
		   *judgement =
			   strstr(lines, "{\"type\":\"judgements\",\"id\":\"1-1\",\"data\":null,"),
		   *submission =
			   strstr(lines, "{\"type\":\"submissions\",\"id\":\"1\",\"data\":null,");
	cr_assert(run && judgement && submission && run < judgement && judgement < submission, "%s",
		lines);
	api_ignore(&made, 11, 0, false);
	expect_all_same(&made);
}

/* ---- size ---- */

#define MANY 3000
Test(feed, entries_are_small)
{
	AUTO_API_CASE made = api_case_make("");

	api_begin(&made);
	api_state(&made, at_minute(1));
	const size_t before = made.api->feed.entry_count;
	for (size_t i = 0; i < MANY; i++)
		api_judge(&made, 3, api_submit(&made, 2, i % 2 ? "ann" : "bob", "one"), "WA");
	const size_t bytes = (made.api->feed.entry_count - before) * sizeof(struct as_api_entry) +
			     MANY * (sizeof(uint8_t) + sizeof(uint16_t) + sizeof(uint32_t));
	cr_expect_leq(bytes, MANY * 100, "%zu bytes a submission", bytes / MANY);
	cr_expect_leq(made.api->feed.text_count, 100);
}
