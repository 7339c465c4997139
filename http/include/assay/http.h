/* SPDX-License-Identifier: MIT */
/**
 * http: a server of HTTP/1.1 on libmicrohttpd, with routes, cookies, forms, JSON bodies, and
 * long-lived streams (server-sent events, lines of JSON). It knows nothing of contests.
 *
 * Life cycle: fill a table of routes and a `struct as_http_config`; as_http_open; requests reach
 * the handlers until as_http_close. See request.h, response.h and stream.h beside this file.
 *
 * Threads: a handler runs in one of the server's threads, several handlers at once, and must not
 * block: while it waits, every other connection of its thread waits. It answers with
 * as_http_answer, or returns without an answer and passes the request to another thread, which
 * answers later. The handler of a route with AS_HTTP_MAY_BLOCK runs in a pool of other threads,
 * where networks take turns, and in a network its accounts and all clients without an account.
 * Callbacks of streams run in the only thread of the streams, and must not block either.
 *
 * The server itself refuses, before any handler: malformed requests (400), unknown paths (404),
 * methods that a path does not have (405 with Allow), bodies that are too large (413), too many
 * streams, requests for the pool or bodies (503), large bodies of clients that the callback `admit`
 * does not know, and everything after as_http_close began (503). It reads and drops the bodies of
 * such requests, so that the client sees the answer. Connections beyond the limit wait. One address
 * may hold only a part of the connections, and a part of the streams: further connections are
 * closed, further streams refused (503). When nearly all connections are in use, the address with
 * the most that wait for their clients loses the oldest ones. A request that libmicrohttpd cannot
 * parse gets an error page of libmicrohttpd.
 */
#ifndef ASSAY_HTTP_H
#define ASSAY_HTTP_H

#include <assay/base.h>

struct as_http;
struct as_http_request;
struct as_http_response;
struct as_http_buffer;
struct as_http_stream;

#include <assay/http/request.h>
#include <assay/http/response.h>
#include <assay/http/stream.h>

/* ---- routes ------------------------------------------------------------------------------ */

/** Answers the request, or keeps it and answers later. `context` is that of the route. */
typedef void (*as_http_handler)(struct as_http_request *request, void *context);

enum as_http_route_flags {
	AS_HTTP_PLAIN = 0,
	AS_HTTP_MAY_BLOCK = 1 << 0, /**< the handler runs in the pool (config: blocking_count) */
};

/** Methods are GET, POST, PUT, PATCH and DELETE. GET also serves HEAD; the server answers OPTIONS.
 */
struct as_http_route {
	const char *method;
	/**
	 * The path: literal parts and named parts: "/teams/:team". A last part "*rest" matches the
	 * rest of the path, which is not empty, with its slashes. If two routes match, the one with
	 * a literal part at the first difference wins. "/a" and "/a/" differ.
	 */
	const char *pattern;
	as_http_handler handler;
	void *context;
	uint64_t body_limit_bytes; /**< 0: that of the configuration */
	unsigned flags;            /**< enum as_http_route_flags */
};
/** The maximum number of parts of a path, and of named parts of a pattern. */
#define AS_HTTP_MAX_PARTS 32
#define AS_HTTP_MAX_NAMED 8

/* ---- the server -------------------------------------------------------------------------- */

/** Everything is borrowed until as_http_close. */
struct as_http_callbacks {
	/**
	 * Fills the body and the type of an answer that reports an error; NULL: a line of
	 * text/plain. `message` is an English sentence that any client may see. The status is set;
	 * do not pass the response to as_http_answer. Any thread of the server.
	 */
	void (*error)(struct as_http_request *request, int status, const char *message,
		struct as_http_response *response, void *context);
	/** Adds headers to any answer before it is sent, including errors, answers to OPTIONS and
	 * streams: for example Access-Control-Allow-Origin for a folder. May be NULL. Any thread of
	 * the server, or the thread that opens a stream. */
	void (*headers)(const struct as_http_request *request, struct as_http_response *response,
		void *context);
	/** A request has ended, for a log. Status 0: the client had left before the answer. Also
	 * called at the end of a stream. Any thread of the server. */
	void (*finished)(const struct as_http_request *request, int status, uint64_t body_bytes,
		int64_t duration_ns, void *context);
	/** An address has as many connections or streams as it may have, and one was refused; `max`
	 * is that number. Called at most once a minute, in any thread of the server; may be NULL.
	 */
	void (*address_full)(const char *address, bool is_stream, unsigned max, void *context);
	/**
	 * Called for a request whose body has more than AS_HTTP_SMALL_BYTES, or whose address has
	 * no memory left for it. Decides from the head who pays for the body, see as_http_admit. In
	 * a thread of the server, so it must not block; but it may decide later: the client waits.
	 * NULL: all are admitted, and the address pays.
	 */
	void (*admit)(struct as_http_request *request, void *context);
	/**
	 * The account of a request, for the turns in the pool: a constant number below 2^48.
	 * AS_HTTP_NOBODY: the request does not prove that the client has an account. Called in a
	 * thread of the server for each request to a route with AS_HTTP_MAY_BLOCK, so it must not
	 * block. NULL: there are no accounts.
	 */
	uint64_t (*account)(const struct as_http_request *request, void *context);
	void *context;
};
#define AS_HTTP_NOBODY UINT64_MAX
/** A body of at most this size is in memory; a larger one is in a file. */
#define AS_HTTP_SMALL_BYTES 65536

