/* SPDX-License-Identifier: MIT */
/* The process level (--weak-sandbox=process): where namespaces are forbidden, as root and as an
 * ordinary user, and its floor. The parts of the hostile suite that it claims run by
 * CMakeLists.txt. */
#include "hostile.h"
#include "support/patience.h"
#include "support/skip.h"

#include "landlock.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(process, .timeout = 600);

#define MS INT64_C(1000000)

/* What a run ended with. */
struct outcome {
	bool ran;
	unsigned hits;
	int exit_code;
	int64_t cpu_time_ns;
	uint64_t memory_bytes;
	char output[2048], isolation[16], syscall[32];
	struct as_error error;
};

/* A machine, a user and a program. */
struct scene {
	bool (*prepare)(void); /* or NULL */
	const char *level;     /* of hostile_level */
	const char *code;      /* for a shell */
	const char *python;    /* instead */
	const char *mark;      /* in the program's arguments, or NULL */
	unsigned restrictions;
	const char *const *absent;
	unsigned processes;
	unsigned neighbours; /* processes of the same user, which let the program go on */
};

static bool deny(const int *calls, size_t count, int error)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	bool loaded = filter != NULL;

	for (size_t i = 0; i < count && loaded; i++)
		loaded =
			seccomp_rule_add(filter, SCMP_ACT_ERRNO((unsigned)error), calls[i], 0) == 0;
	loaded = loaded && seccomp_load(filter) == 0;
	seccomp_release(filter);
	return loaded;
}

/* As the default filter of Docker: no namespaces, no mounts, and clone3 as if it did not exist. */
static bool be_in_container(void)
{
	static const int forbidden[] = {SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(mount),
		SCMP_SYS(fsopen), SCMP_SYS(open_tree), SCMP_SYS(mount_setattr),
		SCMP_SYS(pivot_root), SCMP_SYS(perf_event_open), SCMP_SYS(personality)};
	static const int unknown[] = {SCMP_SYS(clone3)};

	return deny(forbidden, sizeof(forbidden) / sizeof(*forbidden), EPERM) &&
	       deny(unknown, 1, ENOSYS);
}

static bool lack_landlock(void)
{
	static const int calls[] = {SCMP_SYS(landlock_create_ruleset)};

	return be_in_container() && deny(calls, 1, EOPNOTSUPP);
}

/* They start once the program runs, and then write a line to it. */
static pid_t start_neighbours(const struct scene *scene, int line_fd)
{
	const pid_t first = scene->neighbours ? fork() : 0;

	if (!scene->neighbours || first > 0) {
		setpgid(first, first);
		return first;
	}
	dup2(line_fd, 3);
	close_range(4, ~0u, 0);
	setpgid(0, 0);
	for (int i = 0; i < 3000 * patience(); i++) {
		if (host_count_processes("/usr/bin/python3", scene->mark) > 0)
			break;
		usleep(10000);
	}
	for (unsigned i = 0; i < scene->neighbours; i++)
		if (fork() == 0)
			for (;;)
				pause();
	(void)!write(3, "\n", 1);
	for (;;)
		pause();
}

static void end_neighbours(pid_t first)
{
	if (first <= 0)
		return;
	kill(-first, SIGKILL);
	waitpid(first, NULL, 0);
}

static void run_here(const struct scene *scene, struct outcome *outcome)
{
	int line[2];
	struct hostile hostile;
	const char *const shell[] = {"/bin/sh", "-c", scene->code, scene->mark, NULL};
	const char *const python[] = {"/usr/bin/python3", "-c", scene->python, scene->mark, NULL};
	struct as_run_request request = {.argv = scene->python ? python : shell,
		.profile = AS_PROFILE_RUNTIME,
		.restrictions = scene->restrictions,
		.absent = scene->absent,
		.limits = as_limits_default,
		.writable_box = true,
		.stdin_fd = -1};
	struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_isolation isolation;

	request.limits.wall_time_ns = 60000 * MS;
	request.limits.memory_bytes = UINT64_C(64) << 20;
	request.limits.processes = scene->processes ? scene->processes : 64;
	cr_assert_eq(pipe2(line, O_CLOEXEC), 0);
	if (scene->neighbours)
		request.stdin_fd = line[0];
	hostile_open(&hostile, NULL);
	as_sandbox_describe(hostile.sandbox, &isolation);
	strcpy(outcome->isolation, as_weakness_name(isolation.weak));
	const pid_t neighbours = start_neighbours(scene, line[1]);
	outcome->ran = as_sandbox_run(hostile.sandbox, &request, &result, &outcome->error) == 0;
	end_neighbours(neighbours);
	outcome->hits = result.hits;
	strcpy(outcome->syscall, result.syscall);
	outcome->exit_code = result.exit_code;
	outcome->cpu_time_ns = result.cpu_time_ns;
	outcome->memory_bytes = result.memory_bytes;
	if (outcome->ran)
		(void)!pread(result.stdout_fd, outcome->output, sizeof(outcome->output) - 1, 0);
	as_run_result_clear(&result);
	if (outcome->ran)
		host_expect_clean(&hostile.host, scene->mark ? scene->mark : "no-such-mark", "run");
	hostile_close(&hostile);
	close(line[0]);
	close(line[1]);
}

