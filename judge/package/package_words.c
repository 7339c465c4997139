/* SPDX-License-Identifier: MIT */
/* Lists of words. The legacy format has flags as a shell command line; no shell is used. */
#include "read.h"
#include "words.h"
#include <string.h>

/* Two such lists, a command and the environment fit into one request to the sandbox. */
#define MAX_ARGS 1900
#define MAX_ARGS_BYTES (48 * 1024)

#define SPACE " \t\r\n\v\f"

/* Appends one word, with shell quoting, to `word`; returns the rest of the text, NULL if a quote is
 * not closed. */
static const char *read_word(const char *text, char *word)
{
	char quote = '\0';
	for (; *text && (quote || !strchr(SPACE, *text)); text++) {
		if (quote ? *text == quote : *text == '\'' || *text == '"') {
			quote = quote ? '\0' : *text;
			continue;
		}
		/* Between double quotes a backslash escapes only special characters. */
		if (*text == '\\' && quote != '\'' && text[1] != '\0' &&
			(!quote || strchr("\"\\$`", text[1])))
			text++;
		*word++ = *text;
	}
	*word = '\0';
	return quote ? NULL : text;
}

int package_words_split(const char *text, char ***words, bool *closed, struct as_error *error)
{
	size_t count = 0;
	/* No word is longer than the text, and there are at most half as many words as bytes. */
	AS_AUTO_NAMES char **list = calloc(strlen(text) / 2 + 2, sizeof *list);
	AS_AUTO_FREE char *word = malloc(strlen(text) + 1);
	*words = NULL;
	*closed = true;
	if (!list || !word)
		return as_error_no_memory(error);
	for (text += strspn(text, SPACE); *text; text += strspn(text, SPACE)) {
		text = read_word(text, word);
		if (!text) {
			*closed = false;
			return 0;
		}
		list[count] = as_text_format(error, "%s", word);
		if (!list[count++])
			return -1;
	}
	*words = as_steal(list);
	return 0;
}

bool package_words_equal(char *const *left, char *const *right)
{
	while (*left && *right && strcmp(*left, *right) == 0)
		left++, right++;
	return !*left && !*right;
}

bool package_words_fit(const char *const *words)
{
	size_t count = 0, bytes = 0;
	for (; words && words[count]; count++)
		bytes += strlen(words[count]) + 1;
	return count <= MAX_ARGS && bytes <= MAX_ARGS_BYTES;
}

int package_words_append(char ***words, const char *const *more, struct as_error *error)
{
	for (; more && *more; more++)
		if (as_names_add(words, as_text_format(error, "%s", *more), error))
			return -1;
	return 0;
}
