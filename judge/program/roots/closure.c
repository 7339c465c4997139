/* SPDX-License-Identifier: MIT */
/*
 * Finds the libraries that objects need, as the loader does (ld.so(8)): in the object's RUNPATH or
 * RPATH, then in the folders of /etc/ld.so.conf, then in the loader's default folders. A library
 * that is not found is left out, since modules that are never loaded may lack theirs. /usr/local is
 * not part of a run-time system.
 */
#include "object.h"
#include "plan.h"

#include <fcntl.h>
#include <glob.h>
#include <string.h>

#define MAX_CONFIG_BYTES (1 << 20)
#define MAX_CONFIG_DEPTH 8
#define LOCAL "/usr/local/"

/* ---- the folders of the loader ---- */

static int read_config(
	struct as_root_plan *plan, const char *path, unsigned depth, struct as_error *error);

static int include_config(
	struct as_root_plan *plan, const char *pattern, unsigned depth, struct as_error *error)
{
	char host[PATH_MAX];
	glob_t found;

	if (pattern[0] != '/' || !as_root_plan_host(plan, pattern, host))
		return 0;
	int status = glob(host, 0, NULL, &found), failed = 0;
	for (size_t i = 0; !status && !failed && i < found.gl_pathc; i++)
		failed = read_config(
			plan, found.gl_pathv[i] + strlen(plan->machine), depth + 1, error);
	globfree(&found);
	return failed;
}

static int read_line(struct as_root_plan *plan, char *line, unsigned depth, struct as_error *error)
{
	static const char include[] = "include";

	line[strcspn(line, "#")] = '\0';
	line += strspn(line, " \t");
	for (size_t end = strlen(line); end > 0 && strchr(" \t\r", line[end - 1]); end--)
		line[end - 1] = '\0';
	if (strncmp(line, include, strlen(include)) == 0 && strchr(" \t", line[strlen(include)]))
		return include_config(plan,
			line + strlen(include) + strspn(line + strlen(include), " \t"), depth,
			error);
	if (line[0] != '/' || strncmp(line, LOCAL, strlen(LOCAL)) == 0)
		return 0;
	return as_root_names_add(&plan->libraries, line, error);
}

static int read_config(
	struct as_root_plan *plan, const char *path, unsigned depth, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	char host[PATH_MAX], *rest;

	if (depth == MAX_CONFIG_DEPTH || !as_root_plan_host(plan, path, host) ||
		as_file_read(AT_FDCWD, host, MAX_CONFIG_BYTES, &text, NULL))
		return 0;
	for (char *line = strtok_r(text.data, "\n", &rest); line;
		line = strtok_r(NULL, "\n", &rest))
		if (read_line(plan, line, depth, error))
			return -1;
	return 0;
}

static int find_folders(struct as_root_plan *plan, struct as_error *error)
{
	static const char *const own[] = {"/lib64", "/usr/lib64", "/lib", "/usr/lib"};

	if (read_config(plan, "/etc/ld.so.conf", 0, error))
		return -1;
	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
		if (as_root_names_add(&plan->libraries, own[i], error))
			return -1;
	return 0;
}

/* ---- one library ---- */

/* The path has no links. */
static int open_object(const struct as_root_plan *plan, const char *path)
{
	char host[PATH_MAX];

	return as_root_plan_host(plan, path, host) ? as_file_open(AT_FDCWD, host, NULL) : -1;
}

static bool is_there(const struct as_root_plan *plan, const char *path)
{
	char host[PATH_MAX];
	struct stat status;

	return as_root_plan_host(plan, path, host) && lstat(host, &status) == 0;
}

/* 1: it is a library, and now in the plan; 0: it does not exist, or is not a library. */
static int take_library(struct as_root_plan *plan, const char *path, struct as_error *error)
{
	AS_AUTO_ELF struct as_elf elf = {0};
	struct as_root_place place;
	int found = is_there(plan, path) ? as_root_plan_follow(plan, path, &place, error) : 0;

	if (found <= 0)
		return found;
	AS_AUTO_FD int fd = open_object(plan, place.path);
	found = fd < 0 ? 0 : as_elf_read(fd, &elf, error);
	if (found == 1 && as_root_plan_take(plan, &place, false, error))
		return -1;
	return found;
}

/* $ORIGIN and ${ORIGIN} are the folder of the object; other names with '$' are unknown. */
static bool expand_folder(const char *folder, size_t length, const char *object, char *path)
{
	static const char *const marks[] = {"$ORIGIN", "${ORIGIN}"};
	size_t above = (size_t)(strrchr(object, '/') - object), mark = 0;

	for (size_t i = 0; i < 2; i++)
		if (length >= strlen(marks[i]) && strncmp(folder, marks[i], strlen(marks[i])) == 0)
			mark = strlen(marks[i]);
	if (memchr(folder + mark, '$', length - mark) || (!mark && folder[0] != '/'))
		return false;
	return snprintf(path, PATH_MAX, "%.*s%.*s", mark ? (int)above : 0, object,
		       (int)(length - mark), folder + mark) < PATH_MAX;
}

static int take_in(
	struct as_root_plan *plan, const char *folder, const char *name, struct as_error *error)
{
	char path[PATH_MAX];

	return snprintf(path, sizeof(path), "%s/%s", folder, name) < (int)sizeof(path)
		       ? take_library(plan, path, error)
		       : 0;
}

static int search_own(struct as_root_plan *plan, const char *search, const char *object,
	const char *name, struct as_error *error)
{
	char folder[PATH_MAX];
	int found = 0;

	for (const char *at = search; !found && at && *at;) {
		size_t length = strcspn(at, ":");
		if (length > 0 && expand_folder(at, length, object, folder))
			found = take_in(plan, folder, name, error);
		at += length + (at[length] == ':');
	}
	return found;
}

static int find_library(struct as_root_plan *plan, const struct as_elf *elf, const char *object,
	const char *name, struct as_error *error)
{
	if (strchr(name, '/'))
		return name[0] == '/' ? take_library(plan, name, error) : 0;
	int found = search_own(plan, elf->search, object, name, error);
	if (found || as_root_names_have(&plan->sought, name))
		return found;
	if (as_root_names_add(&plan->sought, name, error))
		return -1;
	for (size_t i = 0; !found && i < plan->libraries.count; i++)
		found = take_in(plan, plan->libraries.items[i], name, error);
	return found;
}

/* ---- all of them ---- */

static int take_needs(struct as_root_plan *plan, const char *object, struct as_error *error)
{
	AS_AUTO_ELF struct as_elf elf = {0};
	struct as_root_place place;
	AS_AUTO_FD int fd = open_object(plan, object);
	int found = fd < 0 ? 0 : as_elf_read(fd, &elf, error);

	if (found <= 0)
		return found;
	if (elf.loader) {
		found = as_root_plan_follow(plan, elf.loader, &place, error);
		if (found < 0 || (found && S_ISREG(place.status.st_mode) &&
					 as_root_plan_take(plan, &place, true, error)))
			return -1;
	}
	for (char **name = elf.needed; name && *name; name++)
		if (find_library(plan, &elf, object, *name, error) < 0)
			return -1;
	return 0;
}

int as_root_plan_close_over(struct as_root_plan *plan, struct as_error *error)
{
	if (find_folders(plan, error))
		return -1;
	/* The list grows during the loop; each object is in it once. */
	for (size_t i = 0; i < plan->objects.count; i++) {
		AS_AUTO_FREE char *object = strdup(plan->objects.items[i]);
		if (!object)
			return as_error_no_memory(error);
		if (take_needs(plan, object, error))
			return -1;
	}
	return 0;
}
