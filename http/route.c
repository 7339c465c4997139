/* SPDX-License-Identifier: MIT */
/* Paths, and the table of routes. A table has about a hundred routes, which are compared one by
 * one. */
#include "route.h"

#include "decode.h"

#include <string.h>

#define METHOD_COUNT 5
static const char *const http_methods[METHOD_COUNT] = {"GET", "POST", "PUT", "PATCH", "DELETE"};

/* ---- paths ---- */

void http_path_clear(struct http_path *path)
{
	free(path->text);
	*path = (struct http_path){0};
}

/* Names that are special in file systems are refused, so that a handler may use a part as a file
 * name. */
static bool is_safe(const char *part)
{
	return strcmp(part, ".") != 0 && strcmp(part, "..") != 0 && !strchr(part, '/');
}

static int split(struct http_path *path, const char *raw)
{
	char *out = path->text;

	for (;; raw++) {
		const size_t size = strcspn(raw, "/");
		const bool is_last = !raw[size];
		if (path->count == AS_HTTP_MAX_PARTS || (size == 0 && !is_last))
			return 404;
		if (!http_decode(raw, size, HTTP_DECODE_PATH, out) || !is_safe(out))
			return 400;
		path->parts[path->count++] = out;
		out += strlen(out) + 1;
		raw += size;
		if (is_last)
			return 0;
	}
}

int http_path_parse(struct http_path *path, const char *raw)
{
	*path = (struct http_path){0};
	if (*raw != '/')
		return 400;
	path->text = malloc(strlen(raw) + 1);
	return path->text ? split(path, raw + 1) : 500;
}

/* ---- the table ---- */

void http_routes_clear(struct http_routes *routes)
{
	for (size_t i = 0; i < routes->count; i++) {
		free(routes->items[i].method);
		free(routes->items[i].pattern);
	}
	free(routes->items);
	*routes = (struct http_routes){0};
}

static int find_method(const char *method)
{
	for (int i = 0; i < METHOD_COUNT; i++)
		if (strcmp(method, http_methods[i]) == 0)
			return i;
	return -1;
}

static bool is_named(const char *part)
{
	return *part == ':' || *part == '*';
}

static int copy_route(
	struct http_route *route, const struct as_http_route *config, struct as_error *error)
{
	size_t named = 0;

	*route = (struct http_route){.config = *config};
	route->method = strdup(config->method);
	route->pattern = strdup(config->pattern);
	if (!route->method || !route->pattern)
		return as_error_no_memory(error);
	if (find_method(config->method) < 0 || *config->pattern != '/' || !config->handler)
		goto wrong;
	for (char *rest = route->pattern + 1, *part; (part = strsep(&rest, "/"));) {
		named += is_named(part);
		if (route->count == AS_HTTP_MAX_PARTS || named > AS_HTTP_MAX_NAMED ||
			(!*part && rest) || (*part == '*' && rest) || (is_named(part) && !part[1]))
			goto wrong;
		route->parts[route->count++] = part;
	}
	return 0;
wrong:
	return as_error_set(error, AS_ERROR_USAGE,
		"malformed route '%s %s'; a pattern is like /teams/:team or /files/*rest",
		config->method, config->pattern);
}

/* True if two routes would match the same paths. */
static bool is_same(const struct http_route *a, const struct http_route *b)
{
	if (strcmp(a->method, b->method) != 0 || a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++) {
		const char *one = a->parts[i], *other = b->parts[i];
		if (is_named(one) && is_named(other) ? *one != *other : strcmp(one, other) != 0)
			return false;
	}
	return true;
}

static int check_same(const struct http_routes *routes, struct as_error *error)
{
	for (size_t i = 0; i < routes->count; i++)
		for (size_t k = 0; k < i; k++)
			if (is_same(&routes->items[i], &routes->items[k]))
				return as_error_set(error, AS_ERROR_USAGE,
					"route '%s %s' is there twice", routes->items[i].method,
					routes->items[i].config.pattern);
	return 0;
}

int http_routes_copy(struct http_routes *routes, const struct as_http_route *config, size_t count,
	struct as_error *error)
{
	*routes = (struct http_routes){.items = calloc(count + 1, sizeof(*routes->items))};
	int failed = routes->items ? 0 : as_error_no_memory(error);

	while (!failed && routes->count < count) {
		failed = copy_route(&routes->items[routes->count], &config[routes->count], error);
		routes->count++;
	}
	if (!failed)
		failed = check_same(routes, error);
	if (failed)
		http_routes_clear(routes);
	return failed;
}

/* ---- finding ---- */

static bool fits(const struct http_route *route, const struct http_path *path)
{
	const bool has_rest = *route->parts[route->count - 1] == '*';

	if (has_rest ? path->count < route->count : path->count != route->count)
		return false;
	for (size_t i = 0; i < route->count; i++) {
		const char *part = route->parts[i];
		if (is_named(part) ? !*path->parts[i] : strcmp(part, path->parts[i]) != 0)
			return false;
	}
	return true;
}

/* True if `a` wins over `b`; both match the same path. */
static bool is_closer(const struct http_route *a, const struct http_route *b)
{
	for (size_t i = 0; i < a->count && i < b->count; i++) {
		const char *one = a->parts[i], *other = b->parts[i];
		/* Literal parts precede ':', and ':' precedes '*'. */
		const int one_rank = !is_named(one) ? 0 : *one == ':' ? 1 : 2;
		const int other_rank = !is_named(other) ? 0 : *other == ':' ? 1 : 2;
		if (one_rank != other_rank)
			return one_rank < other_rank;
	}
	return false;
}

const struct http_route *http_routes_find(const struct http_routes *routes, const char *method,
	const struct http_path *path, unsigned *methods)
{
	const struct http_route *best = NULL;

	*methods = 0;
	for (size_t i = 0; i < routes->count; i++) {
		const struct http_route *route = &routes->items[i];
		if (!fits(route, path))
			continue;
		*methods |= 1U << find_method(route->method);
		if (strcmp(route->method, method) == 0 && (!best || is_closer(route, best)))
			best = route;
	}
	return best;
}

void http_route_join(const struct http_route *route, struct http_path *path)
{
	if (*route->parts[route->count - 1] != '*')
		return;
	for (size_t i = route->count; i < path->count; i++)
		path->parts[i][-1] = '/';
}

const char *http_route_part(
	const struct http_route *route, const struct http_path *path, const char *name)
{
	for (size_t i = 0; i < route->count; i++)
		if (is_named(route->parts[i]) && strcmp(route->parts[i] + 1, name) == 0)
			return path->parts[i];
	return NULL;
}

void http_allow(unsigned methods, char text[HTTP_ALLOW_SIZE])
{
	char *at = text;

	for (int i = 0; i < METHOD_COUNT; i++)
		if (methods & 1U << i)
			at += sprintf(at, "%s, %s", http_methods[i], i == 0 ? "HEAD, " : "");
	strcpy(at, "OPTIONS");
}
