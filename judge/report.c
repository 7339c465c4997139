/* SPDX-License-Identifier: MIT */
/* Verdict documents: docs/verdict.schema.json. */
#include "judging.h"

#include <string.h>

/* A score is a whole number wherever it is one. */
static json_t *score_value(double score)
{
	return score == (double)(json_int_t)score ? json_integer((json_int_t)score)
						  : json_real(score);
}

static json_t *text_or_null(const char *text)
{
	return text && *text ? json_string(text) : json_null();
}

/* A student learns of a secret test its verdict, and nothing else. */
static bool is_shown(const struct as_judge *judge, const struct as_test *test)
{
	return judge->config.audience == AS_AUDIENCE_SETTER ||
	       strncmp(test->name, "sample", 6) == 0;
}

/* Where all of a group's tests are needed, no single one has a score. */
static int add_test_score(json_t *object, const struct as_group *group,
	const struct as_group_result *group_result, enum as_verdict verdict)
{
	if (!group->has_score || group->aggregation == AS_AGGREGATE_PASS_FAIL)
		return 0;
	double score = verdict == AS_VERDICT_AC ? group_result->test_worth : 0;
	return json_object_set_new(object, "score", score_value(score));
}

static json_t *describe_test(const struct as_judge *judge, const struct as_test *test,
	const struct as_test_result *result)
{
	if (!is_shown(judge, test))
		return json_pack("{s:s, s:s}", "name", test->name, "verdict",
			as_verdict_name(result->verdict));
	json_t *object = json_pack("{s:s, s:s, s:o, s:I, s:I, s:I, s:o, s:o, s:s, s:i}", "name",
		test->name, "verdict", as_verdict_name(result->verdict), "reason",
		text_or_null(result->reason), "cpu_time_ns", (json_int_t)result->cpu_time_ns,
		"wall_time_ns", (json_int_t)result->wall_time_ns, "memory_bytes",
		(json_int_t)result->memory_bytes, "exit_code",
		result->exit_code < 0 ? json_null() : json_integer(result->exit_code), "signal",
		result->signal ? json_integer(result->signal) : json_null(), "feedback",
		result->feedback, "reruns", (int)result->reruns);
	if (result->instructions)
		json_object_set_new(
			object, "instructions", json_integer((json_int_t)result->instructions));
	return object;
}

/* What a run was allowed: the package's limits and the language's allowances on top. */
static json_t *describe_limits(const struct as_report *report)
{
	const struct as_limits *limits = &report->judge->limits;
	const struct as_language *language = report->language;
	uint64_t extra_bytes = language ? language->extra_memory_bytes : 0;
	uint32_t processes = language ? language->processes : limits->processes;

	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:i}", "cpu_time_ns",
		(json_int_t)limits->cpu_time_ns, "wall_time_ns", (json_int_t)limits->wall_time_ns,
		"memory_bytes", (json_int_t)(limits->memory_bytes + extra_bytes), "output_bytes",
		(json_int_t)limits->output_bytes, "processes", (json_int_t)processes, "reruns",
		(int)as_rerun_most(&report->judge->config));
}

static void digest_text(const char *text, char hex[AS_DIGEST_HEX_SIZE])
{
	struct as_digest digest;

	as_digest_init(&digest);
	as_digest_add_text(&digest, text);
	as_digest_end(&digest, hex);
}

/* One that this submission ran in: others may be left from the one before. Or NULL. */
static const struct as_sandbox *sandbox_of(const struct as_report *report)
{
	const struct as_judge *judge = report->judge;

	if (!report->program || report->program->verdict != AS_VERDICT_AC)
		return NULL;
	for (size_t i = 0; i < judge->worker_count; i++)
		if (judge->workers[i].sandbox && judge->workers[i].language == report->language)
			return judge->workers[i].sandbox;
	return NULL;
}

