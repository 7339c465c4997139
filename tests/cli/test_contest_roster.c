/* SPDX-License-Identifier: MIT */
/* assay contest import: teams with universities from a table of a spreadsheet, and pictures. */
#include "contest_case.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

TestSuite(contest_roster, .init = enter_folder, .fini = leave_folder);

/* The item of a list whose key has the text. */
static json_t *find_item(json_t *list, const char *key, const char *text)
{
	size_t index;
	json_t *item;

	json_array_foreach(list, index, item)
	{
		const char *its = json_string_value(json_object_get(item, key));
		if (its && strcmp(its, text) == 0)
			return item;
	}
	return NULL;
}

#define EXPECT_KEY(item, key, text)                                                                \
	do {                                                                                       \
		const char *its_ = json_string_value(json_object_get(item, key));                  \
		cr_expect(its_ &&strcmp(its_, text) == 0, "%s is %s, not %s", key,                 \
			its_ ? its_ : "missing", text);                                            \
	} while (0)
#define EXPECT_PART(outcome, part)                                                                 \
	cr_expect(strstr((outcome).out.data, part), "no '%s' in: %s%s", part, (outcome).out.data,  \
		(outcome).err.data)

/* As a spreadsheet of Germany writes it: semicolons, CR LF, Windows-1252. */
#define SHEET                                                                                      \
	"Number;Team name;University;Country;Category;Seat;Members;E-mail\r\n"                     \
	"7;Null Pointers;Universit\xe4t Z\xfcrich;Switzerland;Students;Room 2, table 14;"          \
	"\"Ann Lee; Bo Ng\";a@example.org\r\n"                                                     \
	"8; Segfault  ;University of Peradeniya;LK;Students;;Cy;\r\n"                              \
	"9;The Greedy;University of Peradeniya;lka;Guests;;;\r\n"                                  \
	";;;;;;;\r\n"

Test(contest_roster, teams_universities_and_accounts_come_from_one_sheet)
{
	make_club();
	put("teams.csv", SHEET);
	AUTO_OUTCOME dry = ASSAY("contest", "import", "club", "teams.csv", "--dry-run");
	EXPECT_STATUS(dry, 0);
	EXPECT_PART(dry, "dry run, nothing is written: 3 teams added, 2 organizations, 2 groups, 3 "
			 "persons, 3 accounts; 0 changed, 0 as before\n");
	cr_expect_eq(
		faccessat(here_fd, "club/organizations.yaml", F_OK, 0), -1, "a dry run writes");
	AUTO_OUTCOME made = ASSAY("contest", "import", "club", "teams.csv");
	EXPECT_STATUS(made, 0);
	EXPECT_PART(made, "teams.csv: info: a column is not read: 'E-mail'\n");
	EXPECT_PART(
		made, "teams.csv: info: 3 teams of the folder are not in the table, and stay: ");
	EXPECT_PART(made, "club: 1 problem, 7 teams, 9 accounts; 0 errors, 0 warnings\n");
	AS_AUTO_JSON json_t *teams = read_accounts("club/teams.yaml");
	AS_AUTO_JSON json_t *organizations = read_accounts("club/organizations.yaml");
	AS_AUTO_JSON json_t *accounts = read_accounts("club/accounts.yaml");
	AS_AUTO_JSON json_t *persons = read_accounts("club/persons.yaml");
	const json_t *team = find_item(teams, "name", "Null Pointers");
	const json_t *of = find_item(organizations, "name", "Universit\xc3\xa4t Z\xc3\xbcrich");
	EXPECT_KEY(team, "place", "Room 2, table 14");
	EXPECT_KEY(team, "organization_id", json_string_value(json_object_get(of, "id")));
	EXPECT_KEY(of, "country", "CHE");
	EXPECT_KEY(find_item(organizations, "name", "University of Peradeniya"), "country", "LKA");
	cr_expect_eq(json_array_size(organizations), 2);
	cr_expect_not_null(find_item(teams, "name", "Segfault"), "blanks around a name stay");
	cr_expect_not_null(find_item(persons, "name", "Bo Ng"));
	cr_expect_eq(strlen(password_of(accounts, "team7")), 14, "a generated password");
	struct stat status;
	cr_assert_eq(fstatat(here_fd, "club/accounts.yaml", &status, 0), 0);
	cr_expect_eq(status.st_mode & 0077, 0);
}

