/* SPDX-License-Identifier: MIT */
/* assay verify, through the command: what is expected, what is found, the time limit, the cache. */
#include "support/packages.h"

#define SCHEMA ASSAY_SOURCE_DIR "/docs/verify.schema.json"
#define VALIDATOR ASSAY_SOURCE_DIR "/tests/support/validate.py"

#define WRONG_C "#include <stdio.h>\nint main(void){puts(\"3\");}\n"
#define CRASH_C                                                                                    \
	"#include <stdio.h>\n#include <stdlib.h>\nint main(void){int a,b;"                         \
	"scanf(\"%d%d\",&a,&b);if(a>1)abort();printf(\"%d\\n\",a+b);}\n"
/* Right, but on the larger tests for ever. */
#define SLOW_C                                                                                     \
	"#include <stdio.h>\nint main(void){int a,b;scanf(\"%d%d\",&a,&b);"                        \
	"for(volatile unsigned i=1;a>1&&i;)i|=1;printf(\"%d\\n\",a+b);}\n"
/* Uses a third of a second of CPU time. */
#define LONG_C                                                                                     \
	"#include <stdio.h>\n#include <time.h>\nint main(void){int a,b;scanf(\"%d%d\",&a,&b);"     \
	"while(clock()<CLOCKS_PER_SEC/3);printf(\"%d\\n\",a+b);}\n"

/* The sum package as its authors would like it: a statement, a validator, two submissions. */
static void put_verified_package(void)
{
	put_sum_package(2);
	put("sum/statement/problem.en.md", "Add them.\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/wrong_answer/wrong.c", WRONG_C);
}

static struct as_bytes document_text;

static bool feed_document(void)
{
	int input = memfd_create("document", MFD_CLOEXEC);
	return input >= 0 &&
	       as_fd_write(input, document_text.data, document_text.size, NULL) == 0 &&
	       lseek(input, 0, SEEK_SET) == 0 && dup2(input, STDIN_FILENO) == 0;
}

/* The one document of `assay verify --json`, which fits the schema. */
static json_t *document_of(const struct outcome *outcome)
{
	document_text = outcome->out;
	struct process validator = command_start(
		(const char *const[]){"/usr/bin/python3", VALIDATOR, SCHEMA, NULL}, feed_document);
	AUTO_OUTCOME validated = command_end(&validator);
	cr_assert_eq(validated.status, 0, "%s%s", validated.out.data, validated.err.data);
	cr_assert_eq(atoi(validated.out.data), 1, "%s%s", outcome->out.data, outcome->err.data);
	json_t *document = json_loads(outcome->out.data, 0, NULL);
	cr_assert_not_null(document);
	return document;
}

static json_t *submission_of(json_t *document, const char *path)
{
	size_t index;
	json_t *item;
	json_array_foreach(json_object_get(document, "submissions"), index, item)
	{
		if (strcmp(json_string_value(json_object_get(item, "path")), path) == 0)
			return item;
	}
	cr_assert_fail("%s is not there", path);
	return NULL;
}

/* The finding of this level at this place that holds the text, or NULL. */
static json_t *find(json_t *document, const char *level, const char *where, const char *text)
{
	size_t index;
	json_t *item;
	json_array_foreach(json_object_get(document, "findings"), index, item)
	{
		if (strcmp(json_string_value(json_object_get(item, "level")), level) == 0 &&
			strcmp(json_string_value(json_object_get(item, "where")), where) == 0 &&
			strstr(json_string_value(json_object_get(item, "text")), text))
			return item;
	}
	return NULL;
}

#define EXPECT_FINDING(document, level, where, text)                                               \
	do {                                                                                       \
		AS_AUTO_FREE char *all_ =                                                          \
			json_dumps(json_object_get(document, "findings"), JSON_INDENT(1));         \
		cr_expect_not_null(find(document, level, where, text), "no %s \"%s\" at %s in %s", \
			level, text, where, all_);                                                 \
	} while (0)

