/* SPDX-License-Identifier: MIT */
/* Checks the settings of groups in a recipe before a program runs. Otherwise the judge would be the
 * first to refuse them, at a place in a generated file. */
#include "recipe.h"

#include <string.h>

/* The group of a path: "secret/1" for "secret/1/02", or NULL. */
static char *group_of(const char *path, struct as_error *error)
{
	const char *slash = strchr(path, '/');
	const char *end = slash ? strchr(slash + 1, '/') : NULL;

	return end ? as_text_format(error, "%.*s", (int)(end - path), path) : NULL;
}

/* The groups of the recipe, sorted; free with as_names_free. */
static char **list_groups(const struct recipe *recipe, struct as_error *error)
{
	const size_t max = recipe->count + recipe->settings_count;
	AS_AUTO_NAMES char **groups = calloc(max + 1, sizeof(*groups));
	size_t count = 0, kept = 0;

	if (!groups) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < max; i++) {
		const char *path = i < recipe->count ? recipe->tests[i].name
						     : recipe->settings[i - recipe->count].path;
		groups[count] = group_of(path, error);
		/* The tests of a group are adjacent. */
		if (groups[count] && (!count || strcmp(groups[count], groups[count - 1]) != 0))
			count++;
		else
			free(as_steal(groups[count]));
	}
	if (count > 1)
		qsort(groups, count, sizeof(*groups), as_names_compare);
	for (size_t i = 0; i < count; i++) {
		char *group = as_steal(groups[i]);
		if (kept && strcmp(group, groups[kept - 1]) == 0)
			free(group);
		else
			groups[kept++] = group;
	}
	return as_steal(groups);
}

static int note_findings(struct recipe *recipe, const struct as_package *package,
	const struct as_findings *findings, struct as_error *error)
{
	for (size_t i = 0; i < findings->count; i++) {
		AS_AUTO_FREE char *place =
			as_text_format(error, "%s/%s", package->path, findings->items[i].where);
		if (!place || recipe_note_at(recipe, place, findings->items[i].text, error))
			return -1;
	}
	return 0;
}

int recipe_check_settings(
	struct recipe *recipe, const struct as_package *package, struct as_error *error)
{
	AS_AUTO(as_findings_clear) struct as_findings findings = {0};
	AS_AUTO_NAMES char **groups = list_groups(recipe, error);

	if (!groups)
		return -1;
	for (size_t i = 0; i < recipe->settings_count; i++)
		if (as_package_check_settings(package, &recipe->document,
			    recipe->settings[i].pointer, recipe->settings[i].path,
			    (const char *const *)groups, &findings, error))
			return -1;
	return note_findings(recipe, package, &findings, error);
}
