/* SPDX-License-Identifier: MIT */
/* Appending: makes an entry, writes it, and waits until it is in the state. */
#include "private.h"

#include <errno.h>
#include <string.h>

static int put(struct as_contest_log *log, json_t *body, const struct as_store_order *order,
	int64_t again, struct as_store_appended *appended, struct as_error *error)
{
	if (log_append(log, -1, body, order, again, appended, error) < 0)
		return -1;
	return log_await(log, appended->number, error);
}

/* ---- decisions about results ---- */

struct result_change {
	json_t *body;
	const struct as_store_order *order;
	int64_t again;
	struct as_store_appended *appended;
};

static int try_unless_final(
	struct as_contest_log *log, const void *context, int64_t *last, struct as_error *error)
{
	const struct result_change *change = context;

	as_contest_log_lock(log);
	*last = as_contest_log_last(log);
	const bool is_final = as_contest_log_clock(log)->finalized_wall_ms != AS_NEVER_MS;
	as_contest_log_unlock(log);
	if (is_final)
		return as_error_set(error, AS_ERROR_USAGE,
			"the results are final, and this action can change them; confirm it");
	return log_append(log, *last, json_incref(change->body), change->order, change->again,
		change->appended, error);
}

/* Takes the body. */
static int put_decision(struct as_contest_log *log, json_t *body,
	const struct as_store_order *order, int64_t again, bool unless_final,
	struct as_error *error)
{
	struct as_store_appended appended;

	if (!unless_final || !body)
		return put(log, body, order, again, &appended, error);
	AS_AUTO_JSON json_t *owned = body;
	const struct result_change change = {body, order, again, &appended};
	const int result = log_decide(log, try_unless_final, &change, error);
	if (result > 0)
		return log_await(log, appended.number, error);
	if (result == 0) {
		as_error_set(error, AS_ERROR_MACHINE,
			"the contest is busy, and nothing was changed; try again in a minute");
		if (error)
			error->sys_errno = EBUSY;
	}
	return -1;
}

int log_put_note(struct as_contest_log *log, json_t *body, size_t *made, struct as_error *error)
{
	struct as_store_appended appended;

	if (put(log, body, NULL, 0, &appended, error))
		return -1;
	if (!made)
		return 0;
	as_contest_log_lock(log);
	const struct log_made last = log->state.extras.made[appended.number % LOG_MADE_COUNT];
	as_contest_log_unlock(log);
	*made = last.index;
	return last.event == appended.number
		       ? 0
		       : as_error_set(error, AS_ERROR_INTERNAL, "the event was not understood");
}

/* ---- making entries ---- */

json_t *log_entry_of(const char *type, int64_t wall_ms)
{
	return json_pack("{s: s, s: I}", "type", type, "wall_ms", (json_int_t)wall_ms);
}

void log_entry_text(json_t **entry, const char *key, const char *value)
{
	if (value)
		log_entry_set(entry, key, json_string(value));
}

void log_entry_account(struct as_contest_log *log, json_t **entry, size_t account)
{
	if (account == AS_CONTEST_NONE)
		return;
	as_contest_log_lock(log);
	log_entry_text(entry, "account", as_contest_log_account(log, account)->username);
	as_contest_log_unlock(log);
}

static void set_team(struct as_contest_log *log, json_t **entry, const char *key, size_t team)
{
	if (team == AS_CONTEST_NONE)
		return;
	as_contest_log_lock(log);
	log_entry_text(entry, key, as_contest_log_team(log, team)->id);
	as_contest_log_unlock(log);
}

/* ---- ids ---- */

/* Two simultaneous requests can pass this check with one id. Then the second object gets another id
 * when its event is applied. */
static int check_id(struct as_contest_log *log, const char *id,
	size_t (*find)(const struct as_contest_log *log, const char *id), struct as_error *error)
{
	if (!id)
		return 0;
	if (!as_contest_is_id(id) || strlen(id) > AS_CONTEST_CUSTOM_ID_MAX)
		return as_error_set(error, AS_ERROR_USAGE,
			"an id has at most %d letters, digits, '_', '-' and '.', and begins with "
			"neither '-' nor '.'",
			AS_CONTEST_CUSTOM_ID_MAX);
	as_contest_log_lock(log);
	const size_t found = find(log, id);
	as_contest_log_unlock(log);
	return found == AS_CONTEST_NONE ? 0
					: as_error_set(error, AS_ERROR_USAGE, "the id is taken");
}

/* ---- submissions ---- */

/* The package with which a submission is judged, and the number of its tests, unless the package
 * was replaced meanwhile. Readers of the log drop runs of tests that the package does not have. */
