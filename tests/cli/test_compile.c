/* SPDX-License-Identifier: MIT */
/* Compiling: the compiler's message, and sources that attack the compiler. */
#include "support/packages.h"
#include "support/verdicts.h"

TestSuite(compile, .init = enter_folder, .fini = leave_folder, .timeout = 600);

static json_t *judge_file(const char *file)
{
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", file);
	EXPECT_STATUS(outcome, 0);
	return document_of(&outcome);
}

/* ---- the message ---- */

Test(compile, the_compilers_message_is_in_the_document)
{
	static const struct {
		const char *file, *source, *said;
	} cases[] = {
		{"broken.c", "int main(void) { return 0 }\n",
			"broken.c:1:26: error: expected ‘;’ before ‘}’ token"},
		{"broken.py", "print((1)\n", "'(' was never closed"},
		{"Broken.java", "class Broken { int }\n",
			"Broken.java:1: error: <identifier> expected"},
	};
	put_sum_package(1);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		put(cases[i].file, cases[i].source);
		AS_AUTO_JSON json_t *document = judge_file(cases[i].file);
		EXPECT_FATE(document, "CE compiler");
		const char *output = text_below(document, "compile", "output");
		cr_expect_not_null(strstr(output, cases[i].said), "%s", output);
		cr_expect_null(strstr(output, "/program/"), "the sandbox's folder: %s", output);
	}
}

Test(compile, each_message_of_a_module_is_a_line)
{
	put_sum_package(1);
	put("both/main.py", "if 1:\nimport other\n");
	put("both/other.py", "if 1:\npass\n");
	AS_AUTO_JSON json_t *document = judge_file("both");
	EXPECT_FATE(document, "CE compiler");
	const char *output = text_below(document, "compile", "output");
	const char *first = strstr(output, "IndentationError"),
		   *feed = first ? strchr(first, '\n') : 0;
	cr_assert(feed, "%s", output);
	cr_expect(strstr(feed, "IndentationError"), "%s", output);
	cr_expect_eq(output[strlen(output) - 1], '\n', "%s", output);
}

/* Python reads a module when the program imports it. */
Test(compile, a_module_that_the_program_does_not_use_need_not_compile)
{
	put_sum_package(1);
	put("one/main.py", SUM_PY);
	put("one/old/draft.py", "print(1\n");
	AS_AUTO_JSON json_t *unused = judge_file("one");
	EXPECT_FATE(unused, "AC");
	const char *output = text_below(unused, "compile", "output");
	cr_expect(strstr(output, "warning: the program does not use this file:"), "%s", output);
	cr_expect(strstr(output, "old/draft.py"), "%s", output);
	static const char *const uses[] = {
		"import old.draft\n" SUM_PY,
		"from old import b\n" SUM_PY,
		"import importlib, os\n" SUM_PY,
		"__import__('dr' 'aft')\n" SUM_PY,
	};
	put("one/old/b.py", "def f():\n    from old import draft\n");
	for (size_t i = 0; i < sizeof(uses) / sizeof(*uses); i++) {
		put("one/main.py", uses[i]);
		AS_AUTO_JSON json_t *used = judge_file("one");
		EXPECT_FATE(used, "CE compiler");
	}
}

Test(compile, a_module_of_a_script_that_no_file_names_need_not_compile)
{
	static const struct {
		const char *main, *module, *program, *use;
	} cases[] = {
		{"js/main.js", "js/lib/draft.js",
			"const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ');\n"
			"console.log(+a + +b);\n",
			"if (0) require('./lib/draft');\n"},
		{"lua/main.lua", "lua/lib/draft.lua", "print(io.read('n', 'n'))\n",
			"if false then require('lib.draft') end\n"},
	};
	put_sum_package(1);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		AS_AUTO_FREE char *folder = as_text_format(NULL, "%s", cases[i].main);
		*strchr(folder, '/') = '\0';
		put(cases[i].main, cases[i].program);
		put(cases[i].module, "print((1\n");
		AS_AUTO_JSON json_t *unused = judge_file(folder);
		cr_expect_str_eq(text_below(unused, "compile", "verdict"), "AC", "%s", folder);
		const char *output = text_below(unused, "compile", "output");
		cr_expect(strstr(output, "warning: the program does not use lib/"), "%s", output);
		AS_AUTO_FREE char *using =
			as_text_format(NULL, "%s%s", cases[i].use, cases[i].program);
		put(cases[i].main, using);
		AS_AUTO_JSON json_t *used = judge_file(folder);
		EXPECT_FATE(used, "CE compiler");
	}
}

