/* SPDX-License-Identifier: MIT */
/* What every verb needs: errors as one line, options with the right exit status, signals. */
#include "cli.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

int cli_fail(const struct as_error *error)
{
	char text[2048];

	fprintf(stderr, "assay: %s\n", as_error_format(error, text, sizeof(text)));
	return error->kind == AS_ERROR_NONE ? AS_ERROR_INTERNAL : (int)error->kind;
}

int cli_parse(const struct argp *argp, int argc, char **argv, void *input)
{
	char name[64];

	/* argp takes the name in its complaints from argv[0]. */
	snprintf(name, sizeof(name), "assay %s", argv[0]);
	argv[0] = name;
	argp_err_exit_status = AS_ERROR_USAGE;
	return argp_parse(argp, argc, argv, ARGP_IN_ORDER, NULL, input) ? AS_ERROR_USAGE : 0;
}

volatile bool cli_cancelled;
static volatile sig_atomic_t cancelled_by;

static void cancel(int number)
{
	cancelled_by = number;
	cli_cancelled = true;
}

void cli_catch_signals(void)
{
	/* A second Ctrl-C ends the command at once. */
	struct sigaction action = {.sa_handler = cancel, .sa_flags = (int)SA_RESETHAND};

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}

int cli_finish(int status)
{
	if (!cli_cancelled)
		return status;
	fputs("assay: interrupted; nothing was left behind\n", stderr);
	signal(cancelled_by, SIG_DFL);
	raise(cancelled_by);
	return status;
}
