/* SPDX-License-Identifier: MIT */
/*
 * Fast runs: each thread has fork servers (assay/program/fork_server.h) for the input validators,
 * the right solution and the submission. The result of a fork server is provisional, because a
 * hostile submission can forge it. Therefore every failure, and every thousandth pass, is run again
 * in a fresh process. If a fresh run differs, all further runs are fresh.
 */
#include "search.h"

#include <assay/program/fork_server.h>
#include <string.h>

struct server {
	struct as_fork_server *server;
	bool is_tried; /* opened, or failed to open: then the server is NULL */
};

struct as_forks {
	struct server right, submission;
	struct server *validators;
	size_t validator_count;
};

static void close_server(struct server *server)
{
	as_fork_server_close(server->server);
	*server = (struct server){0};
}

void as_forks_close(struct as_forks *forks)
{
	if (!forks)
		return;
	for (size_t i = 0; i < forks->validator_count; i++)
		close_server(&forks->validators[i]);
	close_server(&forks->right);
	close_server(&forks->submission);
	free(forks->validators);
	free(forks);
}

static struct as_forks *require_forks(
	struct as_search *search, unsigned thread, struct as_error *error)
{
	struct as_thread_state *thread_state = &search->thread_states[thread];
	struct as_forks *forks = thread_state->forks;

	if (forks)
		return forks;
	forks = calloc(1, sizeof(*forks));
	if (forks)
		forks->validators = calloc(search->validator_count + 1, sizeof(*forks->validators));
	if (!forks || !forks->validators) {
		free(forks);
		as_error_no_memory(error);
		return NULL;
	}
	forks->validator_count = search->validator_count;
	return thread_state->forks = forks;
}

/* NULL: use fresh runs. */
static struct as_fork_server *require_server(struct as_search *search, struct server *server,
	const struct as_program *program, const struct as_limits *limits, bool reuse)
{
	const struct as_fork_server_config config = {
		.limits = *limits, .core = -1, .reuse = reuse, .cancel = search->order->cancel};

	if (!server->is_tried && program && as_program_can_fork(program))
		server->server = as_fork_server_open(program, &config, NULL);
	server->is_tried = true;
	return server->server && !as_fork_server_is_broken(server->server) ? server->server : NULL;
}

/* ---- input validators ---- */

/* CPU time of a run; one that needs more is repeated as a fresh run. */
#define FORKED_NS INT64_C(1000000000)
/* Longer inputs get fresh runs. */
#define MAX_BYTES (UINT64_C(1) << 20)

static enum as_guess guess_of(const struct as_fork_output *output, int accepted)
{
	if (output->end != AS_FORK_ENDED || output->hits || output->signal)
		return AS_GUESS_NONE;
	return output->exit_code == accepted ? AS_GUESS_YES : AS_GUESS_NO;
}

static bool is_late(const struct as_fork_output *output)
{
	return output->hits & (AS_HIT_CPU | AS_HIT_WALL);
}

/* A guess stays YES only if this validator accepts, too. Runs that do not end take their time one
 * after the other, so pieces begin short, and after a late run the rest is left to fresh runs. */
static int run_validator(struct as_fork_server *server, int accepted, const char *const *arguments,
	const struct as_trial *trials, size_t count, enum as_guess *guesses, struct as_error *error)
{
	struct as_fork_input inputs[AS_MAX_SLICE];
	struct as_fork_output outputs[AS_MAX_SLICE];
	size_t selected[AS_MAX_SLICE], selected_count = 0;

	for (size_t i = 0; i < count; i++)
		if (guesses[i] == AS_GUESS_YES) {
			inputs[selected_count] = (struct as_fork_input){.arguments = arguments,
				.data = trials[i].input.data,
				.size = trials[i].input.size};
			selected[selected_count++] = i;
		}
	size_t piece = 1, done = 0;
	for (bool any_late = false; done < selected_count && !any_late; piece *= 2) {
		const size_t left = selected_count - done;
		const size_t some = piece < left ? piece : left;
		if (as_fork_server_run(server, inputs + done, some, outputs, error))
			return -1;
		for (size_t i = 0; i < some; i++) {
			guesses[selected[done + i]] = guess_of(&outputs[i], accepted);
			any_late |= is_late(&outputs[i]);
		}
		done += some;
	}
	for (; done < selected_count; done++)
		guesses[selected[done]] = AS_GUESS_NONE;
	return 0;
}

static void forget_guesses(enum as_guess *guesses, size_t count)
{
	for (size_t i = 0; i < count; i++)
		guesses[i] = AS_GUESS_NONE;
}

