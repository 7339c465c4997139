/* SPDX-License-Identifier: MIT */
/* libexec/assay/assay-contest: the verbs that need a web server. */
#include "cli.h"
#include "start.h"

int main(int argc, char **argv)
{
	static const struct verb verbs[] = {
		{.name = "contest", .run = cli_contest, .is_sandboxed = true},
		{.name = "course", .run = cli_course, .is_sandboxed = true},
		{.name = "serve", .run = cli_serve, .is_sandboxed = true},
	};

	return start_program(verbs, 3, argc, argv);
}
