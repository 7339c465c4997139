/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include <string.h>

/* ---- mappings ---- */

static const struct folder_key *find_key(
	const struct folder_key *keys, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(keys[i].name, name) == 0)
			return &keys[i];
	return NULL;
}

static int report_unknown(struct folder *folder, const struct as_node *node,
	const struct folder_key *keys, size_t count, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_FREE struct as_node_key *names = calloc(count, sizeof(*names));

	if (!names)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		names[i].name = keys[i].name;
	as_node_unknown_key(node, names, count, &why);
	return folder_report(folder, AS_FINDING_ERROR, &why, error);
}

static int read_key(struct folder *folder, const struct as_node *node, const struct folder_key *key,
	void *object, struct as_error *error)
{
	const struct as_node child = as_node_child(node, key->name);
	struct as_error why = {0};

	if (child.value && !json_is_null(child.value)) {
		if (key->read(folder, &child, (char *)object + key->offset, &why) == 0)
			return 0;
		return folder_report(folder, AS_FINDING_ERROR, &why, error);
	}
	return key->flags & FOLDER_REQUIRED ? folder_note(folder, AS_FINDING_ERROR, node, error,
						      "missing key '%s'", key->name)
					    : 0;
}

int folder_read(struct folder *folder, const struct as_node *node, const struct folder_key *keys,
	size_t count, void *object, struct as_error *error)
{
	struct as_error why = {0};
	const char *name;
	json_t *value;

	if (!json_is_object(node->value)) {
		as_node_type_error(node, &why, "a mapping of keys to values", "");
		return folder_report(folder, AS_FINDING_ERROR, &why, error);
	}
	json_object_foreach(node->value, name, value)
	{
		const struct as_node child = as_node_child(node, name);
		if (!find_key(keys, count, name) &&
			report_unknown(folder, &child, keys, count, error))
			return -1;
	}
	for (size_t i = 0; i < count; i++)
		if (read_key(folder, node, &keys[i], object, error))
			return -1;
	return 0;
}

/* ---- files ---- */

/* 1: the stage has the file. */
static int find_staged(
	const struct folder *folder, const char *name, char **real, struct as_error *error)
{
	enum as_tree_type type = AS_TREE_ABSENT;
	AS_AUTO_FREE char *path =
		folder->stage ? as_text_format(error, "%s/%s", folder->stage, name) : NULL;

	if (folder->stage &&
		(!path || as_tree_find(&folder->contest->tree, path, &type, real, error)))
		return -1;
	if (type != AS_TREE_FILE)
		free(as_steal(*real));
	return type == AS_TREE_FILE;
}

/* 1: the file exists. */
static int find_file(struct folder *folder, const char *name, char **real, struct as_error *error)
{
	enum as_tree_type type;
	struct as_error why = {0};
	const int staged = find_staged(folder, name, real, error);

	if (staged)
		return staged;
	if (as_tree_find(&folder->contest->tree, name, &type, real, &why))
		return why.kind == AS_ERROR_INPUT
			       ? folder_add(folder, AS_FINDING_ERROR, name, error, "%s",
					 folder_link_text(&why))
			       : as_error_pass(error, &why, why.where, "%s", why.text);
	if (type == AS_TREE_ABSENT || type == AS_TREE_FILE)
		return type == AS_TREE_FILE;
	free(as_steal(*real));
	return folder_add(folder, AS_FINDING_ERROR, name, error, "is not a regular file");
}

static int load(struct folder *folder, const char *real, const char *name,
	struct as_document *document, struct as_error *error)
{
	struct as_error why = {0};

	if (folder_load(document, folder->contest->tree.fd, real, name, &why) == 0)
		return 1;
	return folder_report(folder, AS_FINDING_ERROR, &why, error);
}

int folder_document(struct folder *folder, enum folder_part part, struct as_document *document,
	struct as_error *error)
{
	char yaml[40], json[40];
	AS_AUTO_FREE char *real_yaml = NULL, *real_json = NULL;
	const size_t errors = folder->contest->error_count;

	snprintf(yaml, sizeof(yaml), "%s.yaml", folder_part_names[part]);
	snprintf(json, sizeof(json), "%s.json", folder_part_names[part]);
	const int has_yaml = find_file(folder, yaml, &real_yaml, error);
	const int has_json = has_yaml < 0 ? -1 : find_file(folder, json, &real_json, error);
	if (has_json < 0 || (has_yaml && has_json &&
				    folder_add(folder, AS_FINDING_ERROR, json, error,
					    "%s exists, too; remove one of them", yaml)))
		return -1;
	int status = 0;
	if (has_yaml || has_json)
		status = load(folder, has_yaml ? real_yaml : real_json, has_yaml ? yaml : json,
			document, error);
	folder->is_broken[part] = status == 0 && folder->contest->error_count > errors;
	return status;
}

/* ---- lists ---- */

struct lister {
	struct folder *folder;
	const struct folder_list *list;
	json_t *lines; /* id -> line of the object, for messages about duplicates */
};

static const char *id_of(const void *item)
{
	return *(char *const *)item;
}

