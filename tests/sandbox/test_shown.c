/* SPDX-License-Identifier: MIT */
/* The part of the work folder that a run sees, the initial contents of its box, and a standard
 * output passed by the caller. */
#include "expect.h"
#include "support/skip.h"

#include <poll.h>
#include <pthread.h>
#include <sys/stat.h>

TestSuite(shown, .timeout = 600);

/* A work folder with "tests" (file, inner/deep, a link and a FIFO) and "theirs" (file). */
static void make_work(char work[64])
{
	char path[128];

	strcpy(work, "/tmp/assay-work-XXXXXX");
	cr_assert_not_null(mkdtemp(work));
	cr_assert_eq(chmod(work, 0755), 0);
	static const char *const folders[] = {"tests", "tests/inner", "theirs"};
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		snprintf(path, sizeof(path), "%s/%s", work, folders[i]);
		cr_assert_eq(mkdir(path, 0755), 0);
		put(path, i == 1 ? "deep" : "file", folders[i]);
	}
	snprintf(path, sizeof(path), "%s/tests/link", work);
	cr_assert_eq(symlink("/etc/passwd", path), 0);
	snprintf(path, sizeof(path), "%s/tests/fifo", work);
	cr_assert_eq(mkfifo(path, 0644), 0);
}

static void open_work(struct hostile *hostile, char work[64])
{
	make_work(work);
	hostile_open(hostile, work);
}

static void close_work(struct hostile *hostile, const char *work)
{
	host_expect_clean(&hostile->host, "/hostile/files", "after the runs");
	hostile_close(hostile);
	cr_expect_eq(as_dir_remove(AT_FDCWD, work, NULL), 0);
}

static struct as_run_request shell(const char *const *argv)
{
	struct as_run_request request = REQUEST(argv);

	request.profile = AS_PROFILE_RUNTIME;
	be_patient(&request);
	return request;
}

#define SHELL(script) ((const char *const[]){"/bin/sh", "-c", script, NULL})

Test(shown, data_is_read_only_and_nothing_else_of_the_work_folder_is_there)
{
	const char *sealed[] = {
		"/hostile/files", "sealed", "/data", "/data/file", "/data/inner/deep", NULL};
	const char *absent[] = {"/hostile/files", "absent", "/programs/theirs", "/programs/tests",
		"/data/theirs", "/program/file", "/box/file", NULL};
	const char *none[] = {"/hostile/files", "absent", "/data/file", NULL};
	struct as_run_request request = shell(SHELL("cat /data/file /data/inner/deep"));
	struct as_run_request without = shell(none);
	struct hostile hostile;
	char work[64];

	open_work(&hostile, work);
	request.data = "tests";
	expect_run(&hostile, &request, "teststests/inner");
	request.argv = sealed;
	expect_run(&hostile, &request, "");
	request.argv = absent;
	expect_run(&hostile, &request, "");
	expect_run(&hostile, &without, "");
	close_work(&hostile, work);
}

Test(shown, program_data_and_box_are_three_entries)
{
	struct as_run_request request = shell(SHELL("cat /program/file /data/file file"));
	struct hostile hostile;
	char work[64];

	open_work(&hostile, work);
	request.program = request.box = "theirs";
	request.data = "tests";
	expect_run(&hostile, &request, "theirsteststheirs");
	close_work(&hostile, work);
}

Test(shown, an_absent_entry_is_the_callers_mistake)
{
	struct as_run_request data = shell(SHELL("true")), box = data, read_only = data;
	struct hostile hostile;
	char work[64];

	open_work(&hostile, work);
	data.data = box.box = read_only.box = "nobodys";
	box.writable_box = true;
	expect_refusal(&hostile, &data, AS_ERROR_USAGE,
		"cannot show the data inside the sandbox nobodys: No such file or directory");
	expect_refusal(&hostile, &box, AS_ERROR_USAGE,
		"cannot fill the sandbox's working folder with nobodys: No such file");
	expect_refusal(&hostile, &read_only, AS_ERROR_USAGE,
		"cannot fill the sandbox's working folder with nobodys: No such file");
	close_work(&hostile, work);
}

