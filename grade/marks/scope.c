/* SPDX-License-Identifier: MIT */
/* Resolves the groups and tests that items name, using the model of the package. */
#include "scope.h"
#include "reading.h"

#include <assay/base/fit.h>
#include <assay/package/glob.h>
#include <math.h>
#include <string.h>

/* A double is exact for this many points in units, and so is the sum of 20,000 groups. */
#define MAX_SCORE 1e8

/* The item that is being bound, and its position in the document. */
struct binding {
	struct as_item *item;
	const struct as_package *package;
	struct as_node node;
	struct as_item_scope *scope;
	size_t *part_of; /* for each group of the package: the part that contains it, or SIZE_MAX */
};

int64_t scope_units(double score)
{
	if (!(score > 0))
		return 0;
	return llround(fmin(score, MAX_SCORE) * SCOPE_SCORE_UNITS);
}

void as_item_scope_free(struct as_item_scope *scope)
{
	if (!scope)
		return;
	for (size_t i = 0; i < scope->test_count; i++)
		free(scope->tests[i].name);
	for (size_t i = 0; i < scope->part_count; i++)
		free(scope->parts[i].name);
	free(scope->tests);
	free(scope->parts);
	free(scope);
}

/* ---- groups ---- */

static size_t find_group(const struct as_package *package, const char *name)
{
	const struct as_group *group = as_package_find_group(package, name);

	return group ? (size_t)(group - package->groups) : SIZE_MAX;
}

static bool is_within(const struct as_package *package, size_t group, size_t above)
{
	while (group != above && package->groups[group].parent != group)
		group = package->groups[group].parent;
	return group == above;
}

static int unknown_group(
	const struct binding *binding, const struct as_node *node, struct as_error *error)
{
	const struct as_package *package = binding->package;
	const char *name = json_string_value(node->value);
	AS_AUTO_FREE const char **names = calloc(package->group_count + 1, sizeof(*names));

	if (!names)
		return as_error_no_memory(error);
	for (size_t g = 0; g < package->group_count; g++)
		names[g] = package->groups[g].name;
	return as_node_error(node, error,
		"package '%s' has no group '%.*s'%s its groups are the folders of data that "
		"have a test_group.yaml; for other folders use tests",
		package->short_name, as_text_fit(name, 100), name,
		AS_SUGGESTION(name, names, package->group_count));
}

static bool is_number(double score)
{
	return isfinite(score) && score >= 0 && score <= MAX_SCORE;
}

/* Rules that add up the package's points need a maximum of these points. */
static int check_score(const struct binding *binding, const struct as_node *node, const char *name,
	double max_score, struct as_error *error)
{
	const struct as_item *item = binding->item;

	if (item->partial != AS_PARTIAL_PER_GROUP && item->partial != AS_PARTIAL_BEST_OF)
		return 0;
	if (binding->package->minimizes)
		return as_node_error(node, error,
			"package '%s' has the smallest score as its best; use partial: all or "
			"per_test",
			binding->package->short_name);
	if (is_number(max_score))
		return 0;
	return as_node_error(node, error,
		"the points of '%s' in package '%s' have no maximum that marks can be a share of; "
		"name groups that have one, or use partial: all or per_test",
		name, binding->package->short_name);
}

static int add_part(
	struct binding *binding, const struct as_node *node, size_t group, struct as_error *error)
{
	const struct as_group *from = &binding->package->groups[group];
	struct as_item_scope *scope = binding->scope;
	struct scope_part *part = &scope->parts[scope->part_count];

	if (from->has_score && check_score(binding, node, from->name, from->max_score, error))
		return -1;
	*part = (struct scope_part){.name = strdup(from->name),
		.has_score = from->has_score,
		.max_score = from->has_score ? scope_units(from->max_score) : 0};
	if (!part->name)
		return as_error_no_memory(error);
	for (size_t g = 0; g < binding->package->group_count; g++)
		if (is_within(binding->package, g, group))
			binding->part_of[g] = scope->part_count;
	scope->part_count++;
	return 0;
}

/* No test may count twice, so no group may be inside another one. */
static int check_apart(const struct binding *binding, const struct as_node *node, size_t group,
	struct as_error *error)
{
	const struct as_package *package = binding->package;

