/* SPDX-License-Identifier: MIT */
/*
 * Plays a plan. Threads take the events in their order and send each at its time; one more thread
 * reads the event feed, which has the verdicts. Verdicts can arrive before the reply to their
 * submission, so both times are kept by the submission's id, and compared at the end.
 */
#include "simulate.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#define THREADS 48
#define LOOK_MS 50
/* Time that the end waits for the next verdict, and for a slow server. */
#define PATIENCE_MS 120000

struct run {
	const struct simulate_server *server;
	struct simulate_plan *plan;
	const struct as_contest_account *admin;
	struct simulate_result *result;
	int64_t begin_ms, last_ms; /* of the plan's first and last event */
	unsigned speed;
	atomic_size_t next;
	atomic_bool stop;
	pthread_mutex_t mutex; /* of what follows, and of `result` */
	json_t *sent, *judged; /* by id: [ms, program]; [ms, verdict] */
	int64_t last_verdict_ms;
	size_t open_count; /* submissions without a verdict */
	bool is_sent;      /* all: other submissions are not of this run */
};

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

static bool is_ended(const struct run *run)
{
	return atomic_load(&run->stop) || atomic_load(&cli_cancelled);
}

/* ---- results ---- */

/* Adds 1 to the count of a text. */
static void count_text(json_t *counts, const char *text)
{
	json_object_set_new_nocheck(
		counts, text, json_integer(json_integer_value(json_object_get(counts, text)) + 1));
}

/* The message of a reply: of the API's JSON, or none. */
static void count_refusal(struct run *run, const char *kind, const struct simulate_reply *reply)
{
	AS_AUTO_JSON json_t *body = reply->text ? json_loads(reply->text, 0, NULL) : NULL;
	const char *message = json_string_value(json_object_get(body, "message"));
	AS_AUTO_FREE char *text = as_text_format(NULL, "%s: status %d%s%s", kind, reply->status,
		message ? ": " : "", message ? message : "");

	if (text)
		count_text(run->result->errors, text);
}

static void keep_sent(
	struct run *run, const struct simulate_event *event, const char *text, int64_t sent_ms)
{
	AS_AUTO_JSON json_t *body = text ? json_loads(text, 0, NULL) : NULL;
	const char *id = json_string_value(json_object_get(body, "id"));

	if (!id)
		return;
	json_object_set_new(run->sent, id,
		json_pack("[I, I]", (json_int_t)sent_ms, (json_int_t)event->program));
	run->open_count += json_object_get(run->judged, id) == NULL;
	run->last_verdict_ms = now_ms();
}

/* A verdict can come before the reply to its submission. Verdicts of others do not count as
 * progress. */
static void keep_verdict(struct run *run, const char *id, const char *verdict)
{
	const bool is_own = json_object_get(run->sent, id);

	if (json_object_get(run->judged, id) || (run->is_sent && !is_own))
		return;
	json_object_set_new(run->judged, id, json_pack("[I, s]", (json_int_t)now_ms(), verdict));
	if (!is_own)
		return;
	run->open_count--;
	run->last_verdict_ms = now_ms();
}

static void on_line(void *context, const char *line)
{
	struct run *run = context;
	AS_AUTO_JSON json_t *event =
		strstr(line, "\"judgements\"") ? json_loads(line, 0, NULL) : NULL;
	const json_t *data = json_object_get(event, "data");
	const char *id = json_string_value(json_object_get(data, "submission_id"));
	const char *verdict = json_string_value(json_object_get(data, "judgement_type_id"));

	if (!id || !verdict)
		return;
	pthread_mutex_lock(&run->mutex);
	keep_verdict(run, id, verdict);
	pthread_mutex_unlock(&run->mutex);
}

/* ---- threads ---- */

