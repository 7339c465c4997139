/* SPDX-License-Identifier: MIT */
/* The documents of the Contest API for each reader. */
#include "api_case.h"
#include "support/schemas.h"

#include <sys/stat.h>

#define SCHEMA ASSAY_SOURCE_DIR "/tests/data/contest-api.schema.json"

static const char *const arrays[] = {"judgement-types", "languages", "problems", "groups",
	"organizations", "teams", "persons", "accounts", "submissions", "judgements", "runs",
	"clarifications", "awards", "commentary"};
static const char *const singles[] = {"", "access", "account", "state", "scoreboard"};

/* A frozen contest with events of every kind. */
static struct api_case busy_contest(void)
{
	struct api_case made = api_case_make("");
	size_t submission;

	api_begin(&made);
	submission = api_submit(&made, 5, "ann", "one");
	api_judge(&made, 6, submission, "WA");
	submission = api_submit(&made, 7, "bob", "two");
	api_judge(&made, 8, submission, "AC");
	submission = api_submit(&made, 9, "eve", "one");
	api_judge(&made, 10, submission, "AC");
	api_clarify(&made, 11, "ann", NULL, 0, "one", "Is n > 0?");
	api_clarify(&made, 12, NULL, "ann", 1, "one", "Yes.");
	api_clarify(&made, 13, NULL, NULL, 1, NULL, "n is greater than 0 \"<b>\".");
	api_comment(&made, 14, "ann", "one", 1, "A first attempt.");
	api_state(&made, at_minute(240));
	api_comment(&made, 240, "ann", "one", 1, "Will it be right?");
	submission = api_submit(&made, 241, "ann", "one");
	api_judge(&made, 242, submission, "AC");
	submission = api_submit(&made, 243, "bob", "one");
	api_judge(&made, 244, submission, "JE");
	return made;
}

/* ---- form ---- */

/* Writes an object as a line of the feed. */
static void put_line(FILE *out, const char *type, json_t *object)
{
	AS_AUTO_JSON json_t *line = json_pack("{s:s, s:O?, s:O, s:s}", "type", *type ? type : "api",
		"id", json_object_get(object, "id"), "data", object, "token", "0123456789abcdef-1");

	if (strcmp(type, "contests") == 0)
		json_object_set_new(line, "type", json_string("contest"));
	if (strcmp(type, "account") == 0 || strcmp(type, "contests") == 0)
		json_object_set_new(line, "id", json_null());
	json_dumpf(line, out, JSON_COMPACT | JSON_REAL_PRECISION(15));
	fputc('\n', out);
}

/* All documents of a reader; each object is also requested by id. */
static void put_documents(FILE *out, struct api_case *made, const char *username)
{
	int status;

	for (size_t i = 0; i < sizeof(singles) / sizeof(*singles); i++) {
		AS_AUTO_JSON json_t *object =
			api_get(made, username, singles[i], NULL, NULL, &status);
		if (status == 200)
			put_line(out, singles[i], object);
	}
	AS_AUTO_JSON json_t *contest = api_get(made, username, "contests", "club", NULL, &status);
	put_line(out, "contests", contest);
	for (size_t i = 0; i < sizeof(arrays) / sizeof(*arrays); i++) {
		AS_AUTO_JSON json_t *list = api_get(made, username, arrays[i], NULL, NULL, &status);
		cr_expect_eq(status,
			strcmp(arrays[i], "accounts") != 0 || json_is_array(list) ? 200 : 403);
		for (size_t k = 0; k < json_array_size(list); k++) {
			json_t *object = json_array_get(list, k);
			AS_AUTO_JSON json_t *same = api_get(made, username, arrays[i],
				json_string_value(json_object_get(object, "id")), NULL, &status);
			cr_expect(json_equal(object, same), "%s %zu", arrays[i], k);
			put_line(out, arrays[i], object);
		}
	}
}

