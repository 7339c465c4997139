/* SPDX-License-Identifier: MIT */
/* The event feed of the Contest API: what each reader sees, and when. */
#include "feed_case.h"

/* ---- the freeze ---- */

static const char *const outsiders[] = {NULL, "balloons"};

Test(feed_readers, hides_judgements_of_the_freeze)
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

Test(feed_readers, has_judgements_and_runs_while_tests_run)
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

Test(feed_readers, a_run_follows_its_judgement)
{
	AUTO_API_CASE made = api_case_make("");

	play(&made, false, 320);
	api_finish(&made, at_minute(330), at_minute(330), AS_NEVER_MS);
	for (size_t i = 0; i < READERS; i++) {
		AS_AUTO_BYTES struct as_bytes feed = api_feed(&made, usernames[i]);
		expect_judgements_before_runs(&feed);
	}
}

Test(feed_readers, additions_of_the_jury_in_the_freeze_are_for_the_jury)
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

/* ---- clarifications ---- */

/* Older events name one team by "to_team"; a team that no longer exists does not become "all". */
Test(feed_readers, a_clarification_to_some_is_sent_to_them_and_the_jury)
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
Test(feed_readers, recipients_that_are_hidden_are_not_named)
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
Test(feed_readers, a_reply_to_several_names_the_question_to_its_team_only)
{
	AUTO_API_CASE made = api_case_make("");

	api_begin(&made);
	api_clarify(&made, 1, "ann", NULL, 0, "one", "Why?");
	api_clarify_some(&made, 2, json_pack("{s:[s, s]}", "to_teams", "ann", "bob"), 1, "Two.");
	AS_AUTO_BYTES struct as_bytes anns = api_feed(&made, "ann"), bobs = api_feed(&made, "bob");
	cr_expect(has_text(&anns, "\"reply_to_id\":\"1\""));
	cr_expect(has_text(&bobs, "Two.") && !has_text(&bobs, "reply_to_id"));
}

Test(feed_readers, a_team_that_registers_receives_the_clarifications_of_its_group)
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

/* ---- the thaw, and a new freeze ---- */

Test(feed_readers, shows_hidden_objects_at_the_thaw)
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

Test(feed_readers, deletes_objects_for_the_public_that_a_new_freeze_hides)
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

/* ---- teams that start when they like ---- */

#define WINDOWS                                                                                    \
	"--- file contest.yaml\nid: club\nname: Club\nduration: 5:00:00\n"                         \
	"start_time: 2026-11-23T12:00:00Z\ntime_per_team: 2:00:00\n"                               \
	"languages: [c, python3, java]\n"

static void start_team(struct api_case *made, int64_t minute, const char *team, bool is_reset)
{
	api_event(made, at_minute(minute), 0,
		json_pack("{s:s, s:s, s:b}", "type", "start", "team", team, "reset", is_reset));
}

