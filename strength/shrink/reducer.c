/* SPDX-License-Identifier: MIT */
#include "reducer.h"
#include "model.h"

#include <string.h>

int as_reducer_init(struct as_reducer *reducer, const struct as_shrink_config *config,
	struct as_tape *tape, struct as_bytes *text, struct as_error *error)
{
	*reducer = (struct as_reducer){.config = config,
		.tape = tape,
		.text = text,
		.batch = 1,
		.max = config->batch ? config->batch : 1};
	reducer->trials = calloc(reducer->max, sizeof(*reducer->trials));
	reducer->invalid = calloc(reducer->max, 1);
	if (!reducer->trials || !reducer->invalid) {
		as_reducer_clear(reducer);
		return as_error_no_memory(error);
	}
	if (text && as_model_new(&reducer->model, text, error) < 0) {
		as_reducer_clear(reducer);
		return -1;
	}
	return 0;
}

static void clear_trial(struct as_trial *trial)
{
	as_tape_clear(&trial->tape);
	as_bytes_clear(&trial->text);
}

static void clear_trials(struct as_reducer *reducer)
{
	for (size_t i = 0; i < reducer->count; i++)
		clear_trial(&reducer->trials[i]);
	reducer->count = 0;
}

void as_reducer_clear(struct as_reducer *reducer)
{
	clear_trials(reducer);
	as_model_free(reducer->model);
	as_tried_clear(&reducer->tried);
	free(reducer->trials);
	free(reducer->invalid);
	*reducer = (struct as_reducer){0};
}

/* ---- making a batch -------------------------------------------------------------------------- */

static bool is_over(const struct as_reducer *reducer)
{
	const struct as_shrink_config *config = reducer->config;

	return as_is_cancelled(config->cancel) ||
	       (config->max_tries && reducer->report.tried + reducer->count >= config->max_tries) ||
	       (config->deadline_ns != AS_UNLIMITED_NS && as_now_ns() >= config->deadline_ns);
}

static struct as_candidate candidate_of(
	const struct as_reducer *reducer, const struct as_trial *trial)
{
	if (reducer->tape)
		return (struct as_candidate){.tape = &trial->tape};
	return (struct as_candidate){.text = trial->text.data, .size = trial->text.size};
}

static bool is_smaller(const struct as_reducer *reducer, const struct as_trial *trial)
{
	if (reducer->tape)
		return as_tape_compare(&trial->tape, reducer->tape) < 0;
	return as_text_compare(trial->text.data, trial->text.size, reducer->text->data,
		       reducer->text->size) < 0;
}

/* Adds the trial to the batch, unless it was tried before or is not smaller. */
static void take_trial(struct as_reducer *reducer, struct as_trial *trial)
{
	struct as_candidate candidate = candidate_of(reducer, trial);

	if (!is_smaller(reducer, trial)) {
		clear_trial(trial);
		return;
	}
	trial->key = as_tried_key_of(&candidate);
	if (as_tried_has(&reducer->tried, trial->key)) {
		reducer->report.cached++;
		clear_trial(trial);
		return;
	}
	reducer->trials[reducer->count++] = *trial;
}

/* Sets `ended` at the end of the rule. */
static int fill_batch(struct as_reducer *reducer, const struct as_rule *rule,
	struct as_cursor *cursor, bool *ended, struct as_error *error)
{
	while (reducer->count < reducer->batch && !*ended && !(reducer->over = is_over(reducer))) {
		struct as_trial trial = {0};
		switch (rule->next(reducer, cursor, &trial, error)) {
		case AS_MADE_ERROR:
			clear_trial(&trial);
			return -1;
		case AS_MADE_END:
			*ended = true;
			break;
		case AS_MADE_NONE:
			break;
		case AS_MADE_ONE:
			trial.cursor = *cursor;
			take_trial(reducer, &trial);
			break;
		}
	}
	return 0;
}

/* ---- trying a batch -------------------------------------------------------------------------- */

/* Candidates after the first failing one may not have been tried. */
static int remember(struct as_reducer *reducer, size_t tried, struct as_error *error)
{
	reducer->report.tried += tried;
	for (size_t i = 0; i < tried; i++)
		if (as_tried_add(&reducer->tried, reducer->trials[i].key, error) < 0)
			return -1;
	return 0;
}

