/* SPDX-License-Identifier: MIT */
/* The files that runs see: the run-time system of their language and nothing else. A small static
 * program explores a sandbox opened for each language. */
#include "roots.h"
#include "support/skip.h"

#include <assay/base/keeper.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <pthread.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

#define LOOK_DIR ASSAY_SOURCE_DIR "/tests/data/roots"

static char folder[64];
static struct as_languages *languages;
static struct as_workshop *workshop;

static void open_all(void)
{
	struct as_error error = {0};
	static char cache[96];
	strcpy(folder, "/tmp/assay-roots.XXXXXX");
	cr_assert(mkdtemp(folder));
	snprintf(cache, sizeof(cache), "%s/cache", folder);
	languages = as_languages_open(NULL, &error);
	const struct as_workshop_config config = {.languages = languages, .cache_dir = cache};
	workshop = as_workshop_open(&config, &error);
	cr_assert(languages && workshop, "%s", error.text);
}

static void close_all(void)
{
	as_workshop_close(workshop);
	as_languages_close(languages);
	as_dir_remove(AT_FDCWD, folder, NULL);
}

TestSuite(roots, .init = open_all, .fini = close_all, .timeout = 600);

/* The output of tests/data/roots/look.c in the place of a program of a language. */
static char *look_in(const struct as_language *language, const char *const *arguments)
{
	struct as_error error = {0};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_bytes output = {0};
	AS_AUTO_FD int dir = as_dir_open(AT_FDCWD, LOOK_DIR, &error);
	struct as_program *look = as_workshop_compile(workshop, dir, "look.c", NULL, &error);
	if (!look && error.kind == AS_ERROR_MACHINE)
		skip_unless(false, "cgroup", error.text);
	cr_assert(look, "%s", error.text);
	struct as_sandbox *sandbox = as_workshop_run_sandbox(workshop, language, -1, &error);
	cr_assert(sandbox, "%s: %s", language->id, error.text);
	struct as_limits limits = as_limits_default;
	limits.cpu_time_ns = limits.wall_time_ns = INT64_C(60000000000);
	const struct as_program_task task = {
		.arguments = arguments, .limits = &limits, .stdin_fd = -1};
	cr_assert_eq(as_program_run_in(look, sandbox, &task, &result, &error), 0, "%s", error.text);
	cr_assert(result.hits == 0 && result.exit_code == 0);
	cr_assert_eq(as_fd_read(result.stdout_fd, 1 << 20, &output, NULL), 0);
	as_sandbox_close(sandbox);
	as_program_free(look);
	return output.data;
}

static int mounts_of(const char *seen)
{
	int count = -1;
	cr_assert_eq(sscanf(seen, "mounts %d", &count), 1);
	return count;
}

/* ---- each language ---- */

/* For each language, the programs that a run may execute: patterns of paths. The loader is added to
 * each. */
static const struct {
	const char *id;
	const char *programs[4];
} allowed[] = {
	{"python3", {"/usr/bin/python3.*", "/usr/lib/python3.*/*.py"}},
	{"pypy3", {"/usr/bin/pypy3.*", "/usr/lib/pypy3.*/*.py"}},
	{"java", {"/usr/lib/jvm/*/bin/java", "/usr/lib/jvm/*/lib/jspawnhelper"}},
	{"kotlin", {"/usr/lib/jvm/*/bin/java", "/usr/lib/jvm/*/lib/jspawnhelper"}},
	{"scala", {"/usr/lib/jvm/*/bin/java", "/usr/lib/jvm/*/lib/jspawnhelper"}},
	{"javascript", {"/usr/bin/node"}},
	{"perl", {"/usr/bin/perl"}},
	{"csharp", {"/usr/bin/mono-*"}},
	{"ruby", {"/usr/bin/ruby*"}},
	{"lua", {"/usr/bin/lua5.4"}},
	{"php", {"/usr/bin/php*"}},
	{"r", {"/usr/lib/R/bin/exec/R", "/usr/bin/false", "/bin/sh"}},
	{"lisp", {"/usr/bin/sbcl"}},
	{"prolog", {"/usr/lib/swi-prolog/bin/*/swipl"}},
	{"bash", {"/usr/bin/bash", "/usr/bin/*awk"}},
	{"awk", {"/usr/bin/gawk", "/usr/bin/dash", "/bin/sh"}},
	{"pascal", {"*/ld-linux-*"}},
};
#define ALLOWED_COUNT (sizeof(allowed) / sizeof(*allowed))

