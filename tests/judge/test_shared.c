/* SPDX-License-Identifier: MIT */
/* Links from a package's programs to files beside it: which are followed, and how far. */
#include <assay/package.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/assay-shared.XXXXXX";
static int here = -1;

static void put(const char *path, const char *text)
{
	AS_AUTO_FREE char *parent = as_text_format(
		NULL, "%.*s", (int)(strrchr(path, '/') ? strrchr(path, '/') - path : 0), path);
	cr_assert(!*parent || as_dir_make(here, parent, 0755, NULL) == 0);
	cr_assert_eq(as_file_write(here, path, text, strlen(text), 0644, NULL), 0);
}

#define PACKAGE "home/contests/spring/group/small"

static void enter(void)
{
	cr_assert(mkdtemp(folder));
	here = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert_geq(here, 0);
	put(PACKAGE "/problem.yaml", "name: small\n");
	put(PACKAGE "/input_validators/check.c", "x");
	put("home/contests/spring/scripts/validate.h", "from scripts");
	put("home/contests/spring/group/common/near.h", "from common");
	put("home/contests/secret.h", "secret");
	put("home/.ssh/id", "key");
	AS_AUTO_FREE char *home = as_text_format(NULL, "%s/home", folder);
	cr_assert_eq(setenv("HOME", home, 1), 0);
}

static void leave(void)
{
	close(here);
	as_dir_remove(AT_FDCWD, folder, NULL);
}
TestSuite(shared, .init = enter, .fini = leave);

/* The text that the link leads to, or the refusal. */
static const char *read_link_at(const char *target, const char *path)
{
	static char said[2048];
	AS_AUTO_TREE struct as_tree tree = {.fd = -1};
	struct as_error error = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	AS_AUTO_FREE char *link = as_text_format(NULL, PACKAGE "/%s", path);
	unlinkat(here, link, 0);
	cr_assert_eq(symlinkat(target, here, link), 0, "%s", link);
	AS_AUTO_FD int fd = as_dir_open(here, PACKAGE, NULL);
	cr_assert_eq(as_tree_init(&tree, fd, "small", NULL), 0);
	AS_AUTO_FD int file = as_shared_open(&tree, path, NULL, &error);
	if (file < 0) {
		cr_expect_eq(error.kind, AS_ERROR_INPUT);
		snprintf(said, sizeof said, "%s: %s", error.where, error.text);
	} else {
		cr_assert_eq(as_fd_read(file, 2 << 20, &bytes, NULL), 0);
		snprintf(said, sizeof said, "%.100s", bytes.data);
	}
	return said;
}

#define LIB "input_validators/lib.h"
#define OUT                                                                                        \
	"small/" LIB ": is a link out of the package; copy its target into the package, or, if "   \
	"packages share the file, into a folder beside them that only its owner can write to"

Test(shared, links_are_followed_within_the_folder_that_contains_the_package)
{
	cr_expect_str_eq(read_link_at("../../common/near.h", LIB), "from common");
	cr_expect_str_eq(read_link_at("../../../scripts/validate.h", LIB), OUT);
}

Test(shared, a_contest_is_the_nearest_folder_with_its_mark)
{
	put("home/contests/spring/problems.yaml", "[]\n");
	cr_expect_str_eq(read_link_at("../../../scripts/validate.h", LIB), "from scripts");
	cr_expect_str_eq(read_link_at("../../common/near.h", LIB), "from common");
	cr_expect_str_eq(read_link_at("../../../../secret.h", LIB), OUT);
	/* A repository further up does not extend it. */
	put("home/contests/.git/HEAD", "x");
	cr_expect_str_eq(read_link_at("../../../../secret.h", LIB), OUT);
}

Test(shared, a_repository_is_a_mark_too)
{
	put("home/contests/.git/HEAD", "x");
	cr_expect_str_eq(read_link_at("../../../../secret.h", LIB), "secret");
	cr_expect_str_eq(read_link_at("../../../../.git/HEAD", LIB),
		"small/" LIB ": is a link to a hidden file; copy it into the package");
}

Test(shared, the_home_folder_and_its_parents_are_not_a_contest)
{
	put("home/.git/HEAD", "x");
	cr_expect_str_eq(read_link_at("../../../../secret.h", LIB), OUT);
	cr_expect_str_eq(read_link_at("../../../../../.ssh/id", LIB), OUT);
	/* Nor does a folder that all users can write. */
	put("home/contests/.git/HEAD", "x");
	cr_assert_eq(fchmodat(here, "home/contests", 0777, 0), 0);
	cr_expect_str_eq(read_link_at("../../../../secret.h", LIB), OUT);
	cr_assert_eq(fchmodat(here, "home/contests", 0755, 0), 0);
	cr_expect_str_eq(read_link_at("../../../../secret.h", LIB), "secret");
	if (geteuid() == 0) {
		/* Nor one that a group can write, except a group with only the owner. */
		cr_assert_eq(fchmodat(here, "home/contests", 0775, 0), 0);
		cr_expect_str_eq(read_link_at("../../../../secret.h", LIB), "secret");
		cr_assert_eq(fchownat(here, "home/contests", 0, 12345, 0), 0);
		cr_expect_str_eq(read_link_at("../../../../secret.h", LIB), OUT);
		cr_assert_eq(fchmodat(here, "home/contests", 0755, 0), 0);
		cr_expect_str_eq(read_link_at("../../../../secret.h", LIB), "secret");
		/* Nor one with another user's marker. */
		cr_assert_eq(fchownat(here, "home/contests/.git", 12345, 12345, 0), 0);
		cr_expect_str_eq(read_link_at("../../../../secret.h", LIB), OUT);
		cr_assert_eq(fchownat(here, "home/contests/.git", 0, 0, 0), 0);
	}
	/* A package directly in it has no neighbours. */
	AS_AUTO_FREE char *home = as_text_format(NULL, "%s/home/contests/spring/group", folder);
	cr_assert_eq(setenv("HOME", home, 1), 0);
	cr_expect_str_eq(read_link_at("../../common/near.h", LIB), OUT);
}

