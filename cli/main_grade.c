/* SPDX-License-Identifier: MIT */
/* libexec/assay/assay-grade: the verb that needs the languages of names and times. */
#include "cli.h"
#include "start.h"

int main(int argc, char **argv)
{
	static const struct verb grade = {.name = "grade", .run = cli_grade, .is_sandboxed = true};

	return start_program(&grade, 1, argc, argv);
}
