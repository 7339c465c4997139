/* SPDX-License-Identifier: MIT */
/* The data of a recipe and its lock: commands that are killed while files are replaced, and what
 * verify finds if the recipe, the lock and the data disagree. */
#include "support/recipes.h"

#define MARK "generators/.replacing"

TestSuite(gen_lock, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* ---- killed, or failed, while files were replaced ---- */

static void put_many(const char *text)
{
	AS_AUTO_FREE char *recipe = NULL;
	size_t size;
	FILE *out = open_memstream(&recipe, &size);
	fputs("data:\n  secret:\n    data:\n", out);
	for (int i = 0; i < 400; i++)
		fprintf(out, "      t%d: {in: \"%s %d\", ans: x}\n", i, text, i);
	cr_assert_eq(fclose(out), 0);
	put_recipe(recipe);
}

static void expect_mixture_noticed(void)
{
	put("right.py", SUM_PY);
	AUTO_OUTCOME judged = ASSAY("judge", "small", "right.py");
	EXPECT_COMPLAINT(judged, 3,
		"small: some tests of this package are old and some are new, because an `assay "
		"gen` did not finish; run `assay gen small`");
	AUTO_OUTCOME verified = ASSAY("verify", "small");
	EXPECT_COMPLAINT(verified, 3, "run `assay gen small`");
	AUTO_OUTCOME exported = ASSAY("export", "small", "-o", "small.zip");
	EXPECT_COMPLAINT(exported, 3, "run `assay gen small`");
	AUTO_OUTCOME proof = ASSAY("gen", "--check", "small");
	EXPECT_STATUS(proof, 1);
}

Test(gen_lock, a_kill_while_files_are_replaced_is_detected_and_repaired)
{
	bool caught = false;
	put_many("old");
	expect_done(ASSAY("gen", "small"));
	put_many("new");
	for (int i = 0; i < 50 && !caught; i++) {
		struct process process = command_start(ASSAY_ARGV("gen", "small"), NULL);
		siginfo_t info = {0};
		while (!is_there("small/" MARK) && info.si_pid == 0)
			cr_assert_eq(waitid(P_PID, (id_t)process.pid, &info,
					     WEXITED | WNOHANG | WNOWAIT),
				0);
		kill(process.pid, SIGKILL);
		AUTO_OUTCOME outcome = command_end(&process);
		cr_expect(all_ended(30000 * patience()), "a process is left");
		caught = is_there("small/" MARK);
	}
	cr_assert(caught, "it was never killed in time");
	expect_mixture_noticed();
	put("small/generators/.assay-0123456789abcdef", "of a killed writer");
	put("small/.assay-0123456789abcdef", "of a killed writer");
	expect_done(ASSAY("gen", "small"));
	cr_expect(!is_there("small/" MARK));
	cr_expect(!is_there("small/.assay-0123456789abcdef"));
	cr_expect_eq(count_entries("small/generators"), 2, "something is left in generators/");
	expect_done(ASSAY("gen", "--check", "small"));
}

Test(gen_lock, a_file_that_cannot_be_replaced_leaves_the_mark_as_well)
{
	put_many("old");
	expect_done(ASSAY("gen", "small"));
	put_many("new");
	cr_assert_eq(unlinkat(here_fd, "small/data/secret/t300.in", 0), 0);
	put("small/data/secret/t300.in/file", "");
	AUTO_OUTCOME outcome = ASSAY("gen", "small");
	EXPECT_COMPLAINT(outcome, 5, "cannot make the file data/secret/t300.in: Is a directory");
	cr_expect(is_there("small/" MARK));
	cr_assert_eq(as_dir_remove(here_fd, "small/data/secret/t300.in", NULL), 0);
	expect_mixture_noticed();
	expect_done(ASSAY("gen", "small"));
	expect_done(ASSAY("gen", "--check", "small"));
}

/* ---- findings of verify about recipes ---- */

#define SMALL_RECIPE                                                                               \
	"data:\n  sample:\n    data:\n      s: {in: 1 2, ans: '3'}\n"                              \
	"  secret:\n    data:\n      a: {in: 2 2, ans: '4'}\n      b: {in: 3 4, ans: '7'}\n"

static void make_small(void)
{
	put("small/problem.yaml", SUM_YAML "limits: {time_limit: 5}\n");
	put("small/generators/generators.yaml", SMALL_RECIPE);
	put("small/submissions/accepted/a.py", "print(sum(map(int, input().split())))\n");
	expect_done(ASSAY("gen", "small"));
}

static void expect_finding(const char *text)
{
	AUTO_OUTCOME outcome = ASSAY("verify", "small");
	EXPECT_STATUS(outcome, 1);
	cr_expect_not_null(strstr(outcome.out.data, text), "%s", outcome.out.data);
}

Test(gen_lock, verify_finds_a_recipe_that_disagrees_with_the_data)
{
	make_small();
	expect_done(ASSAY("verify", "small"));
	/* Layout and comments are not changes. */
	put("small/generators/generators.yaml", "# Why.\n" SMALL_RECIPE);
	expect_done(ASSAY("verify", "small"));
	put("small/generators/generators.yaml", SMALL_RECIPE "      c: {in: 4 4, ans: '8'}\n");
	expect_finding("error: generators/generators.lock: data/secret/c is a test of the recipe, "
		       "but was never made; run `assay gen`\n");
	expect_finding("error: generators/generators.yaml: was changed after the tests were made; "
		       "run `assay gen`\n");
	put("small/generators/generators.yaml", "data: [\n");
	expect_finding("error: generators/generators.yaml:2:1: not valid YAML: ");
	put("small/generators/generators.yaml", SMALL_RECIPE "tool: x\n");
	expect_finding("warning: generators/generators.yaml:9:1: unknown key 'tool' of a recipe: "
		       "it is not used\n");
}

Test(gen_lock, gen_notes_edited_and_foreign_files)
{
	make_small();
	put("small/data/secret/b.ans", "8\n");
	put("small/data/secret/extra.in", "1 1\n");
	AUTO_OUTCOME judged = ASSAY("judge", "small", "small/submissions/accepted/a.py");
	EXPECT_COMPLAINT(judged, 3,
		"small/data/secret/extra.in: has no answer file (.ans); run `assay gen`, and if "
		"the "
		"recipe does not make this test, remove the file or add it to the recipe\n");
	AUTO_OUTCOME made = ASSAY("gen", "small");
	EXPECT_STATUS(made, 0);
	cr_expect_str_eq(made.err.data,
		"assay: note: data/secret/b.ans: was changed since it was made, and is restored\n"
		"assay: note: data/secret/extra.in: is not made by the recipe; remove it, or add "
		"it "
		"to the recipe\n");
	expect_file("secret/b.ans", "7\n");
	expect_file("secret/extra.in", "1 1\n");
	cr_assert_eq(unlinkat(here_fd, "small/data/secret/extra.in", 0), 0);
	/* Removed files are not edits, and neither is a changed recipe. */
	cr_assert_eq(unlinkat(here_fd, "small/data/secret/a.in", 0), 0);
	put("small/generators/generators.yaml", SMALL_RECIPE "      c: {in: 4 4, ans: '8'}\n");
	AUTO_OUTCOME again = ASSAY("gen", "small");
	cr_expect_str_eq(again.err.data, "");
	put("small/data/secret/b.ans", "8\n");
	put("small/data/secret/c.ans", "9\n");
	put("small/generators/generators.yaml",
		"data:\n  sample:\n    data:\n      s: {in: 1 2, ans: '3'}\n"
		"  secret:\n    data:\n      a: {in: 2 2, ans: '4'}\n      b: {in: 3 5, ans: "
		"'8.0'}\n");
	AUTO_OUTCOME other = ASSAY("gen", "small");
	cr_expect_str_eq(other.err.data,
		"assay: note: data/secret/b.ans: was changed since it was made, and is replaced\n"
		"assay: note: data/secret/c.ans: was changed since it was made, and is removed\n");
}

/* Only a run shows whether it makes the same files: a warning until then. */
Test(gen_lock, verify_warns_of_a_program_that_is_not_the_one_in_the_lock)
{
	make_small();
	put("small/generators/echo.py", ECHO_PY);
	put("small/generators/Made.java",
		"class Other { public static void main(String[] a) { System.out.println(1); } }\n");
	put("small/generators/generators.yaml", "generators: {say: [echo.py]}\n" SMALL_RECIPE
						"      c: {generate: echo 1 2, ans: '3'}\n"
						"      d: {generate: say 1 3, ans: '4'}\n"
						"      e: {generate: Made, in: '1 4', ans: '5'}\n");
	expect_done(ASSAY("gen", "small"));
	AUTO_OUTCOME same = ASSAY("verify", "small");
	cr_expect_null(strstr(same.out.data, "in the lock"), "%s", same.out.data);
	put("small/generators/echo.py", ECHO_PY "# With a word more.\n");
	AUTO_OUTCOME changed = ASSAY("verify", "small");
	cr_expect_not_null(strstr(changed.out.data,
				   "warning: generators/generators.lock: generators/echo.py is not "
				   "the one in the lock; run `assay gen --check`\n"),
		"%s", changed.out.data);
	cr_expect_not_null(strstr(changed.out.data, ": the program say is not the one in the lock"),
		"%s", changed.out.data);
	cr_expect_null(strstr(changed.out.data, "Made"), "%s", changed.out.data);
}

/* The tests are there, but cannot be made again. */
Test(gen_lock, verify_finds_a_program_that_is_gone)
{
	make_small();
	put("small/generators/echo.py", ECHO_PY);
	put("small/generators/generators.yaml",
		SMALL_RECIPE "      c: {generate: echo 1 2, ans: '3'}\n");
	expect_done(ASSAY("gen", "small"));
	cr_assert_eq(unlinkat(here_fd, "small/generators/echo.py", 0), 0);
	AUTO_OUTCOME gone = ASSAY("verify", "small");
	EXPECT_STATUS(gone, 1);
	cr_expect_not_null(
		strstr(gone.out.data, "error: generators/generators.yaml: no program 'echo"), "%s",
		gone.out.data);
}

Test(gen_lock, verify_finds_data_that_disagrees_with_the_lock)
{
	make_small();
	put("small/data/secret/b.ans", "8\n");
	put("small/data/secret/c.in", "1 1\n");
	put("small/data/secret/c.ans", "2\n");
	expect_finding("error: data: data/secret/b.ans differs from what the recipe made; run "
		       "`assay gen`\n");
	expect_finding("error: data: data/secret/c.ans is not made by the recipe (2 files "
		       "affected); remove it, or add it to the recipe\n");
	cr_assert_eq(unlinkat(here_fd, "small/data/secret/a.in", 0), 0);
	cr_assert_eq(unlinkat(here_fd, "small/data/secret/a.ans", 0), 0);
	expect_finding("error: data: data/secret/a.ans does not exist, although the lock has it "
		       "(2 files affected); run `assay gen`\n");
	cr_assert_eq(unlinkat(here_fd, "small/generators/generators.lock", 0), 0);
	expect_finding(
		"error: generators/generators.lock: there is no lock file, so nothing proves "
		"that the recipe makes the tests in data/; run `assay gen`\n");
}
