/* SPDX-License-Identifier: MIT */
/* Scores in whole packages: graders, groups that require others, unbounded scores. */
#include "support/packages.h"
#include "support/verdicts.h"

TestSuite(score, .init = enter_folder, .fini = leave_folder, .timeout = 600);

#define LEGACY_YAML "name: Sum\ntype: scoring\nlimits:\n  validation_time: 2\n"

/* Right if both numbers are below the given ones, else wrong. */
#define RIGHT_BELOW "a, b = map(int, input().split())\nprint(a + b if a < %d else -1)\n"

static void put_submission(const char *path, int below)
{
	char text[200];
	snprintf(text, sizeof(text), RIGHT_BELOW, below);
	put(path, text);
}

/* Puts tests from `first` on, named by letters of the alphabet. */
static void put_tests(const char *folder, int first, int count)
{
	char path[100], text[40];
	for (int i = 0; i < count; i++) {
		snprintf(path, sizeof(path), "%s/%c.in", folder, 'a' + i);
		snprintf(text, sizeof(text), "%d 1\n", first + i);
		put(path, text);
		snprintf(path, sizeof(path), "%s/%c.ans", folder, 'a' + i);
		snprintf(text, sizeof(text), "%d\n", first + i + 1);
		put(path, text);
	}
}

/* "verdict score/max_score; name verdict score/max_score needs NAME, ..." */
static const char *scores_of(json_t *document)
{
	static char text[1024];
	size_t index;
	json_t *group;
	AS_AUTO_FREE char *score = json_dumps(json_object_get(document, "score"), JSON_ENCODE_ANY);
	AS_AUTO_FREE char *max =
		json_dumps(json_object_get(document, "max_score"), JSON_ENCODE_ANY);
	int used = snprintf(text, sizeof(text), "%s %s/%s;", verdict_of(document), score, max);
	json_array_foreach(json_object_get(document, "groups"), index, group)
	{
		const char *unmet = text_below(group, "unmet", NULL);
		AS_AUTO_FREE char *max_of =
			json_dumps(json_object_get(group, "max_score"), JSON_ENCODE_ANY);
		used += snprintf(text + used, sizeof(text) - (size_t)used, " %s %s %g/%s%s%s,",
			text_below(group, "name", NULL), text_below(group, "verdict", NULL),
			json_number_value(json_object_get(group, "score")), max_of,
			*unmet ? " needs " : "", unmet);
	}
	return text;
}

static void expect_scores(const char *package, const char *submission, const char *option,
	size_t test_count, const char *expected)
{
	AUTO_OUTCOME outcome = option ? ASSAY("judge", "--json", option, package, submission)
				      : ASSAY("judge", "--json", package, submission);
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_str_eq(scores_of(document), expected);
	cr_expect_eq(json_array_size(json_object_get(document, "tests")), test_count);
}

/* ---- legacy ---- */

static void put_legacy(const char *root, const char *secret)
{
	put("tree/problem.yaml", LEGACY_YAML);
	put("tree/data/testdata.yaml", root);
	put("tree/data/secret/testdata.yaml", secret);
	put_tests("tree/data/sample", 1, 2);
	put_tests("tree/data/secret/1", 1, 3);
	put_tests("tree/data/secret/2", 3, 3);
	put("tree/data/secret/1/testdata.yaml",
		"grader_flags: min\naccept_score: 30\nrange: 0 30\n");
	put("tree/data/secret/2/testdata.yaml",
		"grader_flags: min\naccept_score: 70\nrange: 0 70\n");
}

