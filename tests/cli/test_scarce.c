/* SPDX-License-Identifier: MIT */
/* A host without a free resource: a judging error with its cause or the right verdict, never a
 * wrong one, and never a hang. */
#include "support/namespaces.h"
#include "support/packages.h"
#include "support/patience.h"
#include "support/verdicts.h"

#include <criterion/hooks.h>
#include <sys/mount.h>
#include <sys/resource.h>

/* The time after which a test counts as hung is fixed at compile time. */
ReportHook(PRE_ALL)(struct criterion_test_set *tests)
{
	FOREACH_SET(struct criterion_suite_set * set, tests->suites)
	{
		if (set->suite.data)
			set->suite.data->timeout *= patience();
	}
}

TestSuite(scarce, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* Adds, with three children and 8 MiB of memory. */
#define FAMILY                                                                                     \
	"#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n"      \
	"#include <sys/wait.h>\n"                                                                  \
	"int main(void){int a,b;if(scanf(\"%d%d\",&a,&b)!=2)return 1;volatile char*p=malloc(8<<"   \
	"20);if(!p)return 2;for(int i=0;i<8<<20;i+=512)p[i]=1;for(int i=0;i<3;i++){pid_t c="       \
	"fork();if(c==0){usleep(1000);_exit(0);}if(c<0)return 3;}while(wait(0)>0);"                \
	"printf(\"%d\\n\",a+b);}\n"

static void put_family(void)
{
	put_sum_package(2);
	put("sum/problem.yaml", SUM_YAML);
	put("family.c", FAMILY);
	/* Compiles it into the cache. */
	AUTO_OUTCOME outcome = ASSAY("judge", "--expect", "AC", "sum", "family.c");
	EXPECT_STATUS(outcome, 0);
}

#define JUDGE_FAMILY ASSAY_ARGV("judge", "--json", "--all", "sum", "family.c")

/* Right, or a judging error with a reason. Returns true if it was right. */
static bool expect_right_or_fault(const struct outcome *outcome, const char *about)
{
	if (outcome->out.size == 0) {
		cr_expect(outcome->status == 4 || outcome->status == 5, "%s: status %d: %s", about,
			outcome->status, outcome->err.data);
		cr_expect(strncmp(outcome->err.data, "assay: ", 7) == 0, "%s: said: %s", about,
			outcome->err.data);
		return false;
	}
	AS_AUTO_JSON json_t *document = document_of(outcome);
	bool right = strcmp(verdict_of(document), "AC") == 0;
	cr_expect(right || strcmp(verdict_of(document), "JE") == 0, "%s: %s", about,
		outcome->out.data);
	cr_expect_eq(outcome->status, right ? 0 : 5, "%s: status %d", about, outcome->status);
	cr_expect(right || text_below(failed_test(document), "feedback", NULL)[0], "%s: no reason",
		about);
	return right;
}

/* ---- control groups around the command ---- */

/* A group for the test. On v2 the command is put into the leaf that it would otherwise make: a
 * second command could not enter beside it. */
#define LEAF "assay.main"
static char group[512], leaf[600];
static bool is_v2;

static void make_group(const char *controller)
{
	is_v2 = access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0;
	snprintf(group, sizeof(group), "/sys/fs/cgroup/%s/scarce-%d", is_v2 ? "" : controller,
		(int)getpid());
	bool made = mkdir(group, 0755) == 0;
	const char *why = strerror(errno);
	NEED(made, "root", why);
	snprintf(leaf, sizeof(leaf), "%s/" LEAF, group);
	cr_assert(!is_v2 || mkdir(leaf, 0755) == 0);
}

static bool write_text(const char *file, const char *text)
{
	char path[600];
	snprintf(path, sizeof(path), "%s/%s", group, file);
	AS_AUTO_FD int fd = open(path, O_WRONLY | O_CLOEXEC);
	return fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
}

static bool join_group(void)
{
	return write_text(is_v2 ? LEAF "/cgroup.procs" : "cgroup.procs", "0");
}

static void remove_folder(const char *path)
{
	for (int i = 0; i < 1000 && rmdir(path) < 0 && errno == EBUSY; i++)
		usleep(10000);
	cr_expect_eq(access(path, F_OK), -1, "something is left in the control group %s", path);
}

static void remove_group(void)
{
	if (is_v2)
		remove_folder(leaf);
	remove_folder(group);
}

/* Judges with each value of a limit; some are too small and the last is enough. */
static void expect_each(const char *const *argv, const char *file, const char *const *values)
{
	size_t right = 0, count = 0;

	for (; values[count]; count++) {
		cr_assert(write_text(file, values[count]), "%s", strerror(errno));
		struct process process = command_start(argv, join_group);
		AUTO_OUTCOME outcome = command_end(&process);
		/* If memory runs out, the command itself may be killed, and so may its keeper: then
		 * the next command removes what is left. */
		if (outcome.signal == SIGKILL) {
			cr_expect(all_ended(60000 * patience()), "%s: a process is left",
				values[count]);
			continue;
		}
		right += expect_right_or_fault(&outcome, values[count]);
		EXPECT_NOTHING_LEFT(outcome);
	}
	cr_expect(right > 0 && right < count, "%zu of %zu were right", right, count);
}

Test(scarce, a_host_out_of_processes_is_a_judging_error)
{
	static const char *const values[] = {
		"1", "2", "3", "4", "5", "6", "7", "8", "9", "12", "40", NULL};

	put_family();
	make_group("pids");
	/* LeakSanitizer starts a thread at the end. */
	setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
	expect_each(JUDGE_FAMILY, "pids.max", values);
	remove_group();
}

Test(scarce, a_host_out_of_memory_is_a_judging_error)
{
	static const char *const values[] = {
		"6M", "8M", "10M", "12M", "14M", "18M", "22M", "26M", "200M", NULL};

	put_family();
	make_group("memory");
	setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
	expect_each(JUDGE_FAMILY, is_v2 ? "memory.max" : "memory.limit_in_bytes", values);
	remove_group();
}

/* Adds after filling 200 MiB. */
#define GREEDY                                                                                     \
	"#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"                           \
	"int main(void){int a,b;char*p=malloc(200<<20);if(scanf(\"%d%d\",&a,&b)!=2||!p)return 1;"  \
	"memset(p,a+1,200<<20);printf(\"%d\\n\",a+b+p[a]-a-1);}\n"

/* A program that uses most of its permitted memory is not to blame if the memory of others runs
 * out. */
Test(scarce, memory_that_ends_short_of_the_limit_is_a_judging_error)
{
	static const char *const values[] = {"140M", "180M", "1G", NULL};

	put_sum_package(2);
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 30\n  memory: 240\n");
	put("greedy.c", GREEDY);
	AUTO_OUTCOME outcome = ASSAY("judge", "--expect", "AC", "sum", "greedy.c");
	EXPECT_STATUS(outcome, 0);
	make_group("memory");
	setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
	expect_each(ASSAY_ARGV("judge", "--json", "--all", "sum", "greedy.c"),
		is_v2 ? "memory.max" : "memory.limit_in_bytes", values);
	remove_group();
}

/* ---- disks ---- */

static const char *full_folder, *mount_options;
static unsigned long mount_flags;

static bool mount_small(void)
{
	return enter_mounts() &&
	       mount("none", full_folder, "tmpfs", mount_flags, mount_options) == 0;
}

static struct outcome run_on(
	const char *const *argv, const char *folder, unsigned long flags, const char *options)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s", here, folder);
	full_folder = path;
	mount_flags = flags;
	mount_options = options;
	struct process process = command_start(argv, mount_small);
	return command_end(&process);
}

