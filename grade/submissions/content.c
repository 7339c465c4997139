/* SPDX-License-Identifier: MIT */
/*
 * Reads each file of the drafts once: leaves out files that cannot be judged, and computes the
 * digest of each. Files are named as the judge accepts them: it refuses names of sources with other
 * characters than letters, digits and "_.-+", so such files get other names here.
 */
#include "draft.h"
#include "junk.h"
#include "notebook.h"
#include "source_name.h"

#include <string.h>

/* ---- names ---- */

/* Two parts that are not for the same program, so that both are needed. */
static bool are_apart(const struct work *work, const struct part *a, const struct part *b)
{
	const struct entry *entries = work->arrival->entries;

	return work->order->are_apart &&
	       work->order->are_apart(work->order->apart_context, entries[a->entry].path + a->own,
		       entries[b->entry].path + b->own);
}

static bool has_name(const struct draft *draft, const char *name, const struct part *except)
{
	for (size_t i = 0; i < draft->part_count; i++)
		if (&draft->parts[i] != except && strcasecmp(draft->parts[i].name, name) == 0)
			return true;
	return false;
}

/* The length of the folders, with their slashes, that contain all parts. */
static size_t common_folders(const struct draft *draft)
{
	const char *first = draft->part_count ? draft->parts[0].name : "";
	size_t common = 0;

	for (size_t length; first[common + (length = strcspn(first + common, "/"))] == '/';) {
		length += common + 1;
		for (size_t i = 1; i < draft->part_count; i++)
			if (strncmp(draft->parts[i].name, first, length) != 0)
				return common;
		common = length;
	}
	return common;
}

/* A number from 10 on is tried once in a submission: a thousand of its files may have one name. */
static unsigned next_number(struct draft *draft, unsigned number)
{
	if (number < 9)
		return number + 1;
	if (draft->last_number < 9)
		draft->last_number = 9;
	return ++draft->last_number;
}

/* Takes ownership of `name`. Adds a number if another part has this name. */
static int set_name(struct work *work, struct draft *draft, struct part *part, char *name)
{
	AS_AUTO_FREE char *own = name;

	for (unsigned number = 2; own && has_name(draft, own, part);
		number = next_number(draft, number)) {
		const char *dot = strrchr(as_text_last_part(name), '.');
		const int stem = (int)(dot ? dot - name : (ptrdiff_t)strlen(name));
		char *numbered = as_text_format(
			work->error, "%.*s-%u%s", stem, name, number, dot ? dot : "");
		if (own != name)
			free(own);
		own = numbered;
	}
	if (name != own)
		free(name);
	if (!own)
		return -1;
	free(part->name);
	part->name = as_steal(own);
	return 0;
}

static int tidy_name(struct work *work, struct draft *draft, struct part *part, size_t skip)
{
	AS_AUTO_FREE char *before =
		as_text_format(work->error, "%s", as_text_last_part(part->name));
	char *name = as_text_format(work->error, "%s____", part->name + skip);

	if (!before || !name) {
		free(name);
		return -1;
	}
	/* The blanks reserve space for a longer name. */
	name[strlen(name) - 4] = '\0';
	source_drop_false_ending(work->arrival->languages, name);
	if (work->out->layout == AS_LAYOUT_CANVAS) {
		AS_AUTO_FREE char *shorter = as_text_format(work->error, "%s", name);
		if (shorter)
			source_drop_number(shorter);
		if (shorter && !has_name(draft, shorter, part))
			memcpy(name, shorter, strlen(shorter) + 1);
	}
	source_make_plain(name);
	if (set_name(work, draft, part, name))
		return -1;
	if (strcmp(as_text_last_part(part->name), before) == 0)
		return 0;
	return draft_find_fault(work, draft, AS_FINDING_INFO, "the file '%s' is judged as '%s'",
		before, as_text_last_part(part->name));
}

/* True if the program that is made of the notebook would get the name. */
static bool is_program_of(const char *notebook, const char *name)
{
	static const char *const python_endings[] = {".py", NULL};

	return notebook_is_named(notebook) && junk_has_ending(name, python_endings) &&
	       strlen(name) == strlen(notebook) - 3 &&
	       strncasecmp(name, notebook, strlen(notebook) - 5) == 0;
}

/* A notebook and a program for two packages would get the same name. */
static bool has_program_apart(
	const struct work *work, const struct draft *draft, const struct part *part)
{
	for (size_t i = 0; i < draft->part_count; i++)
		if ((is_program_of(part->name, draft->parts[i].name) ||
			    is_program_of(draft->parts[i].name, part->name)) &&
			are_apart(work, part, &draft->parts[i]))
			return true;
	return false;
}

/* Two files of one name, at least one of them in an archive. */
static bool has_clash(const struct work *work, const struct draft *draft)
{
	for (size_t i = 0; i < draft->part_count; i++)
		if (draft->parts[i].is_of_archive &&
			(has_name(draft, draft->parts[i].name, &draft->parts[i]) ||
				has_program_apart(work, draft, &draft->parts[i])))
			return true;
	return false;
}

