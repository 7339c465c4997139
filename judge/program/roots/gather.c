/* SPDX-License-Identifier: MIT */
/*
 * Makes a plan from the roots of a language. In this order:
 * 1. the first program, since relative paths begin in its folder;
 * 2. the folders that are shown whole, and the modules, so that later files in them are recognised;
 * 3. the programs and the single files, with the links that lead to them;
 * 4. the entries of the folders: a link out of a folder adds its target, unless that is a program,
 *    and a library is an object;
 * 5. the libraries that the objects need (closure.c).
 */
#include "plan.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <string.h>

#define MAX_DEPTH 32

static bool is_library(const char *name)
{
	return as_text_ends(name, ".so") || strstr(name, ".so.");
}

/* ---- the paths of the table ---- */

typedef int taker(struct as_root_plan *plan, const char *path, struct as_error *error);

static int take_matches(
	struct as_root_plan *plan, const glob_t *found, taker *take, struct as_error *error)
{
	const size_t before = strlen(plan->machine);

	for (size_t i = 0; i < found->gl_pathc; i++)
		if (take(plan, found->gl_pathv[i] + before, error))
			return -1;
	return 0;
}

/* A path may be a pattern; missing files are left out. */
static int take_each(
	struct as_root_plan *plan, const char *const *paths, taker *take, struct as_error *error)
{
	for (; *paths; paths++) {
		char pattern[PATH_MAX];
		const char *slash = (*paths)[0] == '/' ? "" : "/";
		if (snprintf(pattern, sizeof(pattern), "%s%s%s%s", plan->machine,
			    *slash ? plan->beside : "", slash, *paths) >= (int)sizeof(pattern))
			continue;
		glob_t found;
		int status = glob(pattern, 0, NULL, &found);
		if (status == GLOB_NOSPACE)
			return as_error_no_memory(error);
		int failed = status ? 0 : take_matches(plan, &found, take, error);
		globfree(&found);
		if (failed)
			return -1;
	}
	return 0;
}

/* ---- one path ---- */

static int take_program(struct as_root_plan *plan, const char *path, struct as_error *error)
{
	struct as_root_place place;
	int found = as_root_plan_follow(plan, path, &place, error);

	return found == 1 && S_ISREG(place.status.st_mode)
		       ? as_root_plan_take(plan, &place, true, error)
	       : found < 0 ? -1
			   : 0;
}

static int take_beside(struct as_root_plan *plan, const char *path, struct as_error *error)
{
	struct as_root_place place;
	int found = *plan->beside ? 0 : as_root_plan_follow(plan, path, &place, error);

	if (found == 1 && S_ISREG(place.status.st_mode)) {
		*strrchr(place.path, '/') = '\0';
		memcpy(plan->beside, place.path, sizeof(plan->beside));
	}
	return found < 0 ? -1 : 0;
}

static int find_first(
	struct as_root_plan *plan, const char *const *programs, struct as_error *error)
{
	const char *const first[] = {*programs, NULL};

	if (take_each(plan, first, take_beside, error))
		return -1;
	return *plan->beside ? 0
			     : as_error_set(error, AS_ERROR_MACHINE, "the program %s is missing",
				       *programs ? *programs : "");
}

/* "PATH=PROGRAM": a program under another name. */
static int take_alias(struct as_root_plan *plan, const char *word, struct as_error *error)
{
	const char *program = strchr(word, '=') + 1;
	struct as_root_place place;
	char above[PATH_MAX];

	snprintf(above, sizeof(above), "%.*s", (int)(program - 1 - word), word);
	char *name = strrchr(above, '/');
	*name++ = '\0';
	int found = as_root_plan_follow(plan, above, &place, error);
	if (found <= 0 || as_root_plan_shows(plan, place.path))
		return found < 0 ? -1 : 0;
	size_t length = strlen(place.path);
	if (length + strlen(name) + 2 > sizeof(place.path))
		return 0;
	sprintf(place.path + length, "/%s", name);
	struct as_root_entry *entry = as_root_plan_put(plan, place.path, AS_ROOT_LINK, error);
	if (!entry || (!entry->target && !(entry->target = strdup(program))))
		return as_error_no_memory(error);
	return take_program(plan, program, error);
}

