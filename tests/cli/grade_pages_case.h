/* SPDX-License-Identifier: MIT */
/* A class of five whose names, files and outputs attack pages, and access to the pages. */
#ifndef ASSAY_TESTS_CLI_GRADE_PAGES_CASE_H
#define ASSAY_TESTS_CLI_GRADE_PAGES_CASE_H

#include "support/packages.h"

#define SCHEME                                                                                     \
	"title: Sums\n"                                                                            \
	"package: sum\n"                                                                           \
	"due: 2099-10-05T23:59:00+02:00\n"                                                         \
	"feedback: first_failure\n"                                                                \
	"items:\n"                                                                                 \
	"  - {id: samples, name: Open tests, tests: [\"sample/*\"], points: 2}\n"                  \
	"  - {id: rest, name: Hidden tests, tests: [\"secret/*\"], points: 6, partial: per_test, " \
	"visibility: after_published}\n"                                                           \
	"  - {id: approach, name: Approach, points: 4, manual: true}\n"

/* Long enough for the comparison. Bob's has other names, another layout and a comment. */
#define ANNS                                                                                       \
	"#include <stdio.h>\n"                                                                     \
	"int main(void)\n{\n\tint numbers[2], sum = 0;\n"                                          \
	"\tfor (int i = 0; i < 2; i++)\n\t\tif (scanf(\"%d\", &numbers[i]) != 1)\n"                \
	"\t\t\treturn 1;\n"                                                                        \
	"\tfor (int i = 1; i >= 0; i--) {\n\t\tif (numbers[i] < 0)\n"                              \
	"\t\t\tprintf(\"%s\", \"\");\n\t\tsum = sum + numbers[i];\n\t}\n"                          \
	"\tprintf(\"%d\\n\", sum);\n\treturn 0;\n}\n"
#define BOBS                                                                                       \
	"/* all my own </pre><script>alert(1)</script> */\n#include <stdio.h>\n"                   \
	"int main(void)\n{\n\tint z[2], t = 0;\n"                                                  \
	"\tfor (int k = 0; k < 2; k++) if (scanf(\"%d\", &z[k]) != 1) return 1;\n"                 \
	"\tfor (int k = 1; k >= 0; k--) { if (z[k] < 0) printf(\"%s\", \"\"); t = t + z[k]; }\n"   \
	"\tprintf(\"%d\\n\", t);\n\tfflush(stdout);\n\treturn 0;\n}\n"
#define HOSTILE "</pre><script>alert(2)</script><img src=x onerror=alert(3)>"

#define EXPORT(who) "class/" who "_assignsubmission_file/"
#define BOB "<b>Bob & \"Co\"<script>alert(4)<b>"

/* Eve's output and Cem's compiler message attack the page; Dan submitted nothing. */
__attribute__((unused)) static void put_class(void)
{
	put_sum_package(3);
	put("scheme.yaml", SCHEME);
	put("roster.csv", "id,name\n1,Ann\n2,\"<b>Bob & \"\"Co\"\"<script>alert(4)<b>\"\n3,Eve\n"
			  "4,Cem\n5,=Dan()\n");
	put(EXPORT("Ann_1") "a.c", ANNS);
	put(EXPORT(BOB "_2") "work.c", BOBS);
	put(EXPORT("Eve_3") "e.py", "print('" HOSTILE "\\x1b[31m')\n");
	put(EXPORT("Cem_4") "c.c", "#error \"" HOSTILE "\"\nint main(\n");
}

#define GRADE(...)                                                                                 \
	ASSAY("grade", "scheme.yaml", "class", "--roster=roster.csv", "-o", "out", "-j1",          \
		"--reruns=0", __VA_ARGS__)
#define GRADE_DONE(...)                                                                            \
	do {                                                                                       \
		AUTO_OUTCOME outcome_ = GRADE(__VA_ARGS__);                                        \
		EXPECT_STATUS(outcome_, 0);                                                        \
		EXPECT_NOTHING_LEFT(outcome_);                                                     \
	} while (0)

/* The pages of a folder, sorted; the folder exists. */
__attribute__((unused)) static char **list_pages(const char *folder)
{
	AS_AUTO_FD int fd = as_dir_open(here_fd, folder, NULL);
	char **names = fd < 0 ? NULL : as_dir_list(fd, 100, NULL);

	cr_assert_not_null(names, "%s", folder);
	return names;
}

#endif
