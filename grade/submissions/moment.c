/* SPDX-License-Identifier: MIT */
/* The time of day: a number followed by ':' or 'h' and another number, and what belongs to it. */
#include "moment.h"

static bool is_number(const struct moment *moment, size_t at, char before, int min, int max)
{
	if (at >= moment->count)
		return false;
	const struct token *token = &moment->tokens[at];
	return token->is_number && (!before || token->before == before) && token->digits >= min &&
	       token->digits <= max;
}

/* "14:05", "14h05", "9:05:30.25". Returns the index after it, or 0. */
static size_t read_clock_time(struct moment *moment, size_t at)
{
	size_t minute = at + 1;

	if (!is_number(moment, at, 0, 1, 2))
		return 0;
	const bool has_mark = minute < moment->count && moment->tokens[minute].is_hour_mark;
	minute += has_mark;
	if (!is_number(moment, minute, has_mark ? 0 : ':', 2, 2))
		return 0;
	moment->tm.tm_hour = (int)moment->tokens[at].value;
	moment->tm.tm_min = (int)moment->tokens[minute].value;
	size_t next = minute + 1;
	if (is_number(moment, next, ':', 2, 2))
		moment->tm.tm_sec = (int)moment->tokens[next++].value;
	if (next > minute + 1 && is_number(moment, next, '.', 1, 9))
		next++;
	while (at < next)
		moment->used[at++] = true;
	return next;
}

/* "20261005T235900Z": the basic format of ISO 8601. */
static size_t read_basic_time(struct moment *moment, size_t at)
{
	if (at == 0 || !moment->tokens[at - 1].is_t || !is_number(moment, at, 'T', 6, 6))
		return 0;
	const long value = moment->tokens[at].value;
	moment->tm.tm_hour = (int)(value / 10000);
	moment->tm.tm_min = (int)(value / 100 % 100);
	moment->tm.tm_sec = (int)(value % 100);
	moment->used[at] = true;
	return at + 1;
}

/* "PM", "p.m.". */
static bool read_half(struct moment *moment, size_t at)
{
	if (at >= moment->count)
		return true;
	const struct token *token = &moment->tokens[at];
	if (token->is_number || (token->word.kind != WORD_AM && token->word.kind != WORD_PM))
		return true;
	moment->used[at] = true;
	if (moment->tm.tm_hour < 1 || moment->tm.tm_hour > 12)
		return false;
	moment->tm.tm_hour = moment->tm.tm_hour % 12 + (token->word.kind == WORD_PM ? 12 : 0);
	return true;
}

/* "Z", "+02:00", "+0200", "-05". */
static bool read_offset(struct moment *moment, size_t at)
{
	if (at < moment->count && moment->tokens[at].is_utc) {
		moment->used[at++] = true;
		moment->has_offset = true;
	}
	if (at >= moment->count)
		return true;
	const struct token *token = &moment->tokens[at];
	if (!token->is_number || (token->before != '+' && token->before != '-'))
		return true;
	long hours = token->value, minutes = 0;
	moment->used[at++] = true;
	if (token->digits == 4) {
		hours = token->value / 100;
		minutes = token->value % 100;
	} else if (token->digits <= 2 && is_number(moment, at, ':', 2, 2)) {
		minutes = moment->tokens[at].value;
		moment->used[at] = true;
	} else if (token->digits > 2) {
		return false;
	}
	moment->has_offset = true;
	moment->offset_s = (hours * 3600 + minutes * 60) * (token->before == '-' ? -1 : 1);
	return hours <= 18 && minutes < 60;
}

bool moment_read_time(struct moment *moment)
{
	for (size_t at = 0; at < moment->count; at++) {
		size_t next = read_clock_time(moment, at);
		if (!next)
			next = read_basic_time(moment, at);
		if (!next)
			continue;
		if (at > 0 && moment->tokens[at - 1].is_t)
			moment->used[at - 1] = true;
		const size_t half = next;
		if (!read_half(moment, half))
			return false;
		return read_offset(moment, half + (half < moment->count && moment->used[half]));
	}
	return false;
}
