/* SPDX-License-Identifier: MIT */
/*
 * The endings of checkers and interactors that are written for testlib. The exit status of a
 * partial result (_pc) can be that of any other ending: 0, 1 or 7, too. So the text of standard
 * error decides; testlib begins it with words for each ending.
 */
#include "feedback.h"

#include <math.h>
#include <string.h>

enum { ENDED_OK, ENDED_WRONG, ENDED_FORMAT, ENDED_FAIL, ENDED_EXTRA, ENDED_POINTS = 7, ENDED_EOF };

#define PARTIAL "partially correct ("
#define POINTS "points "

void as_validator_accepting(const struct as_validator *validator, int statuses[2])
{
	const bool testlib = validator->dialect == AS_VALIDATOR_TESTLIB;

	statuses[0] = testlib ? ENDED_OK : AS_EXIT_ACCEPTED;
	statuses[1] = testlib ? ENDED_POINTS : AS_EXIT_ACCEPTED;
}

bool as_testlib_text_is_known(const char *text)
{
	static const char *const words[] = {"ok ", "wrong answer ", "wrong output format ", "FAIL ",
		"unexpected eof ", PARTIAL, POINTS};

	for (size_t i = 0; text && i < sizeof(words) / sizeof(*words); i++)
		if (strncmp(text, words[i], strlen(words[i])) == 0)
			return true;
	return false;
}

/* "partially correct (40)"; -1: it is something else, -2: its number is not one from 0 to 100. */
static int percent_of_line(const char *line)
{
	char *end;

	if (strncmp(line, PARTIAL, strlen(PARTIAL)) != 0)
		return -1;
	const char *number = line + strlen(PARTIAL);
	const long percent = strtol(number, &end, 10);
	return end > number && *end == ')' && percent >= 0 && percent <= 100 ? (int)percent : -2;
}

bool as_testlib_is_partial(const char *text, int status)
{
	return text && percent_of_line(text) == status;
}

/*
 * Messages may quote the submission's output. So after the first line, where a checker may have
 * written notes of its own, a partial result is only looked for if it cannot improve the verdict.
 */
static int percent_of(const struct as_run_result *run)
{
	const char *line = run->stderr_head.data;
	int percent = line ? percent_of_line(line) : -1;

	if (run->exit_code != ENDED_OK)
		return percent;
	while (percent == -1 && line && (line = strchr(line, '\n')))
		percent = percent_of_line(++line);
	return percent;
}

/* "points 0.5 and a message". */
static int read_points(
	const struct as_run_result *run, struct as_feedback *feedback, struct as_error *error)
{
	const char *text = run->stderr_head.data;
	long double points;

	if (text && strncmp(text, POINTS, strlen(POINTS)) == 0) {
		char number[64];
		text += strlen(POINTS);
		snprintf(number, sizeof(number), "%.*s", (int)strcspn(text, " \t\r\n"), text);
		if (as_check_number_parse(number, strlen(number), &points) &&
			isfinite((double)points)) {
			feedback->has_score = true;
			feedback->score = (double)points;
			return 0;
		}
	}
	return as_error_set(
		error, AS_ERROR_INPUT, "the output validator gave points without a number");
}

/* Without scores it is not known whether a part of the points is enough. */
static int refuse_partial(
	const struct as_validator *validator, const char *what, struct as_error *error)
{
	return as_error_set(error, AS_ERROR_INPUT,
		"%s gave %s, but the package does not score; write `type: scoring` into "
		"problem.yaml, or end the checker by quitf(_ok, ...) or quitf(_wa, ...)",
		validator->what, what);
}

static int take_percent(const struct as_validator_run *validator_run, int percent,
	struct as_feedback *feedback, enum as_verdict *verdict, struct as_error *error)
{
	const struct as_validator *validator = validator_run->validator;
	const enum as_score_files rule = validator_run->task->score_files;

	if (percent < 0)
		return as_error_set(error, AS_ERROR_INPUT,
			"%s gave a partial result (_pc) that is not between 0 and 100; use quitp",
			validator->what);
	if (!validator->package->scoring)
		return refuse_partial(validator, "a partial result (_pc)", error);
	*verdict = percent > 0 ? AS_VERDICT_AC : AS_VERDICT_WA;
	if (rule == AS_SCORE_FILES_GRADED)
		return as_error_set(error, AS_ERROR_INPUT,
			"%s gave a partial result (_pc), which the legacy format does not support; "
			"use quitp",
			validator->what);
	if (percent > 0 && rule == AS_SCORE_FILES_STRICT) {
		feedback->has_multiplier = true;
		feedback->multiplier = percent / 100.0;
	}
	return 0;
}

static int take_points(const struct as_validator_run *validator_run,
	const struct as_run_result *run, struct as_feedback *feedback, enum as_verdict *verdict,
	struct as_error *error)
{
	const struct as_validator *validator = validator_run->validator;

	*verdict = AS_VERDICT_AC;
	if (!validator->package->scoring)
		return refuse_partial(validator, "points (quitp)", error);
	if (read_points(run, feedback, error))
		return -1;
	/* In the legacy format, a score below 0 is also valid. */
	if (feedback->score < 0 && !validator->package->graded)
		return as_error_set(error, AS_ERROR_INPUT, "the points of %s are below 0: %s",
			validator->what, AS_NUMBER(feedback->score));
	if (feedback->score == 0) {
		feedback->has_score = false;
		*verdict = AS_VERDICT_WA;
	}
	return 0;
}

int as_testlib_take(const struct as_validator_run *validator_run, const struct as_run_result *run,
	struct as_feedback *feedback, enum as_verdict *verdict, struct as_error *error)
{
	const int percent = percent_of(run);

	*verdict = AS_VERDICT_NONE;
	if (percent != -1)
		return take_percent(validator_run, percent, feedback, verdict, error);
	switch (run->exit_code) {
	case ENDED_OK:
		*verdict = AS_VERDICT_AC;
		return 0;
	case ENDED_WRONG:
	case ENDED_FORMAT:
	case ENDED_EXTRA:
	case ENDED_EOF:
		*verdict = AS_VERDICT_WA;
		return 0;
	case ENDED_POINTS:
		return take_points(validator_run, run, feedback, verdict, error);
	default:
		return 0;
	}
}
