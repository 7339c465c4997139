/* SPDX-License-Identifier: MIT */
/*
 * A core is held by one process at a time, in turns. This file defines as_sandbox_pin, which the
 * linker prefers to the library's; the core numbers exist on no machine, so that no other process
 * holds them.
 */
#include "run.h"
#include "support/skip.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#define HOUR_NS INT64_C(3600000000000)

static int first_core, second_core;
static int pinned_core = -1;

void as_sandbox_pin(struct as_sandbox *sandbox, int core)
{
	(void)sandbox;
	pinned_core = core;
}

/* Tests run at the same time, in a process each. */
static void choose_cores(void)
{
	first_core = 1000000 + 2 * getpid();
	second_core = first_core + 1;
}
TestSuite(core, .init = choose_cores, .timeout = 600);

static void hold(int core, struct as_core_name *name)
{
	cr_assert_eq(as_core_name_bind(name, core), 0);
}

static void close_cores(struct as_cores **cores)
{
	as_cores_close(*cores);
}

static struct as_cores *open_cores(size_t count)
{
	struct as_cores *cores =
		as_cores_open_numbers((int[]){first_core, second_core}, count, NULL);
	cr_assert_not_null(cores);
	return cores;
}

/* ---- a worker ---- */

struct party {
	struct as_engine engine;
	struct as_open_package opened;
	struct as_judging judging;
	struct as_worker worker;
};

static void party_clear(struct party *party)
{
	as_cores_close(party->engine.cores);
}

static void prepare(struct party *party)
{
	*party = (struct party){0};
	party->engine.cores = open_cores(2);
	party->engine.config.core_wait_ns = 1;
	pthread_mutex_init(&party->engine.lock, NULL);
	party->opened.engine = &party->engine;
	party->judging.opened = &party->opened;
	/* Passed to as_sandbox_pin above, which ignores it. */
	party->worker = (struct as_worker){.engine = &party->engine,
		.judging = &party->judging,
		.sandbox = (struct as_sandbox *)party,
		.core = first_core};
}

Test(core, a_worker_keeps_its_core_while_that_is_free)
{
	AS_AUTO(party_clear) struct party party;
	AS_AUTO_CORE struct as_core core = AS_CORE_INIT;
	prepare(&party);
	party.worker.core = second_core;
	as_core_claim(&party.worker, "secret/1", &core);
	cr_expect_eq(core.number, second_core);
	cr_expect_eq(party.worker.core, second_core);
	cr_expect_eq(pinned_core, second_core);
	cr_expect_not(core.waited);
}

Test(core, a_worker_moves_from_a_core_that_is_held)
{
	AS_AUTO(party_clear) struct party party;
	struct as_core_name taken;
	AS_AUTO_CORE struct as_core core = AS_CORE_INIT;
	prepare(&party);
	hold(first_core, &taken);
	as_core_claim(&party.worker, "secret/1", &core);
	cr_expect_eq(core.number, second_core);
	cr_expect_eq(party.worker.core, second_core);
	cr_expect_eq(pinned_core, second_core);
	cr_expect_not(party.judging.core_shared);
}

static void add_note(void *context, const char *what)
{
	strcat(strcat(context, what), "; ");
}

Test(core, if_no_queue_moves_it_waits_once_then_shares_and_reports_it)
{
	static const char once[] = "waiting for a free core; secret/1; ";
	AS_AUTO(party_clear) struct party party;
	struct as_core_name first, second;
	AS_AUTO_CORE struct as_core core = AS_CORE_INIT;
	char notes[200] = "";
	prepare(&party);
	party.engine.config.core_wait_ns = 20000000;
	party.engine.config.note = add_note;
	party.engine.config.note_context = notes;
	hold(first_core, &first);
	hold(second_core, &second);
	as_core_claim(&party.worker, "secret/1", &core);
	cr_expect_eq(core.number, -1);
	cr_expect(party.judging.core_shared);
	cr_expect_eq(pinned_core, first_core);
	cr_expect_str_eq(notes, once);
	/* The next does not wait: with this limit it would exceed the test's time. */
	party.judging.core_shared = false;
	party.engine.config.core_wait_ns = HOUR_NS;
	as_core_claim(&party.worker, "secret/1", &core);
	cr_expect_eq(core.number, -1);
	cr_expect(party.judging.core_shared);
	cr_expect_str_eq(notes, once);
	/* A returned core leaves no state. */
	as_core_name_release(&second);
	as_core_claim(&party.worker, "secret/2", &core);
	cr_expect_eq(core.number, second_core);
	cr_expect_str_eq(notes, once);
}