static void note_signs(struct as_reducer *reducer, size_t tried)
{
	for (size_t i = 0; i < tried && reducer->text; i++) {
		bool zero, negative;
		as_text_signs(reducer->trials[i].text.data, reducer->trials[i].text.size, &zero,
			&negative);
		reducer->with_zero += zero;
		reducer->zero_valid += zero && !reducer->invalid[i];
		reducer->with_negative += negative;
		reducer->negative_valid += negative && !reducer->invalid[i];
	}
}

/* Makes the trial, or its record, the best input. `adopted` is false if the record is not smaller.
 */
static int adopt(struct as_reducer *reducer, struct as_trial *trial, struct as_tape *record,
	bool *adopted, struct as_error *error)
{
	*adopted = true;
	if (reducer->tape) {
		*adopted = as_tape_compare(record, reducer->tape) < 0;
		if (*adopted) {
			as_tape_clear(reducer->tape);
			*reducer->tape = *record;
			*record = (struct as_tape){0};
		}
		return 0;
	}
	struct as_model *model;
	if (as_model_new(&model, &trial->text, error) < 0)
		return -1;
	as_model_free(reducer->model);
	reducer->model = model;
	as_bytes_clear(reducer->text);
	*reducer->text = trial->text;
	trial->text = (struct as_bytes){0};
	return 0;
}

/* Calls back. `index`: the trial that is the best input now, or their count; `adopted`: there is
 * one. */
static int try_batch(
	struct as_reducer *reducer, size_t *index, bool *adopted, struct as_error *error)
{
	AS_AUTO_FREE struct as_candidate *candidates = calloc(reducer->count, sizeof(*candidates));
	struct as_shrink_found found = {.index = reducer->count, .invalid = reducer->invalid};

	if (!candidates)
		return as_error_no_memory(error);
	for (size_t i = 0; i < reducer->count; i++)
		candidates[i] = candidate_of(reducer, &reducer->trials[i]);
	memset(reducer->invalid, 0, reducer->count);
	if (reducer->config->attempt(
		    reducer->config->context, candidates, reducer->count, &found, error) < 0) {
		as_tape_clear(&found.record);
		return -1;
	}
	bool failed = found.index < reducer->count;
	size_t tried = failed ? found.index + 1 : reducer->count;
	note_signs(reducer, tried);
	int result = remember(reducer, tried, error);
	if (failed && result == 0)
		result = adopt(
			reducer, &reducer->trials[found.index], &found.record, adopted, error);
	as_tape_clear(&found.record);
	reducer->report.lowered += *adopted;
	*index = found.index;
	return result;
}

static int try_and_advance(struct as_reducer *reducer, const struct as_rule *rule,
	struct as_cursor *cursor, bool *ended, bool *any, struct as_error *error)
{
	size_t index = reducer->count;
	bool adopted = false;

	if (try_batch(reducer, &index, &adopted, error) < 0)
		return -1;
	/* After a failure, batches begin small, because trials after a failing one are wasted. */
	reducer->batch = index < reducer->count              ? 1
			 : 2 * reducer->batch < reducer->max ? 2 * reducer->batch
							     : reducer->max;
	if (index < reducer->count) {
		*cursor = reducer->trials[index].cursor;
		*ended = false;
	}
	if (adopted) {
		*any = true;
		if (rule->hit)
			rule->hit(cursor);
	}
	return 0;
}

int as_reducer_rule(
	struct as_reducer *reducer, const struct as_rule *rule, bool *any, struct as_error *error)
{
	struct as_cursor cursor = {0};
	bool ended = false;

	while (!reducer->over) {
		int result = fill_batch(reducer, rule, &cursor, &ended, error);
		if (result == 0 && !reducer->count)
			break;
		if (result == 0)
			result = try_and_advance(reducer, rule, &cursor, &ended, any, error);
		clear_trials(reducer);
		if (result < 0)
			return -1;
	}
	return 0;
}

int as_reducer_steps(struct as_reducer *reducer, const struct as_step *steps, size_t count,
	struct as_error *error)
{
	size_t next = 0;

	while (next < count && !reducer->over) {
		const unsigned level = steps[next].level;
		bool any = false;
		for (; next < count && steps[next].level == level && !reducer->over; next++)
			if (as_reducer_rule(reducer, steps[next].rule, &any, error) < 0)
				return -1;
		if (any)
			next = 0;
	}
	return 0;
}
