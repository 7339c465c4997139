/* SPDX-License-Identifier: MIT */
/* Teams that an admin adds, passwords, and the end of sessions. A password is hashed in another
 * thread, which reads the form again. */
#include "answer.h"
#include "registration.h"
#include "routes.h"
#include "server.h"
#include "shared.h"

#include <assay/contest/folder/make.h>
#include <errno.h>
#include <string.h>

#define BUSY "too many log-ins and registrations at the moment: try again in a minute"

/* The request in the thread that has hashed the password. */
static struct request begin_again(struct as_http_request *http, void *context)
{
	struct request request = request_begin(http, context);

	request.visitor = as_site_visitor(request.server->site, http);
	return request;
}

/* The session may have ended while the password was hashed, or the role may have changed. False:
 * the request has been answered. */
static bool is_admin_still(const struct request *request)
{
	bool is_admin = false;

	as_contest_log_lock(request->server->log);
	if (request->visitor.account != AS_CONTEST_NONE)
		is_admin = as_contest_log_account(request->server->log, request->visitor.account)
				   ->role == AS_CONTEST_ADMIN;
	as_contest_log_unlock(request->server->log);
	if (!is_admin)
		as_http_fail(request->http, 403, "only an admin can do this: log in as an admin");
	return is_admin;
}

static int status_of(const struct as_error *error)
{
	return error->kind == AS_ERROR_USAGE ? 422 : 503;
}

static const char *text_of(const struct as_error *error)
{
	return error->kind == AS_ERROR_USAGE || error->sys_errno == EBUSY ? error->text
									  : AS_SITE_STORE_FAILED;
}

/* `account` has the password that the form contains. */
static void show_card(const struct request *request, size_t account)
{
	struct page page;

	if (!answer_begin(&page, request, NULL))
		return;
	as_contest_page_jury_card(
		page.out, &page.visit, account, as_http_form(request->http, "password"));
	answer_send(&page, 200);
}

/* ---- a team ---- */

static void show_form(const struct request *request, bool is_typed, const char *wrong, int status)
{
	char password[AS_PASSWORD_SIZE];
	struct as_contest_typed_late_team typed = {.password = as_password_make(password)};
	struct page page;

	if (is_typed)
		typed = (struct as_contest_typed_late_team){
			.name = as_site_form_text(request->http, "name"),
			.username = as_site_form_text(request->http, "username"),
			.id = as_site_form_text(request->http, "id"),
			.label = as_site_form_text(request->http, "label"),
			.place = as_site_form_text(request->http, "place"),
			.organization = as_site_form_text(request->http, "organization"),
			.group = as_site_form_text(request->http, "group"),
			.password = as_site_form_text(request->http, "password"),
			.is_guest = as_site_form_text(request->http, "guest")};
	if (!answer_begin(&page, request, wrong))
		return;
	as_contest_page_jury_new_team(page.out, &page.visit, &typed);
	answer_send(&page, status);
}

static void get_new_team(const struct request *request)
{
	show_form(request, false, NULL, 200);
}

/* False: there is no such object. */
static bool find_in(const struct request *request, const char *name, size_t *index,
	size_t (*find)(const struct as_contest *contest, const char *id))
{
	const char *id = as_site_form_text(request->http, name);

	*index = id ? find(request->server->config.contest, id) : AS_CONTEST_NONE;
	return !id || *index != AS_CONTEST_NONE;
}

/* NULL, or the reason why the form is refused. */
static const char *read_team(
	const struct request *request, const char *hash, struct as_contest_entry_late_team *entry)
{
	const char *wrong = registration_check(request->http);

	*entry = (struct as_contest_entry_late_team){
		.team = {as_site_form_text(request->http, "name"),
			as_site_form_text(request->http, "username"), hash},
		.id = as_site_form_text(request->http, "id")
			      ? as_site_form_text(request->http, "id")
			      : as_site_form_text(request->http, "username"),
		.label = as_site_form_text(request->http, "label"),
		.place = as_site_form_text(request->http, "place"),
		.is_guest = as_site_form_text(request->http, "guest"),
		.account = request->visitor.account};
	if (wrong)
		return wrong;
	if (!as_contest_is_id(entry->id))
		return "The ID must have from 1 to 36 of a-z, A-Z, 0-9, '_', '.' and '-', and "
		       "begin "
		       "with a letter or digit. If the username cannot be an ID, write another ID.";
	if (!find_in(request, "organization", &entry->organization, as_contest_find_organization))
		return "There is no such organization.";
	if (!find_in(request, "group", &entry->group, as_contest_find_group))
		return "There is no such group.";
	return NULL;
}

