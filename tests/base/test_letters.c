/* SPDX-License-Identifier: MIT */
/* Letters of all scripts in names. */
#include <assay/base/letters.h>
#include <criterion/criterion.h>

Test(letters, of_all_scripts_are_letters_and_invisible_characters_are_not)
{
	static const char *const letters[] = {
		"a", "7", "ä", "ß", "Ж", "中", "が", "한", "א", "\u0661"};
	static const char *const others[] = {"", "_", ".", " ", "/", "\x7f", "\xc2\x85", "\u00a0",
		"\u00ad", "\u200b", "\u200d", "\u200e", "\u202e", "\u2028", "\u2066", "\u2215",
		"\u3000", "\u3164", "\ufeff", "\ufe0f", "\uff0f", "\U000e0041", "\U0001f600",
		"\xff", "\xc3", "\xc0\xaf", "\xed\xa0\x80"};

	for (size_t i = 0; i < sizeof(letters) / sizeof(*letters); i++)
		for (int first = 0; first < 2; first++)
			cr_expect_eq(as_letter_size(letters[i], first), strlen(letters[i]), "%s",
				letters[i]);
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		cr_expect_eq(as_letter_size(others[i], false), 0, "%zu", i);
	cr_expect_eq(as_letter_size("\u0308", false), 2);
	cr_expect_eq(as_letter_size("\u0308", true), 0);
}

Test(letters, are_composed_with_the_marks_that_follow_them)
{
	static const char *const cases[][2] = {
		{"", ""},
		{"za\u0308hler.py", "z\u00e4hler.py"},
		{"Gro\u0308\u00dfe.java", "Gr\u00f6\u00dfe.java"},
		{"o\u0323\u0302", "\u1ed9"},
		{"\u304b\u3099", "\u304c"},
		{"\u1112\u1161\u11ab", "\ud55c"},
		{"\ud55c\u11ab", "\ud55c\u11ab"},
		{"\u0438\u0306", "\u0439"},
		{"\u0308a\u0327x\u0308", "\u0308a\u0327\u1e8d"},
		{"a\xff\u0308", "a\xff\u0308"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char text[64];
		snprintf(text, sizeof(text), "%s", cases[i][0]);
		as_letters_compose(text);
		cr_expect_str_eq(text, cases[i][1], "%s", cases[i][0]);
	}
}
