/* SPDX-License-Identifier: MIT */
/* An open package is a snapshot: a change of a file that its digest covers is detected. */
#include "package_case.h"

#include <errno.h>

#define TESTED                                                                                     \
	"--- file output_validator/validate.c\nint main(void){return 42;}\n"                       \
	"--- file data/secret/2.in\n2\n--- file data/secret/2.ans\n2\n"                            \
	"--- file submissions/accepted/a.c\nint main(void){}\n"

static struct package_folder folder;
static struct as_package *package;

static void open_all(void)
{
	struct as_error error = {0};

	folder = package_folder_make(TESTED);
	package = as_package_open(folder.path, NULL, &error);
	cr_assert_not_null(package, "%s: %s", error.where, error.text);
	cr_assert_eq(package->test_count, 2);
}

static void close_all(void)
{
	as_package_close(package);
	package_folder_remove(&folder);
}
TestSuite(snapshot, .init = open_all, .fini = close_all);

static void write_text(const char *path, const char *text)
{
	package_folder_write(&folder, path, text, strlen(text));
}

static void expect_changed(const char *where)
{
	struct as_error error = {0};
	AS_AUTO_FREE char *whole = as_text_format(NULL, "%s/%s", folder.path, where);

	cr_expect_eq(as_package_check_test(package, &package->tests[1], &error), -1, "%s", where);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_eq(error.sys_errno, ESTALE);
	cr_expect_str_eq(error.where, whole);
	cr_expect_str_eq(error.text, "was changed after the package was opened; judge again");
	cr_expect_eq(as_package_check_test(package, &package->tests[0], NULL), 0,
		"another test is as it was");
}

static void expect_same(void)
{
	for (size_t i = 0; i < package->test_count; i++)
		cr_expect_eq(as_package_check_test(package, &package->tests[i], NULL), 0);
	cr_expect_eq(as_package_check_unchanged(package, "output_validator", NULL), 0);
}

Test(snapshot, untouched_files_are_unchanged)
{
	expect_same();
}

Test(snapshot, files_outside_the_digest_may_change)
{
	write_text("submissions/accepted/a.c", "int main(void){return 1;}\n");
	write_text("submissions/accepted/b.c", "int main(void){}\n");
	expect_same();
}

Test(snapshot, an_input_rewritten_with_the_same_size_is_detected)
{
	write_text("data/secret/2.in", "3\n");
	expect_changed("data/secret/2.in");
}

Test(snapshot, an_answer_replaced_by_another_file_is_detected)
{
	write_text("new", "2\n");
	cr_assert_eq(renameat(folder.fd, "new", folder.fd, "data/secret/2.ans"), 0);
	expect_changed("data/secret/2.ans");
}

Test(snapshot, a_file_changed_only_in_its_times_is_detected)
{
	const struct timespec times[] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = 1000000000}};

	cr_assert_eq(utimensat(folder.fd, "data/secret/2.in", times, 0), 0);
	expect_changed("data/secret/2.in");
}

Test(snapshot, a_removed_file_is_detected)
{
	cr_assert_eq(unlinkat(folder.fd, "data/secret/2.in", 0), 0);
	expect_changed("data/secret/2.in");
}

static void expect_validator_changed(void)
{
	struct as_error error = {0};

	cr_expect_eq(as_package_check_unchanged(package, "output_validator", &error), -1);
	cr_expect_eq(error.sys_errno, ESTALE);
}

Test(snapshot, a_changed_file_of_a_validator_is_detected)
{
	write_text("output_validator/validate.c", "int main(void){return 43;}\n");
	expect_validator_changed();
}

Test(snapshot, a_file_added_to_a_validator_is_detected)
{
	write_text("output_validator/more.c", "int more;\n");
	expect_validator_changed();
}

Test(snapshot, a_second_change_just_after_opening_is_detected)
{
	/* Without a wait the two changes could fall into one tick of the kernel's clock. */
	for (int i = 0; i < 20; i++) {
		as_package_close(package);
		write_text("data/secret/2.in", "5\n");
		package = as_package_open(folder.path, NULL, NULL);
		cr_assert_not_null(package);
		write_text("data/secret/2.in", "6\n");
		cr_expect_eq(as_package_check_test(package, &package->tests[1], NULL), -1);
	}
}
