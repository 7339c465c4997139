/* SPDX-License-Identifier: MIT */
/* Verdict documents: docs/verdict.schema.json. */
#include "judging.h"

#include <math.h>
#include <string.h>

/* A score is a whole number wherever it is one, and null where there is no end to it. */
static json_t *score_value(double score)
{
	if (!isfinite(score))
		return json_null();
	return fabs(score) < 1e15 && score == trunc(score) ? json_integer((json_int_t)score)
							   : json_real(score);
}

static json_t *text_or_null(const char *text)
{
	return text && *text ? json_string(text) : json_null();
}

static bool is_failure(const struct as_test_result *result)
{
	return result->verdict != AS_VERDICT_AC && result->verdict != AS_VERDICT_JE;
}

/* A student learns of a secret test its verdict, and nothing else: but those with full feedback
 * "are shared with solvers only after a submission fails on that test case" (2025-09, "Sample
 * data"). */
static bool is_shown(const struct as_judge *judge, const struct as_test *test,
	const struct as_test_result *result)
{
	return judge->config.audience == AS_AUDIENCE_SETTER ||
	       strncmp(test->name, "sample", 6) == 0 || (test->full_feedback && is_failure(result));
}

/* Where all of a group's tests are needed, no single one has a score; nor has one that does not
 * count. */
static int add_test_score(json_t *object, const struct as_judging *judging, size_t index)
{
	const struct as_package *package = judging->judge->package;
	const struct as_test_result *result = &judging->results[index];
	const struct as_group *group = &package->groups[package->tests[index].group];

	if (!group->has_score || !result->graded ||
		(!package->graded && group->aggregation == AS_AGGREGATE_PASS_FAIL))
		return 0;
	return json_object_set_new(object, "score",
		score_value(as_score_of_test(package, judging->groups, index, result)));
}

/* Those for the judges are for nobody else. */
static const char *feedback_of(const struct as_judge *judge, const struct as_test_result *result)
{
	if (!judge->validators || judge->config.audience == AS_AUDIENCE_SETTER)
		return result->feedback;
	return result->verdict == AS_VERDICT_AC || result->verdict == AS_VERDICT_WA ||
			       result->verdict == AS_VERDICT_JE
		       ? ""
		       : result->feedback;
}

static void add_messages(
	json_t *object, const struct as_judge *judge, const struct as_test_result *result)
{
	if (result->judge_message && judge->config.audience == AS_AUDIENCE_SETTER)
		json_object_set_new(object, "judge_message", json_string(result->judge_message));
	if (result->team_message)
		json_object_set_new(object, "team_message", json_string(result->team_message));
}

/* Which of the two files a validator wrote, of which it may write one over all it is asked. */
static void add_score_file(
	json_t *object, const struct as_judge *judge, const struct as_test_result *result)
{
	if (judge->package->graded || judge->config.audience != AS_AUDIENCE_SETTER ||
		!(result->has_score || result->has_score_multiplier))
		return;
	json_object_set_new(object, "score_file",
		json_string(result->has_score ? "score.txt" : "score_multiplier.txt"));
}

static json_t *usage_value(bool unknown, uint64_t number)
{
	return unknown ? json_null() : json_integer((json_int_t)number);
}

/* "If a hint is specified for a full_feedback test case, it should also be shown to the solver
 * after failing" (2025-09, "Sample data"). */
static void add_hint(json_t *object, const struct as_judge *judge, const struct as_test *test,
	const struct as_test_result *result)
{
	if (test->hint && is_failure(result) &&
		(test->full_feedback || judge->config.audience == AS_AUDIENCE_SETTER))
		json_object_set_new(object, "hint", json_string(test->hint));
}

