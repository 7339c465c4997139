/* SPDX-License-Identifier: MIT */
/* Legacy packages with several output validators, all of which must accept. */
#include "support/packages.h"
#include "support/verdicts.h"

TestSuite(several, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define YAML "name: Pair\nlicense: cc0\nrights_owner: nobody\nvalidation: custom"

/* Checks one word of the output, and prints it; its argument is another accepted word. */
#define WORD_PY(index, name)                                                                       \
	"import sys\n"                                                                             \
	"words = sys.stdin.buffer.read().decode('latin-1').split() + ['', '']\n"                   \
	"answers = open(sys.argv[2]).read().split() + sys.argv[4:]\n"                              \
	"open(sys.argv[3] + 'judgemessage.txt', 'w').write('" name " saw ' + words[" index "])\n"  \
	"sys.exit(42 if words[" index "] in answers else 43)\n"

static void put_pair(const char *keys)
{
	AS_AUTO_FREE char *yaml = as_text_format(NULL, YAML "%s\n", keys);

	put("pair/problem.yaml", yaml);
	put("pair/output_validators/a.py", WORD_PY("0", "a"));
	put("pair/output_validators/b/b.py", WORD_PY("1", "b"));
	put("pair/data/secret/1.in", "1\n");
	put("pair/data/secret/1.ans", "x y\n");
}

/* The document of a submission that prints this. */
static json_t *judge_words(const char *words, int status)
{
	AS_AUTO_FREE char *source = as_text_format(NULL, "print('%s')\n", words);

	put("words.py", source);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "--reruns=0", "pair", "words.py");
	EXPECT_STATUS(outcome, status);
	EXPECT_NOTHING_LEFT(outcome);
	return document_of(&outcome);
}

static void expect_fate(const char *words, const char *fate, const char *feedback)
{
	AS_AUTO_JSON json_t *document = judge_words(words, strncmp(fate, "JE", 2) ? 0 : 3);

	EXPECT_FATE(document, fate);
	if (feedback)
		cr_expect_not_null(
			strstr(text_below(failed_test(document), "feedback", NULL), feedback),
			"%s: %s", words, text_below(failed_test(document), "feedback", NULL));
}

Test(several, validators_must_all_accept_and_the_first_rejection_decides)
{
	put_pair("");
	expect_fate("x y", "AC", NULL);
	expect_fate("x no", "WA", "b saw no");
	expect_fate("no y", "WA", "a saw no");
	expect_fate("no never", "WA", "a saw no");
}

Test(several, validators_messages_are_concatenated)
{
	put_pair("");
	AS_AUTO_JSON json_t *right = judge_words("x y", 0);
	json_t *test = json_array_get(json_object_get(right, "tests"), 0);
	cr_expect_str_eq(text_below(test, "judge_message", NULL), "a saw x\nb saw y");
	AS_AUTO_JSON json_t *wrong = judge_words("x no", 0);
	cr_expect_str_eq(
		text_below(failed_test(wrong), "judge_message", NULL), "a saw x\nb saw no");
}

Test(several, validators_all_receive_the_flags_of_the_problem)
{
	put_pair("\nvalidator_flags: z w");
	expect_fate("z w", "AC", NULL);
	expect_fate("z no", "WA", "b saw no");
}

