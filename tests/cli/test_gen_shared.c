/* SPDX-License-Identifier: MIT */
/* Generators in a folder beside the package: which files may be read there, and how such a package
 * is exported. */
#include "support/packages.h"

TestSuite(gen_shared, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* Prints the larger of two coins. */
#define MAIN_C                                                                                     \
	"int main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"                           \
	"\tint64_t n = gen_option_int(\"n\", MORE, 100);\n"                                        \
	"\tgen_text(\"2\\n1 \");\n\tgen_write_int(n);\n\tgen_newline();\n\treturn gen_end();\n}\n"
#define OWN_C "#include <assay/gen.h>\n" MAIN_C
#define ROW_C "#include <assay/gen.h>\n#include \"more.h\"\n" MAIN_C
#define PROGRAMS "generators:\n  row: [../../shared/row.c, ../../shared/more.h]\n"
#define RECIPE(programs, command)                                                                  \
	"# Why this is so.\nsolution: assay solve optimal\n" programs                              \
	"data:\n  secret:\n    data:\n      # Why the test is there.\n      \"1\": " command "\n"
#define AT_PROGRAM "assay: family/small/generators/generators.yaml:9:"

static void put_family(const char *recipe)
{
	put("family/small/problem.yaml", SUM_YAML);
	put("family/small/generators/generators.yaml", recipe);
	put("family/shared/row.c", ROW_C);
	put("family/shared/more.h", "#define MORE 2\n");
}

static void expect_done(struct outcome outcome)
{
	EXPECT_STATUS(outcome, 0);
	EXPECT_NOTHING_LEFT(outcome);
	outcome_clear(&outcome);
}

static void expect_content(const char *path, const char *content)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	cr_assert_eq(as_file_read(here_fd, path, 1 << 20, &bytes, NULL), 0, "%s is missing", path);
	cr_expect_str_eq(bytes.data, content, "%s holds: %s", path, bytes.data);
}

static void unpack(const char *archive, const char *folder)
{
	static const char script[] =
		"import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])";
	AUTO_OUTCOME outcome = command_run(
		(const char *const[]){"/usr/bin/python3", "-c", script, archive, folder, NULL});
	EXPECT_STATUS(outcome, 0);
}

Test(gen_shared, a_program_of_a_sibling_folder_makes_tests)
{
	put_family(RECIPE(PROGRAMS, "row --n 5"));
	expect_done(ASSAY("gen", "family/small"));
	expect_content("family/small/data/secret/1.in", "2\n1 5\n");
	expect_content("family/small/data/secret/1.ans", "5\n");
	cr_assert_eq(chdir("family/small"), 0);
	expect_done(ASSAY("gen", "--check", "."));
	cr_assert_eq(symlink("family/small", "../../link"), 0);
	expect_done(ASSAY("gen", "--check", "../../link"));
}

static void expect_refused(const char *file, const char *text)
{
	AS_AUTO_FREE char *recipe =
		as_text_format(NULL, RECIPE("generators:\n  row: [%s]\n", "row --n 5"), file);
	put_family(recipe);
	AUTO_OUTCOME outcome = ASSAY("gen", "family/small");
	EXPECT_COMPLAINT(outcome, 3, text);
	cr_expect_eq(strncmp(outcome.err.data, AT_PROGRAM, strlen(AT_PROGRAM)), 0, "%s",
		outcome.err.data);
	cr_expect_eq(faccessat(here_fd, "family/small/data", F_OK, 0), -1);
}

Test(gen_shared, nothing_else_beside_the_package_is_read)
{
	static const struct {
		const char *file, *text;
	} rows[] = {
		{"../../../row.c",
			"'../../../row.c' is outside the folder that contains the package"},
		{"/../shared/row.c", "'/../shared/row.c' is outside the folder"},
		{"../../row.c", "'../../row.c' is not in a folder next to the package"},
		{"../../.hidden/row.c", "invalid path '../../.hidden/row.c' of a program's file"},
		{"../../shared/../row.c",
			"invalid path '../../shared/../row.c' of a program's file"},
		{"../../shared/absent.c", "the file '../../shared/absent.c' does not exist"},
		{"../../shared/link.c", "the file '../../shared/link.c' cannot be opened: it is a "
					"symbolic link, or is reached through one"},
		{"../../linked/row.c", "the file '../../linked/row.c' cannot be opened: it is a "
				       "symbolic link, or is reached through one"},
		{"../../shared/folder.c", "the file '../../shared/folder.c' is a folder, not a "
					  "regular file"},
		{"../../shared/fifo.c", "the file '../../shared/fifo.c' is a FIFO, not a regular "
					"file"},
		{"../../shared/row.c, ../row.c",
			"'../row.c' has the same name as another file of the program; rename one"},
	};
	put("outside/row.c", ROW_C);
	put("family/row.c", ROW_C);
	put("family/.hidden/row.c", ROW_C);
	put("family/small/row.c", ROW_C);
	put("family/shared/folder.c/row.c", ROW_C);
	cr_assert_eq(symlink("row.c", "family/shared/link.c"), 0);
	cr_assert_eq(symlink("../outside", "family/linked"), 0);
	cr_assert_eq(mkfifo("family/shared/fifo.c", 0600), 0);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		expect_refused(rows[i].file, rows[i].text);
}

