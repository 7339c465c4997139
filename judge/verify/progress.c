/* SPDX-License-Identifier: MIT */
/* Reports progress to the caller, from its own thread and from threads of the engine. */
#include "verify.h"

void as_verify_step(struct as_verify *verify, const char *now)
{
	pthread_mutex_lock(&verify->lock);
	if (verify->config->progress)
		verify->config->progress(verify->config->progress_context, now);
	pthread_mutex_unlock(&verify->lock);
}

void as_verify_skip(struct as_verify *verify, const struct as_candidate *candidate)
{
	for (size_t i = 0; i <= verify->package->test_count; i++)
		as_verify_step(verify, candidate->name);
}
