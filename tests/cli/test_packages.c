/* SPDX-License-Identifier: MIT */
/* assay new and import: makes packages, and judges with them. */
#include "support/made.h"
#include "support/packages.h"
#include "support/rename.h"
#include "support/verdicts.h"

TestSuite(packages, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* ---- new ---- */

Test(packages, a_new_package_judges_its_submissions_as_their_folders_say)
{
	AUTO_OUTCOME made = ASSAY("new", "first");
	EXPECT_STATUS(made, 0);
	expect_verdict("first", "first/submissions/accepted/sum.py", "AC");
	expect_verdict("first", "first/submissions/wrong_answer/no_sign.py", "WA");
	AUTO_OUTCOME again = ASSAY("new", "first");
	EXPECT_COMPLAINT(again, 2, "first: already exists");
	EXPECT_NOTHING_LEFT(again);
}

Test(packages, a_new_package_can_be_on_a_network_file_system)
{
	const char *argv[] = {ASSAY_COMMAND, "new", "first", NULL};
	AUTO_OUTCOME made = command_run_after(argv, rename_knows_no_flags);
	EXPECT_STATUS(made, 0);
	expect_verdict("first", "first/submissions/accepted/sum.py", "AC");
	AUTO_OUTCOME again = command_run_after(argv, rename_knows_no_flags);
	EXPECT_COMPLAINT(again, 2, "first: already exists");
}

static void expect_verified(const char *package, const char *first_line)
{
	AUTO_OUTCOME outcome = ASSAY("verify", package);
	EXPECT_STATUS(outcome, 0);
	cr_expect_eq(strncmp(outcome.out.data, first_line, strlen(first_line)), 0, "%s: %s",
		package, outcome.out.data);
	EXPECT_NOTHING_LEFT(outcome);
}

Test(packages, new_packages_and_their_archives_verify_clean)
{
	AUTO_OUTCOME made = ASSAY("new", "first");
	EXPECT_STATUS(made, 0);
	expect_verified("first", "first: verified, 0 errors, 0 warnings");
	put("tests/sample1.in", "1 2\n");
	put("tests/sample1.out", "3\n");
	put("tests/1.in", "2 3\n");
	put("tests/1.out", "5\n");
	AUTO_OUTCOME imported = ASSAY("import", "tests", "-o", "second", "--time-limit", "1s",
		"--solution", "first/submissions/accepted/sum.py");
	EXPECT_STATUS(imported, 0);
	expect_verified("second", "second: verified, 0 errors, 0 warnings");
	AUTO_OUTCOME packed = ASSAY("export", "second", "-o", "second.zip");
	EXPECT_STATUS(packed, 0);
	expect_verified("second.zip", "second.zip: verified, 0 errors, 0 warnings");
	AUTO_OUTCOME folder = ASSAY("export", "--folder", "first", "-o", "first.kpp");
	EXPECT_STATUS(folder, 0);
	expect_verified("first.kpp", "first.kpp: verified, 0 errors, 0 warnings");
}

/* Expects no errors, no warnings, no information. */
static void expect_clean(const char *package)
{
	AUTO_OUTCOME outcome = ASSAY("verify", package);
	EXPECT_STATUS(outcome, 0);
	static const char *const levels[] = {"  error: ", "  warning: ", "  info: "};
	for (size_t i = 0; i < 3; i++)
		cr_expect_null(strstr(outcome.out.data, levels[i]), "%s", outcome.out.data);
	EXPECT_NOTHING_LEFT(outcome);
}

/* As a reader pastes it into a terminal. */
Test(packages, the_smallest_package_of_the_readme_is_complete)
{
	AS_AUTO_BYTES struct as_bytes readme = {0};
	static const char first[] = "mkdir -p sum/data/secret";
	cr_assert_eq(
		as_file_read(AT_FDCWD, ASSAY_SOURCE_DIR "/README.md", 1 << 20, &readme, NULL), 0);
	char *script = strstr(readme.data, first), *end = script ? strstr(script, "```") : NULL;
	cr_assert_not_null(end, "README.md has no such commands");
	*end = '\0';
	AS_AUTO_FREE char *folder =
		strndup(ASSAY_COMMAND, (size_t)(strrchr(ASSAY_COMMAND, '/') - ASSAY_COMMAND));
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s:/usr/bin:/bin", folder);
	cr_assert_eq(setenv("PATH", path, 1), 0);
	AUTO_OUTCOME outcome =
		command_run((const char *const[]){"/bin/sh", "-e", "-c", script, NULL});
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(strstr(outcome.out.data, "\nAC "), "%s", outcome.out.data);
	cr_expect_not_null(strstr(outcome.out.data, "sum: verified, "), "%s", outcome.out.data);
}

Test(packages, every_kind_of_new_package_verifies_without_a_finding)
{
	static const char *const kinds[] = {
		"--scoring", "--checker", "--interactive", "--multi-pass"};
	for (size_t i = 0; i < 4; i++) {
		AUTO_OUTCOME made = ASSAY("new", kinds[i], "made");
		EXPECT_STATUS(made, 0);
		expect_clean("made");
		AUTO_OUTCOME scoring = ASSAY("new", kinds[i], "--scoring", "scored");
		EXPECT_STATUS(scoring, 0);
		expect_clean("scored");
		as_dir_remove(here_fd, "made", NULL);
		as_dir_remove(here_fd, "scored", NULL);
	}
	/* The validator reads the whole output. */
	AUTO_OUTCOME split = ASSAY("new", "--checker", "split");
	EXPECT_STATUS(split, 0);
	put("long.py", "n = int(input())\nprint(1, n - 1, ' ' * 100000, 'more')\n");
	AUTO_OUTCOME judged = ASSAY("judge", "split", "long.py");
	cr_expect_not_null(strstr(judged.out.data, "\nWA "), "%s", judged.out.data);
	AUTO_OUTCOME both = ASSAY("new", "--checker", "--interactive", "both");
	EXPECT_COMPLAINT(
		both, 2, "--checker is for problems without interaction and with one pass; ");
}

Test(packages, a_new_interactive_package_with_two_passes_verifies_without_a_finding)
{
	AUTO_OUTCOME made = ASSAY("new", "--interactive", "--multi-pass", "made");
	EXPECT_STATUS(made, 0);
	expect_clean("made");
	AUTO_OUTCOME scored =
		ASSAY("new", "--multi-pass", "--scoring", "--interactive", "--recipe", "scored");
	EXPECT_STATUS(scored, 0);
	AUTO_OUTCOME generated = ASSAY("gen", "scored");
	EXPECT_STATUS(generated, 0);
	expect_clean("scored");
}

Test(packages, a_new_recipe_makes_tests_that_verify_without_a_finding)
{
	static const char *const kinds[] = {
		"--recipe", "--checker", "--interactive", "--multi-pass"};
	for (size_t i = 0; i < 4; i++) {
		AUTO_OUTCOME made = i % 2 ? ASSAY("new", "--recipe", "--scoring", kinds[i], "made")
					  : ASSAY("new", "--recipe", kinds[i], "made");
		EXPECT_STATUS(made, 0);
		cr_expect_str_eq(
			made.out.data, "created made; to make its tests: assay gen made\n");
		AUTO_OUTCOME generated = ASSAY("gen", "made");
		EXPECT_STATUS(generated, 0);
		expect_clean("made");
		AUTO_OUTCOME proof = ASSAY("gen", "--check", "made");
		EXPECT_STATUS(proof, 0);
		as_dir_remove(here_fd, "made", NULL);
	}
}

Test(packages, a_new_package_has_a_name_that_the_format_allows)
{
	static const char *const names[] = {"First", "my-problem", "a b", "sub/", ".", ""};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		AUTO_OUTCOME outcome = ASSAY("new", names[i]);
		if (strcmp(names[i], "sub/") == 0) {
			EXPECT_STATUS(outcome, 0);
			continue;
		}
		EXPECT_COMPLAINT(outcome, 2, " of a package is not allowed; use a to z and 0 to 9");
	}
	AUTO_OUTCOME outcome = ASSAY("new", "absent/problem");
	EXPECT_COMPLAINT(outcome, 2, "cannot be created: No such file or directory");
}

