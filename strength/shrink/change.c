/* SPDX-License-Identifier: MIT */
/* Small changes of a text, each of one kind. */
#include "change_kind.h"
#include "rules.h"

#include <string.h>

#define MAX_PLACES 3
#define MAX_SHOWN_BYTES 40

/* ---- changes ---- */

static void change_clear(struct as_text_change *change)
{
	free(change->before);
	free(change->after);
	as_bytes_clear(&change->text);
}

void as_text_changes_clear(struct as_text_changes *changes)
{
	for (size_t i = 0; i < changes->count; i++)
		change_clear(&changes->items[i]);
	free(changes->items);
	*changes = (struct as_text_changes){0};
}

/* Long tokens are cut: the text is for people. */
static char *token_show(const char *text, size_t size, struct as_error *error)
{
	const bool is_long = size > MAX_SHOWN_BYTES;

	return as_text_format(
		error, "%.*s%s", is_long ? MAX_SHOWN_BYTES : (int)size, text, is_long ? "..." : "");
}

static char *token_copy(const struct as_model *model, size_t index, struct as_error *error)
{
	const struct as_token *token = &model->tokens[index];

	return token_show(model->text + token->start, token->size, error);
}

/* Names the token that differs. Two exchanged tokens are shown as such. */
static int change_describe(const struct as_change_place *place, const struct as_bytes *word,
	struct as_text_change *change, struct as_error *error)
{
	const struct as_model *model = place->model;
	AS_AUTO_FREE char *one = token_copy(model, place->index, error);
	AS_AUTO_FREE char *next = change->kind == AS_CHANGE_EXCHANGED
					  ? token_copy(model, place->index + 1, error)
					  : NULL;

	if (!one || (change->kind == AS_CHANGE_EXCHANGED && !next))
		return -1;
	change->line = model->tokens[place->index].line + 1;
	change->before = as_text_format(error, "%s%s%s", one, next ? " " : "", next ? next : "");
	change->after = next ? as_text_format(error, "%s %s", next, one)
			: change->kind == AS_CHANGE_TOKEN_MISSING ? as_text_format(error, "%s", "")
			: change->kind == AS_CHANGE_TOKEN_TWICE
				? as_text_format(error, "%s %s", one, one)
				: token_show(word->data ? word->data : "", word->size, error);
	return change->before && change->after ? 0 : -1;
}

static uint32_t line_of_byte(const struct as_model *model, size_t at)
{
	uint32_t line = 1;

	for (size_t i = 0; i < at; i++)
		line += model->text[i] == '\n';
	return line;
}

static int change_edit(const struct as_change_method *kind, const struct as_change_place *place,
	struct as_text_change *change, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes word = {0};
	AS_AUTO_EDIT struct as_edit edit = {0};

	if (as_edit_init(&edit, place->model, error))
		return -1;
	kind->edit(place, &edit, &word);
	if (as_edit_apply(&edit, &change->text, error))
		return -1;
	if (kind->of == AS_CHANGE_OF_TOKEN)
		return change_describe(place, &word, change, error);
	change->line = (uint32_t)place->index + 1;
	return 0;
}

static int change_write(const struct as_change_method *kind, const struct as_change_place *place,
	struct as_text_change *change, struct as_error *error)
{
	FILE *file = open_memstream(&change->text.data, &change->text.size);

	if (!file)
		return as_error_no_memory(error);
	kind->write(place, file);
	if (!as_text_close(file, &change->text.data, error))
		return -1;
	if (kind->of == AS_CHANGE_OF_BYTE)
		change->line = line_of_byte(place->model, place->index);
	return 0;
}

static bool is_original(const struct as_model *model, const struct as_bytes *text)
{
	return text->size == model->size &&
	       (!text->size || memcmp(text->data, model->text, text->size) == 0);
}

static int changes_add(struct as_text_changes *changes, enum as_change_kind which,
	const struct as_change_place *place, struct as_error *error)
{
	const struct as_change_method *kind = &as_change_methods[which];

	if (!as_array_reserve(changes->items, changes->count, error))
		return -1;
	struct as_text_change *change = &changes->items[changes->count++];
	*change = (struct as_text_change){.kind = which};
	if ((kind->edit ? change_edit : change_write)(kind, place, change, error))
		return -1;
	if (is_original(place->model, &change->text))
		change_clear(&changes->items[--changes->count]);
	return 0;
}

/* The first, the middle and the last candidate that fits. */
static size_t places_find(const struct as_change_method *kind, const struct as_model *model,
	size_t places[MAX_PLACES])
{
	const size_t counts[] = {1, model->line_count, model->token_count, model->size};
	const size_t count = counts[kind->of];
	struct as_change_place place = {.model = model};
	size_t fitting = 0, seen = 0, found = 0;

	for (; place.index < count; place.index++)
		fitting += !kind->fits || kind->fits(&place);
	for (place.index = 0; place.index < count; place.index++) {
		if (kind->fits && !kind->fits(&place))
			continue;
		if (seen == 0 || seen == fitting / 2 || seen + 1 == fitting)
			places[found++] = place.index;
		seen++;
	}
	return found;
}

