/* SPDX-License-Identifier: MIT */
/* The scheme of a run, and its packages. */
#include "state.h"

#include <string.h>
#include <strings.h>

static bool is_scheme(const char *path)
{
	return as_text_ends(path, ".yaml") || as_text_ends(path, ".yml") ||
	       as_text_ends(path, ".json");
}

static int alloc_packages(struct grade_assignment *assignment, size_t count, struct as_error *error)
{
	assignment->packages = calloc(count + 1, sizeof(*assignment->packages));
	return assignment->packages ? 0 : as_error_no_memory(error);
}

/* Files, jobs and suites are named by the short name, ignoring case. */
static int check_name(
	const struct grade_assignment *assignment, size_t index, struct as_error *error)
{
	const char *name = assignment->packages[index]->short_name;

	for (size_t i = 0; i < index; i++)
		if (strcasecmp(assignment->packages[i]->short_name, name) == 0)
			return as_error_set(error, AS_ERROR_INPUT,
				"the scheme has another package named '%s', %s; name one of the "
				"folders otherwise",
				name, assignment->scheme.packages[i]);
	return 0;
}

static int open_package(struct as_grade *grade, size_t index, struct as_error *error)
{
	struct grade_assignment *assignment = &grade->assignment;
	struct as_scheme *scheme = &assignment->scheme;
	AS_AUTO_FREE char *path = as_scheme_package_path(scheme, index, error);
	struct as_error why = {0};

	if (!path)
		return -1;
	assignment->packages[index] = as_package_open(path, grade->config.cancel, &why);
	if (!assignment->packages[index] || check_name(assignment, index, &why))
		return as_scheme_package_error(scheme, index, &why, error);
	if (grade_given_add_package(assignment, index, error))
		return -1;
	return as_scheme_bind(scheme, index, assignment->packages[index], error);
}

/* A penalty of 0.1 for each day more often means a tenth of the total than a tenth of a point. */
static void warn_of_penalty(const struct as_grade *grade)
{
	const struct as_scheme *scheme = &grade->assignment.scheme;
	const struct as_late_policy *late = &scheme->late;
	const int64_t penalty_e4 = late->penalty.value_e4;

	if (late->exists && !late->penalty.is_percent && late->unit_s == 86400 && penalty_e4 > 0 &&
		penalty_e4 < AS_POINT_E4)
		grade_find(grade, AS_FINDING_WARNING, scheme->path,
			"the late penalty is %s points a day; write %s%% if a part of the total is "
			"meant",
			AS_POINTS(penalty_e4), AS_POINTS(100 * penalty_e4));
}

/* False if the graders of the package accept a submission that fails a test, or decide it
 * themselves, or if no test may fail for a score. */
static bool scores_only_accepted(const struct as_package *package)
{
	static const char *const groups[] = {"data", "secret"};

	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++) {
		const struct as_group *group = as_package_find_group(package, groups[i]);
		if (group && (group->aggregation == AS_AGGREGATE_PROGRAM ||
				     group->aggregation == AS_AGGREGATE_MIN ||
				     group->grading.verdict == AS_GRADER_ALWAYS_ACCEPT ||
				     group->grading.accept_if_any))
			return false;
	}
	return package->scoring && package->graded && !package->keeps_scores;
}

/* In a legacy package the score of a submission is none unless it is accepted, but groups have
 * scores of their own. */
static void warn_of_scores(const struct as_grade *grade)
{
	const struct grade_assignment *assignment = &grade->assignment;

	for (size_t i = 0; i < assignment->scheme.item_count; i++) {
		const struct as_item *item = &assignment->scheme.items[i];
		const struct as_package *package =
			item->package != SIZE_MAX ? assignment->packages[item->package] : NULL;
		if (package && item->partial == AS_PARTIAL_PER_GROUP && !item->groups &&
			!item->tests && scores_only_accepted(package))
			grade_find(grade, AS_FINDING_WARNING, package->path,
				"this package in the legacy format gives a score only if all tests "
				"are accepted, so a submission that fails a test has 0 points for "
				"%s; for points of groups use a scheme with an item for each "
				"group, as assay grade new writes it",
				item->id);
	}
}

static bool is_judged(const struct as_scheme *scheme, size_t package,
	const struct as_package *model, size_t group)
{
	const struct as_group *own = &model->groups[group];

	for (size_t t = own->first_test; t < own->first_test + own->test_count; t++)
		for (size_t i = 0; i < scheme->item_count; i++)
			if (scheme->items[i].package == package &&
				as_item_has_test(&scheme->items[i], model->tests[t].name))
				return true;
	return false;
}