/* ---- import ---- */

/* Imports "tests" as "made", and expects the tests "1 2" -> "3" and "3 4" -> "7" in it. */
static void expect_import(const char *first, const char *second)
{
	AUTO_OUTCOME outcome = ASSAY("import", "tests", "-o", "made");
	EXPECT_STATUS(outcome, 0);
	char path[128];
	snprintf(path, sizeof path, "made/data/%s.in", first);
	expect_content(path, "1 2\n");
	snprintf(path, sizeof path, "made/data/%s.ans", first);
	expect_content(path, "3\n");
	snprintf(path, sizeof path, "made/data/%s.in", second);
	expect_content(path, "3 4\n");
	snprintf(path, sizeof path, "made/data/%s.ans", second);
	expect_content(path, "7\n");
	const bool samples =
		strncmp(first, "sample/", 7) == 0 || strncmp(second, "sample/", 7) == 0;
	cr_expect_eq(count_entries("made/data/secret") +
			     (samples ? count_entries("made/data/sample") : 0),
		4);
	cr_expect(samples || faccessat(here_fd, "made/data/sample", F_OK, 0) < 0);
	as_dir_remove(here_fd, "made", NULL);
	as_dir_remove(here_fd, "tests", NULL);
}

Test(packages, a_zip_archive_is_imported_as_the_folder_that_was_packed)
{
	put("tests/01", "1 2\n");
	put("tests/01.a", "3\n");
	put("tests/02", "3 4\n");
	put("tests/02.a", "7\n");
	AUTO_OUTCOME packed = command_run((const char *const[]){
		"/usr/bin/python3", "-m", "zipfile", "-c", "Tests.zip", "tests", NULL});
	EXPECT_STATUS(packed, 0);
	AUTO_OUTCOME outcome = ASSAY("import", "Tests.zip", "--tolerance=1e-6");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(
		strstr(outcome.out.data, "made testspackage: 2 tests\n"), "%s", outcome.out.data);
	cr_expect_not_null(strstr(outcome.out.data, "answers: word by word; case and white space "
						    "do not matter; numbers within 1e-6\n"),
		"%s", outcome.out.data);
	expect_content("testspackage/data/secret/02.in", "3 4\n");
	expect_content("testspackage/data/secret/02.ans", "7\n");
	EXPECT_NOTHING_LEFT(outcome);
	put("text.zip", "1 2\n");
	AUTO_OUTCOME text = ASSAY("import", "text.zip");
	EXPECT_COMPLAINT(text, 3, "text.zip: is not a zip archive");
	AUTO_OUTCOME absent = ASSAY("import", "absent.zip");
	EXPECT_COMPLAINT(absent, 2,
		"absent.zip: no such file or folder; name the folder, or zip archive, of inputs");
	cr_assert_eq(mkfifoat(here_fd, "pipe.zip", 0600), 0);
	AUTO_OUTCOME pipe = ASSAY("import", "pipe.zip");
	EXPECT_COMPLAINT(pipe, 2,
		"pipe.zip: is neither a folder nor a regular file; name the folder, or zip "
		"archive, of inputs");
}

