/* SPDX-License-Identifier: MIT */
/* The files that are compiled for a submission: its own ones, the package's code, constants filled
 * in. */
#include <assay/program.h>

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

static char folder[64];
static int folder_fd;
static struct as_package package;
static struct as_intake_config config;

static void open_all(void)
{
	strcpy(folder, "/tmp/assay-intake.XXXXXX");
	cr_assert(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
	folder_fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cr_assert_eq(as_dir_make(folder_fd, "pack", 0755, NULL), 0);
	package = (struct as_package){.path = (char *)"pack", .limits.code_bytes = 1000};
	cr_assert_eq(as_text_map_set(&package.constants, "n", "5", NULL), 0);
	config = (struct as_intake_config){
		.package = &package, .languages = as_languages_open(NULL, NULL)};
	int fd = as_dir_open(folder_fd, "pack", NULL);
	cr_assert(folder_fd >= 0 && fd >= 0 && config.languages);
	cr_assert_eq(as_tree_init(&package.tree, fd, "pack", NULL), 0);
}

static void close_all(void)
{
	close(package.tree.fd);
	as_tree_clear(&package.tree);
	close(folder_fd);
	as_text_map_clear(&package.constants);
	as_languages_close((struct as_languages *)config.languages);
	cr_assert_eq(chdir("/"), 0);
	as_dir_remove(AT_FDCWD, folder, NULL);
}

TestSuite(intake, .init = open_all, .fini = close_all);

static void put(const char *path, const char *data)
{
	char parent[256];
	snprintf(parent, sizeof(parent), "%s", path);
	char *slash = strrchr(parent, '/');
	if (slash) {
		*slash = '\0';
		cr_assert_eq(as_dir_make(folder_fd, parent, 0755, NULL), 0);
	}
	cr_assert_eq(as_file_write(folder_fd, path, data, strlen(data), 0644, NULL), 0, "%s", path);
}

#define TEXT_SIZE 4096

/* "LANGUAGE:name=content|..." and "!NOTE" for each note, "REASON: text" for a refusal, or "KIND
 * text" for an error. */
static const char *take_now(const struct as_submission *submission, char text[TEXT_SIZE])
{
	AS_AUTO(as_intake_clear) struct as_intake intake = {0};
	struct as_error error = {0};
	text[0] = '\0';
	if (as_intake_read(&intake, &config, submission, &error)) {
		snprintf(text, TEXT_SIZE, "%d %s", (int)error.kind, error.text);
		return text;
	}
	if (intake.sources.reason) {
		snprintf(text, TEXT_SIZE, "%s: %s", intake.sources.reason, intake.sources.text);
		return text;
	}
	snprintf(text, TEXT_SIZE, "%s:", intake.language->id);
	for (size_t i = 0; i < intake.sources.count; i++)
		snprintf(text + strlen(text), TEXT_SIZE - strlen(text), "%s=%s|",
			intake.sources.files[i].name, intake.sources.files[i].data.data);
	for (char **note = intake.sources.notes; note && *note; note++)
		snprintf(text + strlen(text), TEXT_SIZE - strlen(text), "!%s", *note);
	return text;
}

/* Without the path at the end, because several persons may submit the same files. */
static const char *without_path(const char *taken)
{
	static char text[TEXT_SIZE];
	const size_t length = strlen(taken);

	strcpy(text, taken);
	if (length > 2 && strcmp(taken + length - 2, "/*") == 0)
		*strrchr(text, ':') = '\0';
	return text;
}

/* Expects the same for files that were read from the path before, and stored as bytes. */
static void expect_same_later(const struct as_submission *submission, const char *now)
{
	AS_AUTO(as_submitted_clear) struct as_submitted taken = {0};
	AS_AUTO(as_submitted_clear) struct as_submitted kept = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0}, again = {0};
	struct as_submission later = *submission;
	struct as_error error = {0};
	char text[TEXT_SIZE];

	if (as_submitted_take(&taken, &package, submission->path, NULL, &error)) {
		snprintf(text, sizeof(text), "%d %s", (int)error.kind, error.text);
		cr_expect_str_eq(text, now);
		return;
	}
	cr_assert_eq(as_submitted_write(&taken, &bytes, NULL), 0);
	cr_assert_eq(as_submitted_read(bytes.data, bytes.size, &kept, NULL), 1);
	cr_assert_eq(as_submitted_write(&kept, &again, NULL), 0);
	cr_expect(bytes.size == again.size && memcmp(bytes.data, again.data, bytes.size) == 0);
	later.submitted = &kept;
	cr_expect_str_eq(take_now(&later, text), without_path(now));
}

