/* SPDX-License-Identifier: MIT */
/* Programs of a package in the real sandbox: their sources, and how they start. */
#include "cache.h"
#include "judge/program_case.h"
#include "support/skip.h"
#include "workshop.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

static char folder[64];
static int folder_fd;
static struct as_languages *languages;
static struct as_workshop *workshop;
static struct as_text_map constants;

static void open_all(void)
{
	struct as_error error = {0};
	static char cache[96];
	strcpy(folder, "/tmp/assay-programs.XXXXXX");
	cr_assert(mkdtemp(folder));
	folder_fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	languages = as_languages_open(NULL, &error);
	cr_assert_eq(as_text_map_set(&constants, "n", "5", &error), 0);
	snprintf(cache, sizeof(cache), "%s/cache", folder);
	const struct as_workshop_config config = {.languages = languages, .cache_dir = cache};
	workshop = as_workshop_open(&config, &error);
	cr_assert(folder_fd >= 0 && languages && workshop, "%s", error.text);
}

static void close_all(void)
{
	as_workshop_close(workshop);
	as_languages_close(languages);
	as_text_map_clear(&constants);
	close(folder_fd);
	as_dir_remove(AT_FDCWD, folder, NULL);
}

TestSuite(programs, .init = open_all, .fini = close_all, .timeout = 600);

static void put_mode(const char *path, const char *data, mode_t mode)
{
	char parent[256];
	snprintf(parent, sizeof(parent), "%s", path);
	char *slash = strrchr(parent, '/');
	if (slash) {
		*slash = '\0';
		cr_assert_eq(as_dir_make(folder_fd, parent, 0755, NULL), 0);
	}
	cr_assert_eq(as_file_write(folder_fd, path, data, strlen(data), mode, NULL), 0, "%s", path);
}

static void put(const char *path, const char *data)
{
	put_mode(path, data, 0644);
}

/* The output of the program, with "[status]" if that is not 0; or "! " and the reason for which
 * there is no program. */
static const char *run(const char *path, const char *const *arguments)
{
	static char text[4096];
	struct as_error error = {0};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	AS_AUTO_BYTES struct as_bytes output = {0};
	struct as_program *program =
		as_workshop_compile(workshop, folder_fd, path, &constants, &error);
	if (!program && error.kind == AS_ERROR_MACHINE) {
		close_all();
		skip_unless(false, "cgroup", error.text);
	}
	if (!program) {
		snprintf(text, sizeof(text), "! %s", error.text);
		return text;
	}
	struct as_limits limits = as_limits_default;
	limits.cpu_time_ns = limits.wall_time_ns = INT64_C(60000000000);
	cr_assert_eq(
		program_run(program, arguments, &limits, -1, &result, &error), 0, "%s", error.text);
	cr_assert_eq(as_fd_read(result.stdout_fd, 1 << 20, &output, NULL), 0);
	snprintf(text, sizeof(text), "%s", output.data);
	if (result.hits || result.exit_code != 0)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "[%d %#x %s]",
			result.exit_code, result.hits, result.stderr_head.data);
	as_program_free(program);
	return text;
}

#define ARGUMENTS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* ---- build and run ---- */

Test(programs, a_run_script_is_the_program)
{
	put_mode("v/run",
		"#!/bin/sh\nread x < \"$(dirname \"$0\")/table\"\necho \"$x $1\"\nexit 42\n", 0755);
	put("v/table", "from the table\n");
	cr_expect_str_eq(run("v", ARGUMENTS("given")), "from the table given\n[42 0 ]");
}

Test(programs, a_build_script_makes_the_run_file)
{
	put_mode("v/build",
		"#!/bin/sh\nset -e\ncc -O1 -o check check.c\n"
		"cat > run <<'end'\n#!/bin/sh\nexec \"${0%/*}/check\" \"$@\"\nend\nchmod +x run\n",
		0755);
	put("v/check.c", "#include <stdio.h>\nint main(int c, char **v)"
			 "{printf(\"%d %s\\n\", c, v[1]);return 0;}\n");
	cr_expect_str_eq(run("v", ARGUMENTS("given")), "2 given\n");
	/* And from the cache. */
	cr_expect_str_eq(run("v", ARGUMENTS("again")), "2 again\n");
}

Test(programs, the_output_of_build_can_be_the_run_file_itself)
{
	put_mode("v/build", "#!/bin/bash\nc++ -o run a.cpp\n", 0755);
	put("v/a.cpp", "#include <iostream>\nint main(){std::cout << \"made\\n\";}\n");
	cr_expect_str_eq(run("v", NULL), "made\n");
}

Test(programs, a_script_can_be_in_python)
{
	put_mode("v/run", "#!/usr/bin/env python3\nprint({{n}} + 1)\n", 0755);
	cr_expect_str_eq(run("v", NULL), "6\n");
}