Test(api, every_document_fits_the_schema)
{
	AUTO_API_CASE made = busy_contest();
	AS_AUTO_BYTES struct as_bytes text = {0};
	FILE *out = open_memstream(&text.data, &text.size);

	for (size_t i = 0; i < READERS; i++)
		put_documents(out, &made, usernames[i]);
	fclose(out);
	cr_expect_gt(schemas_hold(SCHEMA, &text), 300);
}

Test(api, documents_of_a_contest_with_scores_fit_the_schema)
{
	AUTO_API_CASE made = api_case_make("--- file contest.yaml\nid: club\nduration: 5:00:00\n"
					   "scoreboard_type: score\nstart_time: null\n"
					   "countdown_pause_time: 0:10:00\n");
	AS_AUTO_BYTES struct as_bytes text = {0};
	FILE *out = open_memstream(&text.data, &text.size);

	api_begin(&made);
	api_judge(&made, 6, api_submit(&made, 5, "ann", "one"), "AC");
	put_documents(out, &made, NULL);
	put_documents(out, &made, "root");
	fclose(out);
	cr_expect_gt(schemas_hold(SCHEMA, &text), 50);
	AS_AUTO_FREE char *judgement = api_object(&made, NULL, "judgements", "1-1");
	cr_expect(strstr(judgement, "\"score\":1,"), "%s", judgement);
	AS_AUTO_FREE char *problem = api_object(&made, "root", "problems", "one");
	cr_expect(strstr(problem, "\"max_score\":100,") || strstr(problem, "\"max_score\":100}"),
		"%s", problem);
}

/* The properties of a type in `access`; NULL: missing. */
static const json_t *access_properties(const json_t *access, const char *type)
{
	const json_t *endpoints = json_object_get(access, "endpoints");

	for (size_t i = 0; i < json_array_size(endpoints); i++) {
		const json_t *one = json_array_get(endpoints, i);
		if (strcmp(json_string_value(json_object_get(one, "type")), type) == 0)
			return json_object_get(one, "properties");
	}
	return NULL;
}

/* Finds "NAME", or "NAME.part" of an object. */
static bool names_property(const json_t *properties, const char *name)
{
	for (size_t i = 0; i < json_array_size(properties); i++) {
		const char *one = json_string_value(json_array_get(properties, i));
		const size_t length = strlen(name);
		if (strncmp(one, name, length) == 0 && (!one[length] || one[length] == '.'))
			return true;
	}
	return false;
}

static void expect_accessible(
	const json_t *access, const char *who, const char *type, json_t *object)
{
	const json_t *properties = access_properties(access, type);
	const char *name;
	json_t *value;

	cr_assert(properties, "%s: %s", who, type);
	json_object_foreach(object, name, value)
		cr_expect(names_property(properties, name), "%s: %s.%s", who, type, name);
}

Test(api, access_lists_all_properties_that_a_reader_gets)
{
	AUTO_API_CASE made = busy_contest();

	for (size_t i = 0; i < READERS; i++) {
		const char *who = usernames[i] ? usernames[i] : "public";
		int status;
		AS_AUTO_JSON json_t *access =
			api_get(&made, usernames[i], "access", NULL, NULL, &status);
		AS_AUTO_JSON json_t *contest =
			api_get(&made, usernames[i], "contests", "club", NULL, &status);
		expect_accessible(access, who, "contest", contest);
		for (size_t k = 0; k < sizeof(arrays) / sizeof(*arrays); k++) {
			AS_AUTO_JSON json_t *list =
				api_get(&made, usernames[i], arrays[k], NULL, NULL, &status);
			cr_expect_eq(status == 200, access_properties(access, arrays[k]) != NULL,
				"%s: %s", who, arrays[k]);
			for (size_t n = 0; n < json_array_size(list); n++)
				expect_accessible(access, who, arrays[k], json_array_get(list, n));
		}
	}
}

