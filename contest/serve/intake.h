/* SPDX-License-Identifier: MIT */
/* Private header: submissions and clarification requests (intake.c). */
#ifndef CONTEST_SERVE_INTAKE_H
#define CONTEST_SERVE_INTAKE_H

#include <assay/contest/log.h>
#include <assay/engine/upload.h>
#include <assay/http.h>

struct as_server;
struct request;

/* Requests that have passed the checks and are not in the log yet. */
struct intake;
struct intake *intake_open(struct as_error *error) AS_MUST_USE;
void intake_close(struct intake *intake);

/* An uploaded submission. Pointers are borrowed. */
struct upload {
	size_t team, problem, account;
	struct as_upload sent;
	int64_t wall_ms; /* its time: request_wall_ms, or -1: now */
	const char *id;  /* in the Contest API; NULL: the next number */
	bool is_trusted; /* from an admin: exempt from times and limits */
};
/* The contest's time of a request (as_site_arrival_ms): a submission to the problem, or, with
 * AS_CONTEST_NONE, a form or document of at most FORM_MAX_BYTES. */
int64_t request_wall_ms(const struct request *request, size_t problem);
/* Submits. Returns 0, or the HTTP status with the reason in `error`. */
int intake_submit(struct as_server *server, const struct upload *upload, size_t *submission,
	struct as_error *error) AS_MUST_USE;

/* Sets `error`, and returns `status`. */
int intake_refuse(struct as_error *error, int status, const char *reason);

/* Sends a clarification request of a team. Returns 0, or the HTTP status with the reason in
 * `error`. */
int intake_clarify(struct as_server *server, const struct as_contest_entry_clarification *entry,
	size_t *clarification, struct as_error *error) AS_MUST_USE;

/* Of a package that the jury uploads. */
#define PACKAGE_MAX_BYTES ((uint64_t)128 << 20)
/* Maximum size of the files of a submission in the store. Earlier versions accepted larger
 * archives. */
#define STORED_MAX_BYTES ((uint64_t)256 << 20)

#endif