Test(several, validators_are_reduced_to_the_one_that_a_group_names)
{
	static const char *const names[] = {"b", "{name: b}", "{name: b, flags: q}"};
	for (size_t i = 0; i < 3; i++) {
		AS_AUTO_FREE char *text =
			as_text_format(NULL, "output_validator_flags: %s\n", names[i]);
		put_pair("");
		put("pair/data/secret/testdata.yaml", text);
		expect_fate("no y", "AC", NULL);
		expect_fate("no q", i == 2 ? "AC" : "WA", i == 2 ? NULL : "b saw q");
	}
	put("pair/data/secret/testdata.yaml", "output_validator_flags: {name: c}\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "pair", "words.py");
	EXPECT_COMPLAINT(outcome, 3, "unknown output validator 'c'");
}

Test(several, validators_after_one_that_rejects_are_not_run)
{
	put_pair("");
	put("pair/output_validators/b/b.py", "import sys\nsys.exit(9)\n");
	expect_fate("no y", "WA", "a saw no");
	expect_fate("x y", "JE package", "the output validator b exited with status 9");
}

Test(several, validators_that_do_not_compile_are_named)
{
	put_pair("");
	put("pair/output_validators/c.c", "int main(void) { return nothing; }\n");
	put("words.py", "print('x y')\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "pair", "words.py");
	EXPECT_COMPLAINT(outcome, 3, "output_validators/c.c");
}

/* ---- scores ---- */

#define SCORE_PY(score)                                                                            \
	"import sys\n"                                                                             \
	"open(sys.argv[3] + 'score.txt', 'w').write(" score ")\n"                                  \
	"sys.exit(42)\n"

static json_t *judge_scores(const char *a, const char *b, int status)
{
	put_pair(" score\ntype: scoring");
	put("pair/output_validators/a.py", a);
	put("pair/output_validators/b/b.py", b);
	return judge_words("x y", status);
}

Test(several, validators_that_give_a_score_must_agree)
{
	static const char silent[] = "import sys\nsys.exit(42)\n";
	AS_AUTO_JSON json_t *same = judge_scores(SCORE_PY("'7'"), SCORE_PY("'7.0'"), 0);
	EXPECT_FATE(same, "AC");
	cr_expect_eq(json_number_value(json_object_get(same, "score")), 7);
	AS_AUTO_JSON json_t *first = judge_scores(SCORE_PY("'7'"), silent, 0);
	cr_expect_eq(json_number_value(json_object_get(first, "score")), 7);
	AS_AUTO_JSON json_t *last = judge_scores(silent, SCORE_PY("'8'"), 0);
	cr_expect_eq(json_number_value(json_object_get(last, "score")), 8);
	AS_AUTO_JSON json_t *differ = judge_scores(SCORE_PY("'7'"), SCORE_PY("'8'"), 3);
	EXPECT_FATE(differ, "JE package");
	cr_expect_not_null(strstr(text_below(failed_test(differ), "feedback", NULL),
		"b gave the score 8, but an earlier validator gave 7"));
}

Test(several, validators_scores_are_null_if_the_last_rejects)
{
	AS_AUTO_JSON json_t *document =
		judge_scores(SCORE_PY("'7'"), "import sys\nsys.exit(43)\n", 0);
	EXPECT_FATE(document, "WA");
	cr_expect(json_is_null(json_object_get(document, "score")));
}

/* ---- interactive validators ---- */

/* Sends its word, and expects it back. */
#define ECHO_PY(word)                                                                              \
	"import sys\n"                                                                             \
	"print('" word "', flush=True)\n"                                                          \
	"sys.exit(42 if sys.stdin.readline().strip() == '" word "' else 43)\n"

Test(several, interactive_validators_each_have_their_own_run_of_the_submission)
{
	put_pair(" interactive");
	put("pair/output_validators/a.py", ECHO_PY("one"));
	put("pair/output_validators/b/b.py", ECHO_PY("two"));
	put("right.py", "print(input())\n");
	put("wrong.py", "input()\nprint('one')\n");
	AUTO_OUTCOME outcome =
		ASSAY("judge", "--json", "--reruns=0", "pair", "right.py", "wrong.py");
	AS_AUTO_JSON json_t *documents = documents_of(&outcome);
	json_t *wrong = json_array_get(documents, 1);
	EXPECT_FATE(json_array_get(documents, 0), "AC");
	EXPECT_FATE(wrong, "WA");
	cr_expect_str_eq(text_below(failed_test(wrong), "transcript", NULL),
		"<one\n>one\n---\n<two\n>one\n");
}

/* ---- verify, export ---- */

Test(several, validators_are_all_run_by_verify)
{
	put_pair("");
	put("pair/problem_statement/problem.tex", "\\problemname{Pair}\n");
	put("pair/input_validators/all.py", "import sys\nsys.exit(42)\n");
	put("pair/submissions/accepted/right.py", "print('x y')\n");
	put("pair/submissions/wrong_answer/wrong.py", "print('x no')\n");
	AUTO_OUTCOME good = ASSAY("verify", "--fresh", "pair");
	EXPECT_STATUS(good, 0);
	/* An answer that the second one does not accept. */
	put("pair/data/secret/1.ans", "x\n");
	put("pair/output_validators/b/b.py", "import sys\nsys.exit('y' not in sys.stdin.read())\n");
	AUTO_OUTCOME broken = ASSAY("verify", "--fresh", "pair");
	EXPECT_STATUS(broken, 1);
	cr_expect_not_null(strstr(broken.out.data, "the output validator b exited with status"),
		"%s", broken.out.data);
	put("pair/data/secret/1.ans", "x no\n");
	put("pair/output_validators/b/b.py",
		"import sys\nsys.exit(42 if b'y' == sys.stdin.buffer.read()[2:3] else 43)\n");
	AUTO_OUTCOME rejected = ASSAY("verify", "--fresh", "pair");
	cr_expect_not_null(strstr(rejected.out.data, "does not accept it as an output: b"), "%s",
		rejected.out.data);
}

Test(several, validators_cannot_be_converted_to_2025_09)
{
	put_pair("");
	AUTO_OUTCOME outcome = ASSAY("export", "pair", "--format", "2025-09", "-o", "pair.zip");
	EXPECT_COMPLAINT(outcome, 3,
		"cannot be expressed in the 2025-09 format: several output validators that must "
		"all accept");
	AUTO_OUTCOME same = ASSAY("export", "pair", "-o", "pair.zip");
	EXPECT_STATUS(same, 0);
	put("words.py", "print('x no')\n");
	AUTO_OUTCOME judged = ASSAY("judge", "--json", "pair.zip", "words.py");
	AS_AUTO_JSON json_t *document = document_of(&judged);
	EXPECT_FATE(document, "WA");
}
