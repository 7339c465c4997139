/* SPDX-License-Identifier: MIT */
/* Reading a contest's folder: every key, and defaults. */
#include "folder_case.h"

#include <assay/contest/folder/make.h>

#define VALID ASSAY_SOURCE_DIR "/tests/data/valid/contest"

/* ---- all keys ---- */

Test(folder, every_key_of_the_contest_is_read)
{
	AUTO_FOLDER folder = contest_folder_make("--- file contest/banner.png\nx\n"
						 "--- file groups.yaml\n- {id: g, name: G}\n"
						 "--- file contest.yaml\n"
						 "id: wf\n"
						 "name: Finals\n"
						 "formal_name: The Finals\n"
						 "start_time: 2026-10-05T18:00:00+02:00\n"
						 "countdown_pause_time: null\n"
						 "duration: 5:00:00\n"
						 "scoreboard_freeze_duration: 1:00:00\n"
						 "scoreboard_thaw_time: 2026-10-06T00:00:00+02\n"
						 "scoreboard_type: score\n"
						 "main_scoreboard_group_id: g\n"
						 "penalty_time: 0:10:00\n"
						 "banner: [{filename: banner.png, mime: image/png, "
						 "width: 8, height: 1, tag: [light, dark], "
						 "hash: 9dd4e461268c8034f5c8564e155c67a6}]\n"
						 "location: {latitude: 1.5, longitude: 2}\n"
						 "rules: {time_rounding: second, "
						 "rounding_point: total, total_time: last, "
						 "compile_error_penalty: true, score: best, "
						 "score_ties: time, finals: true, "
						 "medals: {gold: 1, silver: 2, bronze: 3}}\n"
						 "limits: {submissions_per_minute: 2, "
						 "submissions_per_problem: 100, "
						 "clarifications_per_minute: unlimited}\n"
						 "registration: {join_code: open-sesame, "
						 "group_id: g, teams: 40}\n"
						 "balloons: {in_freeze: 0}\n"
						 "clarifications: {categories: [Network], "
						 "answers: [\"No.\\nNever.\"]}\n"
						 "print: {pages: 4, per_hour: unlimited, "
						 "command: [lp, -d, 2]}\n"
						 "feedback: groups\n"
						 "counterexample: true\n"
						 "languages: [python3, c, python3]\n"
						 "practice: true\n"
						 "virtual: {from: '2030-01-01T00:00:00Z', "
						 "to: '2030-02-01T00:00:00Z'}\n");
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);
	const struct as_contest_settings *settings = &contest->settings;

	cr_expect_str_eq(settings->id, "wf");
	cr_expect_str_eq(settings->name, "Finals");
	cr_expect_str_eq(settings->formal_name, "The Finals");
	cr_expect_eq(settings->start_wall_ms, 1791216000000);
	cr_expect_eq(settings->countdown_pause_ms, -1);
	cr_expect_eq(settings->duration_ms, 18000000);
	cr_expect_eq(settings->freeze_duration_ms, 3600000);
	cr_expect_eq(settings->thaw_wall_ms, 1791237600000);
	cr_expect_eq(settings->main_group, 0);
	cr_expect_eq(settings->rules.scoring.type, AS_SCOREBOARD_SCORE);
	cr_expect_eq(settings->rules.scoring.penalty_ms, 600000);
	cr_expect_eq(settings->rules.scoring.rounding, AS_PENALTY_SECOND);
	cr_expect_eq(settings->rules.scoring.rounding_point, AS_PENALTY_ROUND_TOTAL);
	cr_expect_eq(settings->rules.scoring.mode, AS_PENALTY_LAST);
	cr_expect(settings->rules.scoring.compile_error_has_penalty);
	cr_expect_eq(settings->rules.scoring.score_mode, AS_SCORE_BEST);
	cr_expect_eq(settings->rules.scoring.ties, AS_TIES_TIME);
	cr_expect_eq(settings->rules.awards.gold, 1);
	cr_expect_eq(settings->rules.awards.silver, 2);
	cr_expect_eq(settings->rules.awards.bronze, 3);
	cr_expect(settings->rules.awards.finals);
	cr_expect_eq(settings->limits.submissions_per_minute, 2);
	cr_expect_eq(settings->limits.submissions_per_problem, 100);
	cr_expect_eq(settings->limits.clarifications_per_minute, AS_CONTEST_UNLIMITED);
	cr_expect_str_eq(settings->registration.join_code, "open-sesame");
	cr_expect_eq(settings->registration.group, 0);
	cr_expect_eq(settings->registration.max_teams, 40);
	cr_expect_eq(settings->hall.balloons_in_freeze, 0);
	cr_expect(settings->hall.has_prints);
	cr_expect_eq(settings->hall.print_pages, 4);
	cr_expect_eq(settings->hall.prints_per_hour, AS_CONTEST_UNLIMITED);
	cr_expect_str_eq(settings->hall.print_command[2], "2");
	cr_expect_null(settings->hall.print_command[3]);
	cr_expect_str_eq(as_contest_desk_categories(&settings->desk)[0], "Network");
	cr_expect_null(as_contest_desk_categories(&settings->desk)[1]);
	cr_expect_str_eq(as_contest_desk_answers(&settings->desk)[0], "No.\nNever.");
	cr_expect_eq(settings->insight.feedback, AS_CONTEST_FEEDBACK_GROUPS);
	cr_expect_str_eq(settings->languages[0], "c");
	cr_expect_str_eq(settings->languages[1], "python3");
	cr_expect_null(settings->languages[2]);
	cr_expect(settings->participation.practice);
	cr_expect_eq(settings->participation.time_per_team_ms, 0);
	cr_expect_eq(settings->participation.virtual_to_wall_ms -
			     settings->participation.virtual_from_wall_ms,
		INT64_C(31) * 24 * 3600 * 1000);
	cr_expect(settings->insight.counterexample);
	cr_expect(contest->problems[0].counterexample, "a problem does not take it over");
	cr_assert_eq(settings->files.count, 1);
	const struct as_contest_file *banner = &settings->files.items[0];
	cr_expect_str_eq(banner->property, "banner");
	cr_expect_str_eq(banner->filename, "banner.png");
	cr_expect_str_eq(banner->path, "contest/banner.png");
	cr_expect_str_eq(banner->mime, "image/png");
	cr_expect_str_eq(banner->hash, "9dd4e461268c8034f5c8564e155c67a6");
	cr_expect_str_eq(banner->tags[1], "dark");
	cr_expect_eq(banner->width, 8);
	cr_expect_eq(banner->height, 1);
	AS_AUTO_FD int fd = as_contest_file_open(contest, banner, NULL);
	cr_expect_geq(fd, 0);
	cr_expect_eq(json_real_value(json_object_get(
			     json_object_get(settings->more, "location"), "latitude")),
		1.5);
}

