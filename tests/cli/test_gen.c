/* SPDX-License-Identifier: MIT */
/* assay gen: makes the same bytes every time, proves it, and refuses wrong recipes. */
#include "support/owners.h"
#include "support/packages.h"
#include "support/rename.h"

#include <sys/file.h>

TestSuite(gen, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* ---- a right recipe ---- */

/* Every file of the package with its digest, as one text. */
static struct as_bytes digest_of_data(const char *package)
{
	AS_AUTO_FREE char *command = as_text_format(NULL,
		"cd %s && find data generators -type f | LC_ALL=C sort | xargs sha256sum", package);
	struct outcome outcome = command_run((const char *const[]){"/bin/sh", "-c", command, NULL});
	cr_assert(outcome.status == 0 && outcome.out.size > 0, "%s", outcome.err.data);
	as_bytes_clear(&outcome.err);
	return outcome.out;
}

Test(gen, the_same_recipe_makes_the_same_bytes)
{
	generate_coinseven();
	AS_AUTO_BYTES struct as_bytes first = digest_of_data("coinseven");
	AUTO_OUTCOME again = ASSAY("gen", "coinseven");
	EXPECT_STATUS(again, 0);
	AS_AUTO_BYTES struct as_bytes second = digest_of_data("coinseven");
	cr_expect_str_eq(first.data, second.data);
	AUTO_OUTCOME proof = ASSAY("gen", "--check", "coinseven");
	EXPECT_STATUS(proof, 0);
	cr_expect_str_eq(proof.out.data, "coinseven: 55 tests, 110 files, 0.1 MiB, unchanged\n");
	AS_AUTO_BYTES struct as_bytes third = digest_of_data("coinseven");
	cr_expect_str_eq(first.data, third.data, "--check wrote something");
	EXPECT_NOTHING_LEFT(proof);
}

Test(gen, the_lock_of_the_repository_is_that_of_its_recipe)
{
	copy_coinseven();
	AUTO_OUTCOME proof = ASSAY("gen", "--check", "coinseven");
	EXPECT_STATUS(proof, 0);
	cr_expect_not_null(strstr(proof.out.data, ", unchanged\n"), "%s", proof.out.data);
	cr_expect_eq(faccessat(here_fd, "coinseven/data/secret/1/01-pair.in", F_OK, 0), -1);
}

/* A package with this recipe. */
static void put_recipe(const char *recipe)
{
	put("small/problem.yaml", SUM_YAML);
	put("small/generators/generators.yaml", recipe);
}

#define IN_LINE                                                                                    \
	"data:\n"                                                                                  \
	"  sample:\n    data:\n      \"1\": {in: \"1 2\\n\", ans: \"3\\n\"}\n"                     \
	"  secret:\n    data:\n      - one: {in: \"2 2\\n\", ans: \"4\\n\"}\n"                     \
	"      - \"\": {in: \"3 4\\n\", ans: \"7\\n\"}\n"

static void expect_file(const char *path, const char *content)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	cr_assert_eq(as_file_read(here_fd, path, 1000, &bytes, NULL), 0, "no %s", path);
	cr_expect_str_eq(bytes.data, content, "%s", path);
}

Test(gen, inline_tests_are_written_unchanged)
{
	put_recipe(IN_LINE);
	AUTO_OUTCOME outcome = ASSAY("gen", "small");
	EXPECT_STATUS(outcome, 0);
	expect_file("small/data/sample/1.in", "1 2\n");
	expect_file("small/data/sample/1.ans", "3\n");
	expect_file("small/data/secret/1-one.in", "2 2\n");
	expect_file("small/data/secret/2.ans", "7\n");
	put("right.py", SUM_PY);
	AUTO_OUTCOME judged = ASSAY("judge", "--expect", "AC", "small", "right.py");
	EXPECT_STATUS(judged, 0);
}

