/* SPDX-License-Identifier: MIT */
/* Interactive problems in which both sides wait for each other. */
#include "support/interactive.h"

TestSuite(deadlock, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define WAITS_C                                                                                    \
	"#include <stdio.h>\nint main(void){puts(\"50\");scanf(\"%*s\");puts(\"49\");return 1;}\n"

/* It is unknown which of the two waits: the verdict is the submission's wall time, and a proved
 * deadlock is ended early. */
Test(deadlock, two_waiting_programs_reach_the_wall_limit_or_are_a_deadlock)
{
	static const struct interaction_case cases[] = {
		{"waits.c", WAITS_C, "TLE deadlock"},
		{"waits.py", "import sys\nprint(50)\nsys.stdin.readline()\n", "TLE deadlock"},
		{"waits_in_a_child.py",
			"import os\n"
			"if os.fork() == 0:\n    input()\n"
			"os.wait()\nprint(50, flush=True)\n",
			"TLE deadlock"},
		{"works_before.py", "import time\nwhile time.process_time() < .6: pass\ninput()\n",
			"TLE cpu"},
		{"waits_beside_a_thread.py",
			"import threading, time\n"
			"threading.Thread(target=time.sleep, args=(100,)).start()\ninput()\n",
			"TLE wall-clock"},
		{"sleeps_when_done.py", RIGHT_PY("time.sleep(100)\n"), "TLE wall-clock"},
		{"sleeps_first.py", "import time\ntime.sleep(.3)\n" RIGHT_PY(""), "AC"},
		{"is_alarmed.py",
			"import os, signal\n"
			"if os.fork() == 0:\n    signal.alarm(1)\n    input()\n"
			"os.wait()\n" RIGHT_PY(""),
			"AC"},
	};

	put_honest();
	JUDGE_ALL(cases, 0);
}

Test(deadlock, a_deadlock_is_reported_with_a_sentence_and_a_transcript)
{
	put_honest();
	put("waits.c", WAITS_C);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "talk", "waits.c");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	json_t *test = json_array_get(json_object_get(document, "tests"), 0);
	cr_expect_str_eq(text_below(test, "feedback", NULL),
		"deadlock: your program and the judge's program wait for each other; check "
		"that the output is flushed");
	cr_expect_str_eq(text_below(test, "transcript", NULL), "");
	cr_expect_eq(json_integer_value(json_object_get(test, "reruns")), 0);
}

/* It exceeds every limit, even if it was ended early. */
Test(deadlock, a_deadlock_is_inconclusive_for_the_time_limit)
{
	put_honest();
	put("talk/submissions/accepted/right.py", RIGHT_PY(""));
	put("talk/submissions/time_limit_exceeded/waits.c", WAITS_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "talk");
	json_error_t why;
	AS_AUTO_JSON json_t *document = json_loads(outcome.out.data, 0, &why);
	cr_assert_not_null(document, "%s%s", outcome.out.data, outcome.err.data);
	json_t *each, *submissions = json_object_get(document, "submissions");
	size_t index;
	cr_expect_eq(json_array_size(submissions), 2);
	json_array_foreach(submissions, index, each)
		cr_expect(json_is_true(json_object_get(each, "ok")), "%s", outcome.out.data);
	json_array_foreach(json_object_get(document, "findings"), index, each) cr_expect_null(
		strstr(text_below(each, "where", NULL), "waits.c"), "%s", outcome.out.data);
}