Test(contest_roster, a_changed_sheet_changes_teams_and_keeps_comments)
{
	make_club();
	put("teams.csv", "number,team,university\n7,Null Pointers,KTH\n8,Segfault,KTH\n");
	AUTO_OUTCOME made = ASSAY("contest", "import", "club", "teams.csv");
	EXPECT_STATUS(made, 0);
	AS_AUTO_JSON json_t *before = read_accounts("club/accounts.yaml");
	/* Team 7 has another name, Segfault another label, and Nine is new. */
	put("teams.csv", "team,label,university,place\nNil,7,kth,T1\nSEGFAULT,12,K.T.H.,\nNine,9,"
			 "Lund,\n");
	AUTO_OUTCOME again = ASSAY("contest", "import", "club", "teams.csv");
	EXPECT_STATUS(again, 0);
	EXPECT_PART(again, "1 team added, 1 organization, 1 account; 2 changed, 0 as before\n");
	AS_AUTO_JSON json_t *teams = read_accounts("club/teams.yaml");
	AS_AUTO_JSON json_t *accounts = read_accounts("club/accounts.yaml");
	AS_AUTO_FREE char *text = read_text("club/teams.yaml");
	cr_expect_eq(*text, '#', "the comment at the head is gone: %s", text);
	EXPECT_KEY(find_item(teams, "id", "7"), "name", "Nil");
	EXPECT_KEY(find_item(teams, "id", "7"), "place", "T1");
	EXPECT_KEY(find_item(teams, "id", "8"), "label", "12");
	cr_expect_str_eq(password_of(accounts, "team7"), password_of(before, "team7"));
	AUTO_OUTCOME same = ASSAY("contest", "import", "club", "teams.csv");
	EXPECT_STATUS(same, 0);
	EXPECT_PART(same, "0 teams added; 0 changed, 3 as before\n");
	AS_AUTO_FREE char *unchanged = read_text("club/teams.yaml");
	cr_expect_str_eq(unchanged, text);
}

Test(contest_roster, mistakes_are_listed_with_line_and_column_and_nothing_is_written)
{
	make_club();
	put("teams.csv", "team\tuniversity\tcountry\tno\n"
			 "One\tLund\tAtlantis\t1\n"
			 "\tLund\t\t2\n"
			 "Three\tLund\tSweden\t1\n"
			 "Four\tLund\tNorway\t4\n");
	const size_t entries = count_entries("club");
	AS_AUTO_FREE char *before = read_text("club/teams.yaml");
	AUTO_OUTCOME wrong = ASSAY("contest", "import", "club", "teams.csv");
	EXPECT_STATUS(wrong, 3);
	EXPECT_PART(wrong, "teams.csv:2: error: column C (country): unknown country 'Atlantis'; "
			   "write its English name or its code, such as LKA\n");
	EXPECT_PART(wrong, "teams.csv:3: error: column A (team): the team has no name; fill in the "
			   "cell, or remove the row\n");
	EXPECT_PART(wrong, "teams.csv:4: error: column D (label): '1' is also the team of line 2; "
			   "give each team its own label\n");
	EXPECT_PART(wrong, "teams.csv:4: error: column C (country): 'Atlantis' of line 2 is now "
			   "'Sweden'; correct one of them\n");
	cr_expect(strstr(wrong.err.data, "nothing was imported"), "%s", wrong.err.data);
	AS_AUTO_FREE char *after = read_text("club/teams.yaml");
	cr_expect_str_eq(after, before);
	cr_expect_eq(count_entries("club"), entries, "a failed import leaves files");
	put("teams.csv", "university,country\nLund,Sweden\n");
	AUTO_OUTCOME teamless = ASSAY("contest", "import", "club", "teams.csv");
	EXPECT_STATUS(teamless, 3);
	cr_expect(strstr(teamless.err.data, "teams.csv:1"), "%s", teamless.err.data);
}

