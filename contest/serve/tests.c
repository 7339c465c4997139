/* SPDX-License-Identifier: MIT */
/* A test of a submission, for the jury: its page, its files, and a run of its own. */
#include "private.h"

#include <string.h>

/* What a request about a test is about; clear it. */
struct seen {
	size_t submission, test;
	const struct as_package *package;
	const struct as_test *model; /* NULL: the package no longer has it */
	struct evidence evidence;
	struct rerun rerun;
	struct as_bytes input, answer; /* their beginnings */
};

static void clear_seen(struct seen *seen)
{
	evidence_clear(&seen->evidence);
	rerun_clear(&seen->rerun);
	as_bytes_clear(&seen->input);
	as_bytes_clear(&seen->answer);
}

static const char *name_of(const struct seen *seen)
{
	return seen->evidence.result.tests[seen->test].name;
}

static void find_model(struct seen *seen)
{
	for (size_t i = 0; i < seen->package->test_count; i++)
		if (strcmp(seen->package->tests[i].name, name_of(seen)) == 0)
			seen->model = &seen->package->tests[i];
}

/* False: the request has been answered. */
static bool find_test(struct as_http_request *request, struct as_server *server, struct seen *seen)
{
	const char *number = as_http_part(request, "test");
	const size_t test = number ? strtoul(number, NULL, 10) : 0;

	seen->submission = require_submission(request, server);
	if (seen->submission == AS_CONTEST_NONE)
		return false;
	const struct as_contest_evidence found =
		evidence_gather(server, seen->submission, &seen->evidence);
	if (!found.result || test < 1 || test > found.result->test_count) {
		as_http_fail(request, 404, "there is no such test, or it is not judged yet");
		return false;
	}
	seen->test = test - 1;
	as_contest_log_lock(server->log);
	const size_t problem = as_contest_log_submission(server->log, seen->submission)->problem;
	as_contest_log_unlock(server->log);
	seen->package = server->config.contest->problems[problem].package;
	find_model(seen);
	return true;
}

/* ---- pages ---- */

/* The beginning of a file of the package, with the size of the whole. */
static struct as_contest_excerpt read_excerpt(
	const struct seen *seen, const char *path, struct as_bytes *bytes)
{
	AS_AUTO_FD int fd = as_file_open(seen->package->tree.fd, path, NULL);
	struct as_contest_excerpt excerpt = {0};

	bytes->data = malloc(AS_CONTEST_EXCERPT_BYTES + 1);
	if (fd < 0 || !bytes->data)
		return excerpt;
	while (bytes->size < AS_CONTEST_EXCERPT_BYTES) {
		const ssize_t got =
			read(fd, bytes->data + bytes->size, AS_CONTEST_EXCERPT_BYTES - bytes->size);
		if (got < 0)
			return excerpt;
		if (got == 0)
			break;
		bytes->size += (size_t)got;
	}
	bytes->data[bytes->size] = 0;
	const off_t whole = lseek(fd, 0, SEEK_END);
	return (struct as_contest_excerpt){
		bytes->data, bytes->size, whole < 0 ? bytes->size : (uint64_t)whole};
}

static struct as_contest_test_view make_view(struct as_server *server, struct seen *seen)
{
	struct as_contest_test_view view = {.submission = seen->submission,
		.result = &seen->evidence.result,
		.test = seen->test,
		.is_interactive = seen->package->interactive,
		.is_changed =
			strcmp(seen->evidence.result.digests.package, seen->package->digest) != 0,
		.can_run = server->config.has_worker && seen->model};

	if (seen->model) {
		view.input = read_excerpt(seen, seen->model->input_path, &seen->input);
		view.answer = read_excerpt(seen, seen->model->answer_path, &seen->answer);
	}
	rerun_read(server->reruns, seen->submission, name_of(seen), &seen->rerun);
	view.rerun = seen->rerun.state;
	view.failure = seen->rerun.failure ? seen->rerun.failure : "";
	view.again = &seen->rerun.result.test;
	view.again_wall_ms = seen->rerun.wall_ms;
	const size_t max = AS_CONTEST_EXCERPT_BYTES;
	view.output =
		(struct as_contest_excerpt){seen->rerun.output.data ? seen->rerun.output.data : "",
			seen->rerun.output.size < max ? seen->rerun.output.size : max,
			seen->rerun.output_bytes};
	return view;
}

