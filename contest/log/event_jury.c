/* SPDX-License-Identifier: MIT */
/* Objects that the jury adds. */
#include "event.h"

#include <string.h>

/* ---- lists of objects ---- */

static size_t find_problem(const struct as_contest_log *log, const json_t *name)
{
	return json_is_string(name) ? as_contest_find_problem(log->contest, json_string_value(name))
				    : AS_CONTEST_NONE;
}

static size_t find_submission(const struct as_contest_log *log, const json_t *name)
{
	const json_int_t number = json_integer_value(name);

	return number >= 1 && (uint64_t)number <= log->state.submission_count ? (size_t)number - 1
									      : AS_CONTEST_NONE;
}

/* ---- awards ---- */

static struct as_contest_own_award *add_award(
	struct log_state *state, const char *id, struct as_error *error)
{
	struct as_contest_own_award **awards = as_array_grow(
		state->extras.awards, state->extras.award_count, sizeof(*awards), error);
	struct as_contest_own_award *made = awards ? calloc(1, sizeof(*made)) : NULL;

	if (awards)
		state->extras.awards = awards;
	if (!made || event_copy(&made->id, id, error)) {
		free(made);
		as_error_no_memory(error);
		return NULL;
	}
	return awards[state->extras.award_count++] = made;
}

int event_award(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const char *id = event_text(event, "id");

	if (!id || !as_contest_is_id(id))
		return event_refuse(log, event, "award");
	size_t index = as_contest_log_find_award(log, id);
	struct as_contest_own_award *award = index == AS_CONTEST_NONE
						     ? add_award(&log->state, id, error)
						     : log->state.extras.awards[index];
	if (!award)
		return -1;
	if (index == AS_CONTEST_NONE)
		index = log->state.extras.award_count - 1;
	free(award->citation);
	free(award->teams.items);
	award->citation = NULL;
	award->wall_ms = event->wall_ms;
	award->teams = (struct as_contest_indexes){0};
	if (event_copy(&award->citation, event_text(event, "citation"), error) ||
		event_objects(log, event, "teams", event_find_team, &award->teams, error))
		return -1;
	event_notify(log, AS_CONTEST_CHANGED_AWARD, index, event->wall_ms);
	return 0;
}

/* ---- comments ---- */

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
	return event_objects(log, event, "submissions", find_submission, &made->submissions, error);
}

int event_comment(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_extras *extras = &log->state.extras;

	if (!event_text(event, "message"))
		return event_refuse(log, event, "comment");
	struct as_contest_comment **comments =
		as_array_grow(extras->comments, extras->comment_count, sizeof(*comments), error);
	if (!comments)
		return -1;
	extras->comments = comments;
	struct as_contest_comment *made = calloc(1, sizeof(*made));
	if (!made)
		return as_error_no_memory(error);
	const size_t index = extras->comment_count++;
	comments[index] = made;
	if (fill_comment(log, event, made, error))
		return -1;
	event_made(log, event, index);
	event_notify(log, AS_CONTEST_CHANGED_COMMENT, index, event->wall_ms);
	return 0;
}

/* ---- tokens ---- */

struct log_credential *event_credential(const struct event *event, const char *hash,
	const char *seal, size_t account, struct as_error *error)
{
	struct log_credential *made = calloc(1, sizeof(*made));

	if (!made) {
		as_error_no_memory(error);
		return NULL;
	}
	memcpy(made->seen.hash, hash, AS_DIGEST_HEX_SIZE);
	if (seal)
		snprintf(made->seen.seal, sizeof(made->seen.seal), "%s", seal);
	made->seen.account = account;
	made->seen.wall_ms = event->wall_ms;
	made->expires_wall_ms = AS_NEVER_MS;
	made->event = event->record->event.number;
	return made;
}

/* A token can also have ended in other ways. */
static int end_token(struct as_contest_log *log, const struct event *event, int64_t number)
{
	if (number < 1 || (uint64_t)number > log->state.extras.token_number)
		return event_refuse(log, event, "token");
	const struct as_contest_token *found =
		as_contest_log_find_token_number(log, (uint64_t)number);
	if (found)
		log_credentials_end(&log->state.extras.tokens, found->hash);
	return 0;
}

int event_token(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	struct log_extras *extras = &log->state.extras;
	const char *hash = event_text(event, "hash"), *username = event_text(event, "account");

	if (json_is_integer(json_object_get(event->body, "revoked")))
		return end_token(log, event, event_number(event, "revoked"));
	if (!hash || strlen(hash) != AS_DIGEST_HEX_SIZE - 1 || !username)
		return event_refuse(log, event, "token");
	const size_t account = as_contest_log_find_username(log, username);
	event_made(log, event, (size_t)++extras->token_number);
	/* The account may have been removed from the folder. */
	if (account == AS_CONTEST_NONE)
		return 0;
	struct log_credential *made =
		event_credential(event, hash, event_text(event, "seal"), account, error);
	if (!made)
		return -1;
	made->seen.number = extras->token_number;
	if (event_copy(&made->seen.name, event_text(event, "name"), error)) {
		log_credential_free(made);
		return -1;
	}
	return log_credentials_add(&extras->tokens, made, error);
}
