/* SPDX-License-Identifier: MIT */
/*
 * Runs tests for the jury once more, because a result has no outputs.
 *   1. A request queues a test of a submission (reruns_queue), which takes the oldest slot.
 *   2. The thread of this file compiles the submission and runs the test, one at a time, in this
 *      server's engine, with a lower priority than submissions.
 *   3. Requests read the result (rerun_read) until the slot is reused.
 * The mutex protects the slots.
 */
#include "rerun.h"
#include "runnable.h"
#include "server.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#define SLOT_COUNT 16
/* Maximum size of an input and of an answer. */
#define DATA_MAX_BYTES (UINT64_C(256) << 20)
#define PACKAGE_CHANGED                                                                            \
	"the files of the test have changed since the package was taken into use; press \"Use "    \
	"the new version\" at Packages"

struct slot {
	uint64_t turn; /* 0: unused; the smallest is the oldest */
	size_t submission;
	char *test;
	struct rerun rerun;
};

struct reruns {
	struct as_server *server;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	struct slot slots[SLOT_COUNT];
	uint64_t turn;
	atomic_bool cancel;
	pthread_t thread;
	bool has_thread;
};

void rerun_clear(struct rerun *rerun)
{
	as_case_result_clear(&rerun->result);
	as_bytes_clear(&rerun->output);
	free(rerun->failure);
	*rerun = (struct rerun){0};
}

/* ---- one run: without the mutex ---- */

static int run_case(struct reruns *reruns, const struct runnable *runnable,
	const struct as_test *test, struct as_case_result *result, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes input = {0}, answer = {0};

	if (as_package_read_test(
		    runnable->use.seen->package, test, DATA_MAX_BYTES, &input, &answer, error))
		return -1;
	struct as_compiled *compiled = runnable_compile(runnable, &reruns->cancel, error);
	if (!compiled)
		return -1;
	const struct as_case order = {.input = input.data,
		.input_size = input.size,
		.answer = answer.data,
		.answer_size = answer.size,
		.like = test,
		.class = AS_JOB_BACKGROUND,
		.want_output = true,
		.cancel = &reruns->cancel};
	const int failed =
		as_engine_run_case(runnable->use.seen->opened, compiled, &order, result, error);
	as_compiled_free(compiled);
	return failed;
}

/* Keeps the beginning of the output. */
static void take_output(struct rerun *rerun)
{
	struct as_bytes *output = &rerun->result.output;

	rerun->output_bytes = output->size;
	if (output->size > RERUN_OUTPUT_BYTES) {
		output->size = RERUN_OUTPUT_BYTES;
		output->data[output->size] = 0;
		char *less = realloc(output->data, output->size + 1);
		if (less)
			output->data = less;
	}
	rerun->output = *output;
	*output = (struct as_bytes){0};
}

static void run_test(
	struct reruns *reruns, size_t submission, const char *name, struct rerun *rerun)
{
	AS_AUTO(runnable_clear) struct runnable runnable = {0};
	struct as_error error = {0};
	int failed = runnable_read(reruns->server, submission, &runnable, &error);
	const struct as_test *test =
		failed ? NULL : as_package_find_test(runnable.use.seen->package, name);

	if (!failed && !test)
		failed = as_error_set(&error, AS_ERROR_USAGE, "the package no longer has the test");
	if (!failed)
		failed = run_case(reruns, &runnable, test, &rerun->result, &error);
	rerun->state = failed ? AS_CONTEST_RERUN_FAILED : AS_CONTEST_RERUN_DONE;
	rerun->failure =
		failed ? strdup(error.sys_errno == ESTALE ? PACKAGE_CHANGED : error.text) : NULL;
	rerun->wall_ms = as_contest_log_now_ms(reruns->server->log);
	take_output(rerun);
}

/* ---- slots: with the mutex ---- */

static struct slot *find_slot(struct reruns *reruns, size_t submission, const char *test)
{
	for (size_t i = 0; i < SLOT_COUNT; i++)
		if (reruns->slots[i].turn && reruns->slots[i].submission == submission &&
			strcmp(reruns->slots[i].test, test) == 0)
			return &reruns->slots[i];
	return NULL;
}

/* The oldest slot that is neither queued nor running. NULL: there is none. */
static struct slot *free_slot(struct reruns *reruns)
{
	struct slot *oldest = NULL;

	for (size_t i = 0; i < SLOT_COUNT; i++)
		if (reruns->slots[i].rerun.state != AS_CONTEST_RERUN_WAITS &&
			(!oldest || reruns->slots[i].turn < oldest->turn))
			oldest = &reruns->slots[i];
	return oldest;
}

static struct slot *next_slot(struct reruns *reruns)
{
	struct slot *next = NULL;

