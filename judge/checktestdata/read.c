/* SPDX-License-Identifier: MIT */
/* Reads an input by a script: the first part that differs rejects it. */
#include "tree.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

/* A script that compares each pair of some thousand values also ends. */
#define BASE_STEPS 20000000
#define STEPS_OF_BYTE 64
/* Some 150 MB. */
#define MAX_VALUES 1100000
#define SHOWN_BYTES 40

struct reader {
	struct as_ctd_run run;
	const struct as_ctd_check_request *request;
	size_t at;
	struct as_ctd_pattern **patterns; /* by place */
	bool is_rejected;
	char *reason;
	size_t reason_size;
};

static struct reader *reader_of(struct as_ctd_run *run)
{
	return run->context;
}

/* -1: the end. */
static int char_at(const struct reader *reader, size_t at)
{
	return at < reader->request->size ? (unsigned char)reader->request->input[at] : -1;
}

/* ---- reasons --------------------------------------------------------------------------------- */

/* The word at a place, or the name of the blank there. */
static void name_found(const struct reader *reader, size_t at, char found[4 * SHOWN_BYTES + 8])
{
	static const struct {
		int c;
		const char *name;
	} names[] = {{-1, "the end of the input"}, {'\n', "a line feed"}, {' ', "a space"},
		{'\t', "a tab"}, {'\r', "a carriage return"}};
	char word[4 * SHOWN_BYTES];
	size_t end = at;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (char_at(reader, at) == names[i].c) {
			strcpy(found, names[i].name);
			return;
		}
	while (end - at < SHOWN_BYTES && char_at(reader, end) > ' ')
		end++;
	end += end == at;
	as_text_printable(reader->request->input + at, end - at, word, sizeof(word));
	sprintf(found, "'%s'", word);
}

/* Notes why the input is rejected; `expected` NULL: by an ASSERT. Returns -1. */
static int reject(struct reader *reader, size_t at, const char *expected)
{
	char found[4 * SHOWN_BYTES + 8], problem[512] = "ASSERT does not hold", text[640];
	size_t line = 1, start = 0;

	for (size_t i = 0; i < at; i++)
		if (reader->request->input[i] == '\n') {
			line++;
			start = i + 1;
		}
	name_found(reader, at, found);
	if (expected)
		snprintf(problem, sizeof(problem), "expected %s, found %s", expected, found);
	int length = snprintf(
		text, sizeof(text), "line %zu, column %zu: %s (", line, at - start + 1, problem);
	if (reader->run.line)
		length += snprintf(text + length, sizeof(text) - (size_t)length,
			"line %u of the script)", reader->run.line);
	else
		length += snprintf(
			text + length, sizeof(text) - (size_t)length, "end of the script)");
	as_text_printable(text, (size_t)length, reader->reason, reader->reason_size);
	reader->is_rejected = true;
	return -1;
}

static int reject_quoted(
	struct reader *reader, size_t at, const char *what, const struct as_ctd_value *text)
{
	char shown[160], expected[200];

	as_text_printable(text->text, text->size, shown, sizeof(shown));
	snprintf(expected, sizeof(expected), "%s'%s'", what, shown);
	return reject(reader, at, expected);
}

static int reject_range(struct reader *reader, size_t at, const char *what,
	const struct as_ctd_value *lo, const struct as_ctd_value *hi)
{
	char low[64], high[64], expected[200];

	snprintf(expected, sizeof(expected), "%s from %s to %s", what,
		as_ctd_number_format(lo, low), as_ctd_number_format(hi, high));
	return reject(reader, at, expected);
}

/* ---- blanks and texts ------------------------------------------------------------------------ */

/* Any blank but a line feed. */
static bool is_blank(int c)
{
	return c >= 0 && c != '\n' && isspace(c);
}

static void skip_blanks(struct reader *reader)
{
	while (is_blank(char_at(reader, reader->at)))
		reader->at++;
}

static int read_lenient(struct reader *reader, bool is_space)
{
	size_t start = reader->at;

	skip_blanks(reader);
	if (is_space)
		return reader->at > start ? 0 : reject(reader, start, "a blank");
	if (char_at(reader, reader->at) != '\n')
		return reject(reader, reader->at, "a line feed");
	reader->at++;
	skip_blanks(reader);
	return 0;
}