Test(score, a_legacy_tree_is_graded_from_its_leaves)
{
	put_legacy("on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n",
		"on_reject: continue\ngrader_flags: first_error accept_if_any_accepted\n"
		"accept_score: 1\n");
	put("tree/data/secret/1/testdata.yaml",
		"on_reject: break\ngrader_flags: min\naccept_score: 30\nrange: 0 30\n");
	put("tree/data/secret/2/testdata.yaml",
		"on_reject: break\ngrader_flags: min\naccept_score: 70\nrange: 0 70\n");
	put_submission("full.py", 9);
	put_submission("part.py", 4);
	put_submission("none.py", 1);
	expect_scores("tree", "full.py", NULL, 8,
		"AC 100/100; data AC 100/100, sample AC 2/100, secret AC 100/100, secret/1 AC "
		"30/30, "
		"secret/2 AC 70/70,");
	static const char part[] = "AC 30/100; data AC 30/100, sample AC 2/100, secret AC 30/100, "
				   "secret/1 AC 30/30, secret/2 WA 0/70,";
	expect_scores("tree", "part.py", NULL, 7, part);
	expect_scores("tree", "part.py", "--all", 8, part);
	expect_scores("tree", "part.py", "-j2", 7, part);
	expect_scores("tree", "none.py", NULL, 4,
		"WA null/100; data WA 0/100, sample WA 0/100, secret WA 0/100, secret/1 WA 0/30, "
		"secret/2 WA 0/70,");
	AUTO_OUTCOME table = ASSAY("judge", "tree", "part.py", "none.py");
	cr_expect_not_null(strstr(table.out.data, "AC        30/100 "), "%s", table.out.data);
	cr_expect_not_null(strstr(table.out.data, "WA         -/100 "), "%s", table.out.data);
}

Test(score, a_legacy_tree_without_on_reject_ends_at_its_first_failure)
{
	put_legacy("", "");
	put_submission("part.py", 4);
	expect_scores("tree", "part.py", NULL, 7,
		"WA null/null; data WA 32/null, sample AC 2/null, secret WA 30/null, secret/1 AC "
		"30/30, secret/2 WA 0/70,");
}

Test(score, a_score_outside_its_range_is_the_packages_fault)
{
	put_legacy("on_reject: continue\n", "range: 0 99\n");
	put_submission("full.py", 9);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "tree", "full.py");
	EXPECT_STATUS(outcome, 3);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_str_eq(verdict_of(document), "JE");
	json_t *secret = json_array_get(json_object_get(document, "groups"), 2);
	cr_expect_str_eq(text_below(secret, "feedback", NULL),
		"the score 100 is not in the range from 0 to 99");
}

/* ---- DOMjudge ---- */

#define DJ "tree/data/"

/* Groups of several tests, nested, without features that only Kattis has. */
static void put_domjudge(void)
{
	put("tree/problem.yaml", LEGACY_YAML);
	put(DJ "testdata.yaml", "on_reject: continue\ngrader_flags: sum\n");
	put(DJ "secret/testdata.yaml", "on_reject: continue\ngrader_flags: sum\n");
	put_tests(DJ "sample", 1, 2);
	put_tests(DJ "secret/1", 1, 3);
	put_tests(DJ "secret/2", 3, 3);
	put_tests(DJ "secret/3/a", 1, 1);
	put_tests(DJ "secret/3/b", 5, 1);
	put(DJ "secret/1/testdata.yaml", "accept_score: 10\n");
	put(DJ "secret/2/testdata.yaml", "accept_score: 20\n");
	put(DJ "secret/3/testdata.yaml", "grader_flags: avg\non_reject: continue\n");
	put(DJ "secret/3/a/testdata.yaml", "accept_score: 4\n");
	put(DJ "secret/3/b/testdata.yaml", "accept_score: 16\n");
	put_submission("full.py", 9);
	put_submission("part.py", 4);
	put_submission("none.py", 0);
}

static void expect_domjudge(void)
{
	expect_scores("tree", "full.py", NULL, 10,
		"AC 40/40; data AC 40/40, sample AC 0/0, secret AC 40/40, secret/1 AC 10/10, "
		"secret/2 AC 20/20, secret/3 AC 10/10, secret/3/a AC 4/4, secret/3/b AC 16/16,");
	expect_scores("tree", "part.py", "--all", 10,
		"WA 12/40; data WA 12/40, sample AC 0/0, secret WA 12/40, secret/1 AC 10/10, "
		"secret/2 WA 0/20, secret/3 WA 2/10, secret/3/a AC 4/4, secret/3/b WA 0/16,");
	AUTO_OUTCOME none = ASSAY("judge", "--json", "tree", "none.py");
	AS_AUTO_JSON json_t *document = document_of(&none);
	cr_expect_str_eq(verdict_of(document), "WA");
	cr_expect(json_number_value(json_object_get(document, "score")) == 0 &&
		  json_is_number(json_object_get(document, "score")));
}

