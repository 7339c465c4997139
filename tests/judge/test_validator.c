/* SPDX-License-Identifier: MIT */
/* Output validators of packages, honest and not: real programs in the real sandbox. */
#include "judging.h"
#include "package_case.h"
#include "support/skip.h"

#include <math.h>

#define ECHO "#include <stdio.h>\nint main(void){int c;while((c=getchar())!=EOF)putchar(c);}\n"
#define PYTHON "import os, sys, time\nfeedback = sys.argv[3]\n"
#define SAY(name, text) "open(feedback + '" name "', 'w').write('" text "')\n"
#define MIB (UINT64_C(1) << 20)

TestSuite(validator, .timeout = 120);

/* One validator, one submission, and what must come of it. */
struct validator_case {
	const char *name;
	const char *file; /* NULL: checker/validate.py */
	const char *source;
	const char *fate;     /* "JE package" */
	const char *feedback; /* a part of it; NULL: there is none */
	enum { PASS_FAIL, SCORING, GRADED } scoring;
	enum as_validator_dialect dialect;
	unsigned passes; /* that the package allows; 0: it is not multi-pass */
};

struct setting {
	struct package_folder folder;
	struct as_languages *languages;
	struct as_package *package;
	struct as_judge *judge;
	json_t *document;
};

static void close_setting(struct setting *setting)
{
	json_decref(setting->document);
	as_judge_close(setting->judge);
	as_package_close(setting->package);
	as_languages_close(setting->languages);
	package_folder_remove(&setting->folder);
}
#define AUTO_SETTING AS_AUTO(close_setting) struct setting

static void open_package(struct setting *setting, const struct validator_case *c)
{
	const char *file = c->file ? c->file : "checker/validate.py";
	struct as_error error = {0};

	*setting = (struct setting){.folder = package_folder_make("")};
	package_folder_write(&setting->folder, file, c->source, strlen(c->source));
	setting->languages = as_languages_open(NULL, &error);
	setting->package = as_package_open(setting->folder.path, NULL, &error);
	cr_assert(setting->languages && setting->package, "%s", error.text);
	struct as_package *package = setting->package;
	as_names_free(package->output_validators);
	package->output_validators = calloc(2, sizeof(char *));
	package->output_validators[0] = strdup("checker");
	package->dialect = c->dialect;
	package->multi_pass = c->passes != 0;
	package->limits.validation_passes = c->passes;
	package->limits.validation_time_ns = INT64_C(1000000000);
	package->limits.validation_memory_bytes = 64 * MIB;
	package->limits.validation_output_bytes = MIB;
	package->scoring = c->scoring != PASS_FAIL;
	package->graded = c->scoring == GRADED;
	package->validator_scores = true;
	for (size_t g = 0; c->scoring && g < package->group_count; g++) {
		package->groups[g].has_score = true;
		package->groups[g].aggregation = AS_AGGREGATE_SUM;
		package->groups[g].max_score = 100;
		package->groups[g].grading.range_min = -INFINITY;
		package->groups[g].grading.range_max = INFINITY;
	}
}

static void open_judge(struct setting *setting, enum as_audience audience)
{
	const struct as_judge_config config = {.languages = setting->languages,
		.cache_dir = ASSAY_TEST_CACHE,
		.audience = audience,
		.reruns = AS_RERUNS_NONE};
	struct as_error error = {0};

	setting->judge = as_judge_open(setting->package, &config, &error);
	if (!setting->judge && error.kind == AS_ERROR_MACHINE)
		package_folder_remove(&setting->folder);
	skip_unless(setting->judge || error.kind != AS_ERROR_MACHINE, "namespaces", error.text);
	cr_assert_not_null(setting->judge, "%s", error.text);
}

static void judge_file(struct setting *setting, const char *name, const char *source)
{
	struct as_error error = {0};
	char path[256];

	package_folder_write(&setting->folder, name, source, strlen(source));
	snprintf(path, sizeof(path), "%s/%s", setting->folder.path, name);
	const struct as_submission submission = {.path = path};
	json_decref(setting->document);
	setting->document = as_judge_submission(setting->judge, &submission, &error);
	skip_unless(setting->document || error.kind != AS_ERROR_MACHINE, "cgroup", error.text);
	cr_assert_not_null(setting->document, "%s", error.text);
}