Test(shared, absolute_links_and_links_of_other_folders_are_refused)
{
	AS_AUTO_FREE char *near =
		as_text_format(NULL, "%s/home/contests/spring/group/common/near.h", folder);
	cr_expect_str_eq(read_link_at(near, LIB), OUT);
	put(PACKAGE "/data/secret/1.ans", "x");
	put(PACKAGE "/submissions/accepted/a.c", "x");
	put(PACKAGE "/include/c/a.h", "x");
	static const char *const others[] = {
		"data/secret/1.in", "submissions/accepted/b.c", "include/c/b.h"};
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		AS_AUTO_FREE char *refused = as_text_format(NULL,
			"small/%s: is a link out of the package; copy its target into the package",
			others[i]);
		cr_expect_str_eq(read_link_at("../../../common/near.h", others[i]), refused);
	}
}

Test(shared, only_regular_files_of_the_owner_and_of_at_most_1_MiB_are_read)
{
	cr_assert_eq(mkfifoat(here, "home/contests/spring/group/common/pipe.h", 0600), 0);
	cr_expect_str_eq(read_link_at("../../common/pipe.h", LIB),
		"small/" LIB ": is a link out of the package to something that is not a regular "
		"file; link to its files, or copy it into the package");
	cr_expect_str_eq(read_link_at("../../common", LIB),
		"small/" LIB ": is a link out of the package to something that is not a regular "
		"file; link to its files, or copy it into the package");
	cr_expect_str_eq(read_link_at("../../common/none.h", LIB),
		"small/" LIB
		": is a link to a file that does not exist; remove it or create the file");
	AS_AUTO_FD int big = openat(here, "home/contests/spring/group/common/big.h",
		O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	cr_assert_eq(ftruncate(big, (1 << 20) + 1), 0);
	cr_expect_str_eq(read_link_at("../../common/big.h", LIB),
		"small/" LIB ": is a link to a file of more than 1 MiB; copy it into the package");
	cr_assert_eq(ftruncate(big, 1 << 20), 0);
	cr_expect_str_eq(read_link_at("../../common/big.h", LIB), "");
	if (geteuid() == 0) {
		cr_assert_eq(fchown(big, 12345, 12345), 0);
		cr_expect_str_eq(read_link_at("../../common/big.h", LIB),
			"small/" LIB
			": is a link to a file of another owner; copy it into the package");
		cr_assert_eq(fchownat(here, "home/contests/spring/group", 12345, 12345, 0), 0);
		cr_expect_str_eq(read_link_at("../../common/near.h", LIB), OUT);
	}
}

Test(shared, only_sources_headers_and_scripts_are_read)
{
	static const char *const rows[][3] = {
		{"lib.c", "x", "x"},
		{"LIB.HPP", "x", "x"},
		{"a.b.py", "x", "x"},
		{"grammar.ctd", "x", "x"},
		{"Makefile", "x", "x"},
		{"run", "#!/bin/sh\n", "#!/bin/sh\n"},
		{"run", "x", NULL},
		{"id_rsa", "key", NULL},
		{"key.pem", "#!key", NULL},
		{"teams.txt", "x", NULL},
		{"teams.json", "x", NULL},
		{"1.in", "x", NULL},
		{"Makefile.old", "x", NULL},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		AS_AUTO_FREE char *file =
			as_text_format(NULL, "home/contests/spring/group/common/%s", rows[i][0]);
		AS_AUTO_FREE char *link = as_text_format(NULL, "../../common/%s", rows[i][0]);
		put(file, rows[i][1]);
		cr_expect_str_eq(read_link_at(link, LIB),
			rows[i][2] ? rows[i][2]
				   : "small/" LIB ": is a link to a file that is not a source, "
				     "header or script; copy it into the package",
			"%s", rows[i][0]);
	}
}

static int expect_near(void *context, const char *path, const char *name, struct as_error *error)
{
	(void)error;
	cr_expect_str_eq(path, "output_validator/near.h");
	cr_expect_str_eq(name, "common/near.h");
	*(size_t *)context += 1;
	return 0;
}

/* A change of a file of the contest changes the package. */
Test(shared, a_shared_file_is_in_the_digest_and_in_the_snapshot)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/" PACKAGE, folder);
	struct as_error error = {0};
	size_t count = 0;
	put(PACKAGE "/problem.yaml", "problem_format_version: 2025-09\nname: small\n"
				     "uuid: 5c1a4c5c-8b0c-4e51-b3a4-4a3a6a2f7d11\n");
	put(PACKAGE "/output_validator/check.c", "x");
	put(PACKAGE "/data/secret/1.in", "x");
	put(PACKAGE "/data/secret/1.ans", "x");
	read_link_at("../../common/near.h", "output_validator/near.h");
	struct as_package *package = as_package_open(path, NULL, &error);
	cr_assert(package, "%s", error.text);
	cr_assert_eq(as_shared_each(&package->tree, expect_near, &count, &error), 0);
	cr_expect_eq(count, 1);
	cr_expect_eq(as_package_check_unchanged(package, "output_validator", &error), 0);
	put("home/contests/spring/group/common/near.h", "another");
	cr_expect_eq(as_package_check_unchanged(package, "output_validator", &error), -1);
	struct as_package *changed = as_package_open(path, NULL, &error);
	cr_assert(changed);
	cr_expect_str_neq(changed->digest, package->digest);
	as_package_close(changed);
	as_package_close(package);
}
