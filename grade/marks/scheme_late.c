/* SPDX-License-Identifier: MIT */
/* Reads the late policy and the extensions. */
#include "reading.h"

#include <assay/base/fit.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define DAY_S 86400
#define HOUR_S 3600

static int read_unit(const struct as_node *node, void *target, struct as_error *error)
{
	static const char *const names[] = {"day", "hour"};
	size_t index;

	if (reading_word(node, names, COUNT(names), &index, error))
		return -1;
	((struct as_late_policy *)target)->unit_s = index == 0 ? DAY_S : HOUR_S;
	return 0;
}

static int read_base(const struct as_node *node, void *target, struct as_error *error)
{
	static const char *const names[] = {"total", "earned"};
	size_t index;

	if (reading_word(node, names, COUNT(names), &index, error))
		return -1;
	((struct as_late_policy *)target)->of_earned = index == 1;
	return 0;
}

static int read_penalty(const struct as_node *node, void *target, struct as_error *error)
{
	return reading_amount(node, &((struct as_late_policy *)target)->penalty, error);
}

static int read_max_penalty(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_late_policy *late = target;

	late->has_max = true;
	return reading_amount(node, &late->max_penalty, error);
}

/* The number of days, which are those of the calendar: "2d"; 0: a duration in hours or minutes. */
static int read_days(
	const struct as_node *node, int64_t span_s, int64_t *days, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;

	if (as_node_loose_text(node, &text, error))
		return -1;
	*days = as_text_ends(text, "d") ? span_s / DAY_S : 0;
	return 0;
}

static int read_grace(const struct as_node *node, void *target, struct as_error *error)
{
	return reading_span(node, &((struct as_late_policy *)target)->grace_s, error);
}

/* Read after the grace, because it must not be shorter. */
static int read_max_late(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_late_policy *late = target;
	char span[AS_TIME_SIZE];

	if (reading_span(node, &late->max_late_s, error) ||
		read_days(node, late->max_late_s, &late->max_late_days, error))
		return -1;
	if (late->max_late_s < late->grace_s)
		return as_node_error(node, error,
			"max_late is shorter than the grace of %s; write a longer time",
			as_span_format(late->grace_s, span));
	return 0;
}

int scheme_late_read(const struct as_node *node, void *target, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"per", read_unit, true},
		{"penalty", read_penalty, true},
		{"of", read_base, false},
		{"max_penalty", read_max_penalty, false},
		{"grace", read_grace, false},
		{"max_late", read_max_late, false},
	};
	struct as_scheme *scheme = target;

	if (!scheme->has_due)
		return as_node_error(node, error,
			"late needs a deadline; add one, such as due: 2026-10-05T23:59:00+02:00");
	scheme->late.exists = true;
	scheme->late.max_late_s = AS_LATE_UNLIMITED_S;
	return as_node_read(node, keys, COUNT(keys), &scheme->late, error);
}

/* ---- extensions ---- */

/* A date begins with four digits and a hyphen; a time span does not. */
static bool is_date(const char *text)
{
	return strspn(text, "0123456789") == 4 && text[4] == '-';
}

static int read_extension(const struct as_scheme *scheme, const struct as_node *node,
	struct as_extension *extension, struct as_error *error)
{
	const char *text;

	if (as_node_text(node, &text, error))
		return -1;
	extension->is_time = is_date(text);
	if (!extension->is_time)
		return reading_span(node, &extension->span_s, error) ||
				       read_days(node, extension->span_s, &extension->days, error)
			       ? -1
			       : 0;
	if (scheme_time_read(scheme, node, &extension->due_s, NULL, error))
		return -1;
	if (extension->due_s < scheme->due_s)
		return as_node_error(node, error,
			"the extension of %.*s ends before the deadline; write a later time",
			as_text_fit(node->key, 40), node->key);
	return 0;
}

#define SECTION "section "

const char *as_extension_section(const struct as_extension *extension)
{
	return strncmp(extension->id, SECTION, strlen(SECTION)) == 0
		       ? extension->id + strlen(SECTION)
		       : NULL;
}

