/* SPDX-License-Identifier: MIT */
/*
 * Every submission on every test, each once.
 *
 * Where the package has a time limit, that is what verdicts are held against, and a run beyond it
 * is let go on as far as the margin of the format reaches: one run tells the verdict and how far it
 * is from another. Of a submission that must be too slow on some test the slowest one counts: once
 * a test has shown the margin, the others are ended at the time limit.
 *
 * Where it has none, those that must be accepted are judged first, under a limit that is far beyond
 * any contest's, and the time limit follows from what they need. Others that must not be too slow
 * may raise it, so they come next, under four times that limit, since they may as well run for
 * ever. The rest is judged under the time limit itself. What was run under a higher limit is within
 * the time limit by its making; only who slept or waited is judged once more.
 */
#include "verify.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#define PROBE_NS INT64_C(30000000000)
#define PROBE_FACTOR 4
/* How often a package whose submissions raise the time limit bit by bit is judged again. */
#define MAX_ROUNDS 3
#define NEAR_TRIES 2

/* ---- the cache ---- */

/* Where some tests by themselves must be slow, another that was slow says nothing of them. */
static bool is_one_enough(const struct as_candidate *candidate)
{
	for (size_t e = 0; e < candidate->expectation_count; e++) {
		const struct as_expectation *item = candidate->expectations[e];
		for (size_t r = 0; r < item->count; r++)
			if (item->requirements[r].tests &&
				as_requirement_time_use(&item->requirements[r]) == AS_TIME_UPPER)
				return false;
	}
	return true;
}

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

/* A verdict that is not as expected is judged again with reruns, a time that is too near for what
 * is expected again, too: whether that was done is a part of what is kept. */
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
	const struct as_judge_config *config = &verify->config->judge;
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, "verdict");
	as_digest_add_text(&digest, verify->machine_digest);
	as_digest_add_text(&digest, verify->package->digest);
	as_digest_add_text(&digest, verify->package->short_name);
	as_digest_add_text(&digest, candidate->path);
	as_digest_add_text(&digest, candidate->digest);
	as_digest_add_text(&digest, candidate->language);
	as_digest_add_text(&digest, candidate->entrypoint);
	add_expectations(&digest, candidate);
	bool is_final = time_limit_ns == verify->time_limit_ns;
	as_digest_add(&digest, &time_limit_ns, sizeof(time_limit_ns));
	as_digest_add(&digest, &is_final, sizeof(is_final));
	as_digest_add(&digest, &config->reruns, sizeof(config->reruns));
	as_digest_end(&digest, hex);
}

static bool has_unconfirmed(json_t *document)
{
	size_t index;
	json_t *test;

	json_array_foreach(json_object_get(document, "tests"), index, test)
	{
		if (json_is_true(json_object_get(test, "unconfirmed")))
			return true;
	}
	return false;
}

/* What a bad moment of the machine may have brought about is not kept. */
static bool is_lasting(json_t *document)
{
	json_t *degraded = json_object_get(json_object_get(document, "sandbox"), "degraded"), *item;
	const char *verdict = json_string_value(json_object_get(document, "verdict"));
	const char *reason =
		json_string_value(json_object_get(json_object_get(document, "compile"), "reason"));
	size_t index;

	json_array_foreach(degraded, index, item)
	{
		if (strcmp(json_string_value(item), "core-shared") == 0)
			return false;
	}
	if (strcmp(verdict, "CE") == 0)
		return reason && strcmp(reason, "compiler") == 0;
	return strcmp(verdict, "JE") != 0 && !has_unconfirmed(document);
}

/* ---- one submission ---- */

typedef bool (*chooses)(const struct as_candidate *);

/* Whether another run might say otherwise: it was killed, or for a limit of time. */
static bool has_time_verdict(json_t *document)
{
	size_t index;
	json_t *test;

	json_array_foreach(json_object_get(document, "tests"), index, test)
	{
		if (strcmp(json_string_value(json_object_get(test, "verdict")), "TLE") == 0 ||
			json_integer_value(json_object_get(test, "signal")) == SIGKILL)
			return true;
	}
	return false;
}

