/* SPDX-License-Identifier: MIT */
/* Adds objects to the lists of a contest's folder: accounts, groups, organizations, teams. */
#include "changing.h"
#include "reading.h"

#include <assay/contest/folder/make.h>
#include <assay/contest/folder/stage.h>
#include <fcntl.h>
#include <string.h>

/* The objects to add to one file. */
struct addition {
	enum folder_part part;
	const struct as_document *document; /* origin of the objects */
	json_t *added;
	unsigned *lines;       /* owned: those of the added objects in the document */
	struct folder_own own; /* the folder's list, later with the added objects */
	json_t *index;         /* of the items of `own`, by ids and usernames */
};

static void clear_addition(struct addition *addition)
{
	json_decref(addition->added);
	json_decref(addition->index);
	free(addition->lines);
	folder_own_clear(&addition->own);
}

static const char *noun_of(enum folder_part part)
{
	return part == FOLDER_ACCOUNTS        ? "an account"
	       : part == FOLDER_GROUPS        ? "a group"
	       : part == FOLDER_ORGANIZATIONS ? "an organization"
	       : part == FOLDER_PERSONS       ? "a person"
					      : "a team";
}

/* ---- existing objects ---- */

static const char *text_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

/* The id; for an account without one its username. */
static const char *id_of(const json_t *object)
{
	const char *id = text_of(object, "id");

	return id ? id : text_of(object, "username");
}

static bool are_same(const json_t *one, const json_t *other, const char *key)
{
	const char *text = text_of(one, key), *others = text_of(other, key);

	return text && others && strcmp(text, others) == 0;
}

static int index_text(
	json_t *index, char kind, const char *text, json_t *item, struct as_error *error)
{
	AS_AUTO_FREE char *key = text ? as_text_format(error, "%c%s", kind, text) : NULL;

	if (!text)
		return 0;
	return !key || (!json_object_get(index, key) && json_object_set(index, key, item))
		       ? as_error_no_memory(error)
		       : 0;
}

/* Adds an item of the list to the index, by its id and its username. */
static int index_item(json_t *index, json_t *item, struct as_error *error)
{
	return index_text(index, 'i', id_of(item), item, error) ||
			       index_text(index, 'u', text_of(item, "username"), item, error)
		       ? -1
		       : 0;
}

static const json_t *find_text(const json_t *index, char kind, const char *text)
{
	AS_AUTO_FREE char *key = text ? as_text_format(NULL, "%c%s", kind, text) : NULL;

	return key ? json_object_get(index, key) : NULL;
}

/* The object of the list with the same id or username, or NULL. */
static const json_t *find_same(const json_t *index, const json_t *object)
{
	const json_t *same = find_text(index, 'i', id_of(object));

	return same ? same : find_text(index, 'u', text_of(object, "username"));
}

/* Equal ICPC ids are enough, because the name may have been corrected by hand. */
static bool is_same_organization(const json_t *one, const json_t *other)
{
	return are_same(one, other, "icpc_id") || are_same(one, other, "formal_name") ||
	       (!text_of(one, "formal_name") && are_same(one, other, "name"));
}

/* Appends an object to the list. */
static int append(struct addition *addition, size_t index, json_t *kept, struct as_error *error)
{
	const struct as_node root = as_node_root(addition->document);
	const struct as_node node = as_node_item(&root, index);
	json_t *object = json_array_get(addition->added, index);
	const json_t *same = find_same(addition->index, object);

	if (addition->part == FOLDER_ACCOUNTS && !text_of(object, "username"))
		return as_node_error(&node, error,
			"the account has no username; add one, or rename a list of teams, "
			"groups, organizations or persons, for example to teams.json");
	if (!id_of(object))
		return as_node_error(&node, error, "the %s has no id; add one",
			strchr(noun_of(addition->part), ' ') + 1);
	if (same && addition->part == FOLDER_ORGANIZATIONS && is_same_organization(same, object))
		return 0;
	if (same)
		return as_node_error(&node, error,
			"the contest has %s '%s' already; remove one of them",
			noun_of(addition->part), id_of(same));
	addition->lines[json_array_size(kept)] = folder_line_of(addition->document, index);
	if (json_array_append(addition->own.items, object) || json_array_append(kept, object))
		return as_error_no_memory(error);
	return index_item(addition->index, object, error);
}

/* Merges the lists, and keeps the new objects in `added`. */
static int merge(struct addition *addition, struct as_error *error)
{
	AS_AUTO_JSON json_t *kept = json_array();
	const size_t count = json_array_size(addition->added);

	addition->lines = calloc(count + 1, sizeof(*addition->lines));
	addition->index = json_object();
	if (!kept || !addition->lines || !addition->index)
		return as_error_no_memory(error);
	for (size_t i = 0; i < addition->own.count; i++)
		if (index_item(addition->index, json_array_get(addition->own.items, i), error))
			return -1;
	for (size_t i = 0; i < count; i++)
		if (append(addition, i, kept, error))
			return -1;
	json_decref(addition->added);
	addition->added = as_steal(kept);
	return 0;
}

/* ---- the file ---- */

