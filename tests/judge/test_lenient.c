/* SPDX-License-Identifier: MIT */
/* Lenient judging: endings of programs whose output is right, in the real sandbox. */
#include "engine_case.h"

#include <string.h>

#define INTERACTIVE                                                                                \
	"--- file problem.yaml\n"                                                                  \
	"problem_format_version: 2025-09\n"                                                        \
	"name: Minimal\ntype: interactive\n"                                                       \
	"uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\n"

/* With a time limit of its own, so that a loop ends soon. */
#define SHORT                                                                                      \
	"--- file problem.yaml\n"                                                                  \
	"problem_format_version: 2025-09\n"                                                        \
	"name: Minimal\nuuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\n"                              \
	"limits:\n  time_limit: 1\n"

TestSuite(lenient, .timeout = 600);

/* The input is "3\n", and so is the answer. */
struct ending {
	const char *name, *source;
	enum as_verdict strict, lenient;
	unsigned tolerated;
};

#define EXIT_STATUS AS_TOLERANCE_EXIT_STATUS
#define SHELL AS_TOLERANCE_SHELL
#define END AS_TOLERANCE_END_OF_INPUT
#define SIGNAL AS_TOLERANCE_SIGNAL
#define C_ "#include <stdio.h>\n#include <stdlib.h>\n#include <signal.h>\n#include <unistd.h>\n"
#define CPP_ "#include <iostream>\n#include <string>\n#include <stdexcept>\nusing namespace std;\n"
#define JAVA_(body)                                                                                \
	"import java.util.*; public class Main { public static void main(String[] a) throws "      \
	"Exception { Scanner s = new Scanner(System.in); System.out.println(s.nextInt()); " body   \
	" } }\n"

