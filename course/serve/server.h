/* SPDX-License-Identifier: MIT */
/* Private header: a course's server and its parts. */
#ifndef COURSE_SERVE_SERVER_H
#define COURSE_SERVE_SERVER_H

#include <assay/course/pages.h>
#include <assay/course/serve.h>
#include <assay/site.h>

/* A package of an assignment. */
struct course_part {
	struct as_open_package *opened;
	struct as_statement *statement; /* NULL: it cannot be read */
};
struct course_parts {
	struct course_part *items; /* one for each package of the scheme */
	size_t count;
};

struct as_course_server {
	struct as_course_server_config config;
	const struct as_languages *languages;
	const char **language_ids;  /* that can be judged; NULL-terminated */
	struct course_parts *parts; /* by assignment of the folder */
	struct as_keeper *keeper;
	struct as_site *site;
	struct as_site_libraries *libraries;
	struct as_course_log *log;
	struct as_journal *journal; /* of the log */
	struct ledger *ledger;
	struct as_worker *worker;
	struct as_http *http;
};

void course_server_note(const struct as_course_server *server, const char *format, ...)
	AS_PRINTF(2, 3);
/* The order of judging that hand-ins are queued with. */
struct as_class_queueing course_queueing(
	const struct as_course_server *server, const struct as_course_assignment *of);
/* The parts of an assignment of the log; NULL: the folder has it no more. With the lock. */
const struct course_parts *course_parts_of(
	const struct as_course_server *server, size_t assignment);

/* receipt.c: with the lock. */
void course_receipt(FILE *out, const struct as_course_log *log,
	const struct as_course_hand_in *hand_in, const struct as_submitted *files);

/* ---- ledger.c: the marks of all assignments, computed in a thread ---- */

struct ledger;
struct ledger *course_ledger_open(
	struct as_course_server *server, struct as_error *error) AS_MUST_USE;
/* Starts the thread, after the log was opened. */
int course_ledger_start(struct ledger *ledger, struct as_error *error) AS_MUST_USE;
void course_ledger_stop(struct ledger *ledger);
void course_ledger_close(struct ledger *ledger);
/* Marks of an assignment must be computed again; AS_COURSE_NONE: of all. Any thread; also NULL. */
void course_ledger_due(struct ledger *ledger, size_t assignment);
/* Locks the marks for reading, after the lock of the journal. */
void course_ledger_lock(struct ledger *ledger);
void course_ledger_unlock(struct ledger *ledger);
/* The marks of an assignment, with the lock; or of all, by index. */
struct as_course_marks course_ledger_marks(const struct ledger *ledger, size_t assignment);
/* Lets the new marks of an assignment count. */
int course_ledger_apply(
	struct ledger *ledger, size_t assignment, struct as_error *error) AS_MUST_USE;

#endif
