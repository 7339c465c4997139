/* SPDX-License-Identifier: MIT */
/* The options of judging, as a record that is stored with a job. */
#include "worker.h"

#include <limits.h>

static void visit(struct as_record *record, struct as_worker_options *options)
{
	int64_t reruns = options->reruns;
	uint64_t weakness = options->weak_sandbox;

	as_record_text(record, &options->test);
	as_record_text(record, &options->group);
	as_record_flag(record, &options->run_all);
	as_record_signed(record, &options->time_limit_ns);
	as_record_signed(record, &reruns);
	as_record_require(record, reruns >= AS_RERUNS_NONE && reruns <= INT_MAX);
	as_record_number(record, &weakness, AS_WEAK_PROCESS);
	as_record_names(record, &options->modules);
	as_record_text(record, &options->languages);
	as_record_text(record, &options->result_format);
	options->reruns = (int)reruns;
	options->weak_sandbox = (enum as_weakness)weakness;
}

static bool is_measured(const struct as_worker_options *options)
{
	return options->margin_time_ns || options->margin_once || options->keep_disturbed ||
	       options->round;
}

/* Each set of options has one record, because it is a part of the job's key. */
static void visit_measured(struct as_record *record, struct as_worker_options *options)
{
	as_record_flag(record, &options->lenient);
	as_record_signed(record, &options->margin_time_ns);
	as_record_flag(record, &options->margin_once);
	as_record_flag(record, &options->keep_disturbed);
	as_record_signed(record, &options->round);
	as_record_require(record, is_measured(options));
}

void as_worker_digest_languages(const struct as_languages *languages, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	for (size_t i = 0; i < languages->count; i++)
		as_digest_add_text(&digest, languages->items[i].canonical);
	as_digest_end(&digest, hex);
}

int as_worker_options_write(const struct as_job_order *order, const struct as_engine_config *engine,
	struct as_bytes *bytes, struct as_error *error)
{
	char languages[AS_DIGEST_HEX_SIZE];
	struct as_worker_options options = {.test = (char *)order->test,
		.group = (char *)order->group,
		.run_all = order->run_all,
		.lenient = order->lenient,
		.time_limit_ns = order->time_limit_ns,
		.reruns = order->reruns,
		.margin_time_ns = order->margin_time_ns,
		.margin_once = order->margin_once,
		.keep_disturbed = order->keep_disturbed,
		.round = order->round,
		.weak_sandbox = engine->weak_sandbox,
		/* A list without names would be another record, and so another key of the job. */
		.modules = engine->modules && *engine->modules ? (char **)engine->modules : NULL,
		.languages = languages,
		.result_format = (char *)AS_RESULT_FORMAT};
	struct as_record record;

	as_worker_digest_languages(engine->languages, languages);
	as_record_begin(&record, is_measured(&options) ? AS_STORE_OPTIONS_FORMAT_MEASURED
				 : options.lenient     ? AS_STORE_OPTIONS_FORMAT_LENIENT
						       : AS_STORE_OPTIONS_FORMAT);
	visit(&record, &options);
	if (is_measured(&options))
		visit_measured(&record, &options);
	return as_record_end(&record, bytes, error);
}

int as_worker_options_read(
	const struct as_bytes *bytes, struct as_worker_options *options, struct as_error *error)
{
	static const char *const formats[] = {AS_STORE_OPTIONS_FORMAT,
		AS_STORE_OPTIONS_FORMAT_LENIENT, AS_STORE_OPTIONS_FORMAT_MEASURED};
	struct as_record record;
	size_t version = 0;
	int found = 0;

	*options = (struct as_worker_options){0};
	while (version < sizeof(formats) / sizeof(*formats) &&
		(found = as_record_open(
			 &record, formats[version], bytes->data, bytes->size, error)) == 0)
		version++;
	if (found == 0)
		return as_error_set(error, AS_ERROR_INTERNAL,
			"the options of a job were written by another version of assay");
	if (found < 0)
		return -1;
	visit(&record, options);
	options->lenient = version == 1;
	if (version == 2)
		visit_measured(&record, options);
	if (as_record_close(&record, error) == 0)
		return 0;
	as_worker_options_clear(options);
	return -1;
}

void as_worker_options_clear(struct as_worker_options *options)
{
	free(options->test);
	free(options->group);
	as_names_free(options->modules);
	free(options->languages);
	free(options->result_format);
	*options = (struct as_worker_options){0};
}
