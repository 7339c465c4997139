/* SPDX-License-Identifier: MIT */
/* Pages for reading: of everybody, and of students. */
#include "evidence.h"

#include <assay/program/zip.h>
#include <inttypes.h>
#include <string.h>

/* ---- for everybody ---- */

static bool is_student(const struct as_course_visit *visit)
{
	return as_course_visit_role(visit) == AS_ROLE_STUDENT;
}

static void get_home(const struct request *request)
{
	struct as_course_server *server = request->server;
	struct page_answer page;

	if (!course_answer_begin(&page, request, NULL))
		return;
	const size_t count = as_course_log_task_count(server->log);
	AS_AUTO_FREE struct as_course_marks *marks = calloc(count + 1, sizeof(*marks));
	for (size_t i = 0; marks && i < count; i++)
		marks[i] = course_ledger_marks(server->ledger, i);
	if (!marks)
		as_course_page_error(page.out, &page.visit, 503, "the server is out of memory");
	else if (is_student(&page.visit))
		as_course_page_home(page.out, &page.visit, marks);
	else
		as_course_page_class(page.out, &page.visit, marks);
	course_answer_send(&page, marks ? 200 : 503);
}

static void get_login(const struct request *request)
{
	const char *next = as_http_query(request->http, "next");
	struct page_answer page;

	if (!course_answer_begin(&page, request, NULL))
		return;
	as_course_page_login(page.out, &page.visit, NULL, as_site_is_own(next) ? next : NULL);
	course_answer_send(&page, 200);
}

static void get_password(const struct request *request)
{
	struct page_answer page;

	if (!course_answer_begin(&page, request, NULL))
		return;
	as_course_page_password(page.out, &page.visit);
	course_answer_send(&page, 200);
}

static void get_asset(const struct request *request)
{
	const struct as_course_server *server = request->server;
	const char *path = as_http_path(request->http) + strlen(server->config.base);
	const struct as_site_asset *asset = as_site_asset_find(&as_course_assets, path);

	if (!asset)
		asset = as_site_asset_find(as_site_libraries_assets(server->libraries), path);
	if (asset)
		as_site_send_asset(request->http, asset);
	else
		as_http_fail(request->http, 404, "there is no such page");
}

/* ---- assignments ---- */

static void get_assignment(const struct request *request)
{
	const size_t assignment = course_require_assignment(request);

	if (assignment != AS_COURSE_NONE)
		course_answer_assignment(request, assignment, NULL, NULL, NULL, 200);
}

void course_answer_assignment(const struct request *request, size_t assignment,
	const struct as_course_typed *typed, const struct as_course_preview *preview,
	const char *wrong, int status)
{
	struct as_course_server *server = request->server;
	struct page_answer page;

	if (!course_answer_begin(&page, request, wrong))
		return;
	const struct course_parts *parts = course_parts_of(server, assignment);
	AS_AUTO_FREE struct as_statement **statements =
		calloc(parts ? parts->count + 1 : 1, sizeof(struct as_statement *));
	if (!parts || !statements) {
		as_course_page_error(page.out, &page.visit, 503, "the server is out of memory");
		course_answer_send(&page, 503);
		return;
	}
	for (size_t i = 0; i < parts->count; i++)
		statements[i] = parts->items[i].statement;
	as_course_page_assignment(page.out, &page.visit,
		&(struct as_course_assignment_page){.assignment = assignment,
			.marks = course_ledger_marks(server->ledger, assignment),
			.statements = statements,
			.typed = typed,
			.preview = preview});
	course_answer_send(&page, status);
}

/* A file of a statement: a picture, an attachment, the PDF. */
static void get_file(const struct request *request)
{
	struct as_course_server *server = request->server;
	const size_t assignment = course_require_assignment(request);
	const struct as_statement_file *file = NULL;
	const struct as_package *package = NULL;
	struct as_error error = {0};

	if (assignment == AS_COURSE_NONE)
		return;
	as_journal_lock(server->journal);
	const struct course_parts *parts = course_parts_of(server, assignment);
	const char *name = as_http_part(request->http, "package");
	for (size_t i = 0; parts && i < parts->count; i++) {
		const struct as_statement *statement = parts->items[i].statement;
		if (!statement || strcmp(statement->package->short_name, name) != 0)
			continue;
		package = statement->package;
		file = as_statement_file(statement, as_http_part(request->http, "name"));
	}
	as_journal_unlock(server->journal);
	/* The folder stays open while the server runs. */
	const int fd = file && file->path ? as_file_open(package->tree.fd, file->path, &error) : -1;
	if (fd < 0)
		course_answer_error(request, 404, "there is no such file");
	else
		as_site_send_file(request->http, fd, file->type,
			file->kind == AS_STATEMENT_ATTACHMENT ? file->name : NULL);
}

