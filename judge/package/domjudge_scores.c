/* SPDX-License-Identifier: MIT */
/*
 * Scores of the legacy format by the rules of DOMjudge 10, in packages with its marks:
 * domjudge-problem.ini, .timelimit, or @EXPECTED_SCORE@ tags. The sum counts whatever the verdict
 * is, and with `validation: custom` score.txt is read. If no testdata.yaml has settings that only
 * the format's default grader supports, groups are scored by DOMjudge's rules, too:
 *
 * - accept_score is that of a group without subgroups, if all of its tests are accepted;
 * - nothing is inherited, and a folder without testdata.yaml earns nothing;
 * - score.txt also counts for wrong answers.
 */
#include "legacy.h"
#include "metadata.h"
#include <string.h>

#define TAG "@EXPECTED_SCORE@"
#define MAX_ENTRIES 1000
#define HEAD_BYTES 65536

/* ---- its marks ---- */

static bool has_tag(int fd, const char *name)
{
	char head[HEAD_BYTES];
	AS_AUTO_FD int file = as_file_open(fd, name, NULL);
	ssize_t size = file < 0 ? -1 : pread(file, head, sizeof head, 0);
	return size > 0 && memmem(head, (size_t)size, TAG, strlen(TAG));
}

static bool folder_has_tag(int submissions, const char *name)
{
	AS_AUTO_FD int fd = as_dir_open(submissions, name, NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, NULL);
	for (char **file = names; file && *file; file++)
		if (has_tag(fd, *file))
			return true;
	return false;
}

static bool submissions_have_tag(const struct as_package *package)
{
	AS_AUTO_FD int fd = as_dir_open(package->tree.fd, "submissions", NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, MAX_ENTRIES, NULL);
	for (char **name = names; name && *name; name++)
		if (folder_has_tag(fd, *name))
			return true;
	return false;
}

/* ---- what a group can earn ---- */

bool as_package_has_subgroups(const struct as_package *package, size_t group)
{
	for (size_t i = 0; i < package->group_count; i++)
		if (i != group && package->groups[i].parent == group)
			return true;
	return false;
}

static double max_of_leaf(const struct as_package *package, const struct as_group *group)
{
	if (!group->grading.has_settings)
		return 0;
	if (package->validator_scores && isnan(group->grading.group_score))
		return group->grading.range_max;
	return isnan(group->grading.group_score) ? 0 : group->grading.group_score;
}

static double max_of_groups(const struct as_package *package, size_t index)
{
	const struct as_group *self = &package->groups[index];
	double sum = 0, min = INFINITY, max = 0;
	size_t count = 0;
	for (size_t g = 0; g < package->group_count; g++) {
		const struct as_group *group = &package->groups[g];
		bool is_ignored = self->grading.ignore_sample && strcmp(group->name, "sample") == 0;
		if (g == index || group->parent != index || !group->grading.has_settings ||
			is_ignored)
			continue;
		sum += group->max_score;
		min = fmin(min, group->max_score);
		max = fmax(max, group->max_score);
		count++;
	}
	return count == 0                                  ? 0
	       : self->aggregation == AS_AGGREGATE_MIN     ? min
	       : self->aggregation == AS_AGGREGATE_MAX     ? max
	       : self->aggregation == AS_AGGREGATE_AVERAGE ? sum / (double)count
							   : sum;
}

/* ---- all of it ---- */

int package_domjudge_scores(struct package_loader *loader, struct as_error *error)
{
	struct as_package *package = loader->package;
	if (!package->scoring || package->format != AS_FORMAT_LEGACY ||
		(!loader->metadata->has_domjudge_file && !submissions_have_tag(package)))
		return 0;
	package->keeps_scores = true;
	package->domjudge_scores = !loader->data.graded_otherwise;
	package->validator_scores |= loader->metadata->custom;
	as_digest_add_text(&loader->digest, "scores of DOMjudge");
	/* A group comes after its parent. */
	for (size_t g = package->domjudge_scores ? package->group_count : 0; g-- > 0;) {
		struct as_group *group = &package->groups[g];
		group->aggregation = group->grading.own_aggregation;
		group->grading.verdict = AS_GRADER_FIRST_ERROR;
		group->max_score = as_package_has_subgroups(package, g)
					   ? max_of_groups(package, g)
					   : max_of_leaf(package, group);
	}
	return as_findings_add(&package->findings, AS_FINDING_INFO, PACKAGE_METADATA_NAME, error,
		"scores are kept as DOMjudge keeps them, because the package carries its marks "
		"(" PACKAGE_INI_NAME ", .timelimit or " TAG ")");
}
