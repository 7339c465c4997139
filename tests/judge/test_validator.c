/* SPDX-License-Identifier: MIT */
/* Output validators of packages, honest and faulty. */
#include "validator_case.h"

TestSuite(validator, .timeout = 600);

Test(validator, accepts_or_rejects)
{
	static const struct validator_case cases[] = {
		{.name = "42", .source = "exit(42)", .fate = "AC"},
		{.name = "43", .source = "exit(43)", .fate = "WA"},
		{.name = "43 with a message",
			.source = PYTHON SAY("judgemessage.txt", "line 1\\nline 2") "exit(43)",
			.fate = "WA",
			.feedback = "line 1"},
		{.name = "43 with text on standard error",
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

Test(validator, that_neither_accepts_nor_rejects_is_the_packages_fault)
{
	static const struct validator_case cases[] = {
		{.name = "0",
			.source = "exit(0)",
			.fate = "JE package",
			.feedback = "the output validator exited with status 0 (42 accepts, 43 "
				    "rejects)"},
		{.name = "1",
			.source = "import sys\nsys.stderr.write('boom\\n')\nexit(1)",
			.fate = "JE package",
			.feedback = "the output validator exited with status 1: boom"},
		{.name = "44",
			.source = "exit(44)",
			.fate = "JE package",
			.feedback = "the output validator exited with status 44 (42 accepts, 43 "
				    "rejects)"},
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
			.feedback = "the output validator exceeded its limit of wall-clock "
				    "(limits.validation_time)"},
		{.name = "a flood",
			.source = "import sys\nwhile True: sys.stdout.write('x' * 65536)",
			.fate = "JE package",
			.feedback = "the output validator exceeded its limit of output "
				    "(limits.validation_output)"},
		{.name = "memory",
			.source = "x = bytearray(300 << 20)\nexit(42)",
			.fate = "JE package",
			.feedback = "the output validator exceeded its limit of memory "
				    "(limits.validation_memory)"},
		{.name = "much on both streams",
			.source = PYTHON "open(feedback + 'x', 'wb').write(bytes(900 << 10))\n"
					 "open('y', 'wb').write(bytes(900 << 10))\n"
					 "sys.stdout.write('x' * (500 << 10))\nexit(42)",
			.fate = "JE package",
			.feedback = "the output validator exceeded its limit of files "
				    "(limits.validation_output)"},
		{.name = "a full box",
			.source = PYTHON
			"f = open(feedback + 'x', 'wb')\ntry:\n  while True: "
			"f.write(bytes(65536)); f.flush()\nexcept OSError: pass\nexit(42)",
			.fate = "JE package",
			.feedback = "the output validator exceeded its limit of files "
				    "(limits.validation_output)"},
		{.name = "a call",
			.source = "import socket\nsocket.socket(socket.AF_INET)\nexit(42)",
			.fate = "JE package",
			.feedback = "the output validator made the forbidden system call socket"},
	};

	RUN_ALL(cases);
}

Test(validator, can_write_only_in_its_box)
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
		{.name = "a link instead of the folder",
			.source = PYTHON "os.rmdir(feedback)\nos.symlink('/data', "
					 "'/box/.feedback')\nexit(42)",
			.fate = "JE package",
			.feedback = "is gone"},
		{.name = "a link instead of the scores",
			.scoring = SCORING,
			.source =
				PYTHON "os.symlink('/data/1.in', feedback + 'score.txt')\nexit(42)",
			.fate = "JE package",
			.feedback = "left a score.txt that cannot be read"},
		{.name = "a folder instead of the scores",
			.scoring = SCORING,
			.source = PYTHON "os.mkdir(feedback + 'score.txt')\nexit(42)",
			.fate = "JE package",
			.feedback = "left a score.txt that cannot be read"},
	};

	RUN_ALL(cases);
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

Test(validator, a_compile_error_is_reported_before_a_submission_is_judged)
{
	static const struct validator_case c = {
		.file = "checker/validate.c", .source = "int main(void"};
	struct as_error error = {0};
	AUTO_SETTING setting;

	open_package(&setting, &c);
	cr_expect_eq(try_open_judge(&setting, &error), -1);
	skip_unless(error.kind != AS_ERROR_MACHINE, "namespaces", error.text);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_not_null(strstr(error.text, "checker does not compile"), "%s", error.text);
}

/* A validator is not run for a submission that failed by itself. */
Test(validator, is_not_run_on_a_failed_run)
{
	static const struct validator_case c = {.source = "exit(1)"};
	AUTO_SETTING setting;

	open_package(&setting, &c);
	open_judge(&setting, AS_AUDIENCE_SETTER);
	judge_file(&setting, "crash.c", "#include <stdlib.h>\nint main(void){abort();}\n");
	cr_expect_eq(result_of(&setting)->verdict, AS_VERDICT_RTE);
}

/* One judge, many times; only its own files remain in the work folder. */
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
	AS_AUTO_NAMES char **names =
		as_dir_list(as_workshop_work_fd(setting.opened->workshop), 100, NULL);
	size_t count = 0;
	while (names && names[count])
		count++;
	/* The validator, its empty box, the test's files. */
	cr_expect_eq(count, 3u, "%zu entries", count);
}
