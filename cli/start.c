/* SPDX-License-Identifier: MIT */
/* How the command and its programs in libexec begin. The verbs that need large libraries are in
 * programs of their own, because loading these takes longer than most commands run. */
#include "start.h"

#include "cli.h"
#include "complete.h"
#include "scope.h"

#include <assay/base/install.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

void start_process(void)
{
	/* An ignored SIGCHLD survives exec, and would discard the status of children. */
	signal(SIGCHLD, SIG_DFL);
	cli_guard_output();
	complete_begin();
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
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

/* A second command in another folder hides that of the Debian package. */
static int report_missing(const char *verb, const char *name, const struct as_error *missing)
{
	const char *package = strstr(name, "assay-contest") ? "assay-server" : "assay";
	AS_AUTO_FREE char *usual = as_text_format(NULL, "/usr/%s", name);
	struct as_error error = {0};

	as_error_set(&error, missing->kind, "assay %s: %s; %s%s%s", verb, missing->text,
		usual && access(usual, X_OK) == 0 ? "use /usr/bin/assay, which has it, or " : "",
		"install the package ", package);
	return cli_fail(&error);
}

/* Returns only on failure. */
static int become(const struct verb *verb, char **argv)
{
	struct as_error error = {0};
	AS_AUTO_FREE char *name = as_text_format(&error, "libexec/assay/%s", verb->program);
	char path[PATH_MAX];

	if (name && as_install_find(name, path, &error))
		return report_missing(argv[1], name, &error);
	if (name) {
		execv(path, argv);
		as_error_sys(&error, AS_ERROR_MACHINE, errno, "cannot start %s", path);
	}
	return cli_fail(&error);
}

int start_verb(const struct verb *verb, int argc, char **argv)
{
	if (verb->program)
		return become(verb, argv);
	if (verb->is_sandboxed && !complete_is_on())
		prepare_sandboxes(argc, argv);
	const int status = verb->run(argc - 1, argv + 1);
	return complete_is_on() ? 0 : status;
}

int start_program(const struct verb *verbs, int count, int argc, char **argv)
{
	start_process();
	for (int i = 0; argc > 1 && i < count; i++)
		if (strcmp(verbs[i].name, argv[1]) == 0)
			return start_verb(&verbs[i], argc, argv);
	fprintf(stderr, "assay: this program is a part of assay; use assay %s\n", verbs[0].name);
	return AS_ERROR_USAGE;
}