static const char *take(const struct as_submission *submission)
{
	static char text[TEXT_SIZE];

	take_now(submission, text);
	if (!submission->files)
		expect_same_later(submission, text);
	return text;
}

#define EXPECT_TAKEN(file, expected)                                                               \
	cr_expect_str_eq(take(&(struct as_submission){.path = file}), expected)

/* ---- constants ---- */

Test(intake, constants_are_filled_into_the_packages_own_submissions)
{
	put("pack/submissions/accepted/a.c", "{{n}}");
	put("mine.c", "{{n}}");
	EXPECT_TAKEN("pack/submissions/accepted/a.c", "c:a.c=5|");
	EXPECT_TAKEN("./pack/../pack/submissions//accepted/a.c", "c:a.c=5|");
	/* `int a[1][1] = {{n}};` is valid C, and sources of strangers are not changed. */
	EXPECT_TAKEN("mine.c", "c:mine.c={{n}}|");
	put("pack/elsewhere/a.c", "{{n}}");
	EXPECT_TAKEN("pack/elsewhere/a.c", "c:a.c={{n}}|");
	put("pack/submissions/folder/x/a.c", "{{n}}");
	put("pack/submissions/folder/x/a.h", "{{n.value}}");
	EXPECT_TAKEN("pack/submissions/folder/x/", "c:a.c=5|a.h=5|");
}

Test(intake, only_the_packages_own_submissions_may_be_links)
{
	put("pack/submissions/accepted/a.c", "x");
	cr_assert_eq(as_dir_make(package.tree.fd, "submissions/wrong_answer", 0755, NULL), 0);
	cr_assert_eq(
		symlinkat("../accepted/a.c", package.tree.fd, "submissions/wrong_answer/b.c"), 0);
	EXPECT_TAKEN("pack/submissions/wrong_answer/b.c", "c:b.c=x|");
	cr_assert_eq(symlinkat("pack/submissions/accepted/a.c", folder_fd, "mine.c"), 0);
	EXPECT_TAKEN("mine.c",
		"not-regular: the source is a symbolic link, which is not followed; name the "
		"file itself");
	put("secret.c", "x");
	cr_assert_eq(
		symlinkat("../../../secret.c", package.tree.fd, "submissions/accepted/out.c"), 0);
	cr_expect_not_null(
		strstr(take(&(struct as_submission){.path = "pack/submissions/accepted/out.c"}),
			"is a link out of the package"));
}

/* ---- include ---- */

Test(intake, include_code_is_added_to_every_submission_of_its_language)
{
	put("pack/include/c/grader.c", "{{n}}");
	put("pack/include/c/grader.h", "h");
	put("pack/include/default/data.txt", "d{{n}}");
	put("a.c", "mine");
	EXPECT_TAKEN("a.c", "c:a.c=mine|data.txt=d5|grader.c=5|grader.h=h|");
	put("a.py", "mine");
	EXPECT_TAKEN("a.py", "python3:a.py=mine|data.txt=d5|");
}

Test(intake, include_code_takes_the_place_of_the_submissions)
{
	put("pack/include/default/lib.py", "default");
	put("pack/include/python3/grader.py", "grader");
	put("s/grader.py", "mine");
	put("s/main.py", "main");
	put("s/lib.py", "mine");
	EXPECT_TAKEN("s", "python3:grader.py=grader|lib.py=default|main.py=main|");
	put("pack/include/python3/lib.py", "python");
	EXPECT_TAKEN("s", "python3:grader.py=grader|lib.py=python|main.py=main|");
}

Test(intake, files_for_python_apply_to_pypy)
{
	put("pack/include/python3/grader.py", "grader");
	put("a.py", "#!/usr/bin/env pypy3\n");
	EXPECT_TAKEN("a.py", "pypy3:a.py=#!/usr/bin/env pypy3\n|grader.py=grader|");
	put("pack/include/pypy3/grader.py", "faster");
	EXPECT_TAKEN("a.py", "pypy3:a.py=#!/usr/bin/env pypy3\n|grader.py=faster|");
}

