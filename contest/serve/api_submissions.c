/* SPDX-License-Identifier: MIT */
/*
 * POST and PUT of submissions: by a team (team_submit), by an admin for a team (proxy_submit), or
 * with a time and optionally an id (admin_submit). Besides the JSON of the specification, forms of
 * DOMjudge's submit client are accepted: `problem`, `language`, `entry_point`, and files.
 */
#include "api.h"
#include "intake.h"
#include "routes.h"
#include "server.h"

#include <sodium.h>
#include <string.h>

/* ---- team and time ---- */

static bool check_team(
	const json_t *body, struct upload *upload, size_t team, struct api_refusal *refusal)
{
	static const char *const never[] = {"id", "time", "contest_time", NULL};

	if (!api_has_none(body, never, "a team", refusal))
		return false;
	if (as_json_has(body, "team_id") && upload->team != team)
		return api_deny(
			refusal, 400, "team_id is not the id of your team; leave team_id out");
	upload->team = team;
	return true;
}

/* With a time it is admin_submit, without proxy_submit. */
static bool check_admin(const struct request *request, const json_t *body, const char *put_id,
	struct upload *upload, struct api_refusal *refusal)
{
	if (!api_check_id(body, put_id, refusal))
		return false;
	if (!as_json_has(body, "team_id"))
		return api_deny(refusal, 400, "missing team_id");
	if (!api_past(request, body, put_id, &upload->wall_ms, refusal))
		return false;
	upload->is_trusted = upload->wall_ms >= 0;
	upload->id = put_id;
	return true;
}

/* A team gets one text for a team that does not exist and for another one (check_team), so that it
 * cannot find hidden teams. */
static bool read_team(const struct request *request, const json_t *body, struct upload *upload,
	struct api_refusal *refusal)
{
	const char *id = NULL;

	if (!api_text(body, "team_id", &id, refusal))
		return false;
	as_contest_log_lock(request->server->log);
	upload->team = id ? as_contest_log_find_team(request->server->log, id) : AS_CONTEST_NONE;
	as_contest_log_unlock(request->server->log);
	return !id || upload->team != AS_CONTEST_NONE || request->reader.role == AS_CONTEST_API_TEAM
		       ? true
		       : api_unknown("team_id", id, "/teams", refusal);
}

static bool may_submit(
	const struct as_contest_api_reader *reader, const char *put_id, struct api_refusal *refusal)
{
	const bool may = as_contest_api_may(reader, "admin_submit") ||
			 (!put_id && as_contest_api_may(reader, "team_submit"));

	return api_may(reader, may, "submitting is for teams and admins, PUT for admins", refusal);
}

/* ---- the submission ---- */

static bool find_problem(struct as_server *server, const char *id, struct upload *upload,
	struct api_refusal *refusal)
{
	upload->problem =
		id ? as_contest_find_problem(server->config.contest, id) : AS_CONTEST_NONE;
	return upload->problem != AS_CONTEST_NONE
		       ? true
		       : api_unknown("problem_id", id, "/problems", refusal);
}

static bool has_language(struct as_server *server, const char *id)
{
	for (const char **offered = server->language_ids; id && *offered; offered++)
		if (strcmp(*offered, id) == 0)
			return true;
	return false;
}

/* Before the start a team must not learn which problems there are. */
static bool may_begin(const struct request *request, struct api_refusal *refusal)
{
	return request->reader.role != AS_CONTEST_API_TEAM || contest_has_begun(request)
		       ? true
		       : api_deny(refusal, 403, "the contest has not started");
}

static bool read_what(struct as_server *server, const json_t *body, struct upload *upload,
	struct api_refusal *refusal)
{
	const char *problem = NULL;

	if (!api_text(body, "problem_id", &problem, refusal) ||
		!api_text(body, "language_id", &upload->sent.language, refusal) ||
		!api_text(body, "entry_point", &upload->sent.entry_point, refusal) ||
		!find_problem(server, problem, upload, refusal))
		return false;
	return has_language(server, upload->sent.language)
		       ? true
		       : api_unknown("language_id", upload->sent.language, "/languages", refusal);
}

/* Decodes files[0].data, on the heap; NULL: refused. */
static unsigned char *read_archive(
	const json_t *body, struct upload *upload, struct api_refusal *refusal)
{
	const json_t *files = json_object_get(body, "files"), *file = json_array_get(files, 0);
	const char *data = json_string_value(json_object_get(file, "data"));
	const json_t *mime = json_object_get(file, "mime");
	const size_t length = data ? strlen(data) : 0;
	AS_AUTO_FREE unsigned char *bytes = malloc(length + 1);

	if (json_array_size(files) != 1 || !data) {
		api_deny(refusal, 400, "files must have one item, with data in base64");
		return NULL;
	}
	if (mime && !json_is_null(mime) &&
		(!json_is_string(mime) ||
			strcmp(json_string_value(mime), "application/zip") != 0)) {
		api_deny(refusal, 400, "files[0].mime must be application/zip");
		return NULL;
	}
	if (!bytes || sodium_base642bin(bytes, length + 1, data, length, "\r\n",
			      &upload->sent.archive_bytes, NULL, sodium_base64_VARIANT_ORIGINAL)) {
		api_deny(refusal, bytes ? 400 : 503, "files[0].data is not base64");
		return NULL;
	}
	upload->sent.archive = bytes;
	return as_steal(bytes);
}

