/* SPDX-License-Identifier: MIT */
#include "feed.h"

static int read_package_files(struct as_contest_api *api, struct as_error *error)
{
	const struct as_contest *contest = api->config.contest;

	api->package_files = calloc(contest->problem_count + 1, sizeof(*api->package_files));
	if (!api->package_files)
		return as_error_no_memory(error);
	for (size_t i = 0; i < contest->problem_count; i++)
		if (as_api_package_files_read(&contest->problems[i], &api->package_files[i], error))
			return -1;
	return 0;
}

struct as_contest_api *as_contest_api_open(
	const struct as_contest_api_config *config, struct as_error *error)
{
	struct as_contest_api *api = calloc(1, sizeof(*api));

	if (!api) {
		as_error_no_memory(error);
		return NULL;
	}
	api->config = *config;
	if (read_package_files(api, error) || as_api_feed_start(api, error)) {
		as_contest_api_close(api);
		return NULL;
	}
	return api;
}

void as_contest_api_close(struct as_contest_api *api)
{
	if (!api)
		return;
	for (size_t i = 0; api->package_files && i < api->config.contest->problem_count; i++)
		as_api_package_files_clear(&api->package_files[i]);
	free(api->package_files);
	as_api_feed_clear(&api->feed);
	free(api);
}
