/* SPDX-License-Identifier: MIT */
/* Makes the result from the judging of a submission and its package. */
#include "result_make.h"
#include "rerun.h"
#include "scoring.h"

#include <assay/engine/result.h>
#include <math.h>
#include <string.h>

struct maker {
	const struct as_judging *judging;
	const struct as_compiled *compiled;
	const struct as_package *package;
	struct as_result *result;
	bool no_memory;
};

/* ---- texts ---- */

/* NULL stays NULL. */
static char *copy(struct maker *maker, const char *text)
{
	char *made = text ? strdup(text) : NULL;

	maker->no_memory |= text && !made;
	return made;
}

/* An empty text becomes NULL. */
static char *copy_message(struct maker *maker, const char *text)
{
	return copy(maker, text && *text ? text : NULL);
}

static void copy_digest(char to[AS_DIGEST_HEX_SIZE], const char *from)
{
	snprintf(to, AS_DIGEST_HEX_SIZE, "%s", from ? from : "");
}

/* ---- tests ---- */

static bool is_failure(const struct as_test_result *from)
{
	return from->verdict != AS_VERDICT_AC && from->verdict != AS_VERDICT_JE;
}

/* If no output validator ran, the feedback is about the run itself, and not secret. */
static bool is_for_judges(const struct as_open_package *opened, const struct as_test_result *from)
{
	return opened->validators &&
	       (from->verdict == AS_VERDICT_AC || from->verdict == AS_VERDICT_WA ||
		       from->verdict == AS_VERDICT_JE);
}

/* In a legacy package there is only one such file, for every test. */
static enum as_score_file score_file_of(
	const struct maker *maker, const struct as_test_result *from)
{
	if (maker->package->graded || !(from->scored.has_score || from->scored.has_multiplier))
		return AS_SCORE_FILE_NONE;
	return from->scored.has_score ? AS_SCORE_FILE_SCORE : AS_SCORE_FILE_MULTIPLIER;
}

static void make_messages(
	struct maker *maker, struct as_result_test *test, const struct as_test_result *from)
{
	test->verdict = from->verdict;
	test->reason = copy_message(maker, from->reason);
	test->feedback = copy_message(maker, from->feedback);
	test->judge_message = copy(maker, from->judge_message);
	test->team_message = copy(maker, from->team_message);
	test->score_file = score_file_of(maker, from);
}

/* If a group needs all of its tests, a single test has no score; neither has a test that does not
 * contribute. */
static void make_score(struct maker *maker, struct as_result_test *test, size_t index)
{
	const struct as_package *package = maker->package;
	const struct as_test_result *from = &maker->judging->results[index];
	const struct as_group *group = &package->groups[test->group];

	test->has_score = group->has_score && from->contributes &&
			  (package->graded || group->aggregation != AS_AGGREGATE_PASS_FAIL);
	if (test->has_score)
		test->score = as_score_of_test(package, maker->judging->groups, index, from);
	/* DOMjudge: a test without score.txt has no score. */
	if (test->has_score && isnan(test->score)) {
		test->has_score = false;
		test->score = 0;
	}
}

static void make_run(
	struct maker *maker, struct as_result_test *test, const struct as_test_result *from)
{
	test->usage = from->usage;
	test->exit_code = from->exit_code;
	test->signal = from->signal;
	test->reruns = from->reruns;
	test->unconfirmed = from->unconfirmed;
	test->passes = maker->package->multi_pass ? from->passes : 0;
	/* The transcript of an accepted test is long, and nobody needs it. */
	if (from->verdict != AS_VERDICT_AC)
		test->transcript = copy(maker, from->transcript);
}

/* All members but the score. */
static void make_test(struct maker *maker, struct as_result_test *test, const struct as_test *of,
	const struct as_test_result *from)
{
	test->name = copy(maker, of->name);
	test->group = of->group;
	test->hint = is_failure(from) ? copy(maker, of->hint) : NULL;
	test->sight = (struct as_result_sight){.is_sample = strncmp(of->name, "sample", 6) == 0,
		.full_feedback = of->full_feedback,
		.feedback_is_secret = is_for_judges(maker->judging->opened, from)};
	make_messages(maker, test, from);
	make_run(maker, test, from);
}

