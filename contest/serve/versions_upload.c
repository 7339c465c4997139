/* SPDX-License-Identifier: MIT */
/* Packages that the jury uploaded: archives that are blobs of the store. */
#include "server.h"
#include "versions.h"

#include <assay/verify/result_cache.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>

static int write_archive(struct as_server *server, const char *path,
	const struct archive_source *from, struct as_error *error)
{
	AS_AUTO_FD int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0)
		return as_error_sys(error, AS_ERROR_MACHINE, errno, "cannot write the archive");
	if (!from->blob)
		return as_fd_write(fd, from->data->data, from->data->size, error);
	const int found = as_store_blob_read_fd(server->config.store, from->blob, fd, error);
	if (found == 0)
		return as_error_set(error, AS_ERROR_INPUT, "the store does not have the archive");
	return found == 1 ? 0 : -1;
}

/* "FOLDER/a.zip" becomes "a.zip", and "FOLDER" alone becomes "archive", which is shorter. */
static void hide_in(char *text, const char *folder)
{
	static const char alone[] = "archive";
	const size_t length = strlen(folder);

	for (char *at = text; (at = strstr(at, folder));) {
		const bool is_inside = at[length] == '/';
		char *rest = at + length + is_inside;
		const size_t kept = is_inside ? 0 : strlen(alone);
		memcpy(at, alone, kept);
		memmove(at + kept, rest, strlen(rest) + 1);
		at += kept;
	}
}

/* Messages to people do not name the temporary folder. */
static void hide_folder(struct as_error *error, const char *folder)
{
	if (!error)
		return;
	hide_in(error->where, folder);
	hide_in(error->text, folder);
}

struct as_package *archive_open(struct as_server *server, size_t problem,
	const struct archive_source *from, const struct as_package *old, struct as_error *error)
{
	char folder[PATH_MAX];

	if (as_temp_make(server->keeper, folder, error))
		return NULL;
	AS_AUTO_FREE char *path = as_text_format(
		error, "%s/%s.zip", folder, server->config.contest->problems[problem].id);
	struct as_package *package = NULL;
	if (path && write_archive(server, path, from, error) == 0)
		package = old ? as_contest_package_open(path, old, error)
			      : as_package_open(path, NULL, error);
	if (!package)
		hide_folder(error, folder);
	as_temp_remove(server->keeper, folder);
	return package;
}

/* ---- at the start ---- */

/* 1: the packages judge in the same way, and have the same texts for teams. */
static int is_same(
	const struct as_package *one, const struct as_package *other, struct as_error *error)
{
	static const char *const paths[] = {"statement", "problem_statement", "attachments"};
	char digests[2][AS_DIGEST_HEX_SIZE];

	if (strcmp(one->digest, other->digest) != 0 || strcmp(one->title, other->title) != 0)
		return 0;
	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
		if (as_verify_digest_tree(one, paths[i], NULL, digests[0], error) ||
			as_verify_digest_tree(other, paths[i], NULL, digests[1], error))
			return -1;
		if (strcmp(digests[0], digests[1]) != 0)
			return 0;
	}
	return 1;
}

/* Takes ownership of the package. */
static int use_upload(struct as_server *server, size_t problem, struct as_package *package,
	const struct as_contest_version *used, struct as_error *error)
{
	struct version *version = version_open(server, problem,
		&(struct version_source){package, true, NULL, used->archive}, error);

	if (!version)
		return -1;
	version_set_now(version);
	version_give_back(version);
	server_note(server,
		"problem %s: package %.*s, which the jury uploaded (%s), stays in use; the folder "
		"has another package: download the uploaded one at /jury/problems, and put it into "
		"the folder",
		server->config.contest->problems[problem].label, SHORT_DIGEST, used->digest,
		used->name);
	return 1;
}

int versions_start_upload(struct as_server *server, size_t problem, struct as_error *error)
{
	as_contest_log_lock(server->log);
	const struct as_contest_version used = *as_contest_log_version(server->log, problem);
	as_contest_log_unlock(server->log);
	if (!*used.archive)
		return 0;
	const struct archive_source from = {.blob = used.archive};
	struct as_package *package = archive_open(server, problem, &from, NULL, error);
	if (!package)
		return as_error_context(error, "problem %s: the uploaded package in use",
			server->config.contest->problems[problem].label);
	AS_AUTO(problem_use_end) struct problem_use folder = problem_use_now(server, problem);
	const int same = is_same(package, folder.seen->package, error);
	if (same == 0)
		return use_upload(server, problem, package, &used, error);
	as_package_close(package);
	return same < 0 ? -1 : 0;
}
