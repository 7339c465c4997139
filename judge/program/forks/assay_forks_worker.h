/* SPDX-License-Identifier: MIT */
/* The worker of a fork server: the memory that it restores, its items, and the functions of the
 * program that are wrapped for it. Included by assay_forks.c only. */
#ifndef ASSAY_FORKS_WORKER_H
#define ASSAY_FORKS_WORKER_H

#include "assay_forks_base.h"

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
	struct range *range = &state->memory.ranges[state->memory.range_count];

	if (start == end)
		return 0;
	if (state->memory.range_count == RANGES)
		return -1;
	range->start = start;
	range->copy = is_empty ? NULL : start; /* until the copy is made */
	range->size = (uint64_t)(end - start);
	state->memory.range_count++;
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

	state->memory.brk_at = (uint64_t)CALL(SYS_brk, 0, 0, 0, 0);
	char *heap_end = (char *)state->memory.brk_at;
	if (thread < &_end || thread >= heap_end ||
		(uint64_t)(&_end - &__data_start) > MAX_SCAN_BYTES ||
		(uint64_t)(heap_end - thread) > MAX_SCAN_BYTES || scan(&__data_start, &_end) ||
		scan(thread, heap_end))
		return -1;
	for (uint64_t i = 0; i < state->memory.range_count; i++)
		size += state->memory.ranges[i].copy ? state->memory.ranges[i].size : 0;
	if (size > MAX_SNAPSHOT_BYTES)
		return -1;
	at = map_pages(size, MAP_PRIVATE);
	for (uint64_t i = 0; i < state->memory.range_count; i++) {
		struct range *range = &state->memory.ranges[i];
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

	CALL(SYS_brk, state->memory.brk_at, 0, 0, 0);
	for (uint64_t i = 0; i < state->memory.range_count; i++) {
		const struct range *range = &state->memory.ranges[i];
		if (range->copy)
			copy(range->start, range->copy, range->size);
		else
			CALL(SYS_madvise, range->start, range->size, MADV_DONTNEED, 0);
	}
	for (uint64_t i = 0; i < state->memory.map_count; i++)
		CALL(SYS_munmap, state->memory.maps[i].start, state->memory.maps[i].size, 0, 0);
	state->memory.map_count = 0;
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
	struct rusage usage;

	CALL(SYS_getrusage, RUSAGE_SELF, &usage, 0, 0);
	struct forks_answer answer = make_answer(progress->status, 0, cpu_ns(), &usage);
	if (!add_answer(&answer, 1)) {
		progress->place = PLACE(state->used, index, DOES_NOT_FIT);
		leave(0);
	}
	progress->place = PLACE(state->used, index + 1, BEFORE_ITEM);
	if (state->is_spoiled || !__libc_single_threaded)
		leave(0);
}

__attribute__((noreturn, noinline)) static void work_on_items(char **envp)
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
	if (state->memory.map_count == MAPS) {
		state->is_spoiled = 1;
		return start;
	}
	state->memory.maps[state->memory.map_count].start = (char *)start;
	state->memory.maps[state->memory.map_count++].size = size;
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

#endif
