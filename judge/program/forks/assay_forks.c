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
#include "assay_forks_base.h"
#include "assay_forks_worker.h"

/* ---- a child ---- */

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

/* Finds where a worker ended. True: in an item, which the caller must answer. */
static int worker_ended(uint64_t *index, int *status)
{
	const uint64_t place = state->progress->place;

	state->used = PLACE_USED(place);
	*index = PLACE_INDEX(place);
	if (PLACE_PHASE(place) == DOES_NOT_FIT)
		*status = state->progress->status;
	return PLACE_PHASE(place) != BEFORE_ITEM;
}

/* True in a child: it runs one item or, as a worker, all items from that item on. */
static int serve_batch(void)
{
	const int reuses = (int)state->hello.reuses;

	for (uint64_t i = 0; i < state->count;) {
		struct rusage usage;
		int status;
		long pid;
		if (!reuses)
			prepare(i);
		state->progress->place = PLACE(state->used, i, reuses ? BEFORE_ITEM : IN_ITEM);
		state->progress->began_wall_ns = clock_ns(CLOCK_MONOTONIC);
		state->progress->began_cpu_ns = 0;
		if (fork_child(&pid))
			return 1;
		const uint32_t hits = await_child(pid, &status, &usage);
		if (reuses && !worker_ended(&i, &status))
			continue;
		const int64_t cpu_ns = time_ns(&usage.ru_utime) + time_ns(&usage.ru_stime);
		struct forks_answer answer = make_answer(status, hits, cpu_ns, &usage);
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
		if (serve_batch())
			return;
		flush();
	}
}

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
			work_on_items(envp);
	}
	return __real_main(state->argc, state->argv, envp);
}
