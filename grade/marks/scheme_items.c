/* SPDX-License-Identifier: MIT */
/* Reads the items of a scheme. */
#include "reading.h"
#include <assay/base/fit.h>
#include <assay/package/glob.h>

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* An item that is being read. */
struct draft {
	const struct reading_defaults *defaults;
	struct as_scheme *scheme; /* contains the items before this one */
	struct as_item *item;
	const char *package; /* borrowed; NULL: not set */
	bool manual;
};

/* ---- the id ---- */

static int read_id(const struct as_node *node, void *target, struct as_error *error)
{
	struct draft *draft = target;

	if (reading_text(node, &draft->item->id, error))
		return -1;
	const char *id = draft->item->id;
	if (strlen(id) > READING_MAX_ID_BYTES ||
		strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-_") != strlen(id))
		return as_node_error(node, error,
			"id '%.*s' must have at most %d of the characters a-z, 0-9, - and _",
			as_text_fit(id, 60), id, READING_MAX_ID_BYTES);
	const char *meaning = reading_reserved(id);
	if (meaning)
		return as_node_error(
			node, error, "id '%s' is reserved for %s; choose another id", id, meaning);
	if (as_scheme_find(draft->scheme, id) != SIZE_MAX)
		return as_node_error(node, error, "id '%s' is used twice; choose another id", id);
	return 0;
}

size_t as_scheme_find(const struct as_scheme *scheme, const char *id)
{
	for (size_t i = 0; i < scheme->item_count; i++)
		if (strcmp(scheme->items[i].id, id) == 0)
			return i;
	return SIZE_MAX;
}

/* ---- other keys ---- */

static int read_name(const struct as_node *node, void *target, struct as_error *error)
{
	return reading_text(node, &((struct draft *)target)->item->name, error);
}

static int read_about(const struct as_node *node, void *target, struct as_error *error)
{
	return reading_text(node, &((struct draft *)target)->item->about, error);
}

static int read_points(const struct as_node *node, void *target, struct as_error *error)
{
	return reading_points(node, &((struct draft *)target)->item->points_e4, error);
}

static int read_bonus(const struct as_node *node, void *target, struct as_error *error)
{
	return as_node_bool(node, &((struct draft *)target)->item->bonus, error);
}

static int read_manual(const struct as_node *node, void *target, struct as_error *error)
{
	return as_node_bool(node, &((struct draft *)target)->manual, error);
}

static int read_individual(const struct as_node *node, void *target, struct as_error *error)
{
	return as_node_bool(node, &((struct draft *)target)->item->individual, error);
}

static int read_package(const struct as_node *node, void *target, struct as_error *error)
{
	return as_node_text(node, &((struct draft *)target)->package, error);
}

static int read_groups(const struct as_node *node, void *target, struct as_error *error)
{
	return reading_words(node, &((struct draft *)target)->item->groups, error);
}

static int check_pattern(const struct as_node *node, struct as_error *error)
{
	struct as_glob glob = {0};
	struct as_error why = {0};
	const int status = as_glob_parse(&glob, json_string_value(node->value), &why);

	as_glob_clear(&glob);
	if (status && why.kind != AS_ERROR_INPUT)
		return as_error_no_memory(error);
	return status ? as_node_error(node, error, "%s", why.text) : 0;
}

static int read_tests(const struct as_node *node, void *target, struct as_error *error)
{
	if (reading_words(node, &((struct draft *)target)->item->tests, error))
		return -1;
	for (size_t i = 0; i < json_array_size(node->value); i++) {
		const struct as_node child = as_node_item(node, i);
		if (check_pattern(&child, error))
			return -1;
	}
	return 0;
}

static const char *const partial_names[] = {
	[AS_PARTIAL_ALL] = "all",
	[AS_PARTIAL_PER_TEST] = "per_test",
	[AS_PARTIAL_PER_GROUP] = "per_group",
	[AS_PARTIAL_BEST_OF] = "best_of",
};

const char *as_partial_name(enum as_partial partial)
{
	return partial_names[partial];
}

static int read_partial(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_item *item = ((struct draft *)target)->item;
	size_t index;

	if (reading_word(node, partial_names, COUNT(partial_names), &index, error))
		return -1;
	item->has_partial = true;
	item->partial = (enum as_partial)index;
	return 0;
}

static int read_visibility(const struct as_node *node, void *target, struct as_error *error)
{
	return reading_visibility(node, &((struct draft *)target)->item->visibility, error);
}

static int read_feedback(const struct as_node *node, void *target, struct as_error *error)
{
	return reading_feedback(node, &((struct draft *)target)->item->feedback, error);
}

static int read_counterexample(const struct as_node *node, void *target, struct as_error *error)
{
	return as_node_bool(node, &((struct draft *)target)->item->counterexample, error);
}

static int read_tolerate(const struct as_node *node, void *target, struct as_error *error)
{
	struct as_item *item = ((struct draft *)target)->item;

	item->tolerate_key = AS_TOLERATE_KEY_ITEM;
	return reading_tolerate(node, &item->tolerate, error);
}

/* ---- needs ---- */

/* An item may need only items above it, so that there are no cycles. */
static int unknown_need(const struct draft *draft, const struct as_node *node, const char *id,
	struct as_error *error)
{
	AS_AUTO_FREE const char **names = calloc(draft->scheme->item_count + 1, sizeof(*names));

	if (!names)
		return as_error_no_memory(error);
	for (size_t i = 0; i < draft->scheme->item_count; i++)
		names[i] = draft->scheme->items[i].id;
	return as_node_error(node, error,
		"needs '%.*s', which is not the id of an item above it%s name an item above, or "
		"move that one up",
		as_text_fit(id, 40), id, AS_SUGGESTION(id, names, draft->scheme->item_count));
}

static int add_need(
	struct draft *draft, const struct as_node *node, const char *id, struct as_error *error)
{
	struct as_item *item = draft->item;
	const size_t index = as_scheme_find(draft->scheme, id);

	if (index == SIZE_MAX)
		return unknown_need(draft, node, id, error);
	if (draft->scheme->items[index].kind == AS_ITEM_MANUAL)
		return as_node_error(
			node, error, "needs '%s', which you mark; name an automatic item", id);
	for (size_t i = 0; i < item->need_count; i++)
		if (item->needs[i] == index)
			return as_node_error(
				node, error, "needs '%s' twice; remove one of them", id);
	item->needs[item->need_count++] = index;
	return 0;
}

static int read_needs(const struct as_node *node, void *target, struct as_error *error)
{
	struct draft *draft = target;
	AS_AUTO_FREE const char **words = NULL;
	size_t count;

	if (as_node_words(node, &words, &count, error))
		return -1;
	draft->item->needs = calloc(count + 1, sizeof(*draft->item->needs));
	if (!draft->item->needs)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		const struct as_node child = as_node_item(node, i);
		if (add_need(draft, &child, words[i], error))
			return -1;
	}
	qsort(draft->item->needs, draft->item->need_count, sizeof(*draft->item->needs),
		as_size_compare);
	return 0;
}

