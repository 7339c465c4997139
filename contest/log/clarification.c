/* SPDX-License-Identifier: MIT */
/*
 * A clarification names its recipients: "to_team" is one team, "to_teams" and "to_groups" are
 * lists. One without any of them is from a team to the jury, or from the jury to all.
 */
#include "append.h"
#include "event.h"
#include "question.h"

#include <string.h>

/* ---- appending ---- */

static void set_names(json_t **entry, const char *key, const struct as_contest_indexes *objects,
	const char *(*name)(const struct as_contest_log *log, size_t object),
	const struct as_contest_log *log)
{
	json_t *names = objects->count ? json_array() : NULL;

	for (size_t i = 0; i < objects->count; i++)
		log_list_add(&names, json_string(name(log, objects->items[i])));
	if (objects->count)
		log_entry_set(entry, key, names);
}

static const char *team_id(const struct as_contest_log *log, size_t team)
{
	return as_contest_log_team(log, team)->id;
}

static const char *group_id(const struct as_contest_log *log, size_t group)
{
	return log->contest->groups[group].id;
}

/* A single team is written in the form that earlier versions of this program read. */
static void set_recipients(struct as_contest_log *log, json_t **entry,
	const struct as_contest_indexes *teams, const struct as_contest_indexes *groups)
{
	if (teams->count == 1 && groups->count == 0) {
		log_entry_team(log, entry, "to_team", teams->items[0]);
		return;
	}
	as_contest_log_lock(log);
	set_names(entry, "to_teams", teams, team_id, log);
	set_names(entry, "to_groups", groups, group_id, log);
	as_contest_log_unlock(log);
}

int as_contest_log_check_clarification(const char *text, struct as_error *error)
{
	AS_AUTO_FREE char *checked = log_text(text, AS_CONTEST_CLARIFICATION_MAX_BYTES, error);

	return checked ? 0 : -1;
}

/* A reply of somebody who may not have seen another one's is appended by compare and append. */
static int put_clarification(struct as_contest_log *log, json_t *body,
	const struct as_contest_entry_clarification *entry, size_t *made, struct as_error *error)
{
	const struct question_wish wish = {entry->reply_to, entry->seen, entry->account, false};
	int64_t number;

	if (entry->reply_to == AS_CONTEST_NONE || !entry->seen)
		return log_put_note(log, body, made, error);
	return log_put_checked(
		       log, body, (struct log_check){question_check, &wish}, &number, error) ||
			       log_find_made(log, number, made, error)
		       ? -1
		       : 0;
}

/* NULL: refused, or out of memory. */
static json_t *clarification_body(struct as_contest_log *log,
	const struct as_contest_entry_clarification *entry, struct as_error *error)
{
	AS_AUTO_FREE char *text = log_text(entry->text, AS_CONTEST_CLARIFICATION_MAX_BYTES, error);

	if (!text || log_check_id(log, entry->id, as_contest_log_find_clarification_id, error))
		return NULL;
	json_t *body = log_entry_of(
		"clarification", entry->wall_ms > 0 ? entry->wall_ms : as_contest_log_now_ms(log));
	log_entry_text(&body, "id", entry->id);
	log_entry_text(&body, "text", text);
	log_entry_team(log, &body, "from_team", entry->from_team);
	set_recipients(log, &body, &entry->to_teams, &entry->to_groups);
	log_entry_account(log, &body, entry->account);
	if (entry->problem != AS_CONTEST_NONE)
		log_entry_text(&body, "problem", log->contest->problems[entry->problem].id);
	log_entry_text(&body, "category", entry->category);
	if (entry->reply_to != AS_CONTEST_NONE)
		log_entry_set(&body, "reply_to", json_integer((json_int_t)entry->reply_to + 1));
	if (!body)
		as_error_no_memory(error);
	return body;
}

int as_contest_log_clarify(struct as_contest_log *log,
	const struct as_contest_entry_clarification *entry, size_t *clarification,
	struct as_error *error)
{
	json_t *body = clarification_body(log, entry, error);

	return body ? put_clarification(log, body, entry, clarification, error) : -1;
}

/* `*last`: the number of the last event. */
static int append_all(struct as_contest_log *log,
	const struct as_contest_entry_clarification *entries, size_t count,
	struct as_store_entry *made, int64_t *last, struct as_error *error)
{
	AS_AUTO_FREE struct as_store_appended *appended = calloc(count, sizeof(*appended));

	if (!appended)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++) {
		AS_AUTO_JSON json_t *body = clarification_body(log, &entries[i], error);
		char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
		if (!text)
			return body ? as_error_no_memory(error) : -1;
		made[i].body = (struct as_bytes){text, strlen(text)};
	}
	if (log_append_entries(log, -1, made, count, appended, error) < 0)
		return -1;
	*last = appended[count - 1].number;
	return 0;
}

