/* SPDX-License-Identifier: MIT */
/*
 * A program that a recipe composes of files. Related packages share a generator in a folder beside
 * them. From there only regular files with plain names are read, without following links: a package
 * may be a stranger's, its neighbours are not.
 */
#include "workshop.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>

/* Without hidden files, and without "..". */
static bool is_plain_path(const char *path)
{
	if (!*path)
		return false;
	for (const char *at = path; *at; at++) {
		bool first = at == path || at[-1] == '/';
		if (first && !isalnum((unsigned char)*at) && *at != '_')
			return false;
		if (!isalnum((unsigned char)*at) && !strchr("_.-+/", *at))
			return false;
	}
	return path[strlen(path) - 1] != '/';
}

char *as_recipe_path(const char *text, bool *shared, struct as_error *error)
{
	const char *rest = text;
	unsigned up = 0;

	*shared = false;
	if (*rest == '/')
		up = 1;
	rest += *rest == '/';
	for (; strncmp(rest, "../", 3) == 0; rest += 3)
		up++;
	if (up > 2 || (*text == '/' && up > 1)) {
		as_error_set(error, AS_ERROR_INPUT,
			"'%s' is outside the folder that contains the package", text);
		return NULL;
	}
	if (!is_plain_path(rest)) {
		as_error_set(error, AS_ERROR_INPUT,
			"invalid path '%s' of a program's file; use names of letters, digits, "
			"'_', '-', '.' and '+' that begin with a letter, a digit or '_'",
			text);
		return NULL;
	}
	*shared = up == 2;
	if (*shared && !strchr(rest, '/')) {
		as_error_set(error, AS_ERROR_INPUT,
			"'%s' is not in a folder next to the package; shared files are "
			"../../FOLDER/FILE",
			text);
		return NULL;
	}
	return as_text_format(error, "%s%s", up == 0 ? "generators/" : "", rest);
}

int as_recipe_dir(int dir_fd, struct as_error *error)
{
	int fd = openat(dir_fd, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);

	return fd >= 0 ? fd
		       : as_error_sys(error, AS_ERROR_INPUT, errno,
				 "cannot open the folder that contains the package");
}

/* Checks a shared file first, because errors of reading sources are less clear. */
static int check_shared(int parent_fd, const char *path, const char *text, struct as_error *error)
{
	struct as_error why = {0};
	AS_AUTO_FD int fd = as_file_open(parent_fd, path, &why);

	if (fd >= 0)
		return 0;
	if (why.sys_errno == ENOENT)
		return as_error_set(error, AS_ERROR_INPUT, "the file '%s' does not exist", text);
	return as_error_set(error, why.kind, "the file '%s' %s", text, why.text);
}

static int read_named(struct as_workshop *workshop, int dir_fd, const char *text,
	const struct as_text_map *constants, struct as_sources *sources, struct as_error *error)
{
	bool shared;
	AS_AUTO_FREE char *path = as_recipe_path(text, &shared, error);

	if (!path)
		return -1;
	if (!shared && faccessat(dir_fd, path, F_OK, AT_SYMLINK_NOFOLLOW) && errno == ENOENT)
		return as_error_set(error, AS_ERROR_INPUT,
			"the file %s does not exist; correct its name in `generators`", path);
	if (!shared)
		return as_workshop_read_program(workshop, dir_fd, path, constants, sources, error);
	AS_AUTO_FD int parent_fd = as_recipe_dir(dir_fd, error);
	if (parent_fd < 0 || check_shared(parent_fd, path, text, error))
		return -1;
	return as_workshop_read_program(workshop, parent_fd, path, constants, sources, error);
}

/* Adds a file. `language` is that of the first file. */
static int add_named(struct as_workshop *workshop, int dir_fd, const char *text,
	const struct as_text_map *constants, struct as_sources *sources,
	const struct as_language **language, struct as_error *error)
{
	AS_AUTO(as_sources_clear) struct as_sources more = {0};

	if (read_named(workshop, dir_fd, text, constants, &more, error))
		return -1;
	if (!*language) {
		*language = as_workshop_find_language(workshop, text, &more, error);
		if (!*language)
			return -1;
		*sources = more;
		more = (struct as_sources){0};
		return 0;
	}
	if (!more.single)
		return as_error_set(error, AS_ERROR_INPUT,
			"'%s' is a folder in a list of files; name its files", text);
	if (as_sources_find(sources, more.files[0].name))
		return as_error_set(error, AS_ERROR_INPUT,
			"'%s' has the same name as another file of the program; rename one", text);
	sources->single = false;
	return as_sources_merge(sources, &more, error);
}

/* `first` is set to the name of the first file. */
static int add_all_named(struct as_workshop *workshop, int dir_fd, const char *const *files,
	const struct as_text_map *constants, struct as_sources *sources,
	const struct as_language **language, char first[300], struct as_error *error)
{
	for (const char *const *file = files; *file; file++) {
		if (add_named(workshop, dir_fd, *file, constants, sources, language, error))
			return -1;
		if (file == files)
			snprintf(first, 300, "%.299s", sources->files[0].name);
	}
	return 0;
}

struct as_program *as_workshop_compile_named(struct as_workshop *workshop, int dir_fd,
	const char *const *files, const struct as_text_map *constants, struct as_error *error)
{
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};
	const struct as_language *language = NULL;
	char first[300];

	if (add_all_named(workshop, dir_fd, files, constants, &sources, &language, first, error))
		return NULL;
	return as_workshop_compile_sources(
		workshop, &sources, language, files[1] ? first : NULL, files[0], error);
}

int as_program_named_digest(const struct as_languages *languages, int dir_fd,
	const char *const *files, const struct as_text_map *constants, char hex[AS_DIGEST_HEX_SIZE],
	struct as_error *error)
{
	/* Reading uses only this part of a workshop. */
	struct as_workshop workshop = {.config.languages = languages};
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};
	const struct as_language *language = NULL;
	char first[300];

	if (add_all_named(&workshop, dir_fd, files, constants, &sources, &language, first, error) ||
		as_language_recode(language, &sources, error) ||
		as_language_name_single(language, &sources, error) ||
		as_build_name_single(language, &sources, error))
		return -1;
	as_sources_digest(&sources, hex);
	return 0;
}
