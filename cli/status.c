/* SPDX-License-Identifier: MIT */
/* assay status: prints the status of a store for people, as JSON, or for Prometheus. */
#include "cli.h"

#include <assay/store.h>
#include <inttypes.h>
#include <string.h>

struct options {
	const char *store;
	bool json, prometheus;
};

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_status[] = {
	{"store", 0, "URL", "the store, such as sqlite:FILE", cli_url, AT(store),
		.is_needed = true},
	{"json", 'J', NULL, CLI_JSON_HELP, cli_flag, AT(json)},
	{"prometheus", 0, NULL, "print the text format of Prometheus", cli_flag, AT(prometheus)},
	{0},
};

static void check(struct argp_state *state, void *input)
{
	const struct options *options = input;

	if (options->json && options->prometheus)
		argp_error(state, "--json and --prometheus are mutually exclusive");
}

static const struct cli_verb status_verb = {.options = options_of_status,
	.arguments = "--store URL",
	.about = "Prints the state of a store: its workers, its queue by class, how long the first "
		 "submission has waited, results in the last minute and hour, and held packages. "
		 "It also works while another command uses the store.",
	.check = check};

/* The lanes that no worker serves. */
struct unserved {
	struct as_store_unserved *items;
	size_t count;
};

/* ---- for people ---- */

/* "5 s", "3 min", "2 h" or "4 days". */
static const char *age_text(int64_t age_ms, char text[32])
{
	const int64_t seconds = age_ms > 0 ? age_ms / 1000 : 0;

	if (seconds < 120)
		snprintf(text, 32, "%" PRId64 " s", seconds);
	else if (seconds < 7200)
		snprintf(text, 32, "%" PRId64 " min", seconds / 60);
	else if (seconds < 172800)
		snprintf(text, 32, "%" PRId64 " h", seconds / 3600);
	else
		snprintf(text, 32, "%" PRId64 " days", seconds / 86400);
	return text;
}
#define AGE(age_ms) age_text(age_ms, (char[32]){0})

static const char *shown(const char *text, char buffer[1200])
{
	return as_text_printable(text, strlen(text), buffer, 1200);
}
#define SHOWN(text) shown(text, (char[1200]){0})

static void print_workers(const struct as_store_status *status)
{
	size_t alive = 0;

	for (size_t i = 0; i < status->worker_count; i++) {
		const struct as_store_worker *worker = &status->workers[i];
		if (!worker->is_alive)
			continue;
		alive++;
		printf("worker %s: %" PRIu64 " job%s, since %s\n", SHOWN(worker->name),
			worker->claimed, worker->claimed == 1 ? "" : "s", AGE(worker->opened_ms));
	}
	if (!alive)
		puts("no worker");
}

static void print_queue(const struct as_store_status *status)
{
	printf("%-10s  %10s  %10s  %10s  %s\n", "class", "queued", "running", "held", "waiting");
	for (size_t i = 0; i < AS_STORE_CLASS_COUNT; i++) {
		const struct as_store_queue *queue = &status->classes[i];
		printf("%-10s  %10" PRIu64 "  %10" PRIu64 "  %10" PRIu64 "  %s\n",
			as_store_class_name((enum as_store_class)i), queue->queued, queue->claimed,
			queue->held, queue->oldest_ms < 0 ? "-" : AGE(queue->oldest_ms));
	}
}

static void print_unserved(const struct unserved *unserved)
{
	for (size_t i = 0; i < unserved->count; i++) {
		const struct as_store_unserved *lane = &unserved->items[i];
		AS_AUTO_FREE char *needs = as_lane_text(lane->lane, NULL);
		printf("unserved: %" PRIu64
		       " queued job%s that no worker can judge (%s); start one "
		       "on a machine that can: assay worker --store URL\n",
			lane->jobs, lane->jobs == 1 ? "" : "s", SHOWN(needs ? needs : ""));
	}
}

