/* SPDX-License-Identifier: MIT */
/* Ownership in a result, and what an audience may see of it. */
#include <assay/engine/result.h>

#include <string.h>

void as_result_test_clear(struct as_result_test *test)
{
	free(test->name);
	free(test->reason);
	free(test->feedback);
	free(test->judge_message);
	free(test->team_message);
	free(test->transcript);
	free(test->hint);
	*test = (struct as_result_test){0};
}

static void clear_tests(struct as_result_test *tests, size_t count)
{
	for (size_t i = 0; tests && i < count; i++)
		as_result_test_clear(&tests[i]);
	free(tests);
}

void as_result_clear(struct as_result *result)
{
	clear_tests(result->tests, result->test_count);
	clear_tests(result->statics, result->static_count);
	for (size_t g = 0; result->groups && g < result->group_count; g++) {
		free(result->groups[g].name);
		free(result->groups[g].feedback);
	}
	free(result->groups);
	free(result->problem);
	free(result->path);
	free(result->version);
	free(result->worker);
	free(result->compile.language);
	free(result->compile.reason);
	free(result->compile.output);
	as_names_free(result->compile.notes);
	free(result->compile.entry);
	free(result->sandbox.cgroup);
	as_names_free(result->sandbox.degraded);
	*result = (struct as_result){0};
}

const char *const as_tolerance_names[AS_TOLERANCE_COUNT] = {
	"exit-status", "shell", "end-of-input", "signal"};

char *as_tolerance_format(unsigned bits, char text[AS_TOLERANCE_SIZE])
{
	size_t length = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < AS_TOLERANCE_COUNT; i++)
		if (bits & 1u << i)
			length += (size_t)snprintf(text + length, AS_TOLERANCE_SIZE - length,
				"%s%s", length ? ", " : "", as_tolerance_names[i]);
	return text;
}

/* The names are in `reason`. */
unsigned as_result_tolerated(const struct as_result_test *test)
{
	unsigned bits = 0;

	if (test->verdict != AS_VERDICT_AC || !test->reason)
		return 0;
	for (unsigned i = 0; i < AS_TOLERANCE_COUNT; i++)
		if (strstr(test->reason, as_tolerance_names[i]))
			bits |= 1u << i;
	return bits;
}

static bool is_failure(const struct as_result_test *test)
{
	return test->verdict != AS_VERDICT_AC && test->verdict != AS_VERDICT_JE;
}

/* A student learns only the verdict of a secret test. The exception is full feedback: such tests
 * "are shared with solvers only after a submission fails on that test case" (2025-09, "Sample
 * data"). */
bool as_result_is_shown(const struct as_result_test *test, enum as_audience audience)
{
	return audience == AS_AUDIENCE_SETTER || test->sight.is_sample ||
	       (test->sight.full_feedback && is_failure(test));
}

const char *as_result_feedback(const struct as_result_test *test, enum as_audience audience)
{
	const bool hidden = audience != AS_AUDIENCE_SETTER &&
			    (test->is_static || test->sight.feedback_is_secret ||
				    !as_result_is_shown(test, audience));

	return test->feedback && !hidden ? test->feedback : "";
}

void as_result_usage_add(struct as_result_usage *max, const struct as_result_usage *usage)
{
	max->known &= usage->known;
	if (usage->cpu_time_ns > max->cpu_time_ns)
		max->cpu_time_ns = usage->cpu_time_ns;
	if (usage->wall_time_ns > max->wall_time_ns)
		max->wall_time_ns = usage->wall_time_ns;
	if (usage->memory_bytes > max->memory_bytes)
		max->memory_bytes = usage->memory_bytes;
	if (usage->instructions > max->instructions)
		max->instructions = usage->instructions;
}

struct as_result_usage as_result_usage(const struct as_result *result, enum as_audience audience)
{
	struct as_result_usage max = {.known = true};
	size_t shown = 0;

	for (size_t i = 0; i < result->test_count; i++) {
		if (!as_result_is_shown(&result->tests[i], audience))
			continue;
		as_result_usage_add(&max, &result->tests[i].usage);
		shown++;
	}
	max.known &= shown > 0 || result->test_count == 0;
	return max;
}

bool as_result_has_waited(const struct as_result_test *test)
{
	return test->verdict == AS_VERDICT_TLE && test->reason && strcmp(test->reason, "cpu") != 0;
}

int64_t as_result_counted_ns(const struct as_result_test *test)
{
	if (as_result_has_waited(test))
		return test->usage.wall_time_ns;
	return test->usage.known ? test->usage.cpu_time_ns : -1;
}

struct as_result_test *as_result_find_test(const struct as_result *result, const char *name)
{
	for (size_t i = 0; i < result->test_count; i++)
		if (strcmp(result->tests[i].name, name) == 0)
			return &result->tests[i];
	return NULL;
}
