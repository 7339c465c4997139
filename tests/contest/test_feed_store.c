/* SPDX-License-Identifier: MIT */
/* The event feed of a contest in a store, read while events arrive. */
#include "log_case.h"

#include <assay/contest/api.h>
#include <pthread.h>

#define MINUTE_MS INT64_C(60000)

enum { ANN, BOB, EVE };

struct served {
	struct log_case made;
	struct as_languages *languages;
	struct as_contest_api *api;
};

static void serve_begin(struct served *served)
{
	const struct as_contest_api_config config = {
		.contest = served->made.contest, .languages = served->languages, .version = "1.0"};

	served->api = as_contest_api_open(&config, NULL);
	cr_assert_not_null(served->api);
	served->made.observer.changed = as_contest_api_changed;
	served->made.observer.context = served->api;
}

/* Another server on the same store, which has read all events. */
static void serve_again(struct served *served)
{
	struct as_contest_api *old = served->api;

	serve_begin(served);
	log_case_restart(&served->made);
	as_contest_api_close(old);
}

static struct served serve(void)
{
	struct served served = {.made = log_case_make("")};

	served.languages = as_languages_open(NULL, NULL);
	cr_assert_not_null(served.languages);
	serve_again(&served);
	return served;
}

static void serve_end(struct served *served)
{
	as_contest_log_close(as_steal(served->made.log));
	as_contest_api_close(served->api);
	log_case_clear(&served->made);
	as_languages_close(served->languages);
}
#define AUTO_SERVED AS_AUTO(serve_end) struct served

static const struct as_contest_api_reader readers[] = {
	{.role = AS_CONTEST_API_PUBLIC, .team = AS_CONTEST_NONE, .account = AS_CONTEST_NONE},
	{.role = AS_CONTEST_API_TEAM, .team = ANN, .account = AS_CONTEST_NONE},
	{.role = AS_CONTEST_API_TEAM, .team = EVE, .account = AS_CONTEST_NONE},
	{.role = AS_CONTEST_API_JUDGE, .team = AS_CONTEST_NONE, .account = AS_CONTEST_NONE},
	{.role = AS_CONTEST_API_ADMIN, .team = AS_CONTEST_NONE, .account = AS_CONTEST_NONE},
};
#define READERS (sizeof(readers) / sizeof(*readers))

/* Reads all bytes that are available. */
static void take(struct as_contest_cursor *cursor, FILE *out)
{
	char bytes[777];
	ssize_t count;

	while ((count = as_contest_feed_read(cursor, bytes, sizeof(bytes), NULL)) > 0)
		fwrite(bytes, 1, (size_t)count, out);
	cr_assert_eq(count, 0);
}

static char *whole_feed(const struct served *served, size_t reader)
{
	struct as_contest_cursor *cursor =
		as_contest_feed_open(served->api, served->made.log, &readers[reader], NULL, NULL);
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	cr_assert_not_null(cursor);
	take(cursor, out);
	as_contest_feed_close(cursor);
	fclose(out);
	return text;
}

/* A viewer: reads repeatedly until the last event. */
struct viewer {
	struct as_contest_cursor *cursor;
	const atomic_bool *is_over;
	char *text;
	size_t size;
	pthread_t thread;
};

static void *view(void *context)
{
	struct viewer *viewer = context;
	FILE *out = open_memstream(&viewer->text, &viewer->size);
	bool is_over;

	do {
		is_over = atomic_load(viewer->is_over);
		take(viewer->cursor, out);
		usleep(500);
	} while (!is_over);
	fclose(out);
	return NULL;
}

/* The contest ends now. */
static void end_contest(struct log_case *made)
{
	struct as_error error = {0};

	as_contest_log_lock(made->log);
	struct as_contest_clock clock = *as_contest_log_clock(made->log);
	as_contest_log_unlock(made->log);
	clock.duration_ms = as_contest_log_now_ms(made->log) - clock.start_wall_ms;
	cr_assert_eq(log_case_set_clock(made, &clock, &error), 0, "%s", error.text);
}

static void play(struct served *served)
{
	struct as_error error = {0};

	log_case_start(&served->made, 230 * MINUTE_MS);
	for (size_t i = 0; i < 30; i++) {
		log_case_submit(&served->made, i % 3);
		log_case_judge(&served->made, i % 4 == 0 ? AS_VERDICT_AC : AS_VERDICT_WA);
		log_case_await(&served->made, i + 1);
	}
	/* The freeze has begun. */
	log_case_start(&served->made, 250 * MINUTE_MS);
	log_case_submit(&served->made, ANN);
	cr_assert_eq(as_contest_log_rejudge(served->made.log, 3,
			     &(struct as_store_order){.class = AS_STORE_REJUDGING},
			     AS_CONTEST_BY_SERVER, &error),
		0, "%s", error.text);
	log_case_judge(&served->made, AS_VERDICT_AC);
	log_case_judge(&served->made, AS_VERDICT_AC);
	log_case_await(&served->made, 32);
	end_contest(&served->made);
	log_case_submit(&served->made, BOB);
	log_case_judge(&served->made, AS_VERDICT_AC);
	log_case_await(&served->made, 33);
}

