/* SPDX-License-Identifier: MIT */
/* Shared by all readers of a recipe: errors with places, notes, common keys; clearing a recipe. */
#include "reading.h"

#include <ctype.h>
#include <string.h>

/* A recipe of a few MB could otherwise take all memory of the machine. */
#define MAX_TEXT_BYTES (256 << 20)

/* ---- errors and notes ---- */

int reading_error(const struct reading *reading, const char *pointer, const char *key,
	struct as_error *error, const char *format, ...)
{
	AS_AUTO_FREE char *place = key ? as_pointer_join(pointer, key) : strdup(pointer);
	char text[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	if (!place)
		return as_error_no_memory(error);
	return as_document_error(&reading->recipe->document, place, error, "%s%s%s%s",
		key ? "'" : "", key ? key : "", key ? "' " : "", text);
}

int reading_spend(
	struct reading *reading, const char *pointer, size_t bytes, struct as_error *error)
{
	if (bytes <= (size_t)MAX_TEXT_BYTES - reading->text_bytes) {
		reading->text_bytes += bytes;
		return 0;
	}
	return reading_error(reading, pointer, NULL, error,
		"the commands and texts of all tests have more than %d MiB; let a program write "
		"long inputs",
		MAX_TEXT_BYTES >> 20);
}

int reading_unknown(const struct reading *reading, const char *pointer, const char *key,
	const char *what, const char *const *names, size_t count, struct as_error *error)
{
	AS_AUTO_FREE char *place = as_pointer_join(pointer, key);
	char list[256];

	if (!place)
		return as_error_no_memory(error);
	as_text_choices(names, count, list, sizeof(list));
	return as_document_key_error(&reading->recipe->document, place, error,
		"unknown %.*s '%s'%s%s use %s", (int)strcspn(what, " "), what, key,
		what + strcspn(what, " "), AS_SUGGESTION(key, names, count), list);
}

int reading_unknown_key(struct reading *reading, const char *pointer, const char *key,
	const char *what, const char *const *names, size_t count, struct as_error *error)
{
	AS_AUTO_FREE char *place = as_pointer_join(pointer, key);

	if (!place)
		return as_error_no_memory(error);
	if (strcmp(AS_SUGGESTION(key, names, count), ";") != 0)
		return reading_unknown(reading, pointer, key, what, names, count, error);
	return recipe_note_key(reading->recipe, place, error, "unknown %.*s '%s'%s: it is not used",
		(int)strcspn(what, " "), what, key, what + strcspn(what, " "));
}

int reading_settings(const struct reading *reading, const char *pointer, const char *key,
	json_t *value, struct as_error *error)
{
	const char *names[AS_GROUP_KEY_COUNT], *member;
	AS_AUTO_FREE char *place = as_pointer_join(pointer, key);
	json_t *setting;

	if (!place)
		return as_error_no_memory(error);
	for (size_t i = 0; i < AS_GROUP_KEY_COUNT; i++)
		names[i] = as_group_key(i);
	json_object_foreach(value, member, setting)
	{
		bool known = strcmp(key, "test_group.yaml") != 0 ||
			     strcmp(member, AS_GROUP_KEY_IGNORED) == 0;
		for (size_t i = 0; i < AS_GROUP_KEY_COUNT && !known; i++)
			known = strcmp(names[i], member) == 0;
		if (!known)
			return reading_unknown(reading, place, member, "key of test_group.yaml",
				names, AS_GROUP_KEY_COUNT, error);
	}
	return 0;
}

int recipe_blame(const struct recipe *recipe, const char *pointer, struct as_error *error)
{
	unsigned line, column;

	if (error && !error->where[0] &&
		as_document_place(&recipe->document, pointer, &line, &column)) {
		snprintf(error->where, sizeof(error->where), "%s", recipe->document.name);
		error->line = line;
		error->column = column;
	}
	return -1;
}

int recipe_blame_key(
	const struct recipe *recipe, const char *pointer, const char *key, struct as_error *error)
{
	AS_AUTO_FREE char *around = strdup(pointer);
	unsigned line, column;

	while (around) {
		AS_AUTO_FREE char *place = as_pointer_join(around, key);
		char *slash = strrchr(around, '/');
		if (place && as_document_place(&recipe->document, place, &line, &column))
			return recipe_blame(recipe, place, error);
		if (!slash)
			break;
		*slash = '\0';
	}
	return recipe_blame(recipe, pointer, error);
}

int recipe_note_at(
	struct recipe *recipe, const char *place, const char *text, struct as_error *error)
{
	const struct as_findings *notes = &recipe->notes;
	const struct as_finding *last = notes->count ? &notes->items[notes->count - 1] : NULL;

