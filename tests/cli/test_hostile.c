/* SPDX-License-Identifier: MIT */
/* Submissions in C and Python that attack the machine: each gets its verdict, and nothing is
 * left. */
#include "support/packages.h"
#include "support/verdicts.h"

TestSuite(hostile, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* The wall limit is a second and twice the CPU time: with little CPU time there is a margin for a
 * busy machine. */
static void put_package_with_short_limits(void)
{
	put_sum_package(1);
	put("sum/problem.yaml", SUM_YAML
		"limits:\n  time_limit: 0.6\n  time_resolution: 0.2\n  memory: 32\n  output: 1\n");
}

struct attack {
	const char *fate;
	const char *file;
	const char *source;
};

/* A loop that hardly gets a core is ended at its wall limit; tests/sandbox tests both limits, where
 * they are far apart. */
static const char *fate_on_this_machine(const struct attack *attack, json_t *document)
{
	const bool is_loop = strcmp(attack->fate, "TLE cpu") == 0;

	return is_loop && strcmp(fate_of(document), "TLE wall-clock") == 0 ? "TLE wall-clock"
									   : attack->fate;
}

static const struct attack attacks[] = {
	{"SV processes", "fork.c", "#include <unistd.h>\nint main(void){for(;;)fork();}\n"},
	{"MLE", "memory.c",
		"#include <stdlib.h>\n#include <string.h>\n"
		"int main(void){for(;;){char*p=malloc(1<<20);if(p)memset(p,1,1<<20);}}\n"},
	{"MLE", "memory.py", "a = []\nwhile True:\n    a.append(bytearray(1 << 20))\n"},
	{"TLE cpu", "loop.c", "int main(void){for(;;)__asm__ volatile(\"\");}\n"},
	{"TLE cpu", "loop.py", "while True:\n    pass\n"},
	{"TLE wall-clock", "sleep.c", "#include <unistd.h>\nint main(void){for(;;)sleep(1);}\n"},
	{"TLE wall-clock", "sleep.py", "import time\ntime.sleep(60)\n"},
	{"OLE", "flood.c", "#include <stdio.h>\nint main(void){for(;;)puts(\"flood\");}\n"},
	{"OLE", "flood.py", "while True:\n    print('flood' * 100)\n"},
	{"SV syscall", "socket.c",
		"#include <sys/socket.h>\n"
		"int main(void){return socket(AF_INET,SOCK_STREAM,0)<0;}\n"},
	{"SV syscall", "connect.py",
		"import socket\ns = socket.socket()\ns.connect(('127.0.0.1', 22))\n"},
	/* A host file is simply absent, and the program's own fate is reported. */
	{"RTE exit-code", "passwd.c",
		"#include <stdio.h>\n"
		"int main(void){FILE*f=fopen(\"/etc/passwd\",\"r\");return f?0:7;}\n"},
	{"RTE exit-code", "passwd.py", "print(open('/etc/passwd').read())\n"},
	{"RTE signal", "crash.c", "int main(void){return *(volatile int*)0;}\n"},
	{"RTE signal", "crash.py", "import os\nos.abort()\n"},
	{"RTE exit-code", "raise.py", "raise ValueError('no')\n"},
	{"MLE", "recursion.c",
		"int f(volatile int*p){volatile int a[1000];a[0]=*p;return f(a)+a[0];}\n"
		"int main(void){int a=0;return f(&a);}\n"},
	{"RTE exit-code", "recursion.py", "def f(n):\n    return f(n + 1)\nf(0)\n"},
	{"TLE wall-clock", "stop.c", "#include <signal.h>\nint main(void){raise(SIGSTOP);}\n"},
	/* Several faults at once: the first in the list of verdicts has precedence. */
	{"MLE", "memory-crash.c",
		"#include <stdlib.h>\n#include <string.h>\n#include <sys/wait.h>\n"
		"#include <unistd.h>\n"
		"int "
		"main(void){if(!fork())for(;;)memset(malloc(1<<20),1,1<<20);wait(0);abort();}\n"},
	{"OLE", "flood-crash.c",
		"#include <stdio.h>\n#include <stdlib.h>\n"
		"int main(void){for(int "
		"i=0;i<300000;i++)puts(\"flood\");fflush(stdout);abort();}\n"},
	{"OLE", "flood-loop.py",
		"import sys\nsys.stdout.write('x' * (2 << 20))\nsys.stdout.flush()\n"
		"while True:\n    pass\n"},
	{"SV processes", "threads-crash.py",
		"import threading, time, os\ntry:\n    while True:\n"
		"        threading.Thread(target=time.sleep, args=(9,)).start()\n"
		"except RuntimeError:\n    os.abort()\n"},
	{"SV syscall", "call-loop.c",
		"#include <sys/socket.h>\n#include <unistd.h>\n"
		"int main(void){if(!fork())socket(AF_INET,SOCK_STREAM,0);for(;;);}\n"},
	{"RTE exit-code", "wrong-exit.c",
		"#include <stdio.h>\nint main(void){puts(\"0\");return 3;}\n"},
};

static const size_t attack_count = sizeof(attacks) / sizeof(*attacks);

Test(hostile, every_attack_gets_its_verdict_and_leaves_nothing)
{
	const char *argv[64] = {ASSAY_COMMAND, "judge", "--json", "sum"};
	put_package_with_short_limits();
	for (size_t i = 0; i < attack_count; i++) {
		put(attacks[i].file, attacks[i].source);
		argv[4 + i] = attacks[i].file;
	}
	AUTO_OUTCOME outcome = command_run(argv);
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	cr_assert_eq(json_array_size(documents), attack_count, "%s", outcome.err.data);
	for (size_t i = 0; i < attack_count; i++)
		EXPECT_FATE(json_array_get(documents, i),
			fate_on_this_machine(&attacks[i], json_array_get(documents, i)));
	EXPECT_NOTHING_LEFT(outcome);
}

/* Allocates nearly all permitted memory, and additional cache that the kernel must reclaim; then
 * loops. */
#define STARVE                                                                                     \
	"#define _GNU_SOURCE\n#include <string.h>\n#include <sys/mman.h>\n#include <time.h>\n"     \
	"static void *take(size_t n){return memset(mmap(0,n,PROT_READ|PROT_WRITE,"                 \
	"MAP_PRIVATE|MAP_ANONYMOUS,-1,0),1,n);}\n"                                                 \
	"static void "                                                                             \
	"starve(void){madvise(take(4<<20),4<<20,MADV_FREE);take(64540<<10);for(;;);}\n"

static const struct attack starving[] = {
	{"MLE", "starve.c", STARVE "int main(void){starve();}\n"},
	{"TLE cpu", "late.c",
		STARVE "int main(void){while(clock()<1.05*CLOCKS_PER_SEC);starve();}\n"},
	{"TLE cpu", "once.c",
		STARVE "int main(void){madvise(take(4<<20),4<<20,MADV_FREE);"
		       "void*p=take(64540<<10);while(clock()<0.6*CLOCKS_PER_SEC);"
		       "munmap(p,64540<<10);for(;;);}\n"},
};

/* A run may continue beyond its limits; later behaviour does not count. */
Test(hostile, memory_pressure_is_mle_only_if_it_began_within_the_time_limit)
{
	put_sum_package(1);
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 1\n  memory: 64\n");
	for (size_t i = 0; i < 3; i++)
		put(starving[i].file, starving[i].source);
	AUTO_OUTCOME outcome =
		command_run(ASSAY_ARGV("judge", "--json", "sum", "starve.c", "late.c", "once.c"));
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	for (size_t i = 0; i < 3; i++)
		EXPECT_FATE(json_array_get(documents, i),
			fate_on_this_machine(&starving[i], json_array_get(documents, i)));
	EXPECT_NOTHING_LEFT(outcome);
}

/* Forks of an interpreter need more CPU time than the short limits permit on a busy machine. */
Test(hostile, a_fork_bomb_in_python_gets_its_verdict_and_leaves_nothing)
{
	put_sum_package(1);
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 2\n  memory: 256\n");
	put("fork.py", "import os\nwhile True:\n    try:\n        os.fork()\n"
		       "    except OSError:\n        pass\n");
	AUTO_OUTCOME outcome = command_run(ASSAY_ARGV("judge", "--json", "sum", "fork.py"));
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	EXPECT_FATE(json_array_get(documents, 0), "SV processes");
	EXPECT_NOTHING_LEFT(outcome);
}

/* Enough time for the JVM. */
Test(hostile, attacks_in_java_get_their_verdict)
{
	static const struct attack javas[] = {
		{"SV syscall", "Connect.java",
			"public class Connect { public static void main(String[] a) { try {\n"
			"new java.net.Socket(\"127.0.0.1\", 22); } catch (Exception e) { } } }\n"},
		{"MLE", "Memory.java",
			"public class Memory { public static void main(String[] a) {\n"
			"var kept = new java.util.ArrayList<byte[]>();\n"
			"while (true) kept.add(new byte[1 << 20]); } }\n"},
		{"SV processes", "Threads.java",
			"public class Threads { public static void main(String[] a) { while (true) "
			"{\n"
			"new Thread(() -> { try { Thread.sleep(99999); }\n"
			"catch (InterruptedException e) { } }).start(); } } }\n"},
		{"RTE exit-code", "Passwd.java",
			"import java.nio.file.*;\npublic class Passwd {\n"
			"public static void main(String[] a) throws Exception {\n"
			"System.out.println(Files.readString(Path.of(\"/etc/passwd\"))); } }\n"},
		/* The stack follows the memory limit here, too. */
		{"MLE", "Deep.java",
			"public class Deep { static int f(int n) { return f(n + 1) + 1; }\n"
			"public static void main(String[] a) { System.out.println(f(0)); } }\n"},
	};
	const char *argv[16] = {ASSAY_COMMAND, "judge", "--json", "sum"};
	NEED(access("/usr/bin/javac", X_OK) == 0, "java", "no /usr/bin/javac");
	put_sum_package(1);
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 10\n  memory: 64\n");
	for (size_t i = 0; i < sizeof(javas) / sizeof(*javas); i++) {
		put(javas[i].file, javas[i].source);
		argv[4 + i] = javas[i].file;
	}
	AUTO_OUTCOME outcome = command_run(argv);
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	for (size_t i = 0; i < sizeof(javas) / sizeof(*javas); i++)
		EXPECT_FATE(json_array_get(documents, i), javas[i].fate);
	EXPECT_NOTHING_LEFT(outcome);
}

/* The fate of one source in the sum package. */
static json_t *judge_source(const char *file, const char *source)
{
	put_sum_package(1);
	put(file, source);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", file);
	EXPECT_STATUS(outcome, 0);
	EXPECT_NOTHING_LEFT(outcome);
	return document_of(&outcome);
}

Test(hostile, a_forbidden_call_is_named)
{
	AS_AUTO_JSON json_t *document =
		judge_source("socket.c", "#include <sys/socket.h>\nint main(void){return "
					 "socket(AF_INET,SOCK_STREAM,0)<0;}\n");
	cr_expect_str_eq(text_below(failed_test(document), "feedback", NULL),
		"forbidden system call: socket");
}

Test(hostile, a_crash_is_reported_with_its_signal_and_an_exit_with_its_code)
{
	AS_AUTO_JSON json_t *crash = judge_source("crash.c", "int main(void){__builtin_trap();}\n");
	cr_expect_eq(json_integer_value(json_object_get(failed_test(crash), "signal")), SIGILL);
	cr_expect(json_is_null(json_object_get(failed_test(crash), "exit_code")));
	AS_AUTO_JSON json_t *exited = judge_source("exit.c", "int main(void){return 42;}\n");
	cr_expect_eq(json_integer_value(json_object_get(failed_test(exited), "exit_code")), 42);
	cr_expect(json_is_null(json_object_get(failed_test(exited), "signal")));
}

Test(hostile, a_package_decides_whether_files_can_be_written)
{
	static const char writer[] =
		"#include <stdio.h>\n"
		"int main(void){int a,b;FILE*f=fopen(\"notes\",\"w\");if(!f)return 3;fclose(f);"
		"scanf(\"%d%d\",&a,&b);printf(\"%d\\n\",a+b);}\n";
	AS_AUTO_JSON json_t *refused = judge_source("writer.c", writer);
	EXPECT_FATE(refused, "RTE exit-code");
	put("sum/problem.yaml", SUM_YAML SUM_LIMITS "allow_file_writing: true\n");
	AUTO_OUTCOME allowed = ASSAY("judge", "--json", "sum", "writer.c");
	AS_AUTO_JSON json_t *document = document_of(&allowed);
	EXPECT_FATE(document, "AC");
}

/* Right: the sum, and not a list of findings. The package, its answers and the other submission are
 * beside this one on the host. */
Test(hostile, a_submission_sees_no_answer_and_no_other_submission)
{
	static const char walker[] =
		"import os\n"
		"total = sum(map(int, input().split()))\n"
		"seen = []\n"
		"for folder, folders, files in os.walk('/'):\n"
		"    folders[:] = [f for f in folders if os.path.join(folder, f) not in\n"
		"                  ('/usr', '/proc', '/dev')]\n"
		"    seen += [os.path.join(folder, f) for f in files]\n"
		"seen = [f for f in seen if not f.startswith(('/etc/ld.so.cache', '/etc/python3.', "
		"'/program/'))]\n"
		"own = [f for f in os.listdir('/program') if f != 'walker.py']\n"
		"print(*(seen + own or [total]))\n";
	put_sum_package(2);
	put("other.py", SUM_PY);
	put("walker.py", walker);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "other.py", "walker.py");
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	for (size_t i = 0; i < 2; i++)
		EXPECT_FATE(json_array_get(documents, i), "AC");
	EXPECT_NOTHING_LEFT(outcome);
}

/* Output of a hostile program reaches the document as text: escaped, cut, on one line. */
Test(hostile, output_of_a_program_cannot_break_the_document)
{
	AS_AUTO_JSON json_t *document =
		judge_source("print.py", "import sys\nsys.stdout.buffer.write(b'\\xff\\x1b[2J\\0' "
					 "+ b'x' * 5000 + b'\\n')\n");
	EXPECT_FATE(document, "WA");
	const char *feedback = text_below(failed_test(document), "feedback", NULL);
	cr_expect_leq(strlen(feedback), 511);
	cr_expect_null(strpbrk(feedback, "\x1b\n"), "%s", feedback);
	AS_AUTO_JSON json_t *raised = judge_source("raised.py",
		"import os\nos.write(2, b'\\xfe\\x1b[31m' + b'y' * 70000)\nos._exit(1)\n");
	EXPECT_FATE(raised, "RTE exit-code");
	cr_expect_null(strchr(text_below(failed_test(raised), "feedback", NULL), '\x1b'));
}
