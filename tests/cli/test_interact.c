/* SPDX-License-Identifier: MIT */
/* Interactive problems: guess a number between 1 and 100. Honest and hostile programs on either
 * side. */
#include "support/interactive.h"

TestSuite(interact, .init = enter_folder, .fini = leave_folder, .timeout = 600);

Test(interact, each_kind_of_submission_gets_its_verdict)
{
	static const struct interaction_case cases[] = {
		{"right.py", RIGHT_PY(""), "AC"},
		{"opens_again.py",
			"import sys\nsys.stdin = open('/dev/stdin')\n"
			"sys.stdout = open('/dev/stdout', 'w')\n" RIGHT_PY(""),
			"AC"},
		{"one_by_one.py",
			"for i in range(1, 101):\n    print(i, flush=True)\n    input()\n", "WA"},
		{"leaves.py", "print(50, flush=True)\n", "WA"},
		{"says_nothing.py", "pass\n", "WA"},
		{"talks_on.py", RIGHT_PY("print(1, flush=True)\n"), "WA"},
		{"crashes.py", "print(50, flush=True)\nraise ValueError\n", "RTE exit-code"},
		{"crashes_when_done.py", RIGHT_PY("sys.exit(3)\n"), "RTE exit-code"},
		{"closes.py", "import os\nos.close(1)\nos._exit(1)\n", "RTE exit-code"},
		{"closes_and_stays.py", "import os, time\nos.close(1)\ntime.sleep(100)\n", "WA"},
		{"stops.c", "#include <signal.h>\nint main(void){raise(SIGSEGV);}\n", "RTE signal"},
		{"connects.py", "import socket\nsocket.socket()\n", "SV syscall"},
		{"eats.c",
			"#include <stdlib.h>\n#include <string.h>\n"
			"int main(void){for(;;)memset(malloc(1<<20),1,1<<20);}\n",
			"MLE"},
		{"loops.c", "int main(void){for(;;);}\n", "TLE cpu"},
		{"loops_when_done.py", RIGHT_PY("while True: pass\n"), "TLE cpu"},
	};

	put_honest();
	JUDGE_ALL(cases, 0);
}

/* After the validator's verdict nothing counts: not the signal, not the limits. */
Test(interact, a_validator_that_rejects_first_decides_the_verdict)
{
	static const struct interaction_case cases[] = {
		{"floods.c", "#include <stdio.h>\nint main(void){for(;;)puts(\"1\");}\n", "WA"},
		{"loops.py", "for i in range(8):\n    print(1, flush=True)\nwhile True: pass\n",
			"WA"},
		{"sleeps.py",
			"import time\nfor i in range(8):\n    print(1, "
			"flush=True)\ntime.sleep(100)\n",
			"WA"},
	};

	put_honest();
	JUDGE_ALL(cases, 0);
}

/* Whatever its end is: the output was wrong before that. */
Test(interact, a_submission_that_was_rejected_before_its_end_is_a_wrong_answer)
{
	static const struct interaction_case cases[] = {
		{"crashes.c",
			"#include <stdio.h>\n#include <stdlib.h>\nint main(void)\n{\n"
			"for (int i = 0; i < 8; i++) puts(\"1\");\nfflush(stdout);\nabort();\n}\n",
			"WA"},
		{"status.c",
			"#include <stdio.h>\nint main(void)\n{\n"
			"for (int i = 0; i < 8; i++) puts(\"1\");\nreturn 1;\n}\n",
			"WA"},
		{"exec.py",
			"import os\nfor i in range(8):\n    print(1, flush=True)\n"
			"os.execv('/bin/true', ['true'])\n",
			"WA"},
		{"memory.c",
			"#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
			"int main(void)\n{\nfor (int i = 0; i < 8; i++) "
			"puts(\"1\");\nfflush(stdout);\n"
			"for (;;) memset(malloc(1 << 20), 1, 1 << 20);\n}\n",
			"WA"},
	};

	put_honest();
	JUDGE_ALL(cases, 0);
}

