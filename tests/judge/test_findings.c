/* SPDX-License-Identifier: MIT */
#include <assay/package.h>
#include <criterion/criterion.h>
#include <string.h>

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

Test(findings, errors_beyond_a_thousand_are_counted)
{
	struct as_findings findings = {0};
	for (int i = 0; i < 1005; i++)
		cr_assert_eq(as_findings_add(&findings, AS_FINDING_ERROR, "x", NULL, "%d", i), 0);
	cr_expect_eq(findings.count, 1000);
	cr_expect_eq(findings.dropped_count, 5);
	cr_expect_str_eq(findings.items[999].text, "999");
	as_findings_clear(&findings);
}

static void append_finding(void *context, const struct as_finding *finding)
{
	char *text = context;
	size_t used = strlen(text);
	snprintf(text + used, 1024 - used, "%s %s: %s\n", as_finding_level_name(finding->level),
		finding->where, finding->text);
}

Test(findings, more_than_five_equal_findings_are_shown_as_one)
{
	static const char *const places[] = {"a", "b", "c", "d", "e", "f"};
	struct as_findings findings = {0};
	char text[1024] = "";
	cr_assert_eq(as_findings_add(&findings, AS_FINDING_ERROR, "", NULL, "bad"), 0);
	for (int i = 0; i < 6; i++) {
		cr_assert_eq(
			as_findings_add(&findings, AS_FINDING_ERROR, places[i], NULL, "bad"), 0);
		if (i < 5)
			cr_assert_eq(
				as_findings_add(&findings, AS_FINDING_INFO, places[i], NULL, "bad"),
				0);
		cr_assert_eq(as_findings_add(&findings, AS_FINDING_ERROR, "", NULL, "all"), 0);
	}
	as_findings_fold(&findings, append_finding, text);
	/* Findings of another level are separate, and those about the whole package do not name
	 * places. */
	cr_expect_str_eq(text,
		"error : bad\nerror a, b, c and 3 more: bad\ninfo a: bad\nerror : all\n"
		"info b: bad\nerror : all\ninfo c: bad\nerror : all\n"
		"info d: bad\nerror : all\ninfo e: bad\nerror : all\n"
		"error : all\n");
	as_findings_clear(&findings);
}

Test(findings, levels_have_names)
{
	cr_expect_str_eq(as_finding_level_name(AS_FINDING_INFO), "info");
	cr_expect_str_eq(as_finding_level_name(AS_FINDING_WARNING), "warning");
	cr_expect_str_eq(as_finding_level_name(AS_FINDING_ERROR), "error");
}
