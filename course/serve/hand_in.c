/* SPDX-License-Identifier: MIT */
/* From an upload to a hand-in in the log, or to a preview of what would be judged. */
#include "request.h"

#include <assay/grade/run/take.h>
#include <inttypes.h>
#include <string.h>

/* An upload while it is handled. */
struct upload {
	const struct request *request;
	size_t assignment;
	const struct as_course_assignment *of;
	const struct course_parts *parts;
	struct as_course_typed typed;
	struct as_sources sources; /* as they came */
	struct as_grade_taken *taken;
	const char **languages; /* by package; NULL: none */
	int64_t wall_ms;
};

static void clear_upload(struct upload *upload)
{
	as_grade_taken_close(upload->taken);
	as_sources_clear(&upload->sources);
	free(upload->languages);
}

/* 0, or the status, with the reason in `error`. */
static int refuse(struct as_error *error, int status, const char *text)
{
	as_error_set(error, AS_ERROR_USAGE, "%s", text);
	return status;
}

/* The reason why files cannot be judged. */
static int refuse_sources(struct as_error *error, const struct as_sources *sources)
{
	as_error_set(error, AS_ERROR_USAGE, "the hand-in is refused: %s",
		sources->text ? sources->text : sources->reason);
	return 422;
}

/* ---- files ---- */

static uint64_t size_of(const struct as_site_source *files, size_t count)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < count; i++)
		bytes += files[i].size;
	return bytes;
}

static int read_files(struct upload *upload, struct as_error *error)
{
	const struct as_course_server *server = upload->request->server;
	const struct as_language *language =
		upload->typed.language
			? as_languages_find(server->languages, upload->typed.language)
			: NULL;
	const char *ending = language && language->files.extensions && *language->files.extensions
				     ? *language->files.extensions
				     : "";
	AS_AUTO(as_site_form_files_clear) struct as_site_form_files form = {0};
	const uint64_t max_bytes = upload->of->scheme.hand_in.size_bytes;

	if (as_site_form_files(upload->request->http, ending, &form, error))
		return 503;
	if (form.count == 0)
		return refuse(error, 422, "choose a file, or paste the source");
	if (size_of(form.items, form.count) > max_bytes) {
		as_error_set(error, AS_ERROR_USAGE,
			"the files have more than %" PRIu64
			" KiB, which is the most that the assignment allows",
			max_bytes / 1024);
		return 413;
	}
	AS_AUTO_FREE struct as_memory_file *files = calloc(form.count, sizeof(*files));
	if (!files)
		return as_error_no_memory(error), 503;
	for (size_t i = 0; i < form.count; i++)
		files[i] = (struct as_memory_file){
			form.items[i].name, form.items[i].text, form.items[i].size};
	if (as_sources_take(&upload->sources, files, form.count, true, max_bytes, error))
		return 503;
	if (upload->sources.reason)
		return refuse_sources(error, &upload->sources);
	return 0;
}

static int take_files(struct upload *upload, struct as_error *error)
{
	const struct as_course_server *server = upload->request->server;
	const struct as_hand_in *rules = &upload->of->scheme.hand_in;
	const struct as_grade_take take = {.scheme = &upload->of->scheme,
		.packages = (const struct as_package *const *)upload->of->packages,
		.languages = server->languages,
		.files = &upload->sources,
		.asked = (const char *const *)rules->files,
		.keeper = server->keeper};

	upload->taken = as_grade_take(&take, error);
	if (upload->taken)
		return 0;
	return error->kind == AS_ERROR_INPUT || error->kind == AS_ERROR_USAGE ? 422 : 503;
}

/* ---- languages ---- */

static bool may_language(const struct upload *upload, const char *id)
{
	const struct as_course_server *server = upload->request->server;
	const struct as_hand_in *rules = &upload->of->scheme.hand_in;
	bool is_here = false;

	for (const char **here = server->language_ids; *here; here++)
		is_here |= strcmp(*here, id) == 0;
	if (!is_here || !rules->languages)
		return is_here;
	for (char **allowed = rules->languages; *allowed; allowed++)
		if (strcmp(*allowed, id) == 0)
			return true;
	return false;
}