/* ---- export ---- */

#define RIGHT_PY "input()\nprint(max(map(int, input().split())))\n"
#define VALIDATOR_C                                                                                \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tgen_read_int(2, 2, \"n\");\n\tgen_read_newline();\n\tgen_read_int(1, 100, \"a\");\n"    \
	"\tgen_read_space();\n\tgen_read_int(1, 100, \"b\");\n\tgen_read_newline();\n"             \
	"\treturn gen_read_end();\n}\n"

/* A package without any findings of `verify`. */
static void put_whole_family(const char *recipe)
{
	put_family(recipe);
	put("family/small/problem.yaml",
		SUM_YAML "credits: Ada Lovelace\nsource: A book\nlicense: cc by-sa\n"
			 "limits:\n  time_limit: 10\n");
	put("family/small/statement/problem.en.md", "Two coins: which is worth more?\n");
	put("family/small/data/sample/1.in", "2\n1 2\n");
	put("family/small/data/sample/1.ans", "2\n");
	put("family/small/input_validators/coins.c", VALIDATOR_C);
	put("family/small/submissions/accepted/right.py", RIGHT_PY);
	put("family/small/submissions/wrong_answer/first.py",
		"input()\nprint(input().split()[0])\n");
	expect_done(ASSAY("gen", "family/small"));
}

#define SAMPLE "data:\n  sample:\n    data:\n      \"1\": {in: \"2\\n1 2\\n\"}\n  secret:"
#define WHOLE(programs, command)                                                                   \
	"# Why this is so.\nsolution: assay solve optimal # as it is\n" programs                   \
	"# The tests.\n" SAMPLE                                                                    \
	"\n    data:\n      # Why the test is there.\n      \"1\": " command "\n"
#define EXPORTED(programs, command)                                                                \
	"# Why this is so.\nsolution: /submissions/accepted/right.py # as it is\n" programs        \
	"# The tests.\n" SAMPLE                                                                    \
	"\n    data:\n      # Why the test is there.\n      \"1\": " command "\n"

static void expect_exported(const char *recipe)
{
	expect_done(ASSAY("export", "family/small", "-o", "small.zip"));
	AUTO_OUTCOME verified = ASSAY("verify", "small.zip");
	EXPECT_STATUS(verified, 0);
	cr_expect_not_null(strstr(verified.out.data, "verified, 0 errors, 0 warnings"), "%s",
		verified.out.data);
	unpack("small.zip", "far/away/small");
	expect_content("far/away/small/generators/generators.yaml", recipe);
	expect_done(ASSAY("gen", "--check", "far/away/small"));
}

Test(gen_shared, an_exported_package_has_its_programs_and_verifies_clean_from_the_archive)
{
	put_whole_family(WHOLE(PROGRAMS, "row --n 5"));
	expect_exported(EXPORTED("generators:\n  row: [row.c, more.h, gen.h]\n", "row --n 5"));
}

/* Main.py comes before it by name. */
Test(gen_shared, the_model_solution_makes_the_answers_of_an_exported_package)
{
	put("family/small/submissions/accepted/Main.py", RIGHT_PY);
	put("family/small/submissions/submissions.yaml",
		"accepted/right.py: {model_solution: true}\n");
	put_whole_family(WHOLE(PROGRAMS, "row --n 5"));
	expect_exported(EXPORTED("generators:\n  row: [row.c, more.h, gen.h]\n", "row --n 5"));
}

#define TESTS                                                                                      \
	SAMPLE "\n    data: {\"1\": own --n 5, \"2\": own.c --n 6, \"3\": folder --n 7, "          \
	       "\"4\": one --n 8, \"5\": two --n 9}\n"

/* Named with its ending and without it, in a folder, and with a file of another program. */
Test(gen_shared, a_program_named_by_its_file_is_listed_with_its_header_in_an_export)
{
	put("family/small/generators/own.c", "#define MORE 2\n" OWN_C);
	put("family/small/generators/folder/main.c", "#define MORE 2\n" OWN_C);
	put("family/small/generators/lib.h", "#include <assay/gen.h>\n#define MORE 2\n");
	put("family/small/generators/one.c", "#include \"lib.h\"\n" MAIN_C);
	put("family/small/generators/two.c", "#include \"lib.h\"\n" MAIN_C);
	put_whole_family("solution: assay solve optimal\ngenerators:\n"
			 "  one: [one.c, lib.h]\n\n  two:\n  - two.c\n  - lib.h\n" TESTS);
	expect_exported("solution: /submissions/accepted/right.py\ngenerators:\n"
			"  one: [one.c, lib.h, gen.h]\n  two: [two.c, lib.h, gen.h]\n"
			"  own: [own.c, gen.h]\n  own.c: [own.c, gen.h]\n" TESTS);
}

