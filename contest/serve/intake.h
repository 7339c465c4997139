/* SPDX-License-Identifier: MIT */
/* Private header: submissions and clarification requests (intake.c). */
#ifndef CONTEST_SERVE_INTAKE_H
#define CONTEST_SERVE_INTAKE_H

#include <assay/contest/log.h>
#include <assay/http.h>

struct as_server;
struct request;
struct as_submitted;
struct server_problem;

/* Requests that have passed the checks and are not in the log yet. */
struct intake;
struct intake *intake_open(struct as_error *error) AS_MUST_USE;
void intake_close(struct intake *intake);

/* An uploaded submission. Pointers are borrowed. Exactly one of `files`, `archive` and `path` is
 * set. A single file whose name ends in .zip is also an archive. */
struct upload {
	size_t team, problem, account;
	const char *language;    /* an id; NULL: detected from the files */
	const char *entry_point; /* or NULL */
	const struct as_memory_file *files;
	size_t file_count;
	const void *archive; /* a zip archive */
	size_t archive_bytes;
	const char *path; /* on this machine */
	int64_t wall_ms;  /* its time: request_wall_ms, or -1: now */
	const char *id;   /* in the Contest API; NULL: the next number */
	bool is_trusted;  /* from an admin: exempt from times and limits */
};
/* The contest's time of a request (as_site_arrival_ms): a submission to the problem, or, with
 * AS_CONTEST_NONE, a form or document of at most FORM_MAX_BYTES. */
int64_t request_wall_ms(const struct request *request, size_t problem);
/* Submits. Returns 0, or the HTTP status with the reason in `error`. */
int intake_submit(struct as_server *server, const struct upload *upload, size_t *submission,
	struct as_error *error) AS_MUST_USE;

/* upload.c: sets `error`, and returns `status`. */
int intake_refuse(struct as_error *error, int status, const char *reason);
/* upload.c: reads the files and finds their language (borrowed). Returns 0, or the HTTP status with
 * the reason in `error`; clear `submitted` in any case. */
int upload_read(struct as_server *server, const struct upload *upload,
	const struct server_problem *problem, struct as_submitted *submitted, const char **language,
	struct as_error *error) AS_MUST_USE;

/* Sends a clarification request of a team. Returns 0, or the HTTP status with the reason in
 * `error`. */
int intake_clarify(struct as_server *server, const struct as_contest_entry_clarification *entry,
	size_t *clarification, struct as_error *error) AS_MUST_USE;

/* Maximum size of an upload. */
#define UPLOAD_MAX_BYTES ((uint64_t)8 << 20)
/* Of a package that the jury uploads. */
#define PACKAGE_MAX_BYTES ((uint64_t)128 << 20)
/* Maximum size of the files of a submission in the store. Earlier versions accepted larger
 * archives. */
#define STORED_MAX_BYTES ((uint64_t)256 << 20)

#endif
