/* SPDX-License-Identifier: MIT */
/* Completes a command line from the tables that also parse it. complete.h describes the output. */
#include "complete.h"

#include <assay/program.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VARIABLE "_ASSAY_COMPLETE"

/* The command line; a process completes one. */
static struct {
	const char **words; /* the arguments before the last, without options */
	size_t word_count;
	const char *value; /* the part of the last argument that is completed */
	size_t skip;       /* of bytes before it */
	bool is_option, is_printed;
} line;

bool complete_is_on(void)
{
	const char *set = getenv(VARIABLE);

	return set && strcmp(set, "1") == 0;
}

/* ---- output ---- */

static void print_kind(const char *kind)
{
	printf("%s %zu\n", kind, line.skip);
	line.is_printed = true;
}

static void print_none(void)
{
	if (!line.is_printed)
		print_kind("none");
}

void complete_begin(void)
{
	FILE *nowhere = complete_is_on() ? fopen("/dev/null", "we") : NULL;

	if (!complete_is_on())
		return;
	if (nowhere)
		stderr = nowhere;
	argp_err_exit_status = 0;
	atexit(print_none);
}

_Noreturn static void complete_end(void)
{
	free(line.words);
	exit(0);
}

_Noreturn void complete_names(const char *const *names, const char *const *texts, size_t count)
{
	print_kind("none");
	for (size_t i = 0; i < count; i++)
		complete_print(names[i], "", texts ? texts[i] : NULL);
	complete_end();
}

/* ---- values by their names ---- */

static void print_languages(void)
{
	struct as_languages *languages = as_languages_open(NULL, NULL);

	for (size_t i = 0; languages && i < languages->count; i++)
		if (!languages->items[i].is_hidden && !languages->items[i].refused)
			complete_print(languages->items[i].id, "", languages->items[i].name);
	as_languages_close(languages);
}

/* The first argument is the package. */
static void print_tests(void)
{
	if (line.word_count)
		complete_tests(line.words[0]);
}

static void print_recipe_tests(void)
{
	if (line.word_count)
		complete_recipe_tests(line.words[0]);
}

static void print_test_folders(void)
{
	if (line.word_count)
		complete_test_folders(line.words[0]);
}

static void print_submission_sets(void)
{
	if (line.word_count && !line.is_option)
		complete_submission_sets(line.words[0]);
}

static void print_stores(void)
{
	complete_print("sqlite:", "", NULL);
	complete_print("postgresql://", "", NULL);
}

static void print_new(void)
{
	if (line.word_count == 0)
		complete_print("new", "", "write a commented scheme to start from");
}

static void print_reference(void)
{
	complete_print("reference", "", "the recipe's `assay solve ...`");
}

/* By the name of a value, or by the word that it begins with, such as FILE for FILE[=NAME]. Values
 * with a list of names are not here: the functions that take them have the list. */
static const struct kind {
	const char *name;
	const char *paths;
	void (*print)(void);
} kinds[] = {
	{"TEST|GROUP", "none", print_tests},
	{"TEST", "none", print_recipe_tests},
	{"GROUP", "none", print_test_folders},
	{"ID", "none", print_languages},
	{"URL", "none", print_stores},
	{"PACKAGE", "archives", NULL},
	{"PACKAGE|FILE", "files", NULL},
	{"SCHEME", "files", print_new},
	{"SUBMISSION", "files", print_submission_sets},
	{"SUBMISSION|reference", "files", print_reference},
	{"FILE", "files", NULL},
	{"SHEET", "files", NULL},
	{"COMMAND", "files", NULL},
	{"DIR", "folders", NULL},
	{"DIR|ARCHIVE", "archives", NULL},
	{"FOLDER", "folders", NULL},
	{"OUT", "folders", NULL},
	{"SUBMISSIONS", "files", NULL},
};

static const struct kind *find_kind(const char *name)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	const size_t count = sizeof(kinds) / sizeof(*kinds);

	for (size_t i = 0; i < count; i++)
		if (strcmp(kinds[i].name, name) == 0)
			return &kinds[i];
	for (size_t i = 0; i < count; i++) {
		const size_t length = strlen(kinds[i].name);
		if (strncmp(kinds[i].name, name, length) == 0 && strspn(name, letters) == length)
			return &kinds[i];
	}
	return NULL;
}

/* "worker|server|reader" */
static void print_list(const char *list)
{
	print_kind("none");
	for (size_t length; *list; list += length + (list[length] == '|')) {
		char name[64];
		length = strcspn(list, "|");
		snprintf(name, sizeof(name), "%.*s", (int)length, list);
		complete_print(name, "", NULL);
	}
	complete_end();
}

void complete_named(const char *name)
{
	static const char file_store[] = "sqlite:";
	const struct kind *kind = name ? find_kind(name) : NULL;

	if (name && *name >= 'a' && *name <= 'z')
		print_list(name);
	if (!kind)
		return;
	if (kind->print == print_stores &&
		strncmp(line.value, file_store, strlen(file_store)) == 0) {
		line.skip += strlen(file_store);
		kind = find_kind("FILE");
	}
	print_kind(kind->paths);
	if (kind->print)
		kind->print();
	complete_end();
}

