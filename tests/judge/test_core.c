/* SPDX-License-Identifier: MIT */
/*
 * Cores are held by one at a time. as_sandbox_pin is this file's own, which the linker takes before
 * the library's; the numbers are those of cores that no machine has, so that nobody else holds
 * them.
 */
#include "judging.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

static int first_core, second_core;
static int pinned_core = -1;

void as_sandbox_pin(struct as_sandbox *sandbox, int core)
{
	(void)sandbox;
	pinned_core = core;
}

/* Tests run at the same time, each as a process. */
static void choose_cores(void)
{
	first_core = 1000000 + 2 * getpid();
	second_core = first_core + 1;
}
TestSuite(core, .init = choose_cores, .timeout = 60);

struct party {
	struct as_judge judge;
	struct as_judging judging;
	struct as_worker worker;
	int cores[2];
};

static void prepare(struct party *party)
{
	*party = (struct party){.cores = {first_core, second_core}};
	party->judge = (struct as_judge){.cores = party->cores,
		.core_count = 2,
		.config = {.core_wait_ns = 1},
		.lock = PTHREAD_MUTEX_INITIALIZER};
	/* Handed to as_sandbox_pin above, which does not look. */
	party->worker = (struct as_worker){.judge = &party->judge,
		.judging = &party->judging,
		.sandbox = (struct as_sandbox *)party,
		.core = first_core};
}

Test(core, a_held_core_is_held_for_everybody_until_it_is_given_back)
{
	int held = as_core_hold(first_core);
	cr_assert_geq(held, 0);
	errno = 0;
	cr_expect_eq(as_core_hold(first_core), -1);
	cr_expect_eq(errno, EADDRINUSE);
	AS_AUTO_FD int other = as_core_hold(second_core);
	cr_expect_geq(other, 0);
	close(held);
	AS_AUTO_FD int again = as_core_hold(first_core);
	cr_expect_geq(again, 0);
}

Test(core, a_killed_holder_gives_its_core_back)
{
	int said[2];
	cr_assert_eq(pipe(said), 0);
	pid_t pid = fork();
	if (pid == 0) {
		char word = as_core_hold(first_core) >= 0 ? 'y' : 'n';
		_exit(write(said[1], &word, 1) == 1 ? pause() : 1);
	}
	char word = 0;
	cr_assert_eq(read(said[0], &word, 1), 1);
	cr_expect_eq(word, 'y');
	cr_expect_eq(as_core_hold(first_core), -1);
	kill(pid, SIGKILL);
	cr_assert_eq(waitpid(pid, NULL, 0), pid);
	AS_AUTO_FD int held = as_core_hold(first_core);
	cr_expect_geq(held, 0);
}

Test(core, a_worker_keeps_its_core_while_that_is_free)
{
	struct party party;
	prepare(&party);
	party.worker.core = second_core;
	AS_AUTO_FD int held = as_core_claim(&party.worker, "secret/1");
	cr_expect_geq(held, 0);
	cr_expect_eq(party.worker.core, second_core);
	cr_expect_eq(pinned_core, second_core);
}

Test(core, a_worker_moves_from_a_core_that_is_held)
{
	struct party party;
	prepare(&party);
	AS_AUTO_FD int taken = as_core_hold(first_core);
	AS_AUTO_FD int held = as_core_claim(&party.worker, "secret/1");
	cr_expect_geq(held, 0);
	cr_expect_eq(party.worker.core, second_core);
	cr_expect_eq(pinned_core, second_core);
	cr_expect_not(party.judging.core_shared);
}

static void add_note(void *context, const char *what)
{
	strcat(strcat(context, what), "; ");
}

Test(core, where_all_are_held_it_waits_once_and_then_shares_and_says_so)
{
	struct party party;
	char notes[200] = "";
	prepare(&party);
	party.judge.config.core_wait_ns = 20000000;
	party.judge.config.note = add_note;
	party.judge.config.progress_context = notes;
	AS_AUTO_FD int first = as_core_hold(first_core);
	AS_AUTO_FD int second = as_core_hold(second_core);
	cr_expect_eq(as_core_claim(&party.worker, "secret/1"), -1);
	cr_expect(party.judging.core_shared);
	cr_expect_eq(pinned_core, first_core);
	cr_expect_str_eq(notes, "waiting for a free core; secret/1; ");
	/* The next does not wait: with this limit it would not end within the test's time. */
	party.judging.core_shared = false;
	party.judge.config.core_wait_ns = INT64_C(3600000000000);
	cr_expect_eq(as_core_claim(&party.worker, "secret/1"), -1);
	cr_expect(party.judging.core_shared);
	cr_expect_str_eq(notes, "waiting for a free core; secret/1; ");
}

Test(core, a_cancelled_judge_does_not_wait)
{
	struct party party;
	const atomic_bool cancel = true;
	prepare(&party);
	party.judge.config.core_wait_ns = INT64_C(3600000000000);
	party.judge.config.cancel = &cancel;
	AS_AUTO_FD int first = as_core_hold(first_core);
	AS_AUTO_FD int second = as_core_hold(second_core);
	cr_expect_eq(as_core_claim(&party.worker, "secret/1"), -1);
}

static bool is_turn_taken(int core)
{
	AS_AUTO_FD int fd = as_core_hold_turn(core);
	return fd < 0 && errno == EADDRINUSE;
}

static void *claim(void *context)
{
	static int fd;
	struct party *party = context;
	fd = as_core_claim(&party->worker, "secret/1");
	return &fd;
}

/* Cores without a turn for whoever had them would go to him again: he is the faster one. */
Test(core, who_had_a_core_does_not_get_it_again_before_who_waits)
{
	struct party waiting, holding;
	pthread_t thread;
	void *got;
	prepare(&waiting);
	prepare(&holding);
	waiting.judge.core_count = holding.judge.core_count = 1;
	waiting.judge.config.core_wait_ns = INT64_C(3600000000000);
	int held = as_core_claim(&holding.worker, "secret/1");
	cr_assert_geq(held, 0);
	cr_expect_not(is_turn_taken(first_core), "it has the core and needs no turn");
	cr_assert_eq(pthread_create(&thread, NULL, claim, &waiting), 0);
	while (!is_turn_taken(first_core))
		sched_yield();
	close(held);
	/* Whether the other has it by now or not. */
	cr_expect_eq(as_core_claim(&holding.worker, "secret/2"), -1);
	cr_assert_eq(pthread_join(thread, &got), 0);
	cr_assert_geq(*(int *)got, 0);
	cr_expect_not(is_turn_taken(first_core));
	close(*(int *)got);
}
