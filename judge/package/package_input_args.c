/* SPDX-License-Identifier: MIT */
/* Arguments of input validators. */
#include "read.h"
#include "words.h"
#include <string.h>

struct as_input_args *package_input_args_new(struct as_error *error)
{
	struct as_input_args *args = calloc(1, sizeof *args);
	if (!args)
		as_error_no_memory(error);
	return args;
}

int package_input_args_add(struct as_input_args *args, const char *name, const char *const *words,
	struct as_error *error)
{
	if (!as_array_reserve(args->lists, args->count, error))
		return -1;
	struct as_input_args_list *list = &args->lists[args->count++];
	*list = (struct as_input_args_list){.name = name ? strdup(name) : NULL};
	if (name && !list->name)
		return as_error_no_memory(error);
	return words ? package_words_append(&list->words, words, error) : 0;
}

int package_input_args_copy(
	const struct as_input_args *from, struct as_input_args **to, struct as_error *error)
{
	*to = NULL;
	if (!from)
		return 0;
	struct as_input_args *args = package_input_args_new(error);
	for (size_t i = 0; args && i < from->count; i++)
		if (package_input_args_add(args, from->lists[i].name,
			    (const char *const *)from->lists[i].words, error) < 0)
			package_input_args_free(as_steal(args));
	*to = args;
	return args ? 0 : -1;
}

void package_input_args_free(struct as_input_args *args)
{
	for (size_t i = 0; args && i < args->count; i++) {
		free(args->lists[i].name);
		as_names_free(args->lists[i].words);
	}
	if (args)
		free(args->lists);
	free(args);
}
