/* SPDX-License-Identifier: MIT */
/* The contests of assay serve: their folders, their stores, and their lines in the log. All folders
 * are checked before the first store is opened: if one has an error, nothing starts. */
#include "serve.h"

#include "contest.h"

#include <string.h>

/* ---- folders ---- */

static int check_id(const struct serve_contests *contests, size_t index, struct as_error *error)
{
	const struct as_contest *contest = contests->items[index].contest;
	const char *id = contest->settings.id;

	if (!as_servers_may_name(id))
		return as_error_set(error, AS_ERROR_INPUT,
			"%s: the contest's id '%s' is the name of another page of this server; "
			"write another id in contest.yaml",
			contest->path, id);
	for (size_t i = 0; i < index; i++)
		if (strcmp(contests->items[i].contest->settings.id, id) == 0)
			return as_error_set(error, AS_ERROR_INPUT,
				"%s: the contest's id '%s' is also that of %s; write another id in "
				"contest.yaml",
				contest->path, id, contests->items[i].contest->path);
	return 0;
}

int serve_contests_read(struct serve_contests *contests, const char *const *paths, size_t count,
	const char *accounts, struct as_error *error)
{
	contests->items = calloc(count, sizeof(*contests->items));
	if (!contests->items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		struct serve_contest *item = &contests->items[contests->count++];
		item->contest = contest_open_shared(paths[i], false, accounts, error);
		if (!item->contest || as_contest_require(item->contest, error) ||
			(count > 1 && check_id(contests, i, error)))
			return -1;
		item->log = *contests->log;
		item->log.contest = count > 1 ? item->contest->settings.id : NULL;
	}
	return 0;
}

/* ---- stores ---- */

/* Each contest has a space of its own in a common store. */
int serve_contests_store(struct serve_contests *contests, const char *url, struct as_error *error)
{
	if (url && contests->count > 1 && strncmp(url, "sqlite:", 7) == 0)
		return as_error_set(error, AS_ERROR_USAGE,
			"--store %s: a store in a file is for a single contest; name a store on "
			"PostgreSQL, or leave --store out: each DIR has its contest.db",
			url);
	for (size_t i = 0; i < contests->count; i++) {
		struct serve_contest *item = &contests->items[i];
		AS_AUTO_FREE char *own =
			as_text_format(error, "sqlite:%s/contest.db", item->contest->path);
		if (!own)
			return -1;
		item->opened_ms = serve_now_ms();
		item->store = as_store_open(url ? url : own, error);
		if (!item->store)
			return -1;
		if (as_store_warning(item->store))
			serve_log_note(&item->log, as_store_warning(item->store));
	}
	return 0;
}

void serve_contests_close(struct serve_contests *contests)
{
	for (size_t i = contests->count; i-- > 0;) {
		as_store_close(contests->items[i].store);
		as_contest_close(contests->items[i].contest);
	}
	free(contests->items);
}

/* ---- while they are served ---- */

/* A contest whose store fails does not stop the others; nor do its requests, which would wait for
 * ever.
 */
static void give_up(
	struct serve_contest *item, struct as_server *server, const struct as_error *why)
{
	char text[sizeof(why->text) + 60];

	snprintf(text, sizeof(text), "the contest is not judged any more: %s", why->text);
	serve_log_note(&item->log, text);
	as_server_abandon(server);
	item->has_failed = true;
}

int serve_contests_check(
	struct serve_contests *contests, const struct as_servers *servers, struct as_error *error)
{
	size_t failed_count = 0;

	for (size_t i = 0; i < contests->count; i++) {
		struct as_server *server = as_servers_contest(servers, i);
		struct serve_contest *item = &contests->items[i];
		struct as_error why = {0};
		if (as_server_check(server, &why) == 0)
			continue;
		failed_count++;
		*error = why;
		if (contests->count > 1 && !item->has_failed)
			give_up(item, server, &why);
	}
	return failed_count == contests->count ? -1 : 0;
}