static struct outcome judge_on(const char *folder, unsigned long flags, const char *options)
{
	return run_on(ASSAY_ARGV("judge", "--json", "--fresh", "sum", "family.c"), folder, flags,
		options);
}

Test(scarce, a_low_soft_limit_of_open_files_is_raised)
{
	struct rlimit enough;
	put_family();
	cr_assert_eq(getrlimit(RLIMIT_NOFILE, &enough), 0);
	const struct rlimit few = {.rlim_cur = 24, .rlim_max = enough.rlim_max};
	const char *const *argv = JUDGE_FAMILY;
	cr_assert_eq(setrlimit(RLIMIT_NOFILE, &few), 0);
	AUTO_OUTCOME outcome = command_run(argv);
	cr_assert_eq(setrlimit(RLIMIT_NOFILE, &enough), 0);
	cr_expect(expect_right_or_fault(&outcome, "24 open files"));
}

Test(scarce, a_temporary_folder_without_room_is_named)
{
	NEED(geteuid() == 0, "root", "a file system must be mounted");
	put_family();
	AUTO_OUTCOME full = judge_on("tmp", 0, "size=4k");
	cr_expect(!expect_right_or_fault(&full, "full"));
	cr_expect_not_null(strstr(full.err.data, "No space left"), "%s", full.err.data);
	cr_expect_not_null(strstr(full.err.data, "set TMPDIR to"), "%s", full.err.data);
	AUTO_OUTCOME names = judge_on("tmp", 0, "nr_inodes=2");
	cr_expect(!expect_right_or_fault(&names, "no inodes"));
	cr_expect_not_null(strstr(names.err.data, "No space left"), "%s", names.err.data);
	AUTO_OUTCOME locked = judge_on("tmp", MS_RDONLY, "");
	cr_expect(!expect_right_or_fault(&locked, "read-only"));
	cr_expect_not_null(strstr(locked.err.data, "temporary folder"), "%s", locked.err.data);
	cr_expect_not_null(strstr(locked.err.data, "Read-only"), "%s", locked.err.data);
	EXPECT_NOTHING_LEFT(locked);
}

