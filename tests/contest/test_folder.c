/* SPDX-License-Identifier: MIT */
/* Reading a contest's folder, and creating one. */
#include "folder_case.h"

#include <assay/contest/folder/make.h>

#define VALID ASSAY_SOURCE_DIR "/tests/data/valid/contest"

static const struct as_contest_problem *problem_of(const struct as_contest *contest, const char *id)
{
	const size_t index = as_contest_find_problem(contest, id);

	cr_assert_neq(index, AS_CONTEST_NONE, "%s", id);
	return &contest->problems[index];
}

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
						 "feedback: groups\n"
						 "counterexample: true\n"
						 "languages: [python3, c, python3]\n"
						 "practice: true\n");
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
	cr_expect_eq(settings->feedback, AS_CONTEST_FEEDBACK_GROUPS);
	cr_expect_str_eq(settings->languages[0], "c");
	cr_expect_str_eq(settings->languages[1], "python3");
	cr_expect_null(settings->languages[2]);
	cr_expect(settings->practice);
	cr_expect(settings->counterexample);
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
	const size_t account = as_contest_find_account(contest, "007");
	cr_assert_neq(account, AS_CONTEST_NONE, "an account has no id of its number");
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
	cr_expect_eq(files[1].height, 0);
	cr_expect_eq(files[2].width, 0);
	cr_expect_str_eq(files[3].property, "logo");
	cr_expect_str_eq(files[3].mime, "image/svg+xml");
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

/* ---- people ---- */

#define PEOPLE                                                                                     \
	"--- file groups.yaml\n"                                                                   \
	"- {id: site, icpc_id: '7', name: Site, type: site}\n"                                     \
	"- {id: guests, name: Guests, hidden: true}\n"                                             \
	"--- file organizations/kth/logo.png\nx\n"                                                 \
	"--- file organizations.yaml\n"                                                            \
	"- {id: kth, name: KTH, formal_name: Royal Institute, country: SWE, logo: logo.png, "      \
	"url: 'https://kth.se'}\n"                                                                 \
	"--- file teams.yaml\n"                                                                    \
	"- {id: z, name: Zed, label: '9', organization_id: kth, group_ids: [site, guests]}\n"      \
	"- {id: a, name: Ay, display_name: The A, icpc_id: '12', group_ids: [], hidden: true}\n"   \
	"--- file persons.yaml\n"                                                                  \
	"- {id: p, name: Pat, role: coach, team_ids: [z, a, z], email: p@example.com}\n"           \
	"--- file accounts.yaml\n"                                                                 \
	"- {id: r, username: root, password: correct-horse, type: admin, person_id: p}\n"          \
	"- {username: zed, password: '$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$aGFzaA', "             \
	"type: team, team_id: z, name: Zed}\n"                                                     \
	"- {id: x, username: 'a@b', type: team, team_id: a, ip: 'fd00::1'}\n"

Test(folder, people_are_sorted_by_id_and_refer_to_each_other)
{
	AUTO_FOLDER folder = contest_folder_make(PEOPLE);
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);

	cr_assert_eq(contest->group_count, 2);
	cr_expect_str_eq(contest->groups[0].id, "guests");
	cr_expect(contest->groups[0].hidden);
	cr_expect_str_eq(contest->groups[1].icpc_id, "7");
	cr_expect_str_eq(contest->groups[1].type, "site");
	cr_assert_eq(contest->team_count, 2);
	const struct as_contest_team *a = &contest->teams[0], *z = &contest->teams[1];
	cr_expect_str_eq(a->id, "a");
	cr_expect_str_eq(as_contest_team_display_name(a), "The A");
	cr_expect_eq(a->group_count, 0);
	cr_expect_eq(z->organization, 0);
	cr_assert_eq(z->group_count, 2);
	cr_expect_eq(z->groups[0], 0);
	cr_expect_eq(z->groups[1], 1);
	cr_expect(as_contest_team_is_hidden(contest, 1));
	cr_expect(as_contest_team_is_hidden(contest, 0));
	cr_assert_eq(contest->person_count, 1);
	cr_assert_eq(contest->persons[0].team_count, 2);
	cr_expect_eq(contest->persons[0].teams[1], 1);
	cr_expect_str_eq(contest->persons[0].role, "coach");
	cr_expect_str_eq(json_string_value(json_object_get(contest->persons[0].more, "email")),
		"p@example.com");
	const struct as_contest_organization *kth = &contest->organizations[0];
	cr_expect_str_eq(kth->country, "SWE");
	cr_assert_eq(kth->files.count, 1);
	cr_expect_str_eq(kth->files.items[0].path, "organizations/kth/logo.png");
	cr_expect_str_eq(kth->files.items[0].mime, "image/png");
}