/* The last lines of each feed are what the endpoints say, whatever a team may see when. */
Test(feed_readers, a_team_sees_its_own_until_the_contest_ends)
{
	AUTO_API_CASE made = api_case_make(WINDOWS);
	struct as_contest_clock clock = five_hours();

	clock.freeze_duration_ms = 0;
	api_clock(&made, START - 10 * MINUTE, &clock);
	api_state(&made, START);
	api_clarify(&made, 1, NULL, NULL, 0, NULL, "Lunch is at noon.");
	api_clarify(&made, 2, NULL, NULL, 0, "one", "n is small.");
	api_clarify_some(
		&made, 3, json_pack("{s:[s, s]}", "to_teams", "ann", "bob"), 0, "You two.");
	EXPECT_IDS(&made, "ann", "problems", NULL, "");
	EXPECT_IDS(&made, "ann", "clarifications", NULL, "1 3");
	expect_all_same(&made);
	start_team(&made, 60, "ann", false);
	expect_all_same(&made);
	EXPECT_IDS(&made, "ann", "problems", NULL, "one two");
	EXPECT_IDS(&made, "bob", "problems", NULL, "");
	EXPECT_IDS(&made, "ann", "clarifications", NULL, "1 2 3");
	api_submit(&made, 65, "ann", "one");
	api_report(&made, 65, 1000, 0, 1, "AC");
	api_judge(&made, 65, 0, "AC");
	api_clarify(&made, 66, "ann", NULL, 0, NULL, "Is it so?");
	api_clarify(&made, 67, NULL, NULL, 4, NULL, "Yes.");
	api_comment(&made, 68, "ann", "one", 1, "Ann is quick.");
	api_award(&made, 68, "quick", "The quickest", "ann");
	expect_all_same(&made);
	EXPECT_IDS(&made, "ann", "submissions", NULL, "1");
	EXPECT_IDS(&made, "bob", "submissions", NULL, "");
	EXPECT_IDS(&made, "bob", "clarifications", NULL, "1 3");
	EXPECT_IDS(&made, NULL, "judgements", NULL, "");
	EXPECT_IDS(&made, NULL, "commentary", NULL, "");
	AS_AUTO_FREE char *own = api_object(&made, "ann", "submissions", "1");
	cr_expect(strstr(own, "\"contest_time\":\"0:05:00.000\""), "%s", own);
	start_team(&made, 70, "ann", true);
	expect_all_same(&made);
	EXPECT_IDS(&made, "ann", "problems", NULL, "");
	start_team(&made, 80, "ann", false);
	start_team(&made, 90, "bob", false);
	api_submit(&made, 95, "bob", "two");
	api_judge(&made, 95, 1, "WA");
	expect_all_same(&made);
	api_case_restart(&made);
	expect_all_same(&made);
	api_state(&made, at_minute(300));
	expect_all_same(&made);
	EXPECT_IDS(&made, NULL, "problems", NULL, "one two");
	EXPECT_IDS(&made, NULL, "clarifications", NULL, "1 2 5");
	EXPECT_IDS(&made, NULL, "submissions", NULL, "2");
	AS_AUTO_BYTES struct as_bytes feed = api_feed(&made, "ann");
	cr_expect_eq(schemas_hold(SCHEMA, &feed), line_count(feed.data));
	/* The contest continues: only teams that have started keep what became public. */
	clock.duration_ms += 60 * MINUTE;
	api_clock(&made, at_minute(310), &clock);
	expect_all_same(&made);
	EXPECT_IDS(&made, "ann", "problems", NULL, "one two");
	EXPECT_IDS(&made, "ann", "clarifications", NULL, "1 2 3 4 5");
	EXPECT_IDS(&made, NULL, "problems", NULL, "");
	api_case_restart(&made);
	expect_all_same(&made);
	api_state(&made, at_minute(360));
	expect_all_same(&made);
	EXPECT_IDS(&made, NULL, "problems", NULL, "one two");
}

/* A virtual team is in no collection but its own account's. */
Test(feed_readers, a_virtual_team_changes_nothing_for_others)
{
	AUTO_API_CASE made = api_case_make(
		"--- file contest.yaml\nid: club\nname: Club\nduration: 5:00:00\n"
		"start_time: 2026-11-23T12:00:00Z\nlanguages: [c, python3, java]\n"
		"virtual: {from: '2026-11-23T18:00:00Z', to: '2026-11-24T18:00:00Z'}\n");
	struct as_contest_clock clock = five_hours();

	clock.freeze_duration_ms = 0;
	api_clock(&made, START - 10 * MINUTE, &clock);
	api_state(&made, START);
	api_submit(&made, 5, "ann", "one");
	api_judge(&made, 5, 0, "AC");
	api_state(&made, at_minute(300));
	AS_AUTO_BYTES struct as_bytes before = api_feed(&made, NULL);
	start_team(&made, 400, "bob", false);
	api_submit(&made, 410, "bob", "one");
	api_judge(&made, 410, 1, "AC");
	AS_AUTO_BYTES struct as_bytes after = api_feed(&made, NULL);
	cr_expect_str_eq(before.data, after.data);
	EXPECT_IDS(&made, "root", "submissions", NULL, "1");
	expect_all_same(&made);
}