	for (size_t g = 0; g < package->group_count; g++)
		if (binding->part_of[g] != SIZE_MAX && is_within(package, g, group))
			return as_node_error(node, error,
				"the groups '%s' and '%s' have tests in common; remove one of them",
				binding->scope->parts[binding->part_of[g]].name,
				package->groups[group].name);
	return 0;
}

static int add_named_groups(struct binding *binding, struct as_error *error)
{
	const struct as_node list = as_node_child(&binding->node, "groups");

	for (size_t i = 0; binding->item->groups[i]; i++) {
		const struct as_node node = as_node_item(&list, i);
		const size_t group = find_group(binding->package, binding->item->groups[i]);
		if (group == SIZE_MAX)
			return unknown_group(binding, &node, error);
		if (binding->package->groups[group].test_count == 0)
			return as_node_error(
				&node, error, "group '%s' has no tests", binding->item->groups[i]);
		if (check_apart(binding, &node, group, error) ||
			add_part(binding, &node, group, error))
			return -1;
	}
	return 0;
}

static bool is_sample(const char *name)
{
	return strncmp(name, "sample/", 7) == 0 || strcmp(name, "sample") == 0;
}

/* Adds the groups of the secret tests, if there are several; else the secret tests as one part. */
static int add_secret_groups(struct binding *binding, struct as_error *error)
{
	const struct as_package *package = binding->package;
	const size_t secret = find_group(package, "secret");
	size_t count = 0;

	for (size_t g = 0; secret != SIZE_MAX && g < package->group_count; g++) {
		if (g == secret || package->groups[g].parent != secret ||
			package->groups[g].test_count == 0)
			continue;
		count++;
		if (add_part(binding, &binding->node, g, error))
			return -1;
	}
	if (count > 0 || secret == SIZE_MAX)
		return 0;
	return add_part(binding, &binding->node, secret, error);
}

/* ---- tests ---- */

static int compare_tests(const void *left, const void *right)
{
	return strcmp(
		((const struct scope_test *)left)->name, ((const struct scope_test *)right)->name);
}

static int add_test(struct binding *binding, size_t test, size_t part, struct as_error *error)
{
	struct as_item_scope *scope = binding->scope;
	struct scope_test *to = &scope->tests[scope->test_count];

	*to = (struct scope_test){.name = strdup(binding->package->tests[test].name), .part = part};
	if (!to->name)
		return as_error_no_memory(error);
	scope->test_count++;
	scope->parts[part].test_count++;
	return 0;
}

static int add_tests_of_groups(struct binding *binding, struct as_error *error)
{
	const struct as_package *package = binding->package;

	for (size_t t = 0; t < package->test_count; t++) {
		const size_t part = binding->part_of[package->tests[t].group];
		if (part != SIZE_MAX && add_test(binding, t, part, error))
			return -1;
	}
	return 0;
}

/* Adds the only part, if tests are not chosen by groups. */
static int add_plain_part(struct binding *binding, struct as_error *error)
{
	struct scope_part *part = &binding->scope->parts[binding->scope->part_count];

	*part = (struct scope_part){.name = strdup("")};
	if (!part->name)
		return as_error_no_memory(error);
	binding->scope->part_count++;
	return 0;
}

/* Samples count only if there are no other tests. */
static int add_whole_tests(struct binding *binding, struct as_error *error)
{
	const struct as_package *package = binding->package;
	size_t secret_count = 0;

	for (size_t t = 0; t < package->test_count; t++)
		secret_count += !is_sample(package->tests[t].name);
	if (add_plain_part(binding, error))
		return -1;
	for (size_t t = 0; t < package->test_count; t++)
		if ((secret_count == 0 || !is_sample(package->tests[t].name)) &&
			add_test(binding, t, 0, error))
			return -1;
	return 0;
}

static int add_matches(
	struct binding *binding, const struct as_node *node, bool *included, struct as_error *error)
{
	const struct as_package *package = binding->package;
	const char *pattern = json_string_value(node->value);
	struct as_glob glob = {0};
	size_t matches = 0;
	int status = as_glob_parse(&glob, pattern, error);

