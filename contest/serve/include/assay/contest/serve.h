/* SPDX-License-Identifier: MIT */
/**
 * serve: runs contests: their pages, the Contest API with the event feed, log-in, and workers in
 * this process.
 *
 * Life cycle: as_servers_open reads the logs, opens the port and serves; as_servers_close.
 * Addresses: those of contest/pages.h below the base, and the Contest API at BASE/api/. Several
 * contests are at BASE/ID each; then BASE/ has a list of them (contest/pages/index.h), and
 * BASE/api/contests/ID is the Contest API of each.
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

/** A contest. Pointers are borrowed until as_servers_close. */
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
	/** The worker is one of the caller's, for several contests of a store; it reports each job
	 * that it begins by as_servers_yield. */
	bool shares_worker;
	const char *offer; /**< of that worker: as_lane_offer; NULL: it claims every job */
	struct as_store_fetch fetch; /**< fetches packages for that worker */
	const char *version;         /**< of the program: "0.9.0" */

	/** Writes a line to the operator's log; called in any thread, also with the log's lock
	 * held, so it must not wait. May be NULL. */
	void (*note)(void *context, const char *text);
	/** Logs each request; called in any thread of the server, must not wait. May be NULL. */
	void (*request)(void *context, const struct as_server_request *request);
	void *context;
};

/** The port. Pointers are borrowed until as_servers_close. */
struct as_server_port {
	const char *address;            /**< to listen on; NULL: 127.0.0.1 */
	uint16_t port;                  /**< 0: any */
	const char *tls_cert, *tls_key; /**< PEM files; NULL: plain HTTP */
	const char *const *proxies;     /**< addresses whose X-Forwarded-For is trusted */
	size_t proxy_count;
	unsigned max_viewers; /**< maximum number of open boards and feeds; 0: 12,000 */
	/** The contests were opened with the same file of accounts (struct as_contest_options): a
	 * session of such an account is valid in all of them. */
	bool shares_accounts;
	const char *base; /**< "" or NULL, or the path prefix of a proxy: "/spring" */
};

/** The maximum number of contests of a port. */
#define AS_SERVERS_MAX 100
/** True if the id of a contest can be the first part of its addresses among several contests: the
 * list of contests has pages with the other names. */
bool as_servers_may_name(const char *id) AS_NONNULL(1);

struct as_server;
struct as_servers;
/** Serves the contests, at least one. NULL: as as_contest_log_open and as_http_open;
 * AS_ERROR_INPUT: a package has no tests, or cannot be stored. */
struct as_servers *as_servers_open(const struct as_server_config *contests, size_t count,
	const struct as_server_port *port, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 3);
uint16_t as_servers_port(const struct as_servers *servers) AS_NONNULL(1);
/** A common worker begins a job: searches for counterexamples give way. */
void as_servers_yield(const struct as_servers *servers) AS_NONNULL(1);
/** A contest, in the order of as_servers_open. */
struct as_server *as_servers_contest(const struct as_servers *servers, size_t index) AS_NONNULL(1);
/** Submits a file or folder of this machine for a team, as the team would; for demonstrations.
 * `team` and `problem` are ids. */
int as_server_submit(struct as_server *server, const char *team, const char *problem,
	const char *path, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2, 3, 4);
/** 0 while it serves and judges; -1 with the reason why the worker stopped. */
int as_server_check(struct as_server *server, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** Gives up a contest of which as_server_check failed: its requests no longer wait for the store,
 * and fail. Pages that only need memory are still served. */
void as_server_abandon(struct as_server *server) AS_NONNULL(1);
/** Ends streams, finishes current requests, and returns unfinished jobs to the queue. Requests that
 * wait for a store that is away fail. Takes NULL. */
void as_servers_close(struct as_servers *servers, unsigned grace_ms);

#endif
