/* SPDX-License-Identifier: MIT */
/* The relay between two programs, with every behaviour: this file plays both, at the far ends. */
#include "relay.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>

static struct as_transcript transcript;
static struct as_relay relay;
static char block[65536];

#define VALIDATOR AS_SPEAKER_VALIDATOR
#define SUBMISSION AS_SPEAKER_SUBMISSION

static void begin_with(uint64_t max_bytes)
{
	struct as_error error = {0};

	transcript = (struct as_transcript){0};
	relay = (struct as_relay)AS_RELAY_INIT;
	cr_assert_eq(as_relay_open(&relay, &error), 0, "%s", error.text);
	for (int i = 0; i < AS_SPEAKERS; i++)
		relay.channels[i].max_bytes = max_bytes;
	relay.transcript = &transcript;
	cr_assert_eq(as_relay_start(&relay, &error), 0, "%s", error.text);
}

static void begin(void)
{
	begin_with(UINT64_C(64) << 20);
}

TestSuite(relay, .timeout = 600);

/* A program's own copy of its output, if it has one. */
static int own_output[AS_SPEAKERS] = {-1, -1};

static void say(enum as_speaker speaker, const char *text)
{
	ssize_t size = (ssize_t)strlen(text);
	int fd = own_output[speaker] < 0 ? relay.far_out_fd[speaker] : own_output[speaker];
	cr_assert_eq(write(fd, text, (size_t)size), size);
}

static void expect(enum as_speaker hearer, const char *text)
{
	char heard[256] = "";
	size_t size = strlen(text), got = 0;

	while (got < size) {
		ssize_t more = read(relay.far_in_fd[hearer], heard + got, size - got);
		cr_assert_gt(more, 0);
		got += (size_t)more;
	}
	cr_expect_str_eq(heard, text);
}

/* A program's own copy of its input, which outlives the judge's; closed by the caller. */
static int own_input(enum as_speaker hearer)
{
	int fd = fcntl(relay.far_in_fd[hearer], F_DUPFD_CLOEXEC, 0);
	cr_assert_geq(fd, 0);
	return fd;
}

static bool is_readable(int fd, int within_ms)
{
	struct pollfd wait = {.fd = fd, .events = POLLIN};
	return poll(&wait, 1, within_ms) > 0;
}

static void expect_transcript(const char *expected)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	cr_assert_eq(as_transcript_text(&transcript, &text, NULL), 0);
	cr_expect_str_eq(text.data, expected);
}

Test(relay, each_program_reads_the_output_of_the_other)
{
	begin();
	say(VALIDATOR, "10\n");
	expect(SUBMISSION, "10\n");
	say(SUBMISSION, "5\n");
	expect(VALIDATOR, "5\n");
	say(VALIDATOR, "higher\n");
	expect(SUBMISSION, "higher\n");
	as_relay_close(&relay);
	expect_transcript("<10\n>5\n<higher\n");
	cr_expect_eq(relay.channels[VALIDATOR].bytes, 10);
	cr_expect_eq(relay.channels[SUBMISSION].bytes, 2);
}

/* A running program may have closed its output. */
Test(relay, end_of_file_is_delayed_until_the_judge_has_seen_the_exit)
{
	char c;

	begin();
	AS_AUTO_FD int input = own_input(VALIDATOR);
	say(SUBMISSION, "last\n");
	expect(VALIDATOR, "last\n");
	cr_expect_not(is_readable(input, 200));
	as_relay_ended(&relay, SUBMISSION);
	cr_expect(is_readable(input, 30000));
	cr_expect_eq(read(input, &c, 1), 0);
	as_relay_close(&relay);
}

Test(relay, the_last_output_is_delivered_before_the_end_of_file)
{
	char heard[16] = "";

	begin();
	AS_AUTO_FD int input = own_input(VALIDATOR);
	say(SUBMISSION, "bye\n");
	as_relay_ended(&relay, SUBMISSION);
	size_t got = 0;
	for (ssize_t more; (more = read(input, heard + got, sizeof(heard) - 1 - got)) > 0;)
		got += (size_t)more;
	cr_expect_str_eq(heard, "bye\n");
	as_relay_close(&relay);
}

/* And without a signal, which would end this process. */
Test(relay, writing_to_a_program_that_has_ended_is_harmless)
{
	begin();
	as_relay_ended(&relay, SUBMISSION);
	memset(block, 'x', sizeof(block));
	for (int i = 0; i < 100; i++)
		cr_assert_eq(
			write(relay.far_out_fd[VALIDATOR], block, sizeof(block)), sizeof(block));
	as_relay_close(&relay);
	cr_expect_eq(relay.channels[VALIDATOR].bytes, 100 * sizeof(block));
}

