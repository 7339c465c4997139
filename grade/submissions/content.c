/* SPDX-License-Identifier: MIT */
/*
 * Reads each file of the drafts once: leaves out files that cannot be judged, and computes the
 * digest of each.
 */
#include "content.h"
#include "copies.h"
#include "junk.h"
#include "notebook.h"
#include "source_name.h"

#include <string.h>

/* ---- reading ---- */

static int leave_part(struct work *work, struct draft *draft, size_t index,
	enum as_left_reason reason, const char *text)
{
	const size_t entry = draft->parts[index].entry;

	draft_drop_part(draft, index);
	return draft_leave(work, draft, work->arrival->entries[entry].path, reason, text);
}

/* 1 if a notebook contains a program; 0: the reason is set. */
static int check_notebook(struct work *work, const struct draft *draft, const struct part *part,
	const struct as_bytes *bytes, char **reason)
{
	struct notebook notebook;
	const int done = notebook_read(&notebook, bytes, reason, work->error);

	if (done <= 0)
		return done;
	const size_t commands = notebook.command_count, cells = notebook.cell_count;
	notebook_clear(&notebook);
	if (!commands)
		return 1;
	return draft_find_fault(work, draft, AS_FINDING_INFO,
		       "'%s': %zu IPython command%-s left out (%zu code cell%-s)",
		       as_text_last_part(part->name), commands, commands == 1 ? " is" : "s are",
		       cells, cells == 1 ? "" : "s")
		       ? -1
		       : 1;
}

/* Other files may be empty: an answer, or the file that makes a folder a Python package. */
static bool is_empty_source(
	const struct work *work, const struct part *part, const struct as_bytes *bytes)
{
	return bytes->size == 0 && source_is_named(work->arrival->languages, part->name) &&
	       strcmp(as_text_last_part(part->name), "__init__.py") != 0;
}

/* 1 if the file is to be judged; 0: it is left out, and the reason is set. */
static int check_content(struct work *work, const struct draft *draft, const struct part *part,
	struct as_bytes *bytes, enum as_left_reason *reason, char **text)
{
	const struct entry *entry = &work->arrival->entries[part->entry];
	const char *words = NULL;
	const int done = arrival_read(work->arrival, entry, bytes, reason, work->error);

	if (done < 0)
		return -1;
	if (!done)
		words = *reason == AS_LEFT_TOO_LARGE ? "is larger than the limit"
						     : "cannot be read";
	if (!words && draft->read_bytes + bytes->size > work->arrival->limits.submission_bytes) {
		*reason = AS_LEFT_TOO_LARGE;
		words = "would exceed the limit for all files of a submission";
	}
	if (!words && is_empty_source(work, part, bytes)) {
		*reason = AS_LEFT_EMPTY;
		words = "is empty";
	}
	if (words || junk_by_content(bytes, reason, &words)) {
		*text = as_text_format(work->error, "%s", words);
		return *text ? 0 : -1;
	}
	*reason = AS_LEFT_NOTEBOOK;
	return notebook_is_named(part->name) ? check_notebook(work, draft, part, bytes, text) : 1;
}

static int put_file(struct work *work, struct draft *draft, const struct part *part,
	const struct as_bytes *bytes)
{
	struct as_received *received = &draft->received;
	struct as_received_file *files =
		as_array_grow(received->files, received->file_count, sizeof(*files), work->error);

	if (!files)
		return -1;
	received->files = files;
	files += received->file_count++;
	*files = (struct as_received_file){
		.path = arrival_show(work->arrival->entries[part->entry].path, work->error),
		.is_notebook = notebook_is_named(part->name),
		.entry = part->entry};
	arrival_digest(bytes, files->digest);
	draft->read_bytes += bytes->size;
	files->place =
		arrival_show(work->arrival->entries[part->entry].path + part->own, work->error);
	return files->path && files->place ? 0 : -1;
}

/* Afterwards parts and files of a draft are in the same order. */
static int read_parts(struct work *work, struct draft *draft)
{
	for (size_t i = 0; i < draft->part_count;) {
		AS_AUTO_BYTES struct as_bytes bytes = {0};
		AS_AUTO_FREE char *text = NULL;
		enum as_left_reason reason;
		if (as_cancel_check(work->order->cancel, work->error))
			return -1;
		int done = check_content(work, draft, &draft->parts[i], &bytes, &reason, &text);
		if (done > 0)
			done = put_file(work, draft, &draft->parts[i++], &bytes) ? -1 : 1;
		else if (done == 0)
			done = leave_part(work, draft, i, reason, text);
		if (done < 0)
			return -1;
	}
	return 0;
}

/* ---- leaving out more ---- */

static int leave_file(struct work *work, struct draft *draft, size_t index,
	enum as_left_reason reason, const char *text)
{
	struct as_received *received = &draft->received;

	received_file_clear(&received->files[index]);
	received->file_count--;
	memmove(&received->files[index], &received->files[index + 1],
		(received->file_count - index) * sizeof(*received->files));
	return leave_part(work, draft, index, reason, text);
}

static int leave_copies(struct work *work, struct draft *draft)
{
	AS_AUTO_FREE bool *are_copies = calloc(draft->part_count + 1, sizeof(*are_copies));

	if (!are_copies)
		return as_error_no_memory(work->error);
	if (copies_find(work, draft, are_copies))
		return -1;
	for (size_t i = draft->part_count; i-- > 0;)
		if (are_copies[i] && leave_file(work, draft, i, AS_LEFT_DUPLICATE,
					     "is a copy of another file of the submission"))
			return -1;
	return 0;
}

