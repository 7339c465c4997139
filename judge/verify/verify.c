/* SPDX-License-Identifier: MIT */
/* Verifying one package, as a list of stages. */
#include "validate.h"

int as_verify_check_cancel(const struct as_verify *verify, struct as_error *error)
{
	return as_cancel_check(verify->config->judge.cancel, error);
}

static void announce(const struct as_verify *verify)
{
	const struct as_verify_config *config = verify->config;

	if (config->begin)
		config->begin(config->judge.progress_context,
			verify->count * (verify->package->test_count + 1));
}

static int verify_stages(struct as_verify *verify, struct as_error *error)
{
	if (as_verify_digest_machine(verify->config, verify->machine_digest, error) ||
		as_candidates_find(verify, error))
		return -1;
	announce(verify);
	struct as_data_check check = {0};
	int failed = as_structure_check(verify, error) || as_shown_check(verify, error) ||
		     as_folders_check(verify, error) || as_names_check(verify, error) ||
		     as_data_check_start(&check, verify, error) || as_verify_run(verify, error);
	failed |= as_data_check_end(&check, error);
	return failed || as_conform_check(verify, error) || as_time_limit_check(verify, error) ? -1
											       : 0;
}

json_t *as_verify_package(const struct as_package *package, const struct as_verify_config *config,
	struct as_error *error)
{
	struct as_verify verify = {.package = package, .config = config};
	json_t *document = NULL;

	if (as_package_require_data(package, error))
		return NULL;
	verify.cache = as_result_cache_open(config->judge.cache_dir);
	if (verify_stages(&verify, error) == 0)
		document = as_verify_report(&verify, error);
	as_ahead_end(verify.ahead);
	as_judge_close(verify.judge);
	as_result_cache_close(verify.cache);
	as_candidates_clear(&verify);
	as_findings_clear(&verify.findings);
	return document;
}
