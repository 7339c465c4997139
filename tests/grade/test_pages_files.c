/* SPDX-License-Identifier: MIT */
/* The pages of a class as files. */
#include "pages_case.h"
#include "pages_pair.h"

TestSuite(pages_files, .init = enter_folder, .fini = leave_class, .timeout = 600);

#define FIRST "people/p000.html"

/* The inode of a file that only its owner can read. */
static ino_t inode_of(const char *path)
{
	struct stat status;

	cr_assert_eq(fstatat(here_fd, path, &status, AT_SYMLINK_NOFOLLOW), 0, "%s", path);
	cr_assert(S_ISREG(status.st_mode), "%s is not a file", path);
	cr_expect_eq(status.st_mode & 077, 0U, "%s", path);
	return status.st_ino;
}

Test(pages_files, only_a_page_that_changed_is_written)
{
	case_open_usual();
	ADD(.letters = "AAAAAAA");
	ADD(.letters = "AAWAAAA");
	cr_expect_eq(case_make(), 3);
	const ino_t first = inode_of(FIRST), second = inode_of("people/p001.html");
	cr_expect_eq(case_make(), 0);
	case_people[1].comment = "well";
	cr_expect_eq(case_make(), 2);
	cr_expect_eq(inode_of(FIRST), first);
	cr_expect_neq(inode_of("people/p001.html"), second);
}

Test(pages_files, a_page_is_never_written_through_a_link)
{
	case_open_usual();
	ADD(.letters = "AAAAAAA");
	put("people/precious", "precious");
	cr_assert_eq(symlinkat("precious", here_fd, FIRST), 0);
	cr_assert_eq(symlinkat("people/precious", here_fd, "class.html"), 0);
	case_make();
	AS_AUTO_BYTES struct as_bytes kept = case_read("people/precious");
	cr_expect_str_eq(kept.data, "precious");
	inode_of(FIRST);
	inode_of("class.html");
}

Test(pages_files, a_folder_that_is_a_link_is_refused)
{
	struct as_error error = {0};

	case_open_usual();
	put("elsewhere/x", "x");
	cr_assert_eq(symlinkat("elsewhere", here_fd, "people"), 0);
	const struct as_pages_config config = case_config();
	cr_expect_null(as_pages_open(&config, &error));
	cr_expect_neq(error.kind, AS_ERROR_NONE);
	cr_expect_eq(count_entries("elsewhere"), 1U);
}

Test(pages_files, old_pages_are_removed_and_other_files_stay)
{
	case_open_usual();
	ADD(.name = "Ada", .letters = "AAAAAAA");
	ADD(.name = "Bert", .letters = "AAAAAAA");
	case_enter();
	const struct as_page_pair pair = sum_pair(0, 1);
	cr_assert_eq(as_pages_write_pair(case_pages, &pair, NULL), 1);
	case_write();
	case_close();
	put("people/notes.html", "<html>my own</html>");
	put("people/notes.txt", "my own");
	cr_assert_eq(symlinkat("p000.html", here_fd, "people/link.html"), 0);
	/* Bert has a pseudonym now. */
	case_people[1].key = "person-x";
	case_make();
	cr_expect_eq(count_entries("pairs"), 0U);
	cr_expect_eq(count_entries("people"), 5U);
	inode_of("people/person-x.html");
	cr_expect_eq(faccessat(here_fd, "people/notes.html", F_OK, 0), 0);
}

Test(pages_files, a_key_is_a_harmless_name_of_one_person)
{
	static const char *const keys[] = {
		"", ".hidden", "-option", "a/b", "..", "a b", "a\n", "\xc3\xa9", "p000"};
	char longest[AS_MAX_PAGE_KEY + 2];

	memset(longest, 'k', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	case_open_usual();
	ADD(.letters = "AAAAAAA");
	case_enter();
	for (size_t i = 0; i <= sizeof(keys) / sizeof(*keys); i++) {
		struct as_error error = {0};
		struct as_page_person person = case_person_of(&case_people[0]);
		person.key = i < sizeof(keys) / sizeof(*keys) ? keys[i] : longest;
		cr_expect_eq(as_pages_enter(case_pages, &person, &error), -1, "'%s'", person.key);
		cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	}
	struct as_page_person person = case_person_of(&case_people[0]);
	person.key = longest + 1;
	cr_expect_eq(as_pages_enter(case_pages, &person, NULL), 0);
}

Test(pages_files, a_package_that_changed_is_an_error_with_its_file)
{
	struct as_error error = {0};

	case_open_usual();
	ADD(.letters = "WAAAAAA");
	case_enter();
	put("sum/data/sample/1.ans", "5\n");
	const struct as_page_person person = case_person_of(&case_people[0]);
	cr_expect_eq(as_pages_write_person(case_pages, 0, &person, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_not_null(strstr(error.where, "sample/1.ans"), "%s: %s", error.where, error.text);
	cr_expect_eq(count_entries("people"), 0U);
}
