/* SPDX-License-Identifier: MIT */
/* The list of the people of a course, without submissions. */
#include "columns.h"
#include "fold.h"

#include <assay/base/fit.h>
#include <string.h>

struct reading {
	struct as_roster *out;
	const struct as_csv *csv;
	struct columns columns;
	json_t *ids, *usernames; /* -> line */
	struct as_error *error;
};

/* ---- findings ---- */

static int roster_find(struct reading *reading, size_t row, enum as_finding_level level,
	const char *format, ...) AS_PRINTF(4, 5);
static int roster_find(
	struct reading *reading, size_t row, enum as_finding_level level, const char *format, ...)
{
	char text[1024];
	va_list arguments;
	AS_AUTO_FREE char *where = as_text_format(
		reading->error, "%s:%u", reading->csv->name, reading->csv->rows[row].line);

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	return where ? as_findings_add(
			       &reading->out->findings, level, where, reading->error, "%s", text)
		     : -1;
}

/* 1: the text is new. 0: another row has it. */
static int enter_text(struct reading *reading, json_t *lines, size_t row, const char *text)
{
	if (json_object_get(lines, text))
		return 0;
	return json_object_set_new(lines, text, json_integer(reading->csv->rows[row].line))
		       ? as_error_no_memory(reading->error)
		       : 1;
}

static intmax_t line_of(const json_t *lines, const char *text)
{
	return (intmax_t)json_integer_value(json_object_get(lines, text));
}

/* ---- a person ---- */

/* 1: the person has a role. */
static int read_role(struct reading *reading, size_t row, struct as_roster_person *person)
{
	const char *names[AS_ROLE_COUNT];
	const char *text = as_csv_cell(reading->csv, row, reading->columns.role);

	if (columns_role(reading->csv, &reading->columns, row, &person->role))
		return 1;
	for (size_t i = 0; i < AS_ROLE_COUNT; i++)
		names[i] = as_role_name((enum as_role)i);
	return roster_find(reading, row, AS_FINDING_ERROR,
		"unknown role '%.*s'%s use student, teacher, marker or viewer",
		as_text_fit(text, 40), text, AS_SUGGESTION(text, names, AS_ROLE_COUNT));
}

/* 1: the person has an id that nobody else has. */
static int read_id(
	struct reading *reading, size_t row, struct claim *claim, struct as_roster_person *person)
{
	const char *from = person->username ? "username"
			   : claim->mail    ? "email address"
			   : claim->number  ? "number on the platform"
					    : "name";
	const char *other = person->username ? person->username
			    : claim->mail    ? claim->mail
			    : claim->number  ? claim->number
					     : claim->name;

	if (claim->id)
		person->id = as_steal(claim->id);
	else if (as_text_copy(&person->id, other, reading->error) ||
		 roster_find(reading, row, AS_FINDING_INFO, "no id: the %s is the id", from))
		return -1;
	const int is_new = enter_text(reading, reading->ids, row, person->id);
	if (is_new)
		return is_new;
	return roster_find(reading, row, AS_FINDING_ERROR,
		"the id '%s' is also that of line %jd; each person needs a separate id", person->id,
		line_of(reading->ids, person->id));
}

/* The part of an address before its @. */
static char *local_part(const char *mail, struct as_error *error)
{
	return as_text_format(error, "%.*s", (int)strcspn(mail, "@"), mail);
}

/* 1: the person has a username that nobody else has. Those of the table come first. */
static int make_username(struct reading *reading, size_t row, struct as_roster_person *person)
{
	AS_AUTO_FREE char *local = person->mail ? local_part(person->mail, reading->error) : NULL;

	if (person->username)
		return 1;
	if (person->mail && !local)
		return -1;
	const bool is_by_mail = local && *local && !json_object_get(reading->usernames, local);
	const char *made = is_by_mail ? local : person->id;
	const int is_new = enter_text(reading, reading->usernames, row, made);
	if (is_new <= 0)
		return is_new ? -1
			      : roster_find(reading, row, AS_FINDING_ERROR,
					"no username, and '%s' is that of line %jd; fill in the "
					"column username",
					made, line_of(reading->usernames, made));
	if (as_text_copy(&person->username, made, reading->error) ||
		roster_find(reading, row, AS_FINDING_INFO, "no username: %s is the username",
			is_by_mail ? "the email address without @ and what follows" : "the id"))
		return -1;
	return 1;
}

/* The username of the table. 1: nobody else has it. */
static int read_username(struct reading *reading, size_t row, struct as_roster_person *person)
{
	if (columns_username(
		    reading->csv, &reading->columns, row, &person->username, reading->error))
		return -1;
	const int is_new = person->username
				   ? enter_text(reading, reading->usernames, row, person->username)
				   : 1;
	if (is_new)
		return is_new;
	return roster_find(reading, row, AS_FINDING_ERROR,
		"the username '%s' is also that of line %jd; each person needs a separate username",
		person->username, line_of(reading->usernames, person->username));
}

