/* SPDX-License-Identifier: MIT */
#include <assay/base/keeper.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define BOOT_SIZE 13
/* A process of another machine may use a folder for long without changing it. */
#define MAX_AGE_S ((time_t)30 * 24 * 3600)

/* A pid identifies a process only inside its namespace, and containers may share a folder. */
static unsigned long pid_namespace(void)
{
	struct stat info;

	return stat("/proc/self/ns/pid", &info) ? 0 : (unsigned long)info.st_ino;
}

/* Machines may also share a folder, and the first PID namespace of each has the same number. The
 * first digits of the kernel's random id of this boot are "0" if it cannot be read. */
static void read_boot(char boot[BOOT_SIZE])
{
	char text[64] = "";
	size_t length = 0;
	AS_AUTO_FD int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);

	if (fd < 0 || read(fd, text, sizeof(text) - 1) <= 0)
		strcpy(text, "0");
	for (const char *at = text; *at && length < BOOT_SIZE - 1; at++)
		if (strchr("0123456789abcdef", *at))
			boot[length++] = *at;
	boot[length] = '\0';
}

char *as_owner_name(char buffer[AS_OWNER_NAME_SIZE])
{
	char boot[BOOT_SIZE];

	read_boot(boot);
	snprintf(buffer, AS_OWNER_NAME_SIZE, "assay-%s-%lu-%d", boot, pid_namespace(),
		(int)getpid());
	return buffer;
}

static bool is_old(int dirfd, const char *entry)
{
	struct stat info;

	return fstatat(dirfd, entry, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
	       time(NULL) - info.st_mtime > MAX_AGE_S;
}

static bool is_dead(unsigned long namespace, int pid)
{
	return namespace == pid_namespace() && kill(pid, 0) != 0 && errno == ESRCH;
}

/* Earlier versions wrote "assay-PIDNS-PID-", without the boot. */
static bool is_dead_without_boot(int dirfd, const char *entry, const char *name)
{
	unsigned long namespace;
	int pid, end = 0;

	return sscanf(name, "assay-%10lu-%d-%n", &namespace, &pid, &end) == 2 && end > 0 &&
	       (is_dead(namespace, pid) || is_old(dirfd, entry));
}

bool as_owner_is_dead(int dirfd, const char *entry, const char *name)
{
	char boot[BOOT_SIZE], own_boot[BOOT_SIZE];
	unsigned long namespace;
	int pid;

	if (sscanf(name, "assay-%12[0-9a-f]-%lu-%d-", boot, &namespace, &pid) != 3 ||
		(strlen(boot) < BOOT_SIZE - 1 && strcmp(boot, "0") != 0))
		return is_dead_without_boot(dirfd, entry, name);
	read_boot(own_boot);
	if (strcmp(boot, own_boot) != 0 || strcmp(boot, "0") == 0)
		return is_old(dirfd, entry);
	return is_dead(namespace, pid);
}

#define MAX_ENTRIES 1000000

void as_owner_remove_dead(int dirfd, const char *prefix)
{
	const size_t length = strlen(prefix);
	AS_AUTO_NAMES char **names = dirfd < 0 ? NULL : as_dir_list(dirfd, MAX_ENTRIES, NULL);

	for (char **name = names; name && *name; name++) {
		struct stat info;
		if (strncmp(*name, prefix, length) == 0 &&
			as_owner_is_dead(dirfd, *name, *name + length) &&
			fstatat(dirfd, *name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
			info.st_uid == geteuid())
			as_dir_remove(dirfd, *name, NULL);
	}
}