static json_t *describe_digests(const struct as_report *report, json_t *limits)
{
	const struct as_judge *judge = report->judge;
	const struct as_program *program = report->program;
	AS_AUTO_FREE char *limits_text = json_dumps(limits, JSON_COMPACT | JSON_SORT_KEYS);
	const struct as_sandbox *sandbox = sandbox_of(report);
	char limits_hex[AS_DIGEST_HEX_SIZE], sandbox_hex[AS_DIGEST_HEX_SIZE] = "";

	digest_text(limits_text ? limits_text : "", limits_hex);
	if (sandbox)
		as_sandbox_digest(sandbox, sandbox_hex);
	return json_pack("{s:s, s:o, s:o, s:o, s:s}", "package", judge->package->digest, "source",
		text_or_null(program ? program->source_digest : report->source_digest), "language",
		text_or_null(program ? program->language_digest : NULL), "sandbox",
		text_or_null(sandbox_hex), "limits", limits_hex);
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

static json_t *describe_sandbox(const struct as_report *report)
{
	const struct as_sandbox *sandbox = sandbox_of(report);
	json_t *description = sandbox ? as_sandbox_describe(sandbox) : json_null();

	if (sandbox && report->judge->core_shared)
		json_array_append_new(
			json_object_get(description, "degraded"), json_string("core-shared"));
	return description;
}

/*
 * The tests that count, the highest of their figures, and the verdict of all: that of the first
 * that is not accepted, but JE wherever it is, since then nothing is known of the submission.
 */
static int add_tests(const struct as_judge *judge, const struct as_group_result *groups,
	json_t *document, enum as_verdict *verdict)
{
	const struct as_package *package = judge->package;
	int64_t cpu_time_ns = 0;
	uint64_t memory_bytes = 0, instructions = 0;
	json_t *list = json_object_get(document, "tests");

	*verdict = AS_VERDICT_AC;
	for (size_t i = 0; i < package->test_count; i++) {
		const struct as_test *test = &package->tests[i];
		const struct as_test_result *result = &judge->results[i];
		if (!result->counted)
			continue;
		if (*verdict == AS_VERDICT_AC || result->verdict == AS_VERDICT_JE)
			*verdict = result->verdict;
		if (is_shown(judge, test) && result->cpu_time_ns > cpu_time_ns)
			cpu_time_ns = result->cpu_time_ns;
		if (is_shown(judge, test) && result->memory_bytes > memory_bytes)
			memory_bytes = result->memory_bytes;
		if (is_shown(judge, test) && result->instructions > instructions)
			instructions = result->instructions;
		json_t *item = describe_test(judge, test, result);
		if (json_array_append_new(list, item) ||
			add_test_score(item, &package->groups[test->group], &groups[test->group],
				result->verdict))
			return -1;
	}
	if (instructions && json_object_set_new(document, "instructions",
				    json_integer((json_int_t)instructions)))
		return -1;
	return json_object_set_new(
		       document, "cpu_time_ns", json_integer((json_int_t)cpu_time_ns)) ||
	       json_object_set_new(
		       document, "memory_bytes", json_integer((json_int_t)memory_bytes));
}

/* Scores: of the whole and of each group that has one, and that was not cut away by --test. */
static int add_scores(const struct as_judge *judge, const struct as_group_result *groups,
	json_t *document, bool judged)
{
	const struct as_package *package = judge->package;
	size_t secret = as_score_secret(package);
	json_t *list = json_array();

	for (size_t g = 0; g < package->group_count; g++) {
		if (!package->groups[g].has_score ||
			(judged && groups[g].verdict == AS_VERDICT_NONE))
			continue;
		json_array_append_new(
			list, json_pack("{s:s, s:s, s:o, s:o}", "name", package->groups[g].name,
				      "verdict",
				      as_verdict_name(judged ? groups[g].verdict : AS_VERDICT_CE),
				      "score", score_value(groups[g].score), "max_score",
				      score_value(package->groups[g].max_score)));
	}
	double score = secret == SIZE_MAX ? 0 : groups[secret].score;
	double most = secret == SIZE_MAX ? 0 : package->groups[secret].max_score;
	return json_object_set_new(document, "score", score_value(score)) ||
	       json_object_set_new(document, "max_score", score_value(most)) ||
	       json_object_set_new(document, "groups", list);
}

/* Everything but the results, with room for them where a reader expects them. */
static json_t *make_frame(const struct as_report *report, char *path, size_t path_size)
{
	const struct as_judge *judge = report->judge;
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
	if (json_object_update_new(document,
		    json_pack("{s:o, s:o, s:{s:s}}", "digests", digests, "sandbox",
			    describe_sandbox(report), "assay", "version", ASSAY_VERSION))) {
		json_decref(document);
		return NULL;
	}
	return document;
}

json_t *as_report_make(const struct as_report *report, struct as_error *error)
{
	const struct as_judge *judge = report->judge;
	bool judged = report->program && report->program->verdict == AS_VERDICT_AC;
	enum as_verdict verdict = AS_VERDICT_CE;
	char path[4096];
	AS_AUTO_FREE struct as_group_result *groups =
		calloc(judge->package->group_count + 1, sizeof(*groups));
	json_t *document = make_frame(report, path, sizeof(path));
	int failed = !document || !groups;

	if (!failed && judged) {
		as_score_groups(judge->package, judge->results, groups);
		failed = add_tests(judge, groups, document, &verdict);
	}
	if (!failed && judge->package->scoring)
		failed = add_scores(judge, groups, document, judged);
	if (failed ||
		json_object_set_new(document, "verdict", json_string(as_verdict_name(verdict)))) {
		json_decref(document);
		as_error_no_memory(error);
		return NULL;
	}
	return document;
}
