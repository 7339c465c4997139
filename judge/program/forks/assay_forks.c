/* SPDX-License-Identifier: MIT */
/*
 * The fork server. It is compiled as one of the sources of a C or C++ program, in the program's own
 * language, and linked with as_forks_link_option (forks.c). Theory of operation:
 *
 * 1. The constructor, which runs before those of the program, reads the caller's greeting from
 *    descriptor 0, a socket. It moves the socket to another descriptor and opens memory files as
 *    descriptors 0 to 2.
 * 2. Before main (is_early: in that constructor) the process serves. For each item of a batch it
 *    fills standard input, forks, waits, and reads standard output. The child closes the socket and
 *    continues to main normally.
 * 3. With `reuses` the child is a worker: it calls main for one item after another. The exit
 *    functions return here, and all memory is restored to its state before main. Signal handlers,
 *    timers and the working folder stay as an item left them. The worker records its progress in
 *    shared memory. If it dies, the death is the answer for that item, and another worker
 *    continues.
 *
 * Forking requires the key of the run (AS_RESTRICT_FORK), which is in memory that the kernel wipes
 * on fork: no child has it. A socket cannot be opened through /proc. All system calls are made
 * directly, since a program may define a function with a name such as read.
 *
 * Descriptors of the server: the socket, 0 to 2 and, with workers, 100 to 102, which are the same
 * files. Descriptors of a child: 0 to 2, and of a worker also 100 to 102. The server reaps its
 * children.
 */
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
	int status;
	int is_spoiled; /* it cannot serve another item */
	uint64_t brk_at;
	struct range ranges[RANGES];
	uint64_t range_count;
	struct range maps[MAPS];
	uint64_t map_count;
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

static int64_t left_ns(int64_t limit_ns, int64_t used_ns)
{
	return limit_ns == FORKS_UNLIMITED ? FORKS_UNLIMITED : limit_ns - used_ns;
}

/* Waits for a child, and kills it when its current item reaches a limit. Returns the hits. */
static uint32_t await_child(long pid, int *status, struct rusage *usage)
{
	const uint64_t set = UINT64_C(1) << (SIGCHLD - 1);
	const struct progress *progress = state->progress;
	int64_t left = state->hello.wall_time_ns < state->hello.cpu_time_ns
			       ? state->hello.wall_time_ns
			       : state->hello.cpu_time_ns;

	for (;;) {
		const struct timespec wait = {
			(time_t)(left / 1000000000), (long)(left % 1000000000)};
		CALL(SYS_rt_sigtimedwait, &set, 0, left == FORKS_UNLIMITED ? NULL : &wait, 8);
		if (CALL(SYS_wait4, pid, status, WNOHANG, usage) == pid)
			return 0;
		const uint64_t place = progress->place;
		const int64_t cpu = left_ns(
			state->hello.cpu_time_ns, clock_ns(~pid << 3 | 2) - progress->began_cpu_ns);
		const int64_t wall = left_ns(state->hello.wall_time_ns,
			clock_ns(CLOCK_MONOTONIC) - progress->began_wall_ns);
		left = cpu < wall ? cpu : wall;
		if (left > 0 || place != progress->place) {
			left = left > 0 ? left : 1;
			continue;
		}
		call_with_key(state->key, SYS_kill, pid, SIGKILL);
		while (CALL(SYS_wait4, pid, status, 0, usage) == -EINTR)
			;
		return cpu <= 0 ? FORKS_HIT_CPU : FORKS_HIT_WALL;
	}
}

static int64_t time_ns(const struct timeval *time)
{
	return time->tv_sec * INT64_C(1000000000) + time->tv_usec * INT64_C(1000);
}

static struct forks_answer make_answer(int status, uint32_t hits, const struct rusage *usage)
{
	struct forks_answer answer = {0, 0, 0, 0, 0, 0, 0};

