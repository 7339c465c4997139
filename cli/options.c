/* SPDX-License-Identifier: MIT */
/* Options and arguments of verbs: tables that argp parses, bad usage as one line. */
#include "options.h"

#include "cli.h"
#include "complete.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True for getopt's complaints, which name the wrong option but no remedy. */
static bool is_about_options(const char *line, size_t length)
{
	static const char *const said[] = {"unrecognized option", "invalid option",
		"requires an argument", "is ambiguous", "doesn't allow an argument"};

	for (size_t i = 0; i < sizeof(said) / sizeof(*said); i++)
		if (memmem(line, length, said[i], strlen(said[i])))
			return true;
	return false;
}

#define MAX_OPTIONS 63

/* The command line that is parsed; a process has one. */
static struct {
	const struct cli_verb *verb;
	char name[64];  /* "assay judge" */
	size_t words;   /* of the verb, that were given */
	uint64_t given; /* a bit for each option of the verb */
} line;

struct first_line {
	bool ended;
};

/* The hint after a complaint about an option: the nearest name, if the complaint quotes an unknown
 * long option, and the command that lists all options. */
static void write_hint(const char *data, size_t length, char hint[256])
{
	const char *quoted = memmem(data, length, "unrecognized option '--", 23);
	const char *names[MAX_OPTIONS];
	char name[64];
	size_t count = 0;

	for (const struct cli_option *option = line.verb->options;
		quoted && option && option->name && count < MAX_OPTIONS; option++)
		names[count++] = option->name;
	/* It is not terminated: the length is its end. */
	const size_t left = quoted ? length - (size_t)(quoted + 23 - data) : 0;
	snprintf(name, sizeof(name), "%.*s", (int)(left < sizeof(name) ? left : sizeof(name) - 1),
		quoted ? quoted + 23 : "");
	name[strcspn(name, "'=")] = '\0';
	const char *nearest =
		count ? as_text_nearest(name, names, count, (strlen(name) + 1) / 3) : NULL;
	if (nearest)
		snprintf(hint, 256, "; did you mean '--%s'? see %s --help\n", nearest, line.name);
	else
		snprintf(hint, 256, "; see %s --help\n", line.name);
}

/* The end of a message. A value in it may contain line feeds; argp adds a line after it. */
static const char *end_of_message(const char *data, size_t size)
{
	static const char added[] = "\nTry `assay ";
	const char *end = NULL;

	for (const char *at = data;
		(at = memmem(at, size - (size_t)(at - data), added, strlen(added))); at++)
		end = at;
	return end ? end : memchr(data, '\n', size);
}

/* A value in it may also contain what a terminal would interpret. */
static int write_printable(const char *data, size_t length)
{
	AS_AUTO_FREE char *shown = malloc(4 * length + 1);

	if (!shown)
		return -1;
	as_text_printable(data, length, shown, 4 * length + 1);
	return as_fd_write(STDERR_FILENO, shown, strlen(shown), NULL);
}

/* Forwards the message and drops what argp adds to it ("Try `assay judge --help' ..."). */
static ssize_t write_first_line(void *cookie, const char *data, size_t size)
{
	struct first_line *first = cookie;
	const char *end = end_of_message(data, size);
	size_t length = end ? (size_t)(end - data) : size;
	char hint[256] = "\n";

	if (first->ended)
		return (ssize_t)size;
	if (end && is_about_options(data, length))
		write_hint(data, length, hint);
	if (!end)
		*hint = '\0';
	if (write_printable(data, length) || as_fd_write(STDERR_FILENO, hint, strlen(hint), NULL))
		return 0;
	first->ended = end != NULL;
	return (ssize_t)size;
}

/* ---- callbacks of argp ---- */

static int key_of(const struct cli_option *option)
{
	return option->letter ? option->letter : 256 + (int)(option - line.verb->options);
}

static void *place_of(struct argp_state *state, size_t place)
{
	return (char *)state->input + place;
}

static void add_to_list(struct argp_state *state, struct cli_list *list, const char *text)
{
	/* With the NULL at the end. */
	const char **grown = as_array_grow(list->items, list->count + 1, sizeof(*grown), NULL);

	if (!grown) {
		argp_failure(state, AS_ERROR_INTERNAL, 0, "out of memory");
		return;
	}
	list->items = grown;
	list->items[list->count++] = text;
	list->items[list->count] = NULL;
}

static error_t take_argument(struct argp_state *state, char *argument)
{
	const struct cli_verb *verb = line.verb;
	const struct cli_word *word = &verb->words[line.words];

	if (verb->take)
		verb->take(state, argument);
	else if (word->name) {
		*(const char **)place_of(state, word->place) = argument;
		line.words++;
	} else if (verb->more.name)
		add_to_list(state, place_of(state, verb->more.place), argument);
	else if (verb->rest.name)
		return ARGP_ERR_UNKNOWN; /* ARGP_KEY_ARGS follows */
	else
		cli_refuse_argument(state, argument);
	return 0;
}

static void check_arguments(struct argp_state *state)
{
	const struct cli_verb *verb = line.verb;
	const struct cli_word *word = &verb->words[line.words];

	if (word->name)
		cli_refuse_missing(state, "argument", word->name);
	else if (verb->more.name &&
		 ((struct cli_list *)place_of(state, verb->more.place))->count == 0)
		cli_refuse_missing(state, "argument", verb->more.name);
	else if (verb->rest.name && !*(char ***)place_of(state, verb->rest.place))
		cli_refuse_missing(state, "argument", verb->rest.name);
}

/* "-o" or "--store". */
static const char *name_of(const struct cli_option *option, char name[80])
{
	if (option->letter)
		snprintf(name, 80, "-%c", option->letter);
	else
		snprintf(name, 80, "--%s", option->name);
	return name;
}

