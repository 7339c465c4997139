/* SPDX-License-Identifier: MIT */
/*
 * Metrics for Prometheus (its text format 0.0.4) at BASE/metrics. The numbers of events and
 * submissions would reveal activity in a freeze. So metrics are only for the jury, and for local
 * programs that ask without a proxy.
 */
#include "metrics.h"
#include "api.h"
#include "boards.h"
#include "ghosts.h"
#include "health.h"
#include "port.h"
#include "problem.h"
#include "scoreboard.h"

#include <assay/store/status.h>
#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

/* ---- requests ---- */

static const struct {
	const char *begin; /* prefix of the path */
	const char *kind;
} kinds[] = {
	{"/assets/", "asset"},
	{"/api", "api"},
	{"/", "page"},
};
#define KIND_COUNT (sizeof(kinds) / sizeof(*kinds))
/* Upper bounds of the histograms, in microseconds. */
static const int64_t bounds_us[] = {
	1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 500000, 1000000, 2500000, 10000000};
#define BOUND_COUNT (sizeof(bounds_us) / sizeof(*bounds_us))

struct metrics {
	/* By kind, and by whether it is a GET. */
	struct times {
		atomic_uint_least64_t counts[BOUND_COUNT + 1], sum_us;
	} times[KIND_COUNT][2];
};

struct metrics *metrics_open(struct as_error *error)
{
	struct metrics *metrics = calloc(1, sizeof(*metrics));

	if (!metrics)
		as_error_no_memory(error);
	return metrics;
}

void metrics_close(struct metrics *metrics)
{
	free(metrics);
}

static bool is_stream(const char *path)
{
	const size_t length = strlen(path);

	return (length > 7 && strcmp(path + length - 7, "/events") == 0) ||
	       (length > 11 && strcmp(path + length - 11, "/event-feed") == 0);
}

void metrics_add(
	struct as_server *server, const struct as_http_request *request, int64_t duration_ns)
{
	const char *path = as_http_path(request);
	const size_t base = strlen(server->base);
	const int64_t us = duration_ns / 1000;
	size_t kind = 0, bound = 0;

	/* The duration of a stream is not a latency. */
	if (is_stream(path))
		return;
	if (strncmp(path, server->base, base) == 0)
		path += base;
	while (kind < KIND_COUNT - 1 &&
		strncmp(path, kinds[kind].begin, strlen(kinds[kind].begin)) != 0)
		kind++;
	while (bound < BOUND_COUNT && us > bounds_us[bound])
		bound++;
	struct times *times =
		&server->metrics->times[kind][strcmp(as_http_method(request), "GET") == 0];
	atomic_fetch_add(&times->counts[bound], 1);
	atomic_fetch_add(&times->sum_us, (uint64_t)us);
}

/* ---- writing ---- */

static void head(FILE *out, const char *name, const char *type, const char *help)
{
	fprintf(out, "# HELP assay_%s %s\n# TYPE assay_%s %s\n", name, help, name, type);
}

static void gauge(FILE *out, const char *name, const char *help, double value)
{
	head(out, name, "gauge", help);
	fprintf(out, "assay_%s %.15g\n", name, value);
}

static void counter(FILE *out, const char *name, const char *help, double value)
{
	head(out, name, "counter", help);
	fprintf(out, "assay_%s %.15g\n", name, value);
}

static void write_times(FILE *out, const struct times *times, const char *kind, bool is_get)
{
	char labels[64];
	uint64_t count = 0;

	snprintf(labels, sizeof(labels), "kind=\"%s\",method=\"%s\"", kind,
		is_get ? "get" : "change");
	for (size_t i = 0; i < BOUND_COUNT; i++) {
		count += atomic_load(&times->counts[i]);
		fprintf(out, "assay_http_request_seconds_bucket{%s,le=\"%g\"} %" PRIu64 "\n",
			labels, (double)bounds_us[i] / 1e6, count);
	}
	count += atomic_load(&times->counts[BOUND_COUNT]);
	fprintf(out, "assay_http_request_seconds_bucket{%s,le=\"+Inf\"} %" PRIu64 "\n", labels,
		count);
	fprintf(out, "assay_http_request_seconds_sum{%s} %.6f\n", labels,
		(double)atomic_load(&times->sum_us) / 1e6);
	fprintf(out, "assay_http_request_seconds_count{%s} %" PRIu64 "\n", labels, count);
}