Test(programs, a_script_that_cannot_work_is_the_packages_fault)
{
	put_mode("fails/build", "#!/bin/sh\necho no such luck >&2\nexit 3\n", 0755);
	cr_expect_str_eq(run("fails", NULL), "! the program fails does not compile: no such luck");
	put_mode("makes-nothing/build", "#!/bin/sh\n", 0755);
	cr_expect_str_eq(run("makes-nothing", NULL),
		"! the program makes-nothing does not compile: there is no executable file run, "
		"nor does build make one");
	put("no-mode/run", "#!/bin/sh\n");
	cr_expect_str_eq(run("no-mode", NULL), "! the program no-mode has a script run that is not "
					       "executable; run `chmod +x no-mode/run`");
	put("no-build/build", "#!/bin/sh\n");
	put_mode("no-build/run", "#!/bin/sh\n", 0755);
	cr_expect_str_eq(run("no-build", NULL), "! the program no-build has a script build that is "
						"not executable; run `chmod +x no-build/build`");
	put_mode("windows/run", "#!/bin/sh\r\nexit 42\r\n", 0755);
	cr_expect_str_eq(run("windows", NULL),
		"! the program windows has a script run with Windows line "
		"endings (CR LF); save it with Unix line endings (LF)");
	put_mode("both/build", "#!/bin/sh\n", 0755);
	put_mode("both/run", "#!/bin/sh\r\nexit 42\r\n", 0755);
	cr_expect_not_null(strstr(run("both", NULL), "a script run with Windows line endings"));
}

/* A single file with this name is not a folder with a script. */
Test(programs, a_file_called_run_is_in_the_language_of_its_interpreter)
{
	put_mode("run", "no interpreter\n", 0755);
	cr_expect_str_eq(
		run("run", NULL), "! unknown language of the program run; see assay languages");
	put_mode("run", "#!/bin/sh\necho a\n", 0755);
	cr_expect_str_eq(run("run", NULL), "a\n");
}

Test(programs, a_build_script_sees_no_network_and_writes_only_its_box)
{
	put_mode("v/build",
		"#!/bin/sh\n"
		"{ touch /program/x || echo program; touch /usr/x || echo usr; ls /home /root "
		"/work; "
		"} 2>/dev/null > seen\n"
		"printf '#!/bin/sh\\ncat /program/seen\\n' > run\nchmod +x run\n",
		0755);
	cr_expect_str_eq(run("v", NULL), "program\nusr\n");
	put_mode("net/build",
		"#!/usr/bin/env python3\nimport socket\nsocket.socket(socket.AF_INET)\n", 0755);
	cr_expect_eq(strncmp(run("net", NULL), "! the program net does not compile", 34), 0);
}

/* ---- files and folders ---- */

Test(programs, a_folder_of_c_is_one_program)
{
	put("v/main.c", "#include \"lib.h\"\n#include <stdio.h>\n"
			"int main(void){printf(\"%d\\n\", twice({{n}}));}\n");
	put("v/lib.c", "#include \"lib.h\"\nint twice(int x){return 2*x;}\n");
	put("v/lib.h", "int twice(int x);\n");
	cr_expect_str_eq(run("v", NULL), "10\n");
}

Test(programs, a_folder_may_have_one_source_and_many_headers)
{
	put("v/check.cpp", "#include \"a.hpp\"\nint main(){say();}\n");
	put("v/a.hpp", "#pragma once\n#include \"b.h\"\n#include <cstdio>\n"
		       "inline void say(){std::puts(WORD);}\n");
	put("v/b.h", "#define WORD \"headers\"\n");
	cr_expect_str_eq(run("v", NULL), "headers\n");
}

Test(programs, a_python_package_starts_with_its_main)
{
	put("v/__init__.py", "");
	put("v/__main__.py", "from helper import word\nfrom sub.deep import more\n"
			     "print(word, more)\n");
	put("v/helper.py", "word = 'helped'\n");
	put("v/sub/__init__.py", "");
	put("v/sub/deep.py", "more = {{n.value}}\n");
	cr_expect_str_eq(run("v", NULL), "helped 5\n");
}

Test(programs, a_python_file_other_than_main_starts_if_it_is_the_only_one)
{
	put("v/helper.py", "word = 'helped'\n");
	put("v/Main.py", "import helper\nprint(helper.word)\n");
	cr_expect_str_eq(run("v", NULL), "helped\n");
}

Test(programs, java_classes_of_a_package_are_one_program)
{
	skip_unless(as_language_is_here(as_languages_find(languages, "java")), "java", "no javac");
	put("v/check/Main.java", "package check;\npublic class Main { public static void "
				 "main(String[] a) { System.out.println(util.Words.WORD); } }\n");
	put("v/util/Words.java",
		"package util;\npublic class Words { public static String WORD = \"said\"; }\n");
	cr_expect_str_eq(run("v", NULL), "said\n");
}

