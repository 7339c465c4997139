/* SPDX-License-Identifier: MIT */
/* assay contest export: files for publishing, and the sources of all submissions. */
#include "contest.h"

#include <assay/contest/export/publish.h>
#include <assay/contest/log.h>
#include <assay/contest/pages.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* ---- files that may be replaced ---- */

static bool begins(int fd, const char *text)
{
	char head[32];
	const size_t length = strlen(text);

	return read(fd, head, length) == (ssize_t)length && memcmp(head, text, length) == 0;
}

static bool is_page(int fd)
{
	return begins(fd, "<!DOCTYPE html>");
}

static bool is_csv(int fd)
{
	return begins(fd, "\xef\xbb\xbfrank,team_id,");
}

static bool is_tsv(int fd)
{
	return begins(fd, "results\t1");
}

static const struct format {
	const char *ending;
	enum as_contest_results results;
	bool (*is_own)(int fd);
	const char *what;
} formats[] = {
	{".html", AS_CONTEST_RESULTS_HTML, is_page, "an HTML page"},
	{".csv", AS_CONTEST_RESULTS_CSV, is_csv, "a table of results"},
	{".tsv", AS_CONTEST_RESULTS_TSV, is_tsv, "a table of results"},
};

static const struct format *find_format(const char *path)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (as_text_ends(path, formats[i].ending))
			return &formats[i];
	return NULL;
}

int contest_publish_check(const struct contest_publishing *files, struct as_error *error)
{
	const struct format *format = files->results ? find_format(files->results) : NULL;

	if (files->results && !format)
		return as_error_set(error, AS_ERROR_USAGE,
			"--results: the name '%s' does not end in .html, .csv or .tsv",
			files->results);
	if (files->board && as_file_check_target(files->board, is_page, "an HTML page", error))
		return -1;
	return format ? as_file_check_target(files->results, format->is_own, format->what, error)
		      : 0;
}

/* ---- writing ---- */

/* Only the owner may read results before the thaw. */
static int write_text(const char *path, const char *text, bool is_public, struct as_error *error)
{
	return as_file_write(AT_FDCWD, path, text, strlen(text), is_public ? 0644 : 0600, error);
}

static int write_board(
	const struct contest_publishing *files, struct as_contest_log *log, struct as_error *error)
{
	AS_AUTO(as_findings_clear) struct as_findings notes = {0};
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	const int failed =
		out && as_contest_board_file(out, log, as_contest_log_now_ms(log), &notes, error);
	AS_AUTO_FREE char *page = as_text_close(out, &text, error);

	if (failed || !page || write_text(files->board, page, true, error))
		return -1;
	as_findings_fold(&notes, contest_show_note, (void *)files->board);
	printf("%s: the board%s\n", files->board,
		as_contest_log_is_frozen(log)       ? ", frozen"
		: as_contest_results_are_final(log) ? ", final"
						    : ", preliminary");
	return 0;
}

static int write_results(const struct contest_publishing *files, const struct as_contest_log *log,
	const char *how, struct as_error *error)
{
	const struct format *format = find_format(files->results);
	AS_AUTO_FREE char *text = as_contest_results(log, format->results, error);

	if (!text || write_text(files->results, text, as_contest_results_are_final(log), error))
		return -1;
	printf("%s: results, %s\n", files->results, how);
	return 0;
}

static int write_sources(const struct contest_publishing *files, const struct as_contest_log *log,
	struct as_store *store, const char *how, struct as_error *error)
{
	struct as_contest_sources sources = {0};

	if (!store)
		return as_error_set(error, AS_ERROR_INPUT,
			"--submissions: the contest was never served: there are no submissions");
	if (as_contest_sources_export(
		    log, store, files->submissions, &cli_cancelled, &sources, error))
		return -1;
	printf("%s: ", files->submissions);
	cli_print_count(sources.submissions, "submission", ", verdicts are ");
	puts(how);
	if (sources.missing)
		printf("submissions whose files are missing from the store or damaged: %zu\n",
			sources.missing);
	return 0;
}

/* The results of a contest are secret until the jury has made them final. */
static int refuse_preliminary(const struct as_contest_log *log, struct as_error *error)
{
	return as_error_set(error, AS_ERROR_USAGE, "the results are not %s, or use --preliminary",
		as_contest_log_state(log)->finalized_wall_ms == AS_NEVER_MS
			? "final: finalise the contest on its clock page"
			: "public: thaw the board on the clock page");
}

static int publish(const struct contest_publishing *files, struct as_contest_log *log,
	struct as_store *store, struct as_error *error)
{
	const bool is_final = as_contest_results_are_final(log);
	const char *how = is_final ? "final" : "preliminary";

	if (!is_final && !files->is_preliminary && (files->results || files->submissions))
		return refuse_preliminary(log, error);
	return (files->board && write_board(files, log, error)) ||
			       (files->results && write_results(files, log, how, error)) ||
			       (files->submissions && write_sources(files, log, store, how, error))
		       ? -1
		       : 0;
}

int contest_publish(const struct contest_publishing *files, const struct as_contest *contest,
	struct as_store *store, struct as_error *error)
{
	const struct as_contest_log_config config = {
		.contest = contest, .store = store, .is_reader = true};
	struct as_contest_log *log = as_contest_log_open(&config, error);
	int status = -1;

	if (log) {
		as_contest_log_lock(log);
		status = publish(files, log, store, error);
		as_contest_log_unlock(log);
	}
	as_contest_log_close(log);
	return status;
}
