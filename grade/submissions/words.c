/* SPDX-License-Identifier: MIT */
/* The names of months and days come from the Unicode CLDR, through ICU. "AM" and "PM" are read in
 * English only: in other languages they precede the time, or are short words with another
 * meaning. */
#include "words.h"

#include "fold.h"

#include <string.h>
#include <unicode/udat.h>
#include <unicode/ustring.h>

static const char *const locales[] = {"en", "de", "fr", "es", "it", "pt", "nl", "ca", "da", "nb",
	"sv", "fi", "et", "pl", "cs", "sk", "hu", "ro", "el", "tr", "ru", "uk", "id", "zh", "ja",
	"ko"};

/* Words between day, month and time in those languages. */
static const char *const fillers[] = {"at", "um", "uhr", "à", "a", "las", "alle", "ore", "às", "de",
	"del", "om", "kl", "klo", "kello", "o", "v", "в", "о", "г", "р", "st", "nd", "rd", "th",
	"er", "年", "月", "日", "년", "월", "일", "時", "分"};

/* October in Croatian, which is not read, and November in Polish and Czech. */
static const struct {
	const char *text;
	int number;
} foreign_months[] = {{"listopad", 10}, {"listopada", 10}};

static int put_word(
	struct words *words, char *text, enum word_kind kind, int number, struct as_error *error)
{
	if (!text)
		return -1;
	struct word *items = as_array_grow(words->items, words->count, sizeof(*items), error);
	if (!items) {
		free(text);
		return -1;
	}
	words->items = items;
	items[words->count++] = (struct word){.text = text, .kind = kind, .number = number};
	return 0;
}

/* A name that is one word; of a day of the week, each word. */
static int put_name(struct words *words, const UChar *name, enum word_kind kind, int number,
	struct as_error *error)
{
	char utf8[256], *rest;
	UErrorCode status = U_ZERO_ERROR;

	u_strToUTF8(utf8, sizeof(utf8), NULL, name, -1, &status);
	if (U_FAILURE(status) || status == U_STRING_NOT_TERMINATED_WARNING)
		return 0;
	AS_AUTO_FREE char *folded = fold_words(utf8, error);
	if (!folded)
		return -1;
	if (kind != WORD_FILLER)
		return !*folded || strchr(folded, ' ') ||
				       strspn(folded, "0123456789") == strlen(folded)
			       ? 0
			       : put_word(words, as_text_format(error, "%s", folded), kind, number,
					 error);
	for (char *word = strtok_r(folded, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		if (put_word(words, as_text_format(error, "%s", word), kind, number, error))
			return -1;
	return 0;
}

static int put_symbols(struct words *words, const UDateFormat *format, UDateFormatSymbolType type,
	enum word_kind kind, struct as_error *error)
{
	const int count = udat_countSymbols(format, type);

	for (int i = 0; i < count; i++) {
		UChar name[64];
		UErrorCode status = U_ZERO_ERROR;
		udat_getSymbols(format, type, i, name, sizeof(name) / sizeof(*name), &status);
		const enum word_kind own = kind == WORD_AM && i == 1 ? WORD_PM : kind;
		if (U_SUCCESS(status) && put_name(words, name, own, i + 1, error))
			return -1;
	}
	return 0;
}

static int put_locale(struct words *words, const char *locale, struct as_error *error)
{
	static const struct {
		UDateFormatSymbolType type;
		enum word_kind kind;
	} types[] = {
		{UDAT_MONTHS, WORD_MONTH},
		{UDAT_SHORT_MONTHS, WORD_MONTH},
		{UDAT_STANDALONE_MONTHS, WORD_MONTH},
		{UDAT_STANDALONE_SHORT_MONTHS, WORD_MONTH},
		{UDAT_WEEKDAYS, WORD_FILLER},
		{UDAT_SHORT_WEEKDAYS, WORD_FILLER},
		{UDAT_AM_PMS, WORD_AM},
	};
	UErrorCode status = U_ZERO_ERROR;
	UDateFormat *format =
		udat_open(UDAT_DEFAULT, UDAT_DEFAULT, locale, u"UTC", -1, NULL, -1, &status);
	int failed = 0;

	if (U_FAILURE(status))
		return as_error_set(error, AS_ERROR_INTERNAL, "cannot open the locale %s: %s",
			locale, u_errorName(status));
	for (size_t i = 0; i < sizeof(types) / sizeof(*types) && !failed; i++)
		failed = types[i].kind == WORD_AM && strcmp(locale, "en") != 0
				 ? 0
				 : put_symbols(words, format, types[i].type, types[i].kind, error);
	udat_close(format);
	return failed;
}

static int compare(const void *left, const void *right)
{
	return strcmp(((const struct word *)left)->text, ((const struct word *)right)->text);
}

static void merge_months(struct word *last, const struct word *word)
{
	if (last->kind != WORD_MONTH || word->kind != WORD_MONTH ||
		(last->other && last->other != word->number))
		last->kind = WORD_UNKNOWN;
	last->other = word->number;
}

/* Keeps one of each. A word that is a month in one language and anything else in another one is
 * that month, because dates do not depend on fillers. */
static void merge(struct words *words)
{
	size_t count = 0;

	for (size_t i = 0; i < words->count; i++) {
		struct word *last = count ? &words->items[count - 1] : NULL;
		struct word *word = &words->items[i];
		if (!last || strcmp(last->text, word->text) != 0) {
			words->items[count++] = *word;
			continue;
		}
		if (last->kind == WORD_FILLER && word->kind == WORD_FILLER) {
			/* Another day of the week in another language, or no day. */
			if (last->number != word->number)
				last->number = 0;
		} else if (last->kind == WORD_FILLER) {
			last->kind = word->kind;
			last->number = word->number;
		} else if (word->kind != WORD_FILLER &&
			   (word->kind != last->kind || word->number != last->number)) {
			merge_months(last, word);
		}
		free(word->text);
	}
	words->count = count;
}

int words_open(struct words *words, struct as_error *error)
{
	*words = (struct words){0};
	for (size_t i = 0; i < sizeof(locales) / sizeof(*locales); i++)
		if (put_locale(words, locales[i], error))
			return -1;
	for (size_t i = 0; i < sizeof(fillers) / sizeof(*fillers); i++)
		if (put_word(words, as_text_format(error, "%s", fillers[i]), WORD_FILLER, 0, error))
			return -1;
	for (size_t i = 0; i < sizeof(foreign_months) / sizeof(*foreign_months); i++)
		if (put_word(words, as_text_format(error, "%s", foreign_months[i].text), WORD_MONTH,
			    foreign_months[i].number, error))
			return -1;
	qsort(words->items, words->count, sizeof(*words->items), compare);
	merge(words);
	return 0;
}

void words_clear(struct words *words)
{
	for (size_t i = 0; i < words->count; i++)
		free(words->items[i].text);
	free(words->items);
	*words = (struct words){0};
}

struct word words_find(const struct words *words, const char *text)
{
	const struct word key = {.text = (char *)text};
	const struct word *found =
		bsearch(&key, words->items, words->count, sizeof(*words->items), compare);

	return found ? *found : (struct word){.kind = WORD_UNKNOWN};
}
