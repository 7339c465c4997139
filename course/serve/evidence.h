/* SPDX-License-Identifier: MIT */
#ifndef COURSE_SERVE_EVIDENCE_H
#define COURSE_SERVE_EVIDENCE_H

#include "request.h"

/* What the store has of a hand-in. */
struct evidence {
	struct as_course_evidence seen;
	struct as_submitted files;
	struct as_result *results;
	size_t count;
};
/* Reads it, without a lock; what cannot be read is missing. `hand_in`: AS_COURSE_NONE reads
 * nothing. Clear it in any case. */
void course_evidence_read(struct evidence *evidence, const struct request *request, size_t hand_in);
void course_evidence_clear(struct evidence *evidence);

#endif
