/* SPDX-License-Identifier: MIT */
/* Parses a record of arbitrary bytes. Either it fails with a reason, or the tape survives
 * formatting and parsing, and can be shrunk and explored. */
#include <assay/shrink.h>

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every second tape fails. */
static int attempt(void *context, const struct as_candidate *candidates, size_t count,
	struct as_shrink_found *found, struct as_error *error)
{
	unsigned *calls = context;

	(void)count;
	if (++*calls % 2)
		return 0;
	found->index = 0;
	return as_tape_copy(candidates[0].tape, &found->record, error);
}

static void check_shrinking(const struct as_tape *tape)
{
	unsigned calls = 0;
	const struct as_shrink_config config = {.attempt = attempt,
		.context = &calls,
		.batch = 3,
		.max_tries = 60,
		.deadline_ns = AS_UNLIMITED_NS};
	AS_AUTO_TAPE struct as_tape best = {0};

	if (as_tape_copy(tape, &best, NULL) || as_shrink_tape(&config, &best, NULL, NULL) ||
		as_tape_compare(&best, tape) > 0)
		abort();
}

static void check_exploring(const struct as_tape *tape)
{
	const struct as_explore_config config = {.enumerate = 30};
	AS_AUTO_EXPLORE struct as_explore *explore = as_explore_new(&config, NULL);

	for (uint64_t number = 0; number < 50; number++) {
		AS_AUTO_TAPE struct as_tape next = {0};
		AS_AUTO_BYTES struct as_bytes text = {0};
		if (!explore || as_explore_next(explore, &next, NULL) ||
			as_tape_format(&next, &text, NULL) ||
			as_explore_record(explore, number, tape, NULL))
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	AS_AUTO_TAPE struct as_tape tape = {0}, again = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_error error = {0};
	int failed = as_tape_parse(&tape, (const char *)data, size, &error);

	if (failed != (error.kind != AS_ERROR_NONE ? -1 : 0) || strchr(error.text, '\n'))
		abort();
	if (failed)
		return 0;
	if (as_tape_format(&tape, &bytes, NULL) ||
		as_tape_parse(&again, bytes.data, bytes.size, &error))
		abort();
	if (!tape.old && as_tape_compare(&tape, &again) != 0)
		abort();
	check_shrinking(&tape);
	check_exploring(&tape);
	return 0;
}
