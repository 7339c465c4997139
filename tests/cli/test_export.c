/* SPDX-License-Identifier: MIT */
/* assay export: packs packages in their own format and in the other one, and judges from the
 * archive. */
#include "support/made.h"
#include "support/packages.h"
#include "support/rename.h"
#include "support/verdicts.h"

TestSuite(export, .init = enter_folder, .fini = leave_folder, .timeout = 600);

static void expect_same_files(const char *left, const char *right)
{
	AUTO_OUTCOME outcome =
		command_run((const char *const[]){"/usr/bin/cmp", left, right, NULL});
	EXPECT_STATUS(outcome, 0);
}

static char *repeat(const char *part, size_t count)
{
	const size_t length = strlen(part);
	char *text = calloc(length * count + 1, 1);

	cr_assert_not_null(text);
	for (size_t i = 0; i < count; i++)
		memcpy(text + i * length, part, length);
	return text;
}

Test(export, an_archive_has_the_same_bytes_every_time_and_is_judged)
{
	put_sum_package(3);
	put("right.py", SUM_PY);
	AUTO_OUTCOME first = ASSAY("export", "sum", "-o", "a.zip");
	EXPECT_STATUS(first, 0);
	cr_expect_str_empty(first.err.data);
	cr_expect(strncmp(first.out.data, "wrote a.zip: 4 tests, ", 22) == 0 &&
			  strstr(first.out.data, " KiB\n"),
		"%s", first.out.data);
	cr_assert_eq(as_dir_remove(here_fd, "sum", NULL), 0);
	put_sum_package(3);
	const char *touch = "find sum -exec touch -d 2001-01-01 {} + ; chmod 600 sum/problem.yaml";
	AUTO_OUTCOME touched = command_run((const char *const[]){"/bin/sh", "-c", touch, NULL});
	EXPECT_STATUS(touched, 0);
	cr_assert_eq(setenv("TZ", "Pacific/Auckland", 1), 0);
	AUTO_OUTCOME second = ASSAY("export", "sum", "-o", "b.zip");
	EXPECT_STATUS(second, 0);
	expect_same_files("a.zip", "b.zip");
	expect_verdict("a.zip", "right.py", "AC");
	cr_expect_eq(count_entries("."), 5, "something is left beside the archives");
}

Test(export, an_archive_and_its_folder_have_the_same_digests_and_verdict)
{
	put_sum_package(2);
	put("right.py", SUM_PY);
	AUTO_OUTCOME packed = ASSAY("export", "--folder", "sum", "-o", "other.zip");
	EXPECT_STATUS(packed, 0);
	AUTO_OUTCOME plain = ASSAY("judge", "--json", "sum", "right.py");
	AUTO_OUTCOME zipped = ASSAY("judge", "--json", "other.zip", "right.py");
	AS_AUTO_JSON json_t *left = document_of(&plain);
	AS_AUTO_JSON json_t *right = document_of(&zipped);
	cr_expect(json_equal(json_object_get(left, "digests"), json_object_get(right, "digests")));
	cr_expect(json_equal(json_object_get(left, "problem"), json_object_get(right, "problem")));
	EXPECT_FATE(right, "AC");
}

Test(export, a_package_in_an_archive_cannot_be_generated)
{
	put_sum_package(1);
	AUTO_OUTCOME packed = ASSAY("export", "sum", "-o", "sum.zip");
	EXPECT_STATUS(packed, 0);
	AUTO_OUTCOME outcome = ASSAY("gen", "sum.zip");
	EXPECT_COMPLAINT(outcome, 3, "sum.zip: not a folder; unpack the package first");
}

Test(export, a_command_that_is_killed_leaves_nothing_of_an_archive)
{
	put_sum_package(1);
	put("slow.py", "while True: pass\n");
	AUTO_OUTCOME packed = ASSAY("export", "sum", "-o", "sum.zip");
	EXPECT_STATUS(packed, 0);
	struct process process = command_start(ASSAY_ARGV("judge", "sum.zip", "slow.py"), NULL);
	for (int i = 0; i < 1000 && count_entries("tmp") == 0; i++)
		usleep(10000);
	cr_expect_gt(count_entries("tmp"), 0);
	kill(process.pid, SIGKILL);
	AUTO_OUTCOME outcome = command_end(&process);
	cr_expect(all_ended(30000 * patience()), "a process is left");
	cr_expect_eq(count_entries("tmp"), 0, "a temporary folder is left");
}

