/* SPDX-License-Identifier: MIT */
/**
 * api: the Contest API (2026-01) of a contest as data, without HTTP: the JSON of each object and
 * collection for a reader, and the event feed (api/feed.h). The caller maps paths and accounts to
 * these functions, and their statuses to HTTP. Nothing here changes a contest.
 *
 * Life cycle: as_contest_api_open; as_contest_log_open with as_contest_api_changed as its
 * observer's `changed`, or called by it; as_contest_api_get and cursors of the feed;
 * as_contest_log_close; as_contest_api_close.
 *
 * Threads: the log calls as_contest_api_changed with its lock held. All other functions take that
 * lock for reading, briefly, so do not call them with it held; any thread may call them.
 *
 * Visibility, by "Access Restrictions" of the Contest Control System Requirements (2026-01), with
 * some additions:
 *  - problems, and all objects that refer to them, are hidden from teams and the public until the
 *    contest starts: awards, cells of the scoreboard, problem_id of clarifications;
 *  - `files` and `entry_point` of submissions, and `backup`, `key_log` and `tool_data` of teams,
 *    are for admins and analysts; teams and the public do not see `desktop`, `webcam` and `audio`
 *    in a freeze;
 *  - judgements and runs follow as_contest_log_sees_judgement; teams and the public see runs only
 *    of problems with AS_CONTEST_FEEDBACK_FULL;
 *  - only the jury sees hidden teams and hidden groups, but a hidden team sees itself;
 *  - `email` and `sex` of persons are for the jury; accounts are for admins, but each user sees its
 *    own; nobody sees passwords;
 *  - awards other than first-to-solve have team_ids once the contest is finalised; for teams and
 *    the public it must also be thawed. Until then team_ids are null (not being updated).
 */
#ifndef ASSAY_CONTEST_API_H
#define ASSAY_CONTEST_API_H

#include <assay/contest/log.h>
#include <assay/program.h>

#define AS_CONTEST_API_VERSION "2026-01"

struct as_contest_api;

