/* SPDX-License-Identifier: MIT */
/*
 * The Contest API at BASE/api/: paths and accounts become calls of contest/api.h. Log-in by HTTP
 * Basic (RFC 7617): no cookie counts here, and nothing makes a session.
 */
#include "private.h"

#include <fcntl.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>

#define BODY_MOST_BYTES 65536
#define CREDENTIALS_MOST 256

/* ---- who ---- */

struct pending {
	struct as_server *server;
	struct as_http_request *request;
	api_answerer answer;
	struct secret secret;
	bool may_try, is_right;
	char *password; /* after the user name, in the same block */
	char username[CREDENTIALS_MOST];
};

static void answer_as(struct as_http_request *request, struct as_server *server,
	api_answerer answer, size_t account)
{
	const struct as_contest_api_reader reader = as_contest_api_reader(server->log, account);

	answer(request, server, &reader);
}

void api_ask_again(struct as_http_request *request, int status, const char *message)
{
	struct as_http_response *response = as_http_failure(request, status, message);

	if (status == 401)
		as_http_response_header(
			response, "WWW-Authenticate", "Basic realm=\"contest\", charset=\"UTF-8\"");
	as_http_answer(request, response);
}

static void free_pending(struct pending **pending)
{
	if (!*pending)
		return;
	secret_clear(&(*pending)->secret);
	sodium_memzero((*pending)->username, CREDENTIALS_MOST);
	free(*pending);
}

static void compare(void *context, struct hasher_process *process)
{
	struct pending *pending = context;
	struct accounts *accounts = pending->server->accounts;
	const char *peer = as_http_peer(pending->request);

	/* Only now: those before it may have failed meanwhile. */
	pending->may_try = accounts_may_try(accounts, peer, pending->username);
	pending->is_right = pending->may_try && accounts_compare(accounts, &pending->secret,
							pending->password, process);
	if (pending->is_right)
		accounts_remember(accounts, pending->username, pending->password, &pending->secret);
	else if (pending->may_try)
		accounts_note_failure(accounts, peer, pending->username);
}

static void finish(void *context)
{
	AS_AUTO(free_pending) struct pending *pending = context;

	if (!pending->may_try)
		api_ask_again(pending->request, 429,
			"too many wrong passwords were tried: wait a minute");
	else if (!pending->is_right)
		api_ask_again(pending->request, 401, "the user name or the password is wrong");
	else
		answer_as(pending->request, pending->server, pending->answer,
			pending->secret.account);
}

/* Reads "Basic BASE64" into a pending request. */
static bool read_basic(const char *header, struct pending *pending)
{
	size_t size;

	if (strncasecmp(header, "Basic ", 6) != 0)
		return false;
	header += 6 + strspn(header + 6, " ");
	if (sodium_base642bin((unsigned char *)pending->username, CREDENTIALS_MOST - 1, header,
		    strlen(header), NULL, &size, NULL, sodium_base64_VARIANT_ORIGINAL))
		return false;
	pending->username[size] = '\0';
	if (strlen(pending->username) != size)
		return false;
	pending->password = strchr(pending->username, ':');
	if (!pending->password)
		return false;
	*pending->password++ = '\0';
	return true;
}

void api_authenticate(
	struct as_http_request *request, struct as_server *server, api_answerer answer)
{
	const char *header = as_http_header(request, "Authorization");

	if (!header) {
		answer_as(request, server, answer, AS_CONTEST_NONE);
		return;
	}
	AS_AUTO(free_pending) struct pending *pending = calloc(1, sizeof(*pending));
	if (!pending || !read_basic(header, pending)) {
		api_ask_again(request, 401, "the header Authorization is not of the type Basic");
		return;
	}
	pending->server = server;
	pending->request = request;
	pending->answer = answer;
	const size_t known = accounts_recall(server, pending->username, pending->password);
	if (known != AS_CONTEST_NONE) {
		answer_as(request, server, answer, known);
		return;
	}
	pending->secret = accounts_secret(server, pending->username);
	const struct hasher_task task = {compare, finish, pending};
	if (hasher_run(server->hasher, &task))
		pending = NULL;
	else
		api_ask_again(
			request, 503, "too many people log in just now: try again in a minute");
}

/* ---- documents ---- */

static void answer_json(struct as_http_request *request, int status, struct as_bytes *json)
{
	struct as_http_response *response = as_http_response_new(status, "application/json");

	as_http_response_header(response, "Access-Control-Allow-Origin", "*");
	as_http_response_take(response, json->data, json->size);
	as_http_answer(request, response);
}

