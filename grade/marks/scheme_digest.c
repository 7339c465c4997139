/* SPDX-License-Identifier: MIT */
/* What a scheme says about marks, as a digest. */
#include "reading.h"

#include <string.h>

static void drop(json_t *mapping, const char *const *keys)
{
	for (; *keys; keys++)
		json_object_del(mapping, *keys);
}

/* What the file says about marks: a change of anything else, such as a comment, does not cause
 * a change of marks. The cause of an extension is seen in the time. */
int as_scheme_digest(
	const struct as_scheme *scheme, char digest[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	static const char *const of_root[] = {"title", "fill", "roster", "given", "extensions",
		"visibility", "feedback", "counterexample", "opens", "hand_in", "release", NULL};
	static const char *const of_item[] = {
		"name", "about", "visibility", "feedback", "counterexample", NULL};
	AS_AUTO_JSON json_t *copy = json_deep_copy(scheme->document->root);
	json_t *item;
	size_t index;

	drop(copy, of_root);
	json_array_foreach(json_object_get(copy, "items"), index, item) drop(item, of_item);
	AS_AUTO_FREE char *text = copy ? json_dumps(copy, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
	if (!text)
		return as_error_no_memory(error);
	as_digest_bytes(text, strlen(text), digest);
	return 0;
}