static int take_programs(
	struct as_root_plan *plan, const char *const *programs, struct as_error *error)
{
	for (; *programs; programs++) {
		const char *const one[] = {*programs, NULL};
		if (strchr(*programs, '=') ? take_alias(plan, *programs, error)
					   : take_each(plan, one, take_program, error))
			return -1;
	}
	return 0;
}

static int take_whole(struct as_root_plan *plan, const char *path, struct as_error *error)
{
	struct as_root_place place;
	int found = as_root_plan_follow(plan, path, &place, error);

	if (found <= 0)
		return found;
	if (!S_ISDIR(place.status.st_mode) || as_root_plan_shows(plan, place.path))
		return 0;
	struct as_root_entry *entry = as_root_plan_put(plan, place.path, AS_ROOT_WHOLE, error);
	if (!entry)
		return -1;
	entry->kind = AS_ROOT_WHOLE;
	return 0;
}

/* The name itself may be a link. It is then not followed, so nothing needs to be covered. */
static int take_hidden(struct as_root_plan *plan, const char *path, struct as_error *error)
{
	struct as_root_place place;
	char above[PATH_MAX], host[PATH_MAX];
	struct stat status;

	snprintf(above, sizeof(above), "%s", path);
	char *name = strrchr(above, '/');
	*name++ = '\0';
	int found = as_root_plan_follow(plan, above, &place, error);
	if (found <= 0 || !as_root_plan_shows(plan, place.path))
		return found < 0 ? -1 : 0;
	size_t length = strlen(place.path);
	if (snprintf(place.path + length, sizeof(place.path) - length, "/%s", name) >=
			(int)(sizeof(place.path) - length) ||
		!as_root_plan_host(plan, place.path, host) || lstat(host, &status))
		return 0;
	if (as_root_names_add(&plan->hidden, place.path, error))
		return -1;
	if (S_ISLNK(status.st_mode))
		return 0;
	struct as_root_entry *entry = as_root_plan_put(plan, place.path, AS_ROOT_HIDDEN, error);
	if (!entry)
		return -1;
	entry->status.st_mode = status.st_mode;
	return 0;
}

/* ---- folders ---- */

typedef int visitor(struct as_root_plan *plan, const char *path, mode_t type, unsigned depth,
	struct as_error *error);

static void close_dir(DIR **dir)
{
	if (*dir)
		closedir(*dir);
}

/* The bits of S_IFMT; 0: the entry no longer exists. */
static mode_t type_of(DIR *dir, const struct dirent *entry)
{
	struct stat status;

	if (entry->d_type != DT_UNKNOWN)
		return DTTOIF(entry->d_type);
	return fstatat(dirfd(dir), entry->d_name, &status, AT_SYMLINK_NOFOLLOW)
		       ? 0
		       : status.st_mode & S_IFMT;
}

/* Calls `visit` for each name in a folder of the machine, in any order: a plan is sorted. Each
 * command visits thousands of names, so none is examined twice. */
static int visit_folder(struct as_root_plan *plan, const char *path, unsigned depth, visitor *visit,
	struct as_error *error)
{
	char host[PATH_MAX], inner[PATH_MAX];

	if (depth == MAX_DEPTH || !as_root_plan_host(plan, path, host))
		return 0;
	AS_AUTO(close_dir) DIR *dir = opendir(host);
	/* Programs must not see files that this user may not read. */
	if (!dir)
		return errno == EACCES || errno == ENOENT || errno == ENOTDIR
			       ? 0
			       : as_error_sys(error, AS_ERROR_INTERNAL, errno,
					 "the folder %s cannot be listed", host);
	for (const struct dirent *entry; (entry = readdir(dir));) {
		const char *name = entry->d_name;
		if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
			continue;
		if (snprintf(inner, sizeof(inner), "%s/%s", path, name) < (int)sizeof(inner) &&
			visit(plan, inner, type_of(dir, entry), depth + 1, error))
			return -1;
	}
	return 0;
}

/* False for a link into its own folder, as most are: its target is visited anyway. */
static bool leads_out(const struct as_root_plan *plan, const char *path)
{
	char host[PATH_MAX], target[PATH_MAX];
	ssize_t length = as_root_plan_host(plan, path, host)
				 ? readlink(host, target, sizeof(target) - 1)
				 : -1;

	if (length <= 0)
		return false;
	target[length] = '\0';
	return target[0] == '/' || strstr(target, "..");
}