/* DOMjudge writes "" for what a team does not have. */
static void expect_empty_texts_are_absent(const char *text)
{
	AUTO_FOLDER folder = contest_folder_make(text);
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);

	cr_expect_str_eq(contest->settings.name, "club");
	cr_expect_null(contest->settings.formal_name);
	cr_expect_eq(contest->settings.start_wall_ms, AS_NEVER_MS);
	cr_expect_eq(contest->settings.main_group, AS_CONTEST_NONE);
	cr_assert_eq(contest->group_count, 1);
	cr_expect_null(contest->groups[0].icpc_id);
	cr_assert_eq(contest->organization_count, 1);
	cr_expect_null(contest->organizations[0].formal_name);
	cr_expect_null(contest->organizations[0].country);
	cr_expect_eq(json_object_size(contest->organizations[0].more), 0);
	cr_assert_eq(contest->team_count, 1);
	cr_expect_str_eq(as_contest_team_display_name(&contest->teams[0]), "A01");
	cr_expect_str_eq(contest->teams[0].label, "t1");
	cr_expect_null(contest->teams[0].icpc_id);
	cr_expect_eq(contest->teams[0].organization, AS_CONTEST_NONE);
	cr_expect_eq(contest->teams[0].group_count, 0);
	cr_assert_eq(contest->person_count, 1);
	cr_expect_null(contest->persons[0].icpc_id);
	cr_expect_null(contest->accounts[0].name);
	cr_expect_null(contest->accounts[0].ip);
	cr_expect_str_eq(contest->problems[0].label, "A");
	cr_expect_str_eq(contest->problems[0].name, "Minimal");
	cr_expect_null(contest->problems[0].rgb);
}

