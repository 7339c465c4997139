/* SPDX-License-Identifier: MIT */
/**
 * Teams and accounts that are added or changed while the contest runs: registrations, teams that an
 * admin adds, passwords, disqualifications, guests, log-ins. Included by log.h.
 *
 * All of this is in the log and is laid over the folder, also after a restart and on all servers of
 * a store. Once teams.yaml has a team with the id of a team of the log, the name, organization and
 * groups of teams.yaml count; once accounts.yaml has its username, so does that account. A password
 * that was reset, a disqualification and the choice whether a team is a guest stay until they are
 * changed on a page.
 *
 * Functions that return int append an event, like those of log/append.h. All others read the state
 * and need the lock.
 */
#ifndef ASSAY_CONTEST_LOG_TEAMS_H
#define ASSAY_CONTEST_LOG_TEAMS_H

#include <assay/contest/log.h>

/* ---- new teams ---- */

struct as_contest_entry_team {
	const char *name;
	const char *username;
	const char *password_hash; /**< "$argon2id$..." */
};
/** Registers a team with one account. AS_ERROR_USAGE: the username, or a name like that of the
 * team, is taken (also at the same moment) or reserved for the organisers; the username has no
 * letters or digits; or there are too many teams. AS_ERROR_MACHINE with sys_errno EBUSY: other
 * events came first for 10 seconds. */
int as_contest_log_register(struct as_contest_log *log, const struct as_contest_entry_team *entry,
	size_t *team, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/** A team that an admin adds, with one account. Texts except the id can be NULL. */
struct as_contest_entry_late_team {
	struct as_contest_entry_team team;
	const char *id;      /**< as_contest_is_id */
	const char *label;   /**< NULL: as for teams that register */
	const char *place;   /**< in the hall */
	size_t organization; /**< index; or AS_CONTEST_NONE */
	size_t group;        /**< likewise */
	bool is_guest;
	size_t account; /**< that adds it */
};
#define AS_CONTEST_LABEL_MAX_BYTES 40
/** Adds the team, by compare and append. The name may be like another one: the admin decides.
 * AS_ERROR_USAGE: the id or the username is taken, a text is too long, or there are too many teams.
 * AS_ERROR_MACHINE as above. */
int as_contest_log_add_team(struct as_contest_log *log,
	const struct as_contest_entry_late_team *entry, size_t *team,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3);

/* ---- passwords ---- */

/** Replaces the password of the account `of` by a hash, and ends its sessions and tokens. */
int as_contest_log_set_password(struct as_contest_log *log, size_t of, const char *hash,
	size_t account, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
/** True if the password of the account was reset, so that the folder's does not count. */
bool as_contest_log_has_new_password(const struct as_contest_log *log, size_t account)
	AS_NONNULL(1);

/* ---- log-ins ---- */

/** A log-in with a password, or an attempt that was refused. */
struct as_contest_login {
	size_t account; /**< AS_CONTEST_NONE: an unknown username, which is not kept */
	bool is_refused;
	uint64_t left_out; /**< refused attempts before this one that the log does not have */
	int64_t wall_ms;
	char from[46]; /**< an address; "": unknown */
};
/** The state has the last ones. */
#define AS_CONTEST_LOGINS_KEPT 1000
size_t as_contest_log_login_count(const struct as_contest_log *log) AS_NONNULL(1);
/** `back` 0: the last one. */
const struct as_contest_login *as_contest_log_login(const struct as_contest_log *log, size_t back)
	AS_NONNULL(1);
/** Records a refused attempt. The caller limits their number; `left_out`: those since the last
 * record that it left out. */
int as_contest_log_refuse_login(struct as_contest_log *log, size_t account, const char *address,
	uint64_t left_out, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);

/* ---- standing: whether a team is ranked ---- */

struct as_contest_standing {
	bool is_guest; /**< as the page decided, else as teams.yaml and groups.yaml say */
	bool is_disqualified;
	bool is_hidden;  /**< disqualified, and the public does not see the team any more */
	char *reason;    /**< of the disqualification; untrusted; NULL: none */
	size_t account;  /**< of the last change; AS_CONTEST_NONE: unknown */
	int64_t wall_ms; /**< of the last change; 0: none */
};
struct as_contest_standing as_contest_log_standing(const struct as_contest_log *log, size_t team)
	AS_NONNULL(1);
/** True if the team has a rank, can be first to solve, and can get awards: it is in the main group,
 * is not a guest, and is not disqualified. */
bool as_contest_log_is_ranked(const struct as_contest_log *log, size_t team) AS_NONNULL(1);

#define AS_CONTEST_STANDING_MAX_BYTES 1000
/** Disqualifies a team: it has no rank and no awards, and cannot submit. `reason` is shown to the
 * team. AS_ERROR_USAGE: the reason is empty, too long or has control characters; or the results are
 * final (as for as_contest_log_ignore). */
int as_contest_log_disqualify(struct as_contest_log *log, size_t team, const char *reason,
	bool is_hidden, struct as_contest_decision decision, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 3);
/** Takes the disqualification back. */
int as_contest_log_requalify(struct as_contest_log *log, size_t team,
	struct as_contest_decision decision, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Makes a team a guest, which is seen without a rank, or ranks it. */
int as_contest_log_set_guest(struct as_contest_log *log, size_t team, bool is_guest,
	struct as_contest_decision decision, struct as_error *error) AS_MUST_USE AS_NONNULL(1);

#endif
