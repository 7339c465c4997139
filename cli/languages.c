/* SPDX-License-Identifier: MIT */
/* assay languages: what this machine can judge, and what to install for the rest. */
#include "cli.h"

#include <assay/judge.h>
#include <string.h>

struct options {
	bool json;
	bool prepare;
	bool weak;
};

enum { OPTION_PREPARE = 256, OPTION_WEAK };

static const struct argp_option option_table[] = {
	{"json", 'J', NULL, 0, "print one JSON object, with commands and versions", 0},
	{"prepare", OPTION_PREPARE, NULL, 0,
		"build the precompiled headers now (seconds, once for each compiler)", 0},
	{"weak-sandbox", OPTION_WEAK, NULL, 0, "go on where this machine has no control groups", 0},
	{0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'J':
		options->json = true;
		return 0;
	case OPTION_PREPARE:
		options->prepare = true;
		return 0;
	case OPTION_WEAK:
		options->weak = true;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "what is '%s'? languages takes no arguments", argument);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {option_table, parse_option, NULL,
	"Lists the languages of the table, with the version found on this machine or the package "
	"to install.",
	NULL, NULL, NULL};

static void print_table(json_t *document)
{
	size_t index;
	json_t *language;

	json_array_foreach(json_object_get(document, "languages"), index, language)
	{
		const char *version = json_string_value(json_object_get(language, "version"));
		printf("%-10s %-12s ", json_string_value(json_object_get(language, "id")),
			json_string_value(json_object_get(language, "name")));
		if (version)
			puts(version);
		else
			printf("not here: sudo apt-get install %s\n",
				json_string_value(json_object_get(language, "package")));
	}
}

static int prepare(
	const struct as_languages *languages, const struct options *options, struct as_error *error)
{
	const struct as_workshop_config config = {
		.languages = languages, .weak_sandbox = options->weak, .cancel = &cli_cancelled};
	struct as_workshop *workshop = as_workshop_open(&config, error);
	int failed = !workshop || as_workshop_prepare(workshop, error);

	as_workshop_close(workshop);
	return failed ? -1 : 0;
}

int cli_languages(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};

	if (cli_parse(&argp, argc, argv, &options))
		return AS_ERROR_USAGE;
	cli_catch_signals();
	struct as_languages *languages = as_languages_open(NULL, &error);
	AS_AUTO_JSON json_t *document = NULL;
	if (languages && !(options.prepare && prepare(languages, &options, &error)))
		document = as_languages_describe(languages, NULL, options.weak, &error);
	as_languages_close(languages);
	if (!document)
		return cli_finish(cli_fail(&error));
	if (options.json) {
		json_dumpf(document, stdout, JSON_INDENT(2));
		puts("");
	} else {
		print_table(document);
	}
	return 0;
}
