/* SPDX-License-Identifier: MIT */
/* What the files of routes share: the table, and pages as answers. */
#include "private.h"

#include <assay/html.h>
#include <string.h>

void routes_add(struct routes *routes, const char *method, const char *path,
	as_http_handler handler, uint64_t body_limit_bytes, unsigned flags)
{
	struct as_http_route *items =
		as_array_grow(routes->items, routes->count, sizeof(*items), NULL);
	if (items)
		routes->items = items;
	char **patterns = as_array_grow(routes->patterns, routes->count, sizeof(*patterns), NULL);
	if (patterns)
		routes->patterns = patterns;
	char *pattern = as_text_format(NULL, "%s%s", routes->server->base, path);
	if (!items || !patterns || !pattern) {
		free(pattern);
		routes->failed = true;
		return;
	}
	patterns[routes->count] = pattern;
	items[routes->count++] = (struct as_http_route){
		.method = method,
		.pattern = pattern,
		.handler = handler,
		.context = routes->server,
		.body_limit_bytes = body_limit_bytes,
		.flags = flags,
	};
}

bool answer_begin(struct page *page, struct as_http_request *request)
{
	*page = (struct page){0};
	page->out = open_memstream(&page->text, &page->size);
	if (!page->out)
		as_http_fail(request, 503, "the server has no memory left");
	return page->out != NULL;
}

void answer_send(struct page *page, struct as_http_request *request, int status)
{
	if (!as_html_close(page->out, &page->text, NULL)) {
		as_http_fail(request, 503, "the server has no memory left");
		return;
	}
	struct as_http_response *response =
		as_http_response_new(status, "text/html; charset=utf-8");
	as_http_response_take(response, page->text, strlen(page->text));
	as_http_answer(request, response);
}

bool is_own_address(const char *address)
{
	return address && address[0] == '/' && address[1] != '/' && address[1] != '\\';
}
