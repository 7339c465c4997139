/* SPDX-License-Identifier: MIT */
/* The patterns of submissions.yaml. */
#include <assay/package/glob.h>

#include <criterion/criterion.h>
#include <string.h>

static bool covers(const char *pattern, const char *path)
{
	struct as_error error = {0};
	struct as_glob glob;
	cr_assert_eq(as_glob_parse(&glob, pattern, &error), 0, "%s: %s", pattern, error.text);
	bool covered = as_glob_covers(&glob, path);
	as_glob_clear(&glob);
	return covered;
}

Test(glob, a_pattern_covers_a_path_or_a_folder_above_it)
{
	static const struct {
		const char *pattern, *path;
		bool covered;
	} rows[] = {
		{"accepted", "accepted/a.py", true},
		{"accepted", "accepted", true},
		{"accepted", "accepted_not/a.py", false},
		{"accepted/", "accepted/a.py", true},
		{"accepted/*", "accepted/a.py", true},
		{"accepted/*", "accepted/folder/a.py", true},
		{"accepted/*", "accepted", false},
		{"*", "accepted/a.py", true},
		{"*/a.py", "accepted/a.py", true},
		{"*/a.py", "accepted/deep/a.py", false},
		{"*.py", "accepted/a.py", false},
		{"a*c", "abbc", true},
		{"a*b*c", "axbybzc", true},
		{"a*b*c", "axbybz", false},
		{"*a", "banana", true},
		{"secret/*-easy", "secret/1-easy", true},
		{"secret/*-easy", "secret/1-easy-not", false},
		{"secret/*-easy", "secret/group/1-easy", false},
		{"match/match", "match/match_wa", false},
		{"match_wa.py", "match/match_wa.py", false},
		{"a.b", "axb", false},
		{"a+b", "a+b", true},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		cr_expect_eq(covers(rows[i].pattern, rows[i].path), rows[i].covered, "%s on %s: %s",
			rows[i].pattern, rows[i].path, rows[i].covered ? "not covered" : "covered");
}

Test(glob, braces_stand_for_each_alternative)
{
	static const struct {
		const char *pattern, *path;
		bool covered;
	} rows[] = {
		{"a.{py,cpp}", "a.py", true},
		{"a.{py,cpp}", "a.cpp", true},
		{"a.{py,cpp}", "a.java", false},
		{"a{,b}c", "ac", true},
		{"a{,b}c", "abc", true},
		{"{a,b}{1,2}", "b1", true},
		{"{a,b}{1,2}", "ab", false},
		{"{a,b{1,2}}", "b2", true},
		{"{a,b{1,2}}", "a", true},
		{"{a,b{1,2}}", "b", false},
		{"secret/*{ 4 }{ 2 }", "secret/42", true},
		{"{ a , b }", "b", true},
		{"{}", "", true},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		cr_expect_eq(covers(rows[i].pattern, rows[i].path), rows[i].covered, "%s on %s: %s",
			rows[i].pattern, rows[i].path, rows[i].covered ? "not covered" : "covered");
}

Test(glob, a_pattern_matches_a_path_and_not_what_is_below_it)
{
	struct as_glob glob;
	cr_assert_eq(as_glob_parse(&glob, "{secret,secret/*/}", NULL), 0);
	cr_expect(as_glob_matches(&glob, "secret"));
	cr_expect(as_glob_matches(&glob, "secret/1"));
	cr_expect_not(as_glob_matches(&glob, "secret/1/07"));
	cr_expect_not(as_glob_matches(&glob, "sample"));
	as_glob_clear(&glob);
}

Test(glob, unknown_keys_are_refused)
{
	static const struct {
		const char *pattern, *text;
	} rows[] = {
		{"", "is empty"},
		{"a/**/b", "has **"},
		{"[ab].py", "has [ or ]"},
		{"{a,b", "has an unmatched brace"},
		{"a}b{", "has an unmatched brace"},
		{"{0,1,2,3,4,5,6,7,8,9}{0,1,2,3,4,5,6,7,8,9}{0,1,2,3,4,5,6,7,8,9}{0,1}",
			"more than 1000"},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct as_error error = {0};
		struct as_glob glob;
		cr_expect_eq(
			as_glob_parse(&glob, rows[i].pattern, &error), -1, "%s", rows[i].pattern);
		cr_expect_eq(error.kind, AS_ERROR_INPUT);
		cr_expect_not_null(strstr(error.text, rows[i].text), "%s", error.text);
		as_glob_clear(&glob);
	}
}
