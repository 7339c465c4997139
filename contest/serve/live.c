/* SPDX-License-Identifier: MIT */
/*
 * Streams: boards (server-sent events) and event feeds (lines of JSON).
 *   1. The follower thread of the log reports changes (live_caught_up).
 *   2. The thread of this file takes the rendering of each board (boards.c) at most four times a
 *      second. Streams that have the version before get only the changed rows. Slower streams skip
 *      versions, and get the newest whole board when they are ready.
 *   3. Each feed has its own cursor, which is read while its stream accepts data: by one thread at
 *      a time, without the mutex, so that a long feed delays no other viewer.
 *   4. At each change, and each second, the thread ends the streams whose session or token has
 *      ended.
 * Locks: the mutex protects the lists and their members. It is taken before the log's lock, and
 * never together with that of a rendering. A viewer that is busy is neither freed nor taken from
 * its list, except by the thread that has made it busy.
 */
#include "live.h"
#include "boards.h"
#include "live_event.h"
#include "server.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#define BOARD_PAUSE_NS INT64_C(250000000)
/* Interval at which sessions are checked, because they end by time. */
#define CHECK_INTERVAL_NS INT64_C(1000000000)
#define FEED_BYTES 65536
#define HEARTBEAT_MS 10000

enum { BOARD_PUBLIC, BOARD_JURY, BOARD_COUNT };

struct viewer {
	struct live *live;
	struct viewer *next, **before;
	struct as_http_stream *stream;
	/* For a board. */
	int board;
	uint64_t sent; /* the version that was sent last; 0: none */
	/* For a feed. */
	struct as_contest_cursor *cursor;
	bool is_busy;  /* a thread reads the cursor, or ends the stream */
	bool is_again; /* that thread must look once more */
	bool is_lost;  /* that thread must free it */
	struct as_site_pass pass;
};

/* A version of a board. */
struct version {
	struct as_http_buffer *text;  /* the fragment; NULL: none yet */
	struct as_http_buffer *whole; /* the fragment as an event */
	/* The update from the version before, as an event; NULL: send the whole. */
	struct as_http_buffer *change;
	char tag[AS_DIGEST_HEX_SIZE]; /* digest of the text */
	uint64_t number;              /* from 1 */
};

struct board {
	struct version sent;
	struct viewer *viewers;
};

struct live {
	struct as_server *server;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	bool is_changed, is_stopping;
	struct board boards[BOARD_COUNT];
	struct viewer *feeds;
	struct viewer *lost; /* busy viewers that are in no other list */
	pthread_t thread;
	bool has_thread;
};

/* ---- lists: with the mutex ---- */

static void add_viewer(struct viewer **list, struct viewer *viewer)
{
	viewer->next = *list;
	viewer->before = list;
	if (viewer->next)
		viewer->next->before = &viewer->next;
	*list = viewer;
}

static void remove_viewer(struct viewer *viewer)
{
	*viewer->before = viewer->next;
	if (viewer->next)
		viewer->next->before = viewer->before;
}

/* The viewer is not served any more. Its stream is closed by free_lost. */
static void lose(struct viewer *viewer)
{
	remove_viewer(viewer);
	viewer->is_busy = viewer->is_lost = true;
	add_viewer(&viewer->live->lost, viewer);
}

static void free_viewer(struct viewer *viewer)
{
	as_http_stream_close(viewer->stream);
	as_contest_feed_close(viewer->cursor);
	free(viewer);
}

/* Without the mutex: as_http_stream_close waits for callbacks, which take it. */
static void free_lost(struct live *live)
{
	pthread_mutex_lock(&live->mutex);
	struct viewer *viewer = as_steal(live->lost);
	pthread_mutex_unlock(&live->mutex);
	while (viewer) {
		struct viewer *next = viewer->next;
		free_viewer(viewer);
		viewer = next;
	}
}

/* ---- boards ---- */

/* Call it with the mutex held. A stream that is not idle calls `drained` later. */
static void offer(struct board *board, struct viewer *viewer)
{
	const struct version *sent = &board->sent;
	const bool is_next = sent->change && viewer->sent + 1 == sent->number;

	if (viewer->sent == sent->number || !sent->whole || !as_http_stream_is_idle(viewer->stream))
		return;
	if (as_http_stream_write(viewer->stream, is_next ? sent->change : sent->whole) ==
		AS_HTTP_STREAM_TAKEN)
		viewer->sent = sent->number;
}

static void unref_version(struct version *version)
{
	as_http_buffer_unref(version->text);
	as_http_buffer_unref(version->whole);
	as_http_buffer_unref(version->change);
}

