/* SPDX-License-Identifier: MIT */
#include "support.h"
#include "support/owners.h"
#include "support/rename.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>

TestSuite(dir, .init = make_scratch, .fini = remove_scratch, .timeout = 600);

Test(dir, only_a_folder_is_opened)
{
	put_file("file", "x");
	cr_assert_eq(mkdirat(scratch, "folder", 0777), 0);
	cr_assert_eq(mkfifoat(scratch, "fifo", 0666), 0);
	cr_assert_eq(symlinkat("folder", scratch, "link"), 0);
	AS_AUTO_FD int fd = as_dir_open(scratch, "folder", NULL);
	cr_assert_geq(fd, 0);
	cr_assert_eq(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	static const struct {
		const char *path;
		const char *whole;
	} rows[] = {
		{"file", "file: cannot be opened as a folder: Not a directory"},
		{"fifo", "fifo: cannot be opened as a folder: Not a directory"},
		{"none", "none: cannot be opened as a folder: No such file or directory"},
		{"link", "link: cannot be opened as a folder: it is a symbolic link, or is reached "
			 "through one"},
		{"..", "..: cannot be opened as a folder: it leads out of its folder"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct as_error error = {0};
		cr_expect_eq(as_dir_open(scratch, rows[i].path, &error), -1);
		expect_error(&error, AS_ERROR_INPUT, rows[i].whole);
	}
}

Test(dir, a_typed_link_is_named_as_one_and_a_slash_follows_it)
{
	char path[128];
	cr_assert_eq(mkdirat(scratch, "folder", 0777), 0);
	cr_assert_eq(symlinkat("folder", scratch, "link"), 0);
	snprintf(path, sizeof path, "%s/link", scratch_path);
	struct as_error error = {0};
	cr_assert_eq(as_dir_open(AT_FDCWD, path, &error), -1);
	cr_assert_eq(error.sys_errno, ELOOP);
	strcat(path, "/");
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, path, NULL);
	cr_assert_geq(fd, 0);
}

/* ---- making ---------------------------------------------------------------------------- */

Test(dir, make_makes_missing_folders_and_accepts_existing_ones)
{
	cr_assert_eq(as_dir_make(scratch, "a/b//c/", 0755, NULL), 0);
	cr_assert(is_there("a/b/c"));
	cr_assert_eq(as_dir_make(scratch, "a/b/c/d", 0755, NULL), 0);
	cr_assert_eq(as_dir_make(scratch, "a/b/c/d", 0755, NULL), 0);
	cr_assert(is_there("a/b/c/d"));
	char path[128];
	snprintf(path, sizeof path, "%s/typed/../typed2/x", scratch_path);
	cr_assert_eq(as_dir_make(AT_FDCWD, path, 0755, NULL), 0);
	cr_assert(is_there("typed2/x"));
}

Test(dir, make_follows_no_link_and_leaves_no_folder)
{
	put_file("file", "x");
	cr_assert_eq(mkdirat(scratch, "folder", 0777), 0);
	cr_assert_eq(symlinkat("folder", scratch, "link"), 0);
	static const struct {
		const char *path;
		const char *whole;
	} rows[] = {
		{"link/x",
			"link/x: cannot be made as a folder: it is a symbolic link, or is reached "
			"through one"},
		{"link", "link: cannot be made as a folder: it is a symbolic link, or is reached "
			 "through one"},
		{"file/x", "file/x: cannot be made as a folder: Not a directory"},
		{"file", "file: cannot be made as a folder: Not a directory"},
		{"../x", "../x: cannot be made as a folder: it leads out of its folder"},
		{"/tmp/x", "/tmp/x: cannot be made as a folder: it leads out of its folder"},
		{"", "cannot be made as a folder: No such file or directory"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct as_error error = {0};
		cr_expect_eq(
			as_dir_make(scratch, rows[i].path, 0755, &error), -1, "%s", rows[i].path);
		expect_error(&error, AS_ERROR_INPUT, rows[i].whole);
	}
	cr_assert_not(is_there("folder/x"));
}

/* ---- listing --------------------------------------------------------------------------- */

Test(dir, a_list_is_sorted_by_bytes)
{
	static const char *const sorted[] = {".hidden", "10", "9", "B", "a", "a\nb", "\xFF"};
	static const int order[] = {4, 0, 6, 2, 5, 1, 3};
	for (size_t i = 0; i < 7; i++)
		put_file(sorted[order[i]], "");
	AS_AUTO_NAMES char **names = as_dir_list(scratch, 7, NULL);
	cr_assert_not_null(names);
	for (size_t i = 0; i < 7; i++)
		cr_expect_str_eq(names[i], sorted[i]);
	cr_assert_null(names[7]);
}

Test(dir, a_folder_can_be_listed_twice_through_one_descriptor)
{
	put_file("a", "");
	for (int i = 0; i < 2; i++) {
		AS_AUTO_NAMES char **names = as_dir_list(scratch, 5, NULL);
		cr_assert_str_eq(names[0], "a");
	}
}

Test(dir, an_empty_folder_is_an_empty_list)
{
	AS_AUTO_NAMES char **names = as_dir_list(scratch, 0, NULL);
	cr_assert_not_null(names);
	cr_assert_null(names[0]);
}

Test(dir, too_many_entries_are_an_error)
{
	for (int i = 0; i < 40; i++) {
		char name[8];
		snprintf(name, sizeof name, "%d", i);
		put_file(name, "");
	}
	AS_AUTO_NAMES char **names = as_dir_list(scratch, 40, NULL);
	cr_assert_not_null(names);
	struct as_error error = {0};
	cr_assert_null(as_dir_list(scratch, 39, &error));
	expect_error(&error, AS_ERROR_INPUT, "the folder has more than 39 entries");
}

Test(dir, listing_a_file_is_an_error)
{
	put_file("a", "");
	AS_AUTO_FD int fd = openat(scratch, "a", O_RDONLY | O_CLOEXEC);
	struct as_error error = {0};
	cr_assert_null(as_dir_list(fd, 10, &error));
	expect_error(&error, AS_ERROR_INPUT, "cannot list the folder: Not a directory");
}

/* ---- removing -------------------------------------------------------------------------- */

static void expect_removed(const char *path)
{
	struct as_error error = {0};
	cr_expect_eq(as_dir_remove(scratch, path, &error), 0, "%s", error.text);
	cr_expect_not(is_there(path));
}

Test(dir, removing_a_missing_file_is_success)
{
	expect_removed("none");
	expect_removed("none/of/these");
}

Test(dir, remove_takes_files_links_and_trees)
{
	put_file("victim", "safe");
	cr_assert_eq(as_dir_make(scratch, "keep/inner", 0755, NULL), 0);
	cr_assert_eq(as_dir_make(scratch, "tree/a/b", 0755, NULL), 0);
	put_file("tree/a/file\n\xFF", "x");
	cr_assert_eq(mkfifoat(scratch, "tree/a/fifo", 0666), 0);
	cr_assert_eq(symlinkat("../../keep", scratch, "tree/a/link"), 0);
	cr_assert_eq(symlinkat("keep", scratch, "link"), 0);
	cr_assert_eq(linkat(scratch, "victim", scratch, "file", 0), 0);
	expect_removed("tree/");
	expect_removed("link");
	expect_removed("file");
	cr_assert(is_there("keep/inner"));
	expect_file("victim", "safe");
}

Test(dir, remove_with_a_slash_does_not_follow_a_link)
{
	cr_assert_eq(as_dir_make(scratch, "keep/inner", 0755, NULL), 0);
	cr_assert_eq(symlinkat("keep", scratch, "link"), 0);
	char path[128];
	snprintf(path, sizeof path, "%s/link/", scratch_path);
	cr_assert_eq(as_dir_remove(AT_FDCWD, path, NULL), 0);
	cr_assert(is_there("keep/inner"));
	cr_assert_not(is_there("link"));
}

Test(dir, remove_takes_a_wide_folder)
{
	cr_assert_eq(as_dir_make(scratch, "wide", 0755, NULL), 0);
	for (int i = 0; i < 1000; i++) {
		char path[64];
		snprintf(path, sizeof path, "wide/%d", i);
		if (i % 10)
			put_file(path, "");
		else
			cr_assert_eq(as_dir_make(scratch, strcat(path, "/in/ner"), 0755, NULL), 0);
	}
	expect_removed("wide");
}

static void make_chain(const char *top, int levels)
{
	cr_assert_eq(mkdirat(scratch, top, 0755), 0);
	int fd = openat(scratch, top, O_PATH | O_DIRECTORY | O_CLOEXEC);
	for (int i = 0; i < levels; i++) {
		cr_assert_eq(mkdirat(fd, "x", 0755), 0);
		int next = openat(fd, "x", O_PATH | O_DIRECTORY | O_CLOEXEC);
		close(fd);
		fd = next;
	}
	close(fd);
}

/* Beyond PATH_MAX and beyond the usual limit of descriptors. 100,000 levels only take longer: 9 s.
 */
Test(dir, remove_takes_a_tree_of_any_depth)
{
	make_chain("deep", 5000);
	expect_removed("deep");
}

/* Runs it in a child for which renameat2 refuses flags. */
static int status_without_flags(int (*run)(void))
{
	int status = -1;
	const pid_t pid = fork();

	cr_assert_geq(pid, 0);
	if (pid == 0)
		_exit(rename_knows_no_flags() ? run() : 100);
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int remove_deep(void)
{
	return as_dir_remove(scratch, "deep", NULL) ? 1 : 0;
}

Test(dir, remove_takes_a_deep_tree_on_a_network_file_system)
{
	make_chain("deep", 500);
	cr_expect_eq(status_without_flags(remove_deep), 0);
	cr_assert_not(is_there("deep"));
}

static int rename_both(void)
{
	if (as_rename_new(scratch, "one", scratch, "two") == 0 || errno != EEXIST)
		return 1;
	if (as_rename_new(scratch, "one", scratch, "empty") == 0 || errno != EEXIST)
		return 2;
	return as_rename_new(scratch, "one", scratch, "three") ? 3 : 0;
}

Test(dir, a_rename_replaces_nothing)
{
	put_file("one", "1");
	put_file("two", "2");
	cr_assert_eq(mkdirat(scratch, "empty", 0755), 0);
	cr_expect_eq(rename_both(), 0);
	cr_assert_eq(renameat(scratch, "three", scratch, "one"), 0);
	cr_expect_eq(status_without_flags(rename_both), 0);
	cr_assert(is_there("three"));
	cr_assert(is_there("two"));
}

Test(dir, the_name_of_a_file_is_flushed_where_folders_can_be)
{
	char path[128];

	snprintf(path, sizeof path, "%s/file", scratch_path);
	cr_expect_eq(as_file_flush_name(path), 0);
	cr_assert_eq(chdir(scratch_path), 0);
	cr_expect_eq(as_file_flush_name("file"), 0);
	cr_expect_eq(as_file_flush_name("none/file"), -1);
	cr_assert(call_is_refused(SYS_fsync, EINVAL));
	cr_expect_eq(as_file_flush_name(path), 0);
	cr_assert(call_is_refused(SYS_fsync, EIO));
	cr_expect_eq(as_file_flush_name("file"), -1);
	cr_expect_eq(errno, EIO);
}

Test(dir, remove_takes_folders_without_permissions_and_moves_them)
{
	if (geteuid() == 0)
		cr_assert_eq(seteuid(65534), 0);
	make_chain("deep", 70);
	/* From the bottom, with all mode bits removed, also at the level from which folders are
	 * moved. */
	char path[256] = "deep";
	for (int i = 0; i < 70; i++)
		strcat(path, "/x");
	for (int i = 0; i <= 70; i++) {
		cr_assert_eq(fchmodat(scratch, path, 0, 0), 0);
		path[strlen(path) - 2] = '\0';
	}
	expect_removed("deep");
}

Test(dir, entries_that_cannot_be_removed_are_named_and_the_rest_is_removed)
{
	if (geteuid() != 0)
		skip_and_clean("needs root to make a folder of somebody else's");
	cr_assert_eq(as_dir_make(scratch, "tree/theirs", 0755, NULL), 0);
	put_file("tree/theirs/file", "");
	put_file("tree/mine", "");
	cr_assert_eq(fchmodat(scratch, "tree", 0777, 0), 0);
	cr_assert_eq(seteuid(65534), 0);
	struct as_error error = {0};
	cr_expect_eq(as_dir_remove(scratch, "tree", &error), -1);
	expect_error(
		&error, AS_ERROR_INPUT, "tree: cannot remove \"file\" in it: Permission denied");
	cr_expect_not(is_there("tree/mine"));
}

Test(dir, remove_refuses_to_enter_a_mount)
{
	if (unshare(CLONE_NEWNS) < 0)
		skip_and_clean("needs the right to mount");
	cr_assert_eq(mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL), 0);
	/* A descriptor belongs to the mounts it was opened in: this one must see the new ones. */
	close(scratch);
	scratch = open(scratch_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert_eq(as_dir_make(scratch, "tree/mounted", 0755, NULL), 0);
	char path[128];
	snprintf(path, sizeof path, "%s/tree/mounted", scratch_path);
	cr_assert_eq(mount("none", path, "tmpfs", 0, NULL), 0);
	cr_assert_eq(as_dir_make(AT_FDCWD, strcat(path, "/precious"), 0755, NULL), 0);
	struct as_error error = {0};
	cr_expect_eq(as_dir_remove(scratch, "tree", &error), -1);
	expect_error(&error, AS_ERROR_INPUT,
		"tree: cannot remove \"mounted\" in it: it is a mount point; unmount it "
		"first");
	cr_expect(is_there("tree/mounted/precious"));
	*strrchr(path, '/') = '\0';
	cr_assert_eq(umount(path), 0);
}

Test(dir, remove_refuses_paths_that_name_nothing)
{
	static const char *const rows[] = {"", "/", ".", "..", "a/..", "a/."};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct as_error error = {0};
		cr_expect_eq(as_dir_remove(scratch, rows[i], &error), -1, "%s", rows[i]);
		cr_expect_not_null(
			strstr(error.text,
				"cannot be removed: it is not the name of a file or folder"),
			"%s", error.text);
	}
	struct as_error error = {0};
	cr_expect_eq(as_dir_remove(scratch, "../x", &error), -1);
	expect_error(&error, AS_ERROR_INPUT, "../x: cannot be removed: it leads out of its folder");
}

/* Repeatedly swaps a folder of the tree for a link to a folder that must survive. */
static void race(void)
{
	for (;;) {
		mkdirat(scratch, "tree", 0755);
		mkdirat(scratch, "tree/a", 0755);
		mkdirat(scratch, "tree/a/b", 0755);
		renameat(scratch, "tree/a", scratch, "tree/c");
		symlinkat("../keep", scratch, "tree/a");
		unlinkat(scratch, "tree/a", 0);
		renameat(scratch, "tree/c", scratch, "tree/a");
	}
}

Test(dir, a_racing_writer_neither_misleads_nor_crashes_remove)
{
	cr_assert_eq(as_dir_make(scratch, "keep/inner", 0755, NULL), 0);
	put_file("keep/inner/file", "safe");
	pid_t writer = fork();
	if (writer == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		race();
	}
	for (int i = 0; i < 300; i++) {
		struct as_error error = {0};
		/* Success is a matter of chance; a failure must have a reason. */
		if (as_dir_remove(scratch, "tree", &error) < 0)
			cr_expect_not_null(
				strstr(error.text, "another process keeps writing into it"), "%s",
				error.text);
	}
	kill(writer, SIGKILL);
	cr_assert_eq(waitpid(writer, NULL, 0), writer);
	expect_file("keep/inner/file", "safe");
	expect_removed("tree");
}

/* ---- leftovers of killed processes ------------------------------------------------------- */

static void put_left(const char *name, time_t age_s)
{
	cr_assert_eq(mkdirat(scratch, name, 0755), 0);
	owner_set_age(scratch, name, age_s);
}

Test(dir, a_temporary_folder_is_removed_if_its_process_is_known_to_be_dead)
{
	char dead[OWNER_SIZE], alive[OWNER_SIZE], elsewhere[OWNER_SIZE], path[PATH_MAX];
	const pid_t pid = owner_that_is_dead();

	owner_of(dead, true, true, pid);
	owner_of(alive, true, true, getpid());
	owner_of(elsewhere, true, false, pid);
	put_left(dead, 0);
	put_left(alive, DAYS(40));
	put_left(elsewhere, DAYS(40));
	const struct owner_pair others = owner_leave(scratch, "");
	cr_assert_eq(setenv("TMPDIR", scratch_path, 1), 0);
	cr_assert_eq(as_temp_make(NULL, path, NULL), 0);
	cr_expect_eq(strncmp(path, scratch_path, strlen(scratch_path)), 0);
	cr_expect_not(is_there(dead));
	cr_expect(is_there(alive) && is_there(elsewhere));
	owner_expect_young(scratch, &others);
	as_temp_remove(NULL, path);
	cr_expect_neq(access(path, F_OK), 0);
}
