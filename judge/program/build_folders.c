/* SPDX-License-Identifier: MIT */
/*
 * Folders into which build tools write sources of their own: obj/ of .NET, target/ of Maven and
 * Cargo. Students also give their own folders such names, and build in the folder of their sources.
 * So a file beside the folder or in it must show the tool, and the folder is left out only if the
 * tool made each source in it. Otherwise only the sources that the tool made are left out.
 */
#include <assay/program/intake.h>
#include <assay/program/sources.h>

#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

/* All names are patterns, in upper or lower case; those of `beside` have no wildcard. */
struct rule {
	const char *sign, *folder;
};
/* The folder beside a file of the project. */
static const struct rule beside[] = {
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
	{"CMakeCache.txt", "CMakeFiles"},
	{"CMakeCache.txt", "_deps"},
};
/* Each folder of the name around a file that only the tool writes. */
static const struct rule inside[] = {
	{"project.assets.json", "obj"},
	{"*.csproj.*", "obj"},
	{"*.g.cs", "obj"},
	{"?*.AssemblyInfo.??", "obj"},
	{"*.AssemblyAttributes.??", "obj"},
	{".rustc_info.json", "target"},
	{"moc_*.cpp", "build-*"},
	{"moc_*.cpp", "build"},
	{"qrc_*.cpp", "build-*"},
	{"qrc_*.cpp", "build"},
	{"moc*.cpp", "*_autogen"},
	{"CMakeC*CompilerId.c*", "CMakeFiles"},
};
/* The sources that tools write; a path begins with "/" and the name of the build folder. */
static const char *const made[] = {"*.g.cs", "*.g.i.cs", "*.AssemblyInfo.??",
	"*.AssemblyAttributes.??", "*/TemporaryGeneratedFile_*.cs", "/obj/debug/*",
	"/obj/release/*", "/bin/debug/*", "/bin/release/*", "/build/generated/*", "/build/docs/*",
	"/build/reports/*", "/build/tmp/*", "/target/generated-*", "/target/site/*",
	"/target/apidocs/*", "/target/reports/*", "/target/debug/*", "/target/release/*",
	"/target/doc/*", "/target/scala-*", "/target/src_managed/*", "/target/streams/*",
	"/build*/moc_*", "/build*/qrc_*", "/build*/ui_*.h", "*_autogen/*", "*/CMakeFiles/*",
	"*/_deps/*"};
#define CMAKE_SIGN "CMakeCache.txt" /* in any folder */

