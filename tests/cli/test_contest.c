/* SPDX-License-Identifier: MIT */
/* assay contest: makes, checks and prints a contest's folder. */
#include "contest_case.h"

#include <assay/base/keeper.h>
#include <limits.h>

TestSuite(contest, .init = enter_folder, .fini = leave_folder);

/* ---- new ---- */

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

Test(contest, errors_in_settings_give_no_end)
{
	make_club();
	put("club/contest.yaml", "id: club\nname: Club\nstart_time: 2030-01-01T10:00:00Z\n"
				 "duration: 1:00:00\nduration: 2:00:00\n");
	AUTO_OUTCOME checked = ASSAY("contest", "check", "club");
	EXPECT_STATUS(checked, 3);
	cr_expect_null(strstr(checked.err.data, "the contest ended at"), "%s", checked.err.data);
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

/* Settings of a test in data/ stay where no test is made yet. */
Test(contest, tests_with_settings_are_made_too)
{
	put("good/problem.yaml", "problem_format_version: 2025-09\nname: Good\n"
				 "uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d03\n"
				 "limits: {time_limit: 1}\n");
	put("good/data/secret/a.yaml", "output_validator_args: [case_sensitive]\n");
	put("good/submissions/accepted/a.py", "print(input())\n");
	put("good/generators/generators.yaml",
		"solution: /submissions/accepted/a.py\n"
		"data: {secret: {data: {a: {in: \"x\\n\"}, b: {in: \"y\\n\"}}}}\n");
	AUTO_OUTCOME made = ASSAY("contest", "new", "club", "--problems", "good");

	EXPECT_STATUS(made, 0);
	cr_expect(exists("good/data/secret/a.in"));
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

/* The folder gets passwords and packages with secret data. */
Test(contest, a_new_contest_in_an_empty_folder_is_private)
{
	struct stat info;

	make_club();
	AUTO_OUTCOME export = ASSAY("contest", "export", "club", "-o", "out");
	EXPECT_STATUS(export, 0);
	for (int i = 0; i < 2; i++) {
		const char *name = i ? "imported" : "new";
		cr_assert_eq(mkdirat(here_fd, name, 0755), 0);
		cr_assert_eq(fchmodat(here_fd, name, 0755, 0), 0);
		AUTO_OUTCOME made = i ? ASSAY("contest", "import", "imported", "out")
				      : ASSAY("contest", "new", "new");
		EXPECT_STATUS(made, 0);
		cr_assert_eq(fstatat(here_fd, name, &info, 0), 0);
		cr_expect_eq(info.st_mode & 0777, 0700, "%s: %o", name, info.st_mode);
	}
	cr_assert_eq(mkdirat(here_fd, "theirs", 0755), 0);
	if (geteuid() != 0 || fchownat(here_fd, "theirs", 65534, 65534, 0) != 0)
		return;
	AUTO_OUTCOME theirs = ASSAY("contest", "new", "theirs");
	EXPECT_COMPLAINT(theirs, 2,
		"theirs: the folder belongs to another user, who could read its files; name a new "
		"one");
	cr_expect_eq(count_entries("theirs"), 0);
}

/* It has sources and email addresses. */
Test(contest, an_export_into_an_empty_folder_is_private)
{
	struct stat info;

	make_club();
	cr_assert_eq(mkdirat(here_fd, "out", 0755), 0);
	cr_assert_eq(fchmodat(here_fd, "out", 0755, 0), 0);
	AUTO_OUTCOME made = ASSAY("contest", "export", "club", "-o", "out");
	EXPECT_STATUS(made, 0);
	cr_assert_eq(fstatat(here_fd, "out", &info, 0), 0);
	cr_expect_eq(info.st_mode & 0777, 0700, "%o", info.st_mode);
	cr_expect_eq(faccessat(here_fd, "out/contest.json", F_OK, 0), 0);
	/* A folder with files is refused, and stays as it is. */
	cr_assert_eq(fchmodat(here_fd, "out", 0755, 0), 0);
	AUTO_OUTCOME again = ASSAY("contest", "export", "club", "-o", "out");
	EXPECT_COMPLAINT(again, 2, "out: the folder has files; name a new one");
	cr_assert_eq(fstatat(here_fd, "out", &info, 0), 0);
	cr_expect_eq(info.st_mode & 0777, 0755, "%o", info.st_mode);
	/* Only root can write into it. */
	cr_assert_eq(mkdirat(here_fd, "theirs", 0755), 0);
	if (geteuid() != 0 || fchownat(here_fd, "theirs", 65534, 65534, 0) != 0)
		return;
	AUTO_OUTCOME theirs = ASSAY("contest", "export", "club", "-o", "theirs");
	EXPECT_COMPLAINT(theirs, 2,
		"theirs: the folder belongs to another user, who could read its files; name a new "
		"one");
	cr_expect_eq(count_entries("theirs"), 0);
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

Test(contest, cards_are_in_the_order_of_the_teams_and_mark_hidden_ones)
{
	make_club();
	put("club/teams.yaml", "- {id: team3, name: C}\n- {id: team2, name: B}\n"
			       "- {id: team1, name: A, hidden: true}\n- {id: jury, name: J}\n");
	AUTO_OUTCOME printed = ASSAY("contest", "passwords", "club");
	EXPECT_STATUS(printed, 0);
	const char *text = printed.out.data;
	cr_expect_lt(strstr(text, "username  team2"), strstr(text, "username  team3"), "%s", text);
	cr_expect(strstr(text, "A\n  team"));
	cr_expect_lt(strstr(text, "A\n  team      hidden; only the jury sees it\n"),
		strstr(text, "username  team2"), "%s", text);
	AUTO_OUTCOME page = ASSAY("contest", "passwords", "club", "-o", "cards.html");
	EXPECT_STATUS(page, 0);
	AS_AUTO_BYTES struct as_bytes html = {0};
	cr_assert_eq(as_file_read(here_fd, "cards.html", 1 << 20, &html, NULL), 0);
	cr_expect_lt(
		strstr(html.data, "hidden; only the jury sees it"), strstr(html.data, ">team2<"));
}

Test(contest, labels_have_the_place_and_no_password)
{
	make_club();
	put("club/groups.yaml", "- {id: staff, name: S, hidden: true}\n");
	put("club/teams.yaml",
		"- {id: team1, label: '7', name: <b>A, place: 'Room 2, table 14'}\n- {id: team2, "
		"name: B}\n- {id: team3, name: C}\n- {id: jury, name: J, group_ids: [staff]}\n");
	AUTO_OUTCOME cards = ASSAY("contest", "passwords", "club");
	cr_expect(strstr(cards.out.data, "<b>A\n  place     Room 2, table 14\n  contest   club\n"),
		"%s", cards.out.data);
	AUTO_OUTCOME printed = ASSAY("contest", "passwords", "club", "--labels");
	EXPECT_STATUS(printed, 0);
	cr_expect(strstr(printed.out.data, "7  <b>A\n  place     Room 2, table 14\n- -"), "%s",
		printed.out.data);
	cr_expect_null(strstr(printed.out.data, "password"));
	AUTO_OUTCOME page = ASSAY("contest", "passwords", "club", "--labels", "-o", "labels.html");
	EXPECT_STATUS(page, 0);
	cr_expect_str_eq(page.out.data, "labels.html: 3 labels\n");
	AS_AUTO_BYTES struct as_bytes text = {0};
	cr_assert_eq(as_file_read(here_fd, "labels.html", 1 << 20, &text, NULL), 0);
	cr_expect(strstr(text.data, "<dd><bdi>Room 2, table 14</bdi></dd>"), "%s", text.data);
	AS_AUTO_JSON json_t *accounts = read_accounts("club/accounts.yaml");
	cr_expect_null(strstr(text.data, password_of(accounts, "team1")));
	cr_expect_null(strstr(text.data, "<b>A"));
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
		"\"start_time\": null, \"penalty_time\": 20, \"shortname\": \"wf\", \"print\": "
		"{\"command\": [\"sh\"]}}\n");
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
		"assay: note: wf/contest.json: keys are left out: shortname, print\n"
		"assay: note: wf/teams.json: keys are left out: members\n"
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

/* A contest that was paused ended later than its start and its duration say. */
Test(contest, an_imported_contest_ended_when_its_state_says)
{
	static const struct {
		const char *state, *end;
	} cases[] = {
		{"{\"started\": \"2014-06-25T10:00:00+01\", \"ended\": "
		 "\"2014-06-25T15:20:04.250+01\"}",
			"2014-06-25T14:20:04.250+00:00 (by start_time and duration, "
			"2014-06-25T14:00:00.000+00:00)"},
		{"{\"started\": \"2014-06-25T10:00:00+01\", \"ended\": null}",
			"2014-06-25T14:00:00.000+00:00"},
		{"{\"ended\": \"yesterday\"}", "2014-06-25T14:00:00.000+00:00"},
		{"[]", "2014-06-25T14:00:00.000+00:00"},
		{"nothing: [", "2014-06-25T14:00:00.000+00:00"},
	};

	put_package();
	put("package/contest.json", "{\"id\": \"wf\", \"name\": \"Finals\", \"duration\": "
				    "\"5:00:00\", \"start_time\": "
				    "\"2014-06-25T10:00:00+01\", \"scoreboard_thaw_time\": "
				    "\"2014-06-25T16:00:00+01\"}\n");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		AS_AUTO_FREE char *folder = as_text_format(NULL, "wf%zu", i);
		AS_AUTO_FREE char *note = as_text_format(NULL,
			"assay: note: the contest ended at %s; to run it, change start_time and "
			"scoreboard_thaw_time in "
			"%s/contest.json\n",
			cases[i].end, folder);
		put("package/state.json", cases[i].state);
		AUTO_OUTCOME imported = ASSAY("contest", "import", folder, "package");
		EXPECT_STATUS(imported, 0);
		cr_expect(strstr(imported.err.data, note), "%s: %s", cases[i].state,
			imported.err.data);
	}
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

/* ---- the ceremony ---- */

/* tests/cli/serve_ceremony.py makes one of a contest that was served. */
Test(contest, only_a_contest_that_is_over_has_a_ceremony)
{
	AUTO_OUTCOME made = ASSAY("contest", "new", "club", "--problems", MINIMAL);
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME early = ASSAY("contest", "resolve", "club", "--html", "page.html");
	EXPECT_COMPLAINT(early, 3,
		"club: the contest was never served: there are no results; serve it with 'assay "
		"serve club', or give its store with --store");
	AUTO_OUTCOME exported = ASSAY("contest", "export", "club", "-o", "club.zip");
	EXPECT_STATUS(exported, 0);
	cr_expect_not(strstr(exported.out.data, "ceremony"), "%s", exported.out.data);
	AUTO_OUTCOME without = ASSAY("contest", "resolve", "club.zip", "--html", "page.html");
	EXPECT_COMPLAINT(without, 3, "club.zip: has no ceremony.json; export the contest again");
	put("damaged.zip", "not a zip");
	AUTO_OUTCOME damaged = ASSAY("contest", "resolve", "damaged.zip", "--html", "page.html");
	EXPECT_COMPLAINT(damaged, 3, "damaged.zip: not a zip archive, or damaged; export the");
	put("other.html", "mine\n");
	AUTO_OUTCOME kept = ASSAY("contest", "resolve", "club", "--html", "other.html");
	EXPECT_COMPLAINT(kept, 2, "other.html");
	cr_expect_not(exists("page.html"));
}

/* ---- usage ---- */

Test(contest, usage_names_what_is_missing)
{
	static const struct {
		const char *argv[5];
		const char *text;
	} rows[] = {
		{{"contest"}, "missing argument ACTION; use new, check, passwords, import, "
			      "export, simulate or resolve"},
		{{"contest", "chek"}, "unknown action 'chek'; did you mean 'check'? use new,"},
		{{"contest", "new"}, "missing argument DIR; usage: assay contest new DIR"},
		{{"contest", "new", "a", "b"}, "unexpected argument 'b'; usage:"},
		{{"contest", "check"}, "missing argument DIR; usage: assay contest check DIR"},
		{{"contest", "check", "a", "b"}, "unexpected argument 'b'; usage:"},
		{{"contest", "passwords"}, "missing argument DIR; usage: assay contest passwords"},
		{{"contest", "import", "a"}, "missing argument PACKAGE|FILE; usage:"},
		{{"contest", "import"}, "missing argument DIR; usage: assay contest import"},
		{{"contest", "simulate"}, "missing argument DIR; usage: assay contest simulate"},
		{{"contest", "resolve"}, "missing argument DIR|EXPORT; usage:"},
		{{"contest", "resolve", "a"}, "missing option --html FILE; usage:"},
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
