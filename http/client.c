/* SPDX-License-Identifier: MIT */
/*
 * Requests by libcurl, which verifies certificates, and follows no redirects. Each request has a
 * handle of its own; since libcurl 7.84 any thread may make the first.
 */
#include <assay/base/fit.h>
#include <assay/http/client.h>
#include <curl/curl.h>
#include <string.h>

/* Time limits of a reply: without a byte, and in total. A stream may be silent for longer, because
 * servers send a heartbeat every two minutes. */
#define SILENCE_S 60
#define WHOLE_S 120
#define STREAM_SILENCE_S 180
#define LOOK_MS 100
#define MAX_BYTES ((size_t)64 << 20)

/* ---- the address ---- */

char *as_http_origin(const char *url, struct as_error *error)
{
	const bool is_web = strncmp(url, "http://", 7) == 0 || strncmp(url, "https://", 8) == 0;
	CURLU *parts = curl_url();
	char *whole = NULL, *origin;

	if (is_web && !strpbrk(url, "?#@") && !curl_url_set(parts, CURLUPART_URL, url, 0))
		(void)curl_url_get(parts, CURLUPART_URL, &whole, 0);
	curl_url_cleanup(parts);
	if (!whole) {
		as_error_set(error, AS_ERROR_USAGE,
			"'%.*s' is not the address of a server; write http://HOST:PORT",
			as_text_fit(url, 200), url);
		return NULL;
	}
	size_t size = strlen(whole);
	while (whole[size - 1] == '/')
		size--;
	origin = as_text_format(error, "%.*s", (int)size, whole);
	curl_free(whole);
	return origin;
}

/* ---- a request and its reply ---- */

struct exchange {
	CURL *handle;
	struct curl_slist *header;
	char *text; /* the body, or its lines that were not passed on; with a NUL */
	size_t size, room;
	void (*line)(void *context, const char *line); /* NULL: the body is kept */
	void *context;
	const atomic_bool *stop;   /* may be NULL */
	int64_t begin_ns, last_ns; /* of the last bytes */
	char cause[CURL_ERROR_SIZE];
};

static int status_of(const struct exchange *exchange)
{
	long status = 0;

	curl_easy_getinfo(exchange->handle, CURLINFO_RESPONSE_CODE, &status);
	return (int)status;
}

static void pass_lines(struct exchange *exchange)
{
	char *next = exchange->text;
	const char *stop = next + exchange->size;

	for (char *end; (end = memchr(next, '\n', (size_t)(stop - next))); next = end + 1) {
		*end = '\0';
		exchange->line(exchange->context, next);
	}
	exchange->size = (size_t)(stop - next);
	memmove(exchange->text, next, exchange->size + 1);
}

/* Room for a block and a NUL. */
static int make_room(struct exchange *exchange, size_t count)
{
	const size_t needed = exchange->size + count + 1;
	char *grown;

	if (needed > MAX_BYTES + 1)
		return -1;
	if (needed <= exchange->room)
		return 0;
	grown = realloc(exchange->text, 2 * needed);
	if (!grown)
		return -1;
	exchange->text = grown;
	exchange->room = 2 * needed;
	return 0;
}

/* Called by libcurl. */
static size_t take_block(char *data, size_t one, size_t count, void *context)
{
	struct exchange *exchange = context;

	(void)one;
	exchange->last_ns = as_now_ns();
	if ((exchange->line && status_of(exchange) != 200) || make_room(exchange, count))
		return 0;
	memcpy(exchange->text + exchange->size, data, count);
	exchange->size += count;
	exchange->text[exchange->size] = '\0';
	if (exchange->line)
		pass_lines(exchange);
	return count;
}

/* 0, or not: out of memory. */
static int set_connection(struct exchange *exchange, const char *url)
{
	CURL *const handle = exchange->handle;

	return curl_easy_setopt(handle, CURLOPT_URL, url) ||
	       curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https") ||
	       curl_easy_setopt(handle, CURLOPT_PROXY, "") ||
	       curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1) ||
	       curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L) ||
	       curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, (long)SILENCE_S) ||
	       curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, exchange->cause) ||
	       curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_block) ||
	       curl_easy_setopt(handle, CURLOPT_WRITEDATA, exchange);
}

static int set_query(struct exchange *exchange, const struct as_http_query *query)
{
	CURL *const handle = exchange->handle;
	const curl_off_t size = (curl_off_t)query->size;

	if (curl_easy_setopt(handle, CURLOPT_USERNAME, query->username) ||
		curl_easy_setopt(handle, CURLOPT_PASSWORD, query->password) ||
		curl_easy_setopt(handle, CURLOPT_COOKIE, query->cookie))
		return -1;
	return query->body && (curl_easy_setopt(handle, CURLOPT_HTTPHEADER, exchange->header) ||
				      curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, size) ||
				      curl_easy_setopt(handle, CURLOPT_POSTFIELDS, query->body));
}

/* CURLE_OK: continue. */
static CURLcode check_limits(const struct exchange *exchange)
{
	const int64_t second_ns = INT64_C(1000000000), now_ns = as_now_ns();
	const int64_t silence_s = exchange->line ? STREAM_SILENCE_S : SILENCE_S;

	if (as_is_cancelled(exchange->stop))
		return CURLE_ABORTED_BY_CALLBACK;
	return now_ns - exchange->last_ns > silence_s * second_ns ||
			       (!exchange->line &&
				       now_ns - exchange->begin_ns > WHOLE_S * second_ns)
		       ? CURLE_OPERATION_TIMEDOUT
		       : CURLE_OK;
}