Test(api, a_submission_and_its_judgement_have_their_properties)
{
	AUTO_API_CASE made = busy_contest();
	AS_AUTO_FREE char *submission = api_object(&made, "root", "submissions", "1");
	AS_AUTO_FREE char *judgement = api_object(&made, NULL, "judgements", "1-1");
	AS_AUTO_FREE char *run = api_object(&made, NULL, "runs", "1-1-1");

	cr_expect_str_eq(submission,
		"{\"id\":\"1\",\"language_id\":\"c\",\"problem_id\":\"one\",\"team_id\":\"ann\","
		"\"time\":\"2026-11-23T12:05:01.000+00:00\",\"contest_time\":\"0:05:01.000\","
		"\"entry_point\":null,\"files\":[{\"href\":\"contests/club/submissions/1/files\","
		"\"filename\":\"files.zip\",\"mime\":\"application/zip\"}]}");
	cr_expect_str_eq(judgement,
		"{\"id\":\"1-1\",\"submission_id\":\"1\",\"current\":true,"
		"\"start_time\":\"2026-11-23T12:06:02.000+00:00\","
		"\"start_contest_time\":\"0:06:02.000\",\"judgement_type_id\":\"WA\","
		"\"end_time\":\"2026-11-23T12:06:04.000+00:00\","
		"\"end_contest_time\":\"0:06:04.000\",\"max_run_time\":0.123}");
	cr_expect_str_eq(run,
		"{\"id\":\"1-1-1\",\"judgement_id\":\"1-1\",\"ordinal\":1,"
		"\"judgement_type_id\":\"WA\",\"time\":\"2026-11-23T12:06:04.000+00:00\","
		"\"contest_time\":\"0:06:04.000\",\"run_time\":0.123}");
}

Test(api, a_problem_has_its_limits_and_its_statement)
{
	AUTO_API_CASE made = busy_contest();
	AS_AUTO_FREE char *problem = api_object(&made, NULL, "problems", "two");

	cr_expect_str_eq(problem,
		"{\"id\":\"two\",\"uuid\":\"2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d03\",\"label\":\"B\","
		"\"name\":\"Two\",\"ordinal\":2,\"time_limit\":1.5,\"memory_limit\":2048,"
		"\"output_limit\":8,\"code_limit\":128,\"test_data_count\":2,\"statement\":[{"
		"\"href\":\"contests/club/problems/two/statement/problem.pdf\","
		"\"filename\":\"problem.pdf\",\"mime\":\"application/pdf\"}],"
		"\"attachments\":[{"
		"\"href\":\"contests/club/problems/two/attachments/tool.py\","
		"\"filename\":\"tool.py\",\"mime\":\"text/x-python\"}]}");
}

/* ---- visibility ---- */

Test(api, problems_are_secret_until_the_start)
{
	AUTO_API_CASE made = api_case_make("");
	const struct as_contest_clock clock = five_hours();

	api_clock(&made, START - 10 * MINUTE, &clock);
	api_clarify(&made, -5, NULL, NULL, 0, "one", "Problem A has a new statement.");
	EXPECT_IDS(&made, NULL, "problems", NULL, "");
	EXPECT_IDS(&made, "ann", "problems", NULL, "");
	EXPECT_IDS(&made, "judge", "problems", NULL, "one two");
	for (size_t i = 0; i < sizeof(arrays) / sizeof(*arrays); i++) {
		int status;
		AS_AUTO_JSON json_t *list = api_get(&made, NULL, arrays[i], NULL, NULL, &status);
		AS_AUTO_FREE char *text = json_dumps(list, 0);
		cr_expect(!strstr(text, "one\"") && !strstr(text, "solve-"), "%s", text);
	}
	AS_AUTO_FREE char *board = api_object(&made, NULL, "scoreboard", NULL);
	cr_expect(strstr(board, "\"ann\"") && !strstr(board, "problem_id"), "%s", board);
	api_state(&made, START);
	EXPECT_IDS(&made, NULL, "problems", NULL, "one two");
	AS_AUTO_FREE char *clarification = api_object(&made, NULL, "clarifications", "1");
	cr_expect(strstr(clarification, "\"problem_id\":\"one\""), "%s", clarification);
}

