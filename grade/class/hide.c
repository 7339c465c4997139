/* SPDX-License-Identifier: MIT */
/*
 * Blind marking: pseudonyms replace people in texts, and numbers replace the names of files.
 *
 * The id, the email address and the name of the text's owner, and of the members of the same team,
 * are replaced if they are words. Copied code may contain the names of other students, or of a
 * team. These are replaced if they are unlike words of a program: "Max Zorn" and "stu4711", but
 * not "max".
 */
#include "report.h"

#include <assay/base/fit.h>
#include <ctype.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#define MIN_WORD 3 /* a shorter word is in many texts */
#define TEAM "(team)"

/* ---- names of files ---- */

/* A typographic quote, a no-break space or a broken byte is no part of a word. Writing with
 * ideographs has no blanks between words. */
static bool is_of_word(UChar32 code)
{
	return code >= 0 && (u_isalnum(code) || (U_GET_GC_MASK(code) & U_GC_M_MASK)) &&
	       !u_hasBinaryProperty(code, UCHAR_IDEOGRAPHIC);
}

static bool begins_in_word(const char *text, const char *at)
{
	int32_t index = at - text < U8_MAX_LENGTH ? (int32_t)(at - text) : U8_MAX_LENGTH;
	UChar32 code;

	if (index == 0)
		return false;
	const uint8_t *from = (const uint8_t *)at - index;
	U8_PREV(from, 0, index, code);
	return is_of_word(code);
}

static bool ends_in_word(const char *end)
{
	const int32_t length = (int32_t)strnlen(end, U8_MAX_LENGTH);
	int32_t index = 0;
	UChar32 code;

	if (length == 0)
		return false;
	U8_NEXT((const uint8_t *)end, index, length, code);
	return is_of_word(code);
}

/* The next occurrence as a whole word, ignoring case; NULL: none. */
static char *find_word(char *text, const char *word, size_t length)
{
	for (char *at = text; (at = strcasestr(at, word)); at++)
		if (!begins_in_word(text, at) && !ends_in_word(at + length))
			return at;
	return NULL;
}

/* In one pass, because a submission can make its message long and fill it with the word. */
static int hide_word(char **text, const char *word, const char *label, struct as_error *error)
{
	const size_t length = word ? strlen(word) : 0;
	char *at = length < MIN_WORD ? NULL : find_word(*text, word, length);
	char *from = *text, *hidden = NULL;
	size_t size = 0;

	if (!at)
		return 0;
	FILE *out = open_memstream(&hidden, &size);
	if (!out)
		return as_error_no_memory(error);
	for (; at; at = find_word(from, word, length)) {
		fprintf(out, "%.*s%s", (int)(at - from), from, label);
		from = at + length;
	}
	fputs(from, out);
	if (fclose(out)) {
		free(hidden);
		return as_error_no_memory(error);
	}
	free(*text);
	*text = hidden;
	return 0;
}

static int hide_file(char **text, const char *name, size_t index, struct as_error *error)
{
	const char *dot = strrchr(name, '.');
	char label[64];

	if (dot && strchr(dot, '/'))
		dot = NULL;
	snprintf(label, sizeof(label), "%zu%.*s", index + 1, dot ? as_text_fit(dot, 32) : 0,
		dot ? dot : "");
	return hide_word(text, name, label, error);
}

static int hide_files(const struct as_class_piece *piece, char **text, struct as_error *error)
{
	const struct as_sources *sources = &piece->submitted->sources;

	/* Names of folders and archives, too, as long as the paths are whole. */
	for (size_t i = 0; i < sources->count; i++)
		if (strchr(sources->files[i].name, '/') &&
			hide_file(text, sources->files[i].name, i, error))
			return -1;
	for (size_t i = 0; i < sources->count; i++) {
		const char *slash = strrchr(sources->files[i].name, '/');
		if (hide_file(text, slash ? slash + 1 : sources->files[i].name, i, error))
			return -1;
	}
	return 0;
}

