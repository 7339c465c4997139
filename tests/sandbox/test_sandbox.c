/* SPDX-License-Identifier: MIT */
/* The library as its callers use it: its guarantees, its refusals, its results. */
#include "expect.h"
#include "support/skip.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

TestSuite(sandbox, .timeout = 600);

Test(sandbox, default_limits_are_the_documented_ones)
{
	cr_expect_eq(as_limits_default.cpu_time_ns, INT64_C(1000000000));
	cr_expect_eq(as_limits_default.wall_time_ns, INT64_C(3000000000));
	cr_expect_eq(as_limits_default.memory_bytes, UINT64_C(256) << 20);
	cr_expect_eq(as_limits_default.output_bytes, UINT64_C(8) << 20);
	cr_expect_eq(as_limits_default.processes, 64u);
	cr_expect_eq(as_limits_default.box_bytes, UINT64_C(64) << 20);
	cr_expect_eq(as_limits_default.box_files, 16384u);
	cr_expect_eq(as_limits_default.idle_time_ns, AS_UNLIMITED_NS);
	cr_expect_eq(as_limits_default.open_files, 256u);
}

Test(sandbox, profiles_have_names_that_parse_back)
{
	enum as_profile profile;

	for (int i = AS_PROFILE_NATIVE; i <= AS_PROFILE_COMPILER; i++) {
		cr_assert_eq(as_profile_parse(as_profile_name((enum as_profile)i), &profile), 0);
		cr_expect_eq(profile, (enum as_profile)i);
	}
	cr_expect_eq(as_profile_parse("lax", &profile), -1);
}

Test(sandbox, describes_full_isolation_and_the_groups_version)
{
	struct hostile hostile;
	struct as_isolation isolation;

	hostile_open(&hostile, NULL);
	as_sandbox_describe(hostile.sandbox, &isolation);
	cr_expect_not(isolation.weak);
	cr_expect(strcmp(isolation.cgroup, "v1") == 0 || strcmp(isolation.cgroup, "v2") == 0, "%s",
		isolation.cgroup);
	for (const char **word = isolation.degraded; *word; word++)
		cr_expect_str_neq(*word, "memory-not-limited");
	hostile_close(&hostile);
}

static void digest_of(const struct as_view *view, char hex[AS_DIGEST_HEX_SIZE])
{
	const struct as_sandbox_config config = {.views = view, .view_count = 1, .core = -1};
	struct as_error error = {0};
	struct as_sandbox *sandbox = as_sandbox_open(&config, &error);

	hostile_require_open(sandbox, &error);
	as_sandbox_digest(sandbox, hex);
	as_sandbox_close(sandbox);
}

Test(sandbox, the_digest_distinguishes_policies)
{
	const struct as_view usr = {"/usr", NULL}, elsewhere = {"/usr", "/elsewhere"};
	char first[AS_DIGEST_HEX_SIZE], again[AS_DIGEST_HEX_SIZE], other[AS_DIGEST_HEX_SIZE];

	digest_of(&usr, first);
	digest_of(&usr, again);
	digest_of(&elsewhere, other);
	cr_expect_eq(strlen(first), AS_DIGEST_HEX_SIZE - 1);
	cr_expect_eq(strspn(first, "0123456789abcdef"), strlen(first));
	cr_expect_str_eq(first, again);
	cr_expect_str_neq(first, other);
}

Test(sandbox, a_program_that_cannot_start_is_an_input_error)
{
	const char *absent[] = {"/hostile/nothing", NULL}, *data[] = {"/hostile/look.py", NULL};
	const char *copy[] = {"/hostile/files", "copy", NULL};
	const struct as_run_request missing = REQUEST(absent), no_program = REQUEST(data);
	const struct as_run_request good = REQUEST(copy);
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	expect_refusal(&hostile, &missing, AS_ERROR_INPUT,
		"cannot start the program /hostile/nothing: No such file or directory");
	expect_refusal(&hostile, &no_program, AS_ERROR_INPUT,
		"cannot start the program /hostile/look.py: Permission denied");
	expect_run(&hostile, &good, "");
	host_expect_clean(&hostile.host, "/hostile/files", "after refusals");
	hostile_close(&hostile);
}

