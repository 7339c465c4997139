/* SPDX-License-Identifier: MIT */
/* Operators that replace one token by another. */
#include "finder.h"

static void replace_pairs(struct finder *finder, size_t at)
{
	for (const char *const *pair = finder->pairs; *pair; pair += 2)
		if (finder_is(finder, at, pair[0]))
			finder_replace(finder, at, at, "%s", pair[1]);
}

void find_pairs(struct finder *finder, size_t at)
{
	if (!finder->places[at].is_template)
		replace_pairs(finder, at);
}

void find_binary(struct finder *finder, size_t at)
{
	if (finder_is_binary(finder, at))
		replace_pairs(finder, at);
}

void find_calls(struct finder *finder, size_t at)
{
	if (finder_is(finder, at + 1, "("))
		replace_pairs(finder, at);
}

void find_not(struct finder *finder, size_t at)
{
	const bool is_not = finder_is_python(finder)
				    ? finder_is(finder, at, "not") &&
					      !finder_is(finder, at + 1, "in") &&
					      !(at && finder_is(finder, at - 1, "is"))
				    : finder_is(finder, at, "!");

	if (is_not && finder_begins_value(finder, at + 1))
		finder_replace(finder, at, at, "%s", "");
}

/* x++ in an expression that uses its value. */
void find_increment(struct finder *finder, size_t at)
{
	static const char *const ends[] = {";", ")", ",", "{", "}", NULL};

	if (!finder_is(finder, at, "++") && !finder_is(finder, at, "--"))
		return;
	if (at && finder_kind(finder, at - 1) == AS_TOKEN_NAME && at > 1 &&
		!(finder_is_any(finder, at + 1, ends) && finder_is_any(finder, at - 2, ends)))
		finder_replace(finder, at - 1, at, "%.*s%.*s", FINDER_BYTES(finder, at, at),
			FINDER_BYTES(finder, at - 1, at - 1));
	else if (at && !finder_is_any(finder, at - 1, ends) &&
		 finder_kind(finder, at + 1) == AS_TOKEN_NAME && finder_is_simple(finder, at + 1))
		finder_replace(finder, at, at + 1, "%.*s%.*s", FINDER_BYTES(finder, at + 1, at + 1),
			FINDER_BYTES(finder, at, at));
}

/* Python has two divisions; in the other languages the types of the operands decide. */
void find_division(struct finder *finder, size_t at)
{
	if (finder_is_python(finder))
		replace_pairs(finder, at);
	else if (finder_is(finder, at, "/") && finder_is_binary(finder, at))
		finder_replace(finder, at, at, "/ 1.0 /");
}
