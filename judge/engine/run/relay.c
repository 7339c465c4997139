/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation: a thread of its own holds four pipe ends, two for each program. The near
 * ends do not block. The relay keeps copies of the far ends until the program's run is over. So a
 * program that has ended, or has closed its input early, is not a broken pipe for the other, which
 * would be blamed for it; and the other notices the end only after the judge does. as_relay_ended
 * closes the last copies, which wakes the relay.
 *
 * SIGPIPE, which a write to a pipe without readers sends to the writing thread, is blocked in that
 * thread, as all signals are; it is never taken, and goes away with the thread. No other thread of
 * the process is touched.
 *
 * Deadlock: if both channels are silent for a while, this thread asks of each program whether it
 * waits for its input and for nothing else. No bytes move meanwhile: a program that waits goes on
 * waiting until this thread writes, so both answers hold at once. If both wait, and each has read
 * all output of the other, neither can continue.
 *
 * The end of a program is its exit status, and the other finds the end of its input only then: a
 * program that closes its output is often about to crash, and must not seem to have left. So the
 * relay keeps a descriptor of each output until the channels were silent for a while. After that a
 * closed output is an end.
 *
 * A channel whose buffer is full is not read: then its writer waits, as it would with a pipe
 * between the two.
 */
#include "relay.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

/* The bytes that a program may write before any is read, besides the pipes' 64 KiB; the runners of
 * other judges have pipes of 1 MiB. */
#define ROOM_BYTES ((size_t)1 << 20)
#define LOOK_MS 50

/* So long nothing was said before both are asked, and then in steps that double. */
#define SILENCE_LEAST_NS INT64_C(100000000)
#define SILENCE_MOST_NS INT64_C(800000000)

/* Anybody may open the program's end again by /proc/self/fd, where the pipe is another user's. */
#define READER_MODE 0644
#define WRITER_MODE 0622

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

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
		struct as_relay_way *way = &relay->ways[speaker];
		way->room = malloc(ROOM_BYTES);
		if (!way->room)
			return as_error_no_memory(error);
		int far_out_fd = -1;
		int failed = make_pipe(&way->from_fd, &far_out_fd, 0, WRITER_MODE, error);
		relay->far_out_fd[speaker] = far_out_fd;
		if (failed || make_pipe(&relay->far_in_fd[other_than(speaker)], &way->to_fd, 1,
				      READER_MODE, error))
			return -1;
	}
	return 0;
}

/* ---- one way ---- */

/* Bytes without a reader are dropped. */
static void stop_writing(struct as_relay_way *way)
{
	close_fd(&way->to_fd);
	way->size = 0;
}

static void give(struct as_relay_way *way)
{
	while (way->size > 0 && way->to_fd >= 0) {
		size_t part = ROOM_BYTES - way->start;
		part = way->size < part ? way->size : part;
		ssize_t put = write(way->to_fd, way->room + way->start, part);
		if (put < 0 && errno == EAGAIN)
			return;
		if (put < 0) {
			stop_writing(way);
			return;
		}
		way->given_bytes += (uint64_t)put;
		way->start = (way->start + (size_t)put) % ROOM_BYTES;
		way->size -= (size_t)put;
	}
	if (way->size == 0)
		way->start = 0;
	if (way->to_fd < 0)
		way->size = 0;
}

static void note(struct as_relay *relay, enum as_speaker speaker, const char *data, size_t size)
{
	struct as_relay_way *way = &relay->ways[speaker];

	way->bytes += size;
	as_transcript_add(relay->transcript, speaker, data, size);
	if (way->bytes > way->most_bytes) {
		way->over = true;
		relay->stop[speaker] = true;
	}
}

static void take(struct as_relay *relay, enum as_speaker speaker)
{
	struct as_relay_way *way = &relay->ways[speaker];
	size_t at = (way->start + way->size) % ROOM_BYTES;
	size_t part = at < way->start ? way->start - at : ROOM_BYTES - at;
	const bool had_ended = relay->ended[speaker];
	ssize_t got = read(way->from_fd, way->room + at, part);

	if (got > 0) {
		note(relay, speaker, way->room + at, (size_t)got);
		way->size += (size_t)got;
		give(way);
	} else if (got == 0 || errno != EAGAIN || had_ended) {
		close_fd(&way->from_fd);
	}
}

/* What to wait for. A pipe whose state is known already must not wake the poll over and over. */
static void want(const struct as_relay_way *way, struct pollfd *from, struct pollfd *to)
{
	const bool is_full = way->size == ROOM_BYTES;

	*from = (struct pollfd){
		.fd = is_full ? -1 : way->from_fd, .events = way->over ? 0 : POLLIN};
	*to = (struct pollfd){.fd = way->size ? way->to_fd : -1, .events = POLLOUT};
}

static void serve(struct as_relay *relay, enum as_speaker speaker, const struct pollfd *from,
	const struct pollfd *to)
{
	struct as_relay_way *way = &relay->ways[speaker];
	const bool has_news = from->revents || relay->ended[speaker];

	if (relay->ended[other_than(speaker)])
		stop_writing(way);
	else if (to->revents)
		give(way);
	if (has_news && way->over)
		close_fd(&way->from_fd);
	else if (has_news && way->from_fd >= 0 && way->size < ROOM_BYTES)
		take(relay, speaker);
	if (way->from_fd < 0 && way->size == 0)
		close_fd(&way->to_fd);
}

