/* SPDX-License-Identifier: MIT */
/*
 * Folders into which build tools write sources of their own: obj/ of .NET, target/ of Maven and
 * Cargo. Students also give their own folders such names, so a name alone does not count. A folder
 * is one of a tool if a file beside it or in it shows that, and if it is not itself a project.
 */
#include <assay/program/sources.h>

#include <fnmatch.h>
#include <string.h>

/* The folder beside a file of the project. */
static const struct rule {
	const char *sign, *folder; /* patterns of a file's and of a folder's name */
} beside[] = {
	{"*.csproj", "obj"},
	{"*.csproj", "bin"},
	{"*.fsproj", "obj"},
	{"*.fsproj", "bin"},
	{"*.vbproj", "obj"},
	{"*.vbproj", "bin"},
	{"build.gradle", "build"},
	{"build.gradle.kts", "build"},
	{"settings.gradle", "build"},
	{"settings.gradle.kts", "build"},
	{"pom.xml", "target"},
	{"build.sbt", "target"},
	{"build.sbt", "project/target"},
	{"Cargo.toml", "target"},
};
/* The outermost folder of the name around a file that only the tool writes. */
static const struct rule inside[] = {
	{"project.assets.json", "obj"},
	{"*.csproj.*", "obj"},
	{"*.g.cs", "obj"},
	{"?*.AssemblyInfo.cs", "obj"},
	{"*.AssemblyAttributes.cs", "obj"},
	{".rustc_info.json", "target"},
	{"moc_*.cpp", "build-*"},
	{"moc_*.cpp", "build"},
	{"qrc_*.cpp", "build-*"},
	{"qrc_*.cpp", "build"},
};
/* A folder with one of these files is a project, also if its name is "build"; those of `beside`
 * are such files also. */
static const char *const projects[] = {"CMakeLists.txt", "*.pro"};
#define CMAKE_SIGN "CMakeCache.txt" /* in any folder */

static bool is_like(const char *pattern, const char *name)
{
	return fnmatch(pattern, name, FNM_CASEFOLD) == 0;
}

static bool is_project(const char *name)
{
	bool found = false;

	for (size_t i = 0; i < sizeof(projects) / sizeof(*projects); i++)
		found |= is_like(projects[i], name);
	for (size_t i = 0; i < sizeof(beside) / sizeof(*beside); i++)
		found |= is_like(beside[i].sign, name);
	return found;
}

static int folder_add(struct as_build_folders *list, const char *path, size_t length,
	const char *more, struct as_error *error)
{
	if (!as_array_reserve(list->paths, list->count, error))
		return -1;
	char *name = as_text_format(error, "%.*s%s", (int)length, path, more);
	if (!name)
		return -1;
	list->paths[list->count++] = name;
	return 0;
}

/* The length of the path's beginning that is a folder of this name; 0: none. */
static size_t find_folder(const char *path, const char *pattern)
{
	char name[NAME_MAX + 1];

	for (size_t at = 0, part; path[at + (part = strcspn(path + at, "/"))]; at += part + 1) {
		snprintf(name, sizeof(name), "%.*s", (int)part, path + at);
		if (is_like(pattern, name))
			return at + part;
	}
	return 0;
}

static int add_signs(struct as_build_folders *list, const char *path, struct as_error *error)
{
	const char *name = as_text_last_part(path);
	const size_t length = (size_t)(name - path);

	for (size_t i = 0; i < sizeof(beside) / sizeof(*beside); i++)
		if (is_like(beside[i].sign, name) &&
			folder_add(list, path, length, beside[i].folder, error))
			return -1;
	for (size_t i = 0; i < sizeof(inside) / sizeof(*inside); i++) {
		const size_t folder =
			is_like(inside[i].sign, name) ? find_folder(path, inside[i].folder) : 0;
		if (folder && folder_add(list, path, folder, "", error))
			return -1;
	}
	return length && strcmp(name, CMAKE_SIGN) == 0
		       ? folder_add(list, path, length - 1, "", error)
		       : 0;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort(struct as_build_folders *list)
{
	if (list->count)
		qsort(list->paths, list->count, sizeof(*list->paths), compare_names);
}

static bool has_name(const struct as_build_folders *sorted, const char *name)
{
	return sorted->count &&
	       bsearch(&name, sorted->paths, sorted->count, sizeof(*sorted->paths), compare_names);
}

static bool is_built(const struct as_build_folders *folders, const char *path, size_t length)
{
	char name[4096];

	snprintf(name, sizeof(name), "%.*s", (int)length, path);
	return has_name(folders, name);
}

/* Each once, and without those that are projects. */
static void reduce(struct as_build_folders *folders, const struct as_build_folders *own)
{
	size_t kept = 0;

	for (size_t i = 0; i < folders->count; i++) {
		if (has_name(own, folders->paths[i]) ||
			(kept && strcmp(folders->paths[kept - 1], folders->paths[i]) == 0))
			free(folders->paths[i]);
		else
			folders->paths[kept++] = folders->paths[i];
	}
	folders->count = kept;
}

int as_build_folders_find(struct as_build_folders *folders, const char *const *paths, size_t count,
	struct as_error *error)
{
	AS_AUTO(as_build_folders_clear) struct as_build_folders own = {0};

	*folders = (struct as_build_folders){0};
	for (size_t i = 0; i < count; i++) {
		const char *name = as_text_last_part(paths[i]);
		if (add_signs(folders, paths[i], error) ||
			(name > paths[i] && is_project(name) &&
				folder_add(
					&own, paths[i], (size_t)(name - paths[i]) - 1, "", error)))
			return -1;
	}
	sort(folders);
	sort(&own);
	reduce(folders, &own);
	return 0;
}

size_t as_build_folders_length(
	const struct as_build_folders *folders, const char *path, size_t skip)
{
	for (const char *slash = path; folders->count && (slash = strchr(slash, '/')); slash++) {
		const size_t length = (size_t)(slash - path);
		if (length > skip && is_built(folders, path, length))
			return length;
	}
	return 0;
}

void as_build_folders_clear(struct as_build_folders *folders)
{
	for (size_t i = 0; i < folders->count; i++)
		free(folders->paths[i]);
	free(folders->paths);
	*folders = (struct as_build_folders){0};
}