/* ---- one item ---- */

/* Reports the position of a key that only automatic items have. */
static int check_manual(
	const struct draft *draft, const struct as_node *node, struct as_error *error)
{
	static const char *const keys[] = {
		"package", "groups", "tests", "partial", "needs", "counterexample", "tolerate"};

	for (size_t i = 0; draft->manual && i < COUNT(keys); i++) {
		const struct as_node child = as_node_child(node, keys[i]);
		if (child.value)
			return as_node_key_error(&child, error,
				"%s does not go with manual: true; remove one of them", keys[i]);
	}
	return 0;
}

static int check_automatic(
	const struct draft *draft, const struct as_node *node, struct as_error *error)
{
	const struct as_item *item = draft->item;
	const struct as_node partial = as_node_child(node, "partial");
	const struct as_node tests = as_node_child(node, "tests");
	const struct as_node individual = as_node_child(node, "individual");

	if (draft->manual)
		return 0;
	if (individual.value)
		return as_node_key_error(&individual, error,
			"individual requires manual: true; the members of a team share the marks "
			"of all other items");
	if (!draft->package)
		return as_node_error(node, error,
			"item '%s' has no package; add package: FOLDER, or manual: true if "
			"you mark it",
			item->id);
	if (item->groups && item->tests)
		return as_node_key_error(
			&tests, error, "groups and tests are mutually exclusive; remove one");
	if (item->tests && item->has_partial && item->partial > AS_PARTIAL_PER_TEST)
		return as_node_error(&partial, error,
			"partial: %s needs groups; name groups in place of tests, or use all or "
			"per_test",
			as_partial_name(item->partial));
	return 0;
}

