/* SPDX-License-Identifier: MIT */
/* Paths, and the table of routes. */
#ifndef ASSAY_HTTP_ROUTE_H
#define ASSAY_HTTP_ROUTE_H

#include <assay/http.h>

/* The decoded parts of a path, between its slashes. */
struct http_path {
	char *text; /* the parts, each with a NUL, one after another */
	char *parts[AS_HTTP_MAX_PARTS];
	size_t count;
};
/* Returns 0, or the status of the answer: 400, 404, 414, 500. */
int http_path_parse(struct http_path *path, const char *raw) AS_MUST_USE AS_NONNULL(1, 2);
void http_path_clear(struct http_path *path) AS_NONNULL(1);

struct http_route {
	struct as_http_route config; /* its texts are `pattern` and `method` */
	char *method;
	char *pattern; /* the parts, each with a NUL */
	const char *parts[AS_HTTP_MAX_PARTS];
	size_t count;
};

struct http_routes {
	struct http_route *items;
	size_t count;
};
int http_routes_copy(struct http_routes *routes, const struct as_http_route *config, size_t count,
	struct as_error *error) AS_MUST_USE AS_NONNULL(1);
void http_routes_clear(struct http_routes *routes) AS_NONNULL(1);

/* Finds the route, and the methods of the path, as a bit set; NULL: none with that method. */
const struct http_route *http_routes_find(const struct http_routes *routes, const char *method,
	const struct http_path *path, unsigned *methods) AS_NONNULL(1, 2, 3, 4);
/* The part of the path that the route names `name`. */
const char *http_route_part(const struct http_route *route, const struct http_path *path,
	const char *name) AS_NONNULL(1, 2, 3);
/* Joins the parts that "*rest" matches again. Call it once, after http_routes_find. */
void http_route_join(const struct http_route *route, struct http_path *path) AS_NONNULL(1, 2);
/* "GET, HEAD, POST, OPTIONS" */
#define HTTP_ALLOW_SIZE 64
void http_allow(unsigned methods, char text[HTTP_ALLOW_SIZE]) AS_NONNULL(2);

#endif