Test(gen, unfinished_tests_of_another_machine_are_kept_for_a_month)
{
	put_recipe(IN_LINE);
	const struct owner_pair others = owner_leave(here_fd, "small/generators/.making-");
	AUTO_OUTCOME outcome = ASSAY("gen", "small");
	EXPECT_STATUS(outcome, 0);
	owner_expect_young(here_fd, &others);
}

Test(gen, a_disk_that_is_full_at_the_flush_is_named)
{
	put_recipe(IN_LINE);
	cr_assert(call_is_refused(SYS_syncfs, EDQUOT));
	AUTO_OUTCOME outcome = ASSAY("gen", "small");
	EXPECT_COMPLAINT(outcome, 5, "cannot write the tests to the disk: Disk quota exceeded");
	cr_expect_neq(faccessat(here_fd, "small/data/secret/1-one.in", F_OK, 0), 0);
}

/* ---- gen --check ---- */

static void expect_change(const char *file, const char *what)
{
	AUTO_OUTCOME proof = ASSAY("gen", "--check", "small");
	EXPECT_STATUS(proof, 1);
	AS_AUTO_FREE char *text = as_text_format(NULL, "1 changed, first %s: %s\n", file, what);
	cr_expect_not_null(strstr(proof.out.data, text), "%s", proof.out.data);
}

static void make_small(void)
{
	put_recipe(IN_LINE);
	AUTO_OUTCOME outcome = ASSAY("gen", "small");
	EXPECT_STATUS(outcome, 0);
}

/* An edit of the recipe is no error. */
Test(gen, after_an_edit_the_files_that_changed_are_counted)
{
	make_small();
	char *recipe = strdup(IN_LINE), *at = strstr(recipe, "3 4\\n\", ans: \"7");
	at[0] = '4', at[strlen("3 4\\n\", ans: \"")] = '8';
	put_recipe(recipe);
	free(recipe);
	AUTO_OUTCOME made = ASSAY("gen", "small");
	EXPECT_STATUS(made, 0);
	cr_expect_not_null(
		strstr(made.out.data, "; 2 files changed since the last time, the first is "
				      "data/secret/2."),
		"%s", made.out.data);
	cr_expect_null(strstr(made.out.data, "lock"), "%s", made.out.data);
	AUTO_OUTCOME again = ASSAY("gen", "small");
	cr_expect_null(strstr(again.out.data, "changed"), "%s", again.out.data);
}

Test(gen, a_changed_byte_on_the_disk_is_found)
{
	make_small();
	put("small/data/secret/2.ans", "8\n");
	expect_change("secret/2.ans", "the file on the disk differs");
	put("small/data/secret/2.ans", "7\n");
	AUTO_OUTCOME fixed = ASSAY("gen", "--check", "small");
	EXPECT_STATUS(fixed, 0);
}

Test(gen, a_changed_digit_in_the_lock_is_found)
{
	AS_AUTO_BYTES struct as_bytes lock = {0};
	make_small();
	cr_assert_eq(
		as_file_read(here_fd, "small/generators/generators.lock", 10000, &lock, NULL), 0);
	char *digest = strstr(lock.data, "\"secret/2.in\": \"");
	cr_assert_not_null(digest);
	digest[16] = digest[16] == '0' ? '1' : '0';
	put("small/generators/generators.lock", lock.data);
	expect_change("secret/2.in", "its contents differ from the lock");
}

Test(gen, a_test_that_left_the_recipe_is_found_and_then_removed)
{
	make_small();
	char *recipe = strdup(IN_LINE);
	*strstr(recipe, "      - \"\"") = '\0';
	put_recipe(recipe);
	free(recipe);
	AUTO_OUTCOME proof = ASSAY("gen", "--check", "small");
	EXPECT_STATUS(proof, 1);
	cr_expect_not_null(
		strstr(proof.out.data, "2 changed, first secret/2.ans: "), "%s", proof.out.data);
	cr_expect_not_null(
		strstr(proof.out.data, ": the recipe does not make it\n"), "%s", proof.out.data);
	cr_expect_eq(faccessat(here_fd, "small/data/secret/2.in", F_OK, 0), 0);
	AUTO_OUTCOME made = ASSAY("gen", "small");
	EXPECT_STATUS(made, 0);
	cr_expect_eq(faccessat(here_fd, "small/data/secret/2.in", F_OK, 0), -1);
	cr_expect_eq(faccessat(here_fd, "small/data/secret/2.ans", F_OK, 0), -1);
}

