/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. The relay is a thread that holds four pipe ends, two for each program. The
 * near ends do not block.
 *
 * 1. The relay reads from each program and writes to the other. If the buffer of a channel is full,
 *    it is not read: then its writer blocks, as with a pipe between the two.
 * 2. The relay keeps copies of the far ends until the program's run is over. So a program that has
 *    ended, or has closed its input early, does not cause a broken pipe for the other, which would
 *    be blamed for it.
 * 3. as_relay_ended closes the last copies, which wakes the relay. So the other program sees the
 *    end only after the judge has recorded it.
 *
 * A program sees the end of the other only when that has exited: a program that closes its output
 * is often about to crash, and must not seem to have left. So the relay keeps a descriptor of each
 * output until the channels have been silent for a while. After that, a closed output counts as an
 * end.
 *
 * The end of the submission's output is withheld from the validator until the validator waits for
 * more. A validator that rejects the output before the end therefore cannot know how the submission
 * ended, and the verdict does not depend on the speed of the two programs. A validator waits for
 * more if all its threads wait for the input. For a single thread, one blocked read or poll is a
 * proof, since the input is empty and stays empty. Threads of a run-time system also wait for other
 * things, so a validator with several threads must be seen to wait for a while. A validator that
 * pauses, computes or waits for a child that does not read has not asked for more. Such a validator
 * could notice the end only by polling its input without waiting; because of such programs, the
 * time asleep (MAX_ASLEEP_NS) and the total time (MAX_WITHHELD_NS) are limited.
 *
 * SIGPIPE, which a write to a pipe without readers sends to the writing thread, is blocked in this
 * thread, as all signals are. It stays pending and disappears with the thread. No other thread of
 * the process is affected.
 *
 * Deadlock: if both channels are silent for a while, this thread tests of each program whether it
 * waits for its input and for nothing else. No bytes move meanwhile, and a waiting program goes on
 * waiting until this thread writes, so both results are valid at the same time. If both programs
 * wait, and each has read all output of the other, neither can continue.
 */
#include "relay.h"
#include "judging.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

/* How much a program may write before any of it is read, besides the 64 KiB of the pipes. The pipes
 * of other judges' runners have 1 MiB. */
#define BUFFER_BYTES ((size_t)1 << 20)
#define PROBE_MS 50

/* The initial idle interval of the deadlock probe, which then doubles. */
#define MIN_SILENCE_NS INT64_C(100000000)
#define MAX_SILENCE_NS INT64_C(800000000)

/* The intervals of looking at a validator from which the end is withheld. */
#define MIN_LOOK_NS INT64_C(1000000)
#define MAX_LOOK_NS INT64_C(50000000)
#define WAITING_COUNT 8 /* in a row; together 160 ms */
#define MAX_ASLEEP_NS INT64_C(10000000000)
#define MAX_WITHHELD_NS INT64_C(40000000000)

/* If the pipe belongs to another user than the program, the program can reopen its end through
 * /proc/self/fd only with this mode. */
#define READER_MODE 0644
#define WRITER_MODE 0622

static int make_pipe(int *reader, int *writer, int near_index, mode_t mode, struct as_error *error)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot make a pipe");
	*reader = ends[0];
	*writer = ends[1];
	if (fcntl(ends[near_index], F_SETFL, O_NONBLOCK) || fchmod(ends[0], mode))
		return as_error_sys(error, AS_ERROR_INTERNAL, errno, "cannot set up a pipe");
	return 0;
}

static enum as_speaker other_than(enum as_speaker speaker)
{
	return speaker == AS_SPEAKER_VALIDATOR ? AS_SPEAKER_SUBMISSION : AS_SPEAKER_VALIDATOR;
}

int as_relay_open(struct as_relay *relay, struct as_error *error)
{
	for (enum as_speaker speaker = 0; speaker < AS_SPEAKERS; speaker++) {
		struct as_relay_channel *channel = &relay->channels[speaker];
		channel->buffer = malloc(BUFFER_BYTES);
		if (!channel->buffer)
			return as_error_no_memory(error);
		int far_out_fd = -1;
		int failed = make_pipe(&channel->from_fd, &far_out_fd, 0, WRITER_MODE, error);
		relay->far_out_fd[speaker] = far_out_fd;
		if (failed || make_pipe(&relay->far_in_fd[other_than(speaker)], &channel->to_fd, 1,
				      READER_MODE, error))
			return -1;
	}
	return 0;
}