Test(export, features_without_counterpart_in_the_legacy_format_are_refused_by_name)
{
	static const struct {
		const char *path, *content, *text;
	} rows[] = {
		{"sum/problem.yaml", SUM_YAML "languages: [c]\n",
			"sum/problem.yaml: cannot be expressed in the legacy format: languages "
			"other than all"},
		{"sum/data/secret/01.yaml", "output_validator_args: [case_sensitive]\n",
			"sum/data/secret/01.yaml: cannot be expressed in the legacy format: "
			"output_validator_args of a test; move it to a group"},
		{"sum/data/test_group.yaml", "output_validator_args: [case_sensitive]\n",
			"sum/data/test_group.yaml: cannot be expressed in the legacy format: "
			"settings in data/; move"},
		{"sum/data/secret/test_group.yaml", "input_validator_args: ['a\\b']\n",
			"sum/data/secret/test_group.yaml: cannot be expressed in the legacy "
			"format: these input_validator_args"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		put_sum_package(1);
		put(rows[i].path, rows[i].content);
		AUTO_OUTCOME outcome = ASSAY("export", "sum", "--format", "legacy", "-o", "a.zip");
		EXPECT_COMPLAINT(outcome, 3, rows[i].text);
		cr_expect(!exists("a.zip"));
		cr_expect_eq(count_entries("."), 2, "a half archive is left");
		as_dir_remove(here_fd, "sum", NULL);
	}
}

Test(export, a_legacy_archive_judges_as_the_package_does)
{
	put_sum_package(4);
	put("sum/problem.yaml", SUM_YAML SUM_LIMITS "type: scoring\nkeywords: [easy sums]\n");
	put("sum/data/secret/test_group.yaml", "max_score: 100\n");
	put("right.py", SUM_PY);
	put("half.py", "a, b = map(int, input().split())\nprint(a + b if a < 3 else 0)\n");
	AUTO_OUTCOME packed = ASSAY("export", "sum", "--format", "legacy", "-o", "legacy.zip");
	EXPECT_STATUS(packed, 0);
	expect_verdict("legacy.zip", "right.py", "AC");
	AUTO_OUTCOME judged = ASSAY("judge", "--json", "legacy.zip", "right.py", "half.py");
	AS_AUTO_JSON json_t *documents = documents_of(&judged);
	cr_assert_eq(json_array_size(documents), 2, "%s", judged.err.data);
	cr_expect_eq(
		json_number_value(json_object_get(json_array_get(documents, 0), "score")), 100);
	cr_expect_eq(json_number_value(json_object_get(json_array_get(documents, 1), "score")), 50);
}

/* ---- scores that no conversion changes ---- */

#define ENDLESS "while 1:\n    pass\n"

static void put_scoring_package(const char *secret)
{
	put("new/problem.yaml", SUM_YAML "limits: {time_limit: 1, memory: 64}\ntype: scoring\n");
	put("new/data/secret/test_group.yaml", secret);
	put("new/data/sample/1.in", "1 2\n");
	put("new/data/sample/1.ans", "3\n");
	put("new/data/secret/a/test_group.yaml", "max_score: 40\n");
	put("new/data/secret/b/test_group.yaml", "max_score: 60\nscore_aggregation: sum\n");
	for (int i = 1; i <= 4; i++) {
		char path[64], text[64];
		for (int k = 0; k < 2; k++) {
			snprintf(path, sizeof path, "new/data/secret/%c/%d.%s", i > 2 ? 'b' : 'a',
				i, k ? "ans" : "in");
			snprintf(text, sizeof text, k ? "%d\n" : "%d %d\n", k ? 2 * i : i, i);
			put(path, text);
		}
	}
	/* Correct; correct but too slow (40); wrong (30); nothing; and wrong on the sample only. */
	put("all.py", SUM_PY);
	put("slow.py",
		"a, b = map(int, input().split())\nif a > 2:\n    " ENDLESS "print(a + b)\n");
	put("wrong.py", "a, b = map(int, input().split())\nprint(a + b if a == 4 else 0)\n");
	put("none.py", "print(0)\n");
	put("sample.py",
		"a, b = map(int, input().split())\nprint(a + b if b != 2 or a == 2 else 0)\n");
}

static void expect_same(const char *first, const char *second)
{
	AUTO_OUTCOME old = ASSAY(
		"judge", "--json", first, "all.py", "slow.py", "wrong.py", "none.py", "sample.py");
	AUTO_OUTCOME new = ASSAY(
		"judge", "--json", second, "all.py", "slow.py", "wrong.py", "none.py", "sample.py");
	AS_AUTO_JSON json_t *before = documents_of(&old);
	AS_AUTO_JSON json_t *after = documents_of(&new);
	cr_assert_eq(json_array_size(before), 5, "%s", old.err.data);
	cr_assert_eq(json_array_size(after), 5, "%s", new.err.data);
	for (size_t i = 0; i < 5; i++) {
		json_t *one = json_array_get(before, i), *other = json_array_get(after, i);
		cr_expect_str_eq(verdict_of(one), verdict_of(other), "%zu", i);
		cr_expect_float_eq(json_number_value(json_object_get(one, "score")),
			json_number_value(json_object_get(other, "score")), 1e-9, "%zu", i);
		cr_expect(json_is_number(json_object_get(other, "score")), "%zu", i);
	}
}

Test(export, no_conversion_of_a_scoring_package_changes_a_verdict_or_a_score)
{
	put_scoring_package("max_score: 100\n");
	AUTO_OUTCOME packed = ASSAY("export", "new", "--format", "legacy", "-o", "old.zip");
	EXPECT_STATUS(packed, 0);
	expect_same("new", "old.zip");
	AUTO_OUTCOME back = ASSAY("export", "old.zip", "--format", "2025-09", "-o", "back.zip");
	EXPECT_STATUS(back, 0);
	expect_same("new", "back.zip");
	/* Without a time limit, another file marks the package. */
	put("new/problem.yaml", SUM_YAML "type: scoring\n");
	put("slow.py", "a, b = map(int, input().split())\nif a > 2:\n    exit(1)\nprint(a + b)\n");
	AUTO_OUTCOME again = ASSAY("export", "new", "--format", "legacy", "-o", "old.zip");
	EXPECT_STATUS(again, 0);
	expect_same("new", "old.zip");
}

Test(export, scores_that_the_legacy_format_would_change_are_refused)
{
	put_scoring_package("max_score: 100\nscore_aggregation: pass-fail\n");
	put("new/data/secret/b/test_group.yaml", "max_score: 60\n");
	AUTO_OUTCOME whole = ASSAY("export", "new", "--format", "legacy", "-o", "old.zip");
	EXPECT_COMPLAINT(whole, 3, "score_aggregation: pass-fail of groups with another max_score");
	put_scoring_package("max_score: 100\n");
	put("new/output_validator/check.py", "open('score_multiplier.txt', 'w')\n");
	AUTO_OUTCOME multiplier = ASSAY("export", "new", "--format", "legacy", "-o", "old.zip");
	EXPECT_COMPLAINT(multiplier, 3, "score_multiplier.txt; write score.txt instead");
}

/* A legacy package with two subtasks, the second with a tolerance of its own. */
static void put_legacy_package(void)
{
	put("old/problem.yaml", "name: Old\ntype: scoring\nauthor: A B, C D and E\n"
				"source: A contest\nsource_url: http://contest.example\n"
				"license: cc by-sa\nrights_owner: A B\nkeywords: easy sums\n");
	put("old/.timelimit", "1.5\n");
	put("old/problem_statement/problem.sv.tex", "\\problemname{Old}\n");
	put("old/data/testdata.yaml", "on_reject: continue\nrange: 0 100\n"
				      "grader_flags: ignore_sample\n");
	put("old/data/sample/1.in", "1 2\n");
	put("old/data/sample/1.ans", "3\n");
	put("old/data/secret/testdata.yaml",
		"on_reject: continue\ngrader_flags: accept_if_any_accepted\n");
	put("old/data/secret/a/testdata.yaml",
		"on_reject: break\naccept_score: 40\ngrader_flags: min\nrange: 0 40\n");
	put("old/data/secret/b/testdata.yaml",
		"accept_score: 30\ngrader_flags: sum accept_if_any_accepted\nrange: 0 60\n"
		"output_validator_flags: float_tolerance 0.1\n");
	put("old/data/secret/a/1.in", "2 2\n");
	put("old/data/secret/a/1.ans", "4\n");
	put("old/data/secret/a/1.hint", "Add them.\nAll of them.\n");
	put("old/data/secret/a/1.desc", "\xff\n");
	put("old/data/secret/b/1.in", "3 3\n");
	put("old/data/secret/b/1.ans", "6.05\n");
	put("old/data/secret/b/2.in", "4 4\n");
	put("old/data/secret/b/2.ans", "8\n");
	put("old/submissions/accepted/right.py", SUM_PY);
}

static void expect_score(json_t *document, const char *verdict, double score)
{
	cr_expect_str_eq(verdict_of(document), verdict);
	cr_expect_eq(json_number_value(json_object_get(document, "score")), score);
}

Test(export, a_legacy_package_earns_the_same_in_2025_09)
{
	put_legacy_package();
	put("partial.py", "a, b = map(int, input().split())\nprint(a + b if a != 4 else 0)\n");
	put("little.py", "a, b = map(int, input().split())\nprint(a + b if a == 4 else 0)\n");
	AUTO_OUTCOME packed = ASSAY(
		"export", "old", "--format", "2025-09", "--verdicts-may-change", "-o", "new.zip");
	EXPECT_STATUS(packed, 0);
	AUTO_OUTCOME old = ASSAY("judge", "--json", "--all", "old",
		"old/submissions/accepted/right.py", "partial.py", "little.py");
	AUTO_OUTCOME new = ASSAY("judge", "--json", "--all", "new.zip",
		"old/submissions/accepted/right.py", "partial.py", "little.py");
	AS_AUTO_JSON json_t *before = documents_of(&old);
	AS_AUTO_JSON json_t *after = documents_of(&new);
	cr_assert_eq(json_array_size(before), 3, "%s", old.err.data);
	cr_assert_eq(json_array_size(after), 3, "%s", new.err.data);
	expect_score(json_array_get(before, 0), "AC", 100);
	expect_score(json_array_get(after, 0), "AC", 100);
	expect_score(json_array_get(before, 1), "AC", 70);
	/* In 2025-09 only a fully accepted submission is AC, and a note says so. */
	cr_expect_not_null(
		strstr(packed.err.data,
			"note: data/secret: a submission that fails a test may be AC in the "
			"legacy format, and is not in 2025-09; its points stay\n"),
		"%s", packed.err.data);
	expect_score(json_array_get(after, 1), "WA", 70);
	expect_score(json_array_get(before, 2), "AC", 30);
	expect_score(json_array_get(after, 2), "WA", 30);
}

Test(export, flags_by_which_a_failing_submission_is_accepted_are_refused_in_2025_09)
{
	static const struct {
		const char *secret, *b, *text; /* NULL: it can be converted */
	} rows[] = {
		{"accept_if_any_accepted", "sum",
			"old/data/secret: cannot be expressed in the "
			"2025-09 format: accept_if_any_accepted (a "},
		{"sum", "sum accept_if_any_accepted",
			"old/data/secret/b: cannot be expressed in the 2025-09 format: "
			"accept_if_any_accepted (a submission that fails a test can be AC); with "
			"--verdicts-may-change such a submission keeps only its points"},
		{"sum", "sum always_accept",
			"old/data/secret/b: cannot be expressed in the 2025-09 format: "
			"always_accept (a "},
		{"sum", "sum", NULL},
	};
	put_legacy_package();
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		AS_AUTO_FREE char *secret = as_text_format(
			NULL, "on_reject: continue\ngrader_flags: %s\n", rows[i].secret);
		AS_AUTO_FREE char *b = as_text_format(NULL,
			"on_reject: continue\naccept_score: 30\nrange: 0 60\ngrader_flags: %s\n",
			rows[i].b);
		put("old/data/secret/testdata.yaml", secret);
		put("old/data/secret/b/testdata.yaml", b);
		AUTO_OUTCOME outcome = ASSAY("export", "old", "--format", "2025-09", "-o", "a.zip");
		if (rows[i].text) {
			EXPECT_COMPLAINT(outcome, 3, rows[i].text);
			cr_expect(!exists("a.zip"));
		} else {
			EXPECT_STATUS(outcome, 0);
		}
	}
	/* For a single test, any is the same as all. */
	put("old/data/secret/b/testdata.yaml",
		"accept_score: 60\nrange: 0 60\ngrader_flags: sum accept_if_any_accepted\n");
	unlinkat(here_fd, "old/data/secret/b/2.in", 0);
	unlinkat(here_fd, "old/data/secret/b/2.ans", 0);
	AUTO_OUTCOME one = ASSAY("export", "old", "--format", "2025-09", "-o", "a.zip");
	EXPECT_STATUS(one, 0);
}