static int compare_extensions(const void *left, const void *right)
{
	return strcmp(
		((const struct as_extension *)left)->id, ((const struct as_extension *)right)->id);
}

static int add_extension(
	struct as_scheme *scheme, const struct as_node *node, struct as_error *error)
{
	struct as_extension *extension;

	if (!as_array_reserve(scheme->extensions.items, scheme->extensions.count, error))
		return -1;
	extension = &scheme->extensions.items[scheme->extensions.count];
	*extension = (struct as_extension){0};
	if (!*node->key)
		return as_node_error(node, error,
			"an extension without a student; write the student's id before the colon");
	if (strcmp(node->key, SECTION) == 0)
		return as_node_error(node, error,
			"missing name of the section; write for example \"section B\": 1d");
	extension->id = strdup(node->key);
	if (!extension->id)
		return as_error_no_memory(error);
	scheme->extensions.count++;
	return read_extension(scheme, node, extension, error);
}

int scheme_extensions_read(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_scheme *scheme = target;
	const char *id;
	json_t *value;

	if (!json_is_object(node->value))
		return as_node_type_error(
			node, error, "a mapping of ids of students to times", "write s123: 2d");
	if (!scheme->has_due)
		return as_node_error(node, error,
			"extensions need a deadline; add one, such as due: "
			"2026-10-05T23:59:00+02:00");
	json_object_foreach(node->value, id, value)
	{
		struct as_node child = as_node_child(node, id);
		if (add_extension(scheme, &child, error))
			return -1;
	}
	if (scheme->extensions.count > 0)
		qsort(scheme->extensions.items, scheme->extensions.count,
			sizeof(*scheme->extensions.items), compare_extensions);
	return 0;
}

static struct as_extension *find_extension(const struct as_scheme *scheme, const char *id)
{
	const struct as_extension wanted = {.id = (char *)id};

	return scheme->extensions.count == 0
		       ? NULL
		       : bsearch(&wanted, scheme->extensions.items, scheme->extensions.count,
				 sizeof(wanted), compare_extensions);
}

int64_t as_scheme_due_of(const struct as_scheme *scheme, const char *id)
{
	const struct as_extension *found = find_extension(scheme, id);
	int64_t due_s;

	if (!found)
		return scheme->due_s;
	if (found->is_time)
		return found->due_s;
	if (found->days == 0)
		return scheme->due_s + found->span_s;
	as_zone_add_days(scheme->of_class.clock, scheme->due_s, found->days, &due_s);
	return due_s;
}

int as_scheme_extend(
	struct as_scheme *scheme, const char *id, int64_t due_s, struct as_error *error)
{
	struct as_extension *found = find_extension(scheme, id);
	struct as_extension *items;

	if (due_s <= as_scheme_due_of(scheme, id))
		return 0;
	if (found) {
		found->is_time = true;
		found->due_s = due_s;
		return 1;
	}
	items = as_array_grow(
		scheme->extensions.items, scheme->extensions.count, sizeof(*items), error);
	if (!items)
		return -1;
	scheme->extensions.items = items;
	const struct as_extension added = {.id = strdup(id), .is_time = true, .due_s = due_s};
	if (!added.id)
		return as_error_no_memory(error);
	size_t at = scheme->extensions.count++;
	for (; at > 0 && strcmp(items[at - 1].id, id) > 0; at--)
		items[at] = items[at - 1];
	items[at] = added;
	return 1;
}

int as_scheme_extend_sections(struct as_scheme *scheme, const char *id, const char *const *sections,
	struct as_error *error)
{
	int status = 0;

	for (; *sections && status >= 0; sections++) {
		AS_AUTO_FREE char *section = as_text_format(error, SECTION "%s", *sections);
		if (!section)
			return -1;
		if (!find_extension(scheme, section))
			continue;
		const int64_t due_s = as_scheme_due_of(scheme, section);
		const int found = as_scheme_extend(scheme, id, due_s, error);
		status = found < 0 ? -1 : status | found;
	}
	return status;
}