static bool fits(const char *path, const char *const *patterns)
{
	for (; *patterns; patterns++)
		if (fnmatch(*patterns, path, 0) == 0)
			return true;
	return fnmatch("*/ld-linux*.so.*", path, 0) == 0;
}

/* Programs of every Debian system, and folders of its administrator. */
static const char *const foreign[] = {"/usr/bin/perl", "/usr/bin/tar", "/usr/bin/id", "/bin/sh",
	"/usr/bin/gcc", "/usr/bin/dpkg", "/usr/local", "/usr/lib/python3/dist-packages",
	"/etc/passwd", "/etc/localtime", NULL};

/* A shell has the text tools that the table lists. */
static bool is_listed(const struct as_language *language, const char *path)
{
	if (strcmp(language->id, "bash") != 0 && strcmp(language->id, "awk") != 0)
		return false;
	for (const char *const *program = language->roots.programs; *program; program++)
		if (strcmp(*program, path) == 0)
			return true;
	return false;
}

static void check_programs(size_t index)
{
	const char *id = allowed[index].id, *const *patterns = allowed[index].programs;
	const struct as_language *language = as_languages_find(languages, id);
	const struct as_language *bare = as_languages_find(languages, "rust");
	if (!as_language_is_here(language))
		return;
	AS_AUTO_FREE char *nothing = look_in(bare, NULL);
	AS_AUTO_FREE char *seen = look_in(language, foreign);
	size_t count = 0;
	char *rest;
	cr_expect_leq(mounts_of(seen) - mounts_of(nothing), 10, "%s", id);
	strtok_r(seen, "\n", &rest);
	for (char *line; (line = strtok_r(NULL, "\n", &rest));) {
		const char *path = line + strlen("runs ");
		bool listed = line[0] == 'r' && is_listed(language, path);
		cr_expect(listed || fits(path, patterns), "%s: %s", id, line);
		count += fnmatch(patterns[0], path, 0) == 0;
	}
	cr_expect_geq(count, 1, "%s does not see its own program %s", id, patterns[0]);
}

Test(roots, a_run_can_execute_the_programs_of_its_language_and_no_others)
{
	for (size_t i = 0; i < ALLOWED_COUNT; i++)
		check_programs(i);
}

/* Otherwise a language could be added whose runs see more than they need. */
Test(roots, only_scripts_of_packages_see_the_whole_machine)
{
	for (size_t i = 0; i < languages->count; i++) {
		const struct as_language *language = &languages->items[i];
		bool whole = false;
		for (const char *const *view = language->run.views; *view; view++)
			whole |= strcmp(*view, "/usr") == 0;
		cr_expect_eq(whole, strcmp(language->id, "script") == 0, "%s", language->id);
	}
}

/* ---- the trees in the cache ---- */

static const struct as_language *need_python(void)
{
	const struct as_language *python = as_languages_find(languages, "python3");
	skip_unless(as_language_is_here(python), "python3", "its interpreter is not installed");
	return python;
}

/* In a workshop of its own: 0, or -1 with the message. */
static int show_python(const char *cache, struct as_error *error)
{
	const struct as_workshop_config config = {.languages = languages, .cache_dir = cache};
	struct as_workshop *other = as_workshop_open(&config, error);
	const struct as_view *views;
	size_t count;
	int failed = !other || as_roots_find(other, need_python(), &views, &count, error);
	as_workshop_close(other);
	return failed ? -1 : 0;
}

/* The names in CACHE/roots, and the folder. */
static char **trees(int *fd)
{
	char path[96];
	snprintf(path, sizeof(path), "%s/cache/roots", folder);
	*fd = as_dir_open(AT_FDCWD, path, NULL);
	cr_assert_geq(*fd, 0);
	char **names = as_dir_list(*fd, 100, NULL);
	cr_assert(names);
	return names;
}

static ino_t only_tree(char path[256])
{
	AS_AUTO_FD int fd = -1;
	AS_AUTO_NAMES char **names = trees(&fd);
	struct stat status;
	cr_assert(names[0] && !names[1], "not one tree");
	cr_assert_eq(fstatat(fd, names[0], &status, AT_SYMLINK_NOFOLLOW), 0);
	snprintf(path, 256, "%s/cache/roots/%s", folder, names[0]);
	return status.st_ino;
}

