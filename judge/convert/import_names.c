/* SPDX-License-Identifier: MIT */
/*
 * Recognises the names that people give to tests. Rules for every convention would never be
 * complete; it is enough that the paths of an input and its answer are equal except for words such
 * as "in" and "out".
 */
#include "import.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

#define MAX_WORD 16

/* "testinput" is also an input; short words would match the ends of too many others. */
static enum import_role word_role(const char *word)
{
	static const char *const inputs[] = {"in", "inp", "input", "inputs", "i", NULL};
	static const char *const answers[] = {"out", "ans", "output", "outputs", "answer",
		"answers", "expected", "sol", "a", "o", NULL};
	if (as_text_is_one_of(word, inputs) || as_text_stem(word, "input"))
		return IMPORT_INPUT;
	if (as_text_is_one_of(word, answers) || as_text_stem(word, "output") ||
		as_text_stem(word, "answer"))
		return IMPORT_ANSWER;
	return IMPORT_OTHER;
}

/* Copies a run of letters in lower case; "" if it is longer than any known word. */
static size_t take_word(const char *at, char word[MAX_WORD + 1])
{
	size_t length = 0;
	while (isalpha((unsigned char)at[length]))
		length++;
	size_t kept = length <= MAX_WORD ? length : 0;
	for (size_t i = 0; i < kept; i++)
		word[i] = (char)tolower((unsigned char)at[i]);
	word[kept] = '\0';
	return length;
}

/* "a" means an answer only as an ending: 01.a */
static bool is_ending(const char *path, const char *at, size_t length)
{
	return at > path && at[-1] == '.' && at[length] == '\0';
}

/* "I" and "O" are words only as the whole name before a number: I.1 */
static bool is_stem(const char *path, const char *at, size_t length)
{
	const size_t digits = at[length] == '.' ? strspn(at + length + 1, "0123456789") : 0;
	return (at == path || at[-1] == '/') && digits > 0 && at[length + 1 + digits] == '\0';
}

static enum import_role role_at(const char *path, const char *at, size_t length, const char *word)
{
	enum import_role role = word_role(word);
	if (strcmp(word, "a") == 0 && !is_ending(path, at, length))
		return IMPORT_OTHER;
	if ((strcmp(word, "i") == 0 || strcmp(word, "o") == 0) && !is_stem(path, at, length))
		return IMPORT_OTHER;
	return role;
}

static enum import_role last_role(const char *path)
{
	enum import_role role = IMPORT_OTHER;
	char word[MAX_WORD + 1];
	for (const char *at = path; *at;) {
		size_t length = take_word(at, word);
		enum import_role here = length > 0 ? role_at(path, at, length, word) : IMPORT_OTHER;
		if (here != IMPORT_OTHER)
			role = here;
		at += length > 0 ? length : 1;
	}
	return role;
}

/* The length of a second word with the same meaning, as in expected_output; 0: none. */
static size_t same_again(const char *path, const char *at, enum import_role role)
{
	char word[MAX_WORD + 1];
	const size_t between = strspn(at, "_- ");
	const size_t length = between > 0 ? take_word(at + between, word) : 0;
	if (length == 0 || role_at(path, at + between, length, word) != role)
		return 0;
	return between + length;
}

/* Replaces the words of `role` by "*"; of "testinput" the first part stays. */
static void write_key(FILE *out, const char *path, enum import_role role)
{
	static const char *const tails[] = {"input", "output", "answer"};
	char word[MAX_WORD + 1];
	for (const char *at = path; *at;) {
		size_t length = take_word(at, word);
		if (length == 0) {
			putc(*at++, out);
			continue;
		}
		if (role_at(path, at, length, word) != role) {
			fwrite(at, 1, length, out);
		} else {
			for (size_t i = 0; i < sizeof tails / sizeof *tails; i++)
				fwrite(at, 1, as_text_stem(word, tails[i]), out);
			putc('*', out);
			length += same_again(path, at + length, role);
		}
		at += length;
	}
}

enum import_role import_role_of(const char *path, char **key, struct as_error *error)
{
	enum import_role role = last_role(path);
	size_t size;
	*key = NULL;
	FILE *out = open_memstream(key, &size);
	if (!out) {
		as_error_no_memory(error);
		return IMPORT_OTHER;
	}
	if (role == IMPORT_OTHER) {
		/* The input of 01.a is named 01. */
		fprintf(out, "%s.*", path);
	} else {
		write_key(out, path, role);
	}
	fclose(out);
	return role;
}

bool import_is_sample(const char *path)
{
	static const char *const samples[] = {
		"sample", "samples", "example", "examples", "public", NULL};
	char word[MAX_WORD + 1];
	for (const char *at = path; *at;) {
		size_t length = take_word(at, word);
		if (length > 0 && as_text_is_one_of(word, samples))
			return true;
		at += length > 0 ? length : 1;
	}
	return false;
}

static void write_name(char *name, const char *key, const char *end)
{
	char *to = name;
	bool between = false;
	for (const char *at = key; at < end; at++) {
		if (!isalnum((unsigned char)*at) && *at != '_') {
			between = to > name;
			continue;
		}
		if (between)
			*to++ = '-';
		between = false;
		*to++ = *at;
	}
	*to = '\0';
}

char *import_test_name(const char *key, struct as_error *error)
{
	char *name = as_text_format(error, "%s", key);
	const char *dot = strrchr(key, '.');
	const char *end = key + strlen(key);
	if (!name)
		return NULL;
	/* A common ending after the word is ignored, as in input01.txt. But a number is the number
	 * of the test, as in row.in.1, and may be the whole rest of the name. */
	const bool is_number = dot && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1);
	write_name(name, key, dot && !strpbrk(dot, "*/") && !is_number ? dot : end);
	/* Except for the usual ending of texts, it may be the name: in.small and out.small. */
	if (!*name && dot && strcasecmp(dot, ".txt") != 0)
		write_name(name, key, end);
	return name;
}

int import_compare(const char *left, const char *right)
{
	for (; *left && *right; left++, right++) {
		if (isdigit((unsigned char)*left) && isdigit((unsigned char)*right)) {
			left += strspn(left, "0");
			right += strspn(right, "0");
			size_t left_size = strspn(left, "0123456789");
			size_t right_size = strspn(right, "0123456789");
			if (left_size != right_size)
				return left_size < right_size ? -1 : 1;
			int difference = strncmp(left, right, left_size);
			if (difference)
				return difference;
			left += left_size;
			right += right_size;
			if (!*left || !*right)
				break;
		}
		if (*left != *right)
			return (unsigned char)*left < (unsigned char)*right ? -1 : 1;
	}
	return (*left != '\0') - (*right != '\0');
}
