/* SPDX-License-Identifier: MIT */
/* The parts of an installation: what the command says if one is missing, and that they can be moved
 * together. */
#include "support/command.h"
#include "support/packages.h"

#include <libgen.h>

TestSuite(installed, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* Copies the command, and the parts of libexec that are named, into the folder `moved`. */
static void install(const char *const *parts)
{
	AS_AUTO_FREE char *bin = strdup(ASSAY_COMMAND);
	AS_AUTO_FREE char *libexec = as_text_format(NULL, "%s/../libexec/assay", dirname(bin));
	AUTO_OUTCOME made = command_run((const char *const[]){
		"/bin/mkdir", "-p", "moved/bin", "moved/libexec/assay", NULL});
	EXPECT_STATUS(made, 0);
	AUTO_OUTCOME copied = command_run(
		(const char *const[]){"/bin/cp", ASSAY_COMMAND, "moved/bin/assay", NULL});
	EXPECT_STATUS(copied, 0);
	for (; *parts; parts++) {
		AS_AUTO_FREE char *from = as_text_format(NULL, "%s/%s", libexec, *parts);
		AUTO_OUTCOME part = command_run(
			(const char *const[]){"/bin/cp", from, "moved/libexec/assay", NULL});
		EXPECT_STATUS(part, 0);
	}
}

static struct outcome run(const char *verb, const char *option, const char *value)
{
	AS_AUTO_FREE char *command = as_text_format(NULL, "%s/moved/bin/assay", here);

	return command_run((const char *const[]){command, verb, option, value, NULL});
}

Test(installed, parts_that_are_moved_together_find_each_other)
{
	install((const char *const[]){"assay-contest", "assay-grade", "assay-postgres.so", NULL});
	static const char *const verbs[] = {"judge", "serve", "contest", "grade"};
	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++) {
		AS_AUTO_FREE char *usage = as_text_format(NULL, "Usage: assay %s ", verbs[i]);
		AUTO_OUTCOME help = run("help", verbs[i], NULL);
		EXPECT_STATUS(help, 0);
		cr_expect_eq(strncmp(help.out.data, usage, strlen(usage)), 0, "%s", help.out.data);
	}
	AUTO_OUTCOME status = run("status", "--store", "postgresql://[");
	EXPECT_STATUS(status, 2);
	cr_expect(strstr(status.err.data, "the URL of the store is malformed"), "%s",
		status.err.data);
}

Test(installed, a_missing_part_is_one_line)
{
	static const struct {
		const char *verb, *option, *value, *said;
	} cases[] = {
		{"serve", "--demo", NULL,
			"/libexec/assay/assay-contest does not exist; install the package "
			"assay-server\n"},
		{"grade", "a", "b",
			"/libexec/assay/assay-grade does not exist; install the package assay\n"},
		{"help", "contest", NULL,
			"assay: assay contest: libexec/assay/assay-contest is not installed: "},
		{"status", "--store", "postgresql://h/d",
			"assay status: --store: stores on a PostgreSQL server need "
			"libexec/assay/assay-postgres.so, which is not installed; install the "
			"package assay-postgresql, or all of assay\n"},
		{"store", "check", "postgresql://h/d",
			"assay store: stores on a PostgreSQL server need "
			"libexec/assay/assay-postgres.so, which is not installed; install the "
			"package assay-postgresql, or all of assay\n"},
	};

	install((const char *const[]){NULL});
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		AUTO_OUTCOME outcome = run(cases[i].verb, cases[i].option, cases[i].value);
		EXPECT_COMPLAINT(outcome, 4, cases[i].said);
	}
}

Test(installed, a_module_that_is_none_is_refused)
{
	install((const char *const[]){NULL});
	put("moved/libexec/assay/assay-postgres.so", "no module");
	AUTO_OUTCOME outcome = run("status", "--store", "postgresql://h/d");
	cr_expect(
		strstr(outcome.err.data, "stores on a PostgreSQL server need the package libpq5: "),
		"%s", outcome.err.data);
	cr_expect_neq(outcome.status, 0);
}

