/* SPDX-License-Identifier: MIT */
/* Prints of teams: the form, and the queue of helpers. */
#include "answer.h"
#include "intake.h"
#include "printer.h"
#include "routes.h"
#include "server.h"

#include <assay/html.h>
#include <inttypes.h>
#include <string.h>

/* False: the request has been answered. */
static bool check_printing(const struct request *request)
{
	if (request->server->config.contest->settings.hall.has_prints)
		return true;
	as_http_fail(request->http, 404,
		"teams cannot print in this contest: contest.yaml has no key print");
	return false;
}

static void show(const struct request *request, answer_write *write, int status, const char *wrong)
{
	struct page page;

	if (!answer_begin(&page, request, wrong))
		return;
	write(page.out, &page.visit);
	answer_send(&page, status);
}

/* ---- a team ---- */

static void get_print(const struct request *request)
{
	if (check_printing(request))
		answer_page(request, as_contest_page_print);
}

/* The files of a submission, one after the other. */
static int join_files(const struct as_submitted *submitted, struct as_bytes *text)
{
	FILE *out = open_memstream(&text->data, &text->size);

	if (!out)
		return -1;
	for (size_t i = 0; i < submitted->sources.count; i++) {
		const struct as_source *file = &submitted->sources.files[i];
		if (submitted->sources.count > 1)
			fprintf(out, "%s== %s ==\n", i ? "\n" : "", file->name);
		fwrite(file->data.data, 1, file->data.size, out);
	}
	return as_text_close(out, &text->data, NULL) ? 0 : -1;
}

/* The submission's text and the name of its file, if it belongs to the visitor's team. */
static int read_submission(const struct request *request, const char *number, struct as_bytes *text,
	char *name, size_t name_size)
{
	AS_AUTO(as_submitted_clear) struct as_submitted submitted = {0};
	AS_AUTO_BYTES struct as_bytes files = {0};
	struct as_server *server = request->server;
	char blob[AS_DIGEST_HEX_SIZE] = "";

	as_contest_log_lock(server->log);
	const size_t found = as_contest_log_find_submission(server->log, number);
	const struct as_contest_submission *of =
		found == AS_CONTEST_NONE ? NULL : as_contest_log_submission(server->log, found);
	if (of && of->team == as_contest_log_account(server->log, request->visitor.account)->team) {
		memcpy(blob, of->blob, sizeof(blob));
		if (of->name)
			as_text_printable(of->name, strlen(of->name), name, name_size);
	}
	as_contest_log_unlock(server->log);
	return *blob &&
			       as_store_blob_read(server->config.store, blob, STORED_MAX_BYTES,
				       &files, NULL) == 1 &&
			       as_submitted_read(files.data, files.size, &submitted, NULL) == 1
		       ? join_files(&submitted, text)
		       : -1;
}

/* The text that the form names: a file, or a submission. `text` is a copy. */
static int read_form(
	const struct request *request, struct as_bytes *text, char *name, size_t name_size)
{
	const char *number = as_http_form(request->http, "submission");
	size_t count;
	const struct as_http_field *fields = as_http_fields(request->http, &count);

	for (size_t i = 0; i < count; i++)
		if (fields[i].file && *fields[i].file && strcmp(fields[i].name, "file") == 0) {
			as_text_printable(fields[i].file, strlen(fields[i].file), name, name_size);
			text->data = malloc(fields[i].size + 1);
			if (text->data)
				memcpy(text->data, fields[i].data, fields[i].size);
			text->size = fields[i].size;
			return text->data ? 0 : -1;
		}
	return number && *number ? read_submission(request, number, text, name, name_size) : -1;
}

/* Nothing is stored of a print that the limits forbid. */
static int add_print(const struct request *request, const struct as_contest_paper *paper,
	const char *name, size_t *print, struct as_error *error)
{
	struct as_server *server = request->server;
	char blob[AS_DIGEST_HEX_SIZE] = "";

	as_contest_log_lock(server->log);
	const struct as_contest_entry_print entry = {
		.team = as_contest_log_account(server->log, request->visitor.account)->team,
		.account = request->visitor.account,
		.name = *name ? name : "print",
		.blob = blob,
		.lines = paper->lines,
		.pages = paper->pages};
	const int refused = as_contest_log_check_print(server->log, &entry, request->now_ms, error);
	as_contest_log_unlock(server->log);
	if (refused ||
		as_store_blob_put(server->config.store, paper->text, paper->size, blob, error))
		return -1;
	return as_contest_log_add_print(server->log, &entry, print, error);
}