/* Not curl_easy_perform, which checks for a stop only once a second. */
static CURLcode perform_in(struct exchange *exchange, CURLM *multi)
{
	int running = 1, left;

	exchange->begin_ns = exchange->last_ns = as_now_ns();
	for (;;) {
		if (curl_multi_perform(multi, &running))
			return CURLE_OUT_OF_MEMORY;
		const CURLMsg *message = running ? NULL : curl_multi_info_read(multi, &left);
		if (message)
			return message->data.result;
		const CURLcode code = check_limits(exchange);
		if (code)
			return code;
		if (curl_multi_poll(multi, NULL, 0, LOOK_MS, NULL))
			return CURLE_OUT_OF_MEMORY;
	}
}

static CURLcode perform(struct exchange *exchange)
{
	CURLM *multi = curl_multi_init();
	CURLcode code = CURLE_OUT_OF_MEMORY;

	if (multi && curl_multi_add_handle(multi, exchange->handle) == CURLM_OK) {
		code = perform_in(exchange, multi);
		curl_multi_remove_handle(multi, exchange->handle);
	}
	curl_multi_cleanup(multi);
	return code;
}

static CURLcode send_query(
	struct exchange *exchange, const char *origin, const struct as_http_query *query)
{
	AS_AUTO_FREE char *url = as_text_format(NULL, "%s%s", origin, query->path);
	AS_AUTO_FREE char *type =
		as_text_format(NULL, "Content-Type: %s", query->body ? query->type : "");

	exchange->handle = curl_easy_init();
	exchange->header = type ? curl_slist_append(NULL, type) : NULL;
	exchange->text = calloc(1, 1);
	if (!url || !exchange->handle || !exchange->header || !exchange->text ||
		set_connection(exchange, url) || set_query(exchange, query))
		return CURLE_OUT_OF_MEMORY;
	return perform(exchange);
}

static void end_exchange(struct exchange *exchange)
{
	curl_easy_cleanup(exchange->handle);
	curl_slist_free_all(exchange->header);
	free(exchange->text);
}

/* The texts do not vary from one request to the next, because callers count them. */
static int refuse_reply(
	const struct exchange *exchange, CURLcode code, const char *origin, struct as_error *error)
{
	switch ((int)code) {
	case CURLE_OUT_OF_MEMORY:
		return as_error_no_memory(error);
	case CURLE_COULDNT_CONNECT:
		return as_error_set(error, AS_ERROR_MACHINE,
			"%s cannot be reached; is the server running?", origin);
	case CURLE_OPERATION_TIMEDOUT:
		return as_error_set(error, AS_ERROR_MACHINE, "%s",
			exchange->line   ? "the server's stream was silent for three minutes"
			: exchange->size ? "the server's reply did not end within two minutes"
					 : "the server did not reply within a minute");
	case CURLE_ABORTED_BY_CALLBACK:
		return as_error_set(error, AS_ERROR_INTERNAL, "interrupted");
	case CURLE_WRITE_ERROR:
		return as_error_set(error, AS_ERROR_MACHINE, "the reply is too large");
	case CURLE_OK:
	case CURLE_GOT_NOTHING:
	case CURLE_UNSUPPORTED_PROTOCOL:
	case CURLE_WEIRD_SERVER_REPLY:
		return as_error_set(error, AS_ERROR_MACHINE, "the server's reply is not HTTP");
	default:
		return as_error_set(error, AS_ERROR_MACHINE, "%s: %s", origin,
			*exchange->cause ? exchange->cause : curl_easy_strerror(code));
	}
}

static int take_cookie(
	const struct exchange *exchange, struct as_http_reply *reply, struct as_error *error)
{
	struct curl_header *found;

	if (curl_easy_header(exchange->handle, "Set-Cookie", 0, CURLH_HEADER, -1, &found))
		return 0;
	reply->cookie = strndup(found->value, strcspn(found->value, ";"));
	return reply->cookie ? 0 : as_error_no_memory(error);
}

int as_http_fetch(const char *origin, const struct as_http_query *query,
	struct as_http_reply *reply, struct as_error *error)
{
	AS_AUTO(end_exchange) struct exchange exchange = {.stop = query->stop};
	const CURLcode code = send_query(&exchange, origin, query);

	*reply = (struct as_http_reply){.status = status_of(&exchange)};
	if (code || reply->status < 100)
		return refuse_reply(&exchange, code, origin, error);
	reply->body = (struct as_bytes){.data = as_steal(exchange.text), .size = exchange.size};
	return take_cookie(&exchange, reply, error);
}

void as_http_reply_clear(struct as_http_reply *reply)
{
	free(reply->cookie);
	as_bytes_clear(&reply->body);
	*reply = (struct as_http_reply){0};
}

int as_http_follow(const char *origin, const struct as_http_query *query,
	void (*line)(void *context, const char *line), void *context, const atomic_bool *stop,
	struct as_error *error)
{
	AS_AUTO(end_exchange)
	struct exchange exchange = {.line = line, .context = context, .stop = stop};
	const CURLcode code = send_query(&exchange, origin, query);
	const int status = status_of(&exchange);

	if (code == CURLE_ABORTED_BY_CALLBACK)
		return 0;
	if (status >= 100 && status != 200)
		return as_error_set(
			error, AS_ERROR_MACHINE, "the server answers with status %d", status);
	return code || status < 100
		       ? refuse_reply(&exchange, code, origin, error)
		       : as_error_set(error, AS_ERROR_MACHINE, "the server ended the stream");
}