/* By total size, and by number if each is small. */
Test(sandbox, arguments_too_many_or_too_long_are_a_usage_error)
{
	static char word[200000];
	static const char *words[10001] = {"/hostile/files", "copy"};
	const char *one[] = {"/hostile/files", "copy", word, NULL};
	const char *env[] = {word, NULL}, *copy[] = {"/hostile/files", "copy", NULL};
	const struct as_run_request large = REQUEST(one), many = REQUEST(words);
	const struct as_run_request good = REQUEST(copy);
	struct as_run_request large_env = good, many_env = good;
	struct hostile hostile;

	memset(word, 'a', sizeof(word) - 1);
	for (size_t i = 2; i < 10000; i++)
		words[i] = "a";
	large_env.env = env;
	many_env.env = words;
	hostile_open(&hostile, NULL);
	expect_refusal(&hostile, &large, AS_ERROR_USAGE, "the program's arguments are too long");
	expect_refusal(&hostile, &many, AS_ERROR_USAGE, "the program's arguments are too long");
	expect_refusal(
		&hostile, &large_env, AS_ERROR_USAGE, "the program's arguments are too long");
	expect_refusal(&hostile, &many_env, AS_ERROR_USAGE, "the program's arguments are too long");
	expect_run(&hostile, &good, "");
	hostile_close(&hostile);
}

Test(sandbox, too_many_views_are_refused_by_name)
{
	static struct as_view views[2000];
	static char path[200];
	const struct as_sandbox_config config = {.views = views, .view_count = 2000, .core = -1};
	struct as_error error = {0};

	memset(path, '/', sizeof(path) - 1);
	for (size_t i = 0; i < 2000; i++)
		views[i].source = path;
	cr_expect_null(as_sandbox_open(&config, &error));
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.text, "the sandbox's list of folders is too long");
}

Test(sandbox, an_absent_view_is_skipped_and_a_link_is_kept)
{
	struct host host;
	char target[128];
	const struct as_view views[] = {
		{HOSTILE_DIR, "/hostile"}, {"/no/such/folder", NULL}, {target, "/link"}};
	const struct as_sandbox_config config = {.views = views, .view_count = 3, .core = -1};
	const char *argv[] = {
		"/hostile/files", "absent", "/no", "/no/such/folder", "/etc/passwd", NULL};
	const char *through_link[] = {"/link/files", "copy", NULL};
	const struct as_run_request request = REQUEST(argv), linked = REQUEST(through_link);
	struct as_error error = {0};
	struct hostile hostile;

	host_init(&host);
	snprintf(target, sizeof(target), "%s/link", host.tmp);
	cr_assert_eq(symlink("/hostile", target), 0);
	hostile.sandbox = as_sandbox_open(&config, &error);
	hostile_require_open(hostile.sandbox, &error);
	expect_run(&hostile, &request, "");
	expect_run(&hostile, &linked, "");
	as_sandbox_close(hostile.sandbox);
	unlink(target);
	host_clear(&host, "after close");
}

/* A truncated path would lead elsewhere. */
Test(sandbox, a_view_that_is_too_long_a_link_is_refused)
{
	char leads[301], link[128];
	const struct as_view views[] = {{HOSTILE_DIR, "/hostile"}, {link, "/link"}};
	const struct as_sandbox_config config = {.views = views, .view_count = 2, .core = -1};
	struct as_error error = {0};
	struct host host;

	memset(leads, 'a', sizeof(leads) - 1);
	leads[0] = '/';
	leads[sizeof(leads) - 1] = '\0';
	host_init(&host);
	snprintf(link, sizeof(link), "%s/link", host.tmp);
	cr_assert_eq(symlink(leads, link), 0);
	struct as_sandbox *sandbox = as_sandbox_open(&config, &error);
	cr_expect_null(sandbox);
	cr_expect_not_null(strstr(error.text, "File name too long"), "%s", error.text);
	as_sandbox_close(sandbox);
	unlink(link);
	host_clear(&host, "a long link");
}

