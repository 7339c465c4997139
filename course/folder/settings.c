/* SPDX-License-Identifier: MIT */
/* course.yaml. */
#include "reading.h"

#include <assay/base/fit.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define MAX_CODE 100

bool as_course_is_id(const char *text)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
	const size_t length = strlen(text);

	return length > 0 && length <= 36 && *text != '-' && strspn(text, letters) == length;
}

static struct as_course *course_of(void *target)
{
	return ((struct folder *)target)->course;
}

static int read_id(const struct as_node *node, void *target, struct as_error *error)
{
	AS_AUTO_FREE char *id = NULL;

	if (course_line(node, &id, error))
		return -1;
	if (!as_course_is_id(id))
		return as_node_error(node, error,
			"id '%.*s' is not an id; use 1 to 36 of a-z, A-Z, 0-9, '_' and '-', the "
			"first not '-'",
			as_text_fit(id, 60), id);
	free(course_of(target)->id);
	course_of(target)->id = as_steal(id);
	return 0;
}

static int read_title(const struct as_node *node, void *target, struct as_error *error)
{
	return course_line(node, &course_of(target)->title, error);
}

static int set_zone(struct as_course *course, const char *name, struct as_error *error)
{
	course->clock = as_zone_open(name, error);
	return course->clock ? as_text_copy(&course->zone, name, error) : -1;
}

static int read_zone(const struct as_node *node, void *target, struct as_error *error)
{
	struct folder *folder = target;
	struct as_error why = {0};
	const char *name;

	if (as_node_text(node, &name, error))
		return -1;
	if (folder->options->zone || set_zone(folder->course, name, &why) == 0)
		return 0;
	return why.kind == AS_ERROR_USAGE ? as_node_error(node, error, "%s", why.text)
					  : as_error_pass(error, &why, why.where, "%s", why.text);
}

static int read_list(const struct as_node *node, char ***list, struct as_error *error)
{
	AS_AUTO_NAMES char **names = NULL;
	const size_t count = json_array_size(node->value);

	if (!json_is_array(node->value))
		return as_node_type_error(node, error, "a list", "write for example [A, B]");
	for (size_t i = 0; i < count; i++) {
		const struct as_node item = as_node_item(node, i);
		AS_AUTO_FREE char *name = NULL;
		if (course_line(&item, &name, error))
			return -1;
		if (as_names_have(names, name))
			return as_node_error(&item, error, "'%s' is named twice; remove one", name);
		if (as_names_add(&names, as_steal(name), error))
			return -1;
	}
	as_names_free(*list);
	*list = as_steal(names);
	return 0;
}

static int read_code(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_course_registration *registration = target;

	if (course_line(node, &registration->code, error))
		return -1;
	if (as_characters_count(registration->code) < AS_PASSWORD_MIN ||
		as_characters_count(registration->code) > MAX_CODE)
		return as_node_error(node, error,
			"code has fewer than %d or more than %d characters; whoever knows it can "
			"become a student",
			AS_PASSWORD_MIN, MAX_CODE);
	return 0;
}

static int read_mails(const struct as_node *node, void *target, struct as_error *error)
{
	return read_list(node, &((struct as_course_registration *)target)->mails, error);
}

static int read_registration(const struct as_node *node, void *target, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"code", read_code, true},
		{"mails", read_mails, false},
	};

	return as_node_read(node, keys, COUNT(keys), &course_of(target)->registration, error);
}

static int read_sections(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_course *course = course_of(target);

	if (read_list(node, &course->sections, error))
		return -1;
	if (course->sections)
		qsort(course->sections, as_names_count(course->sections), sizeof(*course->sections),
			as_names_compare);
	return 0;
}

/* The name of the folder, if it can be an id. */
static int name_course(struct folder *folder, struct as_error *error)
{
	struct as_course *course = folder->course;
	const char *slash = strrchr(course->tree.root, '/');
	const char *name = slash ? slash + 1 : course->tree.root;

	if (!course->id &&
		as_text_copy(&course->id, as_course_is_id(name) ? name : "course", error))
		return -1;
	return course->title ? 0 : as_text_copy(&course->title, course->id, error);
}

/* Without a zone, no time can be checked: times are then those of UTC. */
static int check_zone(
	struct folder *folder, const struct as_document *document, struct as_error *error)
{
	const struct as_node root = as_node_root(document);

	if (folder->course->clock)
		return 0;
	if (json_is_object(root.value) && !as_node_child(&root, "zone").value &&
		course_note(folder, AS_FINDING_ERROR, &root, error,
			"missing key 'zone': the time zone of all times; write for example zone: "
			"Europe/Berlin"))
		return -1;
	return set_zone(folder->course, "Etc/UTC", error);
}

int course_settings_read(struct folder *folder, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"id", read_id, false},
		{"title", read_title, false},
		{"zone", read_zone, false},
		{"register", read_registration, false},
		{"sections", read_sections, false},
	};
	AS_AUTO_DOCUMENT struct as_document document = {0};
	const size_t errors = folder->course->findings.error_count;
	const int status = course_document(folder, "course.yaml", &document, error);

	if (status < 0 ||
		(folder->options->zone && set_zone(folder->course, folder->options->zone, error)))
		return -1;
	if (status == 0 && folder->course->findings.error_count == errors)
		return as_error_at(error, AS_ERROR_INPUT, folder->course->path, 0, 0,
			"the folder has no course.yaml; make a course by: assay course new DIR");
	const struct as_node root = as_node_root(&document);
	if (status > 0 && course_read(folder, &root, keys, COUNT(keys), folder, error))
		return -1;
	return name_course(folder, error) || check_zone(folder, &document, error) ? -1 : 0;
}
