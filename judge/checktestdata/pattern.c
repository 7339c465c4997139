/* SPDX-License-Identifier: MIT */
/*
 * POSIX extended regular expressions, matched by PCRE2. A pattern is rewritten, because the two
 * syntaxes differ in brackets, escapes and what follows a parenthesis. POSIX wants the longest
 * match, which the DFA matcher of PCRE2 finds without backtracking. It gets a window of the input
 * that doubles as long as a match might go on after it, so that each call costs steps.
 */
#include "tree.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <ctype.h>
#include <errno.h>
#include <pcre2.h>
#include <string.h>

#define FIRST_WINDOW 128
/* Numbers of the matcher; six for each state in which it can be at once. */
#define WORKSPACE 900
/* A call of the matcher cannot be cancelled, and takes a time that is quadratic in its states: no
 * larger window follows one that took long. */
#define TIMED_WINDOW (64u << 10)
#define MAX_WINDOW (4u << 20)
#define MAX_WINDOW_NS 500000000
#define MAX_RECURSIONS 10000
#define MAX_HEAP_KIB 10000
/* A character takes longer than a command does, if the matcher is in many states at once. */
#define STEPS_OF_CHARACTER 8
#define STEPS_OF_PATTERN 200

struct as_ctd_pattern {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *context;
};

/* ---- rewriting ------------------------------------------------------------------------------- */

struct rewriting {
	struct as_ctd_run *run;
	const char *at, *end;
	char *out;
	bool has_atom; /* before this place, so that a repetition may follow */
};

static int complain(struct rewriting *rewriting, int cause, const char *problem)
{
	return as_ctd_complain(rewriting->run, cause, problem);
}

static void put_text(struct rewriting *rewriting, const char *text)
{
	rewriting->out = stpcpy(rewriting->out, text);
}

/* A character that means itself. */
static void put_char(struct rewriting *rewriting, char c)
{
	rewriting->out += sprintf(rewriting->out, "\\x%02x", (unsigned char)c);
	rewriting->has_atom = true;
}

/* A class such as [:alpha:] within brackets. */
static int put_named(struct rewriting *rewriting)
{
	const char *start = rewriting->at, *end = start + 2;

	if (start[1] != ':')
		return complain(rewriting, ENOTSUP,
			"a collating element ([= =] or [. .]) in a regular expression");
	while (end < rewriting->end && islower((unsigned char)*end))
		end++;
	if (rewriting->end - end < 2 || end[0] != ':' || end[1] != ']')
		return complain(rewriting, 0, "a malformed class in a regular expression");
	end += 2;
	rewriting->out = mempcpy(rewriting->out, start, (size_t)(end - start));
	rewriting->at = end;
	return 0;
}

static bool is_named(const struct rewriting *rewriting)
{
	return rewriting->end - rewriting->at > 2 && *rewriting->at == '[' &&
	       strchr(":=.", rewriting->at[1]) && rewriting->at[1];
}

/* In brackets a backslash is a character like any other, and ']' is one if it comes first. */
static int put_brackets(struct rewriting *rewriting)
{
	put_text(rewriting, "[");
	if (rewriting->at < rewriting->end && *rewriting->at == '^') {
		put_text(rewriting, "^");
		rewriting->at++;
	}
	for (bool is_first = true;; is_first = false) {
		const char *at = rewriting->at;
		if (at == rewriting->end)
			return complain(rewriting, 0, "']' is missing in a regular expression");
		if (*at == ']' && !is_first)
			break;
		if (is_named(rewriting)) {
			if (put_named(rewriting) < 0)
				return -1;
			continue;
		}
		/* The first or last of a class is a character, else it makes a range. */
		bool is_range = *at == '-' && !is_first && rewriting->end - at > 1 && at[1] != ']';
		if (is_range)
			put_text(rewriting, "-");
		else
			put_char(rewriting, *at);
		rewriting->at++;
	}
	rewriting->at++;
	put_text(rewriting, "]");
	rewriting->has_atom = true;
	return 0;
}