	answer.status = status;
	answer.hits = hits;
	answer.cpu_time_ns = time_ns(&usage->ru_utime) + time_ns(&usage->ru_stime) -
			     state->progress->began_cpu_ns;
	answer.memory_bytes = (uint64_t)usage->ru_maxrss * 1024;
	if (answer.cpu_time_ns > state->hello.cpu_time_ns)
		answer.hits |= FORKS_HIT_CPU;
	return answer;
}

/* True in the child. */
static int fork_child(long *pid)
{
	const uint64_t set = UINT64_C(1) << (SIGCHLD - 1);

	*pid = call_with_key(state->key, SYS_clone, SIGCHLD, 0);
	if (*pid < 0)
		leave(BROKEN);
	if (*pid)
		return 0;
	CALL(SYS_close, state->channel, 0, 0, 0);
	CALL(SYS_rt_sigprocmask, SIG_UNBLOCK, &set, 0, 8);
	return 1;
}

/* ---- the server ---- */

static void receive_batch(void)
{
	struct forks_batch head;

	receive(state->channel, &head, sizeof(head));
	if (head.count > FORKS_ITEMS)
		leave(BROKEN);
	if (head.bytes > state->batch_room) {
		if (state->batch_room)
			CALL(SYS_munmap, state->batch, state->batch_room, 0, 0);
		state->batch_room = (head.bytes + PAGE - 1) & ~(PAGE - 1);
		state->batch = map_pages(state->batch_room, MAP_PRIVATE);
		/* A child does not need the batch, and a fork without it is faster. */
		if (!state->hello.reuses)
			CALL(SYS_madvise, state->batch, state->batch_room, MADV_DONTFORK, 0);
	}
	receive(state->channel, state->batch, head.bytes);
	state->count = head.count;
	const char *at = state->batch;
	for (uint64_t i = 0; i < head.count; i++) {
		const struct forks_item *item = (const struct forks_item *)at;
		state->items[i] = item;
		at += (sizeof(*item) + item->word_bytes + item->data_bytes + 7) & ~UINT64_C(7);
	}
}

/* Both functions return true in a child. */
static int serve_children(void)
{
	for (uint64_t i = 0; i < state->count; i++) {
		struct rusage usage;
		int status;
		long pid;
		prepare(i);
		state->progress->place = PLACE(0, i, IN_ITEM);
		state->progress->began_wall_ns = clock_ns(CLOCK_MONOTONIC);
		if (fork_child(&pid))
			return 1;
		const uint32_t hits = await_child(pid, &status, &usage);
		struct forks_answer answer = make_answer(status, hits, &usage);
		add_answer(&answer, 0);
	}
	return 0;
}

static int serve_workers(void)
{
	for (uint64_t i = 0; i < state->count;) {
		struct rusage usage;
		int status;
		long pid;
		state->progress->place = PLACE(state->used, i, BEFORE_ITEM);
		state->progress->began_wall_ns = clock_ns(CLOCK_MONOTONIC);
		state->progress->began_cpu_ns = 0;
		if (fork_child(&pid))
			return 1;
		const uint32_t hits = await_child(pid, &status, &usage);
		const uint64_t place = state->progress->place;
		state->used = PLACE_USED(place);
		i = PLACE_INDEX(place);
		if (PLACE_PHASE(place) == BEFORE_ITEM)
			continue;
		if (PLACE_PHASE(place) == DOES_NOT_FIT)
			status = state->progress->status;
		struct forks_answer answer = make_answer(status, hits, &usage);
		add_answer(&answer, 0);
		i++;
	}
	return 0;
}

/* Returns only in children. */
static void serve(void)
{
	for (;;) {
		receive_batch();
		if (state->hello.reuses ? serve_workers() : serve_children())
			return;
		flush();
	}
}

/* ---- memory that a worker restores ---- */

FORKS_LINKAGE char __data_start, _end; /* defined by the linker */
FORKS_LINKAGE const Elf64_Ehdr __ehdr_start;