static void write_http(FILE *out, struct as_server *server)
{
	static const char *const classes[] = {"none", "1xx", "2xx", "3xx", "4xx", "5xx"};
	struct as_http_stats stats;

	as_http_stats(server->servers->http, &stats);
	head(out, "http_requests_total", "counter",
		"Requests by the class of their status; none: the client disconnected");
	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++)
		fprintf(out, "assay_http_requests_total{class=\"%s\"} %" PRIu64 "\n", classes[i],
			stats.status_counts[i]);
	head(out, "http_request_seconds", "histogram",
		"From the first line to the end of the answer");
	for (size_t kind = 0; kind < KIND_COUNT; kind++)
		for (int is_get = 0; is_get < 2; is_get++)
			write_times(out, &server->metrics->times[kind][is_get], kinds[kind].kind,
				is_get);
	gauge(out, "http_connections", "Connections that are open, without streams",
		stats.connection_count);
	gauge(out, "http_requests_running", "Requests that are not answered yet",
		stats.running_count);
	counter(out, "http_refused_total", "Connections refused because of a limit",
		(double)stats.refused_count);
	gauge(out, "http_bodies_bytes", "Bodies of requests that are in memory",
		(double)stats.bodies_bytes);
	gauge(out, "http_bodies_file_bytes", "Disk space used by large request bodies",
		(double)stats.files_bytes);
	gauge(out, "http_answers_bytes", "Memory of answers that are being sent",
		(double)stats.answers_bytes);
	counter(out, "http_shed_total", "Connections closed to make room or to free memory",
		(double)stats.shed_count);
	counter(out, "http_slow_total",
		"Connections closed because the client read an answer too slowly",
		(double)stats.slow_count);
	gauge(out, "streams", "Boards and feeds that are open", stats.stream_count);
	gauge(out, "streams_limit", "Maximum of live streams", stats.stream_limit);
	counter(out, "streams_bytes_total", "Bytes sent to them", (double)stats.stream_bytes);
	counter(out, "streams_cut_total", "Streams closed because their client was too slow",
		(double)stats.stream_cut_count);
	counter(out, "renderings_total", "Boards and scoreboards that were rendered",
		(double)(boards_render_count(server->shared.boards) +
			 scoreboards_render_count(server->shared.scoreboards) +
			 ghosts_render_count(server->shared.ghosts)));
	gauge(out, "passwords_waiting", "Log-ins that wait for a hashing thread",
		(double)as_site_waiting(server->site));
}

static void write_contest(FILE *out, struct as_server *server)
{
	gauge(out, "log_events", "The number of the last event in the state",
		(double)as_contest_log_last(server->log));
	as_contest_log_lock(server->log);
	const size_t submissions = as_contest_log_submission_count(server->log);
	const size_t judgements = as_contest_log_judgement_count(server->log);
	const size_t clarifications = as_contest_log_clarification_count(server->log);
	const struct as_open_work work = as_contest_log_open_work(server->log);
	as_contest_log_unlock(server->log);
	gauge(out, "submissions", "Submissions", (double)submissions);
	gauge(out, "judgements", "Judgements, also those that run", (double)judgements);
	gauge(out, "clarifications", "Requests, answers and announcements", (double)clarifications);
	gauge(out, "submissions_unjudged", "Submissions without a judgement",
		(double)work.unjudged);
	gauge(out, "packages_open", "Versions of packages that are open",
		(double)versions_count(server));
	gauge(out, "judging_errors", "Submissions whose judgement is an error",
		(double)work.judging_errors);
	gauge(out, "clarifications_unanswered", "Unanswered requests", (double)work.unanswered);
}

static void write_queue(FILE *out, const struct as_store_queue *queue)
{
	head(out, "jobs", "gauge", "Jobs of contests in the queue of the store");
	fprintf(out, "assay_jobs{state=\"queued\"} %" PRIu64 "\n", queue->queued);
	fprintf(out, "assay_jobs{state=\"claimed\"} %" PRIu64 "\n", queue->claimed);
	fprintf(out, "assay_jobs{state=\"held\"} %" PRIu64 "\n", queue->held);
	gauge(out, "jobs_oldest_seconds", "Age of the oldest queued job",
		queue->oldest_ms < 0 ? 0 : (double)queue->oldest_ms / 1000);
}