static void expect_shown(void)
{
	struct as_error error = {0};
	char cache[96];
	snprintf(cache, sizeof(cache), "%s/cache", folder);
	cr_assert_eq(show_python(cache, &error), 0, "%s", error.text);
}

Test(roots, a_tree_is_made_once_and_repaired_if_a_part_is_missing)
{
	char path[256], part[300];
	need_python();
	expect_shown();
	ino_t first = only_tree(path);
	expect_shown();
	cr_expect_eq(only_tree(path), first);
	snprintf(part, sizeof(part), "%s/etc/ld.so.cache", path);
	cr_assert_eq(unlink(part), 0);
	expect_shown();
	cr_expect_neq(only_tree(path), first);
	cr_expect_eq(access(part, F_OK), 0);
}

static pthread_barrier_t all_have_it;

/* A tree that a judge uses stays, whatever other processes do at the same time. */
static void *keep_in_thread(void *unused)
{
	struct as_error error = {0};
	char cache[96];
	snprintf(cache, sizeof(cache), "%s/cache", folder);
	const struct as_workshop_config config = {.languages = languages, .cache_dir = cache};
	struct as_workshop *other = as_workshop_open(&config, &error);
	const struct as_view *views = NULL;
	size_t count = 0;
	struct stat before = {0}, after = {0};
	cr_expect(other && as_roots_find(other, as_languages_find(languages, "python3"), &views,
				   &count, &error) == 0,
		"%s", error.text);
	cr_expect(count > 0 && stat(views[0].source, &before) == 0);
	pthread_barrier_wait(&all_have_it);
	cr_expect(count > 0 && stat(views[0].source, &after) == 0);
	cr_expect_eq(before.st_ino, after.st_ino, "the tree was replaced while it was used");
	pthread_barrier_wait(&all_have_it);
	as_workshop_close(other);
	return unused;
}

