/* SPDX-License-Identifier: MIT */
/* The key `count` of a test: the values of its variables, each combination of which is a test. */
#include "reading.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MAX_VALUES 100 /* of one variable */
#define MAX_TESTS 1000 /* of one entry of the recipe */
#define MAX_VALUE INT64_C(1000000000000000)

void reading_counts_clear(struct counts *counts)
{
	for (size_t i = 0; i < counts->variable_count; i++) {
		as_names_free(counts->variables[i].values);
		as_names_free(counts->variables[i].names);
	}
	*counts = (struct counts){.test_count = 1};
}

/* ---- numbers ---- */

static int fill_range(int64_t first, int64_t last, int64_t values[MAX_VALUES])
{
	if (first > last || last - first >= MAX_VALUES)
		return -1;
	for (int64_t value = first; value <= last; value++)
		values[value - first] = value;
	return (int)(last - first + 1);
}

static int fill_text(const char *text, int64_t values[MAX_VALUES])
{
	char *middle, *end;

	/* Beyond the range of the type both are beyond MAX_VALUE. */
	const int64_t first = strtoll(text, &middle, 10);
	if (middle == text || strncmp(middle, "..=", 3) != 0)
		return -1;
	const int64_t last = strtoll(middle + 3, &end, 10);
	if (end == middle + 3 || *end || first < -MAX_VALUE || first > MAX_VALUE ||
		last > MAX_VALUE || strpbrk(text, " +"))
		return -1;
	return fill_range(first, last, values);
}

static int fill_list(const json_t *list, int64_t values[MAX_VALUES])
{
	size_t index;
	json_t *item;

	if (json_array_size(list) < 1 || json_array_size(list) > MAX_VALUES)
		return -1;
	json_array_foreach(list, index, item)
	{
		values[index] = json_integer_value(item);
		if (!json_is_integer(item) || values[index] < -MAX_VALUE ||
			values[index] > MAX_VALUE)
			return -1;
		for (size_t i = 0; i < index; i++)
			if (values[i] == values[index])
				return -1;
	}
	return (int)json_array_size(list);
}

/* Numbers without gaps are padded in the names of tests, so that these are in order. */
static int add_numbers(
	struct variable *variable, const int64_t *values, int number, struct as_error *error)
{
	int width = 0;
	int64_t min = values[0], max = values[0];

	for (int i = 0; i < number; i++) {
		char text[32];
		int length = snprintf(text, sizeof(text), "%" PRId64, values[i]);
		width = length > width ? length : width;
		min = values[i] < min ? values[i] : min;
		max = values[i] > max ? values[i] : max;
	}
	if (max - min != number - 1)
		width = 0;
	for (int i = 0; i < number; i++) {
		variable->values[i] = as_text_format(error, "%" PRId64, values[i]);
		variable->names[i] = as_text_format(error, "%0*" PRId64, width, values[i]);
		if (!variable->values[i] || !variable->names[i])
			return -1;
	}
	return 0;
}

/* ---- words ---- */

static bool is_words(const json_t *list)
{
	size_t index;
	json_t *item;
	bool any = false;

	json_array_foreach(list, index, item)
	{
		const char *word = json_string_value(item);
		if (!json_is_integer(item) && (!word || !recipe_is_name(word, strlen(word))))
			return false;
		any |= word != NULL;
		for (size_t i = 0; i < index; i++)
			if (json_equal(json_array_get(list, i), item))
				return false;
	}
	return any && json_array_size(list) <= MAX_VALUES;
}

static int add_words(struct variable *variable, const json_t *list, struct as_error *error)
{
	size_t index;
	json_t *item;

	json_array_foreach(list, index, item)
	{
		const char *word = json_string_value(item);
		for (int i = 0; i < 2; i++) {
			char **texts = i ? variable->names : variable->values;
			texts[index] = word ? as_text_format(error, "%s", word)
					    : as_text_format(error, "%" JSON_INTEGER_FORMAT,
						      json_integer_value(item));
			if (!texts[index])
				return -1;
		}
	}
	return 0;
}

/* ---- variables ---- */