/* A link of the host, placed by one view and used by the next: its target is inside. */
Test(sandbox, a_view_below_a_link_is_placed_inside)
{
	struct host host;
	char way[128];
	const struct as_view views[] = {
		{HOSTILE_DIR, "/hostile/bin"}, {way, "/way"}, {HOSTILE_DIR, "/way/also/"}};
	const struct as_sandbox_config config = {.views = views, .view_count = 3, .core = -1};
	const char *argv[] = {"/hostile/also/files", "absent", "/no", NULL};
	const struct as_run_request request = REQUEST(argv);
	struct as_error error = {0};
	struct hostile hostile;

	host_init(&host);
	snprintf(way, sizeof(way), "%s/way", host.tmp);
	cr_assert_eq(symlink("/hostile", way), 0);
	hostile.sandbox = as_sandbox_open(&config, &error);
	hostile_require_open(hostile.sandbox, &error);
	expect_run(&hostile, &request, "");
	as_sandbox_close(hostile.sandbox);
	unlink(way);
	host_clear(&host, "after close");
}

Test(sandbox, a_view_below_a_link_makes_nothing_on_the_host)
{
	struct host host;
	char way[128], folder[128];
	const struct as_view views[] = {{way, "/way"}, {HOSTILE_DIR, "/way/below"}};
	const struct as_sandbox_config config = {.views = views, .view_count = 2, .core = -1};
	struct as_error error = {0};

	host_init(&host);
	snprintf(way, sizeof(way), "%s/way", host.tmp);
	snprintf(folder, sizeof(folder), "%s/folder", host.tmp);
	cr_assert(mkdir(folder, 0755) == 0 && symlink(folder, way) == 0);
	cr_expect_null(as_sandbox_open(&config, &error), "there is no such folder inside");
	cr_expect_eq(error.kind, AS_ERROR_MACHINE);
	cr_expect_eq(rmdir(folder), 0, "something was made in the host's folder");
	unlink(way);
	host_clear(&host, "after close");
}

/* A work folder with two entries, mine and theirs, each with a file. */
static void make_work(char work[64])
{
	char mine[128], theirs[128];

	strcpy(work, "/tmp/assay-work-XXXXXX");
	cr_assert_not_null(mkdtemp(work));
	snprintf(mine, sizeof(mine), "%s/mine", work);
	snprintf(theirs, sizeof(theirs), "%s/theirs", work);
	cr_assert(chmod(work, 0755) == 0 && mkdir(mine, 0755) == 0 && mkdir(theirs, 0755) == 0);
	put(mine, "file", "mine\n");
	put(theirs, "file", "theirs\n");
}

Test(sandbox, one_entry_of_the_work_folder_is_shown_read_only)
{
	const char *cat[] = {"/bin/cat", "/program/file", NULL};
	const char *others[] = {"/hostile/files", "absent", "/programs/mine", "/programs/theirs",
		"/program/theirs", "/program/../programs/theirs", NULL};
	const char *sealed[] = {"/hostile/files", "sealed", "/program", "/program/file", NULL};
	struct as_run_request requests[] = {REQUEST(cat), REQUEST(others), REQUEST(sealed)};
	struct as_run_request missing = REQUEST(others), without = REQUEST(others);
	const char *empty[] = {"/hostile/files", "absent", "/program/file", NULL};
	struct hostile hostile;
	char work[64];

	make_work(work);
	hostile_open(&hostile, work);
	for (size_t i = 0; i < 3; i++) {
		requests[i].program = "mine";
		requests[i].profile = AS_PROFILE_RUNTIME;
		expect_run(&hostile, &requests[i], i == 0 ? "mine\n" : "");
	}
	missing.program = "nobodys";
	expect_refusal(&hostile, &missing, AS_ERROR_USAGE,
		"cannot show the program inside the sandbox nobodys: No such file or directory");
	without.argv = empty;
	expect_run(&hostile, &without, "");
	hostile_close(&hostile);
	cr_expect_eq(as_dir_remove(AT_FDCWD, work, NULL), 0);
}

Test(sandbox, the_caller_adds_to_the_environment_or_replaces_a_part)
{
	const char *argv[] = {"/hostile/files", "environment", NULL};
	const char *env[] = {"ONE=1", "TWO=a b", NULL};
	const char *replacing[] = {"LANG=C", "HOMER=1", "PATH=", NULL};
	struct as_run_request request = REQUEST(argv);
	struct hostile hostile;

	request.env = env;
	hostile_open(&hostile, NULL);
	expect_run(&hostile, &request,
		"PATH=/usr/bin:/bin\nHOME=/box\nLANG=C.UTF-8\nONE=1\nTWO=a b\n");
	request.env = replacing;
	expect_run(&hostile, &request, "HOME=/box\nLANG=C\nHOMER=1\nPATH=\n");
	hostile_close(&hostile);
}

