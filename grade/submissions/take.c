/* SPDX-License-Identifier: MIT */
/* Reads a submission as the judge accepts it. */
#include "arrival.h"
#include "notebook.h"
#include "source_name.h"

#include <errno.h>
#include <string.h>

/* The files of a submission in memory. */
struct taking {
	const struct as_submissions *submissions;
	struct as_memory_file *files; /* their data is in `bytes` */
	struct as_bytes *bytes;
	size_t *commands; /* of notebooks, that were left out */
	size_t count;
	struct as_error *error;
};

static void taking_clear(struct taking *taking)
{
	for (size_t i = 0; i < taking->count; i++)
		as_bytes_clear(&taking->bytes[i]);
	free(taking->bytes);
	free(taking->files);
	free(taking->commands);
}

static int changed(const struct as_received_file *file, struct as_error *error)
{
	return as_error_at_cause(error, AS_ERROR_INPUT, ESTALE, file->path,
		"changed while the class was graded; start again");
}

static int read_bytes(
	const struct taking *taking, const struct as_received_file *file, struct as_bytes *bytes)
{
	const struct as_arrival *arrival = taking->submissions->arrival;
	char hex[AS_DIGEST_HEX_SIZE];
	enum as_left_reason reason;

	const int done = arrival_read(
		arrival, &arrival->entries[file->entry], bytes, &reason, taking->error);
	if (done <= 0)
		return done < 0 ? -1 : changed(file, taking->error);
	arrival_digest(bytes, hex);
	return strcmp(hex, file->digest) == 0 ? 0 : changed(file, taking->error);
}

/* Replaces a notebook by its program. */
static int convert(const struct taking *taking, const struct as_received_file *file,
	struct as_bytes *bytes, size_t *commands)
{
	AS_AUTO_FREE char *reason = NULL;
	struct notebook notebook;
	const int done = notebook_read(&notebook, bytes, &reason, taking->error);

	if (done <= 0)
		return done < 0 ? -1 : changed(file, taking->error);
	as_bytes_clear(bytes);
	*bytes = notebook.program;
	*commands = notebook.command_count;
	return 0;
}

static int take_file(struct taking *taking, const struct as_received_file *file)
{
	const size_t index = taking->count++;
	struct as_bytes *bytes = &taking->bytes[index];

	if (read_bytes(taking, file, bytes) ||
		(file->is_notebook && convert(taking, file, bytes, &taking->commands[index])))
		return -1;
	taking->files[index] = (struct as_memory_file){
		.name = file->name, .data = bytes->data, .size = bytes->size};
	return 0;
}

static int note_commands(const struct taking *taking, struct as_sources *sources)
{
	for (size_t i = 0; i < taking->count; i++)
		if (taking->commands[i] &&
			as_sources_note(sources, taking->error,
				"%s: IPython commands of the notebook are left out: %zu",
				taking->files[i].name, taking->commands[i]))
			return -1;
	return 0;
}

static bool has_program(const struct taking *taking, const struct as_package *package)
{
	const struct as_languages *languages = taking->submissions->arrival->languages;

	for (size_t i = 0; i < taking->count; i++)
		if (package->submit_answer || source_is_named(languages, taking->files[i].name))
			return true;
	return false;
}

/* The program is in an archive that was not unpacked, so this is not an empty submission. */
static int refuse_archive(const struct taking *taking, const struct as_received *received,
	const struct as_package *package, struct as_submitted *submitted)
{
	if (!received->archive || has_program(taking, package))
		return 0;
	submitted->sources.reason = NULL;
	return as_sources_refuse_own(&submitted->sources, "archive",
		as_text_format(
			taking->error, "the archive '%s' is not unpacked", received->archive),
		taking->error);
}

bool received_is_empty(
	const struct as_submissions *out, const struct as_received *received, size_t index)
{
	if (received->file_count || received->archive)
		return false;
	for (size_t i = 0; i < out->left_count; i++)
		if (out->left[i].received == index)
			return false;
	return true;
}

bool as_received_is_empty(const struct as_submissions *submissions, size_t received)
{
	return received_is_empty(submissions, &submissions->received[received], received);
}

static int refuse_empty(
	const struct taking *taking, size_t received, struct as_submitted *submitted)
{
	if (!as_received_is_empty(taking->submissions, received))
		return 0;
	submitted->sources.reason = NULL;
	return as_sources_refuse_own(&submitted->sources, "empty",
		as_text_format(taking->error, "the folder is empty"), taking->error);
}