Test(shown, a_writable_box_begins_with_copies_that_are_the_programs)
{
	struct as_run_request request = shell(SHELL("find . -type f -o -type l -o -type p | sort; "
						    "echo more >>file && echo new >inner/new && "
						    "mv inner/deep moved && rm -r inner && "
						    "cat file moved"));
	struct as_run_request again = shell(SHELL("cat file inner/deep"));
	struct hostile hostile;
	char work[64];

	open_work(&hostile, work);
	request.box = again.box = "tests";
	request.writable_box = again.writable_box = true;
	for (int times = 0; times < 2; times++)
		expect_run(&hostile, &request, "./file\n./inner/deep\ntestsmore\ntests/inner");
	expect_run(&hostile, &again, "teststests/inner");
	close_work(&hostile, work);
}

/* Its files do not reduce the limit on kernels that charge them to a program. */
Test(shown, initial_contents_of_a_box_leave_the_memory_limit)
{
	const uint64_t bytes = UINT64_C(64) << 20;
	struct as_run_request request = shell(SHELL("wc -c <large"));
	struct hostile hostile;
	char work[64], path[128];

	open_work(&hostile, work);
	snprintf(path, sizeof(path), "%s/tests/large", work);
	put(work, "tests/large", "");
	cr_assert_eq(truncate(path, (off_t)bytes), 0);
	request.box = "tests";
	request.writable_box = true;
	request.limits.memory_bytes = bytes / 4;
	request.limits.box_bytes = 2 * bytes;
	request.initial_box_bytes = bytes;
	expect_run(&hostile, &request, "67108864\n");
	close_work(&hostile, work);
}

Test(shown, a_read_only_box_shows_the_entry_itself)
{
	const char *sealed[] = {
		"/hostile/files", "sealed", "/box", "/box/file", "/box/inner", NULL};
	struct as_run_request request = shell(SHELL("pwd; cat file inner/deep"));
	struct hostile hostile;
	char work[64];

	open_work(&hostile, work);
	request.box = "tests";
	expect_run(&hostile, &request, "/box\nteststests/inner");
	request.argv = sealed;
	expect_run(&hostile, &request, "");
	close_work(&hostile, work);
}

/* 8 KiB in a box of this size. */
Test(shown, initial_contents_of_a_box_count_against_its_size)
{
	static char block[8193];
	char path[128];
	struct as_run_request request =
		shell(SHELL("head -c 4096 /dev/zero >small && ! head -c 8192 /dev/zero >large"));
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};
	struct hostile hostile;
	char work[64];

	memset(block, 'x', sizeof(block) - 1);
	open_work(&hostile, work);
	snprintf(path, sizeof(path), "%s/theirs", work);
	put(path, "block", block);
	request.box = "theirs";
	request.writable_box = true;
	request.limits.box_bytes = 16384;
	cr_assert_eq(
		as_sandbox_run(hostile.sandbox, &request, &result, &error), 0, "%s", error.text);
	cr_expect_eq(result.exit_code, 0, "%s", result.stderr_head.data);
	cr_expect(result.hits & AS_HIT_BOX);
	request.limits.box_bytes = 4096;
	expect_refusal(&hostile, &request, AS_ERROR_USAGE,
		"cannot fill the sandbox's working folder with theirs: No space left on device");
	request.limits.box_bytes = 16384;
	request.limits.box_files = 1;
	expect_refusal(&hostile, &request, AS_ERROR_USAGE,
		"cannot fill the sandbox's working folder with theirs: No space left on device");
	close_work(&hostile, work);
}