/* The folder is not a package yet, so the remedy does not name a package. */
Test(packages, a_refused_archive_of_tests_names_its_folder)
{
	put("tests/1.in", "1 2\n");
	put("tests/1.ans", "3\n");
	static const char *const scripts[] = {
		"from zipfile import *; z = ZipFile('bad.zip', 'w'); z.writestr('1.in', '1'); "
		"z.close(); d = open('bad.zip', 'rb').read(); open('bad.zip', 'wb').write(d[:-9])",
		"from zipfile import *; z = ZipFile('bad.zip', 'w'); z.writestr('../1.in', '1')",
		"from zipfile import *; z = ZipFile('bad.zip', 'w'); z.writestr('1.in', '1'); "
		"z.writestr('1.in', '2')",
		"from zipfile import *; z = ZipFile('bad.zip', 'w', ZIP_BZIP2); "
		"z.writestr('1.in', '1')",
		"open('bad.zip', 'w').write('1 2')",
	};
	for (size_t i = 0; i < sizeof(scripts) / sizeof(*scripts); i++) {
		AUTO_OUTCOME made = command_run((const char *const[]){
			"/usr/bin/python3", "-W", "ignore", "-c", scripts[i], NULL});
		EXPECT_STATUS(made, 0);
		AUTO_OUTCOME refused = ASSAY("import", "bad.zip", "--name=bad");
		EXPECT_STATUS(refused, 3);
		cr_expect(strstr(refused.err.data, "; give the folder of inputs and answers, or "
						   "pack it again as a zip archive\n"),
			"%s", refused.err.data);
		cr_expect_null(strstr(refused.err.data, "package"), "%s", refused.err.data);
	}
}