/* The group may be newer than the scheme. Samples have no points. */
static void warn_of_groups(const struct as_grade *grade, size_t package)
{
	const struct as_scheme *scheme = &grade->assignment.scheme;
	const struct as_package *model = grade->assignment.packages[package];

	for (size_t g = 0; g < model->group_count; g++) {
		const struct as_group *group = &model->groups[g];
		if (group->test_count == 0 || strncmp(group->name, "secret/", 7) != 0 ||
			is_judged(scheme, package, model, g) ||
			!is_judged(scheme, package, model, group->parent))
			continue;
		grade_find(grade, AS_FINDING_WARNING, scheme->path,
			"no item uses the group %s of the package %s", group->name,
			model->short_name);
	}
}

static int open_scheme(struct as_grade *grade, struct as_error *error)
{
	struct grade_assignment *assignment = &grade->assignment;
	struct as_scheme *scheme = &assignment->scheme;

	if (as_scheme_load(scheme, grade->config.scheme, grade->config.arrival.zone, error) ||
		as_scheme_digest(scheme, assignment->digest, error) ||
		alloc_packages(assignment, scheme->package_count, error))
		return -1;
	for (size_t i = 0; i < scheme->package_count; i++)
		if (open_package(grade, i, error))
			return -1;
	for (size_t i = 0; i < scheme->package_count; i++)
		warn_of_groups(grade, i);
	warn_of_penalty(grade);
	return grade_given_read(assignment, error);
}

static int open_only_package(struct as_grade *grade, struct as_error *error)
{
	struct grade_assignment *assignment = &grade->assignment;

	if (alloc_packages(assignment, 1, error))
		return -1;
	assignment->packages[0] =
		as_package_open(grade->config.scheme, grade->config.cancel, error);
	return assignment->packages[0] && grade_given_add_package(assignment, 0, error) == 0
		       ? as_scheme_of_packages(&assignment->scheme,
				 (const struct as_package *const *)assignment->packages, 1, error)
		       : -1;
}

static int apply_path(const struct as_scheme *scheme, const char *written, const char **option,
	char **path, struct as_error *error)
{
	if (*option || !written)
		return 0;
	*option = *path = as_scheme_path(scheme, written, error);
	return *path ? 0 : -1;
}

static int check_sheet_options(const struct as_grade_config *options, struct as_error *error)
{
	const char *name = options->column ? "--column" : "--time-column";

	if (options->arrival.sheet || !(options->column || options->arrival.time_column))
		return 0;
	return as_error_set(
		error, AS_ERROR_USAGE, "%s names a column of a sheet: add --fill SHEET", name);
}

/* For one submission on a platform. */
static void leave_to_platform(const struct as_grade_single *single, struct as_scheme *scheme)
{
	as_scheme_drop_manual(scheme);
	free(as_steal(scheme->of_class.fill));
	free(as_steal(scheme->of_class.roster));
	if (single->has_due && scheme->has_due)
		as_scheme_set_due(scheme, single->due_s, single->due_offset_s);
}

int grade_assignment_open(struct as_grade *grade, struct as_error *error)
{
	struct grade_assignment *assignment = &grade->assignment;
	struct as_scheme *scheme = &assignment->scheme;
	struct as_submissions_order *arrival = &grade->config.arrival;
	const bool failed = is_scheme(grade->config.scheme) ? open_scheme(grade, error)
							    : open_only_package(grade, error);

	if (!failed && grade->config.single)
		leave_to_platform(grade->config.single, scheme);
	if (failed ||
		apply_path(
			scheme, scheme->of_class.fill, &arrival->sheet, &assignment->fill, error) ||
		apply_path(scheme, scheme->of_class.roster, &arrival->roster, &assignment->roster,
			error) ||
		check_sheet_options(&grade->config, error) ||
		as_scheme_set_zone(scheme, arrival->zone, error))
		return -1;
	arrival->zone = scheme->of_class.zone;
	warn_of_scores(grade);
	return 0;
}

void grade_assignment_close(struct grade_assignment *assignment)
{
	free(assignment->fill);
	free(assignment->roster);
	for (size_t i = 0; assignment->packages && assignment->packages[i]; i++)
		as_package_close(assignment->packages[i]);
	free(assignment->packages);
	grade_given_clear(assignment);
	as_scheme_clear(&assignment->scheme);
	*assignment = (struct grade_assignment){0};
}
