/* SPDX-License-Identifier: MIT */
/* The languages of a statement: "en" of problem.en.md. */
#include "statement.h"

#include <stdlib.h>

/* Sets `size` to that of the language's code; 0: the file names none. False: the file is not one of
 * a statement. */
static bool find_code(const char *stem, const char *name, const char *ending, size_t *size)
{
	const size_t length = strlen(name), before = strlen(stem), after = strlen(ending);

	*size = 0;
	if (strncmp(name, stem, before) != 0 || !as_text_ends(name, ending))
		return false;
	if (length > before + after)
		*size = length - before - after;
	return true;
}

char *statement_language_of(const char *stem, const char *name)
{
	static const char *const endings[] = {".md", ".tex", ".pdf"};
	size_t size;

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (find_code(stem, name, endings[i], &size) && size > 0)
			return strndup(name + strlen(stem), size);
	return NULL;
}

static int add_languages(
	struct as_statement *statement, const struct statement_place *place, struct as_error *error)
{
	AS_AUTO_FREE char *real = NULL;
	AS_AUTO_NAMES char **names = NULL;

	if (statement_list(statement->package, place->folder, &real, &names, error) < 0)
		return -1;
	for (size_t i = 0; names && names[i]; i++) {
		AS_AUTO_FREE char *language = statement_language_of(place->stem, names[i]);
		if (!language ||
			(statement->languages && as_names_have(statement->languages, language)))
			continue;
		if (as_names_add(&statement->languages, as_steal(language), error))
			return -1;
	}
	return 0;
}

int statement_languages_read(struct as_statement *statement, const struct statement_place *places,
	struct as_error *error)
{
	for (size_t i = 0; i < STATEMENT_PLACES; i++)
		if (add_languages(statement, &places[i], error))
			return -1;
	if (statement->languages)
		qsort(statement->languages, as_names_count(statement->languages),
			sizeof *statement->languages, as_names_compare);
	return 0;
}

const char *statement_choose(
	char *const *names, const char *stem, const char *ending, const char *language)
{
	const char *chosen = NULL;
	size_t size;

	for (; names && *names; names++) {
		if (!find_code(stem, *names, ending, &size))
			continue;
		const char *code = *names + strlen(stem);
		const char *wanted = language ? language : "en";
		if (strlen(wanted) == size && memcmp(code, wanted, size) == 0)
			return *names;
		if (!language && (!chosen || size == 0))
			chosen = *names;
	}
	return chosen;
}
