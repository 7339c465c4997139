/* SPDX-License-Identifier: MIT */
/* Reads rulings in the state. */
#include "state.h"

bool as_contest_log_needs_score(const struct as_contest_log *log, size_t problem)
{
	const struct as_package *package = log_package(log, problem);

	return log->contest->settings.rules.scoring.type == AS_SCOREBOARD_SCORE &&
	       (!package || package->scoring);
}

const struct as_contest_ruling *as_contest_log_ruling(
	const struct as_contest_log *log, size_t submission)
{
	const size_t valid = as_contest_log_submission(log, submission)->valid;

	return valid == AS_CONTEST_NONE ? NULL : as_contest_log_judgement(log, valid)->ruling;
}

size_t as_contest_log_by_machine(const struct as_contest_log *log, size_t submission)
{
	const struct as_contest_submission *of = as_contest_log_submission(log, submission);

	for (size_t i = of->judgement_count; i-- > 0;) {
		const struct as_contest_judgement *judgement =
			as_contest_log_judgement(log, of->judgements[i]);
		if (judgement->ended && !judgement->ruling && !judgement->is_proposed &&
			!judgement->is_withdrawn)
			return of->judgements[i];
	}
	return AS_CONTEST_NONE;
}

bool log_keeps(const struct as_contest_log *log, size_t before, size_t index)
{
	if (before == AS_CONTEST_NONE)
		return false;
	return before > index || (as_contest_log_judgement(log, before)->ruling &&
					 !as_contest_log_judgement(log, index)->ruling);
}

void log_ruling_free(struct as_contest_ruling *ruling)
{
	if (ruling)
		free(ruling->reason);
	free(ruling);
}
