/* SPDX-License-Identifier: MIT */
/*
 * The head of a request. libmicrohttpd 0.9.75 parses it leniently. A head that two servers could
 * interpret differently is refused here.
 */
#include "head.h"

#include <string.h>
#include <strings.h>

void http_refuse(struct as_http_request *request, int status, const char *message)
{
	if (request->refusal.status)
		return;
	request->refusal.status = status;
	request->refusal.message = message;
}

/* ---- headers ---- */

static void add_forwarded(struct as_http_request *request, const char *value)
{
	const char *before = request->head.forwarded;
	char *all = as_text_format(NULL, "%s%s%s", before ? before : "", before ? "," : "", value);

	free(request->head.forwarded);
	request->head.forwarded = all;
	if (!all)
		http_refuse(request, 500, "No memory.");
}

static void read_cookie(struct as_http_request *request, const char *value)
{
	/* A client sends one Cookie header (RFC 6265, section 5.4); of several, a proxy may have
	 * used any.
	 */
	if (request->head.cookies.text)
		request->head.is_malformed = true;
	else if (http_cookies_parse(&request->head.cookies, value, NULL))
		http_refuse(request, 500, "No memory.");
}

static void read_length(struct as_http_request *request, const char *value)
{
	request->head.lengths++;
	if (as_count_parse(value, 0, UINT64_MAX - 1, &request->head.length, NULL))
		request->head.is_malformed = true;
}

static enum MHD_Result read_header(void *context, enum MHD_ValueKind kind, const char *name,
	size_t name_size, const char *value, size_t value_size)
{
	struct as_http_request *request = context;
	struct http_head *head = &request->head;

	(void)kind;
	if (!value)
		value = "";
	if (!http_is_token(name, name_size) || strlen(value) != value_size || !http_is_value(value))
		head->is_malformed = true;
	else if (strcasecmp(name, "Host") == 0)
		head->hosts++;
	else if (strcasecmp(name, "Content-Length") == 0)
		read_length(request, value);
	else if (strcasecmp(name, "Transfer-Encoding") == 0) {
		head->codings++;
		head->length = UINT64_MAX;
		head->is_malformed |= strcasecmp(value, "chunked") != 0;
	} else if (strcasecmp(name, "X-Forwarded-For") == 0)
		add_forwarded(request, value);
	else if (strcasecmp(name, "Cookie") == 0)
		read_cookie(request, value);
	else if (strcasecmp(name, "Expect") == 0)
		head->expects_continue = strcasecmp(value, "100-continue") == 0;
	return MHD_YES;
}

/*
 * libmicrohttpd parses the head in its buffer: it writes zeros over colons and line ends, and its
 * strings are parts of the buffer. So bytes between these strings other than one line end were not
 * understood. It cuts a value at a NUL, and takes a line with an empty name for the end of the
 * head. A line feed, a line ":" and CRLF at the end look like CRLF twice, and are not detected.
 */
struct raw_head {
	const char *at, *end; /* the rest that was not compared yet */
	bool is_odd;
};

/* True if `next` follows in the buffer after a number of zeros, and after blanks. */
static bool follows(const struct raw_head *raw, const char *next, size_t min, size_t max)
{
	size_t zeros = 0;

	if (next < raw->at || next > raw->end)
		return false;
	for (const char *at = raw->at; at < next; at++) {
		if (*at && *at != ' ' && *at != '\t')
			return false;
		zeros += *at == '\0';
	}
	return zeros >= min && zeros <= max;
}

static enum MHD_Result compare_raw(void *context, enum MHD_ValueKind kind, const char *name,
	size_t name_size, const char *value, size_t value_size)
{
	struct raw_head *raw = context;

	(void)kind;
	raw->is_odd |= !follows(raw, name, 1, 2);
	raw->at = name + name_size;
	raw->is_odd |= !value || !follows(raw, value, 1, 1);
	if (!raw->is_odd)
		raw->at = value + value_size;
	return raw->is_odd ? MHD_NO : MHD_YES;
}

