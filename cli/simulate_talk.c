/* SPDX-License-Identifier: MIT */
/* Requests of simulated teams, and of the admin. */
#include "simulate.h"

#include <assay/program.h>
#include <string.h>

#define BOUNDARY "assay-simulation-4f1c"
#define MULTIPART "multipart/form-data; boundary=" BOUNDARY
#define FORM "application/x-www-form-urlencoded"

/* ---- sending ---- */

static int send_query(const struct simulate_server *server, const struct as_http_query *query,
	char **cookie, struct simulate_reply *reply, struct as_error *error)
{
	AS_AUTO(as_http_reply_clear) struct as_http_reply answer = {0};
	struct as_http_query stoppable = *query;

	*reply = (struct simulate_reply){0};
	stoppable.stop = &cli_cancelled;
	if (as_http_fetch(server->origin, &stoppable, &answer, error))
		return -1;
	reply->status = answer.status;
	reply->text = as_steal(answer.body.data);
	if (cookie && answer.cookie) {
		free(*cookie);
		*cookie = as_steal(answer.cookie);
	}
	return 0;
}

/* With the account's password. `body` NULL: GET. */
static int send_as(const struct simulate_server *server, const struct as_contest_account *account,
	const char *path, const char *type, const char *body, size_t size,
	struct simulate_reply *reply, struct as_error *error)
{
	AS_AUTO_FREE char *address =
		as_text_format(error, "/api/contests/%s%s", server->contest->settings.id, path);
	const struct as_http_query query = {.path = address,
		.username = account->username,
		.password = account->password,
		.body = body,
		.size = size,
		.type = type};

	*reply = (struct simulate_reply){0};
	return address ? send_query(server, &query, NULL, reply, error) : -1;
}

int simulate_get(const struct simulate_server *server, const struct as_contest_account *account,
	const char *path, struct simulate_reply *reply, struct as_error *error)
{
	return send_as(server, account, path, NULL, NULL, 0, reply, error);
}

/* In a browser's session. `body` NULL: GET. */
static int send_in(const struct simulate_server *server, const char *cookie, const char *path,
	const char *type, const char *body, struct simulate_reply *reply, struct as_error *error)
{
	const struct as_http_query query = {.path = path,
		.cookie = cookie,
		.body = body,
		.size = body ? strlen(body) : 0,
		.type = type};

	return send_query(server, &query, NULL, reply, error);
}

int simulate_look(const struct simulate_server *server, const char *cookie, const char *path,
	struct simulate_reply *reply, struct as_error *error)
{
	return send_in(server, cookie, path, NULL, NULL, reply, error);
}

/* ---- forms ---- */

static void write_escaped(FILE *out, const char *text)
{
	for (; *text; text++)
		fprintf(out, "%%%02X", (unsigned char)*text);
}

int simulate_log_in(const struct simulate_server *server, const struct as_contest_account *account,
	char **cookie, struct simulate_reply *reply, struct as_error *error)
{
	char *body = NULL;
	size_t size;
	FILE *out = open_memstream(&body, &size);

	*reply = (struct simulate_reply){0};
	if (out) {
		fputs("username=", out);
		write_escaped(out, account->username);
		fputs("&password=", out);
		write_escaped(out, account->password);
	}
	AS_AUTO_FREE char *text = as_text_close(out, &body, error);
	const struct as_http_query query = {
		.path = "/login", .body = text, .size = text ? strlen(text) : 0, .type = FORM};
	return text ? send_query(server, &query, cookie, reply, error) : -1;
}

/* The token of the forms of a page, on the heap. */
static char *find_token(const char *page, const char *path, struct as_error *error)
{
	static const char mark[] = "name=\"csrf\" value=\"";
	const char *found = page ? strstr(page, mark) : NULL;

	if (!found) {
		as_error_set(error, AS_ERROR_MACHINE, "%s has no form", path);
		return NULL;
	}
	found += strlen(mark);
	return as_text_format(error, "%.*s", (int)strspn(found, "0123456789abcdef"), found);
}

static char *get_token(const struct simulate_server *server, const char *cookie, const char *path,
	struct as_error *error)
{
	struct simulate_reply page;

	if (simulate_look(server, cookie, path, &page, error))
		return NULL;
	char *token = find_token(page.text, path, error);
	free(page.text);
	return token;
}

