/* SPDX-License-Identifier: MIT */
/* The files of all submissions, by team and problem. Names of files are untrusted. */
#include "private.h"

#include <assay/csv.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

#define BLOB_MAX_BYTES ((uint64_t)1 << 30)
#define INDEX_NAME "submissions.csv"
#define NAME_MAX_BYTES 100
#define NAME_SIZE (NAME_MAX_BYTES + 1)
#define TEXT_SIZE 64

struct writing {
	const struct as_contest_log *log;
	const struct as_contest *contest;
	struct as_store *store;
	const atomic_bool *cancel;
	struct as_contest_sources *sources;
	int fd;
	struct as_csv index;
};

enum column { NUMBER, TIME, TEAM_ID, TEAM, PROBLEM, LANGUAGE, VERDICT, NOTE, FOLDER, COLUMN_COUNT };
static const char *const columns[COLUMN_COUNT] = {
	"number", "time", "team_id", "team", "problem", "language", "verdict", "note", "folder"};

/* ---- names ---- */

/* The end of a name, with its ending, in safe characters; a name that begins with '.' or '-' would
 * be hidden, or an option of a command. */
static void make_safe(const char *name, char safe[NAME_SIZE])
{
	const size_t length = strlen(name);
	const char *from = length > NAME_MAX_BYTES ? name + length - NAME_MAX_BYTES : name;
	size_t i;

	for (i = 0; from[i]; i++)
		safe[i] = isalnum((unsigned char)from[i]) || from[i] == '_' ||
					  (i > 0 && (from[i] == '.' || from[i] == '-'))
				  ? from[i]
				  : '_';
	if (i == 0)
		safe[i++] = '_';
	safe[i] = '\0';
}

/* Of two files with one safe name, also in a file system that ignores case, the later one gets a
 * folder, which no file can be called like. */
static char *choose_name(
	const struct as_sources *sources, size_t file, const char *folder, struct as_error *error)
{
	char own[NAME_SIZE], other[NAME_SIZE];
	size_t before = 0;

	make_safe(sources->files[file].name, own);
	for (size_t i = 0; i < file; i++) {
		make_safe(sources->files[i].name, other);
		before += strcasecmp(own, other) == 0;
	}
	return before ? as_text_format(error, "%s/+%zu/%s", folder, before + 1, own)
		      : as_text_format(error, "%s/%s", folder, own);
}

/* ---- a submission ---- */

static int write_files(struct writing *writing, const struct as_sources *sources,
	const char *folder, struct as_error *error)
{
	for (size_t i = 0; i < sources->count; i++) {
		const struct as_source *source = &sources->files[i];
		const struct as_bytes *data =
			source->original.size ? &source->original : &source->data;
		AS_AUTO_FREE char *path = choose_name(sources, i, folder, error);
		AS_AUTO_FREE char *dir =
			path ? strndup(path, (size_t)(strrchr(path, '/') - path)) : NULL;
		if (!dir)
			return as_error_no_memory(error);
		if (as_dir_make(writing->fd, dir, 0755, error) ||
			as_file_write(writing->fd, path, data->data, data->size, 0644, error))
			return -1;
	}
	return 0;
}

static const char *verdict_of(const struct writing *writing, const struct as_contest_submission *of)
{
	return of->valid == AS_CONTEST_NONE
		       ? "pending"
		       : as_verdict_name(
				 as_contest_log_judgement(writing->log, of->valid)->verdict);
}

static const char *note_of(const struct as_contest_submission *of)
{
	return of->is_ignored ? "ignored" : of->is_practice ? "practice" : "";
}

static int add_to_index(struct writing *writing, const struct as_contest_submission *of,
	const char *folder, struct as_error *error)
{
	const struct as_contest_team *team = as_contest_log_team(writing->log, of->team);
	char number[TEXT_SIZE], time[TEXT_SIZE];
	const int64_t seconds = of->time_ms / 1000;
	const char *const cells[COLUMN_COUNT] = {[NUMBER] = number,
		[TIME] = time,
		[TEAM_ID] = team->id,
		[TEAM] = as_contest_team_display_name(team),
		[PROBLEM] = writing->contest->problems[of->problem].label,
		[LANGUAGE] = of->language,
		[VERDICT] = verdict_of(writing, of),
		[NOTE] = note_of(of),
		[FOLDER] = folder};

	snprintf(number, sizeof number, "%ju", (uintmax_t)of->arrival);
	snprintf(time, sizeof time, "%jd:%02d:%02d", (intmax_t)(seconds / 3600),
		(int)(seconds / 60 % 60), (int)(seconds % 60));
	if (as_csv_add_row(&writing->index, error))
		return -1;
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		if (as_csv_set_text(&writing->index, writing->index.count - 1, i, cells[i], error))
			return -1;
	return 0;
}

static int write_submission(
	struct writing *writing, const struct as_contest_submission *of, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO(as_submitted_clear) struct as_submitted submitted = {0};
	char label[NAME_SIZE];
	const int found =
		as_store_blob_read(writing->store, of->blob, BLOB_MAX_BYTES, &bytes, error);

	if (found < 0)
		return -1;
	make_safe(writing->contest->problems[of->problem].label, label);
	AS_AUTO_FREE char *folder = as_text_format(error, "%s/%s/%04ju_%s%s%s",
		as_contest_log_team(writing->log, of->team)->id, label, (uintmax_t)of->arrival,
		verdict_of(writing, of), *note_of(of) ? "_" : "", note_of(of));
	if (!folder || add_to_index(writing, of, found ? folder : "", error))
		return -1;
	/* A record that is damaged must not keep the others. */
	const bool is_read =
		found && as_submitted_read(bytes.data, bytes.size, &submitted, NULL) == 1;
	if (is_read && write_files(writing, &submitted.sources, folder, error))
		return as_error_context(error, "submission %ju", (uintmax_t)of->arrival);
	*(is_read ? &writing->sources->submissions : &writing->sources->missing) += 1;
	return 0;
}

/* ---- all ---- */

static int write_index(struct writing *writing, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	writing->index.has_bom = true;
	return as_csv_format(&writing->index, &bytes, error) ||
			       as_file_write(
				       writing->fd, INDEX_NAME, bytes.data, bytes.size, 0644, error)
		       ? -1
		       : 0;
}

static int fill_sources(void *context, const char *path, int fd, struct as_error *error)
{
	struct writing *writing = context;

	(void)path;
	writing->fd = fd;
	if (as_csv_init(&writing->index, INDEX_NAME, columns, COLUMN_COUNT, error))
		return -1;
	for (size_t i = 0; i < as_contest_log_submission_count(writing->log); i++)
		if (as_cancel_check(writing->cancel, error) ||
			write_submission(
				writing, as_contest_log_submission(writing->log, i), error))
			return -1;
	return write_index(writing, error);
}

int as_contest_sources_export(const struct as_contest_log *log, struct as_store *store,
	const char *path, const atomic_bool *cancel, struct as_contest_sources *sources,
	struct as_error *error)
{
	struct writing writing = {.log = log,
		.contest = as_contest_log_contest(log),
		.store = store,
		.cancel = cancel,
		.sources = sources};

	*sources = (struct as_contest_sources){0};
	const int status = export_make(path, cancel, fill_sources, &writing, error);
	as_csv_clear(&writing.index);
	return status;
}
