/* SPDX-License-Identifier: MIT */
/*
 * Runs the package's validators on its own data, and on malformed data. Theory of operation:
 *
 * 1. A job runs the validators in a thread of the engine, while submissions are judged.
 * 2. It collects findings in a list of its own.
 * 3. When the job is finished, the caller takes over the list.
 */
#include "validate.h"

#include <assay/base/record.h>
#include <string.h>

/* The name and version of the cached findings. */
#define FORMAT "assay-validation/3"

/* ---- the tests of the package ---- */

#define MAX_SOURCE_BYTES (256 << 10)

static bool file_uses_testlib(const struct as_package *package, const char *path)
{
	AS_AUTO_BYTES struct as_bytes source = {0};

	return as_file_read(package->tree.fd, path, MAX_SOURCE_BYTES, &source, NULL) == 0 &&
	       memmem(source.data, source.size, "testlib.h", strlen("testlib.h"));
}

/* `path` is a file or a folder. */
static bool uses_testlib(const struct as_package *package, const char *path)
{
	AS_AUTO_NAMES char **names = as_package_names(&package->tree, path, NULL, NULL);
	bool uses = file_uses_testlib(package, path);

	for (char **name = names; name && *name && !uses; name++) {
		AS_AUTO_FREE char *file = as_text_format(NULL, "%s/%s", path, *name);
		uses = file && file_uses_testlib(package, file);
	}
	return uses;
}

/* Authors of a first validator may not know that exit status 0 does not mean acceptance. */
static const char *exit_status_hint(const struct as_package *package, const char *path,
	const struct as_validation *validation, char *text, size_t size)
{
	*text = '\0';
	if (validation->exit_code < 0 || validation->exit_code == AS_EXIT_WRONG ||
		package->input_dialect == AS_VALIDATOR_TESTLIB)
		return text;
	int used = *validation->text
			   ? 0
			   : snprintf(text, size,
				     ": its exit status is %d; the status to accept is %d",
				     validation->exit_code, AS_EXIT_ACCEPTED);
	if (uses_testlib(package, path))
		snprintf(text + used, size - (size_t)used,
			"; the program includes testlib.h: write `input_validators: testlib` into "
			"a file assay.yaml beside problem.yaml");
	return text;
}

static int check_test_input(
	struct as_data_check *check, const struct as_test *test, struct as_error *error)
{
	const struct as_package *package = check->verify->package;
	AS_AUTO_FD int input_fd = as_file_open(package->tree.fd, test->input_path, error);
	const struct as_input_case input = as_input_case_of(test, input_fd);
	struct as_validation validation;
	char code[256];

	if (input_fd < 0)
		return -1;
	for (size_t i = 0; i < as_names_count(package->input_validators); i++) {
		if (as_run_input_validator(check, i, &input, test->input_path, &validation, error))
			return -1;
		if (validation.kind == AS_VALIDATION_REJECTED &&
			as_findings_add(&check->findings, AS_FINDING_ERROR, test->input_path, error,
				"the input validator %s rejects it%s%s%s",
				package->input_validators[i], *validation.text ? ": " : "",
				validation.text,
				exit_status_hint(package, package->input_validators[i], &validation,
					code, sizeof(code))))
			return -1;
	}
	return 0;
}

/* An answer must be a right output only if it is shown as one, but it usually is one. The default
 * check accepts equal files. */
static int check_test_answer(
	struct as_data_check *check, const struct as_test *test, struct as_error *error)
{
	const struct as_package *package = check->verify->package;
	struct as_validation validation;
	bool shown;

	if (!package->output_validators || package->interactive || package->multi_pass)
		return 0;
	if (as_shown_as_it_is(package, test, &shown, error) ||
		as_run_output_validator_on_file(check, test, test->answer_path, &validation, error))
		return -1;
	check->answers_broken |= validation.kind == AS_VALIDATION_BROKEN;
	if (validation.kind == AS_VALIDATION_BROKEN)
		return as_findings_add(&check->findings, AS_FINDING_ERROR, test->answer_path, error,
			"the output validator fails on it: %s",
			as_validation_of_output(&validation));
	if (validation.kind == AS_VALIDATION_REJECTED)
		return as_findings_add(&check->findings,
			shown ? AS_FINDING_ERROR : AS_FINDING_WARNING, test->answer_path, error,
			"the output validator does not accept it as an output%s%s%s",
			*validation.text ? ": " : "", validation.text,
			shown ? "; participants are shown it as one: fix it, or add a correct "
				"output (.out)"
			      : "");
	return 0;
}