Test(api, judgements_of_the_freeze_are_hidden_until_the_thaw)
{
	AUTO_API_CASE made = busy_contest();

	EXPECT_IDS(&made, NULL, "submissions", NULL, "1 2 4 5");
	EXPECT_IDS(&made, NULL, "judgements", NULL, "1-1 2-1");
	EXPECT_IDS(&made, NULL, "runs", NULL, "1-1-1");
	EXPECT_IDS(&made, "bob", "judgements", NULL, "1-1 2-1");
	EXPECT_IDS(&made, "ann", "judgements", NULL, "1-1 2-1 4-1");
	EXPECT_IDS(&made, "root", "judgements", NULL, "1-1 2-1 3-1 4-1 5-1");
	EXPECT_IDS(&made, "root", "runs", NULL, "1-1-1 2-1-1 3-1-1 4-1-1 5-1-1");
	AS_AUTO_FREE char *hidden = api_object(&made, "bob", "judgements", "4-1");
	cr_expect_str_eq(hidden, "{\"code\":404,\"message\":\"no such object\"}");
	api_state(&made, at_minute(300));
	EXPECT_IDS(&made, NULL, "judgements", NULL, "1-1 2-1");
	api_finish(&made, at_minute(310), at_minute(310), AS_NEVER_MS);
	EXPECT_IDS(&made, NULL, "judgements", NULL, "1-1 2-1 4-1");
	EXPECT_IDS(&made, NULL, "runs", NULL, "1-1-1 4-1-1");
}

Test(api, only_the_jury_and_themselves_see_hidden_teams)
{
	AUTO_API_CASE made = busy_contest();
	AS_AUTO_FREE char *hers = api_object(&made, "eve", "teams", "eve");
	AS_AUTO_FREE char *person = api_object(&made, NULL, "persons", "p1");

	EXPECT_IDS(&made, NULL, "teams", NULL, "ann bob");
	EXPECT_IDS(&made, "ann", "teams", NULL, "ann bob");
	EXPECT_IDS(&made, "eve", "teams", NULL, "ann bob eve");
	EXPECT_IDS(&made, "judge", "teams", NULL, "ann bob eve");
	EXPECT_IDS(&made, NULL, "groups", NULL, "open");
	EXPECT_IDS(&made, "eve", "groups", NULL, "open");
	EXPECT_IDS(&made, "analyst", "groups", NULL, "open staff");
	EXPECT_IDS(&made, NULL, "persons", NULL, "p1");
	EXPECT_IDS(&made, "root", "persons", NULL, "p1 p2");
	EXPECT_IDS(&made, "eve", "submissions", NULL, "1 2 3 4 5");
	cr_expect(strstr(hers, "\"group_ids\":[\"open\"]"), "%s", hers);
	cr_expect(strstr(person, "\"team_ids\":[\"ann\"]"), "%s", person);
}

Test(api, files_and_entry_points_are_for_admins_and_analysts)
{
	AUTO_API_CASE made = busy_contest();

	for (size_t i = 0; i < READERS; i++) {
		const bool may = usernames[i] && (strcmp(usernames[i], "root") == 0 ||
							 strcmp(usernames[i], "analyst") == 0);
		AS_AUTO_FREE char *text = api_object(&made, usernames[i], "submissions", "1");
		AS_AUTO_FREE char *team = api_object(&made, usernames[i], "teams", "ann");
		cr_expect_eq(strstr(text, "files") != NULL, may, "%s", text);
		cr_expect_eq(strstr(text, "entry_point") != NULL, may, "%s", text);
		cr_expect_eq(strstr(team, "backup") != NULL, may, "%s", team);
	}
}

