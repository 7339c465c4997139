/* SPDX-License-Identifier: MIT */
#include <assay/package.h>
#include <criterion/criterion.h>

static const char *const documented[] = {"AC", "WA", "TLE", "MLE", "OLE", "RTE", "CE", "SV", "JE"};

Test(verdict, every_documented_name_is_read_back_as_it_was_written)
{
	for (size_t i = 0; i < sizeof documented / sizeof *documented; i++) {
		enum as_verdict verdict = AS_VERDICT_NONE;
		cr_assert_eq(as_verdict_parse(documented[i], &verdict), 0, "%s", documented[i]);
		cr_assert_str_eq(as_verdict_name(verdict), documented[i]);
	}
}

Test(verdict, invalid_names_are_refused)
{
	static const char *const others[] = {"", "ac", "AC ", "PE", "ACC", "WATLE"};
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		enum as_verdict verdict = AS_VERDICT_SV;
		cr_assert_eq(as_verdict_parse(others[i], &verdict), -1, "\"%s\"", others[i]);
		cr_assert_eq(verdict, AS_VERDICT_SV, "a failure left nothing behind");
	}
}

Test(verdict, a_missing_verdict_has_no_name)
{
	cr_assert_str_eq(as_verdict_name(AS_VERDICT_NONE), "");
	cr_assert_str_eq(as_verdict_name((enum as_verdict)1000), "");
}

Test(verdict, the_more_severe_of_two_verdicts_is_the_greater_value)
{
	static const char *const gravest_first[] = {
		"JE", "SV", "MLE", "OLE", "TLE", "RTE", "WA", "AC"};
	enum as_verdict graver = AS_VERDICT_CE;
	for (size_t i = 0; i < sizeof gravest_first / sizeof *gravest_first; i++) {
		enum as_verdict verdict = AS_VERDICT_NONE;
		cr_assert_eq(as_verdict_parse(gravest_first[i], &verdict), 0);
		cr_assert_lt(verdict, graver, "%s", gravest_first[i]);
		graver = verdict;
	}
}
