/* SPDX-License-Identifier: MIT */
/* toolchain: runs a language's compiler in the compiler's profile, and the compiled programs in the
 * profile for programs: an honest one, and three attacks that must fail. */
#ifndef ASSAY_TESTS_TOOLCHAIN_H
#define ASSAY_TESTS_TOOLCHAIN_H

#include "hostile.h"

struct toolchain {
	const char *word; /* the requirement that is missing without the tool, see required.txt */
	const char *tools[2];       /* must be there */
	const char *compile[16];    /* NULL: nothing to compile */
	const char *compile_env[6]; /* NULL-terminated */
	const char *made[3];        /* files of the box, to be /program/NAME */
	const char *command[10];    /* what runs, the mode comes behind */
	const char *env[4];         /* NULL-terminated */
	enum as_profile profile;
	unsigned memory_mib, processes;
	const char *connect; /* the call that ends an attempt to use the network */
};

/* Skips with a reason if a tool is missing; compiles; runs every mode. */
void toolchain_run_all(const struct toolchain *toolchain);

#endif
