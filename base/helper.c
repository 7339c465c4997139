/* SPDX-License-Identifier: MIT */
/*
 * A helper is a static program embedded in the library, so it cannot be missing, or replaced at run
 * time. It is put into a sealed memory file and started by posix_spawn in its own session, so that
 * a Ctrl-C at the terminal reaches only the caller.
 */
#include <assay/base/keeper.h>
#include <assay/base/spawn.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

/* MFD_EXEC, missing in glibc 2.36: required if vm.memfd_noexec is 1. */
#define EXECUTABLE_MEMORY_FILE 0x10u
/* The child replaces lower descriptors before it executes its program. */
#define FREE_FD (AS_HELPER_FD + AS_HELPER_FDS)

/* The seals prevent changes while it runs. */
static int open_image(const struct as_image *image, struct as_error *error)
{
	AS_AUTO_FD int fd =
		memfd_create(image->name, MFD_CLOEXEC | MFD_ALLOW_SEALING | EXECUTABLE_MEMORY_FILE);

	/* Before Linux 6.3 every memory file was executable. */
	if (fd < 0 && errno == EINVAL)
		fd = memfd_create(image->name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd < 0) {
		as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make a memory file");
		return -1;
	}
	if (as_fd_write(fd, image->begin, (size_t)(image->end - image->begin), error))
		return as_error_context(error, "cannot fill a memory file");
	if (as_fd_seal(fd))
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot seal a helper's program");
	int high_fd = fcntl(fd, F_DUPFD_CLOEXEC, FREE_FD);
	if (high_fd < 0)
		return as_error_sys(
			error, AS_ERROR_INTERNAL, errno, "cannot copy a memory file's descriptor");
	return high_fd;
}

static int spawn_image(
	const struct as_image *image, int image_fd, const int *fds, size_t fd_count, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	char path[64], name[64];
	char *const argv[] = {name, NULL}, *const env[] = {NULL};
	int failure = 0;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", image_fd);
	snprintf(name, sizeof(name), "%s", image->name);
	posix_spawn_file_actions_init(&actions);
	for (size_t i = 0; i < fd_count && !failure; i++)
		failure = posix_spawn_file_actions_adddup2(&actions, fds[i], AS_HELPER_FD + (int)i);
	for (int fd = 0; fd < AS_HELPER_FD && !failure; fd++)
		failure = posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
	if (!failure)
		failure = as_child_spawn(pid, path, &actions, argv, env);
	posix_spawn_file_actions_destroy(&actions);
	return failure;
}

int as_helper_start(const struct as_image *image, const int *fds, size_t fd_count, pid_t *pid,
	struct as_error *error)
{
	AS_AUTO_FD int image_fd = open_image(image, error);
	int high_fds[AS_HELPER_FDS] = {-1, -1};
	size_t count = 0;
	int failure = 0;

	*pid = -1;
	if (image_fd < 0)
		return -1;
	for (; count < fd_count && !failure; count++)
		if ((high_fds[count] = fcntl(fds[count], F_DUPFD_CLOEXEC, FREE_FD)) < 0)
			failure = errno;
	if (!failure)
		failure = spawn_image(image, image_fd, high_fds, fd_count, pid);
	while (count > 0)
		if (high_fds[--count] >= 0)
			close(high_fds[count]);
	if (!failure)
		return 0;
	*pid = -1;
	return as_error_sys(error, AS_ERROR_MACHINE, failure, "cannot start the sandbox helper");
}
