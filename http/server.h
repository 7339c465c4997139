/* SPDX-License-Identifier: MIT */
/* The server, and the state of a request. */
#ifndef ASSAY_HTTP_SERVER_H
#define ASSAY_HTTP_SERVER_H

#include "address.h"
#include "hub.h"
#include "multipart.h"
#include "pool.h"
#include "response.h"
#include "route.h"
#include "watch.h"

#include <assay/http.h>
#include <microhttpd.h>

struct as_http {
	struct http_header_settings settings; /* its policy is on the heap */
	struct as_http_callbacks callbacks;
	struct as_http_limits limits;
	struct http_routes routes;
	struct http_proxies proxies;
	struct http_address_counts *address_counts; /* of connections */
	struct http_address_counts *stream_counts;
	struct http_bodies {
		struct http_address_counts *memory, *disk; /* bytes of each payer */
		int folder;                                /* of large bodies; -1: none */
	} bodies;
	atomic_int_least64_t next_full_ns; /* when the callback address_full may be called again */
	struct http_watch watch;
	struct http_pool *pool;
	struct http_hub *hub;
	struct MHD_Daemon *daemon;
	uint16_t port;
	atomic_bool is_closing;
	struct http_counts {
		atomic_uint_least64_t statuses[6], refused, bodies_bytes, files_bytes,
			answers_bytes; /* in memory, of answers that are being sent */
		atomic_uint running;   /* from the first line to the last byte of the answer */
		atomic_uint kept;      /* passed to a handler and not answered */
	} counts;
};

/* The thread that may continue with a request: that of libmicrohttpd, or the answering one. */
enum http_turn {
	HTTP_RUNNING,   /* a handler has it, and the connection is not suspended */
	HTTP_SUSPENDED, /* the connection waits for the answer */
	HTTP_ANSWERED,
};

enum http_phase {
	HTTP_HEAD,      /* its first line was received */
	HTTP_ADMIT,     /* the callback `admit` decides */
	HTTP_BODY,      /* the body is being received */
	HTTP_HANDLE,    /* it is complete */
	HTTP_STREAMING, /* its connection is suspended for a stream */
};

struct as_http_request {
	struct as_http *http;
	struct MHD_Connection *connection;
	struct http_client *client;
	enum http_phase phase;
	struct http_job job;
	const struct http_route *route;
	int64_t begin_ns;
	struct http_target {
		char *raw;   /* the path, cut at the '?' */
		char *query; /* in `raw`; "" if there is none */
		struct http_path path;
		struct http_pairs pairs;
	} target;
	struct http_head {
		const char *method;                                /* GET for HEAD */
		bool is_head, is_secure, expects_continue, is_old; /* HTTP/1.0 */
		char *forwarded; /* the values of all X-Forwarded-For headers */
		uint64_t length; /* of the body; UINT64_MAX: unknown */
		unsigned hosts, lengths, codings;
		bool is_malformed, is_ambiguous;
		int64_t read_ns; /* when all of it had arrived */
		struct http_pairs cookies;
		struct http_address client;
		char peer[HTTP_ADDRESS_SIZE]; /* the client's */
	} head;
	struct http_body {
		struct as_bytes bytes; /* on the heap, mapped, or `none`; `size` also for a file */
		size_t capacity;       /* allocated on the heap, and charged */
		uint64_t charged;      /* for the file */
		uint64_t limit;
		int64_t end_ns; /* when all of it had arrived */
		int fd;
		bool is_mapped;
		struct http_payer {
			struct http_address key;
			bool is_decided, is_account;
		} payer;
		char none[1];
	} body;
	struct http_admission {
		uint64_t account;
		int status; /* of the refusal; 0: admitted */
		char message[AS_HTTP_ADMIT_TEXT];
		unsigned retry_s; /* 0: not said */
		bool is_head;     /* asked with the head, not with the body */
		int64_t begin_ns, spent_ns;
	} admission;
	struct http_form form;
	json_t *json;
	struct http_refusal {
		int status; /* 0: none */
		const char *message;
		char allow[HTTP_ALLOW_SIZE];
	} refusal;
	struct http_answer {
		atomic_int turn; /* enum http_turn */
		struct as_http_response *response;
		struct as_http_stream *stream;
		int status; /* sent; 0: none */
		uint64_t size;
	} answer;
};

#endif
