/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <errno.h>

Test(error, setting_returns_minus_one_and_keeps_kind_and_text)
{
	struct as_error error = {0};
	cr_assert_eq(as_error_set(&error, AS_ERROR_USAGE, "no option %s", "-x"), -1);
	expect_error(&error, AS_ERROR_USAGE, "no option -x");
	cr_assert_eq(error.sys_errno, 0);
}

Test(error, the_first_cause_wins)
{
	struct as_error error = {0};
	as_error_set(&error, AS_ERROR_INPUT, "first");
	cr_assert_eq(as_error_set(&error, AS_ERROR_USAGE, "second"), -1);
	as_error_at(&error, AS_ERROR_USAGE, "where", 1, 2, "third");
	as_error_sys(&error, AS_ERROR_USAGE, ENOENT, "fourth");
	as_error_no_memory(&error);
	expect_error(&error, AS_ERROR_INPUT, "first");
	cr_assert_eq(error.sys_errno, 0);
}

Test(error, null_is_accepted_everywhere)
{
	cr_assert_eq(as_error_set(NULL, AS_ERROR_INPUT, "x"), -1);
	cr_assert_eq(as_error_at(NULL, AS_ERROR_INPUT, "w", 1, 1, "x"), -1);
	cr_assert_eq(as_error_sys(NULL, AS_ERROR_INPUT, ENOENT, "x"), -1);
	cr_assert_eq(as_error_context(NULL, "x"), -1);
	cr_assert_eq(as_error_no_memory(NULL), -1);
	as_error_clear(NULL);
}