Test(export, settings_of_a_legacy_package_are_converted_to_2025_09)
{
	put_legacy_package();
	AUTO_OUTCOME packed = ASSAY(
		"export", "old", "--format", "2025-09", "--verdicts-may-change", "-o", "new.zip");
	EXPECT_STATUS(packed, 0);
	AUTO_OUTCOME unpacked = command_run((const char *const[]){
		"/usr/bin/python3", "-m", "zipfile", "-e", "new.zip", "new", NULL});
	EXPECT_STATUS(unpacked, 0);
	AS_AUTO_BYTES struct as_bytes text = {0};
	cr_assert_eq(as_file_read(here_fd, "new/problem.yaml", 1 << 20, &text, NULL), 0);
	static const char *const lines[] = {"\nname:\n  sv: Old\n",
		"\ncredits:\n  authors: [A B, C D, E]\n",
		"\nsource:\n  name: A contest\n  url: \"http://contest.example\"\n",
		"\nkeywords: [easy, sums]\n", "\n  time_limit: 1.5\n", "\n  time_resolution: 0.5\n",
		"\nallow_file_writing: true\n", "\ntype: scoring\n"};
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		cr_expect_not_null(
			strstr(text.data, lines[i]), "no \"%s\" in %s", lines[i], text.data);
	expect_content("new/data/secret/a/1.yaml", "hint: \"Add them.\\nAll of them.\"\n");
	cr_expect_not_null(
		strstr(packed.err.data, "data/secret/a/1.desc is left out: it is not UTF-8 text"));
	expect_content("new/data/secret/a/test_group.yaml",
		"max_score: 40\nscore_aggregation: pass-fail\n");
	expect_content(
		"new/data/secret/test_group.yaml", "max_score: 100\nscore_aggregation: sum\n");
	cr_expect(exists("new/statement/problem.sv.tex") && !exists("new/problem_statement"));
}

