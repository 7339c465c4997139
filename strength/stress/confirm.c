/* SPDX-License-Identifier: MIT */
#include "search.h"

/* A submission that fails every second time passes in one of them, but for one case in 256. */
#define REPEATS 8

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

/* A submission that exceeds its time limit may pass because the machine is quieter, which shows
 * nothing. */
int as_search_repeat(struct as_search *search, struct as_error *error)
{
	struct as_stress_report *report = search->report;
	const int64_t tenth_ns = as_now_ns() + (search->deadline_ns - search->begun_ns) / 10;
	const int64_t end_ns = tenth_ns < search->end_ns ? tenth_ns : search->end_ns;
	bool fails = report->failure.verdict != AS_VERDICT_TLE;

	for (int i = 0; i < REPEATS && fails && as_now_ns() < end_ns &&
			!as_is_cancelled(search->order->cancel);
		i++) {
		AS_AUTO(as_failure_clear) struct as_stress_failure again = {0};
		if (as_trial_run(search, search->order->submission, &report->failure,
			    AS_RERUNS_USUAL, &again, &fails, error))
			return -1;
		if (!fails)
			report->unstable++;
	}
	return 0;
}
