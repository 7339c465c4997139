/* SPDX-License-Identifier: MIT */
/* Private header: names that look alike (alike.c). */
#ifndef CONTEST_LOG_ALIKE_H
#define CONTEST_LOG_ALIKE_H

#include <assay/contest/log.h>
#include <pthread.h>

/* The looks of names (as_collation_looks), of the accounts and teams below these counts. Protected
 * by `mutex`, and not by the log's lock. */
struct log_alike {
	pthread_mutex_t mutex;
	struct as_collation *collation; /* NULL: nobody has registered yet */
	struct as_journal_names usernames, names;
	struct as_journal_names reserved, roles; /* for the organisers; as a whole, and as a word */
	bool has_reserved;
	size_t account_count, team_count;
};

/* Refuses a registration with a name that looks like that of another team or account, or like a
 * word for the organisers. Call it without the log's lock. */
int log_alike_check(struct as_contest_log *log, const struct as_contest_entry_team *entry,
	struct as_error *error) AS_MUST_USE;
void log_alike_clear(struct log_alike *alike);

#endif
