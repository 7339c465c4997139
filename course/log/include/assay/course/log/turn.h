/* SPDX-License-Identifier: MIT */
/** turn: whether a student may hand in at a time, by the scheme's rules. Part of log.h. */
#ifndef ASSAY_COURSE_LOG_TURN_H
#define ASSAY_COURSE_LOG_TURN_H

#include <assay/course/log.h>

enum as_course_turn_state {
	AS_COURSE_TURN_OPEN,
	AS_COURSE_TURN_EARLY,  /**< until `opens_ms` */
	AS_COURSE_TURN_CLOSED, /**< the deadline has passed, and nothing late is accepted */
	AS_COURSE_TURN_WAIT,   /**< until `next_ms` */
	AS_COURSE_TURN_SPENT,  /**< all attempts were used */
	AS_COURSE_TURN_ENDED,  /**< the marks are released, or the course has no longer the
				  assignment */
};
struct as_course_turn {
	enum as_course_turn_state state;
	bool is_late;        /**< the deadline has passed */
	int64_t opens_ms;    /**< INT64_MIN: always */
	int64_t due_ms;      /**< INT64_MAX: none; with extensions */
	int64_t closes_ms;   /**< the last moment, with lateness; INT64_MAX: none */
	int64_t next_ms;     /**< of the next attempt, because of the cool-down; else `wall_ms` */
	uint64_t used, most; /**< attempts; AS_ATTEMPTS_UNLIMITED */
};
/** With the lock. `wall_ms`: when the head of the request arrived. */
struct as_course_turn as_course_log_turn(const struct as_course_log *log, size_t assignment,
	size_t person, int64_t wall_ms) AS_NONNULL(1);

#endif