/* ---- one channel ---- */

/* Bytes without a reader are dropped. */
static void stop_writing(struct as_relay_channel *channel)
{
	as_fd_close(&channel->to_fd);
	channel->size = 0;
}

static void pass_on(struct as_relay_channel *channel)
{
	while (channel->size > 0 && channel->to_fd >= 0) {
		size_t part = BUFFER_BYTES - channel->start;
		part = channel->size < part ? channel->size : part;
		ssize_t put = write(channel->to_fd, channel->buffer + channel->start, part);
		if (put < 0 && errno == EAGAIN)
			return;
		if (put < 0) {
			stop_writing(channel);
			return;
		}
		channel->passed_bytes += (uint64_t)put;
		channel->start = (channel->start + (size_t)put) % BUFFER_BYTES;
		channel->size -= (size_t)put;
	}
	if (channel->size == 0)
		channel->start = 0;
	if (channel->to_fd < 0)
		channel->size = 0;
}

static void note(struct as_relay *relay, enum as_speaker speaker, const char *data, size_t size)
{
	struct as_relay_channel *channel = &relay->channels[speaker];

	channel->bytes += size;
	as_transcript_add(relay->transcript, speaker, data, size);
	if (channel->bytes > channel->max_bytes) {
		channel->is_stopped = true;
		relay->stop[speaker] = true;
	}
}

static void take_from(struct as_relay *relay, enum as_speaker speaker)
{
	struct as_relay_channel *channel = &relay->channels[speaker];
	size_t at = (channel->start + channel->size) % BUFFER_BYTES;
	size_t part = at < channel->start ? channel->start - at : BUFFER_BYTES - at;
	const bool had_ended = relay->ended[speaker];
	ssize_t got = read(channel->from_fd, channel->buffer + at, part);

	if (got > 0) {
		note(relay, speaker, channel->buffer + at, (size_t)got);
		channel->size += (size_t)got;
		pass_on(channel);
	} else if (got == 0 || errno != EAGAIN || had_ended) {
		as_fd_close(&channel->from_fd);
	}
}

/* Sets the events to poll for. A pipe whose state is already known must not wake poll again and
 * again. */
static void set_events(
	const struct as_relay_channel *channel, struct pollfd *from, struct pollfd *to)
{
	const bool is_full = channel->size == BUFFER_BYTES;

	*from = (struct pollfd){
		.fd = is_full ? -1 : channel->from_fd, .events = channel->is_stopped ? 0 : POLLIN};
	*to = (struct pollfd){.fd = channel->size ? channel->to_fd : -1, .events = POLLOUT};
}

static bool is_empty(int pipe_fd)
{
	int left = 0;

	return pipe_fd >= 0 && ioctl(pipe_fd, FIONREAD, &left) == 0 && left == 0;
}

static enum as_activity find_activity(const struct as_relay *relay, int input_fd)
{
	if (!relay->find_activity)
		return AS_ACTIVITY_AWAITS;
	return relay->find_activity(relay->context, AS_SPEAKER_VALIDATOR, input_fd);
}

/* True if the validator has read everything and waits for more. */
static bool waits_for_more(struct as_relay *relay)
{
	const int input_fd = relay->far_in_fd[AS_SPEAKER_VALIDATOR];
	const enum as_activity activity = find_activity(relay, input_fd);
	struct as_relay_end *end = &relay->end;

	if (activity != AS_ACTIVITY_RUNS)
		end->asleep_ns += end->step_ns;
	end->waiting_count = is_empty(input_fd) && activity >= AS_ACTIVITY_MAY_AWAIT
				     ? end->waiting_count + 1
				     : 0;
	return end->waiting_count &&
	       (activity == AS_ACTIVITY_AWAITS || end->waiting_count >= WAITING_COUNT);
}

