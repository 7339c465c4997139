/* SPDX-License-Identifier: MIT */
#include "bounds.h"

#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>

#define BLOCK_BYTES 65536
#define EXCERPT_BYTES 40
#define EXCERPT_TEXT_SIZE 36
#define FIRST_CAPACITY 1024
/* How far a read may extend beyond the block's end: a sign and eight digits at a time. */
#define SLACK_BYTES 32

/*
 * Reads a descriptor through one block. Plain values, numbers of at most 18 digits within a block,
 * are read in bulk, eight digits at once; all others byte by byte. A failed read is recorded in
 * `error` at once and then looks like the end of the input. Errors that follow from that come
 * second, and the first cause wins.
 */
struct as_row_reader {
	int fd;
	const char *name;
	struct as_error *error; /* of the current call */
	unsigned line;          /* of the next byte */
	uint64_t line_begin;    /* offset of its first byte */
	uint64_t block_begin;
	size_t used;
	size_t filled;
	bool at_end;
	bool failed;
	uint64_t case_count;                            /* 0 if rows are not counted */
	uint64_t value_count;                           /* of the last row */
	unsigned char block[BLOCK_BYTES + SLACK_BYTES]; /* 0 after the filled part */
};

/* The start and the first bytes of a token, for messages. */
struct token {
	unsigned line;
	unsigned column;
	size_t length; /* of excerpt */
	char excerpt[EXCERPT_BYTES];
};

enum outcome { OUTCOME_NUMBER, OUTCOME_NOT_A_NUMBER, OUTCOME_TOO_BIG };

/* Of the next byte. */
static unsigned column_of(const struct as_row_reader *in)
{
	uint64_t column = in->block_begin + in->used - in->line_begin + 1;
	return column < UINT_MAX ? (unsigned)column : UINT_MAX;
}

static bool refill(struct as_row_reader *in)
{
	ssize_t got;
	do
		got = read(in->fd, in->block, BLOCK_BYTES);
	while (got < 0 && errno == EINTR);
	if (got < 0) {
		/* A folder as standard input, or a failing disk: the input is at fault. */
		const char *why = strerrordesc_np(errno);
		as_error_at(in->error, AS_ERROR_INPUT, in->name, in->line, column_of(in),
			"cannot be read: %s", why ? why : "unknown error");
		in->failed = true;
	}
	in->at_end = got <= 0;
	in->block_begin += in->filled;
	in->used = 0;
	in->filled = got > 0 ? (size_t)got : 0;
	memset(in->block + in->filled, 0, SLACK_BYTES);
	return !in->at_end;
}

/* The next byte, or -1 at the end. */
static int peek(struct as_row_reader *in)
{
	if (in->used == in->filled && (in->at_end || !refill(in)))
		return -1;
	return in->block[in->used];
}

static void step(struct as_row_reader *in)
{
	if (in->block[in->used++] == '\n') {
		in->line++;
		in->line_begin = in->block_begin + in->used;
	}
}

