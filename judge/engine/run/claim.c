/* SPDX-License-Identifier: MIT */
/*
 * Claims a core for measured runs, and for other work of packages and compilers, which must avoid
 * cores with measurements. A worker keeps its core while that is free; else it moves to another
 * core of the process.
 */
#include "run.h"

static void note(struct as_judge *judge, const char *what)
{
	const struct as_engine_config *config = &judge->engine->config;

	if (config->note)
		config->note(config->note_context, what);
}

static void notify_waiting(void *context)
{
	note(context, "waiting for a free core");
}

static struct as_core_request make_request(const struct as_judge *judge, const atomic_bool *cancel)
{
	return (struct as_core_request){.preferred = -1,
		.patience_ns = judge->engine->config.core_wait_ns,
		.cancel = cancel};
}

void as_core_claim(struct as_worker *worker, const char *test_name, struct as_core *core)
{
	struct as_judge *judge = worker->judging->judge;
	struct as_core_request request = make_request(judge, worker->judging->cancel);

	request.preferred = worker->core;
	request.waiting = notify_waiting;
	request.context = judge;
	if (as_core_take(judge->engine->cores, &request, core))
		worker->judging->core_shared = true;
	else
		worker->core = core->number;
	if (core->waited)
		note(judge, test_name);
	as_sandbox_pin(worker->sandbox, worker->core);
}

void as_judge_borrow_core(struct as_judge *judge, const char *what, const atomic_bool *cancel,
	struct as_core_loan *loan)
{
	struct as_core_request request = make_request(judge, cancel);

	request.waiting = notify_waiting;
	request.context = judge;
	as_core_borrow(judge->engine->cores, &request, loan);
	if (loan->core.waited)
		note(judge, what);
}

void as_core_borrow_for(
	const struct as_judging *judging, struct as_sandbox *sandbox, struct as_core *core)
{
	const struct as_core_request request = make_request(judging->judge, judging->cancel);

	(void)!as_core_take(judging->judge->engine->cores, &request, core);
	as_sandbox_pin(sandbox, core->number);
}