static bool skip_number(struct rewriting *rewriting)
{
	const char *start = rewriting->at;

	while (rewriting->at < rewriting->end && isdigit((unsigned char)*rewriting->at))
		rewriting->at++;
	return rewriting->at > start;
}

/* PCRE2 reads malformed braces as characters. */
static int put_repetition(struct rewriting *rewriting, char c)
{
	const char *start = rewriting->at - 1;

	if (!rewriting->has_atom)
		return complain(rewriting, 0, "a repetition of nothing in a regular expression");
	rewriting->has_atom = false;
	if (c == '{') {
		bool is_right = skip_number(rewriting);
		if (is_right && rewriting->at < rewriting->end && *rewriting->at == ',') {
			rewriting->at++;
			skip_number(rewriting);
		}
		if (!is_right || rewriting->at == rewriting->end || *rewriting->at++ != '}')
			return complain(
				rewriting, 0, "a malformed repetition in a regular expression");
	}
	rewriting->out = mempcpy(rewriting->out, start, (size_t)(rewriting->at - start));
	/* "a+?" is a possibly empty repetition here, and a lazy one in PCRE2. */
	if (rewriting->at < rewriting->end && *rewriting->at && strchr("*+?{", *rewriting->at))
		return complain(rewriting, ENOTSUP,
			"a repetition of a repetition in a regular expression; use parentheses");
	return 0;
}

static int put_next(struct rewriting *rewriting)
{
	char c = *rewriting->at++;

	switch (c) {
	case '[':
		return put_brackets(rewriting);
	case '*':
	case '+':
	case '?':
	case '{':
		return put_repetition(rewriting, c);
	case '(':
	case '|':
	case '^':
		rewriting->has_atom = false;
		put_text(rewriting, (const char[]){c, '\0'});
		return 0;
	case ')':
	case '$':
		rewriting->has_atom = true;
		put_text(rewriting, (const char[]){c, '\0'});
		return 0;
	case '.':
		rewriting->has_atom = true;
		put_text(rewriting, "[^\\x00]");
		return 0;
	case '\\':
		if (rewriting->at == rewriting->end || isalnum((unsigned char)*rewriting->at))
			return complain(rewriting, 0,
				"a regular expression with an escape that the extended syntax does "
				"not have; write [0-9] for a digit");
		c = *rewriting->at++;
		break;
	default:
		break;
	}
	put_char(rewriting, c);
	return 0;
}

/* ---- compiling ------------------------------------------------------------------------------- */

void as_ctd_pattern_free(struct as_ctd_pattern *pattern)
{
	if (!pattern)
		return;
	pcre2_code_free(pattern->code);
	pcre2_match_data_free(pattern->data);
	pcre2_match_context_free(pattern->context);
	free(pattern);
}

/* A pattern that is right, but beyond a limit of PCRE2. */
static bool is_too_large(int number)
{
	return number == PCRE2_ERROR_QUANTIFIER_TOO_BIG ||
	       number == PCRE2_ERROR_PATTERN_TOO_LARGE ||
	       number == PCRE2_ERROR_PARENTHESES_NEST_TOO_DEEP ||
	       number == PCRE2_ERROR_HEAP_FAILED || number == PCRE2_ERROR_PATTERN_TOO_COMPLICATED;
}