	/* All tests of one `count` would have the same note. */
	if (last && strcmp(last->where, place) == 0 && strcmp(last->text, text) == 0)
		return 0;
	return as_findings_add(&recipe->notes, AS_FINDING_WARNING, place, error, "%s", text);
}

static int add_note(struct recipe *recipe, unsigned line, unsigned column, struct as_error *error,
	const char *format, va_list arguments)
{
	char text[600], shown[800];

	vsnprintf(text, sizeof(text), format, arguments);
	as_text_printable(text, strlen(text), shown, sizeof(shown));
	AS_AUTO_FREE char *place =
		as_text_format(error, "%s:%u:%u", recipe->document.name, line, column);
	return place ? recipe_note_at(recipe, place, shown, error) : -1;
}

int recipe_note(
	struct recipe *recipe, const char *pointer, struct as_error *error, const char *format, ...)
{
	unsigned line = 1, column = 1;
	va_list arguments;

	/* Finding a place takes time in proportion to the recipe. */
	if (as_findings_drop(&recipe->notes))
		return 0;
	as_document_place(&recipe->document, pointer, &line, &column);
	va_start(arguments, format);
	int status = add_note(recipe, line, column, error, format, arguments);
	va_end(arguments);
	return status;
}

int recipe_note_key(
	struct recipe *recipe, const char *pointer, struct as_error *error, const char *format, ...)
{
	unsigned line = 1, column = 1;
	va_list arguments;

	if (as_findings_drop(&recipe->notes))
		return 0;
	as_document_key_place(&recipe->document, pointer, &line, &column);
	va_start(arguments, format);
	int status = add_note(recipe, line, column, error, format, arguments);
	va_end(arguments);
	return status;
}

bool recipe_is_name(const char *text, size_t length)
{
	if (length == 0 || (!isalnum((unsigned char)*text) && *text != '_'))
		return false;
	for (size_t i = 0; i < length; i++)
		if (!isalnum((unsigned char)text[i]) && !memchr("_.-", text[i], 3))
			return false;
	return true;
}

/* ---- keys of folders and tests ---- */

const char *const reading_folder_keys[READING_FOLDER_KEY_COUNT + 1] = {
	"data", "include", "test_group.yaml", "testdata.yaml", NULL};

int reading_shared_key(struct reading *reading, struct scope *scope, const char *key, json_t *value,
	bool *known, struct as_error *error)
{
	const bool is_solution = strcmp(key, "solution") == 0;
	const bool is_salt = strcmp(key, "random_salt") == 0;

	*known = is_solution || is_salt || strcmp(key, "retries") == 0;
	if (!*known)
		return 0;
	/* Of these keys, only `solution` has a meaning without a value. */
	if (json_is_null(value) && !is_solution)
		return 0;
	if (json_is_null(value))
		scope->solution = NULL;
	else if (is_solution && json_is_string(value))
		scope->solution = json_string_value(value);
	else if (is_salt && json_is_string(value))
		scope->salt = json_string_value(value);
	else if (is_solution || is_salt)
		return reading_error(reading, scope->pointer, key, error, "must be a string");
	else if (json_is_integer(value) && json_integer_value(value) >= 1 &&
		 json_integer_value(value) <= 100)
		scope->retries = (unsigned)json_integer_value(value);
	else
		return reading_error(
			reading, scope->pointer, key, error, "must be a number from 1 to 100");
	return 0;
}

/* ---- clearing ---- */

static void clear_test(struct recipe_test *test)
{
	free(test->name);
	free(test->pointer);
	free(test->command);
	free(test->written);
	free(test->copy);
	for (int i = 0; i < RECIPE_TEXT_ENDING_COUNT; i++)
		free(test->files[i].text);
}

void recipe_clear(struct recipe *recipe)
{
	for (size_t i = 0; i < recipe->count; i++)
		clear_test(&recipe->tests[i]);
	for (size_t i = 0; i < recipe->settings_count; i++) {
		free(recipe->settings[i].path);
		free(recipe->settings[i].pointer);
		free(recipe->settings[i].text);
	}
	free(recipe->tests);
	free(recipe->settings);
	as_findings_clear(&recipe->notes);
	as_document_clear(&recipe->document);
	*recipe = (struct recipe){0};
}
