/* SPDX-License-Identifier: MIT */
/* numbers: private header: counts of an assignment. */
#ifndef COURSE_PAGES_NUMBERS_H
#define COURSE_PAGES_NUMBERS_H

#include "page.h"

struct course_numbers {
	size_t students, handed_in, complete;
	size_t unmarked; /* students with manual items without a mark */
	size_t needs;    /* students about whom a teacher has to decide */
	int64_t sum_e4;  /* of the complete marks */
};
struct course_numbers course_count(const struct as_course_visit *visit, size_t assignment,
	const struct as_course_marks *marks);

/* The files of a hand-in (hand_in.c). */
void course_sources(FILE *out, const struct as_submitted *submitted);

#endif
