/* SPDX-License-Identifier: MIT */
/* One package, open in an engine. */
#ifndef ASSAY_TESTS_ENGINE_CASE_H
#define ASSAY_TESTS_ENGINE_CASE_H

#include "package_case.h"
#include "support/skip.h"

#include <assay/engine.h>

struct engine_setting {
	struct package_folder folder;
	struct as_package *package;
	struct as_languages *languages;
	struct as_engine *engine;
	struct as_open_package *opened;
	atomic_bool cancel; /* of the engine */
};

static inline void engine_setting_close(struct engine_setting *setting)
{
	as_engine_package_close(setting->opened);
	as_engine_close(setting->engine);
	as_package_close(setting->package);
	as_languages_close(setting->languages);
	package_folder_remove(&setting->folder);
}
#define AUTO_ENGINE AS_AUTO(engine_setting_close) struct engine_setting

/* Opens the package in the setting's folder. */
static inline void engine_setting_open(struct engine_setting *setting, unsigned workers)
{
	struct as_error error = {0};

	setting->languages = as_languages_open(NULL, &error);
	setting->package = open_good(setting->folder.path);
	const struct as_engine_config config = {.languages = setting->languages,
		.cache_dir = ASSAY_TEST_CACHE,
		.include_dir = ASSAY_TEST_INCLUDE,
		.cancel = &setting->cancel,
		.workers = workers};
	setting->engine = as_engine_open(&config, &error);
	cr_assert_not_null(setting->engine, "%s", error.text);
	setting->opened = as_engine_package_open(setting->engine, setting->package, &error);
	cr_assert_not_null(setting->opened, "%s", error.text);
}

/* `text` changes the minimal package, as in package_case.h. */
static inline void engine_setting_make(
	struct engine_setting *setting, const char *text, unsigned workers)
{
	*setting = (struct engine_setting){.folder = package_folder_make(text)};
	engine_setting_open(setting, workers);
}

/* Skips the test if this machine cannot judge. */
static inline void engine_setting_need(
	struct engine_setting *setting, int failed, const struct as_error *error)
{
	if (failed && error->kind == AS_ERROR_MACHINE)
		engine_setting_close(setting);
	skip_unless(!failed || error->kind != AS_ERROR_MACHINE, "namespaces", error->text);
	cr_assert_not(failed, "%s", error->text);
}

#endif
