/* SPDX-License-Identifier: MIT */
/*
 * The code that a restricted run may execute is its own program. Depending on the restrictions,
 * other programs, files of the submission, written files or memory are forbidden. Each attempt is
 * also made without the restriction, where it succeeds.
 */
#include "expect.h"
#include "support/namespaces.h"
#include "support/skip.h"

#include <stdarg.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

TestSuite(restrictions, .timeout = 600);

#define EXEC AS_RESTRICT_EXEC
#define FILES AS_RESTRICT_FILES
#define CODE AS_RESTRICT_CODE
#define EVERYTHING (EXEC | FILES | CODE)
#define MAX_WORDS 4

struct attempt {
	const char *words[MAX_WORDS]; /* of the program "foreign" */
	unsigned restrictions;        /* the least that prevent it */
	const char *printed;          /* without a restriction, ... */
	const char *refused;          /* ... with the minimum, and with all; NULL: AS_HIT_EXEC */
	const char *call;             /* with AS_HIT_EXEC */
};

static const struct attempt attempts[] = {
	{{"start"}, EXEC, "started\n", NULL, "execve"},
	{{"start-in-child"}, EXEC, "started\nwent on\n", NULL, "execve"},
	{{"start-by-spawn"}, EXEC, "started\nwent on\n", NULL, "execve"},
	{{"start-in-thread"}, EXEC, "started\n", NULL, "execve"},
	{{"start-with-registers", "0"}, EXEC, "started\n", NULL, "execve"},
	{{"start-with-registers", "1"}, EXEC, "started\n", NULL, "execve"},
	{{"start-with-registers", "2"}, EXEC, "started\n", NULL, "execve"},
	{{"start-by-descriptor"}, EXEC, "started\n", NULL, "execveat"},
	{{"start", "/program/absent"}, EXEC, "ENOENT\n", NULL, "execve"},
	{{"start-memory-file"}, FILES, "started\n", "EACCES\n", NULL},
	{{"start", "/program/foreign"}, FILES, "started\n", "EACCES\n", NULL},
	{{"start", "/data/foreign"}, FILES, "started\n", "EACCES\n", NULL},
	{{"start-copy", "/box/copy"}, FILES, "started\n", "EACCES\n", NULL},
	{{"start-copy", "/tmp/copy"}, FILES, "started\n", "EACCES\n", NULL},
	{{"start-copy", "/dev/shm/copy"}, FILES, "started\n", "EACCES\n", NULL},
	{{"start", "/box/foreign"}, FILES, "started\n", "EACCES\n", NULL},
	{{"map-file", "/program/foreign"}, FILES, "mapped\n", "EPERM\n", NULL},
	{{"map-file", "/data/foreign"}, FILES, "mapped\n", "EPERM\n", NULL},
	{{"map-file", "/box/foreign"}, FILES, "mapped\n", "EPERM\n", NULL},
	{{"map-copy", "/box/copy"}, FILES, "mapped\n", "EPERM\n", NULL},
	{{"run-mapping"}, CODE, "ran\n", "EACCES\n", NULL},
	{{"run-changed-memory"}, CODE, "ran\n", "EACCES\n", NULL},
	{{"run-changed-file"}, CODE, "ran\n", "EACCES\n", NULL},
	{{"run-changed-stack"}, CODE, "ran\n", "EACCES\n", NULL},
	{{"map-writable", "/hostile/foreign"}, CODE, "mapped\n", "EACCES\n", NULL},
	/* The system's own files stay usable: the loader of libraries maps them. */
	{{"map-file", "/hostile/foreign"}, 0, "mapped\n", "mapped\n", NULL},
	{{"write-memory"}, 0, "EROFS\n", "EROFS\n", NULL},
};
#define ATTEMPT_COUNT (sizeof(attempts) / sizeof(*attempts))

/* ---- a sandbox with copies of the program in every writable folder ---- */

