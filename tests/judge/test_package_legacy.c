/* SPDX-License-Identifier: MIT */
/* Packages of the legacy format, and DOMjudge's additional files. */
#include "package_case.h"

#include <math.h>

#define VALID ASSAY_SOURCE_DIR "/tests/data/valid/"
#define MIB ((uint64_t)1 << 20)
#define MS_NS INT64_C(1000000)
#define LEGACY "--- file problem.yaml\n"

/* ---- problem.yaml ---- */

Test(package_legacy, every_key_is_read)
{
	AUTO_PACKAGE *package = open_good(VALID "tree");
	cr_expect_eq(package->format, AS_FORMAT_LEGACY);
	cr_expect_str_eq(package->title, "Tree");
	cr_expect(package->scoring && package->graded && package->writes_files);
	cr_expect(package->validator_scores && !package->minimizes && !package->interactive);
	const struct as_package_limits *limits = &package->limits;
	cr_expect(!limits->has_time_limit);
	cr_expect_eq(limits->ac_to_time_limit, 3);
	cr_expect_eq(limits->time_limit_to_tle, 2.5);
	cr_expect_eq(limits->memory_bytes, 512 * MIB);
	cr_expect_str_eq(package->output_validators[0], "output_validators/check");
	cr_expect_str_eq(package->grader, "graders/half.py");
	ASSERT_WORDS(package->input_validators, "input_format_validators/size.ctd",
		"input_format_validators/size.py");
	cr_expect_eq(package->findings.count, 0);
}

Test(package_legacy, an_empty_problem_yaml_is_one_with_the_defaults)
{
	AUTO_FOLDER folder = package_folder_make(LEGACY);
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect_str_eq(package->title, package->short_name);
	cr_expect_eq(package->limits.ac_to_time_limit, 5);
	cr_expect_eq(package->limits.time_limit_to_tle, 2);
	cr_expect(!package->scoring && package->graded);
	cr_expect_null(package->output_validators);
	assert_finding(package, AS_FINDING_ERROR, "problem.yaml", "is empty; add at least a name");
}

