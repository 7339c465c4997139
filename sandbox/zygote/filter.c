/* SPDX-License-Identifier: MIT */
/*
 * The system call filter of a run: the rules of the run's restrictions, then the filter of its
 * profile. BPF jumps are relative, and the profile's filter loads every value that it tests, so the
 * two can simply be concatenated. A call that no rule decides falls through to the profile's
 * filter.
 *
 * The exec that starts the program happens under the filter. It is recognised by a key in two
 * registers that execve does not use. The helper generates the key when it starts. No program can
 * learn it: exec clears the registers and drops the memory that contains it, and no process inside
 * can read the helper or an init.
 */
#include "zygote.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
#define NATIVE_ARCH AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define NATIVE_ARCH AUDIT_ARCH_AARCH64
#else
#error "the architecture's number for seccomp is not known here"
#endif

#define LOAD(at) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (at))
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, (action))
/* A conditional jump to instruction numbers; `at` is its own number. */
#define IF(test, value, at, then, otherwise)                                                       \
	BPF_JUMP(BPF_JMP | (test) | BPF_K, (value), (then) - (at)-1, (otherwise) - (at)-1)
#define GO(at, to) BPF_STMT(BPF_JMP | BPF_JA, (to) - (at)-1)

#define NUMBER offsetof(struct seccomp_data, nr)
#define ARCH offsetof(struct seccomp_data, arch)
/* The halves of an argument; both architectures are little-endian. */
#define LOW(i) (offsetof(struct seccomp_data, args) + 8 * (i))
#define HIGH(i) (LOW(i) + 4)
#define REFUSE (SECCOMP_RET_ERRNO | EACCES)

/* Before the rules: a call of another architecture is left to the profile's filter. */
enum { HEAD_ARCH_TEST = 1, HEAD_COUNT = 3 };
static const struct sock_filter head[HEAD_COUNT] = {
	LOAD(ARCH), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE_ARCH, 0, 0), LOAD(NUMBER)};

/* After each group of rules but the last, the loaded value is the number of the call again. */
enum { EXEC_KEY = 2, EXEC_ALLOW = 9, EXEC_REPORT = 10, EXEC_AT = 11, EXEC_COUNT = 13 };
static const struct sock_filter exec_rules[EXEC_COUNT] = {IF(BPF_JEQ, SYS_execve, 0, 1, EXEC_AT),
	LOAD(LOW(3)), IF(BPF_JEQ, 0, 2, 3, EXEC_REPORT), LOAD(HIGH(3)),
	IF(BPF_JEQ, 0, 4, 5, EXEC_REPORT), LOAD(LOW(4)), IF(BPF_JEQ, 0, 6, 7, EXEC_REPORT),
	LOAD(HIGH(4)), IF(BPF_JEQ, 0, 8, EXEC_ALLOW, EXEC_REPORT), ANSWER(SECCOMP_RET_ALLOW),
	ANSWER(SECCOMP_RET_USER_NOTIF), IF(BPF_JEQ, SYS_execveat, 11, 12, EXEC_COUNT),
	ANSWER(SECCOMP_RET_USER_NOTIF)};

/* A memory file can be written, and executed through its descriptor. */
enum { FILE_COUNT = 2 };
static const struct sock_filter file_rules[FILE_COUNT] = {
	IF(BPF_JEQ, SYS_memfd_create, 0, 1, FILE_COUNT), ANSWER(REFUSE)};

/* The loader of shared libraries maps files, which are read-only, and does not need PROT_EXEC
 * afterwards. These rules come last, since they may leave another value loaded. */
enum { CODE_MMAP = 4, CODE_REFUSE = 10, CODE_COUNT = 11 };
static const struct sock_filter code_rules[CODE_COUNT] = {
	IF(BPF_JEQ, SYS_mprotect, 0, 1, CODE_MMAP), LOAD(LOW(2)),
	IF(BPF_JSET, PROT_EXEC, 2, CODE_REFUSE, 3), GO(3, CODE_COUNT),
	IF(BPF_JEQ, SYS_mmap, CODE_MMAP, 5, CODE_COUNT), LOAD(LOW(2)),
	IF(BPF_JSET, PROT_EXEC, 6, 7, CODE_COUNT), IF(BPF_JSET, PROT_WRITE, 7, CODE_REFUSE, 8),
	LOAD(LOW(3)), IF(BPF_JSET, MAP_ANONYMOUS, 9, CODE_REFUSE, CODE_COUNT), ANSWER(REFUSE)};

