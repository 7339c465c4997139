/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>

/* ---- the class ---- */

static int compare_keys(const void *left, const void *right)
{
	return strcmp(((const struct as_person_key *)left)->id,
		((const struct as_person_key *)right)->id);
}

int table_people_init(struct table_people *people, const struct as_person_key *keys, size_t count,
	struct as_error *error)
{
	people->keys = calloc(count + 1, sizeof(*people->keys));
	if (!people->keys)
		return as_error_no_memory(error);
	if (count > 0)
		memcpy(people->keys, keys, count * sizeof(*keys));
	people->count = count;
	for (size_t i = 0; i < count; i++)
		people->keys[i].place = i;
	qsort(people->keys, count, sizeof(*people->keys), compare_keys);
	return 0;
}

void table_people_clear(struct table_people *people)
{
	free(people->keys);
	*people = (struct table_people){0};
}

bool table_people_have(const struct table_people *people, const char *id)
{
	const struct as_person_key wanted = {.id = id};

	return people->count > 0 &&
	       bsearch(&wanted, people->keys, people->count, sizeof(wanted), compare_keys);
}

const struct as_person_key *table_people_find(const struct table_people *people, const char *text)
{
	const struct as_person_key wanted = {.id = text};
	const struct as_person_key *found = people->count == 0
						    ? NULL
						    : bsearch(&wanted, people->keys, people->count,
							      sizeof(wanted), compare_keys);

	for (size_t i = 0; !found && *text && i < people->count; i++)
		if (strcmp(people->keys[i].alias, text) == 0)
			found = &people->keys[i];
	return found;
}

static bool table_people_are_group(const struct table_people *people, const char *text)
{
	for (size_t i = 0; i < people->count; i++)
		if (people->keys[i].group && strcasecmp(people->keys[i].group, text) == 0)
			return true;
	return false;
}

const char *table_people_label(const struct table_people *people, const char *text)
{
	const struct as_person_key *person = table_people_find(people, text);

	if (person)
		return person->is_blind ? person->alias : person->id;
	return people->count > 0 && people->keys[0].is_blind ? "..." : text;
}

/* An id of the class that differs only in case or in leading zeros, which spreadsheets drop; NULL:
 * none. */
static const char *table_people_near(const struct table_people *people, const char *id)
{
	id += strspn(id, "0");
	for (size_t i = 0; i < people->count; i++) {
		const char *own = people->keys[i].id;
		if (strcasecmp(own + strspn(own, "0"), id) == 0)
			return own;
	}
	return NULL;
}

/* ---- the file ---- */

int table_open(struct table *table, const struct as_scheme *scheme, const char *path,
	const struct as_person_key *keys, size_t count, struct as_error *error)
{
	struct as_error why = {0};

	table->scheme = scheme;
	if (table_people_init(&table->people, keys, count, error))
		return -1;
	if (as_csv_read(&table->csv, AT_FDCWD, path, path, &why) == 0)
		return 1;
	if (why.sys_errno == ENOENT)
		return 0;
	if (error)
		*error = why;
	return -1;
}

void table_clear(struct table *table)
{
	as_csv_clear(&table->csv);
	table_people_clear(&table->people);
}

char *table_cell(const struct as_csv *csv, size_t row, size_t column, struct as_error *error)
{
	const char *text = as_csv_cell(csv, row, column);

	text += strspn(text, " \t");
	size_t length = strlen(text);
	while (length > 0 && strchr(" \t\r\n", text[length - 1]))
		length--;
	return as_text_format(error, "%.*s", (int)length, text);
}

char *table_id(const struct table *table, size_t row, size_t column, struct as_error *error)
{
	AS_AUTO_FREE char *text = table_cell(&table->csv, row, column, error);
	const struct as_person_key *person = text ? table_people_find(&table->people, text) : NULL;

	return person ? as_text_format(error, "%s", person->id) : as_steal(text);
}

