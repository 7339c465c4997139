/* SPDX-License-Identifier: MIT */
/* container: the container in which this process runs, and the options that it needs. */
#ifndef ASSAY_SANDBOX_CONTAINER_H
#define ASSAY_SANDBOX_CONTAINER_H

#include <assay/base.h>

struct as_container {
	const char *path; /* recognised by this file */
	const char *word; /* at the beginning of the file, or NULL if its existence is enough */
	const char *also; /* must exist too, or NULL */
	const char *name;
	const char *remedy; /* the one line of docs/containers.md */
	bool is_rootless;   /* an ordinary user of the host started it */
};

/* `root_fd`: the folder that contains proc and run. NULL: not in a container. */
const struct as_container *as_container_find(int root_fd);
/* The length of a message of the sandbox without the advice at its end. */
int as_container_complaint_length(const char *text);
/* In a container that an ordinary user of the host started, with control groups of v1. */
bool as_container_is_rootless(int root_fd);
/* In a container: replaces the advice at the end of a message (AS_ERROR_MACHINE) by the options.
 * Returns -1. */
int as_container_advise(struct as_error *error);

#endif
