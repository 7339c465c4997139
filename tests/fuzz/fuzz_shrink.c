/* SPDX-License-Identifier: MIT */
/* Shrinks a text of arbitrary bytes; the result must not be larger and must fail, too. The
 * predicate is the sum of the bytes. Also mutates the text. */
#include <assay/shrink.h>

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool fails(const char *text, size_t size)
{
	unsigned sum = 0;

	for (size_t i = 0; i < size; i++)
		sum += (unsigned char)text[i];
	return sum % 3 != 1;
}

static int attempt(void *context, const struct as_candidate *candidates, size_t count,
	struct as_shrink_found *found, struct as_error *error)
{
	(void)context;
	(void)error;
	while (found->index == count ||
		!fails(candidates[found->index].text, candidates[found->index].size)) {
		found->index = found->index == count ? 0 : found->index + 1;
		if (found->index == count)
			break;
	}
	return 0;
}

static void check_shrinking(const char *data, size_t size, size_t batch)
{
	const struct as_shrink_config config = {.attempt = attempt,
		.batch = batch,
		.max_tries = 400,
		.deadline_ns = AS_UNLIMITED_NS};
	AS_AUTO_BYTES struct as_bytes text = {.data = malloc(size + 1), .size = size};

	if (!text.data)
		abort();
	memcpy(text.data, data, size);
	text.data[size] = '\0';
	if (as_shrink_text(&config, &text, NULL, NULL) || !fails(text.data, text.size) ||
		as_text_compare(text.data, text.size, data, size) > 0)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = size ? (const char *)data : "";
	const struct as_sample samples[] = {{text, size / 2}, {text + size / 2, size - size / 2}};

	if (fails(text, size)) {
		check_shrinking(text, size, 1);
		check_shrinking(text, size, 7);
	}
	for (uint64_t number = 0; number < 20; number++) {
		AS_AUTO_BYTES struct as_bytes out = {0};
		if (as_mutate(samples, 2, number, &out, NULL))
			abort();
	}
	return 0;
}
