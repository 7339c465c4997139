/* SPDX-License-Identifier: MIT */
/* The state of a fork server, system calls, the channel to the caller, and the files that are the
 * program's standard input and output. Included by assay_forks.c only. */
#ifndef ASSAY_FORKS_BASE_H
#define ASSAY_FORKS_BASE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "assay_forks_wire.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/single_threaded.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#ifdef __cplusplus
#define FORKS_LINKAGE extern "C"
#else
#define FORKS_LINKAGE extern
#endif

#define PAGE UINT64_C(4096)
#define RANGES 64
#define FILES_FROM 100 /* few programs have that many descriptors */
#define MAX_SNAPSHOT_BYTES (UINT64_C(1) << 20)
#define MAX_SCAN_BYTES (UINT64_C(256) << 20)
#define MAPS 256
#define MIN_ZERO_PAGES 4
#define ANSWERS_BYTES (UINT64_C(1) << 20)
#define BROKEN 77 /* exit status of a server that cannot continue */

/* Memory to restore. */
struct range {
	char *start;
	char *copy; /* NULL: it was all zero */
	uint64_t size;
};

/* The memory of a worker before main. */
struct memory {
	uint64_t brk_at;
	struct range ranges[RANGES];
	uint64_t range_count;
	struct range maps[MAPS]; /* mapped since then */
	uint64_t map_count;
};

/* The progress of a worker, in one word, because it can be killed at any moment. */
enum phase {
	IN_ITEM,      /* main runs for the item */
	DOES_NOT_FIT, /* the item ended with progress.status, but its answer does not fit */
	BEFORE_ITEM   /* all answers before the item are complete */
};
#define PLACE(used, index, phase) ((uint64_t)(used) << 32 | (uint64_t)(index) << 8 | (phase))
#define PLACE_USED(place) ((place) >> 32)
#define PLACE_INDEX(place) ((place) >> 8 & 0xffffff)
#define PLACE_PHASE(place) ((place)&0xff)

/* In shared memory. */
struct progress {
	volatile uint64_t place;
	volatile int64_t began_cpu_ns, began_wall_ns;
	volatile int status;
};

struct state {
	struct forks_hello hello;
	int channel;
	/* Duplicates of the descriptors of standard input, output and error, because the program of
	 * a worker can close 0 to 2 or open other files there. */
	int files[3];
	int is_worker;
	uint64_t *key; /* all zero in a child */
	struct progress *progress;
	char *answers;
	uint64_t used; /* bytes used in `answers` */
	char *batch;
	uint64_t batch_room, count;
	const struct forks_item *items[FORKS_ITEMS];
	int argc;
	char *argv[FORKS_WORDS + 2];
	char words[FORKS_WORD_BYTES];
	/* of a worker */
	void *resume[5];
	int is_spoiled; /* it cannot serve another item */
	struct memory memory;
};
static struct state *state;

/* ---- system calls ---- */

static inline long call(long number, long a, long b, long c, long d, long e, long f)
{
	long result;
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return result;
}
#define CALL(number, a, b, c, d) call((number), (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)

__attribute__((noreturn)) static void leave(int status)
{
	for (;;)
		CALL(SYS_exit_group, status, 0, 0, 0);
}

/* Clears the two registers with the key before anything else runs in the child. */
static __attribute__((noinline)) long call_with_key(
	const uint64_t *key, long number, long a, long b)
{
	long result;

	__asm__ volatile("movq (%[key]), %%rdx\n\t"
			 "movq 8(%[key]), %%r10\n\t"
			 "xorl %%r8d, %%r8d\n\t"
			 "syscall\n\t"
			 "xorl %%edx, %%edx\n\t"
			 "xorl %%r10d, %%r10d"
			 : "=a"(result)
			 : "0"(number), "D"(a), "S"(b), [key] "r"(key)
			 : "rcx", "rdx", "r8", "r10", "r11", "memory");
	return result;
}

static void copy(void *to, const void *from, uint64_t size)
{
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
}

static void wipe(void *at, uint64_t size)
{
	__asm__ volatile("rep stosb" : "+D"(at), "+c"(size) : "a"(0) : "memory");
}

static char *map_pages(uint64_t size, int flags)
{
	long at =
		call(SYS_mmap, 0, (long)size, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);

	if (at < 0 && at > -4096)
		leave(BROKEN);
	return (char *)at;
}