static int read_text(struct as_ctd_run *run, const struct as_ctd_value *text, bool blank)
{
	struct reader *reader = reader_of(run);
	size_t same = 0;

	if (blank && reader->request->is_lenient)
		return read_lenient(reader, *text->text == ' ');
	while (same < text->size &&
		char_at(reader, reader->at + same) == (unsigned char)text->text[same])
		same++;
	if (same == text->size) {
		reader->at += same;
		return 0;
	}
	if (blank || text->size == 1)
		return *text->text == ' '    ? reject(reader, reader->at, "a space")
		       : *text->text == '\n' ? reject(reader, reader->at, "a line feed")
					     : reject_quoted(reader, reader->at, "", text);
	return reject_quoted(reader, reader->at + same, "the text ", text);
}

/* ---- numbers --------------------------------------------------------------------------------- */

static size_t skip_digits(const struct reader *reader, size_t at)
{
	while (char_at(reader, at) >= '0' && char_at(reader, at) <= '9')
		at++;
	return at;
}

static int read_integer(
	struct as_ctd_run *run, as_ctd_digits lo, as_ctd_digits hi, as_ctd_digits *value)
{
	struct reader *reader = reader_of(run);
	const struct as_ctd_value low = {.type = AS_CTD_IS_INTEGER, .digits = lo},
				  high = {.type = AS_CTD_IS_INTEGER, .digits = hi};
	size_t start = reader->at, first = start + (char_at(reader, start) == '-');
	size_t end = skip_digits(reader, first);
	struct as_ctd_value number;

	if (end == first)
		return reject_range(reader, start, "an integer", &low, &high);
	if (char_at(reader, first) == '0' && (end - first > 1 || first > start))
		return reject(reader, start, "an integer without a leading 0, and not -0");
	/* A number that is too long is beyond the bounds, which are not. */
	if (as_ctd_charge(run, (end - start) / 16) < 0)
		return -1;
	if (!as_ctd_number_parse(reader->request->input + start, end - start, &number) ||
		number.digits < lo || number.digits > hi)
		return reject_range(reader, start, "an integer", &low, &high);
	*value = number.digits;
	reader->at = end;
	return 0;
}

/* Where the parts of a number end. */
struct parts {
	size_t whole, dot, end; /* `dot`: where the decimals end */
	bool has_exponent;
};

/* Sets the ends; false, with what was expected: the form is wrong there. */
static const char *scan_real(const struct reader *reader, const struct as_ctd_float *wanted,
	struct parts *parts, size_t *wrong)
{
	size_t first = reader->at + (char_at(reader, reader->at) == '-');

	*wrong = reader->at;
	parts->whole = parts->dot = skip_digits(reader, first);
	if (parts->whole == first)
		return "a number";
	if (char_at(reader, first) == '0' && parts->whole - first > 1)
		return "a number without a leading 0";
	if (char_at(reader, parts->whole) == '.') {
		parts->dot = skip_digits(reader, parts->whole + 1);
		if (parts->dot == parts->whole + 1)
			return "a number with a digit after its point";
	}
	parts->end = parts->dot;
	parts->has_exponent = !wanted->is_fixed && (char_at(reader, parts->dot) == 'e' ||
							   char_at(reader, parts->dot) == 'E');
	if (!parts->has_exponent)
		return wanted->is_scientific ? "a number with an exponent" : NULL;
	size_t digits = parts->dot + 1;
	digits += char_at(reader, digits) == '-' || char_at(reader, digits) == '+';
	parts->end = skip_digits(reader, digits);
	if (parts->end == digits)
		return "a number with a digit in its exponent";
	if (char_at(reader, digits) == '0' && parts->end - digits > 1)
		return "a number without a leading 0 in its exponent";
	if (wanted->has_decimals && (char_at(reader, first) == '0' || parts->whole - first > 1 ||
					    parts->dot == parts->whole))
		return "a number with one digit, which is not 0, before its point";
	return NULL;
}

static int read_real(
	struct as_ctd_run *run, const struct as_ctd_float *wanted, struct as_ctd_value *value)
{
	struct reader *reader = reader_of(run);
	struct parts parts;
	size_t start = reader->at, wrong;
	const char *expected = scan_real(reader, wanted, &parts, &wrong);

