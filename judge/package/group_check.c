/* SPDX-License-Identifier: MIT */
/* Checks of settings that need all groups. */
#include "metadata.h"
#include "modern.h"

#include <math.h>

/* If the groups can earn more than secret has, only a submission that does so gets JE. */
static int check_parts(const struct package_loader *loader, struct as_error *error)
{
	const struct as_package *package = loader->package;
	if (package->groups[AS_GROUP_SECRET].aggregation != AS_AGGREGATE_PASS_FAIL)
		return 0;
	for (size_t i = AS_GROUP_SECRET + 1; i < package->group_count; i++)
		if (package->groups[i].aggregation != AS_AGGREGATE_PASS_FAIL)
			return package_error(loader, "data/secret/test_group.yaml", error,
				"score_aggregation is pass-fail, so score_aggregation of %s must "
				"be pass-fail too",
				package->groups[i].name);
	return 0;
}

/* In an unbounded group a test has only the validator's score, and the default check gives none. */
static int check_unbounded(
	const struct package_loader *loader, size_t index, const char *path, struct as_error *error)
{
	const struct as_package *package = loader->package;
	const struct as_group *group = &package->groups[index];
	bool divided = index == AS_GROUP_SECRET && package->group_count > AS_GROUP_SECRET + 1;
	if (!group->has_score || isfinite(group->max_score) || divided ||
		package->output_validators || group->test_count == 0)
		return 0;
	return package_error(loader, path, error,
		"unbounded scores need an output validator that gives them; add one or set "
		"max_score");
}

static int check_group(const struct package_loader *loader, size_t index, struct as_error *error)
{
	const struct as_package *package = loader->package;
	const struct as_group *group = &package->groups[index];
	bool divided = index == AS_GROUP_SECRET && package->group_count > AS_GROUP_SECRET + 1;
	AS_AUTO_FREE char *path = as_text_format(error, "data/%s", group->name);
	if (!path)
		return -1;
	if (index > AS_GROUP_SECRET && group->test_count == 0 && !group->has_static &&
		!package->needs_generation)
		return package_error(loader, path, error, "a group needs at least one test; %s",
			loader->data.has_recipe ? "run `assay gen`"
						: "add one or remove the folder");
	if (divided && group->has_static)
		return package_error(loader, path, error,
			"has groups; set static_validation_score in one of them");
	return check_unbounded(loader, index, path, error);
}

int package_groups_check(const struct package_loader *loader, struct as_error *error)
{
	const struct as_package *package = loader->package;
	for (size_t i = AS_GROUP_SECRET; i < package->group_count; i++)
		if (check_group(loader, i, error) < 0)
			return -1;
	return package->scoring ? check_parts(loader, error) : 0;
}
