/* SPDX-License-Identifier: MIT */
/* `assay sandbox`: the bytes and files that enter and leave a run. */
#include "runs.h"

TestSuite(command_files, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define SHELL "--cpu", "20s", "--", "sh", "-c"

static void expect_text(const json_t *object, const char *key, const char *expected, size_t size,
	const char *encoding)
{
	char name[64];
	const json_t *value = json_object_get(object, key);
	const char *text = json_string_value(value);

	snprintf(name, sizeof(name), "%s_encoding", key);
	cr_expect_str_eq(text_at(object, name), encoding, "%s", key);
	cr_expect(text && json_string_length(value) == size && memcmp(text, expected, size) == 0,
		"%s: %s", key, text ? text : "null");
}
#define EXPECT_TEXT(object, key, text, encoding)                                                   \
	expect_text(object, key, text, sizeof(text) - 1, encoding)

/* A file in the test's folder. */
static void expect_file(const char *path, const char *expected, size_t size)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	cr_assert_eq(as_file_read(here_fd, path, 1 << 20, &bytes, NULL), 0, "%s", path);
	cr_expect(bytes.size == size && memcmp(bytes.data, expected, size) == 0, "%s: %s", path,
		bytes.data);
}

/* ---- the two outputs ---- */

Test(command_files, a_nul_is_not_its_escape_and_bytes_come_as_base64)
{
	AS_AUTO_JSON json_t *nul = RUN("--", "/usr/bin/printf", "a\\0b");
	AS_AUTO_JSON json_t *escape = RUN("--", "/usr/bin/printf", "a\\\\x00b");
	AS_AUTO_JSON json_t *bytes = RUN(SHELL, "printf 'a\\0\\377' >&2; printf '\\377\\376'");

	EXPECT_TEXT(nul, "stdout", "a\0b", "utf-8");
	EXPECT_TEXT(escape, "stdout", "a\\x00b", "utf-8");
	EXPECT_TEXT(bytes, "stdout", "//4=", "base64");
	EXPECT_TEXT(bytes, "stderr", "YQD/", "base64");
}

Test(command_files, all_kept_bytes_are_reported_and_whether_there_were_more)
{
	AS_AUTO_JSON json_t *whole = RUN(SHELL, "head -c 65536 /dev/zero | tr '\\0' x >&2");
	AS_AUTO_JSON json_t *cut =
		RUN(SHELL, "head -c 65535 /dev/zero | tr '\\0' x >&2; printf '\\303\\244end' >&2");

	cr_expect_eq(json_string_length(json_object_get(whole, "stderr")), 65536u);
	cr_expect(json_is_false(json_object_get(whole, "stderr_cut")));
	/* The character at the border is in neither half. */
	cr_expect_eq(json_string_length(json_object_get(cut, "stderr")), 65535u);
	cr_expect_str_eq(text_at(cut, "stderr_encoding"), "utf-8");
	cr_expect(json_is_true(json_object_get(cut, "stderr_cut")));
	cr_expect_eq(json_string_length(json_object_get(cut, "stderr_tail")), 4096u);
	cr_expect(as_text_ends(text_at(cut, "stderr_tail"), "x\xc3\xa4"
							    "end"));
	cr_expect(json_is_false(json_object_get(cut, "stdout_cut")));
	cr_expect_eq(number_at(cut, "output_bytes"), 65540);
}

Test(command_files, an_output_beyond_its_limit_is_cut)
{
	AS_AUTO_JSON json_t *run =
		RUN("--output", "4kB", "--cpu", "20s", "--", HOSTILE("output"), "stdout");

	cr_expect_eq(json_string_length(json_object_get(run, "stdout")), 4000u);
	cr_expect(json_is_true(json_object_get(run, "stdout_cut")));
	cr_expect(json_is_false(json_object_get(run, "stderr_cut")));
}

Test(command_files, outputs_can_be_written_to_files_byte_for_byte)
{
	put("err", "something that was there before");
	AS_AUTO_JSON json_t *run = RUN("--stdout", "out", "--stderr", "err", SHELL,
		"printf 'a\\0\\377'; printf '\\376' >&2");

	cr_expect(json_is_null(json_object_get(run, "stdout")));
	cr_expect(json_is_null(json_object_get(run, "stderr")));
	cr_expect_eq(number_at(run, "output_bytes"), 4);
	expect_file("out", "a\0\xff", 3);
	expect_file("err", "\xfe", 1);
}

/* ---- the input ---- */

static int own_input = -1;

static bool take_own_input(void)
{
	return dup2(own_input, STDIN_FILENO) == STDIN_FILENO;
}

