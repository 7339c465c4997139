/* SPDX-License-Identifier: MIT */
/* Private header: changes of a question by several members of the jury (question.c). */
#ifndef CONTEST_LOG_QUESTION_H
#define CONTEST_LOG_QUESTION_H

#include "decide.h"
#include "state.h"

struct question_wish {
	size_t question;
	const struct as_contest_question_seen *seen;
	size_t account;
	bool claims;
};
/* A check for log_put_checked: refuses a change by an account that did not see that another one
 * claimed or answered the question. `context`: a struct question_wish. */
int question_check(const struct as_contest_log *log, const void *context, struct as_error *error);

#endif
