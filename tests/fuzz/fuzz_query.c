/* SPDX-License-Identifier: MIT */
/* A path and a query of any bytes: values that are found are UTF-8, and lead to no other folder. */
#include "route.h"

#include "decode.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_query(const char *text, size_t size)
{
	struct http_pairs pairs;
	struct as_error error = {0};

	if (http_pairs_parse(&pairs, text, size, 100, &error)) {
		if (error.kind != AS_ERROR_INPUT || pairs.items || pairs.text)
			abort();
		return;
	}
	for (size_t i = 0; i < pairs.count; i++)
		if (!as_text_is_utf8(pairs.items[i].name, strlen(pairs.items[i].name)) ||
			!as_text_is_utf8(pairs.items[i].value, strlen(pairs.items[i].value)))
			abort();
	http_pairs_clear(&pairs);
}

static void nothing(struct as_http_request *request, void *context)
{
	(void)request;
	(void)context;
}

static void check_route(struct http_path *path)
{
	static const struct as_http_route given[] = {{"GET", "/:a", nothing, NULL, 0, 0},
		{"GET", "/a/:b", nothing, NULL, 0, 0}, {"GET", "/*c", nothing, NULL, 0, 0}};
	static struct http_routes routes;
	unsigned methods;

	if (!routes.items && http_routes_copy(&routes, given, 3, NULL))
		abort();
	const struct http_route *route = http_routes_find(&routes, "GET", path, &methods);
	if (!route)
		return;
	http_route_join(route, path);
	static const char *const names[] = {"a", "b", "c"};
	for (size_t i = 0; i < 3; i++) {
		const char *part = http_route_part(route, path, names[i]);
		if (part && (!*part || strcmp(part, "..") == 0 || strstr(part, "/../") ||
				    strncmp(part, "../", 3) == 0 || *part == '/'))
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	AS_AUTO_FREE char *text = strndup((const char *)data, size);
	struct http_path path;

	if (!text)
		abort();
	check_query(text, strlen(text));
	const int status = http_path_parse(&path, text);
	if (status == 0)
		for (size_t i = 0; i < path.count; i++)
			if (strchr(path.parts[i], '/') || strcmp(path.parts[i], "..") == 0 ||
				!as_text_is_utf8(path.parts[i], strlen(path.parts[i])))
				abort();
	if (status == 0)
		check_route(&path);
	http_path_clear(&path);
	return 0;
}
