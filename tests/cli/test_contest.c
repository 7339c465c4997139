/* SPDX-License-Identifier: MIT */
/* assay contest: makes, checks and prints a contest's folder. */
#include "support/made.h"

#include <assay/base/document.h>
#include <assay/base/keeper.h>
#include <limits.h>

TestSuite(contest, .init = enter_folder, .fini = leave_folder);

#define SUMS ASSAY_SOURCE_DIR "/tests/data/valid/sums"
#define MINIMAL ASSAY_SOURCE_DIR "/tests/data/valid/minimal"

static void make_club(void)
{
	AUTO_OUTCOME made = ASSAY("contest", "new", "club", "--problems", MINIMAL);

	EXPECT_STATUS(made, 0);
	cr_expect_str_eq(made.out.data,
		"club: 1 problem, 4 teams, 6 accounts; 0 errors, 0 warnings\n"
		"created club; its passwords: assay contest passwords club; to run it: assay serve "
		"club\n");
}

static json_t *read_accounts(const char *path)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	struct as_error error = {0};

	cr_assert_eq(as_document_load(&document, here_fd, path, path, &error), 0, "%s", error.text);
	return json_incref(document.root);
}

static const char *password_of(const json_t *accounts, const char *username)
{
	size_t index;
	json_t *account;

	json_array_foreach(accounts, index,
		account) if (strcmp(json_string_value(json_object_get(account, "username")),
				     username) ==
			     0) return json_string_value(json_object_get(account, "password"));
	return NULL;
}

/* ---- new and check ---- */

Test(contest, a_new_folder_is_valid_and_private)
{
	struct stat status;

	make_club();
	cr_expect_eq(fstatat(here_fd, "club", &status, 0), 0);
	cr_expect_eq(status.st_mode & 0777, 0700);
	cr_expect_eq(fstatat(here_fd, "club/accounts.yaml", &status, 0), 0);
	cr_expect_eq(status.st_mode & 0777, 0600);
	AUTO_OUTCOME checked = ASSAY("contest", "check", "club");
	EXPECT_STATUS(checked, 0);
	cr_expect_str_eq(
		checked.out.data, "club: 1 problem, 4 teams, 6 accounts; 0 errors, 0 warnings\n");
	cr_expect_str_eq(checked.err.data, "");
}

Test(contest, options_of_new_say_how_many_teams_and_which_problems)
{
	AUTO_OUTCOME made =
		ASSAY("contest", "new", "club/", "--teams", "12", "--problems", MINIMAL, SUMS);

	EXPECT_STATUS(made, 0);
	cr_expect(strstr(made.out.data, "club: 2 problems, 13 teams, 15 accounts; 0 errors"), "%s",
		made.out.data);
}

Test(contest, a_relative_package_is_found_from_anywhere)
{
	AUTO_OUTCOME copied =
		command_run((const char *const[]){"/bin/cp", "-r", MINIMAL, "mine", NULL});
	EXPECT_STATUS(copied, 0);
	AUTO_OUTCOME made = ASSAY("contest", "new", "a/b", "--problems", "mine");
	EXPECT_COMPLAINT(made, 2, "a/b: the folder cannot be made: No such file or directory");
	AUTO_OUTCOME again = ASSAY("contest", "new", "club", "--problems", "mine");
	EXPECT_STATUS(again, 0);
	cr_assert_eq(chdir("/"), 0);
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/club", here);
	AUTO_OUTCOME checked = ASSAY("contest", "check", path);
	EXPECT_STATUS(checked, 0);
}

/* From nothing to a running contest with two commands: the tests are made, too. */
Test(contest, without_packages_a_new_folder_has_bundled_problems)
{
	AUTO_OUTCOME made = ASSAY("contest", "new", "club");

	EXPECT_STATUS(made, 0);
	cr_expect(strstr(made.out.data, "club: 4 problems, 4 teams, 6 accounts; 0 errors, 0 "
					"warnings\n"),
		"%s", made.out.data);
	cr_expect(exists("club/problems/coinsdumb/data/secret"));
	cr_expect(exists("club/problems/shared/row.c"));
	EXPECT_NOTHING_LEFT(made);
}

Test(contest, new_replaces_nothing)
{
	put("club/notes", "mine");
	AUTO_OUTCOME made = ASSAY("contest", "new", "club", "--problems", MINIMAL);

	EXPECT_COMPLAINT(made, 2, "club: the folder has files; name a new one");
	expect_content("club/notes", "mine");
	cr_expect_eq(count_entries("club"), 1);
}

Test(contest, a_missing_package_is_refused_before_the_folder_is_made)
{
	AUTO_OUTCOME made = ASSAY("contest", "new", "club", "--problems", MINIMAL, "nothing");

	EXPECT_COMPLAINT(made, 3, "nothing: the package cannot be found: No such file");
	cr_expect(!exists("club"));
}

Test(contest, a_package_without_its_generated_tests_leaves_no_folder)
{
	put("bad/problem.yaml", "problem_format_version: 2025-09\nname: Bad\n"
				"uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\n");
	put("bad/generators/generators.yaml", "data: {secret: {data: {a: nothing.py}}}\n");
	AUTO_OUTCOME made = ASSAY("contest", "new", "club", "--problems", "bad");

	EXPECT_COMPLAINT(made, 3, "bad/generators/generators.yaml:1:");
	cr_expect(!exists("club"));
}

