/* SPDX-License-Identifier: MIT */
#include "metadata.h"
#include <math.h>
#include <string.h>

#define NS_PER_SECOND 1000000000
#define MIB ((uint64_t)1 << 20)
#define KIB ((uint64_t)1 << 10)
/* Upper bounds: beyond any problem, and far from overflow. */
#define MAX_SECONDS PACKAGE_MAX_SECONDS
#define MAX_MULTIPLIER 1e6
#define MIN_FACTOR 1e-6
#define MAX_PASSES 1000000
#define MAX_MIB (1 << 20)
#define DEFAULT_TIME_LIMIT_NS ((int64_t)2 * NS_PER_SECOND)

struct limits_reader {
	const struct as_package *package;
	struct as_package_limits *limits;
	double time_limit; /* in seconds; 0: not given */
	double time_resolution;
};

void as_package_limits_default(struct as_package_limits *limits)
{
	*limits = (struct as_package_limits){
		.time_limit_ns = DEFAULT_TIME_LIMIT_NS,
		.ac_to_time_limit = 2,
		.time_limit_to_tle = 1.5,
		.time_resolution_ns = NS_PER_SECOND,
		.validation_passes = 2,
		.memory_bytes = 2048 * MIB,
		.output_bytes = 8 * MIB,
		.code_bytes = 128 * KIB,
		.compilation_time_ns = (int64_t)60 * NS_PER_SECOND,
		.compilation_memory_bytes = 2048 * MIB,
		.validation_time_ns = (int64_t)60 * NS_PER_SECOND,
		.validation_memory_bytes = 2048 * MIB,
		.validation_output_bytes = 8 * MIB,
	};
}

static int read_size(
	const struct as_node *node, uint64_t unit_bytes, uint64_t *bytes, struct as_error *error)
{
	int64_t count;
	if (as_node_integer(node, 1, MAX_MIB, &count, error) < 0)
		return -1;
	*bytes = (uint64_t)count * unit_bytes;
	return 0;
}

static int read_whole_seconds(
	const struct as_node *node, int64_t max, int64_t *time_ns, struct as_error *error)
{
	int64_t seconds;
	if (as_node_integer(node, 1, max, &seconds, error) < 0)
		return -1;
	*time_ns = seconds * NS_PER_SECOND;
	return 0;
}

static int read_seconds(
	const struct as_node *node, int max, double *seconds, struct as_error *error)
{
	if (as_node_number(node, seconds, error) < 0)
		return -1;
	if (*seconds < 1e-9 || *seconds > max)
		return as_node_error(node, error,
			"%s must be a number of seconds above 0 and up to %d", node->key, max);
	return 0;
}

static int read_factor(
	const struct as_node *node, double min, double *factor, struct as_error *error)
{
	if (as_node_number(node, factor, error) < 0)
		return -1;
	if (*factor >= min && *factor <= MAX_MULTIPLIER)
		return 0;
	return as_node_error(node, error, "%s must be %s%s", node->key,
		min >= 1 ? "1 or more" : "above 0", *factor > MAX_MULTIPLIER ? ", to 1e6" : "");
}

/* Readers of keys by a unit or a bound and the member that they set. */
#define MEMBER_READER(key, read, bound, member)                                                    \
	static int read_##key(const struct as_node *node, void *target, struct as_error *error)    \
	{                                                                                          \
		struct limits_reader *reader = target;                                             \
		return read(node, bound, &reader->member, error);                                  \
	}
MEMBER_READER(ac_to_time_limit, read_factor, 1, limits->ac_to_time_limit)
MEMBER_READER(time_limit_to_tle, read_factor, 1, limits->time_limit_to_tle)
MEMBER_READER(time_resolution, read_seconds, MAX_SECONDS, time_resolution)
MEMBER_READER(memory, read_size, MIB, limits->memory_bytes)
MEMBER_READER(output, read_size, MIB, limits->output_bytes)
MEMBER_READER(code, read_size, KIB, limits->code_bytes)
MEMBER_READER(compilation_time, read_whole_seconds, MAX_SECONDS, limits->compilation_time_ns)
MEMBER_READER(compilation_memory, read_size, MIB, limits->compilation_memory_bytes)
MEMBER_READER(validation_time, read_whole_seconds, MAX_SECONDS, limits->validation_time_ns)
MEMBER_READER(validation_memory, read_size, MIB, limits->validation_memory_bytes)
MEMBER_READER(validation_output, read_size, MIB, limits->validation_output_bytes)
/* The two multipliers of the legacy format. */
MEMBER_READER(time_multiplier, read_factor, MIN_FACTOR, limits->ac_to_time_limit)
MEMBER_READER(time_safety_margin, read_factor, MIN_FACTOR, limits->time_limit_to_tle)

static int read_multipliers(const struct as_node *node, void *target, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"ac_to_time_limit", read_ac_to_time_limit, false},
		{"time_limit_to_tle", read_time_limit_to_tle, false},
	};
	return as_node_read(node, keys, sizeof keys / sizeof *keys, target, error);
}

