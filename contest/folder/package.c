/* SPDX-License-Identifier: MIT */
/* Opens the package of a problem: problems/ID beneath the folder, or the path that the problem has.
 */
#include "reading.h"

#include <string.h>

/* 1: the path exists beneath the folder and has no links. */
static int find_beneath(struct folder *folder, const struct as_node *node,
	struct as_contest_problem *problem, const char *path, struct as_error *error)
{
	enum as_tree_type type;
	struct as_error why = {0};
	AS_AUTO_FREE char *real = NULL;

	if (as_tree_find(&folder->contest->tree, path, &type, &real, &why))
		return why.kind == AS_ERROR_INPUT
			       ? folder_note(folder, AS_FINDING_ERROR, node, error,
					 "%s: %s, or add package: PATH", path,
					 folder_link_text(&why))
			       : as_error_pass(error, &why, why.where, "%s", why.text);
	if (type == AS_TREE_ABSENT)
		return 0;
	free(problem->package_path);
	problem->package_path = as_text_format(error, "%s/%s", folder->contest->path, real);
	return problem->package_path ? 1 : -1;
}

static int find_default(struct folder *folder, const struct as_node *node,
	struct as_contest_problem *problem, struct as_error *error)
{
	static const char *const endings[] = {"", ".zip", ".kpp"};
	const size_t errors = folder->contest->error_count;

	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
		AS_AUTO_FREE char *path =
			as_text_format(error, "problems/%s%s", problem->id, endings[i]);
		const int found = path ? find_beneath(folder, node, problem, path, error) : -1;
		if (found || folder->contest->error_count > errors)
			return found;
	}
	return folder_note(folder, AS_FINDING_ERROR, node, error,
		"the problem '%s' has no package; put it into problems/%s, or add package: PATH",
		problem->id, problem->id);
}

/* A FILE of the problem's folder. */
static int find_file(struct folder *folder, const struct as_node *node,
	struct as_contest_problem *problem, struct as_error *error)
{
	AS_AUTO_FREE char *path = as_steal(problem->package_path);
	const size_t errors = folder->contest->error_count;
	const int found = find_beneath(folder, node, problem, path, error);

	if (found || folder->contest->error_count > errors)
		return found;
	return folder_note(folder, AS_FINDING_ERROR, node, error,
		"%s does not exist; the problem has no package", path);
}

/* An explicit path may lead out of the folder. */
static int find_written(
	struct folder *folder, struct as_contest_problem *problem, struct as_error *error)
{
	if (*problem->package_path == '/')
		return 1;
	AS_AUTO_FREE char *written = as_steal(problem->package_path);
	problem->package_path = as_text_format(error, "%s/%s", folder->contest->path, written);
	return problem->package_path ? 1 : -1;
}

static int check_findings(struct folder *folder, const struct as_node *node,
	const struct as_contest_problem *problem, struct as_error *error)
{
	const struct as_findings *findings = &problem->package->findings;

	for (size_t i = 0; i < findings->count; i++)
		if (findings->items[i].level == AS_FINDING_ERROR)
			return folder_note(folder, AS_FINDING_WARNING, node, error,
				"the package %s has errors; see assay verify %s",
				problem->package_path, problem->package_path);
	return 0;
}

/* Reports errors of a package at its reference in the contest. */
static int report_at(struct folder *folder, const struct as_node *node,
	struct as_contest_problem *problem, const struct as_error *why, struct as_error *error)
{
	char text[sizeof(why->where) + sizeof(why->text)];

	as_package_close(as_steal(problem->package));
	if (why->kind != AS_ERROR_INPUT && why->kind != AS_ERROR_USAGE)
		return as_error_pass(error, why, why->where, "%s", why->text);
	return folder_note(folder, AS_FINDING_ERROR, node, error, "the package of '%s': %s",
		problem->id, as_error_format(why, text, sizeof(text)));
}

static bool has_error(const struct as_package *package, const struct as_finding *error)
{
	for (size_t i = 0; package && i < package->findings.count; i++) {
		const struct as_finding *item = &package->findings.items[i];
		if (item->level == AS_FINDING_ERROR && strcmp(item->where, error->where) == 0 &&
			strcmp(item->text, error->text) == 0)
			return true;
	}
	return false;
}

/* Refuses errors of the new package that the old one does not have. */
static int check_new(
	const struct as_package *old, const struct as_package *package, struct as_error *error)
{
	const struct as_findings *findings = &package->findings;

	for (size_t i = 0; i < findings->count; i++) {
		const struct as_finding *item = &findings->items[i];
		if (item->level == AS_FINDING_ERROR && !has_error(old, item))
			return as_error_at(
				error, AS_ERROR_INPUT, item->where, 0, 0, "%s", item->text);
	}
	return 0;
}

struct as_package *as_contest_package_open(
	const char *path, const struct as_package *old, struct as_error *error)
{
	struct as_package *package = as_package_open(path, NULL, error);

	if (package && as_package_require_data(package, error) == 0 &&
		check_new(old, package, error) == 0)
		return package;
	as_package_close(package);
	return NULL;
}

int folder_package_open(struct folder *folder, const struct as_node *node,
	struct as_contest_problem *problem, struct as_error *error)
{
	struct as_error why = {0};
	const int found = !problem->package_path       ? find_default(folder, node, problem, error)
			  : json_is_array(node->value) ? find_file(folder, node, problem, error)
						       : find_written(folder, problem, error);

	if (found <= 0 || folder->options->without_packages)
		return found < 0 ? -1 : 0;
	problem->package = as_package_open(problem->package_path, folder->cancel, &why);
	if (!problem->package || as_package_require_data(problem->package, &why))
		return report_at(folder, node, problem, &why, error);
	return check_findings(folder, node, problem, error);
}