/* ---- the words ---- */

/* What identifies a person or a team. */
struct as_hidden_word {
	char *text, *id; /* id: of the person */
	size_t length;
	size_t team;         /* of the person; 0: none */
	bool is_of_team;     /* it is the name of the team */
	bool is_unlike_code; /* it is replaced in the texts of all people */
};

static bool is_unlike_code(const char *text)
{
	size_t digits = 0, letters = 0;
	bool is_marked = false;

	for (const char *at = text; *at; at++) {
		digits += isdigit((unsigned char)*at) != 0;
		letters += isalpha((unsigned char)*at) != 0;
		is_marked |= *at == ' ' || *at == '@';
	}
	return strlen(text) > MIN_WORD && (is_marked || (digits && letters) || digits >= 6);
}

static int add_word(struct as_hidden *hidden, const char *id, size_t team, const char *text,
	struct as_error *error)
{
	if (!text || strlen(text) < MIN_WORD)
		return 0;
	if (!as_array_reserve(hidden->words, hidden->count, error))
		return -1;
	struct as_hidden_word *word = &hidden->words[hidden->count++];
	*word = (struct as_hidden_word){.text = strdup(text),
		.id = strdup(id),
		.length = strlen(text),
		.team = team,
		.is_unlike_code = is_unlike_code(text)};
	return word->text && word->id ? 0 : as_error_no_memory(error);
}

static int add_team(
	struct as_hidden *hidden, const struct as_class_person *person, struct as_error *error)
{
	const size_t count = hidden->count;

	if (add_word(hidden, person->id, person->team, person->group, error))
		return -1;
	if (hidden->count > count)
		hidden->words[count].is_of_team = true;
	return 0;
}

static int add_row(struct as_hidden *hidden, const struct as_class_row *row, size_t team,
	struct as_error *error)
{
	return add_word(hidden, row->id, team, row->id, error) ||
			       add_word(hidden, row->id, team, row->mail, error) ||
			       add_word(hidden, row->id, team, row->name, error)
		       ? -1
		       : 0;
}

static int add_person(struct as_hidden *hidden, const struct as_class *class,
	const struct as_class_person *person, struct as_error *error)
{
	const struct as_class_row *row = as_register_find(&class->reg, person->id);

	return add_word(hidden, person->id, person->team, person->id, error) ||
			       add_word(hidden, person->id, person->team, person->mail, error) ||
			       add_word(hidden, person->id, person->team, person->name, error) ||
			       add_team(hidden, person, error) ||
			       (row && add_row(hidden, row, person->team, error))
		       ? -1
		       : 0;
}

/* By the first letters, so that they are found in a text; a longer word first: "ann" is in the name
 * "Ann Lee" and in the address "ann@example.org". */
static int compare_words(const void *left, const void *right)
{
	const struct as_hidden_word *a = left, *b = right;
	const int order = strncasecmp(a->text, b->text, MIN_WORD);

	if (order || a->length == b->length)
		return order ? order : strcmp(a->text, b->text);
	return a->length > b->length ? -1 : 1;
}

/* Also the people of earlier runs, whose names may be in code that was copied from them. */
int as_class_list_hidden(struct as_class *class, struct as_error *error)
{
	struct as_hidden *hidden = &class->hidden;

	as_class_clear_hidden(class);
	for (size_t i = 0; class->config.is_blind && i < class->person_count; i++)
		if (add_person(hidden, class, &class->people[i], error))
			return -1;
	for (size_t i = 0; class->config.is_blind && i < class->reg.row_count; i++)
		if (add_row(hidden, &class->reg.rows[i], 0, error))
			return -1;
	if (hidden->count)
		qsort(hidden->words, hidden->count, sizeof(*hidden->words), compare_words);
	return 0;
}

