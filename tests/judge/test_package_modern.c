/* SPDX-License-Identifier: MIT */
/* Properties of 2025-09 packages other than tests and groups: validators, settings, types. */
#include "package_case.h"

#include <math.h>

#define MODERN "--- file problem.yaml\nproblem_format_version: 2025-09\nname: N\nuuid: x\n"
#define SCORING MODERN "type: scoring\n"
#define VALIDATOR "--- file output_validator/check.py\nx\n"
#define STATIC "--- file static_validator/look.py\nx\n"
#define GROUP(name, settings)                                                                      \
	"--- file data/secret/" name "/test_group.yaml\n" settings "--- file data/secret/" name    \
	"/1.in\n1\n--- file data/secret/" name "/1.ans\n1\n"

/* ---- problem.yaml ---- */

Test(package_modern, types_may_be_several)
{
	static const struct {
		const char *line;
		bool scoring, interactive, multi_pass, submit_answer;
	} rows[] = {
		{"type: interactive\n", false, true, false, false},
		{"type: [scoring, multi-pass]\n", true, false, true, false},
		{"type: [interactive, multi-pass, pass-fail]\n", false, true, true, false},
		{"type: [submit-answer, scoring]\n", true, false, false, true},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char steps[512];
		snprintf(steps, sizeof steps, MODERN "%s" VALIDATOR, rows[i].line);
		AUTO_FOLDER folder = package_folder_make(steps);
		AUTO_PACKAGE *package = open_good(folder.path);
		cr_expect_eq(package->scoring, rows[i].scoring, "%s", rows[i].line);
		cr_expect_eq(package->interactive, rows[i].interactive, "%s", rows[i].line);
		cr_expect_eq(package->multi_pass, rows[i].multi_pass, "%s", rows[i].line);
		cr_expect_eq(package->submit_answer, rows[i].submit_answer, "%s", rows[i].line);
	}
}

Test(package_modern, the_time_that_a_verdict_is_based_on_is_read)
{
	AUTO_FOLDER folder = package_folder_make(MODERN
		"type: multi-pass\nlimits:\n  time_resolution: 0.5\n  validation_passes: 9\n"
		"  time_multipliers: {ac_to_time_limit: 3, time_limit_to_tle: 1.25}\n" VALIDATOR);
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect_eq(package->limits.ac_to_time_limit, 3);
	cr_expect_eq(package->limits.time_limit_to_tle, 1.25);
	cr_expect_eq(package->limits.time_resolution_ns, 500000000);
	cr_expect_eq(package->limits.validation_passes, 9);
}

Test(package_modern, constants_are_texts_by_name_and_variant)
{
	AUTO_FOLDER folder = package_folder_make(
		SCORING "constants:\n  n: 10.0\n  e: 1e-7\n  big: 123456789012\n"
			"  k: {value: 5, tex: \"5,0\"}\n  aim: 60\n"
			"--- file data/secret/test_group.yaml\nmax_score: {{aim}}\n"
			"input_validator_args: [\"{{k.tex}}\", '{{n}} {{m}}']\n"
			"--- file data/secret/1.yaml\nhint: '{{n}}'\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	assert_texts(&package->constants,
		"aim=60|aim.value=60|big=123456789012|big.value=123456789012|e=1e-07|"
		"e.value=1e-07|k=5|k.tex=5,0|k.value=5|n=10.0|n.value=10.0|");
	cr_expect_eq(package->groups[1].max_score, 60);
	assert_input_args(package->tests[0].input_validator_args, "*: 5,0, 10.0 {{m}}, |");
}