Test(score, each_marker_of_domjudge_gives_the_scores_of_domjudge)
{
	put_domjudge();
	AUTO_OUTCOME plain = ASSAY("judge", "--json", "tree", "part.py");
	AS_AUTO_JSON json_t *document = document_of(&plain);
	cr_expect(json_is_null(json_object_get(document, "score")));
	put("tree/.timelimit", "2\n");
	expect_domjudge();
	cr_assert_eq(unlinkat(here_fd, "tree/.timelimit", 0), 0);
	put("tree/domjudge-problem.ini", "timelimit = 2\n");
	expect_domjudge();
	cr_assert_eq(unlinkat(here_fd, "tree/domjudge-problem.ini", 0), 0);
	put("tree/submissions/partial/a.py", "# @EXPECTED_SCORE@: 12\n");
	expect_domjudge();
}

/* Flags that DOMjudge does not know request the format's grader. */
Test(score, a_marker_of_domjudge_with_flags_of_the_default_grader_only_sums_scores)
{
	put_domjudge();
	put("tree/.timelimit", "2\n");
	put(DJ "testdata.yaml", "on_reject: continue\ngrader_flags: first_error sum\n");
	put(DJ "sample/testdata.yaml", "accept_score: 0\n");
	put(DJ "secret/2/testdata.yaml", "accept_score: 20\ngrader_flags: min\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "--all", "tree", "part.py");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_str_eq(verdict_of(document), "WA");
	/* Three tests of ten each, and half of four. */
	cr_expect_float_eq(json_number_value(json_object_get(document, "score")), 32, 1e-9, "%s",
		scores_of(document));
}

Test(score, domjudge_reads_the_score_of_a_custom_validator_for_wrong_answers_as_well)
{
	put_domjudge();
	put("tree/.timelimit", "2\n");
	put("tree/problem.yaml", LEGACY_YAML "validation: custom\n");
	put(DJ "secret/1/testdata.yaml", "range: 0 100\non_reject: continue\n");
	put("tree/output_validators/check/check.py",
		"import sys\nright = sys.stdin.read() == open(sys.argv[2]).read()\n"
		"open(sys.argv[3] + 'score.txt', 'w').write('20.5' if right else '1.25')\n"
		"sys.exit(42 if right else 43)\n");
	put_submission("half.py", 3);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "--all", "tree", "half.py");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_not_null(
		strstr(scores_of(document), " secret/1 WA 42.25/100,"), "%s", scores_of(document));
}

/* ---- graders of a package ---- */

/* Compares its input with its flags. */
#define TOLD_PY                                                                                    \
	"import sys\n"                                                                             \
	"told = sys.stdin.read().split('\\n')\n"                                                   \
	"right = told.pop() == '' and ','.join(told) == ' '.join(sys.argv[2:])\n"                  \
	"print(sys.argv[1] if right else 'JE', len(told) / 2)\n"

static void put_graded(const char *grader, const char *flags)
{
	char text[200];
	put_legacy("on_reject: continue\ngrader_flags: ignore_sample\n", "on_reject: continue\n");
	put("tree/graders/grader.py", grader);
	snprintf(text, sizeof(text), "on_reject: continue\ngrading: custom\ngrader_flags: %s\n",
		flags);
	put("tree/data/secret/2/testdata.yaml", text);
	put("tree/data/secret/1/testdata.yaml", "accept_score: 0.1\n");
	put_submission("part.py", 4);
	put_submission("full.py", 9);
}

Test(score, a_grader_gets_each_part_and_returns_one_result)
{
	put_graded(TOLD_PY, "AC AC 1,WA 0,WA 0");
	expect_scores("tree", "part.py", NULL, 8,
		"AC 1.8/null; data AC 1.8/null, sample AC 2/null, secret AC 1.8/null, secret/1 AC "
		"0.3/null, secret/2 AC 1.5/null,");
}

Test(score, a_grader_may_reject)
{
	put_graded(TOLD_PY, "TLE AC 1,AC 1,AC 1");
	expect_scores("tree", "full.py", NULL, 8,
		"TLE null/null; data TLE 1.8/null, sample AC 2/null, secret TLE 1.8/null, secret/1 "
		"AC 0.3/null, secret/2 TLE 1.5/null,");
}

/* The format has no verdict for a memory limit: the grader gets a crash, and its verdict is
 * converted back. */
