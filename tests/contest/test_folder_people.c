/* SPDX-License-Identifier: MIT */
/* People and problems of a contest's folder. */
#include "folder_case.h"

#include <assay/contest/folder/make.h>

#define VALID ASSAY_SOURCE_DIR "/tests/data/valid/contest"

static const struct as_contest_problem *problem_of(const struct as_contest *contest, const char *id)
{
	const size_t index = as_contest_find_problem(contest, id);

	cr_assert_neq(index, AS_CONTEST_NONE, "%s", id);
	return &contest->problems[index];
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

Test(folder_people, people_are_sorted_by_id_and_refer_to_each_other)
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

Test(folder_people, numbers_in_ids_are_sorted_as_numbers)
{
	static const char *const sorted[] = {"1", "2", "02", "10", "100", "99999999999999999999",
		"a", "a1b", "a1c", "a10b", "b"};
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
			cr_expect_str_eq(
				contest->teams[i].id, sorted[i], "%s", contest->teams[i].id);
}

/* Default file names of the Contest Package. */
Test(folder_people, files_are_found_by_their_names)
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

#define LEFT_OUT(path)                                                                             \
	"warning " path                                                                            \
	": the picture is left out, because it is not PNG, JPEG or SVG; convert it\n"

Test(folder_people, a_picture_in_another_format_is_a_warning)
{
	AUTO_FOLDER folder = contest_folder_make(PEOPLE "--- file organizations/kth/logo.GIF\nx\n"
							"--- file teams/a/photo.webp\nx\n"
							"--- file teams/a/video.gif\nx\n");
	AS_AUTO_CONTEST struct as_contest *contest = open_contest(folder.path);
	AS_AUTO_FREE char *findings = contest_findings(contest);

	cr_expect_str_eq(findings,
		LEFT_OUT("organizations/kth/logo.GIF") LEFT_OUT("teams/a/photo.webp"), "%s",
		findings);
	cr_expect_eq(contest->organizations[0].files.count, 1);
}

/* Links out of the folder are ignored. */
Test(folder_people, a_link_is_not_found_by_its_name)
{
	AUTO_FOLDER folder = contest_folder_make("--- file teams/t1/photo.png\nx\n");

	cr_assert_eq(symlinkat("/etc/passwd", folder.fd, "teams/t1/video.mp4"), 0);
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);
	cr_expect_eq(contest->teams[0].files.count, 1);
}

Test(folder_people, accounts_are_read)
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
}

/* Characters of 2 and of 4 bytes. */
#define E8 "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
#define E64 E8 E8 E8 E8 E8 E8 E8 E8
#define SMILE "\xf0\x9f\x98\x80"
#define SMILE8 SMILE SMILE SMILE SMILE SMILE SMILE SMILE SMILE
#define SMILE64 SMILE8 SMILE8 SMILE8 SMILE8 SMILE8 SMILE8 SMILE8 SMILE8
Test(folder_people, lengths_of_usernames_and_passwords_are_in_characters)
{
	AUTO_FOLDER folder = contest_folder_make("--- file accounts.yaml\n- {id: r, username: " E64
						 ", password: " SMILE64 SMILE64 ", type: admin}\n");
	AS_AUTO_CONTEST struct as_contest *contest = open_good_contest(folder.path);

	cr_assert_eq(contest->account_count, 1);
	cr_expect_eq(as_characters_count(contest->accounts[0].username), AS_USERNAME_MAX);
	cr_expect_eq(as_characters_count(contest->accounts[0].password), AS_PASSWORD_MAX);
}

/* A group of users may share the folder; other users of the machine may not. */
Test(folder_people, a_world_readable_accounts_file_is_an_error)
{
	AUTO_FOLDER folder = contest_folder_make("");

	cr_assert_eq(fchmodat(folder.fd, "accounts.yaml", 0640, 0), 0);
	as_contest_close(open_good_contest(folder.path));
	cr_assert_eq(fchmodat(folder.fd, "accounts.yaml", 0644, 0), 0);
	AS_AUTO_CONTEST struct as_contest *contest = open_contest(folder.path);
	AS_AUTO_FREE char *findings = contest_findings(contest);
	cr_expect_str_eq(findings,
		"error accounts.yaml: everybody on this machine can read the passwords; run: "
		"chmod 600 DIR/accounts.yaml\n",
		"%s", findings);
}

/* ---- problems ---- */

#define TWO_PACKAGES                                                                               \
	"--- file problems/two/problem.yaml\n"                                                     \
	"problem_format_version: 2025-09\nname: Two\ntype: scoring\n"                              \
	"uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d03\n"                                             \
	"--- file problems/two/data/secret/1.in\n1\n"                                              \
	"--- file problems/two/data/secret/1.ans\n1\n"

Test(folder_people, every_key_of_a_problem_is_read)
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

Test(folder_people, a_package_with_a_path_can_be_anywhere)
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

Test(folder_people, without_packages_their_settings_are_unknown)
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

Test(folder_people, the_27th_label_is_aa)
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