Test(sandbox, a_run_is_pinned_to_the_chosen_core)
{
	const struct as_sandbox_config config = {
		.views = hostile_views, .view_count = hostile_view_count, .core = 0};
	const char *argv[] = {"/usr/bin/nproc", NULL};
	struct as_run_request request = REQUEST(argv);
	struct as_error error = {0};
	struct hostile hostile;

	host_init(&hostile.host);
	hostile.sandbox = as_sandbox_open(&config, &error);
	hostile_require_open(hostile.sandbox, &error);
	request.profile = AS_PROFILE_RUNTIME;
	expect_run(&hostile, &request, "1\n");
	hostile_close(&hostile);
}

Test(sandbox, a_kept_box_is_handed_over)
{
	const char *argv[] = {"/hostile/files", "use-box", NULL};
	struct as_run_request request = REQUEST(argv);
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	AS_AUTO_BYTES struct as_bytes text = {0};
	struct as_error error = {0};
	struct hostile hostile;

	request.writable_box = request.keep_box = true;
	hostile_open(&hostile, NULL);
	cr_assert_eq(
		as_sandbox_run(hostile.sandbox, &request, &result, &error), 0, "%s", error.text);
	cr_assert_geq(result.box_fd, 0);
	cr_assert_eq(as_file_read(result.box_fd, "left", 100, &text, &error), 0, "%s", error.text);
	cr_expect_str_eq(text.data, "hello");
	/* Its content belongs to the program: a link to a host file leads nowhere. */
	cr_expect_eq(as_file_open(result.box_fd, "folder/link", &error), -1);
	cr_expect_eq(error.sys_errno, ELOOP);
	as_run_result_clear(&result);
	host_expect_clean(&hostile.host, "/hostile/files", "after the box was closed");
	hostile_close(&hostile);
}

Test(sandbox, an_output_is_sealed_and_read_from_its_start)
{
	const char *argv[] = {"/hostile/output", "exactly", "1000", NULL};
	const struct as_run_request request = REQUEST(argv);
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	cr_assert_eq(as_sandbox_run(hostile.sandbox, &request, &result, NULL), 0);
	cr_expect_eq(result.stdout_bytes, UINT64_C(1000));
	cr_expect_eq(result.output_bytes, UINT64_C(1000));
	cr_expect_eq(lseek(result.stdout_fd, 0, SEEK_CUR), 0);
	cr_expect(write(result.stdout_fd, "x", 1) < 0 && errno == EPERM);
	hostile_close(&hostile);
}

Test(sandbox, a_cleared_result_is_empty_and_may_be_cleared_again)
{
	const char *argv[] = {"/hostile/output", "exactly", "10", NULL};
	const struct as_run_request request = REQUEST(argv);
	struct as_run_result result = AS_RUN_RESULT_INIT;
	struct hostile hostile;

	as_run_result_clear(NULL);
	as_run_result_clear(&result);
	hostile_open(&hostile, NULL);
	cr_assert_eq(as_sandbox_run(hostile.sandbox, &request, &result, NULL), 0);
	for (int times = 0; times < 2; times++) {
		as_run_result_clear(&result);
		cr_expect_eq(result.stdout_fd, -1);
		cr_expect_eq(result.box_fd, -1);
		cr_expect_eq(result.exit_code, -1);
		cr_expect_null(result.stderr_head.data);
	}
	hostile_close(&hostile);
	as_sandbox_close(NULL);
}

Test(sandbox, a_box_of_the_default_size_is_not_full_and_one_of_size_0_is_refused)
{
	const char *argv[] = {"/hostile/files", "copy", NULL};
	struct as_run_request request = REQUEST(argv);
	struct hostile hostile;

	request.writable_box = true;
	request.limits.box_bytes = UINT64_MAX;
	hostile_open(&hostile, NULL);
	expect_run(&hostile, &request, "");
	request.limits.box_bytes = 0;
	expect_refusal(&hostile, &request, AS_ERROR_USAGE, "a limit of a run is 0");
	hostile_close(&hostile);
}