static int find_language(struct upload *upload, size_t package, struct as_error *error)
{
	const struct as_class_entry *entry = &as_grade_taken_entries(upload->taken)[package];
	const struct as_submission seen = {.path = "hand-in",
		.language = upload->typed.language,
		.entry_point = entry->entry_point,
		.submitted = &entry->submitted};
	const char **language = &upload->languages[package];

	if (entry->is_absent || entry->submitted.sources.reason)
		return 0;
	if (as_engine_submission_language(
		    upload->parts->items[package].opened, &seen, language, error))
		return 422;
	if (!*language || may_language(upload, *language))
		return 0;
	as_error_set(error, AS_ERROR_USAGE, "the language %s is not allowed here", *language);
	return 422;
}

static int find_languages(struct upload *upload, struct as_error *error)
{
	int status = 0;

	upload->languages =
		calloc(upload->of->scheme.package_count + 1, sizeof(*upload->languages));
	if (!upload->languages)
		return as_error_no_memory(error), 503;
	for (size_t i = 0; i < upload->of->scheme.package_count && !status; i++)
		status = find_language(upload, i, error);
	return status;
}

/* Something that can be judged, or that people mark. */
static int check_entries(const struct upload *upload, struct as_error *error)
{
	const struct as_class_entry *entries = as_grade_taken_entries(upload->taken);
	const struct as_submissions *found = as_grade_taken_found(upload->taken);
	size_t present = 0;

	if (found->received_count == 0)
		return refuse(error, 422, "nothing in the hand-in can be judged");
	for (size_t i = 0; i < upload->of->scheme.package_count; i++) {
		const struct as_sources *sources = &entries[i].submitted.sources;
		if (entries[i].is_absent)
			continue;
		present++;
		if (sources->reason)
			return refuse_sources(error, sources);
		if (!upload->languages[i] && !upload->of->packages[i]->submit_answer)
			return refuse(error, 422,
				"the language cannot be detected from the files: choose it, or "
				"name the files with their usual endings");
	}
	return present || as_scheme_has_manual(&upload->of->scheme)
		       ? 0
		       : refuse(error, 422,
				 "no file is for this assignment: see the names in its text");
}

/* ---- handing in ---- */

static int put_files(
	const struct upload *upload, char digest[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	const struct as_submitted raw = {.sources = upload->sources};
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	return as_submitted_write(&raw, &bytes, error) ||
			       as_store_blob_put(upload->request->server->config.store, bytes.data,
				       bytes.size, digest, error)
		       ? -1
		       : 0;
}

static uint64_t bytes_of(const struct as_sources *sources)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < sources->count; i++)
		bytes += sources->files[i].data.size;
	return bytes;
}

/* The id of the student; on the heap. */
static char *copy_id(const struct upload *upload, struct as_error *error)
{
	const struct as_course_server *server = upload->request->server;

	as_journal_lock(server->journal);
	const struct as_course_person *who =
		as_course_log_member(server->log, upload->request->person).of;
	char *id = who ? strdup(who->of.id) : NULL;
	as_journal_unlock(server->journal);
	if (!id)
		as_error_no_memory(error);
	return id;
}

/* The orders of the packages that have files, which borrow the id. */
static int make_orders(const struct upload *upload, const char *id, struct as_class_order *orders,
	struct as_course_entry_job *jobs, size_t *count, struct as_error *error)
{
	const struct as_class_entry *entries = as_grade_taken_entries(upload->taken);
	const struct as_class_queueing how = course_queueing(upload->request->server, upload->of);

	for (size_t i = 0; i < upload->of->scheme.package_count; i++) {
		if (entries[i].is_absent)
			continue;
		/* Counted first, so that it is cleared in any case. */
		const size_t at = (*count)++;
		if (as_class_order_make(&orders[at], &how, &entries[i], id, error))
			return -1;
		jobs[at] =
			(struct as_course_entry_job){.package = upload->of->packages[i]->short_name,
				.language = upload->languages[i],
				.doubt = entries[i].doubt,
				.order = &orders[at].order};
	}
	return 0;
}

