/* SPDX-License-Identifier: MIT */
/* assay judge: --input, one input in place of the tests, and the names of sets of submissions. */
#include "support/interactive.h"

TestSuite(judge_input, .init = enter_folder, .fini = leave_folder, .timeout = 600);

/* Numbers up to 100 in group 1, up to 1000000 in group 2. */
#define VALIDATE_C                                                                                 \
	"#include <assay/gen.h>\nint main(int argc, char **argv)\n{\n\tgen_start(argc, argv);\n"   \
	"\tint64_t max = gen_option_int_or(\"max\", 1000000, 0, 1000000);\n"                       \
	"\tgen_read_int(0, max, \"a\");\n\tgen_read_space();\n"                                    \
	"\tgen_read_int(0, max, \"b\");\n\tgen_read_newline();\n\treturn gen_read_end();\n}\n"
/* Wrong only for this number, which is in no test. */
#define EDGE_C                                                                                     \
	"#include <stdio.h>\nint main(void){long a,b;scanf(\"%ld%ld\",&a,&b);printf(\"%ld\\n\","   \
	"a==3133?0:a+b);}\n"

static void expect_has(const char *text, const char *part)
{
	cr_expect(strstr(text, part), "no \"%s\" in:\n%s", part, text);
}

static void put_package(void)
{
	put_sum_package(0);
	put("sum/data/secret/1/test_group.yaml", "input_validator_args: [--max, '100']\n");
	put("sum/data/secret/1/a.in", "1 1\n");
	put("sum/data/secret/1/a.ans", "2\n");
	put("sum/data/secret/2/test_group.yaml", "input_validator_args: []\n");
	put("sum/data/secret/2/b.in", "1000 1\n");
	put("sum/data/secret/2/b.ans", "1001\n");
	put("sum/input_validators/validate.c", VALIDATE_C);
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/accepted/old.c.disabled", "no program\n");
	put("sum/submissions/wrong_answer/edge.c", EDGE_C);
	put("edge.in", "3133 4\n");
}

/* ---- one input ---- */

Test(judge_input, all_named_submissions_are_judged_on_the_input)
{
	put_package();
	AUTO_OUTCOME outcome = ASSAY("judge", "sum", "--input=edge.in",
		"sum/submissions/accepted/right.c", "sum/submissions/wrong_answer/edge.c");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, "edge.in: 7 bytes, valid; settings of secret/2/b; answer by "
				     "sum/submissions/accepted/right.c\n");
	expect_has(outcome.out.data, "AC            1/1 ");
	expect_has(outcome.out.data, "WA            0/1 ");
	expect_has(outcome.out.data, "        input: token 1 (line 1): expected 3137, got 0\n");
	expect_has(outcome.out.data, "2 submissions: 1 AC, 1 WA\n");
	EXPECT_NOTHING_LEFT(outcome);
}

Test(judge_input, the_document_names_the_input)
{
	put_package();
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "--input", "edge.in", "sum",
		"sum/submissions/wrong_answer/edge.c");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_str_eq(verdict_of(document), "WA");
	const json_t *input = json_object_get(document, "input");
	cr_expect_str_eq(json_string_value(json_object_get(input, "name")), "edge.in");
	cr_expect_eq(json_integer_value(json_object_get(input, "bytes")), 7);
	cr_expect(json_is_true(json_object_get(input, "validated")));
	cr_expect_str_eq(json_string_value(json_object_get(input, "settings_of")), "secret/2/b");
	cr_expect_str_eq(json_string_value(json_object_get(input, "answer_by")),
		"sum/submissions/accepted/right.c");
	const json_t *tests = json_object_get(document, "tests");
	cr_assert_eq(json_array_size(tests), 1);
	cr_expect_str_eq(
		json_string_value(json_object_get(json_array_get(tests, 0), "name")), "input");
	/* It is an input of the reader's own. */
	AUTO_OUTCOME seen = ASSAY("judge", "--audience=student", "--input", "edge.in", "sum",
		"sum/submissions/wrong_answer/edge.c");
	expect_has(seen.out.data, "        input: token 1 (line 1): expected 3137, got 0\n");
}

/* The negation is ambiguous, so the script is not run. */
Test(judge_input, the_reason_why_a_validator_is_not_run_is_reported)
{
	put_package();
	put("sum/input_validators/a.ctd", "ASSERT(!1 < 2 && 1 < 2)\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "sum", "--input=edge.in", "--expect=WA",
		"sum/submissions/wrong_answer/edge.c");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, "edge.in: 7 bytes, valid; ");
	expect_has(outcome.out.data, "; input_validators/a.ctd was not run: line 1: '!' before ");
	AUTO_OUTCOME json = ASSAY(
		"judge", "--json", "sum", "--input=edge.in", "sum/submissions/wrong_answer/edge.c");
	AS_AUTO_JSON json_t *document = document_of(&json);
	const json_t *reason = json_object_get(json_object_get(document, "input"), "not_run");
	cr_assert_not_null(reason);
	expect_has(json_string_value(reason), "input_validators/a.ctd was not run: line 1: ");
}