static void print_holds(const struct as_store_status *status)
{
	for (size_t i = 0; i < status->hold_count; i++) {
		const struct as_store_hold *hold = &status->holds[i];
		printf("held: package %s (%s), %" PRIu64 " job%s, since %s: %s\n",
			SHOWN(hold->name), hold->package, hold->jobs, hold->jobs == 1 ? "" : "s",
			AGE(hold->held_ms), SHOWN(hold->cause));
	}
}

static void print_page(const struct as_store_status *status, const struct unserved *unserved)
{
	print_workers(status);
	print_queue(status);
	printf("results: %" PRIu64 ", %" PRIu64 " in the last minute, %" PRIu64
	       " in the last hour; failed jobs: %" PRIu64 "\n",
		status->results, status->results_minute, status->results_hour, status->failed);
	print_unserved(unserved);
	print_holds(status);
}

/* ---- JSON ---- */

static json_t *list_unserved(const struct unserved *unserved)
{
	json_t *list = json_array();

	for (size_t i = 0; i < unserved->count; i++) {
		AS_AUTO_FREE char *needs = as_lane_text(unserved->items[i].lane, NULL);
		json_array_append_new(
			list, json_pack("{s:s, s:I}", "needs", SHOWN(needs ? needs : ""), "queued",
				      (json_int_t)unserved->items[i].jobs));
	}
	return list;
}

static json_t *list_workers(const struct as_store_status *status)
{
	json_t *list = json_array();

	for (size_t i = 0; i < status->worker_count; i++) {
		const struct as_store_worker *worker = &status->workers[i];
		json_array_append_new(list,
			json_pack("{s:s, s:b, s:I, s:I}", "name", SHOWN(worker->name), "alive",
				worker->is_alive, "opened_ago_ms", (json_int_t)worker->opened_ms,
				"running", (json_int_t)worker->claimed));
	}
	return list;
}

static json_t *list_queue(const struct as_store_status *status)
{
	json_t *list = json_array();

	for (size_t i = 0; i < AS_STORE_CLASS_COUNT; i++) {
		const struct as_store_queue *queue = &status->classes[i];
		json_array_append_new(list,
			json_pack("{s:s, s:I, s:I, s:I, s:o}", "class",
				as_store_class_name((enum as_store_class)i), "queued",
				(json_int_t)queue->queued, "running", (json_int_t)queue->claimed,
				"held", (json_int_t)queue->held, "oldest_waiting_ms",
				queue->oldest_ms < 0 ? json_null()
						     : json_integer(queue->oldest_ms)));
	}
	return list;
}

static json_t *list_holds(const struct as_store_status *status)
{
	json_t *list = json_array();

	for (size_t i = 0; i < status->hold_count; i++) {
		const struct as_store_hold *hold = &status->holds[i];
		json_array_append_new(list,
			json_pack("{s:s, s:s, s:s, s:I, s:I}", "package", hold->package, "name",
				SHOWN(hold->name), "cause", SHOWN(hold->cause), "held_ago_ms",
				(json_int_t)hold->held_ms, "jobs", (json_int_t)hold->jobs));
	}
	return list;
}

static void print_json(const struct as_store_status *status, const struct unserved *unserved)
{
	AS_AUTO_JSON json_t *document = json_pack(
		"{s:s, s:{s:s}, s:o, s:o, s:{s:I, s:I, s:I}, s:I, s:o, s:o}", "schema",
		CLI_STATUS_SCHEMA, "assay", "version", ASSAY_VERSION, "workers",
		list_workers(status), "queue", list_queue(status), "results", "all",
		(json_int_t)status->results, "last_minute", (json_int_t)status->results_minute,
		"last_hour", (json_int_t)status->results_hour, "failed", (json_int_t)status->failed,
		"unserved", list_unserved(unserved), "held", list_holds(status));

	cli_print_json(document, JSON_INDENT(2));
}

/* ---- Prometheus ---- */

static void print_metric(const char *name, const char *type, const char *help)
{
	printf("# HELP assay_store_%s %s\n# TYPE assay_store_%s %s\n", name, help, name, type);
}

