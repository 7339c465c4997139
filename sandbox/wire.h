/* SPDX-License-Identifier: MIT */
/*
 * wire: the protocol between the library and its helper process, over sockets that preserve message
 * boundaries.
 *
 * Control socket (descriptor 3 of the helper, one for each sandbox):
 * 1. setup -> AS_REPORT_MAP_ME -> AS_REPORT_MAPPED -> AS_REPORT_READY.
 * 2. Any number of requests, each with its descriptors (SCM_RIGHTS), and each answered by
 *    AS_REPORT_SPAWNED with a pidfd of the run's init process.
 * 3. End of file ends the helper.
 *
 * Run socket (one for each run; its far end is sent with the request):
 * 1. AS_REPORT_STARTED, with the counter if one was requested and is available, or
 * AS_REPORT_FAILED.
 * 2. AS_REPORT_TIMER before the program's first interval timer is set.
 * 3. AS_REPORT_OVER if the program has ended and left processes to be killed.
 * 4. AS_REPORT_ENDED, AS_REPORT_SYSCALL or (process level) AS_REPORT_KILLED, when every process of
 *    the tree is dead.
 * 5. End of file ends the run.
 *
 * Both sides come from one build, so the structs are sent as they are.
 */
#ifndef ASSAY_SANDBOX_WIRE_H
#define ASSAY_SANDBOX_WIRE_H

#include "counter.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>

#define AS_WIRE_FD 3
#define AS_WIRE_MESSAGE_BYTES (128 * 1024)
/* Two for each profile, see seccomp.h: for any run, and for a run with detects_waiting. */
#define AS_WIRE_FILTERS 6
#define AS_WIRE_COMPILER 2 /* AS_PROFILE_COMPILER */
#define AS_WIRE_CGROUP_FDS 3
#define AS_WIRE_VIEW_COUNT 64
#define AS_WIRE_PATH_COUNT 1024 /* views of the process level, which are not mounted */
#define AS_WIRE_ARGV_COUNT 4096
#define AS_WIRE_ENV_COUNT 1024
#define AS_WIRE_ABSENT_COUNT 16
#define AS_WIRE_TEXT_BYTES 96

/* The user id of all programs, as seen inside. For a privileged caller it maps to a host id
 * (host_user.h). */
#define AS_INSIDE_ID 1000

enum as_report_kind {
	AS_REPORT_MAP_ME = 1,
	AS_REPORT_MAPPED,
	AS_REPORT_READY,
	AS_REPORT_FAILED,
	AS_REPORT_SPAWNED,
	AS_REPORT_STARTED,
	AS_REPORT_TIMER,
	AS_REPORT_OVER,
	AS_REPORT_ENDED,
	AS_REPORT_SYSCALL,
	AS_REPORT_KILLED,
};

/* Every step that can fail in the helper; step_text in spawn.c has the messages. */
enum as_setup_step {
	AS_STEP_NONE,
	AS_STEP_MESSAGE,
	AS_STEP_NAMESPACES,
	AS_STEP_USER_NAMESPACE,
	AS_STEP_PROPAGATION,
	AS_STEP_VIEW,
	AS_STEP_DEVICES,
	AS_STEP_ROOT,
	AS_STEP_IDS,
	AS_STEP_HOSTNAME,
	AS_STEP_CLONE,
	AS_STEP_PROC,
	AS_STEP_PROGRAM_FOLDER,
	AS_STEP_DATA_FOLDER,
	AS_STEP_BOX,
	AS_STEP_BOX_CONTENT,
	AS_STEP_DESCRIPTORS,
	AS_STEP_AFFINITY,
	AS_STEP_CGROUP,
	AS_STEP_RLIMIT,
	AS_STEP_PRIVILEGES,
	AS_STEP_LANDLOCK,
	AS_STEP_SECCOMP,
	AS_STEP_EXEC,
};

/* How a program gets into its control groups. Moving a process takes a machine-wide lock, for
 * milliseconds on a busy machine, so neither method moves one. */
