/* SPDX-License-Identifier: MIT */
#pragma once
#include "state.h"

/* ---- patterns ---------------------------------------------------------------------------------
 */

/* A character or a class ([a-z_], a backslash quotes the next character), with its number of
 * repetitions: {n} {n,m} {n,} ? * + or one. */
struct gen_atom_ {
	unsigned char members[256]; /* in byte order, none twice */
	size_t count;
	bool has[256];
	size_t min, max; /* SIZE_MAX: no bound */
};

static inline void gen_pattern_bad_(const char *pattern) GEN_NORETURN_;
static inline void gen_pattern_bad_(const char *pattern)
{
	gen_fail("'%s' is not a pattern", pattern);
}

static inline unsigned char gen_pattern_char_(const char **at, const char *pattern)
{
	if (**at == '\\')
		++*at;
	if (!**at)
		gen_pattern_bad_(pattern);
	return (unsigned char)*(*at)++;
}

/* Parses the content of a class, up to `end`. */
static inline void gen_class_parse_(
	struct gen_atom_ *atom, const char **at, char end, const char *pattern)
{
	while (**at != end) {
		unsigned first = gen_pattern_char_(at, pattern), last = first;
		if (**at == '-' && (*at)[1] && (*at)[1] != end) {
			++*at;
			last = gen_pattern_char_(at, pattern);
		}
		if (last < first)
			gen_pattern_bad_(pattern);
		for (; first <= last; first++)
			atom->has[first] = true;
	}
}

static inline void gen_class_list_(struct gen_atom_ *atom, const char *pattern)
{
	for (unsigned c = 0; c < 256; c++)
		if (atom->has[c])
			atom->members[atom->count++] = (unsigned char)c;
	if (!atom->count)
		gen_pattern_bad_(pattern);
}

static inline size_t gen_pattern_count_(const char **at, const char *pattern)
{
	size_t value = 0, digits = 0;
	for (; **at >= '0' && **at <= '9'; ++*at, digits++)
		value = value * 10 + (size_t)(**at - '0');
	if (digits < 1 || digits > 9)
		gen_pattern_bad_(pattern);
	return value;
}

static inline void gen_pattern_times_(struct gen_atom_ *atom, const char **at, const char *pattern)
{
	char c = **at;
	atom->min = c == '?' || c == '*' ? 0 : 1;
	atom->max = c == '*' || c == '+' ? SIZE_MAX : 1;
	if (c && strchr("?*+", c))
		++*at;
	if (c != '{')
		return;
	++*at;
	atom->min = atom->max = gen_pattern_count_(at, pattern);
	if (**at == ',') {
		++*at;
		atom->max = **at == '}' ? SIZE_MAX : gen_pattern_count_(at, pattern);
	}
	if (*(*at)++ != '}' || atom->max < atom->min)
		gen_pattern_bad_(pattern);
}

/* Reads the next part of a pattern; false at its end. */
static inline bool gen_atom_next_(struct gen_atom_ *atom, const char **at, const char *pattern)
{
	memset(atom, 0, sizeof *atom);
	if (!**at)
		return false;
	if (**at == '[') {
		++*at;
		gen_class_parse_(atom, at, ']', pattern);
		++*at;
	} else if (strchr("?*+{}]", **at)) {
		gen_pattern_bad_(pattern);
	} else {
		atom->has[gen_pattern_char_(at, pattern)] = true;
	}
	gen_class_list_(atom, pattern);
	gen_pattern_times_(atom, at, pattern);
	return true;
}

/* ends[i]: a prefix of i bytes matches the parts before this one. Sets next[i] for the parts up to
 * this one, which matches min to max bytes of its class. */
static inline void gen_atom_match_(
	const struct gen_atom_ *atom, const char *text, size_t length, bool *ends, bool *next)
{
	size_t run = 0, open = 0; /* number of true values in ends[from] to ends[upto - 1] */
	size_t from = 0, upto = 0;
	for (size_t i = 0; i <= length; i++) {
		run = i && atom->has[(unsigned char)text[i - 1]] ? run + 1 : 0;
		size_t max = run < atom->max ? run : atom->max;
		for (; upto + atom->min <= i; upto++)
			open += ends[upto];
		for (; from < i - max && from < upto; from++)
			open -= ends[from];
		if (from < i - max)
			from = upto = i - max;
		next[i] = open > 0;
	}
}

/** True if the whole text matches the pattern. Takes linear time. */
static inline bool gen_fits(const char *text, size_t length, const char *pattern)
{
	bool *ends = (bool *)gen_allocate_(2 * (length + 1), sizeof(bool));
	bool *next = ends + length + 1;
	struct gen_atom_ atom;
	const char *at = pattern;
	ends[0] = true;
	while (gen_atom_next_(&atom, &at, pattern)) {
		gen_atom_match_(&atom, text, length, ends, next);
		memcpy(ends, next, length + 1);
	}
	bool fits = ends[length];
	free(ends);
	return fits;
}
