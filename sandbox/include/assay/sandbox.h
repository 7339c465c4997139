/* SPDX-License-Identifier: MIT */
/**
 * sandbox: runs one untrusted program tree under limits, kills all of it, leaves nothing behind and
 * reports what it used. It knows nothing of problems.
 *
 * Life cycle: as_sandbox_open starts a small helper process (the zygote) inside fresh user, mount,
 * network, IPC and UTS namespaces with a read-only root; as_sandbox_run, called any number of
 * times, runs one program in PID, mount and IPC namespaces of its own; as_sandbox_close ends the
 * helper and removes the control groups. One as_sandbox serves one thread at a time, but for
 * as_sandbox_awaits_input; open one a worker.
 *
 * It fails closed: without namespaces, seccomp, and writable memory and pids control groups
 * as_sandbox_open fails with AS_ERROR_MACHINE and names the remedy, unless `weak` is set.
 *
 * The helpers are children of the calling process, which may ignore SIGCHLD or reap them itself:
 * no signal of the sandbox's ever reaches another process that got the pid of a dead helper, and
 * no such process is waited for, reaped, or kept in a control group.
 *
 * A program's fate is never an error: as_sandbox_run returns 0 and the result says what happened.
 * -1 means that the sandbox could not run it.
 */
#ifndef ASSAY_SANDBOX_H
#define ASSAY_SANDBOX_H

#include <assay/base.h>
#include <assay/base/keeper.h>

/** Which system calls are allowed. */
enum as_profile {
	AS_PROFILE_NATIVE,   /**< compiled programs: computing, reading, writing, threads */
	AS_PROFILE_RUNTIME,  /**< programs that bring a run-time system: JVM, CPython, Node, Go */
	AS_PROFILE_COMPILER, /**< compilers: processes and files, still no network or namespaces */
};
const char *as_profile_name(enum as_profile profile);
/** -1 where `name` is none of native, runtime, compiler. */
int as_profile_parse(const char *name, enum as_profile *profile) AS_MUST_USE AS_NONNULL(1, 2);

struct as_limits {
	int64_t cpu_time_ns;  /**< user + system of the whole tree */
	int64_t wall_time_ns; /**< from the program's exec to its end */
	/** how long the whole tree may use no more than a hundredth of a core; AS_UNLIMITED_NS: as
	 * long as it likes. Needs control groups. */
	int64_t idle_time_ns;
	uint64_t
		memory_bytes; /**< peak of the whole tree, box included; input and output are not */
	uint64_t output_bytes; /**< stdout + stderr */
	uint32_t processes;    /**< processes and threads at once */
	uint64_t box_bytes;    /**< size of a writable box, and of the largest file in it */
	uint32_t box_files;    /**< files, folders and links in a writable box */
	uint32_t open_files;   /**< descriptors a process may hold */
};
/** 1 s CPU, 3 s wall, any idling, 256 MiB, 8 MiB output, 64 processes, a box of 64 MiB and 16384
 * files, 256 open files. */
extern const struct as_limits as_limits_default;

/** A host path shown read-only inside, the same path inside where `target` is NULL. */
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
	/** What the program may see. An absent source is skipped; symbolic links in it are kept as
	 * links. */
	const struct as_view *views;
	size_t view_count;
	/** A host folder of the caller's whose entries can be shown as /program and /data, and be
	 * what the box begins with: one each a run. They must be readable by everybody. May be
	 * NULL. */
	const char *work_dir;
	/** Of as_sandbox_keeper_open, borrowed until as_sandbox_close. NULL: the sandbox starts one
	 * of its own. */
	struct as_keeper *keeper;
	int core;  /**< the core that runs are pinned to, or -1 */
	bool weak; /**< go on without control groups; every result then lists what is missing */
};

struct as_sandbox;

/**
 * On cgroup v2 this process needs a delegated group: the true root, one that systemd marked as
 * delegated, one that holds no other process, or one that the environment variable ASSAY_IN_SCOPE
 * says was made for it. Its processes are then moved to a leaf, "assay.main".
 */
