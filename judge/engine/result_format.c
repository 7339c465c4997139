/* SPDX-License-Identifier: MIT */
/*
 * The format assay-result/4. The order of the visits here, and their bounds, are the format: any
 * change needs a new version. Version 5 adds which runs were disturbed, and is written only if one
 * was, so that other commands, which never ask for that, read all that they need. Version 3, which
 * lacks the flag of lenient judging and the entry, and version 2, which also lacks the worker, are
 * still read, because stores contain them and have no other copy. Version 1 counts as absent.
 */
#include <assay/base/record.h>
#include <assay/engine/result.h>

#include <limits.h>

#define FORMAT_WITHOUT_LENIENT "assay-result/3"
#define FORMAT_WITHOUT_WORKER "assay-result/2"
/* The minimum size of a test or a group, in bytes. */
#define MIN_TEST_BYTES 26
#define MIN_GROUP_BYTES 7

static void visit_unsigned(struct as_record *record, unsigned *value, unsigned max)
{
	uint64_t number = *value;

	as_record_number(record, &number, max);
	*value = (unsigned)number;
}

static void visit_int(struct as_record *record, int *value)
{
	int64_t number = *value;

	as_record_signed(record, &number);
	as_record_require(record, number >= INT_MIN && number <= INT_MAX);
	*value = (int)number;
}

static void visit_verdict(struct as_record *record, enum as_verdict *verdict)
{
	unsigned number = *verdict;

	visit_unsigned(record, &number, AS_VERDICT_CE);
	*verdict = (enum as_verdict)number;
}

/* SIZE_MAX (no index) is written as 0. */
static void visit_index(struct as_record *record, size_t *index, size_t count)
{
	uint64_t number = (uint64_t)(*index + 1);

	as_record_number(record, &number, count);
	*index = (size_t)number - 1;
}

static void visit_compile(struct as_record *record, struct as_result_compile *compile)
{
	as_record_text(record, &compile->language);
	visit_verdict(record, &compile->verdict);
	as_record_text(record, &compile->reason);
	as_record_text(record, &compile->output);
	as_record_signed(record, &compile->cpu_time_ns);
	as_record_signed(record, &compile->wall_time_ns);
	as_record_flag(record, &compile->cached);
	as_record_names(record, &compile->notes);
}

static void visit_limits(struct as_record *record, struct as_result_limits *limits)
{
	as_record_signed(record, &limits->cpu_time_ns);
	as_record_signed(record, &limits->wall_time_ns);
	as_record_number(record, &limits->memory_bytes, UINT64_MAX);
	as_record_number(record, &limits->output_bytes, UINT64_MAX);
	visit_unsigned(record, &limits->processes, UINT_MAX);
	visit_unsigned(record, &limits->reruns, UINT_MAX);
}

static void visit_digests(struct as_record *record, struct as_result_digests *digests)
{
	as_record_text_in(record, digests->package, sizeof(digests->package));
	as_record_text_in(record, digests->source, sizeof(digests->source));
	as_record_text_in(record, digests->language, sizeof(digests->language));
	as_record_text_in(record, digests->sandbox, sizeof(digests->sandbox));
	as_record_text_in(record, digests->limits, sizeof(digests->limits));
}

static void visit_weakness(struct as_record *record, enum as_weakness *weakness)
{
	uint64_t number = *weakness;

	as_record_number(record, &number, AS_WEAK_PROCESS);
	*weakness = (enum as_weakness)number;
}

static void visit_sandbox(struct as_record *record, struct as_result_sandbox *sandbox)
{
	as_record_flag(record, &sandbox->used);
	visit_weakness(record, &sandbox->weak);
	as_record_text(record, &sandbox->cgroup);
	as_record_names(record, &sandbox->degraded);
	as_record_flag(record, &sandbox->core_shared);
	as_record_flag(record, &sandbox->usage_unknown);
}

static void visit_usage(struct as_record *record, struct as_result_usage *usage)
{
	as_record_flag(record, &usage->known);
	as_record_signed(record, &usage->cpu_time_ns);
	as_record_signed(record, &usage->wall_time_ns);
	as_record_number(record, &usage->memory_bytes, UINT64_MAX);
	as_record_number(record, &usage->instructions, UINT64_MAX);
}

static void visit_score_file(struct as_record *record, enum as_score_file *file)
{
	unsigned number = *file;

	visit_unsigned(record, &number, AS_SCORE_FILE_MULTIPLIER);
	*file = (enum as_score_file)number;
}

static void visit_test(struct as_record *record, struct as_result_test *test, size_t group_count)
{
	as_record_text(record, &test->name);
	as_record_flag(record, &test->is_static);
	visit_index(record, &test->group, group_count);
	as_record_require(record, test->group < group_count);
	visit_verdict(record, &test->verdict);
	as_record_text(record, &test->reason);
	as_record_text(record, &test->feedback);
	as_record_text(record, &test->judge_message);
	as_record_text(record, &test->team_message);
	as_record_text(record, &test->transcript);
	as_record_text(record, &test->hint);
	visit_usage(record, &test->usage);
	visit_int(record, &test->exit_code);
	visit_int(record, &test->signal);
	visit_unsigned(record, &test->reruns, UINT_MAX);
	as_record_flag(record, &test->unconfirmed);
	visit_unsigned(record, &test->passes, UINT_MAX);
	as_record_flag(record, &test->has_score);
	as_record_double(record, &test->score);
	visit_score_file(record, &test->score_file);
	as_record_flag(record, &test->sight.is_sample);
	as_record_flag(record, &test->sight.full_feedback);
	as_record_flag(record, &test->sight.feedback_is_secret);
}