Test(contest, all_findings_are_printed_at_once)
{
	make_club();
	put("club/contest.yaml",
		"id: club\nduration: 5:00:00\nscoreboard_freeze_duration: 6:00:00\n"
		"languages: [c, pyhton3]\nnmae: x\n");
	cr_assert_eq(fchmodat(here_fd, "club/accounts.yaml", 0644, 0), 0);
	AUTO_OUTCOME checked = ASSAY("contest", "check", "club/");
	EXPECT_STATUS(checked, 3);
	cr_expect_str_eq(checked.out.data,
		"club/contest.yaml:5:1: error: unknown key 'nmae'; did you mean 'name'?\n"
		"club/contest.yaml:4:12: error: unknown language 'pyhton3'; did you mean "
		"'python3'? see assay languages\n"
		"club/contest.yaml:3:29: error: scoreboard_freeze_duration is 6:00:00, longer than "
		"the contest of 5:00:00; write a shorter one\n"
		"club/accounts.yaml: error: everybody on this machine can read the passwords; "
		"call: "
		"chmod 600 club/accounts.yaml\n"
		"club: 1 problem, 4 teams, 6 accounts; 4 errors, 0 warnings\n",
		"%s", checked.out.data);
}

Test(contest, a_package_without_points_in_a_score_contest_is_a_warning)
{
	make_club();
	put("club/contest.yaml", "id: club\nduration: 5:00:00\nscoreboard_type: score\n");
	AUTO_OUTCOME checked = ASSAY("contest", "check", "club");
	EXPECT_STATUS(checked, 0);
	cr_expect_str_eq(checked.out.data,
		"club/problems.yaml: warning: the package of 'minimal' gives no points, but the "
		"contest has scores: a submission that passes all tests gets 100 points, any other "
		"submission 0; write max_score: 100, or another number, for 'minimal'\n"
		"club: 1 problem, 4 teams, 6 accounts; 0 errors, 1 warning\n",
		"%s", checked.out.data);
	put("club/problems.yaml", "- {id: minimal, max_score: 40, package: " MINIMAL "}\n");
	AUTO_OUTCOME given = ASSAY("contest", "check", "club");
	EXPECT_STATUS(given, 0);
	cr_expect(strstr(given.out.data, "; 0 errors, 0 warnings\n"), "%s", given.out.data);
}

Test(contest, a_contest_with_scores_is_exported_without_results_tsv)
{
	make_club();
	put("club/contest.yaml", "id: club\nduration: 5:00:00\nscoreboard_type: score\n");
	AUTO_OUTCOME made = ASSAY("contest", "export", "club", "-o", "out");
	EXPECT_STATUS(made, 0);
	cr_expect(strstr(made.err.data, "out/results.tsv: the format has no scores, so the file is "
					"left out; ranks and scores are in scoreboard.json"),
		"%s", made.err.data);
	cr_expect_neq(faccessat(here_fd, "out/results.tsv", F_OK, 0), 0);
	cr_expect_eq(faccessat(here_fd, "out/scoreboard.json", F_OK, 0), 0);
	AUTO_OUTCOME imported = ASSAY("contest", "import", "again", "out");
	EXPECT_STATUS(imported, 0);
	cr_expect(strstr(imported.out.data, "; 0 errors, 0 warnings\n"), "%s", imported.out.data);
}

Test(contest, a_finding_about_many_objects_is_printed_once)
{
	char text[4096] = "";

	make_club();
	for (int i = 0; i < 20; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			"- {id: t%d, name: T, members: 3}\n", i);
	put("club/teams.yaml", text);
	put("club/accounts.yaml", "- {username: root, password: correct-horse, type: admin}\n");
	AUTO_OUTCOME checked = ASSAY("contest", "check", "club");
	EXPECT_STATUS(checked, 3);
	cr_expect(strstr(checked.out.data, "club/teams.yaml:1:21, teams.yaml:2:21, "
					   "teams.yaml:3:21 and 17 more: error: unknown key "
					   "'members'"),
		"%s", checked.out.data);
	cr_expect(strstr(checked.out.data, "; 20 errors, 0 warnings\n"), "%s", checked.out.data);
}

Test(contest, a_contest_that_is_over_is_noted)
{
	make_club();
	put("club/contest.yaml",
		"id: club\nstart_time: 2014-06-25T10:00:00+01\nduration: 5:00:00\n");
	AUTO_OUTCOME checked = ASSAY("contest", "check", "club");
	EXPECT_STATUS(checked, 0);
	cr_expect_str_eq(checked.err.data,
		"assay: note: 2014-06-25T14:00:00.000+00:00: the contest "
		"is over since then; change start_time in "
		"contest.yaml\n");
}

/* ---- passwords ---- */

Test(contest, cards_have_team_username_and_password)
{
	make_club();
	put("club/teams.yaml", "- {id: team1, name: The <b>First</b>}\n- {id: team2, name: B}\n"
			       "- {id: team3, name: C}\n- {id: jury, name: J}\n");
	AS_AUTO_JSON json_t *accounts = read_accounts("club/accounts.yaml");
	AS_AUTO_FREE char *card = as_text_format(NULL,
		"The <b>First</b>\n  contest   club\n  username  team1\n  password  %s\n",
		password_of(accounts, "team1"));
	AUTO_OUTCOME printed = ASSAY("contest", "passwords", "club");
	EXPECT_STATUS(printed, 0);
	cr_expect(strstr(printed.out.data, card), "%s", printed.out.data);
	cr_expect(strstr(printed.out.data, "admin\n  contest   club\n  username  admin\n"), "%s",
		printed.out.data);
}

