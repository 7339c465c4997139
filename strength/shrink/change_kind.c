/* SPDX-License-Identifier: MIT */
/* The kinds of changes of a text. */
#include "change_kind.h"

#include <string.h>

#define MAX_DECIMAL_BYTES 40

/* ---- places ---- */

static const struct as_token *place_token(const struct as_change_place *place)
{
	return &place->model->tokens[place->index];
}

static const char *place_text(const struct as_change_place *place)
{
	return place->model->text + place_token(place)->start;
}

/* Digits, a point, and digits. */
static bool is_decimal(const char *text, size_t size)
{
	const size_t sign = size && *text == '-';
	size_t whole = 0, part = 0, at = sign;

	for (; at < size && text[at] >= '0' && text[at] <= '9'; at++)
		whole++;
	if (at == size || text[at++] != '.' || size > MAX_DECIMAL_BYTES)
		return false;
	for (; at < size && text[at] >= '0' && text[at] <= '9'; at++)
		part++;
	return at == size && whole && part;
}

static bool fits_integer(const struct as_change_place *place)
{
	return place_token(place)->is_number;
}

static bool fits_number(const struct as_change_place *place)
{
	return fits_integer(place) || is_decimal(place_text(place), place_token(place)->size);
}

static bool fits_unsigned(const struct as_change_place *place)
{
	return fits_integer(place) && place_token(place)->value >= 0;
}

static bool fits_word(const struct as_change_place *place)
{
	return !fits_number(place);
}

static bool is_same_token(const struct as_model *model, size_t a, size_t b)
{
	const struct as_token *one = &model->tokens[a], *other = &model->tokens[b];

	return one->size == other->size &&
	       memcmp(model->text + one->start, model->text + other->start, one->size) == 0;
}

static bool fits_pair(const struct as_change_place *place)
{
	const size_t next = place->index + 1;

	return next < place->model->token_count && !is_same_token(place->model, place->index, next);
}

static bool fits_one_of_many(const struct as_change_place *place)
{
	return place->model->token_count > 1;
}

static bool fits_line(const struct as_change_place *place)
{
	const struct as_line *line = &place->model->lines[place->index];

	return line->count && line->count < place->model->token_count;
}

/* Between two tokens of a line. */
static bool fits_blank(const struct as_change_place *place)
{
	const char *text = place->model->text;
	const size_t at = place->index;

	return text[at] == ' ' && at > 0 && at + 1 < place->model->size &&
	       !strchr(" \t\r\n", text[at - 1]) && !strchr(" \t\r\n", text[at + 1]);
}

static bool fits_newline(const struct as_change_place *place)
{
	return place->model->text[place->index] == '\n';
}

static bool fits_last_newline(const struct as_change_place *place)
{
	return fits_newline(place) && place->index + 1 == place->model->size;
}

/* ---- edits ---- */

static void word_set(struct as_edit *edit, size_t token, struct as_bytes *word)
{
	edit->token_edits[token].word = word->data;
	edit->token_edits[token].word_size = word->size;
}

/* Sets the token to `before`, then itself, then `after`. */
static void token_wrap(const struct as_change_place *place, struct as_edit *edit,
	struct as_bytes *word, const char *before, const char *after)
{
	const size_t head = strlen(before), size = place_token(place)->size, tail = strlen(after);

	word->data = malloc(head + size + tail + 1);
	word->size = word->data ? head + size + tail : 0;
	if (word->data) {
		memcpy(word->data, before, head);
		memcpy(word->data + head, place_text(place), size); /* may contain NUL */
		memcpy(word->data + head + size, after, tail + 1);
	}
	word_set(edit, place->index, word);
}

static void token_set(const struct as_change_place *place, struct as_edit *edit,
	struct as_bytes *word, const char *text)
{
	word->data = as_text_format(NULL, "%s", text);
	word->size = word->data ? strlen(word->data) : 0;
	word_set(edit, place->index, word);
}

static void edit_word(
	const struct as_change_place *place, struct as_edit *edit, struct as_bytes *word)
{
	token_set(place, edit, word, "x");
}

static void edit_nan(
	const struct as_change_place *place, struct as_edit *edit, struct as_bytes *word)
{
	token_set(place, edit, word, "nan");
}

