/* SPDX-License-Identifier: MIT */
/* Sessions of the jury that look at the site as a team: an event `view` with the digest of a
 * session and a team; without a team, it ends. Earlier versions of this program skip it. */
#include "append.h"
#include "event.h"

/* ---- appending ---- */

int as_contest_log_view_as(struct as_contest_log *log, const char *session, size_t team,
	size_t account, struct as_error *error)
{
	json_t *body = log_entry_of("view", as_contest_log_now_ms(log));

	log_entry_text(&body, "session", session);
	log_entry_team(log, &body, "team", team);
	log_entry_account(log, &body, account);
	return log_put_note(log, body, NULL, error);
}

/* ---- applying ---- */

/* NULL: the session has ended. */
static struct as_journal_credential *session_of(const struct as_contest_log *log, const char *hash)
{
	return as_journal_credentials_find(&log->state.people.sessions, hash, INT64_MIN);
}

int event_view(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const char *hash = event_text(event, "session"), *id = event_text(event, "team");
	struct as_journal_credential *session = hash ? session_of(log, hash) : NULL;
	const size_t team = id ? as_contest_log_find_team(log, id) : AS_CONTEST_NONE;

	(void)error;
	if (!hash || (id && team == AS_CONTEST_NONE))
		return event_refuse(log, event, id ? "team" : "session");
	if (session) {
		session->was_as = session->as;
		session->as = team;
	}
	return 0;
}

size_t as_contest_log_session_team(const struct as_contest_log *log, const char *session)
{
	const struct as_journal_credential *found = session_of(log, session);

	return found ? found->as : AS_CONTEST_NONE;
}

/* ---- audit ---- */

bool audit_view(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	const char *id = event_text(event, "team");
	const struct as_journal_credential *session = session_of(log, event_text(event, "session"));

	act->kind = id ? AS_CONTEST_ACT_VIEW : AS_CONTEST_ACT_VIEW_END;
	act->index = id        ? as_contest_log_find_team(log, id)
		     : session ? session->was_as
			       : AS_CONTEST_NONE;
	return act->index != AS_CONTEST_NONE;
}
