/* SPDX-License-Identifier: MIT */
/* The contest of a request. */
#include "port.h"

#include <string.h>

struct as_server *port_find(const struct as_servers *servers, const struct as_http_request *request)
{
	const char *site = as_http_part(request, "site");
	const char *id = site ? site : as_http_part(request, "contest");

	if (!servers->has_index)
		return servers->items[0];
	for (size_t i = 0; id && i < servers->count; i++)
		if (strcmp(servers->items[i]->config.contest->settings.id, id) == 0)
			return servers->items[i];
	return NULL;
}
