/* SPDX-License-Identifier: MIT */
/* Lines about complete marks that deserve a look; each line once for a student. */
#include "scope.h"

#include <string.h>

#define CAUSE_SIZE 200

int notices_add_line(char ***lines, const char *what, const char *why, struct as_error *error)
{
	return as_names_add(
		lines, as_text_format(error, "%s%s%s", what, *what ? ": " : "", why), error);
}

/* ---- outputs that are right ---- */

static bool counts_automatically(
	const struct as_marking *marking, const struct as_marks *marks, size_t index)
{
	return marking->scheme->items[index].kind == AS_ITEM_AUTOMATIC &&
	       marks->items[index].state == AS_MARK_JUDGED && !marks->items[index].overridden;
}

static bool is_right(const struct as_marking *marking, const struct as_marks *marks, size_t index)
{
	const struct as_item *item = &marking->scheme->items[index];

	return counts_automatically(marking, marks, index) &&
	       !(item->tolerate_key && !item->tolerate) &&
	       as_item_is_right(item, &marking->works[item->package]);
}

/* The items whose endings one key `tolerate` decides: the scheme's key or an item's own key. */
struct key {
	size_t item; /* SIZE_MAX: the scheme's key */
};

static bool is_of_key(const struct as_marking *marking, struct key key, size_t index)
{
	return key.item == SIZE_MAX
		       ? marking->scheme->items[index].tolerate_key != AS_TOLERATE_KEY_ITEM
		       : key.item == index;
}

/* The ids of the items; "": all automatic ones. */
static char *list_right(const struct as_marking *marking, const struct as_marks *marks,
	struct key key, struct as_error *error)
{
	char *ids = strdup("");
	bool all = true;

	for (size_t i = 0; ids && i < marks->item_count; i++) {
		AS_AUTO_FREE char *before = ids;
		const bool right = is_of_key(marking, key, i) && is_right(marking, marks, i);
		all &= right || marking->scheme->items[i].kind != AS_ITEM_AUTOMATIC;
		ids = right ? as_text_format(error, "%s%s%s", before, *before ? ", " : "",
				      marking->scheme->items[i].id)
			    : strdup(before);
	}
	if (!ids)
		as_error_no_memory(error);
	else if (all)
		*ids = '\0';
	return ids;
}

static char *describe_key(const struct as_marking *marking, struct key key, unsigned needed,
	unsigned accepted, struct as_error *error)
{
	char names[AS_TOLERANCE_SIZE];
	AS_AUTO_FREE char *deeds = as_tolerance_describe(needed, error);

	as_tolerance_format(needed | accepted, names);
	if (!deeds)
		return NULL;
	return key.item == SIZE_MAX
		       ? as_text_format(error,
				 "all outputs are right, but the program %s; tolerate: [%s] in the "
				 "scheme would accept it",
				 deeds, names)
		       : as_text_format(error,
				 "all outputs are right, but the program %s; tolerate: [%s] in the "
				 "item %s of the scheme would accept it",
				 deeds, names, marking->scheme->items[key.item].id);
}

static int add_key(const struct as_marking *marking, struct as_marks *marks, struct key key,
	struct as_error *error)
{
	unsigned needed = 0, accepted = 0;

	for (size_t i = 0; i < marks->item_count; i++) {
		const struct as_item *item = &marking->scheme->items[i];
		if (!is_of_key(marking, key, i) || !is_right(marking, marks, i))
			continue;
		needed |= as_item_tolerated(item, marking->works[item->package].lenient);
		accepted |= item->tolerate;
	}
	if (!needed)
		return 0;
	AS_AUTO_FREE char *ids = list_right(marking, marks, key, error);
	AS_AUTO_FREE char *line = describe_key(marking, key, needed, accepted, error);
	return ids && line ? notices_add_line(&marks->todo, ids, line, error) : -1;
}

/* An item's own key replaces that of the scheme. */
static int add_right(
	const struct as_marking *marking, struct as_marks *marks, struct as_error *error)
{
	if (add_key(marking, marks, (struct key){SIZE_MAX}, error))
		return -1;
	for (size_t i = 0; i < marks->item_count; i++)
		if (marking->scheme->items[i].tolerate_key == AS_TOLERATE_KEY_ITEM &&
			add_key(marking, marks, (struct key){i}, error))
			return -1;
	return 0;
}

/* ---- programs that do not run ---- */

