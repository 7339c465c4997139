/* SPDX-License-Identifier: MIT */
/* The verdict document, docs/verdict.schema.json. Only this file knows its keys. */
#include <assay/engine/result.h>

#include <math.h>
#include <string.h>

/* ---- values ---- */

/* Writes each byte that a JSON string cannot hold as \xNN; line feeds stay. */
static char *make_utf8(const char *text)
{
	char *copy = malloc(4 * strlen(text) + 1), *to = copy;

	for (const char *at = text; copy && *at;) {
		size_t length = 1;
		while (length < 4 && at[length] && !as_text_is_utf8(at, length))
			length++;
		if (as_text_is_utf8(at, length)) {
			to = mempcpy(to, at, length);
			at += length;
		} else {
			to += sprintf(to, "\\x%02X", (unsigned char)*at++);
		}
	}
	if (copy)
		*to = '\0';
	return copy;
}

static json_t *text_value(const char *text)
{
	if (!text)
		return json_null();
	if (as_text_is_utf8(text, strlen(text)))
		return json_string(text);
	AS_AUTO_FREE char *printable = make_utf8(text);
	return printable ? json_string(printable) : NULL;
}

static json_t *text_list(char **texts)
{
	json_t *list = json_array();

	for (; *texts; texts++)
		json_array_append_new(list, text_value(*texts));
	return list;
}

static json_t *text_or_empty(const char *text)
{
	return text_value(text ? text : "");
}

static json_t *text_or_null(const char *text)
{
	return text_value(text && *text ? text : NULL);
}

json_t *as_result_score_json(double score)
{
	if (!isfinite(score))
		return json_null();
	return fabs(score) < 1e15 && score == trunc(score) ? json_integer((json_int_t)score)
							   : json_real(score);
}

static json_t *usage_value(const struct as_result_usage *usage, uint64_t number)
{
	return usage->known ? json_integer((json_int_t)number) : json_null();
}

static json_t *verdict_value(enum as_verdict verdict)
{
	return text_or_null(as_verdict_name(verdict));
}

static const char *score_file_name(enum as_score_file file)
{
	return file == AS_SCORE_FILE_SCORE ? "score.txt" : "score_multiplier.txt";
}

/* ---- tests ---- */

/* Only setters see the messages for judges. */
static int add_messages(
	json_t *object, const struct as_result_test *test, enum as_audience audience)
{
	return (test->judge_message && audience == AS_AUDIENCE_SETTER &&
		       json_object_set_new(
			       object, "judge_message", text_value(test->judge_message))) ||
	       (test->team_message &&
		       json_object_set_new(object, "team_message", text_value(test->team_message)));
}

/* The file in which a validator wrote the score. Over all passes it may write only one of the two.
 */
static int add_score_file(
	json_t *object, const struct as_result_test *test, enum as_audience audience)
{
	if (test->score_file == AS_SCORE_FILE_NONE || audience != AS_AUDIENCE_SETTER)
		return 0;
	return json_object_set_new(
		object, "score_file", json_string(score_file_name(test->score_file)));
}

/* "If a hint is specified for a full_feedback test case, it should also be shown to the solver
 * after failing" (2025-09, "Sample data"). */
static int add_hint(json_t *object, const struct as_result_test *test, enum as_audience audience)
{
	if (!test->hint || (audience != AS_AUDIENCE_SETTER && !test->sight.full_feedback))
		return 0;
	return json_object_set_new(object, "hint", text_value(test->hint));
}

static int add_tolerated(json_t *object, const struct as_result_test *test)
{
	const unsigned bits = as_result_tolerated(test);
	json_t *names = bits ? json_array() : NULL;

	if (!bits)
		return 0;
	for (unsigned i = 0; i < AS_TOLERANCE_COUNT; i++)
		if (bits & 1u << i)
			json_array_append_new(names, json_string(as_tolerance_names[i]));
	return json_object_set_new(object, "tolerated", names);
}

static int add_rest(json_t *object, const struct as_result_test *test, enum as_audience audience)
{
	const struct as_result_usage *usage = &test->usage;

	if (usage->instructions && json_object_set_new(object, "instructions",
					   json_integer((json_int_t)usage->instructions)))
		return -1;
	if (test->unconfirmed && json_object_set_new(object, "unconfirmed", json_true()))
		return -1;
	if (test->passes && json_object_set_new(object, "passes", json_integer(test->passes)))
		return -1;
	if (add_messages(object, test, audience) || add_score_file(object, test, audience) ||
		add_hint(object, test, audience) || add_tolerated(object, test))
		return -1;
	return test->transcript
		       ? json_object_set_new(object, "transcript", text_value(test->transcript))
		       : 0;
}