Test(packages, empty_files_are_reported)
{
	put("tests/1.in", "");
	put("tests/1.out", "3\n");
	put("tests/2.in", "1\n");
	put("tests/2.out", "");
	AUTO_OUTCOME outcome = ASSAY("import", "tests", "-o", "made");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(strstr(outcome.err.data, "note: 1.in is empty (2 files)\n"), "%s",
		outcome.err.data);
}

Test(packages, the_usual_namings_are_imported)
{
	static const struct {
		const char *files[4], *first, *second;
	} rows[] = {
		{{"1.in", "1.out", "2.in", "2.out"}, "secret/1", "secret/2"},
		{{"9.in", "9.ans", "10.in", "10.ans"}, "secret/09", "secret/10"},
		{{"input01.txt", "output01.txt", "input02.txt", "output02.txt"}, "secret/01",
			"secret/02"},
		{{"in1.txt", "out1.txt", "in2.txt", "out2.txt"}, "secret/1", "secret/2"},
		{{"1.in.txt", "1.out.txt", "2.in.txt", "2.out.txt"}, "secret/1", "secret/2"},
		{{"input.1", "output.1", "input.2", "output.2"}, "secret/1", "secret/2"},
		{{"test1.in", "test1.ans", "test2.in", "test2.ans"}, "secret/test1",
			"secret/test2"},
		{{"1/input.txt", "1/output.txt", "2/input.txt", "2/output.txt"}, "secret/1",
			"secret/2"},
		{{"input/input00.txt", "output/output00.txt", "input/input01.txt",
			 "output/output01.txt"},
			"secret/00", "secret/01"},
		{{"in/a.txt", "out/a.txt", "in/b.txt", "out/b.txt"}, "secret/a", "secret/b"},
		{{"01", "01.a", "02", "02.a"}, "secret/01", "secret/02"},
		{{"row.in.1", "row.out.1", "row.in.2", "row.out.2"}, "secret/row-1",
			"secret/row-2"},
		{{"I.1", "O.1", "I.2", "O.2"}, "secret/1", "secret/2"},
		{{"testInput1.txt", "testOutput1.txt", "testInput2.txt", "testOutput2.txt"},
			"secret/test-1", "secret/test-2"},
		{{"1/input.txt", "1/expected_output.txt", "2/input.txt", "2/expected-output.txt"},
			"secret/1", "secret/2"},
		{{"input.txt", "expected_output.txt", "sample/input.txt",
			 "sample/expected_output.txt"},
			"secret/test", "sample/test"},
		{{"sample1.in", "sample1.out", "1.in", "1.out"}, "sample/sample1", "secret/1"},
		{{"sample/1.in", "sample/1.ans", "secret/1.in", "secret/1.ans"}, "sample/1",
			"secret/1"},
	};
	static const char *const content[] = {"1 2\n", "3\n", "3 4\n", "7\n"};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		for (size_t j = 0; j < 4; j++) {
			char path[128];
			snprintf(path, sizeof path, "tests/%s", rows[i].files[j]);
			put(path, content[j]);
		}
		expect_import(rows[i].first, rows[i].second);
	}
}

