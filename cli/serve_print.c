/* SPDX-License-Identifier: MIT */
/* The standard output of assay serve: addresses and, with --demo, passwords. */
#include "cli.h"
#include "serve.h"

#include <errno.h>

static void print_accounts(const struct as_contest *contest)
{
	for (size_t i = 0; i < contest->account_count; i++) {
		const struct as_contest_account *account = &contest->accounts[i];
		printf("  %-8s %-12s %s\n", as_contest_role_name(account->role), account->username,
			account->password ? account->password : "");
	}
}

static void print_served(const struct serve_contests *contests, const char *url)
{
	if (contests->count == 1) {
		printf("%s is served at %s\n", contests->items[0].contest->settings.name, url);
		return;
	}
	printf("%zu contests are served at %s\n", contests->count, url);
	for (size_t i = 0; i < contests->count; i++)
		printf("  %s at %s%s/\n", contests->items[i].contest->settings.name, url,
			contests->items[i].contest->settings.id);
}

static json_t *contests_json(const struct serve_contests *contests, const char *url)
{
	json_t *list = json_array();

	for (size_t i = 0; i < contests->count; i++) {
		const char *id = contests->items[i].contest->settings.id;
		json_array_append_new(
			list, json_pack("{s: s, s: o}", "id", id, "url",
				      contests->count == 1 ? json_string(url)
							   : json_sprintf("%s%s/", url, id)));
	}
	return list;
}

static json_t *accounts_json(const struct as_contest *contest)
{
	json_t *accounts = json_array();

	for (size_t i = 0; i < contest->account_count; i++) {
		const struct as_contest_account *account = &contest->accounts[i];
		if (!account->password || account->password_is_hash)
			continue;
		json_array_append_new(accounts,
			json_pack("{s: s, s: s, s: s}", "type", as_contest_role_name(account->role),
				"username", account->username, "password", account->password));
	}
	return accounts;
}

static void print_json(
	const struct serve_contests *contests, const char *url, const char *api, bool is_demo)
{
	/* Passwords are printed for the demonstration only, never into the log of a real contest.
	 */
	AS_AUTO_JSON json_t *document = json_pack("{s: s, s: s, s: o, s: o}", "url", url, "api",
		api, "accounts", is_demo ? accounts_json(contests->items[0].contest) : json_array(),
		"contests", contests_json(contests, url));

	cli_print_json(document, JSON_COMPACT);
}

int serve_print(const struct serve_contests *contests, const char *url, bool is_json, bool is_demo,
	struct as_error *error)
{
	AS_AUTO_FREE char *api = as_text_format(error, "%sapi/", url);

	if (!api)
		return -1;
	if (is_json)
		print_json(contests, url, api, is_demo);
	else
		print_served(contests, url);
	if (is_demo && !is_json) {
		print_accounts(contests->items[0].contest);
		puts("Press Ctrl-C to stop the server.");
	}
	return fflush(stdout) ? as_error_sys(error, AS_ERROR_INTERNAL, errno, "standard output")
			      : 0;
}
