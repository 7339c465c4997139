/* SPDX-License-Identifier: MIT */
/* A copy of the store in the folder of the contest, before a rejudging is applied. */
#include "answer.h"
#include "jury.h"
#include "routes.h"
#include "server.h"

#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TIME_SIZE sizeof("20260131-235959")

static char *name_copy(const struct request *request, const char *ending)
{
	const struct as_contest *contest = request->server->config.contest;
	const time_t now_s = (time_t)(request->now_ms / 1000);
	char time[TIME_SIZE] = "";
	struct tm parts;

	if (gmtime_r(&now_s, &parts))
		strftime(time, sizeof(time), "%Y%m%d-%H%M%S", &parts);
	return as_text_format(NULL, "%s/backup-%s.%s", contest->path, time, ending);
}

/* ---- copies that are kept ---- */

/* True for a name that name_copy makes. Other files belong to the organiser. */
static bool is_copy(const char *name)
{
	static const char form[] = "backup-00000000-000000.db";

	if (strlen(name) != strlen(form))
		return false;
	for (size_t i = 0; form[i]; i++)
		if (form[i] == '0' ? !as_is_digit(name[i]) : name[i] != form[i])
			return false;
	return true;
}

/* Removes the oldest copies. The new one stays, even if the clock was set back. */
static void remove_old(const char *path, const char *new)
{
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, path, NULL);
	AS_AUTO_NAMES char **names = fd < 0 ? NULL : as_dir_list(fd, SIZE_MAX, NULL);
	size_t count = 0;

	for (char **name = names; name && *name; name++)
		count += is_copy(*name);
	for (char **name = names; name && *name && count > AS_CONTEST_BACKUPS_KEPT; name++)
		if (is_copy(*name) && strcmp(*name, as_text_last_part(new)) != 0 &&
			unlinkat(fd, *name, 0) == 0)
			count--;
}

/* ---- the copy ---- */

/* The result: the copy that was made, or the reason of the failure and its remedy; on the heap. */
static char *make_copy(const struct request *request, int *status)
{
	struct as_server *server = request->server;
	AS_AUTO_FREE char *file = name_copy(request, "db"), *dump = name_copy(request, "dump");
	struct as_error error = {0};

	*status = 200;
	if (!file || !dump)
		return NULL;
	if (as_store_backup(server->config.store, file,
		    as_engine_settings(server->config.engine)->cancel, &error) == 0) {
		server_note(server, "the store was copied to %s", file);
		remove_old(server->config.contest->path, file);
		return as_text_format(NULL,
			"The store was copied to %s (time in UTC); the newest %d copies are kept. "
			"To restore a copy, see \"Backups during a contest\" in docs/contest.md.",
			file, AS_CONTEST_BACKUPS_KEPT);
	}
	*status = error.kind == AS_ERROR_USAGE ? 422 : 503;
	if (!as_store_is_file(server->config.store))
		return as_text_format(NULL,
			"The store is on a PostgreSQL server, which this server does not copy. "
			"Run: pg_dump --format=custom --file=%s URL, where URL is that of --store.",
			dump);
	return as_text_format(NULL, "The store was not copied: %s", error.text);
}

static void post_backup(const struct request *request)
{
	const size_t rejudging = jury_require_rejudging(request);
	int status;

	if (rejudging == AS_CONTEST_NONE)
		return;
	AS_AUTO_FREE char *text = make_copy(request, &status);
	jury_show_rejudging(request, rejudging, text ? text : "The server is out of memory.",
		text ? status : 503);
}

const struct route routes_jury_backup[] = {
	{"POST", "/jury/rejudgings/:number/backup", ROUTE_JURY, post_backup, ROUTE_BLOCKS},
	{0},
};