Test(compile, a_long_message_is_cut)
{
	AS_AUTO_FREE char *source = calloc(1, 10 << 10);
	for (size_t i = 0; i < 300; i++)
		memcpy(source + 10 * i, "x\x1b\xff y = ;\n", 10);
	put_sum_package(1);
	put("long.c", source);
	AS_AUTO_JSON json_t *document = judge_file("long.c");
	EXPECT_FATE(document, "CE compiler");
	const char *output = text_below(document, "compile", "output");
	cr_expect_leq(strlen(output), 4 * 16384);
	cr_expect_null(strchr(output, '\x1b'));
}

/* ---- attacks on the compiler ---- */

#define SMALL_COMPILER SUM_YAML "limits:\n  compilation_time: 2\n  compilation_memory: 256\n"

/* CE with one of the reasons, before the machine is affected. */
static void expect_bomb(const char *file, const char *source, const char *const *reasons)
{
	put_sum_tests(1);
	put("sum/problem.yaml", SMALL_COMPILER);
	put(file, source);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", file);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	const char *reason = text_below(document, "compile", "reason");
	/* On a busy machine the wall clock may be the first limit. */
	bool known = strcmp(reason, "wall-clock") == 0;
	for (; *reasons; reasons++)
		known |= strcmp(reason, *reasons) == 0;
	AS_AUTO_FREE char *text = json_dumps(document, JSON_COMPACT);
	cr_expect_str_eq(verdict_of(document), "CE", "%s", text);
	cr_expect(known, "%s", text);
	json_t *compile = json_object_get(document, "compile");
	cr_expect_leq(json_integer_value(json_object_get(compile, "cpu_time_ns")),
		INT64_C(2300000000), "%s", text);
	EXPECT_NOTHING_LEFT(outcome);
}
#define EXPECT_BOMB(file, source, ...)                                                             \
	expect_bomb(file, source, (const char *const[]){__VA_ARGS__, NULL})

Test(compile, an_endless_include_runs_into_a_limit)
{
	EXPECT_BOMB("zero.c", "#include \"/dev/zero\"\nint main(void){}\n", "memory", "cpu",
		"compiler");
}

Test(compile, an_include_of_random_bytes_runs_into_a_limit)
{
	EXPECT_BOMB("random.c", "#include \"/dev/random\"\nint main(void){}\n", "memory", "cpu",
		"output", "compiler");
}

/* CE because the file is not visible, and its content is not printed. */
static void expect_absent(const char *file, const char *source, const char *secret)
{
	put(file, source);
	AS_AUTO_JSON json_t *document = judge_file(file);
	EXPECT_FATE(document, "CE compiler");
	AS_AUTO_FREE char *text = json_dumps(document, JSON_COMPACT);
	const char *output = text_below(document, "compile", "output");
	cr_expect(strcasestr(output, "no such file") || strstr(output, "file not found"), "%s",
		output);
	cr_expect_null(strstr(text, secret), "%s", text);
}

Test(compile, a_file_of_the_host_cannot_be_included)
{
	put_sum_package(1);
	expect_absent("passwd.c", "#include \"/etc/passwd\"\nint main(void){}\n", "root:");
	expect_absent("passwd.cpp", "#include \"/etc/passwd\"\nint main(){}\n", "root:");
	expect_absent("incbin.c", "__asm__(\".incbin \\\"/etc/passwd\\\"\");\nint main(void){}\n",
		"root:");
	expect_absent("include.c", "__asm__(\".include \\\"/etc/passwd\\\"\");\nint main(void){}\n",
		"root:");
}

