/* SPDX-License-Identifier: MIT */
/* The store of a contest that was served, beside its folder. */
#include "contest.h"

#include <assay/base/fit.h>
#include <assay/contest/log.h>
#include <assay/contest/log/teams.h>
#include <errno.h>
#include <string.h>
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

/* ---- passwords ---- */

/* The first usernames of some accounts. */
struct usernames {
	char list[400];
	size_t count;
};

static void add_username(struct usernames *usernames, const char *username)
{
	const size_t length = strlen(usernames->list);

	if (usernames->count++ < 5)
		snprintf(usernames->list + length, sizeof(usernames->list) - length, "%s%.*s",
			length ? ", " : "", as_text_fit(username, 60), username);
}

static void note_usernames(const struct usernames *usernames, const char *text)
{
	char note[700];

	snprintf(note, sizeof(note), "%zu account%s %s: %s%s", usernames->count,
		usernames->count == 1 ? "" : "s", text, usernames->list,
		usernames->count > 5 ? " ..." : "");
	if (usernames->count)
		cli_note(note);
}

static void drop_reset(struct as_contest *contest, struct as_contest_log *log)
{
	struct usernames reset = {0}, added = {0};

	as_contest_log_lock(log);
	for (size_t i = 0; i < as_contest_log_account_count(log); i++) {
		if (i >= contest->account_count) {
			add_username(&added, as_contest_log_account(log, i)->username);
		} else if (as_contest_log_has_new_password(log, i)) {
			contest->accounts[i].password_is_hash = true;
			add_username(&reset, contest->accounts[i].username);
		}
	}
	as_contest_log_unlock(log);
	note_usernames(&reset,
		"got a new password while the contest ran; only the hash is stored, so the card "
		"shows no password; an admin can reset the password at /jury/teams");
	note_usernames(&added, "added while the contest ran; only the hash of the password is "
			       "stored, so there is no card");
}

/* 0, with a note: the store is another contest's, or a new one of several servers. */
static int has_contest(
	const struct as_contest *contest, struct as_store *store, struct as_error *error)
{
	int64_t space;
	AS_AUTO_FREE char *name = as_text_format(error, "contest/%s", contest->settings.id);
	const int found = name ? as_store_space_look_up(store, name, &space, error) : -1;

	if (found == 0) {
		AS_AUTO_FREE char *note = as_text_format(NULL,
			"the store has no contest '%s'; the cards show the passwords of the folder",
			contest->settings.id);
		cli_note(note ? note : "out of memory");
	}
	return found;
}

static int drop_stored(struct as_contest *contest, struct as_store *store, struct as_error *error)
{
	const struct as_contest_log_config config = {
		.contest = contest, .store = store, .is_reader = true};
	const int found = has_contest(contest, store, error);

	if (found <= 0)
		return found;
	struct as_contest_log *log = as_contest_log_open(&config, error);
	if (log)
		drop_reset(contest, log);
	as_contest_log_close(log);
	return log ? 0 : -1;
}

int contest_drop_reset(struct as_contest *contest, const char *url, struct as_error *error)
{
	struct as_error why = {0};
	struct as_store *store = contest_open_store(contest->path, url, &why);

	if (!store)
		return why.kind == AS_ERROR_NONE
			       ? 0
			       : as_error_pass(error, &why, why.where, "%s", why.text);
	const int failed = drop_stored(contest, store, error);
	as_store_close(store);
	return failed;
}