static void fill(enum as_speaker speaker, uint64_t *sent)
{
	int fd = relay.far_out_fd[speaker];

	cr_assert_eq(fcntl(fd, F_SETFL, O_NONBLOCK), 0);
	/* Until the relay has consumed nothing for some time. */
	for (int idle_ms = 0; idle_ms < 500;) {
		ssize_t put = write(fd, block, sizeof(block));
		if (put > 0) {
			*sent += (uint64_t)put;
			idle_ms = 0;
		} else {
			cr_assert_eq(errno, EAGAIN);
			usleep(10000);
			idle_ms += 10;
		}
	}
}

Test(relay, a_writer_without_a_reader_waits_and_blocks_no_other)
{
	uint64_t sent = 0, heard = 0;

	begin();
	memset(block, 'x', sizeof(block));
	fill(SUBMISSION, &sent);
	cr_expect_lt(sent, UINT64_C(4) << 20);
	cr_expect_geq(sent, UINT64_C(1) << 20);
	say(VALIDATOR, "stop\n");
	expect(SUBMISSION, "stop\n");
	AS_AUTO_FD int input = own_input(VALIDATOR);
	as_relay_ended(&relay, SUBMISSION);
	for (ssize_t more; (more = read(input, block, sizeof(block))) > 0;)
		heard += (uint64_t)more;
	cr_expect_eq(heard, sent);
	as_relay_close(&relay);
}

Test(relay, both_programs_may_have_ended_with_output_in_both_buffers)
{
	uint64_t sent[2] = {0};

	begin();
	fill(SUBMISSION, &sent[0]);
	fill(VALIDATOR, &sent[1]);
	as_relay_close(&relay);
	cr_expect_eq(relay.channels[SUBMISSION].from_fd, -1);
}

Test(relay, a_long_output_arrives_completely)
{
	uint64_t sent = 0, heard = 0;
	bool same = true;

	begin();
	AS_AUTO_FD int input = own_input(SUBMISSION);
	cr_assert_eq(fcntl(relay.far_out_fd[VALIDATOR], F_SETFL, O_NONBLOCK), 0);
	/* Pieces of odd sizes, so that they cross the end of the ring at every position. */
	while (heard < UINT64_C(10) << 20) {
		size_t size = 1 + (size_t)(sent * 7919 % 60013);
		for (size_t i = 0; i < size; i++)
			block[i] = (char)((sent + i) % 251);
		ssize_t put = write(relay.far_out_fd[VALIDATOR], block, size);
		sent += put > 0 ? (uint64_t)put : 0;
		if (put > 0 && heard + (UINT64_C(1) << 20) > sent)
			continue;
		ssize_t got = read(input, block, sizeof(block));
		cr_assert_gt(got, 0);
		for (ssize_t i = 0; i < got; i++, heard++)
			same &= block[i] == (char)(heard % 251);
	}
	cr_expect(same);
	as_relay_close(&relay);
}

Test(relay, a_program_over_its_output_limit_is_stopped)
{
	uint64_t sent = 0;

	begin_with(UINT64_C(200000));
	AS_AUTO_FD int input = own_input(VALIDATOR);
	cr_assert_eq(fcntl(input, F_SETFL, O_NONBLOCK), 0);
	cr_assert_eq(fcntl(relay.far_out_fd[SUBMISSION], F_SETFL, O_NONBLOCK), 0);
	while (!relay.stop[SUBMISSION]) {
		ssize_t put = write(relay.far_out_fd[SUBMISSION], block, sizeof(block));
		sent += put > 0 ? (uint64_t)put : 0;
		(void)!read(input, block, sizeof(block));
	}
	cr_expect_not(relay.stop[VALIDATOR]);
	as_relay_close(&relay);
	cr_expect(relay.channels[SUBMISSION].is_stopped);
	cr_expect_gt(sent, 200000);
}

Test(relay, output_just_within_the_limit_stops_no_program)
{
	begin_with(5);
	say(SUBMISSION, "1234\n");
	expect(VALIDATOR, "1234\n");
	as_relay_close(&relay);
	cr_expect_not(relay.channels[SUBMISSION].is_stopped);
	cr_expect_not(relay.stop[SUBMISSION]);
}

/* ---- a deadlock ---- */

static char said_meanwhile;

/* The results of the check for each. */
static bool is_waiting[AS_SPEAKERS];
static atomic_int asked_count;

