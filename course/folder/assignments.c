/* SPDX-License-Identifier: MIT */
/* The files of assignments/. */
#include "reading.h"

#include <string.h>

#define FOLDER_NAME "assignments"
#define MAX_ENTRIES 10000

/* Pages of the class are at /class/ID beside these. */
static bool is_page(const char *id)
{
	static const char *const pages[] = {"audit", "requests", "view"};

	for (size_t i = 0; i < sizeof(pages) / sizeof(*pages); i++)
		if (strcmp(pages[i], id) == 0)
			return true;
	return false;
}

static bool is_taken(const struct as_course *course, const char *id)
{
	return as_course_find_assignment(course, id) != AS_COURSE_NONE;
}

size_t as_course_find_assignment(const struct as_course *course, const char *id)
{
	for (size_t i = 0; i < course->assignment_count; i++)
		if (strcmp(course->assignments[i].id, id) == 0)
			return i;
	return AS_COURSE_NONE;
}

static int read_file(
	struct folder *folder, struct as_course_assignment *assignment, struct as_error *error)
{
	AS_AUTO_FREE char *real = NULL;
	const int found = course_file(folder, assignment->path, &real, error);

	return found > 0 ? course_assignment_read(folder, real, assignment, error) : found;
}

static int add_assignment(
	struct folder *folder, const char *path, const char *id, struct as_error *error)
{
	struct as_course *course = folder->course;

	if (!as_course_is_id(id))
		return course_add(folder, AS_FINDING_ERROR, path, error,
			"the name of the file is the id of the assignment; use 1 to 36 of a-z, "
			"A-Z, 0-9, '_' and '-', the first not '-'");
	if (is_page(id))
		return course_add(folder, AS_FINDING_ERROR, path, error,
			"'%s' is the name of a page of the server; give the file another name", id);
	if (is_taken(course, id))
		return course_add(folder, AS_FINDING_ERROR, path, error,
			"%s.json exists, too; remove one of them", id);
	if (!as_array_reserve(course->assignments, course->assignment_count, error))
		return -1;
	struct as_course_assignment *assignment = &course->assignments[course->assignment_count];
	*assignment = (struct as_course_assignment){
		.id = as_text_format(error, "%s", id), .path = as_text_format(error, "%s", path)};
	const int status =
		assignment->id && assignment->path ? read_file(folder, assignment, error) : -1;
	if (status > 0)
		course->assignment_count++;
	else
		course_assignment_clear(assignment);
	return status < 0 ? -1 : 0;
}

/* Other files, such as copies of an editor, are not read. */
static int take_entry(struct folder *folder, const char *name, struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, FOLDER_NAME "/%s", name);
	const bool is_yaml = as_text_ends(name, ".yaml"), is_json = as_text_ends(name, ".json");

	if (!path)
		return -1;
	if (*name == '.')
		return 0;
	if (as_text_ends(name, ".yml"))
		return course_add(folder, AS_FINDING_WARNING, path, error,
			"the file is not read; its name must end with .yaml");
	if (!is_yaml && !is_json)
		return 0;
	AS_AUTO_FREE char *id =
		as_text_format(error, "%.*s", (int)(strlen(name) - strlen(".yaml")), name);
	return id ? add_assignment(folder, path, id, error) : -1;
}

static int compare_assignments(const void *left, const void *right)
{
	const struct as_course_assignment *a = left, *b = right;
	const int64_t due_a = a->scheme.has_due ? a->scheme.due_s : INT64_MAX;
	const int64_t due_b = b->scheme.has_due ? b->scheme.due_s : INT64_MAX;

	return due_a != due_b ? (due_a < due_b ? -1 : 1) : strcmp(a->id, b->id);
}

static char **list_names(struct folder *folder, const char *real, struct as_error *error)
{
	AS_AUTO_FD int fd = as_dir_open(folder->course->tree.fd, real, error);

	return fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, error);
}

int course_assignments_read(struct folder *folder, struct as_error *error)
{
	struct as_course *course = folder->course;
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;
	struct as_error why = {0};

	if (as_tree_find(&course->tree, FOLDER_NAME, &type, &real, &why))
		return course_report(folder, AS_FINDING_ERROR, &why, error);
	if (type != AS_TREE_FOLDER)
		return course_add(folder, AS_FINDING_WARNING, FOLDER_NAME, error,
			"the course has no assignments; write marking schemes into the folder "
			"assignments, such as assay grade new makes");
	AS_AUTO_NAMES char **names = list_names(folder, real, error);
	for (char **name = names; name && *name; name++)
		if (take_entry(folder, *name, error))
			return -1;
	if (course->assignment_count > 1)
		qsort(course->assignments, course->assignment_count, sizeof(*course->assignments),
			compare_assignments);
	return names ? 0 : -1;
}