Test(intake, include_code_does_not_count_against_the_limit_of_code)
{
	char text[1001], more[902];
	memset(text, 'x', 1000);
	text[1000] = '\0';
	memset(more, 'y', 901);
	more[901] = '\0';
	put("a.c", text);
	put("pack/include/c/b.c", more);
	cr_expect_eq(strncmp(take(&(struct as_submission){.path = "a.c"}), "c:a.c=xxx", 9), 0);
	put("s/a.c", text);
	put("s/b.c", "z");
	EXPECT_TAKEN("s", "too-large: the source is larger than the package allows");
}

/* javac requires a public class in the file with its name, also beside a grader. */
Test(intake, a_single_java_file_is_named_before_code_is_added)
{
	put("pack/include/java/Grader.java", "class Grader {}");
	put("mine.java", "public class Main {}");
	EXPECT_TAKEN(
		"mine.java", "java:Grader.java=class Grader {}|Main.java=public class Main {}|");
}

Test(intake, a_broken_include_folder_is_the_packages_fault)
{
	put("a.c", "x");
	put("pack/include/c/b.c", "x");
	cr_assert_eq(mkfifoat(folder_fd, "pack/include/c/pipe", 0644), 0);
	EXPECT_TAKEN("a.c", "3 pack/include/c cannot be included: the source must be a regular "
			    "file or a folder");
}

/* ---- files that nobody wrote for the task ---- */

#define PYCHARM                                                                                    \
	"def print_hi(name):\n    print(f'Hi, {name}')\nif __name__ == '__main__':\n"              \
	"    print_hi('PyCharm')\n"
#define INTELLIJ                                                                                   \
	"public class Main {\npublic static void main(String[] args) {\n"                          \
	"System.out.println(\"Hello world!\");\n}\n}\n"

Test(intake, an_unchanged_sample_is_left_out_and_named)
{
	put("s/main.py", PYCHARM);
	put("s/aufgabe.py", "print(3)");
	EXPECT_TAKEN("s",
		"python3:aufgabe.py=print(3)|!main.py is the unchanged sample of PyCharm, "
		"and is left out");
	put("j/Main.java", INTELLIJ);
	put("j/Summe.java", "class Summe {}");
	EXPECT_TAKEN("j", "java:Summe.java=class Summe {}|!Main.java is the unchanged sample of "
			  "IntelliJ IDEA, and is left out");
	/* As a contest gets them. */
	const struct as_memory_file files[] = {
		{"main.py", PYCHARM, strlen(PYCHARM)}, {"aufgabe.py", "print(3)", 8}};
	const struct as_submission memory = {.path = "team 3", .files = files, .file_count = 2};
	cr_expect_str_eq(take(&memory), "python3:aufgabe.py=print(3)|!main.py is the unchanged "
					"sample of PyCharm, and is left out");
	/* The only program is judged, and so is a changed sample. */
	put("only/main.py", PYCHARM);
	put("only/notes.txt", "x");
	EXPECT_TAKEN("only", "python3:main.py=" PYCHARM "|");
	put("s/main.py", PYCHARM "print(3)\n");
	EXPECT_TAKEN("s", "python3:aufgabe.py=print(3)|main.py=" PYCHARM "print(3)\n|");
	/* Authors of a package know their files. */
	put("pack/submissions/accepted/s/main.py", PYCHARM);
	put("pack/submissions/accepted/s/aufgabe.py", "x");
	EXPECT_TAKEN("pack/submissions/accepted/s", "python3:aufgabe.py=x|main.py=" PYCHARM "|");
}

Test(intake, folders_of_a_build_tool_are_left_out_and_named)
{
	put("cs/Program.cs", "class P {}");
	put("cs/P.csproj", "<Project/>");
	put("cs/obj/Debug/net6.0/P.GlobalUsings.g.cs", "global using global::System;");
	put("cs/obj/Debug/net6.0/P.AssemblyInfo.cs", "using System;");
	EXPECT_TAKEN("cs", "csharp:Program.cs=class P {}|!obj was made by a build tool, and is "
			   "left out");
	/* As a contest gets them; the student's own folder has no such file beside it. */
	const struct as_memory_file files[] = {{"m/pom.xml", "x", 1}, {"m/src/A.java", "x", 1},
		{"m/target/generated-sources/B.java", "x", 1}, {"target/C.java", "x", 1}};
	const struct as_submission memory = {.path = "team 3", .files = files, .file_count = 4};
	cr_expect_str_eq(take(&memory), "java:m/src/A.java=x|target/C.java=x|!m/target was made by "
					"a build tool, and is left out");
	/* The only program is judged. */
	const struct as_memory_file only[] = {{"Cargo.toml", "x", 1}, {"target/a.rs", "x", 1}};
	const struct as_submission single = {.path = "team 3", .files = only, .file_count = 2};
	cr_expect_str_eq(take(&single), "rust:Cargo.toml=x|target/a.rs=x|");
}