struct restricted {
	struct hostile hostile;
	char work[32];
};

static void copy_program(const char *folder)
{
	AS_AUTO_FD int from = open(HOSTILE_DIR "/foreign", O_RDONLY | O_CLOEXEC);
	AS_AUTO_BYTES struct as_bytes code = {0};
	char path[64];

	cr_assert(from >= 0 && as_fd_read(from, 16 << 20, &code, NULL) == 0);
	cr_assert(mkdir(folder, 0755) == 0);
	snprintf(path, sizeof(path), "%s/foreign", folder);
	AS_AUTO_FD int to = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0755);
	cr_assert(to >= 0 && as_fd_write(to, code.data, code.size, NULL) == 0);
}

static void make_work(struct restricted *restricted)
{
	char entry[48];

	strcpy(restricted->work, "/tmp/assay-work-XXXXXX");
	cr_assert_not_null(mkdtemp(restricted->work));
	cr_assert_eq(chmod(restricted->work, 0755), 0);
	snprintf(entry, sizeof(entry), "%s/mine", restricted->work);
	copy_program(entry);
}

static void remove_work(struct restricted *restricted)
{
	cr_expect_eq(as_dir_remove(AT_FDCWD, restricted->work, NULL), 0);
}

static void open_restricted(struct restricted *restricted)
{
	make_work(restricted);
	hostile_open(&restricted->hostile, restricted->work);
}

static void close_restricted(struct restricted *restricted)
{
	hostile_close(&restricted->hostile);
	remove_work(restricted);
}

/* ---- attempts ---- */

/* Faults, for a process whose assertions Criterion does not see. */
struct faults {
	size_t count;
	char first[512];
	bool tried;
};

static void __attribute__((format(printf, 3, 4)))
expect(struct faults *faults, bool condition, const char *format, ...)
{
	va_list arguments;

	if (condition || faults->count++)
		return;
	va_start(arguments, format);
	vsnprintf(faults->first, sizeof(faults->first), format, arguments);
	va_end(arguments);
}

/* True if the restrictions end a run that attempts this. */
static bool is_ended(const struct attempt *attempt, unsigned restrictions)
{
	const bool is_memory_file = strstr(attempt->words[0], "memory-file") != NULL;

	return restrictions & EXEC && strncmp(attempt->words[0], "start", 5) == 0 &&
	       !(restrictions & FILES && is_memory_file);
}

static void expect_ending(struct faults *faults, const struct attempt *attempt, const char *about,
	unsigned restrictions, const struct as_run_result *result, const char *printed)
{
	if (is_ended(attempt, restrictions)) {
		expect(faults, result->hits == AS_HIT_EXEC && *printed == '\0', "%s: hits %#x: %s",
			about, result->hits, printed);
		expect(faults,
			strcmp(result->syscall, attempt->call ? attempt->call : "execve") == 0,
			"%s: %s", about, result->syscall);
		return;
	}
	const bool is_prevented = restrictions & attempt->restrictions;
	expect(faults, result->hits == 0, "%s: hits %#x, %s", about, result->hits, result->syscall);
	expect(faults, result->signal == 0, "%s: signal %d", about, result->signal);
	expect(faults, strcmp(printed, is_prevented ? attempt->refused : attempt->printed) == 0,
		"%s: %s", about, printed);
}

