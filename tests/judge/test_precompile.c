/* SPDX-License-Identifier: MIT */
/*
 * Precompiled headers, and class-data archives of compilers that run in the JVM: made by
 * as_workshop_prepare, used by each compilation, and always optional. Every test has a cache of its
 * own and a table with one language.
 */
#include "support/skip.h"
#include "workshop.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define CPP "#include <cstdio>\nint main() { std::puts(\"1\"); }\n"
#define JAVA                                                                                       \
	"public class Main { public static void main(String[] a) { System.out.println(a); } }\n"
#define SCALA "object Main { def main(args: Array[String]) { println(1) } }\n"
#define KOTLIN "fun main(args: Array<String>) { println(1) }\n"
/* Written after -Xlog:disable. Only the archive contains the second class. */
#define LOG_OPTION "-J-Xlog:class+load:file=/box/classes.log"
#define FROM_ARCHIVE "shared objects file (top)"

static char folder[64];
static char tool[96], include[96];
static struct as_languages *table;
static struct as_language language;
static struct as_languages alone = {.items = &language, .count = 1};
static struct as_workshop *workshop;

/* Adds the language's tools, and one whose time the tests change, to simulate a new JDK. */
static void add_tool(void)
{
	static const char *tools[8];
	size_t count = 0;
	for (const char *const *old = language.tools; *old; old++)
		tools[count++] = *old;
	snprintf(tool, sizeof(tool), "%s/tool", folder);
	cr_assert_eq(as_file_write(AT_FDCWD, tool, "1", 1, 0755, NULL), 0);
	tools[count] = tool;
	language.tools = tools;
}

/* The compiler also logs the sources of the classes that it loads. */
static void add_log(void)
{
	static const char *words[32];
	size_t count = 0;
	for (const char *const *old = language.compile.words; *old; old++) {
		words[count++] = *old;
		if (strcmp(*old, "{options}") == 0)
			words[count++] = LOG_OPTION;
	}
	words[count] = NULL;
	language.compile.words = words;
}

/* Adds the folder of gen.h, which programs of packages see. Only compilers of C and C++ take -I. */
static void add_header(void)
{
	snprintf(include, sizeof(include), "%s/include", folder);
	AS_AUTO_FREE char *inner = as_text_format(NULL, "%s/assay", include);
	AS_AUTO_FREE char *header = as_text_format(NULL, "%s/gen.h", inner);
	cr_assert_eq(as_dir_make(AT_FDCWD, inner, 0755, NULL), 0);
	cr_assert_eq(as_file_write(AT_FDCWD, header, "", 0, 0644, NULL), 0);
}

/* The languages whose preparation was reported. */
static char told[256];

static void tell(void *context, const char *name)
{
	strncat(context, name, sizeof(told) - strlen(told) - 1);
}

static void open_language(const char *id)
{
	struct as_error error = {0};
	static char cache[96];
	table = as_languages_open(NULL, &error);
	cr_assert(table, "%s", error.text);
	language = *as_languages_find(table, id);
	skip_unless(as_language_is_here(&language), id, "its compiler is not installed");
	strcpy(folder, "/tmp/assay-precompile.XXXXXX");
	cr_assert(mkdtemp(folder));
	add_tool();
	if (language.class_archive.source)
		add_log();
	add_header();
	snprintf(cache, sizeof(cache), "%s/cache", folder);
	const struct as_workshop_config config = {.languages = &alone,
		.cache_dir = cache,
		.include_dir = include,
		.fresh = true,
		.preparing = tell,
		.preparing_context = told};
	workshop = as_workshop_open(&config, &error);
	cr_assert(workshop, "%s", error.text);
}

static void close_all(void)
{
	as_workshop_close(workshop);
	as_languages_close(table);
	if (*folder)
		as_dir_remove(AT_FDCWD, folder, NULL);
}

TestSuite(precompile, .fini = close_all, .timeout = 600);

static void prepare(void)
{
	struct as_error error = {0};
	int failed = as_workshop_prepare(workshop, &error);
	if (failed && error.kind == AS_ERROR_MACHINE && strstr(error.text, "cgroup"))
		skip_unless(false, "cgroup", error.text);
	cr_assert_not(failed, "%s", error.text);
}