static bool answer(void *context, enum as_speaker speaker, int input_fd)
{
	asked_count++;
	if (said_meanwhile)
		cr_assert_eq(write(own_output[!speaker], &said_meanwhile, 1), 1);
	return context == &relay && input_fd == relay.far_in_fd[speaker] && is_waiting[speaker];
}

/* True if a deadlock is detected when these wait. */
static bool is_found(bool validator, bool submission)
{
	is_waiting[VALIDATOR] = validator;
	is_waiting[SUBMISSION] = submission;
	asked_count = 0;
	for (int i = 0; i < 2000 && !relay.deadlock && asked_count < 4; i++)
		usleep(5000);
	return relay.deadlock;
}

/* From then on the submission is found alive only once more. */
static atomic_bool is_ending;
static int look_count;

static bool is_alive(void *context, enum as_speaker speaker)
{
	return context == &relay && !(speaker == SUBMISSION && is_ending && look_count++ > 0);
}

static void begin_asking(void)
{
	struct as_error error = {0};

	is_ending = false;
	look_count = 0;
	transcript = (struct as_transcript){0};
	relay = (struct as_relay)AS_RELAY_INIT;
	cr_assert_eq(as_relay_open(&relay, &error), 0, "%s", error.text);
	for (int i = 0; i < AS_SPEAKERS; i++) {
		relay.channels[i].max_bytes = 1000;
		own_output[i] = fcntl(relay.far_out_fd[i], F_DUPFD_CLOEXEC, 0);
		cr_assert_geq(own_output[i], 0);
	}
	relay.transcript = &transcript;
	relay.awaits_input = answer;
	relay.is_alive = is_alive;
	relay.context = &relay;
	cr_assert_eq(as_relay_start(&relay, &error), 0, "%s", error.text);
}

Test(relay, two_programs_that_wait_for_each_other_are_in_a_deadlock)
{
	begin_asking();
	say(VALIDATOR, "10\n");
	expect(SUBMISSION, "10\n");
	cr_expect(is_found(true, true));
	as_relay_close(&relay);
}

Test(relay, one_waiting_program_is_not_a_deadlock)
{
	begin_asking();
	cr_expect_not(is_found(true, false));
	cr_expect_not(is_found(false, true));
	as_relay_close(&relay);
}

/* A program that closes its output and continues cannot send more: the other one gets the end of
 * file, and does not wait. */
Test(relay, all_output_before_a_close_is_passed_on)
{
	char byte;

	begin_asking();
	say(VALIDATOR, "10\n");
	expect(SUBMISSION, "10\n");
	close(own_output[VALIDATOR]);
	cr_expect_eq(read(relay.far_in_fd[SUBMISSION], &byte, 1), 0);
	cr_expect_not(relay.deadlock);
	say(SUBMISSION, "5\n");
	expect(VALIDATOR, "5\n");
	as_relay_close(&relay);
}

/* The kernel closes the output of a program that ends, for example at a limit, some time before the
 * judge has recorded the end. */
Test(relay, the_end_of_a_program_is_not_taken_for_a_closed_output)
{
	begin_asking();
	AS_AUTO_FD int input = own_input(VALIDATOR);
	is_ending = true;
	close(own_output[SUBMISSION]);
	cr_expect_not(is_readable(input, 2000));
	as_relay_ended(&relay, SUBMISSION);
	cr_expect(is_readable(input, 30000));
	cr_expect(relay.end.is_shown);
	as_relay_close(&relay);
}

/* A program that may have just begun to wait is not checked. */
static void expect_none(void)
{
	is_waiting[VALIDATOR] = is_waiting[SUBMISSION] = true;
	asked_count = 0;
	usleep(600000);
	cr_expect_not(relay.deadlock);
	cr_expect_eq(asked_count, 0);
}

Test(relay, unread_output_is_not_a_deadlock)
{
	begin_asking();
	say(VALIDATOR, "10\n");
	expect_none();
	expect(SUBMISSION, "10\n");
	cr_expect(is_found(true, true));
	as_relay_close(&relay);
}

Test(relay, an_end_excludes_a_deadlock)
{
	begin_asking();
	as_relay_ended(&relay, VALIDATOR);
	expect_none();
	as_relay_close(&relay);
}

/* The first may have stopped waiting before the second waits. */
Test(relay, output_during_the_probe_is_not_a_deadlock)
{
	said_meanwhile = 'x';
	begin_asking();
	cr_expect_not(is_found(true, true));
	as_relay_close(&relay);
}

static atomic_bool is_cancelled;