static void set_package(
	struct as_contest_log *log, json_t **entry, size_t problem, const char *digest)
{
	log_entry_text(entry, "package", digest);
	as_contest_log_lock(log);
	const struct as_package *package = log_package(log, problem);
	if (package && digest && strcmp(package->digest, digest) == 0)
		log_entry_set(entry, "tests", json_integer((json_int_t)package->test_count));
	as_contest_log_unlock(log);
}

/* The index of the submission that an event made. Searches from the newest. */
static int find_made(
	struct as_contest_log *log, int64_t number, size_t *submission, struct as_error *error)
{
	*submission = AS_CONTEST_NONE;
	as_contest_log_lock(log);
	for (size_t i = log->state.submission_count; i-- > 0;)
		if (log->state.submissions[i]->event <= number) {
			if (log->state.submissions[i]->event == number)
				*submission = i;
			break;
		}
	as_contest_log_unlock(log);
	return *submission != AS_CONTEST_NONE ? 0
					      : as_error_set(error, AS_ERROR_INTERNAL,
							"the submission was not understood");
}

int as_contest_log_submit(struct as_contest_log *log,
	const struct as_contest_entry_submission *entry, size_t *submission, struct as_error *error)
{
	const int64_t wall_ms = entry->wall_ms >= 0 ? entry->wall_ms : as_contest_log_now_ms(log);
	if (check_id(log, entry->id, as_contest_log_find_submission_id, error))
		return -1;
	json_t *body = log_entry_of("submission", wall_ms);
	struct as_store_order order = *entry->order;
	struct as_store_appended appended;
	struct as_digest digest;
	char blob[AS_DIGEST_HEX_SIZE];

	as_digest_init(&digest);
	as_digest_add(&digest, order.files.data, order.files.size);
	as_digest_end(&digest, blob);
	set_team(log, &body, "team", entry->team);
	log_entry_account(log, &body, entry->account);
	log_entry_text(&body, "problem", log->contest->problems[entry->problem].id);
	log_entry_text(&body, "language", entry->language);
	log_entry_text(&body, "entry_point", entry->entry_point);
	log_entry_text(&body, "name", entry->name);
	log_entry_text(&body, "id", entry->id);
	log_entry_text(&body, "files", blob);
	set_package(log, &body, entry->problem, order.package);
	order.space = log->space;
	order.once = false;
	if (put(log, body, &order, 0, &appended, error))
		return -1;
	return find_made(log, appended.number, submission, error);
}

int as_contest_log_rejudge(struct as_contest_log *log, size_t submission,
	const struct as_store_order *version, struct as_contest_decision decision,
	struct as_error *error)
{
	struct as_store_order order = *version;
	json_t *body = log_entry_of("again", as_contest_log_now_ms(log));

	as_contest_log_lock(log);
	const struct as_contest_submission *found = as_contest_log_submission(log, submission);
	const int64_t job = as_contest_log_judgement(log, found->judgements[0])->job;
	const size_t problem = found->problem;
	log_entry_set(&body, "submission", json_integer((json_int_t)found->arrival));
	as_contest_log_unlock(log);
	set_package(log, &body, problem, version->package);
	log_entry_account(log, &body, decision.account);
	order.space = log->space;
	return put_decision(log, body, &order, job, decision.unless_final, error);
}

int as_contest_log_set_package(struct as_contest_log *log, size_t problem, const char *digest,
	struct as_contest_decision decision, struct as_error *error)
{
	json_t *body = log_entry_of("package", as_contest_log_now_ms(log));

	log_entry_text(&body, "problem", log->contest->problems[problem].id);
	log_entry_text(&body, "package", digest);
	log_entry_account(log, &body, decision.account);
	return put_decision(log, body, NULL, 0, decision.unless_final, error);
}

int as_contest_log_ignore(struct as_contest_log *log, size_t submission, bool is_ignored,
	struct as_contest_decision decision, struct as_error *error)
{
	json_t *body = log_entry_of("ignore", as_contest_log_now_ms(log));

	log_entry_set(&body, "submission", json_integer((json_int_t)submission + 1));
	log_entry_set(&body, "ignored", json_boolean(is_ignored));
	log_entry_account(log, &body, decision.account);
	return put_decision(log, body, NULL, 0, decision.unless_final, error);
}

/* ---- clarifications ---- */

int log_check_text(const char *text, size_t max_bytes, struct as_error *error)
{
	const size_t length = strlen(text);

	if (length == 0 || strspn(text, " \t\r\n") == length)
		return as_error_set(error, AS_ERROR_USAGE, "the text is empty");
	if (length > max_bytes)
		return as_error_set(
			error, AS_ERROR_USAGE, "the text is longer than %zu bytes", max_bytes);
	if (!as_text_is_utf8(text, length))
		return as_error_set(error, AS_ERROR_USAGE, "the text is not UTF-8");
	for (const char *at = text; *at; at++)
		if (((unsigned char)*at < ' ' && !strchr("\t\r\n", *at)) || *at == 0x7f)
			return as_error_set(
				error, AS_ERROR_USAGE, "the text has control characters");
	return 0;
}

