/* SPDX-License-Identifier: MIT */
/*
 * The default output check. Most outputs are equal to the answer, byte for byte. So both files are
 * read in blocks, and the fast path skips their equal part at the speed of memcmp, up to the end of
 * its last token. From there the slow path compares token by token, before the fast path is tried
 * again. The slow path would accept whatever the fast path skips, under any flags: a number is
 * within any tolerance of itself.
 */
#include "check.h"
#include "check_stream.h"
#include <string.h>

#define BLOCK_BYTES 262144
/* If the fast path skips less than this, it is not tried in the next SLOW_BYTES. */
#define WORTHWHILE_BYTES 128
#define SLOW_BYTES 4096
/* The maximum part of a token in feedback: longer than the feedback has space for, so that
 * truncation is visible. */
#define EXCERPT_BYTES 64
#define EXCERPT_TEXT_SIZE 44

enum outcome { GO_ON, ACCEPTED, REJECTED, FAILED };

struct comparison {
	struct check_stream output;
	struct check_stream answer;
	const struct as_check_flags *flags;
	size_t number_bytes;
	unsigned char fold[256]; /* bytes that count as equal have equal values here; all white
				    space is ' ' */
	size_t slow_bytes;       /* the distance until the fast path is tried again */
	uint64_t token_count;    /* compared and accepted */
	uint64_t line_count;     /* line feeds passed in the output */
	char *feedback;
	struct as_error *error;
};

struct token {
	const unsigned char *text;
	size_t length;
	bool whole; /* false: it continues beyond the buffer */
};

/* ---- feedback ---- */

/* A printable excerpt of a token. */
struct excerpt {
	unsigned char bytes[EXCERPT_BYTES];
	size_t length;
};

static struct excerpt excerpt_take(const struct token *token)
{
	struct excerpt excerpt = {
		.length = token->length < EXCERPT_BYTES ? token->length : EXCERPT_BYTES};
	memcpy(excerpt.bytes, token->text, excerpt.length);
	return excerpt;
}

static char *excerpt_text(const struct excerpt *excerpt, char text[EXCERPT_TEXT_SIZE])
{
	return as_text_printable(
		(const char *)excerpt->bytes, excerpt->length, text, EXCERPT_TEXT_SIZE);
}

static enum outcome reject_difference(
	struct comparison *c, const struct excerpt *expected, const struct excerpt *got)
{
	char expected_text[EXCERPT_TEXT_SIZE], got_text[EXCERPT_TEXT_SIZE];
	snprintf(c->feedback, AS_CHECK_FEEDBACK_SIZE, "token %ju (line %ju): expected %s, got %s",
		(uintmax_t)c->token_count + 1, (uintmax_t)c->line_count + 1,
		excerpt_text(expected, expected_text), excerpt_text(got, got_text));
	return REJECTED;
}

static const char *byte_name(int byte)
{
	static const char *const names[] = {
		"a tab", "a line feed", "a vertical tab", "a form feed", "a carriage return"};
	if (byte >= '\t' && byte <= '\r')
		return names[byte - '\t'];
	return byte < 0 ? "the end" : byte == ' ' ? "a space" : "a token";
}

static enum outcome reject_space(struct comparison *c, int expected, int got)
{
	snprintf(c->feedback, AS_CHECK_FEEDBACK_SIZE,
		"white space before token %ju (line %ju): expected %s, got %s",
		(uintmax_t)c->token_count + 1, (uintmax_t)c->line_count + 1, byte_name(expected),
		byte_name(got));
	return REJECTED;
}

/* ---- the next token of a stream ---- */

/*
 * The token at stream->used, as far as it fits into the buffer. The caller knows that it has at
 * least `length` bytes.
 */
static int token_take(
	struct comparison *c, struct check_stream *stream, size_t length, struct token *token)
{
	for (;;) {
		const unsigned char *text = stream->buffer + stream->used;
		while (!as_check_is_space(text[length]))
			length++;
		bool ended = stream->used + length < stream->filled || stream->at_end;
		*token = (struct token){text, length, ended};
		if (ended || length == stream->capacity)
			return 0;
		if (check_stream_fill(stream, c->error) < 0)
			return -1;
	}
}

/* One file has a token and the other has ended. */
static enum outcome reject_count(struct comparison *c, struct check_stream *longer)
{
	struct token token;
	char text[EXCERPT_TEXT_SIZE];
	if (token_take(c, longer, 0, &token) < 0)
		return FAILED;
	struct excerpt excerpt = excerpt_take(&token);
	excerpt_text(&excerpt, text);
	uintmax_t number = c->token_count + 1;
	if (longer == &c->answer)
		snprintf(c->feedback, AS_CHECK_FEEDBACK_SIZE, "missing token %ju: expected %s",
			number, text);
	else
		snprintf(c->feedback, AS_CHECK_FEEDBACK_SIZE, "extra token %ju: %s", number, text);
	return REJECTED;
}