/* Both programs end at the same moment: the verdict is not that of the faster one. */
Test(interact, a_wrong_answer_and_a_crash_at_one_moment_have_one_verdict)
{
	enum { TESTS = 10 };
	char path[64];

	put_interactive(INTERACTIVE, "once.py",
		"import sys\nsys.exit(42 if sys.stdin.readline().strip() == '7' else 43)\n");
	for (int i = 2; i <= TESTS; i++)
		for (int answer = 0; answer < 2; answer++) {
			snprintf(path, sizeof(path), "talk/data/secret/%d.%s", i,
				answer ? "ans" : "in");
			put(path, "67\n");
		}
	put("status.c", "#include <stdio.h>\nint main(void){puts(\"3\");return 1;}\n");
	put("abort.c", "#include <stdio.h>\n#include <stdlib.h>\n"
		       "int main(void){puts(\"3\");fflush(stdout);abort();}\n");
	AUTO_OUTCOME outcome = ASSAY(
		"judge", "--json", "--all", "--reruns=0", "-j2", "talk", "status.c", "abort.c");
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	for (size_t i = 0; i < 2; i++) {
		json_t *tests = json_object_get(json_array_get(documents, i), "tests"), *test;
		size_t index;
		cr_expect_eq(json_array_size(tests), TESTS);
		json_array_foreach(tests, index, test)
			cr_expect_str_eq(text_below(test, "verdict", NULL), "WA");
	}
}

/* Some validators signal the end of input in this way. */
Test(interact, a_validator_that_closes_its_output_still_decides_the_verdict)
{
	static const struct interaction_case cases[] = {
		{"reads_all.py",
			"import sys\nprint(sum(map(int, sys.stdin.read().split())), flush=True)\n",
			"AC"},
		{"reads_one.py", "print(int(input()), flush=True)\n", "WA"},
		{"waits_on.py", "import sys\nsys.stdin.read()\nsys.stdin.read()\n", "WA"},
	};

	put_interactive(INTERACTIVE, "sum.c",
		"#include <stdio.h>\n#include <unistd.h>\n"
		"int main(void){int n;puts(\"1\\n2\");fflush(stdout);close(1);"
		"return scanf(\"%d\",&n)==1&&n==3?42:43;}\n");
	JUDGE_ALL(cases, 0);
}

Test(interact, after_an_early_accept_the_submission_decides_the_verdict)
{
	static const struct interaction_case cases[] = {
		{"floods.c",
			"#include <stdio.h>\nint main(void){for(int "
			"i=0;i<100000;i++)puts(\"1\");}\n",
			"AC"},
		{"waits.py", "import sys\nsys.stdin.read()\n", "AC"},
		{"crashes.py", "import time\ntime.sleep(.2)\nraise ValueError\n", "RTE exit-code"},
		{"loops.c", "int main(void){for(;;);}\n", "TLE cpu"},
		{"endless.c", "#include <stdio.h>\nint main(void){for(;;)puts(\"1\");}\n", "OLE"},
	};

	put_interactive(INTERACTIVE, "kind.c", "int main(void){return 42;}\n");
	JUDGE_ALL(cases, 0);
}

Test(interact, with_a_validator_that_reads_everything_a_flood_reaches_the_output_limit)
{
	static const struct interaction_case cases[] = {
		{"floods.c", "#include <stdio.h>\nint main(void){for(;;)puts(\"1\");}\n", "OLE"},
		{"leaves.py", "print(50)\n", "AC"},
	};

	put_interactive(INTERACTIVE, "patient.c",
		"#include <stdio.h>\nint main(void){while(getchar()!=EOF);return 42;}\n");
	JUDGE_ALL(cases, 0);
}

/* The submission may be stopped before the validator rejects (1), or after (2), depending on which
 * is faster. A validator that reads to the limit (3) sees the consequence. */