static json_t *describe_test(const struct as_judge *judge, const struct as_test *test,
	const struct as_test_result *result)
{
	if (!is_shown(judge, test, result))
		return json_pack("{s:s, s:s}", "name", test->name, "verdict",
			as_verdict_name(result->verdict));
	json_t *object = json_pack("{s:s, s:s, s:o, s:o, s:I, s:o, s:o, s:o, s:s, s:i}", "name",
		test->name, "verdict", as_verdict_name(result->verdict), "reason",
		text_or_null(result->reason), "cpu_time_ns",
		usage_value(result->usage_unknown, (uint64_t)result->cpu_time_ns), "wall_time_ns",
		(json_int_t)result->wall_time_ns, "memory_bytes",
		usage_value(result->usage_unknown, result->memory_bytes), "exit_code",
		result->exit_code < 0 ? json_null() : json_integer(result->exit_code), "signal",
		result->signal ? json_integer(result->signal) : json_null(), "feedback",
		feedback_of(judge, result), "reruns", (int)result->reruns);
	if (result->instructions)
		json_object_set_new(
			object, "instructions", json_integer((json_int_t)result->instructions));
	if (result->unconfirmed)
		json_object_set_new(object, "unconfirmed", json_true());
	if (judge->package->multi_pass)
		json_object_set_new(object, "passes", json_integer((json_int_t)result->passes));
	add_messages(object, judge, result);
	add_score_file(object, judge, result);
	add_hint(object, judge, test, result);
	/* Where all is well nobody reads it, and it is long. */
	if (result->transcript && result->verdict != AS_VERDICT_AC)
		json_object_set_new(object, "transcript", json_string(result->transcript));
	return object;
}

/* What the static validator said, a group each; the key is there only where one was asked. */
static int add_statics(const struct as_judging *judging, json_t *document)
{
	const struct as_judge *judge = judging->judge;
	json_t *list = json_array();

	for (size_t g = 0; g < judge->package->group_count; g++) {
		const struct as_test_result *result = &judging->statics[g];
		if (!result->counted)
			continue;
		bool all = judge->config.audience == AS_AUDIENCE_SETTER;
		json_t *object = json_pack("{s:s, s:s, s:o, s:s}", "group",
			judge->package->groups[g].name, "verdict", as_verdict_name(result->verdict),
			"reason", text_or_null(result->reason), "feedback",
			all ? result->feedback : "");
		add_messages(object, judge, result);
		add_score_file(object, judge, result);
		if (json_array_append_new(list, object))
			break;
	}
	if (json_array_size(list))
		return json_object_set_new(document, "statics", list);
	json_decref(list);
	return 0;
}

/* What a run was allowed: the package's limits and the language's allowances on top. */
static json_t *describe_limits(const struct as_report *report)
{
	const struct as_limits *limits = &report->judging->limits;
	const struct as_language *language = report->language;
	uint64_t extra_bytes = language ? language->needs.extra_memory_bytes : 0;
	uint32_t processes = language ? language->needs.processes : limits->processes;

	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:i}", "cpu_time_ns",
		(json_int_t)limits->cpu_time_ns, "wall_time_ns", (json_int_t)limits->wall_time_ns,
		"memory_bytes", (json_int_t)(limits->memory_bytes + extra_bytes), "output_bytes",
		(json_int_t)limits->output_bytes, "processes", (json_int_t)processes, "reruns",
		(int)as_rerun_most(report->judging->options.reruns));
}

static void digest_text(const char *text, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, text);
	as_digest_end(&digest, hex);
}

static json_t *describe_digests(const struct as_report *report, json_t *limits)
{
	const struct as_judging *judging = report->judging;
	const struct as_program *program = report->program;
	AS_AUTO_FREE char *limits_text = json_dumps(limits, JSON_COMPACT | JSON_SORT_KEYS);
	char limits_hex[AS_DIGEST_HEX_SIZE];

	digest_text(limits_text ? limits_text : "", limits_hex);
	return json_pack("{s:s, s:o, s:o, s:o, s:s}", "package", judging->judge->package->digest,
		"source", text_or_null(program ? program->source_digest : report->source_digest),
		"language", text_or_null(program ? program->language_digest : NULL), "sandbox",
		text_or_null(judging->sandbox_digest), "limits", limits_hex);
}

