/* SPDX-License-Identifier: MIT */
/*
 * Writes texts that match an extended regular expression: characters, classes, groups,
 * alternatives, repetitions. There is no tree: a repeated part is parsed once for each repetition,
 * and a part that is not drawn is parsed without output.
 */
#include "ctd.h"

#include <ctype.h>
#include <string.h>

#define MAX_DEPTH 50
/* Upper bound of a repetition that has none. */
#define MAX_REPETITIONS 100

struct regex {
	struct as_ctd_run *run;
	const char *at, *end;
	unsigned depth;
	bool writes;
};

static int complain(const struct regex *regex)
{
	return as_ctd_complain(
		regex->run, 0, "a regular expression that is malformed or not supported");
}

static int read_alternatives(struct regex *regex);

/* ---- characters ------------------------------------------------------------------------------ */

struct class
{
	unsigned char members[256]; /* in the order of the class */
	size_t count;
	bool has[256];
};

static void add_range(struct class *class, unsigned first, unsigned last)
{
	for (unsigned c = first; c <= last; c++)
		if (!class->has[c]) {
			class->has[c] = true;
			class->members[class->count++] = (unsigned char)c;
		}
}

/* Letters come first: the simplest choice is a letter. */
static void add_printable(struct class *class)
{
	add_range(class, 'a', 'z');
	add_range(class, 'A', 'Z');
	add_range(class, '0', '9');
	add_range(class, ' ', '~');
}

static void negate(struct class *class)
{
	struct class all = {.count = 0}, kept = {.count = 0};

	add_printable(&all);
	for (size_t i = 0; i < all.count; i++)
		if (!class->has[all.members[i]])
			add_range(&kept, all.members[i], all.members[i]);
	*class = kept;
}

static bool add_named(struct regex *regex, struct class *class)
{
	static const struct {
		const char *name;
		const char *ranges;
	} names[] = {{"[:alpha:]", "azAZ"}, {"[:lower:]", "az"}, {"[:upper:]", "AZ"},
		{"[:digit:]", "09"}, {"[:alnum:]", "azAZ09"}, {"[:space:]", "  "},
		{"[:print:]", " ~"}, {"[:punct:]", "!/:@[`{~"}};

	for (size_t i = 0; *regex->at == '[' && i < sizeof(names) / sizeof(*names); i++) {
		size_t length = strlen(names[i].name);
		if ((size_t)(regex->end - regex->at) < length ||
			memcmp(regex->at, names[i].name, length) != 0)
			continue;
		for (const char *range = names[i].ranges; *range; range += 2)
			add_range(class, (unsigned char)range[0], (unsigned char)range[1]);
		regex->at += length;
		return true;
	}
	return false;
}

/* Reads the part after the opening bracket. */
static int read_class(struct regex *regex, struct class *class)
{
	const char *start = regex->at;
	bool negated = regex->at < regex->end && *regex->at == '^';
	regex->at += negated;
	for (bool first = true; regex->at < regex->end && (first || *regex->at != ']');
		first = false) {
		if (add_named(regex, class))
			continue;
		unsigned char c = (unsigned char)*regex->at++, last = c;
		if (regex->end - regex->at > 1 && *regex->at == '-' && regex->at[1] != ']') {
			last = (unsigned char)regex->at[1];
			regex->at += 2;
		}
		if (last < c)
			return complain(regex);
		add_range(class, c, last);
	}
	if (regex->at == regex->end)
		return complain(regex);
	regex->at++;
	/* A class is parsed again at each repetition: charge its length to the step limit. */
	regex->run->steps += 1 + (uint64_t)(regex->at - start) / 16;
	if (negated)
		negate(class);
	return class->count ? 0 : complain(regex);
}

static int draw_from(struct regex *regex, const struct class *class)
{
	uint64_t choice = 0;

	if (!regex->writes)
		return 0;
	if (class->count > 1 && as_ctd_draw(regex->run, class->count - 1, &choice) < 0)
		return -1;
	return as_ctd_write(regex->run, (const char *)&class->members[choice], 1);
}

/* ---- parts ----------------------------------------------------------------------------------- */

