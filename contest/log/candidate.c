/* SPDX-License-Identifier: MIT */
/* Candidates: packages that were uploaded, and have not been taken into use yet. */
#include "append.h"
#include "decide.h"
#include "event.h"

#include <string.h>

/* ---- appending ---- */

struct candidate_wish {
	size_t problem;
	int64_t event; /* the candidate that is meant */
	bool is_check; /* it must not be verified yet */
	bool unless_final;
	json_t *body;
	const char *blob; /* or NULL */
};

static int check_wish(
	const struct as_contest_log *log, const struct candidate_wish *wish, struct as_error *error)
{
	const struct as_contest_candidate *now = as_contest_log_candidate(log, wish->problem);

	if (now->event != wish->event || (wish->is_check && now->is_checked))
		return as_error_set(error, AS_ERROR_USAGE,
			"the package that was uploaded for problem %s was replaced, discarded or "
			"taken into use meanwhile; look at the list of packages again",
			log->contest->problems[wish->problem].label);
	return wish->unless_final ? log_check_not_final(log, error) : 0;
}

static int try_wish(
	struct as_contest_log *log, const void *context, int64_t *last, struct as_error *error)
{
	const struct candidate_wish *wish = context;
	struct as_store_appended appended;

	as_contest_log_lock(log);
	*last = as_contest_log_last(log);
	const int refused = check_wish(log, wish, error);
	as_contest_log_unlock(log);
	if (refused)
		return -1;
	const int result =
		log_append_blob(log, *last, json_incref(wish->body), wish->blob, &appended, error);
	if (result <= 0)
		return result;
	return log_await(log, appended.number, error) ? -1 : 1;
}

/* Takes the body. */
static int put_wish(
	struct as_contest_log *log, const struct candidate_wish *wish, struct as_error *error)
{
	AS_AUTO_JSON json_t *owned = wish->body;

	return owned ? log_decide_or_refuse(log, try_wish, wish, error) : as_error_no_memory(error);
}

static json_t *new_body(struct as_contest_log *log, const char *type, size_t problem)
{
	json_t *body = log_entry_of(type, as_contest_log_now_ms(log));

	log_entry_text(&body, "problem", log->contest->problems[problem].id);
	return body;
}

static void entry_texts(json_t **entry, const char *key, char **texts)
{
	json_t *list = json_array();

	for (; texts && *texts; texts++)
		log_list_add(&list, json_string(*texts));
	log_entry_set(entry, key, list);
}

int as_contest_log_add_candidate(struct as_contest_log *log, size_t problem,
	const struct as_contest_candidate *candidate, struct as_error *error)
{
	json_t *body = new_body(log, "candidate", problem);
	struct as_store_appended appended;

	log_entry_text(&body, "package", candidate->package);
	log_entry_text(&body, "archive", candidate->archive);
	log_entry_text(&body, "against", candidate->against);
	log_entry_text(&body, "name", candidate->name);
	log_entry_set(&body, "bytes", json_integer((json_int_t)candidate->bytes));
	entry_texts(&body, "changes", candidate->changes);
	log_entry_account(log, &body, candidate->account);
	return log_append_blob(log, -1, body, candidate->archive, &appended, error) < 0
		       ? -1
		       : log_await(log, appended.number, error);
}

int as_contest_log_check_candidate(struct as_contest_log *log, size_t problem,
	const struct as_contest_candidate *candidate, struct as_error *error)
{
	json_t *body = new_body(log, "candidate", problem);

	log_entry_set(&body, "candidate", json_integer(candidate->event));
	log_entry_text(&body, "state", "checked");
	log_entry_set(&body, "ok", json_integer(candidate->is_ok));
	log_entry_text(&body, "conclusion", candidate->conclusion);
	entry_texts(&body, "findings", candidate->findings);
	log_entry_text(&body, "report", *candidate->report ? candidate->report : NULL);
	return put_wish(log,
		&(struct candidate_wish){.problem = problem,
			.event = candidate->event,
			.is_check = true,
			.body = body,
			.blob = *candidate->report ? candidate->report : NULL},
		error);
}

int as_contest_log_discard_candidate(struct as_contest_log *log, size_t problem, int64_t event,
	size_t account, struct as_error *error)
{
	json_t *body = new_body(log, "candidate", problem);

	log_entry_set(&body, "candidate", json_integer(event));
	log_entry_text(&body, "state", "discarded");
	log_entry_account(log, &body, account);
	return put_wish(log,
		&(struct candidate_wish){.problem = problem, .event = event, .body = body}, error);
}

int as_contest_log_take_candidate(struct as_contest_log *log, size_t problem, int64_t event,
	struct as_contest_decision decision, struct as_error *error)
{
	json_t *body = new_body(log, "package", problem);

	as_contest_log_lock(log);
	const struct as_contest_candidate *candidate = as_contest_log_candidate(log, problem);
	log_entry_text(&body, "package", candidate->package);
	log_entry_text(&body, "archive", candidate->archive);
	log_entry_text(&body, "name", candidate->name);
	as_contest_log_unlock(log);
	log_entry_account(log, &body, decision.account);
	return put_wish(log,
		&(struct candidate_wish){.problem = problem,
			.event = event,
			.unless_final = decision.unless_final,
			.body = body},
		error);
}