static bool is_space(int byte)
{
	return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static bool is_digit(int byte)
{
	return byte >= '0' && byte <= '9';
}

/* Skips white space; true if a token follows. */
static bool find_token(struct as_row_reader *in)
{
	int byte;
	while (is_space(byte = peek(in)))
		step(in);
	return byte >= 0;
}

static void take_token(struct as_row_reader *in, struct token *token)
{
	if (token->length < EXCERPT_BYTES)
		token->excerpt[token->length++] = (char)in->block[in->used];
	step(in);
}

/* Reads as much of the token as its excerpt needs, never all of a huge one. */
static void take_excerpt(struct as_row_reader *in, struct token *token)
{
	for (int byte = peek(in); byte >= 0 && !is_space(byte) && token->length < EXCERPT_BYTES;
		byte = peek(in))
		take_token(in, token);
}

/* Converts digits to a value, downwards if negative, since INT64_MIN has no positive counterpart.
 */
static enum outcome scan_digits(
	struct as_row_reader *in, struct token *token, bool negative, int64_t *value)
{
	*value = 0;
	for (int byte = peek(in); is_digit(byte); byte = peek(in)) {
		int64_t digit = byte - '0';
		if (__builtin_mul_overflow(*value, 10, value) ||
			__builtin_add_overflow(*value, negative ? -digit : digit, value))
			return OUTCOME_TOO_BIG;
		take_token(in, token);
	}
	return OUTCOME_NUMBER;
}

static enum outcome scan_number(struct as_row_reader *in, struct token *token, int64_t *value)
{
	*token = (struct token){.line = in->line, .column = column_of(in)};
	int byte = peek(in);
	bool negative = byte == '-';
	if (byte == '-' || byte == '+')
		take_token(in, token);
	if (!is_digit(peek(in)))
		return OUTCOME_NOT_A_NUMBER;
	enum outcome outcome = scan_digits(in, token, negative, value);
	byte = peek(in);
	bool ended = byte < 0 || is_space(byte);
	return outcome == OUTCOME_NUMBER && !ended ? OUTCOME_NOT_A_NUMBER : outcome;
}

static int report_error(struct as_row_reader *in, const struct token *token, const char *format,
	...) AS_PRINTF(3, 4);

/* The message ends in ", got 'TOKEN'". */
static int report_error(
	struct as_row_reader *in, const struct token *token, const char *format, ...)
{
	char expected[160];
	char got[EXCERPT_TEXT_SIZE];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(expected, sizeof expected, format, arguments);
	va_end(arguments);
	as_text_printable(token->excerpt, token->length, got, sizeof got);
	return as_error_at(in->error, AS_ERROR_INPUT, in->name, token->line, token->column,
		"%s, got '%s'", expected, got);
}

/* The name of a number in messages: 0 is the count itself, i the i-th value. Made only for an
 * error, since a row has millions of values. */
static const char *name_number(char text[64], const char *name, uint64_t index, uint64_t count)
{
	if (index)
		snprintf(text, 64, "value %" PRIu64 " of %" PRIu64, index, count);
	else
		snprintf(text, 64, "%s", name);
	return text;
}

static int read_number(struct as_row_reader *in, const char *name, uint64_t index, uint64_t count,
	int64_t min, int64_t *value)
{
	char what[64];
	struct token token;
	enum outcome outcome = scan_number(in, &token, value);
	if (outcome == OUTCOME_NUMBER && *value >= min)
		return 0;
	take_excerpt(in, &token);
	name_number(what, name, index, count);
	if (outcome == OUTCOME_NOT_A_NUMBER)
		return report_error(in, &token, "expected %s, a whole number", what);
	if (outcome == OUTCOME_TOO_BIG)
		return report_error(in, &token, "%s must lie between -2^63 and 2^63 - 1", what);
	return report_error(in, &token, "%s must be at least %" PRId64, what, min);
}

static int complain_of_end(struct as_row_reader *in, const char *expected)
{
	return as_error_at(in->error, AS_ERROR_INPUT, in->name, in->line, column_of(in),
		"expected %s, but the input ends here", expected);
}

static int read_count(struct as_row_reader *in, const char *name, const char *of, uint64_t *count)
{
	char expected[64];
	int64_t value = 0;
	snprintf(expected, sizeof expected, "%s, the number of %s", name, of);
	if (!find_token(in))
		return complain_of_end(in, expected);
	if (read_number(in, name, 0, 0, 1, &value))
		return -1;
	*count = (uint64_t)value;
	return 0;
}

/* Converts eight digit values, the first in the lowest byte, to a number: pairs, fours, all. */
static int64_t join_digits(uint64_t digits)
{
	digits = (digits * 10 + (digits >> 8)) & 0x00ff00ff00ff00ff;
	digits = (digits * 100 + (digits >> 16)) & 0x0000ffff0000ffff;
	return (int64_t)((digits * 10000 + (digits >> 32)) & 0xffffffff);
}

/* Parses a number of at most 18 digits followed by white space: returns the address of the white
 * space, or NULL. */
static const unsigned char *scan_plain(const unsigned char *at, int64_t *value)
{
	uint64_t digits;
	bool negative = *at == '-';
	at += negative;
	memcpy(&digits, at, sizeof digits);
	digits = le64toh(digits) ^ 0x3030303030303030;
	/* The lowest set bit is in the first byte that is not a digit; carries only go upwards. */
	uint64_t others = ((digits + 0x7676767676767676) | digits) & 0x8080808080808080;
	unsigned count = others ? (unsigned)__builtin_ctzll(others) / 8 : 8;
	if (count == 0)
		return NULL;
	int64_t number = join_digits(digits << (64 - 8 * count));
	at += count;
	if (count == 8)
		for (; is_digit(*at) && count < 18; count++)
			number = number * 10 + (*at++ - '0');
	*value = negative ? -number : number;
	return is_space(*at) ? at : NULL;
}

/* Reads plain values of at least `min` while the block has some; returns their number. The zeros
 * after the block end every loop. */
static size_t read_plain(struct as_row_reader *in, size_t count, int64_t min, int64_t *values)
{
	const unsigned char *at = in->block + in->used;
	size_t done = 0;
	while (done < count) {
		for (; is_space(*at); at++)
			if (*at == '\n') {
				in->line++;
				in->line_begin = in->block_begin + (size_t)(at + 1 - in->block);
			}
		const unsigned char *end = scan_plain(at, &values[done]);
		if (!end || values[done] < min)
			break;
		at = end;
		done++;
	}
	in->used = (size_t)(at - in->block);
	return done;
}

static int make_room(struct as_row *row, struct as_error *error)
{
	if (row->count < row->capacity)
		return 0;
	size_t wanted = row->capacity ? 2 * row->capacity : FIRST_CAPACITY;
	int64_t *grown = reallocarray(row->values, wanted, sizeof *grown);
	if (!grown)
		return as_error_no_memory(error);
	row->values = grown;
	row->capacity = wanted;
	return 0;
}

/* Like read_plain, but adds magnitudes to *sum. Stops before a value that would exceed the bound; a
 * second search, which is rare, then finds its place. */
static void read_summed(
	struct as_row_reader *in, size_t count, int64_t min, struct as_row *row, uint64_t *sum)
{
	const unsigned line = in->line;
	const uint64_t line_begin = in->line_begin;
	const size_t used = in->used;
	int64_t *values = row->values + row->count;
	size_t done = read_plain(in, count, min, values);
	size_t fit = as_bounds_add(values, done, sum);

	row->count += fit;
	if (fit == done)
		return;
	in->line = line;
	in->line_begin = line_begin;
	in->used = used;
	(void)read_plain(in, fit, min, values);
}

/* Reads a value that is not plain, or reports one that exceeds the bound. */
static int read_odd(
	struct as_row_reader *in, uint64_t count, int64_t min, struct as_row *row, uint64_t *sum)
{
	char what[64];
	struct token token;
	const uint64_t index = row->count + 1;
	int64_t *value = &row->values[row->count];
	if (!find_token(in))
		return complain_of_end(in, name_number(what, "", index, count));
	token = (struct token){.line = in->line, .column = column_of(in)};
	if (read_number(in, "", index, count, min, value))
		return -1;
	if (as_bounds_add(value, 1, sum) == 0) {
		token.length =
			(size_t)snprintf(token.excerpt, sizeof(token.excerpt), "%" PRId64, *value);
		return report_error(in, &token,
			"the magnitudes of the first %" PRIu64
			" values must sum to at most 2^63 - 1",
			index);
	}
	row->count++;
	return 0;
}

static int read_values(struct as_row_reader *in, uint64_t count, int64_t min, struct as_row *row)
{
	uint64_t sum = 0;
	for (row->count = 0; row->count < count;) {
		if (make_room(row, in->error))
			return -1;
		size_t free_count = row->capacity - row->count;
		uint64_t missing = count - row->count;
		read_summed(in, missing < free_count ? missing : free_count, min, row, &sum);
		if (row->count < count && row->count < row->capacity &&
			read_odd(in, count, min, row, &sum))
			return -1;
	}
	in->value_count = count;
	return 0;
}

struct as_row_reader *as_row_reader_new(int fd, const char *name, struct as_error *error)
{
	struct as_row_reader *in = calloc(1, sizeof *in);
	if (!in) {
		as_error_no_memory(error);
		return NULL;
	}
	in->fd = fd;
	in->name = name;
	in->line = 1;
	return in;
}

void as_row_reader_free(struct as_row_reader *in)
{
	free(in);
}

int as_row_reader_cases(struct as_row_reader *in, uint64_t *count, struct as_error *error)
{
	in->error = error;
	in->case_count = 0;
	if (read_count(in, "T", "cases", count))
		return -1;
	in->case_count = *count;
	return 0;
}

int as_row_reader_row(
	struct as_row_reader *in, int64_t min, struct as_row *row, struct as_error *error)
{
	uint64_t count = 0;
	in->error = error;
	if (!read_count(in, "n", "values", &count) && !read_values(in, count, min, row))
		return 0;
	as_row_clear(row);
	return -1;
}

int as_row_reader_end(struct as_row_reader *in, struct as_error *error)
{
	in->error = error;
	if (!find_token(in))
		return in->failed ? -1 : 0;
	struct token token = {.line = in->line, .column = column_of(in)};
	take_excerpt(in, &token);
	if (in->case_count)
		return report_error(in, &token,
			"expected the end of the input after %" PRIu64 " cases", in->case_count);
	return report_error(in, &token, "expected the end of the input after %" PRIu64 " values",
		in->value_count);
}

void as_row_clear(struct as_row *row)
{
	if (!row)
		return;
	free(row->values);
	*row = (struct as_row){0};
}
