/* SPDX-License-Identifier: MIT */
#include "host.h"

#include "host_user.h"
#include "hostile.h"
#include "hostile/trace.h"
#include "support/groups.h"
#include "support/patience.h"

#include <assay/base.h>
#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

#define PATIENCE_MS 3000

static size_t read_text(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t length = 0;

	for (ssize_t got; fd >= 0 && (got = read(fd, text + length, size - 1 - length)) > 0;)
		length += (size_t)got;
	if (fd >= 0)
		close(fd);
	text[length] = '\0';
	return length;
}

static char *read_mounts(void)
{
	char *text = malloc(1 << 18);

	cr_assert_not_null(text);
	const size_t length = read_text("/proc/self/mountinfo", text, 1 << 18);
	cr_assert(
		length > 0 && length < (1 << 18) - 1, "cannot read the mounts: %zu bytes", length);
	return text;
}

static void each_process(void (*see)(pid_t pid, void *context), void *context)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;
	bool seen_self = false;

	cr_assert_not_null(proc, "cannot look for processes: /proc: %s", strerror(errno));
	while ((entry = readdir(proc))) {
		const pid_t pid = isdigit((unsigned char)*entry->d_name) ? atoi(entry->d_name) : 0;
		seen_self |= pid == getpid();
		if (pid)
			see(pid, context);
	}
	closedir(proc);
	cr_assert(seen_self, "/proc does not list this process");
}

struct family {
	pid_t parent, child;
	int count;
	pid_t keeper; /* not in the count */
	int keeper_count;
};

/* A sandbox that was given none has a keeper besides its helper. */
static bool is_keeper(pid_t pid, const char *stat)
{
	char path[64], text[64];

	snprintf(path, sizeof(path), "/proc/%d/cmdline", pid);
	read_text(path, text, sizeof(text));
	/* A zombie has no arguments, but its own name by then. */
	return strcmp(text, "assay-keeper") == 0 || strstr(stat, "(assay-keeper)") != NULL;
}

static void see_child(pid_t pid, void *context)
{
	struct family *family = context;
	char path[64], text[1024];
	int parent;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	read_text(path, text, sizeof(text));
	/* The name, in brackets, may contain anything. */
	const char *behind = strrchr(text, ')');
	if (behind && sscanf(behind + 1, " %*c %d", &parent) == 1 && parent == family->parent) {
		if (is_keeper(pid, text)) {
			family->keeper_count++;
			family->keeper = pid;
		} else if (family->count++ == 0)
			family->child = pid;
	}
}

int host_children(pid_t parent, pid_t *child)
{
	struct family family = {.parent = parent};

	each_process(see_child, &family);
	if (child)
		*child = family.child;
	return family.count;
}

int host_kill_keeper(pid_t parent)
{
	struct family family = {.parent = parent};

	each_process(see_child, &family);
	if (family.keeper_count == 1)
		kill(family.keeper, SIGKILL);
	return family.keeper_count;
}

/* Starts a process that only waits, with a pid that is free or soon will be. */
static int start_with_pid(pid_t pid)
{
	int pidfd = -1;
	struct clone_args arguments = {
		.flags = CLONE_PIDFD,
		.pidfd = (uint64_t)(uintptr_t)&pidfd,
		.exit_signal = SIGCHLD,
		.set_tid = (uint64_t)(uintptr_t)&pid,
		.set_tid_size = 1,
	};
	long started = -1;

	/* The pid is not available before the kernel has released the last one. */
	for (int waited_ms = 0; waited_ms < 10000 && started < 0; waited_ms += 5) {
		started = syscall(SYS_clone3, &arguments, sizeof(arguments));
		if (started < 0 && errno != EEXIST)
			break;
		if (started < 0)
			usleep(5000);
	}
	if (started == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			pause();
	}
	return started == pid ? pidfd : -1;
}