	for (size_t i = 0; i < SLOT_COUNT; i++)
		if (reruns->slots[i].rerun.state == AS_CONTEST_RERUN_WAITS &&
			(!next || reruns->slots[i].turn < next->turn))
			next = &reruns->slots[i];
	return next;
}

int reruns_queue(struct reruns *reruns, size_t submission, const char *test, struct as_error *error)
{
	int failed = 0;

	pthread_mutex_lock(&reruns->mutex);
	struct slot *slot = find_slot(reruns, submission, test);
	if (!slot)
		slot = free_slot(reruns);
	char *name = slot ? strdup(test) : NULL;
	if (!slot) {
		failed = as_error_set(error, AS_ERROR_USAGE,
			"%d tests are queued already: try again soon", SLOT_COUNT);
	} else if (!name) {
		failed = as_error_no_memory(error);
	} else if (slot->rerun.state != AS_CONTEST_RERUN_WAITS) {
		rerun_clear(&slot->rerun);
		free(slot->test);
		*slot = (struct slot){.turn = ++reruns->turn,
			.submission = submission,
			.test = as_steal(name),
			.rerun.state = AS_CONTEST_RERUN_WAITS};
		pthread_cond_signal(&reruns->changed);
	}
	pthread_mutex_unlock(&reruns->mutex);
	free(name);
	return failed;
}

static char *copy_text(const char *text)
{
	return text ? strdup(text) : NULL;
}

/* Copies the members that a page shows of a test. */
static void copy_test(const struct as_result_test *from, struct as_result_test *to)
{
	*to = *from;
	to->name = copy_text(from->name);
	to->reason = copy_text(from->reason);
	to->feedback = copy_text(from->feedback);
	to->judge_message = copy_text(from->judge_message);
	to->team_message = copy_text(from->team_message);
	to->transcript = copy_text(from->transcript);
	to->hint = copy_text(from->hint);
}

void rerun_read(struct reruns *reruns, size_t submission, const char *test, struct rerun *rerun)
{
	*rerun = (struct rerun){0};
	pthread_mutex_lock(&reruns->mutex);
	const struct slot *slot = find_slot(reruns, submission, test);
	if (slot) {
		rerun->state = slot->rerun.state;
		rerun->output_bytes = slot->rerun.output_bytes;
		rerun->wall_ms = slot->rerun.wall_ms;
		rerun->failure = copy_text(slot->rerun.failure);
		copy_test(&slot->rerun.result.test, &rerun->result.test);
		const struct as_bytes *output = &slot->rerun.output;
		if (output->data && as_bytes_copy(&rerun->output, output->data, output->size, NULL))
			rerun->output_bytes = 0;
	}
	pthread_mutex_unlock(&reruns->mutex);
}

/* ---- the thread ---- */

static void *run_reruns(void *context)
{
	struct reruns *reruns = context;

	pthread_mutex_lock(&reruns->mutex);
	while (!atomic_load(&reruns->cancel)) {
		struct slot *slot = next_slot(reruns);
		if (!slot) {
			pthread_cond_wait(&reruns->changed, &reruns->mutex);
			continue;
		}
		/* A queued slot is not reused, so its name stays valid without the mutex. */
		struct rerun rerun = {0};
		const size_t submission = slot->submission;
		pthread_mutex_unlock(&reruns->mutex);
		run_test(reruns, submission, slot->test, &rerun);
		pthread_mutex_lock(&reruns->mutex);
		slot->rerun = rerun;
	}
	pthread_mutex_unlock(&reruns->mutex);
	return NULL;
}

struct reruns *reruns_open(struct as_server *server, struct as_error *error)
{
	struct reruns *reruns = calloc(1, sizeof(*reruns));

	if (!reruns) {
		as_error_no_memory(error);
		return NULL;
	}
	reruns->server = server;
	pthread_mutex_init(&reruns->mutex, NULL);
	pthread_cond_init(&reruns->changed, NULL);
	const int failed = pthread_create(&reruns->thread, NULL, run_reruns, reruns);
	reruns->has_thread = !failed;
	if (!failed)
		return reruns;
	as_error_sys(error, AS_ERROR_MACHINE, failed, "cannot start a thread");
	reruns_close(reruns);
	return NULL;
}

void reruns_close(struct reruns *reruns)
{
	if (!reruns)
		return;
	pthread_mutex_lock(&reruns->mutex);
	atomic_store(&reruns->cancel, true);
	pthread_cond_signal(&reruns->changed);
	pthread_mutex_unlock(&reruns->mutex);
	if (reruns->has_thread)
		pthread_join(reruns->thread, NULL);
	for (size_t i = 0; i < SLOT_COUNT; i++) {
		rerun_clear(&reruns->slots[i].rerun);
		free(reruns->slots[i].test);
	}
	pthread_cond_destroy(&reruns->changed);
	pthread_mutex_destroy(&reruns->mutex);
	free(reruns);
}
