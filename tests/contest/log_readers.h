/* SPDX-License-Identifier: MIT */
/* Readers and verdicts of the contest of log_case.h. */
#ifndef ASSAY_TESTS_CONTEST_LOG_READERS_H
#define ASSAY_TESTS_CONTEST_LOG_READERS_H

#include "log_case.h"

#define MINUTE_MS INT64_C(60000)

enum { ANN, BOB, EVE };

__attribute__((unused)) static const struct as_contest_reader public = {
	.scope = AS_CONTEST_SEES_PUBLIC};
__attribute__((unused)) static const struct as_contest_reader jury = {.scope = AS_CONTEST_SEES_ALL};
__attribute__((unused)) static const struct as_contest_reader ann = {AS_CONTEST_SEES_TEAM, ANN};
__attribute__((unused)) static const struct as_contest_reader bob = {AS_CONTEST_SEES_TEAM, BOB};

static inline enum as_verdict verdict_of(struct log_case *made, size_t submission)
{
	as_contest_log_lock(made->log);
	const size_t valid = as_contest_log_submission(made->log, submission)->valid;
	const enum as_verdict verdict =
		valid == AS_CONTEST_NONE ? AS_VERDICT_NONE
					 : as_contest_log_judgement(made->log, valid)->verdict;
	as_contest_log_unlock(made->log);
	return verdict;
}

static inline bool sees_judgement(
	struct log_case *made, struct as_contest_reader reader, size_t judgement)
{
	as_contest_log_lock(made->log);
	const bool sees = as_contest_log_sees_judgement(made->log, &reader, judgement);
	as_contest_log_unlock(made->log);
	return sees;
}

#endif