static int count_error(const struct reading *reading, const char *pointer, const char *key,
	const char *words, struct as_error *error)
{
	return reading_error(reading, pointer, key, error,
		"must be a number from 1 to 100, or at most 100 different numbers%s as a list or "
		"as a range such as -3..=10",
		words);
}

/* Adds a variable, whose values may be words if `words` is set. */
static int add_variable(const struct reading *reading, const char *pointer, const char *name,
	const json_t *value, bool words, struct counts *counts, struct as_error *error)
{
	int64_t values[MAX_VALUES];
	int number = -1;

	if (json_is_integer(value) && json_integer_value(value) >= 1 &&
		json_integer_value(value) <= MAX_VALUES)
		number = fill_range(1, json_integer_value(value), values);
	else if (json_is_array(value))
		number = fill_list(value, values);
	else if (json_is_string(value))
		number = fill_text(json_string_value(value), values);
	if (number < 0 && !(words && is_words(value)))
		return count_error(reading, pointer, name, words ? " or words" : "", error);
	struct variable *variable = &counts->variables[counts->variable_count++];
	variable->name = name;
	variable->count = number > 0 ? (size_t)number : json_array_size(value);
	variable->values = calloc(variable->count + 1, sizeof(*variable->values));
	variable->names = calloc(variable->count + 1, sizeof(*variable->names));
	if (!variable->values || !variable->names)
		return as_error_no_memory(error);
	counts->test_count *= variable->count;
	return number > 0 ? add_numbers(variable, values, number, error)
			  : add_words(variable, value, error);
}

/* Placeholders with other meanings. */
static bool is_reserved(const char *name)
{
	return strcmp(name, "seed") == 0 || strcmp(name, "name") == 0;
}

static int add_variables(const struct reading *reading, const char *pointer, json_t *map,
	struct counts *counts, struct as_error *error)
{
	AS_AUTO_FREE char *place = as_pointer_join(pointer, "count");
	const char *name;
	json_t *value;

	if (!place)
		return as_error_no_memory(error);
	json_object_foreach(map, name, value)
	{
		if (!*name || name[strspn(name, READING_PLACEHOLDER_LETTERS)] || is_reserved(name))
			return reading_error(reading, place, name, error,
				"is not a name of a variable; use letters from a to z and '_', and "
				"neither seed nor name");
		if (counts->variable_count == READING_MAX_VARIABLES)
			return reading_error(reading, pointer, "count", error,
				"has too many variables: at most %d are allowed",
				READING_MAX_VARIABLES);
		if (add_variable(reading, place, name, value, true, counts, error))
			return -1;
		if (counts->test_count > MAX_TESTS)
			return reading_error(reading, pointer, "count", error,
				"makes too many tests: at most %d are allowed", MAX_TESTS);
	}
	return 0;
}

int reading_counts(const struct reading *reading, const char *pointer, json_t *test,
	struct counts *counts, struct as_error *error)
{
	json_t *count = json_object_get(test, "count");
	int status = 0;

	*counts = (struct counts){.test_count = 1};
	if (json_object_size(count) > 0)
		status = add_variables(reading, pointer, count, counts, error);
	else if (count && !json_is_null(count))
		status = add_variable(reading, pointer, "count", count, false, counts, error);
	counts->is_map = json_is_object(count);
	if (status)
		reading_counts_clear(counts);
	return status;
}

/* ---- combinations ---- */

/* The last variable varies fastest. */
static size_t value_of(const struct counts *counts, size_t test, size_t variable)
{
	for (size_t i = counts->variable_count; i-- > variable + 1;)
		test /= counts->variables[i].count;
	return test % counts->variables[variable].count;
}

const char *reading_count_value(const struct counts *counts, size_t test, size_t variable)
{
	return counts->variables[variable].values[value_of(counts, test, variable)];
}

char *reading_count_name(
	const struct counts *counts, size_t test, const char *plain, struct as_error *error)
{
	char *name = as_text_format(error, "%s", plain);

	for (size_t i = 0; name && i < counts->variable_count; i++) {
		AS_AUTO_FREE char *before = name;
		name = as_text_format(error, "%s-%s", before,
			counts->variables[i].names[value_of(counts, test, i)]);
	}
	return name;
}