static int set_package(struct draft *draft, struct as_error *error)
{
	struct as_scheme *scheme = draft->scheme;

	draft->item->package = SIZE_MAX;
	if (draft->manual)
		return 0;
	for (size_t i = 0; i < scheme->package_count; i++)
		if (strcmp(scheme->packages[i], draft->package) == 0)
			draft->item->package = i;
	if (draft->item->package != SIZE_MAX)
		return 0;
	if (!as_array_reserve(scheme->packages, scheme->package_count, error))
		return -1;
	char *copy = strdup(draft->package);
	if (!copy)
		return as_error_no_memory(error);
	draft->item->package = scheme->package_count;
	scheme->packages[scheme->package_count++] = copy;
	return 0;
}

static int fill_item(struct draft *draft, const struct as_node *node, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"id", read_id, true},
		{"name", read_name, false},
		{"about", read_about, false},
		{"points", read_points, true},
		{"bonus", read_bonus, false},
		{"manual", read_manual, false},
		{"individual", read_individual, false},
		{"package", read_package, false},
		{"groups", read_groups, false},
		{"tests", read_tests, false},
		{"partial", read_partial, false},
		{"visibility", read_visibility, false},
		{"feedback", read_feedback, false},
		{"counterexample", read_counterexample, false},
		{"needs", read_needs, false},
		{"tolerate", read_tolerate, false},
	};
	struct as_item *item = draft->item;

	item->visibility = draft->defaults->visibility;
	item->feedback = draft->defaults->feedback;
	item->counterexample = draft->defaults->counterexample;
	item->tolerate_key = draft->defaults->tolerate_key;
	item->tolerate = draft->defaults->tolerate;
	if (as_node_read(node, keys, COUNT(keys), draft, error) || check_manual(draft, node, error))
		return -1;
	if (!draft->package)
		draft->package = draft->defaults->package;
	item->kind = draft->manual ? AS_ITEM_MANUAL : AS_ITEM_AUTOMATIC;
	if (check_automatic(draft, node, error) || set_package(draft, error))
		return -1;
	if (!item->name)
		item->name = strdup(item->id);
	return item->name ? 0 : as_error_no_memory(error);
}

static int read_item(const struct as_node *node, const struct reading_defaults *defaults,
	struct as_scheme *scheme, struct as_error *error)
{
	struct draft draft = {
		.defaults = defaults, .scheme = scheme, .item = &scheme->items[scheme->item_count]};

	/* An id is searched among the items before it. */
	const int status = fill_item(&draft, node, error);
	scheme->item_count++;
	return status;
}

int scheme_items_read(const struct as_node *node, const struct reading_defaults *defaults,
	struct as_scheme *scheme, struct as_error *error)
{
	const size_t count = json_array_size(node->value);

	if (!json_is_array(node->value))
		return as_node_type_error(node, error, "a list of items", "");
	if (count == 0 || count > SCHEME_MAX_ITEMS)
		return as_node_error(node, error, "items must have 1 to %d items, not %zu",
			SCHEME_MAX_ITEMS, count);
	scheme->items = calloc(count, sizeof(*scheme->items));
	if (!scheme->items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		const struct as_node child = as_node_item(node, i);
		if (read_item(&child, defaults, scheme, error))
			return -1;
	}
	return 0;
}
