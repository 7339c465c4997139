/* SPDX-License-Identifier: MIT */
/* assay doctor: reports what this machine lacks for safe judging, with remedies. */
#include "cli.h"

#include <assay/base/install.h>
#include <assay/sandbox.h>
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct options {
	bool json;
	bool fix;
};

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_doctor[] = {
	{"json", 'J', NULL, CLI_JSON_HELP, cli_flag, AT(json)},
	{"fix", 'f', NULL, "as root: allow the user who called sudo to make control groups",
		cli_flag, AT(fix)},
	{0},
};

static const struct cli_verb doctor_verb = {.options = options_of_doctor,
	.about = "Examines the kernel features and settings that verdicts depend on. Each is good, "
		 "degraded or missing, with what that means for verdicts and how to fix it. The "
		 "exit status is 4 if a feature is missing."};

static const char *const state_names[] = {
	[AS_FEATURE_GOOD] = "good",
	[AS_FEATURE_DEGRADED] = "degraded",
	[AS_FEATURE_MISSING] = "missing",
};

static const struct {
	const char *name;
	const char *title;
} groups[] = {
	{"safety", "Safe judging"},
	{"timing", "Repeatable verdicts"},
};

/* The findings, for the page, the document and the exit status. */
struct examination {
	struct as_feature features[32];
	size_t count;
	size_t degraded;
	bool can_judge; /* a program was run, and nothing is missing */
};

/* ---- the page ---- */

#define TEXT_COLUMN 28
#define FIX_COLUMN 6

/* The terminal's width, limited for legibility. */
static int page_width(void)
{
	int width = cli_terminal_width(100);

	return width < 60 ? 60 : width > 100 ? 100 : width;
}

static void print_feature(const struct as_feature *feature, int width)
{
	AS_AUTO_FREE char *text = as_text_format(NULL, "%s; %s", feature->found, feature->meaning);

	printf("  %-15s %-10s", feature->name, state_names[feature->state]);
	cli_print_wrapped(text ? text : feature->found, TEXT_COLUMN, width);
	const char *label = "fix: ";
	if (feature->remedy[0]) {
		printf("%*s%s", FIX_COLUMN, "", label);
		cli_print_wrapped(feature->remedy, FIX_COLUMN + (int)strlen(label), width);
		label = "     ";
	}
	/* Commands are never wrapped, so that they can be copied. */
	if (feature->command[0])
		printf("%*s%s%s\n", FIX_COLUMN, "", label, feature->command);
}

static void print_summary(const struct examination *found, int width)
{
	size_t degraded = found->degraded;
	AS_AUTO_FREE char *text = as_text_format(NULL,
		"This machine judges safely. %zu %s degraded; see above. For a class this rarely "
		"matters; before a contest, fix what can be fixed. Settings in /proc and /sys last "
		"until the next boot.",
		degraded, degraded == 1 ? "item is" : "items are");

	putchar('\n');
	if (!found->can_judge)
		puts("This machine cannot judge safely: fix the missing items above.");
	else if (degraded && text)
		cli_print_wrapped(text, 0, width);
	else
		puts("This machine judges safely.");
}

static void print_page(const struct examination *found)
{
	int width = page_width();

	for (size_t g = 0; g < sizeof(groups) / sizeof(*groups); g++) {
		printf("%s%s\n", g ? "\n" : "", groups[g].title);
		for (size_t i = 0; i < found->count; i++)
			if (strcmp(found->features[i].group, groups[g].name) == 0)
				print_feature(&found->features[i], width);
	}
	print_summary(found, width);
}

static void print_json(const struct examination *found)
{
	const struct as_feature *features = found->features;
	AS_AUTO_JSON json_t *document =
		json_pack("{s:s, s:{s:s}, s:b, s:[]}", "schema", CLI_DOCTOR_SCHEMA, "assay",
			"version", ASSAY_VERSION, "can_judge", found->can_judge, "features");
	json_t *list = json_object_get(document, "features");

	for (size_t i = 0; i < found->count; i++)
		json_array_append_new(list,
			json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "name", features[i].name,
				"group", features[i].group, "state", state_names[features[i].state],
				"found", features[i].found, "meaning", features[i].meaning,
				"remedy", features[i].remedy, "command", features[i].command));
	cli_print_json(document, JSON_INDENT(2));
}