/* A command that runs while its package is upgraded: the answer needs the path of the command. */
Test(installed, a_command_that_is_replaced_goes_on)
{
	put_sum_package(1);
	put("sum/submissions/accepted/right.py", SUM_PY);
	install((const char *const[]){NULL});
	cr_assert_eq(mkfifo("input", 0600), 0);
	AS_AUTO_FREE char *command = as_text_format(NULL, "%s/moved/bin/assay", here);
	struct process process = command_start(
		(const char *const[]){command, "judge", "--expect=AC", "--input=input", "sum",
			"sum/submissions/accepted/right.py", NULL},
		NULL);
	AS_AUTO_FD int fd = open("input", O_WRONLY | O_CLOEXEC); /* once the command reads */
	put("moved/bin/new", "another program");
	cr_assert_eq(rename("moved/bin/new", "moved/bin/assay"), 0);
	cr_expect_eq(write(fd, "1 2\n", 4), 4);
	close(as_steal_fd(fd));
	AUTO_OUTCOME outcome = command_end(&process);
	EXPECT_STATUS(outcome, 0);
}

/* Calls through its table of functions would crash. */
Test(installed, a_module_of_another_build_is_refused)
{
	static const char source[] =
		"const struct { const char *interface; void *calls[2]; } assay_store_module = {"
		"\"0.1.0\", {0, 0}};";

	install((const char *const[]){NULL});
	put("module.c", source);
	AUTO_OUTCOME built = command_run((const char *const[]){"/usr/bin/cc", "-shared", "-fPIC",
		"-o", "moved/libexec/assay/assay-postgres.so", "module.c", NULL});
	EXPECT_STATUS(built, 0);
	AUTO_OUTCOME outcome = run("status", "--store", "postgresql://h/d");
	cr_expect(strstr(outcome.err.data,
			  "/assay-postgres.so belongs to another build of assay; install the "
			  "command and the module together"),
		"%s", outcome.err.data);
	cr_expect_neq(outcome.status, 0);
}

/* ---- libarchive ---- */

static void hide_libarchive(void)
{
	AS_AUTO_FREE char *libraries = as_text_format(NULL, "%s/libraries", here);

	put("libraries/libarchive.so.13", "no library");
	cr_assert_eq(setenv("LD_LIBRARY_PATH", libraries, 1), 0);
}

#define EXPECT_NO_LIBARCHIVE(...)                                                                  \
	do {                                                                                       \
		AUTO_OUTCOME refused = ASSAY(__VA_ARGS__);                                         \
		cr_expect_eq(refused.status, 4, "%s: %d", #__VA_ARGS__, refused.status);           \
		cr_expect(strstr(refused.err.data, "archives need the package libarchive13: ") &&  \
				  !strstr(refused.err.data, "not replaced"),                       \
			"%s: %s", #__VA_ARGS__, refused.err.data);                                 \
	} while (0)

Test(installed, archives_without_libarchive_are_a_fault_of_the_machine)
{
	put_sum_package(1);
	put("right.py", SUM_PY);
	AUTO_OUTCOME packed = ASSAY("export", "sum", "-o", "sum.zip");
	EXPECT_STATUS(packed, 0);
	hide_libarchive();
	/* It is unknown whether sum.zip may be replaced. */
	EXPECT_NO_LIBARCHIVE("export", "sum", "-o", "sum.zip");
	EXPECT_NO_LIBARCHIVE("export", "sum", "-o", "new.zip");
	EXPECT_NO_LIBARCHIVE("judge", "sum.zip", "right.py");
	EXPECT_NO_LIBARCHIVE("judge", "sum", "sum.zip");
	EXPECT_NO_LIBARCHIVE("verify", "sum.zip");
	EXPECT_NO_LIBARCHIVE("stress", "sum.zip", "right.py");
	EXPECT_NO_LIBARCHIVE("import", "sum.zip", "-o", "other");
	AUTO_OUTCOME plain = ASSAY("judge", "sum", "right.py");
	EXPECT_STATUS(plain, 0);
}