static int read_atom(struct regex *regex)
{
	struct class class = {.count = 0};
	unsigned char c = (unsigned char)*regex->at++;

	switch (c) {
	case '(':
		if (read_alternatives(regex) < 0)
			return -1;
		return regex->at < regex->end && *regex->at++ == ')' ? 0 : complain(regex);
	case '[':
		if (read_class(regex, &class) < 0)
			return -1;
		break;
	case '.':
		add_printable(&class);
		break;
	case '\\':
		if (regex->at == regex->end || isalnum((unsigned char)*regex->at))
			return complain(regex);
		c = (unsigned char)*regex->at++;
		add_range(&class, c, c);
		break;
	case '^':
	case '$':
		return 0;
	case '*':
	case '+':
	case '?':
	case '{':
		return complain(regex);
	default:
		add_range(&class, c, c);
	}
	return draw_from(regex, &class);
}

static bool read_count(struct regex *regex, uint64_t *count)
{
	const char *start = regex->at;

	for (*count = 0; regex->at < regex->end && *regex->at >= '0' && *regex->at <= '9' &&
			 *count < 1000000;
		regex->at++)
		*count = *count * 10 + (uint64_t)(*regex->at - '0');
	return regex->at > start;
}

static int read_braces(struct regex *regex, uint64_t *min, uint64_t *max)
{
	if (!read_count(regex, min))
		return complain(regex);
	*max = *min;
	if (regex->at < regex->end && *regex->at == ',') {
		regex->at++;
		if (!read_count(regex, max))
			*max = *min + MAX_REPETITIONS;
	}
	if (regex->at == regex->end || *regex->at++ != '}' || *max < *min)
		return complain(regex);
	return 0;
}

static int read_repetition(struct regex *regex, uint64_t *min, uint64_t *max)
{
	*min = *max = 1;
	if (regex->at == regex->end || !strchr("?*+{", *regex->at) || !*regex->at)
		return 0;
	char c = *regex->at++;
	if (c == '{')
		return read_braces(regex, min, max);
	*min = c == '+';
	*max = c == '?' ? 1 : MAX_REPETITIONS;
	return 0;
}

static int draw_count(struct regex *regex, uint64_t min, uint64_t max, uint64_t *count)
{
	uint64_t more = 0;

	if (regex->writes && max > min && as_ctd_draw(regex->run, max - min, &more) < 0)
		return -1;
	*count = min + more;
	return 0;
}

/* Finds the end and the repetition of a part without output, then draws it. */
static int read_part(struct regex *regex)
{
	const char *start = regex->at;
	bool writes = regex->writes;
	uint64_t min, max, count;

	regex->writes = false;
	int result = read_atom(regex);
	regex->writes = writes;
	if (result < 0 || read_repetition(regex, &min, &max) < 0)
		return -1;
	const char *end = regex->at;
	if (draw_count(regex, min, max, &count) < 0)
		return -1;
	for (uint64_t i = 0; i < count && writes; i++) {
		if (as_ctd_charge(regex->run, 1) < 0)
			return -1;
		regex->at = start;
		if (read_atom(regex) < 0)
			return -1;
	}
	regex->at = end;
	return 0;
}

static bool ends_branch(const struct regex *regex)
{
	return regex->at == regex->end || *regex->at == '|' || *regex->at == ')';
}

static int read_branch(struct regex *regex)
{
	while (!ends_branch(regex))
		if (as_ctd_charge(regex->run, 1) < 0 || read_part(regex) < 0)
			return -1;
	return 0;
}

/* Counts the alternatives from here. */
static int count_branches(struct regex *regex, uint64_t *count)
{
	const char *start = regex->at;
	bool writes = regex->writes;
	int result;

	regex->writes = false;
	*count = 1;
	while ((result = read_branch(regex)) == 0 && regex->at < regex->end && *regex->at == '|') {
		regex->at++;
		++*count;
	}
	regex->writes = writes;
	if (writes)
		regex->at = start;
	return result;
}

static int read_alternatives(struct regex *regex)
{
	uint64_t count, chosen = 0;
	bool writes = regex->writes;

	if (++regex->depth > MAX_DEPTH)
		return complain(regex);
	int result = count_branches(regex, &count);
	if (result == 0 && writes && count > 1)
		result = as_ctd_draw(regex->run, count - 1, &chosen);
	for (uint64_t i = 0; i < count && writes && result == 0; i++) {
		regex->writes = i == chosen;
		result = read_branch(regex);
		if (i + 1 < count)
			regex->at++;
	}
	regex->writes = writes;
	regex->depth--;
	return result;
}

int as_ctd_regex(struct as_ctd_run *run, const struct as_ctd_value *pattern)
{
	struct regex regex = {.run = run,
		.at = pattern->text,
		.end = pattern->text + pattern->size,
		.writes = true};

	if (read_alternatives(&regex) < 0)
		return -1;
	return regex.at == regex.end ? 0 : complain(&regex);
}
