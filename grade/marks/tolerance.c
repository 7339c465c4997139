/* SPDX-License-Identifier: MIT */
/* Lenient judging in a class: which submissions are judged once more, and which of the two results
 * counts. */
#include "scope.h"

#include <string.h>

static bool is_sample(const struct as_result_test *test)
{
	return test->sight.is_sample;
}

static bool has_test(const struct as_item_scope *scope, const char *test)
{
	return scope_find(scope, test) != SIZE_MAX;
}

/* A failure by the exit status, by a signal, or by starting a program. */
static bool may_be_tolerated(const struct as_result_test *test)
{
	if (!test->reason)
		return false;
	if (test->verdict == AS_VERDICT_SV)
		return strcmp(test->reason, "exec") == 0;
	return test->verdict == AS_VERDICT_RTE &&
	       (strcmp(test->reason, "exit-code") == 0 || strcmp(test->reason, "signal") == 0);
}

/* A failed sample may have ended the judging before the item's tests. */
static bool wants_lenient(const struct as_item *item, const struct as_result *result)
{
	bool wants = false;

	for (size_t t = 0; t < result->test_count; t++) {
		const struct as_result_test *test = &result->tests[t];
		const bool is_own = has_test(item->scope, test->name);
		if (test->verdict == AS_VERDICT_AC || !(is_own || is_sample(test)))
			continue;
		wants |= may_be_tolerated(test);
		if (is_own && !may_be_tolerated(test))
			return false;
	}
	return wants;
}

/* An empty list of the scheme is the teacher's decision. */
bool as_scheme_wants_lenient(
	const struct as_scheme *scheme, size_t package, const struct as_result *result)
{
	for (size_t i = 0; i < scheme->item_count; i++) {
		const struct as_item *item = &scheme->items[i];
		if (item->package == package && item->scope &&
			!(item->tolerate_key && !item->tolerate) && wants_lenient(item, result))
			return true;
	}
	return false;
}

unsigned as_item_tolerated(const struct as_item *item, const struct as_result *result)
{
	unsigned bits = 0;

	for (size_t t = 0; t < result->test_count; t++)
		if (has_test(item->scope, result->tests[t].name) ||
			(item->scope->whole && is_sample(&result->tests[t])))
			bits |= as_result_tolerated(&result->tests[t]);
	return bits;
}

const struct as_result *as_work_result(const struct as_work *work, const struct as_item *item)
{
	const struct as_result *lenient = work->lenient;

	if (!lenient || lenient->verdict == AS_VERDICT_JE || !item->tolerate)
		return work->result;
	const unsigned bits = as_item_tolerated(item, lenient);
	return bits && !(bits & ~item->tolerate) ? lenient : work->result;
}

static int64_t raw_of(const struct as_item *item, const struct as_result *result)
{
	struct share share;

	return share_compute(item, result, &share, NULL) == 0 && share.judged ? share.raw_e4 : 0;
}

bool as_item_is_right(const struct as_item *item, const struct as_work *work)
{
	return work->result && work->lenient &&
	       raw_of(item, as_work_result(work, item)) < item->points_e4 &&
	       raw_of(item, work->lenient) >= item->points_e4;
}

char *as_tolerance_describe(unsigned bits, struct as_error *error)
{
	static const char *const deeds[AS_TOLERANCE_COUNT] = {
		"exits with a status other than 0",
		"tries to start another program (system, pause, cls)",
		"fails at the end of its input (reads past it, or throws an uncaught exception)",
		"crashes (a signal ends it)",
	};
	char *text = strdup("");

	for (unsigned i = 0; text && i < AS_TOLERANCE_COUNT; i++) {
		AS_AUTO_FREE char *before = text;
		text = bits & 1u << i ? as_text_format(error, "%s%s%s", before,
						*before ? " and " : "", deeds[i])
				      : strdup(before);
	}
	if (!text)
		as_error_no_memory(error);
	return text;
}