/* The endpoint of the path: what stands after the contest, or the API itself. */
static const char *endpoint_of(const struct as_http_request *request, const char **id)
{
	const char *contest = as_http_part(request, "contest");
	const char *endpoint = as_http_part(request, "endpoint");
	const char *path = as_http_path(request);

	*id = as_http_part(request, "id");
	if (endpoint)
		return endpoint;
	if (contest) {
		*id = contest;
		return "contests";
	}
	return strstr(path, "/contests") ? "contests" : "";
}

static bool is_contest(const struct as_server *server, const struct as_http_request *request)
{
	const char *contest = as_http_part(request, "contest");

	return !contest || strcmp(contest, server->config.contest->settings.id) == 0;
}

static void answer_scoreboard(struct as_http_request *request, struct as_server *server,
	const struct as_contest_api_reader *reader)
{
	char tag[AS_CONTEST_TOKEN_SIZE];
	struct as_http_buffer *json = scoreboards_get(server, reader, tag);

	if (!json) {
		as_http_fail(request, 503, "the server has no memory left");
		return;
	}
	struct as_http_response *response = as_http_response_new(200, "application/json");
	as_http_response_header(response, "Access-Control-Allow-Origin", "*");
	as_http_response_etag(response, tag);
	as_http_response_buffer(response, json);
	as_http_buffer_unref(json);
	as_http_answer(request, response);
}

static void answer_get(struct as_http_request *request, struct as_server *server,
	const struct as_contest_api_reader *reader)
{
	struct as_bytes json = {0};
	struct as_error error = {0};
	size_t count;
	const char *id;

	if (!is_contest(server, request)) {
		as_http_fail(request, 404, "there is no such contest");
		return;
	}
	const char *endpoint = endpoint_of(request, &id);
	const struct as_http_pair *pairs = as_http_query_pairs(request, &count);
	if (strcmp(endpoint, "scoreboard") == 0 && !id && count == 0) {
		answer_scoreboard(request, server, reader);
		return;
	}
	AS_AUTO_FREE struct as_contest_api_filter *items = calloc(count + 1, sizeof(*items));
	for (size_t i = 0; items && i < count; i++)
		items[i] = (struct as_contest_api_filter){pairs[i].name, pairs[i].value};
	const struct as_contest_api_filters filters = {items, items ? count : 0};
	const int status = as_contest_api_get(
		server->api, server->log, reader, endpoint, id, &filters, &json, &error);
	if (status < 0)
		as_http_fail(request, 503, "the server has no memory left");
	else
		answer_json(request, status, &json);
}

static void get(struct as_http_request *request, void *context)
{
	api_authenticate(request, context, answer_get);
}

/* ---- the feed ---- */

static void answer_feed(struct as_http_request *request, struct as_server *server,
	const struct as_contest_api_reader *reader)
{
	struct as_error error = {0};

	if (!is_contest(server, request)) {
		as_http_fail(request, 404, "there is no such contest");
		return;
	}
	struct as_contest_cursor *cursor = as_contest_feed_open(
		server->api, server->log, reader, as_http_query(request, "since_token"), &error);
	if (!cursor)
		as_http_fail(request, error.kind == AS_ERROR_USAGE ? 400 : 503, "%s", error.text);
	else
		live_feed(server->live, request, cursor);
}

static void get_feed(struct as_http_request *request, void *context)
{
	api_authenticate(request, context, answer_feed);
}

/* ---- files ---- */

static void send_file(
	struct as_http_request *request, int fd, const struct as_contest_api_file *file)
{
	struct stat status;

	if (fd < 0 || fstat(fd, &status)) {
		if (fd >= 0)
			close(fd);
		as_http_fail(request, 404, "the file is gone");
		return;
	}
	struct as_http_response *response = as_http_response_new(200, file->mime);
	as_http_response_file(response, fd, (uint64_t)status.st_size);
	as_http_response_policy(response, "sandbox; default-src 'none'");
	as_http_response_attachment(response, file->filename);
	as_http_answer(request, response);
}

