/* SPDX-License-Identifier: MIT */
/* The sandboxes of a worker, and the request to run the submission in one of them. */
#include "data.h"
#include "rerun.h"

#include <string.h>

/* Replaces its sandbox by that of another language: the old one is kept for later, and the least
 * recently used one is closed. */
static void keep_warm(struct as_worker *worker)
{
	as_sandboxes_close(&worker->spare);
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

/* If another sandbox cannot be opened, the worker continues to wait. */
void as_worker_choose_sandbox(struct as_worker *worker)
{
	struct as_sandbox *next = NULL;

	if (as_sandbox_is_ready(worker->sandbox))
		return;
	if (as_sandboxes_lack(&worker->spare, worker->sandbox, AS_MAX_SPARE))
		next = as_workshop_run_sandbox(
			worker->engine->workshop, worker->language, worker->core, NULL);
	if (!next && !(next = as_sandboxes_take(&worker->spare)))
		return;
	as_sandboxes_put(&worker->spare, worker->sandbox);
	worker->sandbox = next;
	as_sandbox_pin(worker->sandbox, worker->core);
}

int as_worker_open_sandbox(struct as_worker *worker, struct as_error *error)
{
	const struct as_language *language = worker->judging->program->language;

	if (worker->sandbox && worker->language == language)
		return 0;
	if (worker->language == language && (worker->sandbox = as_sandboxes_take(&worker->spare)))
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