/* A program is added only by its name in the table. */
static int add_target_of(struct as_root_plan *plan, const char *path, struct as_error *error)
{
	struct as_root_place place;
	int found = leads_out(plan, path) ? as_root_plan_follow(plan, path, &place, error) : 0;

	if (found <= 0)
		return found;
	if (!S_ISREG(place.status.st_mode) || as_root_plan_shows(plan, place.path) ||
		(place.status.st_mode & 0111 && !is_library(place.path)))
		return 0;
	return as_root_plan_take(plan, &place, false, error);
}

static int visit_shown(struct as_root_plan *plan, const char *path, mode_t type, unsigned depth,
	struct as_error *error)
{
	if (as_root_names_have(&plan->hidden, path))
		return 0;
	if (S_ISLNK(type))
		return add_target_of(plan, path, error);
	if (S_ISDIR(type))
		return visit_folder(plan, path, depth, visit_shown, error);
	return S_ISREG(type) && is_library(path) ? as_root_names_add(&plan->objects, path, error)
						 : 0;
}

static int visit_copied(struct as_root_plan *plan, const char *path, mode_t type, unsigned depth,
	struct as_error *error)
{
	struct as_root_place place;
	int found = as_root_plan_follow(plan, path, &place, error);

	(void)type;
	if (found <= 0 || as_root_plan_shows(plan, place.path))
		return found < 0 ? -1 : 0;
	return S_ISDIR(place.status.st_mode)
		       ? visit_folder(plan, place.path, depth, visit_copied, error)
		       : as_root_plan_take(plan, &place, false, error);
}

static int take_file(struct as_root_plan *plan, const char *path, struct as_error *error)
{
	return visit_copied(plan, path, 0, 0, error);
}

/* Their paths are collected first, because the loop adds entries. */
static int visit_whole_folders(struct as_root_plan *plan, struct as_error *error)
{
	AS_AUTO_NAMES char **folders = calloc(plan->count + 1, sizeof(*folders));
	size_t count = 0;

	if (!folders)
		return as_error_no_memory(error);
	for (size_t i = 0; i < plan->count; i++) {
		if (plan->entries[i].kind != AS_ROOT_WHOLE)
			continue;
		if (!(folders[count++] = strdup(plan->entries[i].path)))
			return as_error_no_memory(error);
	}
	for (size_t i = 0; i < count; i++)
		if (visit_folder(plan, folders[i], 0, visit_shown, error))
			return -1;
	return 0;
}

/* A folder is shown whole, a file is copied. */
static int take_module(struct as_root_plan *plan, const char *path, struct as_error *error)
{
	char host[PATH_MAX];
	struct stat status;

	if (!as_root_plan_host(plan, path, host) || stat(host, &status))
		return 0;
	return S_ISDIR(status.st_mode) ? take_whole(plan, path, error)
				       : take_file(plan, path, error);
}

/* Takes its folder and its files, such as numpy, numpy.libs, six.py, and its metadata. */
static int take_modules(struct as_root_plan *plan, const char *const *folders,
	const char *const *modules, struct as_error *error)
{
	char own[PATH_MAX], files[PATH_MAX], facts[PATH_MAX];
	const char *const code[] = {own, files, NULL}, *const data[] = {facts, NULL};

	for (; modules && *modules; modules++)
		for (const char *const *folder = folders; *folder; folder++) {
			snprintf(own, sizeof(own), "%s/%s", *folder, *modules);
			snprintf(files, sizeof(files), "%s/%s.*", *folder, *modules);
			snprintf(facts, sizeof(facts), "%s/%s-*-info", *folder, *modules);
			if (take_each(plan, code, take_module, error) ||
				take_each(plan, data, take_file, error))
				return -1;
		}
	return 0;
}

int as_root_plan_make(struct as_root_plan *plan, const char *machine,
	const struct as_language_roots *roots, const char *const *modules, struct as_error *error)
{
	*plan = (struct as_root_plan){.machine = machine};
	if (find_first(plan, roots->programs, error) ||
		take_each(plan, roots->folders, take_whole, error) ||
		take_modules(plan, roots->modules, modules, error) ||
		take_each(plan, roots->hidden, take_hidden, error) ||
		take_programs(plan, roots->programs, error) ||
		take_each(plan, roots->files, take_file, error) ||
		visit_whole_folders(plan, error) || as_root_plan_close_over(plan, error)) {
		as_root_plan_clear(plan);
		return -1;
	}
	return 0;
}