/* ---- the entry point ---- */

/* The output of a submission, or "CE REASON: ..." */
static const char *start(const char *path, const char *entry_point)
{
	static char text[4096];
	struct as_error error = {0};
	AS_AUTO(as_sources_clear) struct as_sources sources = {0};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	AS_AUTO_BYTES struct as_bytes output = {0};
	cr_assert_eq(as_sources_read(&sources, folder_fd, path, 1 << 20, NULL, &error), 0);
	const struct as_language *language;
	cr_assert_eq(as_languages_detect(languages, &sources, &language, &error), 0);
	const struct as_build_order order = {.sources = &sources,
		.language = language,
		.entry_point = entry_point,
		.time_ns = INT64_C(60000000000),
		.memory_bytes = 1 << 30};
	struct as_program *program = as_workshop_build(workshop, &order, &error);
	if (!program && error.kind == AS_ERROR_MACHINE) {
		close_all();
		skip_unless(false, "cgroup", error.text);
	}
	cr_assert_not_null(program, "%s", error.text);
	if (program->verdict != AS_VERDICT_AC) {
		snprintf(text, sizeof(text), "CE %s: %s", program->reason, program->output);
	} else {
		cr_assert_eq(program_run(program, NULL, &as_limits_default, -1, &result, &error), 0,
			"%s", error.text);
		cr_assert_eq(as_fd_read(result.stdout_fd, 1 << 20, &output, NULL), 0);
		snprintf(text, sizeof(text), "%s", output.data);
	}
	as_program_free(program);
	return text;
}

Test(programs, a_named_file_is_the_entry_point)
{
	put("s/a.py", "print('a')\n");
	put("s/b.py", "print('b')\n");
	put("s/__main__.py", "print('main')\n");
	cr_expect_str_eq(start("s", NULL), "main\n");
	cr_expect_str_eq(start("s", "a.py"), "a\n");
	cr_expect_str_eq(start("s", "b"), "b\n");
	cr_expect_str_eq(
		start("s", "c.py"), "CE entry-point: entry point not found: no file 'c.py'");
	cr_expect_str_eq(start("s", ""), "CE entry-point: entry point not found: no file ''");
	/* macOS sends a letter and a mark. */
	put("s/z\u00e4hler.py", "print('composed')\n");
	cr_expect_str_eq(start("s", "za\u0308hler.py"), "composed\n");
}

Test(programs, a_named_class_is_the_entry_point)
{
	skip_unless(as_language_is_here(as_languages_find(languages, "java")), "java", "no javac");
	put("s/A.java", "public class A { public static void main(String[] a) "
			"{ System.out.println(\"A\"); } }\n");
	put("s/B.java", "public class B { public static void main(String[] a) "
			"{ System.out.println(\"B\"); } }\n");
	cr_expect_str_eq(start("s", NULL),
		"CE entry-point: entry point not clear: A.java and B.java may each be the program; "
		"rename one to Main.java, or judge each by itself");
	cr_expect_str_eq(start("s", "A"), "A\n");
	cr_expect_str_eq(start("s", "B"), "B\n");
	cr_expect_str_eq(start("s", "B.java"), "B\n");
	cr_expect_str_eq(start("s", "-version"),
		"CE entry-point: entry point not found: no class '-version'");
	cr_expect_str_eq(
		start("s", ".java"), "CE entry-point: entry point not found: no class '.java'");
}

Test(programs, c_has_one_entry_point_and_ignores_a_named_one)
{
	put("a.c", "#include <stdio.h>\nint main(void){puts(\"c\");}\n");
	cr_expect_str_eq(start("a.c", "whatever"), "c\n");
}

static void expect_begin(const char *text, const char *begin)
{
	cr_expect_eq(strncmp(text, begin, strlen(begin)), 0, "%s", text);
}

/* The second time, too, when the compiler's message comes from the cache. */
Test(programs, two_programs_that_do_not_compile_together_are_named)
{
	put("s/one.c", "#include <stdio.h>\nint main(void)\n{\n\tputs(\"one\");\n}\n");
	put("s/other.c", "#include <stdio.h>\nint main(void)\n{\n\tputs(\"other\");\n}\n");
	for (unsigned i = 0; i < 2; i++)
		expect_begin(start("s", NULL),
			"CE entry-point: entry point not clear: one.c and other.c may each be the "
			"program, and together they do not compile; judge each by itself\n");
	/* One of them only tests the other. */
	put("t/one.c", "#include <stdio.h>\nint main(void)\n{\n\tputs(\"one\");\n}\n");
	put("t/test.c", "#ifdef TEST\nint main(void)\n{\n}\n#endif\n");
	cr_expect_str_eq(start("t", NULL), "one\n");
	/* The compiler reports a mistake in the only program. */
	put("u/one.c", "int main(void)\n{\n\treturn x;\n}\n");
	put("u/help.c", "int help(void)\n{\n\treturn 0;\n}\n");
	expect_begin(start("u", NULL), "CE compiler: one.c: ");
}