/* All that were not judged yet, those that are wanted now first. */
static int start_ahead(struct as_verify *verify, chooses wanted, struct as_error *error)
{
	AS_AUTO_FREE struct as_candidate **order = calloc(verify->count + 1, sizeof(*order));
	size_t count = 0;

	if (!order)
		return as_error_no_memory(error);
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < verify->count; i++)
			if (!verify->candidates[i].time_limit_ns &&
				wanted(&verify->candidates[i]) == (pass == 0))
				order[count++] = &verify->candidates[i];
	verify->ahead = as_ahead_start(verify, order, count, error);
	return verify->ahead ? 0 : -1;
}

static int require_judge(struct as_verify *verify, struct as_error *error)
{
	struct as_judge_config config = verify->config->judge;

	if (verify->judge)
		return 0;
	config.run_all = true;
	config.test = config.language = config.keep_dir = NULL;
	config.audience = AS_AUDIENCE_SETTER;
	verify->judge = as_judge_open(verify->package, &config, error);
	return verify->judge ? 0 : -1;
}

/* True where the time limit is too near for what it needs; a run may only be slow by others' doing.
 */
static bool is_too_near(const struct as_verify *verify, const struct as_candidate *candidate)
{
	struct as_verify alone = *verify;
	struct as_time_bounds bounds;

	alone.candidates = (struct as_candidate *)candidate;
	alone.count = 1;
	as_time_bounds_take(&alone, &bounds);
	return bounds.slowest &&
	       (double)bounds.slowest_ns * verify->package->limits.ac_to_time_limit >
		       (double)verify->time_limit_ns;
}

static int64_t time_of(json_t *document)
{
	return json_integer_value(json_object_get(document, "cpu_time_ns"));
}

/* Where the limit is known: again, twice at most, and the fastest counts. */
static int judge_near(struct as_verify *verify, struct as_candidate *candidate,
	const struct as_compiled *compiled, struct as_error *error)
{
	for (int i = 0; i < NEAR_TRIES && is_too_near(verify, candidate); i++) {
		json_t *again = as_judge_compiled(verify->judge, compiled, error);
		if (!again)
			return -1;
		json_t *first = candidate->document;
		candidate->document = again;
		if (time_of(again) < time_of(first) && as_conform_is_met(verify, candidate)) {
			json_decref(first);
			continue;
		}
		json_decref(again);
		candidate->document = first;
	}
	return 0;
}

/*
 * First without reruns: they can only change a verdict, and most are as expected. One that is not
 * may have been disturbed, so it is judged again with them. Beyond a limit that is only there to
 * find another, nothing is to be seen.
 */
static int judge(struct as_verify *verify, struct as_candidate *candidate, int64_t time_limit_ns,
	struct as_error *error)
{
	int reruns = verify->config->judge.reruns;
	bool is_final = time_limit_ns == verify->time_limit_ns;
	int64_t least_ns =
		is_final ? as_time_limit_margin(&verify->package->limits, time_limit_ns) : 0;
	bool once = is_one_enough(candidate);
	struct as_compiled *compiled = as_ahead_take(verify->ahead, verify, candidate, error);

	if (!compiled)
		return -1;
	as_judge_set_time_limit(verify->judge, time_limit_ns, least_ns, once);
	as_judge_set_reruns(verify->judge, AS_RERUNS_NONE);
	candidate->document = as_judge_compiled(verify->judge, compiled, error);
	if (candidate->document && reruns != AS_RERUNS_NONE &&
		has_time_verdict(candidate->document) && !as_conform_is_met(verify, candidate)) {
		json_decref(as_steal(candidate->document));
		as_judge_set_time_limit(verify->judge, time_limit_ns, least_ns, once);
		as_judge_set_reruns(verify->judge, reruns);
		candidate->document = as_judge_compiled(verify->judge, compiled, error);
	}
	int failed =
		!candidate->document || (is_final && as_conform_is_met(verify, candidate) &&
						judge_near(verify, candidate, compiled, error));
	as_compiled_free(compiled);
	return failed ? -1 : 0;
}

