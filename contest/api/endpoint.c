/* SPDX-License-Identifier: MIT */
/* Answers a GET: a table has a row for each endpoint. */
#include "collections.h"

#include <string.h>

/* ---- filters ---- */

static bool passes(const json_t *object, const char *name, const char *value)
{
	const char *found = json_string_value(json_object_get(object, name));

	return strcmp(found ? found : "", value) == 0;
}

static bool passes_all(
	const json_t *object, const char *const *ids, const struct as_contest_api_filters *filters)
{
	for (size_t i = 0; filters && i < filters->count; i++)
		for (const char *const *id = ids; *id; id++)
			if (strcmp(*id, filters->items[i].name) == 0 &&
				!passes(object, *id, filters->items[i].value))
				return false;
	return true;
}

static const char *filter_value(const struct as_contest_api_filters *filters, const char *name)
{
	for (size_t i = 0; filters && i < filters->count; i++)
		if (strcmp(filters->items[i].name, name) == 0)
			return filters->items[i].value;
	return NULL;
}

/* ---- writing ---- */

/* A request and the state of its answer. */
struct answer {
	struct as_api_view view;
	const struct as_contest_api *api;
	struct as_contest_log *log;
	const struct as_contest_api_reader *reader;
	const char *id; /* or NULL */
	const struct as_contest_api_filters *filters;
	FILE *out;
	size_t count;  /* objects written to the array so far */
	bool is_found; /* the object with the id was found */
	bool failed;
};

static void lock(struct answer *answer)
{
	as_contest_log_lock(answer->log);
	answer->view = as_api_view(answer->api, answer->log, answer->reader);
}

static void unlock(struct answer *answer)
{
	as_contest_log_unlock(answer->log);
}

/* Takes the object; NULL means that memory ran out. */
static void write_object(struct answer *answer, json_t *object)
{
	if (!object || json_dumpf(object, answer->out, AS_API_WRITE_FLAGS))
		answer->failed = true;
	else
		answer->is_found = true;
	json_decref(object);
}

/* Takes an object of an array. */
static void write_item(struct answer *answer, json_t *object, const char *const *ids)
{
	if (object && !passes_all(object, ids, answer->filters)) {
		json_decref(object);
		return;
	}
	fputc(answer->count++ ? ',' : '[', answer->out);
	write_object(answer, object);
}

static void end_array(struct answer *answer)
{
	if (!answer->id)
		fputs(answer->count ? "]" : "[]", answer->out);
}

/* Objects per lock. A contest can have 100,000 submissions, and writers wait for the lock. */
#define LOCK_COUNT 200

static void write_collection(struct answer *answer, const struct as_api_collection *collection)
{
	bool is_more = true;

	for (size_t i = 0; is_more && !answer->failed;) {
		lock(answer);
		const size_t count = collection->count(&answer->view);
		const size_t end = i + LOCK_COUNT < count ? i + LOCK_COUNT : count;
		for (; i < end && !answer->failed; i++)
			if (collection->sees(&answer->view, i))
				write_item(answer, collection->make(&answer->view, i),
					collection->ids);
		is_more = i < count;
		unlock(answer);
	}
}

static bool has_id(json_t *object, const char *id)
{
	const char *found = json_string_value(json_object_get(object, "id"));

	return found && strcmp(found, id) == 0;
}

/* A linear search, for collections without `find`: they are small or rarely searched. */
static void search(struct answer *answer, const struct as_api_collection *collection)
{
	const size_t count = collection->count(&answer->view);

	for (size_t i = 0; i < count && !answer->is_found && !answer->failed; i++) {
		if (!collection->sees(&answer->view, i))
			continue;
		json_t *object = collection->make(&answer->view, i);
		if (!object || has_id(object, answer->id))
			write_object(answer, object);
		else
			json_decref(object);
	}
}

/* Practice submissions are in no collection, because the feed must end. But a reader who may see
 * one can get it by id. */
static bool sees_object(
	const struct as_api_view *view, const struct as_api_collection *collection, size_t i)
{
	if (collection->make != as_api_submission_json || collection->sees(view, i))
		return collection->sees(view, i);
	const struct as_contest_submission *of = as_contest_log_submission(view->log, i);
	return of->is_practice && !of->is_ignored &&
	       as_contest_log_sees_submission(view->log, &view->sees, i);
}