/* The names in a folder of the cache, on the heap. */
static char **list_entries(const char *shelf)
{
	AS_AUTO_FD int fd = as_dir_open(workshop->cache_fd, shelf, NULL);
	return fd < 0 ? NULL : as_dir_list(fd, 100, NULL);
}

static size_t count_entries(const char *shelf)
{
	AS_AUTO_NAMES char **names = list_entries(shelf);
	size_t count = 0;
	while (names && names[count])
		count++;
	return count;
}

/* A file of the only entry, opened for writing. */
static int open_in_entry(const char *shelf, const char *file)
{
	AS_AUTO_NAMES char **names = list_entries(shelf);
	cr_assert(names && names[0] && !names[1]);
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/%s/%s", shelf, names[0], file);
	int fd = openat(workshop->cache_fd, path, O_RDWR | O_CLOEXEC);
	cr_assert_geq(fd, 0);
	return fd;
}

static struct as_program *compile(const char *name, const char *text)
{
	struct as_error error = {0};
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};
	const struct as_memory_file file = {name, text, strlen(text)};
	cr_assert_eq(as_sources_take(&sources, &file, 1, false, 1 << 20, &error), 0);
	const struct as_build_order order = {.sources = &sources,
		.language = &language,
		.time_ns = INT64_C(60000000000),
		.memory_bytes = UINT64_C(2) << 30,
		.of_package = true};
	struct as_program *program = as_workshop_build(workshop, &order, &error);
	cr_assert(program, "%s", error.text);
	cr_assert_eq(program->verdict, AS_VERDICT_AC, "%s %s", program->reason, program->output);
	cr_expect_str_empty(program->output);
	return program;
}

/* True if the compiler loaded classes from the archive. */
static bool compiles_from_archive(const char *name, const char *text)
{
	struct as_error error = {0};
	AS_AUTO_BYTES struct as_bytes log = {0};
	struct as_program *program = compile(name, text);
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/classes.log", program->folder);
	cr_assert_eq(
		as_file_read(workshop->work_fd, path, 16 << 20, &log, &error), 0, "%s", error.text);
	as_program_free(program);
	return strstr(log.data, FROM_ARCHIVE) != NULL;
}

/* ---- headers ---- */

/* Compiles ten times as fast as <bits/stdc++.h>. */
static void open_small_header(void)
{
	static const char *const command[] = {"/usr/bin/g++", "-x", "c++-header", "-std=gnu++20",
		"-O2", "-DONLINE_JUDGE", "-o", "/box/cstdio.gch", "/program/cstdio", NULL};
	open_language("cpp");
	language.precompile = (struct as_language_precompile){"cstdio", command};
}

Test(precompile, the_prepared_language_is_reported)
{
	open_language("c");
	prepare();
	cr_expect_str_eq(told, "C");
}

/* The compiler would fail, without a fault of the submission. */
Test(precompile, a_truncated_header_is_not_used)
{
	open_small_header();
	prepare();
	AS_AUTO_FD int header = open_in_entry("headers", "cstdio.gch");
	cr_assert_eq(ftruncate(header, 100000), 0);
	as_program_free(compile("main.cpp", CPP));
	prepare();
	cr_expect_eq(count_entries("headers"), 1);
	AS_AUTO_FD int again = open_in_entry("headers", "cstdio.gch");
	cr_expect_gt(lseek(again, 0, SEEK_END), 100000, "it was not made again");
}

Test(precompile, of_four_headers_the_least_recently_used_is_removed)
{
	static const char *const names[] = {"headers/1", "headers/2", "headers/3", "headers/4"};
	open_small_header();
	for (int i = 0; i < 4; i++) {
		const struct timespec times[] = {
			{.tv_sec = i == 2 ? 1000 : 2000}, {.tv_sec = i == 2 ? 1000 : 2000}};
		cr_assert_eq(as_dir_make(workshop->cache_fd, names[i], 0755, NULL), 0);
		cr_assert_eq(utimensat(workshop->cache_fd, names[i], times, 0), 0);
	}
	prepare();
	cr_expect_eq(count_entries("headers"), 4);
	cr_expect(faccessat(workshop->cache_fd, "headers/3", F_OK, 0) != 0);
}