Test(packages, folders_of_several_secret_tests_stay)
{
	static const char *const tests[] = {
		"sample/1", "all/subtask1/9", "all/subtask1/10", "all/subtask2/1"};
	for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
		char path[64];
		snprintf(path, sizeof path, "tests/%s.in", tests[i]);
		put(path, "1 2\n");
		snprintf(path, sizeof path, "tests/%s.out", tests[i]);
		put(path, "3\n");
	}
	put("tests/.hidden/1.in", "1\n");
	AUTO_OUTCOME made = ASSAY("import", "tests", "-o", "made");
	EXPECT_STATUS(made, 0);
	expect_content("made/data/sample/1.in", "1 2\n");
	expect_content("made/data/secret/subtask1/09.in", "1 2\n");
	expect_content("made/data/secret/subtask1/10.ans", "3\n");
	expect_content("made/data/secret/subtask2/01.in", "1 2\n");
	cr_expect_str_eq(made.err.data,
		"assay: note: all/subtask1/9.in is named data/secret/subtask1/09 in the package (2 "
		"tests renamed)\nassay: note: the 2 folders of tests stay in data/secret; to give "
		"points for each, write `type: scoring` into problem.yaml and, for example, "
		"`max_score: 50` into a test_group.yaml in each\nassay: note: 1 file was left out: "
		".hidden\nassay: note: no accepted submission; put one into "
		"submissions/accepted\n");
	/* As the message suggests. */
	put("made/data/secret/subtask1/test_group.yaml", "max_score: 50\n");
	put("made/data/secret/subtask2/test_group.yaml", "max_score: 50\n");
	put("made/submissions/accepted/sum.py", SUM_PY);
	AS_AUTO_BYTES struct as_bytes yaml = {0};
	cr_assert_eq(as_file_read(here_fd, "made/problem.yaml", 4096, &yaml, NULL), 0);
	AS_AUTO_FREE char *scoring = as_text_format(NULL, "%stype: scoring\n", yaml.data);
	put("made/problem.yaml", scoring);
	AUTO_OUTCOME judged = ASSAY("judge", "--json", "made", "made/submissions/accepted/sum.py");
	AS_AUTO_JSON json_t *document = document_of(&judged);
	cr_expect_eq(json_number_value(json_object_get(document, "score")), 100);
}

Test(packages, an_import_judges_with_its_limit_and_its_tolerance)
{
	put("tests/1.in", "1 2\n");
	put("tests/1.out", "3.0\n");
	put("right.py", "print(sum(map(int, input().split())) + 1e-7)\n");
	put("wrong.py", "print(sum(map(int, input().split())) + 1e-3)\n");
	AUTO_OUTCOME made = ASSAY("import", "tests", "-o", "made", "--time-limit", "500ms",
		"--tolerance", "1e-6", "--name", "A \"sum\"", "--solution", "right.py");
	EXPECT_STATUS(made, 0);
	cr_expect_str_eq(made.out.data,
		"made made: 1 test\ntime limit 0.5 s, from problem.yaml\n"
		"answers: word by word; case and white space do not matter; numbers within 1e-6\n");
	cr_expect_str_empty(made.err.data);
	expect_verdict("made", "made/submissions/accepted/right.py", "AC");
	expect_verdict("made", "wrong.py", "WA");
	AUTO_OUTCOME judged = ASSAY("judge", "--json", "made", "right.py");
	AS_AUTO_JSON json_t *document = document_of(&judged);
	cr_expect_eq(json_integer_value(
			     json_object_get(json_object_get(document, "limits"), "cpu_time_ns")),
		500000000);
}