Test(relay, cancelling_the_judge_stops_both)
{
	transcript = (struct as_transcript){0};
	relay = (struct as_relay)AS_RELAY_INIT;
	relay.cancel = &is_cancelled;
	relay.transcript = &transcript;
	cr_assert_eq(as_relay_open(&relay, NULL), 0);
	cr_assert_eq(as_relay_start(&relay, NULL), 0);
	is_cancelled = true;
	while (!relay.stop[VALIDATOR] || !relay.stop[SUBMISSION])
		usleep(1000);
	as_relay_close(&relay);
}

Test(relay, descriptors_are_close_on_exec_and_all_are_closed)
{
	begin();
	for (int i = 0; i < AS_SPEAKERS; i++) {
		const int fds[] = {relay.far_in_fd[i], relay.far_out_fd[i],
			relay.channels[i].from_fd, relay.channels[i].to_fd};
		for (size_t k = 0; k < sizeof(fds) / sizeof(*fds); k++)
			cr_expect(fcntl(fds[k], F_GETFD) & FD_CLOEXEC);
		cr_expect_not(fcntl(relay.far_in_fd[i], F_GETFL) & O_NONBLOCK);
		cr_expect_not(fcntl(relay.far_out_fd[i], F_GETFL) & O_NONBLOCK);
	}
	int first = relay.far_in_fd[0];
	as_relay_close(&relay);
	as_relay_close(&relay);
	cr_expect_eq(fcntl(first, F_GETFD), -1);
}

/* ---- the transcript ---- */

static void add(enum as_speaker speaker, const char *text)
{
	as_transcript_add(&transcript, speaker, text, strlen(text));
}

Test(transcript, has_the_notation_of_the_format)
{
	add(VALIDATOR, "3\n1 2");
	add(VALIDATOR, " 3\n");
	add(SUBMISSION, "? 1\n? 2\n");
	add(VALIDATOR, "\n");
	expect_transcript("<3\n<1 2 3\n>? 1\n>? 2\n<\n");
}

Test(transcript, an_incomplete_line_ends_when_the_other_program_writes)
{
	add(SUBMISSION, "ab");
	add(VALIDATOR, "");
	add(SUBMISSION, "c");
	add(VALIDATOR, "d");
	add(VALIDATOR, "\n");
	expect_transcript(">abc\n<d\n");
}

Test(transcript, passes_are_separated)
{
	add(VALIDATOR, "1\n");
	add(SUBMISSION, "2");
	as_transcript_add_pass(&transcript);
	add(SUBMISSION, "3\n");
	expect_transcript("<1\n>2\n---\n>3\n");
}

Test(transcript, a_long_transcript_keeps_its_beginning_and_end)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	char line[32];

	for (int i = 0; i < 100000; i++) {
		snprintf(line, sizeof(line), "line %d\n", i);
		add(i % 2 ? SUBMISSION : VALIDATOR, line);
	}
	cr_assert_eq(as_transcript_text(&transcript, &text, NULL), 0);
	cr_expect_eq(text.size, strlen(text.data));
	cr_expect_leq(text.size, AS_TRANSCRIPT_HEAD_BYTES + AS_TRANSCRIPT_TAIL_BYTES + 60);
	cr_expect_gt(text.size, AS_TRANSCRIPT_HEAD_BYTES + AS_TRANSCRIPT_TAIL_BYTES - 60);
	cr_expect_eq(strncmp(text.data, "<line 0\n>line 1\n", 16), 0);
	cr_expect_str_eq(text.data + text.size - 24, "<line 99998\n>line 99999\n");
	const char *cut = strstr(text.data, "\n[");
	unsigned long long left_out = 0;
	cr_assert_not_null(cut);
	cr_expect_eq(sscanf(cut, "\n[%llu bytes are left out here]\n", &left_out), 1);
	const char *after = strchr(cut + 1, '\n') + 1;
	cr_expect(*after == '<' || *after == '>', "%.20s", after);
	cr_expect_eq((uint64_t)(cut - text.data) + left_out + strlen(after), transcript.size);
}

Test(transcript, nothing_is_left_out_within_the_kept_size)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	const size_t max = AS_TRANSCRIPT_HEAD_BYTES + AS_TRANSCRIPT_TAIL_BYTES;

	for (size_t i = 0; i < max / 2; i++)
		add(SUBMISSION, i % 64 == 63 ? "\n" : "z");
	while (transcript.size < max)
		add(SUBMISSION, "y");
	cr_assert_eq(as_transcript_text(&transcript, &text, NULL), 0);
	cr_expect_eq(text.size, max);
	cr_expect_null(strstr(text.data, "left out"));
}