/*
 * Threads are also made by clone. The first two processes are init and the program, which may be a
 * fork server; the kernel uses the low half of a process id. The key is in arguments that neither
 * call uses. A violation kills instead of failing, so that the caller knows that this run is
 * invalid.
 */
#ifdef SYS_fork
#define FORK SYS_fork
#define VFORK SYS_vfork
#else /* an architecture whose only such call is clone */
#define FORK SYS_clone
#define VFORK SYS_clone
#endif
enum {
	FORK_KILL_TEST = 4,
	FORK_TARGET = 11,
	FORK_KEY_AT = 13,
	FORK_KEY = 14,
	FORK_DIE = 21,
	FORK_DONE = 22,
	FORK_COUNT = 23
};
#define FIRST_FREE_PID 3
static const struct sock_filter fork_rules[FORK_COUNT] = {
	IF(BPF_JEQ, SYS_clone, 0, 1, FORK_KILL_TEST), LOAD(LOW(0)),
	IF(BPF_JSET, CLONE_THREAD, 2, FORK_DONE, 3), GO(3, FORK_KEY_AT),
	IF(BPF_JEQ, SYS_kill, 4, FORK_KEY_AT, 5), IF(BPF_JEQ, SYS_tgkill, 5, FORK_TARGET, 6),
	IF(BPF_JEQ, SYS_tkill, 6, FORK_TARGET, 7), IF(BPF_JEQ, FORK, 7, FORK_DIE, 8),
	IF(BPF_JEQ, VFORK, 8, FORK_DIE, 9), IF(BPF_JEQ, SYS_rt_sigqueueinfo, 9, FORK_DIE, 10),
	IF(BPF_JEQ, SYS_rt_tgsigqueueinfo, 10, FORK_DIE, FORK_DONE), LOAD(LOW(0)),
	IF(BPF_JGE, FIRST_FREE_PID, 12, FORK_DONE, FORK_DIE), LOAD(LOW(2)),
	IF(BPF_JEQ, 0, 14, 15, FORK_DIE), LOAD(HIGH(2)), IF(BPF_JEQ, 0, 16, 17, FORK_DIE),
	LOAD(LOW(3)), IF(BPF_JEQ, 0, 18, 19, FORK_DIE), LOAD(HIGH(3)),
	IF(BPF_JEQ, 0, 20, FORK_DONE, FORK_DIE), ANSWER(SECCOMP_RET_KILL_PROCESS), LOAD(NUMBER)};

/* The process level: children for which nobody waits would hide CPU time, and each would have its
 * own RLIMIT_AS. Init reports the call. */
enum { PROCESS_REPORT = 5, PROCESS_DONE = 6, PROCESS_COUNT = 7 };
static const struct sock_filter process_rules[PROCESS_COUNT] = {IF(BPF_JEQ, SYS_clone, 0, 1, 3),
	LOAD(LOW(0)), IF(BPF_JSET, CLONE_THREAD, 2, PROCESS_DONE, PROCESS_REPORT),
	IF(BPF_JEQ, FORK, 3, PROCESS_REPORT, 4),
	IF(BPF_JEQ, VFORK, 4, PROCESS_REPORT, PROCESS_COUNT), ANSWER(SECCOMP_RET_USER_NOTIF),
	LOAD(NUMBER)};

/*
 * The process level. An ordinary user's run has the ids of its judge, so calls that reach other
 * processes or files of the user fail with EPERM, as far as Landlock does not refuse them itself:
 *
 * - setsid and setpgid, so that one kill reaches the whole run;
 * - signals to others, before ABI 6 of Landlock; the program itself is patched in by number;
 * - changing modes and times, which Landlock permits; compilers need it.
 */
#define DENY ANSWER(SECCOMP_RET_ERRNO | EPERM)
enum { GROUP_COUNT = 3 };
static const struct sock_filter group_rules[GROUP_COUNT] = {
	IF(BPF_JEQ, SYS_setsid, 0, 2, 1), IF(BPF_JEQ, SYS_setpgid, 1, 2, GROUP_COUNT), DENY};

