/* SPDX-License-Identifier: MIT */
/*
 * Receiving a request, by the callbacks of libmicrohttpd, all in the thread of its connection:
 *
 * 1. http_receive_line once, with the first line;
 * 2. http_receive with the head, with each piece of the body, at its end, and again when the
 *    connection was resumed;
 * 3. http_complete once, when the answer is sent or the client has left.
 */
#include "receive.h"

#include "answer.h"
#include "body.h"
#include "head.h"
#include "share.h"
#include "shed.h"

#include <limits.h>
#include <string.h>

/* ---- connections ---- */

enum MHD_Result http_accept(void *context, const struct sockaddr *address, socklen_t size)
{
	struct as_http *http = context;
	const struct http_address from = http_address_of(address);

	(void)size;
	if (atomic_load(&http->is_closing))
		return MHD_NO;
	unsigned max = http_share_max(http, &from, http->limits.connection_count);
	/* The session of a stream over TLS remains a connection. */
	if (http->settings.is_tls && max < UINT_MAX)
		max += (unsigned)http_address_counts_get(http->stream_counts, from);
	if (http_address_counts_get(http->address_counts, from) < max) {
		http_shed(http);
		return MHD_YES;
	}
	atomic_fetch_add(&http->counts.refused, 1);
	http_share_full(http, &from, false, max);
	return MHD_NO;
}

/* The time by which an idle connection must have sent the head of a request. */
static int64_t next_deadline_ns(const struct as_http *http)
{
	const struct as_http_limits *limits = &http->limits;

	return as_now_ns() + (limits->idle_ms + INT64_C(1) * limits->request_ms) * 1000000;
}

void http_notify(void *context, struct MHD_Connection *connection, void **socket_context,
	enum MHD_ConnectionNotificationCode code)
{
	struct as_http *http = context;
	struct http_client *client = *socket_context;

	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		const struct http_address address = http_address_of(
			MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
				->client_addr);
		const int fd =
			MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)
				->connect_fd;
		client = http_watch_add(&http->watch, fd, address, next_deadline_ns(http));
		if (client)
			client->is_counted =
				http_address_counts_enter(http->address_counts, address);
		*socket_context = client;
	} else if (client) {
		if (client->is_counted)
			http_address_counts_leave(http->address_counts, client->address);
		http_watch_remove(&http->watch, client);
		*socket_context = NULL;
	}
}

/* ---- beginning and end ---- */

static void free_request(struct as_http_request *request)
{
	struct as_http *http = request->http;

	http_body_drop(request);
	http_form_clear(&request->form);
	http_path_clear(&request->target.path);
	http_pairs_clear(&request->target.pairs);
	http_pairs_clear(&request->head.cookies);
	json_decref(request->json);
	as_http_response_free(request->answer.response);
	free(request->head.forwarded);
	free(request->target.raw);
	free(request);
	atomic_fetch_sub(&http->counts.running, 1);
}

void *http_receive_line(void *context, const char *target, struct MHD_Connection *connection)
{
	struct as_http *http = context;
	struct as_http_request *request = calloc(1, sizeof(*request));
	struct http_client *client =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
			->socket_context;
	char *raw = strdup(target ? target : "");

	if (!request || !raw || !client) {
		free(request);
		free(raw);
		return NULL;
	}
	*request = (struct as_http_request){.http = http, .connection = connection};
	request->client = client;
	client->is_receiving = true;
	client->since_ns = as_now_ns();
	request->body.fd = -1;
	request->begin_ns = as_now_ns();
	request->target.raw = raw;
	raw += strcspn(raw, "?");
	request->target.query = *raw ? raw + 1 : raw;
	*raw = '\0';
	atomic_fetch_add(&http->counts.running, 1);
	return request;
}

void http_complete(void *context, struct MHD_Connection *connection, void **request_context,
	enum MHD_RequestTerminationCode code)
{
	struct as_http *http = context;
	struct as_http_request *request = *request_context;