int table_note(struct table *table, size_t row, enum as_finding_level level, struct as_error *error,
	const char *format, ...)
{
	char text[1024];
	va_list arguments;

	AS_AUTO_FREE char *where =
		as_text_format(error, "%s:%u", table->csv.name, table->csv.rows[row].line);
	if (!where)
		return -1;
	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	return as_findings_add(table->findings, level, where, error, "%s", text);
}

int table_check_comma(
	struct table *table, size_t row, size_t mark, size_t text, struct as_error *error)
{
	const struct as_csv *csv = &table->csv;

	if (csv->delimiter != ',' || mark == SIZE_MAX || text != mark + 1)
		return 0;
	AS_AUTO_FREE char *whole = table_cell(csv, row, mark, error);
	AS_AUTO_FREE char *part = table_cell(csv, row, text, error);
	if (!whole || !part)
		return -1;
	const size_t digits = strspn(part, "0123456789");
	if (!*whole || whole[strspn(whole, "0123456789")] || digits == 0 || digits > 4 ||
		part[digits])
		return 0;
	return table_note(table, row, AS_FINDING_ERROR, error,
		       "the '%s' behind the mark %s is a number; for %s.%s write \"%s,%s\" in "
		       "quotes, and for a text add a word",
		       csv->header.cells[text], whole, whole, part, whole, part)
		       ? -1
		       : 1;
}

int table_check_person(struct table *table, size_t row, const char *id, struct as_error *error)
{
	if (table_people_have(&table->people, id))
		return 0;
	const char *near = table_people_near(&table->people, id);
	const bool is_group = table_people_are_group(&table->people, id);
	id = table_people_label(&table->people, id);
	if (is_group)
		return table_note(table, row, AS_FINDING_WARNING, error,
			"'%s' is a group; write the id of a member; the row is not used", id);
	if (near)
		near = table_people_label(&table->people, near);
	if (near)
		return table_note(table, row, AS_FINDING_WARNING, error,
			"nobody in the class has the id '%s'; did you mean '%s'? The row is not "
			"used",
			id, near);
	return table_note(table, row, AS_FINDING_WARNING, error,
		"nobody in the class has the id '%s'; the row is not used", id);
}

int table_points(struct table *table, size_t row, const char *what, const char *text,
	int64_t max_e4, int64_t *points_e4, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_FREE char *id =
		table_id(table, row, as_csv_column(&table->csv, &(const char *){"id"}, 1), error);

	if (!id)
		return -1;
	const char *label = table_people_label(&table->people, id);

	if (as_points_parse(text, points_e4, &why))
		return table_note(table, row, AS_FINDING_ERROR, error, "%s of '%s': %s", what,
			label, why.text);
	if (*points_e4 <= max_e4)
		return 1;
	return table_note(table, row, AS_FINDING_ERROR, error,
		"%s of '%s' is %s, above its maximum of %s; write a smaller mark", what, label,
		AS_POINTS(*points_e4), AS_POINTS(max_e4));
}

int as_extensions_check(const struct as_scheme *scheme, const struct as_person_key *keys,
	size_t count, struct as_findings *findings, struct as_error *error)
{
	struct table_people people = {0};
	int status = table_people_init(&people, keys, count, error);

	for (size_t i = 0; status == 0 && i < scheme->extensions.count; i++) {
		const char *id = scheme->extensions.items[i].id;
		if (table_people_have(&people, id))
			continue;
		const char *near = table_people_near(&people, id);
		near = near ? table_people_label(&people, near) : NULL;
		if (table_people_are_group(&people, id))
			status = as_findings_add(findings, AS_FINDING_WARNING, scheme->path, error,
				"'%s' of an extension is a group; write the id of each member",
				table_people_label(&people, id));
		else
			status = as_findings_add(findings, AS_FINDING_WARNING, scheme->path, error,
				"nobody in the class has the id '%s' of an extension%s%s%s",
				table_people_label(&people, id), near ? "; did you mean '" : "",
				near ? near : "", near ? "'?" : "");
	}
	table_people_clear(&people);
	return status;
}