/* 1: the row describes a person. */
static int read_person(struct reading *reading, size_t row, struct as_roster_person *person)
{
	struct claim claim;
	const int is_person = columns_read(
		reading->csv, &reading->columns, row, &claim, &person->group, reading->error);
	int status = is_person;

	person->line = reading->csv->rows[row].line;
	if (status > 0)
		status = read_username(reading, row, person);
	if (status > 0)
		status = read_role(reading, row, person);
	if (status > 0)
		status = read_id(reading, row, &claim, person);
	if (status > 0 && columns_sections(reading->csv, &reading->columns, row, &person->sections,
				  reading->error))
		status = -1;
	person->name = as_steal(claim.name);
	person->mail = as_steal(claim.mail);
	claim_clear(&claim);
	return status;
}

static int add_person(struct reading *reading, size_t row)
{
	struct as_roster *out = reading->out;

	if (!as_array_reserve(out->persons, out->count, reading->error))
		return -1;
	struct as_roster_person *person = &out->persons[out->count];
	*person = (struct as_roster_person){0};
	const int status = read_person(reading, row, person);
	if (status > 0)
		out->count++;
	else
		as_roster_person_clear(person);
	return status < 0 ? -1 : 0;
}

/* ---- the people ---- */

/* The rows of the persons are found by their lines, which ascend. */
static int make_usernames(struct reading *reading)
{
	struct as_roster *out = reading->out;
	size_t kept = 0, row = 0;
	int status = 0;

	for (size_t i = 0; i < out->count; i++) {
		struct as_roster_person *person = &out->persons[i];
		while (reading->csv->rows[row].line != person->line)
			row++;
		const int has = status < 0 ? 1 : make_username(reading, row, person);
		status = has < 0 ? -1 : status;
		if (has)
			out->persons[kept++] = *person;
		else
			as_roster_person_clear(person);
	}
	out->count = kept;
	return status;
}

struct namesake {
	char *name; /* folded */
	size_t person;
};

static int compare_namesakes(const void *left, const void *right)
{
	const struct namesake *a = left, *b = right;
	const int order = strcmp(a->name, b->name);

	return order ? order : (a->person > b->person) - (a->person < b->person);
}

static int report_namesake(
	struct reading *reading, const struct as_roster_person *a, const struct as_roster_person *b)
{
	AS_AUTO_FREE char *where =
		as_text_format(reading->error, "%s:%u", reading->csv->name, b->line);

	return where ? as_findings_add(&reading->out->findings, AS_FINDING_WARNING, where,
			       reading->error,
			       "'%s' is also the name of '%s' in line %u; if they are one person, "
			       "remove a row",
			       b->name, a->id, a->line)
		     : -1;
}

static int report_namesakes(struct reading *reading)
{
	struct as_roster *out = reading->out;
	AS_AUTO_FREE struct namesake *all = calloc(out->count + 1, sizeof(*all));
	int status = all ? 0 : as_error_no_memory(reading->error);
	size_t count = 0;

	for (size_t i = 0; !status && i < out->count; i++) {
		if (!out->persons[i].name)
			continue;
		all[count].name = fold_sorted(out->persons[i].name, reading->error);
		all[count].person = i;
		status = all[count++].name ? 0 : -1;
	}
	if (!status && count > 0)
		qsort(all, count, sizeof(*all), compare_namesakes);
	for (size_t i = 1; !status && i < count; i++)
		if (*all[i].name && strcmp(all[i - 1].name, all[i].name) == 0)
			status = report_namesake(reading, &out->persons[all[i - 1].person],
				&out->persons[all[i].person]);
	for (size_t i = 0; i < count; i++)
		free(all[i].name);
	return status;
}

int as_roster_read(struct as_roster *roster, const struct as_csv *csv, struct as_error *error)
{
	AS_AUTO_JSON json_t *ids = json_object(), *usernames = json_object();
	struct reading reading = {
		.out = roster, .csv = csv, .ids = ids, .usernames = usernames, .error = error};

	if (!ids || !usernames)
		return as_error_no_memory(error);
	columns_find(csv, &reading.columns);
	if (columns_require_person(csv, &reading.columns, error))
		return -1;
	for (size_t row = 0; row < csv->count; row++)
		if (add_person(&reading, row))
			return -1;
	return make_usernames(&reading) || report_namesakes(&reading) ? -1 : 0;
}

void as_roster_person_clear(struct as_roster_person *person)
{
	free(person->id);
	free(person->name);
	free(person->mail);
	free(person->username);
	free(person->group);
	as_names_free(person->sections);
}

void as_roster_clear(struct as_roster *roster)
{
	for (size_t i = 0; i < roster->count; i++)
		as_roster_person_clear(&roster->persons[i]);
	free(roster->persons);
	as_findings_clear(&roster->findings);
	*roster = (struct as_roster){0};
}
