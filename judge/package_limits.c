/* SPDX-License-Identifier: MIT */
#include "package.h"
#include <math.h>

#define NS_PER_SECOND 1000000000
#define MIB ((uint64_t)1 << 20)
#define KIB ((uint64_t)1 << 10)
/* Upper bounds: beyond any problem, and far from where a multiplication overflows. */
#define MAX_SECONDS 86400
#define MAX_MIB (1 << 20)
#define DEFAULT_TIME_LIMIT_NS ((int64_t)2 * NS_PER_SECOND)

struct limits_reader {
	struct as_package_limits *limits;
	double time_limit; /* in seconds; 0 where it is not given */
	double time_resolution;
};

void package_limits_default(struct as_package_limits *limits)
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

static int read_size(const struct package_node *node, uint64_t unit_bytes, uint64_t *bytes,
	struct as_error *error)
{
	int64_t count;
	if (package_node_integer(node, 1, MAX_MIB, &count, error) < 0)
		return -1;
	*bytes = (uint64_t)count * unit_bytes;
	return 0;
}

static int read_whole_seconds(
	const struct package_node *node, int64_t *time_ns, struct as_error *error)
{
	int64_t seconds;
	if (package_node_integer(node, 1, MAX_SECONDS, &seconds, error) < 0)
		return -1;
	*time_ns = seconds * NS_PER_SECOND;
	return 0;
}

static int read_seconds(const struct package_node *node, double *seconds, struct as_error *error)
{
	if (package_node_number(node, seconds, error) < 0)
		return -1;
	if (*seconds < 1e-9 || *seconds > MAX_SECONDS)
		return package_node_error(node, error,
			"%s must be a number of seconds above 0 and up to %d", node->key,
			MAX_SECONDS);
	return 0;
}

static int read_multiplier(const struct package_node *node, void *target, struct as_error *error)
{
	double value;
	(void)target;
	if (package_node_number(node, &value, error) < 0)
		return -1;
	return value >= 1 ? 0 : package_node_error(node, error, "%s must be 1 or more", node->key);
}

/* What chooses a time limit, `verify`, comes later; that it is well-formed is said now. */
static int read_multipliers(const struct package_node *node, void *target, struct as_error *error)
{
	static const struct package_key keys[] = {
		{"ac_to_time_limit", read_multiplier, false},
		{"time_limit_to_tle", read_multiplier, false},
	};
	return package_node_read(node, keys, sizeof keys / sizeof *keys, target, error);
}

static int read_time_limit(const struct package_node *node, void *target, struct as_error *error)
{
	struct limits_reader *reader = target;
	if (read_seconds(node, &reader->time_limit, error) < 0)
		return -1;
	reader->limits->has_time_limit = true;
	reader->limits->time_limit_ns = llround(reader->time_limit * NS_PER_SECOND);
	return 0;
}

static int read_time_resolution(
	const struct package_node *node, void *target, struct as_error *error)
{
	struct limits_reader *reader = target;
	return read_seconds(node, &reader->time_resolution, error);
}

static int read_passes(const struct package_node *node, void *target, struct as_error *error)
{
	(void)target;
	return package_node_error(node, error,
		"validation_passes is only for packages of type multi-pass: remove it");
}

#define SIZE_READER(member, unit)                                                                  \
	static int read_##member(                                                                  \
		const struct package_node *node, void *target, struct as_error *error)             \
	{                                                                                          \
		struct limits_reader *reader = target;                                             \
		return read_size(node, unit, &reader->limits->member, error);                      \
	}
SIZE_READER(memory_bytes, MIB)
SIZE_READER(output_bytes, MIB)
SIZE_READER(code_bytes, KIB)
SIZE_READER(compilation_memory_bytes, MIB)
SIZE_READER(validation_memory_bytes, MIB)
SIZE_READER(validation_output_bytes, MIB)

static int read_compilation_time(
	const struct package_node *node, void *target, struct as_error *error)
{
	struct limits_reader *reader = target;
	return read_whole_seconds(node, &reader->limits->compilation_time_ns, error);
}

static int read_validation_time(
	const struct package_node *node, void *target, struct as_error *error)
{
	struct limits_reader *reader = target;
	return read_whole_seconds(node, &reader->limits->validation_time_ns, error);
}

static int check_resolution(
	const struct package_node *node, const struct limits_reader *reader, struct as_error *error)
{
	double steps = reader->time_limit / reader->time_resolution;
	/* Both are decimal fractions read as doubles: 0.3 / 0.1 is not 3. */
	if (fabs(steps - round(steps)) <= 1e-9 * fmax(steps, 1) && round(steps) >= 1)
		return 0;
	struct package_node time_limit = package_node_child(node, "time_limit");
	return package_node_error(&time_limit, error,
		"time_limit %g is no multiple of time_resolution %g: add a key time_resolution "
		"that "
		"divides it, such as 0.1",
		reader->time_limit, reader->time_resolution);
}

int package_limits_read(const struct package_node *node, void *target, struct as_error *error)
{
	static const struct package_key keys[] = {
		{"time_multipliers", read_multipliers, false},
		{"time_limit", read_time_limit, false},
		{"time_resolution", read_time_resolution, false},
		{"memory", read_memory_bytes, false},
		{"output", read_output_bytes, false},
		{"code", read_code_bytes, false},
		{"compilation_time", read_compilation_time, false},
		{"compilation_memory", read_compilation_memory_bytes, false},
		{"validation_time", read_validation_time, false},
		{"validation_memory", read_validation_memory_bytes, false},
		{"validation_output", read_validation_output_bytes, false},
		{"validation_passes", read_passes, false},
	};
	struct limits_reader reader = {.limits = target, .time_resolution = 1};
	if (package_node_read(node, keys, sizeof keys / sizeof *keys, &reader, error) < 0)
		return -1;
	return reader.limits->has_time_limit ? check_resolution(node, &reader, error) : 0;
}
