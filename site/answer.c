/* SPDX-License-Identifier: MIT */
#include "private.h"

#include <assay/html.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- files ---- */

void as_site_send_file(struct as_http_request *request, int fd, const char *type, const char *name)
{
	struct stat status;

	if (fstat(fd, &status)) {
		close(fd);
		as_http_fail(request, 404, "the file does not exist");
		return;
	}
	struct as_http_response *response = as_http_response_new(200, type);
	as_http_response_file(response, fd, (uint64_t)status.st_size);
	as_http_response_policy(response, AS_SITE_FILE_POLICY);
	if (name)
		as_http_response_attachment(response, name);
	as_http_answer(request, response);
}

/* ---- addresses ---- */

void as_site_redirect(
	struct as_http_request *request, const struct as_site *site, const char *address)
{
	AS_AUTO_FREE char *location = as_text_format(NULL, "%s%s", site->config.base, address);

	as_http_redirect(request, 303, location ? location : "/");
}

/* The path as the value of a parameter. */
static char *encode_path(const char *path)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	for (; *path; path++) {
		const unsigned char byte = (unsigned char)*path;
		const bool is_plain = (byte >= '0' && byte <= '9') ||
				      (byte >= 'a' && byte <= 'z') ||
				      (byte >= 'A' && byte <= 'Z') || strchr("/-._~", byte);
		/* Bytes that the browser did not escape become %XX, so that the text is an address
		 * of this site. */
		fprintf(out, is_plain ? "%c" : byte >= 0x80 ? "%%25%02X" : "%%%02X", byte);
	}
	return as_text_close(out, &text, NULL);
}

void as_site_redirect_to_login(struct as_http_request *request, const struct as_site *site)
{
	AS_AUTO_FREE char *path = encode_path(as_http_path(request));
	AS_AUTO_FREE char *address = as_text_format(NULL, "/login?next=%s", path ? path : "/");

	as_site_redirect(request, site, address ? address : "/login");
}

/* Browsers treat a backslash as a slash, and ignore tabs and line feeds anywhere. */
bool as_site_is_own(const char *address)
{
	if (!address || address[0] != '/' || address[1] == '/')
		return false;
	for (; *address; address++)
		if (*address <= ' ' || *address >= 0x7f || *address == '\\')
			return false;
	return true;
}
