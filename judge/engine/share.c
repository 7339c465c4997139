/* SPDX-License-Identifier: MIT */
/*
 * Compares the limits of a package with the memory of this machine. Outputs are in memory files of
 * the judge, and the kernel may kill other runs before a run that is below its own limit. The
 * programs of a package that use memory at the same time must therefore need no more than the share
 * of one run.
 */
#include "share.h"

#include <assay/cores.h>
#include <assay/engine.h>
#include <assay/sandbox/features.h>
#include <stdio.h>

#define MIB ((uint64_t)1 << 20)

/* Larger limits count as MAX_BYTES, so that sums do not overflow. */
#define MAX_BYTES ((uint64_t)1 << 56)

struct part {
	const char *name;
	size_t offset;
	unsigned times;
};

#define LIMIT(name) #name, offsetof(struct as_package_limits, name##_bytes)

/* Programs that use memory at the same time. An output limit counts twice: the judge keeps the
 * printed output, and the files of a box may be as large. */
static const struct stage {
	const char *what;
	enum { ALWAYS, NOT_INTERACTIVE, INTERACTIVE } when;
	struct part parts[4];
} stages[] = {
	{"a compiler", ALWAYS, {{LIMIT(compilation_memory), 1}}},
	{"a run", NOT_INTERACTIVE, {{LIMIT(memory), 1}, {LIMIT(output), 2}}},
	{"a run of the output validator", NOT_INTERACTIVE,
		{{LIMIT(validation_memory), 1}, {LIMIT(validation_output), 2}, {LIMIT(output), 1}}},
	{"an interaction", INTERACTIVE,
		{{LIMIT(memory), 1}, {LIMIT(output), 2}, {LIMIT(validation_memory), 1},
			{LIMIT(validation_output), 2}}},
};
#define PART_COUNT (sizeof(stages->parts) / sizeof(*stages->parts))

/* A limit that is at most the format's default counts as 0: it is accepted on every machine. */
static uint64_t read_limit(const struct as_package_limits *limits, const struct part *part)
{
	const uint64_t bytes = *(const uint64_t *)((const char *)limits + part->offset);
	struct as_package_limits usual;

	as_package_limits_default(&usual);
	if (bytes <= *(const uint64_t *)((const char *)&usual + part->offset))
		return 0;
	return bytes < MAX_BYTES ? bytes : MAX_BYTES;
}

static uint64_t add_limits(const struct as_package_limits *limits, const struct stage *stage)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < PART_COUNT && stage->parts[i].name; i++)
		bytes += stage->parts[i].times * read_limit(limits, &stage->parts[i]);
	return bytes;
}

/* "limits.memory 4096 + 2 x limits.output 64" */
static void write_parts(
	const struct as_package_limits *limits, const struct stage *stage, char *text, size_t size)
{
	size_t length = 0;

	*text = '\0';
	for (size_t i = 0; i < PART_COUNT && stage->parts[i].name && length < size; i++) {
		const struct part *part = &stage->parts[i];
		const uint64_t bytes = read_limit(limits, part);
		if (bytes)
			length +=
				(size_t)snprintf(text + length, size - length, "%s%slimits.%s %ju",
					length ? " + " : "", part->times > 1 ? "2 x " : "",
					part->name, (uintmax_t)(bytes / MIB));
	}
}

static int refuse(const struct as_package *package, const struct stage *stage, size_t runs,
	uint64_t share_bytes, struct as_error *error)
{
	char parts[256], share[192] = "of this machine; lower these limits";

	write_parts(&package->limits, stage, parts, sizeof(parts));
	if (runs > 1)
		snprintf(share, sizeof(share),
			"that this machine has for each of %zu runs at a time; lower these limits, "
			"or let the command that judges use fewer cores (-j)",
			runs);
	return as_error_at(error, AS_ERROR_MACHINE, package->path, 0, 0,
		"%s can use %ju MiB of memory (%s), more than the %ju MiB %s", stage->what,
		(uintmax_t)(add_limits(&package->limits, stage) / MIB), parts,
		(uintmax_t)(share_bytes / MIB), share);
}

int as_package_check_share(const struct as_package *package, size_t runs, uint64_t machine_bytes,
	struct as_error *error)
{
	const uint64_t share_bytes = machine_bytes / (runs ? runs : 1);

	for (size_t i = 0; i < sizeof(stages) / sizeof(*stages); i++) {
		const struct stage *stage = &stages[i];
		if (stage->when != (package->interactive ? NOT_INTERACTIVE : INTERACTIVE) &&
			add_limits(&package->limits, stage) > share_bytes)
			return refuse(package, stage, runs, share_bytes, error);
	}
	return 0;
}

int as_engine_package_fits(const struct as_package *package, size_t runs, struct as_error *error)
{
	if (runs == 0) {
		struct as_cores *cores = as_cores_open(error);
		if (!cores)
			return -1;
		runs = as_cores_count(cores);
		as_cores_close(cores);
	}
	return as_package_check_share(package, runs, as_machine_memory_bytes(), error);
}