Test(contest_roster, similar_universities_and_equal_names_are_told_apart)
{
	make_club();
	put("teams.csv", "team,university\nAlpha,University of Moratuwa\nAlpha,Univ. of Moratuwa\n"
			 "Beta,University of Morattuwa\nGamma,University of Kelaniya\n");
	AUTO_OUTCOME made = ASSAY("contest", "import", "club", "teams.csv");
	EXPECT_STATUS(made, 0);
	EXPECT_PART(made, "teams.csv:3: warning: 'Univ. of Moratuwa' and 'University of Moratuwa' "
			  "may be one university: if so, write the same name in each row\n");
	EXPECT_PART(made, "'University of Morattuwa' and 'University of Moratuwa' may be");
	cr_expect(!strstr(made.out.data, "Kelaniya"), "%s", made.out.data);
	EXPECT_PART(made, "4 teams added, 4 organizations, 4 accounts");
}

/* ---- pictures ---- */

#define SVG "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10\"></svg>"

Test(contest_roster, pictures_are_found_by_the_names_that_the_same_table_gives)
{
	make_club();
	put("teams.csv", "team,label\nOne,21\nTwo,22\n");
	AUTO_OUTCOME first = ASSAY("contest", "import", "club", "teams.csv");
	EXPECT_STATUS(first, 0);
	cr_assert_eq(mkdirat(here_fd, "photos", 0700), 0);
	put("photos/two.svg", SVG);
	put("photos/null pointers.svg", SVG);
	put("teams.csv", "team,label\nTwo,21\nNull Pointers,22\n");
	AUTO_OUTCOME made = ASSAY("contest", "import", "club", "teams.csv", "--photos", "photos");
	EXPECT_STATUS(made, 0);
	EXPECT_PART(made, "2 photos\n");
	cr_expect_eq(faccessat(here_fd, "club/teams/21/photo.svg", F_OK, 0), 0);
	cr_expect_eq(faccessat(here_fd, "club/teams/22/photo.svg", F_OK, 0), 0);
}

Test(contest_roster, pictures_are_found_by_names)
{
	make_club();
	put("teams.csv", "team,label,university\nÉclair,21,Universit\xc3\xa4t Z\xc3\xbcrich\n"
			 "Two,22,Lund\n");
	cr_assert_eq(mkdirat(here_fd, "photos", 0700) || mkdirat(here_fd, "logos", 0700), 0);
	put("photos/eclair.svg", SVG);
	put("photos/nobody.svg", SVG);
	put("photos/Thumbs.db", "x");
	put("logos/universitat-zurich.SVG", SVG);
	put("logos/lund.png", "no picture");
	AUTO_OUTCOME bad = ASSAY(
		"contest", "import", "club", "teams.csv", "--photos", "photos", "--logos", "logos");
	EXPECT_STATUS(bad, 3);
	EXPECT_PART(bad, "logos/lund.png: error: the file is not a PNG, JPEG or SVG picture");
	cr_expect_eq(faccessat(here_fd, "club/teams/21/photo.svg", F_OK, 0), -1,
		"a failed import writes");
	put("logos/lund.svg", SVG);
	cr_assert_eq(unlinkat(here_fd, "logos/lund.png", 0), 0);
	AUTO_OUTCOME made = ASSAY(
		"contest", "import", "club", "teams.csv", "--photos", "photos", "--logos", "logos");
	EXPECT_STATUS(made, 0);
	EXPECT_PART(made, "photos: warning: 1 file matches no team: nobody.svg\n");
	EXPECT_PART(made, "; 1 photo, 2 logos\n");
	cr_expect_eq(faccessat(here_fd, "club/teams/21/photo.svg", F_OK, 0), 0);
	cr_expect_eq(faccessat(here_fd, "club/organizations/Lund/logo.svg", F_OK, 0), 0);
	/* Later, without a table; the label is a name, too. */
	put("photos/22.svg", SVG);
	AUTO_OUTCOME later = ASSAY("contest", "import", "club", "--photos", "photos");
	EXPECT_STATUS(later, 0);
	EXPECT_PART(later, "2 photos\n");
	cr_expect_eq(faccessat(here_fd, "club/teams/22/photo.svg", F_OK, 0), 0);
	AUTO_OUTCOME none = ASSAY("contest", "import", "club");
	EXPECT_COMPLAINT(none, 2, "missing argument PACKAGE|FILE");
	put("more.json", "[]");
	AUTO_OUTCOME list = ASSAY("contest", "import", "club", "more.json", "--dry-run");
	EXPECT_COMPLAINT(
		list, 2, "more.json: --photos, --logos and --dry-run need a table of teams");
}

