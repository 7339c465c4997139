/* SPDX-License-Identifier: MIT */
/* The languages that this machine can judge, each with its compiler's version. */
#include "workshop.h"

#include <string.h>

static bool is_tool(const struct as_language *language, const char *word)
{
	for (const char *const *tool = language->tools; *tool; tool++)
		if (strcmp(*tool, word) == 0)
			return true;
	return false;
}

const char *const *as_language_tool_words(
	const struct as_language *language, const struct as_language_command *command)
{
	const char *const *words = command->words;

	if (strcmp(words[0], "/bin/sh") != 0)
		return words;
	while (*words && !is_tool(language, *words))
		words++;
	return *words ? words : language->tools;
}

static int inspect(struct as_workshop *workshop, const struct as_language *language,
	struct as_language_state *state, struct as_error *error)
{
	struct as_error why = {0};

	*state = (struct as_language_state){.id = language->id,
		.name = language->name,
		.package = language->package,
		.profile = as_profile_name(language->run.profile),
		.extensions = language->files.extensions,
		.compile = language->compile.words,
		.run = language->run.words};
	if (!as_language_is_here(language))
		return 0;
	state->version = as_language_version(workshop, language, &why);
	if (why.kind == AS_ERROR_NONE)
		return 0;
	state->trouble = as_text_format(error, "%s", why.text);
	return state->trouble ? 0 : -1;
}

struct as_language_state *as_languages_inspect(const struct as_languages *languages,
	const char *cache_dir, enum as_weakness weak_sandbox, struct as_error *error)
{
	const struct as_workshop_config config = {
		.languages = languages, .cache_dir = cache_dir, .weak_sandbox = weak_sandbox};
	struct as_language_state *states = calloc(languages->count + 1, sizeof(*states));
	struct as_workshop *workshop = states ? as_workshop_open(&config, error) : NULL;
	int failed = !workshop;

	if (!states)
		as_error_no_memory(error);
	for (size_t i = 0, count = 0; !failed && i < languages->count; i++) {
		const struct as_language *language = &languages->items[i];
		if (!language->is_hidden && !language->refused)
			failed = inspect(workshop, language, &states[count++], error);
	}
	as_workshop_close(workshop);
	if (failed)
		as_language_states_free(as_steal(states));
	return states;
}

void as_language_states_free(struct as_language_state *states)
{
	for (struct as_language_state *state = states; state && state->id; state++) {
		free(state->version);
		free(state->trouble);
	}
	free(states);
}