static int compile(struct as_ctd_run *run, struct as_ctd_pattern *pattern, const char *text)
{
	const uint32_t options = PCRE2_ANCHORED | PCRE2_DOLLAR_ENDONLY | PCRE2_NO_AUTO_CAPTURE;
	int number;
	PCRE2_SIZE offset;
	size_t bytes = 0;

	pattern->code = pcre2_compile(
		(PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, options, &number, &offset, NULL);
	if (!pattern->code) {
		PCRE2_UCHAR why[128];
		char problem[200];
		pcre2_get_error_message(number, why, sizeof(why));
		snprintf(problem, sizeof(problem), "a regular expression: %s", (char *)why);
		return as_ctd_complain(run, is_too_large(number) ? ENOTSUP : 0, problem);
	}
	pattern->data = pcre2_match_data_create(1, NULL);
	pattern->context = pcre2_match_context_create(NULL);
	if (!pattern->data || !pattern->context)
		return as_error_no_memory(run->error);
	pcre2_set_match_limit(pattern->context, MAX_RECURSIONS);
	pcre2_set_depth_limit(pattern->context, MAX_RECURSIONS);
	pcre2_set_heap_limit(pattern->context, MAX_HEAP_KIB);
	/* So the patterns of a script take no more memory than steps allow. */
	pcre2_pattern_info(pattern->code, PCRE2_INFO_SIZE, &bytes);
	return as_ctd_charge(run, bytes);
}

struct as_ctd_pattern *as_ctd_pattern_new(struct as_ctd_run *run, const struct as_ctd_value *text)
{
	/* The longest that one character becomes is "[^\x00]". */
	AS_AUTO_FREE char *rewritten = malloc(8 * text->size + 8);
	struct as_ctd_pattern *pattern = calloc(1, sizeof(*pattern));
	struct rewriting rewriting = {
		.run = run, .at = text->text, .end = text->text + text->size, .out = rewritten};
	int result = as_ctd_charge(run, STEPS_OF_PATTERN + 4 * text->size);

	if (result == 0 && (!rewritten || !pattern))
		result = as_error_no_memory(run->error);
	if (result == 0)
		*rewritten = '\0';
	while (result == 0 && rewriting.at < rewriting.end)
		result = put_next(&rewriting);
	if (result == 0)
		*rewriting.out = '\0';
	if (result == 0)
		result = compile(run, pattern, rewritten);
	if (result == 0)
		return pattern;
	as_ctd_pattern_free(pattern);
	return NULL;
}

/* ---- matching -------------------------------------------------------------------------------- */

/* Sets `found` to the result of PCRE2 for the first bytes of a text. */
static int match_window(struct as_ctd_run *run, struct as_ctd_pattern *pattern, const char *text,
	size_t size, uint32_t options, int *found)
{
	int workspace[WORKSPACE];
	int64_t begin_ns = size >= TIMED_WINDOW ? as_ctd_cpu_ns() : 0;

	*found = pcre2_dfa_match(pattern->code, (PCRE2_SPTR)text, size, 0, options, pattern->data,
		pattern->context, workspace, WORKSPACE);
	bool is_late = size >= TIMED_WINDOW && as_ctd_cpu_ns() - begin_ns > MAX_WINDOW_NS;
	if (is_late || (*found == PCRE2_ERROR_PARTIAL && size >= MAX_WINDOW) ||
		(*found < 0 && *found != PCRE2_ERROR_PARTIAL && *found != PCRE2_ERROR_NOMATCH))
		return as_ctd_complain(run, ENOTSUP,
			"a regular expression that takes too long or too much memory");
	return as_ctd_charge(run,
		1 + STEPS_OF_CHARACTER *
				(*found >= 0 ? pcre2_get_ovector_pointer(pattern->data)[1] : size));
}

int as_ctd_pattern_match(struct as_ctd_run *run, struct as_ctd_pattern *pattern, const char *text,
	size_t size, size_t *length)
{
	int found = PCRE2_ERROR_PARTIAL;

	for (size_t window = FIRST_WINDOW; found == PCRE2_ERROR_PARTIAL; window *= 2) {
		bool is_all = window >= size && size <= MAX_WINDOW;
		if (match_window(run, pattern, text, window < size ? window : size,
			    is_all ? 0 : PCRE2_PARTIAL_HARD, &found) < 0)
			return -1;
	}
	*length = found < 0 ? SIZE_MAX : pcre2_get_ovector_pointer(pattern->data)[1];
	return 0;
}
