/* SPDX-License-Identifier: MIT */
/* Private header: the port of one contest, or of several (port.c). */
#ifndef CONTEST_SERVE_PORT_H
#define CONTEST_SERVE_PORT_H

#include "server.h"

struct as_servers {
	struct as_server_port config;
	const char *base; /* of the index, or of the only contest */
	bool has_index;
	struct as_server **items;
	size_t count;
	struct as_http *http;
	struct as_site_common *common; /* NULL: no contest shares accounts with another */
	const char *least_id;          /* the first id of the contests in byte order; borrowed */
};

#define PORT_UNKNOWN "there is no such contest"

/* The contest that the path of a request names, also one beneath /api/contests/ of the index. NULL:
 * none; with a single contest never. */
struct as_server *port_find(
	const struct as_servers *servers, const struct as_http_request *request);
int port_open(struct as_servers *servers, struct as_error *error);

#endif