	for (size_t t = 0; status == 0 && t < package->test_count; t++) {
		if (!as_glob_covers(&glob, package->tests[t].name))
			continue;
		matches++;
		if (!included[t])
			status = add_test(binding, t, 0, error);
		included[t] = true;
	}
	as_glob_clear(&glob);
	if (status || matches > 0)
		return status;
	return as_node_error(node, error,
		"'%.*s' matches no test of package '%s'; names of tests are paths beneath data, "
		"such as secret/1/07",
		as_text_fit(pattern, 100), pattern, package->short_name);
}

static int add_named_tests(struct binding *binding, struct as_error *error)
{
	const struct as_node list = as_node_child(&binding->node, "tests");
	AS_AUTO_FREE bool *included = calloc(binding->package->test_count + 1, sizeof(*included));

	if (!included)
		return as_error_no_memory(error);
	if (add_plain_part(binding, error))
		return -1;
	for (size_t i = 0; binding->item->tests[i]; i++) {
		const struct as_node node = as_node_item(&list, i);
		if (add_matches(binding, &node, included, error))
			return -1;
	}
	return 0;
}

/* ---- the item ---- */

static void choose_partial(struct binding *binding)
{
	struct as_item *item = binding->item;

	if (item->has_partial)
		return;
	item->partial =
		binding->package->scoring && !item->tests ? AS_PARTIAL_PER_GROUP : AS_PARTIAL_ALL;
}

/* A package that scores has one maximum for the whole, whatever its groups are. */
static double max_score_of(const struct as_package *package)
{
	const size_t data = find_group(package, "data");
	const size_t total =
		package->graded && data != SIZE_MAX ? data : find_group(package, "secret");

	return total == SIZE_MAX ? NAN : package->groups[total].max_score;
}

/* A legacy package may have secret tests outside of groups. */
static int check_grouped(const struct binding *binding, struct as_error *error)
{
	const struct as_package *package = binding->package;

	for (size_t t = 0; t < package->test_count; t++)
		if (!is_sample(package->tests[t].name) &&
			binding->part_of[package->tests[t].group] == SIZE_MAX)
			return as_node_error(&binding->node, error,
				"test '%s' of package '%s' is in no group; name groups, or use "
				"partial: all or per_test",
				package->tests[t].name, package->short_name);
	return 0;
}

static int add_whole(struct binding *binding, struct as_error *error)
{
	struct as_item_scope *scope = binding->scope;
	const struct as_item *item = binding->item;
	const bool has_groups = item->partial == AS_PARTIAL_BEST_OF ||
				(item->partial == AS_PARTIAL_PER_GROUP && !scope->scoring);

	scope->whole = true;
	if (scope->scoring) {
		const double max_score = max_score_of(binding->package);
		if (check_score(binding, &binding->node, "data", max_score, error))
			return -1;
		scope->max_score = scope_units(max_score);
	}
	if (!has_groups)
		return add_whole_tests(binding, error);
	if (add_secret_groups(binding, error) || check_grouped(binding, error))
		return -1;
	return add_tests_of_groups(binding, error);
}

static int add_all(struct binding *binding, struct as_error *error)
{
	if (binding->item->tests)
		return add_named_tests(binding, error);
	if (!binding->item->groups)
		return add_whole(binding, error);
	if (add_named_groups(binding, error))
		return -1;
	return add_tests_of_groups(binding, error);
}

/* If all groups have 0 points, nothing can be earned. If some have points, a group without points
 * has no share. */
static int check_parts(const struct binding *binding, struct as_error *error)
{
	const struct as_item_scope *scope = binding->scope;
	size_t scored = 0;
	int64_t max = 0;

	for (size_t i = 0; i < scope->part_count; i++) {
		scored += scope->parts[i].has_score;
		max += scope->parts[i].max_score;
	}
	if (scored == 0)
		return 0;
	if (scored < scope->part_count)
		return as_node_error(&binding->node, error,
			"some groups of item '%s' have points and some have none; make two items",
			binding->item->id);
	if (max > 0)
		return 0;
	return as_node_error(&binding->node, error,
		"the groups of item '%s' have 0 points in package '%s'; use partial: all or "
		"per_test",
		binding->item->id, binding->package->short_name);
}

