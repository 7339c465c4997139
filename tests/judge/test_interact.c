/* SPDX-License-Identifier: MIT */
/*
 * Two programs that interact, each in a sandbox of its own: which one ended first, the limits that
 * each hit, and the transcript. Both are shell scripts here; V is the output validator, S the
 * submission.
 */
#include "interact.h"
#include "sandbox/hostile.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

#define V AS_SPEAKER_VALIDATOR
#define S AS_SPEAKER_SUBMISSION

static struct as_interaction interaction;
static struct as_run_result results[AS_SPEAKERS] = {AS_RUN_RESULT_INIT, AS_RUN_RESULT_INIT};
static struct as_transcript transcript;
static const char *command_of[AS_SPEAKERS][4];

static void open_both(void)
{
	const struct as_sandbox_config config = {
		.views = hostile_views, .view_count = hostile_view_count, .core = -1};
	struct as_error error = {0};

	for (int i = 0; i < AS_SPEAKERS; i++) {
		interaction.parties[i].sandbox = as_sandbox_open(&config, &error);
		hostile_require_open(interaction.parties[i].sandbox, &error);
		interaction.parties[i].result = &results[i];
		interaction.parties[i].request = (struct as_run_request){.argv = command_of[i],
			.profile = AS_PROFILE_RUNTIME,
			.limits = as_limits_default};
	}
	interaction.parties[V].request.limits.cpu_time_ns = INT64_C(5000000000);
	interaction.parties[V].request.limits.wall_time_ns = INT64_C(10000000000);
	interaction.accepting_statuses[0] = interaction.accepting_statuses[1] = 42;
	interaction.transcript = &transcript;
}

static void close_both(void)
{
	for (int i = 0; i < AS_SPEAKERS; i++) {
		as_run_result_clear(&results[i]);
		as_sandbox_close(interaction.parties[i].sandbox);
	}
}

TestSuite(interact, .init = open_both, .fini = close_both, .timeout = 600);

static void run_interaction(const char *validator, const char *submission)
{
	struct as_error error = {0};
	const char *const scripts[AS_SPEAKERS] = {validator, submission};

	for (int i = 0; i < AS_SPEAKERS; i++)
		memcpy(command_of[i], (const char *[]){"/bin/sh", "-c", scripts[i], NULL},
			sizeof(command_of[i]));
	transcript = (struct as_transcript){0};
	cr_assert_eq(as_interact(&interaction, &error), 0, "%s", error.text);
	for (int i = 0; i < AS_SPEAKERS; i++)
		cr_assert_not(interaction.parties[i].failed, "%s", interaction.parties[i].why.text);
}

static void expect_exits(int validator, int submission)
{
	cr_expect_eq(results[V].hits, 0u, "the validator hit %#x", results[V].hits);
	cr_expect_eq(results[S].hits, 0u, "the submission hit %#x", results[S].hits);
	cr_expect_eq(results[V].exit_code, validator, "%d, signal %d: %s", results[V].exit_code,
		results[V].signal, results[V].stderr_head.data);
	cr_expect_eq(results[S].exit_code, submission, "%d, signal %d: %s", results[S].exit_code,
		results[S].signal, results[S].stderr_head.data);
}

static void expect_transcript(const char *expected)
{
	AS_AUTO_BYTES struct as_bytes text = {0};

	cr_assert_eq(as_transcript_text(&transcript, &text, NULL), 0);
	cr_expect_str_eq(text.data, expected);
}

Test(interact, each_program_receives_the_output_of_the_other)
{
	run_interaction("echo 20; read x; echo $((x + 1)); read y; [ $y = 23 ] && exit 42; exit 43",
		"read a; echo $((a + 1)); read b; echo $((b + 1))");
	expect_exits(42, 0);
	expect_transcript("<20\n>21\n<22\n>23\n");
	cr_expect_eq(results[S].output_bytes, 6);
}

Test(interact, several_interactions_use_the_same_sandboxes)
{
	for (int i = 0; i < 5; i++) {
		run_interaction(
			"echo 1; read x; exit $x", i % 2 ? "read a; echo 42" : "read a; echo 43");
		cr_expect_eq(results[V].exit_code, i % 2 ? 42 : 43);
	}
}

Test(interact, a_submission_that_leaves_early_is_first_and_the_validator_reads_the_end)
{
	run_interaction("echo 1; echo 2; read x || exit 43; exit 42", "exit 0");
	expect_exits(43, 0);
	cr_expect(interaction.saw_end);
}

Test(interact, a_submission_that_ends_early_may_have_written_everything)
{
	run_interaction("sleep 0.3; read x; read y; read z && exit 43; [ $x$y = ab ] && exit 42",
		"echo a; echo b");
	expect_exits(42, 0);
	cr_expect(interaction.saw_end);
}

