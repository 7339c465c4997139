/* SPDX-License-Identifier: MIT */
/*
 * Claims a core for measured runs, and for other work of packages and compilers, which must avoid
 * cores with measurements. A worker keeps its core while that is free; else it moves to another
 * core of the process.
 */
#include "run.h"

static void note(struct as_open_package *opened, const char *what)
{
	const struct as_engine_config *config = &opened->engine->config;

	if (config->note)
		config->note(config->note_context, what);
}

static void notify_waiting(void *context, bool is_long)
{
	note(context, is_long ? AS_NOTE_WAITS_LONG : AS_NOTE_WAITS);
}

static struct as_core_request make_request(
	const struct as_open_package *opened, const atomic_bool *cancel)
{
	return (struct as_core_request){.preferred = -1,
		.patience_ns = opened->engine->config.core_wait_ns,
		.cancel = cancel};
}

void as_core_claim(struct as_worker *worker, const char *test_name, struct as_core *core)
{
	struct as_open_package *opened = worker->judging->opened;
	struct as_core_request request = make_request(opened, worker->judging->cancel);

	request.preferred = worker->core;
	request.waiting = notify_waiting;
	request.context = opened;
	if (as_core_take(opened->engine->cores, &request, core))
		worker->judging->core_shared = true;
	else
		worker->core = core->number;
	if (core->waited)
		note(opened, test_name);
	as_sandbox_pin(worker->sandbox, worker->core);
}

void as_open_package_borrow_core(struct as_open_package *opened, const char *what,
	const atomic_bool *cancel, struct as_core_loan *loan)
{
	struct as_core_request request = make_request(opened, cancel);

	request.waiting = notify_waiting;
	request.context = opened;
	as_core_borrow(opened->engine->cores, &request, loan);
	if (loan->core.waited)
		note(opened, what);
}

void as_core_borrow_for(
	const struct as_judging *judging, struct as_sandbox *sandbox, struct as_core *core)
{
	const struct as_core_request request = make_request(judging->opened, judging->cancel);

	(void)!as_core_take(judging->opened->engine->cores, &request, core);
	as_sandbox_pin(sandbox, core->number);
}