Test(gen, a_recipe_without_a_lock_cannot_be_checked)
{
	put("small/problem.yaml", "name: Small\n");
	put_recipe(IN_LINE);
	AUTO_OUTCOME fresh = ASSAY("gen", "--check", "small");
	EXPECT_STATUS(fresh, 1);
	cr_expect_not_null(strstr(fresh.out.data, " MiB; no lock yet; run `assay gen small`\n"),
		"%s", fresh.out.data);
	/* Like packages whose tests another tool made: differences are still reported. */
	make_small();
	cr_assert_eq(unlinkat(here_fd, "small/generators/generators.lock", 0), 0);
	AUTO_OUTCOME equal = ASSAY("gen", "--check", "small");
	EXPECT_STATUS(equal, 1);
	cr_expect_not_null(strstr(equal.out.data, " MiB; no lock yet; run"), "%s", equal.out.data);
	put("small/data/secret/2.ans", "77\n");
	AUTO_OUTCOME edited = ASSAY("gen", "--check", "small");
	EXPECT_STATUS(edited, 1);
	cr_expect_not_null(
		strstr(edited.out.data, "; 1 changed, first secret/2.ans: the file on the disk "
					"differs; no lock yet; run `assay gen small`\n"),
		"%s", edited.out.data);
}

Test(gen, a_long_wait_for_another_command_is_reported_and_can_be_interrupted)
{
	put_recipe(IN_LINE);
	AS_AUTO_FD int folder = openat(here_fd, "small/generators", O_RDONLY | O_CLOEXEC);
	cr_assert_eq(flock(folder, LOCK_EX), 0);
	struct process waits = command_start(ASSAY_ARGV("gen", "small"), NULL);
	struct process ends = command_start(ASSAY_ARGV("gen", "small"), NULL);
	command_await(&waits, "assay: note: waiting for another command that writes tests");
	command_await(&ends, "waiting for another command");
	cr_assert_eq(kill(ends.pid, SIGINT), 0);
	AUTO_OUTCOME ended = command_end(&ends);
	cr_expect_eq(ended.signal, SIGINT, "%s", ended.err.data);
	cr_expect_eq(faccessat(here_fd, "small/data", F_OK, 0), -1);
	cr_assert_eq(flock(folder, LOCK_UN), 0);
	AUTO_OUTCOME made = command_end(&waits);
	EXPECT_STATUS(made, 0);
	cr_expect_eq(faccessat(here_fd, "small/data/secret/2.in", F_OK, 0), 0);
}

Test(gen, a_lock_of_another_kind_is_an_error)
{
	make_small();
	put("small/generators/generators.lock", "[1]\n");
	AUTO_OUTCOME outcome = ASSAY("gen", "--check", "small");
	EXPECT_COMPLAINT(outcome, 3, "generators.lock:1:1: not a lock file; remove it and run");
}

/* ---- recipes that cannot be followed ---- */

#define BY(command)                                                                                \
	"solution: assay solve optimal\n"                                                          \
	"data:\n  secret:\n    data:\n      \"1\": " command "\n"
#define AT_LINE_5 "assay: small/generators/generators.yaml:5:"

static void expect_recipe_complaint(const char *recipe, const char *place, const char *text)
{
	put_recipe(recipe);
	AUTO_OUTCOME outcome = ASSAY("gen", "small");
	EXPECT_COMPLAINT(outcome, 3, text);
	cr_expect_eq(strncmp(outcome.err.data, place, strlen(place)), 0, "not at %s: %s", place,
		outcome.err.data);
	cr_expect_str_empty(outcome.out.data);
	EXPECT_NOTHING_LEFT(outcome);
}

