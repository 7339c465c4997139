/* SPDX-License-Identifier: MIT */
/*
 * The file systems. The root is a small read-only tmpfs with the views (recursive bind mounts,
 * read-only, nosuid, nodev), five devices, and mount points for the mounts of each run. Mounts go
 * by descriptor (open_tree, mount_setattr, move_mount: Linux 5.12), so that no path is resolved
 * twice.
 *
 * If the caller is root, this happens before the user namespace is made. The mounts then belong to
 * the host's user namespace and are locked in every namespace made from here: they cannot be
 * unmounted, uncovered or made writable, whatever capabilities a program may gain inside. The
 * mounts that a run's init makes belong to its own namespace and are not locked: a program with
 * capabilities could remove its /proc, and the mount that hides the work folder, and would see what
 * is beneath. Leaving the hidden tree for good, by pivot_root, would cost each run 0.2 ms. Landlock
 * forbids mounts as well.
 */
#include "mount.h"
#include "zygote.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* As in base/path.c, for the same reasons: a path resolution during which something was renamed or
 * mounted fails with EAGAIN, and one that the kernel restarts counts its links twice. */
#define RACE_RETRIES 128
#define LOOP_RETRIES 8

#define LOCKED_DOWN (MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV)

static const char *const device_names[] = {"null", "zero", "full", "random", "urandom"};

/* Opens a folder of the new root: a link that an earlier view placed leads there, not into the old
 * root. */
static int open_folder(int root_fd, const char *path)
{
	struct open_how how = {.flags = O_PATH | O_DIRECTORY | O_CLOEXEC,
		.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS};

	long fd;
	int races = 0, loops = 0;

	do
		fd = syscall(SYS_openat2, root_fd, path, &how, sizeof(how));
	while (fd < 0 && (errno == EINTR || (errno == EAGAIN && ++races < RACE_RETRIES) ||
				 (errno == ELOOP && ++loops < LOOP_RETRIES)));
	return (int)fd;
}

/* Opens the folder above `path`, and makes it and its parents if missing; *name is the last part of
 * the path. */
static int make_parent(int root_fd, const char *path, const char **name)
{
	char above[4096];
	int folder_fd = open_folder(root_fd, ".");

	*name = path;
	for (const char *slash; folder_fd >= 0 && (slash = strchr(*name, '/')); *name = slash + 1) {
		if (slash == *name)
			continue;
		if (slash[strspn(slash, "/")] == '\0')
			break;
		if ((size_t)(slash - path) >= sizeof(above)) {
			errno = ENAMETOOLONG;
			close(folder_fd);
			return -1;
		}
		memcpy(above, path, (size_t)(slash - path));
		above[slash - path] = '\0';
		int failed = mkdirat(folder_fd, above + (*name - path), 0755) && errno != EEXIST;
		close(folder_fd);
		folder_fd = failed ? -1 : open_folder(root_fd, above);
	}
	return folder_fd;
}

/* Makes the file or folder that a mount will cover. */
static int make_target(int folder_fd, const char *name, bool is_dir)
{
	if (is_dir)
		return mkdirat(folder_fd, name, 0755) && errno != EEXIST ? -1 : 0;
	/* Not for writing: it may be a file of a view that is already mounted. */
	int fd = openat(folder_fd, name, O_CREAT | O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0644);
	if (fd < 0)
		return -1;
	close(fd);
	return 0;
}

/* A host path, opened before the new root covers anything. */
struct bind_mount {
	const char *target; /* relative to the root */
	int tree_fd;        /* -1: a symbolic link, or absent */
	bool is_dir;
	char link[256]; /* the target, if it is a symbolic link */
};

