/* SPDX-License-Identifier: MIT */
/* Commands: their placeholders, their seed, their words. */
#include "reading.h"

#include <ctype.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* int(sha512(text)) mod 2^31, as in BAPCtools: the last four bytes without the top bit. */
static unsigned seed_of(const char *salt, const char *counted, const char *command)
{
	unsigned char hash[crypto_hash_sha512_BYTES];
	crypto_hash_sha512_state state;
	size_t length = strlen(command);

	while (length && isspace((unsigned char)command[length - 1]))
		length--;
	crypto_hash_sha512_init(&state);
	crypto_hash_sha512_update(&state, (const unsigned char *)salt, strlen(salt));
	crypto_hash_sha512_update(&state, (const unsigned char *)counted, strlen(counted));
	crypto_hash_sha512_update(&state, (const unsigned char *)command, length);
	crypto_hash_sha512_final(&state, hash);
	return (unsigned)(hash[60] & 0x7f) << 24 | (unsigned)hash[61] << 16 |
	       (unsigned)hash[62] << 8 | hash[63];
}

/* Between salt and command, so that tests with the same command have different seeds: as in
 * BAPCtools for a count above 1 ":" and the count minus one; for variables ":" and their values. */
static char *counted_text(const struct combination *combination, struct as_error *error)
{
	const struct counts *counts = combination->counts;

	if (counts->is_map) {
		char *text = as_text_format(error, ":");
		for (size_t i = 0; text && i < counts->variable_count; i++) {
			AS_AUTO_FREE char *before = text;
			text = as_text_format(error, "%s%s%s", before, i ? "-" : "",
				reading_count_value(counts, combination->test, i));
		}
		return text;
	}
	const int64_t count =
		counts->variable_count
			? strtoll(reading_count_value(counts, combination->test, 0), NULL, 10)
			: 1;
	return count == 1 ? as_text_format(error, "%s", "")
			  : as_text_format(error, ":%" PRId64, count - 1);
}

/* The length of "{seed}" or "{seed:DIGITS}" at a position, or 0. */
static size_t seed_length(const char *at)
{
	size_t length = 5;

	if (strncmp(at, "{seed", 5) != 0)
		return 0;
	if (at[length] == ':' && isdigit((unsigned char)at[length + 1]))
		for (length++; isdigit((unsigned char)at[length]); length++)
			;
	return at[length] == '}' ? length + 1 : 0;
}

static const char *find_seed(const char *text)
{
	while (*text && !seed_length(text))
		text++;
	return *text ? text : NULL;
}

/* The length of a placeholder with an error behind its name: "{seed:abc}", "{SEED}", "{seed"; or 0.
 */
static size_t broken_length(const char *at)
{
	static const char *const names[] = {"{seed", "{name", "{count"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const size_t length = strlen(names[i]);
		if (strncasecmp(at, names[i], length) != 0 || isalnum((unsigned char)at[length]) ||
			at[length] == '_')
			continue;
		const size_t rest = strcspn(at + length, "} \t\n'\"");
		return length + rest + (at[length + rest] == '}');
	}
	return 0;
}

/* A word that looks like a placeholder but is not one, such as {sed}, or NULL; *length is its
 * length. */
static const char *find_unknown(const char *text, size_t *length)
{
	for (const char *at = text; (at = strchr(at, '{')); at++) {
		const size_t letters = strspn(at + 1, READING_PLACEHOLDER_LETTERS);
		if (seed_length(at))
			continue;
		*length = letters && at[letters + 1] == '}' ? letters + 2 : broken_length(at);
		if (*length)
			return at;
	}
	return NULL;
}

/* Because of a typing error the program would ignore its seed, and no other tool reports it. */
static int note_unknown(const struct reading *reading, const struct scope *scope,
	const char *command, struct as_error *error)
{
	size_t length;
	const char *word = find_unknown(command, &length);

	return !word ? 0
		     : recipe_note(reading->recipe, scope->pointer, error,
			       "'%.*s' is not a placeholder here and is not replaced; the "
			       "placeholders are {seed}, {seed:N}, {name} and, with 'count', "
			       "{count} or its variables",
			       (int)length, word);
}

/* Replaces every `word`, on the heap. */
static char *replace(const char *text, const char *word, const char *by, struct as_error *error)
{
	char *filled = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&filled, &size);

	if (!out) {
		as_error_no_memory(error);
		return NULL;
	}
	for (const char *found; (found = strstr(text, word)); text = found + strlen(word)) {
		fwrite(text, 1, (size_t)(found - text), out);
		fputs(by, out);
	}
	fputs(text, out);
	if (fclose(out)) {
		free(filled);
		as_error_no_memory(error);
		return NULL;
	}
	return filled;
}

