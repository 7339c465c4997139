/* SPDX-License-Identifier: MIT */
/*
 * The folder of a rehearsal. It has the lists of the contest as JSON, the pictures, and the paths
 * of the packages, which stay where they are. Its store and its passwords are its own, so nothing
 * of the rehearsal can reach the contest.
 */
#include "simulate.h"

#include <assay/base/document.h>
#include <assay/contest/folder/make.h>
#include <assay/contest/folder/stage.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

struct copy {
	const struct as_contest *contest;
	int to_fd;
	size_t teams;
	unsigned speed;
};

/* ---- lists ---- */

/* NULL: the folder has no such file; then `error` is not set. */
static json_t *load_list(const struct copy *copy, const char *name, struct as_error *error)
{
	static const char *const endings[] = {"yaml", "json"};

	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
		AS_AUTO_DOCUMENT struct as_document document = {0};
		AS_AUTO_FREE char *file = as_text_format(error, "%s.%s", name, endings[i]);
		AS_AUTO_FREE char *real = NULL;
		enum as_tree_type type;
		if (!file || as_tree_find(&copy->contest->tree, file, &type, &real, error))
			return NULL;
		if (type == AS_TREE_FILE)
			return as_document_load(
				       &document, copy->contest->tree.fd, real, file, error)
				       ? NULL
				       : json_deep_copy(document.root);
	}
	return NULL;
}

static int write_list(
	const struct copy *copy, const char *name, const json_t *list, struct as_error *error)
{
	AS_AUTO_FREE char *file = as_text_format(error, "%s.json", name);
	AS_AUTO_FREE char *text = list ? json_dumps(list, JSON_INDENT(2)) : NULL;

	if (!file || !text)
		return as_error_no_memory(error);
	return as_file_write(copy->to_fd, file, text, strlen(text),
		strcmp(name, "accounts") == 0 ? 0600 : 0644, error);
}

/* ---- contest.json ---- */

static void set_span(json_t *contest, const char *key, int64_t span_ms, unsigned speed)
{
	char text[64];
	const int64_t short_ms = span_ms / speed;

	snprintf(text, sizeof(text), "%jd:%02d:%02d.%03d", (intmax_t)(short_ms / 3600000),
		(int)(short_ms / 60000 % 60), (int)(short_ms / 1000 % 60), (int)(short_ms % 1000));
	json_object_set_new(contest, key, json_string(text));
}

/* Simulated teams send more in a minute than people may. */
static int copy_contest(const struct copy *copy, struct as_error *error)
{
	static const char *const dropped[] = {"start_time", "countdown_pause_time",
		"scoreboard_thaw_time", "registration", "virtual"};
	AS_AUTO_JSON json_t *contest = load_list(copy, "contest", error);
	const struct as_contest_settings *settings = &copy->contest->settings;

	if (!contest)
		return -1;
	for (size_t i = 0; i < sizeof(dropped) / sizeof(*dropped); i++)
		json_object_del(contest, dropped[i]);
	/* Prints wait on the page of helpers. */
	json_object_del(json_object_get(contest, "print"), "command");
	AS_AUTO_FREE char *name = as_text_format(error, "Rehearsal: %s", settings->name);
	if (!name || json_object_set_new(contest, "id", json_string(settings->id)) ||
		json_object_set_new(contest, "name", json_string(name)) ||
		json_object_set_new(contest, "limits",
			json_pack("{s:s}", "submissions_per_minute", "unlimited")))
		return as_error_no_memory(error);
	set_span(contest, "duration", settings->duration_ms, copy->speed);
	set_span(contest, "scoreboard_freeze_duration", settings->freeze_duration_ms, copy->speed);
	return write_list(copy, "contest", contest, error);
}

/* ---- problems, teams, accounts ---- */

static int copy_problems(const struct copy *copy, struct as_error *error)
{
	AS_AUTO_JSON json_t *problems = load_list(copy, "problems", error);
	size_t index;
	json_t *problem;

	json_array_foreach(problems, index, problem)
	{
		const char *id = json_string_value(json_object_get(problem, "id"));
		const size_t found =
			id ? as_contest_find_problem(copy->contest, id) : AS_CONTEST_NONE;
		AS_AUTO_FREE char *real =
			found == AS_CONTEST_NONE
				? NULL
				: realpath(copy->contest->problems[found].package_path, NULL);
		json_object_del(problem, "statement");
		json_object_del(problem, "attachments");
		if (real && json_object_set_new(problem, "package", json_string(real)))
			return as_error_no_memory(error);
	}
	return problems ? write_list(copy, "problems", problems, error) : -1;
}