static void write_store(FILE *out, struct as_server *server)
{
	const struct health_state health = health_state(server->health);
	struct as_store_status status = {0};
	struct statvfs disk;
	size_t alive = 0;

	gauge(out, "store_writable", "0: the last write failed, such as on a full disk",
		!health.is_failing);
	counter(out, "store_errors_total", "Writes that failed", (double)health.failure_count);
	if (statvfs(server->config.contest->path, &disk) == 0)
		gauge(out, "disk_free_bytes", "Of the file system with the contest's folder",
			(double)disk.f_bavail * (double)disk.f_frsize);
	const bool is_read = as_store_status_read(server->config.store, &status, NULL) == 0;
	gauge(out, "store_readable", "0: the store does not respond", is_read);
	if (!is_read)
		return;
	for (size_t i = 0; i < status.worker_count; i++)
		alive += status.workers[i].is_alive;
	gauge(out, "workers", "Processes that judge", (double)alive);
	write_queue(out, &status.classes[AS_STORE_CONTEST]);
	counter(out, "results_total", "Results that were recorded", (double)status.results);
	gauge(out, "jobs_failed", "Jobs that have an error instead of a result",
		(double)status.failed);
	as_store_status_clear(&status);
}

static void write_process(FILE *out)
{
	FILE *file = fopen("/proc/self/statm", "re");
	struct rusage usage;
	unsigned long pages = 0;

	if (file && fscanf(file, "%*u %lu", &pages) == 1)
		gauge(out, "memory_bytes", "Resident memory of this process",
			(double)pages * (double)sysconf(_SC_PAGESIZE));
	if (file)
		fclose(file);
	getrusage(RUSAGE_SELF, &usage);
	counter(out, "cpu_seconds_total", "Of this process, without what is judged",
		(double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
			(double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6);
}

/* ---- answering ---- */

static void answer_metrics(const struct request *request)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out) {
		as_http_fail_no_memory(request->http);
		return;
	}
	head(out, "info", "gauge", "The version of the program");
	fprintf(out, "assay_info{version=\"%s\"} 1\n", request->server->config.version);
	write_http(out, request->server);
	write_contest(out, request->server);
	write_store(out, request->server);
	write_process(out);
	if (fclose(out)) {
		free(text);
		as_http_fail_no_memory(request->http);
		return;
	}
	struct as_http_response *response =
		as_http_response_new(200, "text/plain; version=0.0.4; charset=utf-8");
	as_http_response_take(response, text, size);
	as_http_answer(request->http, response);
}

/* A page of another site whose host name resolves to loopback can ask through this machine's
 * browser: check the host. */
static bool is_loopback_name(const char *host)
{
	static const char *const names[] = {"127.0.0.1", "[::1]", "localhost"};

	for (size_t i = 0; host && i < sizeof(names) / sizeof(*names); i++) {
		const size_t length = strlen(names[i]);
		if (strncasecmp(host, names[i], length) == 0 &&
			(!host[length] || host[length] == ':'))
			return true;
	}
	return false;
}

/* A local proxy that is not listed also connects from loopback, but its headers name the client. */
static bool is_local(const struct as_http_request *request)
{
	static const char *const headers[] = {"X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"};
	const char *peer = as_http_peer(request);

	for (size_t i = 0; i < sizeof(headers) / sizeof(*headers); i++)
		if (as_http_header(request, headers[i]))
			return false;
	if (!is_loopback_name(as_http_header(request, "Host")))
		return false;
	return strncmp(peer, "127.", 4) == 0 || strcmp(peer, "::1") == 0;
}

static void answer_jury(const struct request *request)
{
	if (as_contest_api_log_reader(&request->reader).scope == AS_CONTEST_SEES_ALL)
		answer_metrics(request);
	else
		api_refuse(request->http, request->reader.role == AS_CONTEST_API_PUBLIC ? 401 : 403,
			"metrics are for the jury, and for programs of this machine");
}

void get_metrics(const struct request *request)
{
	if (is_local(request->http))
		answer_metrics(request);
	else
		api_authenticate(request->http, request->server, answer_jury);
}