/* Default file names of the Contest Package. */
Test(folder, numbers_in_ids_are_sorted_as_numbers)
{
	static const char *const sorted[] = {
		"1", "2", "02", "10", "100", "99999999999999999999", "a", "a1b", "a1c", "a10b", "b"};
	AUTO_FOLDER folder = contest_folder_make(
		"--- file teams.yaml\n"
		"- {id: a10b, name: T}\n- {id: 10, name: T}\n- {id: 2, name: T}\n"
		"- {id: b, name: T}\n- {id: 02, name: T}\n- {id: a1c, name: T}\n"
		"- {id: 99999999999999999999, name: T}\n- {id: 1, name: T}\n"
		"- {id: a1b, name: T}\n- {id: 100, name: T}\n- {id: a, name: T}\n");
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);

	cr_assert_eq(contest->team_count, 11);
	for (size_t i = 0; i < contest->team_count; i++)
		cr_expect(as_contest_find_team(contest, contest->teams[i].id) == i);
	/* 02 and 2 are equal numbers: their texts decide. */
	cr_expect_str_eq(contest->teams[1].id, "02");
	cr_expect_str_eq(contest->teams[2].id, "2");
	for (size_t i = 0; i < contest->team_count; i++)
		if (i != 1 && i != 2)
			cr_expect_str_eq(contest->teams[i].id, sorted[i], "%s",
				contest->teams[i].id);
}

Test(folder, files_are_found_by_their_names)
{
	AUTO_FOLDER folder =
		contest_folder_make(PEOPLE "--- file organizations/kth/logo.64x32.dark.svg\nx\n"
					   "--- file organizations/kth/logo.txt.exe\nx\n"
					   "--- file organizations/kth/logo.pdf\nx\n"
					   "--- file organizations/kth/logotype.png\nx\n"
					   "--- file contest/banner.jpg\nx\n"
					   "--- file teams/a/photo.png\nx\n"
					   "--- file problems/one/statement.pdf\nx\n");
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);
	const struct as_contest_files *kth = &contest->organizations[0].files;

	cr_assert_eq(kth->count, 2);
	cr_expect_str_eq(kth->items[0].filename, "logo.png");
	cr_expect_str_eq(kth->items[1].filename, "logo.64x32.dark.svg");
	cr_expect_str_eq(kth->items[1].property, "logo");
	cr_expect_str_eq(kth->items[1].path, "organizations/kth/logo.64x32.dark.svg");
	cr_expect_str_eq(kth->items[1].mime, "image/svg+xml");
	cr_expect_eq(kth->items[1].width, 64);
	cr_expect_eq(kth->items[1].height, 32);
	cr_assert_not_null(kth->items[1].tags);
	cr_expect_str_eq(kth->items[1].tags[0], "dark");
	cr_expect_null(kth->items[1].tags[1]);
	cr_assert_eq(contest->settings.files.count, 1);
	cr_expect_str_eq(contest->settings.files.items[0].property, "banner");
	cr_assert_eq(contest->teams[0].files.count, 1);
	cr_expect_str_eq(contest->teams[0].files.items[0].path, "teams/a/photo.png");
	cr_assert_eq(contest->problems[0].files.count, 1);
	cr_expect_str_eq(contest->problems[0].files.items[0].mime, "application/pdf");
}

/* Links out of the folder are ignored. */
Test(folder, a_link_is_not_found_by_its_name)
{
	AUTO_FOLDER folder = contest_folder_make("--- file teams/t1/photo.png\nx\n");

	cr_assert_eq(symlinkat("/etc/passwd", folder.fd, "teams/t1/video.mp4"), 0);
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);
	cr_expect_eq(contest->teams[0].files.count, 1);
}

Test(folder, accounts_are_read)
{
	AUTO_FOLDER folder = contest_folder_make(PEOPLE);
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);

	cr_assert_eq(contest->account_count, 3);
	const struct as_contest_account *root = &contest->accounts[0];
	cr_expect_str_eq(root->id, "r");
	cr_expect_str_eq(root->password, "correct-horse");
	cr_expect(!root->password_is_hash);
	cr_expect_eq(root->role, AS_CONTEST_ADMIN);
	cr_expect_eq(root->person, 0);
	cr_expect_eq(root->team, AS_CONTEST_NONE);
	const struct as_contest_account *x = &contest->accounts[1];
	cr_expect_str_eq(x->username, "a@b");
	cr_expect_str_eq(x->ip, "fd00::1");
	cr_expect_null(x->password);
	cr_expect_eq(x->team, 0);
	const struct as_contest_account *zed = &contest->accounts[2];
	cr_expect_str_eq(zed->id, "zed");
	cr_expect(zed->password_is_hash);
	cr_expect_eq(zed->team, 1);
	cr_expect_eq(zed->person, AS_CONTEST_NONE);
	cr_expect_eq(as_contest_find_account(contest, "x"), 1);
	cr_expect_eq(as_contest_find_account(contest, "y"), AS_CONTEST_NONE);
}

