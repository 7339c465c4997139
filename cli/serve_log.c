/* SPDX-License-Identifier: MIT */
/* The log of assay serve on standard error: a line for each event, and for each request if the
 * option is set. Passwords, tokens and queries are not passed to it. A thread writes the lines
 * (serve_lines.c). */
#include "serve.h"

#include <assay/contest/serve.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

#define TEXT_SIZE 2048

static void write_time(char text[40])
{
	struct timespec now;
	struct tm parts;

	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &parts);
	const size_t size = strftime(text, 40, "%Y-%m-%dT%H:%M:%S", &parts);
	snprintf(text + size, 40 - size, ".%03ldZ", now.tv_nsec / 1000000);
}

/* Takes ownership of the line. */
static void put_json(const struct serve_log *log, json_t *line)
{
	char *text = as_json_print(line, JSON_COMPACT);
	const size_t length = text ? strlen(text) : 0;

	if (text) {
		text[length] = '\n'; /* in place of the NUL */
		serve_lines_put(log->lines, text, length + 1);
	}
	free(text);
	json_decref(line);
}

static void put_text(const struct serve_log *log, const char *format, ...) AS_PRINTF(2, 3);
static void put_text(const struct serve_log *log, const char *format, ...)
{
	char *line;
	va_list arguments;

	va_start(arguments, format);
	const int length = vasprintf(&line, format, arguments);
	va_end(arguments);
	if (length < 0)
		return;
	serve_lines_put(log->lines, line, (size_t)length);
	free(line);
}

/* Quotes a value of a pair; bytes that are not characters become \xNN. */
static void quote(const char *text, char shown[TEXT_SIZE])
{
	char plain[TEXT_SIZE / 2];
	char *to = shown;

	as_text_printable(text, strlen(text), plain, sizeof(plain));
	for (const char *from = plain; *from; from++) {
		if (*from == '"' || *from == '\\')
			*to++ = '\\';
		*to++ = *from;
	}
	*to = '\0';
}

void serve_log_note(void *context, const char *text)
{
	const struct serve_log *log = context;
	char shown[TEXT_SIZE], when[40];

	write_time(when);
	as_text_printable(text, strlen(text), shown, sizeof(shown));
	switch (log->format) {
	case SERVE_LOG_TEXT:
		put_text(log, "assay: %s%s%s\n", log->contest ? log->contest : "",
			log->contest ? ": " : "", shown);
		return;
	case SERVE_LOG_PAIRS:
		quote(text, shown);
		put_text(log, "time=%s kind=note%s%s text=\"%s\"\n", when,
			log->contest ? " contest=" : "", log->contest ? log->contest : "", shown);
		return;
	case SERVE_LOG_JSON:
		put_json(log, json_pack("{s: s, s: s, s: s*, s: s}", "time", when, "kind", "note",
				      "contest", log->contest, "text", shown));
	}
}

/* The client chooses the method; in a line of pairs it has no quotes. */
static const char *method_of(const struct as_server_request *request)
{
	const size_t length = strspn(request->method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");

	return length > 0 && !request->method[length] ? request->method : "?";
}

void serve_log_request(void *context, const struct as_server_request *request)
{
	const struct serve_log *log = context;
	const int64_t us = request->duration_ns / 1000;
	char path[TEXT_SIZE], when[40];

	write_time(when);
	if (log->format == SERVE_LOG_JSON) {
		as_text_printable(request->path, strlen(request->path), path, sizeof(path));
		put_json(log,
			json_pack("{s: s, s: s, s: s, s: s, s: i, s: I, s: I, s: s}", "time", when,
				"kind", "request", "method", method_of(request), "path", path,
				"status", request->status, "bytes", (json_int_t)request->bytes,
				"us", (json_int_t)us, "peer", request->peer));
		return;
	}
	quote(request->path, path);
	put_text(log,
		"time=%s kind=request method=%s path=\"%s\" status=%d bytes=%" PRIu64 " us=%" PRId64
		" peer=%s\n",
		when, method_of(request), path, request->status, request->bytes, us, request->peer);
}
