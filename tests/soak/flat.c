/* SPDX-License-Identifier: MIT */
/*
 * flat RUNS CYCLES: many runs through one sandbox, then many sandboxes opened and closed.
 * Afterwards the memory of this process and of the helper, descriptors, processes and control
 * groups must be as after the first tenth. A plain program: it prints the counts, and its status
 * says whether they are flat.
 */
#include <assay/sandbox.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <string.h>

/* 10,000 runs reveal a leak of 64 bytes per run; the allocator's own growth is smaller. */
#ifdef __SANITIZE_ADDRESS__
#define ROOM_KIB 2048
#else
#define ROOM_KIB 512
#endif

struct counts {
	long own_kib, helper_kib;
	int fds, children, groups;
};

static const struct as_view views[] = {{HOSTILE_DIR, "/hostile"}};

static void die(const char *what, const struct as_error *error)
{
	fprintf(stderr, "flat: %s: %s\n", what, error->text);
	exit(1);
}

/* ---- counting; an unreadable folder ends the test ---- */

static void must_see(bool seen, const char *what)
{
	struct as_error error = {0};

	if (seen)
		return;
	as_error_sys(&error, AS_ERROR_MACHINE, errno, "%s", what);
	die("cannot count", &error);
}

static long resident_kib(pid_t pid)
{
	char path[64], line[256];
	long kib = -1;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	AS_AUTO_FILE FILE *file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file) && sscanf(line, "VmRSS: %ld", &kib) != 1)
		;
	must_see(kib > 0, path);
	return kib;
}

static int count_fds(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int count = 0;

	must_see(folder, "/proc/self/fd");
	for (struct dirent *entry; (entry = readdir(folder));)
		count += isdigit((unsigned char)entry->d_name[0]) != 0;
	closedir(folder);
	return count;
}

static void count_children(struct counts *counts)
{
	AS_AUTO_FILE FILE *file = fopen("/proc/thread-self/children", "re");

	must_see(file, "/proc/thread-self/children");
	for (int pid; fscanf(file, "%d", &pid) == 1; counts->children++) {
		char path[64], name[64] = "";
		snprintf(path, sizeof(path), "/proc/%d/cmdline", pid);
		AS_AUTO_FILE FILE *command = fopen(path, "re");
		if (command && fgets(name, sizeof(name), command) &&
			strcmp(name, "assay-zygote") == 0)
			counts->helper_kib = resident_kib(pid);
	}
}

static int groups_seen, all_groups_seen;

static int see_group(const char *path, const struct stat *info, int type, struct FTW *place)
{
	int owner;

	(void)info;
	must_see(type != FTW_DNR, path);
	all_groups_seen += strcmp(path + place->base, "cgroup.procs") == 0;
	groups_seen += type == FTW_D &&
		       sscanf(path + place->base, "assay-%*12[0-9a-f]-%*u-%d-", &owner) == 1 &&
		       owner == getpid();
	return 0;
}

static struct counts count(void)
{
	struct counts counts = {.own_kib = resident_kib(getpid()), .fds = count_fds()};
	int failed;

	count_children(&counts);
	/* Repeated if a group of another process was removed meanwhile. */
	do {
		groups_seen = all_groups_seen = 0;
		failed = nftw("/sys/fs/cgroup", see_group, 16, FTW_PHYS);
		must_see(!failed || errno == ENOENT || errno == ENODEV, "/sys/fs/cgroup");
	} while (failed);
	must_see(all_groups_seen > 0, "/sys/fs/cgroup: no control group");
	counts.groups = groups_seen;
	return counts;
}

static bool compare(const char *what, const struct counts *before, const struct counts *after)
{
	bool flat = after->own_kib <= before->own_kib + ROOM_KIB &&
		    after->helper_kib <= before->helper_kib + ROOM_KIB &&
		    after->fds == before->fds && after->children == before->children &&
		    after->groups == before->groups;

	printf("%s: own memory %ld -> %ld KiB, helper %ld -> %ld KiB, descriptors %d -> %d, "
	       "children %d -> %d, control groups %d -> %d: %s\n",
		what, before->own_kib, after->own_kib, before->helper_kib, after->helper_kib,
		before->fds, after->fds, before->children, after->children, before->groups,
		after->groups, flat ? "flat" : "NOT FLAT");
	return flat;
}

/* ---- doing ---- */

static struct as_sandbox *open_sandbox(void)
{
	const struct as_sandbox_config config = {.views = views, .view_count = 1, .core = -1};
	struct as_error error = {0};
	struct as_sandbox *sandbox = as_sandbox_open(&config, &error);

	if (!sandbox)
		die("cannot open a sandbox", &error);
	return sandbox;
}

static void run_once(struct as_sandbox *sandbox)
{
	static const char *const argv[] = {"/hostile/files", "copy", NULL};
	static const char text[] = "some input\n";
	struct as_error error = {0};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	AS_AUTO_BYTES struct as_bytes output = {0};
	AS_AUTO_FD int input = as_input_from_bytes(text, sizeof(text) - 1, &error);
	const struct as_run_request request = {
		.argv = argv, .limits = as_limits_default, .stdin_fd = input};

	if (input < 0 || as_sandbox_run(sandbox, &request, &result, &error) ||
		as_fd_read(result.stdout_fd, 1000, &output, &error))
		die("a run failed", &error);
	if (result.hits || strcmp(output.data, text) != 0)
		die("a run went wrong", &(struct as_error){.text = "hits or another output"});
}

static bool many_runs(int runs)
{
	struct as_sandbox *sandbox = open_sandbox();
	struct counts before = {0};

	for (int i = 0; i < runs; i++) {
		if (i == runs / 10)
			before = count();
		run_once(sandbox);
	}
	struct counts after = count();
	as_sandbox_close(sandbox);
	return compare("runs", &before, &after);
}

static bool many_sandboxes(int cycles)
{
	struct counts before = {0};

	for (int i = 0; i < cycles; i++) {
		if (i == cycles / 10)
			before = count();
		struct as_sandbox *sandbox = open_sandbox();
		run_once(sandbox);
		as_sandbox_close(sandbox);
	}
	struct counts after = count();
	return compare("sandboxes", &before, &after);
}

int main(int argc, char **argv)
{
	if (argc != 3) {
		fprintf(stderr, "usage: flat RUNS CYCLES\n");
		return 2;
	}
	printf("%s runs, %s sandboxes\n", argv[1], argv[2]);
	bool runs = many_runs(atoi(argv[1])), sandboxes = many_sandboxes(atoi(argv[2]));
	return runs && sandboxes ? 0 : 1;
}
