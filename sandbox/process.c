/* SPDX-License-Identifier: MIT */
/*
 * The process level on the caller's side. Its floor: a run cannot read the caller's secrets. So it
 * needs Landlock; or root, which gives each run a user id, and closed folders.
 *
 * Without control groups, the usage of a run is sampled: the processes below its init are listed
 * again and again. The CPU time is the sum of their clocks and of what they have waited for; the
 * time of a child for which its parent does not wait is not counted. The memory is the sum of their
 * resident pages; pages that they share count more than once. Their threads are counted if the
 * caller is an ordinary user, whose other processes the kernel counts as well.
 */
#include "process.h"

#include "landlock.h"
#include "process_list.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MIN_INTERVAL_NS INT64_C(5000000)
/* A sample takes at most one part in so many of a core. */
#define INTERVAL_SAMPLES 20
/* A process that ends during a sample and the one in its place are both in it. */
#define MOST_SAMPLES_ABOVE 1

/* ---- samples ---- */

struct process_groups {
	pid_t init;
	uint64_t memory_limit_bytes, memory_bytes;
	uint64_t thread_limit; /* of an ordinary user's run */
	unsigned samples_above;
	int64_t cpu_time_ns, interval_ns;
	struct as_process list[AS_PROCESS_MAX];
};

static void *open_groups(struct as_keeper *keeper, struct as_error *error)
{
	struct process_groups *groups = calloc(1, sizeof(*groups));

	(void)keeper;
	if (!groups)
		as_error_no_memory(error);
	return groups;
}

static int begin_run(void *state, const struct as_limits *limits, int fds[AS_WIRE_CGROUP_FDS],
	uint32_t *fd_count, struct as_error *error)
{
	struct process_groups *groups = state;

	(void)fds;
	(void)error;
	*fd_count = 0;
	groups->init = 0;
	groups->memory_limit_bytes = limits->memory_bytes;
	groups->memory_bytes = 0;
	groups->thread_limit = geteuid() == 0 ? UINT64_MAX : limits->processes;
	groups->samples_above = 0;
	groups->cpu_time_ns = 0;
	groups->interval_ns = MIN_INTERVAL_NS;
	return 0;
}

void as_process_watch(void *state, pid_t init)
{
	((struct process_groups *)state)->init = init;
}

int64_t as_process_interval_ns(const void *state)
{
	return ((const struct process_groups *)state)->interval_ns;
}

/* 0 if it has ended. */
static int64_t cpu_time_of(pid_t pid)
{
	struct timespec used;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &used))
		return 0;
	return used.tv_sec * INT64_C(1000000000) + used.tv_nsec;
}

static void add_up(struct process_groups *groups, size_t count)
{
	const int64_t tick_ns = 1000000000 / sysconf(_SC_CLK_TCK);
	const int64_t page_bytes = sysconf(_SC_PAGESIZE);
	int64_t cpu_time_ns = 0, memory_bytes = 0;
	uint64_t thread_count = 0;

	as_process_list_below(groups->list, count, groups->init);
	for (size_t i = 0; i < count; i++) {
		const struct as_process *process = &groups->list[i];
		if (!process->below && process->pid != groups->init)
			continue;
		cpu_time_ns += (int64_t)process->ticks * tick_ns;
		if (!process->below)
			continue;
		cpu_time_ns += cpu_time_of(process->pid);
		memory_bytes += process->page_count * page_bytes;
		thread_count += process->thread_count;
	}
	/* A process that ends between two steps is in neither sum. */
	if (cpu_time_ns > groups->cpu_time_ns)
		groups->cpu_time_ns = cpu_time_ns;
	if (memory_bytes > 0 && (uint64_t)memory_bytes > groups->memory_bytes)
		groups->memory_bytes = (uint64_t)memory_bytes;
	groups->samples_above = thread_count > groups->thread_limit ? groups->samples_above + 1 : 0;
}

static void fill_usage(const struct process_groups *groups, struct as_cgroup_usage *usage)
{
	usage->cpu_time_ns = groups->cpu_time_ns;
	usage->own_limit = groups->memory_bytes > groups->memory_limit_bytes;
	usage->memory_kills_count = usage->own_limit;
	usage->process_refusals_count = groups->samples_above > MOST_SAMPLES_ABOVE;
}

static int sample_run(void *state, struct as_cgroup_usage *usage, struct as_error *error)
{
	struct process_groups *groups = state;
	const int64_t since_ns = as_now_ns();
	const ssize_t count = as_process_list(groups->list, AS_PROCESS_MAX);

	if (count < 0)
		return as_error_sys(error, AS_ERROR_MACHINE, errno, "cannot list processes");
	add_up(groups, (size_t)count);
	fill_usage(groups, usage);
	const int64_t took_ns = INTERVAL_SAMPLES * (as_now_ns() - since_ns);
	groups->interval_ns = took_ns > MIN_INTERVAL_NS ? took_ns : MIN_INTERVAL_NS;
	return 0;
}

