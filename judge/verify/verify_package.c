/* SPDX-License-Identifier: MIT */
/* Verifying one package, as a list of stages. */
#include "validate.h"

#include <assay/verify/verification.h>
#include <string.h>

static void begin_progress(const struct as_verify *verify)
{
	const struct as_verify_config *config = verify->config;

	if (config->begin)
		config->begin(config->progress_context,
			verify->count * (verify->package->test_count + 1));
}

/* An error that prevents judging is a finding, reported with the others. */
static int run_checks(struct as_verify *verify, bool *judged, struct as_error *error)
{
	const size_t length = strlen(verify->package->path);
	struct as_error why = {0};

	*judged = as_verify_run(verify, &why) == 0;
	if (*judged)
		return 0;
	if (why.kind != AS_ERROR_INPUT || strncmp(why.where, verify->package->path, length) != 0) {
		if (error)
			*error = why;
		return -1;
	}
	const char *where = why.where + length;
	return as_findings_add(&verify->findings, AS_FINDING_ERROR, where + (*where == '/'), error,
		"%s; no submission is judged until that is fixed", why.text);
}

/* A package is verified only if a submission was judged. */
static int check_any(struct as_verify *verify, struct as_error *error)
{
	for (size_t i = 0; i < verify->count; i++)
		if (verify->candidates[i].judged)
			return 0;
	if (verify->count == 0 || verify->package->test_count == 0)
		return 0;
	return as_findings_add(&verify->findings, AS_FINDING_ERROR, "submissions", error,
		"no submission was judged; see the warnings about each");
}

/* Findings about a test that was changed meanwhile may be wrong. Programs are not checked again:
 * they were checked when they were compiled, and an editor that only opens a program changes its
 * folder. */
static int check_tests_unchanged(const struct as_verify *verify, struct as_error *error)
{
	const struct as_package *package = verify->package;

	for (size_t t = 0; t < package->test_count; t++)
		if (as_package_check_test(package, &package->tests[t], error))
			return -1;
	return 0;
}

static int verify_stages(struct as_verify *verify, struct as_error *error)
{
	if (as_verify_digest_machine(verify->settings, verify->machine_digest, error) ||
		as_candidates_find(verify, error))
		return -1;
	begin_progress(verify);
	struct as_data_check check = {0};
	bool judged = false;
	int failed = as_structure_check(verify, error) || as_shown_check(verify, error) ||
		     as_folders_check(verify, error) || as_misspelt_check(verify, error) ||
		     as_names_check(verify, error) || as_data_check_start(&check, verify, error) ||
		     run_checks(verify, &judged, error);
	failed = failed || as_data_check_end(&check, error);
	as_data_check_clear(&check);
	failed = failed || check_tests_unchanged(verify, error);
	failed = failed || (judged && as_replay_check(verify, error));
	if (failed || as_conform_check(verify, error) || as_weak_check(verify, error) ||
		as_score_files_check(verify, error))
		return -1;
	return judged ? check_any(verify, error) || as_time_limit_check(verify, error) ? -1 : 0 : 0;
}

int as_verify_package(const struct as_package *package, const struct as_verify_config *config,
	struct as_verification *verification, struct as_error *error)
{
	struct as_verify verify = {.package = package,
		.config = config,
		.settings = as_engine_settings(config->engine)};

	*verification = (struct as_verification){0};
	verify.opened = as_engine_package_open(config->engine, package, error);
	if (!verify.opened)
		return -1;
	verify.cache = as_result_cache_open(verify.settings->cache_dir);
	pthread_mutex_init(&verify.lock, NULL);
	int failed =
		verify_stages(&verify, error) || as_verify_report(&verify, verification, error);
	pthread_mutex_destroy(&verify.lock);
	as_result_cache_close(verify.cache);
	as_candidates_clear(&verify);
	as_engine_package_close(verify.opened);
	as_findings_clear(&verify.findings);
	free(verify.unconfirmed);
	return failed ? -1 : 0;
}
