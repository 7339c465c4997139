/* SPDX-License-Identifier: MIT */
/**
 * marks: a marking scheme, and the marks that a person earns by it. Raw marks come from results and
 * from people. Then the late penalty, the cap, the rounding and the overrides apply, and each step
 * is kept.
 *
 * as_marks_compute is a pure function: it reads no file and no clock, and the same arguments always
 * give the same marks. Life cycle: `struct as_marks marks = {0}`; as_marks_compute; as_marks_clear.
 *
 * Everything here is safe from any thread on distinct objects, and from several threads on one
 * object that no thread changes.
 */
#ifndef ASSAY_GRADE_MARKS_H
#define ASSAY_GRADE_MARKS_H

#include <assay/engine.h>
#include <assay/grade/marks/cell.h>
#include <assay/grade/marks/manual.h>
#include <assay/grade/marks/points.h>
#include <assay/grade/marks/pseudonym.h>
#include <assay/grade/marks/scheme.h>

/** The work of a person for one package of the scheme. */
struct as_work {
	bool submitted;                 /**< false: the person submitted nothing for it */
	const struct as_result *result; /**< borrowed; NULL: not judged, or nothing submitted */
	/** The result of lenient judging, borrowed; NULL: as_scheme_wants_lenient was false. */
	const struct as_result *lenient;
	/** Why a mark below the maximum is a decision of the teacher: "the only program is the
	 * unchanged sample of PyCharm"; borrowed. NULL: it is not. */
	const char *doubt;
};
/** The result that an item's mark comes from: `lenient` if the item tolerates all that its tests
 * need, else `result`. The item is automatic and bound. NULL: there is none. */
const struct as_result *as_work_result(const struct as_work *work, const struct as_item *item)
	AS_NONNULL(1, 2);
/** Why nothing of the submitted files was compiled, as it is unclear which of them is the program:
 * a decision of the teacher, although the verdict is CE. On the heap (free it); NULL without an
 * error: the files were compiled. */
char *as_result_refusal(const struct as_result *result, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);
/** What was disregarded for the accepted tests of an item: bits of enum as_tolerance. The item is
 * automatic and bound. */
unsigned as_item_tolerated(const struct as_item *item, const struct as_result *result)
	AS_NONNULL(1, 2);
/** True if the item has no full mark, and all of its outputs are right (`lenient` of the work). */
bool as_item_is_right(const struct as_item *item, const struct as_work *work) AS_NONNULL(1, 2);
/** Describes bits of enum as_tolerance as what a program does: "exits with a status other than 0".
 * Free with free. */
char *as_tolerance_describe(unsigned bits, struct as_error *error) AS_MUST_USE;

/** A `time_s` that is known to be in time, though the moment is not known. */
#define AS_TIME_IN_TIME INT64_MIN

/** The input of a person's marks; borrowed. */
struct as_marking {
	const struct as_scheme *scheme; /**< bound */
	const char *id;                 /**< the person's: for the extension and the overrides */
	const struct as_work *works;    /**< one for each package of the scheme */
	bool submitted; /**< something was submitted that manual items can be marked by */
	/** The person's deadline has not passed: a missing submission is not final. */
	bool may_submit;
	bool excused; /**< the platform excuses the student, who gets no mark for any submission */
	/** It is unknown which attempt counts (as_attempt_is_undecided), or whether the only
	 * attempt counts. The works are not used: the teacher sets the total or each item. If the
	 * teacher sets each item, the late penalty is that of `time_s`. */
	bool undecided;
	int64_t max_e4; /**< the maximum total that the platform accepts; 0: unknown */
	/** Why, and what to do, if not because of the attempts' times; or NULL. The line in `todo`
	 * adds that the teacher can decide in overrides.csv. */
	const char *doubt;
	bool time_known;  /**< `time_s` is set */
	int64_t time_s;   /**< of the submission; the latest, if there are several packages */
	bool due_unknown; /**< the deadline may be later than that of the scheme */
	const struct as_manual *manual;       /**< NULL: none */
	const struct as_overrides *overrides; /**< NULL: none */
};

enum as_mark_state {
	AS_MARK_JUDGED,        /**< from a result */
	AS_MARK_GIVEN,         /**< from a person */
	AS_MARK_NOT_JUDGED,    /**< no result yet, a judging error, or nothing was compiled: it is
				  unclear which file is the program, say */
	AS_MARK_NEEDS_PERSON,  /**< a manual item without a mark */
	AS_MARK_NOT_SUBMITTED, /**< 0 points */
	AS_MARK_AWAITED,       /**< nothing was submitted, and it still may be */
	AS_MARK_EXCUSED,       /**< the student is excused; nothing is to be done */
};
/** True for a state without a mark: not judged, needs a decision, awaited, excused. */
static inline bool as_mark_state_is_open(enum as_mark_state state)
{
	return state == AS_MARK_NOT_JUDGED || state == AS_MARK_NEEDS_PERSON ||
	       state == AS_MARK_AWAITED || state == AS_MARK_EXCUSED;
}

