/* SPDX-License-Identifier: MIT */
/*
 * What the library and its helper process say to each other, over sockets that keep message
 * borders.
 *
 * Control socket (descriptor 3 of the helper, one a sandbox): setup -> AS_SAY_MAP_ME ->
 * AS_SAY_MAPPED -> AS_SAY_READY; then any number of requests, each with its descriptors
 * (SCM_RIGHTS), each answered by AS_SAY_SPAWNED with a pidfd of the run's init process. End of file
 * ends the helper.
 *
 * Run socket (one a run, its far end travels with the request): AS_SAY_STARTED, with the counter
 * where one was asked for and can be had, or AS_SAY_FAILED; AS_SAY_TIMER before the program's first
 * interval timer is set; then AS_SAY_OVER where the program's end leaves others to be killed; then
 * one of AS_SAY_ENDED and AS_SAY_SYSCALL, when every process of the tree is dead. End of file ends
 * the run.
 *
 * Both sides are one build, so the structs go over the wire as they are.
 */
#ifndef ASSAY_SANDBOX_WIRE_H
#define ASSAY_SANDBOX_WIRE_H

#include "counter.h"

#include <stdbool.h>
#include <stdint.h>

#define AS_WIRE_FD 3
#define AS_WIRE_MESSAGE_BYTES (128 * 1024)
/* Two a profile, see seccomp.h: that for any run, and that for one of which is asked. */
#define AS_WIRE_FILTERS 6
#define AS_WIRE_CGROUP_FDS 3
#define AS_WIRE_VIEW_COUNT 64
#define AS_WIRE_ARGV_COUNT 4096
#define AS_WIRE_ENV_COUNT 1024
#define AS_WIRE_ABSENT_COUNT 16
#define AS_WIRE_TEXT_BYTES 96

/* The one user that programs are, as seen inside. As root it is a host id that owns nothing. */
#define AS_INSIDE_ID 1000
#define AS_HOST_ROOT_ID 2147000000u /* the helper, where the caller is root */
#define AS_HOST_USER_ID 2147001000u /* its programs */

enum as_say {
	AS_SAY_MAP_ME = 1,
	AS_SAY_MAPPED,
	AS_SAY_READY,
	AS_SAY_FAILED,
	AS_SAY_SPAWNED,
	AS_SAY_STARTED,
	AS_SAY_TIMER,
	AS_SAY_OVER,
	AS_SAY_ENDED,
	AS_SAY_SYSCALL,
};

/* Every step that can fail in the helper; step_text in spawn.c has the words. */
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

/* How a program comes to be in its control groups. Moving a process waits for the whole machine,
 * for milliseconds where it is busy, so neither way moves one. */
enum as_joining {
	AS_JOIN_NONE, /* no groups */
	/* v1: the helper lives in the groups, and so does all that it starts; the counters are set
	 * to zero just before exec. Descriptors: cpuacct.usage, memory.max_usage_in_bytes,
	 * memory.usage_in_bytes. */
	AS_JOIN_INHERIT,
	/* v2: the program is born into the run's group. Descriptors: its folder, and its
	 * cgroup.procs for a kernel that refuses that. */
	AS_JOIN_BORN,
};

struct as_wire_setup {
	bool privileged; /* the caller is root: ids are mapped to ones that own nothing */
	bool has_work;
	uint32_t view_count;
	uint32_t filter_bytes[AS_WIRE_FILTERS];
	/* then: work\0 if has_work, view_count times source\0target\0, and the filters */
};

/* Limits by the kernel if there are no control groups; otherwise UINT64_MAX. */
struct as_wire_backstop {
	uint64_t cpu_seconds;
	uint64_t processes; /* of the program */
};

/* enum as_restriction */
struct as_wire_restrictions {
	bool exec, files, code, forks;
	uint32_t absent_count;
	uint64_t fork_key[2];
};

struct as_wire_folders {
	bool program, data, box;
	bool data_has_stdin; /* "input" */
};

struct as_wire_request {
	uint32_t argv_count;
	uint32_t env_count;
	uint32_t filter;
	bool tells_timers; /* it is one of the latter */
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
	struct as_wire_folders has;
	bool writable_box;
	bool keep_box;
	/* then: program\0, data\0, box\0, each if there is one, argv, env, absent, each with its
	 * NUL. Descriptors: run socket, stdin, stdout, stderr, and cgroup_fds as `joining` says. */
};

struct as_wire_report {
	enum as_say say;
	enum as_setup_step step; /* AS_SAY_FAILED */
	int32_t sys_errno;
	enum as_say outcome; /* AS_SAY_OVER: which of the two will come */
	int32_t status;      /* AS_SAY_ENDED: as wait4 gives it */
	int32_t syscall;     /* AS_SAY_SYSCALL */
	int64_t started_ns;  /* AS_SAY_STARTED: CLOCK_MONOTONIC */
	int64_t ended_ns;
	int64_t cpu_time_ns; /* of what was waited for, since it was in its control groups */
	uint64_t max_rss_bytes;
	/* AS_JOIN_INHERIT; 0: not known. What the group used, without init; */
	int64_t group_cpu_time_ns;
	uint64_t group_base_bytes; /* and what it held before the program; at its end, and still
				      does */
	uint64_t involuntary_switches;
	uint64_t box_bytes;            /* in a writable box at the end */
	bool box_full;                 /* and more was wanted */
	char text[AS_WIRE_TEXT_BYTES]; /* which path, for a failure */
};

#endif