static void write_found(struct answer *answer, const struct as_api_collection *collection)
{
	lock(answer);
	if (!collection->find) {
		search(answer, collection);
	} else {
		const size_t i = collection->find(&answer->view, answer->id);
		if (i != AS_CONTEST_NONE && i < collection->count(&answer->view) &&
			sees_object(&answer->view, collection, i))
			write_object(answer, collection->make(&answer->view, i));
	}
	unlock(answer);
}

/* ---- runs: numbered within a judgement ---- */

static bool sees_runs(const struct as_api_view *view, size_t judgement)
{
	return as_api_sees_judgement(view, judgement) && as_api_sees_runs(view, judgement);
}

static void write_runs_of(struct answer *answer, size_t judgement)
{
	static const char *const ids[] = {"judgement_id", "judgement_type_id", NULL};

	if (!sees_runs(&answer->view, judgement))
		return;
	const struct as_contest_judgement *of =
		as_contest_log_judgement(answer->view.log, judgement);
	for (size_t run = 0; run < of->run_count && !answer->failed; run++)
		if (as_contest_run_is_valid(&of->runs[run]))
			write_item(answer, as_api_run_json(&answer->view, judgement, run), ids);
}

static void write_all_runs(struct answer *answer)
{
	bool is_more = true;

	for (size_t i = 0; is_more && !answer->failed; i++) {
		lock(answer);
		is_more = i < as_contest_log_judgement_count(answer->view.log);
		if (is_more)
			write_runs_of(answer, i);
		unlock(answer);
	}
}

static void write_runs(struct answer *answer)
{
	const char *judgement_id = filter_value(answer->filters, "judgement_id");

	if (!judgement_id) {
		write_all_runs(answer);
		return;
	}
	lock(answer);
	const size_t judgement = as_api_find_judgement(&answer->view, judgement_id);
	if (judgement != AS_CONTEST_NONE)
		write_runs_of(answer, judgement);
	unlock(answer);
}

static void write_run(struct answer *answer)
{
	size_t judgement;

	lock(answer);
	const size_t run = as_api_find_run(&answer->view, answer->id, &judgement);
	if (run != AS_CONTEST_NONE && sees_runs(&answer->view, judgement))
		write_object(answer, as_api_run_json(&answer->view, judgement, run));
	unlock(answer);
}

/* ---- awards: computed together ---- */

static void write_awards(struct answer *answer)
{
	static const char *const ids[] = {NULL};

	lock(answer);
	AS_AUTO_JSON json_t *awards = as_api_awards_json(&answer->view, NULL);
	unlock(answer);
	answer->failed = !awards;
	for (size_t i = 0; i < json_array_size(awards); i++) {
		json_t *award = json_array_get(awards, i);
		if (!answer->id)
			write_item(answer, json_incref(award), ids);
		else if (has_id(award, answer->id))
			write_object(answer, json_incref(award));
	}
}

/* ---- single objects ---- */

static int refuse(struct answer *answer, int status, const char *message)
{
	write_object(answer, json_pack("{s:i, s:s}", "code", status, "message", message));
	return status;
}

static int write_account(struct answer *answer)
{
	if (answer->reader->account == AS_CONTEST_NONE)
		return refuse(answer, 404, "you are not logged in");
	lock(answer);
	write_object(answer, as_api_account_json(&answer->view, answer->reader->account));
	unlock(answer);
	return 200;
}

static int write_scoreboard(struct answer *answer)
{
	const char *group_id = filter_value(answer->filters, "group_id");
	size_t group = AS_CONTEST_NONE;
	bool is_valid = true;

	lock(answer);
	if (group_id) {
		group = as_contest_find_group(answer->view.contest, group_id);
		is_valid = group != AS_CONTEST_NONE && as_api_sees_group(&answer->view, group);
	}
	json_t *board = is_valid ? as_api_scoreboard_json(&answer->view, group) : NULL;
	unlock(answer);
	if (!is_valid)
		return refuse(answer, 400, "unknown group_id");
	write_object(answer, board);
	return 200;
}

static const struct {
	const char *name;
	json_t *(*make)(const struct as_api_view *view);
} singles[] = {
	{"", as_api_info_json},
	{"access", as_api_access_json},
	{"state", as_api_state_json},
};

/* 0: there is no such object. */
static int write_single(struct answer *answer, const char *endpoint)
{
	if (strcmp(endpoint, "account") == 0)
		return write_account(answer);
	if (strcmp(endpoint, "scoreboard") == 0)
		return write_scoreboard(answer);
	for (size_t i = 0; i < sizeof(singles) / sizeof(*singles); i++) {
		if (strcmp(singles[i].name, endpoint) != 0)
			continue;
		lock(answer);
		write_object(answer, singles[i].make(&answer->view));
		unlock(answer);
		return 200;
	}
	return 0;
}