/* The sheets of the teams are handed out, so the jury's cards are on a separate page. */
Test(contest, cards_have_the_address_and_the_university_and_the_jurys_come_last)
{
	make_club();
	put("club/organizations.yaml", "- {id: kth, name: KTH & Co}\n");
	put("club/teams.yaml", "- {id: team1, name: A, organization_id: kth}\n- {id: team2, name: "
			       "B}\n- {id: team3, name: C}\n- {id: jury, name: J}\n");
	AUTO_OUTCOME printed =
		ASSAY("contest", "passwords", "club", "--address", "https://contest.test/");
	EXPECT_STATUS(printed, 0);
	cr_expect(strstr(printed.out.data, "A\n  of        KTH & Co\n  contest   club\n  address   "
					   "https://contest.test/\n  username  team1\n"),
		"%s", printed.out.data);
	cr_expect_gt(strstr(printed.out.data, "username  admin"),
		strstr(printed.out.data, "username  team3"), "%s", printed.out.data);
	AUTO_OUTCOME page = ASSAY("contest", "passwords", "club", "-o", "cards.html",
		"--address=https://contest.test/");
	EXPECT_STATUS(page, 0);
	AS_AUTO_BYTES struct as_bytes text = {0};
	cr_assert_eq(as_file_read(here_fd, "cards.html", 1 << 20, &text, NULL), 0);
	cr_expect(strstr(text.data, ">KTH &amp; Co<"));
	cr_expect(strstr(text.data, ">https://contest.test/<"));
	const char *jury = strstr(text.data, "<div class=\"cards jury\">");
	cr_assert(jury);
	cr_expect_gt(strstr(text.data, ">admin<"), jury);
	cr_expect_lt(strstr(text.data, ">team3<"), jury);
}

Test(contest, a_page_of_cards_escapes_and_is_private)
{
	struct stat status;

	make_club();
	put("club/teams.yaml", "- {id: team1, name: The <b>First</b>}\n- {id: team2, name: B}\n"
			       "- {id: team3, name: C}\n- {id: jury, name: J}\n");
	AUTO_OUTCOME printed = ASSAY("contest", "passwords", "club", "-o", "cards.html");
	EXPECT_STATUS(printed, 0);
	cr_expect_str_eq(printed.out.data, "cards.html: 6 accounts\n");
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(here_fd, "cards.html", 1 << 20, &page, NULL), 0);
	cr_expect(strstr(page.data, "The &lt;b&gt;First&lt;/b&gt;"));
	cr_expect_null(strstr(page.data, "<b>First"));
	AS_AUTO_JSON json_t *accounts = read_accounts("club/accounts.yaml");
	cr_expect(strstr(page.data, password_of(accounts, "team3")));
	cr_expect_eq(fstatat(here_fd, "cards.html", &status, 0), 0);
	cr_expect_eq(status.st_mode & 0777, 0600);
}

Test(contest, cards_of_a_wrong_folder_are_refused)
{
	make_club();
	put("club/teams.yaml", "- {id: team1, name: A}\n");
	AUTO_OUTCOME printed = ASSAY("contest", "passwords", "club");
	EXPECT_COMPLAINT(printed, 3,
		"team_id 'jury' is not in teams.yaml; add it there; for this and 2 more errors, "
		"see "
		"assay contest check club");
	put("plain", "mine");
	put("club/teams.yaml",
		"- {id: team1, name: A}\n- {id: team2, name: B}\n- {id: team3, name: "
		"C}\n- {id: jury, name: J}\n");
	AUTO_OUTCOME refused = ASSAY("contest", "passwords", "club", "-o", "plain");
	EXPECT_COMPLAINT(refused, 2, "plain: ");
	expect_content("plain", "mine");
}

/* Nothing judges with the file, but an export needs it. */
Test(contest, a_package_that_cannot_be_exported_is_a_warning)
{
	AUTO_OUTCOME made = ASSAY("contest", "new", "moved", "--problems", MINIMAL);
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME folder =
		command_run((const char *const[]){"/bin/cp", "-r", MINIMAL, "minimal", NULL});
	EXPECT_STATUS(folder, 0);
	put("minimal/generators/generators.yaml",
		"generators:\n  row: [../../shared/row.c]\ndata:\n  secret:\n    data:\n"
		"    - '1': row 1\n");
	put("shared/row.c", "int main(void) { return 0; }\n");
	put("moved/problems.yaml", "- {id: minimal, package: ../minimal}\n");
	AUTO_OUTCOME good = ASSAY("contest", "check", "moved");
	cr_expect(!strstr(good.out.data, "not exported"), "%s", good.out.data);
	cr_assert_eq(as_dir_remove(here_fd, "shared", NULL), 0);
	AUTO_OUTCOME checked = ASSAY("contest", "check", "moved");
	cr_expect(strstr(checked.out.data, "the package of 'minimal' can be judged, but not "
					   "exported: ") &&
			  strstr(checked.out.data, "put the missing files into the package"),
		"%s%s", checked.out.data, checked.err.data);
}