/* Whether it reads slowly or works for a while: then the submission's crash does not affect the
 * verdict. */
Test(interact, a_validator_that_rejects_what_it_has_read_is_not_shown_the_end_before)
{
	run_interaction("sleep 0.1; read x; exit 43", "echo 1; exit 1");
	expect_exits(43, 1);
	cr_expect_not(interaction.saw_end);
	run_interaction("read x; for i in $(seq 20000); do :; done; exit 43", "echo 1; kill -9 $$");
	cr_expect_eq(results[V].exit_code, 43);
	cr_expect_eq(results[S].signal, SIGKILL);
	cr_expect_not(interaction.saw_end);
}

/* However long the validator sleeps, it has not asked for more. */
Test(interact, a_validator_that_sleeps_or_waits_for_a_child_is_not_shown_the_end)
{
	static const char *const scripts[] = {
		"read x; sleep 0.7; exit 43",
		"read x; (sleep 0.7); exit 43",
		"read x; sleep 0.7 & wait; exit 43",
		"read x; y=$(sleep 0.7; echo 1); exit 43",
		"read x; timeout 5 sleep 0.7; exit 43",
		"read x; sleep 0.7 | cat; exit 43",
		"sleep 0.4; read x; sleep 0.4; exit 43",
	};

	for (size_t i = 0; i < sizeof(scripts) / sizeof(*scripts); i++) {
		run_interaction(scripts[i], "echo 1; exit 1");
		expect_exits(43, 1);
		cr_expect_not(interaction.saw_end, "%s", scripts[i]);
	}
}

/* The end is shown at once, not after the maximum time. */
Test(interact, a_validator_that_waits_for_more_in_any_way_is_shown_the_end)
{
	static const char *const scripts[] = {
		"read x; read y || exit 43",
		"exec 3<&0; read x; (read y || exit 43) <&3 & wait $!; exit 43",
		"read x; true & sleep 0.1; read y || exit 43",
		"read x; cat | cat >/dev/null; exit 43",
		"read x; y=$(cat); exit 43",
		"read x; timeout 100 cat >/dev/null; exit 43",
	};

	for (size_t i = 0; i < sizeof(scripts) / sizeof(*scripts); i++) {
		const int64_t begin_ns = as_now_ns();
		run_interaction(scripts[i], "echo 1; exit 1");
		expect_exits(43, 1);
		cr_expect(interaction.saw_end, "%s", scripts[i]);
		cr_expect_lt(as_now_ns() - begin_ns, INT64_C(5000000000), "%s", scripts[i]);
	}
}

/* The validator is never seen to wait, so the end is withheld for the maximum time. Each pause of
 * the validator is a process, which costs CPU time. */
Test(interact, a_validator_that_looks_for_input_without_waiting_is_shown_the_end)
{
	interaction.parties[V].request.limits.cpu_time_ns = INT64_C(40000000000);
	interaction.parties[V].request.limits.wall_time_ns = INT64_C(40000000000);
	run_interaction("exec bash -c 'read x; until read -t 0; do sleep 0.02; done; read y || "
			"exit 43'",
		"echo 1; exit 1");
	expect_exits(43, 1);
	cr_expect(interaction.saw_end);
}

/* A timer could wake this validator, so its wait cannot be proved. */
Test(interact, a_validator_that_only_sleeps_is_shown_the_end)
{
	run_interaction("timeout 100 cat >/dev/null; exit 43", "echo 1; exit 1");
	expect_exits(43, 1);
	cr_expect(interaction.saw_end);
}

Test(interact, a_validator_that_writes_to_an_ended_submission_continues)
{
	run_interaction("while read x; do :; done; head -c 3000000 /dev/zero; exit 42", "exit 0");
	expect_exits(42, 0);
}

/* Its output is not read any more, which is not its fault. */
Test(interact, a_submission_may_continue_after_it_was_accepted)
{
	run_interaction("read x; exit 42", "echo 1; sleep 0.2; head -c 3000000 /dev/zero; exit 3");
	expect_exits(42, 3);
	cr_expect_not(interaction.saw_end);
	cr_expect_eq(results[S].output_bytes, 3000002);
}

Test(interact, a_submission_finds_the_end_of_its_input_after_it_was_accepted)
{
	run_interaction("read x; exit 42", "echo 1; cat; exit 0");
	expect_exits(42, 0);
	cr_expect_not(interaction.saw_end);
}

Test(interact, a_submission_that_was_rejected_is_stopped)
{
	run_interaction("read x; exit 43", "echo 1; while :; do :; done");
	cr_expect_eq(results[V].exit_code, 43);
	cr_expect_not(interaction.saw_end);
	cr_expect_eq(results[S].hits, 0u);
	cr_expect_eq(results[S].exit_code, -1);
	cr_expect_lt(results[S].cpu_time_ns, as_limits_default.cpu_time_ns);
}