static int check_scope(const struct binding *binding, struct as_error *error)
{
	const struct as_item_scope *scope = binding->scope;
	const struct as_item *item = binding->item;
	const bool is_whole_score =
		scope->whole && scope->scoring && item->partial == AS_PARTIAL_PER_GROUP;

	if (scope->test_count == 0)
		return as_node_error(&binding->node, error,
			"package '%s' has no tests; run assay gen", binding->package->short_name);
	if (is_whole_score && scope->max_score == 0)
		return as_node_error(&binding->node, error,
			"package '%s' has 0 points; use partial: all or per_test",
			binding->package->short_name);
	if (is_whole_score || item->partial == AS_PARTIAL_ALL ||
		item->partial == AS_PARTIAL_PER_TEST)
		return 0;
	return check_parts(binding, error);
}

/* Even with short-circuiting the engine knows the scores and verdicts of groups with points. What
 * is shown of all tests needs them to be run. */
static bool needs_all(const struct as_item *item, const struct as_item_scope *scope)
{
	if (item->partial == AS_PARTIAL_PER_TEST || item->tests ||
		item->feedback == AS_FEEDBACK_ALL)
		return true;
	if (scope->whole && (item->partial == AS_PARTIAL_ALL ||
				    (item->partial == AS_PARTIAL_PER_GROUP && scope->scoring)))
		return false;
	for (size_t i = 0; i < scope->part_count; i++)
		if (!scope->parts[i].has_score)
			return true;
	return false;
}

static int bind_item(struct binding *binding, struct as_error *error)
{
	const struct as_package *package = binding->package;
	struct as_item_scope *scope = calloc(1, sizeof(*scope));
	AS_AUTO_FREE size_t *part_of = calloc(package->group_count + 1, sizeof(*part_of));

	as_item_scope_free(binding->item->scope);
	binding->item->scope = binding->scope = scope;
	binding->part_of = part_of;
	if (!scope || !part_of)
		return as_error_no_memory(error);
	scope->tests = calloc(package->test_count + 1, sizeof(*scope->tests));
	scope->parts = calloc(package->group_count + 1, sizeof(*scope->parts));
	if (!scope->tests || !scope->parts)
		return as_error_no_memory(error);
	for (size_t g = 0; g < package->group_count; g++)
		part_of[g] = SIZE_MAX;
	scope->scoring = package->scoring;
	choose_partial(binding);
	if (add_all(binding, error))
		return -1;
	qsort(scope->tests, scope->test_count, sizeof(*scope->tests), compare_tests);
	scope->needs_all = needs_all(binding->item, scope);
	return check_scope(binding, error);
}

int as_scheme_bind(struct as_scheme *scheme, size_t package, const struct as_package *model,
	struct as_error *error)
{
	const struct as_node root = as_node_root(scheme->document);
	const struct as_node items = as_node_child(&root, "items");

	if (as_package_require_data(model, error))
		return -1;
	for (size_t i = 0; i < scheme->item_count; i++) {
		struct binding binding = {.item = &scheme->items[i],
			.package = model,
			.node = as_node_item(&items, i)};
		if (binding.item->package == package && bind_item(&binding, error))
			return -1;
	}
	return 0;
}

/* ---- functions about bound items ---- */

size_t scope_find(const struct as_item_scope *scope, const char *test)
{
	const struct scope_test wanted = {.name = (char *)test};
	const struct scope_test *found = scope->test_count == 0
						 ? NULL
						 : bsearch(&wanted, scope->tests, scope->test_count,
							   sizeof(wanted), compare_tests);

	return found ? (size_t)(found - scope->tests) : SIZE_MAX;
}

bool as_item_has_test(const struct as_item *item, const char *test)
{
	return item->scope && scope_find(item->scope, test) != SIZE_MAX;
}

/* Only secret tests earn points, but a person who fails a sample has to see it. */
bool as_item_shows_test(const struct as_item *item, const char *test)
{
	const bool is_all = item->groups && strcmp(item->groups[0], "secret") == 0;

	return as_item_has_test(item, test) ||
	       (is_sample(test) && !item->tests && (is_all || !item->groups));
}

bool as_scheme_needs_all_tests(const struct as_scheme *scheme, size_t package)
{
	for (size_t i = 0; i < scheme->item_count; i++)
		if (scheme->items[i].package == package && scheme->items[i].scope &&
			scheme->items[i].scope->needs_all)
			return true;
	return false;
}