static void try(struct faults *faults, struct as_sandbox *sandbox, const struct attempt *attempt,
	unsigned restrictions, enum as_profile profile)
{
	const char *argv[MAX_WORDS + 2] = {"/hostile/foreign"};
	struct as_run_request request = REQUEST(argv);
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	AS_AUTO_BYTES struct as_bytes output = {0};
	struct as_error error = {0};
	char about[128];

	for (size_t i = 0; i < MAX_WORDS && attempt->words[i]; i++)
		argv[1 + i] = attempt->words[i];
	snprintf(about, sizeof(about), "%s %s, restrictions %#x, %s", argv[1],
		argv[2] ? argv[2] : "", restrictions, as_profile_name(profile));
	request.program = request.data = request.box = "mine";
	request.profile = profile;
	request.restrictions = restrictions;
	request.writable_box = true;
	be_patient(&request);
	if (as_sandbox_run(sandbox, &request, &result, &error) < 0 ||
		as_fd_read(result.stdout_fd, 1 << 20, &output, &error) < 0)
		expect(faults, false, "%s: %s", about, error.text);
	else
		expect_ending(faults, attempt, about, restrictions, &result, output.data);
}

static void try_all(struct faults *faults, struct as_sandbox *sandbox, enum as_profile profile)
{
	for (size_t i = 0; i < ATTEMPT_COUNT; i++) {
		try(faults, sandbox, &attempts[i], 0, profile);
		if (attempts[i].restrictions)
			try(faults, sandbox, &attempts[i], attempts[i].restrictions, profile);
		try(faults, sandbox, &attempts[i], EVERYTHING, profile);
	}
	faults->tried = true;
}

static void expect_restricted(enum as_profile profile)
{
	struct restricted restricted;
	struct faults faults = {0};

	open_restricted(&restricted);
	try_all(&faults, restricted.hostile.sandbox, profile);
	cr_expect_eq(faults.count, 0, "%zu faults, the first: %s", faults.count, faults.first);
	close_restricted(&restricted);
}

Test(restrictions, a_native_program_executes_nothing_but_itself)
{
	expect_restricted(AS_PROFILE_NATIVE);
}

Test(restrictions, a_run_time_system_executes_nothing_but_itself)
{
	expect_restricted(AS_PROFILE_RUNTIME);
}

static void try_weak(struct faults *faults, const char *work)
{
	const struct as_sandbox_config config = {.views = hostile_views,
		.view_count = hostile_view_count,
		.core = -1,
		.weak = true,
		.work_dir = work};
	struct as_isolation isolation;
	struct as_error error = {0};
	struct as_sandbox *sandbox = as_sandbox_open(&config, &error);

	expect(faults, sandbox != NULL, "%s", error.text);
	if (!sandbox)
		return;
	as_sandbox_describe(sandbox, &isolation);
	expect(faults, isolation.weak, "the sandbox is not weak");
	try_all(faults, sandbox, AS_PROFILE_RUNTIME);
	as_sandbox_close(sandbox);
}