Test(feed_store, a_new_server_sends_the_same_bytes)
{
	AUTO_SERVED served = serve();
	struct viewer viewers[READERS];
	atomic_bool is_over = false;

	for (size_t i = 0; i < READERS; i++) {
		viewers[i] = (struct viewer){.is_over = &is_over,
			.cursor = as_contest_feed_open(
				served.api, served.made.log, &readers[i], NULL, NULL)};
		cr_assert_not_null(viewers[i].cursor);
		cr_assert_eq(pthread_create(&viewers[i].thread, NULL, view, &viewers[i]), 0);
	}
	play(&served);
	atomic_store(&is_over, true);
	for (size_t i = 0; i < READERS; i++) {
		pthread_join(viewers[i].thread, NULL);
		as_contest_feed_close(viewers[i].cursor);
	}
	serve_again(&served);
	for (size_t i = 0; i < READERS; i++) {
		AS_AUTO_FREE char *whole = whole_feed(&served, i);
		cr_expect_str_eq(viewers[i].text, whole);
		cr_expect(strstr(whole, "\"type\":\"submissions\",\"id\":\"29\""));
		free(viewers[i].text);
	}
}

Test(feed_store, a_token_outlives_the_server)
{
	AUTO_SERVED served = serve();
	char token[AS_CONTEST_TOKEN_SIZE], later[AS_CONTEST_TOKEN_SIZE];

	log_case_start(&served.made, MINUTE_MS);
	log_case_submit(&served.made, ANN);
	as_contest_feed_token(served.api, served.made.log, &readers[0], token);
	serve_again(&served);
	as_contest_feed_token(served.api, served.made.log, &readers[0], later);
	cr_expect_str_eq(token, later);
	log_case_submit(&served.made, BOB);
	struct as_contest_cursor *cursor =
		as_contest_feed_open(served.api, served.made.log, &readers[0], token, NULL);
	cr_assert_not_null(cursor);
	char line[2000] = "";
	cr_expect_gt(as_contest_feed_read(cursor, line, sizeof(line) - 1, NULL), 0);
	cr_expect_eq(strncmp(line, "{\"type\":\"submissions\",\"id\":\"2\",", 31), 0, "%s", line);
	cr_expect_eq(as_contest_feed_read(cursor, line, sizeof(line) - 1, NULL), 0);
	as_contest_feed_close(cursor);
}

/* The client has lines of another server, which is ahead; but not of a feed that does not exist. */
Test(feed_store, lines_that_the_client_has_are_skipped_when_they_come)
{
	AUTO_SERVED served = serve();
	char token[AS_CONTEST_TOKEN_SIZE], ahead[AS_CONTEST_TOKEN_SIZE + 10];
	char line[2000] = "";

	log_case_start(&served.made, MINUTE_MS);
	as_contest_feed_token(served.api, served.made.log, &readers[0], token);
	const char *count = strchr(token, '-') + 1;
	snprintf(ahead, sizeof(ahead), "%.*s%d", (int)(count - token), token, atoi(count) + 1);
	struct as_contest_cursor *cursor =
		as_contest_feed_open(served.api, served.made.log, &readers[0], ahead, NULL);
	cr_assert_not_null(cursor);
	cr_expect_eq(as_contest_feed_read(cursor, line, sizeof(line) - 1, NULL), 0);
	log_case_submit(&served.made, ANN);
	cr_expect_eq(as_contest_feed_read(cursor, line, sizeof(line) - 1, NULL), 0, "%s", line);
	log_case_submit(&served.made, BOB);
	cr_expect_gt(as_contest_feed_read(cursor, line, sizeof(line) - 1, NULL), 0);
	cr_expect_eq(strncmp(line, "{\"type\":\"submissions\",\"id\":\"2\",", 31), 0, "%s", line);
	as_contest_feed_close(cursor);
	snprintf(ahead, sizeof(ahead), "%.*s%d", (int)(count - token), token, 1000000);
	cr_expect_null(as_contest_feed_open(served.api, served.made.log, &readers[0], ahead, NULL));
}

Test(feed_store, a_changed_folder_changes_the_feed)
{
	AUTO_SERVED served = serve();
	struct as_error error = {0};
	char token[AS_CONTEST_TOKEN_SIZE];

	log_case_start(&served.made, MINUTE_MS);
	as_contest_feed_token(served.api, served.made.log, &readers[0], token);
	free(served.made.contest->teams[ANN].name);
	served.made.contest->teams[ANN].name = strdup("Ann of the other name");
	serve_again(&served);
	cr_expect_null(
		as_contest_feed_open(served.api, served.made.log, &readers[0], token, &error));
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	cr_expect_str_eq(
		error.text, "since_token is not a token of this feed: read it from the beginning");
}
