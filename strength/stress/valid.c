/* SPDX-License-Identifier: MIT */
/* Runs the package's input validators on the inputs of trials. */
#include "search.h"

#include <string.h>

/* ---- running ---- */

/* CPU time of an input validator: the full time, then the time after its first late run. */
#define VALIDATOR_NS INT64_C(5000000000)
#define LATE_NS INT64_C(500000000)
/* A validator that has not ended on any of so many inputs ends on none. */
#define LATE_TRIES 3

/* An order without a submission has one input and no search, so validators have their full time. */
static void limit_time(struct as_search *search, unsigned thread)
{
	const int64_t usual_ns = search->order->submission ? VALIDATOR_NS : AS_INPUT_VALIDATION_NS;

	as_validators_set_input_time(search->thread_states[thread].validators,
		atomic_load(&search->late.validations) ? LATE_NS : usual_ns);
}

/* Records whether a validator ends. */
static int note_end(struct as_search *search, const char *validator,
	const struct as_validation *validation, struct as_error *error)
{
	if (!validation->is_late) {
		atomic_store(&search->late.validator_ends, true);
		return 0;
	}
	if (atomic_fetch_add(&search->late.validations, 1) + 1 < LATE_TRIES ||
		atomic_load(&search->late.validator_ends))
		return 0;
	return as_error_at(error, AS_ERROR_INPUT, validator, 0, 0,
		"the input validator does not end: it %s on each of the first %d inputs; correct "
		"it "
		"first",
		validation->text, LATE_TRIES);
}

/* Keeps the reason of the first validator that this machine cannot run. */
static void note_not_run(
	struct as_search *search, const char *validator, const struct as_validation *validation)
{
	char *none = NULL,
	     *text = as_text_format(NULL, "%s was not run: %s", validator, validation->text);

	if (!atomic_compare_exchange_strong(&search->not_run, &none, text))
		free(text);
}

/* 1: valid; 0: invalid, with the reason; -1: an error. */
static int run_validators(struct as_search *search, unsigned thread, int input_fd,
	const struct as_test *like, struct as_validation *validation, bool *was_run,
	struct as_error *error)
{
	const struct as_input_case input = as_input_case_of(like, input_fd);

	for (size_t i = 0; i < search->validator_count; i++) {
		const char *validator = search->order->package->input_validators[i];
		limit_time(search, thread);
		if (as_validators_run_input(search->thread_states[thread].validators, i, &input,
			    validation, error) ||
			note_end(search, validator, validation, error))
			return -1;
		if (validation->kind == AS_VALIDATION_BROKEN && !validation->is_late)
			return as_error_at(error, AS_ERROR_INPUT, validator, 0, 0,
				"the input validator failed: %s; correct it first",
				validation->text);
		if (validation->kind == AS_VALIDATION_UNAVAILABLE) {
			if (!atomic_load(&search->not_run))
				note_not_run(search, validator, validation);
			continue;
		}
		*was_run = true;
		if (validation->kind != AS_VALIDATION_ACCEPTED)
			return 0;
	}
	return 1;
}

/* Runs the validators with a test's settings. Sets `was_run` if a validator could be run. */
static int accepts(struct as_search *search, const struct as_bytes *input,
	const struct as_test *like, bool *accepted, bool *was_run, struct as_error *error)
{
	struct as_validation validation = {0};
	AS_AUTO_FD int input_fd = as_input_from_bytes(input->data, input->size, error);
	const int valid = input_fd < 0 ? -1
				       : run_validators(search, 0, input_fd, like, &validation,
						 was_run, error);

	*accepted = valid == 1 && *was_run;
	return valid < 0 ? -1 : 0;
}

/* ---- the folder of a failing input, and malformed data ---- */

static bool is_candidate(const struct as_search *search, const struct as_test *test)
{
	const size_t length = as_test_folder_length(test->name);

	if (!search->order->home.folders)
		return strncmp(test->name, "secret/", strlen("secret/")) == 0;
	for (char *const *folder = search->order->home.folders; *folder; folder++)
		if (strlen(*folder) == length && memcmp(*folder, test->name, length) == 0)
			return true;
	return false;
}

/* A folder has one set of arguments, so its first test stands for it. */
static bool is_first(const struct as_package *package, size_t t)
{
	const char *name = package->tests[t].name;
	const size_t length = as_test_folder_length(name);

	return t == 0 || as_test_folder_length(package->tests[t - 1].name) != length ||
	       memcmp(name, package->tests[t - 1].name, length) != 0;
}

