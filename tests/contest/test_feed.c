/* SPDX-License-Identifier: MIT */
/* The event feed of the Contest API: it equals the endpoints, and is reproducible. */
#include "feed_case.h"

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

/* A new version of a package can allow other languages. */
Test(feed, languages_follow_a_change_of_a_package)
{
	static char *const allowed[][2] = {{"python3"}, {"cpp"}, {"python3"}};
	static char digest[] = "0000000000000000000000000000000000000000000000000000000000000000";
	AUTO_API_CASE made = api_case_make("");

	api_begin(&made);
	for (size_t version = 0; version < 4; version++) {
		digest[0]++;
		for (size_t i = 0; i < made.contest->problem_count; i++) {
			struct as_package *package = made.contest->problems[i].package;
			cr_assert_not_null(package);
			package->languages = version < 3 ? (char **)allowed[version] : NULL;
			api_event(&made, at_minute(1 + (int64_t)version), 0,
				json_pack("{s:s, s:s, s:s}", "type", "package", "problem",
					made.contest->problems[i].id, "package", digest));
		}
		expect_all_same(&made);
	}
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
	strcpy(made.log->journal->epoch, "fedcba9876543210fedcba9876543210");
	expect_refused(&made, NULL, good);
}

/* ---- the end of updates ---- */

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

Test(feed, a_rejudging_is_in_no_document_before_it_is_applied_and_then_in_all)
{
	AUTO_API_CASE made = api_case_make("");

	api_begin(&made);
	api_judge(&made, 6, api_submit(&made, 5, "ann", "one"), "WA");
	api_judge(&made, 7, api_submit(&made, 6, "bob", "one"), "AC");
	AS_AUTO_BYTES struct as_bytes before = api_feed(&made, "root");
	api_event(&made, at_minute(8), 0,
		json_pack("{s:s, s:s, s:[i, i]}", "type", "rejudging", "reason", "why",
			"submissions", 1, 2));
	for (int i = 1; i <= 2; i++) {
		api_event(&made, at_minute(9), 70 + i,
			json_pack("{s:s, s:i, s:i}", "type", "proposal", "rejudging", 1,
				"submission", i));
		api_report(&made, 9, 70 + i, 0, 2, "AC");
		api_judge_job(&made, 10, 70 + i, "AC");
	}
	AS_AUTO_BYTES struct as_bytes proposed = api_feed(&made, "root");
	cr_expect_str_eq(before.data, proposed.data);
	expect_all_same(&made);
	api_event(&made, at_minute(11), 0,
		json_pack("{s:s, s:i, s:s}", "type", "rejudging", "rejudging", 1, "state",
			"applied"));
	AS_AUTO_BYTES struct as_bytes after = api_feed(&made, "root");
	cr_expect(strstr(after.data + before.size, "\"id\":\"1-2\",\"submission_id\""));
	cr_expect(strstr(after.data + before.size, "\"id\":\"2-2\",\"submission_id\""));
	expect_all_same(&made);
}

/* Tools of a ceremony or a live show announce awards at once. */
Test(feed, a_rejudging_of_two_gives_the_first_to_solve_to_no_team_in_between)
{
	AUTO_API_CASE made = api_case_make("");

	api_begin(&made);
	api_judge(&made, 6, api_submit(&made, 5, "ann", "one"), "AC");
	api_judge(&made, 7, api_submit(&made, 6, "bob", "one"), "AC");
	AS_AUTO_BYTES struct as_bytes before = api_feed(&made, "root");
	api_event(&made, at_minute(8), 0,
		json_pack("{s:s, s:s, s:[i, i]}", "type", "rejudging", "reason", "why",
			"submissions", 1, 2));
	for (int i = 1; i <= 2; i++) {
		api_event(&made, at_minute(9), 70 + i,
			json_pack("{s:s, s:i, s:i}", "type", "proposal", "rejudging", 1,
				"submission", i));
		api_judge_job(&made, 10, 70 + i, "WA");
	}
	api_event(&made, at_minute(11), 0,
		json_pack("{s:s, s:i, s:s}", "type", "rejudging", "rejudging", 1, "state",
			"applied"));
	AS_AUTO_BYTES struct as_bytes after = api_feed(&made, "root");
	const char *lines = after.data + before.size;
	cr_expect(strstr(before.data, "\"id\":\"first-to-solve-one\""));
	cr_expect(strstr(lines, "{\"type\":\"awards\",\"id\":\"first-to-solve-one\""), "%s", lines);
	cr_expect_not(strstr(lines, "\"team_ids\":[\"bob\"]"), "%s", lines);
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