/* ---- white space ---- */

/* Reads until there is a byte at stream->used, or the file has ended. */
static int stream_need(struct comparison *c, struct check_stream *stream)
{
	if (stream->used < stream->filled || stream->at_end)
		return 0;
	return check_stream_fill(stream, c->error);
}

static int skip_space(struct comparison *c, struct check_stream *stream, uint64_t *line_count)
{
	do {
		if (stream_need(c, stream) < 0)
			return -1;
		while (stream->used < stream->filled &&
			as_check_is_space(stream->buffer[stream->used]))
			*line_count += stream->buffer[stream->used++] == '\n';
	} while (stream->used == stream->filled && !stream->at_end);
	return 0;
}

static int next_byte(const struct check_stream *stream)
{
	return stream->used < stream->filled ? stream->buffer[stream->used] : -1;
}

static bool is_space_or_end(int byte)
{
	return byte < 0 || as_check_is_space((unsigned char)byte);
}

static enum outcome same_space(struct comparison *c)
{
	for (;;) {
		if (stream_need(c, &c->output) < 0 || stream_need(c, &c->answer) < 0)
			return FAILED;
		int got = next_byte(&c->output), expected = next_byte(&c->answer);
		bool got_space = got >= 0 && is_space_or_end(got);
		bool expected_space = expected >= 0 && is_space_or_end(expected);
		if (!got_space && !expected_space)
			return GO_ON;
		if (got != expected)
			return reject_space(c, expected, got);
		c->line_count += got == '\n';
		c->output.used++;
		c->answer.used++;
	}
}

/* Passes the white space before the next token of both. */
static enum outcome compare_space(struct comparison *c)
{
	uint64_t answer_lines = 0;
	if (c->flags->space_change_sensitive) {
		enum outcome outcome = same_space(c);
		if (outcome != GO_ON)
			return outcome;
	} else if (skip_space(c, &c->output, &c->line_count) < 0 ||
		   skip_space(c, &c->answer, &answer_lines) < 0) {
		return FAILED;
	}
	bool output_ended = next_byte(&c->output) < 0, answer_ended = next_byte(&c->answer) < 0;
	if (output_ended && answer_ended)
		return ACCEPTED;
	if (!output_ended && !answer_ended)
		return GO_ON;
	return reject_count(c, output_ended ? &c->answer : &c->output);
}

/* ---- tokens ---- */

static bool is_near(
	const struct comparison *c, const struct token *got, const struct token *expected)
{
	return got->whole && got->length <= c->number_bytes && expected->whole &&
	       expected->length <= c->number_bytes &&
	       as_check_number_near(c->flags, (const char *)got->text, got->length,
		       (const char *)expected->text, expected->length);
}

/* The first `same` bytes are known to be equal. */
static bool is_same_text(const struct comparison *c, const struct token *got,
	const struct token *expected, size_t same)
{
	if (!got->whole || !expected->whole || got->length != expected->length)
		return false;
	for (size_t i = same; i < got->length; i++)
		if (c->fold[got->text[i]] != c->fold[expected->text[i]])
			return false;
	return true;
}

/* Two tokens that both exceed the buffer: compared as text, byte by byte, whatever their length. */
static enum outcome compare_long(
	struct comparison *c, const struct token *got, const struct token *expected)
{
	struct excerpt got_excerpt = excerpt_take(got), expected_excerpt = excerpt_take(expected);
	for (;;) {
		if (stream_need(c, &c->output) < 0 || stream_need(c, &c->answer) < 0)
			return FAILED;
		unsigned char x = c->fold[c->output.buffer[c->output.used]];
		unsigned char y = c->fold[c->answer.buffer[c->answer.used]];
		if (x != y)
			return reject_difference(c, &expected_excerpt, &got_excerpt);
		if (x == ' ')
			break;
		c->output.used++;
		c->answer.used++;
	}
	c->token_count++;
	return GO_ON;
}

/* Two tokens that differ after `same` bytes, or that are not entirely in the buffers. */
static enum outcome compare_different(struct comparison *c, size_t same)
{
	struct token got, expected;
	if (token_take(c, &c->output, same, &got) < 0 ||
		token_take(c, &c->answer, same, &expected) < 0)
		return FAILED;
	if (!got.whole && !expected.whole)
		return compare_long(c, &got, &expected);
	if (!is_same_text(c, &got, &expected, same) && !is_near(c, &got, &expected)) {
		struct excerpt got_excerpt = excerpt_take(&got);
		struct excerpt expected_excerpt = excerpt_take(&expected);
		return reject_difference(c, &expected_excerpt, &got_excerpt);
	}
	c->output.used += got.length;
	c->answer.used += expected.length;
	c->token_count++;
	return GO_ON;
}

