/* SPDX-License-Identifier: MIT */
/* A server that replies with what it understood of a request. */
#ifndef ASSAY_TESTS_HTTP_REQUESTS_CASE_H
#define ASSAY_TESTS_HTTP_REQUESTS_CASE_H

#include "http_case.h"

#include <pthread.h>
#include <unistd.h>

/* ---- the server ---- */

/* Replies with a description of the request. */
__attribute__((unused)) static void echo(struct as_http_request *request, void *context)
{
	struct as_http_response *response = as_http_response_new(200, "text/plain");
	static const char *const names[] = {"id", "rest"};
	char *text = NULL;
	size_t size, count;
	FILE *out = open_memstream(&text, &size);

	fprintf(out, "%s %s", (const char *)context, as_http_method(request));
	for (size_t i = 0; i < 2; i++) {
		const char *part = as_http_part(request, names[i]);
		if (part)
			fprintf(out, " %s=<%s>", names[i], part);
	}
	const struct as_http_pair *pairs = as_http_query_pairs(request, &count);
	for (size_t i = 0; i < count; i++)
		fprintf(out, " %s:<%s>", pairs[i].name, pairs[i].value);
	const char *cookie = as_http_cookie(request, "assay");
	if (cookie)
		fprintf(out, " cookie=<%s>", cookie);
	const struct as_bytes *body = as_http_body(request);
	if (body->size > 0)
		fprintf(out, " body=%zu <%.20s>", body->size, body->data);
	fclose(out);
	as_http_response_take(response, text, size);
	as_http_answer(request, response);
}

__attribute__((unused)) static void tell_peer(struct as_http_request *request, void *context)
{
	struct as_http_response *response = as_http_response_new(200, "text/plain");

	(void)context;
	as_http_response_printf(
		response, "%s %d", as_http_peer(request), as_http_is_secure(request));
	as_http_answer(request, response);
}

__attribute__((unused)) static void tagged(struct as_http_request *request, void *context)
{
	struct as_http_response *response = as_http_response_new(200, "text/plain");

	(void)context;
	as_http_response_etag(response, "v1");
	as_http_response_static(response, "whole", 5);
	as_http_answer(request, response);
}

/* Copies the query into headers. */
__attribute__((unused)) static void inject(struct as_http_request *request, void *context)
{
	struct as_http_response *response = as_http_response_new(200, NULL);
	const char *header = as_http_query(request, "header");
	const char *cookie = as_http_query(request, "cookie");
	const char *location = as_http_query(request, "location");
	const char *file = as_http_query(request, "file");

	(void)context;
	if (location) {
		as_http_response_free(response);
		as_http_redirect(request, location);
		return;
	}
	if (header)
		as_http_response_header(response, "X-Given", header);
	if (cookie)
		as_http_response_cookie(response, "assay", cookie, 60);
	if (file)
		as_http_response_attachment(response, file);
	as_http_answer(request, response);
}

__attribute__((unused)) static void form(struct as_http_request *request, void *context)
{
	struct as_error error = {0};
	int status = 0;

	(void)context;
	if (as_http_form_parse(request, &status, &error)) {
		as_http_fail(request, status, "%s", error.text);
		return;
	}
	const struct as_http_field *file = case_form_file(request);
	const char *text = as_http_form(request, "text");
	struct as_http_response *response = as_http_response_new(200, "text/plain");
	as_http_response_printf(response, "text=<%s> file=<%s> size=%zu", text ? text : "",
		file ? file->file : "", file ? file->size : 0);
	as_http_answer(request, response);
}

__attribute__((unused)) static void json(struct as_http_request *request, void *context)
{
	struct as_error error = {0};
	int status = 0;
	json_t *value = as_http_json(request, &status, &error);

	(void)context;
	if (!value) {
		as_http_fail(request, status, "%s", error.text);
		return;
	}
	struct as_http_response *response = as_http_response_new(201, NULL);
	as_http_response_json(response, value);
	as_http_answer(request, response);
}

__attribute__((unused)) static void *answer_late(void *request)
{
	struct as_http_response *response = as_http_response_new(200, "text/plain");

	usleep(20000);
	as_http_response_static(response, "late", 4);
	as_http_answer(request, response);
	return NULL;
}

__attribute__((unused)) static void later(struct as_http_request *request, void *context)
{
	pthread_t thread;

	(void)context;
	cr_assert_eq(pthread_create(&thread, NULL, answer_late, request), 0);
	pthread_detach(thread);
}

__attribute__((unused)) static void block(struct as_http_request *request, void *context)
{
	(void)context;
	answer_late(request);
}

__attribute__((unused)) static void file(struct as_http_request *request, void *context)
{
	struct as_http_response *response = as_http_response_new(200, "text/plain");
	FILE *made = tmpfile();

	(void)context;
	for (int i = 0; i < 100000; i++)
		fprintf(made, "%09d\n", i);
	fflush(made);
	as_http_response_file(response, dup(fileno(made)), 1000000);
	fclose(made);
	as_http_answer(request, response);
}

__attribute__((unused)) static void nothing(struct as_http_request *request, void *context)
{
	(void)context;
	as_http_answer(request, NULL);
}

static const struct as_http_route routes[] = {
	{"GET", "/", echo, "root", 0, 0},
	{"GET", "/teams/:id", echo, "team", 0, 0},
	{"GET", "/teams/new", echo, "new", 0, 0},
	{"POST", "/teams/:id", echo, "post", 0, 0},
	{"GET", "/a/", echo, "a/", 0, 0},
	{"GET", "/files/*rest", echo, "files", 0, 0},
	{"PUT", "/small", echo, "small", 10, 0},
	{"GET", "/peer", tell_peer, NULL, 0, 0},
	{"GET", "/tagged", tagged, NULL, 0, 0},
	{"GET", "/inject", inject, NULL, 0, 0},
	{"POST", "/form", form, NULL, 0, 0},
	{"POST", "/json", json, NULL, 0, 0},
	{"GET", "/later", later, NULL, 0, 0},
	{"GET", "/block", block, NULL, 0, AS_HTTP_MAY_BLOCK},
	{"GET", "/file", file, NULL, 0, 0},
	{"GET", "/nothing", nothing, NULL, 0, 0},
};

static struct as_http *http;
static uint16_t port;
static struct as_http_config config;

__attribute__((unused)) static void begin(void)
{
	static const char *const proxies[] = {"127.0.0.1", "10.0.0.0/8"};

	config = (struct as_http_config){.routes = routes,
		.route_count = sizeof(routes) / sizeof(*routes),
		.limits = {.idle_ms = 5000}};
	if (config.proxy_count == 0) {
		config.proxies = proxies;
		config.proxy_count = 2;
	}
	http = case_open(&config);
	port = as_http_port(http);
}

__attribute__((unused)) static void end(void)
{
	as_http_close(http, 1000);
}

#endif
