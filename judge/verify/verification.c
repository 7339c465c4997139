/* SPDX-License-Identifier: MIT */
/* Ownership in a verification, and its document: docs/verify.schema.json. */
#include <assay/verify/verification.h>

static void clear_package(struct as_verified_package *package)
{
	for (size_t i = 0; i < package->static_count; i++)
		free(package->statics[i].group);
	free(package->statics);
	as_names_free(package->tests);
	free(package->short_name);
	free(package->path);
	free(package->title);
}

void as_verification_clear(struct as_verification *verification)
{
	for (size_t i = 0; i < verification->submission_count; i++) {
		free(verification->submissions[i].path);
		as_result_clear(&verification->submissions[i].result);
	}
	free(verification->submissions);
	as_findings_clear(&verification->findings);
	clear_package(&verification->package);
	free(verification->measured_on);
	free(verification->unconfirmed);
	free(verification->version);
	*verification = (struct as_verification){0};
}

/* ---- rejecting tests ---- */

enum as_rejecters as_result_rejecters(const struct as_result *result, size_t *count)
{
	size_t sample_count = 0, secret_count = 0;
	bool has_secret = false;

	for (size_t i = 0; i < result->test_count; i++) {
		const struct as_result_test *test = &result->tests[i];
		has_secret |= !test->sight.is_sample;
		if (as_verdict_rejects(test->verdict))
			++*(test->sight.is_sample ? &sample_count : &secret_count);
	}
	if (count)
		*count = sample_count + secret_count;
	if (sample_count + secret_count == 0)
		return AS_REJECTERS_NONE;
	if (secret_count == 0 && has_secret)
		return AS_REJECTERS_SAMPLES;
	return sample_count + secret_count == 1 ? AS_REJECTERS_ONE : AS_REJECTERS_SEVERAL;
}

bool as_verified_is_narrow(const struct as_verified *submission)
{
	const enum as_rejecters rejecters = as_result_rejecters(&submission->result, NULL);

	for (size_t i = 0; i < submission->expected_count; i++)
		if (submission->expected[i] == AS_VERDICT_AC)
			return false;
	return rejecters == AS_REJECTERS_SAMPLES || rejecters == AS_REJECTERS_ONE;
}

bool as_verification_isolation(
	const struct as_verification *verification, enum as_weakness *weakness)
{
	bool was_run = false;

	*weakness = AS_WEAK_NOT;
	for (size_t i = 0; i < verification->submission_count; i++) {
		const struct as_result_sandbox *sandbox =
			&verification->submissions[i].result.sandbox;
		was_run |= sandbox->used;
		if (sandbox->used && sandbox->weak > *weakness)
			*weakness = sandbox->weak;
	}
	return was_run;
}

/* ---- the document ---- */

static json_t *text_or_null(const char *text)
{
	return text ? json_string(text) : json_null();
}

static json_t *expected_of(const struct as_verified *verified)
{
	json_t *list = json_array();

	for (size_t i = 0; i < verified->expected_count; i++)
		json_array_append_new(list, json_string(as_verdict_name(verified->expected[i])));
	return list;
}

static json_t *score_of(const struct as_result *result)
{
	return result->has_score ? as_result_score_json(result->score) : json_null();
}

static json_t *time_of(const struct as_verified *verified)
{
	const struct as_result_usage usage = as_result_usage(&verified->result, AS_AUDIENCE_SETTER);

	return verified->judged && usage.known ? json_integer(usage.cpu_time_ns) : json_null();
}

static json_t *memory_of(const struct as_verified *verified)
{
	const struct as_result_usage usage = as_result_usage(&verified->result, AS_AUDIENCE_SETTER);

	return verified->judged && usage.known ? json_integer((json_int_t)usage.memory_bytes)
					       : json_null();
}

static json_t *rejecting_tests(const struct as_result *result)
{
	json_t *list = json_array();

	for (size_t i = 0; i < result->test_count; i++)
		if (as_verdict_rejects(result->tests[i].verdict))
			json_array_append_new(list, json_string(result->tests[i].name));
	return list;
}

static json_t *describe_narrow(const struct as_verification *verification)
{
	json_t *list = json_array();

	for (size_t i = 0; i < verification->submission_count; i++) {
		const struct as_verified *verified = &verification->submissions[i];
		const bool by_samples =
			as_result_rejecters(&verified->result, NULL) == AS_REJECTERS_SAMPLES;
		if (as_verified_is_narrow(verified))
			json_array_append_new(
				list, json_pack("{s:s, s:s}", "path", verified->path, "only",
					      by_samples ? "samples" : "one-test"));
	}
	return list;
}

static json_t *describe_submission(const struct as_verified *verified)
{
	const struct as_result *result = &verified->result;

	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o}", "path", verified->path,
		"language", text_or_null(result->compile.language), "expected",
		expected_of(verified), "verdict",
		verified->judged ? json_string(as_verdict_name(result->verdict)) : json_null(),
		"score", score_of(result), "ok", verified->ok, "cpu_time_ns", time_of(verified),
		"memory_bytes", memory_of(verified), "rejected_by", rejecting_tests(result));
}

static json_t *describe_submissions(const struct as_verification *verification)
{
	json_t *list = json_array();

	for (size_t i = 0; i < verification->submission_count; i++)
		if (json_array_append_new(
			    list, describe_submission(&verification->submissions[i]))) {
			json_decref(list);
			return NULL;
		}
	return list;
}

static json_t *describe_findings(const struct as_findings *findings)
{
	json_t *list = json_array();

	for (size_t i = 0; i < findings->count; i++) {
		const struct as_finding *finding = &findings->items[i];
		if (json_array_append_new(
			    list, json_pack("{s:s, s:s, s:s}", "level",
					  as_finding_level_name(finding->level), "where",
					  finding->where, "text", finding->text))) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

/* NULL: it is missing. */
static int set_text(json_t *document, const char *key, const char *text)
{
	return text ? json_object_set_new(document, key, json_string(text)) : 0;
}

json_t *as_verification_json(const struct as_verification *verification, struct as_error *error)
{
	const int64_t limit_ns = verification->time_limit_ns;
	json_t *document = json_pack("{s:s, s:b, s:o, s:o, s:o, s:o}", "package",
		verification->package.short_name, "ok", verification->ok, "time_limit_ns",
		limit_ns ? json_integer(limit_ns) : json_null(), "submissions",
		describe_submissions(verification), "narrowly_rejected",
		describe_narrow(verification), "findings",
		describe_findings(&verification->findings));

	enum as_weakness weakness;
	const char *isolation = as_verification_isolation(verification, &weakness)
					? as_weakness_name(weakness)
					: NULL;
	if (document && (set_text(document, "measured_on", verification->measured_on) ||
				set_text(document, "isolation", isolation))) {
		json_decref(document);
		document = NULL;
	}
	if (!document)
		as_error_no_memory(error);
	return document;
}