/* An output that people see in place of the answer. */
static int check_test_output(
	struct as_data_check *check, const struct as_test *test, struct as_error *error)
{
	const struct as_package *package = check->verify->package;
	AS_AUTO_FREE char *path = NULL;
	struct as_validation validation;

	if (package->interactive || package->multi_pass)
		return 0;
	if (as_shown_find(package, test, ".out", &path, error))
		return -1;
	if (!path)
		return 0;
	if (as_run_output_validator_on_file(check, test, path, &validation, error))
		return -1;
	if (validation.kind == AS_VALIDATION_ACCEPTED ||
		(validation.kind == AS_VALIDATION_UNAVAILABLE && check->outputs_late))
		return 0;
	return as_findings_add(&check->findings, AS_FINDING_ERROR, path, error,
		"participants are shown it as a correct output, but the output validator %s%s%s",
		validation.kind == AS_VALIDATION_REJECTED ? "rejects it" : "cannot judge it",
		*validation.text ? ": " : "", as_validation_of_output(&validation));
}

static int check_tests(struct as_data_check *check, struct as_error *error)
{
	const struct as_package *package = check->verify->package;

	for (size_t t = 0; t < package->test_count; t++)
		if (check_test_input(check, &package->tests[t], error) ||
			check_test_answer(check, &package->tests[t], error) ||
			check_test_output(check, &package->tests[t], error))
			return -1;
	return 0;
}

/* ---- the cache ---- */

/* The shown outputs, and whether answers are shown; no verdict depends on them. */
static int add_shown(
	struct as_digest *digest, const struct as_verify *verify, struct as_error *error)
{
	const struct as_package *package = verify->package;

	for (size_t t = 0; !package->graded && t < package->test_count; t++) {
		AS_AUTO_FREE char *path = NULL;
		char tree[AS_DIGEST_HEX_SIZE] = "";
		bool shown;
		if (as_shown_find(package, &package->tests[t], ".out", &path, error) ||
			as_shown_as_it_is(package, &package->tests[t], &shown, error) ||
			(path && as_verify_digest_tree(verify->package, path,
					 verify->settings->cancel, tree, error)))
			return -1;
		if (!path && !shown)
			continue;
		as_digest_add_text(digest, package->tests[t].name);
		as_digest_add_text(digest, tree);
	}
	return 0;
}

/* Everything that the results of validators depend on. The package's digest does not cover input
 * validators, and data that are not tests. */
static int make_key(
	const struct as_verify *verify, char hex[AS_DIGEST_HEX_SIZE], struct as_error *error)
{
	static const char *const trees[] = {"input_validators", "input_format_validators",
		"output_validator", "output_validators", "data/invalid_input",
		"data/invalid_output", "data/valid_output", "problem.yaml"};
	const int64_t input_time_ns = verify->config->input_time_ns;
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, FORMAT);
	as_digest_add(&digest, &input_time_ns, sizeof(input_time_ns));
	as_digest_add_text(&digest, verify->machine_digest);
	as_digest_add_text(&digest, verify->package->digest);
	for (size_t i = 0; i < sizeof(trees) / sizeof(*trees); i++) {
		char tree[AS_DIGEST_HEX_SIZE];
		if (as_verify_digest_tree(
			    verify->package, trees[i], verify->settings->cancel, tree, error))
			return -1;
		as_digest_add_text(&digest, tree);
	}
	if (add_shown(&digest, verify, error))
		return -1;
	as_digest_end(&digest, hex);
	return 0;
}