Test(scarce, a_submission_without_room_has_a_row_and_does_not_stop_the_others)
{
	NEED(geteuid() == 0, "root", "a file system must be mounted");
	put_sum_package(1);
	put("sum/problem.yaml", SUM_YAML "limits:\n  memory: 64\n  code: 20480\n");
	const size_t size = 12 << 20;
	AS_AUTO_FREE char *source = malloc(size);
	cr_assert_not_null(source);
	memset(source, '\n', size);
	memcpy(source, SUM_C, strlen(SUM_C));
	put_bytes("big.c", source, size);
	put("small.c", SUM_C);
	AUTO_OUTCOME outcome =
		run_on(ASSAY_ARGV("judge", "--fresh", "-j", "1", "sum", "big.c", "small.c"), "tmp",
			0, "size=8m");
	EXPECT_COMPLAINT(outcome, 5, "cannot judge big.c: ");
	cr_expect_not_null(strstr(outcome.err.data, "No space left"), "%s", outcome.err.data);
	static const char *const rows[] = {
		"\nJE ", " big.c\n        judge: ", "\nAC ", "\n2 submissions: 1 AC, 1 JE\n"};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		cr_expect_not_null(strstr(outcome.out.data, rows[i]), "no \"%s\" in:\n%s", rows[i],
			outcome.out.data);
}

Test(scarce, a_cache_without_room_costs_time_only)
{
	NEED(geteuid() == 0, "root", "a file system must be mounted");
	put_family();
	cr_assert_eq(mkdirat(here_fd, "cache", 0700), 0);
	AS_AUTO_FREE char *cache = as_text_format(NULL, "%s/cache", here);
	cr_assert_eq(setenv("XDG_CACHE_HOME", cache, 1), 0);
	AUTO_OUTCOME full = judge_on("cache", 0, "size=8k,mode=700");
	cr_expect(expect_right_or_fault(&full, "full"), "%s%s", full.err.data, full.out.data);
	AUTO_OUTCOME locked = judge_on("cache", MS_RDONLY, "mode=700");
	cr_expect(expect_right_or_fault(&locked, "read-only"), "%s", locked.err.data);
	EXPECT_NOTHING_LEFT(locked);
}

/* Python's run-time system has some megabytes. */
Test(scarce, a_language_with_a_run_time_system_needs_no_room_in_the_cache)
{
	NEED(geteuid() == 0, "root", "a file system must be mounted");
	put_sum_package(1);
	put("right.py", SUM_PY);
	cr_assert_eq(mkdirat(here_fd, "cache", 0700), 0);
	AS_AUTO_FREE char *cache = as_text_format(NULL, "%s/cache", here);
	cr_assert_eq(setenv("XDG_CACHE_HOME", cache, 1), 0);
	AUTO_OUTCOME outcome =
		run_on(ASSAY_ARGV("judge", "sum", "right.py"), "cache", 0, "size=64k,mode=700");
	EXPECT_STATUS(outcome, 0);
	EXPECT_NOTHING_LEFT(outcome);
}