/** All pointers are borrowed until as_contest_api_close. */
struct as_contest_api_config {
	const struct as_contest *contest;
	/** For `languages`: the table with the languages that the contest allows. */
	const struct as_languages *languages;
	/** Ids of the languages that can be judged, NULL-terminated; NULL: all of the table. */
	const char *const *language_ids;
	/** Of the program: "0.9.0". */
	const char *version;
};
/** NULL: out of memory, or the attachments of a package cannot be read (AS_ERROR_INPUT). */
struct as_contest_api *as_contest_api_open(const struct as_contest_api_config *config,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Takes NULL. Close the log and all cursors before. */
void as_contest_api_close(struct as_contest_api *api);

/** The log's observer; `context` is the struct as_contest_api. It computes which audiences see a
 * change, and adds it to the feed. If memory runs out, the feed ends before this change, and new
 * cursors fail. */
void as_contest_api_changed(
	void *context, struct as_contest_log *log, const struct as_contest_change *change);

/* ---- readers ---- */

struct as_contest_api_reader {
	enum as_contest_api_role {
		AS_CONTEST_API_PUBLIC, /**< also accounts for balloons and staff */
		AS_CONTEST_API_TEAM,
		AS_CONTEST_API_ANALYST,
		AS_CONTEST_API_JUDGE,
		AS_CONTEST_API_ADMIN,
	} role;
	size_t team;    /**< for AS_CONTEST_API_TEAM; else AS_CONTEST_NONE */
	size_t account; /**< AS_CONTEST_NONE: not logged in */
};
#define AS_CONTEST_API_ANYBODY                                                                     \
	((struct as_contest_api_reader){.team = AS_CONTEST_NONE, .account = AS_CONTEST_NONE})
/** The reader of an account; AS_CONTEST_NONE: AS_CONTEST_API_ANYBODY. */
struct as_contest_api_reader as_contest_api_reader(struct as_contest_log *log, size_t account)
	AS_NONNULL(1);
/** The reader for functions of the log: analysts, judges and admins see everything. */
struct as_contest_reader as_contest_api_log_reader(const struct as_contest_api_reader *reader)
	AS_NONNULL(1);

/** True if a reader has a capability of the specification, such as "team_submit", as in `access`.
 */
bool as_contest_api_may(const struct as_contest_api_reader *reader, const char *capability)
	AS_NONNULL(1, 2);
#define AS_CONTEST_API_ID_SIZE 64
/** Writes the id of an object of "submissions", "clarifications" or "commentary". Returns `id`. */
char *as_contest_api_id(const struct as_contest_api *api, struct as_contest_log *log,
	const char *endpoint, size_t index, char id[AS_CONTEST_API_ID_SIZE]) AS_NONNULL(1, 2, 3, 5);
/** Finds a judgement by its id, also if it is hidden; call this with the log's lock. An index, or
 * AS_CONTEST_NONE. */
size_t as_contest_api_find_judgement(const struct as_contest_api *api, struct as_contest_log *log,
	const char *id) AS_NONNULL(1, 2, 3);

/* ---- documents ---- */

/** A decoded parameter of the query. */
struct as_contest_api_filter {
	const char *name;
	const char *value; /**< "" matches null */
};
struct as_contest_api_filters {
	const struct as_contest_api_filter *items;
	size_t count;
};

/**
 * Answers a GET. `endpoint` is the path below contests/ID/ up to the next '/':
 *
 * 	""            api information (`.` of the API)
 * 	"contests"    all contests, which is one; with an id, the contest
 * 	"access", "account", "state", "scoreboard"   one object each; no id
 * 	"judgement-types", "languages", "problems", "groups", "organizations", "teams", "persons",
 * 	"accounts", "submissions", "judgements", "runs", "clarifications", "awards", "commentary"
 * 	              an array; with an id, an object
 *
 * The "event-feed" is in api/feed.h. `filters` may be NULL. An array is filtered by each parameter
 * that is a property of type ID of its objects; "scoreboard" only has `group_id`. Other parameters
 * are ignored.
 *
 * Returns the HTTP status, and writes JSON to `json`, which must be empty (clear it):
 * - 200: the document;
 * - 404: no such endpoint, or no such object for this reader;
 * - 403: this reader may not use the endpoint;
 * - 400: an invalid group_id.
 * Unless it is 200, the JSON is {"code":404,"message":"..."}. -1: out of memory.
 */
int as_contest_api_get(const struct as_contest_api *api, struct as_contest_log *log,
	const struct as_contest_api_reader *reader, const char *endpoint, const char *id,
	const struct as_contest_api_filters *filters, struct as_bytes *json,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4, 7);
/** Writes {"code":...,"message":"..."} to `json`, which must be empty. */
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
#define AS_CONTEST_API_FILENAME_SIZE 256
struct as_contest_api_file {
	char filename[AS_CONTEST_API_FILENAME_SIZE];
	const char *mime; /**< borrowed from the contest, or static */
	/** One of three: a file of the folder (as_contest_file_open); */
	const struct as_contest_file *file;
	/** a file of a problem's package, open for reading: the caller closes it; else -1; */
	int fd;
	/** or the index of a submission, whose blob is packed as a zip archive; else
	 * AS_CONTEST_NONE. */
	size_t submission;
	char blob[AS_DIGEST_HEX_SIZE];
};
/** Finds the file of a path below contests/CONTEST/, such as "teams/7/photo/photo.png" or
 * "submissions/12/files". 200; or 404: there is no such file for this reader, and nothing is
 * open. */
int as_contest_api_find_file(const struct as_contest_api *api, struct as_contest_log *log,
	const struct as_contest_api_reader *reader, const char *path,
	struct as_contest_api_file *found) AS_MUST_USE AS_NONNULL(1, 2, 3, 4, 5);

/* ---- the ceremony ---- */

/**
 * The document of the page that resolves the board (rules/resolve.h): the teams in the order of the
 * board at the freeze, with their awards; the problems; the steps. It does not depend on the thaw,
 * and has awards even if the results are not final. Pictures are a `href` of the API.
 *
 * Returns a new object. NULL: as as_contest_api_ceremony_check; or out of memory.
 */
json_t *as_contest_api_ceremony(const struct as_contest_api *api, struct as_contest_log *log,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);
/** AS_ERROR_INPUT: submissions have no verdict or a judging error, or as as_resolve_check. */
int as_contest_api_ceremony_check(struct as_contest_log *log, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1);

#include <assay/contest/api/feed.h>

#endif
