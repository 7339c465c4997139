/* SPDX-License-Identifier: MIT */
#include "hunt.h"
#include "model.h"

#include <string.h>

int as_hunt_init(struct as_hunt *hunt, const struct as_shrink_config *config, struct as_tape *tape,
	struct as_bytes *text, struct as_error *error)
{
	*hunt = (struct as_hunt){.config = config,
		.tape = tape,
		.text = text,
		.batch = 1,
		.most = config->batch ? config->batch : 1};
	hunt->trials = calloc(hunt->most, sizeof(*hunt->trials));
	hunt->invalid = calloc(hunt->most, 1);
	if (!hunt->trials || !hunt->invalid) {
		as_hunt_clear(hunt);
		return as_error_no_memory(error);
	}
	if (text && as_model_new(&hunt->model, text, error) < 0) {
		as_hunt_clear(hunt);
		return -1;
	}
	return 0;
}

static void clear_trial(struct as_trial *trial)
{
	as_tape_clear(&trial->tape);
	as_bytes_clear(&trial->text);
}

static void clear_trials(struct as_hunt *hunt)
{
	for (size_t i = 0; i < hunt->count; i++)
		clear_trial(&hunt->trials[i]);
	hunt->count = 0;
}

void as_hunt_clear(struct as_hunt *hunt)
{
	clear_trials(hunt);
	as_model_free(hunt->model);
	as_tried_clear(&hunt->tried);
	free(hunt->trials);
	free(hunt->invalid);
	*hunt = (struct as_hunt){0};
}

/* ---- making a batch -------------------------------------------------------------------------- */

static bool is_over(const struct as_hunt *hunt)
{
	const struct as_shrink_config *config = hunt->config;

	return as_is_cancelled(config->cancel) ||
	       (config->most_tries && hunt->report.tried + hunt->count >= config->most_tries) ||
	       (config->deadline_ns != AS_UNLIMITED_NS && as_now_ns() >= config->deadline_ns);
}

static struct as_candidate candidate_of(const struct as_hunt *hunt, const struct as_trial *trial)
{
	if (hunt->tape)
		return (struct as_candidate){.tape = &trial->tape};
	return (struct as_candidate){.text = trial->text.data, .size = trial->text.size};
}

static bool is_smaller(const struct as_hunt *hunt, const struct as_trial *trial)
{
	if (hunt->tape)
		return as_tape_compare(&trial->tape, hunt->tape) < 0;
	return as_text_compare(
		       trial->text.data, trial->text.size, hunt->text->data, hunt->text->size) < 0;
}

/* Takes the trial into the batch if it is worth trying. */
static void take(struct as_hunt *hunt, struct as_trial *trial)
{
	struct as_candidate candidate = candidate_of(hunt, trial);

	if (!is_smaller(hunt, trial)) {
		clear_trial(trial);
		return;
	}
	trial->key = as_tried_key_of(&candidate);
	if (as_tried_has(&hunt->tried, trial->key)) {
		hunt->report.cached++;
		clear_trial(trial);
		return;
	}
	hunt->trials[hunt->count++] = *trial;
}

/* Sets `ended` at the end of the rule. */
static int fill(struct as_hunt *hunt, const struct as_rule *rule, struct as_cursor *cursor,
	bool *ended, struct as_error *error)
{
	while (hunt->count < hunt->batch && !*ended && !(hunt->over = is_over(hunt))) {
		struct as_trial trial = {0};
		switch (rule->next(hunt, cursor, &trial, error)) {
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
			take(hunt, &trial);
			break;
		}
	}
	return 0;
}

/* ---- trying it ------------------------------------------------------------------------------- */

/* Those behind one that failed were perhaps not tried. */
static int remember(struct as_hunt *hunt, size_t tried, struct as_error *error)
{
	hunt->report.tried += tried;
	for (size_t i = 0; i < tried; i++)
		if (as_tried_add(&hunt->tried, hunt->trials[i].key, error) < 0)
			return -1;
	return 0;
}