static bool is_odd(struct as_http_request *request, const char *method, const char *version)
{
	struct MHD_Connection *connection = request->connection;
	const size_t size =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE)
			->header_size;
	struct raw_head raw = {.at = version + strlen(version), .end = method + size};

	MHD_get_connection_values_n(connection, MHD_HEADER_KIND, compare_raw, &raw);
	return raw.is_odd || !(follows(&raw, raw.end, 2, 2) || follows(&raw, raw.end, 4, 4));
}

static void read_headers(struct as_http_request *request, const char *method, const char *version)
{
	struct http_head *head = &request->head;

	MHD_get_connection_values_n(request->connection, MHD_HEADER_KIND, read_header, request);
	head->is_malformed |= is_odd(request, method, version);
	head->is_ambiguous =
		head->is_malformed || head->hosts > 1 || head->lengths + head->codings > 1;
	if (head->is_ambiguous)
		http_refuse(request, 400, "Malformed request: its headers contradict each other.");
}

/* Determines the address of the client. */
static void find_peer(struct as_http_request *request)
{
	const struct http_proxies *proxies = &request->http->proxies;
	const struct http_address peer = request->client->address;
	const struct http_address client =
		http_proxies_client(proxies, peer, request->head.forwarded);

	request->head.client = client;
	http_address_format(&client, request->head.peer);
	request->head.is_secure = request->http->settings.is_tls;
	if (http_proxies_have(proxies, &peer)) {
		const char *protocol = as_http_header(request, "X-Forwarded-Proto");
		request->head.is_secure |= protocol && strcasecmp(protocol, "https") == 0;
	}
}

/* ---- the route ---- */

static void find_route(struct as_http_request *request, const char *method)
{
	const struct http_routes *routes = &request->http->routes;
	struct http_refusal *refusal = &request->refusal;
	unsigned methods = 0;

	request->route = http_routes_find(routes, method, &request->target.path, &methods);
	if (request->route) {
		http_route_join(request->route, &request->target.path);
		return;
	}
	if (methods == 0) {
		http_refuse(request, 404, "There is nothing here.");
		return;
	}
	http_allow(methods, refusal->allow);
	if (strcmp(method, "OPTIONS") == 0)
		http_refuse(request, 204, "");
	else
		http_refuse(request, 405, "This address does not have this method.");
}

static void read_target(struct as_http_request *request)
{
	struct http_target *target = &request->target;
	struct as_error error = {0};

	const int status = http_path_parse(&target->path, target->raw);
	if (status == 404)
		http_refuse(request, 404, "There is nothing here.");
	else if (status != 0)
		http_refuse(request, status, "Malformed address.");
	else if (http_pairs_parse(&target->pairs, target->query, strlen(target->query),
			 AS_HTTP_MAX_PAIRS, &error))
		http_refuse(request, error.kind == AS_ERROR_INPUT ? 400 : 500,
			"Malformed or too many parameters in the address.");
}

static void set_limit(struct as_http_request *request)
{
	const uint64_t own = request->route->config.body_limit_bytes;

	request->body.limit = own ? own : request->http->limits.body_bytes;
	if (request->head.codings == 0 && request->head.length > request->body.limit)
		http_refuse(request, 413, "Too large.");
}

void http_head_read(struct as_http_request *request, const char *method, const char *version)
{
	struct http_head *head = &request->head;

	head->read_ns = as_now_ns();
	head->is_head = strcmp(method, "HEAD") == 0;
	head->is_old = strcmp(version, "HTTP/1.0") == 0;
	head->method = head->is_head ? "GET" : method;
	if (atomic_load(&request->http->is_closing))
		http_refuse(request, 503, "The server is shutting down.");
	read_headers(request, method, version);
	find_peer(request);
	if (!request->refusal.status && strcmp(method, "OPTIONS") == 0 &&
		strcmp(request->target.raw, "*") == 0)
		http_refuse(request, 204, "");
	if (!request->refusal.status)
		read_target(request);
	if (!request->refusal.status)
		find_route(request, head->method);
	if (request->route && !request->refusal.status)
		set_limit(request);
}