/* The program of a file. 1: done; 0: the file has none. */
static int read_program(struct work *work, const struct draft *draft, size_t index,
	struct as_bytes *program, char **reason)
{
	const struct entry *entry = &work->arrival->entries[draft->parts[index].entry];
	enum as_left_reason why;
	const int done = arrival_read(work->arrival, entry, program, &why, work->error);

	return done > 0 && notebook_is_named(draft->parts[index].name)
		       ? as_submissions_notebook(program, reason, work->error)
		       : done;
}

/* 1: the notebook contains the same program as the file of this name; 0: another program. */
static int is_exported(struct work *work, const struct draft *draft, size_t index, const char *name)
{
	AS_AUTO_BYTES struct as_bytes own = {0};
	AS_AUTO_FREE char *reason = NULL;
	int done = read_program(work, draft, index, &own, &reason);

	for (size_t i = 0; done == 1 && i < draft->part_count; i++) {
		AS_AUTO_BYTES struct as_bytes other = {0};
		if (i == index || strcasecmp(draft->parts[i].name, name) != 0)
			continue;
		done = read_program(work, draft, i, &other, &reason);
		if (done == 1 && notebook_equals(&own, &other))
			return 1;
	}
	return done < 0 ? -1 : 0;
}

/* The name of a notebook's program. */
static char *program_name(const char *name, const char *more, struct as_error *error)
{
	return notebook_is_named(name)
		       ? as_text_format(error, "%.*s%s.py", (int)strlen(name) - 6, name, more)
		       : as_text_format(error, "%s", name);
}

/* Sets the name; 0: the notebook is left out. */
static int name_program(struct work *work, struct draft *draft, size_t index)
{
	const struct part *part = &draft->parts[index];
	AS_AUTO_FREE char *name = program_name(part->name, "", work->error);

	if (!name)
		return -1;
	if (content_has_name(draft, name, part)) {
		const int exported = is_exported(work, draft, index, name);
		if (exported)
			return exported < 0 ? -1 : 0;
		free(name);
		name = program_name(part->name, "-notebook", work->error);
		if (!name)
			return -1;
		if (content_has_name(draft, name, part))
			return 0;
	}
	draft->received.files[index].name = as_steal(name);
	return 1;
}

/* Notebooks get the names of their programs. If the program was exported from the notebook, only
 * the program is judged. Beside a different program of the same name, the notebook gets another
 * name, so that the teacher decides. */
static int name_programs(struct work *work, struct draft *draft)
{
	for (size_t i = 0; i < draft->part_count;) {
		const int named = name_program(work, draft, i);
		if (named < 0)
			return -1;
		if (named > 0)
			i++;
		else if (leave_file(work, draft, i, AS_LEFT_NOTEBOOK,
				 "is a notebook beside a program of the same name, which is "
				 "judged"))
			return -1;
	}
	return 0;
}

static int leave_not_asked(struct work *work, struct draft *draft)
{
	for (size_t i = 0; i < draft->part_count;) {
		if (source_is_asked(work->order->asked, draft->received.files[i].name))
			i++;
		else if (leave_file(work, draft, i, AS_LEFT_NOT_ASKED,
				 "is not one of the files that were asked for"))
			return -1;
	}
	return 0;
}

static int find_ambiguous(struct work *work, struct draft *draft)
{
	struct as_received *received = &draft->received;

	for (const char *const *asked = work->order->asked; asked && *asked; asked++) {
		size_t count = 0;
		for (size_t i = 0; i < received->file_count; i++)
			count += source_fits(*asked, received->files[i].name);
		if (count < 2)
			continue;
		received->is_ambiguous = true;
		if (draft_find_fault(work, draft, AS_FINDING_ERROR,
			    "%zu files where one was asked for: '%s'; keep one of them", count,
			    *asked))
			return -1;
	}
	return 0;
}

/* ---- all of it ---- */

static int compare_files(const void *left, const void *right)
{
	const struct as_received_file *a = left, *b = right;

	return strcmp(a->name, b->name);
}

static void seal(struct as_received *received)
{
	struct as_digest digest;

	if (received->file_count > 1)
		qsort(received->files, received->file_count, sizeof(*received->files),
			compare_files);
	as_digest_init(&digest);
	for (size_t i = 0; i < received->file_count; i++) {
		as_digest_add_text(&digest, received->files[i].name);
		as_digest_add_text(&digest, received->files[i].digest);
	}
	as_digest_end(&digest, received->digest);
}

static int report_nothing(struct work *work, const struct draft *draft)
{
	const size_t index = (size_t)(draft - work->drafts);

	if (received_is_empty(work->out, &draft->received, index)) {
		const int is_none = status_is_none(work, draft->received.person);
		if (is_none)
			return is_none < 0 ? -1 : 0;
	}
	return draft_report(work, draft, AS_FINDING_NOTHING, AS_FINDING_WARNING,
		"nothing in this submission can be judged");
}

static int read_draft(struct work *work, struct draft *draft)
{
	if (read_parts(work, draft) || leave_copies(work, draft) ||
		content_tidy_names(work, draft) || name_programs(work, draft) ||
		leave_not_asked(work, draft) || find_ambiguous(work, draft))
		return -1;
	seal(&draft->received);
	if (draft->received.file_count == 0)
		return report_nothing(work, draft);
	return draft->received.archive
		       ? draft_find_fault(work, draft, AS_FINDING_WARNING,
				 "the archive '%s' is not unpacked; only the other files are "
				 "judged",
				 draft->received.archive)
		       : 0;
}

int content_read(struct work *work)
{
	for (size_t i = 0; i < work->draft_count; i++)
		if (!work->drafts[i].is_dropped && read_draft(work, &work->drafts[i]))
			return -1;
	return 0;
}
