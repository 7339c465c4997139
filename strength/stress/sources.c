/* SPDX-License-Identifier: MIT */
/*
 * Sources of inputs: the commands of the recipe, grouped by shape; the shapes whose generator uses
 * gen.h also have tapes. If no generator does, the Checktestdata script of the package has tapes;
 * without a script its samples are mutated.
 */
#include "search.h"

#include <assay/package/file_bytes.h>
#include <assay/package/shared.h>
#include <inttypes.h>
#include <string.h>

/* ---- shapes ---- */

static int add_shape(struct as_stream *stream, const char *text, struct as_error *error)
{
	struct as_shape shape;

	if (as_shape_parse(&shape, text, error))
		return -1;
	for (size_t i = 0; i < stream->shape_count; i++)
		if (as_shape_merge(&stream->shapes[i], &shape)) {
			as_shape_clear(&shape);
			return 0;
		}
	if (!as_array_reserve(stream->shapes, stream->shape_count, error)) {
		as_shape_clear(&shape);
		return -1;
	}
	stream->shapes[stream->shape_count++] = shape;
	return 0;
}

static const char *extension_of(const struct as_package *package, const char *extension)
{
	for (char **path = package->input_validators; path && *path; path++)
		if (as_text_ends(*path, extension))
			return *path;
	return NULL;
}

#define MAX_SAMPLE_BYTES (UINT64_C(1) << 20)

static bool is_sample(const struct as_test *test)
{
	return strncmp(test->name, "sample/", strlen("sample/")) == 0;
}

/* If the script is not supported, the samples remain. */
static int add_script(struct as_search *search, struct as_error *error)
{
	const struct as_package *package = search->order->package;
	const char *path = extension_of(package, ".ctd");
	struct as_error why = {0};
	char text[1024];

	if (!path)
		return 0;
	search->stream.script = as_validators_read_script(package, path, &why);
	if (search->stream.script)
		return 0;
	if (why.kind != AS_ERROR_INPUT) {
		if (error)
			*error = why;
		return -1;
	}
	search->report->complaint =
		as_text_format(error, "%s", as_error_format(&why, text, sizeof(text)));
	return search->report->complaint ? 0 : -1;
}

static bool add_samples_of(struct as_search *search, bool samples)
{
	const struct as_package *package = search->order->package;
	struct as_stream *stream = &search->stream;

	for (size_t i = 0; i < package->test_count; i++) {
		struct as_bytes *bytes = &stream->sample_bytes[stream->sample_count];
		struct as_error why = {0};
		if (is_sample(&package->tests[i]) != samples)
			continue;
		/* Samples that are too large are skipped. */
		if (as_file_read(package->tree.fd, package->tests[i].input_path, MAX_SAMPLE_BYTES,
			    bytes, &why))
			continue;
		stream->samples[stream->sample_count++] =
			(struct as_sample){.text = bytes->data, .size = bytes->size};
	}
	return stream->sample_count > 0;
}

static int add_samples(struct as_search *search, struct as_error *error)
{
	const size_t max = search->order->package->test_count + 1;
	struct as_stream *stream = &search->stream;

	stream->samples = calloc(max, sizeof(*stream->samples));
	stream->sample_bytes = calloc(max, sizeof(*stream->sample_bytes));
	if (!stream->samples || !stream->sample_bytes)
		return as_error_no_memory(error);
	if (!add_samples_of(search, true) && !search->order->hides_secret)
		stream->has_no_samples = add_samples_of(search, false);
	return 0;
}

static int add_shapes(struct as_search *search, struct as_error *error)
{
	const char *generator = search->order->generator;
	size_t count = 0;
	const struct as_recipe_command *list = as_commands_list(search->commands, &count);

	if (generator) {
		if (as_commands_add(search->commands, generator, error))
			return -1;
		return add_shape(&search->stream, generator, error);
	}
	for (size_t i = 0; i < count; i++)
		if (as_commands_add(search->commands, list[i].text, error) ||
			add_shape(&search->stream, list[i].text, error))
			return -1;
	return 0;
}

/* ---- the package's own tests ---- */

static int compare_own(const void *left, const void *right)
{
	const struct as_own_test *a = left, *b = right;

	if (is_sample(a->test) != is_sample(b->test))
		return is_sample(a->test) ? -1 : 1;
	return a->bytes != b->bytes ? (a->bytes < b->bytes ? -1 : 1)
				    : (a->test > b->test) - (a->test < b->test);
}