static void judge_case(struct setting *setting, const struct validator_case *c)
{
	open_package(setting, c);
	open_judge(setting, AS_AUDIENCE_SETTER);
	judge_file(setting, "echo.c", ECHO);
}

static const struct as_test_result *result_of(const struct setting *setting)
{
	return &setting->judge->results[0];
}

static void expect_fate(const struct setting *setting, const struct validator_case *c)
{
	const struct as_test_result *result = result_of(setting);
	char fate[64];

	snprintf(fate, sizeof(fate), "%s%s%s", as_verdict_name(result->verdict),
		result->reason[0] ? " " : "", result->reason);
	cr_expect_str_eq(fate, c->fate, "%s: %s: %s", c->name, fate, result->feedback);
	if (!c->feedback)
		cr_expect_str_eq(result->feedback, "", "%s: %s", c->name, result->feedback);
	else
		cr_expect_not_null(
			strstr(result->feedback, c->feedback), "%s: %s", c->name, result->feedback);
	const enum as_error_kind fault =
		strncmp(c->fate, "JE", 2) == 0 ? AS_ERROR_INPUT : AS_ERROR_NONE;
	cr_expect_eq(as_judge_fault(setting->judge), fault, "%s", c->name);
}

static void run_all(const struct validator_case *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		AUTO_SETTING setting;
		judge_case(&setting, &cases[i]);
		expect_fate(&setting, &cases[i]);
	}
}
#define RUN_ALL(cases) run_all(cases, sizeof(cases) / sizeof(*(cases)))

Test(validator, says_accepted_or_wrong)
{
	static const struct validator_case cases[] = {
		{.name = "42", .source = "exit(42)", .fate = "AC"},
		{.name = "43", .source = "exit(43)", .fate = "WA"},
		{.name = "43 with a message",
			.source = PYTHON SAY("judgemessage.txt", "line 1\\nline 2") "exit(43)",
			.fate = "WA",
			.feedback = "line 1"},
		{.name = "43 with words on standard error",
			.source = "import sys\nsys.stderr.write('too small\\nor large')\nexit(43)",
			.fate = "WA",
			.feedback = "too small"},
		{.name = "it reads the output, the input and the answer",
			.source = PYTHON
			"same = sys.stdin.read() == open(sys.argv[1]).read() == "
			"open(sys.argv[2]).read() == '1\\n'\nexit(42 if same else 1)",
			.fate = "AC"},
		{.name = "its arguments",
			.source = "import sys\nexit(42 if sys.argv[1:] == ['/data/1.in', "
				  "'/data/1.ans', "
				  "'/box/.feedback/'] else 43)",
			.fate = "AC"},
		{.name = "C",
			.file = "checker/validate.c",
			.source = "#include <stdio.h>\nint main(int n,char**a){int "
				  "x,y;FILE*f=fopen(a[2],"
				  "\"r\");return "
				  "n==4&&f&&scanf(\"%d\",&x)==1&&fscanf(f,\"%d\",&y)==1&&x=="
				  "y?42:43;}",
			.fate = "AC"},
		{.name = "C++",
			.file = "checker/validate.cpp",
			.source = "#include <fstream>\nint "
				  "main(int,char**a){std::ofstream(std::string(a["
				  "3])+\"judgemessage.txt\")<<\"no\";return 43;}",
			.fate = "WA",
			.feedback = "no"},
	};

	RUN_ALL(cases);
}

