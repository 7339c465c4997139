/* SPDX-License-Identifier: MIT */
/*
 * Claims a core for measured runs, and for other work of packages and compilers, which must avoid
 * cores with measurements. A worker keeps its core while that is free; else it moves to another
 * core of the process.
 */
#include "judging.h"

#include <sched.h>

static void tell(struct as_judge *judge, const char *what)
{
	const struct as_engine_config *config = &judge->engine->config;

	if (config->note)
		config->note(config->note_context, what);
}

static void notify_waiting(void *context)
{
	tell(context, "waiting for a free core");
}

static struct as_core_wish make_wish(const struct as_judge *judge, const atomic_bool *cancel)
{
	return (struct as_core_wish){.preferred = -1,
		.patience_ns = judge->engine->config.core_wait_ns,
		.cancel = cancel};
}

void as_core_claim(struct as_worker *worker, const char *test_name, struct as_core *core)
{
	struct as_judge *judge = worker->judging->judge;
	struct as_core_wish wish = make_wish(judge, worker->judging->scope.cancel);

	wish.preferred = worker->core;
	wish.waiting = notify_waiting;
	wish.context = judge;
	if (as_core_take(judge->engine->cores, &wish, core))
		worker->judging->core_shared = true;
	else
		worker->core = core->number;
	if (core->waited)
		tell(judge, test_name);
	as_sandbox_pin(worker->sandbox, worker->core);
}

static void pin_thread(int core)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)core, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

void as_core_borrow(struct as_judge *judge, const char *what, const atomic_bool *cancel,
	struct as_core_loan *loan)
{
	struct as_core_wish wish = make_wish(judge, cancel);

	wish.waiting = what ? notify_waiting : NULL;
	wish.context = judge;
	if (sched_getaffinity(0, sizeof(loan->before), &loan->before) == 0 &&
		as_core_take(judge->engine->cores, &wish, &loan->core) == 0)
		pin_thread(loan->core.number);
	if (what && loan->core.waited)
		tell(judge, what);
}

void as_core_return(struct as_core_loan *loan)
{
	if (loan->core.number >= 0)
		sched_setaffinity(0, sizeof(loan->before), &loan->before);
	as_core_give_back(&loan->core);
}

void as_core_borrow_for(
	const struct as_judging *judging, struct as_sandbox *sandbox, struct as_core *core)
{
	const struct as_core_wish wish = make_wish(judging->judge, judging->scope.cancel);

	(void)!as_core_take(judging->judge->engine->cores, &wish, core);
	as_sandbox_pin(sandbox, core->number);
}