/* ---- waiting ---- */

/* A thread that waits for a core, and reports by a byte. */
struct waiter {
	struct as_cores *cores;
	struct as_core_request wish;
	struct as_core core;
	int result;
	int said[2];
	long switches; /* while it waited */
	pthread_t thread;
};

static long switches_now(void)
{
	struct rusage usage;
	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_nvcsw;
}

static void say_waiting(void *context, bool is_long)
{
	struct waiter *waiter = context;

	if (is_long)
		return;
	cr_assert_eq(write(waiter->said[1], "w", 1), 1);
	waiter->switches = switches_now();
}

static void *take(void *context)
{
	struct waiter *waiter = context;
	waiter->result = as_core_take(waiter->cores, &waiter->wish, &waiter->core);
	waiter->switches = switches_now() - waiter->switches;
	return NULL;
}

static void await_byte(int fd)
{
	char byte;
	cr_assert_eq(read(fd, &byte, 1), 1);
}

/* Returns when it is in the queue. */
static void start_waiter(struct waiter *waiter, struct as_cores *cores, struct as_core_request wish)
{
	*waiter = (struct waiter){.cores = cores, .wish = wish};
	waiter->wish.patience_ns = wish.patience_ns ? wish.patience_ns : HOUR_NS;
	waiter->wish.waiting = say_waiting;
	waiter->wish.context = waiter;
	cr_assert_eq(pipe2(waiter->said, O_CLOEXEC), 0);
	cr_assert_eq(pthread_create(&waiter->thread, NULL, take, waiter), 0);
	await_byte(waiter->said[0]);
}

static void end_waiter(struct waiter *waiter)
{
	cr_assert_eq(pthread_join(waiter->thread, NULL), 0);
	close(waiter->said[0]), close(waiter->said[1]);
}

static const struct as_core_request any = {.preferred = -1, .patience_ns = HOUR_NS};

Test(core, a_waiter_comes_before_the_last_holder)
{
	AS_AUTO(close_cores) struct as_cores *cores = open_cores(1);
	struct waiter waiter;
	AS_AUTO_CORE struct as_core core = AS_CORE_INIT;
	struct as_core_request short_wish = any;
	cr_assert_eq(as_core_take(cores, &any, &core), 0);
	start_waiter(&waiter, cores, any);
	as_core_give_back(&core);
	/* Regardless of whether the other one has noticed it. */
	short_wish.patience_ns = 1;
	cr_expect_eq(as_core_take(cores, &short_wish, &core), -1);
	end_waiter(&waiter);
	cr_expect_eq(waiter.result, 0);
	cr_expect(waiter.core.waited);
	cr_expect_eq(waiter.core.number, first_core);
	as_core_give_back(&waiter.core);
	cr_expect_eq(as_core_take(cores, &any, &core), 0);
}

Test(core, a_waiter_sleeps)
{
	AS_AUTO(close_cores) struct as_cores *cores = open_cores(2);
	struct waiter waiter;
	struct as_core_name first, second;
	hold(first_core, &first);
	hold(second_core, &second);
	start_waiter(&waiter, cores, any);
	usleep(500000);
	as_core_name_release(&second);
	end_waiter(&waiter);
	cr_expect_eq(waiter.core.number, second_core);
	/* Polling every 5 ms would make a hundred. */
	cr_expect_leq(waiter.switches, 5, "%ld", waiter.switches);
	/* It has left the other queue. */
	as_core_name_release(&first);
	AS_AUTO_CORE struct as_core core = AS_CORE_INIT;
	cr_expect_eq(as_core_take(cores, &any, &core), 0);
	cr_expect_eq(core.number, first_core);
	as_core_give_back(&waiter.core);
}