int host_replace(pid_t pid)
{
	cr_assert_eq(kill(pid, SIGKILL), 0);
	for (int waited_ms = 0; waited_ms < 10000 && kill(pid, 0) == 0; waited_ms += 5)
		usleep(5000);
	return start_with_pid(pid);
}

struct search {
	const char *first, *mark;
	int count;
};

static void see_mark(pid_t pid, void *context)
{
	struct search *search = context;
	char path[64], text[4096];

	snprintf(path, sizeof(path), "/proc/%d/cmdline", pid);
	size_t length = read_text(path, text, sizeof(text));
	search->count += strncmp(text, search->first, strlen(search->first)) == 0 &&
			 memmem(text, length, search->mark, strlen(search->mark)) != NULL;
}

int host_count_processes(const char *first, const char *mark)
{
	struct search search = {.first = first, .mark = mark};

	each_process(see_mark, &search);
	return search.count;
}

static int count_entries(const char *path)
{
	DIR *folder = opendir(path);
	int count = 0;

	cr_assert_not_null(folder, "cannot look into %s: %s", path, strerror(errno));
	for (struct dirent *entry; (entry = readdir(folder));)
		count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	closedir(folder);
	return count;
}

struct host_groups host_count_groups(void)
{
	const struct groups_found found = groups_of(getpid());

	return (struct host_groups){
		.count = (int)found.own_count, .processes = (int)found.process_count};
}

/* Opens a list of the kernel, or returns NULL if the kernel was built without it: `probe` is a call
 * that then does not exist. */
static FILE *open_list(const char *path, long probe)
{
	FILE *file = fopen(path, "re");

	cr_assert(file || (errno == ENOENT && syscall(probe, -1, 0, 0, 0, 0) == -1 &&
				  errno == ENOSYS),
		"cannot read %s: %s", path, strerror(errno));
	return file;
}

/* Counts keys of the users that run programs here (proc(5)). In /proc/keys root would see only
 * those that root may use. */
static int count_keys(void)
{
	FILE *file = open_list("/proc/key-users", SYS_keyctl);
	const unsigned own = geteuid();
	unsigned uid;
	int keys, count = 0;

	while (file && fscanf(file, " %u: %*d %d/%*[^\n]", &uid, &keys) == 2)
		if (own ? uid == own
			: uid == AS_HOST_ROOT_ID || uid - AS_HOST_USER_ID < AS_HOST_USER_COUNT)
			count += keys;
	if (file)
		fclose(file);
	return count;
}

int host_count_fds(void)
{
	return count_entries("/proc/self/fd") - 1;
}

/* The time after which a test counts as hung is fixed at compile time. */
ReportHook(PRE_ALL)(struct criterion_test_set *tests)
{
	FOREACH_SET(struct criterion_suite_set * set, tests->suites)
	{
		if (set->suite.data)
			set->suite.data->timeout *= patience();
	}
}

void host_init(struct host *host)
{
	strcpy(host->tmp, "/tmp/assay-test-XXXXXX");
	cr_assert_not_null(mkdtemp(host->tmp));
	/* At the process level programs of root reach their folders in it. */
	cr_assert_eq(chmod(host->tmp, 0711), 0);
	cr_assert_eq(setenv("TMPDIR", host->tmp, 1), 0);
	host->mounts = read_mounts();
	host->groups = host_count_groups();
	host->key_count = count_keys();
	host_recount(host);
}

void host_recount(struct host *host)
{
	host->fds_count = host_count_fds();
	host->groups = host_count_groups();
}