static bool give_input(void)
{
	const int fd = open("edge.in", O_RDONLY);

	return fd >= 0 && dup2(fd, STDIN_FILENO) == STDIN_FILENO;
}

static bool give_pipe(void)
{
	int ends[2];

	return pipe(ends) == 0 && write(ends[1], "3133 4\n", 7) == 7 && close(ends[1]) == 0 &&
	       dup2(ends[0], STDIN_FILENO) == STDIN_FILENO;
}

Test(judge_input, a_dash_is_standard_input)
{
	put_package();
	const char *const *argv = ASSAY_ARGV(
		"judge", "--input=-", "--expect=WA", "sum", "sum/submissions/wrong_answer/edge.c");
	AUTO_OUTCOME file = command_run_after(argv, give_input);
	EXPECT_STATUS(file, 0);
	expect_has(file.out.data, "standard input: 7 bytes, valid;");
	AUTO_OUTCOME piped = command_run_after(argv, give_pipe);
	EXPECT_STATUS(piped, 0);
	expect_has(piped.out.data, "standard input: 7 bytes, valid;");
}

Test(judge_input, test_chooses_the_settings)
{
	put_package();
	put("small.in", "5 6\n");
	AUTO_OUTCOME first = ASSAY("judge", "--input=small.in", "--test=secret/1", "sum", "all");
	EXPECT_STATUS(first, 0);
	expect_has(first.out.data, "settings of secret/1/a;");
	AUTO_OUTCOME refused = ASSAY("judge", "--input=edge.in", "--test=secret/1", "sum", "all");
	EXPECT_COMPLAINT(refused, 3, "assay: edge.in: the input validator rejects the input: ");
	expect_has(refused.err.data, "expected a, an integer from 0 to 100, got '3133'");
}

Test(judge_input, a_refusal_shows_the_message_of_the_validator)
{
	put_package();
	put("bad.in", "1 2 3\n");
	AUTO_OUTCOME refused = ASSAY("judge", "--input=bad.in", "sum", "all");
	EXPECT_COMPLAINT(refused, 3, "assay: bad.in: the input validator rejects the input: ");
	cr_expect_str_empty(refused.out.data);
	put("empty.in", "");
	AUTO_OUTCOME empty = ASSAY("judge", "--input=empty.in", "sum", "all");
	EXPECT_COMPLAINT(empty, 3, "assay: empty.in: the input validator rejects the input: ");
	EXPECT_NOTHING_LEFT(empty);
}

/* A sparse file of any size is refused before it is read. */
Test(judge_input, a_file_above_the_memory_limit_is_refused)
{
	put_package();
	int fd = openat(here_fd, "large.in", O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
	cr_assert(fd >= 0 && ftruncate(fd, INT64_C(1) << 40) == 0);
	close(fd);
	AUTO_OUTCOME outcome = ASSAY("judge", "--input=large.in", "sum", "all");
	EXPECT_COMPLAINT(outcome, 2,
		"--input: large.in is larger than the memory limit of the package, 64 MiB");
}

Test(judge_input, a_broken_validator_is_named)
{
	put_package();
	put("sum/input_validators/validate.c", "int main(void) { return *(volatile int *)0; }\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--input=edge.in", "sum", "all");
	EXPECT_COMPLAINT(outcome, 3, "input_validators/validate.c: the input validator failed: ");
}

Test(judge_input, a_package_without_validators_says_so)
{
	put_sum_package(1);
	put("sum/submissions/accepted/right.py", SUM_PY);
	put("any.in", "20 22\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--input=any.in", "sum", "accepted");
	EXPECT_STATUS(outcome, 0);
	expect_has(
		outcome.out.data, "any.in: 6 bytes, not validated: no input validator was run; ");
}

/* ---- answers ---- */

Test(judge_input, the_solution_of_the_recipe_makes_the_answer)
{
	generate_coinseven();
	put("row.in", "4\n8 15 3 7\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--input=row.in", "--reruns=0", "coinseven",
		"coinseven/submissions/wrong_answer/odd_even.cpp");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, "; answer by assay solve ");
}

Test(judge_input, a_package_without_a_right_solution_says_what_is_missing)
{
	put_sum_package(1);
	put("right.c", SUM_C);
	put("any.in", "20 22\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--input=any.in", "sum", "right.c");
	EXPECT_COMPLAINT(outcome, 3,
		"assay: sum: no right solution, so the input has no answer: the recipe has "
		"no 'solution', and submissions/accepted/ has no submission; add one");
}