Test(api, streams_of_teams_are_not_for_the_public_in_the_freeze)
{
	AUTO_API_CASE made = busy_contest();
	AS_AUTO_FREE char *frozen = api_object(&made, NULL, "teams", "ann");
	AS_AUTO_FREE char *jurys = api_object(&made, "judge", "teams", "ann");

	cr_expect(!strstr(frozen, "desktop"), "%s", frozen);
	cr_expect(strstr(jurys, "contests/club/teams/ann/desktop/desktop.m3u8"), "%s", jurys);
	api_finish(&made, at_minute(310), at_minute(310), AS_NEVER_MS);
	AS_AUTO_FREE char *thawed = api_object(&made, NULL, "teams", "ann");
	cr_expect(strstr(thawed, "desktop"), "%s", thawed);
}

Test(api, people_and_accounts_are_shown_by_role)
{
	AUTO_API_CASE made = busy_contest();
	AS_AUTO_FREE char *public_person = api_object(&made, "ann", "persons", "p1");
	AS_AUTO_FREE char *person = api_object(&made, "judge", "persons", "p1");
	AS_AUTO_FREE char *own = api_object(&made, "ann", "account", NULL);
	AS_AUTO_FREE char *nobodys = api_object(&made, NULL, "account", NULL);
	AS_AUTO_FREE char *refused = api_object(&made, "judge", "accounts", NULL);
	AS_AUTO_FREE char *all = api_object(&made, "root", "accounts", NULL);

	cr_expect(!strstr(public_person, "email") && !strstr(public_person, "sex"));
	cr_expect(strstr(person, "p@example.org") && strstr(person, "female"));
	cr_expect_str_eq(own, "{\"id\":\"ann\",\"username\":\"ann\",\"type\":\"team\","
			      "\"team_id\":\"ann\"}");
	cr_expect_str_eq(nobodys, "{\"code\":404,\"message\":\"you are not logged in\"}");
	cr_expect_str_eq(refused, "{\"code\":403,\"message\":\"accounts are for admins; your own "
				  "is at account\"}");
	cr_expect(strstr(all, "balloons") && !strstr(all, "correct-horse"), "%s", all);
}

Test(api, clarifications_are_for_sender_recipient_and_jury)
{
	AUTO_API_CASE made = busy_contest();
	AS_AUTO_FREE char *reply = api_object(&made, "ann", "clarifications", "3");
	AS_AUTO_FREE char *same = api_object(&made, "bob", "clarifications", "3");

	EXPECT_IDS(&made, NULL, "clarifications", NULL, "3");
	EXPECT_IDS(&made, "bob", "clarifications", NULL, "3");
	EXPECT_IDS(&made, "ann", "clarifications", NULL, "1 2 3");
	EXPECT_IDS(&made, "judge", "clarifications", NULL, "1 2 3");
	cr_expect(strstr(reply, "\"reply_to_id\":\"1\""), "%s", reply);
	cr_expect(!strstr(same, "reply_to_id"), "%s", same);
}

Test(api, awards_are_final_when_the_results_are)
{
	AUTO_API_CASE made = busy_contest();
	AS_AUTO_FREE char *first = api_object(&made, NULL, "awards", "first-to-solve-two");
	AS_AUTO_FREE char *winner = api_object(&made, "root", "awards", "winner");
	AS_AUTO_FREE char *frozen = api_object(&made, NULL, "awards", "first-to-solve-one");
	AS_AUTO_FREE char *jurys = api_object(&made, "judge", "awards", "first-to-solve-one");

	cr_expect(strstr(first, "[\"bob\"]"), "%s", first);
	cr_expect(strstr(winner, "\"team_ids\":null"), "%s", winner);
	cr_expect(strstr(frozen, "\"team_ids\":[]"), "%s", frozen);
	cr_expect(strstr(jurys, "[\"ann\"]"), "%s", jurys);
	api_finish(&made, at_minute(310), AS_NEVER_MS, at_minute(305));
	AS_AUTO_FREE char *final = api_object(&made, "judge", "awards", "winner");
	AS_AUTO_FREE char *secret = api_object(&made, NULL, "awards", "winner");
	cr_expect(strstr(final, "[\"bob\"]"), "%s", final);
	cr_expect(strstr(secret, "\"team_ids\":null"), "%s", secret);
	EXPECT_IDS(&made, NULL, "awards", "", /* no group-winner-staff */
		"winner gold-medal silver-medal bronze-medal first-to-solve-one "
		"first-to-solve-two group-winner-open organization-winner-kth");
}

