/* SPDX-License-Identifier: MIT */
/* A test of a submission, for the jury: its page, its files, and a rerun. */
#include "answer.h"
#include "evidence.h"
#include "jury.h"
#include "problem.h"
#include "rerun.h"
#include "routes.h"
#include "server.h"

#include <inttypes.h>
#include <string.h>

/* The test that a request is about; clear it. */
struct subject {
	size_t submission, judgement, test;
	struct problem_use use;
	const struct as_package *package; /* of the version */
	const struct as_test *model;      /* NULL: the package no longer has the test */
	struct evidence evidence;
	struct rerun rerun;
	struct as_bytes input, answer; /* truncated */
};

static void clear_seen(struct subject *subject)
{
	evidence_clear(&subject->evidence);
	rerun_clear(&subject->rerun);
	as_bytes_clear(&subject->input);
	as_bytes_clear(&subject->answer);
	problem_use_end(&subject->use);
}

static const char *name_of(const struct subject *subject)
{
	return subject->evidence.result.tests[subject->test].name;
}

/* False: the request has been answered. */
static bool find_test(const struct request *request, struct subject *subject)
{
	const char *number = as_http_part(request->http, "test");
	const size_t test = number ? strtoul(number, NULL, 10) : 0;

	subject->submission = require_submission(request);
	if (subject->submission == AS_CONTEST_NONE)
		return false;
	const struct as_contest_evidence found = evidence_gather(request->server,
		subject->submission, jury_judgement(request), true, &subject->evidence);
	subject->judgement = found.judgement;
	if (!found.result || test < 1 || test > found.result->test_count) {
		as_http_fail(request->http, 404, "there is no such test, or it is not judged yet");
		return false;
	}
	subject->test = test - 1;
	as_contest_log_lock(request->server->log);
	const size_t problem =
		as_contest_log_submission(request->server->log, subject->submission)->problem;
	as_contest_log_unlock(request->server->log);
	subject->use = problem_use_now(request->server, problem);
	subject->package = subject->use.seen->package;
	subject->model = as_package_find_test(subject->package, name_of(subject));
	return true;
}

/* ---- pages ---- */

/* Opens a file of the test; -1 if the file has changed since the package was taken into use. */
static int open_file(const struct subject *subject, const char *path)
{
	AS_AUTO_FD int fd = as_file_open(subject->package->tree.fd, path, NULL);

	return as_package_check_unchanged(subject->package, path, NULL) ? -1 : as_steal_fd(fd);
}

/* The beginning of a file of the package, and its full size. */
static struct as_contest_excerpt read_excerpt(
	const struct subject *subject, const char *path, struct as_bytes *bytes)
{
	AS_AUTO_FD int fd = open_file(subject, path);
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
	/* Also after reading: an editor may write the file meanwhile. */
	if (as_package_check_unchanged(subject->package, path, NULL))
		return excerpt;
	const off_t whole = lseek(fd, 0, SEEK_END);
	return (struct as_contest_excerpt){
		bytes->data, bytes->size, whole < 0 ? bytes->size : (uint64_t)whole};
}

static struct as_contest_test_view make_view(struct as_server *server, struct subject *subject)
{
	struct as_contest_test_view view = {.submission = subject->submission,
		.judgement = subject->judgement,
		.result = &subject->evidence.result,
		.test = subject->test,
		.is_interactive = subject->package->interactive,
		.is_changed = strcmp(subject->evidence.result.digests.package,
				      subject->package->digest) != 0,
		.can_run = server->config.has_worker && subject->model};

	if (subject->model) {
		view.input = read_excerpt(subject, subject->model->input_path, &subject->input);
		view.answer = read_excerpt(subject, subject->model->answer_path, &subject->answer);
	}
	rerun_read(server->runs.reruns, subject->submission, name_of(subject), &subject->rerun);
	view.rerun = subject->rerun.state;
	view.failure = subject->rerun.failure ? subject->rerun.failure : "";
	view.again = &subject->rerun.result.test;
	view.again_wall_ms = subject->rerun.wall_ms;
	const size_t max = AS_CONTEST_EXCERPT_BYTES;
	view.output = (struct as_contest_excerpt){
		subject->rerun.output.data ? subject->rerun.output.data : "",
		subject->rerun.output.size < max ? subject->rerun.output.size : max,
		subject->rerun.output_bytes};
	return view;
}

