/* SPDX-License-Identifier: MIT */
/* A package with one validator, honest or faulty, and a submission: real programs in the real
 * sandbox. */
#ifndef ASSAY_TESTS_VALIDATOR_CASE_H
#define ASSAY_TESTS_VALIDATOR_CASE_H

#include "compiled.h"
#include "judging.h"
#include "package_case.h"
#include "support/skip.h"

#include <assay/engine/result.h>
#include <math.h>

#define ECHO "#include <stdio.h>\nint main(void){int c;while((c=getchar())!=EOF)putchar(c);}\n"
#define PYTHON "import os, sys, time\nfeedback = sys.argv[3]\n"
#define SAY(name, text) "open(feedback + '" name "', 'w').write('" text "')\n"
#define MIB (UINT64_C(1) << 20)

/* One validator, one submission, and the expected result. */
struct validator_case {
	const char *name;
	const char *file; /* NULL: checker/validate.py */
	const char *source;
	const char *fate;     /* "JE package" */
	const char *feedback; /* a part of it; NULL: there is none */
	enum { PASS_FAIL, SCORING, GRADED } scoring;
	enum as_validator_dialect dialect;
	unsigned passes; /* permitted by the package; 0: not multi-pass */
};

struct setting {
	struct package_folder folder;
	struct as_languages *languages;
	struct as_package *package;
	struct as_engine *engine;
	struct as_open_package *opened;
	struct as_judging judging; /* of the last judged submission; .judge NULL: none */
	struct as_result result;
	enum as_audience audience;
	json_t *document; /* of the result, for the audience */
};

static inline void close_setting(struct setting *setting)
{
	json_decref(setting->document);
	as_result_clear(&setting->result);
	if (setting->judging.opened)
		as_judging_clear(&setting->judging);
	as_engine_package_close(setting->opened);
	as_engine_close(setting->engine);
	as_package_close(setting->package);
	as_languages_close(setting->languages);
	package_folder_remove(&setting->folder);
}
#define AUTO_SETTING AS_AUTO(close_setting) struct setting

static inline void open_package(struct setting *setting, const struct validator_case *c)
{
	const char *file = c->file ? c->file : "checker/validate.py";
	struct as_error error = {0};

	*setting = (struct setting){.folder = package_folder_make("")};
	package_folder_write(&setting->folder, file, c->source, strlen(c->source));
	setting->languages = as_languages_open(NULL, &error);
	setting->package = as_package_open(setting->folder.path, NULL, &error);
	cr_assert(setting->languages && setting->package, "%s", error.text);
	struct as_package *package = setting->package;
	as_names_free(package->output_validators);
	package->output_validators = calloc(2, sizeof(char *));
	package->output_validators[0] = strdup("checker");
	package->dialect = c->dialect;
	package->multi_pass = c->passes != 0;
	package->limits.validation_passes = c->passes;
	package->limits.validation_time_ns = INT64_C(1000000000);
	package->limits.validation_memory_bytes = 64 * MIB;
	package->limits.validation_output_bytes = MIB;
	package->scoring = c->scoring != PASS_FAIL;
	package->graded = c->scoring == GRADED;
	package->validator_scores = true;
	for (size_t g = 0; c->scoring && g < package->group_count; g++) {
		package->groups[g].has_score = true;
		package->groups[g].aggregation = AS_AGGREGATE_SUM;
		package->groups[g].max_score = 100;
		package->groups[g].grading.range_min = -INFINITY;
		package->groups[g].grading.range_max = INFINITY;
	}
}

/* Prepares everything for judging. -1 with the error. */
static inline int try_open_judge(struct setting *setting, struct as_error *error)
{
	const struct as_engine_config config = {
		.languages = setting->languages, .cache_dir = ASSAY_TEST_CACHE};

	setting->engine = as_engine_open(&config, error);
	setting->opened = setting->engine
				  ? as_engine_package_open(setting->engine, setting->package, error)
				  : NULL;
	return setting->opened ? as_engine_package_prepare(setting->opened, error) : -1;
}

static inline void open_judge(struct setting *setting, enum as_audience audience)
{
	struct as_error error = {0};

	setting->audience = audience;
	int failed = try_open_judge(setting, &error);
	if (failed && error.kind == AS_ERROR_MACHINE)
		package_folder_remove(&setting->folder);
	skip_unless(!failed || error.kind != AS_ERROR_MACHINE, "namespaces", error.text);
	cr_assert_not(failed, "%s", error.text);
}

static inline void judge_file(struct setting *setting, const char *name, const char *source)
{
	struct as_error error = {0};
	char path[256];

	package_folder_write(&setting->folder, name, source, strlen(source));
	snprintf(path, sizeof(path), "%s/%s", setting->folder.path, name);
	const struct as_submission submission = {.path = path};
	json_decref(as_steal(setting->document));
	as_result_clear(&setting->result);
	if (setting->judging.opened)
		as_judging_clear(&setting->judging);
	const struct as_job_order order = {.package = setting->opened, .reruns = AS_RERUNS_NONE};
	struct as_compiled *compiled =
		as_engine_compile(setting->opened, &submission, NULL, &error);
	if (compiled && as_judging_init(&setting->judging, &order, &error) == 0 &&
		as_judging_run(&setting->judging, compiled, &setting->result, &error) == 0)
		setting->document = as_result_json(&setting->result, setting->audience, &error);
	as_compiled_free(compiled);
	skip_unless(setting->document || error.kind != AS_ERROR_MACHINE, "cgroup", error.text);
	cr_assert_not_null(setting->document, "%s", error.text);
}

static inline void judge_case(struct setting *setting, const struct validator_case *c)
{
	open_package(setting, c);
	open_judge(setting, AS_AUDIENCE_SETTER);
	judge_file(setting, "echo.c", ECHO);
}

static inline const struct as_test_result *result_of(const struct setting *setting)
{
	return &setting->judging.results[0];
}

static inline void expect_fate(const struct setting *setting, const struct validator_case *c)
{
	const struct as_test_result *result = result_of(setting);
	char fate[64];

	snprintf(fate, sizeof(fate), "%s%s%s", as_verdict_name(result->verdict),
		result->reason[0] ? " " : "", result->reason);
	cr_expect_str_eq(fate, c->fate, "%s: %s: %s", c->name, fate, result->feedback);
	if (!c->feedback)
		cr_expect_str_eq(result->feedback, "", "%s: %s", c->name, result->feedback);
	else
		cr_expect_not_null(
			strstr(result->feedback, c->feedback), "%s: %s", c->name, result->feedback);
	const enum as_error_kind fault =
		strncmp(c->fate, "JE", 2) == 0 ? AS_ERROR_INPUT : AS_ERROR_NONE;
	cr_expect_eq(setting->result.fault, fault, "%s", c->name);
}

static inline void run_all(const struct validator_case *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		AUTO_SETTING setting;
		judge_case(&setting, &cases[i]);
		expect_fate(&setting, &cases[i]);
	}
}
#define RUN_ALL(cases) run_all(cases, sizeof(cases) / sizeof(*(cases)))

static inline const char *text_of(const struct setting *setting, const char *key)
{
	json_t *test = json_array_get(json_object_get(setting->document, "tests"), 0);

	return json_string_value(json_object_get(test, key));
}

#endif