static const struct ending endings[] = {
	{"void.c", C_ "void main(){int a;scanf(\"%d\",&a);printf(\"%d\\n\",a);}", AS_VERDICT_RTE,
		AS_VERDICT_AC, EXIT_STATUS},
	{"return.c", C_ "int main(){puts(\"3\");return 1;}", AS_VERDICT_RTE, AS_VERDICT_AC,
		EXIT_STATUS},
	{"pause.c", C_ "int main(){puts(\"3\");fflush(stdout);system(\"pause\");return 0;}",
		AS_VERDICT_SV, AS_VERDICT_AC, SHELL},
	{"clear.c", C_ "int main(){system(\"cls\");puts(\"3\");system(\"pause\");return 5;}",
		AS_VERDICT_SV, AS_VERDICT_AC, SHELL | EXIT_STATUS},
	{"popen.c", C_ "int main(){FILE*f=popen(\"date\",\"r\");if(f)pclose(f);puts(\"3\");}",
		AS_VERDICT_SV, AS_VERDICT_AC, SHELL},
	{"wrong.c", C_ "int main(){puts(\"4\");return 1;}", AS_VERDICT_RTE, AS_VERDICT_RTE, 0},
	{"wrong_pause.c", C_ "int main(){puts(\"4\");system(\"pause\");}", AS_VERDICT_SV,
		AS_VERDICT_WA, 0},
	{"segv.c", C_ "int main(){puts(\"3\");fflush(stdout);raise(SIGSEGV);}", AS_VERDICT_RTE,
		AS_VERDICT_AC, SIGNAL},
	{"abort.c", C_ "int main(){puts(\"3\");fflush(stdout);abort();}", AS_VERDICT_RTE,
		AS_VERDICT_AC, SIGNAL},
	{"free.c", C_ "int main(){char*a=malloc(9);puts(\"3\");fflush(stdout);free(a+1);}",
		AS_VERDICT_RTE, AS_VERDICT_AC, SIGNAL},
	{"unflushed.c", C_ "int main(){puts(\"3\");abort();}", AS_VERDICT_RTE, AS_VERDICT_RTE, 0},
	{"wrong_segv.c", C_ "int main(){puts(\"4\");fflush(stdout);raise(SIGSEGV);}",
		AS_VERDICT_RTE, AS_VERDICT_RTE, 0},
	{"loop.c", C_ "int main(){puts(\"3\");fflush(stdout);system(\"pause\");for(;;);}",
		AS_VERDICT_SV, AS_VERDICT_TLE, 0},
	{"good.c", C_ "int main(){puts(\"3\");}", AS_VERDICT_AC, AS_VERDICT_AC, 0},
	{"throw.cpp",
		CPP_ "int main(){cin.exceptions(ios::failbit|ios::eofbit);int x;cin>>x;"
		     "cout<<x<<endl;string s;cin>>s;}",
		AS_VERDICT_RTE, AS_VERDICT_AC, END},
	{"stoi.cpp",
		CPP_ "int main(){string s;getline(cin,s);cout<<s<<endl;getline(cin,s);"
		     "return stoi(s);}",
		AS_VERDICT_RTE, AS_VERDICT_AC, END},
	{"early.cpp", CPP_ "int main(){cout<<3<<endl;throw runtime_error(\"no\");}", AS_VERDICT_RTE,
		AS_VERDICT_AC, SIGNAL},
	{"enter.py", "print(input())\ninput('')\n", AS_VERDICT_RTE, AS_VERDICT_AC, END},
	{"prompt.py", "print(input())\ninput('Press Enter')\n", AS_VERDICT_RTE, AS_VERDICT_AC, END},
	{"prompt2.py", "print(input() + '\\nx')\ninput('Press Enter')\n", AS_VERDICT_RTE,
		AS_VERDICT_RTE, 0},
	{"unfinished.py", "print(input(), end='')\ninput()\n", AS_VERDICT_RTE, AS_VERDICT_AC, END},
	{"cls.py", "import os\nos.system('cls')\nprint(input())\n", AS_VERDICT_SV, AS_VERDICT_AC,
		SHELL},
	{"subprocess.py",
		"import subprocess\nprint(input(), flush=True)\n"
		"subprocess.run('pause', shell=True)\n",
		AS_VERDICT_RTE, AS_VERDICT_AC, EXIT_STATUS}, /* its shell is absent anyway */
	{"exit.py", "import sys\nprint(input())\nsys.exit(3)\n", AS_VERDICT_RTE, AS_VERDICT_AC,
		EXIT_STATUS},
	{"Exit.java", JAVA_("System.exit(1);"), AS_VERDICT_RTE, AS_VERDICT_AC, EXIT_STATUS},
	{"Next.java", JAVA_("s.nextLine(); s.nextLine();"), AS_VERDICT_RTE, AS_VERDICT_AC, END},
	{"Run.java",
		JAVA_("new ProcessBuilder(\"cmd\", \"/c\", \"pause\").inheritIO().start()"
		      ".waitFor();"),
		AS_VERDICT_RTE, AS_VERDICT_AC, EXIT_STATUS},
};

static void write_texts(const struct engine_setting *setting)
{
	package_folder_write(&setting->folder, "data/secret/1.in", "3\n", 2);
	package_folder_write(&setting->folder, "data/secret/1.ans", "3\n", 2);
}

static void judge(struct engine_setting *setting, const struct ending *ending, bool lenient,
	struct as_result *result)
{
	const struct as_memory_file file = {
		.name = ending->name, .data = ending->source, .size = strlen(ending->source)};
	const struct as_job_order order = {.package = setting->opened,
		.submission = {.path = ending->name, .files = &file, .file_count = 1},
		.run_all = lenient,
		.lenient = lenient};
	struct as_error error = {0};
	struct as_job *job = as_engine_submit(setting->engine, &order, &error);

	cr_assert_not_null(job, "%s", error.text);
	const int failed = as_engine_wait(job, result, &error);
	as_job_free(job);
	engine_setting_need(setting, failed, &error);
	cr_assert_eq(result->test_count, 1, "%s: %s", ending->name,
		result->compile.output ? result->compile.output : "");
}

