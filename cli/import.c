/* SPDX-License-Identifier: MIT */
/* assay import: makes a package from a folder of inputs and answers. */
#include "cli.h"

#include <assay/convert.h>
#include <ctype.h>
#include <string.h>

struct options {
	const char *folder;
	const char *output;
	struct as_import_config import;
	const char **solutions;
	size_t solution_count;
};

enum { OPTION_NAME = 256, OPTION_TIME, OPTION_TOLERANCE, OPTION_EXACT, OPTION_SOLUTION };

static const struct argp_option option_table[] = {
	{"output", 'o', "FOLDER", 0,
		"the package to make (default: in this folder, with the name of DIR, plus "
		"\"package\" if that exists)",
		0},
	{"name", OPTION_NAME, "TEXT", 0,
		"the name of the problem (default: the name of the package)", 0},
	{"time-limit", OPTION_TIME, "TIME", 0,
		"limit on the CPU time of a test, such as 2s or 500ms", 0},
	{"tolerance", OPTION_TOLERANCE, "E", 0,
		"accept numbers within E, absolute or relative, such as 1e-6", 0},
	{"exact", OPTION_EXACT, NULL, 0, "compare case and white space exactly", 0},
	{"solution", OPTION_SOLUTION, "FILE", 0, "an accepted submission; can be repeated", 0},
	{0},
};

static void parse_time(struct argp_state *state, const char *argument, struct options *options)
{
	struct as_error error = {0};

	if (as_duration_parse(argument, &options->import.time_limit_ns, &error))
		argp_error(state, "--time-limit: %s", error.text);
	else if (options->import.time_limit_ns <= 0)
		argp_error(state,
			"--time-limit: invalid duration '%s'; write a duration greater than 0",
			argument);
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'o':
		options->output = argument;
		return 0;
	case OPTION_NAME:
		options->import.title = argument;
		return 0;
	case OPTION_TIME:
		parse_time(state, argument, options);
		return 0;
	case OPTION_TOLERANCE:
		options->import.tolerance = argument;
		return 0;
	case OPTION_EXACT:
		options->import.exact = true;
		return 0;
	case OPTION_SOLUTION:
		options->solutions[options->solution_count++] = argument;
		return 0;
	case ARGP_KEY_ARG:
		if (options->folder)
			argp_error(state, "unexpected argument '%s'; usage: assay import DIR",
				argument);
		options->folder = argument;
		return 0;
	case ARGP_KEY_END:
		if (!options->folder)
			argp_error(state, "missing argument DIR; usage: assay import DIR");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {option_table, parse_option, "DIR",
	"Makes a package from a folder, or a zip archive, of inputs and answers: 1.in and 1.out "
	"(or 1.ans), "
	"input01.txt and output01.txt, 1/input.txt and 1/output.txt, input/1.txt and output/1.txt, "
	"01 and 01.a. Files with \"sample\" or \"example\" in their path become samples. Folders "
	"of the other tests become groups if there are at least two, each test lies in one, and "
	"one has several tests.",
	NULL, NULL, NULL};

/* Prints how outputs are compared with the answers, as the options say. */
static void print_check(const struct as_import_config *config)
{
	const char *tolerance = config->tolerance;

	printf("answers: %s%s%s\n",
		config->exact ? "with case and white space exactly as they are"
			      : "word by word; case and white space do not matter",
		tolerance ? "; numbers within " : "", tolerance ? tolerance : "");
}

/* The folder's name in lower case, letters and digits only. If a file of that name exists here,
 * "package" is added. */
static char *default_output(const char *folder, struct as_error *error)
{
	AS_AUTO_FREE char *whole = realpath(folder, NULL);
	const char *last = whole ? strrchr(whole, '/') + 1 : "";
	const char *dot = strrchr(last, '.');
	const bool is_archive = dot && strcasecmp(dot, ".zip") == 0;
	char *name = as_text_format(
		error, "%.*s", (int)(is_archive ? (size_t)(dot - last) : strlen(last)), last);
	char *to = name;

	for (const char *at = name; name && *at; at++)
		if (isascii(*at) && isalnum((unsigned char)*at))
			*to++ = (char)tolower((unsigned char)*at);
	if (name)
		*to = '\0';
	if (!name || !*name || access(name, F_OK) < 0)
		return name;
	AS_AUTO_FREE char *base = name;
	return as_text_format(error, "%spackage", base);
}

static int run(struct options *options)
{
	struct as_error error = {0};
	AS_AUTO_NAMES char **notes = NULL;
	AS_AUTO_FREE char *own = options->output ? NULL : default_output(options->folder, &error);
	const char *output = options->output ? options->output : own;
	size_t count;
	char text[CLI_TIME_LIMIT_SIZE];

	if (!output || as_package_import(
			       options->folder, output, &options->import, &count, &notes, &error))
		return cli_fail(&error);
	cli_note_all(notes);
	printf("made %s: %zu test%s\n", output, count, count == 1 ? "" : "s");
	struct as_package *package = as_package_open_settings(output, NULL);
	if (package)
		puts(cli_time_limit_text(package, text));
	as_package_close(package);
	print_check(&options->import);
	return 0;
}

int cli_import(int argc, char **argv)
{
	struct options options = {0};

	options.solutions = calloc((size_t)argc + 1, sizeof(*options.solutions));
	if (!options.solutions)
		return AS_ERROR_INTERNAL;
	int status = cli_parse(&argp, argc, argv, &options);
	options.import.solutions = options.solutions;
	if (!status)
		status = run(&options);
	free(options.solutions);
	return status;
}
