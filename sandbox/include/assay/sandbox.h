/* SPDX-License-Identifier: MIT */
/**
 * sandbox: runs one untrusted program tree under limits, kills all of it, leaves nothing behind and
 * reports its usage. It knows nothing of problems.
 *
 * Life cycle: as_sandbox_open starts a small helper process (the zygote) inside fresh user, mount,
 * network, IPC and UTS namespaces with a read-only root; as_sandbox_run, called any number of
 * times, runs one program in PID, mount and IPC namespaces of its own; as_sandbox_close ends the
 * helper and removes the control groups. Only one thread may use an as_sandbox at a time, except
 * for as_sandbox_awaits_input and as_sandbox_is_alive; open one for each worker.
 *
 * It fails closed: without namespaces, seccomp, and writable memory and pids control groups
 * as_sandbox_open fails with AS_ERROR_MACHINE and names the remedy, unless `weak` permits less.
 *
 * The helpers are children of the calling process, which may ignore SIGCHLD or reap them itself. If
 * another process gets the pid of a dead helper, the sandbox does not signal it, wait for it, reap
 * it, or keep it in a control group.
 *
 * The end of a program is never an error: as_sandbox_run returns 0 and the result describes it. -1
 * means that the sandbox could not run the program.
 */
#ifndef ASSAY_SANDBOX_H
#define ASSAY_SANDBOX_H

#include <assay/base.h>
#include <assay/base/keeper.h>
#include <assay/sandbox/features.h>
#include <assay/sandbox/level.h>

/** A set of allowed system calls. */
enum as_profile {
	AS_PROFILE_NATIVE,   /**< compiled programs: computing, reading, writing, threads */
	AS_PROFILE_RUNTIME,  /**< programs with a run-time system: JVM, CPython, Node, Go */
	AS_PROFILE_COMPILER, /**< compilers: processes and files, still no network or namespaces */
};
const char *as_profile_name(enum as_profile profile);
/** Parses native, runtime or compiler; -1 for any other name. */
int as_profile_parse(const char *name, enum as_profile *profile) AS_MUST_USE AS_NONNULL(1, 2);

struct as_limits {
	int64_t cpu_time_ns;  /**< user + system of the whole tree */
	int64_t wall_time_ns; /**< from the program's exec to its end */
	/** How long the whole tree may use at most 1 % of a core, without interruption; or
	 * AS_UNLIMITED_NS. Needs control groups. */
	int64_t idle_time_ns;
	uint64_t
		memory_bytes; /**< peak of the whole tree, box included; input and output are not */
	uint64_t output_bytes; /**< stdout + stderr */
	uint32_t processes;    /**< processes and threads at once */
	uint64_t box_bytes;    /**< size of a writable box, and of the largest file in it */
	uint32_t box_files;    /**< files, folders and links in a writable box */
	uint32_t open_files;   /**< descriptors of each process */
};
/** 1 s CPU, 3 s wall, unlimited idle time, 256 MiB, 8 MiB output, 64 processes, a box of 64 MiB and
 * 16384 files, 256 open files. */
extern const struct as_limits as_limits_default;

/** A host path shown read-only inside, at the same path if `target` is NULL. */
struct as_view {
	const char *source;
	const char *target;
};

/**
 * A keeper (assay/base/keeper.h) that removes control groups, with what still runs in them, before
 * it removes folders. Open one a process before its first sandbox, and close it after the last.
 */
struct as_keeper *as_sandbox_keeper_open(struct as_error *error) AS_MUST_USE;

struct as_sandbox_config {
	/** The paths that the program may see. An absent source is skipped; symbolic links in it
	 * are kept as links. */
	const struct as_view *views;
	size_t view_count;
	/** A host folder of the caller. In each run one entry of it can be shown as /program, one
	 * as /data, and one can be the initial content of the box. They must be readable by all
	 * users. May be NULL. */
	const char *work_dir;
	/** Of as_sandbox_keeper_open, borrowed until as_sandbox_close. NULL: the sandbox starts one
	 * of its own. */
	struct as_keeper *keeper;
	int core;              /**< the core that runs are pinned to, or -1 */
	enum as_weakness weak; /**< every result then lists what is missing */
};