/* The tests that were run. */
static void make_tests(struct maker *maker)
{
	const size_t count = maker->package->test_count;
	struct as_result *result = maker->result;

	result->tests = calloc(count + 1, sizeof(*result->tests));
	if (!result->tests) {
		maker->no_memory = true;
		return;
	}
	for (size_t i = 0; i < count; i++) {
		const struct as_test_result *from = &maker->judging->results[i];
		struct as_result_test *test = &result->tests[result->test_count];
		if (!from->counted)
			continue;
		make_test(maker, test, &maker->package->tests[i], from);
		make_score(maker, test, i);
		result->test_count++;
	}
}

static void make_statics(struct maker *maker)
{
	const size_t count = maker->package->group_count;
	struct as_result *result = maker->result;

	result->statics = calloc(count + 1, sizeof(*result->statics));
	if (!result->statics) {
		maker->no_memory = true;
		return;
	}
	for (size_t g = 0; g < count; g++) {
		const struct as_test_result *from = &maker->judging->statics[g];
		if (!from->counted)
			continue;
		struct as_result_test *test = &result->statics[result->static_count++];
		test->name = copy(maker, maker->package->groups[g].name);
		test->group = g;
		test->is_static = true;
		test->exit_code = -1;
		make_messages(maker, test, from);
	}
}

/* ---- groups and the whole ---- */

static bool has_judging_error(const struct as_judging *judging)
{
	for (size_t i = 0; i < judging->opened->package->test_count; i++)
		if (judging->results[i].counted && judging->results[i].verdict == AS_VERDICT_JE)
			return true;
	return false;
}

/* The first verdict that is not AC. If no test was run, that of the whole package, as for no tests.
 */
static enum as_verdict verdict_of_part(const struct as_judging *judging)
{
	const struct as_package *package = judging->opened->package;
	enum as_verdict verdict = AS_VERDICT_NONE;

	for (size_t i = 0; i < package->test_count; i++)
		if (judging->results[i].counted &&
			(verdict == AS_VERDICT_NONE || verdict == AS_VERDICT_AC))
			verdict = judging->results[i].verdict;
	return verdict == AS_VERDICT_NONE ? as_score_verdict(package, judging->groups) : verdict;
}

/* The verdict of the requested tests. A single test's verdict is its own, whatever a grader makes
 * of it. A judging error is never hidden, even of a test that was run only because of `run_all`. */
static enum as_verdict verdict_of(const struct as_judging *judging)
{
	const struct as_open_package *opened = judging->opened;

	if (has_judging_error(judging))
		return AS_VERDICT_JE;
	return as_judging_is_part(judging) ? verdict_of_part(judging)
					   : as_score_verdict(opened->package, judging->groups);
}

/* A fault of the judge outranks a fault of the package. */
static enum as_error_kind fault_of(const struct as_test_result *from)
{
	if (!from->counted || from->verdict != AS_VERDICT_JE)
		return AS_ERROR_NONE;
	return strcmp(from->reason, "package") == 0 ||
			       strcmp(from->reason, AS_REASON_PACKAGE_CHANGED) == 0
		       ? AS_ERROR_INPUT
		       : AS_ERROR_INTERNAL;
}

static enum as_error_kind find_fault(const struct as_judging *judging)
{
	const struct as_package *package = judging->opened->package;
	enum as_error_kind fault = AS_ERROR_NONE;

	for (size_t i = 0; i < package->test_count; i++)
		if (fault_of(&judging->results[i]) > fault)
			fault = fault_of(&judging->results[i]);
	for (size_t g = 0; g < package->group_count; g++) {
		if (fault_of(&judging->statics[g]) > fault)
			fault = fault_of(&judging->statics[g]);
		if (judging->groups[g].fault > fault)
			fault = judging->groups[g].fault;
	}
	return fault;
}

static void make_group(struct maker *maker, size_t index, bool judged)
{
	const struct as_group *of = &maker->package->groups[index];
	const struct as_group_result *from = &maker->judging->groups[index];
	struct as_result_group *group = &maker->result->groups[index];
	bool cut = judged && as_judging_is_part(maker->judging) && from->verdict == AS_VERDICT_NONE;

	*group = (struct as_result_group){.name = copy(maker, of->name),
		.has_score = maker->package->scoring && of->has_score && !cut,
		.verdict = judged ? from->verdict : AS_VERDICT_CE,
		.score = judged ? from->score : 0,
		.max_score = of->max_score,
		.unmet = judged ? from->unmet : SIZE_MAX,
		.feedback = judged ? copy_message(maker, from->feedback) : NULL};
}

