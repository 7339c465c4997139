/* SPDX-License-Identifier: MIT */
/* Stored results: assay-result/4 and /5 lose nothing, and damaged ones are refused. */
#include <assay/engine/result.h>
#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <string.h>

/* ---- random results ---- */

struct source {
	uint64_t state;
};

/* splitmix64 */
static uint64_t draw(struct source *source)
{
	uint64_t z = source->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static size_t below(struct source *source, size_t count)
{
	return (size_t)(draw(source) % count);
}

static bool flip(struct source *source)
{
	return draw(source) & 1;
}

/* Small, large, and extreme. */
static uint64_t draw_number(struct source *source)
{
	static const uint64_t special[] = {
		0, 1, 127, 128, INT64_MAX, UINT64_C(1) << 63, UINT64_MAX};

	return flip(source) ? special[below(source, sizeof(special) / sizeof(*special))]
			    : draw(source) >> below(source, 64);
}

static double draw_double(struct source *source)
{
	static const double special[] = {
		0, -0.0, INFINITY, -INFINITY, NAN, 0.1, 100, 5e-324, 1.7976931348623157e308};
	const uint64_t bits = draw(source);
	double any;

	memcpy(&any, &bits, sizeof(any));
	return flip(source) ? special[below(source, sizeof(special) / sizeof(*special))] : any;
}

static void fill_text(struct source *source, char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		text[i] = (char)(flip(source) ? 1 + below(source, 255) : 'a' + below(source, 26));
	text[length] = '\0';
}

static char *draw_named(struct source *source)
{
	const size_t length = below(source, below(source, 20) ? 20 : 3000);
	char *text = malloc(length + 1);

	fill_text(source, text, length);
	return text;
}

static char *draw_text(struct source *source)
{
	return below(source, 4) ? draw_named(source) : NULL;
}

static void draw_digest(struct source *source, char hex[AS_DIGEST_HEX_SIZE])
{
	fill_text(source, hex, flip(source) ? AS_DIGEST_HEX_SIZE - 1 : 0);
}

static enum as_verdict draw_verdict(struct source *source)
{
	return (enum as_verdict)below(source, AS_VERDICT_CE + 1);
}

static void draw_test(struct source *source, struct as_result_test *test, size_t group_count)
{
	*test = (struct as_result_test){.name = draw_named(source),
		.is_static = flip(source),
		.group = below(source, group_count),
		.verdict = draw_verdict(source),
		.reason = draw_text(source),
		.feedback = draw_text(source),
		.judge_message = draw_text(source),
		.team_message = draw_text(source),
		.transcript = draw_text(source),
		.hint = draw_text(source),
		.usage = {.known = flip(source),
			.disturbed = below(source, 20) == 0,
			.cpu_time_ns = (int64_t)draw_number(source),
			.wall_time_ns = (int64_t)draw_number(source),
			.memory_bytes = draw_number(source),
			.instructions = draw_number(source)},
		.exit_code = (int)draw_number(source),
		.signal = (int)draw_number(source),
		.reruns = (unsigned)draw_number(source),
		.unconfirmed = flip(source),
		.passes = (unsigned)draw_number(source),
		.has_score = flip(source),
		.score = draw_double(source),
		.score_file = (enum as_score_file)below(source, 3),
		.sight = {.is_sample = flip(source),
			.full_feedback = flip(source),
			.feedback_is_secret = flip(source)}};
}

static struct as_result_test *draw_tests(struct source *source, size_t *count, size_t group_count)
{
	*count = group_count ? below(source, 6) : 0;
	struct as_result_test *tests = *count ? calloc(*count, sizeof(*tests)) : NULL;

	for (size_t i = 0; i < *count; i++)
		draw_test(source, &tests[i], group_count);
	return tests;
}

static void draw_groups(struct source *source, struct as_result *result)
{
	result->group_count = below(source, 5);
	if (result->group_count)
		result->groups = calloc(result->group_count, sizeof(*result->groups));
	for (size_t g = 0; g < result->group_count; g++)
		result->groups[g] = (struct as_result_group){.name = draw_named(source),
			.has_score = flip(source),
			.verdict = draw_verdict(source),
			.score = draw_double(source),
			.max_score = draw_double(source),
			.unmet = flip(source) ? SIZE_MAX : below(source, result->group_count),
			.feedback = draw_text(source)};
}

static char **draw_words(struct source *source)
{
	const size_t count = below(source, 4);
	char **words = flip(source) ? calloc(count + 1, sizeof(*words)) : NULL;

	for (size_t i = 0; words && i < count; i++)
		words[i] = draw_named(source);
	return words;
}

static struct as_result draw_result(struct source *source)
{
	static const enum as_error_kind kinds[] = {
		AS_ERROR_NONE, AS_ERROR_USAGE, AS_ERROR_INPUT, AS_ERROR_MACHINE, AS_ERROR_INTERNAL};
	struct as_result result = {.problem = draw_text(source),
		.path = draw_text(source),
		.version = draw_text(source),
		.worker = draw_text(source),
		.verdict = draw_verdict(source),
		.fault = kinds[below(source, 5)],
		.scoring = flip(source),
		.has_score = flip(source),
		.score = draw_double(source),
		.max_score = draw_double(source),
		.compile = {.language = draw_text(source),
			.verdict = draw_verdict(source),
			.reason = draw_text(source),
			.output = draw_text(source),
			.cpu_time_ns = (int64_t)draw_number(source),
			.wall_time_ns = (int64_t)draw_number(source),
			.cached = flip(source),
			.notes = draw_words(source),
			.entry = draw_text(source)},
		.limits = {.cpu_time_ns = (int64_t)draw_number(source),
			.wall_time_ns = (int64_t)draw_number(source),
			.memory_bytes = draw_number(source),
			.output_bytes = draw_number(source),
			.processes = (uint32_t)draw_number(source),
			.reruns = (unsigned)draw_number(source),
			.lenient = flip(source)},
		.sandbox = {.used = flip(source),
			.weak = flip(source),
			.cgroup = draw_text(source),
			.degraded = draw_words(source),
			.core_shared = flip(source),
			.usage_unknown = flip(source)}};

	draw_digest(source, result.digests.package);
	draw_digest(source, result.digests.source);
	draw_digest(source, result.digests.language);
	draw_digest(source, result.digests.sandbox);
	draw_digest(source, result.digests.limits);
	draw_groups(source, &result);
	result.tests = draw_tests(source, &result.test_count, result.group_count);
	result.statics = draw_tests(source, &result.static_count, result.group_count);
	for (size_t i = 0; i < result.static_count; i++)
		result.statics[i].usage.disturbed = false;
	return result;
}

/* Earlier formats have no such runs. */
static struct as_result draw_calm_result(struct source *source)
{
	struct as_result result = draw_result(source);

	for (size_t i = 0; i < result.test_count; i++)
		result.tests[i].usage.disturbed = false;
	return result;
}

/* ---- equality, compared member by member ---- */

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_bits(double a, double b)
{
	return memcmp(&a, &b, sizeof(a)) == 0;
}

static bool same_words(char **a, char **b)
{
	if (!a || !b)
		return a == b;
	while (*a && *b && strcmp(*a, *b) == 0)
		a++, b++;
	return !*a && !*b;
}

static bool same_usage(const struct as_result_usage *a, const struct as_result_usage *b)
{
	return a->known == b->known && a->disturbed == b->disturbed &&
	       a->cpu_time_ns == b->cpu_time_ns && a->wall_time_ns == b->wall_time_ns &&
	       a->memory_bytes == b->memory_bytes && a->instructions == b->instructions;
}

static bool same_messages(const struct as_result_test *a, const struct as_result_test *b)
{
	return same_text(a->name, b->name) && same_text(a->reason, b->reason) &&
	       same_text(a->feedback, b->feedback) &&
	       same_text(a->judge_message, b->judge_message) &&
	       same_text(a->team_message, b->team_message) &&
	       same_text(a->transcript, b->transcript) && same_text(a->hint, b->hint);
}

static bool same_test(const struct as_result_test *a, const struct as_result_test *b)
{
	return same_messages(a, b) && same_usage(&a->usage, &b->usage) &&
	       a->is_static == b->is_static && a->group == b->group && a->verdict == b->verdict &&
	       a->exit_code == b->exit_code && a->signal == b->signal && a->reruns == b->reruns &&
	       a->unconfirmed == b->unconfirmed && a->passes == b->passes &&
	       a->has_score == b->has_score && same_bits(a->score, b->score) &&
	       a->score_file == b->score_file && a->sight.is_sample == b->sight.is_sample &&
	       a->sight.full_feedback == b->sight.full_feedback &&
	       a->sight.feedback_is_secret == b->sight.feedback_is_secret;
}

static bool same_tests(const struct as_result_test *a, size_t a_count,
	const struct as_result_test *b, size_t b_count)
{
	bool same = a_count == b_count;

	for (size_t i = 0; same && i < a_count; i++)
		same = same_test(&a[i], &b[i]);
	return same;
}

static bool same_group(const struct as_result_group *a, const struct as_result_group *b)
{
	return same_text(a->name, b->name) && a->has_score == b->has_score &&
	       a->verdict == b->verdict && same_bits(a->score, b->score) &&
	       same_bits(a->max_score, b->max_score) && a->unmet == b->unmet &&
	       same_text(a->feedback, b->feedback);
}

static bool same_groups(const struct as_result *a, const struct as_result *b)
{
	bool same = a->group_count == b->group_count;

	for (size_t g = 0; same && g < a->group_count; g++)
		same = same_group(&a->groups[g], &b->groups[g]);
	return same;
}

static bool same_compile(const struct as_result_compile *a, const struct as_result_compile *b)
{
	return same_text(a->language, b->language) && a->verdict == b->verdict &&
	       same_text(a->reason, b->reason) && same_text(a->output, b->output) &&
	       a->cpu_time_ns == b->cpu_time_ns && a->wall_time_ns == b->wall_time_ns &&
	       a->cached == b->cached && same_words(a->notes, b->notes) &&
	       same_text(a->entry, b->entry);
}

static bool same_limits(const struct as_result_limits *a, const struct as_result_limits *b)
{
	return a->cpu_time_ns == b->cpu_time_ns && a->wall_time_ns == b->wall_time_ns &&
	       a->memory_bytes == b->memory_bytes && a->output_bytes == b->output_bytes &&
	       a->processes == b->processes && a->reruns == b->reruns && a->lenient == b->lenient;
}

static bool same_digests(const struct as_result_digests *a, const struct as_result_digests *b)
{
	return same_text(a->package, b->package) && same_text(a->source, b->source) &&
	       same_text(a->language, b->language) && same_text(a->sandbox, b->sandbox) &&
	       same_text(a->limits, b->limits);
}

static bool same_sandbox(const struct as_result_sandbox *a, const struct as_result_sandbox *b)
{
	return a->used == b->used && a->weak == b->weak && same_text(a->cgroup, b->cgroup) &&
	       same_words(a->degraded, b->degraded) && a->core_shared == b->core_shared &&
	       a->usage_unknown == b->usage_unknown;
}

static bool same_result(const struct as_result *a, const struct as_result *b)
{
	return same_text(a->problem, b->problem) && same_text(a->path, b->path) &&
	       same_text(a->version, b->version) && same_text(a->worker, b->worker) &&
	       a->verdict == b->verdict && a->fault == b->fault && a->scoring == b->scoring &&
	       a->has_score == b->has_score && same_bits(a->score, b->score) &&
	       same_bits(a->max_score, b->max_score) && same_compile(&a->compile, &b->compile) &&
	       same_limits(&a->limits, &b->limits) && same_digests(&a->digests, &b->digests) &&
	       same_sandbox(&a->sandbox, &b->sandbox) && same_groups(a, b) &&
	       same_tests(a->tests, a->test_count, b->tests, b->test_count) &&
	       same_tests(a->statics, a->static_count, b->statics, b->static_count);
}

static struct as_bytes write_result(const struct as_result *result)
{
	struct as_bytes bytes;
	struct as_error error = {0};

	cr_assert_eq(as_result_write(result, &bytes, &error), 0, "%s", error.text);
	return bytes;
}

static void expect_empty(const struct as_result *result)
{
	static const struct as_result none;

	cr_expect_eq(memcmp(result, &none, sizeof(none)), 0);
}

/* ---- assay-result/4, and /5 if a run was disturbed ---- */

Test(result, any_written_value_is_read_back)
{
	struct source source = {.state = 20240601};

	for (int i = 0; i < 2500; i++) {
		AS_AUTO(as_result_clear) struct as_result result = draw_result(&source);
		AS_AUTO(as_result_clear) struct as_result again = {0};
		AS_AUTO_BYTES struct as_bytes bytes = write_result(&result);
		cr_assert_eq(as_result_read(bytes.data, bytes.size, &again, NULL), 1, "%d", i);
		cr_assert(same_result(&result, &again), "%d", i);
		AS_AUTO_BYTES struct as_bytes bytes_again = write_result(&again);
		cr_assert(bytes_again.size == bytes.size &&
				  memcmp(bytes_again.data, bytes.data, bytes.size) == 0,
			"%d", i);
	}
}

/* If the format omitted a member, two different results would have the same bytes. */
Test(result, different_results_have_different_bytes)
{
	struct source source = {.state = 7};

	for (int i = 0; i < 1000; i++) {
		AS_AUTO(as_result_clear) struct as_result a = draw_result(&source);
		AS_AUTO(as_result_clear) struct as_result b = draw_result(&source);
		AS_AUTO_BYTES struct as_bytes first = write_result(&a);
		AS_AUTO_BYTES struct as_bytes second = write_result(&b);
		bool equal = first.size == second.size &&
			     memcmp(first.data, second.data, first.size) == 0;
		cr_assert_eq(equal, same_result(&a, &b));
	}
}

Test(result, cut_or_changed_bytes_are_never_read)
{
	struct source source = {.state = 3};

	for (int i = 0; i < 300; i++) {
		AS_AUTO(as_result_clear) struct as_result result = draw_result(&source);
		AS_AUTO_BYTES struct as_bytes bytes = write_result(&result);
		const size_t size = below(&source, bytes.size);
		const size_t bit = below(&source, 8 * bytes.size);
		struct as_result again = {0};

		/* A separate copy, so that a read past its end is detected. */
		AS_AUTO_FREE char *cut = memcpy(malloc(size + 1), bytes.data, size);
		cr_expect_neq(as_result_read(cut, size, &again, NULL), 1, "%zu bytes", size);
		expect_empty(&again);
		bytes.data[bit / 8] ^= (char)(1 << bit % 8);
		cr_expect_neq(
			as_result_read(bytes.data, bytes.size, &again, NULL), 1, "bit %zu", bit);
		expect_empty(&again);
	}
}

/* Of all bytes except its own. */
static void put_digest(struct as_bytes *bytes)
{
	const size_t name = strlen("assay-result/4\n"), head = name + AS_DIGEST_HEX_SIZE;
	struct as_digest digest;
	char hex[AS_DIGEST_HEX_SIZE];

	as_digest_init(&digest);
	as_digest_add(&digest, bytes->data, name);
	as_digest_add(&digest, bytes->data + head, bytes->size - head);
	as_digest_end(&digest, hex);
	memcpy(bytes->data + name, hex, AS_DIGEST_HEX_SIZE - 1);
}

/* The digest is valid, as an attacker with write access can achieve. */
Test(result, changed_values_with_a_valid_digest_neither_crash_nor_change)
{
	struct source source = {.state = 11};
	size_t read = 0;

	for (int i = 0; i < 2000; i++) {
		AS_AUTO(as_result_clear) struct as_result result = draw_result(&source);
		AS_AUTO(as_result_clear) struct as_result again = {0};
		AS_AUTO_BYTES struct as_bytes bytes = write_result(&result);
		const size_t head = strlen("assay-result/4\n") + AS_DIGEST_HEX_SIZE;

		for (size_t k = below(&source, 4); k < 4; k++)
			bytes.data[head + below(&source, bytes.size - head)] = (char)draw(&source);
		bytes.size -= below(&source, 3) ? 0 : below(&source, bytes.size - head);
		put_digest(&bytes);
		if (as_result_read(bytes.data, bytes.size, &again, NULL) != 1) {
			expect_empty(&again);
			continue;
		}
		read++;
		AS_AUTO_BYTES struct as_bytes bytes_again = write_result(&again);
		cr_assert(bytes_again.size == bytes.size &&
			  memcmp(bytes_again.data, bytes.data, bytes.size) == 0);
		AS_AUTO_JSON json_t *document = as_result_json(&again, AS_AUDIENCE_SETTER, NULL);
		cr_assert_not_null(document);
	}
	cr_expect(read > 100 && read < 1900, "%zu", read);
}

/* Stores contain such results. */
Test(result, version_3_is_read_and_is_not_lenient)
{
	struct source source = {.state = 12};

	for (int i = 0; i < 100; i++) {
		AS_AUTO(as_result_clear) struct as_result result = draw_calm_result(&source);
		AS_AUTO(as_result_clear) struct as_result again = {0};
		result.limits.lenient = false;
		free(as_steal(result.compile.entry));
		AS_AUTO_BYTES struct as_bytes bytes = write_result(&result);
		*strchr(bytes.data, '4') = '3';
		bytes.size -= 2; /* the flag is one byte, and so is a missing entry */
		put_digest(&bytes);
		cr_assert_eq(as_result_read(bytes.data, bytes.size, &again, NULL), 1);
		cr_assert(same_result(&result, &again));
	}
}

Test(result, version_2_is_read_and_names_no_worker)
{
	struct source source = {.state = 13};

	for (int i = 0; i < 100; i++) {
		AS_AUTO(as_result_clear) struct as_result result = draw_calm_result(&source);
		AS_AUTO(as_result_clear) struct as_result again = {0};
		free(result.worker);
		result.worker = NULL;
		result.limits.lenient = false;
		free(as_steal(result.compile.entry));
		AS_AUTO_BYTES struct as_bytes bytes = write_result(&result);
		*strchr(bytes.data, '4') = '2';
		bytes.size -= 3; /* a byte each for the worker, the flag and the entry */
		put_digest(&bytes);
		cr_assert_eq(as_result_read(bytes.data, bytes.size, &again, NULL), 1);
		cr_assert(same_result(&result, &again));
	}
}

Test(result, another_version_is_a_miss_and_damage_is_reported)
{
	AS_AUTO(as_result_clear) struct as_result result = {.verdict = AS_VERDICT_AC};
	AS_AUTO_BYTES struct as_bytes bytes = write_result(&result);
	struct as_result again = {0};
	struct as_error error = {0};
	char *number = strchr(bytes.data, '4');

	*number = '1';
	cr_expect_eq(as_result_read(bytes.data, bytes.size, &again, &error), 0);
	cr_expect_eq(as_result_read("{\"schema\":\"assay-verdict/1\"}", 29, &again, &error), 0);
	cr_expect_eq(as_result_read("", 0, &again, &error), 0);
	cr_expect_eq(error.kind, AS_ERROR_NONE);
	*number = '3';
	bytes.data[bytes.size - 1] ^= 1;
	cr_expect_eq(as_result_read(bytes.data, bytes.size, &again, &error), -1);
	cr_expect_eq(error.kind, AS_ERROR_INTERNAL);
	cr_expect_str_eq(error.text, "the record is damaged");
	expect_empty(&again);
}
