/* SPDX-License-Identifier: MIT */
/*
 * Times of RFC 3339 are read by as_time_parse, as everywhere. Any other text is split into numbers
 * and words. Some of them are the time of day (moment.c); the rest is the date: the name of a month
 * with a day and a year, or three numbers. Every word must be known, and every number used.
 */
#include "clock.h"

#include "fold.h"
#include "moment.h"

#include <assay/base/time.h>
#include <assay/grade/zone.h>

#include <string.h>
#include <time.h>

#define MAX_TEXT_BYTES 200
#define MAX_WORD_BYTES 64

struct clock {
	struct as_zone *zone; /* NULL: none */
	enum as_date_order order;
	bool has_words;
	struct words words;
};

/* ---- opening ---- */

struct clock *clock_open(const char *zone, enum as_date_order order, struct as_error *error)
{
	struct clock *clock = calloc(1, sizeof(*clock));

	if (!clock) {
		as_error_no_memory(error);
		return NULL;
	}
	clock->order = order;
	if (!zone)
		return clock;
	clock->zone = as_zone_open(zone, error);
	if (clock->zone)
		return clock;
	clock_close(clock);
	return NULL;
}

void clock_close(struct clock *clock)
{
	if (!clock)
		return;
	as_zone_close(clock->zone);
	words_clear(&clock->words);
	free(clock);
}

/* ---- tokens ---- */

/* Bytes beyond ASCII are letters, except typographic spaces, which were converted before. */
static bool is_letter(char byte)
{
	return ((byte | 32) >= 'a' && (byte | 32) <= 'z') || (unsigned char)byte >= 0x80;
}

static int read_word(struct clock *clock, struct token *token, const char *text, size_t length,
	struct as_error *error)
{
	char copy[MAX_WORD_BYTES];

	if (!clock->has_words) {
		if (words_open(&clock->words, error))
			return -1;
		clock->has_words = true;
	}
	snprintf(copy, sizeof(copy), "%.*s", (int)length, text);
	AS_AUTO_FREE char *folded = fold_words(copy, error);
	if (!folded)
		return -1;
	token->word = length >= sizeof(copy) ? (struct word){.kind = WORD_UNKNOWN}
		      : !*folded             ? (struct word){.kind = WORD_FILLER}
					     : words_find(&clock->words, folded);
	token->is_hour_mark = strcmp(folded, "h") == 0;
	token->is_t = strcmp(folded, "t") == 0;
	token->is_utc = strcmp(folded, "z") == 0 || strcmp(folded, "utc") == 0 ||
			strcmp(folded, "gmt") == 0;
	token->word.text = NULL;
	return 0;
}

static size_t read_number(struct token *token, const char *text)
{
	size_t length = 0;

	token->is_number = true;
	for (; as_is_digit(text[length]); length++)
		if (length < 9)
			token->value = 10 * token->value + (text[length] - '0');
	token->digits = (int)length;
	return length;
}

/* 1, or 0 for a text that is not a time. */
static int split(
	struct clock *clock, struct moment *moment, const char *text, struct as_error *error)
{
	for (const char *at = text; *at;) {
		if (!as_is_digit(*at) && !is_letter(*at)) {
			/* Characters between the parts of dates. */
			if (!strchr(" ,.:/-+()\t", *at))
				return 0;
			at++;
			continue;
		}
		if (moment->count == MOMENT_MAX_TOKENS)
			return 0;
		struct token *token = &moment->tokens[moment->count++];
		token->before = at > text ? at[-1] : '\0';
		/* A year before our era. */
		if (moment->count == 1 && as_is_digit(*at) && token->before &&
			strchr("-+", token->before))
			return 0;
		size_t length = 0;
		if (as_is_digit(*at)) {
			length = read_number(token, at);
		} else {
			while (is_letter(at[length]))
				length++;
			if (read_word(clock, token, at, length, error))
				return -1;
		}
		at += length;
	}
	return 1;
}