static void show(struct as_http_request *request, struct as_server *server,
	void (*write)(FILE *out, const struct as_contest_visit *visit,
		const struct as_contest_test_view *view))
{
	AS_AUTO(clear_seen) struct seen seen = {0};
	struct visitor visitor;
	struct page page;

	if (!require_jury(request, server, &visitor) || !find_test(request, server, &seen))
		return;
	const struct as_contest_test_view view = make_view(server, &seen);
	if (!answer_begin(&page, request, server, &visitor, NULL))
		return;
	write(page.out, &page.visit, &view);
	answer_send(&page, 200);
}

static void get_test(struct as_http_request *request, void *context)
{
	show(request, context, as_contest_page_jury_test);
}

static void get_test_fragment(struct as_http_request *request, void *context)
{
	show(request, context, as_contest_page_jury_test_fragment);
}

/* ---- files ---- */

/* "secret-2-07.in" */
static char *name_file(const struct seen *seen, const char *ending)
{
	char *name = as_text_format(NULL, "%s.%s", name_of(seen), ending);

	for (char *at = name; at && *at; at++)
		if (*at == '/')
			*at = '-';
	return name;
}

static void answer_output(struct as_http_request *request, struct as_server *server,
	struct seen *seen, const char *name)
{
	rerun_read(server->reruns, seen->submission, name_of(seen), &seen->rerun);
	if (seen->rerun.state != AS_CONTEST_RERUN_DONE) {
		as_http_fail(request, 404, "the test has not been run for its output");
		return;
	}
	struct as_http_response *response = as_http_response_new(200, "application/octet-stream");
	as_http_response_policy(response, FILE_POLICY);
	as_http_response_attachment(response, name);
	as_http_response_copy(response, seen->rerun.output.data ? seen->rerun.output.data : "",
		seen->rerun.output.size);
	as_http_answer(request, response);
}

static void get_file(struct as_http_request *request, void *context)
{
	AS_AUTO(clear_seen) struct seen seen = {0};
	struct as_server *server = context;
	const char *file = as_http_part(request, "file");
	struct visitor visitor;

	if (!require_jury(request, server, &visitor) || !find_test(request, server, &seen))
		return;
	const bool is_input = file && strcmp(file, "input") == 0;
	const bool is_answer = file && strcmp(file, "answer") == 0;
	const bool is_output = file && strcmp(file, "output") == 0;
	AS_AUTO_FREE char *name = name_file(&seen, is_input ? "in" : is_answer ? "ans" : "out");
	if (is_output && name) {
		answer_output(request, server, &seen, name);
		return;
	}
	const int fd =
		(is_input || is_answer) && seen.model && name
			? as_file_open(seen.package->tree.fd,
				  is_input ? seen.model->input_path : seen.model->answer_path, NULL)
			: -1;
	if (fd < 0)
		as_http_fail(request, 404, "there is no such file");
	else
		answer_download(request, fd, "application/octet-stream", name, true);
}

/* ---- running ---- */

static void post_run(struct as_http_request *request, void *context)
{
	AS_AUTO(clear_seen) struct seen seen = {0};
	struct as_server *server = context;
	struct visitor visitor;
	struct as_error error = {0};

	if (!require_form(request, server, false, &visitor) || !find_test(request, server, &seen))
		return;
	if (!server->config.has_worker || !seen.model) {
		as_http_fail(request, 409,
			seen.model ? "this server does not judge, so it cannot run the test"
				   : "the package no longer has the test");
		return;
	}
	if (reruns_ask(server->reruns, seen.submission, name_of(&seen), &error)) {
		as_http_fail(request, 503, "%s", error.text);
		return;
	}
	AS_AUTO_FREE char *path = as_text_format(
		NULL, "/jury/submissions/%zu/tests/%zu", seen.submission + 1, seen.test + 1);
	redirect_to(request, server, path ? path : "/jury");
}

void routes_tests(struct routes *routes)
{
#define TEST "/jury/submissions/:number/tests/:test"
	static const struct {
		const char *method, *path;
		as_http_handler handler;
	} table[] = {
		{"GET", TEST, get_test},
		{"GET", TEST "/fragment", get_test_fragment},
		{"GET", TEST "/:file", get_file},
		{"POST", TEST "/run", post_run},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		routes_add(routes, table[i].method, table[i].path, table[i].handler, FORM_MAX_BYTES,
			AS_HTTP_MAY_BLOCK);
}
