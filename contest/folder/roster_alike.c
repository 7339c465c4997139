/* SPDX-License-Identifier: MIT */
/* Warns about universities whose names are probably two spellings of one. */
#include "roster.h"

#include <assay/base/fit.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

#define MAX_WORDS 16
#define WORD_SIZE 32
#define MAX_WARNINGS 50
/* Each name is compared with each: 2,800 names take about a second. */
#define MAX_PAIRS 4000000

struct words {
	char items[MAX_WORDS][WORD_SIZE];
	size_t count;
};

/* Words that are often left out. */
static bool is_filler(const char *word)
{
	static const char *const fillers[] = {"of", "the", "and", "for", "at", "in", "de", "di"};

	for (size_t i = 0; i < sizeof(fillers) / sizeof(*fillers); i++)
		if (strcmp(word, fillers[i]) == 0)
			return true;
	return false;
}

/* The words in lower case; bytes beyond ASCII are letters. */
static void split(const char *text, struct words *words)
{
	words->count = 0;
	while (*text && words->count < MAX_WORDS) {
		char *word = words->items[words->count];
		size_t length = 0;
		for (; isalnum((unsigned char)*text) || (*text & 0x80); text++)
			if (length < WORD_SIZE - 1)
				word[length++] = (char)tolower((unsigned char)*text);
		word[length] = '\0';
		words->count += length > 0 && !is_filler(word);
		text += *text != '\0' && !isalnum((unsigned char)*text) && !(*text & 0x80);
	}
}

/* "univ" and "university"; long words may have a mistake. */
static bool is_same_word(const char *one, const char *other)
{
	const size_t length = strlen(one), others = strlen(other);
	const size_t least = length < others ? length : others;

	return (least >= 3 && strncmp(one, other, least) == 0) ||
	       (least == length && least == others && strcmp(one, other) == 0) ||
	       (least >= 5 && as_text_nearest(one, &other, 1, least >= 8 ? 2 : 1));
}

/* Each word of one name is among the words of the other, and both have the same number of words. */
static bool are_alike(const struct words *one, const struct words *other)
{
	if (one->count != other->count || one->count == 0)
		return false;
	for (size_t i = 0; i < one->count; i++) {
		bool is_found = false;
		for (size_t k = 0; k < other->count && !is_found; k++)
			is_found = is_same_word(one->items[i], other->items[k]);
		if (!is_found)
			return false;
	}
	return true;
}

static int warn(struct roster *roster, const json_t *new, size_t number, const json_t *other,
	struct as_error *error)
{
	const json_t *line = json_array_get(roster->lines[FOLDER_ORGANIZATIONS], number);
	AS_AUTO_FREE char *where = as_text_format(
		error, "%s:%jd", roster->table.file, (intmax_t)json_integer_value(line));

	return where ? as_findings_add(roster->notes, AS_FINDING_WARNING, where, error,
			       "'%.*s' and '%.*s' may be one university: if so, write the "
			       "same name in each row",
			       as_text_fit(roster_text(new, "name"), 100), roster_text(new, "name"),
			       as_text_fit(roster_text(other, "name"), 100),
			       roster_text(other, "name"))
		     : -1;
}

int roster_warn_alike(struct roster *roster, struct as_error *error)
{
	const struct folder_own *own = &roster->lists[FOLDER_ORGANIZATIONS];
	const size_t count = json_array_size(own->items);
	AS_AUTO_FREE struct words *words = calloc(count + 1, sizeof(*words));
	size_t warnings = 0;

	if (!words)
		return as_error_no_memory(error);
	if ((count - own->count) > MAX_PAIRS / (count + 1))
		return as_findings_add(roster->notes, AS_FINDING_INFO, roster->table.file, error,
			"%zu new universities are too many to compare; two spellings of one name "
			"are not reported",
			count - own->count);
	for (size_t i = 0; i < count; i++)
		split(roster_text(json_array_get(own->items, i), "name"), &words[i]);
	for (size_t i = own->count; i < count; i++)
		for (size_t k = 0; k < i; k++)
			if (are_alike(&words[i], &words[k]) && warnings++ < MAX_WARNINGS &&
				warn(roster, json_array_get(own->items, i), i - own->count,
					json_array_get(own->items, k), error))
				return -1;
	return 0;
}