static void *follow_feed(void *context)
{
	struct run *run = context;
	struct as_error error = {0};
	AS_AUTO_FREE char *path = as_text_format(
		&error, "/api/contests/%s/event-feed", run->server->contest->settings.id);
	const struct as_http_query query = {
		.path = path, .username = run->admin->username, .password = run->admin->password};

	while (path && !is_ended(run)) {
		error = (struct as_error){0};
		if (as_http_follow(run->server->origin, &query, on_line, run, &run->stop, &error) ==
			0)
			break;
		pthread_mutex_lock(&run->mutex);
		count_text(run->result->errors, error.text);
		pthread_mutex_unlock(&run->mutex);
		for (int i = 0; i < 1000 / LOOK_MS && !is_ended(run); i++)
			usleep(LOOK_MS * 1000);
	}
	return NULL;
}

/* A player's session; NULL: not logged in. On the heap. */
static char *cookie_of(struct simulate_player *player)
{
	pthread_mutex_lock(&player->mutex);
	char *cookie = player->cookie ? strdup(player->cookie) : NULL;
	pthread_mutex_unlock(&player->mutex);
	return cookie;
}

static int log_in(struct run *run, struct simulate_player *player, struct simulate_reply *reply,
	struct as_error *error)
{
	char *cookie = NULL;
	const int status = simulate_log_in(run->server, player->account, &cookie, reply, error);

	pthread_mutex_lock(&player->mutex);
	free(player->cookie);
	player->cookie = cookie;
	pthread_mutex_unlock(&player->mutex);
	return status;
}

/* Status 0: the player is not logged in, so there is no request. */
static int send_event(struct run *run, const struct simulate_event *event,
	struct simulate_reply *reply, struct as_error *error)
{
	static const char *const pages[] = {"/", "/problems", "/submissions", "/clarifications"};
	struct simulate_player *player = &run->plan->players[event->player];
	AS_AUTO_FREE char *cookie = cookie_of(player);

	*reply = (struct simulate_reply){0};
	switch (event->kind) {
	case SIMULATE_LOGIN:
		return log_in(run, player, reply, error);
	case SIMULATE_LOOK:
		return cookie ? simulate_look(
					run->server, cookie, pages[event->at_ms % 4], reply, error)
			      : 0;
	case SIMULATE_SUBMIT:
		return simulate_submit(run->server, player->account,
			&run->plan->programs[event->program], reply, error);
	case SIMULATE_ASK:
		return simulate_ask(run->server, player->account, event->problem, reply, error);
	case SIMULATE_PRINT:
		return cookie ? simulate_print(run->server, cookie, reply, error) : 0;
	}
	return 0;
}

static void play_event(struct run *run, const struct simulate_event *event)
{
	static const char *const nouns[] = {"log-in", "page", "submission", "question", "print"};
	const int64_t sent_ms = now_ms();
	struct simulate_reply reply;
	struct as_error error = {0};
	const int failed = send_event(run, event, &reply, &error);

	pthread_mutex_lock(&run->mutex);
	if (failed)
		count_text(run->result->errors, error.text);
	else if (reply.status >= 400)
		count_refusal(run, nouns[event->kind], &reply);
	else if (reply.status)
		run->result->counts[event->kind]++;
	if (!failed && event->kind == SIMULATE_SUBMIT && reply.status < 300)
		keep_sent(run, event, reply.text, sent_ms);
	pthread_mutex_unlock(&run->mutex);
	free(reply.text);
}

static void await_ms(const struct run *run, int64_t until_ms)
{
	for (int64_t left; !is_ended(run) && (left = until_ms - now_ms()) > 0;)
		usleep((useconds_t)(left < LOOK_MS ? left : LOOK_MS) * 1000);
}

/* Counts an event that is skipped, because a slow server would delay the end without limit. */
static void note_unsent(struct run *run)
{
	pthread_mutex_lock(&run->mutex);
	count_text(run->result->errors, "not sent, because the server is too slow");
	pthread_mutex_unlock(&run->mutex);
}

