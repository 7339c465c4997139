/* SPDX-License-Identifier: MIT */
/* An assignment: a marking scheme, its packages, and the people that it names. */
#include "reading.h"

#include <string.h>

const char *as_course_title_of(const struct as_course_assignment *assignment)
{
	return assignment->scheme.title ? assignment->scheme.title : assignment->id;
}

/* ---- times ---- */

/* The zone of the file, which `assay grade` uses, must be that of the course. */
static int check_zone(struct folder *folder, const struct as_scheme *scheme, struct as_error *error)
{
	const struct as_node root = as_node_root(scheme->document);
	const struct as_node zone = as_node_child(&root, "zone");
	const char *name = json_string_value(zone.value);

	if (!name || strcmp(name, folder->course->zone) == 0)
		return 0;
	return course_note(folder, AS_FINDING_ERROR, &zone, error,
		"zone '%s' is not that of the course, '%s'; correct one of them", name,
		folder->course->zone);
}

static int check_times(
	struct folder *folder, struct as_course_assignment *assignment, struct as_error *error)
{
	struct as_scheme *scheme = &assignment->scheme;
	struct as_error why = {0};

	if (check_zone(folder, scheme, error))
		return -1;
	if (as_scheme_set_zone(scheme, NULL, &why))
		return course_report(folder, AS_FINDING_ERROR, &why, error);
	if (scheme->has_due)
		return 0;
	return course_add(folder, AS_FINDING_WARNING, assignment->path, error,
		"the assignment has no deadline, so nothing is late and nothing is shown after the "
		"deadline; add one, such as due: 2026-10-05 23:59");
}

/* Otherwise students would see right answers while others still hand in. */
static int check_release(struct folder *folder, const struct as_scheme *scheme, const char *id,
	const struct as_node *node, struct as_error *error)
{
	if (!scheme->hand_in.has_release ||
		as_scheme_due_of(scheme, id) <= scheme->hand_in.release_s)
		return 0;
	return course_note(folder, AS_FINDING_WARNING, node, error,
		"the extension of %s ends after the release; others see their results before; "
		"write a later release, or release: by hand",
		id);
}

/* ---- people ---- */

static int check_extension(struct folder *folder, const struct as_extension *extension,
	const struct as_node *node, struct as_error *error)
{
	const char *section = as_extension_section(extension);
	char **sections = folder->course->sections;
	size_t person;

	if (!section)
		return course_person(
			folder, AS_FINDING_WARNING, node, extension->id, &person, error);
	if (!folder->has_people || as_names_have(sections, section))
		return 0;
	return course_note(folder, AS_FINDING_WARNING, node, error,
		"nobody is in the section '%s'%s correct or remove it", section,
		AS_SUGGESTION(section, (const char *const *)sections, as_names_count(sections)));
}

static int check_extensions(
	struct folder *folder, const struct as_scheme *scheme, struct as_error *error)
{
	const struct as_node root = as_node_root(scheme->document);
	const struct as_node all = as_node_child(&root, "extensions");

	for (size_t i = 0; i < scheme->extensions.count; i++) {
		const struct as_extension *extension = &scheme->extensions.items[i];
		const struct as_node node = as_node_child(&all, extension->id);
		if (check_extension(folder, extension, &node, error) ||
			check_release(folder, scheme, extension->id, &node, error))
			return -1;
	}
	return 0;
}

static int check_groups(
	struct folder *folder, const struct as_scheme *scheme, struct as_error *error)
{
	const struct as_course *course = folder->course;
	const struct as_node root = as_node_root(scheme->document);
	const struct as_node hand_in = as_node_child(&root, "hand_in");
	const struct as_node groups = as_node_child(&hand_in, "groups");

	if (scheme->hand_in.groups != AS_HAND_IN_ROSTER || !folder->has_people)
		return 0;
	for (size_t i = 0; i < course->person_count; i++)
		if (course->people[i].of.group)
			return 0;
	return course_note(folder, AS_FINDING_WARNING, &groups, error,
		"nobody has a group in people.csv; fill in the column group, or write groups: "
		"formed");
}