static int read_link(struct bind_mount *bind, int source_fd)
{
	ssize_t length = readlinkat(source_fd, "", bind->link, sizeof(bind->link));

	if (length >= (ssize_t)sizeof(bind->link)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	if (length >= 0)
		bind->link[length] = '\0';
	return length < 0 ? -1 : 0;
}

static int open_tree_of(struct bind_mount *bind, int source_fd, uint64_t attributes)
{
	struct stat info;

	if (fstat(source_fd, &info))
		return -1;
	if (S_ISLNK(info.st_mode))
		return read_link(bind, source_fd);
	bind->is_dir = S_ISDIR(info.st_mode);
	bind->tree_fd = zygote_mount_copy(source_fd, "", AT_RECURSIVE | AT_EMPTY_PATH);
	return bind->tree_fd < 0 ? -1 : zygote_mount_restrict(bind->tree_fd, attributes);
}

static int open_bind(
	struct bind_mount *bind, const char *source, const char *target, uint64_t attributes)
{
	int source_fd = open(source, O_PATH | O_NOFOLLOW | O_CLOEXEC);

	bind->tree_fd = -1;
	bind->target = target + strspn(target, "/");
	bind->link[0] = '\0';
	if (source_fd < 0)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	int failed = open_tree_of(bind, source_fd, attributes);
	int saved = errno;
	close(source_fd);
	errno = saved;
	return failed;
}

static int place_in(const struct bind_mount *bind, int folder_fd, const char *name)
{
	if (bind->link[0])
		return symlinkat(bind->link, folder_fd, name) && errno != EEXIST ? -1 : 0;
	return make_target(folder_fd, name, bind->is_dir) ||
			       zygote_mount_move(bind->tree_fd, folder_fd, name)
		       ? -1
		       : 0;
}

static int place(const struct bind_mount *bind, int root_fd)
{
	const char *name;

	if (!bind->link[0] && bind->tree_fd < 0)
		return 0;
	int folder_fd = make_parent(root_fd, bind->target, &name);
	if (folder_fd < 0)
		return -1;
	int failed = place_in(bind, folder_fd, name);
	close(folder_fd);
	if (bind->tree_fd >= 0)
		close(bind->tree_fd);
	return failed;
}

/* Mounts a new tmpfs over the host's /tmp of this namespace, which is not needed any more. */
static int open_new_root(void)
{
	static const char *const options[] = {"mode", "0755", "size", "1m", NULL};
	int mount_fd = zygote_mount_new("tmpfs", options, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);

	if (mount_fd < 0)
		return -1;
	int failed = zygote_mount_move(mount_fd, AT_FDCWD, "/tmp");
	close(mount_fd);
	return failed ? -1 : open("/tmp", O_DIRECTORY | O_CLOEXEC);
}

static int make_fixed_entries(int root_fd)
{
	static const char *const folders[] = {
		"box", "data", "dev", "empty", "proc", "program", "programs"};
	static const char *const links[][2] = {{"/proc/self/fd", "dev/fd"},
		{"/proc/self/fd/0", "dev/stdin"}, {"/proc/self/fd/1", "dev/stdout"},
		{"/proc/self/fd/2", "dev/stderr"}, {"/box", "dev/shm"}, {"/box", "tmp"}};

	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
		if (mkdirat(root_fd, folders[i], 0755) && errno != EEXIST)
			return -1;
	for (size_t i = 0; i < sizeof(links) / sizeof(*links); i++)
		if (symlinkat(links[i][0], root_fd, links[i][1]) && errno != EEXIST)
			return -1;
	return 0;
}

/* Leaves the host's tree for good: pivot_root with "." twice stacks the old root on the new one, to
 * be detached. */
static int enter_root(int root_fd)
{
	if (fchdir(root_fd) || syscall(SYS_pivot_root, ".", ".") || umount2(".", MNT_DETACH) ||
		chdir("/"))
		return -1;
	struct mount_attr attributes = {.attr_set = LOCKED_DOWN};
	return (int)syscall(SYS_mount_setattr, AT_FDCWD, "/", 0, &attributes, sizeof(attributes));
}

static int open_views(
	const struct zygote *zygote, struct bind_mount *binds, struct zygote_fault *fault)
{
	const char *at = zygote->views;

	for (uint32_t i = 0; i < zygote->setup->view_count; i++) {
		const char *source = at, *target = source + strlen(source) + 1;
		at = target + strlen(target) + 1;
		if (open_bind(&binds[i], source, target, LOCKED_DOWN))
			return zygote_fail(fault, AS_STEP_VIEW, source);
	}
	return 0;
}

static int open_devices(struct bind_mount *binds, struct zygote_fault *fault)
{
	static char sources[sizeof(device_names) / sizeof(*device_names)][16];

	for (size_t i = 0; i < sizeof(device_names) / sizeof(*device_names); i++) {
		snprintf(sources[i], sizeof(sources[i]), "/dev/%s", device_names[i]);
		if (open_bind(&binds[i], sources[i], sources[i],
			    MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC))
			return zygote_fail(fault, AS_STEP_DEVICES, sources[i]);
	}
	return 0;
}

int zygote_build_root(const struct zygote *zygote, struct zygote_fault *fault)
{
	static struct bind_mount views[AS_WIRE_VIEW_COUNT],
		devices[sizeof(device_names) / sizeof(*device_names)];
	struct bind_mount work = {.tree_fd = -1}, proc;

	if (zygote->setup->view_count > AS_WIRE_VIEW_COUNT) {
		errno = E2BIG;
		return zygote_fail(fault, AS_STEP_VIEW, NULL);
	}
	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
		return zygote_fail(fault, AS_STEP_PROPAGATION, NULL);
	if (open_views(zygote, views, fault) || open_devices(devices, fault))
		return -1;
	if (zygote->work && open_bind(&work, zygote->work, "programs", LOCKED_DOWN))
		return zygote_fail(fault, AS_STEP_VIEW, zygote->work);
	/* A user namespace may mount a proc only while it has one that is fully visible. Each run
	 * covers this one with its own before the program starts. */
	if (open_bind(&proc, "/proc", "proc",
		    MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC))
		return zygote_fail(fault, AS_STEP_PROC, NULL);
	int root_fd = open_new_root();
	if (root_fd < 0 || make_fixed_entries(root_fd))
		return zygote_fail(fault, AS_STEP_ROOT, NULL);
	for (uint32_t i = 0; i < zygote->setup->view_count; i++)
		if (place(&views[i], root_fd))
			return zygote_fail(fault, AS_STEP_VIEW, views[i].target);
	for (size_t i = 0; i < sizeof(device_names) / sizeof(*device_names); i++)
		if (place(&devices[i], root_fd))
			return zygote_fail(fault, AS_STEP_DEVICES, device_names[i]);
	if (place(&work, root_fd) || place(&proc, root_fd) || enter_root(root_fd))
		return zygote_fail(fault, AS_STEP_ROOT, NULL);
	close(root_fd);
	return 0;
}