/* A group of users may share the folder; other users of the machine may not. */
Test(folder, a_world_readable_accounts_file_is_an_error)
{
	AUTO_FOLDER folder = contest_folder_make("");

	cr_assert_eq(fchmodat(folder.fd, "accounts.yaml", 0640, 0), 0);
	as_contest_close(open_good_contest(folder.path));
	cr_assert_eq(fchmodat(folder.fd, "accounts.yaml", 0644, 0), 0);
	AS_AUTO_CONTEST struct as_contest *contest = open_contest(folder.path);
	AS_AUTO_FREE char *findings = contest_findings(contest);
	cr_expect_str_eq(findings,
		"error accounts.yaml: everybody on this machine can read the passwords; call: "
		"chmod "
		"600 DIR/accounts.yaml\n",
		"%s", findings);
}

/* ---- problems ---- */

#define TWO_PACKAGES                                                                               \
	"--- file problems/two/problem.yaml\n"                                                     \
	"problem_format_version: 2025-09\nname: Two\ntype: scoring\n"                              \
	"uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d03\n"                                             \
	"--- file problems/two/data/secret/1.in\n1\n"                                              \
	"--- file problems/two/data/secret/1.ans\n1\n"

Test(folder, every_key_of_a_problem_is_read)
{
	AUTO_FOLDER folder = contest_folder_make(TWO_PACKAGES
		"--- file problems/one/A.pdf\nx\n"
		"--- file problems.yaml\n"
		"- {id: first, label: X, name: The First, ordinal: 7, rgb: '#fff', color: white, "
		"package: problems/two, uuid: 2f0c4d2e, languages: [java], counterexample: true, "
		"test_data_count: 1}\n"
		"- {id: one, ordinal: 2, feedback: full, time_limit: 2, memory_limit: 2048, "
		"output_limit: 8, code_limit: 128, max_score: 3.5, statement: "
		"[{filename: A.pdf, href: a, mime: application/pdf}]}\n");
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);

	cr_assert_eq(contest->problem_count, 2);
	cr_expect_str_eq(contest->problems[0].id, "one");
	cr_expect_str_eq(contest->problems[0].label, "A");
	cr_expect_eq(contest->problems[0].feedback, AS_CONTEST_FEEDBACK_FULL);
	cr_assert_eq(contest->problems[0].files.count, 1);
	cr_expect_str_eq(contest->problems[0].files.items[0].property, "statement");
	const struct as_contest_problem *first = problem_of(contest, "first");
	cr_expect_str_eq(first->label, "X");
	cr_expect(first->counterexample);
	cr_expect_not(contest->problems[0].counterexample);
	cr_expect_str_eq(first->name, "The First");
	cr_expect_str_eq(first->rgb, "#fff");
	cr_expect_str_eq(first->color, "white");
	cr_expect_str_eq(first->uuid, "2f0c4d2e");
	cr_expect(as_contest_allows(first, "java"));
	cr_expect(!as_contest_allows(first, "c"));
	cr_expect_str_eq(first->package->title, "Two");
	cr_expect_eq(contest->settings.rules.scoring.type, AS_SCOREBOARD_SCORE);
	cr_expect_eq(contest->settings.rules.scoring.rounding, AS_PENALTY_MS);
	cr_expect_eq(contest->settings.rules.awards.gold, 0);
}

Test(folder, a_package_with_a_path_can_be_anywhere)
{
	AUTO_FOLDER folder = contest_folder_make("");
	AUTO_FOLDER other = package_folder_make("");
	AS_AUTO_FREE char *text = as_text_format(NULL,
		"--- file problems.yaml\n- {id: one, package: %s}\n- {id: b, package: "
		"problems/../problems/one}\n",
		other.path);

	package_folder_apply(&folder, text);
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);
	cr_expect_str_eq(contest->problems[0].package_path, other.path);
	cr_expect_str_eq(contest->problems[1].label, "B");
	cr_expect_not_null(contest->problems[1].package);
}

