/* SPDX-License-Identifier: MIT */
/**
 * api: the Contest API (2026-01) of a contest as data, without HTTP: the JSON of each object and
 * collection for a reader, and the event feed (api/feed.h). The caller maps paths and accounts to
 * these functions, and their statuses to answers. Nothing here changes a contest.
 *
 * Life cycle: as_contest_api_open; as_contest_log_open with as_contest_api_changed as, or in, its
 * observer's `changed`; as_contest_api_get and cursors of the feed; as_contest_log_close;
 * as_contest_api_close.
 *
 * Threads: as_contest_api_changed is called by the log, with its lock held. All other functions
 * take that lock themselves, for reading and briefly, so they must not be called with it held; any
 * thread may call them.
 *
 * What follows from "Access Restrictions" of the Contest Control System Requirements (2026-01), and
 * what goes beyond it:
 *  - problems are hidden from teams and the public until the contest starts, and so is all that
 *    names them: awards, cells of the scoreboard, problem_id of clarifications;
 *  - `files` and `entry_point` of submissions, and `backup`, `key_log` and `tool_data` of teams,
 *    are for admins and analysts; `desktop`, `webcam` and `audio` are not for teams and the public
 *    in a freeze;
 *  - judgements and runs as as_contest_log_sees_judgement says; teams and the public see runs only
 *    of problems with AS_CONTEST_FEEDBACK_FULL;
 *  - hidden teams and hidden groups exist for the jury alone, but a hidden team sees itself;
 *  - `email` and `sex` of persons are for the jury; accounts are for admins, but each sees its own;
 *    passwords are for nobody;
 *  - awards but first-to-solve have team_ids once the contest is finalized, for teams and the
 *    public once it is also thawed; until then they are null (not being updated).
 */
#ifndef ASSAY_CONTEST_API_H
#define ASSAY_CONTEST_API_H

#include <assay/contest/log.h>
#include <assay/program.h>

struct as_contest_api;