Test(command_files, a_dash_is_the_commands_own_input)
{
	int ends[2];

	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	cr_assert_eq(as_fd_write(ends[1], "by pipe\n", 8, NULL), 0);
	close(ends[1]);
	own_input = ends[0];
	const char *const arguments[] = {"--stdin", "-", "--", HOSTILE("files"), "copy", NULL};
	AS_AUTO_JSON json_t *piped = run_sandbox_after(arguments, take_own_input);
	cr_expect_str_eq(text_at(piped, "stdout"), "by pipe\n");
	close(ends[0]);
	put("input", "read\nby file\n");
	own_input = openat(here_fd, "input", O_RDONLY | O_CLOEXEC);
	cr_assert_eq(lseek(own_input, 5, SEEK_SET), 5);
	AS_AUTO_JSON json_t *file = run_sandbox_after(arguments, take_own_input);
	cr_expect_str_eq(text_at(file, "stdout"), "by file\n");
	close(own_input);
}

Test(command_files, an_own_input_that_is_a_folder_closed_or_endless_is_refused)
{
	static const struct {
		const char *path, *complaint;
		int flags;
	} table[] = {
		{"/dev/zero", "--stdin: more than 256MiB in standard input; use a file", O_RDONLY},
		{"/tmp", "--stdin: cannot read standard input: Is a directory", O_RDONLY},
		{"/dev/null", "--stdin: cannot read standard input: Bad file descriptor", O_WRONLY},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		own_input = open(table[i].path, table[i].flags | O_CLOEXEC);
		AUTO_OUTCOME outcome = command_run_after(
			ASSAY_ARGV("sandbox", "--stdin", "-", "/usr/bin/true"), take_own_input);
		EXPECT_COMPLAINT(outcome, AS_ERROR_USAGE, table[i].complaint);
		cr_expect_eq(outcome.out.size, 0u);
		close(own_input);
	}
}

Test(command_files, a_fifo_is_read_to_the_end_of_its_writer)
{
	cr_assert_eq(mkfifoat(here_fd, "fifo", 0600), 0);
	const struct process process = command_start(
		ASSAY_ARGV("sandbox", "--stdin", "fifo", "--", HOSTILE("files"), "copy"), NULL);
	AS_AUTO_FD int far = openat(here_fd, "fifo", O_WRONLY | O_CLOEXEC);
	cr_assert_geq(far, 0);
	/* The writer ends a FIFO, however long it is silent. */
	cr_assert_eq(as_fd_write(far, "first ", 6, NULL), 0);
	usleep(300000);
	cr_assert_eq(as_fd_write(far, "last\n", 5, NULL), 0);
	close(as_steal_fd(far));
	AUTO_OUTCOME outcome = command_end(&process);
	skip_unless(outcome.status != AS_ERROR_MACHINE, "cgroup", outcome.err.data);
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *run = run_document(&outcome);
	cr_expect_str_eq(text_at(run, "stdout"), "first last\n");
}

Test(command_files, a_fifo_that_never_ends_can_be_interrupted)
{
	AS_AUTO_FD int far = -1;

	cr_assert_eq(mkfifoat(here_fd, "fifo", 0600), 0);
	const struct process process =
		command_start(ASSAY_ARGV("sandbox", "--stdin", "fifo", "/usr/bin/true"), NULL);
	for (int waited_ms = 0; waited_ms < 30000 && far < 0; waited_ms += 10) {
		usleep(10000);
		far = openat(here_fd, "fifo", O_WRONLY | O_NONBLOCK | O_CLOEXEC);
	}
	cr_assert_geq(far, 0, "nobody reads");
	kill(process.pid, SIGINT);
	AUTO_OUTCOME outcome = command_end(&process);
	cr_expect_eq(outcome.signal, SIGINT);
	cr_expect_str_eq(outcome.err.data, "assay: interrupted; nothing was left behind\n");
	EXPECT_NOTHING_LEFT(outcome);
}

/* ---- files in ---- */