static void make_groups(struct maker *maker, bool judged)
{
	struct as_result *result = maker->result;
	const size_t count = maker->package->group_count;

	result->groups = calloc(count + 1, sizeof(*result->groups));
	if (!result->groups) {
		maker->no_memory = true;
		return;
	}
	result->group_count = count;
	for (size_t g = 0; g < count; g++)
		make_group(maker, g, judged);
}

static void make_total(struct maker *maker, bool judged)
{
	const struct as_package *package = maker->package;
	struct as_result *result = maker->result;
	size_t total = as_score_total(package);

	result->scoring = package->scoring;
	if (!package->scoring)
		return;
	/* In the legacy format only accepted submissions have a score; in DOMjudge all do. */
	result->has_score =
		!package->graded || package->keeps_scores || result->verdict == AS_VERDICT_AC;
	if (total == SIZE_MAX)
		return;
	result->score = judged && result->has_score ? maker->judging->groups[total].score : 0;
	result->max_score = package->groups[total].max_score;
}

/* ---- compilation, limits, digests, sandbox ---- */

static void make_compile(struct maker *maker)
{
	const struct as_intake *intake = &maker->compiled->intake;
	const struct as_program *program = maker->compiled->program;

	maker->result->compile = (struct as_result_compile){
		.language = copy(maker, intake->language ? intake->language->id : NULL),
		.verdict = as_compiled_verdict(maker->compiled),
		.reason = copy_message(maker, program ? program->reason : intake->sources.reason),
		.output = copy_message(maker, program ? program->output : intake->sources.text),
		.cpu_time_ns = program ? program->cpu_time_ns : 0,
		.wall_time_ns = program ? program->wall_time_ns : 0,
		.cached = program && program->cached};
}

/* The names of the first sources, if all of them are compiled into one program. */
static char *list_sources(const struct as_sources *sources, const struct as_language *language)
{
	enum { SHOWN = 3 };
	char *names = strdup("");
	size_t count = 0;

	for (size_t i = 0; names && i < sources->count; i++) {
		const struct as_source *file = &sources->files[i];
		AS_AUTO_FREE char *before = NULL;
		if (file->is_added || !as_language_is_source(language, file->name) ||
			count++ >= SHOWN)
			continue;
		before = names;
		names = as_text_format(NULL, "%s%s%s", before, *before ? ", " : "", file->name);
	}
	if (!names || count <= SHOWN)
		return names;
	AS_AUTO_FREE char *first = names;
	return as_text_format(NULL, "%s and %zu more", first, count - SHOWN);
}

static void make_entry(struct maker *maker)
{
	const struct as_language *language = maker->compiled->intake.language;
	const struct as_program *program = maker->compiled->program;
	char **entry = &maker->result->compile.entry;

	if (!program || program->verdict != AS_VERDICT_AC || !language ||
		maker->package->submit_answer)
		return;
	const struct as_language_start *start = &language->start;
	if (start->finds_class)
		*entry = copy_message(maker, program->entry);
	else if (start->takes_file || start->takes_class || program->entry_is_explicit)
		*entry = copy_message(maker, program->main);
	else
		*entry = list_sources(&maker->compiled->intake.sources, language);
	maker->no_memory |= !*entry;
}

/* The notes about the files, then the note about the program. */
static void make_notes(struct maker *maker)
{
	const struct as_program *program = maker->compiled->program;
	char **from = maker->compiled->intake.sources.notes;
	const char *last = program ? program->note : NULL;
	const size_t count = as_names_count(from);

	if (count == 0 && !last)
		return;
	char **notes = calloc(count + 2, sizeof(*notes));
	maker->result->compile.notes = notes;
	maker->no_memory |= !notes;
	for (size_t i = 0; notes && i < count; i++)
		notes[i] = copy(maker, from[i]);
	if (notes)
		notes[count] = copy(maker, last);
}

static void make_limits(struct maker *maker)
{
	const struct as_limits limits =
		as_limits_allowed(&maker->judging->limits, maker->compiled->intake.language);

	maker->result->limits = (struct as_result_limits){.cpu_time_ns = limits.cpu_time_ns,
		.wall_time_ns = limits.wall_time_ns,
		.memory_bytes = limits.memory_bytes,
		.output_bytes = limits.output_bytes,
		.processes = limits.processes,
		.reruns = as_rerun_max(maker->judging->order.reruns),
		.lenient = maker->judging->order.lenient};
}