Test(packages, answers_with_fractions_make_an_import_name_the_option_for_them)
{
	static const char note[] =
		"assay: note: 1.out: has decimal fractions, which an output must match digit for "
		"digit; to allow a tolerance, import with --tolerance=1e-6\n";
	put("tests/1.in", "1 2\n");
	put("tests/1.out", "see 1.5\n");
	AUTO_OUTCOME told = ASSAY("import", "tests", "-o", "a");
	cr_expect_not_null(strstr(told.err.data, note), "%s", told.err.data);
	AUTO_OUTCOME tolerant = ASSAY("import", "tests", "-o", "b", "--tolerance=1e-6");
	cr_expect_null(strstr(tolerant.err.data, "fractions"), "%s", tolerant.err.data);
	put("tests/1.out", "a.b 3. .c v.2\n");
	AUTO_OUTCOME whole = ASSAY("import", "tests", "-o", "c");
	EXPECT_STATUS(whole, 0);
	cr_expect_null(strstr(whole.err.data, "fractions"), "%s", whole.err.data);
}

Test(packages, a_package_is_not_imported)
{
	put_sum_package(1);
	AUTO_OUTCOME outcome = ASSAY("import", "sum", "-o", "made");
	EXPECT_COMPLAINT(outcome, 2,
		"sum: is already a package (it has problem.yaml); name a folder of inputs and "
		"answers, or use `assay verify`");
}

Test(packages, windows_line_endings_become_unix_ones_with_a_note)
{
	put("tests/1.in", "\xef\xbb\xbf"
			  "1 2\r\n3");
	put("tests/1.out", "6\r\n");
	put("tests/notes.pdf", "x");
	AUTO_OUTCOME made = ASSAY("import", "tests");
	EXPECT_STATUS(made, 0);
	expect_content("testspackage/data/secret/1.in", "1 2\n3\n");
	expect_content("testspackage/data/secret/1.ans", "6\n");
	cr_expect_str_eq(made.err.data,
		"assay: note: 1 file was left out: notes.pdf\nassay: note: 2 files had Windows "
		"line endings or a byte-order mark; they are removed\nassay: note: no accepted "
		"submission; put one into submissions/accepted\n");
}

/* Runs the validator of the package "made" on an input. */
static int validate(const char *input)
{
	put("input", input);
	AUTO_OUTCOME outcome = command_run((const char *const[]){
		"/bin/sh", "-c", "/usr/bin/python3 made/input_validators/text.py < input", NULL});
	return outcome.status;
}

Test(packages, an_imported_validator_checks_properties_common_to_all_inputs)
{
	/* One number more, and ten thousand words more. */
	static char many[20100];
	snprintf(many, sizeof many, "999999999999999");
	for (size_t i = 0; i < 10000; i++)
		memcpy(many + 15 + 2 * i, " 1", 2);
	memcpy(many + 15 + 20000, "\n", 2);
	const struct {
		const char *inputs[2], *right, *wrong[3];
	} rows[] = {
		{{"1 2\n", "3 4\n"}, "-5 6\n", {"1\n", "1 2 3\n", "1 x\n"}},
		{{"2\n1 2\n", "3\n1 2 3\n"}, "1\n9\n", {"2\n1\n", "", "x 1\n"}},
		{{"1 2\n", "1\n2\n3\n"}, "7\n", {"", "x\n", "1"}},
		{{"a b\n", "c d\n"}, "1 x\n", {"a\n", "", "a b\r\n"}},
		{{"999999999999998\n", many}, "7\n", {"", "x\n", "1"}},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		put("tests/1.in", rows[i].inputs[0]);
		put("tests/1.out", "x\n");
		put("tests/2.in", rows[i].inputs[1]);
		put("tests/2.out", "x\n");
		AUTO_OUTCOME made = ASSAY("import", "tests", "-o", "made");
		EXPECT_STATUS(made, 0);
		cr_expect_eq(validate(rows[i].inputs[0]), 42, "%zu", i);
		cr_expect_eq(validate(rows[i].inputs[1]), 42, "%zu", i);
		cr_expect_eq(validate(rows[i].right), 42, "%zu", i);
		for (size_t k = 0; k < 3; k++)
			cr_expect_eq(
				validate(rows[i].wrong[k]), 43, "%zu: %s", i, rows[i].wrong[k]);
		as_dir_remove(here_fd, "made", NULL);
	}
}

