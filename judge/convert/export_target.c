/* SPDX-License-Identifier: MIT */
/* An export replaces only the archive of a package: the name of a source, or of an archive of
 * submissions, is a mistake. */
#include "export.h"
#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <string.h>

#define BLOCK_BYTES 65536

static void auto_archive(struct archive **archive)
{
	archive_read_free(*archive);
}

static bool is_metadata(const char *name)
{
	return strcmp(name, "problem.yaml") == 0 || strcmp(name, "domjudge-problem.ini") == 0;
}

/* What package_archive.c opens: metadata at the top, or in the only folder there. */
static bool has_metadata(struct archive *archive)
{
	AS_AUTO_FREE char *top = NULL;
	struct archive_entry *entry;
	bool several = false, found = false;
	int status;

	while ((status = archive_read_next_header(archive, &entry)) == ARCHIVE_OK ||
		status == ARCHIVE_WARN) {
		const char *name = archive_entry_pathname(entry);
		if (!name || *name == '.' || strncmp(name, "__MACOSX/", 9) == 0)
			continue;
		if (is_metadata(name))
			return true;
		const size_t length = strcspn(name, "/");
		if (!top && !(top = strndup(name, length)))
			return false;
		several |= !name[length] || strlen(top) != length || memcmp(top, name, length);
		found |= name[length] && is_metadata(name + length + 1);
	}
	return status == ARCHIVE_EOF && found && !several;
}

static bool is_package(int fd)
{
	AS_AUTO(auto_archive) struct archive *archive = archive_read_new();

	if (!archive || archive_read_support_format_zip(archive) != ARCHIVE_OK ||
		archive_read_open_fd(archive, fd, BLOCK_BYTES) != ARCHIVE_OK)
		return false;
	/* As in zip_unpack: names are converted to the locale's characters. */
	locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	if (!utf8)
		return false;
	locale_t before = uselocale(utf8);
	const bool found = has_metadata(archive);
	uselocale(before);
	freelocale(utf8);
	return found;
}

int export_check_target(const char *path, struct as_error *error)
{
	return as_file_check_target(path, is_package, "the archive of a package", error);
}
