/* SPDX-License-Identifier: MIT */
/*
 * Opening and closing the server.
 *
 * Threads: those of libmicrohttpd, each with its own epoll on the port, which run the handlers; the
 * pool, for handlers that may block; the thread of the streams (hub.c), which also checks once a
 * second for connections past their deadline.
 */
#include "server.h"

#include "body.h"
#include "listen.h"
#include "receive.h"
#include "tls.h"

#include <fcntl.h>
#include <string.h>
#include <time.h>

#define MEMORY_BYTES 32768 /* for each connection: the head of a request must fit */
#define MIN_FILES_BYTES (UINT64_C(64) << 20)
#define OTHER_DESCRIPTORS 256 /* of the caller: stores, packages, workers */

static void set_defaults(struct as_http_limits *limits)
{
	const struct as_http_limits defaults = {.connection_count = 4000,
		.stream_count = 12000,
		.queue_count = 1000,
		.body_bytes = 1 << 20,
		.bodies_bytes = 256 << 20,
		.answers_bytes = 256 << 20,
		.idle_ms = 30000,
		.request_ms = 120000,
		.answer_rate = 32768,
		.answer_ms = 15000,
		.stall_ms = 60000};

#define SET(member)                                                                                \
	if (limits->member == 0)                                                                   \
	limits->member = defaults.member
	SET(connection_count);
	SET(stream_count);
	SET(queue_count);
	SET(body_bytes);
	SET(bodies_bytes);
	SET(answers_bytes);
	SET(idle_ms);
	SET(request_ms);
	SET(stall_ms);
	SET(answer_rate);
	SET(answer_ms);
#undef SET
	if (limits->files_bytes == 0)
		limits->files_bytes = (uint64_t)limits->connection_count << 19 > MIN_FILES_BYTES
					      ? (uint64_t)limits->connection_count << 19
					      : MIN_FILES_BYTES;
}

static void open_body_folder(struct as_http *http, const char *folder)
{
	struct as_http_limits *limits = &http->limits;
	bool in_memory;

	http->bodies.folder = http_body_folder(folder, &in_memory);
	if (in_memory && limits->files_bytes > limits->bodies_bytes)
		limits->files_bytes = limits->bodies_bytes;
}

/* With too few descriptors there are fewer streams. */
static int find_descriptors(struct as_http *http, struct as_error *error)
{
	struct as_http_limits *limits = &http->limits;
	const uint64_t rest = (uint64_t)limits->connection_count +
			      limits->files_bytes / HTTP_BODY_STEP_BYTES + OTHER_DESCRIPTORS;
	const uint64_t have = http_raise_descriptors(rest + limits->stream_count);

	if (have < rest)
		return as_error_set(error, AS_ERROR_MACHINE,
			"%ju descriptors are too few for %u connections; raise the limit (ulimit "
			"-Hn) to %ju",
			(uintmax_t)have, limits->connection_count,
			(uintmax_t)(rest + limits->stream_count));
	if (have - rest < limits->stream_count)
		limits->stream_count = (unsigned)(have - rest);
	return 0;
}

static int copy_config(
	struct as_http *http, const struct as_http_config *config, struct as_error *error)
{
	const char *policy = config->policy ? config->policy : AS_HTTP_POLICY;

	http->callbacks = config->callbacks;
	http->limits = config->limits;
	http->settings.secure_cookies = config->secure_cookies;
	http->settings.is_tls = config->tls_cert != NULL;
	set_defaults(&http->limits);
	http->watch.rate_bytes = http->limits.answer_rate;
	http->watch.grace_ns = INT64_C(1000000) * http->limits.answer_ms;
	if (!http_is_value(policy))
		return as_error_set(error, AS_ERROR_USAGE, "policy with a control character");
	http->settings.policy = strdup(policy);
	if (!http->settings.policy)
		return as_error_no_memory(error);
	if (http_routes_copy(&http->routes, config->routes, config->route_count, error) ||
		http_proxies_parse(&http->proxies, config->proxies, config->proxy_count, error))
		return -1;
	http->address_counts = http_address_counts_new(error);
	http->stream_counts = http_address_counts_new(error);
	http->bodies.memory = http_address_counts_new(error);
	http->bodies.disk = http_address_counts_new(error);
	open_body_folder(http, config->body_folder);
	return http->address_counts && http->stream_counts && http->bodies.memory &&
			       http->bodies.disk
		       ? find_descriptors(http, error)
		       : -1;
}