/* Runs only in the thread, which alone changes `sent`. */
static void refresh(struct live *live, int kind)
{
	struct board *board = &live->boards[kind];
	struct version made = {.number = board->sent.number + 1};
	char id[LIVE_ID_SIZE];
	size_t size;

	made.text = boards_newest(live->server->shared.boards,
		kind == BOARD_JURY ? BOARDS_JURY : BOARDS_PUBLIC, made.tag);
	if (!made.text || strcmp(made.tag, board->sent.tag) == 0) {
		unref_version(&made);
		return;
	}
	const char *text = as_http_buffer_data(made.text, &size);
	live_event_id(id, made.number, made.tag);
	made.whole = live_event_make("board", text, id);
	if (!made.whole) {
		unref_version(&made);
		return;
	}
	made.change = live_event_change(board->sent.text, text, id);
	pthread_mutex_lock(&live->mutex);
	unref_version(&board->sent);
	board->sent = made;
	for (struct viewer *viewer = board->viewers; viewer; viewer = viewer->next)
		offer(board, viewer);
	pthread_mutex_unlock(&live->mutex);
}

/* ---- feeds ---- */

/* The next part of a feed; NULL: none. */
static struct as_http_buffer *read_part(struct as_contest_cursor *cursor)
{
	char *bytes = malloc(FEED_BYTES);
	const ssize_t size = bytes ? as_contest_feed_read(cursor, bytes, FEED_BYTES, NULL) : -1;

	if (size > 0)
		return as_http_buffer_take(bytes, (size_t)size, NULL);
	free(bytes);
	return NULL;
}

/* Writes while the stream accepts data. False: there is nothing more. */
static bool pump_part(struct viewer *viewer)
{
	struct live *live = viewer->live;

	if (viewer->is_lost || !as_http_stream_is_idle(viewer->stream))
		return false;
	pthread_mutex_unlock(&live->mutex);
	struct as_http_buffer *part = read_part(viewer->cursor);
	pthread_mutex_lock(&live->mutex);
	if (part && !viewer->is_lost)
		(void)as_http_stream_write(viewer->stream, part);
	as_http_buffer_unref(part);
	return part != NULL;
}

/* Call it with the mutex held, which is released in between. Returns the viewer after it. */
static struct viewer *pump(struct viewer *viewer)
{
	if (viewer->is_busy) {
		viewer->is_again = true;
		return viewer->next;
	}
	viewer->is_busy = true;
	do
		viewer->is_again = false;
	while (pump_part(viewer) || viewer->is_again);
	struct viewer *next = viewer->next;
	if (viewer->is_lost)
		lose(viewer);
	else
		viewer->is_busy = false;
	return next;
}

static void pump_feeds(struct live *live)
{
	pthread_mutex_lock(&live->mutex);
	for (struct viewer *viewer = live->feeds; viewer;)
		viewer = pump(viewer);
	pthread_mutex_unlock(&live->mutex);
	free_lost(live);
}

/* ---- streams ---- */

/* Call it with the mutex held. */
static void serve(struct viewer *viewer)
{
	if (viewer->cursor)
		(void)pump(viewer);
	else
		offer(&viewer->live->boards[viewer->board], viewer);
}

static void drained(struct as_http_stream *stream, void *context)
{
	struct viewer *viewer = context;
	struct live *live = viewer->live;

	pthread_mutex_lock(&live->mutex);
	if (!viewer->is_lost) {
		viewer->stream = stream;
		serve(viewer);
	}
	pthread_mutex_unlock(&live->mutex);
	free_lost(live);
}

static void closed(struct as_http_stream *stream, void *context)
{
	struct viewer *viewer = context;
	struct live *live = viewer->live;

	pthread_mutex_lock(&live->mutex);
	viewer->stream = stream;
	const bool is_mine = !viewer->is_busy;
	if (is_mine)
		remove_viewer(viewer);
	viewer->is_lost = true;
	pthread_mutex_unlock(&live->mutex);
	if (is_mine)
		free_viewer(viewer);
}

/* Answers with the stream of a viewer and adds it to the list. */
static void open_stream(struct live *live, struct as_http_request *request, struct viewer *viewer,
	struct viewer **list, const char *type, const char *heartbeat)
{
	const struct as_http_stream_config config = {.drained = drained,
		.closed = closed,
		.context = viewer,
		.heartbeat = heartbeat,
		.heartbeat_ms = HEARTBEAT_MS};

	pthread_mutex_lock(&live->mutex);
	/* A returning viewer that has the current board, such as after a restart of the server. */
	const struct version *sent = &live->boards[viewer->board].sent;
	if (!viewer->cursor && sent->number > 0 &&
		live_event_is_of(as_http_header(request, "Last-Event-ID"), sent->tag))
		viewer->sent = sent->number;
	add_viewer(list, viewer);
	viewer->stream = as_http_stream_open(request, as_http_response_new(200, type), &config);
	if (!viewer->stream) {
		remove_viewer(viewer);
		pthread_mutex_unlock(&live->mutex);
		as_contest_feed_close(viewer->cursor);
		free(viewer);
		return;
	}
	serve(viewer);
	pthread_mutex_unlock(&live->mutex);
	free_lost(live);
}