Test(roots, judges_that_make_a_tree_concurrently_share_one)
{
	pthread_t threads[4];
	char path[256];
	need_python();
	pthread_barrier_init(&all_have_it, NULL, 4);
	for (size_t i = 0; i < 4; i++)
		cr_assert_eq(pthread_create(&threads[i], NULL, keep_in_thread, NULL), 0);
	for (size_t i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	only_tree(path);
}

Test(roots, incomplete_entries_of_a_killed_judge_are_removed)
{
	char path[256], left[200], owner[AS_OWNER_NAME_SIZE];
	struct as_error error = {0};
	need_python();
	as_owner_name(owner);
	/* No process has this number. */
	*strrchr(owner, '-') = '\0';
	snprintf(left, sizeof(left), "%s/cache/roots/new-%s-2147483646-x/usr/bin", folder, owner);
	cr_assert_eq(as_dir_make(AT_FDCWD, left, 0755, &error), 0, "%s", error.text);
	expect_shown();
	only_tree(path);
}

/* Makes a folder in CACHE/roots with this age of its last use. */
static void put_tree(const char *name, time_t age_s)
{
	const struct timespec used = {.tv_sec = time(NULL) - age_s};
	const struct timespec times[] = {used, used};
	char path[200];
	snprintf(path, sizeof(path), "%s/cache/roots/%s", folder, name);
	cr_assert_eq(as_dir_make(AT_FDCWD, path, 0755, NULL), 0);
	cr_assert_eq(utimensat(AT_FDCWD, path, times, 0), 0);
}

static int lock_tree(const char *name)
{
	char path[200];
	snprintf(path, sizeof(path), "%s/cache/roots/%s", folder, name);
	int fd = as_dir_open(AT_FDCWD, path, NULL);
	cr_assert(fd >= 0 && flock(fd, LOCK_SH) == 0);
	return fd;
}

static bool has_tree(const char *name)
{
	char path[200];
	snprintf(path, sizeof(path), "%s/cache/roots/%s", folder, name);
	return access(path, F_OK) == 0;
}

Test(roots, a_tree_in_use_does_not_keep_other_old_ones)
{
	char name[32];
	size_t count = 0;
	need_python();
	for (time_t i = 0; i < 44; i++) {
		snprintf(name, sizeof(name), "tree-%ld", (long)i);
		put_tree(name, 10000 - i);
	}
	AS_AUTO_FD int used = lock_tree("tree-0");
	expect_shown();
	AS_AUTO_FD int fd = -1;
	AS_AUTO_NAMES char **names = trees(&fd);
	while (names[count])
		count++;
	cr_expect_eq(count, 40);
	cr_expect(has_tree("tree-0") && !has_tree("tree-1") && !has_tree("tree-5"));
	cr_expect(has_tree("tree-6") && has_tree("tree-43"));
}

Test(roots, leftovers_of_another_container_are_removed_after_an_hour)
{
	need_python();
	put_tree("new-assay-1-77-left", 4000);
	put_tree("new-assay-1-77-young", 3000);
	put_tree("new-assay-1-77-locked", 4000);
	AS_AUTO_FD int making = lock_tree("new-assay-1-77-locked");
	expect_shown();
	cr_expect(!has_tree("new-assay-1-77-left"));
	cr_expect(has_tree("new-assay-1-77-young"));
	cr_expect(has_tree("new-assay-1-77-locked"));
}

/* The output of a command in the sandbox of Python, with modules. */
static void expect_python(const char *const *modules, const char *code, int status)
{
	struct as_error error = {0};
	char cache[96];
	snprintf(cache, sizeof(cache), "%s/cache", folder);
	const struct as_workshop_config config = {
		.languages = languages, .cache_dir = cache, .modules = modules};
	struct as_workshop *other = as_workshop_open(&config, &error);
	cr_assert(other, "%s", error.text);
	struct as_sandbox *sandbox = as_workshop_run_sandbox(other, need_python(), -1, &error);
	if (!sandbox && error.kind == AS_ERROR_MACHINE)
		skip_unless(false, "cgroup", error.text);
	cr_assert(sandbox, "%s", error.text);
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	const struct as_run_request request = {
		.argv = (const char *const[]){"/usr/bin/python3", "-c", code, NULL},
		.profile = AS_PROFILE_RUNTIME,
		.limits = as_limits_default,
		.stdin_fd = -1};
	cr_assert_eq(as_sandbox_run(sandbox, &request, &result, &error), 0, "%s", error.text);
	cr_expect_eq(result.exit_code, status, "%s: %s", code, result.stderr_head.data);
	as_sandbox_close(sandbox);
	as_workshop_close(other);
}

/* python3-yaml is installed for other tests: a folder, a second one with a shared object, and a
 * package that its library requires. */
Test(roots, a_module_is_seen_only_if_the_caller_adds_it)
{
	expect_python(NULL, "import yaml", 1);
	expect_python((const char *const[]){"yaml", "_yaml", NULL},
		"import yaml; assert yaml.load('[1]', yaml.CSafeLoader) == [1]", 0);
	expect_python((const char *const[]){"yaml", NULL}, "import jsonschema", 1);
}

Test(roots, an_unknown_module_is_refused_with_the_nearest_name)
{
	static const char *const cases[][2] = {
		{"yamll", "unknown module 'yamll'; did you mean 'yaml'?"},
		{"../yaml", "unknown module '../yaml'; install its Debian package, such as "
			    "python3-numpy for numpy"},
		{"*", "unknown module '*'; install"},
		{"", "unknown module ''; install"},
	};
	need_python();
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct as_error error = {0};
		const char *const modules[] = {cases[i][0], NULL};
		const struct as_workshop_config config = {
			.languages = languages, .modules = modules};
		cr_expect_null(as_workshop_open(&config, &error));
		cr_expect_eq(error.kind, AS_ERROR_USAGE);
		cr_expect_not_null(strstr(error.text, cases[i][1]), "%s", error.text);
	}
}

Test(roots, without_a_cache_a_run_sees_the_same)
{
	struct as_error error = {0};
	const struct as_workshop_config config = {
		.languages = languages, .cache_dir = "/proc/no/cache"};
	struct as_workshop *other = as_workshop_open(&config, &error);
	cr_assert(other, "%s", error.text);
	struct as_sandbox *sandbox = as_workshop_run_sandbox(other, need_python(), -1, &error);
	if (!sandbox && error.kind == AS_ERROR_MACHINE)
		skip_unless(false, "cgroup", error.text);
	cr_assert(sandbox, "%s", error.text);
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	const struct as_run_request request = {
		.argv = (const char *const[]){"/usr/bin/python3", "-c", "import json, zlib", NULL},
		.profile = AS_PROFILE_RUNTIME,
		.limits = as_limits_default,
		.stdin_fd = -1};
	cr_assert_eq(as_sandbox_run(sandbox, &request, &result, &error), 0, "%s", error.text);
	cr_expect_eq(result.exit_code, 0, "%s", result.stderr_head.data);
	as_sandbox_close(sandbox);
	as_workshop_close(other);
}