	if (expected)
		return reject(reader, wrong, expected);
	size_t decimals = parts.dot - parts.whole - (parts.dot > parts.whole);
	if (wanted->has_decimals &&
		(decimals < (size_t)wanted->min || decimals > (size_t)wanted->max)) {
		char text[80];
		snprintf(text, sizeof(text), "a number with %d to %d decimals", wanted->min,
			wanted->max);
		return reject(reader, start, text);
	}
	if (as_ctd_charge(run, (parts.end - start) / 16) < 0)
		return -1;
	if (!as_ctd_number_parse(reader->request->input + start, parts.end - start, value))
		return as_ctd_complain(
			run, ENOTSUP, "a number of more than 38 digits in the input");
	value->type = AS_CTD_IS_REAL;
	if (as_ctd_number_compare(value, &wanted->lo) < 0 ||
		as_ctd_number_compare(value, &wanted->hi) > 0)
		return reject_range(reader, start, "a number", &wanted->lo, &wanted->hi);
	reader->at = parts.end;
	return 0;
}

/* ---- the rest -------------------------------------------------------------------------------- */

static int read_regex(struct as_ctd_run *run, uint32_t place, const struct as_ctd_value *pattern,
	struct as_ctd_value *text)
{
	struct reader *reader = reader_of(run);
	const char *input = reader->request->input + reader->at;
	/* Patterns that may change share one place. */
	struct as_ctd_pattern **compiled = &reader->patterns[place];
	size_t length;

	if (!place) {
		as_ctd_pattern_free(*compiled);
		*compiled = NULL;
	}
	if (!*compiled && !(*compiled = as_ctd_pattern_new(run, pattern)))
		return -1;
	if (as_ctd_pattern_match(
		    run, *compiled, input, reader->request->size - reader->at, &length) < 0)
		return -1;
	if (length == SIZE_MAX)
		return reject_quoted(reader, reader->at, "text that matches ", pattern);
	*text = (struct as_ctd_value){.type = AS_CTD_IS_TEXT, .text = input, .size = length};
	reader->at += length;
	return 0;
}

static int read_next(struct as_ctd_run *run, const struct as_ctd_value *chars, bool *holds)
{
	const struct reader *reader = reader_of(run);
	int next = char_at(reader, reader->at);

	*holds = next >= 0 && chars->size && memchr(chars->text, next, chars->size);
	return as_ctd_charge(run, as_ctd_value_weight(chars));
}

static int read_at_end(struct as_ctd_run *run, bool *holds)
{
	*holds = char_at(reader_of(run), reader_of(run)->at) < 0;
	return 0;
}

static int read_end(struct as_ctd_run *run)
{
	struct reader *reader = reader_of(run);

	return char_at(reader, reader->at) < 0 ? 0
					       : reject(reader, reader->at, "the end of the input");
}

static int read_failed(struct as_ctd_run *run)
{
	return reject(reader_of(run), reader_of(run)->at, NULL);
}

static const struct as_ctd_device device = {.text = read_text,
	.integer = read_integer,
	.real = read_real,
	.regex = read_regex,
	.next_is = read_next,
	.at_end = read_at_end,
	.end = read_end,
	.failed = read_failed};

int as_ctd_check(const struct as_ctd *ctd, const struct as_ctd_check_request *request,
	bool *accepted, char *reason, size_t reason_size, struct as_error *error)
{
	struct reader reader = {.request = request,
		.reason = reason,
		.reason_size = reason_size,
		.run = {.ctd = ctd,
			.device = &device,
			.max_steps = request->max_steps
					     ? request->max_steps
					     : BASE_STEPS + STEPS_OF_BYTE * (uint64_t)request->size,
			.max_values = MAX_VALUES,
			.end_cpu_ns =
				request->cpu_time_ns ? as_ctd_cpu_ns() + request->cpu_time_ns : 0,
			.cancel = request->cancel,
			.error = error}};

	*reason = '\0';
	reader.run.context = &reader;
	reader.patterns = calloc(ctd->count, sizeof(struct as_ctd_pattern *));
	if (!reader.patterns)
		return as_error_no_memory(error);
	if (request->is_lenient)
		skip_blanks(&reader);
	int result = as_ctd_run(&reader.run);
	for (size_t i = 0; i < ctd->count; i++)
		as_ctd_pattern_free(reader.patterns[i]);
	free(reader.patterns);
	*accepted = result == 0;
	return reader.is_rejected ? 0 : result;
}
