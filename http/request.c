/* SPDX-License-Identifier: MIT */
/* A request, for its handler. */
#include "server.h"

#include <string.h>

const char *as_http_method(const struct as_http_request *request)
{
	return request->head.method;
}

const char *as_http_path(const struct as_http_request *request)
{
	return request->target.raw;
}

const char *as_http_part(const struct as_http_request *request, const char *name)
{
	return request->route ? http_route_part(request->route, &request->target.path, name) : NULL;
}

const struct as_http_pair *as_http_query_pairs(const struct as_http_request *request, size_t *count)
{
	*count = request->target.pairs.count;
	return request->target.pairs.items;
}

const char *as_http_query(const struct as_http_request *request, const char *name)
{
	return http_pairs_get(&request->target.pairs, name);
}

const char *as_http_header(const struct as_http_request *request, const char *name)
{
	return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

const char *as_http_cookie(const struct as_http_request *request, const char *name)
{
	if (!request->http->settings.secure_cookies)
		return http_cookies_get(&request->head.cookies, name);
	AS_AUTO_FREE char *whole = as_text_format(NULL, "__Host-%s", name);
	return whole ? http_cookies_get(&request->head.cookies, whole) : NULL;
}

void *as_http_context(const struct as_http_request *request)
{
	return request->http->callbacks.context;
}

void *as_http_route_context(const struct as_http_request *request)
{
	return request->route ? request->route->config.context : NULL;
}

const char *as_http_peer(const struct as_http_request *request)
{
	return request->head.peer;
}

bool as_http_is_secure(const struct as_http_request *request)
{
	return request->head.is_secure;
}

int64_t as_http_arrival_ns(
	const struct as_http_request *request, int64_t grace_ns, uint32_t rate, uint64_t max_bytes)
{
	const uint64_t size = request->body.bytes.size;
	const int64_t took_ns =
		request->body.end_ns - request->head.read_ns - request->admission.spent_ns;
	const uint64_t usual_ms = 1000 * (size < max_bytes ? size : max_bytes) / rate;

	return took_ns <= grace_ns + (int64_t)usual_ms * 1000000 ? request->head.read_ns
								 : request->body.end_ns;
}

/* ---- who asks ---- */

/* As http_finish_answer, but the request goes on. */
static void decide(struct as_http_request *request, uint64_t account, int status,
	const char *message, unsigned retry_s)
{
	struct as_http *http = request->http;
	struct MHD_Connection *connection = request->connection;

	request->admission.account = account;
	request->admission.status = status;
	request->admission.retry_s = retry_s;
	snprintf(request->admission.message, sizeof(request->admission.message), "%s", message);
	if (atomic_exchange(&request->answer.turn, HTTP_ANSWERED) == HTTP_SUSPENDED)
		MHD_resume_connection(connection);
	atomic_fetch_sub(&http->counts.kept, 1);
}

void as_http_admit(struct as_http_request *request, uint64_t account)
{
	decide(request, account, 0, "", 0);
}

void as_http_admit_not(struct as_http_request *request, int status, const char *message)
{
	decide(request, 0, status, message, 0);
}

void as_http_admit_later(
	struct as_http_request *request, int status, const char *message, unsigned retry_s)
{
	decide(request, 0, status, message, retry_s);
}

/* ---- the body ---- */

const struct as_bytes *as_http_body(const struct as_http_request *request)
{
	return &request->body.bytes;
}

/* The status for an error of parsing. */
static int status_of(const struct as_error *error)
{
	return error->kind == AS_ERROR_INPUT ? 400 : 500;
}

static int fail(int *status, int value, const struct as_error *why, struct as_error *error)
{
	if (status)
		*status = value;
	return as_error_pass(error, why, NULL, "%s", why->text);
}

json_t *as_http_json(struct as_http_request *request, int *status, struct as_error *error)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	const struct as_bytes *bytes = &request->body.bytes;
	struct as_error why = {0};

	if (request->json)
		return request->json;
	if (!http_has_type(as_http_header(request, "Content-Type"), "application/json")) {
		as_error_set(&why, AS_ERROR_INPUT,
			"body is not JSON; send it with Content-Type: application/json");
		fail(status, 415, &why, error);
		return NULL;
	}
	if (as_document_parse_json(&document, "body", bytes->data, bytes->size, &why)) {
		fail(status, status_of(&why), &why, error);
		return NULL;
	}
	return request->json = json_incref(document.root);
}

int as_http_form_parse(struct as_http_request *request, int *status, struct as_error *error)
{
	const char *type = as_http_header(request, "Content-Type");
	const struct as_bytes *bytes = &request->body.bytes;
	struct as_error why = {0};
	int failed;

	if (request->form.fields)
		return 0;
	if (http_has_type(type, "multipart/form-data"))
		failed = http_multipart_parse(&request->form, type, bytes->data, bytes->size, &why);
	else if (http_has_type(type, "application/x-www-form-urlencoded"))
		failed = http_urlencoded_parse(&request->form, bytes->data, bytes->size, &why);
	else {
		as_error_set(&why, AS_ERROR_INPUT,
			"body is not a form; send it as multipart/form-data or "
			"application/x-www-form-urlencoded");
		return fail(status, 415, &why, error);
	}
	return failed ? fail(status, status_of(&why), &why, error) : 0;
}

const struct as_http_field *as_http_fields(const struct as_http_request *request, size_t *count)
{
	*count = request->form.count;
	return request->form.fields;
}

const char *as_http_form(const struct as_http_request *request, const char *name)
{
	for (size_t i = 0; i < request->form.count; i++) {
		const struct as_http_field *field = &request->form.fields[i];
		if (strcmp(field->name, name) == 0 && !field->file)
			return field->data;
	}
	return NULL;
}