Test(validator, that_does_not_say_so_is_the_packages_fault)
{
	static const struct validator_case cases[] = {
		{.name = "0",
			.source = "exit(0)",
			.fate = "JE package",
			.feedback = "the output validator exited with status 0"},
		{.name = "1",
			.source = "import sys\nsys.stderr.write('boom\\n')\nexit(1)",
			.fate = "JE package",
			.feedback = "the output validator exited with status 1: boom"},
		{.name = "44",
			.source = "exit(44)",
			.fate = "JE package",
			.feedback = "the output validator exited with status 44"},
		{.name = "a crash",
			.file = "checker/validate.c",
			.source = "#include <stdlib.h>\nint main(void){abort();}",
			.fate = "JE package",
			.feedback = "the output validator was killed by signal 6"},
		{.name = "killed by itself after 42",
			.file = "checker/validate.c",
			.source = "#include <signal.h>\nint main(void){raise(9);return 42;}",
			.fate = "JE package",
			.feedback = "the output validator was killed by signal 9"},
		{.name = "a loop",
			.file = "checker/validate.c",
			.source = "int main(void){for(volatile int i=0;;i++);}",
			.fate = "JE package",
			.feedback = "the output validator exceeded its limit of"},
		{.name = "sleep",
			.source = "import time\ntime.sleep(100)",
			.fate = "JE package",
			.feedback = "the output validator exceeded its limit of wall-clock"},
		{.name = "a flood",
			.source = "import sys\nwhile True: sys.stdout.write('x' * 65536)",
			.fate = "JE package",
			.feedback = "the output validator exceeded its limit of output"},
		{.name = "memory",
			.source = "x = bytearray(300 << 20)\nexit(42)",
			.fate = "JE package",
			.feedback = "the output validator exceeded its limit of memory"},
		{.name = "much in each of two ways",
			.source = PYTHON "open(feedback + 'x', 'wb').write(bytes(900 << 10))\n"
					 "open('y', 'wb').write(bytes(900 << 10))\n"
					 "sys.stdout.write('x' * (500 << 10))\nexit(42)",
			.fate = "JE package",
			.feedback = "the output validator exceeded its limit of files"},
		{.name = "a full box",
			.source = PYTHON
			"f = open(feedback + 'x', 'wb')\ntry:\n  while True: "
			"f.write(bytes(65536)); f.flush()\nexcept OSError: pass\nexit(42)",
			.fate = "JE package",
			.feedback = "the output validator exceeded its limit of files"},
		{.name = "a call",
			.source = "import socket\nsocket.socket(socket.AF_INET)\nexit(42)",
			.fate = "JE package",
			.feedback = "the output validator made the forbidden system call socket"},
	};

	RUN_ALL(cases);
}

Test(validator, can_write_nowhere_but_in_its_box)
{
	static const struct validator_case cases[] = {
		{.name = "everywhere",
			.source = PYTHON
			"for name in (sys.argv[1], sys.argv[2], '/data/new', '/program/new', "
			"'/program/validate.py', '/etc/new', '/new', '/usr/new', '/dev/stdin'):\n"
			"  try: open(name, 'r+' if os.path.exists(name) else 'w').write('x')\n"
			"  except OSError: continue\n"
			"  exit(1)\n"
			"open('here', 'w').write('x')\nopen('/tmp/there', 'w').write('x')\n"
			"exit(42)",
			.fate = "AC"},
		{.name = "links",
			.source = PYTHON "os.symlink('/etc/passwd', feedback + "
					 "'judgemessage.txt')\nexit(43)",
			.fate = "JE package",
			.feedback = "left a judgemessage.txt that cannot be read"},
		{.name = "a FIFO",
			.source = PYTHON "os.mkfifo(feedback + 'teammessage.txt')\nexit(42)",
			.fate = "JE package",
			.feedback = "left a teammessage.txt that cannot be read"},
		{.name = "no folder",
			.source = PYTHON "os.rmdir(feedback)\nexit(42)",
			.fate = "JE package",
			.feedback = "is gone"},
		{.name = "a link in place of the folder",
			.source = PYTHON "os.rmdir(feedback)\nos.symlink('/data', "
					 "'/box/.feedback')\nexit(42)",
			.fate = "JE package",
			.feedback = "is gone"},
		{.name = "a link in place of the scores",
			.scoring = SCORING,
			.source =
				PYTHON "os.symlink('/data/1.in', feedback + 'score.txt')\nexit(42)",
			.fate = "JE package",
			.feedback = "left a score.txt that cannot be read"},
		{.name = "a folder in place of the scores",
			.scoring = SCORING,
			.source = PYTHON "os.mkdir(feedback + 'score.txt')\nexit(42)",
			.fate = "JE package",
			.feedback = "left a score.txt that cannot be read"},
	};

	RUN_ALL(cases);
}

