/* SPDX-License-Identifier: MIT */
/* assay export --format: converts each package of `assay new` to a legacy package and back, and
 * verifies each; its recipe still makes its tests. */
#include "support/made.h"
#include "support/packages.h"
#include "support/verdicts.h"

TestSuite(convert, .init = enter_folder, .fini = leave_folder, .timeout = 600);

static void expect_success(struct outcome *outcome, const char *what)
{
	cr_expect_eq(outcome->status, 0, "%s: %s%s", what, outcome->out.data, outcome->err.data);
}

static void unpack(const char *archive, const char *folder)
{
	AUTO_OUTCOME unpacked = command_run((const char *const[]){
		"/usr/bin/python3", "-m", "zipfile", "-e", archive, folder, NULL});
	EXPECT_STATUS(unpacked, 0);
}

/* Writes the archive FOLDER.zip, verifies it and unpacks it. */
static void expect_exported(
	const char *from, const char *format, const char *folder, bool recipe, const char *what)
{
	AS_AUTO_FREE char *archive = as_text_format(NULL, "%s.zip", folder);
	cr_assert_not_null(archive);
	as_dir_remove(here_fd, folder, NULL);
	AUTO_OUTCOME packed = ASSAY("export", from, "-o", archive, "--format", format);
	expect_success(&packed, what);
	AUTO_OUTCOME verified = ASSAY("verify", archive);
	expect_success(&verified, what);
	EXPECT_NOTHING_LEFT(verified);
	unpack(archive, folder);
	if (!recipe)
		return;
	AUTO_OUTCOME proof = ASSAY("gen", "--check", folder);
	expect_success(&proof, what);
}

static void expect_both_ways(const char *kind, bool scoring, bool recipe)
{
	const char *flags[4] = {0};
	size_t count = 0;
	if (kind)
		flags[count++] = kind;
	if (scoring)
		flags[count++] = "--scoring";
	if (recipe)
		flags[count++] = "--recipe";
	AS_AUTO_FREE char *what = as_text_format(NULL, "%s%s%s", kind ? kind : "",
		scoring ? " --scoring" : "", recipe ? " --recipe" : "");
	as_dir_remove(here_fd, "made", NULL);
	AUTO_OUTCOME made = ASSAY("new", "made", flags[0], flags[1], flags[2]);
	EXPECT_STATUS(made, 0);
	if (recipe) {
		AUTO_OUTCOME generated = ASSAY("gen", "made");
		EXPECT_STATUS(generated, 0);
	}
	expect_exported("made", "legacy", "old", recipe, what);
	expect_exported("old", "2025-09", "back", recipe, what);
}

/* Scoring, with a recipe, and both. */
static void expect_kind(const char *kind)
{
	for (int i = 1; i < 4; i++)
		expect_both_ways(kind, i & 1, i & 2);
}

Test(convert, a_new_package_verifies_as_a_legacy_package_and_back)
{
	expect_kind(NULL);
}

Test(convert, a_package_with_an_output_validator_verifies_as_a_legacy_package_and_back)
{
	expect_kind("--checker");
}

Test(convert, an_interactive_package_verifies_as_a_legacy_package_and_back)
{
	expect_kind("--interactive");
}

/* ---- recipes ---- */

#define HEAD "# How the tests are made.\nsolution: /submissions/accepted/sum.py\ndata:\n"
#define SECRET(SETTINGS, A, B)                                                                     \
	"  secret:\n    data:\n"                                                                   \
	"      - small:\n"                                                                         \
	"          # Small numbers.\n" SETTINGS "\n          # All of them.\n"                     \
	"          data:\n"                                                                        \
	"            - a: {in: \"1 5\\n\"" A "}\n"                                                 \
	"            - b:\n                in: \"2 5\\n\"\n                # Why.\n" B             \
	"            - c: seeded.py {seed:1}\n"                                                    \
	"  sample:\n    data:\n      \"1\": {in: \"1 2\\n\"}\n"

#define INVALID "  invalid_input:\n    data:\n      bad: {in: \"x\\n\"}\n"

/* A package whose recipe is `recipe`, with its tests. */
static void make_tests(const char *package, const char *recipe)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/generators/generators.yaml", package);
	cr_assert_not_null(path);
	put(path, recipe);
	AUTO_OUTCOME generated = ASSAY("gen", package);
	EXPECT_STATUS(generated, 0);
}