/* ---- the line ---- */

static const struct cli_option *find_letter(const struct cli_verb *verb, char letter)
{
	for (const struct cli_option *option = verb->options; option && option->name; option++)
		if (option->letter == letter)
			return option;
	return NULL;
}

/* By its name, or by the beginning of one name. */
static const struct cli_option *find_name(
	const struct cli_verb *verb, const char *name, size_t length)
{
	const struct cli_option *found = NULL;
	size_t count = 0;

	for (const struct cli_option *option = verb->options; option && option->name; option++) {
		if (strncmp(option->name, name, length) != 0)
			continue;
		if (!option->name[length])
			return option;
		found = option;
		count++;
	}
	return count == 1 ? found : NULL;
}

/* The option of a word whose value is in the word, from `value` on, or in the next (NULL). Returns
 * NULL if the word takes no value. */
static const struct cli_option *find_option(
	const struct cli_verb *verb, const char *word, const char **value)
{
	const struct cli_option *option = NULL;

	*value = NULL;
	if (strncmp(word, "--", 2) == 0) {
		const size_t length = strcspn(word + 2, "=");
		option = find_name(verb, word + 2, length);
		if (word[2 + length])
			*value = word + 2 + length + 1;
		return option && option->value && (*value || !option->may_lack_value) ? option
										      : NULL;
	}
	for (word++; *word; word++) {
		option = find_letter(verb, *word);
		if (option && option->value) {
			*value = word[1] ? word + 1 : NULL;
			return option;
		}
	}
	return NULL;
}

/* The function that takes values prints those that it knows, by cli_choose; it ends the command
 * also if it refuses the value. */
_Noreturn static void complete_value(struct argp_state *state, const struct cli_option *option,
	const char *argument, const char *value)
{
	char empty[] = "";

	line.value = value;
	line.skip = (size_t)(value - argument);
	line.is_option = true;
	complete_named(option->value);
	option->take(state, option, (char *)state->input + option->place, empty);
	complete_names(&option->name, NULL, 0);
}

_Noreturn static void complete_options(const struct cli_verb *verb, bool has_value)
{
	char name[80];

	print_kind("none");
	if (has_value) /* of an option that does not exist */
		complete_end();
	for (const struct cli_option *option = verb->options; option && option->name; option++) {
		snprintf(name, sizeof(name), "--%s", option->name);
		if (!option->value || option->may_lack_value)
			complete_print(name, "", option->help);
		if (option->value)
			complete_print(name, "=", option->help);
	}
	complete_print("--help", "", "print this list of options");
	complete_print("--usage", "", "print a short usage message");
	complete_end();
}

/* The name of the argument that follows the words. */
static const char *find_word_name(const struct cli_verb *verb)
{
	const struct cli_word *word = verb->words;

	for (size_t i = 0; i < line.word_count && word->name; i++)
		word++;
	if (word->name)
		return word->name;
	if (verb->last && line.word_count)
		return verb->last;
	return verb->more.name ? verb->more.name : verb->rest.name;
}

/* The last argument is one of the verb. */
_Noreturn static void complete_word(struct argp_state *state, const struct cli_verb *verb)
{
	static const char *const none[] = {NULL};
	char empty[] = "";

	for (size_t i = 0; verb->take && i < line.word_count; i++)
		verb->take(state, (char *)line.words[i]);
	complete_named(find_word_name(verb));
	if (verb->take)
		verb->take(state, empty);
	complete_names(none, NULL, 0);
}

/* Splits the words before the last into options and arguments. Returns the option whose value the
 * last word is, or NULL; `ended`: no further word is an option. */
static const struct cli_option *read_words(
	const struct cli_verb *verb, int argc, char **argv, bool *ended)
{
	const struct cli_option *waiting = NULL;
	const char *value;

	for (int i = 1; i < argc - 1; i++) {
		const char *word = argv[i];
		if (waiting)
			waiting = NULL;
		else if (!*ended && strcmp(word, "--") == 0)
			*ended = true;
		else if (!*ended && word[0] == '-' && word[1]) {
			waiting = find_option(verb, word, &value);
			waiting = value ? NULL : waiting;
		} else {
			line.words[line.word_count++] = word;
			*ended |= verb->rest.name != NULL;
		}
	}
	return waiting;
}

_Noreturn void complete_line(const struct cli_verb *verb, int argc, char **argv, void *options)
{
	static const struct argp nothing; /* argp reads it after a refusal */
	struct argp_state state = {.root_argp = &nothing,
		.input = options,
		.err_stream = stderr,
		.out_stream = stderr};
	const char *last = argc > 1 ? argv[argc - 1] : "", *value;
	bool ended = false;

	line.words = calloc((size_t)argc + 1, sizeof(*line.words));
	if (!line.words)
		complete_end();
	line.value = last;
	const struct cli_option *option = read_words(verb, argc, argv, &ended);
	if (option)
		complete_value(&state, option, last, last);
	option = ended || *last != '-' ? NULL : find_option(verb, last, &value);
	if (option && value)
		complete_value(&state, option, last, value);
	if (!ended && *last == '-')
		complete_options(verb, strchr(last, '=') != NULL);
	complete_word(&state, verb);
}
