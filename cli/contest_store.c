/* SPDX-License-Identifier: MIT */
/* The store of a contest that was served, beside its folder. */
#include "contest.h"

#include <assay/contest/log.h>
#include <errno.h>
#include <unistd.h>

struct as_store *contest_open_store(const char *path, const char *given, struct as_error *error)
{
	AS_AUTO_FREE char *file = as_text_format(error, "%s/contest.db", path);
	AS_AUTO_FREE char *url = file ? as_text_format(error, "sqlite:%s", file) : NULL;

	if (given)
		return as_store_open_reader(given, error);
	if (!url || (access(file, F_OK) && errno == ENOENT))
		return NULL;
	return as_store_open_reader(url, error);
}

static int warn_log(struct as_contest *contest, struct as_contest_log *log, struct as_error *error)
{
	as_contest_log_lock(log);
	const size_t hidden_count = as_contest_log_hidden_count(log);
	AS_AUTO_FREE char *difference = as_contest_log_clock_difference(log);
	as_contest_log_unlock(log);
	if (hidden_count &&
		as_findings_add(&contest->findings, AS_FINDING_WARNING, "contest.db", error,
			"%zu submission%s hidden, because the folder does not have "
			"their problems or teams",
			hidden_count, hidden_count == 1 ? " is" : "s are"))
		return -1;
	return difference ? as_findings_add(&contest->findings, AS_FINDING_WARNING, "contest.db",
				    error, "%s", difference)
			  : 0;
}

/* Without warnings if the store cannot be read now, or has another contest. */
int contest_warn_store(
	struct as_contest *contest, bool *is_served, int64_t *end_wall_ms, struct as_error *error)
{
	struct as_store *store = contest_open_store(contest->path, NULL, NULL);
	const struct as_contest_log_config config = {
		.contest = contest, .store = store, .is_reader = true};
	struct as_contest_log *log = store ? as_contest_log_open(&config, NULL) : NULL;
	const int status = log ? warn_log(contest, log, error) : 0;

	*is_served = log != NULL;
	if (log) {
		as_contest_log_lock(log);
		*end_wall_ms =
			as_contest_state_at(as_contest_log_clock(log), as_contest_log_now_ms(log))
				.ended_wall_ms;
		as_contest_log_unlock(log);
	}
	as_contest_log_close(log);
	as_store_close(store);
	return status;
}
