/* SPDX-License-Identifier: MIT */
/* The cached result of a submission: its key and its contents. */
#include "verify.h"

#include <string.h>

static void add_set(struct as_digest *digest, uint64_t set)
{
	as_digest_add(digest, &set, sizeof(set));
}

static void add_number(struct as_digest *digest, bool has, double number)
{
	char text[32] = "-";

	if (has)
		snprintf(text, sizeof(text), "%a", number);
	as_digest_add_text(digest, text);
}

static void add_requirement(struct as_digest *digest, const struct as_requirement *one)
{
	as_digest_add_text(digest, one->tests);
	as_digest_add_text(digest, one->message);
	add_set(digest, one->permitted);
	add_set(digest, one->required);
	add_set(digest, one->overall);
	add_set(digest, one->time_use);
	add_set(digest, one->below_full_score);
	add_number(digest, one->has_score, one->score_min);
	add_number(digest, one->has_score, one->score_max);
}

/* An unexpected verdict is judged again with reruns, and so is a time too near the limit for its
 * expectation. So the key depends on the expectations. */
static void add_expectations(struct as_digest *digest, const struct as_candidate *candidate)
{
	const struct as_expectation_tags *tags = &candidate->tags;

	add_set(digest, tags->overall);
	add_number(digest, tags->has_score, tags->score);
	for (size_t e = 0; e < candidate->expectation_count; e++) {
		const struct as_expectation *item = candidate->expectations[e];
		add_set(digest, item->count);
		for (size_t r = 0; r < item->count; r++)
			add_requirement(digest, &item->requirements[r]);
	}
}

static void make_key(const struct as_verify *verify, const struct as_candidate *candidate,
	int64_t time_limit_ns, char hex[AS_DIGEST_HEX_SIZE])
{
	const struct as_verify_config *config = verify->config;
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, AS_RESULT_FORMAT);
	as_digest_add_text(&digest, verify->machine_digest);
	as_digest_add_text(&digest, verify->package->digest);
	as_digest_add_text(&digest, verify->package->short_name);
	as_digest_add_text(&digest, candidate->path);
	as_digest_add_text(&digest, candidate->digest);
	as_digest_add_text(&digest, candidate->start.language);
	as_digest_add_text(&digest, candidate->start.entry_point);
	add_expectations(&digest, candidate);
	bool is_final = time_limit_ns == verify->time_limit_ns;
	as_digest_add(&digest, &time_limit_ns, sizeof(time_limit_ns));
	as_digest_add(&digest, &is_final, sizeof(is_final));
	as_digest_add(&digest, &config->reruns, sizeof(config->reruns));
	as_digest_end(&digest, hex);
}

static bool has_unconfirmed(const struct as_result *result)
{
	for (size_t i = 0; i < result->test_count; i++)
		if (result->tests[i].unconfirmed)
			return true;
	return false;
}

/* Results that other programs may have disturbed are not cached. */
static bool is_lasting(const struct as_result *result)
{
	const char *reason = result->compile.reason;

	if (result->sandbox.core_shared)
		return false;
	if (result->verdict == AS_VERDICT_CE)
		return reason && strcmp(reason, "compiler") == 0;
	return result->verdict != AS_VERDICT_JE && !has_unconfirmed(result);
}

/* Results of another version, and damaged ones, count as missing. */
bool as_candidate_cache_load(
	struct as_verify *verify, struct as_candidate *candidate, int64_t time_limit_ns)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	char key[AS_DIGEST_HEX_SIZE];
	struct as_result result;

	if (verify->settings->fresh || verify->config->runner)
		return false;
	make_key(verify, candidate, time_limit_ns, key);
	if (!as_result_cache_find(verify->cache, key, &bytes) ||
		as_result_read(bytes.data, bytes.size, &result, NULL) != 1)
		return false;
	as_candidate_forget(candidate);
	candidate->result = result;
	candidate->judged = true;
	candidate->time_limit_ns = time_limit_ns;
	return true;
}

/* False: its files were changed after their digest, so the result may be that of other files. */
static bool is_unchanged(const struct as_verify *verify, const struct as_candidate *candidate)
{
	char now[AS_DIGEST_HEX_SIZE];

	return as_verify_digest_tree(verify->package, candidate->path, verify->settings->cancel,
		       now, NULL) == 0 &&
	       strcmp(now, candidate->digest) == 0;
}

void as_candidate_cache_store(struct as_verify *verify, const struct as_candidate *candidate)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};
	char key[AS_DIGEST_HEX_SIZE];

	if (verify->config->runner || !is_lasting(&candidate->result) ||
		!is_unchanged(verify, candidate) ||
		as_result_write(&candidate->result, &bytes, NULL))
		return;
	make_key(verify, candidate, candidate->time_limit_ns, key);
	as_result_cache_store(verify->cache, key, &bytes);
}