/* ---- archives ---- */

Test(precompile, javac_starts_from_the_archive_that_prepare_made)
{
	open_language("java");
	cr_expect_eq(count_entries("archives"), 0);
	cr_expect_not(compiles_from_archive("Main.java", JAVA));
	cr_expect_eq(count_entries("archives"), 0, "a compilation made an archive");
	prepare();
	cr_expect_eq(count_entries("archives"), 1);
	cr_expect(compiles_from_archive("Main.java", JAVA));
	prepare();
	cr_expect_eq(count_entries("archives"), 1, "it was made again");
}

Test(precompile, a_changed_compiler_has_another_archive)
{
	const struct timespec times[] = {{.tv_sec = 1}, {.tv_sec = 1}};
	open_language("java");
	prepare();
	cr_assert_eq(utimensat(AT_FDCWD, tool, times, 0), 0);
	cr_expect_not(compiles_from_archive("Main.java", JAVA));
	prepare();
	cr_expect_eq(count_entries("archives"), 2);
	cr_expect(compiles_from_archive("Main.java", JAVA));
}

/* Without the check of its size the JVM ends with SIGBUS. */
Test(precompile, a_truncated_archive_is_not_used)
{
	struct stat info;
	open_language("java");
	prepare();
	AS_AUTO_FD int archive = open_in_entry("archives", "archive");
	cr_assert_eq(fstat(archive, &info), 0);
	cr_assert_eq(ftruncate(archive, info.st_size / 2), 0);
	cr_expect_not(compiles_from_archive("Main.java", JAVA));
	prepare();
	cr_expect_eq(count_entries("archives"), 1);
	cr_expect(compiles_from_archive("Main.java", JAVA), "it was not made again");
}

Test(precompile, a_damaged_archive_is_not_used)
{
	static const char noise[4096] = {1, 2, 3};
	struct stat info;
	open_language("java");
	prepare();
	AS_AUTO_FD int archive = open_in_entry("archives", "archive");
	cr_assert_eq(fstat(archive, &info), 0);
	for (off_t at = info.st_size / 4; at < info.st_size / 2; at += sizeof(noise))
		cr_assert_eq(pwrite(archive, noise, sizeof(noise), at), sizeof(noise));
	cr_expect_not(compiles_from_archive("Main.java", JAVA));
}

/* A JDK before 13 ignores the option. */
Test(precompile, a_compiler_without_an_archive_is_not_a_failure)
{
	static const char *const make[] = {
		"-J-XX:+IgnoreUnrecognizedVMOptions", "-J-XX:NoSuch=/box/archive", NULL};
	open_language("java");
	language.class_archive.make = make;
	prepare();
	cr_expect_eq(count_entries("archives"), 0);
	cr_expect_not(compiles_from_archive("Main.java", JAVA));
}

Test(precompile, a_program_that_does_not_compile_is_reported)
{
	static const char *const lines[] = {"public class Main { int x }", NULL};
	struct as_error error = {0};
	open_language("java");
	language.class_archive.lines = lines;
	cr_expect_eq(as_workshop_prepare(workshop, &error), -1);
	cr_expect_not_null(strstr(error.text, "Java cannot archive the classes of its compiler: "
					      "/program/Main.java:1: error:"),
		"%s", error.text);
	cr_expect_eq(count_entries("archives"), 0);
}

static void expect_archive(const char *id, const char *name, const char *text)
{
	open_language(id);
	cr_expect_not(compiles_from_archive(name, text));
	prepare();
	cr_expect_eq(count_entries("archives"), 1);
	cr_expect(compiles_from_archive(name, text));
}

Test(precompile, scalac_starts_from_its_archive)
{
	expect_archive("scala", "Main.scala", SCALA);
}

Test(precompile, kotlinc_starts_from_its_archive)
{
	expect_archive("kotlin", "Main.kt", KOTLIN);
}
