/* SPDX-License-Identifier: MIT */
/*
 * cgroup v1: a sandbox has one group in each of three hierarchies, which is reset and used again
 * for every run (0.06 ms, against 0.5 ms for making and removing them). Counters that cannot be
 * reset are read before and after.
 *
 * The helper lives in the groups, and so do the init and the program of every run, because moving a
 * process into a group takes a machine-wide lock. So a little of the memory and two of the
 * processes do not belong to the program; the limits are raised by that amount.
 */
#include "cgroup_v1.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* The memory of the helper and the init of a run: measured at 0.3 to 0.6 MiB, the kernel's part
 * included. */
#define HELPER_BYTES (UINT64_C(640) << 10)
#define HELPER_PROCESSES 2u

/*
 * The limit of memory and swap together exceeds that of memory by this amount. With equal limits
 * the kernel reaches the combined limit first, and does not count a failure of memory.
 */
#define SWAP_BYTES (UINT64_C(4) << 10)

/* How long a helper that is in none of its groups may still be exiting. */
#define EXIT_MS 100

/* How long a check of the helper's groups stays valid. */
#define CHECK_VALID_NS INT64_C(20000000)

/* If the last run left more than this, it is reclaimed before the next run. */
#define LEFTOVER_BYTES (HELPER_BYTES + (256 << 10))

static int write_number(int dir_fd, const char *file, uint64_t value)
{
	char text[32];

	if (value == UINT64_MAX)
		snprintf(text, sizeof(text), "-1");
	else
		snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
	return as_cgroup_write(dir_fd, file, text);
}

static uint64_t add_bytes(uint64_t bytes, uint64_t more)
{
	return bytes > UINT64_MAX - more ? UINT64_MAX : bytes + more;
}

/* Until all limits are written, none counts as written: a partial failure must not leave a wrong
 * limit in place. */
static int set_limits(struct as_v1 *v1, const struct as_limits *limits)
{
	const struct as_limits known = v1->limits;
	const bool all = !v1->limits_known;
	const uint64_t bytes = add_bytes(limits->memory_bytes, HELPER_BYTES);
	int memory = v1->dir_fd[MEMORY];

	v1->limits_known = false;
	if (all || limits->memory_bytes != known.memory_bytes) {
		/* The limit of memory+swap must never be below that of memory. */
		if ((v1->has_swap_limit &&
			    as_cgroup_write(memory, "memory.memsw.limit_in_bytes", "-1")) ||
			write_number(memory, "memory.limit_in_bytes", bytes) ||
			(v1->has_swap_limit && write_number(memory, "memory.memsw.limit_in_bytes",
						       add_bytes(bytes, SWAP_BYTES))))
			return -1;
	}
	if ((all || limits->processes != known.processes) &&
		write_number(v1->dir_fd[PIDS], "pids.max",
			(uint64_t)limits->processes + HELPER_PROCESSES))
		return -1;
	v1->limits = *limits;
	v1->limits_known = true;
	return 0;
}

static int reset_failures(const struct as_v1 *v1)
{
	for (int i = FAILURES; i <= SWAP_FAILURES; i++)
		if (v1->counter_fds[i] >= 0 && pwrite(v1->counter_fds[i], "0", 1, 0) != 1)
			return -1;
	return 0;
}

/* Counters of the group that only grow; without kernel support they stay 0. */
static void read_events(const struct as_v1 *v1, uint64_t *kills, uint64_t *refusals)
{
	*kills = *refusals = 0;
	as_cgroup_read_open(v1->counter_fds[KILLS], "oom_kill", kills);
	as_cgroup_read_open(v1->counter_fds[REFUSALS], "max", refusals);
}

static int v1_adopt(void *state, pid_t helper, int helper_fd, struct as_error *error)
{
	struct as_v1 *v1 = state;

	if (as_cgroup_hold_helper(&v1->helper, helper, helper_fd, error))
		return -1;
	for (int i = 0; i < CONTROLLERS; i++)
		if (v1->path[i][0] && as_v1_adopt_helper(v1, i, error))
			return -1;
	return 0;
}

static int v1_prepare(void *state, bool privileged, struct as_error *error)
{
	(void)state;
	(void)privileged;
	(void)error;
	return 0;
}

/*
 * Only the peak shows whether the group's own limit or an outer one refused a fork, and the peak
 * cannot be reset. So after a run that reached the next run's limit, a new group is needed.
 */
static int renew_pids(struct as_v1 *v1, const struct as_limits *limits, struct as_error *error)
{
	uint64_t peak;

	if (as_cgroup_read_open(v1->counter_fds[PIDS_PEAK], NULL, &peak) ||
		peak < (uint64_t)limits->processes + HELPER_PROCESSES)
		return 0;
	return as_v1_renew_group(v1, PIDS, error);
}

static bool has_leftovers(const struct as_v1 *v1)
{
	uint64_t left_over;

	return as_cgroup_read_open(v1->counter_fds[CURRENT], NULL, &left_over) == 0 &&
	       left_over > LEFTOVER_BYTES;
}

static bool v1_is_ready(const void *state)
{
	return !has_leftovers(state);
}

/* Reclaims caches, then waits a moment for what the kernel frees later: processes (about a
 * millisecond) and files in closed sockets. */
static int renew_memory(struct as_v1 *v1, struct as_error *error)
{
	const struct timespec pause = {.tv_nsec = 200000};

	if (!has_leftovers(v1))
		return 0;
	as_cgroup_write(v1->dir_fd[MEMORY], "memory.force_empty", "0");
	for (int attempt = 0; attempt < 400; attempt++) {
		if (!has_leftovers(v1))
			return 0;
		nanosleep(&pause, NULL);
	}
	return as_v1_renew_group(v1, MEMORY, error);
}

