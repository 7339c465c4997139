/* SPDX-License-Identifier: MIT */
/* Hidden secret tests: no input may be one of them. Small ones are hashed; of large ones only the
 * sizes are known, until an input of such a size is made. */
#include "search.h"

#include <string.h>

#define MAX_HASHED_BYTES 65536

int as_secret_add(struct as_search *search, const struct as_test *test, uint64_t input_bytes,
	struct as_error *error)
{
	struct as_secret *secret = &search->secret;
	AS_AUTO_BYTES struct as_bytes input = {0};

	if (input_bytes > AS_MAX_INPUT_BYTES)
		return 0;
	if (input_bytes <= MAX_HASHED_BYTES)
		return as_file_read(search->order->package->tree.fd, test->input_path,
			       MAX_HASHED_BYTES, &input, error) ||
				       as_seen_add(&secret->small, &input, error) < 0
			       ? -1
			       : 0;
	if (!as_array_reserve(secret->large, secret->large_count, error))
		return -1;
	secret->large[secret->large_count++] =
		(struct as_own_test){.test = test, .bytes = input_bytes};
	return 0;
}

/* What cannot be read may be equal. */
static bool is_equal(
	const struct as_search *search, const struct as_test *test, const struct as_bytes *input)
{
	AS_AUTO_BYTES struct as_bytes own = {0};

	return as_file_read(search->order->package->tree.fd, test->input_path, AS_MAX_INPUT_BYTES,
		       &own, NULL) ||
	       (own.size == input->size && memcmp(own.data, input->data, own.size) == 0);
}

bool as_secret_has(const struct as_search *search, const struct as_bytes *input)
{
	const struct as_secret *secret = &search->secret;

	for (size_t i = 0; i < secret->large_count; i++)
		if (secret->large[i].bytes == input->size &&
			is_equal(search, secret->large[i].test, input))
			return true;
	return as_seen_has(&secret->small, input);
}

void as_secret_clear(struct as_secret *secret)
{
	as_seen_clear(&secret->small);
	free(secret->large);
	*secret = (struct as_secret){0};
}
