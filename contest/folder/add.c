/* SPDX-License-Identifier: MIT */
/* Adding accounts to the file of a contest's folder. */
#include "reading.h"

#include <assay/contest/folder/make.h>
#include <fcntl.h>
#include <string.h>

#define MOST_BYTES (UINT64_C(16) << 20)

/* An account without an id has its username as its id. */
static const char *id_of(const json_t *account)
{
	const char *id = json_string_value(json_object_get(account, "id"));

	return id ? id : json_string_value(json_object_get(account, "username"));
}

static int check_free(const json_t *accounts, const struct as_document *added, size_t index,
	struct as_error *error)
{
	const struct as_node root = as_node_root(added);
	const struct as_node node = as_node_item(&root, index);
	const char *id = id_of(node.value);
	const char *name = json_string_value(json_object_get(node.value, "username"));
	size_t other;
	json_t *account;

	if (!id || !name)
		return as_node_error(&node, error, "the account has no username; add one");
	json_array_foreach(accounts, other, account)
	{
		const char *its = json_string_value(json_object_get(account, "username"));
		const char *its_id = id_of(account);
		if ((its && strcmp(its, name) == 0) || (its_id && strcmp(its_id, id) == 0))
			return as_node_error(&node, error,
				"the contest has an account '%s' already; remove one of them",
				its ? its : its_id);
	}
	return 0;
}

/* A line for each account at the end of the text, which keeps its comments. */
static char *append_lines(const char *text, const json_t *added, struct as_error *error)
{
	char *joined =
		as_text_format(error, "%s%s", text, *text && !as_text_ends(text, "\n") ? "\n" : "");
	size_t index;
	json_t *account;

	json_array_foreach(added, index, account)
	{
		AS_AUTO_FREE char *before = joined;
		AS_AUTO_FREE char *line = json_dumps(account, JSON_ENSURE_ASCII);
		joined = before && line ? as_text_format(error, "%s- %s\n", before, line) : NULL;
	}
	return joined;
}

static int write_yaml(int dir_fd, const char *name, const struct as_bytes *text,
	const json_t *merged, const json_t *added, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document again = {0};
	AS_AUTO_FREE char *lines = append_lines(text->size ? text->data : "", added, error);

	if (!lines)
		return -1;
	if (as_document_parse_yaml(&again, name, lines, strlen(lines), NULL) ||
		!json_equal(again.root, merged))
		return as_error_at(error, AS_ERROR_INPUT, name, 0, 0,
			"accounts can only be added to a list whose lines begin with \"- \"; write "
			"it in that way");
	return as_file_write(dir_fd, name, lines, strlen(lines), 0600, error);
}

static int write_json(int dir_fd, const char *name, const json_t *merged, struct as_error *error)
{
	AS_AUTO_FREE char *text = json_dumps(merged, JSON_INDENT(2));
	AS_AUTO_FREE char *lines = text ? as_text_format(error, "%s\n", text) : NULL;

	return lines ? as_file_write(dir_fd, name, lines, strlen(lines), 0600, error)
		     : as_error_no_memory(error);
}

/* The accounts that the folder has, as a list; the file need not exist. */
static int read_own(
	int dir_fd, const char *name, struct as_bytes *text, json_t **own, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};

	if (faccessat(dir_fd, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0 &&
		(as_file_read(dir_fd, name, MOST_BYTES, text, error) ||
			as_document_load(&document, dir_fd, name, name, error)))
		return -1;
	*own = json_is_array(document.root) ? json_deep_copy(document.root) : json_array();
	if (!*own)
		return as_error_no_memory(error);
	if (document.root && !json_is_array(document.root) && json_object_size(document.root) > 0)
		return as_error_at(error, AS_ERROR_INPUT, name, 0, 0, "is not a list of accounts");
	return 0;
}

int as_contest_add_accounts(const char *path, const char *file, size_t *count,
	size_t *password_count, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_JSON json_t *own = NULL;
	AS_AUTO_FD int dir_fd = as_dir_open(AT_FDCWD, path, error);

	const int status = dir_fd < 0 ? -1
			   : as_contest_is_table(file)
				   ? folder_load_table(file, &document, error)
				   : as_document_load(&document, AT_FDCWD, file, file, error);

	if (status)
		return -1;
	if (!json_is_array(document.root))
		return as_document_error(&document, "", error, "is not a list of accounts");
	const bool is_json = faccessat(dir_fd, "accounts.json", F_OK, AT_SYMLINK_NOFOLLOW) == 0;
	const char *name = is_json ? "accounts.json" : "accounts.yaml";
	if (read_own(dir_fd, name, &text, &own, error))
		return -1;
	AS_AUTO_JSON json_t *added = json_deep_copy(document.root);
	if (!added || folder_add_passwords(added, password_count, error))
		return as_error_no_memory(error);
	*count = json_array_size(added);
	for (size_t i = 0; i < *count; i++)
		if (check_free(own, &document, i, error) ||
			json_array_append(own, json_array_get(added, i)))
			return as_error_no_memory(error);
	return is_json ? write_json(dir_fd, name, own, error)
		       : write_yaml(dir_fd, name, &text, own, added, error);
}