/* Makes a pipe whose far end is the standard output of a run until its end. */
static size_t run_into_pipe(struct hostile *hostile, const char *const *argv,
	struct as_run_result *result, char *text, size_t size)
{
	struct as_run_request request = shell(argv);
	struct as_error error = {0};
	int ends[2];

	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	cr_assert_eq(fchmod(ends[1], 0622), 0);
	request.uses_stdout_fd = true;
	request.stdout_fd = ends[1];
	request.limits.output_bytes = 1000;
	cr_assert_eq(
		as_sandbox_run(hostile->sandbox, &request, result, &error), 0, "%s", error.text);
	close(ends[1]);
	size_t got = 0;
	for (ssize_t more; got < size && (more = read(ends[0], text + got, size - got)) > 0;)
		got += (size_t)more;
	/* No other process has the far end. */
	struct pollfd wait = {.fd = ends[0], .events = POLLIN};
	cr_expect_eq(poll(&wait, 1, 0), 1);
	cr_expect(wait.revents & POLLHUP);
	close(ends[0]);
	return got;
}

Test(shown, a_lent_output_is_neither_counted_nor_kept)
{
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct hostile hostile;
	char work[64], text[8192];

	open_work(&hostile, work);
	size_t got = run_into_pipe(&hostile,
		SHELL("head -c 5000 /dev/zero; echo error >&2; echo name >/dev/stdout"), &result,
		text, sizeof(text));
	cr_expect_eq(got, 5005u);
	cr_expect_eq(result.hits, 0u);
	cr_expect_eq(result.exit_code, 0, "%s", result.stderr_head.data);
	cr_expect_eq(result.stdout_bytes, 0u);
	cr_expect_eq(result.output_bytes, 6u);
	cr_expect_eq(result.stderr_bytes, 6u);
	cr_expect_str_eq(result.stderr_head.data, "error\n");
	as_run_result_clear(&result);
	close_work(&hostile, work);
}

Test(shown, beside_a_lent_output_the_errors_are_still_counted)
{
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct hostile hostile;
	char work[64], text[64];

	open_work(&hostile, work);
	size_t got = run_into_pipe(&hostile, SHELL("echo ok; head -c 5000 /dev/zero >&2; sleep 10"),
		&result, text, sizeof(text));
	cr_expect_eq(got, 3u);
	cr_expect(result.hits & AS_HIT_OUTPUT);
	as_run_result_clear(&result);
	close_work(&hostile, work);
}

static void *let_go(void *fd)
{
	usleep(200000);
	close(*(int *)fd);
	return NULL;
}

/* A copy of a program that is open for writing: returns the descriptor. */
static int open_theirs(const char *work)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/theirs", work);
	AS_AUTO_FD int from = open("/usr/bin/true", O_RDONLY | O_CLOEXEC);
	AS_AUTO_FD int folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	cr_assert_eq(as_file_copy(from, folder, "true", 0755, 1 << 20, NULL), 0);
	return openat(folder, "true", O_WRONLY | O_CLOEXEC);
}

/* As if another thread had just started a process, which inherited the descriptor for writing. */
Test(shown, a_program_that_is_open_for_writing_is_waited_for)
{
	const char *argv[] = {"/program/true", NULL};
	struct as_run_request request = REQUEST(argv);
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};
	struct hostile hostile;
	char work[64];
	pthread_t thread;
	int writer;

	open_work(&hostile, work);
	request.program = "theirs";
	cr_assert_geq(writer = open_theirs(work), 0);
	expect_refusal(&hostile, &request, AS_ERROR_INTERNAL, "Text file busy");
	cr_assert_eq(pthread_create(&thread, NULL, let_go, &writer), 0);
	cr_expect_eq(
		as_sandbox_run(hostile.sandbox, &request, &result, &error), 0, "%s", error.text);
	pthread_join(thread, NULL);
	cr_expect_eq(result.exit_code, 0);
	/* One thread uses at most the elapsed time, except for the kernel's work at both ends: on
	 * v1 the program is not charged for waiting. */
	if (access("/sys/fs/cgroup/cgroup.procs", F_OK) != 0)
		cr_expect_leq(result.cpu_time_ns, 4 * result.wall_time_ns, "%lld ns in %lld",
			(long long)result.cpu_time_ns, (long long)result.wall_time_ns);
	as_run_result_clear(&result);
	close_work(&hostile, work);
}