static void check_options(struct argp_state *state)
{
	char name[80], what[160];

	for (const struct cli_option *option = line.verb->options; option && option->name; option++)
		if (option->is_needed && !*(const char **)place_of(state, option->place)) {
			snprintf(what, sizeof(what), "%s %s", name_of(option, name), option->value);
			cli_refuse_missing(state, "option", what);
		}
	if (line.verb->check)
		line.verb->check(state, state->input);
}

static error_t take_option(struct argp_state *state, int key, char *value)
{
	for (const struct cli_option *option = line.verb->options; option && option->name; option++)
		if (key_of(option) == key) {
			line.given |= UINT64_C(1) << (option - line.verb->options);
			option->take(state, option, place_of(state, option->place), value);
			return 0;
		}
	return ARGP_ERR_UNKNOWN;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
	switch (key) {
	case ARGP_KEY_ARG:
		return take_argument(state, value);
	case ARGP_KEY_ARGS:
		*(char ***)place_of(state, line.verb->rest.place) = state->argv + state->next;
		return 0;
	case ARGP_KEY_END:
		if (!line.verb->take)
			check_arguments(state);
		check_options(state);
		return 0;
	default:
		return take_option(state, key, value);
	}
}

static error_t parse_help(int key, char *argument, struct argp_state *state)
{
	(void)argument;
	if (key != 'h')
		return ARGP_ERR_UNKNOWN;
	argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
	return 0;
}

/* -h is --help, which argp abbreviates as -?. */
static const struct argp_option help_options[] = {{NULL, 'h', NULL, OPTION_HIDDEN, NULL, 0}, {0}};
static const struct argp help_argp = {help_options, parse_help, NULL, NULL, NULL, NULL, NULL};
static const struct argp_child help_children[] = {{&help_argp, 0, NULL, 0}, {0}};

/* ---- functions for verbs ---- */

/* argp and getopt print to the variable stderr, and argp exits by itself. */
static int parse_with(const struct argp *argp, int argc, char **argv, void *options)
{
	static struct first_line first;
	FILE *normal = stderr;
	FILE *one_line =
		fopencookie(&first, "w", (cookie_io_functions_t){.write = write_first_line});

	if (one_line)
		stderr = one_line;
	const int failed = argp_parse(argp, argc, argv, ARGP_IN_ORDER, NULL, options);
	stderr = normal;
	if (one_line)
		fclose(one_line);
	return failed ? AS_ERROR_USAGE : 0;
}

int cli_parse(const struct cli_verb *verb, int argc, char **argv, void *options)
{
	static struct argp_option table[MAX_OPTIONS + 1];
	const struct argp argp = {
		table, parse, verb->arguments, verb->about, help_children, verb->filter, NULL};
	size_t count = 0;

	line.verb = verb;
	for (const struct cli_option *option = verb->options;
		option && option->name && count < MAX_OPTIONS; option++)
		table[count++] = (struct argp_option){.name = option->name,
			.key = key_of(option),
			.arg = option->value,
			.flags = option->may_lack_value ? OPTION_ARG_OPTIONAL : 0,
			.doc = option->help};
	/* argp takes the name in its complaints from argv[0]. */
	snprintf(line.name, sizeof(line.name), "assay %s", argv[0]);
	argv[0] = line.name;
	if (complete_is_on())
		complete_line(verb, argc, argv, options);
	argp_err_exit_status = AS_ERROR_USAGE;
	return parse_with(&argp, argc, argv, options);
}

bool cli_is_given(const struct cli_verb *verb, const char *name)
{
	for (size_t i = 0; verb->options[i].name; i++)
		if (strcmp(verb->options[i].name, name) == 0)
			return line.given >> i & 1;
	return false;
}

void cli_refuse(struct argp_state *state, const struct cli_option *option, const char *text)
{
	char name[80];

	argp_error(state, "%s: %s", name_of(option, name), text);
}

/* "assay judge PACKAGE SUBMISSION..." */
static const char *usage_text(char text[200])
{
	snprintf(text, 200, "%s%s%s", line.name, line.verb->arguments ? " " : "",
		line.verb->arguments ? line.verb->arguments : "");
	return text;
}

void cli_refuse_argument(struct argp_state *state, const char *argument)
{
	char text[200];

	argp_error(state, "unexpected argument '%s'; usage: %s", argument, usage_text(text));
}

void cli_refuse_missing(struct argp_state *state, const char *what, const char *name)
{
	char text[200];

	argp_error(state, "missing %s %s; usage: %s", what, name, usage_text(text));
}

size_t cli_choose(struct argp_state *state, const struct cli_option *option, const char *value,
	const char *const *names, size_t count)
{
	char list[CLI_LIST_SIZE], name[80], shown[256];

	if (complete_is_on())
		complete_names(names, NULL, count);
	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], value) == 0)
			return i;
	argp_error(state, "unknown value '%s' of %s%s use %s",
		as_text_printable(value, strlen(value), shown, sizeof(shown)),
		name_of(option, name), AS_SUGGESTION(value, names, count),
		cli_list_names(names, count, list));
	return 0;
}

size_t cli_choose_word(struct argp_state *state, const char *what, const char *value,
	const char *const *names, size_t count)
{
	char list[CLI_LIST_SIZE], shown[256];

	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], value) == 0)
			return i;
	if (complete_is_on() && !*value)
		complete_names(names, NULL, count);
	argp_error(state, "unknown %s '%s'%s use %s", what,
		as_text_printable(value, strlen(value), shown, sizeof(shown)),
		AS_SUGGESTION(value, names, count), cli_list_names(names, count, list));
	return 0;
}

void cli_add(struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	(void)option;
	add_to_list(state, place, value);
}
