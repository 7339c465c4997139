/* SPDX-License-Identifier: MIT */
/* worker: the options of a job, private to the worker. */
#ifndef ASSAY_STORE_WORKER_PRIVATE_H
#define ASSAY_STORE_WORKER_PRIVATE_H

#include <assay/base/record.h>
#include <assay/store.h>

struct as_worker_options {
	char *test, *group; /* as in struct as_job_order */
	bool run_all;
	int64_t time_limit_ns;
	int reruns;
	bool weak_sandbox; /* as in struct as_engine_config */
	char **modules;
	/* Another version of assay may judge otherwise, or not read the result: with another one of
	 * these it is another job. */
	char *languages;     /* the digest of the language table */
	char *result_format; /* AS_RESULT_FORMAT */
};

int as_worker_options_read(const struct as_bytes *bytes, struct as_worker_options *options,
	struct as_error *error) AS_MUST_USE;
void as_worker_options_clear(struct as_worker_options *options);

#endif