Test(error, a_position_is_written_without_its_absent_parts)
{
	static const struct {
		const char *where;
		unsigned line;
		unsigned column;
		const char *whole;
	} rows[] = {
		{"a.yaml", 3, 7, "a.yaml:3:7: bad"},
		{"a.yaml", 3, 0, "a.yaml:3: bad"},
		{"a.yaml", 0, 7, "a.yaml: bad"},
		{"", 3, 7, "3:7: bad"},
		{NULL, 0, 0, "bad"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct as_error error = {0};
		as_error_at(
			&error, AS_ERROR_INPUT, rows[i].where, rows[i].line, rows[i].column, "bad");
		expect_error(&error, AS_ERROR_INPUT, rows[i].whole);
	}
}

Test(error, a_system_call_adds_its_reason)
{
	struct as_error error = {0};
	as_error_sys(&error, AS_ERROR_INTERNAL, ENOSPC, "cannot write %s", "out");
	expect_error(&error, AS_ERROR_INTERNAL, "cannot write out: No space left on device");
	cr_assert_eq(error.sys_errno, ENOSPC);
	as_error_clear(&error);
	as_error_sys(&error, AS_ERROR_INTERNAL, 4321, "odd");
	expect_error(&error, AS_ERROR_INTERNAL, "odd: error 4321");
}

Test(error, a_full_disk_is_no_bad_usage)
{
	static const int causes[] = {ENOSPC, EDQUOT, EIO, ENOMEM, EMFILE};

	for (size_t i = 0; i < sizeof(causes) / sizeof(*causes); i++) {
		struct as_error error = {0}, other = {0};
		as_error_at_sys(&error, AS_ERROR_USAGE, causes[i], "a", "cannot be written");
		cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
		as_error_sys(&other, AS_ERROR_USAGE, causes[i], "cannot write a");
		cr_expect_eq(other.kind, AS_ERROR_INTERNAL);
	}
}

Test(error, a_text_that_ends_with_the_cause_lacks_a_remedy)
{
	struct as_error error = {0};
	as_error_at_sys(&error, AS_ERROR_INPUT, EACCES, "a;b", "cannot be read");
	expect_error(&error, AS_ERROR_INPUT, "a;b: cannot be read: Permission denied");
	cr_expect_eq(error.sys_errno, EACCES);
	cr_expect(error.lacks_remedy);
	as_error_clear(&error);
	as_error_sys(&error, AS_ERROR_INPUT, EACCES, "cannot read a;b");
	cr_expect(error.lacks_remedy);
	as_error_clear(&error);
	as_error_at_cause(&error, AS_ERROR_INPUT, EXDEV, "a", "leads out; copy %s", "b");
	expect_error(&error, AS_ERROR_INPUT, "a: leads out; copy b");
	cr_expect_eq(error.sys_errno, EXDEV);
	cr_expect_not(error.lacks_remedy);
}

Test(error, an_error_that_is_passed_on_keeps_all_but_position_and_text)
{
	struct as_error why = {0}, error = {0};
	as_error_at_sys(&why, AS_ERROR_USAGE, EROFS, "x", "cannot be written");
	cr_expect_eq(as_error_pass(&error, &why, "y", "--keep: %s", why.text), -1);
	expect_error(&error, AS_ERROR_USAGE, "y: --keep: cannot be written: Read-only file system");
	cr_expect_eq(error.sys_errno, EROFS);
	cr_expect(error.lacks_remedy);
	as_error_clear(&error);
	as_error_set(&error, AS_ERROR_INPUT, "first");
	as_error_pass(&error, &why, NULL, "second");
	expect_error(&error, AS_ERROR_INPUT, "first");
	cr_expect_eq(error.sys_errno, 0);
	cr_expect_eq(as_error_pass(NULL, &why, NULL, "x"), -1);
}

Test(error, a_long_text_is_cut_before_the_reason_not_through_it)
{
	char name[3000];
	memset(name, 'n', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	struct as_error error = {0};
	as_error_sys(&error, AS_ERROR_INPUT, ENOENT, "cannot open %s", name);
	static const char ending[] = "nnn...: No such file or directory";
	cr_assert_eq(strlen(error.text), sizeof error.text - 1);
	cr_assert_str_eq(error.text + strlen(error.text) - strlen(ending), ending);
}

Test(error, control_characters_and_invalid_utf8_are_escaped_in_text_and_position)
{
	struct as_error error = {0};
	as_error_at(&error, AS_ERROR_INPUT, "a\nb\xFF", 1, 0, "bad \x1B[31m %s", "\xC3");
	expect_error(&error, AS_ERROR_INPUT, "a\\x0Ab\\xFF:1: bad \\x1B[31m \\xC3");
}

Test(error, a_context_is_put_before_the_text)
{
	struct as_error error = {0};
	cr_assert_eq(as_error_context(&error, "nothing to prefix"), -1);
	cr_assert_eq(error.kind, AS_ERROR_NONE);
	as_error_at(&error, AS_ERROR_INPUT, "f", 2, 0, "bad value");
	cr_assert_eq(as_error_context(&error, "group %d\t", 3), -1);
	expect_error(&error, AS_ERROR_INPUT, "f:2: group 3\\x09: bad value");
}

Test(error, a_huge_context_does_not_push_the_cause_out)
{
	char context[2000];
	memset(context, 'c', sizeof context - 1);
	context[sizeof context - 1] = '\0';
	struct as_error error = {0};
	as_error_set(&error, AS_ERROR_INPUT, "the cause");
	as_error_context(&error, "%s", context);
	cr_assert_not_null(strstr(error.text, "...: the cause"));
}

Test(error, a_cleared_error_can_be_reused)
{
	struct as_error error = {0};
	as_error_at(&error, AS_ERROR_INPUT, "f", 2, 3, "old");
	as_error_clear(&error);
	as_error_set(&error, AS_ERROR_USAGE, "new");
	expect_error(&error, AS_ERROR_USAGE, "new");
}

Test(error, out_of_memory_is_an_internal_error)
{
	struct as_error error = {0};
	cr_assert_eq(as_error_no_memory(&error), -1);
	expect_error(&error, AS_ERROR_INTERNAL, "out of memory");
	cr_assert_eq(error.sys_errno, ENOMEM);
}

Test(error, format_cuts_to_the_buffer)
{
	struct as_error error = {0};
	as_error_at(&error, AS_ERROR_INPUT, "file", 1, 1, "wrong");
	char small[10];
	cr_assert_eq(as_error_format(&error, small, sizeof small), small);
	cr_assert_str_eq(small, "file:1...");
}