Test(interact, a_rejected_flood_is_a_wrong_answer_whichever_program_ends_first)
{
#define FLOOD(first) "#include <stdio.h>\nint main(void){puts(\"" first "\");for(;;)puts(\"0\");}\n"
	static const struct interaction_case cases[] = {
		{"stopped_before.c", FLOOD("1"), "WA"},
		{"rejected_before.c", FLOOD("2"), "WA"},
		{"read_to_the_limit.c", FLOOD("3"), "OLE"},
		{"stopped_for_errors.c",
			"#include <stdio.h>\nstatic char block[65536];\n"
			"int main(void){puts(\"1\");fflush(stdout);"
			"for(;;)fwrite(block,1,sizeof(block),stderr);}\n",
			"WA"},
	};

	put_interactive(INTERACTIVE, "strict.c",
		"#include <stdio.h>\n#include <unistd.h>\n"
		"int main(void){switch(getchar()){case '1':sleep(1);break;"
		"case '3':while(getchar()!=EOF);}return 43;}\n");
	JUDGE_ALL(cases, 0);
}

/* Nothing is known about the submission, whatever it did. */
static void expect_judging_error(const char *name, const char *source)
{
	static const struct interaction_case cases[] = {{"right.py", RIGHT_PY(""), "JE package"},
		{"crashes.py", "raise ValueError\n", "JE package"}};

	put_interactive(INTERACTIVE, name, source);
	JUDGE_ALL(cases, 3);
}

Test(interact, a_validator_that_crashes_is_a_judging_error)
{
	expect_judging_error("crash.py", "input()\nraise ValueError\n");
}

Test(interact, a_validator_that_neither_accepts_nor_rejects_is_a_judging_error)
{
	expect_judging_error("neither.c", "int main(void){return 0;}\n");
}

Test(interact, a_validator_that_loops_is_a_judging_error)
{
	expect_judging_error("loop.c", "int main(void){for(;;);}\n");
}

Test(interact, a_validator_that_waits_for_ever_is_a_judging_error)
{
	expect_judging_error("wait.c", "#include <unistd.h>\nint main(void){for(;;)pause();}\n");
}

Test(interact, a_validator_that_prints_too_much_is_a_judging_error)
{
	put_interactive(INTERACTIVE, "flood.c",
		"#include <stdio.h>\nint main(void){for(;;)puts(\"higher\");}\n");
	static const struct interaction_case cases[] = {
		{"listens.py", "import sys\nfor line in sys.stdin: pass\n", "JE package"},
		{"leaves.py", "pass\n", "JE package"},
	};
	JUDGE_ALL(cases, 3);
}

Test(interact, a_validator_that_was_killed_from_outside_is_a_judging_error)
{
	expect_judging_error("kill.c", "#include <signal.h>\nint main(void){raise(SIGKILL);}\n");
}

/* As elsewhere: another process may have killed it. */
Test(interact, a_submission_that_kills_itself_is_run_twice)
{
	put_honest();
	put("kill.c",
		"#include <signal.h>\n#include <stdio.h>\n"
		"int main(void){puts(\"50\");fflush(stdout);scanf(\"%*s\");raise(SIGKILL);}\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "talk", "kill.c");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "RTE signal");
	cr_expect_eq(json_integer_value(json_object_get(failed_test(document), "reruns")), 1);
	cr_expect_str_eq(text_below(failed_test(document), "transcript", NULL), ">50\n<higher\n");
}

/* ---- transcripts ---- */

#define FIRST_WORDS ">50\n<higher\n>75\n<lower\n>62\n<higher\n"

static const char *transcript_of(json_t *document)
{
	json_t *test = json_array_get(json_object_get(document, "tests"), 0);
	return text_below(test, "transcript", NULL);
}

static void judge_wrong(const char *audience, const char *expected)
{
	put_honest();
	put("wrong.py", "for guess in (50, 75, 62):\n    print(guess, flush=True)\n    input()\n");
	AUTO_OUTCOME outcome = ASSAY(
		"judge", "--json", "--audience", audience, "--keep", "kept", "talk", "wrong.py");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_str_eq(verdict_of(document), "WA");
	cr_expect_str_eq(transcript_of(document), expected);
}

Test(interact, a_failed_test_has_its_transcript)
{
	AS_AUTO_BYTES struct as_bytes kept = {0};

	judge_wrong("setter", FIRST_WORDS);
	cr_assert_eq(as_file_read(here_fd, "kept/1-wrong.py/tests/secret/1.interaction", 1 << 20,
			     &kept, NULL),
		0);
	cr_expect_str_eq(kept.data, FIRST_WORDS);
}

Test(interact, a_student_does_not_see_the_transcript_of_a_secret_test)
{
	judge_wrong("student", "");
}

Test(interact, an_accepted_test_has_no_transcript)
{
	put_honest();
	put("right.py", RIGHT_PY(""));
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "--keep", "kept", "talk", "right.py");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "AC");
	cr_expect_str_empty(transcript_of(document));
	cr_expect_eq(faccessat(here_fd, "kept/1-right.py/tests/secret/1.interaction", F_OK, 0), 0);
}

