/* SPDX-License-Identifier: MIT */
/* The sandboxes of a worker: which one is used next, in the real sandbox. */
#include "judging.h"
#include "support/skip.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

TestSuite(worker, .timeout = 600);

struct setting {
	struct as_languages *languages;
	struct as_engine *engine;
	struct as_program program;
	struct as_judging judging;
	struct as_worker worker; /* not one of the engine's, which are idle */
	char cache_dir[64];
};

static void close_setting(struct setting *setting)
{
	as_sandbox_close(setting->worker.sandbox);
	as_sandboxes_close(&setting->worker.spare);
	for (size_t i = 0; i < AS_MAX_WARM; i++)
		as_sandbox_close(setting->worker.warm[i].sandbox);
	as_engine_close(setting->engine);
	as_languages_close(setting->languages);
	as_dir_remove(AT_FDCWD, setting->cache_dir, NULL);
}
#define AUTO_SETTING AS_AUTO(close_setting) struct setting

static void choose_language(struct setting *setting, const char *id)
{
	struct as_error error = {0};

	setting->program.language = as_languages_find(setting->languages, id);
	cr_assert_not_null(setting->program.language);
	int failed = as_worker_open_sandbox(&setting->worker, &error);
	if (failed && error.kind == AS_ERROR_MACHINE)
		close_setting(setting);
	skip_unless(!failed || error.kind != AS_ERROR_MACHINE, "namespaces", error.text);
	cr_assert_not(failed, "%s", error.text);
}

/* Scripts see the programs of the system. */
static void open_setting(struct setting *setting)
{
	struct as_error error = {0};

	*setting = (struct setting){.cache_dir = "/tmp/assay-test-worker-XXXXXX"};
	cr_assert(mkdtemp(setting->cache_dir));
	setting->languages = as_languages_open(NULL, &error);
	const struct as_engine_config config = {
		.languages = setting->languages, .cache_dir = setting->cache_dir};
	setting->engine = as_engine_open(&config, &error);
	cr_assert_not_null(setting->engine, "%s", error.text);
	setting->judging.program = &setting->program;
	setting->worker = (struct as_worker){.engine = setting->engine,
		.judging = &setting->judging,
		.core = setting->engine->workers[0].core};
	choose_language(setting, "script");
}

static void run_once(struct setting *setting)
{
	static const char *const argv[] = {"/usr/bin/true", NULL};
	const struct as_run_request request = {.argv = argv,
		.profile = AS_PROFILE_NATIVE,
		.limits = as_limits_default,
		.stdin_fd = -1};
	AS_AUTO_RUN_RESULT struct as_run_result result = AS_RUN_RESULT_INIT;
	struct as_error error = {0};

	as_worker_choose_sandbox(&setting->worker);
	cr_assert_eq(as_sandbox_run(setting->worker.sandbox, &request, &result, &error), 0, "%s",
		error.text);
	cr_assert_eq(result.exit_code, 0);
}

static void expect_distinct(const struct as_worker *worker)
{
	cr_assert_not_null(worker->sandbox);
	for (size_t i = 0; i < AS_MAX_SPARE && worker->spare.items[i]; i++) {
		cr_expect_neq(worker->spare.items[i], worker->sandbox);
		for (size_t k = 0; k < i; k++)
			cr_expect_neq(worker->spare.items[i], worker->spare.items[k]);
		cr_expect(i == 0 || worker->spare.items[i - 1]);
	}
}

Test(worker, runs_that_follow_each_other_take_turns)
{
	AUTO_SETTING setting;
	int runs = 0;

	open_setting(&setting);
	run_once(&setting);
	cr_expect_null(setting.worker.spare.items[0], "one run needs one sandbox");
	while (!setting.worker.spare.items[0] && runs++ < 1000)
		run_once(&setting);
	cr_assert_not_null(setting.worker.spare.items[0],
		"every run found the namespaces of the last one removed");
	for (int i = 0; i < 50; i++) {
		run_once(&setting);
		expect_distinct(&setting.worker);
	}
}

Test(worker, a_sandbox_that_is_ready_is_used_again)
{
	AUTO_SETTING setting;

	open_setting(&setting);
	struct as_sandbox *const first = setting.worker.sandbox;
	for (int i = 0; i < 20; i++) {
		run_once(&setting);
		while (!as_sandbox_is_ready(setting.worker.sandbox))
			usleep(1000);
	}
	cr_expect_eq(setting.worker.sandbox, first);
	cr_expect_null(setting.worker.spare.items[0]);
}

Test(worker, a_broken_sandbox_is_replaced_by_a_spare_one)
{
	AUTO_SETTING setting;

	open_setting(&setting);
	for (int runs = 0; !setting.worker.spare.items[0] && runs < 1000; runs++)
		run_once(&setting);
	cr_assert_not_null(setting.worker.spare.items[0]);
	struct as_sandbox *const spare = setting.worker.spare.items[0];
	as_sandbox_close(as_steal(setting.worker.sandbox));
	choose_language(&setting, "script");
	cr_expect_eq(setting.worker.sandbox, spare);
	cr_expect_null(setting.worker.spare.items[0]);
	run_once(&setting);
}

Test(worker, another_language_keeps_one_sandbox_of_the_last)
{
	AUTO_SETTING setting;

	open_setting(&setting);
	for (int runs = 0; !setting.worker.spare.items[0] && runs < 1000; runs++)
		run_once(&setting);
	struct as_sandbox *const last = setting.worker.sandbox;
	choose_language(&setting, "c");
	cr_expect_neq(setting.worker.sandbox, last);
	cr_expect_null(setting.worker.spare.items[0]);
	cr_expect_eq(setting.worker.warm[0].sandbox, last);
	choose_language(&setting, "script");
	cr_expect_eq(setting.worker.sandbox, last);
	run_once(&setting);
}
