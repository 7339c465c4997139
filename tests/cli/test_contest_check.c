/* SPDX-License-Identifier: MIT */
/* assay contest check: findings about a contest's folder. */
#include "contest_case.h"

TestSuite(contest_check, .init = enter_folder, .fini = leave_folder);

/* Languages that are allowed, but that this machine cannot judge. */
Test(contest_check, allowed_languages_that_are_not_installed_are_named)
{
	AS_AUTO_JSON json_t *known = NULL;
	AUTO_OUTCOME listed = ASSAY("languages", "--json");
	const char *missing = NULL;
	size_t index;
	json_t *language;

	known = json_loads(listed.out.data, 0, NULL);
	json_array_foreach(json_object_get(known, "languages"), index,
		language) if (json_is_false(json_object_get(language, "available")) && !missing)
		missing = json_string_value(json_object_get(language, "id"));
	if (!missing)
		cr_skip_test("all languages are installed");
	AUTO_OUTCOME made = ASSAY("contest", "new", "club", "--problems", MINIMAL);
	EXPECT_STATUS(made, 0);
	AS_AUTO_BYTES struct as_bytes text = {0};
	cr_assert_eq(as_file_read(here_fd, "club/contest.yaml", 1 << 20, &text, NULL), 0);
	AS_AUTO_FREE char *more =
		as_text_format(NULL, "%s\nlanguages: [c, %s]\n", text.data, missing);
	put("club/contest.yaml", more);
	AS_AUTO_FREE char *wanted = as_text_format(NULL,
		"club/contest.yaml: warning: the allowed language %s is not installed here",
		missing);
	AUTO_OUTCOME checked = ASSAY("contest", "check", "club");
	EXPECT_STATUS(checked, 0);
	cr_expect(strstr(checked.out.data, wanted), "%s", checked.out.data);
	cr_expect(!strstr(checked.out.data, "language c "), "%s", checked.out.data);
}

Test(contest_check, all_findings_are_printed_at_once)
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
		"run: chmod 600 club/accounts.yaml\n"
		"club: 1 problem, 4 teams, 6 accounts; 4 errors, 0 warnings\n",
		"%s", checked.out.data);
}

Test(contest_check, a_package_without_points_in_a_score_contest_is_a_warning)
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
	/* The finding names the file that the contest has. */
	cr_assert_eq(unlinkat(here_fd, "club/problems.yaml", 0), 0);
	put("club/problems.json", "[{\"id\": \"minimal\", \"package\": \"" MINIMAL "\"}]\n");
	AUTO_OUTCOME json = ASSAY("contest", "check", "club");
	EXPECT_STATUS(json, 0);
	cr_expect(strstr(json.out.data, "club/problems.json: warning: the package of 'minimal'"),
		"%s", json.out.data);
}

Test(contest_check, a_finding_about_many_objects_is_printed_once)
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

Test(contest_check, a_contest_that_is_over_is_noted)
{
	make_club();
	put("club/contest.yaml",
		"id: club\nstart_time: 2014-06-25T10:00:00+01\nduration: 5:00:00\n");
	AUTO_OUTCOME checked = ASSAY("contest", "check", "club");
	EXPECT_STATUS(checked, 0);
	cr_expect_str_eq(checked.err.data,
		"assay: note: the contest ended at 2014-06-25T14:00:00.000+00:00; to run it, "
		"change start_time in club/contest.yaml\n");
}