char *log_text(const char *text, size_t max_bytes, struct as_error *error)
{
	AS_AUTO_FREE char *lines = strdup(text);

	if (!lines) {
		as_error_no_memory(error);
		return NULL;
	}
	as_contest_text_lines(lines);
	return log_check_text(lines, max_bytes, error) ? NULL : as_steal(lines);
}

static void set_names(json_t **entry, const char *key, const struct as_contest_indexes *objects,
	const char *(*name)(const struct as_contest_log *log, size_t object),
	const struct as_contest_log *log)
{
	json_t *names = objects->count ? json_array() : NULL;

	for (size_t i = 0; i < objects->count; i++)
		json_array_append_new(names, json_string(name(log, objects->items[i])));
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
		set_team(log, entry, "to_team", teams->items[0]);
		return;
	}
	as_contest_log_lock(log);
	set_names(entry, "to_teams", teams, team_id, log);
	set_names(entry, "to_groups", groups, group_id, log);
	as_contest_log_unlock(log);
}

int as_contest_log_clarify(struct as_contest_log *log,
	const struct as_contest_entry_clarification *entry, size_t *clarification,
	struct as_error *error)
{
	AS_AUTO_FREE char *text = log_text(entry->text, AS_CONTEST_CLARIFICATION_MAX_BYTES, error);

	if (!text || check_id(log, entry->id, as_contest_log_find_clarification_id, error))
		return -1;
	json_t *body = log_entry_of(
		"clarification", entry->wall_ms > 0 ? entry->wall_ms : as_contest_log_now_ms(log));
	log_entry_text(&body, "id", entry->id);
	log_entry_text(&body, "text", text);
	set_team(log, &body, "from_team", entry->from_team);
	set_recipients(log, &body, &entry->to_teams, &entry->to_groups);
	log_entry_account(log, &body, entry->account);
	if (entry->problem != AS_CONTEST_NONE)
		log_entry_text(&body, "problem", log->contest->problems[entry->problem].id);
	if (entry->reply_to != AS_CONTEST_NONE)
		log_entry_set(&body, "reply_to", json_integer((json_int_t)entry->reply_to + 1));
	return log_put_note(log, body, clarification, error);
}

/* ---- sessions ---- */

int as_contest_log_session_add(struct as_contest_log *log,
	const struct as_contest_entry_session *entry, struct as_error *error)
{
	json_t *body = log_entry_of("session", as_contest_log_now_ms(log));

	as_contest_log_lock(log);
	log_entry_text(&body, "username", as_contest_log_account(log, entry->account)->username);
	as_contest_log_unlock(log);
	log_entry_text(&body, "hash", entry->hash);
	log_entry_text(&body, "seal", entry->seal);
	log_entry_set(&body, "expires_ms", json_integer(entry->expires_wall_ms));
	return log_put_note(log, body, NULL, error);
}

int as_contest_log_session_end(struct as_contest_log *log, const char *hash, struct as_error *error)
{
	as_contest_log_lock(log);
	const bool is_alive = as_contest_log_find_session(log, hash, 0).account != AS_CONTEST_NONE;
	as_contest_log_unlock(log);
	if (!is_alive)
		return 0;
	json_t *body = log_entry_of("session", as_contest_log_now_ms(log));
	log_entry_text(&body, "hash", hash);
	return log_put_note(log, body, NULL, error);
}

static bool has_credentials(struct as_contest_log *log, size_t account)
{
	bool has = false;

	as_contest_log_lock(log);
	for (size_t i = 0; i < log->state.people.sessions.count; i++)
		has |= log->state.people.sessions.items[i]->seen.account == account;
	for (size_t i = 0; i < log->state.extras.tokens.count; i++)
		has |= log->state.extras.tokens.items[i]->seen.account == account;
	as_contest_log_unlock(log);
	return has;
}

int as_contest_log_sessions_end(
	struct as_contest_log *log, size_t of, size_t account, struct as_error *error)
{
	if (!has_credentials(log, of))
		return 0;
	json_t *body = log_entry_of("session", as_contest_log_now_ms(log));
	as_contest_log_lock(log);
	log_entry_text(&body, "ends", as_contest_log_account(log, of)->username);
	as_contest_log_unlock(log);
	log_entry_account(log, &body, account);
	return log_put_note(log, body, NULL, error);
}
