/* SPDX-License-Identifier: MIT */
/* The statement of a package in all its languages. */
#include "translations.h"
#include "server.h"

#include <string.h>

static int open_translation(const struct as_contest *contest, size_t problem, const char *base,
	const struct server_problem *seen, const char *language, struct as_statement **made,
	struct as_error *error)
{
	*made = as_contest_statement_open(contest, problem, seen->package, base, language, error);
	if (!*made)
		return -1;
	/* Only a PDF file has this language: each statement links to it. */
	if (!(*made)->html.data)
		as_statement_close(as_steal(*made));
	return 0;
}

int translations_open(const struct as_server *server, size_t problem, struct server_problem *seen,
	struct as_error *error)
{
	char **languages = seen->statement->languages;
	size_t count = 0;

	seen->translations = calloc(as_names_count(languages) + 1, sizeof(struct as_statement *));
	if (!seen->translations)
		return as_error_no_memory(error);
	for (; languages && *languages; languages++) {
		if (seen->statement->language && strcmp(*languages, seen->statement->language) == 0)
			continue;
		if (open_translation(server->config.contest, problem, server->base, seen,
			    *languages, &seen->translations[count], error))
			return -1;
		count += seen->translations[count] != NULL;
	}
	return 0;
}

void translations_close(struct server_problem *seen)
{
	for (struct as_statement **one = seen->translations; one && *one; one++)
		as_statement_close(*one);
	free(seen->translations);
	as_statement_close(seen->statement);
	as_statement_close(seen->editorial);
}
