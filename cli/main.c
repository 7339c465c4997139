/* SPDX-License-Identifier: MIT */
/* The command: finds the verb, answers --help and --version, gets a control group where one must be
 * asked for. */
#include "cli.h"

#include <assay/sandbox.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const struct verb {
	const char *name;
	int (*run)(int argc, char **argv);
	bool sandboxed; /* runs programs, so it needs control groups */
	const char *does;
} verbs[] = {
	{"judge", cli_judge, true, "judge submissions to a package"},
	{"gen", cli_gen, true, "make the test set of a package from its recipe"},
	{"solve", cli_solve, false, "the reference solvers, on standard input"},
	{"sandbox", cli_sandbox, true, "one run in the sandbox, result as JSON"},
	{"languages", cli_languages, true, "what this machine can judge"},
	{"doctor", cli_doctor, true, "what this machine lacks for safe judging, with the remedy"},
};

static void print_help(FILE *out)
{
	fputs("Usage: assay VERB [OPTION...] ...\n"
	      "Judge and grader for programming problems.\n\n",
		out);
	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++)
		fprintf(out, "  %-10s %s\n", verbs[i].name, verbs[i].does);
	fputs("\nassay VERB --help tells more; so does man assay.\n"
	      "Exit status: 0 done, 1 done and the answer is no, 2 bad usage, 3 bad input,\n"
	      "4 this machine cannot do it safely, 5 internal.\n",
		out);
}

/*
 * On cgroup v2 an ordinary process owns no group to divide: systemd gives one to a scope, and the
 * command starts itself again inside. The mark in the environment keeps it from asking twice.
 */
static void enter_scope(int argc, char **argv)
{
	static const char mark[] = "ASSAY_IN_SCOPE";
	const char *launcher[10];

	if (getenv(mark) || !as_machine_needs_scope(launcher))
		return;
	/* Without a login (su, cron) nobody has set it, but the manager may be there all the same.
	 */
	char runtime_dir[64];
	snprintf(runtime_dir, sizeof(runtime_dir), "/run/user/%u", (unsigned)geteuid());
	setenv("XDG_RUNTIME_DIR", runtime_dir, 0);
	char self[4096];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char **command = calloc((size_t)argc + 12, sizeof(*command));
	if (length > 0 && command) {
		size_t n = 0;
		self[length] = '\0';
		for (const char **word = launcher; *word; word++)
			command[n++] = (char *)*word;
		command[n++] = self;
		for (int i = 1; i < argc; i++)
			command[n++] = argv[i];
		setenv(mark, "1", 1);
		execvp(command[0], command);
		unsetenv(mark);
	}
	/* Without systemd-run the verb itself says what is missing. */
	free(command);
}

static int unknown_verb(const char *name)
{
	struct as_error error = {0};

	as_error_set(
		&error, AS_ERROR_USAGE, "there is no verb '%s': `assay --help` lists them", name);
	return cli_fail(&error);
}

int main(int argc, char **argv)
{
	cli_guard_output();
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	/* What sandboxes are shown must be readable by the user inside; what is private says so
	 * itself. */
	umask(022);
	if (argc < 2) {
		print_help(stderr);
		return AS_ERROR_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
		print_help(stdout);
		return 0;
	}
	if (strcmp(argv[1], "--version") == 0) {
		puts("assay " ASSAY_VERSION);
		return 0;
	}
	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++) {
		if (strcmp(argv[1], verbs[i].name) != 0)
			continue;
		if (verbs[i].sandboxed)
			enter_scope(argc, argv);
		return verbs[i].run(argc - 1, argv + 1);
	}
	return unknown_verb(argv[1]);
}
