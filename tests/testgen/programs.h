/* SPDX-License-Identifier: MIT */
/* Builds and runs small programs made with gen.h. A test runs `sh -c` with files for the three
 * streams in a folder of its own, and waits for it. */
#ifndef ASSAY_TESTS_PROGRAMS_H
#define ASSAY_TESTS_PROGRAMS_H

#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define WARNINGS "-O1 -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror"

static const char *const compilers[] = {"gcc -std=c11 -x c", "clang -std=c11 -x c",
	"g++ -std=c++17 -x c++", "clang++ -std=c++17 -x c++"};
#define COMPILERS (sizeof compilers / sizeof *compilers)

static char dir[] = "/tmp/assay-gen-XXXXXX";

/* The results of one run. */
struct ran {
	int status;
	char out[8192];
	char err[1024];
};

static int shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int shell(const char *format, ...)
{
	char command[2048];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(command, sizeof command, format, arguments);
	va_end(arguments);
	int status = system(command);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void slurp(const char *name, char *text, size_t size)
{
	char path[256];
	snprintf(path, sizeof path, "%s/%s", dir, name);
	FILE *file = fopen(path, "r");
	cr_assert(file, "%s", path);
	text[fread(text, 1, size - 1, file)] = '\0';
	fclose(file);
}

static void spill(const char *name, const char *text, size_t size)
{
	char path[256];
	snprintf(path, sizeof path, "%s/%s", dir, name);
	FILE *file = fopen(path, "w");
	cr_assert(file, "%s", path);
	fwrite(text, 1, size, file);
	fclose(file);
}

static void make_dir(void)
{
	cr_assert(mkdtemp(dir));
}

static void remove_dir(void)
{
	shell("rm -rf %s", dir);
}

static bool has_compiler(size_t which)
{
	return shell("command -v %.*s >/dev/null", (int)strcspn(compilers[which], " "),
		       compilers[which]) == 0;
}

/* The cases of a test file, each a process, share the programs that they build: in a folder of the
 * process that starts them. */
#define SHARED "ASSAY_TEST_PROGRAMS"

ReportHook(PRE_ALL)(struct criterion_test_set *tests)
{
	char shared[] = "/tmp/assay-built-XXXXXX";

	(void)tests;
	if (mkdtemp(shared))
		setenv(SHARED, shared, 1);
}

ReportHook(POST_ALL)(struct criterion_global_stats *stats)
{
	(void)stats;
	if (getenv(SHARED))
		shell("rm -rf %s", getenv(SHARED));
}

/* Builds `source` as dir/NAME-WHICH; false if the compiler is not installed. In a test file a name
 * is always of the same source. */
static bool build(const char *source, const char *name, size_t which)
{
	const char *shared = getenv(SHARED) ? getenv(SHARED) : dir;

	if (!has_compiler(which)) {
		cr_assert_neq(which, 0, "gcc is needed");
		return false;
	}
	if (shell("cp %s/%s-%zu %s 2>/dev/null", shared, name, which, dir) == 0)
		return true;
	cr_assert_eq(shell("%s " WARNINGS " -I %s %s -o %s/%s-%zu", compilers[which],
			     ASSAY_GEN_INCLUDE_DIR, source, dir, name, which),
		0, "%s of %s", compilers[which], source);
	/* Two cases may build it at once. */
	shell("cp %s/%s-%zu %s/new-%d && mv %s/new-%d %s/%s-%zu", dir, name, which, shared,
		(int)getpid(), shared, (int)getpid(), shared, name, which);
	return true;
}

static struct ran run(const char *name, size_t which, const char *arguments)
{
	struct ran ran;
	ran.status = shell("cd %s && ./%s-%zu <in >out 2>err %s", dir, name, which, arguments);
	slurp("out", ran.out, sizeof ran.out);
	slurp("err", ran.err, sizeof ran.err);
	return ran;
}

static void expect_run(const char *name, size_t which, const char *arguments, int status,
	const char *out, const char *err)
{
	struct ran ran = run(name, which, arguments);
	cr_expect_eq(ran.status, status, "%s: exit status %d", arguments, ran.status);
	if (out)
		cr_expect_str_eq(ran.out, out, "%s", arguments);
	cr_expect_str_eq(ran.err, err, "%s (%s)", arguments, compilers[which]);
}

#endif