int as_contest_log_clarify_all(struct as_contest_log *log,
	const struct as_contest_entry_clarification *entries, size_t count, struct as_error *error)
{
	AS_AUTO_FREE struct as_store_entry *made = calloc(count + 1, sizeof(*made));
	int64_t last = 0;

	if (count == 0 || !made)
		return made ? 0 : as_error_no_memory(error);
	const int failed = append_all(log, entries, count, made, &last, error);
	for (size_t i = 0; i < count; i++)
		free((char *)made[i].body.data);
	return failed ? -1 : log_await(log, last, error);
}

/* ---- applying ---- */

static size_t team_in(const struct as_contest_log *log, const char *id)
{
	return id ? as_contest_log_find_team(log, id) : AS_CONTEST_NONE;
}

static size_t find_group(const struct as_contest_log *log, const json_t *name)
{
	const char *id = json_string_value(name);

	return id ? as_contest_find_group(log->contest, id) : AS_CONTEST_NONE;
}

static int read_recipients(const struct as_contest_log *log, const struct event *event,
	struct as_contest_clarification *made, struct as_error *error)
{
	const char *from = event_text(event, "from_team"), *to = event_text(event, "to_team");
	const size_t team = team_in(log, to);

	if (event_objects(log, event, "to_teams", event_find_team, &made->to_teams, error) ||
		event_objects(log, event, "to_groups", find_group, &made->to_groups, error))
		return -1;
	/* The list has space for one more item. */
	if (made->to_teams.count == 0 && team != AS_CONTEST_NONE)
		made->to_teams.items[made->to_teams.count++] = team;
	made->from_team = team_in(log, from);
	/* A text for a team that no longer exists must not become a text for all. */
	made->is_to_all = !from && !to && !json_object_get(event->body, "to_teams") &&
			  !json_object_get(event->body, "to_groups");
	return 0;
}

static void add_reply(
	struct as_contest_log *log, const struct event *event, size_t question, size_t reply)
{
	struct as_contest_clarification *of = log->state.clarifications[question];

	of->is_answered = true;
	of->reply_count++;
	of->last_reply = reply;
	if (of->claimant == AS_CONTEST_NONE)
		return;
	of->claimant = AS_CONTEST_NONE;
	event_notify(log, AS_CONTEST_CHANGED_QUESTION, question, event->wall_ms);
}

static int fill_clarification(struct as_contest_log *log, const struct event *event,
	struct as_contest_clarification *made, struct as_error *error)
{
	struct log_state *state = &log->state;
	const char *problem = event_text(event, "problem"),
		   *username = event_text(event, "account");
	const int64_t reply_to = event_number(event, "reply_to");

	made->claimant = AS_CONTEST_NONE;
	made->account = username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE;
	if (event_copy(&made->text, event_text(event, "text"), error) ||
		event_copy(&made->category, event_text(event, "category"), error) ||
		read_recipients(log, event, made, error))
		return -1;
	made->problem = problem ? as_contest_find_problem(log->contest, problem) : AS_CONTEST_NONE;
	made->wall_ms = event->wall_ms;
	made->time_ms = as_contest_time_ms(&state->clock, event->wall_ms);
	made->reply_to = AS_CONTEST_NONE;
	if (reply_to >= 1 && (uint64_t)reply_to <= state->clarification_count - 1) {
		made->reply_to = (size_t)reply_to - 1;
		add_reply(log, event, made->reply_to, state->clarification_count - 1);
	}
	return event_name(&state->extras.clarification_ids, event_text(event, "id"),
		state->clarification_count, state->clarification_count - 1, &made->id, error);
}

int event_clarification(
	struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_state *state = &log->state;

	if (!event_text(event, "text"))
		return event_refuse(log, event, "clarification");
	if (!as_array_reserve(state->clarifications, state->clarification_count, error))
		return -1;
	struct as_contest_clarification *made = calloc(1, sizeof(*made));
	if (!made)
		return as_error_no_memory(error);
	state->clarifications[state->clarification_count++] = made;
	if (fill_clarification(log, event, made, error))
		return -1;
	event_made(log, event, state->clarification_count - 1);
	event_notify(log, AS_CONTEST_CHANGED_CLARIFICATION, state->clarification_count - 1,
		event->wall_ms);
	return 0;
}

/* ---- audit ---- */

bool audit_clarification(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	(void)event;
	act->kind = AS_CONTEST_ACT_CLARIFY;
	act->index = log->state.clarification_count - 1;
	return event_is_of_jury(log, act) && log->state.clarification_count > 0;
}

/* ---- memory ---- */

void log_clarification_free(struct as_contest_clarification *clarification)
{
	free(clarification->id);
	free(clarification->text);
	free(clarification->category);
	free(clarification->to_teams.items);
	free(clarification->to_groups.items);
	free(clarification);
}