static uint64_t read_unreclaimable(void *state)
{
	(void)state;
	return 0;
}

static int end_run(void *state, struct as_cgroup_usage *usage, struct as_error *error)
{
	const struct process_groups *groups = state;

	(void)error;
	fill_usage(groups, usage);
	usage->memory_bytes = groups->memory_bytes;
	return 0;
}

static int open_members(void *state)
{
	(void)state;
	return -1;
}

static const char *const *degraded_words(void *state)
{
	static const char *const as_root[] = {"no-namespaces", "memory-sampled",
		"processes-not-counted", "cpu-time-sampled", NULL};
	static const char *const as_user[] = {
		"no-namespaces", "memory-sampled", "processes-sampled", "cpu-time-sampled", NULL};

	(void)state;
	return geteuid() == 0 ? as_root : as_user;
}

const struct as_cgroup_version as_process_groups = {
	.name = "none",
	.open = open_groups,
	.close = free,
	.joining = AS_JOIN_NONE,
	.begin = begin_run,
	.sample = sample_run,
	.unreclaimable = read_unreclaimable,
	.end = end_run,
	.members = open_members,
	.tasks_file = "",
	.degraded = degraded_words,
};

/* ---- the floor ---- */

/* A /proc of another PID namespace would show other processes. */
static int check_proc(struct as_error *error)
{
	char text[32] = "";

	if (readlink("/proc/self", text, sizeof(text) - 1) > 0 && atoi(text) == getpid())
		return 0;
	return as_error_set(error, AS_ERROR_MACHINE,
		"--weak-sandbox=process needs the /proc of this container's own processes; mount "
		"it: mount -t proc proc /proc");
}

/* What keeps programs from files: Landlock, or user ids of their own. */
static int check_barrier(struct as_error *error)
{
	if (geteuid() != 0 && !as_landlock_abi())
		return as_error_set(error, AS_ERROR_MACHINE,
			"--weak-sandbox=process needs root, or Landlock (Linux 5.19 or newer, with "
			"landlock among its security modules); run it as root, or enable Landlock");
	return 0;
}

/* Runs get user ids, folders get owners, and the boxes of other users are removed. */
static int check_capabilities(struct as_error *error)
{
	static const struct {
		unsigned number;
		const char *name;
	} needed[] = {{CAP_CHOWN, "CAP_CHOWN"}, {CAP_DAC_OVERRIDE, "CAP_DAC_OVERRIDE"},
		{CAP_KILL, "CAP_KILL"}, {CAP_SETGID, "CAP_SETGID"}, {CAP_SETUID, "CAP_SETUID"},
		{CAP_SETPCAP, "CAP_SETPCAP"}};
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct own[_LINUX_CAPABILITY_U32S_3] = {0};

	if (syscall(SYS_capget, &header, own))
		return as_error_sys(error, AS_ERROR_MACHINE, errno, "cannot read capabilities");
	for (size_t i = 0; i < sizeof(needed) / sizeof(*needed); i++)
		if (!(own[0].effective & CAP_TO_MASK(needed[i].number)))
			return as_error_set(error, AS_ERROR_MACHINE,
				"--weak-sandbox=process needs %s as root; start the container with "
				"this capability, or run assay as an ordinary user",
				needed[i].name);
	return 0;
}

static int check_floor(struct as_process_level *level, struct as_error *error)
{
	const bool is_root = geteuid() == 0;

	if (check_proc(error) || check_barrier(error) || (is_root && check_capabilities(error)))
		return -1;
	if (is_root && !as_host_ids_find(&level->ids))
		return as_error_set(error, AS_ERROR_MACHINE,
			"--weak-sandbox=process needs 65536 user ids as root, and this container "
			"has fewer; map more ids, or run assay as an ordinary user");
	return 0;
}

struct way {
	char closed[PATH_MAX];  /* the first place that other users may not enter or read; "": none
				 */
	char changed[PATH_MAX]; /* a folder before it in which they can replace entries; "": none */
};