/* It may contain any bytes, but a document is text. */
Test(interact, a_transcript_may_be_binary)
{
	put_honest();
	put("binary.py", "import sys\nsys.stdout.buffer.write(b'a\\xff\\x00\\x1b[31m\\tz\\n')\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "talk", "binary.py");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "WA");
	cr_expect_str_eq(transcript_of(document), ">a\\xFF\\x00\\x1B[31m\\x09z\n");
}

/* ---- languages, the legacy format, several passes ---- */

Test(interact, validators_and_submissions_may_be_in_different_languages)
{
	static const struct interaction_case cases[] = {
		{"right.py", RIGHT_PY(""), "AC"},
		{"right.cpp",
			"#include <iostream>\n#include <string>\nint main(){int "
			"l=1,h=100;std::string s;"
			"for(;;){int g=(l+h)/2;std::cout<<g<<std::endl;std::cin>>s;"
			"if(s==\"correct\")return 0;if(s==\"lower\")h=g-1;else l=g+1;}}\n",
			"AC"},
		{"high.py",
			"import sys\nwhile True:\n    print(99, flush=True)\n"
			"    if sys.stdin.readline() == '': break\n",
			"WA"},
	};

	put_interactive(INTERACTIVE, "guess.py",
		"import sys\nn = int(open(sys.argv[1]).read())\n"
		"if n != 67 or not sys.argv[3].endswith('/'): sys.exit(1)\n"
		"for i in range(7):\n"
		"    line = sys.stdin.readline()\n"
		"    if not line: sys.exit(43)\n"
		"    g = int(line)\n"
		"    print('correct' if g == n else 'lower' if g > n else 'higher', flush=True)\n"
		"    if g == n: sys.exit(42 if not sys.stdin.read() else 43)\n"
		"sys.exit(43)\n");
	JUDGE_ALL(cases, 0);
}

/* Each pass asks for one more than the previous one; a file counts the passes. */
#define PASSES_PY                                                                                  \
	"import os, sys\n"                                                                         \
	"n = int(open(sys.argv[1]).read())\n"                                                      \
	"seen = sys.argv[3] + 'seen'\n"                                                            \
	"count = 1 + (len(open(seen).read()) if os.path.exists(seen) else 0)\n"                    \
	"open(seen, 'w').write('x' * count)\n"                                                     \
	"print(n, flush=True)\n"                                                                   \
	"if input() != str(n + 1): sys.exit(43)\n"                                                 \
	"if os.path.exists(sys.argv[3] + 'nextpass.in') or n != 66 + count: sys.exit(1)\n"         \
	"if count < WANTED:\n"                                                                     \
	"    open(sys.argv[3] + 'nextpass.in', 'w').write(str(n + 1))\n"                           \
	"sys.exit(42)\n"
#define PASSES_KEYS "type: [interactive, multi-pass]\n"

static void put_passes(int wanted)
{
	AS_AUTO_FREE char *source = as_text_format(NULL, "WANTED = %d\n" PASSES_PY, wanted);

	put_interactive(PASSES_KEYS, "passes.py", source);
}

/* A program that kept state between passes would know the number. */
Test(interact, each_pass_has_new_processes_and_the_feedback_of_the_previous_pass)
{
	static const struct interaction_case cases[] = {
		{"right.py", "print(int(input()) + 1)\n", "AC"},
		{"first_only.py", "n = int(input())\nprint(n + 1 if n == 67 else 0)\n", "WA"},
		{"late_crash.py",
			"n = int(input())\nprint(n + 1, flush=True)\nif n == 68: raise "
			"ValueError\n",
			"RTE exit-code"},
	};

	put_passes(2);
	JUDGE_ALL(cases, 0);
}

Test(interact, the_transcript_separates_passes)
{
	put_passes(2);
	put("second.py", "n = int(input())\nprint(n + 1 if n < 68 else 0)\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "talk", "second.py");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "WA");
	cr_expect_str_eq(transcript_of(document), "<67\n>68\n---\n<68\n>0\n");
	cr_expect_eq(json_integer_value(json_object_get(failed_test(document), "passes")), 2);
}

Test(interact, more_passes_than_allowed_are_a_judging_error)
{
	static const struct interaction_case cases[] = {
		{"right.py", "print(int(input()) + 1)\n", "JE package"}};

	put_passes(3);
	JUDGE_ALL(cases, 3);
}

Test(interact, an_interactive_package_needs_an_output_validator)
{
	put("talk/problem.yaml", INTERACTIVE_YAML INTERACTIVE_LIMITS INTERACTIVE);
	put("talk/data/secret/1.in", "67\n");
	put("talk/data/secret/1.ans", "");
	put("right.py", "pass\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "talk", "right.py");
	EXPECT_COMPLAINT(outcome, 3, "output_validator");
}

/* Both are killed, and nothing of either is left. */
Test(interact, an_interrupted_judge_leaves_neither_program)
{
	put_interactive(
		INTERACTIVE, "wait.c", "#include <unistd.h>\nint main(void){for(;;)pause();}\n");
	put("talk/problem.yaml",
		INTERACTIVE_YAML INTERACTIVE "limits: {time_limit: 60, time_resolution: 60}\n");
	put("wait.py", "import time\ntime.sleep(1000)\n");
	AUTO_OUTCOME warm = ASSAY("judge", "--test", "none", "talk", "wait.py");
	(void)warm;
	struct process process = command_start(ASSAY_ARGV("judge", "talk", "wait.py"), NULL);
	for (int i = 0; i < 1000 && count_groups(process.pid) < 2; i++)
		usleep(10000);
	cr_assert_geq(count_groups(process.pid), 2, "the two programs were not started");
	usleep(500000);
	kill(process.pid, SIGINT);
	AUTO_OUTCOME outcome = command_end(&process);
	cr_expect_neq(outcome.status, 0);
	EXPECT_NOTHING_LEFT(outcome);
}

/* A testlib interactor: its second argument is a file to write, its exit status 0 or 1. */
Test(interact, an_interactor_of_testlib_has_its_own_protocol)
{
	static const struct interaction_case cases[] = {
		{"right.py", RIGHT_PY(""), "AC"},
		{"leaves.py", "print(1, flush=True)\n", "WA"},
		{"odd.py", "print(666, flush=True)\n", "JE package"},
	};

	put_interactive(INTERACTIVE, "interactor.py",
		"import sys\n"
		"n = int(open(sys.argv[1]).read())\n"
		"log = open(sys.argv[2], 'w')\n"
		"open(sys.argv[3]).read()\n"
		"for line in sys.stdin:\n"
		"    g = int(line)\n"
		"    log.write(line)\n"
		"    print('correct' if g == n else 'lower' if g > n else 'higher', flush=True)\n"
		"    if g == 666: sys.exit(3)\n"
		"    if g == n: sys.exit(0)\n"
		"sys.exit(1)\n");
	put("talk/assay.yaml", "output_validator: testlib\n");
	JUDGE_ALL(cases, 3);
}

Test(interact, several_workers_have_separate_interactions)
{
	char path[64], text[16];

	put_honest();
	for (int i = 2; i <= 9; i++) {
		snprintf(path, sizeof(path), "talk/data/secret/%d.in", i);
		snprintf(text, sizeof(text), "%d\n", 11 * i);
		put(path, text);
		snprintf(path, sizeof(path), "talk/data/secret/%d.ans", i);
		put(path, "");
	}
	put("right.py", RIGHT_PY(""));
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "-j2", "talk", "right.py");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FATE(document, "AC");
	cr_expect_eq(json_array_size(json_object_get(document, "tests")), 9);
	EXPECT_NOTHING_LEFT(outcome);
}
