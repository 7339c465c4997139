/* SPDX-License-Identifier: MIT */
/* The words that identify people, sorted for the search in texts (hidden_find.c). */
#include "hidden.h"

#include <ctype.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/utf8.h>

/* The maximum size of one character after folding. */
#define FOLD_MAX_UNITS 64
#define FOLD_MAX_BYTES 192

/* ---- the ends of words ---- */

/* A typographic quote, a no-break space or a broken byte does not belong to a word. Texts in
 * ideographs contain no blanks between words. */
static bool is_of_word(UChar32 code)
{
	return code >= 0 && (u_isalnum(code) || (U_GET_GC_MASK(code) & U_GC_M_MASK)) &&
	       !u_hasBinaryProperty(code, UCHAR_IDEOGRAPHIC);
}

bool as_hidden_begins_in_word(const char *text, const char *at)
{
	int32_t index = at - text < U8_MAX_LENGTH ? (int32_t)(at - text) : U8_MAX_LENGTH;
	UChar32 code;

	if (index == 0)
		return false;
	const uint8_t *from = (const uint8_t *)at - index;
	U8_PREV(from, 0, index, code);
	return is_of_word(code);
}

bool as_hidden_ends_in_word(const char *end)
{
	const int32_t length = (int32_t)strnlen(end, U8_MAX_LENGTH);
	int32_t index = 0;
	UChar32 code;

	if (length == 0)
		return false;
	U8_NEXT((const uint8_t *)end, index, length, code);
	return is_of_word(code);
}

/* ---- other spellings ---- */

/* Writes a character in lower case and decomposed, as UTF-8. A name therefore also matches in
 * capitals and with decomposed letters. */
static int32_t fold_code(const UNormalizer2 *normalizer, UChar32 code, char folded[FOLD_MAX_BYTES])
{
	UChar apart[FOLD_MAX_UNITS], lower[FOLD_MAX_UNITS];
	UErrorCode status = U_ZERO_ERROR;
	int32_t count = unorm2_getDecomposition(normalizer, code, apart, FOLD_MAX_UNITS, &status);
	int32_t size = 0;

	if (count < 0) {
		count = 0;
		U16_APPEND_UNSAFE(apart, count, code);
	}
	const int32_t length =
		u_strFoldCase(lower, FOLD_MAX_UNITS, apart, count, U_FOLD_CASE_DEFAULT, &status);
	u_strToUTF8(folded, FOLD_MAX_BYTES, &size, lower, length, &status);
	return U_FAILURE(status) ? 0 : size;
}

/* The bytes that replace those of the text from `at` to `next`. */
static size_t fold_next(const UNormalizer2 *normalizer, const char *text, size_t length, size_t at,
	size_t *next, char folded[FOLD_MAX_BYTES])
{
	int32_t index = 0;
	UChar32 code;

	*next = at + 1;
	folded[0] = (char)tolower((unsigned char)text[at]);
	if (!(text[at] & 0x80))
		return 1;
	const size_t left = length - at;
	U8_NEXT((const uint8_t *)text + at, index,
		(int32_t)(left < U8_MAX_LENGTH ? left : U8_MAX_LENGTH), code);
	const int32_t size = code < 0 ? 0 : fold_code(normalizer, code, folded);
	if (size == 0) {
		folded[0] = text[at];
		return 1;
	}
	*next = at + (size_t)index;
	return (size_t)size;
}

int as_hidden_text_fold(struct as_hidden_text *folded, const char *text, struct as_error *error)
{
	UErrorCode status = U_ZERO_ERROR;
	const UNormalizer2 *normalizer = unorm2_getNFDInstance(&status);
	const size_t length = strlen(text);
	size_t room = 0;

	*folded = (struct as_hidden_text){.text = text};
	if (U_FAILURE(status))
		return as_error_set(error, AS_ERROR_INTERNAL, "ICU has no normalization");
	for (size_t at = 0, next; at < length; at = next) {
		if (room < folded->length + FOLD_MAX_BYTES + 1) {
			room = 2 * room + length + FOLD_MAX_BYTES + 1;
			char *bytes = realloc(folded->bytes, room);
			folded->bytes = bytes ? bytes : folded->bytes;
			size_t *places = reallocarray(folded->places, room, sizeof(*places));
			folded->places = places ? places : folded->places;
			if (!bytes || !places)
				return as_error_no_memory(error);
		}
		const size_t count = fold_next(
			normalizer, text, length, at, &next, folded->bytes + folded->length);
		for (size_t i = 0; i < count; i++)
			folded->places[folded->length++] = at;
	}
	if (!folded->bytes)
		return 0;
	folded->bytes[folded->length] = '\0';
	folded->places[folded->length] = length;
	return 0;
}

void as_hidden_text_clear(struct as_hidden_text *folded)
{
	free(folded->bytes);
	free(folded->places);
	*folded = (struct as_hidden_text){0};
}

/* ---- the words ---- */

