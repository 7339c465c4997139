/* SPDX-License-Identifier: MIT */
/* What every verb needs: errors as one line, options with the right exit status. */
#include "cli.h"

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
