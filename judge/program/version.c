/* SPDX-License-Identifier: MIT */
/* The version text of a compiler, a part of every digest. It is read once for each installed state
 * of the tools. */
#include "workshop.h"

#include <string.h>

static char *first_line(const struct as_bytes *text, struct as_error *error)
{
	size_t length = strcspn(text->data, "\r\n");

	if (length > 200)
		length = 200;
	if (length == 0 || !as_text_is_utf8(text->data, length))
		return NULL;
	return as_text_format(error, "%.*s", (int)length, text->data);
}

static char *ask(
	struct as_workshop *workshop, const struct as_language *language, struct as_error *error)
{
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	AS_AUTO_BYTES struct as_bytes output = {0};
	struct as_run_request request = {.argv = language->version,
		.profile = AS_PROFILE_COMPILER,
		.limits = as_limits_default,
		.writable_box = true,
		.stdin_fd = -1};

	request.limits.cpu_time_ns = request.limits.wall_time_ns = INT64_C(20000000000);
	request.limits.memory_bytes = UINT64_C(1) << 30;
	struct as_sandbox *sandbox =
		as_workshop_open_sandbox(workshop, language->compile.views, NULL, 0, -1, error);
	int failed = !sandbox || as_sandbox_run(sandbox, &request, &result, error) ||
		     as_fd_read(result.stdout_fd, 1 << 20, &output, error);
	as_sandbox_close(sandbox);
	if (failed)
		return NULL;
	char *line = first_line(output.size ? &output : &result.stderr_head, error);
	if (!line)
		as_error_set(error, AS_ERROR_MACHINE,
			"%s does not report its version; is %s completely installed?",
			language->name, language->package);
	return line;
}

char *as_language_version(
	struct as_workshop *workshop, const struct as_language *language, struct as_error *error)
{
	AS_AUTO_FREE char *fingerprint = as_language_fingerprint(language, error);
	AS_AUTO_BYTES struct as_bytes cached = {0};
	char hex[AS_DIGEST_HEX_SIZE], path[96];
	struct as_digest digest;

	if (!fingerprint)
		return NULL;
	as_digest_init(&digest);
	as_digest_add_text(&digest, fingerprint);
	for (const char *const *word = language->version; *word; word++)
		as_digest_add_text(&digest, *word);
	as_digest_end(&digest, hex);
	snprintf(path, sizeof(path), "versions/%s", hex);
	if (workshop->cache_fd >= 0 &&
		as_file_read(workshop->cache_fd, path, 1024, &cached, NULL) == 0 && cached.size > 0)
		return first_line(&cached, error);
	char *version = ask(workshop, language, error);
	if (version && workshop->cache_fd >= 0 &&
		as_file_write(workshop->cache_fd, path, version, strlen(version), 0644, NULL))
		return version; /* the next call reads it again */
	return version;
}