/* ---- the date ---- */

struct date {
	const struct token *numbers[3];
	size_t number_count;
	int month;   /* by name; 0: none */
	int other;   /* the month that the name means in another language; 0: none */
	int weekday; /* by name: 2 is Sunday; 0: none */
	bool is_bad;
};

/* Every token that does not belong to the time must belong to the date. */
static struct date collect(const struct moment *moment)
{
	struct date date = {0};

	for (size_t i = 0; i < moment->count; i++) {
		const struct token *token = &moment->tokens[i];
		if (moment->used[i])
			continue;
		if (token->is_number && date.number_count < 3)
			date.numbers[date.number_count++] = token;
		else if (token->is_number)
			date.is_bad = true;
		else if (token->word.kind == WORD_MONTH && !date.month) {
			date.month = token->word.number;
			date.other = token->word.other;
		} else if (token->word.kind != WORD_FILLER)
			date.is_bad = true;
		else if (token->word.number > 1)
			date.weekday = token->word.number;
	}
	return date;
}

static void set_date(struct moment *moment, long year, long month, long day)
{
	moment->tm.tm_year = (int)year - 1900;
	moment->tm.tm_mon = (int)month - 1;
	moment->tm.tm_mday = (int)day;
}

static enum clock_answer read_named(struct moment *moment, const struct date *date)
{
	const struct token *day = date->numbers[0], *year = date->numbers[1];

	if (date->number_count != 2)
		return CLOCK_UNKNOWN;
	if (day->digits == 4) {
		day = date->numbers[1];
		year = date->numbers[0];
	}
	if (day->digits > 2 || year->digits != 4)
		return CLOCK_UNKNOWN;
	set_date(moment, year->value, date->month, day->value);
	return CLOCK_TIME;
}

static enum clock_answer read_numbers(
	const struct clock *clock, struct moment *moment, const struct date *date)
{
	const struct token *const *part = date->numbers;

	if (date->number_count == 1 && part[0]->digits == 8) {
		set_date(moment, part[0]->value / 10000, part[0]->value / 100 % 100,
			part[0]->value % 100);
		return CLOCK_TIME;
	}
	if (date->number_count != 3 || part[1]->digits > 2)
		return CLOCK_UNKNOWN;
	if (part[0]->digits == 4 && part[2]->digits <= 2) {
		set_date(moment, part[0]->value, part[1]->value, part[2]->value);
		return CLOCK_TIME;
	}
	if (part[0]->digits > 2 || part[2]->digits != 4)
		return CLOCK_UNKNOWN;
	if (clock->order == AS_DATE_YEAR_FIRST)
		return CLOCK_UNCLEAR;
	const bool day_first = clock->order == AS_DATE_DAY_FIRST;
	set_date(moment, part[2]->value, part[day_first]->value, part[!day_first]->value);
	return CLOCK_TIME;
}

static bool is_valid(const struct tm *tm, int weekday)
{
	struct tm copy = *tm;

	if (tm->tm_hour > 23 || tm->tm_min > 59 || tm->tm_sec > 59 || tm->tm_year < 70 ||
		tm->tm_year > 1100)
		return false;
	return timegm(&copy) != (time_t)-1 && copy.tm_mon == tm->tm_mon &&
	       copy.tm_mday == tm->tm_mday && (!weekday || copy.tm_wday == weekday - 2);
}

/* ---- both ---- */

#define CHANGE_S 21600 /* longer than any change of clocks, and shorter than between two */

int64_t clock_last(struct clock *clock, int64_t time_s)
{
	return time_s + as_zone_offset(clock->zone, time_s) -
	       as_zone_offset(clock->zone, time_s + CHANGE_S);
}

const char *clock_right(
	struct clock *clock, enum clock_answer answer, int64_t time_s, char text[CLOCK_RIGHT_SIZE])
{
	char first[AS_TIME_SIZE], second[AS_TIME_SIZE];

