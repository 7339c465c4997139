/* SPDX-License-Identifier: MIT */
/* Responses. */
#include "response.h"

#include "decode.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

struct as_http_response *as_http_response_new(int status, const char *type)
{
	struct as_http_response *response = calloc(1, sizeof(*response));

	if (!response)
		return NULL;
	response->status = status;
	response->content.fd = -1;
	if (type)
		as_http_response_header(response, "Content-Type", type);
	return response;
}

static void clear_content(struct http_content *content)
{
	as_http_buffer_unref(content->buffer);
	if (content->fd >= 0)
		close(content->fd);
	*content = (struct http_content){.fd = -1};
}

void as_http_response_free(struct as_http_response *response)
{
	if (!response)
		return;
	for (size_t i = 0; i < response->header_count; i++) {
		free(response->headers[i].name);
		free(response->headers[i].value);
	}
	free(response->headers);
	free(response->tag);
	free(response->policy);
	clear_content(&response->content);
	free(response);
}

/* ---- the body ---- */

/* Takes ownership of the reference; NULL is a failure. */
static void set_buffer(struct as_http_response *response, struct as_http_buffer *buffer)
{
	if (!response) {
		as_http_buffer_unref(buffer);
		return;
	}
	clear_content(&response->content);
	response->content.buffer = buffer;
	response->content.size = buffer ? buffer->size : 0;
	response->failed |= !buffer;
}

void as_http_response_copy(struct as_http_response *response, const void *data, size_t size)
{
	set_buffer(response, as_http_buffer_copy(data, size, NULL));
}

void as_http_response_take(struct as_http_response *response, char *data, size_t size)
{
	set_buffer(response, as_http_buffer_take(data, size, NULL));
}

void as_http_response_buffer(struct as_http_response *response, struct as_http_buffer *buffer)
{
	set_buffer(response, buffer ? as_http_buffer_ref(buffer) : NULL);
}

void as_http_response_static(struct as_http_response *response, const void *data, size_t size)
{
	if (!response)
		return;
	clear_content(&response->content);
	response->content.fixed = data;
	response->content.size = size;
}

void as_http_response_file(struct as_http_response *response, int fd, uint64_t size)
{
	if (!response) {
		if (fd >= 0)
			close(fd);
		return;
	}
	clear_content(&response->content);
	response->failed |= fd < 0;
	response->content.fd = fd;
	response->content.size = size;
}

void as_http_response_json(struct as_http_response *response, const json_t *value)
{
	char *text = value ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;

	if (response && !http_response_get(response, "Content-Type"))
		as_http_response_header(response, "Content-Type", "application/json");
	set_buffer(response, as_http_buffer_take(text, text ? strlen(text) : 1, NULL));
}

void as_http_response_printf(struct as_http_response *response, const char *format, ...)
{
	va_list arguments;
	char *text = NULL;

	va_start(arguments, format);
	const int size = vasprintf(&text, format, arguments);
	va_end(arguments);
	set_buffer(response,
		as_http_buffer_take(size < 0 ? NULL : text, size < 0 ? 1 : (size_t)size, NULL));
}

/* ---- headers ---- */

const char *http_response_get(const struct as_http_response *response, const char *name)
{
	for (size_t i = 0; i < response->header_count; i++)
		if (!response->headers[i].is_cookie &&
			strcasecmp(response->headers[i].name, name) == 0)
			return response->headers[i].value;
	return NULL;
}

/* The header or cookie of that name; a new one if there is none. */
static struct http_header *place_of(
	struct as_http_response *response, const char *name, bool is_cookie)
{
	for (size_t i = 0; i < response->header_count; i++) {
		struct http_header *header = &response->headers[i];
		if (header->is_cookie == is_cookie &&
			(is_cookie ? strcmp : strcasecmp)(header->name, name) == 0)
			return header;
	}
	if (!as_array_reserve(response->headers, response->header_count, NULL))
		return NULL;
	struct http_header *header = &response->headers[response->header_count];
	*header = (struct http_header){.name = strdup(name), .is_cookie = is_cookie};
	response->header_count += header->name != NULL;
	return header->name ? header : NULL;
}

/* Takes ownership of `value`. */
static void set_header(
	struct as_http_response *response, const char *name, char *value, bool is_cookie)
{
	struct http_header *header = value ? place_of(response, name, is_cookie) : NULL;

	if (!header) {
		free(value);
		response->failed = true;
		return;
	}
	free(header->value);
	header->value = value;
}

void as_http_response_header(struct as_http_response *response, const char *name, const char *value)
{
	if (!response)
		return;
	/* libmicrohttpd does not accept tabs. */
	if (!http_is_token(name, strlen(name)) || !http_is_value(value) || strchr(value, '\t'))
		response->failed = true;
	else
		set_header(response, name, strdup(value), false);
}

static bool is_tag(const char *tag)
{
	for (const char *at = tag; *at; at++)
		if (*at <= 0x20 || *at >= 0x7f || *at == '"')
			return false;
	return *tag != '\0';
}