/* Each test has a process of its own, which stays in that container, and that user. */
static struct outcome play(const struct scene *scene)
{
	struct outcome outcome = {0};

	setenv("ASSAY_TEST_LEVEL", scene->level, 1);
	skip_unless(!scene->prepare || scene->prepare(), "seccomp", "cannot load a filter here");
	run_here(scene, &outcome);
	cr_expect(outcome.ran, "%s", outcome.error.text);
	return outcome;
}

static void need(const char *level)
{
	skip_unless(as_landlock_abi() > 0, "landlock", "this kernel has no Landlock");
	skip_unless(strcmp(level, "user") == 0 || geteuid() == 0, "root", "this user is not root");
}

/* As root and as an ordinary user. */
#define TEST_LEVELS(name)                                                                          \
	static void check_##name(const char *level);                                               \
	Test(process, name##_as_root)                                                              \
	{                                                                                          \
		check_##name("process");                                                           \
	}                                                                                          \
	Test(process, name##_as_a_user)                                                            \
	{                                                                                          \
		check_##name("user");                                                              \
	}                                                                                          \
	static void check_##name(const char *level)

TEST_LEVELS(it_runs_in_a_container_that_forbids_namespaces)
{
	need(level);
	const struct outcome outcome = play(&(struct scene){.prepare = be_in_container,
		.level = level,
		.code = "echo $((6 * 7)); cat /etc/passwd /proc/1/environ; ls /; exit 3"});
	cr_expect_str_eq(outcome.isolation, "process");
	cr_expect_str_eq(outcome.output, "42\n", "%s", outcome.output);
	cr_expect_eq(outcome.exit_code, 3, "exit code %d", outcome.exit_code);
	cr_expect_eq(outcome.hits, 0u, "%#x", outcome.hits);
}

TEST_LEVELS(limits_of_time_and_memory_hold)
{
	static const struct {
		const char *python;
		unsigned hit;
	} rows[] = {
		{"while True: pass", AS_HIT_CPU},
		{"import time\nx = bytearray(100 << 20)\ntime.sleep(50)", AS_HIT_MEMORY},
		/* Together, in children that are alive. */
		{"import os, time\nfor i in range(4):\n if os.fork() == 0:\n  x = bytearray(25 << "
		 "20)\n  time.sleep(50)\n  os._exit(0)\ntime.sleep(50)",
			AS_HIT_MEMORY},
		{"import os\nfor i in range(3):\n os.fork()\nwhile True: pass", AS_HIT_CPU},
	};

	need(level);
	for (size_t row = 0; row < sizeof(rows) / sizeof(*rows); row++) {
		const struct outcome outcome = play(&(struct scene){
			.level = level, .python = rows[row].python, .mark = "mark-limits"});
		cr_expect_eq(outcome.hits & rows[row].hit, rows[row].hit, "row %zu: %#x", row,
			outcome.hits);
	}
}

/* Root: by the kernel; an ordinary user: by the samples. At most 200 attempts: a machine that does
 * not hold must survive the test. */
TEST_LEVELS(processes_are_limited)
{
	static const struct {
		const char *python, *code;
	} rows[] = {
		{.python = "import threading, time\n"
			   "threading.stack_size(65536)\n"
			   "for i in range(1, 200):\n"
			   "    try:\n"
			   "        threading.Thread(target=time.sleep, args=(30,), "
			   "daemon=True).start()\n"
			   "    except RuntimeError:\n"
			   "        break\n"
			   "    print(i, flush=True)\n"
			   "else:\n"
			   "    time.sleep(30)\n"},
		{.code = "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 30 & echo $i; done; wait"},
	};
	const bool is_root = strcmp(level, "process") == 0;

	need(level);
	for (size_t row = 0; row < sizeof(rows) / sizeof(*rows); row++) {
		const struct outcome outcome = play(&(struct scene){.level = level,
			.python = rows[row].python,
			.code = rows[row].code,
			.mark = "mark-many",
			.processes = 8});
		cr_expect_eq(outcome.hits, is_root ? 0 : AS_HIT_PROCESSES, "row %zu: %#x", row,
			outcome.hits);
		if (is_root)
			cr_expect_str_eq(outcome.output, "1\n2\n3\n4\n5\n6\n7\n", "row %zu: %s",
				row, outcome.output);
	}
}

/* The samples of an ordinary user are late for a fast bomb, so the kernel has a limit as well. */
TEST_LEVELS(the_kernel_limits_processes)
{
	const bool is_root = strcmp(level, "process") == 0;
	const long margin = is_root ? 0 : 256;
	struct sysinfo machine;

	need(level);
	cr_assert_eq(sysinfo(&machine), 0);
	const struct outcome outcome = play(&(struct scene){.level = level,
		.python = "import resource\nprint(resource.getrlimit(resource.RLIMIT_NPROC)[0])",
		.mark = "mark-limit",
		.processes = 8});
	const long limit = atol(outcome.output), others = is_root ? 0 : machine.procs + 100;
	cr_expect(limit >= 8 + margin && limit <= 8 + margin + others, "%ld", limit);
}

TEST_LEVELS(the_users_other_processes_do_not_count)
{
	static const char threads[] =
		"import sys, threading\n"
		"sys.stdin.readline()\n"
		"threading.stack_size(65536)\n"
		"end = threading.Event()\n"
		"threads = [threading.Thread(target=end.wait) for i in range(40)]\n"
		"for thread in threads:\n"
		"    thread.start()\n"
		"end.set()\n"
		"for thread in threads:\n"
		"    thread.join()\n"
		"print('done')\n";

	need(level);
	const struct outcome outcome = play(&(struct scene){
		.level = level, .python = threads, .mark = "mark-threads", .neighbours = 150});
	cr_expect_eq(outcome.hits, 0u, "%#x", outcome.hits);
	cr_expect_str_eq(outcome.output, "done\n", "%s", outcome.output);
}

/* Children for which nobody waits would hide CPU time. */
TEST_LEVELS(a_program_that_executes_no_others_starts_only_threads)
{
	static const char threads[] = "import threading\n"
				      "t = threading.Thread(target=lambda: print('thread'))\n"
				      "t.start()\n"
				      "t.join()\n";
	static const char *const absent[] = {"uname", NULL};
	static const struct {
		const char *python;
		const char *const *absent;
		unsigned restrictions, hits;
		const char *output, *syscall;
	} rows[] = {
		{threads, NULL, AS_RESTRICT_EXEC, 0, "thread\n", ""},
		{"import os\nos.fork()\n", NULL, AS_RESTRICT_EXEC, AS_HIT_SYSCALL, "", "clone"},
		{"import ctypes\nctypes.CDLL(None).syscall(57)\n", NULL, AS_RESTRICT_EXEC,
			AS_HIT_SYSCALL, "", "fork"},
		/* The child's line comes first: what is alive when the program ends is killed. */
		{"import os\nif os.fork() > 0:\n  os.wait()\nprint('line', flush=True)\n", NULL, 0,
			0, "line\nline\n", ""},
		/* The run-time system gets the answer that an absent program would give. */
		{"import subprocess\ntry:\n  subprocess.run(['uname'])\nexcept "
		 "FileNotFoundError:\n  "
		 "print('absent')\n",
			absent, AS_RESTRICT_EXEC, 0, "absent\n", "clone"},
		{"import os\ntry:\n  os.fork()\nexcept FileNotFoundError:\n  "
		 "print('refused')\n",
			NULL, AS_RESTRICT_EXEC | AS_RESTRICT_ABSENT, 0, "refused\n", "clone"},
	};

	need(level);
	for (size_t row = 0; row < sizeof(rows) / sizeof(*rows); row++) {
		const struct outcome outcome = play(&(struct scene){.level = level,
			.python = rows[row].python,
			.absent = rows[row].absent,
			.restrictions = rows[row].restrictions});
		cr_expect_eq(outcome.hits, rows[row].hits, "row %zu: %#x", row, outcome.hits);
		cr_expect_str_eq(
			outcome.syscall, rows[row].syscall, "row %zu: %s", row, outcome.syscall);
		cr_expect_str_eq(
			outcome.output, rows[row].output, "row %zu: %s", row, outcome.output);
	}
}

/* A program could keep data in the times of its own file, or lock itself out. */
Test(process, a_user_cannot_change_modes_and_times)
{
	need("user");
	const struct outcome outcome = play(&(struct scene){.level = "user",
		.python = "import os\n"
			  "fd = os.open('x', os.O_RDWR | os.O_CREAT)\n"
			  "for call in (lambda: os.fchmod(fd, 0), lambda: os.utime(fd),\n"
			  "             lambda: os.chmod('x', 0), lambda: os.utime('x')):\n"
			  "    try:\n"
			  "        call()\n"
			  "        print('changed')\n"
			  "    except PermissionError:\n"
			  "        pass\n"});
	cr_expect_str_eq(outcome.output, "", "%s", outcome.output);
}

/* Neither a new session nor a dead parent takes a process out of the run; nothing is left. */
TEST_LEVELS(daemons_end_with_their_run)
{
	static const char daemon[] = "import os, time\n"
				     "if os.fork() == 0:\n"
				     "    try:\n"
				     "        os.setsid()\n"
				     "    except PermissionError:\n"
				     "        pass\n"
				     "    if os.fork() == 0:\n"
				     "        time.sleep(1000)\n"
				     "    os._exit(0)\n"
				     "os.wait()\n";

	need(level);
	const struct outcome outcome =
		play(&(struct scene){.level = level, .python = daemon, .mark = "mark-daemon"});
	cr_expect_eq(outcome.exit_code, 0);
}

/* The judge of an ordinary user has the same id as the program. */
TEST_LEVELS(processes_and_files_of_the_judge_are_out_of_reach)
{
	/* "/tmp" in one piece would be translated to the box. */
	static const char attack[] = "import os, sys\n"
				     "judge, home = os.getppid(), os.environ['HOME']\n"
				     "def attempt(function, *words):\n"
				     "    try:\n"
				     "        function(*words)\n"
				     "        print(function.__name__, *words)\n"
				     "    except OSError:\n"
				     "        pass\n"
				     "attempt(os.kill, judge, 9)\n"
				     "attempt(os.chmod, '/' + 'tmp', 0o777)\n"
				     "attempt(os.chmod, home + '/..', 0o777)\n"
				     "attempt(os.utime, home + '/..', (0, 0))\n"
				     "attempt(os.listdir, home + '/..')\n"
				     "attempt(open, '/proc/%d/environ' % judge)\n"
				     "attempt(open, '/proc/%d/mem' % judge, 'rb')\n"
				     "attempt(os.listdir, '/proc/%d/fd' % judge)\n"
				     "attempt(open, '/' + 'tmp/assay-left', 'w')\n"
				     "attempt(open, '/dev/shm/assay-left', 'w')\n"
				     "attempt(os.listdir, '/home')\n";

	need(level);
	const struct outcome outcome =
		play(&(struct scene){.level = level, .python = attack, .mark = "mark-user"});
	cr_expect_str_eq(outcome.output, "", "it could: %s", outcome.output);
	cr_expect_eq(outcome.exit_code, 0);
}

/* Init is killed from outside: its helper kills what it has left. */
TEST_LEVELS(a_killed_init_leaves_nothing)
{
	/* The test, in this process: the program cannot reach init. */
	struct hostile hostile;
	const char *const argv[] = {
		"/bin/sh", "-c", "sleep 86413 & sleep 86414; true", "mark-init", NULL};
	const struct as_run_request request = {.argv = argv,
		.profile = AS_PROFILE_RUNTIME,
		.limits = as_limits_default,
		.stdin_fd = -1};
	struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};
	pid_t helper = 0, init = 0;

	need(level);
	setenv("ASSAY_TEST_LEVEL", level, 1);
	hostile_open(&hostile, NULL);
	cr_assert_eq(host_children(getpid(), &helper), 1);
	const pid_t killer = fork();
	if (killer == 0) {
		for (int i = 0; i < 3000 * patience(); i++) {
			if (host_count_processes("sleep", "86414") > 0 &&
				host_children(helper, &init) > 0)
				_exit(kill(init, SIGKILL) != 0);
			usleep(10000);
		}
		_exit(2);
	}
	cr_expect_eq(as_sandbox_run(hostile.sandbox, &request, &result, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL, "%s", error.text);
	int status = -1;
	cr_expect_eq(waitpid(killer, &status, 0), killer);
	cr_expect_eq(status, 0, "init was not killed");
	as_run_result_clear(&result);
	hostile_close(&hostile);
	cr_expect_eq(host_count_processes("sleep", "86413"), 0);
	cr_expect_eq(host_count_processes("sleep", "86414"), 0);
}

/* ---- the floor ---- */

static void expect_closed(const char *level, bool (*prepare)(void), const char *words)
{
	struct as_error *shared = mmap(
		NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t pid = fork();

	if (pid == 0) {
		const struct as_sandbox_config config = {.core = -1, .weak = AS_WEAK_PROCESS};
		if (strcmp(level, "user") == 0 && geteuid() == 0 &&
			(setresgid(65534, 65534, 65534) || setresuid(65534, 65534, 65534)))
			_exit(1);
		_exit(!prepare() || as_sandbox_open(&config, shared) != NULL);
	}
	int status = 1;
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_expect_eq(status, 0, "it was opened");
	cr_expect_eq(shared->kind, AS_ERROR_MACHINE, "%s", shared->text);
	cr_expect_not_null(strstr(shared->text, words), "%s", shared->text);
	munmap(shared, sizeof(*shared));
}

Test(process, an_ordinary_user_without_landlock_is_refused)
{
	expect_closed("user", lack_landlock, "needs root, or Landlock (Linux 5.19 or newer");
}

static bool lack_filters(void)
{
	static const int calls[] = {SCMP_SYS(seccomp)};

	/* The second filter could not be loaded by this call. */
	return deny(calls, 1, EINVAL);
}

Test(process, without_seccomp_nothing_runs)
{
	expect_closed("process", lack_filters, "cannot load the system call filter");
}

/* Root without Landlock: the user ids and closed folders are the only barrier. */
Test(process, root_without_landlock_needs_closed_folders)
{
	char open_folder[] = "/tmp/assay-process-XXXXXX";
	struct as_error error = {0}, changed = {0};

	skip_unless(geteuid() == 0, "root", "only root has user ids for runs");
	cr_assert_not_null(mkdtemp(open_folder));
	char code[256], secret[64];
	snprintf(secret, sizeof(secret), "%s/1.ans", open_folder);
	int fd = open(secret, O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
	cr_assert(fd >= 0 && write(fd, "7\n", 2) == 2);
	close(fd);
	snprintf(code, sizeof(code), "cat %s; id -u | grep -c '^2147\\|^[34]'; kill -1 -1", secret);
	const struct outcome outcome =
		play(&(struct scene){.prepare = lack_landlock, .level = "process", .code = code});
	cr_expect(outcome.ran, "%s", outcome.error.text);
	cr_expect_str_eq(outcome.output, "1\n", "%s", outcome.output);

	pid_t pid = fork();
	if (pid == 0) {
		bool held = lack_landlock() &&
			    as_sandbox_check_hidden(AS_WEAK_PROCESS, secret, &error) == 0 &&
			    chmod(open_folder, 0755) == 0 &&
			    as_sandbox_check_hidden(AS_WEAK_PROCESS, secret, &error) != 0 &&
			    error.kind == AS_ERROR_MACHINE && strstr(error.text, "chmod 0700") &&
			    as_sandbox_check_hidden(AS_WEAK_GROUPS, secret, NULL) == 0 &&
			    as_sandbox_check_fixed(AS_WEAK_PROCESS, open_folder, &error) == 0 &&
			    /* Programs could put other files in its place. */
			    chmod(open_folder, 0703) == 0 &&
			    as_sandbox_check_fixed(AS_WEAK_PROCESS, open_folder, &changed) != 0 &&
			    strstr(changed.text, "chmod o-w") &&
			    as_sandbox_check_hidden(AS_WEAK_PROCESS, secret, &error) != 0 &&
			    as_sandbox_check_fixed(AS_WEAK_GROUPS, open_folder, NULL) == 0 &&
			    chmod(open_folder, 01703) == 0 &&
			    as_sandbox_check_fixed(AS_WEAK_PROCESS, open_folder, &error) == 0;
		_exit(!held);
	}
	int status = 1;
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_expect_eq(status, 0);
	unlink(secret);
	rmdir(open_folder);
}
