/* SPDX-License-Identifier: MIT */
#include <assay/package.h>
#include <criterion/criterion.h>

Test(findings, stay_in_order_and_are_printable)
{
	struct as_findings findings = {0};
	cr_assert_eq(as_findings_add(&findings, AS_FINDING_WARNING, "a\nb", NULL, "%d \x01", 7), 0);
	cr_assert_eq(as_findings_add(&findings, AS_FINDING_INFO, "", NULL, "second"), 0);
	cr_assert_eq(findings.count, 2);
	cr_expect_eq(findings.items[0].level, AS_FINDING_WARNING);
	cr_expect_str_eq(findings.items[0].where, "a\\x0Ab");
	cr_expect_str_eq(findings.items[0].text, "7 \\x01");
	cr_expect_str_eq(findings.items[1].text, "second");
	as_findings_clear(&findings);
	cr_expect_eq(findings.count, 0);
}

Test(findings, beyond_a_thousand_only_errors_are_kept)
{
	struct as_findings findings = {0};
	for (int i = 0; i < 1005; i++)
		cr_assert_eq(as_findings_add(&findings, AS_FINDING_WARNING, "x", NULL, "%d", i), 0);
	cr_assert_eq(as_findings_add(&findings, AS_FINDING_ERROR, "x", NULL, "bad"), 0);
	cr_expect_eq(findings.count, 1001);
	cr_expect_eq(findings.dropped_count, 5);
	cr_expect_str_eq(findings.items[1000].text, "bad");
	as_findings_clear(&findings);
}

Test(findings, levels_have_names)
{
	cr_expect_str_eq(as_finding_level_name(AS_FINDING_INFO), "info");
	cr_expect_str_eq(as_finding_level_name(AS_FINDING_WARNING), "warning");
	cr_expect_str_eq(as_finding_level_name(AS_FINDING_ERROR), "error");
}