enum { SIGNAL_TARGET = 5, SIGNAL_SELF = 7, SIGNAL_OWNER = 9, SIGNAL_DENY = 11, SIGNAL_COUNT = 13 };
static const struct sock_filter signal_rules[SIGNAL_COUNT] = {
	IF(BPF_JEQ, SYS_kill, 0, SIGNAL_TARGET, 1), IF(BPF_JEQ, SYS_tgkill, 1, SIGNAL_TARGET, 2),
	IF(BPF_JEQ, SYS_tkill, 2, SIGNAL_TARGET, 3),
	IF(BPF_JEQ, SYS_rt_sigqueueinfo, 3, SIGNAL_TARGET, 4),
	IF(BPF_JEQ, SYS_rt_tgsigqueueinfo, 4, SIGNAL_TARGET, 8), LOAD(LOW(0)),
	IF(BPF_JEQ, 0, 6, 12, SIGNAL_SELF), IF(BPF_JEQ, 0, SIGNAL_SELF, 12, SIGNAL_DENY),
	IF(BPF_JEQ, SYS_fcntl, 8, SIGNAL_OWNER, SIGNAL_COUNT), LOAD(LOW(1)),
	IF(BPF_JEQ, F_SETOWN, 10, SIGNAL_DENY, 12), DENY, LOAD(NUMBER)};

#ifdef SYS_chmod
#define CHMOD SYS_chmod
#define UTIME SYS_utime
#define UTIMES SYS_utimes
#define FUTIMESAT SYS_futimesat
#else /* an architecture that has only the newer calls */
#define CHMOD SYS_fchmodat
#define UTIME SYS_fchmodat
#define UTIMES SYS_fchmodat
#define FUTIMESAT SYS_fchmodat
#endif
enum { PATH_DENY = 7, PATH_COUNT = 8 };
static const struct sock_filter path_rules[PATH_COUNT] = {IF(BPF_JEQ, CHMOD, 0, PATH_DENY, 1),
	IF(BPF_JEQ, SYS_fchmodat, 1, PATH_DENY, 2), IF(BPF_JEQ, UTIME, 2, PATH_DENY, 3),
	IF(BPF_JEQ, UTIMES, 3, PATH_DENY, 4), IF(BPF_JEQ, FUTIMESAT, 4, PATH_DENY, 5),
	IF(BPF_JEQ, SYS_utimensat, 5, PATH_DENY, 6),
	IF(BPF_JEQ, SYS_fchmod, 6, PATH_DENY, PATH_COUNT), DENY};

/* Before ABI 3 Landlock permits to truncate, also by a call that opens for reading; the flags of
 * openat2 cannot be read here, and the C library falls back. */
#ifdef SYS_open
#define OPEN SYS_open
#else
#define OPEN SYS_truncate
#endif
enum {
	TRUNCATE_AT = 6,
	TRUNCATE_MODE = 7,
	TRUNCATE_DENY = 10,
	TRUNCATE_NONE = 11,
	TRUNCATE_DONE = 12,
	TRUNCATE_COUNT = 13
};
static const struct sock_filter truncate_rules[TRUNCATE_COUNT] = {
	IF(BPF_JEQ, SYS_truncate, 0, TRUNCATE_DENY, 1),
	IF(BPF_JEQ, SYS_openat2, 1, TRUNCATE_NONE, 2), IF(BPF_JEQ, SYS_openat, 2, TRUNCATE_AT, 3),
	IF(BPF_JEQ, OPEN, 3, 4, TRUNCATE_COUNT), LOAD(LOW(1)), GO(5, TRUNCATE_MODE), LOAD(LOW(2)),
	BPF_STMT(BPF_ALU | BPF_AND | BPF_K, O_TRUNC | O_ACCMODE),
	IF(BPF_JEQ, O_TRUNC | O_RDONLY, 8, TRUNCATE_DENY, 9),
	IF(BPF_JEQ, O_TRUNC | O_ACCMODE, 9, TRUNCATE_DENY, TRUNCATE_DONE), DENY,
	ANSWER(SECCOMP_RET_ERRNO | ENOSYS), LOAD(NUMBER)};

struct filter {
	struct sock_filter code[BPF_MAXINSNS];
	unsigned short count;
};

static void append(struct filter *filter, const struct sock_filter *code, size_t count)
{
	memcpy(filter->code + filter->count, code, count * sizeof(*code));
	filter->count += (unsigned short)count;
}