Test(programs, missing_tools_are_not_the_submissions_fault)
{
	char interpreter[] = "/usr/bin/python3", own[] = "/program/main";
	char *ours[] = {interpreter, own, NULL}, *theirs[] = {own, NULL};
	struct as_error why = {.kind = AS_ERROR_INPUT};
	as_program_blame(theirs, &why);
	cr_expect_eq(why.kind, AS_ERROR_INPUT);
	as_program_blame(ours, &why);
	cr_expect_eq(why.kind, AS_ERROR_MACHINE);
}

/* The command sets its umask; another caller of the library may not. */
Test(programs, a_umask_that_would_hide_them_in_the_sandbox_is_refused)
{
	static const mode_t masks[] = {077, 027, 072};
	const struct as_workshop_config config = {.languages = languages};

	for (size_t i = 0; i < sizeof(masks) / sizeof(*masks); i++) {
		struct as_error error = {0};
		umask(masks[i]);
		cr_expect_null(as_workshop_open(&config, &error));
		cr_expect_eq(error.kind, AS_ERROR_USAGE);
		cr_expect_str_eq(error.text, "the umask of this process hides files from programs "
					     "in the sandbox; set it to 022");
	}
}

/* Two threads that compile the same bytes make the same entry. */
Test(programs, drafts_of_the_same_entry_are_separate)
{
	struct as_cache_draft drafts[2];
	struct as_error error = {0};
	AS_AUTO_BYTES struct as_bytes kept = {0};

	for (size_t i = 0; i < 2; i++) {
		cr_assert_eq(as_cache_draft_begin(&drafts[i], workshop, workshop->cache_fd,
				     "compiled/same", &error),
			0, "%s", error.text);
		cr_assert_eq(as_file_write(drafts[i].fd, "who", i ? "1" : "0", 1, 0644, NULL), 0);
	}
	cr_expect_str_neq(drafts[0].path, drafts[1].path);
	cr_expect_eq(as_cache_draft_publish(&drafts[0]), 0);
	as_cache_draft_end(&drafts[0]);
	cr_expect_eq(as_file_read(workshop->cache_fd, "compiled/same/who", 9, &kept, NULL), 0);
	cr_expect_str_eq(kept.data, "0");
	cr_expect_eq(as_cache_draft_publish(&drafts[1]), 0);
	as_cache_draft_end(&drafts[1]);
	as_bytes_clear(&kept);
	cr_expect_eq(as_file_read(workshop->cache_fd, "compiled/same/who", 9, &kept, NULL), 0);
	cr_expect_str_eq(kept.data, "1");
}

/* ---- equal code ---- */

static void find_code(const char *source, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_error error = {0};

	put("code.py", source);
	struct as_program *program =
		as_workshop_compile(workshop, folder_fd, "code.py", &constants, &error);
	cr_assert(program, "%s", error.text);
	cr_assert_eq(as_program_code_digest(program, hex, &error), 0);
	as_program_free(program);
}

Test(programs, bytecode_is_equal_if_only_lines_differ)
{
	static const struct {
		const char *one, *other;
		bool is_equal;
	} rows[] = {{"print(1)\n", "# One.\n\nprint(1)\n", true},
		{"def f(a, b):\n    if 0: a = 1\n    return b\n",
			"def f(a, b):\n    if 0: a = 2\n    return b\n", true},
		{"print(1)\n", "print(True)\n", false}, {"print(0.0)\n", "print(-0.0)\n", false},
		{"for i in {8, 0}: print(i)\n", "for i in {0, 8}: print(i)\n", false},
		{"def f(a): pass\n", "def f(a, /): pass\n", false},
		{"def f(a, *, b=1): pass\n", "def f(a, b=1): pass\n", false},
		{"def f(): return lambda: 1\n", "def f(): return lambda: 2\n", false}};
	char one[AS_DIGEST_HEX_SIZE], other[AS_DIGEST_HEX_SIZE], again[AS_DIGEST_HEX_SIZE];

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		find_code(rows[i].one, one);
		find_code(rows[i].other, other);
		cr_expect_str_not_empty(one);
		cr_expect_eq(strcmp(one, other) == 0, rows[i].is_equal, "%zu", i);
		/* From the cache. */
		find_code(rows[i].one, again);
		cr_expect_str_eq(again, one);
	}
}