Test(convert, a_recipe_keeps_its_comments_and_loses_unsupported_keys)
{
	AUTO_OUTCOME made = ASSAY("new", "--scoring", "--recipe", "made");
	EXPECT_STATUS(made, 0);
	make_tests("made", HEAD SECRET("          test_group.yaml:\n            # All points.\n"
				       "            max_score: 60\n",
				   ", yaml: {hint: \"a, {b}\"}",
				   "                yaml:\n                  hint: two\n") INVALID);
	expect_exported("made", "legacy", "old", true, "legacy");
	expect_content("old/generators/generators.yaml",
		HEAD SECRET("          testdata.yaml:\n"
			    "            range: \"0 60\"\n"
			    "            on_reject: break\n"
			    "            grader_flags: first_error min\n"
			    "            accept_score: 60\n"
			    "            output_validator_flags: \"\"\n"
			    "            input_validator_flags: \"\"\n",
			"", ""));
	expect_content("old/data/secret/1-small/2-b.hint", "two\n");
	expect_exported("old", "2025-09", "back", true, "2025-09");
	expect_content("back/generators/generators.yaml",
		HEAD SECRET("          test_group.yaml:\n            max_score: 60\n"
			    "            score_aggregation: pass-fail\n",
			"", ""));
	expect_content("back/data/secret/1-small/2-b.yaml", "hint: two\n");
}

Test(convert, a_hint_of_a_legacy_recipe_becomes_a_file)
{
	AUTO_OUTCOME made = ASSAY("new", "--recipe", "made");
	EXPECT_STATUS(made, 0);
	make_tests("made", HEAD SECRET("", "", ""));
	expect_exported("made", "legacy", "old", true, "legacy");
	make_tests(
		"old", HEAD SECRET("", ", hint: one", "                desc: it's the second\n"));
	AUTO_OUTCOME packed = ASSAY("export", "old", "-o", "back.zip", "--format", "2025-09");
	EXPECT_STATUS(packed, 0);
	cr_expect_not_null(strstr(packed.err.data,
				   "generators/generators.yaml: the key 'hint' is left out: the "
				   "2025-09 format does not have such a file of a test (2 keys "
				   "affected)"),
		"%s", packed.err.data);
	expect_exported("old", "2025-09", "back", true, "2025-09");
	expect_content("back/generators/generators.yaml", HEAD SECRET("", "", ""));
}

Test(convert, a_copied_test_has_only_the_files_of_the_format)
{
	AUTO_OUTCOME made = ASSAY("new", "--recipe", "made");
	EXPECT_STATUS(made, 0);
	put("made/generators/one.in", "1 5\n");
	put("made/generators/one.in.statement", "one five\n");
	put("made/generators/one.yaml", "hint: one\n");
	make_tests("made", HEAD SECRET("", "", "") "      \"2\": {copy: one}\n");
	cr_expect(exists("made/data/sample/2.in.statement"));
	expect_exported("made", "legacy", "old", true, "legacy");
	cr_expect(exists("old/generators/one.in") && !exists("old/generators/one.yaml") &&
		  !exists("old/generators/one.in.statement") && exists("old/data/sample/2.hint"));
}

/* ---- scores of an output validator ---- */

#define ACCEPTING_PY "import sys\nsys.exit(42)\n"

Test(convert, a_validator_that_mentions_a_score_is_refused_with_a_remedy)
{
	AUTO_OUTCOME made = ASSAY("new", "--checker", "--scoring", "made");
	EXPECT_STATUS(made, 0);
	put("made/output_validator/validate.py", "# writes score.txt\n" ACCEPTING_PY);
	AUTO_OUTCOME packed = ASSAY("export", "made", "-o", "old.zip", "--format", "legacy");
	EXPECT_STATUS(packed, 0);
	unpack("old.zip", "old");
	AUTO_OUTCOME outcome = ASSAY("export", "old", "-o", "back.zip", "--format", "2025-09");
	EXPECT_COMPLAINT(outcome, 3,
		"old/problem.yaml: cannot be expressed in the 2025-09 format: validation: custom "
		"with scores of the output validator "
		"(output_validators/validate.py); remove them there, and let "
		"accept_score in testdata.yaml give the points");
	cr_expect(!exists("back.zip"));
}