static int extend_sections(struct folder *folder, struct as_scheme *scheme, struct as_error *error)
{
	const struct as_course *course = folder->course;

	for (size_t i = 0; i < course->person_count && scheme->has_due; i++) {
		const struct as_roster_person *person = &course->people[i].of;
		if (person->sections && as_scheme_extend_sections(scheme, person->id,
						(const char *const *)person->sections, error) < 0)
			return -1;
	}
	return 0;
}

/* ---- languages ---- */

static int check_languages(
	struct folder *folder, const struct as_scheme *scheme, struct as_error *error)
{
	const char *const *known = folder->options->languages;
	const struct as_node root = as_node_root(scheme->document);
	const struct as_node hand_in = as_node_child(&root, "hand_in");
	const struct as_node list = as_node_child(&hand_in, "languages");
	char **languages = scheme->hand_in.languages;

	for (size_t i = 0; known && languages && languages[i]; i++) {
		const struct as_node item = as_node_item(&list, i);
		if (as_text_is_one_of(languages[i], known))
			continue;
		if (course_note(folder, AS_FINDING_ERROR, &item, error,
			    "unknown language '%s'%s see assay languages", languages[i],
			    AS_SUGGESTION(
				    languages[i], known, as_names_count((char *const *)known))))
			return -1;
	}
	return 0;
}

/* ---- packages ---- */

static int open_package(struct folder *folder, struct as_course_assignment *assignment,
	size_t index, struct as_error *error)
{
	struct as_scheme *scheme = &assignment->scheme;
	AS_AUTO_FREE char *path = as_scheme_package_path(scheme, index, error);
	struct as_error why = {0}, placed = {0};

	if (!path)
		return -1;
	struct as_package *package = as_package_open(path, folder->cancel, &why);
	assignment->packages[index] = package;
	if (package && as_package_require_data(package, &why) == 0) {
		if (as_scheme_bind(scheme, index, package, &placed) == 0)
			return 0;
	} else {
		as_scheme_package_error(scheme, index, &why, &placed);
	}
	assignment->is_broken = true;
	return course_report(folder, AS_FINDING_ERROR, &placed, error);
}

static int open_packages(
	struct folder *folder, struct as_course_assignment *assignment, struct as_error *error)
{
	const size_t count = assignment->scheme.package_count;

	assignment->packages = calloc(count + 1, sizeof(struct as_package *));
	if (!assignment->packages)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count && !folder->options->without_packages; i++)
		if (as_cancel_check(folder->cancel, error) ||
			open_package(folder, assignment, i, error))
			return -1;
	return 0;
}

/* ---- the assignment ---- */

int course_assignment_read(struct folder *folder, const char *real,
	struct as_course_assignment *assignment, struct as_error *error)
{
	struct as_scheme *scheme = &assignment->scheme;
	AS_AUTO_FREE char *path = as_text_format(error, "%s/%s", folder->course->path, real);
	struct as_error why = {0};

	if (!path)
		return -1;
	if (as_scheme_load(scheme, path, folder->course->zone, &why))
		return course_report(folder, AS_FINDING_ERROR, &why, error);
	if (check_times(folder, assignment, error) || check_extensions(folder, scheme, error) ||
		check_groups(folder, scheme, error) || check_languages(folder, scheme, error) ||
		open_packages(folder, assignment, error) || extend_sections(folder, scheme, error))
		return -1;
	return 1;
}

void course_assignment_clear(struct as_course_assignment *assignment)
{
	for (size_t i = 0; assignment->packages && i < assignment->scheme.package_count; i++)
		as_package_close(assignment->packages[i]);
	free(assignment->packages);
	as_scheme_clear(&assignment->scheme);
	free(assignment->id);
	free(assignment->path);
}