/* So that the folder and the packages can be carried to another machine. */
Test(contest, a_new_contest_has_relative_paths_of_packages)
{
	static const char *const names[][2] = {
		{"club", "../p"}, {"in/club", "../../p"}, {"p-club/", "../p"}};

	AUTO_OUTCOME copied =
		command_run((const char *const[]){"/bin/cp", "-r", MINIMAL, "p", NULL});
	EXPECT_STATUS(copied, 0);
	cr_assert_eq(as_dir_make(here_fd, "in", 0755, NULL), 0);
	for (size_t i = 0; i < 3; i++) {
		AUTO_OUTCOME made = ASSAY("contest", "new", names[i][0], "--problems", "p");
		EXPECT_STATUS(made, 0);
		AS_AUTO_FREE char *file = as_text_format(NULL, "%s/problems.yaml", names[i][0]);
		AS_AUTO_FREE char *line = as_text_format(NULL, "package: \"%s\"\n", names[i][1]);
		AS_AUTO_BYTES struct as_bytes text = {0};
		cr_assert_eq(as_file_read(here_fd, file, 1 << 20, &text, NULL), 0);
		cr_expect(strstr(text.data, line), "%s", text.data);
	}
}

/* ---- import ---- */

static void put_package(void)
{
	cr_assert_eq(as_dir_make(here_fd, "package/problems", 0755, NULL), 0);
	AUTO_OUTCOME copied = command_run(
		(const char *const[]){"/bin/cp", "-r", MINIMAL, "package/problems/one", NULL});
	EXPECT_STATUS(copied, 0);
	put("package/api.json", "{\"version\": \"2026-01\"}\n");
	put("package/contest.json",
		"{\"id\": \"wf\", \"name\": \"Finals\", \"duration\": \"5:00:00\", "
		"\"start_time\": null, \"penalty_time\": 20, \"shortname\": \"wf\"}\n");
	put("package/problems.json", "[{\"id\": \"one\", \"label\": \"A\", \"name\": \"One\", "
				     "\"ordinal\": 0, \"rgb\": null}]\n");
	put("package/teams.json", "[{\"id\": \"1\", \"name\": \"First\", \"label\": \"1\", "
				  "\"organization_id\": \"kth\", \"members\": \"x\"}]\n");
	put("package/organizations.json",
		"[{\"id\": \"kth\", \"name\": \"KTH\", \"logo\": [{\"filename\": \"a.png\", "
		"\"href\": \"x\", \"mime\": \"image/png\"}]}]\n");
	put("package/organizations/kth/a.png", "png");
	put("package/submissions.json", "[]\n");
}

Test(contest, a_contest_package_is_imported)
{
	put_package();
	AUTO_OUTCOME imported = ASSAY("contest", "import", "wf", "package");
	EXPECT_STATUS(imported, 0);
	cr_expect_str_eq(imported.out.data,
		"wf: 1 problem, 1 team, 3 accounts; 0 errors, 0 warnings\n", "%s",
		imported.out.data);
	cr_expect_str_eq(imported.err.data,
		"assay: note: wf/contest.json: unknown keys are left out: shortname\n"
		"assay: note: wf/teams.json: unknown keys are left out: members\n"
		"assay: note: wf/accounts.json: the package has no accounts; 3 were made\n",
		"%s", imported.err.data);
	expect_content("wf/organizations/kth/a.png", "png");
	cr_expect(!exists("wf/submissions.json"));
	AS_AUTO_JSON json_t *accounts = read_accounts("wf/accounts.json");
	cr_expect_eq(strlen(password_of(accounts, "1")), 14);
	AUTO_OUTCOME again = ASSAY("contest", "import", "wf", "package");
	EXPECT_COMPLAINT(again, 2, "wf: the folder has files; name a new one");
}

Test(contest, files_without_unknown_keys_keep_their_comments)
{
	put_package();
	put("package/accounts.yaml", "# ours\n- {username: root, password: correct-horse, type: "
				     "admin}\n");
	AUTO_OUTCOME imported = ASSAY("contest", "import", "wf", "package");
	struct stat status;
	EXPECT_STATUS(imported, 0);
	expect_content("wf/accounts.yaml",
		"# ours\n- {username: root, password: correct-horse, type: admin}\n");
	cr_expect_eq(fstatat(here_fd, "wf/accounts.yaml", &status, 0), 0);
	cr_expect_eq(status.st_mode & 0777, 0600);
}

Test(contest, a_link_in_a_package_is_not_followed)
{
	put_package();
	cr_assert_eq(symlinkat("/etc/passwd", here_fd, "package/organizations/kth/b.png"), 0);
	AUTO_OUTCOME imported = ASSAY("contest", "import", "wf", "package");
	EXPECT_COMPLAINT(
		imported, 3, "organizations/kth/b.png: cannot be opened: it is a symbolic");
	cr_expect(!exists("wf"));
	cr_expect_eq(count_entries("."), 2, "an import that failed leaves files");
}

