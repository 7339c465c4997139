/* SPDX-License-Identifier: MIT */
/* Packages with their own validators, judged through the command. */
#include "support/packages.h"
#include "support/verdicts.h"

TestSuite(validators, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* Accepts outputs that exceed the answer by less than its argument. */
#define NEAR_C                                                                                     \
	"#include <stdio.h>\n#include <stdlib.h>\nint main(int n,char**a){long x,y;FILE*f=fopen("  \
	"a[2],\"r\");if(n!=5||!f||fscanf(f,\"%ld\",&y)!=1)return 1;char m[200];snprintf(m,200,"    \
	"\"%s/judgemessage.txt\",a[3]);f=fopen(m,\"w\");if(!f)return 2;if(scanf(\"%ld\",&x)!=1){"  \
	"fputs(\"no number\",f);return 43;}fprintf(f,\"%ld for %ld\\nsecond line\\n\",x,y);"       \
	"return labs(x-y)<atol(a[4])?42:43;}\n"

static void put_near_package(void)
{
	put_sum_package(2);
	put("sum/output_validator/near.c", NEAR_C);
	put("sum/data/secret/test_group.yaml", "output_validator_args: ['2']\n");
	put("sum/data/sample/test_group.yaml", "output_validator_args: ['1']\n");
	put("sum.py", SUM_PY);
	put("near.py", "a, b = map(int, input().split())\nprint(a + b + (a == 2))\n");
	put("far.py", "a, b = map(int, input().split())\nprint(a + b + 5 * (a == 2))\n");
}

Test(validators, decide_by_the_arguments_of_each_test)
{
	put_near_package();
	AUTO_OUTCOME outcome =
		ASSAY("judge", "--json", "--keep", "kept", "sum", "sum.py", "near.py", "far.py");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	EXPECT_FATE(json_array_get(documents, 0), "AC");
	EXPECT_FATE(json_array_get(documents, 1), "AC");
	EXPECT_FATE(json_array_get(documents, 2), "WA");
	json_t *failed = failed_test(json_array_get(documents, 2));
	cr_expect_str_eq(text_below(failed, "feedback", NULL), "11 for 6");
	cr_expect_str_eq(text_below(failed, "judge_message", NULL), "11 for 6\nsecond line");
	AS_AUTO_BYTES struct as_bytes kept = {0};
	cr_assert_eq(as_file_read(here_fd, "kept/3-far.py/tests/secret/02.judgemessage.txt", 100,
			     &kept, NULL),
		0);
	cr_expect_str_eq(kept.data, "11 for 6\nsecond line");
	EXPECT_NOTHING_LEFT(outcome);
}

/* If the answer is not needed it is often a link to the input. */
Test(validators, find_a_test_by_its_own_name_wherever_links_lead_to)
{
	put_sum_package(1);
	put("sum/output_validator/check.py",
		"import sys\n"
		"assert sys.argv[1:3] in (['/data/%s.in' % n, '/data/%s.ans' % n] for n in ('1', "
		"'01'))\n"
		"total = sum(map(int, open(sys.argv[1]).read().split()))\n"
		"assert open(sys.argv[1]).read() == open(sys.argv[2]).read()\n"
		"sys.exit(42 if int(sys.stdin.read()) == total else 43)\n");
	put("sum/shared/numbers.txt", "1 2\n");
	cr_assert_eq(unlink("sum/data/sample/1.in") | unlink("sum/data/sample/1.ans"), 0);
	cr_assert_eq(symlink("../../shared/numbers.txt", "sum/data/sample/1.in"), 0);
	cr_assert_eq(symlink("1.in", "sum/data/sample/1.ans"), 0);
	cr_assert_eq(unlink("sum/data/secret/01.ans"), 0);
	cr_assert_eq(symlink("01.in", "sum/data/secret/01.ans"), 0);
	put("sum.py", SUM_PY);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "sum.py");
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	EXPECT_FATE(json_array_get(documents, 0), "AC");
}