Test(intake, tests_of_a_build_system_are_left_out_and_named)
{
	put("m/src/main/java/Sum.java", "class Sum {}");
	put("m/src/test/java/SumTest.java", "class SumTest {}");
	EXPECT_TAKEN("m", "java:src/main/java/Sum.java=class Sum {}|!src/test/java/SumTest.java is "
			  "a test of the project, and is left out");
	put("u/Sum.java", "class Sum {}");
	put("u/SumTest.java", "import org.junit.Test;");
	EXPECT_TAKEN("u", "java:Sum.java=class Sum {}|!SumTest.java is a test of the project, and "
			  "is left out");
	/* A class of the task may have such a name. */
	put("u/SumTest.java", "class SumTest {}");
	EXPECT_TAKEN("u", "java:Sum.java=class Sum {}|SumTest.java=class SumTest {}|");
}

/* ---- its language ---- */

Test(intake, a_requested_language_takes_precedence)
{
	put("s/a.c", "x");
	put("s/b.py", "x");
	put("s/c.py", "x");
	EXPECT_TAKEN("s", "python3:b.py=x|c.py=x|!files in 2 languages are taken as one submission "
			  "in Python 3; to judge them one by one, name each: s/*");
	cr_expect_str_eq(take(&(struct as_submission){.path = "s", .language = "c"}), "c:a.c=x|");
	cr_expect_str_eq(take(&(struct as_submission){.path = "s", .language = "klingon"}),
		"language: unknown language 'klingon'; see assay languages");
	cr_expect_str_eq(take(&(struct as_submission){.path = "s", .language = "script"}),
		"language: unknown language 'script'; see assay languages");
}

Test(intake, a_folder_of_several_languages_is_noted)
{
	const struct as_memory_file files[] = {
		{"a.java", "x", 1}, {"b.java", "x", 1}, {"c.go", "x", 1}, {"d.rs", "x", 1}};
	const struct as_submission memory = {.path = "team 3", .files = files, .file_count = 4};
	for (size_t i = 0; i < 4; i++) {
		AS_AUTO_FREE char *path = as_text_format(NULL, "class/%s", files[i].name);
		put(path, "x");
	}
	EXPECT_TAKEN("class//",
		"java:a.java=x|b.java=x|!files in 3 languages are taken as one submission in Java; "
		"to judge them one by one, name each: class/*");
	cr_expect_str_eq(take(&memory),
		"java:a.java=x|b.java=x|!files in 3 languages are taken as one submission in Java; "
		"to judge them one by one, name each");
	put("class/e.go", "x");
	EXPECT_TAKEN("class",
		"language: language not clear: as many files in Java as in Go; use --language, or "
		"judge each file by itself: class/*");
	put("pack/submissions/accepted/a/a.java", "x");
	put("pack/submissions/accepted/a/a.go", "x");
	EXPECT_TAKEN("pack/submissions/accepted/a",
		"java:a.java=x|!files in 2 languages are taken as one submission in Java; to judge "
		"them one by one, name each: pack/submissions/accepted/a/*");
}

Test(intake, c_and_cpp_count_once)
{
	put("s/a.c", "x");
	put("s/b.cpp", "x");
	put("s/c.py", "x");
	put("s/d.py", "x");
	put("s/e.py", "#!/usr/bin/pypy3");
	EXPECT_TAKEN("s", "pypy3:c.py=x|d.py=x|e.py=#!/usr/bin/pypy3|!files in 2 languages are "
			  "taken as one submission in PyPy 3; to judge them one by one, name each: "
			  "s/*");
	put("s/f.c", "x");
	EXPECT_TAKEN("s", "language: language not clear: as many files in PyPy 3 as in C++; use "
			  "--language, or judge each file by itself: s/*");
}

/* The rules of the entry look at it. */
Test(intake, code_of_the_package_is_marked_beside_files_on_a_disk_and_in_memory)
{
	const struct as_memory_file files[] = {{"tle.py", "x", 1}, {"other.py", "x", 1}};
	const struct as_submission submissions[] = {
		{.path = "s"}, {.path = "team 3", .files = files, .file_count = 2}};
	put("pack/include/python3/helper.py", "x");
	put("pack/include/default/other.py", "of the package");
	put("s/tle.py", "x");
	put("s/other.py", "x");
	for (size_t i = 0; i < 2; i++) {
		AS_AUTO(as_intake_clear) struct as_intake intake = {0};
		cr_assert_eq(as_intake_read(&intake, &config, &submissions[i], NULL), 0);
		cr_assert_eq(intake.sources.count, 3);
		for (size_t f = 0; f < 3; f++)
			cr_expect_eq(intake.sources.files[f].is_added,
				strcmp(intake.sources.files[f].name, "tle.py") != 0, "%s",
				intake.sources.files[f].name);
	}
}