/* `first` is the first of four tests, two instructions apart. */
static void append_with_key(struct filter *filter, const struct sock_filter *code, size_t count,
	int first, const uint64_t key[2])
{
	struct sock_filter *tests = filter->code + filter->count + first;

	append(filter, code, count);
	for (int half = 0; half < 4; half++)
		tests[2 * half].k = (uint32_t)(key[half / 2] >> (half % 2 * 32));
}

/* The runs of this helper have the ids of its caller. */
static bool is_shared(const struct zygote *zygote)
{
	return zygote->setup->process && !zygote->setup->privileged;
}

static void append_shared(
	const struct zygote *zygote, const struct as_wire_request *wire, struct filter *filter)
{
	append(filter, group_rules, GROUP_COUNT);
	if (zygote->landlock_abi < 3)
		append(filter, truncate_rules, TRUNCATE_COUNT);
	if (wire->filter / 2 != AS_WIRE_COMPILER)
		append(filter, path_rules, PATH_COUNT);
}

/* The test of SIGNAL_SELF is found by the instructions before it. */
void zygote_filter_name_self(const struct sock_fprog *filter)
{
	const size_t size = SIGNAL_SELF * sizeof(*signal_rules);

	for (unsigned short at = 0; at + SIGNAL_COUNT <= filter->len; at++)
		if (memcmp(filter->filter + at, signal_rules, size) == 0)
			filter->filter[at + SIGNAL_SELF].k = (uint32_t)getpid();
}

static int compose(
	const struct zygote *zygote, const struct as_wire_request *wire, struct filter *filter)
{
	const struct sock_fprog *profile = &zygote->filters[wire->filter];

	if (profile->len > BPF_MAXINSNS - HEAD_COUNT - EXEC_COUNT - FILE_COUNT - FORK_COUNT -
				   CODE_COUNT - PROCESS_COUNT - GROUP_COUNT - SIGNAL_COUNT -
				   PATH_COUNT - TRUNCATE_COUNT)
		return -1;
	filter->count = 0;
	append(filter, head, HEAD_COUNT);
	/* Root's runs could stop the process that ends them, which takes their id. */
	if (zygote->setup->process && zygote->landlock_abi < 6)
		append(filter, signal_rules, SIGNAL_COUNT);
	if (is_shared(zygote))
		append_shared(zygote, wire, filter);
	if (wire->restrictions.exec)
		append_with_key(filter, exec_rules, EXEC_COUNT, EXEC_KEY, zygote->exec_key);
	if (wire->restrictions.exec && zygote->setup->process)
		append(filter, process_rules, PROCESS_COUNT);
	if (wire->restrictions.files)
		append(filter, file_rules, FILE_COUNT);
	if (wire->restrictions.forks)
		append_with_key(
			filter, fork_rules, FORK_COUNT, FORK_KEY, wire->restrictions.fork_key);
	if (wire->restrictions.code)
		append(filter, code_rules, CODE_COUNT);
	filter->code[HEAD_ARCH_TEST].jf = (uint8_t)(filter->count - HEAD_ARCH_TEST - 1);
	append(filter, profile->filter, profile->len);
	return 0;
}

/* The runs of one sandbox mostly have equal restrictions. */
static bool is_alike(const struct as_wire_request *a, const struct as_wire_request *b)
{
	return a->filter == b->filter && a->restrictions.exec == b->restrictions.exec &&
	       a->restrictions.files == b->restrictions.files &&
	       a->restrictions.code == b->restrictions.code &&
	       a->restrictions.forks == b->restrictions.forks &&
	       memcmp(a->restrictions.fork_key, b->restrictions.fork_key,
		       sizeof(a->restrictions.fork_key)) == 0;
}

int zygote_filter(
	const struct zygote *zygote, const struct as_wire_request *wire, struct sock_fprog *out)
{
	static struct filter last;
	static struct as_wire_request last_wire;

	*out = zygote->filters[wire->filter];
	if (!wire->restrictions.exec && !wire->restrictions.files && !wire->restrictions.code &&
		!wire->restrictions.forks && !zygote->setup->process)
		return 0;
	if (!last.count || !is_alike(&last_wire, wire)) {
		if (compose(zygote, wire, &last)) {
			last.count = 0;
			return -1;
		}
		last_wire = *wire;
	}
	*out = (struct sock_fprog){.filter = last.code, .len = last.count};
	return 0;
}
