/* SPDX-License-Identifier: MIT */
/*
 * What a caller (fork_server.c) and the fork server that is linked into a program (assay_forks.c)
 * say to each other, over a socket that keeps no message borders: hello -> ready; then any number
 * of batches, each answered by an answer for each item, in order. Both sides are one machine, so
 * the structs go over the wire as they are. The answers come from an untrusted process.
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
	uint32_t is_early; /* forks before the constructors of the program, not before its main */
	uint32_t reuses;   /* many items a process */
	uint32_t wants_errors;
	uint32_t unused;
};

enum {
	FORKS_READY = 1,
	/* A constructor has used standard input or output: forking after it is too late. */
	FORKS_TOO_LATE = 2,
};
struct forks_ready {
	uint64_t magic;
	uint64_t state;
};

/* `bytes` follow: the items, each at a multiple of 8. */
struct forks_batch {
	uint64_t count;
	uint64_t bytes;
};

/* Then the arguments, each with its NUL, and the data. */
struct forks_item {
	uint32_t word_count;
	uint32_t word_bytes;
	uint64_t data_bytes;
};

/* Then the bytes of its standard output and, if wanted, of its standard error. */
struct forks_answer {
	int32_t status; /* as wait4 gives it */
	uint32_t hits;
	int64_t cpu_time_ns;
	uint64_t memory_bytes;
	uint64_t output_bytes;            /* of standard output and standard error together */
	uint64_t data_bytes, error_bytes; /* no more than the limit, each */
};

#endif
