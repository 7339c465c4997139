/* SPDX-License-Identifier: MIT */
/* Opening and closing a sandbox: composes its policy, starts its helper, makes its control groups.
 */
#include "host_user.h"
#include "landlock.h"
#include "sandbox_private.h"
#include "seccomp.h"

#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>

/* Increase it when the rules inside change in a way that the lists do not show. */
#define POLICY_VERSION "10"

/* A message under construction, in a buffer of fixed size. */
struct message {
	char *data;
	size_t size;
	bool full;
};

static void append(struct message *message, const void *data, size_t size)
{
	if (message->full || size > AS_WIRE_MESSAGE_BYTES - message->size) {
		message->full = true;
		return;
	}
	memcpy(message->data + message->size, data, size);
	message->size += size;
}

static void append_text(struct message *message, const char *text)
{
	append(message, text, strlen(text) + 1);
}

static struct as_filter find_filter(int number)
{
	return as_seccomp_filter((enum as_profile)(number / 2), number % 2);
}

/* The process level takes the ids that a container has. */
static bool is_privileged(const struct as_sandbox_config *config)
{
	return config->weak == AS_WEAK_PROCESS ? geteuid() == 0 : as_host_user_is_root();
}

static int write_setup(const struct as_sandbox_config *config, struct message *message,
	char digest[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	struct as_wire_setup setup = {
		.privileged = is_privileged(config),
		.process = config->weak == AS_WEAK_PROCESS,
		.has_work = config->work_dir != NULL,
		.view_count = (uint32_t)config->view_count,
	};
	struct as_digest policy;

	as_digest_init(&policy);
	as_digest_add_text(&policy, POLICY_VERSION);
	if (setup.process)
		as_digest_add_text(&policy, as_weakness_name(config->weak));
	/* The Landlock ABI is part of the policy. */
	as_digest_add(&policy, &(unsigned char){(unsigned char)as_landlock_abi()}, 1);
	for (int i = 0; i < AS_WIRE_FILTERS; i++) {
		const struct as_filter filter = find_filter(i);
		setup.filter_bytes[i] = (uint32_t)filter.size;
		as_digest_add(&policy, filter.data, filter.size);
	}
	append(message, &setup, sizeof(setup));
	if (config->work_dir)
		append_text(message, config->work_dir);
	for (size_t i = 0; i < config->view_count; i++) {
		const struct as_view *view = &config->views[i];
		const char *target = view->target ? view->target : view->source;
		append_text(message, view->source);
		append_text(message, target);
		/* Any other source is a folder of the cache, whose name differs between machines.
		 */
		as_digest_add_text(&policy, view->target ? NULL : view->source);
		as_digest_add_text(&policy, target);
	}
	for (int i = 0; i < AS_WIRE_FILTERS; i++)
		append(message, find_filter(i).data, find_filter(i).size);
	as_digest_end(&policy, digest);
	return message->full ? as_error_set(error, AS_ERROR_INPUT,
				       "the sandbox's list of folders is too long")
			     : 0;
}

/* Called first, so that everything made later has a keeper. */
static int find_keeper(
	struct as_sandbox *sandbox, struct as_keeper **keeper, struct as_error *error)
{
	if (!*keeper)
		*keeper = sandbox->own_keeper = as_sandbox_keeper_open(error);
	return *keeper ? 0 : -1;
}

static int open_process_level(struct as_sandbox *sandbox, const struct as_sandbox_config *config,
	struct as_keeper *keeper, struct as_error *error)
{
	sandbox->cgroup.version = &as_process_groups;
	sandbox->cgroup.state = as_process_groups.open(keeper, error);
	return sandbox->cgroup.state ? as_process_open(&sandbox->process, config, keeper, error)
				     : -1;
}

static int open_groups(struct as_sandbox *sandbox, const struct as_sandbox_config *config,
	struct as_keeper *keeper, struct as_error *error)
{
	struct as_error why = {0};

	if (config->weak == AS_WEAK_PROCESS)
		return open_process_level(sandbox, config, keeper, error);
	if (as_cgroup_open(&sandbox->cgroup, keeper, &why) == 0)
		return 0;
	snprintf(sandbox->weak_reason, sizeof(sandbox->weak_reason), "%.*s",
		(int)sizeof(sandbox->weak_reason) - 1, why.text);
	return config->weak ? 0 : as_cgroup_fail(error, &why);
}

/* Tried once per sandbox, so that a missing counter costs the runs nothing. */
static struct as_counter_event find_counter(void)
{
	struct as_counter_event event = AS_COUNTER_INSTRUCTIONS;
	AS_AUTO_FD int fd = as_counter_open(&event);

	event.wanted = fd >= 0;
	return event;
}

/* Before Linux 5.14, RLIMIT_NPROC counts all processes of a user on the machine. */
static bool counts_users(void)
{
	struct utsname name;
	int major = 0, minor = 0;

	return uname(&name) == 0 && sscanf(name.release, "%d.%d", &major, &minor) == 2 &&
	       (major > 5 || (major == 5 && minor >= 14));
}

static unsigned usable_cores(int core)
{
	cpu_set_t set;

	if (core >= 0 || sched_getaffinity(0, sizeof(set), &set))
		return 1;
	return (unsigned)CPU_COUNT(&set);
}

void as_sandbox_pin(struct as_sandbox *sandbox, int core)
{
	sandbox->core = core;
	sandbox->core_count = usable_cores(core);
}

/* The caller's hard limits also bind the programs, which would be blamed for failing. A limit below
 * `min` is refused; the helper raises its soft limits to the hard ones. */
static int check_limits(struct as_error *error)
{
	static const struct {
		__rlimit_resource_t resource;
		bool is_hard;
		rlim_t min;
		const char *remedy;
	} table[] = {{RLIMIT_AS, false, RLIM_INFINITY, "ulimit -v unlimited"},
		{RLIMIT_DATA, false, RLIM_INFINITY, "ulimit -d unlimited"},
		{RLIMIT_FSIZE, false, RLIM_INFINITY, "ulimit -f unlimited"},
		{RLIMIT_CPU, true, RLIM_INFINITY, "ulimit -t unlimited"},
		{RLIMIT_NPROC, false, 1024, "ulimit -u 4096"},
		{RLIMIT_NOFILE, true, 1024, "ulimit -n 4096"},
		{RLIMIT_SIGPENDING, true, 1024, "ulimit -i 4096"}};
	struct rlimit now;

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		if (getrlimit(table[i].resource, &now) == 0 &&
			(table[i].is_hard ? now.rlim_max : now.rlim_cur) < table[i].min)
			return as_error_set(error, AS_ERROR_MACHINE,
				"the resource limits of this shell are too low; run `%s` first, or "
				"start a new shell",
				table[i].remedy);
	return 0;
}

struct as_sandbox *as_sandbox_open(const struct as_sandbox_config *config, struct as_error *error)
{
	struct as_sandbox *sandbox = calloc(1, sizeof(*sandbox));
	struct message message = {.data = NULL};

	if (config->view_count >
		(config->weak == AS_WEAK_PROCESS ? AS_WIRE_PATH_COUNT : AS_WIRE_VIEW_COUNT)) {
		free(sandbox);
		as_error_set(error, AS_ERROR_INPUT, "the sandbox's list of folders is too long");
		return NULL;
	}
	message.data = malloc(AS_WIRE_MESSAGE_BYTES);

	if (!sandbox || !message.data) {
		free(sandbox);
		free(message.data);
		as_error_no_memory(error);
		return NULL;
	}
	sandbox->zygote = (struct as_zygote)AS_ZYGOTE_INIT;
	sandbox->message = message.data;
	as_disturbance_open(&sandbox->disturbance);
	sandbox->counter = find_counter();
	sandbox->counts_users = counts_users();
	as_sandbox_pin(sandbox, config->core);
	sandbox->last_init_fd = -1;
	sandbox->waiting = (struct as_waiting)AS_WAITING_INIT;
	struct as_keeper *keeper = config->keeper;
	if (check_limits(error) || find_keeper(sandbox, &keeper, error) ||
		open_groups(sandbox, config, keeper, error) ||
		write_setup(config, &message, sandbox->digest, error) ||
		as_zygote_start(&sandbox->zygote, &sandbox->cgroup, message.data, message.size,
			is_privileged(config), !sandbox->process.used, error)) {
		as_sandbox_close(sandbox);
		return NULL;
	}
	return sandbox;
}

void as_sandbox_close(struct as_sandbox *sandbox)
{
	if (!sandbox)
		return;
	if (sandbox->process.used)
		as_zygote_await_end(&sandbox->zygote);
	as_zygote_stop(&sandbox->zygote);
	/* The helper is dead, and with it every init. */
	if (as_run_await_last(sandbox, NULL))
		close(sandbox->last_init_fd);
	as_cgroup_close(&sandbox->cgroup);
	as_process_close(&sandbox->process);
	as_keeper_close(sandbox->own_keeper);
	as_disturbance_close(&sandbox->disturbance);
	free(sandbox->message);
	free(sandbox);
}

void as_sandbox_describe(const struct as_sandbox *sandbox, struct as_isolation *isolation)
{
	static const char *const without_groups[] = {
		"memory-not-limited", "processes-not-limited", "cpu-time-by-wait", NULL};
	static const char *const without_count[] = {
		"memory-not-limited", "processes-not-counted", "cpu-time-by-wait", NULL};
	bool groups = sandbox->cgroup.state != NULL;
	const char *const *words = groups ? sandbox->cgroup.version->degraded(sandbox->cgroup.state)
				   : sandbox->counts_users ? without_count
							   : without_groups;
	struct rlimit stack, core;
	size_t count = 0;

	*isolation = (struct as_isolation){.weak = sandbox->process.used ? AS_WEAK_PROCESS
						   : groups              ? AS_WEAK_NOT
									 : AS_WEAK_GROUPS,
		.cgroup = groups ? sandbox->cgroup.version->name : "none"};
	for (; *words; words++)
		isolation->degraded[count++] = *words;
	if (!as_landlock_abi())
		isolation->degraded[count++] = "no-landlock";
	/* The stack can be as large as the memory limit only if the helper's hard limit allows it.
	 */
	if (as_zygote_limit(&sandbox->zygote, RLIMIT_STACK, &stack) == 0 &&
		stack.rlim_max != RLIM_INFINITY)
		isolation->degraded[count++] = "stack-limited";
	/* A core limit of exactly 1 prevents the host's core-dump handler; a hard limit of 0
	 * forbids that. */
	if (as_zygote_limit(&sandbox->zygote, RLIMIT_CORE, &core) == 0 && core.rlim_max == 0)
		isolation->degraded[count] = "core-limit";
}

void as_sandbox_digest(const struct as_sandbox *sandbox, char hex[AS_DIGEST_HEX_SIZE])
{
	memcpy(hex, sandbox->digest, AS_DIGEST_HEX_SIZE);
}