/* The package is on a read-only mount. */
static bool mount_package(void)
{
	return mount_small() && chdir(here) == 0 &&
	       system("cp -r small full/ && (cat /dev/zero >full/rest 2>/dev/null; "
		      "test \"$FULL\" = full || mount -o remount,ro full)") == 0;
}

static struct outcome gen_on(const char *options)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/full", here);
	full_folder = path;
	mount_flags = 0;
	mount_options = options;
	const struct process process =
		command_start(ASSAY_ARGV("gen", "full/small"), mount_package);
	return command_end(&process);
}

Test(scarce, a_package_that_cannot_be_written_is_named_with_the_cause)
{
	NEED(geteuid() == 0, "root", "a file system must be mounted");
	put("small/problem.yaml", SUM_YAML);
	put("small/generators/generators.yaml", "data: {secret: {data: {a: {in: x, ans: y}}}}\n");
	cr_assert_eq(mkdirat(here_fd, "full", 0700), 0);
	setenv("FULL", "full", 1);
	AUTO_OUTCOME full = gen_on("size=40k,mode=700");
	EXPECT_COMPLAINT(
		full, 5, "assay: full/small/data/secret/a.in: cannot be written: No space");
	setenv("FULL", "locked", 1);
	AUTO_OUTCOME locked = gen_on("size=40k,mode=700");
	EXPECT_COMPLAINT(locked, 3,
		"assay: full/small/generators: cannot be written: Read-only file system; use a "
		"folder on a disk that can be written\n");
}

Test(scarce, a_full_disk_of_keep_is_blamed_and_not_the_submission)
{
	NEED(geteuid() == 0, "root", "a file system must be mounted");
	put_sum_package(1);
	put("right.py", SUM_PY);
	cr_assert_eq(mkdirat(here_fd, "full", 0700), 0);
	static const char *const rooms[] = {
		"size=64k,mode=700,nr_inodes=4", "size=64k,mode=700,nr_inodes=6"};
	for (size_t i = 0; i < sizeof(rooms) / sizeof(*rooms); i++) {
		AUTO_OUTCOME outcome =
			run_on(ASSAY_ARGV("judge", "--keep", "full/kept", "sum", "right.py"),
				"full", 0, rooms[i]);
		EXPECT_COMPLAINT(outcome, 5, "cannot judge right.py: --keep=full/kept: ");
		cr_expect_not_null(
			strstr(outcome.err.data, ": No space left on device; free space on its"),
			"%s", outcome.err.data);
		cr_expect_not_null(strstr(outcome.out.data, "judge: --keep=full/kept: "), "%s",
			outcome.out.data);
	}
}

Test(scarce, a_full_disk_is_named)
{
	NEED(geteuid() == 0, "root", "a file system must be mounted");
	put_sum_package(2);
	cr_assert_eq(mkdirat(here_fd, "full", 0700), 0);
	AUTO_OUTCOME package =
		run_on(ASSAY_ARGV("new", "full/fresh"), "full", 0, "size=8k,mode=700");
	EXPECT_COMPLAINT(package, 5, "full/fresh/");
	cr_expect_not_null(strstr(package.err.data, "cannot be written: No space left on device"),
		"%s", package.err.data);
	char noise[50000] = "";
	for (size_t i = 0; i + 1 < sizeof(noise); i++)
		noise[i] = (char)('!' + rand() % 90);
	put("sum/data/secret/02.in", noise);
	/* libarchive leaks its packing buffers when an entry fails. */
	setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
	AUTO_OUTCOME archive = run_on(
		ASSAY_ARGV("export", "sum", "-o", "full/sum.zip"), "full", 0, "size=16k,mode=700");
	EXPECT_COMPLAINT(archive, 5, "assay: full/sum.zip: cannot write the archive: ");
	cr_expect_not_null(
		strstr(archive.err.data, "No space left on device"), "%s", archive.err.data);
}