/* The text must stay as in the first version, so that digests remain comparable. */
static void digest_limits(const struct as_result_limits *limits, char hex[AS_DIGEST_HEX_SIZE])
{
	char text[256];
	struct as_digest digest;

	snprintf(text, sizeof(text),
		"{\"cpu_time_ns\":%lld,\"memory_bytes\":%lld,\"output_bytes\":%lld,"
		"\"processes\":%lld,\"reruns\":%lld,\"wall_time_ns\":%lld%s}",
		(long long)limits->cpu_time_ns, (long long)limits->memory_bytes,
		(long long)limits->output_bytes, (long long)limits->processes,
		(long long)limits->reruns, (long long)limits->wall_time_ns,
		limits->lenient ? ",\"lenient\":2" : "");
	as_digest_init(&digest);
	as_digest_add_text(&digest, text);
	as_digest_end(&digest, hex);
}

static void make_digests(struct maker *maker)
{
	const struct as_sources *sources = &maker->compiled->intake.sources;
	const struct as_program *program = maker->compiled->program;
	struct as_result_digests *digests = &maker->result->digests;

	copy_digest(digests->package, maker->package->digest);
	if (program)
		copy_digest(digests->source, program->digests.source);
	else if (strcmp(sources->reason, "language") == 0)
		as_sources_digest(sources, digests->source);
	copy_digest(digests->language, program ? program->digests.language : NULL);
	copy_digest(digests->sandbox, maker->judging->sandbox_digest);
	digest_limits(&maker->result->limits, digests->limits);
}

static bool has_unknown_usage(const struct as_result *result)
{
	for (size_t i = 0; i < result->test_count; i++)
		if (!result->tests[i].usage.known)
			return true;
	return false;
}

/* After the tests. */
static void make_sandbox(struct maker *maker)
{
	const struct as_isolation *isolation = &maker->judging->isolation;
	struct as_result_sandbox *sandbox = &maker->result->sandbox;

	if (!isolation->cgroup)
		return;
	*sandbox = (struct as_result_sandbox){.used = true,
		.weak = isolation->weak,
		.cgroup = copy(maker, isolation->cgroup),
		.degraded = calloc(AS_MAX_DEGRADED, sizeof(*sandbox->degraded)),
		.core_shared = maker->judging->core_shared,
		.usage_unknown = has_unknown_usage(maker->result)};
	maker->no_memory |= !sandbox->degraded;
	for (size_t i = 0; sandbox->degraded && isolation->degraded[i]; i++)
		sandbox->degraded[i] = copy(maker, isolation->degraded[i]);
}

int as_result_make(const struct as_judging *judging, const struct as_compiled *compiled,
	struct as_result *result, struct as_error *error)
{
	bool judged = as_compiled_verdict(compiled) == AS_VERDICT_AC;
	struct maker maker = {.judging = judging,
		.compiled = compiled,
		.package = judging->opened->package,
		.result = result};

	*result = (struct as_result){.problem = copy(&maker, maker.package->short_name),
		.path = copy(&maker, compiled->path),
		.version = copy(&maker, ASSAY_VERSION),
		.verdict = judged ? verdict_of(judging) : AS_VERDICT_CE,
		.fault = judged ? find_fault(judging) : AS_ERROR_NONE};
	make_compile(&maker);
	make_entry(&maker);
	make_notes(&maker);
	make_limits(&maker);
	make_digests(&maker);
	make_groups(&maker, judged);
	make_total(&maker, judged);
	if (judged) {
		make_tests(&maker);
		make_statics(&maker);
	}
	make_sandbox(&maker);
	if (!maker.no_memory)
		return 0;
	as_result_clear(result);
	return as_error_no_memory(error);
}

int as_result_make_case(const struct as_judging *judging, const struct as_test *test,
	const struct as_test_result *from, struct as_case_result *result, struct as_error *error)
{
	struct maker maker = {.judging = judging, .package = judging->opened->package};

	result->fault = fault_of(from);
	make_test(&maker, &result->test, test, from);
	return maker.no_memory ? as_error_no_memory(error) : 0;
}