/* Other systems export no packages. Without them the contest cannot run. */
Test(contest, a_package_with_errors_is_not_imported)
{
	put_package();
	put("package/teams.json", "[{\"id\": 1, \"name\": \"First\", \"display_name\": \"\", "
				  "\"organization_id\": \"lth\"}]\n");
	cr_assert_eq(as_dir_make(here_fd, "wf", 0755, NULL), 0);
	const size_t entries = count_entries(".");
	AUTO_OUTCOME imported = ASSAY("contest", "import", "wf", "package");
	EXPECT_STATUS(imported, 3);
	cr_expect(strstr(imported.out.data, "package/teams.json:1:68: error: organization_id 'lth' "
					    "is not in "),
		"%s", imported.out.data);
	cr_expect(strstr(imported.err.data, "package: nothing was imported into wf, because it "
					    "would have the errors above"),
		"%s", imported.err.data);
	cr_expect_eq(count_entries("wf"), 0);
	cr_expect_eq(count_entries("."), entries);
	put("package/teams.json", "[{\"id\": 1, \"name\": \"First\", \"display_name\": \"\", "
				  "\"organization_id\": \"kth\"}]\n");
	AUTO_OUTCOME again = ASSAY("contest", "import", "wf", "package");
	EXPECT_STATUS(again, 0);
	cr_expect(exists("wf/contest.json"));
	cr_expect(!exists("wf/.assay-import"));
	AS_AUTO_JSON json_t *accounts = read_accounts("wf/accounts.json");
	cr_expect_eq(strlen(password_of(accounts, "1")), 14, "a team whose id is a number");
}

/* Makes the stage of an import of a process that no longer runs. */
static void make_stage(char path[256])
{
	char owner[AS_OWNER_NAME_SIZE];
	*strrchr(as_owner_name(owner), '-') = '\0';
	snprintf(path, 256, ".assay-import-%s-%d-abcdef/teams", owner, INT_MAX);
	cr_assert_eq(as_dir_make(here_fd, path, 0755, NULL), 0);
	*strrchr(path, '/') = '\0';
}

Test(contest, the_stage_of_a_killed_import_is_removed)
{
	char stage[256];
	put_package();
	for (int into_new = 0; into_new < 2; into_new++) {
		const char *folder = into_new ? "fresh" : "wf";
		cr_assert_eq(as_dir_make(here_fd, "wf/.assay-import/teams", 0755, NULL), 0);
		make_stage(stage);
		AUTO_OUTCOME imported = ASSAY("contest", "import", folder, "package");
		EXPECT_STATUS(imported, 0);
		cr_expect_eq(exists(stage), !into_new);
		cr_expect_eq(exists("wf/.assay-import"), into_new);
		cr_assert_eq(as_dir_remove(here_fd, "wf", NULL), 0);
	}
	cr_assert_eq(as_dir_make(here_fd, "wf/.assay-import/teams", 0755, NULL), 0);
	AUTO_OUTCOME made = ASSAY("contest", "new", "wf", "--problems", MINIMAL);
	EXPECT_STATUS(made, 0);
	cr_expect(!exists("wf/.assay-import"));
}

Test(contest, accounts_are_added_to_a_folder)
{
	make_club();
	put("more.json", "[{\"username\": \"helper\", \"type\": \"judge\"}, {\"username\": "
			 "\"root\", \"type\": \"admin\", \"password\": \"correct-horse\"}]\n");
	AUTO_OUTCOME added = ASSAY("contest", "import", "club", "more.json");
	EXPECT_STATUS(added, 0);
	cr_expect_str_eq(added.out.data, "2 accounts added, 1 with a random password\n"
					 "club: 1 problem, 4 teams, 8 accounts; 0 errors, 0 "
					 "warnings\n");
	AS_AUTO_BYTES struct as_bytes text = {0};
	cr_assert_eq(as_file_read(here_fd, "club/accounts.yaml", 1 << 20, &text, NULL), 0);
	cr_expect_eq(strncmp(text.data, "# Accounts and their passwords", 30), 0);
	AUTO_OUTCOME again = ASSAY("contest", "import", "club", "more.json");
	EXPECT_COMPLAINT(again, 3,
		"more.json:1:2: the contest has an account 'helper' already; remove one of them");
	AS_AUTO_BYTES struct as_bytes same = {0};
	cr_assert_eq(as_file_read(here_fd, "club/accounts.yaml", 1 << 20, &same, NULL), 0);
	cr_expect_str_eq(same.data, text.data);
}

Test(contest, two_new_accounts_with_one_name_are_refused)
{
	make_club();
	put("more.yaml", "- {username: helper, type: judge}\n- {username: helper, type: judge}\n");
	AUTO_OUTCOME added = ASSAY("contest", "import", "club", "more.yaml");
	EXPECT_COMPLAINT(added, 3, "more.yaml:2:3: the contest has an account 'helper' already");
}

/* As a German spreadsheet writes it: semicolons, CR LF, Windows-1252. */
Test(contest, accounts_are_added_from_a_table_of_a_spreadsheet)
{
	make_club();
	put("more.csv", "Full name;User name;Role;Team;Password;Shoe size\r\n"
			"J\xfcrgen;hans;judge;;\"semi;colon\";44\r\n"
			";team1b;;team1;;\r\n"
			";team2;;;;\r\n");
	AUTO_OUTCOME twice = ASSAY("contest", "import", "club", "more.csv");
	EXPECT_COMPLAINT(twice, 3,
		"more.csv:4:1: the contest has an account 'team2' already; remove one of them");
	put("more.csv", "Full name;User name;Role;Team;Password;Shoe size\r\n"
			"J\xfcrgen;hans;judge;;\"semi;colon\";44\r\n"
			";team1b;;team1;;\r\n");
	AUTO_OUTCOME added = ASSAY("contest", "import", "club", "more.csv");
	EXPECT_STATUS(added, 0);
	cr_expect_str_eq(added.out.data, "2 accounts added, 1 with a random password\n"
					 "club: 1 problem, 4 teams, 8 accounts; 0 errors, 0 "
					 "warnings\n");
	AS_AUTO_JSON json_t *accounts = read_accounts("club/accounts.yaml");
	const json_t *judge = json_array_get(accounts, 6), *team = json_array_get(accounts, 7);
	cr_expect_str_eq(json_string_value(json_object_get(judge, "name")), "J\xc3\xbcrgen");
	cr_expect_str_eq(json_string_value(json_object_get(judge, "password")), "semi;colon");
	cr_expect_str_eq(json_string_value(json_object_get(team, "team_id")), "team1");
	cr_expect_str_eq(json_string_value(json_object_get(team, "type")), "team");
}

