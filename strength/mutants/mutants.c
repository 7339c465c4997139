/* SPDX-License-Identifier: MIT */
#include "finder.h"

#include <assay/base/fit.h>
#include <string.h>

/* At most so many bytes of a line are shown on each side of a change: a line may be a whole
 * program. */
#define MAX_CONTEXT 120

const struct as_mutant_operator *as_mutant_operator(size_t index)
{
	return &finder_operators[index].about;
}

void as_mutations_clear(struct as_mutations *mutations)
{
	for (size_t i = 0; i < mutations->count; i++)
		free(mutations->items[i].text);
	free(mutations->items);
	*mutations = (struct as_mutations){0};
}

/* ---- finding ---- */

static void find_all(struct finder *finder)
{
	for (size_t i = 0; i < AS_MUTANT_OPERATOR_COUNT; i++) {
		const struct finder_operator *kind = &finder_operators[i];
		if (!(kind->about.languages & 1u << finder->language))
			continue;
		finder->kind = i;
		finder->is_slow = kind->is_slow;
		finder->pairs = kind->pairs;
		for (size_t at = 0; at < finder->count && !finder->has_failed; at++)
			kind->find(finder, at);
	}
}

int as_mutants_find(enum as_source_language language, const char *text, size_t size,
	struct as_mutations *mutations, struct as_error *error)
{
	struct as_tokens tokens = {0};
	struct as_lexed lexed;
	struct finder finder = {
		.language = language, .text = text, .found = mutations, .error = error};

	int failed = as_lex(language, text, size, SIZE_MAX, &tokens, &lexed, error) ||
		     finder_open(&finder, &tokens);
	if (!failed)
		find_all(&finder);
	finder_close(&finder);
	free(tokens.items);
	return failed || finder.has_failed ? -1 : 0;
}

/* ---- one mutant ---- */

int as_mutant_apply(const struct as_mutation *mutation, const char *text, size_t size,
	struct as_bytes *mutant, struct as_error *error)
{
	const size_t length = strlen(mutation->text);
	const size_t end = mutation->offset + mutation->size;

	*mutant = (struct as_bytes){.data = malloc(size - mutation->size + length + 1)};
	if (!mutant->data)
		return as_error_no_memory(error);
	memcpy(mutant->data, text, mutation->offset);
	memcpy(mutant->data + mutation->offset, mutation->text, length);
	memcpy(mutant->data + mutation->offset + length, text + end, size - end);
	mutant->size = size - mutation->size + length;
	mutant->data[mutant->size] = '\0';
	return 0;
}

static bool is_blank(char byte)
{
	return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* Copies a text with each run of white space as one blank, and none at either end. */
static char *squeeze(const char *text, size_t size, struct as_error *error)
{
	char *line = malloc(size + 1);
	size_t length = 0;

	if (!line) {
		as_error_no_memory(error);
		return NULL;
	}
	for (size_t i = 0; i < size; i++)
		if (!is_blank(text[i]))
			line[length++] = text[i];
		else if (length && line[length - 1] != ' ')
			line[length++] = ' ';
	line[length - (length && line[length - 1] == ' ')] = '\0';
	return line;
}

int as_mutant_describe(const struct as_mutation *mutation, const char *text, size_t size,
	struct as_mutant_change *change, struct as_error *error)
{
	const size_t rest = mutation->offset + mutation->size;
	const char *line_end = memchr(text + rest, '\n', size - rest);
	size_t first = mutation->offset;
	size_t length = line_end ? (size_t)(line_end - text) - rest : size - rest;

	*change = (struct as_mutant_change){0};
	while (first && text[first - 1] != '\n' && mutation->offset - first < MAX_CONTEXT)
		first--;
	/* Not in the middle of a character. */
	while (first < mutation->offset && ((unsigned char)text[first] & 0xC0) == 0x80)
		first++;
	if (length > MAX_CONTEXT)
		length = (size_t)as_text_fit(text + rest, MAX_CONTEXT);
	AS_AUTO_FREE char *after =
		as_text_format(error, "%.*s%s%.*s", (int)(mutation->offset - first), text + first,
			mutation->text, (int)length, text + rest);
	change->before = after ? squeeze(text + first, rest + length - first, error) : NULL;
	change->after = after ? squeeze(after, strlen(after), error) : NULL;
	if (change->before && change->after)
		return 0;
	as_mutant_change_clear(change);
	return -1;
}

void as_mutant_change_clear(struct as_mutant_change *change)
{
	free(change->before);
	free(change->after);
	*change = (struct as_mutant_change){0};
}
