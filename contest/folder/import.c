/* SPDX-License-Identifier: MIT */
/* Imports a contest's folder from a Contest Package of another system. */
#include "changing.h"
#include "reading.h"

#include <assay/contest/folder/make.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

struct importer {
	struct as_tree from;
	int to_fd;
	struct as_findings *notes;
	const atomic_bool *cancel;
	json_t *teams; /* the parsed teams.json, or NULL */
};

/* ---- unknown keys ---- */

/* The key `print` names a command that the server runs: it must not come from another system. */
static bool is_imported(enum folder_part part, const char *name)
{
	return folder_knows_key(part, name) &&
	       !(part == FOLDER_CONTEST && strcmp(name, "print") == 0);
}

/* Removes unknown keys of an object and appends their names to `dropped`. */
static int drop_keys(json_t *object, enum folder_part part, json_t *dropped)
{
	const char *name;
	json_t *value;
	void *next;

	json_object_foreach_safe(object, next, name, value)
	{
		if (is_imported(part, name))
			continue;
		if (json_object_set(dropped, name, json_true()) || json_object_del(object, name))
			return -1;
	}
	return 0;
}

static int note_dropped(
	struct importer *importer, const char *name, json_t *dropped, struct as_error *error)
{
	const char *key;
	json_t *value;
	char list[512] = "";

	json_object_foreach(dropped, key, value)
	{
		const size_t length = strlen(list);
		snprintf(list + length, sizeof(list) - length, "%s%s", length ? ", " : "", key);
	}
	return as_findings_add(
		importer->notes, AS_FINDING_INFO, name, error, "keys are left out: %s", list);
}

/* ---- passwords ---- */

int folder_add_passwords(json_t *accounts, size_t *count, struct as_error *error)
{
	size_t index;
	json_t *account;

	*count = 0;
	json_array_foreach(accounts, index, account)
	{
		char password[AS_PASSWORD_SIZE];
		if (!json_is_object(account) || as_json_has(account, "password") ||
			as_json_has(account, "ip"))
			continue;
		if (json_object_set_new(
			    account, "password", json_string(as_password_make(password))))
			return as_error_no_memory(error);
		++*count;
	}
	return 0;
}

static int add_passwords(
	struct importer *importer, const char *name, json_t *accounts, struct as_error *error)
{
	size_t count;

	if (folder_add_passwords(accounts, &count, error))
		return -1;
	return count == 0 ? 0
			  : as_findings_add(importer->notes, AS_FINDING_INFO, name, error,
				    "%zu account%s without a password got a random one", count,
				    count == 1 ? "" : "s");
}

/* Makes an admin, a judge, and an account for each team. */
static json_t *make_accounts(const json_t *teams, struct as_error *error)
{
	json_t *accounts = json_pack("[{s:s, s:s}, {s:s, s:s}]", "username", "admin", "type",
		"admin", "username", "judge", "type", "judge");
	size_t index;
	json_t *team;

	json_array_foreach(teams, index, team)
	{
		const char *id = json_string_value(json_object_get(team, "id"));
		if (id &&
			json_array_append_new(accounts, json_pack("{s:s, s:s, s:s}", "username", id,
								"type", "team", "team_id", id)))
			json_decref(as_steal(accounts));
	}
	if (!accounts)
		as_error_no_memory(error);
	return accounts;
}

/* ---- files ---- */

static int write_json(struct importer *importer, enum folder_part part, const json_t *root,
	struct as_error *error)
{
	AS_AUTO_FREE char *text = json_dumps(root, JSON_INDENT(2));
	AS_AUTO_FREE char *name = as_text_format(error, "%s.json", folder_part_names[part]);
	AS_AUTO_FREE char *lines = text ? as_text_format(error, "%s\n", text) : NULL;

	if (!name || !lines)
		return as_error_no_memory(error);
	return as_file_write(importer->to_fd, name, lines, strlen(lines),
		part == FOLDER_ACCOUNTS ? 0600 : 0644, error);
}

/* A file without changes is copied byte for byte, so that its comments stay. */
static int write_part(struct importer *importer, enum folder_part part, const char *real,
	const char *name, json_t *root, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_DOCUMENT struct as_document before = {0};

	if (as_file_read(importer->from.fd, real, UINT64_C(16) << 20, &text, error) ||
		folder_load(&before, importer->from.fd, real, name, error))
		return -1;
	if (!json_equal(before.root, root))
		return write_json(importer, part, root, error);
	return as_file_write(importer->to_fd, name, text.data, text.size,
		part == FOLDER_ACCOUNTS ? 0600 : 0644, error);
}