static bool is_like(const char *pattern, const char *name)
{
	return fnmatch(pattern, name, FNM_CASEFOLD) == 0;
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

/* ---- folders that may be of a tool; the last part of each is in lower case ---- */

static void lower_last(char *path)
{
	char *slash = strrchr(path, '/');

	for (char *at = slash ? slash : path; *at; at++)
		*at = (char)tolower((unsigned char)*at);
}

static int candidate_add(struct as_build_folders *list, const char *path, size_t length,
	const char *more, struct as_error *error)
{
	if (folder_add(list, path, length, more, error))
		return -1;
	lower_last(list->paths[list->count - 1]);
	return 0;
}

static int add_around(struct as_build_folders *list, const char *path, const char *pattern,
	struct as_error *error)
{
	char name[NAME_MAX + 1];

	for (size_t at = 0, part; path[at + (part = strcspn(path + at, "/"))]; at += part + 1) {
		snprintf(name, sizeof(name), "%.*s", (int)part, path + at);
		if (is_like(pattern, name) && candidate_add(list, path, at + part, "", error))
			return -1;
	}
	return 0;
}

static int add_signs(struct as_build_folders *list, const char *path, struct as_error *error)
{
	const char *name = as_text_last_part(path);
	const size_t length = (size_t)(name - path);

	for (size_t i = 0; i < sizeof(beside) / sizeof(*beside); i++)
		if (is_like(beside[i].sign, name) &&
			candidate_add(list, path, length, beside[i].folder, error))
			return -1;
	for (size_t i = 0; i < sizeof(inside) / sizeof(*inside); i++)
		if (is_like(inside[i].sign, name) &&
			add_around(list, path, inside[i].folder, error))
			return -1;
	return length && is_like(CMAKE_SIGN, name)
		       ? candidate_add(list, path, length - 1, "", error)
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

static bool is_candidate(const struct as_build_folders *sorted, const char *path, size_t length)
{
	char name[PATH_MAX];

	snprintf(name, sizeof(name), "%.*s", (int)length, path);
	lower_last(name);
	return has_name(sorted, name);
}

/* ---- those that are ---- */

static bool is_program(const struct as_languages *languages, const char *path)
{
	const struct as_source file = {.name = (char *)path};

	return as_source_is_program(&file, languages);
}

static bool is_companion(const struct as_languages *languages, const char *path)
{
	for (size_t i = 0; i < languages->count; i++)
		if (as_language_is_companion(&languages->items[i], path))
			return true;
	return false;
}

/* True for a source that the tool of the folder made. */
static bool is_made(const char *path, size_t folder)
{
	char text[PATH_MAX];
	const char *before = memrchr(path, '/', folder);

	snprintf(text, sizeof(text), "/%s", before ? before + 1 : path);
	for (size_t i = 0; i < sizeof(made) / sizeof(*made); i++)
		if (is_like(made[i], text))
			return true;
	return false;
}

struct finding {
	struct as_build_folders candidates, own, *found;
	const struct as_languages *languages;
};

static void finding_clear(struct finding *finding)
{
	as_build_folders_clear(&finding->candidates);
	as_build_folders_clear(&finding->own);
}

/* The innermost folder whose tool made the source; 0: none. */
static size_t find_maker(const struct finding *finding, const char *path)
{
	size_t found = 0;

	for (const char *slash = path; (slash = strchr(slash, '/')); slash++)
		if (is_candidate(&finding->candidates, path, (size_t)(slash - path)) &&
			is_made(path, (size_t)(slash - path)))
			found = (size_t)(slash - path);
	return found;
}

/* A header that a tool made is not left out by itself: no compiler takes a header for a program. */
static int add_file(struct finding *finding, const char *path, struct as_error *error)
{
	const size_t maker = find_maker(finding, path);
	const bool program = is_program(finding->languages, path);
	const bool source = program || is_companion(finding->languages, path);

	for (const char *slash = path; (slash = strchr(slash, '/')); slash++) {
		const size_t length = (size_t)(slash - path);
		if (is_candidate(&finding->candidates, path, length) &&
			(folder_add(finding->found, path, length, "", error) ||
				(source && length > maker &&
					folder_add(&finding->own, path, length, "", error))))
			return -1;
	}
	return program && maker ? folder_add(finding->found, path, maker + 1, path + maker, error)
				: 0;
}

/* Each once, and without those that have sources of the student. */
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

int as_build_folders_find(struct as_build_folders *folders, const struct as_languages *languages,
	const char *const *paths, size_t count, struct as_error *error)
{
	AS_AUTO(finding_clear)
	struct finding finding = {.found = folders, .languages = languages};

	*folders = (struct as_build_folders){0};
	for (size_t i = 0; i < count; i++)
		if (add_signs(&finding.candidates, paths[i], error))
			return -1;
	sort(&finding.candidates);
	for (size_t i = 0; finding.candidates.count && i < count; i++)
		if (add_file(&finding, paths[i], error))
			return -1;
	sort(folders);
	sort(&finding.own);
	reduce(folders, &finding.own);
	return 0;
}

static size_t find_listed(const struct as_build_folders *folders, const char *path, bool is_file)
{
	char name[PATH_MAX];

	for (const char *slash = path; folders->count && (slash = strchr(slash, '/')); slash++) {
		const size_t length = (size_t)(slash - path);
		snprintf(name, sizeof(name), "%.*s%s%s", (int)length, path, is_file ? "/" : "",
			is_file ? slash : "");
		if (length > 0 && has_name(folders, name))
			return is_file ? strlen(path) : length;
	}
	return 0;
}

size_t as_build_folders_length(const struct as_build_folders *folders, const char *path)
{
	const size_t folder = find_listed(folders, path, false);

	return folder ? folder : find_listed(folders, path, true);
}

void as_build_folders_clear(struct as_build_folders *folders)
{
	for (size_t i = 0; i < folders->count; i++)
		free(folders->paths[i]);
	free(folders->paths);
	*folders = (struct as_build_folders){0};
}
