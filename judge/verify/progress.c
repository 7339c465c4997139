/* SPDX-License-Identifier: MIT */
/* The caller's progress, which threads of the engine report too. */
#include "verify.h"

void as_verify_step(struct as_verify *verify, const char *now)
{
	pthread_mutex_lock(&verify->lock);
	if (verify->config->progress)
		verify->config->progress(verify->config->progress_context, now);
	pthread_mutex_unlock(&verify->lock);
}