/*
 * A helper that left its group, or whose group was removed, is neither limited nor counted: another
 * process moved it, as systemd can when it sets up a unit's controllers again. A process that is
 * exiting is also shown outside of all groups, before its end is visible.
 */
static int check_helper(struct as_v1 *v1, bool *ended, struct as_error *error)
{
	char text[AS_MEMBERSHIP_BYTES];
	int failure = as_cgroup_membership(v1->helper.membership_fd, text) ? errno : 0;

	*ended = failure == ESRCH || as_cgroup_helper_has_ended(&v1->helper, 0);
	if (*ended)
		return 0;
	if (failure)
		return as_error_sys(error, AS_ERROR_INTERNAL, failure,
			"cannot read the control groups of the sandbox helper");
	for (int i = 0; i < CONTROLLERS; i++) {
		if (!v1->path[i][0] || as_cgroup_is_member(text, as_v1_controllers[i], v1->path[i]))
			continue;
		*ended = as_cgroup_helper_has_ended(&v1->helper, EXIT_MS);
		return *ended ? 0
			      : as_error_set(error, AS_ERROR_INTERNAL,
					"the control group for %s was emptied or removed from "
					"outside",
					as_v1_controllers[i]);
	}
	v1->checked_ns = as_now_ns();
	return 0;
}

/* If the helper died in its groups after a run, the usage of that run was counted there. */
static int v1_check(void *state, struct as_error *error)
{
	bool ended;

	return check_helper(state, &ended, error);
}

static int v1_begin(void *state, const struct as_limits *limits, int fds[AS_WIRE_CGROUP_FDS],
	uint32_t *fd_count, struct as_error *error)
{
	struct as_v1 *v1 = state;
	bool ended = as_cgroup_helper_has_ended(&v1->helper, 0);

	/* It can be moved at any moment of a run, too; that is checked after the run. */
	if (!ended && as_now_ns() - v1->checked_ns > CHECK_VALID_NS &&
		check_helper(v1, &ended, error))
		return -1;
	/* Renewing the group would move the process that now has its pid. */
	if (ended)
		return as_error_set(error, AS_ERROR_INTERNAL, "the sandbox helper has ended");
	if (renew_memory(v1, error) || renew_pids(v1, limits, error))
		return -1;
	if (set_limits(v1, limits) || reset_failures(v1))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno,
			"cannot set the control group %s", v1->path[MEMORY]);
	read_events(v1, &v1->kills_before, &v1->refusals_before);
	memcpy(fds, v1->counter_fds, LENT * sizeof(*fds));
	*fd_count = LENT;
	return 0;
}

/* How often the group reached a limit of its own. Memory is charged to memory+swap first, and can
 * fail there alone. */
static uint64_t count_failures(const struct as_v1 *v1)
{
	uint64_t memory = 0, both = 0;

	as_cgroup_read_open(v1->counter_fds[FAILURES], NULL, &memory);
	as_cgroup_read_open(v1->counter_fds[SWAP_FAILURES], NULL, &both);
	return memory + both;
}

static int v1_sample(void *state, struct as_cgroup_usage *usage, struct as_error *error)
{
	struct as_v1 *v1 = state;
	char text[32];
	ssize_t got = pread(v1->counter_fds[USAGE], text, sizeof(text) - 1, 0);

	if (got <= 0)
		return as_error_sys(error, AS_ERROR_INTERNAL, errno,
			"cannot read cpuacct.usage of the sandbox's control group");
	text[got] = '\0';
	usage->cpu_time_ns = strtoll(text, NULL, 10);
	usage->memory_bytes = 0;
	read_events(v1, &usage->memory_kills_count, &usage->process_refusals_count);
	usage->memory_kills_count -= v1->kills_before;
	usage->process_refusals_count -= v1->refusals_before;
	return 0;
}

static int v1_end(void *state, struct as_cgroup_usage *usage, struct as_error *error)
{
	struct as_v1 *v1 = state;

	if (v1_sample(v1, usage, error))
		return -1;
	usage->own_limit = count_failures(v1) > 0;
	usage->never_full = usage->process_refusals_count && as_cgroup_never_full(v1->dir_fd[PIDS]);
	return as_cgroup_read_open(v1->counter_fds[PEAK], NULL, &usage->memory_bytes)
		       ? as_error_sys(error, AS_ERROR_INTERNAL, errno,
				 "cannot read the memory peak of the control group")
		       : 0;
}

static uint64_t v1_unreclaimable(void *state)
{
	const struct as_v1 *v1 = state;

	return count_failures(v1) ? as_cgroup_read_unreclaimable(v1->dir_fd[MEMORY], "rss") : 0;
}

static int v1_members(void *state)
{
	const struct as_v1 *v1 = state;

	return fcntl(v1->dir_fd[PIDS], F_DUPFD_CLOEXEC, 0);
}

static const char *const *v1_degraded(void *state)
{
	static const char *const none[] = {NULL}, *const swap[] = {"swap-not-limited", NULL};
	const struct as_v1 *v1 = state;

	return as_cgroup_host_swaps() && !v1->has_swap_limit ? swap : none;
}

const struct as_cgroup_version as_cgroup_v1 = {
	.name = "v1",
	.open = as_v1_open,
	.close = as_v1_close,
	.joining = AS_JOIN_INHERIT,
	.adopt = v1_adopt,
	.prepare = v1_prepare,
	.is_ready = v1_is_ready,
	.begin = v1_begin,
	.sample = v1_sample,
	.unreclaimable = v1_unreclaimable,
	.end = v1_end,
	.check = v1_check,
	.members = v1_members,
	.tasks_file = "tasks",
	.degraded = v1_degraded,
};
