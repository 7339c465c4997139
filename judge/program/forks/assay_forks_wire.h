/* SPDX-License-Identifier: MIT */
/*
 * The protocol between a caller (fork_server.c) and the fork server that is linked into a program
 * (assay_forks.c), over a stream socket: hello -> ready; then any number of batches. Each batch is
 * answered by an answer for each item, in order. Both sides run on one machine, so the structs are
 * sent as they are. The answers come from an untrusted process.
 */
#ifndef ASSAY_FORKS_WIRE_H
#define ASSAY_FORKS_WIRE_H

#include <stdint.h>

#define FORKS_MAGIC UINT64_C(0x31736b726f667361)
#define FORKS_ITEMS 256        /* of a batch */
#define FORKS_WORDS 1024       /* of the arguments of an item */
#define FORKS_WORD_BYTES 65536 /* of all of them */
#define FORKS_UNLIMITED INT64_MAX

enum { FORKS_HIT_CPU = 1, FORKS_HIT_WALL = 2, FORKS_HIT_OUTPUT = 4 };

struct forks_hello {
	uint64_t magic;
	uint64_t key[2]; /* without it the program cannot fork, see as_run_request.fork_key */
	int64_t cpu_time_ns;
	int64_t wall_time_ns;
	uint64_t output_bytes;
	uint32_t is_early; /* fork before the program's constructors, not before its main */
	uint32_t reuses;   /* a process serves many items */
	uint32_t wants_errors;
	uint32_t unused;
};

enum {
	FORKS_READY = 1,
	/* A constructor has used standard input or output, so it is too late to fork. */
	FORKS_TOO_LATE = 2,
};
struct forks_ready {
	uint64_t magic;
	uint64_t state;
};

/* Followed by `bytes` bytes: the items, each aligned to 8. */
struct forks_batch {
	uint64_t count;
	uint64_t bytes;
};

/* Followed by the arguments, each with its NUL, and the data. */
struct forks_item {
	uint32_t word_count;
	uint32_t word_bytes;
	uint64_t data_bytes;
};

/* Followed by the bytes of its standard output and, if requested, of its standard error. */
struct forks_answer {
	int32_t status; /* as of wait4 */
	uint32_t hits;
	int64_t cpu_time_ns;
	uint64_t memory_bytes;
	uint64_t output_bytes;            /* of standard output and standard error together */
	uint64_t data_bytes, error_bytes; /* each at most the limit */
};

#endif