Test(sandbox, many_runs_leave_no_descriptor_and_no_process)
{
	const char *argv[] = {"/hostile/files", "copy", NULL};
	struct hostile hostile;
	struct as_error error = {0};
	AS_AUTO_FD int input = as_input_from_bytes("1 2\n", 4, &error);

	cr_assert_geq(input, 0);
	hostile_open(&hostile, NULL);
	for (int i = 0; i < 200; i++) {
		struct as_run_request request = REQUEST(argv);
		request.stdin_fd = as_input_copy(input, &error);
		cr_assert_geq(request.stdin_fd, 0, "%s", error.text);
		expect_run(&hostile, &request, "1 2\n");
		close(request.stdin_fd);
	}
	host_expect_clean(&hostile.host, "/hostile/files", "after 200 runs");
	hostile_close(&hostile);
}

/* Like a test and its rerun. */
Test(sandbox, a_run_leaves_no_note_at_an_input_for_the_next)
{
	static const char *const modes[] = {"leave-note", "find-note"};
	struct hostile hostile;
	struct as_error error = {0};
	AS_AUTO_FD int input = as_input_from_bytes("1 2\n", 4, &error);

	cr_assert_geq(input, 0);
	hostile_open(&hostile, NULL);
	for (int i = 0; i < 2; i++) {
		const char *argv[] = {"/hostile/state", modes[i], NULL};
		struct as_run_request request = REQUEST(argv);
		request.stdin_fd = as_input_copy(input, &error);
		cr_assert_geq(request.stdin_fd, 0, "%s", error.text);
		expect_run(&hostile, &request, "");
		close(request.stdin_fd);
	}
	hostile_close(&hostile);
}

Test(sandbox, a_folder_as_an_input_is_refused)
{
	const char *argv[] = {"/hostile/files", "copy", NULL};
	struct as_run_request request = REQUEST(argv);
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	request.stdin_fd = open("/usr", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	expect_refusal(&hostile, &request, AS_ERROR_USAGE,
		"the standard input of a run is a folder; pass a file");
	close(request.stdin_fd);
	hostile_close(&hostile);
}

/* No file of the host, whose times a program could set: not even its /dev/null. */
Test(sandbox, without_an_input_there_is_an_empty_file_of_the_runs_own)
{
	const char *argv[] = {"/hostile/state", "input", NULL};
	const struct as_run_request request = REQUEST(argv);
	struct hostile hostile;

	hostile_open(&hostile, NULL);
	expect_run(&hostile, &request, "an empty file\n");
	hostile_close(&hostile);
}

/* The id of the host for the programs of an open sandbox, as the kernel reports it inside. */
static unsigned host_user(struct as_sandbox *sandbox)
{
	const char *argv[] = {"/bin/cat", "/proc/self/uid_map", NULL};
	struct as_run_request request = REQUEST(argv);
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	AS_AUTO_BYTES struct as_bytes output = {0};
	struct as_error error = {0};

	request.profile = AS_PROFILE_RUNTIME;
	be_patient(&request);
	cr_assert_eq(as_sandbox_run(sandbox, &request, &result, &error), 0, "%s", error.text);
	cr_assert_eq(as_fd_read(result.stdout_fd, 1 << 20, &output, NULL), 0);
	/* Each line: the first id inside, the id outside, a count. */
	for (char *line = output.data; line; line = strchr(line, '\n')) {
		unsigned inside, outside;
		line += *line == '\n';
		if (sscanf(line, "%u %u", &inside, &outside) == 2 && inside == 1000)
			return outside;
	}
	cr_assert_fail("no id for 1000: %s", output.data);
	return 0;
}

/* Some resources are counted by user: those that a run holds must stay available to another run. */
Test(sandbox, sandboxes_that_are_open_at_a_time_have_different_users)
{
	const struct as_sandbox_config config = {
		.views = hostile_views, .view_count = hostile_view_count, .core = -1};
	struct as_sandbox *sandboxes[4];
	unsigned users[4];
	struct as_error error = {0};

	skip_unless(geteuid() == 0, "root", "an ordinary user has only one id");
	for (int i = 0; i < 4; i++) {
		sandboxes[i] = as_sandbox_open(&config, &error);
		hostile_require_open(sandboxes[i], &error);
		users[i] = host_user(sandboxes[i]);
		cr_expect_eq(host_user(sandboxes[i]), users[i]);
		for (int j = 0; j < i; j++)
			cr_expect_neq(users[i], users[j]);
	}
	for (int i = 0; i < 4; i++)
		as_sandbox_close(sandboxes[i]);
}
