/* SPDX-License-Identifier: MIT */
/*
 * Containers, how they are recognised from inside, and the options with which they allow the
 * sandbox. Found by running them (docs/containers.md, which shows what each option is for). Every
 * message that names these options takes them from here.
 */
#include "container.h"

#include "machine.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define PODMAN                                                                                     \
	"start the container with --cap-add SYS_ADMIN --security-opt unmask=ALL "                  \
	"--security-opt apparmor=unconfined"

static const struct as_container containers[] = {
	{"var/run/secrets/kubernetes.io", NULL, NULL, "a Kubernetes pod",
		"give the container `securityContext: {privileged: true}`, on a node that only "
		"judges",
		false},
	/* The groups of v1 stay read-only with unmask=ALL, those of v2 do not. */
	{"run/.containerenv", NULL, "sys/fs/cgroup/memory", "a Podman container",
		"on the host run assay doctor --fix with sudo, once after each boot, and " PODMAN
		" -v /sys/fs/cgroup:/sys/fs/cgroup --userns=keep-id",
		true},
	{"run/.containerenv", NULL, "sys/fs/cgroup/memory", "a Podman container",
		PODMAN " -v /sys/fs/cgroup:/sys/fs/cgroup", false},
	{"run/.containerenv", NULL, NULL, "a Podman container", PODMAN, false},
	/* The filter of Docker forbids pivot_root, and it mounts the groups of v2 read-only as
	   well. */
	{".dockerenv", NULL, NULL, "a Docker container",
		"start the container with --cap-add SYS_ADMIN --security-opt seccomp=unconfined "
		"--security-opt systempaths=unconfined --security-opt apparmor=unconfined "
		"--cgroupns=host -v /sys/fs/cgroup:/sys/fs/cgroup",
		false},
	{"run/systemd/container", "lxc", NULL, "an LXC container",
		"allow nesting on the host (security.nesting=true of Incus and LXD, features: "
		"nesting=1 of Proxmox) and restart the container",
		false},
	{"run/systemd/container", "", NULL, "a container",
		"the container must be privileged, or allow the calls unshare, clone3, mount and "
		"the like",
		false},
};

/* Root of the host, who owns its control groups of v1, is then no user of this namespace. */
static bool is_rootless(int root_fd)
{
	char line[64] = "";
	unsigned long inside, outside, count;
	AS_AUTO_FD int fd = openat(root_fd, "proc/self/uid_map", O_RDONLY | O_CLOEXEC);

	return fd >= 0 && read(fd, line, sizeof(line) - 1) > 0 &&
	       sscanf(line, "%lu %lu %lu", &inside, &outside, &count) == 3 && outside != 0;
}

static bool is_in(int root_fd, const struct as_container *container)
{
	char line[128] = "";
	AS_AUTO_FD int fd = openat(root_fd, container->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0 || (container->also && faccessat(root_fd, container->also, F_OK, 0)) ||
		(container->is_rootless && !is_rootless(root_fd)))
		return false;
	if (container->word && read(fd, line, sizeof(line) - 1) < 0)
		return false;
	return !container->word || strncmp(line, container->word, strlen(container->word)) == 0;
}

const struct as_container *as_container_find(int root_fd)
{
	for (size_t i = 0; i < sizeof(containers) / sizeof(*containers); i++)
		if (is_in(root_fd, &containers[i]))
			return &containers[i];
	return NULL;
}

bool as_container_is_rootless(int root_fd)
{
	const struct as_container *container = as_container_find(root_fd);

	return container && container->is_rootless;
}

bool as_machine_blame_container(const struct as_machine *machine, struct as_feature *feature)
{
	const struct as_container *container = as_container_find(machine->root_fd);

	if (container)
		as_machine_set_remedy(feature, container->remedy, NULL);
	return container;
}

int as_container_complaint_length(const char *text)
{
	static const char *const advice[] = {"; run `", " (see `assay doctor`"};
	size_t length = strlen(text);

	for (size_t i = 0; i < sizeof(advice) / sizeof(*advice); i++) {
		const char *at = strstr(text, advice[i]);
		if (at && (size_t)(at - text) < length)
			length = (size_t)(at - text);
	}
	for (size_t i = 0; i < sizeof(containers) / sizeof(*containers); i++) {
		const char *at = strstr(text, containers[i].remedy);
		if (at)
			return (int)(at - text - (ptrdiff_t)strlen("; "));
	}
	return (int)length;
}

int as_container_advise(struct as_error *error)
{
	AS_AUTO_FD int root_fd = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	const struct as_container *container = as_container_find(root_fd);
	struct as_error advised = {0};

	if (!error || error->kind != AS_ERROR_MACHINE || !container)
		return -1;
	as_error_set(&advised, error->kind, "%.*s; %s (see `assay doctor`)",
		as_container_complaint_length(error->text), error->text, container->remedy);
	advised.sys_errno = error->sys_errno;
	*error = advised;
	return -1;
}
