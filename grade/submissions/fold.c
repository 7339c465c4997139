/* SPDX-License-Identifier: MIT */
/* NFKC_Casefold (Unicode 3.13, D147) of the words of a text. */
#include "fold.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

static int fold_error(UErrorCode status, struct as_error *error)
{
	if (status == U_MEMORY_ALLOCATION_ERROR)
		return as_error_no_memory(error);
	return as_error_set(
		error, AS_ERROR_INTERNAL, "cannot compare names: %s", u_errorName(status));
}

/* Platforms remove it in names of files; other punctuation separates words. */
static bool is_apostrophe(UChar32 code)
{
	return code == '\'' || code == '`' || code == 0xB4 || code == 0x2018 || code == 0x2019 ||
	       code == 0x2BC || code == 0x2BB;
}

static bool is_in_word(UChar32 code)
{
	return u_isalnum(code) || (U_GET_GC_MASK(code) & U_GC_M_MASK);
}

/* In place: replaces everything between words by one blank. */
static int32_t keep_words(UChar *text, int32_t length)
{
	int32_t from = 0, to = 0;
	bool is_between = false;

	while (from < length) {
		UChar32 code;
		int32_t begin = from;
		U16_NEXT(text, from, length, code);
		if (is_apostrophe(code))
			continue;
		if (!is_in_word(code)) {
			is_between = to > 0;
			continue;
		}
		if (is_between)
			text[to++] = ' ';
		is_between = false;
		while (begin < from)
			text[to++] = text[begin++];
	}
	return to;
}

/* The folded text; NULL: error in `status`. The length is computed by a first call, because no
 * small factor bounds it (Unicode, UAX #15, 9.1: 18 times for NFKC of U+FDFA). */
static UChar *casefold(const UChar *text, int32_t length, int32_t *size, UErrorCode *status)
{
	const UNormalizer2 *form = unorm2_getNFKCCasefoldInstance(status);

	*size = unorm2_normalize(form, text, length, NULL, 0, status);
	if (*status != U_BUFFER_OVERFLOW_ERROR && U_FAILURE(*status))
		return NULL;
	*status = U_ZERO_ERROR;
	UChar *folded = calloc((size_t)*size + 1, sizeof(*folded));
	if (!folded) {
		*status = U_MEMORY_ALLOCATION_ERROR;
		return NULL;
	}
	unorm2_normalize(form, text, length, folded, *size + 1, status);
	return folded;
}

static char *to_utf8(const UChar *text, int32_t length, UErrorCode *status)
{
	char *out = malloc(3 * (size_t)length + 1);

	if (!out)
		*status = U_MEMORY_ALLOCATION_ERROR;
	else
		u_strToUTF8(out, 3 * length + 1, NULL, text, length, status);
	return out;
}

char *fold_words(const char *name, struct as_error *error)
{
	const size_t bytes = strlen(name);
	UErrorCode status = U_ZERO_ERROR;
	int32_t length = 0, size = 0;

	if (bytes > (1 << 20)) {
		as_error_set(error, AS_ERROR_INPUT, "a name has more than 1 MiB");
		return NULL;
	}
	AS_AUTO_FREE UChar *wide = calloc(bytes + 1, sizeof(*wide));
	if (!wide) {
		as_error_no_memory(error);
		return NULL;
	}
	u_strFromUTF8WithSub(
		wide, (int32_t)bytes + 1, &length, name, (int32_t)bytes, ' ', NULL, &status);
	AS_AUTO_FREE UChar *folded =
		U_SUCCESS(status) ? casefold(wide, length, &size, &status) : NULL;
	AS_AUTO_FREE char *words =
		U_SUCCESS(status) ? to_utf8(folded, keep_words(folded, size), &status) : NULL;
	if (U_FAILURE(status)) {
		fold_error(status, error);
		return NULL;
	}
	return as_steal(words);
}

int fold_same_words(const char *a, const char *b, struct as_error *error)
{
	AS_AUTO_FREE char *left = fold_words(a, error), *right = fold_words(b, error);

	return left && right ? *left && strcmp(left, right) == 0 : -1;
}

char *fold_sorted(const char *name, struct as_error *error)
{
	AS_AUTO_FREE char *words = fold_words(name, error);
	AS_AUTO_FREE char **list = words ? calloc(strlen(words) / 2 + 2, sizeof(*list)) : NULL;
	size_t count = 0;
	char *rest;

	if (!list) {
		as_error_no_memory(error);
		return NULL;
	}
	char *sorted = calloc(strlen(words) + 2, 1), *to = sorted;
	if (!sorted) {
		as_error_no_memory(error);
		return NULL;
	}
	for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		list[count++] = word;
	if (count > 1)
		qsort(list, count, sizeof(*list), as_names_compare);
	for (size_t i = 0; i < count; i++)
		to += sprintf(to, "%s%s", i ? " " : "", list[i]);
	return sorted;
}

void fold_squash(char *words)
{
	char *to = words;

	for (const char *from = words; *from; from++)
		if (*from != ' ')
			*to++ = *from;
	*to = '\0';
}

int fold_same_letters(const char *a, const char *b, struct as_error *error)
{
	AS_AUTO_FREE char *first = fold_words(a, error), *second = fold_words(b, error);

	if (!first || !second)
		return -1;
	fold_squash(first);
	fold_squash(second);
	return *first && strcmp(first, second) == 0;
}

/* If the words between two places, without blanks, are a prefix of the text: moves the text past
 * them and returns true. */
static bool skip_words(const char **text, const char *from, const char *end)
{
	for (; from < end; from++) {
		if (*from == ' ')
			continue;
		if (*from != **text)
			return false;
		++*text;
	}
	return true;
}

bool fold_is_rotation(const char *words, const char *squashed)
{
	const char *end = words + strlen(words);

	for (const char *start = words; *words; start++) {
		const char *rest = squashed;
		if (skip_words(&rest, start, end) && skip_words(&rest, words, start) && !*rest)
			return true;
		start = strchr(start, ' ');
		if (!start)
			return false;
	}
	return false;
}