static int is_zero(const char *page)
{
	const uint64_t *words = (const uint64_t *)page;

	for (uint64_t i = 0; i < PAGE / sizeof(*words); i++)
		if (words[i])
			return 0;
	return 1;
}

static int add_range(char *start, char *end, int is_empty)
{
	struct range *range = &state->ranges[state->range_count];

	if (start == end)
		return 0;
	if (state->range_count == RANGES)
		return -1;
	range->start = start;
	range->copy = is_empty ? NULL : start; /* until the copy is made */
	range->size = (uint64_t)(end - start);
	state->range_count++;
	return 0;
}

/* Memory that is all zero, as in large arrays, is dropped some pages at a time and not copied.
 * Reading it has made page table entries, which every fork would copy. */
static int scan(char *start, char *end)
{
	char *copied = start;
	char *page = (char *)(((uint64_t)start + PAGE - 1) & ~(PAGE - 1));

	while (page + PAGE <= end) {
		char *zeros = page;
		while (zeros + PAGE <= end && is_zero(zeros))
			zeros += PAGE;
		if ((uint64_t)(zeros - page) >= MIN_ZERO_PAGES * PAGE) {
			CALL(SYS_madvise, page, zeros - page, MADV_DONTNEED, 0);
			if (add_range(copied, page, 0) || add_range(page, zeros, 1))
				return -1;
			copied = zeros;
		}
		page = zeros + PAGE;
	}
	return add_range(copied, end, 0);
}

/* The thread-local variables are at the start of the heap, just below the address in fs. */
static char *thread_start(void)
{
	const Elf64_Phdr *headers =
		(const Elf64_Phdr *)((const char *)&__ehdr_start + __ehdr_start.e_phoff);
	uint64_t size = 0, fs;

	__asm__("movq %%fs:0, %0" : "=r"(fs));
	for (int i = 0; i < __ehdr_start.e_phnum; i++)
		if (headers[i].p_type == PT_TLS)
			size = (headers[i].p_memsz + headers[i].p_align - 1) &
			       ~(headers[i].p_align - 1);
	return (char *)(fs - size);
}

/* -1: the memory of this program cannot be restored, so each item gets its own process. */
static int take_snapshot(void)
{
	char *thread = thread_start(), *at;
	uint64_t size = 0;

	state->brk_at = (uint64_t)CALL(SYS_brk, 0, 0, 0, 0);
	char *heap_end = (char *)state->brk_at;
	if (thread < &_end || thread >= heap_end ||
		(uint64_t)(&_end - &__data_start) > MAX_SCAN_BYTES ||
		(uint64_t)(heap_end - thread) > MAX_SCAN_BYTES || scan(&__data_start, &_end) ||
		scan(thread, heap_end))
		return -1;
	for (uint64_t i = 0; i < state->range_count; i++)
		size += state->ranges[i].copy ? state->ranges[i].size : 0;
	if (size > MAX_SNAPSHOT_BYTES)
		return -1;
	at = map_pages(size, MAP_PRIVATE);
	for (uint64_t i = 0; i < state->range_count; i++) {
		struct range *range = &state->ranges[i];
		if (!range->copy)
			continue;
		range->copy = at;
		copy(at, range->start, range->size);
		at += range->size;
	}
	return 0;
}

static void restore(void)
{
	static const uint32_t mxcsr = 0x1f80;

	CALL(SYS_brk, state->brk_at, 0, 0, 0);
	for (uint64_t i = 0; i < state->range_count; i++) {
		const struct range *range = &state->ranges[i];
		if (range->copy)
			copy(range->start, range->copy, range->size);
		else
			CALL(SYS_madvise, range->start, range->size, MADV_DONTNEED, 0);
	}
	for (uint64_t i = 0; i < state->map_count; i++)
		CALL(SYS_munmap, state->maps[i].start, state->maps[i].size, 0, 0);
	state->map_count = 0;
	CALL(SYS_close_range, 3, state->files[0] - 1, 0, 0);
	CALL(SYS_close_range, state->files[2] + 1, ~0u, 0, 0);
	for (int i = 0; i < 3; i++)
		CALL(SYS_dup3, state->files[i], i, 0, 0);
	__asm__ volatile("fninit\n\tldmxcsr %0" : : "m"(mxcsr));
}

