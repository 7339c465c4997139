/* SPDX-License-Identifier: MIT */
/* hostile: tables of small programs (hostile/) with their right behaviour, and the function that
 * runs a table. A new attack is a program, or a mode of one, and a line in a table. */
#ifndef ASSAY_TESTS_HOSTILE_H
#define ASSAY_TESTS_HOSTILE_H

#include "host.h"

#include <assay/sandbox.h>

/* The standard input of a program. */
enum hostile_input {
	HOSTILE_NOTHING,
	HOSTILE_SILENCE, /* open, but without a writer */
	HOSTILE_ENDLESS,
	HOSTILE_NUMBERS, /* "1 2 3\n" */
};

struct hostile_case {
	const char *name; /* the right behaviour, in words */
	/* The first is a file of the hostile folder, unless there is a command before them. */
	const char *arguments[16];
	const char *const *command; /* NULL-terminated, or NULL */
	const char *const *env;
	const char *program; /* an entry of the work folder, or NULL */
	enum as_profile profile;
	enum hostile_input input;
	bool writable;
	/* Limits; 0 is the suite's own: 10 s, 30 s, any idling, 64 MiB, 64 KiB, 32, a box of 1 MiB
	 * and 256 files, 64 open files. */
	int cpu_ms, wall_ms, idle_ms;
	bool works_first; /* the limit is hit after some work, whose time is not bounded */
	unsigned memory_mib, output_kib, processes, box_kib, box_files, open_files;
	/* Right behaviour. Without a hit the program's own end must be this one. */
	unsigned hits;       /* all of these */
	unsigned may_hit;    /* and none but these besides */
	const char *syscall; /* with AS_HIT_SYSCALL */
	int signal;
	int exit_code;
	int min_cpu_ms; /* at least this much of both is reported */
	unsigned min_memory_mib;
	const char *output; /* its whole output; NULL: not checked */
};

/* A sandbox that shows the hostile folder and the system's programs, with a record of the host. */
struct hostile {
	struct host host;
	struct as_sandbox *sandbox;
};
/* The level of the sandboxes, from ASSAY_TEST_LEVEL: "process", or "user", which is the same as an
 * ordinary user. */
enum as_weakness hostile_level(void);
/* Makes this process one of that user; hostile_open does so. Call it before folders are made. */
void hostile_become_user(void);
/* Skips the test if this machine lacks a requirement. work_dir may be NULL. */
void hostile_open(struct hostile *hostile, const char *work_dir);
void hostile_close(struct hostile *hostile);

/* Runs a case, compares the result with it, and checks the host. */
void hostile_run(struct hostile *hostile, const struct hostile_case *c);
/* Opens, runs a table, closes. */
void hostile_run_all(const struct hostile_case *cases, size_t count);
#define HOSTILE_RUN_ALL(cases) hostile_run_all(cases, sizeof(cases) / sizeof(*(cases)))

/* The views of hostile_open, for tests that open their own sandbox. */
extern const struct as_view hostile_views[];
extern const size_t hostile_view_count;
/* Skips if AS_ERROR_MACHINE says that this machine cannot run it; any other error fails. */
void hostile_require_open(const struct as_sandbox *sandbox, const struct as_error *error);
/* True if a file of the hostile folder was built. */
bool hostile_has(const char *name);

#endif