struct as_sandbox *as_sandbox_open(
	const struct as_sandbox_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void as_sandbox_close(struct as_sandbox *sandbox);

/** Pins the runs from now on to another core, or to none (-1). */
void as_sandbox_pin(struct as_sandbox *sandbox, int core) AS_NONNULL(1);

/**
 * How this sandbox isolates, for reports: JSON of {"isolation","cgroup","degraded":[]}; free with
 * json_decref. Words of `degraded`: memory-not-limited, processes-not-limited, cpu-time-by-wait
 * (all three: weak), swap-not-limited, memory-peak-sampled (the kernel keeps no peak; known after
 * the first run), no-landlock (the second wall), stack-limited and core-limit (the caller's hard
 * limits reach inside).
 */
json_t *as_sandbox_describe(const struct as_sandbox *sandbox) AS_NONNULL(1);
/** A digest of the policy (profiles' system call lists, views' paths, the version of Landlock):
 * same digest, same rules. */
void as_sandbox_digest(const struct as_sandbox *sandbox, char hex[AS_DIGEST_HEX_SIZE])
	AS_NONNULL(1, 2);

struct as_run_request {
	/** NULL-terminated; argv[0] is an absolute path inside. More than some 100 KiB, together
	 * with the environment, or 4096 words: AS_ERROR_USAGE. */
	const char *const *argv;
	const char *const
		*env;        /**< NULL-terminated "NAME=value" on top of the fixed ones, or NULL */
	const char *program; /**< an entry of work_dir shown read-only as /program (absent:
				AS_ERROR_USAGE), or NULL */
	const char *data;    /**< an entry of work_dir shown read-only as /data (absent:
				AS_ERROR_USAGE), or NULL */
	/** An entry of work_dir, a folder whose files and folders are in the box when the program
	 * starts: copied where the box is writable, where they are the program's, use up its room
	 * and (cgroup v1) its memory; else shown read-only. Links and the like are left out. Absent
	 * or too large for the box: AS_ERROR_USAGE. Or NULL. */
	const char *box;
	/** How large the files of a writable `box` are, in whole pages. The limit of memory grows
	 * by it where they are counted to the program (cgroup v1). */
	uint64_t box_begins_bytes;
	enum as_profile profile;
	struct as_limits limits;
	bool writable_box; /**< /box (the working folder) and /tmp can be written */
	bool keep_box;     /**< hand the box over in the result */
	/** Borrowed; -1: empty. Hand in what as_input_* made for this run alone: a program can open
	 * it again. A folder is refused (AS_ERROR_USAGE). */
	int stdin_fd;
	/** The program's standard output is stdout_fd (borrowed, a pipe's end), and then neither
	 * counted nor kept. To open it again as /dev/stdout needs a pipe that others may write. */
	bool lends_stdout;
	int stdout_fd;
	const atomic_bool *cancel; /**< end the run when it becomes true (a signal handler may set
					it), or NULL */
	/** End the run as for a limit of time when it becomes true, since the caller knows that it
	 * waits for what never comes (AS_HIT_STALL); or NULL. */
	const atomic_bool *stall;
	/** as_sandbox_awaits_input will be asked of this run. Without need it is better left out:
	 * that has its program wait a moment for each interval timer that it sets, in which a
	 * signal can interrupt it. */
	bool may_be_asked;
};

/** What a run ran into. More than one can be set. */
enum as_hit {
	AS_HIT_CPU = 1 << 0,
	AS_HIT_WALL = 1 << 1,
	AS_HIT_MEMORY = 1 << 2,
	AS_HIT_OUTPUT = 1 << 3,
	AS_HIT_PROCESSES = 1 << 4,
	AS_HIT_SYSCALL = 1 << 5,
	AS_HIT_CANCEL = 1 << 6,
	AS_HIT_IDLE = 1 << 7,
	/** At its end there was more in the box than it may hold, bytes or files. */
	AS_HIT_BOX = 1 << 8,
	AS_HIT_STALL = 1 << 9, /**< as_run_request.stall ended it */
};

/**
 * What kept a run from having its core for itself. -1: this machine does not tell. Ticks of 10 ms
 * are counted, so small numbers mean nothing.
 */
struct as_disturbance {
	int64_t watched_ns; /**< how long it was watched, up to its end; 0: it was too short */
	int64_t steal_ns;   /**< the hypervisor had the core (all cores, where none was given) */
	int64_t others_ns;  /**< other programs had the core; -1 where none was given, or weak */
	/** Somebody had to wait for a core: processes of the run on cgroup v2, also for each other;
	 * elsewhere anybody on the machine. */
	int64_t pressure_ns;
	/** How often a process of the run lost the core to another, of the run or not; 0 where the
	 * run was killed for a limit. */
	uint64_t involuntary_switches;
};

#define AS_STDERR_KEPT_BYTES 65536
#define AS_STDERR_TAIL_BYTES 4096

struct as_run_result {
	unsigned hits;    /**< of enum as_hit; 0: it ended by itself */
	int exit_code;    /**< -1 where it was killed by a signal or by the sandbox */
	int signal;       /**< 0 where it exited or the sandbox killed it */
	char syscall[32]; /**< with AS_HIT_SYSCALL: the call's name */
	/** Weak, and ended from outside: nobody was left to read what it had used, and cpu_time_ns
	 * and memory_bytes, which are 0, say nothing. */
	bool usage_unknown;
	int64_t cpu_time_ns;
	int64_t wall_time_ns;
	int64_t ended_ns;      /**< when the program itself ended, by CLOCK_MONOTONIC */
	uint64_t memory_bytes; /**< peak */
	/** With AS_HIT_MEMORY: what it had used when it was seen to have come to its limit of
	 * memory, where it stayed to its end; both 0 where it was not seen there before its end. */
	int64_t starved_cpu_time_ns, starved_wall_time_ns;
	uint64_t output_bytes; /**< of stdout and stderr, what was dropped included */
	int stdout_fd; /**< a sealed memory file, offset 0, holding at most limits.output_bytes */
	uint64_t stdout_bytes;
	struct as_bytes stderr_head; /**< its first AS_STDERR_KEPT_BYTES */
	struct as_bytes
		stderr_tail; /**< its last AS_STDERR_TAIL_BYTES; the same text where it is short */
	uint64_t box_bytes;  /**< what was in a writable box at the end, in whole pages */
	int box_fd; /**< with keep_box: the box's folder. What is in it is the program's: open with
		       as_file_open */
	struct as_disturbance disturbance;
	uint64_t instructions; /**< in user mode, of the whole tree; 0 where this machine has no
				  counter, or lets nobody have it (kernel.perf_event_paranoid
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
 * started (no such file inside, not executable) is -1 with AS_ERROR_INPUT, which is nobody's fault
 * but the program's. A kept box is memory of the sandbox's control group: close box_fd before the
 * next run.
 */
int as_sandbox_run(struct as_sandbox *sandbox, const struct as_run_request *request,
	struct as_run_result *result, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
void as_run_result_clear(struct as_run_result *result);

/**
 * Whether the run that is under way can go on only if something comes on its standard input, or
 * that ends: true where every thread of its tree was seen, at one moment, to wait for the pipe
 * whose other descriptor `input_fd` is, or for a child of its, and none has a timer. It looks at
 * /proc for some tenths of a millisecond. False where that is not known: of threads that wait for
 * anything else, of more than some dozens of them, without control groups, where /proc does not
 * tell, and where nothing is under way that was to be asked. For a thread beside the one that is in
 * as_sandbox_run, while the sandbox stays open.
 */
bool as_sandbox_awaits_input(struct as_sandbox *sandbox, int input_fd) AS_NONNULL(1) AS_MUST_USE;

/** Whether a run is under way whose program has started: what was lent to it is its own by then.
 * For such a thread, too. */
bool as_sandbox_has_begun(struct as_sandbox *sandbox) AS_NONNULL(1) AS_MUST_USE;

/**
 * Input for runs: a memory file sealed against writing, so that a program that reopens its standard
 * input through /proc/self/fd can never change the host's file. Close with close.
 */
int as_input_from_fd(int fd, struct as_error *error) AS_MUST_USE;
int as_input_from_bytes(const void *data, size_t size, struct as_error *error) AS_MUST_USE;
/** The same input, from its beginning on, as a file of its own: one a run, since a run can leave
 * notes for the next in a file's times. `input_fd` stays as it is. */
int as_input_copy(int input_fd, struct as_error *error) AS_MUST_USE;

/* ---- the machine ---------------------------------------------------------------------------- */

/** What this machine offers, one line a feature, for `assay doctor`. */
enum as_feature_state {
	AS_FEATURE_GOOD,
	AS_FEATURE_DEGRADED, /**< programs are judged; times repeat less, or a wall is thinner */
	AS_FEATURE_MISSING,  /**< nothing is judged without it */
};
struct as_feature {
	const char *name;  /**< a static string: "kernel", "swap", ... */
	const char *group; /**< a static string: "safety" or "timing" */
	enum as_feature_state state;
	char found[1280];  /**< what is there */
	char meaning[256]; /**< what that means for verdicts */
	char remedy[640];  /**< what mends it in words, or empty */
	char command[256]; /**< what to type, or empty: a line for a shell */
};
/**
 * Fills up to `capacity` features (there are fewer than 32) and returns how many it filled.
 * What only a call can tell is asked of the kernel in child processes, and one program is run, in
 * a feature called "trial run". Where that one is not AS_FEATURE_MISSING, and no other is, this
 * process can judge. On cgroup v2 that takes a scope: see as_machine_needs_scope. Returns 0, with
 * errno, where the machine cannot be looked at. What it makes to try it is gone when it returns;
 * but on cgroup v2 a delegated group stays divided as as_sandbox_open says, with the processes that
 * were in it in its leaf. Nothing else on the machine is changed.
 */
size_t as_machine_examine(struct as_feature *features, size_t capacity);
/**
 * As root: lets the user make control groups. On v1 by a folder of his own in each hierarchy, which
 * lasts until the next boot; on v2 by a manager of systemd's that serves him without a login, for
 * good. To root himself there is nothing to hand over: success.
 */
int as_machine_prepare(uid_t uid, gid_t gid, struct as_error *error) AS_MUST_USE;
/**
 * On a cgroup v2 host where this process may not make groups: true where a scope can be had from
 * systemd by running `argv` again through the command written to `launcher` (NULL-terminated,
 * static strings). False where groups are already there or cannot be had.
 */
bool as_machine_needs_scope(const char *launcher[10]) AS_NONNULL(1);

#endif
