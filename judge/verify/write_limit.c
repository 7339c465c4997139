/* SPDX-License-Identifier: MIT */
/*
 * Writes a time limit into problem.yaml and changes as little as possible, so that comments and
 * layout stay. The changed text is parsed: unless it means exactly the old text plus the limit,
 * nothing is written.
 */
#include <assay/verify.h>

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define NAME "problem.yaml"
#define MAX_BYTES ((uint64_t)1 << 20)

/* `limits` may be a mapping in braces, a block, or missing. */
static char *insert(const char *text, const struct as_document *document, const char *limit,
	const char *comment, struct as_error *error)
{
	json_t *limits = json_object_get(document->root, "limits");
	const bool open_line = *text && text[strlen(text) - 1] != '\n';
	unsigned line = 0, column = 0;

	if (!limits)
		return as_text_format(error, "%s%slimits:\n  time_limit: %s%s\n", text,
			open_line ? "\n" : "", limit, comment);
	const char *start = as_document_place(document, "/limits", &line, &column)
				    ? as_text_line(text, line)
				    : NULL;
	if (!start || column < 1 || strlen(start) < column)
		return as_text_format(error, "%s", text);
	if (start[column - 1] == '{')
		return as_text_format(error, "%.*stime_limit: %s%s%s", (int)(start + column - text),
			text, limit, json_object_size(limits) ? ", " : "", start + column);
	return as_text_format(error, "%.*s%.*stime_limit: %s%s\n%s", (int)(start - text), text,
		(int)column - 1, start, limit, comment, start);
}

/* True if the new text means the old one plus the limit. */
static bool means_same(const char *text, const struct as_document *old, double seconds)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};

	if (as_document_parse_yaml(&document, NAME, text, strlen(text), NULL))
		return false;
	AS_AUTO_JSON json_t *wanted = json_deep_copy(old->root);
	AS_AUTO_JSON json_t *found = json_deep_copy(document.root);
	json_t *limits = json_object_get(found, "limits");
	const double written = json_number_value(json_object_get(limits, "time_limit"));
	json_object_del(limits, "time_limit");
	if (json_object_size(limits) == 0)
		json_object_del(found, "limits");
	if (json_object_size(json_object_get(wanted, "limits")) == 0)
		json_object_del(wanted, "limits");
	return written == seconds && json_equal(wanted, found);
}

int as_verify_write_time_limit(const struct as_package *package, int64_t time_limit_ns,
	const char *group, struct as_error *error)
{
	const double seconds = (double)time_limit_ns / 1e9;
	char limit[AS_NUMBER_SIZE];
	struct stat status;
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_DOCUMENT struct as_document document = {0};

	as_number_format(seconds, limit);
	if (package->unpacked_path)
		return as_error_at(error, AS_ERROR_USAGE, package->path, 0, 0,
			"a time limit cannot be written into an archive; name the package's "
			"folder");
	AS_AUTO_FREE char *where = as_tree_where(&package->tree, NAME, error);
	if (!where || as_file_read(package->tree.fd, NAME, MAX_BYTES, &text, error) ||
		as_document_parse_yaml(&document, where, text.data, text.size, error))
		return -1;
	AS_AUTO_FREE char *comment = as_text_format(
		error, "%s%s", group ? " # measured on group " : "", group ? group : "");
	AS_AUTO_FREE char *changed =
		comment ? insert(text.data, &document, limit, comment, error) : NULL;
	if (!changed)
		return -1;
	if (!means_same(changed, &document, seconds))
		return as_error_at(error, AS_ERROR_INPUT, where, 0, 0,
			"the time limit could not be inserted; write time_limit: %s under limits",
			limit);
	if (fstatat(package->tree.fd, NAME, &status, AT_SYMLINK_NOFOLLOW))
		status.st_mode = 0644;
	return as_file_write(
		package->tree.fd, NAME, changed, strlen(changed), status.st_mode & 0777, error);
}
