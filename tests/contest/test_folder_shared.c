/* SPDX-License-Identifier: MIT */
/* A file of accounts that contests share: the accounts of a contest, and every mistake. */
#include "folder_case.h"

#define ROOT "- {username: root, password: correct-horse, type: admin}\n"
#define MIA "- {username: mia, password: correct-horse, type: team, team_id: t1}\n"

static const struct {
	const char *shared; /* the file */
	const char *own;    /* accounts.yaml, or NULL: there is none */
	const char *said;   /* the findings, or the accounts with a number in the file */
} cases[] = {
	/* All accounts are in the file; one file is empty; both have accounts. */
	{ROOT MIA, NULL, "mia=1 t1\nroot=2 -\n"},
	{"# empty\n", ROOT, "root=0 -\n"},
	{MIA, ROOT, "mia=1 t1\nroot=0 -\n"},
	/* The contest names the team, or both do, or the file. */
	{ROOT "- {username: mia, password: correct-horse, type: team}\n",
		"- {username: mia, type: team, team_id: t1}\n", "mia=1 t1\nroot=2 -\n"},
	{ROOT MIA, "- {username: mia, type: team, team_id: t1}\n", "mia=1 t1\nroot=2 -\n"},
	{ROOT MIA, "- {username: mia, type: team, ip: 10.0.0.1}\n", "mia=1 t1\nroot=2 -\n"},
	/* The contest has an id of its own for the account. */
	{ROOT MIA, "- {id: m, username: mia, type: team}\n", "mia=1 t1\nroot=2 -\n"},
	/* Mistakes of the file. */
	{ROOT "- {username: mia, pasword: correct-horse, type: judge}\n", NULL,
		"error FILE:2:19: unknown key 'pasword'; did you mean 'password'?\n"
		"warning FILE:2:3: the account has neither a password nor an ip; nobody can log in "
		"with it\n"},
	{ROOT MIA MIA, NULL,
		"error FILE:3:14: username 'mia' is also in line 2; choose another one\n"
		"error FILE:3:3: the id 'mia' is also that of the account in line 2; ids must be "
		"unique\n"},
	{ROOT "- {username: mia, password: correct-horse, type: team, team_id: t9}\n", NULL,
		"error FILE:2:65: team_id 't9' is not in teams.yaml; did you mean 't1'? if not, "
		"add "
		"it there\n"},
	{ROOT "- {username: mia, password: correct-horse, type: team}\n", NULL,
		"error FILE:2: username 'mia' has no team in the contest DIR; add team_id here, or "
		"add the username with its team_id to DIR/accounts.yaml\n"},
	{ROOT "- {username: mia, password: correct-horse, type: team}\n",
		"- {username: mia, type: team}\n",
		"error FILE:2: username 'mia' has no team in the contest DIR; add team_id here, or "
		"add the username with its team_id to DIR/accounts.yaml\n"},
	{"- {username: root, password: short, type: admin}\n", ROOT,
		"error FILE:1:30: the password is too short; use at least 8 characters\n"
		"error accounts.yaml:1: username 'root' is also in line 1 of FILE; write its "
		"password only there\n"},
	{"{username: root}\n", ROOT,
		"error FILE:1:1: must be a list, not a mapping; write - before each entry\n"},
	/* Contradictions: both lines are named. */
	{MIA ROOT, ROOT,
		"error accounts.yaml:1: username 'root' is also in line 2 of FILE; write its "
		"password only there\n"},
	{ROOT MIA, "# first\n- {username: mia, type: judge}\n",
		"error accounts.yaml:2: the type of username 'mia' differs from that in line 2 of "
		"FILE; make the values equal, or rename one of the two users\n"},
	{ROOT MIA, "- {username: mia, type: team, team_id: t2}\n",
		"error accounts.yaml:1: the team_id of username 'mia' differs from that in line 2 "
		"of FILE; make the values equal, or rename one of the two users\n"},
	{ROOT "- {username: ip, type: judge, ip: 10.0.0.1}\n",
		"- {username: ip, type: judge, ip: 10.0.0.2}\n",
		"error accounts.yaml:1: the ip of username 'ip' differs from that in line 2 of "
		"FILE; make the values equal, or rename one of the two users\n"},
	{ROOT "- {username: ip, type: judge, ip: 10.0.0.1}\n",
		"- {username: other, type: judge, ip: 10.0.0.1}\n",
		"error accounts.yaml:1: the ip of username 'other' is also in line 2 of FILE; "
		"choose another ip\n"},
	/* An address is a log-in to all contests, so the jury's is in the file alone. */
	{ROOT, "- {username: root, type: admin, ip: 10.0.0.1}\n",
		"error accounts.yaml:1: the ip of username 'root' is a log-in to all contests; "
		"write it in line 1 of FILE\n"},
	{ROOT "- {username: ip, password: correct-horse, type: judge, ip: '::ffff:10.0.0.1'}\n",
		"- {username: ip, type: judge, ip: 10.0.0.1}\n", "ip=1 -\nroot=2 -\n"},
	/* Two users of one address, also if the folder has both, and writes it in another way. */
	{ROOT MIA "- {username: noa, password: correct-horse, type: judge, ip: 10.0.0.1}\n",
		"- {username: mia, type: team, ip: '::ffff:10.0.0.1'}\n"
		"- {username: noa, type: judge}\n",
		"error accounts.yaml:2: the ip of username 'noa' is also that of username 'mia'; "
		"choose another ip\n"},
	{ROOT "- {username: noa, password: correct-horse, type: judge, ip: 10.0.0.1}\n" MIA,
		"- {username: mia, type: team, ip: 10.0.0.1}\n",
		"error accounts.yaml:1: the ip of username 'mia' is also in line 2 of FILE; choose "
		"another ip\n"},
	{ROOT "- {username: ip, password: correct-horse, type: judge, ip: '::ffff:10.0.0.1'}\n",
		"- {username: other, type: judge, ip: 10.0.0.1}\n",
		"error accounts.yaml:1: the ip of username 'other' is also in line 2 of FILE; "
		"choose another ip\n"},
	{ROOT MIA, "- {id: mia, username: other, password: correct-horse, type: judge}\n",
		"error accounts.yaml:1: the id of username 'other' is also in line 2 of FILE; "
		"choose another id\n"},
};

