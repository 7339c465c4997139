/* SPDX-License-Identifier: MIT */
/* The submissions of `assay verify --store`: jobs of a store, in a space of their own. On a server
 * a group of equal machines judges them; a store in a file has the worker of this process. */
#include "verify.h"

#include <assay/store.h>

#define SPACE "verify"

/* A round of orders. */
struct round {
	const struct verify_store *store;
	const struct as_store_submission *submissions;
	const struct as_verify_calls *calls;
};

static int take_result(void *context, size_t index, int64_t job, struct as_result *result)
{
	const struct round *round = context;

	(void)job;
	return round->calls->take(round->calls->context, index, result);
}

/* A store keeps the reason without the path. A missing compiler is a reason for many paths. */
static void fail_order(void *context, size_t index, const struct as_error *why)
{
	const struct round *round = context;
	struct as_error error = *why;

	if (error.kind != AS_ERROR_MACHINE)
		(void)as_error_context(&error, "cannot judge %s", round->submissions[index].path);
	round->calls->fail(round->calls->context, index, &error);
}

/* The package is at fault. */
static void fail_held(void *context, size_t index, const struct as_error *why)
{
	const struct round *round = context;
	struct as_error held = {0};

	as_error_at(&held, AS_ERROR_INPUT, round->store->package->path, 0, 0, "%s", why->text);
	round->calls->fail(round->calls->context, index, &held);
}

static void ignore_known(void *context)
{
	(void)context;
}

static void tell(void *context, const char *text)
{
	cli_note_beside(*((const struct round *)context)->store->progress, text);
}

static int judge(const struct verify_store *store, const struct as_job_order *orders,
	const struct as_store_submission *submissions, size_t count,
	const struct as_verify_calls *calls, struct as_error *error)
{
	struct round round = {.store = store, .submissions = submissions, .calls = calls};
	const struct as_store_judging judging = {.store = store->store,
		.engine = store->engine,
		.package = store->package,
		.order = {.package = orders[0].package},
		.space = SPACE,
		.submissions = submissions,
		.count = count,
		.is_shared = cli_is_on_server(store->url),
		.worker_group = store->group,
		.cancel = &cli_cancelled,
		.note = tell,
		.known = ignore_known,
		.take = take_result,
		.fail = fail_order,
		.hold = fail_held,
		.context = &round};

	return as_store_judge(&judging, error);
}

int verify_store_judge(void *context, const struct as_job_order *orders, size_t count,
	const struct as_verify_calls *calls, struct as_error *error)
{
	const struct verify_store *store = context;
	AS_AUTO_FREE struct as_store_submission *submissions = calloc(count, sizeof(*submissions));
	AS_AUTO_FREE struct as_job_order *numbered = calloc(count, sizeof(*numbered));

	if (!submissions || !numbered)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		numbered[i] = orders[i];
		numbered[i].round += store->first_round;
		submissions[i] = (struct as_store_submission){.path = orders[i].submission.path,
			.entry_point = orders[i].submission.entry_point,
			.order = &numbered[i]};
	}
	return judge(store, orders, submissions, count, calls, error);
}

/* The time of the store as the first round makes other jobs than those of all earlier commands. */
int verify_store_open(struct verify_store *store, struct as_error *error)
{
	store->store = cli_store_open(store->url, error);
	if (!store->store)
		return -1;
	return store->fresh ? as_store_now(store->store, &store->first_round, error) : 0;
}