/** All of it is borrowed until as_contest_api_close. */
struct as_contest_api_config {
	const struct as_contest *contest;
	/** For `languages`: those that the contest allows. */
	const struct as_languages *languages;
	/** Of the program: "0.1.0". */
	const char *version;
};
/** NULL: out of memory, or the attachments of a package cannot be read (AS_ERROR_INPUT). */
struct as_contest_api *as_contest_api_open(const struct as_contest_api_config *config,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Takes NULL. The log and all cursors must be closed before. */
void as_contest_api_close(struct as_contest_api *api);

/** The log's observer: `context` is the struct as_contest_api. It computes what became visible to
 * whom, and adds it to the feed. Without memory the feed ends at this change, and new cursors
 * fail. */
void as_contest_api_changed(
	void *context, struct as_contest_log *log, const struct as_contest_change *change);

/* ---- who reads ---- */

struct as_contest_api_reader {
	enum as_contest_api_role {
		AS_CONTEST_API_PUBLIC, /**< also of accounts for balloons and staff */
		AS_CONTEST_API_TEAM,
		AS_CONTEST_API_ANALYST,
		AS_CONTEST_API_JUDGE,
		AS_CONTEST_API_ADMIN,
	} role;
	size_t team;    /**< of AS_CONTEST_API_TEAM; else AS_CONTEST_NONE */
	size_t account; /**< AS_CONTEST_NONE: not logged in */
};
#define AS_CONTEST_API_ANYBODY                                                                     \
	((struct as_contest_api_reader){.team = AS_CONTEST_NONE, .account = AS_CONTEST_NONE})
/** The reader of an account; AS_CONTEST_NONE: AS_CONTEST_API_ANYBODY. */
struct as_contest_api_reader as_contest_api_reader(struct as_contest_log *log, size_t account)
	AS_NONNULL(1);
/** What a reader may see, for the functions of the log: analysts, judges and admins see all. */
struct as_contest_reader as_contest_api_sight(const struct as_contest_api_reader *reader)
	AS_NONNULL(1);

/** True if a reader has a capability of the specification, such as "team_submit": as `access` says.
 */
bool as_contest_api_may(const struct as_contest_api_reader *reader, const char *capability)
	AS_NONNULL(1, 2);
#define AS_CONTEST_API_ID_SIZE 64
/** Writes the id of an object of "submissions", "clarifications" or "commentary". Returns `id`. */
char *as_contest_api_id(const struct as_contest_api *api, struct as_contest_log *log,
	const char *endpoint, size_t index, char id[AS_CONTEST_API_ID_SIZE]) AS_NONNULL(1, 2, 3, 5);

/* ---- documents ---- */

/** A parameter of the query, decoded. */
struct as_contest_api_filter {
	const char *name;
	const char *value; /**< "": null */
};
struct as_contest_api_filters {
	const struct as_contest_api_filter *items;
	size_t count;
};

/**
 * Writes the answer to a GET. `endpoint` is the path below contests/ID/ up to the next '/':
 *
 *	""            api information (`.` of the API)
 *	"contests"    all contests, which is one; with an id, the contest
 *	"access", "account", "state", "scoreboard"   one object each; no id
 *	"judgement-types", "languages", "problems", "groups", "organizations", "teams", "persons",
 *	"accounts", "submissions", "judgements", "runs", "clarifications", "awards", "commentary"
 *	              an array; with an id, an object
 *
 * "event-feed" is not among them. `filters` may be NULL: an array is filtered by each parameter
 * that is a property of type ID of its objects; "scoreboard" has `group_id` and no others; any
 * other parameter is ignored.
 *
 * Returns the status of HTTP, and puts JSON into `json`, which must be empty (clear it): 200 and
 * the document; 404: no such endpoint, or no such object for this reader; 403: the endpoint is not
 * for this reader; 400: an invalid group_id. If it is not 200 the JSON is
 * {"code":404,"message":"..."}. -1: out of memory.
 */
int as_contest_api_get(const struct as_contest_api *api, struct as_contest_log *log,
	const struct as_contest_api_reader *reader, const char *endpoint, const char *id,
	const struct as_contest_api_filters *filters, struct as_bytes *json,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4, 7);
/** Writes {"code":...,"message":"..."} into empty `json`. */
int as_contest_api_refusal(int status, const char *message, struct as_bytes *json,
	struct as_error *error) AS_MUST_USE AS_NONNULL(2, 3);

/* ---- files ---- */

/**
 * A file of an object. The `href` of a FILE is relative to the API's base, which ends in '/':
 *
 *	contests/CONTEST/PROPERTY/FILENAME               of the contest
 *	contests/CONTEST/ENDPOINT/ID/PROPERTY/FILENAME   of other objects
 *	contests/CONTEST/submissions/ID/files            of a submission, without a name
 */
struct as_contest_api_file {
	const char *filename; /**< borrowed from the contest, or static */
	const char *mime;
	/** One of three: a file of the folder (as_contest_file_open); */
	const struct as_contest_file *file;
	/** a file of a problem's package: its path beneath package->tree, without links; */
	const struct as_package *package;
	const char *path;
	/** or the blob of a submission, to be packed as a zip archive: an index; else
	 * AS_CONTEST_NONE. */
	size_t submission;
	char blob[AS_DIGEST_HEX_SIZE];
};
/** Finds the file of a path below contests/CONTEST/, such as "teams/7/photo/photo.png" or
 * "submissions/12/files". 200, or 404: there is none, or not for this reader. What `found` points
 * to is valid until as_contest_api_close. */
int as_contest_api_find_file(const struct as_contest_api *api, struct as_contest_log *log,
	const struct as_contest_api_reader *reader, const char *path,
	struct as_contest_api_file *found) AS_MUST_USE AS_NONNULL(1, 2, 3, 4, 5);

#include <assay/contest/api/feed.h>

#endif
