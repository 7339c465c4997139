/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include <assay/base/fit.h>
#include <string.h>

#define NUMBER_SIZE 40

/* Reports the error of a parser with the key, at the position of the value. */
static int blame(const struct as_node *node, const struct as_error *why, struct as_error *error)
{
	return as_node_error(node, error, "%s%s%s", node->key ? node->key : "",
		node->key ? ": " : "", why->text);
}

int reading_text(const struct as_node *node, char **copy, struct as_error *error)
{
	const char *text;

	if (as_node_text(node, &text, error))
		return -1;
	if (as_text_has_control(text))
		return as_node_error(node, error,
			"%s has a line break or another control character; write it on one line",
			node->key ? node->key : "it");
	return as_text_copy(copy, text, error);
}

int reading_word(const struct as_node *node, const char *const *names, size_t count, size_t *index,
	struct as_error *error)
{
	const char *word;

	if (as_node_text(node, &word, error))
		return -1;
	for (size_t i = 0; i < count; i++) {
		if (strcmp(word, names[i]) == 0) {
			*index = i;
			return 0;
		}
	}
	return as_node_unknown_word(node, word, names, count, error);
}

int reading_words(const struct as_node *node, char ***copies, struct as_error *error)
{
	AS_AUTO_FREE const char **words = NULL;
	size_t count;

	if (as_node_words(node, &words, &count, error))
		return -1;
	if (count == 0)
		return as_node_error(
			node, error, "%s must not be empty; remove the key", node->key);
	as_names_free(*copies);
	*copies = as_names_copy((char *const *)words, error);
	return *copies ? 0 : -1;
}

/* The error for a quoted number such as "2.5" says that it is not a number. */
int reading_points(const struct as_node *node, int64_t *points_e4, struct as_error *error)
{
	char text[NUMBER_SIZE];
	double unused;
	struct as_error why = {0};

	if (as_node_number(node, &unused, error))
		return -1;
	as_json_number_text(node->value, text, sizeof(text));
	return as_points_parse(text, points_e4, &why) ? blame(node, &why, error) : 0;
}

static int percentage(const struct as_node *node, const char *text, size_t length,
	struct as_amount *amount, struct as_error *error)
{
	char number[NUMBER_SIZE] = "";

	while (length > 0 && text[length - 1] == ' ')
		length--;
	if (length < sizeof(number))
		memcpy(number, text, length);
	if (strchr(number, ',') || as_points_parse(number, &amount->value_e4, NULL) ||
		amount->value_e4 > 100 * AS_POINT_E4)
		return as_node_error(node, error,
			"%s '%.*s' is not a percentage from 0%% to 100%%; write for example 10%%",
			node->key, as_text_fit(text, 40), text);
	amount->is_percent = true;
	return 0;
}

int reading_amount(const struct as_node *node, struct as_amount *amount, struct as_error *error)
{
	const char *text = json_string_value(node->value);

	*amount = (struct as_amount){0};
	if (!text)
		return reading_points(node, &amount->value_e4, error);
	const size_t length = strlen(text);
	if (length == 0 || text[length - 1] != '%')
		return as_node_error(node, error,
			"%s '%.*s' is neither points nor a percentage; write for example 2 or "
			"10%%",
			node->key, as_text_fit(text, 40), text);
	return percentage(node, text, length - 1, amount, error);
}

int reading_span(const struct as_node *node, int64_t *span_s, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_FREE char *text = NULL;

	if (as_node_loose_text(node, &text, error))
		return -1;
	return as_span_parse(text, span_s, &why) ? blame(node, &why, error) : 0;
}

int reading_time(
	const struct as_node *node, int64_t *time_s, int32_t *offset_s, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_FREE char *text = NULL;

	if (as_node_loose_text(node, &text, error))
		return -1;
	return as_time_parse(text, time_s, offset_s, &why) ? blame(node, &why, error) : 0;
}

const char *reading_reserved(const char *id)
{
	static const char column[] = "a column of the tables of marks";
	static const struct {
		const char *id, *meaning;
	} names[] = {{"id", column}, {"name", column}, {"group", column}, {"late", column},
		{"penalty", column}, {"total", column}, {"todo", column},
		{"mark", "a column of overrides.csv"}, {"reason", "a column of overrides.csv"},
		{"mail", "the email address of a student"}, {"sum", "the sum of the items"},
		{"bonus", "points beyond the total"}, {"comment", "comments in manual.csv"}};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(id, names[i].id) == 0)
			return names[i].meaning;
	return NULL;
}

static const char *const visibility_names[] = {
	[AS_VISIBILITY_VISIBLE] = "visible",
	[AS_VISIBILITY_AFTER_DUE_DATE] = "after_due_date",
	[AS_VISIBILITY_AFTER_PUBLISHED] = "after_published",
	[AS_VISIBILITY_HIDDEN] = "hidden",
};

const char *as_visibility_name(enum as_visibility visibility)
{
	return visibility_names[visibility];
}

int reading_visibility(
	const struct as_node *node, enum as_visibility *visibility, struct as_error *error)
{
	size_t index;

	if (reading_word(node, visibility_names, 4, &index, error))
		return -1;
	*visibility = (enum as_visibility)index;
	return 0;
}

static const char *const feedback_names[] = {
	[AS_FEEDBACK_MARK] = "mark",
	[AS_FEEDBACK_VERDICTS] = "verdicts",
	[AS_FEEDBACK_SAMPLES] = "samples",
	[AS_FEEDBACK_FIRST_FAILURE] = "first_failure",
	[AS_FEEDBACK_ALL] = "all",
};

const char *as_feedback_name(enum as_feedback feedback)
{
	return feedback_names[feedback];
}

int reading_feedback(const struct as_node *node, enum as_feedback *feedback, struct as_error *error)
{
	size_t index;

	if (reading_word(node, feedback_names, 5, &index, error))
		return -1;
	*feedback = (enum as_feedback)index;
	return 0;
}

int reading_tolerate(const struct as_node *node, unsigned *tolerate, struct as_error *error)
{
	if (!json_is_array(node->value))
		return as_node_type_error(node, error, "a list", "write for example [exit-status]");
	*tolerate = 0;
	for (size_t i = 0; i < json_array_size(node->value); i++) {
		struct as_node child = as_node_item(node, i);
		size_t index;
		child.key = node->key;
		if (reading_word(&child, as_tolerance_names, AS_TOLERANCE_COUNT, &index, error))
			return -1;
		*tolerate |= 1u << index;
	}
	return 0;
}
