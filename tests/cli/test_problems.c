/* SPDX-License-Identifier: MIT */
/* The quick checks of the packages of the repository; the test cli/problems_verify runs `assay
 * verify` on them all. */
#include "support/problems.h"

TestSuite(problems, .init = enter_folder, .fini = leave_folder, .timeout = 900);

Test(problems, every_package_is_in_the_table_of_the_folder)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	AS_AUTO_NAMES char **names = list_problems();
	cr_assert_eq(as_file_read(AT_FDCWD, PROBLEMS "/README.md", 1 << 20, &text, NULL), 0);
	for (char **name = names; *name; name++) {
		char row[128];
		snprintf(row, sizeof row, "\n| `%s` | ", *name);
		cr_expect_not_null(strstr(text.data, row), "%s", *name);
	}
}

/* Builds the validator of a package to run without the sandbox, because it is our own. */
static void build_validator(const char *name)
{
	char source[256];
	snprintf(source, sizeof source, PROBLEMS "/%s/input_validators/validate.c", name);
	AUTO_OUTCOME built = command_run((const char *const[]){"/usr/bin/gcc", "-std=c11", "-Wall",
		"-Wextra", "-Wconversion", "-Werror", "-I", ASSAY_GEN_INCLUDE_DIR, "-o", "validate",
		source, NULL});
	cr_assert_eq(built.status, 0, "%s: %s", name, built.err.data);
}

/* Expects that exit status for every input of a folder of the package's data. */
static size_t expect_validated(const char *name, const char *folder, int status)
{
	char path[256], command[512];
	size_t count = 0;
	snprintf(path, sizeof path, PROBLEMS "/%s/data/%s", name, folder);
	AS_AUTO_FD int fd = as_dir_open(AT_FDCWD, path, NULL);
	AS_AUTO_NAMES char **files = fd < 0 ? NULL : as_dir_list(fd, 10000, NULL);
	for (char **file = files; file && *file; file++) {
		const char *ending = strrchr(*file, '.');
		if (!ending || strcmp(ending, ".in") != 0)
			continue;
		snprintf(command, sizeof command, "./validate < %s/%s", path, *file);
		AUTO_OUTCOME ran =
			command_run((const char *const[]){"/bin/sh", "-c", command, NULL});
		cr_expect_eq(ran.status, status, "%s: %d: %s", command, ran.status, ran.err.data);
		count++;
	}
	return count;
}

Test(problems, every_validator_accepts_the_samples_and_refuses_invalid_inputs)
{
	AS_AUTO_NAMES char **names = list_problems();
	for (char **name = names; *name; name++) {
		build_validator(*name);
		cr_expect_gt(expect_validated(*name, "sample", 42), 0, "%s", *name);
		cr_expect_gt(expect_validated(*name, "invalid_input", 43), 0, "%s", *name);
	}
}

/* Expects that gen, in the copy of a package, writes the lock of the repository. */
static void expect_lock_unchanged(const char *name)
{
	AS_AUTO_FREE char *committed =
		as_text_format(NULL, PROBLEMS "/%s/generators/generators.lock", name);
	AS_AUTO_FREE char *made = as_text_format(NULL, "%s/generators/generators.lock", name);
	AS_AUTO_BYTES struct as_bytes expected = {0}, lock = {0};
	AUTO_OUTCOME generated = ASSAY("gen", name);

	EXPECT_STATUS(generated, 0);
	cr_assert_eq(as_file_read(AT_FDCWD, committed, 1 << 20, &expected, NULL), 0);
	cr_assert_eq(as_file_read(AT_FDCWD, made, 1 << 20, &lock, NULL), 0);
	cr_expect_str_eq(lock.data, expected.data, "%s", made);
}

Test(problems, every_lock_is_that_of_its_recipe)
{
	copy_problems();
	AS_AUTO_NAMES char **names = list_problems();
	for (char **name = names; *name; name++) {
		AUTO_OUTCOME proof = ASSAY("gen", "--check", *name);
		cr_expect_eq(proof.status, 0, "%s: %s%s", *name, proof.out.data, proof.err.data);
		cr_expect_not_null(strstr(proof.out.data, ", unchanged\n"), "%s", proof.out.data);
		/* Else gen would change a fresh clone. */
		expect_lock_unchanged(*name);
	}
}
