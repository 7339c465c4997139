/* SPDX-License-Identifier: MIT */
/* assay gen with packages of strangers: no file outside of the package is touched; and the
 * differences that --check finds. */
#include "support/packages.h"

TestSuite(place, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define RECIPE                                                                                     \
	"data:\n"                                                                                  \
	"  sample:\n    data:\n      \"1\": {in: \"1 2\\n\", ans: \"3\\n\"}\n"                     \
	"  secret:\n    data:\n      one:\n        data:\n"                                        \
	"          \"1\": {in: \"2 2\\n\", ans: \"4\\n\"}\n"
#define LOCK "small/generators/generators.lock"

static void put_small(void)
{
	put("small/problem.yaml", SUM_YAML);
	put("small/generators/generators.yaml", RECIPE);
	put("outside/keys", "precious\n");
	put("outside/one/1.in", "precious\n");
	put("outside/1.in", "precious\n");
}

/* Everything outside of the package is as put_small made it. */
static void expect_untouched(void)
{
	static const char *const files[] = {"outside/keys", "outside/one/1.in", "outside/1.in"};
	for (size_t i = 0; i < 3; i++) {
		AS_AUTO_BYTES struct as_bytes bytes = {0};
		cr_assert_eq(as_file_read(here_fd, files[i], 100, &bytes, NULL), 0, "%s", files[i]);
		cr_expect_str_eq(bytes.data, "precious\n", "%s", files[i]);
	}
	cr_expect_eq(count_entries("outside"), 3);
	cr_expect_eq(count_entries("outside/one"), 1);
}

static void expect_gen(int status, const char *text)
{
	AUTO_OUTCOME outcome = ASSAY("gen", "small");
	EXPECT_COMPLAINT(outcome, status, text);
	expect_untouched();
	EXPECT_NOTHING_LEFT(outcome);
}

Test(place, a_lock_names_only_files_of_a_test_set)
{
	static const char *const paths[] = {"secret/keys", "/etc/passwd", "../outside/1.in",
		"secret/../../outside/1.in", "secret//1.in", "secret/.1.in", "other/1.in", "secret",
		"secret/.in", "", "secret/1.in/"};
	put_small();
	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
		AS_AUTO_FREE char *lock =
			as_text_format(NULL, "{\"files\": {\"%s\": \"%064d\"}}\n", paths[i], 0);
		AS_AUTO_FREE char *said = as_text_format(NULL,
			"not a lock file: '%s' is not a file of a test set with its digest; remove "
			"the lock and run `assay gen`",
			paths[i]);
		put(LOCK, lock);
		expect_gen(3, said);
	}
}

Test(place, nothing_is_removed_through_a_link)
{
	put_small();
	put("small/data/secret/two/keep", "");
	cr_assert_eq(symlinkat("../../../outside", here_fd, "small/data/secret/link"), 0);
	put(LOCK, "{\"files\": {\"secret/link/1.in\": \"x\"}}\n");
	expect_gen(3,
		"data/secret/link: cannot remove data/secret/link/1.in: cannot be opened as a "
		"folder: it is a symbolic link, or is reached through one");
}