void as_class_clear_hidden(struct as_class *class)
{
	struct as_hidden *hidden = &class->hidden;

	for (size_t i = 0; i < hidden->count; i++) {
		free(hidden->words[i].text);
		free(hidden->words[i].id);
	}
	free(hidden->words);
	*hidden = (struct as_hidden){0};
}

/* ---- people in texts ---- */

/* The owner of a text. */
struct owner {
	const char *id;
	size_t team; /* 0: none */
};

static bool is_own(const struct as_hidden_word *word, const struct owner *owner)
{
	return strcmp(word->id, owner->id) == 0 || (owner->team && word->team == owner->team);
}

/* The first word that begins as the text does, or a later one. */
static size_t find_first(const struct as_hidden *hidden, const char *text)
{
	size_t low = 0, high = hidden->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (strncasecmp(hidden->words[middle].text, text, MIN_WORD) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The longest word that the text begins with, of the owner if possible; NULL: none. */
static const struct as_hidden_word *match(
	const struct as_hidden *hidden, const char *text, const struct owner *owner)
{
	const struct as_hidden_word *found = NULL;

	for (size_t i = find_first(hidden, text); i < hidden->count; i++) {
		const struct as_hidden_word *word = &hidden->words[i];
		if (strncasecmp(word->text, text, MIN_WORD) != 0 ||
			(found && word->length < found->length))
			break;
		const bool own = is_own(word, owner) && !word->is_of_team;
		if ((own || (word->is_unlike_code && !found)) &&
			strncasecmp(word->text, text, word->length) == 0 &&
			!ends_in_word(text + word->length))
			found = word;
		if (found && own)
			break;
	}
	return found;
}

/* The next word in a text; NULL: none. */
static const struct as_hidden_word *find_next(const struct as_hidden *hidden, const char *text,
	const char **at, const struct owner *owner)
{
	for (; **at; (*at)++) {
		if (begins_in_word(text, *at))
			continue;
		const struct as_hidden_word *word = match(hidden, *at, owner);
		if (word)
			return word;
	}
	return NULL;
}

static int hide_people(const struct as_class *class, const struct owner *owner, char **text,
	struct as_error *error)
{
	const struct as_hidden *hidden = &class->hidden;
	const char *at = *text, *from = *text;
	char label[AS_PSEUDONYM_SIZE], *shown = NULL;
	const struct as_hidden_word *word = find_next(hidden, *text, &at, owner);
	size_t size;

	if (!word)
		return 0;
	FILE *out = open_memstream(&shown, &size);
	if (!out)
		return as_error_no_memory(error);
	for (; word; word = find_next(hidden, *text, &at, owner)) {
		fprintf(out, "%.*s%s", (int)(at - from), from,
			word->is_of_team ? TEAM
					 : as_pseudonym(&class->pseudonyms, word->id, label));
		at += word->length;
		from = at;
	}
	fputs(from, out);
	if (fclose(out)) {
		free(shown);
		return as_error_no_memory(error);
	}
	free(*text);
	*text = shown;
	return 0;
}

static const struct as_class_person *find_person(const struct as_class *class, const char *id)
{
	for (size_t i = 0; i < class->person_count; i++)
		if (strcmp(class->people[i].id, id) == 0)
			return &class->people[i];
	return NULL;
}

int as_class_hide(const struct as_class *class, const char *id, char **text, struct as_error *error)
{
	if (!class->config.is_blind || !*text || !**text)
		return 0;
	const struct as_class_person *person = find_person(class, id);
	const struct owner owner = {.id = id, .team = person ? person->team : 0};
	for (size_t i = 0; i < class->piece_count; i++) {
		const struct as_class_person *other = &class->people[class->pieces[i].person];
		const bool is_own = other == person || (owner.team && other->team == owner.team);
		if (is_own && class->pieces[i].submitted &&
			hide_files(&class->pieces[i], text, error))
			return -1;
	}
	return hide_people(class, &owner, text, error);
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