static int read_time_limit(const struct as_node *node, void *target, struct as_error *error)
{
	struct limits_reader *reader = target;
	if (read_seconds(node, MAX_SECONDS, &reader->time_limit, error) < 0)
		return -1;
	reader->limits->has_time_limit = true;
	reader->limits->time_limit_file = PACKAGE_METADATA_NAME;
	reader->limits->time_limit_ns = llround(reader->time_limit * NS_PER_SECOND);
	return 0;
}

static int read_passes(const struct as_node *node, void *target, struct as_error *error)
{
	struct limits_reader *reader = target;
	int64_t passes;
	if (!reader->package->multi_pass)
		return as_node_error(node, error,
			"validation_passes is only for packages of type multi-pass; remove it");
	if (as_node_integer(node, 2, MAX_PASSES, &passes, error) < 0)
		return -1;
	reader->limits->validation_passes = (unsigned)passes;
	return 0;
}

/* Both are decimal fractions read as doubles: 0.3 / 0.1 is not exactly 3. */
static bool divides(double resolution, double limit)
{
	double steps = limit / resolution;
	return fabs(steps - round(steps)) <= 1e-9 * fmax(steps, 1) && round(steps) >= 1;
}

static int check_resolution(
	const struct as_node *node, const struct limits_reader *reader, struct as_error *error)
{
	if (divides(reader->time_resolution, reader->time_limit))
		return 0;
	double finer = 0.1;
	while (finer > 1e-9 && !divides(finer, reader->time_limit))
		finer /= 10;
	struct as_node time_limit = as_node_child(node, "time_limit");
	return as_node_error(&time_limit, error,
		"time_limit %g is not a multiple of time_resolution %g; set time_resolution to a "
		"divisor, such as %g",
		reader->time_limit, reader->time_resolution, finer);
}

static const struct as_node_key limit_keys[] = {
	{"time_multipliers", read_multipliers, false},
	{"time_limit", read_time_limit, false},
	{"time_resolution", read_time_resolution, false},
	{"memory", read_memory, false},
	{"output", read_output, false},
	{"code", read_code, false},
	{"compilation_time", read_compilation_time, false},
	{"compilation_memory", read_compilation_memory, false},
	{"validation_time", read_validation_time, false},
	{"validation_memory", read_validation_memory, false},
	{"validation_output", read_validation_output, false},
	{"validation_passes", read_passes, false},
};
enum { LIMIT_COUNT = sizeof limit_keys / sizeof *limit_keys };

static int finish(const struct as_node *node, struct limits_reader *reader, struct as_error *error)
{
	reader->limits->time_resolution_ns = llround(reader->time_resolution * NS_PER_SECOND);
	return reader->limits->has_time_limit ? check_resolution(node, reader, error) : 0;
}

int package_limits_read(
	const struct as_node *node, struct as_package *package, struct as_error *error)
{
	struct limits_reader reader = {
		.package = package, .limits = &package->limits, .time_resolution = 1};
	if (as_node_read(node, limit_keys, LIMIT_COUNT, &reader, error) < 0)
		return -1;
	return finish(node, &reader, error);
}

/* ---- legacy, and the draft, which first had its keys ---- */

/* A key of other tools, which they accept in every package. */
static int read_legacy_passes(const struct as_node *node, void *target, struct as_error *error)
{
	struct limits_reader *reader = target;
	return reader->package->multi_pass ? read_passes(node, target, error) : 0;
}

int package_limits_read_draft(
	struct package_loader *loader, const struct as_node *node, struct as_error *error)
{
	static const struct as_node_key old_keys[] = {
		{"time_multiplier", read_time_multiplier, false},
		{"time_safety_margin", read_time_safety_margin, false},
	};
	enum { OLD = sizeof old_keys / sizeof *old_keys };
	struct as_node_key keys[LIMIT_COUNT + OLD];
	struct limits_reader reader = {.package = loader->package,
		.limits = &loader->package->limits,
		.time_resolution = 1};
	memcpy(keys, limit_keys, sizeof limit_keys);
	memcpy(keys + LIMIT_COUNT, old_keys, sizeof old_keys);
	if (package_node_read_loosely(loader, node, keys, LIMIT_COUNT + OLD, &reader, error) < 0)
		return -1;
	return finish(node, &reader, error);
}

int package_limits_read_legacy(
	struct package_loader *loader, const struct as_node *node, struct as_error *error)
{
	static const struct as_node_key keys[] = {
		{"time_multiplier", read_time_multiplier, false},
		{"time_safety_margin", read_time_safety_margin, false},
		{"memory", read_memory, false},
		{"output", read_output, false},
		{"code", read_code, false},
		{"compilation_time", read_compilation_time, false},
		{"compilation_memory", read_compilation_memory, false},
		{"validation_time", read_validation_time, false},
		{"validation_memory", read_validation_memory, false},
		{"validation_output", read_validation_output, false},
		/* DOMjudge's key, which many packages have. */
		{"time_limit", read_time_limit, false},
		{"validation_passes", read_legacy_passes, false},
	};
	struct limits_reader reader = {
		.package = loader->package, .limits = &loader->package->limits};
	return package_node_read_loosely(
		loader, node, keys, sizeof keys / sizeof *keys, &reader, error);
}

void package_limits_default_legacy(struct as_package_limits *limits)
{
	limits->ac_to_time_limit = 5;
	limits->time_limit_to_tle = 2;
}