Test(contest, accounts_are_added_from_a_table_of_older_tools)
{
	make_club();
	put("accounts.tsv", "accounts\t1\n"
			    "judge\tPer Austrin\taustrin\tB!5MWJiy\n"
			    "team\tThree\tteam-003\tK8!dd72a\n");
	const size_t entries = count_entries("club");
	AUTO_OUTCOME refused = ASSAY("contest", "import", "club", "accounts.tsv");
	EXPECT_STATUS(refused, 3);
	cr_expect(strstr(refused.out.data, "team_id '3' is not in teams.yaml"), "%s",
		refused.out.data);
	cr_expect(!strstr(refused.out.data, "added"), "%s", refused.out.data);
	AS_AUTO_JSON json_t *before = read_accounts("club/accounts.yaml");
	cr_expect_null(password_of(before, "austrin"), "an import with an error writes");
	cr_expect_eq(count_entries("club"), entries);
	put("teams.tsv", "teams\t1\n3\t\t\tThree\n");
	AUTO_OUTCOME teams = ASSAY("contest", "import", "club", "teams.tsv");
	EXPECT_STATUS(teams, 0);
	AUTO_OUTCOME added = ASSAY("contest", "import", "club", "accounts.tsv");
	EXPECT_STATUS(added, 0);
	AS_AUTO_JSON json_t *accounts = read_accounts("club/accounts.yaml");
	cr_expect_str_eq(password_of(accounts, "austrin"), "B!5MWJiy");
	cr_expect_eq(count_entries("club"), entries, "the import leaves files");
}

/* The file has no quoting. */
Test(contest, a_password_of_accounts_tsv_may_have_quotes)
{
	make_club();
	put("accounts.tsv", "\xef\xbb\xbf"
			    "File_Version\t1\r\n"
			    "judge\tPer \"P\" Austrin\taustrin\t\"B!5'MWJiy\r\n"
			    "\r\n"
			    "judge\t\tjoe\t'=1+1+1+1\r\n");
	AUTO_OUTCOME added = ASSAY("contest", "import", "club", "accounts.tsv");
	EXPECT_STATUS(added, 0);
	AS_AUTO_JSON json_t *accounts = read_accounts("club/accounts.yaml");
	cr_expect_str_eq(password_of(accounts, "austrin"), "\"B!5'MWJiy");
	cr_expect_str_eq(password_of(accounts, "joe"), "'=1+1+1+1");
}

static const char *text_at(const json_t *list, size_t index, const char *key)
{
	return json_string_value(json_object_get(json_array_get(list, index), key));
}

/* Two institutions with the same short name get different ids. */
Test(contest, teams_of_older_tools_are_added_with_their_institutions)
{
	make_club();
	put("groups.tsv", "groups\t1\n24\tNorth\n25\tS\xc3\xb6"
			  "der\n");
	AUTO_OUTCOME groups = ASSAY("contest", "import", "club", "groups.tsv");
	cr_expect_str_eq(groups.out.data,
		"2 groups added\n"
		"club: 1 problem, 4 teams, 6 accounts; 0 errors, 0 warnings\n",
		"%s%s", groups.out.data, groups.err.data);
	put("teams2.tsv", "File_Version\t2\n"
			  "1\t447047\t24\t\"i\" i\tKTH Royal Institute\tKTH\tSWE\tINST-42\n"
			  "002\t\t25\tTwo\tLund University\tLU\tSWE\t\n"
			  "3\t\t25\tThree\tLeiden University\tLU\tNLD\t\n"
			  "4\t\t\tFour\tLund University\tLU\tSWE\n"
			  "5\t447048\t25\tFive\tRoyal Institute\tKTH\tSWE\tINST-42\n"
			  "6\t\t\tSix\n");
	AUTO_OUTCOME teams = ASSAY("contest", "import", "club", "teams2.tsv");
	cr_expect_str_eq(teams.out.data,
		"6 teams and 3 organizations added\n"
		"club: 1 problem, 10 teams, 6 accounts; 0 errors, 0 warnings\n",
		"%s%s", teams.out.data, teams.err.data);
	AS_AUTO_JSON json_t *added = read_accounts("club/teams.yaml");
	AS_AUTO_JSON json_t *organizations = read_accounts("club/organizations.yaml");
	cr_expect_str_eq(text_at(added, 4, "name"), "\"i\" i");
	cr_expect_str_eq(text_at(added, 4, "icpc_id"), "447047");
	cr_expect_str_eq(text_at(added, 5, "id"), "2");
	cr_expect_str_eq(text_at(added, 5, "organization_id"), "LU");
	cr_expect_str_eq(text_at(added, 6, "organization_id"), "LU-2");
	cr_expect_str_eq(text_at(added, 7, "organization_id"), "LU");
	cr_expect_str_eq(text_at(added, 8, "organization_id"), "INST-42");
	cr_expect_null(json_object_get(json_array_get(added, 9), "organization_id"));
	cr_expect_str_eq(text_at(organizations, 0, "formal_name"), "KTH Royal Institute");
	put("accounts.tsv", "accounts\t1\nteam\tTwo\tteam-002\tK8!dd72a\n");
	AUTO_OUTCOME accounts = ASSAY("contest", "import", "club", "accounts.tsv");
	EXPECT_STATUS(accounts, 0);
}