/* In a child, because only a process with one thread may enter a user namespace. */
Test(restrictions, a_weak_sandbox_holds_them_too)
{
	enum { UNPREPARED = 1 };
	struct restricted restricted;
	struct faults *faults = mmap(
		NULL, sizeof(*faults), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status;

	cr_assert_neq(faults, MAP_FAILED);
	make_work(&restricted);
	pid_t pid = fork();
	cr_assert_geq(pid, 0);
	if (pid == 0) {
		if (!cover_groups())
			_exit(UNPREPARED);
		try_weak(faults, restricted.work);
		_exit(0);
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	remove_work(&restricted);
	skip_unless(!WIFEXITED(status) || WEXITSTATUS(status) != UNPREPARED, "namespaces",
		"cannot cover /sys/fs/cgroup here");
	cr_expect_eq(status, 0, "the child ended with %#x", status);
	cr_expect(faults->tried, "%s", faults->first);
	cr_expect_eq(faults->count, 0, "%zu faults, the first: %s", faults->count, faults->first);
	munmap(faults, sizeof(*faults));
}

/* The filter of the restrictions precedes that of the profile, whose answers stay. */
Test(restrictions, forbidden_calls_are_named_as_without_restrictions)
{
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	for (int times = 0; times < 2; times++) {
		const char *const argv[] = {"/hostile/call", "self", "ptrace-me", NULL};
		struct as_run_request request = REQUEST(argv);
		AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
		struct as_error error = {0};
		request.restrictions = times ? EVERYTHING : 0;
		be_patient(&request);
		cr_assert_eq(as_sandbox_run(hostile.sandbox, &request, &result, &error), 0, "%s",
			error.text);
		cr_expect_eq(result.hits, (unsigned)AS_HIT_SYSCALL);
		cr_expect_str_eq(result.syscall, "ptrace");
	}
	hostile_close(&hostile);
}

static unsigned hits_with_absent(
	struct as_sandbox *sandbox, const char *const *argv, char output[64])
{
	static const char *const absent[] = {"uname", "foreign", NULL};
	struct as_run_request request = REQUEST(argv);
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_error error = {0};

	request.restrictions = EVERYTHING;
	request.absent = absent;
	be_patient(&request);
	cr_assert_eq(as_sandbox_run(sandbox, &request, &result, &error), 0, "%s", error.text);
	cr_assert_eq(as_fd_read(result.stdout_fd, 1 << 20, &bytes, NULL), 0);
	snprintf(output, 64, "%s", bytes.data);
	return result.hits;
}

/* Also if it exists; by any path, and in any process. */
Test(restrictions, a_program_of_the_list_of_absent_ones_is_not_found)
{
	static const struct {
		const char *argv[4];
		const char *printed; /* NULL: AS_HIT_EXEC */
	} rows[] = {
		{{"/hostile/foreign", "start", "/usr/bin/uname"}, "ENOENT\n"},
		{{"/hostile/foreign", "start", "uname"}, "ENOENT\n"},
		{{"/hostile/foreign", "start"}, "ENOENT\n"},
		{{"/hostile/foreign", "start-in-child"}, "went on\n"},
		{{"/hostile/foreign", "start-by-spawn"}, "went on\n"},
		{{"/hostile/foreign", "start-in-thread"}, "went on\n"},
		{{"/hostile/foreign", "start-by-descriptor"}, NULL},
		{{"/hostile/foreign", "start", "/hostile/call"}, NULL},
		{{"/hostile/foreign", "start", "/usr/bin/uname/"}, NULL},
		{{"/hostile/foreign", "start", "/usr/bin/uname2"}, NULL},
		{{"/hostile/foreign", "start", ""}, NULL},
	};
	struct hostile hostile;
	char output[64];

	hostile_open(&hostile, NULL);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const unsigned hits = hits_with_absent(hostile.sandbox, rows[i].argv, output);
		cr_expect_eq(hits, rows[i].printed ? 0u : (unsigned)AS_HIT_EXEC, "%s %s: %#x",
			rows[i].argv[1], rows[i].argv[2] ? rows[i].argv[2] : "", hits);
		cr_expect_str_eq(output, rows[i].printed ? rows[i].printed : "", "%s %s",
			rows[i].argv[1], rows[i].argv[2] ? rows[i].argv[2] : "");
	}
	hostile_close(&hostile);
}

/* By any call, and in any process; the run goes on. */
Test(restrictions, if_every_program_is_absent_none_is_found)
{
	static const struct {
		const char *argv[4];
		const char *printed, *call;
	} rows[] = {
		{{"/hostile/foreign", "start"}, "ENOENT\n", "execve"},
		{{"/hostile/foreign", "start", "/bin/sh"}, "ENOENT\n", "execve"},
		{{"/hostile/foreign", "start", ""}, "ENOENT\n", "execve"},
		{{"/hostile/foreign", "start-in-child"}, "went on\n", "execve"},
		{{"/hostile/foreign", "start-by-spawn"}, "went on\n", "execve"},
		{{"/hostile/foreign", "start-in-thread"}, "went on\n", "execve"},
		{{"/hostile/foreign", "start-by-descriptor"}, "ENOENT\n", "execveat"},
		{{"/hostile/foreign", "write-memory"}, "EROFS\n", ""},
	};
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const char *const *argv = rows[i].argv;
		struct as_run_request request = REQUEST(argv);
		AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
		AS_AUTO_BYTES struct as_bytes bytes = {0};
		struct as_error error = {0};
		request.restrictions = EVERYTHING | AS_RESTRICT_ABSENT;
		be_patient(&request);
		cr_assert_eq(as_sandbox_run(hostile.sandbox, &request, &result, &error), 0, "%s",
			error.text);
		cr_assert_eq(as_fd_read(result.stdout_fd, 1 << 20, &bytes, NULL), 0);
		cr_expect_eq(result.hits, 0u, "%s: %#x", argv[1], result.hits);
		cr_expect_str_eq(bytes.data, rows[i].printed, "%s", argv[1]);
		cr_expect_str_eq(result.syscall, rows[i].call, "%s", argv[1]);
	}
	hostile_close(&hostile);
}