	(void)connection;
	(void)code;
	*request_context = NULL;
	if (!request)
		return;
	if (request->answer.stream)
		http_stream_lose(request->answer.stream);
	const int status = request->answer.stream ? 0 : request->answer.status;
	atomic_fetch_add(&http->counts.statuses[status / 100 % 6], 1);
	if (http->callbacks.finished && request->head.method)
		http->callbacks.finished(request, status, request->answer.size,
			as_now_ns() - request->begin_ns, http->callbacks.context);
	http_watch_answered(&http->watch, request->client);
	http_shed_answers(http);
	request->client->since_ns = as_now_ns();
	request->client->is_receiving = false;
	request->client->deadline_ns = next_deadline_ns(http);
	free_request(request);
}

/* ---- who asks ---- */

/* The connection waits until the answer, if there is none yet. */
static void wait_for_turn(struct as_http_request *request)
{
	struct MHD_Connection *connection = request->connection;
	int running = HTTP_RUNNING;

	MHD_suspend_connection(connection);
	if (!atomic_compare_exchange_strong(&request->answer.turn, &running, HTTP_SUSPENDED))
		MHD_resume_connection(connection);
}

/* False: the decision comes later, and the connection waits. */
static bool ask_who(struct as_http_request *request)
{
	const struct as_http_callbacks *callbacks = &request->http->callbacks;

	request->phase = HTTP_ADMIT;
	request->admission.begin_ns = as_now_ns();
	atomic_fetch_add(&request->http->counts.kept, 1);
	callbacks->admit(request, callbacks->context);
	if (atomic_load(&request->answer.turn) == HTTP_ANSWERED)
		return true;
	wait_for_turn(request);
	return false;
}

static void hear_who(struct as_http_request *request)
{
	request->admission.spent_ns += as_now_ns() - request->admission.begin_ns;
	request->answer.turn = HTTP_RUNNING;
	request->phase = HTTP_BODY;
	http_body_decide(request);
}

/* ---- the handler ---- */

static struct as_http_response *make_refusal(struct as_http_request *request)
{
	const struct http_refusal *refusal = &request->refusal;

	if (refusal->status == 204)
		return as_http_response_new(204, NULL);
	if (refusal->status != 413)
		return as_http_failure(request, refusal->status, refusal->message);
	AS_AUTO_FREE char *text = as_text_format(NULL,
		"Too large: at most %ju bytes are taken here.", (uintmax_t)request->body.limit);
	return text ? as_http_failure(request, 413, text) : NULL;
}

static void add_retry(struct as_http_request *request, struct as_http_response *response)
{
	unsigned retry_s = request->admission.status ? request->admission.retry_s : 0;
	char text[20];

	if (retry_s == 0 && request->refusal.status == 503)
		retry_s = 1;
	if (retry_s == 0)
		return;
	snprintf(text, sizeof(text), "%u", retry_s);
	as_http_response_header(response, "Retry-After", text);
}

static enum MHD_Result answer_refusal(struct as_http_request *request)
{
	const struct http_refusal *refusal = &request->refusal;
	struct as_http_response *response = make_refusal(request);

	if (*refusal->allow)
		as_http_response_header(response, "Allow", refusal->allow);
	/* The beginning of the next request is unknown. */
	if (request->head.is_ambiguous)
		as_http_response_header(response, "Connection", "close");
	add_retry(request, response);
	request->phase = HTTP_HANDLE;
	request->client->deadline_ns = INT64_MAX;
	request->answer.response = response;
	return http_respond(request);
}

static void run_job(struct http_job *job)
{
	struct as_http_request *request =
		(void *)((char *)job - offsetof(struct as_http_request, job));
	const struct as_http_route *route = &request->route->config;

	/* A page that is not begun yet would only delay the end of the server. */
	if (atomic_load(&request->http->is_closing) && strcmp(route->method, "GET") == 0)
		as_http_fail(request, 503, "The server is shutting down.");
	else
		route->handler(request, route->context);
}

/* No address has this bit. */
#define OF_ACCOUNT (UINT64_C(1) << 63)

/* The network is an IPv4 address or an IPv6 /48. Accounts tell the clients of a network apart, such
 * as the teams of a school with one address. All requests without an account from an IPv4 address
 * or IPv6 /64 are one client, because unverified cookies and passwords can be invented. */