Test(interact, a_submission_of_a_broken_validator_is_stopped)
{
	run_interaction("exit 1", "sleep 100");
	cr_expect_eq(results[V].exit_code, 1);
	cr_expect_not(interaction.saw_end);
	cr_expect_eq(results[S].hits, 0u);
	run_interaction("kill -SEGV $$", "cat");
	cr_expect_eq(results[V].signal, SIGSEGV);
	cr_expect_not(interaction.saw_end);
}

/* Long before the end of its time, which is a minute here; the validator ends as in that case. */
Test(interact, when_both_wait_the_submission_is_ended_at_once)
{
	static const char *const scripts[][2] = {
		{"read x || exit 43", "read x || exit 0"},
		{"echo 1; read x; read y || exit 43", "read x; echo 2; read y; echo 3"},
		{"(read x); read y || exit 43", "/bin/sh -c 'read x; exit 1'; echo 1"},
	};

	interaction.parties[S].request.limits.wall_time_ns = INT64_C(60000000000);
	for (size_t i = 0; i < sizeof(scripts) / sizeof(*scripts); i++) {
		run_interaction(scripts[i][0], scripts[i][1]);
		cr_expect_eq(
			results[S].hits, AS_HIT_STALL, "%s: %#x", scripts[i][1], results[S].hits);
		cr_expect_eq(results[V].hits, 0u);
		cr_expect_eq(results[V].exit_code, 43);
		cr_expect(interaction.saw_end);
	}
}

Test(interact, waiting_for_a_program_that_sleeps_or_works_is_not_a_deadlock)
{
	interaction.parties[S].request.limits.cpu_time_ns = INT64_C(30000000000);
	interaction.parties[S].request.limits.wall_time_ns = INT64_C(60000000000);
	run_interaction("sleep 0.5; echo 1; read x; exit 42", "read a; sleep 0.6; echo 1; exit 0");
	expect_exits(42, 0);
	run_interaction("read x; exit 42", "(sleep 0.7; echo 1) & read a; exit 0");
	expect_exits(42, 0);
	run_interaction("read x; exit 42",
		"i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; echo 1; exit 0");
	expect_exits(42, 0);
}

Test(interact, without_a_proof_of_a_deadlock_the_submission_runs_out_of_time)
{
	interaction.parties[S].request.limits.wall_time_ns = INT64_C(300000000);
	run_interaction("read x || exit 43", "sleep 1000 & read x || exit 0");
	cr_expect_eq(results[S].hits, AS_HIT_WALL);
	cr_expect_eq(results[V].exit_code, 43);
	cr_expect(interaction.saw_end);
}

Test(interact, a_validator_that_waits_for_ever_runs_out_of_time_after_its_submission)
{
	interaction.parties[S].request.limits.wall_time_ns = INT64_C(300000000);
	interaction.parties[V].request.limits.wall_time_ns = INT64_C(200000000);
	run_interaction("sleep 1000", "read x");
	cr_expect_eq(results[S].hits, AS_HIT_WALL);
	cr_expect_eq(results[V].hits, AS_HIT_WALL);
	cr_expect_geq(results[V].wall_time_ns, INT64_C(500000000));
	cr_expect_not(interaction.saw_end);
}

/* Its waiting time is counted as the submission's. */
Test(interact, a_validator_may_wait_for_a_slow_submission)
{
	interaction.parties[V].request.limits.wall_time_ns = INT64_C(100000000);
	run_interaction("read x; exit 42", "sleep 0.5; echo 1");
	expect_exits(42, 0);
}

Test(interact, a_validator_that_computes_for_ever_runs_out_of_time)
{
	interaction.parties[V].request.limits.cpu_time_ns = INT64_C(200000000);
	run_interaction("while :; do :; done", "read x");
	cr_expect_eq(results[V].hits, AS_HIT_CPU);
	cr_expect_eq(results[S].hits, 0u);
	cr_expect_not(interaction.saw_end);
}

Test(interact, each_program_has_its_own_time)
{
	interaction.parties[V].request.limits.cpu_time_ns = INT64_C(5000000000);
	interaction.parties[S].request.limits.wall_time_ns = INT64_C(20000000000);
	run_interaction("i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; echo 1; exit 42",
		"read x; exit 0");
	expect_exits(42, 0);
	cr_expect_lt(results[S].cpu_time_ns, results[V].cpu_time_ns / 2);
}

Test(interact, a_program_that_floods_its_reader_is_stopped)
{
	run_interaction("cat > /dev/null; exit 42", "yes");
	cr_expect_eq(results[S].hits, AS_HIT_OUTPUT);
	cr_expect_eq(results[V].exit_code, 42);
	cr_expect(interaction.saw_end);
	cr_expect_gt(results[S].output_bytes, as_limits_default.output_bytes);
}

