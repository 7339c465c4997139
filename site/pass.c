/* SPDX-License-Identifier: MIT */
#include "private.h"

#include <string.h>

struct as_site_pass as_site_pass_of_session(const struct as_site_visitor *visitor)
{
	struct as_site_pass pass = {.kind = AS_SITE_SESSION, .account = visitor->account};

	pass.is_needed = visitor->account != AS_SITE_NONE;
	strcpy(pass.hash, visitor->session);
	return pass;
}

struct as_site_pass as_site_pass_of_token(const struct as_http_request *request, size_t account)
{
	const char *token = site_bearer(request);
	struct as_site_pass pass = {.kind = AS_SITE_TOKEN, .account = account};

	pass.is_needed = account != AS_SITE_NONE && token;
	if (pass.is_needed)
		site_token_hash("token", token, pass.hash);
	return pass;
}

/* The secret of the account cannot change while the server runs, so the seal is not compared again.
 */
bool as_site_pass_is_live(const struct as_site *site, const struct as_site_pass *pass)
{
	const struct as_site_owner *owner = &site->config.owner;

	return !pass->is_needed ||
	       owner->find_credential(owner->context, pass->kind, pass->hash).account ==
		       pass->account;
}
