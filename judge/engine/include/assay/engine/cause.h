/* SPDX-License-Identifier: MIT */
/** cause: why a submission got a judging error, for setters and the jury. */
#ifndef ASSAY_ENGINE_CAUSE_H
#define ASSAY_ENGINE_CAUSE_H

#include <assay/engine/result.h>

/** The cause of a JE, for setters and the jury: "test secret/2 (package): the validator ...", or
 * "group secret: the score 140 exceeds ...". On the heap; "": the result does not contain the
 * cause. NULL: out of memory. The names and texts may contain any bytes. */
char *as_result_cause(const struct as_result *result, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

#endif