/* The organizations would be valid, the teams are not: neither is written. */
Test(contest, no_file_is_written_if_one_has_an_error)
{
	make_club();
	put("teams.tsv", "teams\t1\n8\t\t99\tEight\tLund University\tLU\tSWE\n");
	AUTO_OUTCOME teams = ASSAY("contest", "import", "club", "teams.tsv");
	EXPECT_STATUS(teams, 3);
	cr_expect(strstr(teams.out.data, "'99' is not in groups.yaml"), "%s", teams.out.data);
	cr_expect(!exists("club/organizations.yaml"));
	put("groups.tsv", "groups\t1\n-1\tBad\n");
	AUTO_OUTCOME groups = ASSAY("contest", "import", "club", "groups.tsv");
	EXPECT_STATUS(groups, 3);
	AS_AUTO_JSON json_t *list = read_accounts("club/groups.yaml");
	cr_expect_eq(json_array_size(list), 2);
	for (int i = 0; i < 3; i++) {
		static const char *const tables[] = {"username,type,team_id\nx,team,nobody\n",
			"username,type\nx,chief\n", "username,password\nx,short\n"};
		put("people.csv", tables[i]);
		AUTO_OUTCOME people = ASSAY("contest", "import", "club", "people.csv");
		EXPECT_STATUS(people, 3);
		cr_expect(strncmp(people.out.data, "people.csv:2: error: ", 21) == 0, "%s",
			people.out.data);
		AS_AUTO_JSON json_t *accounts = read_accounts("club/accounts.yaml");
		cr_expect_eq(json_array_size(accounts), 6, "%s", tables[i]);
	}
	AUTO_OUTCOME checked = ASSAY("contest", "check", "club");
	EXPECT_STATUS(checked, 0);
}

/* The folder's file would have other lines, also in JSON, where an object has several. */
Test(contest, errors_of_an_import_name_the_row_of_the_table)
{
	static const char header[] = "username,type,team_id,ip\n";
	char text[400];

	make_club();
	AS_AUTO_JSON json_t *accounts = read_accounts("club/accounts.yaml");
	for (int i = 0; i < 2; i++) {
		snprintf(text, sizeof(text),
			"%sa,admin,,10.0.0.1\n\nb,team,team99,\nc,admin,,10.0.0.1\nd,admin,,1.2\n",
			header);
		put("people.csv", text);
		AUTO_OUTCOME people = ASSAY("contest", "import", "club", "people.csv");
		EXPECT_STATUS(people, 3);
		cr_expect(strstr(people.out.data, "people.csv:4: error: team_id 'team99' "), "%s",
			people.out.data);
		cr_expect(strstr(people.out.data,
				  "people.csv:5: error: ip '10.0.0.1' is also in line 2 "
				  "of people.csv; "),
			"%s", people.out.data);
		cr_expect(strstr(people.out.data, "people.csv:6: error: "), "%s", people.out.data);
		cr_expect_not(strstr(people.out.data, "accounts."), "%s", people.out.data);
		AS_AUTO_FREE char *json = json_dumps(accounts, JSON_INDENT(2));
		cr_assert_eq(
			unlinkat(here_fd, i ? "club/accounts.json" : "club/accounts.yaml", 0), 0);
		put("club/accounts.json", json);
		cr_assert_eq(fchmodat(here_fd, "club/accounts.json", 0600, 0), 0);
	}
	put("teams.tsv", "teams\t1\n8\t\t\tEight\n9\t\t99\tNine\n");
	AUTO_OUTCOME teams = ASSAY("contest", "import", "club", "./teams.tsv");
	EXPECT_STATUS(teams, 3);
	cr_expect(strncmp(teams.out.data, "./teams.tsv:3: error: '99' is not in groups.yaml", 48) ==
			  0,
		"%s", teams.out.data);
}

/* Ids without quotes in the folder, and with them in the file, are the same. */
Test(contest, an_id_without_quotes_is_found_by_an_import)
{
	make_club();
	put("club/accounts.yaml", "- {username: 007, password: 0123456789, type: admin}\n");
	cr_assert_eq(fchmodat(here_fd, "club/accounts.yaml", 0600, 0), 0);
	put("more.yaml", "- {username: '007', type: judge}\n");
	AUTO_OUTCOME twice = ASSAY("contest", "import", "club", "more.yaml");
	EXPECT_COMPLAINT(twice, 3, "more.yaml:1:3: the contest has an account '007' already");
	put("more.yaml", "- {username: 008, type: judge, password: ''}\n");
	AUTO_OUTCOME added = ASSAY("contest", "import", "club", "more.yaml");
	EXPECT_STATUS(added, 0);
	AS_AUTO_JSON json_t *accounts = read_accounts("club/accounts.yaml");
	const json_t *made = json_array_get(accounts, 1);
	cr_expect_str_eq(json_string_value(json_object_get(made, "username")), "008");
	cr_expect_eq(json_string_length(json_object_get(made, "password")), 14);
}