Test(gen, a_program_that_fails_is_blamed_at_its_line)
{
	static const struct {
		const char *source, *said;
	} cases[] = {
		{"int main(void){return 3;}\n", "`program` exited with status 3"},
		{"#include <stdio.h>\nint main(void){fputs(\"no such n\\nmore\\n\",stderr);"
		 "return 1;}\n",
			"`program` exited with status 1: no such n"},
		{"#include <stdlib.h>\nint main(void){abort();}\n",
			"`program` was killed by signal 6"},
		{"int main(void){return 0;}\n", "`program` printed nothing"},
		{"#include <sys/socket.h>\nint main(void){return socket(2,1,0);}\n",
			"`program` made the forbidden system call socket"},
		{"int main(void){ return x; }\n",
			"the program generators/program.c does not compile: program.c"},
		{"", "the program generators/program.c cannot be compiled: the source has 0 bytes"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		put("small/generators/program.c", cases[i].source);
		expect_recipe_complaint(BY("program"), AT_LINE_5, cases[i].said);
	}
}

Test(gen, an_answer_that_cannot_be_made_is_blamed_at_its_line)
{
	expect_recipe_complaint(BY("{in: \"2\\n1 x\\n\"}"), AT_LINE_5,
		"`assay solve optimal` exited with status 3: assay: stdin:2:");
}

/* Each file of tests/data/invalid/recipe: the complaint after the recipe's path, then the
 * recipe. */
Test(gen, a_recipe_that_cannot_be_followed_is_named_at_its_line)
{
	static const char folder[] = ASSAY_SOURCE_DIR "/tests/data/invalid/recipe";
	AS_AUTO_FD int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	AS_AUTO_NAMES char **names = as_dir_list(fd, 1000, NULL);
	cr_assert(names && names[0]);
	for (char **name = names; *name; name++) {
		AS_AUTO_BYTES struct as_bytes text = {0};
		cr_assert_eq(as_file_read(fd, *name, 1 << 20, &text, NULL), 0);
		char *line = text.data, *recipe = strchr(line, '\n');
		*recipe++ = '\0';
		put_recipe(recipe);
		AUTO_OUTCOME outcome = ASSAY("gen", "small");
		AS_AUTO_FREE char *said =
			as_text_format(NULL, "assay: small/generators/generators.yaml%s", line);
		EXPECT_COMPLAINT(outcome, 3, said);
		cr_expect_eq(strncmp(outcome.err.data, said, strlen(said)), 0, "%s: %s", *name,
			outcome.err.data);
		cr_expect_str_empty(outcome.out.data);
		cr_expect_eq(faccessat(here_fd, "small/data", F_OK, 0), -1, "%s", *name);
		EXPECT_NOTHING_LEFT(outcome);
	}
}

Test(gen, a_package_without_a_recipe_or_that_is_not_there_is_named)
{
	put("small/problem.yaml", SUM_YAML);
	AUTO_OUTCOME without = ASSAY("gen", "small");
	EXPECT_COMPLAINT(without, 3, "small: no recipe; write ");
	cr_expect_not_null(strstr(without.err.data, "write generators/generators.yaml"), "%s",
		without.err.data);
	put("small/data/secret/test_group.yaml", "scoring: {score: 1}\n");
	put("small/data/secret/a/test_group.yaml", "scoring: {score: 1}\n");
	AUTO_OUTCOME settings = ASSAY("gen", "small");
	EXPECT_COMPLAINT(settings, 3, "small: no recipe; write ");
	put("small/data/secret/a/1.in", "1\n");
	AUTO_OUTCOME by_hand = ASSAY("gen", "small");
	EXPECT_COMPLAINT(by_hand, 3,
		"small: no recipe; the tests in data are written by hand, so there is nothing to "
		"make; `assay verify` checks them");
	AUTO_OUTCOME absent = ASSAY("gen", "nowhere");
	EXPECT_COMPLAINT(absent, 3, "nowhere");
}