Test(folder, without_packages_their_settings_are_unknown)
{
	static const struct as_contest_options options = {.without_packages = true};
	AUTO_FOLDER folder = contest_folder_make("");
	struct as_error error = {0};
	AS_AUTO_CONTEST struct as_contest *contest =
		as_contest_open(folder.path, &options, NULL, &error);

	cr_assert_not_null(contest, "%s", error.text);
	cr_expect_null(contest->problems[0].package);
	cr_expect_str_eq(contest->problems[0].name, "one");
	cr_expect_eq(contest->findings.count, 0);
}

Test(folder, the_27th_label_is_aa)
{
	char text[4096] = "--- file problems.yaml\n";

	for (int i = 0; i < 28; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			"- {id: p%d, package: problems/one}\n", i);
	AUTO_FOLDER folder = contest_folder_make(text);
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);
	cr_expect_str_eq(contest->problems[25].label, "Z");
	cr_expect_str_eq(contest->problems[26].label, "AA");
	cr_expect_str_eq(contest->problems[27].label, "AB");
}

/* ---- refused folders ---- */

static void expect_refusal(const char *path, const char *expected)
{
	struct as_error error = {0};
	char line[2048];

	cr_assert_null(as_contest_open(path, NULL, NULL, &error));
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	as_error_format(&error, line, sizeof(line));
	cr_expect_str_eq(line, expected, "%s", line);
}

Test(folder, other_files_and_folders_are_refused)
{
	AUTO_FOLDER folder = contest_folder_make("--- remove contest.yaml\n");
	char expected[256], path[128];

	expect_refusal("/nonexistent/club", "/nonexistent/club: no such folder; make a contest by: "
					    "assay contest new /nonexistent/club");
	snprintf(expected, sizeof(expected),
		"%s: the folder has no contest.yaml; make a contest by: assay contest new DIR",
		folder.path);
	expect_refusal(folder.path, expected);
	snprintf(path, sizeof(path), "%s/teams.yaml", folder.path);
	snprintf(expected, sizeof(expected),
		"%s: is not a folder; a contest is a folder with contest.yaml, such as assay "
		"contest new makes",
		path);
	expect_refusal(path, expected);
}

Test(folder, opening_can_be_cancelled)
{
	AUTO_FOLDER folder = contest_folder_make("");
	static atomic_bool cancel = true;
	struct as_error error = {0};

	cr_assert_null(as_contest_open(folder.path, NULL, &cancel, &error));
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
}