static int take_findings(
	struct as_verify *verify, const struct as_findings *found, struct as_error *error)
{
	for (size_t i = 0; i < found->count; i++)
		if (as_findings_add(&verify->findings, found->items[i].level, found->items[i].where,
			    error, "%s", found->items[i].text))
			return -1;
	return 0;
}

/* Level, place and text: three bytes at least. */
static void visit_findings(struct as_record *record, struct as_findings *findings)
{
	as_record_list(record, &findings->items, &findings->count, sizeof(*findings->items), 3);
	for (size_t i = 0; i < findings->count; i++) {
		struct as_finding *finding = &findings->items[i];
		uint64_t level = finding->level;
		as_record_number(record, &level, AS_FINDING_ERROR);
		finding->level = (enum as_finding_level)level;
		as_record_text(record, &finding->where);
		as_record_text(record, &finding->text);
		as_record_require(record, finding->where && finding->text);
	}
}

static bool load_cached(struct as_data_check *check, struct as_findings *known)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_record record;

	if (check->verify->settings->fresh ||
		!as_result_cache_find(check->verify->cache, check->key, &bytes) ||
		as_record_open(&record, FORMAT, bytes.data, bytes.size, NULL) != 1)
		return false;
	visit_findings(&record, known);
	return as_record_close(&record, NULL) == 0;
}

/* False: a file was changed after its digest, so the findings may be those of another one. */
static bool is_unchanged(const struct as_data_check *check)
{
	char now[AS_DIGEST_HEX_SIZE];

	return as_package_check_unchanged(check->verify->package, "", NULL) == 0 &&
	       make_key(check->verify, now, NULL) == 0 && strcmp(now, check->key) == 0;
}

static void keep(struct as_data_check *check)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	struct as_record record;

	as_record_begin(&record, FORMAT);
	visit_findings(&record, &check->findings);
	if (as_record_end(&record, &bytes, NULL) == 0)
		as_result_cache_store(check->verify->cache, check->key, &bytes);
}

/* ---- the job ---- */

static int validate_in_thread(void *context, const atomic_bool *cancel, struct as_error *error)
{
	struct as_data_check *check = context;

	check->cancel = cancel;
	check->validators = as_engine_validators_open(check->verify->opened, cancel, error);
	check->watch = as_watch_open(check->verify);
	if (check->validators && check->watch)
		as_validators_on_begin(check->validators, as_watch_begun, check->watch);
	if (check->validators && check->verify->config->input_time_ns)
		as_validators_set_input_time(
			check->validators, check->verify->config->input_time_ns);
	int failed = !check->validators || as_texts_check(check, error) ||
		     check_tests(check, error) || as_probes_check(check, error) ||
		     as_malformed_check(check, error);
	as_validators_close(check->validators);
	as_watch_close(check->watch);
	return failed ? -1 : 0;
}

int as_data_check_start(
	struct as_data_check *check, struct as_verify *verify, struct as_error *error)
{
	/* With a runner, this machine may also judge other submissions, which come first. */
	const struct as_work_order order = {.work = validate_in_thread,
		.context = check,
		.class = verify->config->runner ? AS_JOB_BACKGROUND : AS_JOB_USUAL};
	size_t count = as_names_count(verify->package->input_validators);

	*check = (struct as_data_check){.verify = verify};
	if (make_key(verify, check->key, error))
		return -1;
	AS_AUTO(as_findings_clear) struct as_findings known = {0};
	if (load_cached(check, &known))
		return take_findings(verify, &known, error);
	check->reported = calloc(count + 1, sizeof(*check->reported));
	if (!check->reported)
		return as_error_no_memory(error);
	check->job = as_engine_submit_work(verify->config->engine, &order, error);
	return check->job ? 0 : -1;
}

int as_data_check_end(struct as_data_check *check, struct as_error *error)
{
	struct as_result none;

	if (!check->job)
		return 0;
	if (as_engine_wait(check->job, &none, error))
		return -1;
	if (!check->any_late && is_unchanged(check))
		keep(check);
	return take_findings(check->verify, &check->findings, error);
}

void as_data_check_clear(struct as_data_check *check)
{
	as_job_free(as_steal(check->job));
	as_findings_clear(&check->findings);
	free(as_steal(check->reported));
}