/** Everything is copied but the callbacks and the contexts of routes. 0 and NULL select the
 * defaults. */
struct as_http_config {
	const char *address;  /**< a numeric IPv4 or IPv6 address; NULL: 127.0.0.1 */
	uint16_t port;        /**< 0: any free port; see as_http_port */
	const char *tls_cert; /**< a PEM file with the chain; NULL: plain HTTP */
	const char *tls_key;  /**< a PEM file */
	const struct as_http_route *routes;
	size_t route_count;
	const char *const *proxies; /**< trusted, so that their X-Forwarded-For is used: "10.0.0.1",
				       "fd00::/8" */
	size_t proxy_count;
	const char *policy; /**< Content-Security-Policy; NULL: AS_HTTP_POLICY */
	/** For unnamed files with large bodies. NULL, or files cannot be made there, or it is a
	 * tmpfs: /var/tmp. If that is a tmpfs too, files_bytes is at most bodies_bytes. */
	const char *body_folder;
	bool secure_cookies;     /**< cookies are Secure and named __Host-NAME */
	unsigned thread_count;   /**< 0: 2 */
	unsigned blocking_count; /**< threads for AS_HTTP_MAY_BLOCK; 0: 4 */
	struct as_http_callbacks callbacks;
	struct as_http_limits {
		unsigned connection_count; /**< requests and waiting connections; 0: 4,000 */
		unsigned stream_count;     /**< open streams, in addition; 0: 12,000 */
		/** The largest share of the connections, streams and bodies in memory that one IPv4
		 * address or IPv6 /64 network that is not a proxy may hold; 0: no limit. */
		unsigned address_percent;
		/** The largest number of requests of one IPv4 address or IPv6 /48 network that wait
		 * for the pool. At most half of this number may be of one account, or of clients
		 * without an account at one IPv4 address or IPv6 /64 network. 0: 1,000. */
		unsigned queue_count;
		uint64_t body_bytes; /**< of one request, unless its route has a limit; 0: 1 MiB */
		uint64_t bodies_bytes; /**< the sum of all in memory; 0: 256 MiB */
		/** The sum of all bodies in files, each rounded up to 4 MiB; an address or account
		 * may have an eighth of it. 0: 512 KiB for each connection, at least 64 MiB. */
		uint64_t files_bytes;
		/** The sum of the buffers from which answers are sent; above it, the oldest answers
		 * to the address to which most bytes are being sent are closed. 0: 256 MiB. */
		uint64_t answers_bytes;
		unsigned idle_ms;    /**< a connection without traffic is closed; 0: 30 s */
		unsigned request_ms; /**< the time for the head, and then for the body; 0: 120 s */
		unsigned stall_ms;   /**< a stream whose client receives nothing is cut; 0: 60 s */
		/** After `answer_ms`, a client that reads an answer more slowly than `answer_rate`
		 * bytes a second is cut, unless the answer is a stream. 0: 32 KiB/s, 15 s. */
		unsigned answer_rate, answer_ms;
	} limits;
};
/** The default Content-Security-Policy: only files of this server, nothing inline. */
#define AS_HTTP_POLICY                                                                             \
	"default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "               \
	"img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "          \
	"frame-ancestors 'none'"

/**
 * Opens the port and serves requests. NULL: a malformed address, pattern or proxy, two equal routes
 * (AS_ERROR_USAGE), a certificate or key that cannot be read or do not match (AS_ERROR_INPUT), a
 * port that is in use or not permitted, too few descriptors (AS_ERROR_MACHINE). Raises
 * RLIMIT_NOFILE of the process to the number that the limits need, as far as the hard limit
 * permits; with fewer there are fewer streams (as_http_stats has the number).
 */
struct as_http *as_http_open(
	const struct as_http_config *config, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/** The port that it listens on. Any thread. */
uint16_t as_http_port(const struct as_http *http) AS_NONNULL(1);
/**
 * Stops the server. New connections are closed and new requests refused (503). Each stream ends
 * after the data in its queue, and running requests are finished, all within `grace_ms`; slower
 * clients are cut. Then it waits, without limit, for requests that a handler still has, and for
 * as_http_stream_close of every open stream: callers must do both. No callback runs afterwards. Do
 * not call it from a handler or a callback. NULL is permitted.
 */
void as_http_close(struct as_http *http, unsigned grace_ms);

/** Counts for metrics. Any thread. */
struct as_http_stats {
	uint64_t status_counts[6]; /**< requests by status, 1xx to 5xx; [0]: without an answer */
	uint64_t refused_count;    /**< connections refused because of a limit */
	unsigned connection_count; /**< now; without TLS, streams are not included */
	unsigned running_count;    /**< requests now */
	unsigned stream_count;     /**< now */
	unsigned stream_limit;     /**< after RLIMIT_NOFILE */
	uint64_t bodies_bytes;     /**< of requests, in memory now */
	uint64_t files_bytes;      /**< of requests, in files now, in steps of 4 MiB */
	uint64_t answers_bytes;    /**< of buffers from which answers are being sent now */
	uint64_t stream_bytes;     /**< sent on streams since the start */
	uint64_t stream_cut_count; /**< streams cut because their client received nothing */
	uint64_t slow_count;       /**< connections cut because their client read too slowly */
	uint64_t shed_count;       /**< connections closed to make room or to free memory */
};
void as_http_stats(struct as_http *http, struct as_http_stats *stats) AS_NONNULL(1, 2);

#endif