static void visit_tests(
	struct as_record *record, struct as_result_test **tests, size_t *count, size_t group_count)
{
	as_record_list(record, tests, count, sizeof(**tests), MIN_TEST_BYTES);
	for (size_t i = 0; i < *count; i++) {
		visit_test(record, &(*tests)[i], group_count);
		as_record_require(record, (*tests)[i].name != NULL);
	}
}

static void visit_group(struct as_record *record, struct as_result_group *group, size_t group_count)
{
	as_record_text(record, &group->name);
	as_record_require(record, group->name != NULL);
	as_record_flag(record, &group->has_score);
	visit_verdict(record, &group->verdict);
	as_record_double(record, &group->score);
	as_record_double(record, &group->max_score);
	visit_index(record, &group->unmet, group_count);
	as_record_text(record, &group->feedback);
}

static void visit_groups(struct as_record *record, struct as_result *result)
{
	as_record_list(record, &result->groups, &result->group_count, sizeof(*result->groups),
		MIN_GROUP_BYTES);
	for (size_t g = 0; g < result->group_count; g++)
		visit_group(record, &result->groups[g], result->group_count);
}

static void visit_fault(struct as_record *record, enum as_error_kind *fault)
{
	unsigned number = *fault;

	visit_unsigned(record, &number, AS_ERROR_INTERNAL);
	as_record_require(record, number != 1); /* not a kind */
	*fault = (enum as_error_kind)number;
}

static bool has_disturbed(const struct as_result *result)
{
	for (size_t i = 0; i < result->test_count; i++)
		if (result->tests[i].usage.disturbed)
			return true;
	return false;
}

/* Each result has one record. */
static void visit_disturbed(struct as_record *record, struct as_result *result)
{
	for (size_t i = 0; i < result->test_count; i++)
		as_record_flag(record, &result->tests[i].usage.disturbed);
	as_record_require(record, has_disturbed(result));
}

/* All members but the worker, the flag of lenient judging, the entry and the disturbed runs. */
static void visit_result(struct as_record *record, struct as_result *result)
{
	as_record_text(record, &result->problem);
	as_record_text(record, &result->path);
	as_record_text(record, &result->version);
	visit_verdict(record, &result->verdict);
	visit_fault(record, &result->fault);
	as_record_flag(record, &result->scoring);
	as_record_flag(record, &result->has_score);
	as_record_double(record, &result->score);
	as_record_double(record, &result->max_score);
	visit_compile(record, &result->compile);
	visit_limits(record, &result->limits);
	visit_digests(record, &result->digests);
	visit_sandbox(record, &result->sandbox);
	visit_groups(record, result);
	visit_tests(record, &result->tests, &result->test_count, result->group_count);
	visit_tests(record, &result->statics, &result->static_count, result->group_count);
}

int as_result_write(const struct as_result *result, struct as_bytes *bytes, struct as_error *error)
{
	const bool disturbed = has_disturbed(result);
	struct as_record record;

	as_record_begin(&record, disturbed ? AS_RESULT_FORMAT_DISTURBED : AS_RESULT_FORMAT);
	/* When writing, a visit changes nothing. */
	visit_result(&record, (struct as_result *)result);
	as_record_text(&record, (char **)&result->worker);
	as_record_flag(&record, (bool *)&result->limits.lenient);
	as_record_text(&record, (char **)&result->compile.entry);
	if (disturbed)
		visit_disturbed(&record, (struct as_result *)result);
	return as_record_end(&record, bytes, error);
}

int as_result_read(const void *data, size_t size, struct as_result *result, struct as_error *error)
{
	static const char *const formats[] = {AS_RESULT_FORMAT_DISTURBED, AS_RESULT_FORMAT,
		FORMAT_WITHOUT_LENIENT, FORMAT_WITHOUT_WORKER};
	const size_t count = sizeof(formats) / sizeof(*formats);
	struct as_record record;
	size_t version = 0;
	int found = 0;

	*result = (struct as_result){0};
	while (version < count &&
		(found = as_record_open(&record, formats[version], data, size, error)) == 0)
		version++;
	if (found != 1)
		return found;
	visit_result(&record, result);
	if (version <= 2)
		as_record_text(&record, &result->worker);
	if (version <= 1) {
		as_record_flag(&record, &result->limits.lenient);
		as_record_text(&record, &result->compile.entry);
	}
	if (version == 0)
		visit_disturbed(&record, result);
	if (as_record_close(&record, error) == 0)
		return 1;
	as_result_clear(result);
	return -1;
}
