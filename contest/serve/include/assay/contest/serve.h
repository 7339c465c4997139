/* SPDX-License-Identifier: MIT */
/**
 * serve: runs a contest: its pages, its Contest API with the event feed, log-in, and a worker in
 * this process.
 *
 * Life cycle: as_server_open reads the log, opens the port and serves; as_server_close. Addresses:
 * those of contest/pages.h below the base, and the Contest API at BASE/api/.
 */
#ifndef ASSAY_CONTEST_SERVE_H
#define ASSAY_CONTEST_SERVE_H

#include <assay/contest/folder.h>
#include <assay/engine/job.h>
#include <assay/store.h>

/** A finished request, for an access log. Pointers are borrowed for the call. */
struct as_server_request {
	const char *method;
	const char *path; /**< as it was sent, not decoded, without the query: untrusted */
	const char *peer; /**< the client's address */
	int status;       /**< 0: the client disconnected before the answer */
	uint64_t bytes;   /**< of the answer's body */
	int64_t duration_ns;
};

/** Pointers are borrowed until as_server_close. */
struct as_server_config {
	/** Must pass as_contest_require. The server replaces its packages by newer versions; at the
	 * end those that it had are there again. */
	struct as_contest *contest;
	struct as_store *store;
	/** The time just before the store was opened, in milliseconds since 1970. The opening may
	 * end jobs whose workers were killed; judging errors from this time on are logged. */
	int64_t opened_ms;
	/** Compiles and judges; its languages can be submitted. */
	struct as_engine *engine;
	/** False: workers in other processes judge (`assay worker`). */
	bool has_worker;
	const char *offer; /**< of that worker: as_lane_offer; NULL: it claims every job */
	struct as_store_fetch fetch; /**< fetches packages for that worker */
	const char *version;         /**< of the program: "0.9.0" */

	const char *address;            /**< to listen on; NULL: 127.0.0.1 */
	uint16_t port;                  /**< 0: any */
	const char *tls_cert, *tls_key; /**< PEM files; NULL: plain HTTP */
	const char *const *proxies;     /**< addresses whose X-Forwarded-For is trusted */
	size_t proxy_count;
	unsigned max_viewers; /**< maximum number of open boards and feeds; 0: 12,000 */
	const char *base;     /**< "", or the path prefix of a proxy: "/spring" */
	/** Writes a line to the operator's log; called in any thread, also with the log's lock
	 * held, so it must not wait. May be NULL. */
	void (*note)(void *context, const char *text);
	/** Logs each request; called in any thread of the server, must not wait. May be NULL. */
	void (*request)(void *context, const struct as_server_request *request);
	void *context;
};

struct as_server;
/** NULL: as as_contest_log_open and as_http_open; AS_ERROR_INPUT: a package has no tests, or cannot
 * be stored. */
struct as_server *as_server_open(
	const struct as_server_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
uint16_t as_server_port(const struct as_server *server) AS_NONNULL(1);
/** Submits a file or folder of this machine for a team, as the team would; for demonstrations.
 * `team` and `problem` are ids. */
int as_server_submit(struct as_server *server, const char *team, const char *problem,
	const char *path, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);
/** 0 while it serves and judges; -1 with the reason why the worker stopped. */
int as_server_check(struct as_server *server, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Ends streams, finishes current requests, and returns unfinished jobs to the queue. Requests that
 * wait for a store that is away fail. Takes NULL. */
void as_server_close(struct as_server *server, unsigned grace_ms);

#endif
