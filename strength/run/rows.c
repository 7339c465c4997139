/* SPDX-License-Identifier: MIT */
/* All submissions of the package and their verdicts: new tests must not change their results. */
#include "measure.h"

#include <string.h>

static int row_copy(const struct measuring *measuring, struct row *row, size_t own)
{
	for (size_t test = 0; test < measuring->package->test_count; test++)
		row->verdicts[test] = as_matrix_get(&measuring->report->matrix, own, test);
	return 1;
}

/* 1: the submission has verdicts; 0: it does not compile. */
static int row_judge(const struct measuring *measuring, struct row *row, struct as_error *error)
{
	const struct as_package *package = measuring->package;
	const struct as_job_order order = {.package = measuring->order->opened,
		.submission = origin_submission(&row->origin),
		.run_all = true};
	AS_AUTO(as_result_clear) struct as_result result = {0};
	struct as_job *job = as_engine_submit(measuring->order->engine, &order, error);
	const int failed = !job || as_engine_wait(job, &result, error);
	size_t test = 0;

	as_job_free(job);
	if (failed)
		return -1;
	for (size_t i = 0; i < result.test_count; i++) {
		while (test < package->test_count &&
			strcmp(package->tests[test].name, result.tests[i].name) != 0)
			test++;
		if (test < package->test_count)
			row->verdicts[test] = result.tests[i].verdict;
	}
	return result.compile.verdict == AS_VERDICT_AC;
}

/* The index of the wrong submission with this path; own_count: it is none. */
static size_t find_own(const struct as_strength_report *report, const char *path)
{
	size_t own = 0;

	while (own < report->own_count && strcmp(report->programs[own].path, path) != 0)
		own++;
	return own;
}

/* 1: the submission is a row. An accepted one was judged before, and must stay accepted. */
static int row_fill(
	struct measuring *measuring, struct row *row, bool is_accepted, struct as_error *error)
{
	const struct as_package *package = measuring->package;
	const struct as_strength_report *report = measuring->report;
	const size_t own = find_own(report, row->path);

	if (origin_read(measuring, &row->origin,
		    as_text_format(error, "%s/%s", package->folder, row->path), error))
		return -1;
	row->verdicts = calloc(package->test_count + 1, sizeof(*row->verdicts));
	if (!row->verdicts)
		return as_error_no_memory(error);
	if (own < report->own_count && (as_strength_has_passed(&report->programs[own]) ||
					       report->programs[own].state == AS_MUTANT_REFUSED))
		return 0;
	if (own < report->own_count && as_matrix_is_whole(&report->matrix, own))
		return row_copy(measuring, row, own);
	if (!origin_can_judge(measuring, &row->origin))
		return 0;
	if (!is_accepted)
		return row_judge(measuring, row, error);
	for (size_t test = 0; test < package->test_count; test++)
		row->verdicts[test] = AS_VERDICT_AC;
	return 1;
}

static void row_clear(struct row *row)
{
	origin_clear(&row->origin);
	free(row->path);
	free(row->verdicts);
	*row = (struct row){0};
}

static int rows_add(struct rows *rows, struct measuring *measuring, const char *folder,
	const char *name, struct as_error *error)
{
	AS_AUTO(row_clear)
	struct row row = {.path = as_text_format(error, SUBMISSIONS "%s/%s", folder, name)};

	if (!row.path || as_package_backup_ending(name))
		return row.path ? 0 : -1;
	const bool is_accepted = strncmp(row.path, ACCEPTED "/", strlen(ACCEPTED "/")) == 0;
	const int filled = row_fill(measuring, &row, is_accepted, error);
	if (filled <= 0)
		return filled;
	if (!as_array_reserve(rows->items, rows->count, error))
		return -1;
	rows->items[rows->count++] = row;
	row = (struct row){0};
	return 0;
}

static int rows_add_folder(
	struct rows *rows, struct measuring *measuring, const char *folder, struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, SUBMISSIONS "%s", folder);
	AS_AUTO_NAMES char **names = NULL;

	if (!path || measure_list(measuring, path, &names, error))
		return -1;
	for (char **name = names; name && *name; name++)
		if (rows_add(rows, measuring, folder, *name, error))
			return -1;
	return 0;
}

int rows_find(struct rows *rows, struct measuring *measuring, struct as_error *error)
{
	AS_AUTO_NAMES char **folders = NULL;

	*rows = (struct rows){0};
	if (measure_list(measuring, "submissions", &folders, error))
		return -1;
	for (char **folder = folders; folder && *folder; folder++)
		if (rows_add_folder(rows, measuring, *folder, error))
			return -1;
	return 0;
}

void rows_clear(struct rows *rows)
{
	for (size_t i = 0; i < rows->count; i++)
		row_clear(&rows->items[i]);
	free(rows->items);
	*rows = (struct rows){0};
}