/* ---- applying ---- */

void log_candidate_clear(struct as_contest_candidate *candidate)
{
	free(candidate->name);
	as_names_free(candidate->changes);
	free(candidate->conclusion);
	as_names_free(candidate->findings);
	*candidate = (struct as_contest_candidate){.account = AS_CONTEST_NONE};
}

static int copy_texts(
	const struct event *event, const char *key, char ***copy, struct as_error *error)
{
	const json_t *list = json_object_get(event->body, key);
	json_t *text;
	size_t index;

	*copy = calloc(json_array_size(list) + 1, sizeof(**copy));
	if (!*copy)
		return as_error_no_memory(error);
	json_array_foreach(list, index, text)
	{
		const char *from = json_string_value(text);
		(*copy)[index] = strdup(from ? from : "");
		if (!(*copy)[index])
			return as_error_no_memory(error);
	}
	return 0;
}

static int fill_candidate(struct as_contest_log *log, const struct event *event,
	struct as_contest_candidate *candidate, struct as_error *error)
{
	const char *username = event_text(event, "account");

	event_digest(event, "package", candidate->package);
	event_digest(event, "archive", candidate->archive);
	event_digest(event, "against", candidate->against);
	candidate->event = event->record->event.number;
	candidate->bytes = (uint64_t)event_number(event, "bytes");
	candidate->wall_ms = event->wall_ms;
	candidate->account =
		username ? as_contest_log_find_username(log, username) : AS_CONTEST_NONE;
	return event_copy(&candidate->name, event_text(event, "name"), error) ||
			       copy_texts(event, "changes", &candidate->changes, error)
		       ? -1
		       : 0;
}

/* If the event is refused, the earlier candidate stays. */
static int add_candidate(struct as_contest_log *log, const struct event *event,
	struct as_contest_candidate *candidate, struct as_error *error)
{
	AS_AUTO(log_candidate_clear) struct as_contest_candidate made = {0};

	if (fill_candidate(log, event, &made, error))
		return -1;
	if (!*made.package || !*made.archive)
		return event_refuse(log, event, "package");
	log_candidate_clear(candidate);
	*candidate = made;
	made = (struct as_contest_candidate){0};
	return 0;
}

static int check_candidate(
	const struct event *event, struct as_contest_candidate *candidate, struct as_error *error)
{
	candidate->is_checked = true;
	candidate->is_ok = event_number(event, "ok") == 1;
	event_digest(event, "report", candidate->report);
	return event_copy(&candidate->conclusion, event_text(event, "conclusion"), error) ||
			       copy_texts(event, "findings", &candidate->findings, error)
		       ? -1
		       : 0;
}

int event_candidate(struct as_contest_log *log, const struct event *event, struct as_error *error)
{
	const char *problem = event_text(event, "problem"), *state = event_text(event, "state");
	const size_t index =
		problem ? as_contest_find_problem(log->contest, problem) : AS_CONTEST_NONE;
	int failed = 0;

	if (index == AS_CONTEST_NONE)
		return event_refuse(log, event, "problem");
	struct as_contest_candidate *candidate = &log->state.extras.packages.candidates[index];
	if (state && (event_number(event, "candidate") != candidate->event || !candidate->event))
		return event_skip(log, event, "the package that it names is not the candidate");
	if (!state)
		failed = add_candidate(log, event, candidate, error);
	else if (strcmp(state, "checked") == 0 && !candidate->is_checked)
		failed = check_candidate(event, candidate, error);
	else if (strcmp(state, "discarded") == 0)
		log_candidate_clear(candidate);
	else
		return event_skip(log, event, "the state of the candidate is unknown");
	if (failed)
		return -1;
	event_notify(log, AS_CONTEST_CHANGED_CANDIDATE, index, event->wall_ms);
	return 0;
}

/* ---- audit ---- */

bool audit_candidate(
	const struct as_contest_log *log, const struct event *event, struct as_contest_act *act)
{
	const char *problem = event_text(event, "problem"), *state = event_text(event, "state");

	act->kind = state ? AS_CONTEST_ACT_DISCARD : AS_CONTEST_ACT_UPLOAD;
	act->index = problem ? as_contest_find_problem(log->contest, problem) : AS_CONTEST_NONE;
	char digest[AS_DIGEST_HEX_SIZE];
	event_digest(event, "package", digest);
	memcpy(act->packages[1], digest, AS_CONTEST_ACT_DIGEST_SIZE - 1);
	if (state)
		act->ended = log_last_act(log, AS_CONTEST_ACT_UPLOAD, act->index);
	return act->index != AS_CONTEST_NONE && (!state || strcmp(state, "discarded") == 0);
}

/* ---- reading ---- */

const struct as_contest_candidate *as_contest_log_candidate(
	const struct as_contest_log *log, size_t problem)
{
	return &log->state.extras.packages.candidates[problem];
}