/* The folder of the object's files, for folder_files; "" if it has no id. */
static char *files_dir(const struct folder_list *list, const void *item, struct as_error *error)
{
	const char *id = id_of(item);

	return as_text_format(error, "%s%s%s", id ? folder_part_names[list->part] : "",
		id ? "/" : "", id ? id : "");
}

static int name_item(
	struct lister *lister, const struct as_node *node, void *item, struct as_error *error)
{
	const struct as_node id = as_node_child(node, "id");
	struct as_error why = {0};

	if (!id.value || json_is_null(id.value)) {
		if (lister->list->name)
			return lister->list->name(lister->folder, node, item, error);
		return folder_note(lister->folder, AS_FINDING_ERROR, node, error,
			"the %s has no id; add one", lister->list->noun);
	}
	if (folder_id(lister->folder, &id, item, &why) == 0)
		return 0;
	return folder_report(lister->folder, AS_FINDING_ERROR, &why, error);
}

/* 1: the id is unused. */
static int enter_id(
	struct lister *lister, const struct as_node *node, const char *id, struct as_error *error)
{
	struct as_error place = {0};
	const json_t *line = json_object_get(lister->lines, id);

	if (line)
		return folder_note(lister->folder, AS_FINDING_ERROR, node, error,
			"the id '%s' is also that of the %s in line %lld; ids must be unique", id,
			lister->list->noun, (long long)json_integer_value(line));
	as_node_error(node, &place, "here");
	return json_object_set_new(lister->lines, id, json_integer(place.line))
		       ? as_error_no_memory(error)
		       : 1;
}

/* 1: the item is complete enough to keep. */
static int read_item(
	struct lister *lister, const struct as_node *node, void *item, struct as_error *error)
{
	struct folder *folder = lister->folder;
	const struct folder_list *list = lister->list;
	struct as_error why = {0};

	if (!json_is_object(node->value)) {
		as_node_type_error(node, &why, "a mapping of keys to values", "");
		return folder_report(folder, AS_FINDING_ERROR, &why, error);
	}
	if (as_cancel_check(folder->cancel, error) || name_item(lister, node, item, error))
		return -1;
	AS_AUTO_FREE char *dir = files_dir(list, item, error);
	if (!dir)
		return -1;
	folder->files_dir = *dir ? dir : NULL;
	int status = folder_read(folder, node, list->keys.items, list->keys.count, item, error);
	if (status == 0 && list->check)
		status = list->check(folder, node, item, error);
	if (status == 0 && list->named)
		status = folder_default((char **)((char *)item + list->named), id_of(item), error);
	folder->files_dir = NULL;
	if (status || !id_of(item))
		return status;
	return enter_id(lister, node, id_of(item), error);
}

static int add_item(struct lister *lister, const struct as_node *node, char **items, size_t *count,
	struct as_error *error)
{
	const size_t size = lister->list->item_bytes;
	char *grown = as_array_grow(*items, *count, size, error);

	if (!grown)
		return -1;
	*items = grown;
	void *item = grown + *count * size;
	memset(item, 0, size);
	const int status = read_item(lister, node, item, error);
	if (status == 1)
		++*count;
	else
		lister->folder->clear_item(lister->list, item);
	return status < 0 ? -1 : 0;
}

static int compare_ids(const void *left, const void *right)
{
	return folder_compare_ids(id_of(left), id_of(right));
}

int folder_list_read(struct folder *folder, const struct folder_list *list,
	const struct as_node *root, void *items, size_t *count, struct as_error *error)
{
	AS_AUTO_JSON json_t *lines = json_object();
	struct lister lister = {.folder = folder, .list = list, .lines = lines};
	struct as_error why = {0};

	if (!lines)
		return as_error_no_memory(error);
	json_decref(as_steal(folder->seen));
	if (!json_is_array(root->value)) {
		as_node_type_error(root, &why, "a list", "write - before each entry");
		return folder_report(folder, AS_FINDING_ERROR, &why, error);
	}
	for (size_t i = 0; i < json_array_size(root->value); i++) {
		const struct as_node node = as_node_item(root, i);
		if (add_item(&lister, &node, items, count, error))
			return -1;
	}
	if (*count && !list->keeps_order)
		qsort(*(void **)items, *count, list->item_bytes, compare_ids);
	return 0;
}

int folder_list_load(struct folder *folder, const struct folder_list *list, void *items,
	size_t *count, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	const int status = folder_document(folder, list->part, &document, error);

	if (status <= 0)
		return status;
	const struct as_node root = as_node_root(&document);
	/* An empty YAML file is an empty mapping: here, a list whose entries are all commented out.
	 */
	if (json_is_object(root.value) && json_object_size(root.value) == 0)
		return 0;
	return folder_list_read(folder, list, &root, items, count, error);
}

/* ---- the lists of a contest ---- */

int folder_part_read(struct folder *folder, enum folder_part part, struct as_error *error)
{
	const struct folder_list *list = folder->lists[part];
	char *contest = (char *)folder->contest;

	return folder_list_load(
		folder, list, contest + list->items, (size_t *)(contest + list->count), error);
}

bool folder_is_absent(const struct as_node *node, const char *key)
{
	const struct as_node child = as_node_child(node, key);

	return !child.value || json_is_null(child.value);
}
