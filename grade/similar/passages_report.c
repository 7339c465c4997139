/* SPDX-License-Identifier: MIT */
/* The report of the passages that passages.c has grouped: who has them, and in which lines. */
#include "grouping.h"

#include "array.h"

#include <string.h>

static int compare_sharers(const void *a, const void *b)
{
	const struct as_similar_sharer *one = a;
	const struct as_similar_sharer *other = b;

	if (one->share != other->share)
		return one->share > other->share ? -1 : 1;
	return (one->submission > other->submission) - (one->submission < other->submission);
}

/* A member with less than this part (1/4) of what another member has matches by chance. */
#define MIN_PART 4

static uint32_t find_greatest(const struct as_similar *similar, const uint32_t *covered)
{
	uint32_t greatest = 0;

	for (size_t m = 0; m < similar->member_count; m++)
		greatest = covered[m] > greatest ? covered[m] : greatest;
	return greatest;
}

/* By number of the member, until the report is complete. */
static int add_sharers(const struct as_grouping *grouping, size_t group,
	struct as_similar_common *common, struct as_error *error)
{
	const struct as_similar *similar = grouping->similar;
	const uint32_t *covered = &grouping->covered[group * similar->member_count];

	const uint32_t greatest = find_greatest(similar, covered);

	common->sharers = calloc(similar->member_count + 1, sizeof *common->sharers);
	if (!common->sharers)
		return as_error_no_memory(error);
	for (uint32_t m = 0; m < similar->member_count; m++) {
		const uint32_t leader = similar->members[m].leader;
		if (covered[leader] && covered[leader] >= greatest / MIN_PART)
			common->sharers[common->sharer_count++] = (struct as_similar_sharer){
				m, (unsigned)((uint64_t)covered[leader] * 10000 /
					      grouping->own[leader])};
	}
	if (common->sharer_count)
		qsort(common->sharers, common->sharer_count, sizeof *common->sharers,
			compare_sharers);
	return 0;
}

static int add_run(const struct as_grouping *grouping, const struct as_gram_run *run,
	struct as_similar_common *common, size_t *capacity, struct as_error *error)
{
	if (run->end - run->first < grouping->similar->config.passage_tokens)
		return 0;
	if (AS_ARRAY_GROW(common->lines, common->line_count, *capacity, error))
		return -1;
	common->lines[common->line_count++] = as_member_lines(
		&grouping->similar->members[common->submission], run->first, run->end - run->first);
	return 0;
}

/* Its passages in the member with the greatest share. */
static int add_lines(struct as_grouping *grouping, size_t group, struct as_similar_common *common,
	struct as_error *error)
{
	const struct as_similar *similar = grouping->similar;
	const size_t count =
		as_grouping_make_grams(grouping, &similar->members[common->submission]);
	struct as_gram_run run = {0};
	size_t capacity = 0;

	for (size_t i = 0; i < count; i++) {
		if (!(as_grouping_at(grouping, i, common->submission) >> group & 1))
			continue;
		if (i > run.end) {
			if (add_run(grouping, &run, common, &capacity, error))
				return -1;
			run.end = 0;
		}
		if (run.end == 0)
			run.first = i;
		run.end = i + similar->config.noise_tokens;
	}
	return add_run(grouping, &run, common, &capacity, error);
}

static void clear_common(struct as_similar_common *common)
{
	free(common->lines);
	free(common->sharers);
}

static unsigned median_of(const struct as_similar_common *common)
{
	return common->sharers[common->sharer_count / 2].share;
}

static int compare_common(const void *a, const void *b)
{
	const struct as_similar_common *one = a;
	const struct as_similar_common *other = b;

	if (median_of(one) != median_of(other))
		return median_of(one) > median_of(other) ? -1 : 1;
	if (one->sharer_count != other->sharer_count)
		return one->sharer_count > other->sharer_count ? -1 : 1;
	return (one->submission > other->submission) - (one->submission < other->submission);
}

/* The least passage is as long as that of a pair. */
static int report_group(struct as_grouping *grouping, size_t group,
	struct as_similar_report *report, struct as_error *error)
{
	AS_AUTO(clear_common) struct as_similar_common common = {0};

	if (add_sharers(grouping, group, &common, error))
		return -1;
	if (common.sharer_count < 2)
		return 0; /* equal grams in other passages */
	common.submission = grouping->similar->members[common.sharers[0].submission].leader;
	if (grouping->covered[group * grouping->similar->member_count + common.submission] <
		grouping->similar->config.passage_tokens)
		return 0;
	if (add_lines(grouping, group, &common, error))
		return -1;
	report->common[report->common_count++] = common;
	common = (struct as_similar_common){0};
	return 0;
}

static void finish(const struct as_similar *similar, struct as_similar_report *report)
{
	if (report->common_count)
		qsort(report->common, report->common_count, sizeof *report->common, compare_common);
	while (report->common_count > AS_SIMILAR_MAX_COMMON) {
		clear_common(&report->common[--report->common_count]);
		report->common_left_out_count++;
	}
	for (size_t i = 0; i < report->common_count; i++) {
		struct as_similar_common *common = &report->common[i];
		common->submission = similar->members[common->submission].index;
		for (size_t s = 0; s < common->sharer_count; s++)
			common->sharers[s].submission =
				similar->members[common->sharers[s].submission].index;
	}
}

int as_common_report(struct as_similar *similar, struct as_similar_report *report,
	const atomic_bool *cancel, struct as_error *error)
{
	AS_AUTO(as_grouping_clear) struct as_grouping grouping = {.similar = similar};

	if (similar->common.count == 0)
		return 0;
	if (as_grouping_find(&grouping, cancel, error))
		return -1;
	report->common = calloc(grouping.group_count + 1, sizeof *report->common);
	if (!report->common)
		return as_error_no_memory(error);
	for (size_t g = 0; g < grouping.group_count; g++)
		if (report_group(&grouping, g, report, error))
			return -1;
	report->common_left_out_count = grouping.left_out_count;
	finish(similar, report);
	return 0;
}
