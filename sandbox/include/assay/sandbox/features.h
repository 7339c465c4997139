/* SPDX-License-Identifier: MIT */
/** features: the kernel features and settings of this machine, for `assay doctor`, and the rights
 * that the sandbox needs. Included by sandbox.h. */
#ifndef ASSAY_SANDBOX_FEATURES_H
#define ASSAY_SANDBOX_FEATURES_H

#include <assay/base.h>

/** The state of a kernel feature or setting of this machine. */
enum as_feature_state {
	AS_FEATURE_GOOD,
	AS_FEATURE_DEGRADED, /**< programs are judged; times repeat less, or a barrier is missing */
	AS_FEATURE_MISSING,  /**< nothing can be judged without it */
};
struct as_feature {
	const char *name;  /**< a static string: "kernel", "swap", ... */
	const char *group; /**< a static string: "safety" or "timing" */
	enum as_feature_state state;
	char found[1280];  /**< the feature or setting as it is */
	char meaning[256]; /**< the meaning for verdicts */
	char remedy[640];  /**< the remedy in words, or empty */
	char command[256]; /**< the remedy as a line for a shell, or empty */
};
/**
 * Fills up to `capacity` features (there are fewer than 32) and returns their number, or 0 with
 * errno if the machine cannot be examined. System calls are tried in child processes, and one
 * program is run, as the feature "trial run". If that feature exists and no feature is
 * AS_FEATURE_MISSING, this process can judge. On cgroup v2 that takes a scope: see
 * as_machine_needs_scope. The function removes everything that it makes. One thing remains: on
 * cgroup v2 a delegated group stays divided as as_sandbox_open describes, with its processes in the
 * leaf. Nothing else on the machine is changed.
 */
size_t as_machine_examine(struct as_feature *features, size_t capacity);
/** The memory of the machine, or the limit of this process's control group if that is less;
 * UINT64_MAX: unknown. */
uint64_t as_machine_memory_bytes(void);
/**
 * As root: allows a user to make control groups. On v1 the user gets a folder in each hierarchy
 * until the next boot; on v2 systemd permanently keeps a manager for the user without a login. Root
 * needs nothing, which is success.
 */
int as_machine_prepare(uid_t uid, gid_t gid, struct as_error *error) AS_MUST_USE;
/**
 * True if this process may not make groups on a cgroup v2 host, and systemd can give it a scope.
 * Then run the command again with the words of `launcher` (NULL-terminated, static strings) before
 * it. False if groups are already available, or not at all.
 */
bool as_machine_needs_scope(const char *launcher[10]) AS_NONNULL(1);

#endif