struct failures {
	bool crashes, forbidden;
	bool others; /* a test that passed, or failed in another way */
};

static struct failures find_failures(const struct as_result *result)
{
	struct failures found = {.others = result->test_count == 0};

	for (size_t t = 0; t < result->test_count; t++) {
		found.crashes |= result->tests[t].verdict == AS_VERDICT_RTE;
		found.forbidden |= result->tests[t].verdict == AS_VERDICT_SV;
		found.others |= result->tests[t].verdict != AS_VERDICT_RTE &&
				result->tests[t].verdict != AS_VERDICT_SV;
	}
	return found;
}

/* The reason of a CE that does not come from the compiler names the remedy, too. */
static char *describe_uncompiled(const struct as_result *result, struct as_error *error)
{
	const struct as_result_compile *compile = &result->compile;
	const char *text = compile->output ? compile->output : compile->reason;
	char cause[CAUSE_SIZE];

	if (!compile->reason || strcmp(compile->reason, "compiler") == 0)
		return as_text_format(error, "does not compile");
	as_text_printable(text, strcspn(text, "\n"), cause, sizeof(cause));
	return as_text_format(error, "does not compile: %s", cause);
}

/* NULL in `text`: there is nothing to say. */
static int describe_failure(const struct as_result *result, char **text, struct as_error *error)
{
	const struct failures found = find_failures(result);

	*text = NULL;
	if (result->verdict == AS_VERDICT_CE && !refusal_is(result))
		*text = describe_uncompiled(result, error);
	else if (result->verdict == AS_VERDICT_CE || found.others)
		return 0;
	else
		*text = as_text_format(error, "every test ends with %s%s%s",
			found.crashes ? "a run-time error" : "",
			found.crashes && found.forbidden ? " or " : "",
			found.forbidden ? "a security violation" : "");
	return *text ? 0 : -1;
}

/* The result of the package; NULL: no item has a mark from it that counts, the person is listed for
 * it already, or an ending is tolerated, so that a test passed. */
static const struct as_result *find_result(
	const struct as_marking *marking, const struct as_marks *marks, size_t package)
{
	const struct as_result *result = NULL;

	for (size_t i = 0; i < marks->item_count; i++) {
		const struct as_item *item = &marking->scheme->items[i];
		if (item->package != package || !counts_automatically(marking, marks, i))
			continue;
		result = marking->works[package].result;
		if (is_right(marking, marks, i) ||
			as_work_result(&marking->works[package], item) != result)
			return NULL;
	}
	return result;
}

static int add_failures(
	const struct as_marking *marking, struct as_marks *marks, struct as_error *error)
{
	const bool several = marking->scheme->package_count > 1;

	for (size_t p = 0; p < marking->scheme->package_count; p++) {
		const struct as_result *result = find_result(marking, marks, p);
		AS_AUTO_FREE char *text = NULL;
		if (!result)
			continue;
		if (describe_failure(result, &text, error) ||
			(text && notices_add_line(&marks->notices, several ? result->problem : "",
					 text, error)))
			return -1;
	}
	return 0;
}

/* ---- manual marks without a submission ---- */

/* The wrong row of manual.csv may have been filled in. A scheme without packages has no
 * submissions. */
static int add_unfounded(
	const struct as_marking *marking, struct as_marks *marks, struct as_error *error)
{
	AS_AUTO_FREE char *ids = as_text_format(error, "%s", "");

	if (!marks->complete || marking->excused || marking->scheme->package_count == 0 ||
		marking->submitted || marking_has_work(marking))
		return ids ? 0 : -1;
	for (size_t i = 0; ids && i < marks->item_count; i++) {
		const struct as_item_mark *mark = &marks->items[i];
		if (mark->state != AS_MARK_GIVEN || mark->overridden || mark->raw_e4 == 0)
			continue;
		char *more = as_text_format(
			error, "%s%s%s", ids, *ids ? ", " : "", marking->scheme->items[i].id);
		free(ids);
		ids = more;
	}
	if (!ids)
		return -1;
	return *ids ? notices_add_line(
			      &marks->todo, ids, "a manual mark, but nothing was submitted", error)
		    : 0;
}

int notices_add(const struct as_marking *marking, struct as_marks *marks, struct as_error *error)
{
	if (marking->undecided || !marking->works)
		return 0;
	return add_unfounded(marking, marks, error) || add_right(marking, marks, error) ||
			       add_failures(marking, marks, error)
		       ? -1
		       : 0;
}