/* Characters that come from web pages or old computers. */
Test(packages, invisible_characters_are_reported_and_the_validator_accepts_the_data)
{
	static const struct {
		const char *input, *answer, *note, *other;
	} rows[] = {
		{"1 2\n3\r4\n", "3\n",
			"assay: note: 1.in:2: has a carriage return without a line feed, which "
			"programs "
			"may fail to read (1 file affected)\n",
			"1 2\x01\n"},
		{"1\xc2\xa0"
		 "2\n",
			"3\n", "1.in:1: has a no-break space (U+00A0), which", "1\x01\n"},
		{"1 2\n", "3\r", "1.out:1: has a carriage return without a line feed, which",
			"1\xc2\xa0"
			"2\n"},
		{"1 \xff\n", "3\n", "1.in:1: has bytes that are not UTF-8, which", NULL},
		{"\xc3\xa9 2\n", "3\n", NULL, "1\x01 2\n"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		put("tests/1.in", rows[i].input);
		put("tests/1.out", rows[i].answer);
		AUTO_OUTCOME made = ASSAY("import", "tests", "-o", "made");
		EXPECT_STATUS(made, 0);
		cr_expect(rows[i].note ? strstr(made.err.data, rows[i].note) != NULL
				       : strstr(made.err.data, "stumble") == NULL,
			"%zu: %s", i, made.err.data);
		cr_expect_eq(validate(rows[i].input), 42, "%zu: its own input", i);
		if (i > 0 && rows[i].other)
			cr_expect_eq(validate(rows[i].other), 43, "%zu: another", i);
		as_dir_remove(here_fd, "made", NULL);
	}
}

Test(packages, a_solution_must_have_a_valid_and_unique_name)
{
	static const struct {
		const char *first, *second, *text;
	} rows[] = {
		{"a b.py", NULL,
			"a b.py: has a name that is not allowed in a package; use letters"},
		{"-x.py", NULL, "-x.py: has a name that is not allowed in a package"},
		{".py", NULL, ".py: has a name that is not allowed in a package"},
		{"a\nb.py", NULL, "a\\x0Ab.py: has a name that is not allowed in a package"},
		{"sub", NULL, "sub: is not a file; name the file of one submission"},
		{"one/sol.py", "two/sol.py",
			"two/sol.py: has the same name as another solution; rename one"},
		{"sum", NULL, "sum: has no ending, so its language is unknown"},
		{"sum.txt", NULL, "sum.txt: has an unknown ending; rename it"},
		{"absent.py", NULL, "absent.py: no such file; name the file of one submission"},
	};
	put("tests/1.in", "1\n");
	put("tests/1.out", "1\n");
	put("sub/x", "");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *second = rows[i].second ? rows[i].second : rows[i].first;
		if (i + 1 < sizeof rows / sizeof *rows && strcmp(rows[i].first, "sub") != 0) {
			put(rows[i].first, "x\n");
			put(second, "x\n");
		}
		AS_AUTO_FREE char *first = as_text_format(NULL, "--solution=%s", rows[i].first);
		AS_AUTO_FREE char *other = as_text_format(NULL, "--solution=%s", second);
		AUTO_OUTCOME outcome = ASSAY(
			"import", "tests", "-o", "made", first, rows[i].second ? other : NULL);
		EXPECT_COMPLAINT(outcome, 2, rows[i].text);
		cr_expect(!exists("made"));
	}
}