int simulate_form(const struct simulate_server *server, const char *cookie, const char *path,
	const char *fields, struct simulate_reply *reply, struct as_error *error)
{
	AS_AUTO_FREE char *token = get_token(server, cookie, path, error);
	AS_AUTO_FREE char *body = token ? as_text_format(error, "csrf=%s&%s", token, fields) : NULL;

	*reply = (struct simulate_reply){0};
	return body ? send_in(server, cookie, path, FORM, body, reply, error) : -1;
}

int simulate_print(const struct simulate_server *server, const char *cookie,
	struct simulate_reply *reply, struct as_error *error)
{
	AS_AUTO_FREE char *token = get_token(server, cookie, "/print", error);
	AS_AUTO_FREE char *body =
		token ? as_text_format(error,
				"--" BOUNDARY "\r\nContent-Disposition: form-data; name=\"csrf\""
				"\r\n\r\n%s\r\n--" BOUNDARY
				"\r\nContent-Disposition: form-data; name=\"file\"; "
				"filename=\"rehearsal.txt\"\r\n\r\nA print of the rehearsal.\n"
				"\r\n--" BOUNDARY "--\r\n",
				token)
		      : NULL;

	*reply = (struct simulate_reply){0};
	return body ? send_in(server, cookie, "/print", MULTIPART, body, reply, error) : -1;
}

/* ---- submissions and questions ---- */

static void write_field(FILE *out, const char *name, const char *value)
{
	fprintf(out, "--" BOUNDARY "\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n",
		name, value);
}

/* As the client of DOMjudge sends it. */
static void write_submission(FILE *out, const struct as_intake *intake, const char *problem)
{
	write_field(out, "problem", problem);
	write_field(out, "language", intake->language->id);
	for (size_t i = 0; i < intake->sources.count; i++) {
		const struct as_source *source = &intake->sources.files[i];
		if (source->is_added)
			continue;
		fprintf(out,
			"--" BOUNDARY "\r\nContent-Disposition: form-data; name=\"code[]\"; "
			"filename=\"%s\"\r\n\r\n",
			source->name);
		fwrite(source->data.data, 1, source->data.size, out);
		fputs("\r\n", out);
	}
	fputs("--" BOUNDARY "--\r\n", out);
}

static int send_submission(const struct simulate_server *server,
	const struct as_contest_account *account, const struct simulate_program *program,
	const struct as_intake *intake, struct simulate_reply *reply, struct as_error *error)
{
	char *body = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&body, &size);

	if (out)
		write_submission(out, intake, server->contest->problems[program->problem].id);
	AS_AUTO_FREE char *written = as_text_close(out, &body, error);
	return written ? send_as(server, account, "/submissions", MULTIPART, written, size, reply,
				 error)
		       : -1;
}

int simulate_submit(const struct simulate_server *server, const struct as_contest_account *account,
	const struct simulate_program *program, struct simulate_reply *reply,
	struct as_error *error)
{
	const struct as_intake_config config = {
		.package = server->contest->problems[program->problem].package,
		.languages = server->languages,
		.cancel = &cli_cancelled};
	const struct as_submission submission = {.path = program->path};
	AS_AUTO(as_intake_clear) struct as_intake intake = {0};

	*reply = (struct simulate_reply){0};
	if (as_intake_read(&intake, &config, &submission, error))
		return -1;
	/* The contest does not allow the language: nobody would send it. */
	if (intake.language && !as_contest_allows(&server->contest->problems[program->problem],
				       intake.language->id))
		return 0;
	if (!intake.language || intake.sources.count == 0)
		return as_error_set(
			error, AS_ERROR_INPUT, "%s: the language is not known", program->path);
	return send_submission(server, account, program, &intake, reply, error);
}

int simulate_ask(const struct simulate_server *server, const struct as_contest_account *account,
	size_t problem, struct simulate_reply *reply, struct as_error *error)
{
	const struct as_contest *contest = server->contest;
	AS_AUTO_JSON json_t *question = json_pack("{s:s, s:s*}", "text",
		"A question of the rehearsal: is the input always valid?", "problem_id",
		problem == AS_CONTEST_NONE ? NULL : contest->problems[problem].id);
	AS_AUTO_FREE char *body = question ? json_dumps(question, JSON_COMPACT) : NULL;

	*reply = (struct simulate_reply){0};
	if (!body)
		return as_error_no_memory(error);
	return send_as(server, account, "/clarifications", "application/json", body, strlen(body),
		reply, error);
}