struct as_sandbox;

/**
 * Opens a sandbox; NULL on failure. On cgroup v2 this process needs a delegated group: the true
 * root, a group that systemd marked as delegated, a group that contains no other process, or one
 * made for it as the environment variable ASSAY_IN_SCOPE states. The processes of the group are
 * then moved to a leaf, "assay.main".
 */
struct as_sandbox *as_sandbox_open(
	const struct as_sandbox_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_sandbox_close(struct as_sandbox *sandbox);

/** Pins later runs to another core, or to none (-1). */
void as_sandbox_pin(struct as_sandbox *sandbox, int core) AS_NONNULL(1);

#define AS_MAX_DEGRADED 8
/** How a sandbox isolates, for reports. The texts are static. */
struct as_isolation {
	enum as_weakness weak;
	const char *cgroup; /**< "v1", "v2" or "none" */
	/** What is missing, NULL-terminated: memory-not-limited, processes-not-counted (limited by
	 * RLIMIT_NPROC, without a report of refusals; before Linux 5.14 processes-not-limited),
	 * cpu-time-by-wait (all three: weak), swap-not-limited, memory-peak-sampled (the kernel
	 * keeps no peak; known after the first run), no-landlock (the second barrier),
	 * stack-limited and core-limit (the caller's hard limits also hold inside). */
	const char *degraded[AS_MAX_DEGRADED];
};
void as_sandbox_describe(const struct as_sandbox *sandbox, struct as_isolation *isolation)
	AS_NONNULL(1, 2);
/** Writes a digest of the policy (system call lists of the profiles, paths of the views, the
 * Landlock ABI): same digest, same rules. */
void as_sandbox_digest(const struct as_sandbox *sandbox, char hex[AS_DIGEST_HEX_SIZE])
	AS_NONNULL(1, 2);

/** Prohibitions of a run in addition to those of its profile. They also hold in a weak sandbox. */
enum as_restriction {
	/** It starts no other program: a further execve or execveat ends it (AS_HIT_EXEC). At
	 * AS_WEAK_PROCESS it also starts no process, only threads (AS_HIT_SYSCALL). */
	AS_RESTRICT_EXEC = 1 << 0,
	/** Only the files of the views can be executed or mapped as code, not those in /program,
	 * /data, the box and /tmp. Memory files cannot be made. One exception: stdin_fd can be
	 * mapped as code, since the kernel refuses that only for files of a noexec mount. */
	AS_RESTRICT_FILES = 1 << 1,
	/** Its only executable memory is mappings of files: other calls of mmap and mprotect with
	 * PROT_EXEC fail with EACCES. With AS_RESTRICT_FILES the only machine code is that of the
	 * views, with the same exception. */
	AS_RESTRICT_CODE = 1 << 2,
	/** A clone that makes a process, and a kill of one of the first two, is fatal (SIGSYS)
	 * without fork_key as arguments 3 and 4. Threads are not restricted. */
	AS_RESTRICT_FORK = 1 << 3,
	AS_RESTRICT_ABSENT = 1 << 4, /**< with _EXEC: instead, such a call fails with ENOENT */
	/** At AS_WEAK_PROCESS its address space is limited, as a backstop of the memory limit. */
	AS_RESTRICT_ADDRESSES = 1 << 5,
};

struct as_run_request {
	/** NULL-terminated; argv[0] is an absolute path inside. More than about 100 KiB, together
	 * with the environment, or 4096 words: AS_ERROR_USAGE. */
	const char *const *argv;
	const char *const *env; /**< NULL-terminated "NAME=value", or NULL; added to the fixed PATH,
				   HOME and LANG, or in place of them */
	/** Entries of work_dir shown read-only as such, or NULL. Absent: AS_ERROR_USAGE. */
	const char *program, *data;
	/** An entry of work_dir: a folder whose files and folders are in the box when the program
	 * starts, or NULL. In a writable box they are copies that belong to the program, and count
	 * against the size of the box and (cgroup v1) the memory; else they are read-only. Links
	 * and special files are omitted. Absent or too large for the box: AS_ERROR_USAGE. */
	const char *box;
	/** The size of the files of a writable `box`, in whole pages. The limit of memory is raised
	 * by it if they count as memory of the program (cgroup v1). */
	uint64_t initial_box_bytes;
	enum as_profile profile;
	unsigned restrictions; /**< of enum as_restriction */
	uint64_t fork_key[2];  /**< with AS_RESTRICT_FORK: random */
	/** Names such as "uname", NULL-terminated; or NULL. With AS_RESTRICT_EXEC, an execve of a
	 * path that ends in one fails with ENOENT, and the run goes on. */
	const char *const *absent;
#define AS_ABSENT_COUNT 16
	struct as_limits limits;
	bool writable_box; /**< /box (the working folder) and /tmp can be written */
	bool keep_box;     /**< return the box in the result */
	/** Borrowed; -1: empty. Pass an input that as_input_* made for this run alone, since the
	 * program can open it again. A folder is refused (AS_ERROR_USAGE). */
	int stdin_fd;
	/** Standard input is the file "input" of `data` instead: for what the program may have
	 * written itself, since with AS_RESTRICT_FILES it cannot be mapped as code. */
	bool stdin_is_data;
	/** The program's standard output is stdout_fd (borrowed, the end of a pipe), and then
	 * neither counted nor kept. The program can open it again as /dev/stdout only if others may
	 * write the pipe. */
	bool uses_stdout_fd;
	int stdout_fd;
	/** End the run when it becomes true (a signal handler may set it); or NULL. */
	const atomic_bool *cancel;
	/** End the run as for a time limit when it becomes true (AS_HIT_STALL), because the caller
	 * knows that the program waits forever; or NULL. */
	const atomic_bool *stall;
	/** Allow as_sandbox_awaits_input for this run. It has a cost: the program waits a moment
	 * for each interval timer that it sets, and a signal can interrupt it then. */
	bool detects_waiting;
};

/** The limits that a run reached. More than one can be set. */
enum as_hit {
	AS_HIT_CPU = 1 << 0,
	AS_HIT_WALL = 1 << 1,
	AS_HIT_MEMORY = 1 << 2,
	AS_HIT_OUTPUT = 1 << 3,
	AS_HIT_PROCESSES = 1 << 4,
	AS_HIT_SYSCALL = 1 << 5,
	AS_HIT_CANCEL = 1 << 6,
	AS_HIT_IDLE = 1 << 7,
	/** At its end the box exceeded its limit of bytes or files, or one file did. */
	AS_HIT_BOX = 1 << 8,
	AS_HIT_STALL = 1 << 9, /**< as_run_request.stall ended it */
	AS_HIT_EXEC = 1 << 10, /**< it tried to start another program (AS_RESTRICT_EXEC) */
};

/**
 * Use of the run's core by others. -1: unknown on this machine. The kernel counts in ticks of 10
 * ms, so small numbers mean nothing.
 */
struct as_disturbance {
	int64_t watched_ns; /**< for how long the run was observed; 0: it was too short */
	int64_t steal_ns; /**< the hypervisor had the core (all cores, if the run was not pinned) */
	int64_t others_ns; /**< other programs had the core; -1: not pinned, or weak */
	/** Time in which processes waited for a core: on cgroup v2 those of the run, also for each
	 * other; elsewhere all processes of the machine. */
	int64_t pressure_ns;
	/** How often a process of the run lost the core to any other process, also of the run; 0 if
	 * the run was killed for a limit. */
	uint64_t involuntary_switches;
};

/** Times of a run at one moment. */
struct as_times {
	int64_t cpu_time_ns, wall_time_ns;
};

#define AS_STDERR_KEPT_BYTES 65536
#define AS_STDERR_TAIL_BYTES 4096

struct as_run_result {
	unsigned hits;    /**< of enum as_hit; 0: it ended by itself */
	int exit_code;    /**< -1 if it was killed by a signal or by the sandbox */
	int signal;       /**< 0 if it exited or the sandbox killed it */
	char syscall[32]; /**< with AS_HIT_SYSCALL, AS_HIT_EXEC or AS_RESTRICT_ABSENT: its name */
	/** Weak, and ended from outside, so that its usage could not be read: cpu_time_ns and
	 * memory_bytes are 0 and meaningless. */
	bool usage_unknown;
	int64_t cpu_time_ns;
	int64_t wall_time_ns;
	int64_t ended_ns;      /**< the end of the program itself, by CLOCK_MONOTONIC */
	uint64_t memory_bytes; /**< peak */
	/** With AS_HIT_MEMORY: its times when it was first observed at its limit of memory, if it
	 * stayed there to its end; both 0 if it was not observed there before its end. */
	struct as_times at_memory_limit;
	uint64_t output_bytes; /**< of stdout and stderr, dropped output included */
	int stdout_fd; /**< a sealed memory file, offset 0, of at most limits.output_bytes */
	uint64_t stdout_bytes;
	uint64_t stderr_bytes;       /**< of all of stderr, dropped output included */
	struct as_bytes stderr_head; /**< its first AS_STDERR_KEPT_BYTES */
	struct as_bytes stderr_tail; /**< its last AS_STDERR_TAIL_BYTES */
	uint64_t box_bytes;          /**< the size of a writable box at the end, in whole pages */
	int box_fd; /**< with keep_box: the folder of the box. The program made its files: open them
		       with as_file_open */
	struct as_disturbance disturbance;
	uint64_t instructions; /**< in user mode, of the whole tree; 0 if this machine has no
				  counter, or forbids its use (kernel.perf_event_paranoid
				  above 2) */
};
#define AS_RUN_RESULT_INIT                                                                         \
	{                                                                                          \
		.stdout_fd = -1, .box_fd = -1, .exit_code = -1                                     \
	}
#define AS_AUTO_RUN_RESULT AS_AUTO(as_run_result_clear)

/**
 * Runs one program to its end or to its limits. `result` must be initialised (AS_RUN_RESULT_INIT or
 * cleared) and is filled on success; clear it with as_run_result_clear. A program that cannot be
 * started (no such file inside, not executable) is -1 with AS_ERROR_INPUT: that is the program's
 * fault. A kept box is memory of the sandbox's control group: close box_fd before the next run.
 */
int as_sandbox_run(struct as_sandbox *sandbox, const struct as_run_request *request,
	struct as_run_result *result, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
void as_run_result_clear(struct as_run_result *result);

/**
 * True if a run would start at once. False for some milliseconds after a run, while the kernel
 * removes its namespaces and frees its memory: the next as_sandbox_run waits for that, while
 * another sandbox can run.
 */
bool as_sandbox_is_ready(const struct as_sandbox *sandbox) AS_NONNULL(1) AS_MUST_USE;

/**
 * Makes an input for a run: a memory file sealed against writing. A program that opens its standard
 * input again through /proc/self/fd cannot change the host's file. Close with close.
 */
int as_input_from_fd(int fd, struct as_error *error) AS_MUST_USE;
int as_input_from_bytes(const void *data, size_t size, struct as_error *error) AS_MUST_USE;
/** Copies an input from its start to a new file. Each run needs its own, because a run can leave
 * notes for the next one in a file's times. `input_fd` is not changed. */
int as_input_copy(int input_fd, struct as_error *error) AS_MUST_USE;

#include <assay/sandbox/watch.h>

#endif