static void edit_tail(
	const struct as_change_place *place, struct as_edit *edit, struct as_bytes *word)
{
	token_wrap(place, edit, word, "", "x");
}

static void edit_sign(
	const struct as_change_place *place, struct as_edit *edit, struct as_bytes *word)
{
	token_wrap(place, edit, word, "+", "");
}

static void edit_zero(
	const struct as_change_place *place, struct as_edit *edit, struct as_bytes *word)
{
	token_wrap(place, edit, word, "0", "");
}

/* An integer beyond 64 bits stays as it is, so the change is left out. */
static void number_move(
	const struct as_change_place *place, struct as_edit *edit, struct as_bytes *word, int by)
{
	const struct as_token *token = place_token(place);
	char text[MAX_DECIMAL_BYTES + 1] = "", moved[2 * MAX_DECIMAL_BYTES];
	int64_t value = token->value;

	if (token->is_number) {
		if (__builtin_add_overflow(value, by, &value))
			value = token->value;
		snprintf(moved, sizeof(moved), "%lld", (long long)value);
	} else {
		memcpy(text, place_text(place), token->size);
		snprintf(moved, sizeof(moved), "%.*Lf", (int)strlen(strchr(text, '.') + 1),
			strtold(text, NULL) + by);
	}
	token_set(place, edit, word, moved);
}

static void edit_plus(
	const struct as_change_place *place, struct as_edit *edit, struct as_bytes *word)
{
	number_move(place, edit, word, 1);
}

static void edit_minus(
	const struct as_change_place *place, struct as_edit *edit, struct as_bytes *word)
{
	number_move(place, edit, word, -1);
}

static void edit_letter(
	const struct as_change_place *place, struct as_edit *edit, struct as_bytes *word)
{
	token_wrap(place, edit, word, "", "");
	if (!word->data)
		return;
	char *last = &word->data[word->size - 1];
	*last = *last == 'x' || *last == 'X' ? 'y' : 'x';
}

static void edit_exchange(
	const struct as_change_place *place, struct as_edit *edit, struct as_bytes *word)
{
	(void)word;
	edit->token_edits[place->index].source = (uint32_t)place->index + 1;
	edit->token_edits[place->index + 1].source = (uint32_t)place->index;
}

static void edit_remove(
	const struct as_change_place *place, struct as_edit *edit, struct as_bytes *word)
{
	(void)word;
	edit->token_edits[place->index].removed = true;
}

static void edit_repeat(
	const struct as_change_place *place, struct as_edit *edit, struct as_bytes *word)
{
	(void)word;
	edit->token_edits[place->index].copies = 1;
}

static void edit_remove_line(
	const struct as_change_place *place, struct as_edit *edit, struct as_bytes *word)
{
	(void)word;
	edit->removed_lines[place->index] = true;
}

static void edit_repeat_line(
	const struct as_change_place *place, struct as_edit *edit, struct as_bytes *word)
{
	(void)word;
	edit->line_copies[place->index] = 1;
}

/* ---- white space ---- */

static void write_empty(const struct as_change_place *place, FILE *file)
{
	(void)place;
	(void)file;
}

/* Writes the text with `size` bytes at the place replaced. */
static void write_replaced(
	const struct as_change_place *place, FILE *file, size_t at, size_t size, const char *by)
{
	fwrite(place->model->text, 1, at, file);
	fputs(by, file);
	fwrite(place->model->text + at + size, 1, place->model->size - at - size, file);
}

static void write_two_blanks(const struct as_change_place *place, FILE *file)
{
	write_replaced(place, file, place->index, 0, " ");
}

static void write_tab(const struct as_change_place *place, FILE *file)
{
	write_replaced(place, file, place->index, 1, "\t");
}

static void write_leading(const struct as_change_place *place, FILE *file)
{
	write_replaced(place, file, 0, 0, " ");
}

static void write_blank_line(const struct as_change_place *place, FILE *file)
{
	write_replaced(place, file, place->model->size, 0, "\n");
}

static void write_no_newline(const struct as_change_place *place, FILE *file)
{
	write_replaced(place, file, place->index, 1, "");
}

