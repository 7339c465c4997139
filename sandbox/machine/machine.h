/* SPDX-License-Identifier: MIT */
/*
 * machine: the checks of `assay doctor`, by purpose. Settings in files are read beneath a root
 * folder, so that tests can supply the settings of other machines. System calls are tried on the
 * running kernel.
 */
#ifndef ASSAY_SANDBOX_MACHINE_H
#define ASSAY_SANDBOX_MACHINE_H

#include <assay/sandbox.h>
#include <sys/types.h>

/* The rights of a process here, found by trying calls. */
struct as_machine_rights {
	bool fixes_addresses; /* ADDR_NO_RANDOMIZE */
	bool raises_stack;    /* may raise RLIMIT_STACK to unlimited */
	bool sets_core_limit; /* may set it to 1, which prevents crash handlers */
	int counter_errno;    /* of perf_event_open, 0 if it works */
};
struct as_machine {
	int root_fd;         /* the folder that contains proc and sys */
	uid_t uid;           /* of the user who will judge */
	bool is_virtual;     /* the host's settings are not visible */
	bool lacks;          /* a required feature is missing */
	bool lacks_temp;     /* no folder for temporary files */
	bool has_namespaces; /* of users and mounts, in which mounts can be tried */
	bool has_groups;     /* control groups with every needed controller */
	struct as_machine_rights rights;
	struct as_feature *features;
	size_t capacity;
	size_t count;
};

#define GOOD AS_FEATURE_GOOD
#define DEGRADED AS_FEATURE_DEGRADED
#define MISSING AS_FEATURE_MISSING
struct as_outcome {
	enum as_feature_state state;
	const char *meaning; /* for verdicts; NULL: as in the outcome before */
	const char *remedy;  /* in words, or NULL */
	const char *command; /* or NULL */
};
/* What probes return, as indices of outcomes; a table may have more. */
enum { UNTRIED = -1, FINE, POOR, MORE };
/*
 * A feature or setting. Its probe changes nothing: it describes what it found, and returns an
 * outcome, or UNTRIED if there is nothing to report. A remedy that the probe sets replaces the
 * remedy of the outcome.
 */
struct as_check {
	const char *name; /* NULL ends a table */
	int (*probe)(struct as_machine *machine, struct as_feature *feature);
	struct as_outcome outcomes[7];
};

extern const struct as_check as_checks_of_kernel[], as_checks_of_namespaces[],
	as_checks_of_groups[], as_checks_of_programs[], as_checks_of_timing[];

/* Reads /proc and /sys of the folder `root`. Returns -1 with errno if it does not exist. */
int as_machine_open(
	struct as_machine *machine, const char *root, struct as_feature *features, size_t capacity);
void as_machine_close(struct as_machine *machine);
/* Adds the features of a table. */
void as_machine_check(struct as_machine *machine, const char *group, const struct as_check *checks);

/* ---- for probes ---- */

/* Appends to the description of what was found. */
void as_machine_found(struct as_feature *feature, const char *format, ...) AS_PRINTF(2, 3);
/* `words` and `command` may be NULL. */
void as_machine_set_remedy(struct as_feature *feature, const char *words, const char *command);
/* Says why namespaces of a kind ("user", "mnt", ... as in /proc/sys/user) are refused with an
 * errno, and sets the remedy. `kind` is NULL for a call that does not make namespaces. */
void as_machine_blame(const struct as_machine *machine, struct as_feature *feature,
	const char *kind, int refusal);
/* In a container: sets the remedy for that kind of container, and returns true. */
bool as_machine_blame_container(const struct as_machine *machine, struct as_feature *feature);
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
/* groups.c: one real run. Returns the sandbox, which the caller closes; NULL: it failed. */
struct as_sandbox *as_machine_try_run(
	enum as_weakness weakness, int64_t *wall_ns, struct as_error *error) AS_MUST_USE;
/* Runs a tool of the system with two arguments, as root would; -1 if it did not exit with 0. */
int as_machine_run_tool(const char *path, char *const argv[], struct as_error *error) AS_MUST_USE;

#endif
