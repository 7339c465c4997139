/* SPDX-License-Identifier: MIT */
/* Writes the documents of the Contest API, and the event feed, as files. */
#include "private.h"

#include <assay/contest/folder/make.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#define BLOCK_BYTES 65536
#define FILE_MODE 0644

static int write_text(struct export *export, const char *name, const char *text, size_t size,
	struct as_error *error)
{
	AS_AUTO_FREE char *lines = as_text_format(error, "%.*s\n", (int)size, text);

	return lines ? as_file_write(export->fd, name, lines, size + 1, FILE_MODE, error) : -1;
}

/* ---- documents ---- */

struct document {
	const char *endpoint;
	const char *name; /* of its file, without ".json", and of the folder with its files */
	bool is_edited;   /* its objects get files, or keys of the folder */
};
static const struct document documents[] = {
	{"", "api", false},
	{"contests", "contest", true},
	{"state", "state", false},
	{"judgement-types", "judgement-types", false},
	{"languages", "languages", false},
	{"problems", "problems", true},
	{"groups", "groups", true},
	{"organizations", "organizations", true},
	{"teams", "teams", true},
	{"persons", "persons", true},
	{"accounts", "accounts", false},
	{"submissions", "submissions", true},
	{"judgements", "judgements", false},
	{"runs", "runs", false},
	{"clarifications", "clarifications", false},
	{"awards", "awards", false},
	{"commentary", "commentary", false},
	{"scoreboard", "scoreboard", false},
};

static int get(struct export *export, const struct document *document, struct as_bytes *json,
	struct as_error *error)
{
	const bool is_contest = strcmp(document->endpoint, "contests") == 0;
	const char *id = is_contest ? export->config->contest->settings.id : NULL;
	const int status = as_contest_api_get(export->api, export->log, &export->reader,
		document->endpoint, id, NULL, json, error);

	if (status < 0 || status == 200)
		return status < 0 ? -1 : 0;
	return as_error_set(error, AS_ERROR_INTERNAL, "%s: %.*s", document->endpoint,
		(int)json->size, json->data);
}

static int edit_object(struct export *export, const struct document *document, json_t *object,
	struct as_error *error)
{
	const struct as_contest *contest = export->config->contest;
	const char *id = json_string_value(json_object_get(object, "id"));

	if (strcmp(document->name, "contest") == 0)
		return export_files(export, document->name, object, error);
	AS_AUTO_FREE char *folder = as_text_format(error, "%s/%s", document->name, id ? id : "");
	if (!folder || export_files(export, folder, object, error))
		return -1;
	if (strcmp(document->name, "problems") != 0)
		return 0;
	const size_t problem = as_contest_find_problem(contest, id ? id : "");
	return problem == AS_CONTEST_NONE
		       ? 0
		       : export_package(export, &contest->problems[problem], object, error);
}

static int edit(struct export *export, const struct document *document, json_t *root,
	struct as_error *error)
{
	size_t index;
	json_t *object;

	if (as_contest_add_own_keys(export->config->contest, document->name, root, error))
		return -1;
	if (json_is_object(root))
		return edit_object(export, document, root, error);
	json_array_foreach(
		root, index, object) if (as_cancel_check(export->config->cancel, error) ||
					 edit_object(export, document, object, error)) return -1;
	return 0;
}

static int write_edited(struct export *export, const struct document *document, const char *name,
	const struct as_bytes *json, struct as_error *error)
{
	AS_AUTO_JSON json_t *root = json_loadb(json->data, json->size, 0, NULL);

	if (!root)
		return as_error_no_memory(error);
	if (edit(export, document, root, error))
		return -1;
	AS_AUTO_FREE char *text = json_dumps(root, JSON_INDENT(2));
	return text ? write_text(export, name, text, strlen(text), error)
		    : as_error_no_memory(error);
}

static int write_document(
	struct export *export, const struct document *document, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes json = {0};
	AS_AUTO_FREE char *name = as_text_format(error, "%s.json", document->name);

	if (!name || get(export, document, &json, error))
		return -1;
	return document->is_edited
		       ? write_edited(export, document, name, &json, error)
		       : as_file_write(export->fd, name, json.data, json.size, FILE_MODE, error);
}

int export_documents(struct export *export, struct as_error *error)
{
	for (size_t i = 0; i < sizeof(documents) / sizeof(*documents); i++)
		if (as_cancel_check(export->config->cancel, error) ||
			write_document(export, &documents[i], error))
			return -1;
	return 0;
}

/* ---- the event feed ---- */

static int write_events(
	struct as_contest_cursor *cursor, int fd, const atomic_bool *cancel, struct as_error *error)
{
	AS_AUTO_FREE char *bytes = malloc(BLOCK_BYTES);
	ssize_t count;

	if (!bytes)
		return as_error_no_memory(error);
	while ((count = as_contest_feed_read(cursor, bytes, BLOCK_BYTES, error)) > 0)
		if (as_cancel_check(cancel, error) || as_fd_write(fd, bytes, (size_t)count, error))
			return -1;
	return count < 0 ? -1 : 0;
}

int export_feed(struct export *export, struct as_error *error)
{
	static const char name[] = "event-feed.ndjson";
	AS_AUTO_FD int fd =
		openat(export->fd, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE);

	if (fd < 0)
		return as_error_at_sys(
			error, AS_ERROR_INTERNAL, errno, name, "the file cannot be made");
	struct as_contest_cursor *cursor =
		as_contest_feed_open(export->api, export->log, &export->reader, NULL, error);
	const int status = cursor ? write_events(cursor, fd, export->config->cancel, error) : -1;
	as_contest_feed_close(cursor);
	return status;
}
