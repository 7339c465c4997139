/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <poll.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/wait.h>

static int terminal;
static int real_stderr;

/* Until end_terminal, standard error is a terminal with this number of columns. */
static void begin_terminal(unsigned short columns)
{
	terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	cr_assert_eq(grantpt(terminal), 0);
	cr_assert_eq(unlockpt(terminal), 0);
	int other = open(ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
	cr_assert_geq(other, 0);
	struct winsize size = {.ws_row = 24, .ws_col = columns};
	cr_assert_eq(ioctl(other, TIOCSWINSZ, &size), 0);
	real_stderr = dup(STDERR_FILENO);
	dup2(other, STDERR_FILENO);
	close(other);
}

/* Reads the output. Assertions come afterwards, so that Criterion's own messages are not in it. */
static void end_terminal(char *drawn, size_t size)
{
	size_t used = 0;
	struct pollfd ready = {.fd = terminal, .events = POLLIN};
	/* The kernel delivers a terminal's bytes some time after they were written. */
	while (used < size - 1 && poll(&ready, 1, 200) > 0) {
		ssize_t count = read(terminal, drawn + used, size - 1 - used);
		if (count <= 0)
			break;
		used += (size_t)count;
	}
	drawn[used] = '\0';
	dup2(real_stderr, STDERR_FILENO);
	close(real_stderr);
	close(terminal);
}

Test(progress, no_bar_is_drawn_if_stderr_is_not_a_terminal)
{
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	int saved = dup(STDERR_FILENO);
	dup2(null, STDERR_FILENO);
	struct as_progress *progress = as_progress_new("x", 3);
	dup2(saved, STDERR_FILENO);
	close(null);
	close(saved);
	cr_assert_null(progress);
}

Test(progress, null_is_accepted_everywhere)
{
	as_progress_step(NULL, "x");
	as_progress_note(NULL, "x");
	as_progress_clear(NULL);
	as_progress_free(NULL);
}

Test(progress, a_bar_is_drawn_and_wiped)
{
	char drawn[4096];
	begin_terminal(80);
	struct as_progress *progress = as_progress_new("judging", 4);
	as_progress_step(progress, "secret/1");
	as_progress_clear(progress);
	as_progress_clear(progress);
	as_progress_free(progress);
	end_terminal(drawn, sizeof drawn);
	static const char line[] = "judging [#####...............] 1/4 secret/1";
	char expected[512];
	snprintf(expected, sizeof expected, "%s\r%*s\r", line, (int)strlen(line), "");
	cr_assert_str_eq(drawn, expected);
}

Test(progress, a_note_is_drawn_at_once_and_is_not_a_step)
{
	char drawn[4096];
	begin_terminal(80);
	struct as_progress *progress = as_progress_new("judging", 4);
	as_progress_step(progress, "secret/1");
	as_progress_note(progress, "waiting");
	end_terminal(drawn, sizeof drawn);
	as_progress_free(progress);
	cr_assert_not_null(
		strstr(drawn, "judging [#####...............] 1/4 waiting"), "%s", drawn);
}

Test(progress, a_bar_is_cut_to_the_terminal_and_escaped)
{
	char drawn[4096];
	begin_terminal(40);
	struct as_progress *progress = as_progress_new("gr\xC3\xBC\xC3\x9F", 2);
	as_progress_step(progress, "\x1B[2Jvery long text");
	end_terminal(drawn, sizeof drawn);
	as_progress_free(progress);
	cr_assert_str_eq(drawn, "gr\xC3\xBC\xC3\x9F [##########..........] 1/2 \\x1B[2J");
}

Test(progress, a_bar_is_drawn_at_most_ten_times_a_second)
{
	char drawn[4096];
	begin_terminal(80);
	int64_t start = as_now_ns();
	struct as_progress *progress = as_progress_new("x", 1000);
	for (int i = 0; i < 1000; i++)
		as_progress_step(progress, NULL);
	int64_t took = as_now_ns() - start;
	end_terminal(drawn, sizeof drawn);
	as_progress_free(progress);
	int64_t bars = 0;
	for (const char *at = drawn; (at = strchr(at, '[')); at++)
		bars++;
	cr_assert_geq(bars, 1);
	cr_assert_leq(bars, 1 + took / 100000000);
}

static void *step_often(void *progress)
{
	for (int i = 0; i < 5000; i++)
		as_progress_step(progress, "x");
	return NULL;
}

Test(progress, threads_count_together)
{
	char drawn[4096];
	begin_terminal(80);
	struct as_progress *progress = as_progress_new("x", 20001);
	pthread_t threads[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, step_often, progress);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	usleep(120000);
	as_progress_step(progress, "end");
	end_terminal(drawn, sizeof drawn);
	as_progress_free(progress);
	cr_assert_not_null(strstr(drawn, "[####################] 20001/20001 end"), "%s", drawn);
}

Test(progress, more_steps_than_announced_do_not_overrun_the_bar)
{
	char drawn[4096];
	begin_terminal(80);
	struct as_progress *progress = as_progress_new("x", 0);
	as_progress_step(progress, "a");
	end_terminal(drawn, sizeof drawn);
	as_progress_free(progress);
	cr_assert_str_eq(drawn, "x [....................] 1/0 a");
}

Test(progress, the_rate_is_that_of_steps_that_take_time)
{
	char drawn[4096];
	begin_terminal(80);
	struct as_progress *progress = as_progress_new("grading", 10);
	as_progress_show_rate(progress);
	as_progress_skip(progress, 4);
	as_progress_note(progress, "known");
	usleep(1100000);
	as_progress_step(progress, "a");
	usleep(150000);
	as_progress_step(progress, "b");
	as_progress_free(progress);
	end_terminal(drawn, sizeof drawn);
	cr_expect_not_null(strstr(drawn, "4/10 known"), "%s", drawn);
	cr_expect_not_null(strstr(drawn, "/s, "), "%s", drawn);
	cr_expect_not_null(strstr(drawn, " s left b"), "%s", drawn);
	cr_expect_not_null(strstr(drawn, "6/10"), "%s", drawn);
}
