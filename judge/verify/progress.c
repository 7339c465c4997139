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
