/* SPDX-License-Identifier: MIT */
/* Private header: submissions, judgements and their jobs (judgement.c, submission.c). */
#ifndef CONTEST_LOG_JUDGEMENT_H
#define CONTEST_LOG_JUDGEMENT_H

#include <assay/contest/log.h>

struct log_state;

/* Submissions and judgements: `seen` is the part that readers get. */
struct log_submission {
	struct as_contest_submission seen;
	int64_t event; /* its number */
};
struct log_judgement {
	struct as_contest_judgement seen;
	bool is_due;       /* its job has ended, in an older version; no event has the outcome */
	bool is_cancelled; /* its job was cancelled, so it has no result */
};
struct log_job {
	int64_t job;
	size_t judgement;
};

void log_submission_free(struct log_submission *submission);
void log_judgement_free(struct log_judgement *judgement);
void log_ruling_free(struct as_contest_ruling *ruling);

/* A score that boards do not accept counts as 0. */
int64_t log_read_score(int64_t score_e6);

/* True if verdict, score and groups are equal, so boards show the same (state.c). */
bool log_is_same_result(const struct as_contest_judgement *a, const struct as_contest_judgement *b);

/* True if (ruling_state.c) the judgement `before`, which counts, is not replaced by the judgement
 * `index`: it is newer, or a ruling and the other is not. */
bool log_keeps(const struct as_contest_log *log, size_t before, size_t index);

/* An index, or AS_CONTEST_NONE. */
size_t log_find_arrival(const struct log_state *state, uint64_t arrival);
size_t log_find_job(const struct log_state *state, int64_t job);

#endif