enum as_joining {
	AS_JOIN_NONE, /* no groups */
	/* v1: the helper is in the groups, and so is all that it starts; the counters are reset
	 * just before exec. Descriptors: cpuacct.usage, memory.max_usage_in_bytes,
	 * memory.usage_in_bytes. */
	AS_JOIN_INHERIT,
	/* v2: the program is cloned into the run's group. Descriptors: its folder, and its
	 * cgroup.procs for a kernel that refuses that. */
	AS_JOIN_CLONE,
};

struct as_wire_setup {
	bool privileged; /* the caller is root: ids are mapped to ids that own nothing */
	bool process;    /* the process level (process.c): no namespaces, no mounts */
	bool has_work;
	uint32_t view_count;
	uint32_t filter_bytes[AS_WIRE_FILTERS];
	/* followed by work\0 if has_work, view_count times source\0target\0, and the filters */
};

/* Resource limits in place of control groups; UINT64_MAX if there are control groups. */
struct as_wire_backstop {
	uint64_t cpu_seconds;
	uint64_t processes; /* of the program */
};

/* enum as_restriction */
struct as_wire_restrictions {
	bool exec, files, code, forks, all_absent;
	uint32_t absent_count;
	uint64_t fork_key[2];
};

/* Of a run at the process level. Whatever is 0 is not used. */
struct as_wire_process {
	uint32_t user;                     /* if the caller is root */
	uint32_t first_group, group_count; /* for folders that the run may enter */
	uint64_t address_space_bytes;
};

struct as_wire_folders {
	bool home; /* process level: the path of the folder of the box */
	bool program, data, box;
	bool data_has_stdin; /* "input" */
};

struct as_wire_request {
	uint32_t argv_count;
	uint32_t env_count;
	uint32_t filter;
	bool reports_timers; /* a run with detects_waiting */
	struct as_wire_restrictions restrictions;
	uint32_t cgroup_fds;
	enum as_joining joining;
	int32_t core;
	uint32_t open_files;
	uint64_t stack_bytes;
	uint64_t file_bytes;
	struct as_wire_backstop backstop;
	uint64_t box_bytes;
	uint32_t box_files;
	struct as_counter_event counter;
	struct as_wire_process process;
	struct as_wire_folders has;
	bool writable_box;
	bool keep_box;
	/* followed by home\0, program\0, data\0, box\0, each if present, argv, env, absent, each
	 * with its NUL. Descriptors: run socket, stdin, stdout, stderr, and cgroup_fds as `joining`
	 * says. */
};

struct as_wire_report {
	enum as_report_kind kind;
	enum as_setup_step step; /* AS_REPORT_FAILED */
	int32_t sys_errno;
	pid_t pid;                   /* AS_REPORT_SPAWNED: of init, in the helper's namespace */
	enum as_report_kind outcome; /* AS_REPORT_OVER: the report that will follow */
	int32_t status;              /* AS_REPORT_ENDED: as of wait4 */
	int32_t syscall;             /* AS_REPORT_SYSCALL */
	bool exec_refused;           /* with all_absent: `exec_number` was answered */
	int32_t exec_number;
	int64_t started_ns; /* AS_REPORT_STARTED: CLOCK_MONOTONIC */
	int64_t ended_ns;
	int64_t cpu_time_ns; /* of the reaped processes, since they were in the control groups */
	uint64_t max_rss_bytes;
	/* AS_JOIN_INHERIT; 0: unknown. CPU time of the group without init; */
	int64_t group_cpu_time_ns;
	uint64_t group_base_bytes; /* and its memory before the program; in the final report, the
				      part that is still there */
	uint64_t involuntary_switches;
	uint64_t box_bytes;            /* in a writable box at the end */
	bool box_full;                 /* and it exceeded its limit */
	char text[AS_WIRE_TEXT_BYTES]; /* the path, for a failure */
};

/* Every profile allows both calls, so only a restriction can have stopped one. */
static inline bool as_wire_is_exec(int number)
{
	return number == SYS_execve || number == SYS_execveat;
}

#endif