/* For reading: links are followed beneath the package's folder only. */
static int open_package_file(const struct as_package *package, const char *path)
{
	AS_AUTO_FD int found = as_tree_open(package->tree.fd, path);
	char name[40];

	if (found < 0)
		return -1;
	snprintf(name, sizeof(name), "/proc/self/fd/%d", found);
	return open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

static void answer_file(struct as_http_request *request, struct as_server *server,
	const struct as_contest_api_reader *reader)
{
	struct as_contest_api_file file;
	AS_AUTO_FREE char *below =
		as_text_format(NULL, "%s/%s/%s", as_http_part(request, "endpoint"),
			as_http_part(request, "id"), as_http_part(request, "rest"));

	if (!below || !is_contest(server, request) ||
		as_contest_api_find_file(server->api, server->log, reader, below, &file) != 200) {
		as_http_fail(request, 404, "there is no such file");
		return;
	}
	if (file.submission != AS_CONTEST_NONE) {
		AS_AUTO_BYTES struct as_bytes zip = {0};
		if (archive_submission(server, file.blob, &zip)) {
			as_http_fail(request, 503, "the files cannot be read");
			return;
		}
		struct as_http_response *response = as_http_response_new(200, "application/zip");
		as_http_response_take(response, as_steal(zip.data), zip.size);
		as_http_response_attachment(response, file.filename);
		as_http_answer(request, response);
		return;
	}
	send_file(request,
		file.file ? as_contest_file_open(server->config.contest, file.file, NULL)
			  : open_package_file(file.package, file.path),
		&file);
}

static void get_file(struct as_http_request *request, void *context)
{
	api_authenticate(request, context, answer_file);
}

/* ---- submissions ---- */

/* The text of a property; NULL: it is missing, null or something else. */
static const char *text_of(const json_t *body, const char *key)
{
	return json_string_value(json_object_get(body, key));
}

/* Who may submit what for whom: 0, or the status of HTTP. */
static int check_poster(struct as_server *server, const json_t *body,
	const struct as_contest_api_reader *reader, struct handed_in *handed_in,
	const char **message)
{
	const char *team = text_of(body, "team_id");
	const char *time = text_of(body, "time");
	const char *problem = text_of(body, "problem_id");

	if (reader->role != AS_CONTEST_API_TEAM && reader->role != AS_CONTEST_API_ADMIN) {
		*message = "submitting is for teams and admins";
		return reader->role == AS_CONTEST_API_PUBLIC ? 401 : 403;
	}
	*message = "team_id: there is no such team, or it is not yours";
	as_contest_log_lock(server->log);
	handed_in->team = team ? as_contest_log_find_team(server->log, team) : reader->team;
	as_contest_log_unlock(server->log);
	if (handed_in->team == AS_CONTEST_NONE ||
		(reader->role == AS_CONTEST_API_TEAM && handed_in->team != reader->team))
		return 400;
	*message = "time: a team must not set it, and an admin's must be a TIME";
	if (time && (reader->role != AS_CONTEST_API_ADMIN ||
			    as_contest_time_parse(time, &handed_in->wall_ms, NULL)))
		return 400;
	*message = "problem_id: there is no such problem";
	handed_in->problem = problem ? as_contest_find_problem(server->config.contest, problem)
				     : AS_CONTEST_NONE;
	handed_in->account = reader->account;
	handed_in->is_trusted = reader->role == AS_CONTEST_API_ADMIN;
	return handed_in->problem == AS_CONTEST_NONE ? 400 : 0;
}

/* Decodes files[0].data, on the heap. */
static unsigned char *decode_archive(const json_t *body, size_t *size)
{
	const char *data = text_of(json_array_get(json_object_get(body, "files"), 0), "data");
	const size_t length = data ? strlen(data) : 0;
	unsigned char *bytes = malloc(length + 1);

	if (!bytes || !data ||
		sodium_base642bin(bytes, length + 1, data, length, "\r\n", size, NULL,
			sodium_base64_VARIANT_ORIGINAL)) {
		free(bytes);
		return NULL;
	}
	return bytes;
}

static void answer_submitted(struct as_http_request *request, struct as_server *server,
	const struct as_contest_api_reader *reader, size_t submission)
{
	struct as_bytes json = {0};
	char id[24];

	snprintf(id, sizeof(id), "%zu", submission + 1);
	const int status = as_contest_api_get(
		server->api, server->log, reader, "submissions", id, NULL, &json, NULL);
	struct as_http_response *response =
		as_http_response_new(status == 200 ? 201 : 500, "application/json");
	AS_AUTO_FREE char *location = as_text_format(NULL, "%s/api/contests/%s/submissions/%s",
		server->base, server->config.contest->settings.id, id);
	if (location)
		as_http_response_header(response, "Location", location);
	as_http_response_take(response, json.data, json.size);
	as_http_answer(request, response);
}

static void answer_submit(struct as_http_request *request, struct as_server *server,
	const struct as_contest_api_reader *reader)
{
	struct handed_in handed_in = {.wall_ms = -1};
	struct as_error error = {0};
	const char *message = "the body must be an object";
	size_t submission;
	int status = 400;

	const json_t *body = as_http_json(request, &status, &error);
	if (!body) {
		as_http_fail(request, status, "%s", error.text);
		return;
	}
	status = is_contest(server, request)
			 ? check_poster(server, body, reader, &handed_in, &message)
			 : 404;
	if (status) {
		api_ask_again(
			request, status, status == 404 ? "there is no such contest" : message);
		return;
	}
	AS_AUTO_FREE unsigned char *archive = decode_archive(body, &handed_in.archive_bytes);
	if (!archive) {
		as_http_fail(request, 400, "files: there must be one, with data in base64");
		return;
	}
	handed_in.archive = archive;
	handed_in.language = text_of(body, "language_id");
	handed_in.entry_point = text_of(body, "entry_point");
	status = intake_submit(server, &handed_in, &submission, &error);
	if (status)
		as_http_fail(request, status, "%s", error.text);
	else
		answer_submitted(request, server, reader, submission);
}

static void post_submission(struct as_http_request *request, void *context)
{
	api_authenticate(request, context, answer_submit);
}

/* ---- clarifications ---- */

static int fill_clarification(struct as_server *server, const json_t *body,
	const struct as_contest_api_reader *reader, struct as_contest_entry_clarification *entry)
{
	const char *problem = text_of(body, "problem_id");
	const char *reply_to = text_of(body, "reply_to_id");
	const char *to = json_string_value(json_array_get(json_object_get(body, "to_team_ids"), 0));
	const bool is_team = reader->role == AS_CONTEST_API_TEAM;

	if (problem) {
		entry->problem = as_contest_find_problem(server->config.contest, problem);
		if (entry->problem == AS_CONTEST_NONE)
			return 400;
	}
	as_contest_log_lock(server->log);
	const size_t count = as_contest_log_clarification_count(server->log);
	const uint64_t number = reply_to ? strtoull(reply_to, NULL, 10) : 0;
	if (number >= 1 && number <= count)
		entry->reply_to = (size_t)number - 1;
	if (to && !is_team)
		entry->to_team = as_contest_log_find_team(server->log, to);
	as_contest_log_unlock(server->log);
	if (is_team)
		entry->from_team = reader->team;
	return (to && is_team) || (to && entry->to_team == AS_CONTEST_NONE) ||
			       (reply_to && entry->reply_to == AS_CONTEST_NONE)
		       ? 400
		       : 0;
}

static void answer_clarify(struct as_http_request *request, struct as_server *server,
	const struct as_contest_api_reader *reader)
{
	struct as_contest_entry_clarification entry = {AS_CONTEST_NONE, AS_CONTEST_NONE,
		AS_CONTEST_NONE, AS_CONTEST_NONE, reader->account, ""};
	struct as_bytes json = {0};
	struct as_error error = {0};
	size_t made;
	char id[24];
	int status = 400;

	const json_t *body = as_http_json(request, &status, &error);
	if (!body) {
		as_http_fail(request, status, "%s", error.text);
		return;
	}
	if (reader->role == AS_CONTEST_API_PUBLIC || reader->role == AS_CONTEST_API_ANALYST) {
		api_ask_again(request, reader->role == AS_CONTEST_API_PUBLIC ? 401 : 403,
			"clarifications are for teams and the jury");
		return;
	}
	if (!is_contest(server, request) || fill_clarification(server, body, reader, &entry)) {
		as_http_fail(request, 400,
			"problem_id, reply_to_id or to_team_ids: there is no such object, or it is "
			"not yours to name");
		return;
	}
	entry.text = text_of(body, "text") ? text_of(body, "text") : "";
	status = intake_ask(server, &entry, &made, &error);
	if (status) {
		as_http_fail(request, status == 422 ? 400 : status, "%s", error.text);
		return;
	}
	snprintf(id, sizeof(id), "%zu", made + 1);
	status = as_contest_api_get(
		server->api, server->log, reader, "clarifications", id, NULL, &json, NULL);
	struct as_http_response *response =
		as_http_response_new(status == 200 ? 201 : 500, "application/json");
	as_http_response_take(response, json.data, json.size);
	as_http_answer(request, response);
}

static void post_clarification(struct as_http_request *request, void *context)
{
	api_authenticate(request, context, answer_clarify);
}

/* ---- the clock ---- */

/* PATCH of the contest: start_time and countdown_pause_time, or scoreboard_thaw_time. */
static int patch_clock(const json_t *body, int64_t now_ms, struct as_contest_clock *clock,
	int64_t *countdown_ms, const char **message)
{
	const char *start = text_of(body, "start_time");
	const char *pause = text_of(body, "countdown_pause_time");
	const char *thaw = text_of(body, "scoreboard_thaw_time");

	*message = "a time is malformed";
	if (json_object_get(body, "scoreboard_thaw_time"))
		return thaw && as_contest_time_parse(thaw, &clock->thaw_wall_ms, NULL) == 0 ? 0
											    : 400;
	*message = "the contest starts within 30 seconds, or has started";
	if (clock->start_wall_ms != AS_NEVER_MS && clock->start_wall_ms - now_ms < 30000)
		return 403;
	*message = "start_time: it must be a TIME at least 30 s from now, or null";
	if (!json_object_get(body, "start_time"))
		return 400;
	clock->start_wall_ms = AS_NEVER_MS;
	*countdown_ms = -1;
	if (start && (as_contest_time_parse(start, &clock->start_wall_ms, NULL) ||
			     clock->start_wall_ms - now_ms < 30000))
		return 400;
	if (pause && (start || as_contest_reltime_parse(pause, countdown_ms, NULL)))
		return 400;
	return 0;
}

static void answer_patch(struct as_http_request *request, struct as_server *server,
	const struct as_contest_api_reader *reader)
{
	const char *message = "there is no such contest";
	struct as_error error = {0};
	int status = 400;

	const json_t *body = as_http_json(request, &status, &error);
	if (!body) {
		as_http_fail(request, status, "%s", error.text);
		return;
	}
	if (reader->role != AS_CONTEST_API_ADMIN) {
		api_ask_again(request, reader->role == AS_CONTEST_API_PUBLIC ? 401 : 403,
			"the clock is for admins");
		return;
	}
	as_contest_log_lock(server->log);
	struct as_contest_clock clock = *as_contest_log_clock(server->log);
	int64_t countdown_ms = as_contest_log_countdown_ms(server->log);
	AS_AUTO_FREE struct as_removed_interval *removed =
		calloc(clock.removed_count + 1, sizeof(*removed));
	if (removed && clock.removed_count)
		memcpy(removed, clock.removed, clock.removed_count * sizeof(*removed));
	as_contest_log_unlock(server->log);
	clock.removed = removed;
	status = !is_contest(server, request) || !removed
			 ? 404
			 : patch_clock(body, as_contest_log_now_ms(server->log), &clock,
				   &countdown_ms, &message);
	if (status)
		as_http_fail(request, status, "%s", message);
	else if (as_contest_log_set_clock(
			 server->log, &clock, countdown_ms, reader->account, &error))
		as_http_fail(request, error.kind == AS_ERROR_USAGE ? 400 : 503, "%s", error.text);
	else
		as_http_answer(request, as_http_response_new(204, NULL));
}

static void patch(struct as_http_request *request, void *context)
{
	api_authenticate(request, context, answer_patch);
}

void routes_api(struct routes *routes)
{
	static const struct {
		const char *method, *path;
		as_http_handler handler;
		uint64_t body_limit_bytes;
		unsigned flags;
	} table[] = {
		{"GET", "/api", get, 0, AS_HTTP_PLAIN},
		{"GET", "/api/", get, 0, AS_HTTP_PLAIN},
		{"GET", "/api/contests", get, 0, AS_HTTP_PLAIN},
		{"GET", "/api/contests/:contest", get, 0, AS_HTTP_PLAIN},
		{"PATCH", "/api/contests/:contest", patch, BODY_MOST_BYTES, AS_HTTP_MAY_BLOCK},
		{"GET", "/api/contests/:contest/:endpoint", get, 0, AS_HTTP_PLAIN},
		{"GET", "/api/contests/:contest/:endpoint/:id", get, 0, AS_HTTP_PLAIN},
		{"GET", "/api/contests/:contest/:endpoint/:id/*rest", get_file, 0,
			AS_HTTP_MAY_BLOCK},
		{"GET", "/api/contests/:contest/event-feed", get_feed, 0, AS_HTTP_PLAIN},
		{"POST", "/api/contests/:contest/submissions", post_submission,
			UPLOAD_MOST_BYTES * 2, AS_HTTP_MAY_BLOCK},
		{"POST", "/api/contests/:contest/clarifications", post_clarification,
			BODY_MOST_BYTES, AS_HTTP_MAY_BLOCK},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		routes_add(routes, table[i].method, table[i].path, table[i].handler,
			table[i].body_limit_bytes, table[i].flags);
}
