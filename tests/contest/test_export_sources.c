/* SPDX-License-Identifier: MIT */
/* The sources of submissions whose files have hostile names. */
#include "contest/log_case.h"

#include <assay/contest/export/publish.h>
#include <assay/program.h>
#include <ftw.h>

static char found[4096];
static size_t root_length;

static int note_file(const char *path, const struct stat *status, int type, struct FTW *place)
{
	const size_t length = strlen(found);

	(void)status;
	(void)place;
	if (type == FTW_F)
		snprintf(found + length, sizeof(found) - length, "%s\n", path + root_length);
	return 0;
}

static void submit_files(struct log_case *made, const char *const *names, size_t count)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_source *files = calloc(count, sizeof(*files));
	const struct as_submitted submitted = {.sources = {.files = files, .count = count}};
	struct as_error error = {0};
	size_t submission;

	for (size_t i = 0; i < count; i++)
		files[i] = (struct as_source){.name = (char *)names[i], .data = {(char *)"x", 1}};
	cr_assert_eq(as_submitted_write(&submitted, &bytes, &error), 0, "%s", error.text);
	const struct as_store_order order = {.package = made->contest->problems[0].package->digest,
		.owner = "ann",
		.path = "submission",
		.language = "c",
		.files = bytes,
		.lane = "",
		.class = AS_STORE_CONTEST};
	const struct as_contest_entry_submission entry = {.account = AS_CONTEST_NONE,
		.language = "c",
		.name = "a.c",
		.wall_ms = -1,
		.order = &order};
	cr_assert_eq(
		as_contest_log_submit(made->log, &entry, &submission, &error), 0, "%s", error.text);
	free(files);
}

/* Names that as_sources_read does not make are a damaged record, which does not keep the others. */
Test(export_sources, no_name_leads_out_of_its_folder)
{
	static const char *const hostile[] = {"../../evil.c", "/etc/passwd", ".."};
	static const char *const strange[] = {"a/b.c", "a_b.c"};
	struct log_case made = log_case_make("");
	struct as_contest_sources sources;
	struct as_error error = {0};

	log_case_start(&made, 60000);
	submit_files(&made, hostile, sizeof(hostile) / sizeof(*hostile));
	submit_files(&made, strange, sizeof(strange) / sizeof(*strange));
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/out", made.folder.path);
	as_contest_log_lock(made.log);
	cr_assert_eq(as_contest_sources_export(made.log, made.store, path, NULL, &sources, &error),
		0, "%s", error.text);
	as_contest_log_unlock(made.log);
	cr_expect_eq(sources.submissions, 1);
	cr_expect_eq(sources.missing, 1);
	root_length = strlen(path) + 1;
	cr_assert_eq(nftw(path, note_file, 8, FTW_PHYS), 0);
	for (const char *line = found, *end; (end = strchr(line, '\n')); line = end + 1)
		cr_expect(strncmp(line, "submissions.csv\n", 16) == 0 ||
				  strncmp(line, "ann/A/0002_pending/", 19) == 0,
			"%s", found);
	cr_expect(strstr(found, "ann/A/0002_pending/a_b.c\n") &&
			  strstr(found, "ann/A/0002_pending/+2/a_b.c\n"),
		"%s", found);
	log_case_clear(&made);
}