/* ---- answering ---- */

static void finish(
	const struct request *request, struct upload *upload, struct api_refusal *refusal)
{
	struct as_error error = {0};
	size_t submission = 0;
	int status = refusal->status;

	upload->account = request->reader.account;
	if (!status && upload->wall_ms < 0)
		upload->wall_ms = request_wall_ms(request, upload->problem);
	if (!status)
		status = intake_submit(request->server, upload, &submission, &error);
	if (status && !refusal->status)
		as_http_fail(request->http, status, "%s", error.text);
	else
		api_answer_made(request, refusal, "submissions", submission);
}

static bool read_json(const struct request *request, const json_t *body, const char *put_id,
	struct upload *upload, struct api_refusal *refusal)
{
	if (!may_begin(request, refusal) || !read_team(request, body, upload, refusal))
		return false;
	if (request->reader.role == AS_CONTEST_API_TEAM
			? !check_team(body, upload, request->reader.team, refusal)
			: !check_admin(request, body, put_id, upload, refusal))
		return false;
	return read_what(request->server, body, upload, refusal);
}

static void answer_json(const struct request *request)
{
	const char *put_id = as_http_part(request->http, "id");
	struct upload upload = {.wall_ms = -1};
	AS_AUTO_FREE unsigned char *archive = NULL;
	struct api_refusal refusal = {0};

	/* Check permission before parsing a large body. */
	if (!may_submit(&request->reader, put_id, &refusal)) {
		api_refuse(request->http, refusal.status, refusal.message);
		return;
	}
	const json_t *body = api_body(request);
	if (!body)
		return;
	if (read_json(request, body, put_id, &upload, &refusal))
		archive = read_archive(body, &upload, &refusal);
	(void)api_check_free(request->server, put_id, api_find_submission, "submission", &refusal);
	finish(request, &upload, &refusal);
}

/* ---- forms ---- */

static size_t read_files(struct as_http_request *request, struct as_memory_file *files)
{
	size_t count, found = 0;
	const struct as_http_field *fields = as_http_fields(request, &count);

	for (size_t i = 0; i < count; i++)
		if (fields[i].file && *fields[i].file)
			files[found++] =
				(struct as_memory_file){.name = as_text_last_part(fields[i].file),
					.data = fields[i].data,
					.size = fields[i].size};
	return found;
}

static bool read_form(
	const struct request *request, struct upload *upload, struct api_refusal *refusal)
{
	if (!api_may(&request->reader, request->reader.role == AS_CONTEST_API_TEAM,
		    "forms are for teams", refusal) ||
		!may_begin(request, refusal) ||
		!find_problem(
			request->server, as_http_form(request->http, "problem"), upload, refusal))
		return false;
	upload->team = request->reader.team;
	upload->sent.language = as_http_form(request->http, "language");
	upload->sent.entry_point = as_http_form(request->http, "entry_point");
	if (!has_language(request->server, upload->sent.language))
		return api_unknown("language", upload->sent.language, "/languages", refusal);
	return upload->sent.file_count > 0
		       ? true
		       : api_deny(refusal, 400, "missing code[]; add at least one file");
}

static void answer_form(const struct request *request)
{
	struct upload upload = {.wall_ms = -1};
	struct api_refusal refusal = {0};
	struct as_error error = {0};
	size_t count;
	int status = 400;

	if (!api_is_contest(request)) {
		as_http_fail(request->http, 404, "there is no such contest");
		return;
	}
	/* Browsers send forms of other sites, with a password that was once typed here; they do not
	 * send JSON of other sites. */
	if (!as_site_is_same_site(request->http)) {
		api_refuse(request->http, 403, "the form is from another site");
		return;
	}
	if (as_http_form_parse(request->http, &status, &error)) {
		as_http_fail(request->http, status, "%s", error.text);
		return;
	}
	(void)as_http_fields(request->http, &count);
	AS_AUTO_FREE struct as_memory_file *files = calloc(count + 1, sizeof(*files));
	upload.sent.files = files;
	upload.sent.file_count = files ? read_files(request->http, files) : 0;
	(void)read_form(request, &upload, &refusal);
	finish(request, &upload, &refusal);
}

/* ---- entry points ---- */

static void answer(const struct request *request)
{
	const char *type = as_http_header(request->http, "Content-Type");

	if (type && strncasecmp(type, "multipart/form-data", 19) == 0)
		answer_form(request);
	else
		answer_json(request);
}

const struct route routes_api_submissions[] = {
	{"POST", "/api/contests/:contest/submissions", ROUTE_API, answer, ROUTE_UPLOAD},
	{"PUT", "/api/contests/:contest/submissions/:id", ROUTE_API, answer_json, ROUTE_UPLOAD},
	{0},
};