static size_t account_named(const struct request *request, const char *username)
{
	as_contest_log_lock(request->server->log);
	const size_t account =
		username ? as_contest_log_find_username(request->server->log, username)
			 : AS_CONTEST_NONE;
	as_contest_log_unlock(request->server->log);
	return account;
}

static void finish_team(struct as_http_request *http, void *context, char *made)
{
	AS_AUTO_FREE char *hash = made;
	const struct request request = begin_again(http, context);
	struct as_contest_entry_late_team entry;
	struct as_error error = {0};
	size_t team;

	if (!is_admin_still(&request))
		return;
	if (!hash)
		as_error_no_memory(&error);
	(void)read_team(&request, hash, &entry);
	if (!hash || as_contest_log_add_team(request.server->log, &entry, &team, &error))
		show_form(&request, true, text_of(&error), status_of(&error));
	else
		show_card(&request, account_named(&request, entry.team.username));
}

static void post_team(const struct request *request)
{
	struct as_contest_entry_late_team entry;
	const char *wrong = read_team(request, NULL, &entry);

	if (wrong)
		show_form(request, true, wrong, 422);
	else if (!as_site_hash(request->http, request->server->site,
			 as_http_form(request->http, "password"), finish_team))
		show_form(request, true, BUSY, 503);
}

/* ---- a password ---- */

/* AS_CONTEST_NONE: the account is unknown, or the sender may not change it; the request has been
 * answered. */
static size_t require_account(const struct request *request, const char *username)
{
	const size_t account = account_named(request, username);

	if (account == AS_CONTEST_NONE)
		as_http_fail(request->http, 422, "there is no such account");
	else if (!shared_may_change(request, account))
		return AS_CONTEST_NONE;
	return account;
}

static void show_password(
	const struct request *request, size_t account, const char *wrong, int status)
{
	char password[AS_PASSWORD_SIZE];
	struct page page;

	if (!answer_begin(&page, request, wrong))
		return;
	as_contest_page_jury_password(page.out, &page.visit, account, as_password_make(password));
	answer_send(&page, status);
}

static void get_password(const struct request *request)
{
	const size_t account = require_account(request, as_http_query(request->http, "username"));

	if (account != AS_CONTEST_NONE)
		show_password(request, account, NULL, 200);
}

static void finish_password(struct as_http_request *http, void *context, char *made)
{
	AS_AUTO_FREE char *hash = made;
	const struct request request = begin_again(http, context);
	struct as_error error = {0};

	if (!is_admin_still(&request))
		return;
	const size_t account =
		require_account(&request, as_site_form_text(request.http, "username"));
	if (account == AS_CONTEST_NONE)
		return;
	if (!hash)
		as_error_no_memory(&error);
	if (!hash || shared_set_password(&request, account, hash, &error))
		show_password(&request, account, text_of(&error), status_of(&error));
	else
		show_card(&request, account);
}

static void post_password(const struct request *request)
{
	const char *password = as_http_form(request->http, "password");
	const size_t account =
		require_account(request, as_site_form_text(request->http, "username"));

	if (account == AS_CONTEST_NONE)
		return;
	if (!registration_is_password(password))
		show_password(
			request, account, "The password must have from 8 to 128 characters.", 422);
	else if (!as_site_hash(request->http, request->server->site, password, finish_password))
		show_password(request, account, BUSY, 503);
}

/* ---- sessions ---- */

/* Ends the sessions and tokens of an account: also those of somebody who stole its password. */
static void post_end(const struct request *request)
{
	const size_t account = require_account(request, as_http_form(request->http, "username"));
	struct as_error error = {0};

	if (account == AS_CONTEST_NONE)
		return;
	if (shared_sessions_end(request, account, &error))
		as_http_fail(request->http, 503, "%s", error.text);
	else
		as_site_redirect(request->http, request->server->site, "/jury/teams");
}

const struct route routes_jury_accounts[] = {
	{"GET", "/jury/new-team", ROUTE_ADMIN, get_new_team, ROUTE_BLOCKS},
	/* A refused form shows the form. */
	{"POST", "/jury/teams", ROUTE_ADMIN, post_team, ROUTE_BLOCKS},
	{"GET", "/jury/password", ROUTE_ADMIN, get_password, ROUTE_BLOCKS},
	{"POST", "/jury/password", ROUTE_ADMIN, post_password, ROUTE_BLOCKS},
	{"POST", "/jury/accounts/end", ROUTE_ADMIN, post_end, ROUTE_BLOCKS},
	{0},
};
