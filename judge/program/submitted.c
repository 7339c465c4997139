/* SPDX-License-Identifier: MIT */
/* The files of a submission between submission and judging: copies, and records. */
#include "sources_read.h"

#include <assay/base/record.h>
#include <assay/program/intake.h>

#include <string.h>

/* The minimum size of a file, in bytes. */
#define MIN_FILE_BYTES 3
/* The maximum size of names and notes in a record, beside the data of the files. */
#define MAX_OTHER_BYTES (UINT64_C(16) << 20)

void as_submitted_clear(struct as_submitted *submitted)
{
	as_sources_clear(&submitted->sources);
	*submitted = (struct as_submitted){0};
}

/* ---- as a record ---- */

/* Reasons of refusals before the files are interpreted. The sources borrow them. */
static const char *const reasons[] = {
	NULL, "empty", "too-large", "not-regular", "name", "entry-point", "archive"};
#define REASON_COUNT (sizeof(reasons) / sizeof(*reasons))

/* The index of a reason; REASON_COUNT: unknown. */
static uint64_t find_reason(const char *reason)
{
	uint64_t index = 0;

	while (reason && ++index < REASON_COUNT && strcmp(reasons[index], reason) != 0)
		;
	return index;
}

static void visit_reason(struct as_record *record, const char **reason)
{
	uint64_t index = find_reason(*reason);

	as_record_number(record, &index, REASON_COUNT - 1);
	*reason = reasons[index];
}

/* After reading, the sources own the text. */
static void visit_text(struct as_record *record, struct as_sources *sources)
{
	char *text = (char *)sources->text;

	as_record_text(record, &text);
	if (!record->reading)
		return;
	as_record_require(record, (text != NULL) == (sources->reason != NULL));
	sources->text = sources->own_text = text;
}

static void visit_file(struct as_record *record, struct as_source *file)
{
	as_record_text(record, &file->name);
	as_record_require(record, file->name != NULL);
	as_record_flag(record, &file->executable);
	as_record_bytes(record, &file->data);
}

/* ---- checking a record, which may be hostile ---- */

static bool is_plain_path(const char *path)
{
	char part[256];

	for (int depth = 0; depth < AS_SOURCES_MAX_DEPTH; depth++) {
		const size_t length = strcspn(path, "/");
		if (length >= sizeof(part))
			return false;
		memcpy(part, path, length);
		part[length] = '\0';
		if (!as_source_name_is_plain(part))
			return false;
		if (path[length] == '\0')
			return true;
		path += length + 1;
	}
	return false;
}

/* True if the sources could have come from as_sources_read. */
static bool are_sound(const struct as_sources *sources)
{
	if (sources->count > AS_SOURCES_MAX_FILES ||
		(sources->single && !sources->reason && sources->count != 1))
		return false;
	for (size_t i = 0; i < sources->count; i++) {
		const char *name = sources->files[i].name;
		if (!name || !is_plain_path(name))
			return false;
		for (size_t j = 0; j < i; j++)
			if (as_source_names_clash(name, sources->files[j].name) ||
				as_source_names_clash(sources->files[j].name, name))
				return false;
	}
	return true;
}

static void visit_submitted(struct as_record *record, struct as_submitted *submitted)
{
	struct as_sources *sources = &submitted->sources;

	as_record_flag(record, &submitted->is_own);
	as_record_flag(record, &sources->single);
	visit_reason(record, &sources->reason);
	visit_text(record, sources);
	as_record_names(record, &sources->notes);
	as_record_list(
		record, &sources->files, &sources->count, sizeof(*sources->files), MIN_FILE_BYTES);
	for (size_t i = 0; i < sources->count; i++)
		visit_file(record, &sources->files[i]);
	for (size_t i = 0; record->reading && i < sources->count; i++)
		sources->size_bytes += sources->files[i].data.size;
	as_record_require(record, !record->reading || are_sound(sources));
}

int as_submitted_write(
	const struct as_submitted *submitted, struct as_bytes *bytes, struct as_error *error)
{
	const struct as_sources *sources = &submitted->sources;
	struct as_record record;

	*bytes = (struct as_bytes){0};
	if (find_reason(sources->reason) == REASON_COUNT)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"a submission with the reason %s cannot be kept", sources->reason);
	/* The rest is small compared with the files. */
	if (sources->size_bytes > AS_RECORD_MAX_BYTES - MAX_OTHER_BYTES)
		return as_error_set(error, AS_ERROR_INPUT,
			"its files have more than %d MiB, which a store cannot keep; judge it "
			"without a store",
			(int)((AS_RECORD_MAX_BYTES - MAX_OTHER_BYTES) >> 20));
	as_record_begin(&record, AS_SUBMITTED_FORMAT);
	/* When writing, a visit changes nothing. */
	visit_submitted(&record, (struct as_submitted *)submitted);
	return as_record_end(&record, bytes, error);
}

int as_submitted_read(
	const void *data, size_t size, struct as_submitted *submitted, struct as_error *error)
{
	struct as_record record;
	int found = as_record_open(&record, AS_SUBMITTED_FORMAT, data, size, error);

	*submitted = (struct as_submitted){0};
	if (found != 1)
		return found;
	visit_submitted(&record, submitted);
	if (as_record_close(&record, error) == 0)
		return 1;
	as_submitted_clear(submitted);
	return -1;
}

/* ---- copies ---- */

static int copy_file(struct as_source *to, const struct as_source *from, struct as_error *error)
{
	*to = (struct as_source){.name = strdup(from->name), .executable = from->executable};
	if (!to->name)
		return as_error_no_memory(error);
	return as_bytes_copy(&to->data, from->data.data, from->data.size, error);
}

static int copy_refusal(
	struct as_sources *to, const struct as_sources *from, struct as_error *error)
{
	if (!from->reason)
		return 0;
	return as_sources_refuse_own(
		to, from->reason, as_text_format(error, "%s", from->text), error);
}

static int copy_sources(
	struct as_sources *to, const struct as_sources *from, struct as_error *error)
{
	*to = (struct as_sources){.single = from->single, .size_bytes = from->size_bytes};
	to->files = calloc(from->count + 1, sizeof(*to->files));
	if (!to->files)
		return as_error_no_memory(error);
	while (to->count < from->count) {
		const size_t index = to->count++;
		if (copy_file(&to->files[index], &from->files[index], error))
			return -1;
	}
	for (char **note = from->notes; note && *note; note++)
		if (as_sources_note(to, error, "%s", *note))
			return -1;
	return copy_refusal(to, from, error);
}

int as_submitted_copy(
	struct as_submitted *copy, const struct as_submitted *submitted, struct as_error *error)
{
	*copy = (struct as_submitted){.is_own = submitted->is_own};
	return copy_sources(&copy->sources, &submitted->sources, error);
}