Test(command_files, files_are_shown_under_their_names)
{
	put("deep/data.txt", "data\n");
	put("run.sh", "#!/bin/sh\necho ran\n");
	cr_assert_eq(fchmodat(here_fd, "run.sh", 0700, 0), 0);
	AS_AUTO_JSON json_t *sealed = RUN("--in", "deep/data.txt", "--in",
		"deep/data.txt=other name", "--in", "run.sh", SHELL,
		"ls; cat data.txt 'other name'; ./run.sh; echo x >data.txt || echo sealed");
	AS_AUTO_JSON json_t *writable = RUN(
		"--writable", "--in", "deep/data.txt", SHELL, "echo more >>data.txt; cat data.txt");

	cr_expect_str_eq(text_at(sealed, "stdout"),
		"data.txt\nother name\nrun.sh\ndata\ndata\nran\nsealed\n", "%s%s",
		text_at(sealed, "stdout"), text_at(sealed, "stderr"));
	AS_AUTO_JSON json_t *without_size = RUN(
		"--writable", "--box", "4KiB", "--in", "/proc/version", SHELL, "head -c 5 version");
	cr_expect_str_eq(text_at(without_size, "stdout"), "Linux");
	cr_expect_str_eq(text_at(writable, "stdout"), "data\nmore\n");
	expect_file("deep/data.txt", "data\n", 5);
}

#define LONG_NAME                                                                                  \
	"0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567" \
	"0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567" \
	"0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567" \
	"0123456789012345678901234567890123456789"

Test(command_files, files_and_names_that_cannot_be_used_are_refused)
{
	static const struct {
		const char *arguments[6];
		const char *complaint;
	} table[] = {
		{{"--in", "absent"}, "absent: cannot be opened: No such file or directory"},
		{{"--in", "folder"},
			"folder: is a folder, not a regular file; name a regular file\n"},
		{{"--in", "fifo"}, "fifo: is a FIFO, not a regular file"},
		{{"--in", "link"}, "link: cannot be opened: it is a symbolic link, or is reached "
				   "through one; name what it leads to\n"},
		{{"--in", "/dev/null"}, "/dev/null: is a device, not a regular file"},
		{{"--in", "file=a/b"}, "--in: the name 'a/b' contains '/'; use a plain file name"},
		{{"--in", "file=.."}, "--in: the name '..' is a folder; use a plain file name"},
		{{"--in", "file="}, "--in: the name '' is empty; use a plain file name"},
		{{"--in", "file=\xff"}, "--in: the name '\\xFF' is not UTF-8"},
		{{"--in", "file=" LONG_NAME}, "...' is longer than 255 bytes"},
		{{"--in", "=name"}, "--in: missing FILE; use --in FILE=NAME"},
		{{"--in", "file", "--in", "folder/file"},
			"--in: the name 'file' is given twice; give each file its own: --in "
			"FILE=NAME"},
		{{"--in", "large"}, "--in: the files are larger than 1GiB together"},
		{{"--writable", "--box", "4KiB", "--in", "large"},
			"--in: the files are larger than the working folder; raise --box"},
		{{"--writable", "--files", "1", "--in=file", "--in=file=b"},
			"--in: 2 files are more than the working folder may hold; raise --files"},
		{{"--out", "name"}, "--out without --writable; add --writable or remove --out"},
		{{"--writable", "--out", "a/b"}, "--out: the name 'a/b' contains '/'"},
		{{"--writable", "--out", ""}, "--out: the name '' is empty"},
		{{"--writable", "--out", "a", "--out", "a"},
			"--out: the name 'a' is given twice; give each file its own"},
		{{"--writable", "--out", "a="}, "--out: missing FILE"},
		{{"--writable", "--out", "a=link"}, "link: cannot be written: it is a symbolic"},
		{{"--writable", "--out", "a=folder"}, "folder: cannot be written: Is a directory"},
		{{"--stdout", "x", "--stderr", "x"}, "--stderr: the file 'x' is also written by "
						     "another option; name another file"},
		{{"--stdout", "-"}, "--stdout: standard output is for the document; name a file "
				    "(./- for a file named -)"},
		{{"--stdout", "fifo"}, "fifo: is a FIFO, not a regular file"},
		{{"--stdin", "folder"}, "folder: is a folder, not a regular file"},
		{{"--env", "NAME"}, "--env: 'NAME' is not NAME=VALUE"},
		{{"--env", "=x"}, "--env: '=x' is not NAME=VALUE"},
		{{"--env", "A=1", "--env", "A=2"}, "--env: the variable 'A' is given twice"},
	};

	put("file", "x");
	put("folder/file", "x");
	put("large", "x");
	cr_assert_eq(truncate("large", (off_t)1 << 41), 0);
	cr_assert(mkfifoat(here_fd, "fifo", 0600) == 0 && symlinkat("file", here_fd, "link") == 0);
	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		const char *argv[10] = {ASSAY_COMMAND, "sandbox"};
		size_t count = 2;
		for (size_t k = 0; k < 6 && table[i].arguments[k]; k++)
			argv[count++] = table[i].arguments[k];
		argv[count] = "/usr/bin/true";
		AUTO_OUTCOME outcome = command_run(argv);
		EXPECT_COMPLAINT(outcome, AS_ERROR_USAGE, table[i].complaint);
		EXPECT_NOTHING_LEFT(outcome);
	}
	cr_expect_eq(faccessat(here_fd, "x", F_OK, 0), -1, "a refused command wrote a file");
}