/* Checks each folder on the way to `path`, and `path` itself. */
static int find_way(const char *path, struct way *way, struct as_error *error)
{
	char real[PATH_MAX], place[PATH_MAX];
	struct stat info;

	*way = (struct way){0};
	if (!realpath(path, real))
		return as_error_sys(error, AS_ERROR_USAGE, errno, "cannot find '%s'", path);
	for (char *end = real; end && !way->closed[0];) {
		end = strchr(end + 1, '/');
		snprintf(
			place, sizeof(place), "%.*s", end ? (int)(end - real) : PATH_MAX - 1, real);
		if (stat(place, &info))
			return as_error_sys(
				error, AS_ERROR_INTERNAL, errno, "cannot read '%s'", place);
		const bool is_folder = S_ISDIR(info.st_mode);
		if (!(info.st_mode & (is_folder ? S_IXOTH : S_IROTH)))
			strcpy(way->closed, place);
		else if ((info.st_mode & S_IWOTH) && !(is_folder && (info.st_mode & S_ISVTX)))
			strcpy(way->changed, place);
	}
	return 0;
}

static int refuse_changed(const struct way *way, struct as_error *error)
{
	return !way->changed[0] ? 0
				: as_error_set(error, AS_ERROR_MACHINE,
					  "programs could replace files in %s, because Landlock "
					  "is missing; remove the permission: chmod o-w %s",
					  way->changed, way->changed);
}

int as_sandbox_check_fixed(enum as_weakness weakness, const char *path, struct as_error *error)
{
	struct way way;

	if (weakness != AS_WEAK_PROCESS || as_landlock_abi())
		return 0;
	return check_barrier(error) || find_way(path, &way, error) ? -1
								   : refuse_changed(&way, error);
}

int as_sandbox_check_hidden(enum as_weakness weakness, const char *path, struct as_error *error)
{
	struct way way;

	if (weakness != AS_WEAK_PROCESS || as_landlock_abi())
		return 0;
	if (check_barrier(error) || find_way(path, &way, error) || refuse_changed(&way, error))
		return -1;
	if (way.closed[0])
		return 0;
	return as_error_set(error, AS_ERROR_MACHINE,
		"programs could read %s, because Landlock is missing; close the folder: chmod 0700 "
		"%s",
		path, path);
}

/* Programs that run as another user must reach their own folders, and must not be able to move the
 * folders of others. */
static int check_reached(const char *path, struct as_error *error)
{
	struct way way;

	if (find_way(path, &way, error))
		return -1;
	if (way.closed[0])
		return as_error_set(error, AS_ERROR_USAGE,
			"TMPDIR: other users cannot enter %s, so programs in the sandbox cannot "
			"either; set TMPDIR to a folder that they can enter, such as /tmp",
			way.closed);
	return as_landlock_abi() ? 0 : refuse_changed(&way, error);
}

static int copy_paths(struct as_process_level *level, const struct as_sandbox_config *config,
	struct as_error *error)
{
	level->paths = calloc(config->view_count + 1, sizeof(*level->paths));
	if (!level->paths)
		return as_error_no_memory(error);
	for (size_t i = 0; i < config->view_count; i++) {
		const struct as_view *view = &config->views[i];
		struct as_process_path *path = &level->paths[level->path_count];
		if (!view->target || strcmp(view->target, view->source) == 0)
			continue;
		level->path_count++;
		path->inside = strdup(view->target);
		path->host = strdup(view->source);
		if (!path->inside || !path->host)
			return as_error_no_memory(error);
	}
	level->work_dir = config->work_dir ? strdup(config->work_dir) : NULL;
	return config->work_dir && !level->work_dir ? as_error_no_memory(error) : 0;
}

int as_process_open(struct as_process_level *level, const struct as_sandbox_config *config,
	struct as_keeper *keeper, struct as_error *error)
{
	level->used = true;
	level->keeper = keeper;
	if (check_floor(level, error) || copy_paths(level, config, error) ||
		as_temp_make(keeper, level->homes, error))
		return -1;
	if (!level->ids.user_count)
		return 0;
	if (chmod(level->homes, 0711))
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot open the folder %s", level->homes);
	return check_reached(level->homes, error);
}

void as_process_close(struct as_process_level *level)
{
	if (level->homes[0])
		as_temp_remove(level->keeper, level->homes);
	for (size_t i = 0; i < level->path_count; i++) {
		free(level->paths[i].inside);
		free(level->paths[i].host);
	}
	free(level->paths);
	free((char *)level->work_dir);
}

int as_process_begin(struct as_process_level *level, const struct as_run_request *request,
	struct as_error *error)
{
	if (level->ids.user_count && (request->program || request->data) &&
		check_reached(level->work_dir, error))
		return -1;
	if (level->home[0] && as_dir_remove(AT_FDCWD, level->home, error))
		return -1;
	snprintf(level->home, sizeof(level->home), "%.4000s/%u", level->homes, level->run_count++);
	if (mkdir(level->home, 0700) == 0)
		return 0;
	as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make the folder %s", level->home);
	level->home[0] = '\0';
	return -1;
}