Test(folder, an_empty_text_is_absent)
{
	expect_empty_texts_are_absent(
		"--- file contest.yaml\n{id: club, duration: '5:00:00', name: '', "
		"formal_name: '', start_time: '', main_scoreboard_group_id: '', banner: '', "
		"scoreboard_type: '', feedback: ''}\n"
		"--- file groups.yaml\n- {id: g, name: G, icpc_id: '', type: ''}\n"
		"--- file organizations.yaml\n- {id: o, name: O, icpc_id: '', formal_name: '', "
		"country: '', url: '', logo: ['']}\n"
		"--- file teams.yaml\n- {id: t1, name: A01, display_name: '', icpc_id: '', "
		"label: '', organization_id: '', group_ids: ['']}\n"
		"--- file persons.yaml\n- {id: p, name: P, role: staff, email: '', icpc_id: '', "
		"team_ids: ['']}\n"
		"--- file accounts.yaml\n- {username: root, password: correct-horse, type: admin, "
		"name: '', ip: '', team_id: '', person_id: ''}\n"
		"--- file problems.yaml\n- {id: one, label: '', name: '', rgb: '', color: '', "
		"package: '', feedback: ''}\n");
	expect_empty_texts_are_absent(
		"--- remove contest.yaml\n--- file contest.json\n"
		"{\"id\": \"club\", \"duration\": \"5:00:00\", \"name\": \"\", "
		"\"formal_name\": \"\", \"start_time\": \"\", \"banner\": [\"\"]}\n"
		"--- file groups.json\n[{\"id\": \"g\", \"name\": \"G\", \"icpc_id\": \"\"}]\n"
		"--- file organizations.json\n[{\"id\": \"o\", \"name\": \"O\", "
		"\"formal_name\": \"\", \"country\": \"\", \"url\": \"\"}]\n"
		"--- remove teams.yaml\n--- file teams.json\n[{\"id\": \"t1\", \"name\": "
		"\"A01\", \"display_name\": \"\", \"icpc_id\": \"\", \"label\": \"\", "
		"\"organization_id\": \"\", \"group_ids\": [\"\"]}]\n"
		"--- file persons.json\n[{\"id\": \"p\", \"name\": \"P\", \"role\": "
		"\"staff\", \"icpc_id\": \"\", \"title\": \"\"}]\n");
}

Test(folder, numbers_without_quotes_are_taken_as_they_are_written)
{
	AUTO_FOLDER folder = contest_folder_make(
		"--- file contest.yaml\nid: 2026\nname: 1e3\nduration: 5:00:00\n"
		"penalty_time: 10\nmain_scoreboard_group_id: 3\n"
		"rules: {medals: {gold: 1}}\n"
		"registration: {join_code: 00123456, group_id: 3, teams: 5}\n"
		"--- file groups.yaml\n- {id: 3, name: 2026}\n"
		"--- file organizations.yaml\n- {id: 0x1F, name: 3.10, icpc_id: 010}\n"
		"--- file teams.yaml\n- {id: 007, name: 42, label: 1.50, group_ids: [3], "
		"organization_id: 0x1F, display_name: 00}\n"
		"- {id: 101, name: &n 1_0, label: 08}\n"
		"--- file persons.yaml\n- {id: 5, name: 6, role: coach, team_ids: [007]}\n"
		"--- file accounts.yaml\n- {username: root, password: 0123456789, type: admin}\n"
		"- {username: 007, password: 1234567890, type: team, team_id: 007, person_id: 5}\n"
		"--- file problems.yaml\n- {id: 1, label: 01, name: 1e1, package: problems/one, "
		"ordinal: 4}\n");
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);
	const size_t seven = as_contest_find_team(contest, "007");

	cr_expect_str_eq(contest->settings.id, "2026");
	cr_expect_str_eq(contest->settings.name, "1e3");
	cr_expect_eq(contest->settings.rules.scoring.penalty_ms, 600000);
	cr_expect_eq(contest->settings.rules.awards.gold, 1);
	cr_expect_eq(contest->settings.main_group, 0);
	cr_expect_str_eq(contest->settings.registration.join_code, "00123456");
	cr_expect_eq(contest->settings.registration.max_teams, 5);
	cr_expect_str_eq(contest->groups[0].name, "2026");
	cr_expect_str_eq(contest->organizations[0].id, "0x1F");
	cr_expect_str_eq(contest->organizations[0].name, "3.10");
	cr_expect_str_eq(contest->organizations[0].icpc_id, "010");
	cr_assert_neq(seven, AS_CONTEST_NONE);
	cr_expect_str_eq(contest->teams[seven].label, "1.50");
	cr_expect_str_eq(contest->teams[seven].display_name, "00");
	cr_expect_eq(contest->teams[seven].group_count, 1);
	cr_expect_eq(contest->teams[seven].organization, 0);
	cr_expect_eq(contest->persons[0].team_count, 1);
	size_t account = 0;
	while (account < contest->account_count &&
		strcmp(contest->accounts[account].id, "007") != 0)
		account++;
	cr_assert_lt(account, contest->account_count, "an account has no id of its number");
	cr_expect_str_eq(contest->accounts[account].password, "1234567890");
	cr_expect_eq(contest->accounts[account].team, seven);
	cr_expect_str_eq(contest->problems[0].id, "1");
	cr_expect_str_eq(contest->problems[0].label, "01");
	cr_expect_str_eq(contest->problems[0].name, "1e1");
}

