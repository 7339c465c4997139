/* SPDX-License-Identifier: MIT */
/* What an archive may replace: a file with the name of a source, or an archive of submissions, was
 * named by mistake. */
#include "export.h"
#include <archive.h>
#include <archive_entry.h>
#include <string.h>

#define BLOCK_BYTES 65536

static void auto_archive(struct archive **archive)
{
	archive_read_free(*archive);
}

/* At the top, or in a folder there. */
static bool is_metadata(const char *name)
{
	static const char *const names[] = {"problem.yaml", "domjudge-problem.ini"};
	const char *slash = name ? strchr(name, '/') : NULL;
	const char *last = slash ? slash + 1 : name;

	for (size_t i = 0; last && i < sizeof names / sizeof *names; i++)
		if (strcmp(last, names[i]) == 0)
			return true;
	return false;
}

static bool is_package(int fd)
{
	struct archive_entry *entry;
	AS_AUTO(auto_archive) struct archive *archive = archive_read_new();

	if (!archive || archive_read_support_format_zip(archive) != ARCHIVE_OK ||
		archive_read_open_fd(archive, fd, BLOCK_BYTES) != ARCHIVE_OK)
		return false;
	while (archive_read_next_header(archive, &entry) == ARCHIVE_OK)
		if (is_metadata(archive_entry_pathname(entry)))
			return true;
	return false;
}

int export_check_target(const char *path, struct as_error *error)
{
	return as_file_check_target(path, is_package, "the archive of a package", error);
}