static struct as_turn_source source_of(const struct as_http_request *request)
{
	const struct as_http_callbacks *callbacks = &request->http->callbacks;
	const struct in6_addr *address = &request->head.client.bytes;
	const uint64_t account = callbacks->account
					 ? callbacks->account(request, callbacks->context)
					 : AS_HTTP_NOBODY;
	struct as_turn_source source = {0};

	if (IN6_IS_ADDR_V4MAPPED(address)) {
		memcpy(&source.network, &address->s6_addr[8], 8);
	} else {
		memcpy(&source.network, address->s6_addr, 6);
		memcpy(&source.address, &address->s6_addr[6], 2);
	}
	if (account != AS_HTTP_NOBODY)
		source.address = OF_ACCOUNT | account;
	return source;
}

static void call_handler(struct as_http_request *request)
{
	const struct as_http_route *route = &request->route->config;

	if (!(route->flags & AS_HTTP_MAY_BLOCK)) {
		route->handler(request, route->context);
		return;
	}
	const struct as_turn_source source = source_of(request);
	request->job.run = run_job;
	if (!http_pool_push(request->http->pool, &source, &request->job))
		as_http_fail(request, 503, "Too much at one time; try again soon.");
}

/* The request is complete. */
static enum MHD_Result handle(struct as_http_request *request)
{
	request->body.end_ns = as_now_ns();
	if (!request->refusal.status)
		http_body_end(request);
	if (request->refusal.status)
		return answer_refusal(request);
	request->phase = HTTP_HANDLE;
	request->client->deadline_ns = INT64_MAX;
	atomic_fetch_add(&request->http->counts.kept, 1);
	call_handler(request);
	/* From here on only `turn` may be used, unless it shows that the request is answered. */
	if (atomic_load(&request->answer.turn) == HTTP_ANSWERED)
		return http_respond(request);
	wait_for_turn(request);
	return MHD_YES;
}

/* With the head. A large body that is announced is decided before the client sends it. */
static enum MHD_Result receive_head(
	struct as_http_request *request, const char *method, const char *version)
{
	struct http_head *head = &request->head;

	http_head_read(request, method, version);
	http_body_begin(request);
	request->phase = HTTP_BODY;
	request->client->deadline_ns =
		as_now_ns() + INT64_C(1000000) * request->http->limits.request_ms;
	if (!request->refusal.status && head->codings == 0 &&
		http_body_needs_payer(request, head->length)) {
		request->admission.is_head = true;
		if (!ask_who(request))
			return MHD_YES;
		hear_who(request);
	}
	return request->refusal.status && (head->expects_continue || head->is_ambiguous)
		       ? answer_refusal(request)
		       : MHD_YES;
}

static enum MHD_Result receive_body(struct as_http_request *request, const char *data, size_t *size)
{
	const bool is_announced = request->phase == HTTP_ADMIT && request->admission.is_head;

	if (request->phase == HTTP_ADMIT)
		hear_who(request);
	/* libmicrohttpd may show the head once more: the announced body is not empty. */
	if (*size == 0 && is_announced)
		return request->refusal.status && request->head.expects_continue
			       ? answer_refusal(request)
			       : MHD_YES;
	if (*size == 0)
		return handle(request);
	if (!request->refusal.status && http_body_needs_payer(request, *size)) {
		/* The bytes remain in libmicrohttpd's buffer until the decision. */
		request->admission.is_head = false;
		if (!ask_who(request))
			return MHD_YES;
		hear_who(request);
	}
	http_body_add(request, data, *size);
	*size = 0;
	return MHD_YES;
}

enum MHD_Result http_receive(void *context, struct MHD_Connection *connection, const char *url,
	const char *method, const char *version, const char *data, size_t *size,
	void **request_context)
{
	struct as_http_request *request = *request_context;

	(void)context;
	(void)connection;
	(void)url;
	if (!request)
		return MHD_NO;
	switch (request->phase) {
	case HTTP_HEAD:
		return receive_head(request, method, version);
	case HTTP_ADMIT:
	case HTTP_BODY:
		return receive_body(request, data, size);
	case HTTP_HANDLE:
		return http_respond(request);
	case HTTP_STREAMING:
		break;
	}
	return MHD_NO;
}