Test(package_legacy, unknown_keys_are_findings_and_keys_without_a_value_are_absent)
{
	AUTO_FOLDER folder = package_folder_make(
		LEGACY "name: 2048\nauthor:\nlimits:\nlibraries: [x]\nlicense: cc-by\nuuid: 7\n"
		       "sources: x\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect_str_eq(package->title, "2048");
	cr_expect_eq(package->findings.count, 3);
	assert_finding(package, AS_FINDING_WARNING, "problem.yaml:7:1",
		"unknown key 'sources'; did you mean 'source'? it is ignored");
	assert_finding(package, AS_FINDING_WARNING, "problem.yaml:4:1",
		"unknown key 'libraries'; it is ignored");
	assert_finding(package, AS_FINDING_WARNING, "problem.yaml:5:10",
		"unknown license 'cc-by'; use unknown, public domain, cc0, "
		"cc by, cc by-sa, educational or permission");
}

Test(package_legacy, versions_have_names_except_the_first)
{
	static const struct {
		const char *line;
		enum as_format format;
	} rows[] = {
		{"", AS_FORMAT_LEGACY},
		{"problem_format_version: legacy\n", AS_FORMAT_LEGACY},
		{"problem_format_version: legacy-icpc\n", AS_FORMAT_LEGACY},
		{"problem_format_version: 2023-07-draft\n", AS_FORMAT_2023_07_DRAFT},
		{"problem_format_version: 2023-07\n", AS_FORMAT_2023_07_DRAFT},
		{"problem_format_version: 2025-09\nuuid: x\n", AS_FORMAT_2025_09},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char steps[256];
		snprintf(steps, sizeof steps, LEGACY "name: N\n%s", rows[i].line);
		AUTO_FOLDER folder = package_folder_make(steps);
		AUTO_PACKAGE *package = open_good(folder.path);
		cr_expect_eq(package->format, rows[i].format, "%s", rows[i].line);
		cr_expect_eq(package->graded, rows[i].format == AS_FORMAT_LEGACY);
	}
}

Test(package_legacy, the_key_validation_determines_the_role_of_the_validator)
{
	static const struct {
		const char *line;
		bool interactive, multi_pass, scores;
		enum as_validator_dialect dialect;
	} rows[] = {
		{"validation: custom\nlimits: {validation_passes: 7}\n", false, false, false,
			AS_VALIDATOR_ICPC},
		{"validation: custom interactive score\n", true, false, true, AS_VALIDATOR_ICPC},
		{"validation: custom multi-pass\nlimits: {validation_passes: 7}\n", false, true,
			false, AS_VALIDATOR_ICPC},
		{"validation: custom testlib\n", false, false, false, AS_VALIDATOR_TESTLIB},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char steps[256];
		snprintf(steps, sizeof steps,
			LEGACY "type: scoring\nname: N\n%s"
			       "--- file output_validators/v/v.cc\nx\n",
			rows[i].line);
		AUTO_FOLDER folder = package_folder_make(steps);
		AUTO_PACKAGE *package = open_good(folder.path);
		cr_expect_eq(package->interactive, rows[i].interactive);
		cr_expect_eq(package->multi_pass, rows[i].multi_pass);
		cr_expect_eq(package->validator_scores, rows[i].scores);
		cr_expect_eq(package->dialect, rows[i].dialect);
		cr_expect_eq(package->limits.validation_passes, rows[i].multi_pass ? 7 : 2);
		cr_expect_str_eq(package->output_validators[0], "output_validators/v");
	}
}

Test(package_legacy, an_unrequested_validator_is_not_used)
{
	AUTO_FOLDER folder =
		package_folder_make(LEGACY "name: N\n--- file output_validators/v.py\nx\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect_null(package->output_validators);
	assert_finding(package, AS_FINDING_WARNING, "output_validators/v.py",
		"is not used, because validation in problem.yaml is default; write `validation: "
		"custom` or remove it");
}

Test(package_legacy, the_minimum_of_a_range_is_the_best_score_if_less_is_better)
{
	AUTO_FOLDER folder = package_folder_make(
		LEGACY "name: N\ntype: scoring\ngrading: {objective: min, range: 3 9}\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect(package->minimizes);
	cr_expect_eq(package->groups[0].max_score, 3);
	cr_expect_eq(package->groups[0].grading.range_max, 9);
}

Test(package_legacy, grading_in_problem_yaml_is_inherited_by_data)
{
	AUTO_FOLDER folder = package_folder_make(
		LEGACY "name: N\ntype: scoring\n"
		       "grading: {accept_score: 5, reject_score: 1, on_reject: grade}\n"
		       "--- file data/secret/testdata.yaml\naccept_score: 7\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect_eq(package->groups[1].grading.accept_score, 5);
	cr_expect_eq(package->groups[2].grading.accept_score, 7);
	cr_expect_eq(package->groups[2].grading.reject_score, 1);
	cr_expect(package->groups[2].grading.continues);
}

/* ---- data/ ---- */

Test(package_legacy, folders_are_groups_and_tests_and_folders_are_in_one_order)
{
	AUTO_PACKAGE *package = open_good(VALID "tree");
	ASSERT_TESTS(package, "sample/1", "secret/1-small/a", "secret/1-small/a-2",
		"secret/1-small/b", "secret/2-large/deep/1", "secret/2-large/z");
	static const struct {
		const char *name;
		size_t parent, first_test, test_count;
	} expected[] = {
		{"data", 0, 0, 6},
		{"sample", 0, 0, 1},
		{"secret", 0, 1, 5},
		{"secret/1-small", 2, 1, 3},
		{"secret/2-large", 2, 4, 2},
		{"secret/2-large/deep", 4, 4, 1},
	};
	cr_assert_eq(package->group_count, 6);
	for (size_t i = 0; i < 6; i++) {
		cr_expect_str_eq(package->groups[i].name, expected[i].name);
		cr_expect_eq(package->groups[i].parent, expected[i].parent);
		cr_expect_eq(package->groups[i].first_test, expected[i].first_test);
		cr_expect_eq(package->groups[i].test_count, expected[i].test_count);
	}
	static const size_t groups[] = {1, 3, 3, 3, 5, 4};
	for (size_t i = 0; i < 6; i++)
		cr_expect_eq(package->tests[i].group, groups[i]);
	cr_expect(package->tests[0].full_feedback && !package->tests[1].full_feedback);
}

Test(package_legacy, the_order_goes_by_names_without_endings)
{
	/* "a-b.in" is less than "a.in", and "a" less than "a-b". */
	AUTO_FOLDER folder = package_folder_make(
		LEGACY "name: N\n--- remove data/secret\n"
		       "--- file data/secret/a.in\n1\n--- file data/secret/a.ans\n1\n"
		       "--- file data/secret/a-b.in\n1\n--- file data/secret/a-b.ans\n1\n"
		       "--- file data/secret/a-a/1.in\n1\n--- file data/secret/a-a/1.ans\n1\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	ASSERT_TESTS(package, "secret/a", "secret/a-a/1", "secret/a-b");
}

Test(package_legacy, each_key_of_testdata_is_inherited_separately)
{
	AUTO_PACKAGE *package = open_good(VALID "tree");
	static const struct {
		enum as_aggregation aggregation;
		enum as_grader_verdict verdict;
		bool continues, ignore_sample, accept_if_any;
		double accept_score, reject_score, range_min, range_max, max_score;
	} expected[] = {
		{AS_AGGREGATE_SUM, AS_GRADER_WORST_ERROR, true, true, false, 1, 0, 0, 100, 100},
		{AS_AGGREGATE_SUM, AS_GRADER_WORST_ERROR, true, false, false, 0, 0, 0, 0, 0},
		{AS_AGGREGATE_SUM, AS_GRADER_FIRST_ERROR, true, false, true, 1, 0, 0, 100, 100},
		{AS_AGGREGATE_MIN, AS_GRADER_WORST_ERROR, false, false, false, 40, -1, -1, 40, 40},
		{AS_AGGREGATE_PROGRAM, AS_GRADER_WORST_ERROR, true, false, false, 60, 0, 0,
			INFINITY, INFINITY},
		{AS_AGGREGATE_PROGRAM, AS_GRADER_WORST_ERROR, true, false, false, 60, 0, 0,
			INFINITY, INFINITY},
	};
	cr_assert_eq(package->group_count, 6);
	for (size_t i = 0; i < 6; i++) {
		const struct as_group *group = &package->groups[i];
		const struct as_grading *grading = &group->grading;
		cr_expect(group->has_score);
		cr_expect_eq(group->aggregation, expected[i].aggregation, "%s", group->name);
		cr_expect_eq(grading->verdict, expected[i].verdict, "%s", group->name);
		cr_expect_eq(grading->continues, expected[i].continues, "%s", group->name);
		cr_expect_eq(grading->ignore_sample, expected[i].ignore_sample, "%s", group->name);
		cr_expect_eq(grading->accept_if_any, expected[i].accept_if_any, "%s", group->name);
		cr_expect_eq(grading->accept_score, expected[i].accept_score, "%s", group->name);
		cr_expect_eq(grading->reject_score, expected[i].reject_score, "%s", group->name);
		cr_expect_eq(grading->range_min, expected[i].range_min, "%s", group->name);
		cr_expect_eq(grading->range_max, expected[i].range_max, "%s", group->name);
		cr_expect_eq(group->max_score, expected[i].max_score, "%s", group->name);
	}
	ASSERT_WORDS(package->groups[5].grading.grader_flags, "--half", "and half");
	cr_expect_null(package->groups[3].grading.grader_flags);
}

Test(package_legacy, validators_get_the_flags_of_the_problem_and_of_the_group)
{
	AUTO_PACKAGE *package = open_good(VALID "tree");
	ASSERT_WORDS(package->tests[0].output_validator_args, "--strict", "two words");
	ASSERT_WORDS(package->tests[1].output_validator_args, "--strict", "two words", "--small");
	cr_expect_null(package->tests[0].input_validator_args);
	assert_input_args(package->tests[1].input_validator_args, "*: --max, 10, |");
	assert_input_args(package->tests[4].input_validator_args, "size: --max, 1000, |");
}

Test(package_legacy, flags_are_split_as_a_shell_would)
{
	AUTO_FOLDER folder = package_folder_make(LEGACY "name: N\nvalidation: custom\n"
							"validator_flags: |\n"
							"  a\\ b 'c \"d' \"e'\\\" f\\n\"g '' \\\n"
							"  h\n"
							"--- file output_validators/v.py\nx\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	ASSERT_WORDS(
		package->tests[0].output_validator_args, "a b", "c \"d", "e'\" f\\ng", "", "\nh");
}

Test(package_legacy, of_two_tolerances_the_last_counts)
{
	AUTO_FOLDER folder = package_folder_make(
		LEGACY "name: N\nvalidator_flags: case_sensitive float_tolerance 1e-4\n"
		       "--- file data/secret/testdata.yaml\n"
		       "output_validator_flags: float_absolute_tolerance 1e-6\n"
		       "--- file data/sample/1.in\n1\n--- file data/sample/1.ans\n1\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	const struct as_check_flags *sample = &package->tests[0].check_flags;
	const struct as_check_flags *secret = &package->tests[1].check_flags;
	cr_expect(sample->absolute_tolerance == 1e-4L && sample->relative_tolerance == 1e-4L);
	cr_expect(secret->absolute_tolerance == 1e-6L && secret->relative_tolerance == 1e-4L);
	cr_expect(sample->case_sensitive && secret->case_sensitive);
	cr_expect_null(package->tests[1].output_validator_args, "the check is not a program");
	assert_finding(package, AS_FINDING_WARNING, "data/secret/testdata.yaml:1:25",
		"duplicate tolerance; the last one is used");
}

Test(package_legacy, output_validator_flags_may_name_the_validator)
{
	static const char *const rows[] = {"check", "check.py", "{name: check}"};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char steps[512];
		snprintf(steps, sizeof steps,
			LEGACY "name: N\nvalidation: custom\nvalidator_flags: -x\n"
			       "--- file output_validators/check.py\nx\n"
			       "--- file data/secret/testdata.yaml\noutput_validator_flags: %s\n",
			rows[i]);
		AUTO_FOLDER folder = package_folder_make(steps);
		AUTO_PACKAGE *package = open_good(folder.path);
		ASSERT_WORDS(package->tests[0].output_validator_args, "-x");
		if (*rows[i] == '{')
			cr_expect_eq(package->findings.count, 0);
		else
			cr_expect_not_null(strstr(package->findings.items[0].text,
						   "is taken as the name of the output validator "
						   "to run, output_validators/check.py, and not"),
				"%s", package->findings.items[0].text);
	}
}

Test(package_legacy, each_file_and_folder_is_an_output_validator)
{
	AUTO_FOLDER folder = package_folder_make(
		LEGACY "name: N\nvalidation: custom\n"
		       "--- file output_validators/b.py\nx\n"
		       "--- file output_validators/a/a.cc\nx\n--- file output_validators/a/a.h\nx\n"
		       "--- file output_validators/README.md\nx\n"
		       "--- file data/sample/1.in\n1\n--- file data/sample/1.ans\n1\n"
		       "--- file data/sample/testdata.yaml\noutput_validator_flags: b\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	ASSERT_WORDS(package->output_validators, "output_validators/a", "output_validators/b.py");
	cr_expect_str_eq(package->tests[0].only_validator, "output_validators/b.py");
	cr_expect_null(package->tests[1].only_validator);
}

Test(package_legacy, scores_in_a_pass_fail_package_are_ignored_with_a_finding)
{
	AUTO_FOLDER folder = package_folder_make(LEGACY
		"name: N\n--- file data/secret/testdata.yaml\naccept_score: 5\nrange: 0 5\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect_eq(package->groups[2].grading.accept_score, 1);
	cr_expect(!package->groups[2].has_score);
	cr_expect_eq(package->findings.count, 2);
	assert_finding(package, AS_FINDING_WARNING, "data/secret/testdata.yaml:2:8",
		"range is ignored, because it is only for packages of type scoring");
}

Test(package_legacy, a_package_may_have_only_samples)
{
	AUTO_FOLDER folder = package_folder_make(
		LEGACY "name: N\n--- remove data/secret\n"
		       "--- file data/sample/1.in\n1\n--- file data/sample/1.ans\n1\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	ASSERT_TESTS(package, "sample/1");
}

Test(package_legacy, a_name_may_be_only_in_a_statement)
{
	static const char *const rows[][2] = {
		{"\\problemname{ From TeX }\nmore", "From TeX"},
		{"\\problemname{$x^2$}\n%% plainproblemname: x squared\n", "x squared"},
		{"\\problemname{A\x01}", "A\\x01"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char steps[512];
		snprintf(steps, sizeof steps,
			LEGACY "author: x\n--- file problem_statement/problem.en.tex\n%s\n",
			rows[i][0]);
		AUTO_FOLDER folder = package_folder_make(steps);
		AUTO_PACKAGE *package = open_good(folder.path);
		cr_expect_str_eq(package->title, rows[i][1]);
	}
	AUTO_FOLDER folder = package_folder_make(
		LEGACY "name: N\n--- file problem_statement/problem.tex\n\\problemname{T}\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect_str_eq(package->title, "N", "problem.yaml says more");
}

Test(package_legacy, unused_files_are_findings)
{
	AUTO_FOLDER folder = package_folder_make(
		LEGACY "name: N\ntype: scoring\n"
		       "--- file data/secret/2.ans\n1\n--- file data/secret/3 3.in\n1\n"
		       "--- file data/secret/.4.in\n1\n--- file data/secret/.gitignore\n1\n"
		       "--- file graders/g.py\nx\n");
	/* A space cannot be written in the text above. */
	package_folder_write(&folder, "data/secret/3 3.in", "1\n", 2);
	AUTO_PACKAGE *package = open_good(folder.path);
	static const char ignored[] = "is ignored for its name; use letters, digits, _, . and -, "
				      "and begin with a letter, digit or _";
	assert_finding(package, AS_FINDING_WARNING, "data/secret/2.ans",
		"is ignored: it has no input file (.in)");
	assert_finding(package, AS_FINDING_WARNING, "data/secret/3 3.in", ignored);
	assert_finding(package, AS_FINDING_WARNING, "data/secret/.4.in", ignored);
	assert_finding(package, AS_FINDING_WARNING, "graders",
		"is not used, because no testdata.yaml has `grading: custom`");
	cr_expect_null(package->grader);
}

/* ---- the draft ---- */

Test(package_legacy, domjudges_time_limits_are_taken_in_order)
{
	static const struct {
		const char *steps;
		int64_t time_limit_ns;
		size_t findings;
	} rows[] = {
		{"name: N\n", 2000 * MS_NS, 0},
		{"name: N\n--- file .timelimit\n 2.5\n", 2500 * MS_NS, 0},
		{"name: N\n--- file .timelimit\n3\n--- file domjudge-problem.ini\n"
		 "timelimit='4'\n",
			4000 * MS_NS, 1},
		{"name: N\nlimits: {time_limit: 1}\n--- file .timelimit\n1\n", 1000 * MS_NS, 0},
		{"name: N\nlimits: {time_limit: 0.15}\n--- file .timelimit\n1\n", 150 * MS_NS, 1},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char steps[512];
		snprintf(steps, sizeof steps, LEGACY "%s", rows[i].steps);
		AUTO_FOLDER folder = package_folder_make(steps);
		AUTO_PACKAGE *package = open_good(folder.path);
		cr_expect_eq(package->limits.time_limit_ns, rows[i].time_limit_ns, "row %zu", i);
		cr_expect_eq(package->limits.has_time_limit, i > 0);
		cr_expect_eq(package->findings.count, rows[i].findings, "row %zu", i);
	}
}

Test(package_legacy, newer_formats_have_the_time_limit_file_too)
{
	AUTO_FOLDER folder = package_folder_make("--- file .timelimit\n7\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect_eq(package->limits.time_limit_ns, 7000 * MS_NS);
	cr_expect_str_eq(package->limits.time_limit_file, ".timelimit");
}

Test(package_legacy, domjudges_ini_is_enough)
{
	AUTO_FOLDER folder = package_folder_make(
		"--- remove problem.yaml\n"
		"--- file domjudge-problem.ini\n"
		"; made by hand\n[problem]\nname = \"From an ini\" ; a comment\n"
		"timelimit = 6 ; seconds\ncolor=red\nspecial_compare_args='float_tolerance 1e-3'\n"
		"special_compare=compare\njunk\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect_str_eq(package->title, "From an ini");
	cr_expect_eq(package->limits.time_limit_ns, 6000 * MS_NS);
	cr_expect(package->tests[0].check_flags.relative_tolerance == 1e-3L);
	assert_finding(package, AS_FINDING_WARNING, "domjudge-problem.ini",
		"line 8 is ignored: it is not `key = value`");
}

/* An empty value counts: problem.yaml says that there are no flags. */
Test(package_legacy, flags_in_problem_yaml_count_and_others_in_the_ini_are_reported)
{
	static const struct {
		const char *yaml, *ini;
		bool told, tolerates;
	} rows[] = {
		{"''", "float_tolerance 1e-3", true, false},
		{"float_tolerance 1e-3", "", true, true},
		{"float_tolerance 1e-3", "float_tolerance  '1e-3'", false, true},
		{"''", "", false, false},
		{"", "float_tolerance 1e-3", false, true},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char steps[256];
		snprintf(steps, sizeof steps,
			LEGACY "name: N\nvalidator_flags: %s\n--- file domjudge-problem.ini\n"
			       "special_compare_args=\"%s\"\n",
			rows[i].yaml, rows[i].ini);
		AUTO_FOLDER folder = package_folder_make(steps);
		AUTO_PACKAGE *package = open_good(folder.path);
		cr_expect_eq(package->findings.count, rows[i].told, "row %zu", i);
		if (rows[i].told)
			assert_finding(package, AS_FINDING_WARNING, "domjudge-problem.ini",
				"special_compare_args are ignored, because validator_flags in "
				"problem.yaml differ; make them equal");
		cr_expect_eq(package->tests[0].check_flags.relative_tolerance > 0,
			rows[i].tolerates, "row %zu", i);
	}
}

Test(package_legacy, submissions_json_names_entry_points)
{
	AUTO_FOLDER folder = package_folder_make(LEGACY
		"name: N\n--- file submissions.json\n"
		"{\"submissions/accepted/a/\": {\"entry_point\": \"main.py\"}, \"x\": {}}\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	assert_texts(&package->entry_points, "submissions/accepted/a=main.py|");
}
