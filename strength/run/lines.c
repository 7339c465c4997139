/* SPDX-License-Identifier: MIT */
/* The lines for the recipe that the report shows for gaps. */
#include "measure.h"

#include <string.h>

#define PREFIX "gap-"

/* The greatest number of a test with the prefix: its line may be that of an earlier report. */
static size_t find_greatest(const struct as_package *package)
{
	size_t greatest = 0;

	for (size_t i = 0; i < package->test_count; i++) {
		const char *slash = strrchr(package->tests[i].name, '/');
		const char *name = slash ? slash + 1 : package->tests[i].name;
		if (strncmp(name, PREFIX, strlen(PREFIX)) != 0)
			continue;
		const size_t number = strtoul(name + strlen(PREFIX), NULL, 10);
		greatest = number > greatest && number < SIZE_MAX / 2 ? number : greatest;
	}
	return greatest;
}

char *as_strength_line_name(const struct as_strength_report *report,
	const struct as_package *package, size_t place, struct as_error *error)
{
	size_t count, number = find_greatest(package);
	AS_AUTO_FREE size_t *order = as_strength_order_gaps(report, &count, error);

	if (!order)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		number += report->programs[order[i]].gap.first == order[i];
		if (order[i] == place)
			return as_text_format(error, PREFIX "%zu", number);
	}
	for (size_t i = 0; i < report->group_gaps.count; i++) {
		number += report->group_gaps.items[i].gap.first == i;
		if (as_strength_count_programs(report) + i == place)
			return as_text_format(error, PREFIX "%zu", number);
	}
	return as_text_format(error, PREFIX "%zu", number + 1);
}

char *as_strength_line_folders(
	const struct as_strength_gap *gap, const struct as_package *package, struct as_error *error)
{
	const size_t count = gap->home_count;
	char *folders = NULL;

	if (!package->scoring || count < 2)
		return as_text_format(error, "%s", gap->folder);
	for (size_t i = 0; i < count; i++) {
		const char *home = gap->homes[i]->name;
		AS_AUTO_FREE char *before = folders;
		folders = as_text_format(error, "%s%s%.*s", before ? before : "",
			!before          ? ""
			: i + 1 == count ? " and "
					 : ", ",
			(int)as_test_folder_length(home), home);
		if (!folders)
			return NULL;
	}
	return folders;
}