Test(package_modern, a_variant_is_another_way_to_write_its_value)
{
	static const struct {
		const char *value, *variant;
		bool differs;
	} rows[] = {
		{"5000000", "5,000,000", false},
		{"5000000", "5 \\cdot 10^6", false},
		{"5000000", "$5\\,000\\,000$", false},
		{"5000000", "5{,}000{,}000", false},
		{"5000000", "5e6", false},
		{"5000000", "5.000.000", false},
		{"5000000", "5 \\cdot 10^5", true},
		{"5000000", "500,000", true},
		{"1000000007", "10^9 + 7", false},
		{"1000000007", "10^{9}+9", true},
		{"1000000000000000000", "10^{18}", false},
		{"999999999999999999", "10^{18}", true},
		{"2147483647", "2^{31} - 1", false},
		{"-5", "-5", false},
		{"-5", "5", true},
		{"1.5", "1,5", false},
		{"1e-06", "10^{-6}", false},
		{"1e-06", "10^-5", true},
		{"7", "seven", false},
		{"7", "6 or 8", false},
		{"7", "6^{x}", false},
		{"many", "8", false},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char steps[512], text[256];
		snprintf(text, sizeof text,
			"'%s' does not look like the constant's value, %s; correct one",
			rows[i].variant, rows[i].value);
		snprintf(steps, sizeof steps,
			MODERN "constants:\n  k:\n    value: %s\n    tex: '%s'\n", rows[i].value,
			rows[i].variant);
		AUTO_FOLDER folder = package_folder_make(steps);
		AUTO_PACKAGE *package = open_good(folder.path);
		cr_expect_eq(package->findings.count, rows[i].differs, "%s as %s", rows[i].value,
			rows[i].variant);
		if (package->findings.count)
			assert_finding(package, AS_FINDING_WARNING, "problem.yaml:7:10", text);
	}
}

