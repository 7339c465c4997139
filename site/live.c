/* SPDX-License-Identifier: MIT */
/*
 * Streams: views (server-sent events) and feeds (lines).
 *   1. The owner reports changes (as_site_live_changed).
 *   2. The thread of this file takes the newest text of each view at most four times a second.
 *      Streams that have the version before get only the change. Slower streams skip versions, and
 *      get the newest whole text when they are ready.
 *   3. Each feed has its own cursor, which is read while its stream accepts data: by one thread at
 *      a time, without the mutex, so that a long feed delays no other viewer.
 *   4. At each change, and each second, the thread ends the streams whose session or token has
 *      ended.
 * Locks: the mutex protects the lists and their members. It is taken before locks of the owner's
 * callbacks, but never around `newest`. A viewer that is busy is neither freed nor taken from its
 * list, except by the thread that has made it busy.
 */
#include "live_event.h"

#include <assay/site/live.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PAUSE_NS INT64_C(250000000)
/* Interval at which sessions are checked, because they end by time. */
#define CHECK_INTERVAL_NS INT64_C(1000000000)
/* What each slow reader of a feed holds. There may be thousands. */
#define FEED_BYTES 16384
#define HEARTBEAT_MS 10000

struct viewer {
	struct as_site_live *live;
	struct viewer *next, **before;
	struct as_http_stream *stream;
	struct view *view; /* NULL: a feed */
	uint64_t sent;     /* the version that was sent last; 0: none */
	void *cursor;      /* of a feed */
	bool is_busy;      /* a thread reads the cursor, or ends the stream */
	bool is_again;     /* that thread must look once more */
	bool is_lost;      /* that thread must free it */
	struct as_site_pass pass;
};

/* A version of a view. */
struct version {
	struct as_http_buffer *text;  /* NULL: none yet */
	struct as_http_buffer *whole; /* the text as an event */
	/* The update from the version before, as an event; NULL: send the whole. */
	struct as_http_buffer *change;
	char tag[AS_DIGEST_HEX_SIZE]; /* digest of the text */
	uint64_t number;              /* from 1 */
};

struct view {
	struct version sent;
	struct viewer *viewers;
	bool needs_sessions; /* of a viewer at least */
};