static bool is_done(const struct as_relay_way *way)
{
	return way->from_fd < 0 && way->to_fd < 0;
}

/* ---- a deadlock ---- */

struct silence {
	uint64_t carried_bytes; /* both ways, in and out */
	int64_t step_ns, next_ns;
};

static bool is_empty(int pipe_fd)
{
	int left = 0;

	return pipe_fd >= 0 && ioctl(pipe_fd, FIONREAD, &left) == 0 && left == 0;
}

/* Neither has ended, and all that was said was read. */
static bool is_all_read(const struct as_relay *relay)
{
	for (enum as_speaker speaker = 0; speaker < AS_SPEAKERS; speaker++) {
		const struct as_relay_way *way = &relay->ways[speaker];
		if (relay->ended[speaker] || way->to_fd < 0 || way->size > 0 ||
			!is_empty(way->from_fd) || !is_empty(relay->far_in_fd[other_than(speaker)]))
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

/* Whether a program that goes on has closed its output: only this side could still write to it. */
static bool has_closed_output(struct as_relay *relay, enum as_speaker speaker)
{
	char path[64];

	if (relay->ended[speaker] || relay->ways[speaker].from_fd < 0 || !relay->has_begun ||
		!relay->has_begun(relay->context, speaker))
		return false;
	drop_output(relay, speaker);
	if (has_end(relay->ways[speaker].from_fd))
		return true;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", relay->ways[speaker].from_fd);
	relay->far_out_fd[speaker] = open(path, O_WRONLY | O_CLOEXEC);
	if (relay->ended[speaker])
		drop_output(relay, speaker);
	return false;
}

/* Such an end the other finds before anything else is asked. */
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

static void look_for_deadlock(struct as_relay *relay, struct silence *silence)
{
	const int64_t now_ns = as_now_ns();
	uint64_t carried_bytes = 0;

	for (int i = 0; i < AS_SPEAKERS; i++)
		carried_bytes += relay->ways[i].bytes + relay->ways[i].given_bytes;
	if (silence->step_ns == 0 || carried_bytes != silence->carried_bytes) {
		silence->carried_bytes = carried_bytes;
		silence->step_ns = SILENCE_LEAST_NS;
	} else if (now_ns < silence->next_ns) {
		return;
	} else {
		if (!is_end_shown(relay) && !relay->deadlock)
			relay->deadlock = is_deadlock(relay);
		if (silence->step_ns < SILENCE_MOST_NS)
			silence->step_ns *= 2;
	}
	silence->next_ns = now_ns + silence->step_ns;
}

static void *carry(void *argument)
{
	struct as_relay *relay = argument;
	struct pollfd waits[2 * AS_SPEAKERS];
	struct silence silence = {0};

	while (!is_done(&relay->ways[0]) || !is_done(&relay->ways[1])) {
		for (int i = 0; i < AS_SPEAKERS; i++)
			want(&relay->ways[i], &waits[2 * i], &waits[2 * i + 1]);
		poll(waits, 2 * AS_SPEAKERS, LOOK_MS);
		if (as_is_cancelled(relay->cancel))
			relay->stop[0] = relay->stop[1] = true;
		for (int i = 0; i < AS_SPEAKERS; i++)
			serve(relay, (enum as_speaker)i, &waits[2 * i], &waits[2 * i + 1]);
		look_for_deadlock(relay, &silence);
	}
	return NULL;
}

int as_relay_start(struct as_relay *relay, struct as_error *error)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	int failure = pthread_create(&relay->thread, NULL, carry, relay);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (failure)
		return as_error_sys(error, AS_ERROR_INTERNAL, failure, "cannot start a thread");
	relay->is_running = true;
	return 0;
}

void as_relay_ended(struct as_relay *relay, enum as_speaker speaker)
{
	relay->ended[speaker] = true;
	drop_output(relay, speaker);
}

/* What is left in the pipe of one that has ended it has not read. */
static void count_heard(struct as_relay *relay, enum as_speaker speaker)
{
	struct as_relay_way *way = &relay->ways[speaker];
	int left = 0;

	if (relay->far_in_fd[other_than(speaker)] >= 0)
		ioctl(relay->far_in_fd[other_than(speaker)], FIONREAD, &left);
	way->heard_bytes = way->given_bytes - (uint64_t)left;
}

void as_relay_close(struct as_relay *relay)
{
	for (enum as_speaker speaker = 0; speaker < AS_SPEAKERS; speaker++)
		as_relay_ended(relay, speaker);
	if (relay->is_running)
		pthread_join(relay->thread, NULL);
	relay->is_running = false;
	for (enum as_speaker speaker = 0; speaker < AS_SPEAKERS; speaker++)
		count_heard(relay, speaker);
	for (int i = 0; i < AS_SPEAKERS; i++) {
		close_fd(&relay->far_in_fd[i]);
		close_fd(&relay->ways[i].from_fd);
		close_fd(&relay->ways[i].to_fd);
		free(as_steal(relay->ways[i].room));
	}
}