/* ---- the daemon ---- */

static size_t keep_escapes(void *context, struct MHD_Connection *connection, char *text)
{
	(void)context;
	(void)connection;
	return strlen(text);
}

/* Its messages about misbehaving clients are useless. */
static void log_nothing(void *context, const char *format, va_list arguments)
{
	(void)context;
	(void)format;
	(void)arguments;
}

static struct MHD_Daemon *start_daemon(
	struct as_http *http, unsigned threads, int fd, const char *cert, const char *key)
{
	/* The session of a stream over TLS stays with libmicrohttpd; other streams leave it. */
	const unsigned connections =
		http->limits.connection_count + (cert ? http->limits.stream_count : 0);
	/* libmicrohttpd accepts only a pool of several threads. */
	const struct MHD_OptionItem options[] = {
		{MHD_OPTION_THREAD_POOL_SIZE, threads > 1 ? threads : 0, NULL},
		{MHD_OPTION_CONNECTION_LIMIT, (intptr_t)connections, NULL},
		{MHD_OPTION_CONNECTION_MEMORY_LIMIT, MEMORY_BYTES, NULL},
		{MHD_OPTION_CONNECTION_TIMEOUT, (intptr_t)(http->limits.idle_ms + 999) / 1000,
			NULL},
		{MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL},
		{MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)keep_escapes, NULL},
		{MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)http_complete, http},
		{MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)http_notify, http},
		{MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)http_receive_line, http},
		{MHD_OPTION_LISTEN_SOCKET, fd, NULL},
		{cert ? MHD_OPTION_HTTPS_MEM_CERT : MHD_OPTION_END, 0, (void *)(uintptr_t)cert},
		{MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)(uintptr_t)key},
		{MHD_OPTION_HTTPS_PRIORITIES, 0,
			(void *)(uintptr_t) "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
		{MHD_OPTION_END, 0, NULL},
	};
	const unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME |
			       MHD_USE_ERROR_LOG | MHD_USE_ITC |
			       (cert ? MHD_USE_TLS : MHD_USE_TURBO);

	return MHD_start_daemon(flags, 0, http_accept, http, http_receive, http,
		MHD_OPTION_EXTERNAL_LOGGER, log_nothing, NULL, MHD_OPTION_ARRAY, options,
		MHD_OPTION_END);
}

static int serve(struct as_http *http, const struct as_http_config *config,
	const struct http_tls *tls, struct as_error *error)
{
	const char *address = config->address ? config->address : "127.0.0.1";
	AS_AUTO_FD int fd = http_listen(address, config->port, &http->port, error);

	if (fd < 0)
		return -1;
	/* Whether libmicrohttpd closes the descriptor on failure depends on the step, so it gets a
	 * duplicate. */
	const int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (own >= 0)
		http->daemon = start_daemon(http, config->thread_count ? config->thread_count : 2,
			own, tls->cert.data, tls->key.data);
	return http->daemon ? 0 : as_error_set(error, AS_ERROR_INTERNAL, "cannot start the server");
}

/* ---- opening and closing ---- */

static void tick(void *context)
{
	struct as_http *http = context;

	http_watch_cut(&http->watch, as_now_ns());
}

