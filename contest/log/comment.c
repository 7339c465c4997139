/* SPDX-License-Identifier: MIT */
/* Comments of the jury (commentary). */
#include "append.h"
#include "clock.h"
#include "event.h"

#include <string.h>

/* ---- appending ---- */

static int check_comment(const struct as_contest_comment *entry, struct as_error *error)
{
	size_t count = entry->teams.count + entry->problems.count + entry->submissions.count;

	for (char **tag = entry->tags; tag && *tag; tag++, count++)
		if (log_check_text(*tag, AS_CONTEST_TOKEN_NAME_MAX_BYTES, error))
			return -1;
	return count > AS_CONTEST_COMMENT_MAX_ITEMS
		       ? as_error_set(error, AS_ERROR_USAGE,
				 "more than %d tags, teams, problems and submissions",
				 AS_CONTEST_COMMENT_MAX_ITEMS)
		       : 0;
}

static json_t *tags_json(char **tags)
{
	json_t *list = json_array();

	for (; tags && *tags; tags++)
		log_list_add(&list, json_string(*tags));
	return list;
}

/* Problems by id. */
static json_t *problems_json(
	const struct as_contest_log *log, const struct as_contest_indexes *problems)
{
	json_t *list = json_array();

	for (size_t i = 0; i < problems->count; i++)
		log_list_add(&list, json_string(log->contest->problems[problems->items[i]].id));
	return list;
}

int as_contest_log_comment(struct as_contest_log *log, const struct as_contest_comment *entry,
	size_t *comment, struct as_error *error)
{
	AS_AUTO_FREE char *message = log_text(entry->message, AS_CONTEST_COMMENT_MAX_BYTES, error);

	if (!message || check_comment(entry, error))
		return -1;
	json_t *body = log_entry_of("comment", as_contest_log_now_ms(log));
	log_entry_text(&body, "message", message);
	log_entry_set(&body, "tags", tags_json(entry->tags));
	log_entry_set(&body, "teams", log_team_ids(log, &entry->teams));
	log_entry_set(&body, "problems", problems_json(log, &entry->problems));
	log_entry_set(&body, "submissions", log_submission_numbers(log, &entry->submissions));
	log_entry_account(log, &body, entry->account);
	return log_put_note(log, body, comment, error);
}

/* ---- applying ---- */

static size_t find_problem(const struct as_contest_log *log, const json_t *name)
{
	return json_is_string(name) ? as_contest_find_problem(log->contest, json_string_value(name))
				    : AS_CONTEST_NONE;
}

static char **read_tags(const struct event *event, struct as_error *error)
{
	const json_t *list = json_object_get(event->body, "tags");
	char **tags = calloc(json_array_size(list) + 1, sizeof(*tags));

	for (size_t i = 0; tags && i < json_array_size(list); i++) {
		const char *tag = json_string_value(json_array_get(list, i));
		tags[i] = strdup(tag ? tag : "");
		if (!tags[i]) {
			as_names_free(tags);
			tags = NULL;
		}
	}
	if (!tags)
		as_error_no_memory(error);
	return tags;
}

static int fill_comment(struct as_contest_log *log, const struct event *event,
	struct as_contest_comment *made, struct as_error *error)
{
	const char *username = event_text(event, "account");

	made->account = username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE;
	made->wall_ms = event->wall_ms;
	made->tags = read_tags(event, error);
	if (!made->tags || event_copy(&made->message, event_text(event, "message"), error) ||
		event_objects(log, event, "teams", event_find_team, &made->teams, error) ||
		event_objects(log, event, "problems", find_problem, &made->problems, error))
		return -1;
	return event_objects(
		log, event, "submissions", event_find_submission, &made->submissions, error);
}

int event_comment(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_extras *extras = &log->state.extras;

	if (!event_text(event, "message"))
		return event_refuse(log, event, "comment");
	if (!as_array_reserve(extras->comments, extras->comment_count, error))
		return -1;
	struct as_contest_comment *made = calloc(1, sizeof(*made));
	if (!made)
		return as_error_no_memory(error);
	const size_t index = extras->comment_count++;
	extras->comments[index] = made;
	if (fill_comment(log, event, made, error))
		return -1;
	event_made(log, event, index);
	event_notify(log, AS_CONTEST_CHANGED_COMMENT, index, event->wall_ms);
	return 0;
}

/* ---- reading ---- */

size_t as_contest_log_comment_count(const struct as_contest_log *log)
{
	return log->state.extras.comment_count;
}

const struct as_contest_comment *as_contest_log_comment_at(
	const struct as_contest_log *log, size_t comment)
{
	return log->state.extras.comments[comment];
}

/* True if the comment refers to a submission that is in no collection: a practice or an ignored
 * one. */
static bool refers_to_unlisted(
	const struct as_contest_log *log, const struct as_contest_comment *of)
{
	for (size_t i = 0; i < of->submissions.count; i++) {
		const struct as_contest_submission *submission =
			as_contest_log_submission(log, of->submissions.items[i]);
		if (submission->is_practice || submission->is_ignored)
			return true;
	}
	return false;
}

/* True if the comment refers to something hidden. Hidden teams do not see it either: all but the
 * jury see the same. */
static bool refers_to_hidden(const struct as_contest_log *log, const struct as_contest_comment *of)
{
	static const struct as_contest_reader public = {.scope = AS_CONTEST_SEES_PUBLIC};

	if (as_contest_log_hides_results(log) ||
		(of->problems.count && !as_contest_log_sees_problems(log, &public)))
		return true;
	for (size_t i = 0; i < of->teams.count; i++)
		if (as_contest_log_team_is_hidden(log, of->teams.items[i]))
			return true;
	for (size_t i = 0; i < of->submissions.count; i++)
		if (!as_contest_log_sees_submission(log, &public, of->submissions.items[i]))
			return true;
	return false;
}

bool as_contest_log_sees_comment(
	const struct as_contest_log *log, const struct as_contest_reader *reader, size_t comment)
{
	const struct as_contest_comment *of = log->state.extras.comments[comment];

	if (refers_to_unlisted(log, of))
		return false;
	return reader->scope == AS_CONTEST_SEES_ALL ||
	       (!log_is_from_freeze(log, of->wall_ms) && !refers_to_hidden(log, of));
}

void log_comment_free(struct as_contest_comment *comment)
{
	free(comment->message);
	as_names_free(comment->tags);
	free(comment->teams.items);
	free(comment->problems.items);
	free(comment->submissions.items);
	free(comment);
}