static const char *text_of(const struct setting *setting, const char *key)
{
	json_t *test = json_array_get(json_object_get(setting->document, "tests"), 0);

	return json_string_value(json_object_get(test, key));
}

Test(validator, messages_are_made_printable_and_cut)
{
	static const struct validator_case c = {.name = "messages",
		.source = PYTHON
		"open(feedback + 'judgemessage.txt', 'wb').write(b'a\\x1b[31m\\xff\\n' + "
		"b'b' * 900000)\n" SAY("teammessage.txt", "for the team\\n") "exit(43)",
		.fate = "WA",
		.feedback = "a\\x1B[31m\\xFF"};
	AUTO_SETTING setting;

	judge_case(&setting, &c);
	expect_fate(&setting, &c);
	const char *message = text_of(&setting, "judge_message");
	cr_assert_not_null(message);
	cr_expect_eq(strncmp(message, "a\\x1B[31m\\xFF\nbbb", 16), 0, "%.40s", message);
	cr_expect_leq(strlen(message), 6000u);
	cr_expect_str_eq(text_of(&setting, "team_message"), "for the team");
}

Test(validator, messages_for_the_judges_are_not_for_students)
{
	static const struct validator_case c = {.name = "student",
		.source = PYTHON SAY("judgemessage.txt", "secret")
			SAY("teammessage.txt", "hint") "exit(43)",
		.fate = "WA"};
	AUTO_SETTING setting;

	open_package(&setting, &c);
	free(setting.package->tests[0].name);
	setting.package->tests[0].name = strdup("sample/1");
	open_judge(&setting, AS_AUDIENCE_STUDENT);
	judge_file(&setting, "echo.c", ECHO);
	cr_expect_str_eq(text_of(&setting, "feedback"), "");
	cr_expect_str_eq(text_of(&setting, "team_message"), "hint");
	cr_expect_null(text_of(&setting, "judge_message"));
	AS_AUTO_FREE char *text = json_dumps(setting.document, 0);
	cr_expect_null(strstr(text, "secret\""), "%s", text);
}

#define SCORE(text) PYTHON SAY("score.txt", text) "exit(42)"
#define MULTIPLIER(text) PYTHON SAY("score_multiplier.txt", text) "exit(42)"
#define STRICT .scoring = SCORING