static int add_own_tests(struct as_search *search, struct as_error *error)
{
	const struct as_package *package = search->order->package;
	struct as_stream *stream = &search->stream;

	stream->own = calloc(package->test_count + 1, sizeof(*stream->own));
	if (!stream->own)
		return as_error_no_memory(error);
	for (size_t i = 0; i < package->test_count; i++) {
		const struct as_test *test = &package->tests[i];
		const uint64_t input_bytes =
			as_package_file_bytes(&package->tree, test->input_path);
		if (search->order->hides_secret && !is_sample(test)) {
			/* A command without a seed, or shrinking, could make it. */
			if (as_secret_add(search, test, input_bytes, error))
				return -1;
			continue;
		}
		if (input_bytes > AS_MAX_OWN_TEST_BYTES ||
			as_package_file_bytes(&package->tree, test->answer_path) >
				AS_MAX_OWN_TEST_BYTES)
			continue;
		stream->own[stream->own_count++] =
			(struct as_own_test){.test = test, .bytes = input_bytes};
	}
	qsort(stream->own, stream->own_count, sizeof(*stream->own), compare_own);
	return 0;
}

int as_sources_open(struct as_search *search, struct as_error *error)
{
	struct as_stream *stream = &search->stream;

	if (add_own_tests(search, error) || as_words_find(search, error) ||
		add_shapes(search, error))
		return -1;
	if (stream->shape_count)
		return 0;
	if (add_script(search, error) || add_samples(search, error))
		return -1;
	if (!stream->script && stream->sample_count && search->validator_count == 0)
		return as_error_at(error, AS_ERROR_INPUT, search->order->package->path, 0, 0,
			"no generators, and no input validator for changed samples; write an input "
			"validator, or a generator and a recipe that uses it");
	if (stream->script || stream->sample_count)
		return 0;
	return as_error_at(error, AS_ERROR_INPUT, search->order->package->path, 0, 0,
		"no generators, no Checktestdata script and no %s to make inputs from; write a "
		"generator and a recipe that uses it",
		search->order->hides_secret ? "samples" : "tests");
}

void as_sources_close(struct as_stream *stream)
{
	for (size_t i = 0; i < stream->shape_count; i++)
		as_shape_clear(&stream->shapes[i]);
	for (size_t i = 0; i < stream->explored_count; i++) {
		as_explore_free(stream->explored[i].explore);
		free(stream->explored[i].command);
	}
	for (size_t i = 0; i < stream->sample_count; i++)
		as_bytes_clear(&stream->sample_bytes[i]);
	as_ctd_free(stream->script);
	as_words_clear(&stream->words);
	free(stream->own);
	free(stream->sample_bytes);
	free(stream->samples);
	free(stream->explored);
	free(stream->shapes);
}

/* ---- probing sizes and tapes ---- */

#define PROBED_SMALL 10
#define PROBED_LARGE 40
/* Value of the sizes in commands whose tapes are explored. */
#define EXPLORED_SIZE 8
#define NO_NUMBER SIZE_MAX

struct probe {
	size_t shape;
	size_t number;    /* NO_NUMBER: probes whether there is a tape */
	size_t tokens[2]; /* 0: the generator failed */
	char *command;    /* the command, if it has a tape */
};
struct probes {
	struct as_search *search;
	struct probe *items;
	size_t count;
};

static void clear_probes(struct probes *probes)
{
	for (size_t i = 0; i < probes->count; i++)
		free(probes->items[i].command);
	free(probes->items);
}

static size_t count_tokens(const struct as_bytes *input)
{
	size_t count = 0;

	for (size_t i = 0; i < input->size; i++) {
		const bool blank = strchr(" \t\r\n", input->data[i]) != NULL;
		count += !blank && (i == 0 || strchr(" \t\r\n", input->data[i - 1]));
	}
	return count;
}

/* Lowers all numbers to at most `max`, but the probed one to `probed`. */
static void lower_all(const struct as_shape *shape, int64_t max, size_t number, int64_t probed,
	int64_t values[AS_MAX_NUMBERS])
{
	for (size_t i = 0; i < shape->number_count; i++)
		values[i] = as_number_lower(shape->numbers[i].value, i == number ? probed : max);
}

static int count_made(struct probes *probes, unsigned thread, struct probe *probe, int which,
	struct as_error *error)
{
	struct as_search *search = probes->search;
	const struct as_shape *shape = &search->stream.shapes[probe->shape];
	int64_t values[AS_MAX_NUMBERS];
	AS_AUTO(as_trial_clear) struct as_trial trial = {.origin = AS_ORIGIN_COMMAND};

	lower_all(shape, 4, probe->number, which ? PROBED_LARGE : PROBED_SMALL, values);
	trial.command = as_shape_write(shape, values, 1, error);
	if (!trial.command || as_trials_make(search, thread, &trial, 1, error))
		return -1;
	probe->tokens[which] = count_tokens(&trial.input);
	return 0;
}

/* Tries small sizes with all other numbers unchanged; if that fails, with lower ones. */
static int find_tape(
	struct probes *probes, unsigned thread, struct probe *probe, struct as_error *error)
{
	struct as_search *search = probes->search;
	const struct as_shape *shape = &search->stream.shapes[probe->shape];

