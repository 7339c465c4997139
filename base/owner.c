/* SPDX-License-Identifier: MIT */
#include <assay/base/keeper.h>
#include <errno.h>
#include <signal.h>
#include <sys/stat.h>

/* A pid identifies a process only inside its namespace, and containers may share a folder. */
static unsigned long pid_namespace(void)
{
	struct stat info;

	return stat("/proc/self/ns/pid", &info) ? 0 : (unsigned long)info.st_ino;
}

char *as_owner_name(char buffer[AS_OWNER_NAME_SIZE])
{
	snprintf(buffer, AS_OWNER_NAME_SIZE, "assay-%lu-%d", pid_namespace(), (int)getpid());
	return buffer;
}

bool as_owner_is_dead(const char *name)
{
	unsigned long namespace;
	int pid;

	return sscanf(name, "assay-%lu-%d-", &namespace, &pid) == 2 &&
	       namespace == pid_namespace() && kill(pid, 0) != 0 && errno == ESRCH;
}