/* Each reports when it has the core. */
static void take_in_child(int to_parent, int log)
{
	struct as_core core = AS_CORE_INIT;
	struct waiter waiter = {.said = {-1, to_parent}};
	struct as_core_request wish = any;
	struct as_cores *cores = as_cores_open_numbers(&first_core, 1, NULL);
	wish.waiting = say_waiting;
	wish.context = &waiter;
	if (!cores || as_core_take(cores, &wish, &core) || write(log, "c", 1) != 1)
		_exit(1);
	as_core_give_back(&core);
	_exit(0);
}

Test(core, a_process_that_waits_comes_before_the_one_that_releases)
{
	AS_AUTO(close_cores) struct as_cores *cores = open_cores(1);
	struct as_core core = AS_CORE_INIT;
	int said[2], log[2];
	char order[41] = "";
	cr_assert_eq(pipe2(said, O_CLOEXEC), 0);
	cr_assert_eq(pipe2(log, O_CLOEXEC), 0);
	cr_assert_eq(as_core_take(cores, &any, &core), 0);
	for (int i = 0; i < 20; i++) {
		pid_t pid = fork();
		if (pid == 0) {
			/* Otherwise it would outlive its holder. */
			close(core.name.listen_fd);
			take_in_child(said[1], log[1]);
		}
		await_byte(said[0]);
		as_core_give_back(&core);
		cr_assert_eq(as_core_take(cores, &any, &core), 0);
		cr_assert_eq(write(log[1], "p", 1), 1);
		cr_assert_eq(waitpid(pid, NULL, 0), pid);
	}
	cr_assert_eq(read(log[0], order, 40), 40);
	cr_expect_str_eq(order, "cpcpcpcpcpcpcpcpcpcpcpcpcpcpcpcpcpcpcpcp");
	as_core_give_back(&core);
}

Test(core, a_killed_holder_wakes_the_waiter)
{
	AS_AUTO(close_cores) struct as_cores *cores = open_cores(1);
	struct waiter waiter;
	int said[2];
	cr_assert_eq(pipe2(said, O_CLOEXEC), 0);
	pid_t pid = fork();
	if (pid == 0) {
		static struct as_core_name name;
		_exit(as_core_name_bind(&name, first_core) || write(said[1], "h", 1) != 1
				? 1
				: pause());
	}
	await_byte(said[0]);
	start_waiter(&waiter, cores, any);
	kill(pid, SIGKILL);
	end_waiter(&waiter);
	cr_assert_eq(waitpid(pid, NULL, 0), pid);
	cr_expect_eq(waiter.result, 0);
	as_core_give_back(&waiter.core);
}

Test(core, a_cancelled_judge_does_not_wait)
{
	AS_AUTO(close_cores) struct as_cores *cores = open_cores(1);
	struct waiter waiter;
	struct as_core_name taken;
	AS_AUTO_CORE struct as_core core = AS_CORE_INIT;
	atomic_bool cancel = true;
	struct as_core_request wish = any;
	wish.cancel = &cancel;
	hold(first_core, &taken);
	cr_expect_eq(as_core_take(cores, &wish, &core), -1);
	cr_expect_not(core.waited);
	cancel = false;
	start_waiter(&waiter, cores, wish);
	cancel = true;
	end_waiter(&waiter);
	cr_expect_eq(waiter.result, -1);
	/* It is not in the queue any more. */
	cr_expect(as_core_name_release(&taken));
	cr_expect_eq(as_core_take(cores, &any, &core), 0);
}