static struct as_contest *open_shared(
	const struct package_folder *folder, const char *file, struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", folder->path, file);
	const struct as_contest_options options = {.accounts = path};

	return as_contest_open(folder->path, &options, NULL, error);
}

/* The accounts, or the findings, with FILE instead of the file's path. */
static char *say(const struct as_contest *contest)
{
	AS_AUTO_FREE char *findings = contest_findings(contest);
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	const char *rest = findings;

	/* Texts name the file as DIR/shared.people, places by its path. */
	for (const char *at; (at = strstr(rest, "shared.people"));) {
		const char *begin = at;
		while (begin > rest && !strchr(" \n", begin[-1]))
			begin--;
		fprintf(out, "%.*sFILE", (int)(begin - rest), rest);
		rest = at + strlen("shared.people");
	}
	fputs(rest, out);
	for (size_t i = 0; !*findings && i < contest->account_count; i++) {
		const struct as_contest_account *account = &contest->accounts[i];
		cr_expect(account->password, "%s", account->username);
		fprintf(out, "%s=%zu %s\n", account->username, account->shared,
			account->team == AS_CONTEST_NONE ? "-" : contest->teams[account->team].id);
	}
	fclose(out);
	return text;
}

static void try_case(size_t index)
{
	AUTO_FOLDER folder = contest_folder_make(
		"--- file teams.yaml\n- {id: t1, name: First}\n- {id: t2, name: Second}\n");
	struct as_error error = {0};

	package_folder_write(
		&folder, "shared.people", cases[index].shared, strlen(cases[index].shared));
	fchmodat(folder.fd, "shared.people", 0600, 0);
	if (cases[index].own)
		package_folder_write(
			&folder, "accounts.yaml", cases[index].own, strlen(cases[index].own));
	else
		cr_assert_eq(unlinkat(folder.fd, "accounts.yaml", 0), 0);
	AS_AUTO_CONTEST struct as_contest *contest = open_shared(&folder, "shared.people", &error);
	cr_assert_not_null(contest, "%zu: %s: %s", index, error.where, error.text);
	AS_AUTO_FREE char *said = say(contest);
	cr_expect_str_eq(said, cases[index].said, "%zu:\nsaid     %s\nexpected %s", index, said,
		cases[index].said);
	cr_expect_eq(as_contest_require(contest, &error) == 0, strncmp(said, "error", 5) != 0,
		"%zu", index);
}