Test(score, verdicts_unknown_to_the_format_are_crashes_for_the_grader)
{
	put_graded(TOLD_PY, "RTE RTE 0,RTE 0,RTE 0");
	put("hog.py", "a, b = map(int, input().split())\nx = [0] * (a // 3 * 10**10)\n"
		      "print(a + b)\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "--test", "secret/2/a", "tree", "hog.py");
	AS_AUTO_JSON json_t *one = document_of(&outcome);
	cr_assert_str_eq(verdict_of(one), "MLE");
	AUTO_OUTCOME whole = ASSAY("judge", "--json", "tree", "hog.py");
	AS_AUTO_JSON json_t *document = document_of(&whole);
	cr_expect_str_eq(verdict_of(document), "MLE", "%s", scores_of(document));
}

/* One test and one group, because there are many possible faults. */
static void put_small_graded(const char *grader)
{
	put("small/problem.yaml", LEGACY_YAML);
	put("small/graders/grader.py", grader);
	put("small/data/secret/testdata.yaml", "grading: custom\n");
	put_tests("small/data/secret", 1, 1);
	put_submission("full.py", 9);
}

Test(score, a_grader_runs_on_a_core_without_measurements)
{
	put_small_graded(
		"import os\nprint('AC' if len(os.sched_getaffinity(0)) == 1 else 'WA', 1)\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "small", "full.py");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_str_eq(verdict_of(document), "AC", "%s", scores_of(document));
}

static void expect_grader_fault(const char *grader, const char *complaint)
{
	put_small_graded(grader);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "small", "full.py");
	EXPECT_STATUS(outcome, 3);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	json_t *groups = json_object_get(document, "groups"), *secret;
	size_t last = json_array_size(groups) - 1;
	secret = json_array_get(groups, last);
	cr_expect_str_eq(verdict_of(document), "JE");
	cr_expect_str_eq(text_below(json_array_get(groups, 0), "verdict", NULL), "JE");
	cr_expect_str_eq(text_below(secret, "name", NULL), "secret");
	cr_expect_str_eq(text_below(secret, "verdict", NULL), "JE");
	const char *said = text_below(secret, "feedback", NULL);
	cr_expect_eq(strncmp(said, complaint, strlen(complaint)), 0, "%s, not %s", said, complaint);
}

Test(score, students_do_not_see_the_run_of_a_grader)
{
	put_small_graded("print('secret')\n");
	AUTO_OUTCOME student =
		ASSAY("judge", "--json", "--audience", "student", "small", "full.py");
	AS_AUTO_JSON json_t *document = document_of(&student);
	cr_expect_str_eq(verdict_of(document), "JE");
	cr_expect_null(strstr(student.out.data, "the grader of"), "%s", student.out.data);
}

Test(score, a_grader_with_malformed_output_is_at_fault)
{
	static const struct {
		const char *grader, *complaint;
	} rows[] = {
		{"print('AC')\n", "printed 'AC' instead of one verdict and one score"},
		{"print('AC 1 2')\n", "printed 'AC 1 2' instead of one verdict and one score"},
		{"print('AC 1e3')\n", "printed 'AC 1e3' instead of one verdict and one score"},
		{"print('AC 1.2.3')\n", "printed 'AC 1.2.3' instead of one verdict and one score"},
		{"print('AC .')\n", "printed 'AC .' instead of one verdict and one score"},
		{"print('AC nan')\n", "printed 'AC nan' instead of one verdict and one score"},
		{"print('SV 1')\n", "printed 'SV 1' instead of one verdict and one score"},
		{"pass\n", "printed '' instead of one verdict and one score"},
		{"print('AC\\0 1')\n", "printed 'AC\\x00 1' instead of one verdict and one score"},
		{"print('AC', '1' * 10000)\n",
			"printed 'very much' instead of one verdict and one score"},
		{"print('JE 0')\n", "reported JE"},
		{"print('AC 1')\nexit(1)\n", "exited with status 1"},
		{"print('AC 1', flush=True)\nimport os\nos.kill(os.getpid(), 11)\n",
			"was killed by signal 11"},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		AS_AUTO_FREE char *complaint =
			as_text_format(NULL, "the grader of secret %s", rows[i].complaint);
		expect_grader_fault(rows[i].grader, complaint);
	}
}

Test(score, a_grader_that_never_ends_is_at_fault)
{
	expect_grader_fault("while True: pass\n", "the grader of secret exceeded its limit of ");
}

Test(score, a_grader_that_does_not_compile_is_reported_before_judging)
{
	put_graded("", "x");
	cr_assert_eq(unlinkat(here_fd, "tree/graders/grader.py", 0), 0);
	put("tree/graders/grader.c", "int main(void) { return 0 }\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "tree", "part.py");
	EXPECT_COMPLAINT(outcome, 3, "tree/graders/grader.c: the program ");
	cr_expect_str_empty(outcome.out.data);
	EXPECT_NOTHING_LEFT(outcome);
}

/* Reports the second number of the output as the score, and accepts if the first is right. */
#define SCORE_PY                                                                                   \
	"import sys\n"                                                                             \
	"words = sys.stdin.read().split()\n"                                                       \
	"if words[0] != open(sys.argv[2]).read().strip(): sys.exit(43)\n"                          \
	"if len(words) > 1: open(sys.argv[3] + 'score.txt', 'w').write(words[1])\n"                \
	"sys.exit(42)\n"

/* If the minimum is the best score, scores begin at 1: a failure must not look like the best. */
Test(score, if_the_minimum_is_best_a_failure_has_no_score)
{
	put("few/problem.yaml", LEGACY_YAML "validation: custom score\n"
					    "grading:\n  objective: min\n");
	put("few/output_validators/validator.py", SCORE_PY);
	put("few/data/testdata.yaml",
		"on_reject: continue\ngrader_flags: ignore_sample\nrange: 3 1000\n");
	put("few/data/secret/testdata.yaml", "on_reject: break\ngrader_flags: sum\n");
	put("few/data/sample/testdata.yaml", "range: -inf +inf\n");
	put_tests("few/data/sample", 1, 1);
	put_tests("few/data/secret", 1, 3);
	put("full.py", "a, b = map(int, input().split())\nprint(a + b, a * 1.5)\n");
	put("part.py",
		"a, b = map(int, input().split())\nprint(a + b if a < 3 else 0, -0.5 * a)\n");
	expect_scores("few", "full.py", NULL, 4,
		"AC 9/3; data AC 9/3, sample AC 1.5/null, secret AC 9/3,");
	expect_scores("few", "part.py", NULL, 4,
		"WA null/3; data WA -1.5/3, sample AC -0.5/null, secret WA -1.5/3,");
}

/* ---- 2025-09 ---- */

static void put_scoring(const char *secret)
{
	put("groups/problem.yaml", SUM_YAML "type: scoring\n" SUM_LIMITS);
	put("groups/data/secret/test_group.yaml", secret);
	put_tests("groups/data/sample", 1, 1);
	put_tests("groups/data/secret/1", 1, 3);
	put_tests("groups/data/secret/2", 2, 2);
	put_tests("groups/data/secret/3", 1, 2);
}

Test(score, a_group_that_requires_one_that_failed_is_not_run)
{
	put_scoring("max_score: 100\n");
	put("groups/data/secret/1/test_group.yaml", "max_score: 30\n");
	put("groups/data/secret/2/test_group.yaml",
		"max_score: 50\nscore_aggregation: sum\nrequire_pass: secret/1\n");
	put("groups/data/secret/3/test_group.yaml",
		"max_score: 20\nscore_aggregation: min\nrequire_pass: [sample]\n");
	put_submission("full.py", 9);
	put_submission("part.py", 3);
	expect_scores("groups", "full.py", NULL, 8,
		"AC 100/100; secret AC 100/100, secret/1 AC 30/30, secret/2 AC 50/50, secret/3 AC "
		"20/20,");
	static const char part[] = "WA 20/100; secret WA 20/100, secret/1 WA 0/30, secret/2  0/50 "
				   "needs secret/1, secret/3 AC 20/20,";
	expect_scores("groups", "part.py", NULL, 6, part);
	expect_scores("groups", "part.py", "--all", 8, part);
	expect_scores("groups", "part.py", "-j2", 6, part);
}

static void put_unbounded(void)
{
	put_scoring("max_score: unbounded\n");
	put("groups/output_validator/validator.py", SCORE_PY);
	put("groups/data/secret/1/test_group.yaml", "score_aggregation: sum\n");
	put("groups/data/secret/2/test_group.yaml", "score_aggregation: min\n");
	put("groups/data/secret/3/test_group.yaml", "score_aggregation: sum\nmax_score: 4\n");
}

Test(score, an_unbounded_score_is_that_of_the_validator)
{
	put_unbounded();
	put("says.py", "a, b = map(int, input().split())\nprint(a + b, a / 2)\n");
	expect_scores("groups", "says.py", NULL, 8,
		"AC 5.5/null; secret AC 5.5/null, secret/1 AC 3/null, secret/2 AC 1/null, secret/3 "
		"AC 1.5/4,");
}

static void expect_score_fault(const char *source, const char *group, const char *complaint)
{
	put_unbounded();
	put("faulty.py", source);
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "groups", "faulty.py");
	EXPECT_STATUS(outcome, 3);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	json_t *test = failed_test(document);
	EXPECT_FATE(document, "JE package");
	cr_expect_eq(strncmp(text_below(test, "name", NULL), group, strlen(group)), 0);
	cr_expect_str_eq(text_below(test, "feedback", NULL), complaint);
}

Test(score, without_its_score_an_unbounded_test_is_the_packages_fault)
{
	expect_score_fault("a, b = map(int, input().split())\nprint(a + b)\n", "secret/1/a",
		"the output validator wrote no score.txt in secret/1, which is unbounded");
}

Test(score, more_than_a_test_can_earn_is_the_packages_fault)
{
	expect_score_fault("a, b = map(int, input().split())\nprint(a + b, 2.5)\n", "secret/3/a",
		"the output validator gave the score 2.5 where a test can earn 2");
}

/* ---- static validators ---- */

/* Wrong if the source contains the word "loop", half if it contains "half". */
#define LOOK_PY                                                                                    \
	"import os, sys\n"                                                                         \
	"text = open(sys.argv[2]).read()\n"                                                        \
	"if 'loop' in text: sys.exit(43)\n"                                                        \
	"if 'half' in text: open(sys.argv[3] + 'score_multiplier.txt', 'w').write('0.5')\n"        \
	"sys.exit(42)\n"

static void put_static_validator(void)
{
	put_scoring("max_score: 100\n");
	put("groups/static_validator/look.py", LOOK_PY);
	put("groups/data/secret/1/test_group.yaml",
		"max_score: 50\nscore_aggregation: sum\nstatic_validation_score: 20\n");
	put("groups/data/secret/2/test_group.yaml",
		"max_score: 30\nstatic_validation_score: pass-fail\n");
	put("groups/data/secret/3/test_group.yaml", "max_score: 20\nrequire_pass: secret/2\n");
}

Test(score, a_static_validator_has_a_part_of_the_points)
{
	put_static_validator();
	put_submission("fine.py", 9);
	put("loop.py", "a, b = map(int, input().split())  # no loop\nprint(a + b)\n");
	expect_scores("groups", "fine.py", NULL, 8,
		"AC 100/100; secret AC 100/100, secret/1 AC 50/50, secret/2 AC 30/30, secret/3 AC "
		"20/20,");
	static const char looped[] = "WA 30/100; secret WA 30/100, secret/1 WA 30/50, secret/2 WA "
				     "0/30, secret/3  0/20 needs secret/2,";
	expect_scores("groups", "loop.py", NULL, 4, looped);
	expect_scores("groups", "loop.py", "--all", 8, looped);
}

Test(score, an_unexpected_static_score_is_the_packages_fault)
{
	put_static_validator();
	put("half.py", "a, b = map(int, input().split())  # half\nprint(a + b)\n");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "groups", "half.py");
	EXPECT_STATUS(outcome, 3);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_str_eq(scores_of(document),
		"JE 40/100; secret JE 40/100, secret/1 AC 40/50, secret/2 JE 0/30, secret/3  0/20 "
		"needs secret/2,");
	cr_expect_not_null(strstr(outcome.out.data,
		"the static validator gave a score in secret/2, which is pass-fail"));
}

Test(score, a_static_rejection_is_not_accepted_in_a_pass_fail_package)
{
	put_sum_package(2);
	put("sum/static_validator/look.py", LOOK_PY);
	put("sum/data/secret/test_group.yaml", "static_validation_score: pass-fail\n");
	put("loop.py", "a, b = map(int, input().split())  # no loop\nprint(a + b)\n");
	put("right.py", SUM_PY);
	AUTO_OUTCOME right = ASSAY("judge", "--json", "sum", "right.py");
	AS_AUTO_JSON json_t *accepted = document_of(&right);
	cr_expect_str_eq(verdict_of(accepted), "AC");
	AUTO_OUTCOME outcome = ASSAY("judge", "--json", "sum", "loop.py");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_str_eq(verdict_of(document), "WA");
	cr_expect_eq(json_array_size(json_object_get(document, "tests")), 1);
}
