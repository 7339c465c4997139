/* SPDX-License-Identifier: MIT */
/* Log-ins, also refused attempts. The log keeps all of them; the state keeps the last. */
#include "append.h"
#include "event.h"

#include <string.h>

/* ---- appending ---- */

int as_contest_log_refuse_login(struct as_contest_log *log, size_t account, const char *address,
	uint64_t left_out, struct as_error *error)
{
	json_t *body = log_entry_of("refused", as_contest_log_now_ms(log));

	if (account != AS_CONTEST_NONE) {
		as_contest_log_lock(log);
		log_entry_text(&body, "username", as_contest_log_account(log, account)->username);
		as_contest_log_unlock(log);
	}
	log_entry_text(&body, "from", address);
	if (left_out)
		log_entry_set(&body, "left_out", json_integer((json_int_t)left_out));
	return log_put_note(log, body, NULL, error);
}

/* ---- applying ---- */

int log_login_add(struct as_contest_log *log, const struct event *event, size_t account,
	bool is_refused, struct as_error *error)
{
	struct log_logins *logins = &log->state.people.logins;
	const char *from = event_text(event, "from");
	const int64_t left_out = event_number(event, "left_out");

	if (!logins->items)
		logins->items = calloc(AS_CONTEST_LOGINS_KEPT, sizeof(*logins->items));
	if (!logins->items)
		return as_error_no_memory(error);
	struct as_contest_login *made = &logins->items[logins->count++ % AS_CONTEST_LOGINS_KEPT];
	*made = (struct as_contest_login){.account = account,
		.is_refused = is_refused,
		.left_out = left_out > 0 ? (uint64_t)left_out : 0,
		.wall_ms = event->wall_ms};
	snprintf(made->from, sizeof(made->from), "%s", from ? from : "");
	return 0;
}

/* Log-ins of accounts that were removed from the folder are not kept. */
int event_refused(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const char *username = event_text(event, "username");
	const size_t account =
		username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE;

	return log_login_add(log, event, account, true, error);
}

/* ---- reading ---- */

size_t as_contest_log_login_count(const struct as_contest_log *log)
{
	const size_t count = log->state.people.logins.count;

	return count < AS_CONTEST_LOGINS_KEPT ? count : AS_CONTEST_LOGINS_KEPT;
}

const struct as_contest_login *as_contest_log_login(const struct as_contest_log *log, size_t back)
{
	const struct log_logins *logins = &log->state.people.logins;

	return &logins->items[(logins->count - 1 - back) % AS_CONTEST_LOGINS_KEPT];
}