static bool is_ok(json_t *object)
{
	return json_is_true(json_object_get(object, "ok"));
}

static int64_t limit_of(json_t *document)
{
	return json_integer_value(json_object_get(document, "time_limit_ns"));
}

TestSuite(verify, .init = enter_folder, .fini = leave_folder, .timeout = 200);

Test(verify, a_package_that_does_what_it_says_is_verified)
{
	put_verified_package();
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(is_ok(document));
	cr_expect_eq(limit_of(document), 500000000);
	json_t *wrong = submission_of(document, "wrong_answer/wrong.c");
	cr_expect(is_ok(wrong));
	cr_expect_str_eq(json_string_value(json_object_get(wrong, "verdict")), "WA");
	cr_expect_str_eq(json_string_value(json_object_get(wrong, "language")), "c");
	AS_AUTO_JSON json_t *expected = json_pack("[s]", "WA");
	cr_expect(json_equal(json_object_get(wrong, "expected"), expected));
	EXPECT_NOTHING_LEFT(outcome);
}

Test(verify, people_see_a_table_and_the_findings)
{
	put_verified_package();
	put("sum/submissions/accepted/wrong.c", WRONG_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "sum");
	EXPECT_STATUS(outcome, 1);
	cr_expect_not_null(
		strstr(outcome.out.data, "sum: not verified, 1 error"), "%s", outcome.out.data);
	cr_expect_not_null(strstr(outcome.out.data, "! WA      AC"), "%s", outcome.out.data);
	cr_expect_not_null(strstr(outcome.out.data, "  error: submissions/accepted/wrong.c: "
						    "secret/01 is WA"),
		"%s", outcome.out.data);
}

