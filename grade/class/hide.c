/* SPDX-License-Identifier: MIT */
/*
 * Blind marking: pseudonyms replace people in texts, and numbers replace the names of files.
 *
 * The id, the email address and the name of the text's owner, and of the members of the same team,
 * are replaced if they are words. Copied code may contain the names of other students, or of a
 * team. These are replaced if they are unlike words of a program: "Max Zorn" and "stu4711", but
 * not "max".
 */
#include "hidden.h"
#include "report.h"

#include <assay/base/fit.h>
#include <string.h>

#define TEAM "(team)"

/* ---- names of files ---- */

/* The next occurrence as a whole word, ignoring case; NULL: none. */
static char *find_word(char *text, const char *word, size_t length)
{
	for (char *at = text; (at = strcasestr(at, word)); at++)
		if (!as_hidden_begins_in_word(text, at) && !as_hidden_ends_in_word(at + length))
			return at;
	return NULL;
}

/* A name of a file, or its last part, and where it is found next. */
struct file_name {
	const char *word;
	size_t length, file;
	char *at;
};

static void file_name_search(struct file_name *name, char *from)
{
	name->at = name->length < AS_HIDDEN_MIN ? NULL : find_word(from, name->word, name->length);
}

static void file_name_add(
	struct file_name *names, size_t *count, const char *word, size_t file, char *text)
{
	struct file_name name = {.word = word, .length = strlen(word), .file = file};

	file_name_search(&name, text);
	if (name.at)
		names[(*count)++] = name;
}

/* Whole names precede last parts: "sum.py" is not the file "old/sum.py". */
static size_t list_file_names(const struct as_sources *sources, char *text, struct file_name *names)
{
	size_t count = 0;

	for (size_t i = 0; i < sources->count; i++)
		file_name_add(names, &count, sources->files[i].name, i, text);
	for (size_t i = 0; i < sources->count; i++)
		if (strchr(sources->files[i].name, '/'))
			file_name_add(
				names, &count, as_text_last_part(sources->files[i].name), i, text);
	return count;
}

/* The first name in the rest of the text; the longest if several names begin there; NULL: no name
 * follows. */
static struct file_name *find_file_name(struct file_name *names, size_t count, char *from)
{
	struct file_name *first = NULL;

	for (size_t i = 0; i < count; i++) {
		struct file_name *name = &names[i];
		if (name->at && name->at < from)
			file_name_search(name, from);
		if (name->at && (!first || name->at < first->at ||
					(name->at == first->at && name->length > first->length)))
			first = name;
	}
	return first;
}

static void write_number(FILE *out, const struct file_name *name)
{
	const char *dot = strrchr(as_text_last_part(name->word), '.');

	fprintf(out, "%zu%.*s", name->file + 1, dot ? as_text_fit(dot, 32) : 0, dot ? dot : "");
}

/* Replaces the names in one pass, because a number may be the name of another file, and because a
 * submission can fill a long message with a name. */
static int hide_files(const struct as_class_piece *piece, char **text, struct as_error *error)
{
	const struct as_sources *sources = &piece->entry->submitted.sources;
	AS_AUTO_FREE struct file_name *names = calloc(2 * sources->count + 1, sizeof(*names));
	char *hidden = NULL, *from = *text;
	size_t size = 0;

	if (!names)
		return as_error_no_memory(error);
	const size_t count = list_file_names(sources, *text, names);
	if (count == 0)
		return 0;
	FILE *out = open_memstream(&hidden, &size);
	if (!out)
		return as_error_no_memory(error);
	for (const struct file_name *next; (next = find_file_name(names, count, from));) {
		fwrite(from, 1, (size_t)(next->at - from), out);
		write_number(out, next);
		from = next->at + next->length;
	}
	fputs(from, out);
	if (!as_text_close(out, &hidden, error))
		return -1;
	free(*text);
	*text = hidden;
	return 0;
}

/* ---- people in texts ---- */

static int hide_people(const struct as_class *class, const struct as_hidden_owner *owner,
	char **text, struct as_error *error)
{
	AS_AUTO(as_hidden_text_clear) struct as_hidden_text folded = {0};
	struct as_hidden_match match = {0};
	char label[AS_PSEUDONYM_SIZE], *shown = NULL;
	size_t from = 0, size;

	if (as_hidden_text_fold(&folded, *text, error))
		return -1;
	if (!as_hidden_find(&class->hidden, &folded, owner, &match))
		return 0;
	FILE *out = open_memstream(&shown, &size);
	if (!out)
		return as_error_no_memory(error);
	do {
		fwrite(*text + from, 1, match.begin - from, out);
		fputs(match.word->is_of_team
				? TEAM
				: as_pseudonym(&class->pseudonyms, match.word->id, label),
			out);
		from = match.end;
	} while (as_hidden_find(&class->hidden, &folded, owner, &match));
	fputs(*text + from, out);
	if (!as_text_close(out, &shown, error))
		return -1;
	free(*text);
	*text = shown;
	return 0;
}

/* The first piece of a person or of a later one. */
static size_t find_piece(const struct as_class *class, size_t person)
{
	size_t low = 0, high = class->piece_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (class->pieces[middle].person < person)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int hide_pieces(
	const struct as_class *class, size_t person, char **text, struct as_error *error)
{
	for (size_t i = find_piece(class, person);
		i < class->piece_count && class->pieces[i].person == person; i++)
		if (*class->pieces[i].entry->files && hide_files(&class->pieces[i], text, error))
			return -1;
	return 0;
}

static int hide_all_files(const struct as_class *class, const struct as_class_person *person,
	char **text, struct as_error *error)
{
	const size_t index = (size_t)(person - class->people);

	if (!person->team)
		return hide_pieces(class, index, text, error);
	for (size_t i = 0; i < class->person_count; i++)
		if (class->people[i].team == person->team && hide_pieces(class, i, text, error))
			return -1;
	return 0;
}

int as_class_hide(const struct as_class *class, const char *id, char **text, struct as_error *error)
{
	if (!class->config.is_blind || !*text || !**text)
		return 0;
	const struct as_class_person *person = as_hidden_person(&class->hidden, id);
	const struct as_hidden_owner owner = {.id = id, .team = person ? person->team : 0};
	return (person && hide_all_files(class, person, text, error)) ||
			       hide_people(class, &owner, text, error)
		       ? -1
		       : 0;
}

int as_class_hide_bytes(const struct as_class *class, const char *id, struct as_bytes *bytes,
	struct as_error *error)
{
	if (!class->config.is_blind || !bytes->data)
		return 0;
	for (char *nul = bytes->data; (nul = memchr(nul, 0, bytes->size - (nul - bytes->data)));)
		*nul = ' ';
	char *text = strndup(bytes->data, bytes->size);
	if (!text)
		return as_error_no_memory(error);
	if (as_class_hide(class, id, &text, error)) {
		free(text);
		return -1;
	}
	as_bytes_clear(bytes);
	*bytes = (struct as_bytes){.data = text, .size = strlen(text)};
	return 0;
}
