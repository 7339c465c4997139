/* SPDX-License-Identifier: MIT */
#include "search.h"

void as_failure_take(struct as_stress_failure *failure, struct as_trial *trial)
{
	*failure = trial->failure;
	failure->input = trial->input;
	failure->answer = trial->answer;
	trial->failure = (struct as_stress_failure){0};
	trial->input = trial->answer = (struct as_bytes){0};
}

int as_search_confirm(
	struct as_search *search, struct as_stress_failure *failure, struct as_error *error)
{
	AS_AUTO(as_failure_clear) struct as_stress_failure again = {0};
	bool fails;

	if (as_trial_run(search, search->order->submission, failure, AS_RERUNS_USUAL, &again,
		    &fails, error))
		return -1;
	if (!fails)
		return 0;
	again.input = failure->input;
	again.answer = failure->answer;
	failure->input = failure->answer = (struct as_bytes){0};
	as_failure_clear(failure);
	*failure = again;
	again = (struct as_stress_failure){0};
	return 1;
}