/* ---- arrays ---- */

static void write_contests(struct answer *answer)
{
	static const char *const ids[] = {"main_scoreboard_group_id", NULL};

	lock(answer);
	if (!answer->id)
		write_item(answer, as_api_contest_json(&answer->view), ids);
	else if (strcmp(answer->id, answer->view.contest->settings.id) == 0)
		write_object(answer, as_api_contest_json(&answer->view));
	unlock(answer);
}

/* Arrays other than collections of numbered objects. */
static const struct {
	const char *name;
	void (*write)(struct answer *answer);
	void (*write_one)(struct answer *answer);
} arrays[] = {
	{"contests", write_contests, write_contests},
	{"runs", write_runs, write_run},
	{"awards", write_awards, write_awards},
};

/* 404 if there is no such array, else 200. */
static int write_items(struct answer *answer, const char *endpoint)
{
	const struct as_api_collection *collection = as_api_collection(endpoint);

	if (collection) {
		(answer->id ? write_found : write_collection)(answer, collection);
		end_array(answer);
		return 200;
	}
	for (size_t i = 0; i < sizeof(arrays) / sizeof(*arrays); i++)
		if (strcmp(arrays[i].name, endpoint) == 0) {
			(answer->id ? arrays[i].write_one : arrays[i].write)(answer);
			end_array(answer);
			return 200;
		}
	return 404;
}

static int write_answer(struct answer *answer, const char *endpoint)
{
	const int status = answer->id ? 0 : write_single(answer, endpoint);

	if (status)
		return status;
	if (strcmp(endpoint, "accounts") == 0 && answer->reader->role != AS_CONTEST_API_ADMIN)
		return refuse(answer, 403, "accounts are for admins; your own is at account");
	if (write_items(answer, endpoint) == 404)
		return refuse(answer, 404, "no such endpoint");
	if (answer->id && !answer->is_found && !answer->failed)
		return refuse(answer, 404, "no such object");
	return 200;
}

/* ---- entry point ---- */

/* Finishes writing to `json`: returns the status, or -1. */
static int finish(struct answer *answer, int status, struct as_bytes *json, struct as_error *error)
{
	answer->failed |= ferror(answer->out) != 0;
	if (fclose(answer->out) || answer->failed) {
		as_bytes_clear(json);
		return as_error_no_memory(error);
	}
	return status;
}

int as_contest_api_get(const struct as_contest_api *api, struct as_contest_log *log,
	const struct as_contest_api_reader *reader, const char *endpoint, const char *id,
	const struct as_contest_api_filters *filters, struct as_bytes *json, struct as_error *error)
{
	struct answer answer = {
		.api = api, .log = log, .reader = reader, .id = id, .filters = filters};

	answer.out = open_memstream(&json->data, &json->size);
	if (!answer.out)
		return as_error_no_memory(error);
	return finish(&answer, write_answer(&answer, endpoint), json, error);
}

int as_contest_api_refusal(
	int status, const char *message, struct as_bytes *json, struct as_error *error)
{
	struct answer answer = {.out = open_memstream(&json->data, &json->size)};

	if (!answer.out)
		return as_error_no_memory(error);
	refuse(&answer, status, message);
	return finish(&answer, 0, json, error);
}

char *as_contest_api_id(const struct as_contest_api *api, struct as_contest_log *log,
	const char *endpoint, size_t index, char id[AS_CONTEST_API_ID_SIZE])
{
	as_contest_log_lock(log);
	const struct as_api_view view = as_api_view(api, log, &AS_CONTEST_API_ANYBODY);
	if (strcmp(endpoint, "submissions") == 0)
		as_api_submission_id(&view, index, id);
	else if (strcmp(endpoint, "clarifications") == 0)
		as_api_clarification_id(&view, index, id);
	else if (strcmp(endpoint, "judgements") == 0)
		as_api_judgement_id(&view, index, id);
	else
		snprintf(id, AS_CONTEST_API_ID_SIZE, "%zu", index + 1);
	as_contest_log_unlock(log);
	return id;
}

size_t as_contest_api_find_judgement(
	const struct as_contest_api *api, struct as_contest_log *log, const char *id)
{
	const struct as_api_view view = as_api_view(api, log, &AS_CONTEST_API_ANYBODY);

	return as_api_find_judgement(&view, id);
}
