/* SPDX-License-Identifier: MIT */
/* assay doctor: what this machine lacks for safe judging, and what mends it. */
#include "cli.h"

#include <assay/sandbox.h>
#include <errno.h>
#include <pwd.h>
#include <string.h>

struct options {
	bool json;
	bool fix;
};

static const struct argp_option option_table[] = {
	{"json", 'J', NULL, 0, "print one JSON object", 0},
	{"fix", 'f', NULL, 0,
		"as root: hand control groups over, once, to the user who called sudo", 0},
	{0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'J':
		options->json = true;
		return 0;
	case 'f':
		options->fix = true;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "what is '%s'? doctor takes no arguments", argument);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {option_table, parse_option, NULL,
	"Says what this machine offers to the sandbox, and for what is missing the command that "
	"mends it. "
	"Exit status 4 where something is missing.",
	NULL, NULL, NULL};

static const char *const state_names[] = {
	[AS_FEATURE_GOOD] = "good",
	[AS_FEATURE_DEGRADED] = "degraded",
	[AS_FEATURE_MISSING] = "missing",
};

static void print_table(const struct as_feature *features, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		printf("%-16s %-9s %s\n", features[i].name, state_names[features[i].state],
			features[i].found);
		if (features[i].remedy[0])
			printf("%-26s remedy: %s\n", "", features[i].remedy);
	}
}

static void print_json(const struct as_feature *features, size_t count)
{
	AS_AUTO_JSON json_t *document =
		json_pack("{s:s, s:[]}", "schema", "assay-doctor/1", "features");
	json_t *list = json_object_get(document, "features");

	for (size_t i = 0; i < count; i++)
		json_array_append_new(
			list, json_pack("{s:s, s:s, s:s, s:s}", "name", features[i].name, "state",
				      state_names[features[i].state], "found", features[i].found,
				      "remedy", features[i].remedy));
	json_dumpf(document, stdout, JSON_INDENT(2));
	puts("");
}

/* Hands over to the user behind sudo; to root itself there is nothing to hand over. */
static int fix(struct as_error *error)
{
	const char *user = getenv("SUDO_UID"), *group = getenv("SUDO_GID");
	uint64_t uid = 0, gid = 0;

	if (user && group &&
		(as_count_parse(user, 0, UINT32_MAX - 1, &uid, error) ||
			as_count_parse(group, 0, UINT32_MAX - 1, &gid, error)))
		return -1;
	return as_machine_prepare((uid_t)uid, (gid_t)gid, error);
}

int cli_doctor(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};
	struct as_feature features[32];
	bool missing = false;

	if (cli_parse(&argp, argc, argv, &options))
		return AS_ERROR_USAGE;
	if (options.fix && fix(&error))
		return cli_fail(&error);
	size_t count = as_machine_examine(features, sizeof(features) / sizeof(*features));
	for (size_t i = 0; i < count; i++)
		missing |= features[i].state == AS_FEATURE_MISSING;
	if (options.json)
		print_json(features, count);
	else
		print_table(features, count);
	return missing ? AS_ERROR_MACHINE : 0;
}