/* True if the end of a program's output may be shown to the other now. */
static bool may_show_end(struct as_relay *relay, enum as_speaker speaker)
{
	const int64_t now_ns = as_now_ns();
	struct as_relay_end *end = &relay->end;

	if (speaker == AS_SPEAKER_VALIDATOR || relay->ended[AS_SPEAKER_VALIDATOR])
		return true;
	/* A submission that has closed its output still runs, and is stopped if it is rejected. */
	if (!relay->ended[AS_SPEAKER_SUBMISSION]) {
		end->is_early = true;
		return true;
	}
	if (!end->begin_ns)
		end->begin_ns = now_ns;
	if (now_ns < end->next_ns)
		return false;
	end->step_ns = end->step_ns ? end->step_ns * 2 : MIN_LOOK_NS;
	end->step_ns = end->step_ns < MAX_LOOK_NS ? end->step_ns : MAX_LOOK_NS;
	end->next_ns = now_ns + end->step_ns;
	end->is_shown = waits_for_more(relay) || end->asleep_ns >= MAX_ASLEEP_NS ||
			now_ns - end->begin_ns >= MAX_WITHHELD_NS;
	return end->is_shown;
}

/* How long the thread may sleep. */
static int find_timeout(const struct as_relay *relay)
{
	return relay->end.step_ns && !relay->end.is_shown
		       ? (int)(relay->end.step_ns / INT64_C(1000000))
		       : PROBE_MS;
}

static void serve(struct as_relay *relay, enum as_speaker speaker, const struct pollfd *from,
	const struct pollfd *to)
{
	struct as_relay_channel *channel = &relay->channels[speaker];
	const bool has_news = from->revents || relay->ended[speaker];

	if (relay->ended[other_than(speaker)])
		stop_writing(channel);
	else if (to->revents)
		pass_on(channel);
	if (has_news && channel->is_stopped)
		as_fd_close(&channel->from_fd);
	else if (has_news && channel->from_fd >= 0 && channel->size < BUFFER_BYTES)
		take_from(relay, speaker);
	if (channel->from_fd < 0 && channel->size == 0 && channel->to_fd >= 0 &&
		may_show_end(relay, speaker))
		as_fd_close(&channel->to_fd);
}

static bool is_done(const struct as_relay_channel *channel)
{
	return channel->from_fd < 0 && channel->to_fd < 0;
}

/* ---- a deadlock ---- */

struct silence {
	uint64_t carried_bytes; /* both channels, in and out */
	int64_t step_ns, next_ns;
};

/* True if neither has ended and all output was read. */
static bool is_all_read(const struct as_relay *relay)
{
	for (enum as_speaker speaker = 0; speaker < AS_SPEAKERS; speaker++) {
		const struct as_relay_channel *channel = &relay->channels[speaker];
		if (relay->ended[speaker] || channel->to_fd < 0 || channel->size > 0 ||
			!is_empty(channel->from_fd) ||
			!is_empty(relay->far_in_fd[other_than(speaker)]))
			return false;
	}
	return true;
}

static void drop_output(struct as_relay *relay, enum as_speaker speaker)
{
	int fd = atomic_exchange(&relay->far_out_fd[speaker], -1);

	if (fd >= 0)
		close(fd);
}

static bool has_end(int pipe_fd)
{
	struct pollfd wait = {.fd = pipe_fd};

	return poll(&wait, 1, 0) > 0 && wait.revents & POLLHUP;
}

/* True if a running program has closed its output: then only this side could still write to it. */
static bool has_closed_output(struct as_relay *relay, enum as_speaker speaker)
{
	char path[64];

	if (relay->ended[speaker] || relay->channels[speaker].from_fd < 0 || !relay->is_alive ||
		!relay->is_alive(relay->context, speaker))
		return false;
	drop_output(relay, speaker);
	/* The end of a program closes its output some time before the judge knows of the end. */
	if (has_end(relay->channels[speaker].from_fd) && relay->is_alive(relay->context, speaker))
		return true;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", relay->channels[speaker].from_fd);
	relay->far_out_fd[speaker] = open(path, O_WRONLY | O_CLOEXEC);
	if (relay->ended[speaker])
		drop_output(relay, speaker);
	return false;
}

/* Such an end is shown to the other program before the next test for a deadlock. */
static bool is_end_shown(struct as_relay *relay)
{
	bool is_shown = false;

	for (enum as_speaker speaker = 0; speaker < AS_SPEAKERS; speaker++)
		is_shown |= has_closed_output(relay, speaker);
	return is_shown;
}