	text[0] = '\0';
	if (answer != CLOCK_TWICE && answer != CLOCK_NEVER)
		return text;
	const int32_t before = as_zone_offset(clock->zone, time_s);
	const int32_t after = as_zone_offset(clock->zone, time_s + CHANGE_S);
	as_time_format(time_s, before, first);
	as_time_format(time_s + before - after, after, second);
	snprintf(text, CLOCK_RIGHT_SIZE, answer == CLOCK_TWICE ? "; write %s or %s" : "; write %s",
		first, second);
	return text;
}

static enum clock_answer to_utc(struct clock *clock, const struct moment *moment, int64_t *time_s)
{
	struct tm tm = moment->tm;
	int64_t last_s;

	if (moment->has_offset) {
		*time_s = timegm(&tm) - moment->offset_s;
		return CLOCK_TIME;
	}
	if (!clock->zone)
		return CLOCK_NO_ZONE;
	switch (as_zone_find_local(clock->zone, timegm(&tm), time_s, &last_s)) {
	case AS_ZONE_TWICE:
		return CLOCK_TWICE;
	case AS_ZONE_NEVER:
		return CLOCK_NEVER;
	case AS_ZONE_ONCE:
		break;
	}
	return CLOCK_TIME;
}

static bool is_none(const char *text)
{
	return text[strspn(text, " \t-")] == '\0' || strcmp(text, "\xe2\x80\x93") == 0;
}

int clock_read(struct clock *clock, const char *text, int64_t *time_s, struct as_error *error)
{
	struct moment moment = {0};

	if (is_none(text))
		return CLOCK_NONE;
	if (strlen(text) > MAX_TEXT_BYTES)
		return CLOCK_UNKNOWN;
	if (as_time_parse(text, time_s, NULL, NULL) == 0)
		return CLOCK_TIME;
	const int is_split = split(clock, &moment, text, error);
	if (is_split <= 0)
		return is_split < 0 ? -1 : CLOCK_UNKNOWN;
	if (!moment_read_time(&moment))
		return CLOCK_UNKNOWN;
	const struct date date = collect(&moment);
	if (date.is_bad)
		return CLOCK_UNKNOWN;
	const enum clock_answer answer =
		date.month ? read_named(&moment, &date) : read_numbers(clock, &moment, &date);
	if (answer != CLOCK_TIME)
		return answer;
	if (date.other && !date.weekday)
		return CLOCK_MONTH;
	if (date.other) {
		struct tm other = moment.tm;
		other.tm_mon = date.other - 1;
		const bool is_first = is_valid(&moment.tm, date.weekday);
		if (is_valid(&other, date.weekday)) {
			if (is_first)
				return CLOCK_MONTH;
			moment.tm = other;
		}
	}
	return is_valid(&moment.tm, date.weekday) ? to_utc(clock, &moment, time_s) : CLOCK_UNKNOWN;
}

const char *clock_say(enum clock_answer answer)
{
	switch (answer) {
	case CLOCK_TIME:
		return "is a time";
	case CLOCK_NONE:
		return "is empty";
	case CLOCK_NO_ZONE:
		return "has no offset from UTC; name the time zone with --zone, or write it with "
		       "an "
		       "offset: "
		       "2026-10-05T23:59:00+02:00";
	case CLOCK_UNCLEAR:
		return "may be day or month first; say which with --dates, or write the year first";
	case CLOCK_MONTH:
		return "has a month name that means different months in different languages; "
		       "write the time as 2026-10-05T23:59:00+02:00";
	case CLOCK_TWICE:
		return "exists twice in the zone, because clocks are set back";
	case CLOCK_NEVER:
		return "does not exist in the zone, because clocks are set forward";
	case CLOCK_UNKNOWN:
		break;
	}
	return "is not a date and time; write it as 2026-10-05T23:59:00+02:00";
}