Test(place, nothing_is_written_through_a_link)
{
	static const char *const cases[][2] = {
		{"../outside", "small/data"},
		{"../../outside", "small/data/secret"},
		{"..", "small/data/secret/one"},
		{"../../../outside", "small/data/secret/one"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		as_dir_remove(here_fd, "small", NULL);
		put_small();
		AS_AUTO_FREE char *parent = strdup(cases[i][1]);
		*strrchr(parent, '/') = '\0';
		cr_assert_eq(as_dir_make(here_fd, parent, 0755, NULL), 0);
		cr_assert_eq(symlinkat(cases[i][0], here_fd, cases[i][1]), 0);
		expect_gen(3, "symbolic link");
		AUTO_OUTCOME check = ASSAY("gen", "--check", "small");
		cr_expect_neq(check.status, 0);
		expect_untouched();
	}
}

/* A link is replaced by a file. */
Test(place, a_link_for_a_file_is_replaced)
{
	put_small();
	put("small/data/secret/one/keep", "");
	cr_assert_eq(
		symlinkat("../../../../outside/1.in", here_fd, "small/data/secret/one/1.in"), 0);
	AUTO_OUTCOME outcome = ASSAY("gen", "small");
	EXPECT_STATUS(outcome, 0);
	expect_untouched();
	struct stat info;
	cr_assert_eq(fstatat(here_fd, "small/data/secret/one/1.in", &info, AT_SYMLINK_NOFOLLOW), 0);
	cr_expect(S_ISREG(info.st_mode));
}

/* ---- gen --check ---- */

static void expect_check(int status, const char *text)
{
	AUTO_OUTCOME proof = ASSAY("gen", "--check", "small");
	EXPECT_STATUS(proof, status);
	cr_expect_not_null(strstr(proof.out.data, text), "no \"%s\" in: %s", text, proof.out.data);
}

Test(place, a_missing_file_is_found_where_the_set_was_generated)
{
	put_small();
	AUTO_OUTCOME made = ASSAY("gen", "small");
	EXPECT_STATUS(made, 0);
	cr_assert_eq(unlinkat(here_fd, "small/data/sample/1.ans", 0), 0);
	expect_check(1, "1 changed, first sample/1.ans: the file does not exist\n");
	cr_assert_eq(unlinkat(here_fd, "small/data/secret/one/1.in", 0), 0);
	expect_check(1, "2 changed, first sample/1.ans: the file does not exist\n");
	/* As in a fresh clone. */
	cr_assert_eq(unlinkat(here_fd, "small/data/secret/one/1.ans", 0), 0);
	expect_check(0, "4 files, 0.0 MiB, unchanged\n");
}

Test(place, a_file_that_the_recipe_does_not_make_is_found)
{
	put_small();
	AUTO_OUTCOME made = ASSAY("gen", "small");
	EXPECT_STATUS(made, 0);
	put("small/data/secret/one/test_group.yaml", "");
	expect_check(0, ", unchanged\n");
	put("small/data/secret/one/2.in", "1 1\n");
	expect_check(1, "1 changed, first secret/one/2.in: the recipe does not make it\n");
	put("small/data/sample/deep/2.ans", "1\n");
	expect_check(1, "2 changed, first sample/deep/2.ans: the recipe does not make it\n");
}

Test(place, a_test_set_with_too_many_levels_of_folders_is_refused)
{
	AS_AUTO_FREE char *path = strdup("small/data/secret");
	put_small();
	for (int i = 0; i < 40; i++) {
		AS_AUTO_FREE char *before = path;
		path = as_text_format(NULL, "%s/a", before);
	}
	cr_assert_eq(as_dir_make(here_fd, path, 0755, NULL), 0);
	AUTO_OUTCOME proof = ASSAY("gen", "--check", "small");
	EXPECT_COMPLAINT(proof, 3, "has too many files or levels of folders");
}

/* ---- programs ---- */

Test(place, a_solution_may_lie_in_the_packages_folder)
{
	put_small();
	put("small/generators/generators.yaml",
		"solution: /sol\ndata:\n  secret:\n    data:\n      \"1\": {in: \"2 2\\n\"}\n");
	put("small/sol.py", SUM_PY);
	AUTO_OUTCOME outcome = ASSAY("gen", "small");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_BYTES struct as_bytes answer = {0};
	cr_assert_eq(as_file_read(here_fd, "small/data/secret/1.ans", 100, &answer, NULL), 0);
	cr_expect_str_eq(answer.data, "4\n");
}

Test(place, a_missing_program_is_reported_with_the_folder_that_was_searched)
{
	put_small();
	put("small/generators/generators.yaml",
		"solution: /sol\ndata:\n  secret:\n    data:\n      \"1\": {in: \"2 2\\n\"}\n");
	expect_gen(3, "no program '/sol' in the package's folder");
}
