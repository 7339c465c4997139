/* SPDX-License-Identifier: MIT */
/* assay store forget: removes a person from a store, and from the register of a class. */
#include "store.h"

#include <assay/grade/class.h>
#include <string.h>

void store_check_person(struct argp_state *state, const struct store_options *options)
{
	if (!options->person)
		argp_error(state, "missing option --person ID; usage: assay store forget URL "
				  "--person ID");
}

/* In a file nobody else writes, so what nothing refers to is not about to be used. */
static int collect_now(
	const struct store_options *options, struct as_store *store, struct as_error *error)
{
	struct as_store_removed removed;

	if (strncmp(options->words[1], "sqlite:", 7) != 0) {
		cli_note("the bytes are removed by assay store gc, an hour from now or later");
		return 0;
	}
	return as_store_collect(store, 0, &cli_cancelled, &removed, error);
}

int store_forget(
	struct as_store *store, const struct store_options *options, struct as_error *error)
{
	uint64_t count;
	const int found = as_class_forget(store, options->person, error);

	if (found < 0 || as_store_forget(store, options->person, &count, error) ||
		collect_now(options, store, error))
		return -1;
	if (!found && !count)
		return as_error_set(error, AS_ERROR_USAGE,
			"the store has nothing of a person with the id '%s'", options->person);
	printf("forgot the name, the mail and ");
	store_print_count(count, "submission");
	puts("; marks stay");
	if (found)
		cli_note("files beside grade.db may still have the name: call assay grade again "
			 "to write them, and look at manual.csv and the exported sheet");
	return 0;
}