static json_t *describe_compile(const struct as_report *report)
{
	const struct as_program *program = report->program;

	if (!program)
		return json_pack("{s:s, s:s, s:i, s:i, s:s, s:b}", "verdict", "CE", "reason",
			report->refusal, "cpu_time_ns", 0, "wall_time_ns", 0, "output",
			report->refusal_text, "cached", 0);
	return json_pack("{s:s, s:o, s:I, s:I, s:s, s:b}", "verdict",
		as_verdict_name(program->verdict), "reason", text_or_null(program->reason),
		"cpu_time_ns", (json_int_t)program->cpu_time_ns, "wall_time_ns",
		(json_int_t)program->wall_time_ns, "output", program->output, "cached",
		program->cached);
}

static bool has_unknown_usage(const struct as_judging *judging)
{
	for (size_t i = 0; i < judging->judge->package->test_count; i++)
		if (judging->results[i].counted && judging->results[i].usage_unknown)
			return true;
	return false;
}

/* Of the submission's own runs: null where there were none. */
static json_t *describe_sandbox(const struct as_judging *judging)
{
	const struct as_isolation *isolation = &judging->isolation;
	json_t *degraded = json_array();

	if (!isolation->cgroup)
		return json_null();
	for (const char *const *word = isolation->degraded; *word; word++)
		json_array_append_new(degraded, json_string(*word));
	if (judging->core_shared)
		json_array_append_new(degraded, json_string("core-shared"));
	if (has_unknown_usage(judging))
		json_array_append_new(degraded, json_string("usage-unknown"));
	return json_pack("{s:s, s:s, s:o}", "isolation", isolation->weak ? "weak" : "full",
		"cgroup", isolation->cgroup, "degraded", degraded);
}

static void keep_most(uint64_t *most, uint64_t value)
{
	if (value > *most)
		*most = value;
}

/* The tests that were run, and the highest of their figures. */
static int add_tests(const struct as_judging *judging, json_t *document)
{
	const struct as_judge *judge = judging->judge;
	const struct as_package *package = judge->package;
	uint64_t cpu_time_ns = 0, memory_bytes = 0, instructions = 0;
	bool unknown = false;
	json_t *list = json_object_get(document, "tests");

	for (size_t i = 0; i < package->test_count; i++) {
		const struct as_test *test = &package->tests[i];
		const struct as_test_result *result = &judging->results[i];
		if (!result->counted)
			continue;
		if (is_shown(judge, test, result)) {
			unknown |= result->usage_unknown;
			keep_most(&cpu_time_ns, (uint64_t)result->cpu_time_ns);
			keep_most(&memory_bytes, result->memory_bytes);
			keep_most(&instructions, result->instructions);
		}
		json_t *item = describe_test(judge, test, result);
		if (json_array_append_new(list, item) || add_test_score(item, judging, i))
			return -1;
	}
	if (instructions && json_object_set_new(document, "instructions",
				    json_integer((json_int_t)instructions)))
		return -1;
	return json_object_set_new(document, "cpu_time_ns", usage_value(unknown, cpu_time_ns)) ||
	       json_object_set_new(document, "memory_bytes", usage_value(unknown, memory_bytes));
}

static bool has_judging_error(const struct as_judging *judging)
{
	for (size_t i = 0; i < judging->judge->package->test_count; i++)
		if (judging->results[i].counted && judging->results[i].verdict == AS_VERDICT_JE)
			return true;
	return false;
}

/* Of the one test that was asked for, its own, whatever a grader makes of it. A judging error is
 * never hidden, also where the test was only run for all to be. */
static enum as_verdict verdict_of(const struct as_judging *judging)
{
	const struct as_judge *judge = judging->judge;

	if (has_judging_error(judging))
		return AS_VERDICT_JE;
	for (size_t i = 0; judge->config.test && i < judge->package->test_count; i++)
		if (judging->results[i].counted)
			return judging->results[i].verdict;
	return as_score_verdict(judge->package, judging->groups);
}

