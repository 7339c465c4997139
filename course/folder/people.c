/* SPDX-License-Identifier: MIT */
/* people.csv. */
#include "reading.h"

#include <assay/csv.h>
#include <string.h>

#define FILE_NAME "people.csv"

/* ---- checks ---- */

static int check_section(
	struct folder *folder, const char *section, const char *where, struct as_error *error)
{
	const struct as_course *course = folder->course;
	char **sections = course->sections;

	if (as_names_have(sections, section))
		return 0;
	return course_add(folder, AS_FINDING_ERROR, where, error,
		"the section '%s' is not in course.yaml%s add it to the key sections", section,
		AS_SUGGESTION(section, (const char *const *)sections, as_names_count(sections)));
}

static int check_person(struct folder *folder, const struct as_roster_person *person,
	bool has_sections, struct as_error *error)
{
	AS_AUTO_FREE char *where = as_text_format(error, FILE_NAME ":%u", person->line);
	struct as_error why = {0};

	if (!where)
		return -1;
	if (as_username_check(person->username, &why) &&
		course_add(folder, AS_FINDING_ERROR, where, error, "%s", why.text))
		return -1;
	for (char **section = person->sections; section && *section && has_sections; section++)
		if (check_section(folder, *section, where, error))
			return -1;
	return 0;
}

static int check_teacher(struct folder *folder, struct as_error *error)
{
	const struct as_course *course = folder->course;

	for (size_t i = 0; i < course->person_count; i++)
		if (course->people[i].of.role == AS_ROLE_TEACHER)
			return 0;
	return course_add(folder, AS_FINDING_WARNING, FILE_NAME, error,
		"nobody has the role teacher; add a person who releases marks, with teacher in the "
		"column role");
}

/* ---- moving ---- */

static int list_sections(struct as_course *course, struct as_error *error)
{
	for (size_t i = 0; i < course->person_count; i++)
		for (char **section = course->people[i].of.sections; section && *section; section++)
			if (!as_names_have(course->sections, *section) &&
				as_names_add(&course->sections,
					as_text_format(error, "%s", *section), error))
				return -1;
	if (course->sections)
		qsort(course->sections, as_names_count(course->sections), sizeof(*course->sections),
			as_names_compare);
	return 0;
}

static int take_people(struct folder *folder, struct as_roster *roster, struct as_error *error)
{
	struct as_course *course = folder->course;
	const bool has_sections = course->sections != NULL;

	course->people = calloc(roster->count + 1, sizeof(*course->people));
	if (!course->people)
		return as_error_no_memory(error);
	for (size_t i = 0; i < roster->count; i++)
		course->people[i].of = roster->persons[i];
	course->person_count = roster->count;
	roster->count = 0;
	for (size_t i = 0; i < roster->findings.count; i++) {
		const struct as_finding *finding = &roster->findings.items[i];
		if (course_add(folder, finding->level, finding->where, error, "%s", finding->text))
			return -1;
	}
	for (size_t i = 0; i < course->person_count; i++)
		if (check_person(folder, &course->people[i].of, has_sections, error))
			return -1;
	return has_sections ? 0 : list_sections(course, error);
}

/* ---- lookups ---- */

static int compare_ids(const void *left, const void *right, void *people)
{
	const struct as_course_person *all = people;

	return strcmp(all[*(const size_t *)left].of.id, all[*(const size_t *)right].of.id);
}

static int compare_usernames(const void *left, const void *right, void *people)
{
	const struct as_course_person *all = people;

	return strcmp(
		all[*(const size_t *)left].of.username, all[*(const size_t *)right].of.username);
}

static size_t *sort_people(const struct as_course *course,
	int (*compare)(const void *left, const void *right, void *people), struct as_error *error)
{
	size_t *sorted = calloc(course->person_count + 1, sizeof(*sorted));

	if (!sorted)
		as_error_no_memory(error);
	for (size_t i = 0; sorted && i < course->person_count; i++)
		sorted[i] = i;
	if (sorted && course->person_count > 1)
		qsort_r(sorted, course->person_count, sizeof(*sorted), compare, course->people);
	return sorted;
}

/* The person with a text, in a list that is sorted by it. */
static size_t find_text(const struct as_course *course, const size_t *sorted,
	const char *(*text_of)(const struct as_course_person *person), const char *text)
{
	size_t first = 0, end = sorted ? course->person_count : 0;

	while (first < end) {
		const size_t middle = first + (end - first) / 2;
		const int order = strcmp(text_of(&course->people[sorted[middle]]), text);
		if (order == 0)
			return sorted[middle];
		if (order < 0)
			first = middle + 1;
		else
			end = middle;
	}
	return AS_COURSE_NONE;
}

static const char *id_of(const struct as_course_person *person)
{
	return person->of.id;
}

static const char *username_of(const struct as_course_person *person)
{
	return person->of.username;
}

size_t as_course_find_person(const struct as_course *course, const char *id)
{
	return find_text(course, course->by_id, id_of, id);
}

size_t as_course_find_username(const struct as_course *course, const char *username)
{
	return find_text(course, course->by_username, username_of, username);
}

/* The nearest id, for a message; the list of a large course is not searched. */
static int refuse_person(struct folder *folder, enum as_finding_level level,
	const struct as_node *node, const char *id, struct as_error *error)
{
	const struct as_course *course = folder->course;
	AS_AUTO_FREE const char **ids = calloc(course->person_count + 1, sizeof(*ids));

	if (!ids)
		return as_error_no_memory(error);
	for (size_t i = 0; i < course->person_count; i++)
		ids[i] = course->people[i].of.id;
	return course_note(folder, level, node, error,
		"'%s' is not the id of a person in " FILE_NAME "%s correct or remove it", id,
		AS_SUGGESTION(id, ids, course->person_count));
}

int course_person(struct folder *folder, enum as_finding_level level, const struct as_node *node,
	const char *id, size_t *person, struct as_error *error)
{
	*person = as_course_find_person(folder->course, id);
	return *person == AS_COURSE_NONE && folder->has_people
		       ? refuse_person(folder, level, node, id, error)
		       : 0;
}

/* ---- the file ---- */

static int read_table(struct folder *folder, const char *real, struct as_error *error)
{
	AS_AUTO_CSV struct as_csv csv = {0};
	AS_AUTO(as_roster_clear) struct as_roster roster = {0};
	struct as_error why = {0};

	if (as_csv_read(&csv, folder->course->tree.fd, real, FILE_NAME, &why) ||
		as_roster_read(&roster, &csv, &why))
		return course_report(folder, AS_FINDING_ERROR, &why, error);
	folder->has_people = true;
	return take_people(folder, &roster, error) || check_teacher(folder, error) ? -1 : 0;
}

int course_people_read(struct folder *folder, struct as_error *error)
{
	struct as_course *course = folder->course;
	const size_t errors = course->findings.error_count;
	AS_AUTO_FREE char *real = NULL;
	const int found = course_file(folder, FILE_NAME, &real, error);

	if (found < 0 || (found > 0 && read_table(folder, real, error)))
		return -1;
	if (found == 0 && course->findings.error_count == errors && !course->registration.code &&
		course_add(folder, AS_FINDING_ERROR, FILE_NAME, error,
			"the file does not exist; write a table with the columns id, name, email, "
			"username, role, section and group"))
		return -1;
	course->by_id = sort_people(course, compare_ids, error);
	course->by_username = course->by_id ? sort_people(course, compare_usernames, error) : NULL;
	return course->by_username ? 0 : -1;
}