static int prepare(struct addition *addition, int dir_fd, struct as_contest_added *added,
	struct as_error *error)
{
	addition->added = json_deep_copy(addition->document->root);
	if (!addition->added)
		return as_error_no_memory(error);
	if (addition->part == FOLDER_ACCOUNTS &&
		folder_add_passwords(addition->added, &added->passwords, error))
		return -1;
	return folder_own_read(&addition->own, addition->part, dir_fd, error) ||
			       merge(addition, error)
		       ? -1
		       : 0;
}

static size_t *count_of(struct as_contest_added *added, enum folder_part part)
{
	return part == FOLDER_ACCOUNTS        ? &added->accounts
	       : part == FOLDER_GROUPS        ? &added->groups
	       : part == FOLDER_ORGANIZATIONS ? &added->organizations
	       : part == FOLDER_PERSONS       ? &added->persons
					      : &added->teams;
}

/* Writes the changed files to the stage. */
static int add_all(const struct as_document documents[FOLDER_PART_COUNT], int dir_fd, int stage_fd,
	struct as_contest_added *added, struct folder_origins *origins, struct as_error *error)
{
	struct addition additions[FOLDER_PART_COUNT] = {0};
	int status = 0;

	for (int part = 0; part < FOLDER_PART_COUNT && !status; part++) {
		additions[part].part = (enum folder_part)part;
		additions[part].document = &documents[part];
		if (documents[part].root)
			status = prepare(&additions[part], dir_fd, added, error);
	}
	for (int part = 0; part < FOLDER_PART_COUNT && !status; part++) {
		const struct addition *addition = &additions[part];
		const size_t count = json_array_size(addition->added);
		if (count == 0)
			continue;
		*count_of(added, addition->part) = count;
		status =
			folder_own_write(&addition->own, stage_fd, origins, addition->lines, error);
	}
	for (int part = 0; part < FOLDER_PART_COUNT; part++)
		clear_addition(&additions[part]);
	return status ? -1 : 0;
}

/* ---- the source ---- */

/* A list whose name is that of a file of Contest Packages, such as teams.json, contains such
 * objects. A list with another name contains accounts. */
static enum folder_part part_of(const char *file)
{
	static const enum folder_part parts[] = {
		FOLDER_GROUPS, FOLDER_ORGANIZATIONS, FOLDER_TEAMS, FOLDER_PERSONS};
	const char *name = as_text_last_part(file), *dot = strrchr(name, '.');

	for (size_t i = 0; dot && !as_contest_is_table(file) && i < sizeof(parts) / sizeof(*parts);
		i++) {
		const char *part = folder_part_names[parts[i]];
		if (strlen(part) == (size_t)(dot - name) && strncmp(part, name, strlen(part)) == 0)
			return parts[i];
	}
	return FOLDER_ACCOUNTS;
}

static int load(
	const char *file, struct as_document documents[FOLDER_PART_COUNT], struct as_error *error)
{
	const enum folder_part part = part_of(file);
	struct as_document *list = &documents[part];
	const int found = folder_load_tsv(file, documents, error);

	if (found)
		return found < 0 ? -1 : 0;
	if (as_contest_is_table(file) ? folder_load_table(file, list, error)
				      : folder_load(list, AT_FDCWD, file, file, error))
		return -1;
	return json_is_array(list->root) ? 0
					 : as_document_error(list, "", error, "is not a list of %s",
						   folder_part_names[part]);
}

/* Opens the folder with the staged files, and renames them if the folder has no error. Nothing
 * fails after that. */
static struct as_contest *add_staged(struct as_contest_draft *stage,
	const struct folder_origins *origins, const char *path,
	const struct as_contest_options *options, const atomic_bool *cancel, struct as_error *error)
{
	AS_AUTO_CONTEST struct as_contest *contest =
		folder_open(path, AS_CONTEST_DRAFT_NAME, origins, options, cancel, error);

	if (contest && folder_origins_translate(origins, &contest->findings, error))
		return NULL;
	if (contest && contest->error_count == 0 && as_contest_draft_commit(stage, error))
		return NULL;
	return as_steal(contest);
}

struct as_contest *as_contest_add(const char *path, const char *file,
	const struct as_contest_options *options, struct as_contest_added *added,
	const atomic_bool *cancel, struct as_error *error)
{
	struct as_document documents[FOLDER_PART_COUNT] = {0};
	struct as_contest_draft stage = {.fd = -1, .to_fd = -1};
	struct folder_origins origins = {.file = file};
	struct as_contest *contest = NULL;
	AS_AUTO_FD int dir_fd = as_dir_open(AT_FDCWD, path, error);

	*added = (struct as_contest_added){0};
	if (dir_fd >= 0 && load(file, documents, error) == 0 &&
		as_contest_draft_open(&stage, path, false, error) == 0 &&
		add_all(documents, dir_fd, stage.fd, added, &origins, error) == 0)
		contest = add_staged(&stage, &origins, path, options, cancel, error);
	as_contest_draft_close(&stage);
	free(origins.items);
	for (int part = 0; part < FOLDER_PART_COUNT; part++)
		as_document_clear(&documents[part]);
	return contest;
}