/* ---- files out ---- */

/* The entry of --out number `index`. */
static const json_t *file_at(const json_t *run, size_t index)
{
	const json_t *file = json_array_get(json_object_get(run, "files"), index);

	cr_assert_not_null(file, "no file %zu", index);
	return file;
}

static void expect_refused(const json_t *file, const char *name, const char *why)
{
	cr_expect_str_eq(text_at(file, "name"), name);
	cr_expect_str_eq(text_at(file, "refused"), why, "%s", name);
}

Test(command_files, files_that_a_program_wrote_come_out)
{
	put("there", "something longer that was there before");
	AS_AUTO_JSON json_t *run = RUN("--writable", "--out", "text", "--out", "bytes", "--out",
		"kept=there", "--out", "empty", SHELL,
		"printf 'a\\0b' >text; printf '\\377\\376' >bytes; printf '\\377' >kept; >empty");

	EXPECT_TEXT(file_at(run, 0), "content", "a\0b", "utf-8");
	EXPECT_TEXT(file_at(run, 1), "content", "//4=", "base64");
	cr_expect(json_is_null(json_object_get(file_at(run, 2), "content")));
	cr_expect_eq(number_at(file_at(run, 2), "size_bytes"), 1);
	expect_file("there", "\xff", 1);
	EXPECT_TEXT(file_at(run, 3), "content", "", "utf-8");
}

Test(command_files, a_link_or_special_file_in_place_of_a_file_is_refused)
{
	static const char *const table[][2] = {{"link-file", "link"}, {"link-itself", "link"},
		{"folder", "folder"}, {"fifo", "special"}, {"absent", "absent"}};

	put("there", "before");
	AS_AUTO_JSON json_t *run = RUN("--profile", "compiler", "--writable", "--out", "link-file",
		"--out", "link-itself", "--out", "folder", "--out", "fifo", "--out", "absent=there",
		"--out", "hard", SHELL,
		"printf mine >own; ln own hard; ln -s own link-file; "
		"ln -s link-itself link-itself; mkdir folder; mkfifo fifo");

	cr_expect_eq(number_at(run, "exit_code"), 0, "%s", text_at(run, "stderr"));
	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		expect_refused(file_at(run, i), table[i][0], table[i][1]);
	EXPECT_TEXT(file_at(run, 5), "content", "mine", "utf-8");
	expect_file("there", "before", 6);
}

Test(command_files, a_file_of_holes_is_refused_and_one_of_a_few_is_read)
{
	AS_AUTO_JSON json_t *run = RUN("--writable", "--out", "huge", "--out", "small=small", SHELL,
		"truncate -s 60M huge && truncate -s 10000 small");

	expect_refused(file_at(run, 0), "huge", "sparse");
	cr_expect_eq(number_at(file_at(run, 1), "size_bytes"), 10000);
	expect_file("small", (char[10000]){0}, 10000);
}

/* Root may read everything. */
Test(command_files, an_unreadable_file_is_refused_or_read)
{
	AS_AUTO_JSON json_t *run =
		RUN("--writable", "--out", "closed", SHELL, "echo x >closed; chmod 0 closed");

	cr_expect_str_eq(text_at(file_at(run, 0), "refused"), geteuid() ? "unreadable" : "");
}

Test(command_files, the_files_of_a_killed_run_are_lost)
{
	put("there", "before");
	AS_AUTO_JSON json_t *run = RUN("--writable", "--cpu", "200ms", "--wall", "20s", "--out",
		"a", "--out", "b=there", "--", "sh", "-c", "echo x >a; while :; do :; done");

	cr_expect_eq(json_array_size(json_object_get(run, "hits")), 1u);
	expect_refused(file_at(run, 0), "a", "lost");
	expect_refused(file_at(run, 1), "b", "lost");
	expect_file("there", "before", 6);
}

/* ---- the environment ---- */

Test(command_files, variables_are_added_to_the_fixed_ones_or_replace_them)
{
	AS_AUTO_JSON json_t *run = RUN("--profile", "native", "--env", "ONE=a=b", "--env", "LANG=C",
		"--env", "EMPTY=", "--", HOSTILE("files"), "environment");

	cr_expect_str_eq(
		text_at(run, "stdout"), "PATH=/usr/bin:/bin\nHOME=/box\nONE=a=b\nLANG=C\nEMPTY=\n");
}
