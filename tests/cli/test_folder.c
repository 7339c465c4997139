/* SPDX-License-Identifier: MIT */
/* Which files of a submission are code, and their language. */
#include "support/packages.h"
#include "support/verdicts.h"

TestSuite(folder, .init = enter_folder, .fini = leave_folder, .timeout = 600);

static void expect_fate(
	const char *path, const char *option, const char *fate, const char *language)
{
	put_sum_package(1);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", option, "sum", path);
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, fate);
	cr_expect_str_eq(text_below(document, "submission", "language"), language, "%s", path);
}

Test(folder, a_named_language_needs_no_ending)
{
	put("plain", SUM_C);
	expect_fate("plain", "--language=c", "AC", "c");
	put("sum.txt", SUM_PY);
	expect_fate("sum.txt", "--language=python3", "AC", "python3");
	put("shebang", "#!/usr/bin/env pypy3\n" SUM_PY);
	expect_fate("shebang", "-j1", "AC", "pypy3");
	expect_fate("plain", "-j1", "CE language", "");
}

Test(folder, a_named_language_without_a_source_of_it_is_a_compile_error)
{
	put("in-python/sum.py", SUM_PY);
	expect_fate("in-python", "--language=c", "CE language", "c");
	expect_fate("in-python", "--language=pypy3", "AC", "pypy3");
}

Test(folder, a_shebang_in_a_file_besides_the_code_is_ignored)
{
	put("code/sum.c", SUM_C);
	put("code/run", "#!/usr/bin/env pypy3\n");
	expect_fate("code", "-j1", "AC", "c");
}

Test(folder, a_report_beside_the_code_does_not_count)
{
	AS_AUTO_FREE char *report = calloc(1, 1 << 20);
	put("code/sum.c", SUM_C);
	put_bytes("code/report.pdf", report, 1 << 20);
	expect_fate("code", "-j1", "AC", "c");
}

/* ---- endings ---- */

Test(folder, an_ending_in_upper_case_is_known)
{
	put("SUM.PY", SUM_PY);
	expect_fate("SUM.PY", "-j1", "AC", "python3");
	put("Sum.CPP", SUM_C);
	expect_fate("Sum.CPP", "-j1", "AC", "cpp");
	put("sum.C", "#include <cstdio>\n" SUM_C);
	expect_fate("sum.C", "-j1", "AC", "cpp");
	put("two/MAIN.PY", "import helper\nhelper.go()\n");
	put("two/helper.PY", "def go():\n    print(sum(map(int, input().split())))\n");
	expect_fate("two", "-j1", "AC", "python3");
}

#define ADD_H "#include <stdio.h>\nstatic int add(int a, int b) { return a + b; }\n"
#define MAIN_C(header)                                                                             \
	"#include \"" header "\"\nint main(void) { int a, b; scanf(\"%d %d\", &a, &b); "           \
	"printf(\"%d\\n\", add(a, b)); }\n"

/* Other systems do not distinguish X.H and x.h. */
Test(folder, a_header_in_upper_case_is_found_or_named)
{
	put("same/main.c", MAIN_C("ADD.H"));
	put("same/ADD.H", ADD_H);
	expect_fate("same", "-j1", "AC", "c");
	put("lower/main.cpp", MAIN_C("lib/ADD.h"));
	put("lower/lib/ADD.H", ADD_H);
	expect_fate("lower", "-j1", "AC", "cpp");
	put("other/main.c", MAIN_C("Add.H"));
	put("other/add.h", ADD_H);
	expect_fate("other", "-j1", "CE compiler", "c");
	AUTO_OUTCOME outcome = ASSAY("judge", "sum", "other");
	cr_expect_not_null(strstr(outcome.out.data, "main.c includes add.h with different upper "
						    "and lower case; write the name of the "
						    "file exactly"),
		"%s", outcome.out.data);
}

Test(folder, a_shebang_or_an_ending_determines_the_interpreter)
{
	put("script", "#!/bin/bash\nread a b; echo $((a + b))\n");
	expect_fate("script", "-j1", "AC", "bash");
	put("folder/solve", "#!/usr/bin/env python3\n" SUM_PY);
	expect_fate("folder", "-j1", "AC", "python3");
	put("sum.pl", "my ($a, $b) = split ' ', <STDIN>;\nprint $a + $b, \"\\n\";\n");
	expect_fate("sum.pl", "-j1", "AC", "perl");
}

Test(folder, units_are_not_programs)
{
	put("units/alpha.pas", "unit alpha;\ninterface\nfunction add(a, b: integer): integer;\n"
			       "implementation\nfunction add(a, b: integer): integer;\n"
			       "begin\n  add := a + b;\nend;\nend.\n");
	put("units/solve.pas", "uses\n  alpha;\nvar\n  a, b: integer;\n"
			       "begin\n  read(a, b);\n  writeln(add(a, b));\nend.\n");
	NEED(!access("/usr/bin/fpc", X_OK), "pascal", "fpc is not installed");
	expect_fate("units", "-j1", "AC", "pascal");
	expect_fate("units/alpha.pas", "-j1", "CE compiler", "pascal");
}

Test(folder, a_build_without_a_program_is_a_compile_error)
{
	NEED(!access("/usr/bin/go", X_OK), "go", "go is not installed");
	put("library.go", "package library\n\nfunc Add(a, b int) int { return a + b }\n");
	expect_fate("library.go", "-j1", "CE compiler", "go");
}

/* Otherwise the limit of code could be avoided: the answers could be in a file of another type. */
Test(folder, files_that_are_not_code_are_absent_at_run_time)
{
	put("code/sum.py", "import os\nassert not os.path.exists('/program/answers')\n" SUM_PY);
	put("code/answers", "3\n");
	expect_fate("code", "-j1", "AC", "python3");
}