Test(core, it_takes_only_the_preferred_core_if_requested)
{
	AS_AUTO(close_cores) struct as_cores *cores = open_cores(2);
	struct waiter waiter;
	struct as_core_name taken;
	struct as_core_request wish = {.preferred = second_core, .only = true};
	hold(second_core, &taken);
	start_waiter(&waiter, cores, wish);
	as_core_name_release(&taken);
	end_waiter(&waiter);
	cr_expect_eq(waiter.core.number, second_core);
	as_core_give_back(&waiter.core);
}

/* ---- a crowd ---- */

static atomic_int inside, max_inside;

static void *take_often(void *context)
{
	for (int i = 0; i < 300; i++) {
		struct as_core core = AS_CORE_INIT;
		cr_assert_eq(as_core_take(context, &any, &core), 0);
		int now = atomic_fetch_add(&inside, 1) + 1, max = max_inside;
		while (now > max && !atomic_compare_exchange_weak(&max_inside, &max, now))
			;
		sched_yield();
		atomic_fetch_sub(&inside, 1);
		as_core_give_back(&core);
	}
	return NULL;
}

Test(core, with_many_waiters_no_core_is_held_twice_and_each_gets_its_turn)
{
	AS_AUTO(close_cores) struct as_cores *cores = open_cores(2);
	pthread_t threads[6];
	for (size_t i = 0; i < 6; i++)
		cr_assert_eq(pthread_create(&threads[i], NULL, take_often, cores), 0);
	for (size_t i = 0; i < 6; i++)
		cr_assert_eq(pthread_join(threads[i], NULL), 0);
	cr_expect_leq(max_inside, 2);
}

/* ---- hostile holders and waiters ---- */

static int bind_as(int core, int backlog)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	int length = snprintf(address.sun_path + 1, 100, "assay-core-%d", core);
	socklen_t size =
		(socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1) + (socklen_t)length;
	cr_assert_eq(bind(fd, (const struct sockaddr *)&address, size), 0);
	if (backlog >= 0)
		cr_assert_eq(listen(fd, backlog), 0);
	return fd;
}

static void count_call(void *context, bool is_long)
{
	(void)is_long;
	++*(int *)context;
}

/* It waits and ends without a core; the next request does not wait. */
static void expect_failed_wait(size_t count)
{
	AS_AUTO(close_cores) struct as_cores *cores = open_cores(count);
	int calls = 0;
	AS_AUTO_CORE struct as_core core = AS_CORE_INIT;
	struct as_core_request wish = {
		.preferred = -1, .patience_ns = 10000000, .waiting = count_call, .context = &calls};
	cr_expect_eq(as_core_take(cores, &wish, &core), -1);
	cr_expect_eq(calls, 1);
	wish.patience_ns = HOUR_NS;
	cr_expect_eq(as_core_take(cores, &wish, &core), -1);
	cr_expect_eq(calls, 1);
}

Test(core, waiting_for_a_holder_that_does_not_listen_fails)
{
	AS_AUTO_FD int deaf = bind_as(first_core, -1);
	cr_assert_geq(deaf, 0);
	expect_failed_wait(1);
}

Test(core, waiting_in_a_full_queue_fails)
{
	AS_AUTO_FD int full = bind_as(first_core, 0);
	AS_AUTO_FD int other = as_core_name_join(first_core);
	cr_assert_geq(full, 0);
	cr_assert_geq(other, 0);
	expect_failed_wait(1);
}

static void *hang_up(void *context)
{
	for (int fd; (fd = accept(*(int *)context, NULL, NULL)) >= 0; close(fd))
		;
	return NULL;
}

Test(core, waiting_for_a_holder_that_closes_all_connections_fails)
{
	pthread_t thread;
	int rude = bind_as(first_core, 100);
	cr_assert_eq(pthread_create(&thread, NULL, hang_up, &rude), 0);
	expect_failed_wait(1);
	shutdown(rude, SHUT_RDWR);
	cr_assert_eq(pthread_join(thread, NULL), 0);
	close(rude);
}

