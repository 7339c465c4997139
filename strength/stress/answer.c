/* SPDX-License-Identifier: MIT */
/* Validates and answers one input of the caller like an input of a search, in the calling thread,
 * without fork servers. */
#include "search.h"

/* Says why there is no answer. */
static int refuse_trial(const struct as_trial *trial, struct as_error *error)
{
	const char *why = trial->complaint ? trial->complaint : "";

	if (trial->state == AS_TRIAL_UNANSWERED)
		return as_error_set(error, AS_ERROR_INPUT, "no answer: %s", why);
	if (trial->state == AS_TRIAL_INVALID)
		return as_error_set(error, AS_ERROR_INPUT,
			"the input validator rejects the input%s%s", *why ? ": " : "", why);
	return as_error_set(error, AS_ERROR_INTERNAL, "interrupted");
}

static int take_answer(struct as_search *search, struct as_trial *trial,
	struct as_stress_answer *answer, struct as_error *error)
{
	const struct as_right *right = &search->right;

	if (trial->state != AS_TRIAL_MADE)
		return refuse_trial(trial, error);
	answer->like = as_trial_like(search, trial);
	answer->is_validated = atomic_load(&search->is_validated);
	answer->not_run = atomic_exchange(&search->not_run, NULL);
	if (!right->command && !right->compiled)
		return 0;
	answer->right = as_text_format(error, "%s", right->name);
	answer->answer = trial->answer;
	trial->answer = (struct as_bytes){0};
	return answer->right ? 0 : -1;
}

static int make_answer(struct as_search *search, const struct as_bytes *input,
	const struct as_test *like, struct as_stress_answer *answer, struct as_error *error)
{
	/* The input stays the caller's. */
	struct as_trial trial = {
		.origin = AS_ORIGIN_INPUT, .state = AS_TRIAL_MADE, .input = *input};
	const int failed = as_search_open_programs(search, error) ||
			   (like && as_settings_use(&search->settings, like, error)) ||
			   as_trials_validate(search, 0, &trial, 1, error) ||
			   as_trials_answer(search, 0, &trial, 1, error) ||
			   take_answer(search, &trial, answer, error);

	trial.input = (struct as_bytes){0};
	as_trial_clear(&trial);
	return failed ? -1 : 0;
}

int as_stress_answer_make(const struct as_stress_order *order, const struct as_bytes *input,
	const struct as_test *like, struct as_stress_answer *answer, struct as_error *error)
{
	struct as_stress_order one = *order;
	AS_AUTO(as_search_close)
	struct as_search search = {.order = &one, .deadline_ns = INT64_MAX, .end_ns = INT64_MAX};

	*answer = (struct as_stress_answer){0};
	one.submission = NULL;
	one.submission_path = NULL;
	one.is_fresh = true;
	one.workers = 1;
	if (make_answer(&search, input, like, answer, error) == 0)
		return 0;
	as_stress_answer_clear(answer);
	return -1;
}

void as_stress_answer_clear(struct as_stress_answer *answer)
{
	as_bytes_clear(&answer->answer);
	free(answer->right);
	free(answer->not_run);
	*answer = (struct as_stress_answer){0};
}
