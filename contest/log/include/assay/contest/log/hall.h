/* SPDX-License-Identifier: MIT */
/**
 * The hall of a contest: balloons, prints and the check-in. Included by log.h.
 *
 * Functions that return int append an event, like those of log/append.h, unless their comment says
 * otherwise. All others read the state and need the lock.
 */
#ifndef ASSAY_CONTEST_LOG_HALL_H
#define ASSAY_CONTEST_LOG_HALL_H

#include <assay/contest/log.h>

/* ---- balloons: one for each team and problem with an accepted submission ---- */

enum as_contest_balloon_state {
	AS_CONTEST_BALLOON_NONE,  /**< the team gets none, or not before the thaw */
	AS_CONTEST_BALLOON_WAITS, /**< to be delivered */
	AS_CONTEST_BALLOON_DELIVERED,
	AS_CONTEST_BALLOON_TAKE_BACK, /**< delivered, but no submission is accepted any more */
};
struct as_contest_balloon {
	size_t team, problem;
	enum as_contest_balloon_state state;
	/** Of the first accepted submission; AS_NEVER_MS: none is accepted any more. */
	int64_t time_ms;
	bool is_first; /**< of the main board; this team was the first to solve the problem */
	/** The last handing of the balloon; AS_CONTEST_NONE: none. */
	size_t handing;
};
struct as_contest_balloons {
	struct as_contest_balloon *items;
	size_t count;
};
void as_contest_balloons_clear(struct as_contest_balloons *balloons) AS_NONNULL(1);
/**
 * Lists the balloons that follow from the state, without those of AS_CONTEST_BALLOON_NONE, in the
 * order of the submissions; then those to take back. Clear the list. Hidden and disqualified teams
 * get no balloons. While results of the freeze are hidden, a team gets balloons for them only as
 * `balloons` of contest.yaml permits. -1: out of memory. Appends nothing, and needs the lock.
 */
