/* SPDX-License-Identifier: MIT */
/* The rules of visibility: a person's page shows no more than the scheme permits at its stage. */
#include "state.h"

#include <string.h>

static bool has_feedback(
	const struct as_pages_config *config, const struct as_marks *marks, size_t index)
{
	const struct as_item *item = &config->scheme->items[index];
	const struct as_item_mark *mark = &marks->items[index];

	return item->kind == AS_ITEM_AUTOMATIC && item->feedback != AS_FEEDBACK_MARK &&
	       as_visibility_shows(item->visibility, config->stage) &&
	       mark->state == AS_MARK_JUDGED && !as_item_mark_follows(mark);
}

/* If tests changed since, the verdict would appear with data that it does not belong to. */
static bool is_of_these_tests(
	const struct as_pages_config *config, size_t package, const struct as_result *result)
{
	return strcmp(result->digests.package, config->packages[package]->digest) == 0;
}

static bool is_of_other_scheme(const struct as_page_person *person, size_t item)
{
	return person->outdated.items && person->outdated.items[item];
}

bool as_page_has_feedback(const struct as_pages_config *config, const struct as_marks *marks,
	const struct as_page_person *person, size_t item)
{
	const size_t package = config->scheme->items[item].package;

	return has_feedback(config, marks, item) && person->works &&
	       person->works[package].result && !is_of_other_scheme(person, item) &&
	       is_of_these_tests(config, package, person->works[package].result);
}

const char *as_page_outdated_by(const struct as_pages_config *config, const struct as_marks *marks,
	const struct as_page_person *person, size_t item)
{
	const size_t package = config->scheme->items[item].package;

	if (!has_feedback(config, marks, item) || !person->works || !person->works[package].result)
		return NULL;
	if (!is_of_these_tests(config, package, person->works[package].result))
		return "the tests have";
	return is_of_other_scheme(person, item) ? "the marking scheme has" : NULL;
}

size_t as_page_failures(const struct as_item *item, const struct as_result *result,
	const struct as_result_test *failures[AS_PAGE_MAX_FAILURES])
{
	size_t count = 0;

	for (size_t t = 0; t < result->test_count; t++) {
		const struct as_result_test *test = &result->tests[t];
		if (test->verdict == AS_VERDICT_AC || test->verdict == AS_VERDICT_JE ||
			!as_item_shows_test(item, test->name) ||
			!as_feedback_shows(item, result, test))
			continue;
		if (count < AS_PAGE_MAX_FAILURES)
			failures[count] = test;
		count++;
	}
	return count;
}
