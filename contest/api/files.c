/* SPDX-License-Identifier: MIT */
/* Finds files of objects by path. */
#include "view.h"

#include <string.h>

/* The components of a path. */
struct parts {
	const char *items[4];
	size_t count;
};

/* Splits `text` in place; false: too many components. */
static bool split(char *text, struct parts *parts)
{
	char *rest = NULL;

	for (char *at = strtok_r(text, "/", &rest); at; at = strtok_r(NULL, "/", &rest)) {
		if (parts->count == sizeof(parts->items) / sizeof(*parts->items))
			return false;
		parts->items[parts->count++] = at;
	}
	return true;
}

static void name_file(struct as_contest_api_file *found, const char *filename)
{
	snprintf(found->filename, sizeof(found->filename), "%s", filename);
}

static int find_file(const struct as_contest_files *files, const char *property,
	const char *filename, struct as_contest_api_file *found)
{
	for (size_t i = 0; i < files->count; i++) {
		const struct as_contest_file *file = &files->items[i];
		if (strcmp(file->property, property) == 0 &&
			strcmp(file->filename, filename) == 0) {
			found->file = file;
			name_file(found, file->filename);
			found->mime = file->mime;
			return 200;
		}
	}
	return 404;
}

/* The file is opened with the log's lock, which keeps the package open. */
static int find_of_package(const struct as_api_view *view, size_t problem, const char *property,
	const char *filename, struct as_contest_api_file *found)
{
	const struct as_api_package_files *files = &view->api->package_files[problem];

	for (size_t i = 0; i < files->count; i++) {
		const struct as_api_package_file *file = &files->items[i];
		if (strcmp(file->property, property) == 0 &&
			strcmp(file->filename, filename) == 0) {
			const struct as_package *package = view->contest->problems[problem].package;
			found->fd = as_file_open(package->tree.fd, file->path, NULL);
			name_file(found, file->filename);
			found->mime = file->mime;
			return found->fd < 0 ? 404 : 200;
		}
	}
	return 404;
}

static int find_of_problem(const struct as_api_view *view, const struct parts *parts,
	struct as_contest_api_file *found)
{
	const size_t i = as_contest_find_problem(view->contest, parts->items[1]);
	const char *property = parts->items[2], *filename = parts->items[3];

	if (i == AS_CONTEST_NONE || !as_api_sees_problems(view))
		return 404;
	if (find_file(&view->contest->problems[i].files, property, filename, found) == 200)
		return 200;
	return find_of_package(view, i, property, filename, found);
}

static int find_of_team(const struct as_api_view *view, const struct parts *parts,
	struct as_contest_api_file *found)
{
	const size_t i = as_contest_log_find_team(view->log, parts->items[1]);

	if (i == AS_CONTEST_NONE || !as_api_sees_team(view, i) ||
		as_api_hides_file_of_team(view, parts->items[2]))
		return 404;
	return find_file(&as_api_team(view, i)->files, parts->items[2], parts->items[3], found);
}

static int find_of_person(const struct as_api_view *view, const struct parts *parts,
	struct as_contest_api_file *found)
{
	const size_t i = as_contest_find_person(view->contest, parts->items[1]);

	if (i == AS_CONTEST_NONE || !as_api_sees_person(view, i))
		return 404;
	return find_file(&view->contest->persons[i].files, parts->items[2], parts->items[3], found);
}

static int find_of_organization(const struct as_api_view *view, const struct parts *parts,
	struct as_contest_api_file *found)
{
	const size_t i = as_contest_find_organization(view->contest, parts->items[1]);

	if (i == AS_CONTEST_NONE)
		return 404;
	return find_file(
		&view->contest->organizations[i].files, parts->items[2], parts->items[3], found);
}

static int find_of_submission(const struct as_api_view *view, const struct parts *parts,
	struct as_contest_api_file *found)
{
	const size_t i = as_contest_log_find_submission_id(view->log, parts->items[1]);

	if (i == AS_CONTEST_NONE || strcmp(parts->items[2], "files") != 0 ||
		!as_api_sees_files(view))
		return 404;
	const struct as_contest_submission *submission = as_contest_log_submission(view->log, i);
	found->submission = i;
	memcpy(found->blob, submission->blob, sizeof(found->blob));
	name_file(found, "files.zip");
	found->mime = "application/zip";
	return 200;
}

static const struct {
	const char *endpoint;
	size_t count; /* of components */
	int (*find)(const struct as_api_view *view, const struct parts *parts,
		struct as_contest_api_file *found);
} ways[] = {
	{"problems", 4, find_of_problem},
	{"teams", 4, find_of_team},
	{"persons", 4, find_of_person},
	{"organizations", 4, find_of_organization},
	{"submissions", 3, find_of_submission},
};

static int find_parts(const struct as_api_view *view, const struct parts *parts,
	struct as_contest_api_file *found)
{
	if (parts->count == 2)
		return find_file(
			&view->contest->settings.files, parts->items[0], parts->items[1], found);
	for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		if (parts->count == ways[i].count && strcmp(parts->items[0], ways[i].endpoint) == 0)
			return ways[i].find(view, parts, found);
	return 404;
}

int as_contest_api_find_file(const struct as_contest_api *api, struct as_contest_log *log,
	const struct as_contest_api_reader *reader, const char *path,
	struct as_contest_api_file *found)
{
	struct parts parts = {0};
	char text[1024];
	int status = 404;

	*found = (struct as_contest_api_file){.submission = AS_CONTEST_NONE, .fd = -1};
	if (strlen(path) >= sizeof(text) || !split(strcpy(text, path), &parts))
		return 404;
	as_contest_log_lock(log);
	const struct as_api_view view = as_api_view(api, log, reader);
	status = find_parts(&view, &parts, found);
	as_contest_log_unlock(log);
	return status;
}