/* Quotes the path as one word for a shell. NULL if it has unusual characters, or does not exist. */
static char *quote(const char *path)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._+-";
	char printable[sizeof(((struct as_feature *)0)->command)];

	if (access(path, X_OK) || strchr(path, '\''))
		return NULL;
	if (path[strspn(path, plain)] == '\0')
		return as_text_format(NULL, "%s", path);
	as_text_printable(path, strlen(path), printable, sizeof(printable));
	return strcmp(path, printable) == 0 ? as_text_format(NULL, "'%s'", path) : NULL;
}

/* The library's remedies assume an installed command; sudo does not find one in a build folder. */
static void name_command(struct as_feature *feature)
{
	static const char installed[] = "sudo assay ";
	char self[PATH_MAX];

	if (as_install_command(self, NULL) ||
		strncmp(feature->command, installed, strlen(installed)) != 0)
		return;
	AS_AUTO_FREE char *word = quote(self);
	AS_AUTO_FREE char *command = word ? as_text_format(NULL, "sudo %s %s", word,
						    feature->command + strlen(installed))
					  : NULL;
	size_t size = command ? strlen(command) + 1 : 0;
	if (size > 0 && size <= sizeof(feature->command))
		memcpy(feature->command, command, size);
}

/* ---- --fix ---- */

static int parse_id(const char *name, uint64_t *id, struct as_error *error)
{
	const char *text = getenv(name);

	if (!text)
		return as_error_set(error, AS_ERROR_USAGE,
			"%s is not set; run `sudo assay doctor --fix` as the user who will judge",
			name);
	return as_count_parse(text, 0, UINT32_MAX - 1, id, error)
		       ? as_error_context(error, "%s", name)
		       : 0;
}

/* Delegates control groups to the user who called sudo. Root itself needs none. */
static int fix(bool quiet, struct as_error *error)
{
	uint64_t uid = 0, gid = 0;
	const struct passwd *user = NULL;

	if ((getenv("SUDO_UID") || getenv("SUDO_GID")) &&
		(parse_id("SUDO_UID", &uid, error) || parse_id("SUDO_GID", &gid, error)))
		return -1;
	if (as_machine_prepare((uid_t)uid, (gid_t)gid, error))
		return -1;
	if (quiet)
		return 0;
	if (uid == 0)
		puts("Root needs no delegation. For another user, run `sudo assay doctor --fix`\n"
		     "as that user.\n");
	else
		printf("User %s may make control groups now. The page below is about root; run\n"
		       "`assay doctor` as that user, without sudo, to check.\n\n",
			(user = getpwuid((uid_t)uid)) ? user->pw_name : getenv("SUDO_UID"));
	return 0;
}

/* ---- the command ---- */

static int examine(struct examination *found, struct as_error *error)
{
	bool ran = false, lacks = false;

	found->count = as_machine_examine(
		found->features, sizeof(found->features) / sizeof(*found->features));
	if (found->count == 0)
		return as_error_sys(error, AS_ERROR_MACHINE, errno, "cannot examine this machine");
	for (size_t i = 0; i < found->count; i++) {
		struct as_feature *feature = &found->features[i];
		found->degraded += feature->state == AS_FEATURE_DEGRADED;
		lacks |= feature->state == AS_FEATURE_MISSING;
		ran |= strcmp(feature->name, "trial run") == 0;
		name_command(feature);
	}
	found->can_judge = ran && !lacks;
	return 0;
}

int cli_doctor_check(struct as_error *error)
{
	struct examination found = {0};

	if (examine(&found, error))
		return -1;
	for (size_t i = 0; i < found.count; i++) {
		const struct as_feature *feature = &found.features[i];
		if (feature->state == AS_FEATURE_MISSING)
			return as_error_set(error, AS_ERROR_MACHINE,
				"this machine cannot judge safely: %s: %s; %s%s%s%s; see assay "
				"doctor",
				feature->name, feature->found, feature->remedy,
				*feature->command ? " (`" : "", feature->command,
				*feature->command ? "`)" : "");
	}
	return found.can_judge ? 0
			       : as_error_set(error, AS_ERROR_MACHINE,
					 "this machine cannot judge safely: no program could be "
					 "run; see assay doctor");
}

int cli_doctor(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};
	struct examination found = {0};

	if (cli_parse(&doctor_verb, argc, argv, &options))
		return AS_ERROR_USAGE;
	if ((options.fix && fix(options.json, &error)) || examine(&found, &error))
		return cli_fail(&error);
	if (options.json)
		print_json(&found);
	else
		print_page(&found);
	return found.can_judge ? 0 : AS_ERROR_MACHINE;
}
