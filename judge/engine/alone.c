/* SPDX-License-Identifier: MIT */
/* One package in an engine of its own, whose submissions are judged one after another. */
#include "judging.h"

static int open_engine(struct as_judge *judge, struct as_error *error)
{
	const struct as_engine_config config = {
		.languages = judge->config.languages,
		.workers = judge->config.workers,
		.core_wait_ns = judge->config.core_wait_ns,
		.cache_dir = judge->config.cache_dir,
		.include_dir = judge->config.include_dir,
		.weak_sandbox = judge->config.weak_sandbox,
		.fresh = judge->config.fresh,
		.cancel = judge->config.cancel,
	};

	judge->engine = as_engine_open(&config, error);
	if (!judge->engine)
		return -1;
	judge->owns_engine = true;
	judge->workshop = judge->engine->workshop;
	return 0;
}

struct as_judge *as_judge_begin(const struct as_package *package,
	const struct as_judge_config *config, struct as_error *error)
{
	struct as_judge *judge = as_judge_new(package, config, error);

	if (judge && (as_package_require_data(package, error) ||
			     as_judge_check_test(judge, config->test, error) ||
			     as_judge_check_language(judge, config->language, error) ||
			     open_engine(judge, error))) {
		as_judge_close(judge);
		return NULL;
	}
	return judge;
}

struct as_judge *as_judge_open(const struct as_package *package,
	const struct as_judge_config *config, struct as_error *error)
{
	struct as_judge *judge = as_judge_begin(package, config, error);

	if (!judge || as_judge_prepare(judge, error) == 0)
		return judge;
	as_judge_close(judge);
	return NULL;
}

void as_judge_close(struct as_judge *judge)
{
	struct as_engine *own = judge && judge->owns_engine ? judge->engine : NULL;

	as_engine_package_close(judge);
	as_engine_close(own);
}

int as_judge_submission(struct as_judge *judge, const struct as_submission *submission,
	struct as_result *result, struct as_error *error)
{
	struct as_judging judging;
	struct as_compiled *compiled = as_judge_compile_alone(judge, submission, error);

	*result = (struct as_result){0};
	if (!compiled)
		return -1;
	int failed = as_judging_init(&judging, judge, NULL, error) ||
		     as_judging_run(&judging, compiled, result, error);
	as_judging_clear(&judging);
	as_compiled_free(compiled);
	return failed ? -1 : 0;
}