/* That a compiler is missing keeps nobody from judging the others. */
static int skip(struct as_verify *verify, const struct as_candidate *candidate,
	const struct as_error *why, struct as_error *error)
{
	if (why->kind != AS_ERROR_MACHINE || why->sys_errno != ENOPKG) {
		if (error)
			*error = *why;
		return -1;
	}
	return as_findings_add(&verify->findings, AS_FINDING_WARNING, candidate->path, error,
		"not judged: %s", why->text);
}

static void step(const struct as_verify *verify, const struct as_candidate *candidate)
{
	const struct as_judge_config *config = &verify->config->judge;

	for (size_t i = 0; config->progress && i <= verify->package->test_count; i++)
		config->progress(config->progress_context, candidate->name);
}

/* 1: an earlier command found it out. */
static int find_result(
	struct as_verify *verify, struct as_candidate *candidate, int64_t time_limit_ns)
{
	char key[AS_DIGEST_HEX_SIZE];

	if (verify->config->judge.fresh)
		return 0;
	make_key(verify, candidate, time_limit_ns, key);
	json_t *document = as_result_cache_find(verify->cache, key);
	if (!document)
		return 0;
	json_decref(candidate->document);
	candidate->document = document;
	candidate->time_limit_ns = time_limit_ns;
	step(verify, candidate);
	return 1;
}

static int judge_candidate(struct as_verify *verify, struct as_candidate *candidate,
	int64_t time_limit_ns, struct as_error *error)
{
	char key[AS_DIGEST_HEX_SIZE];
	struct as_error why = {0};

	json_decref(as_steal(candidate->document));
	candidate->time_limit_ns = time_limit_ns;
	if (judge(verify, candidate, time_limit_ns, &why))
		return skip(verify, candidate, &why, error);
	make_key(verify, candidate, time_limit_ns, key);
	if (is_lasting(candidate->document))
		as_result_cache_store(verify->cache, key, candidate->document);
	return 0;
}

/* ---- all of them ---- */

static bool is_any(const struct as_candidate *candidate)
{
	(void)candidate;
	return true;
}

/* Those that `wanted` chooses and nobody judged before. */
static int judge_some(
	struct as_verify *verify, chooses wanted, int64_t time_limit_ns, struct as_error *error)
{
	bool any = false;

	for (size_t i = 0; i < verify->count; i++) {
		struct as_candidate *candidate = &verify->candidates[i];
		if (!candidate->time_limit_ns && wanted(candidate))
			any |= !find_result(verify, candidate, time_limit_ns);
	}
	if (!any)
		return 0;
	if (require_judge(verify, error) || (!verify->ahead && start_ahead(verify, wanted, error)))
		return -1;
	for (size_t i = 0; i < verify->count; i++) {
		struct as_candidate *candidate = &verify->candidates[i];
		if (!candidate->time_limit_ns && wanted(candidate) &&
			judge_candidate(verify, candidate, time_limit_ns, error))
			return -1;
	}
	return 0;
}

static int64_t least_time_limit(const struct as_verify *verify)
{
	struct as_time_bounds bounds;

	as_time_bounds_take(verify, &bounds);
	return as_time_limit_least(&verify->package->limits, &bounds);
}

/* One that was judged under another limit. */
static int judge_again(struct as_verify *verify, struct as_candidate *candidate,
	int64_t time_limit_ns, struct as_error *error)
{
	if (find_result(verify, candidate, time_limit_ns))
		return 0;
	return require_judge(verify, error) ||
			       judge_candidate(verify, candidate, time_limit_ns, error)
		       ? -1
		       : 0;
}

