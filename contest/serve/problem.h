/* SPDX-License-Identifier: MIT */
/* Private header: the versions of the problems' packages. */
#ifndef CONTEST_SERVE_PROBLEM_H
#define CONTEST_SERVE_PROBLEM_H

#include <assay/contest/log.h>
#include <assay/contest/pages/statement.h>
#include <assay/engine.h>

struct as_server;
struct as_contest_package_view;

/* A version of a problem's package; constant. It is open while it is in use or has uses. */
struct server_problem {
	const struct as_package *package;
	struct as_open_package *opened;
	struct as_bytes options; /* from as_worker_options_write */
	char **languages;        /* of the package's own programs */
	struct as_statement *statement;
	struct as_statement **translations; /* in other languages; NULL-terminated */
	struct as_statement *editorial;     /* NULL: it cannot be read */
};

/* ---- version.c: versions of the packages, and their uses ---- */

struct versions;
/* The version in use. Call it with the log's lock; the version is open for as long as that is held.
 */
const struct server_problem *problem_now(const struct as_server *server, size_t problem);
/* The version that is in use now: it is open until problem_use_end. Any thread. */
struct problem_use {
	const struct server_problem *seen;
	struct version *version;
};
struct problem_use problem_use_now(const struct as_server *server, size_t problem) AS_MUST_USE;
/* Also ends `{0}`, which it leaves behind. */
void problem_use_end(struct problem_use *use);
/* The digest of the package in use. Any thread. */
void problem_digest(
	const struct as_server *server, size_t problem, char digest[AS_DIGEST_HEX_SIZE]);
/* Number of versions that are open, of all problems. */
size_t versions_count(struct as_server *server);

/* ---- versions.c: the packages of the problems ---- */

/* Opens the packages as they are in the folder. Sets `server->versions`. */
int versions_open(struct as_server *server, struct as_error *error) AS_MUST_USE;
/* Takes the opened packages into use, after the log was opened and before a worker runs. */
int versions_start(struct as_server *server, struct as_error *error) AS_MUST_USE;
/* Reports a change of the log. Call it with the log's lock held for writing. */
void versions_changed(struct as_server *server, struct as_contest_log *log,
	const struct as_contest_change *change);
/* Compares the packages with the folder, unless that was done in the last second. One view for each
 * problem, on the heap. NULL: out of memory. */
struct as_contest_package_view *versions_look(struct as_server *server);
/* The sentence about changed packages for the jury, on the heap; NULL: none has changed. `problem`:
 * only about its package; AS_CONTEST_NONE: about all. */
char *versions_notice(struct as_server *server, size_t problem);
/* The submissions of the problem that wait for an older version are given to the version in use, by
 * a thread that tries it until it succeeds. */
void versions_set_due(struct as_server *server, size_t problem);
/* Ends its thread. Call it before the log is closed. */
void versions_stop(struct versions *versions);
/* Call it last. Both functions accept NULL. */
void versions_close(struct as_server *server);

/* ---- versions_take.c: taking a version into use ---- */

/* Reads a package of the folder, and takes it into use. TAKE_REFUSED: the old version stays in use.
 * TAKE_LATER: the new one is in use, but submissions that wait could not be given to it; a thread
 * tries again until they are. `error` has the reason of both. */
enum take { TAKE_DONE, TAKE_REFUSED, TAKE_LATER };
enum take versions_take(struct as_server *server, size_t problem,
	struct as_contest_decision decision, struct as_error *error) AS_MUST_USE;
/* The same for the candidate `event` of the log. */
enum take versions_take_upload(struct as_server *server, size_t problem, int64_t event,
	struct as_contest_decision decision, struct as_error *error) AS_MUST_USE;

/* ---- versions_waiting.c: judging with the version in use ---- */

/* Judges a submission with the version in use. */
int versions_rejudge(struct as_server *server, size_t submission, enum as_store_class class,
	struct as_contest_decision decision, struct as_error *error) AS_MUST_USE;
/* The `lane` of a job; on the heap. */
char *problem_lane(struct as_server *server, const struct server_problem *problem,
	const char *language, struct as_error *error) AS_MUST_USE;

#endif