static void note_signs(struct as_hunt *hunt, size_t tried)
{
	for (size_t i = 0; i < tried && hunt->text; i++) {
		bool zero, negative;
		as_text_signs(
			hunt->trials[i].text.data, hunt->trials[i].text.size, &zero, &negative);
		hunt->with_zero += zero;
		hunt->zero_valid += zero && !hunt->invalid[i];
		hunt->with_negative += negative;
		hunt->negative_valid += negative && !hunt->invalid[i];
	}
}

/* The trial, or what was recorded of it, is the best now. False: the record is no better. */
static int adopt(struct as_hunt *hunt, struct as_trial *trial, struct as_tape *record,
	bool *adopted, struct as_error *error)
{
	*adopted = true;
	if (hunt->tape) {
		*adopted = as_tape_compare(record, hunt->tape) < 0;
		if (*adopted) {
			as_tape_clear(hunt->tape);
			*hunt->tape = *record;
			*record = (struct as_tape){0};
		}
		return 0;
	}
	struct as_model *model;
	if (as_model_new(&model, &trial->text, error) < 0)
		return -1;
	as_model_free(hunt->model);
	hunt->model = model;
	as_bytes_clear(hunt->text);
	*hunt->text = trial->text;
	trial->text = (struct as_bytes){0};
	return 0;
}

/* Calls back. `index`: the trial that is the best now, or their count; `adopted` if it is. */
static int try_batch(struct as_hunt *hunt, size_t *index, bool *adopted, struct as_error *error)
{
	AS_AUTO_FREE struct as_candidate *candidates = calloc(hunt->count, sizeof(*candidates));
	struct as_shrink_found found = {.index = hunt->count, .invalid = hunt->invalid};

	if (!candidates)
		return as_error_no_memory(error);
	for (size_t i = 0; i < hunt->count; i++)
		candidates[i] = candidate_of(hunt, &hunt->trials[i]);
	memset(hunt->invalid, 0, hunt->count);
	if (hunt->config->attempt(hunt->config->context, candidates, hunt->count, &found, error) <
		0) {
		as_tape_clear(&found.record);
		return -1;
	}
	bool failed = found.index < hunt->count;
	size_t tried = failed ? found.index + 1 : hunt->count;
	note_signs(hunt, tried);
	int result = remember(hunt, tried, error);
	if (failed && result == 0)
		result = adopt(hunt, &hunt->trials[found.index], &found.record, adopted, error);
	as_tape_clear(&found.record);
	hunt->report.lowered += *adopted;
	*index = found.index;
	return result;
}

static int try_and_go_on(struct as_hunt *hunt, const struct as_rule *rule, struct as_cursor *cursor,
	bool *ended, bool *any, struct as_error *error)
{
	size_t index = hunt->count;
	bool adopted = false;

	if (try_batch(hunt, &index, &adopted, error) < 0)
		return -1;
	/* After a failure, batches begin small: what follows it would be in vain. */
	hunt->batch = index < hunt->count            ? 1
		      : 2 * hunt->batch < hunt->most ? 2 * hunt->batch
						     : hunt->most;
	if (index < hunt->count) {
		*cursor = hunt->trials[index].cursor;
		*ended = false;
	}
	if (adopted) {
		*any = true;
		if (rule->hit)
			rule->hit(hunt, cursor);
	}
	return 0;
}

int as_hunt_rule(
	struct as_hunt *hunt, const struct as_rule *rule, bool *any, struct as_error *error)
{
	struct as_cursor cursor = {0};
	bool ended = false;

	while (!hunt->over) {
		int result = fill(hunt, rule, &cursor, &ended, error);
		if (result == 0 && !hunt->count)
			break;
		if (result == 0)
			result = try_and_go_on(hunt, rule, &cursor, &ended, any, error);
		clear_trials(hunt);
		if (result < 0)
			return -1;
	}
	return 0;
}

int as_hunt_steps(
	struct as_hunt *hunt, const struct as_step *steps, size_t count, struct as_error *error)
{
	size_t next = 0;

	while (next < count && !hunt->over) {
		const unsigned level = steps[next].level;
		bool any = false;
		for (; next < count && steps[next].level == level && !hunt->over; next++)
			if (as_hunt_rule(hunt, steps[next].rule, &any, error) < 0)
				return -1;
		if (any)
			next = 0;
	}
	return 0;
}
