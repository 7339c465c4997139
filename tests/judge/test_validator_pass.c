/* SPDX-License-Identifier: MIT */
/* Output validators that request several passes. */
#include "validator_case.h"

TestSuite(validator_pass, .timeout = 600);

/* Prints its input plus one. */
#define COUNT "#include <stdio.h>\nint main(void){int n;scanf(\"%d\",&n);printf(\"%d\\n\",n+1);}\n"
#define NEXT(text) "open(feedback + 'nextpass.in', 'w').write(" text ")\n"

static void judge_passes(struct setting *setting, const struct validator_case *c)
{
	open_package(setting, c);
	open_judge(setting, AS_AUDIENCE_SETTER);
	judge_file(setting, "count.c", COUNT);
}

Test(validator_pass, may_ask_for_another_pass)
{
	/* The input is that of the pass, earlier files remain, nextpass.in is removed. */
	static const struct validator_case c = {.name = "passes",
		.passes = 5,
		.source = PYTHON
		"n = int(sys.stdin.read())\n"
		"if int(open(sys.argv[1]).read()) != n - 1: exit(1)\n"
		"if os.path.exists(feedback + 'nextpass.in'): exit(2)\n"
		"os.makedirs(feedback + 'folder', exist_ok=True)\n"
		"open(feedback + 'folder/.state', 'a').write(str(n))\n"
		"open(feedback + 'judgemessage.txt', 'a').write('pass ' + str(n) + '\\n')\n"
		"if n < 5: " NEXT("str(n)") "if n == 5 and open(feedback + 'folder/.state').read() "
					    "!= '2345': exit(3)\n"
					    "exit(42)",
		.fate = "AC",
		.feedback = "pass 2"};
	AUTO_SETTING setting;

	judge_passes(&setting, &c);
	expect_fate(&setting, &c);
	cr_expect_eq(result_of(&setting)->passes, 4u);
	cr_expect_str_eq(text_of(&setting, "judge_message"), "pass 2\npass 3\npass 4\npass 5");
	json_t *test = json_array_get(json_object_get(setting.document, "tests"), 0);
	cr_expect_eq(json_integer_value(json_object_get(test, "passes")), 4);
}

Test(validator_pass, wrong_in_a_later_pass_is_wrong)
{
	static const struct validator_case c = {.name = "second pass",
		.passes = 2,
		.source = PYTHON
		"n = int(sys.stdin.read())\nif n == 3: exit(43)\n" NEXT("str(n)") "exit(42)",
		.fate = "WA"};
	AUTO_SETTING setting;

	judge_passes(&setting, &c);
	expect_fate(&setting, &c);
	cr_expect_eq(result_of(&setting)->passes, 2u);
}

Test(validator_pass, requests_a_pass_only_if_permitted)
{
	static const struct validator_case cases[] = {
		{.name = "too many",
			.passes = 3,
			.source = PYTHON NEXT("'1'") "exit(42)",
			.fate = "JE package",
			.feedback = "requested more than 3 passes (limits.validation_passes)"},
		{.name = "rejecting",
			.passes = 3,
			.source = PYTHON NEXT("'1'") "exit(43)",
			.fate = "JE package",
			.feedback = "wrote nextpass.in for a rejected output"},
		{.name = "breaking",
			.passes = 3,
			.source = PYTHON NEXT("'1'") "exit(7)",
			.fate = "JE package",
			.feedback = "exited with status 7"},
		{.name = "a link",
			.passes = 3,
			.source = PYTHON
			"os.symlink('/data/1.in', feedback + 'nextpass.in')\nexit(42)",
			.fate = "JE package",
			.feedback = "left a nextpass.in that cannot be read"},
		{.name = "with one pass it is an ordinary file",
			.source = PYTHON NEXT("'1'") "exit(42)",
			.fate = "AC"},
		{.name = "both score files, one in each pass",
			.passes = 2,
			.scoring = SCORING,
			.source = PYTHON
			"if os.path.exists(feedback + 'x'):\n"
			"  os.remove(feedback + 'score.txt')\n"
			"  " SAY("score_multiplier.txt",
				"1") "else:\n"
				     "  " SAY("score.txt", "1") "  " NEXT(
					     "'1'") "open(feedback + 'x', 'w')\nexit(42)",
			.fate = "JE package",
			.feedback = "both a score.txt and a score_multiplier.txt"},
	};

	RUN_ALL(cases);
}

/* A third of a second in each of five passes, with a limit of 1.2 s. */
Test(validator_pass, each_pass_has_the_time_limit_to_itself)
{
	static const struct validator_case c = {.name = "time",
		.passes = 5,
		.source = PYTHON "n = int(sys.stdin.read())\nif n < 6: " NEXT("str(n)") "exit(42)",
		.fate = "AC"};
	static const char slow[] =
		"#include <stdio.h>\n#include <time.h>\nint main(void){int n;scanf(\"%d\",&n);"
		"while(clock()<CLOCKS_PER_SEC/3);printf(\"%d\\n\",n+1);}\n";
	static const char slower[] = "#include <stdio.h>\nint main(void){int n;scanf(\"%d\",&n);"
				     "for(volatile int i=0;n>2;i++);printf(\"%d\\n\",n+1);}\n";
	AUTO_SETTING setting;

	open_package(&setting, &c);
	setting.package->limits.time_limit_ns = INT64_C(1200000000);
	open_judge(&setting, AS_AUDIENCE_SETTER);
	judge_file(&setting, "slow.c", slow);
	expect_fate(&setting, &c);
	cr_expect_eq(result_of(&setting)->passes, 5u);
	cr_expect_gt(result_of(&setting)->usage.cpu_time_ns, INT64_C(300000000));
	judge_file(&setting, "slower.c", slower);
	cr_expect_eq(result_of(&setting)->verdict, AS_VERDICT_TLE);
	cr_expect_eq(result_of(&setting)->passes, 3u);
}