/* By its path on the host, which the author of the package may have revealed. */
Test(compile, an_answer_cannot_be_included)
{
	put_sum_package(1);
	put("sum/data/secret/01.ans", "271828\n");
	AS_AUTO_FREE char *included = as_text_format(NULL,
		"#include <stdio.h>\nint main(void){printf(\"%%d\\n\",\n#include "
		"\"%s/sum/data/secret/01.ans\"\n);}\n",
		here);
	AS_AUTO_FREE char *linked = as_text_format(NULL,
		"__asm__(\".incbin \\\"%s/sum/data/secret/01.ans\\\"\");\nint main(void){}\n",
		here);
	cr_assert(included && linked);
	expect_absent("answer.c", included, "271828");
	expect_absent("answer.cpp", linked, "271828");
}

Test(compile, endless_assembly_runs_into_a_limit)
{
	EXPECT_BOMB("incbin.c", "__asm__(\".incbin \\\"/dev/zero\\\"\");\nint main(void){}\n",
		"memory", "cpu", "output", "compiler");
	EXPECT_BOMB("space.c", "__asm__(\".space 1 << 40, 1\");\nint main(void){}\n", "memory",
		"cpu", "output", "compiler");
	EXPECT_BOMB("repeat.c",
		"__asm__(\".rept 2000000000\\n.quad 1\\n.endr\");\nint main(void){}\n", "memory",
		"cpu", "output", "compiler");
}

Test(compile, constant_evaluation_runs_into_a_limit)
{
	EXPECT_BOMB("constants.cpp",
		"constexpr unsigned f(unsigned n){return n<2?n:f(n-1)+f(n-2)+f(n-1)*0;}\n"
		"constexpr long g(){long s=0;for(long i=0;i<1L<<40;i++)s+=i;return s;}\n"
		"static_assert(g()+f(60)==0);\nint main(){}\n",
		"cpu", "memory", "compiler");
}

/* Ten times ten times ten: 10^9 words from ten lines. */
Test(compile, a_macro_bomb_runs_into_a_limit)
{
	char source[2048] = "#define A0 x,\n";
	for (int i = 1; i < 10; i++) {
		char *end = source + strlen(source);
		end += sprintf(end, "#define A%d", i);
		for (int times = 0; times < 10; times++)
			end += sprintf(end, " A%d", i - 1);
		strcpy(end, "\n");
	}
	strcat(source, "int x; int a[] = {A9};\nint main(void){return a[0];}\n");
	EXPECT_BOMB("macros.c", source, "cpu", "memory", "output", "compiler");
}

/* The parser recurses as deep as the source. */
Test(compile, a_deep_source_runs_into_a_limit)
{
	enum { DEPTH = 100000 };
	AS_AUTO_FREE char *source = calloc(1, 4 * DEPTH);
	cr_assert_not_null(source);
	strcpy(source, "x = ");
	memset(source + 4, '-', DEPTH);
	strcat(source, "1\n");
	EXPECT_BOMB("deep.py", source, "compiler", "memory", "cpu");
	strcpy(source, "int x = ");
	memset(source + 8, '(', DEPTH);
	strcpy(source + 8 + DEPTH, "1;\nint main(void){}\n");
	EXPECT_BOMB("deep.c", source, "compiler", "memory", "cpu", "output");
}

Test(compile, recursive_templates_run_into_a_limit)
{
	EXPECT_BOMB("templates.cpp",
		"template<int N,int M> struct F{static const long v=F<N-1,M>::v+F<N-1,M+1>::v;};\n"
		"template<int M> struct F<0,M>{static const long v=M;};\n"
		"int main(){return F<600,0>::v;}\n",
		"cpu", "memory", "compiler");
}

Test(compile, a_giant_array_runs_into_a_limit)
{
	EXPECT_BOMB("array.c", "int a[2000000000] = {1};\nint main(void){return a[5];}\n", "output",
		"memory", "cpu", "compiler");
}

Test(compile, a_file_that_includes_itself_runs_into_a_limit)
{
	EXPECT_BOMB("itself.c", "#include \"itself.c\"\n#include \"itself.c\"\n", "cpu", "memory",
		"output", "compiler");
}

Test(compile, an_endless_message_runs_into_a_limit)
{
	EXPECT_BOMB("message.cpp",
		"template<class T> struct A{typedef typename A<A<T>>::x x; typename T::y z;};\n"
		"#pragma GCC diagnostic warning \"-Wall\"\nA<int> a;\n",
		"cpu", "memory", "output", "compiler");
}