static json_t *describe_shown(const struct as_result_test *test, enum as_audience audience)
{
	const struct as_result_usage *usage = &test->usage;
	json_t *object = json_pack("{s:o, s:o, s:o, s:o, s:I, s:o, s:o, s:o, s:o, s:I}", "name",
		text_or_empty(test->name), "verdict", verdict_value(test->verdict), "reason",
		text_or_null(as_result_tolerated(test) ? NULL : test->reason), "cpu_time_ns",
		usage_value(usage, (uint64_t)usage->cpu_time_ns), "wall_time_ns",
		(json_int_t)usage->wall_time_ns, "memory_bytes",
		usage_value(usage, usage->memory_bytes), "exit_code",
		test->exit_code < 0 ? json_null() : json_integer(test->exit_code), "signal",
		test->signal ? json_integer(test->signal) : json_null(), "feedback",
		text_value(as_result_feedback(test, audience)), "reruns", (json_int_t)test->reruns);

	if (object && add_rest(object, test, audience)) {
		json_decref(object);
		return NULL;
	}
	return object;
}

static json_t *describe_test(const struct as_result_test *test, enum as_audience audience)
{
	json_t *object = as_result_is_shown(test, audience)
				 ? describe_shown(test, audience)
				 : json_pack("{s:o, s:o}", "name", text_or_empty(test->name),
					   "verdict", verdict_value(test->verdict));

	if (object && test->has_score &&
		json_object_set_new(object, "score", as_result_score_json(test->score))) {
		json_decref(object);
		return NULL;
	}
	return object;
}

static json_t *describe_static(const struct as_result_test *test, enum as_audience audience)
{
	json_t *object = json_pack("{s:o, s:o, s:o, s:o}", "group", text_or_empty(test->name),
		"verdict", verdict_value(test->verdict), "reason", text_or_null(test->reason),
		"feedback", text_value(as_result_feedback(test, audience)));

	if (object &&
		(add_messages(object, test, audience) || add_score_file(object, test, audience))) {
		json_decref(object);
		return NULL;
	}
	return object;
}

static json_t *describe_list(const struct as_result_test *tests, size_t count,
	enum as_audience audience,
	json_t *(*describe)(const struct as_result_test *, enum as_audience))
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++)
		if (json_array_append_new(list, describe(&tests[i], audience))) {
			json_decref(list);
			return NULL;
		}
	return list;
}

/* ---- groups ---- */

static json_t *describe_group(
	const struct as_result *result, const struct as_result_group *group, bool all)
{
	json_t *object =
		json_pack("{s:o, s:o, s:o, s:o}", "name", text_or_empty(group->name), "verdict",
			verdict_value(group->verdict), "score", as_result_score_json(group->score),
			"max_score", as_result_score_json(group->max_score));

	if (object && group->unmet < result->group_count)
		json_object_set_new(
			object, "unmet", text_or_empty(result->groups[group->unmet].name));
	if (object && group->feedback && all)
		json_object_set_new(object, "feedback", text_value(group->feedback));
	return object;
}

static json_t *describe_groups(const struct as_result *result, enum as_audience audience)
{
	json_t *list = json_array();

	for (size_t g = 0; g < result->group_count; g++) {
		const struct as_result_group *group = &result->groups[g];
		if (group->has_score &&
			json_array_append_new(list,
				describe_group(result, group, audience == AS_AUDIENCE_SETTER))) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

/* ---- the rest ---- */

static json_t *describe_compile(const struct as_result_compile *compile)
{
	return json_pack("{s:o, s:o, s:I, s:I, s:o, s:b}", "verdict",
		verdict_value(compile->verdict), "reason", text_or_null(compile->reason),
		"cpu_time_ns", (json_int_t)compile->cpu_time_ns, "wall_time_ns",
		(json_int_t)compile->wall_time_ns, "output", text_or_empty(compile->output),
		"cached", compile->cached);
}

static json_t *describe_limits(const struct as_result_limits *limits)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "cpu_time_ns",
		(json_int_t)limits->cpu_time_ns, "wall_time_ns", (json_int_t)limits->wall_time_ns,
		"memory_bytes", (json_int_t)limits->memory_bytes, "output_bytes",
		(json_int_t)limits->output_bytes, "processes", (json_int_t)limits->processes,
		"reruns", (json_int_t)limits->reruns);
}

static json_t *describe_digests(const struct as_result_digests *digests)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o}", "package", text_or_null(digests->package),
		"source", text_or_null(digests->source), "language",
		text_or_null(digests->language), "sandbox", text_or_null(digests->sandbox),
		"limits", text_or_null(digests->limits));
}