/* The value of a label: a backslash, a quote and a line feed are escaped. */
static void print_label(const char *text)
{
	putchar('"');
	for (const char *at = SHOWN(text); *at; at++)
		printf("%s%c", *at == '\\' || *at == '"' ? "\\" : "", *at);
	putchar('"');
}

static void print_metrics_of_queue(const struct as_store_status *status)
{
	print_metric("jobs", "gauge", "Jobs that are not finished, by class and state.");
	for (size_t i = 0; i < AS_STORE_CLASS_COUNT; i++) {
		const struct as_store_queue *queue = &status->classes[i];
		const char *class = as_store_class_name((enum as_store_class)i);
		printf("assay_store_jobs{class=\"%s\",state=\"queued\"} %" PRIu64 "\n", class,
			queue->queued);
		printf("assay_store_jobs{class=\"%s\",state=\"running\"} %" PRIu64 "\n", class,
			queue->claimed);
		printf("assay_store_jobs{class=\"%s\",state=\"held\"} %" PRIu64 "\n", class,
			queue->held);
	}
	print_metric("oldest_waiting_seconds", "gauge",
		"Age of the submission that has waited longest, by class; 0 if none waits.");
	for (size_t i = 0; i < AS_STORE_CLASS_COUNT; i++) {
		const int64_t age_ms = status->classes[i].oldest_ms;
		printf("assay_store_oldest_waiting_seconds{class=\"%s\"} %.3f\n",
			as_store_class_name((enum as_store_class)i),
			age_ms > 0 ? (double)age_ms / 1000 : 0);
	}
}

static void print_metrics_of_holds(const struct as_store_status *status)
{
	print_metric("held_packages", "gauge", "Packages whose jobs are held.");
	printf("assay_store_held_packages %zu\n", status->hold_count);
	print_metric("held_package_jobs", "gauge", "Jobs that wait for a package that is held.");
	for (size_t i = 0; i < status->hold_count; i++) {
		const struct as_store_hold *hold = &status->holds[i];
		printf("assay_store_held_package_jobs{package=\"%s\",name=", hold->package);
		print_label(hold->name);
		printf("} %" PRIu64 "\n", hold->jobs);
	}
}

static void print_prometheus(const struct as_store_status *status, const struct unserved *unserved)
{
	size_t alive = 0;
	uint64_t waiting = 0;

	for (size_t i = 0; i < status->worker_count; i++)
		alive += status->workers[i].is_alive;
	print_metric("workers_alive", "gauge", "Processes that judge for the store.");
	printf("assay_store_workers_alive %zu\n", alive);
	print_metrics_of_queue(status);
	for (size_t i = 0; i < unserved->count; i++)
		waiting += unserved->items[i].jobs;
	print_metric("unserved_jobs", "gauge", "Queued jobs that no worker can judge.");
	printf("assay_store_unserved_jobs %" PRIu64 "\n", waiting);
	print_metric("results_total", "counter", "Results that were recorded.");
	printf("assay_store_results_total %" PRIu64 "\n", status->results);
	print_metric("failed_jobs", "gauge", "Jobs that have an error instead of a result.");
	printf("assay_store_failed_jobs %" PRIu64 "\n", status->failed);
	print_metrics_of_holds(status);
}

/* ---- all ---- */

int cli_status(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};
	struct as_store_status status = {0};
	struct unserved unserved = {0};
	const int refused = cli_parse(&status_verb, argc, argv, &options);

	if (refused)
		return refused;
	struct as_store *store = as_store_open_reader(options.store, &error);
	const int failed = !store || as_store_status_read(store, &status, &error) ||
			   as_store_unserved_read(store, &unserved.items, &unserved.count, &error);
	as_store_close(store);
	if (failed)
		return cli_fail(&error);
	(options.json                ? print_json
		: options.prometheus ? print_prometheus
				     : print_page)(&status, &unserved);
	as_store_unserved_free(unserved.items, unserved.count);
	as_store_status_clear(&status);
	return 0;
}
