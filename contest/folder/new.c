/* SPDX-License-Identifier: MIT */
/* The files of a new contest. */
#include "reading.h"

#include <assay/base/keeper.h>
#include <assay/contest/folder/make.h>
#include <assay/contest/folder/stage.h>

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

#define FILE_MODE 0644
#define SECRET_MODE 0600

struct maker {
	const char *path;
	const struct as_contest_new_config *config;
	int dir_fd;
};

/* ---- texts ---- */

/* Quotes an untrusted text as JSON, which is also valid YAML. */
static void put_quoted(FILE *out, const char *text)
{
	AS_AUTO_JSON json_t *value = json_string(text);
	AS_AUTO_FREE char *quoted =
		value ? json_dumps(value, JSON_ENCODE_ANY | JSON_ENSURE_ASCII) : NULL;

	fputs(quoted ? quoted : "\"\"", out);
}

/* The name of the folder, unless a contest may not have this name. */
static const char *name_of(const struct maker *maker)
{
	const char *slash = strrchr(maker->path, '/');
	const char *name = slash && slash[1] ? slash + 1 : maker->path;

	return as_text_has_control(name) || !as_text_is_utf8(name, strlen(name)) ? "Contest" : name;
}

static bool scores(const struct maker *maker)
{
	for (size_t i = 0; i < maker->config->package_count; i++)
		if (maker->config->packages[i]->scoring)
			return true;
	return false;
}

/* The parts of contest.yaml. */
#define TEXT(name) AS_EMBED(contest_new_##name, ASSAY_TEXTS_PATH "/" #name ".yaml")
TEXT(head);
TEXT(rest);
TEXT(pass_fail);
TEXT(score);
TEXT(tail);

static void write_contest(const struct maker *maker, FILE *out)
{
	const char *name = name_of(maker);

	fputs(contest_new_head, out);
	if (as_contest_is_id(name)) {
		fputs("id: ", out);
		put_quoted(out, name);
		fputc('\n', out);
	}
	fputs("name: ", out);
	put_quoted(out, name);
	fputc('\n', out);
	fputs(contest_new_rest, out);
	fputs(scores(maker) ? contest_new_score : contest_new_pass_fail, out);
	fputs(contest_new_tail, out);
}

/* ---- problems ---- */

static const struct {
	const char *rgb, *color;
} colors[] = {{"#e6194b", "red"}, {"#4363d8", "blue"}, {"#ffe119", "yellow"}, {"#3cb44b", "green"},
	{"#f58231", "orange"}, {"#911eb4", "purple"}, {"#46f0f0", "cyan"}, {"#f032e6", "magenta"},
	{"#fabebe", "pink"}, {"#800000", "maroon"}, {"#808000", "olive"}, {"#000075", "navy"},
	{"#ffffff", "white"}, {"#000000", "black"}, {"#808080", "grey"}};

static bool is_taken(char *const *ids, size_t count, const char *id)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(ids[i], id) == 0)
			return true;
	return false;
}

/* The package's short name if it is an unused id, else "problem3". */
static char *choose_id(
	const struct maker *maker, char *const *ids, size_t index, struct as_error *error)
{
	const char *name = maker->config->packages[index]->short_name;

	if (as_contest_is_id(name) && !is_taken(ids, index, name))
		return as_text_format(error, "%s", name);
	for (size_t number = index + 1;; number++) {
		char *id = as_text_format(error, "problem%zu", number);
		if (!id || !is_taken(ids, index, id))
			return id;
		free(id);
	}
}

static void write_problem(const struct maker *maker, size_t index, const char *id, FILE *out)
{
	fputs("\n- id: ", out);
	put_quoted(out, id);
	fputs("\n  package: ", out);
	put_quoted(out, maker->config->paths[index]);
	fputs("\n  name: ", out);
	put_quoted(out, maker->config->packages[index]->title);
	fprintf(out, "\n  rgb: '%s'\n  color: %s\n", colors[index % COUNT(colors)].rgb,
		colors[index % COUNT(colors)].color);
}

static int write_problems(const struct maker *maker, FILE *out, struct as_error *error)
{
	const size_t count = maker->config->package_count;
	AS_AUTO_NAMES char **ids = calloc(count + 1, sizeof(*ids));

	if (!ids)
		return as_error_no_memory(error);
	fputs("# The problems in the order of the board: A, B, C, ...; `label: X` sets another "
	      "letter.\n"
	      "# `package` is problems/ID in this folder by default. `feedback`, `counterexample` "
	      "and\n"
	      "# `languages` override those of contest.yaml.\n",
		out);
	for (size_t i = 0; i < count; i++) {
		ids[i] = choose_id(maker, ids, i, error);
		if (!ids[i])
			return -1;
		write_problem(maker, i, ids[i], out);
	}
	return 0;
}