/* It may be the program's own text, but it can only be read. */
Test(restrictions, an_input_of_the_folder_of_data_is_not_code)
{
	static const char text[] = "import mmap, os\n"
				   "print(input(), open('/dev/stdin').read(), end='')\n"
				   "def attempt(name, call):\n"
				   "    try: call(); print(name)\n"
				   "    except OSError: print(name, 'refused')\n"
				   "attempt('write', lambda: open('/dev/stdin', 'r+'))\n"
				   "attempt('mode', lambda: os.chmod('/dev/stdin', 0o777))\n"
				   "attempt('times', lambda: os.utime('/dev/stdin'))\n"
				   "attempt('map', lambda: mmap.mmap(0, 4, mmap.MAP_PRIVATE,"
				   " mmap.PROT_READ | mmap.PROT_EXEC))\n";
	const char *const argv[] = {"/usr/bin/python3", "-c", text, NULL};
	struct as_run_request request = REQUEST(argv);
	struct restricted restricted;

	open_restricted(&restricted);
	put(restricted.work, "mine/input", "some words\n");
	request.data = "mine";
	request.stdin_is_data = true;
	request.profile = AS_PROFILE_RUNTIME;
	expect_run(&restricted.hostile, &request,
		"some words some words\nwrite refused\nmode refused\ntimes refused\nmap\n");
	request.restrictions = EVERYTHING;
	expect_run(&restricted.hostile, &request,
		"some words some words\nwrite refused\nmode refused\ntimes refused\nmap refused\n");
	close_restricted(&restricted);
}

/* A script names its interpreter, and a program its loader: both belong to the first exec. */
Test(restrictions, the_first_program_may_be_a_script)
{
	const char *const argv[] = {"/program/script", NULL};
	struct as_run_request request = REQUEST(argv);
	struct restricted restricted;
	char path[64];

	open_restricted(&restricted);
	put(restricted.work, "mine/script", "#!/usr/bin/python3\nprint('interpreted')\n");
	snprintf(path, sizeof(path), "%s/mine/script", restricted.work);
	cr_assert_eq(chmod(path, 0755), 0);
	request.program = "mine";
	request.profile = AS_PROFILE_RUNTIME;
	request.restrictions = EXEC | CODE;
	expect_run(&restricted.hostile, &request, "interpreted\n");
	close_restricted(&restricted);
}

Test(restrictions, libraries_of_the_views_are_loaded)
{
	static const char text[] = "import ctypes, math, threading\n"
				   "ctypes.CDLL('libc.so.6').getpid()\n"
				   "thread = threading.Thread(target=lambda: print('ran'))\n"
				   "thread.start()\n"
				   "thread.join()\n";
	const char *const argv[] = {"/usr/bin/python3", "-c", text, NULL};
	struct as_run_request request = REQUEST(argv);
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	request.profile = AS_PROFILE_RUNTIME;
	request.restrictions = EVERYTHING;
	expect_run(&hostile, &request, "ran\n");
	hostile_close(&hostile);
}