/* ---- hand-ins ---- */

static void answer_hand_in(const struct request *request,
	void (*write)(FILE *out, const struct as_course_visit *visit, size_t hand_in,
		const struct as_course_evidence *evidence))
{
	const size_t hand_in = course_require_hand_in(request);
	struct page_answer page;

	if (hand_in == AS_COURSE_NONE)
		return;
	AS_AUTO(course_evidence_clear) struct evidence evidence;
	course_evidence_read(&evidence, request, hand_in);
	if (!course_answer_begin(&page, request, NULL))
		return;
	write(page.out, &page.visit, hand_in, &evidence.seen);
	course_answer_send(&page, 200);
}

static void get_hand_in(const struct request *request)
{
	answer_hand_in(request, as_course_page_hand_in);
}

static void get_hand_in_fragment(const struct request *request)
{
	answer_hand_in(request, as_course_page_hand_in_fragment);
}

static void get_receipt(const struct request *request)
{
	struct as_course_server *server = request->server;
	const size_t index = course_require_hand_in(request);

	if (index == AS_COURSE_NONE)
		return;
	AS_AUTO(course_evidence_clear) struct evidence evidence;
	course_evidence_read(&evidence, request, index);
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	if (!out) {
		as_http_fail_no_memory(request->http);
		return;
	}
	as_journal_lock(server->journal);
	const struct as_course_hand_in *hand_in = as_course_log_hand_in(server->log, index);
	course_receipt(out, server->log, hand_in, evidence.seen.files);
	as_journal_unlock(server->journal);
	if (!as_text_close(out, &text, NULL)) {
		as_http_fail_no_memory(request->http);
		return;
	}
	struct as_http_response *response = as_http_response_new(200, "text/plain; charset=utf-8");
	as_http_response_attachment(response, "receipt.txt");
	as_http_response_take(response, text, size);
	as_http_answer(request->http, response);
}

static void get_files(const struct request *request)
{
	const size_t index = course_require_hand_in(request);

	if (index == AS_COURSE_NONE)
		return;
	AS_AUTO(course_evidence_clear) struct evidence evidence;
	struct as_bytes zip = {0};
	course_evidence_read(&evidence, request, index);
	if (!evidence.seen.files || as_sources_zip(&evidence.files.sources, &zip, NULL)) {
		as_bytes_clear(&zip);
		course_answer_error(request, 503, "the files cannot be read from the store");
		return;
	}
	struct as_http_response *response = as_http_response_new(200, "application/zip");
	as_http_response_attachment(response, "hand-in.zip");
	as_http_response_take(response, zip.data, zip.size);
	as_http_answer(request->http, response);
}

const struct route course_routes_pages[] = {
	{"GET", "/", ROUTE_PERSON, get_home, ROUTE_BLOCKS},
	{"GET", "/class", ROUTE_STAFF, get_home, ROUTE_BLOCKS},
	{"GET", "/login", ROUTE_ANYBODY, get_login, ROUTE_PLAIN},
	{"GET", "/password", ROUTE_PERSON, get_password, ROUTE_PLAIN},
	{"GET", "/assets/:name", ROUTE_ANYBODY, get_asset, ROUTE_PLAIN},
	{"GET", "/assets/fonts/:name", ROUTE_ANYBODY, get_asset, ROUTE_PLAIN},
	{"GET", "/a/:assignment", ROUTE_PERSON, get_assignment, ROUTE_BLOCKS},
	{"GET", "/a/:assignment/files/:package/:name", ROUTE_PERSON, get_file, ROUTE_BLOCKS},
	{"GET", "/h/:number", ROUTE_PERSON, get_hand_in, ROUTE_BLOCKS},
	{"GET", "/h/:number/fragment", ROUTE_PERSON, get_hand_in_fragment, ROUTE_BLOCKS},
	{"GET", "/h/:number/receipt", ROUTE_PERSON, get_receipt, ROUTE_BLOCKS},
	{"GET", "/h/:number/files", ROUTE_PERSON, get_files, ROUTE_BLOCKS},
	{0},
};