static void write_crlf(const struct as_change_place *place, FILE *file)
{
	for (size_t i = 0; i < place->model->size; i++) {
		if (place->model->text[i] == '\n')
			fputc('\r', file);
		fputc(place->model->text[i], file);
	}
}

/* ---- kinds ---- */

const struct as_change_method as_change_methods[AS_CHANGE_KIND_COUNT] = {
	[AS_CHANGE_EMPTY] = {"empty", "an empty file", .write = write_empty},
	[AS_CHANGE_LINE_MISSING] = {"line-missing", "a file without one of its lines",
		AS_CHANGE_OF_LINE, fits_line, edit_remove_line},
	[AS_CHANGE_LINE_TWICE] = {"line-twice", "a file with a line twice", AS_CHANGE_OF_LINE,
		fits_line, edit_repeat_line},
	[AS_CHANGE_WORD_FOR_NUMBER] = {"word-for-number", "a word in place of a number",
		AS_CHANGE_OF_TOKEN, fits_number, edit_word},
	[AS_CHANGE_LETTER_AFTER_NUMBER] = {"letter-after-number", "a letter after a number",
		AS_CHANGE_OF_TOKEN, fits_number, edit_tail},
	[AS_CHANGE_NAN] = {"nan", "\"nan\" in place of a number", AS_CHANGE_OF_TOKEN, fits_number,
		edit_nan},
	[AS_CHANGE_NUMBER_PLUS] = {"number-plus", "a number that is larger by one",
		AS_CHANGE_OF_TOKEN, fits_number, edit_plus},
	[AS_CHANGE_NUMBER_MINUS] = {"number-minus", "a number that is smaller by one",
		AS_CHANGE_OF_TOKEN, fits_number, edit_minus},
	[AS_CHANGE_LEADING_ZERO] = {"leading-zero", "a number with a leading zero",
		AS_CHANGE_OF_TOKEN, fits_unsigned, edit_zero},
	[AS_CHANGE_PLUS_SIGN] = {"plus-sign", "a number with a plus sign", AS_CHANGE_OF_TOKEN,
		fits_unsigned, edit_sign},
	[AS_CHANGE_LETTER] = {"letter", "another letter at the end of a word", AS_CHANGE_OF_TOKEN,
		fits_word, edit_letter},
	[AS_CHANGE_EXCHANGED] = {"exchanged", "two neighbouring values exchanged",
		AS_CHANGE_OF_TOKEN, fits_pair, edit_exchange},
	[AS_CHANGE_TOKEN_MISSING] = {"value-missing", "a value less", AS_CHANGE_OF_TOKEN,
		fits_one_of_many, edit_remove},
	[AS_CHANGE_TOKEN_TWICE] = {"value-twice", "a value more", AS_CHANGE_OF_TOKEN, NULL,
		edit_repeat},
	[AS_CHANGE_TWO_BLANKS] = {"two-blanks", "two blanks between values", AS_CHANGE_OF_BYTE,
		fits_blank, .write = write_two_blanks},
	[AS_CHANGE_TAB] = {"tab", "a tab between values", AS_CHANGE_OF_BYTE, fits_blank,
		.write = write_tab},
	[AS_CHANGE_LEADING_BLANK] = {"leading-blank", "a blank before the first value",
		.write = write_leading},
	[AS_CHANGE_TRAILING_BLANK] = {"trailing-blank", "a blank at the end of a line",
		AS_CHANGE_OF_BYTE, fits_newline, .write = write_two_blanks},
	[AS_CHANGE_BLANK_LINE] = {"blank-line", "a blank line at the end",
		.write = write_blank_line},
	[AS_CHANGE_NO_NEWLINE] = {"no-newline", "no newline at the end", AS_CHANGE_OF_BYTE,
		fits_last_newline, .write = write_no_newline},
	[AS_CHANGE_CRLF] = {"crlf", "lines that end with CR LF", .write = write_crlf},
	[AS_CHANGE_OTHER_TEST] = {"other-test", "the answer of another test"},
};

const char *as_change_kind_name(enum as_change_kind kind)
{
	return as_change_methods[kind].name;
}

const char *as_change_kind_text(enum as_change_kind kind)
{
	return as_change_methods[kind].text;
}
