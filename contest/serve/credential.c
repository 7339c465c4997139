/* SPDX-License-Identifier: MIT */
/* The credential that admitted the reader of a stream; it is checked again while the stream is
 * open. */
#include "credential.h"
#include "server.h"
#include "visit.h"

#include <string.h>

struct credential credential_of_session(
	struct as_server *server, const struct as_http_request *request)
{
	const struct visitor visitor = visitor_of(server, request);
	struct credential credential = {.account = visitor.account};

	if (visitor.account == AS_CONTEST_NONE)
		return credential;
	credential.kind = CREDENTIAL_SESSION;
	strcpy(credential.hash, visitor.session);
	return credential;
}

struct credential credential_of_token(const struct as_http_request *request, size_t account)
{
	const char *header = as_http_header(request, "Authorization");
	struct credential credential = {.account = account};

	if (account == AS_CONTEST_NONE || !header || strncasecmp(header, "Bearer ", 7) != 0)
		return credential;
	credential.kind = CREDENTIAL_TOKEN;
	header += 7 + strspn(header + 7, " ");
	visitor_digest("token", header, credential.hash);
	return credential;
}

/* The secret of the account cannot change while the server runs, so the seal is not compared again.
 */
bool credential_is_live(struct as_server *server, const struct credential *credential)
{
	struct as_contest_credential found;

	if (credential->kind == CREDENTIAL_NONE)
		return true;
	as_contest_log_lock(server->log);
	found = credential->kind == CREDENTIAL_TOKEN
			? as_contest_log_find_token(server->log, credential->hash)
			: as_contest_log_find_session(server->log, credential->hash,
				  as_contest_log_now_ms(server->log));
	as_contest_log_unlock(server->log);
	return found.account == credential->account;
}
