/* SPDX-License-Identifier: MIT */
/**
 * fork_server: runs a C or C++ program on many inputs in a single run of the sandbox, which is many
 * times faster than a run for each.
 *
 * A second build of the program contains a part of Assay that starts before main. It forks for each
 * input that the caller sends. The child gets standard input and output of its own and the limits
 * of one run, and can neither fork nor reach the caller.
 *
 * Life cycle: as_fork_server_open, any number of as_fork_server_run, as_fork_server_close. One
 * thread uses a server at a time.
 *
 * The answers are quick, not proven. A hostile program can take over its own server and lie about
 * everything below; and a program that reads the time, its process id or uninitialised memory may
 * behave differently in a fresh run. So a caller confirms whatever it reports with a fresh run, and
 * repeats some inputs fresh to notice differences. The sandbox around a server is as strong as that
 * of any other run.
 */
#ifndef ASSAY_PROGRAM_FORK_SERVER_H
#define ASSAY_PROGRAM_FORK_SERVER_H

#include <assay/program/workshop.h>

struct as_fork_server;

struct as_fork_server_config {
	struct as_limits limits; /**< of each input */
	int core;                /**< the core that it is pinned to, or -1 */
	/** A process serves many inputs, and its memory is restored between them. For programs of a
	 * package; a submission gets a process for each input. */
	bool reuse;
	bool want_errors;          /**< the outputs have standard error, too */
	const atomic_bool *cancel; /**< borrowed; or NULL */
};

/** True if the language of the program has fork servers on this machine (C and C++ on x86-64). */
bool as_program_can_fork(const struct as_program *program) AS_NONNULL(1) AS_MUST_USE;

/**
 * Builds the program again with its fork server, or takes that from the cache, and starts it. The
 * program, which as_workshop_build or as_workshop_compile* made, is borrowed until
 * as_fork_server_close. NULL with AS_ERROR_INPUT: this program has no fork server, because of its
 * language, or because it does not build or start with one; use fresh runs.
 */
struct as_fork_server *as_fork_server_open(const struct as_program *program,
	const struct as_fork_server_config *config, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
void as_fork_server_close(struct as_fork_server *server);

/** An input. All of it is borrowed. */
struct as_fork_input {
	const char *const *arguments; /**< that follow its command; NULL-terminated, or NULL */
	const void *data;             /**< its standard input */
	size_t size;
};

enum as_fork_end {
	/** It ended by itself or by a limit of its input. */
	AS_FORK_ENDED,
	/** Unknown: run this input fresh. The program did something that its fork server does not
	 * support (it forked, sent a signal, made a forbidden call), or the server died. */
	AS_FORK_UNKNOWN,
};

struct as_fork_output {
	enum as_fork_end end;
	unsigned hits; /**< enum as_hit: CPU, WALL, MEMORY or OUTPUT; 0: it ended by itself */
	int exit_code; /**< -1 if a signal ended it */
	int signal;    /**< 0 if it exited */
	uint64_t memory_bytes; /**< peak of the resident memory */
	/** Its standard output, of at most limits.output_bytes. Borrowed from the server until its
	 * next call. */
	const char *data;
	size_t size;
	const char *errors; /**< with want_errors: likewise its standard error */
	size_t errors_size;
};

/**
 * Runs the program on `count` inputs, in order, and fills `outputs`. Some dozens at a time are
 * faster than one. A server that died is started again; after the third time all outputs are
 * AS_FORK_UNKNOWN. -1: the sandbox failed, or `cancel` is set (AS_ERROR_INTERNAL, "interrupted").
 */
int as_fork_server_run(struct as_fork_server *server, const struct as_fork_input *inputs,
	size_t count, struct as_fork_output *outputs, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);
/** True if the server died too often: all further outputs are AS_FORK_UNKNOWN. */
bool as_fork_server_is_broken(const struct as_fork_server *server) AS_NONNULL(1) AS_MUST_USE;

#endif