Test(gen_shared, an_empty_list_of_generators_is_filled_in_an_export)
{
	static const char tests[] = SAMPLE "\n    data: {\"1\": own --n 5}\n";
	put("family/small/generators/own.c", "#define MORE 2\n" OWN_C);
	AS_AUTO_FREE char *recipe =
		as_text_format(NULL, "solution: assay solve optimal\ngenerators:\n%s", tests);
	put_whole_family(recipe);
	AS_AUTO_FREE char *exported = as_text_format(NULL,
		"solution: /submissions/accepted/right.py\ngenerators:\n  own: [own.c, gen.h]\n%s",
		tests);
	expect_exported(exported);
}

/* A contest's header, by links from a validator and a generator. */
Test(gen_shared, links_to_a_file_of_the_contest_are_followed_and_exported_as_files)
{
	put("family/problems.yaml", "- small\n");
	put("family/small/generators/linked/main.c", "#include \"more.h\"\n" OWN_C);
	put("family/small/input_validators/more/main.c",
		"#include \"more.h\"\n#if MORE != 2\n#error\n#endif\n" VALIDATOR_C);
	cr_assert_eq(symlink("../../../shared/more.h", "family/small/generators/linked/more.h"), 0);
	cr_assert_eq(
		symlink("../../../shared/more.h", "family/small/input_validators/more/more.h"), 0);
	put_whole_family(WHOLE("", "linked --n 5"));
	AUTO_OUTCOME verified = ASSAY("verify", "family/small");
	EXPECT_STATUS(verified, 0);
	cr_expect_not_null(
		strstr(verified.out.data, "input_validators/more/more.h: is a link to "
					  "shared/more.h beside the package, which `assay export` "
					  "copies"),
		"%s", verified.out.data);
	AUTO_OUTCOME packed = ASSAY("export", "family/small", "-o", "small.zip");
	EXPECT_STATUS(packed, 0);
	cr_expect_not_null(
		strstr(packed.err.data,
			"note: input_validators/more/more.h is a copy of shared/more.h\n"),
		"%s", packed.err.data);
	unpack("small.zip", "far/away/small");
	expect_content("far/away/small/generators/linked/more.h", "#define MORE 2\n");
	expect_content("far/away/small/input_validators/more/more.h", "#define MORE 2\n");
	expect_done(ASSAY("gen", "--check", "far/away/small"));
}

/* Files of neighbours are not copied silently, nor are files that an archive's recipe names. */
Test(gen_shared, an_export_reports_copied_files_and_copies_none_for_an_archive)
{
	put_whole_family(WHOLE(PROGRAMS, "row --n 5"));
	AUTO_OUTCOME packed = ASSAY("export", "family/small", "-o", "small.zip");
	EXPECT_STATUS(packed, 0);
	cr_expect_not_null(
		strstr(packed.err.data, "note: generators/row.c is a copy of ../../shared/row.c\n"),
		"%s", packed.err.data);
	static const char script[] =
		"import sys, zipfile\nz = zipfile.ZipFile('raw.zip', 'w')\n"
		"for f in ['problem.yaml', 'generators/generators.yaml', 'data/sample/1.in', "
		"'data/sample/1.ans', 'data/secret/1.in', 'data/secret/1.ans']:\n"
		"    z.write('family/small/' + f, 'small/' + f)\n";
	AUTO_OUTCOME zipped =
		command_run((const char *const[]){"/usr/bin/python3", "-c", script, NULL});
	EXPECT_STATUS(zipped, 0);
	put("tmp/shared/row.c", ROW_C);
	AUTO_OUTCOME again = ASSAY("export", "raw.zip", "-o", "again.zip");
	EXPECT_COMPLAINT(again, 3, "add a submission of a single file to submissions/accepted");
	put("family/small/generators/generators.yaml", PROGRAMS "data: {}\n");
	AUTO_OUTCOME rezipped =
		command_run((const char *const[]){"/usr/bin/python3", "-c", script, NULL});
	EXPECT_STATUS(rezipped, 0);
	AUTO_OUTCOME third = ASSAY("export", "raw.zip", "-o", "again.zip");
	EXPECT_COMPLAINT(third, 3, "the program '../../shared/row.c' is not in the archive");
}
