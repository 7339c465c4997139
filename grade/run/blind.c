/* SPDX-License-Identifier: MIT */
/* The findings of an export in blind marking: its paths and tables contain names. The order of the
 * rows. */
#include "state.h"

#include <ctype.h>
#include <string.h>

/* The quote that ends a quoted text; the one inside "O'Brien" does not. */
static char *find_end(char *begin)
{
	char *end = NULL;

	for (char *at = begin + 1; (at = strchr(at, '\'')); at++)
		if (!isalnum((unsigned char)at[1]))
			end = at;
	return end;
}

char *grade_hide_quoted(char *text)
{
	char *begin = strchr(text, '\'');
	char *end = begin ? find_end(begin) : NULL;

	/* In a table without a heading, the first row is a person. */
	char *columns = strstr(text, "; its columns are");
	if (columns)
		*columns = '\0';
	if (end && (size_t)(end - begin) >= 4) {
		memcpy(begin + 1, "...", 3);
		memmove(begin + 4, end, strlen(end) + 1);
	}
	return text;
}

/* True for a list that the teacher named, with or without a line number. */
static bool is_list(const char *where, const char *list)
{
	const size_t length = list ? strlen(list) : 0;

	return length > 0 && strncmp(where, list, length) == 0 &&
	       (!where[length] || where[length] == ':');
}

static bool is_named(const struct as_grade_config *options, const char *where)
{
	const struct as_submissions_order *arrival = &options->arrival;

	return as_text_is_beneath(where, options->out /* manual.csv or overrides.csv */) ||
	       is_list(where, arrival->roster) || is_list(where, arrival->sheet) ||
	       is_list(where, arrival->times) || is_list(where, options->submissions) ||
	       is_list(where, options->scheme);
}

int grade_fail_hidden(const struct as_grade *grade, struct as_error *why, struct as_error *error)
{
	const struct as_grade_config *config = &grade->config;

	if (config->blind && why->kind == AS_ERROR_INPUT) {
		grade_hide_quoted(why->text);
		if (!is_named(config, why->where))
			snprintf(why->where, sizeof(why->where), "%s", config->submissions);
	}
	if (error)
		*error = *why;
	return -1;
}

/* A line of a list stays; a path of the export becomes the student's pseudonym. */
static const char *hide_where(
	const struct as_grade *grade, size_t finding, char label[AS_PSEUDONYM_SIZE])
{
	const struct as_submissions *submissions = grade->people.submissions;
	const char *where = submissions->findings.items[finding].where;
	const size_t person = submissions->facts[finding].person;

	if (!*where || is_named(&grade->config, where))
		return where;
	return person == SIZE_MAX
		       ? "a submission"
		       : as_class_label(grade->class, submissions->persons[person].id, label);
}

/* The order of the export is that of the names. */
static int compare_findings(const void *left, const void *right)
{
	const struct as_finding *a = left, *b = right;
	const int order = strcmp(a->where, b->where);

	return order ? order : strcmp(a->text, b->text);
}

int grade_take_findings(const struct as_grade *grade, bool for_page, struct as_findings *shown,
	struct as_error *error)
{
	const struct as_submissions *submissions = grade->people.submissions;
	const bool is_blind = grade->config.blind;
	char label[AS_PSEUDONYM_SIZE];

	for (size_t i = 0; i < submissions->findings.count; i++) {
		const struct as_finding *one = &submissions->findings.items[i];
		const struct as_finding_fact *fact = &submissions->facts[i];
		if (fact->kind == AS_FINDING_TIME && !grade->assignment.scheme.has_due)
			continue;
		if (for_page && fact->kind == AS_FINDING_NOTHING && fact->person != SIZE_MAX)
			continue;
		const bool is_remark = for_page && fact->kind == AS_FINDING_REMARK;
		if (as_findings_add(shown, is_remark ? AS_FINDING_INFO : one->level,
			    is_blind ? hide_where(grade, i, label) : one->where, error, "%s",
			    is_blind ? fact->blind : one->text))
			return -1;
	}
	if (is_blind && shown->count)
		qsort(shown->items, shown->count, sizeof(*shown->items), compare_findings);
	shown->dropped_count += submissions->findings.dropped_count;
	return 0;
}

char *grade_hide_path(const struct as_class *class, const struct as_class_person *person,
	const char *path, struct as_error *error)
{
	char label[AS_PSEUDONYM_SIZE];
	const char *dot = strrchr(path, '.');
	const bool is_ending = dot && !strchr(dot, '/') && strlen(dot) <= 10;

	return as_text_format(
		error, "%s%s", as_class_label(class, person->id, label), is_ending ? dot : "");
}
