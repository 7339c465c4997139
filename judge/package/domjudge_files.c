/* SPDX-License-Identifier: MIT */
/*
 * DOMjudge's files beside problem.yaml: .timelimit in packages of every format,
 * domjudge-problem.ini and submissions.json in those of the legacy format and the draft. The order
 * of precedence is problem.yaml, the .ini, .timelimit.
 */
#include "metadata.h"
#include "words.h"
#include <assay/base/fit.h>
#include <string.h>

#define TIME_LIMIT_NAME ".timelimit"
#define ENTRY_POINTS_NAME "submissions.json"
#define MAX_BYTES ((uint64_t)1 << 20)
#define NS_PER_SECOND 1e9

/* ---- a small file ---- */

/* `text` is empty if the file does not exist. */
static int read_file(struct package_loader *loader, const char *name, struct as_bytes *text,
	struct as_error *error)
{
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;
	if (as_tree_find(&loader->package->tree, name, &type, &real, error) < 0)
		return -1;
	if (type == AS_TREE_ABSENT)
		return 0;
	if (package_read_file(loader, name, real, MAX_BYTES, text, error) < 0)
		return -1;
	if (strlen(text->data) != text->size || !as_text_is_utf8(text->data, text->size))
		return package_error(loader, name, error, "is not UTF-8 text; save it as UTF-8");
	return 0;
}

/* Cuts white space off both ends, in place. */
static char *trim(char *text)
{
	text += strspn(text, " \t\r\n");
	size_t length = strlen(text);
	while (length > 0 && strchr(" \t\r\n", text[length - 1]))
		text[--length] = '\0';
	return text;
}

/* ---- time limits ---- */

static int read_seconds(const struct package_loader *loader, const char *name, unsigned line,
	const char *text, int64_t *time_ns, struct as_error *error)
{
	char *end;
	double seconds = strtod(text, &end);
	if (end != text && *end == '\0' && seconds >= 1e-9 && seconds <= PACKAGE_MAX_SECONDS) {
		*time_ns = llround(seconds * NS_PER_SECOND);
		return 0;
	}
	AS_AUTO_FREE char *where = as_tree_where(&loader->package->tree, name, error);
	if (!where)
		return -1;
	return as_error_at(error, AS_ERROR_INPUT, where, line, 0,
		"the time limit must be a number of seconds above 0 and up to %d, not '%.*s'",
		PACKAGE_MAX_SECONDS, as_text_fit(text, 40), text);
}

/* If two limits differ, a judge that uses the other one would give other verdicts. */
static int set_time_limit(
	struct package_loader *loader, const char *name, int64_t time_ns, struct as_error *error)
{
	struct as_package_limits *limits = &loader->package->limits;
	if (limits->has_time_limit && limits->time_limit_ns != time_ns)
		return package_warn(loader, name, error,
			"time limit %g s is ignored, because %g s is set in %s; make them equal",
			(double)time_ns / NS_PER_SECOND,
			(double)limits->time_limit_ns / NS_PER_SECOND, limits->time_limit_file);
	if (!limits->has_time_limit)
		limits->time_limit_file = name;
	limits->has_time_limit = true;
	limits->time_limit_ns = time_ns;
	return 0;
}

static int read_time_limit(struct metadata_reader *reader, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	int64_t time_ns = 0;
	if (read_file(reader->loader, TIME_LIMIT_NAME, &text, error) < 0)
		return -1;
	if (!text.data)
		return 0;
	reader->made->has_domjudge_file = true;
	if (read_seconds(reader->loader, TIME_LIMIT_NAME, 1, trim(text.data), &time_ns, error) < 0)
		return -1;
	return set_time_limit(reader->loader, TIME_LIMIT_NAME, time_ns, error);
}

/* ---- domjudge-problem.ini ---- */

static int set_validator_flags(
	struct metadata_reader *reader, const char *value, struct as_error *error)
{
	struct as_check_flags flags;
	struct as_error cause = {0};
	bool closed, overridden;
	AS_AUTO_NAMES char **words = NULL;
	if (package_words_split(value, &words, &closed, error) < 0)
		return -1;
	if (!closed)
		return package_error(reader->loader, PACKAGE_INI_NAME, error,
			"special_compare_args: unclosed quote");
	/* Compared even if it states that there are none. */
	if (reader->made->validator_flags)
		return package_words_equal(words, reader->made->validator_flags)
			       ? 0
			       : package_warn(reader->loader, PACKAGE_INI_NAME, error,
					 "special_compare_args are ignored, because "
					 "validator_flags in problem.yaml differ; make them equal");
	reader->made->validator_flags = as_steal(words);
	if (reader->made->custom || reader->made->named_validator)
		return 0;
	if (package_legacy_check_flags(
		    reader->made->validator_flags, &flags, &overridden, &cause) == 0)
		return 0;
	return package_error(
		reader->loader, PACKAGE_INI_NAME, error, "special_compare_args: %s", cause.text);
}

