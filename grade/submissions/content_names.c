/* SPDX-License-Identifier: MIT */
/* Gives files names that the judge accepts. The judge refuses sources whose names contain
 * characters other than letters, digits and "_.-+". */
#include "content.h"
#include "junk.h"
#include "notebook.h"
#include "source_name.h"

#include <assay/base/letters.h>
#include <assay/program/intake.h>
#include <string.h>

bool content_are_apart(const struct work *work, const struct part *a, const struct part *b)
{
	const struct entry *entries = work->arrival->entries;

	return work->order->are_apart &&
	       work->order->are_apart(work->order->apart_context, entries[a->entry].path + a->own,
		       entries[b->entry].path + b->own);
}

bool content_has_name(const struct draft *draft, const char *name, const struct part *except)
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

/* Each number from 10 on is tried only once in a submission, because a thousand files may have the
 * same name. */
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

	for (unsigned number = 2; own && content_has_name(draft, own, part);
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

bool content_is_for_judge(const struct as_languages *languages, const char *name)
{
	static const char *const answer_endings[] = {".out", ".ans", NULL};

	for (size_t i = 0; i < languages->count; i++)
		if (as_language_is_companion(&languages->items[i], name))
			return true;
	return source_is_named(languages, name) || junk_has_ending(name, answer_endings);
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
		if (shorter && !content_has_name(draft, shorter, part))
			memcpy(name, shorter, strlen(shorter) + 1);
	}
	source_make_plain(name);
	if (set_name(work, draft, part, name))
		return -1;
	as_letters_compose(before);
	if (strcmp(as_text_last_part(part->name), before) == 0 ||
		!content_is_for_judge(work->arrival->languages, part->name))
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
			content_are_apart(work, part, &draft->parts[i]))
			return true;
	return false;
}

/* True if a file in an archive has the name of another file. */
static bool has_clash(const struct work *work, const struct draft *draft)
{
	for (size_t i = 0; i < draft->part_count; i++)
		if (draft->parts[i].is_of_archive &&
			(content_has_name(draft, draft->parts[i].name, &draft->parts[i]) ||
				has_program_apart(work, draft, &draft->parts[i])))
			return true;
	return false;
}

/* Returns the name of the archive without the platform's prefix. The path of the entry ends with
 * this name and the name of the part. */
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

/* A teacher who keeps one of two files must know which file is meant: "sum.py" or "old.zip/sum.py".
 */
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

/* Shortens `skip` by the last folder if Python files need the folder for their imports. */
static int keep_folder(struct work *work, const struct draft *draft, size_t *skip)
{
	const char *first = draft->part_count ? draft->parts[0].name : "";
	size_t begin = *skip ? *skip - 1 : 0;
	bool is_needed = false;

	while (begin > 0 && first[begin - 1] != '/')
		begin--;
	AS_AUTO_FREE char *folder = as_text_format(
		work->error, "%.*s", *skip ? (int)(*skip - 1 - begin) : 0, first + begin);
	if (!folder)
		return -1;
	as_letters_compose(folder);
	for (size_t i = 0; *skip && i < draft->part_count; i++) {
		const struct part *part = &draft->parts[i];
		AS_AUTO_BYTES struct as_bytes bytes = {0};
		enum as_left_reason reason;
		if (as_text_stem(part->name, ".py") > 0 &&
			arrival_read(work->arrival, &work->arrival->entries[part->entry], &bytes,
				&reason, work->error) < 0)
			return -1;
		const int needs =
			as_python_needs_folder(part->name + *skip, &bytes, folder, strlen(folder));
		if (needs < 0)
			return 0;
		is_needed |= needs;
	}
	if (is_needed)
		*skip = begin;
	return 0;
}

int content_tidy_names(struct work *work, struct draft *draft)
{
	if (name_archives(work, draft))
		return -1;
	size_t skip = common_folders(draft);

	if (!work->order->leaves_folder && keep_folder(work, draft, &skip))
		return -1;
	for (size_t i = 0; i < draft->part_count; i++)
		if (tidy_name(work, draft, &draft->parts[i], skip))
			return -1;
	return 0;
}