Test(judge_input, a_right_solution_that_fails_on_the_input_is_an_error)
{
	put_package();
	put("sum/submissions/accepted/right.c", "int main(void) { return 3; }\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--input=edge.in", "sum", "wrong_answer");
	EXPECT_COMPLAINT(outcome, 3,
		"assay: edge.in: no answer: sum/submissions/accepted/right.c: RTE on a valid "
		"input");
}

Test(judge_input, an_interactive_package_needs_no_answer)
{
	put_honest();
	put("talk/submissions/accepted/right.py", RIGHT_PY(""));
	put("number.in", "42\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--input=number.in", "talk", "accepted");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, "no answer: the output validator decides\n");
	expect_has(outcome.out.data, "AC            1/1 ");
}

/* ---- bad usage ---- */

Test(judge_input, bad_inputs_and_packages_are_refused_by_name)
{
	put_package();
	AUTO_OUTCOME missing = ASSAY("judge", "--input=missing.in", "sum", "all");
	EXPECT_COMPLAINT(missing, 2, "assay: missing.in: ");
	AUTO_OUTCOME folder = ASSAY("judge", "--input=sum", "sum", "all");
	EXPECT_COMPLAINT(folder, 2, "assay: sum: ");
	AUTO_OUTCOME store =
		ASSAY("judge", "--input=edge.in", "--store=sqlite:a.store", "sum", "all");
	EXPECT_COMPLAINT(store, 2, "--input and --store are mutually exclusive");
	AUTO_OUTCOME page = ASSAY("judge", "--input=edge.in", "--html=a.html", "sum", "all");
	EXPECT_COMPLAINT(page, 2, "--input and --html are mutually exclusive");
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_limit: 1\n  memory: 1\n");
	AS_AUTO_FREE char *large = calloc(1, (2 << 20) + 1);
	memset(large, '1', 2 << 20);
	put("large.in", large);
	AUTO_OUTCOME refused = ASSAY("judge", "--input=large.in", "sum", "all");
	EXPECT_COMPLAINT(
		refused, 2, "large.in is larger than the memory limit of the package, 1 MiB");
	put("sum/problem.yaml", SUM_YAML "type: submit-answer\n");
	AUTO_OUTCOME answers = ASSAY("judge", "--input=edge.in", "sum", "edge.in");
	EXPECT_COMPLAINT(answers, 2,
		"assay: sum: --input: submissions to a submit-answer package are answers to its "
		"tests");
}

/* ---- sets ---- */

Test(judge_input, all_and_names_of_folders_are_sets_of_submissions)
{
	put_package();
	AUTO_OUTCOME accepted = ASSAY("judge", "sum/", "accepted");
	EXPECT_STATUS(accepted, 0);
	expect_has(accepted.out.data, " sum/submissions/accepted/right.c\n");
	cr_expect_null(strstr(accepted.out.data, "edge.c"));
	cr_expect_null(strstr(accepted.out.data, "disabled"));
	AUTO_OUTCOME all = ASSAY("judge", "sum", "all", "wrong_answer");
	EXPECT_STATUS(all, 0);
	expect_has(all.out.data, "3 submissions: 3 AC\n");
}

Test(judge_input, submissions_in_an_archive_have_paths_beneath_it)
{
	put_package();
	AUTO_OUTCOME packed = command_run((const char *const[]){
		"/usr/bin/python3", "-m", "zipfile", "-c", "sum.zip", "sum", NULL});
	EXPECT_STATUS(packed, 0);
	AUTO_OUTCOME outcome = ASSAY("judge", "--input=edge.in", "sum.zip", "accepted");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, "; answer by sum.zip/submissions/accepted/right.c\n");
	expect_has(outcome.out.data, " sum.zip/submissions/accepted/right.c\n");
	EXPECT_NOTHING_LEFT(outcome);
}

Test(judge_input, a_path_that_exists_is_not_a_set)
{
	put_package();
	put("accepted/mine.py", SUM_PY);
	AUTO_OUTCOME outcome = ASSAY("judge", "sum", "accepted");
	EXPECT_STATUS(outcome, 0);
	expect_has(outcome.out.data, "python3  accepted\n");
	cr_expect_null(strstr(outcome.out.data, "right.c"));
}

Test(judge_input, an_empty_set_is_an_error)
{
	put_sum_package(1);
	AUTO_OUTCOME accepted = ASSAY("judge", "sum", "accepted");
	EXPECT_COMPLAINT(accepted, 2,
		"assay: sum: no submission in submissions/accepted/, and there is no file or "
		"folder 'accepted'; name the submissions");
	AUTO_OUTCOME all = ASSAY("judge", "sum", "all");
	EXPECT_COMPLAINT(all, 2, "assay: sum: no submission in submissions/, and there is");
	AUTO_OUTCOME other = ASSAY("judge", "sum", "wrong_answer");
	EXPECT_COMPLAINT(other, 2, "wrong_answer");
}
