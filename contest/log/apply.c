/* SPDX-License-Identifier: MIT */
/*
 * Applies events to the state. An event may have been written by an older or newer version of this
 * program. An unknown event is logged and changes nothing, so that all servers skip the same
 * events.
 */
#include "apply.h"
#include "body.h"
#include "event.h"

#include <string.h>

static const struct type {
	const char *name;
	event_apply *apply;
	event_audit *audit;
} types[] = {
	{"clock", event_clock, audit_clock},
	{"state", event_state, audit_other},
	{"submission", event_submission, audit_submission},
	{"again", event_rejudge, audit_rejudge},
	{"ignore", event_ignore, audit_ignore},
	{"ruling", event_ruling, audit_ruling},
	{"given", event_given, audit_given},
	{"judging", event_judging, audit_other},
	{"judgement", event_judgement, audit_other},
	{"clarification", event_clarification, audit_clarification},
	{"team", event_team, audit_team},
	{"session", event_session, audit_session},
	{"award", event_award, audit_other},
	{"comment", event_comment, audit_other},
	{"token", event_token, audit_other},
	{"package", event_package, audit_package},
	{"candidate", event_candidate, audit_candidate},
	{"editorials", event_editorials, audit_editorials},
	{"rejudging", event_rejudging, audit_rejudging},
	{"proposal", event_proposal, audit_none},
	{"balloon", event_balloon, audit_balloon},
	{"print", event_print, audit_none},
	{"printed", event_printed, audit_none},
	{"checkin", event_checkin, audit_none},
	{"question", event_question, audit_question},
	{"view", event_view, audit_view},
	{"password", event_password, audit_password},
	{"standing", event_standing, audit_standing},
	{"note", event_note, audit_note},
	{"refused", event_refused, audit_none},
	{"start", event_start, audit_start},
};

/* NULL: the event is noted and skipped. */
static const struct type *find_type(const struct as_contest_log *log, const struct event *event)
{
	const char *name = event_text(event, "type");

	if (!log->state.is_begun && (!name || strcmp(name, "clock") != 0)) {
		event_refuse(log, event, "contest");
		return NULL;
	}
	for (size_t i = 0; name && i < sizeof(types) / sizeof(*types); i++)
		if (strcmp(types[i].name, name) == 0)
			return &types[i];
	event_refuse(log, event, "type of event");
	return NULL;
}

/* The time of a submission or clarification is that of the head of its request, or what an admin
 * gave. */
static bool is_stamped_now(const struct event *event)
{
	const char *type = event_text(event, "type");

	return type && strcmp(type, "submission") != 0 && strcmp(type, "clarification") != 0;
}

int log_apply_body(struct as_contest_log *log, const struct as_store_record *record,
	const struct log_body *body, struct as_error *error)
{
	bool is_skipped = false;
	struct event event = {.record = record,
		.is_skipped = &is_skipped,
		.parsed = body,
		.body = body->of.json,
		.wall_ms = record->event.time_ms};
	if (as_journal_is_end(record)) {
		event.wall_ms = log_server_ms(log, record->event.time_ms);
		return event_job_ended(log, &event, error);
	}
	if (body->of.field_count == 0 && !json_is_object(body->of.json))
		return event_refuse(log, &event, "type of event");
	/* Use the server's own time in the body: the store uses the system's time, which may have
	 * been set. */
	int64_t wall_ms;
	if (as_journal_body_number(&body->of, "wall_ms", &wall_ms) && wall_ms >= 0 &&
		wall_ms <= LOG_MAX_WALL_MS) {
		event.wall_ms = wall_ms;
		if (is_stamped_now(&event))
			log->state.ends.skew_ms = wall_ms - log_store_ms(record->event.time_ms);
		as_journal_saw_ms(log->journal, event.wall_ms);
	}
	const struct as_contest_clock_values was = log_clock_values(&log->state);
	const struct type *type = find_type(log, &event);
	if (!type)
		return 0;
	if (type->apply(log, &event, error))
		return -1;
	return is_skipped ? 0 : log_audit(log, &event, type->audit, &was, error);
}

int log_apply(
	struct as_contest_log *log, const struct as_store_record *record, struct as_error *error)
{
	AS_AUTO(log_body_clear) struct log_body body = {0};

	return log_body_read(record, &body, error) ? -1 : log_apply_body(log, record, &body, error);
}