/* ---- requests ---- */

Test(api, arrays_are_filtered_by_ids)
{
	AUTO_API_CASE made = busy_contest();

	EXPECT_IDS(&made, NULL, "submissions", "team_id=ann", "1 4");
	EXPECT_IDS(&made, NULL, "submissions", "team_id=ann&problem_id=two", "");
	EXPECT_IDS(&made, NULL, "submissions", "problem_id=two", "2");
	EXPECT_IDS(&made, "root", "judgements", "judgement_type_id=AC", "2-1 3-1 4-1");
	EXPECT_IDS(&made, "root", "judgements", "submission_id=2", "2-1");
	EXPECT_IDS(&made, "root", "runs", "judgement_id=3-1", "3-1-1");
	EXPECT_IDS(&made, "root", "runs", "judgement_id=3-1&judgement_type_id=WA", "");
	EXPECT_IDS(&made, NULL, "runs", "judgement_id=3-1", "");
	EXPECT_IDS(&made, "root", "clarifications", "from_team_id=", "2 3");
	EXPECT_IDS(&made, "root", "clarifications", "from_team_id=&problem_id=one", "2");
	EXPECT_IDS(&made, NULL, "teams", "organization_id=", "bob");
	EXPECT_IDS(&made, NULL, "teams", "name=Bob&strict=1", "ann bob");
}

static void expect_languages(const char *text, const char *const *ids, const char *expected)
{
	struct api_case made = api_case_make(text);
	char list[200] = "";
	size_t index;
	json_t *language;

	api_case_stop(&made);
	made.language_ids = ids;
	api_case_start(&made);
	int status;
	AS_AUTO_JSON json_t *languages = api_get(&made, NULL, "languages", NULL, NULL, &status);
	json_array_foreach(languages, index, language)
	{
		strcat(list, index ? " " : "");
		strcat(list, json_string_value(json_object_get(language, "id")));
	}
	cr_expect_str_eq(list, expected, "%s: %s in place of %s", text, list, expected);
	api_case_clear(&made);
}

/* The languages of the problems, of those that this machine can judge. */
Test(api, languages_are_those_that_the_contest_can_judge)
{
	static const char *const here[] = {"c", "cpp", "python3", "build", NULL};

	expect_languages("", here, "c python3");
	expect_languages("--- file contest.yaml\nid: club\nduration: 5:00:00\n"
			 "languages: [c, java, ruby]\n",
		here, "c");
	expect_languages("--- file problems.yaml\n- {id: one, languages: [cpp]}\n"
			 "- {id: two, languages: [python3, go]}\n",
		here, "cpp python3");
}

static void expect_compiler(
	const json_t *languages, size_t index, const char *command, const char *args)
{
	const json_t *compiler = json_object_get(json_array_get(languages, index), "compiler");
	const char *found = json_string_value(json_object_get(compiler, "args"));

	cr_expect_str_eq(json_string_value(json_object_get(compiler, "command")), command);
	cr_expect_str_eq(found ? found : "none", args);
}

/* Not the shell that starts it. */
Test(api, a_language_names_its_compiler)
{
	static const char *const here[] = {"go", "rust", "ocaml", "pascal", NULL};
	struct api_case made = api_case_make("--- file contest.yaml\nid: club\nduration: 5:00:00\n"
					     "languages: [go, rust, ocaml, pascal]\n");
	int status;

	api_case_stop(&made);
	made.language_ids = here;
	api_case_start(&made);
	AS_AUTO_JSON json_t *languages = api_get(&made, NULL, "languages", NULL, NULL, &status);
	/* In the order of the table. */
	expect_compiler(languages, 0, "/usr/bin/rustc",
		"--edition=2021 -O --cfg ONLINE_JUDGE -C target-feature=+crt-static");
	expect_compiler(
		languages, 1, "/usr/bin/go", "build -tags ONLINE_JUDGE -o /box/program {files}");
	expect_compiler(languages, 2, "/usr/bin/fpc", "none");
	expect_compiler(languages, 3, "/usr/bin/ocamlopt", "none");
	api_case_clear(&made);
}