bool as_left_reason_is_damage(enum as_left_reason reason)
{
	return reason == AS_LEFT_EMPTY || reason == AS_LEFT_BINARY || reason == AS_LEFT_TOO_LARGE ||
	       reason == AS_LEFT_UNREADABLE || reason == AS_LEFT_LINK ||
	       reason == AS_LEFT_SPECIAL || reason == AS_LEFT_NOTEBOOK;
}

/* The text does not name the file, whose name may be the student's; left-out.csv names it. */
static int refuse_damaged(
	const struct taking *taking, size_t received, struct as_submitted *submitted)
{
	const struct as_submissions *out = taking->submissions;
	const struct as_languages *languages = out->arrival->languages;
	const char *text = NULL;
	size_t count = 0;

	for (size_t i = 0; i < out->left_count; i++) {
		const struct as_left_file *left = &out->left[i];
		if (left->received != received || !as_left_reason_is_damage(left->reason) ||
			!source_is_named(languages, left->path))
			continue;
		text = text ? text : left->text;
		count++;
	}
	if (count == 0 || as_languages_know(languages, &submitted->sources))
		return 0;
	submitted->sources.reason = NULL;
	return as_sources_refuse_own(&submitted->sources, "empty",
		count == 1
			? as_text_format(taking->error, "the only source file %s", text)
			: as_text_format(taking->error,
				  "%zu source files cannot be judged: the first %s", count, text),
		taking->error);
}

static int take_all(struct taking *taking, const struct as_received *received,
	const struct as_package *package, const char *const *asked, struct as_submitted *submitted)
{
	const size_t capacity = received->file_count + 1;

	taking->files = calloc(capacity, sizeof(*taking->files));
	taking->bytes = calloc(capacity, sizeof(*taking->bytes));
	taking->commands = calloc(capacity, sizeof(*taking->commands));
	if (!taking->files || !taking->bytes || !taking->commands)
		return as_error_no_memory(taking->error);
	for (size_t i = 0; i < received->file_count; i++)
		if (source_is_asked(asked, received->files[i].name) &&
			take_file(taking, &received->files[i]))
			return -1;
	return as_submitted_take_files(submitted, package, taking->files, taking->count,
		       taking->count != 1, taking->error) ||
			       refuse_archive(taking, received, package, submitted)
		       ? -1
		       : note_commands(taking, &submitted->sources);
}

int as_received_take(const struct as_submissions *submissions, size_t received,
	const struct as_package *package, const char *const *asked, struct as_submitted *submitted,
	struct as_error *error)
{
	struct taking taking = {.submissions = submissions, .error = error};

	*submitted = (struct as_submitted){0};
	const int failed =
		take_all(&taking, &submissions->received[received], package, asked, submitted) ||
		refuse_empty(&taking, received, submitted) ||
		(!asked && !package->submit_answer && !submissions->received[received].archive &&
			refuse_damaged(&taking, received, submitted));
	taking_clear(&taking);
	return failed ? -1 : 0;
}

int as_received_read(const struct as_submissions *submissions, size_t received, size_t file,
	struct as_bytes *bytes, struct as_error *error)
{
	const struct as_received_file *from = &submissions->received[received].files[file];
	const struct taking taking = {.submissions = submissions, .error = error};
	size_t commands;

	*bytes = (struct as_bytes){0};
	return read_bytes(&taking, from, bytes) ||
			       (from->is_notebook && convert(&taking, from, bytes, &commands))
		       ? -1
		       : 0;
}

int as_received_texts(const struct as_submissions *submissions, size_t received, char ***texts,
	struct as_error *error)
{
	const struct as_received *from = &submissions->received[received];
	const struct taking taking = {.submissions = submissions, .error = error};

	*texts = NULL;
	for (size_t i = 0; i < from->file_count; i++) {
		AS_AUTO_BYTES struct as_bytes bytes = {0};
		if (!from->files[i].is_notebook)
			continue;
		if (read_bytes(&taking, &from->files[i], &bytes) ||
			notebook_list_texts(&bytes, texts, error)) {
			as_names_free(*texts);
			*texts = NULL;
			return -1;
		}
	}
	return 0;
}