int as_trial_find_homes(struct as_search *search, struct as_error *error)
{
	const struct as_package *package = search->order->package;
	struct as_stress_failure *failure = &search->report->failure;

	failure->homes = calloc(package->test_count + 1, sizeof(const struct as_test *));
	if (!failure->homes)
		return as_error_no_memory(error);
	for (size_t t = 0; t < package->test_count; t++) {
		const struct as_test *test = &package->tests[t];
		bool accepted = search->validator_count == 0, was_run = false;
		if (!is_candidate(search, test) || !is_first(package, t))
			continue;
		if (!accepted && accepts(search, &failure->input, test, &accepted, &was_run, error))
			return -1;
		if (accepted)
			failure->homes[failure->home_count++] = test;
	}
	return 0;
}

int as_trial_try_junk(struct as_search *search, bool *accept, struct as_error *error)
{
	static char text[] = "\001 malformed \377 data \n\n";
	const struct as_bytes junk = {.data = text, .size = sizeof(text) - 1},
			      nothing = {.data = text};
	bool was_run = false;

	*accept = false;
	if (!search->settings.count)
		return 0;
	const struct as_test *like = search->settings.items[0].like;
	if (accepts(search, &junk, like, accept, &was_run, error))
		return -1;
	/* If all inputs come from the package's tests, no validator has run before. */
	if (was_run)
		atomic_store(&search->is_validated, true);
	was_run = false;
	return *accept ? accepts(search, &nothing, like, accept, &was_run, error) : 0;
}

/* ---- trials ---- */

/* Runs the validators only on inputs that the fork servers left undecided. */
static int validate_variant(struct as_search *search, unsigned thread, struct as_trial *trial,
	struct as_variant *variant, struct as_error *error)
{
	struct as_validation validation = {0};
	bool was_run = false;
	AS_AUTO_FD int input_fd = as_input_from_bytes(trial->input.data, trial->input.size, error);
	const int valid = input_fd < 0 ? -1
				       : run_validators(search, thread, input_fd, variant->test,
						 &validation, &was_run, error);

	if (valid < 0)
		return -1;
	if (was_run)
		atomic_store(&search->is_validated, true);
	else if (trial->is_changed)
		return 0;
	if (!valid && !trial->complaint)
		trial->complaint = as_text_format(error, "%s", validation.text);
	/* It would take its time with other arguments, too. */
	if (validation.is_late && !trial->valid)
		trial->state = AS_TRIAL_INVALID;
	return valid;
}

/* Takes the guess of a fork server, or runs the validators. */
static int decide(struct as_search *search, unsigned thread, struct as_trial *trial,
	struct as_variant *variant, size_t which, enum as_guess guess, struct as_error *error)
{
	if (guess == AS_GUESS_NONE && as_search_is_over(search)) {
		trial->state = AS_TRIAL_NEW;
		return 0;
	}
	const int valid = guess != AS_GUESS_NONE
				  ? guess == AS_GUESS_YES
				  : validate_variant(search, thread, trial, variant, error);
	if (valid < 0)
		return -1;
	atomic_fetch_add(&variant->runs, 1);
	atomic_fetch_add(&variant->accepted, (unsigned)valid);
	if (valid)
		trial->valid |= (uint64_t)1 << which;
	return 0;
}

/* Validates for each variant of a setting. */
static int validate_setting(struct as_search *search, unsigned thread, struct as_trial *trials,
	size_t count, size_t which, struct as_error *error)
{
	struct as_setting *setting = &search->settings.items[which];

	for (size_t k = 0; k < setting->variant_count; k++) {
		struct as_variant *variant = &setting->variants[k];
		enum as_guess guesses[AS_MAX_SLICE] = {0};
		if (variant->is_skipped)
			continue;
		if (!search->is_fresh && as_forked_validate(search, thread, variant->test, trials,
						 count, (uint64_t)1 << which, guesses, error))
			return -1;
		for (size_t i = 0; i < count; i++)
			if (trials[i].state == AS_TRIAL_MADE &&
				!(trials[i].valid & (uint64_t)1 << which) &&
				decide(search, thread, &trials[i], variant, which, guesses[i],
					error))
				return -1;
	}
	return 0;
}

int as_trials_validate(struct as_search *search, unsigned thread, struct as_trial *trials,
	size_t count, struct as_error *error)
{
	for (size_t i = 0; i < search->settings.count; i++)
		if (validate_setting(search, thread, trials, count, i, error))
			return -1;
	for (size_t i = 0; i < count; i++)
		if (trials[i].state == AS_TRIAL_MADE && !trials[i].valid)
			trials[i].state = AS_TRIAL_INVALID;
	return 0;
}