static int set_text(char **text, const char *value, struct as_error *error)
{
	if (*text || !*value)
		return 0;
	*text = as_text_format(error, "%s", value);
	return *text ? 0 : -1;
}

static int read_key(struct metadata_reader *reader, unsigned line, const char *key,
	const char *value, struct as_error *error)
{
	int64_t time_ns = 0;
	if (strcmp(key, "timelimit") == 0)
		return read_seconds(
			       reader->loader, PACKAGE_INI_NAME, line, value, &time_ns, error) < 0
			       ? -1
			       : set_time_limit(reader->loader, PACKAGE_INI_NAME, time_ns, error);
	if (strcmp(key, "special_compare_args") == 0)
		return set_validator_flags(reader, value, error);
	if (strcmp(key, "name") == 0)
		return set_text(&reader->loader->package->title, value, error);
	/* "compare" is the default check. */
	if (strcmp(key, "special_compare") == 0 && strcmp(value, "compare") != 0)
		return set_text(&reader->made->named_validator, value, error);
	if (strcmp(key, "special_run") == 0 && *value && strcmp(value, "run") != 0)
		reader->loader->package->interactive = true;
	return 0;
}

/* `key = "value"` or `key = value`; comments begin with ; or #. */
static int read_line(
	struct metadata_reader *reader, unsigned number, char *line, struct as_error *error)
{
	line = trim(line);
	char *equals = strchr(line, '=');
	if (*line == '\0' || *line == ';' || *line == '#' || *line == '[')
		return 0;
	if (!equals)
		return package_warn(reader->loader, PACKAGE_INI_NAME, error,
			"line %u is ignored: it is not `key = value`", number);
	*equals = '\0';
	char *key = trim(line), *value = trim(equals + 1);
	char quote = *value;
	char *end = quote == '"' || quote == '\'' ? strchr(value + 1, quote) : NULL;
	if (end) {
		*end = '\0';
		value++;
	} else if ((end = strchr(value, ';'))) {
		*end = '\0';
		value = trim(value);
	}
	return read_key(reader, number, key, value, error);
}

static int read_ini(struct metadata_reader *reader, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	if (read_file(reader->loader, PACKAGE_INI_NAME, &text, error) < 0)
		return -1;
	char *rest = text.data;
	reader->made->has_domjudge_file |= rest != NULL;
	for (unsigned number = 1; rest; number++) {
		char *line = strsep(&rest, "\n");
		if (read_line(reader, number, line, error) < 0)
			return -1;
	}
	return 0;
}

/* ---- submissions.json ---- */

static int add_entry_point(const struct as_node *node, const char *path, struct as_text_map *points,
	struct as_error *error)
{
	struct as_node child = as_node_child(node, "entry_point");
	const char *text;
	if (!child.value)
		return 0;
	if (as_node_text(&child, &text, error) < 0)
		return -1;
	/* "submissions/accepted/x/" and "submissions/accepted/x" are the same. */
	size_t length = strlen(path);
	while (length > 1 && path[length - 1] == '/')
		length--;
	AS_AUTO_FREE char *key = as_text_format(error, "%.*s", (int)length, path);
	if (!key)
		return -1;
	return as_text_map_set(points, key, text, error);
}

static int read_entry_points(struct package_loader *loader, struct as_error *error)
{
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_DOCUMENT struct as_document document = {0};
	const char *path;
	json_t *value;
	if (as_tree_find(&loader->package->tree, ENTRY_POINTS_NAME, &type, &real, error) < 0)
		return -1;
	if (type == AS_TREE_ABSENT)
		return 0;
	AS_AUTO_FREE char *where = as_tree_where(&loader->package->tree, ENTRY_POINTS_NAME, error);
	if (!where || as_document_load(&document, loader->package->tree.fd, real, where, error) < 0)
		return -1;
	struct as_node root = as_node_root(&document);
	if (!json_is_object(root.value))
		return as_node_error(
			&root, error, "must be a mapping from submissions to their settings");
	json_object_foreach(root.value, path, value)
	{
		struct as_node child = as_node_child(&root, path);
		if (add_entry_point(&child, path, &loader->package->entry_points, error) < 0)
			return -1;
	}
	return 0;
}

int package_domjudge_read(struct metadata_reader *reader, struct as_error *error)
{
	if (reader->loader->package->format == AS_FORMAT_2025_09)
		return read_time_limit(reader, error);
	if (read_ini(reader, error) < 0 || read_time_limit(reader, error) < 0)
		return -1;
	return read_entry_points(reader->loader, error);
}