/* A compiler's output is called a.out; beside an a.in, it is the answer. */
Test(packages, a_out_is_an_answer_only_beside_a_in)
{
	static const char *const files[] = {"ab/a.in", "ab/a.out", "ab/b.in", "ab/b.out"};
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		put(files[i], "1\n");
	put("ab/sub/a.out", "\x7f"
			    "ELF");
	AUTO_OUTCOME outcome = ASSAY("import", "ab", "-o", "made");
	EXPECT_STATUS(outcome, 0);
	cr_expect(exists("made/data/secret/a.in") && exists("made/data/secret/a.ans"));
	cr_expect(exists("made/data/secret/b.ans"));
	cr_expect_not_null(strstr(outcome.err.data, "sub/a.out"), "%s", outcome.err.data);
}

Test(packages, only_the_tests_of_a_polygon_package_are_imported_with_a_note)
{
	put("poly/problem.xml", "<problem/>\n");
	put("poly/files/check.cpp", "int main(){}\n");
	put("poly/tests/01", "1 2\n");
	put("poly/tests/01.a", "3\n");
	AUTO_OUTCOME outcome = ASSAY("import", "poly", "-o", "made");
	EXPECT_STATUS(outcome, 0);
	cr_expect_not_null(strstr(outcome.err.data,
				   "note: problem.xml is of a Polygon package, of which only the "
				   "tests are read: the checker, the limits, the marks of samples "
				   "and the solutions are missing; see \"From Polygon\" in "
				   "docs/package-author.md\n"),
		"%s", outcome.err.data);
}

Test(packages, unpaired_files_are_refused_and_nothing_is_made)
{
	static const struct {
		const char *file, *text;
	} rows[] = {
		{"2.in", "tests/2.in: is an input without an answer"},
		{"2.out", "tests/2.out: is an answer without an input"},
		{"1.ans", "tests/1.out: belongs to the same test as another file"},
		{"a/1.in", "tests/a/1.in: is an input without an answer"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char path[64];
		put("tests/1.in", "1\n");
		put("tests/1.out", "1\n");
		snprintf(path, sizeof path, "tests/%s", rows[i].file);
		put(path, "1\n");
		AUTO_OUTCOME outcome = ASSAY("import", "tests", "-o", "made");
		EXPECT_COMPLAINT(outcome, 3, rows[i].text);
		cr_expect(!exists("made"));
		as_dir_remove(here_fd, "tests", NULL);
	}
	static const char *const forgotten[] = {"1.in", "2.in", "2.out", "3.in", "4.in", "5.out"};
	for (size_t i = 0; i < sizeof forgotten / sizeof *forgotten; i++) {
		char path[64];
		snprintf(path, sizeof path, "tests/%s", forgotten[i]);
		put(path, "1\n");
	}
	AUTO_OUTCOME several = ASSAY("import", "tests", "-o", "made");
	EXPECT_COMPLAINT(several, 3,
		"tests/1.in: is an input without an answer; add the answer (.out or .ans) or "
		"remove the input (2 more like it)");
	as_dir_remove(here_fd, "tests", NULL);
	put("tests/readme", "x\n");
	AUTO_OUTCOME none = ASSAY("import", "tests", "-o", "made");
	EXPECT_COMPLAINT(none, 3, "tests: no tests; name inputs and answers as");
	AUTO_OUTCOME absent = ASSAY("import", "absent", "-o", "made");
	EXPECT_COMPLAINT(absent, 2, "absent: no such file or folder; name the folder");
	put("tests/1.in", "1\n");
	put("tests/1.out", "1\n");
	AUTO_OUTCOME tolerance = ASSAY("import", "tests", "-o", "made", "--tolerance", "x");
	EXPECT_COMPLAINT(tolerance, 2,
		"--tolerance: invalid number 'x'; write a decimal number of 0 or more, such");
	AUTO_OUTCOME limit = ASSAY("import", "tests", "-o", "made", "--time-limit", "1us");
	EXPECT_COMPLAINT(limit, 2, "the time limit must be whole milliseconds");
	EXPECT_NOTHING_LEFT(limit);
	cr_expect_eq(count_entries("."), 2, "a folder that is half made is left");
}
