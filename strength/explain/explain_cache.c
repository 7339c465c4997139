/* SPDX-License-Identifier: MIT */
/*
 * Cached explanations, in the cache folder of the workshop. The key is a digest of the package's
 * tests and recipe, the program, and the time limit and kind of the search. Other changes, such as
 * to sources of generators, do not invalidate an entry: the caller runs the input again before it
 * uses the entry.
 */
#include "explain_private.h"

#include <string.h>

#define RECIPE "generators/generators.yaml"
#define RECIPE_BYTES (UINT64_C(16) << 20)

static void make_key(const struct as_explain_order *order, const struct as_program *program,
	char key[AS_DIGEST_HEX_SIZE])
{
	AS_AUTO_BYTES struct as_bytes recipe = {0};
	struct as_digest digest;
	char time[32];

	as_digest_init(&digest);
	as_digest_add_text(&digest, order->hides_secret
					    ? "assay-explanation/3 hides-secret " ASSAY_VERSION
					    : "assay-explanation/2 " ASSAY_VERSION);
	as_digest_add_text(&digest, order->package->digest);
	as_digest_add_text(&digest, as_program_digest(program));
	snprintf(time, sizeof(time), "%lld", (long long)order->time_ns);
	as_digest_add_text(&digest, time);
	if (as_file_read(order->package->tree.fd, RECIPE, RECIPE_BYTES, &recipe, NULL) == 0)
		as_digest_add(&digest, recipe.data, recipe.size);
	as_digest_end(&digest, key);
}

int as_explanation_cache_load(
	const struct as_explain_order *order, struct as_explanation *explanation)
{
	const struct as_program *program = as_compiled_program(order->submission);
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	char key[AS_DIGEST_HEX_SIZE];

	make_key(order, program, key);
	if (as_workshop_load_output(program->workshop, key, &bytes) != 1)
		return 0;
	AS_AUTO_JSON json_t *document = json_loadb(bytes.data, bytes.size, JSON_ALLOW_NUL, NULL);
	return document && as_explanation_read(document, explanation) == 0;
}

void as_explanation_cache_save(
	const struct as_explain_order *order, const struct as_explanation *explanation)
{
	const struct as_program *program = as_compiled_program(order->submission);
	AS_AUTO_JSON json_t *document = as_explanation_json(explanation);
	AS_AUTO_FREE char *text = document ? json_dumps(document, JSON_COMPACT) : NULL;
	char key[AS_DIGEST_HEX_SIZE];

	if (!text)
		return;
	const struct as_bytes bytes = {.data = text, .size = strlen(text)};
	make_key(order, program, key);
	as_workshop_store_output(program->workshop, key, &bytes);
}
