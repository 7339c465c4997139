/* SPDX-License-Identifier: MIT */
/* One small program with several attacks: its first argument selects one. Exit status 99: unknown
 * mode. */
#ifndef HOSTILE_MODE_H
#define HOSTILE_MODE_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct mode {
	const char *name;
	int (*run)(int argc, char **argv);
};

static inline int run_mode(const struct mode *modes, size_t count, int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < count; i++)
		if (strcmp(modes[i].name, argv[1]) == 0)
			return modes[i].run(argc, argv);
	fprintf(stderr, "no such mode\n");
	return 99;
}

#define RUN_MODE(modes, argc, argv) run_mode(modes, sizeof(modes) / sizeof(*(modes)), argc, argv)

#endif