void live_board(struct live *live, struct as_http_request *request, bool jury)
{
	struct viewer *viewer = calloc(1, sizeof(*viewer));

	if (!viewer) {
		as_http_fail(request, 503, "the server is out of memory");
		return;
	}
	viewer->live = live;
	viewer->board = jury ? BOARD_JURY : BOARD_PUBLIC;
	if (jury)
		viewer->pass = as_site_pass_of_session(live->server->site, request);
	/* The session has ended since it was checked. */
	if (jury && !viewer->pass.is_needed) {
		free(viewer);
		as_http_fail(request, 403, "the session has ended: log in again");
		return;
	}
	open_stream(live, request, viewer, &live->boards[viewer->board].viewers,
		"text/event-stream", ":\n\n");
}

/* The stream sends a heartbeat only between two writes, and each write ends with a line unless it
 * was cut. */
void live_feed(struct live *live, struct as_http_request *request, size_t account,
	struct as_contest_cursor *cursor)
{
	struct viewer *viewer = calloc(1, sizeof(*viewer));

	if (!viewer) {
		as_contest_feed_close(cursor);
		as_http_fail(request, 503, "the server is out of memory");
		return;
	}
	viewer->live = live;
	viewer->cursor = cursor;
	viewer->pass = as_site_pass_of_token(request, account);
	open_stream(live, request, viewer, &live->feeds, "application/x-ndjson", "\n");
}

/* ---- sessions ---- */

static void end_stale(struct live *live, struct viewer *first)
{
	for (struct viewer *viewer = first, *next; viewer; viewer = next) {
		next = viewer->next;
		if (!viewer->is_busy && !as_site_pass_is_live(live->server->site, &viewer->pass))
			lose(viewer);
	}
}

/* Ends the streams whose reader has logged out or whose token was revoked. Boards of the public
 * need no log-in. */
static void check_sessions(struct live *live)
{
	pthread_mutex_lock(&live->mutex);
	end_stale(live, live->boards[BOARD_JURY].viewers);
	end_stale(live, live->feeds);
	pthread_mutex_unlock(&live->mutex);
	free_lost(live);
}

/* ---- the thread ---- */

void live_caught_up(struct live *live)
{
	pthread_mutex_lock(&live->mutex);
	live->is_changed = true;
	pthread_cond_signal(&live->changed);
	pthread_mutex_unlock(&live->mutex);
}

/* False: stopping. */
static bool await_change(struct live *live, int64_t max_ns)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	const int64_t ns = until.tv_nsec + max_ns;
	until.tv_sec += (time_t)(ns / 1000000000);
	until.tv_nsec = (long)(ns % 1000000000);
	pthread_mutex_lock(&live->mutex);
	while (!live->is_changed && !live->is_stopping &&
		pthread_cond_timedwait(&live->changed, &live->mutex, &until) == 0)
		;
	live->is_changed = false;
	const bool goes_on = !live->is_stopping;
	pthread_mutex_unlock(&live->mutex);
	return goes_on;
}

static void *run_live(void *context)
{
	struct live *live = context;
	int64_t rendered_ns = 0;

	while (await_change(live, CHECK_INTERVAL_NS)) {
		check_sessions(live);
		pump_feeds(live);
		const int64_t early_ns = rendered_ns + BOARD_PAUSE_NS - as_now_ns();
		if (early_ns > 0)
			usleep((useconds_t)(early_ns / 1000));
		for (int kind = 0; kind < BOARD_COUNT; kind++)
			refresh(live, kind);
		rendered_ns = as_now_ns();
	}
	return NULL;
}

struct live *live_open(struct as_server *server, struct as_error *error)
{
	struct live *live = calloc(1, sizeof(*live));

	if (!live) {
		as_error_no_memory(error);
		return NULL;
	}
	live->server = server;
	pthread_mutex_init(&live->mutex, NULL);
	pthread_condattr_t attributes;
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&live->changed, &attributes);
	pthread_condattr_destroy(&attributes);
	return live;
}

int live_start(struct live *live, struct as_error *error)
{
	for (int kind = 0; kind < BOARD_COUNT; kind++)
		refresh(live, kind);
	const int failed = pthread_create(&live->thread, NULL, run_live, live);
	if (failed)
		return as_error_sys(error, AS_ERROR_MACHINE, failed, "cannot start a thread");
	live->has_thread = true;
	return 0;
}

void live_stop(struct live *live)
{
	if (!live || !live->has_thread)
		return;
	pthread_mutex_lock(&live->mutex);
	live->is_stopping = true;
	pthread_cond_signal(&live->changed);
	pthread_mutex_unlock(&live->mutex);
	pthread_join(live->thread, NULL);
	live->has_thread = false;
}

void live_close(struct live *live)
{
	if (!live)
		return;
	live_stop(live);
	for (int kind = 0; kind < BOARD_COUNT; kind++)
		unref_version(&live->boards[kind].sent);
	pthread_cond_destroy(&live->changed);
	pthread_mutex_destroy(&live->mutex);
	free(live);
}