/* Sets the guess YES for each input to be validated. False: there is no such input. */
static bool choose_guesses(
	const struct as_trial *trials, size_t count, uint64_t valid, enum as_guess *guesses)
{
	bool any = false;

	for (size_t i = 0; i < count; i++) {
		const bool wanted = trials[i].state == AS_TRIAL_MADE &&
				    !(trials[i].valid & valid) && trials[i].input.size <= MAX_BYTES;
		guesses[i] = wanted ? AS_GUESS_YES : AS_GUESS_NONE;
		any = any || wanted;
	}
	return any;
}

int as_forked_validate(struct as_search *search, unsigned thread, const struct as_test *like,
	const struct as_trial *trials, size_t count, uint64_t valid, enum as_guess *guesses,
	struct as_error *error)
{
	const struct as_input_case input = {
		.validator_args = like->input_validator_args, .args = like->args};
	struct as_forks *forks = require_forks(search, thread, error);
	struct as_limits limits = as_limits_default;

	if (!forks)
		return -1;
	/* Fresh runs have less time once a validator did not end. */
	if (like->files_path || forks->validator_count == 0 ||
		atomic_load(&search->late.validations))
		return 0;
	limits.cpu_time_ns = FORKED_NS;
	limits.wall_time_ns = 2 * FORKED_NS;
	if (!choose_guesses(trials, count, valid, guesses))
		return 0;
	const int accepted = as_input_validator_accepted(search->order->package);
	for (size_t i = 0; i < forks->validator_count; i++) {
		struct as_error why = {0};
		const char *path = search->order->package->input_validators[i];
		const struct as_program *program =
			as_validators_program(search->thread_states[thread].validators, i, &why);
		struct as_fork_server *server =
			require_server(search, &forks->validators[i], program, &limits, true);
		if (!server) {
			forget_guesses(guesses, count);
			return 0;
		}
		AS_AUTO_FREE const char **arguments = as_input_case_arguments(&input, path, error);
		if (!arguments ||
			run_validator(server, accepted, arguments, trials, count, guesses, error))
			return -1;
	}
	atomic_store(&search->is_validated, true);
	return 0;
}

/* ---- right solution and submission ---- */

static struct as_limits limits_of(const struct as_search *search, int64_t time_ns)
{
	const struct as_package *package = search->order->package;
	struct as_limits limits = as_limits_default;

	limits.cpu_time_ns = time_ns;
	limits.wall_time_ns = as_test_wall_limit_ns(package, time_ns);
	limits.memory_bytes = package->limits.memory_bytes;
	limits.output_bytes = package->limits.output_bytes;
	return limits;
}

/* Returns the only setting that the input is valid for; NULL if there are several, or if a fork
 * server does not support it. A test of the package has its own setting: it runs fresh. */
static const struct as_test *only_like(const struct as_search *search, const struct as_trial *trial)
{
	const struct as_setting *setting = &search->settings.items[0];

	if (search->settings.count != 1 || trial->own || !trial->valid ||
		setting->like->files_path || trial->input.size > MAX_BYTES)
		return NULL;
	return setting->like;
}

static bool is_simple(const struct as_package *package)
{
	return !package->interactive && !package->multi_pass && !package->submit_answer &&
	       !package->output_validators;
}

struct running {
	struct as_fork_input inputs[AS_MAX_SLICE];
	struct as_fork_output outputs[AS_MAX_SLICE];
	struct as_trial *trials[AS_MAX_SLICE];
	size_t count;
};

static int run_program(struct as_search *search, struct as_fork_server *server,
	struct as_trial *trials, size_t count, struct running *running, struct as_error *error)
{
	running->count = 0;
	for (size_t i = 0; i < count; i++) {
		const struct as_test *like = only_like(search, &trials[i]);
		if (trials[i].state != AS_TRIAL_MADE || !like)
			continue;
		running->trials[running->count] = &trials[i];
		running->inputs[running->count++] =
			(struct as_fork_input){.arguments = (const char *const *)like->args,
				.data = trials[i].input.data,
				.size = trials[i].input.size};
	}
	return running->count == 0 ? 0
				   : as_fork_server_run(server, running->inputs, running->count,
					     running->outputs, error);
}

/* Consumes the output of a trial. */
typedef int take_output(struct as_search *search, struct as_trial *trial,
	const struct as_fork_output *output, struct as_error *error);

/* The inputs of a call share the server's time, so calls begin with few inputs. */
#define MAX_PER_CALL 16

/* After an input that exceeds its time, the rest is left to fresh runs, which check the deadline.
 */
static int run_in_parts(struct as_search *search, struct as_fork_server *server,
	struct as_trial *trials, size_t count, take_output *take, struct as_error *error)
{
	struct running running;
	bool any_late = false;
	size_t some;