	for (int attempt = 0; attempt < 2 && !probe->command; attempt++) {
		int64_t values[AS_MAX_NUMBERS];
		AS_AUTO(as_trial_clear)
		struct as_trial trial = {.origin = AS_ORIGIN_COMMAND, .is_recording = true};
		for (size_t i = 0; i < shape->number_count; i++)
			values[i] = as_number_lower(
				shape->numbers[i].value, shape->numbers[i].is_size ? EXPLORED_SIZE
							 : attempt ? EXPLORED_SIZE / 2
								   : INT64_MAX);
		trial.command = as_shape_write(shape, values, 1, error);
		if (!trial.command || as_trials_make(search, thread, &trial, 1, error))
			return -1;
		if (trial.has_record)
			probe->command = as_steal(trial.command);
		if (trial.state == AS_TRIAL_MADE)
			break;
	}
	return 0;
}

static int run_probe(void *context, unsigned thread, size_t item, struct as_error *error)
{
	struct probes *probes = context;
	struct probe *probe = &probes->items[item];

	if (probe->number == NO_NUMBER)
		return find_tape(probes, thread, probe, error);
	return count_made(probes, thread, probe, 0, error) ||
			       count_made(probes, thread, probe, 1, error)
		       ? -1
		       : 0;
}

/* Numbers that are not sizes keep their large values, since they do not make inputs longer. */
static int probe_numbers(struct as_search *search, struct probes *probes, struct as_error *error)
{
	struct as_stream *stream = &search->stream;

	for (size_t i = 0; i < stream->shape_count; i++)
		for (size_t k = 0; k < stream->shapes[i].number_count; k++)
			if (llabs(stream->shapes[i].numbers[k].value) > PROBED_LARGE)
				probes->items[probes->count++] =
					(struct probe){.shape = i, .number = k};
	if (as_pool_run(search->pool, run_probe, probes, probes->count, error))
		return -1;
	for (size_t i = 0; i < probes->count; i++) {
		const struct probe *probe = &probes->items[i];
		stream->shapes[probe->shape].numbers[probe->number].is_size =
			probe->tokens[1] > probe->tokens[0];
	}
	probes->count = 0;
	return 0;
}

static uint64_t seed_of(const struct as_search *search, size_t index)
{
	struct as_random random =
		as_random_of(search->order->seed ? search->order->seed : "", UINT64_MAX - index);

	return as_random_next(&random);
}

/* Number of tapes in order of size, before random ones. */
#define ENUMERATED 4000

static int add_explored(struct as_search *search, enum as_origin origin, size_t shape,
	char *command, struct as_error *error)
{
	struct as_stream *stream = &search->stream;
	const struct as_explore_config config = {.seed = seed_of(search, shape),
		.enumerate = ENUMERATED,
		.words = (const char *const *)stream->words.items,
		.word_count = stream->words.count};
	struct as_explored *explored = &stream->explored[stream->explored_count];

	*explored = (struct as_explored){.origin = origin, .command = command};
	stream->explored_count++;
	explored->explore = as_explore_new(&config, error);
	return explored->explore ? 0 : -1;
}

static int probe_tapes(struct as_search *search, struct probes *probes, struct as_error *error)
{
	struct as_stream *stream = &search->stream;

	for (size_t i = 0; i < stream->shape_count; i++)
		probes->items[probes->count++] = (struct probe){.shape = i, .number = NO_NUMBER};
	if (as_pool_run(search->pool, run_probe, probes, probes->count, error))
		return -1;
	for (size_t i = 0; i < probes->count; i++)
		if (probes->items[i].command && add_explored(search, AS_ORIGIN_COMMAND, i,
							as_steal(probes->items[i].command), error))
			return -1;
	return 0;
}

/* For a recipe whose generators have no tapes. Inputs of other sources need a validator. */
static int add_others(struct as_search *search, struct as_error *error)
{
	if (search->order->generator || search->validator_count == 0)
		return 0;
	return add_script(search, error) || (!search->stream.script && add_samples(search, error))
		       ? -1
		       : 0;
}

int as_sources_probe(struct as_search *search, struct as_error *error)
{
	struct as_stream *stream = &search->stream;
	AS_AUTO(clear_probes)
	struct probes probes = {.search = search,
		.items = calloc(
			stream->shape_count * (AS_MAX_NUMBERS + 1) + 1, sizeof(*probes.items))};

	stream->explored = calloc(stream->shape_count + 1, sizeof(*stream->explored));
	if (!probes.items || !stream->explored)
		return as_error_no_memory(error);
	if (probe_numbers(search, &probes, error) || probe_tapes(search, &probes, error))
		return -1;
	if (stream->shape_count && !stream->explored_count && add_others(search, error))
		return -1;
	return stream->script ? add_explored(search, AS_ORIGIN_SCRIPT, 0, NULL, error) : 0;
}
