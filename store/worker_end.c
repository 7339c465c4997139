/* SPDX-License-Identifier: MIT */
/* The end of a claim: with a result, with the reason why there is none, or released. */
#include "worker_state.h"

static void tell_end(
	struct as_worker_slot *slot, const struct as_result *result, const struct as_error *cause)
{
	const struct as_worker_news *news = &slot->worker->config.news;

	if (news->ended)
		news->ended(news->context, slot->claim.job, result, cause);
}

/* The job is not at fault: another machine may judge it. */
static bool is_of_machine(const struct as_worker *worker, const struct as_error *cause)
{
	return !worker->config.package && cause->kind == AS_ERROR_MACHINE;
}

static int hand_back(struct as_worker_slot *slot, struct as_error *error)
{
	tell_end(slot, NULL, NULL);
	return as_store_release(slot->worker->config.store, &slot->claim, error);
}

static int fail(struct as_worker_slot *slot, const struct as_error *cause, struct as_error *error)
{
	const int ended = as_store_fail(slot->worker->config.store, &slot->claim, cause, error);

	if (ended >= 0)
		tell_end(slot, NULL, ended ? cause : NULL);
	return ended;
}

/* Sets the owner, which the engine does not know. */
static int complete(
	struct as_worker_slot *slot, const struct as_result *result, struct as_error *error)
{
	const struct as_worker_config *config = &slot->worker->config;
	struct as_result named = *result;

	named.worker = (char *)config->name;
	return as_store_complete(config->store, &slot->claim, &named,
		as_engine_package(as_worker_opened(slot)), error);
}

/* A lost claim is not an error: another attempt counts. */
void as_worker_end_claim(
	struct as_worker_slot *slot, const struct as_result *result, const struct as_error *cause)
{
	struct as_worker *worker = slot->worker;
	struct as_error why = {0}, error = {0};
	int ended;

	if (as_worker_get(worker, &slot->is_lost)) {
		tell_end(slot, NULL, NULL);
		return;
	}
	/* If a result cannot be stored, only its job fails, provided that the store can still be
	 * written. */
	if (result && (ended = complete(slot, result, &why)) >= 0) {
		tell_end(slot, ended ? result : NULL, NULL);
		return;
	}
	if (result && as_store_is_away(&why)) {
		ended = -1;
		error = why;
	} else if (!result && (as_worker_is_ending(worker) || is_of_machine(worker, cause))) {
		if (is_of_machine(worker, cause))
			as_worker_record_error(worker, cause);
		ended = hand_back(slot, &error);
	} else {
		ended = fail(slot, result ? &why : cause, &error);
	}
	if (ended < 0)
		as_worker_record_error(worker, &error);
}