/* The interactor's output is the submission's input: only its time is limited. */
Test(interact, the_output_of_a_validator_to_the_submission_is_not_limited)
{
	interaction.parties[V].request.limits.output_bytes = 1000;
	run_interaction("head -c 3000000 /dev/zero; exit 42", "cat > /dev/null");
	expect_exits(42, 0);
	cr_expect_lt(results[V].output_bytes, 1000u);
	interaction.parties[V].request.limits.cpu_time_ns = INT64_C(200000000);
	run_interaction("while :; do echo x; done", "cat > /dev/null");
	cr_expect_eq(results[V].hits, AS_HIT_CPU);
	cr_expect_eq(results[S].hits, 0u);
	cr_expect_not(interaction.saw_end);
}

Test(interact, two_programs_that_flood_without_reading_are_in_a_deadlock)
{
	interaction.parties[S].request.limits.wall_time_ns = INT64_C(500000000);
	interaction.parties[V].request.limits.cpu_time_ns = INT64_C(200000000);
	/* The pipes are full before its time is over; only then does it write slowly. */
	run_interaction("head -c 3000000 /dev/zero; while :; do echo x; done", "yes");
	cr_expect_eq(results[S].hits, AS_HIT_WALL);
	cr_expect_eq(results[V].hits, AS_HIT_CPU);
}

Test(interact, output_and_messages_have_one_limit)
{
	interaction.parties[S].request.limits.output_bytes = 1000000;
	run_interaction("cat > /dev/null; exit 42",
		"head -c 600000 /dev/zero; head -c 600000 /dev/zero >&2");
	cr_expect_eq(results[S].hits, AS_HIT_OUTPUT);
	cr_expect_eq(results[S].output_bytes, 1200000);
	run_interaction("cat > /dev/null; exit 42",
		"head -c 500000 /dev/zero; head -c 500000 /dev/zero >&2");
	expect_exits(42, 0);
}

Test(interact, a_closed_output_is_not_the_end)
{
	run_interaction("read x || exit 43", "exec >&-; exit 1");
	expect_exits(43, 1);
	cr_expect(interaction.saw_end);
}

/* It may get the data that it waits for as a result of closing. */
Test(interact, a_program_that_closes_its_output_and_continues_has_written_all)
{
	run_interaction("while read x; do :; done; echo 1; read x; exit 42",
		"echo 2; exec >&-; read x; exit $x");
	expect_exits(42, 1);
	run_interaction("echo 1; exec >&-; read x; [ $x = 1 ] && exit 42",
		"while read x; do y=$x; done; echo $y; exit 0");
	expect_exits(42, 0);
}

Test(interact, a_closed_input_is_harmless)
{
	run_interaction("head -c 500000 /dev/zero; read x; exit 42", "exec <&-; sleep 0.3; echo 1");
	expect_exits(42, 0);
}

Test(interact, leftover_processes_die_before_the_validator_reads_end_of_file)
{
	run_interaction(
		"while read x; do :; done; exit 42", "(sleep 30; echo late) & echo 1; exit 0");
	expect_exits(42, 0);
	cr_expect(interaction.saw_end);
	expect_transcript(">1\n");
}

Test(interact, a_program_that_cannot_start_is_reported_and_ends_the_other)
{
	struct as_error error = {0};
	static const char *const none[] = {"/bin/nothing", NULL};

	run_interaction("exit 42", "exit 0");
	interaction.parties[S].request.argv = none;
	memcpy(command_of[V], (const char *[]){"/bin/sh", "-c", "cat; exit 43", NULL},
		sizeof(command_of[V]));
	cr_assert_eq(as_interact(&interaction, &error), 0, "%s", error.text);
	cr_expect(interaction.parties[S].failed);
	cr_expect_eq(interaction.parties[S].why.kind, AS_ERROR_INPUT);
	cr_expect_eq(results[V].exit_code, 43);
	cr_expect(interaction.saw_end);
}

static atomic_bool is_cancelled;

static void cancel_on_alarm(int number)
{
	(void)number;
	is_cancelled = true;
}

Test(interact, cancelling_the_judge_ends_both)
{
	signal(SIGALRM, cancel_on_alarm);
	interaction.cancel = &is_cancelled;
	ualarm(200000, 0);
	run_interaction("sleep 50", "sleep 50");
	cr_expect_eq(results[V].hits, AS_HIT_CANCEL);
	cr_expect_eq(results[S].hits, AS_HIT_CANCEL);
}

Test(interact, no_descriptor_is_left)
{
	run_interaction("echo 1; exit 42", "read x; exit 0");
	const int before = host_count_fds();
	for (int i = 0; i < 3; i++)
		run_interaction("echo 1; exit 42", "read x; exit 0");
	cr_expect_eq(host_count_fds(), before);
}
