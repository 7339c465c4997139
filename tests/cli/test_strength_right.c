/* SPDX-License-Identifier: MIT */
/* assay strength: accepted submissions that disagree, and inputs that may be wrong. */
#include "strength_case.h"

TestSuite(strength_right, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* ---- on a test ---- */

/* No mutants are made of either: one is in another language, one is not named by --from. */
Test(strength_right, all_accepted_submissions_must_be_accepted)
{
	put_good();
	put("sum/submissions/accepted/other.go", RIGHT_GO("a >= b"));
	AUTO_OUTCOME other = ASSAY("strength", "sum", "--no-search", "--mutants=1");
	EXPECT_COMPLAINT(other, 3,
		"assay: sum: submissions/accepted/other.go gets WA on test secret/2-equal, but "
		"must "
		"be accepted on all tests; correct the submission or the test, see `assay "
		"verify`\n");
	put("sum/submissions/accepted/other.go", RIGHT_GO("a > b"));
	put("sum/submissions/accepted/folder/right.py", RIGHT_PY "a += 1 # in a folder\n");
	put("sum/submissions/accepted/folder/more.py", "import right\n");
	put("right.py", RIGHT_PY);
	AUTO_OUTCOME right =
		ASSAY("strength", "sum", "--no-search", "--mutants=1", "--from=right.py");
	EXPECT_STATUS(right, 0);
	put("sum/submissions/accepted/right.c", "int main(void) { return 0; }\n");
	AUTO_OUTCOME unnamed =
		ASSAY("strength", "sum", "--no-search", "--mutants=1", "--from=right.py");
	EXPECT_COMPLAINT(unnamed, 3, "assay: sum: submissions/accepted/right.c gets WA on test ");
}

/* ---- on an input ---- */

/* Wrong if both numbers are equal, which no test has. */
#define OTHER_PY "a, b = map(int, input().split())\nd = a - b\nprint(d if d >= 0 else b)\n"

Test(strength_right, an_input_on_which_accepted_submissions_disagree_is_the_headline)
{
	put_gap();
	put("sum/submissions/accepted/other.py", OTHER_PY);
	AUTO_OUTCOME outcome = ASSAY("strength", "sum", "--time=100s",
		"--from=sum/submissions/accepted/right.py", "--html=page.html");
	EXPECT_STATUS(outcome, 1);
	static const char headline[] = "sum: accepted submissions disagree about an input of 4 "
				       "bytes; correct one of them, "
				       "or the input validators, first\n"
				       "  right solution: submissions/accepted/right.py; "
				       "submissions/accepted/other.py: WA";
	cr_expect_eq(
		strncmp(outcome.out.data, headline, strlen(headline)), 0, "%s", outcome.out.data);
	expect_has(outcome.out.data,
		"\n  a line for secret in the recipe: gap-1: {in: \"1 1\\n\"}\nsum: ");
	AS_AUTO_BYTES struct as_bytes page = {0};
	cr_assert_eq(as_file_read(AT_FDCWD, "page.html", 10000000, &page, NULL), 0);
	expect_has(page.data, "<h2>Accepted submissions disagree</h2>");
	AUTO_OUTCOME json = ASSAY("strength", "sum", "--time=100s", "--json",
		"--from=sum/submissions/accepted/right.py");
	EXPECT_STATUS(json, 1);
	AS_AUTO_JSON json_t *document = document_of(&json);
	const json_t *found = json_object_get(document, "disagreement");
	cr_expect_str_eq(
		json_string_value(json_object_get(found, "input")), "1 1\n", "%s", json.out.data);
}