static void post_print(const struct request *request)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	struct as_contest_paper paper;
	struct as_error error = {0};
	char name[AS_CONTEST_PRINT_NAME_MAX_BYTES] = "";
	size_t print;

	if (!check_printing(request))
		return;
	if (read_form(request, &text, name, sizeof(name))) {
		show(request, as_contest_page_print, 422,
			"Choose a file, or one of your submissions.");
		return;
	}
	if (as_contest_paper_clean(text.data, text.size, &paper, &error)) {
		show(request, as_contest_page_print, error.kind == AS_ERROR_USAGE ? 422 : 503,
			error.text);
		return;
	}
	AS_AUTO_FREE char *owned = paper.text;
	if (add_print(request, &paper, name, &print, &error)) {
		show(request, as_contest_page_print, error.kind == AS_ERROR_USAGE ? 422 : 503,
			error.kind == AS_ERROR_USAGE ? error.text : AS_SITE_STORE_FAILED);
		return;
	}
	printer_send(request->server->runs.printer, print);
	as_site_redirect(request->http, request->server->site, "/print");
}

/* ---- helpers ---- */

static void get_prints(const struct request *request)
{
	if (check_printing(request))
		answer_page(request, as_contest_page_prints);
}

/* AS_CONTEST_NONE: there is none. */
static size_t find_print(const struct request *request, const char *text)
{
	struct as_contest_log *log = request->server->log;
	uint64_t number = 0;

	as_contest_log_lock(log);
	const size_t count = as_contest_log_print_count(log);
	const bool is_found =
		text && count > 0 && as_count_parse(text, 1, count, &number, NULL) == 0 &&
		as_contest_log_print(log, (size_t)number - 1)->team != AS_CONTEST_NONE;
	as_contest_log_unlock(log);
	return is_found ? (size_t)number - 1 : AS_CONTEST_NONE;
}

static void get_print_text(const struct request *request)
{
	const size_t print = find_print(request, as_http_part(request->http, "number"));
	struct page page;

	if (print == AS_CONTEST_NONE) {
		as_http_fail(request->http, 404, "there is no such print");
		return;
	}
	AS_AUTO_FREE char *text = print_text(request->server, print);
	if (!answer_begin(&page, request, NULL))
		return;
	AS_AUTO_FREE char *paper =
		text ? as_contest_paper_banner(request->server->log, print, text) : NULL;
	as_contest_page_print_text(page.out, &page.visit, print, paper);
	answer_send(&page, 200);
}

static void mark(const struct request *request, size_t print, enum as_contest_print_mark mark)
{
	struct as_error error = {0};

	if (as_contest_log_mark_print(
		    request->server->log, print, mark, NULL, request->visitor.account, &error))
		show(request, as_contest_page_prints, error.kind == AS_ERROR_USAGE ? 409 : 503,
			error.text);
	else
		as_site_redirect(request->http, request->server->site, "/prints");
}

static bool is_claimed(const struct request *request, size_t print)
{
	struct as_contest_log *log = request->server->log;

	as_contest_log_lock(log);
	const bool is_claimed =
		as_contest_log_print_is_claimed(log, print, as_contest_log_now_ms(log));
	as_contest_log_unlock(log);
	return is_claimed;
}

static void send_again(const struct request *request, size_t print)
{
	/* A print that a server is giving to its command is not queued. */
	if (is_claimed(request, print) || printer_send(request->server->runs.printer, print))
		as_site_redirect(request->http, request->server->site, "/prints");
	else
		show(request, as_contest_page_prints, 503,
			"There is no print command, or too many prints wait for it.");
}

static void post_prints(const struct request *request)
{
	const size_t print = find_print(request, as_http_form(request->http, "print"));
	const char *action = as_http_form(request->http, "action");

	if (print == AS_CONTEST_NONE || !action)
		as_http_fail(request->http, 422, "there is no such print");
	else if (strcmp(action, as_contest_print_mark_name(AS_CONTEST_PRINT_DELIVER)) == 0)
		mark(request, print, AS_CONTEST_PRINT_DELIVER);
	else if (strcmp(action, as_contest_print_mark_name(AS_CONTEST_PRINT_UNDO)) == 0)
		mark(request, print, AS_CONTEST_PRINT_UNDO);
	else if (strcmp(action, as_contest_print_mark_name(AS_CONTEST_PRINT_SEND)) == 0)
		send_again(request, print);
	else
		as_http_fail(request->http, 422, "there is no such action");
}

const struct route routes_prints[] = {
	{"GET", "/print", ROUTE_TEAM, get_print, ROUTE_PLAIN},
	{"POST", "/print", ROUTE_TEAM, post_print, ROUTE_UPLOAD},
	{"GET", "/prints", ROUTE_STAFF, get_prints, ROUTE_BLOCKS},
	{"GET", "/prints/:number", ROUTE_STAFF, get_print_text, ROUTE_BLOCKS},
	{"POST", "/prints", ROUTE_STAFF, post_prints, ROUTE_BLOCKS},
	{0},
};