static int append(const struct upload *upload, size_t *hand_in, struct as_error *error)
{
	const size_t packages = upload->of->scheme.package_count;
	AS_AUTO_FREE struct as_class_order *orders = calloc(packages + 1, sizeof(*orders));
	AS_AUTO_FREE struct as_course_entry_job *jobs = calloc(packages + 1, sizeof(*jobs));
	AS_AUTO_FREE char *id = copy_id(upload, error);
	char files[AS_DIGEST_HEX_SIZE];

	if (!orders || !jobs)
		return as_error_no_memory(error);
	if (!id || put_files(upload, files, error))
		return -1;
	size_t count = 0;
	int failed = make_orders(upload, id, orders, jobs, &count, error);
	const struct as_course_entry_hand_in entry = {.assignment = upload->assignment,
		.person = upload->request->person,
		.wall_ms = upload->wall_ms,
		.files = files,
		.bytes = bytes_of(&upload->sources),
		.jobs = jobs,
		.job_count = count};
	if (!failed)
		failed = as_course_log_hand_in_add(
			upload->request->server->log, &entry, hand_in, error);
	for (size_t i = 0; i < count; i++)
		as_class_order_clear(&orders[i]);
	return failed;
}

/* ---- the form ---- */

static void show_preview(const struct upload *upload)
{
	const struct as_course_preview preview = {.entries = as_grade_taken_entries(upload->taken),
		.found = as_grade_taken_found(upload->taken),
		.languages = upload->languages};

	course_answer_assignment(
		upload->request, upload->assignment, &upload->typed, &preview, NULL, 200);
}

static void finish(const struct upload *upload)
{
	struct as_course_server *server = upload->request->server;
	struct as_error error = {0};
	size_t hand_in;

	if (append(upload, &hand_in, &error)) {
		const bool is_refused = error.kind == AS_ERROR_USAGE;
		course_answer_assignment(upload->request, upload->assignment, &upload->typed, NULL,
			is_refused ? error.text : AS_SITE_STORE_FAILED, is_refused ? 422 : 503);
		return;
	}
	as_journal_lock(server->journal);
	const uint64_t number = as_course_log_hand_in(server->log, hand_in)->number;
	as_journal_unlock(server->journal);
	AS_AUTO_FREE char *address = as_text_format(NULL, "/h/%" PRIu64, number);
	as_site_redirect(upload->request->http, server->site, address ? address : "/");
}

static int read_upload(struct upload *upload, struct as_error *error)
{
	int status = read_files(upload, error);

	if (!status)
		status = take_files(upload, error);
	return status ? status : find_languages(upload, error);
}

static void post_hand_in(const struct request *request)
{
	struct as_course_server *server = request->server;
	const size_t assignment = course_require_assignment(request);
	struct as_error error = {0};

	if (assignment == AS_COURSE_NONE)
		return;
	AS_AUTO(clear_upload)
	struct upload upload = {.request = request,
		.assignment = assignment,
		.typed = {as_site_form_text(request->http, "language"),
			as_site_form_text(request->http, "entry_point"),
			as_site_form_text(request->http, "source")}};
	as_journal_lock(server->journal);
	upload.of = as_course_log_task(server->log, assignment).of;
	upload.parts = course_parts_of(server, assignment);
	as_journal_unlock(server->journal);
	upload.wall_ms = as_site_arrival_ms(request->http,
		upload.of->scheme.hand_in.size_bytes + FORM_MAX_BYTES,
		as_journal_now_ms(server->journal));
	int status = read_upload(&upload, &error);
	if (!status && as_site_form_text(request->http, "check")) {
		show_preview(&upload);
		return;
	}
	if (!status)
		status = check_entries(&upload, &error);
	if (status)
		course_answer_assignment(request, assignment, &upload.typed, NULL,
			status == 503 ? "the server failed; nothing was handed in" : error.text,
			status);
	else
		finish(&upload);
}

const struct route course_routes_hand_in[] = {
	{"POST", "/a/:assignment", ROUTE_STUDENT, post_hand_in, ROUTE_UPLOAD},
	{0},
};