Test(intake, c_beside_cpp_and_headers_are_one_language)
{
	put("s/a.c", "x");
	put("s/b.cpp", "x");
	put("s/c.h", "x");
	put("s/notes.txt", "x");
	EXPECT_TAKEN("s", "cpp:a.c=x|b.cpp=x|c.h=x|");
}

Test(intake, a_left_out_file_that_a_source_mentions_is_named)
{
	put("s/main.cpp", "#include \"d.def\"\n#include \"t.tpp\"\n");
	put("s/t.tpp", "x");
	put("s/d.def", "x");
	put("s/README.md", "x");
	EXPECT_TAKEN("s", "cpp:main.cpp=#include \"d.def\"\n#include \"t.tpp\"\n|t.tpp=x|!left out "
			  "because of the ending: d.def; only files with the endings of C++ are "
			  "kept");
	put("p/main.py", "open('data/d.txt'); open(\"x\"); a.csv; 'b.csv.old'");
	put("p/data/d.txt", "x");
	put("p/x", "x");
	put("p/a.csv", "x");
	put("p/b.csv", "x");
	EXPECT_TAKEN("p",
		"python3:main.py=open('data/d.txt'); open(\"x\"); a.csv; 'b.csv.old'|!left "
		"out because of the ending: data/d.txt, x; only files with the endings "
		"of Python 3 are kept");
}

Test(intake, python_2_is_refused)
{
	put("a.py", "#!/usr/bin/env python2\nprint 1\n");
	EXPECT_TAKEN("a.py", "language: the source is written in Python 2, which ended in 2020");
	put("a.py2", "print 1\n");
	EXPECT_TAKEN("a.py2", "language: the source is written in Python 2, which ended in 2020");
}

/* ---- what is kept ---- */

/* Reads stored files with these names; NULL ends the list. */
static int read_kept(const char *const *names, bool single)
{
	AS_AUTO(as_submitted_clear) struct as_submitted kept = {0};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_source files[3];
	struct as_submitted taken = {.sources = {.files = files, .single = single}};

	for (size_t *i = &taken.sources.count; names[*i]; ++*i)
		files[*i] = (struct as_source){
			.name = (char *)names[*i], .data = {.data = (char *)"x", .size = 1}};
	cr_assert_eq(as_submitted_write(&taken, &bytes, NULL), 0);
	return as_submitted_read(bytes.data, bytes.size, &kept, NULL);
}

Test(intake, stored_files_with_impossible_names_are_damage)
{
	static const char *const hostile[][4] = {{"../a.c"}, {"/a.c"}, {"a/../b.c"}, {"a//b.c"},
		{""}, {"a/"}, {"."}, {"a b.c"}, {"-o"}, {"a.c", "a.c"}, {"a", "a/b.c"},
		{"a/b.c", "c.c", "a"}, {"1/2/3/4/5/6/7/8/9.c"}};
	static const char *const plain[] = {"1/2/3/4/5/6/7/8.c", "a-b.c", "a.c", NULL};

	for (size_t i = 0; i < sizeof(hostile) / sizeof(*hostile); i++)
		cr_expect_eq(read_kept(hostile[i], false), -1, "%s", hostile[i][0]);
	cr_expect_eq(read_kept(plain, false), 1);
	cr_expect_eq(read_kept(plain, true), -1, "one file has one name");
	cr_expect_eq(read_kept(plain + 2, true), 1);
}

Test(intake, a_submission_too_large_to_be_kept_is_refused)
{
	const struct as_submitted large = {.sources = {.size_bytes = UINT64_C(300) << 20}};
	const struct as_submitted unknown = {.sources = {.reason = "language", .text = "x"}};
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_error error = {0};

	cr_expect_eq(as_submitted_write(&large, &bytes, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INPUT);
	cr_expect_not_null(strstr(error.text, "more than 240 MiB"), "%s", error.text);
	cr_expect_eq(as_submitted_write(&unknown, &bytes, &error), -1);
}