Test(folder, numbers_in_json_are_texts_where_a_text_is_wanted)
{
	AUTO_FOLDER folder = contest_folder_make(
		"--- file groups.json\n[{\"id\": 3, \"name\": 1e3}]\n"
		"--- remove teams.yaml\n"
		"--- file teams.json\n[{\"id\": 101, \"name\": 42, \"icpc_id\": 5, "
		"\"group_ids\": [3]}]\n");
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);

	cr_expect_str_eq(contest->groups[0].name, "1e3");
	cr_expect_str_eq(contest->teams[0].id, "101");
	cr_expect_str_eq(contest->teams[0].icpc_id, "5");
	cr_expect_eq(contest->teams[0].group_count, 1);
}

Test(folder, missing_keys_have_defaults)
{
	AUTO_FOLDER folder = contest_folder_make("");
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);
	const struct as_contest_settings *settings = &contest->settings;

	cr_expect_str_eq(settings->name, "club");
	cr_expect_null(settings->formal_name);
	cr_expect_eq(settings->start_wall_ms, AS_NEVER_MS);
	cr_expect_eq(settings->thaw_wall_ms, AS_NEVER_MS);
	cr_expect_eq(settings->freeze_duration_ms, 0);
	cr_expect_eq(settings->main_group, AS_CONTEST_NONE);
	cr_expect_eq(settings->rules.scoring.type, AS_SCOREBOARD_PASS_FAIL);
	cr_expect_eq(settings->rules.scoring.penalty_ms, 1200000);
	cr_expect_eq(settings->rules.awards.bronze, 4);
	cr_expect_eq(settings->limits.submissions_per_minute, 6);
	cr_expect_eq(settings->limits.submissions_per_problem, AS_CONTEST_UNLIMITED);
	cr_expect_null(settings->registration.join_code);
	cr_expect_null(settings->languages);
	const struct as_contest_problem *problem = &contest->problems[0];
	cr_expect_str_eq(problem->label, "A");
	cr_expect_str_eq(problem->name, "Minimal");
	cr_expect_eq(problem->feedback, AS_CONTEST_FEEDBACK_VERDICT);
	cr_expect_not(problem->counterexample);
	cr_expect_null(problem->languages);
	cr_expect(as_contest_allows(problem, "cobol"));
	cr_assert_not_null(problem->package);
	cr_expect_eq(problem->package->test_count, 1);
	cr_expect_str_eq(contest->teams[0].label, "t1");
	cr_expect(!as_contest_team_is_hidden(contest, 0));
	cr_expect_eq(contest->teams[0].organization, AS_CONTEST_NONE);
	cr_expect_str_eq(as_contest_team_display_name(&contest->teams[0]), "First");
	cr_expect_str_eq(contest->accounts[0].id, "root");
	cr_expect_eq(contest->accounts[0].team, AS_CONTEST_NONE);
}

/* ---- the contest ---- */

Test(folder, the_size_of_a_png_is_found)
{
	static const char png[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x04\xb0\0\0\0\x96\x08\x06";
	AUTO_FOLDER folder = contest_folder_make(
		"--- file contest.yaml\nid: a\nduration: 5:00:00\nbanner: [a.png, {filename: "
		"b.png, "
		"width: 7}, c.png]\nlogo: {filename: d.svg}\n"
		"--- file contest/c.png\nno image\n--- file contest/d.svg\n<svg/>\n");

	package_folder_write(&folder, "contest/a.png", png, sizeof(png) - 1);
	package_folder_write(&folder, "contest/b.png", png, sizeof(png) - 1);
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);
	const struct as_contest_file *files = contest->settings.files.items;
	cr_assert_eq(contest->settings.files.count, 4);
	cr_expect_eq(files[0].width, 1200);
	cr_expect_eq(files[0].height, 150);
	cr_expect_eq(files[1].width, 7);
	cr_expect_eq(files[1].height, 150, "a size of which one side is written is whole");
	cr_expect_eq(files[2].width, 0);
	cr_expect_str_eq(files[3].property, "logo");
	cr_expect_str_eq(files[3].mime, "image/svg+xml");
}