Test(core, waiting_for_a_waiter_that_never_releases_fails)
{
	struct as_core_name name = AS_CORE_NAME_INIT;
	hold(first_core, &name);
	/* It never reads its messages. */
	AS_AUTO_FD int other = as_core_name_join(first_core);
	cr_assert_geq(other, 0);
	as_core_name_release(&name);
	expect_failed_wait(1);
}

Test(core, a_core_that_moves_again_is_waited_for_again)
{
	AS_AUTO(close_cores) struct as_cores *cores = open_cores(1);
	struct as_core_name name = AS_CORE_NAME_INIT;
	struct waiter waiter;
	AS_AUTO_CORE struct as_core core = AS_CORE_INIT;
	struct as_core_request wish = {.preferred = -1, .patience_ns = 1};
	hold(first_core, &name);
	cr_expect_eq(as_core_take(cores, &wish, &core), -1);
	/* Another process waits behind the watch that this one left, and gets the core. */
	AS_AUTO_FD int other = as_core_name_join(first_core);
	as_core_name_release(&name);
	enum as_core_message news;
	while ((news = as_core_name_receive(other, first_core, &name)) == AS_CORE_MOVED)
		;
	cr_assert_eq(news, AS_CORE_MINE);
	start_waiter(&waiter, cores, any);
	as_core_name_release(&name);
	end_waiter(&waiter);
	cr_expect_eq(waiter.result, 0);
	as_core_give_back(&waiter.core);
}

/* ---- other users ---- */

static void become(uid_t uid)
{
	if (setresgid(uid, uid, uid) || setresuid(uid, uid, uid))
		_exit(2);
}

/* Children of several users alternate: a waiting one gets the core before the last holder. */
Test(core, users_that_do_not_trust_each_other_take_turns)
{
	int said[2], status;
	skip_unless(geteuid() == 0, "root", "only root can become another user");
	cr_assert_eq(pipe2(said, O_CLOEXEC), 0);
	int listening[2];
	cr_assert_eq(pipe2(listening, O_CLOEXEC), 0);
	pid_t holder = fork();
	if (holder == 0) {
		struct as_cores *cores = as_cores_open_numbers(&first_core, 1, NULL);
		struct as_core core;
		char byte;
		become(60001);
		if (!cores || as_core_take(cores, &any, &core) || write(said[1], "h", 1) != 1 ||
			read(listening[0], &byte, 1) != 1)
			_exit(1);
		as_core_give_back(&core);
		_exit(as_core_take(cores, &any, &core) || !core.waited ? 3 : 0);
	}
	await_byte(said[0]);
	pid_t other = fork();
	if (other == 0) {
		become(60002);
		take_in_child(listening[1], said[1]);
	}
	cr_assert_eq(waitpid(other, &status, 0), other);
	cr_expect_eq(status, 0);
	cr_assert_eq(waitpid(holder, &status, 0), holder);
	cr_expect_eq(status, 0);
}

Test(core, root_does_not_accept_a_core_from_other_users)
{
	AS_AUTO(close_cores) struct as_cores *cores = open_cores(1);
	struct waiter waiter;
	int said[2], go[2];
	skip_unless(geteuid() == 0, "root", "others cannot become other users");
	cr_assert_eq(pipe2(said, O_CLOEXEC), 0);
	cr_assert_eq(pipe2(go, O_CLOEXEC), 0);
	pid_t pid = fork();
	if (pid == 0) {
		static struct as_core_name name;
		become(60001);
		char byte;
		if (as_core_name_bind(&name, first_core) || write(said[1], "h", 1) != 1 ||
			read(go[0], &byte, 1) != 1)
			_exit(1);
		_exit(as_core_name_release(&name) ? 3 : 0);
	}
	await_byte(said[0]);
	start_waiter(&waiter, cores, any);
	cr_assert_eq(write(go[1], "g", 1), 1);
	end_waiter(&waiter);
	int status;
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	cr_expect_eq(status, 0, "it gave it to a process that does not trust it");
	cr_expect_eq(waiter.result, 0);
	as_core_give_back(&waiter.core);
}