Test(folder_shared, accounts_of_the_file_and_of_the_contest)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		try_case(i);
}

static void refuse_file(
	const struct package_folder *folder, const char *name, unsigned line, const char *said)
{
	struct as_error error = {0};
	AS_AUTO_CONTEST struct as_contest *contest = open_shared(folder, name, &error);

	cr_assert_null(contest, "%s", name);
	cr_expect_eq(error.kind, AS_ERROR_INPUT, "%s", name);
	cr_expect(as_text_ends(error.where, name), "%s: %s", name, error.where);
	cr_expect_eq(error.line, line, "%s: line %u", name, error.line);
	cr_expect(strstr(error.text, said), "%s: %s", name, error.text);
}

Test(folder_shared, a_file_that_cannot_be_loaded_is_an_error)
{
	AUTO_FOLDER folder = contest_folder_make("--- file bad.yaml\n- a\n- [\n");

	refuse_file(&folder, "none.yaml", 0, "No such file");
	refuse_file(&folder, "bad.yaml", 3, "");
}

Test(folder_shared, a_file_that_others_can_read_is_refused)
{
	AUTO_FOLDER folder = contest_folder_make("--- file shared.people\n" MIA);
	struct as_error error = {0};

	fchmodat(folder.fd, "shared.people", 0644, 0);
	AS_AUTO_CONTEST struct as_contest *contest = open_shared(&folder, "shared.people", &error);
	cr_assert_not_null(contest, "%s", error.text);
	cr_assert_eq(as_contest_require(contest, &error), -1);
	cr_expect(strstr(error.text, "can read or change the accounts; run: chmod 600"), "%s",
		error.text);
	cr_expect_str_eq(error.where, contest->accounts_file, "the place is that of the file");
}

/* Other commands read the folder of a contest that was served with a file. */
Test(folder_shared, without_the_file_its_accounts_of_teams_are_left_out)
{
	AUTO_FOLDER folder = contest_folder_make(
		"--- file teams.yaml\n- {id: t1, name: First}\n"
		"--- file accounts.yaml\n- {username: mia, type: team, ip: 10.0.0.1}\n" ROOT
		"- {username: noa, type: team}\n"
		"- {username: team1, password: correct-horse, type: team, team_id: t1}\n");
	struct as_error error = {0};
	AS_AUTO_CONTEST struct as_contest *contest =
		as_contest_open(folder.path, NULL, NULL, &error);

	cr_assert_not_null(contest, "%s: %s", error.where, error.text);
	cr_expect_eq(as_contest_require(contest, &error), 0, "%s: %s", error.where, error.text);
	AS_AUTO_FREE char *findings = contest_findings(contest);
	cr_expect(strstr(findings, "warning accounts.yaml:1:3: the account of a team has no team, "
				   "so it is left out; "),
		"%s", findings);
	cr_expect(strstr(findings, "warning accounts.yaml:3:3: "), "%s", findings);
	cr_assert_eq(contest->account_count, 2);
	cr_expect_str_eq(contest->accounts[0].username, "root");
	cr_expect_str_eq(contest->accounts[1].username, "team1");
}
