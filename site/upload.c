/* SPDX-License-Identifier: MIT */
#include "private.h"

#include <assay/base/line.h>
#include <string.h>

#define NS_PER_MS 1000000
/* As for readers of answers. A client that sends the head before a deadline and keeps the body back
 * must not gain more time than a slow line explains. */
#define BODY_GRACE_NS INT64_C(15000000000)
#define BODY_RATE 32768

int64_t as_site_arrival_ms(
	const struct as_http_request *request, uint64_t max_bytes, int64_t now_ms)
{
	const int64_t arrival_ns = as_http_arrival_ns(request, BODY_GRACE_NS, BODY_RATE, max_bytes);

	return now_ms - (as_now_ns() - arrival_ns) / NS_PER_MS;
}

/* ---- files of a form ---- */

/* The file name without the client's folders. */
static const char *last_part(const char *name)
{
	for (const char *at = name; *at; at++)
		if (*at == '/' || *at == '\\')
			name = at + 1;
	return name;
}

static int take_pasted(const struct as_http_request *request, const char *ending,
	struct as_site_form_files *files, struct as_error *error)
{
	const char *source = as_http_form(request, "source");

	if (!source || !*source)
		return 0;
	files->pasted = strdup(source);
	files->name = as_text_format(error, "main%s", ending);
	if (!files->pasted || !files->name)
		return as_error_no_memory(error);
	as_text_unify_lines(files->pasted);
	files->items[files->count++] =
		(struct as_site_source){files->name, files->pasted, strlen(files->pasted)};
	return 0;
}

int as_site_form_files(const struct as_http_request *request, const char *ending,
	struct as_site_form_files *files, struct as_error *error)
{
	size_t count;
	const struct as_http_field *fields = as_http_fields(request, &count);

	files->items = calloc(count + 1, sizeof(*files->items));
	if (!files->items)
		return as_error_no_memory(error);
	for (size_t i = 0; i < count; i++)
		if (fields[i].file && *last_part(fields[i].file) &&
			strcmp(fields[i].name, "file") == 0)
			files->items[files->count++] = (struct as_site_source){
				last_part(fields[i].file), fields[i].data, fields[i].size};
	return files->count ? 0 : take_pasted(request, ending, files, error);
}

void as_site_form_files_clear(struct as_site_form_files *files)
{
	free(files->items);
	free(files->pasted);
	free(files->name);
	*files = (struct as_site_form_files){0};
}

/* ---- admission ---- */

static void admit_account(
	struct as_http_request *request, void *context, size_t account, as_site_body_check *check)
{
	const char *wrong = account == AS_SITE_NONE ? NULL : check(context, request, account);

	if (account == AS_SITE_NONE)
		as_http_admit_not(request, 401,
			"log in: without a log-in at most 64 KiB are accepted, and less if many "
			"uploads come from your address");
	else if (wrong)
		as_http_admit_not(request, 403, wrong);
	else
		as_http_admit(request, account);
}

/* A password may have to be hashed first: the client waits meanwhile, and its data remain in its
 * kernel. `then` is the check. */
static void admit_login(struct as_http_request *request, void *context,
	const struct as_site_login *login, void (*then)(void))
{
	char text[AS_SITE_LOGIN_TEXT];

	if (login->end == AS_SITE_LOGIN_RIGHT) {
		admit_account(request, context, login->account, (as_site_body_check *)then);
		return;
	}
	as_site_login_reason(login, text);
	as_http_admit_later(
		request, as_site_login_status(login), text, as_site_login_retry_s(login));
}

/* With several sites at a port, programs use "/api/" of the port, too. */
static bool is_program(const struct as_site *site, const struct as_http_request *request)
{
	const char *path = as_http_path(request), *base = site->config.base;
	const size_t size = strncmp(path, base, strlen(base)) == 0 ? strlen(base) : 0;

	return strncmp(path + size, "/api/", 5) == 0;
}

/* A password that was not verified before is not compared here, where no throttle counts it: the
 * order of the answers could tell whether it is right. */
uint64_t as_site_account(const struct as_http_request *request, const struct as_site *site)
{
	const size_t account = is_program(site, request) ? site_program(site, request)
							 : as_site_visitor(site, request).account;

	return account == AS_SITE_NONE ? AS_HTTP_NOBODY : account;
}

void as_site_admit(struct as_http_request *request, struct as_site *site, as_site_body_check *check)
{
	if (is_program(site, request))
		as_site_identify(request, site, admit_login, (void (*)(void))check);
	else
		admit_account(request, site->config.owner.context,
			as_site_visitor(site, request).account, check);
}