static void show(const struct request *request,
	void (*write)(FILE *out, const struct as_contest_visit *visit,
		const struct as_contest_test_view *view))
{
	AS_AUTO(clear_seen) struct subject subject = {0};
	struct page page;

	if (!find_test(request, &subject))
		return;
	const struct as_contest_test_view view = make_view(request->server, &subject);
	if (!answer_begin(&page, request, NULL))
		return;
	write(page.out, &page.visit, &view);
	answer_send(&page, 200);
}

static void get_test(const struct request *request)
{
	show(request, as_contest_page_jury_test);
}

static void get_test_fragment(const struct request *request)
{
	show(request, as_contest_page_jury_test_fragment);
}

/* ---- files ---- */

/* "secret-2-07.in" */
static char *name_file(const struct subject *subject, const char *ending)
{
	char *name = as_text_format(NULL, "%s.%s", name_of(subject), ending);

	for (char *at = name; at && *at; at++)
		if (*at == '/')
			*at = '-';
	return name;
}

static void answer_output(const struct request *request, struct subject *subject, const char *name)
{
	rerun_read(request->server->runs.reruns, subject->submission, name_of(subject),
		&subject->rerun);
	if (subject->rerun.state != AS_CONTEST_RERUN_DONE) {
		as_http_fail(request->http, 404, "the test has not been run for its output");
		return;
	}
	struct as_http_response *response = as_http_response_new(200, "application/octet-stream");
	as_http_response_policy(response, AS_SITE_FILE_POLICY);
	as_http_response_attachment(response, name);
	as_http_response_copy(response,
		subject->rerun.output.data ? subject->rerun.output.data : "",
		subject->rerun.output.size);
	as_http_answer(request->http, response);
}

static void get_file(const struct request *request)
{
	AS_AUTO(clear_seen) struct subject subject = {0};
	const char *file = as_http_part(request->http, "file");

	if (!find_test(request, &subject))
		return;
	const bool is_input = file && strcmp(file, "input") == 0;
	const bool is_answer = file && strcmp(file, "answer") == 0;
	const bool is_output = file && strcmp(file, "output") == 0;
	AS_AUTO_FREE char *name = name_file(&subject, is_input ? "in" : is_answer ? "ans" : "out");
	if (is_output && name) {
		answer_output(request, &subject, name);
		return;
	}
	const int fd = (is_input || is_answer) && subject.model && name
			       ? open_file(&subject, is_input ? subject.model->input_path
							      : subject.model->answer_path)
			       : -1;
	if (fd < 0)
		as_http_fail(request->http, 404,
			"the file does not exist, or has changed since its package was taken into "
			"use");
	else
		as_site_send_file(request->http, fd, "application/octet-stream", name);
}

/* ---- running ---- */

static void post_run(const struct request *request)
{
	AS_AUTO(clear_seen) struct subject subject = {0};
	struct as_error error = {0};

	if (!find_test(request, &subject))
		return;
	if (!request->server->config.has_worker || !subject.model) {
		as_http_fail(request->http, 409,
			subject.model ? "this server does not judge, so it cannot run the test"
				      : "the package no longer has the test");
		return;
	}
	if (reruns_queue(
		    request->server->runs.reruns, subject.submission, name_of(&subject), &error)) {
		as_http_fail(request->http, 503, "%s", error.text);
		return;
	}
	AS_AUTO_FREE char *path =
		as_text_format(NULL, "/jury/submissions/%" PRIu64 "/tests/%zu?judgement=%zu",
			number_of_submission(request, subject.submission), subject.test + 1,
			subject.judgement);
	as_site_redirect(request->http, request->server->site, path ? path : "/jury");
}

#define TEST "/jury/submissions/:number/tests/:test"
const struct route routes_tests[] = {
	{"GET", TEST, ROUTE_JURY, get_test, ROUTE_BLOCKS},
	{"GET", TEST "/fragment", ROUTE_JURY, get_test_fragment, ROUTE_BLOCKS},
	{"GET", TEST "/:file", ROUTE_JURY, get_file, ROUTE_BLOCKS},
	{"POST", TEST "/run", ROUTE_JURY, post_run, ROUTE_BLOCKS},
	{0},
};
