/* SPDX-License-Identifier: MIT */
/*
 * The second barrier (landlock(7)). If a mount were writable by mistake, or a program left a
 * namespace, it could still only read beneath the root and write to the devices and its box. It
 * could not use TCP, nor signal processes outside of its run.
 *
 * At the process level (process.c) there are no mounts, and Landlock is the first barrier: a run
 * can read only its views, its own folders, /proc and five devices.
 *
 * The ABI determines which rights can be refused; unknown rights are omitted. The constants are the
 * kernel's, repeated here if the headers of Debian 12 lack them.
 */
#include "../landlock.h"
#include "zygote.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define ACCESS_TRUNCATE (UINT64_C(1) << 14)
#define ACCESS_IOCTL_DEV (UINT64_C(1) << 15)
#define NET_BIND_AND_CONNECT UINT64_C(3)
#define SCOPE_SOCKETS_AND_SIGNALS UINT64_C(3)

#define READING                                                                                    \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define DEVICES (LANDLOCK_ACCESS_FS_WRITE_FILE | ACCESS_TRUNCATE | ACCESS_IOCTL_DEV)
#define NODES (LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK)

struct ruleset {
	uint64_t fs;
	uint64_t net;
	uint64_t scopes;
};

/* The number of file access rights, from bit 0 on, that an ABI has. */
static uint64_t known_actions(int abi)
{
	static const int counts[] = {14, 15, 15, 16};
	const int last = sizeof(counts) / sizeof(*counts) - 1, i = abi - AS_LANDLOCK_MIN_ABI;

	return (UINT64_C(1) << counts[i < last ? i : last]) - 1;
}

static int allow(int ruleset_fd, const char *path, uint64_t actions)
{
	struct landlock_path_beneath_attr rule = {
		.allowed_access = actions,
		.parent_fd = open(path, O_PATH | O_CLOEXEC),
	};

	if (rule.parent_fd < 0)
		return -1;
	int failed = (int)syscall(
		SYS_landlock_add_rule, ruleset_fd, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
	close(rule.parent_fd);
	return failed;
}

static int make_ruleset(int abi)
{
	const uint64_t known = known_actions(abi);
	const struct ruleset ruleset = {
		.fs = known,
		.net = abi >= 4 ? NET_BIND_AND_CONNECT : 0,
		.scopes = abi >= 6 ? SCOPE_SOCKETS_AND_SIGNALS : 0,
	};
	/* Older kernels know only the first members. */
	const size_t size = sizeof(uint64_t) * (abi >= 6 ? 3 : abi >= 4 ? 2 : 1);

	return (int)syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
}

/* A descriptor, or -1 with errno. */
static int make_rules(int abi, const char *box)
{
	const uint64_t known = known_actions(abi);
	int fd = make_ruleset(abi);

	if (fd < 0)
		return -1;
	if (allow(fd, "/", READING & known) || allow(fd, "/dev", DEVICES & known) ||
		(box && allow(fd, box, known & ~(uint64_t)NODES))) {
		close(fd);
		return -1;
	}
	return fd;
}

int zygote_landlock_rules(int abi)
{
	return abi < AS_LANDLOCK_MIN_ABI ? -1 : make_rules(abi, NULL);
}

int zygote_landlock_restrict(int abi, int rules_fd, const char *box)
{
	if (abi < AS_LANDLOCK_MIN_ABI)
		return 0;
	int fd = box ? make_rules(abi, box) : rules_fd;
	int failed = fd < 0 ? -1 : (int)syscall(SYS_landlock_restrict_self, fd, 0);
	if (box && fd >= 0)
		close(fd);
	return failed;
}

/* The rights of a view; a file has no rights of folders. An absent view is left out. */
static int allow_view(int ruleset_fd, const char *path, uint64_t actions)
{
	struct stat info;

	if (stat(path, &info))
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	return allow(ruleset_fd, path,
		S_ISDIR(info.st_mode) ? actions : actions & ~(uint64_t)LANDLOCK_ACCESS_FS_READ_DIR);
}

static int allow_views(int ruleset_fd, const struct zygote *zygote)
{
	const char *source = zygote->views;

	for (uint32_t i = 0; i < zygote->setup->view_count; i++) {
		const char *target = source + strlen(source) + 1;
		if (allow_view(ruleset_fd, source, READING))
			return -1;
		source = target + strlen(target) + 1;
	}
	return 0;
}

/* Node ends if it may not read it, but not if it is missing. */
#define OPENSSL_SETTINGS "/etc/ssl/openssl.cnf"

static int allow_devices(int ruleset_fd, uint64_t known)
{
	static const char *const devices[] = {
		"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};

	for (size_t i = 0; i < sizeof(devices) / sizeof(*devices); i++)
		if (allow_view(ruleset_fd, devices[i],
			    (DEVICES | LANDLOCK_ACCESS_FS_READ_FILE) & known))
			return -1;
	return 0;
}

static int allow_entry(
	int ruleset_fd, const struct zygote *zygote, const char *entry, uint64_t actions)
{
	char path[ZYGOTE_PATH_BYTES];

	if (!entry)
		return 0;
	return zygote_process_path(zygote, entry, path) ? -1
							: allow_view(ruleset_fd, path, actions);
}

static int make_process_rules(const struct zygote *zygote, const struct zygote_request *request)
{
	const uint64_t known = known_actions(zygote->landlock_abi);
	const uint64_t code =
		request->wire->restrictions.files ? LANDLOCK_ACCESS_FS_EXECUTE : (uint64_t)0;
	const uint64_t reading = READING & ~code, writing = known & ~(uint64_t)NODES & ~code;
	int fd = make_ruleset(zygote->landlock_abi);

	if (fd < 0)
		return -1;
	if (allow_views(fd, zygote) || allow_devices(fd, known) ||
		allow_view(fd, OPENSSL_SETTINGS, LANDLOCK_ACCESS_FS_READ_FILE) ||
		allow_view(
			fd, "/proc", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR) ||
		allow_entry(fd, zygote, request->program, reading) ||
		allow_entry(fd, zygote, request->data, reading) ||
		allow(fd, request->home, request->wire->writable_box ? writing : reading)) {
		close(fd);
		return -1;
	}
	return fd;
}

int zygote_landlock_process(const struct zygote *zygote, const struct zygote_request *request)
{
	if (zygote->landlock_abi < AS_LANDLOCK_MIN_ABI)
		return 0;
	int fd = make_process_rules(zygote, request);
	int failed = fd < 0 ? -1 : (int)syscall(SYS_landlock_restrict_self, fd, 0);
	if (fd >= 0)
		close(fd);
	return failed;
}