void as_http_response_etag(struct as_http_response *response, const char *tag)
{
	if (!response)
		return;
	free(response->tag);
	response->tag = is_tag(tag) ? strdup(tag) : NULL;
	response->failed |= !response->tag;
}

void as_http_response_policy(struct as_http_response *response, const char *policy)
{
	if (!response)
		return;
	free(response->policy);
	response->policy = http_is_value(policy) ? strdup(policy) : NULL;
	response->failed |= !response->policy;
}

/* RFC 8187's attr-char, without characters that are special in file systems and shells. */
static bool is_harmless(char byte)
{
	return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
	       (byte >= 'A' && byte <= 'Z') || (byte && strchr("-._", byte));
}

void as_http_response_attachment(struct as_http_response *response, const char *name)
{
	char *value = NULL;
	size_t size;
	FILE *out = open_memstream(&value, &size);

	if (!response || !out) {
		if (out)
			fclose(out);
		free(value);
		if (response)
			response->failed = true;
		return;
	}
	fputs("attachment; filename=\"", out);
	for (const char *at = name; *at; at++)
		putc(is_harmless(*at) ? *at : '_', out);
	fputs("\"; filename*=UTF-8''", out);
	for (const char *at = name; *at; at++)
		fprintf(out, is_harmless(*at) ? "%c" : "%%%02X", (unsigned char)*at);
	const bool failed = ferror(out) != 0;
	if (fclose(out) || failed) {
		free(value);
		value = NULL;
	}
	set_header(response, "Content-Disposition", value, false);
}

void as_http_response_cookie(
	struct as_http_response *response, const char *name, const char *value, int64_t max_age_s)
{
	char age[40] = "";

	if (!response)
		return;
	if (!http_is_token(name, strlen(name)) || !http_is_cookie_value(value, strlen(value))) {
		response->failed = true;
		return;
	}
	if (max_age_s >= 0)
		snprintf(age, sizeof(age), "; Max-Age=%" PRId64, max_age_s);
	set_header(response, name,
		as_text_format(NULL, "%s; Path=/; HttpOnly; SameSite=Lax%s", value, age), true);
}

/* ---- writing them ---- */

struct adding {
	int (*add)(void *context, const char *name, const char *value);
	void *context;
	const struct as_http_response *response;
	bool failed;
};

static void add_header(struct adding *adding, const char *name, const char *value)
{
	adding->failed = adding->failed || adding->add(adding->context, name, value);
}

/* Adds it unless the response has it. */
static void add_default(struct adding *adding, const char *name, const char *value)
{
	if (!http_response_get(adding->response, name))
		add_header(adding, name, value);
}

static void add_cookie(struct adding *adding, const struct http_header *cookie,
	const struct http_header_settings *settings)
{
	AS_AUTO_FREE char *text = as_text_format(NULL, "%s%s=%s%s",
		settings->secure_cookies ? "__Host-" : "", cookie->name, cookie->value,
		settings->secure_cookies || settings->is_secure ? "; Secure" : "");

	if (text)
		add_header(adding, "Set-Cookie", text);
	else
		adding->failed = true;
}

static void add_tag(struct adding *adding, const char *tag)
{
	AS_AUTO_FREE char *quoted = as_text_format(NULL, "\"%s\"", tag);

	if (quoted)
		add_header(adding, "ETag", quoted);
	else
		adding->failed = true;
}

int http_response_headers(const struct as_http_response *response,
	const struct http_header_settings *settings,
	int (*add_one)(void *context, const char *name, const char *value), void *context)
{
	struct adding adding = {.add = add_one, .context = context, .response = response};
	const char *policy = response->policy ? response->policy : settings->policy;

	for (size_t i = 0; i < response->header_count; i++) {
		const struct http_header *header = &response->headers[i];
		if (header->is_cookie)
			add_cookie(&adding, header, settings);
		else
			add_header(&adding, header->name, header->value);
	}
	if (response->tag)
		add_tag(&adding, response->tag);
	add_default(&adding, "Cache-Control", response->tag ? "private, no-cache" : "no-store");
	add_default(&adding, "X-Content-Type-Options", "nosniff");
	add_default(&adding, "Referrer-Policy", "same-origin");
	add_default(&adding, "X-Frame-Options", "DENY");
	/* As long as a session. Not longer, because a browser then also refuses plain HTTP on all
	 * other ports of the host. */
	if (settings->is_tls)
		add_default(&adding, "Strict-Transport-Security", "max-age=604800");
	if (*policy)
		add_default(&adding, "Content-Security-Policy", policy);
	return adding.failed ? -1 : 0;
}

bool http_tag_matches(const char *list, const char *tag)
{
	const size_t size = strlen(tag);

	if (!list)
		return false;
	if (list[strspn(list, " \t")] == '*')
		return true;
	while (*(list += strspn(list, " \t,"))) {
		/* Weak comparison: W/"a" and "a" are equal. */
		if (strncmp(list, "W/", 2) == 0)
			list += 2;
		const char *end = *list == '"' ? strchr(list + 1, '"') : NULL;
		if (!end)
			return false;
		if ((size_t)(end - list - 1) == size && memcmp(list + 1, tag, size) == 0)
			return true;
		list = end + 1;
	}
	return false;
}
