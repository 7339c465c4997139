/* SPDX-License-Identifier: MIT */
/*
 * The second barrier (landlock(7)). If a mount were writable by mistake, or a program left a
 * namespace, it could still only read beneath the root and write to the devices and its box. It
 * could not use TCP, nor signal processes outside of its run.
 *
 * The ABI determines which rights can be refused; unknown rights are omitted. The constants are the
 * kernel's, repeated here if the headers of Debian 12 lack them.
 */
#include "../landlock.h"
#include "zygote.h"

#include <fcntl.h>

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

/* A descriptor, or -1 with errno. */
static int make_rules(int abi, const char *box)
{
	const uint64_t known = known_actions(abi);
	const struct ruleset ruleset = {
		.fs = known,
		.net = abi >= 4 ? NET_BIND_AND_CONNECT : 0,
		.scopes = abi >= 6 ? SCOPE_SOCKETS_AND_SIGNALS : 0,
	};
	/* Older kernels know only the first members. */
	const size_t size = sizeof(uint64_t) * (abi >= 6 ? 3 : abi >= 4 ? 2 : 1);

	int fd = (int)syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
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
