/* SPDX-License-Identifier: MIT */
/* assay course: creates and maintains a course's folder. */
#include "course.h"

#include "actions.h"

int cli_course(int argc, char **argv)
{
	static const struct action actions[] = {
		{"new", course_new, "DIR [--package PACKAGE...]",
			"make a commented folder with an assignment"},
		{"check", course_check, "DIR",
			"print everything that is wrong with a folder, and what the course will "
			"be"},
		{"passwords", course_passwords, "DIR [-o FILE]",
			"make missing passwords, and print all of them as cards"},
	};
	static const struct action_verb verb = {.name = "course",
		.about = "Makes and looks after the folder of a course, whose students hand in.",
		.actions = actions,
		.count = sizeof(actions) / sizeof(*actions)};

	return actions_run(&verb, argc, argv);
}