/* ---- a worker ---- */

FORKS_LINKAGE int __real_main(int, char **, char **);

static int64_t cpu_ns(void)
{
	return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

/* Called after an item. */
static void answer_item(uint64_t index)
{
	struct progress *progress = state->progress;
	struct forks_answer answer = {0, 0, 0, 0, 0, 0, 0};
	struct rusage usage;

	answer.status = progress->status;
	answer.cpu_time_ns = cpu_ns() - progress->began_cpu_ns;
	if (answer.cpu_time_ns > state->hello.cpu_time_ns)
		answer.hits |= FORKS_HIT_CPU;
	CALL(SYS_getrusage, RUSAGE_SELF, &usage, 0, 0);
	answer.memory_bytes = (uint64_t)usage.ru_maxrss * 1024;
	if (!add_answer(&answer, 1)) {
		progress->place = PLACE(state->used, index, DOES_NOT_FIT);
		leave(0);
	}
	progress->place = PLACE(state->used, index + 1, BEFORE_ITEM);
	if (state->is_spoiled || !__libc_single_threaded)
		leave(0);
}

__attribute__((noreturn, noinline)) static void work(char **envp)
{
	struct progress *progress = state->progress;

	state->is_worker = 1;
	for (int is_first = 1; PLACE_INDEX(progress->place) < state->count; is_first = 0) {
		if (!is_first)
			restore();
		prepare(PLACE_INDEX(progress->place));
		progress->began_cpu_ns = cpu_ns();
		progress->began_wall_ns = clock_ns(CLOCK_MONOTONIC);
		progress->place = PLACE(state->used, PLACE_INDEX(progress->place), IN_ITEM);
		if (!__builtin_setjmp(state->resume))
			exit(__real_main(state->argc, state->argv, envp));
		progress = state->progress;
		answer_item(PLACE_INDEX(progress->place));
	}
	leave(0);
}

/* The end of exit and similar functions. */
FORKS_LINKAGE __attribute__((noreturn)) void __wrap__exit(int status)
{
	if (!state || !state->is_worker)
		leave(status);
	state->progress->status = (status & 0xff) << 8;
	__builtin_longjmp(state->resume, 1);
}

FORKS_LINKAGE __attribute__((noreturn)) void __wrap__Exit(int status)
{
	__wrap__exit(status);
}

/* Records large heap blocks, which are separate mappings. */
static void *note_map(void *start, size_t size)
{
	if (!state || !state->is_worker || start == MAP_FAILED)
		return start;
	if (state->map_count == MAPS) {
		state->is_spoiled = 1;
		return start;
	}
	state->maps[state->map_count].start = (char *)start;
	state->maps[state->map_count++].size = size;
	return start;
}

#define WRAP_MMAP(name)                                                                            \
	FORKS_LINKAGE void *__real_##name(void *, size_t, int, int, int, long);                    \
	FORKS_LINKAGE void *__wrap_##name(                                                         \
		void *at, size_t size, int protection, int flags, int fd, long offset)             \
	{                                                                                          \
		return note_map(__real_##name(at, size, protection, flags, fd, offset), size);     \
	}
WRAP_MMAP(mmap)
WRAP_MMAP(mmap64)
WRAP_MMAP(__mmap)

#define WRAP_MREMAP(name)                                                                          \
	FORKS_LINKAGE void *__real_##name(void *, size_t, size_t, int, void *);                    \
	FORKS_LINKAGE void *__wrap_##name(void *at, size_t old, size_t size, int flags, void *to)  \
	{                                                                                          \
		if (state)                                                                         \
			state->is_spoiled = 1;                                                     \
		return __real_##name(at, old, size, flags, to);                                    \
	}
WRAP_MREMAP(mremap)
WRAP_MREMAP(__mremap)

/* ---- start ---- */

static void move_channel(void)
{
	const long channel = CALL(SYS_fcntl, 0, F_DUPFD_CLOEXEC, 3, 0);

	if (channel < 0)
		leave(BROKEN);
	state->channel = (int)channel;
	for (int to = 0; to < 3; to++) {
		state->files[to] = to;
		const long file = CALL(SYS_memfd_create, "file", 0, 0, 0);
		if (file < 0 || CALL(SYS_dup3, file, to, 0, 0) < 0)
			leave(BROKEN);
		CALL(SYS_close, file, 0, 0, 0);
	}
}

/* 0: they are consecutive. */
static int keep_files(void)
{
	for (int i = 0; i < 3; i++) {
		const long kept = CALL(SYS_fcntl, i, F_DUPFD, FILES_FROM, 0);
		if (kept != FILES_FROM + i)
			return -1;
		state->files[i] = (int)kept;
	}
	return 0;
}

static void say_ready(uint64_t what)
{
	const struct forks_ready ready = {FORKS_MAGIC, what};

	send_all(&ready, sizeof(ready));
}

static void start(const struct forks_hello *hello, char *name)
{
	const uint64_t set = UINT64_C(1) << (SIGCHLD - 1);

	state = (struct state *)map_pages((sizeof(*state) + PAGE - 1) & ~(PAGE - 1), MAP_PRIVATE);
	state->hello = *hello;
	state->argv[0] = name;
	state->key = (uint64_t *)map_pages(PAGE, MAP_PRIVATE);
	if (CALL(SYS_madvise, state->key, PAGE, MADV_WIPEONFORK, 0))
		leave(BROKEN);
	state->key[0] = hello->key[0];
	state->key[1] = hello->key[1];
	state->hello.key[0] = state->hello.key[1] = 0;
	state->progress = (struct progress *)map_pages(PAGE, MAP_SHARED);
	state->answers = map_pages(ANSWERS_BYTES, hello->reuses ? MAP_SHARED : MAP_PRIVATE);
	if (!hello->reuses)
		CALL(SYS_madvise, state->answers, ANSWERS_BYTES, MADV_DONTFORK, 0);
	move_channel();
	CALL(SYS_rt_sigprocmask, SIG_BLOCK, &set, 0, 8);
	set_file_limit(file_limit());
}

__attribute__((constructor(101))) static void serve_early(int argc, char **argv, char **envp)
{
	struct forks_hello hello;

	(void)argc;
	(void)envp;
	receive(0, &hello, sizeof(hello));
	if (hello.magic != FORKS_MAGIC)
		leave(BROKEN);
	start(&hello, argv[0]);
	/* A child must not find the key on this stack either. */
	wipe(&hello, sizeof(hello));
	if (!state->hello.is_early) {
		/* If the program reads it, the offset changes. */
		fill_input("\n", 1);
		return;
	}
	state->hello.reuses = 0;
	say_ready(FORKS_READY);
	serve();
}

/* True if a constructor has used standard input or output. */
static int is_too_late(void)
{
	const long at = CALL(SYS_lseek, 0, 0, SEEK_CUR, 0);

	return at != 0 || file_size(1) || file_size(2);
}

FORKS_LINKAGE int __wrap_main(int argc, char **argv, char **envp)
{
	(void)argc;
	(void)argv;
	if (!state->hello.is_early) {
		if (is_too_late()) {
			say_ready(FORKS_TOO_LATE);
			leave(0);
		}
		if (state->hello.reuses && (take_snapshot() || keep_files()))
			state->hello.reuses = 0;
		say_ready(FORKS_READY);
		serve();
		if (state->hello.reuses)
			work(envp);
	}
	return __real_main(state->argc, state->argv, envp);
}