Test(export, features_without_counterpart_in_2025_09_are_refused_by_name)
{
	static const struct {
		const char *path, *content, *text;
	} rows[] = {
		{"old/data/secret/a/testdata.yaml", "accept_score: 1.5\ngrader_flags: min\n",
			"old/data/secret/a: cannot be expressed in the 2025-09 format: a maximum "
			"score that is not a whole number"},
		{"old/data/secret/b/testdata.yaml", "reject_score: 1\n",
			"old/data/secret/b: cannot be expressed in the 2025-09 format: a "
			"reject_score"},
		{"old/data/secret/b/testdata.yaml", "grader_flags: max accept_if_any_accepted\n",
			"old/data/secret/b: cannot be expressed in the 2025-09 format: the score "
			"of "
			"the best test"},
		{"old/data/testdata.yaml", "on_reject: continue\n",
			"old/data/testdata.yaml: cannot be expressed in the 2025-09 format: "
			"samples that count"},
		{"old/data/secret/9.in", "1 1\n",
			"old/data/secret: cannot be expressed in the 2025-09 format: tests beside "
			"groups"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		put_legacy_package();
		put("old/data/secret/9.ans", "2\n");
		put(rows[i].path, rows[i].content);
		if (i + 1 < sizeof rows / sizeof *rows)
			unlinkat(here_fd, "old/data/secret/9.ans", 0);
		AUTO_OUTCOME outcome = ASSAY("export", "old", "--format", "2025-09", "-o", "a.zip");
		EXPECT_COMPLAINT(outcome, 3, rows[i].text);
		cr_expect(!exists("a.zip"));
		as_dir_remove(here_fd, "old", NULL);
	}
}

/* One test, on which a program that prints the input is wrong. */
static void put_old_package(const char *metadata)
{
	put("old/problem.yaml", metadata);
	put("old/data/secret/1.in", "1\n");
	put("old/data/secret/1.ans", "2\n");
	put("same.py", "print(input())\n");
}

static void expect_exported(const char *archive, const char *note)
{
	AUTO_OUTCOME packed = ASSAY("export", "old", "--format", "2025-09", "-o", archive);
	EXPECT_STATUS(packed, 0);
	cr_expect_not_null(strstr(packed.err.data, note), "%s", packed.err.data);
}

Test(export, a_validator_of_one_file_that_is_exported_with_gen_h_still_judges)
{
	put_old_package("name: Old\nvalidation: custom\n");
	put("old/output_validators/check.cpp",
		"#include <assay/gen.h>\nint main() { return 42; }\n");
	expect_exported("new.zip", "");
	expect_verdict("new.zip", "same.py", "AC");
	/* And back. */
	AUTO_OUTCOME unpacked = command_run((const char *const[]){
		"/usr/bin/python3", "-m", "zipfile", "-e", "new.zip", "new", NULL});
	EXPECT_STATUS(unpacked, 0);
	AUTO_OUTCOME packed = ASSAY("export", "new", "--format", "legacy", "-o", "old.zip");
	EXPECT_STATUS(packed, 0);
	expect_verdict("old.zip", "same.py", "AC");
}

Test(export, free_form_values_of_older_packages_are_converted_to_2025_09)
{
	put_old_package("name: Old\nlicense: cc-by-sa\n");
	put("old/.timelimit", "1.23456\n");
	expect_exported("new.zip", "license 'cc-by-sa' is left out");
	expect_verdict("new.zip", "same.py", "WA");
	put("old/problem.yaml", "problem_format_version: 2023-07-draft\nname: Old\nuuid: x\n"
				"type: pass-fail submit-answer\n");
	expect_exported("draft.zip", "");
}

Test(export, an_exported_draft_keeps_the_time_limit_of_the_timelimit_file)
{
	static const char draft[] = "problem_format_version: 2023-07-draft\nname: Old\nuuid: x\n";
	char metadata[256];
	snprintf(metadata, sizeof metadata, "%slimits: {time_multiplier: 3, memory: 64}\n", draft);
	put_old_package(metadata);
	put("old/.timelimit", "1.5\n");
	expect_exported("new.zip", "");
	AUTO_OUTCOME unpacked = command_run((const char *const[]){
		"/usr/bin/python3", "-m", "zipfile", "-e", "new.zip", "new", NULL});
	EXPECT_STATUS(unpacked, 0);
	AS_AUTO_BYTES struct as_bytes text = {0};
	cr_assert_eq(as_file_read(here_fd, "new/problem.yaml", 4096, &text, NULL), 0);
	cr_expect(strstr(text.data, "time_limit: 1.5") && strstr(text.data, "memory: 64") &&
			  strstr(text.data, "ac_to_time_limit: 3") &&
			  !strstr(text.data, "time_multiplier:"),
		"%s", text.data);
	snprintf(metadata, sizeof metadata, "%svalidator_flags: case_sensitive\n", draft);
	put("old/problem.yaml", metadata);
	AUTO_OUTCOME refused = ASSAY("export", "old", "--format", "2025-09", "-o", "flags.zip");
	EXPECT_COMPLAINT(refused, 3,
		"old/problem.yaml: cannot be expressed in the 2025-09 format: validator_flags; "
		"write");
}

Test(export, a_conversion_to_an_invalid_package_is_not_written)
{
	put_old_package("name: Old\nlimits: {time_multiplier: 0.5}\n");
	AUTO_OUTCOME packed = ASSAY("export", "old", "--format", "2025-09", "-o", "new.zip");
	EXPECT_COMPLAINT(packed, 3,
		"old: cannot be converted: the result is not a valid package: problem.yaml: "
		"ac_to_time_limit must");
	cr_expect(!exists("new.zip"));
	cr_expect_eq(count_entries("."), 3, "a half archive is left");
}

Test(export, a_validator_is_exported_with_gen_h)
{
	put_sum_package(1);
	put("sum/input_validators/check.c", "#include <assay/gen.h>\nint main(void){return 42;}\n");
	AUTO_OUTCOME packed = ASSAY("export", "--folder", "sum", "-o", "sum.zip");
	EXPECT_STATUS(packed, 0);
	AUTO_OUTCOME unpacked = command_run((const char *const[]){
		"/usr/bin/python3", "-m", "zipfile", "-e", "sum.zip", "out", NULL});
	EXPECT_STATUS(unpacked, 0);
	expect_content("out/sum/input_validators/check/check.c",
		"#include \"gen.h\"\nint main(void){return 42;}\n");
	cr_expect(!exists("out/sum/input_validators/check.c"));
	AUTO_OUTCOME compiled = command_run((const char *const[]){
		"/usr/bin/cc", "-o", "check", "out/sum/input_validators/check/check.c", NULL});
	EXPECT_STATUS(compiled, 0);
}

/* The test would take over a minute if each dollar sign cost as much as the rest of its line. */
Test(export, a_paragraph_of_dollar_signs_is_converted_in_linear_time)
{
	static const char *const parts[] = {"$ a ", "| $ a `b "};

	for (size_t i = 0; i < 2; i++) {
		AS_AUTO_FREE char *text = repeat(parts[i], 4000000 / strlen(parts[i]));
		put_sum_package(1);
		put("sum/statement/problem.en.md", text);
		const int64_t begun_ns = as_now_ns();
		AUTO_OUTCOME done = ASSAY("export", "--format=legacy", "sum", "-o", "out.zip");
		EXPECT_STATUS(done, 0);
		cr_expect_lt(as_now_ns() - begun_ns, INT64_C(30000000000));
		unlinkat(here_fd, "out.zip", 0);
	}
}

Test(export, an_export_without_a_place_or_a_package_is_bad_usage)
{
	put_sum_package(1);
	AUTO_OUTCOME nowhere = ASSAY("export", "sum");
	EXPECT_COMPLAINT(nowhere, 2, "missing option -o FILE.zip");
	AUTO_OUTCOME format = ASSAY("export", "sum", "-o", "a.zip", "--format", "2020");
	EXPECT_COMPLAINT(format, 2, "unknown value '2020' of --format; use legacy or 2025-09");
	AUTO_OUTCOME folder = ASSAY("export", "sum", "-o", "absent/a.zip");
	EXPECT_COMPLAINT(folder, 2, "absent/a.zip: cannot be written: No such file or directory");
}

Test(export, a_disk_that_fails_is_no_bad_usage)
{
	put_sum_package(1);
	cr_assert(call_is_refused(SYS_fsync, EDQUOT));
	AUTO_OUTCOME full = ASSAY("export", "sum", "-o", "sum.zip");
	EXPECT_COMPLAINT(full, 5, "sum.zip: cannot be written: Disk quota exceeded; free space");
	EXPECT_NOTHING_LEFT(full);
	cr_expect_neq(faccessat(here_fd, "sum.zip", F_OK, 0), 0);
}

Test(export, only_the_archive_of_a_package_is_replaced)
{
	static const char program[] = "print(input())\n";
	put_sum_package(1);
	AUTO_OUTCOME packed = command_run((const char *const[]){"/usr/bin/python3", "-m", "zipfile",
		"-c", "class.zip", "sum/data/secret/01.in", NULL});
	EXPECT_STATUS(packed, 0);
	/* A package in a folder among others. */
	put("marks/list.csv", "ada,100\n");
	AUTO_OUTCOME backup = command_run((const char *const[]){
		"/usr/bin/python3", "-m", "zipfile", "-c", "backup.zip", "sum", "marks", NULL});
	EXPECT_STATUS(backup, 0);
	put("mine", program);
	put("empty.zip", "");
	static const char *const others[] = {"mine", "class.zip", "backup.zip"};
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		AUTO_OUTCOME refused = ASSAY("export", "sum", "-o", others[i]);
		AS_AUTO_FREE char *said = as_text_format(NULL,
			"%s: exists and is not the archive of a package; name another file",
			others[i]);
		EXPECT_COMPLAINT(refused, 2, said);
	}
	AS_AUTO_BYTES struct as_bytes kept = {0};
	cr_assert_eq(as_file_read(here_fd, "mine", 1000, &kept, NULL), 0);
	cr_expect_str_eq(kept.data, program);
	AUTO_OUTCOME empty = ASSAY("export", "sum", "-o", "empty.zip");
	EXPECT_STATUS(empty, 0);
	AUTO_OUTCOME folder = ASSAY("export", "--folder", "sum", "-o", "empty.zip");
	EXPECT_STATUS(folder, 0);
	AUTO_OUTCOME again = ASSAY("export", "sum", "-o", "empty.zip");
	EXPECT_STATUS(again, 0);
	AUTO_OUTCOME output = ASSAY("export", "sum", "-o", "-");
	EXPECT_COMPLAINT(output, 2, "-o: an archive cannot be written to standard output; name a");
	cr_expect(!exists("-"));
}

