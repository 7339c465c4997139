/* SPDX-License-Identifier: MIT */
/*
 * machine: the parts of `assay doctor`, by purpose. Settings that are files are read beneath a
 * folder, so that tests can supply the settings of other machines. Calls are tried on the running
 * kernel.
 */
#ifndef ASSAY_SANDBOX_MACHINE_H
#define ASSAY_SANDBOX_MACHINE_H

#include <assay/sandbox.h>
#include <sys/types.h>

struct as_machine {
	int root_fd;       /* the folder that contains proc and sys */
	uid_t uid;         /* of the user who will judge */
	bool is_virtual;   /* the host's settings are not visible */
	bool lacks;        /* a required feature is missing */
	const char *group; /* of the features that are added next */
	struct as_feature *features;
	size_t capacity;
	size_t count;
	struct as_feature beyond; /* receives features beyond the size of the array */
};

/* ---- the parts; each adds its features ---- */

void as_machine_examine_kernel(struct as_machine *machine);
void as_machine_examine_namespaces(struct as_machine *machine);
void as_machine_examine_groups(struct as_machine *machine);
void as_machine_examine_run(struct as_machine *machine);

/* The rights of a process here, found by trying calls. */
struct as_machine_rights {
	bool fixes_addresses; /* ADDR_NO_RANDOMIZE */
	bool raises_stack;    /* may raise RLIMIT_STACK to unlimited */
	bool sets_core_limit; /* may set it to 1, which prevents crash handlers */
	int counter_errno;    /* of perf_event_open, 0 if it works */
};
void as_machine_examine_programs(
	struct as_machine *machine, const struct as_machine_rights *rights);
void as_machine_examine_timing(struct as_machine *machine, const struct as_machine_rights *rights);

/* Adds to a feature why namespaces of a kind ("user", "mnt", ... as in /proc/sys/user) are refused
 * with an errno, and the remedy. `kind` is NULL for a call that does not make namespaces. */
void as_machine_blame(const struct as_machine *machine, struct as_feature *feature,
	const char *kind, int refusal);
/* Returns how to give a container control groups, or NULL outside of one. */
const char *as_machine_container_remedy(const struct as_machine *machine);

/* ---- for the parts ---- */

/* Reads /proc and /sys of the folder `root`. Returns -1 with errno if it does not exist. */
int as_machine_open(
	struct as_machine *machine, const char *root, struct as_feature *features, size_t capacity);
void as_machine_close(struct as_machine *machine);
/* Adds a feature; the format describes what was found. */
struct as_feature *as_machine_add(struct as_machine *machine, const char *name,
	enum as_feature_state state, const char *meaning, const char *format, ...) AS_PRINTF(5, 6);
/* Appends to the description of what was found. */
void as_machine_found_more(struct as_feature *feature, const char *format, ...) AS_PRINTF(2, 3);
/* `words` and `command` may be NULL. */
void as_machine_set_remedy(struct as_feature *feature, const char *words, const char *command);
/* Reads the first line of a small file, by its path without the leading slash. False if it has
 * none. */
bool as_machine_line(const struct as_machine *machine, const char *path, char *line, size_t size);
bool as_machine_number(const struct as_machine *machine, const char *path, long *value);
/* Reads the line of a file that begins with `key`, without the key and the blanks after it. */
bool as_machine_value(const struct as_machine *machine, const char *path, const char *key,
	char *value, size_t size);
bool as_machine_has(const struct as_machine *machine, const char *path);
/* Calls `attempt` in a child process, so that its changes end with it. Returns its result: an
 * errno, or 0. */
int as_machine_try(int (*attempt)(const void *argument), const void *argument);
/* Runs a tool of the system with two arguments, as root would; -1 if it did not exit with 0. */
int as_machine_run_tool(const char *path, char *const argv[], struct as_error *error) AS_MUST_USE;

#endif