/* The name of the archive, without what a platform puts before it; the path of the entry ends with
 * it and the name of the part. */
static const char *find_archive(
	const struct draft *draft, const struct part *part, const char *path, size_t *length)
{
	const size_t prefix = strlen(draft->received.path);
	const char *end = path + strlen(path) - strlen(part->name) - 1;
	const char *begin = end;

	while (begin > path && begin[-1] != '/')
		begin--;
	const char *own = as_text_last_part(draft->received.path);
	const size_t before = prefix - (size_t)(own - draft->received.path);
	if (strncmp(begin, own, before) == 0 && begin + before + 1 < end && begin[before] == '_')
		begin += before + 1;
	*length = (size_t)(end - begin);
	return begin;
}

/* Who has to keep one of the two must know which one is meant: "sum.py" and "old.zip/sum.py". */
static int name_archives(struct work *work, struct draft *draft)
{
	if (!has_clash(work, draft))
		return 0;
	for (size_t i = 0; i < draft->part_count; i++) {
		struct part *part = &draft->parts[i];
		const char *path = work->arrival->entries[part->entry].path;
		size_t length;
		if (!part->is_of_archive || strlen(part->name) + 1 >= strlen(path))
			continue;
		const char *archive = find_archive(draft, part, path, &length);
		char *name =
			as_text_format(work->error, "%.*s/%s", (int)length, archive, part->name);
		if (!name)
			return -1;
		free(part->name);
		part->name = name;
	}
	return 0;
}

static int tidy_names(struct work *work, struct draft *draft)
{
	if (name_archives(work, draft))
		return -1;
	const size_t skip = common_folders(draft);

	for (size_t i = 0; i < draft->part_count; i++)
		if (tidy_name(work, draft, &draft->parts[i], skip))
			return -1;
	return 0;
}

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
		       "'%s': %zu of the notebook's IPython commands are left out (%zu code cells)",
		       as_text_last_part(part->name), commands, cells)
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
		.size_bytes = bytes->size,
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

/* The program is also in an archive. */
static bool is_packed_copy(const struct part *part, const struct part *copy)
{
	return copy->is_of_archive && (!part->is_of_archive || part < copy) &&
	       strcmp(part->name, copy->name) == 0;
}

/* True for two sources with the same content if the name of `b` is that of a copy of `a`, and both
 * are for the same package. Modules may have the same content by intention, as may answers of
 * tests. */
static bool is_copy(const struct work *work, const struct draft *draft, size_t a, size_t b)
{
	return strcmp(draft->received.files[a].digest, draft->received.files[b].digest) == 0 &&
	       !are_apart(work, &draft->parts[a], &draft->parts[b]) &&
	       source_is_named(work->arrival->languages, draft->parts[a].name) &&
	       (is_packed_copy(&draft->parts[a], &draft->parts[b]) ||
		       source_is_copy(draft->parts[a].name, draft->parts[b].name));
}

static bool has_original(const struct work *work, const struct draft *draft, size_t copy)
{
	for (size_t i = 0; i < draft->part_count; i++)
		if (i != copy && is_copy(work, draft, i, copy))
			return true;
	return false;
}

static int leave_copies(struct work *work, struct draft *draft)
{
	for (size_t i = 0; i < draft->part_count;) {
		if (!has_original(work, draft, i))
			i++;
		else if (leave_file(work, draft, i, AS_LEFT_DUPLICATE,
				 "is a copy of another file of the submission"))
			return -1;
	}
	return 0;
}

/* The program of a file. */
static int read_program(struct work *work, const struct draft *draft, size_t index,
	struct as_bytes *program, char **reason)
{
	const struct entry *entry = &work->arrival->entries[draft->parts[index].entry];
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct notebook notebook;
	enum as_left_reason why;
	int done = arrival_read(work->arrival, entry, &bytes, &why, work->error);

	if (done <= 0)
		return done;
	if (!notebook_is_named(draft->parts[index].name)) {
		*program = bytes;
		bytes = (struct as_bytes){0};
		return 1;
	}
	done = notebook_read(&notebook, &bytes, reason, work->error);
	if (done == 1)
		*program = notebook.program;
	return done;
}

/* 1: the notebook's program is that of a file of this name; 0: it is another. */
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
	if (has_name(draft, name, part)) {
		const int exported = is_exported(work, draft, index, name);
		if (exported)
			return exported < 0 ? -1 : 0;
		free(name);
		name = program_name(part->name, "-notebook", work->error);
		if (!name)
			return -1;
		if (has_name(draft, name, part))
			return 0;
	}
	draft->received.files[index].name = as_steal(name);
	return 1;
}

/* Notebooks get the names of their programs. An exported program is the one that is judged; beside
 * another program of its name a notebook gets another name, so that the teacher decides. */
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
	return draft_find_fault(
		work, draft, AS_FINDING_WARNING, "nothing in this submission can be judged");
}

static int read_draft(struct work *work, struct draft *draft)
{
	if (read_parts(work, draft) || leave_copies(work, draft) || tidy_names(work, draft) ||
		name_programs(work, draft) || leave_not_asked(work, draft) ||
		find_ambiguous(work, draft))
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