static int filter(struct importer *importer, enum folder_part part, const char *name, json_t *root,
	struct as_error *error)
{
	AS_AUTO_JSON json_t *dropped = json_object();
	size_t index;
	json_t *object;

	if (!dropped)
		return as_error_no_memory(error);
	if (json_is_object(root) && drop_keys(root, part, dropped))
		return as_error_no_memory(error);
	json_array_foreach(root, index,
		object) if (json_is_object(object) &&
			    drop_keys(object, part, dropped)) return as_error_no_memory(error);
	if (json_object_size(dropped) && note_dropped(importer, name, dropped, error))
		return -1;
	return part == FOLDER_ACCOUNTS ? add_passwords(importer, name, root, error) : 0;
}

static int import_file(struct importer *importer, enum folder_part part, const char *real,
	const char *name, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	AS_AUTO_FREE char *where = as_tree_where(&importer->from, name, error);

	if (!where || folder_load(&document, importer->from.fd, real, where, error))
		return -1;
	AS_AUTO_JSON json_t *root = json_deep_copy(document.root);
	if (!root)
		return as_error_no_memory(error);
	if (filter(importer, part, name, root, error) ||
		write_part(importer, part, real, name, root, error))
		return -1;
	if (part == FOLDER_TEAMS)
		importer->teams = json_incref(root);
	return 1;
}

/* 1: the package has the file. */
static int import_part(struct importer *importer, enum folder_part part, struct as_error *error)
{
	AS_AUTO_FREE char *name = NULL, *real = NULL;
	const int found = folder_find_part(&importer->from, part, &name, &real, error);

	return found > 0 ? import_file(importer, part, real, name, error) : found;
}

/* Copies files of FILE references; links are refused. */
static int import_folder(struct importer *importer, const char *name, struct as_error *error)
{
	struct stat status;

	if (fstatat(importer->from.fd, name, &status, AT_SYMLINK_NOFOLLOW) ||
		!S_ISDIR(status.st_mode))
		return 0;
	return as_contest_copy(
		importer->from.fd, name, importer->to_fd, name, importer->cancel, error);
}

static int import_accounts(struct importer *importer, struct as_error *error)
{
	const int found = import_part(importer, FOLDER_ACCOUNTS, error);

	if (found)
		return found < 0 ? -1 : 0;
	AS_AUTO_JSON json_t *accounts = make_accounts(importer->teams, error);
	size_t count;
	if (!accounts || folder_add_passwords(accounts, &count, error) ||
		write_json(importer, FOLDER_ACCOUNTS, accounts, error))
		return -1;
	return as_findings_add(importer->notes, AS_FINDING_INFO, "accounts.json", error,
		"the package has no accounts; %zu were made", count);
}

/* The state belongs to the results, which are not imported and which another system may have
 * written. An unreadable state is therefore ignored. */
static void read_end(const struct as_tree *from, int64_t *ended_wall_ms)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	AS_AUTO_FREE char *real = NULL;
	enum as_tree_type type;

	if (as_tree_find(from, "state.json", &type, &real, NULL) || type != AS_TREE_FILE ||
		folder_load(&document, from->fd, real, "state.json", NULL))
		return;
	const char *ended = json_string_value(json_object_get(document.root, "ended"));
	int64_t wall_ms;
	if (ended && as_contest_time_parse(ended, &wall_ms, NULL) == 0)
		*ended_wall_ms = wall_ms;
}

static int import_all(struct importer *importer, struct as_error *error)
{
	const int found = import_part(importer, FOLDER_CONTEST, error);

	if (found < 0)
		return -1;
	if (found == 0)
		return as_error_at(error, AS_ERROR_INPUT, importer->from.shown, 0, 0,
			"has no contest.json or contest.yaml; name a Contest Package");
	for (int part = FOLDER_CONTEST + 1; part < FOLDER_PART_COUNT; part++)
		if (part != FOLDER_ACCOUNTS &&
			import_part(importer, (enum folder_part)part, error) < 0)
			return -1;
	for (int part = 0; part < FOLDER_PART_COUNT; part++)
		if (import_folder(importer, folder_part_names[part], error))
			return -1;
	return import_accounts(importer, error);
}

int folder_import(const struct folder_import *import, int from_fd, struct as_error *error)
{
	AS_AUTO_TREE struct as_tree tree = {.fd = -1};

	if (as_tree_init(&tree, from_fd, import->from, error))
		return -1;
	struct importer importer = {.from = tree,
		.to_fd = import->to_fd,
		.notes = import->notes,
		.cancel = import->cancel};
	const int status = import_all(&importer, error);
	json_decref(importer.teams);
	if (status == 0)
		read_end(&importer.from, import->ended_wall_ms);
	return status;
}