static json_t *describe_group(const struct as_judging *judging, size_t group, bool judged)
{
	const struct as_judge *judge = judging->judge;
	const struct as_package *package = judge->package;
	const struct as_group *self = &package->groups[group];
	const struct as_group_result *result = &judging->groups[group];
	enum as_verdict verdict = judged ? result->verdict : AS_VERDICT_CE;
	json_t *object = json_pack("{s:s, s:o, s:o, s:o}", "name", self->name, "verdict",
		text_or_null(as_verdict_name(verdict)), "score",
		score_value(judged ? result->score : 0), "max_score", score_value(self->max_score));

	if (judged && result->unmet != SIZE_MAX)
		json_object_set_new(
			object, "unmet", json_string(package->groups[result->unmet].name));
	if (judged && *result->feedback && judge->config.audience == AS_AUDIENCE_SETTER)
		json_object_set_new(object, "feedback", json_string(result->feedback));
	return object;
}

/* Scores: of the whole and of each group that has one, and that was not cut away by --test. */
static int add_scores(
	const struct as_judging *judging, json_t *document, bool judged, enum as_verdict verdict)
{
	const struct as_judge *judge = judging->judge;
	const struct as_package *package = judge->package;
	size_t total = as_score_total(package);
	json_t *list = json_object_get(document, "groups");

	for (size_t g = 0; g < package->group_count; g++) {
		bool cut = judged && judge->config.test &&
			   judging->groups[g].verdict == AS_VERDICT_NONE;
		if (package->groups[g].has_score && !cut &&
			json_array_append_new(list, describe_group(judging, g, judged)))
			return -1;
	}
	double score = judged && total != SIZE_MAX ? judging->groups[total].score : 0;
	double most = total != SIZE_MAX ? package->groups[total].max_score : 0;
	/* The legacy format gives a score to what is accepted, and to nothing else. */
	bool scored = !package->graded || verdict == AS_VERDICT_AC;
	return json_object_set_new(document, "score", scored ? score_value(score) : json_null()) ||
	       json_object_set_new(document, "max_score", score_value(most));
}

/* Everything but the results, with room for them where a reader expects them. */
static json_t *make_frame(const struct as_report *report, char *path, size_t path_size)
{
	const struct as_judge *judge = report->judging->judge;
	const char *shown = as_text_printable(report->path, strlen(report->path), path, path_size);
	json_t *limits = describe_limits(report);
	json_t *digests = describe_digests(report, limits);
	json_t *document = json_pack("{s:s, s:s}", "schema", "assay-verdict/1", "verdict", "");
	bool scoring = judge->package->scoring;

	if (scoring)
		json_object_update_new(
			document, json_pack("{s:i, s:i}", "score", 0, "max_score", 0));
	json_object_update_new(document,
		json_pack("{s:{s:s}, s:{s:s, s:o}, s:o, s:o, s:i, s:i, s:[]}", "problem", "name",
			judge->package->short_name, "submission", "path", shown, "language",
			report->language ? json_string(report->language->id) : json_null(),
			"compile", describe_compile(report), "limits", limits, "cpu_time_ns", 0,
			"memory_bytes", 0, "tests"));
	if (scoring)
		json_object_set_new(document, "groups", json_array());
	if (json_object_update_new(document, json_pack("{s:o, s:o, s:{s:s}}", "digests", digests,
						     "sandbox", describe_sandbox(report->judging),
						     "assay", "version", ASSAY_VERSION))) {
		json_decref(document);
		return NULL;
	}
	return document;
}

json_t *as_report_make(const struct as_report *report, struct as_error *error)
{
	const struct as_judging *judging = report->judging;
	bool judged = report->program && report->program->verdict == AS_VERDICT_AC;
	enum as_verdict verdict = judged ? verdict_of(judging) : AS_VERDICT_CE;
	char path[4096];
	json_t *document = make_frame(report, path, sizeof(path));
	int failed = !document;

	if (!failed && judged)
		failed = add_tests(judging, document) || add_statics(judging, document);
	if (!failed && judging->judge->package->scoring)
		failed = add_scores(judging, document, judged, verdict);
	if (failed ||
		json_object_set_new(document, "verdict", json_string(as_verdict_name(verdict)))) {
		json_decref(document);
		as_error_no_memory(error);
		return NULL;
	}
	return document;
}
