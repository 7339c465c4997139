/* SPDX-License-Identifier: MIT */
/* The state that the threads of a worker share. */
#include "worker_state.h"

void as_worker_wake(struct as_worker *worker)
{
	pthread_mutex_lock(&worker->lock);
	worker->has_news = true;
	pthread_cond_broadcast(&worker->changed);
	pthread_mutex_unlock(&worker->lock);
}

void as_worker_record_error(struct as_worker *worker, const struct as_error *error)
{
	if (worker->config.is_patient && as_store_is_away(error))
		return;
	pthread_mutex_lock(&worker->lock);
	if (worker->error.kind == AS_ERROR_NONE)
		worker->error = *error;
	/* Otherwise the worker would never end. */
	if (worker->error.kind == AS_ERROR_NONE)
		as_error_set(&worker->error, AS_ERROR_INTERNAL,
			"the store failed without a reason; report it as a defect of assay");
	pthread_mutex_unlock(&worker->lock);
}

bool as_worker_is_ending(struct as_worker *worker)
{
	pthread_mutex_lock(&worker->lock);
	const bool ending = worker->stopping || worker->error.kind != AS_ERROR_NONE;
	pthread_mutex_unlock(&worker->lock);
	return ending || as_is_cancelled(worker->config.cancel);
}

bool as_worker_get(struct as_worker *worker, const bool *flag)
{
	pthread_mutex_lock(&worker->lock);
	const bool value = *flag;
	pthread_mutex_unlock(&worker->lock);
	return value;
}