static bool is_deadlock(const struct as_relay *relay)
{
	if (!relay->awaits_input || !is_all_read(relay))
		return false;
	for (enum as_speaker speaker = 0; speaker < AS_SPEAKERS; speaker++)
		if (!relay->awaits_input(relay->context, speaker, relay->far_in_fd[speaker]))
			return false;
	return is_all_read(relay);
}

static void probe_deadlock(struct as_relay *relay, struct silence *silence)
{
	const int64_t now_ns = as_now_ns();
	uint64_t carried_bytes = 0;

	for (int i = 0; i < AS_SPEAKERS; i++)
		carried_bytes += relay->channels[i].bytes + relay->channels[i].passed_bytes;
	if (silence->step_ns == 0 || carried_bytes != silence->carried_bytes) {
		silence->carried_bytes = carried_bytes;
		silence->step_ns = MIN_SILENCE_NS;
	} else if (now_ns < silence->next_ns) {
		return;
	} else {
		if (!is_end_shown(relay) && !relay->deadlock)
			relay->deadlock = is_deadlock(relay);
		if (silence->step_ns < MAX_SILENCE_NS)
			silence->step_ns *= 2;
	}
	silence->next_ns = now_ns + silence->step_ns;
}

static void *run_relay(void *argument)
{
	struct as_relay *relay = argument;
	struct pollfd waits[2 * AS_SPEAKERS];
	struct silence silence = {0};

	while (!is_done(&relay->channels[0]) || !is_done(&relay->channels[1])) {
		for (int i = 0; i < AS_SPEAKERS; i++)
			set_events(&relay->channels[i], &waits[2 * i], &waits[2 * i + 1]);
		poll(waits, 2 * AS_SPEAKERS, find_timeout(relay));
		if (as_is_cancelled(relay->cancel))
			relay->stop[0] = relay->stop[1] = true;
		for (int i = 0; i < AS_SPEAKERS; i++)
			serve(relay, (enum as_speaker)i, &waits[2 * i], &waits[2 * i + 1]);
		probe_deadlock(relay, &silence);
	}
	return NULL;
}

int as_relay_start(struct as_relay *relay, struct as_error *error)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	int failure = pthread_create(&relay->thread, NULL, run_relay, relay);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (failure)
		return as_error_sys(error, AS_ERROR_INTERNAL, failure, "cannot start a thread");
	relay->is_running = true;
	return 0;
}

void as_relay_ended(struct as_relay *relay, enum as_speaker speaker)
{
	/* Not if it was stopped because the validator has rejected it. */
	if (speaker == AS_SPEAKER_SUBMISSION && relay->end.is_early && !relay->stop[speaker] &&
		!relay->ended[AS_SPEAKER_VALIDATOR])
		relay->end.has_ended_early = true;
	relay->ended[speaker] = true;
	drop_output(relay, speaker);
}

/* Bytes left in the pipe of a program that has ended were not read. */
static void count_read(struct as_relay *relay, enum as_speaker speaker)
{
	struct as_relay_channel *channel = &relay->channels[speaker];
	int left = 0;

	if (relay->far_in_fd[other_than(speaker)] >= 0)
		ioctl(relay->far_in_fd[other_than(speaker)], FIONREAD, &left);
	channel->read_bytes = channel->passed_bytes - (uint64_t)left;
}

void as_relay_close(struct as_relay *relay)
{
	for (enum as_speaker speaker = 0; speaker < AS_SPEAKERS; speaker++)
		as_relay_ended(relay, speaker);
	if (relay->is_running)
		pthread_join(relay->thread, NULL);
	relay->is_running = false;
	relay->end.is_shown |= relay->end.has_ended_early;
	for (enum as_speaker speaker = 0; speaker < AS_SPEAKERS; speaker++)
		count_read(relay, speaker);
	for (int i = 0; i < AS_SPEAKERS; i++) {
		as_fd_close(&relay->far_in_fd[i]);
		as_fd_close(&relay->channels[i].from_fd);
		as_fd_close(&relay->channels[i].to_fd);
		free(as_steal(relay->channels[i].buffer));
	}
}
