/* SPDX-License-Identifier: MIT */
/* The sandboxes of a worker, and the request to run the submission in one of them. */
#include "data.h"
#include "rerun.h"

#include <string.h>

/* Opening a sandbox takes about as long as this number of waits. */
#define WAITS_WORTH_OPENING 8

static size_t count_spare(const struct as_worker *worker)
{
	size_t count = 0;

	while (count < AS_MAX_SPARE && worker->spare[count])
		count++;
	return count;
}

static void close_spare(struct as_worker *worker)
{
	for (size_t i = 0; i < AS_MAX_SPARE; i++)
		as_sandbox_close(as_steal(worker->spare[i]));
	worker->wait_count = 0;
}

/* Replaces its sandbox by that of another language: the old one is kept for later, and the least
 * recently used one is closed. */
static void keep_warm(struct as_worker *worker)
{
	close_spare(worker);
	if (!worker->sandbox)
		return;
	as_sandbox_close(worker->warm[AS_MAX_WARM - 1].sandbox);
	memmove(&worker->warm[1], &worker->warm[0], (AS_MAX_WARM - 1) * sizeof(worker->warm[0]));
	worker->warm[0] = (struct as_warm){as_steal(worker->sandbox), worker->language};
}

static struct as_sandbox *take_warm(struct as_worker *worker, const struct as_language *language)
{
	for (size_t i = 0; i < AS_MAX_WARM; i++) {
		struct as_sandbox *sandbox = worker->warm[i].sandbox;
		if (!sandbox || worker->warm[i].language != language)
			continue;
		memmove(&worker->warm[i], &worker->warm[i + 1],
			(AS_MAX_WARM - 1 - i) * sizeof(worker->warm[0]));
		worker->warm[AS_MAX_WARM - 1] = (struct as_warm){0};
		return sandbox;
	}
	return NULL;
}

/* Takes the least recently used one, or NULL. */
static struct as_sandbox *take_spare(struct as_worker *worker)
{
	for (size_t i = AS_MAX_SPARE; i-- > 0;)
		if (worker->spare[i])
			return as_steal(worker->spare[i]);
	return NULL;
}

static void add_spare(struct as_worker *worker, struct as_sandbox *sandbox)
{
	memmove(&worker->spare[1], &worker->spare[0],
		(AS_MAX_SPARE - 1) * sizeof(worker->spare[0]));
	worker->spare[0] = sandbox;
}

/* Opens another sandbox after that many waits; on failure the worker continues to wait. */
static struct as_sandbox *open_one_more(struct as_worker *worker)
{
	if (count_spare(worker) == AS_MAX_SPARE || ++worker->wait_count < WAITS_WORTH_OPENING)
		return NULL;
	worker->wait_count = 0;
	return as_workshop_run_sandbox(
		worker->engine->workshop, worker->language, worker->core, NULL);
}

void as_worker_choose_sandbox(struct as_worker *worker)
{
	const size_t count = count_spare(worker);
	struct as_sandbox *oldest = count ? worker->spare[count - 1] : worker->sandbox;
	struct as_sandbox *next = NULL;

	if (as_sandbox_is_ready(worker->sandbox))
		return;
	if (!as_sandbox_is_ready(oldest))
		next = open_one_more(worker);
	if (!next)
		next = take_spare(worker);
	if (!next)
		return;
	add_spare(worker, worker->sandbox);
	worker->sandbox = next;
	as_sandbox_pin(worker->sandbox, worker->core);
}

int as_worker_open_sandbox(struct as_worker *worker, struct as_error *error)
{
	const struct as_language *language = worker->judging->program->language;

	if (worker->sandbox && worker->language == language)
		return 0;
	if (worker->language == language && (worker->sandbox = take_spare(worker)))
		return 0;
	struct as_sandbox *sandbox = take_warm(worker, language);
	keep_warm(worker);
	worker->language = language;
	worker->sandbox = sandbox ? sandbox
				  : as_workshop_run_sandbox(worker->engine->workshop, language,
					    worker->core, error);
	return worker->sandbox ? 0 : -1;
}

int as_test_request(const struct as_worker *worker, const struct as_test *test,
	const struct as_rerun *rerun, unsigned pass, struct as_program_request *request,
	struct as_error *error)
{
	const struct as_open_package *opened = worker->judging->opened;
	const struct as_judging *judging = worker->judging;
	const struct as_language *language = judging->program->language;
	char number[16];
	const char *const told[] = {number, NULL};
	const char *const *args = judging->data && judging->data->bytes->tell_pass
					  ? told
					  : (const char *const *)test->args;

	snprintf(number, sizeof(number), "%u", pass);
	if (as_program_request_init(request, judging->program, args, &judging->limits, error))
		return -1;
	request->request.limits = as_limits_enforced(rerun, language);
	request->request.writable_box = opened->package->writes_files || language->needs.writes_box;
	request->request.cancel = judging->cancel;
	if (judging->order.lenient)
		request->request.restrictions |= AS_RESTRICT_ABSENT;
	as_working_show(&worker->working, &request->request);
	return 0;
}