static int changes_make(const struct as_model *model, unsigned kinds,
	struct as_text_changes *changes, struct as_error *error)
{
	for (int which = 0; which < AS_CHANGE_KIND_COUNT; which++) {
		const struct as_change_method *kind = &as_change_methods[which];
		size_t places[MAX_PLACES];
		if (!(kinds & 1u << which) || (!kind->edit && !kind->write))
			continue;
		const size_t count = places_find(kind, model, places);
		for (size_t i = 0; i < count; i++) {
			const struct as_change_place place = {model, places[i]};
			if (changes_add(changes, (enum as_change_kind)which, &place, error))
				return -1;
		}
	}
	return 0;
}

int as_text_changes_make(const struct as_bytes *text, unsigned kinds,
	struct as_text_changes *changes, struct as_error *error)
{
	struct as_model *model;

	*changes = (struct as_text_changes){0};
	if (as_model_new(&model, text, error))
		return -1;
	const int failed = changes_make(model, kinds, changes, error);
	as_model_free(model);
	return failed;
}

/* ---- numbers ---- */

static int numbers_list(const struct as_model *model, struct as_text_number **numbers,
	size_t *count, struct as_error *error)
{
	for (size_t i = 0; i < model->token_count; i++) {
		const struct as_token *token = &model->tokens[i];
		const struct as_line *line = &model->lines[token->line];
		if (!token->is_number)
			continue;
		if (!as_array_reserve(*numbers, *count, error))
			return -1;
		(*numbers)[(*count)++] = (struct as_text_number){.token = i,
			.line = token->line + 1,
			.place = (uint32_t)i - line->first + 1,
			.line_tokens = line->count,
			.value = token->value};
	}
	return 0;
}

int as_text_numbers(const struct as_bytes *text, struct as_text_number **numbers, size_t *count,
	struct as_error *error)
{
	struct as_model *model;

	*numbers = NULL;
	*count = 0;
	if (as_model_new(&model, text, error))
		return -1;
	const int failed = numbers_list(model, numbers, count, error);
	as_model_free(model);
	return failed;
}

static bool counts_have(const struct as_count *counts, size_t count, size_t token)
{
	for (size_t i = 0; i < count; i++)
		if (counts[i].token == token && counts[i].less == 1)
			return true;
	return false;
}

/* Repeats or removes the last line. False: the number does not count lines. */
static bool edit_counted_lines(struct as_edit *edit, size_t token, bool more)
{
	const struct as_model *model = edit->model;
	const size_t last = model->line_count - 1;
	struct as_count counts[AS_MAX_COUNTS];

	if (last == model->tokens[token].line ||
		!counts_have(counts, as_counts_of_lines(model, last, 1, counts), token))
		return false;
	edit->line_copies[last] = more;
	edit->removed_lines[last] = !more;
	return true;
}

/* Repeats or removes the last token of its line, of the next line, or of the last one. */
static bool edit_counted_tokens(struct as_edit *edit, size_t token, bool more)
{
	const struct as_model *model = edit->model;
	const size_t last = model->line_count - 1, own = model->tokens[token].line;
	const size_t lines[] = {own, own < last ? own + 1 : last, last};
	struct as_count counts[AS_MAX_COUNTS];

	for (size_t i = 0; i < 3; i++) {
		const struct as_line *line = &model->lines[lines[i]];
		const size_t end = (size_t)line->first + line->count;
		if (end <= token + 1 || !line->count ||
			!counts_have(
				counts, as_counts_of_tokens(model, lines[i], 1, counts), token))
			continue;
		edit->token_edits[end - 1].copies = more;
		edit->token_edits[end - 1].removed = !more;
		return true;
	}
	return false;
}

static int number_move(const struct as_model *model, size_t token, int by, enum as_counted counted,
	struct as_bytes *out, struct as_error *error)
{
	AS_AUTO_EDIT struct as_edit edit = {0};
	int64_t value;

	if (__builtin_add_overflow(model->tokens[token].value, by, &value))
		return 0;
	if (as_edit_init(&edit, model, error))
		return -1;
	as_edit_set(&edit, token, value);
	if ((counted == AS_COUNTED_TOKENS && !edit_counted_tokens(&edit, token, by > 0)) ||
		(counted == AS_COUNTED_LINES && !edit_counted_lines(&edit, token, by > 0)))
		return 0;
	return as_edit_apply(&edit, out, error);
}

int as_text_move_number(const struct as_bytes *text, size_t token, int by, enum as_counted counted,
	struct as_bytes *out, struct as_error *error)
{
	struct as_model *model;

	*out = (struct as_bytes){0};
	if (as_model_new(&model, text, error))
		return -1;
	const int failed = number_move(model, token, by, counted, out, error);
	as_model_free(model);
	return failed;
}
