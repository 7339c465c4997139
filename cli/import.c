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
	struct cli_list solutions;
};

static void take_time_limit(
	struct argp_state *state, const struct cli_option *option, void *place, char *value)
{
	struct as_error error = {0};
	int64_t *time_ns = place;

	if (as_duration_parse(value, time_ns, &error) == 0 && *time_ns <= 0)
		as_error_set(&error, AS_ERROR_USAGE,
			"invalid duration '%s'; write a duration greater than 0", value);
	if (error.kind)
		cli_refuse(state, option, error.text);
}

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_import[] = {
	{"output", 'o', "FOLDER",
		"the package to make (default: in this folder, with the name of DIR, plus "
		"\"package\" if that exists)",
		cli_text, AT(output)},
	{"name", 0, "TEXT", "the name of the problem (default: the name of the package)", cli_text,
		AT(import.title)},
	{"time-limit", 0, "TIME", "limit on the CPU time of a test, such as 2s or 500ms",
		take_time_limit, AT(import.time_limit_ns)},
	{"tolerance", 0, "E", "accept numbers within E, absolute or relative, such as 1e-6",
		cli_text, AT(import.tolerance)},
	{"exact", 0, NULL, "compare case and white space exactly", cli_flag, AT(import.exact)},
	{"solution", 0, "FILE", "an accepted submission; can be repeated", cli_add, AT(solutions)},
	{0},
};

static const struct cli_verb import_verb = {.options = options_of_import,
	.arguments = "DIR|ARCHIVE",
	.about = "Makes a package from a folder, or a zip archive, of inputs and answers: 1.in and "
		 "1.out (or 1.ans), input01.txt and output01.txt, 1/input.txt and 1/output.txt, "
		 "input/1.txt and output/1.txt, 01 and 01.a. Files with \"sample\" or \"example\" "
		 "in their path become samples. Folders of the other tests become groups if there "
		 "are at least two, each test lies in one, and one has several tests.",
	.words = {{"DIR|ARCHIVE", AT(folder)}}};

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

static int run_import(struct options *options)
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
	const struct cli_list *solutions = &options.solutions;
	int status = cli_parse(&import_verb, argc, argv, &options);

	options.import.solutions = solutions->items;
	if (!status)
		status = run_import(&options);
	free(solutions->items);
	return status;
}