	for (size_t at = 0, part = 1; at < count && !any_late; at += some) {
		some = count - at < part ? count - at : part;
		part = part < MAX_PER_CALL ? 2 * part : part;
		if (as_now_ns() >= search->deadline_ns)
			return 0;
		if (run_program(search, server, trials + at, some, &running, error))
			return -1;
		for (size_t i = 0; i < running.count; i++) {
			any_late = any_late || is_late(&running.outputs[i]);
			if (take(search, running.trials[i], &running.outputs[i], error))
				return -1;
		}
	}
	return 0;
}

static bool ended_well(const struct as_fork_output *output)
{
	return output->end == AS_FORK_ENDED && !output->hits && !output->signal &&
	       output->exit_code == 0;
}

static int take_answer(struct as_search *search, struct as_trial *trial,
	const struct as_fork_output *output, struct as_error *error)
{
	(void)search;
	return ended_well(output) && !trial->own
		       ? as_bytes_copy(&trial->answer, output->data, output->size, error)
		       : 0;
}

int as_forked_answer(struct as_search *search, unsigned thread, struct as_trial *trials,
	size_t count, struct as_error *error)
{
	struct as_forks *forks = require_forks(search, thread, error);
	const struct as_limits limits =
		limits_of(search, search->order->package->limits.time_limit_ns);

	if (!forks)
		return -1;
	struct as_fork_server *server = require_server(
		search, &forks->right, as_compiled_program(search->right.compiled), &limits, true);
	if (!server || search->order->package->interactive || search->order->package->multi_pass)
		return 0;
	return run_in_parts(search, server, trials, count, take_answer, error);
}

/* ---- the submission ---- */

static enum as_verdict verdict_of(const struct as_fork_output *output)
{
	if (output->hits & AS_HIT_MEMORY)
		return AS_VERDICT_MLE;
	if (output->hits & AS_HIT_OUTPUT)
		return AS_VERDICT_OLE;
	if (output->hits)
		return AS_VERDICT_TLE;
	return output->signal || output->exit_code ? AS_VERDICT_RTE : AS_VERDICT_AC;
}

static int compare(const struct as_trial *trial, const struct as_fork_output *output,
	const struct as_check_flags *flags, enum as_verdict *verdict, struct as_error *error)
{
	char feedback[AS_CHECK_FEEDBACK_SIZE];
	const struct as_bytes *answer = &trial->answer;
	bool accepted;

	if (answer->size == output->size &&
		(!output->size || memcmp(answer->data, output->data, output->size) == 0)) {
		*verdict = AS_VERDICT_AC;
		return 0;
	}
	AS_AUTO_FD int output_fd = as_input_from_bytes(output->data, output->size, error);
	AS_AUTO_FD int answer_fd =
		as_input_from_bytes(answer->data ? answer->data : "", answer->size, error);
	if (output_fd < 0 || answer_fd < 0)
		return -1;
	lseek(output_fd, 0, SEEK_SET);
	lseek(answer_fd, 0, SEEK_SET);
	if (as_check_default(output_fd, answer_fd, flags, &accepted, feedback, error))
		return -1;
	*verdict = accepted ? AS_VERDICT_AC : AS_VERDICT_WA;
	return 0;
}

/* One in this many passes by a fork server is run fresh. */
#define REPEATED_EVERY 1000

static bool is_repeated(struct as_search *search)
{
	return (atomic_fetch_add(&search->forked, 1) + 1) % REPEATED_EVERY == 0;
}

static int take_run(struct as_search *search, struct as_trial *trial,
	const struct as_fork_output *output, struct as_error *error)
{
	const struct as_test *like = only_like(search, trial);
	enum as_verdict verdict = verdict_of(output);

	/* A timeout may be caused by other load. Leave it to a fresh run, which is repeated if it
	 * was disturbed. */
	if (output->end != AS_FORK_ENDED || verdict == AS_VERDICT_TLE)
		return 0;
	if (verdict == AS_VERDICT_AC && compare(trial, output, &like->check_flags, &verdict, error))
		return -1;
	/* The verdict of the fresh run counts. */
	if (is_repeated(search)) {
		trial->expected = verdict;
		return 0;
	}
	trial->state = verdict == AS_VERDICT_AC ? AS_TRIAL_PASSED : AS_TRIAL_FAILED;
	trial->is_forked = true;
	trial->failure = (struct as_stress_failure){.verdict = verdict, .like = like};
	return 0;
}

int as_forked_run(struct as_search *search, unsigned thread, struct as_trial *trials, size_t count,
	struct as_error *error)
{
	struct as_forks *forks = require_forks(search, thread, error);
	const struct as_limits limits =
		limits_of(search, search->order->package->limits.time_limit_ns);

	if (!forks)
		return -1;
	if (!is_simple(search->order->package))
		return 0;
	struct as_fork_server *server = require_server(search, &forks->submission,
		as_compiled_program(search->order->submission), &limits, false);
	return server ? run_in_parts(search, server, trials, count, take_run, error) : 0;
}
