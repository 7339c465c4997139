/* SPDX-License-Identifier: MIT */
/* The command: finds the verb, answers --help and --version, asks systemd for a control group if
 * that is needed. */
#include "cli.h"
#include "scope.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

static const struct verb {
	const char *name;
	int (*run)(int argc, char **argv);
	bool sandboxed; /* runs programs, so it needs control groups */
	const char *does;
} verbs[] = {
	{"judge", cli_judge, true, "judge submissions to a package"},
	{"verify", cli_verify, true, "check packages: submissions, limits, tests, validators"},
	{"grade", cli_grade, true, "grade a class: marks from a folder of submissions"},
	{"stress", cli_stress, true, "search for a small input that a submission fails"},
	{"gen", cli_gen, true, "make the test set of a package from its recipe"},
	{"new", cli_new, false, "create a small package to start from"},
	{"import", cli_import, false, "make a package from a folder of inputs and answers"},
	{"export", cli_export, false, "write a package as an archive for other judges"},
	{"contest", cli_contest, true, "make and look after a contest's folder"},
	{"worker", cli_worker, true, "judge the jobs of a store on this machine"},
	{"status", cli_status, false, "show the queue, workers and rates of a store"},
	{"store", cli_store, false, "look after a store: check, backup, gc, release, export"},
	{"serve", cli_serve, true, "run a contest: pages, the Contest API, judging"},
	{"solve", cli_solve, false, "run a reference solver on standard input"},
	{"sandbox", cli_sandbox, true, "run one command in the sandbox, result as JSON"},
	{"languages", cli_languages, true, "list the languages that this machine can judge"},
	{"doctor", cli_doctor, true, "check that this machine can judge safely, with remedies"},
};

static void print_help(FILE *out)
{
	fputs("Usage: assay VERB [OPTION...] ...\n"
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
	char option[] = "--help";
	char *argv[] = {name, option, NULL};
	const struct verb *verb = find_verb(name);

	return verb ? verb->run(2, argv) : unknown_verb(name);
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

/* A sandbox takes about 16 descriptors, and a core has several sandboxes: the usual soft limit of
 * 1024 is enough for about ten cores. */
static void allow_open_files(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
		files.rlim_cur = files.rlim_max;
		setrlimit(RLIMIT_NOFILE, &files);
	}
}

static void prepare_sandboxes(int argc, char **argv)
{
	/* The user inside a sandbox must be able to read the files in its view; private files set
	 * their own mode. The other verbs make files for the user and keep the umask. */
	umask(022);
	allow_open_files();
	scope_enter(argc, argv);
}

int main(int argc, char **argv)
{
	/* An ignored SIGCHLD survives exec, and would discard the status of children. */
	signal(SIGCHLD, SIG_DFL);
	cli_guard_output();
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
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
	if (strcmp(argv[1], "--version") == 0) {
		puts("assay " ASSAY_VERSION);
		return 0;
	}
	const struct verb *verb = find_verb(argv[1]);
	if (!verb)
		return unknown_verb(argv[1]);
	if (verb->sandboxed)
		prepare_sandboxes(argc, argv);
	return verb->run(argc - 1, argv + 1);
}