/* The sandbox of the submission's own runs; null if there were none. */
static json_t *describe_sandbox(const struct as_result_sandbox *sandbox)
{
	if (!sandbox->used)
		return json_null();
	json_t *degraded = json_array();
	for (char **word = sandbox->degraded; word && *word; word++)
		json_array_append_new(degraded, text_value(*word));
	if (sandbox->core_shared)
		json_array_append_new(degraded, json_string("core-shared"));
	if (sandbox->usage_unknown)
		json_array_append_new(degraded, json_string("usage-unknown"));
	return json_pack("{s:s, s:o, s:o}", "isolation", as_weakness_name(sandbox->weak), "cgroup",
		text_or_null(sandbox->cgroup), "degraded", degraded);
}

static json_t *describe_submission(const struct as_result *result)
{
	const char *path = result->path ? result->path : "";
	char shown[4096];

	as_text_printable(path, strlen(path), shown, sizeof(shown));
	json_t *object = json_pack(
		"{s:s, s:o}", "path", shown, "language", text_value(result->compile.language));
	if (object && result->compile.entry)
		json_object_set_new(object, "entry", text_value(result->compile.entry));
	if (object && result->compile.notes && *result->compile.notes)
		json_object_set_new(object, "notes", text_list(result->compile.notes));
	return object;
}

/* In the reading order of people: names and verdict first. */
static int add_verdict(json_t *document, const struct as_result *result)
{
	if (json_object_set_new(document, "schema", json_string(AS_VERDICT_SCHEMA)) ||
		json_object_set_new(document, "verdict", verdict_value(result->verdict)))
		return -1;
	if (!result->scoring)
		return 0;
	return json_object_set_new(document, "score",
		       result->has_score ? as_result_score_json(result->score) : json_null()) ||
	       json_object_set_new(document, "max_score", as_result_score_json(result->max_score));
}

static int add_runs(json_t *document, const struct as_result *result, enum as_audience audience)
{
	const struct as_result_usage usage = as_result_usage(result, audience);

	return json_object_set_new(
		       document, "cpu_time_ns", usage_value(&usage, (uint64_t)usage.cpu_time_ns)) ||
	       json_object_set_new(
		       document, "memory_bytes", usage_value(&usage, usage.memory_bytes)) ||
	       json_object_set_new(document, "tests",
		       describe_list(result->tests, result->test_count, audience, describe_test)) ||
	       (result->scoring &&
		       json_object_set_new(document, "groups", describe_groups(result, audience)));
}

/* Only setters see the name of the judging machine. */
static json_t *describe_program(const struct as_result *result, enum as_audience audience)
{
	json_t *program = json_pack("{s:o}", "version", text_or_empty(result->version));

	if (audience == AS_AUDIENCE_SETTER && result->worker)
		json_object_set_new(program, "worker", text_or_empty(result->worker));
	return program;
}

static int add_origin(json_t *document, const struct as_result *result, enum as_audience audience)
{
	return json_object_set_new(document, "digests", describe_digests(&result->digests)) ||
	       json_object_set_new(document, "sandbox", describe_sandbox(&result->sandbox)) ||
	       json_object_set_new(document, "assay", describe_program(result, audience));
}

/* Keys that most documents do not have. */
static int add_seldom(json_t *document, const struct as_result *result, enum as_audience audience)
{
	const struct as_result_usage usage = as_result_usage(result, audience);

	if (usage.instructions && json_object_set_new(document, "instructions",
					  json_integer((json_int_t)usage.instructions)))
		return -1;
	if (result->limits.lenient && json_object_set_new(document, "lenient", json_true()))
		return -1;
	return result->static_count ? json_object_set_new(document, "statics",
					      describe_list(result->statics, result->static_count,
						      audience, describe_static))
				    : 0;
}

json_t *as_result_json(
	const struct as_result *result, enum as_audience audience, struct as_error *error)
{
	json_t *document = json_object();

	if (add_verdict(document, result) ||
		json_object_set_new(document, "problem",
			json_pack("{s:o}", "name", text_or_empty(result->problem))) ||
		json_object_set_new(document, "submission", describe_submission(result)) ||
		json_object_set_new(document, "compile", describe_compile(&result->compile)) ||
		json_object_set_new(document, "limits", describe_limits(&result->limits)) ||
		add_runs(document, result, audience) || add_origin(document, result, audience) ||
		add_seldom(document, result, audience)) {
		json_decref(document);
		as_error_no_memory(error);
		return NULL;
	}
	return document;
}