/* The first group that is not hidden, or NULL. */
static const char *group_of(const struct as_contest *contest)
{
	if (contest->settings.main_group != AS_CONTEST_NONE)
		return contest->groups[contest->settings.main_group].id;
	for (size_t i = 0; i < contest->group_count; i++)
		if (!contest->groups[i].hidden)
			return contest->groups[i].id;
	return NULL;
}

static int add_team(const struct copy *copy, json_t *teams, json_t *accounts, size_t number,
	struct as_error *error)
{
	AS_AUTO_FREE char *id = as_text_format(error, "simulated%zu", number);
	AS_AUTO_FREE char *name = as_text_format(error, "Simulated %zu", number);
	const char *group = group_of(copy->contest);
	json_t *team = id && name ? json_pack("{s:s, s:s}", "id", id, "name", name) : NULL;

	if (!team || json_array_append_new(teams, team) ||
		(group && json_object_set_new(team, "group_ids", json_pack("[s]", group))) ||
		json_array_append_new(accounts, json_pack("{s:s, s:s, s:s}", "username", id, "type",
							"team", "team_id", id)))
		return as_error_no_memory(error);
	return 0;
}

/* Removes the accounts that the contest leaves out, because only a file of shared accounts has
 * their teams. */
static void drop_accounts(const struct as_contest *contest, json_t *accounts)
{
	for (size_t i = json_array_size(accounts); i-- > 0;) {
		const char *username =
			json_string_value(json_object_get(json_array_get(accounts, i), "username"));
		bool is_known = false;
		for (size_t of = 0; username && of < contest->account_count; of++)
			is_known =
				is_known || strcmp(contest->accounts[of].username, username) == 0;
		if (!is_known)
			json_array_remove(accounts, i);
	}
}

/* Each account gets a new password. */
static int renew_passwords(json_t *accounts, struct as_error *error)
{
	size_t index;
	json_t *account;

	json_array_foreach(accounts, index, account)
	{
		char password[AS_PASSWORD_SIZE];
		json_object_del(account, "ip");
		if (json_object_set_new(
			    account, "password", json_string(as_password_make(password))))
			return as_error_no_memory(error);
	}
	return 0;
}

static int copy_people(const struct copy *copy, struct as_error *error)
{
	AS_AUTO_JSON json_t *teams = load_list(copy, "teams", error);
	AS_AUTO_JSON json_t *accounts = load_list(copy, "accounts", error);

	if (!teams && error->kind == AS_ERROR_NONE)
		teams = json_array();
	if (!accounts && error->kind == AS_ERROR_NONE)
		accounts = json_pack("[{s:s, s:s}]", "username", "admin", "type", "admin");
	if (!teams || !accounts)
		return as_error_no_memory(error);
	drop_accounts(copy->contest, accounts);
	for (size_t i = contest_count_visible(copy->contest); i < copy->teams; i++)
		if (add_team(copy, teams, accounts, i + 1, error))
			return -1;
	return renew_passwords(accounts, error) || write_list(copy, "teams", teams, error) ||
			       write_list(copy, "accounts", accounts, error)
		       ? -1
		       : 0;
}

/* ---- the rest ---- */

static int copy_list(const struct copy *copy, const char *name, struct as_error *error)
{
	AS_AUTO_JSON json_t *list = load_list(copy, name, error);

	if (!list)
		return error->kind == AS_ERROR_NONE ? 0 : -1;
	return write_list(copy, name, list, error);
}

static int copy_pictures(const struct copy *copy, const char *name, struct as_error *error)
{
	const int fd = copy->contest->tree.fd;
	struct stat status;

	if (fstatat(fd, name, &status, AT_SYMLINK_NOFOLLOW) || !S_ISDIR(status.st_mode))
		return 0;
	return as_contest_copy(fd, name, copy->to_fd, name, &cli_cancelled, error);
}

static int copy_all(const struct copy *copy, struct as_error *error)
{
	static const char *const lists[] = {"languages", "groups", "organizations", "persons"};
	static const char *const folders[] = {"contest", "organizations", "teams", "persons"};

	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		if (copy_list(copy, lists[i], error) || copy_pictures(copy, folders[i], error))
			return -1;
	return copy_problems(copy, error) || copy_people(copy, error) || copy_contest(copy, error)
		       ? -1
		       : 0;
}

int simulate_copy(const struct as_contest *contest, const char *path, size_t teams, unsigned speed,
	struct as_error *error)
{
	struct as_contest_draft stage;
	struct copy copy = {.contest = contest, .teams = teams, .speed = speed};
	int status = as_contest_draft_open(&stage, path, true, error);

	copy.to_fd = stage.fd;
	if (!status)
		status = copy_all(&copy, error);
	if (!status)
		status = as_contest_draft_commit(&stage, error);
	as_contest_draft_close(&stage);
	return status ? -1 : 0;
}
