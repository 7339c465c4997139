/* SPDX-License-Identifier: MIT */
/* submissions.yaml of any bytes: expectations that can be applied to a path, or a position. */
#include <assay/package.h>

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct as_expectations *expectations)
{
	static const char *const paths[] = {
		"accepted/a.py", "wrong_answer/b", "x", "", "a/b/c/d/e", "{a,b}"};

	for (size_t i = 0; i < expectations->count; i++) {
		const struct as_expectation *item = &expectations->items[i];
		for (size_t k = 0; k < sizeof paths / sizeof *paths; k++)
			(void)as_glob_covers(&item->glob, paths[k]);
		for (size_t k = 0; k < item->count; k++) {
			const struct as_requirement *requirement = &item->requirements[k];
			(void)as_requirement_permitted(requirement);
			(void)as_requirement_required(requirement);
			(void)as_requirement_time_use(requirement);
			if (requirement->has_score &&
				!(requirement->score_min <= requirement->score_max))
				abort();
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	AS_AUTO_EXPECTATIONS struct as_expectations expectations = {0};
	struct as_error error = {0};

	if (size < 1 ||
		as_document_parse_yaml(&document, "fuzz", (const char *)data + 1, size - 1, NULL))
		return 0;
	if (as_expectations_init(&expectations, data[0] & 1 ? AS_FORMAT_LEGACY : AS_FORMAT_2025_09,
		    data[0] & 2, &error))
		abort();
	int failed = as_expectations_add(&expectations, &document, &error);
	if (failed != (error.kind != AS_ERROR_NONE ? -1 : 0) || strchr(error.text, '\n'))
		abort();
	if (!failed)
		check(&expectations);
	return 0;
}
