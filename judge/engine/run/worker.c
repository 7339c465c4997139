/* SPDX-License-Identifier: MIT */
/* A worker's sandboxes, and the request to run the submission in one of them. */
#include "judging.h"

#include <string.h>

/* Its sandbox makes way for another language's: it is kept for later, and the one that was used
 * longest ago is closed. */
static void put_aside(struct as_worker *worker)
{
	if (!worker->sandbox)
		return;
	as_sandbox_close(worker->warm[AS_WARM_MOST - 1].sandbox);
	memmove(&worker->warm[1], &worker->warm[0], (AS_WARM_MOST - 1) * sizeof(worker->warm[0]));
	worker->warm[0] = (struct as_warm){as_steal(worker->sandbox), worker->language};
}

static struct as_sandbox *take_warm(struct as_worker *worker, const struct as_language *language)
{
	for (size_t i = 0; i < AS_WARM_MOST; i++) {
		struct as_sandbox *sandbox = worker->warm[i].sandbox;
		if (!sandbox || worker->warm[i].language != language)
			continue;
		memmove(&worker->warm[i], &worker->warm[i + 1],
			(AS_WARM_MOST - 1 - i) * sizeof(worker->warm[0]));
		worker->warm[AS_WARM_MOST - 1] = (struct as_warm){0};
		return sandbox;
	}
	return NULL;
}

int as_worker_open_sandbox(struct as_worker *worker, struct as_error *error)
{
	const struct as_language *language = worker->judging->program->language;

	if (worker->sandbox && worker->language == language)
		return 0;
	struct as_sandbox *sandbox = take_warm(worker, language);
	put_aside(worker);
	worker->language = language;
	worker->sandbox = sandbox ? sandbox
				  : as_workshop_run_sandbox(worker->engine->workshop, language,
					    worker->core, error);
	return worker->sandbox ? 0 : -1;
}

int as_test_request(const struct as_worker *worker, const struct as_test *test,
	const struct as_rerun *rerun, struct as_program_request *request, struct as_error *error)
{
	const struct as_judge *judge = worker->judging->judge;
	const struct as_judging *judging = worker->judging;
	const struct as_language *language = judging->program->language;

	if (as_program_request_init(request, judging->program, (const char *const *)test->args,
		    &judging->limits, error))
		return -1;
	request->request.limits = as_limits_enforced(rerun, language);
	request->request.writable_box = judge->package->writes_files || language->needs.writes_box;
	request->request.cancel = judging->scope.cancel;
	as_working_show(&worker->working, &request->request);
	return 0;
}
