/* SPDX-License-Identifier: MIT */
/* Options that several verbs share: where, how often and in which module programs run. A verb puts
 * the rows into its table, and passes the keys that it does not know to cli_machine_parse. */
#ifndef ASSAY_CLI_MACHINE_H
#define ASSAY_CLI_MACHINE_H

#include "cli.h"

/* Above the keys of all verbs. `jobs` has the key 'j'. */
enum {
	CLI_MACHINE_CORES = 1024,
	CLI_MACHINE_MODULE,
	CLI_MACHINE_WEAK,
	CLI_MACHINE_RERUNS,
	CLI_MACHINE_FRESH
};

/* Rows of a table of options. The help of some is a verb's own. */
#define CLI_JOBS_ROW(help)                                                                         \
	{                                                                                          \
		"jobs", 'j', "N", 0, help, 0                                                       \
	}
#define CLI_CORES_ROW                                                                              \
	{                                                                                          \
		"cores", CLI_MACHINE_CORES, "LIST", 0, CLI_CORES_HELP, 0                           \
	}
#define CLI_MODULE_ROW(help)                                                                       \
	{                                                                                          \
		"module", CLI_MACHINE_MODULE, "NAME", 0, help, 0                                   \
	}
#define CLI_WEAK_ROW(help)                                                                         \
	{                                                                                          \
		"weak-sandbox", CLI_MACHINE_WEAK, NULL, 0, help, 0                                 \
	}
#define CLI_FRESH_ROW(help)                                                                        \
	{                                                                                          \
		"fresh", CLI_MACHINE_FRESH, NULL, 0, help, 0                                       \
	}
#define CLI_RERUNS_ROW                                                                             \
	{                                                                                          \
		"reruns", CLI_MACHINE_RERUNS, "N", 0,                                              \
			"run a test again, at most N times, if it is near a time limit, or over "  \
			"it while another program used its core (default: 10; 0: never)",          \
			0                                                                          \
	}

/** Where the values go. A verb without an option leaves its members 0. */
struct cli_machine {
	unsigned *workers;
	uint64_t least_workers, most_workers;
	struct cli_modules *given;   /**< the names of --module */
	const char *const **modules; /**< becomes the list of them */
	bool *weak_sandbox, *fresh;
	int *reruns; /**< AS_RERUNS_NONE for 0 */
};

/** 0, or ARGP_ERR_UNKNOWN: the key is not one of these options. A wrong value is bad usage. */
error_t cli_machine_parse(const struct cli_machine *machine, struct argp_state *state, int key,
	const char *argument) AS_NONNULL(1, 2);

#endif