/* Waits for `still_there` to become false. */
static bool gone(bool (*still_there)(const void *context), const void *context)
{
	const struct timespec pause = {.tv_nsec = 2000000};

	for (int waited_ms = 0; waited_ms < PATIENCE_MS * patience(); waited_ms += 2) {
		if (!still_there(context))
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

static bool has_mark(const void *mark)
{
	return host_count_processes("", mark) > 0;
}

static bool has_child(const void *parent)
{
	struct family family = {.parent = *(const pid_t *)parent};

	each_process(see_child, &family);
	return family.count + family.keeper_count > 0;
}

static bool has_more_groups(const void *context)
{
	const struct host_groups *before = context, now = host_count_groups();

	return now.count > before->count || now.processes > before->processes;
}

static bool has_more_keys(const void *before)
{
	return count_keys() > *(const int *)before;
}

/* ---- objects that outlive processes ---- */

/* The number of lines that contain the text, each of which is an object. */
static int count_lines(const char *path, long probe, const char *text)
{
	FILE *file = open_list(path, probe);
	char line[512];
	int count = 0;

	while (file && fgets(line, sizeof(line), file))
		count += strstr(line, text) != NULL;
	if (file)
		fclose(file);
	return count;
}

/* Checks the queue by name: only root could list the queues if their file system is not mounted. */
static bool is_queue_left(void)
{
	const long queue = syscall(SYS_mq_open, HOSTILE_LEFT, O_RDONLY, 0, NULL);

	cr_assert(queue >= 0 || errno == ENOENT || errno == ENOSYS || errno == EACCES,
		"cannot look for a message queue: %s", strerror(errno));
	const bool is_left = queue >= 0 || errno == EACCES;
	if (queue >= 0)
		close((int)queue);
	return is_left;
}

/* The hostile programs use a name and a key of their own, so that other work on this machine is not
 * mistaken for theirs. */
static void expect_no_trace(const char *about)
{
	static const struct {
		const char *path;
		long probe;
	} lists[] = {{"/proc/sysvipc/shm", SYS_shmget}, {"/proc/sysvipc/sem", SYS_semget},
		{"/proc/sysvipc/msg", SYS_msgget}};
	static const char *const folders[] = {"/tmp", "/dev/shm", "/", "/usr", HOSTILE_DIR};
	char key[32], path[1100];

	snprintf(key, sizeof(key), "%d ", HOSTILE_KEY);
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		cr_expect_eq(count_lines(lists[i].path, lists[i].probe, key), 0, "%s: left in %s",
			about, lists[i].path);
	cr_expect(!is_queue_left(), "%s: a queue was left", about);
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		snprintf(path, sizeof(path), "%s/" HOSTILE_LEFT, folders[i]);
		cr_expect(
			access(path, F_OK) != 0 && errno == ENOENT, "%s: %s was left", about, path);
	}
}

void host_expect_clean(const struct host *host, const char *mark, const char *about)
{
	pid_t helper = 0;
	char *mounts = read_mounts();

	cr_expect(gone(has_mark, mark), "%s: a process was left", about);
	cr_expect_leq(
		host_children(getpid(), &helper), 1, "%s: more children than the helper", about);
	cr_expect(!helper || gone(has_child, &helper), "%s: the helper has a child left", about);
	cr_expect_str_eq(mounts, host->mounts, "%s: the mounts changed", about);
	/* At the process level the sandbox has a folder there, which host_clear no longer finds. */
	cr_expect_leq(count_entries(host->tmp), hostile_level() == AS_WEAK_PROCESS,
		"%s: a file was left in TMPDIR", about);
	/* A sandbox keeps one descriptor of its last run; the socket of a helper that died is
	 * closed with it. */
	cr_expect_leq(host_count_fds(), host->fds_count + 1, "%s: descriptors %d, before %d", about,
		host_count_fds(), host->fds_count);
	cr_expect(gone(has_more_groups, &host->groups),
		"%s: a control group was left, or a process in one", about);
	cr_expect(gone(has_more_keys, &host->key_count), "%s: a key was left", about);
	expect_no_trace(about);
	free(mounts);
}

void host_clear(struct host *host, const char *about)
{
	static const struct host_groups none;
	pid_t self = getpid();

	cr_expect(gone(has_child, &self), "%s: a child was left", about);
	cr_expect(gone(has_more_groups, &none), "%s: a control group was left", about);
	cr_expect_eq(rmdir(host->tmp), 0, "%s: a file was left in TMPDIR", about);
	free(host->mounts);
	host->mounts = NULL;
}