/** The mark of an item. */
struct as_item_mark {
	enum as_mark_state state;
	int64_t raw_e4;  /**< from the result or the person, 0 to the item's points; 0 in other
			    states */
	int64_t mark_e4; /**< the mark that counts: the override, else the raw mark */
	int64_t full_e4; /**< the item's points, in the scheme that the mark comes from */
	bool overridden;
	char *comment;         /**< of the person who marked; NULL: none */
	char *override_reason; /**< NULL: not overridden */
	size_t accepted;       /**< accepted tests of an automatic item that was judged */
	size_t tests;          /**< number of its tests */
	/** The item among `needs` that did not earn all of its points (the first cause, if that
	 * item follows another one), so that a failure of this item follows from that one. The mark
	 * stays. SIZE_MAX: none. */
	size_t follows;
};

/** True if points are missing that follow from the failure of `follows`: only then feedback on the
 * item is not shown. */
bool as_item_mark_follows(const struct as_item_mark *mark) AS_NONNULL(1);

enum as_late_state {
	AS_LATE_NO,       /**< in time, within the grace, or nothing was submitted */
	AS_LATE_YES,      /**< `late_s` is set */
	AS_LATE_TOO_LATE, /**< `late_s` is set, and the total is 0 */
	AS_LATE_UNKNOWN,  /**< the time or the deadline is unknown: a person decides */
};

/** The marks of a person: each step follows from those before it. */
struct as_marks {
	struct as_item_mark *items; /**< one for each item of the scheme */
	size_t item_count;
	int64_t sum_e4;   /**< of all items but bonus ones */
	int64_t bonus_e4; /**< of bonus items */
	enum as_late_state late;
	int64_t late_s;        /**< time after the person's deadline; 0: in time or unknown */
	int64_t late_units;    /**< days or hours that have begun, for the penalty */
	int64_t penalty_e4;    /**< at most the sum and the bonus */
	int64_t after_late_e4; /**< sum + bonus - penalty */
	int64_t capped_e4;     /**< at most the total, unless the scheme permits more */
	int64_t rounded_e4;
	int64_t total_e4;      /**< the override, else rounded_e4 */
	int64_t full_e4;       /**< the total of the scheme that the marks come from */
	bool overridden;       /**< the override of the total was used */
	char *override_reason; /**< of the total; NULL: not overridden */
	bool complete;         /**< false: `todo` or `unmarked` says why the total may change */
	/** Decisions for a person, one line each, without the person's name: "negative, large:
	 * judging error". A reason is listed once, with its items. Lines that need no decision,
	 * but deserve a look, come last. NULL-terminated; NULL: nothing. */
	char **todo;
	size_t decision_count; /**< number of lines before those; each must be decided */
	/** The manual items that wait for a mark: "style, approach: no mark yet". NULL: none. */
	char *unmarked;
	/** Lines of the same form about submissions that do not run: every test is CE, SV or RTE.
	 * They are for the teacher's page only. */
	char **notices;
};
#define AS_AUTO_MARKS AS_AUTO(as_marks_clear)

/** Computes the marks of a person. -1: out of memory, or a package that is not bound
 * (AS_ERROR_INTERNAL). A submission's fate is never an error. */
int as_marks_compute(const struct as_marking *marking, struct as_marks *marks,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
void as_marks_clear(struct as_marks *marks) AS_NONNULL(1);

/** True if the person may see the total at that stage: no item that counts is hidden. */
bool as_marks_total_is_shown(const struct as_scheme *scheme, enum as_class_stage stage)
	AS_NONNULL(1);
/** True if the person may see input, expected and own output of a test of an item. */
bool as_feedback_shows(const struct as_item *item, const struct as_result *result,
	const struct as_result_test *test) AS_NONNULL(1, 2, 3);

/** One attempt of a person. */
struct as_attempt {
	bool time_known;
	int64_t time_s;
	uint64_t number;  /**< the platform's, ascending in time; 0: unknown */
	int64_t total_e4; /**< for AS_ATTEMPT_BEST: the total if this attempt counts */
};
/** The index of the attempt that counts by the scheme's rule. `due_s` is the person's deadline; the
 * grace is added to it. Of equal totals the earlier attempt counts. SIZE_MAX: times that the rule
 * needs are unknown, so that a person must decide; or no attempt qualifies, for example none before
 * the deadline. The order of the attempts does not matter. */
size_t as_attempt_choose(const struct as_scheme *scheme, int64_t due_s,
	const struct as_attempt *attempts, size_t count) AS_NONNULL(1);
/** True if there are attempts and as_attempt_choose cannot tell which one counts. False if all of
 * them are known to be too late for the rule: then it is as if nothing was submitted. */
bool as_attempt_is_undecided(const struct as_scheme *scheme, int64_t due_s,
	const struct as_attempt *attempts, size_t count) AS_NONNULL(1);

#endif
