/* SPDX-License-Identifier: MIT */
/* The common part of the processes of bench_contest. */
#ifndef BENCH_CONTEST_H
#define BENCH_CONTEST_H

#include <assay/base.h>
#include <stdatomic.h>

#define BENCH_TEAMS 1000
#define BENCH_PROBLEMS 15
#define BENCH_VIEWERS 12000
#define BENCH_TESTS 50
#define BENCH_PASSWORD "bench-password"

/* In shared memory. */
struct bench {
	int teams, viewers, seconds;
	double rate;
	bool is_tls;
	atomic_int port;       /* 0: the server is not open yet */
	atomic_bool is_ready;  /* all viewers have their first board */
	atomic_bool is_begun;  /* the load has begun */
	atomic_bool is_loaded; /* the teams are done */
	atomic_bool stop;
	atomic_uint judged_count;
	struct {
		atomic_uint count;
		atomic_int_least64_t when_ns[BENCH_PROBLEMS]; /* the first, the second ... */
	} judged[BENCH_TEAMS];
};
extern struct bench *bench;

_Noreturn void bench_fail(const char *what, const char *why);

/* Times in steps of 0.1 ms, up to 100 s. */
#define BENCH_STEPS 1000000
struct bench_times {
	uint32_t *counts;
	uint64_t count;
	int64_t max_ns;
};
void bench_times_add(struct bench_times *times, int64_t ns);
/* In milliseconds. */
double bench_times_quantile(const struct bench_times *times, double part);

/* A non-blocking connection; over TLS if the server has it. */
struct bench_link {
	int fd;
	void *session; /* of TLS */
	bool is_open;  /* TLS is open */
};
void bench_link_open(struct bench_link *link);
/* Bytes; 0: none now; -1: it ended. */
ssize_t bench_link_read(struct bench_link *link, char *bytes, size_t size);
/* Writes all of a short text or nothing; 0: not possible now. */
ssize_t bench_link_write(struct bench_link *link, const char *bytes, size_t size);
void bench_link_close(struct bench_link *link);
/* Waits for the server. */
void bench_await_port(void);

void bench_viewers(void);
void bench_teams(void);

#endif
