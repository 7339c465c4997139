/* SPDX-License-Identifier: MIT */
/* The command: finds the verb, answers --help and --version. */
#include "cli.h"
#include "complete.h"
#include "start.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct verb verbs[] = {
	{"judge", cli_judge, true, "judge submissions to a package", NULL},
	{"verify", cli_verify, true, "check packages: submissions, limits, tests, validators",
		NULL},
	{"grade", NULL, false, "grade a class: marks from a folder of submissions", "assay-grade"},
	{"stress", cli_stress, true, "search for a small input on which a submission fails", NULL},
	{"strength", cli_strength, true, "measure how well tests tell right from wrong", NULL},
	{"gen", cli_gen, true, "make the test set of a package from its recipe", NULL},
	{"statement", cli_statement, false, "write the statement of a package as a page", NULL},
	{"new", cli_new, false, "create a small package to start from", NULL},
	{"import", cli_import, false, "make a package from a folder of inputs and answers", NULL},
	{"export", cli_export, false, "write a package as an archive for other judges", NULL},
	{"contest", NULL, false, "make and look after a contest's folder", "assay-contest"},
	{"course", NULL, false, "make and look after a course's folder", "assay-contest"},
	{"worker", cli_worker, true, "judge the jobs of a store on this machine", NULL},
	{"status", cli_status, false, "show the queue, workers and rates of a store", NULL},
	{"store", cli_store, false, "look after a store: check, backup, gc, release, export", NULL},
	{"serve", NULL, false, "run a contest or a course: pages, judging, the Contest API",
		"assay-contest"},
	{"solve", cli_solve, false, "run a reference solver on standard input", NULL},
	{"sandbox", cli_sandbox, true, "run one command in the sandbox, result as JSON", NULL},
	{"languages", cli_languages, true, "list the languages that this machine can judge", NULL},
	{"doctor", cli_doctor, true, "check that this machine can judge safely, with remedies",
		NULL},
};

static void print_help(FILE *out)
{
	fputs("Usage: assay VERB [OPTION...] ...\n"
	      "       assay --version [--json]\n"
	      "Judge and grader for programming problems.\n\n",
		out);
	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++)
		fprintf(out, "  %-10s %s\n", verbs[i].name, verbs[i].does);
	fputs("\nSee assay help VERB for the options of a verb, and man assay for all of it.\n"
	      "Exit status: 0 done, 1 done and the answer is no, 2 bad usage, 3 bad input,\n"
	      "4 this machine cannot do it safely, 5 internal error.\n",
		out);
}

static const struct verb *find_verb(const char *name)
{
	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++)
		if (strcmp(name, verbs[i].name) == 0)
			return &verbs[i];
	return NULL;
}

static int unknown_verb(const char *name)
{
	struct as_error error = {0};
	const char *names[sizeof(verbs) / sizeof(*verbs)];

	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++)
		names[i] = verbs[i].name;
	as_error_set(&error, AS_ERROR_USAGE, "unknown %s '%s'%s see assay --help",
		*name == '-' ? "option" : "verb", name,
		AS_SUGGESTION(name, names, sizeof(names) / sizeof(*names)));
	return cli_fail(&error);
}

/* assay help VERB */
static int help_verb(char *name)
{
	char command[] = "assay", option[] = "--help";
	char *argv[] = {command, name, option, NULL};
	const struct verb *verb = find_verb(name);

	return verb ? start_verb(verb, 3, argv) : unknown_verb(name);
}

/* assay help, which also describes itself. */
static int help(int argc, char **argv)
{
	static const char *const own[] = {"help", "--help", "-h"};
	struct as_error error = {0};

	if (argc > 3) {
		as_error_set(&error, AS_ERROR_USAGE,
			"unexpected argument '%s'; help takes one verb", argv[3]);
		return cli_fail(&error);
	}
	for (size_t i = 0; argc > 2 && i < sizeof(own) / sizeof(*own); i++)
		if (strcmp(argv[2], own[i]) == 0)
			argc = 2;
	if (argc > 2)
		return help_verb(argv[2]);
	print_help(stdout);
	return 0;
}

static int version(int argc, char **argv)
{
	struct as_error error = {0};

	if (argc == 3 && (strcmp(argv[2], "--json") == 0 || strcmp(argv[2], "-J") == 0))
		return cli_version_print();
	if (argc > 2) {
		as_error_set(&error, AS_ERROR_USAGE,
			"unexpected argument '%s'; usage: assay --version [--json]", argv[2]);
		return cli_fail(&error);
	}
	puts("assay " ASSAY_VERSION);
	return 0;
}

/* assay VERB, assay help VERB, assay --version --json. */
_Noreturn static void complete(int argc, char **argv)
{
	enum { COUNT = sizeof(verbs) / sizeof(*verbs) };
	static const char *const json[] = {"--json"};
	const char *names[COUNT + 3], *texts[COUNT + 3] = {NULL};
	size_t count = 0;

	for (; count < COUNT; count++) {
		names[count] = verbs[count].name;
		texts[count] = verbs[count].does;
	}
	if (argc == 3 && strcmp(argv[1], "help") == 0)
		complete_names(names, texts, count);
	if (argc > 2)
		complete_names(json, NULL, argc == 3 && strcmp(argv[1], "--version") == 0);
	names[count] = "help";
	texts[count++] = "print the options of a verb";
	names[count++] = "--help";
	names[count++] = "--version";
	complete_names(names, texts, count);
}

/* Without /proc every verb would fail, each with another message. */
static bool has_proc(void)
{
	struct as_error error = {0};

	if (access("/proc/self/exe", F_OK) == 0)
		return true;
	as_error_set(&error, AS_ERROR_MACHINE,
		"/proc is not mounted; run `mount -t proc proc /proc`, or start the container with "
		"it");
	cli_fail(&error);
	return false;
}

int main(int argc, char **argv)
{
	start_process();
	if (complete_is_on() && (argc < 3 || !find_verb(argv[1])))
		complete(argc, argv);
	if (argc < 2) {
		print_help(stderr);
		return AS_ERROR_USAGE;
	}
	if (strcmp(argv[1], "help") == 0)
		return help(argc, argv);
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		print_help(stdout);
		return 0;
	}
	if (strcmp(argv[1], "--version") == 0)
		return version(argc, argv);
	const struct verb *verb = find_verb(argv[1]);
	if (!verb)
		return unknown_verb(argv[1]);
	return has_proc() ? start_verb(verb, argc, argv) : AS_ERROR_MACHINE;
}