static const struct {
	const char *text;
	uint64_t width, height;
} drawings[] = {
	{"<svg width='40' height=\"30px\"/>", 40, 30},
	{"<svg width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\"/>", 794, 1123},
	{"<svg width='1in' height='2.54cm'/>", 96, 96},
	{"<svg width='72pt' height='6pc'/>", 96, 96},
	{"<svg width='100%' height='50%' viewBox='0 0 64 32'/>", 64, 32},
	{"<svg width='3em' height='2em'/>", 0, 0},
	{"<!-- <svg width='1' height='2'> --><!----><svg width='2in' height='1in'/><!-- -->", 192,
		96},
	{"<!-- <svg width='1' height='2'>", 0, 0},
};

Test(folder, the_size_of_a_drawing_is_in_pixels)
{
	for (size_t i = 0; i < sizeof(drawings) / sizeof(*drawings); i++) {
		AUTO_FOLDER folder = contest_folder_make("--- file contest.yaml\nid: a\nduration: "
							 "5:00:00\nlogo: d.svg\n");
		package_folder_write(
			&folder, "contest/d.svg", drawings[i].text, strlen(drawings[i].text));
		AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);
		const struct as_contest_file *file = contest->settings.files.items;
		cr_expect_eq(file->width, drawings[i].width, "%s: %ju", drawings[i].text,
			(uintmax_t)file->width);
		cr_expect_eq(file->height, drawings[i].height, "%s", drawings[i].text);
	}
}

Test(folder, an_image_with_the_ending_of_another_format_has_a_size)
{
	static const char png[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x04\xb0\0\0\0\x96\x08\x06";
	AUTO_FOLDER folder = contest_folder_make(
		"--- file contest.yaml\nid: a\nduration: 5:00:00\nlogo: a.jpg\n");

	package_folder_write(&folder, "contest/a.jpg", png, sizeof(png) - 1);
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);
	cr_expect_eq(contest->settings.files.items[0].width, 1200);
}

Test(folder, an_end_time_is_a_duration)
{
	AUTO_FOLDER folder = contest_folder_make("--- file contest.yaml\nid: a\n"
						 "start_time: 2026-10-05T18:00:00+02:00\n"
						 "end_time: 2026-10-05T21:30:00+02:00\n");
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);

	cr_expect_eq(contest->settings.duration_ms, 12600000);
}

Test(folder, a_penalty_can_be_in_minutes)
{
	AUTO_FOLDER folder = contest_folder_make(
		"--- file contest.yaml\nid: a\nduration: 5:00:00\npenalty_time: 20\n");
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);

	cr_expect_eq(contest->settings.rules.scoring.penalty_ms, 1200000);
}

Test(folder, a_paused_countdown_is_read)
{
	AUTO_FOLDER folder = contest_folder_make("--- file contest.yaml\nid: a\nstart_time: null\n"
						 "countdown_pause_time: 0:10:00\n"
						 "duration: 5:00:00\n");
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);

	cr_expect_eq(contest->settings.countdown_pause_ms, 600000);
}

Test(folder, json_files_are_read)
{
	AUTO_FOLDER folder = contest_folder_make(
		"--- remove contest.yaml\n--- remove teams.yaml\n"
		"--- file contest.json\n{\"id\": \"j\", \"name\": \"J\", \"duration\": "
		"\"1:00:00\"}\n"
		"--- file languages.json\n[{\"id\": \"java\", \"name\": \"Java\", "
		"\"entry_point_required\": true, \"entry_point_name\": \"Main class\", "
		"\"extensions\": [\"java\"], \"compiler\": {\"command\": \"javac\"}}, "
		"{\"id\": \"c\"}]\n"
		"--- file teams.json\n[{\"id\": \"t\", \"name\": \"T\", \"label\": \"1\"}]\n");
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);

	cr_expect_str_eq(contest->settings.id, "j");
	cr_assert_not_null(contest->settings.languages);
	cr_expect_str_eq(contest->settings.languages[0], "c");
	cr_expect_str_eq(contest->settings.languages[1], "java");
	cr_expect_str_eq(contest->teams[0].id, "t");
}

Test(folder, files_of_results_are_not_reported_as_misspelt)
{
	AUTO_FOLDER folder = contest_folder_make(
		"--- file api.json\n{}\n--- file awards.json\n[]\n--- file event-feed.ndjson\n{}\n"
		"--- file notes.txt\nx\n--- file .hidden.yaml\nx\n");
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);

	cr_expect_eq(contest->error_count, 0);
}