Test(api, a_group_has_its_own_scoreboard)
{
	AUTO_API_CASE made = busy_contest();
	int status;
	AS_AUTO_JSON json_t *whole = api_get(&made, NULL, "scoreboard", NULL, NULL, &status);
	AS_AUTO_JSON json_t *staff =
		api_get(&made, "root", "scoreboard", NULL, "group_id=staff", &status);
	const json_t *row = json_array_get(json_object_get(staff, "rows"), 0);

	cr_expect_eq(json_array_size(json_object_get(whole, "rows")), 2);
	cr_assert_eq(json_array_size(json_object_get(staff, "rows")), 1);
	cr_expect_eq(json_integer_value(json_object_get(row, "rank")), 1);
	AS_AUTO_JSON json_t *hidden =
		api_get(&made, NULL, "scoreboard", NULL, "group_id=staff", &status);
	cr_expect_eq(status, 400);
	AS_AUTO_JSON json_t *unknown =
		api_get(&made, NULL, "scoreboard", NULL, "group_id=x", &status);
	cr_expect_eq(status, 400);
	cr_expect_eq(json_integer_value(json_object_get(unknown, "code")), 400);
}

Test(api, the_scoreboard_is_that_of_the_main_group)
{
	AUTO_API_CASE made = api_case_make("--- file contest.yaml\nid: club\nduration: 5:00:00\n"
					   "main_scoreboard_group_id: main\n"
					   "--- file groups.yaml\n- {id: open, name: Open}\n"
					   "- {id: main, name: Main}\n"
					   "- {id: staff, name: Staff, hidden: true}\n"
					   "--- file teams.yaml\n- {id: ann, name: A}\n"
					   "- {id: bob, name: B, group_ids: [main]}\n"
					   "- {id: eve, name: E, group_ids: [main]}\n");
	int status;

	api_begin(&made);
	api_judge(&made, 6, api_submit(&made, 5, "ann", "one"), "AC");
	api_judge(&made, 8, api_submit(&made, 7, "eve", "one"), "AC");
	AS_AUTO_JSON json_t *board = api_get(&made, NULL, "scoreboard", NULL, NULL, &status);
	const json_t *rows = json_object_get(board, "rows");
	cr_assert_eq(json_array_size(rows), 2);
	for (size_t i = 0; i < 2; i++) {
		const json_t *row = json_array_get(rows, i);
		cr_expect_eq(json_integer_value(json_object_get(row, "rank")), i + 1);
		cr_expect_str_eq(
			json_string_value(json_object_get(row, "team_id")), i ? "bob" : "eve");
	}
}

Test(api, a_row_of_the_scoreboard_has_scores_and_times)
{
	AUTO_API_CASE made = busy_contest();
	AS_AUTO_FREE char *board = api_object(&made, NULL, "scoreboard", NULL);

	cr_expect(strstr(board, "\"rows\":[{\"rank\":1,\"team_id\":\"bob\",\"score\":{"
				"\"num_solved\":1,\"total_time\":\"0:07:00.000\","
				"\"time\":\"0:07:00.000\"},\"problems\":[{\"problem_id\":\"one\","
				"\"num_judged\":0,\"num_pending\":1,\"solved\":false},{"
				"\"problem_id\":\"two\",\"num_judged\":1,\"num_pending\":0,"
				"\"solved\":true,\"time\":\"0:07:00.000\"}]},"),
		"%s", board);
}