/* True where a test of it might have another verdict under the limit. */
static bool is_doubtful(
	const struct as_verify *verify, const struct as_candidate *candidate, int64_t time_limit_ns)
{
	int64_t wall_ns = as_judge_wall_limit(verify->package, time_limit_ns);
	size_t index;
	json_t *test;

	json_array_foreach(json_object_get(candidate->document, "tests"), index, test)
	{
		bool late =
			json_integer_value(json_object_get(test, "cpu_time_ns")) > time_limit_ns ||
			json_integer_value(json_object_get(test, "wall_time_ns")) > wall_ns;
		const char *reason = json_string_value(json_object_get(test, "reason"));
		bool known =
			strcmp(json_string_value(json_object_get(test, "verdict")), "TLE") == 0;
		/* No limit leads out of a deadlock. */
		bool is_stuck = known && reason && strcmp(reason, "deadlock") == 0;
		if (late != known && !is_stuck)
			return true;
	}
	return false;
}

/* Judged under a limit that is not the time limit, and that matters. */
static int judge_doubtful(struct as_verify *verify, int64_t time_limit_ns, struct as_error *error)
{
	for (size_t i = 0; i < verify->count; i++) {
		struct as_candidate *candidate = &verify->candidates[i];
		if (candidate->time_limit_ns != time_limit_ns &&
			is_doubtful(verify, candidate, time_limit_ns) &&
			judge_again(verify, candidate, time_limit_ns, error))
			return -1;
	}
	return 0;
}

/* True where it is over the limit on a test that may raise it. */
static bool wants_more_time(const struct as_candidate *candidate)
{
	size_t index;
	json_t *test;

	json_array_foreach(json_object_get(candidate->document, "tests"), index, test)
	{
		const char *name = json_string_value(json_object_get(test, "name"));
		if (strcmp(json_string_value(json_object_get(test, "verdict")), "TLE") != 0)
			continue;
		for (size_t e = 0; e < candidate->expectation_count; e++) {
			const struct as_expectation *item = candidate->expectations[e];
			for (size_t r = 0; r < item->count; r++)
				if (as_requirement_covers(&item->requirements[r], name) &&
					as_requirement_time_use(&item->requirements[r]) ==
						AS_TIME_LOWER)
					return true;
		}
	}
	return false;
}

/* Those that must be fast on some tests and may be slow on others: seldom, and then it costs the
 * slow ones' time. */
static int judge_mixed(struct as_verify *verify, struct as_error *error)
{
	int64_t limit_ns = verify->time_limit_ns, probe_ns = PROBE_FACTOR * limit_ns;

	for (size_t i = 0; i < verify->count; i++) {
		struct as_candidate *candidate = &verify->candidates[i];
		if (candidate->time_limit_ns == limit_ns && wants_more_time(candidate) &&
			judge_again(verify, candidate, probe_ns, error))
			return -1;
	}
	return 0;
}

static int find_time_limit(struct as_verify *verify, struct as_error *error)
{
	if (judge_some(verify, as_candidate_is_right, PROBE_NS, error))
		return -1;
	int64_t first_ns = least_time_limit(verify);
	if (judge_some(verify, as_candidate_is_fast, PROBE_FACTOR * first_ns, error))
		return -1;
	verify->time_limit_ns = least_time_limit(verify);
	if (judge_some(verify, is_any, verify->time_limit_ns, error) || judge_mixed(verify, error))
		return -1;
	/* Tests that one must pass in time may have raised it, though it may fail others. */
	for (int round = 0; round < MAX_ROUNDS; round++) {
		verify->time_limit_ns = least_time_limit(verify);
		if (judge_doubtful(verify, verify->time_limit_ns, error))
			return -1;
		if (least_time_limit(verify) == verify->time_limit_ns)
			break;
	}
	return 0;
}

int as_verify_run(struct as_verify *verify, struct as_error *error)
{
	const struct as_package_limits *limits = &verify->package->limits;

	if (verify->package->test_count == 0 || verify->count == 0)
		return 0;
	if (!limits->has_time_limit)
		return find_time_limit(verify, error);
	verify->time_limit_ns = limits->time_limit_ns;
	return judge_some(verify, is_any, limits->time_limit_ns, error);
}
