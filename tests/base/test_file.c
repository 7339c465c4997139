/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <errno.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>

TestSuite(file, .init = make_scratch, .fini = remove_scratch);

static void expect_refused(int dirfd, const char *path, int sys_errno, const char *whole)
{
	struct as_error error = {0};
	int fd = as_file_open(dirfd, path, &error);
	cr_expect_eq(fd, -1, "%s was opened", path);
	expect_error(&error, AS_ERROR_INPUT, whole);
	cr_expect_eq(error.sys_errno, sys_errno, "errno %d", error.sys_errno);
}

Test(file, a_regular_file_is_opened_close_on_exec)
{
	put_file("a", "hello");
	AS_AUTO_FD int fd = as_file_open(scratch, "a", NULL);
	cr_assert_geq(fd, 0);
	cr_assert_eq(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	cr_assert_eq(fcntl(fd, F_GETFL) & O_ACCMODE, O_RDONLY);
}

Test(file, file_names_may_have_any_bytes)
{
	static const char *const names[] = {"a\nb", "\xFF\xFE", " ", "-rf", "a\tb\"'$(x)"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		put_file(names[i], "x");
		AS_AUTO_FD int fd = as_file_open(scratch, names[i], NULL);
		cr_expect_geq(fd, 0, "name %zu", i);
	}
}

Test(file, a_malformed_name_is_escaped_in_the_message)
{
	expect_refused(scratch, "a\nb\xFF", ENOENT,
		"a\\x0Ab\\xFF: cannot be opened: No such file or directory");
	expect_refused(scratch, "", ENOENT, "cannot be opened: No such file or directory");
}

Test(file, special_files_are_named_and_never_opened, .timeout = 600)
{
	cr_assert_eq(mkfifoat(scratch, "fifo", 0666), 0);
	cr_assert_eq(mkdirat(scratch, "folder", 0777), 0);
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", scratch_path);
	AS_AUTO_FD int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	cr_assert_eq(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
	expect_refused(scratch, "fifo", EINVAL, "fifo: is a FIFO, not a regular file");
	expect_refused(scratch, "folder", EINVAL, "folder: is a folder, not a regular file");
	expect_refused(scratch, "socket", EINVAL, "socket: is a socket, not a regular file");
	expect_refused(AT_FDCWD, "/dev/null", EINVAL, "/dev/null: is a device, not a regular file");
}

Test(file, no_link_is_followed_beneath_a_folder)
{
	put_file("real", "x");
	cr_assert_eq(mkdirat(scratch, "folder", 0777), 0);
	put_file("folder/inner", "x");
	cr_assert_eq(symlinkat("real", scratch, "link"), 0);
	cr_assert_eq(symlinkat("nowhere", scratch, "dangling"), 0);
	cr_assert_eq(symlinkat("loop", scratch, "loop"), 0);
	cr_assert_eq(symlinkat("folder", scratch, "way"), 0);
	static const char *const links[] = {"link", "dangling", "loop", "way/inner"};
	for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
		char whole[128];
		snprintf(whole, sizeof whole,
			"%s: cannot be opened: it is a symbolic link, or is reached through one",
			links[i]);
		expect_refused(scratch, links[i], ELOOP, whole);
	}
}

Test(file, a_typed_path_follows_links_on_the_way_but_not_the_last)
{
	cr_assert_eq(mkdirat(scratch, "folder", 0777), 0);
	put_file("folder/inner", "x");
	cr_assert_eq(symlinkat("folder", scratch, "way"), 0);
	cr_assert_eq(symlinkat("folder/inner", scratch, "last"), 0);
	char path[128];
	snprintf(path, sizeof path, "%s/way/inner", scratch_path);
	AS_AUTO_FD int fd = as_file_open(AT_FDCWD, path, NULL);
	cr_assert_geq(fd, 0);
	snprintf(path, sizeof path, "%s/last", scratch_path);
	struct as_error error = {0};
	cr_assert_eq(as_file_open(AT_FDCWD, path, &error), -1);
	cr_assert_eq(error.sys_errno, ELOOP);
}

Test(file, no_path_leads_out_of_the_folder)
{
	cr_assert_eq(mkdirat(scratch, "folder", 0777), 0);
	expect_refused(scratch, "../etc/passwd", EXDEV,
		"../etc/passwd: cannot be opened: it leads out of its folder");
	expect_refused(scratch, "folder/../../x", EXDEV,
		"folder/../../x: cannot be opened: it leads out of its folder");
	expect_refused(scratch, "/etc/passwd", EXDEV,
		"/etc/passwd: cannot be opened: it leads out of its folder");
}

Test(file, an_unreadable_file_is_refused)
{
	put_file("secret", "x");
	cr_assert_eq(fchmodat(scratch, "secret", 0, 0), 0);
	if (geteuid() == 0)
		cr_assert_eq(seteuid(65534), 0);
	expect_refused(scratch, "secret", EACCES, "secret: cannot be opened: Permission denied");
}

Test(file, running_out_of_descriptors_is_an_internal_error)
{
	put_file("a", "x");
	struct rlimit limit;
	cr_assert_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
	struct rlimit none = {.rlim_cur = 0, .rlim_max = limit.rlim_max};
	struct as_error error = {0};
	cr_assert_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
	int fd = as_file_open(scratch, "a", &error);
	cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
	cr_expect_eq(fd, -1);
	expect_error(&error, AS_ERROR_INTERNAL, "a: cannot be opened: Too many open files");
}

/* ---- reading --------------------------------------------------------------------------- */

Test(file, reading_keeps_every_byte_and_adds_a_nul)
{
	int fd = openat(scratch, "a", O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	cr_assert_eq(write(fd, "a\0b\n", 4), 4);
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	/* The offset is at the end, but reading begins at the start. */
	cr_assert_eq(as_fd_read(fd, 4, &bytes, NULL), 0);
	cr_assert_eq(bytes.size, 4);
	cr_assert_eq(memcmp(bytes.data, "a\0b\n", 5), 0);
	cr_assert_eq(lseek(fd, 0, SEEK_CUR), 4);
	close(fd);
}

Test(file, an_empty_file_is_an_empty_string)
{
	put_file("empty", "");
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	cr_assert_eq(as_file_read(scratch, "empty", 0, &bytes, NULL), 0);
	cr_assert_eq(bytes.size, 0);
	cr_assert_str_eq(bytes.data, "");
}

Test(file, a_file_of_proc_is_read_though_its_size_is_zero)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	cr_assert_eq(as_file_read(AT_FDCWD, "/proc/self/maps", 1 << 24, &bytes, NULL), 0);
	cr_assert_gt(bytes.size, 4096);
	cr_assert_eq(bytes.size, strlen(bytes.data));
}

Test(file, one_byte_too_many_is_refused)
{
	put_file("a", "12345");
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	cr_assert_eq(as_file_read(scratch, "a", 5, &bytes, NULL), 0);
	as_bytes_clear(&bytes);
	struct as_error error = {0};
	cr_assert_eq(as_file_read(scratch, "a", 4, &bytes, &error), -1);
	expect_error(&error, AS_ERROR_INPUT, "a: is too big: more than 4 bytes");
	cr_assert_eq(error.sys_errno, EFBIG);
	cr_assert_null(bytes.data);
}

Test(file, a_sparse_giant_is_refused_without_reading_it)
{
	int fd = openat(scratch, "giant", O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	cr_assert_eq(ftruncate(fd, (off_t)1 << 40), 0);
	struct as_bytes bytes;
	struct as_error error = {0};
	cr_assert_eq(as_fd_read(fd, 1000, &bytes, &error), -1);
	cr_assert_eq(error.sys_errno, EFBIG);
	close(fd);
}

Test(file, a_descriptor_that_cannot_be_read_is_an_error)
{
	struct as_bytes bytes;
	struct as_error error = {0};
	cr_assert_eq(as_fd_read(scratch, 10, &bytes, &error), -1);
	expect_error(&error, AS_ERROR_INPUT, "cannot be read: Is a directory");
	as_error_clear(&error);
	cr_assert_eq(as_fd_read(-1, 10, &bytes, &error), -1);
	expect_error(&error, AS_ERROR_INTERNAL, "cannot be read: Bad file descriptor");
}

/* ---- writing --------------------------------------------------------------------------- */

static void *drain(void *argument)
{
	char block[4096];
	size_t total = 0;
	for (ssize_t count; (count = read(*(int *)argument, block, sizeof block)) > 0;)
		total += (size_t)count;
	return (void *)total;
}

Test(file, writing_survives_short_writes)
{
	int ends[2];
	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	pthread_t reader;
	cr_assert_eq(pthread_create(&reader, NULL, drain, &ends[0]), 0);
	size_t size = 1 << 20;
	AS_AUTO_FREE char *data = calloc(1, size);
	cr_assert_eq(as_fd_write(ends[1], data, size, NULL), 0);
	close(ends[1]);
	void *total;
	pthread_join(reader, &total);
	cr_assert_eq((size_t)total, size);
	close(ends[0]);
}

Test(file, writing_to_a_full_device_is_reported)
{
	AS_AUTO_FD int fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
	struct as_error error = {0};
	cr_assert_eq(as_fd_write(fd, "x", 1, &error), -1);
	expect_error(&error, AS_ERROR_INTERNAL, "cannot be written: No space left on device");
	cr_assert_eq(error.sys_errno, ENOSPC);
	cr_assert_eq(as_fd_write(fd, NULL, 0, NULL), 0);
}

static void *unmap_later(void *pages)
{
	usleep(200000);
	munmap(pages, 4096);
	return NULL;
}

/* The kernel refuses the seal while the file is mapped for writing, as while it moves its pages. */
Test(file, a_seal_waits_until_the_file_is_free)
{
	AS_AUTO_FD int fd = memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	pthread_t thread;
	cr_assert_eq(ftruncate(fd, 4096), 0);
	void *pages = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	cr_assert_neq(pages, MAP_FAILED);
	cr_assert_eq(pthread_create(&thread, NULL, unmap_later, pages), 0);
	cr_expect_eq(as_fd_seal(fd), 0);
	pthread_join(thread, NULL);
	cr_expect(write(fd, "x", 1) < 0 && errno == EPERM);
}

static size_t count_entries(void)
{
	AS_AUTO_NAMES char **names = as_dir_list(scratch, 100, NULL);
	size_t count = 0;
	while (names[count])
		count++;
	return count;
}

Test(file, a_written_file_replaces_the_old_one_and_leaves_nothing_else)
{
	umask(022);
	put_file("a", "old and longer");
	AS_AUTO_FD int held = openat(scratch, "a", O_RDONLY | O_CLOEXEC);
	cr_assert_eq(as_file_write(scratch, "a", "new", 3, 0640, NULL), 0);
	expect_file("a", "new");
	char old[32] = "";
	cr_assert_eq(read(held, old, sizeof old), 14, "a reader of the old file lost it");
	struct stat status;
	cr_assert_eq(fstatat(scratch, "a", &status, 0), 0);
	cr_assert_eq(status.st_mode & 07777, 0640);
	cr_assert_eq(count_entries(), 1);
}

Test(file, writing_replaces_a_link_instead_of_following_it)
{
	put_file("victim", "untouched");
	cr_assert_eq(symlinkat("victim", scratch, "link"), 0);
	cr_assert_eq(as_file_write(scratch, "link", "new", 3, 0644, NULL), 0);
	expect_file("victim", "untouched");
	expect_file("link", "new");
}

Test(file, devices_and_typed_links_are_not_replaced)
{
	AS_AUTO_FREE char *fifo = as_text_format(NULL, "/proc/self/fd/%d/fifo", scratch);
	AS_AUTO_FREE char *link = as_text_format(NULL, "/proc/self/fd/%d/link", scratch);
	AS_AUTO_FREE char *fresh = as_text_format(NULL, "/proc/self/fd/%d/new", scratch);
	cr_assert_eq(mkfifoat(scratch, "fifo", 0666), 0);
	cr_assert_eq(symlinkat("victim", scratch, "link"), 0);
	cr_expect_eq(as_file_write(scratch, "fifo", "x", 1, 0644, NULL), -1);
	cr_expect_eq(as_file_write(AT_FDCWD, fifo, "x", 1, 0644, NULL), -1);
	cr_expect_eq(as_file_write(AT_FDCWD, link, "x", 1, 0644, NULL), -1);
	cr_expect_eq(as_file_check_target(fifo, NULL, NULL, NULL), -1);
	cr_expect_eq(as_file_check_target(link, NULL, NULL, NULL), -1);
	cr_expect_eq(as_file_check_target(fresh, NULL, NULL, NULL), 0);
	struct stat status;
	cr_expect(fstatat(scratch, "fifo", &status, 0) == 0 && S_ISFIFO(status.st_mode));
	cr_expect(fstatat(scratch, "link", &status, AT_SYMLINK_NOFOLLOW) == 0 &&
		  S_ISLNK(status.st_mode));
	cr_expect_eq(count_entries(), 2);
}

Test(file, drafts_of_killed_writers_are_removed)
{
	static const char dead[] = ".assay-0123456789abcdef", alive[] = ".assay-fedcba9876543210";
	static const char *const others[] = {".assay-0123456789abcde", ".assay-0123456789abcdefg",
		".assay-0123456789abcdeX", "assay-0123456789abcdef", ".assay-1111111111111111/x"};

	cr_assert_eq(as_file_write(scratch, dead, "x", 1, 0600, NULL), 0);
	cr_assert_eq(as_file_write(scratch, alive, "x", 1, 0600, NULL), 0);
	cr_assert_eq(as_dir_make(scratch, ".assay-1111111111111111", 0700, NULL), 0);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		cr_assert_eq(as_file_write(scratch, others[i], "x", 1, 0600, NULL), 0);
	AS_AUTO_FD int writer = openat(scratch, alive, O_WRONLY | O_CLOEXEC);
	cr_assert_eq(flock(writer, LOCK_EX), 0);
	as_file_remove_drafts(scratch);
	cr_expect_neq(faccessat(scratch, dead, F_OK, 0), 0);
	cr_expect_eq(faccessat(scratch, alive, F_OK, 0), 0);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		cr_expect_eq(faccessat(scratch, others[i], F_OK, 0), 0, "%s", others[i]);
}

Test(file, a_failed_write_leaves_no_temporary_file)
{
	cr_assert_eq(mkdirat(scratch, "folder", 0777), 0);
	struct as_error error = {0};
	cr_assert_eq(as_file_write(scratch, "folder", "x", 1, 0644, &error), -1);
	expect_error(&error, AS_ERROR_INPUT, "folder: cannot be written: Is a directory");
	cr_assert_eq(count_entries(), 1);
}

Test(file, the_error_of_an_unwritable_path_has_the_cause)
{
	cr_assert_eq(symlinkat("/tmp", scratch, "way"), 0);
	cr_assert_eq(mkdirat(scratch, "folder", 0777), 0);
	static const struct {
		const char *path;
		const char *whole;
	} rows[] = {
		{"none/a", "none/a: cannot be written: No such file or directory"},
		{"way/a", "way/a: cannot be written: it is a symbolic link, or is reached through "
			  "one"},
		{"../a", "../a: cannot be written: it leads out of its folder"},
		{"a/", "a/: cannot be written: No such file or directory"},
		{"folder/", "folder/: cannot be written: Is a directory"},
		{"..", "..: cannot be written: it is not the name of a file or folder"},
		{"", "cannot be written: it is not the name of a file or folder"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct as_error error = {0};
		cr_expect_eq(as_file_write(scratch, rows[i].path, "x", 1, 0644, &error), -1);
		expect_error(&error, AS_ERROR_INPUT, rows[i].whole);
	}
	char longest[400];
	memset(longest, 'a', sizeof longest - 1);
	longest[sizeof longest - 1] = '\0';
	struct as_error error = {0};
	cr_expect_eq(as_file_write(scratch, longest, "x", 1, 0644, &error), -1);
	cr_expect_eq(error.sys_errno, ENAMETOOLONG);
}

Test(file, a_read_only_folder_cannot_be_written_into)
{
	cr_assert_eq(mkdirat(scratch, "folder", 0555), 0);
	if (geteuid() == 0)
		cr_assert_eq(seteuid(65534), 0);
	struct as_error error = {0};
	cr_expect_eq(as_file_write(scratch, "folder/a", "x", 1, 0644, &error), -1);
	expect_error(&error, AS_ERROR_INPUT, "folder/a: cannot be written: Permission denied");
}

/* ---- copying --------------------------------------------------------------------------- */

Test(file, a_copy_begins_at_offset_0_and_replaces_no_file)
{
	put_file("from", "content");
	AS_AUTO_FD int from = openat(scratch, "from", O_RDONLY | O_CLOEXEC);
	lseek(from, 3, SEEK_SET);
	cr_assert_eq(as_file_copy(from, scratch, "to", 0755, 7, NULL), 0);
	expect_file("to", "content");
	struct as_error error = {0};
	cr_assert_eq(as_file_copy(from, scratch, "to", 0755, 7, &error), -1);
	expect_error(&error, AS_ERROR_INPUT, "to: cannot be written: File exists");
	cr_assert_eq(symlinkat("nowhere", scratch, "link"), 0);
	cr_assert_eq(as_file_copy(from, scratch, "link", 0755, 7, NULL), -1);
	cr_assert_not(is_there("nowhere"));
}

Test(file, a_copy_that_grows_too_large_is_removed)
{
	put_file("from", "content");
	AS_AUTO_FD int from = openat(scratch, "from", O_RDONLY | O_CLOEXEC);
	struct as_error error = {0};
	cr_assert_eq(as_file_copy(from, scratch, "to", 0644, 6, &error), -1);
	expect_error(&error, AS_ERROR_INPUT, "to: is too big: more than 6 bytes");
	cr_assert_eq(error.sys_errno, EFBIG);
	cr_assert_not(is_there("to"));
}

Test(file, a_copy_of_more_than_one_block_is_whole)
{
	size_t size = 300001;
	AS_AUTO_FREE char *data = malloc(size);
	for (size_t i = 0; i < size; i++)
		data[i] = (char)(i * 7);
	cr_assert_eq(as_file_write(scratch, "from", data, size, 0644, NULL), 0);
	AS_AUTO_FD int from = as_file_open(scratch, "from", NULL);
	cr_assert_eq(as_file_copy(from, scratch, "to", 0644, UINT64_MAX, NULL), 0);
	AS_AUTO_BYTES struct as_bytes copy = {0};
	cr_assert_eq(as_file_read(scratch, "to", UINT64_MAX, &copy, NULL), 0);
	cr_assert_eq(copy.size, size);
	cr_assert_eq(memcmp(copy.data, data, size), 0);
}