/* Compares the tokens at both streams' `used`. */
static enum outcome compare_token(struct comparison *c)
{
	const unsigned char *output = c->output.buffer + c->output.used;
	const unsigned char *answer = c->answer.buffer + c->answer.used;
	size_t length = 0;
	unsigned char byte;
	/* The space after each buffer's last byte ends this loop. */
	while ((byte = c->fold[output[length]]) == c->fold[answer[length]] && byte != ' ')
		length++;
	bool whole = c->output.used + length < c->output.filled &&
		     c->answer.used + length < c->answer.filled;
	if (c->fold[answer[length]] != byte || !whole)
		return compare_different(c, length);
	c->output.used += length;
	c->answer.used += length;
	c->token_count++;
	return GO_ON;
}

/* ---- the whole ---- */

/* The fast path: skips the equal part, up to the end of its last token. */
static void skip_equal(struct comparison *c)
{
	size_t size = c->output.filled - c->output.used;
	if (size > c->answer.filled - c->answer.used)
		size = c->answer.filled - c->answer.used;
	const unsigned char *text = c->output.buffer + c->output.used;
	size_t same = check_common_prefix(text, c->answer.buffer + c->answer.used, size);
	size_t passed = same;
	while (passed > 0 && !as_check_is_space(text[passed - 1]))
		passed--;
	check_count(text, passed, &c->token_count, &c->line_count);
	c->output.used += passed;
	c->answer.used += passed;
	if (passed < WORTHWHILE_BYTES && same < size)
		c->slow_bytes = SLOW_BYTES;
}

static void slow_bytes_pass(struct comparison *c, size_t size)
{
	c->slow_bytes -= size < c->slow_bytes ? size : c->slow_bytes;
}

static enum outcome compare_all(struct comparison *c)
{
	for (;;) {
		if (c->slow_bytes == 0)
			skip_equal(c);
		enum outcome outcome = compare_space(c);
		if (outcome != GO_ON)
			return outcome;
		size_t before = c->answer.used;
		outcome = compare_token(c);
		if (outcome != GO_ON)
			return outcome;
		/* A refill moves `used` back. Then this counts too much, which costs one more
		 * attempt. */
		slow_bytes_pass(c, c->answer.used - before + 1);
	}
}

static void fold_init(struct comparison *c)
{
	for (unsigned byte = 0; byte < sizeof c->fold; byte++) {
		c->fold[byte] = as_check_fold(c->flags, (unsigned char)byte);
		if (as_check_is_space((unsigned char)byte))
			c->fold[byte] = ' ';
	}
}

static int comparison_open(struct comparison *c, int output_fd, int answer_fd,
	const struct check_tuning *tuning, struct as_error *error)
{
	/* A number must be entirely in the buffer, with one byte more, which shows that it ends. */
	size_t kept = tuning->number_bytes + 1;
	if (kept < EXCERPT_BYTES)
		kept = EXCERPT_BYTES;
	if (check_stream_init(&c->output, output_fd, "output", kept, tuning->block_bytes, error) <
		0)
		return -1;
	return check_stream_init(&c->answer, answer_fd, "answer", kept, tuning->block_bytes, error);
}

static void comparison_close(struct comparison *c)
{
	check_stream_clear(&c->output);
	check_stream_clear(&c->answer);
}

int check_compare(int output_fd, int answer_fd, const struct as_check_flags *flags,
	const struct check_tuning *tuning, bool *accepted, char feedback[AS_CHECK_FEEDBACK_SIZE],
	struct as_error *error)
{
	AS_AUTO(comparison_close)
	struct comparison c = {
		.flags = flags,
		.number_bytes = tuning->number_bytes,
		.feedback = feedback,
		.error = error,
	};
	*accepted = false;
	feedback[0] = '\0';
	fold_init(&c);
	if (comparison_open(&c, output_fd, answer_fd, tuning, error) < 0)
		return -1;
	enum outcome outcome = compare_all(&c);
	if (outcome == FAILED)
		return -1;
	*accepted = outcome == ACCEPTED;
	return 0;
}

int as_check_default(int output_fd, int answer_fd, const struct as_check_flags *flags,
	bool *accepted, char feedback[AS_CHECK_FEEDBACK_SIZE], struct as_error *error)
{
	static const struct check_tuning tuning = {BLOCK_BYTES, AS_CHECK_NUMBER_BYTES};
	return check_compare(output_fd, answer_fd, flags, &tuning, accepted, feedback, error);
}
