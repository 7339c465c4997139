/* SPDX-License-Identifier: MIT */
/*
 * Decides from the head of a request whether its client may send a large body, which is charged to
 * the account. The API identifies its clients by password, token or address, pages by the session.
 * A password may have to be hashed first: the client waits meanwhile, and its data remain in its
 * kernel.
 */
#include "admit.h"
#include "api.h"
#include "server.h"
#include "visit.h"

#include <string.h>

static void admit_account(struct as_http_request *request, size_t account)
{
	if (account == AS_CONTEST_NONE)
		as_http_admit_not(request, 401,
			"log in: without a log-in at most 64 KiB are accepted, and less if many "
			"uploads come from your address");
	else
		as_http_admit(request, account);
}

static void admit_reader(struct as_http_request *request, struct as_server *server,
	const struct as_contest_api_reader *reader)
{
	(void)server;
	admit_account(request, reader->account);
}

void admit_body(struct as_http_request *request, void *context)
{
	struct as_server *server = context;
	const char *path = as_http_path(request) + strlen(server->base);

	if (strncmp(path, "/api/", 5) == 0)
		api_admit(request, server, admit_reader);
	else
		admit_account(request, as_site_visitor(server->site, request).account);
}
