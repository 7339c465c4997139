/* SPDX-License-Identifier: MIT */
/* Answering a request with a stream. */
#include "answer.h"
#include "share.h"

#include <time.h>

static int write_header(void *context, const char *name, const char *value)
{
	return fprintf(context, "%s: %s\r\n", name, value) < 0 ? -1 : 0;
}

/* RFC 9110, section 5.6.7: in English, whatever the locale. */
static void write_date(FILE *out)
{
	static const char days[] = "SunMonTueWedThuFriSat";
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	const time_t now = time(NULL);
	struct tm parts;

	gmtime_r(&now, &parts);
	fprintf(out, "Date: %.3s, %02d %.3s %d %02d:%02d:%02d GMT\r\n", days + 3 * parts.tm_wday,
		parts.tm_mday, months + 3 * parts.tm_mon, 1900 + parts.tm_year, parts.tm_hour,
		parts.tm_min, parts.tm_sec);
}

static int write_head(FILE *out, const struct as_http_request *request,
	const struct as_http_response *response, enum http_wrap wrap)
{
	fprintf(out, "HTTP/1.1 %d %s\r\n", response->status,
		MHD_get_reason_phrase_for((unsigned)response->status));
	write_date(out);
	if (http_response_headers(response, &request->http->settings, write_header, out))
		return -1;
	if (!http_response_get(response, "X-Accel-Buffering"))
		fputs("X-Accel-Buffering: no\r\n", out);
	/* The connection ends with the stream. */
	fputs("Connection: close\r\n", out);
	if (wrap == HTTP_CHUNK)
		fputs("Transfer-Encoding: chunked\r\n", out);
	return fputs("\r\n", out) < 0 ? -1 : 0;
}

static struct as_http_buffer *make_head(const struct as_http_request *request,
	const struct as_http_response *response, enum http_wrap wrap)
{
	char *text = NULL;
	size_t size;

	if (!response || response->failed)
		return NULL;
	FILE *out = open_memstream(&text, &size);
	if (!out)
		return NULL;
	const int failed = write_head(out, request, response, wrap);
	if (fclose(out) || failed) {
		free(text);
		return NULL;
	}
	return as_http_buffer_take(text, size, NULL);
}

static struct as_http_stream *open_stream(struct as_http_request *request,
	const struct as_http_stream_config *config, struct as_http_buffer *head)
{
	const bool is_head = request->head.is_head;
	const enum http_wrap wrap = is_head || request->head.is_old ? HTTP_RAW : HTTP_CHUNK;
	struct as_http *http = request->http;
	const struct http_address address = request->client->address;
	const unsigned max = http_share_max(http, &address, http->limits.stream_count);
	struct as_http_stream *stream =
		http_stream_new(http->hub, config, head, wrap, address, max);

	if (!stream && http_address_counts_get(http->stream_counts, address) >= max)
		http_share_full(http, &address, true, max);

	if (stream && is_head) {
		pthread_mutex_lock(&stream->hub->lock);
		http_stream_end(stream);
		pthread_mutex_unlock(&stream->hub->lock);
	}
	return stream;
}

static void refuse(struct as_http_request *request)
{
	struct as_http_response *response =
		as_http_failure(request, 503, "Too many viewers; try again soon.");

	as_http_response_header(response, "Retry-After", "5");
	http_finish_answer(request, response, NULL);
}

struct as_http_stream *as_http_stream_open(struct as_http_request *request,
	struct as_http_response *response, const struct as_http_stream_config *config)
{
	const struct as_http_callbacks *callbacks = &request->http->callbacks;
	const enum http_wrap wrap = request->head.is_old ? HTTP_RAW : HTTP_CHUNK;

	if (response && callbacks->headers)
		callbacks->headers(request, response, callbacks->context);
	struct as_http_buffer *head = make_head(request, response, wrap);
	struct as_http_stream *stream = head ? open_stream(request, config, head) : NULL;

	if (stream)
		request->answer.status = response->status;
	as_http_response_free(response);
	if (stream)
		http_finish_answer(request, NULL, stream);
	else if (head)
		refuse(request);
	else
		http_finish_answer(request, NULL, NULL);
	as_http_buffer_unref(head);
	return stream;
}