Test(validators, that_break_are_the_packages_fault_and_the_others_go_on)
{
	put_sum_package(1);
	put("sum/output_validator/check.py",
		"import sys\nif 'x' in sys.stdin.read(): exit(9)\nexit(42)\n");
	put("sum.py", SUM_PY);
	put("x.py", "print('x')\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "x.py", "sum.py");
	EXPECT_STATUS(outcome, 3);
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	EXPECT_FATE(json_array_get(documents, 0), "JE package");
	EXPECT_FATE(json_array_get(documents, 1), "AC");
	cr_expect_str_eq(text_below(failed_test(json_array_get(documents, 0)), "feedback", NULL),
		"the output validator exited with status 9 (42 accepts, 43 rejects)");
}

/* The example at the head of gen.h, without its bounds. */
#define PLACE_C                                                                                    \
	"#include <assay/gen.h>\n"                                                                 \
	"int main(int argc, char **argv)\n{\n\tgen_check_start(argc, argv);\n"                     \
	"\tint64_t best = gen_check_int(GEN_ANSWER, 1, 5, NULL);\n"                                \
	"\tint64_t place = gen_check_int(GEN_OUTPUT, 1, 5, NULL);\n"                               \
	"\tgen_check_tell_judge(\"seen\");\n"                                                      \
	"\tif (place != best)\n\t\tgen_check_fault(GEN_OUTPUT, \"%d is worse\", (int)place);\n"    \
	"\treturn gen_check_accept();\n}\n"

Test(validators, made_with_the_header_report_the_mistake_and_the_party_at_fault)
{
	put_sum_package(1);
	put("sum/output_validator/place.c", PLACE_C);
	put("sum.py", SUM_PY);
	put("worse.py", "print(2)\n");
	put("odd.py", "print('x')\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "sum.py", "worse.py", "odd.py");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	EXPECT_FATE(json_array_get(documents, 0), "AC");
	json_t *worse = failed_test(json_array_get(documents, 1));
	cr_expect_str_eq(text_below(worse, "judge_message", NULL), "token 1: 2 is worse\nseen");
	json_t *odd = failed_test(json_array_get(documents, 2));
	cr_expect_str_eq(text_below(odd, "feedback", NULL),
		"token 1: expected an integer from 1 to 5, got 'x'");
	put("sum/data/sample/1.ans", "x\n");
	AUTO_OUTCOME broken = ASSAY("judge", "--json", "sum", "sum.py");
	EXPECT_STATUS(broken, 3);
	AS_AUTO_JSON json_t *errors = documents_of(&broken);
	EXPECT_FATE(json_array_get(errors, 0), "JE package");
	const char *why = text_below(failed_test(json_array_get(errors, 0)), "feedback", NULL);
	cr_expect(strstr(why, "the output validator exited with status 1: ") &&
			  strstr(why,
				  ": the judge's answer, token 1: expected an integer from 1 to 5, "
				  "got 'x'"),
		"%s", why);
}

Test(validators, that_do_not_compile_are_reported_before_judging)
{
	put_sum_package(1);
	put("sum/output_validator/check.c", "int main(void) { return x; }\n");
	put("sum.py", SUM_PY);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "sum.py");
	EXPECT_COMPLAINT(outcome, 3, "output_validator/check.c does not compile: check.c:1:");
	cr_expect_eq(outcome.out.size, 0u);
}

Test(validators, for_testlib_say_where_its_header_belongs)
{
	put_sum_package(1);
	put("sum/assay.yaml", "output_validator: testlib\n");
	put("sum/output_validator/check.cpp", "#include \"testlib.h\"\n");
	put("sum.py", SUM_PY);
	AUTO_OUTCOME outcome = ASSAY("judge", "sum", "sum.py");
	EXPECT_COMPLAINT(
		outcome, 3, "put testlib.h beside the program, or a link to a copy in the package");
}

Test(validators, of_several_passes_say_how_many)
{
	put_sum_package(1);
	put("sum/problem.yaml",
		SUM_YAML "type: multi-pass\n" SUM_LIMITS "  validation_passes: 3\n");
	put("sum/output_validator/pass.py",
		"import os, sys\nn = int(sys.stdin.read())\n"
		"if n < 6: open(sys.argv[3] + 'nextpass.in', 'w').write(f'{n} {n}\\n')\n"
		"open(sys.argv[3] + 'teammessage.txt', 'a').write(f'{n}\\n')\nexit(42)\n");
	put("sum.py", SUM_PY);
	put("one.py", "input()\nprint(1)\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "sum.py", "one.py");
	EXPECT_STATUS(outcome, 3);
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	json_t *first = json_array_get(json_object_get(json_array_get(documents, 0), "tests"), 0);
	EXPECT_FATE(json_array_get(documents, 0), "AC");
	cr_expect_eq(json_integer_value(json_object_get(first, "passes")), 2);
	cr_expect_str_eq(text_below(first, "team_message", NULL), "3\n6");
	EXPECT_FATE(json_array_get(documents, 1), "JE package");
	EXPECT_NOTHING_LEFT(outcome);
}

/* In every pass; changes of these files do not reach the next test. */
Test(validators, find_the_submission_in_their_working_folder)
{
	static const char *const kinds[] = {"multi-pass", "[interactive, multi-pass]"};
	put_sum_package(1);
	put("sum/include/python3/helper.py", "word = 'of the package'\n");
	put("sum/output_validator/look.py",
		"import os, sys\n"
		"seen = sys.argv[3] + 'seen'\n"
		"first = not os.path.exists(seen)\n"
		"open(seen, 'w')\n"
		"names = [name for name in os.listdir('.') if name[0] != '.']\n"
		"text = ''.join(open(name).read() for name in names if name.endswith('.py'))\n"
		"for name in names: os.remove(name)\n"
		"if first: open(sys.argv[3] + 'nextpass.in', 'w').write('4 5\\n')\n"
		"open(sys.argv[3] + 'judgemessage.txt', 'a').write(' '.join(sorted(names)))\n"
		"sys.exit(42 if 'of the package' in text and 'short' in text else 1)\n");
	put("sum.py", SUM_PY "# short\n");
	put("talk.py", "import helper\n# short\n");
	for (size_t i = 0; i < 2; i++) {
		AS_AUTO_FREE char *yaml =
			as_text_format(NULL, SUM_YAML "type: %s\n" SUM_LIMITS, kinds[i]);
		put("sum/problem.yaml", yaml);
		AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", i ? "talk.py" : "sum.py");
		EXPECT_STATUS(outcome, 0);
		AS_AUTO_JSON json_t *document = document_of(&outcome);
		EXPECT_FATE(document, "AC");
		EXPECT_NOTHING_LEFT(outcome);
	}
}

Test(validators, find_the_compiled_program)
{
	put_sum_package(1);
	put("sum/problem.yaml", SUM_YAML SUM_LIMITS "  validation_output: 1\n");
	put("sum/output_validator/look.c",
		"#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
		"int main(void)\n{\n"
		"	char line[99] = \"\";\n"
		"	FILE *names = fopen(\"big/sum.c\", \"r\");\n"
		"	if (!names || !fgets(line, 99, names)) return 1;\n"
		"	FILE *made = fopen(\"program\", \"r\");\n"
		"	if (!made || fseek(made, 0, SEEK_END)) return 2;\n"
		"	return ftell(made) > 4000000 ? 42 : 3;\n}\n");
	put("large/big/sum.c", "#include <stdio.h>\nstatic char room[5000000] = {1};\n"
			       "int main(void){int a,b;scanf(\"%d%d\",&a,&b);"
			       "printf(\"%d\\n\",a+b+(room[a]>5));}\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "large");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "AC");
}

/* The validator passes on the submission's output. */
Test(validators, of_several_passes_do_not_run_the_output_of_a_submission)
{
	put_sum_package(1);
	put("sum/problem.yaml", SUM_YAML "type: multi-pass\n" SUM_LIMITS);
	put("sum/output_validator/pass.py",
		"import os, sys\nseen = sys.argv[3] + 'seen'\nsaid = sys.stdin.read()\n"
		"if not os.path.exists(seen):\n"
		"  open(seen, 'w')\n"
		"  open(sys.argv[3] + 'nextpass.in', 'w').write(said)\n"
		"  exit(42)\n"
		"print(said, file=sys.stderr)\n"
		"exit(42 if said == 'code Operation not permitted\\n' else 43)\n");
	put("map.py", "import mmap, os\nword = input()\nif word != 'code':\n"
		      "  print('code')\n  exit()\n"
		      "try:\n  mmap.mmap(0, 4, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_EXEC)\n"
		      "  print(word, 'mapped')\n"
		      "except OSError as error: print(word, os.strerror(error.errno))\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "--test", "secret/01", "sum", "map.py");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "AC");
	EXPECT_NOTHING_LEFT(outcome);
}

/* Its file from an earlier pass remains, but may not apply to a rejected one. */
Test(validators, of_several_passes_remove_an_earlier_score_if_they_reject)
{
	static const char source[] =
		"import os, sys\nn = int(sys.stdin.read())\n"
		"score = sys.argv[3] + 'score.txt'\n"
		"if n < 4:\n"
		"  open(score, 'w').write('10')\n"
		"  open(sys.argv[3] + 'nextpass.in', 'w').write(f'{n} {n}\\n')\n"
		"  exit(42)\n";
	put_sum_package(1);
	put("sum/problem.yaml", SUM_YAML "type: [scoring, multi-pass]\n" SUM_LIMITS);
	put("sum/output_validator/pass.py", source);
	put("sum.py", SUM_PY);
	for (int removes = 0; removes < 2; removes++) {
		AS_AUTO_FREE char *text = as_text_format(
			NULL, "%s%sexit(43)\n", source, removes ? "os.remove(score)\n" : "");
		put("sum/output_validator/pass.py", text);
		AUTO_OUTCOME outcome =
			ASSAY("judge", "--json", "--test", "secret/01", "sum", "sum.py");
		EXPECT_STATUS(outcome, removes ? 0 : 3);
		AS_AUTO_JSON json_t *document = document_of(&outcome);
		EXPECT_FATE(document, removes ? "WA" : "JE package");
		if (!removes)
			cr_expect_str_eq(text_below(failed_test(document), "feedback", NULL),
				"the output validator wrote score.txt for a rejected output, now "
				"or in an earlier pass; files of a pass stay until the validator "
				"removes them");
	}
}

/* The message is at the end of the traceback. */
Test(validators, that_break_in_python_are_quoted_by_the_error_itself)
{
	put_sum_package(1);
	put("sum/output_validator/check.py",
		"import sys\ndef look():\n    raise ValueError('no such thing')\n"
		"print('begins', file=sys.stderr)\nlook()\n");
	put("sum.py", SUM_PY);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "sum.py");
	EXPECT_STATUS(outcome, 3);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_str_eq(text_below(failed_test(document), "feedback", NULL),
		"the output validator exited with status 1: ValueError: no such thing");
}

Test(validators, may_read_only_the_sources)
{
	put_sum_package(1);
	put("sum/problem.yaml", SUM_YAML "type: scoring\n" SUM_LIMITS);
	put("sum/static_validator/short.py", "import os, sys\nsize = os.path.getsize(sys.argv[2])\n"
					     "open(sys.argv[3] + 'score.txt', 'w').write('30' if "
					     "size < 60 else '10')\nexit(42)\n");
	put("sum/data/secret/test_group.yaml", "static_validation_score: 30\n");
	put("sum.py", SUM_PY);
	put("long.py",
		SUM_PY "# one that says more than it needs to say, for half of the points\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "sum.py", "long.py");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	for (size_t i = 0; i < 2; i++) {
		json_t *document = json_array_get(documents, i);
		EXPECT_FATE(document, "AC");
		cr_expect_eq(json_number_value(json_object_get(document, "score")), i ? 80 : 100);
		cr_expect_eq(json_array_size(json_object_get(document, "statics")), 1u);
	}
}

Test(validators, may_be_testlib_style_checkers)
{
	put_sum_package(1);
	put("sum/assay.yaml", "output_validator: testlib\n");
	put("sum/output_validator/check.cpp",
		"#include <fstream>\n#include <iostream>\nint main(int n,char**a){std::ifstream "
		"o(a[2]),r(a[3]);long x,y;if(n!=4||!(r>>y))return 3;if(!(o>>x))return "
		"2;if(x!=y){std::cerr<<\"wrong answer expected \"<<y<<\", found \"<<x;return "
		"1;}std::cerr<<\"ok\";return 0;}\n");
	put("sum.py", SUM_PY);
	put("one.py", "print(1)\n");
	put("none.py", "pass\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "sum.py", "one.py", "none.py");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	EXPECT_FATE(json_array_get(documents, 0), "AC");
	EXPECT_FATE(json_array_get(documents, 1), "WA");
	EXPECT_FATE(json_array_get(documents, 2), "WA");
	cr_expect_str_eq(text_below(failed_test(json_array_get(documents, 1)), "feedback", NULL),
		"wrong answer expected 3, found 1");
}
