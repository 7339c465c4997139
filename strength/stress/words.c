/* SPDX-License-Identifier: MIT */
/* Words of the package's own tests, which tapes offer to generators that draw strings. */
#include "search.h"

#include <ctype.h>
#include <string.h>

/* Larger tests are not read. */
#define MAX_READ_TESTS 64
#define MAX_READ_BYTES 65536

/* Generators draw numbers as numbers. */
static bool is_word(const char *text, size_t length)
{
	if (length < 2 || length > AS_TAPE_MAX_WORD_BYTES ||
		strspn(text, "+-.0123456789") >= length)
		return false;
	for (size_t i = 0; i < length; i++)
		if (!isgraph((unsigned char)text[i]))
			return false;
	return true;
}

static int add_words_of(
	struct as_words *words, const struct as_bytes *input, struct as_error *error)
{
	for (const char *at = input->data; *at && words->count < AS_TAPE_MAX_WORDS;) {
		at += strspn(at, " \t\r\n");
		const size_t length = strcspn(at, " \t\r\n");
		if (is_word(at, length)) {
			char *word = as_text_format(error, "%.*s", (int)length, at);
			if (!word)
				return -1;
			if (as_names_have(words->items, word))
				free(word);
			else if (as_names_add(&words->items, word, error))
				return -1;
			else
				words->count++;
		}
		at += length;
	}
	return 0;
}

int as_words_find(struct as_search *search, struct as_error *error)
{
	const struct as_package *package = search->order->package;
	struct as_stream *stream = &search->stream;

	for (size_t i = 0; i < stream->own_count && i < MAX_READ_TESTS; i++) {
		AS_AUTO_BYTES struct as_bytes input = {0};
		if (stream->own[i].bytes > MAX_READ_BYTES ||
			as_file_read(package->tree.fd, stream->own[i].test->input_path,
				MAX_READ_BYTES, &input, NULL))
			continue;
		if (add_words_of(&stream->words, &input, error))
			return -1;
	}
	return 0;
}

void as_words_clear(struct as_words *words)
{
	as_names_free(words->items);
	*words = (struct as_words){0};
}