Test(verify, what_is_not_as_expected_is_an_error_that_names_the_test)
{
	put_verified_package();
	put("sum/submissions/wrong_answer/right.c", SUM_C);
	put("sum/submissions/wrong_answer/crash.c", CRASH_C);
	put("sum/submissions/run_time_error/crash.c", CRASH_C);
	put("sum/submissions/rejected/right.c", SUM_C);
	put("sum/submissions/accepted/broken.c", "int main(void){return x;}\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect_not(is_ok(document));
	EXPECT_FINDING(document, "error", "submissions/wrong_answer/right.c", "no test is WA");
	EXPECT_FINDING(document, "error", "submissions/wrong_answer/crash.c", "secret/02 is RTE");
	EXPECT_FINDING(document, "error", "submissions/rejected/right.c", "no test is WA, RTE");
	EXPECT_FINDING(document, "error", "submissions/accepted/broken.c", "it does not compile");
	cr_expect(is_ok(submission_of(document, "run_time_error/crash.c")));
	cr_expect_not(is_ok(submission_of(document, "wrong_answer/crash.c")));
}

Test(verify, submissions_yaml_is_held_to_for_groups_and_tests)
{
	put_verified_package();
	put("sum/submissions/mixed/crash.c", CRASH_C);
	put("sum/submissions/mixed/other.c", CRASH_C);
	put("sum/submissions/submissions.yaml",
		"mixed/crash.c:\n  sample:\n    permitted: [AC]\n  secret/*2:\n    required: "
		"[RTE]\n"
		"mixed/other.c:\n  secret/01:\n    required: [RTE]\n"
		"nobody.*:\n  permitted: [AC]\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(is_ok(submission_of(document, "mixed/crash.c")));
	EXPECT_FINDING(document, "error", "submissions/mixed/other.c",
		"no test is RTE, which \"mixed/other.c\" on \"secret/01\" requires");
	EXPECT_FINDING(document, "warning", "submissions/submissions.yaml",
		"no submission is covered by \"nobody.*\"");
}

Test(verify, tags_count_where_no_folder_speaks)
{
	put_verified_package();
	put("sum/submissions/mixed/a.c", "// @EXPECTED_RESULTS@: RUN-ERROR, TIMELIMIT\n" CRASH_C);
	put("sum/submissions/mixed/b.c", "// @EXPECTED_RESULTS@: CORRECT\n" CRASH_C);
	put("sum/submissions/mixed/c.c", "// @EXPECTED_RESULTS@: COMPILER-ERROR\nint main(");
	put("sum/submissions/accepted/d.c", "// @EXPECTED_RESULTS@: RUN-ERROR\n" SUM_C);
	put("sum/submissions/other/e.c", SUM_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(is_ok(submission_of(document, "mixed/a.c")));
	cr_expect(is_ok(submission_of(document, "mixed/c.c")));
	cr_expect(is_ok(submission_of(document, "accepted/d.c")));
	EXPECT_FINDING(document, "error", "submissions/mixed/b.c",
		"it is RTE, and its tag @EXPECTED_RESULTS@ says AC");
	EXPECT_FINDING(document, "info", "submissions/other/e.c", "nothing is expected of it");
}

Test(verify, a_time_limit_is_found_from_what_submissions_need)
{
	put_sum_tests(2);
	put("sum/problem.yaml", SUM_YAML "limits:\n  time_resolution: 0.5\n  memory: 64\n");
	put("sum/submissions/accepted/right.c", SUM_C);
	put("sum/submissions/accepted/long.c", LONG_C);
	put("sum/submissions/time_limit_exceeded/slow.c", SLOW_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 0);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	/* At least twice a third of a second, in halves; more on a machine that is busy. */
	cr_expect_geq(limit_of(document), 1000000000);
	cr_expect_eq(limit_of(document) % 500000000, 0);
	cr_expect(is_ok(submission_of(document, "time_limit_exceeded/slow.c")));
}

Test(verify, a_time_limit_without_its_margin_is_an_error)
{
	put_verified_package();
	put("sum/submissions/accepted/long.c", LONG_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "error", "submissions/accepted/long.c",
		"2 times that is more than the time limit of 0.5 s: raise the limit to 1 s");
}

Test(verify, a_slow_submission_must_be_too_slow_by_a_margin)
{
	put_verified_package();
	put("sum/problem.yaml",
		SUM_YAML "limits:\n  time_limit: 0.25\n  time_resolution: 0.25\n  memory: 64\n"
			 "  time_multipliers:\n    time_limit_to_tle: 4\n");
	put("sum/submissions/time_limit_exceeded/long.c", LONG_C);
	put("sum/submissions/time_limit_exceeded/slow.c", SLOW_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(document, "error", "submissions/time_limit_exceeded/long.c",
		"less than 4 times the time limit of 0.25 s");
	cr_expect_null(find(document, "error", "submissions/time_limit_exceeded/slow.c", ""));
}

Test(verify, what_is_missing_or_twice_is_found)
{
	put_sum_package(2);
	put("sum/data/secret/03.in", "1 1\n");
	put("sum/data/secret/03.ans", "2\n");
	put("sum/data/extra/1.in", "1 1\n");
	put("sum/submissions/wrong_answer/wrong.c", WRONG_C);
	put("sum/submissions/stray.c", SUM_C);
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "sum");
	EXPECT_STATUS(outcome, 1);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	EXPECT_FINDING(
		document, "warning", "data/secret/03.in", "the same input as data/secret/01");
	EXPECT_FINDING(document, "error", "submissions/accepted", "no accepted submission");
	EXPECT_FINDING(document, "warning", "", "there is no statement");
	EXPECT_FINDING(document, "warning", "input_validators", "there is no input validator");
	EXPECT_FINDING(document, "warning", "submissions/stray.c", "is left out");
}

Test(verify, a_package_that_cannot_be_read_keeps_no_other_from_being_verified)
{
	put_verified_package();
	put("broken/problem.yaml", "name: [\n");
	AUTO_OUTCOME outcome = ASSAY("verify", "--json", "broken", "sum");
	EXPECT_COMPLAINT(outcome, 3, "broken/problem.yaml:");
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	cr_expect(is_ok(document));
}

/* ---- the cache ---- */

#define CACHE "cache/assay/results.sqlite"

/* A cache of the test's own, so that what is in it is known. */
static void use_own_cache(void)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/cache", here);
	cr_assert_eq(setenv("XDG_CACHE_HOME", path, 1), 0);
}

/* Where results come from the cache nothing runs, so a compiler that is gone is not missed: here
 * the test looks at the CPU times, which no two runs share to the nanosecond. */
static int64_t time_of(const char *option)
{
	AUTO_OUTCOME outcome = option ? ASSAY("verify", "--json", option, "sum")
				      : ASSAY("verify", "--json", "sum");
	cr_assert_eq(outcome.status, 0, "%s%s", outcome.err.data, outcome.out.data);
	AS_AUTO_JSON json_t *document = document_of(&outcome);
	return json_integer_value(
		json_object_get(submission_of(document, "accepted/right.c"), "cpu_time_ns"));
}

Test(verify, what_did_not_change_is_not_run_again)
{
	put_verified_package();
	use_own_cache();
	int64_t first = time_of(NULL);
	cr_expect_eq(time_of(NULL), first);
	cr_expect_neq(time_of("--fresh"), first);
	put("sum/statement/problem.en.md", "Add the two.\n");
	int64_t second = time_of(NULL);
	put("sum/submissions/accepted/right.c", SUM_C "\n");
	int64_t third = time_of(NULL);
	cr_expect_neq(third, second);
	put("sum/data/secret/02.in", "2  4\n");
	cr_expect_neq(time_of(NULL), third);
}

Test(verify, a_broken_cache_costs_time_only)
{
	put_verified_package();
	use_own_cache();
	int64_t first = time_of(NULL);
	put(CACHE, "this is no database, and long enough to be taken for one that is broken\n");
	cr_expect_neq(time_of(NULL), first);
	int64_t second = time_of(NULL);
	cr_expect_eq(time_of(NULL), second);
	/* One whose texts were changed by another hand. */
	AUTO_OUTCOME changed = command_run((const char *const[]){"/usr/bin/python3", "-c",
		"import sqlite3;c=sqlite3.connect('" CACHE
		"');c.execute(\"UPDATE results SET "
		"value=replace(value,'\\\"AC\\\"','\\\"WA\\\"')\");"
		"c.commit()",
		NULL});
	EXPECT_STATUS(changed, 0);
	cr_expect_neq(time_of(NULL), second);
	/* One of another make. */
	AUTO_OUTCOME other = command_run((const char *const[]){"/usr/bin/python3", "-c",
		"import sqlite3;c=sqlite3.connect('" CACHE
		"');c.execute('DROP TABLE results');c.execute('CREATE TABLE results "
		"(x)');c.commit()",
		NULL});
	EXPECT_STATUS(other, 0);
	int64_t third = time_of(NULL);
	cr_expect_eq(time_of(NULL), third);
}

Test(verify, a_cache_in_the_way_costs_time_only)
{
	put_verified_package();
	use_own_cache();
	put("elsewhere", "");
	cr_assert_eq(as_dir_make(here_fd, "cache/assay", 0700, NULL), 0);
	cr_assert_eq(symlinkat("../../elsewhere", here_fd, CACHE), 0);
	int64_t first = time_of(NULL);
	cr_expect_neq(time_of(NULL), first);
	struct stat info;
	cr_expect(fstatat(here_fd, "elsewhere", &info, 0) == 0 && info.st_size == 0);
}

Test(verify, two_commands_at_once_share_the_cache)
{
	put_verified_package();
	use_own_cache();
	const char *const *argv = ASSAY_ARGV("verify", "--json", "sum");
	struct process a = command_start(argv, NULL), b = command_start(argv, NULL);
	AUTO_OUTCOME first = command_end(&a);
	AUTO_OUTCOME second = command_end(&b);
	EXPECT_STATUS(first, 0);
	EXPECT_STATUS(second, 0);
	int64_t kept = time_of(NULL);
	cr_expect_eq(time_of(NULL), kept);
}
