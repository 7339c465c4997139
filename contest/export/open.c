/* SPDX-License-Identifier: MIT */
/* Reads the log from the store into an API. */
#include "private.h"

void export_close(struct export *export)
{
	as_contest_log_close(export->log);
	as_contest_api_close(export->api);
}

int export_open(struct export *export, struct as_error *error)
{
	const struct as_contest_export_config *config = export->config;
	const struct as_contest_api_config api = {.contest = config->contest,
		.languages = config->languages,
		.language_ids = config->language_ids,
		.version = config->version};

	export->api = as_contest_api_open(&api, error);
	if (!export->api)
		return -1;
	const struct as_contest_log_config log = {.contest = config->contest,
		.store = config->store,
		.observer = {.changed = as_contest_api_changed, .context = export->api},
		.is_reader = true};
	export->log = as_contest_log_open(&log, error);
	return export->log ? 0 : -1;
}
