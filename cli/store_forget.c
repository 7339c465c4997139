/* SPDX-License-Identifier: MIT */
/* assay store forget: removes a person from a store, and from the register of a class. */
#include "store.h"

#include <assay/grade/class.h>
#include <string.h>

void store_check_person(struct argp_state *state, const struct store_options *options)
{
	if (!options->person)
		argp_error(state, "missing option --person PERSON; usage: assay store forget URL "
				  "--person PERSON");
}

/* In a file, no other process adds data, so unreferenced data can be removed at once. */
static int collect_now(
	const struct store_options *options, struct as_store *store, struct as_error *error)
{
	struct as_store_removed removed;

	if (cli_is_on_server(options->words[1])) {
		cli_note("the bytes are removed by assay store gc, an hour from now or later");
		return 0;
	}
	return as_store_collect(store, 0, &cli_cancelled, &removed, error);
}

static int print_forgotten(const struct store_options *options, uint64_t count, bool registered,
	struct as_error *error)
{
	if (options->json)
		return store_print_document(options,
			json_pack("{s:o, s:I, s:b}", "person", store_json_text(options->person),
				"submissions", (json_int_t)count, "registered", registered),
			error);
	printf("forgot the name, the mail and ");
	cli_print_count(count, "submission", "; marks stay\n");
	return 0;
}

int store_forget(
	struct as_store *store, const struct store_options *options, struct as_error *error)
{
	char owner[AS_CLASS_KEY_SIZE], shown[AS_CLASS_KEY_SIZE];
	uint64_t count, own_count = 0;
	const int found = as_class_forget(store, AS_CLASS_SPACE, options->person, shown, error);

	if (found < 0 || as_store_forget(store, options->person, &count, error))
		return -1;
	if (strcmp(as_class_owner(options->person, owner), options->person) != 0 &&
		as_store_forget(store, owner, &own_count, error))
		return -1;
	count += own_count;
	if (collect_now(options, store, error))
		return -1;
	if (!found && !count)
		return as_error_set(error, AS_ERROR_USAGE,
			"the store has nothing of a person with the id '%s'", options->person);
	if (print_forgotten(options, count, found, error))
		return -1;
	if (*shown) {
		AS_AUTO_FREE char *note =
			as_text_format(error, "the marks have the id %s now", shown);
		if (!note)
			return -1;
		cli_note(note);
	}
	if (found)
		cli_note("files beside grade.db may still have the name: call assay grade again "
			 "to write them, and look at manual.csv and the exported sheet");
	return 0;
}
