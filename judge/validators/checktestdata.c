/* SPDX-License-Identifier: MIT */
/*
 * Input validators in the language of Checktestdata. The program of that name, if installed, runs
 * them in the sandbox. Debian 12 does not package it; an installation from source is in /usr/local.
 */
#include "validator_set.h"

#include <string.h>
#include <unistd.h>

#define SCRIPT_NAME "script.ctd"
#define SCRIPT_BYTES (UINT64_C(1) << 20)

const char *as_checktestdata_find(void)
{
	static const char *const paths[] = {
		"/usr/bin/checktestdata", "/usr/local/bin/checktestdata"};

	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++)
		if (access(paths[i], X_OK) == 0)
			return paths[i];
	return NULL;
}

int as_checktestdata_copy(struct as_workshop *workshop, const struct as_package *package,
	const char *path, char entry[32], struct as_error *error)
{
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};

	if (as_sources_read_own(&sources, package->tree.fd, path, SCRIPT_BYTES,
		    as_workshop_cancel(workshop), error))
		return -1;
	if (sources.reason)
		return as_error_set(error, AS_ERROR_INPUT, "%s", sources.text);
	if (as_sources_fill(&sources, &package->constants, error))
		return -1;
	free(sources.files[0].name);
	sources.files[0].name = strdup(SCRIPT_NAME);
	if (!sources.files[0].name)
		return as_error_no_memory(error);
	AS_AUTO_FD int folder = as_workshop_new_folder(workshop, entry, error);
	return folder < 0 ? -1 : as_sources_write(&sources, folder, error);
}

int as_checktestdata_run(struct as_sandbox *sandbox, const char *entry,
	const struct as_limits *limits, const atomic_bool *cancel, int stdin_fd,
	struct as_run_result *result, struct as_error *error)
{
	const char *const argv[] = {as_checktestdata_find(), "/data/" SCRIPT_NAME, NULL};
	const struct as_run_request request = {.argv = argv,
		.data = entry,
		.profile = AS_PROFILE_RUNTIME,
		.limits = *limits,
		.stdin_fd = stdin_fd,
		.cancel = cancel};

	if (!argv[0])
		return as_error_set(error, AS_ERROR_MACHINE,
			"the program checktestdata was removed while it was needed");
	return as_sandbox_run(sandbox, &request, result, error);
}

void as_checktestdata_quote(const struct as_run_result *run, char text[AS_FEEDBACK_SIZE])
{
	static const char mark[] = "ERROR: ";
	const struct as_bytes *message = &run->stderr_tail;
	const char *found =
		message->size ? memmem(message->data, message->size, mark, strlen(mark)) : NULL;

	if (!found)
		return;
	found += strlen(mark);
	const char *end = message->data + message->size;
	const char *line_end = memchr(found, '\n', (size_t)(end - found));
	as_text_printable(
		found, (size_t)((line_end ? line_end : end) - found), text, AS_FEEDBACK_SIZE);
}