/* The text with the values of the variables of `count`, on the heap. */
static char *replace_counts(
	const char *text, const struct combination *combination, struct as_error *error)
{
	const struct counts *counts = combination->counts;
	char *filled = as_text_format(error, "%s", text);

	for (size_t i = 0; filled && i < counts->variable_count; i++) {
		AS_AUTO_FREE char *before = filled;
		AS_AUTO_FREE char *word = as_text_format(error, "{%s}", counts->variables[i].name);
		filled = word ? replace(before, word,
					reading_count_value(counts, combination->test, i), error)
			      : NULL;
	}
	return filled;
}

/* The tests of a recipe share the programs, so a seed is an argument. */
static int check_seed(const struct reading *reading, const struct scope *scope, const char *command,
	struct as_error *error)
{
	const char *seed = find_seed(command);

	if (!seed)
		return 0;
	if (find_seed(seed + seed_length(seed)))
		return reading_error(reading, scope->pointer, NULL, error,
			"a command may have only one {seed}; derive more seeds in the program");
	/* A quote that is not closed is reported later. */
	AS_AUTO_NAMES char **words = recipe_split(command, NULL);
	return words && words[0] && find_seed(words[0])
		       ? reading_error(reading, scope->pointer, NULL, error,
				 "the name of the program '%s' contains a seed; write a blank "
				 "before %.*s",
				 words[0], (int)seed_length(seed), seed)
		       : 0;
}

int reading_command(struct reading *reading, const struct scope *scope, struct recipe_test *test,
	const char *text, const struct combination *combination, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes filled = {
		.data = as_text_format(error, "%s", text + strspn(text, " \t\n")),
		.size = strlen(text) - strspn(text, " \t\n")};

	if (!filled.data || as_constants_fill(&filled, reading->constants, error))
		return -1;
	AS_AUTO_FREE char *counted = replace_counts(filled.data, combination, error);
	AS_AUTO_FREE char *between = counted_text(combination, error);
	if (!counted || !between || check_seed(reading, scope, counted, error))
		return -1;
	test->seeded = find_seed(counted) != NULL;
	test->seed = seed_of(scope->salt, between, counted);
	test->written = as_text_format(error, "%s", text);
	test->command = replace(counted, "{name}", as_text_last_part(test->name), error);
	if (!test->written || !test->command ||
		reading_spend(reading, test->pointer, strlen(test->written) + strlen(test->command),
			error))
		return -1;
	return note_unknown(reading, scope, test->command, error);
}

static char *with_seed(const struct recipe_test *test, const char *by, struct as_error *error)
{
	const char *seed = find_seed(test->command);

	if (!seed)
		return as_text_format(error, "%s", test->command);
	return as_text_format(error, "%.*s%s%s", (int)(seed - test->command), test->command, by,
		seed + seed_length(seed));
}

char *recipe_command(const struct recipe_test *test, unsigned attempt, struct as_error *error)
{
	char number[16];

	snprintf(number, sizeof(number), "%u", (test->seed + attempt) & 0x7fffffff);
	return with_seed(test, number, error);
}

char *recipe_command_of_any_seed(const struct recipe_test *test, struct as_error *error)
{
	return with_seed(test, "{seed}", error);
}

/* The next word from `at` on, without quotes and backslashes, on the heap; advances past it. NULL
 * if a quote is not closed. */
static char *take_word(const char **at, struct as_error *error)
{
	const char *from = *at;
	char *word = malloc(strlen(from) + 1), *to = word;
	char quote = '\0';

	if (!word) {
		as_error_no_memory(error);
		return NULL;
	}
	for (; *from && (quote || !strchr(" \t\n", *from)); from++) {
		if (*from == quote)
			quote = '\0';
		else if (!quote && (*from == '\'' || *from == '"'))
			quote = *from;
		else if (*from == '\\' && from[1] && quote != '\'' &&
			 (!quote || from[1] == quote || from[1] == '\\'))
			*to++ = *++from;
		else
			*to++ = *from;
	}
	*to = '\0';
	*at = from;
	if (!quote)
		return word;
	free(word);
	as_error_set(error, AS_ERROR_INPUT, "unclosed quote (%c) in the command", quote);
	return NULL;
}

char **recipe_split(const char *command, struct as_error *error)
{
	char **words = calloc(strlen(command) / 2 + 2, sizeof(*words));
	size_t count = 0;

	for (const char *at = command; words;) {
		at += strspn(at, " \t\n");
		if (!*at)
			return words;
		words[count] = take_word(&at, error);
		if (!words[count++])
			break;
	}
	as_names_free(words);
	as_error_no_memory(error);
	return NULL;
}