static bool is_unlike_code(const char *text)
{
	size_t digits = 0, letters = 0;
	bool is_marked = false;

	for (const char *at = text; *at; at++) {
		digits += isdigit((unsigned char)*at) != 0;
		letters += isalpha((unsigned char)*at) != 0;
		is_marked |= *at == ' ' || *at == '@';
	}
	return strlen(text) > AS_HIDDEN_MIN && (is_marked || (digits && letters) || digits >= 6);
}

static int add_word(struct as_hidden *hidden, const char *id, size_t team, const char *text,
	struct as_error *error)
{
	AS_AUTO(as_hidden_text_clear) struct as_hidden_text folded = {0};

	if (!text || strlen(text) < AS_HIDDEN_MIN)
		return 0;
	if (as_hidden_text_fold(&folded, text, error) ||
		!as_array_reserve(hidden->words, hidden->count, error))
		return -1;
	struct as_hidden_word *word = &hidden->words[hidden->count++];
	*word = (struct as_hidden_word){.text = strdup(text),
		.folded = as_steal(folded.bytes),
		.id = strdup(id),
		.team = team,
		.place = hidden->count - 1,
		.is_unlike_code = is_unlike_code(text)};
	return word->text && word->folded && word->id ? 0 : as_error_no_memory(error);
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

/* Ignores case, so that words with the same beginning are adjacent. Equal words are in the
 * order in which they were added. */
static int compare_words(const void *left, const void *right)
{
	const struct as_hidden_word *a = left, *b = right;
	const int order = strcmp(a->folded, b->folded);
	const int exact = order ? order : strcmp(a->text, b->text);

	return exact ? exact : (a->place > b->place) - (a->place < b->place);
}

/* ---- the words of a person and of a team ---- */

static int compare_ids(const void *left, const void *right)
{
	const struct as_hidden_word *a = *(const struct as_hidden_word *const *)left;
	const struct as_hidden_word *b = *(const struct as_hidden_word *const *)right;
	const int order = strcmp(a->id, b->id);

	return order ? order : (a > b) - (a < b);
}

static int compare_teams(const void *left, const void *right)
{
	const struct as_hidden_word *a = *(const struct as_hidden_word *const *)left;
	const struct as_hidden_word *b = *(const struct as_hidden_word *const *)right;

	return a->team != b->team ? (a->team > b->team) - (a->team < b->team) : (a > b) - (a < b);
}

static int index_words(struct as_hidden *hidden, struct as_error *error)
{
	hidden->by_id = calloc(hidden->count + 1, sizeof(struct as_hidden_word *));
	hidden->by_team = calloc(hidden->count + 1, sizeof(struct as_hidden_word *));
	if (!hidden->by_id || !hidden->by_team)
		return as_error_no_memory(error);
	for (size_t i = 0; i < hidden->count; i++)
		if (!hidden->words[i].is_of_team) {
			hidden->by_id[hidden->own_count] = &hidden->words[i];
			hidden->by_team[hidden->own_count++] = &hidden->words[i];
		}
	qsort(hidden->by_id, hidden->own_count, sizeof(*hidden->by_id), compare_ids);
	qsort(hidden->by_team, hidden->own_count, sizeof(*hidden->by_team), compare_teams);
	return 0;
}

/* ---- people by id ---- */

static int compare_people(const void *left, const void *right)
{
	const struct as_class_person *a = *(const struct as_class_person *const *)left;
	const struct as_class_person *b = *(const struct as_class_person *const *)right;

	return strcmp(a->id, b->id);
}

static int index_people(
	struct as_hidden *hidden, const struct as_class *class, struct as_error *error)
{
	hidden->people = calloc(class->person_count + 1, sizeof(struct as_class_person *));
	if (!hidden->people)
		return as_error_no_memory(error);
	for (size_t i = 0; i < class->person_count; i++)
		hidden->people[i] = &class->people[i];
	hidden->person_count = class->person_count;
	qsort(hidden->people, hidden->person_count, sizeof(*hidden->people), compare_people);
	return 0;
}

const struct as_class_person *as_hidden_person(const struct as_hidden *hidden, const char *id)
{
	const struct as_class_person wanted = {.id = id}, *key = &wanted;
	const struct as_class_person **found =
		hidden->people ? bsearch(&key, hidden->people, hidden->person_count,
					 sizeof(*hidden->people), compare_people)
			       : NULL;

	return found ? *found : NULL;
}

/* ---- all ---- */

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
	return index_words(hidden, error) || index_people(hidden, class, error) ? -1 : 0;
}

void as_class_clear_hidden(struct as_class *class)
{
	struct as_hidden *hidden = &class->hidden;

	for (size_t i = 0; i < hidden->count; i++) {
		free(hidden->words[i].text);
		free(hidden->words[i].folded);
		free(hidden->words[i].id);
	}
	free(hidden->words);
	free(hidden->by_id);
	free(hidden->by_team);
	free(hidden->people);
	*hidden = (struct as_hidden){0};
}