/* ---- people ---- */

static void write_groups(FILE *out)
{
	fputs("# Groups of teams, each with its own board. Only the jury sees hidden groups.\n"
	      "- id: participants\n"
	      "  name: Participants\n"
	      "- id: testers\n"
	      "  name: Testers\n"
	      "  hidden: true\n",
		out);
}

static void write_teams(const struct maker *maker, FILE *out)
{
	fputs("# Teams. With organizations.yaml, a list of {id: ..., name: ...}, a team can have "
	      "an\n"
	      "# organization_id, such as its school.\n",
		out);
	for (size_t i = 1; i <= maker->config->team_count; i++)
		fprintf(out,
			"- id: team%zu\n  name: Team %zu\n  label: '%zu'\n"
			"  group_ids: [participants]\n",
			i, i, i);
	fputs("# The jury's team, to try the problems:\n"
	      "- id: jury\n  name: Jury\n  label: '0'\n  group_ids: [testers]\n",
		out);
}

static void write_account(FILE *out, const char *username, const char *type, const char *team)
{
	char password[AS_PASSWORD_SIZE];

	fprintf(out, "- username: %s\n  password: %s\n  type: %s\n", username,
		as_password_make(password), type);
	if (team)
		fprintf(out, "  team_id: %s\n", team);
}

static void write_accounts(const struct maker *maker, FILE *out)
{
	char team[40];

	fputs("# Accounts and their passwords: keep this file private (mode 600). assay contest "
	      "passwords\n"
	      "# prints them as cards. The type is admin, judge, analyst, balloon, staff or team. "
	      "With\n"
	      "# `ip: ADDRESS`, logging in from that address needs no password.\n",
		out);
	write_account(out, "admin", "admin", NULL);
	write_account(out, "judge", "judge", NULL);
	write_account(out, "jury", "team", "jury");
	for (size_t i = 1; i <= maker->config->team_count; i++) {
		snprintf(team, sizeof(team), "team%zu", i);
		write_account(out, team, "team", team);
	}
}

/* ---- files ---- */

enum file { FILE_CONTEST, FILE_PROBLEMS, FILE_GROUPS, FILE_TEAMS, FILE_ACCOUNTS, FILE_COUNT };

static int write_text(const struct maker *maker, enum file file, FILE *out, struct as_error *error)
{
	switch (file) {
	case FILE_CONTEST:
		write_contest(maker, out);
		return 0;
	case FILE_PROBLEMS:
		return write_problems(maker, out, error);
	case FILE_GROUPS:
		write_groups(out);
		return 0;
	case FILE_TEAMS:
		write_teams(maker, out);
		return 0;
	case FILE_ACCOUNTS:
	case FILE_COUNT:
		break;
	}
	write_accounts(maker, out);
	return 0;
}

static int write_file(const struct maker *maker, enum file file, struct as_error *error)
{
	static const char *const names[] = {
		"contest.yaml", "problems.yaml", "groups.yaml", "teams.yaml", "accounts.yaml"};
	AS_AUTO_FREE char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return as_error_no_memory(error);
	const int status = write_text(maker, file, out, error);
	const bool failed = ferror(out);
	if (fclose(out) || failed)
		return as_error_no_memory(error);
	return status || as_file_write(maker->dir_fd, names[file], text, size,
				 file == FILE_ACCOUNTS ? SECRET_MODE : FILE_MODE, error)
		       ? -1
		       : 0;
}

/* ---- the folder ---- */

static int write_files(const char *path, const struct as_contest_new_config *config, int dir_fd,
	struct as_error *error)
{
	const struct maker maker = {.path = path, .config = config, .dir_fd = dir_fd};

	for (int file = 0; file < FILE_COUNT; file++)
		if (write_file(&maker, (enum file)file, error))
			return -1;
	return 0;
}

int as_contest_new(
	const char *path, const struct as_contest_new_config *config, struct as_error *error)
{
	AS_AUTO_FREE char *trimmed = as_text_format(error, "%s", path);

	if (!trimmed)
		return -1;
	for (size_t length = strlen(trimmed); length > 1 && trimmed[length - 1] == '/'; length--)
		trimmed[length - 1] = '\0';
	struct as_contest_draft stage;
	const int failed = as_contest_draft_open(&stage, trimmed, true, error) ||
			   write_files(trimmed, config, stage.fd, error) ||
			   as_contest_draft_commit(&stage, error);
	as_contest_draft_close(&stage);
	return failed ? -1 : 0;
}