Test(contest, a_team_that_is_there_adds_nothing)
{
	make_club();
	put("teams.tsv", "teams\t1\n8\t\t\tEight\tLund University\tLU\tSWE\nteam1\t\t\tOne\n");
	AUTO_OUTCOME twice = ASSAY("contest", "import", "club", "teams.tsv");
	EXPECT_COMPLAINT(twice, 3,
		"teams.tsv:3:1: the contest has a team 'team1' already; remove one of them");
	cr_expect(!exists("club/organizations.yaml"));
	put("teams.tsv", "teams\t1\n8\t\t\tEight\tLund University\tLU\tSWE\n\t\t\tNine\n");
	AUTO_OUTCOME nameless = ASSAY("contest", "import", "club", "teams.tsv");
	EXPECT_COMPLAINT(nameless, 3, "teams.tsv:3: the team has no number or no name; write");
	put("teams.tsv", "teams\t1\n8\t\t\tE\xefght\n");
	AUTO_OUTCOME recoded = ASSAY("contest", "import", "club", "teams.tsv");
	EXPECT_COMPLAINT(recoded, 3, "teams.tsv: the file is not UTF-8; save it as UTF-8");
	put("teams.tsv", "teams\t1\n8\t\t\tEight\tLund University\tLU\tSWE\n");
	AUTO_OUTCOME added = ASSAY("contest", "import", "club", "teams.tsv");
	EXPECT_STATUS(added, 0);
	put("teams.tsv", "teams\t1\n9\t\t\tNine\tLeiden University\tLU\tNLD\n");
	AUTO_OUTCOME other = ASSAY("contest", "import", "club", "teams.tsv");
	EXPECT_COMPLAINT(other, 3, "the contest has an organization 'LU' already");
	put("teams.tsv", "teams\t1\n9\t\t\tNine\tLund University\tLU\tSWE\n");
	AUTO_OUTCOME more = ASSAY("contest", "import", "club", "teams.tsv");
	cr_expect(strncmp(more.out.data, "1 team and 0 organizations added\n", 33) == 0, "%s",
		more.out.data);
}

Test(contest, a_table_without_usernames_adds_nothing)
{
	make_club();
	put("more.csv", "name,password\nAnn,correct-horse\n");
	AUTO_OUTCOME added = ASSAY("contest", "import", "club", "more.csv");
	EXPECT_COMPLAINT(added, 3, "more.csv:1: has no column 'username'");
	put("more.csv", "username,password\n,correct-horse\n");
	AUTO_OUTCOME empty = ASSAY("contest", "import", "club", "more.csv");
	EXPECT_COMPLAINT(empty, 3, "more.csv:2: the account has no username; fill in the cell");
	put("more.csv", "\xff\xfeu\0s\0");
	AUTO_OUTCOME wide = ASSAY("contest", "import", "club", "more.csv");
	EXPECT_COMPLAINT(wide, 3, "more.csv");
	AS_AUTO_JSON json_t *accounts = read_accounts("club/accounts.yaml");
	cr_expect_eq(json_array_size(accounts), 6);
}

Test(contest, other_files_are_not_imported)
{
	make_club();
	put("accounts.xlsx", "PK\n");
	AUTO_OUTCOME added = ASSAY("contest", "import", "club", "accounts.xlsx");
	EXPECT_COMPLAINT(added, 2, "is neither a Contest Package (a folder or .zip) nor a list of");
	put("map.yaml", "a: b\n");
	AUTO_OUTCOME refused = ASSAY("contest", "import", "club", "map.yaml");
	EXPECT_COMPLAINT(refused, 3, "map.yaml:1:1: is not a list of accounts");
}

/* ---- usage ---- */

Test(contest, usage_names_what_is_missing)
{
	static const struct {
		const char *argv[5];
		const char *text;
	} rows[] = {
		{{"contest"}, "missing argument ACTION; use new, check, passwords, import "
			      "or export"},
		{{"contest", "chek"}, "unknown action 'chek'; did you mean 'check'? use new,"},
		{{"contest", "new"}, "missing argument DIR; usage: assay contest new DIR"},
		{{"contest", "new", "a", "b"}, "unexpected argument 'b'; usage:"},
		{{"contest", "check"}, "missing argument DIR; usage: assay contest check DIR"},
		{{"contest", "check", "a", "b"}, "unexpected argument 'b'; usage:"},
		{{"contest", "passwords"}, "missing argument DIR; usage: assay contest passwords"},
		{{"contest", "import", "a"}, "missing argument PACKAGE|FILE; usage:"},
		{{"contest", "import"}, "missing argument DIR; usage: assay contest import"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const char *argv[8] = {ASSAY_COMMAND};
		memcpy(argv + 1, rows[i].argv, sizeof(rows[i].argv));
		AUTO_OUTCOME outcome = command_run(argv);
		EXPECT_COMPLAINT(outcome, 2, rows[i].text);
	}
	AUTO_OUTCOME missing = ASSAY("contest", "check", "nothing");
	EXPECT_COMPLAINT(
		missing, 3, "nothing: no such folder; make a contest by: assay contest new");
	AUTO_OUTCOME help = ASSAY("help", "contest");
	EXPECT_STATUS(help, 0);
	cr_expect(strstr(help.out.data, "passwords DIR [-o FILE]"), "%s", help.out.data);
}