Test(folder, the_first_error_is_reported_with_the_number_of_others)
{
	AUTO_FOLDER folder = contest_folder_make("--- file contest.yaml\nid: club\n");
	AUTO_FOLDER worse = contest_folder_make("--- file contest.yaml\nid: club\nnmae: x\n");
	struct as_error error = {0};
	AS_AUTO_CONTEST struct as_contest *contest = open_contest(folder.path);
	AS_AUTO_CONTEST struct as_contest *worst = open_contest(worse.path);

	cr_expect_eq(as_contest_require(contest, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.text, "missing key 'duration'; add the length of the contest, such "
				     "as duration: 5:00:00");
	as_error_clear(&error);
	cr_expect_eq(as_contest_require(worst, &error), -1);
	cr_expect_not_null(strstr(error.text, "; for this and 1 more error, see assay contest "
					      "check /tmp/"),
		"%s", error.text);
}

/* ---- links ---- */

Test(folder, a_link_that_leads_out_is_not_followed)
{
	AUTO_FOLDER other = package_folder_make("--- file list\n- {id: o, name: O}\n");
	AUTO_FOLDER folder =
		contest_folder_make("--- remove teams.yaml\n--- remove problems/one\n");
	char target[128];

	snprintf(target, sizeof(target), "%s/list", other.path);
	cr_assert_eq(symlinkat(target, folder.fd, "teams.yaml"), 0);
	cr_assert_eq(symlinkat(other.path, folder.fd, "problems/one"), 0);
	AS_AUTO_CONTEST struct as_contest *contest = open_contest(folder.path);
	AS_AUTO_FREE char *findings = contest_findings(contest);
	cr_expect_eq(contest->team_count, 0);
	cr_expect_null(contest->problems[0].package);
	cr_expect_str_eq(findings,
		"error teams.yaml: a link that leads out of the contest's folder; copy its target "
		"here\n"
		"error problems.yaml:1:3: problems/one: a link that leads out of the contest's "
		"folder; copy its target here, or add package: PATH\n",
		"%s", findings);
}

/* ---- a new contest ---- */

#define SUMS ASSAY_SOURCE_DIR "/tests/data/valid/sums"
#define MINIMAL ASSAY_SOURCE_DIR "/tests/data/valid/minimal"

static void make_new(const char *path, const char *const *packages, size_t count)
{
	const struct as_package *open[4];
	struct as_error error = {0};

	for (size_t i = 0; i < count; i++) {
		open[i] = as_package_open_settings(packages[i], &error);
		cr_assert_not_null(open[i], "%s", error.text);
	}
	const struct as_contest_new_config config = {
		.packages = open, .paths = packages, .package_count = count, .team_count = 3};
	cr_assert_eq(as_contest_new(path, &config, &error), 0, "%s", error.text);
	for (size_t i = 0; i < count; i++)
		as_package_close((struct as_package *)open[i]);
}

Test(folder, a_new_contest_has_no_finding)
{
	static const char *const packages[] = {MINIMAL, MINIMAL "/"};
	AUTO_FOLDER parent = package_folder_make("");
	char path[128], accounts[160];
	struct stat status;

	snprintf(path, sizeof(path), "%s/Our \"club\"", parent.path);
	make_new(path, packages, 2);
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(path);
	cr_expect_str_eq(contest->settings.id, "contest");
	cr_expect_str_eq(contest->settings.name, "Our \"club\"");
	cr_expect_eq(contest->settings.start_wall_ms, AS_NEVER_MS);
	cr_expect_eq(contest->settings.rules.scoring.type, AS_SCOREBOARD_PASS_FAIL);
	cr_assert_eq(contest->problem_count, 2);
	cr_expect_str_eq(contest->problems[0].id, "minimal");
	cr_expect_str_eq(contest->problems[1].id, "problem2");
	cr_assert_eq(contest->team_count, 4);
	cr_expect_eq(contest->account_count, 6);
	cr_expect(as_contest_team_is_hidden(contest, as_contest_find_team(contest, "jury")));
	snprintf(accounts, sizeof(accounts), "%s/accounts.yaml", path);
	cr_assert_eq(stat(accounts, &status), 0);
	cr_expect_eq(status.st_mode & 0777, 0600);
	cr_expect_str_neq(contest->accounts[0].password, contest->accounts[1].password);
	cr_expect_eq(strlen(contest->accounts[0].password), AS_CONTEST_PASSWORD_SIZE - 1);
}

Test(folder, a_new_contest_of_scoring_packages_is_a_score_contest)
{
	static const char *const packages[] = {SUMS};
	AUTO_FOLDER parent = package_folder_make("");
	char path[128];

	snprintf(path, sizeof(path), "%s/sums/", parent.path);
	make_new(path, packages, 1);
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(path);
	cr_expect_str_eq(contest->settings.id, "sums");
	cr_expect_eq(contest->settings.rules.scoring.type, AS_SCOREBOARD_SCORE);
}

Test(folder, points_in_a_pass_fail_contest_are_a_warning)
{
	AUTO_FOLDER folder = contest_folder_make(
		"--- file contest.yaml\nid: a\nduration: 5:00:00\nscoreboard_type: pass-fail\n"
		"--- file problems/one/problem.yaml\nproblem_format_version: 2025-09\n"
		"name: Minimal\nuuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\ntype: scoring\n"
		"limits: {time_limit: 2}\n");
	AS_AUTO_CONTEST struct as_contest *contest = open_contest(folder.path);
	AS_AUTO_FREE char *findings = contest_findings(contest);

	cr_expect(strstr(findings, "warning contest.yaml:3:18: the package of 'one' gives points, "
				   "but in a pass-fail contest only a submission that passes "
				   "all tests counts"),
		"%s", findings);
	cr_expect_eq(contest->settings.rules.scoring.type, AS_SCOREBOARD_PASS_FAIL);
}

Test(folder, a_new_contest_never_replaces_files)
{
	AUTO_FOLDER folder = contest_folder_make("");
	const struct as_contest_new_config config = {.team_count = 1};
	struct as_error error = {0};

	cr_expect_eq(as_contest_new(folder.path, &config, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_str_eq(error.text, "the folder has files; name a new one");
}

/* ---- ids ---- */

Test(folder, ids_are_those_of_the_contest_api)
{
	static const char *const good[] = {
		"a", "A-9_b.c", "0", "_", "a-", "abcdefghijklmnopqrstuvwxyz0123456789"};
	static const char *const bad[] = {"", "-a", ".a", "a.", "a b", "a/b", "\xc3\xa9",
		"abcdefghijklmnopqrstuvwxyz01234567890"};

	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++)
		cr_expect(as_contest_is_id(good[i]), "%s", good[i]);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		cr_expect(!as_contest_is_id(bad[i]), "%s", bad[i]);
}