Test(contest_roster, a_table_that_cannot_be_read_names_the_cause)
{
	static const struct {
		const char *file, *text;
	} cases[] = {
		{"absent.csv", "absent.csv: cannot be opened: No such file"},
		{"binary.csv",
			"binary.csv: is not a CSV file, or is UTF-16; save it as 'CSV UTF-8'"},
		{"empty.csv", "empty.csv: "},
		{"folder.csv", "folder.csv: is a Contest Package; --photos"},
		{"accounts.tsv", "accounts.tsv: --photos, --logos and --dry-run need a table"},
		{"absent.json", "absent.json: cannot be opened: No such file"},
		{"absent.zip", "absent.zip: cannot be opened: No such file"},
		{"absent", "absent: cannot be opened: No such file"},
		{"accounts.csv",
			"accounts.csv: --photos, --logos and --dry-run need a table of teams"},
	};

	make_club();
	cr_assert_eq(mkdirat(here_fd, "folder.csv", 0755), 0);
	put("accounts.csv", "username,password\nann,secret-of-ann\n");
	put("accounts.tsv", "accounts\t1\njudge\tPer\taustrin\tsecret-of-per\n");
	put("empty.csv", "");
	AS_AUTO_FD int fd = openat(here_fd, "binary.csv", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	cr_assert_eq(write(fd, "team\0\n", 6), 6);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		AUTO_OUTCOME dry = ASSAY("contest", "import", "club", cases[i].file, "--dry-run");
		cr_expect_neq(dry.status, 0, "%s", cases[i].file);
		cr_expect(
			strstr(dry.err.data, cases[i].text), "%s: %s", cases[i].file, dry.err.data);
	}
	AUTO_OUTCOME real = ASSAY("contest", "import", "club", "binary.csv");
	cr_expect(strstr(real.err.data, "binary.csv: is not a CSV file"), "%s", real.err.data);
}

/* All teams have one name, and the names of universities have no Latin letter. */
Test(contest_roster, a_large_sheet_whose_names_are_alike_is_imported)
{
	enum { ROWS = 1200 };
	AS_AUTO_BYTES struct as_bytes text = {0};
	FILE *out = open_memstream(&text.data, &text.size);

	make_club();
	fputs("team,university,members\n", out);
	for (int i = 0; i < ROWS; i++)
		fprintf(out, "Team,\u5927\u5b66 %d,Ann %d; Bo\n", i, i);
	cr_assert_eq(fclose(out), 0);
	put("teams.csv", text.data);
	AUTO_OUTCOME made = ASSAY("contest", "import", "club", "teams.csv");
	EXPECT_STATUS(made, 0);
	EXPECT_PART(made,
		"1200 teams added, 1200 organizations, 2400 persons, 1200 accounts; 0 changed");
	AUTO_OUTCOME same = ASSAY("contest", "import", "club", "teams.csv");
	EXPECT_STATUS(same, 0);
	EXPECT_PART(same, "0 teams added; 0 changed, 1200 as before\n");
}
