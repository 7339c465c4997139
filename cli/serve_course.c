/* SPDX-License-Identifier: MIT */
/* assay serve FOLDER of a course: reads it, opens its store, and serves until a signal ends it. */
#include "cli.h"
#include "course.h"
#include "machine.h"
#include "serve.h"

#include <assay/course/serve.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#define GRACE_MS 5000
#define LOOK_US 200000
#define END_S 60

bool serve_is_course(const char *path)
{
	AS_AUTO_FREE char *file = as_text_format(NULL, "%s/course.yaml", path);

	return file && access(file, F_OK) == 0;
}

/* What is open while it serves. */
struct course_running {
	struct as_course *course;
	struct as_store *store;
	struct cli_machine machine;
	char description[CLI_MACHINE_SIZE];
	struct as_course_server *server;
};

static void course_stop(struct course_running *running)
{
	/* The signal ends the process, as in serve.c. */
	alarm(END_S);
	as_course_server_close(running->server, GRACE_MS);
	cli_machine_close(&running->machine);
	as_store_close(running->store);
	as_course_close(running->course);
}

static int course_read(
	struct course_running *running, const struct serve_course *order, struct as_error *error)
{
	running->course = course_open(order->path, NULL, false, error);
	if (!running->course || as_course_require(running->course, error))
		return -1;
	AS_AUTO_FREE char *own = as_text_format(error, "sqlite:%s/course.db", order->path);
	if (!own)
		return -1;
	running->store = as_store_open(order->store ? order->store : own, error);
	if (!running->store)
		return -1;
	if (as_store_warning(running->store))
		serve_log_note((void *)order->log, as_store_warning(running->store));
	return 0;
}

static int course_serve(
	struct course_running *running, const struct serve_course *order, struct as_error *error)
{
	const struct as_engine_config engine = {
		.workers = order->jobs, .weak_sandbox = order->weak, .cancel = &cli_cancelled};

	if (cli_machine_open(&running->machine, &engine, NULL, error))
		return -1;
	const struct as_course_server_config config = {.course = running->course,
		.store = running->store,
		.engine = running->machine.engine,
		.has_worker = order->jobs > 0,
		.is_shared = order->store && strncmp(order->store, "sqlite:", 7) != 0,
		.offer = running->machine.offer,
		.machine = cli_describe_machine(running->description),
		.note = serve_log_note,
		.context = (void *)order->log,
		.port = order->port,
		.base = order->base};
	running->server = as_course_server_open(&config, error);
	return running->server ? 0 : -1;
}

static int course_print_start(const struct course_running *running,
	const struct serve_course *order, struct as_error *error)
{
	AS_AUTO_FREE char *url =
		order->url(order->context, as_course_server_port(running->server), error);

	if (!url)
		return -1;
	if (order->is_json) {
		AS_AUTO_JSON json_t *shown = json_pack("{s: s, s: s, s: s}", "course",
			running->course->id, "title", running->course->title, "url", url);
		AS_AUTO_FREE char *text = shown ? as_json_print(shown, JSON_COMPACT) : NULL;
		if (!text)
			return as_error_no_memory(error);
		puts(text);
	} else {
		printf("%s is served at %s\n", running->course->title, url);
	}
	return fflush(stdout) ? as_error_sys(error, AS_ERROR_INTERNAL, errno, "standard output")
			      : 0;
}

int serve_course_run(const struct serve_course *order, struct as_error *error)
{
	AS_AUTO(course_stop) struct course_running running = {0};

	if (course_read(&running, order, error) || course_serve(&running, order, error) ||
		course_print_start(&running, order, error))
		/* Ending by a signal is a success. */
		return atomic_load(&cli_cancelled) ? 0 : -1;
	while (!atomic_load(&cli_cancelled)) {
		if (as_course_server_check(running.server, error))
			return -1;
		usleep(LOOK_US);
	}
	return 0;
}
