/* SPDX-License-Identifier: MIT */
/* Notes of the jury on submissions. */
#include "append.h"
#include "event.h"

/* ---- appending ---- */

int as_contest_log_add_note(struct as_contest_log *log, size_t submission, const char *text,
	size_t account, struct as_error *error)
{
	AS_AUTO_FREE char *lines = log_text(text, AS_CONTEST_NOTE_MAX_BYTES, error);

	if (!lines)
		return -1;
	json_t *body = log_entry_of("note", as_contest_log_now_ms(log));
	as_contest_log_lock(log);
	const uint64_t arrival = as_contest_log_submission(log, submission)->arrival;
	as_contest_log_unlock(log);
	log_entry_set(&body, "submission", json_integer((json_int_t)arrival));
	log_entry_text(&body, "text", lines);
	log_entry_account(log, &body, account);
	return log_put_note(log, body, NULL, error);
}

/* ---- applying ---- */

int event_note(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_extras *extras = &log->state.extras;
	const char *username = event_text(event, "account"), *text = event_text(event, "text");
	const size_t submission = event_submission_of(log, event);

	if (submission == AS_CONTEST_NONE || !text)
		return event_refuse(log, event, "submission");
	if (!as_array_reserve(extras->notes, extras->note_count, error))
		return -1;
	struct as_contest_note *made = &extras->notes[extras->note_count];
	*made = (struct as_contest_note){.submission = submission,
		.account = username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE,
		.wall_ms = event->wall_ms};
	if (event_copy(&made->text, text, error))
		return -1;
	extras->note_count++;
	return 0;
}

/* ---- reading ---- */

size_t as_contest_log_note_count(const struct as_contest_log *log)
{
	return log->state.extras.note_count;
}

const struct as_contest_note *as_contest_log_note(const struct as_contest_log *log, size_t note)
{
	return &log->state.extras.notes[note];
}

/* ---- audit ---- */

bool audit_note(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	act->kind = AS_CONTEST_ACT_NOTE;
	return event_is_about_submission(log, event, act);
}

void log_notes_clear(struct log_extras *extras)
{
	for (size_t i = 0; i < extras->note_count; i++)
		free(extras->notes[i].text);
	free(extras->notes);
}
