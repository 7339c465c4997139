/* SPDX-License-Identifier: MIT */
/* Files are found beneath a folder, through links that stay inside, and nowhere else. */
#include "support.h"

#include <assay/base/tree.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

static char folder[] = "/tmp/assay-tree.XXXXXX";
static struct as_tree tree;
static int fd = -1;

static void enter(void)
{
	cr_assert(mkdtemp(folder));
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert_geq(fd, 0);
	cr_assert_eq(as_dir_make(fd, "a/b", 0755, NULL), 0);
	cr_assert_eq(as_file_write(fd, "a/b/file", "x", 1, 0644, NULL), 0);
	cr_assert_eq(as_tree_init(&tree, fd, "shown//", NULL), 0);
}

static void leave(void)
{
	as_tree_clear(&tree);
	close(fd);
	as_dir_remove(AT_FDCWD, folder, NULL);
}
TestSuite(tree, .init = enter, .fini = leave);

static void expect_found(const char *path, enum as_tree_type wanted, const char *wanted_real)
{
	struct as_error error = {0};
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;

	cr_assert_eq(as_tree_find(&tree, path, &type, &real, &error), 0, "%s", error.text);
	cr_expect_eq(type, wanted, "%s", path);
	cr_expect(wanted_real ? real && strcmp(real, wanted_real) == 0 : !real, "%s", path);
}

static void expect_refused(const char *path, const char *where, const char *text)
{
	struct as_error error = {0};
	enum as_tree_type type;
	AS_AUTO_FREE char *real = NULL;

	cr_expect_eq(as_tree_find(&tree, path, &type, &real, &error), -1, "%s", path);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_str_eq(error.where, where);
	cr_expect_str_eq(error.text, text);
	cr_expect_null(real);
}

Test(tree, files_folders_and_missing_entries_are_distinguished)
{
	cr_assert_eq(mkfifoat(fd, "pipe", 0600), 0);
	expect_found("a/b/file", AS_TREE_FILE, "a/b/file");
	expect_found("a/b", AS_TREE_FOLDER, "a/b");
	expect_found("pipe", AS_TREE_OTHER, "pipe");
	expect_found("a/none", AS_TREE_ABSENT, NULL);
	expect_found("a/b/file/below", AS_TREE_ABSENT, NULL);
}

Test(tree, links_inside_are_followed)
{
	cr_assert_eq(symlinkat("a/b", fd, "to_folder"), 0);
	cr_assert_eq(symlinkat("../to_folder/file", fd, "a/to_file"), 0);
	expect_found("to_folder/file", AS_TREE_FILE, "a/b/file");
	expect_found("a/to_file", AS_TREE_FILE, "a/b/file");
	expect_found("to_folder", AS_TREE_FOLDER, "a/b");
}

Test(tree, links_that_lead_out_in_a_cycle_or_to_nothing_are_refused)
{
	cr_assert_eq(symlinkat("/etc/passwd", fd, "absolute"), 0);
	cr_assert_eq(symlinkat("../../etc/passwd", fd, "a/up"), 0);
	cr_assert_eq(symlinkat("cycle", fd, "cycle"), 0);
	cr_assert_eq(symlinkat("none", fd, "dangling"), 0);
	expect_refused("absolute", "shown/absolute",
		"is a link out of the package; copy its target into the package");
	expect_refused("a/up", "shown/a/up",
		"is a link out of the package; copy its target into the package");
	expect_refused("cycle", "shown/cycle", "is part of a cycle of links; remove it");
	expect_refused("dangling", "shown/dangling",
		"is a link to a file that does not exist; remove it or create the file");
	expect_refused("../x", "shown/../x",
		"is a link out of the package; copy its target into the package");
}

Test(tree, an_entry_is_found_with_its_links)
{
	struct as_error error = {0};
	enum as_tree_type type;
	AS_AUTO_FREE char *plain = NULL, *linked = NULL;

	cr_assert_eq(symlinkat("b/file", fd, "a/link"), 0);
	cr_assert_eq(as_tree_find_entry(&tree, "shown_as/b", "a", "b", &type, &plain, &error), 0);
	cr_expect_eq(type, AS_TREE_FOLDER);
	cr_expect_str_eq(plain, "a/b");
	cr_assert_eq(as_tree_find_entry(&tree, "a/link", "a", "link", &type, &linked, &error), 0,
		"%s", error.text);
	cr_expect_eq(type, AS_TREE_FILE);
	cr_expect_str_eq(linked, "a/b/file");
}

Test(tree, without_a_display_name_the_path_of_the_folder_is_shown)
{
	struct as_tree plain;

	cr_assert_eq(as_tree_init(&plain, fd, NULL, NULL), 0);
	cr_expect_str_eq(plain.shown, plain.root);
	cr_expect_not_null(strstr(plain.root, folder));
	as_tree_clear(&plain);
}

Test(tree, a_descriptor_that_is_not_open_is_an_error)
{
	struct as_error error = {0};
	struct as_tree none;

	cr_expect_eq(as_tree_init(&none, 999, NULL, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_MACHINE);
}