struct as_site_live {
	struct as_site_live_config config;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	bool is_changed, is_stopping;
	struct viewer *feeds;
	struct viewer *lost; /* busy viewers that are in no other list */
	pthread_t thread;
	bool has_thread;
	struct view views[];
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

static void close_cursor(const struct as_site_live *live, void *cursor)
{
	if (cursor)
		live->config.close(cursor);
}

static void free_viewer(struct viewer *viewer)
{
	as_http_stream_close(viewer->stream);
	close_cursor(viewer->live, viewer->cursor);
	free(viewer);
}

/* Without the mutex: as_http_stream_close waits for callbacks, which take it. */
static void free_lost(struct as_site_live *live)
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

/* ---- views ---- */

/* Call it with the mutex held. A stream that is not idle calls `drained` later. */
static void offer(struct viewer *viewer)
{
	const struct version *sent = &viewer->view->sent;
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

/* NULL: send the whole text. */
static struct as_http_buffer *make_change(const struct as_site_live_config *config,
	const struct as_http_buffer *before, const char *text, const char *id)
{
	size_t size;
	AS_AUTO_FREE char *change = config->change(as_http_buffer_data(before, &size), text);

	return change ? live_event_make(config->change_event, change, id) : NULL;
}

/* Runs only in the thread, which alone changes `sent`. */
static void refresh(struct as_site_live *live, struct view *view)
{
	const struct as_site_live_config *config = &live->config;
	struct version made = {.number = view->sent.number + 1};
	char id[LIVE_ID_SIZE];
	size_t size;

	made.text = config->newest(config->context, (size_t)(view - live->views), made.tag);
	if (!made.text || strcmp(made.tag, view->sent.tag) == 0) {
		unref_version(&made);
		return;
	}
	const char *text = as_http_buffer_data(made.text, &size);
	live_event_id(id, made.number, made.tag);
	made.whole = live_event_make(config->whole_event, text, id);
	if (!made.whole) {
		unref_version(&made);
		return;
	}
	made.change = view->sent.text ? make_change(config, view->sent.text, text, id) : NULL;
	pthread_mutex_lock(&live->mutex);
	unref_version(&view->sent);
	view->sent = made;
	for (struct viewer *viewer = view->viewers; viewer; viewer = viewer->next)
		offer(viewer);
	pthread_mutex_unlock(&live->mutex);
}

/* ---- feeds ---- */

/* The next part of a feed; NULL: none. */
static struct as_http_buffer *read_part(const struct as_site_live *live, void *cursor)
{
	char bytes[FEED_BYTES];
	const ssize_t size = live->config.read(cursor, bytes, sizeof(bytes));

	return size > 0 ? as_http_buffer_copy(bytes, (size_t)size, NULL) : NULL;
}

/* Writes while the stream accepts data. False: there is nothing more. */
static bool pump_part(struct viewer *viewer)
{
	struct as_site_live *live = viewer->live;

	if (viewer->is_lost || !as_http_stream_is_idle(viewer->stream))
		return false;
	pthread_mutex_unlock(&live->mutex);
	struct as_http_buffer *part = read_part(live, viewer->cursor);
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

static void pump_feeds(struct as_site_live *live)
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
		offer(viewer);
}

static void drained(struct as_http_stream *stream, void *context)
{
	struct viewer *viewer = context;
	struct as_site_live *live = viewer->live;

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
	struct as_site_live *live = viewer->live;

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
static void open_stream(struct as_site_live *live, struct as_http_request *request,
	struct viewer *viewer, struct viewer **list, const char *type, const char *heartbeat)
{
	const struct as_http_stream_config config = {.drained = drained,
		.closed = closed,
		.context = viewer,
		.heartbeat = heartbeat,
		.heartbeat_ms = HEARTBEAT_MS};

	pthread_mutex_lock(&live->mutex);
	if (viewer->view && viewer->pass.is_needed)
		viewer->view->needs_sessions = true;
	/* A returning viewer that has the current text, such as after a restart of the server. */
	if (viewer->view && viewer->view->sent.number > 0 &&
		live_event_is_of(as_http_header(request, "Last-Event-ID"), viewer->view->sent.tag))
		viewer->sent = viewer->view->sent.number;
	add_viewer(list, viewer);
	viewer->stream = as_http_stream_open(request, as_http_response_new(200, type), &config);
	if (!viewer->stream) {
		remove_viewer(viewer);
		pthread_mutex_unlock(&live->mutex);
		close_cursor(viewer->live, viewer->cursor);
		free(viewer);
		return;
	}
	serve(viewer);
	pthread_mutex_unlock(&live->mutex);
	free_lost(live);
}

/* If the session has ended meanwhile, the next check ends the stream. */
void as_site_live_view(struct as_site_live *live, struct as_http_request *request, size_t view,
	const struct as_site_visitor *reader)
{
	struct viewer *viewer = calloc(1, sizeof(*viewer));

	if (!viewer) {
		as_http_fail_no_memory(request);
		return;
	}
	viewer->live = live;
	viewer->view = &live->views[view];
	if (reader)
		viewer->pass = as_site_pass_of_session(reader);
	if (reader && !viewer->pass.is_needed) {
		free(viewer);
		as_http_fail(request, 403, "the session has ended: log in again");
		return;
	}
	open_stream(live, request, viewer, &viewer->view->viewers, "text/event-stream", ":\n\n");
}

/* The stream sends a heartbeat only between two writes, and each write ends with a line unless it
 * was cut. */
void as_site_live_feed(
	struct as_site_live *live, struct as_http_request *request, size_t account, void *cursor)
{
	struct viewer *viewer = calloc(1, sizeof(*viewer));

	if (!viewer) {
		close_cursor(live, cursor);
		as_http_fail_no_memory(request);
		return;
	}
	viewer->live = live;
	viewer->cursor = cursor;
	viewer->pass = as_site_pass_of_token(request, account);
	open_stream(live, request, viewer, &live->feeds, "application/x-ndjson", "\n");
}

/* ---- sessions ---- */

static void end_stale(struct as_site_live *live, struct viewer *first)
{
	for (struct viewer *viewer = first, *next; viewer; viewer = next) {
		next = viewer->next;
		if (!viewer->is_busy && !as_site_pass_is_live(live->config.site, &viewer->pass))
			lose(viewer);
	}
}

/* Ends the streams whose reader has logged out or whose token was revoked. */
static void check_sessions(struct as_site_live *live)
{
	pthread_mutex_lock(&live->mutex);
	for (size_t i = 0; i < live->config.view_count; i++)
		if (live->views[i].needs_sessions)
			end_stale(live, live->views[i].viewers);
	end_stale(live, live->feeds);
	pthread_mutex_unlock(&live->mutex);
	free_lost(live);
}

/* ---- the thread ---- */

void as_site_live_changed(struct as_site_live *live)
{
	pthread_mutex_lock(&live->mutex);
	live->is_changed = true;
	pthread_cond_signal(&live->changed);
	pthread_mutex_unlock(&live->mutex);
}

/* False: stopping. */
static bool await_change(struct as_site_live *live, int64_t max_ns)
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

static void refresh_all(struct as_site_live *live)
{
	for (size_t i = 0; i < live->config.view_count; i++)
		refresh(live, &live->views[i]);
}

static void *run_live(void *context)
{
	struct as_site_live *live = context;
	int64_t rendered_ns = 0;

	while (await_change(live, CHECK_INTERVAL_NS)) {
		check_sessions(live);
		pump_feeds(live);
		const int64_t early_ns = rendered_ns + PAUSE_NS - as_now_ns();
		if (early_ns > 0)
			usleep((useconds_t)(early_ns / 1000));
		refresh_all(live);
		rendered_ns = as_now_ns();
	}
	return NULL;
}

struct as_site_live *as_site_live_open(
	const struct as_site_live_config *config, struct as_error *error)
{
	struct as_site_live *live =
		calloc(1, sizeof(*live) + config->view_count * sizeof(*live->views));

	if (!live) {
		as_error_no_memory(error);
		return NULL;
	}
	live->config = *config;
	pthread_mutex_init(&live->mutex, NULL);
	pthread_condattr_t attributes;
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&live->changed, &attributes);
	pthread_condattr_destroy(&attributes);
	return live;
}

int as_site_live_start(struct as_site_live *live, struct as_error *error)
{
	refresh_all(live);
	const int failed = pthread_create(&live->thread, NULL, run_live, live);
	if (failed)
		return as_error_sys(error, AS_ERROR_MACHINE, failed, "cannot start a thread");
	live->has_thread = true;
	return 0;
}

void as_site_live_stop(struct as_site_live *live)
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

void as_site_live_close(struct as_site_live *live)
{
	if (!live)
		return;
	as_site_live_stop(live);
	for (size_t i = 0; i < live->config.view_count; i++)
		unref_version(&live->views[i].sent);
	pthread_cond_destroy(&live->changed);
	pthread_mutex_destroy(&live->mutex);
	free(live);
}