Test(api, unknown_objects_are_not_found)
{
	AUTO_API_CASE made = busy_contest();
	static const char *const paths[][2] = {{"doesnt-exist", NULL}, {"doesnt-exist", "42"},
		{"submissions", "999999"}, {"submissions", "xyz9999"}, {"submissions", "01"},
		{"submissions", ""}, {"submissions", "18446744073709551617"}, {"judgements", "1-2"},
		{"judgements", "1"}, {"judgements", "1-01"}, {"judgements", "1-1-1"},
		{"runs", "1-1-2"}, {"runs", "1-1"}, {"runs", "-1-1"}, {"contests", "other"},
		{"state", "1"}, {"scoreboard", "1"}, {"teams", "../ann"}, {"event-feed", NULL},
		{"commentary", "9"}, {"awards", "rank-1"}};

	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
		int status;
		AS_AUTO_JSON json_t *answer =
			api_get(&made, "root", paths[i][0], paths[i][1], NULL, &status);
		cr_expect_eq(status, 404, "%s/%s", paths[i][0], paths[i][1]);
		cr_expect_eq(json_integer_value(json_object_get(answer, "code")), 404);
		cr_expect_str_neq(json_string_value(json_object_get(answer, "message")), "");
	}
}

Test(api, a_practice_submission_is_found_by_id_but_in_no_array)
{
	AUTO_API_CASE made = busy_contest();

	api_state(&made, at_minute(300));
	api_submit(&made, 301, "bob", "one");
	EXPECT_IDS(&made, "bob", "submissions", "team_id=bob", "2 5");
	AS_AUTO_FREE char *own = api_object(&made, "bob", "submissions", "6");
	AS_AUTO_FREE char *others = api_object(&made, "ann", "submissions", "6");
	cr_expect(strstr(own, "\"id\":\"6\""), "%s", own);
	cr_expect(strstr(others, "404"), "%s", others);
}

/* ---- files ---- */

static int find_file(struct api_case *made, const char *username, const char *path,
	struct as_contest_api_file *found)
{
	const struct as_contest_api_reader reader = api_reader(made, username);

	return as_contest_api_find_file(made->api, made->log, &reader, path, found);
}

/* The descriptor is that file. Closes it. */
static void expect_same(int fd, const struct as_package *package, const char *path)
{
	struct stat found, wanted;

	cr_assert_eq(fstat(fd, &found), 0);
	cr_assert_eq(fstatat(package->tree.fd, path, &wanted, 0), 0);
	cr_expect_eq(found.st_ino, wanted.st_ino);
	close(fd);
}

Test(api, files_are_found_by_readers_with_permission)
{
	AUTO_API_CASE made = busy_contest();
	struct as_contest_api_file found;

	cr_expect_eq(find_file(&made, "root", "teams/ann/backup/backup.zip", &found), 200);
	cr_assert_not_null(found.file);
	cr_expect_str_eq(found.mime, "application/zip");
	cr_expect_eq(find_file(&made, "judge", "teams/ann/backup/backup.zip", &found), 404);
	cr_expect_eq(find_file(&made, NULL, "teams/ann/desktop/desktop.m3u8", &found), 404);
	cr_expect_eq(find_file(&made, "root", "submissions/2/files", &found), 200);
	cr_expect_eq(found.submission, 1);
	cr_expect_eq(find_file(&made, "bob", "submissions/2/files", &found), 404);
	cr_expect_eq(find_file(&made, NULL, "problems/two/statement/problem.pdf", &found), 200);
	cr_expect_str_eq(found.filename, "problem.pdf");
	expect_same(found.fd, made.contest->problems[1].package, "statement/problem.en.pdf");
	cr_expect_eq(find_file(&made, NULL, "problems/two/attachments/tool.py", &found), 200);
	expect_same(found.fd, made.contest->problems[1].package, "attachments/tool.py");
	cr_expect_eq(find_file(&made, NULL, "problems/one/statement/problem.pdf", &found), 404);
	cr_expect_eq(find_file(&made, NULL, "", &found), 404);
	cr_expect_eq(find_file(&made, NULL, "teams/ann/desktop/x/y/z", &found), 404);
}
