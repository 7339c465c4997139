/* SPDX-License-Identifier: MIT */
/* An open package is a snapshot: a change of a file that its digest covers is detected. */
#include "package_case.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

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

Test(snapshot, a_test_is_read_as_it_was)
{
	AS_AUTO_BYTES struct as_bytes input = {0}, answer = {0};
	struct as_error error = {0};

	cr_assert_eq(
		as_package_read_test(package, &package->tests[1], 2, &input, &answer, NULL), 0);
	cr_expect_str_eq(input.data, "2\n");
	cr_expect_str_eq(answer.data, "2\n");
	as_bytes_clear(&input);
	as_bytes_clear(&answer);
	write_text("data/secret/2.ans", "3\n");
	cr_expect_eq(
		as_package_read_test(package, &package->tests[1], 2, &input, &answer, &error), -1);
	cr_expect_eq(error.sys_errno, ESTALE);
	cr_expect(!input.data && !answer.data);
	/* A file that was removed, and one that has grown, were changed, too. */
	cr_assert_eq(unlinkat(folder.fd, "data/secret/2.in", 0), 0);
	error = (struct as_error){0};
	cr_expect_eq(
		as_package_read_test(package, &package->tests[1], 2, &input, &answer, &error), -1);
	cr_expect_eq(error.sys_errno, ESTALE);
	write_text("data/secret/2.in", "22222\n");
	error = (struct as_error){0};
	cr_expect_eq(
		as_package_read_test(package, &package->tests[1], 2, &input, &answer, &error), -1);
	cr_expect_eq(error.sys_errno, ESTALE);
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

/* ---- files that are replaced while the package is opened ---- */

struct replaced {
	const char *path, *contents[2];
	double (*read)(const struct as_package *package);
	char digests[2][AS_DIGEST_HEX_SIZE];
	double values[2];
};

static double time_limit(const struct as_package *from)
{
	return (double)from->limits.time_limit_ns;
}

static double max_score(const struct as_package *from)
{
	return as_package_find_group(from, "secret/a")->max_score;
}

static double first_of_hint(const struct as_package *from)
{
	return from->tests[0].hint ? from->tests[0].hint[0] : 0;
}

static void name_content(char name[8], int content)
{
	snprintf(name, 8, "new-%d", content);
}

static bool put_link(const char *name, const char *path)
{
	return linkat(folder.fd, name, folder.fd, "linked", 0) == 0 &&
	       renameat(folder.fd, "linked", folder.fd, path) == 0;
}

static atomic_bool is_done;

/* As an editor does, again and again. */
static void *replace(void *context)
{
	const struct replaced *file = context;
	char names[2][8];

	for (int i = 0; i < 2; i++)
		name_content(names[i], i);
	for (unsigned i = 0; !atomic_load(&is_done); i++)
		if (!put_link(names[i % 2], file->path))
			return context;
	return NULL;
}

static void read_each(struct replaced *file)
{
	for (int i = 0; i < 2; i++) {
		char name[8];
		struct as_error error = {0};
		name_content(name, i);
		write_text(name, file->contents[i]);
		cr_assert(put_link(name, file->path));
		struct as_package *opened = as_package_open(folder.path, NULL, &error);
		cr_assert_not_null(opened, "%s: %s", error.where, error.text);
		memcpy(file->digests[i], opened->digest, AS_DIGEST_HEX_SIZE);
		file->values[i] = file->read(opened);
		as_package_close(opened);
	}
	cr_assert_neq(file->values[0], file->values[1]);
	cr_assert_str_neq(file->digests[0], file->digests[1], "%s", file->path);
}

static void expect_own_value(struct replaced *file)
{
	pthread_t thread;
	void *failed;

	read_each(file);
	atomic_store(&is_done, false);
	cr_assert_eq(pthread_create(&thread, NULL, replace, file), 0);
	for (int i = 0; i < 40; i++) {
		struct as_package *opened = as_package_open(folder.path, NULL, NULL);
		const int known = !opened                                         ? -1
				  : strcmp(opened->digest, file->digests[0]) == 0 ? 0
				  : strcmp(opened->digest, file->digests[1]) == 0 ? 1
										  : -1;
		/* It may also be refused, as a file that was changed while it was read. */
		cr_expect(!opened || known >= 0, "%s: another digest", file->path);
		if (known >= 0)
			cr_expect_eq(file->read(opened), file->values[known],
				"%s: the value of one file with the digest of the other",
				file->path);
		as_package_close(opened);
	}
	atomic_store(&is_done, true);
	cr_assert_eq(pthread_join(thread, &failed), 0);
	cr_expect_null(failed);
	cr_assert_eq(unlinkat(folder.fd, file->path, 0), 0);
}

#define LEGACY "problem_format_version: legacy\nname: x\n"
#define MODERN                                                                                     \
	"problem_format_version: 2025-09\nname: x\n"                                               \
	"uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\n"

Test(snapshot, settings_and_texts_are_those_that_the_digest_covers, .timeout = 600)
{
	struct replaced scores = {"data/secret/a/test_group.yaml",
		{"max_score: 10\n", "max_score: 20\n"}, max_score, {""}, {0}};
	struct replaced limits = {"problem.yaml",
		{MODERN "limits: {time_limit: 1}\n", MODERN "limits: {time_limit: 2}\n"},
		time_limit, {""}, {0}};
	struct replaced of_domjudge = {".timelimit", {"1\n", "2\n"}, time_limit, {""}, {0}};
	struct replaced hints = {"data/secret/1.hint", {"a\n", "b\n"}, first_of_hint, {""}, {0}};

	expect_own_value(&limits);
	cr_assert_eq(as_dir_remove(folder.fd, "data/secret", NULL), 0);
	write_text("problem.yaml", MODERN "type: scoring\n");
	write_text("data/secret/a/1.in", "1\n");
	write_text("data/secret/a/1.ans", "1\n");
	expect_own_value(&scores);
	cr_assert_eq(as_dir_remove(folder.fd, "data/secret", NULL), 0);
	cr_assert_eq(as_dir_remove(folder.fd, "output_validator", NULL), 0);
	write_text("problem.yaml", LEGACY);
	write_text("data/secret/1.in", "1\n");
	write_text("data/secret/1.ans", "1\n");
	expect_own_value(&of_domjudge);
	expect_own_value(&hints);
}