static void free_http(struct as_http *http)
{
	http_pool_close(http->pool);
	if (http->daemon)
		MHD_stop_daemon(http->daemon);
	http_hub_close(http->hub);
	http_address_counts_free(http->address_counts);
	http_address_counts_free(http->stream_counts);
	http_address_counts_free(http->bodies.memory);
	http_address_counts_free(http->bodies.disk);
	if (http->bodies.folder >= 0)
		close(http->bodies.folder);
	http_routes_clear(&http->routes);
	free(http->proxies.items);
	free((char *)(uintptr_t)http->settings.policy);
	pthread_mutex_destroy(&http->watch.lock);
	free(http);
}

static int start(struct as_http *http, const struct as_http_config *config, struct as_error *error)
{
	if (copy_config(http, config, error))
		return -1;
	const struct http_hub_setup setup = {.address_counts = http->stream_counts,
		.limit = http->limits.stream_count,
		.stall_ms = http->limits.stall_ms,
		.tick = tick,
		.context = http};
	http->hub = http_hub_open(&setup, error);
	if (!http->hub)
		return -1;
	http->pool = http_pool_open(config->blocking_count ? config->blocking_count : 4,
		http->limits.queue_count, error);
	if (!http->pool)
		return -1;
	struct http_tls tls = {0};
	const int failed = (http->settings.is_tls &&
				   http_tls_read(&tls, config->tls_cert, config->tls_key, error)) ||
			   serve(http, config, &tls, error);
	http_tls_clear(&tls);
	return failed ? -1 : 0;
}

struct as_http *as_http_open(const struct as_http_config *config, struct as_error *error)
{
	struct as_http *http = calloc(1, sizeof(*http));

	if (!http) {
		as_error_no_memory(error);
		return NULL;
	}
	http->bodies.folder = -1;
	pthread_mutex_init(&http->watch.lock, NULL);
	if (start(http, config, error) == 0)
		return http;
	free_http(http);
	return NULL;
}

uint16_t as_http_port(const struct as_http *http)
{
	return http->port;
}

/* Waits until the count is 0, at most until the deadline. */
static void wait_for(const atomic_uint *count, int64_t deadline_ns)
{
	const struct timespec pause = {.tv_nsec = 2000000};

	while (atomic_load(count) > 0 && as_now_ns() < deadline_ns)
		nanosleep(&pause, NULL);
}

/* MHD_quiesce_daemon of 0.9.75 should be used here, but under load it races with the server's
 * threads and aborts: http_accept refuses connections instead. */
void as_http_close(struct as_http *http, unsigned grace_ms)
{
	if (!http)
		return;
	const int64_t deadline_ns = as_now_ns() + INT64_C(1000000) * grace_ms;
	atomic_store(&http->is_closing, true);
	http_hub_end(http->hub, deadline_ns);
	wait_for(&http->counts.running, deadline_ns);
	/* A thread that still has a request holds a pointer to the server. */
	wait_for(&http->counts.kept, INT64_MAX);
	free_http(http);
}

void as_http_stats(struct as_http *http, struct as_http_stats *stats)
{
	struct http_counts *counts = &http->counts;

	*stats = (struct as_http_stats){.refused_count = counts->refused,
		.connection_count = http->watch.count,
		.running_count = counts->running,
		.stream_limit = http->limits.stream_count,
		.bodies_bytes = counts->bodies_bytes,
		.files_bytes = counts->files_bytes,
		.answers_bytes = counts->answers_bytes,
		.stream_bytes = http->hub->sent_bytes,
		.stream_cut_count = http->hub->cut_count,
		.slow_count = http->watch.slow_count,
		.shed_count = http->watch.shed_count};
	for (size_t i = 0; i < sizeof(stats->status_counts) / sizeof(*stats->status_counts); i++)
		stats->status_counts[i] = counts->statuses[i];
	pthread_mutex_lock(&http->hub->lock);
	stats->stream_count = http->hub->open_count;
	pthread_mutex_unlock(&http->hub->lock);
}
