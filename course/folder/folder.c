/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

static int open_tree(struct as_course *course, const char *path, struct as_error *error)
{
	size_t length = strlen(path);

	while (length > 1 && path[length - 1] == '/')
		length--;
	course->path = as_text_format(error, "%.*s", (int)length, path);
	if (!course->path)
		return -1;
	/* Follow links here: the user typed the path. */
	AS_AUTO_FD int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT)
		return as_error_at(error, AS_ERROR_INPUT, path, 0, 0,
			"no such folder; make a course by: assay course new %s", path);
	if (fd < 0)
		return as_error_at_sys(
			error, AS_ERROR_INPUT, errno, path, "the course's folder cannot be opened");
	if (as_tree_init(&course->tree, fd, course->path, error)) {
		course->tree.fd = -1;
		return -1;
	}
	(void)as_steal_fd(fd);
	return 0;
}

struct as_course *as_course_open(const char *path, const struct as_course_options *options,
	const atomic_bool *cancel, struct as_error *error)
{
	static const struct as_course_options defaults = {0};
	struct as_course *course = calloc(1, sizeof(*course));
	struct folder folder = {
		.course = course, .options = options ? options : &defaults, .cancel = cancel};

	if (!course) {
		as_error_no_memory(error);
		return NULL;
	}
	course->tree.fd = -1;
	if (open_tree(course, path, error) == 0 && course_settings_read(&folder, error) == 0 &&
		course_people_read(&folder, error) == 0 &&
		course_accounts_read(&folder, error) == 0 &&
		course_assignments_read(&folder, error) == 0)
		return course;
	as_course_close(course);
	return NULL;
}

int as_course_require(const struct as_course *course, struct as_error *error)
{
	const size_t count = course->findings.error_count;

	for (size_t i = 0; i < course->findings.count; i++) {
		const struct as_finding *finding = &course->findings.items[i];
		if (finding->level != AS_FINDING_ERROR)
			continue;
		AS_AUTO_FREE char *where =
			as_text_format(error, "%s/%s", course->path, finding->where);
		if (!where)
			return -1;
		if (count == 1)
			return as_error_at(error, AS_ERROR_INPUT, where, 0, 0, "%s", finding->text);
		return as_error_at(error, AS_ERROR_INPUT, where, 0, 0,
			"%s; for this and %zu more error%s, see assay course check %s",
			finding->text, count - 1, count == 2 ? "" : "s", course->path);
	}
	return 0;
}

static void clear_people(struct as_course *course)
{
	for (size_t i = 0; i < course->person_count; i++) {
		struct as_course_person *person = &course->people[i];
		if (person->password)
			explicit_bzero(person->password, strlen(person->password));
		free(person->password);
		as_roster_person_clear(&person->of);
	}
	free(course->people);
	free(course->by_id);
	free(course->by_username);
}

void as_course_close(struct as_course *course)
{
	if (!course)
		return;
	for (size_t i = 0; i < course->assignment_count; i++)
		course_assignment_clear(&course->assignments[i]);
	free(course->assignments);
	clear_people(course);
	as_names_free(course->sections);
	free(course->registration.code);
	as_names_free(course->registration.mails);
	as_findings_clear(&course->findings);
	if (course->tree.fd >= 0)
		close(course->tree.fd);
	as_tree_clear(&course->tree);
	as_zone_close(course->clock);
	free(course->zone);
	free(course->title);
	free(course->id);
	free(course->path);
	free(course);
}