static int64_t clock_ns(long clock)
{
	struct timespec now = {0, 0};

	CALL(SYS_clock_gettime, clock, &now, 0, 0);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/* ---- the channel ---- */

/* At end of file the server exits. */
static void receive(int fd, void *data, uint64_t size)
{
	char *at = (char *)data;

	while (size) {
		long got = CALL(SYS_read, fd, at, size, 0);
		if (got == -EINTR)
			continue;
		if (got <= 0)
			leave(0);
		at += got;
		size -= (uint64_t)got;
	}
}

static void send_all(const void *data, uint64_t size)
{
	const char *at = (const char *)data;

	while (size) {
		long sent = CALL(SYS_write, state->channel, at, size, 0);
		if (sent == -EINTR)
			continue;
		if (sent <= 0)
			leave(0);
		at += sent;
		size -= (uint64_t)sent;
	}
}

static void flush(void)
{
	send_all(state->answers, state->used);
	state->used = 0;
}

/* ---- standard input and output ---- */

static void set_file_limit(uint64_t bytes)
{
	const struct rlimit64 limit = {bytes, RLIM64_INFINITY};

	CALL(SYS_prlimit64, 0, RLIMIT_FSIZE, &limit, 0);
}

/* One byte more than the limit, so that exceeding it can be detected. */
static uint64_t file_limit(void)
{
	return state->hello.output_bytes < UINT64_MAX / 2 ? state->hello.output_bytes + 1
							  : RLIM64_INFINITY;
}

static void fill_input(const char *data, uint64_t size)
{
	const int is_large = size > state->hello.output_bytes;

	if (is_large)
		set_file_limit(RLIM64_INFINITY);
	for (uint64_t done = 0; done < size;) {
		long put = CALL(SYS_pwrite64, state->files[0], data + done, size - done, done);
		if (put <= 0)
			leave(BROKEN);
		done += (uint64_t)put;
	}
	CALL(SYS_ftruncate, state->files[0], size, 0, 0);
	CALL(SYS_lseek, state->files[0], 0, SEEK_SET, 0);
	if (is_large)
		set_file_limit(file_limit());
}

static uint64_t file_size(int fd)
{
	long size = CALL(SYS_lseek, fd, 0, SEEK_END, 0);

	return size > 0 ? (uint64_t)size : 0;
}

static void empty_file(int fd)
{
	CALL(SYS_ftruncate, fd, 0, 0, 0);
	CALL(SYS_lseek, fd, 0, SEEK_SET, 0);
}

static void read_output(int fd, char *to, uint64_t from, uint64_t size)
{
	for (uint64_t done = 0; done < size;) {
		long got = CALL(SYS_pread64, fd, to + done, size - done, from + done);
		if (got <= 0)
			leave(BROKEN);
		done += (uint64_t)got;
	}
}

static void add_bytes(int fd, uint64_t size)
{
	for (uint64_t done = 0; done < size;) {
		uint64_t part = size - done;
		if (state->used == ANSWERS_BYTES)
			flush();
		if (part > ANSWERS_BYTES - state->used)
			part = ANSWERS_BYTES - state->used;
		read_output(fd, state->answers + state->used, done, part);
		state->used += part;
		done += part;
	}
}

/* `cpu_ns` is the whole time of the process. */
static struct forks_answer make_answer(
	int status, uint32_t hits, int64_t cpu_ns, const struct rusage *usage)
{
	struct forks_answer answer = {0, 0, 0, 0, 0, 0, 0};

	answer.status = status;
	answer.hits = hits;
	answer.cpu_time_ns = cpu_ns - state->progress->began_cpu_ns;
	if (answer.cpu_time_ns > state->hello.cpu_time_ns)
		answer.hits |= FORKS_HIT_CPU;
	answer.memory_bytes = (uint64_t)usage->ru_maxrss * 1024;
	return answer;
}

static uint64_t at_most(uint64_t size, uint64_t max)
{
	return size < max ? size : max;
}

/* Adds an answer with the contents of the files, and empties them. 0: it does not fit. */
static int add_answer(struct forks_answer *answer, int is_worker)
{
	const uint64_t out = file_size(state->files[1]), err = file_size(state->files[2]);
	const uint64_t room = ANSWERS_BYTES - state->used;

	answer->output_bytes = out + err;
	if (answer->output_bytes > state->hello.output_bytes)
		answer->hits |= FORKS_HIT_OUTPUT;
	answer->data_bytes = at_most(out, state->hello.output_bytes);
	answer->error_bytes =
		state->hello.wants_errors ? at_most(err, state->hello.output_bytes) : 0;
	if (sizeof(*answer) + answer->data_bytes + answer->error_bytes > room) {
		if (is_worker)
			return 0;
		flush();
	}
	copy(state->answers + state->used, answer, sizeof(*answer));
	state->used += sizeof(*answer);
	add_bytes(state->files[1], answer->data_bytes);
	add_bytes(state->files[2], answer->error_bytes);
	if (out)
		empty_file(state->files[1]);
	else
		CALL(SYS_lseek, state->files[1], 0, SEEK_SET, 0);
	if (err)
		empty_file(state->files[2]);
	return 1;
}

/* ---- one item ---- */

/* Sets the arguments and standard input. argv[0] is that of the program. */
static void prepare(uint64_t index)
{
	const struct forks_item *item = state->items[index];
	const char *from = (const char *)(item + 1);
	char *at = state->words;

	copy(at, from, item->word_bytes);
	for (uint32_t i = 0; i < item->word_count; i++) {
		state->argv[1 + i] = at;
		while (*at++)
			;
	}
	state->argc = (int)item->word_count + 1;
	state->argv[state->argc] = NULL;
	fill_input(from + item->word_bytes, item->data_bytes);
}

#endif