int as_contest_log_balloons(const struct as_contest_log *log, struct as_contest_balloons *balloons,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

enum as_contest_handing_kind {
	AS_CONTEST_BALLOON_DELIVER, /**< the team has the balloon */
	AS_CONTEST_BALLOON_UNDO,    /**< it was not delivered after all */
	AS_CONTEST_BALLOON_FETCH,   /**< it was taken back from the team */
};
/** "deliver", "undo", "fetch". */
const char *as_contest_handing_name(enum as_contest_handing_kind kind);
struct as_contest_handing {
	size_t team, problem;
	enum as_contest_handing_kind kind;
	size_t account; /**< AS_CONTEST_NONE: unknown */
	int64_t wall_ms;
};
const struct as_contest_handing *as_contest_log_handing(
	const struct as_contest_log *log, size_t handing) AS_NONNULL(1);
/** Records that a balloon was handed over, by compare and append. AS_ERROR_USAGE: that does not fit
 * the balloon's state, for example because somebody else delivered it; the text names who.
 * AS_ERROR_MACHINE with sys_errno EBUSY: other events came first for 10 seconds. */
int as_contest_log_hand_balloon(struct as_contest_log *log, size_t team, size_t problem,
	enum as_contest_handing_kind kind, size_t account, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

/* ---- prints: texts that teams want on paper ---- */

enum as_contest_print_state {
	AS_CONTEST_PRINT_WAITS, /**< to be printed and delivered */
	AS_CONTEST_PRINT_SENT,  /**< the command has printed it; to be delivered */
	AS_CONTEST_PRINT_DONE,  /**< delivered */
};
struct as_contest_print {
	size_t team;
	char *name; /**< of the file; untrusted */
	/** The text, which as_contest_paper_clean has made, as a blob of the store. */
	char blob[AS_DIGEST_HEX_SIZE];
	uint64_t lines, pages;
	int64_t wall_ms;
	enum as_contest_print_state state;
	char *why;             /**< the reason why the command failed last; untrusted; NULL: none */
	size_t account;        /**< of the last mark; AS_CONTEST_NONE: the server, or unknown */
	int64_t mark_wall_ms;  /**< of the last mark; 0: none */
	int64_t claim_wall_ms; /**< the time of a server's claim; 0: not claimed */
	int64_t revision;      /**< the number of its last event */
};
/** By number, from 0. */
size_t as_contest_log_print_count(const struct as_contest_log *log) AS_NONNULL(1);
const struct as_contest_print *as_contest_log_print(const struct as_contest_log *log, size_t print)
	AS_NONNULL(1);
#define AS_CONTEST_PRINT_NAME_MAX_BYTES 255
struct as_contest_entry_print {
	size_t team;
	size_t account; /**< or AS_CONTEST_NONE */
	const char *name;
	const char *blob; /**< the store must have it */
	uint64_t lines, pages;
};
/** Checks the limits of contest.yaml, before the text is stored; as_contest_log_add_print checks
 * them again. AS_ERROR_USAGE: as there. Needs the lock. */
int as_contest_log_check_print(const struct as_contest_log *log,
	const struct as_contest_entry_print *entry, int64_t now_ms,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** Adds a print, by compare and append, and sets `print` to its number. AS_ERROR_USAGE: it has too
 * many pages, or the team has too many prints in the last hour (`print` of contest.yaml); the name
 * is too long. AS_ERROR_MACHINE with sys_errno EBUSY: other events came first for 10 seconds. */
int as_contest_log_add_print(struct as_contest_log *log, const struct as_contest_entry_print *entry,
	size_t *print, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);
enum as_contest_print_mark {
	AS_CONTEST_PRINT_SEND, /**< the command has printed it */
	AS_CONTEST_PRINT_FAIL, /**< the command failed */
	AS_CONTEST_PRINT_DELIVER,
	AS_CONTEST_PRINT_UNDO,  /**< it was not delivered after all */
	AS_CONTEST_PRINT_CLAIM, /**< as_contest_log_claim_print */
};
/** "send", "fail", "deliver", "undo", "claim". */
const char *as_contest_print_mark_name(enum as_contest_print_mark mark);
/** Marks a print. `why`: the reason of AS_CONTEST_PRINT_FAIL, else NULL. Deliveries are marked by
 * compare and append; errors as for as_contest_log_hand_balloon. */
int as_contest_log_mark_print(struct as_contest_log *log, size_t print,
	enum as_contest_print_mark mark, const char *why, size_t account,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Claims a print for the command of this server, by compare and append. AS_ERROR_USAGE: it
 * is delivered, or another server has claimed or sent it after `revision`. AS_ERROR_MACHINE with
 * sys_errno EBUSY: other events came first for 10 seconds. After another error than AS_ERROR_USAGE
 * the store can have the claim. The claim ends with AS_CONTEST_PRINT_SEND or AS_CONTEST_PRINT_FAIL.
 */
int as_contest_log_claim_print(struct as_contest_log *log, size_t print, int64_t revision,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** True while a server gives the print to its command. A claim ends after a minute, because a
 * server that has not ended the claim by then was killed. Needs the lock. */
bool as_contest_log_print_is_claimed(const struct as_contest_log *log, size_t print, int64_t now_ms)
	AS_NONNULL(1);

/* ---- check-in ---- */

struct as_contest_presence {
	bool is_present;
	char *place;     /**< set at the check-in; NULL: that of the folder */
	size_t account;  /**< of the last check-in; AS_CONTEST_NONE: unknown */
	int64_t wall_ms; /**< of the last check-in; 0: none */
};
const struct as_contest_presence *as_contest_log_presence(
	const struct as_contest_log *log, size_t team) AS_NONNULL(1);
#define AS_CONTEST_PLACE_MAX_BYTES 200
/** Sets whether a team is present, and its place; "": that of the folder. AS_ERROR_USAGE: the place
 * is too long or not one line of UTF-8. */
int as_contest_log_check_in(struct as_contest_log *log, size_t team, bool is_present,
	const char *place, size_t account, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 4);

/** The place of a team in the hall, or NULL: that of the check-in; `place` of teams.yaml;
 * `description` of the `location` that DOMjudge writes. */
const char *as_contest_log_place(const struct as_contest_log *log, size_t team) AS_NONNULL(1);

#endif
