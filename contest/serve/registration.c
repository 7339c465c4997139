/* SPDX-License-Identifier: MIT */
/* Teams that register themselves. */
#include "registration.h"
#include "answer.h"
#include "routes.h"
#include "server.h"

#include <errno.h>
#include <string.h>

static void answer_register_again(const struct request *request, int status, const char *text)
{
	const struct as_contest_typed_team typed = {as_http_form(request->http, "code"),
		as_http_form(request->http, "name"), as_http_form(request->http, "username")};
	struct page page;

	if (!answer_begin(&page, request, text))
		return;
	as_contest_page_register(page.out, &page.visit, &typed);
	answer_send(&page, status);
}

/* `max`: in characters. */
static bool is_name(const char *text, size_t max)
{
	if (!*text || !as_text_is_utf8(text, strlen(text)) || as_characters_count(text) > max)
		return false;
	/* The control characters of ASCII, and U+0080 to U+009F. */
	for (const unsigned char *at = (const unsigned char *)text; *at; at++)
		if (*at < ' ' || *at == 0x7f || (at[0] == 0xc2 && at[1] < 0xa0))
			return false;
	return true;
}

bool registration_is_password(const char *text)
{
	const size_t count = text ? as_characters_count(text) : 0;

	return count >= AS_PASSWORD_MIN && count <= AS_PASSWORD_MAX &&
	       as_text_is_utf8(text, strlen(text));
}

const char *registration_check(const struct as_http_request *request)
{
	const char *username = as_http_form(request, "username");
	const char *password = as_http_form(request, "password");
	const char *name = as_http_form(request, "name");

	if (!name || !is_name(name, AS_CONTEST_TEAM_NAME_MAX))
		return "The name of the team must have from 1 to 100 characters, without control "
		       "characters.";
	if (!username || !is_name(username, AS_USERNAME_MAX) || strpbrk(username, ": /\\"))
		return "The username must have from 1 to 64 characters, without blanks, colons, "
		       "slashes or control characters.";
	if (!registration_is_password(password))
		return "The password must have from 8 to 128 characters.";
	return NULL;
}

static void note_registration(
	const struct request *request, const struct as_contest_entry_team *entry)
{
	char name[AS_CONTEST_UTF8_BYTES(AS_CONTEST_TEAM_NAME_MAX) + 1],
		username[AS_CONTEST_UTF8_BYTES(AS_USERNAME_MAX) + 1];

	as_text_printable(entry->name, strlen(entry->name), name, sizeof(name));
	as_text_printable(entry->username, strlen(entry->username), username, sizeof(username));
	server_note(request->server, "registration: team '%s' as %s from %s", name, username,
		as_http_peer(request->http));
}

static void finish_registration(struct as_http_request *http, void *context, char *made)
{
	AS_AUTO_FREE char *hash = made;
	const struct request request = request_begin(http, context);
	struct as_error error = {0};
	size_t team;
	const struct as_contest_entry_team entry = {
		as_http_form(http, "name"), as_http_form(http, "username"), hash};

	if (!hash)
		as_error_no_memory(&error);
	if (!hash || as_contest_log_register(request.server->log, &entry, &team, &error)) {
		answer_register_again(&request, error.kind == AS_ERROR_USAGE ? 422 : 503,
			error.kind == AS_ERROR_USAGE || error.sys_errno == EBUSY
				? error.text
				: AS_SITE_STORE_FAILED);
		return;
	}
	note_registration(&request, &entry);
	as_contest_log_lock(request.server->log);
	const size_t account = as_contest_log_find_username(request.server->log, entry.username);
	as_contest_log_unlock(request.server->log);
	as_site_begin_session(http, request.server->site, account, NULL);
}

static void register_team(const struct request *request)
{
	const char *wrong = registration_check(request->http);

	if (wrong)
		answer_register_again(request, 422, wrong);
	else if (!as_site_hash(request->http, request->server->site,
			 as_http_form(request->http, "password"), finish_registration))
		answer_register_again(request, 503,
			"Too many log-ins and registrations at the moment: try again in a minute.");
}

static void post_register(const struct request *request)
{
	const char *code = request->server->config.contest->settings.registration.join_code;
	char text[100];

	if (!code) {
		answer_register_again(
			request, 422, "Teams cannot register themselves in this contest.");
		return;
	}
	unsigned wait_s;
	if (as_site_check_code(request->http, request->server->site, code,
		    as_http_form(request->http, "code"), &wait_s)) {
		register_team(request);
	} else if (wait_s > 0) {
		snprintf(text, sizeof(text),
			"Too many attempts from this address: wait %u s, then try again.", wait_s);
		answer_register_again(request, 429, text);
	} else {
		answer_register_again(request, 422, "The join code is wrong.");
	}
}

const struct route routes_registration[] = {
	{"POST", "/register", ROUTE_ANYBODY, post_register, ROUTE_PLAIN},
	{0},
};