Test(package_modern, names_and_statements_are_in_the_same_languages)
{
	AUTO_FOLDER folder = package_folder_make(
		"--- file problem.yaml\nproblem_format_version: 2025-09\nuuid: x\n"
		"name: {en: N, de: N}\n"
		"--- file statement/problem.en.md\nx\n--- file statement/problem.pt-BR.tex\nx\n"
		"--- file statement/figure.md\nx\n--- file statement/problem.cls\nx\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_assert_eq(package->findings.count, 2);
	cr_expect_str_eq(package->findings.items[0].text,
		"has a name in 'de', but no statement/problem.de.md (.tex, .pdf)");
	cr_expect_str_eq(package->findings.items[1].text,
		"has no name in 'pt-BR', the language of a statement");
}

Test(package_modern, a_license_needs_an_owner_and_the_public_domain_has_none)
{
	static const struct {
		const char *lines, *text;
	} rows[] = {
		{"license: cc by\n", "the license needs an owner of the rights; add rights_owner, "
				     "credits or source"},
		{"license: cc by\nrights_owner: me\n", NULL},
		{"license: cc by\ncredits: {authors: me}\n", NULL},
		{"license: cc by\nsource: here\n", NULL},
		{"license: unknown\n", NULL},
		{"license: public domain\n", NULL},
		{"license: public domain\nrights_owner: me\n",
			"rights_owner contradicts the license 'public domain'; remove one"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char steps[256];
		snprintf(steps, sizeof steps, MODERN "%s", rows[i].lines);
		AUTO_FOLDER folder = package_folder_make(steps);
		AUTO_PACKAGE *package = open_good(folder.path);
		cr_expect_eq(package->findings.count, rows[i].text != NULL, "row %zu", i);
		if (rows[i].text)
			assert_finding(
				package, AS_FINDING_WARNING, "problem.yaml:4:10", rows[i].text);
	}
}

/* ---- programs ---- */

Test(package_modern, a_program_is_a_file_or_a_folder_or_all_of_its_folder)
{
	static const char *const rows[][2] = {
		{"--- file output_validator/v.py\nx\n", "output_validator/v.py"},
		{"--- file output_validator/v/main.py\nx\n", "output_validator/v"},
		{"--- file output_validator/v/main.py\nx\n--- file output_validator/README.md\nx\n",
			"output_validator/v"},
		{"--- file output_validator/v.py\nx\n--- file output_validator/README\nx\n"
		 "--- file output_validator/Readme.txt\nx\n",
			"output_validator/v.py"},
		{"--- file output_validator/v.cc\nx\n--- file output_validator/v.h\nx\n",
			"output_validator"},
		{"--- file output_validator/v.cc\nx\n--- file output_validator/table.txt\nx\n",
			"output_validator"},
		{"--- file output_validator/a.cc\nx\n--- file output_validator/b.cc\nx\n",
			"output_validator"},
		{"--- file output_validator/build\nx\n", "output_validator"},
		{"--- file output_validator/run\nx\n--- file output_validator/lib/x.py\nx\n",
			"output_validator"},
		{"--- file shared/v.py\nx\n--- link output_validator/v.py ../shared/v.py\n",
			"shared/v.py"},
		{"--- file output_validator/README.md\nx\n", NULL},
		{"--- folder output_validator\n", NULL},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		AUTO_FOLDER folder = package_folder_make(rows[i][0]);
		AUTO_PACKAGE *package = open_good(folder.path);
		if (rows[i][1])
			cr_expect_str_eq(package->output_validators[0], rows[i][1], "row %zu", i);
		else
			cr_expect_null(package->output_validators, "row %zu", i);
		cr_expect_eq(package->dialect, AS_VALIDATOR_ICPC);
	}
}

Test(package_modern, input_validators_are_files_and_folders_in_order)
{
	AUTO_FOLDER folder = package_folder_make(
		"--- file input_validators/z.py\nx\n--- file input_validators/a.ctd\nx\n"
		"--- file input_validators/m/main.cc\nx\n--- file input_validators/notes.md\nx\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	ASSERT_WORDS(package->input_validators, "input_validators/a.ctd", "input_validators/m",
		"input_validators/z.py");
	AUTO_FOLDER single = package_folder_make(
		"--- file input_validators/v.cc\nx\n--- file input_validators/v.h\nx\n");
	AUTO_PACKAGE *one = open_good(single.path);
	ASSERT_WORDS(one->input_validators, "input_validators");
	AUTO_FOLDER told = package_folder_make(
		"--- file input_validators/v.py\nx\n--- file input_validators/README.md\nx\n");
	AUTO_PACKAGE *alone = open_good(told.path);
	ASSERT_WORDS(alone->input_validators, "input_validators/v.py");
}

Test(package_modern, a_score_may_be_as_great_as_is_exact)
{
	AUTO_FOLDER folder =
		package_folder_make(MODERN "type: scoring\n--- file data/secret/test_group.yaml\n"
					   "max_score: 9007199254740992\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect_eq(package->groups[1].max_score, 9007199254740992.0);
}

Test(package_modern, assay_yaml_marks_a_testlib_style_checker)
{
	AUTO_FOLDER folder =
		package_folder_make(VALIDATOR "--- file assay.yaml\noutput_validator: testlib\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect_eq(package->dialect, AS_VALIDATOR_TESTLIB);
}

/* ---- settings of tests ---- */

Test(package_modern, a_test_has_its_groups_settings_key_by_key)
{
	AUTO_FOLDER folder = package_folder_make(
		VALIDATOR "--- file data/secret/test_group.yaml\nargs: "
			  "[-g]\noutput_validator_args: [a b, c]\n"
			  "input_validator_args: {v: [x], w: []}\nfull_feedback: true\n"
			  "--- file data/secret/1.yaml\nargs: []\nfull_feedback: false\n"
			  "--- file data/secret/2.yaml\noutput_validator_args: [own]\n"
			  "--- file data/secret/2.in\n1\n--- file data/secret/2.ans\n1\n"
			  "--- file data/sample/1.in\n1\n--- file data/sample/1.ans\n1\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	const struct as_test *sample = &package->tests[0], *first = &package->tests[1],
			     *second = &package->tests[2];
	cr_expect(!sample->args && !sample->output_validator_args && sample->full_feedback);
	cr_expect(!first->args && !first->full_feedback);
	ASSERT_WORDS(first->output_validator_args, "a b", "c");
	ASSERT_WORDS(second->args, "-g");
	ASSERT_WORDS(second->output_validator_args, "own");
	cr_expect(second->full_feedback);
	assert_input_args(first->input_validator_args, "v: x, |w: |");
}

Test(package_modern, files_of_a_test_are_not_tests)
{
	AUTO_FOLDER folder = package_folder_make("--- file data/secret/1.files/2.in\n1\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	ASSERT_TESTS(package, "secret/1");
	cr_expect_str_eq(package->tests[0].files_path, "data/secret/1.files");
}

Test(package_modern, settings_of_data_itself_are_inherited_with_a_finding)
{
	AUTO_FOLDER folder = package_folder_make(
		"--- file data/test_group.yaml\noutput_validator_args: [float_tolerance, '1e-6']\n"
		"--- file data/sample/1.in\n1\n--- file data/sample/1.ans\n1\n"
		"--- file data/sample/test_group.yaml\noutput_validator_args: []\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect(package->tests[0].check_flags.absolute_tolerance < 0);
	cr_expect(package->tests[1].check_flags.absolute_tolerance == 1e-6L);
	cr_expect(package->tests[0].full_feedback && !package->tests[1].full_feedback);
	assert_finding(package, AS_FINDING_WARNING, "data/test_group.yaml",
		"the format has no such file here; it is used for data/sample and data/secret: "
		"move its settings there");
}

/* ---- scores ---- */

Test(package_modern, groups_require_others_by_index)
{
	AUTO_FOLDER folder = package_folder_make(SCORING "--- remove data/secret\n" GROUP(
		"a", "max_score: 10\n") GROUP("b", "max_score: 20\nrequire_pass: sample\n")
			GROUP("c", "max_score: 70\nscore_aggregation: min\n"
				   "require_pass: [secret/b, sample, secret/a]\n"));
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect_eq(package->groups[2].required_count, 0);
	cr_assert_eq(package->groups[3].required_count, 1);
	cr_expect_eq(package->groups[3].required[0], 0);
	cr_assert_eq(package->groups[4].required_count, 3);
	static const size_t required[] = {0, 2, 3};
	cr_expect_arr_eq(package->groups[4].required, required, sizeof required);
}

Test(package_modern, tests_of_a_group_precede_those_of_groups_that_may_require_it)
{
	AUTO_FOLDER folder = package_folder_make(SCORING "--- remove data/secret\n" GROUP(
		"1", "max_score: 50\n") GROUP("1-a", "max_score: 50\nrequire_pass: secret/1\n"));
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_assert_eq(package->test_count, 2);
	cr_expect_str_eq(package->tests[0].name, "secret/1/1");
	cr_expect_str_eq(package->tests[1].name, "secret/1-a/1");
	for (size_t i = 2; i < package->group_count; i++)
		cr_expect_eq(package->groups[i].first_test, i - 2);
}

Test(package_modern, scores_may_be_unbounded)
{
	AUTO_FOLDER folder = package_folder_make(SCORING VALIDATOR "--- remove data/secret\n" GROUP(
		"a", "score_aggregation: sum\n") GROUP("b",
		"max_score: 5\n") "--- file data/secret/test_group.yaml\nmax_score: unbounded\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect(isinf(package->groups[1].max_score) && isinf(package->groups[2].max_score));
	cr_expect_eq(package->groups[3].max_score, 5);
}

Test(package_modern, a_static_validation_is_a_part_of_its_group)
{
	AUTO_FOLDER folder = package_folder_make(SCORING STATIC "--- remove data/secret\n" GROUP(
		"a", "max_score: 30\nscore_aggregation: sum\n"
		     "static_validation_score: 10\nstatic_validator_args: [-a, "
		     "-b]\n") "--- file data/secret/b/test_group.yaml\nmax_score: "
			      "70\n"
			      "static_validation_score: pass-fail\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	cr_expect_str_eq(package->static_validator, "static_validator/look.py");
	const struct as_group *sum = &package->groups[2], *pass = &package->groups[3];
	cr_expect(sum->has_static && pass->has_static && !package->groups[1].has_static);
	cr_expect_eq(sum->static_score, 10);
	cr_expect_eq(pass->static_score, 0);
	cr_expect_eq(pass->test_count, 0, "a static validation is enough for a group");
	ASSERT_WORDS(sum->static_args, "-a", "-b");
}

/* ---- the digest ---- */

static void digest_of(const char *changes, char hex[AS_DIGEST_HEX_SIZE])
{
	AUTO_FOLDER folder = package_folder_make(changes);
	AUTO_PACKAGE *package = open_good(folder.path);
	memcpy(hex, package->digest, AS_DIGEST_HEX_SIZE);
}

Test(package_modern, the_digest_changes_with_programs_and_files)
{
	static const char *const changes[] = {
		"",
		"--- file output_validator/v.py\nx\n",
		"--- file output_validator/v.py\ny\n",
		"--- file output_validator/v.py\nx\n--- file output_validator/v.h\nx\n",
		VALIDATOR "--- file assay.yaml\noutput_validator: testlib\n",
		"--- file static_validator/v.py\nx\n",
		"--- file include/cpp/x.h\nx\n",
		"--- file include/c/x.h\nx\n",
		"--- file data/secret/1.files/a\nx\n",
		"--- file data/secret/1.files/b/a\nx\n",
		MODERN "constants: {n: 5}\n",
		"--- file .timelimit\n5\n",
		"--- file problem.yaml\nname: N\n",
		"--- file problem.yaml\nname: N\n--- file .timelimit\n5\n",
		"--- file problem.yaml\nname: N\n--- file data/testdata.yaml\non_reject: break\n",
	};
	enum { COUNT = sizeof changes / sizeof *changes };
	char digests[COUNT][AS_DIGEST_HEX_SIZE];
	for (size_t i = 0; i < COUNT; i++) {
		digest_of(changes[i], digests[i]);
		for (size_t j = 0; j < i; j++)
			cr_expect_str_neq(digests[i], digests[j], "%s%s", changes[i], changes[j]);
	}
}

Test(package_modern, the_digest_ignores_files_that_do_not_affect_verdicts)
{
	static const char *const same[] = {"--- file input_validators/v.py\nx\n",
		"--- file submissions/accepted/a.c\nx\n", "--- file statement/problem.en.md\nx\n",
		"--- file output_validator/README.md\nx\n",
		"--- file data/invalid_input/1.in\nx\n--- file "
		"data/invalid_input/test_group.yaml\n"};
	char first[AS_DIGEST_HEX_SIZE], other[AS_DIGEST_HEX_SIZE];
	digest_of("", first);
	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		digest_of(same[i], other);
		cr_expect_str_eq(first, other, "%s", same[i]);
	}
}

/* ---- findings for verify ---- */

Test(package_modern, probes_are_read_apart_from_the_tests)
{
	AUTO_FOLDER folder = package_folder_make(
		"--- file data/invalid_input/b.in\nx\n--- file data/invalid_input/a/c.in\nx\n"
		"--- file data/invalid_input/a/test_group.yaml\ninput_validator_args: [-a]\n"
		"--- file data/invalid_input/b.yaml\ndescription: why\ninput_validator_args: [-b]\n"
		"--- file data/valid_output/1.in\n1\n--- file data/valid_output/1.ans\n1\n"
		"--- file data/valid_output/1.out\n01\n"
		"--- file data/valid_output/test_group.yaml\n"
		"output_validator_args: [float_tolerance, '1e-3']\n"
		"--- file data/invalid_output/1.in\n1\n--- file data/invalid_output/1.ans\n1\n"
		"--- file data/invalid_output/1.out\n2\n"
		"--- file data/invalid_output/2.in\n1\n--- file data/invalid_output/2.ans\n1\n");
	AUTO_PACKAGE *package = open_good(folder.path);
	ASSERT_TESTS(package, "secret/1");
	cr_assert_eq(package->probe_count, 4);
	static const struct {
		enum as_probe_kind kind;
		const char *name, *output_path;
	} expected[] = {
		{AS_PROBE_INVALID_INPUT, "invalid_input/a/c", NULL},
		{AS_PROBE_INVALID_INPUT, "invalid_input/b", NULL},
		{AS_PROBE_INVALID_OUTPUT, "invalid_output/1", "data/invalid_output/1.out"},
		{AS_PROBE_VALID_OUTPUT, "valid_output/1", "data/valid_output/1.out"},
	};
	for (size_t i = 0; i < 4; i++) {
		const struct as_probe *probe = &package->probes[i];
		cr_expect_eq(probe->kind, expected[i].kind);
		cr_expect_str_eq(probe->test.name, expected[i].name);
		cr_expect_eq(!probe->output_path, !expected[i].output_path);
		cr_expect_eq(!probe->test.answer_path, !expected[i].output_path);
		if (probe->output_path)
			cr_expect_str_eq(probe->output_path, expected[i].output_path);
	}
	assert_input_args(package->probes[0].test.input_validator_args, "*: -a, |");
	assert_input_args(package->probes[1].test.input_validator_args, "*: -b, |");
	cr_expect(package->probes[3].test.check_flags.relative_tolerance == 1e-3L);
	cr_expect(package->probes[2].test.check_flags.relative_tolerance < 0);
	assert_finding(package, AS_FINDING_ERROR, "data/invalid_output/2.in",
		"is ignored: it has no .out file of the same name");
}

/* ---- keys without an effect on verdicts ---- */

Test(package_modern, keys_that_change_no_verdict_are_reported_and_refuse_nothing)
{
	static const char *const rows[][2] = {
		{MODERN "source_url: http://x\n", "key 'source_url' is of the legacy format; "
						  "write source: {name: ..., url: ...}"},
		{MODERN "author: Ada\n",
			"key 'author' is of the legacy format; write credits: {authors: ...}"},
		{MODERN "credits: {authors: {name: Ada, github: ada}}\n", "unknown key 'github'"},
		{MODERN "credits: {drawings: Ada}\n", "unknown key 'drawings'"},
		{MODERN "license: beer\n", "unknown license 'beer'"},
		{MODERN "keywords: 5\n", "keywords must be a list of strings"},
		{MODERN "polygon: {id: 5}\n", "unknown key 'polygon'; it is ignored"},
		{MODERN "verson: 1\n", "unknown key 'verson'; did you mean 'version'? it is"},
		{"--- file problem.yaml\nproblem_format_version: 2025-09\nuuid: x\n",
			"missing key 'name'"},
		{"--- file problem.yaml\nproblem_format_version: 2025-09\nname: N\n",
			"missing key 'uuid'"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		AUTO_FOLDER folder = package_folder_make(rows[i][0]);
		AUTO_PACKAGE *package = open_good(folder.path);
		cr_assert_geq(package->findings.count, 1, "%s", rows[i][0]);
		cr_expect_eq(package->findings.items[0].level, AS_FINDING_ERROR);
		cr_expect_not_null(strstr(package->findings.items[0].text, rows[i][1]), "%s",
			package->findings.items[0].text);
		cr_expect_eq(strncmp(package->findings.items[0].where, "problem.yaml:", 13), 0);
	}
	AUTO_FOLDER answers = package_folder_make(
		"--- file data/secret/test_group.yaml\nanswer_validator_args: [--short]\n");
	AUTO_PACKAGE *with_answers = open_good(answers.path);
	cr_assert_eq(with_answers->findings.count, 1);
	cr_expect_str_eq(with_answers->findings.items[0].text,
		"key 'answer_validator_args' is ignored: answer validators are not run");
	AUTO_FOLDER empty = package_folder_make("--- file data/secret/testdata.yaml\n# range: 5\n");
	AUTO_PACKAGE *with_comment = open_good(empty.path);
	cr_expect_str_eq(with_comment->findings.items[0].text,
		"is of the legacy format and has no settings; remove it");
	AUTO_FOLDER types = package_folder_make(MODERN "type: pass-fail multi-pass\n" VALIDATOR);
	AUTO_PACKAGE *several = open_good(types.path);
	cr_expect(several->multi_pass);
	cr_expect_str_eq(several->findings.items[0].text,
		"several types must be a list, such as [scoring, interactive]");
	/* In these, they would have an effect. */
	static const char *const refused[] = {MODERN "limts: {memory: 5}\n",
		MODERN "limits: {polygon: 5}\n", MODERN "language: [c]\n",
		MODERN "validation: custom\n"};
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		AUTO_FOLDER folder = package_folder_make(refused[i]);
		struct as_error error = {0};
		cr_expect_null(as_package_open(folder.path, NULL, &error), "%s", refused[i]);
	}
}