static void *play_events(void *context)
{
	struct run *run = context;

	for (;;) {
		const size_t index = atomic_fetch_add(&run->next, 1);
		if (index >= run->plan->event_count || is_ended(run))
			return NULL;
		const struct simulate_event *event = &run->plan->events[index];
		if (now_ms() > run->last_ms + PATIENCE_MS) {
			note_unsent(run);
			continue;
		}
		await_ms(run, run->begin_ms + event->at_ms / run->speed);
		if (!is_ended(run))
			play_event(run, event);
	}
}

/* ---- the end ---- */

static bool has_open(struct run *run)
{
	pthread_mutex_lock(&run->mutex);
	const bool has = run->open_count > 0 && now_ms() < run->last_verdict_ms + PATIENCE_MS;
	pthread_mutex_unlock(&run->mutex);
	return has;
}

static void note_unexpected(struct run *run, size_t program, const char *verdict)
{
	const struct simulate_program *of = &run->plan->programs[program];
	AS_AUTO_FREE char *text = of->is_right && strcmp(verdict, "AC") != 0
					  ? as_text_format(NULL, "%s: %s", of->path, verdict)
					  : NULL;

	if (text)
		count_text(run->result->unexpected, text);
}

static int finish(struct run *run, struct as_error *error)
{
	struct simulate_result *result = run->result;
	const char *id;
	json_t *sent;

	result->verdict_ms = calloc(json_object_size(run->sent) + 1, sizeof(*result->verdict_ms));
	if (!result->verdict_ms)
		return as_error_no_memory(error);
	json_object_foreach(run->sent, id, sent)
	{
		const json_t *judged = json_object_get(run->judged, id);
		if (!judged)
			continue;
		result->verdict_ms[result->verdicts++] =
			json_integer_value(json_array_get(judged, 0)) -
			json_integer_value(json_array_get(sent, 0));
		note_unexpected(run, (size_t)json_integer_value(json_array_get(sent, 1)),
			json_string_value(json_array_get(judged, 1)));
	}
	qsort(result->verdict_ms, result->verdicts, sizeof(*result->verdict_ms), as_int64_compare);
	return 0;
}

/* ---- the run ---- */

static void note_waiting(struct run *run)
{
	pthread_mutex_lock(&run->mutex);
	run->is_sent = true;
	AS_AUTO_FREE char *text =
		run->open_count ? as_text_format(NULL,
					  "all is sent; waiting for %zu verdicts (Ctrl-C: "
					  "report now)",
					  run->open_count)
				: NULL;
	pthread_mutex_unlock(&run->mutex);
	if (text)
		cli_note(text);
}

static void play_all(struct run *run)
{
	pthread_t feed, threads[THREADS];
	const bool has_feed = pthread_create(&feed, NULL, follow_feed, run) == 0;
	size_t count = 0;

	while (count < THREADS && pthread_create(&threads[count], NULL, play_events, run) == 0)
		count++;
	for (size_t i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	note_waiting(run);
	while (has_feed && !is_ended(run) && has_open(run))
		usleep(LOOK_MS * 1000);
	atomic_store(&run->stop, true);
	if (has_feed)
		pthread_join(feed, NULL);
}

int simulate_run(const struct simulate_server *server, struct simulate_plan *plan, unsigned speed,
	const struct as_contest_account *admin, struct simulate_result *result,
	struct as_error *error)
{
	AS_AUTO_JSON json_t *sent = json_object(), *judged = json_object();
	struct run run = {.server = server,
		.plan = plan,
		.admin = admin,
		.result = result,
		.begin_ms = now_ms(),
		.speed = speed,
		.mutex = PTHREAD_MUTEX_INITIALIZER,
		.sent = sent,
		.judged = judged};

	*result = (struct simulate_result){.errors = json_object(), .unexpected = json_object()};
	if (!sent || !judged || !result->errors || !result->unexpected)
		return as_error_no_memory(error);
	if (plan->event_count)
		run.last_ms = run.begin_ms + plan->events[plan->event_count - 1].at_ms / speed;
	play_all(&run);
	return finish(&run, error);
}

void simulate_result_clear(struct simulate_result *result)
{
	free(result->verdict_ms);
	json_decref(result->errors);
	json_decref(result->unexpected);
}
