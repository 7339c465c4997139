/* SPDX-License-Identifier: MIT */
#include "junk.h"

#include <assay/base/encoding.h>
#include <string.h>

static const char *const system_folders[] = {
	"__MACOSX", "$RECYCLE.BIN", "System Volume Information", NULL};
static const char *const built_folders[] = {"__pycache__", "CMakeFiles", NULL};
/* They have thousands of files. */
static const char *const cache_folders[] = {
	"node_modules", "bower_components", "site-packages", NULL};
static const char *const system_files[] = {
	"Thumbs.db", "ehthumbs.db", "desktop.ini", "Icon\r", NULL};
static const char *const built_endings[] = {".pyc", ".pyo", ".pyd", ".class", ".o", ".obj", ".a",
	".lib", ".so", ".dll", ".exe", ".dylib", ".hi", ".pdb", ".ilk", ".gch", ".beam", NULL};
static const char *const editor_endings[] = {"~", ".swp", ".swo", ".tmp", ".bak", NULL};
static const char *const zip_endings[] = {".zip", NULL};
static const char *const archive_endings[] = {
	".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".tbz", ".xz", ".txz", ".zst", NULL};

static bool is_one_of(const char *const *names, const char *name, size_t length)
{
	for (; *names; names++)
		if (strlen(*names) == length && strncasecmp(*names, name, length) == 0)
			return true;
	return false;
}

bool junk_has_ending(const char *path, const char *const *endings)
{
	const size_t length = strlen(path);

	for (; *endings; endings++) {
		const size_t size = strlen(*endings);
		if (size < length && strcasecmp(path + length - size, *endings) == 0)
			return true;
	}
	return false;
}

static bool is_in(const char *path, const char *const *folders)
{
	for (size_t length; path[length = strcspn(path, "/")]; path += length + 1)
		if (is_one_of(folders, path, length))
			return true;
	return false;
}

static bool say(
	enum as_left_reason *reason, const char **text, enum as_left_reason why, const char *words)
{
	*reason = why;
	*text = words;
	return true;
}

size_t junk_folder_length(const char *path)
{
	size_t at = 0;

	for (size_t length; path[at + (length = strcspn(path + at, "/"))]; at += length + 1)
		if (path[at] == '.' || is_one_of(cache_folders, path + at, length))
			return at + length;
	return 0;
}

bool junk_by_name(const char *path, enum as_left_reason *reason, const char **text)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	if (*name == '.' || is_one_of(system_files, name, strlen(name)))
		return say(reason, text, AS_LEFT_SYSTEM, "is a hidden file or one of the system");
	if (is_in(path, system_folders) || *path == '.' || strstr(path, "/."))
		return say(reason, text, AS_LEFT_SYSTEM,
			"is in a folder of an operating system or editor");
	if (as_path_is_of_tests(path))
		return say(reason, text, AS_LEFT_TESTS,
			"is a test of the project, not part of the program");
	if (is_in(path, built_folders))
		return say(reason, text, AS_LEFT_BUILT, "is in a folder that a tool made");
	if (strncmp(name, "~$", 2) == 0)
		return say(reason, text, AS_LEFT_SYSTEM, "is a temporary file of an editor");
	if (junk_has_ending(name, editor_endings))
		return say(reason, text, AS_LEFT_BACKUP, "is a temporary file of an editor");
	if (junk_has_ending(name, built_endings))
		return say(reason, text, AS_LEFT_BUILT,
			"was made by a compiler or interpreter; only sources are judged");
	return false;
}

bool junk_is_zip(const char *path)
{
	return junk_has_ending(path, zip_endings);
}

bool junk_is_other_archive(const char *path)
{
	return junk_has_ending(path, archive_endings);
}

static bool begins(const struct as_bytes *bytes, const char *magic)
{
	const size_t size = strlen(magic);

	return bytes->size >= size && memcmp(bytes->data, magic, size) == 0;
}

bool junk_by_content(const struct as_bytes *bytes, enum as_left_reason *reason, const char **text)
{
	if (begins(bytes, "%PDF-") || begins(bytes, "{\\rtf"))
		return say(reason, text, AS_LEFT_BINARY, "is a document, not a source file");
	/* Some compilers read UTF-16, so the judge decides. */
	if (memchr(bytes->data, '\0', bytes->size) &&
		!as_text_wide_encoding(bytes->data, bytes->size))
		return say(reason, text, AS_LEFT_BINARY, "is not text");
	return false;
}