Test(validator, scores_of_the_wrong_kind_are_judging_errors)
{
	static const struct validator_case cases[] = {
		{.name = "text",
			.source = SCORE("abc"),
			STRICT,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is no number: 'abc'"},
		{.name = "nothing",
			.source = SCORE(""),
			STRICT,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is no number: ''"},
		{.name = "two",
			.source = SCORE("1 2"),
			STRICT,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is no number: '1 2'"},
		{.name = "nan",
			.source = SCORE("nan"),
			STRICT,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is no number: 'nan'"},
		{.name = "hex",
			.source = SCORE("0x10"),
			STRICT,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is no number: '0x10'"},
		{.name = "huge",
			.source = SCORE("1e999"),
			STRICT,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is no number: '1e999'"},
		{.name = "long",
			.source = PYTHON "open(feedback + 'score.txt', 'w').write('1' * "
					 "100000)\nexit(42)",
			STRICT,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is no number: '111"},
		{.name = "negative",
			.source = SCORE("-1"),
			STRICT,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is below 0: -1"},
		{.name = "multiplier over 1",
			.source = MULTIPLIER("1.01"),
			STRICT,
			.fate = "JE package",
			.feedback = "score_multiplier.txt of the output validator is not between 0 "
				    "and 1: 1.01"},
		{.name = "multiplier below 0",
			.source = MULTIPLIER("-0.5"),
			STRICT,
			.fate = "JE package",
			.feedback = "score_multiplier.txt of the output validator is not between 0 "
				    "and 1: -0.5"},
		{.name = "both",
			.source = PYTHON SAY("score.txt", "1")
				SAY("score_multiplier.txt", "1") "exit(42)",
			STRICT,
			.fate = "JE package",
			.feedback = "both a score.txt and a score_multiplier.txt"},
		{.name = "of a rejected output",
			.source = PYTHON SAY("score.txt", "1") "exit(43)",
			STRICT,
			.fate = "JE package",
			.feedback = "wrote a score.txt for what it rejects"},
		{.name = "multiplier of a rejected output",
			.source = PYTHON SAY("score_multiplier.txt", "0") "exit(43)",
			STRICT,
			.fate = "JE package",
			.feedback = "wrote a score_multiplier.txt for what it rejects"},
		{.name = "garbage where nobody scores", .source = SCORE("abc"), .fate = "AC"},
		{.name = "legacy: of a rejected output",
			.source = PYTHON SAY("score.txt", "1") "exit(43)",
			.scoring = GRADED,
			.fate = "WA"},
		{.name = "legacy: text",
			.source = SCORE("abc"),
			.scoring = GRADED,
			.fate = "JE package",
			.feedback = "score.txt of the output validator is no number: 'abc'"},
	};

	RUN_ALL(cases);
}

static void expect_score(const struct validator_case *c, bool has_score, double score,
	bool has_multiplier, double multiplier)
{
	AUTO_SETTING setting;

	judge_case(&setting, c);
	const struct as_test_result *result = result_of(&setting);
	cr_expect_eq(result->verdict, AS_VERDICT_AC, "%s: %s", c->name, result->feedback);
	cr_expect_eq(result->has_score, has_score, "%s", c->name);
	cr_expect_eq(result->has_score_multiplier, has_multiplier, "%s", c->name);
	if (has_score)
		cr_expect_eq(result->score, score, "%s: %g", c->name, result->score);
	if (has_multiplier)
		cr_expect_eq(result->score_multiplier, multiplier, "%s: %g", c->name,
			result->score_multiplier);
}

Test(validator, scores_reach_the_result)
{
	static const struct validator_case score = {.source = SCORE(" 12.5\\n"), STRICT},
					   multiplier = {.source = MULTIPLIER("2.5e-1"), STRICT},
					   negative = {.source = SCORE("-3"), .scoring = GRADED},
					   none = {.source = "exit(42)", STRICT},
					   ignored = {.source = SCORE("12.5")};

	expect_score(&score, true, 12.5, false, 0);
	expect_score(&multiplier, false, 0, true, 0.25);
	expect_score(&negative, true, -3, false, 0);
	expect_score(&none, false, 0, false, 0);
	expect_score(&ignored, false, 0, false, 0);
}

#define TESTLIB(script) "import sys\n" script
#define DIALECT .dialect = AS_VALIDATOR_TESTLIB

Test(validator, testlib_has_its_own_words)
{
	static const struct validator_case cases[] = {
		{.name = "ok",
			.source = TESTLIB("sys.stderr.write('ok 3 numbers')\nexit(0)"),
			DIALECT,
			.fate = "AC",
			.feedback = "ok 3 numbers"},
		{.name = "wrong answer",
			.source = TESTLIB("sys.stderr.write('wrong answer 1 and 2')\nexit(1)"),
			DIALECT,
			.fate = "WA",
			.feedback = "wrong answer 1 and 2"},
		{.name = "presentation", .source = TESTLIB("exit(2)"), DIALECT, .fate = "WA"},
		{.name = "fail",
			.source = TESTLIB("sys.stderr.write('FAIL answer is worse')\nexit(3)"),
			DIALECT,
			.fate = "JE package",
			.feedback =
				"the output validator exited with status 3: FAIL answer is worse"},
		{.name = "42 is not its word",
			.source = TESTLIB("exit(42)"),
			DIALECT,
			.fate = "JE package",
			.feedback = "the output validator exited with status 42"},
		{.name = "files by name: input, output, answer",
			.source = TESTLIB(
				"texts = [open(name).read() for name in sys.argv[1:]]\nexit(0 if "
				"texts == ['1\\n'] * 3 and sys.argv[1::2] == ['/data/1.in', "
				"'/data/1.ans'] else 1)"),
			DIALECT,
			.fate = "AC"},
		{.name = "points without a number",
			.source = TESTLIB("exit(7)"),
			DIALECT,
			.fate = "JE package",
			.feedback = "gave points and did not say how many"},
	};
	static const struct validator_case points = {.name = "points",
		.source = TESTLIB("sys.stderr.write('points 0.75 well')\nexit(7)"),
		DIALECT,
		STRICT};

	RUN_ALL(cases);
	expect_score(&points, true, 0.75, false, 0);
}

Test(validator, that_does_not_compile_is_told_before_a_submission_is_judged)
{
	static const struct validator_case c = {
		.file = "checker/validate.c", .source = "int main(void"};
	struct as_error error = {0};
	AUTO_SETTING setting;

	open_package(&setting, &c);
	const struct as_judge_config config = {
		.languages = setting.languages, .cache_dir = ASSAY_TEST_CACHE};
	setting.judge = as_judge_open(setting.package, &config, &error);
	skip_unless(error.kind != AS_ERROR_MACHINE, "namespaces", error.text);
	cr_expect_null(setting.judge);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_not_null(strstr(error.text, "checker does not compile"), "%s", error.text);
}

/* What the submission does wrong by itself is not shown to a validator. */
Test(validator, is_not_asked_about_a_run_that_failed)
{
	static const struct validator_case c = {.source = "exit(1)"};
	AUTO_SETTING setting;

	open_package(&setting, &c);
	open_judge(&setting, AS_AUDIENCE_SETTER);
	judge_file(&setting, "crash.c", "#include <stdlib.h>\nint main(void){abort();}\n");
	cr_expect_eq(result_of(&setting)->verdict, AS_VERDICT_RTE);
}

/* The same judge, again and again; nothing is left in the work folder but what it needs. */
Test(validator, serves_one_submission_after_the_other)
{
	static const struct validator_case c = {
		.source = PYTHON "exit(42 if sys.stdin.read() == '1\\n' else 43)"};
	AUTO_SETTING setting;

	open_package(&setting, &c);
	open_judge(&setting, AS_AUDIENCE_SETTER);
	for (int times = 0; times < 3; times++) {
		judge_file(&setting, "echo.c", ECHO);
		cr_expect_eq(result_of(&setting)->verdict, AS_VERDICT_AC);
		judge_file(&setting, "silent.c", "int main(void){}\n");
		cr_expect_eq(result_of(&setting)->verdict, AS_VERDICT_WA);
	}
	AS_AUTO_NAMES char **names = as_dir_list(setting.judge->workshop->work_fd, 100, NULL);
	size_t count = 0;
	while (names && names[count])
		count++;
	/* The validator, its empty box, the test's files. */
	cr_expect_eq(count, 3u, "%zu entries", count);
}

/* ---- several passes ---- */

/* What it reads, and one more. */
#define COUNT "#include <stdio.h>\nint main(void){int n;scanf(\"%d\",&n);printf(\"%d\\n\",n+1);}\n"
#define NEXT(text) "open(feedback + 'nextpass.in', 'w').write(" text ")\n"

static void judge_passes(struct setting *setting, const struct validator_case *c)
{
	open_package(setting, c);
	open_judge(setting, AS_AUDIENCE_SETTER);
	judge_file(setting, "count.c", COUNT);
}

Test(validator, may_ask_for_another_pass)
{
	/* The input is that of the pass, what was left is found again, nextpass.in is not. */
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

Test(validator, wrong_in_a_later_pass_is_wrong)
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

Test(validator, asks_for_a_pass_only_as_it_may)
{
	static const struct validator_case cases[] = {
		{.name = "too many",
			.passes = 3,
			.source = PYTHON NEXT("'1'") "exit(42)",
			.fate = "JE package",
			.feedback = "wants more than 3 passes (limits.validation_passes)"},
		{.name = "rejecting",
			.passes = 3,
			.source = PYTHON NEXT("'1'") "exit(43)",
			.fate = "JE package",
			.feedback = "wrote a nextpass.in for what it rejects"},
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
		{.name = "in one pass it is any file",
			.source = PYTHON NEXT("'1'") "exit(42)",
			.fate = "AC"},
		{.name = "both score files, one a pass",
			.passes = 2,
			STRICT,
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

/* A third of a second each time, five times, of a limit of 1.2 s. */
Test(validator, each_pass_has_the_time_limit_to_itself)
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
	cr_expect_gt(result_of(&setting)->cpu_time_ns, INT64_C(300000000));
	judge_file(&setting, "slower.c", slower);
	cr_expect_eq(result_of(&setting)->verdict, AS_VERDICT_TLE);
	cr_expect_eq(result_of(&setting)->passes, 3u);
}

/* ---- the static validator ---- */

struct static_case {
	const char *name;
	const char *source;
	const char *fate; /* of the submission */
	const char *said; /* a part of its feedback; NULL: there is none */
};

static void judge_static(struct setting *setting, const struct static_case *c)
{
	const struct validator_case none = {.source = "exit(42)"};
	static char *args[] = {"--most", "5", NULL};

	open_package(setting, &none);
	package_folder_write(&setting->folder, "looker/look.py", c->source, strlen(c->source));
	free(setting->package->static_validator);
	setting->package->static_validator = strdup("looker");
	setting->package->groups[0].has_static = true;
	setting->package->groups[0].static_args = args;
	open_judge(setting, AS_AUDIENCE_SETTER);
	judge_file(setting, "echo.c", ECHO);
	setting->package->groups[0].static_args = NULL;
}

static const char *static_text(const struct setting *setting, const char *key)
{
	json_t *item = json_array_get(json_object_get(setting->document, "statics"), 0);

	return json_string_value(json_object_get(item, key));
}

Test(validator, a_static_one_looks_at_what_was_submitted)
{
	static const struct static_case cases[] = {
		{.name = "right",
			.fate = "AC",
			.source = PYTHON
			"right = (sys.argv[1:] == ['c', 'echo.c', '/box/.feedback/', '--most', "
			"'5'] and\n"
			"  os.listdir('.') in (['echo.c', '.feedback'], ['.feedback', 'echo.c']) "
			"and\n"
			"  'getchar' in open('echo.c').read() and not sys.stdin.read())\n"
			"open('echo.c', 'w').write('changed')\n"
			"exit(42 if right else 1)"},
		{.name = "wrong",
			.source = PYTHON SAY("judgemessage.txt", "no loops, please") "exit(43)",
			.fate = "WA",
			.said = "no loops, please"},
		{.name = "broken",
			.source = "exit(0)",
			.fate = "JE",
			.said = "the static validator exited with status 0"},
		{.name = "a link",
			.source = PYTHON
			"os.symlink('/etc', feedback + 'judgemessage.txt')\nexit(43)",
			.fate = "JE",
			.said = "the static validator left a judgemessage.txt"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		AUTO_SETTING setting;
		judge_static(&setting, &cases[i]);
		const char *verdict =
			json_string_value(json_object_get(setting.document, "verdict"));
		cr_expect_str_eq(verdict, cases[i].fate, "%s: %s: %s", cases[i].name, verdict,
			static_text(&setting, "feedback"));
		cr_expect_str_eq(static_text(&setting, "verdict"), cases[i].fate);
		if (cases[i].said)
			cr_expect_not_null(strstr(static_text(&setting, "feedback"), cases[i].said),
				"%s: %s", cases[i].name, static_text(&setting, "feedback"));
		cr_expect_eq(as_judge_fault(setting.judge),
			strcmp(cases[i].fate, "JE") == 0 ? AS_ERROR_INPUT : AS_ERROR_NONE);
	}
}