Test(export, an_archive_with_names_beyond_ascii_is_replaced_in_any_locale)
{
	put_sum_package(1);
	put("\xc3\xa9t\xc3\xa9/problem.yaml", SUM_YAML);
	AUTO_OUTCOME packed = command_run((const char *const[]){
		"/usr/bin/python3", "-m", "zipfile", "-c", "a.zip", "\xc3\xa9t\xc3\xa9", NULL});
	EXPECT_STATUS(packed, 0);
	cr_assert_eq(setenv("LC_ALL", "C", 1), 0);
	AUTO_OUTCOME outcome = ASSAY("export", "sum", "-o", "a.zip");
	EXPECT_STATUS(outcome, 0);
}

/* ---- samples of an interactive problem ---- */

#define TALK_PY                                                                                    \
	"import sys\nprint(open(sys.argv[1]).read(), end='', flush=True)\n"                        \
	"sys.exit(42 if int(input()) == int(open(sys.argv[2]).read()) else 43)\n"

Test(export, protocols_have_a_test_in_2025_09_whose_files_are_hidden)
{
	put("talk/problem.yaml", "name: Talk\nvalidation: custom interactive\n");
	put("talk/.timelimit", "1\n");
	put("talk/data/sample/1.in", "1 2\n");
	put("talk/data/sample/1.ans", "3\n");
	put("talk/data/sample/1.interaction", "<1 2\n>3\n");
	put("talk/data/sample/2.interaction", "<2 2\n>4\n");
	put("talk/data/secret/1.in", "3 4\n");
	put("talk/data/secret/1.ans", "7\n");
	put("talk/output_validators/talk.py", TALK_PY);
	put("talk/submissions/accepted/right.py", SUM_PY);
	AUTO_OUTCOME packed = ASSAY("export", "talk", "--format", "2025-09", "-o", "new.zip");
	EXPECT_STATUS(packed, 0);
	cr_expect_not_null(strstr(packed.err.data, "data/sample/2.interaction is left out"), "%s",
		packed.err.data);
	AUTO_OUTCOME unpacked = command_run((const char *const[]){
		"/usr/bin/python3", "-m", "zipfile", "-e", "new.zip", "new", NULL});
	EXPECT_STATUS(unpacked, 0);
	expect_content("new/data/sample/1.interaction", "<1 2\n>3\n");
	expect_content("new/data/sample/1.in.download", "");
	expect_content("new/data/sample/1.ans.download", "");
	cr_expect_eq(count_entries("new/data/sample"), 5);
	/* Back again: there, only the protocol is shown. */
	AUTO_OUTCOME back = ASSAY("export", "new.zip", "--format", "legacy", "-o", "old.zip");
	EXPECT_STATUS(back, 0);
	AUTO_OUTCOME again = command_run((const char *const[]){
		"/usr/bin/python3", "-m", "zipfile", "-e", "old.zip", "again", NULL});
	EXPECT_STATUS(again, 0);
	cr_expect_not_null(strstr(back.err.data,
		"data/sample/1.ans.download is left out: the legacy format shows only the "
		".interaction of an interactive sample (2 files affected)"));
	expect_content("again/data/sample/1.interaction", "<1 2\n>3\n");
	cr_expect_not(exists("again/data/sample/1.in.download"));
}