static void open_setting(struct engine_setting *setting, const char *text)
{
	*setting = (struct engine_setting){.folder = package_folder_make(text)};
	write_texts(setting);
	engine_setting_open(setting, 1);
}

Test(lenient, an_ending_is_tolerated_if_the_output_is_right)
{
	AUTO_ENGINE setting;

	open_setting(&setting, SHORT);
	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
		const struct ending *ending = &endings[i];
		AS_AUTO(as_result_clear) struct as_result strict = {0};
		AS_AUTO(as_result_clear) struct as_result lenient = {0};
		judge(&setting, ending, false, &strict);
		judge(&setting, ending, true, &lenient);
		cr_expect_eq(strict.verdict, ending->strict, "%s: %s", ending->name,
			as_verdict_name(strict.verdict));
		cr_expect_eq(lenient.verdict, ending->lenient, "%s: lenient %s", ending->name,
			as_verdict_name(lenient.verdict));
		cr_expect_eq(as_result_tolerated(&strict.tests[0]), 0u, "%s", ending->name);
		cr_expect_eq(as_result_tolerated(&lenient.tests[0]), ending->tolerated, "%s: %x",
			ending->name, as_result_tolerated(&lenient.tests[0]));
		cr_expect_not(strict.limits.lenient);
		cr_expect(lenient.limits.lenient);
		cr_expect_str_neq(strict.digests.limits, lenient.digests.limits);
	}
}

/* The validator sees the output, and decides. */
Test(lenient, a_validator_decides_over_the_output)
{
	static const char validator[] =
		"import sys\nsys.exit(42 if sys.stdin.read().strip() == '3' else 43)\n";
	AUTO_ENGINE setting = {.folder = package_folder_make(SHORT)};

	write_texts(&setting);
	package_folder_write(
		&setting.folder, "output_validator/v.py", validator, strlen(validator));
	engine_setting_open(&setting, 1);
	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
		AS_AUTO(as_result_clear) struct as_result lenient = {0};
		judge(&setting, &endings[i], true, &lenient);
		cr_expect_eq(lenient.verdict, endings[i].lenient, "%s: %s", endings[i].name,
			as_verdict_name(lenient.verdict));
		cr_expect_eq(as_result_tolerated(&lenient.tests[0]), endings[i].tolerated, "%s",
			endings[i].name);
	}
}

/* The submission fails after the validator has accepted, or because it has ended. */
Test(lenient, in_an_interaction_the_validator_decides)
{
	static const char validator[] = "import sys\nprint(3, flush=True)\n"
					"sys.exit(42 if sys.stdin.readline().strip() == '3' else "
					"43)\n";
	static const struct ending row[] = {
		{"enter.py", "print(input(), flush=True)\ninput()\n", AS_VERDICT_RTE, AS_VERDICT_AC,
			END},
		{"none.py", "input()\nimport sys\nsys.exit(1)\n", AS_VERDICT_RTE, AS_VERDICT_RTE,
			0},
		{"cls.py", "import os\nos.system('cls')\nprint(input(), flush=True)\n",
			AS_VERDICT_SV, AS_VERDICT_AC, SHELL},
	};
	AUTO_ENGINE setting = {.folder = package_folder_make(INTERACTIVE)};

	write_texts(&setting);
	package_folder_write(
		&setting.folder, "output_validator/v.py", validator, strlen(validator));
	engine_setting_open(&setting, 1);
	for (size_t i = 0; i < sizeof(row) / sizeof(*row); i++) {
		AS_AUTO(as_result_clear) struct as_result lenient = {0};
		judge(&setting, &row[i], true, &lenient);
		cr_expect_eq(lenient.verdict, row[i].lenient, "%s: %s", row[i].name,
			as_verdict_name(lenient.verdict));
		cr_expect_eq(as_result_tolerated(&lenient.tests[0]), row[i].tolerated, "%s",
			row[i].name);
	}
}
