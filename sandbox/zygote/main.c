/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation of the helper process (the zygote).
 *
 * 1. The library starts it from a sealed memory file with one socket at descriptor 3 and nothing
 *    else open. It is small and single-threaded, so that cloning it is cheap and a program's peak
 *    memory is not that of a large parent.
 * 2. For each request it clones process 1 of a run (init.c) into new PID, mount and IPC namespaces,
 *    and sends its pidfd to the library. It never runs anything untrusted itself.
 * 3. The kernel reaps its dead children (SIGCHLD is ignored).
 * 4. It ends when the library's end of the socket closes, for whatever reason. Every init dies with
 *    the helper (PR_SET_PDEATHSIG), and every program with its init, because a PID namespace dies
 *    with its process 1.
 *
 * At the process level there are no namespaces; process.c says what then takes their place.
 *
 * Descriptors: 3 the control socket; one for its own oom_score_adj; the Landlock rules; those of a
 * request until its init is cloned.
 */
#include "../landlock.h"
#include "zygote.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct zygote zygote;
static struct zygote_request request;
static struct as_wire_setup setup;
static uid_t last_user; /* of the last run; or 0 */

/* Receives the set-up message; the memory that it points to stays mapped until the end. */
static int receive_setup(struct zygote_fault *fault)
{
	size_t fds;
	char *buffer = mmap(NULL, AS_WIRE_MESSAGE_BYTES + 1, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (buffer == MAP_FAILED)
		return zygote_fail(fault, AS_STEP_MESSAGE, NULL);
	int got = zygote_receive(AS_WIRE_FD, buffer, AS_WIRE_MESSAGE_BYTES, NULL, 0, &fds);
	if (got < (int)sizeof(setup))
		return zygote_fail(fault, AS_STEP_MESSAGE, NULL);
	memcpy(&setup, buffer, sizeof(setup));
	zygote.setup = &setup;
	char *at = buffer + sizeof(setup);
	if (setup.has_work) {
		zygote.work = at;
		at += strlen(at) + 1;
	}
	zygote.views = at;
	for (uint32_t i = 0; i < 2 * setup.view_count; i++)
		at += strlen(at) + 1;
	for (int i = 0; i < AS_WIRE_FILTERS; i++) {
		/* Texts of any length come before the filters, so each filter is moved to an
		 * aligned address. */
		void *aligned = mmap(NULL, setup.filter_bytes[i] + 1, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (aligned == MAP_FAILED)
			return zygote_fail(fault, AS_STEP_MESSAGE, NULL);
		memcpy(aligned, at, setup.filter_bytes[i]);
		zygote.filters[i].filter = aligned;
		zygote.filters[i].len =
			(unsigned short)(setup.filter_bytes[i] / sizeof(struct sock_filter));
		at += setup.filter_bytes[i];
	}
	return 0;
}

/* Asks the library to write the id maps, which only the library may do, and takes the inside id 0
 * if it is mapped. */
static int become_mapped(struct zygote_fault *fault)
{
	struct as_wire_report report = {.kind = AS_REPORT_MAP_ME};
	size_t fds;

	if (zygote_report(AS_WIRE_FD, &report, -1) ||
		zygote_receive(AS_WIRE_FD, &report, sizeof(report), NULL, 0, &fds) !=
			(int)sizeof(report) ||
		report.kind != AS_REPORT_MAPPED)
		return zygote_fail(fault, AS_STEP_IDS, NULL);
	if (setup.privileged &&
		(syscall(SYS_setgroups, 0, NULL) || syscall(SYS_setresgid, 0, 0, 0) ||
			syscall(SYS_setresuid, 0, 0, 0)))
		return zygote_fail(fault, AS_STEP_IDS, NULL);
	return 0;
}

static int enter_namespaces(struct zygote_fault *fault)
{
	const int with_user =
		CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

	if (setup.privileged) {
		if (unshare(CLONE_NEWNS))
			return zygote_fail(fault, AS_STEP_NAMESPACES, NULL);
		if (zygote_build_root(&zygote, fault))
			return -1;
		if (unshare(with_user))
			return zygote_fail(fault, AS_STEP_USER_NAMESPACE, NULL);
		if (become_mapped(fault))
			return -1;
	} else {
		if (unshare(with_user | CLONE_NEWNS))
			return zygote_fail(fault, AS_STEP_USER_NAMESPACE, NULL);
		if (become_mapped(fault) || zygote_build_root(&zygote, fault))
			return -1;
	}
	if (sethostname("box", 3) || setdomainname("", 0))
		return zygote_fail(fault, AS_STEP_HOSTNAME, NULL);
	/* From here on no process inside may inspect this process or its inits. */
	return prctl(PR_SET_DUMPABLE, 0) ? zygote_fail(fault, AS_STEP_PRIVILEGES, NULL) : 0;
}

/* Filters are loaded for each run; this check shows before the first run that it works. The key is
 * for runs with AS_RESTRICT_EXEC. */
static int check_seccomp(struct zygote_fault *fault)
{
	const uint32_t action = SECCOMP_RET_USER_NOTIF;

	return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) ||
			       getrandom(zygote.exec_key, sizeof(zygote.exec_key), 0) !=
				       (ssize_t)sizeof(zygote.exec_key)
		       ? zygote_fail(fault, AS_STEP_SECCOMP, NULL)
		       : 0;
}

/* NULL if it is absent. */
static const char *take_text(char **at, bool is_there)
{
	const char *text = *at;

	if (!is_there)
		return NULL;
	*at += strlen(text) + 1;
	return text;
}

/* Splits one message into the request. Returns 1, 0 at end of file, -1 if malformed. */
static int receive_request(char *buffer)
{
	int fds[4 + AS_WIRE_CGROUP_FDS];
	size_t fd_count, n = 0;
	int got = zygote_receive(AS_WIRE_FD, buffer, AS_WIRE_MESSAGE_BYTES, fds,
		sizeof(fds) / sizeof(*fds), &fd_count);

	if (got == 0)
		return 0;
	const struct as_wire_request *wire = (const struct as_wire_request *)buffer;
	if (got < (int)sizeof(*wire) || fd_count != 4 + wire->cgroup_fds ||
		wire->argv_count > AS_WIRE_ARGV_COUNT || wire->env_count > AS_WIRE_ENV_COUNT ||
		wire->restrictions.absent_count > AS_WIRE_ABSENT_COUNT ||
		wire->filter >= AS_WIRE_FILTERS)
		return -1;
	char *at = buffer + sizeof(*wire);
	request.wire = wire;
	request.group_count = 0;
	request.home = take_text(&at, wire->has.home);
	request.program = take_text(&at, wire->has.program);
	request.data = take_text(&at, wire->has.data);
	request.box = take_text(&at, wire->has.box);
	for (n = 0; n < wire->argv_count; n++, at += strlen(at) + 1)
		request.argv[n] = at;
	request.argv[n] = NULL;
	for (n = 0; n < wire->env_count; n++, at += strlen(at) + 1)
		request.env[n] = at;
	request.env[n] = NULL;
	for (n = 0; n < wire->restrictions.absent_count; n++, at += strlen(at) + 1)
		request.absent[n] = at;
	request.run_fd = fds[0];
	memcpy(request.io_fds, fds + 1, sizeof(request.io_fds));
	memcpy(request.cgroup_fds, fds + 4, wire->cgroup_fds * sizeof(int));
	request.landlock_fd = zygote.landlock_fd;
	request.killer_fd = -1;
	return zygote_filter(&zygote, wire, &request.filter) ? -1 : 1;
}

static void close_request(void)
{
	close(request.run_fd);
	for (int i = 0; i < 3; i++)
		close(request.io_fds[i]);
	for (uint32_t i = 0; i < request.wire->cgroup_fds; i++)
		close(request.cgroup_fds[i]);
}

/*
 * In an OOM the kernel kills the processes with the highest score first. The helper, which may be
 * in the same group, must survive. So runs start with the highest score: any process may raise its
 * score, and lower it again to the earlier value.
 */
struct score {
	int fd;
	char own[16];
};
static struct score score = {.fd = -1};

static void open_score(void)
{
	score.fd = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
	ssize_t got = score.fd < 0 ? -1 : read(score.fd, score.own, sizeof(score.own) - 1);
	if (got <= 0)
		score.fd = -1;
}

static void set_score(const char *text)
{
	if (score.fd >= 0 && pwrite(score.fd, text, strlen(text), 0) < 0)
		score.fd = -1;
}

/* An init that is cloned on its core need not move there. Failures are ignored: init pins itself
 * again, and reports them. */
static void pin_early(int core)
{
	static int now = -1;
	static cpu_set_t all;
	cpu_set_t set;

	if (core == now || (now < 0 && sched_getaffinity(0, sizeof(all), &all)))
		return;
	CPU_ZERO(&set);
	if (core >= 0)
		CPU_SET(core, &set);
	if (sched_setaffinity(0, sizeof(set), core < 0 ? &all : &set) == 0)
		now = core;
}

static void spawn_run(void)
{
	/* A renewed group has another name, which no run may see. */
	const bool inherits = request.wire->joining == AS_JOIN_INHERIT;
	int pidfd = -1;
	struct clone_args arguments = {
		.flags = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_PIDFD |
			 (inherits ? CLONE_NEWCGROUP : 0),
		.pidfd = (uint64_t)(uintptr_t)&pidfd,
		.exit_signal = SIGCHLD,
	};

	/* The last run's init is dead. */
	if (setup.process)
		zygote_killer_end_strays(last_user);
	last_user = request.wire->process.user;
	pin_early(request.wire->core);
	set_score("1000");
	long pid = setup.process ? zygote_process_clone(&pidfd)
				 : syscall(SYS_clone3, &arguments, sizeof(arguments));
	if (pid == 0)
		zygote_init_main(&zygote, &request);
	int clone_errno = errno;
	set_score(score.own);
	struct as_wire_report report = {.kind = AS_REPORT_SPAWNED, .pid = (pid_t)pid};
	if (pid < 0) {
		/* The kernel has written a number here before it failed for lack of processes. Sent
		 * along, it would make sending the report fail. */
		pidfd = -1;
		report.kind = AS_REPORT_FAILED;
		report.step = AS_STEP_CLONE;
		report.sys_errno = clone_errno;
	}
	/* Closes the pipes first: the library waits for their end. */
	close_request();
	zygote_report(AS_WIRE_FD, &report, pidfd);
	if (pidfd >= 0)
		close(pidfd);
}

static int open_landlock(struct zygote_fault *fault)
{
	zygote.landlock_abi = as_landlock_abi();
	zygote.landlock_fd = setup.process ? -1 : zygote_landlock_rules(zygote.landlock_abi);
	return !setup.process && zygote.landlock_abi && zygote.landlock_fd < 0
		       ? zygote_fail(fault, AS_STEP_LANDLOCK, NULL)
		       : 0;
}

static void raise_to_hard(__rlimit_resource_t resource)
{
	struct rlimit now;

	if (getrlimit(resource, &now) == 0) {
		now.rlim_cur = now.rlim_max;
		setrlimit(resource, &now);
	}
}

int main(void)
{
	struct zygote_fault fault = {0};
	struct as_wire_report ready = {.kind = AS_REPORT_READY};
	const struct sigaction ignore = {.sa_handler = SIG_IGN, .sa_flags = SA_NOCLDWAIT};
	const struct rlimit unlimited = {RLIM_INFINITY, RLIM_INFINITY};
	/* With 1, neither a core file nor a crash handler results from the helper's own end. */
	const struct rlimit no_core = {1, RLIM_INFINITY};

	umask(022);
	/* As far as the caller may, the limits of its shell are replaced by those of the sandbox.
	 */
	raise_to_hard(RLIMIT_NOFILE);
	/* The kernel counts all programs of a user namespace together against the soft limit. */
	raise_to_hard(RLIMIT_SIGPENDING);
	setrlimit(RLIMIT_STACK, &unlimited);
	setrlimit(RLIMIT_CPU, &unlimited);
	setrlimit(RLIMIT_FSIZE, &unlimited);
	setrlimit(RLIMIT_CORE, &no_core);
	close_range(AS_WIRE_FD + 1, ~0u, 0);
	/* A program can start this image too, as its loader or as /proc/self/exe of a script. */
	if (fcntl(AS_WIRE_FD, F_SETFD, FD_CLOEXEC))
		return 1;
	open_score();
	if (receive_setup(&fault) ||
		(setup.process ? zygote_process_begin(&fault) : enter_namespaces(&fault)) ||
		check_seccomp(&fault) ||
		zygote_drop_common_privileges(setup.privileged || !setup.process, &fault) ||
		open_landlock(&fault))
		zygote_report_fault(AS_WIRE_FD, &fault);
	if (setup.process)
		zygote_process_reap();
	else
		sigaction(SIGCHLD, &ignore, NULL);
	char *buffer = mmap(NULL, AS_WIRE_MESSAGE_BYTES + 1, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (buffer == MAP_FAILED || zygote_report(AS_WIRE_FD, &ready, -1))
		return 1;
	while (receive_request(buffer) == 1)
		spawn_run();
	if (setup.process)
		zygote_killer_end_strays(last_user);
	return 0;
}
