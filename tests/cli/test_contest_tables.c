/* SPDX-License-Identifier: MIT */
/* assay contest import: accounts and teams in tables and lists of other tools. */
#include "contest_case.h"

TestSuite(contest_tables, .init = enter_folder, .fini = leave_folder);

Test(contest_tables, accounts_are_added_to_a_folder)
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

Test(contest_tables, two_new_accounts_with_one_name_are_refused)
{
	make_club();
	put("more.yaml", "- {username: helper, type: judge}\n- {username: helper, type: judge}\n");
	AUTO_OUTCOME added = ASSAY("contest", "import", "club", "more.yaml");
	EXPECT_COMPLAINT(added, 3, "more.yaml:2:3: the contest has an account 'helper' already");
}

/* Lists of the Contest API and of Contest Packages, named as there. */
Test(contest_tables, lists_of_teams_groups_organizations_and_persons_are_added)
{
	make_club();
	put("teams.json", "[{\"id\": \"t9\", \"name\": \"Nine\", \"group_ids\": "
			  "[\"participants\"]}, {\"id\": \"t10\", \"name\": \"Ten\", "
			  "\"group_ids\": [\"nope\"]}]\n");
	AUTO_OUTCOME wrong = ASSAY("contest", "import", "club", "teams.json");
	EXPECT_STATUS(wrong, 3);
	cr_expect(strstr(wrong.out.data, "teams.json:1") &&
			  strstr(wrong.out.data, "'nope' is not in groups.yaml"),
		"%s%s", wrong.out.data, wrong.err.data);
	put("groups.json", "[{\"id\": \"nope\", \"name\": \"Guests\"}]\n");
	AUTO_OUTCOME groups = ASSAY("contest", "import", "club", "groups.json");
	EXPECT_STATUS(groups, 0);
	cr_expect(strstr(groups.out.data, "1 group added\n"), "%s", groups.out.data);
	put("organizations.yaml", "- {id: kth, name: KTH}\n");
	AUTO_OUTCOME organizations = ASSAY("contest", "import", "club", "organizations.yaml");
	EXPECT_STATUS(organizations, 0);
	AUTO_OUTCOME teams = ASSAY("contest", "import", "club", "teams.json");
	EXPECT_STATUS(teams, 0);
	cr_expect_str_eq(teams.out.data, "2 teams and 0 organizations added\n"
					 "club: 1 problem, 6 teams, 6 accounts; 0 errors, 0 "
					 "warnings\n");
	put("persons.json",
		"[{\"id\": \"p1\", \"name\": \"Per\", \"role\": \"coach\", \"team_ids\": "
		"[\"t9\"]}]\n");
	AUTO_OUTCOME persons = ASSAY("contest", "import", "club", "persons.json");
	EXPECT_STATUS(persons, 0);
	cr_expect(strstr(persons.out.data, "1 person added\n"), "%s", persons.out.data);
	AUTO_OUTCOME again = ASSAY("contest", "import", "club", "persons.json");
	EXPECT_COMPLAINT(again, 3,
		"persons.json:1:2: the contest has a person 'p1' already; remove one of them");
	put("teams.yaml", "- {name: Nobody}\n");
	AUTO_OUTCOME nameless = ASSAY("contest", "import", "club", "teams.yaml");
	EXPECT_COMPLAINT(nameless, 3, "teams.yaml:1:3: the team has no id; add one");
	put("list.json", "[{\"id\": \"t11\", \"name\": \"Eleven\"}]\n");
	AUTO_OUTCOME list = ASSAY("contest", "import", "club", "list.json");
	EXPECT_COMPLAINT(list, 3,
		"list.json:1:2: the account has no username; add one, or rename a list of teams, "
		"groups, organizations or persons, for example to teams.json");
}

/* As a German spreadsheet writes it: semicolons, CR LF, Windows-1252. */
Test(contest_tables, accounts_are_added_from_a_table_of_a_spreadsheet)
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

Test(contest_tables, accounts_are_added_from_a_table_of_older_tools)
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
Test(contest_tables, a_password_of_accounts_tsv_may_have_quotes)
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
Test(contest_tables, teams_of_older_tools_are_added_with_their_institutions)
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
Test(contest_tables, no_file_is_written_if_one_has_an_error)
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
Test(contest_tables, errors_of_an_import_name_the_row_of_the_table)
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
Test(contest_tables, an_id_without_quotes_is_found_by_an_import)
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

Test(contest_tables, a_team_that_is_there_adds_nothing)
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

Test(contest_tables, a_table_without_usernames_adds_nothing)
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
